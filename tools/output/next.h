/* SPDX-License-Identifier: MIT
 *
 * The next step: what to change in a kernel, and the gain.
 */
#ifndef TOOL_NEXT_H
#define TOOL_NEXT_H

#include "output/json.h"

/* Adds a section with the library's sentences of advice, or nothing. */
void next_text(struct text *text, const struct answer *answer);

/* Adds the first change that helps in a few words ("registers_per_thread 40 -> 32: 16 groups"), or
 * nothing. */
void next_words(struct text *text, const struct answer *answer, const struct question *question);

/* Adds the member "advice", an array of the same sentences. */
void next_advice(struct json *json, const struct answer *answer);

/* Adds the member "range_ends": a kernel with the maximum waves of a range, and one with the
 * minimum. It is empty if there are no sentences about them. */
void next_ends(struct json *json, const struct answer *answer, const struct question *question);

/* Adds the member "next_joint": the step in two fields if no change of a single one allows more
 * groups, or null. */
void next_joint(struct json *json, const struct answer *answer);

/* Adds the member "next", an array of the next steps in numbers. */
void next_json(struct json *json, const struct answer *answer, const struct question *question);

#endif
