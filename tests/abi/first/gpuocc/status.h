/* SPDX-License-Identifier: MIT */
/* Written by scripts/abi_snapshot. */
#ifndef GPUOCC_STATUS_H
#define GPUOCC_STATUS_H
#include <stddef.h>
#include <stdint.h>
#if defined(GPUOCC_API)
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
#define GPUOCC_UNKNOWN 0xffffffffu
#define GPUOCC_ZERO 0xfffffffeu
#if defined(__GNUC__)
#define GPUOCC_HANDLE __attribute__((__may_alias__))
#else
#define GPUOCC_HANDLE
#endif
#define GPUOCC_TERMINATED 0xffffffffu
#define GPUOCC_ALIGNMENT 8u
enum gpuocc_status {
    GPUOCC_OK = 0,
    GPUOCC_ERROR_NULL = -1,
    GPUOCC_ERROR_STRUCT_SIZE = -2,
    GPUOCC_ERROR_STRUCT_NEWER = -3,
    GPUOCC_ERROR_MEMORY_SIZE = -4,
    GPUOCC_ERROR_MEMORY_ALIGNMENT = -5,
    GPUOCC_ERROR_DEVICE_UNKNOWN = -6,
    GPUOCC_ERROR_VENDOR_MISSING = -7,
    GPUOCC_ERROR_DEVICE_NO_MODEL = -8,
    GPUOCC_ERROR_DEVICE_INVALID = -9,
    GPUOCC_ERROR_CONVENTION_UNKNOWN = -10,
    GPUOCC_ERROR_CONVENTION_VENDOR = -11,
    GPUOCC_ERROR_INDEX = -12,
    GPUOCC_ERROR_FIELD = -13,
    GPUOCC_ERROR_REQUIRED = -14,
    GPUOCC_ERROR_GROUP_TOO_LARGE = -15,
    GPUOCC_ERROR_TOO_MANY_REGISTERS = -16,
    GPUOCC_ERROR_SHARED_TOO_LARGE = -17,
    GPUOCC_ERROR_TOO_LARGE = -18,
    GPUOCC_ERROR_NOT_A_CHOICE = -19,
    GPUOCC_ERROR_NO_RESOURCE = -20,
    GPUOCC_ERROR_MUST_BE_KNOWN = -21,
    GPUOCC_NOT_APPLICABLE = -22,
    GPUOCC_NOT_KNOWN = -23,
    GPUOCC_NOT_POSSIBLE = -24,
    GPUOCC_ERROR_CONVENTION_DEVICE = -25,
    GPUOCC_ERROR_BAD_NUMBER = -26,
    GPUOCC_ERROR_DEVICE_AMBIGUOUS = -27
};
enum gpuocc_scope {
    GPUOCC_SCOPE_NONE = 0,
    GPUOCC_SCOPE_ARGUMENT = 1,
    GPUOCC_SCOPE_KERNEL = 2,
    GPUOCC_SCOPE_DEVICE = 3,
    GPUOCC_SCOPE_GRID = 4,
    GPUOCC_SCOPE_DISPATCH = 5,
    GPUOCC_SCOPE_WORKLOAD = 6,
    GPUOCC_SCOPE_CLASS = 7,
    GPUOCC_SCOPE_CONSTANT = 8,
    GPUOCC_SCOPE_CONVENTION = 9,
    GPUOCC_SCOPE_ESTIMATE = 10
};
typedef struct gpuocc_error {
    uint32_t size;
    uint32_t scope;
    uint32_t field;
    uint32_t known;
    uint64_t value;
    uint64_t limit;
    char subject[48];
} gpuocc_error;
GPUOCC_API size_t gpuocc_error_text(const gpuocc_error *error, int32_t status, char *text,
                                    size_t bytes);
GPUOCC_API uint32_t gpuocc_version(void);
GPUOCC_API uint32_t gpuocc_data_version(void);
#ifdef __cplusplus
}
#endif
#endif
