/* SPDX-License-Identifier: MIT
 *
 * Adapter for Direct3D 12 and DXGI. Include <dxgi.h> and <d3d12.h> first. No query returns
 * registers. The API itself limits the shared memory of a group to 32 KiB on every device.
 */
#ifndef GPUOCC_ADAPT_D3D12_H
#define GPUOCC_ADAPT_D3D12_H

#include "edits.h"

#if defined(__dxgi_h__) || defined(GPUOCC_ADAPT_D3D12)

/** Bit of DXGI_ADAPTER_DESC1.Flags that marks a software adapter. */
#define GPUOCC_DXGI_SOFTWARE 2u

/** Finds the device of an adapter. The PCI revision is known here, which distinguishes AMD products
 *  with the same id. A software adapter gives GPUOCC_ERROR_DEVICE_UNKNOWN; else as
 *  gpuocc_adapt_find. */
static inline int32_t gpuocc_dxgi_find(const DXGI_ADAPTER_DESC1 *desc, uint32_t index,
                                       const gpuocc_device **device, uint32_t *quality)
{
    const size_t most = sizeof desc->Description / sizeof desc->Description[0];
    char name[sizeof desc->Description / sizeof desc->Description[0] + 1];
    size_t at;

    if ((desc->Flags & GPUOCC_DXGI_SOFTWARE) != 0)
        return GPUOCC_ERROR_DEVICE_UNKNOWN;
    for (at = 0; at < most && desc->Description[at] != 0; at++)
        name[at] = desc->Description[at] < 0x80 ? (char)desc->Description[at] : ' ';
    name[at] = 0;
    return gpuocc_adapt_find(name, (uint32_t)desc->VendorId, (uint32_t)desc->DeviceId,
                             (uint32_t)desc->Revision, index, device, quality);
}
#endif

#if defined(__d3d12_h__) || defined(GPUOCC_ADAPT_D3D12)
/** Adds the wave sizes. TotalLaneCount is not read: drivers count lanes in different ways. */
static inline void gpuocc_d3d12_options(gpuocc_edits *edits,
                                        const D3D12_FEATURE_DATA_D3D12_OPTIONS1 *options)
{
    gpuocc_adapt_waves(edits, (uint32_t)options->WaveLaneCountMin,
                       (uint32_t)options->WaveLaneCountMax);
}
#endif

#endif
