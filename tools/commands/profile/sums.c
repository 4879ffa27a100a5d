/* SPDX-License-Identifier: MIT
 *
 * The sums over all shapes.
 */
#include "commands/profile/profile.h"

/* Occupancy below this is low, in thousandths of a percent. */
#define LOW_PERCENT 25000u

static uint64_t add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static void add_limiters(struct limits *limits, uint64_t set, uint64_t time_ns)
{
    struct limited *limited = limits->at;
    size_t i;

    for (i = 0; i < limits->count && limited[i].set != set; i++)
        continue;
    if (i == LIMITED_MOST)
        return;
    if (i == limits->count) {
        limited[i].set = set;
        limits->count++;
    }
    limited[i].time_ns = add(limited[i].time_ns, time_ns);
    limited[i].shapes++;
    for (; i > 0 && limited[i].time_ns > limited[i - 1].time_ns; i--) {
        const struct limited larger = limited[i];

        limited[i] = limited[i - 1];
        limited[i - 1] = larger;
    }
}

/* Adds what the profiler says: its estimate, otherwise its theoretical occupancy. */
static void add_said(struct sums *sums, const struct row *row)
{
    const struct shape *shape = row->shape;
    const int estimated = shape->estimated_low != SHAPE_NO_PERCENT;
    const uint32_t low = estimated ? shape->estimated_low : shape->theoretical_low;
    const uint32_t high = estimated ? shape->estimated_high : shape->theoretical_high;

    if (low == SHAPE_NO_PERCENT)
        return;
    sums->said += ((double)low + (double)high) / 2 * (double)shape->time_ns;
    sums->said_ns = add(sums->said_ns, shape->time_ns);
    sums->because_ns[row->because] = add(sums->because_ns[row->because], shape->time_ns);
    sums->because_shapes[row->because]++;
}

/* Adds a shape of which no group fits on a core. */
static void add_impossible(struct profile *profile)
{
    const struct shape *shape = profile->row.shape;
    struct sums *sums = &profile->sums;

    sums->impossible_shapes++;
    sums->impossible_calls = add(sums->impossible_calls, shape->calls);
    sums->impossible_ns = add(sums->impossible_ns, shape->time_ns);
    add_limiters(&sums->impossible, profile->answer.results[GPUOCC_RESULT_LIMITERS].high,
                 shape->time_ns);
}

void profile_sum(struct profile *profile)
{
    const struct row *row = &profile->row;
    const double time = (double)row->shape->time_ns;
    struct sums *sums = &profile->sums;

    sums->shapes++;
    sums->calls = add(sums->calls, row->shape->calls);
    sums->timed = add(sums->timed, row->shape->timed);
    sums->time_ns = add(sums->time_ns, row->shape->time_ns);
    add_said(sums, row);
    if (profile->answer.status < 0) {
        sums->refused++;
        sums->refused_ns = add(sums->refused_ns, row->shape->time_ns);
    }
    sums->tail_ns = add(sums->tail_ns, row->tail_ns);
    if (row->partial) {
        sums->partial_shapes++;
        sums->partial_calls = add(sums->partial_calls, row->shape->calls);
        sums->partial_ns = add(sums->partial_ns, row->shape->time_ns);
    }
    if (row->low == SHAPE_NO_PERCENT)
        return;
    sums->answered_ns = add(sums->answered_ns, row->shape->time_ns);
    sums->weighted_low += row->low * time;
    sums->weighted_high += row->high * time;
    if (row->spread_low != SHAPE_NO_PERCENT) {
        sums->spread_low += row->spread_low * time;
        sums->spread_high += row->spread_high * time;
        sums->spread_ns = add(sums->spread_ns, row->shape->time_ns);
    }
    add_limiters(&sums->limits, profile->answer.results[GPUOCC_RESULT_LIMITERS].high,
                 row->shape->time_ns);
    if (row->high == 0)
        add_impossible(profile);
    if (row->low < LOW_PERCENT)
        sums->quarter_high_ns = add(sums->quarter_high_ns, row->shape->time_ns);
    if (row->high < LOW_PERCENT)
        sums->quarter_low_ns = add(sums->quarter_low_ns, row->shape->time_ns);
}

const char *because_name(enum because because)
{
    static const char *const names[BECAUSE_COUNT] = {"none",         "opt_in", "grid",     "rules",
                                                     "other_device", "range",  "not_found"};

    return names[because];
}
