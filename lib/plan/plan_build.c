/* SPDX-License-Identifier: MIT
 *
 * Fills the tables of a plan. The number of groups is the minimum over the limits, and each limit
 * depends either on waves and registers or on shared memory. One table therefore has the minimum of
 * all limits by waves and registers, without shared memory; the other has that of a group of one
 * wave by shared memory. The answer is the smaller of both entries: docs/performance.md has the
 * argument.
 */
#include "plan/plan.h"

#include "base/error.h"
#include "base/memory.h"
#include "occupancy/validate.h"

/* What depends on the number of registers. */
struct level {
    uint32_t register_waves, launch_bound;
    uint32_t most; /* waves of the largest group that the registers allow */
};

struct builder {
    gpuocc_plan *plan;
    const struct gocc_rules *rules;
    const struct gocc_model *model;
    gpuocc_kernel kernel;
    struct gocc_use use;       /* of the last kernel; waves or shared memory may differ since */
    gpuocc_answer sides[2];    /* for a group of one wave, and for a larger one */
    uint32_t wave_size, waves; /* of the largest group */
    uint32_t fewest;           /* registers that never limit: 0, or 1 if 0 selects a default */
    int good;
    /* The classes of shared memory. */
    uint32_t shift;
    uint64_t taken; /* bytes that class 0 allocates, if each further class allocates a unit more */
};

static void set_kernel(struct builder *b, uint32_t threads, uint32_t registers, uint32_t shared)
{
    b->kernel.threads_per_group = threads;
    gocc_kernel_set(&b->kernel, b->plan->register_field, registers);
    b->kernel.shared_bytes = shared;
}

/* Evaluates what a kernel uses. */
static void ask(struct builder *b, uint32_t threads, uint32_t registers, uint32_t shared)
{
    gpuocc_plan *p = b->plan;

    set_kernel(b, threads, registers, shared);
    b->rules->hooks->plain_use(p->device, b->model, p->convention, &b->kernel, &b->use);
    if (b->use.max_waves != p->max_waves)
        p->max_waves = GOCC_NO_LIMIT;
}

/* Returns an entry. If a limit is unknown, more than one group means an unknown number of groups.
 */
static uint16_t entry(const struct gocc_use *use, uint32_t groups, uint32_t limiters)
{
    const uint32_t unknown = groups > 1 ? gocc_unknown_limits(use) : 0;

    return GOCC_PLAN_ENTRY(unknown != 0 ? GOCC_PLAN_UNKNOWN : groups, limiters | unknown);
}

/* gocc_answer() is inline; this is its only copy in this file. */
static void answer_of(const struct gocc_use *use, gpuocc_answer *answer)
{
    gocc_answer(use, answer);
}

static uint16_t last_entry(const struct builder *b)
{
    gpuocc_answer answer;

    answer_of(&b->use, &answer);
    return entry(&b->use, answer.groups, answer.limiters);
}

/* Returns the entry of an amount of shared memory. */
static uint16_t entry_of(struct builder *b, uint32_t value)
{
    ask(b, b->wave_size, b->fewest, gocc_min(value, b->plan->max_shared));
    return last_entry(b);
}

static uint16_t *at(const struct builder *b, uint32_t class)
{
    return &b->plan->shared[class];
}

static void fill_equal(uint16_t *to, const uint16_t *end, uint16_t value)
{
    const uint64_t four = value * UINT64_C(0x0001000100010001);

    for (; end - to >= 4; to += 4)
        memcpy(to, &four, sizeof four);
    for (; to != end; to++)
        *to = value;
}

/* Fills the entries between two that are filled. More shared memory never allows more groups, so
 * that all entries between two equal ones are equal. Returns 0 if the first and the last number of
 * a class have different entries. */
static int fill_between(struct builder *b, uint32_t first, uint32_t last)
{
    const uint32_t middle = first + (last - first) / 2;
    const uint16_t end = *at(b, last);

    if (*at(b, first) == end) {
        fill_equal(at(b, first), at(b, last), end);
        return 1;
    }
    if (middle == first)
        return end == entry_of(b, (first << b->shift) + 1);
    *at(b, middle) = entry_of(b, middle << b->shift);
    return fill_between(b, first, middle) && fill_between(b, middle, last);
}

/* Fills the entries from class 1 on, each with that of the last number of its class. */
static int fill(struct builder *b, uint32_t classes)
{
    *at(b, 1) = entry_of(b, 1u << b->shift);
    *at(b, classes) = entry_of(b, classes << b->shift);
    return fill_between(b, 1, classes);
}

/* Returns the exponent of the smallest power of two that is at least a small number. */
static uint32_t shift_of(uint32_t number)
{
    uint32_t shift = 0;

    while (1u << shift < number)
        shift++;
    return shift;
}

/* Returns the smallest number that is one less than a power of two and at least `number`. */
static uint32_t ones(uint32_t number)
{
    uint32_t ones = 0;

    while (ones < number)
        ones = 2 * ones + 1;
    return ones;
}

/* Returns the number of classes: at least one, even if the maximum is 0. */
static uint32_t classes_of(uint32_t max, uint32_t shift)
{
    return ((max - (max != 0)) >> shift) + 1;
}

/* Finds the level of a number of registers, starting with groups of `most` waves. Groups for which
 * the register file is too small need not be evaluated: none is resident, rejected or not. */
static void find_level(struct builder *b, uint32_t registers, struct level *level)
{
    registers = gocc_min(registers, b->plan->max_registers);
    for (;;) {
        ask(b, level->most != 0 ? level->most * b->wave_size : 1, registers, 0);
        if (level->most == 0 || (b->use.refused >> GPUOCC_LIMIT_REGISTERS & 1) == 0)
            break;
        level->most = gocc_min(level->most - 1, b->use.register_waves);
    }
    level->register_waves = b->use.register_waves;
    level->launch_bound = b->use.launch_bound;
    /* If the bound is not a whole number of waves, the threads of the last wave matter. */
    b->good &=
        level->launch_bound >= b->plan->max_threads || level->launch_bound % b->wave_size == 0;
}

static int same(const struct level *a, const struct level *b)
{
    return ((a->register_waves ^ b->register_waves) | (a->launch_bound ^ b->launch_bound) |
            (a->most ^ b->most)) == 0;
}

/* Finds what depends on neither waves nor registers, for a group of this number of waves. */
static void find_side(struct builder *b, uint32_t waves)
{
    struct gocc_use *use = &b->use;

    ask(b, waves * b->wave_size, 0, 0);
    use->waves = 1;
    use->slots = use->register_waves = use->scalar_waves = GOCC_ALL_WAVES;
    use->refused = 0;
    answer_of(use, &b->sides[waves > 1]);
}

/* Returns the bit of a limit if the condition is 1, otherwise 0. */
static uint32_t bit_if(int is, uint32_t limit)
{
    return (uint32_t)is << limit;
}

/* Fills the entries of a class of registers, one for each number of waves. */
static void fill_column(struct builder *b, const struct level *level, uint16_t *to)
{
    const struct gocc_use *use = &b->use;
    const uint32_t fit = gocc_fit(use), shared = use->refused & 1u << GPUOCC_LIMIT_SHARED;
    const uint32_t bound = level->launch_bound / b->wave_size, unknown = gocc_unknown_limits(use);
    uint32_t wave, refused, groups;
    uint64_t next;

    /* A single wave has the most groups. */
    if (unknown != 0)
        b->plan->unknown = 1;
    else
        b->good &= gocc_min(fit, b->sides[0].groups) < GOCC_PLAN_UNKNOWN;
    for (wave = 1; wave <= b->waves; wave++) {
        const gpuocc_answer *side = &b->sides[wave > 1];

        refused = shared | bit_if(wave > level->most, GPUOCC_LIMIT_REGISTERS) |
                  bit_if(wave > bound, GPUOCC_LIMIT_LAUNCH);
        groups = refused == 0 ? gocc_min(fit / wave, side->groups) : 0;
        next = (uint64_t)(groups + 1) * wave; /* waves of one more group */
        *to = entry(use, groups,
                    refused | bit_if(next > use->slots, GPUOCC_LIMIT_WAVES) |
                        bit_if(next > level->register_waves, GPUOCC_LIMIT_REGISTERS) |
                        bit_if(next > use->scalar_waves, GPUOCC_LIMIT_SCALAR_REGISTERS) |
                        (groups == side->groups ? side->limiters : 0));
        /* An entry with an unknown number of groups does not say how many a known limit allows,
         * which would have to be compared with what shared memory allows. */
        b->good &= unknown == 0 || groups <= 1 || groups >= GOCC_UNKNOWN_SLOTS / wave;
        to += 1u << b->plan->stride_shift;
    }
}

/* Copies the entries of the previous class. */
static void copy_column(const struct builder *b, uint16_t *to)
{
    uint32_t wave;

    for (wave = 0; wave < b->waves; wave++) {
        to[0] = to[-1];
        to += 1u << b->plan->stride_shift;
    }
}

/* Fills the table of waves and registers. Returns 0 if the first and the last number of a class
 * have different levels. */
static int fill_rows(struct builder *b, uint32_t classes)
{
    const uint32_t shift = b->plan->register_shift;
    struct level level, first, before = {0, 0, 0};
    uint32_t class;
    int new;

    for (class = 0; class <= classes; class ++) {
        /* If 0 selects a default, more registers can allow more groups. */
        level.most = class <= 1 ? b->waves : before.most;
        first.most = level.most;
        find_level(b, class << shift, &level);
        new = class <= 1 || !same(&level, &before);
        if (new &&class != 0) {
            find_level(b, ((class - 1) << shift) + 1, &first);
            if (!same(&level, &first))
                return 0;
        }
        if (new)
            fill_column(b, &level, &b->plan->rows[class]);
        else
            copy_column(b, &b->plan->rows[class]);
        before = level;
    }
    return 1;
}

/* Uses the widest classes that are possible, of at most 32 registers; classes of one always are. */
static int build_rows(struct builder *b)
{
    gpuocc_plan *p = b->plan;
    uint32_t classes, rows, row;

    find_side(b, 1);
    find_side(b, 2);
    p->register_shift = 6;
    do {
        p->register_shift--;
        classes = classes_of(p->max_registers, p->register_shift);
        /* Includes the numbers up to the last index that the device does not allow. */
        p->stride_shift = shift_of(classes_of(p->last_registers, p->register_shift) + 1);
        rows = (p->last_thread >> p->wave_shift) + 1;
        if (rows << p->stride_shift > GOCC_PLAN_ROWS)
            return 0;
    } while (!fill_rows(b, classes));
    for (row = 0; row < rows; row++)
        fill_equal(&p->rows[(row << p->stride_shift) + (row < b->waves ? classes + 1 : 0)],
                   &p->rows[(row + 1) << p->stride_shift], GOCC_PLAN_NONE);
    return 1;
}

/* Whether each class allocates a unit more than the previous one. */
static int is_by_units(struct builder *b)
{
    const gpuocc_plan *p = b->plan;
    const uint32_t unit = b->model->shared_unit_bytes;
    uint32_t refused;
    uint64_t taken;

    if (unit != 1u << b->shift ||
        gocc_device_lists(p->device)->shared_group_sizes_kib[0] != GOCC_LIST_END)
        return 0;
    ask(b, b->wave_size, b->fewest, gocc_min(1, p->max_shared));
    taken = b->use.shared.taken;
    refused = b->use.refused;
    ask(b, b->wave_size, b->fewest, gocc_min(unit, p->max_shared));
    b->taken = taken - unit;
    if (taken == 0 || b->use.shared.taken != taken) /* 0: the memory of a core does not limit */
        return 0;
    ask(b, b->wave_size, b->fewest, p->max_shared);
    return b->use.refused == refused;
}

/* Fills the entries of such classes. A group allocates `taken` and a unit for each class. */
static void fill_units(struct builder *b, uint32_t classes)
{
    struct gocc_pool *pool = &b->use.shared;
    const uint64_t taken = b->taken;
    gpuocc_answer answer;
    uint32_t class, last, most;

    for (class = 1; class <= classes; class = last + 1) {
        pool->taken = taken + ((uint64_t) class << b->shift);
        answer_of(&b->use, &answer);
        /* The number of groups stays the same up to `last`. */
        most = answer.groups + ((answer.limiters >> GPUOCC_LIMIT_SHARED & 1) == 0);
        last = classes;
        if (most != 0)
            last = gocc_min(last, (uint32_t)((pool->capacity / most - taken) >> b->shift));
        fill_equal(at(b, class), at(b, last + 1), entry(&b->use, answer.groups, answer.limiters));
    }
}

static int fill_shared(struct builder *b, uint32_t classes)
{
    if (is_by_units(b)) {
        fill_units(b, classes);
        return 1;
    }
    return fill(b, classes) && *at(b, 1) == entry_of(b, 1);
}

/* Whether dynamic shared memory counts like static. If it has a bound of its own, the largest
 * amount with a resident group shows it. */
static int is_by_sum(struct builder *b, uint32_t class)
{
    const gpuocc_plan *p = b->plan;

    for (; GOCC_PLAN_ANSWER(p->shared[class]) < 256; class --)
        if (class == 0)
            return 0;
    b->kernel.dynamic_shared_bytes = gocc_min(class << b->shift, p->max_shared);
    ask(b, b->wave_size, b->fewest, 0);
    return last_entry(b) == p->shared[class];
}

/* Fills the table of shared memory. Only the largest size can be one that the device rejects; its
 * class then has the entry of the previous size. */
static int build_shared(struct builder *b)
{
    gpuocc_plan *p = b->plan;
    uint32_t classes;

    /* Devices with a list of sizes in KiB have a unit of 1. */
    b->shift = b->model->shared_unit_bytes == 1 ? 11 : shift_of(b->model->shared_unit_bytes) + 1;
    do {
        p->shared_shift = --b->shift;
        classes = classes_of(p->max_shared, b->shift);
        if (classes >= GOCC_PLAN_SHARED)
            return 0;
    } while (!fill_shared(b, classes));
    fill_equal(&p->shared[classes + 1], &p->shared[classes_of(p->last_shared, b->shift) + 1],
               GOCC_PLAN_NONE);
    ask(b, b->wave_size, b->fewest, 0);
    p->shared[0] = last_entry(b);
    p->by_sum = (uint32_t)is_by_sum(b, classes);
    return 1;
}

/* Whether all kernels in the tables are plain: they are if those with the least and with the most
 * of everything are. */
static int is_plain(struct builder *b)
{
    const gpuocc_plan *p = b->plan;
    gpuocc_answer answer;

    set_kernel(b, 1, 0, 0);
    if (!gocc_fast(p->device, p->convention, &b->kernel, &answer))
        return 0;
    b->plan->max_waves = answer.max_waves;
    set_kernel(b, b->model->max_threads_per_group, b->model->max_registers_per_thread,
               b->model->max_shared_bytes_per_group);
    return gocc_fast(p->device, p->convention, &b->kernel, &answer);
}

/* Fills the tables. Returns 0 if the query has no such form. */
static int build(gpuocc_plan *plan)
{
    gpuocc_plan *p = plan;
    struct builder b;

    b.plan = p;
    b.rules = gocc_rules_of(p->device->vendor);
    b.model = gocc_model_of(b.rules, p->device);
    b.kernel = p->base;
    b.kernel.dynamic_shared_bytes = 0;
    b.kernel.dynamic_shared_bytes_per_thread = 0;
    b.good = 1;
    p->unknown = 0;
    p->register_field = gocc_register_field(b.rules, p->convention);
    b.fewest = p->register_field == GPUOCC_KERNEL_GRF_COUNT;
    if (!is_plain(&b))
        return 0;
    b.wave_size = p->base.wave_size != 0 ? p->base.wave_size : b.model->default_wave_size;
    b.waves = b.model->max_threads_per_group / b.wave_size;
    p->wave_shift = shift_of(b.wave_size);
    p->max_threads = b.model->max_threads_per_group;
    p->max_registers = b.model->max_registers_per_thread;
    p->max_shared = b.model->max_shared_bytes_per_group;
    p->last_thread = ones(p->max_threads - 1);
    p->last_registers = ones(p->max_registers);
    p->last_shared = ones(p->max_shared);
    /* Half of the largest group is the bound of kernels with many registers. */
    if (p->max_threads % (2 * b.wave_size) != 0 || !build_rows(&b) || !build_shared(&b))
        return 0;
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
