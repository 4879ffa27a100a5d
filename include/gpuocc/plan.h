/* SPDX-License-Identifier: MIT
 *
 * Plans answer the questions of occupancy.h for many kernels at once: arrays in, arrays out.
 */
#ifndef GPUOCC_PLAN_H
#define GPUOCC_PLAN_H

#include "occupancy.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A device, a convention and a base kernel, prepared for bulk queries. Opaque; it needs no freeing
 * and never changes after init, so threads may share it. Its size is 48 KiB.
 */
typedef struct gpuocc_plan gpuocc_plan;
#ifndef GOCC_PRIVATE
struct GPUOCC_HANDLE gpuocc_plan {
    uint64_t opaque[6144];
};
#endif

/** Bytes of a plan, sizeof(gpuocc_plan), for callers without the header. */
GPUOCC_API size_t gpuocc_plan_size(void);

/**
 * Prepares a plan. `base` provides the fields that are not columns later; its threads_per_group may
 * be 0 if that becomes a column. The kernel is copied; the device must outlive the plan. The plan
 * contains no pointer into itself.
 *
 * This costs as much as about 220 single queries; docs/performance.md has the figures.
 * Each row gets exactly the results of gpuocc_occupancy_init and gpuocc_occupancy_get.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_MEMORY_ALIGNMENT; GPUOCC_ERROR_CONVENTION_UNKNOWN;
 * GPUOCC_ERROR_CONVENTION_VENDOR. A base that no row can make valid is not an error here: each row
 * then reports its own status.
 */
GPUOCC_API int32_t gpuocc_plan_init(gpuocc_plan *plan, const gpuocc_device *device,
                                    uint32_t convention, const gpuocc_kernel *base,
                                    gpuocc_error *error);

/** Factor that encodes a per-limit result in `results` of gpuocc_plan_run: the result plus the
 *  limit (enum gpuocc_limit) times this factor. */
#define GPUOCC_RESULT_INDEX_STEP 256u

/** In an output column: the result does not apply to the row (the limit does not exist). */
#define GPUOCC_NONE 0xfffffffdu

/**
 * Evaluates `rows` rows. Input array in[c] provides field fields[c] (enum gpuocc_kernel_field) of
 * every row, for c from 0 to ins - 1; the base provides all other fields. Output array out[c]
 * receives result results[c] (enum gpuocc_result, plus its index times GPUOCC_RESULT_INDEX_STEP),
 * for c from 0 to outs - 1. Each array has `rows` elements. No field may be named twice.
 *
 * status[i] receives GPUOCC_OK or the status with which gpuocc_occupancy_init rejects row i. A
 * rejected row has GPUOCC_UNKNOWN in every result, and the remaining rows are still evaluated.
 * `status` may be NULL. Groups, waves, max_waves and limiters have the values of
 * gpuocc_occupancy_groups, gpuocc_occupancy_waves and so on; if the limiters are a range, the
 * column has all possible ones. Any other result is GPUOCC_UNKNOWN if it is a range, unknown or
 * does not fit in 32 bits, and GPUOCC_NONE if it does not apply. `in` may be NULL if `ins` is 0,
 * and `out` if `outs` is 0. An output array and `status` may not overlap another array, except that
 * an output array may be identical to an input array, which it then overwrites.
 *
 * The fast path (a few cycles per row) covers the columns threads_per_group, registers_per_thread,
 * half_registers_per_thread, grf_count, shared_bytes and dynamic_shared_bytes with the results
 * groups, waves, limiters and max_waves, if neither the base nor the device needs special rules.
 * Everything else costs one single query per row.
 *
 * GPUOCC_OK, even if rows were rejected; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD for a field or
 * result that does not exist and for a field named twice; GPUOCC_ERROR_INDEX for an index that the
 * result does not have. After an error nothing has been written.
 */
GPUOCC_API int32_t gpuocc_plan_run(const gpuocc_plan *plan, size_t rows, const uint32_t *fields,
                                   const uint32_t *const *in, size_t ins, const uint32_t *results,
                                   uint32_t *const *out, size_t outs, int32_t *status);

/** The device of the plan, or NULL if `plan` is NULL. */
GPUOCC_API const gpuocc_device *gpuocc_plan_device(const gpuocc_plan *plan);

#ifdef __cplusplus
}
#endif

#endif
