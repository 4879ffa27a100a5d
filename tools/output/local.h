/* SPDX-License-Identifier: MIT
 *
 * Device memory for the stacks of all threads that can be resident at once.
 */
#ifndef TOOL_LOCAL_H
#define TOOL_LOCAL_H

#include "answer.h"
#include "output/text.h"

/* Returns the bytes that a launch takes if a thread has this stack; UINT64_MAX if it is not known:
 * not of NVIDIA or AMD, no product, or devices of a name that differ. */
uint64_t local_memory(const struct answer *answer, uint32_t wave_size, uint32_t stack);

/* Adds "may take 4.75 GiB of Instinct MI300X: 8192 bytes for each of the 622592 threads"; neither
 * is 0. */
void text_add_local(struct text *text, const gpuocc_device *device, uint32_t stack, uint64_t bytes);

#endif
