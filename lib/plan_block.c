/* SPDX-License-Identifier: MIT
 *
 * A block of rows of a plan: loops of a constant length without branches, which compilers turn into
 * vector code.
 */
#include "plan.h"

/* What the threads of each row add to its dynamic shared memory. */
static void add_each(uint32_t *restrict to, const uint32_t *restrict dynamic,
                     const uint32_t *restrict threads, uint32_t each)
{
    uint32_t i;

    for (i = 0; i != GOCC_BLOCK; i++)
        to[i] = dynamic[i] + each * threads[i];
}

/* Where the rows of a block stand in the tables; 0 if one of them does not. */
static int stand(const gpuocc_plan *plan, const uint32_t *const column[GOCC_COLUMNS],
                 struct gocc_block *restrict b)
{
    const uint32_t *restrict threads = column[GOCC_THREADS];
    const uint32_t *restrict registers = column[GOCC_REGISTERS];
    const uint32_t *restrict shared = column[GOCC_SHARED], *restrict dynamic = column[GOCC_DYNAMIC];
    const uint32_t wave_shift = plan->wave_shift, stride_shift = plan->stride_shift;
    const uint32_t register_shift = plan->register_shift, shared_shift = plan->shared_shift;
    const uint32_t register_up = (1u << register_shift) - 1, shared_up = (1u << shared_shift) - 1;
    const uint32_t max_threads = plan->max_threads, max_registers = plan->max_registers;
    const uint32_t max_shared = plan->max_shared, *restrict with_each = dynamic;
    uint32_t all_dynamic[GOCC_BLOCK], odd = 0, i;

    if (plan->base.dynamic_shared_bytes_per_thread) {
        add_each(all_dynamic, dynamic, threads, plan->base.dynamic_shared_bytes_per_thread);
        with_each = all_dynamic;
    }
    for (i = 0; i != GOCC_BLOCK; i++) {
        const uint32_t t = threads[i] - 1, r = registers[i], s = shared[i] + with_each[i];

        /* Each number is looked at by itself, for what wraps around. */
        odd |= (uint32_t)(t >= max_threads) | (uint32_t)(r > max_registers) |
               (uint32_t)(s > max_shared) | (uint32_t)(shared[i] > max_shared) |
               (uint32_t)(dynamic[i] > max_shared);
        b->in_rows[i] = ((t >> wave_shift) << stride_shift) + ((r + register_up) >> register_shift);
        b->in_shared[i] = (s + shared_up) >> shared_shift;
        b->waves[i] = (uint16_t)((t >> wave_shift) + 1);
    }
    return !odd;
}

/* Two look-ups a row. */
static void look_up(const uint16_t *restrict rows, const uint16_t *restrict shared,
                    struct gocc_block *restrict b)
{
    uint32_t i;

    for (i = 0; i != GOCC_BLOCK; i++) {
        b->row[i] = rows[b->in_rows[i]];
        b->shared[i] = shared[b->in_shared[i]];
    }
}

/* The smaller entry, or both where they agree. */
static void combine(struct gocc_block *restrict b)
{
    uint32_t i;

    for (i = 0; i != GOCC_BLOCK; i++) {
        const int16_t by_row = (int16_t)(b->row[i] >> 8), by_shared = (int16_t)(b->shared[i] >> 8);
        const int16_t groups = by_row < by_shared ? by_row : by_shared;
        const uint16_t of_row = (uint16_t)(by_row <= by_shared ? b->row[i] : 0);
        const uint16_t of_shared = (uint16_t)(by_shared <= by_row ? b->shared[i] : 0);

        b->groups[i] = (uint16_t)groups;
        b->limiters[i] = (uint16_t)((of_row | of_shared) & 0xff);
        b->resident[i] = (uint16_t)(groups * b->waves[i]);
    }
}

static void widen(uint32_t *restrict to, const uint16_t *restrict from)
{
    uint32_t i;

    for (i = 0; i != GOCC_BLOCK; i++)
        to[i] = from[i];
}

/* Puts UNKNOWN where nobody knows the groups. */
static void mark_unknown(uint32_t *restrict to, const uint16_t *restrict groups)
{
    uint32_t i;

    for (i = 0; i != GOCC_BLOCK; i++)
        to[i] = groups[i] == GOCC_PLAN_UNKNOWN ? GPUOCC_UNKNOWN : to[i];
}

int gocc_block_look_up(const gpuocc_plan *plan, const uint32_t *const column[GOCC_COLUMNS],
                       struct gocc_block *block)
{
    if (!stand(plan, column, block))
        return 0;
    look_up(plan->rows, plan->shared, block);
    combine(block);
    return 1;
}

void gocc_block_write(const gpuocc_plan *plan, const struct gocc_block *block, uint32_t result,
                      uint32_t *to)
{
    uint32_t i;

    switch (result) {
    case GPUOCC_RESULT_GROUPS:
        widen(to, block->groups);
        if (plan->unknown)
            mark_unknown(to, block->groups);
        break;
    case GPUOCC_RESULT_WAVES:
        widen(to, block->resident);
        if (plan->unknown)
            mark_unknown(to, block->groups);
        break;
    case GPUOCC_RESULT_LIMITERS:
        widen(to, block->limiters);
        break;
    default:
        for (i = 0; i != GOCC_BLOCK; i++)
            to[i] = plan->max_waves;
    }
}
