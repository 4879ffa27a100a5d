/* SPDX-License-Identifier: MIT
 *
 * Finds the time after each change to a kernel or its grid, and the one that saves most.
 */
#include "predict/predict.h"

/* A change that makes a kernel less than this many times as fast is not named. */
#define LEAST_GAIN 1.02

/* Distributes the groups of the grid with one more on each core. */
static int add_group(const struct predict *predict, struct predict_rounds *rounds)
{
    const double all = rounds->full * rounds->full_device + rounds->last_device;

    if (rounds->full_groups + 1 > predict->most_groups)
        return 0;
    rounds->full_device *= (rounds->full_groups + 1) / rounds->full_groups;
    rounds->full_groups++;
    rounds->full = (double)(uint64_t)(all / rounds->full_device);
    rounds->last_device = all - rounds->full * rounds->full_device;
    rounds->last_groups = (double)(uint64_t)(rounds->last_device / predict->cores);
    if (rounds->last_groups * predict->cores < rounds->last_device)
        rounds->last_groups++;
    return 1;
}

/* Returns the cycles of the grid after a change; -1 if there is nothing to change. */
static double changed(const struct predict *predict, const struct predict_rounds *rounds,
                      uint32_t change, enum predict_end end)
{
    struct predict_rounds other = *rounds;
    struct predict_cost cost = predict->all;
    double last, share = 1;

    if (change == GPUOCC_PREDICT_CHANGE_CONFLICTS) {
        cost.shared_words = cost.shared_least;
    } else if (change == GPUOCC_PREDICT_CHANGE_SPILLS) {
        cost.local_bytes = 0;
        cost.instructions -=
            cost.counts[GPUOCC_CODE_LOAD_LOCAL] + cost.counts[GPUOCC_CODE_STORE_LOCAL];
    } else if (change == GPUOCC_PREDICT_CHANGE_SECTORS) {
        cost.load_bytes -= cost.load_spare;
        cost.store_bytes -= cost.store_spare;
    } else if (change == GPUOCC_PREDICT_CHANGE_HITS) {
        cost.near_bytes += cost.load_bytes;
        cost.load_bytes = 0;
    } else if (change == GPUOCC_PREDICT_CHANGE_GROUP && !add_group(predict, &other)) {
        return -1;
    } else if (change == GPUOCC_PREDICT_CHANGE_ROUND) {
        if (other.full == 0)
            return -1;
        share = 1 + other.last_device / (other.full * other.full_device);
        other.last_device = 0;
    }
    return share * predict_grid(predict, &cost, end, &other, &last);
}

/* Returns the time after a change. */
static gpuocc_predict_range time_after(const struct predict *predict,
                                       const struct predict_rounds *rounds, uint32_t change,
                                       int bounded, const gpuocc_prediction *prediction)
{
    gpuocc_predict_range us;

    us.low = predict_us(prediction, changed(predict, rounds, change, PREDICT_LOW));
    us.expected = predict_us(prediction, changed(predict, rounds, change, PREDICT_EXPECTED));
    us.high = bounded ? predict_us(prediction, changed(predict, rounds, change, PREDICT_HIGH)) : -1;
    return us;
}

void predict_change(const struct predict *predict, const struct predict_rounds *rounds, int bounded,
                    gpuocc_prediction *prediction)
{
    static const gpuocc_predict_range none = {-1, -1, -1};
    /* What hits would save is then what the assumption costs, and nothing of the kernel. */
    const int assumes_misses = (prediction->unknown >> GPUOCC_PREDICT_HITS & 1) != 0;
    /* A pipe without a rate may take longer than what a change shortens. */
    const int known = predict->cores > 0 && (prediction->unknown >> GPUOCC_PREDICT_RATES & 1) == 0;
    double best = prediction->cycles.expected / LEAST_GAIN, cycles;
    uint32_t change;

    prediction->changed_us = none;
    for (change = 0; change < sizeof prediction->changes_us / sizeof none; change++)
        prediction->changes_us[change] = none;
    for (change = 1; known && change < GPUOCC_PREDICT_CHANGE_COUNT; change++) {
        if (change == GPUOCC_PREDICT_CHANGE_HITS && assumes_misses)
            continue;
        cycles = changed(predict, rounds, change, PREDICT_EXPECTED);
        if (cycles < 0 || cycles >= prediction->cycles.expected)
            continue;
        prediction->changes_us[change] = time_after(predict, rounds, change, bounded, prediction);
        if (cycles >= best)
            continue;
        best = cycles;
        prediction->change = change;
        prediction->changed_us = prediction->changes_us[change];
    }
}
