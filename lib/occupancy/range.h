/* SPDX-License-Identifier: MIT
 *
 * Inputs that are not known: every kernel that could be meant, few enough to try them all.
 */
#ifndef GOCC_RANGE_H
#define GOCC_RANGE_H

#include "device/rules.h"

/* 1 if every value of a field is tried by its ends. */
int gocc_is_amount(const struct gocc_question *question, uint32_t field);

/* Number of candidates: amounts are tried at their ends (every rule is monotone in them but for
 * where groups start anew, which is tried as well), choices and group sizes one by one. */
uint32_t gocc_candidate_count(const struct gocc_question *question);

/* The candidate that the index-th one becomes when every amount goes to its other end. */
uint32_t gocc_other_end(const struct gocc_question *question, uint32_t index);

/* Makes the index-th candidate, with nothing unknown. Returns 0 if it is no possible kernel. */
int gocc_candidate(const struct gocc_question *question, uint32_t index,
                   struct gocc_question *candidate);

/* The largest value up to `max` with which the vendor admits the kernel, which it does with `does`:
 * a tool can refuse what the field alone allows. */
uint32_t gocc_last_admitted(const struct gocc_question *question, uint32_t field, uint32_t does,
                            uint32_t max);

/* The largest value of a field that is looked at. */
uint32_t gocc_largest(const struct gocc_question *question, uint32_t field);

/* The values of a field at which the number of groups, which falls as the field grows, rises again:
 * one behind each end that the vendor gives (rules.h), 0 for an end that the field does not reach.
 * Returns their number. */
uint32_t gocc_starts(const struct gocc_question *question, uint32_t field,
                     uint32_t starts[GOCC_POOL_SIZES]);

/* Places every candidate; `low` and `high` take the least and the greatest of each number.
 * GPUOCC_ERROR_MUST_BE_KNOWN if there is none: the vendor refuses the kernel with every wave size.
 */
int32_t gocc_place_range(const struct gocc_question *question, struct gocc_placement *low,
                         struct gocc_placement *high, gpuocc_error *error);

#endif
