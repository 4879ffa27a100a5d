/* SPDX-License-Identifier: MIT
 *
 * V3D (VideoCore VI and VII): computes how many work-groups the QPUs hold, by the rules of Mesa's
 * compiler and drivers. A wave is one thread of a QPU, which has 16 lanes. A QPU runs four threads
 * with up to 32 registers each, or two threads with up to 64. Shared memory is ordinary cached
 * memory and does not limit occupancy.
 */
#include "v3d.h"

#include "occupancy/use.h"
#include "occupancy/validate.h"

static const struct gocc_field_rule field_rules[GPUOCC_KERNEL_FIELD_COUNT] = {
    GOCC_FIELD_SHARED_PER_THREAD,
    GOCC_FIELD_THREADS,
    GOCC_FIELD_REGISTERS,
    GOCC_FIELD_STATIC_SHARED,
    GOCC_FIELD_DYNAMIC_SHARED,
    [GPUOCC_KERNEL_BARRIERS_PER_GROUP] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_LARGE, 1},
    GOCC_FIELD_MAX_THREADS,
};

const struct gocc_field_rule *gocc_v3d_fields(uint32_t convention)
{
    (void)convention;
    return field_rules;
}

uint32_t gocc_v3d_verify(uint32_t generation, const struct gocc_model *model,
                         const struct gocc_lists *lists, struct gocc_wrong *wrong)
{
    const struct gocc_model *m = model;

    (void)generation;
    (void)lists;
    if (m->wave_sizes != GOCC_V3D_LANES)
        return gocc_blame(wrong, GPUOCC_DEVICE_WAVE_SIZES, GOCC_V3D_LANES);
    if (m->default_wave_size != GOCC_V3D_LANES)
        return gocc_blame(wrong, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, GOCC_V3D_LANES);
    if (m->max_waves_per_partition == GPUOCC_UNKNOWN)
        return GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION;
    if (m->registers_per_partition == GPUOCC_UNKNOWN)
        return GPUOCC_DEVICE_REGISTERS_PER_PARTITION;
    if (m->max_registers_per_thread == GPUOCC_UNKNOWN)
        return GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD;
    return m->max_shared_bytes_per_group != GPUOCC_UNKNOWN
               ? 0
               : GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP;
}

/* Even a kernel without registers is evaluated with one, because each thread gets a fixed share. */
void gocc_v3d_evaluate(const struct gocc_question *question, struct gocc_use *use)
{
    const struct gocc_model *m = question->model;
    const gpuocc_kernel *k = &question->kernel;
    const uint32_t registers = gocc_amount(k->registers_per_thread);
    const uint32_t held = registers != 0 ? registers : 1;

    gocc_start(use, m, k, 1);
    gocc_use_registers(use, m->registers_per_partition, registers * use->threads,
                       gocc_round(held * GOCC_V3D_LANES, m->register_unit));
    if (k->max_threads_per_group != 0)
        gocc_use_bound(use, gocc_amount(k->max_threads_per_group));
}

/* Returns the number of resident groups if Mesa packs groups into supergroups. A supergroup has
 * the number of groups, at most 16, that leaves the fewest lanes idle; of several such numbers, the
 * smallest. If the kernel uses a barrier, a supergroup uses at most half of the QPUs' threads. */
static uint32_t packed_groups(const struct gocc_question *question, const struct gocc_use *use)
{
    const uint32_t fit = gocc_fit(use), threads = use->threads;
    uint32_t most = GOCC_V3D_PACKED, best = 1, least = GOCC_V3D_LANES, count;

    if (gocc_amount(question->kernel.barriers_per_group) != 0)
        most = gocc_min(threads, fit / 2) * GOCC_V3D_LANES / threads;
    for (count = 1; count <= most; count++) {
        const uint32_t idle = gocc_up_power(count * threads, GOCC_V3D_LANES) - count * threads;

        if (idle < least) {
            best = count;
            least = idle;
        }
    }
    return fit / gocc_waves(best * threads, GOCC_V3D_LANES) * best;
}

/* Marks the result as a lower bound if packing would make more groups resident. Whether Mesa packs
 * is not known: it does not if the kernel uses subgroup operations, or if the grid has few groups.
 */
void gocc_v3d_finish(const struct gocc_question *question, const struct gocc_use *use,
                     struct gocc_placement *placement)
{
    if (placement->groups != 0 && packed_groups(question, use) > placement->groups)
        placement->notes |= 1u << GPUOCC_NOTE_LOWER_BOUND;
}

/* Shortens a name that ends in "V3D" with a revision ("V3D 7.1.7.0") to its version of two digits
 * ("V3D 7.1"); others may end in dots as well ("GeForce RTX 4070 ...").
 * Returns 1, or 0 if the name has no revision. */
uint32_t gocc_v3d_profile(const char **name, size_t *length)
{
    size_t at, dots = 0, end = 0;

    for (at = 0; at < *length; at++) {
        const char c = (*name)[at];

        dots += c == '.';
        if (dots < 2)
            continue;
        if (end == 0)
            end = at;
        if (c != '.' && (c < '0' || c > '9'))
            return 0;
    }
    if (end < 7 || ((*name)[end - 7] | 0x20) != 'v')
        return 0;
    *length = end;
    return 1;
}
