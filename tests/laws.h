/* SPDX-License-Identifier: MIT
 *
 * Random kernels on every architecture, in every convention that it supports.
 */
#ifndef LAWS_H
#define LAWS_H

#include "random.h"
#include "support.h"

static uint32_t convention; /* used by everything here */

/* The amounts that a vendor may have and a kernel can change. */
static const uint32_t amounts[] = {GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                                   GPUOCC_KERNEL_SHARED_BYTES,
                                   GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES,
                                   GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD,
                                   GPUOCC_KERNEL_BARRIERS_PER_GROUP,
                                   GPUOCC_KERNEL_ACCUMULATORS_PER_THREAD,
                                   GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE,
                                   GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD,
                                   GPUOCC_KERNEL_GRF_COUNT,
                                   GPUOCC_KERNEL_VIRTUAL_RESOURCES};
#define AMOUNTS (sizeof amounts / sizeof amounts[0])

/* In a tool's convention nothing larger is tried: its sums wrap around somewhere above. */
#define LARGEST_FOR_TOOLS (1u << 20)

/* Whether a tool answers this inverse query in its own way, including its defects
 * (docs/model.md). */
static inline int is_tools_own(uint32_t field)
{
    return convention == GPUOCC_CONVENTION_HEADER && field == GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES;
}

static inline int32_t ask(struct place *p, const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    return place_as(p, device, convention, *kernel);
}

/* Sets further fields, with a probability of one third. */
static inline void add_choices(gpuocc_kernel *k, const gpuocc_device *device, uint32_t vendor)
{
    uint64_t grf = 0;

    if (vendor == GPUOCC_VENDOR_INTEL &&
        gpuocc_device_get(device, GPUOCC_DEVICE_GRF_COUNTS, below(6), &grf) == GPUOCC_OK)
        k->grf_count = (uint32_t)grf;
    if (below(3) != 0)
        return;
    k->dynamic_shared_bytes = below(get(device, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP) / 2);
    if (below(2) != 0)
        k->dynamic_shared_bytes_per_thread = below(40);
    if (vendor == GPUOCC_VENDOR_NVIDIA) {
        k->carveout_percent = below(2) ? below(101) : 0;
        k->cache_preference = below(5);
        k->global_caching = below(4);
        k->virtual_resources = below(3) == 0 ? 128 : 0;
        k->shared_limit = convention == GPUOCC_CONVENTION_HEADER ? below(3) : 0;
    } else if (vendor == GPUOCC_VENDOR_AMD) {
        k->core_mode = below(3);
        k->accumulators_per_thread = below(256);
        k->trap_registers = below(2) * 16;
    } else if (vendor == GPUOCC_VENDOR_INTEL) {
        k->barriers_per_group = below(17);
    }
}

/* Returns a kernel that the device may accept. */
static inline gpuocc_kernel random_kernel(const gpuocc_device *device)
{
    const uint32_t vendor = get(device, GPUOCC_DEVICE_VENDOR);
    const uint32_t sizes = get(device, GPUOCC_DEVICE_WAVE_SIZES);
    gpuocc_kernel k = {.size = sizeof k};

    k.threads_per_group = 1 + below(get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP));
    do
        k.wave_size = 1u << below(8);
    while ((sizes & k.wave_size) == 0);
    if (vendor == GPUOCC_VENDOR_APPLE)
        k.half_registers_per_thread = below(257);
    else if (vendor == GPUOCC_VENDOR_INTEL)
        k.grf_count = 128;
    else
        k.registers_per_thread = below(256);
    if (vendor == GPUOCC_VENDOR_AMD)
        k.scalar_registers_per_wave = below(103);
    k.shared_bytes =
        below(3) == 0 ? 0 : below(get(device, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP));
    if (vendor == GPUOCC_VENDOR_NVIDIA && below(3) == 0)
        k.barriers_per_group = below(17);
    add_choices(&k, device, vendor);
    return k;
}

/* Makes the next kernel that the device accepts, without fields that it does not have. Returns 0 if
 * there is none. */
static inline int accepted_kernel(const gpuocc_device *device, gpuocc_kernel *kernel)
{
    struct place p;
    uint32_t tries;

    *kernel = random_kernel(device);
    for (tries = 0; tries < 12; tries++) {
        if (ask(&p, device, kernel) == GPUOCC_OK)
            return 1;
        if (p.error.scope == GPUOCC_SCOPE_KERNEL && p.status == GPUOCC_ERROR_NO_RESOURCE)
            put_word(kernel, p.error.field, 0);
        else if (p.error.scope != GPUOCC_SCOPE_KERNEL)
            return 0;
        else
            *kernel = random_kernel(device);
    }
    return 0;
}

/* Returns the groups if they are a single number, UINT32_MAX if unknown or refused. */
static inline uint32_t groups_with(const gpuocc_device *device, gpuocc_kernel kernel,
                                   uint32_t field, uint32_t value)
{
    struct place p;

    set(&kernel, field, value);
    if (ask(&p, device, &kernel) != GPUOCC_OK)
        return UINT32_MAX;
    return gpuocc_occupancy_groups(p.occupancy);
}

/* Returns groups and waves combined in one number; UINT64_MAX if refused or unknown. */
static inline uint64_t answer(const gpuocc_device *device, gpuocc_kernel kernel, uint32_t field,
                              uint32_t value)
{
    struct place p;
    uint32_t groups;

    set(&kernel, field, value);
    if (ask(&p, device, &kernel) != GPUOCC_OK)
        return UINT64_MAX;
    groups = gpuocc_occupancy_groups(p.occupancy);
    return groups == GPUOCC_UNKNOWN ? UINT64_MAX
                                    : (uint64_t)groups << 32 | gpuocc_occupancy_waves(p.occupancy);
}

/* Prints the kernel that violates a law. */
static inline void complain(const gpuocc_device *device, const gpuocc_kernel *kernel,
                            const char *law, uint32_t field)
{
    note("%s, field %u: %s -c %s%s", law, field, gpuocc_device_name(device),
         gpuocc_name(GPUOCC_LIST_CONVENTIONS, convention), options_of(kernel));
}

/* Calls `each` for `kernels` kernels of every architecture, and for `others` in each other
 * convention; products have the rules of their architecture. */
static inline void all_kernels(uint32_t kernels, uint32_t others,
                               void (*each)(const gpuocc_device *, const gpuocc_kernel *))
{
    const gpuocc_device *device;
    gpuocc_kernel kernel;
    uint32_t at, i;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++) {
        if (!is_architecture(device))
            continue;
        for (convention = 0; convention < GPUOCC_CONVENTION_COUNT; convention++)
            for (i = 0; i < part_of(convention == 0 ? kernels : others); i++) {
                if (!accepted_kernel(device, &kernel))
                    break;
                each(device, &kernel);
            }
    }
    convention = 0;
}

#endif
