/* SPDX-License-Identifier: MIT
 *
 * gpuocc sweep: occupancy over one field of the kernel.
 */
#include <stdlib.h>
#include <string.h>

#include "input/amounts.h"
#include "commands/commands.h"
#include "output/svg.h"
#include "commands/sweep.h"

/* Maximum number of multiples of a step that are printed. */
#define MOST_ROWS 65536

/* Maximum number of rows over the threads that text shows by default. */
#define TEXT_ROWS 16

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

uint32_t sweep_waves_per_group(const struct sweep *sweep, const struct sweep_row *row)
{
    const uint64_t wave = sweep->wave_size;

    if (sweep->field != GPUOCC_KERNEL_THREADS_PER_GROUP || wave == 0)
        return sweep->waves_per_group;
    return (uint32_t)((row->last + wave - 1) / wave);
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
        sweep_print_csv(sweeps, count);
    else if (session->options.json)
        sweep_print_json(sweeps, count, session);
    else
        sweep_print_text(sweeps, count, session);
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
    return ending == END_ANSWERED ? sweep_find(sweep, session) : ending;
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
        sweep_print_json(sweeps, i, session);
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
    for (i = 0; i < count; i++)
        sweeps[i] = *options;
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
    const struct own_option own[] = {{"over", OWN_TEXT, NULL, &sweep.over},
                                     {"at", OWN_TEXT, NULL, &sweep.at},
                                     {"multiple_of", OWN_COUNT, &sweep.multiple_of, NULL},
                                     {"csv", OWN_FLAG, &sweep.csv, NULL},
                                     {"svg", OWN_TEXT, NULL, &sweep.svg},
                                     {NULL, OWN_FLAG, NULL, NULL}};
    struct session *session;
    int ending;

    memset(&sweep, 0, sizeof sweep);
    session = session_open("sweep", ACCEPT_QUESTION | ACCEPT_REQUIRE | ACCEPT_REQUIRE_ROW, own,
                           count, arguments, &ending);
    if (session != NULL)
        ending = run_all(&sweep, session);
    session_close(session);
    return ending;
}
