/* SPDX-License-Identifier: MIT */
/* Written by scripts/abi_snapshot. */
#ifndef GPUOCC_DEVICE_H
#define GPUOCC_DEVICE_H
#include "status.h"
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gpuocc_device gpuocc_device;
enum gpuocc_vendor {
    GPUOCC_VENDOR_GENERIC = 0,
    GPUOCC_VENDOR_NVIDIA = 1,
    GPUOCC_VENDOR_AMD = 2,
    GPUOCC_VENDOR_INTEL = 3,
    GPUOCC_VENDOR_APPLE = 4,
    GPUOCC_VENDOR_ADRENO = 5,
    GPUOCC_VENDOR_MALI = 6,
    GPUOCC_VENDOR_V3D = 7,
    GPUOCC_VENDOR_COUNT = 8
};
enum gpuocc_confidence {
    GPUOCC_CONFIDENCE_CALLER = 0,
    GPUOCC_CONFIDENCE_VENDOR = 1,
    GPUOCC_CONFIDENCE_TWO_SOURCES = 2,
    GPUOCC_CONFIDENCE_ONE_SOURCE = 3,
    GPUOCC_CONFIDENCE_UNVERIFIED = 4,
    GPUOCC_CONFIDENCE_COUNT = 5
};
enum gpuocc_quality {
    GPUOCC_QUALITY_EXACT = 0,
    GPUOCC_QUALITY_ALIAS = 1,
    GPUOCC_QUALITY_ARCHITECTURE = 2,
    GPUOCC_QUALITY_AMBIGUOUS = 3,
    GPUOCC_QUALITY_NEAREST = 4,
    GPUOCC_QUALITY_COUNT = 5
};
enum gpuocc_device_field {
    GPUOCC_DEVICE_VENDOR = 1,
    GPUOCC_DEVICE_GENERATION = 2,
    GPUOCC_DEVICE_WAVE_SIZES = 3,
    GPUOCC_DEVICE_DEFAULT_WAVE_SIZE = 4,
    GPUOCC_DEVICE_MAX_THREADS_PER_GROUP = 5,
    GPUOCC_DEVICE_MAX_GROUPS_PER_CORE = 6,
    GPUOCC_DEVICE_PARTITIONS_PER_CORE = 7,
    GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION = 8,
    GPUOCC_DEVICE_REGISTERS_PER_PARTITION = 9,
    GPUOCC_DEVICE_REGISTER_UNIT = 10,
    GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD = 11,
    GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP = 12,
    GPUOCC_DEVICE_MAX_ACCUMULATORS_PER_THREAD = 13,
    GPUOCC_DEVICE_UNIFIED_ACCUMULATORS = 14,
    GPUOCC_DEVICE_SCALAR_REGISTERS_PER_PARTITION = 15,
    GPUOCC_DEVICE_SCALAR_REGISTER_UNIT = 16,
    GPUOCC_DEVICE_MAX_SCALAR_REGISTERS_PER_WAVE = 17,
    GPUOCC_DEVICE_FIXED_SCALAR_REGISTERS_PER_WAVE = 18,
    GPUOCC_DEVICE_SHARED_POOL_BYTES = 19,
    GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP = 20,
    GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP = 21,
    GPUOCC_DEVICE_SHARED_UNIT_BYTES = 22,
    GPUOCC_DEVICE_SHARED_RESERVED_BYTES = 23,
    GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB = 24,
    GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB = 25,
    GPUOCC_DEVICE_BARRIERS_PER_CORE = 26,
    GPUOCC_DEVICE_VIRTUAL_RESOURCES_PER_CORE = 27,
    GPUOCC_DEVICE_CUS_PER_WGP = 28,
    GPUOCC_DEVICE_DYNAMIC_VGPR = 29,
    GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER = 30,
    GPUOCC_DEVICE_GRF_COUNTS = 31,
    GPUOCC_DEVICE_WAVES_AT_GRF_COUNT = 32,
    GPUOCC_DEVICE_GRF_BYTES = 33,
    GPUOCC_DEVICE_LANES_PER_CORE = 34,
    GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER_ON_REQUEST = 35,
    GPUOCC_DEVICE_MAX_CLUSTERED_GROUPS_PER_CORE = 36,
    GPUOCC_DEVICE_CORE_COUNT = 40,
    GPUOCC_DEVICE_MIN_CORE_COUNT = 41,
    GPUOCC_DEVICE_CLOCK_MHZ = 42,
    GPUOCC_DEVICE_MEMORY_MB_PER_S = 43,
    GPUOCC_DEVICE_L2_KIB = 44,
    GPUOCC_DEVICE_LAST_LEVEL_KIB = 45,
    GPUOCC_DEVICE_CORES_PER_GPC = 46,
    GPUOCC_DEVICE_FIELD_COUNT = 47
};
typedef struct gpuocc_custom_device gpuocc_custom_device;
struct GPUOCC_HANDLE gpuocc_custom_device {
    uint64_t opaque[256];
};
GPUOCC_API size_t gpuocc_device_size(void);
GPUOCC_API uint32_t gpuocc_device_count(void);
GPUOCC_API int32_t gpuocc_device_at(uint32_t index, const gpuocc_device **device);
GPUOCC_API int32_t gpuocc_device_find(const char *name, size_t length, uint32_t index,
                                      const gpuocc_device **device, uint32_t *quality,
                                      gpuocc_error *error);
enum gpuocc_purpose {
    GPUOCC_PURPOSE_OCCUPANCY = 0,
    GPUOCC_PURPOSE_SCHEDULE = 1,
    GPUOCC_PURPOSE_LATENCY = 2,
    GPUOCC_PURPOSE_COUNT = 3
};
GPUOCC_API int32_t gpuocc_device_for(const char *name, size_t length, uint32_t purpose,
                                     const gpuocc_device **device, uint32_t *quality,
                                     gpuocc_error *error);
GPUOCC_API size_t gpuocc_device_candidates(const char *name, size_t length, char *text,
                                           size_t bytes);
GPUOCC_API const gpuocc_device *gpuocc_device_named(const char *name);
GPUOCC_API int32_t gpuocc_device_nearest(const char *name, size_t length, uint32_t index,
                                         const gpuocc_device **device);
typedef struct gpuocc_pci_id {
    uint32_t size;
    uint32_t vendor;
    uint32_t device;
    uint32_t revision;
} gpuocc_pci_id;
GPUOCC_API int32_t gpuocc_device_pci(const gpuocc_pci_id *id, uint32_t index,
                                     const gpuocc_device **device, uint32_t *quality,
                                     gpuocc_error *error);
GPUOCC_API int32_t gpuocc_device_copy(gpuocc_custom_device *custom, const gpuocc_device *base,
                                      const char *name, size_t length, gpuocc_error *error);
GPUOCC_API int32_t gpuocc_device_empty(gpuocc_custom_device *custom, const char *name,
                                       size_t length, gpuocc_error *error);
GPUOCC_API int32_t gpuocc_device_edit(gpuocc_custom_device *custom, const uint32_t *fields,
                                      const uint64_t *values, size_t count, gpuocc_error *error);
GPUOCC_API const gpuocc_device *gpuocc_device_of(const gpuocc_custom_device *custom);
GPUOCC_API const char *gpuocc_device_name(const gpuocc_device *device);
GPUOCC_API const char *gpuocc_device_architecture(const gpuocc_device *device);
GPUOCC_API const char *gpuocc_device_family(const gpuocc_device *device);
GPUOCC_API int32_t gpuocc_device_get(const gpuocc_device *device, uint32_t field, uint32_t index,
                                     uint64_t *value);
typedef struct gpuocc_source {
    uint32_t size;
    uint32_t confidence;
    char document[384];
    char remark[384];
} gpuocc_source;
GPUOCC_API int32_t gpuocc_device_source(const gpuocc_device *device, uint32_t field,
                                        gpuocc_source *source);
GPUOCC_API int32_t gpuocc_device_pci_id(const gpuocc_device *device, uint32_t index,
                                        gpuocc_pci_id *id);
GPUOCC_API uint64_t gpuocc_device_fingerprint(const gpuocc_device *device);
#ifdef __cplusplus
}
#endif
#endif
