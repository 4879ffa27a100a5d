/* SPDX-License-Identifier: MIT
 *
 * Adapter for panthor, Linux's kernel driver for Mali GPUs from Valhall v10 on. Include
 * <drm/panthor_drm.h> first. The caller fills struct drm_panthor_gpu_info with the ioctl
 * DRM_IOCTL_PANTHOR_DEV_QUERY of type DRM_PANTHOR_DEV_QUERY_GPU_INFO.
 *
 * The registers of a core are the low 22 bits of thread_features; in the older driver panfrost,
 * which has another struct, they are the low 16 bits. shader_present is a mask with gaps, so its
 * bits are counted.
 */
#ifndef GPUOCC_ADAPT_PANTHOR_H
#define GPUOCC_ADAPT_PANTHOR_H

#include "edits.h"

#if defined(_PANTHOR_DRM_H_) || defined(GPUOCC_ADAPT_PANTHOR)

/** Finds the design by GPU_ID, and the variants of Mali-G510 and G310 by CORE_FEATURES. If several
 *  designs have the same GPU_ID and differ only in their number of cores, all of them are
 * candidates with quality GPUOCC_QUALITY_AMBIGUOUS. Statuses, `index` and `quality` as
 * gpuocc_device_find. */
static inline int32_t gpuocc_panthor_find(const struct drm_panthor_gpu_info *info, uint32_t index,
                                          const gpuocc_device **device, uint32_t *quality)
{
    const uint32_t product = info->gpu_id >> 16 & 0xf00fu, variant = info->core_features & 0xffu;
    const gpuocc_pci_id pci = {sizeof pci, 0x13b5, product, GPUOCC_UNKNOWN};
    char name[] = "Mali-G510v0";

    if ((product == 0xa003u || product == 0xa004u) && variant <= 6) {
        name[6] = product == 0xa003u ? '5' : '3';
        name[10] = (char)('0' + variant);
        return gpuocc_device_find(name, sizeof name - 1, index, device, quality, NULL);
    }
    return gpuocc_device_pci(&pci, index, device, quality, NULL);
}

/** Adds the cores, the registers, the largest group, and, if `base` has a wave size, the wave
 *  slots. */
static inline void gpuocc_panthor_properties(gpuocc_edits *edits, const gpuocc_device *base,
                                             const struct drm_panthor_gpu_info *info)
{
    const uint64_t wave = gpuocc_adapt_number(base, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE);
    uint64_t present, cores = 0;

    for (present = info->shader_present; present != 0; present &= present - 1)
        cores++;
    gpuocc_edits_add(edits, GPUOCC_DEVICE_CORE_COUNT, cores);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MIN_CORE_COUNT, cores);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_REGISTERS_PER_PARTITION,
                     info->thread_features & 0x3fffffu);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, info->thread_max_workgroup_size);
    if (wave != 0)
        gpuocc_edits_add(edits, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, info->max_threads / wave);
}
#endif

#endif
