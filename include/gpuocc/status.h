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
 * The return values of functions, as int32_t: 0, or a negative code with exactly one kind of cause.
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
    GPUOCC_SCOPE_ESTIMATE = 10   /**< enum gpuocc_estimate_field; see estimate.h */
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
     *  estimate the bound that it violates, a double if the value is one (estimate.h). */
    uint64_t limit;
    /** Name of the device, of the most similar device if none has the name that was looked up, or
     *  of an instruction (estimate.h). NUL-terminated, "" if there is none. */
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
