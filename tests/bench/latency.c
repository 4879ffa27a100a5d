/* SPDX-License-Identifier: MIT
 *
 * Measures the cost of a latency: init with three phases at 64 waves, and the main results.
 */
#include "bench.h"

#include "support.h"

#define TIMES 100

static uint64_t memory[sizeof(gpuocc_latency) / 8];
static gpuocc_instructions classes[3];
static gpuocc_workload workload;
static gpuocc_occupancy *occupancy;

/* A load, arithmetic after it, a store after that, with all of an H100's 64 wave slots in use. */
static void start(void)
{
    static uint64_t words[sizeof(gpuocc_occupancy) / 8];
    gpuocc_kernel kernel = {0};
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
    if (occupancy_in(words, find("H100 PCIe 80 GB"), 0, &kernel, &occupancy, NULL) != GPUOCC_OK)
        exit(1);
}

static uint64_t ask(int results)
{
    gpuocc_latency *latency;
    double value = 0, sum = 0;
    uint32_t i;

    for (i = 0; i < TIMES; i++) {
        if (latency_in(memory, NULL, occupancy, &workload, classes, 3, NULL, NULL, 0, &latency,
                       NULL) != GPUOCC_OK)
            exit(1);
        if (!results)
            continue;
        gpuocc_latency_get(latency, GPUOCC_LATENCY_WAVES_NEEDED, 0, &value, NULL);
        sum += value;
        gpuocc_latency_get(latency, GPUOCC_LATENCY_SHARE_OF_PEAK, GPUOCC_CURVE_UPPER, &value, NULL);
        sum += value;
    }
    return (uint64_t)sum;
}

static uint64_t init(uint32_t chunk)
{
    (void)chunk;
    return ask(0);
}

static uint64_t init_and_results(uint32_t chunk)
{
    (void)chunk;
    return ask(1);
}

static const struct row rows[] = {
    {"latency", "latency: init, three phases at 64 waves", init, start, 1, TIMES, NULL},
    {"latency-results", "latency: init and two results", init_and_results, start, 1, TIMES, NULL}};

int main(int argc, char **argv)
{
    return bench(rows, sizeof rows / sizeof rows[0], argc, argv);
}
