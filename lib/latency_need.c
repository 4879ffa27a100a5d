/* SPDX-License-Identifier: MIT
 *
 * What one class of instructions would need so that the waves at hand hide the latency. Formula
 * F11 of docs/latency.md.
 */
#include "latency.h"

/* Cycles of one iteration that the classes of other phases and the turnaround take. */
static double other_phases(const gpuocc_latency *l, uint32_t phase)
{
    double issue[GPUOCC_LATENCY_CLASSES] = {0}, rest = 0;
    uint32_t i;

    for (i = 0; i < l->class_count; i++)
        issue[l->classes[i].phase] += l->classes[i].count * l->issue_distance;
    for (i = 0; i < GPUOCC_LATENCY_CLASSES; i++)
        if (i != phase)
            rest += gocc_larger(l->phase_cycles[i], issue[i]);
    if (l->turnaround == GPUOCC_TURNAROUND_INSIDE)
        rest += l->constants[GPUOCC_CONSTANT_TURNAROUND_CYCLES];
    return rest;
}

static double wave_limit(const gpuocc_latency *l, const struct gocc_class *c)
{
    if (c->kind != GPUOCC_CLASS_LOAD || !gocc_knows(l, GPUOCC_CONSTANT_LOADS_PER_WAVE))
        return 0;
    return l->constants[GPUOCC_CONSTANT_LOADS_PER_WAVE];
}

/* Cycles that the rest of a class's own phase takes, however many chains the class has. */
static double phase_floor(const gpuocc_latency *l, uint32_t index)
{
    const struct gocc_class *c = &l->classes[index];
    double issue = 0, others = 0, limit, chains;
    uint32_t i;

    for (i = 0; i < l->class_count; i++) {
        const struct gocc_class *other = &l->classes[i];

        if (other->phase != c->phase)
            continue;
        issue += other->count * l->issue_distance;
        if (i == index)
            continue;
        limit = wave_limit(l, other);
        chains = limit > 0 ? gocc_smaller(other->chains, limit) : other->chains;
        others = gocc_larger(others,
                             other->count * gocc_larger(other->latency / chains, other->distance));
    }
    return gocc_larger(issue, others);
}

int32_t gocc_chains_needed(const gpuocc_latency *l, double waves, uint32_t index, double *chains)
{
    const struct gocc_class *c = &l->classes[index];
    double budget;

    if (l->whole || c->kind == GPUOCC_CLASS_STORE)
        return GPUOCC_NOT_APPLICABLE;
    budget = waves * l->largest - other_phases(l, c->phase);
    if (budget <= c->count * c->distance || budget < phase_floor(l, index))
        return GPUOCC_NOT_POSSIBLE;
    *chains = c->count * c->latency / budget;
    if (wave_limit(l, c) > 0 && *chains > wave_limit(l, c))
        return GPUOCC_NOT_POSSIBLE;
    return GPUOCC_OK;
}

/* Every further load costs its issue and its share of the demand. With one load an iteration that
 * is (latency - 1) / (waves x demand - 1). */
int32_t gocc_loads_needed(const gpuocc_latency *l, double waves, uint32_t index, double *loads)
{
    const struct gocc_class *c = &l->classes[index];
    const double issue = c->count * l->issue_distance;
    double times;
    uint32_t i;

    if (c->kind != GPUOCC_CLASS_LOAD || l->binding > GPUOCC_RESOURCE_L1)
        return GPUOCC_NOT_APPLICABLE;
    for (i = 0; i < l->class_count; i++)
        if (i != index && l->classes[i].kind != GPUOCC_CLASS_PIPE)
            return GPUOCC_NOT_APPLICABLE;
    if (waves * l->largest <= issue)
        return GPUOCC_NOT_POSSIBLE;
    times = (l->wave_latency - issue) / (waves * l->largest - issue);
    *loads = gocc_larger(times * c->count, 0);
    if (wave_limit(l, c) > 0 && gocc_ceiling(*loads) > wave_limit(l, c))
        return GPUOCC_NOT_POSSIBLE;
    return GPUOCC_OK;
}
