/* SPDX-License-Identifier: MIT
 *
 * Devices of the caller's own, for tests.
 */
#ifndef UNIT_OWN_H
#define UNIT_OWN_H

#include "support.h"

#define MOST_EDITS 40

/* Numbers to change; of a list each value in turn. */
static struct {
    uint32_t fields[MOST_EDITS];
    uint64_t values[MOST_EDITS];
    size_t count;
} edits;

static inline void edit(uint32_t field, uint64_t value)
{
    edits.fields[edits.count] = field;
    edits.values[edits.count++] = value;
}

/* The device with the edits since the last one; stops the test if they are refused. */
static inline const gpuocc_device *own(const char *base)
{
    static uint64_t memory[GPUOCC_DEVICE_BYTES / 8];
    const gpuocc_device *device;
    gpuocc_error error = {0};
    char text[200];
    int32_t status;

    error.size = sizeof error;
    status = gpuocc_device_edit(memory, sizeof memory, base != NULL ? find(base) : NULL, "own", 3,
                                edits.fields, edits.values, edits.count, &device, &error);
    edits.count = 0;
    if (status == GPUOCC_OK)
        return device;
    gpuocc_error_text(&error, status, text, sizeof text);
    printf("Bail out! %s\n", text);
    exit(1);
}

static inline gpuocc_kernel kernel_of(uint32_t threads, uint32_t registers, uint32_t bytes)
{
    gpuocc_kernel kernel = {0};

    kernel.threads_per_group = threads;
    kernel.registers_per_thread = registers;
    kernel.shared_bytes = bytes;
    return kernel;
}

static inline uint64_t groups_with(const gpuocc_device *device, uint32_t convention,
                                   gpuocc_kernel kernel)
{
    struct place p;

    place_as(&p, device, convention, kernel);
    return result(&p, GPUOCC_RESULT_GROUPS, 0);
}

static inline uint64_t groups(const gpuocc_device *device, gpuocc_kernel kernel)
{
    return groups_with(device, GPUOCC_CONVENTION_DEFAULT, kernel);
}

#endif
