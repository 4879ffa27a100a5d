/* SPDX-License-Identifier: MIT
 *
 * gpuocc tile: small models that count tiles, lines, groups and atomics exactly.
 */
#include "gpuocc/models.h"

#include "commands/commands.h"
#include "commands/models.h"

/* Returns 100 * part / whole, or 0 if `whole` is 0. */
static double percent(uint64_t part, uint64_t whole)
{
    return whole != 0 ? 100 * (double)part / (double)whole : 0;
}

static int32_t halo(const double *in, struct model_output *out, int *count, gpuocc_error *error)
{
    const gpuocc_tile tile = {sizeof tile,     (uint32_t)in[0], (uint32_t)in[1],
                              (uint32_t)in[2], (uint32_t)in[3], (uint32_t)in[4]};
    gpuocc_halo r = {sizeof r, 0, 0, 0, 0, 0, 0};
    const int32_t status = gpuocc_tile_halo(&tile, &r, error);

    model_put(out, count, "payload", (double)r.payload);
    model_put(out, count, "border", (double)r.border);
    model_put(out, count, "all", (double)r.all);
    model_put(out, count, "border_percent_of_payload", percent(r.border, r.payload));
    model_put(out, count, "border_percent_of_all", percent(r.border, r.all));
    model_put(out, count, "loads_per_output", percent(r.all, r.payload) / 100);
    model_put(out, count, "unstaged_loads_per_output", (double)r.unstaged_loads);
    model_put(out, count, "shared_bytes", (double)r.shared_bytes);
    return status;
}

static int32_t lines(const double *in, struct model_output *out, int *count, gpuocc_error *error)
{
    const uint64_t pitch = in[4] > 0 ? (uint64_t)in[4] : (uint64_t)(in[0] * in[3]);
    const gpuocc_access a = {sizeof a,        (uint32_t)in[2], (uint32_t)in[0], (uint32_t)in[1],
                             (uint32_t)in[3], (uint32_t)in[5], pitch,           (uint64_t)in[6],
                             (uint64_t)in[7], (uint64_t)in[8]};
    gpuocc_lines wave = {sizeof wave, 0, 0, 0, 0, 0}, group = wave;
    uint64_t requests = 0;
    int32_t status = gpuocc_wave_lines(&a, 0, &wave, error);

    if (status == GPUOCC_OK)
        status = gpuocc_group_lines(&a, &group, &requests, error);
    model_put(out, count, "lines_of_first_wave", (double)wave.lines);
    model_put(out, count, "efficiency_of_first_wave",
              percent(wave.bytes_used, wave.bytes_fetched) / 100);
    model_put(out, count, "lines_of_all_waves", (double)requests);
    model_put(out, count, "lines_of_group", (double)group.lines);
    model_put(out, count, "efficiency",
              percent(group.bytes_used, requests * (uint64_t)in[5]) / 100);
    model_put(out, count, "efficiency_of_group",
              percent(group.bytes_used, group.bytes_fetched) / 100);
    return status;
}

static int32_t atomics(const double *in, struct model_output *out, int *count, gpuocc_error *error)
{
    gpuocc_atomics r = {sizeof r, 0, 0, 0, 0, 0, 0};
    const int32_t status =
        gpuocc_reduction_atomics((uint64_t)in[0], (uint32_t)in[1], (uint32_t)in[2], &r, error);

    model_put(out, count, "naive", (double)r.naive);
    model_put(out, count, "wave_only", (double)r.wave_only);
    model_put(out, count, "per_group", (double)r.per_group);
    model_put(out, count, "shared", (double)r.shared);
    model_put(out, count, "shared_most", (double)r.shared_most);
    model_put(out, count, "reduction_factor", percent(r.naive, r.per_group) / 100);
    return status;
}

static int32_t balance(const double *in, struct model_output *out, int *count, gpuocc_error *error)
{
    gpuocc_balance r = {sizeof r, 0, 0, 0, 0, 0, 0};
    const int32_t status =
        gpuocc_balance_cores((uint64_t)in[0], (uint32_t)in[1], (uint32_t)in[2], &r, error);

    model_put(out, count, "groups", (double)r.groups);
    model_put(out, count, "most_groups", (double)r.most_groups);
    model_put(out, count, "least_groups", (double)r.least_groups);
    model_put(out, count, "busy_cores", (double)r.busy_cores);
    model_put(out, count, "percent", percent((uint64_t)in[0], r.capacity));
    return status;
}

/* Apple's talk WWDC22 10159: a relatively complex kernel needs 1024 to 2048 threads per core. */
static int32_t recommended(const double *in, struct model_output *out, int *count,
                           gpuocc_error *error)
{
    (void)error;
    model_put(out, count, "least_threads", 1024 * in[0]);
    model_put(out, count, "most_threads", 2048 * in[0]);
    return GPUOCC_OK;
}

int command_tile(int count, char **arguments)
{
    static const struct model models[] = {{"halo", halo},
                                          {"lines", lines},
                                          {"atomics", atomics},
                                          {"balance", balance},
                                          {"recommended", recommended}};

    return models_run(COMMAND_TILE, models, count, arguments);
}
