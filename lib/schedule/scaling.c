/* SPDX-License-Identifier: MIT
 *
 * Computes scaling models. Sources: Amdahl 1967, Brent 1974, Little 1961; the ramp is the exact
 * solution of "launch i no sooner than an interval after i - 1, nor before group i - slots ended".
 */
#ifdef __FAST_MATH__
#error "equal inputs have to give equal bits: build without -ffast-math"
#endif

#include "gpuocc/scaling.h"

#include "base/numbers.h"
#include "base/structs.h"
#include "schedule/schedule.h"

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static int is_positive(double x)
{
    return gocc_are_amounts(&x, &x) && x > 0;
}

/* Reads the input and checks the size of the output. */
static int32_t begin(void *to, size_t known, const void *from, const uint32_t *result,
                     size_t result_bytes)
{
    if (from == NULL || result == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_can_write(*result, result_bytes))
        return GPUOCC_ERROR_STRUCT_SIZE;
    return gocc_read_struct(to, known, from, GPUOCC_SCOPE_NONE, NULL);
}

#define BEGIN(to, from, result)                                                                    \
    begin(&(to), sizeof(to), from, (const uint32_t *)(result), sizeof *(result))

int32_t gpuocc_serial_gap(const gpuocc_serial *serial, gpuocc_serial_result *result)
{
    gpuocc_serial s;
    const int32_t status = BEGIN(s, serial, result);
    gpuocc_serial_result r;
    double before, gpu;

    if (status != GPUOCC_OK)
        return status;
    if (s.unused != 0 || !gocc_are_amounts(&s.cpu_time, &s.core_scale) || !(s.core_scale > 0) ||
        !(s.cpu_time + s.gpu_time > 0))
        return GPUOCC_ERROR_BAD_NUMBER;
    before = s.cpu_time + s.gpu_time;
    gpu = s.gpu_time / s.core_scale;
    r.size = result->size;
    r.time = s.cpu_time + gpu;
    r.speedup = before / r.time;
    r.limit = s.cpu_time > 0 ? before / s.cpu_time : 0;
    r.saved = 1 - r.time / before;
    r.gpu_busy = gpu / r.time;
    r.overlapped = larger(s.cpu_time, gpu);
    r.bound = gpu > s.cpu_time;
    return gocc_give(result, &r, sizeof r, &r.time, &r.overlapped);
}

int32_t gpuocc_serial_fit(const double *core_scales, const double *times, size_t count,
                          double *cpu_time, double *gpu_time)
{
    double x, y, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0, cpu, gpu;
    const double n = (double)count;
    int32_t status;
    size_t i;

    if (core_scales == NULL || times == NULL || cpu_time == NULL || gpu_time == NULL)
        return GPUOCC_ERROR_NULL;
    for (i = 0; i < count; i++) {
        if (!is_positive(core_scales[i]) || !gocc_are_amounts(times + i, times + i))
            return GPUOCC_ERROR_BAD_NUMBER;
        sum_x += 1 / core_scales[i];
        sum_y += times[i];
    }
    for (i = 0; i < count; i++) {
        x = 1 / core_scales[i] - sum_x / n;
        y = times[i] - sum_y / n;
        sum_xx += x * x;
        sum_xy += x * y;
    }
    if (!(sum_xx > 0))
        return GPUOCC_NOT_POSSIBLE;
    gpu = sum_xy / sum_xx;
    cpu = sum_y / n - gpu * (sum_x / n); /* NaN or infinite if `gpu` is */
    status = gocc_give(cpu_time, &cpu, sizeof cpu, &cpu, &cpu);
    if (status == GPUOCC_OK)
        *gpu_time = gpu;
    return status;
}

int32_t gpuocc_chains_bounds(const gpuocc_chains *chains, gpuocc_chains_result *result)
{
    gpuocc_chains c;
    const int32_t status = BEGIN(c, chains, result);
    gpuocc_chains_result r;
    double all, step;

    if (status != GPUOCC_OK)
        return status;
    if (c.interleaved == 0 || c.interleaved > c.chains || c.dispatches == 0 ||
        !gocc_are_amounts(&c.gap, &c.fill) || !(c.work > 0) || !(c.fill > 0) || c.fill > 1)
        return GPUOCC_ERROR_BAD_NUMBER;
    all = (double)c.chains * c.dispatches;
    step = c.gap + c.work;
    r.size = result->size;
    r.unused = 0;
    r.serial_time = all * step;
    r.least_time = larger(all * c.work * c.fill, all / c.interleaved * step);
    r.most_speedup = r.serial_time / r.least_time;
    return gocc_give(result, &r, sizeof r, &r.serial_time, &r.most_speedup);
}

int32_t gpuocc_ramp_time(const gpuocc_ramp *ramp, gpuocc_ramp_result *result)
{
    gpuocc_ramp r;
    const int32_t status = BEGIN(r, ramp, result);
    gpuocc_ramp_result out;
    uint64_t slots;
    double refill;

    if (status != GPUOCC_OK)
        return status;
    if (r.unused != 0 || r.groups == 0 || r.groups > (uint64_t)INT64_MAX || r.slots == 0 ||
        !gocc_are_amounts(&r.launch_interval, &r.fixed_time) || !(r.group_time > 0))
        return GPUOCC_ERROR_BAD_NUMBER;
    slots = r.groups < r.slots ? r.groups : r.slots;
    refill = gocc_real(slots) * r.launch_interval;
    out.size = result->size;
    out.launch_bound = refill > r.group_time;
    out.time = r.fixed_time + gocc_real((r.groups - 1) % slots) * r.launch_interval +
               gocc_real((r.groups - 1) / slots) * larger(r.group_time, refill) + r.group_time;
    out.concurrency = gocc_real(r.groups) * r.group_time / out.time;
    return gocc_give(result, &out, sizeof out, &out.time, &out.concurrency);
}

int32_t gpuocc_chains_recoverable(double speedup, double *share)
{
    if (share == NULL)
        return GPUOCC_ERROR_NULL;
    if (!is_positive(speedup) || speedup < 1)
        return GPUOCC_ERROR_BAD_NUMBER;
    *share = 1 - 1 / speedup;
    return GPUOCC_OK;
}

int32_t gpuocc_work_span(double work, double span, double processors, double *lower, double *upper)
{
    if (lower == NULL || upper == NULL)
        return GPUOCC_ERROR_NULL;
    if (!is_positive(work) || !is_positive(span) || span > work || !is_positive(processors) ||
        processors < 1)
        return GPUOCC_ERROR_BAD_NUMBER;
    *lower = larger(work / processors, span);
    *upper = span + (work - span) / processors;
    return GPUOCC_OK;
}

int32_t gpuocc_bytes_in_flight(const gpuocc_flight *flight, gpuocc_flight_result *result)
{
    gpuocc_flight f;
    const int32_t status = BEGIN(f, flight, result);
    double bytes, waves;

    if (status != GPUOCC_OK)
        return status;
    if (f.core_count == 0 || f.line_bytes == 0 || f.wave_size == 0 ||
        !gocc_are_amounts(&f.latency_ns, &f.bandwidth_gb_s))
        return GPUOCC_ERROR_BAD_NUMBER;
    bytes = f.latency_ns * f.bandwidth_gb_s / f.core_count;
    waves = bytes / f.line_bytes;
    if (!(waves * f.wave_size < 9007199254740992.0))
        return GPUOCC_ERROR_TOO_LARGE;
    result->unused = 0;
    result->bytes = bytes;
    result->waves = (uint64_t)(int64_t)waves;
    result->waves += gocc_real(result->waves) < waves;
    result->threads = result->waves * f.wave_size;
    return GPUOCC_OK;
}
