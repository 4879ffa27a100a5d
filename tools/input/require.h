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
    REQUIRE_OF_AMOUNT    /* the maximum of a field */
};

/* Reads a requirement. Returns 0, or -1 with a sentence added to `message`. */
int require_read(struct requirement *requirement, const char *text, enum require_of of,
                 struct text *message);

/* Whether the maximum of the field that the requirement is about meets it; `status` is that of the
 * query for the maximum. If not, adds what there is instead to `message`. */
int require_amount_met(const struct requirement *requirement, int32_t status, uint32_t value,
                       struct text *message);

/* Whether an answer meets the requirement in any case: all values of a range must meet it, and an
 * unknown value does not meet it. If not, adds what there is instead to `message`. */
int require_met(const struct requirement *requirement, const struct answer *answer,
                struct text *message);

#endif
