/* SPDX-License-Identifier: MIT
 *
 * What the tests of Intel share.
 */
#ifndef INTEL_SUPPORT_H
#define INTEL_SUPPORT_H

#include "rows.h"
#include "own.h"
#include "tally.h"
#include "pci.h"
#include "own.h"
#include "rows.h"
#include "support.h"

static inline void count(struct tally *t, int holds, const char *what, int row, long long got,
                         long long want)
{
    tally(t, holds, what, row, (double)got, (double)want);
}

/* Returns a number of a device; -1 if it is unknown. */
static inline long long get_at(const gpuocc_device *device, uint32_t field, uint32_t index)
{
    const uint64_t value = value_at(device, field, index);

    return value != UINT64_MAX ? (long long)value : -1;
}

static inline long long known(const gpuocc_device *device, uint32_t field)
{
    return get_at(device, field, 0);
}

/* Returns the sum of a list such as "8|16|32". */
static inline long long sum_of(const char *text)
{
    long long sum = 0;
    char *end;

    for (; *text != 0; text = end + (*end == '|')) {
        sum += strtoll(text, &end, 10);
        if (end == text)
            return -1;
    }
    return sum;
}

struct family {
    char name[16];
    int eus, most_items, slm_pool, slm_group, barriers, simd;
    int counts, grf[16], threads[16];
    int sizes, kib[32];
};

static inline gpuocc_kernel kernel_of(uint32_t items, uint32_t simd, uint32_t grf, uint32_t slm,
                                      uint32_t barriers)
{
    gpuocc_kernel k = {0};

    k.threads_per_group = items;
    k.wave_size = simd;
    k.grf_count = grf;
    k.shared_bytes = slm;
    k.barriers_per_group = barriers;
    return k;
}

#endif
