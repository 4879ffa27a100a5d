/* SPDX-License-Identifier: MIT */
#ifndef GOCC_SCHEDULE_H
#define GOCC_SCHEDULE_H

#include "gpuocc/schedule.h"

/* Groups of a core, where only the whole device is answered for. */
#define GOCC_NO_GROUPS GPUOCC_UNKNOWN

struct gpuocc_schedule {
    uint64_t groups;
    uint64_t resident;   /* groups on the whole GPU at once */
    uint64_t wave_slots; /* of the whole GPU */
    uint32_t cores;
    uint32_t groups_per_core; /* GOCC_NO_GROUPS possible */
    uint32_t waves_per_group; /* at least 1 */
    uint32_t waves_per_core;
    uint32_t slots_limit; /* 1: nothing but wave slots stops the next group of a core */
    uint32_t unused;
};

/* A struct of the caller's, read by its size: `to` has `known` bytes, the first 4 are the size.
 * A longer one may only hold zeros behind what is known. One of an older version has at least the
 * `first` bytes of its first version; what it lacks is 0. */
int32_t gocc_read_grown(void *to, size_t first, size_t known, const void *from, uint32_t scope,
                        gpuocc_error *error);

/* The same of a struct that has not grown since its first version. */
static inline int32_t gocc_read_struct(void *to, size_t known, const void *from, uint32_t scope,
                                       gpuocc_error *error)
{
    return gocc_read_grown(to, known, known, from, scope, error);
}

/* The same of that, without the copy. */
int32_t gocc_check_struct(size_t known, const void *from, uint32_t scope, gpuocc_error *error);

/* The same for what is written: only its size is looked at. */
static inline int gocc_can_write(uint32_t size, size_t known)
{
    return size >= known && size % 4 == 0;
}

static inline uint64_t gocc_divide_up(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

/* Whether a product fits, of a number and one that is not 0. */
static inline int gocc_fits(uint64_t a, uint64_t b)
{
    return a <= UINT64_MAX / b;
}

/* Whether none of `first` to `last` is negative, above 1e300 or no number. */
int gocc_are_amounts(const double *first, const double *last);

/* Gives results to the caller: GPUOCC_OK, or GPUOCC_ERROR_TOO_LARGE if one of `first` to `last` in
 * them is above 1e308 or no number. */
int32_t gocc_give(void *to, const void *from, size_t bytes, const double *first,
                  const double *last);

/* Of a number below 2^63; cheaper than of any. */
static inline double gocc_real(uint64_t number)
{
    return (double)(int64_t)number;
}

#endif
