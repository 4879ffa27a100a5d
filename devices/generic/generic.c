/* SPDX-License-Identifier: MIT
 *
 * A textbook model for custom devices: whole groups, and the minimum over wave slots, group slots,
 * registers allocated per wave, shared memory and barriers.
 */
#include "registry.h"

#include "base/error.h"
#include "device/verify.h"
#include "occupancy/use.h"
#include "occupancy/validate.h"

static const struct gocc_field_rule field_rules[GPUOCC_KERNEL_FIELD_COUNT] = {
    GOCC_FIELD_SHARED_PER_THREAD,
    GOCC_FIELD_THREADS,
    GOCC_FIELD_REGISTERS,
    GOCC_FIELD_STATIC_SHARED,
    GOCC_FIELD_DYNAMIC_SHARED,
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

static void generic_evaluate(const struct gocc_question *question, struct gocc_use *use)
{
    const struct gocc_model *m = question->model;
    const gpuocc_kernel *k = &question->kernel;
    const uint32_t registers = gocc_amount(k->registers_per_thread);
    const uint32_t shared = gocc_amount(k->shared_bytes) + (uint32_t)gocc_dynamic_shared(k);

    gocc_start(use, m, k, 1);
    gocc_use_registers(use, m->registers_per_partition, registers * k->threads_per_group,
                       gocc_up(registers * k->wave_size, m->register_unit));
    gocc_use_shared(use, shared, gocc_up(shared + m->shared_reserved_bytes, m->shared_unit_bytes));
    gocc_use_barriers(use, gocc_amount(k->barriers_per_group));
    if (m->max_registers_per_group != 0 &&
        use->registers.taken * use->waves > m->max_registers_per_group)
        use->refused |= 1u << GPUOCC_LIMIT_REGISTERS;
    if (k->max_threads_per_group != 0)
        gocc_use_bound(use, gocc_amount(k->max_threads_per_group));
}

static const struct gocc_word no_words[1]; /* nor has it devices */

static const struct gocc_hooks no_hooks;

const struct gocc_rules gocc_generic = {
    .decorations = no_words,
    .name = "generic",
    .vendor = GPUOCC_VENDOR_GENERIC,
    .conventions = 1u << GPUOCC_CONVENTION_DEFAULT,
    .words = words,
    .fields = generic_fields,
    .admit = gocc_admit_shared,
    .evaluate = generic_evaluate,
    .verify = gocc_verify_numbers,
    .hooks = &no_hooks,
};
