/* SPDX-License-Identifier: MIT
 *
 * The constants of one latency: the caller's, those of the question and those of the tables.
 */
#include "latency.h"

#include "error.h"
#include "occupancy.h"

void gocc_set_constant(gpuocc_latency *l, uint32_t constant, double value, uint32_t basis)
{
    l->constants[constant] = value;
    l->basis[constant] = (uint8_t)basis;
    l->known |= UINT64_C(1) << constant;
    if (constant < GOCC_SPREADS)
        l->low[constant] = l->high[constant] = value;
}

/* Whether a latency or the turnaround has a spread. */
static uint32_t has_spread(const gpuocc_latency *l)
{
    uint32_t i;

    for (i = GPUOCC_CONSTANT_TURNAROUND_CYCLES; i < GOCC_SPREADS; i++)
        if ((i == GPUOCC_CONSTANT_TURNAROUND_CYCLES || i >= GPUOCC_CONSTANT_LATENCY) &&
            gocc_knows(l, i) && l->low[i] < l->high[i])
            return 1;
    return 0;
}

/* What the question says of the core comes before what the tables say of the device. */
int32_t gocc_add_constants(gpuocc_latency *l, const gpuocc_device *device,
                           const gpuocc_occupancy *occ, gpuocc_error *error)
{
    const struct gocc_placement *high = occ != NULL && occ->question.range ? &occ->high : NULL;

    if (high != NULL && high->cores_per_core != occ->low.cores_per_core)
        return gocc_fail(error, GPUOCC_ERROR_MUST_BE_KNOWN, GPUOCC_SCOPE_KERNEL,
                         GPUOCC_KERNEL_CORE_MODE, GPUOCC_UNKNOWN, 0);
    if (occ != NULL && l->wave_size == 0)
        return gocc_fail(error, GPUOCC_ERROR_MUST_BE_KNOWN, GPUOCC_SCOPE_KERNEL,
                         GPUOCC_KERNEL_WAVE_SIZE, GPUOCC_UNKNOWN, 0);
    if (occ != NULL && !gocc_knows(l, GPUOCC_CONSTANT_PARTITIONS))
        gocc_set_constant(l, GPUOCC_CONSTANT_PARTITIONS, occ->low.partitions,
                          GPUOCC_BASIS_MEASURED);
    l->cores_per_core = occ != NULL ? occ->low.cores_per_core : 1;
    l->parts = occ != NULL ? occ->low.parts : 1;
    if (device != NULL)
        gocc_fill_constants(l, device);
    if (!gocc_knows(l, GPUOCC_CONSTANT_PARTITIONS))
        l->constants[GPUOCC_CONSTANT_PARTITIONS] = 1;
    l->spread = has_spread(l);
    l->issue_distance = 1;
    if (gocc_knows(l, GPUOCC_CONSTANT_DISTANCE + GPUOCC_RESOURCE_ISSUE))
        l->issue_distance = l->constants[GPUOCC_CONSTANT_DISTANCE + GPUOCC_RESOURCE_ISSUE];
    return GPUOCC_OK;
}

void gocc_share_memory(gpuocc_latency *l, int given)
{
    const uint32_t rate = GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_DRAM;
    const double device = l->constants[GPUOCC_CONSTANT_DRAM_GB_PER_S];

    l->published = l->published && gocc_knows(l, GPUOCC_CONSTANT_DRAM_SHARE);
    if (given || !gocc_knows(l, GPUOCC_CONSTANT_DRAM_GB_PER_S)) {
        l->published = 0;
        return;
    }
    if (device > 0) {
        if (!gocc_knows(l, GPUOCC_CONSTANT_CORE_COUNT) || !gocc_knows(l, GPUOCC_CONSTANT_CLOCK_GHZ))
            return;
        gocc_set_constant(l, rate,
                          device / (l->constants[GPUOCC_CONSTANT_CORE_COUNT] *
                                    l->constants[GPUOCC_CONSTANT_CLOCK_GHZ]),
                          l->basis[GPUOCC_CONSTANT_DRAM_GB_PER_S]);
    } else {
        gocc_set_constant(l, rate, GPUOCC_UNLIMITED, GPUOCC_BASIS_GIVEN);
    }
}

uint64_t gpuocc_latency_left_out(const gpuocc_latency *latency)
{
    return latency != NULL ? latency->left_out : 0;
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
