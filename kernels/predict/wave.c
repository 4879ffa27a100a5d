/* SPDX-License-Identifier: MIT
 *
 * Executes code with one wave that is alone on its core: in order, with its stalls, and waiting for
 * what its loads and operations of long latency return.
 */
#include "predict/predict.h"

/* The bytes per lane of an access whose width is not known, and the least that one occupies. */
#define LEAST_BYTES 4u
/* What a load of one address in all lanes moves (explain/workload.c has the source). */
#define SECTOR_BYTES 32.0
/* What passes over all banks of shared memory at once. */
#define BANKS_BYTES 128.0

/* Sets the latency of a load: the mean of those of the levels, by the shares that hit in them. */
static void set_load(struct predict *predict, uint32_t kind)
{
    double levels[3];
    uint32_t end, i;

    for (end = 0; end < PREDICT_ENDS; end++) {
        const double l1 = predict->l1_hit[end], l2 = (1 - l1) * predict->l2_hit[end];
        const double shares[] = {1 - l1 - l2, l2, l1}; /* from DRAM to L1, as the resources are */

        predict->waits[kind][end] = 0;
        for (i = 0; i < 3; i++) {
            levels[i] = predict_latency(predict, i, end);
            if (shares[i] > 0 && levels[i] < 0)
                predict->waits[kind][end] = -1;
            else if (shares[i] > 0 && predict->waits[kind][end] >= 0)
                predict->waits[kind][end] += shares[i] * levels[i];
        }
    }
}

/* Returns the latency of local memory, where it has room. */
static double local_latency(const struct predict *predict, enum predict_end end)
{
    static const uint32_t levels[] = {GPUOCC_RESOURCE_L1, GPUOCC_RESOURCE_L2, GPUOCC_RESOURCE_DRAM};

    if (end == PREDICT_EXPECTED && predict->local != LOCAL_IN_L2)
        return predict->local == LOCAL_IN_LAST_LEVEL
                   ? predict_last_latency(predict)
                   : predict_latency(predict, GPUOCC_RESOURCE_DRAM, end);
    return predict_latency(predict, levels[end], end);
}

void predict_open(struct predict *predict)
{
    static const uint8_t levels[] = {GPUOCC_RESOURCE_L1, GPUOCC_RESOURCE_L2, GPUOCC_RESOURCE_DRAM};
    double rate, partitions = 1;
    uint32_t kind, end, pipe;

    (void)gpuocc_latency_constant(&predict->latency, GPUOCC_CONSTANT_PARTITIONS, &partitions, NULL,
                                  NULL, NULL);
    for (kind = 0; kind < GPUOCC_CODE_CLASS_COUNT; kind++) {
        pipe = predict_pipe(predict, kind);
        rate = pipe < GPUOCC_RESOURCE_COUNT && pipe != GPUOCC_RESOURCE_SHARED
                   ? predict_rate(predict, pipe)
                   : 0;
        predict->steps[kind] = rate > 0 && partitions > rate ? partitions / rate : 1;
        for (end = 0; end < PREDICT_ENDS; end++)
            predict->waits[kind][end] =
                pipe < GPUOCC_RESOURCE_COUNT ? predict_latency(predict, pipe, end) : -1;
    }
    set_load(predict, GPUOCC_CODE_LOAD_GLOBAL);
    set_load(predict, GPUOCC_CODE_LOAD_GENERIC);
    set_load(predict, GPUOCC_CODE_ASYNC_COPY);
    for (end = 0; end < PREDICT_ENDS; end++) {
        predict->waits[GPUOCC_CODE_LOAD_LOCAL][end] = local_latency(predict, end);
        if (predict->vector) /* scalar loads, through a cache of their own and L2 */
            predict->waits[GPUOCC_CODE_LOAD_CONSTANT][end] =
                predict_latency(predict, levels[end], end);
    }
}

/* Waits for the operations that the instruction needs. */
static void wait(struct predict_wave *wave, const gpuocc_code_instruction *now)
{
    uint32_t counter, end;
    const double *done;

    for (counter = 0; counter < GPUOCC_CODE_COUNTERS; counter++) {
        if ((now->waits >> counter & 1) == 0 || now->leaves[counter] >= PREDICT_QUEUE ||
            wave->issued[counter] <= now->leaves[counter])
            continue;
        done =
            wave->done[counter][(wave->issued[counter] - 1 - now->leaves[counter]) % PREDICT_QUEUE];
        for (end = 0; end < PREDICT_ENDS; end++)
            wave->now[end] = done[end] > wave->now[end] ? done[end] : wave->now[end];
    }
}

/* Whether something may wait for what the instruction returns. Nothing waits for a store. */
static int returns(uint32_t kind)
{
    return kind != GPUOCC_CODE_STORE_GLOBAL && kind != GPUOCC_CODE_STORE_SHARED &&
           kind != GPUOCC_CODE_STORE_LOCAL && kind != GPUOCC_CODE_STORE_GENERIC &&
           kind != GPUOCC_CODE_STORE_TENSOR;
}

/* Issues the instruction: its counter is complete when it and all before it have returned. */
static void issue(struct predict *predict, const gpuocc_code_instruction *now, double conflicts,
                  struct predict_cost *cost)
{
    struct predict_wave *wave = &predict->wave;
    const double *waits = predict->waits[now->kind];
    double step = now->stall_cycles > predict->steps[now->kind] ? now->stall_cycles
                                                                : predict->steps[now->kind];
    double *done;
    const double *last;
    uint32_t end;

    if (now->counter != GPUOCC_CODE_NONE) {
        cost->waits += waits[PREDICT_HIGH] < 0 && returns(now->kind);
        last = wave->done[now->counter][(wave->issued[now->counter] - 1) % PREDICT_QUEUE];
        done = wave->done[now->counter][wave->issued[now->counter]++ % PREDICT_QUEUE];
        for (end = 0; end < PREDICT_ENDS; end++) {
            const double back = wave->now[end] +
                                (waits[end] > 0 && returns(now->kind) ? waits[end] + conflicts : 0);

            done[end] = back > last[end] ? back : last[end];
        }
    }
    for (end = 0; end < PREDICT_ENDS; end++)
        wave->now[end] += step;
}

/* Returns what is known of the access at an address; NULL: nothing. */
static const struct predict_access *access_at(const struct predict *predict, uint32_t address)
{
    const struct predict_access *accesses = predict->accesses;
    const uint32_t i = code_search(accesses, sizeof *accesses, predict->access_count, address);

    return i < predict->access_count && accesses[i].address == address ? &accesses[i] : NULL;
}

/* Returns the bytes that a load or store moves, and adds those of them that no lane requests to
 * `*spare`. */
static double moved_by(const struct predict *predict, const gpuocc_code_instruction *now,
                       double requested, int uniform, struct predict_cost *cost, double *spare)
{
    const struct predict_access *access =
        predict->sectors_found ? access_at(predict, now->address) : NULL;

    if (access != NULL) {
        cost->moved_apart += predict->vector && access->apart;
        *spare += access->spare_bytes;
        return access->moved_bytes;
    }
    if (uniform)
        return SECTOR_BYTES;
    cost->moved_unknown += predict->sectors_found;
    *spare += requested / predict->options.efficiency - requested;
    return requested / predict->options.efficiency;
}

/* Counts the words of 4 bytes per lane for which an access occupies the banks of shared memory.
 * Returns the cycles that bank conflicts add. */
static double pass_over(const struct predict *predict, const gpuocc_code_instruction *now,
                        double requested, struct predict_cost *cost)
{
    const struct predict_access *access =
        predict->conflicts_found ? access_at(predict, now->address) : NULL;
    const double passes = requested / BANKS_BYTES;
    double factor = predict->options.conflict_factor;

    if (access != NULL)
        factor = access->passes / passes;
    cost->shared_unknown += access == NULL && predict->conflicts_found;
    cost->shared_least += requested / (LEAST_BYTES * predict->lanes);
    cost->shared_words += factor * requested / (LEAST_BYTES * predict->lanes);
    return factor > 1 ? (factor - 1) * passes : 0;
}

/* Counts what the instruction moves. Returns the cycles that bank conflicts add to it. */
static double count(const struct predict *predict, const gpuocc_code_instruction *now, int uniform,
                    struct predict_cost *cost)
{
    const uint32_t bytes = now->lane_bytes > LEAST_BYTES ? now->lane_bytes : LEAST_BYTES;
    const double requested = bytes * predict->lanes;

    switch (now->kind) {
    case GPUOCC_CODE_LOAD_GLOBAL:
    case GPUOCC_CODE_LOAD_GENERIC:
        cost->load_bytes += moved_by(predict, now, requested, uniform, cost, &cost->load_spare);
        break;
    case GPUOCC_CODE_ASYNC_COPY:
        cost->moved_unknown += predict->sectors_found;
        cost->load_bytes += requested / predict->options.efficiency;
        break;
    case GPUOCC_CODE_STORE_GLOBAL:
    case GPUOCC_CODE_STORE_GENERIC:
        cost->store_bytes += moved_by(predict, now, requested, uniform, cost, &cost->store_spare);
        break;
    case GPUOCC_CODE_LOAD_LOCAL:
    case GPUOCC_CODE_STORE_LOCAL:
        cost->local_bytes += requested;
        break;
    case GPUOCC_CODE_LOAD_SHARED:
    case GPUOCC_CODE_STORE_SHARED:
        return pass_over(predict, now, requested, cost);
    default:
        break;
    }
    return 0;
}

/* Code in a loop is executed twice: what counts is the time of the second iteration, in which loads
 * of the first one return. */
void predict_run(struct predict *predict, const gpuocc_code_loop *part, struct predict_cost *cost)
{
    struct predict_wave *wave = &predict->wave;
    const uint32_t skipped = 1u << GPUOCC_CODE_FLAG_CONDITIONAL | 1u << GPUOCC_CODE_FLAG_GUARDED;
    gpuocc_code_instruction now;
    struct predict_cost first = {.waits = 0};
    double before[PREDICT_ENDS], conflicts;
    uint32_t i, end, passes = part->depth != 0 ? 2 : 1;

    while (passes-- != 0) {
        memcpy(before, wave->now, sizeof before);
        for (i = 0; i < part->instructions; i++) {
            code_at(predict->code, code_index(predict->code, part->steps[i].address), &now);
            conflicts =
                count(predict, &now, (int)(part->steps[i].flags >> GPUOCC_CODE_FLAG_UNIFORM & 1),
                      passes != 0 ? &first : cost);
            wait(wave, &now);
            issue(predict, &now, conflicts, cost);
            if ((part->steps[i].flags & skipped) != 0 && now.kind != GPUOCC_CODE_CONTROL)
                predict->flags |= 1u << GPUOCC_PREDICT_CONDITIONAL;
        }
    }
    for (i = 0; i < GPUOCC_CODE_CLASS_COUNT; i++)
        cost->counts[i] = part->counts[i];
    cost->instructions = part->instructions;
    cost->matrix = matrix_cycles(predict->device, part);
    matrix_find_doubt(predict->device, part, &predict->matrix_confidence, &predict->matrix_type);
    cost->unsized = cost->matrix > 0 ? 0 : part->counts[GPUOCC_CODE_MATRIX];
    for (end = 0; end < PREDICT_ENDS; end++)
        cost->cycles[end] = wave->now[end] - before[end];
}
