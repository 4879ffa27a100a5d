/* SPDX-License-Identifier: MIT
 *
 * Evaluates the changes that would make a loop faster.
 */
#include <gpuocc/settings.h>

#include "explain/explain.h"

#include <string.h>

/* Changes with a smaller speed-up are not suggested. */
#define LEAST_GAIN 1.02

double judge_throughput(const gpuocc_latency *latency)
{
    double value = 0;

    if (gpuocc_latency_get(latency, GPUOCC_LATENCY_THROUGHPUT, GPUOCC_CURVE_EXPECTED, &value,
                           NULL) != GPUOCC_OK &&
        gpuocc_latency_get(latency, GPUOCC_LATENCY_THROUGHPUT, GPUOCC_CURVE_UPPER, &value, NULL) !=
            GPUOCC_OK)
        return 0;
    return value;
}

static gpuocc_explain_change *add_change(gpuocc_verdict *verdict, uint32_t kind, double gain)
{
    gpuocc_explain_change *change = &verdict->changes[verdict->change_count];

    if (gain < LEAST_GAIN)
        return NULL;
    change->kind = kind;
    change->gain = gain;
    verdict->change_count++;
    return change;
}

/* Adds a change of the loads if it makes the loop faster. */
static void try_load(const struct judge *judge, uint32_t kind, double factor, double wider,
                     double base, gpuocc_verdict *verdict)
{
    struct judge_workload work;
    gpuocc_latency latency;

    work.factor = factor;
    work.wider = wider;
    judge_make(judge, &work);
    if (gpuocc_latency_init(&latency, NULL, judge->occupancy, &work.workload, work.classes, NULL) ==
        GPUOCC_OK)
        (void)add_change(verdict, kind, judge_throughput(&latency) / base);
}

/* Evaluates twice as many loads in flight, and loads of JUDGE_WIDEST bytes. */
static void try_loads(const struct judge *judge, double base, gpuocc_verdict *verdict)
{
    const gpuocc_code_loop *loop = judge->loop;
    const double bytes = judge_mean_load(loop);

    if (loop->counts[GPUOCC_CODE_LOAD_GLOBAL] + loop->counts[GPUOCC_CODE_LOAD_GENERIC] +
            loop->sized_copies ==
        0)
        return;
    try_load(judge, GPUOCC_EXPLAIN_LOADS_IN_FLIGHT, 2, 1, base, verdict);
    if (bytes < JUDGE_WIDEST && loop->sized_loads != loop->uniform_loads)
        try_load(judge, GPUOCC_EXPLAIN_WIDER_LOADS, 1, JUDGE_WIDEST / bytes, base, verdict);
}

/* Evaluates, for each field, the nearest change that allows more resident waves. */
static void try_fields(const struct judge *judge, const gpuocc_latency *latency, double base,
                       gpuocc_verdict *verdict)
{
    static const uint32_t fields[] = {GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                                      GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_KERNEL_THREADS_PER_GROUP};
    gpuocc_explain_change *change;
    gpuocc_step step;
    double value;
    uint32_t i;

    for (i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (fields[i] == GPUOCC_KERNEL_REGISTERS_PER_THREAD && judge->local.known)
            continue; /* with fewer registers more would be spilled */
        memset(&step, 0, sizeof step);
        step.size = sizeof step;
        if (gpuocc_occupancy_next_step(judge->occupancy, fields[i], &step, NULL) != GPUOCC_OK ||
            gpuocc_latency_at(latency, (double)step.waves, GPUOCC_LATENCY_THROUGHPUT,
                              GPUOCC_CURVE_EXPECTED, &value) != GPUOCC_OK)
            continue;
        change = add_change(verdict, GPUOCC_EXPLAIN_OCCUPANCY, value / base);
        if (change == NULL)
            continue;
        change->field = fields[i];
        change->now = step.now;
        change->then = step.then;
        change->waves = step.waves;
    }
}

void judge_changes(const struct judge *judge, const gpuocc_latency *latency, double base,
                   gpuocc_verdict *verdict)
{
    try_loads(judge, base, verdict);
    if (!gpuocc_settings_keep_registers(judge->occupancy, judge->options.notes))
        try_fields(judge, latency, base, verdict);
}
