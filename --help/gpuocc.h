/* SPDX-License-Identifier: MIT
 *
 * The interface of libgpuocc 0.1.0 in one file, made by scripts/amalgamate: do not edit.
 */
#ifndef GPUOCC_H
#define GPUOCC_H

/*
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
    GPUOCC_SCOPE_CONSTANT = 8  /**< enum gpuocc_constant */
};

/**
 * What was wrong: an optional out-parameter. Set `size` before the call; it is never changed and
 * nothing beyond it is written. Written only when the call returns a negative status.
 */
typedef struct gpuocc_error {
    uint32_t size;    /**< sizeof(gpuocc_error), set by the caller */
    uint32_t scope;   /**< enum gpuocc_scope */
    uint32_t field;   /**< which input, counted as `scope` says */
    uint32_t known;   /**< bit 0: `value` is meant; bit 1: `limit` is meant */
    uint64_t value;   /**< the value that was given */
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

/** Version of the device tables, as a date: 20261121. Changes whenever any number does. */
GPUOCC_API uint32_t gpuocc_data_version(void);

#ifdef __cplusplus
}
#endif

#endif

/*
 * Every list of the library by number: names, units and one sentence each. A binding or a tool
 * can be generated from these without reading a header.
 */
#ifndef GPUOCC_NAMES_H
#define GPUOCC_NAMES_H

#ifdef __cplusplus
extern "C" {
#endif

/** The lists. Numbers within a list are those of the enum named here. */
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
    GPUOCC_LIST_CORE_CHOICES = 15,     /**< enum gpuocc_core_choice */
    GPUOCC_LIST_RESOURCES = 16,        /**< enum gpuocc_resource */
    GPUOCC_LIST_CONSTANTS = 17,        /**< enum gpuocc_constant */
    GPUOCC_LIST_LATENCY_RESULTS = 18,  /**< enum gpuocc_latency_result */
    GPUOCC_LIST_CURVES = 19,           /**< enum gpuocc_curve */
    GPUOCC_LIST_WORKLOAD_FIELDS = 20,  /**< enum gpuocc_workload_field */
    GPUOCC_LIST_CLASS_FIELDS = 21,     /**< enum gpuocc_class_field */
    GPUOCC_LIST_COUNT = 22
};

/** Numbers of a list run from 0 to this, exclusive; a number without a name is not in use.
 *  0 for a list that does not exist. */
GPUOCC_API uint32_t gpuocc_list_count(uint32_t list);

/** Name of a number ("registers_per_thread"), or NULL if it is not in use. Static memory. */
GPUOCC_API const char *gpuocc_name(uint32_t list, uint32_t number);

/** Unit of a number ("bytes"), "" for a plain count, or NULL if it is not in use. */
GPUOCC_API const char *gpuocc_unit(uint32_t list, uint32_t number);

/** One sentence about a number, "" if the name says it all, or NULL if it is not in use. */
GPUOCC_API const char *gpuocc_about(uint32_t list, uint32_t number);

/**
 * The number of a name of `length` bytes. Exact spelling only.
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD if the list has no such name.
 */
GPUOCC_API int32_t gpuocc_number(uint32_t list, const char *name, size_t length, uint32_t *number);

/**
 * Name of a value of a kernel field that is a choice: gpuocc_choice_name(
 * GPUOCC_KERNEL_CORE_MODE, 2) is "wgp". NULL if the field is no choice or has no such value.
 */
GPUOCC_API const char *gpuocc_choice_name(uint32_t kernel_field, uint32_t value);

#ifdef __cplusplus
}
#endif

#endif

/*
 * Devices: the model of a GPU. Built-in ones are constant data of the library; your own are made
 * by editing a built-in one or an empty one.
 */
#ifndef GPUOCC_DEVICE_H
#define GPUOCC_DEVICE_H

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
    /** Registers of a partition, all lanes counted; 0: registers do not bound statically. */
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
 * runs from 0; at most eight are offered.
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

/**
 * Where a number comes from. Each out-parameter may be NULL: `confidence` an enum
 * gpuocc_confidence, `document` the source or sources, `remark` what has to be known about the
 * number ("" if nothing). The texts are static.
 *
 * GPUOCC_OK, also for a number that nobody knows; GPUOCC_ERROR_NULL if `device` is;
 * GPUOCC_ERROR_FIELD; GPUOCC_NOT_APPLICABLE as gpuocc_device_get.
 */
GPUOCC_API int32_t gpuocc_device_source(const gpuocc_device *device, uint32_t field,
                                        uint32_t *confidence, const char **document,
                                        const char **remark);

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

/*
 * Occupancy: how many groups of one kernel fit on a core, and what stops the next one.
 */
#ifndef GPUOCC_OCCUPANCY_H
#define GPUOCC_OCCUPANCY_H

#ifdef __cplusplus
extern "C" {
#endif

/** One kernel placed on a device. Opaque, in the caller's memory, nothing to free. */
typedef struct gpuocc_occupancy gpuocc_occupancy;

/**
 * What a kernel asks for. Set `size` to sizeof(gpuocc_kernel) and the rest to 0; 0 means "not
 * given" and has the default that stands here. Word i of the struct is field i of enum
 * gpuocc_kernel_field: the same number names it in columns, files and errors.
 *
 * GPUOCC_ZERO is an explicit zero; it differs from 0 only where a default other than zero is
 * named. GPUOCC_UNKNOWN stands for any value that the device accepts: results become ranges.
 * A field of a resource that the vendor does not have must be 0 or GPUOCC_ZERO; docs/model.md
 * holds the table of fields and vendors.
 */
typedef struct gpuocc_kernel {
    uint32_t size;
    /** Threads of one group. Must be given. */
    uint32_t threads_per_group;
    /** Threads of a wave. Default: NVIDIA, Apple, AMD RDNA 32; AMD GCN and CDNA 64; Intel must
     *  be told: 8, 16 or 32. */
    uint32_t wave_size;
    /** NVIDIA: registers of a thread; AMD: architectural VGPRs. Not for Intel and Apple. */
    uint32_t registers_per_thread;
    /** Static shared memory of a group, in bytes, as the kernel asks for it. */
    uint32_t shared_bytes;
    /** Dynamic shared memory of a group, in bytes. */
    uint32_t dynamic_shared_bytes;
    /** Barriers that a group holds. AMD: a group of several waves holds one in any case. */
    uint32_t barriers_per_group;
    /** The kernel's own bound (launch bounds, maxTotalThreadsPerThreadgroup). Default: none. */
    uint32_t max_threads_per_group;

    /** NVIDIA: enum gpuocc_shared_limit. Default: opt-in. */
    uint32_t shared_limit;
    /** NVIDIA: most dynamic shared memory that the kernel may be launched with. Default: none. */
    uint32_t max_dynamic_shared_bytes;
    /** NVIDIA: wanted share of shared memory, 0 to 100. Default: not set. */
    uint32_t carveout_percent;
    /** NVIDIA: enum gpuocc_cache_preference. Default: none. */
    uint32_t cache_preference;
    /** NVIDIA 5.2 to 6.2: enum gpuocc_global_caching, partitioned mode. Default: off. */
    uint32_t global_caching;
    /** NVIDIA 10.0 and later: virtual resources of a group; 128 for Tensor Memory kernels. */
    uint32_t virtual_resources;
    /** NVIDIA 9.0 and later: groups of a cluster. Default: no clusters. */
    uint32_t groups_per_cluster;

    /** AMD CDNA: accumulation registers (AGPRs) of a thread. */
    uint32_t accumulators_per_thread;
    /** AMD: SGPRs of a wave, with VCC and the like as the compiler counts them. */
    uint32_t scalar_registers_per_wave;
    /** AMD: enum gpuocc_core_mode. Default: WGP where there is one, else CU. */
    uint32_t core_mode;
    /** AMD gfx12: block of dynamic VGPR mode, 16 or 32 registers. Default: static. */
    uint32_t dynamic_vgpr_block;
    /** AMD: SGPRs that a trap handler adds to every wave (16 under ROCm). Default: 0. */
    uint32_t trap_registers;
    /** AMD GCN and CDNA1: most waves of a core when scratch is used (32 under ROCm).
     *  Default: no cap. */
    uint32_t scratch_wave_cap;

    /** Intel: registers of a hardware thread. Default: 128. */
    uint32_t grf_count;

    /** Apple: 16-bit registers of a thread. */
    uint32_t half_registers_per_thread;
    /** Apple: measured target of the occupancy manager, in percent of the slots. */
    uint32_t occupancy_target_percent;

    /** Dynamic shared memory that each thread of a group adds to dynamic_shared_bytes, in bytes. */
    uint32_t dynamic_shared_bytes_per_thread;
} gpuocc_kernel;

/** The words of gpuocc_kernel. */
enum gpuocc_kernel_field {
    GPUOCC_KERNEL_SIZE = 0,
    GPUOCC_KERNEL_THREADS_PER_GROUP = 1,
    GPUOCC_KERNEL_WAVE_SIZE = 2,
    GPUOCC_KERNEL_REGISTERS_PER_THREAD = 3,
    GPUOCC_KERNEL_SHARED_BYTES = 4,
    GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES = 5,
    GPUOCC_KERNEL_BARRIERS_PER_GROUP = 6,
    GPUOCC_KERNEL_MAX_THREADS_PER_GROUP = 7,
    GPUOCC_KERNEL_SHARED_LIMIT = 8,
    GPUOCC_KERNEL_MAX_DYNAMIC_SHARED_BYTES = 9,
    GPUOCC_KERNEL_CARVEOUT_PERCENT = 10,
    GPUOCC_KERNEL_CACHE_PREFERENCE = 11,
    GPUOCC_KERNEL_GLOBAL_CACHING = 12,
    GPUOCC_KERNEL_VIRTUAL_RESOURCES = 13,
    GPUOCC_KERNEL_GROUPS_PER_CLUSTER = 14,
    GPUOCC_KERNEL_ACCUMULATORS_PER_THREAD = 15,
    GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE = 16,
    GPUOCC_KERNEL_CORE_MODE = 17,
    GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK = 18,
    GPUOCC_KERNEL_TRAP_REGISTERS = 19,
    GPUOCC_KERNEL_SCRATCH_WAVE_CAP = 20,
    GPUOCC_KERNEL_GRF_COUNT = 21,
    GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD = 22,
    GPUOCC_KERNEL_OCCUPANCY_TARGET_PERCENT = 23,
    GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD = 24,
    GPUOCC_KERNEL_FIELD_COUNT = 25
};

/** Values of gpuocc_kernel.shared_limit. */
enum gpuocc_shared_limit {
    GPUOCC_SHARED_LIMIT_DEFAULT = 1, /**< what a group may have without asking */
    GPUOCC_SHARED_LIMIT_OPTIN = 2    /**< what a group may have when the kernel asks */
};

/** Values of gpuocc_kernel.cache_preference. */
enum gpuocc_cache_preference {
    GPUOCC_CACHE_PREFERENCE_NONE = 1,
    GPUOCC_CACHE_PREFERENCE_SHARED = 2,
    GPUOCC_CACHE_PREFERENCE_L1 = 3,
    GPUOCC_CACHE_PREFERENCE_EQUAL = 4
};

/** Values of gpuocc_kernel.global_caching. */
enum gpuocc_global_caching {
    GPUOCC_GLOBAL_CACHING_OFF = 1,
    GPUOCC_GLOBAL_CACHING_ON = 2,    /**< given up if no group would fit */
    GPUOCC_GLOBAL_CACHING_STRICT = 3 /**< never given up */
};

/** Values of gpuocc_kernel.core_mode. */
enum gpuocc_core_mode {
    GPUOCC_CORE_MODE_CU = 1, /**< the core is a CU */
    GPUOCC_CORE_MODE_WGP = 2 /**< the core is a WGP: two CUs that share a group */
};

/**
 * Whose answer is wanted. The default is ours: what the hardware holds, whole groups, safe. The
 * others reproduce one tool of one vendor to the last digit, its defects included.
 * docs/validation.md lists every difference between them and ours.
 */
enum gpuocc_convention {
    GPUOCC_CONVENTION_DEFAULT = 0,
    /** NVIDIA cuda_occupancy.h 12.1 (CUDA 13.0). */
    GPUOCC_CONVENTION_HEADER = 1,
    /** AMD: what LLVM 16 to 22 prints as Occupancy, in waves per partition; no groups. */
    GPUOCC_CONVENTION_LLVM = 2,
    /** AMD: hipOccupancyMaxActiveBlocksPerMultiprocessor, rules of ROCm until July 2026. */
    GPUOCC_CONVENTION_HIP = 3,
    /** AMD: the same with the pool of a WGP as divisor, since July 2026. */
    GPUOCC_CONVENTION_HIP_LDS_POOL = 4,
    /** AMD: the same with the constants of October 2024. */
    GPUOCC_CONVENTION_HIP_2024_10 = 5,
    /** Intel GPU Occupancy Calculator (the web page), last changed 2025-06-18. */
    GPUOCC_CONVENTION_INTEL_CALCULATOR = 6,
    /** Intel compute-runtime 22.43: cooperative group count of the whole device. */
    GPUOCC_CONVENTION_NEO_22_43 = 7,
    /** Intel compute-runtime of 2026-02: the same. */
    GPUOCC_CONVENTION_NEO = 8,
    /** Apple, hypothesis: a register pool of 208 KiB without the cap at 1024 threads. */
    GPUOCC_CONVENTION_RF208 = 9,
    /** Apple, hypothesis: a register pool of 384 KiB. */
    GPUOCC_CONVENTION_RF384 = 10,
    GPUOCC_CONVENTION_COUNT = 11
};

/** What can stop the next group. A set of them is a sum of 1 << number. */
enum gpuocc_limit {
    GPUOCC_LIMIT_WAVES = 0,            /**< wave slots of the core */
    GPUOCC_LIMIT_GROUPS = 1,           /**< group slots of the core */
    GPUOCC_LIMIT_REGISTERS = 2,        /**< the register file */
    GPUOCC_LIMIT_SCALAR_REGISTERS = 3, /**< the scalar register file */
    GPUOCC_LIMIT_SHARED = 4,           /**< shared memory */
    GPUOCC_LIMIT_BARRIERS = 5,
    GPUOCC_LIMIT_VIRTUAL = 6, /**< virtual resources */
    GPUOCC_LIMIT_LAUNCH = 7,  /**< the group is larger than this kernel may be launched with */
    GPUOCC_LIMIT_COUNT = 8
};

/** Things to know about a result. A set of them is a sum of 1 << number. */
enum gpuocc_note {
    /** A number of the device behind this result is unverified or disputed. */
    GPUOCC_NOTE_UNVERIFIED = 0,
    /** The architecture is not released, or its numbers are provisional. */
    GPUOCC_NOTE_PROVISIONAL = 1,
    /** The architecture is assumed to equal its nearest relative. */
    GPUOCC_NOTE_ASSUMED = 2,
    /** The result follows a hypothesis that nobody has proven. */
    GPUOCC_NOTE_HYPOTHESIS = 3,
    /** At least this many: the source of the rule cannot see beyond it. */
    GPUOCC_NOTE_LOWER_BOUND = 4,
    /** Registers do not bound statically on this device: what resides is decided as it runs. */
    GPUOCC_NOTE_DYNAMIC = 5,
    /** Static shared memory above the default limit: whether that can occur is not settled. */
    GPUOCC_NOTE_STATIC_SHARED = 6,
    /** Partitioned global caching was asked for and given up, or the device has none. */
    GPUOCC_NOTE_GLOBAL_CACHING_OFF = 7,
    /** Lanes are idle: the group is no whole number of waves. */
    GPUOCC_NOTE_PARTIAL_WAVE = 8,
    GPUOCC_NOTE_COUNT = 9
};

/** The results of an occupancy. `index` is an enum gpuocc_limit where it says so, else 0. */
enum gpuocc_result {
    /** Groups resident on a core at once; 0: the kernel cannot be launched so. */
    GPUOCC_RESULT_GROUPS = 0,
    /** Waves resident on a core. Occupancy is waves / max_waves. */
    GPUOCC_RESULT_WAVES = 1,
    /** Wave slots of a core in the mode of this kernel. */
    GPUOCC_RESULT_MAX_WAVES = 2,
    /** Wave slots of a core in its best mode (differs on Intel with many registers). */
    GPUOCC_RESULT_MAX_WAVES_ANY_MODE = 3,
    /** Set of enum gpuocc_limit: every limit that allows no more groups than there are. */
    GPUOCC_RESULT_LIMITERS = 4,
    /** Set of enum gpuocc_note. */
    GPUOCC_RESULT_NOTES = 5,
    GPUOCC_RESULT_WAVE_SIZE = 6,
    GPUOCC_RESULT_WAVES_PER_GROUP = 7,
    /** Waves of the fullest partition when the core's waves are spread evenly. */
    GPUOCC_RESULT_WAVES_PER_PARTITION = 8,
    GPUOCC_RESULT_PARTITIONS_PER_CORE = 9,
    /** Registers that a group takes, all lanes counted, after rounding. */
    GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP = 10,
    /** Shared memory that a group takes, after rounding, with what is reserved, in bytes. */
    GPUOCC_RESULT_SHARED_ALLOCATED_BYTES = 11,
    /** Largest group of this kernel that can be launched, in threads; 0: none. */
    GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE = 12,
    /** Cores of the device in the mode of this kernel. */
    GPUOCC_RESULT_CORE_COUNT = 13,
    /** Groups resident on the whole device at once. */
    GPUOCC_RESULT_GROUPS_PER_DEVICE = 14,
    /** By limit: groups per core that it allows. */
    GPUOCC_RESULT_LIMIT = 15,
    /** By limit: what one group asks for, in the unit of the limit. */
    GPUOCC_RESULT_REQUESTED = 16,
    /** By limit: what one group takes after rounding. */
    GPUOCC_RESULT_ALLOCATED = 17,
    /** By limit: what a core has. */
    GPUOCC_RESULT_CAPACITY = 18,
    /** Clusters of groups_per_cluster groups resident on the whole device at once, at most; needs
     *  that number, and the device's cores_per_gpc (the caller's, or assumed for the product). */
    GPUOCC_RESULT_CLUSTERS_PER_DEVICE = 19,
    /** By limit: what the resident groups of a core leave of its capacity. */
    GPUOCC_RESULT_UNUSED = 20,
    /** By limit: what of the capacity no single step uses. The least that is unused now, after one
     *  amount (or the threads) has grown as far as it may at no cost, or after one next step. Of
     *  both: where an input is unknown, the ends enclose every value, but no kernel need have
     *  them. */
    GPUOCC_RESULT_WASTED = 21,
    GPUOCC_RESULT_COUNT = 22
};

/** Bytes that always hold an occupancy, in this and later versions. */
#define GPUOCC_OCCUPANCY_BYTES 2048u

/** Bytes that this version needs for an occupancy. */
GPUOCC_API size_t gpuocc_occupancy_size(void);

/**
 * Places a kernel on a device, in `memory` of `bytes` bytes aligned to GPUOCC_ALIGNMENT.
 * `convention` is an enum gpuocc_convention. The kernel is copied; the device has to outlive the
 * occupancy. The occupancy holds no pointer into itself: it may be copied to memory of the same
 * alignment.
 *
 * A kernel that the device could run but that does not fit (registers x threads, its own bound,
 * slots) is no error: it has 0 groups. An input above what the device ever allows is an error.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_MEMORY_SIZE; GPUOCC_ERROR_MEMORY_ALIGNMENT; GPUOCC_ERROR_CONVENTION_UNKNOWN;
 * GPUOCC_ERROR_CONVENTION_VENDOR; GPUOCC_ERROR_CONVENTION_DEVICE; GPUOCC_ERROR_DEVICE_NO_MODEL;
 * and by field:
 * GPUOCC_ERROR_REQUIRED, GPUOCC_ERROR_GROUP_TOO_LARGE, GPUOCC_ERROR_TOO_MANY_REGISTERS,
 * GPUOCC_ERROR_SHARED_TOO_LARGE, GPUOCC_ERROR_TOO_LARGE, GPUOCC_ERROR_NOT_A_CHOICE,
 * GPUOCC_ERROR_NO_RESOURCE, GPUOCC_ERROR_MUST_BE_KNOWN.
 */
GPUOCC_API int32_t gpuocc_occupancy_init(void *memory, size_t bytes, const gpuocc_device *device,
                                         uint32_t convention, const gpuocc_kernel *kernel,
                                         gpuocc_occupancy **occupancy, gpuocc_error *error);

/**
 * One result. `*low` and `*high` (each may be NULL) are equal unless an input is
 * GPUOCC_UNKNOWN or nobody knows the device well enough; then every possible value lies
 * between them, and *high is UINT64_MAX where no upper end is known. For the sets (limiters,
 * notes) `*low` holds what is there in any case and `*high` what may be there.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD for a number that is no result;
 * GPUOCC_ERROR_INDEX; GPUOCC_NOT_APPLICABLE for a limit that does not exist here;
 * GPUOCC_NOT_KNOWN.
 */
GPUOCC_API int32_t gpuocc_occupancy_get(const gpuocc_occupancy *occupancy, uint32_t result,
                                        uint32_t index, uint64_t *low, uint64_t *high);

/** Groups per core, GPUOCC_UNKNOWN if it is a range or not known, 0 for NULL. */
GPUOCC_API uint32_t gpuocc_occupancy_groups(const gpuocc_occupancy *occupancy);

/** Waves per core, GPUOCC_UNKNOWN if it is a range or not known, 0 for NULL. */
GPUOCC_API uint32_t gpuocc_occupancy_waves(const gpuocc_occupancy *occupancy);

/** Wave slots per core in this kernel's mode, GPUOCC_UNKNOWN if not known, 0 for NULL. */
GPUOCC_API uint32_t gpuocc_occupancy_max_waves(const gpuocc_occupancy *occupancy);

/** Set of enum gpuocc_limit that may stop the next group, 0 for NULL. */
GPUOCC_API uint32_t gpuocc_occupancy_limiters(const gpuocc_occupancy *occupancy);

/** The device that was asked about, NULL for NULL. */
GPUOCC_API const gpuocc_device *gpuocc_occupancy_device(const gpuocc_occupancy *occupancy);

/**
 * The vendor's own word for a limit on this device ("LDS"), or NULL if `device` is NULL or
 * `limit` no enum gpuocc_limit. Static memory.
 */
GPUOCC_API const char *gpuocc_limit_word(const gpuocc_device *device, uint32_t limit);

#ifdef __cplusplus
}
#endif

#endif

/*
 * What to change: inverse questions, next steps, the ends of ranges and the best group size.
 */
#ifndef GPUOCC_ADVICE_H
#define GPUOCC_ADVICE_H

#ifdef __cplusplus
extern "C" {
#endif

/** What is to be reached. */
enum gpuocc_target {
    GPUOCC_TARGET_GROUPS = 0,             /**< groups per core */
    GPUOCC_TARGET_WAVES = 1,              /**< waves per core */
    GPUOCC_TARGET_WAVES_PER_PARTITION = 2 /**< waves of every partition, evenly spread */
};

/**
 * The largest value of one kernel field with which at least `count` of the target are resident,
 * everything else as it is. `field` is an amount: registers of any kind, shared memory, barriers,
 * threads_per_group, grf_count. The field's own value does not matter and may be unknown.
 *
 * In the default convention one more of it does not do. In a tool's convention the answer is the
 * tool's, if it has this question (`header`: dynamic_shared_bytes, with its defects).
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD if the field is no amount or `target` no enum
 * gpuocc_target; GPUOCC_ERROR_REQUIRED if `count` is 0; GPUOCC_ERROR_MUST_BE_KNOWN if another
 * field is unknown; GPUOCC_ERROR_NO_RESOURCE; GPUOCC_NOT_POSSIBLE if not even the least value
 * does; GPUOCC_NOT_KNOWN if nobody knows how much this resource limits.
 */
GPUOCC_API int32_t gpuocc_occupancy_most(const gpuocc_occupancy *occupancy, uint32_t field,
                                         uint32_t target, uint32_t count, uint32_t *value);

/** Values of one field over which the answer stays the same. */
typedef struct gpuocc_stretch {
    uint32_t size;     /**< sizeof(gpuocc_stretch), set by the caller */
    uint32_t first;    /**< first and */
    uint32_t last;     /**< last value of the stretch */
    uint32_t groups;   /**< groups and */
    uint32_t waves;    /**< waves per core, all along the stretch */
    uint32_t limiters; /**< set of enum gpuocc_limit, at the value asked about */
} gpuocc_stretch;

/**
 * The stretch in which `value` of a field lies, everything else as it is: asked from the least
 * value on, and then from `last` + 1 on, it gives the whole curve of occupancy over the field, in
 * as many calls as it has steps. threads_per_group starts at 1, everything else at 0.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_FIELD if the field is no
 * amount; GPUOCC_ERROR_INDEX if `value` is above what the device accepts (the end of the curve);
 * GPUOCC_ERROR_NO_RESOURCE; GPUOCC_ERROR_MUST_BE_KNOWN if another field is unknown;
 * GPUOCC_NOT_KNOWN.
 */
GPUOCC_API int32_t gpuocc_occupancy_stretch(const gpuocc_occupancy *occupancy, uint32_t field,
                                            uint32_t value, gpuocc_stretch *stretch);

/** What to change in one field, and what that brings. */
typedef struct gpuocc_step {
    uint32_t size;     /**< sizeof(gpuocc_step), set by the caller */
    uint32_t now;      /**< the value that the kernel has */
    uint32_t slack;    /**< largest value that costs nothing: at least `now` */
    uint32_t then;     /**< the value to change to: admits more waves */
    uint32_t groups;   /**< groups and */
    uint32_t waves;    /**< waves per core at `then` */
    uint32_t limiters; /**< what limits next: set of enum gpuocc_limit at `then` */
} gpuocc_step;

/**
 * The next step in one field: the largest value below the kernel's that admits more waves,
 * everything else as it is. For threads_per_group, where more threads can do as well, the nearest
 * smaller value that does, or else the nearest larger one, its last wave full.
 *
 * GPUOCC_OK; GPUOCC_NOT_POSSIBLE if no value of this field alone admits more (`now` and `slack`
 * are set all the same); else as gpuocc_occupancy_stretch.
 */
GPUOCC_API int32_t gpuocc_occupancy_next(const gpuocc_occupancy *occupancy, uint32_t field,
                                         gpuocc_step *step);

/** What to change in two fields at once, and what that brings. */
typedef struct gpuocc_joint_step {
    uint32_t size;      /**< sizeof(gpuocc_joint_step), set by the caller */
    uint32_t fields[2]; /**< enum gpuocc_kernel_field, the lower number first */
    uint32_t now[2];    /**< the values that the kernel has */
    uint32_t then[2];  /**< the values to change to, both smaller: together they admit more waves */
    uint32_t groups;   /**< groups and */
    uint32_t waves;    /**< waves per core then */
    uint32_t limiters; /**< what limits next: set of enum gpuocc_limit */
} gpuocc_joint_step;

/**
 * The joint step: the cheapest cut of two amounts that admits more waves, where none alone does.
 * The threads are not an amount. Cheapest is the smallest sum of the two relative changes
 * ((now - then) / now); of equal sums that of the lower fields. One more of either does not do.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_NOT_POSSIBLE if one amount alone
 * helps (gpuocc_occupancy_next), or no two do; GPUOCC_ERROR_MUST_BE_KNOWN if a field is unknown;
 * GPUOCC_NOT_KNOWN.
 */
GPUOCC_API int32_t gpuocc_occupancy_joint(const gpuocc_occupancy *occupancy,
                                          gpuocc_joint_step *step);

/**
 * Padding: the least number of bytes to add to dynamic_shared_bytes so that exactly `groups`
 * groups reside on a core.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_REQUIRED if `groups` is 0; GPUOCC_NOT_POSSIBLE if
 * fewer reside already, or if shared memory cannot bring them down to exactly so many;
 * GPUOCC_ERROR_MUST_BE_KNOWN; GPUOCC_NOT_KNOWN.
 */
GPUOCC_API int32_t gpuocc_occupancy_pad(const gpuocc_occupancy *occupancy, uint32_t groups,
                                        uint32_t *bytes);

/** The ends of a range. */
enum gpuocc_range_end {
    GPUOCC_RANGE_LOW = 0, /**< `low` and */
    GPUOCC_RANGE_HIGH = 1 /**< `high` of gpuocc_occupancy_get */
};

/**
 * Where an end of a range is reached: the value of one field in a kernel of which this result is
 * that end. The values of all fields, asked one after the other, are one kernel: placed, it gives
 * the end exactly. Of the values of an unknown amount with which that is so, it is the last one as
 * seen from where the end holds in any case: the most registers with which there are still as many
 * groups, or the fewest with which there are as few. GPUOCC_ZERO is an explicit zero. A field that
 * is known has its own value, or its default.
 *
 * `result` and `index` are those of gpuocc_occupancy_get, `end` an enum gpuocc_range_end. A limit
 * without an upper end (GPUOCC_RESULT_LIMIT, UINT64_MAX) is one that the kernel does not have.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD if there is no such field, result or end;
 * GPUOCC_NOT_POSSIBLE if no kernel alone has this end; else as gpuocc_occupancy_get.
 */
GPUOCC_API int32_t gpuocc_occupancy_range_end(const gpuocc_occupancy *occupancy, uint32_t result,
                                              uint32_t index, uint32_t end, uint32_t field,
                                              uint32_t *value);

/**
 * The index-th piece of advice as one sentence without a full stop, in UTF-8 ("cut 8
 * registers_per_thread (72 -> 64): 4 groups instead of 3, 32 of 48 waves, then limited by registers
 * and shared"). First the next step and the slack of each amount that is not 0, and of the threads
 * in the default convention; then the joint step. Of a range: where its ends are reached.
 *
 * At most `bytes` bytes are written, the NUL included; `text` may be NULL if `bytes` is 0.
 * `*length` (may be NULL) is set to the length of the whole sentence without the NUL, also when it
 * did not fit.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_INDEX past the last piece.
 */
GPUOCC_API int32_t gpuocc_occupancy_advice(const gpuocc_occupancy *occupancy, uint32_t index,
                                           char *text, size_t bytes, size_t *length);

/** Which group sizes gpuocc_best_group tries. Set `size`; 0 elsewhere is the default named. */
typedef struct gpuocc_group_search {
    uint32_t size;
    /** Smallest group, in threads. Default: one wave. */
    uint32_t min_threads;
    /** Largest group, in threads. Default: what the device and the kernel allow. */
    uint32_t max_threads;
    /** Only multiples of this many threads. Default: the wave size. */
    uint32_t multiple_of;
    /** 1: of equal answers prefer the smaller group. Default: the larger one. */
    uint32_t prefer_small;
    /** Cores that the grid runs on. Default: the device's core_count. */
    uint32_t core_count;
    /** Threads of the whole grid: sizes with equally many waves are told apart by the rounds that
     *  it takes. Default: there is no grid. */
    uint64_t grid_threads;
} gpuocc_group_search;

/** A group size and what it gives. */
typedef struct gpuocc_choice {
    uint32_t size;              /**< sizeof(gpuocc_choice), set by the caller */
    uint32_t threads_per_group; /**< the group size */
    uint32_t candidate;         /**< its position among the candidates, from 0; 0 without any */
    uint32_t registers;         /**< of a thread, as the kernel or the candidate has them */
    uint32_t groups;            /**< groups and */
    uint32_t waves;             /**< waves resident on a core */
    uint32_t max_waves;         /**< wave slots of a core in this mode */
    uint32_t limiters;          /**< why no more: set of enum gpuocc_limit */
    uint64_t rounds;            /**< fills of the device that the grid takes; 0 without a grid */
} gpuocc_choice;

/**
 * The best group size, with reasons. `index` 0 asks for the best, 1 for the second best. Sizes are
 * compared by, in this order: the waves resident on a core, more are better; with a grid its
 * rounds, fewer are better; the threads, more are better (or fewer, if the search says so); the
 * position among the candidates.
 *
 * `threads` are `count` candidates: no other sizes are tried, and `multiple_of` has the default 1.
 * With `count` 0 every size of the search is. `registers` (may be NULL) are what the kernel takes
 * in each candidate, in the unit of the vendor's register field (registers_per_thread, grf_count or
 * half_registers_per_thread); the kernel's own are then not read and may be unknown.
 * threads_per_group of the kernel is never read. `search` may be NULL.
 * Sizes that the device refuses or with which the kernel does not launch are no answers.
 *
 * In the `header` convention threads are compared, not waves; see gpuocc_best_group.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_INDEX past the last size
 * that launches; GPUOCC_ERROR_MUST_BE_KNOWN if a field is unknown; GPUOCC_NOT_KNOWN if nobody
 * knows how many reside, or if there is a grid and nobody knows the device's core_count;
 * GPUOCC_NOT_APPLICABLE if the convention has no answer in groups; else as gpuocc_occupancy_init.
 */
GPUOCC_API int32_t gpuocc_best_of(const gpuocc_device *device, uint32_t convention,
                                  const gpuocc_kernel *kernel, const gpuocc_group_search *search,
                                  const uint32_t *threads, const uint32_t *registers,
                                  uint32_t count, uint32_t index, gpuocc_choice *choice,
                                  gpuocc_error *error);

/**
 * The group size with the most waves resident on a core; of equal ones that with the fewest rounds
 * of the search's grid; of equal ones the larger (or the smaller, if the search says so). `index` 0
 * asks for the best, 1 for the second best. threads_per_group of the kernel is not read. `search`
 * may be NULL. Sizes with which the kernel does not launch are no answers. `*groups` (may be NULL)
 * is set to the groups per core.
 *
 * In the `header` convention index 0 is what the header answers: it counts threads, tries the
 * largest size even if it is no multiple, and of equal ones takes the larger, whatever the search
 * says. It gives up at a size that it refuses, with that status.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_INDEX past the last size that launches; GPUOCC_ERROR_MUST_BE_KNOWN if a field is
 * unknown; GPUOCC_NOT_KNOWN if nobody knows how many reside, or the core_count that a grid needs;
 * GPUOCC_NOT_APPLICABLE if the convention has no answer in groups; else as gpuocc_occupancy_init.
 */
GPUOCC_API int32_t gpuocc_best_group(const gpuocc_device *device, uint32_t convention,
                                     const gpuocc_kernel *kernel, const gpuocc_group_search *search,
                                     uint32_t index, uint32_t *threads, uint32_t *groups,
                                     gpuocc_error *error);

#ifdef __cplusplus
}
#endif

#endif

/*
 * The same question for very many kernels: columns in, columns out.
 */
#ifndef GPUOCC_PLAN_H
#define GPUOCC_PLAN_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A device, a convention and a base kernel, prepared for many rows. Opaque, in the caller's
 * memory, nothing to free, never changed after init: threads may share it.
 */
typedef struct gpuocc_plan gpuocc_plan;

/** Bytes that always hold a plan, in this and later versions. */
#define GPUOCC_PLAN_BYTES 49152u

/** Bytes that this version needs for a plan. */
GPUOCC_API size_t gpuocc_plan_size(void);

/**
 * Prepares a plan in `memory` of `bytes` bytes aligned to GPUOCC_ALIGNMENT. `base` gives the
 * fields that are no columns later; threads_per_group may be 0 in it if it will be a column. The
 * kernel is copied; the device has to outlive the plan. The plan holds no pointer into itself.
 *
 * Costs as much as some eight hundred single queries; docs/performance.md has figures. What a row
 * is told is what gpuocc_occupancy_init and gpuocc_occupancy_get tell, to the last bit.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_MEMORY_SIZE; GPUOCC_ERROR_MEMORY_ALIGNMENT; GPUOCC_ERROR_CONVENTION_UNKNOWN;
 * GPUOCC_ERROR_CONVENTION_VENDOR. A base that no row can make valid is no error here: its rows
 * have their statuses.
 */
GPUOCC_API int32_t gpuocc_plan_init(void *memory, size_t bytes, const gpuocc_device *device,
                                    uint32_t convention, const gpuocc_kernel *base,
                                    gpuocc_plan **plan, gpuocc_error *error);

/** A result by limit as one number, for `results` of gpuocc_plan_run: the result, and the limit
 *  (enum gpuocc_limit) times this. */
#define GPUOCC_RESULT_INDEX_STEP 256u

/** In a column of results: the result does not apply to the row (a limit that is none). */
#define GPUOCC_NONE 0xfffffffdu

/**
 * Answers `rows` rows. Row i has in[c][i] as field fields[c] (enum gpuocc_kernel_field), for c
 * from 0 to ins - 1, and the base's values in its other fields; out[c][i] becomes its result
 * results[c] (enum gpuocc_result, with its index times GPUOCC_RESULT_INDEX_STEP), for c from 0 to
 * outs - 1. No field may be named twice.
 *
 * status[i] becomes GPUOCC_OK or what gpuocc_occupancy_init refuses row i with; a refused row has
 * GPUOCC_UNKNOWN in every result, and the others go on. `status` may be NULL. Groups, waves,
 * max_waves and limiters are what gpuocc_occupancy_groups and its like say (of a range of limiters
 * all that may stop the next group). Of the other results one that is a range, not known or above
 * 32 bits is GPUOCC_UNKNOWN, one that does not apply GPUOCC_NONE.
 * in may be NULL if ins is 0, and out if outs is 0. A column of results may not overlap another
 * column; writing over an input column of the same length is allowed if it begins at the same
 * address.
 *
 * Fast (a few cycles a row) are the columns threads_per_group, registers_per_thread or
 * half_registers_per_thread or grf_count, shared_bytes and dynamic_shared_bytes, with the results
 * groups, waves, limiters and max_waves, where base and device are plain; everything else costs a
 * single query per row.
 *
 * GPUOCC_OK, also if rows were refused; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD for a number that
 * is no field or no result, and for a field named twice; GPUOCC_ERROR_INDEX for an index that the
 * result does not have. After an error nothing is written.
 */
GPUOCC_API int32_t gpuocc_plan_run(const gpuocc_plan *plan, size_t rows, const uint32_t *fields,
                                   const uint32_t *const *in, size_t ins, const uint32_t *results,
                                   uint32_t *const *out, size_t outs, int32_t *status);

/** The device of the plan, NULL for NULL. */
GPUOCC_API const gpuocc_device *gpuocc_plan_device(const gpuocc_plan *plan);

#ifdef __cplusplus
}
#endif

#endif

/*
 * Schedule: what a grid of groups does on the whole GPU. A round is one fill of the GPU with
 * groups; the tail is what the last round holds. A timeline tells when how much is resident.
 *
 * Results are exact fractions. The one function with doubles computes with + - * / alone.
 */
#ifndef GPUOCC_SCHEDULE_H
#define GPUOCC_SCHEDULE_H

#ifdef __cplusplus
extern "C" {
#endif

/** A grid on a GPU. Opaque, in the caller's memory, nothing to free. */
typedef struct gpuocc_schedule gpuocc_schedule;

/**
 * The grid, and what the caller knows better than the occupancy (a measured residency, another
 * number of cores). Set `size` to sizeof(gpuocc_grid) and the rest to 0: "not given".
 */
typedef struct gpuocc_grid {
    uint32_t size;
    /** Cores, as the mode of the kernel counts them. Default: the device's. */
    uint32_t core_count;
    /** Groups of the grid. Must be given. */
    uint64_t groups;
    /** Groups resident on a core. Default: the occupancy's. GPUOCC_ZERO: none fits. */
    uint32_t groups_per_core;
    /** Default: the occupancy's, or 1 without one. */
    uint32_t waves_per_group;
    /** Wave slots of a core. Default: the occupancy's, or what the groups take without one. */
    uint32_t waves_per_core;
    /** Groups resident on the whole GPU. Default: core_count x groups_per_core, or what the tool
     *  of the occupancy's convention answers for the whole device. */
    uint32_t groups_per_device;
} gpuocc_grid;

/** The members of gpuocc_grid; errors name them (GPUOCC_SCOPE_GRID). */
enum gpuocc_grid_field {
    GPUOCC_GRID_SIZE = 0,
    GPUOCC_GRID_CORE_COUNT = 1,
    GPUOCC_GRID_GROUPS = 2,
    GPUOCC_GRID_GROUPS_PER_CORE = 3,
    GPUOCC_GRID_WAVES_PER_GROUP = 4,
    GPUOCC_GRID_WAVES_PER_CORE = 5,
    GPUOCC_GRID_GROUPS_PER_DEVICE = 6,
    GPUOCC_GRID_FIELD_COUNT = 7
};

/**
 * The results of a schedule, each a fraction (not reduced; of a count the denominator is 1).
 * Rounds assume that all groups last equally long; a timeline does without that.
 * Source of the rules: wave and tile quantisation, as in NVIDIA's guide to matrix multiplication.
 */
enum gpuocc_schedule_result {
    /** Groups of the grid. */
    GPUOCC_SCHEDULE_GROUPS = 0,
    GPUOCC_SCHEDULE_CORE_COUNT = 1,
    /** Groups resident on the whole GPU at once: the smallest grid that fills it. */
    GPUOCC_SCHEDULE_RESIDENT_GROUPS = 2,
    /** Rounds, the tail counted: groups / resident groups, rounded up. */
    GPUOCC_SCHEDULE_ROUNDS = 3,
    /** Groups of the last round: 1 to the resident groups. */
    GPUOCC_SCHEDULE_TAIL_GROUPS = 4,
    /** Groups / (rounds x resident groups): the share of the rounds' time that is used. */
    GPUOCC_SCHEDULE_EFFICIENCY = 5,
    /** Waves resident in the fullest round / wave slots of the GPU. */
    GPUOCC_SCHEDULE_PEAK_OCCUPANCY = 6,
    /** Mean over all rounds: waves of the grid / (rounds x wave slots of the GPU). */
    GPUOCC_SCHEDULE_AVERAGE_OCCUPANCY = 7,
    /** Share of the occupancy reachable with any grid that this grid reaches at its peak:
     *  min(groups, resident groups) / resident groups. */
    GPUOCC_SCHEDULE_REACHED = 8,
    /** Share of the cores' time that is used where one group is enough to keep a core busy:
     *  groups / (cores x groups of the fullest core). */
    GPUOCC_SCHEDULE_BALANCE = 9,
    /** By index: the smallest grid that takes index + 1 rounds: 1, then a new round each. */
    GPUOCC_SCHEDULE_ROUND_START = 10,
    /** Cores that get a group at all. */
    GPUOCC_SCHEDULE_BUSY_CORES = 11,
    /** Groups of the fullest core in the last round, spread evenly. */
    GPUOCC_SCHEDULE_TAIL_GROUPS_PER_CORE = 12,
    /** Plateau: the fewest cores with which the grid takes as many rounds. */
    GPUOCC_SCHEDULE_PLATEAU_FIRST = 13,
    /** Plateau: the most cores with which the grid takes as many rounds; of one round no end. */
    GPUOCC_SCHEDULE_PLATEAU_LAST = 14,
    /** Wave slots of the whole GPU. */
    GPUOCC_SCHEDULE_WAVE_SLOTS = 15,
    GPUOCC_SCHEDULE_RESULT_COUNT = 16
};

/** Bytes that always hold a schedule, in this and later versions. */
#define GPUOCC_SCHEDULE_BYTES 256u

/** Bytes that this version needs for a schedule. */
GPUOCC_API size_t gpuocc_schedule_size(void);

/**
 * Puts a grid on the GPU, in `memory` of `bytes` bytes aligned to GPUOCC_ALIGNMENT. `occupancy`
 * may be NULL if `grid` gives core_count and groups_per_core, or groups_per_device. The schedule
 * keeps no pointer: it may be copied, and the occupancy may go.
 *
 * A kernel of which no group fits has a schedule without rounds, that is no error.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_MEMORY_SIZE; GPUOCC_ERROR_MEMORY_ALIGNMENT;
 * GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER; and by field of the grid:
 * GPUOCC_ERROR_REQUIRED; GPUOCC_ERROR_MUST_BE_KNOWN where the occupancy is a range or not known
 * and the grid does not say; GPUOCC_ERROR_TOO_LARGE where a product would leave 64 bits, or more
 * groups are given than a core has slots for.
 */
GPUOCC_API int32_t gpuocc_schedule_init(void *memory, size_t bytes,
                                        const gpuocc_occupancy *occupancy, const gpuocc_grid *grid,
                                        gpuocc_schedule **schedule, gpuocc_error *error);

/**
 * One result. `index` counts GPUOCC_SCHEDULE_ROUND_START and is 0 elsewhere. Either pointer may
 * be NULL.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD; GPUOCC_ERROR_INDEX; GPUOCC_NOT_POSSIBLE for
 * what divides by the resident groups if there are none; GPUOCC_NOT_APPLICABLE for the plateau
 * of a single round's end, or where the residency is not one of whole cores.
 */
GPUOCC_API int32_t gpuocc_schedule_get(const gpuocc_schedule *schedule, uint32_t result,
                                       uint32_t index, uint64_t *numerator, uint64_t *denominator);

/** What a group costs, in any one unit of time. Set `size`, `unused` to 0. */
typedef struct gpuocc_group_time {
    uint32_t size;
    uint32_t unused;
    /** Time of a group that is alone on the GPU. */
    double latency;
    /** Time for which a group keeps the busiest resource of its core. */
    double per_core;
    /** Time for which a group keeps the busiest resource that all cores share. */
    double per_device;
    /** Added to every round: replacing groups, launching. */
    double overhead;
} gpuocc_group_time;

/** How long the grid takes, in the unit of the input. Set `size`. */
typedef struct gpuocc_grid_time {
    uint32_t size;
    uint32_t unused;
    double time;    /**< all full rounds and the tail */
    double rounds;  /**< thereof the full rounds */
    double tail;    /**< thereof a last round that is not full; 0 if it is */
    double ideal;   /**< if the tail cost its share of a round only */
    double minimum; /**< lower bound, whatever the order of the groups */
} gpuocc_grid_time;

/**
 * The time of rounds and tail. A round of k groups on the fullest core and g on the GPU takes
 * max(latency, k x per_core, g x per_device) + overhead. Source: formula 13 of the latency model
 * (Volkov), which with per_device and overhead 0 is that of wave quantisation.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_BAD_NUMBER if a time is negative, infinite or no number; GPUOCC_NOT_POSSIBLE if no
 * group fits.
 */
GPUOCC_API int32_t gpuocc_schedule_time(const gpuocc_schedule *schedule,
                                        const gpuocc_group_time *group, gpuocc_grid_time *time);

/** What Intel's occupancy calculator prints for a grid, in hundredths as it prints them: 71.43 % is
 *  7143. Set `size`. */
typedef struct gpuocc_calculator {
    uint32_t size;
    uint32_t has_rounds; /**< 0: no group fits, and it prints NaN for the rounds */
    uint64_t core;       /**< occupancy of a core */
    uint64_t peak;       /**< peak occupancy of the GPU */
    uint64_t average;    /**< average occupancy of the GPU; may exceed the peak, a defect */
    uint64_t rounds;     /**< "waves" there */
} gpuocc_calculator;

/**
 * Peak and average occupancy of the GPU by the rules of Intel's calculator (the web page, last
 * changed 2025-06-18), to the digit and with its defects, for a schedule of an occupancy of the
 * convention intel-calculator. It counts cores as `partitions` / `partitions_per_core`, which may
 * be no whole number (12 / 8); both 0: the cores of the schedule.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_REQUIRED if one of the two
 * is 0; GPUOCC_ERROR_TOO_LARGE above 2^40 groups, 2^20 partitions or 1024 of a core;
 * GPUOCC_NOT_APPLICABLE if the residency is not one of whole cores.
 */
GPUOCC_API int32_t gpuocc_schedule_calculator(const gpuocc_schedule *schedule, uint32_t partitions,
                                              uint32_t partitions_per_core,
                                              gpuocc_calculator *printed);

/** How groups come to cores. */
enum gpuocc_placement {
    GPUOCC_PLACEMENT_GROUPS = 1, /**< a group starts where all of its waves fit */
    /** Wave by wave: a group is bound to the core of its first wave, its others follow there as
     *  slots fall free. What Intel's guide draws (a guess, by its own words). */
    GPUOCC_PLACEMENT_WAVES = 2,
    GPUOCC_PLACEMENT_COUNT = 3
};

/** Which core the next group takes, of those on which it fits. */
enum gpuocc_core_choice {
    GPUOCC_CHOICE_EMPTIEST = 1,    /**< most free slots; of equal ones the first */
    GPUOCC_CHOICE_FILL_FIRST = 2,  /**< the first */
    GPUOCC_CHOICE_ROUND_ROBIN = 3, /**< the first behind the one chosen last */
    GPUOCC_CHOICE_COUNT = 4
};

/**
 * The rules of a timeline. Set `size` to sizeof(gpuocc_dispatch) and the rest to 0: the default.
 * No vendor publishes its rules: a timeline is a scenario, not a claim about hardware.
 */
typedef struct gpuocc_dispatch {
    uint32_t size;
    /** enum gpuocc_placement. Default: groups. */
    uint32_t placement;
    /** enum gpuocc_core_choice. Default: emptiest. */
    uint32_t choice;
    /** 1: waves of a group wait in their slots until its last one is placed, and end together.
     *  0: each wave runs from when it is placed. For whole groups there is no difference. */
    uint32_t barrier;
    /** 1: no group starts before the one ahead of it is placed whole. Always so for whole
     *  groups. */
    uint32_t head_of_line;
    /** Only the first so many cores are used. Default: all. */
    uint32_t usable_cores;
    /** Wave slots of a core that this kernel can use. Default: those of the resident groups;
     *  wave by wave all slots, if slots are what limits the groups. */
    uint32_t slots_per_core;
} gpuocc_dispatch;

/** The words of gpuocc_dispatch; errors name them (GPUOCC_SCOPE_DISPATCH). */
enum gpuocc_dispatch_field {
    GPUOCC_DISPATCH_SIZE = 0,
    GPUOCC_DISPATCH_PLACEMENT = 1,
    GPUOCC_DISPATCH_CHOICE = 2,
    GPUOCC_DISPATCH_BARRIER = 3,
    GPUOCC_DISPATCH_HEAD_OF_LINE = 4,
    GPUOCC_DISPATCH_USABLE_CORES = 5,
    GPUOCC_DISPATCH_SLOTS_PER_CORE = 6,
    GPUOCC_DISPATCH_FIELD_COUNT = 7
};

/** A grid in time. Opaque, in the caller's memory, nothing to free. */
typedef struct gpuocc_timeline gpuocc_timeline;

/** A stretch of time in which equally many waves are resident. Set `size`. */
typedef struct gpuocc_phase {
    uint32_t size;
    uint32_t index;  /**< of the phase, from 0 */
    uint64_t start;  /**< in the unit of the durations */
    uint64_t end;    /**< in the unit of the durations */
    uint64_t waves;  /**< resident on the GPU; its occupancy is waves / slots */
    uint64_t slots;  /**< wave slots of the GPU, also of cores that may not be used */
    uint64_t groups; /**< of which a wave is resident, when the phase starts */
} gpuocc_phase;

/**
 * Bytes that a timeline needs: they grow with the cores and their slots, not with the grid.
 * `rules` may be NULL.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_NOT_A_CHOICE; GPUOCC_ERROR_TOO_LARGE if there are not so many cores or slots;
 * GPUOCC_NOT_POSSIBLE if a group never fits.
 */
GPUOCC_API int32_t gpuocc_timeline_size(const gpuocc_schedule *schedule,
                                        const gpuocc_dispatch *rules, size_t *bytes,
                                        gpuocc_error *error);

/**
 * Starts a timeline in `memory` of `bytes` bytes aligned to GPUOCC_ALIGNMENT. Group i lasts
 * durations[i modulo count] units of time; with `count` 0 every group lasts 1. The durations have
 * to outlive the timeline. It may be moved to memory of the same alignment.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_MEMORY_SIZE; GPUOCC_ERROR_MEMORY_ALIGNMENT;
 * GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER; GPUOCC_ERROR_NOT_A_CHOICE;
 * GPUOCC_ERROR_TOO_LARGE if there are not so many cores or slots, or the time could leave 64
 * bits; GPUOCC_ERROR_REQUIRED if a duration is 0; GPUOCC_NOT_POSSIBLE if a group never fits.
 */
GPUOCC_API int32_t gpuocc_timeline_init(void *memory, size_t bytes, const gpuocc_schedule *schedule,
                                        const gpuocc_dispatch *rules, const uint32_t *durations,
                                        size_t count, gpuocc_timeline **timeline,
                                        gpuocc_error *error);

/**
 * The next phase. The work of a call grows with the points in time at which groups end in this
 * phase until they repeat themselves: what repeats is not counted out. What has not repeated itself
 * after some ten million steps ends there as a phase, and the next one may have as many waves.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_INDEX after the last one.
 */
GPUOCC_API int32_t gpuocc_timeline_next(gpuocc_timeline *timeline, gpuocc_phase *phase);

#ifdef __cplusplus
}
#endif

#endif

/*
 * Scaling: what a larger GPU, an overlap or a faster launch brings. Models of a few numbers each;
 * doubles, computed with + - * / alone. docs/schedule.md holds formulas, examples and limits.
 *
 * GPUOCC_ERROR_BAD_NUMBER is returned if an input is negative, infinite, no number, or out of the
 * range that stands with it. Set `size` of every struct to its sizeof, and `unused` to 0.
 */
#ifndef GPUOCC_SCALING_H
#define GPUOCC_SCALING_H

#ifdef __cplusplus
extern "C" {
#endif

/** A CPU part and a GPU part that take turns (Amdahl 1967). */
typedef struct gpuocc_serial {
    uint32_t size;
    uint32_t unused;
    double cpu_time;   /**< of one iteration, any unit */
    double gpu_time;   /**< of one iteration, the same unit, not both 0 */
    double core_scale; /**< how many times the cores of the GPU that took gpu_time; above 0 */
} gpuocc_serial;

/** What becomes of it with core_scale times the cores. */
typedef struct gpuocc_serial_result {
    uint32_t size;
    uint32_t bound;    /**< bounds when both overlap: 0 the CPU part, 1 a larger GPU part */
    double time;       /**< cpu_time + gpu_time / core_scale */
    double speedup;    /**< how many times faster than with core_scale 1; no time saving */
    double limit;      /**< of the speed-up, with any number of cores; 0: there is none */
    double saved;      /**< share of the time that is saved: 1 - 1 / speed-up */
    double gpu_busy;   /**< share of the time in which the GPU works */
    double overlapped; /**< time if CPU and GPU work side by side: the larger part */
} gpuocc_serial_result;

/**
 * The serial gap.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_serial_gap(const gpuocc_serial *serial, gpuocc_serial_result *result);

/**
 * The parts from measured times: least squares of the time over 1 / core_scale, exact for two
 * points. One measured speed-up S at scale n is the points (1, 1) and (n, 1 / S); then gpu_time is
 * the GPU's share. A part below 0 (or a share above 1) means that the model does not hold: it is
 * reported as it comes out.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_BAD_NUMBER; GPUOCC_NOT_POSSIBLE if there are not two
 * different scales.
 */
GPUOCC_API int32_t gpuocc_serial_fit(const double *core_scales, const double *times, size_t count,
                                     double *cpu_time, double *gpu_time);

/** Independent chains of dependent dispatches. */
typedef struct gpuocc_chains {
    uint32_t size;
    uint32_t chains;      /**< chains there are, at least 1 */
    uint32_t interleaved; /**< of them at a time, 1 to `chains` */
    uint32_t dispatches;  /**< of each chain, at least 1 */
    double gap;           /**< time between two dispatches of a chain */
    double work;          /**< time of one dispatch alone, above 0 */
    double fill;          /**< share of the GPU that it fills alone, above 0, at most 1 */
} gpuocc_chains;

/** Bounds, no prediction: how well chains interleave is not known. */
typedef struct gpuocc_chains_result {
    uint32_t size;
    uint32_t unused;
    double serial_time;  /**< one chain after the other */
    double least_time;   /**< lower bound of the interleaved time */
    double most_speedup; /**< upper bound */
} gpuocc_chains_result;

/**
 * Bounds for overlapping independent dispatches. The inverse: a speed-up S measured means that at
 * least the share 1 - 1 / S of the serial time was recoverable. Statuses as gpuocc_serial_gap.
 */
GPUOCC_API int32_t gpuocc_chains_bounds(const gpuocc_chains *chains, gpuocc_chains_result *result);

/** One dispatch whose groups are launched one after the other. */
typedef struct gpuocc_ramp {
    uint32_t size;
    uint32_t unused;
    uint64_t groups;        /**< of the grid, at least 1 */
    uint64_t slots;         /**< groups resident on the GPU at once, at least 1 */
    double launch_interval; /**< least time between two launches, on the whole GPU */
    double group_time;      /**< that a group runs, above 0 */
    double fixed_time;      /**< of a dispatch */
} gpuocc_ramp;

/** How long it takes. No vendor publishes the launch interval: measure it. */
typedef struct gpuocc_ramp_result {
    uint32_t size;
    uint32_t launch_bound; /**< 1: groups end faster than new ones are launched */
    double time;           /**< exact for groups of equal time */
    double concurrency;    /**< mean number of groups resident over that time */
} gpuocc_ramp_result;

/** Ramp of a dispatch. Statuses as gpuocc_serial_gap. */
GPUOCC_API int32_t gpuocc_ramp_time(const gpuocc_ramp *ramp, gpuocc_ramp_result *result);

/**
 * Bounds of a greedy schedule of `work` operations, the longest chain of which is `span`, on
 * `processors` (Brent 1974): max(work / processors, span) and span + (work - span) / processors.
 * Neither is the time. Both inputs above 0, span at most work, processors at least 1.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_work_span(double work, double span, double processors, double *lower,
                                    double *upper);

/** Little's law for a core of the GPU. */
typedef struct gpuocc_flight {
    uint32_t size;
    uint32_t core_count;   /**< at least 1 */
    uint32_t line_bytes;   /**< that a wave's load moves, at least 1 */
    uint32_t wave_size;    /**< threads of a wave, at least 1 */
    double latency_ns;     /**< of a load */
    double bandwidth_gb_s; /**< of the whole GPU, 10^9 bytes a second */
} gpuocc_flight;

/** What has to be in flight on a core so that the memory is kept busy. */
typedef struct gpuocc_flight_result {
    uint32_t size;
    uint32_t unused;
    double bytes;     /**< latency x bandwidth / cores */
    uint64_t waves;   /**< with one line each, rounded up */
    uint64_t threads; /**< of these waves */
} gpuocc_flight_result;

/**
 * Bytes in flight. Statuses as gpuocc_serial_gap, and GPUOCC_ERROR_TOO_LARGE if the waves leave 53
 * bits.
 */
GPUOCC_API int32_t gpuocc_bytes_in_flight(const gpuocc_flight *flight,
                                          gpuocc_flight_result *result);

#ifdef __cplusplus
}
#endif

#endif

/*
 * Small exact counts that decide how a kernel uses the GPU: balance of cores, halo of a tile,
 * cache lines that a wave touches, atomics of a reduction. Integers only.
 *
 * GPUOCC_ERROR_NOT_A_CHOICE is returned if an input is outside of what stands with it,
 * GPUOCC_ERROR_TOO_LARGE if a result would leave 64 bits. Set `size` of every struct to its sizeof,
 * and `unused` to 0.
 */
#ifndef GPUOCC_COUNTS_H
#define GPUOCC_COUNTS_H

#ifdef __cplusplus
extern "C" {
#endif

/** How evenly groups of one size go over cores. */
typedef struct gpuocc_balance {
    uint32_t size;
    uint32_t unused;
    uint64_t groups;       /**< threads / threads_per_group, rounded up */
    uint64_t most_groups;  /**< of a core, groups spread evenly */
    uint64_t least_groups; /**< of a core */
    uint64_t busy_cores;   /**< with a group at all */
    uint64_t capacity;     /**< threads if every core were as full as the fullest: threads /
                            *   capacity is the share of the cores' time that is used */
} gpuocc_balance;

/**
 * Balance of `threads` threads in groups of `threads_per_group` on `core_count` cores; none of
 * them 0. Small groups balance better: prefer the smallest multiple of the wave that works.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_NOT_A_CHOICE;
 * GPUOCC_ERROR_TOO_LARGE.
 */
GPUOCC_API int32_t gpuocc_balance_cores(uint64_t threads, uint32_t threads_per_group,
                                        uint32_t core_count, gpuocc_balance *result);

/**
 * Threads that a relatively complex kernel wants on the whole GPU: 1024 to 2048 per core. A rule
 * of thumb of Apple's talk WWDC22 10159, not a limit; one load in flight per thread then covers
 * the latency of memory about once to twice.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_NOT_A_CHOICE if `core_count` is 0.
 */
GPUOCC_API int32_t gpuocc_recommended_threads(uint32_t core_count, uint64_t *low, uint64_t *high);

/** A tile with the border that a stencil reads around it. */
typedef struct gpuocc_tile {
    uint32_t size;
    uint32_t x;             /**< elements, at least 1 */
    uint32_t y;             /**< 0: the tile has one dimension */
    uint32_t z;             /**< 0: the tile has no third dimension */
    uint32_t radius;        /**< of the border, in elements, corners included */
    uint32_t element_bytes; /**< 0: bytes are not asked for */
} gpuocc_tile;

/** Loads of a tile. Two ratios are in use, never the one without its name: border / payload, and
 *  border / all. Loads per output are all / payload against unstaged_loads / 1. */
typedef struct gpuocc_halo {
    uint32_t size;
    uint32_t dimensions;
    uint64_t payload;        /**< elements of the tile */
    uint64_t border;         /**< elements around it */
    uint64_t all;            /**< payload + border */
    uint64_t shared_bytes;   /**< all x element_bytes */
    uint64_t unstaged_loads; /**< per element without shared memory: (2 radius + 1) ^ dimensions */
} gpuocc_halo;

/**
 * Halo of a tile.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_NOT_A_CHOICE; GPUOCC_ERROR_TOO_LARGE.
 */
GPUOCC_API int32_t gpuocc_tile_halo(const gpuocc_tile *tile, gpuocc_halo *halo);

/** A group of x by y threads, each of which loads one element of an image; x runs fastest. */
typedef struct gpuocc_access {
    uint32_t size;
    uint32_t wave_size;     /**< threads, at least 1 */
    uint32_t group_x;       /**< threads, at least 1 */
    uint32_t group_y;       /**< threads, at least 1; the group has at most 65536 */
    uint32_t element_bytes; /**< 1 to 65536 */
    uint32_t line_bytes;    /**< of a cache line, at least 1; 128 on Apple and NVIDIA */
    uint64_t pitch_bytes;   /**< from row to row, at least group_x x element_bytes */
    uint64_t base_bytes;    /**< address of element (0, 0) */
    uint64_t origin_x;      /**< element of the group's first thread */
    uint64_t origin_y;
} gpuocc_access;

/** Lines that the threads touch. bytes_used / bytes_fetched is the efficiency of the access. */
typedef struct gpuocc_lines {
    uint32_t size;
    uint32_t threads; /**< active ones; a last wave may have fewer */
    uint64_t rows;    /**< of the image */
    uint64_t lines;   /**< different ones */
    uint64_t bytes_used;
    uint64_t bytes_fetched;
} gpuocc_lines;

/** Lines of one wave of the group. Statuses as gpuocc_tile_halo, and GPUOCC_ERROR_INDEX if the
 *  group has no such wave. */
GPUOCC_API int32_t gpuocc_wave_lines(const gpuocc_access *access, uint32_t wave,
                                     gpuocc_lines *lines);

/** Lines of the whole group: `lines` counts each line once, as a cache does that holds a group;
 *  `*requests` (may be NULL) is the sum over its waves. Statuses as gpuocc_tile_halo. */
GPUOCC_API int32_t gpuocc_group_lines(const gpuocc_access *access, gpuocc_lines *lines,
                                      uint64_t *requests);

/** Atomics of a sum over many values. */
typedef struct gpuocc_atomics {
    uint32_t size;
    uint32_t unused;
    uint64_t naive;       /**< on one address of the device: one per value */
    uint64_t wave_only;   /**< the same, after each wave has added up its own values */
    uint64_t per_group;   /**< the same, after each group has: one per group */
    uint64_t shared;      /**< on addresses in shared memory, for the latter, all groups together */
    uint64_t shared_most; /**< thereof on the address of one group */
} gpuocc_atomics;

/**
 * Atomics of a reduction of `values`, one per thread; none of the inputs 0. Counts bound the time
 * from below (count x time of an atomic); they do not predict it.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_NOT_A_CHOICE.
 */
GPUOCC_API int32_t gpuocc_reduction_atomics(uint64_t values, uint32_t threads_per_group,
                                            uint32_t wave_size, gpuocc_atomics *result);

#ifdef __cplusplus
}
#endif

#endif

/*
 * Latency: can the waves that reside on a core hide the latency of their instructions, and if
 * not, what would. Little's law, Volkov's bound (V. Volkov, Understanding Latency Hiding on GPUs,
 * UCB/EECS-2016-143, 2016, chapters 3 and 4), the mean-value analysis of one queue and the
 * classical pessimistic bound. docs/latency.md holds the formulas and how far they can be trusted.
 *
 * This header and schedule.h are the only ones with doubles. They are computed with + - x / alone
 * and are equal, bit for bit, on every platform. "Cycles" are cycles of the core's clock.
 */
#ifndef GPUOCC_LATENCY_H
#define GPUOCC_LATENCY_H

#ifdef __cplusplus
extern "C" {
#endif

/** One kernel's waves against its instructions. Opaque, in the caller's memory. */
typedef struct gpuocc_latency gpuocc_latency;

/** What instructions occupy, in the order in which ties are decided: the first one binds. */
enum gpuocc_resource {
    GPUOCC_RESOURCE_DRAM = 0, /**< memory, shared by all cores */
    GPUOCC_RESOURCE_L2 = 1,   /**< the cache behind the first one, shared by all cores */
    GPUOCC_RESOURCE_L1 = 2,   /**< the first cache of a core */
    GPUOCC_RESOURCE_SHARED = 3,
    GPUOCC_RESOURCE_LOAD_SLOTS = 4, /**< outstanding loads of a core */
    GPUOCC_RESOURCE_FP32 = 5,       /**< arithmetic pipes, divided among the partitions */
    GPUOCC_RESOURCE_FP64 = 6,
    GPUOCC_RESOURCE_FP16 = 7,
    GPUOCC_RESOURCE_INT32 = 8,
    GPUOCC_RESOURCE_SPECIAL = 9, /**< square roots, sines and the like */
    GPUOCC_RESOURCE_MATRIX = 10,
    GPUOCC_RESOURCE_PIPE_A = 11, /**< pipes of which only the caller knows anything */
    GPUOCC_RESOURCE_PIPE_B = 12,
    GPUOCC_RESOURCE_ISSUE = 13,   /**< the schedulers: every instruction takes a slot */
    GPUOCC_RESOURCE_LATENCY = 14, /**< no resource: what binds when none is saturated */
    GPUOCC_RESOURCE_COUNT = 15
};

/**
 * Constants of a device that the model needs, per core. GPUOCC_CONSTANT_LATENCY + resource is the
 * latency of a pipe, of shared memory or of a level in cycles: from the issue of an instruction to
 * the issue of one that needs its result, unloaded, mean. GPUOCC_CONSTANT_RATE + resource is what a
 * core gets: bytes per cycle of DRAM, L2 and L1, wave instructions per cycle of everything else.
 * GPUOCC_CONSTANT_DISTANCE + resource is the least number of cycles between two instructions of
 * one wave in that pipe (default: partitions / rate, at least 1), and for GPUOCC_RESOURCE_ISSUE
 * between any two (default: 1).
 */
enum gpuocc_constant {
    GPUOCC_CONSTANT_CLOCK_GHZ = 1,
    GPUOCC_CONSTANT_CORE_COUNT = 2,
    GPUOCC_CONSTANT_PARTITIONS = 3,
    /** Memory bandwidth of the device in 10^9 bytes per second: what a kernel has been seen to
     *  reach if a source has it, else as published (3 to 20 percent more). */
    GPUOCC_CONSTANT_DRAM_GB_PER_S = 4,
    /** Cycles for which the slot of a group is empty or starting up between two groups. */
    GPUOCC_CONSTANT_TURNAROUND_CYCLES = 5,
    /** Loads that a core and a wave can have outstanding. Default: no such limit. */
    GPUOCC_CONSTANT_LOADS_PER_CORE = 6,
    GPUOCC_CONSTANT_LOADS_PER_WAVE = 7,
    /** Bytes per cycle of a core's shared memory, for classes that give bytes. */
    GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE = 8,
    /** Bytes in flight per core to which a vendor's own library tunes streaming kernels. Not an
     *  input of the model. */
    GPUOCC_CONSTANT_TUNED_BYTES_IN_FLIGHT = 9,
    GPUOCC_CONSTANT_LATENCY = 16,
    GPUOCC_CONSTANT_RATE = 32,
    GPUOCC_CONSTANT_DISTANCE = 48,
    GPUOCC_CONSTANT_COUNT = 64
};

/** As the value of a rate, a bandwidth or a number of loads: it never limits. */
#define GPUOCC_UNLIMITED (-1.0)

/**
 * A constant as the tables have it for this device, in the way of its vendor's cores (CUs on
 * AMD). `*low` and `*high` are the spread between sources; equal if there is one source or value.
 * Each out-parameter may be NULL. `wave_size` 0 is the device's default; rates that follow from
 * the number of lanes depend on it.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL if `device` is; GPUOCC_ERROR_FIELD if `constant` is none;
 * GPUOCC_NOT_KNOWN if no trustworthy source has it: give it to gpuocc_latency_init.
 */
GPUOCC_API int32_t gpuocc_device_constant(const gpuocc_device *device, uint32_t constant,
                                          uint32_t wave_size, double *value, double *low,
                                          double *high);

/**
 * Where it comes from: as gpuocc_device_source. A compiler's scheduling table counts as the
 * vendor's word and is named as what it is in the remark; it was not measured.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL if `device` is; GPUOCC_ERROR_FIELD; GPUOCC_NOT_KNOWN.
 */
GPUOCC_API int32_t gpuocc_device_constant_source(const gpuocc_device *device, uint32_t constant,
                                                 uint32_t *confidence, const char **document,
                                                 const char **remark);

/** What a class of instructions does. */
enum gpuocc_class_kind {
    GPUOCC_CLASS_PIPE = 0,  /**< goes through `resource`: a pipe or shared memory */
    GPUOCC_CLASS_LOAD = 1,  /**< from memory through L1 and L2, whatever the hit fractions leave */
    GPUOCC_CLASS_STORE = 2, /**< the same way, and nobody waits for it */
    GPUOCC_CLASS_KIND_COUNT = 3
};

/** Whether the start of a group is part of each iteration. */
enum gpuocc_turnaround {
    GPUOCC_TURNAROUND_OUTSIDE = 0, /**< loops: only the times count it, once per round */
    GPUOCC_TURNAROUND_INSIDE = 1,  /**< one pass per wave: it belongs to the wave's latency */
    GPUOCC_TURNAROUND_COUNT = 2
};

/** Classes that a workload can have, and its phases are numbered below this. */
#define GPUOCC_LATENCY_CLASSES 32u

/**
 * Instructions of one kind in one iteration of one wave. Set `size`; 0 elsewhere is the default
 * named. Instructions of one `phase` overlap; phases follow one another. A kernel of which only the
 * counts are known is one phase per class (nothing overlaps, the safe side) or one phase in all.
 */
typedef struct gpuocc_instructions {
    uint32_t size;           /**< of every element of an array the same */
    uint32_t phase;          /**< below GPUOCC_LATENCY_CLASSES */
    uint32_t kind;           /**< enum gpuocc_class_kind */
    uint32_t resource;       /**< of a GPUOCC_CLASS_PIPE; else 0 */
    double count;            /**< instructions of a wave per iteration; must be given */
    double chains;           /**< independent chains; of loads: loads in flight. Default: 1 */
    double replay;           /**< times that each is issued or passes its pipe. Default: 1 */
    double bytes;            /**< requested by a wave and instruction */
    double efficiency;       /**< bytes requested / bytes moved, up to 1. Default: 1 */
    double l1_hit;           /**< share of the requests that hit the L1, 0 to 1 */
    double l2_hit;           /**< share of the others that hit the L2, 0 to 1 */
    double latency_cycles;   /**< default: the constant, of loads their mean by the hit shares */
    double distance_cycles;  /**< default: the constant, of loads and stores that of issue */
    double replay_cycles;    /**< latency that every replay beyond the first adds */
} gpuocc_instructions;

/** The members of gpuocc_instructions. */
enum gpuocc_class_field {
    GPUOCC_CLASS_SIZE = 0,
    GPUOCC_CLASS_PHASE = 1,
    GPUOCC_CLASS_KIND = 2,
    GPUOCC_CLASS_RESOURCE = 3,
    GPUOCC_CLASS_INSTRUCTION_COUNT = 4,
    GPUOCC_CLASS_CHAINS = 5,
    GPUOCC_CLASS_REPLAY = 6,
    GPUOCC_CLASS_BYTES = 7,
    GPUOCC_CLASS_EFFICIENCY = 8,
    GPUOCC_CLASS_L1_HIT = 9,
    GPUOCC_CLASS_L2_HIT = 10,
    GPUOCC_CLASS_LATENCY_CYCLES = 11,
    GPUOCC_CLASS_DISTANCE_CYCLES = 12,
    GPUOCC_CLASS_REPLAY_CYCLES = 13,
    GPUOCC_CLASS_FIELD_COUNT = 14
};

/** The kernel as a whole. Set `size`; 0 elsewhere is the default named. */
typedef struct gpuocc_workload {
    uint32_t size;
    uint32_t waves;           /**< of a core, up to 65536. Default: the occupancy's */
    uint32_t waves_per_group; /**< default: the occupancy's */
    uint32_t max_waves;       /**< wave slots of a core. Default: the occupancy's */
    uint32_t wave_size;       /**< default: the occupancy's, or else the device's */
    uint32_t turnaround;      /**< enum gpuocc_turnaround */
    uint64_t grid_groups;     /**< groups of the grid, up to 10^12; for the times */
    double iterations;        /**< passes of the loop by each wave. Default: 1 */
    double wave_latency_cycles; /**< of one iteration, if known as a whole. Default: by phases */
} gpuocc_workload;

/** The members of gpuocc_workload. */
enum gpuocc_workload_field {
    GPUOCC_WORKLOAD_SIZE = 0,
    GPUOCC_WORKLOAD_WAVES = 1,
    GPUOCC_WORKLOAD_WAVES_PER_GROUP = 2,
    GPUOCC_WORKLOAD_MAX_WAVES = 3,
    GPUOCC_WORKLOAD_WAVE_SIZE = 4,
    GPUOCC_WORKLOAD_TURNAROUND = 5,
    GPUOCC_WORKLOAD_GRID_GROUPS = 6,
    GPUOCC_WORKLOAD_ITERATIONS = 7,
    GPUOCC_WORKLOAD_WAVE_LATENCY_CYCLES = 8,
    GPUOCC_WORKLOAD_FIELD_COUNT = 9
};

/** Throughput as a function of the waves. lower <= expected <= upper, and partitioned <= upper. */
enum gpuocc_curve {
    GPUOCC_CURVE_UPPER = 0,       /**< Volkov's bound: min(waves / latency, 1 / largest demand) */
    GPUOCC_CURVE_EXPECTED = 1,    /**< mean-value analysis of the busiest resource and a delay */
    GPUOCC_CURVE_LOWER = 2,       /**< every wave queues behind every other at every resource */
    GPUOCC_CURVE_PARTITIONED = 3, /**< the upper bound with waves fixed to their partitions */
    GPUOCC_CURVE_COUNT = 4
};

/** Values of GPUOCC_LATENCY_MORE_WAVES. */
enum gpuocc_more_waves {
    GPUOCC_MORE_WAVES_NONE_LEFT = 0, /**< every wave slot is taken */
    GPUOCC_MORE_WAVES_MAY_HELP = 1,  /**< the bound does not rise; the expectation may */
    GPUOCC_MORE_WAVES_HELP = 2       /**< latency is exposed: below the waves needed, they must */
};

/** The results of a latency. `index` is what stands behind "by", else 0. */
enum gpuocc_latency_result {
    /** Resident waves of a core. */
    GPUOCC_LATENCY_WAVES = 0,
    /** Cycles of one iteration of a wave alone. */
    GPUOCC_LATENCY_WAVE_LATENCY = 1,
    /** The same, but not less than the largest demand. */
    GPUOCC_LATENCY_WAVE_LATENCY_SERVED = 2,
    /** By resource: cycles for which one iteration of a wave has it to itself. */
    GPUOCC_LATENCY_DEMAND = 3,
    GPUOCC_LATENCY_LARGEST_DEMAND = 4,
    GPUOCC_LATENCY_SUM_OF_DEMANDS = 5,
    /** By curve: iterations of waves per cycle and core. */
    GPUOCC_LATENCY_THROUGHPUT = 6,
    /** By curve: share of the throughput that the largest demand allows. */
    GPUOCC_LATENCY_SHARE_OF_PEAK = 7,
    /** By curve: bytes that loads and stores request, of the device, in 10^9 per second. */
    GPUOCC_LATENCY_GB_PER_S = 8,
    /** Waves at which both bounds meet. Fewer leave latency exposed for sure; more than that is
     *  not a promise: 90 percent of the peak took 1.1 to 2.1 times as many (docs/latency.md). */
    GPUOCC_LATENCY_WAVES_NEEDED_EXACT = 9,
    /** The same as whole waves. */
    GPUOCC_LATENCY_WAVES_NEEDED = 10,
    /** The same as a share of the slots. GPUOCC_NOT_POSSIBLE: not reachable by occupancy. */
    GPUOCC_LATENCY_OCCUPANCY_NEEDED = 11,
    /** By resource: busy share, at most (by the upper curve). */
    GPUOCC_LATENCY_UTILISATION = 12,
    /** By resource: waves that saturate it. GPUOCC_NOT_POSSIBLE: another one saturates first. */
    GPUOCC_LATENCY_WAVES_TO_SATURATE = 13,
    /** enum gpuocc_resource that bounds the throughput at these waves. */
    GPUOCC_LATENCY_BINDING = 14,
    /** The same with any number of waves. */
    GPUOCC_LATENCY_BINDING_AT_LIMIT = 15,
    /** By resource: latency x rate of the device alone, in what its rate counts (bytes of L1, L2,
     *  DRAM; wave instructions of the others). Not the waves that this kernel needs. */
    GPUOCC_LATENCY_CONCURRENCY = 16,
    /** By class: its instructions in flight on a core, at most. */
    GPUOCC_LATENCY_IN_FLIGHT = 17,
    /** Loads from memory in flight on a core, at most. */
    GPUOCC_LATENCY_LOADS_IN_FLIGHT = 18,
    /** Bytes requested by them. */
    GPUOCC_LATENCY_BYTES_IN_FLIGHT = 19,
    /** By class: independent chains that would hide the latency with these waves, everything else
     *  as it is. GPUOCC_NOT_POSSIBLE: none would. */
    GPUOCC_LATENCY_CHAINS_NEEDED = 20,
    /** By class, the only one of loads or stores in a kernel bound by memory: loads of a thread and
     *  iteration, independent of each other, that would. */
    GPUOCC_LATENCY_LOADS_NEEDED = 21,
    /** By class: the bytes of that many loads, of a thread. */
    GPUOCC_LATENCY_BYTES_PER_THREAD_NEEDED = 22,
    /** enum gpuocc_more_waves. */
    GPUOCC_LATENCY_MORE_WAVES = 23,
    /** By curve: throughput with every slot taken over throughput now. */
    GPUOCC_LATENCY_GAIN = 24,
    /** Rounds of the grid. */
    GPUOCC_LATENCY_ROUNDS = 25,
    /** By curve, upper or expected: cycles of the whole grid, round by round. */
    GPUOCC_LATENCY_TIME = 26,
    /** Cycles below which no order of the groups can come. */
    GPUOCC_LATENCY_TIME_AT_LEAST = 27,
    /** By class: its latency in cycles. */
    GPUOCC_LATENCY_CLASS_LATENCY = 28,
    /** By class: the loads needed, before they are rounded up. */
    GPUOCC_LATENCY_LOADS_NEEDED_EXACT = 29,
    GPUOCC_LATENCY_RESULT_COUNT = 30
};

/** Bytes that always hold a latency, in this and later versions. */
#define GPUOCC_LATENCY_BYTES 8192u

/** Bytes that this version needs for a latency. */
GPUOCC_API size_t gpuocc_latency_size(void);

/**
 * Sets waves against instructions, in `memory` of `bytes` bytes aligned to GPUOCC_ALIGNMENT.
 *
 * Waves and the device come from `occupancy`, or from `device` and workload.waves if that is NULL;
 * both may be NULL if the workload and the constants say everything. What the workload gives
 * counts, not the occupancy's. `classes` are `class_count` elements that lie classes[0].size bytes
 * apart. constants[i] (enum gpuocc_constant), i below `constant_count`, has values[i] instead of
 * the table's, per core of the occupancy: a WGP in WGP mode.
 *
 * Nothing is kept of the arguments: the latency holds no pointer and may be copied, byte for byte,
 * to memory of the same alignment.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_MEMORY_SIZE; GPUOCC_ERROR_MEMORY_ALIGNMENT; and by field:
 * GPUOCC_ERROR_REQUIRED if no class or no number of waves is given;
 * GPUOCC_ERROR_BAD_NUMBER for a double that is NaN, infinite or outside its range;
 * GPUOCC_ERROR_NOT_A_CHOICE; GPUOCC_ERROR_TOO_LARGE; GPUOCC_ERROR_FIELD for a number that is no
 * constant; GPUOCC_ERROR_MUST_BE_KNOWN if the occupancy's wave size or core mode is unknown;
 * GPUOCC_NOT_KNOWN with the constant that neither the tables nor the caller have, or
 * with the waves if the occupancy does not know an upper end.
 */
GPUOCC_API int32_t gpuocc_latency_init(void *memory, size_t bytes, const gpuocc_device *device,
                                       const gpuocc_occupancy *occupancy,
                                       const gpuocc_workload *workload,
                                       const gpuocc_instructions *classes, size_t class_count,
                                       const uint32_t *constants, const double *values,
                                       size_t constant_count, gpuocc_latency **latency,
                                       gpuocc_error *error);

/**
 * One result. `*low` and `*high` (each may be NULL) are equal unless the occupancy is a range:
 * then they are the results with the fewest and with the most waves, the smaller first.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD for a number that is no result;
 * GPUOCC_ERROR_INDEX; GPUOCC_NOT_APPLICABLE where the workload has no such thing;
 * GPUOCC_NOT_KNOWN if a constant or a number of the workload is missing; GPUOCC_NOT_POSSIBLE.
 */
GPUOCC_API int32_t gpuocc_latency_get(const gpuocc_latency *latency, uint32_t result,
                                      uint32_t index, double *low, double *high);

/**
 * One result as it would be with `waves` waves on a core, 0 to 65536; they need not be whole.
 * Rounds and times take it for the waves of a full core. Statuses as gpuocc_latency_get, and
 * GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_latency_at(const gpuocc_latency *latency, double waves, uint32_t result,
                                     uint32_t index, double *value);

/**
 * What a group costs, in cycles, for gpuocc_schedule_time: with a schedule of the same cores and
 * waves that gives the times of this latency, round by round.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_NOT_APPLICABLE if the waves of a
 * group are not given; GPUOCC_NOT_KNOWN without the cores or the turnaround.
 */
GPUOCC_API int32_t gpuocc_latency_group_time(const gpuocc_latency *latency,
                                             gpuocc_group_time *group);

/**
 * Little's law of a pipe, or of anything with a latency and a rate: what must be in flight to keep
 * it busy is latency x rate. The unit of `*in_flight` is what the rate counts per cycle:
 * instructions, lanes, bytes. It is not the number of waves that a kernel needs.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_little_pipe(double latency_cycles, double rate_per_cycle,
                                      double *in_flight);

/**
 * Little's law of memory: requests of one core that must be in flight to draw the core's share of
 * `gb_per_s` (10^9 bytes per second of the whole device). `*rate` (may be NULL) is set to that
 * share in requests per cycle. It is not the number of waves that a kernel needs.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_little_memory(double latency_cycles, double gb_per_s, double clock_ghz,
                                        double cores, double bytes_per_request, double *rate,
                                        double *in_flight);

/**
 * How many carriers it takes if each has `each` in flight: waves for instructions, loads of a
 * thread for bytes. Rounded up, but not for a rounding error of 10^-9.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_little_count(double in_flight, double each, uint64_t *count);

#ifdef __cplusplus
}
#endif

#endif

/*
 * Order: how many loads the order of the instructions lets a wave have in flight. A straight-line
 * loop body is unrolled, ordered as a compiler may, and issued in order by one wave.
 * docs/latency.md has the rules and five examples.
 *
 * Integers only. Cycles may be counted in any smaller unit, the same for all instructions.
 */
#ifndef GPUOCC_ORDER_H
#define GPUOCC_ORDER_H

#ifdef __cplusplus
extern "C" {
#endif

/** What an instruction does. */
enum gpuocc_operation_kind {
    GPUOCC_OPERATION_COMPUTE = 0, /**< registers only */
    GPUOCC_OPERATION_LOAD = 1,    /**< blocks nobody but who reads its result */
    GPUOCC_OPERATION_STORE = 2,   /**< waits for what it stores, and nobody for it */
    GPUOCC_OPERATION_BARRIER = 3, /**< nothing moves across it; it costs its issue alone */
    GPUOCC_OPERATION_COUNT = 4
};

/** An instruction of the loop body, of one lane. Set `size`, and to 0 what does not apply. */
typedef struct gpuocc_operation {
    uint32_t size;
    uint32_t kind;           /**< enum gpuocc_operation_kind */
    uint32_t result;         /**< number of the register written; 0: none */
    uint32_t sources[4];     /**< registers read; what no instruction above writes is there */
    uint32_t array;          /**< of loads and stores: number of the array, any */
    uint32_t space;          /**< its address space, any; different spaces share no bytes */
    uint32_t access_bytes;   /**< bytes accessed. 0: anywhere in the array */
    int64_t offset_bytes;    /**< of the first byte, from where the loop index points */
    int64_t stride_bytes;    /**< added to the offset by each copy of the unrolled body */
    uint32_t latency_cycles; /**< until the result can be read */
    uint32_t issue_cycles;   /**< until the next instruction can issue. Default: 1 */
} gpuocc_operation;

/** In which order a compiler puts them. */
enum gpuocc_order {
    GPUOCC_ORDER_SOURCE = 0, /**< as written */
    /** Loads, and what they need, as early as aliasing and barriers allow. */
    GPUOCC_ORDER_HOIST = 1,
    GPUOCC_ORDER_COUNT = 2
};

/** The most instructions of an unrolled body. */
#define GPUOCC_ORDER_INSTRUCTIONS 1024u

/** The largest limit of the loads in flight. */
#define GPUOCC_ORDER_LOADS 64u

/** The loop. Set `size`; 0 elsewhere is the default named. */
typedef struct gpuocc_body {
    uint32_t size;
    uint32_t operation_count; /**< instructions of the body; must be given */
    uint32_t unroll;          /**< copies of the body, registers renamed. Default: 1 */
    uint32_t order;           /**< enum gpuocc_order */
    uint32_t no_alias;        /**< 1: different arrays share no bytes (restrict) */
    /** Loads that a wave can have in flight, up to GPUOCC_ORDER_LOADS. Default: no such limit. */
    uint32_t most_loads;
} gpuocc_body;

/** What comes of it, in the steady state. Set `size`. */
typedef struct gpuocc_in_flight {
    uint32_t size;
    uint32_t unused;
    uint32_t loads;       /**< of one unrolled body */
    uint32_t first;       /**< loads issued before the first instruction that reads one's result */
    uint64_t most;        /**< loads in flight at the same time */
    uint64_t bodies;      /**< after which the pattern repeats; 1 without most_loads */
    uint64_t cycles;      /**< that they take: a body takes cycles / bodies */
    uint64_t load_cycles; /**< latencies of their loads: load_cycles / cycles are in flight, mean */
} gpuocc_loads;

/**
 * Loads in flight of one wave that repeats a body alone. `operations` has operation_count elements.
 * `order`, `places` and `starts` have room for operation_count x unroll numbers: order[p] is the
 * instruction at place p, counted copy by copy as written; places[i] is the place of instruction
 * i, and starts[i] the cycle in which it issues, in the last body computed.
 *
 * Of two accesses to different arrays of a space it is not known whether they share bytes, unless
 * no_alias is set. Registers order by what is read after it was written; what an iteration hands
 * to the next one is not modelled. cycles / bodies is a workload's wave_latency_cycles (latency.h).
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_REQUIRED without an instruction, or for a load without latency;
 * GPUOCC_ERROR_TOO_LARGE above GPUOCC_ORDER_INSTRUCTIONS or GPUOCC_ORDER_LOADS, or for an offset
 * or stride beyond 2^40; GPUOCC_ERROR_NOT_A_CHOICE for a kind, an order or a no_alias that is none;
 * GPUOCC_NOT_KNOWN if nothing repeats within 2^20 instructions. After a negative status the three
 * arrays hold nothing of use.
 */
GPUOCC_API int32_t gpuocc_order_loads(const gpuocc_body *body, const gpuocc_operation *operations,
                                      uint32_t *order, uint32_t *places, uint64_t *starts,
                                      gpuocc_loads *result);

#ifdef __cplusplus
}
#endif

#endif

#endif
