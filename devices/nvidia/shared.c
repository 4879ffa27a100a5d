/* SPDX-License-Identifier: MIT
 *
 * Computes the shared memory of an SM and of a block. The rules are those of cuda_occupancy.h 12.1
 * (CUDA 13.0, lines 1378-1479), which was executed; the figures are in architectures.ini.
 */
#include "nvidia.h"

#include "occupancy/use.h"
#include "occupancy/validate.h"

static uint32_t major_of(const struct gocc_nvidia_view *view)
{
    return view->generation / 10;
}

/* Returns the smallest size of at least `bytes` that the SM's shared memory can be set to. */
static uint32_t smallest_size(const struct gocc_nvidia_view *view, uint64_t bytes)
{
    const uint16_t *sizes = view->lists->shared_pool_sizes_kib;
    uint32_t i;

    for (i = 0; i != GOCC_POOL_SIZES && sizes[i] != GOCC_LIST_END; i++)
        if ((uint64_t)sizes[i] * GOCC_KIB >= bytes)
            return sizes[i] * GOCC_KIB;
    return view->model->shared_pool_bytes;
}

/* Returns the wanted share in percent: the carve-out, otherwise what the cache preference means,
 * otherwise all. */
static uint32_t wanted_percent(const gpuocc_kernel *k)
{
    if (k->carveout_percent != 0)
        return gocc_amount(k->carveout_percent);
    switch (k->cache_preference) {
    case GPUOCC_CACHE_PREFERENCE_L1:
        return 0;
    case GPUOCC_CACHE_PREFERENCE_EQUAL:
        return 50;
    default:
        return 100;
    }
}

/* L1 has 16, 32 or 48 KiB; 16 of them remain beside the largest shared memory. */
uint32_t gocc_nvidia_l1_takes(uint32_t cache_preference)
{
    if (cache_preference == GPUOCC_CACHE_PREFERENCE_L1)
        return 32 * GOCC_KIB;
    return cache_preference == GPUOCC_CACHE_PREFERENCE_EQUAL ? 16 * GOCC_KIB : 0;
}

static uint32_t kepler_size(const struct gocc_model *m, uint32_t preference)
{
    const uint32_t all = m->shared_pool_bytes;

    return all - gocc_min(all, gocc_nvidia_l1_takes(preference));
}

uint64_t gocc_nvidia_wanted_size(const struct gocc_model *model, const gpuocc_kernel *kernel)
{
    return (uint64_t)wanted_percent(kernel) * model->shared_pool_bytes / 100;
}

uint32_t gocc_nvidia_preferred_size(const struct gocc_nvidia_view *view,
                                    const gpuocc_kernel *kernel)
{
    const struct gocc_model *m = view->model;
    const gpuocc_kernel *k = kernel;
    const uint64_t wanted = gocc_nvidia_wanted_size(m, k);

    if (major_of(view) >= 7) /* for built-in devices, all is the last size of the list */
        return wanted == m->shared_pool_bytes && view->built_in ? m->shared_pool_bytes
                                                                : smallest_size(view, wanted);
    return major_of(view) == 3 ? kepler_size(m, k->cache_preference) : m->shared_pool_bytes;
}

uint32_t gocc_nvidia_larger_size(const struct gocc_nvidia_view *view, uint64_t bytes)
{
    return major_of(view) >= 7 ? smallest_size(view, bytes) : view->model->shared_pool_bytes;
}

uint32_t gocc_nvidia_capacity(const struct gocc_nvidia_view *view, const gpuocc_kernel *kernel,
                              uint64_t allocated)
{
    const uint32_t preferred = gocc_nvidia_preferred_size(view, kernel);

    /* A block that needs no more than the normal mode has leaves the SM in that mode. */
    if (kernel->shared_limit == GPUOCC_SHARED_LIMIT_OVERSIZED &&
        allocated > view->model->shared_pool_bytes)
        return GOCC_NVIDIA_OVERSIZED + view->model->shared_reserved_bytes;
    return preferred >= allocated ? preferred : gocc_nvidia_larger_size(view, allocated);
}

/* Rounds as the header does, which holds the sum in an int (line 1416). Above 2^31, which only the
 * header accepts, the sum is negative, is rounded towards zero, and becomes an enormous size_t. */
uint64_t gocc_nvidia_rounded(uint64_t sum, uint32_t unit)
{
    const uint32_t low = (uint32_t)sum + unit - 1;

    if (low <= INT32_MAX)
        return low / unit * unit;
    return (uint64_t)0 - (uint64_t)((0u - low) / unit * unit);
}

uint64_t gocc_nvidia_block_limit(const struct gocc_nvidia_view *view, uint64_t asked,
                                 uint32_t choice)
{
    const struct gocc_model *m = view->model;

    if (choice == GPUOCC_SHARED_LIMIT_OVERSIZED)
        return GOCC_NVIDIA_OVERSIZED + m->shared_reserved_bytes;
    return gocc_nvidia_shared_limit(
        m, major_of(view) >= 7 ? m->max_shared_bytes_per_group : m->default_shared_bytes_per_group,
        major_of(view) >= 8 ? m->shared_reserved_bytes : 0, asked,
        choice == GPUOCC_SHARED_LIMIT_OPTIN);
}
