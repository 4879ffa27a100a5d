/* SPDX-License-Identifier: MIT */
/* Written by scripts/abi_snapshot. */
#ifndef GPUOCC_OCCUPANCY_H
#define GPUOCC_OCCUPANCY_H
#include "status.h"
#include "device.h"
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gpuocc_occupancy gpuocc_occupancy;
#ifndef GOCC_PRIVATE
struct GPUOCC_HANDLE gpuocc_occupancy {
    uint64_t opaque[256];
};
#endif
typedef struct gpuocc_kernel {
    uint32_t size;
    uint32_t threads_per_group;
    uint32_t wave_size;
    uint32_t registers_per_thread;
    uint32_t shared_bytes;
    uint32_t dynamic_shared_bytes;
    uint32_t barriers_per_group;
    uint32_t max_threads_per_group;
    uint32_t shared_limit;
    uint32_t max_dynamic_shared_bytes;
    uint32_t carveout_percent;
    uint32_t cache_preference;
    uint32_t global_caching;
    uint32_t virtual_resources;
    uint32_t groups_per_cluster;
    uint32_t accumulators_per_thread;
    uint32_t scalar_registers_per_wave;
    uint32_t core_mode;
    uint32_t dynamic_vgpr_block;
    uint32_t trap_registers;
    uint32_t scratch_wave_cap;
    uint32_t grf_count;
    uint32_t half_registers_per_thread;
    uint32_t occupancy_target_percent;
    uint32_t dynamic_shared_bytes_per_thread;
    uint32_t reported_max_threads;
} gpuocc_kernel;
#define GPUOCC_KERNEL_INIT                                                                         \
    {                                                                                              \
        sizeof(gpuocc_kernel), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,   \
            0, 0, 0                                                                                \
    }
enum gpuocc_kernel_field {
    GPUOCC_KERNEL_SIZE = 0,
    GPUOCC_KERNEL_THREADS_PER_GROUP = 1,
    GPUOCC_KERNEL_WAVE_SIZE = 2,
    GPUOCC_KERNEL_REGISTERS_PER_THREAD = 3,
    GPUOCC_KERNEL_SHARED_BYTES = 4,
    GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES = 5,
    GPUOCC_KERNEL_BARRIERS_PER_GROUP = 6,
    GPUOCC_KERNEL_MAX_THREADS_PER_GROUP = 7,
    GPUOCC_KERNEL_SHARED_LIMIT = 8,
    GPUOCC_KERNEL_MAX_DYNAMIC_SHARED_BYTES = 9,
    GPUOCC_KERNEL_CARVEOUT_PERCENT = 10,
    GPUOCC_KERNEL_CACHE_PREFERENCE = 11,
    GPUOCC_KERNEL_GLOBAL_CACHING = 12,
    GPUOCC_KERNEL_VIRTUAL_RESOURCES = 13,
    GPUOCC_KERNEL_GROUPS_PER_CLUSTER = 14,
    GPUOCC_KERNEL_ACCUMULATORS_PER_THREAD = 15,
    GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE = 16,
    GPUOCC_KERNEL_CORE_MODE = 17,
    GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK = 18,
    GPUOCC_KERNEL_TRAP_REGISTERS = 19,
    GPUOCC_KERNEL_SCRATCH_WAVE_CAP = 20,
    GPUOCC_KERNEL_GRF_COUNT = 21,
    GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD = 22,
    GPUOCC_KERNEL_OCCUPANCY_TARGET_PERCENT = 23,
    GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD = 24,
    GPUOCC_KERNEL_REPORTED_MAX_THREADS = 25,
    GPUOCC_KERNEL_FIELD_COUNT = 26
};
enum gpuocc_shared_limit {
    GPUOCC_SHARED_LIMIT_DEFAULT = 1,
    GPUOCC_SHARED_LIMIT_OPTIN = 2,
    GPUOCC_SHARED_LIMIT_OVERSIZED = 3
};
enum gpuocc_cache_preference {
    GPUOCC_CACHE_PREFERENCE_NONE = 1,
    GPUOCC_CACHE_PREFERENCE_SHARED = 2,
    GPUOCC_CACHE_PREFERENCE_L1 = 3,
    GPUOCC_CACHE_PREFERENCE_EQUAL = 4
};
enum gpuocc_global_caching {
    GPUOCC_GLOBAL_CACHING_OFF = 1,
    GPUOCC_GLOBAL_CACHING_ON = 2,
    GPUOCC_GLOBAL_CACHING_STRICT = 3
};
enum gpuocc_core_mode {
    GPUOCC_CORE_MODE_CU = 1,
    GPUOCC_CORE_MODE_WGP = 2
};
enum gpuocc_convention {
    GPUOCC_CONVENTION_DEFAULT = 0,
    GPUOCC_CONVENTION_HEADER = 1,
    GPUOCC_CONVENTION_LLVM = 2,
    GPUOCC_CONVENTION_HIP = 3,
    GPUOCC_CONVENTION_HIP_LDS_POOL = 4,
    GPUOCC_CONVENTION_HIP_2024_10 = 5,
    GPUOCC_CONVENTION_INTEL_CALCULATOR = 6,
    GPUOCC_CONVENTION_NEO_22_43 = 7,
    GPUOCC_CONVENTION_NEO = 8,
    GPUOCC_CONVENTION_RF208 = 9,
    GPUOCC_CONVENTION_RF384 = 10,
    GPUOCC_CONVENTION_LLVM_MAIN = 11,
    GPUOCC_CONVENTION_HIP_2026_08 = 12,
    GPUOCC_CONVENTION_MESA_25_0 = 13,
    GPUOCC_CONVENTION_MESA_2025_10 = 14,
    GPUOCC_CONVENTION_MESA_2026 = 15,
    GPUOCC_CONVENTION_MESA_2026_FP16 = 16,
    GPUOCC_CONVENTION_COUNT = 17
};
enum gpuocc_field_use {
    GPUOCC_FIELD_ABSENT = 0,
    GPUOCC_FIELD_AMOUNT = 1,
    GPUOCC_FIELD_GRANT = 2,
    GPUOCC_FIELD_CHOICE = 3,
    GPUOCC_FIELD_IGNORED = 4,
    GPUOCC_FIELD_USE_COUNT = 5
};
typedef struct gpuocc_field_info {
    uint32_t size;
    uint32_t use;
    uint32_t required;
    uint32_t max;
    uint32_t default_value;
    char unit[16];
} gpuocc_field_info;
GPUOCC_API int32_t gpuocc_kernel_field_info(const gpuocc_device *device, uint32_t convention,
                                            uint32_t field, gpuocc_field_info *info,
                                            gpuocc_error *error);
enum gpuocc_limit {
    GPUOCC_LIMIT_WAVES = 0,
    GPUOCC_LIMIT_GROUPS = 1,
    GPUOCC_LIMIT_REGISTERS = 2,
    GPUOCC_LIMIT_SCALAR_REGISTERS = 3,
    GPUOCC_LIMIT_SHARED = 4,
    GPUOCC_LIMIT_BARRIERS = 5,
    GPUOCC_LIMIT_VIRTUAL = 6,
    GPUOCC_LIMIT_LAUNCH = 7,
    GPUOCC_LIMIT_COUNT = 8
};
enum gpuocc_note {
    GPUOCC_NOTE_UNVERIFIED = 0,
    GPUOCC_NOTE_PROVISIONAL = 1,
    GPUOCC_NOTE_ASSUMED = 2,
    GPUOCC_NOTE_HYPOTHESIS = 3,
    GPUOCC_NOTE_LOWER_BOUND = 4,
    GPUOCC_NOTE_DYNAMIC = 5,
    GPUOCC_NOTE_STATIC_SHARED = 6,
    GPUOCC_NOTE_GLOBAL_CACHING_OFF = 7,
    GPUOCC_NOTE_PARTIAL_WAVE = 8,
    GPUOCC_NOTE_NO_TIER = 9,
    GPUOCC_NOTE_ROUNDED_SCALARS = 10,
    GPUOCC_NOTE_CLUSTER_NOT_PORTABLE = 11,
    GPUOCC_NOTE_COUNT = 12
};
enum gpuocc_result {
    GPUOCC_RESULT_GROUPS = 0,
    GPUOCC_RESULT_WAVES = 1,
    GPUOCC_RESULT_MAX_WAVES = 2,
    GPUOCC_RESULT_MAX_WAVES_ANY_MODE = 3,
    GPUOCC_RESULT_LIMITERS = 4,
    GPUOCC_RESULT_NOTES = 5,
    GPUOCC_RESULT_WAVE_SIZE = 6,
    GPUOCC_RESULT_WAVES_PER_GROUP = 7,
    GPUOCC_RESULT_WAVES_PER_PARTITION = 8,
    GPUOCC_RESULT_PARTITIONS_PER_CORE = 9,
    GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP = 10,
    GPUOCC_RESULT_SHARED_ALLOCATED_BYTES = 11,
    GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE = 12,
    GPUOCC_RESULT_CORE_COUNT = 13,
    GPUOCC_RESULT_GROUPS_PER_DEVICE = 14,
    GPUOCC_RESULT_LIMIT = 15,
    GPUOCC_RESULT_REQUESTED = 16,
    GPUOCC_RESULT_ALLOCATED = 17,
    GPUOCC_RESULT_CAPACITY = 18,
    GPUOCC_RESULT_CLUSTERS_PER_DEVICE = 19,
    GPUOCC_RESULT_UNUSED = 20,
    GPUOCC_RESULT_WASTED = 21,
    GPUOCC_RESULT_COUNT = 22
};
GPUOCC_API size_t gpuocc_occupancy_size(void);
GPUOCC_API int32_t gpuocc_occupancy_init(gpuocc_occupancy *occupancy, const gpuocc_device *device,
                                         uint32_t convention, const gpuocc_kernel *kernel,
                                         gpuocc_error *error);
typedef struct gpuocc_answer {
    uint32_t size;
    uint32_t groups;
    uint32_t waves;
    uint32_t max_waves;
    uint32_t limiters;
} gpuocc_answer;
GPUOCC_API int32_t gpuocc_occupancy_ask(const gpuocc_device *device, uint32_t convention,
                                        const gpuocc_kernel *kernel, gpuocc_answer *answer,
                                        gpuocc_error *error);
GPUOCC_API int32_t gpuocc_occupancy_expand(gpuocc_occupancy *occupancy);
GPUOCC_API int32_t gpuocc_occupancy_get(const gpuocc_occupancy *occupancy, uint32_t result,
                                        uint32_t index, uint64_t *low, uint64_t *high);
GPUOCC_API uint32_t gpuocc_result_indices(uint32_t result);
GPUOCC_API uint32_t gpuocc_occupancy_groups(const gpuocc_occupancy *occupancy);
GPUOCC_API uint32_t gpuocc_occupancy_waves(const gpuocc_occupancy *occupancy);
GPUOCC_API uint32_t gpuocc_occupancy_max_waves(const gpuocc_occupancy *occupancy);
GPUOCC_API uint32_t gpuocc_occupancy_limiters(const gpuocc_occupancy *occupancy);
GPUOCC_API const gpuocc_device *gpuocc_occupancy_device(const gpuocc_occupancy *occupancy);
GPUOCC_API const char *gpuocc_limit_word(const gpuocc_device *device, uint32_t limit);
#ifdef __cplusplus
}
#endif
#endif
