/* SPDX-License-Identifier: MIT
 *
 * What the tests of Apple share.
 */
#ifndef APPLE_SUPPORT_H
#define APPLE_SUPPORT_H

#include "own.h"
#include "topic.h"

static inline void report(const char *what, int rows)
{
    char text[80];

    snprintf(text, sizeof text, "%s: %d rows,", what, rows);
    topic_end(text, "checks");
}

static inline gpuocc_kernel halves_of(uint32_t threads, uint32_t halves, uint32_t bytes)
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

/* Reads both bounds of a result; 0 and 0 with a status below 0. */
static inline int32_t ends(const struct place *p, uint32_t which, uint32_t index, uint64_t *low,
                           uint64_t *high)
{
    *low = *high = 0;
    return gpuocc_occupancy_get(p->occupancy, which, index, low, high);
}

#endif
