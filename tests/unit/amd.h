/* SPDX-License-Identifier: MIT
 *
 * What the tests of AMD share: values compared row by row, one line of TAP for each topic.
 */
#ifndef TEST_AMD_H
#define TEST_AMD_H

#include "rows.h"
#include "support.h"

/* The first mismatch of a file, and how many there were. */
static int compared, wrong;

static inline void begin(void)
{
    compared = 0;
    wrong = 0;
}

static inline void check(int holds, const char *where, int row, const char *what, long long got,
                         long long wanted)
{
    compared++;
    wrong += !holds;
    if (!holds && wrong == 1)
        note("%s line %d: %s is %lld, expected %lld", where, row, what, got, wanted);
}

static inline void equal(const struct rows *r, const char *what, uint64_t got, long long wanted)
{
    check((long long)got == wanted, "csv", r->row, what, (long long)got, wanted);
}

static inline void end(const char *topic)
{
    ok(wrong == 0 && compared != 0, "%s: %d values compared, %d differ", topic, compared, wrong);
}

static inline uint64_t field(const gpuocc_device *device, uint32_t number)
{
    uint64_t value;

    return gpuocc_device_get(device, number, 0, &value) == GPUOCC_OK ? value : UINT64_MAX;
}

static inline uint32_t mode_of(const struct rows *r)
{
    return strcmp(cell(r, "mode"), "wgp") == 0 ? GPUOCC_CORE_MODE_WGP : GPUOCC_CORE_MODE_CU;
}

#endif
