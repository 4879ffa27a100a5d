/* SPDX-License-Identifier: MIT */
/* Written by scripts/abi_snapshot. */
#ifndef GPUOCC_LITTLE_H
#define GPUOCC_LITTLE_H
#include "estimate.h"
#include "status.h"
#ifdef __cplusplus
extern "C" {
#endif
GPUOCC_API int32_t gpuocc_little_pipe(double latency_cycles, double rate_per_cycle,
                                      double *in_flight, gpuocc_error *error);
GPUOCC_API int32_t gpuocc_little_memory_rate(double gb_per_s, double clock_ghz, double core_count,
                                             double bytes_per_request, double *rate_per_cycle,
                                             gpuocc_error *error);
GPUOCC_API int32_t gpuocc_little_count(double in_flight, double each, uint64_t *count,
                                       gpuocc_error *error);
#ifdef __cplusplus
}
#endif
#endif
