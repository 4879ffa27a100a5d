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

#define BIT(constant) (UINT64_C(1) << (constant))

/* Fails with a set of constants, unless it is empty. */
static int32_t missing(gpuocc_error *error, uint64_t constants)
{
    uint32_t first = 0;

    if (constants == 0)
        return GPUOCC_OK;
    while ((constants >> first & 1) == 0)
        first++;
    return gocc_fail(error, GPUOCC_NOT_KNOWN, GPUOCC_SCOPE_CONSTANT, first, 0, constants);
}

/* A latency of the constants, 0 if it is not known. */
static double take_latency(gpuocc_latency *l, uint32_t resource, uint64_t *lacking)
{
    if (!gocc_knows(l, LATENCY(resource))) {
        *lacking |= BIT(LATENCY(resource));
        return 0;
    }
    if (l->basis[LATENCY(resource)] > l->worst_basis)
        l->worst_basis = l->basis[LATENCY(resource)];
    return l->constants[LATENCY(resource)];
}

/* A constant that may be absent. */
static double known_or(const gpuocc_latency *l, uint32_t constant, double otherwise)
{
    return gocc_knows(l, constant) ? l->constants[constant] : otherwise;
}

/* F1: the mean over the levels that requests reach. */
static double load_latency(gpuocc_latency *l, const struct gocc_class *c, uint64_t *lacking)
{
    const double shares[] = {[GPUOCC_RESOURCE_DRAM] = (1 - c->l1_hit) * (1 - c->l2_hit),
                             [GPUOCC_RESOURCE_L2] = (1 - c->l1_hit) * c->l2_hit,
                             [GPUOCC_RESOURCE_L1] = c->l1_hit};
    double levels[3] = {0, 0, 0};
    uint32_t i;

    for (i = 0; i < 3; i++)
        if (shares[i] > 0)
            levels[i] = take_latency(l, i, lacking);
    return c->l1_hit * levels[GPUOCC_RESOURCE_L1] +
           (1 - c->l1_hit) * (c->l2_hit * levels[GPUOCC_RESOURCE_L2] +
                              (1 - c->l2_hit) * levels[GPUOCC_RESOURCE_DRAM]);
}

/* Returns the set of constants that are missing. */
static uint64_t class_latency(gpuocc_latency *l, struct gocc_class *c)
{
    uint64_t lacking = 0;
    double latency = c->given;

    if (c->kind == GPUOCC_CLASS_STORE)
        latency = 0;
    else if (latency == 0 && c->kind == GPUOCC_CLASS_LOAD)
        latency = load_latency(l, c, &lacking);
    else if (latency == 0)
        latency = take_latency(l, c->resource, &lacking);
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

/* F2. Returns the set of constants that are missing. */
static uint64_t find_wave_latency(gpuocc_latency *l)
{
    uint64_t lacking = 0;
    uint32_t i;

    l->worst_basis = GPUOCC_BASIS_GIVEN;
    for (i = 0; i < l->class_count; i++) {
        lacking |= class_latency(l, &l->classes[i]);
        l->classes[i].distance = class_distance(l, &l->classes[i]);
    }
    if (l->whole > 0) {
        lacking = 0;
        l->worst_basis = GPUOCC_BASIS_GIVEN;
    }
    if (l->turnaround == GPUOCC_TURNAROUND_INSIDE &&
        !gocc_knows(l, GPUOCC_CONSTANT_TURNAROUND_CYCLES))
        lacking |= BIT(GPUOCC_CONSTANT_TURNAROUND_CYCLES);
    if (lacking != 0)
        return lacking;
    l->wave_latency = l->whole;
    if (!(l->whole > 0))
        l->wave_latency = gocc_other_phases(l, GOCC_NONE);
    else if (l->turnaround == GPUOCC_TURNAROUND_INSIDE)
        l->wave_latency += l->constants[GPUOCC_CONSTANT_TURNAROUND_CYCLES];
    return 0;
}

/* Adds what one class asks of each resource, in what its rate counts. Shared memory in bytes has a
 * rate of its own, so it is counted in cycles at once. Returns the set of latencies that are
 * missing. */
static uint64_t add_class(gpuocc_latency *l, const struct gocc_class *c, double *bytes_cycles)
{
    const uint32_t shared = GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE;
    const double moved = c->count * c->moved;
    uint64_t lacking = 0;

    l->demand[GPUOCC_RESOURCE_ISSUE] += c->count * c->replay;
    if (c->kind != GPUOCC_CLASS_PIPE) {
        l->demand[GPUOCC_RESOURCE_L1] += moved;
        l->demand[GPUOCC_RESOURCE_L2] += moved * (1 - c->l1_hit);
        l->demand[GPUOCC_RESOURCE_DRAM] += moved * (1 - c->l1_hit) * (1 - c->l2_hit);
        l->request_bytes += c->count * c->bytes;
    } else if (c->bytes > 0) {
        if (!gocc_knows(l, shared))
            l->left_out |= BIT(shared);
        else if (l->constants[shared] > 0)
            *bytes_cycles += moved * c->replay / l->constants[shared];
    } else {
        l->demand[c->resource] += c->count * c->replay;
    }
    if (c->kind != GPUOCC_CLASS_LOAD || known_or(l, GPUOCC_CONSTANT_LOADS_PER_CORE, 0) <= 0)
        return 0;
    if (c->latency < 0)
        (void)load_latency(l, c, &lacking);
    l->demand[GPUOCC_RESOURCE_LOAD_SLOTS] += c->count * c->latency;
    return lacking;
}

/* Turns what is asked of a resource into cycles. A rate that is not known is left out. */
static double demand_cycles(gpuocc_latency *l, uint32_t r)
{
    const uint32_t constant =
        r == GPUOCC_RESOURCE_LOAD_SLOTS ? (uint32_t)GPUOCC_CONSTANT_LOADS_PER_CORE : RATE(r);

    if (!(l->demand[r] > 0))
        return 0;
    if (!gocc_knows(l, constant)) {
        l->left_out |= BIT(constant);
        return 0;
    }
    return l->constants[constant] > 0 ? l->demand[r] / l->constants[constant] : 0;
}

/* F3, and which demands are largest: of all, of those divided among the partitions, of a core's
 * own, of those that cores share. Returns the set of constants that are missing: latencies, the
 * rate of DRAM, and the rates that were left out if nothing bounds the throughput without them. */
static uint64_t find_demands(gpuocc_latency *l)
{
    const uint64_t dram = BIT(RATE(GPUOCC_RESOURCE_DRAM));
    double bytes_cycles = 0, demand;
    uint64_t lacking = 0;
    uint32_t r;

    for (r = 0; r < l->class_count; r++)
        lacking |= add_class(l, &l->classes[r], &bytes_cycles);
    for (r = 0; r < GPUOCC_RESOURCE_LATENCY; r++) {
        demand = demand_cycles(l, r);
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
    return lacking | (l->largest > 0 ? l->left_out & dram : l->left_out);
}

/* The sums that find_demands starts from. */
static void clear_demands(gpuocc_latency *l)
{
    memset(l->demand, 0, sizeof l->demand);
    l->largest = l->sum = l->largest_private = l->largest_core = l->largest_device = 0;
    l->request_bytes = 0;
    l->left_out = 0;
}

const gpuocc_latency *gocc_in_case(const gpuocc_latency *l, enum gocc_case which, int share,
                                   gpuocc_latency *scratch)
{
    const uint32_t dram = RATE(GPUOCC_RESOURCE_DRAM);
    uint32_t i;

    share = share && which != GOCC_BEST && l->published;
    if ((which == GOCC_USUAL || !l->spread) && !share)
        return l;
    *scratch = *l;
    for (i = 0; which != GOCC_USUAL && i < GOCC_SPREADS; i++)
        if (gocc_knows(l, i))
            scratch->constants[i] = which == GOCC_BEST ? l->low[i] : l->high[i];
    if (share)
        scratch->constants[dram] *= which == GOCC_WORST ? l->low[GPUOCC_CONSTANT_DRAM_SHARE]
                                                        : l->constants[GPUOCC_CONSTANT_DRAM_SHARE];
    clear_demands(scratch);
    (void)find_wave_latency(scratch);
    (void)find_demands(scratch);
    return scratch;
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
    int32_t status = gocc_add_constants(l, device, occupancy, error);
    uint64_t lacking;

    if (status != GPUOCC_OK)
        return status;
    gocc_share_memory(l, given);
    lacking = find_wave_latency(l);
    return missing(error, lacking | find_demands(l));
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
