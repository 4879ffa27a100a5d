/* SPDX-License-Identifier: MIT
 *
 * Looks up blocks of rows in the tables of a plan. The loops have a constant length and no
 * branches, so that compilers vectorise them.
 */
#include "plan/plan.h"

/* Intermediate values of a block of rows. */
struct block {
    uint32_t in_rows[GOCC_BLOCK], in_shared[GOCC_BLOCK]; /* indices into the tables */
    int16_t row[GOCC_BLOCK], shared[GOCC_BLOCK];         /* entries at these indices */
    float waves[GOCC_BLOCK]; /* of a group; SSE2 cannot multiply 32-bit integers */
};

/* Computes the indices of a block of rows. Returns 0 if one of them is beyond the end of a table.
 */
static int find_indices(const gpuocc_plan *plan, const uint32_t *restrict threads,
                        const uint32_t *restrict registers, const uint32_t *restrict shared,
                        struct block *restrict b)
{
    const uint32_t wave_shift = plan->wave_shift, stride_shift = plan->stride_shift;
    const uint32_t register_shift = plan->register_shift, shared_shift = plan->shared_shift;
    const uint32_t register_up = (1u << register_shift) - 1, shared_up = (1u << shared_shift) - 1;
    uint32_t all_threads = 0, all_registers = 0, all_shared = 0, i;

    for (i = 0; i != GOCC_BLOCK; i++) {
        const uint32_t t = threads[i] - 1, r = registers[i], s = shared[i], wave = t >> wave_shift;

        all_threads |= t;
        all_registers |= r;
        all_shared |= s;
        b->in_rows[i] = (wave << stride_shift) + ((r + register_up) >> register_shift);
        b->in_shared[i] = (s + shared_up) >> shared_shift;
        b->waves[i] = (float)(int32_t)(wave + 1);
    }
    return all_threads <= plan->last_thread && all_registers <= plan->last_registers &&
           all_shared <= plan->last_shared;
}

/* Adds static and dynamic shared memory of each row, including the bytes per thread. Returns 0 if
 * a sum could overflow. With more threads than the tables contain it can, but such a row is
 * rejected by its threads. */
static int add_dynamic(const gpuocc_plan *plan, const uint32_t *const column[GOCC_COLUMNS],
                       uint32_t *restrict sum)
{
    const uint32_t *restrict shared = column[GOCC_SHARED], *restrict dynamic = column[GOCC_DYNAMIC];
    const uint32_t *restrict threads = column[GOCC_THREADS];
    const uint32_t each = plan->base.dynamic_shared_bytes_per_thread;
    uint32_t all = 0, i;

    for (i = 0; i != GOCC_BLOCK; i++) {
        all |= shared[i] | dynamic[i];
        sum[i] = shared[i] + dynamic[i] + each * threads[i];
    }
    return all <= plan->last_shared;
}

/* Returns four entries in the order in which they are stored in memory. */
static uint64_t four(const uint16_t *table, const uint32_t *at)
{
    const uint64_t a = table[at[0]], b = table[at[1]], c = table[at[2]], d = table[at[3]];

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return a << 48 | b << 32 | c << 16 | d;
#else
    return d << 48 | c << 32 | b << 16 | a;
#endif
}

/* Reads both entries of each row. One store writes four entries, because stores limit the speed. */
static void look_up(const uint16_t *restrict rows, const uint16_t *restrict shared,
                    struct block *restrict b)
{
    uint64_t entries;
    uint32_t i;

    for (i = 0; i != GOCC_BLOCK; i += 4) {
        entries = four(rows, b->in_rows + i);
        memcpy(b->row + i, &entries, sizeof entries);
        entries = four(shared, b->in_shared + i);
        memcpy(b->shared + i, &entries, sizeof entries);
    }
}

/* Combines the two entries of each row: the smaller one, or the limiters of both if the groups are
 * equal. Returns 0 if a row has no entry. */
static int combine(const struct block *restrict b, uint32_t *restrict groups,
                   uint32_t *restrict resident, uint32_t *restrict limiters,
                   uint32_t *restrict status)
{
    int16_t least = INT16_MAX;
    uint32_t i;

    for (i = 0; i != GOCC_BLOCK; i++) {
        const int16_t row = b->row[i], shared = b->shared[i], less = row < shared ? row : shared;
        const uint16_t tie = (uint16_t)(row ^ shared) >> 8 == 0 ? 0xffff : 0;
        const uint16_t both = (uint16_t)((row | shared) & tie), held = GOCC_PLAN_ANSWER(less) >> 8;

        least = less < least ? less : least;
        groups[i] = held;
        limiters[i] = ((uint16_t)less | both) & 0xff;
        resident[i] = (uint32_t)(int32_t)((float)(int32_t)held * b->waves[i]);
        status[i] = 0;
    }
    return least > (int16_t)GOCC_PLAN_NONE;
}

/* Replaces groups and waves by GPUOCC_UNKNOWN where the groups are unknown. */
static void mark_unknown(uint32_t *restrict groups, uint32_t *restrict resident)
{
    uint32_t i;

    for (i = 0; i != GOCC_BLOCK; i++) {
        resident[i] = groups[i] == GOCC_PLAN_UNKNOWN ? GPUOCC_UNKNOWN : resident[i];
        groups[i] = groups[i] == GOCC_PLAN_UNKNOWN ? GPUOCC_UNKNOWN : groups[i];
    }
}

int gocc_block_look_up(const gpuocc_plan *plan, const uint32_t *const column[GOCC_COLUMNS],
                       uint32_t *const to[GOCC_OUTPUTS])
{
    const uint32_t *shared = column[GOCC_SHARED];
    uint32_t sum[GOCC_BLOCK];
    struct block block;

    if (column[GOCC_DYNAMIC] != NULL) {
        if (!add_dynamic(plan, column, sum))
            return 0;
        shared = sum;
    }
    if (!find_indices(plan, column[GOCC_THREADS], column[GOCC_REGISTERS], shared, &block))
        return 0;
    look_up(plan->rows, plan->shared, &block);
    if (!combine(&block, to[GOCC_OUTPUT_GROUPS], to[GOCC_OUTPUT_WAVES], to[GOCC_OUTPUT_LIMITERS],
                 to[GOCC_OUTPUT_STATUS]))
        return 0;
    if (plan->unknown)
        mark_unknown(to[GOCC_OUTPUT_GROUPS], to[GOCC_OUTPUT_WAVES]);
    return 1;
}
