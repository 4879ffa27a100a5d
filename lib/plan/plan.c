/* SPDX-License-Identifier: MIT
 *
 * Evaluates columns of queries in blocks of rows (plan_block.c). Rows that are not in the tables
 * are evaluated like single queries.
 */
#include "plan/plan.h"

#include "occupancy/validate.h"

struct run {
    const gpuocc_plan *plan;
    const uint32_t *fields;
    const uint32_t *const *in;
    const uint32_t *results;
    uint32_t *const *out;
    size_t rows, ins, outs;
    int32_t *status;
};

/* Outputs of a row, and the output that is the same for all rows. */
#define MAX_WAVES GOCC_OUTPUTS
#define OUTPUTS   (GOCC_OUTPUTS + 1)

/* The outputs of a block. */
struct outputs {
    uint32_t made[OUTPUTS][GOCC_BLOCK];
    uint32_t *own[GOCC_OUTPUTS]; /* result columns that are written directly, or NULL */
};

/* Returns the output that a result is; OUTPUTS if it is none. */
static uint32_t output_of(uint32_t result)
{
    static const uint8_t results[OUTPUTS] = {[GOCC_OUTPUT_GROUPS] = GPUOCC_RESULT_GROUPS,
                                             [GOCC_OUTPUT_WAVES] = GPUOCC_RESULT_WAVES,
                                             [GOCC_OUTPUT_LIMITERS] = GPUOCC_RESULT_LIMITERS,
                                             [MAX_WAVES] = GPUOCC_RESULT_MAX_WAVES};
    uint32_t i = 0;

    while (i != OUTPUTS && results[i] != result)
        i++;
    return i;
}

/* Returns one result of one row from a single query. */
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

/* Evaluates one row as a single query. */
static void answer_row(const struct run *run, size_t i)
{
    const gpuocc_plan *plan = run->plan;
    gpuocc_kernel kernel = plan->base;
    gpuocc_occupancy occupancy;
    int32_t status;
    size_t c;

    for (c = 0; c < run->ins; c++)
        gocc_kernel_set(&kernel, run->fields[c], run->in[c][i]);
    status = gpuocc_occupancy_init(&occupancy, plan->device, plan->convention, &kernel, NULL);
    for (c = 0; c < run->outs; c++)
        run->out[c][i] =
            status == GPUOCC_OK ? result_of(&occupancy, run->results[c]) : GPUOCC_UNKNOWN;
    if (run->status != NULL)
        run->status[i] = status;
}

/* Evaluates a whole block from row `at`. Returns 0 if a row is not in the tables. */
static int answer_block(const struct run *run, size_t at,
                        const uint32_t *const column[GOCC_COLUMNS], struct outputs *outputs)
{
    const uint32_t *from;
    uint32_t *to[OUTPUTS], i;
    size_t c;

    for (i = 0; i != GOCC_OUTPUTS; i++)
        to[i] = outputs->own[i] != NULL ? outputs->own[i] + at : outputs->made[i];
    to[MAX_WAVES] = outputs->made[MAX_WAVES];
    if (!gocc_block_look_up(run->plan, column, to))
        return 0;
    for (c = 0; c < run->outs; c++) {
        from = to[output_of(run->results[c])];
        if (from != run->out[c] + at)
            memcpy(run->out[c] + at, from, sizeof outputs->made[0]);
    }
    return 1;
}

/* Evaluates up to a block of rows from row `at`. Rows that are not in the tables are single
 * queries. The others are copied and looked up together, with rows that are in every table in place
 * of the missing ones. */
static void answer_some(const struct run *run, size_t at, uint32_t count,
                        const uint32_t *const column[GOCC_COLUMNS], const size_t step[GOCC_COLUMNS],
                        struct outputs *outputs)
{
    const gpuocc_plan *plan = run->plan;
    const uint32_t each = plan->base.dynamic_shared_bytes_per_thread;
    uint32_t in[GOCC_COLUMNS][GOCC_BLOCK], c, i;
    const uint32_t *here[GOCC_COLUMNS];
    const uint32_t *from;
    uint32_t *to[GOCC_OUTPUTS];
    uint8_t odd[GOCC_BLOCK];
    size_t r;

    memset(in, 0, sizeof in); /* no threads after the last row */
    for (c = 0; c != GOCC_COLUMNS; c++)
        for (i = 0; i < count; i++)
            in[c][i] = column[c][(at + i) * step[c]];
    for (i = 0; i != GOCC_BLOCK; i++) {
        odd[i] = in[GOCC_THREADS][i] - 1 >= plan->max_threads ||
                 in[GOCC_REGISTERS][i] > plan->max_registers ||
                 (uint64_t)in[GOCC_SHARED][i] + in[GOCC_DYNAMIC][i] +
                         (uint64_t)each * in[GOCC_THREADS][i] >
                     plan->max_shared;
        in[GOCC_THREADS][i] = odd[i] ? 1 : in[GOCC_THREADS][i];
        for (c = GOCC_REGISTERS; c != GOCC_COLUMNS && odd[i]; c++)
            in[c][i] = 0;
    }
    for (c = 0; c != GOCC_COLUMNS; c++)
        here[c] = in[c];
    for (i = 0; i != GOCC_OUTPUTS; i++)
        to[i] = outputs->made[i];
    (void)gocc_block_look_up(plan, here, to);
    for (i = 0; i < count; i++)
        if (odd[i])
            answer_row(run, at + i);
        else if (run->status != NULL)
            run->status[at + i] = GPUOCC_OK;
    for (r = 0; r < run->outs; r++) {
        from = outputs->made[output_of(run->results[r])];
        for (i = 0; i < count; i++)
            run->out[r][at + i] = odd[i] ? run->out[r][at + i] : from[i];
    }
}

/* Whether the tables cover every column. */
static int is_fast(const struct run *run)
{
    const gpuocc_kernel *base = &run->plan->base;
    const uint32_t dynamic = base->dynamic_shared_bytes | base->dynamic_shared_bytes_per_thread;

    size_t c;

    /* Sums of shared memory, including the bytes per thread, must fit in 32 bits. */
    if (!run->plan->fast || (!run->plan->by_sum && dynamic != 0) ||
        base->dynamic_shared_bytes_per_thread > run->plan->max_shared ||
        (uint64_t)base->dynamic_shared_bytes_per_thread * run->plan->max_threads > INT32_MAX)
        return 0;
    for (c = 0; c < run->ins; c++)
        if (run->fields[c] != GPUOCC_KERNEL_THREADS_PER_GROUP &&
            run->fields[c] != run->plan->register_field &&
            run->fields[c] != GPUOCC_KERNEL_SHARED_BYTES &&
            (run->fields[c] != GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES || !run->plan->by_sum))
            return 0;
    for (c = 0; c < run->outs; c++)
        if (output_of(run->results[c]) == OUTPUTS ||
            (run->results[c] == GPUOCC_RESULT_MAX_WAVES && run->plan->max_waves == GOCC_NO_LIMIT))
            return 0;
    return 1;
}

static void fill(uint32_t to[GOCC_BLOCK], uint32_t value)
{
    uint32_t i;

    for (i = 0; i != GOCC_BLOCK; i++)
        to[i] = value;
}

/* Finds the column of a field. Without one, fills `fixed` with the value of the base. */
static void find_column(const struct run *run, uint32_t field, uint32_t fixed[GOCC_BLOCK],
                        const uint32_t **column, size_t *step)
{
    size_t c;

    *step = 0;
    *column = fixed;
    for (c = 0; c < run->ins; c++)
        if (run->fields[c] == field) {
            *column = run->in[c];
            *step = 1;
            return;
        }
    fill(fixed, gocc_kernel_word(&run->plan->base, field));
}

/* Returns the column of an output if it can be written before all rows of a block are known to be
 * in the tables, which is the case unless it is also an input; otherwise NULL. */
static uint32_t *own_column(const struct run *run, uint32_t which)
{
    size_t r, c;

    for (r = 0; r < run->outs; r++) {
        if (output_of(run->results[r]) != which)
            continue;
        for (c = 0; c < run->ins; c++)
            if (run->in[c] == run->out[r])
                return NULL;
        return run->out[r];
    }
    return NULL;
}

static void answer_fast(const struct run *run)
{
    const uint32_t fields[GOCC_COLUMNS] = {GPUOCC_KERNEL_THREADS_PER_GROUP,
                                           run->plan->register_field, GPUOCC_KERNEL_SHARED_BYTES,
                                           GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES};
    uint32_t fixed[GOCC_COLUMNS][GOCC_BLOCK], c;
    const uint32_t *column[GOCC_COLUMNS], *here[GOCC_COLUMNS];
    const gpuocc_kernel *base = &run->plan->base;
    size_t step[GOCC_COLUMNS], at;
    struct outputs outputs;
    int some; /* 1: there is dynamic shared memory */

    for (c = 0; c != GOCC_COLUMNS; c++)
        find_column(run, fields[c], fixed[c], &column[c], &step[c]);
    for (c = 0; c != GOCC_OUTPUT_STATUS; c++)
        outputs.own[c] = own_column(run, c);
    outputs.own[GOCC_OUTPUT_STATUS] = (uint32_t *)run->status;
    fill(outputs.made[MAX_WAVES], run->plan->max_waves);
    some = step[GOCC_DYNAMIC] != 0 ||
           (base->dynamic_shared_bytes | base->dynamic_shared_bytes_per_thread) != 0;
    for (at = 0; at + GOCC_BLOCK <= run->rows; at += GOCC_BLOCK) {
        for (c = 0; c != GOCC_COLUMNS; c++)
            here[c] = c != GOCC_DYNAMIC || some ? column[c] + at * step[c] : NULL;
        if (!answer_block(run, at, here, &outputs))
            answer_some(run, at, GOCC_BLOCK, column, step, &outputs);
    }
    if (at < run->rows)
        answer_some(run, at, (uint32_t)(run->rows - at), column, step, &outputs);
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
        if (run->results[c] / GPUOCC_RESULT_INDEX_STEP >= gpuocc_result_indices(result))
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
    struct run run = {plan, fields, in, results, out, rows, ins, outs, status};
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
