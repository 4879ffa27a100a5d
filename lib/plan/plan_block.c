/* SPDX-License-Identifier: MIT
 *
 * A block of rows of a plan: loops of a constant length without branches, which compilers turn into
 * vector code.
 */
#include "plan/plan.h"

/* Adds what the threads of each row add. */
static void add_each(uint32_t *restrict sum, const uint32_t *restrict threads, uint32_t each)
{
    uint32_t i;

    for (i = 0; i != GOCC_BLOCK; i++)
        sum[i] += each * threads[i];
}

/* Where the rows of a block stand in the tables; 0 if one of them does not. A number above its
 * limit leaves the highest bit set in one of the two that are looked at: limits are below 2^31. */
static int stand(const gpuocc_plan *plan, const uint32_t *restrict threads,
                 const uint32_t *restrict registers, const uint32_t *restrict shared,
                 struct gocc_block *restrict b)
{
    const uint32_t wave_shift = plan->wave_shift, stride_shift = plan->stride_shift;
    const uint32_t register_shift = plan->register_shift, shared_shift = plan->shared_shift;
    const uint32_t register_up = (1u << register_shift) - 1, shared_up = (1u << shared_shift) - 1;
    const uint32_t last_thread = plan->max_threads - 1, max_registers = plan->max_registers;
    const uint32_t max_shared = plan->max_shared;
    uint32_t odd = 0, i;

    for (i = 0; i != GOCC_BLOCK; i++) {
        const uint32_t t = threads[i] - 1, r = registers[i], s = shared[i];

        odd |= ((last_thread - t) | t) | ((max_registers - r) | r) | ((max_shared - s) | s);
        b->in_rows[i] = ((t >> wave_shift) << stride_shift) + ((r + register_up) >> register_shift);
        b->in_shared[i] = (s + shared_up) >> shared_shift;
    }
    for (i = 0; i != GOCC_BLOCK; i++)
        b->waves[i] = (uint16_t)(((threads[i] - 1) >> wave_shift) + 1);
    return odd >> 31 == 0;
}

/* Static and dynamic shared memory of each row, what the threads add included; 0 if a sum may wrap
 * around. */
static int add_dynamic(const gpuocc_plan *plan, const uint32_t *const column[GOCC_COLUMNS],
                       uint32_t *restrict sum)
{
    const uint32_t *restrict shared = column[GOCC_SHARED], *restrict dynamic = column[GOCC_DYNAMIC];
    const uint32_t *restrict threads = column[GOCC_THREADS];
    const uint32_t max_threads = plan->max_threads, max_shared = plan->max_shared;
    uint32_t odd = 0, i;

    for (i = 0; i != GOCC_BLOCK; i++) {
        odd |= ((max_threads - threads[i]) | threads[i]) | ((max_shared - shared[i]) | shared[i]) |
               ((max_shared - dynamic[i]) | dynamic[i]);
        sum[i] = shared[i] + dynamic[i];
    }
    if (plan->base.dynamic_shared_bytes_per_thread != 0)
        add_each(sum, threads, plan->base.dynamic_shared_bytes_per_thread);
    return odd >> 31 == 0;
}

/* Two look-ups a row. */
static void look_up(const uint16_t *restrict rows, const uint16_t *restrict shared,
                    struct gocc_block *restrict b)
{
    uint32_t i;

    for (i = 0; i != GOCC_BLOCK; i += 4) {
        b->row[i] = rows[b->in_rows[i]];
        b->shared[i] = shared[b->in_shared[i]];
        b->row[i + 1] = rows[b->in_rows[i + 1]];
        b->shared[i + 1] = shared[b->in_shared[i + 1]];
        b->row[i + 2] = rows[b->in_rows[i + 2]];
        b->shared[i + 2] = shared[b->in_shared[i + 2]];
        b->row[i + 3] = rows[b->in_rows[i + 3]];
        b->shared[i + 3] = shared[b->in_shared[i + 3]];
    }
}

/* The smaller entry, or both where they agree. */
static void combine(struct gocc_block *restrict b)
{
    uint32_t i;

    for (i = 0; i != GOCC_BLOCK; i++) {
        const uint16_t row = b->row[i], shared = b->shared[i], less = row < shared ? row : shared;
        const uint16_t tie = (uint16_t)(row ^ shared) >> 8 == 0 ? 0xff : 0;
        const uint16_t groups = (uint16_t)(less >> 8);

        b->groups[i] = groups;
        b->limiters[i] = (uint16_t)((less & 0xff) | ((row | shared) & tie));
        b->resident[i] = (uint16_t)(groups * b->waves[i]);
    }
}

static void widen(uint32_t *restrict to, const uint16_t *restrict from)
{
    uint32_t i;

    for (i = 0; i != GOCC_BLOCK; i++)
        to[i] = from[i];
}

/* Puts UNKNOWN where the groups are unknown. */
static void mark_unknown(uint32_t *restrict to, const uint16_t *restrict groups)
{
    uint32_t i;

    for (i = 0; i != GOCC_BLOCK; i++)
        to[i] = groups[i] == GOCC_PLAN_UNKNOWN ? GPUOCC_UNKNOWN : to[i];
}

int gocc_block_look_up(const gpuocc_plan *plan, const uint32_t *const column[GOCC_COLUMNS],
                       struct gocc_block *block)
{
    const uint32_t *shared = column[GOCC_SHARED];
    uint32_t sum[GOCC_BLOCK];

    if (column[GOCC_DYNAMIC] != NULL) {
        if (!add_dynamic(plan, column, sum))
            return 0;
        shared = sum;
    }
    if (!stand(plan, column[GOCC_THREADS], column[GOCC_REGISTERS], shared, block))
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
