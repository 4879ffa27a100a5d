/* SPDX-License-Identifier: MIT
 *
 * PCI ids as separate numbers.
 */
#ifndef PCI_H
#define PCI_H

#include "gpuocc/device.h"

static inline int32_t find_pci(uint32_t vendor, uint32_t device, uint32_t revision, uint32_t index,
                               const gpuocc_device **found, uint32_t *quality)
{
    const gpuocc_pci_id id = {sizeof id, vendor, device, revision};

    return gpuocc_device_pci(&id, index, found, quality, NULL);
}

/* Returns a PCI id of a device. Outputs may be NULL. */
static inline int32_t pci_id_of(const gpuocc_device *device, uint32_t index, uint32_t *vendor,
                                uint32_t *number, uint32_t *revision)
{
    gpuocc_pci_id id = {sizeof id, 0, 0, 0};
    const int32_t status = gpuocc_device_pci_id(device, index, &id);

    if (status == GPUOCC_OK && vendor != NULL)
        *vendor = id.vendor;
    if (status == GPUOCC_OK && number != NULL)
        *number = id.device;
    if (status == GPUOCC_OK && revision != NULL)
        *revision = id.revision;
    return status;
}

#endif
