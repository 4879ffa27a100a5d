/* SPDX-License-Identifier: MIT
 *
 * From a workload to the latency of a wave and its demands. Formulas F1 to F4 of docs/latency.md.
 */
#include "latency.h"

#include <string.h>

#include "error.h"
#include "memory.h"
#include "occupancy.h"

#define RATE(resource)     (GPUOCC_CONSTANT_RATE + (resource))
#define LATENCY(resource)  (GPUOCC_CONSTANT_LATENCY + (resource))
#define DISTANCE(resource) (GPUOCC_CONSTANT_DISTANCE + (resource))

size_t gpuocc_latency_size(void)
{
    return sizeof(struct gpuocc_latency);
}

static int32_t missing(gpuocc_error *error, uint32_t constant)
{
    return gocc_fail(error, GPUOCC_NOT_KNOWN, GPUOCC_SCOPE_CONSTANT, constant, 0, 0);
}

/* A constant that may be absent. */
static double known_or(const gpuocc_latency *l, uint32_t constant, double otherwise)
{
    return gocc_knows(l, constant) ? l->constants[constant] : otherwise;
}

/* F1: the mean over the levels that requests reach. Returns the constant that is missing, or 0. */
static uint32_t load_latency(const gpuocc_latency *l, const struct gocc_class *c, double *mean)
{
    const double shares[] = {[GPUOCC_RESOURCE_DRAM] = (1 - c->l1_hit) * (1 - c->l2_hit),
                             [GPUOCC_RESOURCE_L2] = (1 - c->l1_hit) * c->l2_hit,
                             [GPUOCC_RESOURCE_L1] = c->l1_hit};
    double levels[3] = {0, 0, 0};
    uint32_t i;

    for (i = 0; i < 3; i++) {
        if (!(shares[i] > 0))
            continue;
        if (!gocc_knows(l, LATENCY(i)))
            return LATENCY(i);
        levels[i] = l->constants[LATENCY(i)];
    }
    *mean = c->l1_hit * levels[GPUOCC_RESOURCE_L1] +
            (1 - c->l1_hit) * (c->l2_hit * levels[GPUOCC_RESOURCE_L2] +
                               (1 - c->l2_hit) * levels[GPUOCC_RESOURCE_DRAM]);
    return 0;
}

static uint32_t class_latency(const gpuocc_latency *l, struct gocc_class *c)
{
    uint32_t lacking = 0;
    double latency = c->latency;

    if (c->kind == GPUOCC_CLASS_STORE)
        latency = 0;
    else if (latency == 0 && c->kind == GPUOCC_CLASS_LOAD)
        lacking = load_latency(l, c, &latency);
    else if (latency == 0 && gocc_knows(l, LATENCY(c->resource)))
        latency = l->constants[LATENCY(c->resource)];
    else if (latency == 0)
        lacking = LATENCY(c->resource);
    c->latency = lacking != 0 ? GOCC_NO_NUMBER : latency + c->extra;
    return lacking;
}

/* Least distance of two instructions of the class in one wave. */
static double class_distance(const gpuocc_latency *l, const struct gocc_class *c)
{
    const double rate = known_or(l, RATE(c->resource), GPUOCC_UNLIMITED);
    double partitions = l->constants[GPUOCC_CONSTANT_PARTITIONS];

    if (c->distance > 0)
        return c->distance;
    if (c->kind != GPUOCC_CLASS_PIPE)
        return l->issue_distance;
    if (gocc_knows(l, DISTANCE(c->resource)))
        return l->constants[DISTANCE(c->resource)];
    if (c->resource == GPUOCC_RESOURCE_SHARED) /* which every partition reaches */
        partitions = 1;
    return gocc_larger(partitions / rate, 1); /* GPUOCC_UNLIMITED is below 0 */
}

/* The most loads of one wave that can be in flight, 0: no such limit. */
double gocc_wave_limit(const gpuocc_latency *l, const struct gocc_class *c)
{
    if (c->kind != GPUOCC_CLASS_LOAD)
        return 0;
    return gocc_larger(known_or(l, GPUOCC_CONSTANT_LOADS_PER_WAVE, 0), 0);
}

double gocc_phase_cycles(const gpuocc_latency *l, uint32_t phase, uint32_t without)
{
    double issue = 0, longest = 0, chains, limit;
    uint32_t i;

    for (i = 0; i < l->class_count; i++) {
        const struct gocc_class *c = &l->classes[i];

        if (c->phase != phase)
            continue;
        issue += c->count * l->issue_distance;
        limit = gocc_wave_limit(l, c);
        chains = limit > 0 ? gocc_smaller(c->chains, limit) : c->chains;
        if (i != without)
            longest =
                gocc_larger(longest, c->count * gocc_larger(c->latency / chains, c->distance));
    }
    return gocc_larger(longest, issue);
}

double gocc_other_phases(const gpuocc_latency *l, uint32_t phase)
{
    double sum = 0;
    uint32_t i, first;

    for (i = 0; i < l->class_count; i++) {
        for (first = 0; l->classes[first].phase != l->classes[i].phase; first++)
            continue;
        if (first == i && l->classes[i].phase != phase)
            sum += gocc_phase_cycles(l, l->classes[i].phase, GOCC_NONE);
    }
    if (l->turnaround == GPUOCC_TURNAROUND_INSIDE)
        sum += l->constants[GPUOCC_CONSTANT_TURNAROUND_CYCLES];
    return sum;
}

/* F2. */
static int32_t find_wave_latency(gpuocc_latency *l, gpuocc_error *error)
{
    uint32_t i, lacking;

    for (i = 0; i < l->class_count; i++) {
        lacking = class_latency(l, &l->classes[i]);
        l->classes[i].distance = class_distance(l, &l->classes[i]);
        if (lacking != 0 && !l->whole)
            return missing(error, lacking);
    }
    if (l->turnaround == GPUOCC_TURNAROUND_INSIDE &&
        !gocc_knows(l, GPUOCC_CONSTANT_TURNAROUND_CYCLES))
        return missing(error, GPUOCC_CONSTANT_TURNAROUND_CYCLES);
    if (!l->whole)
        l->wave_latency = gocc_other_phases(l, GOCC_NONE);
    else if (l->turnaround == GPUOCC_TURNAROUND_INSIDE)
        l->wave_latency += l->constants[GPUOCC_CONSTANT_TURNAROUND_CYCLES];
    return GPUOCC_OK;
}

/* Adds what one class asks of each resource, in what its rate counts. Shared memory in bytes has a
 * rate of its own, so it is counted in cycles at once. */
static int32_t add_class(gpuocc_latency *l, const struct gocc_class *c, double *bytes_cycles,
                         gpuocc_error *error)
{
    const double moved = c->count * c->moved;
    double rate;

    l->demand[GPUOCC_RESOURCE_ISSUE] += c->count * c->replay;
    if (c->kind != GPUOCC_CLASS_PIPE) {
        l->demand[GPUOCC_RESOURCE_L1] += moved;
        l->demand[GPUOCC_RESOURCE_L2] += moved * (1 - c->l1_hit);
        l->demand[GPUOCC_RESOURCE_DRAM] += moved * (1 - c->l1_hit) * (1 - c->l2_hit);
        l->request_bytes += c->count * c->bytes;
    } else if (c->bytes > 0) {
        if (!gocc_knows(l, GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE))
            return missing(error, GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE);
        rate = l->constants[GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE];
        *bytes_cycles += rate > 0 ? moved * c->replay / rate : 0;
    } else {
        l->demand[c->resource] += c->count * c->replay;
    }
    if (c->kind != GPUOCC_CLASS_LOAD || known_or(l, GPUOCC_CONSTANT_LOADS_PER_CORE, 0) <= 0)
        return GPUOCC_OK;
    if (c->latency < 0)
        return missing(error, load_latency(l, c, &rate));
    l->demand[GPUOCC_RESOURCE_LOAD_SLOTS] += c->count * c->latency;
    return GPUOCC_OK;
}

/* F3, and which demands are largest: of all, of those divided among the partitions, of a core's
 * own, of those that cores share. */
static int32_t find_demands(gpuocc_latency *l, gpuocc_error *error)
{
    double bytes_cycles = 0, demand;
    uint32_t r, constant;
    int32_t status;

    for (r = 0; r < l->class_count; r++) {
        status = add_class(l, &l->classes[r], &bytes_cycles, error);
        if (status != GPUOCC_OK)
            return status;
    }
    for (r = 0; r < GPUOCC_RESOURCE_LATENCY; r++) {
        demand = l->demand[r];
        if (demand > 0) {
            constant = r == GPUOCC_RESOURCE_LOAD_SLOTS ? (uint32_t)GPUOCC_CONSTANT_LOADS_PER_CORE
                                                       : RATE(r);
            if (!gocc_knows(l, constant))
                return missing(error, constant);
            demand = l->constants[constant] > 0 ? demand / l->constants[constant] : 0;
        }
        if (r == GPUOCC_RESOURCE_SHARED)
            demand += bytes_cycles;
        l->demand[r] = demand;
        l->sum += demand;
        l->largest = gocc_larger(l->largest, demand);
        if (r <= GPUOCC_RESOURCE_L2)
            l->largest_device = l->largest;
        else
            l->largest_core = gocc_larger(l->largest_core, demand);
        if (r >= GPUOCC_RESOURCE_FP32)
            l->largest_private = gocc_larger(l->largest_private, demand);
    }
    for (r = 0; r < GPUOCC_RESOURCE_LATENCY; r++)
        if (l->demand[r] > 0 && l->demand[r] >= l->largest * (1 - GOCC_TIE))
            break;
    l->binding = r; /* GPUOCC_RESOURCE_LATENCY if there is no demand */
    l->served = gocc_larger(l->wave_latency, l->largest);
    return GPUOCC_OK;
}

/* What the question says of the core comes before what the tables say of the device. */
static int32_t add_constants(gpuocc_latency *l, const gpuocc_device *device,
                             const gpuocc_occupancy *occ, gpuocc_error *error)
{
    const struct gocc_placement *high = occ != NULL && occ->question.range ? &occ->high : NULL;

    if (high != NULL && high->cores_per_core != occ->low.cores_per_core)
        return gocc_fail(error, GPUOCC_ERROR_MUST_BE_KNOWN, GPUOCC_SCOPE_KERNEL,
                         GPUOCC_KERNEL_CORE_MODE, GPUOCC_UNKNOWN, 0);
    if (occ != NULL && l->wave_size == 0)
        return gocc_fail(error, GPUOCC_ERROR_MUST_BE_KNOWN, GPUOCC_SCOPE_KERNEL,
                         GPUOCC_KERNEL_WAVE_SIZE, GPUOCC_UNKNOWN, 0);
    if (occ != NULL && !gocc_knows(l, GPUOCC_CONSTANT_PARTITIONS)) {
        l->constants[GPUOCC_CONSTANT_PARTITIONS] = occ->low.partitions;
        l->known |= UINT64_C(1) << GPUOCC_CONSTANT_PARTITIONS;
    }
    l->cores_per_core = occ != NULL ? occ->low.cores_per_core : 1;
    l->parts = occ != NULL ? occ->low.parts : 1;
    if (device != NULL)
        gocc_fill_constants(l, device);
    if (!gocc_knows(l, GPUOCC_CONSTANT_PARTITIONS))
        l->constants[GPUOCC_CONSTANT_PARTITIONS] = 1;
    l->issue_distance = known_or(l, DISTANCE(GPUOCC_RESOURCE_ISSUE), 1);
    return GPUOCC_OK;
}

/* The core's share of the memory's bandwidth, unless the caller gave that itself. */
static void share_memory(gpuocc_latency *l, int given)
{
    const uint32_t rate = RATE(GPUOCC_RESOURCE_DRAM);
    const double device = l->constants[GPUOCC_CONSTANT_DRAM_GB_PER_S];

    if (given || !gocc_knows(l, GPUOCC_CONSTANT_DRAM_GB_PER_S))
        return;
    if (device > 0) {
        if (!gocc_knows(l, GPUOCC_CONSTANT_CORE_COUNT) || !gocc_knows(l, GPUOCC_CONSTANT_CLOCK_GHZ))
            return;
        l->constants[rate] = device / (l->constants[GPUOCC_CONSTANT_CORE_COUNT] *
                                       l->constants[GPUOCC_CONSTANT_CLOCK_GHZ]);
    } else {
        l->constants[rate] = GPUOCC_UNLIMITED;
    }
    l->known |= UINT64_C(1) << rate;
}

static int32_t check_arguments(const gpuocc_workload *workload, const gpuocc_instructions *classes,
                               size_t class_count, const uint32_t *constants, const double *values,
                               size_t constant_count, gpuocc_latency **latency, gpuocc_error *error)
{
    if (workload == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, 5);
    if (classes == NULL && class_count != 0)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, 6);
    if (constants == NULL && constant_count != 0)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, 8);
    if (values == NULL && constant_count != 0)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, 9);
    if (latency == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, 11);
    return GPUOCC_OK;
}

/* All of it, once the caller's side is read. */
static int32_t make(gpuocc_latency *l, const gpuocc_device *device,
                    const gpuocc_occupancy *occupancy, gpuocc_error *error)
{
    const int given = gocc_knows(l, RATE(GPUOCC_RESOURCE_DRAM));
    int32_t status = add_constants(l, device, occupancy, error);

    if (status != GPUOCC_OK)
        return status;
    share_memory(l, given);
    status = find_wave_latency(l, error);
    return status == GPUOCC_OK ? find_demands(l, error) : status;
}

int32_t gpuocc_latency_init(void *memory, size_t bytes, const gpuocc_device *device,
                            const gpuocc_occupancy *occupancy, const gpuocc_workload *workload,
                            const gpuocc_instructions *classes, size_t class_count,
                            const uint32_t *constants, const double *values, size_t constant_count,
                            gpuocc_latency **latency, gpuocc_error *error)
{
    gpuocc_latency *l = memory;
    gpuocc_occupancy scratch;
    int32_t status = gocc_check_memory(memory, bytes, sizeof *l, error);

    if (status == GPUOCC_OK)
        status = check_arguments(workload, classes, class_count, constants, values, constant_count,
                                 latency, error);
    if (status != GPUOCC_OK)
        return status;
    if (occupancy != NULL) {
        occupancy = gocc_occupancy_whole(occupancy, &scratch);
        device = occupancy->question.device;
    }
    memset(&l->known, 0,
           offsetof(struct gpuocc_latency, classes) - offsetof(struct gpuocc_latency, known));
    status = gocc_read_workload(l, workload, occupancy, device, error);
    if (status == GPUOCC_OK)
        status = gocc_read_classes(l, classes, class_count, error);
    if (status == GPUOCC_OK)
        status = gocc_read_constants(l, constants, values, constant_count, error);
    if (status == GPUOCC_OK)
        status = make(l, device, occupancy, error);
    if (status == GPUOCC_OK)
        *latency = l;
    return status;
}
