/* SPDX-License-Identifier: MIT
 *
 * Computes scaling models. Sources: Amdahl 1967, Brent 1974, Little 1961; the ramp is the exact
 * solution of "launch i no sooner than an interval after i - 1, nor before group i - slots ended".
 */
#ifdef __FAST_MATH__
#error "equal inputs have to give equal bits: build without -ffast-math"
#endif

#include "gpuocc/models.h"

#include <stddef.h>

#include "base/error.h"
#include "base/numbers.h"
#include "base/inputs.h"

static double larger(double a, double b)
{
    return a > b ? a : b;
}

int32_t gpuocc_serial_gap(const gpuocc_serial *serial, gpuocc_serial_result *result,
                          gpuocc_error *error)
{
    static const struct gocc_input inputs[] = {
        {offsetof(gpuocc_serial, unused), GOCC_VALID_ZERO, 1},
        {offsetof(gpuocc_serial, cpu_time), GOCC_VALID_AMOUNT, GPUOCC_ESTIMATE_CPU_TIME},
        {offsetof(gpuocc_serial, gpu_time), GOCC_VALID_AMOUNT, GPUOCC_ESTIMATE_GPU_TIME},
        {offsetof(gpuocc_serial, core_scale), GOCC_VALID_POSITIVE, GPUOCC_ESTIMATE_CORE_SCALE}};
    gpuocc_serial s;
    gpuocc_serial_result r;
    double before, gpu;
    int32_t status = gocc_check_result(result, sizeof *result, 2, error);

    if (status == GPUOCC_OK)
        status = gocc_read_inputs(&s, sizeof s, serial, 1, GOCC_INPUTS(inputs), error);
    if (status != GPUOCC_OK)
        return status;
    before = s.cpu_time + s.gpu_time;
    if (!(before > 0))
        return gocc_refuse_real(error, GPUOCC_ESTIMATE_GPU_TIME, s.gpu_time, 1e-300);
    gpu = s.gpu_time / s.core_scale;
    r.size = result->size;
    r.time = s.cpu_time + gpu;
    r.speedup = before / r.time;
    r.limit = s.cpu_time > 0 ? before / s.cpu_time : 0;
    r.saved = 1 - r.time / before;
    r.gpu_busy = gpu / r.time;
    r.overlapped = larger(s.cpu_time, gpu);
    r.bound = gpu > s.cpu_time;
    return gocc_give(result, &r, sizeof r, &r.time, &r.overlapped, GPUOCC_ESTIMATE_CORE_SCALE,
                     error);
}

int32_t gpuocc_serial_fit(const double *core_scales, const double *times, size_t count,
                          double *cpu_time, double *gpu_time, gpuocc_error *error)
{
    static const struct gocc_input scale[] = {{0, GOCC_VALID_POSITIVE, GPUOCC_ESTIMATE_CORE_SCALE}},
                                   time[] = {{0, GOCC_VALID_AMOUNT, GPUOCC_ESTIMATE_TIME}};
    double x, y, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0, parts[2];
    const double n = (double)count;
    int32_t status = GPUOCC_OK;
    size_t i;

    if (core_scales == NULL || times == NULL || cpu_time == NULL || gpu_time == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL,
                                  core_scales == NULL ? 1
                                  : times == NULL     ? 2
                                  : cpu_time == NULL  ? 4
                                                      : 5);
    for (i = 0; i < count; i++) {
        status = gocc_check_inputs(scale, 1, &core_scales[i], error);
        if (status == GPUOCC_OK)
            status = gocc_check_inputs(time, 1, &times[i], error);
        if (status != GPUOCC_OK)
            return status;
        sum_x += 1 / core_scales[i];
        sum_y += times[i];
    }
    for (i = 0; i < count; i++) {
        x = 1 / core_scales[i] - sum_x / n;
        y = times[i] - sum_y / n;
        sum_xx += x * x;
        sum_xy += x * y;
    }
    if (!(sum_xx <= 1e308))
        return gocc_refuse_result(error, GPUOCC_ESTIMATE_CORE_SCALE);
    if (!(sum_xx > 0))
        return gocc_fail_field_alone(error, GPUOCC_NOT_POSSIBLE, GPUOCC_SCOPE_ESTIMATE,
                                     GPUOCC_ESTIMATE_CORE_SCALE, NULL);
    parts[1] = sum_xy / sum_xx;
    parts[0] = sum_y / n - parts[1] * (sum_x / n); /* NaN or infinite if the other is */
    status = gocc_give(cpu_time, parts, sizeof parts[0], parts, parts + 1,
                       GPUOCC_ESTIMATE_CORE_SCALE, error);
    if (status == GPUOCC_OK)
        *gpu_time = parts[1];
    return status;
}

int32_t gpuocc_chains_bounds(const gpuocc_chains *chains, gpuocc_chains_result *result,
                             gpuocc_error *error)
{
    static const struct gocc_input inputs[] = {
        {offsetof(gpuocc_chains, chains), GOCC_VALID_COUNT, GPUOCC_ESTIMATE_CHAINS},
        {offsetof(gpuocc_chains, interleaved), GOCC_VALID_COUNT, GPUOCC_ESTIMATE_INTERLEAVED},
        {offsetof(gpuocc_chains, dispatches), GOCC_VALID_COUNT, GPUOCC_ESTIMATE_DISPATCHES},
        {offsetof(gpuocc_chains, gap), GOCC_VALID_AMOUNT, GPUOCC_ESTIMATE_GAP},
        {offsetof(gpuocc_chains, work), GOCC_VALID_POSITIVE, GPUOCC_ESTIMATE_WORK},
        {offsetof(gpuocc_chains, fill), GOCC_VALID_SHARE, GPUOCC_ESTIMATE_FILL}};
    gpuocc_chains c;
    gpuocc_chains_result r;
    double all, step;
    int32_t status = gocc_check_result(result, sizeof *result, 2, error);

    if (status == GPUOCC_OK)
        status = gocc_read_inputs(&c, sizeof c, chains, 1, GOCC_INPUTS(inputs), error);
    if (status != GPUOCC_OK)
        return status;
    if (c.interleaved > c.chains)
        return gocc_refuse_count(error, GPUOCC_ESTIMATE_INTERLEAVED, c.interleaved, c.chains);
    all = (double)c.chains * c.dispatches;
    step = c.gap + c.work;
    r.size = result->size;
    r.unused = 0;
    r.serial_time = all * step;
    r.least_time = larger(all * c.work * c.fill, all / c.interleaved * step);
    r.most_speedup = r.serial_time / r.least_time;
    return gocc_give(result, &r, sizeof r, &r.serial_time, &r.most_speedup, GPUOCC_ESTIMATE_WORK,
                     error);
}

int32_t gpuocc_ramp_time(const gpuocc_ramp *ramp, gpuocc_ramp_result *result, gpuocc_error *error)
{
    static const struct gocc_input inputs[] = {
        {offsetof(gpuocc_ramp, unused), GOCC_VALID_ZERO, 1},
        {offsetof(gpuocc_ramp, groups), GOCC_VALID_LONG_COUNT, GPUOCC_ESTIMATE_GROUPS},
        {offsetof(gpuocc_ramp, slots), GOCC_VALID_LONG_COUNT, GPUOCC_ESTIMATE_SLOTS},
        {offsetof(gpuocc_ramp, launch_interval), GOCC_VALID_AMOUNT,
         GPUOCC_ESTIMATE_LAUNCH_INTERVAL},
        {offsetof(gpuocc_ramp, group_time), GOCC_VALID_POSITIVE, GPUOCC_ESTIMATE_GROUP_TIME},
        {offsetof(gpuocc_ramp, fixed_time), GOCC_VALID_AMOUNT, GPUOCC_ESTIMATE_FIXED_TIME}};
    gpuocc_ramp r;
    gpuocc_ramp_result out;
    uint64_t slots;
    double refill;
    int32_t status = gocc_check_result(result, sizeof *result, 2, error);

    if (status == GPUOCC_OK)
        status = gocc_read_inputs(&r, sizeof r, ramp, 1, GOCC_INPUTS(inputs), error);
    if (status != GPUOCC_OK)
        return status;
    if (r.groups > (uint64_t)INT64_MAX)
        return gocc_refuse_count(error, GPUOCC_ESTIMATE_GROUPS, r.groups, INT64_MAX);
    slots = r.groups < r.slots ? r.groups : r.slots;
    refill = gocc_real(slots) * r.launch_interval;
    out.size = result->size;
    out.launch_bound = refill > r.group_time;
    out.time = r.fixed_time + gocc_real((r.groups - 1) % slots) * r.launch_interval +
               gocc_real((r.groups - 1) / slots) * larger(r.group_time, refill) + r.group_time;
    out.concurrency = gocc_real(r.groups) * r.group_time / out.time;
    return gocc_give(result, &out, sizeof out, &out.time, &out.concurrency, GPUOCC_ESTIMATE_GROUPS,
                     error);
}

int32_t gpuocc_work_span(double work, double span, double processors, double *lower, double *upper,
                         gpuocc_error *error)
{
    static const struct gocc_input inputs[] = {
        {0, GOCC_VALID_POSITIVE, GPUOCC_ESTIMATE_WORK},
        {8, GOCC_VALID_POSITIVE, GPUOCC_ESTIMATE_SPAN},
        {16, GOCC_VALID_FROM_ONE, GPUOCC_ESTIMATE_PROCESSORS}};
    const double given[] = {work, span, processors};
    int32_t status;

    if (lower == NULL || upper == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, lower == NULL ? 4 : 5);
    status = gocc_check_inputs(GOCC_INPUTS(inputs), given, error);
    if (status != GPUOCC_OK)
        return status;
    if (span > work)
        return gocc_refuse_real(error, GPUOCC_ESTIMATE_SPAN, span, work);
    *lower = larger(work / processors, span);
    *upper = span + (work - span) / processors;
    return GPUOCC_OK;
}

int32_t gpuocc_bytes_in_flight(const gpuocc_flight *flight, gpuocc_flight_result *result,
                               gpuocc_error *error)
{
    static const struct gocc_input inputs[] = {
        {offsetof(gpuocc_flight, core_count), GOCC_VALID_COUNT, GPUOCC_ESTIMATE_CORE_COUNT},
        {offsetof(gpuocc_flight, line_bytes), GOCC_VALID_COUNT, GPUOCC_ESTIMATE_LINE_BYTES},
        {offsetof(gpuocc_flight, wave_size), GOCC_VALID_COUNT, GPUOCC_ESTIMATE_WAVE_SIZE},
        {offsetof(gpuocc_flight, latency_ns), GOCC_VALID_AMOUNT, GPUOCC_ESTIMATE_LATENCY_NS},
        {offsetof(gpuocc_flight, gb_per_s), GOCC_VALID_AMOUNT, GPUOCC_ESTIMATE_GB_PER_S}};
    gpuocc_flight f;
    double bytes, waves;
    int32_t status = gocc_check_result(result, sizeof *result, 2, error);

    if (status == GPUOCC_OK)
        status = gocc_read_inputs(&f, sizeof f, flight, 1, GOCC_INPUTS(inputs), error);
    if (status != GPUOCC_OK)
        return status;
    bytes = f.latency_ns * f.gb_per_s / f.core_count;
    waves = bytes / f.line_bytes;
    if (!(waves * f.wave_size < 9007199254740992.0))
        return gocc_refuse_result(error, GPUOCC_ESTIMATE_LATENCY_NS);
    result->unused = 0;
    result->bytes = bytes;
    result->waves = (uint64_t)(int64_t)waves;
    result->waves += gocc_real(result->waves) < waves;
    result->threads = result->waves * f.wave_size;
    return GPUOCC_OK;
}
