/* SPDX-License-Identifier: MIT
 *
 * Adreno: computes how many work-groups a core holds, by the functions of Mesa's compiler (ir3)
 * that count waves, as of 2026. A core allocates waves in pairs, one for each of its halves; a
 * group uses whole pairs.
 */
#include "adreno.h"

#include "base/error.h"
#include "device/device.h"
#include "occupancy/validate.h"

/* The largest values that Mesa's functions accept. A shader can have no more registers than the
 * device's field says. */
#define MESA_REGISTERS 64u
#define MESA_THREADS   2048u
#define MOST_BRANCHES  1024u

#define COMMON                                                                                     \
    GOCC_FIELD_SHARED_PER_THREAD, GOCC_FIELD_STATIC_SHARED, GOCC_FIELD_DYNAMIC_SHARED,             \
        [GPUOCC_KERNEL_BARRIERS_PER_GROUP] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_LARGE, 1},         \
        [GPUOCC_KERNEL_VIRTUAL_RESOURCES] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_LARGE,              \
                                             MOST_BRANCHES}

static const struct gocc_field_rule hardware_fields[GPUOCC_KERNEL_FIELD_COUNT] = {
    COMMON,
    GOCC_FIELD_THREADS,
    GOCC_FIELD_REGISTERS,
    [GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_MANY_REGISTERS,
                                                 1},
    GOCC_FIELD_MAX_THREADS,
};

static const struct gocc_field_rule mesa_fields[GPUOCC_KERNEL_FIELD_COUNT] = {
    COMMON,
    [GPUOCC_KERNEL_THREADS_PER_GROUP] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_GROUP_TOO_LARGE,
                                         MESA_THREADS},
    [GPUOCC_KERNEL_REGISTERS_PER_THREAD] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_MANY_REGISTERS,
                                            MESA_REGISTERS},
    [GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_MANY_REGISTERS,
                                                 MESA_REGISTERS},
    [GPUOCC_KERNEL_MAX_THREADS_PER_GROUP] = {GOCC_IGNORED, 0, -GPUOCC_ERROR_TOO_LARGE, INT32_MAX},
};

const struct gocc_field_rule *gocc_adreno_fields(uint32_t convention)
{
    return convention == GPUOCC_CONVENTION_DEFAULT ? hardware_fields : mesa_fields;
}

/* A kernel without full registers can have twice as many half registers. */
uint32_t gocc_adreno_largest(const struct gocc_question *question, uint32_t field, uint32_t max)
{
    return field == GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD && max == 1
               ? 2 * question->model->max_registers_per_thread
               : max;
}

static int is_of_2025(uint32_t convention)
{
    return convention == GPUOCC_CONVENTION_MESA_25_0 ||
           convention == GPUOCC_CONVENTION_MESA_2025_10;
}

int32_t gocc_adreno_admit(struct gocc_question *question, gpuocc_error *error)
{
    const struct gocc_question *q = question;
    const uint32_t full = gocc_known_amount(q->kernel.registers_per_thread);
    const uint32_t half = gocc_known_amount(q->kernel.half_registers_per_thread);
    const uint32_t most = q->model->max_registers_per_thread;

    if (is_of_2025(q->convention) && q->device->generation >= GOCC_ADRENO_8XX)
        return gocc_fail_device(error, GPUOCC_ERROR_CONVENTION_DEVICE, GPUOCC_DEVICE_GENERATION,
                                q->device->generation, 0, q->device);
    if (q->convention == GPUOCC_CONVENTION_DEFAULT && full + (half + 1) / 2 > most)
        return gocc_fail_kernel(error, GPUOCC_ERROR_TOO_MANY_REGISTERS,
                                GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, half, 2 * (most - full),
                                q->device);
    return gocc_admit_shared(question, error);
}

uint32_t gocc_adreno_registers(const gpuocc_kernel *kernel)
{
    return gocc_amount(kernel->registers_per_thread) +
           (gocc_amount(kernel->half_registers_per_thread) + 1) / 2;
}

/* Returns the number of threads of the smaller wave. */
static uint32_t base_of(const struct gocc_model *model)
{
    return model->wave_sizes & (0u - model->wave_sizes);
}

uint32_t gocc_adreno_file(const struct gocc_question *question)
{
    const struct gocc_model *m = question->model;

    /* Mesa of 2025 has 48 vec4 here, and 32 since. */
    return is_of_2025(question->convention) && question->device->generation == GOCC_ADRENO_608
               ? m->registers_per_partition / 2 * 3
               : m->registers_per_partition;
}

/* Returns the registers of a thread, of four times 32 bits, up to which waves are doubled. Twice
 * the lanes must fit with them in a quarter of the file. In shaders whose arithmetic is mostly 16
 * bits wide, and in Mesa 25.0, they must fit in the whole file. */
static uint32_t most_of_double(const struct gocc_question *q)
{
    const int whole = q->convention == GPUOCC_CONVENTION_MESA_25_0 ||
                      q->convention == GPUOCC_CONVENTION_MESA_2026_FP16;

    return gocc_adreno_file(q) / (4 * base_of(q->model)) / (whole ? 2 : 8);
}

/* Returns the registers of a thread; unknown fields count as 0. */
static uint32_t known_registers(const gpuocc_kernel *k)
{
    return gocc_known_amount(k->registers_per_thread) +
           (gocc_known_amount(k->half_registers_per_thread) + 1) / 2;
}

uint32_t gocc_adreno_wave_size(const struct gocc_question *question)
{
    const struct gocc_question *q = question;
    const gpuocc_kernel *k = &q->kernel;
    const uint32_t base = base_of(q->model);
    const int by_threads = is_of_2025(q->convention);

    if (gocc_min(gocc_known_amount(k->virtual_resources), 2 * base) > GOCC_ADRENO_BRANCHES ||
        (by_threads && k->threads_per_group <= base) || known_registers(k) > most_of_double(q))
        return base;
    return (by_threads && k->threads_per_group == GPUOCC_UNKNOWN) ||
                   k->registers_per_thread == GPUOCC_UNKNOWN ||
                   k->half_registers_per_thread == GPUOCC_UNKNOWN ||
                   k->virtual_resources == GPUOCC_UNKNOWN
               ? GPUOCC_UNKNOWN
               : 2 * base;
}

/* Unknown fields count as 0. */
uint32_t gocc_adreno_smaller_waves(const struct gocc_question *question, uint32_t field,
                                   uint32_t *starts)
{
    const uint32_t most = most_of_double(question);
    struct gocc_question q = *question;
    uint32_t registers, index = 0;

    gocc_kernel_set(&q.kernel, field, 0);
    registers = known_registers(&q.kernel);
    if (gocc_adreno_wave_size(&q) == base_of(q.model)) {
        index = 0; /* waves are small even without this amount */
    } else if (field == GPUOCC_KERNEL_REGISTERS_PER_THREAD) {
        starts[index = 1] = most - registers + 1;
    } else if (field == GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD) {
        starts[index = 2] = 2 * (most - registers) + 1;
    } else if (field == GPUOCC_KERNEL_VIRTUAL_RESOURCES &&
               2 * base_of(q.model) > GOCC_ADRENO_BRANCHES) {
        starts[index = 3] = GOCC_ADRENO_BRANCHES + 1;
    }
    starts[0] = starts[index];
    return 4;
}

uint32_t gocc_adreno_verify(uint32_t generation, const struct gocc_model *model,
                            const struct gocc_lists *lists, struct gocc_wrong *wrong)
{
    const struct gocc_model *m = model;
    const uint32_t base = base_of(m);

    (void)generation;
    (void)lists;
    if (m->wave_sizes != base && m->wave_sizes != 3 * base)
        return gocc_blame(wrong, GPUOCC_DEVICE_WAVE_SIZES, base);
    if (m->default_wave_size != (m->wave_sizes == base ? base : 0))
        return gocc_blame(wrong, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, m->wave_sizes == base ? base : 0);
    if (m->max_waves_per_partition == GPUOCC_UNKNOWN)
        return GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION;
    if (m->registers_per_partition == GPUOCC_UNKNOWN)
        return GPUOCC_DEVICE_REGISTERS_PER_PARTITION;
    if (m->register_unit != 4 * base)
        return gocc_blame(wrong, GPUOCC_DEVICE_REGISTER_UNIT, 4 * base);
    if (m->max_registers_per_thread == GPUOCC_UNKNOWN)
        return GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD;
    if (m->shared_pool_bytes == GPUOCC_UNKNOWN)
        return GPUOCC_DEVICE_SHARED_POOL_BYTES; /* that of a group is known if the pool is */
    if (m->max_groups_per_core == GPUOCC_UNKNOWN)
        return GPUOCC_DEVICE_MAX_GROUPS_PER_CORE;
    if (m->barriers_per_core == GPUOCC_UNKNOWN)
        return GPUOCC_DEVICE_BARRIERS_PER_CORE;
    return m->virtual_resources_per_core != 0 ? 0 : GPUOCC_DEVICE_VIRTUAL_RESOURCES_PER_CORE;
}

/* Returns the entries of the branch stack that a wave allocates, which is an even number. */
static uint32_t branches_of_wave(uint32_t entries)
{
    return gocc_up_power(gocc_min(entries, GOCC_ADRENO_BRANCHES), 2);
}

/* Returns the number of waves that the registers and the branch stack have room for. */
static uint32_t waves_in(const struct gocc_use *use)
{
    const uint32_t taken = (uint32_t)use->virtuals.taken / use->waves;
    const uint32_t waves = gocc_min(use->slots, use->register_waves);

    return taken != 0 ? gocc_min(waves, (uint32_t)use->virtuals.capacity / taken) : waves;
}

void gocc_adreno_evaluate(const struct gocc_question *question, struct gocc_use *use)
{
    const struct gocc_model *m = question->model;
    const gpuocc_kernel *k = &question->kernel;
    const uint32_t registers = 4 * gocc_adreno_registers(k);
    const uint32_t branches = gocc_amount(k->virtual_resources);
    const uint32_t shared = (uint32_t)(gocc_amount(k->shared_bytes) + gocc_dynamic_shared(k));

    gocc_start(use, m, k, 1);
    use->waves = gocc_up(use->waves, use->partitions);
    gocc_use_registers(use, gocc_adreno_file(question), registers * use->threads,
                       registers * use->wave_size);
    gocc_use_shared(use, shared, gocc_round(shared, m->shared_unit_bytes));
    use->virtuals.requested = branches * use->waves;
    use->virtuals.taken = branches_of_wave(branches) * use->waves;
    if (k->max_threads_per_group != 0 && question->convention == GPUOCC_CONVENTION_DEFAULT)
        gocc_use_bound(use, gocc_amount(k->max_threads_per_group));
}

/* The second wave of a group's last pair may be idle. Without a barrier, the waves of a group need
 * not be resident together: if no whole group fits, a part of one runs. */
void gocc_adreno_finish(const struct gocc_question *question, const struct gocc_use *use,
                        struct gocc_placement *placement)
{
    struct gocc_placement *p = placement;

    if (question->convention != GPUOCC_CONVENTION_DEFAULT) {
        gocc_adreno_finish_mesa(question, use, p);
        return;
    }
    p->waves_per_group = gocc_waves(use->threads, use->wave_size);
    p->requested[GPUOCC_LIMIT_WAVES] = p->waves_per_group;
    p->waves = p->groups * p->waves_per_group;
    p->waves_per_partition = (p->waves + p->partitions - 1) / p->partitions;
    if ((p->limiters >> GPUOCC_LIMIT_SHARED & 1) != 0)
        p->notes |= 1u << GPUOCC_NOTE_UNVERIFIED;
    if (p->groups == 0 && gocc_amount(question->kernel.barriers_per_group) == 0 &&
        waves_in(use) != 0 && (use->refused >> GPUOCC_LIMIT_LAUNCH & 1) == 0)
        p->notes |= 1u << GPUOCC_NOTE_LOWER_BOUND;
}

/* Between a kernel of which a group fits and one of which not even a wave fits, a part of a group
 * may run. Shared memory may limit some kernels only. */
uint32_t gocc_adreno_notes_between(const struct gocc_question *question,
                                   const struct gocc_placement *low,
                                   const struct gocc_placement *high)
{
    const uint32_t barriers = question->kernel.barriers_per_group;
    const uint32_t some = high->limiters & ~low->limiters;
    uint32_t notes = 0;

    if (question->convention != GPUOCC_CONVENTION_DEFAULT)
        return 0;
    if ((some >> GPUOCC_LIMIT_SHARED & 1) != 0)
        notes |= 1u << GPUOCC_NOTE_UNVERIFIED;
    if (low->groups == 0 && (barriers == GPUOCC_UNKNOWN || gocc_amount(barriers) == 0))
        notes |= 1u << GPUOCC_NOTE_LOWER_BOUND;
    return notes;
}
