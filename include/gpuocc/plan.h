/* SPDX-License-Identifier: MIT
 *
 * The same question for very many kernels: columns in, columns out.
 */
#ifndef GPUOCC_PLAN_H
#define GPUOCC_PLAN_H

#include "occupancy.h"

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
