/* SPDX-License-Identifier: MIT
 *
 * Computes the latency of a wave and its demands from a workload: formulas F1 to F4 of
 * docs/latency.md.
 */
#include "latency/latency.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "occupancy/occupancy.h"

#define RATE(resource)     (GPUOCC_CONSTANT_RATE + (resource))
#define LATENCY(resource)  (GPUOCC_CONSTANT_LATENCY + (resource))
#define DISTANCE(resource) (GPUOCC_CONSTANT_DISTANCE + (resource))

size_t gpuocc_latency_size(void)
{
    return GOCC_LATENCY_BYTES;
}

#define BIT(constant) (UINT64_C(1) << (constant))

/* Reports a set of missing constants as an error; GPUOCC_OK if the set is empty. */
static int32_t missing(gpuocc_error *error, uint64_t constants)
{
    uint32_t first = 0;

    if (constants == 0)
        return GPUOCC_OK;
    while ((constants >> first & 1) == 0)
        first++;
    return gocc_fail(error, GPUOCC_NOT_KNOWN, GPUOCC_SCOPE_CONSTANT, first, 0, constants);
}

/* Returns a latency from the constants. If it is unknown, returns 0 and adds it to the set. */
static double take_latency(struct gocc_view *v, uint32_t resource, uint64_t *lacking)
{
    const uint32_t constant = LATENCY(resource);

    if (!gocc_knows(v->l, constant)) {
        *lacking |= BIT(constant);
        return 0;
    }
    if (v->l->basis[constant] > v->t.worst_basis)
        v->t.worst_basis = v->l->basis[constant];
    return v->ends[constant];
}

/* Returns a constant, or `otherwise` if it is unknown. */
static double known_or(const gpuocc_latency *l, uint32_t constant, double otherwise)
{
    return gocc_knows(l, constant) ? l->constants[constant] : otherwise;
}

/* F1: the mean over the memory levels that serve the requests. */
static double load_latency(struct gocc_view *v, const struct gocc_class *c, uint64_t *lacking)
{
    const double shares[] = {[GPUOCC_RESOURCE_DRAM] = (1 - c->l1_hit) * (1 - c->l2_hit),
                             [GPUOCC_RESOURCE_L2] = (1 - c->l1_hit) * c->l2_hit,
                             [GPUOCC_RESOURCE_L1] = c->l1_hit};
    double levels[3] = {0, 0, 0};
    uint32_t i;

    for (i = 0; i < 3; i++)
        if (shares[i] > 0)
            levels[i] = take_latency(v, i, lacking);
    return c->l1_hit * levels[GPUOCC_RESOURCE_L1] +
           (1 - c->l1_hit) * (c->l2_hit * levels[GPUOCC_RESOURCE_L2] +
                              (1 - c->l2_hit) * levels[GPUOCC_RESOURCE_DRAM]);
}

/* Computes the latency of a class. Returns the set of missing constants. */
static uint64_t class_latency(struct gocc_view *v, uint32_t index)
{
    const struct gocc_class *c = &v->l->classes[index];
    uint64_t lacking = 0;
    double latency = c->given;

    if (c->kind == GPUOCC_CLASS_STORE)
        latency = 0;
    else if (latency == 0 && c->kind == GPUOCC_CLASS_LOAD)
        latency = load_latency(v, c, &lacking);
    else if (latency == 0)
        latency = take_latency(v, c->resource, &lacking);
    v->t.latency[index] = lacking != 0 ? GOCC_NO_NUMBER : latency + c->extra;
    return lacking;
}

/* Returns the smallest distance in cycles between two instructions of the class in one wave. */
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
    if (c->resource == GPUOCC_RESOURCE_SHARED) /* every partition reaches all of it */
        partitions = 1;
    return gocc_larger(partitions / rate, 1); /* GPUOCC_UNLIMITED is negative */
}

/* Returns the largest number of loads that one wave can have in flight; 0: not limited. */
double gocc_wave_limit(const gpuocc_latency *l, const struct gocc_class *c)
{
    if (c->kind != GPUOCC_CLASS_LOAD)
        return 0;
    return gocc_larger(known_or(l, GPUOCC_CONSTANT_LOADS_PER_WAVE, 0), 0);
}

/* Sets what depends on constants in the classes, but not on their spreads. */
static void complete_classes(gpuocc_latency *l)
{
    double limit;
    uint32_t i;

    for (i = 0; i < l->class_count; i++) {
        l->classes[i].distance = class_distance(l, &l->classes[i]);
        limit = gocc_wave_limit(l, &l->classes[i]);
        if (limit > 0)
            l->classes[i].chains = gocc_smaller(l->classes[i].chains, limit);
    }
}

double gocc_phase_cycles(const struct gocc_view *v, uint32_t phase, uint32_t without,
                         uint32_t single)
{
    double issue = 0, longest = 0, count, chains;
    uint32_t i;

    for (i = 0; i < v->l->class_count; i++) {
        const struct gocc_class *c = &v->l->classes[i];

        if (c->phase != phase)
            continue;
        count = i != single ? c->count : 1;
        chains = i != single ? c->chains : 1;
        issue += count * v->l->issue_distance;
        if (i != without)
            longest =
                gocc_larger(longest, count * gocc_larger(v->t.latency[i] / chains, c->distance));
    }
    return gocc_larger(longest, issue);
}

double gocc_other_phases(const struct gocc_view *v, uint32_t phase)
{
    const struct gocc_class *classes = v->l->classes;
    double sum = 0;
    uint32_t i;

    for (i = 0; i < v->l->class_count; i++)
        if (classes[i].first && classes[i].phase != phase)
            sum += gocc_phase_cycles(v, classes[i].phase, GOCC_NONE, GOCC_NONE);
    if (v->l->turnaround == GPUOCC_TURNAROUND_INSIDE)
        sum += v->ends[GPUOCC_CONSTANT_TURNAROUND_CYCLES];
    return sum;
}

/* Computes the latencies of the classes and F2. Returns the set of missing constants. */
static uint64_t find_wave_latency(struct gocc_view *v)
{
    const gpuocc_latency *l = v->l;
    uint64_t lacking = 0;
    uint32_t i;

    v->t.worst_basis = GPUOCC_BASIS_GIVEN;
    for (i = 0; i < l->class_count; i++)
        lacking |= class_latency(v, i);
    if (l->whole > 0) {
        lacking = 0;
        v->t.worst_basis = GPUOCC_BASIS_GIVEN;
    }
    if (l->turnaround == GPUOCC_TURNAROUND_INSIDE &&
        !gocc_knows(l, GPUOCC_CONSTANT_TURNAROUND_CYCLES))
        lacking |= BIT(GPUOCC_CONSTANT_TURNAROUND_CYCLES);
    if (lacking != 0)
        return lacking;
    v->t.wave_latency = l->whole;
    if (!(l->whole > 0))
        v->t.wave_latency = gocc_other_phases(v, GOCC_NONE);
    else if (l->turnaround == GPUOCC_TURNAROUND_INSIDE)
        v->t.wave_latency += v->ends[GPUOCC_CONSTANT_TURNAROUND_CYCLES];
    return 0;
}

/* Adds the demand of one class for each resource, in the unit of the resource's rate. Shared memory
 * accesses given in bytes have a rate of their own, so that they are converted to cycles here.
 * Returns the set of missing latencies. */
static uint64_t add_class(struct gocc_view *v, uint32_t index, double *bytes_cycles)
{
    const uint32_t shared = GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE;
    const struct gocc_class *c = &v->l->classes[index];
    const double moved = c->count * c->moved;
    uint64_t lacking = 0;

    v->t.demand[GPUOCC_RESOURCE_ISSUE] += c->count * c->replay;
    if (c->kind != GPUOCC_CLASS_PIPE) {
        v->t.demand[GPUOCC_RESOURCE_L1] += moved;
        v->t.demand[GPUOCC_RESOURCE_L2] += moved * (1 - c->l1_hit);
        v->t.demand[GPUOCC_RESOURCE_DRAM] += moved * (1 - c->l1_hit) * (1 - c->l2_hit);
        v->t.request_bytes += c->count * c->bytes;
    } else if (c->bytes > 0) {
        if (!gocc_knows(v->l, shared))
            v->t.left_out |= BIT(shared);
        else if (v->l->constants[shared] > 0)
            *bytes_cycles += moved * c->replay / v->l->constants[shared];
    } else {
        v->t.demand[c->resource] += c->count * c->replay;
    }
    if (c->kind != GPUOCC_CLASS_LOAD || known_or(v->l, GPUOCC_CONSTANT_LOADS_PER_CORE, 0) <= 0)
        return 0;
    if (v->t.latency[index] < 0)
        (void)load_latency(v, c, &lacking);
    v->t.demand[GPUOCC_RESOURCE_LOAD_SLOTS] += c->count * v->t.latency[index];
    return lacking;
}

/* Converts the demand for a resource to cycles. A resource with an unknown rate is left out. */
static double demand_cycles(struct gocc_view *v, uint32_t r)
{
    const uint32_t constant =
        r == GPUOCC_RESOURCE_LOAD_SLOTS ? (uint32_t)GPUOCC_CONSTANT_LOADS_PER_CORE : RATE(r);
    double rate;

    if (!gocc_knows(v->l, constant)) {
        v->t.left_out |= BIT(constant);
        return 0;
    }
    rate = v->l->constants[constant];
    if (r == GPUOCC_RESOURCE_DRAM)
        rate *= v->share;
    return rate > 0 ? v->t.demand[r] / rate : 0;
}

/* Computes F3 and the largest demands: of all resources, of those split among the partitions, of
 * those of a core, and of those that cores share. Returns the set of missing constants: latencies,
 * the rate of DRAM, and, if nothing else bounds the throughput, the rates that were left out. */
static uint64_t find_demands(struct gocc_view *v)
{
    const uint64_t dram = BIT(RATE(GPUOCC_RESOURCE_DRAM));
    struct gocc_terms *t = &v->t;
    double bytes_cycles = 0, demand;
    uint64_t lacking = 0;
    uint32_t r;

    memset(t->demand, 0, sizeof t->demand);
    t->largest = t->sum = t->largest_private = t->largest_core = t->largest_device = 0;
    t->request_bytes = 0;
    t->left_out = 0;
    for (r = 0; r < v->l->class_count; r++)
        lacking |= add_class(v, r, &bytes_cycles);
    for (r = 0; r < GPUOCC_RESOURCE_LATENCY; r++) {
        demand = t->demand[r] > 0 ? demand_cycles(v, r) : 0;
        if (r == GPUOCC_RESOURCE_SHARED)
            demand += bytes_cycles;
        t->demand[r] = demand;
        t->sum += demand;
        t->largest = gocc_larger(t->largest, demand);
        if (r <= GPUOCC_RESOURCE_L2)
            t->largest_device = t->largest;
        else
            t->largest_core = gocc_larger(t->largest_core, demand);
        if (r >= GPUOCC_RESOURCE_FP32)
            t->largest_private = gocc_larger(t->largest_private, demand);
    }
    for (r = 0; r < GPUOCC_RESOURCE_LATENCY; r++)
        if (t->demand[r] > 0 && t->demand[r] >= t->largest * (1 - GOCC_TIE))
            break;
    t->binding = r; /* GPUOCC_RESOURCE_LATENCY if there is no demand */
    return lacking | (t->largest > 0 ? t->left_out & dram : t->left_out);
}

/* Of the demands, only that for load slots depends on latencies. */
void gocc_view(struct gocc_view *v, const gpuocc_latency *l, enum gocc_case which, int share)
{
    v->l = l;
    v->ends = l->constants;
    v->share = 1;
    v->t = l->usual;
    share = share && which != GOCC_BEST && l->published;
    if (which != GOCC_USUAL && l->spread != 0) {
        v->ends = which == GOCC_BEST ? l->low : l->high;
        (void)find_wave_latency(v);
    }
    if (share)
        v->share = which == GOCC_WORST ? l->low[GPUOCC_CONSTANT_DRAM_SHARE]
                                       : l->constants[GPUOCC_CONSTANT_DRAM_SHARE];
    if (share || (v->ends != l->constants && v->t.demand[GPUOCC_RESOURCE_LOAD_SLOTS] > 0))
        (void)find_demands(v);
    v->t.served = gocc_larger(v->t.wave_latency, v->t.largest);
}

/* Computes all terms after the caller's input has been read. */
static int32_t make(gpuocc_latency *l, const gpuocc_device *device,
                    const gpuocc_occupancy *occupancy, gpuocc_error *error)
{
    const int32_t status = gocc_add_constants(l, device, occupancy, error);
    struct gocc_view v;
    uint64_t lacking;

    if (status != GPUOCC_OK)
        return status;
    complete_classes(l);
    v.l = l;
    v.ends = l->constants;
    v.share = 1;
    v.t = l->usual;
    lacking = find_wave_latency(&v);
    lacking |= find_demands(&v);
    v.t.served = gocc_larger(v.t.wave_latency, v.t.largest);
    l->usual = v.t;
    return missing(error, lacking);
}

int32_t gpuocc_latency_init(gpuocc_latency *latency, const gpuocc_device *device,
                            const gpuocc_occupancy *occupancy, const gpuocc_workload *workload,
                            const gpuocc_instructions *classes, gpuocc_error *error)
{
    gpuocc_latency *const l = latency;
    gpuocc_occupancy scratch;
    int32_t status = gocc_check_handle(latency, error);

    if (status != GPUOCC_OK)
        return status;
    if (workload == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, 4);
    if (classes == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, 5);
    if (occupancy != NULL) {
        occupancy = gocc_occupancy_whole(occupancy, &scratch);
        device = occupancy->question.device;
    }
    memset(&l->known, 0,
           offsetof(struct gpuocc_latency, classes) - offsetof(struct gpuocc_latency, known));
    status = gocc_read_workload(l, workload, occupancy, device, error);
    if (status == GPUOCC_OK)
        status = gocc_read_classes(l, classes, workload->class_count, error);
    if (status == GPUOCC_OK)
        status = gocc_read_constants(l, workload, error);
    if (status == GPUOCC_OK)
        status = make(l, device, occupancy, error);
    return status;
}
