/* SPDX-License-Identifier: MIT
 *
 * Statuses, errors and the constants that every other header uses.
 *
 * No function of this library allocates, keeps state, opens a file, takes a lock, sets errno or
 * calls libm. Any function may be called from any thread. Equal arguments give equal results.
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

/** An input that is not known (yet): results become ranges. As an output: nobody knows. */
#define GPUOCC_UNKNOWN 0xffffffffu

/** An explicit zero, for inputs where 0 means "not given". */
#define GPUOCC_ZERO 0xfffffffeu

/** Alignment in bytes of the memory that a caller gives for a handle. That of an array of uint64_t
 *  is enough everywhere, also where it is less (32-bit x86). */
#define GPUOCC_ALIGNMENT 8u

/**
 * What a function returns, as int32_t: 0 or one negative code for one cause. Codes are never
 * reused. After a negative code no out-parameter was written but the gpuocc_error that was passed;
 * memory given for a handle holds nothing of use.
 */
enum gpuocc_status {
    GPUOCC_OK = 0,
    /** A pointer that must not be NULL is NULL; field is its position among the arguments. */
    GPUOCC_ERROR_NULL = -1,
    /** The `size` member of a struct is none that this library can read. */
    GPUOCC_ERROR_STRUCT_SIZE = -2,
    /** A struct of a newer version sets a member that this library does not know. */
    GPUOCC_ERROR_STRUCT_NEWER = -3,
    /** The memory given for a handle is too small; limit is what is needed, in bytes. */
    GPUOCC_ERROR_MEMORY_SIZE = -4,
    /** The memory given for a handle is not aligned to GPUOCC_ALIGNMENT. */
    GPUOCC_ERROR_MEMORY_ALIGNMENT = -5,
    /** No device has this name or PCI id. gpuocc_device_nearest offers the nearest names. */
    GPUOCC_ERROR_DEVICE_UNKNOWN = -6,
    /** The vendor of this device was left out of this build. */
    GPUOCC_ERROR_VENDOR_MISSING = -7,
    /** The device is identified, but its architecture is not known well enough to compute. */
    GPUOCC_ERROR_DEVICE_NO_MODEL = -8,
    /** A device of the caller's own lacks a value or contradicts itself; field names it. */
    GPUOCC_ERROR_DEVICE_INVALID = -9,
    /** No convention has this number. */
    GPUOCC_ERROR_CONVENTION_UNKNOWN = -10,
    /** The convention belongs to a tool of another vendor. */
    GPUOCC_ERROR_CONVENTION_VENDOR = -11,
    /** No list element has this index: the end of an enumeration. */
    GPUOCC_ERROR_INDEX = -12,
    /** No field, result, limit or list has this number or name. */
    GPUOCC_ERROR_FIELD = -13,
    /** An input that this device cannot do without is 0 or not given. */
    GPUOCC_ERROR_REQUIRED = -14,
    /** threads_per_group is more than the device ever launches in one group. */
    GPUOCC_ERROR_GROUP_TOO_LARGE = -15,
    /** More registers (of any kind) than the device's instructions can name. */
    GPUOCC_ERROR_TOO_MANY_REGISTERS = -16,
    /** More shared memory than the device ever gives one group. */
    GPUOCC_ERROR_SHARED_TOO_LARGE = -17,
    /** Any other input is above its limit. */
    GPUOCC_ERROR_TOO_LARGE = -18,
    /** An input is none of the values that this device accepts. */
    GPUOCC_ERROR_NOT_A_CHOICE = -19,
    /** The device has no such resource or feature. */
    GPUOCC_ERROR_NO_RESOURCE = -20,
    /** This input has to be known: GPUOCC_UNKNOWN is not accepted. */
    GPUOCC_ERROR_MUST_BE_KNOWN = -21,
    /** Not an error of the caller: this result does not apply to this device or kernel. */
    GPUOCC_NOT_APPLICABLE = -22,
    /** Not an error of the caller: nobody knows this value; see docs/model.md. */
    GPUOCC_NOT_KNOWN = -23,
    /** Not an error of the caller: no value of the input asked about reaches the target. */
    GPUOCC_NOT_POSSIBLE = -24,
    /** The tool of this convention does not know the device. */
    GPUOCC_ERROR_CONVENTION_DEVICE = -25,
    /** A double is NaN, infinite, negative, zero where it must not be, or outside its range. */
    GPUOCC_ERROR_BAD_NUMBER = -26
};

/** In what a gpuocc_error counts `field`. */
enum gpuocc_scope {
    GPUOCC_SCOPE_NONE = 0,
    GPUOCC_SCOPE_ARGUMENT = 1, /**< position among the arguments, the first is 1 */
    GPUOCC_SCOPE_KERNEL = 2,   /**< enum gpuocc_kernel_field */
    GPUOCC_SCOPE_DEVICE = 3,   /**< enum gpuocc_device_field */
    GPUOCC_SCOPE_GRID = 4,     /**< enum gpuocc_grid_field */
    GPUOCC_SCOPE_DISPATCH = 5, /**< enum gpuocc_dispatch_field */
    GPUOCC_SCOPE_WORKLOAD = 6, /**< enum gpuocc_workload_field */
    GPUOCC_SCOPE_CLASS = 7,    /**< enum gpuocc_class_field; `limit` is the index of the class */
    /** enum gpuocc_constant; of GPUOCC_NOT_KNOWN `limit` is the set (1 << constant) of all that are
     *  missing */
    GPUOCC_SCOPE_CONSTANT = 8
};

/**
 * What was wrong: an optional out-parameter. Set `size` before the call; it is never changed and
 * nothing beyond it is written. Written only when the call returns a negative status.
 */
typedef struct gpuocc_error {
    uint32_t size;    /**< sizeof(gpuocc_error), set by the caller */
    uint32_t scope;   /**< enum gpuocc_scope */
    uint32_t field;   /**< which input, counted as `scope` says */
    uint32_t known;   /**< bit 0: `value` is meant; bit 1: `limit` is meant; bit 2: see `value` */
    uint64_t value;   /**< the value that was given; with bit 2 of `known` the bits of a double */
    uint64_t limit;   /**< the largest value possible, or the only one, or what is needed */
    char subject[48]; /**< name of the device asked about, NUL-terminated, "" if none */
} gpuocc_error;

/**
 * Writes one sentence that names the field, the value and the limit
 * ("registers_per_thread is 300, sm_90 allows 255") as NUL-terminated UTF-8.
 *
 * `error` may be NULL, then the sentence says what the status means in general. At most `bytes`
 * bytes are written, the NUL included; `text` may be NULL if `bytes` is 0.
 *
 * Returns the length of the whole sentence without the NUL, also when it did not fit.
 */
GPUOCC_API size_t gpuocc_error_text(const gpuocc_error *error, int32_t status, char *text,
                                    size_t bytes);

/** Version of the library: major * 1000000 + minor * 1000 + patch. */
GPUOCC_API uint32_t gpuocc_version(void);

/**
 * Version of the device tables: a number below 2^31 that follows from all records. Equal numbers
 * mean equal tables; the numbers have no order.
 */
GPUOCC_API uint32_t gpuocc_data_version(void);

#ifdef __cplusplus
}
#endif

#endif
