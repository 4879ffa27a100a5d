/* SPDX-License-Identifier: MIT
 *
 * Columns in, columns out. Rows go in blocks of a constant length through loops without branches,
 * which compilers turn into vector code; what the tables do not hold goes the way of one query.
 */
#include "plan.h"

#include "admit.h"

#define BLOCK 128u

enum column { THREADS, REGISTERS, SHARED, DYNAMIC, COLUMNS };

struct run {
    const gpuocc_plan *plan;
    const uint32_t *fields;
    const uint32_t *const *in;
    const uint32_t *results;
    uint32_t *const *out;
    size_t rows, ins, outs;
    int32_t *status;
};

/* What is known of the rows of a block. */
struct block {
    uint32_t in_rows[BLOCK], in_shared[BLOCK]; /* where they stand in the tables */
    uint16_t row[BLOCK], shared[BLOCK];        /* what stands there */
    uint16_t waves[BLOCK];                     /* of a group */
    uint16_t groups[BLOCK], limiters[BLOCK], resident[BLOCK];
};

/* One result of one row the long way. */
static uint32_t result_of(const gpuocc_occupancy *occupancy, uint32_t result)
{
    uint64_t low, high;
    int32_t status;

    switch (result) {
    case GPUOCC_RESULT_GROUPS:
        return occupancy->answer.groups;
    case GPUOCC_RESULT_WAVES:
        return occupancy->answer.waves;
    case GPUOCC_RESULT_LIMITERS:
        return occupancy->answer.limiters;
    case GPUOCC_RESULT_MAX_WAVES:
        return occupancy->answer.max_waves;
    default:
        status = gpuocc_occupancy_get(occupancy, result % GPUOCC_RESULT_INDEX_STEP,
                                      result / GPUOCC_RESULT_INDEX_STEP, &low, &high);
        if (status == GPUOCC_NOT_APPLICABLE)
            return GPUOCC_NONE;
        return status == GPUOCC_OK && low == high && low < GPUOCC_NONE ? (uint32_t)low
                                                                       : GPUOCC_UNKNOWN;
    }
}

/* One row the long way. */
static void answer_row(const struct run *run, size_t i)
{
    gpuocc_kernel kernel = run->plan->base;
    gpuocc_occupancy memory, *occupancy;
    int32_t status;
    size_t c;

    for (c = 0; c < run->ins; c++)
        gocc_kernel_set(&kernel, run->fields[c], run->in[c][i]);
    status = gpuocc_occupancy_init(&memory, sizeof memory, run->plan->device, run->plan->convention,
                                   &kernel, &occupancy, NULL);
    for (c = 0; c < run->outs; c++)
        run->out[c][i] =
            status == GPUOCC_OK ? result_of(occupancy, run->results[c]) : GPUOCC_UNKNOWN;
    if (run->status != NULL)
        run->status[i] = status;
}

/* Whether all bits of what the rows have are below the limits: each number is looked at itself,
 * for what wraps around, and moved so that the limit is a power of two. */
static uint32_t limit_move(uint32_t most, uint32_t *above)
{
    uint32_t power = 1;

    while (power <= most)
        power *= 2;
    *above = ~(power - 1);
    return power - 1 - most;
}

/* What the threads of each row add to its dynamic shared memory. */
static void add_each(uint32_t *restrict to, const uint32_t *restrict dynamic,
                     const uint32_t *restrict threads, uint32_t each)
{
    uint32_t i;

    for (i = 0; i < BLOCK; i++)
        to[i] = dynamic[i] + each * threads[i];
}

/* Where the rows of a block stand in the tables; 0 if one of them does not. */
static int stand(const gpuocc_plan *plan, const uint32_t *const column[COLUMNS],
                 struct block *restrict b)
{
    const uint32_t *restrict threads = column[THREADS], *restrict registers = column[REGISTERS];
    const uint32_t *restrict shared = column[SHARED], *restrict dynamic = column[DYNAMIC];
    const uint32_t wave_shift = plan->wave_shift, stride_shift = plan->stride_shift;
    const uint32_t register_shift = plan->register_shift, shared_shift = plan->shared_shift;
    const uint32_t register_up = (1u << register_shift) - 1, shared_up = (1u << shared_shift) - 1;
    uint32_t above[3], all[3] = {0, 0, 0}, i;
    const uint32_t move_threads = limit_move(plan->max_threads - 1, &above[0]);
    const uint32_t move_registers = limit_move(plan->max_registers, &above[1]);
    const uint32_t move_shared = limit_move(plan->max_shared, &above[2]);
    uint32_t all_dynamic[BLOCK];

    if (plan->base.dynamic_shared_bytes_per_thread != 0) {
        add_each(all_dynamic, dynamic, threads, plan->base.dynamic_shared_bytes_per_thread);
        for (i = 0; i < BLOCK; i++)
            all[2] |= dynamic[i];
        dynamic = all_dynamic;
    }
    for (i = 0; i < BLOCK; i++) {
        const uint32_t t = threads[i] - 1, r = registers[i], s = shared[i] + dynamic[i];

        all[0] |= t | (t + move_threads);
        all[1] |= r | (r + move_registers);
        all[2] |= shared[i] | dynamic[i] | (s + move_shared);
        b->in_rows[i] = ((t >> wave_shift) << stride_shift) + ((r + register_up) >> register_shift);
        b->in_shared[i] = (s + shared_up) >> shared_shift;
        b->waves[i] = (uint16_t)((t >> wave_shift) + 1);
    }
    return ((all[0] & above[0]) | (all[1] & above[1]) | (all[2] & above[2])) == 0;
}

/* Two look-ups a row. */
static void look_up(const uint16_t *restrict rows, const uint16_t *restrict shared,
                    struct block *restrict b)
{
    uint32_t i;

    for (i = 0; i < BLOCK; i++) {
        b->row[i] = rows[b->in_rows[i]];
        b->shared[i] = shared[b->in_shared[i]];
    }
}

/* The smaller entry, or both where they agree. */
static void combine(struct block *restrict b)
{
    uint32_t i;

    for (i = 0; i < BLOCK; i++) {
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

    for (i = 0; i < BLOCK; i++)
        to[i] = from[i];
}

/* Puts UNKNOWN where nobody knows the groups. */
static void mark_unknown(uint32_t *restrict to, const uint16_t *restrict groups)
{
    uint32_t i;

    for (i = 0; i < BLOCK; i++)
        to[i] = groups[i] == GOCC_PLAN_UNKNOWN ? GPUOCC_UNKNOWN : to[i];
}

static void write_result(const gpuocc_plan *plan, const struct block *b, uint32_t result,
                         uint32_t *to)
{
    uint32_t i;

    switch (result) {
    case GPUOCC_RESULT_GROUPS:
        widen(to, b->groups);
        if (plan->unknown)
            mark_unknown(to, b->groups);
        break;
    case GPUOCC_RESULT_WAVES:
        widen(to, b->resident);
        if (plan->unknown)
            mark_unknown(to, b->groups);
        break;
    case GPUOCC_RESULT_LIMITERS:
        widen(to, b->limiters);
        break;
    default:
        for (i = 0; i < BLOCK; i++)
            to[i] = plan->max_waves;
    }
}

/* One whole block, whose columns begin there; 0 if it has a row that is not in the tables: nothing
 * is written then. */
static int answer_block(const struct run *run, size_t at, const uint32_t *const column[COLUMNS])
{
    const gpuocc_plan *plan = run->plan;
    struct block b;
    size_t c;

    if (!stand(plan, column, &b))
        return 0;
    look_up(plan->rows, plan->shared, &b);
    combine(&b);
    for (c = 0; c < run->outs; c++)
        write_result(plan, &b, run->results[c], run->out[c] + at);
    return 1;
}

/* The rows from `at` on, at most a block: those that are not in the tables the long way, the others
 * together in copies, with rows that are in any table in place of the missing ones. */
static void answer_some(const struct run *run, size_t at, uint32_t count,
                        const uint32_t *const column[COLUMNS], const size_t step[COLUMNS])
{
    const gpuocc_plan *plan = run->plan;
    const uint32_t each = plan->base.dynamic_shared_bytes_per_thread;
    uint32_t in[COLUMNS][BLOCK], to[BLOCK], c, i;
    const uint32_t *here[COLUMNS];
    uint8_t odd[BLOCK];
    struct block b;
    size_t r;

    for (i = 0; i < BLOCK; i++) {
        for (c = 0; c < COLUMNS && i < count; c++)
            in[c][i] = column[c][(at + i) * step[c]];
        odd[i] = i >= count || in[THREADS][i] - 1 >= plan->max_threads ||
                 in[REGISTERS][i] > plan->max_registers ||
                 (uint64_t)in[SHARED][i] + in[DYNAMIC][i] + (uint64_t)each * in[THREADS][i] >
                     plan->max_shared;
        in[THREADS][i] = odd[i] ? 1 : in[THREADS][i];
        for (c = REGISTERS; c < COLUMNS && odd[i]; c++)
            in[c][i] = 0;
    }
    for (c = 0; c < COLUMNS; c++)
        here[c] = in[c];
    stand(plan, here, &b);
    look_up(plan->rows, plan->shared, &b);
    combine(&b);
    for (i = 0; i < count; i++)
        if (odd[i])
            answer_row(run, at + i);
        else if (run->status != NULL)
            run->status[at + i] = GPUOCC_OK;
    for (r = 0; r < run->outs; r++) {
        write_result(plan, &b, run->results[r], to);
        for (i = 0; i < count; i++)
            run->out[r][at + i] = odd[i] ? run->out[r][at + i] : to[i];
    }
}

/* Whether every column is one that the tables know. */
static int is_fast(const struct run *run)
{
    const gpuocc_kernel *base = &run->plan->base;
    const uint32_t dynamic = base->dynamic_shared_bytes | base->dynamic_shared_bytes_per_thread;

    size_t c;

    /* What each thread adds is multiplied in 32 bits. */
    if (!run->plan->fast || (!run->plan->by_sum && dynamic != 0) ||
        base->dynamic_shared_bytes_per_thread > 65535)
        return 0;
    for (c = 0; c < run->ins; c++)
        if (run->fields[c] != GPUOCC_KERNEL_THREADS_PER_GROUP &&
            run->fields[c] != run->plan->register_field &&
            run->fields[c] != GPUOCC_KERNEL_SHARED_BYTES &&
            (run->fields[c] != GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES || !run->plan->by_sum))
            return 0;
    for (c = 0; c < run->outs; c++)
        if (run->results[c] != GPUOCC_RESULT_GROUPS && run->results[c] != GPUOCC_RESULT_WAVES &&
            run->results[c] != GPUOCC_RESULT_LIMITERS &&
            (run->results[c] != GPUOCC_RESULT_MAX_WAVES || run->plan->max_waves == GOCC_NO_LIMIT))
            return 0;
    return 1;
}

/* The column of a field, or one made of the base's value. */
static void find_column(const struct run *run, uint32_t field, uint32_t fixed[BLOCK],
                        const uint32_t **column, size_t *step)
{
    uint32_t i;
    size_t c;

    *step = 0;
    *column = fixed;
    for (c = 0; c < run->ins; c++)
        if (run->fields[c] == field) {
            *column = run->in[c];
            *step = 1;
            return;
        }
    for (i = 0; i < BLOCK; i++)
        fixed[i] = gocc_kernel_word(&run->plan->base, field);
}

static void answer_fast(const struct run *run)
{
    const uint32_t fields[COLUMNS] = {GPUOCC_KERNEL_THREADS_PER_GROUP, run->plan->register_field,
                                      GPUOCC_KERNEL_SHARED_BYTES,
                                      GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES};
    uint32_t fixed[COLUMNS][BLOCK], c;
    const uint32_t *column[COLUMNS], *here[COLUMNS];
    size_t step[COLUMNS], at;

    for (c = 0; c < COLUMNS; c++)
        find_column(run, fields[c], fixed[c], &column[c], &step[c]);
    for (at = 0; at + BLOCK <= run->rows; at += BLOCK) {
        for (c = 0; c < COLUMNS; c++)
            here[c] = column[c] + at * step[c];
        if (!answer_block(run, at, here))
            answer_some(run, at, BLOCK, column, step);
        else if (run->status != NULL)
            memset(run->status + at, 0, BLOCK * sizeof *run->status);
    }
    if (at < run->rows)
        answer_some(run, at, (uint32_t)(run->rows - at), column, step);
}

static int32_t check(const struct run *run)
{
    uint32_t named = 0, result;
    size_t c;

    if ((run->ins != 0 && (run->fields == NULL || run->in == NULL)) ||
        (run->outs != 0 && (run->results == NULL || run->out == NULL)))
        return GPUOCC_ERROR_NULL;
    for (c = 0; c < run->ins; c++) {
        if (run->fields[c] == GPUOCC_KERNEL_SIZE || run->fields[c] >= GPUOCC_KERNEL_FIELD_COUNT ||
            (named >> run->fields[c] & 1) != 0)
            return GPUOCC_ERROR_FIELD;
        named |= 1u << run->fields[c];
        if (run->in[c] == NULL)
            return GPUOCC_ERROR_NULL;
    }
    for (c = 0; c < run->outs; c++) {
        result = run->results[c] % GPUOCC_RESULT_INDEX_STEP;
        if (result >= GPUOCC_RESULT_COUNT)
            return GPUOCC_ERROR_FIELD;
        if (run->results[c] / GPUOCC_RESULT_INDEX_STEP >= gocc_result_indices(result))
            return GPUOCC_ERROR_INDEX;
        if (run->out[c] == NULL)
            return GPUOCC_ERROR_NULL;
    }
    return GPUOCC_OK;
}

int32_t gpuocc_plan_run(const gpuocc_plan *plan, size_t rows, const uint32_t *fields,
                        const uint32_t *const *in, size_t ins, const uint32_t *results,
                        uint32_t *const *out, size_t outs, int32_t *status)
{
    const struct run run = {plan, fields, in, results, out, rows, ins, outs, status};
    int32_t checked;
    size_t i;

    if (plan == NULL)
        return GPUOCC_ERROR_NULL;
    checked = check(&run);
    if (checked != GPUOCC_OK)
        return checked;
    if (is_fast(&run))
        answer_fast(&run);
    else
        for (i = 0; i < rows; i++)
            answer_row(&run, i);
    return GPUOCC_OK;
}
