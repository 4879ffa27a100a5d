/* SPDX-License-Identifier: MIT
 *
 * Applies Little's law: the amount in flight, the rate of the memory per core, and the number of
 * carriers.
 */
#include "gpuocc/latency.h"

#include "base/error.h"
#include "base/inputs.h"
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

/* Validates two inputs. */
static int32_t check_two(double first, uint32_t first_field, double second, uint32_t second_field,
                         gpuocc_error *error)
{
    const int32_t status = gocc_check_real(first, GOCC_VALID_MODERATE, first_field, error);

    return status != GPUOCC_OK ? status
                               : gocc_check_real(second, GOCC_VALID_MODERATE, second_field, error);
}

int32_t gpuocc_little_pipe(double latency_cycles, double rate_per_cycle, double *in_flight,
                           gpuocc_error *error)
{
    int32_t status;

    if (in_flight == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, 3);
    status = check_two(latency_cycles, GPUOCC_ESTIMATE_LATENCY_CYCLES, rate_per_cycle,
                       GPUOCC_ESTIMATE_RATE_PER_CYCLE, error);
    if (status == GPUOCC_OK)
        *in_flight = latency_cycles * rate_per_cycle;
    return status;
}

int32_t gpuocc_little_memory_rate(double gb_per_s, double clock_ghz, double core_count,
                                  double bytes_per_request, double *rate_per_cycle,
                                  gpuocc_error *error)
{
    int32_t status;

    if (rate_per_cycle == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, 5);
    status =
        check_two(gb_per_s, GPUOCC_ESTIMATE_GB_PER_S, clock_ghz, GPUOCC_ESTIMATE_CLOCK_GHZ, error);
    if (status == GPUOCC_OK)
        status = check_two(core_count, GPUOCC_ESTIMATE_CORE_COUNT, bytes_per_request,
                           GPUOCC_ESTIMATE_BYTES_PER_REQUEST, error);
    if (status == GPUOCC_OK)
        *rate_per_cycle = gb_per_s / clock_ghz / core_count / bytes_per_request;
    return status;
}

int32_t gpuocc_little_count(double in_flight, double each, uint64_t *count, gpuocc_error *error)
{
    const double least = in_flight / MOST_CARRIERS;
    int32_t status;

    if (count == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, 3);
    if (each < least && least > GOCC_LEAST && in_flight <= GOCC_MOST)
        return gocc_refuse_real(error, GPUOCC_ESTIMATE_EACH, each, least);
    status = check_two(in_flight, GPUOCC_ESTIMATE_IN_FLIGHT, each, GPUOCC_ESTIMATE_EACH, error);
    if (status == GPUOCC_OK)
        *count = (uint64_t)gocc_ceiling(in_flight / each);
    return status;
}
