/* SPDX-License-Identifier: MIT
 *
 * Adapter for msm, Linux's kernel driver of Adreno. It takes the values of DRM_IOCTL_MSM_GET_PARAM
 * for the pipe MSM_PIPE_3D0, and needs no header of the driver.
 *
 * MSM_PARAM_GMEM_SIZE is not read: the memory of tiles decides no occupancy.
 */
#ifndef GPUOCC_ADAPT_MSM_H
#define GPUOCC_ADAPT_MSM_H

#include "edits.h"

/** Looks for "0x" and a number of `digits` hexadecimal digits. */
static inline int32_t gpuocc_msm_find_id(uint64_t id, uint32_t digits, uint32_t index,
                                         const gpuocc_device **device, uint32_t *quality)
{
    char name[20] = "0x";
    uint32_t i;

    for (i = 0; i < digits; i++)
        name[2 + i] = "0123456789abcdef"[id >> 4 * (digits - 1 - i) & 15u];
    return gpuocc_device_find(name, 2 + digits, index, device, quality);
}

/** Finds the device by MSM_PARAM_CHIP_ID, whose upper half is the speed bin, else by its chip id
 *  without that, else by MSM_PARAM_GPU_ID, which is 0 of newer chips. Statuses, `index` and
 *  `quality` as gpuocc_device_find. */
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
    return gpuocc_device_find(name, sizeof name - 1, index, device, quality);
}

/** Adds the clock by MSM_PARAM_MAX_FREQ, which is in Hz. */
static inline void gpuocc_msm_frequency(gpuocc_edits *edits, uint64_t hertz)
{
    if (hertz != 0)
        gpuocc_edits_add(edits, GPUOCC_DEVICE_CLOCK_MHZ, hertz / 1000000);
}

#endif
