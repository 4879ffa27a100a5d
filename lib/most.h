/* SPDX-License-Identifier: MIT
 *
 * One field free, everything else as it is: what the inverse question, the curve and the next
 * step have in common.
 */
#ifndef GOCC_MOST_H
#define GOCC_MOST_H

#include "gpuocc/advice.h"

#include "rules.h"

/* Checks that a field can be asked about: an amount that the device has, nothing else
 * unknown. Returns a status. */
int32_t gocc_free_field(const struct gocc_question *question, uint32_t field);

/* Places the question with another value of a field. 0 if the device refuses it. */
int gocc_place_with(const struct gocc_question *question, uint32_t field, uint32_t value,
                    struct gocc_placement *placement);

/* The largest value of a field that is looked at. */
uint32_t gocc_largest(const struct gocc_question *question, uint32_t field);

/* Where the answer starts anew as the field grows (rules.h); 0: nowhere. */
uint32_t gocc_restart(const struct gocc_question *question, uint32_t field);

/* One side of a value. */
enum gocc_side { GOCC_BELOW, GOCC_ABOVE };

/* The nearest value on one side of `from` that admits more waves; 0 if there is none. */
int gocc_find_more(const gpuocc_occupancy *occ, uint32_t field, uint32_t from, enum gocc_side side,
                   uint32_t waves, gpuocc_stretch *s);

#endif
