/* SPDX-License-Identifier: MIT
 *
 * The fields of a kernel that are amounts: those that can be asked for, swept and changed.
 */
#ifndef TOOL_AMOUNTS_H
#define TOOL_AMOUNTS_H

#include "gpuocc/gpuocc.h"

#include "output/text.h"

#define AMOUNTS 11

/* Whether the device or the convention accepts a field and ignores it. */
int amount_is_ignored(const gpuocc_occupancy *occupancy, uint32_t field);

/* The fields, in the order in which they are shown. */
uint32_t amount_field(size_t index);

/* The field of a name as it is written on the command line, 0 after a complaint. */
uint32_t amount_read(const char *option, const char *name);

/* The same without a complaint, of a name that need not end there. */
uint32_t amount_find(const char *name, size_t length);

/* The vendor's word for what the field counts, "" if there is none. */
const char *amount_word(const gpuocc_device *device, uint32_t field);

/* The field that counts the registers of a device's kernels. */
uint32_t amount_registers(const gpuocc_device *device);

uint32_t kernel_word(const gpuocc_kernel *kernel, uint32_t field);
void kernel_set(gpuocc_kernel *kernel, uint32_t field, uint32_t word);

/* Whether a field has a value other than zero and unknown. */
int kernel_gives(const gpuocc_kernel *kernel, uint32_t field);

#endif
