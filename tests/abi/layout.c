/* SPDX-License-Identifier: MIT
 *
 * Layouts and constants that binaries depend on, checked when this file is compiled. It needs no
 * library and is compiled for every target that a compiler at hand knows.
 */
#include "gpuocc/gpuocc.h"

#define PASTE_(a, b)      a##b
#define PASTE(a, b)       PASTE_(a, b)
#define CHECK(condition)  typedef char PASTE(check_, __LINE__)[(condition) ? 1 : -1]
#define AT(type, member)  offsetof(type, member)
#define WORD(number, member)                                                                       \
    CHECK(AT(gpuocc_kernel, member) == 4 * GPUOCC_KERNEL_##number &&                               \
          sizeof(((gpuocc_kernel *)0)->member) == 4)

CHECK(sizeof(gpuocc_error) == 80);
CHECK(AT(gpuocc_error, size) == 0);
CHECK(AT(gpuocc_error, scope) == 4);
CHECK(AT(gpuocc_error, field) == 8);
CHECK(AT(gpuocc_error, known) == 12);
CHECK(AT(gpuocc_error, value) == 16);
CHECK(AT(gpuocc_error, limit) == 24);
CHECK(AT(gpuocc_error, subject) == 32);

CHECK(sizeof(gpuocc_kernel) == 4 * GPUOCC_KERNEL_FIELD_COUNT);
WORD(SIZE, size);
WORD(THREADS_PER_GROUP, threads_per_group);
WORD(WAVE_SIZE, wave_size);
WORD(REGISTERS_PER_THREAD, registers_per_thread);
WORD(SHARED_BYTES, shared_bytes);
WORD(DYNAMIC_SHARED_BYTES, dynamic_shared_bytes);
WORD(BARRIERS_PER_GROUP, barriers_per_group);
WORD(MAX_THREADS_PER_GROUP, max_threads_per_group);
WORD(SHARED_LIMIT, shared_limit);
WORD(MAX_DYNAMIC_SHARED_BYTES, max_dynamic_shared_bytes);
WORD(CARVEOUT_PERCENT, carveout_percent);
WORD(CACHE_PREFERENCE, cache_preference);
WORD(GLOBAL_CACHING, global_caching);
WORD(VIRTUAL_RESOURCES, virtual_resources);
WORD(GROUPS_PER_CLUSTER, groups_per_cluster);
WORD(ACCUMULATORS_PER_THREAD, accumulators_per_thread);
WORD(SCALAR_REGISTERS_PER_WAVE, scalar_registers_per_wave);
WORD(CORE_MODE, core_mode);
WORD(DYNAMIC_VGPR_BLOCK, dynamic_vgpr_block);
WORD(TRAP_REGISTERS, trap_registers);
WORD(SCRATCH_WAVE_CAP, scratch_wave_cap);
WORD(GRF_COUNT, grf_count);
WORD(HALF_REGISTERS_PER_THREAD, half_registers_per_thread);
WORD(OCCUPANCY_TARGET_PERCENT, occupancy_target_percent);

CHECK(GPUOCC_UNKNOWN == 0xffffffffu && GPUOCC_ZERO == 0xfffffffeu);
CHECK(GPUOCC_ALIGNMENT == 8 && GPUOCC_DEVICE_BYTES == 2048 && GPUOCC_OCCUPANCY_BYTES == 2048);
CHECK(GPUOCC_OK == 0 && GPUOCC_ERROR_NULL == -1 && GPUOCC_ERROR_DEVICE_UNKNOWN == -6 &&
      GPUOCC_ERROR_CONVENTION_VENDOR == -11 && GPUOCC_ERROR_REQUIRED == -14 &&
      GPUOCC_ERROR_NO_RESOURCE == -20 && GPUOCC_NOT_APPLICABLE == -22 && GPUOCC_NOT_KNOWN == -23);
CHECK(GPUOCC_VENDOR_NVIDIA == 1 && GPUOCC_VENDOR_AMD == 2 && GPUOCC_VENDOR_INTEL == 3 &&
      GPUOCC_VENDOR_APPLE == 4);
CHECK(GPUOCC_CONVENTION_HEADER == 1 && GPUOCC_CONVENTION_LLVM == 2 &&
      GPUOCC_CONVENTION_HIP_2024_10 == 5 && GPUOCC_CONVENTION_INTEL_CALCULATOR == 6 &&
      GPUOCC_CONVENTION_NEO == 8 && GPUOCC_CONVENTION_RF384 == 10);
CHECK(GPUOCC_LIMIT_WAVES == 0 && GPUOCC_LIMIT_REGISTERS == 2 && GPUOCC_LIMIT_SHARED == 4 &&
      GPUOCC_LIMIT_LAUNCH == 7);
CHECK(GPUOCC_RESULT_GROUPS == 0 && GPUOCC_RESULT_LIMITERS == 4 &&
      GPUOCC_RESULT_GROUPS_PER_DEVICE == 14 && GPUOCC_RESULT_LIMIT == 15 &&
      GPUOCC_RESULT_CAPACITY == 18);
CHECK(GPUOCC_DEVICE_SHARED_POOL_BYTES == 19 && GPUOCC_DEVICE_LANES_PER_CORE == 34 &&
      GPUOCC_DEVICE_MAX_CLUSTERED_GROUPS_PER_CORE == 36 &&
      GPUOCC_DEVICE_CORE_COUNT == 40 && GPUOCC_DEVICE_CORES_PER_GPC == 46);
