/* SPDX-License-Identifier: MIT
 *
 * Compares kernels of two builds, and sums them up.
 */
#include <gpuocc/gate.h>

#define WHOLE     UINT64_C(1000000) /* 100 percent, in 1 / 10000 of a percent, and in millionths */

#define RESIDENTS (1u << GPUOCC_MEASURE_WAVES | 1u << GPUOCC_MEASURE_GROUPS)

/* Returns by how much a value may become worse. */
static uint64_t allowed(const gpuocc_allowance *allowance, uint32_t measure, uint64_t was)
{
    const uint64_t percent = allowance->waves_percent;
    const uint64_t share = was / WHOLE * percent + was % WHOLE * percent / WHOLE;

    switch (measure) {
    case GPUOCC_MEASURE_STACK:
        return allowance->stack_bytes;
    case GPUOCC_MEASURE_SPILLS:
        return allowance->spill_bytes;
    case GPUOCC_MEASURE_WAVES:
        return allowance->waves > share ? allowance->waves : share;
    default:
        return share;
    }
}

/* Compares one end of a range. */
static void compare_end(const gpuocc_allowance *allowance, uint32_t measure, uint64_t was,
                        uint64_t now, uint32_t *worse, uint32_t *better)
{
    const int more_is_better = (RESIDENTS >> measure & 1) != 0;
    const uint64_t change = now > was ? now - was : was - now;

    if (now == was)
        return;
    if ((now > was) == more_is_better)
        *better |= 1u << measure;
    else if (change > allowed(allowance, measure, was))
        *worse |= 1u << measure;
}

int32_t gpuocc_gate_compare(const gpuocc_measured *was, const gpuocc_measured *now,
                            const gpuocc_allowance *allowance, uint32_t *worse, uint32_t *better)
{
    static const gpuocc_allowance nothing = {.size = sizeof nothing};
    uint32_t i, either, both;

    if (was == NULL || now == NULL || worse == NULL || better == NULL)
        return GPUOCC_ERROR_NULL;
    if (was->size < sizeof *was || now->size < sizeof *now ||
        (allowance != NULL && allowance->size < sizeof *allowance))
        return GPUOCC_ERROR_STRUCT_SIZE;
    either = was->known | now->known;
    if ((either >> GPUOCC_MEASURE_WAVES & 1) != 0)
        either &= ~(1u << GPUOCC_MEASURE_GROUPS);
    *worse = either & RESIDENTS & ~now->known;
    *better = either & RESIDENTS & ~was->known;
    both = either & was->known & now->known;
    for (i = 0; i < GPUOCC_MEASURE_COUNT; i++) {
        if ((both >> i & 1) == 0)
            continue;
        allowance = allowance != NULL ? allowance : &nothing;
        compare_end(allowance, i, was->low[i], now->low[i], worse, better);
        compare_end(allowance, i, was->high[i], now->high[i], worse, better);
    }
    return GPUOCC_OK;
}

/* Reads a result that is a single number. */
static int exact(const gpuocc_occupancy *occupancy, uint32_t result, uint64_t *value)
{
    uint64_t high;

    return gpuocc_occupancy_get(occupancy, result, 0, value, &high) == GPUOCC_OK && *value == high;
}

int32_t gpuocc_totals_add(gpuocc_totals *totals, const gpuocc_occupancy *occupancy,
                          uint32_t spill_bytes)
{
    uint64_t limiters = 0, waves, most;
    uint32_t i;

    if (totals == NULL)
        return GPUOCC_ERROR_NULL;
    if (totals->size < sizeof *totals)
        return GPUOCC_ERROR_STRUCT_SIZE;
    totals->kernels++;
    totals->spilling += spill_bytes != 0 && spill_bytes != GPUOCC_UNKNOWN;
    totals->refused += occupancy == NULL;
    if (occupancy == NULL)
        return GPUOCC_OK;
    (void)gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_LIMITERS, 0, NULL, &limiters);
    for (i = 0; i < GPUOCC_LIMIT_COUNT; i++)
        totals->limited[i] += limiters >> i & 1;
    if (!exact(occupancy, GPUOCC_RESULT_WAVES, &waves) ||
        !exact(occupancy, GPUOCC_RESULT_MAX_WAVES, &most) || most == 0) {
        totals->ranges++;
        return GPUOCC_OK;
    }
    totals->below_half += 2 * waves < most;
    /* Whole millionths, so that the sum is the same on every platform. */
    totals->share_sum += waves * WHOLE / most;
    return GPUOCC_OK;
}

uint64_t gpuocc_totals_share(const gpuocc_totals *totals)
{
    const uint64_t left_out = totals != NULL ? totals->refused + totals->ranges : 0;

    return totals != NULL && totals->kernels > left_out
               ? totals->share_sum / (totals->kernels - left_out)
               : UINT64_MAX;
}
