/* SPDX-License-Identifier: MIT
 *
 * Computes what AMD's own tools answer, with their constants: LLVM's "Occupancy" and HIP's
 * occupancy query.
 */
#include "use.h"

#include "base/error.h"
#include "device/device.h"
#include "occupancy/validate.h"

static uint32_t clamp(uint32_t value, uint32_t most)
{
    return value == 0 ? 1 : gocc_min(value, most);
}

/* LLVM cannot distinguish Polaris (8 slots) from Fiji: both are gfx803. */
static uint32_t llvm_slots(const struct gocc_question *q)
{
    return q->device->generation == 0x803 ? 10 : q->model->max_waves_per_partition;
}

/* Returns the waves of a SIMD that the SGPRs allow. LLVM has a table instead of a division. */
static uint32_t llvm_waves_by_scalars(const gpuocc_device *device, uint32_t scalars)
{
    static const uint8_t first[] = {48, 56, 64, 72, 80, 0}, later[] = {80, 88, 100, 0};
    const uint8_t *step = gocc_amd_major(device) >= 8 ? later : first;
    uint32_t waves = 10;

    for (; *step != 0 && scalars > *step; step++)
        waves--;
    return waves;
}

/* LLVM main rounds the LDS of a group up, on RDNA to 512 bytes, and knows the 64 KiB of gfx6. */
static void llvm_shared(const struct gocc_question *q, struct gocc_use *use)
{
    const struct gocc_model *m = q->model;
    const uint32_t requested = gocc_amount(q->kernel.shared_bytes);
    uint32_t unit = m->cus_per_wgp != 0 ? 512 : m->shared_unit_bytes;

    if (q->convention != GPUOCC_CONVENTION_LLVM_MAIN) {
        unit = 1;
        if (gocc_amd_major(q->device) == 6)
            use->shared.capacity = (uint64_t)m->max_shared_bytes_per_group;
    }
    gocc_use_shared(use, requested, gocc_up(requested, unit));
}

void gocc_amd_evaluate_llvm(const struct gocc_question *question, struct gocc_use *use)
{
    gocc_amd_use(question->device, question->model, &question->kernel, use);
    gocc_use_slots(use, use->partitions * llvm_slots(question));
    llvm_shared(question, use);
}

/* Returns the waves of a SIMD that the SGPRs allow according to LLVM. */
static uint32_t llvm_by_scalars(const struct gocc_question *q, const struct gocc_use *use,
                                uint32_t slots, struct gocc_placement *p)
{
    const struct gocc_model *m = q->model;
    const uint32_t scalars = gocc_amd_scalars(m, gocc_amount(q->kernel.scalar_registers_per_wave));
    const int main = q->convention == GPUOCC_CONVENTION_LLVM_MAIN;
    const uint32_t per_wave = main ? (uint32_t)use->scalars.taken : scalars;
    const uint32_t waves = clamp(main ? m->scalar_registers_per_partition / per_wave
                                      : llvm_waves_by_scalars(q->device, scalars),
                                 slots);

    p->groups_by[GPUOCC_LIMIT_SCALAR_REGISTERS] = waves * p->partitions / p->waves_per_group;
    p->requested[GPUOCC_LIMIT_SCALAR_REGISTERS] = scalars;
    p->allocated[GPUOCC_LIMIT_SCALAR_REGISTERS] = (uint64_t)per_wave * p->waves_per_group;
    return waves;
}

/* For LLVM, computes the minimum over limits that are each per SIMD. It is an upper bound, because
 * it is not rounded down to whole groups after the registers. Releases up to 22 have no LDS unit,
 * and 32 KiB on gfx6. */
void gocc_amd_finish(const struct gocc_question *question, const struct gocc_use *use,
                     struct gocc_placement *placement)
{
    const struct gocc_model *m = question->model;
    struct gocc_placement *p = placement;
    const uint32_t *by = p->groups_by;
    const uint32_t slots = llvm_slots(question), per_wave = (uint32_t)use->registers.taken;
    uint32_t groups, fit, by_vectors = slots, by_scalars = slots, waves;

    if (!gocc_amd_is_llvm(question->convention))
        return;
    groups = gocc_min(by[GPUOCC_LIMIT_WAVES],
                      gocc_min(by[GPUOCC_LIMIT_SHARED], by[GPUOCC_LIMIT_BARRIERS]));
    fit = clamp((groups * p->waves_per_group + p->partitions - 1) / p->partitions, slots);
    if (per_wave != 0)
        by_vectors = clamp(m->registers_per_partition / per_wave, slots);
    if (m->scalar_registers_per_partition != 0 && use->scalars.taken != 0)
        by_scalars = llvm_by_scalars(question, use, slots, p);
    waves = gocc_min(fit, gocc_min(by_vectors, by_scalars));

    p->limiters = 0;
    if (fit == waves)
        p->limiters |= (uint32_t)(by[GPUOCC_LIMIT_WAVES] == groups) << GPUOCC_LIMIT_WAVES |
                       (uint32_t)(by[GPUOCC_LIMIT_SHARED] == groups) << GPUOCC_LIMIT_SHARED |
                       (uint32_t)(by[GPUOCC_LIMIT_BARRIERS] == groups) << GPUOCC_LIMIT_BARRIERS;
    if (by_vectors == waves && per_wave != 0)
        p->limiters |= 1u << GPUOCC_LIMIT_REGISTERS;
    if (by_scalars == waves && use->scalars.taken != 0 && m->scalar_registers_per_partition != 0)
        p->limiters |= 1u << GPUOCC_LIMIT_SCALAR_REGISTERS;
    p->groups = GOCC_NO_LIMIT;
    p->waves = waves * p->partitions;
    p->waves_per_partition = waves;
}

/* The release of October 2024 had no row for gfx950 and gfx12. It used 256 VGPRs of a wave of the
 * default size for them, allocated in units of 4. */
static int has_no_row(const struct gocc_question *q)
{
    return q->convention == GPUOCC_CONVENTION_HIP_2024_10 &&
           (q->device->generation == 0x950 || gocc_amd_major(q->device) >= 0x12);
}

/* The generations that are compared here and in rules.c: two targets, all others by their major. */
static uint32_t kind_of(uint32_t generation)
{
    return generation == 0x803 || generation == 0x950 ? generation : generation >> 8;
}

int gocc_amd_alike(uint32_t generation, uint32_t other)
{
    return kind_of(generation) == kind_of(other);
}

static uint32_t hip_file(const struct gocc_question *q)
{
    return has_no_row(q) ? 256 * q->model->default_wave_size : q->model->registers_per_partition;
}

static uint32_t hip_per_wave(const struct gocc_question *q, uint32_t registers,
                             uint32_t accumulators)
{
    const struct gocc_model *m = q->model;

    return gocc_up(gocc_amd_vectors(m, registers, accumulators) * q->kernel.wave_size,
                   has_no_row(q) ? 4 * m->default_wave_size : m->register_unit);
}

/* Before August 2026, HIP allocated SGPRs in units of 16 everywhere, and counted no trap
 * handler. */
static uint32_t hip_scalars(const struct gocc_question *q, uint32_t used)
{
    if (q->convention != GPUOCC_CONVENTION_HIP_2026_08)
        return gocc_up(used, 16);
    return used == 0 ? 0
                     : gocc_up(used, q->model->scalar_register_unit) +
                           gocc_amount(q->kernel.trap_registers);
}

/* HIP returns an error if the VGPRs of a single wave do not fit. */
int32_t gocc_amd_admit_hip(const struct gocc_question *question, gpuocc_error *error)
{
    const struct gocc_question *q = question;
    const uint32_t registers = gocc_known_amount(q->kernel.registers_per_thread);
    const uint32_t accumulators = gocc_known_amount(q->kernel.accumulators_per_thread);

    if (q->kernel.wave_size == GPUOCC_UNKNOWN ||
        hip_per_wave(q, registers, accumulators) <= hip_file(q))
        return GPUOCC_OK;
    return gocc_fail_kernel(error, GPUOCC_ERROR_TOO_MANY_REGISTERS,
                            GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                            gocc_amd_vectors(q->model, registers, accumulators),
                            hip_file(q) / q->kernel.wave_size, q->device);
}

/* Slots, SGPRs and LDS are the tool's own: it has no LDS unit and no barriers, and uses the LDS
 * limit of a group instead of the pool. */
void gocc_amd_evaluate_hip(const struct gocc_question *question, struct gocc_use *use)
{
    const struct gocc_model *m = question->model;
    const gpuocc_kernel *k = &question->kernel;
    const uint32_t major = gocc_amd_major(question->device), convention = question->convention;
    const int pool = (convention == GPUOCC_CONVENTION_HIP_LDS_POOL ||
                      convention == GPUOCC_CONVENTION_HIP_2026_08) &&
                     k->core_mode == GPUOCC_CORE_MODE_WGP;

    gocc_amd_use(question->device, m, k, use);
    if (has_no_row(question) && major >= 0x12 && m->cus_per_wgp == 0)
        use->partitions = 2;
    gocc_use_slots(use, use->partitions * (major <= 9 ? 8 : 16));
    gocc_use_registers(use, hip_file(question), (uint32_t)use->registers.requested,
                       hip_per_wave(question, gocc_amount(k->registers_per_thread),
                                    gocc_amount(k->accumulators_per_thread)));
    gocc_use_scalars(use,
                     major > 9   ? 0
                     : major < 8 ? 512
                                 : 800,
                     (uint32_t)use->scalars.requested,
                     hip_scalars(question, gocc_amount(k->scalar_registers_per_wave)));
    use->shared.taken = use->shared.requested;
    if (!pool)
        use->shared.capacity = m->max_shared_bytes_per_group;
    use->barriers.capacity = 0;
    use->refused |= (uint32_t)(k->threads_per_group > m->max_threads_per_group)
                    << GPUOCC_LIMIT_WAVES;
}
