/* SPDX-License-Identifier: MIT
 *
 * Requirements on an answer such as "groups>=2", for scripts that stop when one is not met.
 */
#ifndef TOOL_REQUIRE_H
#define TOOL_REQUIRE_H

#include "answer.h"

enum comparison { REQUIRE_GE, REQUIRE_LE, REQUIRE_EQ, REQUIRE_NE, REQUIRE_GT, REQUIRE_LT };

struct requirement {
    const char *text; /* as given, from its first letter on */
    int what;         /* which number: an index of require.c, or an enum gpuocc_kernel_field */
    int comparison;   /* enum comparison */
    uint64_t bound;   /* in units of 1 / 10000 */
};

/* What a requirement can be about. */
enum require_of {
    REQUIRE_OF_ANSWER,
    REQUIRE_OF_SCHEDULE, /* an answer or its schedule */
    REQUIRE_OF_ROW,      /* an answer with only groups and waves */
    REQUIRE_OF_AMOUNT,   /* the maximum of a field */
    REQUIRE_OF_RUN,      /* an answer, or a sum over a run */
    REQUIRE_OF_CODE      /* what the machine code of a kernel shows */
};

/* The sums over a run: shares of its time, and the occupancy by time. */
enum require_run {
    RUN_BELOW_25_PERCENT,
    RUN_TAIL,
    RUN_LESS_THAN_ONE_ROUND,
    RUN_REFUSED,
    RUN_PERCENT,
    RUN_COUNT
};

/* The numbers that the machine code of a kernel shows. */
enum require_code {
    CODE_SPILLS,
    CODE_CONFLICTS,
    CODE_SCATTERED,
    CODE_USED_PERCENT,
    CODE_PREDICTED_US,
    CODE_PEAK_REGISTERS,
    CODE_COUNT
};

/* Reads the requirement of an option. Returns 0, or -1 with a sentence added to `message`. */
int require_read(struct requirement *requirement, const char *option, const char *text,
                 enum require_of of, struct text *message);

/* Whether the maximum of the field that the requirement is about meets it; `status` is that of the
 * query for the maximum. If not, adds what there is instead to `message`. */
int require_amount_met(const struct requirement *requirement, int32_t status, uint32_t value,
                       struct text *message);

/* Returns the sum that the requirement is about, RUN_COUNT if it is about answers. */
enum require_run require_run(const struct requirement *requirement);

/* Returns the number of a kernel's code that the requirement is about. */
enum require_code require_code(const struct requirement *requirement);

/* Whether a number of `low` to `high`, in parts of `whole`, meets the requirement in any case; it
 * is unknown if `whole` is 0, and has no upper end if `high` is UINT64_MAX. If not, adds what there
 * is instead to `message`. */
int require_part_met(const struct requirement *requirement, uint64_t low, uint64_t high,
                    uint64_t whole, struct text *message);

/* Whether an answer meets the requirement in any case: all values of a range must meet it, and an
 * unknown value does not meet it. If not, adds what there is instead to `message`. Requirements on
 * the sums over a run are met here. */
int require_met(const struct requirement *requirement, const struct answer *answer,
                struct text *message);

#endif
