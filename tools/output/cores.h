/* SPDX-License-Identifier: MIT
 *
 * The name of a core, and the number of cores in the product's unit: a kernel may run on WGPs where
 * AMD counts CUs.
 */
#ifndef TOOL_CORES_H
#define TOOL_CORES_H

#include "answer.h"
#include "output/json.h"

/* Adds "48 WGPs (96 CUs)" if `count` is a number of WGPs of the device, otherwise "84 SMs" in the
 * words for an answer, or "84 cores" without one (NULL). */
void text_add_cores(struct text *text, const gpuocc_device *device, const struct answer *answer,
                    const struct value *count);

/* Whether `count` is a number of WGPs of the device. */
int cores_are_wgps(const gpuocc_device *device, const struct value *count);

/* Adds "48 WGPs (96 CUs)" and returns 1 if kernels of the device run on WGPs by default and their
 * number is known. */
int text_add_wgps(struct text *text, const gpuocc_device *device);

/* Adds the members cu_count and wgp_count. */
void json_cores(struct json *json, const gpuocc_device *device);

#endif
