/* SPDX-License-Identifier: MIT
 *
 * Devices: the model of a GPU. Built-in ones are constant data of the library; your own are made
 * by editing a built-in one or an empty one.
 */
#ifndef GPUOCC_DEVICE_H
#define GPUOCC_DEVICE_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The model of a GPU. Opaque. Built-in devices live as long as the library is loaded. */
typedef struct gpuocc_device gpuocc_device;

/** Whose rules a device follows. */
enum gpuocc_vendor {
    /** The textbook machine: the minimum over slots, registers, shared memory and barriers. */
    GPUOCC_VENDOR_GENERIC = 0,
    GPUOCC_VENDOR_NVIDIA = 1,
    GPUOCC_VENDOR_AMD = 2,
    GPUOCC_VENDOR_INTEL = 3,
    GPUOCC_VENDOR_APPLE = 4,
    GPUOCC_VENDOR_COUNT = 5
};

/** How far a number of the tables can be trusted, the best first. */
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

/** How well a name fits the device that was found. */
enum gpuocc_quality {
    /** The name is the device's own, spelling and decoration aside. */
    GPUOCC_QUALITY_EXACT = 0,
    /** Another name of the device: a code name, a PCI id, another tool's word. */
    GPUOCC_QUALITY_ALIAS = 1,
    /** Only the architecture is known: core count, clocks and bandwidth are not. */
    GPUOCC_QUALITY_ARCHITECTURE = 2,
    /** Several devices have this name: this is one of them, ask for the other indexes. */
    GPUOCC_QUALITY_AMBIGUOUS = 3,
    /** A guess by likeness of the name; only gpuocc_device_nearest gives it. */
    GPUOCC_QUALITY_NEAREST = 4,
    GPUOCC_QUALITY_COUNT = 5
};

/**
 * The fields of a device. Numbers are 32 bit. "Core" is an SM, a CU, an Xe-core, a GPU core;
 * "partition" an SM sub-partition, a SIMD, an EU; "wave" a warp, wavefront, hardware thread or
 * SIMD-group; "register" is 32 bits of one lane. On AMD hardware with WGP mode the figures per
 * core are those of one CU. docs/devices.md says what each is called by its vendor.
 *
 * GPUOCC_UNKNOWN as a value means that nobody knows it.
 */
enum gpuocc_device_field {
    /** enum gpuocc_vendor. */
    GPUOCC_DEVICE_VENDOR = 1,
    /** The vendor's number of the architecture: NVIDIA 10 * major + minor; AMD the gfx number
     *  read as hexadecimal (0x90a); Intel the IP release (12.55 is 1255); Apple the family. */
    GPUOCC_DEVICE_GENERATION = 2,
    /** Sum of the wave sizes that kernels may have, of 8, 16, 32 and 64. */
    GPUOCC_DEVICE_WAVE_SIZES = 3,
    /** The wave size when a kernel gives none; 0: the kernel has to give one. */
    GPUOCC_DEVICE_DEFAULT_WAVE_SIZE = 4,
    GPUOCC_DEVICE_MAX_THREADS_PER_GROUP = 5,
    /** Group slots of a core; 0: no limit of its own. */
    GPUOCC_DEVICE_MAX_GROUPS_PER_CORE = 6,
    GPUOCC_DEVICE_PARTITIONS_PER_CORE = 7,
    /** Wave slots of a partition. */
    GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION = 8,
    /** Registers of a partition, all lanes counted, at most 2^30 in a core; 0: registers do not
     *  bound statically. */
    GPUOCC_DEVICE_REGISTERS_PER_PARTITION = 9,
    /** Registers are handed out to a wave in multiples of this, all lanes counted. */
    GPUOCC_DEVICE_REGISTER_UNIT = 10,
    /** Registers that a thread can name, in the unit of the kernel field that counts them
     *  (Apple: half registers; Intel: whole registers of a hardware thread). */
    GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD = 11,
    /** Registers that one group may take, all lanes counted; 0: no limit of its own. */
    GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP = 12,
    /** Accumulation registers that a thread can name; 0: none (AMD). */
    GPUOCC_DEVICE_MAX_ACCUMULATORS_PER_THREAD = 13,
    /** 1: accumulation registers share the register file; 0: they have one of their own. */
    GPUOCC_DEVICE_UNIFIED_ACCUMULATORS = 14,
    /** Scalar registers of a partition; 0: scalar registers never limit. */
    GPUOCC_DEVICE_SCALAR_REGISTERS_PER_PARTITION = 15,
    GPUOCC_DEVICE_SCALAR_REGISTER_UNIT = 16,
    /** Scalar registers that a wave can name; 0: the device has none to speak of. */
    GPUOCC_DEVICE_MAX_SCALAR_REGISTERS_PER_WAVE = 17,
    /** Scalar registers that every wave takes whatever it asks for; 0: as it asks. */
    GPUOCC_DEVICE_FIXED_SCALAR_REGISTERS_PER_WAVE = 18,
    /** Shared memory of a core, in bytes. */
    GPUOCC_DEVICE_SHARED_POOL_BYTES = 19,
    /** Shared memory that one group may have at most, in bytes. */
    GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP = 20,
    /** Shared memory that one group may have without asking for more, in bytes. */
    GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP = 21,
    /** Shared memory is handed out in multiples of this, in bytes. */
    GPUOCC_DEVICE_SHARED_UNIT_BYTES = 22,
    /** Shared memory that every group takes on top of its own, in bytes. */
    GPUOCC_DEVICE_SHARED_RESERVED_BYTES = 23,
    /** List: sizes in KiB that the shared memory of a core can be set to. Empty: the pool. */
    GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB = 24,
    /** List: sizes in KiB to which the request of a group is rounded up. Empty: by the unit. */
    GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB = 25,
    /** Barriers of a core; 0: they do not limit. */
    GPUOCC_DEVICE_BARRIERS_PER_CORE = 26,
    /** Virtual resources of a core (NVIDIA, Tensor Memory kernels); 0: none. */
    GPUOCC_DEVICE_VIRTUAL_RESOURCES_PER_CORE = 27,
    /** CUs that work together as one core in WGP mode (AMD); 0: no such mode. */
    GPUOCC_DEVICE_CUS_PER_WGP = 28,
    /** 1: kernels can run in dynamic VGPR mode (AMD). */
    GPUOCC_DEVICE_DYNAMIC_VGPR = 29,
    /** Groups of a cluster that every device of the architecture runs; 0: no clusters. */
    GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER = 30,
    /** List: register counts that a kernel can be compiled for (Intel GRF count). */
    GPUOCC_DEVICE_GRF_COUNTS = 31,
    /** List: wave slots of a partition at each of these counts, in the same order. */
    GPUOCC_DEVICE_WAVES_AT_GRF_COUNT = 32,
    /** Bytes of one such register (Intel); 0 elsewhere. */
    GPUOCC_DEVICE_GRF_BYTES = 33,
    /** Lanes that execute a 32-bit instruction at once, all of a core. */
    GPUOCC_DEVICE_LANES_PER_CORE = 34,
    /** Groups of a cluster that this architecture runs when the kernel allows sizes that not
     *  every device runs; 0: no clusters. */
    GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER_ON_REQUEST = 35,
    /** Groups of clusters that a core holds at most; 0: no limit of its own. */
    GPUOCC_DEVICE_MAX_CLUSTERED_GROUPS_PER_CORE = 36,

    /** Cores of the device: the first of the figures that belong to a product. */
    GPUOCC_DEVICE_CORE_COUNT = 40,
    /** Cores of the smallest device sold under the name; equal to core_count if only one is. */
    GPUOCC_DEVICE_MIN_CORE_COUNT = 41,
    /** Clock of the cores under load as published, in MHz. */
    GPUOCC_DEVICE_CLOCK_MHZ = 42,
    /** Memory bandwidth as published, in MB/s (10^6 bytes). */
    GPUOCC_DEVICE_MEMORY_MB_PER_S = 43,
    GPUOCC_DEVICE_L2_KIB = 44,
    /** The cache behind the L2 (AMD MALL, Apple SLC), in KiB. */
    GPUOCC_DEVICE_LAST_LEVEL_KIB = 45,
    /** List: cores of each group of cores that a cluster cannot leave (NVIDIA GPC). */
    GPUOCC_DEVICE_CORES_PER_GPC = 46,
    GPUOCC_DEVICE_FIELD_COUNT = 47
};

/** Bytes that always hold a device of the caller's own, in this and later versions. */
#define GPUOCC_DEVICE_BYTES 2048u

/** Bytes that this version needs for a device of the caller's own. */
GPUOCC_API size_t gpuocc_device_size(void);

/** Number of built-in devices: architectures and products of the vendors in this build. */
GPUOCC_API uint32_t gpuocc_device_count(void);

/**
 * The built-in device of an index below gpuocc_device_count(). The order may change between
 * versions. GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_INDEX.
 */
GPUOCC_API int32_t gpuocc_device_at(uint32_t index, const gpuocc_device **device);

/**
 * The device of a name of `length` bytes (UTF-8, no NUL needed; NULs at the end do not count): a
 * product ("GeForce RTX 4090", "RTX 4090"), an architecture in its tool's spelling ("sm_89",
 * "8.9", "gfx90a", "tgl", "apple7"), a chip ("navi31"), a PCI id ("10de:2684"). Case, blanks,
 * hyphens and the vendor's own decorations ("(R)", "NVIDIA ", " Graphics") do not matter, nor does
 * what drivers and browsers write around a name ("AMD Radeon RX 7900 XTX (RADV NAVI31)"). A name
 * that only resembles one is unknown, and so is one of more than 512 bytes; docs/names.md.
 *
 * `index` 0 asks for the first device of that name, 1 for the next; at most 48 are given.
 * `*quality` (may be NULL) is set to an enum gpuocc_quality; it is GPUOCC_QUALITY_AMBIGUOUS if and
 * only if there is more than one. Then each status is that of one index: an enumeration goes on
 * after GPUOCC_ERROR_DEVICE_NO_MODEL and ends at GPUOCC_ERROR_INDEX.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_DEVICE_UNKNOWN; GPUOCC_ERROR_DEVICE_NO_MODEL if the
 * name is known but not what occupancy needs; GPUOCC_ERROR_INDEX past the last one.
 */
GPUOCC_API int32_t gpuocc_device_find(const char *name, size_t length, uint32_t index,
                                      const gpuocc_device **device, uint32_t *quality);

/**
 * The devices whose names are nearest to a name that was not found, the best first: for a
 * message ("did you mean"), never as an answer. NULs at the end of the name do not count. `index`
 * runs from 0; at most eight are offered, and none that takes more than a typing error or two.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_INDEX past the last one.
 */
GPUOCC_API int32_t gpuocc_device_nearest(const char *name, size_t length, uint32_t index,
                                         const gpuocc_device **device);

/**
 * The device of a PCI vendor and device id. `revision` is the PCI revision, or GPUOCC_UNKNOWN;
 * it matters on AMD, where one device id is several products.
 *
 * `index`, `quality` and statuses as gpuocc_device_find.
 */
GPUOCC_API int32_t gpuocc_device_pci(uint32_t vendor, uint32_t id, uint32_t revision,
                                     uint32_t index, const gpuocc_device **device,
                                     uint32_t *quality);

/**
 * Makes a device of the caller's own in `memory` of `bytes` bytes, aligned to GPUOCC_ALIGNMENT.
 *
 * `base` is the device to start from, or NULL for an empty one, in which every field is 0, the
 * vendor is GPUOCC_VENDOR_GENERIC, the wave size 32 and the units 1; lists are empty, and the
 * figures from GPUOCC_DEVICE_CORE_COUNT on are not known. `fields` and `values` are
 * arrays of `count` elements: values[i] is set in fields[i] (enum gpuocc_device_field). A list
 * field that is named several times takes the values in order; the first time empties the list.
 * `name` of `name_length` bytes is how the device is called in errors, of which the first 47 are
 * kept; NULL keeps the base's.
 *
 * The device may be used as long as the memory is kept; there is nothing to free. It holds no
 * pointer to `base` and may be copied, byte for byte, to memory of the same alignment.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_MEMORY_SIZE; GPUOCC_ERROR_MEMORY_ALIGNMENT;
 * GPUOCC_ERROR_FIELD for a number that is no field; GPUOCC_ERROR_TOO_LARGE for a value above 32
 * bits or a list that is too long; GPUOCC_ERROR_VENDOR_MISSING; GPUOCC_ERROR_DEVICE_INVALID with
 * the field that is missing or contradicts another one.
 */
GPUOCC_API int32_t gpuocc_device_edit(void *memory, size_t bytes, const gpuocc_device *base,
                                      const char *name, size_t name_length, const uint32_t *fields,
                                      const uint64_t *values, size_t count,
                                      const gpuocc_device **device, gpuocc_error *error);

/** Name of a device ("GeForce RTX 4090"), or NULL if `device` is NULL. Lives as long as it. */
GPUOCC_API const char *gpuocc_device_name(const gpuocc_device *device);

/** Name of its architecture in the vendor's spelling ("sm_89"), or NULL if `device` is NULL. */
GPUOCC_API const char *gpuocc_device_architecture(const gpuocc_device *device);

/** The vendor's marketing or chip family name of it ("Ada"), "" if none, NULL as above. */
GPUOCC_API const char *gpuocc_device_family(const gpuocc_device *device);

/**
 * One number of a device. `index` is 0, or the element of a list field.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD; GPUOCC_ERROR_INDEX past the end of a list;
 * GPUOCC_NOT_KNOWN; GPUOCC_NOT_APPLICABLE for a figure of a product (core_count and those behind
 * it) if the device is an architecture.
 */
GPUOCC_API int32_t gpuocc_device_get(const gpuocc_device *device, uint32_t field, uint32_t index,
                                     uint64_t *value);

/** Where a number comes from. Texts end with NUL. */
typedef struct gpuocc_source {
    uint32_t size;       /**< sizeof(gpuocc_source) of the caller's header */
    uint32_t confidence; /**< enum gpuocc_confidence */
    char document[384];  /**< the document or documents */
    char remark[384];    /**< what a reader must know about the number, "" if nothing */
} gpuocc_source;

/**
 * Writes the source of a number to `source`.
 *
 * GPUOCC_OK, also for a number that is not published; GPUOCC_ERROR_NULL;
 * GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_FIELD; GPUOCC_NOT_APPLICABLE as gpuocc_device_get. On an
 * error `source` is not written.
 */
GPUOCC_API int32_t gpuocc_device_source(const gpuocc_device *device, uint32_t field,
                                        gpuocc_source *source);

/**
 * PCI ids of a built-in device by index, from 0. `revision` is GPUOCC_UNKNOWN if any will do.
 * Each out-parameter may be NULL. GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_INDEX.
 */
GPUOCC_API int32_t gpuocc_device_pci_id(const gpuocc_device *device, uint32_t index,
                                        uint32_t *vendor, uint32_t *id, uint32_t *revision);

/**
 * A hash of every number of the device, the same on every platform: devices with equal
 * fingerprints give equal answers. 0 if `device` is NULL.
 */
GPUOCC_API uint64_t gpuocc_device_fingerprint(const gpuocc_device *device);

#ifdef __cplusplus
}
#endif

#endif
