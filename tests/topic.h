/* SPDX-License-Identifier: MIT
 *
 * Collects the checks of one topic in one line of TAP.
 */
#ifndef TOPIC_H
#define TOPIC_H

#include <stdint.h>

#include "tally.h"

static struct tally topic;

static inline int holds(int right, const char *what, int row, uint64_t got, uint64_t wanted)
{
    tally(&topic, right, what, row, (double)got, (double)wanted);
    return right;
}

static inline void same(uint64_t got, uint64_t wanted, const char *what, int row)
{
    holds(got == wanted, what, row, got, wanted);
}

/* Prints the line: what was checked, and what the checks are. */
static inline void topic_end(const char *what, const char *checks)
{
    ok(topic.bad == 0 && topic.rows != 0, "%s %d %s, %d differ", what, topic.rows, checks,
       topic.bad);
    topic.rows = topic.bad = 0;
}

#endif
