/* SPDX-License-Identifier: MIT
 *
 * gpuocc kernels --save and --baseline: the columns kept for a kernel, and how differences are
 * printed.
 */
#include "commands/kernels/kernels.h"

#include <stdlib.h>
#include <string.h>

#include "input/csv.h"
#include "output/markdown.h"
#include "output/visible.h"

/* A comment on GitHub has at most 65,536 characters. */
#define MARKDOWN_MOST 60000u

static void add_range(struct text *text, const struct value *value)
{
    if (value->state == VALUE_UNKNOWN)
        text_add(text, "unknown");
    if (value->state != VALUE_KNOWN)
        return;
    text_add_number(text, value->low);
    if (value->low == value->high)
        return;
    text_add(text, "..");
    if (value->high != VALUE_ENDLESS)
        text_add_number(text, value->high);
}

static void add_said(struct text *text, uint32_t number)
{
    if (number == GPUOCC_UNKNOWN)
        text_add(text, "unknown");
    else
        text_add_number(text, number == GPUOCC_ZERO ? 0 : number);
}

static void add_cell(struct kernels *kernels, enum baseline_column column, struct text *text)
{
    const struct answer *answer = kernels->answer;

    switch (column) {
    case BASELINE_THREADS:
        kernels_threads(kernels, text);
        break;
    case BASELINE_REGISTERS:
        kernels_registers(&kernels->question.kernel, text);
        break;
    case BASELINE_SHARED:
        kernels_shared(&kernels->question.kernel, text);
        break;
    case BASELINE_STACK:
        add_said(text, kernels->kernel->stack_bytes);
        break;
    case BASELINE_SPILLS:
        add_said(text, kernels->kernel->spill_bytes);
        break;
    case BASELINE_GROUPS:
        add_range(text, &answer->results[GPUOCC_RESULT_GROUPS]);
        break;
    case BASELINE_WAVES:
        add_range(text, &answer->results[GPUOCC_RESULT_WAVES]);
        break;
    case BASELINE_LIMITERS:
        text_add_set(text, GPUOCC_LIST_LIMITS, answer->results[GPUOCC_RESULT_LIMITERS].high, "|");
        break;
    default:
        text_format(text, "%ld", (long)answer->status);
        break;
    }
}

void kernels_keep(struct kernels *kernels)
{
    const struct question *question = &kernels->question;
    unsigned i;

    baseline_cell(&kernels->gate.found, kernels->kernel->name.at, kernels->kernel->name.length);
    baseline_cell(&kernels->gate.found, question->device, question->device_length);
    for (i = BASELINE_THREADS; i < BASELINE_COLUMNS; i++) {
        text_clear(&kernels->message);
        add_cell(kernels, (enum baseline_column)i, &kernels->message);
        baseline_cell(&kernels->gate.found, text_string(&kernels->message),
                      kernels->message.length);
    }
}

static const char *cell_of(const struct baseline *baseline, size_t row, unsigned column,
                           size_t *length)
{
    *length = 0;
    return row != SIZE_MAX ? baseline_at(baseline, row, (enum baseline_column)column, length) : "";
}

/* Adds "64", or "64 -> 72" if it changed. */
static void change_cell(const struct kernels *kernels, const struct difference *difference,
                        unsigned column, struct text *text)
{
    size_t length;
    char *at;
    const char *was = cell_of(&kernels->gate.kept, difference->was, column, &length);
    const char *now = cell_of(&kernels->gate.found, difference->now, column, &length);

    if (difference->was != SIZE_MAX && difference->now != SIZE_MAX && strcmp(was, now) != 0)
        text_format(text, "%s -> %s", was[0] != 0 ? was : "none", now[0] != 0 ? now : "none");
    else
        text_add(text, difference->now != SIZE_MAX ? now : was);
    for (at = text->length != 0 ? strchr(text->data, '|') : NULL; at != NULL; at = strchr(at, '|'))
        *at = '+';
}

/* Adds the names of the columns that make a kernel worse, better or changed. */
static void add_reasons(unsigned reasons, const char *joint, struct text *text)
{
    const size_t start = text->length;
    unsigned i;

    for (i = 0; i < BASELINE_COLUMNS; i++)
        if ((reasons >> i & 1) != 0)
            text_format(text, "%s%s", text->length != start ? joint : "",
                        baseline_name((enum baseline_column)i));
}

static void fill_table(struct kernels *kernels, const struct differences *differences,
                       struct table *table)
{
    static const char *const heads[] = {"",          "kernel", "device",     "threads",
                                        "registers", "shared", "stack",      "spills",
                                        "groups",    "waves",  "limited by", "because of"};
    const size_t columns = sizeof heads / sizeof heads[0];
    size_t i, j, length;

    for (i = 0; i < columns; i++)
        table_column(table, i == 1 ? TABLE_NAME : TABLE_LEFT);
    for (i = 0; i < columns; i++)
        table_string(table, heads[i]);
    for (i = 0; i < differences->count; i++) {
        const struct difference *one = &differences->at[i];
        const int is_gone = one->now == SIZE_MAX;
        const struct baseline *rows = is_gone ? &kernels->gate.kept : &kernels->gate.found;
        const size_t row = is_gone ? one->was : one->now;
        const char *name = cell_of(rows, row, BASELINE_KERNEL, &length);

        table_string(table, verdict_name(one->verdict));
        text_clear(&kernels->message);
        kernels_name(kernels, name, length, &kernels->message);
        table_cell(table, text_string(&kernels->message), kernels->message.length);
        for (j = BASELINE_DEVICE; j < BASELINE_STATUS; j++) {
            text_clear(&kernels->message);
            change_cell(kernels, one, (unsigned)j, &kernels->message);
            table_string(table, text_string(&kernels->message));
        }
        text_clear(&kernels->message);
        add_reasons(one->reasons, ", ", &kernels->message);
        table_string(table, text_string(&kernels->message));
        if (one->verdict == VERDICT_WORSE)
            table_mark(table);
    }
}

/* Adds "823 kernels: 2 worse, 1 new, 820 the same". */
static void add_counts(const struct kernels *kernels, const struct differences *differences,
                       struct text *text)
{
    const char *joint = ": ";
    unsigned i;

    text_format(text, "%llu kernel%s", (unsigned long long)kernels->gate.found.count,
                kernels->gate.found.count == 1 ? "" : "s");
    for (i = 0; i < VERDICTS; i++)
        if (differences->counts[i] != 0) {
            text_format(text, "%s%llu %s", joint, (unsigned long long)differences->counts[i],
                        i == VERDICT_SAME ? "the same" : verdict_name((enum verdict)i));
            joint = ", ";
        }
}

static void print_table(struct kernels *kernels, const struct differences *differences)
{
    struct text *line = &kernels->line;
    struct table table = {0};

    fill_table(kernels, differences, &table);
    text_clear(line);
    if (kernels->asked.format == FORMAT_MARKDOWN)
        text_add(line, "### Occupancy of ");
    add_counts(kernels, differences, line);
    text_add(line, kernels->asked.format == FORMAT_MARKDOWN ? "\n\n" : "\n");
    if (differences->count != 0 && kernels->asked.format == FORMAT_MARKDOWN)
        markdown_write(&table, line, 1, MARKDOWN_MOST);
    else if (differences->count != 0)
        table_write(&table, line, 1, out_style());
    if (kernels->gate.taken.length != 0 && kernels->asked.format == FORMAT_MARKDOWN)
        text_add_byte(line, '\n');
    if (kernels->gate.taken.length != 0) {
        text_add(line, "Options of the baseline: ");
        text_add_visible(line, kernels->gate.taken.data, kernels->gate.taken.length);
        text_add(line, ".\n");
    }
    out_text(line);
    table_free(&table);
}

static void print_csv(struct kernels *kernels, const struct differences *differences)
{
    struct text *line = &kernels->line;
    size_t i, length;
    unsigned j, now;

    text_clear(line);
    text_add(line, "verdict,kernel,device");
    for (now = 0; now < 2; now++)
        for (j = BASELINE_THREADS; j < BASELINE_COLUMNS; j++)
            text_format(line, ",%s_%s", now ? "now" : "was",
                        baseline_name((enum baseline_column)j));
    text_add(line, ",reasons\n");
    for (i = 0; i < differences->count; i++) {
        const struct difference *one = &differences->at[i];
        const size_t rows[] = {one->was, one->now};
        const struct baseline *const sides[] = {&kernels->gate.kept, &kernels->gate.found};
        const unsigned named = one->now != SIZE_MAX;

        text_add(line, verdict_name(one->verdict));
        for (j = 0; j < BASELINE_THREADS; j++) {
            const char *cell = cell_of(sides[named], rows[named], j, &length);

            text_add_byte(line, ',');
            csv_put(line, cell, length);
        }
        for (now = 0; now < 2; now++)
            for (j = BASELINE_THREADS; j < BASELINE_COLUMNS; j++) {
                const char *cell = cell_of(sides[now], rows[now], j, &length);

                text_add_byte(line, ',');
                csv_put(line, cell, length);
            }
        text_add_byte(line, ',');
        add_reasons(one->reasons, "|", line);
        text_add_byte(line, '\n');
    }
    out_text(line);
}

/* Adds a number, {"low":..,"high":..}, null for an unknown or missing one, or the text. */
static void json_cell(struct json *json, const char *name, const char *cell)
{
    struct value value = {.state = VALUE_KNOWN};

    if (cell[0] == 0 || strcmp(cell, "unknown") == 0)
        json_null(json, name);
    else if (baseline_range(cell, &value.low, &value.high))
        json_value(json, name, &value);
    else
        json_string(json, name, cell);
}

static void json_side(struct json *json, const char *name, const struct baseline *rows, size_t row)
{
    unsigned i;

    if (row == SIZE_MAX) {
        json_null(json, name);
        return;
    }
    json_open(json, name, '{');
    for (i = BASELINE_THREADS; i < BASELINE_COLUMNS; i++)
        json_cell(json, baseline_name((enum baseline_column)i),
                  baseline_at(rows, row, (enum baseline_column)i, NULL));
    json_close(json, '}');
}

static void json_reasons(struct json *json, unsigned reasons)
{
    unsigned i;

    json_open(json, "reasons", '[');
    for (i = 0; i < BASELINE_COLUMNS; i++)
        if ((reasons >> i & 1) != 0)
            json_string(json, NULL, baseline_name((enum baseline_column)i));
    json_close(json, ']');
}

static void print_json(struct kernels *kernels, const struct differences *differences)
{
    struct json *json = &kernels->out.json;
    size_t i, length;
    unsigned j;

    text_clear(&json->text);
    json->comma = 0;
    json_open(json, NULL, '{');
    json_head(json, "kernels");
    json_string(json, "baseline", kernels->asked.baseline);
    text_clear(&kernels->message);
    kernels_options(&kernels->options, 1, &kernels->message);
    json_string(json, "options", text_string(&kernels->message));
    json_number(json, "kernels", kernels->gate.found.count);
    for (i = 0; i < VERDICTS; i++)
        json_number(json, verdict_name((enum verdict)i), differences->counts[i]);
    json_open(json, "differences", '[');
    for (i = 0; i < differences->count; i++) {
        const struct difference *one = &differences->at[i];
        const struct baseline *rows =
            one->now != SIZE_MAX ? &kernels->gate.found : &kernels->gate.kept;

        json_open(json, NULL, '{');
        json_string(json, "verdict", verdict_name(one->verdict));
        for (j = 0; j < BASELINE_THREADS; j++) {
            const char *cell =
                cell_of(rows, one->now != SIZE_MAX ? one->now : one->was, j, &length);

            json_bytes(json, baseline_name((enum baseline_column)j),
                       strlen(baseline_name((enum baseline_column)j)), cell, length);
        }
        json_reasons(json, one->reasons);
        json_side(json, "was", &kernels->gate.kept, one->was);
        json_side(json, "now", &kernels->gate.found, one->now);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
    text_add_byte(&json->text, '\n');
    out_text(&json->text);
}

/* Adds " (waves, stack_bytes)": what makes any kernel worse or better. */
static void add_sum(const struct differences *differences, enum verdict verdict, struct text *text)
{
    unsigned reasons = 0;
    size_t i;

    for (i = 0; i < differences->count; i++)
        if (differences->at[i].verdict == verdict)
            reasons |= differences->at[i].reasons;
    if (reasons == 0)
        return;
    text_add(text, " (");
    add_reasons(reasons, ", ", text);
    text_add_byte(text, ')');
}

/* Returns END_SHORT with an error if a difference is not allowed. */
static int verdict_of(const struct kernels *kernels, const struct differences *differences)
{
    struct text text = {0};
    unsigned i;

    if (differences_allowed(differences, &kernels->gate.allowance))
        return END_ANSWERED;
    for (i = VERDICT_WORSE; i <= VERDICT_GONE; i++) {
        if (differences->counts[i] == 0 || (kernels->gate.allowance.verdicts >> i & 1) != 0)
            continue;
        text_format(&text, "%s%llu %s", text.length != 0 ? ", " : "",
                    (unsigned long long)differences->counts[i], verdict_name((enum verdict)i));
        add_sum(differences, (enum verdict)i, &text);
    }
    (void)complain("%s, compared with %s; to accept that, run again with --save %s",
                   text_string(&text), kernels->asked.baseline, kernels->asked.baseline);
    text_free(&text);
    return END_SHORT;
}

int kernels_compare(struct kernels *kernels)
{
    struct differences differences = {0};
    int ending;

    baseline_compare(&differences, &kernels->gate.kept, &kernels->gate.found,
                     &kernels->gate.allowance);
    if (kernels->options.json)
        print_json(kernels, &differences);
    else if (kernels->asked.csv)
        print_csv(kernels, &differences);
    else
        print_table(kernels, &differences);
    out_flush();
    ending = verdict_of(kernels, &differences);
    free(differences.at);
    return ending;
}

int kernels_save(struct kernels *kernels)
{
    if (kernels->counts.unreadable != 0 || kernels->gate.found.count == 0)
        return complain("%s is not written: %s", kernels->asked.save,
                        kernels->counts.unreadable != 0 ? "not all files were read"
                                                        : "there is no kernel");
    kernels_options(&kernels->options, 1, &kernels->gate.found.options);
    if (baseline_save(&kernels->gate.found, kernels->asked.save) != END_ANSWERED)
        return END_FAILED;
    if (kernels->asked.baseline == NULL && !kernels->asked.csv && !kernels->options.json) {
        text_clear(&kernels->line);
        text_format(&kernels->line, "%llu kernels are saved in ",
                    (unsigned long long)kernels->gate.found.count);
        text_add_visible(&kernels->line, kernels->asked.save, strlen(kernels->asked.save));
        text_add(&kernels->line, ".\n");
        out_text(&kernels->line);
    }
    return END_ANSWERED;
}
