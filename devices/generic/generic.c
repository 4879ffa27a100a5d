/* SPDX-License-Identifier: MIT
 *
 * The textbook machine: whole groups, the minimum over wave slots, group slots, registers handed
 * out per wave, shared memory and barriers. For devices of the caller's own.
 */
#include "registry.h"

#include "admit.h"
#include "error.h"
#include "place.h"
#include "verify.h"

static const struct gocc_field_rule field_rules[GPUOCC_KERNEL_FIELD_COUNT] = {
    [GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD] = GOCC_BYTES_PER_THREAD,
    [GPUOCC_KERNEL_THREADS_PER_GROUP] = {GOCC_AMOUNT, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,
                                         -GPUOCC_ERROR_GROUP_TOO_LARGE, 0},
    [GPUOCC_KERNEL_REGISTERS_PER_THREAD] = {GOCC_AMOUNT, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD,
                                            -GPUOCC_ERROR_TOO_MANY_REGISTERS, 0},
    [GPUOCC_KERNEL_SHARED_BYTES] = {GOCC_AMOUNT, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP,
                                    -GPUOCC_ERROR_SHARED_TOO_LARGE, 0},
    [GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES] = {GOCC_AMOUNT, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP,
                                            -GPUOCC_ERROR_SHARED_TOO_LARGE, 0},
    [GPUOCC_KERNEL_BARRIERS_PER_GROUP] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_LARGE, 65536},
    [GPUOCC_KERNEL_MAX_THREADS_PER_GROUP] = {GOCC_GRANT, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,
                                             -GPUOCC_ERROR_GROUP_TOO_LARGE, 0},
};

static const char words[GPUOCC_LIMIT_COUNT][24] = {
    "waves",         "groups",   "registers",         "scalar registers",
    "shared memory", "barriers", "virtual resources", "group size"};

static const struct gocc_field_rule *generic_fields(uint32_t convention)
{
    (void)convention;
    return field_rules;
}

static int32_t generic_admit(struct gocc_question *question, gpuocc_error *error)
{
    return gocc_admit_shared(question, error);
}

static uint32_t generic_verify(const struct gocc_model *model, const struct gocc_lists *lists,
                               struct gocc_wrong *wrong)
{
    (void)lists;
    if (model->default_wave_size == 0) {
        wrong->limit = model->wave_sizes;
        return GPUOCC_DEVICE_DEFAULT_WAVE_SIZE;
    }
    return gocc_first_unknown(model);
}

static void generic_place(const struct gocc_question *question, struct gocc_placement *placement)
{
    const struct gocc_model *m = question->model;
    const gpuocc_kernel *k = &question->kernel;
    const struct gocc_supply supply = gocc_supply_of(m);
    const uint32_t registers = gocc_amount(k->registers_per_thread);
    const uint32_t per_wave = gocc_up(registers * k->wave_size, m->register_unit);
    const uint32_t bound = gocc_amount(k->max_threads_per_group);
    struct gocc_demand d = {0};

    d.threads = k->threads_per_group;
    d.wave_size = k->wave_size;
    d.registers_per_wave = per_wave;
    d.registers_requested = registers * k->threads_per_group;
    d.shared_requested = gocc_amount(k->shared_bytes) + gocc_dynamic_shared(k);
    d.shared_bytes = d.shared_requested + m->shared_reserved_bytes;
    d.shared_bytes = gocc_up((uint32_t)d.shared_bytes, m->shared_unit_bytes);
    d.barriers = gocc_amount(k->barriers_per_group);
    gocc_place(&supply, &d, placement);
    if (m->max_registers_per_group != 0 &&
        placement->allocated[GPUOCC_LIMIT_REGISTERS] > m->max_registers_per_group)
        placement->groups_by[GPUOCC_LIMIT_REGISTERS] = 0;
    if (k->max_threads_per_group != 0)
        gocc_limit_launch(placement, k->threads_per_group, bound);
    placement->notes |= m->notes;
    gocc_combine(placement);
}

const struct gocc_rules gocc_generic = {
    .name = "generic",
    .vendor = GPUOCC_VENDOR_GENERIC,
    .conventions = 1u << GPUOCC_CONVENTION_DEFAULT,
    .words = words,
    .fields = generic_fields,
    .admit = generic_admit,
    .place = generic_place,
    .verify = generic_verify,
};
