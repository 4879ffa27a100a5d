// SPDX-License-Identifier: MIT
//
// How many groups of the generated kernels are on each core at once, counted by the groups.
#include "silicon.h"

#include <algorithm>

extern const KernelList *const kernel_lists[];
extern const int kernel_list_count;

static const char PART[] = "residency";
static Probe *probe;

static const int sizes[] = {128, 64, 256, 32, 192, 512, 1024};

// Every group stays so long that all that fit have started: the most at once is what fits.
static void count_groups(const Kernel &kernel, int threads, size_t dynamic, long long spin)
{
    const std::string given = text("kernel=%s;threads=%d;dynamic=%zu;spin=%lld", kernel.name,
                                   threads, dynamic, spin);
    static Probe found;
    unsigned least = ~0u, most = 0;
    int blocks = 0, cores = 0, steps = 0;
    float *nothing = nullptr;
    void *arguments[] = {&nothing, &steps, &probe, &spin};

    check(gpu(OccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, kernel.function, threads,
                                                         dynamic),
          PART, "groups", given);
    if (blocks == 0)
        return;
    // A multiple of 8 and more than fit, so that clusters are whole.
    const int grid = device.multiProcessorCount * (blocks + 2) / 8 * 8 + 8;
    check(gpu(Memset)(probe, 0, sizeof *probe), PART, "groups", given);
    check(gpu(LaunchKernel)(kernel.function, dim3((unsigned)grid), dim3((unsigned)threads),
                            arguments, dynamic, 0),
          PART, "groups", given);
    check(gpu(DeviceSynchronize)(), PART, "groups", given);
    check(gpu(Memcpy)(&found, probe, sizeof found, gpu(MemcpyDeviceToHost)), PART, "groups",
          given);
    for (unsigned peak : found.peak) {
        if (peak == 0)
            continue;
        cores++;
        least = std::min(least, peak);
        most = std::max(most, peak);
    }
    row(PART, "groups", given,
        text("api=%d;least=%u;most=%u;cores=%d;grid=%d", blocks, cores ? least : 0, most, cores,
             grid));
}

static void both(const Kernel &kernel, int number)
{
    Attributes found;
    const int bound = kernel.bound_threads != 0 ? kernel.bound_threads : 1024;

    check(gpu(FuncGetAttributes)(&found, kernel.function), PART, "kernel",
          text("kernel=%s", kernel.name));
    const size_t fixed = found.sharedSizeBytes;
    const size_t most = shared_optin > fixed ? shared_optin - fixed : 0;
    const int threads = std::min(sizes[number % 7], std::min(bound, found.maxThreadsPerBlock));

    count_groups(kernel, std::min(bound, found.maxThreadsPerBlock), 0, 200000);
    count_groups(kernel, threads, 0, 200000);
#if !ON_HIP
    if (number % 3 == 0 && most > 0) {
        check(cudaFuncSetAttribute(kernel.function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   (int)most),
              PART, "opt_in", text("kernel=%s", kernel.name));
        count_groups(kernel, threads, most / (size_t)(2 + number % 5), 200000);
    }
#else
    (void)most;
#endif
}

void part_residency()
{
    int number = 0;

#if ON_HIP
    row(PART, "cannot", "", "reason=HIP numbers the CU of a shader array: cores may be joined");
#endif
    check(gpu(Malloc)((void **)&probe, sizeof *probe), PART, "groups", "");
    for (int list = 0; list < kernel_list_count; list++)
        for (int i = 0; i < kernel_lists[list]->count && !late(PART); i++, number++)
            attempt(PART, [&] { both(kernel_lists[list]->kernels[i], number); });
}
