/* SPDX-License-Identifier: MIT
 *
 * The functions of results.def, each of which computes one result. The table of them names
 * functions of occupancy and of advice, as devices/registry.c names those of the vendors.
 */
#ifndef GOCC_RESULTS_H
#define GOCC_RESULTS_H

#include "device/rules.h"

/* The upper bound if none is known or if there is no limit. */
#define GOCC_ENDLESS UINT64_MAX

/* A result at one end of its range. */
struct gocc_end {
    uint64_t value;
    int32_t status;
    uint32_t apart; /* 1: the ends can differ although the kernel itself has nothing undecided */
};

/* Computes one end of a result of an occupancy that has all of its members. `p` is the placement at
 * this end. `upper` is NULL for the upper end, and the upper end for the lower one. */
typedef struct gocc_end gocc_result_function(const gpuocc_occupancy *occ,
                                             const struct gocc_placement *p, uint32_t index,
                                             const struct gocc_end *upper);

#define RESULT(number, name, unit, kind, function, about) gocc_result_function function;
#include "results/results.def"
#undef RESULT

struct gocc_result {
    gocc_result_function *function;
    uint32_t indices; /* 1, or GPUOCC_LIMIT_COUNT */
};
extern const struct gocc_result gocc_results[GPUOCC_RESULT_COUNT];

static inline struct gocc_end gocc_end_of(uint64_t value, int32_t status)
{
    struct gocc_end end = {value, status, 0};

    return end;
}

static inline struct gocc_end gocc_number(uint64_t value)
{
    return gocc_end_of(value, GPUOCC_OK);
}

/* Returns an end from a word of a placement. */
static inline struct gocc_end gocc_word(uint32_t value)
{
    return gocc_end_of(value, value == GOCC_NO_LIMIT    ? GPUOCC_NOT_APPLICABLE
                              : value == GPUOCC_UNKNOWN ? GPUOCC_NOT_KNOWN
                                                        : GPUOCC_OK);
}

#endif
