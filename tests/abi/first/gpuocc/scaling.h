/* SPDX-License-Identifier: MIT */
/* Written by scripts/abi_snapshot. */
#ifndef GPUOCC_SCALING_H
#define GPUOCC_SCALING_H
#include "estimate.h"
#include "status.h"
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gpuocc_serial {
    uint32_t size;
    uint32_t unused;
    double cpu_time;
    double gpu_time;
    double core_scale;
} gpuocc_serial;
typedef struct gpuocc_serial_result {
    uint32_t size;
    uint32_t bound;
    double time;
    double speedup;
    double limit;
    double saved;
    double gpu_busy;
    double overlapped;
} gpuocc_serial_result;
GPUOCC_API int32_t gpuocc_serial_gap(const gpuocc_serial *serial, gpuocc_serial_result *result,
                                     gpuocc_error *error);
GPUOCC_API int32_t gpuocc_serial_fit(const double *core_scales, const double *times, size_t count,
                                     double *cpu_time, double *gpu_time, gpuocc_error *error);
typedef struct gpuocc_chains {
    uint32_t size;
    uint32_t chains;
    uint32_t interleaved;
    uint32_t dispatches;
    double gap;
    double work;
    double fill;
} gpuocc_chains;
typedef struct gpuocc_chains_result {
    uint32_t size;
    uint32_t unused;
    double serial_time;
    double least_time;
    double most_speedup;
} gpuocc_chains_result;
GPUOCC_API int32_t gpuocc_chains_bounds(const gpuocc_chains *chains, gpuocc_chains_result *result,
                                        gpuocc_error *error);
typedef struct gpuocc_ramp {
    uint32_t size;
    uint32_t unused;
    uint64_t groups;
    uint64_t slots;
    double launch_interval;
    double group_time;
    double fixed_time;
} gpuocc_ramp;
typedef struct gpuocc_ramp_result {
    uint32_t size;
    uint32_t launch_bound;
    double time;
    double concurrency;
} gpuocc_ramp_result;
GPUOCC_API int32_t gpuocc_ramp_time(const gpuocc_ramp *ramp, gpuocc_ramp_result *result,
                                    gpuocc_error *error);
GPUOCC_API int32_t gpuocc_work_span(double work, double span, double processors, double *lower,
                                    double *upper, gpuocc_error *error);
typedef struct gpuocc_flight {
    uint32_t size;
    uint32_t core_count;
    uint32_t line_bytes;
    uint32_t wave_size;
    double latency_ns;
    double gb_per_s;
} gpuocc_flight;
typedef struct gpuocc_flight_result {
    uint32_t size;
    uint32_t unused;
    double bytes;
    uint64_t waves;
    uint64_t threads;
} gpuocc_flight_result;
GPUOCC_API int32_t gpuocc_bytes_in_flight(const gpuocc_flight *flight, gpuocc_flight_result *result,
                                          gpuocc_error *error);
#ifdef __cplusplus
}
#endif
#endif
