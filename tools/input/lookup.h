/* SPDX-License-Identifier: MIT
 *
 * From what a user calls a device to the devices of that name, without a guess.
 */
#ifndef TOOL_LOOKUP_H
#define TOOL_LOOKUP_H

#include <stddef.h>
#include <stdint.h>

#include "gpuocc/gpuocc.h"

#include "output/text.h"

/* What became of a name. */
struct found {
    struct text name;
    int32_t status;
    const gpuocc_device **devices; /* one NULL stands for the empty device of the name `generic` */
    size_t count, capacity;
    uint32_t quality;             /* enum gpuocc_quality of what was found */
    const gpuocc_device *nearest; /* of a name of which only the architecture is known, or NULL */
    struct text message;          /* why there is none, or that only the architecture is known */
    struct text json;             /* one device as JSON, "" until an answer is written */
};

/* Names that were asked for before. Start with {0}. */
#define LOOKUP_SLOTS 256u
struct lookup {
    struct found slots[LOOKUP_SLOTS];
    uint32_t replaced; /* names that had to make place for another */
};

/* All devices of a name. What is returned holds until the next call. */
struct found *lookup(struct lookup *cache, const char *name, size_t length);

void lookup_free(struct lookup *cache);

/* Adds the devices by name and architecture: "A (sm_1), B (sm_2)". */
void lookup_add_names(const struct found *found, struct text *text);

#endif
