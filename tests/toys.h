/* SPDX-License-Identifier: MIT
 *
 * Custom devices so small that all values can be tried: no amount has more than a few hundred.
 */
#ifndef TOYS_H
#define TOYS_H

#include "laws.h"
#include "own.h"

#define TOY_CHANGES 16

static const struct {
    const char *base;
    struct change changes[TOY_CHANGES];
} toys[] = {
    {NULL,
     {{GPUOCC_DEVICE_WAVE_SIZES, 24},
      {GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, 8},
      {GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 57}, /* the largest group has 8 waves */
      {GPUOCC_DEVICE_MAX_GROUPS_PER_CORE, 3},
      {GPUOCC_DEVICE_PARTITIONS_PER_CORE, 2},
      {GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 8},
      {GPUOCC_DEVICE_REGISTERS_PER_PARTITION, 300},
      {GPUOCC_DEVICE_REGISTER_UNIT, 24},
      {GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 21},
      {GPUOCC_DEVICE_SHARED_POOL_BYTES, 90},
      {GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 70},
      {GPUOCC_DEVICE_SHARED_UNIT_BYTES, 3},
      {GPUOCC_DEVICE_SHARED_RESERVED_BYTES, 4},
      {GPUOCC_DEVICE_BARRIERS_PER_CORE, 9},
      {GPUOCC_DEVICE_CORE_COUNT, 5}}},
    /* Kepler: the preferred size of shared memory is 32 KiB less, or half; a kernel that uses more
     * than that gets more groups. */
    {"3.5",
     {{GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 224},
      {GPUOCC_DEVICE_MAX_GROUPS_PER_CORE, 200},
      {GPUOCC_DEVICE_REGISTERS_PER_PARTITION, 8192},
      {GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 60},
      {GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP, 8192},
      {GPUOCC_DEVICE_SHARED_POOL_BYTES, 32768 + 300},
      {GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 900},
      {GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 900},
      {GPUOCC_DEVICE_SHARED_UNIT_BYTES, 5}}},
    /* Like 3.7: the preferred size is more than a group may have. */
    {"3.5",
     {{GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 96},
      {GPUOCC_DEVICE_SHARED_POOL_BYTES, 400},
      {GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 150},
      {GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 150},
      {GPUOCC_DEVICE_SHARED_UNIT_BYTES, 1}}},
    {"10.0",
     {{GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 130},
      {GPUOCC_DEVICE_REGISTERS_PER_PARTITION, 32 * 70},
      {GPUOCC_DEVICE_REGISTER_UNIT, 64},
      {GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 60},
      {GPUOCC_DEVICE_VIRTUAL_RESOURCES_PER_CORE, 100},
      {GPUOCC_DEVICE_SHARED_POOL_BYTES, 2048},
      {GPUOCC_DEVICE_SHARED_RESERVED_BYTES, 10},
      {GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 300},
      {GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 300}}},
    {"gfx90a",
     {{GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 300},
      {GPUOCC_DEVICE_REGISTERS_PER_PARTITION, 64 * 150},
      {GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 60},
      {GPUOCC_DEVICE_MAX_ACCUMULATORS_PER_THREAD, 50},
      {GPUOCC_DEVICE_SHARED_POOL_BYTES, 160},
      {GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 130},
      {GPUOCC_DEVICE_SHARED_UNIT_BYTES, 7}}},
    {"gfx803",
     {{GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 200},
      {GPUOCC_DEVICE_REGISTERS_PER_PARTITION, 64 * 90},
      {GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 40},
      {GPUOCC_DEVICE_SCALAR_REGISTERS_PER_PARTITION, 300},
      {GPUOCC_DEVICE_SCALAR_REGISTER_UNIT, 8},
      {GPUOCC_DEVICE_SHARED_POOL_BYTES, 160},
      {GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 160},
      {GPUOCC_DEVICE_SHARED_UNIT_BYTES, 8}}},
    {"gfx1250",
     {{GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 150},
      {GPUOCC_DEVICE_SHARED_POOL_BYTES, 100},
      {GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 80},
      {GPUOCC_DEVICE_SHARED_UNIT_BYTES, 2}}},
    {"bmg-g21",
     {{GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 150},
      {GPUOCC_DEVICE_GRF_COUNTS, 10},
      {GPUOCC_DEVICE_GRF_COUNTS, 24},
      {GPUOCC_DEVICE_GRF_COUNTS, 60},
      {GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, 9},
      {GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, 6},
      {GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, 2},
      {GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 9},
      {GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB, 1},
      {GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB, 2},
      {GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB, 6},
      {GPUOCC_DEVICE_SHARED_POOL_BYTES, 6144},
      {GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 2048},
      {GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 60}}},
};
#define TOYS (sizeof toys / sizeof toys[0])

/* Returns the toy of a row; ends the test if the device is refused. */
static inline const gpuocc_device *toy(uint32_t row)
{
    static struct own own[TOYS];

    make_changed(&own[row], toys[row].base != NULL ? find(toys[row].base) : NULL, "toy",
                 toys[row].changes, TOY_CHANGES);
    return made(&own[row]);
}

/* Returns the upper limit of a field's values; 0 if the toy has no such resource. */
static inline uint32_t toy_most(const gpuocc_device *device, uint32_t field)
{
    const uint32_t vendor = get(device, GPUOCC_DEVICE_VENDOR);

    switch (field) {
    case GPUOCC_KERNEL_THREADS_PER_GROUP:
        return get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    case GPUOCC_KERNEL_REGISTERS_PER_THREAD:
        return vendor == GPUOCC_VENDOR_INTEL ? 0
                                             : get(device, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD);
    case GPUOCC_KERNEL_GRF_COUNT:
        return vendor == GPUOCC_VENDOR_INTEL ? get(device, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD)
                                             : 0;
    case GPUOCC_KERNEL_ACCUMULATORS_PER_THREAD:
        return get(device, GPUOCC_DEVICE_MAX_ACCUMULATORS_PER_THREAD);
    case GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE:
        return vendor == GPUOCC_VENDOR_AMD ? 128 : 0; /* as compilers count them */
    case GPUOCC_KERNEL_SHARED_BYTES:
    case GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES:
    case GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD:
        return get(device, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP);
    case GPUOCC_KERNEL_BARRIERS_PER_GROUP:
        return vendor == GPUOCC_VENDOR_NVIDIA ? 16 : 0;
    case GPUOCC_KERNEL_VIRTUAL_RESOURCES:
        return get(device, GPUOCC_DEVICE_VIRTUAL_RESOURCES_PER_CORE);
    case GPUOCC_KERNEL_TRAP_REGISTERS:
        return vendor == GPUOCC_VENDOR_AMD ? 16 : 0;
    default:
        return 0;
    }
}

static const uint32_t toy_fields[] = {GPUOCC_KERNEL_THREADS_PER_GROUP,
                                      GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                                      GPUOCC_KERNEL_SHARED_BYTES,
                                      GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES,
                                      GPUOCC_KERNEL_BARRIERS_PER_GROUP,
                                      GPUOCC_KERNEL_ACCUMULATORS_PER_THREAD,
                                      GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE,
                                      GPUOCC_KERNEL_GRF_COUNT,
                                      GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD,
                                      GPUOCC_KERNEL_TRAP_REGISTERS,
                                      GPUOCC_KERNEL_VIRTUAL_RESOURCES};
#define TOY_FIELDS (sizeof toy_fields / sizeof toy_fields[0])

/* Makes a kernel that the toy accepts: each field has a value or, with probability 1/2, 0. */
static inline gpuocc_kernel toy_kernel(const gpuocc_device *device)
{
    const uint32_t sizes = get(device, GPUOCC_DEVICE_WAVE_SIZES);
    gpuocc_kernel k = {.size = sizeof k}, tried;
    struct place p;
    uint32_t i, most;

    k.threads_per_group = 1 + below(get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP));
    do
        k.wave_size = 1u << below(8);
    while ((sizes & k.wave_size) == 0);
    if (get(device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_NVIDIA)
        k.cache_preference = below(4);
    if (get(device, GPUOCC_DEVICE_DYNAMIC_VGPR) != 0 && k.wave_size == 32)
        k.dynamic_vgpr_block = below(3) * 16;
    if (get(device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_AMD) /* 0 is ROCm's default */
        k.trap_registers = GPUOCC_ZERO;
    if (get(device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_INTEL)
        k.grf_count = 1 + below(toy_most(device, GPUOCC_KERNEL_GRF_COUNT));
    for (i = 1; i < TOY_FIELDS; i++) {
        most = toy_most(device, toy_fields[i]);
        if (most == 0 || below(2) == 0)
            continue;
        tried = k;
        most /= toy_fields[i] == GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD ? 32 : 1;
        set(&tried, toy_fields[i], 1 + below(most) / (1 + below(3)));
        if (ask(&p, device, &tried) == GPUOCC_OK)
            k = tried;
    }
    return k;
}

/* Visits `count` kernels of each toy. */
static inline void each_toy_kernel(uint32_t count,
                                   void (*visit)(const gpuocc_device *, const gpuocc_kernel *))
{
    gpuocc_kernel kernel;
    uint32_t row, i;

    for (row = 0; row < TOYS; row++)
        for (i = 0; i < count; i++) {
            kernel = toy_kernel(toy(row));
            visit(toy(row), &kernel);
        }
}

#endif
