/* SPDX-License-Identifier: MIT
 *
 * Evaluates a kernel with one field varied and all others fixed. Inverse queries, curves and steps
 * use this.
 */
#ifndef GOCC_MAXIMUM_H
#define GOCC_MAXIMUM_H

#include "gpuocc/advice.h"

#include "occupancy/range.h"

/* Checks that a field can be varied: it must be an amount that the device has, and no other field
 * may be unknown. Returns a status. */
int32_t gocc_free_field(const struct gocc_question *question, uint32_t field);

/* The answer at one value of the field. */
struct gocc_point {
    uint32_t groups, waves, limiters;
    uint32_t open; /* set of enum gocc_open */
};

/* Computes the answer with another value of a field. Returns 0 if the device rejects the value. */
int gocc_answer_with(const struct gocc_question *question, uint32_t field, uint32_t value,
                     struct gocc_point *point);

/* Does the same with every result. */
int gocc_place_with(const struct gocc_question *question, uint32_t field, uint32_t value,
                    struct gocc_placement *placement);

/* Finds the interval from `first` to `last` around `value` in which the number of groups only
 * falls. It ends before the next discontinuity. */
void gocc_fall(const struct gocc_question *question, uint32_t field, uint32_t value,
               uint32_t *first, uint32_t *last);

/* A direction from a value. */
enum gocc_side { GOCC_BELOW, GOCC_ABOVE };

/* Finds the nearest plateau in one direction from `from` that has more waves than `waves`. Returns
 * 0 if there is none. */
int gocc_find_more(const gpuocc_occupancy *occ, uint32_t field, uint32_t from, enum gocc_side side,
                   uint32_t waves, gpuocc_plateau *s);

/* Reports an error about a field: the unknown field if the status says that one must be known,
 * otherwise the field itself. Returns the status. */
int32_t gocc_fail_advice(gpuocc_error *error, int32_t status, const gpuocc_occupancy *occupancy,
                         uint32_t field);

#endif
