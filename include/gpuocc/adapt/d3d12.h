/* SPDX-License-Identifier: MIT
 *
 * Direct3D 12 and DXGI. Include <dxgi.h> and <d3d12.h> first. No query tells registers; shared
 * memory of a group is 32 KiB by the API's own limit, whatever a core has.
 */
#ifndef GPUOCC_ADAPT_D3D12_H
#define GPUOCC_ADAPT_D3D12_H

#include "edits.h"

#if defined(__dxgi_h__) || defined(GPUOCC_ADAPT_D3D12)

/** Flag of DXGI_ADAPTER_DESC1 of a software adapter. */
#define GPUOCC_DXGI_SOFTWARE 2u

/** The device of an adapter; a software adapter is GPUOCC_ERROR_DEVICE_UNKNOWN. The revision is
 *  known here, which tells AMD's products of one id apart. Else as gpuocc_adapt_find. */
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
/** Wave sizes. TotalLaneCount is not read: drivers count lanes in different ways. */
static inline void gpuocc_d3d12_options(gpuocc_edits *edits,
                                        const D3D12_FEATURE_DATA_D3D12_OPTIONS1 *options)
{
    gpuocc_adapt_waves(edits, (uint32_t)options->WaveLaneCountMin,
                       (uint32_t)options->WaveLaneCountMax);
}
#endif

#endif
