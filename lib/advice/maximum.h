/* SPDX-License-Identifier: MIT
 *
 * One field free, everything else as it is: what the inverse question, the curve and the next
 * step have in common.
 */
#ifndef GOCC_MOST_H
#define GOCC_MOST_H

#include "gpuocc/advice.h"

#include "occupancy/range.h"

/* Checks that a field can be asked about: an amount that the device has, nothing else
 * unknown. Returns a status. */
int32_t gocc_free_field(const struct gocc_question *question, uint32_t field);

/* The answer to a question. */
struct gocc_point {
    uint32_t groups, waves, limiters;
    uint32_t open; /* set of enum gocc_open */
};

/* Answers the question with another value of a field. 0 if the device refuses it. */
int gocc_answer_with(const struct gocc_question *question, uint32_t field, uint32_t value,
                     struct gocc_point *point);

/* The same with every result. */
int gocc_place_with(const struct gocc_question *question, uint32_t field, uint32_t value,
                    struct gocc_placement *placement);

/* The first and the last of the values about `value` between which groups only fall. */
void gocc_fall(const struct gocc_question *question, uint32_t field, uint32_t value,
               uint32_t *first, uint32_t *last);

/* One side of a value. */
enum gocc_side { GOCC_BELOW, GOCC_ABOVE };

/* The nearest value on one side of `from` that admits more waves; 0 if there is none. */
int gocc_find_more(const gpuocc_occupancy *occ, uint32_t field, uint32_t from, enum gocc_side side,
                   uint32_t waves, gpuocc_plateau *s);

/* The error of an advice about a field: the unknown field if the status says that one must be
 * known, else the field itself. Returns the status. */
int32_t gocc_fail_advice(gpuocc_error *error, int32_t status, const gpuocc_occupancy *occupancy,
                         uint32_t field);

#endif
