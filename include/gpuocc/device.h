/* SPDX-License-Identifier: MIT
 *
 * Devices: models of GPUs. Built-in devices are constant data of the library; custom devices are
 * made by editing a built-in device or an empty one.
 */
#ifndef GPUOCC_DEVICE_H
#define GPUOCC_DEVICE_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The model of a GPU. Opaque. Built-in devices are valid as long as the library is loaded. */
typedef struct gpuocc_device gpuocc_device;

/** The vendor whose allocation rules a device follows. */
enum gpuocc_vendor {
    /** The textbook model: the minimum over slots, registers, shared memory and barriers. */
    GPUOCC_VENDOR_GENERIC = 0,
    GPUOCC_VENDOR_NVIDIA = 1,
    GPUOCC_VENDOR_AMD = 2,
    GPUOCC_VENDOR_INTEL = 3,
    GPUOCC_VENDOR_APPLE = 4,
    GPUOCC_VENDOR_ADRENO = 5,
    GPUOCC_VENDOR_MALI = 6,
    /** Broadcom's V3D: VideoCore VI and VII. */
    GPUOCC_VENDOR_V3D = 7,
    GPUOCC_VENDOR_COUNT = 8
};

/** How reliable a figure of the tables is, the most reliable first. */
enum gpuocc_confidence {
    /** Given by the caller in gpuocc_device_edit. */
    GPUOCC_CONFIDENCE_CALLER = 0,
    /** The vendor's own header, compiler, driver source or tool, executed or read. */
    GPUOCC_CONFIDENCE_VENDOR = 1,
    /** Two independent sources agree. */
    GPUOCC_CONFIDENCE_TWO_SOURCES = 2,
    /** One secondary source. */
    GPUOCC_CONFIDENCE_ONE_SOURCE = 3,
    /** Not verified, inferred, or sources contradict each other. */
    GPUOCC_CONFIDENCE_UNVERIFIED = 4,
    GPUOCC_CONFIDENCE_COUNT = 5
};

/** How well a name matches the device that was found. */
enum gpuocc_quality {
    /** The device's own name, apart from spelling and decoration. */
    GPUOCC_QUALITY_EXACT = 0,
    /** Another name of the device: a code name, a PCI id, a driver's spelling. */
    GPUOCC_QUALITY_ALIAS = 1,
    /** Only the architecture is identified: core count, clocks and bandwidth are unknown. */
    GPUOCC_QUALITY_ARCHITECTURE = 2,
    /** Several devices have this name, and this is one of them. Use `index` for the others. */
    GPUOCC_QUALITY_AMBIGUOUS = 3,
    /** A similar name; only gpuocc_device_nearest returns it. */
    GPUOCC_QUALITY_NEAREST = 4,
    GPUOCC_QUALITY_COUNT = 5
};

/**
 * The fields of a device, 32-bit numbers. "Core" is an SM, CU, Xe core or GPU core; "partition" is
 * an SM sub-partition, SIMD or EU; "wave" is a warp, wavefront, hardware thread or SIMD-group;
 * "register" is 32 bits of one lane. On AMD hardware with WGP mode figures per core are those of
 * one CU. docs/devices.md has the vendors' terms.
 *
 * GPUOCC_UNKNOWN as a value means that the figure is unknown or not published.
 */
enum gpuocc_device_field {
    /** enum gpuocc_vendor. */
    GPUOCC_DEVICE_VENDOR = 1,
    /** The vendor's number for the architecture: NVIDIA 10 * major + minor; AMD the gfx number read
     *  as hexadecimal (0x90a); Intel the IP release (12.55 is 1255); Apple the family; Adreno
     *  100 for each hundred of the product's number, and the generation within it (a7xx_gen2: 720).
     *  At most 65535. */
    GPUOCC_DEVICE_GENERATION = 2,
    /** Supported wave sizes as a sum of powers of two from 1 (threads run one by one) to 128. */
    GPUOCC_DEVICE_WAVE_SIZES = 3,
    /** Wave size of kernels that do not specify one; 0: kernels must specify it, or the compiler
     *  chooses one by their registers (Adreno). */
    GPUOCC_DEVICE_DEFAULT_WAVE_SIZE = 4,
    /** Maximum threads of one group. */
    GPUOCC_DEVICE_MAX_THREADS_PER_GROUP = 5,
    /** Group slots of a core; 0: no separate limit. */
    GPUOCC_DEVICE_MAX_GROUPS_PER_CORE = 6,
    /** Equal parts of a core, each with wave slots and registers of its own. */
    GPUOCC_DEVICE_PARTITIONS_PER_CORE = 7,
    /** Wave slots of a partition. */
    GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION = 8,
    /** Registers of a partition over all lanes, at most 2^30 in a core; 0: registers set no static
     *  limit. */
    GPUOCC_DEVICE_REGISTERS_PER_PARTITION = 9,
    /** Allocation granularity of registers per wave, over all lanes. */
    GPUOCC_DEVICE_REGISTER_UNIT = 10,
    /** Registers that a thread can address, in the unit of the kernel field that counts them
     *  (Apple: half registers; Intel: whole registers of a hardware thread; Adreno: vec4). */
    GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD = 11,
    /** Maximum registers of one group over all lanes; 0: no separate limit. */
    GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP = 12,
    /** Accumulation registers that a thread can address (AMD); 0: none. */
    GPUOCC_DEVICE_MAX_ACCUMULATORS_PER_THREAD = 13,
    /** 1: accumulation registers share the register file; 0: they have a separate file. */
    GPUOCC_DEVICE_UNIFIED_ACCUMULATORS = 14,
    /** Scalar registers of a partition; 0: scalar registers never limit. */
    GPUOCC_DEVICE_SCALAR_REGISTERS_PER_PARTITION = 15,
    /** Allocation granularity of scalar registers per wave. */
    GPUOCC_DEVICE_SCALAR_REGISTER_UNIT = 16,
    /** Scalar registers that a wave can address; 0: the device has none that count. */
    GPUOCC_DEVICE_MAX_SCALAR_REGISTERS_PER_WAVE = 17,
    /** Scalar registers allocated to every wave regardless of its request; 0: as requested. */
    GPUOCC_DEVICE_FIXED_SCALAR_REGISTERS_PER_WAVE = 18,
    /** Shared memory of a core, in bytes. */
    GPUOCC_DEVICE_SHARED_POOL_BYTES = 19,
    /** Maximum shared memory of one group in bytes. */
    GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP = 20,
    /** Maximum shared memory of one group without opt-in, in bytes. */
    GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP = 21,
    /** Allocation granularity of shared memory in bytes. */
    GPUOCC_DEVICE_SHARED_UNIT_BYTES = 22,
    /** Shared memory reserved for every group in addition to its request, in bytes. */
    GPUOCC_DEVICE_SHARED_RESERVED_BYTES = 23,
    /** List: sizes in KiB to which the shared memory of a core can be configured. Empty: the fixed
     *  size of the pool. */
    GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB = 24,
    /** List: sizes in KiB to which the request of a group is rounded up. Empty: it is rounded to
     *  the granularity. */
    GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB = 25,
    /** Barriers of a core; 0: barriers do not limit. */
    GPUOCC_DEVICE_BARRIERS_PER_CORE = 26,
    /** Virtual resources of a core (NVIDIA, Tensor Memory kernels; Adreno, entries of the branch
     *  stack); 0: none. */
    GPUOCC_DEVICE_VIRTUAL_RESOURCES_PER_CORE = 27,
    /** CUs that form one core in WGP mode (AMD); 0: no such mode. */
    GPUOCC_DEVICE_CUS_PER_WGP = 28,
    /** 1: kernels can use dynamic VGPR mode (AMD). */
    GPUOCC_DEVICE_DYNAMIC_VGPR = 29,
    /** Maximum groups in a cluster that every device of the architecture supports; 0: no
     *  clusters. */
    GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER = 30,
    /** List: register counts for which a kernel can be compiled (Intel GRF count). */
    GPUOCC_DEVICE_GRF_COUNTS = 31,
    /** List: wave slots of a partition for each GRF count, in the same order. */
    GPUOCC_DEVICE_WAVES_AT_GRF_COUNT = 32,
    /** Bytes of one GRF register (Intel); 0 elsewhere. */
    GPUOCC_DEVICE_GRF_BYTES = 33,
    /** Lanes of a core that execute 32-bit instructions at once. */
    GPUOCC_DEVICE_LANES_PER_CORE = 34,
    /** Maximum groups in a cluster if the kernel permits sizes that not every device supports; 0:
     *  no clusters. */
    GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER_ON_REQUEST = 35,
    /** Maximum groups of clusters on one core; 0: no separate limit. */
    GPUOCC_DEVICE_MAX_CLUSTERED_GROUPS_PER_CORE = 36,

    /** Cores of the device. This and the following figures belong to a product, not to an
     *  architecture. */
    GPUOCC_DEVICE_CORE_COUNT = 40,
    /** Cores of the smallest device sold under this name; equal to core_count if there is one
     *  variant. */
    GPUOCC_DEVICE_MIN_CORE_COUNT = 41,
    /** Published clock of the cores under load in MHz. */
    GPUOCC_DEVICE_CLOCK_MHZ = 42,
    /** Published memory bandwidth in MB/s (10^6 bytes). */
    GPUOCC_DEVICE_MEMORY_MB_PER_S = 43,
    /** Size of the L2 cache in KiB. */
    GPUOCC_DEVICE_L2_KIB = 44,
    /** Size of the cache after the L2 (AMD MALL, Apple SLC) in KiB. */
    GPUOCC_DEVICE_LAST_LEVEL_KIB = 45,
    /** List: cores of each NVIDIA GPC. A cluster must fit in one GPC. */
    GPUOCC_DEVICE_CORES_PER_GPC = 46,
    GPUOCC_DEVICE_FIELD_COUNT = 47
};

/** A custom device. Opaque; it needs no freeing and may be copied. Its size is the same in all
 *  versions of a major version. gpuocc_device_of returns it as a gpuocc_device. */
typedef struct gpuocc_custom_device gpuocc_custom_device;
struct GPUOCC_HANDLE gpuocc_custom_device {
    uint64_t opaque[256];
};

/** Bytes of a custom device, sizeof(gpuocc_custom_device), for callers without the header. */
GPUOCC_API size_t gpuocc_device_size(void);

/** Number of built-in devices: architectures and products of the vendors in this build. */
GPUOCC_API uint32_t gpuocc_device_count(void);

/**
 * Returns the built-in device with an index below gpuocc_device_count(). The order may change
 * between versions.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_INDEX.
 */
GPUOCC_API int32_t gpuocc_device_at(uint32_t index, const gpuocc_device **device);

/**
 * Finds a device by a name of `length` bytes (UTF-8; a NUL is not required, and trailing NULs are
 * ignored) or by a C string (`length` GPUOCC_TERMINATED): a product ("GeForce RTX 4090", "RTX
 * 4090"), an architecture in its tool's spelling ("sm_89", "8.9", "gfx90a", "tgl", "apple7"), a
 * chip ("navi31") or a PCI id ("10de:2684"). Case, blanks, hyphens and the vendor's decorations
 * ("(R)", "NVIDIA ", " Graphics") are ignored, as is the text that drivers and browsers add to a
 * name ("AMD Radeon RX 7900 XTX (RADV NAVI31)"). Names that are merely similar, or longer than 512
 * bytes, are not found; see docs/devices.md.
 *
 * `index` 0 returns the first device with that name, 1 the next; at most 48 are returned.
 * `*quality` (may be NULL) is set to an enum gpuocc_quality, which is GPUOCC_QUALITY_AMBIGUOUS if
 * and only if there is more than one device. Each index then has its own status: an enumeration
 * continues after GPUOCC_ERROR_DEVICE_NO_MODEL and ends at GPUOCC_ERROR_INDEX.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_DEVICE_UNKNOWN; GPUOCC_ERROR_DEVICE_NO_MODEL if the
 * name is known but too little is published to compute occupancy; GPUOCC_ERROR_INDEX past the last
 * device. With GPUOCC_ERROR_DEVICE_UNKNOWN, `subject` of the error (may be NULL) is the most
 * similar name, if there is one: what gpuocc_device_nearest returns at index 0. Looking for it
 * takes many times longer than the search, so pass NULL if the error is not printed.
 */
GPUOCC_API int32_t gpuocc_device_find(const char *name, size_t length, uint32_t index,
                                      const gpuocc_device **device, uint32_t *quality,
                                      gpuocc_error *error);

/** What a device is needed for. Each purpose includes those before it. */
enum gpuocc_purpose {
    GPUOCC_PURPOSE_OCCUPANCY = 0, /**< occupancy of a core: the figures of a core */
    /** Schedules, and occupancy of the whole device: also the number of its cores, and the cores of
     *  each GPC. */
    GPUOCC_PURPOSE_SCHEDULE = 1,
    GPUOCC_PURPOSE_LATENCY = 2, /**< every figure, clock and memory bandwidth among them */
    GPUOCC_PURPOSE_COUNT = 3
};

/**
 * Finds the device that answers for all devices with a name, and never chooses among devices that
 * answer differently. `name`, `length` and `error` as in gpuocc_device_find. If one device has the
 * name, it is returned. If there are several:
 *
 * - and they have the same figures for `purpose` (enum gpuocc_purpose), the first is returned, and
 *   `*quality` (may be NULL) is GPUOCC_QUALITY_AMBIGUOUS;
 * - and the purpose is occupancy, and they have the same figures of a core but differ in others,
 *   their architecture is returned (of several equal ones the first), and `*quality` is
 *   GPUOCC_QUALITY_ARCHITECTURE. It has no figures of the whole device, so that schedules and
 *   latency are refused: "H100" gives sm_90;
 * - otherwise the error is GPUOCC_ERROR_DEVICE_AMBIGUOUS. Its `field` is a device field in which
 *   they differ, and its `value` their number. gpuocc_device_candidates writes their names.
 *
 * An architecture has no figures of the whole device, so beside a product of it only the product
 * counts for schedules and latency: "H100 SXM5" is the H100 SXM5 80 GB, although another board of
 * which only sm_90 is known has the same name.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_DEVICE_UNKNOWN; GPUOCC_ERROR_DEVICE_NO_MODEL;
 * GPUOCC_ERROR_DEVICE_AMBIGUOUS; GPUOCC_ERROR_TOO_LARGE for a purpose that does not exist.
 */
GPUOCC_API int32_t gpuocc_device_for(const char *name, size_t length, uint32_t purpose,
                                     const gpuocc_device **device, uint32_t *quality,
                                     gpuocc_error *error);

/**
 * Writes the names of the devices that gpuocc_device_find enumerates to `text`, separated by ", ":
 * "H100 SXM5 80 GB, H100 PCIe 80 GB, H100 NVL 94 GB, sm_90". Devices without a model are left out.
 * At most `bytes` bytes are written, including the NUL; `text` may be NULL if `bytes` is 0.
 *
 * Returns the length of the whole list without the NUL, even if it was truncated; 0, and an empty
 * text, if no device has the name.
 */
GPUOCC_API size_t gpuocc_device_candidates(const char *name, size_t length, char *text,
                                           size_t bytes);

/**
 * Returns the device with a NUL-terminated name: what gpuocc_device_for returns for
 * GPUOCC_PURPOSE_OCCUPANCY. NULL if `name` is NULL, no device has the name, several have it that
 * differ in a figure of a core, or too little is published about it. Functions that take a device
 * report NULL as an error, so the result can be passed on unchecked.
 */
GPUOCC_API const gpuocc_device *gpuocc_device_named(const char *name);

/**
 * Returns the devices whose names are most similar to a name that was not found, the best first.
 * Use them in a message ("did you mean"), never as an answer. `name` and `length` as in
 * gpuocc_device_find. `index` starts at 0; at most eight devices are returned, each with a name
 * that differs by one or two typing errors.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_INDEX past the last one.
 */
GPUOCC_API int32_t gpuocc_device_nearest(const char *name, size_t length, uint32_t index,
                                         const gpuocc_device **device);

/** The PCI id of a device. */
typedef struct gpuocc_pci_id {
    uint32_t size;   /**< sizeof(gpuocc_pci_id) of the caller's header */
    uint32_t vendor; /**< 0x10de: NVIDIA, 0x1002: AMD, 0x8086: Intel */
    uint32_t device; /**< device id of the vendor */
    /** PCI revision, or GPUOCC_UNKNOWN. It matters on AMD, where several products share one device
     *  id. */
    uint32_t revision;
} gpuocc_pci_id;

/**
 * Finds a device by its PCI id.
 *
 * `index`, `quality` and statuses as gpuocc_device_find, and GPUOCC_ERROR_STRUCT_SIZE and
 * GPUOCC_ERROR_STRUCT_NEWER.
 */
GPUOCC_API int32_t gpuocc_device_pci(const gpuocc_pci_id *id, uint32_t index,
                                     const gpuocc_device **device, uint32_t *quality,
                                     gpuocc_error *error);

/**
 * Makes a custom device as a copy of `base`. `name` of `length` bytes (GPUOCC_TERMINATED: a C
 * string) is the name in error messages, truncated to 47 bytes; NULL keeps the name of the base.
 * The custom device keeps no pointer to `base`.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL, also for a `base` that gpuocc_device_named did not find;
 * GPUOCC_ERROR_MEMORY_ALIGNMENT.
 */
GPUOCC_API int32_t gpuocc_device_copy(gpuocc_custom_device *custom, const gpuocc_device *base,
                                      const char *name, size_t length, gpuocc_error *error);

/**
 * Makes an empty custom device, which gpuocc_device_edit completes. Every field is 0, except that
 * the vendor is GPUOCC_VENDOR_GENERIC, the wave size is 32 and the granularities are 1; lists are
 * empty, and figures from GPUOCC_DEVICE_CORE_COUNT on are unknown. `name` as in gpuocc_device_copy;
 * NULL gives it the name "custom device".
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_MEMORY_ALIGNMENT.
 */
GPUOCC_API int32_t gpuocc_device_empty(gpuocc_custom_device *custom, const char *name,
                                       size_t length, gpuocc_error *error);

/**
 * Changes fields of a custom device that gpuocc_device_copy or gpuocc_device_empty made. `fields`
 * and `values` are arrays of `count` elements: field fields[i] (enum gpuocc_device_field) is set to
 * values[i]. A list field may be named several times: the first time clears the list, and the
 * values are appended in order. After an error the device is as it was.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL, also if neither function has made `custom`;
 * GPUOCC_ERROR_FIELD for a field that does not exist; GPUOCC_ERROR_TOO_LARGE for a value above 32
 * bits or a list that is too long; GPUOCC_ERROR_VENDOR_MISSING; GPUOCC_ERROR_DEVICE_INVALID with
 * the field that is missing or contradicts another one.
 */
GPUOCC_API int32_t gpuocc_device_edit(gpuocc_custom_device *custom, const uint32_t *fields,
                                      const uint64_t *values, size_t count, gpuocc_error *error);

/**
 * Returns a custom device for all functions that take a device. It is valid as long as `custom`.
 * NULL if `custom` is NULL, or an empty device that gpuocc_device_edit has not completed. Functions
 * that take a device report NULL as an error, so the result can be passed on unchecked.
 */
GPUOCC_API const gpuocc_device *gpuocc_device_of(const gpuocc_custom_device *custom);

/** Name of a device ("GeForce RTX 4090"), or NULL if `device` is NULL. Static memory, or that of a
 *  custom device, as long as it is not changed. */
GPUOCC_API const char *gpuocc_device_name(const gpuocc_device *device);

/** Name of the device's architecture in the vendor's spelling ("sm_89"), as gpuocc_device_name. */
GPUOCC_API const char *gpuocc_device_architecture(const gpuocc_device *device);

/** The vendor's marketing or chip family name ("Ada"), "" if there is none, as
 *  gpuocc_device_name. */
GPUOCC_API const char *gpuocc_device_family(const gpuocc_device *device);

/**
 * Returns one figure of a device. `index` is 0, or the element of a list field.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD; GPUOCC_ERROR_INDEX past the end of a list;
 * GPUOCC_NOT_KNOWN; GPUOCC_NOT_APPLICABLE for a figure of a product (core_count and the fields
 * after it) if the device is an architecture.
 */
GPUOCC_API int32_t gpuocc_device_get(const gpuocc_device *device, uint32_t field, uint32_t index,
                                     uint64_t *value);

/** The source of a figure. Texts are NUL-terminated. */
typedef struct gpuocc_source {
    uint32_t size;       /**< sizeof(gpuocc_source) of the caller's header */
    uint32_t confidence; /**< enum gpuocc_confidence */
    char document[384];  /**< the document or documents */
    char remark[384];    /**< what a reader must know about the figure, "" if nothing */
} gpuocc_source;

/**
 * Writes the source of a figure to `source`.
 *
 * GPUOCC_OK, even for a figure that is not published; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE;
 * GPUOCC_ERROR_FIELD; GPUOCC_NOT_APPLICABLE as gpuocc_device_get. On an error `source` is not
 * written.
 */
GPUOCC_API int32_t gpuocc_device_source(const gpuocc_device *device, uint32_t field,
                                        gpuocc_source *source);

/**
 * Returns a PCI id of a built-in device by index, starting at 0. Its `revision` is GPUOCC_UNKNOWN
 * if the id covers every revision.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_INDEX.
 */
GPUOCC_API int32_t gpuocc_device_pci_id(const gpuocc_device *device, uint32_t index,
                                        gpuocc_pci_id *id);

/**
 * A hash of all figures of the device, the same on every platform. Devices with equal fingerprints
 * give equal answers. 0 if `device` is NULL.
 */
GPUOCC_API uint64_t gpuocc_device_fingerprint(const gpuocc_device *device);

#ifdef __cplusplus
}
#endif

#endif
