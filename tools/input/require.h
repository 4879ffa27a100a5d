/* SPDX-License-Identifier: MIT
 *
 * Demands on an answer, "groups>=2", for scripts that stop when one is not met.
 */
#ifndef TOOL_REQUIRE_H
#define TOOL_REQUIRE_H

#include "answer.h"

enum comparison { REQUIRE_GE, REQUIRE_LE, REQUIRE_EQ, REQUIRE_NE, REQUIRE_GT, REQUIRE_LT };

struct requirement {
    const char *text; /* as it was written, from its first letter on */
    int what;         /* which number, counted in require.c; an enum gpuocc_kernel_field */
    int comparison;   /* enum comparison */
    uint64_t bound;   /* in 1 / 10000 */
};

/* What a demand can ask about. */
enum require_of {
    REQUIRE_OF_ANSWER,
    REQUIRE_OF_SCHEDULE, /* an answer, or its schedule */
    REQUIRE_OF_ROW,      /* an answer of which only groups and waves are there */
    REQUIRE_OF_AMOUNT    /* the largest value of a field */
};

/* Reads a demand. Returns 0, or -1 with a sentence added to `message`. */
int require_read(struct requirement *requirement, const char *text, enum require_of of,
                 struct text *message);

/* Whether the largest value of the field that a demand asks about meets it; `status`: how that was
 * answered. Adds what there is instead to `message` if it does not. */
int require_amount_met(const struct requirement *requirement, int32_t status, uint32_t value,
                       struct text *message);

/* Whether an answer meets the demand in any case: a range has to meet it from end to end, and
 * what is not known does not meet it. Adds what there is instead to `message` if it does not. */
int require_met(const struct requirement *requirement, const struct answer *answer,
                struct text *message);

#endif
