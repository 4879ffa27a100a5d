/* SPDX-License-Identifier: MIT
 *
 * Evaluates kernels with unknown fields: enumerates candidates, which are kernels that could be
 * meant and whose results bound those of all others.
 */
#ifndef GOCC_RANGE_H
#define GOCC_RANGE_H

#include "device/rules.h"

/* Whether it suffices to evaluate the bounds of a field. */
int gocc_is_amount(const struct gocc_question *question, uint32_t field);

/* Returns the number of candidates. Amounts are evaluated at their bounds, because every rule is
 * monotone in them except at discontinuities, which are evaluated as well. Choices and group sizes
 * are evaluated one by one. */
uint32_t gocc_candidate_count(const struct gocc_question *question);

/* Returns the candidate that differs from the index-th one in that every amount is at its opposite
 * bound. */
uint32_t gocc_other_end(const struct gocc_question *question, uint32_t index);

/* Makes the index-th candidate, in which nothing is unknown. Returns 0 if it is not a valid
 * kernel. */
int gocc_candidate(const struct gocc_question *question, uint32_t index,
                   struct gocc_question *candidate);

/* Returns the largest valid value up to `max`; `does` must be valid. A tool can reject a value that
 * the field's own rule allows. */
uint32_t gocc_last_admitted(const struct gocc_question *question, uint32_t field, uint32_t does,
                            uint32_t max);

/* Returns the largest value of a field that is evaluated. */
uint32_t gocc_largest(const struct gocc_question *question, uint32_t field);

/* Returns the threads of the largest group that may launch: the tool's limit, or the device's where
 * the tool has none of its own, because such a tool gives no larger group. */
uint32_t gocc_largest_group(const struct gocc_question *question);

/* Finds the discontinuities of a field: the values at which the number of groups, which otherwise
 * falls as the field grows, rises again. There is one after each end that the vendor reports
 * (rules.h), or 0 if the field cannot reach that end. Returns their number. */
uint32_t gocc_starts(const struct gocc_question *question, uint32_t field,
                     uint32_t starts[GOCC_POOL_SIZES]);

/* Evaluates every candidate and writes the smallest and the largest value of each number to `low`
 * and `high`. Returns GPUOCC_ERROR_MUST_BE_KNOWN if there is no candidate, because the vendor
 * rejects the kernel with every wave size.
 */
int32_t gocc_place_range(const struct gocc_question *question, struct gocc_placement *low,
                         struct gocc_placement *high, gpuocc_error *error);

#endif
