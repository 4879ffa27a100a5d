/* SPDX-License-Identifier: MIT
 *
 * Demands on an answer, "groups>=2", for scripts that stop when one is not met.
 */
#ifndef TOOL_REQUIRE_H
#define TOOL_REQUIRE_H

#include "answer.h"

enum comparison { REQUIRE_GE, REQUIRE_LE, REQUIRE_EQ, REQUIRE_NE, REQUIRE_GT, REQUIRE_LT };

struct requirement {
    const char *text; /* as it was written */
    int what;         /* which number, counted in require.c */
    int comparison;   /* enum comparison */
    uint64_t bound;   /* in 1 / 10000 */
};

/* Reads a demand; `schedule`: one on a schedule may be meant. Returns 0, or -1 with a sentence
 * added to `message`. */
int require_read(struct requirement *requirement, const char *text, int schedule,
                 struct text *message);

/* Whether an answer meets the demand in any case: a range has to meet it from end to end, and
 * what is not known does not meet it. Adds what there is instead to `message` if it does not. */
int require_met(const struct requirement *requirement, const struct answer *answer,
                struct text *message);

#endif
