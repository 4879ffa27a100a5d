/* SPDX-License-Identifier: MIT
 *
 * What the launches of shapes use, what their occupancy means for the time of a run, and the sums
 * over all of them.
 */
#include "shapes.h"

#include <string.h>

/* Occupancy below this is low, in thousandths of a percent. */
#define LOW_PERCENT 25000u

/* Sets a field of a kernel to a number of a profile. Only that of a broken profile is as large as
 * the words for zero and for unknown. */
static void set(uint32_t *field, uint32_t number)
{
    if (number < GPUOCC_ZERO)
        *field = number != 0 ? number : GPUOCC_ZERO;
    else if (*field == 0)
        *field = GPUOCC_UNKNOWN;
}

static void set_known(uint32_t *field, uint32_t number)
{
    if (number < GPUOCC_ZERO && number != 0)
        *field = number;
}

static void set_registers(gpuocc_kernel *kernel, const gpuocc_runs_shape_key *key, uint32_t vendor)
{
    if (vendor == GPUOCC_VENDOR_GENERIC && key->vector_registers != GPUOCC_UNKNOWN)
        vendor = GPUOCC_VENDOR_AMD;
    if (vendor == GPUOCC_VENDOR_INTEL) {
        set(&kernel->grf_count, key->registers);
        set_known(&kernel->wave_size, key->wave_size);
    } else if (vendor != GPUOCC_VENDOR_AMD) {
        set(&kernel->registers_per_thread, key->registers);
    } else {
        set(&kernel->registers_per_thread, key->vector_registers);
        set_known(&kernel->accumulators_per_thread, key->accumulation_registers);
        set_known(&kernel->scalar_registers_per_wave, key->scalar_registers);
        set_known(&kernel->wave_size, key->wave_size);
    }
}

/* Sets an amount that is a range to its lower or its upper end. */
static void set_bytes(uint32_t *field, const gpuocc_runs_bytes *bytes, int upper)
{
    const int known = bytes->low < GPUOCC_ZERO && bytes->high < GPUOCC_ZERO;

    set(field, !known ? GPUOCC_UNKNOWN : upper ? bytes->high : bytes->low);
}

static void set_shared(gpuocc_kernel *kernel, const gpuocc_runs_shape_key *key, int upper)
{
    const uint32_t parts = 1u << GPUOCC_RUNS_FIELD_SHARED | 1u << GPUOCC_RUNS_FIELD_STATIC_SHARED |
                           1u << GPUOCC_RUNS_FIELD_DYNAMIC_SHARED;
    const int has_parts =
        key->shared_static.high != GPUOCC_UNKNOWN || key->shared_dynamic.high != GPUOCC_UNKNOWN;

    if (!has_parts && (key->missing & parts) == 0) {
        kernel->shared_bytes = 0;
        set_bytes(&kernel->dynamic_shared_bytes, &key->shared, upper);
        return;
    }
    set_bytes(&kernel->shared_bytes, &key->shared_static, upper);
    set_bytes(&kernel->dynamic_shared_bytes, &key->shared_dynamic, upper);
}

int32_t gpuocc_runs_shape_kernel(const gpuocc_runs_shape_key *key, uint32_t vendor,
                                 gpuocc_kernel *low, gpuocc_kernel *high)
{
    gpuocc_kernel *const kernels[] = {low, high};
    int i;

    if (key == NULL || low == NULL || high == NULL)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    if (low->size < sizeof *low || high->size < sizeof *high)
        return GPUOCC_RUNS_ERROR_SIZE;
    for (i = 0; i < 2; i++) {
        gpuocc_kernel *kernel = kernels[i];

        if (key->threads != GPUOCC_UNKNOWN || kernel->threads_per_group == 0)
            kernel->threads_per_group = key->threads;
        if (key->cluster != GPUOCC_UNKNOWN && key->cluster > 1)
            kernel->groups_per_cluster = key->cluster;
        set_registers(kernel, key, vendor);
        set_shared(kernel, key, i);
    }
    return GPUOCC_RUNS_OK;
}

static int is_known(uint64_t number)
{
    return number != GPUOCC_RUNS_NO_NUMBER;
}

/* Returns a share in thousandths of a percent. */
static uint32_t share(double part, double whole)
{
    return (uint32_t)(100000 * (part < whole ? part : whole) / whole + 0.5);
}

/* Returns the share of the wave slots with the groups of the grid spread over all cores. */
static uint32_t spread(const gpuocc_runs_answer *answer, uint64_t groups)
{
    double on_core = (double)answer->grid / (double)answer->cores;

    if (on_core > (double)groups)
        on_core = (double)groups;
    return share(on_core * (double)answer->waves_per_group, (double)answer->max_waves_low);
}

static void find_percent(const gpuocc_runs_answer *answer, gpuocc_runs_weight *weight)
{
    if (answer->status < 0 || !is_known(answer->waves_low) || !is_known(answer->waves_high) ||
        !is_known(answer->max_waves_low) || !is_known(answer->max_waves_high) ||
        answer->max_waves_low == 0)
        return;
    weight->low = share((double)answer->waves_low, (double)answer->max_waves_high);
    weight->high = share((double)answer->waves_high, (double)answer->max_waves_low);
    if (!is_known(answer->groups_low) || !is_known(answer->groups_high) ||
        !is_known(answer->waves_per_group) || answer->max_waves_low != answer->max_waves_high ||
        !is_known(answer->grid) || !is_known(answer->cores) || answer->cores == 0)
        return;
    weight->spread_low = spread(answer, answer->groups_low);
    weight->spread_high = spread(answer, answer->groups_high);
}

/* Returns the share of the time that is lost if the last of the rounds is not full. */
static double tail_of(uint64_t grid, uint64_t at_once)
{
    const uint64_t rounds = at_once != 0 ? grid / at_once + (grid % at_once != 0) : 0;

    return rounds < 2 ? 0 : 1 - (double)grid / ((double)rounds * (double)at_once);
}

/* Returns by how much the groups of the whole GPU grow with one group more on a core: the cores,
 * if it is known that they all hold as many. */
static uint64_t step_of(const gpuocc_runs_answer *answer)
{
    const uint64_t cores = answer->cores;

    return is_known(cores) && cores != 0 && answer->device_low % cores == 0 &&
                   answer->device_high % cores == 0 &&
                   answer->device_low / cores == answer->groups_low &&
                   answer->device_high / cores == answer->groups_high
               ? cores
               : 1;
}

/* Of more rounds than this the share of the last one is not told apart. */
#define MOST_ROUNDS 4096u

/* Returns the largest share that is lost with any number of groups at once from low to high. Of
 * those with which the grid takes as many rounds, the largest number loses most; of `rounds` rounds
 * less than one is lost. */
static double worst_tail(const gpuocc_runs_answer *answer)
{
    const uint64_t step = step_of(answer), grid = answer->grid;
    const uint64_t low = answer->device_low > step ? answer->device_low : step;
    uint64_t rounds, at_once;
    double worst = 0, lost;

    if (grid == 0 || answer->device_high < low)
        return 0;
    rounds = (grid - 1) / answer->device_high + 1;
    for (rounds = rounds > 2 ? rounds : 2; worst * (double)rounds < 1; rounds++) {
        at_once = (grid - 1) / (rounds - 1);
        at_once = at_once < answer->device_high ? at_once : answer->device_high;
        at_once -= at_once % step;
        if (at_once < low)
            break;
        lost = tail_of(grid, at_once);
        worst = lost > worst ? lost : worst;
        if (rounds >= MOST_ROUNDS && 1 / (double)rounds > worst && low != answer->device_high)
            return 1 / (double)rounds;
    }
    return worst;
}

static void find_tail(const gpuocc_runs_shape *shape, const gpuocc_runs_answer *answer,
                      gpuocc_runs_weight *weight)
{
    weight->rounds_unknown = weight->partial_unknown =
        answer->status < 0 || !is_known(answer->grid) || !is_known(answer->device_low) ||
        !is_known(answer->device_high);
    if (weight->rounds_unknown)
        return;
    weight->tail_ns = (uint64_t)((double)shape->time_ns * worst_tail(answer));
    weight->partial = answer->grid < answer->device_low;
    weight->partial_unknown = !weight->partial && answer->grid < answer->device_high;
}

int32_t gpuocc_runs_weigh(const gpuocc_runs_shape *shape, const gpuocc_runs_answer *answer,
                          gpuocc_runs_weight *weight)
{
    if (shape == NULL || answer == NULL || weight == NULL)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    if (answer->size < sizeof *answer || weight->size < sizeof *weight)
        return GPUOCC_RUNS_ERROR_SIZE;
    weight->low = weight->high = GPUOCC_RUNS_NO_PERCENT;
    weight->spread_low = weight->spread_high = GPUOCC_RUNS_NO_PERCENT;
    weight->partial = 0;
    weight->tail_ns = 0;
    find_percent(answer, weight);
    find_tail(shape, answer, weight);
    return GPUOCC_RUNS_OK;
}

static void add_limiters(gpuocc_runs_limits *limits, uint64_t set, uint64_t time_ns)
{
    uint32_t i;

    for (i = 0; i < limits->count && limits->at[i].set != set; i++)
        continue;
    if (i == GPUOCC_RUNS_LIMITS)
        return;
    if (i == limits->count) {
        limits->at[i].set = set;
        limits->count++;
    }
    limits->at[i].time_ns = shapes_sum(limits->at[i].time_ns, time_ns);
    limits->at[i].shapes++;
    for (; i > 0 && limits->at[i].time_ns > limits->at[i - 1].time_ns; i--) {
        const gpuocc_runs_limited larger = limits->at[i];

        limits->at[i] = limits->at[i - 1];
        limits->at[i - 1] = larger;
    }
}

/* Adds what the profiler says: its estimate, otherwise its theoretical occupancy. */
static void add_said(gpuocc_runs_sums *sums, const gpuocc_runs_shape *shape)
{
    const int estimated = shape->estimated_low != GPUOCC_RUNS_NO_PERCENT;
    const uint32_t low = estimated ? shape->estimated_low : shape->theoretical_low;
    const uint32_t high = estimated ? shape->estimated_high : shape->theoretical_high;

    if (low == GPUOCC_RUNS_NO_PERCENT)
        return;
    sums->said += ((double)low + (double)high) / 2 * (double)shape->time_ns;
    sums->said_ns = shapes_sum(sums->said_ns, shape->time_ns);
}

/* Adds a shape that has an occupancy. */
static void add_answered(gpuocc_runs_sums *sums, const gpuocc_runs_shape *shape, uint64_t limiters,
                         const gpuocc_runs_weight *weight)
{
    const double time = (double)shape->time_ns;

    sums->answered_ns = shapes_sum(sums->answered_ns, shape->time_ns);
    sums->weighted_low += weight->low * time;
    sums->weighted_high += weight->high * time;
    if (weight->spread_low != GPUOCC_RUNS_NO_PERCENT) {
        sums->spread_low += weight->spread_low * time;
        sums->spread_high += weight->spread_high * time;
        sums->spread_ns = shapes_sum(sums->spread_ns, shape->time_ns);
    }
    add_limiters(&sums->limits, limiters, shape->time_ns);
    if (weight->low < LOW_PERCENT)
        sums->quarter_high_ns = shapes_sum(sums->quarter_high_ns, shape->time_ns);
    if (weight->high < LOW_PERCENT)
        sums->quarter_low_ns = shapes_sum(sums->quarter_low_ns, shape->time_ns);
    if (weight->high != 0)
        return;
    sums->impossible_shapes++;
    sums->impossible_calls = shapes_sum(sums->impossible_calls, shape->calls);
    sums->impossible_ns = shapes_sum(sums->impossible_ns, shape->time_ns);
    add_limiters(&sums->impossible, limiters, shape->time_ns);
}

/* Adds a shape whose rounds are not known, or perhaps less than one. */
static void add_unknown(gpuocc_runs_sums *sums, const gpuocc_runs_shape *shape,
                        const gpuocc_runs_weight *weight)
{
    if (weight->rounds_unknown) {
        sums->rounds_unknown_shapes++;
        sums->rounds_unknown_calls = shapes_sum(sums->rounds_unknown_calls, shape->calls);
        sums->rounds_unknown_ns = shapes_sum(sums->rounds_unknown_ns, shape->time_ns);
    }
    if (weight->partial_unknown) {
        sums->partial_unknown_shapes++;
        sums->partial_unknown_calls = shapes_sum(sums->partial_unknown_calls, shape->calls);
        sums->partial_unknown_ns = shapes_sum(sums->partial_unknown_ns, shape->time_ns);
    }
}

int32_t gpuocc_runs_sums_add(gpuocc_runs_sums *sums, const gpuocc_runs_shape *shape,
                             const gpuocc_runs_answer *answer, const gpuocc_runs_weight *weight)
{
    if (sums == NULL || shape == NULL || answer == NULL || weight == NULL)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    if (sums->size < sizeof *sums || answer->size < sizeof *answer || weight->size < sizeof *weight)
        return GPUOCC_RUNS_ERROR_SIZE;
    sums->shapes++;
    sums->calls = shapes_sum(sums->calls, shape->calls);
    sums->timed = shapes_sum(sums->timed, shape->timed);
    sums->time_ns = shapes_sum(sums->time_ns, shape->time_ns);
    add_said(sums, shape);
    if (answer->status < 0) {
        sums->refused++;
        sums->refused_ns = shapes_sum(sums->refused_ns, shape->time_ns);
    }
    sums->tail_ns = shapes_sum(sums->tail_ns, weight->tail_ns);
    if (weight->partial) {
        sums->partial_shapes++;
        sums->partial_calls = shapes_sum(sums->partial_calls, shape->calls);
        sums->partial_ns = shapes_sum(sums->partial_ns, shape->time_ns);
    }
    add_unknown(sums, shape, weight);
    if (weight->low != GPUOCC_RUNS_NO_PERCENT)
        add_answered(sums, shape, answer->limiters, weight);
    return GPUOCC_RUNS_OK;
}
