/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: evaluates a loop on a device with the latency model, and the changes that would
 * make the loop faster.
 */
#include <string.h>

#include "commands/explain/explain.h"

/* The bytes per lane that are assumed if the code gives the width of no access. */
#define USUAL_BYTES 4.0
/* The bytes per lane of the widest load that is suggested. */
#define WIDEST 16.0
/* The smallest unit that NVIDIA's caches and memory move. */
#define SECTOR_BYTES 32.0

uint32_t explain_loads(const gpuocc_code_loop *loop)
{
    return loop->counts[GPUOCC_CODE_LOAD_GLOBAL] + loop->counts[GPUOCC_CODE_LOAD_GENERIC] +
           loop->sized_copies;
}

int explain_is_judged(const struct explain *explain, const gpuocc_code_loop *loop)
{
    if (loop->extent == GPUOCC_CODE_ALL)
        return explain->loops_here == 0;
    return loop->extent == GPUOCC_CODE_LOOP && loop->loops == 0;
}

/* The instruction classes of a workload. The loads of the loop are changed: `factor` times as many
 * are in flight, and each is `wider` times as wide, so that fewer are needed. */
struct mix {
    gpuocc_instructions classes[EXPLAIN_CLASSES];
    size_t count;
    double left, factor, wider; /* left: number of instructions that have no class yet */
};

static gpuocc_instructions *add(struct mix *mix, uint32_t kind, uint32_t resource, uint32_t phase,
                                double count)
{
    gpuocc_instructions *c = &mix->classes[mix->count];

    if (count <= 0)
        return NULL;
    memset(c, 0, sizeof *c);
    c->size = sizeof *c;
    c->kind = kind;
    c->resource = resource;
    c->phase = phase;
    c->count = count;
    mix->left -= count;
    mix->count++;
    return c;
}

static double mean_bytes(uint32_t bytes, uint32_t sized)
{
    return sized != 0 ? (double)bytes / sized : USUAL_BYTES;
}

static void take_hits(const struct explain *explain, gpuocc_instructions *c)
{
    c->l1_hit = explain->shares[SHARE_L1_HIT];
    c->l2_hit = explain->shares[SHARE_L2_HIT];
    c->efficiency = explain->shares[SHARE_EFFICIENCY];
}

/* Returns the mean bytes per lane of the loads whose lanes may have different addresses. */
static double mean_load(const gpuocc_code_loop *loop)
{
    return mean_bytes(loop->load_bytes - loop->uniform_bytes,
                      loop->sized_loads - loop->uniform_loads);
}

/* Adds the loads of global memory. One that has the same address in all lanes moves a sector. */
static void add_loads(const struct explain *explain, const gpuocc_code_loop *loop, struct mix *mix)
{
    const double all =
        loop->counts[GPUOCC_CODE_LOAD_GLOBAL] + loop->counts[GPUOCC_CODE_LOAD_GENERIC];
    const double flight = loop->wait_address != GPUOCC_CODE_NONE ? loop->loads_in_flight : all;
    const double loads = all - loop->uniform_loads;
    gpuocc_instructions *c = add(mix, GPUOCC_CLASS_LOAD, 0, 0, loads / mix->wider);

    if (c != NULL) {
        mix->left -= loads - c->count;
        c->chains = flight * loads / all * mix->factor;
        c->bytes = explain->verdict.lanes * mean_load(loop) * mix->wider;
        take_hits(explain, c);
    }
    c = add(mix, GPUOCC_CLASS_LOAD, 0, 0, loop->uniform_loads);
    if (c != NULL) {
        c->chains = flight * c->count / all * mix->factor;
        c->bytes = SECTOR_BYTES;
        take_hits(explain, c);
        c->efficiency = 1;
    }
}

static void add_memory(const struct explain *explain, const gpuocc_code_loop *loop, struct mix *mix)
{
    const uint32_t *counts = loop->counts;
    const double lanes = explain->verdict.lanes;
    gpuocc_instructions *c;

    add_loads(explain, loop, mix);
    c = add(mix, GPUOCC_CLASS_LOAD, 0, 0, loop->sized_copies);
    if (c != NULL) {
        c->chains = c->count * mix->factor;
        c->bytes = lanes * mean_bytes(loop->copy_bytes, loop->sized_copies);
        take_hits(explain, c);
    }
    c = add(mix, GPUOCC_CLASS_STORE, 0, 1,
            counts[GPUOCC_CODE_STORE_GLOBAL] + counts[GPUOCC_CODE_STORE_GENERIC]);
    if (c != NULL) {
        c->bytes = lanes * mean_bytes(loop->store_bytes, loop->sized_stores);
        c->efficiency = explain->shares[SHARE_EFFICIENCY];
    }
}

/* Adds instructions for a pipe. Only its throughput counts, because its latency is part of the
 * compiler's stalls. */
static void add_pipe(struct mix *mix, uint32_t resource, double count)
{
    gpuocc_instructions *c = add(mix, GPUOCC_CLASS_PIPE, resource, 1, count);

    if (c != NULL)
        c->latency_cycles = 1;
}

/* Adds the accesses to shared memory. The latency of its loads is not part of the stalls, so the
 * device's constant applies, if it is published. */
static void add_shared(const struct explain *explain, const gpuocc_code_loop *loop, struct mix *mix)
{
    const double loads = loop->counts[GPUOCC_CODE_LOAD_SHARED];
    gpuocc_instructions *c = add(mix, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_SHARED, 2, loads);

    if (c != NULL) {
        c->chains = loop->shared_in_flight > 0 ? loop->shared_in_flight : loads;
        if (gpuocc_device_constant(explain->answer.device,
                                   GPUOCC_CONSTANT_LATENCY + GPUOCC_RESOURCE_SHARED, 0, NULL, NULL,
                                   NULL) != GPUOCC_OK)
            c->latency_cycles = 1;
    }
    add_pipe(mix, GPUOCC_RESOURCE_SHARED, loop->counts[GPUOCC_CODE_STORE_SHARED]);
}

static void make_classes(const struct explain *explain, const gpuocc_code_loop *loop,
                         struct mix *mix)
{
    const uint32_t *counts = loop->counts;
    gpuocc_instructions *c;

    mix->count = 0;
    mix->left = loop->instructions;
    add_memory(explain, loop, mix);
    add_shared(explain, loop, mix);
    add_pipe(mix, GPUOCC_RESOURCE_FP32, counts[GPUOCC_CODE_FP32]);
    add_pipe(mix, GPUOCC_RESOURCE_FP64, counts[GPUOCC_CODE_FP64]);
    add_pipe(mix, GPUOCC_RESOURCE_FP16, counts[GPUOCC_CODE_FP16]);
    add_pipe(mix, GPUOCC_RESOURCE_INT32, counts[GPUOCC_CODE_INT]);
    add_pipe(mix, GPUOCC_RESOURCE_SPECIAL, counts[GPUOCC_CODE_SPECIAL]);
    add_pipe(mix, GPUOCC_RESOURCE_MATRIX, counts[GPUOCC_CODE_MATRIX]);
    /* The other instructions only use issue slots. They also get all stall cycles of the loop. */
    c = add(mix, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_PIPE_A, 1, mix->left > 1 ? mix->left : 1);
    if (c != NULL)
        c->latency_cycles = loop->stall_cycles > 0 ? loop->stall_cycles / c->count : 1;
}

static int32_t make(struct explain *explain, const gpuocc_code_loop *loop, struct mix *mix,
                    gpuocc_latency *latency, gpuocc_error *error)
{
    const uint32_t rate = GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_PIPE_A;
    gpuocc_workload workload;

    memset(error, 0, sizeof *error);
    error->size = sizeof *error;
    memset(&workload, 0, sizeof workload);
    workload.size = sizeof workload;
    workload.turnaround = loop->extent == GPUOCC_CODE_ALL ? (uint32_t)GPUOCC_TURNAROUND_INSIDE
                                                          : (uint32_t)GPUOCC_TURNAROUND_OUTSIDE;
    workload.constants_given = UINT64_C(1) << rate;
    workload.constants[rate] = GPUOCC_UNLIMITED;
    make_classes(explain, loop, mix);
    workload.class_count = mix->count;
    return gpuocc_latency_init(latency, NULL, answer_occupancy(&explain->answer), &workload,
                               mix->classes, error);
}

static double expected(const gpuocc_latency *latency)
{
    double value = 0;

    if (gpuocc_latency_get(latency, GPUOCC_LATENCY_THROUGHPUT, GPUOCC_CURVE_EXPECTED, &value,
                           NULL) != GPUOCC_OK &&
        gpuocc_latency_get(latency, GPUOCC_LATENCY_THROUGHPUT, GPUOCC_CURVE_UPPER, &value, NULL) !=
            GPUOCC_OK)
        return 0;
    return value;
}

/* Changes with a smaller speed-up are not suggested. */
#define LEAST_GAIN 1.02

static struct change *add_change(struct verdict *verdict, const char *name, double gain)
{
    struct change *change = &verdict->changes[verdict->change_count];

    if (gain < LEAST_GAIN || verdict->change_count == EXPLAIN_CHANGES)
        return NULL;
    memset(change, 0, sizeof *change);
    change->name = name;
    change->gain = gain;
    verdict->change_count++;
    return change;
}

/* Evaluates twice as many loads in flight, and loads of WIDEST bytes. */
static void try_loads(struct explain *explain, const gpuocc_code_loop *loop, double base)
{
    struct verdict *verdict = &explain->verdict;
    const double bytes = mean_load(loop);
    struct mix mix;
    gpuocc_latency latency;
    gpuocc_error error;

    mix.factor = 2;
    mix.wider = 1;
    if (explain_loads(loop) == 0)
        return;
    if (make(explain, loop, &mix, &latency, &error) == GPUOCC_OK)
        (void)add_change(verdict, "loads_in_flight", expected(&latency) / base);
    mix.factor = 1;
    mix.wider = WIDEST / bytes;
    if (bytes < WIDEST && loop->sized_loads != loop->uniform_loads &&
        make(explain, loop, &mix, &latency, &error) == GPUOCC_OK)
        (void)add_change(verdict, "wider_loads", expected(&latency) / base);
}

/* Evaluates, for each field, the nearest change that allows more resident waves. */
static void try_fields(struct explain *explain, double base)
{
    static const uint32_t fields[] = {GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                                      GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_KERNEL_THREADS_PER_GROUP};
    const gpuocc_occupancy *occupancy = answer_occupancy(&explain->answer);
    struct change *change;
    gpuocc_step step;
    double value;
    uint32_t i;

    for (i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        memset(&step, 0, sizeof step);
        step.size = sizeof step;
        if (gpuocc_occupancy_next_step(occupancy, fields[i], &step, NULL) != GPUOCC_OK ||
            gpuocc_latency_at(explain->verdict.latency, (double)step.waves,
                              GPUOCC_LATENCY_THROUGHPUT, GPUOCC_CURVE_EXPECTED,
                              &value) != GPUOCC_OK)
            continue;
        change = add_change(&explain->verdict, "occupancy", value / base);
        if (change == NULL)
            continue;
        change->field = fields[i];
        change->now = step.now;
        change->then = step.then;
        change->waves = step.waves;
    }
}

/* Tells whether the device lacks a latency model. If so, adds the reason to verdict.message. */
static int lacks_device(struct explain *explain)
{
    struct text *message = &explain->verdict.message;

    if (explain->answer.status < 0)
        text_add(message, text_string(&explain->answer.message));
    else if (answer_occupancy(&explain->answer) == NULL)
        text_format(message, "%s: name one of them (--device)",
                    text_string(&explain->answer.remark));
    return message->length != 0;
}

void explain_judge(struct explain *explain, const gpuocc_code_loop *loop)
{
    struct verdict *verdict = &explain->verdict;
    struct value *size = &explain->answer.results[GPUOCC_RESULT_WAVE_SIZE];
    gpuocc_error error;
    struct mix mix;
    char sentence[1024];
    int32_t status;
    double base;

    if (lacks_device(explain))
        return;
    if (loop->counts[GPUOCC_CODE_ASYNC_COPY] > loop->sized_copies) {
        text_add(&verdict->message, "the size of the copies that it waits for is not in the code");
        return;
    }
    verdict->lanes = (double)size->low;
    mix.factor = mix.wider = 1;
    status = make(explain, loop, &mix, &verdict->made, &error);
    if (status != GPUOCC_OK) {
        gpuocc_error_text(&error, status, sentence, sizeof sentence);
        text_add(&verdict->message, sentence);
        if (status == GPUOCC_NOT_KNOWN && explain->options.question.device == NULL)
            text_add(&verdict->message, "; name a product (--device)");
        return;
    }
    verdict->latency = &verdict->made;
    explain_find_pipes(explain, loop);
    base = expected(verdict->latency);
    if (base <= 0 || verdict->pipe_count != 0)
        return;
    try_loads(explain, loop, base);
    try_fields(explain, base);
}
