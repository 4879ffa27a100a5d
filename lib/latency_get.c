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
    return result == GPUOCC_LATENCY_IN_FLIGHT || result >= GPUOCC_LATENCY_CLASS_LATENCY ||
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

static double share(const gpuocc_latency *l, uint32_t curve, double waves)
{
    if (curve == GPUOCC_CURVE_UPPER)
        return waves > 0 ? l->largest / interval(l, waves) : 0;
    return gocc_smaller(gocc_throughput(l, curve, waves) * l->largest, 1);
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
                         double *value)
{
    switch (result) {
    case GPUOCC_LATENCY_THROUGHPUT:
        *value = gocc_throughput(l, curve, waves);
        return GPUOCC_OK;
    case GPUOCC_LATENCY_SHARE_OF_PEAK:
        *value = share(l, curve, waves);
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

int32_t gpuocc_latency_at(const gpuocc_latency *latency, double waves, uint32_t result,
                          uint32_t index, double *value)
{
    double found = 0;
    int32_t status;

    if (latency == NULL || value == NULL)
        return GPUOCC_ERROR_NULL;
    if (result >= GPUOCC_LATENCY_RESULT_COUNT)
        return GPUOCC_ERROR_FIELD;
    if (index >= indexes(latency, result))
        return GPUOCC_ERROR_INDEX;
    if (!(waves >= 0 && waves <= GOCC_MOST_WAVES))
        return GPUOCC_ERROR_BAD_NUMBER;
    if (by_curve(result))
        status = per_curve(latency, waves, result, index, &found);
    else if (by_class(result))
        status = per_class(latency, waves, result, index, &found);
    else if (by_resource(result))
        status = per_resource(latency, waves, result, index, &found);
    else
        status = single(latency, waves, result, &found);
    if (status == GPUOCC_OK)
        *value = found;
    return status;
}

int32_t gpuocc_latency_get(const gpuocc_latency *latency, uint32_t result, uint32_t index,
                           double *low, double *high)
{
    double ends[2] = {0, 0};
    int32_t status;

    if (latency == NULL)
        return GPUOCC_ERROR_NULL;
    status = gpuocc_latency_at(latency, latency->waves[0], result, index, &ends[0]);
    ends[1] = ends[0];
    if (status == GPUOCC_OK && latency->waves[1] != latency->waves[0])
        status = gpuocc_latency_at(latency, latency->waves[1], result, index, &ends[1]);
    if (status != GPUOCC_OK)
        return status;
    if (low != NULL)
        *low = gocc_smaller(ends[0], ends[1]);
    if (high != NULL)
        *high = gocc_larger(ends[0], ends[1]);
    return GPUOCC_OK;
}
