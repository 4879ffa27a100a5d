/* SPDX-License-Identifier: MIT
 *
 * Inputs that are not known: every kernel that could be meant, few enough to try them all.
 */
#ifndef GOCC_RANGE_H
#define GOCC_RANGE_H

#include "rules.h"

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

/* Places every candidate; `low` and `high` take the least and the greatest of each number.
 * GPUOCC_ERROR_MUST_BE_KNOWN if there is none: the vendor refuses the kernel with every wave size.
 */
int32_t gocc_place_range(const struct gocc_question *question, struct gocc_placement *low,
                         struct gocc_placement *high, gpuocc_error *error);

#endif
