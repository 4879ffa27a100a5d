/* SPDX-License-Identifier: MIT
 *
 * Reflection: the names, units and descriptions of all fields, results, statuses and other numbered
 * values. A binding or a tool can be generated from these lists without parsing a header.
 */
#ifndef GPUOCC_NAMES_H
#define GPUOCC_NAMES_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The lists. The numbers in a list are those of the enum named beside it. */
enum gpuocc_list {
    GPUOCC_LIST_KERNEL_FIELDS = 1,     /**< enum gpuocc_kernel_field */
    GPUOCC_LIST_DEVICE_FIELDS = 2,     /**< enum gpuocc_device_field */
    GPUOCC_LIST_RESULTS = 3,           /**< enum gpuocc_result */
    GPUOCC_LIST_LIMITS = 4,            /**< enum gpuocc_limit */
    GPUOCC_LIST_CONVENTIONS = 5,       /**< enum gpuocc_convention */
    GPUOCC_LIST_VENDORS = 6,           /**< enum gpuocc_vendor */
    GPUOCC_LIST_NOTES = 7,             /**< enum gpuocc_note, by bit number */
    GPUOCC_LIST_CONFIDENCES = 8,       /**< enum gpuocc_confidence */
    GPUOCC_LIST_QUALITIES = 9,         /**< enum gpuocc_quality */
    GPUOCC_LIST_STATUSES = 10,         /**< enum gpuocc_status, by the negated code */
    GPUOCC_LIST_GRID_FIELDS = 11,      /**< enum gpuocc_grid_field */
    GPUOCC_LIST_DISPATCH_FIELDS = 12,  /**< enum gpuocc_dispatch_field */
    GPUOCC_LIST_SCHEDULE_RESULTS = 13, /**< enum gpuocc_schedule_result */
    GPUOCC_LIST_PLACEMENTS = 14,       /**< enum gpuocc_placement */
    GPUOCC_LIST_CORE_POLICIES = 15,    /**< enum gpuocc_core_policy */
    GPUOCC_LIST_RESOURCES = 16,        /**< enum gpuocc_resource */
    GPUOCC_LIST_CONSTANTS = 17,        /**< enum gpuocc_constant */
    GPUOCC_LIST_LATENCY_RESULTS = 18,  /**< enum gpuocc_latency_result */
    GPUOCC_LIST_CURVES = 19,           /**< enum gpuocc_curve */
    GPUOCC_LIST_WORKLOAD_FIELDS = 20,  /**< enum gpuocc_workload_field */
    GPUOCC_LIST_CLASS_FIELDS = 21,     /**< enum gpuocc_class_field */
    GPUOCC_LIST_BASES = 22,            /**< enum gpuocc_basis */
    GPUOCC_LIST_MEMORIES = 23,         /**< enum gpuocc_memory */
    GPUOCC_LIST_FIELD_USES = 24,       /**< enum gpuocc_field_use */
    GPUOCC_LIST_ESTIMATE_FIELDS = 25,  /**< enum gpuocc_estimate_field */
    GPUOCC_LIST_COUNT = 26
};

/** Upper bound (exclusive) of the numbers in a list; a number without a name is not in use. 0 if
 *  the list does not exist. */
GPUOCC_API uint32_t gpuocc_list_count(uint32_t list);

/** Name of a number ("registers_per_thread"), or NULL if the number is not in use. Static
 *  memory. */
GPUOCC_API const char *gpuocc_name(uint32_t list, uint32_t number);

/** Unit of a number ("bytes"), "" for a plain count, or NULL if the number is not in use. */
GPUOCC_API const char *gpuocc_unit(uint32_t list, uint32_t number);

/** One sentence that describes a number, "" if its name is enough, or NULL if the number is not in
 *  use. Static memory. */
GPUOCC_API const char *gpuocc_about(uint32_t list, uint32_t number);

/**
 * Looks up the number of a name of `length` bytes (GPUOCC_TERMINATED: a C string). The spelling
 * must match exactly.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD if the list has no such name.
 */
GPUOCC_API int32_t gpuocc_number(uint32_t list, const char *name, size_t length, uint32_t *number);

/**
 * Name of a value of a kernel field that selects from a list:
 * gpuocc_choice_name(GPUOCC_KERNEL_CORE_MODE, 2) is "wgp". NULL if the field does not select from a
 * list or has no such value.
 */
GPUOCC_API const char *gpuocc_choice_name(uint32_t kernel_field, uint32_t value);

#ifdef __cplusplus
}
#endif

#endif
