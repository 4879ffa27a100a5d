/* SPDX-License-Identifier: MIT
 *
 * What the tests of Apple share.
 */
#ifndef UNIT_APPLE_H
#define UNIT_APPLE_H

#include "own.h"

/* Checks of one topic; the first one that fails is printed. */
static struct {
    int checks, failed;
} topic;

static inline int holds(int right, const char *what, int row, uint64_t got, uint64_t wanted)
{
    topic.checks++;
    if (!right && topic.failed++ == 0)
        note("first mismatch: %s, row %d: %llu, wanted %llu", what, row, (unsigned long long)got,
             (unsigned long long)wanted);
    return right;
}

static inline void same(uint64_t got, uint64_t wanted, const char *what, int row)
{
    holds(got == wanted, what, row, got, wanted);
}

static inline void report(const char *what, int rows)
{
    ok(topic.failed == 0, "%s: %d rows, %d checks, %d differ", what, rows, topic.checks,
       topic.failed);
    topic.checks = topic.failed = 0;
}

static inline gpuocc_kernel kernel_of(uint32_t threads, uint32_t halves, uint32_t bytes)
{
    gpuocc_kernel kernel = {0};

    kernel.threads_per_group = threads;
    kernel.half_registers_per_thread = halves;
    kernel.shared_bytes = bytes;
    return kernel;
}

static inline uint64_t by_limit(const struct place *p, uint32_t limit)
{
    return result(p, GPUOCC_RESULT_LIMIT, limit);
}

/* The two ends of a result; 0 and 0 with a status below 0. */
static inline int32_t ends(const struct place *p, uint32_t which, uint32_t index, uint64_t *low,
                           uint64_t *high)
{
    *low = *high = 0;
    return gpuocc_occupancy_get(p->occupancy, which, index, low, high);
}

#endif
