/* SPDX-License-Identifier: MIT
 *
 * The results of a latency. Formulas F8 to F12 of docs/latency.md.
 */
#include "latency.h"

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

/* Cycles between two iterations of any wave by the upper bound, so that what is saturated is busy
 * for exactly 1 of them. */
static double interval(const gpuocc_latency *l, double waves)
{
    return gocc_larger(l->served / waves, l->largest);
}

/* Of the throughput that the largest demand allows: that of the upper curve, for all of them. */
static double share(const gpuocc_latency *l, uint32_t curve, double waves, double largest)
{
    if (curve == GPUOCC_CURVE_UPPER)
        return waves > 0 ? l->largest / interval(l, waves) : 0;
    return gocc_smaller(gocc_throughput(l, curve, waves) * largest, 1);
}

/* Whether the rate of a resource was left out. */
static int is_left_out(const gpuocc_latency *l, uint32_t resource)
{
    uint64_t constants = UINT64_C(1) << (GPUOCC_CONSTANT_RATE + resource);

    if (resource == GPUOCC_RESOURCE_SHARED)
        constants |= UINT64_C(1) << GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE;
    return (l->left_out & constants) != 0;
}

static int32_t gb_per_s(const gpuocc_latency *l, uint32_t curve, double waves, double *value)
{
    if (l->request_bytes <= 0)
        return GPUOCC_NOT_APPLICABLE;
    if (!gocc_knows(l, GPUOCC_CONSTANT_CORE_COUNT) || !gocc_knows(l, GPUOCC_CONSTANT_CLOCK_GHZ))
        return GPUOCC_NOT_KNOWN;
    *value = gocc_throughput(l, curve, waves) * l->request_bytes *
             l->constants[GPUOCC_CONSTANT_CORE_COUNT] * l->constants[GPUOCC_CONSTANT_CLOCK_GHZ];
    return GPUOCC_OK;
}

/* The bound that holds at these waves, or at any number of them. */
static double binding(const gpuocc_latency *l, double waves)
{
    return waves * l->largest < l->served ? (uint32_t)GPUOCC_RESOURCE_LATENCY : l->binding;
}

static int32_t waves_needed(const gpuocc_latency *l, uint32_t result, double *value)
{
    if (l->largest <= 0)
        return GPUOCC_NOT_POSSIBLE;
    *value = l->served / l->largest;
    if (result != GPUOCC_LATENCY_WAVES_NEEDED_EXACT)
        *value = gocc_ceiling(*value);
    if (result != GPUOCC_LATENCY_OCCUPANCY_NEEDED)
        return GPUOCC_OK;
    if (l->max_waves == 0)
        return GPUOCC_NOT_KNOWN;
    *value /= l->max_waves;
    return *value > 1 ? GPUOCC_NOT_POSSIBLE : GPUOCC_OK;
}

static int32_t concurrency(const gpuocc_latency *l, uint32_t resource, double *value)
{
    const uint32_t rate = GPUOCC_CONSTANT_RATE + resource;
    const uint32_t latency = GPUOCC_CONSTANT_LATENCY + resource;

    if (!gocc_is_constant(rate) || !gocc_is_constant(latency))
        return GPUOCC_NOT_APPLICABLE;
    if (!gocc_knows(l, rate) || !gocc_knows(l, latency))
        return GPUOCC_NOT_KNOWN;
    if (l->constants[rate] <= 0)
        return GPUOCC_NOT_APPLICABLE;
    *value = l->constants[latency] * l->constants[rate];
    return GPUOCC_OK;
}

static int32_t per_resource(const gpuocc_latency *l, double waves, uint32_t result, uint32_t r,
                            double *value)
{
    if (result == GPUOCC_LATENCY_CONCURRENCY)
        return concurrency(l, r, value);
    if (is_left_out(l, r))
        return GPUOCC_NOT_KNOWN;
    *value = l->demand[r];
    if (result == GPUOCC_LATENCY_DEMAND)
        return GPUOCC_OK;
    if (result == GPUOCC_LATENCY_UTILISATION) {
        *value = waves > 0 ? *value / interval(l, waves) : 0;
        return GPUOCC_OK;
    }
    if (*value <= 0)
        return GPUOCC_NOT_APPLICABLE;
    if (*value < l->largest * (1 - GOCC_TIE))
        return GPUOCC_NOT_POSSIBLE;
    *value = l->served / l->largest;
    return GPUOCC_OK;
}

/* F12: loads from memory, or their bytes. */
static int32_t loads_in_flight(const gpuocc_latency *l, double waves, int bytes, double *value)
{
    double sum = 0;
    uint32_t i, loads = 0;

    for (i = 0; i < l->class_count; i++) {
        const struct gocc_class *c = &l->classes[i];

        if (c->kind != GPUOCC_CLASS_LOAD)
            continue;
        if (c->latency < 0)
            return GPUOCC_NOT_KNOWN;
        sum += c->count * c->latency * (bytes ? c->bytes : 1);
        loads++;
    }
    *value = gocc_throughput(l, GPUOCC_CURVE_UPPER, waves) * sum;
    return loads != 0 ? GPUOCC_OK : GPUOCC_NOT_APPLICABLE;
}

static int32_t whole_loads(const gpuocc_latency *l, double waves, uint32_t result, uint32_t index,
                           double *value)
{
    const int32_t status = gocc_loads_needed(l, waves, index, value);

    if (status != GPUOCC_OK)
        return status;
    *value = gocc_ceiling(*value);
    if (result == GPUOCC_LATENCY_LOADS_NEEDED)
        return GPUOCC_OK;
    if (l->wave_size == 0)
        return GPUOCC_NOT_KNOWN;
    *value *= l->classes[index].bytes / l->wave_size;
    return GPUOCC_OK;
}

static int32_t per_class(const gpuocc_latency *l, double waves, uint32_t result, uint32_t index,
                         double *value)
{
    const struct gocc_class *c = &l->classes[index];

    if (result == GPUOCC_LATENCY_CHAINS_NEEDED)
        return gocc_chains_needed(l, waves, index, value);
    if (result == GPUOCC_LATENCY_LOADS_NEEDED_EXACT)
        return gocc_loads_needed(l, waves, index, value);
    if (result == GPUOCC_LATENCY_LOADS_NEEDED || result == GPUOCC_LATENCY_BYTES_PER_THREAD_NEEDED)
        return whole_loads(l, waves, result, index, value);
    if (c->latency < 0)
        return GPUOCC_NOT_KNOWN;
    *value = c->latency;
    if (result == GPUOCC_LATENCY_IN_FLIGHT)
        *value *= gocc_throughput(l, GPUOCC_CURVE_UPPER, waves) * c->count;
    return GPUOCC_OK;
}

static int32_t more_waves(const gpuocc_latency *l, double waves, double *value)
{
    *value = GPUOCC_MORE_WAVES_MAY_HELP;
    if (waves * l->largest < l->served)
        *value = GPUOCC_MORE_WAVES_HELP;
    if (l->max_waves != 0 && waves >= l->max_waves)
        *value = GPUOCC_MORE_WAVES_NONE_LEFT;
    return GPUOCC_OK;
}

static int32_t gain(const gpuocc_latency *l, uint32_t curve, double waves, double *value)
{
    const double now = gocc_throughput(l, curve, waves);

    if (l->max_waves == 0)
        return GPUOCC_NOT_KNOWN;
    if (now <= 0)
        return GPUOCC_NOT_APPLICABLE;
    *value = gocc_throughput(l, curve, l->max_waves) / now;
    return GPUOCC_OK;
}

static int32_t per_curve(const gpuocc_latency *l, double waves, uint32_t result, uint32_t curve,
                         double largest, double *value)
{
    if (curve == GPUOCC_CURVE_LOWER && l->left_out != 0)
        return GPUOCC_NOT_KNOWN;
    switch (result) {
    case GPUOCC_LATENCY_THROUGHPUT:
        *value = gocc_throughput(l, curve, waves);
        return GPUOCC_OK;
    case GPUOCC_LATENCY_SHARE_OF_PEAK:
        *value = share(l, curve, waves, largest);
        return GPUOCC_OK;
    case GPUOCC_LATENCY_GB_PER_S:
        return gb_per_s(l, curve, waves, value);
    case GPUOCC_LATENCY_GAIN:
        return gain(l, curve, waves, value);
    default:
        if (curve > GPUOCC_CURVE_EXPECTED)
            return GPUOCC_NOT_APPLICABLE;
        return gocc_grid_time(l, waves, curve == GPUOCC_CURVE_EXPECTED, value);
    }
}

/* The results that are one number. */
static int32_t single(const gpuocc_latency *l, double waves, uint32_t result, double *value)
{
    switch (result) {
    case GPUOCC_LATENCY_WAVES:
        *value = waves;
        return GPUOCC_OK;
    case GPUOCC_LATENCY_WAVE_LATENCY:
        *value = l->wave_latency;
        return GPUOCC_OK;
    case GPUOCC_LATENCY_WAVE_LATENCY_SERVED:
        *value = l->served;
        return GPUOCC_OK;
    case GPUOCC_LATENCY_LARGEST_DEMAND:
        *value = l->largest;
        return GPUOCC_OK;
    case GPUOCC_LATENCY_SUM_OF_DEMANDS:
        *value = l->sum;
        return l->left_out != 0 ? GPUOCC_NOT_KNOWN : GPUOCC_OK;
    case GPUOCC_LATENCY_BASIS:
        *value = l->worst_basis;
        return GPUOCC_OK;
    case GPUOCC_LATENCY_BINDING:
        *value = binding(l, waves);
        return GPUOCC_OK;
    case GPUOCC_LATENCY_BINDING_AT_LIMIT:
        *value = l->binding;
        return GPUOCC_OK;
    case GPUOCC_LATENCY_LOADS_IN_FLIGHT:
    case GPUOCC_LATENCY_BYTES_IN_FLIGHT:
        return loads_in_flight(l, waves, result == GPUOCC_LATENCY_BYTES_IN_FLIGHT, value);
    case GPUOCC_LATENCY_MORE_WAVES:
        return more_waves(l, waves, value);
    case GPUOCC_LATENCY_ROUNDS:
        return gocc_grid_rounds(l, waves, value);
    case GPUOCC_LATENCY_TIME_AT_LEAST:
        return gocc_grid_least(l, waves, value);
    default:
        return waves_needed(l, result, value);
    }
}

static int32_t check(const gpuocc_latency *l, uint32_t result, uint32_t index)
{
    if (result >= GPUOCC_LATENCY_RESULT_COUNT)
        return GPUOCC_ERROR_FIELD;
    return index >= indexes(l, result) ? GPUOCC_ERROR_INDEX : GPUOCC_OK;
}

/* Which values of a spread a result is of. */
static enum gocc_case own_case(uint32_t result, uint32_t index)
{
    if (result == GPUOCC_LATENCY_UTILISATION)
        return GOCC_BEST;
    if (!by_curve(result) || index == GPUOCC_CURVE_EXPECTED)
        return GOCC_USUAL;
    return index == GPUOCC_CURVE_LOWER ? GOCC_WORST : GOCC_BEST;
}

/* One result with the values of one case. Leaves *value alone unless it succeeds. */
static int32_t find(const gpuocc_latency *latency, enum gocc_case which, double waves,
                    uint32_t result, uint32_t index, double *value)
{
    gpuocc_latency scratch;
    const gpuocc_latency *l;
    double found = 0, largest = latency->largest;
    int32_t status;

    if (result == GPUOCC_LATENCY_SHARE_OF_PEAK && latency->demand[GPUOCC_RESOURCE_LOAD_SLOTS] > 0)
        largest = gocc_in_case(latency, GOCC_BEST, 0, &scratch)->largest;
    l = gocc_in_case(latency, which, by_curve(result), &scratch);
    if (by_curve(result))
        status = per_curve(l, waves, result, index, largest, &found);
    else if (by_class(result))
        status = per_class(l, waves, result, index, &found);
    else if (by_resource(result))
        status = per_resource(l, waves, result, index, &found);
    else
        status = single(l, waves, result, &found);
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
    last = by_curve(result) || own != GOCC_USUAL || !latency->spread ? 1 : 3;
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
