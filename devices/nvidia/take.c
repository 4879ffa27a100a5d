/* SPDX-License-Identifier: MIT
 *
 * NVIDIA: the short form, for kernels without the settings that few kernels have.
 */
#include "nvidia.h"

#include "take.h"

/* What only the long form knows. */
static uint32_t unusual(const gpuocc_kernel *k)
{
    return k->carveout_percent | k->cache_preference | k->global_caching | k->virtual_resources |
           k->groups_per_cluster | k->accumulators_per_thread | k->scalar_registers_per_wave |
           k->core_mode | k->dynamic_vgpr_block | k->trap_registers | k->scratch_wave_cap |
           k->grf_count | k->half_registers_per_thread | k->occupancy_target_percent;
}

/* GP100 counts in two ways; devices of one's own with settings of their own are for the long form,
 * which knows the list of sizes. */
static int is_plain(const gpuocc_device *device, const struct gocc_model *m, int header)
{
    const uint32_t units = m->register_unit & (m->register_unit - 1);

    return m->generation != 60 && units == 0 &&
           (device->kind != GOCC_OWN || (!header && m->generation < 70));
}

static int within(const struct gocc_model *m, const gpuocc_kernel *k)
{
    return k->threads_per_group - 1 < m->max_threads_per_group &&
           k->registers_per_thread <= m->max_registers_per_thread && (k->wave_size & ~32u) == 0 &&
           k->shared_bytes <= m->max_shared_bytes_per_group &&
           k->dynamic_shared_bytes <= m->max_shared_bytes_per_group &&
           k->shared_bytes + k->dynamic_shared_bytes <= m->max_shared_bytes_per_group &&
           k->barriers_per_group <= 16 && k->max_threads_per_group <= INT32_MAX && unusual(k) == 0;
}

/* Most shared memory that the group may have, the reserve included (shared.c). */
static uint32_t shared_limit(const struct gocc_model *m, uint32_t asked, int opt_in)
{
    const uint32_t reserve = m->generation >= 80 ? m->shared_reserved_bytes : 0;

    if (opt_in && m->generation >= 70 && asked > m->default_shared_bytes_per_group)
        return m->max_shared_bytes_per_group + reserve;
    return m->default_shared_bytes_per_group + reserve;
}

static void take_shared(const struct gocc_model *m, const gpuocc_kernel *k, int header,
                        struct gocc_take *t)
{
    const int opt_in =
        k->shared_limit == GPUOCC_SHARED_LIMIT_OPTIN || (!header && !k->shared_limit);
    const uint32_t sum = k->shared_bytes + k->dynamic_shared_bytes + m->shared_reserved_bytes;
    const uint32_t asked =
        header ? k->shared_bytes + k->max_dynamic_shared_bytes + m->shared_reserved_bytes : sum;

    t->shared_bytes = gocc_round(sum, m->shared_unit_bytes);
    t->shared_capacity = m->shared_pool_bytes;
    t->refused |= (uint32_t)(t->shared_bytes > shared_limit(m, asked, opt_in))
                  << GPUOCC_LIMIT_SHARED;
    if (header ? opt_in : k->max_dynamic_shared_bytes != 0)
        t->refused |= (uint32_t)(k->dynamic_shared_bytes > k->max_dynamic_shared_bytes)
                      << GPUOCC_LIMIT_SHARED;
}

static void take_registers(const struct gocc_model *m, const gpuocc_kernel *k, struct gocc_take *t)
{
    const uint32_t unit = m->register_unit, parts = m->partitions_per_core;
    const uint32_t per_warp = (k->registers_per_thread * 32 + unit - 1) & ~(unit - 1);

    t->register_waves = gocc_file_waves(m->registers_per_partition, parts, per_warp);
    if (m->max_registers_per_group != 0)
        t->refused |=
            (uint32_t)(per_warp * gocc_round(t->waves, parts) > m->max_registers_per_group)
            << GPUOCC_LIMIT_REGISTERS;
}

int gocc_nvidia_take(const gpuocc_device *device, const struct gocc_model *model,
                     uint32_t convention, const gpuocc_kernel *kernel, struct gocc_take *take)
{
    const int header = convention == GPUOCC_CONVENTION_HEADER;
    const gpuocc_kernel *k = kernel;
    const struct gocc_model *m = model;
    struct gocc_take *t = take;

    if (!within(m, k) || !is_plain(device, m, header) ||
        k->shared_limit > GPUOCC_SHARED_LIMIT_OPTIN || k->max_dynamic_shared_bytes > INT32_MAX)
        return 0;
    t->waves = (k->threads_per_group + 31) / 32;
    t->slots = m->partitions_per_core * m->max_waves_per_partition;
    t->max_waves = t->slots;
    t->groups = gocc_slots_or_none(m->max_groups_per_core);
    t->scalar_waves = GOCC_ALL_WAVES;
    t->barriers = m->barriers_per_core != 0 ? k->barriers_per_group : 0;
    t->barrier_capacity = m->barriers_per_core;
    t->open = 0;
    t->tool_order = (uint32_t)header;
    t->refused = 0;
    if (!header && k->max_threads_per_group != 0)
        t->refused = (uint32_t)(k->threads_per_group > k->max_threads_per_group)
                     << GPUOCC_LIMIT_LAUNCH;
    take_shared(m, k, header, t);
    take_registers(m, k, t);
    return 1;
}
