/* SPDX-License-Identifier: MIT
 *
 * Statuses, errors and the constants that all other headers use.
 *
 * No function of this library allocates memory, keeps state, opens a file, takes a lock, sets errno
 * or calls libm. Every function may be called from any thread. Equal arguments give equal results.
 */
#ifndef GPUOCC_STATUS_H
#define GPUOCC_STATUS_H

#include <stddef.h>
#include <stdint.h>

#if defined(GPUOCC_API)
/* the build decides */
#elif defined(_WIN32) && defined(GPUOCC_SHARED)
#define GPUOCC_API __declspec(dllimport)
#elif defined(__GNUC__)
#define GPUOCC_API __attribute__((visibility("default")))
#else
#define GPUOCC_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** As an input: the value is not known (yet), and results become ranges. As an output: the value is
 *  unknown. */
#define GPUOCC_UNKNOWN 0xffffffffu

/** An explicit zero, for inputs where 0 means "not given". */
#define GPUOCC_ZERO 0xfffffffeu

/* The struct of a handle, which the library reads and writes by another type. */
#if defined(__GNUC__)
#define GPUOCC_HANDLE __attribute__((__may_alias__))
#else
#define GPUOCC_HANDLE
#endif

/** As the length of a text that is an argument: the text ends at its NUL. Larger lengths mean the
 *  same. */
#define GPUOCC_TERMINATED 0xffffffffu

/** Required alignment in bytes of the memory for a handle. An array of uint64_t is always
 *  sufficiently aligned, even where its alignment is smaller (32-bit x86). */
#define GPUOCC_ALIGNMENT 8u

/**
 * The return values of functions, as int32_t: 0, or a negative code for exactly one kind of cause.
 * Codes are never reused. If the code is negative, no output has been written except the
 * gpuocc_error and what a function documents for that status, and the memory passed for a handle
 * contains nothing usable.
 */
enum gpuocc_status {
    GPUOCC_OK = 0,
    /** A pointer that must not be NULL is NULL; `field` is its position among the arguments. For a
     *  device `scope` is GPUOCC_SCOPE_DEVICE and `field` is 0: gpuocc_device_named returns NULL if
     *  no device has the name, or several that differ. */
    GPUOCC_ERROR_NULL = -1,
    /** Unsupported struct size: the `size` member is not one that this library can read. */
    GPUOCC_ERROR_STRUCT_SIZE = -2,
    /** A struct of a newer version sets a member that this library does not know. */
    GPUOCC_ERROR_STRUCT_NEWER = -3,
    /** The memory passed for a handle is too small; `limit` is the required size in bytes. */
    GPUOCC_ERROR_MEMORY_SIZE = -4,
    /** The memory passed for a handle is not aligned to GPUOCC_ALIGNMENT. */
    GPUOCC_ERROR_MEMORY_ALIGNMENT = -5,
    /** No device has this name or PCI id. gpuocc_device_nearest returns similar names. */
    GPUOCC_ERROR_DEVICE_UNKNOWN = -6,
    /** This build does not include the vendor of the device. */
    GPUOCC_ERROR_VENDOR_MISSING = -7,
    /** The device is identified, but too little is published about its architecture to compute
     *  occupancy. */
    GPUOCC_ERROR_DEVICE_NO_MODEL = -8,
    /** A custom device lacks a value or contradicts itself; `field` is the device field. */
    GPUOCC_ERROR_DEVICE_INVALID = -9,
    /** The convention does not exist. */
    GPUOCC_ERROR_CONVENTION_UNKNOWN = -10,
    /** The convention belongs to a tool of another vendor. */
    GPUOCC_ERROR_CONVENTION_VENDOR = -11,
    /** The index is past the end of a list or enumeration. */
    GPUOCC_ERROR_INDEX = -12,
    /** No field, result, limit or list has this number or name. */
    GPUOCC_ERROR_FIELD = -13,
    /** An input that this device requires is 0, that is, not given. */
    GPUOCC_ERROR_REQUIRED = -14,
    /** threads_per_group exceeds the largest group size of the device. */
    GPUOCC_ERROR_GROUP_TOO_LARGE = -15,
    /** A register count (of any kind) exceeds what the instructions of the device can address. */
    GPUOCC_ERROR_TOO_MANY_REGISTERS = -16,
    /** The shared memory of a group exceeds the maximum of the device. */
    GPUOCC_ERROR_SHARED_TOO_LARGE = -17,
    /** Another input exceeds its limit. */
    GPUOCC_ERROR_TOO_LARGE = -18,
    /** An input is not one of the values that this device accepts. */
    GPUOCC_ERROR_NOT_A_CHOICE = -19,
    /** The device does not have this resource or feature. */
    GPUOCC_ERROR_NO_RESOURCE = -20,
    /** GPUOCC_UNKNOWN is not accepted for this input. */
    GPUOCC_ERROR_MUST_BE_KNOWN = -21,
    /** Not a caller's error: this result does not apply to this device or kernel. */
    GPUOCC_NOT_APPLICABLE = -22,
    /** Not a caller's error: this value is unknown or not published; see docs/model.md. */
    GPUOCC_NOT_KNOWN = -23,
    /** Not a caller's error: no value of the input reaches the target. */
    GPUOCC_NOT_POSSIBLE = -24,
    /** The tool of this convention does not support the device. */
    GPUOCC_ERROR_CONVENTION_DEVICE = -25,
    /** A double is NaN, infinite, negative, zero where zero is not allowed, or outside its
     *  range. */
    GPUOCC_ERROR_BAD_NUMBER = -26,
    /** Several devices have this name, and they differ in what the query needs; `field` is a device
     *  field in which they differ, `value` is the number of devices. gpuocc_device_candidates
     *  writes their names. */
    GPUOCC_ERROR_DEVICE_AMBIGUOUS = -27
};

/** The numbering that the `field` of a gpuocc_error refers to. */
enum gpuocc_scope {
    GPUOCC_SCOPE_NONE = 0,
    GPUOCC_SCOPE_ARGUMENT = 1, /**< position among the arguments, starting at 1 */
    GPUOCC_SCOPE_KERNEL = 2,   /**< enum gpuocc_kernel_field */
    GPUOCC_SCOPE_DEVICE = 3,   /**< enum gpuocc_device_field */
    GPUOCC_SCOPE_GRID = 4,     /**< enum gpuocc_grid_field */
    GPUOCC_SCOPE_DISPATCH = 5, /**< enum gpuocc_dispatch_field */
    GPUOCC_SCOPE_WORKLOAD = 6, /**< enum gpuocc_workload_field */
    GPUOCC_SCOPE_CLASS = 7,    /**< enum gpuocc_class_field; `limit` is the index of the class */
    /** enum gpuocc_constant; with GPUOCC_NOT_KNOWN `limit` is the set (1 << constant) of all
     *  missing constants */
    GPUOCC_SCOPE_CONSTANT = 8,
    GPUOCC_SCOPE_CONVENTION = 9, /**< the convention; `field` is 0 */
    GPUOCC_SCOPE_ESTIMATE = 10   /**< enum gpuocc_estimate_field; see below */
};

/*
 * The inputs of the estimates (models.h, gpuocc_little_*) and of gpuocc_schedule_time, as their
 * errors number them.
 *
 * If an estimate rejects an input, `scope` of its gpuocc_error is GPUOCC_SCOPE_ESTIMATE,
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

/** An input of an estimate: a member of a struct or an argument of the same name. Unless noted
 *  otherwise, integers are at least 1, and doubles are between 0 and 1e300. */
enum gpuocc_estimate_field {
    GPUOCC_ESTIMATE_SIZE = 0,    /**< `size` of the input struct */
    GPUOCC_ESTIMATE_THREADS = 1, /**< of the grid */
    GPUOCC_ESTIMATE_THREADS_PER_GROUP = 2,
    GPUOCC_ESTIMATE_CORE_COUNT = 3,    /**< of gpuocc_little_memory_rate a double, 1e-12 to 1e15 */
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
    GPUOCC_ESTIMATE_GB_PER_S = 35,          /**< of gpuocc_little_memory_rate 1e-12 to 1e15 */
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

/**
 * Details of an error, an optional output of the functions that can reject a field of a struct. Set
 * `size` before the call; it is never changed, and nothing beyond it is written. The struct is
 * written only if the call returns a negative status. Functions without this argument document the
 * inputs that each of their statuses can mean; gpuocc_error_text(NULL, status, ...) describes it.
 */
typedef struct gpuocc_error {
    uint32_t size;  /**< sizeof(gpuocc_error), set by the caller */
    uint32_t scope; /**< enum gpuocc_scope */
    uint32_t field; /**< the rejected input, numbered as `scope` says */
    uint32_t known; /**< bit 0: `value` is an integer; bit 1: `limit` is set; bit 2: see `value` */
    uint64_t value; /**< the rejected value; if bit 2 of `known` is set, the bits of a double */
    /** The largest valid value, or the only valid one, or the required amount; for an input of an
     *  estimate the bound that it violates, a double if the value is one. */
    uint64_t limit;
    /** Name of the device, of the most similar device if none has the name that was looked up, or
     *  of an instruction. NUL-terminated, "" if there is none. */
    char subject[48];
} gpuocc_error;

/**
 * Writes one sentence that names the field, the value and the limit ("registers_per_thread is 300,
 * sm_90 allows 255") as NUL-terminated UTF-8.
 *
 * If `error` is NULL, the sentence describes the status in general. At most `bytes` bytes are
 * written, including the NUL; `text` may be NULL if `bytes` is 0.
 *
 * Returns the length of the whole sentence without the NUL, even if it was truncated.
 */
GPUOCC_API size_t gpuocc_error_text(const gpuocc_error *error, int32_t status, char *text,
                                    size_t bytes);

/** Version of the library: major * 1000000 + minor * 1000 + patch. */
GPUOCC_API uint32_t gpuocc_version(void);

/**
 * Version of the device tables: a number below 2^31 computed from all records. Equal numbers mean
 * equal tables; the numbers are not ordered.
 */
GPUOCC_API uint32_t gpuocc_data_version(void);

#ifdef __cplusplus
}
#endif

#endif
