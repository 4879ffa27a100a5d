/* SPDX-License-Identifier: MIT
 *
 * Turns what a wave executes into demands of the pipes, and these into rounds and times.
 */
#include "predict/predict.h"

#define PIPES GPUOCC_RESOURCE_LATENCY

uint32_t predict_pipe(const struct predict *predict, uint32_t kind)
{
    return pipe_of(kind, predict->vector);
}

static double constant(const struct predict *predict, uint32_t number, double unknown)
{
    double value;

    return gpuocc_latency_constant(&predict->latency, number, &value, NULL, NULL, NULL) == GPUOCC_OK
               ? value
               : unknown;
}

double predict_rate(const struct predict *predict, uint32_t resource)
{
    if (resource == GPUOCC_RESOURCE_PIPE_A)
        resource = GPUOCC_RESOURCE_FP32;
    return constant(predict, GPUOCC_CONSTANT_RATE + resource, 0);
}

double predict_latency(const struct predict *predict, uint32_t resource, enum predict_end end)
{
    double ends[PREDICT_ENDS];

    if (gpuocc_latency_constant(&predict->latency, GPUOCC_CONSTANT_LATENCY + resource,
                                &ends[PREDICT_EXPECTED], &ends[PREDICT_LOW], &ends[PREDICT_HIGH],
                                NULL) != GPUOCC_OK)
        return -1;
    return ends[end];
}

double predict_last_latency(const struct predict *predict)
{
    const double ns = constant(predict, GPUOCC_CONSTANT_LAST_LEVEL_LATENCY_NS, 0);
    const double cycles = ns * constant(predict, GPUOCC_CONSTANT_CLOCK_GHZ, 0);

    return cycles > 0 ? cycles : predict_latency(predict, GPUOCC_RESOURCE_DRAM, PREDICT_EXPECTED);
}

/* Constants that the caller gives as they are reached, so that no share of them is taken. */
#define MEMORY                                                                                     \
    (UINT64_C(1) << GPUOCC_CONSTANT_DRAM_GB_PER_S |                                                \
     UINT64_C(1) << (GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_DRAM))

/* Returns the rate of a resource for the amounts of use(). */
static double rate_of(const struct predict *predict, uint32_t resource, enum predict_end end)
{
    const uint32_t share = GPUOCC_CONSTANT_DRAM_SHARE;
    double rate = predict_rate(predict, resource), value, least;

    if (resource == GPUOCC_RESOURCE_SHARED) {
        value = constant(predict, GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE, 0);
        return value != 0 ? value / (4 * predict->lanes) : rate;
    }
    if (resource == GPUOCC_RESOURCE_DRAM && end != PREDICT_LOW && rate > 0 &&
        (predict->options.constants_given & MEMORY) == 0 &&
        gpuocc_latency_constant(&predict->latency, share, &value, &least, NULL, NULL) == GPUOCC_OK)
        rate *= end == PREDICT_HIGH ? least : value;
    return rate;
}

/* Returns the bytes of memory that take as long as a byte of the last-level cache: 1 if its rate is
 * not known. */
static double last_level_bytes(const struct predict *predict)
{
    const double cores = constant(predict, GPUOCC_CONSTANT_CORE_COUNT, 0);
    const double clock = constant(predict, GPUOCC_CONSTANT_CLOCK_GHZ, 0);
    const double last = constant(predict, GPUOCC_CONSTANT_LAST_LEVEL_GB_PER_S, 0);
    const double bytes =
        last > 0 ? rate_of(predict, GPUOCC_RESOURCE_DRAM, PREDICT_EXPECTED) * cores * clock / last
                 : 0;

    return bytes > 0 && bytes < 1 ? bytes : 1;
}

/* Returns the bytes of memory, or the time of so many, that a byte of local memory takes. */
static double local_bytes(const struct predict *predict, enum predict_end end)
{
    if (end != PREDICT_EXPECTED)
        return end == PREDICT_HIGH;
    if (predict->local == LOCAL_IN_LAST_LEVEL)
        return last_level_bytes(predict);
    return predict->local == LOCAL_IN_MEMORY;
}

/* Sets the amount of each resource that a wave uses, in the unit of its rate. */
static void use(const struct predict *predict, const struct predict_cost *cost,
                enum predict_end end, double *amounts)
{
    const double l1 = predict->l1_hit[end], l2 = predict->l2_hit[end];
    const int low = end == PREDICT_LOW;
    uint32_t kind, pipe;

    memset(amounts, 0, PIPES * sizeof *amounts);
    for (kind = 0; kind < GPUOCC_CODE_CLASS_COUNT; kind++) {
        pipe = predict_pipe(predict, kind);
        if (pipe < PIPES)
            amounts[pipe] += cost->counts[kind];
    }
    if (predict->vector)
        amounts[GPUOCC_RESOURCE_PIPE_A] = pipe_vectors(cost->counts, cost->instructions);
    amounts[GPUOCC_RESOURCE_ISSUE] = cost->instructions;
    amounts[GPUOCC_RESOURCE_SHARED] = cost->shared_words;
    amounts[GPUOCC_RESOURCE_L1] =
        cost->load_bytes + cost->near_bytes + cost->store_bytes + cost->local_bytes;
    amounts[GPUOCC_RESOURCE_L2] =
        (1 - l1) * cost->load_bytes + cost->store_bytes + (low ? 0 : cost->local_bytes);
    amounts[GPUOCC_RESOURCE_DRAM] = (1 - l1) * (1 - l2) * cost->load_bytes +
                                    (low ? 0 : cost->store_bytes) +
                                    local_bytes(predict, end) * cost->local_bytes;
}

/* Sets the cycles that a wave demands of each resource. Returns the set of those without a rate. */
static uint64_t demand(const struct predict *predict, const struct predict_cost *cost,
                       enum predict_end end, double *demands)
{
    /* Spills in the L2 come from no farther away. */
    const int spills = cost->local_bytes > 0 && local_bytes(predict, end) < 1;
    const double l2 = spills ? 1 : predict->l2_hit[end];
    uint64_t unrated = 0;
    uint32_t r;

    use(predict, cost, end, demands);
    for (r = 0; r < PIPES; r++) {
        const double rate = rate_of(predict, r, end);

        if (rate == 0 && demands[r] > 0 && pipe_may_bind(r, predict->l1_hit[end], l2))
            unrated |= UINT64_C(1) << r;
        demands[r] = rate > 0 ? demands[r] / rate : 0;
    }
    if (rate_of(predict, GPUOCC_RESOURCE_MATRIX, end) == 0) { /* it depends on types and shapes */
        demands[GPUOCC_RESOURCE_MATRIX] = cost->matrix / predict->cores_per_core;
        if (cost->unsized == 0)
            unrated &= ~(UINT64_C(1) << GPUOCC_RESOURCE_MATRIX);
    }
    return unrated;
}

/* The square root by Newton's method: there is no libm. */
static double root(double x)
{
    double r = 1;
    int i;

    for (i = 0; i < 8; i++)
        r = (r + x / r) / 2;
    return r;
}

/* Returns the cycles of a round with `groups` groups on the fullest core, and `device` on all of
 * them. All cores share the memory: with fewer groups, each has more of it. */
static double round_of(const struct predict *predict, const struct predict_cost *cost,
                       enum predict_end end, double groups, double device)
{
    double demands[PIPES], largest = cost->cycles[end], sum = 0, squares = 0;
    uint32_t r;

    (void)demand(predict, cost, end, demands);
    if (predict->cores > 0)
        demands[GPUOCC_RESOURCE_DRAM] *= device / (predict->cores * groups);
    for (r = 0; r < PIPES; r++) {
        demands[r] *= groups * predict->waves_per_group;
        largest = demands[r] > largest ? demands[r] : largest;
        sum += demands[r];
    }
    sum += cost->cycles[end];
    if (end == PREDICT_LOW || largest == 0)
        return largest;
    if (end == PREDICT_HIGH)
        return sum;
    for (r = 0; r < PIPES; r++)
        squares += demands[r] / largest * (demands[r] / largest);
    squares += cost->cycles[end] / largest * (cost->cycles[end] / largest);
    return largest * root(squares);
}

static double count_of(const gpuocc_schedule *schedule, uint32_t result)
{
    uint64_t numerator = 0, denominator = 1;

    (void)gpuocc_schedule_get(schedule, result, 0, &numerator, &denominator);
    return (double)numerator / (double)denominator;
}

static struct predict_rounds rounds_of(const gpuocc_schedule *schedule,
                                       const gpuocc_prediction *prediction)
{
    struct predict_rounds rounds = {.full = 1, .full_groups = (double)prediction->groups_per_core};

    if (schedule == NULL)
        return rounds;
    rounds.full = count_of(schedule, GPUOCC_SCHEDULE_ROUNDS);
    rounds.full_device = count_of(schedule, GPUOCC_SCHEDULE_RESIDENT_GROUPS);
    rounds.last_device = count_of(schedule, GPUOCC_SCHEDULE_TAIL_GROUPS);
    rounds.last_groups = count_of(schedule, GPUOCC_SCHEDULE_TAIL_GROUPS_PER_CORE);
    if (rounds.last_device == rounds.full_device)
        rounds.last_device = 0;
    else
        rounds.full--;
    return rounds;
}

double predict_grid(const struct predict *predict, const struct predict_cost *cost,
                    enum predict_end end, const struct predict_rounds *rounds, double *last)
{
    double cycles = 0;

    *last = 0;
    if (rounds->full > 0)
        cycles =
            rounds->full * round_of(predict, cost, end, rounds->full_groups, rounds->full_device);
    if (rounds->last_device > 0)
        *last = round_of(predict, cost, end, rounds->last_groups, rounds->last_device);
    return cycles + *last;
}

double predict_us(const gpuocc_prediction *prediction, double cycles)
{
    return cycles >= 0 && prediction->clock_ghz > 0 ? cycles / (prediction->clock_ghz * 1000) : -1;
}

/* Finds what a full round waits for most, by the demands of `end`; GPUOCC_RESOURCE_COUNT if one of
 * these is not known. */
static uint32_t binding_of(const struct predict *predict, enum predict_end end, double waves)
{
    double demands[PIPES], largest = predict->all.cycles[end];
    uint32_t r, binding = GPUOCC_RESOURCE_LATENCY;

    if (demand(predict, &predict->all, end, demands) != 0)
        return GPUOCC_RESOURCE_COUNT;
    for (r = 0; r < PIPES; r++) {
        if (demands[r] * waves < largest || demands[r] == 0)
            continue;
        largest = demands[r] * waves;
        binding = r;
    }
    return binding;
}

/* Finds what has no known rate. Local memory is moved through the caches, as global memory is. */
static void find_unrated(const struct predict *predict, gpuocc_prediction *prediction)
{
    const uint32_t local = JUDGE_CLASS(LOAD_LOCAL) | JUDGE_CLASS(STORE_LOCAL);
    double largest = 0;
    uint32_t r;

    prediction->unrated_resources =
        demand(predict, &predict->all, PREDICT_EXPECTED, prediction->demand_cycles);
    for (r = 0; r < PIPES; r++)
        if (prediction->demand_cycles[r] > largest)
            largest = prediction->demand_cycles[r];
    prediction->unrated_classes =
        pipe_unrated(predict->all.counts, predict->vector, predict->lanes, largest) & ~local;
}

/* Sets what binds: that of what is expected, and that of loads that all hit, if they may and the
 * cache has a known rate. */
static void find_binding(const struct predict *predict, gpuocc_prediction *prediction)
{
    const double waves = (double)prediction->waves_per_core;

    if (predict->loop_count + predict->more_loops != 0 || prediction->unrated_resources != 0 ||
        prediction->unrated_classes != 0)
        return;
    prediction->binding[0] = binding_of(predict, PREDICT_EXPECTED, waves);
    prediction->binding[1] = binding_of(predict, PREDICT_LOW, waves);
    prediction->binding_count = prediction->binding[0] == prediction->binding[1] ||
                                        prediction->binding[1] == GPUOCC_RESOURCE_COUNT
                                    ? 1
                                    : 2;
    if (prediction->binding_count == 1)
        prediction->binding[1] = 0;
}

static void set_loops(const struct predict *predict, const struct predict_rounds *rounds,
                      gpuocc_prediction *prediction)
{
    gpuocc_predict_loop *loop;
    double last;
    uint32_t i;

    prediction->loop_count = predict->loop_count;
    for (i = 0; i < predict->loop_count; i++) {
        loop = &prediction->loops[i];
        loop->first = predict->loops[i].first;
        loop->last = predict->loops[i].last;
        loop->depth = predict->loops[i].depth;
        loop->cycles =
            predict_grid(predict, &predict->loops[i].cost, PREDICT_EXPECTED, rounds, &last);
        loop->us = predict_us(prediction, predict->cores > 0 ? loop->cycles : -1);
    }
}

/* Sets what is not known. */
static void set_unknown(const struct predict *predict, gpuocc_prediction *prediction)
{
    const int facts[GPUOCC_PREDICT_UNKNOWN_COUNT] = {
        [GPUOCC_PREDICT_TRIPS] = predict->loop_count + predict->more_loops != 0,
        [GPUOCC_PREDICT_RATES] =
            prediction->unrated_resources != 0 || prediction->unrated_classes != 0,
        [GPUOCC_PREDICT_LATENCIES] = predict->all.waits > 0,
        [GPUOCC_PREDICT_HITS] = predict->all.load_bytes > 0 &&
                                (predict->l1_hit[PREDICT_LOW] != predict->l1_hit[PREDICT_HIGH] ||
                                 predict->l2_hit[PREDICT_LOW] != predict->l2_hit[PREDICT_HIGH]),
        [GPUOCC_PREDICT_CONFLICTS] = predict->all.shared_unknown > 0,
        [GPUOCC_PREDICT_GRID] = predict->cores == 0,
        [GPUOCC_PREDICT_CLOCK] = prediction->clock_ghz <= 0,
        [GPUOCC_PREDICT_UNCONFIRMED] = predict->matrix_confidence == GPUOCC_CONFIDENCE_UNVERIFIED,
        [GPUOCC_PREDICT_ADDRESSES] = predict->all.moved_unknown > 0,
        [GPUOCC_PREDICT_SECTORS] = predict->all.moved_apart > 0,
    };
    uint32_t i;

    prediction->matrix_confidence = predict->matrix_confidence;
    prediction->matrix_type = predict->matrix_type;
    prediction->unknown = predict->flags;
    for (i = 0; i < GPUOCC_PREDICT_UNKNOWN_COUNT; i++)
        prediction->unknown |= (uint32_t)facts[i] << i;
}

/* Without these, code may take any time. */
#define LACKING                                                                                    \
    (1u << GPUOCC_PREDICT_TRIPS | 1u << GPUOCC_PREDICT_RATES | 1u << GPUOCC_PREDICT_SECTORS)

/* There is no upper bound if `bounded` is 0. */
static void set_range(gpuocc_predict_range *range, const double *ends, int bounded)
{
    range->low = ends[PREDICT_LOW];
    range->expected = ends[PREDICT_EXPECTED];
    range->high = bounded ? ends[PREDICT_HIGH] : -1;
}

void predict_times(struct predict *predict, const gpuocc_schedule *schedule,
                   gpuocc_prediction *prediction)
{
    const struct predict_rounds rounds = rounds_of(schedule, prediction);
    double cycles[PREDICT_ENDS], one[PREDICT_ENDS], us[PREDICT_ENDS], last;
    uint32_t end;
    int bounded;

    prediction->clock_ghz = constant(predict, GPUOCC_CONSTANT_CLOCK_GHZ, -1);
    if (schedule != NULL) {
        prediction->rounds = (uint64_t)count_of(schedule, GPUOCC_SCHEDULE_ROUNDS);
        prediction->last_groups = (uint64_t)count_of(schedule, GPUOCC_SCHEDULE_TAIL_GROUPS);
    }
    for (end = 0; end < PREDICT_ENDS; end++) {
        one[end] = round_of(predict, &predict->all, end, (double)prediction->groups_per_core,
                            predict->cores * (double)prediction->groups_per_core);
        cycles[end] = predict_grid(predict, &predict->all, end, &rounds, &last);
        if (end == PREDICT_EXPECTED && cycles[end] > 0)
            prediction->tail_share = last / cycles[end];
        if (schedule == NULL)
            cycles[end] = -1;
        us[end] = predict_us(prediction, cycles[end]);
    }
    find_unrated(predict, prediction);
    find_binding(predict, prediction);
    set_loops(predict, &rounds, prediction);
    set_unknown(predict, prediction);
    bounded = (prediction->unknown & LACKING) == 0;
    set_range(&prediction->alone_cycles, predict->all.cycles, bounded);
    set_range(&prediction->round_cycles, one, bounded);
    set_range(&prediction->cycles, cycles, bounded);
    set_range(&prediction->time_us, us, bounded);
    predict_change(predict, &rounds, bounded, prediction);
}
