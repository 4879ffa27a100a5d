/* SPDX-License-Identifier: MIT
 *
 * Sentences about a name: that it is unknown, that only its architecture is known, and what one
 * device of it consists of.
 */
#ifndef TOOL_NAMED_H
#define TOOL_NAMED_H

#include "gpuocc/gpuocc.h"

#include "output/text.h"

/* Adds the reason why no device has this name: its maker or kind is not modelled. Otherwise adds
 * the nearest names. */
void named_unknown(struct text *text, const char *name, size_t length);

/* Returns the product nearest to a name of which only the architecture is known, or NULL if none
 * resembles it. */
const gpuocc_device *named_nearest(const char *name, size_t length, const gpuocc_device *device);

/* Adds that the tables have only the architecture of a name, and the nearest product if there is
 * one. */
void named_architecture(struct text *text, const char *name, size_t length,
                        const gpuocc_device *device, const gpuocc_device *nearest);

/* If the name is that of a virtual GPU, adds which part of its board the figures count, and returns
 * 1. */
int named_profile(struct text *text, const char *name, size_t length, uint32_t match);

/* Adds the first products of an architecture, "such as A, B, C"; nothing if there is none. */
void named_products(struct text *text, const gpuocc_device *architecture);

/* Adds what the figures of a product refer to, such as "one of the two GPUs of the board": the
 * beginning of the remark on its core count. Returns 0 if the remark does not contain it. */
int named_counted(struct text *text, const gpuocc_device *device);

#endif
