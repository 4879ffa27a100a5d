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

/* The largest value up to `max` with which the vendor admits the kernel, which it does with `does`:
 * a tool can refuse what the field alone allows. */
uint32_t gocc_last_admitted(const struct gocc_question *question, uint32_t field, uint32_t does,
                            uint32_t max);

/* The largest value of a field that is looked at. */
uint32_t gocc_largest(const struct gocc_question *question, uint32_t field);

/* Where groups, which fall as the field grows, start anew: the values after the ends that the
 * vendor tells (rules.h), 0 for an end that this field does not lead past. Returns how many. */
uint32_t gocc_starts(const struct gocc_question *question, uint32_t field,
                     uint32_t starts[GOCC_POOL_SIZES]);

/* The first and the last of the values about `value` between which groups only fall. */
void gocc_fall(const struct gocc_question *question, uint32_t field, uint32_t value,
               uint32_t *first, uint32_t *last);

/* One side of a value. */
enum gocc_side { GOCC_BELOW, GOCC_ABOVE };

/* The nearest value on one side of `from` that admits more waves; 0 if there is none. */
int gocc_find_more(const gpuocc_occupancy *occ, uint32_t field, uint32_t from, enum gocc_side side,
                   uint32_t waves, gpuocc_stretch *s);

#endif
