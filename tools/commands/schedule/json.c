/* SPDX-License-Identifier: MIT
 *
 * gpuocc schedule: prints the same members in all cases, null if there is no number.
 */
#include "commands/schedule/schedule.h"

#include "output/cores.h"

/* Adds a count as a number, or a share as {"numerator":..,"denominator":..}. */
static void add_result(struct json *json, const struct schedule *s, uint32_t result)
{
    const char *name = gpuocc_name(GPUOCC_LIST_SCHEDULE_RESULTS, result);
    const int share =
        result == GPUOCC_SCHEDULE_EFFICIENCY ||
        (result >= GPUOCC_SCHEDULE_PEAK_OCCUPANCY && result <= GPUOCC_SCHEDULE_BALANCE);
    uint64_t up, down;

    if (s->schedule == NULL ||
        gpuocc_schedule_get(s->schedule, result, 0, &up, &down) != GPUOCC_OK) {
        json_null(json, name);
    } else if (share) {
        json_open(json, name, '{');
        json_number(json, "numerator", up);
        json_number(json, "denominator", down);
        json_close(json, '}');
    } else {
        json_number(json, name, up);
    }
}

static void add_phase(struct json *json, const gpuocc_phase *phase)
{
    json_open(json, NULL, '{');
    json_number(json, "start", phase->start);
    json_number(json, "end", phase->end);
    json_number(json, "groups", phase->groups);
    json_number(json, "waves", phase->waves);
    json_number(json, "slots", phase->slots);
    json_close(json, '}');
}

static void add_time(struct json *json, const struct schedule *s)
{
    const gpuocc_grid_time *time = &s->time;

    if (!s->has_time) {
        json_null(json, "grid_time");
        return;
    }
    json_open(json, "grid_time", '{');
    json_real(json, "time", time->time, JSON_DIGITS);
    json_real(json, "rounds", time->rounds, JSON_DIGITS);
    json_real(json, "tail", time->tail, JSON_DIGITS);
    json_real(json, "ideal", time->ideal, JSON_DIGITS);
    json_real(json, "minimum", time->minimum, JSON_DIGITS);
    json_close(json, '}');
}

void schedule_json(const struct schedule *s, const struct session *session)
{
    const struct answer *answer = &session->answer;
    struct json json = {{0}, 0};
    uint32_t result;
    size_t i;

    if (answer->status < 0)
        session_json(session, &json, "schedule", answer->status, text_string(&answer->message));
    else
        session_json(session, &json, "schedule", s->status, text_string(&s->message));
    json_value(&json, "groups", &answer->results[GPUOCC_RESULT_GROUPS]);
    json_value(&json, "waves", &answer->results[GPUOCC_RESULT_WAVES]);
    for (result = 0; result < GPUOCC_SCHEDULE_RESULT_COUNT; result++)
        if (result != GPUOCC_SCHEDULE_ROUND_START && result != GPUOCC_SCHEDULE_GROUPS)
            add_result(&json, s, result);
    json_cores(&json, answer->device);
    if (s->has_safe)
        json_number(&json, "safe_groups", s->safe);
    else
        json_null(&json, "safe_groups");
    json_open(&json, "phases", '[');
    for (i = 0; i < s->count; i++)
        add_phase(&json, &s->phases[i]);
    json_close(&json, ']');
    json_token(&json, "more_phases", s->more ? "true" : "false");
    schedule_json_calculator(&json, s);
    add_time(&json, s);
    session_json_end(&json);
}
