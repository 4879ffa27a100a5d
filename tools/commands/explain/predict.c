/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain --grid-groups: the time of the kernel, as a paragraph and as JSON.
 */
#include "commands/explain/explain.h"
#include "commands/timing.h"

#define DIGITS 6

/* The options that take the place of what a prediction assumes. */
static const char *const options_of[GPUOCC_PREDICT_UNKNOWN_COUNT] = {
    [GPUOCC_PREDICT_HITS] = " (--l1-hit, --l2-hit)",
    [GPUOCC_PREDICT_CONFLICTS] = " (--conflicts)",
    [GPUOCC_PREDICT_ADDRESSES] = " (--efficiency)",
    [GPUOCC_PREDICT_SECTORS] = " (--efficiency)",
};

static int is_unknown(const struct explain *explain, uint32_t unknown)
{
    return (explain->prediction.unknown >> unknown & 1) != 0;
}

static int is_asked(const struct explain *explain)
{
    return explain->question.grid_given == GIVEN_NUMBER || explain->asked.trip_count != 0;
}

void explain_predict(struct explain *explain)
{
    const struct explain_asked *asked = &explain->asked;
    const gpuocc_predict_options options = {
        .size = sizeof options,
        .trip_count = asked->trip_count,
        .trips = asked->trips,
        .grid_groups = explain->question.grid_groups,
        .l1_hit = asked->share_assumed[SHARE_L1_HIT] ? GPUOCC_PREDICT_NOT_GIVEN
                                                     : asked->shares[SHARE_L1_HIT],
        .l2_hit = asked->share_assumed[SHARE_L2_HIT] ? GPUOCC_PREDICT_NOT_GIVEN
                                                     : asked->shares[SHARE_L2_HIT],
        .conflict_factor = asked->conflicts,
        .efficiency = asked->share_assumed[SHARE_EFFICIENCY] ? 0 : asked->shares[SHARE_EFFICIENCY],
        .threads_x = explain->wave.threads_x,
        .threads_y = explain->wave.threads_y,
    };
    gpuocc_error error = {.size = sizeof error};
    int32_t status;

    explain->predicted = 0;
    text_clear(&explain->why_untimed);
    if (!is_asked(explain)) {
        if (explain->question.grid_given == GIVEN_UNKNOWN)
            text_add(&explain->why_untimed, "the grid is unknown (--grid-groups)");
        explain->counts.untimed += explain->why_untimed.length != 0;
        return;
    }
    if (!timing_lacks_device(&explain->answer, &explain->why_untimed)) {
        explain->prediction.size = sizeof explain->prediction;
        status = gpuocc_predict(&explain->code, answer_occupancy(&explain->answer), &options,
                                &explain->prediction, &error);
        explain->predicted = status == GPUOCC_OK;
        if (status != GPUOCC_OK)
            timing_add_why(status, &error, &explain->answer, &explain->question.kernel,
                           explain->kernel->target, explain->prediction.code_status,
                           &explain->why_untimed);
    }
    explain->counts.untimed += !explain->predicted;
}

void explain_add_amount(struct text *text, double us, double cycles)
{
    if (us < 0)
        text_format(text, "%.4g cycles", cycles);
    else if (us < 1e3)
        text_format(text, "%.4g us", us);
    else
        text_format(text, us < 1e6 ? "%.4g ms" : "%.4g s", us < 1e6 ? us / 1e3 : us / 1e6);
}

/* Adds "1000 groups take 12.3 us, at least 10 us and at most 20 us". */
static void add_amounts(const struct explain *explain, struct text *text)
{
    const gpuocc_prediction *prediction = &explain->prediction;
    const int grid = !is_unknown(explain, GPUOCC_PREDICT_GRID);
    const gpuocc_predict_range *cycles = grid ? &prediction->cycles : &prediction->round_cycles;
    const gpuocc_predict_range *us = &prediction->time_us;

    if (grid)
        text_format(text, "Time: %llu %s ", (unsigned long long)explain->question.grid_groups,
                    explain->question.grid_groups == 1 ? "group takes" : "groups take");
    else
        text_add(text, "Time: a round of full cores takes ");
    explain_add_amount(text, us->expected, cycles->expected);
    text_add(text, ", at least ");
    explain_add_amount(text, us->low, cycles->low);
    if (cycles->high >= 0) {
        text_add(text, " and at most ");
        explain_add_amount(text, us->high, cycles->high);
    }
}

static void add_loops(const struct explain *explain, struct text *text)
{
    const gpuocc_prediction *prediction = &explain->prediction;
    const gpuocc_predict_loop *loop;
    uint32_t i;

    if (!is_unknown(explain, GPUOCC_PREDICT_TRIPS))
        return;
    text_add(text, ", if each loop without a count is executed once. One more iteration takes ");
    for (i = 0; i < prediction->loop_count; i++) {
        loop = &prediction->loops[i];
        text_add(text, i != 0 ? ", " : "");
        explain_add_amount(text, loop->us, loop->cycles);
        text_format(text, " in the loop at 0x%lx", (unsigned long)loop->first);
    }
    text_add(text, prediction->loop_count == GPUOCC_PREDICT_LOOPS
                       ? ", and there are more loops (--trips)"
                       : " (--trips)");
}

/* Returns what the lower bound assumes of the loads: with what it is limited by something else. */
static const char *lower_case(const struct explain *explain)
{
    if (!is_unknown(explain, GPUOCC_PREDICT_HITS))
        return "at the peak rate of memory";
    return explain->asked.share_assumed[SHARE_L1_HIT] ? "if loads hit in L1" : "if loads hit in L2";
}

/* Returns an assumption. With one share of hits it is about the other cache. */
static const char *assumption(const struct explain *explain, uint32_t unknown)
{
    const int *assumed = explain->asked.share_assumed;

    if (unknown != GPUOCC_PREDICT_HITS || (assumed[SHARE_L1_HIT] && assumed[SHARE_L2_HIT]))
        return gpuocc_predict_assumption_about(unknown);
    return assumed[SHARE_L1_HIT]
               ? "no load hits in L1, and in the lower bound all do"
               : "no load that misses L1 hits in L2, and in the lower bound all of them do";
}

/* Returns the options that take its place. */
static const char *options_about(const struct explain *explain, uint32_t unknown)
{
    const int *assumed = explain->asked.share_assumed;

    if (unknown == GPUOCC_PREDICT_HITS && !assumed[SHARE_L1_HIT])
        return " (--l2-hit)";
    if (unknown == GPUOCC_PREDICT_HITS && !assumed[SHARE_L2_HIT])
        return " (--l1-hit)";
    return options_of[unknown] != NULL ? options_of[unknown] : "";
}

static void add_binding(const struct explain *explain, struct text *text)
{
    const gpuocc_prediction *prediction = &explain->prediction;
    const char *name, *before = " without a known rate: ";
    unsigned i;

    if (prediction->binding_count != 0) {
        text_format(text, " The kernel is limited by %s", explain_limit(prediction->binding[0]));
        if (prediction->binding_count > 1)
            text_format(text, " or, %s, by %s", lower_case(explain),
                        explain_limit(prediction->binding[1]));
        text_add_byte(text, '.');
        return;
    }
    text_add(text, " What limits the kernel is not known.");
    if (!is_unknown(explain, GPUOCC_PREDICT_RATES))
        return;
    text_add(text, " Left out are pipes");
    for (i = 0; (name = gpuocc_explain_pipe_name(prediction->unrated_resources,
                                                 prediction->unrated_classes, i)) != NULL;
         i++) {
        text_format(text, "%s%s", before, name);
        before = ", ";
    }
    text_add_byte(text, '.');
}

/* Adds "What would save most: without bank conflicts, 12.3 us would be expected, at least 10 us."
 */
static void add_change(const struct explain *explain, struct text *text)
{
    static const char *const changes[GPUOCC_PREDICT_CHANGE_COUNT] = {
        "",
        "without bank conflicts",
        "without spills",
        "if all loads hit in L1",
        "with one more group on each core",
        "with a full last round (per group, as in a full round)",
        "without scattered accesses"};
    const gpuocc_prediction *prediction = &explain->prediction;
    const gpuocc_predict_range *us = &prediction->changed_us;

    if (prediction->change == GPUOCC_PREDICT_CHANGE_NONE || us->expected < 0)
        return;
    text_format(text, " What would save most: %s, ", changes[prediction->change]);
    explain_add_amount(text, us->expected, 0);
    text_add(text, " would be expected, at least ");
    explain_add_amount(text, us->low, 0);
    if (us->high >= 0) {
        text_add(text, " and at most ");
        explain_add_amount(text, us->high, 0);
    }
    text_add_byte(text, '.');
}

int explain_time(const struct explain *explain, struct text *text)
{
    const gpuocc_prediction *prediction = &explain->prediction;
    const char *before = " Assumed: ";
    uint32_t i;

    if (!explain->predicted) {
        if (explain->why_untimed.length != 0)
            text_format(text, "No time: %s", text_string(&explain->why_untimed));
        return text->length != 0;
    }
    add_amounts(explain, text);
    add_loops(explain, text);
    text_add_byte(text, '.');
    if (prediction->rounds != 0)
        text_format(text, " That is %llu %s of up to %llu waves on a core",
                    (unsigned long long)prediction->rounds,
                    prediction->rounds == 1 ? "round" : "rounds",
                    (unsigned long long)prediction->waves_per_core);
    if (prediction->rounds > 1 && prediction->tail_share > 0)
        text_format(text, ", of which the last one takes %.3g %%", 100 * prediction->tail_share);
    text_add(text, prediction->rounds != 0 ? "." : "");
    add_binding(explain, text);
    add_change(explain, text);
    for (i = 0; i < GPUOCC_PREDICT_UNKNOWN_COUNT; i++) {
        if (!is_unknown(explain, i) || (GPUOCC_PREDICT_ASSUMPTIONS >> i & 1) == 0)
            continue;
        text_format(text, "%s%s%s", before, assumption(explain, i), options_about(explain, i));
        before = "; ";
    }
    text_add(text, *before == ';' ? "." : "");
    explain_rate(explain, prediction->matrix_confidence, prediction->matrix_type, text);
    return 1;
}

static void put_real(struct json *json, const char *name, double value)
{
    if (value < 0)
        json_null(json, name);
    else
        json_real(json, name, value, DIGITS);
}

static void put_range(struct json *json, const char *name, gpuocc_predict_range range)
{
    json_open(json, name, '{');
    put_real(json, "low", range.low);
    put_real(json, "expected", range.expected);
    put_real(json, "high", range.high);
    json_close(json, '}');
}

static void put_loops(struct json *json, const gpuocc_prediction *prediction)
{
    const gpuocc_predict_loop *loop;
    uint32_t i;

    json_open(json, "loops_without_count", '[');
    for (i = 0; i < prediction->loop_count; i++) {
        loop = &prediction->loops[i];
        json_open(json, NULL, '{');
        json_number(json, "first", loop->first);
        json_number(json, "last", loop->last);
        json_number(json, "depth", loop->depth);
        put_real(json, "cycles", loop->cycles);
        put_real(json, "us", loop->us);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_names(struct explain *explain)
{
    const gpuocc_prediction *prediction = &explain->prediction;
    struct json *json = &explain->json;
    const char *name;
    uint32_t i;

    json_open(json, "binding", '[');
    for (i = 0; i < prediction->binding_count; i++)
        json_string(json, NULL, gpuocc_predict_pipe_name(prediction->binding[i]));
    json_close(json, ']');
    json_open(json, "demand_cycles", '{');
    for (i = 0; i < GPUOCC_RESOURCE_LATENCY; i++)
        if (prediction->demand_cycles[i] > 0)
            put_real(json, gpuocc_predict_pipe_name(i), prediction->demand_cycles[i]);
    json_close(json, '}');
    json_open(json, "pipes_without_rate", '[');
    for (i = 0; (name = gpuocc_explain_pipe_name(prediction->unrated_resources,
                                                 prediction->unrated_classes, i)) != NULL;
         i++)
        json_string(json, NULL, name);
    json_close(json, ']');
    json_open(json, "assumptions", '[');
    for (i = 0; i < GPUOCC_PREDICT_UNKNOWN_COUNT; i++)
        if ((prediction->unknown & GPUOCC_PREDICT_ASSUMPTIONS) >> i & 1)
            json_string(json, NULL, assumption(explain, i));
    json_close(json, ']');
    json_open(json, "unknown", '[');
    for (i = 0; i < GPUOCC_PREDICT_UNKNOWN_COUNT; i++)
        if ((prediction->unknown >> i & 1) != 0)
            json_string(json, NULL, gpuocc_predict_unknown_name(i));
    json_close(json, ']');
}

void explain_json_time(struct explain *explain)
{
    const gpuocc_prediction *prediction = &explain->prediction;
    struct json *json = &explain->json;
    struct text paragraph = {0};

    if (!explain_time(explain, &paragraph)) {
        json_null(json, "prediction");
        json_null(json, "prediction_paragraph");
        return;
    }
    if (!explain->predicted) {
        json_null(json, "prediction");
    } else {
        json_open(json, "prediction", '{');
        put_range(json, "time_us", prediction->time_us);
        put_range(json, "cycles", prediction->cycles);
        put_range(json, "round_cycles", prediction->round_cycles);
        put_range(json, "alone_cycles", prediction->alone_cycles);
        put_real(json, "clock_ghz", prediction->clock_ghz);
        json_number(json, "groups_per_core", prediction->groups_per_core);
        json_number(json, "waves_per_core", prediction->waves_per_core);
        json_number(json, "rounds", prediction->rounds);
        json_number(json, "last_groups", prediction->last_groups);
        put_real(json, "tail_share", prediction->tail_share);
        if (prediction->change != GPUOCC_PREDICT_CHANGE_NONE)
            json_string(json, "best_change", gpuocc_predict_change_name(prediction->change));
        else
            json_null(json, "best_change");
        put_range(json, "best_change_us", prediction->changed_us);
        put_names(explain);
        explain_json_rate(explain, prediction->matrix_confidence, prediction->matrix_type);
        put_loops(json, prediction);
        json_close(json, '}');
    }
    json_string(json, "prediction_paragraph", text_string(&paragraph));
    text_free(&paragraph);
}
