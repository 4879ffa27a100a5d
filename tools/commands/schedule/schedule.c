/* SPDX-License-Identifier: MIT
 *
 * gpuocc schedule: distributes a grid of groups over the whole GPU, round by round.
 */
#include "commands/schedule/schedule.h"

#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "commands/commands.h"
#include "output/cores.h"
#include "output/out.h"
#include "output/svg.h"
#include "output/words.h"

#define BAR 40

/* Schedules the question's grid on the GPU. If that is refused, adds a sentence to the message. */
static int32_t plan(struct schedule *s, const struct session *session)
{
    gpuocc_grid grid = {.size = sizeof grid};
    const char *option = session_gives_clusters(&session->options.question, &session->answer);
    gpuocc_error error = {.size = sizeof error};
    char message[256];

    grid.groups = session->options.question.grid_groups;
    s->status = gpuocc_schedule_init(&s->made, answer_occupancy(&session->answer), &grid, &error);
    if (s->status == GPUOCC_OK)
        s->schedule = &s->made;
    s->has_safe =
        gpuocc_safe_grid(answer_occupancy(&session->answer), 0, s->reserve, &s->safe) == GPUOCC_OK;
    if (s->status == GPUOCC_OK)
        return GPUOCC_OK;
    gpuocc_error_text(&error, s->status, message, sizeof message);
    text_add(&s->message, message);
    if (error.scope == GPUOCC_SCOPE_GRID && error.field == GPUOCC_GRID_CORE_COUNT) {
        session_explain_core_count(session, &s->message);
    } else if (error.scope == GPUOCC_SCOPE_GRID && option != NULL) {
        text_format(&s->message, " (%s)", option);
        session_explain_clusters(&session->answer, &s->message);
    }
    return s->status;
}

/* Reads numbers such as "10,9,10". Returns 0 with an error if the text is anything else. */
static int read_durations(struct schedule *s)
{
    const char *text = s->durations_text;

    if (text == NULL)
        return 1;
    s->durations = memory_grow(NULL, (strlen(text) + 1) * sizeof *s->durations);
    return list_read("--durations", text, 1, UINT32_MAX, s->durations, &s->duration_count,
                     UINT32_MAX) == 0;
}

static int read_rules(struct schedule *s)
{
    s->rules.size = sizeof s->rules;
    return read_durations(s);
}

/* Reads the numbers of --group-time. Returns 0 with an error if they are invalid. */
static int read_time(struct schedule *s)
{
    static const struct bounds bounds = {.least = 0, .most = 1e15};
    double *const numbers[] = {&s->group.latency, &s->group.per_core, &s->group.per_device,
                               &s->group.overhead};
    const char *at = s->group_text;
    struct text number = {0};
    size_t i, length;
    int status = 0;

    s->group.size = sizeof s->group;
    for (i = 0; at != NULL && status == 0; i++) {
        if (i == sizeof numbers / sizeof numbers[0]) {
            status = complain("--group-time has more than 4 numbers");
            break;
        }
        length = strcspn(at, ",");
        text_clear(&number);
        text_format(&number, "%.*s", (int)length, at);
        status = real_read("--group-time", text_string(&number), &bounds, numbers[i]);
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    text_free(&number);
    return status == 0;
}

/* Adds the reason why there is no timeline. */
static void explain(struct schedule *s, const gpuocc_error *error)
{
    char message[256];

    gpuocc_error_text(error, s->status, message, sizeof message);
    if (s->status == GPUOCC_NOT_POSSIBLE)
        text_add(&s->message, "no group ever fits on a core");
    else if (s->status == GPUOCC_ERROR_TOO_LARGE && error->scope == GPUOCC_SCOPE_ARGUMENT)
        text_format(&s->message,
                    "--durations has %llu, with this number groups can last at most %llu each",
                    (unsigned long long)error->value, (unsigned long long)error->limit);
    else
        text_add(&s->message, message);
}

/* Simulates all phases that will be shown. */
static int32_t simulate(struct schedule *s)
{
    gpuocc_error error = {.size = sizeof error};
    gpuocc_phase phase = {.size = sizeof phase};
    gpuocc_timeline *timeline;
    size_t bytes = 0;

    s->status = gpuocc_timeline_size(s->schedule, &s->rules, &bytes, &error);
    timeline = memory_grow(NULL, bytes + 1);
    if (s->status == GPUOCC_OK)
        s->status = gpuocc_timeline_init(timeline, bytes, s->schedule, &s->rules, &error);
    if (s->status == GPUOCC_OK)
        s->status = gpuocc_timeline_durations(timeline, s->durations, s->duration_count, &error);
    if (s->status != GPUOCC_OK) {
        explain(s, &error);
        free(timeline);
        return s->status;
    }
    while (s->count < s->most && gpuocc_timeline_next(timeline, &phase) == GPUOCC_OK) {
        s->phases = memory_grow(s->phases, (s->count + 1) * sizeof *s->phases);
        s->phases[s->count++] = phase;
    }
    s->more = gpuocc_timeline_next(timeline, &phase) == GPUOCC_OK;
    free(timeline);
    return GPUOCC_OK;
}

/* Computes the time of the grid, if --group-time is given and a group fits. */
static void find_time(struct schedule *s)
{
    s->time.size = sizeof s->time;
    s->has_time = s->group_text != NULL && s->schedule != NULL &&
                  gpuocc_schedule_time(s->schedule, &s->group, &s->time, NULL) == GPUOCC_OK;
}

uint64_t schedule_count(const struct schedule *s, uint32_t result)
{
    uint64_t up = 0;

    (void)gpuocc_schedule_get(s->schedule, result, 0, &up, NULL);
    return up;
}

/* Writes a share of 100 with at most two decimals into `text`, which is emptied. Returns it. */
static const char *share(struct text *text, const struct schedule *s, uint32_t result)
{
    uint64_t up = 0, down = 1;

    text_clear(text);
    (void)gpuocc_schedule_get(s->schedule, result, 0, &up, &down);
    text_add_percent(text, up, down);
    return text_string(text);
}

static void add_rounds(struct text *text, const struct schedule *s, const struct answer *answer)
{
    const uint64_t rounds = schedule_count(s, GPUOCC_SCHEDULE_ROUNDS);
    const uint64_t tail = schedule_count(s, GPUOCC_SCHEDULE_TAIL_GROUPS);
    const uint64_t full = schedule_count(s, GPUOCC_SCHEDULE_RESIDENT_GROUPS);
    struct text percent = {0};

    words_add(text, answer,
              tail == full  ? "{0 round} of {1 group}, efficiency {$0} %"
              : rounds == 1 ? "{0 round} of {1 group}, filled with {2}, efficiency {$0} %"
                            : "{0 round} of {1 group}, the last with {2}, efficiency {$0} %",
              NUMBERS(rounds, full, tail), TEXTS(share(&percent, s, GPUOCC_SCHEDULE_EFFICIENCY)));
    text_free(&percent);
}

/* Adds the range of core counts with as many rounds. */
static void add_plateau(struct text *text, const struct schedule *s, const struct answer *answer)
{
    const struct value cores = {VALUE_KNOWN, schedule_count(s, GPUOCC_SCHEDULE_CORE_COUNT),
                                schedule_count(s, GPUOCC_SCHEDULE_CORE_COUNT)};
    uint64_t first, last;

    if (gpuocc_schedule_get(s->schedule, GPUOCC_SCHEDULE_PLATEAU_FIRST, 0, &first, NULL) ==
            GPUOCC_OK &&
        gpuocc_schedule_get(s->schedule, GPUOCC_SCHEDULE_PLATEAU_LAST, 0, &last, NULL) ==
            GPUOCC_OK &&
        first != last)
        words_line(text, answer,
                   cores_are_wgps(answer->device, &cores)
                       ? "With {0} to {1} WGPs the number of rounds is the same."
                       : "With {0} to {1} {cores} the number of rounds is the same.",
                   NUMBERS(first, last), NULL);
}

static void add_facts(struct text *text, const struct schedule *s, const struct answer *answer)
{
    const struct value cores = {VALUE_KNOWN, schedule_count(s, GPUOCC_SCHEDULE_CORE_COUNT),
                                schedule_count(s, GPUOCC_SCHEDULE_CORE_COUNT)};
    struct text peak = {0}, average = {0}, all = {0};
    uint64_t next;

    text_add(text, "\n");
    words_line(text, answer,
               "Occupancy of the whole GPU: {$0} % at its peak, {$1} % on average over the "
               "rounds.",
               NULL,
               TEXTS(share(&peak, s, GPUOCC_SCHEDULE_PEAK_OCCUPANCY),
                     share(&average, s, GPUOCC_SCHEDULE_AVERAGE_OCCUPANCY)));
    text_add_cores(&all, answer->device, answer, &cores);
    words_line(text, answer, "{0} of {$0} get {groups}; balance {$1} %.",
               NUMBERS(schedule_count(s, GPUOCC_SCHEDULE_BUSY_CORES)),
               TEXTS(text_string(&all), share(&peak, s, GPUOCC_SCHEDULE_BALANCE)));
    if (schedule_count(s, GPUOCC_SCHEDULE_ROUNDS) <= UINT32_MAX &&
        gpuocc_schedule_get(s->schedule, GPUOCC_SCHEDULE_ROUND_START,
                            (uint32_t)schedule_count(s, GPUOCC_SCHEDULE_ROUNDS), &next,
                            NULL) == GPUOCC_OK)
        words_line(text, answer, "The next round starts at {0 group}.", NUMBERS(next), NULL);
    add_plateau(text, s, answer);
    text_free(&peak);
    text_free(&average);
    text_free(&all);
}

/* Adds the maximum number of groups that may wait for each other, and whether the grid exceeds
 * it. */
static void add_safe(struct text *text, const struct schedule *s, const struct answer *answer)
{
    if (!s->has_safe)
        return;
    words_add(text, answer, "{Groups} that wait for each other may be at most {0}",
              NUMBERS(s->safe), NULL);
    if (s->reserve != 0)
        words_add(text, answer, ", with {0} left to other contexts", NUMBERS(s->reserve), NULL);
    words_line(text, answer,
               schedule_count(s, GPUOCC_SCHEDULE_GROUPS) > s->safe ? ": this grid could hang."
                                                                   : ".",
               NULL, NULL);
}

/* Adds one line for a phase: time, contents, and a bar. */
static void add_phase(struct table *table, const gpuocc_phase *phase)
{
    const uint64_t cells[] = {phase->start, phase->end, phase->groups, phase->waves};
    struct text text = {0};
    uint64_t length = phase->waves * BAR / phase->slots;
    uint32_t i;

    for (i = 0; i < 4; i++) {
        text_clear(&text);
        text_add_number(&text, cells[i]);
        table_string(table, text_string(&text));
    }
    text_clear(&text);
    text_add_percent(&text, phase->waves, phase->slots);
    text_add(&text, " %");
    table_string(table, text_string(&text));
    text_clear(&text);
    for (i = 0; i < length || i < 1; i++)
        text_add(&text, "#");
    table_string(table, text_string(&text));
    text_free(&text);
}

/* Adds "With --usable-cores 8; all above is of the whole GPU." */
static void add_restriction(struct text *text, const gpuocc_dispatch *rules,
                            const struct answer *answer)
{
    if ((rules->usable_cores | rules->slots_per_core) == 0)
        return;
    words_line(
        text, answer,
        rules->slots_per_core == 0 ? "With --usable-cores {0}; all above is of the whole GPU."
        : rules->usable_cores == 0
            ? "With --slots-per-core {1}; all above is of the whole GPU."
            : "With --usable-cores {0} and --slots-per-core {1}; all above is of the whole GPU.",
        NUMBERS(rules->usable_cores, rules->slots_per_core), NULL);
    text_add(text, "\n");
}

static void add_timeline(struct text *text, const struct schedule *s, const struct answer *answer,
                         struct style style)
{
    static const char *const heads[] = {"from", "to", "groups", "waves", "occupancy", ""};
    struct table table = {0};
    size_t i;

    text_add(text, "\n");
    add_restriction(text, &s->rules, answer);
    for (i = 0; i < 6; i++)
        table_column(&table, i < 5 ? TABLE_RIGHT : TABLE_LEFT);
    for (i = 0; i < 6; i++)
        table_string(&table, heads[i]);
    for (i = 0; i < s->count; i++)
        add_phase(&table, &s->phases[i]);
    table_write(&table, text, 1, style);
    table_free(&table);
    if (s->more)
        words_line(text, answer, "... and more than these {0} phases; see --phases.",
                   NUMBERS(s->count), NULL);
    words_add(text, answer,
              s->durations == NULL ? "Time is counted in durations of a {group}. "
                                   : "Time is in the unit of --durations. ",
              NULL, NULL);
    words_line(text, answer, "The distribution of {groups} over {cores} is assumed, not published.",
               NULL, NULL);
}

static void add_time(struct text *text, const struct schedule *s, const struct answer *answer)
{
    const double times[] = {s->time.time, s->time.rounds, s->time.tail, s->time.ideal,
                            s->time.minimum};
    struct text said[5] = {{0}};
    size_t i;

    if (!s->has_time)
        return;
    for (i = 0; i < 5; i++)
        text_format(&said[i], "%.9g", times[i]);
    words_line(text, answer,
               s->time.tail > 0 && s->time.rounds > 0
                   ? "Time of the grid: {$0}, of which the full rounds take {$1} and the tail {$2}."
                   : "Time of the grid: {$0}.",
               NULL, TEXTS(text_string(&said[0]), text_string(&said[1]), text_string(&said[2])));
    words_line(
        text, answer,
        "If the tail cost only its share of a round: {$0}; in any order of the {groups}: at least "
        "{$1}.",
        NULL, TEXTS(text_string(&said[3]), text_string(&said[4])));
    for (i = 0; i < 5; i++)
        text_free(&said[i]);
}

static void print_text(const struct schedule *s, const struct session *session)
{
    const struct answer *answer = &session->answer;
    const struct style style = out_style();
    struct text text = {0};

    if (s->status == GPUOCC_OK) {
        text_add(&text, style.bold);
        add_rounds(&text, s, answer);
        text_add(&text, style.plain);
        session_add_device(session, &text);
        text_add(&text, "\n");
        (void)text_add_sentence(&text, answer, GPUOCC_SENTENCE_ANSWER);
        add_facts(&text, s, answer);
        add_safe(&text, s, answer);
        add_time(&text, s, answer);
        schedule_add_calculator(&text, s, answer);
        add_timeline(&text, s, answer, style);
    } else {
        text_add(&text, style.bad);
        words_add(&text, answer, "not possible", NULL, NULL);
        text_format(&text, "%s: %s\n", style.plain, text_string(&s->message));
        schedule_add_calculator(&text, s, answer);
    }
    session_add_notes(session, &text, 1);
    out_text(&text);
    text_free(&text);
}

static int run(struct schedule *s, struct session *session)
{
    int ending;

    if (session->options.question.grid_given != GIVEN_NUMBER)
        return complain("schedule needs --grid-groups, a number of at least 1");
    if (!read_rules(s) || !read_time(s) ||
        svg_check(s->svg, session->options.json ? "--json" : NULL) != 0)
        return END_FAILED;
    s->most = s->most != 0 ? s->most : 40;
    session_products(session);
    ending = session_answer_known(session, 0);
    if (ending == END_ANSWERED && session->answer.wholes_differ != 0)
        ending = session_refuse_ambiguous_field(session, session->answer.wholes_differ);
    /* A convention may give groups of the device but not of a core. */
    if (ending == END_ANSWERED &&
        session->answer.results[GPUOCC_RESULT_GROUPS_PER_DEVICE].state == VALUE_ABSENT)
        ending = session_needs_groups(session);
    if (ending == END_ANSWERED && plan(s, session) == GPUOCC_OK)
        (void)simulate(s);
    find_time(s);
    if (ending == END_ANSWERED && schedule_ask_calculator(s, session) != 0)
        return END_FAILED;
    if (ending == END_ANSWERED && s->status < 0 && s->status != GPUOCC_NOT_POSSIBLE) {
        (void)complain("%s", text_string(&s->message));
        ending = END_REFUSED;
    }
    if (ending == END_ANSWERED && s->svg != NULL && schedule_write_svg(s, session) != END_ANSWERED)
        return END_FAILED;
    if (ending == END_ANSWERED && svg_alone(s->svg))
        ; /* the file was written */
    else if (session->options.json)
        schedule_json(s, session);
    else if (ending == END_ANSWERED)
        print_text(s, session);
    session->answer.schedule = s->status == GPUOCC_OK ? s->schedule : NULL;
    return ending == END_ANSWERED ? session_check_requirements(session, &session->answer) : ending;
}

int command_schedule(int count, char **arguments)
{
    struct schedule s;
    const struct own_option own[] = {
        {"placement", .number = &s.rules.placement},
        {"choice", .number = &s.rules.choice},
        {"durations", .text = &s.durations_text},
        {"barrier", .number = &s.rules.barrier},
        {"head_of_line", .number = &s.rules.head_of_line},
        {"usable_cores", .number = &s.rules.usable_cores},
        {"slots_per_core", .number = &s.rules.slots_per_core},
        {"phases", .number = &s.most},
        {"reserve_groups", .number = &s.reserve},
        {"group_time", .text = &s.group_text},
        {"svg", .text = &s.svg},
        {"partitions", .text = &s.partitions},
        {.name = NULL},
    };
    struct session *session;
    int ending;

    memset(&s, 0, sizeof s);
    session = session_open(COMMAND_SCHEDULE, own, count, arguments, &ending);
    if (session != NULL)
        ending = run(&s, session);
    session_close(session);
    text_free(&s.message);
    free(s.durations);
    free(s.phases);
    return ending;
}
