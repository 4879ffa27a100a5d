/* SPDX-License-Identifier: MIT
 *
 * Intel: the properties of the families, and what follows from them and from the lists of a model:
 * modes by GRF count, the largest group, and sizes of SLM.
 */
#include "intel.h"

#include "occupancy/use.h"

#define UNVERIFIED  (1u << GPUOCC_NOTE_UNVERIFIED)
#define PROVISIONAL (1u << GPUOCC_NOTE_PROVISIONAL)
#define NO          GOCC_INTEL_NEO_UNKNOWN
#define ONE         GOCC_INTEL_NEO_ONE
#define COUNT       GOCC_INTEL_NEO_COUNT
#define DEVICE      GOCC_INTEL_GROUP_DEVICE
#define HALF        GOCC_INTEL_GROUP_HALF
#define WAVES       GOCC_INTEL_GROUP_WAVES
#define CRI         GOCC_INTEL_GROUP_CRI

#define NOBODY(last)                                                                               \
    {                                                                                              \
        last, 0, NO, NO, DEVICE, 0, 0, 0, 0, 0                                                     \
    }

/* In the order of the last generation of each family. compute-runtime 22.43 ends with DG2 and PVC;
 * e37c60bf no longer has Gen8 to Gen11. A custom device may have a generation that no family has. A
 * tile of PVC has 4 slices of at most 16 cores; its products have one or two tiles. */
static const struct gocc_intel_family families[] = {
    NOBODY(799),
    {899, 64, COUNT, NO, DEVICE, 0, 0, 0, 0, 0},
    {1199, 64, COUNT, NO, DEVICE, 0, 0, GOCC_INTEL_PAGE_GEN9, 0, 0},
    {1254, 64, COUNT, ONE, DEVICE, UNVERIFIED, 0, GOCC_INTEL_PAGE_XE_LP, 0, 0},
    {1259, 64, COUNT, ONE, HALF, 0, 0, GOCC_INTEL_PAGE_XE_HPG, 0, 0},
    {1269, 128, COUNT, COUNT, HALF, 0, 0, GOCC_INTEL_PAGE_PVC, 0, 64},
    {1273, 64, NO, ONE, HALF, 0, 0, GOCC_INTEL_PAGE_XE_HPG, 0, 0},
    {1299, 64, NO, ONE, HALF, 0, 0, 0, 0, 0},
    NOBODY(2000),
    {2003, 128, NO, COUNT, HALF, UNVERIFIED, 1, GOCC_INTEL_PAGE_XE2, 0, 0},
    {2099, 128, NO, COUNT, HALF, 0, 0, GOCC_INTEL_PAGE_XE2, 0, 0},
    NOBODY(2999),
    {3499, 128, NO, COUNT, WAVES, UNVERIFIED, 1, 0, 0, 0},
    NOBODY(3509),
    {3510, 192, NO, COUNT, WAVES, PROVISIONAL, 0, 0, GOCC_INTEL_NEO_NVL, 0},
    {3511, 384, NO, COUNT, CRI, PROVISIONAL, 0, 0, GOCC_INTEL_NEO_CRI, 0},
    NOBODY(UINT16_MAX),
};

const struct gocc_intel_family *gocc_intel_family(const gpuocc_device *device)
{
    uint32_t i;

    for (i = 0; device->generation > families[i].last; i++)
        ;
    return &families[i];
}

uint32_t gocc_intel_mode(const struct gocc_lists *lists, uint32_t grf_count)
{
    uint32_t i = 0;

    while (i + 1 < GOCC_GRF_COUNTS && lists->grf_counts[i + 1] != GOCC_LIST_END &&
           lists->grf_counts[i] < grf_count)
        i++;
    return i;
}

uint32_t gocc_intel_grf_count(const struct gocc_model *model, uint32_t grf_count)
{
    if (grf_count != 0)
        return grf_count;
    return model->max_registers_per_thread < 128 ? model->max_registers_per_thread : 128;
}

uint32_t gocc_intel_slm_bytes(const uint16_t *sizes_kib, uint32_t length, uint32_t bytes)
{
    uint32_t i;

    if (bytes == 0)
        return 0;
    for (i = 0; i != length && sizes_kib[i] != GOCC_LIST_END; i++)
        if (sizes_kib[i] * GOCC_KIB >= bytes)
            return sizes_kib[i] * GOCC_KIB;
    return bytes;
}

/* Hardware threads of the largest group from a GRF count on, for each rule from
 * GOCC_INTEL_GROUP_WAVES on (compute-runtime calculateNumThreadsPerThreadGroup and, for Crescent
 * Island, adjustMaxThreadsPerThreadGroup). The driver names only these counts and leaves 320 and
 * 448 at 64. The 3 and 2 hardware threads of an EU at these counts make 24 and 16 on a core of 8
 * EUs. Here they have no more than 256 has, because more GRF must never allow more groups. */
static const struct {
    uint16_t grf_count;
    uint8_t waves[2];
} largest_groups[] = {
    {512, {16, 32}}, {256, {32, 32}}, {192, {40, 64}}, {160, {48, 64}}, {0, {64, 64}}};

static uint32_t most_waves(uint32_t mode, uint32_t wave_size, uint32_t rule)
{
    uint32_t i = 0, waves;

    while (i + 1 < GOCC_COUNT(largest_groups) && mode < largest_groups[i].grf_count)
        i++;
    waves = largest_groups[i].waves[rule - GOCC_INTEL_GROUP_WAVES];
    return wave_size == 32 && waves > 32 ? 32 : waves;
}

uint32_t gocc_intel_largest_group(const gpuocc_device *device, const struct gocc_model *model,
                                  uint32_t wave_size, uint32_t mode)
{
    const uint32_t rule = gocc_intel_family(device)->group_rule;
    uint32_t most = model->max_threads_per_group, threads;

    if (rule != GOCC_INTEL_GROUP_DEVICE && mode >= 256 && wave_size != 32)
        most /= 2;
    if (rule < GOCC_INTEL_GROUP_WAVES)
        return most;
    threads = most_waves(mode, wave_size, rule) * wave_size;
    return threads < most ? threads : most;
}

uint32_t gocc_intel_slm_allocated(const struct gocc_model *model, const struct gocc_lists *lists,
                                  uint32_t bytes)
{
    const uint16_t *sizes = lists->shared_group_sizes_kib;

    if (sizes[0] == GOCC_LIST_END)
        return gocc_up(bytes, model->shared_unit_bytes);
    return gocc_intel_slm_bytes(sizes, GOCC_GROUP_SIZES, bytes);
}
