/* SPDX-License-Identifier: MIT
 *
 * Finds the devices with a name that the user gave, without guessing.
 */
#ifndef TOOL_LOOKUP_H
#define TOOL_LOOKUP_H

#include <stddef.h>
#include <stdint.h>

#include "gpuocc/gpuocc.h"

#include "output/text.h"

/* The result of a search for a name. */
struct found {
    struct text name;
    int32_t status;
    const gpuocc_device **devices; /* the device `generic` is a single NULL */
    size_t count, capacity;
    uint32_t quality;             /* enum gpuocc_quality of the match */
    const gpuocc_device *nearest; /* if only the architecture is known: a product or NULL */
    struct text message; /* why there is no device, or that only the architecture is known */
    struct text json;    /* a single device as JSON, "" until it is first written */
};

/* Caches searches. Initialise with {0}. */
#define LOOKUP_SLOTS 256u
struct lookup {
    struct found slots[LOOKUP_SLOTS];
    uint32_t replaced; /* names that had to make place for another */
};

/* Returns all devices of a name. The result is valid until the next call. */
struct found *lookup(struct lookup *cache, const char *name, size_t length);

/* Leaves out the architectures of which the name has a product as well. `message` says so if one
 * product is left. */
void lookup_products(struct lookup *cache, const char *name, size_t length);

void lookup_free(struct lookup *cache);

/* Adds the devices with their architectures: "A (sm_1), B (sm_2)". */
void lookup_add_names(const struct found *found, struct text *text);

#endif
