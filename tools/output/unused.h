/* SPDX-License-Identifier: MIT
 *
 * The part of a core's resources that the resident groups do not use.
 */
#ifndef TOOL_UNUSED_H
#define TOOL_UNUSED_H

#include "output/json.h"

/* Adds a line, or nothing if nothing is unused or it is unknown. */
void unused_text(struct text *text, const struct answer *answer);

/* Adds the member "unused", an array. */
void unused_json(struct json *json, const struct answer *answer);

#endif
