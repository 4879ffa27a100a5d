/* SPDX-License-Identifier: MIT
 *
 * The inputs of the estimates (counts.h, scaling.h, order.h, little.h) and of
 * gpuocc_schedule_time, as their errors number them.
 *
 * If one of these functions rejects an input, `scope` of its gpuocc_error is GPUOCC_SCOPE_ESTIMATE,
 * `field` is the input, `value` its value and `limit` the bound that it violates, the smallest or
 * the largest valid value. GPUOCC_ERROR_NOT_A_CHOICE is returned for an integer, and
 * GPUOCC_ERROR_BAD_NUMBER for a double that is NaN or outside its range; `limit` then contains the
 * bits of a double, too. GPUOCC_ERROR_INDEX is returned for a wave that the group does not have.
 *
 * GPUOCC_ERROR_TOO_LARGE has neither `value` nor `limit`: a result could not be represented, and
 * `field` is one of the inputs that it depends on. For a member of gpuocc_operation, `subject` is
 * "instruction N", counting from 0. Errors of structs and pointers name the argument
 * (GPUOCC_SCOPE_ARGUMENT).
 */
#ifndef GPUOCC_ESTIMATE_H
#define GPUOCC_ESTIMATE_H

/** An input of an estimate: a member of a struct or an argument of the same name. Unless noted
 *  otherwise, integers are at least 1, and doubles are between 0 and 1e300. */
enum gpuocc_estimate_field {
    GPUOCC_ESTIMATE_SIZE = 0,    /**< `size` of the input struct */
    GPUOCC_ESTIMATE_THREADS = 1, /**< of the grid */
    GPUOCC_ESTIMATE_THREADS_PER_GROUP = 2,
    GPUOCC_ESTIMATE_CORE_COUNT = 3,    /**< in little.h a double, 1e-12 to 1e15 */
    GPUOCC_ESTIMATE_WAVE_SIZE = 4,     /**< threads */
    GPUOCC_ESTIMATE_X = 5,             /**< elements of a tile */
    GPUOCC_ESTIMATE_Y = 6,             /**< 0: one dimension; at least 1 if `z` is not 0 */
    GPUOCC_ESTIMATE_Z = 7,             /**< 0: no third dimension */
    GPUOCC_ESTIMATE_ELEMENT_BYTES = 8, /**< of a tile: may be 0; of an access: up to 65536 */
    GPUOCC_ESTIMATE_GROUP_X = 9,       /**< threads; a group has at most 65536 */
    GPUOCC_ESTIMATE_GROUP_Y = 10,      /**< threads */
    GPUOCC_ESTIMATE_LINE_BYTES = 11,
    GPUOCC_ESTIMATE_PITCH_BYTES = 12, /**< at least group_x x element_bytes */
    GPUOCC_ESTIMATE_ORIGIN_X = 13,    /**< may be 0; no address exceeds 64 bits */
    GPUOCC_ESTIMATE_ORIGIN_Y = 14,    /**< may be 0; no address exceeds 64 bits */
    GPUOCC_ESTIMATE_WAVE = 15,        /**< number of a wave of the group, from 0 */
    GPUOCC_ESTIMATE_VALUES = 16,
    GPUOCC_ESTIMATE_CPU_TIME = 17,
    GPUOCC_ESTIMATE_GPU_TIME = 18,   /**< above 0 if `cpu_time` is 0 */
    GPUOCC_ESTIMATE_CORE_SCALE = 19, /**< at least 1e-300; also an element of `core_scales` */
    GPUOCC_ESTIMATE_TIME = 20,       /**< an element of `times` */
    GPUOCC_ESTIMATE_CHAINS = 21,
    GPUOCC_ESTIMATE_INTERLEAVED = 22, /**< at most `chains` */
    GPUOCC_ESTIMATE_DISPATCHES = 23,
    GPUOCC_ESTIMATE_GAP = 24,
    GPUOCC_ESTIMATE_WORK = 25,   /**< at least 1e-300 */
    GPUOCC_ESTIMATE_FILL = 26,   /**< 1e-300 to 1 */
    GPUOCC_ESTIMATE_GROUPS = 27, /**< up to 2^63 - 1 */
    GPUOCC_ESTIMATE_SLOTS = 28,
    GPUOCC_ESTIMATE_LAUNCH_INTERVAL = 29,
    GPUOCC_ESTIMATE_GROUP_TIME = 30, /**< at least 1e-300 */
    GPUOCC_ESTIMATE_FIXED_TIME = 31,
    GPUOCC_ESTIMATE_SPAN = 32,       /**< 1e-300 to `work` */
    GPUOCC_ESTIMATE_PROCESSORS = 33, /**< at least 1 */
    GPUOCC_ESTIMATE_LATENCY_NS = 34,
    GPUOCC_ESTIMATE_GB_PER_S = 35,          /**< in little.h 1e-12 to 1e15 */
    GPUOCC_ESTIMATE_LATENCY_CYCLES = 36,    /**< 1e-12 to 1e15; of a load: at least 1 */
    GPUOCC_ESTIMATE_RATE_PER_CYCLE = 37,    /**< 1e-12 to 1e15 */
    GPUOCC_ESTIMATE_CLOCK_GHZ = 38,         /**< 1e-12 to 1e15 */
    GPUOCC_ESTIMATE_BYTES_PER_REQUEST = 39, /**< 1e-12 to 1e15 */
    GPUOCC_ESTIMATE_IN_FLIGHT = 40,         /**< 1e-12 to 1e15 */
    GPUOCC_ESTIMATE_EACH = 41,              /**< 1e-12 to 1e15, and at least in_flight / 9e18 */
    GPUOCC_ESTIMATE_OPERATION_COUNT = 42,   /**< 1 to GPUOCC_ORDER_INSTRUCTIONS */
    GPUOCC_ESTIMATE_UNROLL = 43,            /**< 0 to GPUOCC_ORDER_INSTRUCTIONS / operation_count */
    GPUOCC_ESTIMATE_ORDER = 44,             /**< enum gpuocc_order, from 0 */
    GPUOCC_ESTIMATE_NO_ALIAS = 45,          /**< 0 or 1 */
    GPUOCC_ESTIMATE_MOST_LOADS = 46,        /**< 0 to GPUOCC_ORDER_LOADS */
    GPUOCC_ESTIMATE_KIND = 47,              /**< enum gpuocc_operation_kind, from 0 */
    GPUOCC_ESTIMATE_OFFSET_BYTES = 48,      /**< magnitude, 0 to 2^40 */
    GPUOCC_ESTIMATE_STRIDE_BYTES = 49,      /**< magnitude, 0 to 2^40 */
    GPUOCC_ESTIMATE_LATENCY = 50,
    GPUOCC_ESTIMATE_PER_CORE = 51,
    GPUOCC_ESTIMATE_PER_DEVICE = 52,
    GPUOCC_ESTIMATE_OVERHEAD = 53,
    GPUOCC_ESTIMATE_FIELD_COUNT = 54
};

#endif
