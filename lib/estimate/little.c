/* SPDX-License-Identifier: MIT
 *
 * Applies Little's law: the amount in flight, the rate of the memory per core, and the number of
 * carriers.
 */
#include "gpuocc/little.h"

#include "latency/latency.h"

/* Larger counts are rejected. */
#define MOST_CARRIERS 9e18

int gocc_is_positive(double number)
{
    return number >= GOCC_LEAST && number <= GOCC_MOST;
}

/* Rounds up, except for a rounding error. A positive number gives at least 1. */
double gocc_ceiling(double number)
{
    const double whole = gocc_floor(number);

    return number - whole <= 1e-9 * number ? whole : whole + 1;
}

int32_t gpuocc_little_pipe(double latency_cycles, double rate_per_cycle, double *in_flight)
{
    if (in_flight == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_is_positive(latency_cycles) || !gocc_is_positive(rate_per_cycle))
        return GPUOCC_ERROR_BAD_NUMBER;
    *in_flight = latency_cycles * rate_per_cycle;
    return GPUOCC_OK;
}

int32_t gpuocc_little_memory_rate(double gb_per_s, double clock_ghz, double cores,
                                  double bytes_per_request, double *rate_per_cycle)
{
    if (rate_per_cycle == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_is_positive(gb_per_s) || !gocc_is_positive(clock_ghz) || !gocc_is_positive(cores) ||
        !gocc_is_positive(bytes_per_request))
        return GPUOCC_ERROR_BAD_NUMBER;
    *rate_per_cycle = gb_per_s / clock_ghz / cores / bytes_per_request;
    return GPUOCC_OK;
}

int32_t gpuocc_little_count(double in_flight, double each, uint64_t *count)
{
    if (count == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_is_positive(in_flight) || !gocc_is_positive(each) || in_flight / each > MOST_CARRIERS)
        return GPUOCC_ERROR_BAD_NUMBER;
    *count = (uint64_t)gocc_ceiling(in_flight / each);
    return GPUOCC_OK;
}
