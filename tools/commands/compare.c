/* SPDX-License-Identifier: MIT */
#include "commands/compare.h"

#include <string.h>

#include "answer.h"
#include "output/cores.h"
#include "output/next.h"
#include "output/out.h"
#include "output/results.h"
#include "output/table.h"
#include "output/unused.h"
#include "output/words.h"

struct name {
    const char *at;
    size_t length;
};

struct compare {
    struct session *session;
    struct table table;
    struct json json;
    struct text note; /* once for all devices */
    int failed, refused, fell_short;
};

/* Returns the length of the name that begins at `at`: up to a comma outside parentheses that is not
 * in the name of a company, "Advanced Micro Devices, Inc.". */
static size_t name_end(const char *at, size_t length)
{
    static const char company[] = ", Inc";
    const size_t size = sizeof company - 1;
    unsigned depth = 0;
    size_t i;

    for (i = 0; i < length; i++) {
        if (at[i] == ',' && depth == 0 &&
            (length - i < size || memcmp(at + i, company, size) != 0))
            break;
        depth += at[i] == '(';
        depth -= at[i] == ')' && depth != 0;
    }
    return i;
}

/* Finds the name with an index. Returns 0 if the index is past the last name. */
static int name_at(const struct session *session, size_t index, struct name *name)
{
    const struct options *options = &session->options;
    const char *at = options->question.device;
    size_t length = options->question.device_length, end;

    if (options->device_count > 1) {
        if (index >= options->device_count)
            return 0;
        name->at = options->devices[index];
        name->length = strlen(name->at);
    } else {
        for (;; index--) {
            end = name_end(at, length);
            if (index == 0)
                break;
            if (end == length)
                return 0;
            at += end + 1;
            length -= end + 1;
        }
        name->at = at;
        name->length = end;
    }
    name->at = trim(name->at, &name->length);
    return 1;
}

/* "RTX 4090, 24564 MiB" is one device: the part after the comma begins with a digit and is not a
 * known name. */
int compare_wanted(struct session *session)
{
    const struct question *question = &session->options.question;
    size_t i, known = 0, strange = 0;
    struct name name;

    if (session->options.device_count > 1)
        return 1;
    if (question->device == NULL ||
        name_end(question->device, question->device_length) == question->device_length)
        return 0;
    for (i = 0; name_at(session, i, &name); i++) {
        if (lookup(&session->lookup, name.at, name.length)->status == GPUOCC_OK)
            known++;
        else
            strange += name.length == 0 || name.at[0] < '0' || name.at[0] > '9';
    }
    return known > 1 || (known == 1 && strange != 0);
}

static void put(struct table *table, struct text *text)
{
    table_string(table, text_string(text));
    text_clear(text);
}

static void start_table(struct compare *compare)
{
    const int grid = compare->session->options.question.grid_given != GIVEN_NOT;
    const char *const heads[] = {"device", "target",     "wave",  "groups",     "waves",
                                 "",       "limited by", "cores", "all groups", "rounds"};
    size_t i;

    for (i = 0; i < 9u + (grid != 0); i++)
        table_column(&compare->table, i < 2 || i == 6 ? TABLE_LEFT : TABLE_RIGHT);
    for (i = 0; i < 9u + (grid != 0); i++)
        table_string(&compare->table, heads[i]);
}

static void add_percent(struct text *text, const struct answer *answer)
{
    const struct value *waves = &answer->results[GPUOCC_RESULT_WAVES];
    const struct value *most = &answer->results[GPUOCC_RESULT_MAX_WAVES];

    if (!value_exact(waves) || !value_exact(most) || most->low == 0)
        return;
    text_add_percent(text, waves->low, most->low);
    text_add(text, " %");
}

static void add_row(struct compare *compare, const struct answer *answer)
{
    const struct value *results = answer->results;
    struct table *table = &compare->table;
    struct text text = {0};

    table_string(table, gpuocc_device_name(answer->device));
    table_string(table, gpuocc_device_architecture(answer->device));
    text_add_value(&text, &results[GPUOCC_RESULT_WAVE_SIZE], "-");
    put(table, &text);
    text_add_value(&text, &results[GPUOCC_RESULT_GROUPS], "-");
    put(table, &text);
    text_add_value(&text, &results[GPUOCC_RESULT_WAVES], "-");
    if (results[GPUOCC_RESULT_MAX_WAVES].state == VALUE_KNOWN) {
        text_add(&text, " of ");
        text_add_value(&text, &results[GPUOCC_RESULT_MAX_WAVES], "");
    }
    put(table, &text);
    add_percent(&text, answer);
    put(table, &text);
    if (results[GPUOCC_RESULT_LIMITERS].state == VALUE_KNOWN)
        text_add_names(&text, results[GPUOCC_RESULT_LIMITERS].high, " and ");
    put(table, &text);
    if (results[GPUOCC_RESULT_CORE_COUNT].state == VALUE_KNOWN)
        text_add_cores(&text, answer->device, NULL, &results[GPUOCC_RESULT_CORE_COUNT]);
    else
        text_add_value(&text, &results[GPUOCC_RESULT_CORE_COUNT], "-");
    put(table, &text);
    text_add_value(&text, &results[GPUOCC_RESULT_GROUPS_PER_DEVICE], "-");
    put(table, &text);
    if (compare->session->options.question.grid_given != GIVEN_NOT) {
        text_add_value(&text, &answer->rounds, "-");
        put(table, &text);
    }
    text_free(&text);
}

static void add_json(struct compare *compare, const struct answer *answer)
{
    struct json *json = &compare->json;

    json_open(json, NULL, '{');
    json_answer(json, answer);
    json_cores(json, answer->device);
    unused_json(json, answer);
    next_json(json, answer, &compare->session->options.question);
    next_joint(json, answer);
    next_ends(json, answer, &compare->session->options.question);
    next_advice(json, answer);
    json_close(json, '}');
}

/* Answers for one device. An error is printed with the device's name, and the other devices
 * follow. */
static void ask(struct compare *compare, const struct name *name)
{
    struct session *session = compare->session;
    struct answer *answer = &session->answer;
    struct text text = {0};

    session->options.question.device = name->at;
    session->options.question.device_length = name->length;
    answer_question(answer, &session->lookup, &session->options.question);
    if (session->options.json)
        add_json(compare, answer);
    if (answer->status < 0) {
        compare->failed |= answer->device_failed;
        compare->refused |= !answer->device_failed;
        (void)complain("%s", text_string(&answer->message));
        return;
    }
    if (!session->options.json)
        add_row(compare, answer);
    if (compare->note.length == 0)
        text_add_note(&compare->note, answer, GPUOCC_NOTE_CLUSTER_NOT_PORTABLE, out_style());
    if (!options_met(&session->options, answer, &text)) {
        compare->fell_short = 1;
        (void)complain("%s: %s", gpuocc_device_name(answer->device), text_string(&text));
    }
    text_free(&text);
}

int compare_devices(struct session *session)
{
    struct compare compare = {.session = session};
    const struct question whole = session->options.question;
    struct text text = {0};
    struct name name;
    size_t i;

    start_table(&compare);
    json_open(&compare.json, NULL, '{');
    json_head(&compare.json, "occupancy");
    json_question(&compare.json, &whole);
    json_open(&compare.json, "answers", '[');
    for (i = 0; name_at(session, i, &name); i++) {
        ask(&compare, &name);
        session->options.question.device = whole.device;
        session->options.question.device_length = whole.device_length;
    }
    json_close(&compare.json, ']');
    if (session->options.json) {
        session_json_end(&compare.json);
    } else {
        if (compare.table.cells > compare.table.columns)
            table_write(&compare.table, &text, 1, out_style());
        text_add(&text, text_string(&compare.note));
        out_text(&text);
        text_free(&compare.json.text);
    }
    text_free(&text);
    text_free(&compare.note);
    table_free(&compare.table);
    return compare.failed       ? END_FAILED
           : compare.refused    ? END_REFUSED
           : compare.fell_short ? END_SHORT
                                : END_ANSWERED;
}
