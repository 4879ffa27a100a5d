/* SPDX-License-Identifier: MIT
 *
 * The kernel's fields that are amounts: those that can be queried, swept and changed.
 */
#ifndef TOOL_AMOUNTS_H
#define TOOL_AMOUNTS_H

#include "gpuocc/gpuocc.h"

#include "output/text.h"

#define AMOUNTS 11

/* Whether the device or the convention accepts a field and ignores it. */
int amount_is_ignored(const gpuocc_occupancy *occupancy, uint32_t field);

/* Returns the fields in the order in which they are shown. */
uint32_t amount_field(size_t index);

/* Returns the field with a name from the command line, or 0 with an error. */
uint32_t amount_read(const char *option, const char *name);

/* The same without an error, for a name that need not end with a NUL. */
uint32_t amount_find(const char *name, size_t length);

/* Returns the vendor's word for what the field counts, "" if there is none. */
const char *amount_word(const gpuocc_device *device, uint32_t field);

/* Returns the field that counts the registers of a device's kernels. */
uint32_t amount_registers(const gpuocc_device *device);

uint32_t kernel_word(const gpuocc_kernel *kernel, uint32_t field);

/* Returns the set of the fields that are given and have another value in the kernel that is asked
 * about, because its file has one. Says on standard error that they do not count. */
uint32_t overridden_fields(const gpuocc_kernel *given, const gpuocc_kernel *asked);
void say_overridden(uint32_t fields);
void kernel_set(gpuocc_kernel *kernel, uint32_t field, uint32_t word);

/* Whether a field has a value other than zero and unknown. */
int kernel_gives(const gpuocc_kernel *kernel, uint32_t field);

#endif
