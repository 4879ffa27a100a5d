/* SPDX-License-Identifier: MIT
 *
 * Checks the registers that setmaxnreg gives to warp groups (--warpgroup-registers).
 */
#ifndef COMMANDS_WARP_GROUPS_H
#define COMMANDS_WARP_GROUPS_H

#include "session.h"

#define WARP_GROUPS_MOST 8u

struct warp_groups {
    const char *text; /* of the option; NULL: not given */
    uint32_t registers[WARP_GROUPS_MOST], count;
    unsigned long long sum, allocated; /* registers of a thread of each group, added up */
};

/* Reads the option and compares with what the launch of an answered kernel allocates. Returns 0,
 * or END_FAILED with an error. */
int warp_groups_read(struct warp_groups *groups, const struct session *session);

/* Add a sentence, and a member. */
void warp_groups_text(const struct warp_groups *groups, struct text *text);
void warp_groups_json(const struct warp_groups *groups, struct json *json);

#endif
