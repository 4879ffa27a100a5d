/* SPDX-License-Identifier: MIT
 *
 * Computes the results of a latency: throughput as a function of the number of waves and the time
 * of a grid (formulas F5 to F7 and F13 of docs/latency.md), what would hide the latency (F11), and
 * all others (F8 to F12).
 */
#include "latency/latency.h"

#include "base/structs.h"
#include "schedule/schedule.h"

static double upper(const struct gocc_view *v, double waves)
{
    const double by_latency = waves / v->t.served;

    return v->t.largest > 0 ? gocc_smaller(by_latency, 1 / v->t.largest) : by_latency;
}

/* Mean-value analysis: one queue with the largest demand, and a delay for the rest. Exact for whole
 * numbers of waves; linear between them. */
static double expected(const struct gocc_view *v, double waves)
{
    const double whole = gocc_floor(waves), delay = v->t.served - v->t.largest;
    double queue = 0, x = 0, response, before, i;

    for (i = 1; i <= whole; i++) {
        response = v->t.largest * (1 + queue);
        x = i / (delay + response);
        queue = x * response;
    }
    if (whole == waves)
        return x;
    before = x;
    response = v->t.largest * (1 + queue);
    x = (whole + 1) / (delay + response);
    return before + (waves - whole) * (x - before);
}

static double lower(const struct gocc_view *v, double waves)
{
    return waves <= 1 ? waves / v->t.served : waves / (v->t.served + (waves - 1) * v->t.sum);
}

/* Throughput of a whole number of waves that are spread over the partitions as evenly as
 * possible. */
static double spread(const struct gocc_view *v, double waves, double partitions)
{
    const double each = gocc_floor(waves / partitions), more = waves - each * partitions;
    double fuller = (each + 1) / v->t.wave_latency, emptier = each / v->t.wave_latency, limit, x;

    if (v->t.largest_private > 0) {
        limit = 1 / (partitions * v->t.largest_private);
        fuller = gocc_smaller(fuller, limit);
        emptier = gocc_smaller(emptier, limit);
    }
    x = more * fuller + (partitions - more) * emptier;
    return gocc_smaller(x, upper(v, waves));
}

static double partitioned(const struct gocc_view *v, double waves)
{
    const double partitions = v->l->constants[GPUOCC_CONSTANT_PARTITIONS];
    const double whole = gocc_floor(waves), x = spread(v, whole, partitions);

    if (whole == waves)
        return x;
    return x + (waves - whole) * (spread(v, whole + 1, partitions) - x);
}

static double throughput(const struct gocc_view *v, uint32_t curve, double waves)
{
    if (curve == GPUOCC_CURVE_UPPER)
        return upper(v, waves);
    if (curve == GPUOCC_CURVE_EXPECTED)
        return expected(v, waves);
    if (curve == GPUOCC_CURVE_LOWER)
        return lower(v, waves);
    return partitioned(v, waves);
}

/* The quantities that the times are computed from. */
struct grid {
    double cores, groups_per_core, waves_per_group, turnaround, groups, iterations;
    double full, rest; /* full rounds, and the groups left after them */
};

static int32_t read_grid(const struct gocc_view *v, double waves, struct grid *g)
{
    if (v->l->waves_per_group == 0)
        return GPUOCC_NOT_APPLICABLE;
    if (!gocc_knows(v->l, GPUOCC_CONSTANT_CORE_COUNT))
        return GPUOCC_NOT_KNOWN;
    g->cores = v->l->constants[GPUOCC_CONSTANT_CORE_COUNT];
    g->waves_per_group = v->l->waves_per_group;
    g->groups_per_core = gocc_floor(waves / g->waves_per_group);
    g->groups = v->l->grid_groups;
    g->iterations = v->l->iterations;
    g->turnaround = 0;
    if (g->groups_per_core < 1)
        return GPUOCC_NOT_POSSIBLE;
    g->full = gocc_floor(g->groups / (g->cores * g->groups_per_core));
    g->rest = g->groups - g->full * g->cores * g->groups_per_core;
    return GPUOCC_OK;
}

/* A turnaround inside the wave's latency is already counted. */
static int32_t read_turnaround(const struct gocc_view *v, struct grid *g)
{
    if (v->l->turnaround == GPUOCC_TURNAROUND_INSIDE)
        return GPUOCC_OK;
    if (!gocc_knows(v->l, GPUOCC_CONSTANT_TURNAROUND_CYCLES))
        return GPUOCC_NOT_KNOWN;
    g->turnaround = v->l->constants[GPUOCC_CONSTANT_TURNAROUND_CYCLES];
    return GPUOCC_OK;
}

static int32_t read_rounds(const struct gocc_view *v, double waves, struct grid *g)
{
    if (v->l->grid_groups == 0)
        return GPUOCC_NOT_APPLICABLE;
    return v->l->clustered ? GPUOCC_NOT_KNOWN : read_grid(v, waves, g);
}

static int32_t read_time(const struct gocc_view *v, double waves, struct grid *g)
{
    const int32_t status = read_rounds(v, waves, g);

    return status == GPUOCC_OK ? read_turnaround(v, g) : status;
}

static int32_t grid_rounds(const struct gocc_view *v, double waves, double *rounds)
{
    struct grid g;
    const int32_t status = read_rounds(v, waves, &g);

    if (status == GPUOCC_OK)
        *rounds = g.full + (g.rest > 0);
    return status;
}

/* Returns the cycles of one iteration of `waves` concurrent waves. */
static double full_round(const struct gocc_view *v, double waves, int by_expectation)
{
    if (by_expectation)
        return waves / expected(v, waves);
    return gocc_larger(v->t.served, waves * v->t.largest);
}

static double last_round(const struct gocc_view *v, const struct grid *g, int by_expectation)
{
    const double mean = g->rest * g->waves_per_group / g->cores;
    double cycles;

    if (by_expectation)
        return full_round(v, gocc_larger(1, mean), 1);
    cycles = gocc_ceiling(g->rest / g->cores) * g->waves_per_group * v->t.largest_core;
    return gocc_larger(v->t.served, gocc_larger(cycles, mean * v->t.largest_device));
}

static int32_t grid_time(const struct gocc_view *v, double waves, int by_expectation,
                         double *cycles)
{
    struct grid g;
    const int32_t status = read_time(v, waves, &g);
    double each;

    if (status != GPUOCC_OK)
        return status;
    each = full_round(v, g.groups_per_core * g.waves_per_group, by_expectation);
    *cycles = g.full * (g.iterations * each + g.turnaround);
    if (g.rest > 0)
        *cycles += g.iterations * last_round(v, &g, by_expectation) + g.turnaround;
    return GPUOCC_OK;
}

static int32_t grid_least(const struct gocc_view *v, double waves, double *cycles)
{
    struct grid g;
    const int32_t status = read_time(v, waves, &g);

    if (status != GPUOCC_OK)
        return status;
    *cycles = gocc_larger((g.full + (g.rest > 0)) * (g.iterations * v->t.served + g.turnaround),
                          g.groups * g.waves_per_group * g.iterations * v->t.largest / g.cores);
    return GPUOCC_OK;
}

static int32_t chains_needed(const struct gocc_view *v, double waves, uint32_t index,
                             double *chains)
{
    const struct gocc_class *c = &v->l->classes[index];
    const double limit = gocc_wave_limit(v->l, c);
    double budget;

    if (v->l->whole > 0 || c->kind == GPUOCC_CLASS_STORE)
        return GPUOCC_NOT_APPLICABLE;
    budget = waves * v->t.largest - gocc_other_phases(v, c->phase);
    if (budget <= c->count * c->distance ||
        budget < gocc_phase_cycles(v, c->phase, index, GOCC_NONE))
        return GPUOCC_NOT_POSSIBLE;
    *chains = c->count * v->t.latency[index] / budget;
    return limit > 0 && *chains > limit ? GPUOCC_NOT_POSSIBLE : GPUOCC_OK;
}

/* Returns the cycles of one iteration with a single load of a class. */
static double single_load(const struct gocc_view *v, uint32_t index)
{
    const uint32_t phase = v->l->classes[index].phase;

    if (v->l->whole > 0)
        return v->t.wave_latency;
    return gocc_other_phases(v, phase) + gocc_phase_cycles(v, phase, GOCC_NONE, index);
}

/* Starts from one load per iteration. Each further load costs its issue and its share of the
 * demand. For one load this gives (latency - 1) / (waves x demand - 1). */
static int32_t loads_needed(const struct gocc_view *v, double waves, uint32_t index, double *loads)
{
    const struct gocc_class *c = &v->l->classes[index];
    const double issue = v->l->issue_distance, limit = gocc_wave_limit(v->l, c);
    const double demand = waves * v->t.largest / c->count;
    uint32_t i;

    if (c->kind != GPUOCC_CLASS_LOAD || v->t.binding > GPUOCC_RESOURCE_L1)
        return GPUOCC_NOT_APPLICABLE;
    for (i = 0; i < v->l->class_count; i++)
        if (i != index && v->l->classes[i].kind != GPUOCC_CLASS_PIPE)
            return GPUOCC_NOT_APPLICABLE;
    if (v->l->whole > 0 && c->count != 1)
        return GPUOCC_NOT_APPLICABLE;
    if (demand <= issue)
        return GPUOCC_NOT_POSSIBLE;
    *loads = gocc_larger((single_load(v, index) - issue) / (demand - issue), 0);
    return limit > 0 && gocc_ceiling(*loads) > limit ? GPUOCC_NOT_POSSIBLE : GPUOCC_OK;
}

static int by_curve(uint32_t result)
{
    return (result >= GPUOCC_LATENCY_THROUGHPUT && result <= GPUOCC_LATENCY_GB_PER_S) ||
           result == GPUOCC_LATENCY_GAIN || result == GPUOCC_LATENCY_TIME;
}

static int by_class(uint32_t result)
{
    return result == GPUOCC_LATENCY_IN_FLIGHT || result == GPUOCC_LATENCY_CLASS_LATENCY ||
           result == GPUOCC_LATENCY_LOADS_NEEDED_EXACT ||
           (result >= GPUOCC_LATENCY_CHAINS_NEEDED &&
            result <= GPUOCC_LATENCY_BYTES_PER_THREAD_NEEDED);
}

static int by_resource(uint32_t result)
{
    return result == GPUOCC_LATENCY_DEMAND || result == GPUOCC_LATENCY_UTILISATION ||
           result == GPUOCC_LATENCY_WAVES_TO_SATURATE || result == GPUOCC_LATENCY_CONCURRENCY;
}

static uint32_t indexes(const gpuocc_latency *l, uint32_t result)
{
    if (by_curve(result))
        return GPUOCC_CURVE_COUNT;
    if (by_class(result))
        return l->class_count;
    return by_resource(result) ? GPUOCC_RESOURCE_LATENCY : 1;
}

/* Returns the cycles between two iterations of any wave by the upper bound. A saturated resource is
 * busy for exactly the whole interval. */
static double interval(const struct gocc_view *v, double waves)
{
    return gocc_larger(v->t.served / waves, v->t.largest);
}

/* Returns the share of the throughput that the largest demand allows; for all curves, that is the
 * largest demand of the upper curve. */
static double share(const struct gocc_view *v, uint32_t curve, double waves, double largest)
{
    if (curve == GPUOCC_CURVE_UPPER)
        return waves > 0 ? v->t.largest / interval(v, waves) : 0;
    return gocc_smaller(throughput(v, curve, waves) * largest, 1);
}

/* Whether a rate of the resource was left out. */
static int is_left_out(const struct gocc_view *v, uint32_t resource)
{
    uint64_t constants = UINT64_C(1) << (GPUOCC_CONSTANT_RATE + resource);

    if (resource == GPUOCC_RESOURCE_SHARED)
        constants |= UINT64_C(1) << GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE;
    return (v->t.left_out & constants) != 0;
}

static int32_t gb_per_s(const struct gocc_view *v, uint32_t curve, double waves, double *value)
{
    if (v->t.request_bytes <= 0)
        return GPUOCC_NOT_APPLICABLE;
    if (!gocc_knows(v->l, GPUOCC_CONSTANT_CORE_COUNT) ||
        !gocc_knows(v->l, GPUOCC_CONSTANT_CLOCK_GHZ))
        return GPUOCC_NOT_KNOWN;
    *value = throughput(v, curve, waves) * v->t.request_bytes *
             v->l->constants[GPUOCC_CONSTANT_CORE_COUNT] *
             v->l->constants[GPUOCC_CONSTANT_CLOCK_GHZ];
    return GPUOCC_OK;
}

/* Returns what bounds the throughput at this number of waves. */
static double binding(const struct gocc_view *v, double waves)
{
    return waves * v->t.largest < v->t.served ? (uint32_t)GPUOCC_RESOURCE_LATENCY : v->t.binding;
}

static int32_t waves_needed(const struct gocc_view *v, uint32_t result, double *value)
{
    if (v->t.largest <= 0)
        return GPUOCC_NOT_POSSIBLE;
    *value = v->t.served / v->t.largest;
    if (result != GPUOCC_LATENCY_WAVES_NEEDED_EXACT)
        *value = gocc_ceiling(*value);
    if (result != GPUOCC_LATENCY_OCCUPANCY_NEEDED)
        return GPUOCC_OK;
    if (v->l->max_waves == 0)
        return GPUOCC_NOT_KNOWN;
    *value /= v->l->max_waves;
    return *value > 1 ? GPUOCC_NOT_POSSIBLE : GPUOCC_OK;
}

static int32_t concurrency(const struct gocc_view *v, uint32_t resource, double *value)
{
    const uint32_t rate = GPUOCC_CONSTANT_RATE + resource;
    const uint32_t latency = GPUOCC_CONSTANT_LATENCY + resource;

    if (!gocc_is_constant(rate) || !gocc_is_constant(latency))
        return GPUOCC_NOT_APPLICABLE;
    if (!gocc_knows(v->l, rate) || !gocc_knows(v->l, latency))
        return GPUOCC_NOT_KNOWN;
    if (v->l->constants[rate] <= 0)
        return GPUOCC_NOT_APPLICABLE;
    *value = v->ends[latency] * v->l->constants[rate];
    return GPUOCC_OK;
}

static int32_t per_resource(const struct gocc_view *v, double waves, uint32_t result, uint32_t r,
                            double *value)
{
    if (result == GPUOCC_LATENCY_CONCURRENCY)
        return concurrency(v, r, value);
    if (is_left_out(v, r))
        return GPUOCC_NOT_KNOWN;
    *value = v->t.demand[r];
    if (result == GPUOCC_LATENCY_DEMAND)
        return GPUOCC_OK;
    if (result == GPUOCC_LATENCY_UTILISATION) {
        *value = waves > 0 ? *value / interval(v, waves) : 0;
        return GPUOCC_OK;
    }
    if (*value <= 0)
        return GPUOCC_NOT_APPLICABLE;
    if (*value < v->t.largest * (1 - GOCC_TIE))
        return GPUOCC_NOT_POSSIBLE;
    *value = v->t.served / v->t.largest;
    return GPUOCC_OK;
}

/* F12: loads from memory in flight, or their bytes. */
static int32_t loads_in_flight(const struct gocc_view *v, double waves, int bytes, double *value)
{
    double sum = 0;
    uint32_t i, loads = 0;

    for (i = 0; i < v->l->class_count; i++) {
        const struct gocc_class *c = &v->l->classes[i];

        if (c->kind != GPUOCC_CLASS_LOAD)
            continue;
        if (v->t.latency[i] < 0)
            return GPUOCC_NOT_KNOWN;
        sum += c->count * v->t.latency[i] * (bytes ? c->bytes : 1);
        loads++;
    }
    *value = throughput(v, GPUOCC_CURVE_UPPER, waves) * sum;
    return loads != 0 ? GPUOCC_OK : GPUOCC_NOT_APPLICABLE;
}

static int32_t whole_loads(const struct gocc_view *v, double waves, uint32_t result, uint32_t index,
                           double *value)
{
    const int32_t status = loads_needed(v, waves, index, value);

    if (status != GPUOCC_OK)
        return status;
    *value = gocc_ceiling(*value);
    if (result == GPUOCC_LATENCY_LOADS_NEEDED)
        return GPUOCC_OK;
    if (v->l->wave_size == 0)
        return GPUOCC_NOT_KNOWN;
    *value *= v->l->classes[index].bytes / v->l->wave_size;
    return GPUOCC_OK;
}

static int32_t per_class(const struct gocc_view *v, double waves, uint32_t result, uint32_t index,
                         double *value)
{
    const struct gocc_class *c = &v->l->classes[index];

    if (result == GPUOCC_LATENCY_CHAINS_NEEDED)
        return chains_needed(v, waves, index, value);
    if (result == GPUOCC_LATENCY_LOADS_NEEDED_EXACT)
        return loads_needed(v, waves, index, value);
    if (result == GPUOCC_LATENCY_LOADS_NEEDED || result == GPUOCC_LATENCY_BYTES_PER_THREAD_NEEDED)
        return whole_loads(v, waves, result, index, value);
    if (v->t.latency[index] < 0)
        return GPUOCC_NOT_KNOWN;
    *value = v->t.latency[index];
    if (result == GPUOCC_LATENCY_IN_FLIGHT)
        *value *= throughput(v, GPUOCC_CURVE_UPPER, waves) * c->count;
    return GPUOCC_OK;
}

static int32_t more_waves(const struct gocc_view *v, double waves, double *value)
{
    *value = GPUOCC_MORE_WAVES_MAY_HELP;
    if (waves * v->t.largest < v->t.served)
        *value = GPUOCC_MORE_WAVES_HELP;
    if (v->l->max_waves != 0 && waves >= v->l->max_waves)
        *value = GPUOCC_MORE_WAVES_NONE_LEFT;
    return GPUOCC_OK;
}

static int32_t gain(const struct gocc_view *v, uint32_t curve, double waves, double *value)
{
    const double now = throughput(v, curve, waves);

    if (v->l->max_waves == 0)
        return GPUOCC_NOT_KNOWN;
    if (now <= 0)
        return GPUOCC_NOT_APPLICABLE;
    *value = throughput(v, curve, v->l->max_waves) / now;
    return GPUOCC_OK;
}

static int32_t per_curve(const struct gocc_view *v, double waves, uint32_t result, uint32_t curve,
                         double largest, double *value)
{
    if (curve == GPUOCC_CURVE_LOWER && v->t.left_out != 0)
        return GPUOCC_NOT_KNOWN;
    switch (result) {
    case GPUOCC_LATENCY_THROUGHPUT:
        *value = throughput(v, curve, waves);
        return GPUOCC_OK;
    case GPUOCC_LATENCY_SHARE_OF_PEAK:
        *value = share(v, curve, waves, largest);
        return GPUOCC_OK;
    case GPUOCC_LATENCY_GB_PER_S:
        return gb_per_s(v, curve, waves, value);
    case GPUOCC_LATENCY_GAIN:
        return gain(v, curve, waves, value);
    default:
        if (curve > GPUOCC_CURVE_EXPECTED)
            return GPUOCC_NOT_APPLICABLE;
        return grid_time(v, waves, curve == GPUOCC_CURVE_EXPECTED, value);
    }
}

/* Computes the results without an index. */
static int32_t single(const struct gocc_view *v, double waves, uint32_t result, double *value)
{
    switch (result) {
    case GPUOCC_LATENCY_WAVES:
        *value = waves;
        return GPUOCC_OK;
    case GPUOCC_LATENCY_WAVE_LATENCY:
        *value = v->t.wave_latency;
        return GPUOCC_OK;
    case GPUOCC_LATENCY_WAVE_LATENCY_SERVED:
        *value = v->t.served;
        return GPUOCC_OK;
    case GPUOCC_LATENCY_LARGEST_DEMAND:
        *value = v->t.largest;
        return GPUOCC_OK;
    case GPUOCC_LATENCY_SUM_OF_DEMANDS:
        *value = v->t.sum;
        return v->t.left_out != 0 ? GPUOCC_NOT_KNOWN : GPUOCC_OK;
    case GPUOCC_LATENCY_BASIS:
        *value = v->t.worst_basis;
        return GPUOCC_OK;
    case GPUOCC_LATENCY_BINDING:
        *value = binding(v, waves);
        return GPUOCC_OK;
    case GPUOCC_LATENCY_BINDING_AT_LIMIT:
        *value = v->t.binding;
        return GPUOCC_OK;
    case GPUOCC_LATENCY_LOADS_IN_FLIGHT:
    case GPUOCC_LATENCY_BYTES_IN_FLIGHT:
        return loads_in_flight(v, waves, result == GPUOCC_LATENCY_BYTES_IN_FLIGHT, value);
    case GPUOCC_LATENCY_MORE_WAVES:
        return more_waves(v, waves, value);
    case GPUOCC_LATENCY_ROUNDS:
        return grid_rounds(v, waves, value);
    case GPUOCC_LATENCY_TIME_AT_LEAST:
        return grid_least(v, waves, value);
    default:
        return waves_needed(v, result, value);
    }
}

static int32_t check(const gpuocc_latency *l, uint32_t result, uint32_t index)
{
    if (result >= GPUOCC_LATENCY_RESULT_COUNT)
        return GPUOCC_ERROR_FIELD;
    return index >= indexes(l, result) ? GPUOCC_ERROR_INDEX : GPUOCC_OK;
}

/* Returns the values of a spread that a result is based on. */
static enum gocc_case own_case(uint32_t result, uint32_t index)
{
    if (result == GPUOCC_LATENCY_UTILISATION)
        return GOCC_BEST;
    if (!by_curve(result) || index == GPUOCC_CURVE_EXPECTED)
        return GOCC_USUAL;
    return index == GPUOCC_CURVE_LOWER ? GOCC_WORST : GOCC_BEST;
}

/* Computes one result for one case. Changes *value only on success. */
static int32_t find(const gpuocc_latency *latency, enum gocc_case which, double waves,
                    uint32_t result, uint32_t index, double *value)
{
    struct gocc_view v;
    double found = 0, largest = latency->usual.largest;
    int32_t status;

    if (result == GPUOCC_LATENCY_SHARE_OF_PEAK &&
        latency->usual.demand[GPUOCC_RESOURCE_LOAD_SLOTS] > 0) {
        gocc_view(&v, latency, GOCC_BEST, 0);
        largest = v.t.largest;
    }
    gocc_view(&v, latency, which, by_curve(result));
    if (by_curve(result))
        status = per_curve(&v, waves, result, index, largest, &found);
    else if (by_class(result))
        status = per_class(&v, waves, result, index, &found);
    else if (by_resource(result))
        status = per_resource(&v, waves, result, index, &found);
    else
        status = single(&v, waves, result, &found);
    if (status == GPUOCC_OK)
        *value = found;
    return status;
}

int32_t gpuocc_latency_at(const gpuocc_latency *latency, double waves, uint32_t result,
                          uint32_t index, double *value)
{
    int32_t status;

    if (latency == NULL || value == NULL)
        return GPUOCC_ERROR_NULL;
    status = check(latency, result, index);
    if (status != GPUOCC_OK)
        return status;
    if (!(waves >= 0 && waves <= GOCC_MOST_WAVES))
        return GPUOCC_ERROR_BAD_NUMBER;
    return find(latency, own_case(result, index), waves, result, index, value);
}

int32_t gpuocc_latency_get(const gpuocc_latency *latency, uint32_t result, uint32_t index,
                           double *low, double *high)
{
    static const uint8_t cases[] = {GOCC_USUAL, GOCC_BEST, GOCC_WORST};
    double ends[2] = {0, 0}, value = 0;
    uint32_t i, own, last;
    int32_t status;

    if (latency == NULL)
        return GPUOCC_ERROR_NULL;
    status = check(latency, result, index);
    if (status != GPUOCC_OK)
        return status;
    own = own_case(result, index);
    last = by_curve(result) || own != GOCC_USUAL || latency->spread == 0 ? 1 : 3;
    for (i = 0; i != 2 * last; i++) {
        if (i % 2 != 0 && latency->waves[1] == latency->waves[0])
            continue;
        status = find(latency, last == 1 ? (enum gocc_case)own : (enum gocc_case)cases[i / 2],
                      latency->waves[i % 2], result, index, &value);
        if (status != GPUOCC_OK)
            return status;
        ends[0] = i == 0 ? value : gocc_smaller(ends[0], value);
        ends[1] = i == 0 ? value : gocc_larger(ends[1], value);
    }
    if (low != NULL)
        *low = ends[0];
    if (high != NULL)
        *high = ends[1];
    return GPUOCC_OK;
}

int32_t gpuocc_latency_group_time(const gpuocc_latency *latency, gpuocc_group_time *group)
{
    struct gocc_view v;
    struct grid g;
    int32_t status;

    if (latency == NULL || group == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_can_write(group->size, sizeof *group))
        return GPUOCC_ERROR_STRUCT_SIZE;
    gocc_view(&v, latency, GOCC_USUAL, 0);
    status = read_grid(&v, latency->waves_per_group, &g);
    if (status == GPUOCC_OK)
        status = read_turnaround(&v, &g);
    if (status != GPUOCC_OK)
        return status;
    group->unused = 0;
    group->latency = g.iterations * v.t.served;
    group->per_core = g.iterations * g.waves_per_group * v.t.largest_core;
    group->per_device = g.iterations * g.waves_per_group * v.t.largest_device / g.cores;
    group->overhead = g.turnaround;
    return GPUOCC_OK;
}

uint64_t gpuocc_latency_left_out(const gpuocc_latency *latency)
{
    return latency != NULL ? latency->usual.left_out : 0;
}

int32_t gpuocc_latency_constant(const gpuocc_latency *latency, uint32_t constant, double *value,
                                double *low, double *high, uint32_t *basis)
{
    int ranges;

    if (latency == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_is_constant(constant))
        return GPUOCC_ERROR_FIELD;
    if (!gocc_knows(latency, constant))
        return GPUOCC_NOT_KNOWN;
    ranges = constant < GOCC_SPREADS;
    if (value != NULL)
        *value = latency->constants[constant];
    if (low != NULL)
        *low = ranges ? latency->low[constant] : latency->constants[constant];
    if (high != NULL)
        *high = ranges ? latency->high[constant] : latency->constants[constant];
    if (basis != NULL)
        *basis = latency->basis[constant];
    return GPUOCC_OK;
}
