/* SPDX-License-Identifier: MIT
 *
 * What AMD's own tools answer: LLVM's "Occupancy" and HIP's occupancy query, with their constants.
 */
#include "amd.h"

#include "admit.h"
#include "error.h"

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t clamp(uint32_t value, uint32_t most)
{
    return value == 0 ? 1 : least(value, most);
}

/* LLVM cannot tell Polaris (8 slots) from Fiji: both are gfx803. */
static uint32_t llvm_slots(const struct gocc_model *m)
{
    return m->generation == 0x803 ? 10 : m->max_waves_per_partition;
}

/* Waves of a SIMD by SGPRs: a table in LLVM, not a division. */
static uint32_t llvm_waves_by_scalars(const struct gocc_model *m, uint32_t scalars)
{
    static const uint8_t first[] = {48, 56, 64, 72, 80, 0}, later[] = {80, 88, 100, 0};
    const uint8_t *step = gocc_amd_major(m) >= 8 ? later : first;
    uint32_t waves = 10;

    for (; *step != 0 && scalars > *step; step++)
        waves--;
    return waves;
}

/* The minimum over limits, each of them per SIMD: an upper bound, because groups are not made
 * whole again after registers. LLVM has no LDS unit, and 32 KiB on gfx6. */
void gocc_amd_place_llvm(const struct gocc_question *question, struct gocc_placement *placement)
{
    const struct gocc_model *m = question->model;
    struct gocc_placement *p = placement;
    struct gocc_supply supply = gocc_amd_supply(question);
    struct gocc_demand d = gocc_amd_demand(question);
    const uint32_t scalars = supply.scalars != 0 ? gocc_amd_scalars(m, d.scalars_requested) : 0;
    uint32_t groups, fit, by_vectors, by_scalars, waves;

    supply.waves = llvm_slots(m);
    if (gocc_amd_major(m) == 6)
        supply.shared_bytes = m->max_shared_bytes_per_group;
    d.shared_requested = gocc_amount(question->kernel.shared_bytes);
    d.shared_bytes = d.shared_requested;
    gocc_place(&supply, &d, p);
    gocc_combine(p);

    groups = least(p->groups_by[GPUOCC_LIMIT_WAVES],
                   least(p->groups_by[GPUOCC_LIMIT_SHARED], p->groups_by[GPUOCC_LIMIT_BARRIERS]));
    fit = clamp((groups * p->waves_per_group + p->partitions - 1) / p->partitions, supply.waves);
    by_vectors = d.registers_per_wave == 0
                     ? supply.waves
                     : clamp(supply.registers / d.registers_per_wave, supply.waves);
    by_scalars = supply.waves;
    if (scalars != 0) {
        by_scalars = least(llvm_waves_by_scalars(m, scalars), supply.waves);
        gocc_limit(p, GPUOCC_LIMIT_SCALAR_REGISTERS,
                   by_scalars * p->partitions / p->waves_per_group, scalars,
                   (uint64_t)scalars * p->waves_per_group,
                   (uint64_t)supply.scalars * p->partitions);
    }
    waves = least(fit, least(by_vectors, by_scalars));

    p->limiters = 0;
    if (fit == waves)
        p->limiters |=
            (uint32_t)(p->groups_by[GPUOCC_LIMIT_WAVES] == groups) << GPUOCC_LIMIT_WAVES |
            (uint32_t)(p->groups_by[GPUOCC_LIMIT_SHARED] == groups) << GPUOCC_LIMIT_SHARED |
            (uint32_t)(p->groups_by[GPUOCC_LIMIT_BARRIERS] == groups) << GPUOCC_LIMIT_BARRIERS;
    if (by_vectors == waves && d.registers_per_wave != 0)
        p->limiters |= 1u << GPUOCC_LIMIT_REGISTERS;
    if (by_scalars == waves && scalars != 0)
        p->limiters |= 1u << GPUOCC_LIMIT_SCALAR_REGISTERS;
    p->groups = GOCC_NO_LIMIT;
    p->waves = waves * p->partitions;
    p->waves_per_partition = waves;
}

/* The release of October 2024 had no row for gfx950 and gfx12: they fell to 256 VGPRs of a wave of
 * the default size, handed out by 4. */
static int has_no_row(const struct gocc_question *q)
{
    return q->convention == GPUOCC_CONVENTION_HIP_2024_10 &&
           (q->model->generation == 0x950 || gocc_amd_major(q->model) >= 0x12);
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

/* HIP returns an error where not one wave's VGPRs fit. */
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

/* Slots, SGPRs and LDS are the tool's own: no LDS unit, no barriers, the LDS of a group in place of
 * the pool. */
void gocc_amd_place_hip(const struct gocc_question *question, struct gocc_placement *placement)
{
    const struct gocc_model *m = question->model;
    const gpuocc_kernel *k = &question->kernel;
    const int wgp = k->core_mode == GPUOCC_CORE_MODE_WGP;
    struct gocc_supply supply = gocc_amd_supply(question);
    struct gocc_demand d = gocc_amd_demand(question);

    if (has_no_row(question) && gocc_amd_major(m) >= 0x12 && m->cus_per_wgp == 0)
        supply.partitions = 2;
    supply.waves = gocc_amd_major(m) <= 9 ? 8 : 16;
    supply.registers = hip_file(question);
    supply.scalars = gocc_amd_major(m) > 9 ? 0 : gocc_amd_major(m) < 8 ? 512 : 800;
    supply.barriers = 0;
    if (question->convention != GPUOCC_CONVENTION_HIP_LDS_POOL || !wgp)
        supply.shared_bytes = m->max_shared_bytes_per_group;
    d.registers_per_wave = hip_per_wave(question, gocc_amount(k->registers_per_thread),
                                        gocc_amount(k->accumulators_per_thread));
    d.scalars_per_wave = gocc_up(d.scalars_requested, 16);
    d.shared_bytes = d.shared_requested;
    gocc_place(&supply, &d, placement);
    if (k->threads_per_group > m->max_threads_per_group)
        placement->groups_by[GPUOCC_LIMIT_WAVES] = 0;
    gocc_combine(placement);
}
