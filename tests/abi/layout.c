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
WORD(DYNAMIC_SHARED_BYTES_PER_THREAD, dynamic_shared_bytes_per_thread);

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

/* Schedules, scaling and counts: offset of each member, and the size. */
CHECK(AT(gpuocc_grid, size) == 0 && AT(gpuocc_grid, core_count) == 4 &&
      AT(gpuocc_grid, groups) == 8 && AT(gpuocc_grid, groups_per_core) == 16 &&
      AT(gpuocc_grid, waves_per_group) == 20 && AT(gpuocc_grid, waves_per_core) == 24 &&
      AT(gpuocc_grid, groups_per_device) == 28 && sizeof(gpuocc_grid) == 32);
CHECK(AT(gpuocc_group_time, size) == 0 && AT(gpuocc_group_time, unused) == 4 &&
      AT(gpuocc_group_time, latency) == 8 && AT(gpuocc_group_time, per_core) == 16 &&
      AT(gpuocc_group_time, per_device) == 24 && AT(gpuocc_group_time, overhead) == 32 &&
      sizeof(gpuocc_group_time) == 40);
CHECK(AT(gpuocc_grid_time, size) == 0 && AT(gpuocc_grid_time, unused) == 4 &&
      AT(gpuocc_grid_time, time) == 8 && AT(gpuocc_grid_time, rounds) == 16 &&
      AT(gpuocc_grid_time, tail) == 24 && AT(gpuocc_grid_time, ideal) == 32 &&
      AT(gpuocc_grid_time, minimum) == 40 && sizeof(gpuocc_grid_time) == 48);
CHECK(AT(gpuocc_calculator, size) == 0 && AT(gpuocc_calculator, has_rounds) == 4 &&
      AT(gpuocc_calculator, core) == 8 && AT(gpuocc_calculator, peak) == 16 &&
      AT(gpuocc_calculator, average) == 24 && AT(gpuocc_calculator, rounds) == 32 &&
      sizeof(gpuocc_calculator) == 40);
CHECK(AT(gpuocc_dispatch, size) == 0 && AT(gpuocc_dispatch, placement) == 4 &&
      AT(gpuocc_dispatch, choice) == 8 && AT(gpuocc_dispatch, barrier) == 12 &&
      AT(gpuocc_dispatch, head_of_line) == 16 && AT(gpuocc_dispatch, usable_cores) == 20 &&
      AT(gpuocc_dispatch, slots_per_core) == 24 && sizeof(gpuocc_dispatch) == 28);
CHECK(AT(gpuocc_phase, size) == 0 && AT(gpuocc_phase, index) == 4 && AT(gpuocc_phase, start) == 8 &&
      AT(gpuocc_phase, end) == 16 && AT(gpuocc_phase, waves) == 24 &&
      AT(gpuocc_phase, slots) == 32 && AT(gpuocc_phase, groups) == 40 &&
      sizeof(gpuocc_phase) == 48);
CHECK(AT(gpuocc_serial, size) == 0 && AT(gpuocc_serial, unused) == 4 &&
      AT(gpuocc_serial, cpu_time) == 8 && AT(gpuocc_serial, gpu_time) == 16 &&
      AT(gpuocc_serial, core_scale) == 24 && sizeof(gpuocc_serial) == 32);
CHECK(AT(gpuocc_serial_result, size) == 0 && AT(gpuocc_serial_result, bound) == 4 &&
      AT(gpuocc_serial_result, time) == 8 && AT(gpuocc_serial_result, speedup) == 16 &&
      AT(gpuocc_serial_result, limit) == 24 && AT(gpuocc_serial_result, saved) == 32 &&
      AT(gpuocc_serial_result, gpu_busy) == 40 && AT(gpuocc_serial_result, overlapped) == 48 &&
      sizeof(gpuocc_serial_result) == 56);
CHECK(AT(gpuocc_chains, size) == 0 && AT(gpuocc_chains, chains) == 4 &&
      AT(gpuocc_chains, interleaved) == 8 && AT(gpuocc_chains, dispatches) == 12 &&
      AT(gpuocc_chains, gap) == 16 && AT(gpuocc_chains, work) == 24 &&
      AT(gpuocc_chains, fill) == 32 && sizeof(gpuocc_chains) == 40);
CHECK(AT(gpuocc_chains_result, size) == 0 && AT(gpuocc_chains_result, unused) == 4 &&
      AT(gpuocc_chains_result, serial_time) == 8 && AT(gpuocc_chains_result, least_time) == 16 &&
      AT(gpuocc_chains_result, most_speedup) == 24 && sizeof(gpuocc_chains_result) == 32);
CHECK(AT(gpuocc_ramp, size) == 0 && AT(gpuocc_ramp, unused) == 4 && AT(gpuocc_ramp, groups) == 8 &&
      AT(gpuocc_ramp, slots) == 16 && AT(gpuocc_ramp, launch_interval) == 24 &&
      AT(gpuocc_ramp, group_time) == 32 && AT(gpuocc_ramp, fixed_time) == 40 &&
      sizeof(gpuocc_ramp) == 48);
CHECK(AT(gpuocc_ramp_result, size) == 0 && AT(gpuocc_ramp_result, launch_bound) == 4 &&
      AT(gpuocc_ramp_result, time) == 8 && AT(gpuocc_ramp_result, concurrency) == 16 &&
      sizeof(gpuocc_ramp_result) == 24);
CHECK(AT(gpuocc_flight, size) == 0 && AT(gpuocc_flight, core_count) == 4 &&
      AT(gpuocc_flight, line_bytes) == 8 && AT(gpuocc_flight, wave_size) == 12 &&
      AT(gpuocc_flight, latency_ns) == 16 && AT(gpuocc_flight, bandwidth_gb_s) == 24 &&
      sizeof(gpuocc_flight) == 32);
CHECK(AT(gpuocc_flight_result, size) == 0 && AT(gpuocc_flight_result, unused) == 4 &&
      AT(gpuocc_flight_result, bytes) == 8 && AT(gpuocc_flight_result, waves) == 16 &&
      AT(gpuocc_flight_result, threads) == 24 && sizeof(gpuocc_flight_result) == 32);
CHECK(AT(gpuocc_balance, size) == 0 && AT(gpuocc_balance, unused) == 4 &&
      AT(gpuocc_balance, groups) == 8 && AT(gpuocc_balance, most_groups) == 16 &&
      AT(gpuocc_balance, least_groups) == 24 && AT(gpuocc_balance, busy_cores) == 32 &&
      AT(gpuocc_balance, capacity) == 40 && sizeof(gpuocc_balance) == 48);
CHECK(AT(gpuocc_tile, size) == 0 && AT(gpuocc_tile, x) == 4 && AT(gpuocc_tile, y) == 8 &&
      AT(gpuocc_tile, z) == 12 && AT(gpuocc_tile, radius) == 16 &&
      AT(gpuocc_tile, element_bytes) == 20 && sizeof(gpuocc_tile) == 24);
CHECK(AT(gpuocc_halo, size) == 0 && AT(gpuocc_halo, dimensions) == 4 &&
      AT(gpuocc_halo, payload) == 8 && AT(gpuocc_halo, border) == 16 &&
      AT(gpuocc_halo, all) == 24 && AT(gpuocc_halo, shared_bytes) == 32 &&
      AT(gpuocc_halo, unstaged_loads) == 40 && sizeof(gpuocc_halo) == 48);
CHECK(AT(gpuocc_access, size) == 0 && AT(gpuocc_access, wave_size) == 4 &&
      AT(gpuocc_access, group_x) == 8 && AT(gpuocc_access, group_y) == 12 &&
      AT(gpuocc_access, element_bytes) == 16 && AT(gpuocc_access, line_bytes) == 20 &&
      AT(gpuocc_access, pitch_bytes) == 24 && AT(gpuocc_access, base_bytes) == 32 &&
      AT(gpuocc_access, origin_x) == 40 && AT(gpuocc_access, origin_y) == 48 &&
      sizeof(gpuocc_access) == 56);
CHECK(AT(gpuocc_lines, size) == 0 && AT(gpuocc_lines, threads) == 4 &&
      AT(gpuocc_lines, rows) == 8 && AT(gpuocc_lines, lines) == 16 &&
      AT(gpuocc_lines, bytes_used) == 24 && AT(gpuocc_lines, bytes_fetched) == 32 &&
      sizeof(gpuocc_lines) == 40);
CHECK(AT(gpuocc_atomics, size) == 0 && AT(gpuocc_atomics, unused) == 4 &&
      AT(gpuocc_atomics, naive) == 8 && AT(gpuocc_atomics, wave_only) == 16 &&
      AT(gpuocc_atomics, per_group) == 24 && AT(gpuocc_atomics, shared) == 32 &&
      AT(gpuocc_atomics, shared_most) == 40 && sizeof(gpuocc_atomics) == 48);
CHECK(GPUOCC_SCHEDULE_BYTES == 256 && GPUOCC_SCOPE_GRID == 4 && GPUOCC_SCOPE_DISPATCH == 5);
CHECK(GPUOCC_SCHEDULE_GROUPS == 0 && GPUOCC_SCHEDULE_ROUNDS == 3 &&
      GPUOCC_SCHEDULE_EFFICIENCY == 5 && GPUOCC_SCHEDULE_ROUND_START == 10 &&
      GPUOCC_SCHEDULE_WAVE_SLOTS == 15);
CHECK(GPUOCC_PLACEMENT_GROUPS == 1 && GPUOCC_PLACEMENT_WAVES == 2 && GPUOCC_CHOICE_EMPTIEST == 1 &&
      GPUOCC_CHOICE_FILL_FIRST == 2 && GPUOCC_CHOICE_ROUND_ROBIN == 3);
CHECK(GPUOCC_LIST_GRID_FIELDS == 11 && GPUOCC_LIST_CORE_CHOICES == 15);

/* Advice. */
CHECK(sizeof(gpuocc_stretch) == 24 && sizeof(gpuocc_step) == 28);
CHECK(AT(gpuocc_joint_step, fields) == 4 && AT(gpuocc_joint_step, now) == 12 &&
      AT(gpuocc_joint_step, then) == 20 && AT(gpuocc_joint_step, limiters) == 36 &&
      sizeof(gpuocc_joint_step) == 40);
CHECK(AT(gpuocc_group_search, core_count) == 20 && AT(gpuocc_group_search, grid_threads) == 24 &&
      sizeof(gpuocc_group_search) == 32);
CHECK(AT(gpuocc_choice, threads_per_group) == 4 && AT(gpuocc_choice, limiters) == 28 &&
      AT(gpuocc_choice, rounds) == 32 && sizeof(gpuocc_choice) == 40);
CHECK(GPUOCC_RESULT_UNUSED == 20 && GPUOCC_RESULT_WASTED == 21 && GPUOCC_RANGE_HIGH == 1);

/* The latency model: doubles at multiples of 8, nothing between the members. */
CHECK(sizeof(gpuocc_workload) == 48 && AT(gpuocc_workload, turnaround) == 20 &&
      AT(gpuocc_workload, grid_groups) == 24 && AT(gpuocc_workload, iterations) == 32 &&
      AT(gpuocc_workload, wave_latency_cycles) == 40);
CHECK(sizeof(gpuocc_instructions) == 96 && AT(gpuocc_instructions, resource) == 12 &&
      AT(gpuocc_instructions, count) == 16 && AT(gpuocc_instructions, bytes) == 40 &&
      AT(gpuocc_instructions, l1_hit) == 56 && AT(gpuocc_instructions, latency_cycles) == 72 &&
      AT(gpuocc_instructions, replay_cycles) == 88);
CHECK(GPUOCC_LATENCY_BYTES == 8192 && GPUOCC_LATENCY_CLASSES == 32 &&
      GPUOCC_ERROR_BAD_NUMBER == -26 && GPUOCC_SCOPE_CONSTANT == 8);
CHECK(GPUOCC_RESOURCE_DRAM == 0 && GPUOCC_RESOURCE_FP32 == 5 && GPUOCC_RESOURCE_ISSUE == 13 &&
      GPUOCC_CONSTANT_LATENCY == 16 && GPUOCC_CONSTANT_RATE == 32 &&
      GPUOCC_CONSTANT_DISTANCE == 48 && GPUOCC_LATENCY_LOADS_NEEDED_EXACT == 29);

/* The order of instructions. */
CHECK(sizeof(gpuocc_operation) == 64 && AT(gpuocc_operation, kind) == 4 &&
      AT(gpuocc_operation, result) == 8 && AT(gpuocc_operation, sources) == 12 &&
      AT(gpuocc_operation, array) == 28 && AT(gpuocc_operation, space) == 32 &&
      AT(gpuocc_operation, access_bytes) == 36 && AT(gpuocc_operation, offset_bytes) == 40 &&
      AT(gpuocc_operation, stride_bytes) == 48 && AT(gpuocc_operation, latency_cycles) == 56 &&
      AT(gpuocc_operation, issue_cycles) == 60);
CHECK(sizeof(gpuocc_body) == 24 && AT(gpuocc_body, operation_count) == 4 &&
      AT(gpuocc_body, unroll) == 8 && AT(gpuocc_body, order) == 12 &&
      AT(gpuocc_body, no_alias) == 16 && AT(gpuocc_body, most_loads) == 20);
CHECK(sizeof(gpuocc_loads) == 48 && AT(gpuocc_loads, loads) == 8 && AT(gpuocc_loads, first) == 12 &&
      AT(gpuocc_loads, most) == 16 && AT(gpuocc_loads, bodies) == 24 &&
      AT(gpuocc_loads, cycles) == 32 && AT(gpuocc_loads, load_cycles) == 40);
CHECK(GPUOCC_OPERATION_LOAD == 1 && GPUOCC_OPERATION_BARRIER == 3 && GPUOCC_ORDER_HOIST == 1 &&
      GPUOCC_ORDER_INSTRUCTIONS == 1024 && GPUOCC_ORDER_LOADS == 64);
