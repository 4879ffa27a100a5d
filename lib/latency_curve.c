/* SPDX-License-Identifier: MIT
 *
 * Throughput as a function of the waves, and the time of a grid. Formulas F5 to F7 and F13 of
 * docs/latency.md.
 */
#include "latency.h"

#include "schedule.h"

static double upper(const gpuocc_latency *l, double waves)
{
    const double by_latency = waves / l->served;

    return l->largest > 0 ? gocc_smaller(by_latency, 1 / l->largest) : by_latency;
}

/* Mean-value analysis: one queue with the largest demand and a delay for the rest; exact for whole
 * numbers of waves, linear between them. */
static double expected(const gpuocc_latency *l, double waves)
{
    const double whole = gocc_floor(waves), delay = l->served - l->largest;
    double queue = 0, x = 0, response, before, i;

    for (i = 1; i <= whole; i++) {
        response = l->largest * (1 + queue);
        x = i / (delay + response);
        queue = x * response;
    }
    if (whole == waves)
        return x;
    before = x;
    response = l->largest * (1 + queue);
    x = (whole + 1) / (delay + response);
    return before + (waves - whole) * (x - before);
}

static double lower(const gpuocc_latency *l, double waves)
{
    return waves <= 1 ? waves / l->served : waves / (l->served + (waves - 1) * l->sum);
}

/* Whole waves, as evenly spread over the partitions as can be. */
static double spread(const gpuocc_latency *l, double waves, double partitions)
{
    const double each = gocc_floor(waves / partitions), more = waves - each * partitions;
    double fuller = (each + 1) / l->wave_latency, emptier = each / l->wave_latency, limit, x;

    if (l->largest_private > 0) {
        limit = 1 / (partitions * l->largest_private);
        fuller = gocc_smaller(fuller, limit);
        emptier = gocc_smaller(emptier, limit);
    }
    x = more * fuller + (partitions - more) * emptier;
    return gocc_smaller(x, upper(l, waves));
}

static double partitioned(const gpuocc_latency *l, double waves)
{
    const double partitions = l->constants[GPUOCC_CONSTANT_PARTITIONS];
    const double whole = gocc_floor(waves), x = spread(l, whole, partitions);

    if (whole == waves)
        return x;
    return x + (waves - whole) * (spread(l, whole + 1, partitions) - x);
}

double gocc_throughput(const gpuocc_latency *l, uint32_t curve, double waves)
{
    if (curve == GPUOCC_CURVE_UPPER)
        return upper(l, waves);
    if (curve == GPUOCC_CURVE_EXPECTED)
        return expected(l, waves);
    if (curve == GPUOCC_CURVE_LOWER)
        return lower(l, waves);
    return partitioned(l, waves);
}

/* What the times need to know. */
struct grid {
    double cores, groups_per_core, waves_per_group, turnaround, groups, iterations;
    double full, rest; /* rounds of a full GPU; groups that are left */
};

static int32_t read_grid(const gpuocc_latency *l, double waves, struct grid *g)
{
    if (l->waves_per_group == 0)
        return GPUOCC_NOT_APPLICABLE;
    if (!gocc_knows(l, GPUOCC_CONSTANT_CORE_COUNT))
        return GPUOCC_NOT_KNOWN;
    g->cores = l->constants[GPUOCC_CONSTANT_CORE_COUNT];
    g->waves_per_group = l->waves_per_group;
    g->groups_per_core = gocc_floor(waves / g->waves_per_group);
    g->groups = l->grid_groups;
    g->iterations = l->iterations;
    g->turnaround = 0;
    if (g->groups_per_core < 1)
        return GPUOCC_NOT_POSSIBLE;
    g->full = gocc_floor(g->groups / (g->cores * g->groups_per_core));
    g->rest = g->groups - g->full * g->cores * g->groups_per_core;
    return GPUOCC_OK;
}

/* Inside the wave's latency the turnaround is counted already. */
static int32_t read_turnaround(const gpuocc_latency *l, struct grid *g)
{
    if (l->turnaround == GPUOCC_TURNAROUND_INSIDE)
        return GPUOCC_OK;
    if (!gocc_knows(l, GPUOCC_CONSTANT_TURNAROUND_CYCLES))
        return GPUOCC_NOT_KNOWN;
    g->turnaround = l->constants[GPUOCC_CONSTANT_TURNAROUND_CYCLES];
    return GPUOCC_OK;
}

static int32_t read_rounds(const gpuocc_latency *l, double waves, struct grid *g)
{
    if (l->grid_groups == 0)
        return GPUOCC_NOT_APPLICABLE;
    return l->clustered ? GPUOCC_NOT_KNOWN : read_grid(l, waves, g);
}

static int32_t read_time(const gpuocc_latency *l, double waves, struct grid *g)
{
    const int32_t status = read_rounds(l, waves, g);

    return status == GPUOCC_OK ? read_turnaround(l, g) : status;
}

int32_t gocc_grid_rounds(const gpuocc_latency *l, double waves, double *rounds)
{
    struct grid g;
    const int32_t status = read_rounds(l, waves, &g);

    if (status == GPUOCC_OK)
        *rounds = g.full + (g.rest > 0);
    return status;
}

/* Cycles of one iteration of `waves` waves side by side. */
static double full_round(const gpuocc_latency *l, double waves, int by_expectation)
{
    if (by_expectation)
        return waves / expected(l, waves);
    return gocc_larger(l->served, waves * l->largest);
}

static double last_round(const gpuocc_latency *l, const struct grid *g, int by_expectation)
{
    const double mean = g->rest * g->waves_per_group / g->cores;
    double cycles;

    if (by_expectation)
        return full_round(l, gocc_larger(1, mean), 1);
    cycles = gocc_ceiling(g->rest / g->cores) * g->waves_per_group * l->largest_core;
    return gocc_larger(l->served, gocc_larger(cycles, mean * l->largest_device));
}

int32_t gocc_grid_time(const gpuocc_latency *l, double waves, int by_expectation, double *cycles)
{
    struct grid g;
    const int32_t status = read_time(l, waves, &g);
    double each;

    if (status != GPUOCC_OK)
        return status;
    each = full_round(l, g.groups_per_core * g.waves_per_group, by_expectation);
    *cycles = g.full * (g.iterations * each + g.turnaround);
    if (g.rest > 0)
        *cycles += g.iterations * last_round(l, &g, by_expectation) + g.turnaround;
    return GPUOCC_OK;
}

int32_t gocc_grid_least(const gpuocc_latency *l, double waves, double *cycles)
{
    struct grid g;
    const int32_t status = read_time(l, waves, &g);

    if (status != GPUOCC_OK)
        return status;
    *cycles = gocc_larger((g.full + (g.rest > 0)) * (g.iterations * l->served + g.turnaround),
                          g.groups * g.waves_per_group * g.iterations * l->largest / g.cores);
    return GPUOCC_OK;
}

int32_t gpuocc_latency_group_time(const gpuocc_latency *latency, gpuocc_group_time *group)
{
    struct grid g;
    int32_t status;

    if (latency == NULL || group == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_can_write(group->size, sizeof *group))
        return GPUOCC_ERROR_STRUCT_SIZE;
    status = read_grid(latency, latency->waves_per_group, &g);
    if (status == GPUOCC_OK)
        status = read_turnaround(latency, &g);
    if (status != GPUOCC_OK)
        return status;
    group->unused = 0;
    group->latency = g.iterations * latency->served;
    group->per_core = g.iterations * g.waves_per_group * latency->largest_core;
    group->per_device = g.iterations * g.waves_per_group * latency->largest_device / g.cores;
    group->overhead = g.turnaround;
    return GPUOCC_OK;
}
