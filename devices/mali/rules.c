/* SPDX-License-Identifier: MIT
 *
 * Mali: computes how many work-groups a shader core holds, by the functions of Mesa's compiler and
 * driver that count threads and registers, from Midgard (v4) to the 5th generation (v13).
 */
#include "use.h"

#include "base/error.h"

static const struct gocc_field_rule field_rules[GPUOCC_KERNEL_FIELD_COUNT] = {
    GOCC_FIELD_SHARED_PER_THREAD,
    GOCC_FIELD_THREADS,
    GOCC_FIELD_REGISTERS,
    GOCC_FIELD_STATIC_SHARED,
    GOCC_FIELD_DYNAMIC_SHARED,
    [GPUOCC_KERNEL_BARRIERS_PER_GROUP] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_LARGE, 1},
    GOCC_FIELD_MAX_THREADS,
};

const struct gocc_field_rule *gocc_mali_fields(uint32_t convention)
{
    (void)convention;
    return field_rules;
}

/* The tiers are steps of the registers, so that the unit follows from the size of a warp. Of local
 * memory only the largest size of a group has to be known. */
uint32_t gocc_mali_verify(uint32_t generation, const struct gocc_model *model,
                          const struct gocc_lists *lists, struct gocc_wrong *wrong)
{
    const struct gocc_model *m = model;
    const int vectors = generation < GOCC_MALI_BIFROST;
    const uint32_t most = vectors ? GOCC_MALI_VECTORS : GOCC_MALI_REGISTERS;
    const uint32_t least = vectors ? 4 * GOCC_MALI_LEAST_VECTORS : GOCC_MALI_REGISTER_STEP;

    (void)lists;
    if (m->default_wave_size != m->wave_sizes)
        return gocc_blame(wrong, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, m->wave_sizes);
    if (m->max_waves_per_partition == GPUOCC_UNKNOWN)
        return GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION;
    if (m->registers_per_partition == GPUOCC_UNKNOWN)
        return GPUOCC_DEVICE_REGISTERS_PER_PARTITION;
    if (m->max_shared_bytes_per_group == GPUOCC_UNKNOWN)
        return GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP;
    if (m->max_registers_per_thread > most)
        return gocc_blame(wrong, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, most);
    if (m->register_unit != least * m->default_wave_size)
        return gocc_blame(wrong, GPUOCC_DEVICE_REGISTER_UNIT,
                          (uint64_t)least * m->default_wave_size);
    return 0;
}

void gocc_mali_evaluate(const struct gocc_question *question, struct gocc_use *use)
{
    const gpuocc_kernel *k = &question->kernel;

    gocc_start(use, question->model, k, 1);
    gocc_mali_use(question->device, question->model, k, use);
    if (k->max_threads_per_group != 0)
        gocc_use_bound(use, gocc_amount(k->max_threads_per_group));
}

/* The hardware may split and merge groups that neither use shared memory nor wait at a barrier, so
 * that more threads can be resident than in whole groups. */
void gocc_mali_finish(const struct gocc_question *question, const struct gocc_use *use,
                      struct gocc_placement *placement)
{
    const gpuocc_kernel *k = &question->kernel;
    const uint64_t tied =
        gocc_amount(k->barriers_per_group) + gocc_amount(k->shared_bytes) + gocc_dynamic_shared(k);

    if (tied == 0 && placement->groups != 0 && placement->waves < gocc_fit(use))
        placement->notes |= 1u << GPUOCC_NOTE_LOWER_BOUND;
}
