/* SPDX-License-Identifier: MIT
 *
 * The tables of a plan. Groups are the least of what the limits allow; each limit depends on waves
 * and registers, or on shared memory. So one table has the least over all limits by waves and
 * registers without shared memory, the other that of a group of one wave by shared memory, and the
 * smaller of two entries is the answer: docs/performance.md has the argument.
 */
#include "plan/plan.h"

#include "base/error.h"
#include "base/memory.h"
#include "occupancy/validate.h"

struct builder {
    gpuocc_plan *plan;
    const struct gocc_rules *rules;
    const struct gocc_model *model;
    gpuocc_kernel kernel;
    gpuocc_answer answer;      /* the last one */
    uint32_t wave_size, waves; /* of the largest group */
    int good;
    /* The row of a table that is being filled. */
    uint16_t *row;
    uint32_t threads, shift, max;
    int of_shared;   /* whether it is by shared memory; else by registers */
    uint32_t fewest; /* registers, which limit nothing: where 0 is a default, 1 */
};

/* The entry of a kernel. */
static uint16_t entry(struct builder *b, uint32_t threads, uint32_t registers, uint32_t shared)
{
    gpuocc_answer *answer = &b->answer;

    b->kernel.threads_per_group = threads;
    gocc_kernel_set(&b->kernel, b->plan->register_field, registers);
    b->kernel.shared_bytes = shared;
    b->good &= gocc_fast(b->plan->device, b->plan->convention, &b->kernel, &b->answer);
    if (answer->max_waves != b->plan->max_waves)
        b->plan->max_waves = GOCC_NO_LIMIT;
    if (answer->groups == GPUOCC_UNKNOWN) {
        answer->groups = GOCC_PLAN_UNKNOWN;
        b->plan->unknown = 1;
    } else {
        b->good &= answer->groups < GOCC_PLAN_UNKNOWN;
    }
    return (uint16_t)(answer->groups << 8 | answer->limiters);
}

static uint16_t entry_of(struct builder *b, uint32_t value)
{
    value = value < b->max ? value : b->max;
    return b->of_shared ? entry(b, b->threads, b->fewest, value) : entry(b, b->threads, value, 0);
}

/* The classes between two that are filled. More never admits more: equal ends have equal entries
 * between them. 0 if the first number of a class has another one than the last. */
static int fill_between(struct builder *b, uint32_t first, uint32_t last)
{
    const uint32_t middle = first + (last - first) / 2;
    uint32_t class;

    if (b->row[first] == b->row[last]) {
        for (class = first; class != last; class ++)
            b->row[class] = b->row[last];
        return 1;
    }
    if (middle == first)
        return b->row[last] == entry_of(b, (first << b->shift) + 1);
    b->row[middle] = entry_of(b, middle << b->shift);
    return fill_between(b, first, middle) && fill_between(b, middle, last);
}

/* Fills the entries of a row, each that of the last number of its class. 0 if the first number of
 * a class has another one. */
static int fill(struct builder *b, uint16_t *row, uint32_t classes)
{
    b->row = row;
    row[0] = entry_of(b, 0); /* where 0 is a default, more may admit more */
    row[1] = entry_of(b, 1u << b->shift);
    row[classes] = entry_of(b, classes << b->shift);
    return row[1] == entry_of(b, 1) && fill_between(b, 1, classes);
}

/* The exponent of the smallest power of two that is no less than a small number. */
static uint32_t shift_of(uint32_t number)
{
    uint32_t shift = 0;

    while (1u << shift < number)
        shift++;
    return shift;
}

static uint32_t register_field(const struct builder *b)
{
    const struct gocc_field_rule *rules = b->rules->fields(b->plan->convention);

    if (rules[GPUOCC_KERNEL_REGISTERS_PER_THREAD].use != GOCC_ABSENT)
        return GPUOCC_KERNEL_REGISTERS_PER_THREAD;
    if (rules[GPUOCC_KERNEL_GRF_COUNT].use != GOCC_ABSENT)
        return GPUOCC_KERNEL_GRF_COUNT;
    return GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD;
}

/* 0 if the threads of the last wave matter, as with a bound that is no whole number of waves. */
static int is_by_waves(struct builder *b)
{
    const uint32_t size = b->wave_size;
    uint32_t threads;

    for (threads = size; threads <= b->plan->max_threads; threads += size)
        if (entry(b, threads, 0, 0) != entry(b, threads - size + 1, 0, 0))
            return 0;
    /* Half of it is the bound of kernels with many registers. */
    return b->plan->max_threads % (2 * size) == 0;
}

/* One at least, also where there is nothing of it. */
static uint32_t classes_of(const struct builder *b)
{
    return ((b->max - (b->max != 0)) >> b->shift) + 1;
}

static int fill_rows(struct builder *b, uint32_t classes)
{
    gpuocc_plan *p = b->plan;
    uint32_t wave;

    for (wave = 0; wave < b->waves; wave++) {
        b->threads = (wave + 1) * b->wave_size;
        if (!fill(b, &p->rows[wave << p->stride_shift], classes))
            return 0;
    }
    return 1;
}

/* Classes are as wide as they can be, 32 registers at most; those of one number always hold. */
static int build_rows(struct builder *b)
{
    gpuocc_plan *p = b->plan;
    uint32_t classes;

    b->max = p->max_registers;
    b->shift = 6;
    do {
        p->register_shift = --b->shift;
        classes = classes_of(b);
        p->stride_shift = shift_of(classes + 1);
        if (b->waves << p->stride_shift > GOCC_PLAN_ROWS)
            return 0;
    } while (!fill_rows(b, classes));
    return 1;
}

/* Whether dynamic shared memory counts like static. Where it has a bound of its own, the most that
 * a group may have shows it; where no group resides nothing does. */
static int is_by_sum(struct builder *b)
{
    uint32_t class;

    for (class = classes_of(b); b->row[class] < 256; class --)
        if (class == 0)
            return 0;
    b->kernel.dynamic_shared_bytes = gocc_min(class << b->shift, b->max);
    return entry(b, b->wave_size, b->fewest, 0) == b->row[class];
}

/* A size that the device refuses is the largest, if any: the entry before it stands for it. */
static int build_shared(struct builder *b)
{
    gpuocc_plan *p = b->plan;
    uint32_t classes;

    b->of_shared = 1;
    b->max = p->max_shared;
    b->threads = b->wave_size;
    /* A list of sizes in KiB has a unit of 1. */
    b->shift = b->model->shared_unit_bytes == 1 ? 11 : shift_of(b->model->shared_unit_bytes) + 1;
    do {
        p->shared_shift = --b->shift;
        classes = classes_of(b);
        if (classes >= GOCC_PLAN_SHARED)
            return 0;
    } while (!fill(b, p->shared, classes));
    return 1;
}

/* Fills the tables; 0: the question has no such form. */
static int build(gpuocc_plan *plan)
{
    gpuocc_plan *p = plan;
    struct builder b = {0};

    b.plan = p;
    b.rules = gocc_rules_of(p->device->vendor);
    b.model = gocc_model_of(b.rules, p->device);
    b.kernel = p->base;
    b.kernel.dynamic_shared_bytes = 0;
    b.kernel.dynamic_shared_bytes_per_thread = 0;
    b.good = 1;
    p->unknown = 0;
    p->max_waves = GOCC_NO_LIMIT;
    p->register_field = register_field(&b);
    b.fewest = p->register_field == GPUOCC_KERNEL_GRF_COUNT;
    (void)entry(&b, 1, 0, 0);
    if (!b.good)
        return 0;
    p->max_waves = b.answer.max_waves;
    b.wave_size = p->base.wave_size != 0 ? p->base.wave_size : b.model->default_wave_size;
    b.waves = b.model->max_threads_per_group / b.wave_size;
    p->wave_shift = shift_of(b.wave_size);
    p->max_threads = b.model->max_threads_per_group;
    p->max_registers = b.model->max_registers_per_thread;
    p->max_shared = b.model->max_shared_bytes_per_group;
    if (!is_by_waves(&b) || !build_rows(&b) || !build_shared(&b))
        return 0;
    p->by_sum = (uint32_t)is_by_sum(&b);
    return b.good;
}

size_t gpuocc_plan_size(void)
{
    return GOCC_PLAN_BYTES;
}

const gpuocc_device *gpuocc_plan_device(const gpuocc_plan *plan)
{
    return plan ? plan->device : NULL;
}

int32_t gpuocc_plan_init(gpuocc_plan *plan, const gpuocc_device *device, uint32_t convention,
                         const gpuocc_kernel *base, gpuocc_error *error)
{
    int32_t status = gocc_check_handle(plan, error);

    if (status < 0)
        return status;
    if (device == NULL)
        return gocc_fail_no_device(error);
    if (base == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, 4);
    status = gocc_read_kernel(&plan->base, base, error);
    if (status == GPUOCC_OK)
        status = gocc_check_convention(device, convention, error);
    if (status < 0)
        return status;
    plan->base.size = sizeof plan->base;
    plan->device = device;
    plan->convention = convention;
    plan->fast = (uint32_t)build(plan);
    return GPUOCC_OK;
}
