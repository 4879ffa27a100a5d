/* SPDX-License-Identifier: MIT
 *
 * Little's law: what must be in flight to keep a pipe or the memory busy. An estimate of a few
 * numbers each, independent of any device; latency.h analyses a kernel. Every input is 1e-12 to
 * 1e15; estimate.h lists what `error` (may be NULL) contains if one is not.
 */
#ifndef GPUOCC_LITTLE_H
#define GPUOCC_LITTLE_H

#include "estimate.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Little's law for a pipe, or for anything with a latency and a rate: latency x rate must be in
 * flight to keep it busy. `*in_flight` has the unit of the rate (per cycle): instructions, lanes or
 * bytes. It is not the number of waves that a kernel needs.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_little_pipe(double latency_cycles, double rate_per_cycle,
                                      double *in_flight, gpuocc_error *error);

/**
 * The rate of memory for gpuocc_little_pipe: one core's share of `gb_per_s` (10^9 bytes per second
 * of the whole device), in requests per cycle.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_little_memory_rate(double gb_per_s, double clock_ghz, double core_count,
                                             double bytes_per_request, double *rate_per_cycle,
                                             gpuocc_error *error);

/**
 * Returns how many waves (or loads of a thread) are needed if each has `each` instructions (or
 * bytes) in flight. The result is rounded up; an excess of up to 10^-9 of it is treated as a
 * rounding error.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_little_count(double in_flight, double each, uint64_t *count,
                                       gpuocc_error *error);

#ifdef __cplusplus
}
#endif

#endif
