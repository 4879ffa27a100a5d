/* SPDX-License-Identifier: MIT */
/* Written by scripts/abi_snapshot. */
#ifndef GPUOCC_SCHEDULE_H
#define GPUOCC_SCHEDULE_H
#include "occupancy.h"
#include "status.h"
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gpuocc_schedule gpuocc_schedule;
#ifndef GOCC_PRIVATE
struct GPUOCC_HANDLE gpuocc_schedule {
    uint64_t opaque[32];
};
#endif
typedef struct gpuocc_grid {
    uint32_t size;
    uint32_t core_count;
    uint64_t groups;
    uint32_t groups_per_core;
    uint32_t waves_per_group;
    uint32_t waves_per_core;
    uint32_t groups_per_device;
} gpuocc_grid;
enum gpuocc_grid_field {
    GPUOCC_GRID_SIZE = 0,
    GPUOCC_GRID_CORE_COUNT = 1,
    GPUOCC_GRID_GROUPS = 2,
    GPUOCC_GRID_GROUPS_PER_CORE = 3,
    GPUOCC_GRID_WAVES_PER_GROUP = 4,
    GPUOCC_GRID_WAVES_PER_CORE = 5,
    GPUOCC_GRID_GROUPS_PER_DEVICE = 6,
    GPUOCC_GRID_FIELD_COUNT = 7
};
enum gpuocc_schedule_result {
    GPUOCC_SCHEDULE_GROUPS = 0,
    GPUOCC_SCHEDULE_CORE_COUNT = 1,
    GPUOCC_SCHEDULE_RESIDENT_GROUPS = 2,
    GPUOCC_SCHEDULE_ROUNDS = 3,
    GPUOCC_SCHEDULE_TAIL_GROUPS = 4,
    GPUOCC_SCHEDULE_EFFICIENCY = 5,
    GPUOCC_SCHEDULE_PEAK_OCCUPANCY = 6,
    GPUOCC_SCHEDULE_AVERAGE_OCCUPANCY = 7,
    GPUOCC_SCHEDULE_REACHED = 8,
    GPUOCC_SCHEDULE_BALANCE = 9,
    GPUOCC_SCHEDULE_ROUND_START = 10,
    GPUOCC_SCHEDULE_BUSY_CORES = 11,
    GPUOCC_SCHEDULE_TAIL_GROUPS_PER_CORE = 12,
    GPUOCC_SCHEDULE_PLATEAU_FIRST = 13,
    GPUOCC_SCHEDULE_PLATEAU_LAST = 14,
    GPUOCC_SCHEDULE_WAVE_SLOTS = 15,
    GPUOCC_SCHEDULE_RESULT_COUNT = 16
};
GPUOCC_API int32_t gpuocc_safe_grid(const gpuocc_occupancy *occupancy, uint32_t core_count,
                                    uint32_t reserve, uint64_t *groups);
GPUOCC_API size_t gpuocc_schedule_size(void);
GPUOCC_API int32_t gpuocc_schedule_init(gpuocc_schedule *schedule,
                                        const gpuocc_occupancy *occupancy, const gpuocc_grid *grid,
                                        gpuocc_error *error);
GPUOCC_API int32_t gpuocc_schedule_get(const gpuocc_schedule *schedule, uint32_t result,
                                       uint32_t index, uint64_t *numerator, uint64_t *denominator);
typedef struct gpuocc_group_time {
    uint32_t size;
    uint32_t unused;
    double latency;
    double per_core;
    double per_device;
    double overhead;
} gpuocc_group_time;
typedef struct gpuocc_grid_time {
    uint32_t size;
    uint32_t unused;
    double time;
    double rounds;
    double tail;
    double ideal;
    double minimum;
} gpuocc_grid_time;
GPUOCC_API int32_t gpuocc_schedule_time(const gpuocc_schedule *schedule,
                                        const gpuocc_group_time *group, gpuocc_grid_time *time,
                                        gpuocc_error *error);
enum gpuocc_placement {
    GPUOCC_PLACEMENT_GROUPS = 1,
    GPUOCC_PLACEMENT_WAVES = 2,
    GPUOCC_PLACEMENT_COUNT = 3
};
enum gpuocc_core_policy {
    GPUOCC_CORE_POLICY_EMPTIEST = 1,
    GPUOCC_CORE_POLICY_FILL_FIRST = 2,
    GPUOCC_CORE_POLICY_ROUND_ROBIN = 3,
    GPUOCC_CORE_POLICY_COUNT = 4
};
typedef struct gpuocc_dispatch {
    uint32_t size;
    uint32_t placement;
    uint32_t choice;
    uint32_t barrier;
    uint32_t head_of_line;
    uint32_t usable_cores;
    uint32_t slots_per_core;
} gpuocc_dispatch;
enum gpuocc_dispatch_field {
    GPUOCC_DISPATCH_SIZE = 0,
    GPUOCC_DISPATCH_PLACEMENT = 1,
    GPUOCC_DISPATCH_CHOICE = 2,
    GPUOCC_DISPATCH_BARRIER = 3,
    GPUOCC_DISPATCH_HEAD_OF_LINE = 4,
    GPUOCC_DISPATCH_USABLE_CORES = 5,
    GPUOCC_DISPATCH_SLOTS_PER_CORE = 6,
    GPUOCC_DISPATCH_FIELD_COUNT = 7
};
typedef struct gpuocc_timeline gpuocc_timeline;
typedef struct gpuocc_phase {
    uint32_t size;
    uint32_t index;
    uint64_t start;
    uint64_t end;
    uint64_t waves;
    uint64_t slots;
    uint64_t groups;
} gpuocc_phase;
GPUOCC_API int32_t gpuocc_timeline_size(const gpuocc_schedule *schedule,
                                        const gpuocc_dispatch *rules, size_t *bytes,
                                        gpuocc_error *error);
GPUOCC_API int32_t gpuocc_timeline_init(gpuocc_timeline *timeline, size_t bytes,
                                        const gpuocc_schedule *schedule,
                                        const gpuocc_dispatch *rules, gpuocc_error *error);
GPUOCC_API int32_t gpuocc_timeline_durations(gpuocc_timeline *timeline, const uint32_t *durations,
                                             size_t count, gpuocc_error *error);
GPUOCC_API int32_t gpuocc_timeline_next(gpuocc_timeline *timeline, gpuocc_phase *phase);
#ifdef __cplusplus
}
#endif
#endif
