/* SPDX-License-Identifier: MIT
 *
 * The derivation of each limit, step by step.
 */
#ifndef TOOL_WHY_H
#define TOOL_WHY_H

#include "answer.h"
#include "output/json.h"

/* Adds the steps of every limit of the answer, those that limit marked. */
void why_text(struct text *text, const struct answer *answer, const gpuocc_kernel *kernel);

/* Adds them as `why`, an object with `steps` and `sources`, lists of strings, for each limit. */
void why_json(struct json *json, const struct answer *answer, const gpuocc_kernel *kernel);

#endif
