/* SPDX-License-Identifier: MIT
 *
 * gpuocc sweep: occupancy over one field of the kernel, as text, CSV and JSON.
 */
#include <stdlib.h>
#include <string.h>

#include "commands/sweep/sweep.h"
#include "answer.h"
#include "commands/commands.h"
#include "input/amounts.h"
#include "output/out.h"
#include "output/results.h"
#include "output/svg.h"
#include "output/table.h"
#include "output/words.h"

/* Maximum number of multiples of a step that are printed. */
#define MOST_ROWS 65536

/* Maximum number of rows over the threads that text shows by default. */
#define TEXT_ROWS 16

/* Characters of the bar of a full core. */
#define BAR 40

/* Reduces the curve to the multiples of a step. */
static void keep_multiples(struct sweep *sweep)
{
    const struct sweep curve = *sweep;
    struct sweep_row *row;
    uint64_t value = sweep->field == GPUOCC_KERNEL_THREADS_PER_GROUP ? sweep->step : 0;
    size_t from = 0;

    sweep->rows = NULL;
    sweep->count = 0;
    for (; value <= curve.end; value += sweep->step) {
        while (curve.rows[from].last < value)
            from++;
        row = sweep_add_row(sweep);
        *row = curve.rows[from];
        row->first = row->last = (uint32_t)value;
    }
    free(curve.rows);
}

/* For text over the threads, selects whole waves, and few enough rows to read. */
static void narrow(struct sweep *sweep, const struct session *session)
{
    const uint64_t wave = session->answer.results[GPUOCC_RESULT_WAVE_SIZE].low;

    if (sweep->field != GPUOCC_KERNEL_THREADS_PER_GROUP || session->options.json || sweep->csv)
        return;
    for (sweep->step = (uint32_t)wave; sweep->end / sweep->step > TEXT_ROWS;)
        sweep->step *= 2;
    sweep->narrowed = 1;
}

/* Returns the waves of a group in a row. */
static uint32_t waves_per_group(const struct sweep *sweep, const struct sweep_row *row)
{
    const uint64_t wave = sweep->wave_size;

    /* Where registers select the wave size, it differs between rows. */
    if (value_exact(&row->groups) && value_exact(&row->waves) && row->groups.low != 0)
        return (uint32_t)(row->waves.low / row->groups.low);
    if (sweep->field != GPUOCC_KERNEL_THREADS_PER_GROUP || wave == 0)
        return sweep->waves_per_group;
    return (uint32_t)((row->last + wave - 1) / wave);
}

void sweep_add_range(const struct sweep_row *row, struct text *text)
{
    text_add_number(text, row->first);
    if (row->last == row->first)
        return;
    text_add(text, "..");
    text_add_number(text, row->last);
}

/* Counts a row that does not meet a requirement. Records the values of the first one and what it
 * has instead. */
static void count_short(struct sweep *sweep, const struct sweep_row *row, const char *sentence)
{
    if (sweep->fell_short++ != 0)
        return;
    text_format(&sweep->shortfall, "%s ", gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, sweep->field));
    sweep_add_range(row, &sweep->shortfall);
    text_format(&sweep->shortfall, ": %s", sentence);
}

/* Compares all rows with the requirements; if there is no curve, none is met. */
static void judge(struct sweep *sweep, const struct session *session)
{
    struct text message = {0};
    struct answer answer;
    size_t i;

    memset(&answer, 0, sizeof answer);
    sweep->judged = sweep->count;
    for (i = 0; i < sweep->count; i++) {
        const struct sweep_row *row = &sweep->rows[i];

        answer.results[GPUOCC_RESULT_GROUPS] = row->groups;
        answer.results[GPUOCC_RESULT_WAVES] = row->waves;
        answer.results[GPUOCC_RESULT_MAX_WAVES] = row->max_waves;
        text_clear(&message);
        if (options_met(&session->options, &answer, &message))
            continue;
        if (row->status < 0) {
            text_clear(&message);
            text_format(&message, "it is refused, required is %s",
                        session->options.requirements[0].text);
        }
        count_short(sweep, row, text_string(&message));
    }
    text_free(&message);
}

static int met(const struct sweep *sweep, const struct session *session)
{
    if (session->options.required != 0 && sweep->status == GPUOCC_NOT_KNOWN) {
        (void)complain("the curve is not known, required is %s",
                       session->options.requirements[0].text);
        return END_SHORT;
    }
    if (sweep->fell_short == 0)
        return END_ANSWERED;
    (void)complain("%llu of %llu rows fall short, the first is %s", sweep->fell_short,
                   sweep->judged, text_string(&sweep->shortfall));
    return END_SHORT;
}

/* Selects the rows that are printed, after all of them were compared with the requirements. */
static void choose_rows(struct sweep *sweep, const struct session *session)
{
    if (sweep->whole && sweep->step != 0 && sweep->count != 0)
        keep_multiples(sweep);
    judge(sweep, session); /* rows that text leaves out are compared as well */
    if (sweep->step == 0 && sweep->whole) {
        narrow(sweep, session);
        if (sweep->step != 0 && sweep->count != 0)
            keep_multiples(sweep);
    }
}

static int has_percent(const struct sweep_row *row)
{
    return row->status == GPUOCC_OK && value_exact(&row->waves) && value_exact(&row->max_waves) &&
           row->max_waves.low != 0;
}

static void add_bar(const struct sweep_row *row, struct text *text)
{
    uint64_t length = 0;

    if (has_percent(row))
        length = (row->waves.low * BAR * 2 + row->max_waves.low) / (2 * row->max_waves.low);
    while (length-- > 0)
        text_add_byte(text, '#');
}

static void put(struct table *table, struct text *text)
{
    table_string(table, text_string(text));
    text_clear(text);
}

static void add_row(struct table *table, const struct sweep *sweep, const struct sweep_row *row,
                    struct text *text)
{
    sweep_add_range(row, text);
    put(table, text);
    if (sweep->field == GPUOCC_KERNEL_THREADS_PER_GROUP)
        text_add_number(text, waves_per_group(sweep, row));
    put(table, text);
    text_add_value(text, &row->groups, row->status < 0 ? "refused" : "-");
    put(table, text);
    text_add_value(text, &row->waves, "");
    if (row->status == GPUOCC_OK && row->max_waves.state == VALUE_KNOWN) {
        text_add(text, " of ");
        text_add_value(text, &row->max_waves, "");
    }
    put(table, text);
    if (has_percent(row)) {
        text_add_percent(text, row->waves.low, row->max_waves.low);
        text_add(text, " %");
    }
    put(table, text);
    add_bar(row, text);
    put(table, text);
    if (row->limiters.state == VALUE_KNOWN)
        text_add_names(text, row->limiters.high, " and ");
    put(table, text);
}

static void add_table(const struct sweep *sweep, struct text *text)
{
    const int threads = sweep->field == GPUOCC_KERNEL_THREADS_PER_GROUP;
    const char *const heads[] = {gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, sweep->field),
                                 threads ? "waves of a group" : "",
                                 "groups",
                                 "waves",
                                 "",
                                 "",
                                 "limited by"};
    struct table table = {0};
    struct text cell = {0};
    size_t i;

    for (i = 0; i < 7; i++)
        table_column(&table, i < 5 ? TABLE_RIGHT : TABLE_LEFT);
    for (i = 0; i < 7; i++)
        table_string(&table, heads[i]);
    for (i = 0; i < sweep->count; i++)
        add_row(&table, sweep, &sweep->rows[i], &cell);
    table_write(&table, text, 1, out_style());
    text_free(&cell);
    table_free(&table);
}

static void add_remarks(const struct sweep *sweep, const struct session *session, struct text *text)
{
    struct value without;
    int same = 1;
    size_t i;

    for (i = 0; i < sweep->count; i++)
        same &= waves_per_group(sweep, &sweep->rows[i]) == 1;
    text_add(text, "\n");
    if (sweep->one_wave)
        text_format(text, "No --threads: a group %s %lu threads.\n",
                    same ? "is one wave of" : "has", (unsigned long)sweep->wave_size);
    if (sweep->whole) {
        text_format(
            text, "%s accepts %s up to %lu here", gpuocc_device_name(session->answer.device),
            gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, sweep->field), (unsigned long)sweep->end);
        if (session_needs_opt_in(session, sweep->field, GPUOCC_TARGET_GROUPS, 1, sweep->end,
                                 &without)) {
            text_add(text, " (");
            text_add_value(text, &without, "none");
            text_add(text, " without opt-in)");
        }
        text_add(text, ".\n");
    }
    if (sweep->narrowed && waves_per_group(sweep, &sweep->rows[0]) > 1)
        text_format(text, "Multiples of %lu; --multiple-of %lu shows all whole waves.\n",
                    (unsigned long)sweep->step, (unsigned long)sweep->wave_size);
}

static void add_sweep(const struct sweep *sweep, const struct session *session, struct text *text)
{
    const struct style style = out_style();
    const int known = sweep->status != GPUOCC_NOT_KNOWN;

    text_format(text, "%sOccupancy over %s%s", style.bold,
                gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, sweep->field), known ? "" : " is not known");
    text_add(text, known ? "" : style.plain);
    session_add_device(session, text);
    if (!known) {
        text_add(text, ".\n");
        return;
    }
    text_format(text, "%s\n\n", style.plain);
    add_table(sweep, text);
    add_remarks(sweep, session, text);
}

static void print_text(const struct sweep *sweeps, size_t count, const struct session *session)
{
    struct text text = {0};
    size_t i;

    for (i = 0; i < count; i++) {
        if (i != 0)
            text_add(&text, "\n");
        add_sweep(&sweeps[i], session, &text);
    }
    session_add_notes(session, &text, 0);
    out_text(&text);
    text_free(&text);
}

static void add_exact(const struct value *value, struct text *text)
{
    text_add_byte(text, ',');
    if (value_exact(value) && value->low != VALUE_ENDLESS)
        text_add_number(text, value->low);
}

static void add_csv(const struct sweep *sweep, const struct sweep_row *row, struct text *text)
{
    text_format(text, "%s,%lu,%lu,%ld,%lu", gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, sweep->field),
                (unsigned long)row->first, (unsigned long)row->last, (long)row->status,
                (unsigned long)waves_per_group(sweep, row));
    add_exact(&row->groups, text);
    add_exact(&row->waves, text);
    add_exact(&row->max_waves, text);
    text_add_byte(text, ',');
    if (has_percent(row))
        text_add_percent(text, row->waves.low, row->max_waves.low);
    text_add_byte(text, ',');
    if (row->limiters.state == VALUE_KNOWN)
        text_add_set(text, GPUOCC_LIST_LIMITS, row->limiters.high, "|");
    text_add_byte(text, '\n');
}

static void print_csv(const struct sweep *sweeps, size_t count)
{
    struct text text = {0};
    size_t i, row;

    text_add(&text, "field,first,last,status,waves_per_group,groups,waves,max_waves,percent,"
                    "limiters\n");
    for (i = 0; i < count; i++)
        for (row = 0; row < sweeps[i].count; row++)
            add_csv(&sweeps[i], &sweeps[i].rows[row], &text);
    out_text(&text);
    text_free(&text);
}

static void add_json(const struct sweep *sweep, struct json *json)
{
    size_t i;

    if (sweep->field != 0)
        json_string(json, "over", gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, sweep->field));
    else
        json_null(json, "over");
    json_token(json, "one_wave", sweep->one_wave ? "true" : "false");
    json_open(json, "rows", '[');
    for (i = 0; i < sweep->count; i++) {
        const struct sweep_row *row = &sweep->rows[i];

        json_open(json, NULL, '{');
        json_number(json, "first", row->first);
        json_number(json, "last", row->last);
        json_signed(json, "status", row->status);
        json_number(json, "waves_per_group", waves_per_group(sweep, row));
        json_value(json, "groups", &row->groups);
        json_value(json, "waves", &row->waves);
        json_value(json, "max_waves", &row->max_waves);
        json_percent(json, "percent", &row->waves, &row->max_waves);
        json_set(json, "limiters", GPUOCC_LIST_LIMITS, &row->limiters);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* Prints `count` curves, one or more. */
static void print_json(const struct sweep *sweeps, size_t count, const struct session *session)
{
    const struct answer *answer = &session->answer;
    struct json json = {{0}, 0};
    size_t i;

    session_json(session, &json, "sweep", answer->status < 0 ? answer->status : sweeps[0].status,
                 text_string(&answer->message));
    if (count == 1) {
        add_json(&sweeps[0], &json);
    } else {
        json_open(&json, "curves", '[');
        for (i = 0; i < count; i++) {
            json_open(&json, NULL, '{');
            json_signed(&json, "status", sweeps[i].status);
            add_json(&sweeps[i], &json);
            json_close(&json, '}');
        }
        json_close(&json, ']');
    }
    session_json_end(&json);
}

static int print(struct sweep *sweeps, size_t count, struct session *session)
{
    int ending = sweeps[0].svg != NULL ? sweep_write_svg(sweeps, count, session) : END_ANSWERED;
    size_t i;

    for (i = 0; i < count; i++) {
        sweeps[i].step = sweeps[i].multiple_of;
        if (sweeps[i].step != 0 && sweeps[i].end / sweeps[i].step > MOST_ROWS)
            return complain("--multiple-of %lu would give more than %d lines up to %lu",
                            (unsigned long)sweeps[i].step, MOST_ROWS, (unsigned long)sweeps[i].end);
        choose_rows(&sweeps[i], session);
    }
    if (svg_alone(sweeps[0].svg))
        ; /* the file was written */
    else if (sweeps[0].csv)
        print_csv(sweeps, count);
    else if (session->options.json)
        print_json(sweeps, count, session);
    else
        print_text(sweeps, count, session);
    for (i = 0; i < count && ending == END_ANSWERED; i++)
        ending = met(&sweeps[i], session);
    return ending;
}

static int check(const struct sweep *sweep, const struct session *session)
{
    if (sweep->over == NULL)
        return complain("sweep needs --over FIELD");
    if (sweep->at != NULL && (sweep->multiple_of != 0 || sweep->svg != NULL))
        return complain("--at excludes %s", sweep->svg != NULL ? "--svg" : "--multiple-of");
    if (sweep->csv && session->options.json)
        return complain("--csv and --json exclude each other");
    return svg_check(sweep->svg, sweep->csv ? "--csv" : session->options.json ? "--json" : NULL);
}

/* Returns the three fields for which the vendors' spreadsheets have charts: their number, or 0 if
 * the device is not found. */
static size_t usual_fields(struct session *session, uint32_t *fields)
{
    gpuocc_kernel *kernel = &session->options.question.kernel;
    const gpuocc_kernel given = *kernel;

    kernel->threads_per_group = 1; /* only the device is needed */
    answer_question(&session->answer, &session->lookup, &session->options.question);
    *kernel = given;
    if (session->answer.device == NULL)
        return 0;
    fields[0] = GPUOCC_KERNEL_THREADS_PER_GROUP;
    fields[1] = amount_registers(session->answer.device);
    fields[2] = GPUOCC_KERNEL_SHARED_BYTES;
    return 3;
}

/* Reads the fields of --over, separated by commas. Returns their number, or 0 with an error. */
static size_t read_over(const struct sweep *sweep, struct session *session, uint32_t *fields)
{
    struct text name = {0};
    const char *over = sweep->over;
    size_t count = 0, length;

    if (strcmp(over, "all") == 0) {
        count = usual_fields(session, fields);
        if (count == 0)
            (void)session_answer(session);
        return count;
    }
    for (;; over += length + 1) {
        length = strcspn(over, ",");
        text_clear(&name);
        text_add_bytes(&name, over, length);
        if (count == AMOUNTS) {
            (void)complain("--over has more than %d fields", AMOUNTS);
            count = 0;
            break;
        }
        fields[count] = amount_read("--over", text_string(&name));
        if (fields[count++] == 0)
            count = 0;
        if (count == 0 || over[length] == 0)
            break;
    }
    text_free(&name);
    return count;
}

/* Finds one curve. Changes the question's kernel if the curve requires it. */
static int find(struct sweep *sweep, struct session *session)
{
    gpuocc_kernel *kernel = &session->options.question.kernel;
    const uint32_t given = kernel_word(kernel, sweep->field);
    int ending;

    sweep->given = kernel_gives(kernel, sweep->field) ? given : GPUOCC_UNKNOWN;
    if (sweep->field == GPUOCC_KERNEL_THREADS_PER_GROUP)
        kernel->threads_per_group = 1; /* any size: this is the field that is swept */
    else
        sweep->one_wave = session_one_wave(session);
    ending =
        sweep->at != NULL ? session_answer(session) : session_answer_known(session, sweep->field);
    if (ending == END_ANSWERED)
        ending = session_needs_groups(session);
    sweep->wave_size = (uint32_t)session->answer.results[GPUOCC_RESULT_WAVE_SIZE].low;
    sweep->waves_per_group = (uint32_t)session->answer.results[GPUOCC_RESULT_WAVES_PER_GROUP].low;
    if (ending == END_ANSWERED)
        ending = sweep_find(sweep, session);
    if (sweep->field == GPUOCC_KERNEL_THREADS_PER_GROUP)
        kernel->threads_per_group = given;
    return ending;
}

static int run(struct sweep *sweeps, const uint32_t *fields, size_t count, struct session *session)
{
    const gpuocc_kernel given = session->options.question.kernel;
    int ending = END_ANSWERED;
    size_t i;

    for (i = 0; i < count && ending == END_ANSWERED; i++) {
        session->options.question.kernel = given;
        sweeps[i].field = fields[i];
        ending = find(&sweeps[i], session);
    }
    if (count > 1)
        session->options.question.kernel = given;
    if (ending == END_ANSWERED)
        return print(sweeps, count, session);
    /* A bad value of --at is not an answer to the question. */
    if (session->options.json && (ending != END_FAILED || session->answer.status < 0))
        print_json(sweeps, i, session);
    return ending;
}

/* Reads the fields, then finds and prints their curves. */
static int run_all(const struct sweep *options, struct session *session)
{
    struct sweep sweeps[AMOUNTS];
    uint32_t fields[AMOUNTS];
    int ending = check(options, session);
    size_t count = 0, i;

    if (ending == END_ANSWERED) {
        count = read_over(options, session, fields);
        ending = count != 0 ? END_ANSWERED : END_FAILED;
    }
    if (count > 1 && (options->at != NULL || options->multiple_of != 0))
        ending = complain("%s needs one field in --over",
                          options->at != NULL ? "--at" : "--multiple-of");
    if (ending != END_ANSWERED)
        return ending;
    for (i = 0; i < count; i++) {
        sweeps[i] = *options;
        if (count == 1 && kernel_word(&session->options.question.kernel, fields[i]) != 0)
            (void)complain("sweep varies %s: its value is not used",
                           gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, fields[i]));
    }
    ending = run(sweeps, fields, count, session);
    for (i = 0; i < count; i++) {
        free(sweeps[i].rows);
        text_free(&sweeps[i].shortfall);
    }
    return ending;
}

int command_sweep(int count, char **arguments)
{
    struct sweep sweep;
    const struct own_option own[] = {{"over", .text = &sweep.over},
                                     {"at", .text = &sweep.at},
                                     {"multiple_of", .number = &sweep.multiple_of},
                                     {"csv", .number = &sweep.csv},
                                     {"svg", .text = &sweep.svg},
                                     {.name = NULL}};
    struct session *session;
    int ending;

    memset(&sweep, 0, sizeof sweep);
    session = session_open(COMMAND_SWEEP, own, count, arguments, &ending);
    if (session != NULL)
        ending = run_all(&sweep, session);
    session_close(session);
    return ending;
}
