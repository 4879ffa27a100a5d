/* SPDX-License-Identifier: MIT */
#include "commands/sweep.h"

#include "commands/commands.h"
#include "output/device_texts.h"
#include "output/table.h"

#define BAR 40 /* characters of a full core */

void sweep_add_range(const struct sweep_row *row, struct text *text)
{
    text_add_number(text, row->first);
    if (row->last == row->first)
        return;
    text_add(text, "..");
    text_add_number(text, row->last);
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
        text_add_number(text, sweep_waves_per_group(sweep, row));
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
    text_add(text, "\n");
    if (sweep->one_wave)
        text_format(text, "No --threads: a group is one wave of %lu threads.\n",
                    (unsigned long)sweep->wave_size);
    if (sweep->whole)
        text_format(
            text, "%s accepts %s up to %lu here.\n", DEVICE_NAME(session->answer.device),
            gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, sweep->field), (unsigned long)sweep->end);
    if (sweep->narrowed && sweep_waves_per_group(sweep, &sweep->rows[0]) > 1)
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

void sweep_print_text(const struct sweep *sweeps, size_t count, const struct session *session)
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
                (unsigned long)sweep_waves_per_group(sweep, row));
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

void sweep_print_csv(const struct sweep *sweeps, size_t count)
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
        json_number(json, "waves_per_group", sweep_waves_per_group(sweep, row));
        json_value(json, "groups", &row->groups);
        json_value(json, "waves", &row->waves);
        json_value(json, "max_waves", &row->max_waves);
        json_percent(json, "percent", &row->waves, &row->max_waves);
        json_set(json, "limiters", GPUOCC_LIST_LIMITS, &row->limiters);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void sweep_print_json(const struct sweep *sweeps, size_t count, const struct session *session)
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
