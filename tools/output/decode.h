/* SPDX-License-Identifier: MIT
 *
 * Numbers of a device for people.
 */
#ifndef TOOL_DECODE_H
#define TOOL_DECODE_H

#include "gpuocc/gpuocc.h"

#include "output/text.h"

/* Adds what an encoded number means: "gfx1201", "32 and 64", "yes". Returns 0, and adds nothing, if
 * the number is none, is not known, or means itself. */
int decode_number(struct text *text, const gpuocc_device *device, uint32_t field);

/* Whether a number says no more than that the device lacks a resource, or repeats another. */
int decode_empty(const gpuocc_device *device, uint32_t field);

/* The unit of a number, on AMD CUs where the library counts cores. */
const char *decode_unit(const gpuocc_device *device, uint32_t field);

#endif
