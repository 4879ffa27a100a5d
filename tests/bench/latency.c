/* SPDX-License-Identifier: MIT
 *
 * What a latency costs: init with three phases at 64 waves, and the headline's results.
 * Instructions: valgrind --tool=callgrind bench_latency N for two N, and the difference of the
 * counts.
 */
#include <time.h>

#include "support.h"

static uint64_t words[GPUOCC_OCCUPANCY_BYTES / 8], memory[GPUOCC_LATENCY_BYTES / 8];
static double sink;

/* A load, arithmetic behind it, a store behind that, with all of an H100's 64 wave slots taken. */
static double nanoseconds(uint32_t times, int results)
{
    gpuocc_instructions classes[3] = {{0}};
    gpuocc_workload workload = {0};
    gpuocc_kernel kernel = {0};
    gpuocc_occupancy *occupancy;
    gpuocc_latency *latency;
    double value = 0;
    clock_t start;
    uint32_t i;

    kernel.size = sizeof kernel;
    kernel.threads_per_group = 256;
    kernel.registers_per_thread = 32;
    workload.size = sizeof workload;
    for (i = 0; i < 3; i++) {
        classes[i].size = sizeof classes[i];
        classes[i].phase = i;
        classes[i].count = 1 + 7 * (i == 1);
        classes[i].bytes = i == 1 ? 0 : 256;
    }
    classes[0].kind = GPUOCC_CLASS_LOAD;
    classes[1].resource = GPUOCC_RESOURCE_FP32;
    classes[2].kind = GPUOCC_CLASS_STORE;
    if (gpuocc_occupancy_init(words, sizeof words, find("H100 PCIe 80 GB"), 0, &kernel, &occupancy,
                              NULL) != GPUOCC_OK)
        return -1;
    start = clock();
    for (i = 0; i < times; i++) {
        if (gpuocc_latency_init(memory, sizeof memory, NULL, occupancy, &workload, classes, 3, NULL,
                                NULL, 0, &latency, NULL) != GPUOCC_OK)
            return -1;
        if (!results)
            continue;
        gpuocc_latency_get(latency, GPUOCC_LATENCY_WAVES_NEEDED, 0, &value, NULL);
        sink += value;
        gpuocc_latency_get(latency, GPUOCC_LATENCY_SHARE_OF_PEAK, GPUOCC_CURVE_UPPER, &value, NULL);
        sink += value;
    }
    return (double)(clock() - start) * 1e9 / CLOCKS_PER_SEC / times;
}

int main(int count, char **arguments)
{
    if (count == 2) {
        (void)nanoseconds((uint32_t)strtoul(arguments[1], NULL, 10), 0);
        return 0;
    }
    printf("init, three phases at 64 waves        %8.0f ns\n", nanoseconds(200000, 0));
    printf("init and two results                  %8.0f ns\n", nanoseconds(200000, 1));
    return 0;
}
