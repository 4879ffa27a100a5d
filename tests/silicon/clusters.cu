// SPDX-License-Identifier: MIT
//
// Which cores a cluster can span. A cluster does not leave a GPC, so that cores that a cluster has
// used together are of one GPC.
#include "silicon.h"

#include <algorithm>

static const char PART[] = "clusters";

#if HAS_CLUSTERS
__global__ void span(long long cycles, unsigned *cores)
{
    const long long start = clock64();

    if (threadIdx.x == 0)
        cores[blockIdx.x] = core_number();
    while (clock64() - start < cycles)
        continue;
}

// One group on each core. `clusters` 0: only asks how many fit.
static void span_point(int size, int clusters)
{
    const std::string given = text("size=%d;clusters=%d", size, clusters);
    cudaLaunchAttribute attribute;
    cudaLaunchConfig_t launch = {};
    unsigned *cores = nullptr;
    int fit = 0;
    Shape shape;

    if (late(PART) || !shape_of(4, 1, (const void *)span, shape))
        return;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = (unsigned)size;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    launch.gridDim = dim3((unsigned)(size * std::max(clusters, 1)), 1, 1);
    launch.blockDim = dim3((unsigned)shape.threads, 1, 1);
    launch.dynamicSmemBytes = shape.ballast;
    launch.attrs = &attribute;
    launch.numAttrs = 1;
    check(cudaFuncSetAttribute((const void *)span, cudaFuncAttributeNonPortableClusterSizeAllowed,
                               size > 8),
          PART, "span", given);
    check(cudaOccupancyMaxActiveClusters(&fit, span, &launch), PART, "fit", given);
    if (clusters == 0) {
        row(PART, "fit", given, text("clusters=%d;groups_of_a_core=1", fit));
        return;
    }
    const size_t grid = (size_t)size * clusters;
    std::vector<unsigned> found(grid);
    std::string list;
    check(cudaMalloc((void **)&cores, grid * sizeof *cores), PART, "span", given);
    check(cudaMemset(cores, 0xff, grid * sizeof *cores), PART, "span", given);
    check(cudaLaunchKernelEx(&launch, span, 100000ll, cores), PART, "span", given);
    check(cudaDeviceSynchronize(), PART, "span", given);
    check(cudaMemcpy(found.data(), cores, grid * sizeof *cores, cudaMemcpyDeviceToHost), PART,
          "span", given);
    check(cudaFree(cores), PART, "span", given);
    for (size_t i = 0; i < grid; i++)
        list += text(i ? "|%u" : "%u", found[i]);
    row(PART, "span", given, text("fit=%d;cores=", fit) + list);
}
#endif

void part_clusters()
{
#if HAS_CLUSTERS
    if (device.major < 9) {
        row(PART, "cannot", "", "reason=clusters begin with compute capability 9.0");
        return;
    }
    for (int size = 1; size <= 16; size++)
        attempt(PART, [&] { span_point(size, 0); });
    for (int size : {2, 4, 8, 16, 3, 5, 6, 7})
        attempt(PART, [&] {
            span_point(size, 4 * ((device.multiProcessorCount + size - 1) / size));
        });
#else
    row(PART, "cannot", "", "reason=this API has no clusters");
#endif
}
