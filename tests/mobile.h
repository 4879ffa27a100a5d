/* SPDX-License-Identifier: MIT
 *
 * Checks that the tests of Adreno, Mali and V3D share.
 */
#ifndef MOBILE_H
#define MOBILE_H

#include "own.h"
#include "topic.h"

static inline gpuocc_kernel kernel_with(uint32_t threads, uint32_t registers)
{
    gpuocc_kernel kernel = {0};

    kernel.threads_per_group = threads;
    kernel.registers_per_thread = registers;
    return kernel;
}

/* Checks the number of devices that a name finds; 0 devices: it is unknown. */
static inline void found(const char *name, const char *first, uint32_t count)
{
    const gpuocc_device *device = NULL;
    uint32_t index = 0;

    while (gpuocc_device_find(name, strlen(name), index, &device, NULL, NULL) == GPUOCC_OK &&
           index < 50)
        index++;
    same(index, count, name, 0);
    if (count == 0 || index == 0)
        return;
    device = find(name);
    if (!holds(strcmp(gpuocc_device_name(device), first) == 0, name, 0, 0, 0))
        note("%s finds %s", name, gpuocc_device_name(device));
}

/* Checks that a custom device with this number is refused, and the field that the error names. */
static inline void refused(const char *base, uint32_t field, uint64_t value, uint32_t blamed)
{
    struct own made;

    make_own(&made, find(base), NULL, &field, &value, 1);
    same((uint64_t)-made.status, (uint64_t)-GPUOCC_ERROR_DEVICE_INVALID, base, (int)field);
    same(made.error.field, blamed, "field", (int)field);
}

/* Checks that a custom device is refused without the value of this field. */
static inline void refused_unknown(const char *base, uint32_t field)
{
    refused(base, field, GPUOCC_UNKNOWN, field);
}

#endif
