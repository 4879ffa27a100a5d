/* SPDX-License-Identifier: MIT
 *
 * What the resident groups leave of a core.
 */
#ifndef TOOL_UNUSED_H
#define TOOL_UNUSED_H

#include "output/json.h"

/* Adds a line, or nothing where nothing is left or not known. */
void unused_text(struct text *text, const struct answer *answer);

/* Adds the member "unused", an array. */
void unused_json(struct json *json, const struct answer *answer);

#endif
