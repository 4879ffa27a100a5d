/* SPDX-License-Identifier: MIT
 *
 * Occupancy: the thread groups of one kernel that are resident on a core, and the limiting
 * resource.
 */
#ifndef GPUOCC_OCCUPANCY_H
#define GPUOCC_OCCUPANCY_H

#include "status.h"
#include "device.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The occupancy of one kernel on one device. Opaque; it needs no freeing and may be copied. Its
 *  size is the same in all versions of a major version. */
typedef struct gpuocc_occupancy gpuocc_occupancy;
#ifndef GOCC_PRIVATE
struct GPUOCC_HANDLE gpuocc_occupancy {
    uint64_t opaque[256];
};
#endif

/**
 * The resource use of a kernel. Set `size` to sizeof(gpuocc_kernel) and every other member to 0. 0
 * means "not given" and selects the default that the member documents. Word i of the struct is
 * field i of enum gpuocc_kernel_field, so one number identifies a field in columns, files and
 * errors.
 *
 * GPUOCC_ZERO is an explicit zero. It differs from 0 only where the documented default is not zero.
 * A field that selects from a list of values (wave_size, dynamic_vgpr_block and the enums) has no
 * value zero, so GPUOCC_ZERO selects its default too. GPUOCC_UNKNOWN means any value that the
 * device accepts, and results become ranges. A field of a resource that the vendor does not have
 * must be 0 or GPUOCC_ZERO; docs/model.md has the table of fields and vendors.
 */
typedef struct gpuocc_kernel {
    uint32_t size;
    /** Threads in one group. Required. */
    uint32_t threads_per_group;
    /** Threads in a wave. Default: 32 on NVIDIA, Apple and AMD RDNA; 64 on AMD GCN and CDNA.
     *  Required on Intel: 8, 16 or 32. Adreno: 64 or 128 (Adreno 702: 16 or 32), whichever Mesa's
     *  compiler selects for these registers and this branch stack; inverse queries select it anew
     *  for each value. Mali and V3D: the only size of the device. */
    uint32_t wave_size;
    /** Registers per thread. AMD: architectural VGPRs; Mali: work registers; Adreno: registers of
     *  four times 32 bits (vec4), as Mesa's statistics count them. Not used by Intel and Apple. */
    uint32_t registers_per_thread;
    /** Static shared memory of a group in bytes, before any rounding. */
    uint32_t shared_bytes;
    /** Dynamic shared memory of a group, in bytes. */
    uint32_t dynamic_shared_bytes;
    /** Barriers that a group uses. On AMD a group of several waves always uses one. */
    uint32_t barriers_per_group;
    /** The largest group size that the source declares (launch bounds, reqd_work_group_size,
     *  max_total_threads_per_threadgroup). It does not affect registers. Default: none. */
    uint32_t max_threads_per_group;

    /** NVIDIA: enum gpuocc_shared_limit. Default: opt-in. */
    uint32_t shared_limit;
    /** NVIDIA: largest dynamic shared memory with which the kernel may be launched, in bytes.
     *  Default: no such bound. */
    uint32_t max_dynamic_shared_bytes;
    /** NVIDIA: preferred shared memory carve-out in percent, 0 to 100. Default: not set. */
    uint32_t carveout_percent;
    /** NVIDIA: enum gpuocc_cache_preference. Default: none. */
    uint32_t cache_preference;
    /** NVIDIA 5.2 to 6.2: enum gpuocc_global_caching, partitioned mode. Default: off. */
    uint32_t global_caching;
    /** NVIDIA 10.0 and later: virtual resources of a group, 128 for kernels that use Tensor
     *  Memory. Adreno: entries of the branch stack that a wave uses. */
    uint32_t virtual_resources;
    /** NVIDIA 9.0 and later: groups in a cluster. Default: no clusters. */
    uint32_t groups_per_cluster;

    /** AMD CDNA: accumulation registers (AGPRs) per thread. */
    uint32_t accumulators_per_thread;
    /** AMD: SGPRs per wave, either as the compiler counts them (VCC included) or
     *  already rounded, as profilers report them. */
    uint32_t scalar_registers_per_wave;
    /** AMD: enum gpuocc_core_mode. Default: WGP on devices that have WGPs, otherwise CU. */
    uint32_t core_mode;
    /** AMD gfx12: block size of dynamic VGPR mode, 16 or 32 registers. Default: static
     *  allocation. */
    uint32_t dynamic_vgpr_block;
    /** AMD: SGPRs that a trap handler adds to every wave, after rounding. Default: those of ROCm's
     *  trap handler, 16 on gfx8 and gfx9 and 0 elsewhere; in GPUOCC_CONVENTION_LLVM_MAIN and
     *  GPUOCC_CONVENTION_HIP_2026_08 always 16. Graphics drivers load no trap handler: use
     *  GPUOCC_ZERO. */
    uint32_t trap_registers;
    /** AMD GCN and CDNA1: largest number of waves per core when the kernel uses scratch memory (32
     *  under ROCm). Default: no cap. */
    uint32_t scratch_wave_cap;

    /** Intel: registers per hardware thread. Default: 128. */
    uint32_t grf_count;

    /** Apple: 16-bit registers per thread. Adreno: registers of four times 16 bits that
     *  registers_per_thread does not include; two take one of those. */
    uint32_t half_registers_per_thread;
    /** Apple: measured target of the occupancy manager, in percent of the wave slots. */
    uint32_t occupancy_target_percent;

    /** Dynamic shared memory in bytes per thread of the group, in addition to dynamic_shared_bytes.
     *  May not be GPUOCC_UNKNOWN. */
    uint32_t dynamic_shared_bytes_per_thread;

    /** Apple: the maxTotalThreadsPerThreadgroup of the compiled pipeline. A larger group does not
     *  launch. On Apple7 and Apple8 it also bounds the number of registers. Default: unknown. */
    uint32_t reported_max_threads;
} gpuocc_kernel;

/** Initialises a kernel: `gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;` sets its size and every other
 *  member to 0. */
#define GPUOCC_KERNEL_INIT                                                                         \
    {                                                                                              \
        sizeof(gpuocc_kernel), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,   \
            0, 0, 0                                                                                \
    }

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
    GPUOCC_SHARED_LIMIT_DEFAULT = 1, /**< the limit without opt-in */
    /** The limit for kernels that opt in: those with the attribute MaxDynamicSharedMemorySize. */
    GPUOCC_SHARED_LIMIT_OPTIN = 2,
    /** The limit for kernels that allow oversized shared memory: compute capability 10.7 only. */
    GPUOCC_SHARED_LIMIT_OVERSIZED = 3
};

/** Values of gpuocc_kernel.cache_preference. */
enum gpuocc_cache_preference {
    GPUOCC_CACHE_PREFERENCE_NONE = 1,   /**< no preference */
    GPUOCC_CACHE_PREFERENCE_SHARED = 2, /**< more shared memory */
    GPUOCC_CACHE_PREFERENCE_L1 = 3,     /**< more L1 cache */
    GPUOCC_CACHE_PREFERENCE_EQUAL = 4   /**< equal parts of both */
};

/** Values of gpuocc_kernel.global_caching. */
enum gpuocc_global_caching {
    GPUOCC_GLOBAL_CACHING_OFF = 1,
    GPUOCC_GLOBAL_CACHING_ON = 2,    /**< disabled if no group would fit otherwise */
    GPUOCC_GLOBAL_CACHING_STRICT = 3 /**< never disabled */
};

/** Values of gpuocc_kernel.core_mode. */
enum gpuocc_core_mode {
    GPUOCC_CORE_MODE_CU = 1, /**< the core is a CU */
    GPUOCC_CORE_MODE_WGP = 2 /**< the core is a WGP: two CUs that run a group together */
};

/**
 * The rules by which occupancy is computed. The default gives what the hardware can run: whole
 * groups, never an unsafe estimate. Every other convention reproduces one tool of a vendor exactly,
 * including its defects. docs/model.md lists all differences between those tools and the
 * default.
 */
enum gpuocc_convention {
    GPUOCC_CONVENTION_DEFAULT = 0,
    /** NVIDIA cuda_occupancy.h 12.1 (CUDA 13.0). */
    GPUOCC_CONVENTION_HEADER = 1,
    /** AMD: the Occupancy that LLVM 16 to 22 print, in waves per partition. It has no groups. */
    GPUOCC_CONVENTION_LLVM = 2,
    /** AMD: hipOccupancyMaxActiveBlocksPerMultiprocessor by the rules of ROCm until July 2026. It
     *  does not count a trap handler. */
    GPUOCC_CONVENTION_HIP = 3,
    /** AMD: GPUOCC_CONVENTION_HIP with the LDS of a whole WGP as the pool, since July 2026. */
    GPUOCC_CONVENTION_HIP_LDS_POOL = 4,
    /** AMD: GPUOCC_CONVENTION_HIP with the constants of October 2024. */
    GPUOCC_CONVENTION_HIP_2024_10 = 5,
    /** Intel GPU Occupancy Calculator (the web page), version of 2025-06-18. */
    GPUOCC_CONVENTION_INTEL_CALCULATOR = 6,
    /** Intel compute-runtime 22.43: the number of groups that a cooperative kernel can have on the
     *  device. Such a kernel runs on one tile. On a device with several tiles, such as a PVC of 128
     *  cores, which has two, every answer is for the smallest one, its cores and its bandwidth. */
    GPUOCC_CONVENTION_NEO_22_43 = 7,
    /** Intel compute-runtime of 2026-02, otherwise as GPUOCC_CONVENTION_NEO_22_43. */
    GPUOCC_CONVENTION_NEO = 8,
    /** Apple, hypothesis: a register pool of 208 KiB, without the limit of 1024 threads. */
    GPUOCC_CONVENTION_RF208 = 9,
    /** Apple, hypothesis: a register pool of 384 KiB. */
    GPUOCC_CONVENTION_RF384 = 10,
    /** AMD: LLVM's main branch of September 2026. It adds the SGPRs of the trap handler before it
     *  divides, and rounds up the LDS of a group. */
    GPUOCC_CONVENTION_LLVM_MAIN = 11,
    /** AMD: GPUOCC_CONVENTION_HIP_LDS_POOL with the SGPRs of the trap handler, since August
     *  2026. */
    GPUOCC_CONVENTION_HIP_2026_08 = 12,
    /** Adreno: the waves per core that Mesa 25.0 prints, and that Mesa of October 2025 prints for
     *  shaders whose arithmetic is mostly 16 bits wide. It has no groups. */
    GPUOCC_CONVENTION_MESA_25_0 = 13,
    /** Adreno: the waves per core that Mesa of October 2025 prints. It has no groups. */
    GPUOCC_CONVENTION_MESA_2025_10 = 14,
    /** Adreno: the waves per core that Mesa of 2026 prints. It has no groups. */
    GPUOCC_CONVENTION_MESA_2026 = 15,
    /** Adreno: GPUOCC_CONVENTION_MESA_2026 for shaders whose arithmetic is mostly 16 bits wide. */
    GPUOCC_CONVENTION_MESA_2026_FP16 = 16,
    GPUOCC_CONVENTION_COUNT = 17
};

/** How a device and a convention use a field of the kernel. */
enum gpuocc_field_use {
    GPUOCC_FIELD_ABSENT = 0, /**< no such resource: the field must be 0 or GPUOCC_ZERO */
    /** An amount that the kernel uses. More of it allows fewer groups or as many, except for
     *  threads and for the requests of shared memory that gpuocc_occupancy_next_step names. */
    GPUOCC_FIELD_AMOUNT = 1,
    GPUOCC_FIELD_GRANT = 2,   /**< a bound or preference: more of it never allows fewer groups */
    GPUOCC_FIELD_CHOICE = 3,  /**< one of a list of values; gpuocc_choice_name names them */
    GPUOCC_FIELD_IGNORED = 4, /**< accepted without effect on the occupancy */
    GPUOCC_FIELD_USE_COUNT = 5
};

/** A field of the kernel on one device in one convention. Set `size`. */
typedef struct gpuocc_field_info {
    uint32_t size;     /**< sizeof(gpuocc_field_info), set by the caller */
    uint32_t use;      /**< enum gpuocc_field_use */
    uint32_t required; /**< 1: the field must be given */
    uint32_t max;      /**< largest value; 0 if the field is absent */
    /** The value that 0 selects; 0 for no amount, bound or setting. */
    uint32_t default_value;
    char unit[16]; /**< unit as in gpuocc_unit, "" for a plain number */
} gpuocc_field_info;

/**
 * Returns how a device and a convention use `field` (enum gpuocc_kernel_field), so that a form or a
 * search needs no table of its own. The maximum is that of the field alone: two fields together can
 * exceed the device earlier.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_FIELD;
 * GPUOCC_ERROR_CONVENTION_UNKNOWN; GPUOCC_ERROR_CONVENTION_VENDOR; GPUOCC_ERROR_CONVENTION_DEVICE;
 * GPUOCC_ERROR_DEVICE_NO_MODEL.
 */
GPUOCC_API int32_t gpuocc_kernel_field_info(const gpuocc_device *device, uint32_t convention,
                                            uint32_t field, gpuocc_field_info *info,
                                            gpuocc_error *error);

/** The resources that can limit occupancy. A set of limits is a bit mask of 1 << number. */
enum gpuocc_limit {
    GPUOCC_LIMIT_WAVES = 0,            /**< wave slots of the core */
    GPUOCC_LIMIT_GROUPS = 1,           /**< group slots of the core */
    GPUOCC_LIMIT_REGISTERS = 2,        /**< the register file */
    GPUOCC_LIMIT_SCALAR_REGISTERS = 3, /**< the scalar register file */
    GPUOCC_LIMIT_SHARED = 4,           /**< shared memory */
    GPUOCC_LIMIT_BARRIERS = 5,         /**< hardware barriers of the core */
    GPUOCC_LIMIT_VIRTUAL = 6,          /**< virtual resources */
    /** The group exceeds the largest size with which this kernel launches. */
    GPUOCC_LIMIT_LAUNCH = 7,
    GPUOCC_LIMIT_COUNT = 8
};

/** Remarks about a result. A set of notes is a bit mask of 1 << number. */
enum gpuocc_note {
    /** The result depends on a device figure that is unverified or disputed. */
    GPUOCC_NOTE_UNVERIFIED = 0,
    /** The architecture is not released, or its figures are provisional. */
    GPUOCC_NOTE_PROVISIONAL = 1,
    /** The architecture is assumed to equal its closest known relative. */
    GPUOCC_NOTE_ASSUMED = 2,
    /** The result follows an unproven hypothesis. */
    GPUOCC_NOTE_HYPOTHESIS = 3,
    /** The result is a lower bound: the source of the rule does not cover higher values. */
    GPUOCC_NOTE_LOWER_BOUND = 4,
    /** The device allocates registers at run time, so they set no static limit. */
    GPUOCC_NOTE_DYNAMIC = 5,
    /** Static shared memory exceeds the default limit. It is not established whether that can
     *  occur. */
    GPUOCC_NOTE_STATIC_SHARED = 6,
    /** Partitioned global caching was requested but is disabled, or the device does not have it. */
    GPUOCC_NOTE_GLOBAL_CACHING_OFF = 7,
    /** The last wave of each group has idle lanes: the group size is not a multiple of the wave
     *  size. */
    GPUOCC_NOTE_PARTIAL_WAVE = 8,
    /** Apple: reported_max_threads fits no register count, because the source lowered it. It bounds
     *  the registers from above only. */
    GPUOCC_NOTE_NO_TIER = 9,
    /** AMD: the SGPR count is larger than any that a kernel can name. It comes from a profiler and
     *  is already rounded. */
    GPUOCC_NOTE_ROUNDED_SCALARS = 10,
    /** NVIDIA: the cluster is larger than the portable size. The kernel launches only if it has the
     *  attribute NonPortableClusterSizeAllowed, and not on every device. */
    GPUOCC_NOTE_CLUSTER_NOT_PORTABLE = 11,
    GPUOCC_NOTE_COUNT = 12
};

/** The results of an occupancy. `index` is an enum gpuocc_limit for results marked "per limit",
 *  otherwise 0. */
enum gpuocc_result {
    /** Groups resident on a core. 0: the kernel cannot be launched with this configuration. */
    GPUOCC_RESULT_GROUPS = 0,
    /** Waves resident on a core. Occupancy is waves / max_waves. */
    GPUOCC_RESULT_WAVES = 1,
    /** Wave slots of a core in the mode of this kernel. */
    GPUOCC_RESULT_MAX_WAVES = 2,
    /** Wave slots of a core in the mode with the most slots. It differs from MAX_WAVES on Intel
     *  with large GRF counts. */
    GPUOCC_RESULT_MAX_WAVES_ANY_MODE = 3,
    /** Set of enum gpuocc_limit: every limit that equals the number of resident groups. */
    GPUOCC_RESULT_LIMITERS = 4,
    /** Set of enum gpuocc_note. */
    GPUOCC_RESULT_NOTES = 5,
    /** Threads in a wave. */
    GPUOCC_RESULT_WAVE_SIZE = 6,
    /** Waves in a group; the last one may have idle lanes. */
    GPUOCC_RESULT_WAVES_PER_GROUP = 7,
    /** Waves in the fullest partition if the waves of the core are distributed evenly. */
    GPUOCC_RESULT_WAVES_PER_PARTITION = 8,
    /** Partitions of a core in the mode of this kernel: NVIDIA's sub-partitions, AMD's SIMDs. */
    GPUOCC_RESULT_PARTITIONS_PER_CORE = 9,
    /** Registers allocated to a group, over all lanes and after rounding. */
    GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP = 10,
    /** Shared memory allocated to a group in bytes, after rounding and with the reserve
     *  included. */
    GPUOCC_RESULT_SHARED_ALLOCATED_BYTES = 11,
    /** Largest group size, in threads, with which this kernel can be launched. 0: none. */
    GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE = 12,
    /** Cores of the device in the mode of this kernel: WGPs in WGP mode. For a tool that counts for
     *  one tile (GPUOCC_CONVENTION_NEO) the cores of that tile. */
    GPUOCC_RESULT_CORE_COUNT = 13,
    /** Groups resident on the whole device at once: on the cores that GPUOCC_RESULT_CORE_COUNT
     *  counts, or in all clusters. */
    GPUOCC_RESULT_GROUPS_PER_DEVICE = 14,
    /** Per limit: groups per core that this limit allows. */
    GPUOCC_RESULT_LIMIT = 15,
    /** Per limit: amount that one group requests, in the unit of the limit. */
    GPUOCC_RESULT_REQUESTED = 16,
    /** Per limit: amount allocated to one group after rounding. */
    GPUOCC_RESULT_ALLOCATED = 17,
    /** Per limit: capacity of a core. */
    GPUOCC_RESULT_CAPACITY = 18,
    /** Maximum number of clusters of groups_per_cluster groups resident on the whole device at
     *  once: those of the GPCs with at least groups_per_cluster cores. It requires
     *  groups_per_cluster, and above 1 also the device's cores_per_gpc (given by the caller, or
     *  assumed for the product). */
    GPUOCC_RESULT_CLUSTERS_PER_DEVICE = 19,
    /** Per limit: capacity of a core that the resident groups do not use. */
    GPUOCC_RESULT_UNUSED = 20,
    /** Per limit: unused capacity that no next step of one value uses. It is the minimum of the
     *  capacity unused now, after one amount (or the threads) has grown up to its slack
     *  (gpuocc_step), and after one next step. With an unknown input the bounds of UNUSED and
     *  WASTED enclose every value, but possibly no kernel reaches them. */
    GPUOCC_RESULT_WASTED = 21,
    GPUOCC_RESULT_COUNT = 22
};

/** Bytes of an occupancy, sizeof(gpuocc_occupancy), for callers without the header. */
GPUOCC_API size_t gpuocc_occupancy_size(void);

/**
 * Computes the occupancy of a kernel on a device. `convention` is an enum gpuocc_convention. The
 * kernel is copied; the device must outlive the occupancy. The device may be the result of
 * gpuocc_device_named: NULL is an error that says so. After an error the occupancy is unusable.
 *
 * A kernel whose resources exceed a core together (registers x threads, its own bound, slots) is
 * not an error: it has 0 groups. A single input above the limit of the device is an error.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_MEMORY_ALIGNMENT; GPUOCC_ERROR_CONVENTION_UNKNOWN; GPUOCC_ERROR_CONVENTION_VENDOR;
 * GPUOCC_ERROR_CONVENTION_DEVICE; GPUOCC_ERROR_DEVICE_NO_MODEL; and
 * for a field of the kernel: GPUOCC_ERROR_REQUIRED, GPUOCC_ERROR_GROUP_TOO_LARGE,
 * GPUOCC_ERROR_TOO_MANY_REGISTERS, GPUOCC_ERROR_SHARED_TOO_LARGE, GPUOCC_ERROR_TOO_LARGE,
 * GPUOCC_ERROR_NOT_A_CHOICE, GPUOCC_ERROR_NO_RESOURCE, GPUOCC_ERROR_MUST_BE_KNOWN (for an unknown
 * wave size, if no wave size accepts the rest of the kernel).
 */
GPUOCC_API int32_t gpuocc_occupancy_init(gpuocc_occupancy *occupancy, const gpuocc_device *device,
                                         uint32_t convention, const gpuocc_kernel *kernel,
                                         gpuocc_error *error);

/** The answer of gpuocc_occupancy_compute. Initialise it with GPUOCC_ANSWER_INIT. Groups, waves and
 *  max_waves are GPUOCC_UNKNOWN if they are a range or unknown. */
typedef struct gpuocc_answer {
    uint32_t size;
    uint32_t groups;    /**< groups per core */
    uint32_t waves;     /**< waves per core */
    uint32_t max_waves; /**< wave slots per core in this kernel's mode */
    uint32_t limiters;  /**< set of enum gpuocc_limit: the resources that limit or may limit */
} gpuocc_answer;

/** Initialises an answer: `gpuocc_answer answer = GPUOCC_ANSWER_INIT;` sets its size and every
 *  other member to 0. */
#define GPUOCC_ANSWER_INIT {sizeof(gpuocc_answer), 0, 0, 0, 0}

/**
 * Computes the four most common results in one call, without an occupancy: the values that
 * gpuocc_occupancy_groups, _waves, _max_waves and _limiters return after gpuocc_occupancy_init with
 * the same arguments. On an error the answer is not written.
 *
 * GPUOCC_OK, and the other statuses of gpuocc_occupancy_init, except those about memory.
 */
GPUOCC_API int32_t gpuocc_occupancy_compute(const gpuocc_device *device, uint32_t convention,
                                            const gpuocc_kernel *kernel, gpuocc_answer *answer,
                                            gpuocc_error *error);

/**
 * Computes all results of an occupancy at once. gpuocc_occupancy_init computes four of them
 * (groups, waves, max_waves and limiters); without this function every call that needs another
 * result computes it again. Call it if you need two or more of the others. It changes no answer. It
 * writes to the occupancy, so no other thread may use the occupancy during the call.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL.
 */
GPUOCC_API int32_t gpuocc_occupancy_expand(gpuocc_occupancy *occupancy);

/**
 * Returns one result. `*low` and `*high` (each may be NULL) are its lower and upper bound. They are
 * equal unless an input is GPUOCC_UNKNOWN or the device is not known well enough, and `*high` is
 * UINT64_MAX if no upper bound is known. For the sets (limiters, notes) `*low`
 * is the set of members that are certain and `*high` the set of members that are possible.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD if `result` does not exist; GPUOCC_ERROR_INDEX;
 * GPUOCC_NOT_APPLICABLE for a limit that does not apply to this device and kernel;
 * GPUOCC_NOT_KNOWN.
 */
GPUOCC_API int32_t gpuocc_occupancy_get(const gpuocc_occupancy *occupancy, uint32_t result,
                                        uint32_t index, uint64_t *low, uint64_t *high);

/** Returns the number of indices of a result: GPUOCC_LIMIT_COUNT if there is one for each limit,
 *  otherwise 1; 0 if there is no such result. */
GPUOCC_API uint32_t gpuocc_result_indices(uint32_t result);

/** Groups per core; GPUOCC_UNKNOWN if it is a range or unknown; 0 if `occupancy` is NULL. */
GPUOCC_API uint32_t gpuocc_occupancy_groups(const gpuocc_occupancy *occupancy);

/** Waves per core; GPUOCC_UNKNOWN if it is a range or unknown; 0 if `occupancy` is NULL. */
GPUOCC_API uint32_t gpuocc_occupancy_waves(const gpuocc_occupancy *occupancy);

/** Wave slots per core in the mode of this kernel; GPUOCC_UNKNOWN if unknown; 0 if `occupancy` is
 *  NULL. */
GPUOCC_API uint32_t gpuocc_occupancy_max_waves(const gpuocc_occupancy *occupancy);

/** Set of enum gpuocc_limit: the resources that limit the occupancy, or may limit it if it is a
 *  range. 0 if `occupancy` is NULL. */
GPUOCC_API uint32_t gpuocc_occupancy_limiters(const gpuocc_occupancy *occupancy);

/** The device of the occupancy, or NULL if `occupancy` is NULL. */
GPUOCC_API const gpuocc_device *gpuocc_occupancy_device(const gpuocc_occupancy *occupancy);

/**
 * The vendor's term for a limit on this device ("LDS"), or NULL if `device` is NULL or `limit` is
 * not an enum gpuocc_limit. Static memory.
 */
GPUOCC_API const char *gpuocc_limit_word(const gpuocc_device *device, uint32_t limit);

#ifdef __cplusplus
}
#endif

#endif
