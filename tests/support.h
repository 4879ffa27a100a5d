/* SPDX-License-Identifier: MIT
 *
 * Functions that most tests of the library use.
 */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpuocc/gpuocc.h"
#include "handles.h"
#include "tap.h"

/* Memory for one handle. */
struct place {
    uint64_t words[sizeof(gpuocc_occupancy) / 8];
    gpuocc_occupancy *occupancy;
    gpuocc_error error;
    int32_t status;
};

/* Returns the device with a name; ends the test if there is none. */
static inline const gpuocc_device *find(const char *name)
{
    const gpuocc_device *device;

    if (gpuocc_device_find(name, strlen(name), 0, &device, NULL, NULL) != GPUOCC_OK) {
        printf("Bail out! no device %s\n", name);
        exit(1);
    }
    return device;
}

/* Returns a number of a device, or UINT64_MAX if it has none or it is unknown. */
static inline uint64_t value_at(const gpuocc_device *device, uint32_t field, uint32_t index)
{
    uint64_t value;

    return gpuocc_device_get(device, field, index, &value) == GPUOCC_OK ? value : UINT64_MAX;
}

/* Returns the first number of a field, or 0 if there is none. */
static inline uint32_t get(const gpuocc_device *device, uint32_t field)
{
    const uint64_t value = value_at(device, field, 0);

    return value != UINT64_MAX ? (uint32_t)value : 0;
}

/* Whether a device is an architecture; products have the rules of their architecture. */
static inline int is_architecture(const gpuocc_device *device)
{
    return strcmp(gpuocc_device_name(device), gpuocc_device_architecture(device)) == 0;
}

/* Returns the field that gives the registers of a kernel on the device. */
static inline uint32_t register_field(const gpuocc_device *device)
{
    const uint32_t vendor = get(device, GPUOCC_DEVICE_VENDOR);

    return vendor == GPUOCC_VENDOR_INTEL   ? GPUOCC_KERNEL_GRF_COUNT
           : vendor == GPUOCC_VENDOR_APPLE ? GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD
                                           : GPUOCC_KERNEL_REGISTERS_PER_THREAD;
}

/* Access a field of a kernel by its number: its word, and the amount that it represents. */
static inline uint32_t word_of(const gpuocc_kernel *kernel, uint32_t field)
{
    uint32_t word;

    memcpy(&word, (const char *)kernel + 4 * field, 4);
    return word;
}

static inline uint32_t amount_of(const gpuocc_kernel *kernel, uint32_t field)
{
    const uint32_t word = word_of(kernel, field);

    return word == GPUOCC_ZERO ? 0 : word;
}

/* A field of the kernel that gpuocc_occupancy_bound returns. */
static inline int32_t bound_field(const gpuocc_occupancy *occupancy, uint32_t result,
                                  uint32_t index, uint32_t bound, uint32_t field, uint32_t *value)
{
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;
    const int32_t status = gpuocc_occupancy_bound(occupancy, result, index, bound, &kernel, NULL);

    if (status == GPUOCC_OK)
        *value = word_of(&kernel, field);
    return status;
}

static inline void put_word(gpuocc_kernel *kernel, uint32_t field, uint32_t word)
{
    memcpy((char *)kernel + 4 * field, &word, 4);
}

static inline void set(gpuocc_kernel *kernel, uint32_t field, uint32_t amount)
{
    put_word(kernel, field, amount == 0 ? GPUOCC_ZERO : amount);
}

/* Returns the number of random cases of a test, or a part of it: 1 / $GPUOCC_TEST_PART. */
static inline uint32_t part_of(uint32_t number)
{
    const char *text = getenv("GPUOCC_TEST_PART");
    const unsigned long part = text != NULL ? strtoul(text, NULL, 10) : 1;

    return part > 1 && number > 1 ? 1 + (uint32_t)((number - 1) / part) : number;
}

/* Whether only a part of the cases is requested. */
static inline int is_part(void)
{
    return part_of(2) != 2;
}

/* Returns the number of indices of a result, as documented in the header. */
static inline uint32_t index_count(uint32_t result)
{
    return (result >= GPUOCC_RESULT_LIMIT && result <= GPUOCC_RESULT_CAPACITY) ||
                   result == GPUOCC_RESULT_UNUSED || result == GPUOCC_RESULT_WASTED
               ? GPUOCC_LIMIT_COUNT
               : 1;
}

/* Returns the minimum number of cases that a test must have tried: 0 in a build with only some
 * vendors, or if only a part of the cases is requested. */
static inline uint32_t at_least(uint32_t number)
{
    const gpuocc_device *device;
    uint64_t vendor;
    uint32_t at, seen = 0;

    if (is_part())
        return 0;
    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        if (gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &vendor) == GPUOCC_OK)
            seen |= 1u << vendor;
    return seen == (1u << GPUOCC_VENDOR_COUNT) - 2 ? number : 0; /* all except the generic one */
}

/* Evaluates a kernel, whose size need not be set. Returns the status. */
static inline int32_t place_as(struct place *place, const gpuocc_device *device,
                               uint32_t convention, gpuocc_kernel kernel)
{
    kernel.size = sizeof kernel;
    place->error.size = sizeof place->error;
    place->occupancy = NULL;
    place->status =
        occupancy_in(place->words, device, convention, &kernel, &place->occupancy, &place->error);
    return place->status;
}

static inline int32_t place(struct place *p, const gpuocc_device *device, gpuocc_kernel kernel)
{
    return place_as(p, device, GPUOCC_CONVENTION_DEFAULT, kernel);
}

/* The same by the full path, which keeps all results: with a struct longer than the current one. */
static inline int32_t place_whole(struct place *place, const gpuocc_device *device,
                                  uint32_t convention, const gpuocc_kernel *kernel)
{
    struct {
        gpuocc_kernel kernel;
        uint32_t added;
    } later;

    later.kernel = *kernel;
    later.kernel.size = sizeof later;
    later.added = 0;
    place->error.size = sizeof place->error;
    place->status = occupancy_in(place->words, device, convention, &later.kernel, &place->occupancy,
                                 &place->error);
    return place->status;
}

/* Returns a result that is a single number, or UINT64_MAX if it is a range or there is none. */
static inline uint64_t result(const struct place *place, uint32_t which, uint32_t index)
{
    uint64_t low, high;

    if (place->status != GPUOCC_OK ||
        gpuocc_occupancy_get(place->occupancy, which, index, &low, &high) != GPUOCC_OK ||
        low != high)
        return UINT64_MAX;
    return low;
}

/* Whether a result has these bounds. */
static inline int is_range(const struct place *place, uint32_t which, uint32_t index, uint64_t low,
                           uint64_t high)
{
    uint64_t ends[2];

    return gpuocc_occupancy_get(place->occupancy, which, index, &ends[0], &ends[1]) == GPUOCC_OK &&
           ends[0] == low && ends[1] == high;
}

/* Return the sentence about an error, or about that of the last evaluation. */
static inline const char *sentence_of(const gpuocc_error *error, int32_t status)
{
    static char text[256];

    gpuocc_error_text(error, status, text, sizeof text);
    return text;
}

static inline const char *sentence(const struct place *place)
{
    return sentence_of(&place->error, place->status);
}

/* Returns the fields of a kernel as options of the command. */
static inline const char *options_of(const gpuocc_kernel *kernel)
{
    static char text[512];
    uint32_t i, at = 0;

    text[0] = 0;
    for (i = 1; i < GPUOCC_KERNEL_FIELD_COUNT && at < 400; i++)
        if (word_of(kernel, i) != 0)
            at +=
                (uint32_t)snprintf(text + at, sizeof text - at, " --%s %u",
                                   gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, i), amount_of(kernel, i));
    return text;
}

#endif
