/* SPDX-License-Identifier: MIT */
#include "device/fields.h"

#define MODEL(NUMBER, member, aspect_)                                                             \
    [NUMBER] = {.offset = offsetof(struct gocc_model, member),                                     \
                .where = GOCC_FIELD_MODEL,                                                         \
                .aspect = GOCC_ASPECT_##aspect_}
#define MODEL_LIST(NUMBER, member, length_, aspect_)                                               \
    [NUMBER] = {.offset = offsetof(struct gocc_lists, member),                                     \
                .length = length_,                                                                 \
                .where = GOCC_FIELD_MODEL_LIST,                                                    \
                .aspect = GOCC_ASPECT_##aspect_}
#define FIGURE(NUMBER, member, aspect_)                                                            \
    [NUMBER] = {.offset = offsetof(struct gocc_figures, member),                                   \
                .where = GOCC_FIELD_FIGURE,                                                        \
                .aspect = GOCC_ASPECT_##aspect_}

const struct gocc_field gocc_fields[GPUOCC_DEVICE_FIELD_COUNT] = {
    [GPUOCC_DEVICE_VENDOR] = {.where = GOCC_FIELD_HEAD, .aspect = GOCC_ASPECT_WAVES},
    [GPUOCC_DEVICE_GENERATION] = {.where = GOCC_FIELD_GENERATION, .aspect = GOCC_ASPECT_WAVES},
    MODEL(GPUOCC_DEVICE_WAVE_SIZES, wave_sizes, WAVES),
    MODEL(GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, default_wave_size, WAVES),
    MODEL(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, max_threads_per_group, WAVES),
    MODEL(GPUOCC_DEVICE_MAX_GROUPS_PER_CORE, max_groups_per_core, WAVES),
    MODEL(GPUOCC_DEVICE_PARTITIONS_PER_CORE, partitions_per_core, WAVES),
    MODEL(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, max_waves_per_partition, WAVES),
    MODEL(GPUOCC_DEVICE_REGISTERS_PER_PARTITION, registers_per_partition, REGISTERS),
    MODEL(GPUOCC_DEVICE_REGISTER_UNIT, register_unit, REGISTERS),
    MODEL(GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, max_registers_per_thread, REGISTERS),
    MODEL(GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP, max_registers_per_group, REGISTERS),
    MODEL(GPUOCC_DEVICE_MAX_ACCUMULATORS_PER_THREAD, max_accumulators_per_thread, REGISTERS),
    MODEL(GPUOCC_DEVICE_UNIFIED_ACCUMULATORS, unified_accumulators, REGISTERS),
    MODEL(GPUOCC_DEVICE_SCALAR_REGISTERS_PER_PARTITION, scalar_registers_per_partition, SCALARS),
    MODEL(GPUOCC_DEVICE_SCALAR_REGISTER_UNIT, scalar_register_unit, SCALARS),
    MODEL(GPUOCC_DEVICE_MAX_SCALAR_REGISTERS_PER_WAVE, max_scalar_registers_per_wave, SCALARS),
    MODEL(GPUOCC_DEVICE_FIXED_SCALAR_REGISTERS_PER_WAVE, fixed_scalar_registers_per_wave, SCALARS),
    MODEL(GPUOCC_DEVICE_SHARED_POOL_BYTES, shared_pool_bytes, SHARED),
    MODEL(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, max_shared_bytes_per_group, SHARED),
    MODEL(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, default_shared_bytes_per_group, SHARED),
    MODEL(GPUOCC_DEVICE_SHARED_UNIT_BYTES, shared_unit_bytes, SHARED_UNIT),
    MODEL(GPUOCC_DEVICE_SHARED_RESERVED_BYTES, shared_reserved_bytes, SHARED_UNIT),
    MODEL_LIST(GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB, shared_pool_sizes_kib, GOCC_POOL_SIZES,
               SHARED_UNIT),
    MODEL_LIST(GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB, shared_group_sizes_kib, GOCC_GROUP_SIZES,
               SHARED_UNIT),
    MODEL(GPUOCC_DEVICE_BARRIERS_PER_CORE, barriers_per_core, BARRIERS),
    MODEL(GPUOCC_DEVICE_VIRTUAL_RESOURCES_PER_CORE, virtual_resources_per_core, BARRIERS),
    MODEL(GPUOCC_DEVICE_CUS_PER_WGP, cus_per_wgp, WAVES),
    MODEL(GPUOCC_DEVICE_DYNAMIC_VGPR, dynamic_vgpr, REGISTERS),
    MODEL(GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER, max_groups_per_cluster, OTHER),
    MODEL_LIST(GPUOCC_DEVICE_GRF_COUNTS, grf_counts, GOCC_GRF_COUNTS, REGISTERS),
    MODEL_LIST(GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, waves_at_grf_count, GOCC_GRF_COUNTS, REGISTERS),
    MODEL(GPUOCC_DEVICE_GRF_BYTES, grf_bytes, REGISTERS),
    MODEL(GPUOCC_DEVICE_LANES_PER_CORE, lanes_per_core, OTHER),
    MODEL(GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER_ON_REQUEST, max_groups_per_cluster_on_request,
          OTHER),
    MODEL(GPUOCC_DEVICE_MAX_CLUSTERED_GROUPS_PER_CORE, max_clustered_groups_per_core, OTHER),
    FIGURE(GPUOCC_DEVICE_CORE_COUNT, core_count, CORES),
    FIGURE(GPUOCC_DEVICE_MIN_CORE_COUNT, min_core_count, CORES),
    FIGURE(GPUOCC_DEVICE_CLOCK_MHZ, clock_mhz, CLOCKS),
    FIGURE(GPUOCC_DEVICE_MEMORY_MB_PER_S, memory_mb_per_s, CLOCKS),
    FIGURE(GPUOCC_DEVICE_L2_KIB, l2_kib, CACHES),
    FIGURE(GPUOCC_DEVICE_LAST_LEVEL_KIB, last_level_kib, CACHES),
    [GPUOCC_DEVICE_CORES_PER_GPC] = {.length = GOCC_GPCS,
                                     .where = GOCC_FIELD_GPCS,
                                     .aspect = GOCC_ASPECT_CORES},
};
