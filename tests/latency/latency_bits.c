/* SPDX-License-Identifier: MIT
 *
 * Prints the bits of many results of the latency model, for a comparison between compilers.
 */
#undef GOCC_PRIVATE /* defined when the library's sources are compiled */
#include "latency_support.h"
#include "random.h"

/* Returns a multiple of 1/8, so that inputs are exact on every platform. */
static double eighths(uint32_t least, uint32_t most)
{
    return (double)between(least, most - 1) / 8;
}

static void print(const struct bench *b)
{
    uint32_t result, index;
    uint64_t bits;
    double value;

    for (result = 0; result < GPUOCC_LATENCY_RESULT_COUNT; result++)
        for (index = 0; index < GPUOCC_RESOURCE_COUNT; index++) {
            value = bench_at(b, b->workload.waves, result, index);
            memcpy(&bits, &value, sizeof bits);
            if (value != NO_VALUE)
                printf("%u %u %016llx\n", result, index, (unsigned long long)bits);
        }
}

int main(void)
{
    static struct bench b;
    gpuocc_instructions *c;
    int i;

    for (i = 0; i < 400; i++) {
        bench_start(&b);
        b.workload.waves = (uint32_t)eighths(8, 900);
        b.workload.waves_per_group = 1;
        b.workload.max_waves = 128;
        b.workload.wave_size = 32;
        b.workload.grid_groups = (uint64_t)eighths(80, 90000);
        b.workload.turnaround = i % 2 == 0;
        bench_set(&b, RATE(DRAM), eighths(8, 200));
        bench_set(&b, RATE(L2), eighths(80, 400));
        bench_set(&b, RATE(L1), eighths(200, 1000));
        bench_set(&b, RATE(ISSUE), eighths(8, 64));
        bench_set(&b, RATE(FP32), eighths(2, 50));
        bench_set(&b, LAT(FP32), eighths(20, 80));
        bench_set(&b, LAT(L1), eighths(100, 400));
        bench_set(&b, LAT(L2), eighths(1000, 3000));
        bench_set(&b, LAT(DRAM), eighths(3000, 9000));
        bench_set(&b, GPUOCC_CONSTANT_PARTITIONS, 4);
        bench_set(&b, GPUOCC_CONSTANT_CORE_COUNT, 114);
        bench_set(&b, GPUOCC_CONSTANT_CLOCK_GHZ, eighths(7, 20));
        bench_set(&b, GPUOCC_CONSTANT_TURNAROUND_CYCLES, eighths(0, 4000));
        c = bench_add(&b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, eighths(1, 300));
        c->chains = eighths(8, 40);
        c = bench_load(&b, 1, 1);
        c->count = eighths(1, 40);
        c->bytes = eighths(64, 4096);
        c->l1_hit = eighths(0, 8);
        c->l2_hit = eighths(0, 8);
        c->efficiency = eighths(1, 8);
        bench_make(&b);
        printf("%d\n", (int)b.status);
        print(&b);
    }
    return 0;
}
