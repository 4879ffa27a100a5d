/* SPDX-License-Identifier: MIT
 *
 * Common code of the adapters: edits of a device, and a search by name and PCI id.
 *
 * The adapters are inline functions that read the structs of a graphics or compute API by member
 * name. Include the API's header before the adapter; functions whose struct is not declared are
 * not compiled.
 */
#ifndef GPUOCC_ADAPT_EDITS_H
#define GPUOCC_ADAPT_EDITS_H

#include <string.h>

#include "../device.h"
#include "../occupancy.h"

#define GPUOCC_EDITS 24u

/** Arguments for gpuocc_device_edit. Initialise it with zeros. */
typedef struct gpuocc_edits {
    uint32_t size; /**< sizeof(gpuocc_edits), or 0 */
    uint32_t count;
    uint32_t fields[GPUOCC_EDITS]; /**< enum gpuocc_device_field */
    uint64_t values[GPUOCC_EDITS];
} gpuocc_edits;

/** Sets a field; a later value replaces an earlier one. Zero is ignored, because APIs report it for
 *  unknown values. */
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

/** Makes a custom device from `base` and the edits; see gpuocc_device_edit. gpuocc_device_of
 *  returns the device. */
static inline int32_t gpuocc_edits_apply(const gpuocc_edits *edits, gpuocc_custom_device *custom,
                                         const gpuocc_device *base, gpuocc_error *error)
{
    const int32_t status = gpuocc_device_copy(custom, base, NULL, 0, error);

    return status < 0
               ? status
               : gpuocc_device_edit(custom, edits->fields, edits->values, edits->count, error);
}

/** A figure of a device, 0 if it is unknown. */
static inline uint64_t gpuocc_adapt_number(const gpuocc_device *device, uint32_t field)
{
    uint64_t value = 0;

    if (device == NULL || gpuocc_device_get(device, field, 0, &value) != GPUOCC_OK)
        return 0;
    return value == GPUOCC_UNKNOWN ? 0 : value;
}

/**
 * Finds a device by the driver's name and PCI id. If the name matches one device, the name decides,
 * because one id can belong to a desktop and a notebook board. Otherwise the id decides if it
 * matches one device. If both are ambiguous, the candidates are those of the name. Statuses,
 * `index` and `quality` as gpuocc_device_find.
 */
static inline int32_t gpuocc_adapt_find(const char *name, uint32_t vendor, uint32_t id,
                                        uint32_t revision, uint32_t index,
                                        const gpuocc_device **device, uint32_t *quality)
{
    const size_t length = strlen(name);
    const gpuocc_pci_id pci = {sizeof pci, vendor, id, revision};
    const gpuocc_device *by_name = NULL, *by_id = NULL;
    uint32_t fit = GPUOCC_QUALITY_NEAREST, id_fit = GPUOCC_QUALITY_NEAREST;
    int32_t status, id_status;

    status = gpuocc_device_find(name, length, 0, &by_name, &fit, NULL);
    if (status == GPUOCC_OK && fit != GPUOCC_QUALITY_AMBIGUOUS)
        return gpuocc_device_find(name, length, index, device, quality, NULL);
    id_status = gpuocc_device_pci(&pci, 0, &by_id, &id_fit, NULL);
    if (id_status == GPUOCC_OK && (status != GPUOCC_OK || id_fit != GPUOCC_QUALITY_AMBIGUOUS))
        return gpuocc_device_pci(&pci, index, device, quality, NULL);
    if (status == GPUOCC_ERROR_DEVICE_UNKNOWN && id_status != GPUOCC_OK)
        return id_status;
    return gpuocc_device_find(name, length, index, device, quality, NULL);
}

/** Sets the supported wave sizes: those from `least` to `most`, inclusive. */
static inline void gpuocc_adapt_waves(gpuocc_edits *edits, uint32_t least, uint32_t most)
{
    uint32_t size, sizes = 0;

    for (size = 1; size <= 128; size *= 2)
        if (size >= least && size <= most)
            sizes |= size;
    gpuocc_edits_add(edits, GPUOCC_DEVICE_WAVE_SIZES, sizes);
}

#endif
