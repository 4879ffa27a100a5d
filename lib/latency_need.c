/* SPDX-License-Identifier: MIT
 *
 * What one class of instructions would need so that the waves at hand hide the latency. Formula
 * F11 of docs/latency.md.
 */
#include "latency.h"

int32_t gocc_chains_needed(const gpuocc_latency *l, double waves, uint32_t index, double *chains)
{
    const struct gocc_class *c = &l->classes[index];
    const double limit = gocc_wave_limit(l, c);
    double budget;

    if (l->whole > 0 || c->kind == GPUOCC_CLASS_STORE)
        return GPUOCC_NOT_APPLICABLE;
    budget = waves * l->largest - gocc_other_phases(l, c->phase);
    if (budget <= c->count * c->distance || budget < gocc_phase_cycles(l, c->phase, index))
        return GPUOCC_NOT_POSSIBLE;
    *chains = c->count * c->latency / budget;
    return limit > 0 && *chains > limit ? GPUOCC_NOT_POSSIBLE : GPUOCC_OK;
}

/* Cycles of one iteration with a single load of a class. */
static double single_load(const gpuocc_latency *l, uint32_t index)
{
    const uint32_t phase = l->classes[index].phase;
    gpuocc_latency one;

    if (l->whole > 0)
        return l->wave_latency;
    one = *l;
    one.classes[index].count = one.classes[index].chains = 1;
    return gocc_other_phases(&one, phase) + gocc_phase_cycles(&one, phase, GOCC_NONE);
}

/* A single load an iteration; every further one costs its issue and its share of the demand:
 * (latency - 1) / (waves x demand - 1), of one load. */
int32_t gocc_loads_needed(const gpuocc_latency *l, double waves, uint32_t index, double *loads)
{
    const struct gocc_class *c = &l->classes[index];
    const double issue = l->issue_distance, limit = gocc_wave_limit(l, c);
    const double demand = waves * l->largest / c->count;
    uint32_t i;

    if (c->kind != GPUOCC_CLASS_LOAD || l->binding > GPUOCC_RESOURCE_L1)
        return GPUOCC_NOT_APPLICABLE;
    for (i = 0; i < l->class_count; i++)
        if (i != index && l->classes[i].kind != GPUOCC_CLASS_PIPE)
            return GPUOCC_NOT_APPLICABLE;
    if (l->whole > 0 && c->count != 1)
        return GPUOCC_NOT_APPLICABLE;
    if (demand <= issue)
        return GPUOCC_NOT_POSSIBLE;
    *loads = gocc_larger((single_load(l, index) - issue) / (demand - issue), 0);
    return limit > 0 && gocc_ceiling(*loads) > limit ? GPUOCC_NOT_POSSIBLE : GPUOCC_OK;
}
