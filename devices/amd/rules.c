/* SPDX-License-Identifier: MIT
 *
 * AMD: computes how many work-groups a CU or a WGP holds, by the hardware's rules: whole groups,
 * allocation of VGPRs, SGPRs and LDS in units, and barriers. They agree with Mesa's ACO compiler.
 */
#include "use.h"

#include "base/error.h"
#include "device/device.h"
#include "occupancy/validate.h"

/* The largest number of blocks of a wave in dynamic VGPR mode. */
#define DYNAMIC_BLOCKS 8

/* A group of several waves uses one barrier in any case, so that barriers_per_group has no
 * effect. */
#define COMMON                                                                                     \
    GOCC_FIELD_SHARED_PER_THREAD, GOCC_FIELD_REGISTERS,                                            \
        [GPUOCC_KERNEL_ACCUMULATORS_PER_THREAD] = {GOCC_AMOUNT,                                    \
                                                   GPUOCC_DEVICE_MAX_ACCUMULATORS_PER_THREAD,      \
                                                   -GPUOCC_ERROR_TOO_MANY_REGISTERS, 0},           \
        [GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE] = {GOCC_AMOUNT, 0,                               \
                                                     -GPUOCC_ERROR_TOO_MANY_REGISTERS,             \
                                                     GOCC_AMD_SCALARS_RDNA},                       \
        [GPUOCC_KERNEL_BARRIERS_PER_GROUP] = {GOCC_IGNORED, 0, -GPUOCC_ERROR_TOO_LARGE, 1},        \
        [GPUOCC_KERNEL_CORE_MODE] = {GOCC_CHOICE, 0, 0, GPUOCC_CORE_MODE_WGP},                     \
        [GPUOCC_KERNEL_TRAP_REGISTERS] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_MANY_REGISTERS,        \
                                          GOCC_AMD_TRAP_MOST}

static const struct gocc_field_rule hardware_fields[GPUOCC_KERNEL_FIELD_COUNT] = {
    COMMON,
    GOCC_FIELD_THREADS,
    GOCC_FIELD_STATIC_SHARED,
    GOCC_FIELD_DYNAMIC_SHARED,
    GOCC_FIELD_MAX_THREADS,
    [GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK] = {GOCC_CHOICE, 0, 0, 32},
    [GPUOCC_KERNEL_SCRATCH_WAVE_CAP] = {GOCC_GRANT, 0, -GPUOCC_ERROR_TOO_LARGE, INT32_MAX},
};

/* The compiler rejects what a group may not have, and does not know dynamic LDS. */
static const struct gocc_field_rule llvm_fields[GPUOCC_KERNEL_FIELD_COUNT] = {
    COMMON,
    GOCC_FIELD_THREADS,
    GOCC_FIELD_STATIC_SHARED,
    [GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES] = {GOCC_IGNORED, 0, -GPUOCC_ERROR_TOO_LARGE, INT32_MAX},
    [GPUOCC_KERNEL_MAX_THREADS_PER_GROUP] = {GOCC_IGNORED, 0, -GPUOCC_ERROR_TOO_LARGE, INT32_MAX},
    [GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK] = {GOCC_CHOICE, 0, 0, 32},
    [GPUOCC_KERNEL_SCRATCH_WAVE_CAP] = {GOCC_IGNORED, 0, -GPUOCC_ERROR_TOO_LARGE, INT32_MAX},
};

/* HIP answers 0 groups if a value is too large. */
static const struct gocc_field_rule hip_fields[GPUOCC_KERNEL_FIELD_COUNT] = {
    COMMON,
    [GPUOCC_KERNEL_THREADS_PER_GROUP] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_LARGE, 1u << 20},
    [GPUOCC_KERNEL_SHARED_BYTES] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_LARGE, INT32_MAX},
    [GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_LARGE, INT32_MAX},
    [GPUOCC_KERNEL_MAX_THREADS_PER_GROUP] = {GOCC_IGNORED, 0, -GPUOCC_ERROR_TOO_LARGE, INT32_MAX},
    [GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK] = {GOCC_IGNORED, 0, -GPUOCC_ERROR_NOT_A_CHOICE, 32},
    [GPUOCC_KERNEL_SCRATCH_WAVE_CAP] = {GOCC_IGNORED, 0, -GPUOCC_ERROR_TOO_LARGE, INT32_MAX},
};

const struct gocc_field_rule *gocc_amd_fields(uint32_t convention)
{
    if (gocc_amd_is_hip(convention))
        return hip_fields;
    return gocc_amd_is_llvm(convention) ? llvm_fields : hardware_fields;
}

/* The blocks of dynamic VGPR mode. Static allocation comes first, for an unknown block. */
uint32_t gocc_amd_choice(const struct gocc_question *question, uint32_t field, uint32_t index)
{
    (void)question;
    if (field != GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK || index > 2)
        return 0;
    return index != 0 ? 16 * index : GPUOCC_ZERO;
}

uint32_t gocc_amd_largest(const struct gocc_question *question, uint32_t field, uint32_t max)
{
    return field == GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE
               ? gocc_amd_most_scalars(question->device, question->model)
               : max;
}

static int32_t admit_core_mode(struct gocc_question *q, gpuocc_error *error)
{
    uint32_t *mode = &q->kernel.core_mode;

    if (*mode == 0)
        *mode = q->model->cus_per_wgp != 0 ? GPUOCC_CORE_MODE_WGP : GPUOCC_CORE_MODE_CU;
    if (*mode == GPUOCC_CORE_MODE_WGP && q->model->cus_per_wgp == 0)
        return gocc_fail_kernel(error, GPUOCC_ERROR_NO_RESOURCE, GPUOCC_KERNEL_CORE_MODE, *mode,
                                GPUOCC_CORE_MODE_CU, q->device);
    return GPUOCC_OK;
}

static int32_t admit_dynamic_vgpr(const struct gocc_question *q, gpuocc_error *error)
{
    const uint32_t block = q->kernel.dynamic_vgpr_block;

    if (block == GPUOCC_UNKNOWN || gocc_amount(block) == 0)
        return GPUOCC_OK;
    if (!q->model->dynamic_vgpr)
        return gocc_fail_kernel(error, GPUOCC_ERROR_NO_RESOURCE, GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK,
                                block, 0, q->device);
    if (block != 16 && block != 32)
        return gocc_fail_kernel(error, GPUOCC_ERROR_NOT_A_CHOICE, GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK,
                                block, 32, q->device);
    if (q->kernel.wave_size != 32 && q->kernel.wave_size != GPUOCC_UNKNOWN)
        return gocc_fail_kernel(error, GPUOCC_ERROR_NOT_A_CHOICE, GPUOCC_KERNEL_WAVE_SIZE,
                                q->kernel.wave_size, 32, q->device);
    return GPUOCC_OK;
}

/* Unless the kernel gives a number, HIP's query and LLVM count a trap handler on every target. */
static void admit_trap(struct gocc_question *q)
{
    uint32_t *trap = &q->kernel.trap_registers;

    if (*trap == 0 && (q->convention == GPUOCC_CONVENTION_HIP_2026_08 ||
                       q->convention == GPUOCC_CONVENTION_LLVM_MAIN))
        *trap = GOCC_AMD_TRAP_MOST;
    *trap = gocc_amd_trap(q->device, *trap);
}

/* No tool has consoles among its targets. */
static int32_t admit_tool(const struct gocc_question *q, gpuocc_error *error)
{
    if (q->convention == GPUOCC_CONVENTION_DEFAULT ||
        (q->model->notes & 1u << GPUOCC_NOTE_ASSUMED) == 0)
        return GPUOCC_OK;
    return gocc_fail_device(error, GPUOCC_ERROR_CONVENTION_DEVICE, GPUOCC_DEVICE_GENERATION,
                            q->device->generation, 0, q->device);
}

int32_t gocc_amd_admit(struct gocc_question *question, gpuocc_error *error)
{
    int32_t status = admit_tool(question, error);

    if (status == GPUOCC_OK)
        status = admit_core_mode(question, error);
    if (status == GPUOCC_OK)
        status = admit_dynamic_vgpr(question, error);
    if (status != GPUOCC_OK)
        return status;
    admit_trap(question);
    if (gocc_amd_is_llvm(question->convention))
        return GPUOCC_OK;
    return gocc_amd_is_hip(question->convention) ? gocc_amd_admit_hip(question, error)
                                                 : gocc_admit_shared(question, error);
}

/* ROCm limits the slots of a CU that dispatches with scratch memory may fill, on GCN and CDNA 1.
 * Architectures with one register file for both kinds of registers, or with SGPRs that never limit,
 * came later. */
static void cap_scratch(const struct gocc_model *m, const gpuocc_kernel *k, struct gocc_use *use)
{
    const uint32_t cap = gocc_amount(k->scratch_wave_cap);

    if (k->scratch_wave_cap != 0 && !m->unified_accumulators &&
        m->scalar_registers_per_partition != 0 && cap < use->slots)
        use->slots = use->wave_capacity = cap;
}

static void evaluate_hardware(const struct gocc_question *q, struct gocc_use *use)
{
    const gpuocc_kernel *k = &q->kernel;
    const uint32_t vectors = gocc_amd_vectors(q->model, gocc_amount(k->registers_per_thread),
                                              gocc_amount(k->accumulators_per_thread));
    const uint32_t block = gocc_amount(k->dynamic_vgpr_block);

    gocc_amd_use_hardware(q->device, q->model, k, use);
    cap_scratch(q->model, k, use);
    /* The number of resident waves is decided at run time. The result is the number that fits while
     * each wave has its maximum. */
    if (block != 0 && vectors > block * DYNAMIC_BLOCKS)
        use->refused |= 1u << GPUOCC_LIMIT_REGISTERS;
    if (block != 0)
        use->notes |= 1u << GPUOCC_NOTE_DYNAMIC;
}

void gocc_amd_evaluate(const struct gocc_question *question, struct gocc_use *use)
{
    const struct gocc_model *m = question->model;

    if (gocc_amd_is_hip(question->convention))
        gocc_amd_evaluate_hip(question, use);
    else if (gocc_amd_is_llvm(question->convention))
        gocc_amd_evaluate_llvm(question, use);
    else
        evaluate_hardware(question, use);
    if (m->scalar_registers_per_partition != 0 &&
        gocc_amount(question->kernel.scalar_registers_per_wave) > GOCC_AMD_SCALARS_COUNTED)
        use->notes |= 1u << GPUOCC_NOTE_ROUNDED_SCALARS;
}
