/* SPDX-License-Identifier: MIT
 *
 * What the adapters of this folder share: edits of a device, and finding one by name and PCI id.
 *
 * The adapters are inline functions. They read structs of other libraries by the names of their
 * fields, so include the API's own header first; a part whose struct is not declared is left out.
 */
#ifndef GPUOCC_ADAPT_EDITS_H
#define GPUOCC_ADAPT_EDITS_H

#include <string.h>

#include "../device.h"
#include "../occupancy.h"

#define GPUOCC_EDITS 24u

/** Arguments for gpuocc_device_edit. Begin with all zero. */
typedef struct gpuocc_edits {
    uint32_t size; /**< bytes of this struct, or 0 */
    uint32_t count;
    uint32_t fields[GPUOCC_EDITS]; /**< enum gpuocc_device_field */
    uint64_t values[GPUOCC_EDITS];
} gpuocc_edits;

/** Sets a field; the last value of a field holds. A zero is what an API says when it does not
 *  know, and is left out. */
static inline void gpuocc_edits_add(gpuocc_edits *edits, uint32_t field, uint64_t value)
{
    uint32_t i;

    for (i = 0; i < edits->count && edits->fields[i] != field; i++)
        continue;
    if (value == 0 || i == GPUOCC_EDITS)
        return;
    edits->fields[i] = field;
    edits->values[i] = value;
    edits->count += i == edits->count;
}

/** Makes the edited device, as gpuocc_device_edit. */
static inline int32_t gpuocc_edits_apply(const gpuocc_edits *edits, void *memory, size_t bytes,
                                         const gpuocc_device *base, const gpuocc_device **device,
                                         gpuocc_error *error)
{
    return gpuocc_device_edit(memory, bytes, base, NULL, 0, edits->fields, edits->values,
                              edits->count, device, error);
}

/** A number of a device, 0 if it is not known. */
static inline uint64_t gpuocc_adapt_number(const gpuocc_device *device, uint32_t field)
{
    uint64_t value = 0;

    if (device == NULL || gpuocc_device_get(device, field, 0, &value) != GPUOCC_OK)
        return 0;
    return value == GPUOCC_UNKNOWN ? 0 : value;
}

/**
 * The device of a driver's name and PCI id. The name decides where it is one device's: an id can
 * be a desktop and a notebook board. Else the id does, if it is one device's; if both are
 * several, the candidates are those of the name. Statuses, `index` and `quality` as
 * gpuocc_device_find.
 */
static inline int32_t gpuocc_adapt_find(const char *name, uint32_t vendor, uint32_t id,
                                        uint32_t revision, uint32_t index,
                                        const gpuocc_device **device, uint32_t *quality)
{
    const size_t length = strlen(name);
    const gpuocc_device *by_name = NULL, *by_id = NULL;
    uint32_t fit = GPUOCC_QUALITY_NEAREST, id_fit = GPUOCC_QUALITY_NEAREST;
    int32_t status, id_status;

    status = gpuocc_device_find(name, length, 0, &by_name, &fit);
    if (status == GPUOCC_OK && fit != GPUOCC_QUALITY_AMBIGUOUS)
        return gpuocc_device_find(name, length, index, device, quality);
    id_status = gpuocc_device_pci(vendor, id, revision, 0, &by_id, &id_fit);
    if (id_status == GPUOCC_OK &&
        (status != GPUOCC_OK || id_fit != GPUOCC_QUALITY_AMBIGUOUS))
        return gpuocc_device_pci(vendor, id, revision, index, device, quality);
    if (status == GPUOCC_ERROR_DEVICE_UNKNOWN && id_status != GPUOCC_OK)
        return id_status;
    return gpuocc_device_find(name, length, index, device, quality);
}

/** Sets the wave sizes between two sizes, the ends included. */
static inline void gpuocc_adapt_waves(gpuocc_edits *edits, uint32_t least, uint32_t most)
{
    uint32_t size, sizes = 0;

    for (size = 8; size <= 64; size *= 2)
        if (size >= least && size <= most)
            sizes |= size;
    gpuocc_edits_add(edits, GPUOCC_DEVICE_WAVE_SIZES, sizes);
}

#endif
