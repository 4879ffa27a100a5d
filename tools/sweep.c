/* SPDX-License-Identifier: MIT
 *
 * gpuocc sweep: occupancy over one field of the kernel.
 */
#include <stdlib.h>
#include <string.h>

#include "amounts.h"
#include "commands.h"
#include "sweep.h"

/* Multiples of a step that are printed at most. */
#define MOST_ROWS 65536

/* Rows over the threads that text shows unless it is told otherwise. */
#define TEXT_ROWS 16

static struct sweep_row *add(struct sweep *sweep)
{
    /* Room doubles whenever the count is a power of two. */
    if ((sweep->count & (sweep->count - 1)) == 0)
        sweep->rows = memory_grow(sweep->rows,
                                  (sweep->count != 0 ? 2 * sweep->count : 1) * sizeof *sweep->rows);
    memset(&sweep->rows[sweep->count], 0, sizeof *sweep->rows);
    return &sweep->rows[sweep->count++];
}

static struct value exactly(uint64_t number)
{
    const struct value value = {VALUE_KNOWN, number, number};

    return value;
}

/* Where a curve ends at the latest: tools take more threads in a group than the device does. */
static uint32_t most_of(const struct sweep *sweep, const gpuocc_device *device)
{
    uint64_t threads = UINT32_MAX;

    if (sweep->field == GPUOCC_KERNEL_THREADS_PER_GROUP)
        (void)gpuocc_device_get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 0, &threads);
    return (uint32_t)threads;
}

/* The whole curve, stretch by stretch. Returns a status. */
static int32_t walk(struct sweep *sweep, const struct answer *answer)
{
    const gpuocc_occupancy *occupancy = answer_occupancy(answer);
    const uint32_t most = most_of(sweep, answer->device);
    uint32_t value = sweep->field == GPUOCC_KERNEL_THREADS_PER_GROUP;
    gpuocc_stretch s = {sizeof s, 0, 0, 0, 0, 0};
    struct sweep_row *row;
    int32_t status;

    for (;; value = s.last + 1) {
        status = gpuocc_occupancy_stretch(occupancy, sweep->field, value, &s);
        if (status != GPUOCC_OK)
            return status == GPUOCC_ERROR_INDEX && sweep->count != 0 ? GPUOCC_OK : status;
        row = add(sweep);
        row->first = s.first;
        row->last = s.last;
        row->groups = exactly(s.groups);
        row->waves = exactly(s.waves);
        row->max_waves = answer->results[GPUOCC_RESULT_MAX_WAVES];
        row->limiters = exactly(s.limiters);
        sweep->end = s.last;
        if (s.last >= most)
            return GPUOCC_OK;
    }
}

/* Answers one value of the field. */
static void sample(struct sweep *sweep, struct session *session, uint32_t value)
{
    struct question question = session->options.question;
    struct answer answer;
    struct sweep_row *row = add(sweep);

    memset(&answer, 0, sizeof answer);
    kernel_set(&question.kernel, sweep->field, value != 0 ? value : GPUOCC_ZERO);
    answer_question(&answer, &session->lookup, &question);
    row->first = row->last = value;
    row->status = answer.status;
    row->groups = answer.results[GPUOCC_RESULT_GROUPS];
    row->waves = answer.results[GPUOCC_RESULT_WAVES];
    row->max_waves =
        answer.results[sweep->field == GPUOCC_KERNEL_GRF_COUNT ? GPUOCC_RESULT_MAX_WAVES_ANY_MODE
                                                               : GPUOCC_RESULT_MAX_WAVES];
    row->limiters = answer.results[GPUOCC_RESULT_LIMITERS];
    answer_free(&answer);
}

/* The values of --at, with commas between them. */
static int read_at(struct sweep *sweep, struct session *session)
{
    const struct field field = {FIELD_KERNEL, sweep->field};
    struct text message = {0};
    struct field_value value;
    const char *at = sweep->at;
    size_t length;
    int ending = END_ANSWERED;

    for (;; at += length + 1) {
        length = strcspn(at, ",");
        text_clear(&message);
        if (field_read(field, at, length, &value, &message) < 0)
            ending = complain("--at: %s", text_string(&message));
        else if (value.given != GIVEN_NUMBER && value.given != GIVEN_ZERO)
            ending = complain("--at has \"%.*s\", numbers with commas between them are needed",
                              (int)length, at);
        else
            sample(sweep, session, (uint32_t)value.values[0]);
        if (ending != END_ANSWERED || at[length] == 0)
            break;
    }
    text_free(&message);
    return ending;
}

/* The register counts that a device offers as modes. Returns a status. */
static int32_t sample_modes(struct sweep *sweep, struct session *session)
{
    uint64_t count;
    uint32_t i;

    for (i = 0; gpuocc_device_get(session->answer.device, GPUOCC_DEVICE_GRF_COUNTS, i, &count) ==
                GPUOCC_OK;
         i++)
        sample(sweep, session, (uint32_t)count);
    return i != 0 ? GPUOCC_OK : GPUOCC_ERROR_NO_RESOURCE;
}

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
        row = add(sweep);
        *row = curve.rows[from];
        row->first = row->last = (uint32_t)value;
    }
    free(curve.rows);
}

/* Over the threads, people are shown whole waves, and few enough to see. */
static void narrow(struct sweep *sweep, const struct session *session)
{
    const uint64_t wave = session->answer.results[GPUOCC_RESULT_WAVE_SIZE].low;

    if (sweep->field != GPUOCC_KERNEL_THREADS_PER_GROUP || session->options.json || sweep->csv)
        return;
    for (sweep->step = (uint32_t)wave; sweep->end / sweep->step > TEXT_ROWS;)
        sweep->step *= 2;
    sweep->narrowed = 1;
}

int sweep_find(struct sweep *sweep, struct session *session)
{
    int32_t status;

    if (sweep->at != NULL)
        return read_at(sweep, session);
    sweep->whole = sweep->field != GPUOCC_KERNEL_GRF_COUNT;
    status = sweep->whole ? walk(sweep, &session->answer) : sample_modes(sweep, session);
    if (status == GPUOCC_NOT_KNOWN) {
        sweep->status = status;
        sweep->count = 0;
        return END_ANSWERED;
    }
    if (status != GPUOCC_OK)
        return session_refuse(session,
                              status == GPUOCC_ERROR_FIELD ? GPUOCC_ERROR_NO_RESOURCE : status,
                              sweep->field);
    return END_ANSWERED;
}

uint32_t sweep_waves_per_group(const struct session *session, const struct sweep *sweep,
                               const struct sweep_row *row)
{
    const uint64_t wave = session->answer.results[GPUOCC_RESULT_WAVE_SIZE].low;

    if (sweep->field != GPUOCC_KERNEL_THREADS_PER_GROUP || wave == 0)
        return (uint32_t)session->answer.results[GPUOCC_RESULT_WAVES_PER_GROUP].low;
    return (uint32_t)((row->last + wave - 1) / wave);
}

/* Counts a row that falls short of a demand; of the first its values, and what there is instead. */
static void count_short(struct sweep *sweep, const struct sweep_row *row, const char *sentence)
{
    if (sweep->fell_short++ != 0)
        return;
    text_format(&sweep->shortfall, "%s ", gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, sweep->field));
    sweep_add_range(row, &sweep->shortfall);
    text_format(&sweep->shortfall, ": %s", sentence);
}

/* Sets all rows against the demands; where there is no curve none holds. */
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

static int print(struct sweep *sweep, struct session *session)
{
    int ending = sweep->svg != NULL ? sweep_write_svg(sweep, session) : END_ANSWERED;

    sweep->step = sweep->multiple_of;
    if (sweep->step != 0 && sweep->end / sweep->step > MOST_ROWS)
        return complain("--multiple-of %lu would give more than %d lines up to %lu",
                        (unsigned long)sweep->step, MOST_ROWS, (unsigned long)sweep->end);
    if (sweep->whole && sweep->step != 0 && sweep->count != 0)
        keep_multiples(sweep);
    judge(sweep, session); /* what is left out for people counts as well */
    if (sweep->step == 0 && sweep->whole) {
        narrow(sweep, session);
        if (sweep->step != 0 && sweep->count != 0)
            keep_multiples(sweep);
    }
    if (sweep->csv)
        sweep_print_csv(sweep, session);
    else if (session->options.json)
        sweep_print_json(sweep, session);
    else
        sweep_print_text(sweep, session);
    return ending == END_ANSWERED ? met(sweep, session) : ending;
}

static int check(struct sweep *sweep, const struct session *session)
{
    if (sweep->over == NULL)
        return complain("sweep needs --over FIELD");
    sweep->field = amount_read("--over", sweep->over);
    if (sweep->field == 0)
        return END_FAILED;
    if (sweep->at != NULL && (sweep->multiple_of != 0 || sweep->svg != NULL))
        return complain("--at excludes %s", sweep->svg != NULL ? "--svg" : "--multiple-of");
    if (sweep->csv && session->options.json)
        return complain("--csv and --json exclude each other");
    return 0;
}

static int run(struct sweep *sweep, struct session *session)
{
    gpuocc_kernel *kernel = &session->options.question.kernel;
    int ending = check(sweep, session);

    if (ending != 0)
        return ending;
    if (sweep->field == GPUOCC_KERNEL_THREADS_PER_GROUP)
        kernel->threads_per_group = 1; /* any: it is what is swept */
    else
        sweep->one_wave = session_one_wave(session);
    ending =
        sweep->at != NULL ? session_answer(session) : session_answer_known(session, sweep->field);
    if (ending == END_ANSWERED)
        ending = session_needs_groups(session);
    if (ending == END_ANSWERED)
        ending = sweep_find(sweep, session);
    if (ending == END_ANSWERED)
        return print(sweep, session);
    /* A bad value of --at is no answer to the question. */
    if (session->options.json && (ending != END_FAILED || session->answer.status < 0))
        sweep_print_json(sweep, session);
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
        ending = run(&sweep, session);
    session_close(session);
    free(sweep.rows);
    text_free(&sweep.shortfall);
    return ending;
}
