/* SPDX-License-Identifier: MIT */
/** \file
 * Finds the settings of the compiler (options, attributes, launch bounds) with which the registers
 * or barriers of a compiled kernel admit more waves.
 *
 * The next step of gpuocc_occupancy_next_step() is a number of registers; a setting is what makes
 * the vendor's compiler produce it. No memory is allocated and no state is kept.
 */
#ifndef GPUOCC_SETTINGS_H
#define GPUOCC_SETTINGS_H

#include <gpuocc/gpuocc.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The kinds of settings. */
enum gpuocc_setting_kind {
    /** NVIDIA: constant barrier numbers and inlined functions, so that ptxas need not count all 16
     * barriers. */
    GPUOCC_SETTING_CONSTANT_BARRIERS = 0,
    /** NVIDIA: __launch_bounds__(values[0], values[1]): threads of a group, groups. It works also
     * where -maxrregcount does not, in kernels with launch bounds of their own. */
    GPUOCC_SETTING_LAUNCH_BOUNDS = 1,
    /** NVIDIA: __maxnreg__(values[0]), for a kernel that requires a group size. */
    GPUOCC_SETTING_MAXNREG = 2,
    GPUOCC_SETTING_WAVES_PER_EU = 3, /**< AMD: amdgpu_waves_per_eu(values[0]) */
    GPUOCC_SETTING_NUM_VGPR = 4,     /**< AMD: amdgpu_num_vgpr(values[0]) */
    /** Intel: with -cl-intel-256-GRF-per-thread, against spills; it halves the threads. */
    GPUOCC_SETTING_LARGE_GRF = 5,
    GPUOCC_SETTING_SMALL_GRF = 6, /**< Intel: without that option */
    /** AMD: __launch_bounds__(values[0]), against spills: without bounds the compiler allows for
     * groups of 1024 threads, and so for few registers. */
    GPUOCC_SETTING_GROUP_BOUND = 7,
    GPUOCC_SETTING_KIND_COUNT = 8
};

/** What fewer registers cost. */
enum gpuocc_setting_spills {
    GPUOCC_SETTING_SPILLS_NONE = 0,
    GPUOCC_SETTING_SPILLS_PERHAPS = 1, /**< the kernel may spill */
    GPUOCC_SETTING_SPILLS_MORE = 2,    /**< it spills already, and will spill more */
    GPUOCC_SETTING_SPILLS_COUNT = 3
};

/** Those of enum gpuocc_kernels_note (gpuocc/kernels.h) that matter, with the same numbers. */
enum gpuocc_setting_note {
    GPUOCC_SETTING_NOTE_REQUIRED_GROUP = 1,
    GPUOCC_SETTING_NOTE_SETMAXNREG = 14
};

/** Maximum number of settings of a kernel. */
#define GPUOCC_SETTINGS 2u

/** A setting of the compiler. */
typedef struct gpuocc_setting {
    uint32_t kind;           /**< enum gpuocc_setting_kind */
    uint32_t values[2];      /**< the arguments that the kind names; otherwise 0 */
    uint32_t is_alternative; /**< not 0: it does the same as the setting before it */
    uint32_t spills;         /**< enum gpuocc_setting_spills */
} gpuocc_setting;

/**
 * Returns 1 if the registers that a kernel has at its launch limit the occupancy, or may, and must
 * not become fewer, because its warp groups share them with setmaxnreg: with fewer, it may hang.
 * Then no change is to be advised. Otherwise 0, also for NULL. `notes` is a set of enum
 * gpuocc_setting_note, a sum of 1 << number; a set of enum gpuocc_kernels_note is one.
 */
GPUOCC_API uint32_t gpuocc_settings_keep_registers(const gpuocc_occupancy *occupancy,
                                                   uint32_t notes);

/**
 * Finds the settings of a kernel. `occupancy` was made of `kernel`. `notes` is a set as for
 * gpuocc_settings_keep_registers(); `spill_bytes` are 0 or GPUOCC_UNKNOWN unless the kernel spills.
 * `settings` has room for GPUOCC_SETTINGS elements.
 *
 * Returns the number of settings, 0 if none admits more waves, if the kernel must keep its
 * registers, or if the vendor's compiler has none that is known; or GPUOCC_ERROR_NULL; or
 * GPUOCC_ERROR_STRUCT_SIZE for the `size` of `kernel`.
 */
GPUOCC_API int32_t gpuocc_settings_find(const gpuocc_occupancy *occupancy,
                                        const gpuocc_kernel *kernel, uint32_t notes,
                                        uint32_t spill_bytes, gpuocc_setting *settings);

/**
 * Writes the settings as one line ("amdgpu_waves_per_eu(4) or amdgpu_num_vgpr(128) (may spill)"),
 * NUL-terminated, in at most `bytes` bytes; `text` may be NULL if `bytes` is 0. Returns the length
 * of the whole line without the NUL, 0 for no settings or if a kind does not exist.
 */
GPUOCC_API size_t gpuocc_settings_text(const gpuocc_setting *settings, size_t count, char *text,
                                       size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
