/* SPDX-License-Identifier: MIT
 *
 * Little's law and the bounds of work and span, each in one call.
 */
#include "gpuocc/little.h"

#include "latency/latency.h"

/* Counts above it do not come as whole numbers. */
#define MOST_CARRIERS 9e18

int gocc_is_positive(double number)
{
    return number >= GOCC_LEAST && number <= GOCC_MOST;
}

/* Rounded up, but not for a rounding error; at least 1 of what is more than 0. */
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
