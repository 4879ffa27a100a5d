// SPDX-License-Identifier: MIT
//
// What the driver answers of the generated kernels. Nothing is launched here.
#include "silicon.h"

#include <algorithm>

extern const KernelList *const kernel_lists[];
extern const int kernel_list_count;

static const char PART[] = "occupancy";
static const int sizes[] = {32, 33, 64, 96, 128, 160, 192, 256, 384, 512, 640, 768, 1024};

// The attributes that the driver has of a kernel now.
static Attributes attributes_of(const Kernel &kernel)
{
    Attributes found;

    check(gpu(FuncGetAttributes)(&found, kernel.function), PART, "kernel",
          text("kernel=%s", kernel.name));
    return found;
}

static void kernel_row(const Kernel &kernel)
{
    const Attributes found = attributes_of(kernel);

    row(PART, "kernel",
        text("kernel=%s;live=%d;bound_threads=%d;bound_blocks=%d;shared=%d;barriers=%d;cluster=%d",
             kernel.name, kernel.live, kernel.bound_threads, kernel.bound_blocks,
             kernel.shared_bytes, kernel.barriers, kernel.cluster),
        text("numRegs=%d;sharedSizeBytes=%zu;localSizeBytes=%zu;maxThreadsPerBlock=%d;"
             "binaryVersion=%d",
             found.numRegs, found.sharedSizeBytes, found.localSizeBytes, found.maxThreadsPerBlock,
             found.binaryVersion));
}

// What an answer depends on, besides the kernel: the dynamic shared memory that the kernel may have
// and the wanted carve-out are read back from the driver.
static std::string asked(const Kernel &kernel, int threads, size_t dynamic)
{
    const Attributes found = attributes_of(kernel);
    std::string line = text("kernel=%s;threads=%d;dynamic=%zu", kernel.name, threads, dynamic);

#if !ON_HIP
    line += text(";maxDynamicSharedSizeBytes=%d;preferredShmemCarveout=%d",
                 found.maxDynamicSharedSizeBytes, found.preferredShmemCarveout);
#else
    (void)found;
#endif
    return line;
}

static void blocks_row(const Kernel &kernel, int threads, size_t dynamic)
{
    attempt(PART, [&] {
        const std::string given = asked(kernel, threads, dynamic);
        int blocks = 0;

        check(gpu(OccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, kernel.function, threads,
                                                             dynamic),
              PART, "blocks", given);
        row(PART, "blocks", given, text("blocks=%d", blocks));
    });
}

static void best_row(const Kernel &kernel, size_t dynamic)
{
    attempt(PART, [&] {
        const std::string given = asked(kernel, 0, dynamic);
        int grid = 0, threads = 0;

        check(gpu(OccupancyMaxPotentialBlockSize)(&grid, &threads, kernel.function, dynamic, 0),
              PART, "best", given);
        row(PART, "best", given, text("threads=%d;grid=%d", threads, grid));
    });
}

#if HAS_CLUSTERS
static void clusters_row(const Kernel &kernel, int threads, size_t dynamic, int size)
{
    attempt(PART, [&] {
        const std::string given = asked(kernel, threads, dynamic) + text(";cluster=%d", size);
        cudaLaunchAttribute attribute;
        cudaLaunchConfig_t launch = {};
        int clusters = 0;

        attribute.id = cudaLaunchAttributeClusterDimension;
        attribute.val.clusterDim.x = (unsigned)size;
        attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
        launch.gridDim = dim3((unsigned)(size * device.multiProcessorCount), 1, 1);
        launch.blockDim = dim3((unsigned)threads, 1, 1);
        launch.dynamicSmemBytes = dynamic;
        launch.attrs = &attribute;
        launch.numAttrs = 1;
        check(cudaFuncSetAttribute(kernel.function, cudaFuncAttributeNonPortableClusterSizeAllowed,
                                   size > 8),
              PART, "clusters", given);
        check(cudaOccupancyMaxActiveClusters(&clusters, kernel.function, &launch), PART,
              "clusters", given);
        row(PART, "clusters", given, text("clusters=%d", clusters));
    });
}
#endif

static void set(const Kernel &kernel, bool carveout, int value)
{
#if ON_HIP
    (void)kernel;
    (void)carveout;
    (void)value;
#else
    check(cudaFuncSetAttribute(kernel.function,
                               carveout ? cudaFuncAttributePreferredSharedMemoryCarveout
                                        : cudaFuncAttributeMaxDynamicSharedMemorySize,
                               value),
          PART, carveout ? "carveout" : "opt_in", text("kernel=%s;value=%d", kernel.name, value));
#endif
}

// Static and default dynamic shared memory, then what has to be asked for, then carve-outs.
static void ask(const Kernel &kernel, int number)
{
    const size_t fixed = attributes_of(kernel).sharedSizeBytes;
    const size_t rest = shared_default > fixed ? shared_default - fixed : 0;
    const size_t most = shared_optin > fixed ? shared_optin - fixed : 0;
    const size_t small[] = {rest / 7, rest / 3, rest, rest + 1};
    const size_t large[] = {rest + 1024, most / 2, most / 3 + 1000, most};

    kernel_row(kernel);
    for (int threads : sizes)
        blocks_row(kernel, threads, 0);
    for (int i = 0; i < 4; i++)
        blocks_row(kernel, sizes[(number + 3 * i) % 13], small[i]);
    best_row(kernel, 0);
    best_row(kernel, rest / 5);
    if (most > rest) {
        set(kernel, false, (int)most);
        for (int i = 0; i < 4; i++)
            blocks_row(kernel, sizes[(number + 3 * i + 1) % 13], std::min(large[i], most));
        best_row(kernel, most / 2);
    }
    if (number % 4 == 0) {
        for (int percent : {0, 10, 30, 55, 80, 100}) {
            set(kernel, true, percent);
            blocks_row(kernel, sizes[number / 4 % 7], (size_t)(number % 3) * (most / 9));
        }
        set(kernel, true, -1);
    }
#if HAS_CLUSTERS
    if (device.major >= 9 && number % 3 == 0) {
        static const int clusters[] = {1, 2, 3, 4, 5, 6, 7, 8, 12, 16};

        for (int size : clusters)
            if (kernel.cluster == 0 || kernel.cluster == size)
                clusters_row(kernel, number % 2 ? 64 : 256, number % 5 == 0 ? most / 2 : 0, size);
    }
#endif
}

void part_occupancy()
{
    int number = 0;

#if ON_HIP
    row(PART, "cannot", "", "reason=HIP has no clusters and no opt-in shared memory");
#elif !HAS_CLUSTERS
    row(PART, "cannot", "", "reason=this CUDA has no cudaOccupancyMaxActiveClusters");
#endif
    for (int list = 0; list < kernel_list_count; list++)
        for (int i = 0; i < kernel_lists[list]->count && !late(PART); i++, number++)
            attempt(PART, [&] { ask(kernel_lists[list]->kernels[i], number); });
}
