/* SPDX-License-Identifier: MIT */
/* Written by scripts/abi_snapshot. */
#ifndef GPUOCC_LATENCY_H
#define GPUOCC_LATENCY_H
#include "device.h"
#include "occupancy.h"
#include "schedule.h"
#include "status.h"
#ifdef __cplusplus
extern "C" {
#endif
enum gpuocc_resource {
    GPUOCC_RESOURCE_DRAM = 0,
    GPUOCC_RESOURCE_L2 = 1,
    GPUOCC_RESOURCE_L1 = 2,
    GPUOCC_RESOURCE_SHARED = 3,
    GPUOCC_RESOURCE_LOAD_SLOTS = 4,
    GPUOCC_RESOURCE_FP32 = 5,
    GPUOCC_RESOURCE_FP64 = 6,
    GPUOCC_RESOURCE_FP16 = 7,
    GPUOCC_RESOURCE_INT32 = 8,
    GPUOCC_RESOURCE_SPECIAL = 9,
    GPUOCC_RESOURCE_MATRIX = 10,
    GPUOCC_RESOURCE_PIPE_A = 11,
    GPUOCC_RESOURCE_PIPE_B = 12,
    GPUOCC_RESOURCE_ISSUE = 13,
    GPUOCC_RESOURCE_LATENCY = 14,
    GPUOCC_RESOURCE_COUNT = 15
};
enum gpuocc_constant {
    GPUOCC_CONSTANT_CLOCK_GHZ = 1,
    GPUOCC_CONSTANT_CORE_COUNT = 2,
    GPUOCC_CONSTANT_PARTITIONS = 3,
    GPUOCC_CONSTANT_DRAM_GB_PER_S = 4,
    GPUOCC_CONSTANT_TURNAROUND_CYCLES = 5,
    GPUOCC_CONSTANT_LOADS_PER_CORE = 6,
    GPUOCC_CONSTANT_LOADS_PER_WAVE = 7,
    GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE = 8,
    GPUOCC_CONSTANT_TUNED_BYTES_IN_FLIGHT = 9,
    GPUOCC_CONSTANT_DRAM_LATENCY_NS = 10,
    GPUOCC_CONSTANT_DRAM_SHARE = 11,
    GPUOCC_CONSTANT_MEMORY = 12,
    GPUOCC_CONSTANT_LATENCY = 16,
    GPUOCC_CONSTANT_RATE = 32,
    GPUOCC_CONSTANT_DISTANCE = 48,
    GPUOCC_CONSTANT_COUNT = 64
};
enum gpuocc_memory {
    GPUOCC_MEMORY_UNKNOWN = 0,
    GPUOCC_MEMORY_GDDR = 1,
    GPUOCC_MEMORY_HBM = 2,
    GPUOCC_MEMORY_SYSTEM = 3,
    GPUOCC_MEMORY_COUNT = 4
};
enum gpuocc_basis {
    GPUOCC_BASIS_GIVEN = 0,
    GPUOCC_BASIS_MEASURED = 1,
    GPUOCC_BASIS_SIBLING = 2,
    GPUOCC_BASIS_INFERRED = 3,
    GPUOCC_BASIS_WEAK = 4,
    GPUOCC_BASIS_COUNT = 5
};
#define GPUOCC_UNLIMITED (-1.0)
GPUOCC_API int32_t gpuocc_device_constant(const gpuocc_device *device, uint32_t constant,
                                          uint32_t wave_size, double *value, double *low,
                                          double *high);
GPUOCC_API int32_t gpuocc_device_constant_source(const gpuocc_device *device, uint32_t constant,
                                                 gpuocc_source *source);
GPUOCC_API int32_t gpuocc_device_constant_basis(const gpuocc_device *device, uint32_t constant,
                                                uint32_t wave_size, uint32_t *basis);
typedef struct gpuocc_latency gpuocc_latency;
#ifndef GOCC_PRIVATE
struct GPUOCC_HANDLE gpuocc_latency {
    uint64_t opaque[1024];
};
#endif
enum gpuocc_class_kind {
    GPUOCC_CLASS_PIPE = 0,
    GPUOCC_CLASS_LOAD = 1,
    GPUOCC_CLASS_STORE = 2,
    GPUOCC_CLASS_KIND_COUNT = 3
};
enum gpuocc_turnaround {
    GPUOCC_TURNAROUND_OUTSIDE = 0,
    GPUOCC_TURNAROUND_INSIDE = 1,
    GPUOCC_TURNAROUND_COUNT = 2
};
#define GPUOCC_LATENCY_CLASSES 32u
typedef struct gpuocc_instructions {
    uint32_t size;
    uint32_t phase;
    uint32_t kind;
    uint32_t resource;
    double count;
    double chains;
    double replay;
    double bytes;
    double efficiency;
    double l1_hit;
    double l2_hit;
    double latency_cycles;
    double distance_cycles;
    double replay_cycles;
} gpuocc_instructions;
enum gpuocc_class_field {
    GPUOCC_CLASS_SIZE = 0,
    GPUOCC_CLASS_PHASE = 1,
    GPUOCC_CLASS_KIND = 2,
    GPUOCC_CLASS_RESOURCE = 3,
    GPUOCC_CLASS_INSTRUCTION_COUNT = 4,
    GPUOCC_CLASS_CHAINS = 5,
    GPUOCC_CLASS_REPLAY = 6,
    GPUOCC_CLASS_BYTES = 7,
    GPUOCC_CLASS_EFFICIENCY = 8,
    GPUOCC_CLASS_L1_HIT = 9,
    GPUOCC_CLASS_L2_HIT = 10,
    GPUOCC_CLASS_LATENCY_CYCLES = 11,
    GPUOCC_CLASS_DISTANCE_CYCLES = 12,
    GPUOCC_CLASS_REPLAY_CYCLES = 13,
    GPUOCC_CLASS_FIELD_COUNT = 14
};
typedef struct gpuocc_workload {
    uint32_t size;
    uint32_t waves;
    uint32_t waves_per_group;
    uint32_t max_waves;
    uint32_t wave_size;
    uint32_t turnaround;
    uint64_t grid_groups;
    double iterations;
    double wave_latency_cycles;
    uint64_t class_count;
    uint64_t constants_given;
    double constants[64];
} gpuocc_workload;
enum gpuocc_workload_field {
    GPUOCC_WORKLOAD_SIZE = 0,
    GPUOCC_WORKLOAD_WAVES = 1,
    GPUOCC_WORKLOAD_WAVES_PER_GROUP = 2,
    GPUOCC_WORKLOAD_MAX_WAVES = 3,
    GPUOCC_WORKLOAD_WAVE_SIZE = 4,
    GPUOCC_WORKLOAD_TURNAROUND = 5,
    GPUOCC_WORKLOAD_GRID_GROUPS = 6,
    GPUOCC_WORKLOAD_ITERATIONS = 7,
    GPUOCC_WORKLOAD_WAVE_LATENCY_CYCLES = 8,
    GPUOCC_WORKLOAD_CLASS_COUNT = 9,
    GPUOCC_WORKLOAD_CONSTANTS_GIVEN = 10,
    GPUOCC_WORKLOAD_CONSTANTS = 11,
    GPUOCC_WORKLOAD_FIELD_COUNT = 12
};
enum gpuocc_curve {
    GPUOCC_CURVE_UPPER = 0,
    GPUOCC_CURVE_EXPECTED = 1,
    GPUOCC_CURVE_LOWER = 2,
    GPUOCC_CURVE_PARTITIONED = 3,
    GPUOCC_CURVE_COUNT = 4
};
enum gpuocc_more_waves {
    GPUOCC_MORE_WAVES_NONE_LEFT = 0,
    GPUOCC_MORE_WAVES_MAY_HELP = 1,
    GPUOCC_MORE_WAVES_HELP = 2
};
enum gpuocc_latency_result {
    GPUOCC_LATENCY_WAVES = 0,
    GPUOCC_LATENCY_WAVE_LATENCY = 1,
    GPUOCC_LATENCY_WAVE_LATENCY_SERVED = 2,
    GPUOCC_LATENCY_DEMAND = 3,
    GPUOCC_LATENCY_LARGEST_DEMAND = 4,
    GPUOCC_LATENCY_SUM_OF_DEMANDS = 5,
    GPUOCC_LATENCY_THROUGHPUT = 6,
    GPUOCC_LATENCY_SHARE_OF_PEAK = 7,
    GPUOCC_LATENCY_GB_PER_S = 8,
    GPUOCC_LATENCY_WAVES_NEEDED_EXACT = 9,
    GPUOCC_LATENCY_WAVES_NEEDED = 10,
    GPUOCC_LATENCY_OCCUPANCY_NEEDED = 11,
    GPUOCC_LATENCY_UTILISATION = 12,
    GPUOCC_LATENCY_WAVES_TO_SATURATE = 13,
    GPUOCC_LATENCY_BINDING = 14,
    GPUOCC_LATENCY_BINDING_AT_LIMIT = 15,
    GPUOCC_LATENCY_CONCURRENCY = 16,
    GPUOCC_LATENCY_IN_FLIGHT = 17,
    GPUOCC_LATENCY_LOADS_IN_FLIGHT = 18,
    GPUOCC_LATENCY_BYTES_IN_FLIGHT = 19,
    GPUOCC_LATENCY_CHAINS_NEEDED = 20,
    GPUOCC_LATENCY_LOADS_NEEDED = 21,
    GPUOCC_LATENCY_BYTES_PER_THREAD_NEEDED = 22,
    GPUOCC_LATENCY_MORE_WAVES = 23,
    GPUOCC_LATENCY_GAIN = 24,
    GPUOCC_LATENCY_ROUNDS = 25,
    GPUOCC_LATENCY_TIME = 26,
    GPUOCC_LATENCY_TIME_AT_LEAST = 27,
    GPUOCC_LATENCY_CLASS_LATENCY = 28,
    GPUOCC_LATENCY_LOADS_NEEDED_EXACT = 29,
    GPUOCC_LATENCY_BASIS = 30,
    GPUOCC_LATENCY_RESULT_COUNT = 31
};
GPUOCC_API size_t gpuocc_latency_size(void);
GPUOCC_API int32_t gpuocc_latency_init(gpuocc_latency *latency, const gpuocc_device *device,
                                       const gpuocc_occupancy *occupancy,
                                       const gpuocc_workload *workload,
                                       const gpuocc_instructions *classes, gpuocc_error *error);
GPUOCC_API uint64_t gpuocc_latency_left_out(const gpuocc_latency *latency);
GPUOCC_API int32_t gpuocc_latency_constant(const gpuocc_latency *latency, uint32_t constant,
                                           double *value, double *low, double *high,
                                           uint32_t *basis);
GPUOCC_API int32_t gpuocc_latency_get(const gpuocc_latency *latency, uint32_t result,
                                      uint32_t index, double *low, double *high);
GPUOCC_API int32_t gpuocc_latency_at(const gpuocc_latency *latency, double waves, uint32_t result,
                                     uint32_t index, double *value);
GPUOCC_API int32_t gpuocc_latency_group_time(const gpuocc_latency *latency,
                                             gpuocc_group_time *group);
GPUOCC_API int32_t gpuocc_little_pipe(double latency_cycles, double rate_per_cycle,
                                      double *in_flight, gpuocc_error *error);
GPUOCC_API int32_t gpuocc_little_memory_rate(double gb_per_s, double clock_ghz, double core_count,
                                             double bytes_per_request, double *rate_per_cycle,
                                             gpuocc_error *error);
GPUOCC_API int32_t gpuocc_little_count(double in_flight, double each, uint64_t *count,
                                       gpuocc_error *error);
#ifdef __cplusplus
}
#endif
#endif
