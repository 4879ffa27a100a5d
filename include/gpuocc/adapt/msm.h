/* SPDX-License-Identifier: MIT
 *
 * Adapter for msm, Linux's kernel driver for Adreno GPUs. The functions take the values that
 * DRM_IOCTL_MSM_GET_PARAM returns for the pipe MSM_PIPE_3D0 as plain integers, so no header of the
 * driver is needed.
 *
 * MSM_PARAM_GMEM_SIZE is not read, because the tile memory does not affect occupancy.
 */
#ifndef GPUOCC_ADAPT_MSM_H
#define GPUOCC_ADAPT_MSM_H

#include "edits.h"

/** Finds a device by the name "0x" and the low `digits` (1 to 16) hexadecimal digits of `id`, in
 *  lower case. Statuses, `index` and `quality` as gpuocc_device_find. */
static inline int32_t gpuocc_msm_find_id(uint64_t id, uint32_t digits, uint32_t index,
                                         const gpuocc_device **device, uint32_t *quality)
{
    char name[20] = "0x";
    uint32_t i;

    for (i = 0; i < digits; i++)
        name[2 + i] = "0123456789abcdef"[id >> 4 * (digits - 1 - i) & 15u];
    return gpuocc_device_find(name, 2 + digits, index, device, quality, NULL);
}

/** Finds the device by `chip_id` (MSM_PARAM_CHIP_ID), whose upper 32 bits are the speed bin. If no
 *  device has it, tries the chip id without the speed bin, and then `gpu_id` (MSM_PARAM_GPU_ID:
 *  630 for Adreno 630; 0 for newer chips). Statuses, `index` and `quality` as gpuocc_device_find.
 */
static inline int32_t gpuocc_msm_find(uint64_t gpu_id, uint64_t chip_id, uint32_t index,
                                      const gpuocc_device **device, uint32_t *quality)
{
    char name[] = "FD000";
    int32_t status =
        gpuocc_msm_find_id(chip_id & UINT64_C(0xffffffffff), 10, index, device, quality);

    if (status != GPUOCC_OK)
        status = gpuocc_msm_find_id(chip_id & 0xffffffffu, 8, index, device, quality);
    if (status == GPUOCC_OK || gpu_id < 100 || gpu_id > 999)
        return status;
    name[2] = (char)('0' + gpu_id / 100);
    name[3] = (char)('0' + gpu_id / 10 % 10);
    name[4] = (char)('0' + gpu_id % 10);
    return gpuocc_device_find(name, sizeof name - 1, index, device, quality, NULL);
}

/** Edits the clock to `hertz` (MSM_PARAM_MAX_FREQ), rounded down to MHz. 0 adds no edit. */
static inline void gpuocc_msm_frequency(gpuocc_edits *edits, uint64_t hertz)
{
    if (hertz != 0)
        gpuocc_edits_add(edits, GPUOCC_DEVICE_CLOCK_MHZ, hertz / 1000000);
}

#endif
