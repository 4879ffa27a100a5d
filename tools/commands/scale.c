/* SPDX-License-Identifier: MIT
 *
 * gpuocc scale: the gain from more cores, from overlap or from a faster launch.
 */
#include "gpuocc/models.h"

#include "commands/commands.h"
#include "commands/models.h"

static int32_t serial(const double *in, struct model_output *out, int *count, gpuocc_error *error)
{
    const gpuocc_serial serial = {sizeof serial, 0, in[0], in[1], in[2]};
    gpuocc_serial_result r = {sizeof r, 0, 0, 0, 0, 0, 0, 0};
    const int32_t status = gpuocc_serial_gap(&serial, &r, error);

    model_put(out, count, "time", r.time);
    model_put(out, count, "speedup", r.speedup);
    model_put(out, count, "limit", r.limit);
    model_put(out, count, "saved_percent", 100 * r.saved);
    model_put(out, count, "gpu_busy_percent", 100 * r.gpu_busy);
    model_put(out, count, "overlapped", r.overlapped);
    return status;
}

static int32_t fit(const double *in, struct model_output *out, int *count, gpuocc_error *error)
{
    const double scales[] = {1, in[0]}, times[] = {in[1], in[1] / in[2]};
    double cpu = 0, gpu = 0;
    const int32_t status = gpuocc_serial_fit(scales, times, 2, &cpu, &gpu, error);

    model_put(out, count, "cpu_time", cpu);
    model_put(out, count, "gpu_time", gpu);
    model_put(out, count, "gpu_percent", in[1] > 0 ? 100 * gpu / in[1] : 0);
    return status;
}

static int32_t chains(const double *in, struct model_output *out, int *count, gpuocc_error *error)
{
    const gpuocc_chains c = {
        sizeof c, (uint32_t)in[0], (uint32_t)in[1], (uint32_t)in[2], in[3], in[4], in[5]};
    gpuocc_chains_result r = {sizeof r, 0, 0, 0, 0};
    const int32_t status = gpuocc_chains_bounds(&c, &r, error);

    model_put(out, count, "serial_time", r.serial_time);
    model_put(out, count, "least_time", r.least_time);
    model_put(out, count, "most_speedup", r.most_speedup);
    return status;
}

static int32_t recoverable(const double *in, struct model_output *out, int *count,
                           gpuocc_error *error)
{
    (void)error;
    model_put(out, count, "recoverable_percent", 100 * (1 - 1 / in[0]));
    return GPUOCC_OK;
}

/* Adds the number of whole carriers that keep `in_flight` in flight if each has `each`. */
static int32_t put_carriers(double in_flight, double each, struct model_output *out, int *count,
                            const char *name, gpuocc_error *error)
{
    uint64_t carriers = 0;
    const int32_t status = gpuocc_little_count(in_flight, each, &carriers, error);

    model_put(out, count, "in_flight", in_flight);
    model_put(out, count, name, (double)carriers);
    return status;
}

static int32_t little(const double *in, struct model_output *out, int *count, gpuocc_error *error)
{
    double in_flight = 0;
    const int32_t status = gpuocc_little_pipe(in[0], in[1], &in_flight, error);
    const int32_t counted =
        put_carriers(in_flight, in[2], out, count, "carriers", status == GPUOCC_OK ? error : NULL);

    return status != GPUOCC_OK ? status : counted;
}

static int32_t memory(const double *in, struct model_output *out, int *count, gpuocc_error *error)
{
    double rate = 0, in_flight = 0;
    int32_t status = gpuocc_little_memory_rate(in[1], in[2], in[3], in[4], &rate, error);
    int32_t counted;

    if (status == GPUOCC_OK)
        status = gpuocc_little_pipe(in[0], rate, &in_flight, error);
    counted = put_carriers(in_flight, in[5], out, count, "carriers_per_core",
                           status == GPUOCC_OK ? error : NULL);
    model_put(out, count, "requests_per_cycle", rate);
    return status != GPUOCC_OK ? status : counted;
}

static int32_t ramp(const double *in, struct model_output *out, int *count, gpuocc_error *error)
{
    const gpuocc_ramp ramp = {sizeof ramp, 0,    (uint64_t)in[0], (uint64_t)in[1], in[2],
                              in[3],       in[4]};
    gpuocc_ramp_result r = {sizeof r, 0, 0, 0};
    const int32_t status = gpuocc_ramp_time(&ramp, &r, error);

    model_put(out, count, "time", r.time);
    model_put(out, count, "concurrency", r.concurrency);
    model_put(out, count, "launch_bound", r.launch_bound);
    return status;
}

static int32_t work(const double *in, struct model_output *out, int *count, gpuocc_error *error)
{
    double lower = 0, upper = 0;
    const int32_t status = gpuocc_work_span(in[0], in[1], in[2], &lower, &upper, error);

    model_put(out, count, "least_steps", lower);
    model_put(out, count, "most_steps", upper);
    model_put(out, count, "parallelism", in[0] / in[1]);
    return status;
}

static int32_t flight(const double *in, struct model_output *out, int *count, gpuocc_error *error)
{
    const gpuocc_flight f = {sizeof f,        (uint32_t)in[2], (uint32_t)in[3],
                             (uint32_t)in[4], in[0],           in[1]};
    gpuocc_flight_result r = {sizeof r, 0, 0, 0, 0};
    const int32_t status = gpuocc_bytes_in_flight(&f, &r, error);

    model_put(out, count, "bytes_per_core", r.bytes);
    model_put(out, count, "waves_per_core", (double)r.waves);
    model_put(out, count, "threads_per_core", (double)r.threads);
    return status;
}

int command_scale(int count, char **arguments)
{
    static const struct model models[] = {
        {"serial", serial}, {"fit", fit},       {"chains", chains}, {"recoverable", recoverable},
        {"little", little}, {"memory", memory}, {"ramp", ramp},     {"work", work},
        {"flight", flight}};

    return models_run(COMMAND_SCALE, models, count, arguments);
}
