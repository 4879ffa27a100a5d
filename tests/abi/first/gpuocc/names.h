/* SPDX-License-Identifier: MIT */
/* Written by scripts/abi_snapshot. */
#ifndef GPUOCC_NAMES_H
#define GPUOCC_NAMES_H
#include "status.h"
#ifdef __cplusplus
extern "C" {
#endif
enum gpuocc_list {
    GPUOCC_LIST_KERNEL_FIELDS = 1,
    GPUOCC_LIST_DEVICE_FIELDS = 2,
    GPUOCC_LIST_RESULTS = 3,
    GPUOCC_LIST_LIMITS = 4,
    GPUOCC_LIST_CONVENTIONS = 5,
    GPUOCC_LIST_VENDORS = 6,
    GPUOCC_LIST_NOTES = 7,
    GPUOCC_LIST_CONFIDENCES = 8,
    GPUOCC_LIST_QUALITIES = 9,
    GPUOCC_LIST_STATUSES = 10,
    GPUOCC_LIST_GRID_FIELDS = 11,
    GPUOCC_LIST_DISPATCH_FIELDS = 12,
    GPUOCC_LIST_SCHEDULE_RESULTS = 13,
    GPUOCC_LIST_PLACEMENTS = 14,
    GPUOCC_LIST_CORE_POLICIES = 15,
    GPUOCC_LIST_RESOURCES = 16,
    GPUOCC_LIST_CONSTANTS = 17,
    GPUOCC_LIST_LATENCY_RESULTS = 18,
    GPUOCC_LIST_CURVES = 19,
    GPUOCC_LIST_WORKLOAD_FIELDS = 20,
    GPUOCC_LIST_CLASS_FIELDS = 21,
    GPUOCC_LIST_BASES = 22,
    GPUOCC_LIST_MEMORIES = 23,
    GPUOCC_LIST_FIELD_USES = 24,
    GPUOCC_LIST_ESTIMATE_FIELDS = 25,
    GPUOCC_LIST_COUNT = 26
};
GPUOCC_API uint32_t gpuocc_list_count(uint32_t list);
GPUOCC_API const char *gpuocc_name(uint32_t list, uint32_t number);
GPUOCC_API const char *gpuocc_unit(uint32_t list, uint32_t number);
GPUOCC_API const char *gpuocc_about(uint32_t list, uint32_t number);
GPUOCC_API int32_t gpuocc_number(uint32_t list, const char *name, size_t length, uint32_t *number);
GPUOCC_API const char *gpuocc_choice_name(uint32_t kernel_field, uint32_t value);
#ifdef __cplusplus
}
#endif
#endif
