/* SPDX-License-Identifier: MIT
 *
 * From what a user calls a device to the device, without a guess.
 */
#ifndef TOOL_LOOKUP_H
#define TOOL_LOOKUP_H

#include <stddef.h>
#include <stdint.h>

#include "gpuocc/gpuocc.h"

#include "text.h"

/* What became of a name. */
struct found {
    struct text name;
    int32_t status;
    const gpuocc_device *device; /* NULL with GPUOCC_OK: the empty device of the name `generic` */
    struct text message;         /* why not, or what is not known of the device */
    uint64_t *own;               /* memory of a device that stands for several */
};

/* Names that were asked for before. Start with {0}. */
struct lookup {
    struct found slots[256];
};

/* The device of a name. Of a name that several devices have, those figures are unknown in which
 * they differ; if their models differ, the name has no answer. What is returned holds until the
 * next call. */
const struct found *lookup(struct lookup *cache, const char *name, size_t length);

void lookup_free(struct lookup *cache);

/* Adds the devices of a name, by name and architecture: "A (sm_1), B (sm_2)". */
void lookup_candidates(const char *name, size_t length, struct text *text);

#endif
