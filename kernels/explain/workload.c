/* SPDX-License-Identifier: MIT
 *
 * Makes a workload of the latency model from a loop of machine code.
 */
#include "explain/explain.h"

#include <string.h>

/* The bytes per lane that are assumed if the code gives the width of no access. */
#define USUAL_BYTES 4.0
/* A sector: the smallest unit that NVIDIA's caches and memory move (CUDA C++ Best Practices Guide,
 * "Coalesced Access to Global Memory"). Only NVIDIA's code is searched for loads of one address. */
#define SECTOR_BYTES 32.0

static gpuocc_instructions *add(struct judge_workload *work, uint32_t kind, uint32_t resource,
                                uint32_t phase, double count)
{
    gpuocc_instructions *c = &work->classes[work->workload.class_count];

    if (count <= 0)
        return NULL;
    memset(c, 0, sizeof *c);
    c->size = sizeof *c;
    c->kind = kind;
    c->resource = resource;
    c->phase = phase;
    c->count = count;
    work->left -= count;
    work->workload.class_count++;
    return c;
}

static double mean_bytes(uint32_t bytes, uint32_t sized)
{
    return sized != 0 ? (double)bytes / sized : USUAL_BYTES;
}

static void take_hits(const struct judge *judge, gpuocc_instructions *c)
{
    c->l1_hit = judge->options.l1_hit;
    c->l2_hit = judge->options.l2_hit;
    c->efficiency = judge->options.efficiency;
}

/* Sets the bytes that the accesses of a class request and move. */
static void take_moved(const struct judge *judge, uint32_t which, gpuocc_instructions *c)
{
    c->efficiency = judge->moved[which] > 1 ? 1 / judge->moved[which] : 1;
    c->bytes *= judge->moved[which] < 1 ? judge->moved[which] : 1;
}

double judge_mean_load(const gpuocc_code_loop *loop)
{
    return mean_bytes(loop->load_bytes - loop->uniform_bytes,
                      loop->sized_loads - loop->uniform_loads);
}

/* Adds the loads of global memory. One that has the same address in all lanes moves a sector. */
static void add_loads(const struct judge *judge, struct judge_workload *work)
{
    const gpuocc_code_loop *loop = judge->loop;
    const double all =
        loop->counts[GPUOCC_CODE_LOAD_GLOBAL] + loop->counts[GPUOCC_CODE_LOAD_GENERIC];
    const double flight = loop->wait_address != GPUOCC_CODE_NONE ? loop->loads_in_flight : all;
    const double loads = all - loop->uniform_loads;
    gpuocc_instructions *c = add(work, GPUOCC_CLASS_LOAD, 0, 0, loads / work->wider);

    if (c != NULL) {
        work->left -= loads - c->count;
        c->chains = flight * loads / all * work->factor;
        c->bytes = judge->lanes * judge_mean_load(loop) * work->wider;
        take_hits(judge, c);
        take_moved(judge, JUDGE_LOADS, c);
    }
    c = add(work, GPUOCC_CLASS_LOAD, 0, 0, loop->uniform_loads);
    if (c != NULL) {
        c->chains = flight * c->count / all * work->factor;
        c->bytes = SECTOR_BYTES;
        take_hits(judge, c);
        c->efficiency = 1;
    }
}

static void add_memory(const struct judge *judge, struct judge_workload *work)
{
    const gpuocc_code_loop *loop = judge->loop;
    const uint32_t *counts = loop->counts;
    const double lanes = judge->lanes;
    gpuocc_instructions *c;

    add_loads(judge, work);
    c = add(work, GPUOCC_CLASS_LOAD, 0, 0, loop->sized_copies);
    if (c != NULL) {
        c->chains = c->count * work->factor;
        c->bytes = lanes * mean_bytes(loop->copy_bytes, loop->sized_copies);
        take_hits(judge, c);
    }
    c = add(work, GPUOCC_CLASS_STORE, 0, 1,
            counts[GPUOCC_CODE_STORE_GLOBAL] + counts[GPUOCC_CODE_STORE_GENERIC]);
    if (c != NULL) {
        c->bytes = lanes * mean_bytes(loop->store_bytes, loop->sized_stores);
        take_moved(judge, JUDGE_STORES, c);
    }
}

/* Adds instructions for a pipe. Only its throughput counts, because its latency is part of the
 * compiler's stalls. */
static gpuocc_instructions *add_pipe(struct judge_workload *work, uint32_t resource, double count)
{
    gpuocc_instructions *c = add(work, GPUOCC_CLASS_PIPE, resource, 1, count);

    if (c != NULL)
        c->latency_cycles = 1;
    return c;
}

static int has_constant(const struct judge *judge, uint32_t constant)
{
    return gpuocc_device_constant(gpuocc_occupancy_device(judge->occupancy), constant, 0, NULL,
                                  NULL, NULL) == GPUOCC_OK;
}

/* Gives the accesses to shared memory their bytes, if the device has a rate in bytes. */
static void take_shared_bytes(const struct judge *judge, gpuocc_instructions *c)
{
    const gpuocc_code_loop *loop = judge->loop;

    if (c != NULL && has_constant(judge, GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE))
        c->bytes = judge->lanes * mean_bytes(loop->shared_bytes, loop->sized_shared) *
                   judge->moved[JUDGE_SHARED];
}

/* Adds the accesses to shared memory. The latency of its loads is not part of the stalls, so the
 * device's constant applies, if it is published. */
static void add_shared(const struct judge *judge, struct judge_workload *work)
{
    const gpuocc_code_loop *loop = judge->loop;
    const double loads = loop->counts[GPUOCC_CODE_LOAD_SHARED];
    gpuocc_instructions *c = add(work, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_SHARED, 2, loads);

    take_shared_bytes(judge, c);
    if (c != NULL) {
        c->chains = loop->shared_in_flight > 0 ? loop->shared_in_flight : loads;
        if (!has_constant(judge, GPUOCC_CONSTANT_LATENCY + GPUOCC_RESOURCE_SHARED))
            c->latency_cycles = 1;
    }
    c = add_pipe(work, GPUOCC_RESOURCE_SHARED, loop->counts[GPUOCC_CODE_STORE_SHARED]);
    take_shared_bytes(judge, c);
}

/* Adds the matrix instructions. Their rate is that of their types and shapes, if it is known; a
 * core of the occupancy may be several of the device's. */
static void add_matrix(const struct judge *judge, struct judge_workload *work)
{
    const uint32_t rate = GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_MATRIX;
    const gpuocc_device *device = gpuocc_occupancy_device(judge->occupancy);
    const double count = judge->loop->counts[GPUOCC_CODE_MATRIX];
    const double cycles = matrix_cycles(device, judge->loop);
    uint64_t all = 1, used = 1;

    (void)add_pipe(work, GPUOCC_RESOURCE_MATRIX, count);
    if (cycles <= 0)
        return;
    (void)gpuocc_device_get(device, GPUOCC_DEVICE_CORE_COUNT, 0, &all);
    (void)gpuocc_occupancy_get(judge->occupancy, GPUOCC_RESULT_CORE_COUNT, 0, &used, NULL);
    work->workload.constants_given |= UINT64_C(1) << rate;
    work->workload.constants[rate] = count / cycles * ((double)all / (double)used);
}

/* Adds the accesses to local memory. Each lane has its own words, next to those of the others. */
static void add_local(const struct judge *judge, struct judge_workload *work)
{
    const gpuocc_code_loop *loop = judge->loop;
    const struct judge_local *local = &judge->local;
    const double loads = loop->counts[GPUOCC_CODE_LOAD_LOCAL];
    gpuocc_instructions *c;

    if (!local->known)
        return;
    c = add(work, GPUOCC_CLASS_LOAD, 0, 3, loads);
    if (c != NULL) {
        c->chains = loop->local_in_flight != 0 ? loop->local_in_flight : loads;
        c->bytes = local->load_bytes / loads;
        c->l2_hit = local->l2_hit;
        c->latency_cycles = local->latency_cycles;
    }
    c = add(work, GPUOCC_CLASS_STORE, 0, 1, loop->counts[GPUOCC_CODE_STORE_LOCAL]);
    if (c != NULL) {
        c->bytes = local->store_bytes / c->count;
        c->l2_hit = local->l2_hit;
    }
}

/* Adds the arithmetic by pipe. A vector unit has the rate of its FP32, if that is known. */
static void add_arithmetic(const struct judge *judge, struct judge_workload *work)
{
    static const uint32_t kinds[] = {GPUOCC_CODE_FP32, GPUOCC_CODE_FP64, GPUOCC_CODE_FP16,
                                     GPUOCC_CODE_INT, GPUOCC_CODE_SPECIAL};
    const uint32_t rate = GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_PIPE_A;
    const gpuocc_device *device = gpuocc_occupancy_device(judge->occupancy);
    double counts[GPUOCC_CODE_CLASS_COUNT], value;
    uint32_t i;

    for (i = 0; i < GPUOCC_CODE_CLASS_COUNT; i++)
        counts[i] = judge->loop->counts[i];
    for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (pipe_of(kinds[i], judge->vector) != GPUOCC_RESOURCE_PIPE_A)
            (void)add_pipe(work, pipe_of(kinds[i], judge->vector), counts[kinds[i]]);
    if (!judge->vector)
        return;
    (void)add_pipe(work, GPUOCC_RESOURCE_PIPE_A, pipe_vectors(counts, judge->loop->instructions));
    if (gpuocc_device_constant(device, GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_FP32, 0, &value, NULL,
                               NULL) == GPUOCC_OK) {
        work->workload.constants_given |= UINT64_C(1) << rate;
        work->workload.constants[rate] = value;
    }
}

void judge_make(const struct judge *judge, struct judge_workload *work)
{
    const uint32_t rate = GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_PIPE_B;
    const gpuocc_code_loop *loop = judge->loop;
    const double cycles = loop->stall_cycles + judge->conflict_cycles;
    gpuocc_instructions *c;

    memset(&work->workload, 0, sizeof work->workload);
    work->workload.size = sizeof work->workload;
    work->workload.turnaround = loop->extent == GPUOCC_CODE_ALL
                                    ? (uint32_t)GPUOCC_TURNAROUND_INSIDE
                                    : (uint32_t)GPUOCC_TURNAROUND_OUTSIDE;
    work->workload.constants_given = UINT64_C(1) << rate;
    work->workload.constants[rate] = GPUOCC_UNLIMITED;
    work->left = loop->instructions;
    add_memory(judge, work);
    add_shared(judge, work);
    add_local(judge, work);
    add_arithmetic(judge, work);
    add_matrix(judge, work);
    /* The other instructions only use issue slots. They also get all stall cycles of the loop,
     * and those of bank conflicts. */
    c = add(work, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_PIPE_B, 1, work->left > 1 ? work->left : 1);
    if (c != NULL)
        c->latency_cycles = cycles > 0 ? cycles / c->count : 1;
}
