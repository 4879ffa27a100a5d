/* SPDX-License-Identifier: MIT
 *
 * Prints the numbers of a device in words.
 */
#ifndef TOOL_DECODE_H
#define TOOL_DECODE_H

#include "gpuocc/gpuocc.h"

#include "output/text.h"

/* Adds the meaning of an encoded number: "gfx1201", "32 and 64", "yes". Returns 0 without adding
 * anything if the number is absent, unknown, or needs no explanation. */
int decode_number(struct text *text, const gpuocc_device *device, uint32_t field);

/* Whether a number means only that the device lacks a resource, or repeats another number. */
int decode_empty(const gpuocc_device *device, uint32_t field);

/* Returns the unit of a number; on AMD it is CUs where the library counts cores. */
const char *decode_unit(const gpuocc_device *device, uint32_t field);

#endif
