/* SPDX-License-Identifier: MIT */
#ifdef __FAST_MATH__
#error "libgpuocc needs IEEE arithmetic: compile without -ffast-math"
#endif
#include "base/numbers.h"

#include "gpuocc/gpuocc.h"

/* The bounds of each double of a class, as indices of bounds[]. */
enum { NOTHING, ONE, LEAST, MOST, PARTITIONS, MEMORIES };
static const double bounds[] = {0, 1, GOCC_LEAST, GOCC_MOST, 1024, GPUOCC_MEMORY_COUNT - 1};
static const struct {
    uint8_t least, most;
} numbers[GOCC_CLASS_NUMBERS] = {
    {LEAST, MOST},  /* count */
    {ONE, MOST},    /* chains */
    {ONE, MOST},    /* replay */
    {LEAST, MOST},  /* bytes */
    {LEAST, ONE},   /* efficiency */
    {NOTHING, ONE}, /* l1_hit */
    {NOTHING, ONE}, /* l2_hit */
    {LEAST, MOST},  /* latency_cycles */
    {LEAST, MOST},  /* distance_cycles */
    {LEAST, MOST},  /* replay_cycles */
};

struct gocc_ends gocc_real_ends(uint32_t scope, uint32_t field)
{
    uint32_t least = LEAST, most = MOST;
    struct gocc_ends ends;

    if (scope == GPUOCC_SCOPE_CLASS) {
        field -= GPUOCC_CLASS_INSTRUCTION_COUNT;
        if (field < GOCC_CLASS_NUMBERS) {
            least = numbers[field].least;
            most = numbers[field].most;
        }
    } else if (scope == GPUOCC_SCOPE_CONSTANT) {
        if (field == GPUOCC_CONSTANT_TURNAROUND_CYCLES)
            least = NOTHING;
        if (field == GPUOCC_CONSTANT_PARTITIONS || field == GPUOCC_CONSTANT_LOADS_PER_WAVE ||
            field == GPUOCC_CONSTANT_MEMORY)
            least = ONE;
        if (field == GPUOCC_CONSTANT_PARTITIONS)
            most = PARTITIONS;
        if (field == GPUOCC_CONSTANT_DRAM_SHARE)
            most = ONE;
        if (field == GPUOCC_CONSTANT_MEMORY)
            most = MEMORIES;
    }
    ends.least = bounds[least];
    ends.most = bounds[most];
    return ends;
}
