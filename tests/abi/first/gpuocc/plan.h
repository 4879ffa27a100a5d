/* SPDX-License-Identifier: MIT */
/* Written by scripts/abi_snapshot. */
#ifndef GPUOCC_PLAN_H
#define GPUOCC_PLAN_H
#include "occupancy.h"
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gpuocc_plan gpuocc_plan;
#ifndef GOCC_PRIVATE
struct GPUOCC_HANDLE gpuocc_plan {
    uint64_t opaque[6144];
};
#endif
GPUOCC_API size_t gpuocc_plan_size(void);
GPUOCC_API int32_t gpuocc_plan_init(gpuocc_plan *plan, const gpuocc_device *device,
                                    uint32_t convention, const gpuocc_kernel *base,
                                    gpuocc_error *error);
#define GPUOCC_RESULT_INDEX_STEP 256u
#define GPUOCC_NONE 0xfffffffdu
GPUOCC_API int32_t gpuocc_plan_run(const gpuocc_plan *plan, size_t rows, const uint32_t *fields,
                                   const uint32_t *const *in, size_t ins, const uint32_t *results,
                                   uint32_t *const *out, size_t outs, int32_t *status);
GPUOCC_API const gpuocc_device *gpuocc_plan_device(const gpuocc_plan *plan);
#ifdef __cplusplus
}
#endif
#endif
