/* SPDX-License-Identifier: MIT
 *
 * Occupancy: how many groups of one kernel fit on a core, and what stops the next one.
 */
#ifndef GPUOCC_OCCUPANCY_H
#define GPUOCC_OCCUPANCY_H

#include "status.h"
#include "device.h"

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
 * named, and not where the field is a choice (wave_size, dynamic_vgpr_block, and what is an enum):
 * none of its values is zero, and it has its default. GPUOCC_UNKNOWN stands for any value that the
 * device accepts: results become ranges. A field of a resource that the vendor does not have must
 * be 0 or GPUOCC_ZERO; docs/model.md holds the table of fields and vendors.
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
    /** The bound that the source declares (launch bounds, reqd_work_group_size,
     *  max_total_threads_per_threadgroup). It says nothing about registers. Default: none. */
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

    /** Dynamic shared memory that each thread of a group adds to dynamic_shared_bytes, in bytes.
     *  May not be GPUOCC_UNKNOWN. */
    uint32_t dynamic_shared_bytes_per_thread;

    /** Apple: largest group that a compiled pipeline reports (maxTotalThreadsPerThreadgroup). It
     *  decides whether a group launches, and on Apple7 and Apple8 it tells the range of registers.
     *  Default: not known. */
    uint32_t reported_max_threads;
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
    GPUOCC_KERNEL_REPORTED_MAX_THREADS = 25,
    GPUOCC_KERNEL_FIELD_COUNT = 26
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
    /** Intel compute-runtime 22.43: cooperative group count of the whole device, or, where it has
     *  several tiles, of the smallest, because such a kernel runs on one of them (a PVC of 128
     *  cores has two). Its cores and its bandwidth are then that tile's in every answer. */
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
    /** Apple: no number of registers alone makes a pipeline report this reported_max_threads: a
     *  bound of the kernel lowered it. It therefore bounds the registers from above only. */
    GPUOCC_NOTE_NO_TIER = 9,
    GPUOCC_NOTE_COUNT = 10
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
    /** Cores of the device in the mode of this kernel: WGPs in WGP mode; of a tool that counts for
     *  one tile (GPUOCC_CONVENTION_NEO) those of the tile. */
    GPUOCC_RESULT_CORE_COUNT = 13,
    /** Groups resident on the whole device at once: on all cores that GPUOCC_RESULT_CORE_COUNT
     *  counts, or in all clusters. */
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
     *  that number, and, above 1, the device's cores_per_gpc (the caller's, or assumed for the
     *  product). */
    GPUOCC_RESULT_CLUSTERS_PER_DEVICE = 19,
    /** By limit: what the resident groups of a core leave of its capacity. */
    GPUOCC_RESULT_UNUSED = 20,
    /** By limit: what of the capacity no single step uses. The least that is unused now, after one
     *  amount (or the threads) has grown up to its slack (gpuocc_step), or after one next step. Of
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
 * GPUOCC_ERROR_NO_RESOURCE, GPUOCC_ERROR_MUST_BE_KNOWN (of an unknown wave size: the rest of the
 * kernel is refused with each).
 */
GPUOCC_API int32_t gpuocc_occupancy_init(void *memory, size_t bytes, const gpuocc_device *device,
                                         uint32_t convention, const gpuocc_kernel *kernel,
                                         gpuocc_occupancy **occupancy, gpuocc_error *error);

/**
 * Computes all results of an occupancy now. Without it gpuocc_occupancy_init computes four (groups,
 * waves, max_waves and limiters), and every call that needs more computes the rest for itself. So
 * it pays before the second such call, and changes no answer. It writes to the occupancy: no other
 * thread may use it meanwhile.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL.
 */
GPUOCC_API int32_t gpuocc_occupancy_expand(gpuocc_occupancy *occupancy);

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
