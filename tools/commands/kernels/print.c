/* SPDX-License-Identifier: MIT
 *
 * Prints the rows of gpuocc kernels as CSV and JSON: the columns of eval, preceded by the kernel's
 * origin.
 */
#include "commands/kernels/kernels.h"
#include "output/results.h"

#include <stdio.h>
#include <string.h>

#include "input/amounts.h"
#include "input/csv.h"
#include "output/next.h"

static void start_csv(struct kernels *kernels)
{
    struct text *line = &kernels->line;
    uint32_t i;

    text_clear(line);
    text_add(line, "file,kernel,format,target,file_notes,assumed,device");
    for (i = 1; i < GPUOCC_KERNEL_FIELD_COUNT; i++)
        text_format(line, ",%s", gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, i));
    for (i = 0; i < result_columns(); i++)
        text_format(line, ",%s", result_column(i));
    text_add(line, ",next,stack_bytes,spill_bytes,knob,stage,local_memory_bytes\n");
    out_text(line);
}

static void put_cell(struct text *line, const char *cell, size_t length)
{
    if (line->length != 0)
        text_add_byte(line, ',');
    csv_put(line, cell, length);
}

static void put_field(struct text *line, const gpuocc_kernel *kernel, uint32_t field)
{
    const uint32_t word = kernel_word(kernel, field);
    const char *choice = gpuocc_choice_name(field, word);

    text_add_byte(line, ',');
    if (word == GPUOCC_UNKNOWN)
        text_add(line, "unknown");
    else if (word == GPUOCC_ZERO)
        text_add(line, "0");
    else if (choice != NULL)
        text_add(line, choice);
    else if (word != 0)
        text_add_number(line, word);
}

/* Adds a number that the file gives, which can be 0, or "unknown". */
static void put_said(struct text *line, uint32_t number)
{
    text_add_byte(line, ',');
    if (number == GPUOCC_UNKNOWN)
        text_add(line, "unknown");
    else
        text_add_number(line, number);
}

static void put_names(struct text *text, uint32_t set, const char *(*name)(uint32_t))
{
    unsigned i;

    for (i = 0; set >> i != 0; i++) {
        if ((set >> i & 1) == 0)
            continue;
        if (text->length != 0)
            text_add_byte(text, '|');
        text_add(text, name(i));
    }
}

static void put_origin(struct kernels *kernels)
{
    const gpuocc_kernels_found *kernel = kernels->kernel;
    struct text *line = &kernels->line, *cell = &kernels->message;

    put_cell(line, text_string(&kernels->file.path), kernels->file.path.length);
    put_cell(line, kernel->name.at, kernel->name.length);
    put_cell(line, kernel->format, strlen(kernel->format));
    put_cell(line, kernel->target.at, kernel->target.length);
    text_clear(cell);
    put_names(cell, kernel->notes, gpuocc_kernels_note_name);
    put_cell(line, text_string(cell), cell->length);
    text_clear(cell);
    put_names(cell, kernels->assumed, gpuocc_kernels_assumption_name);
    put_cell(line, text_string(cell), cell->length);
    put_cell(line, kernels->question.device, kernels->question.device_length);
}

/* Prints a row, or keeps it for sorting. */
static void put_row(struct kernels *kernels, const struct text *row)
{
    if (kernels->asked.sort != NULL)
        kernels_sort_keep(kernels, row);
    else
        out_text(row);
}

static void print_sorted(struct kernels *kernels, size_t index, const char *row, size_t length)
{
    struct text *line = &kernels->line;

    text_clear(line);
    text_add(line, index != 0 && kernels->options.json ? "," : "");
    text_add_bytes(line, row, length);
    out_text(line);
}

static void print_csv(struct kernels *kernels)
{
    struct text *line = &kernels->line, *cell = &kernels->message;
    uint64_t local;
    uint32_t i;

    text_clear(line);
    put_origin(kernels);
    for (i = 1; i < GPUOCC_KERNEL_FIELD_COUNT; i++)
        put_field(line, &kernels->question.kernel, i);
    for (i = 0; i < result_columns(); i++) {
        text_clear(cell);
        result_cell(kernels->answer, i, cell);
        put_cell(line, text_string(cell), cell->length);
    }
    text_clear(cell);
    kernels_cached_next_step(kernels, cell);
    put_cell(line, text_string(cell), cell->length);
    put_said(line, kernels->kernel->stack_bytes);
    put_said(line, kernels->kernel->spill_bytes);
    text_clear(cell);
    kernels_cached_settings(kernels, cell);
    put_cell(line, text_string(cell), cell->length);
    put_cell(line, kernels->kernel->stage.at, kernels->kernel->stage.length);
    local = kernels_local_memory(kernels);
    text_add_byte(line, ',');
    if (local != UINT64_MAX)
        text_add_number(line, local);
    else
        text_add(line, "unknown");
    text_add_byte(line, '\n');
    put_row(kernels, line);
}

static void json_names(struct json *json, const char *name, uint32_t set,
                       const char *(*name_of)(uint32_t))
{
    unsigned i;

    json_open(json, name, '[');
    for (i = 0; set >> i != 0; i++)
        if ((set >> i & 1) != 0)
            json_string(json, NULL, name_of(i));
    json_close(json, ']');
}

static void json_said(struct json *json, const char *name, uint32_t number)
{
    if (number == GPUOCC_UNKNOWN)
        json_null(json, name);
    else
        json_number(json, name, number);
}

void kernels_write_json(struct kernels *kernels, struct json *json)
{
    json_question(json, &kernels->question);
    json_answer(json, kernels->answer);
    if (kernels_no_advice(kernels)) {
        json_open(json, "next", '[');
        json_close(json, ']');
    } else {
        next_json(json, kernels->answer, &kernels->question);
    }
    text_clear(&kernels->message);
    kernels_cached_settings(kernels, &kernels->message);
    if (kernels->message.length != 0)
        json_string(json, "knob", text_string(&kernels->message));
    else
        json_null(json, "knob");
}

static void print_json(struct kernels *kernels)
{
    const gpuocc_kernels_found *kernel = kernels->kernel;
    struct json *json = &kernels->out.json;

    text_clear(&json->text);
    json->comma = kernels->counts.rows > 1 && kernels->asked.sort == NULL;
    json_open(json, NULL, '{');
    json_number(json, "row", kernels->counts.rows);
    json_open(json, "input", '{');
    json_string(json, "file", text_string(&kernels->file.path));
    json_bytes(json, "kernel", 6, kernel->name.at, kernel->name.length);
    if (kernels->asked.demangle) {
        text_clear(&kernels->message);
        kernels_name(kernels, kernel->name.at, kernel->name.length, &kernels->message);
        json_bytes(json, "demangled", 9, text_string(&kernels->message), kernels->message.length);
    }
    json_string(json, "format", kernel->format);
    json_bytes(json, "target", 6, kernel->target.at, kernel->target.length);
    json_names(json, "file_notes", kernel->notes, gpuocc_kernels_note_name);
    json_names(json, "assumed", kernels->assumed, gpuocc_kernels_assumption_name);
    if (kernel->stage.length != 0)
        json_bytes(json, "stage", 5, kernel->stage.at, kernel->stage.length);
    else
        json_null(json, "stage");
    if (kernel->setmaxnreg[0] != 0) {
        json_open(json, "setmaxnreg", '[');
        json_number(json, NULL, kernel->setmaxnreg[0]);
        json_number(json, NULL, kernel->setmaxnreg[1]);
        json_close(json, ']');
    }
    json_said(json, "stack_bytes", kernel->stack_bytes);
    json_said(json, "spill_bytes", kernel->spill_bytes);
    if (kernels_local_memory(kernels) != UINT64_MAX)
        json_number(json, "local_memory_bytes", kernels_local_memory(kernels));
    else
        json_null(json, "local_memory_bytes");
    json_close(json, '}');
    kernels_cached_json(kernels, json);
    json_close(json, '}');
    text_add_byte(&json->text, '\n');
    put_row(kernels, &json->text);
}

void kernels_next_step(struct kernels *kernels, struct text *text)
{
    const struct question *question = &kernels->question;
    const gpuocc_group_search search = {.size = sizeof search, .convention = question->convention};
    uint32_t threads = 0, groups = 0;

    if (kernels->answer->status < 0 || answer_occupancy(kernels->answer) == NULL)
        return;
    if (question->kernel.threads_per_group != GPUOCC_UNKNOWN)
        next_words(text, kernels->answer, question);
    else if (gpuocc_best_group(kernels->answer->device, &question->kernel, &search, &threads,
                               &groups, NULL) == GPUOCC_OK)
        text_format(text, "best threads_per_group %lu: %lu group%s", (unsigned long)threads,
                    (unsigned long)groups, groups == 1 ? "" : "s");
}

void kernels_print_start(struct kernels *kernels)
{
    struct json *json = &kernels->out.json;

    if (kernels->asked.html) {
        kernels_html_start(kernels);
    } else if (kernels->asked.csv) {
        start_csv(kernels);
    } else if (kernels->options.json) {
        json_open(json, NULL, '{');
        json_head(json, "kernels");
        json_open(json, "rows", '[');
        text_add_byte(&json->text, '\n');
        out_text(&json->text);
    } else {
        kernels_table_start(kernels);
    }
}

void kernels_print_row(struct kernels *kernels)
{
    if (kernels->asked.html) {
        kernels_html_row(kernels);
        put_row(kernels, &kernels->line);
    } else if (kernels->asked.csv)
        print_csv(kernels);
    else if (kernels->options.json)
        print_json(kernels);
    else
        kernels_table_row(kernels);
}

void kernels_print_file(struct kernels *kernels)
{
    if (kernels->asked.html)
        kernels->out.headed = 0;
    else if (!kernels->asked.csv && !kernels->options.json)
        kernels_table_flush(kernels);
}

static void json_uncompiled(const struct kernels *kernels, struct json *json)
{
    size_t i;

    json_open(json, "uncompiled", '[');
    for (i = 0; i < kernels->counts.uncompiled_count; i++) {
        json_open(json, NULL, '{');
        json_string(json, "kind", kernels->counts.uncompiled[i].kind);
        json_string(json, "target", kernels->counts.uncompiled[i].target);
        json_number(json, "parts", kernels->counts.uncompiled[i].parts);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void json_device_notes(const struct kernels *kernels, struct json *json)
{
    const char *sentence;
    unsigned i;

    json_open(json, "device_notes", '[');
    for (i = 0; (sentence = kernels_device_note(kernels, i)) != NULL; i++)
        json_string(json, NULL, sentence);
    json_close(json, ']');
}

void kernels_print_end(struct kernels *kernels)
{
    if (kernels->out.shown_at != 0)
        fputs("\r\033[K", stderr);
    if (kernels->asked.baseline != NULL) {
        return; /* differences follow */
    }
    if (kernels->asked.sort != NULL &&
        (kernels->asked.html || kernels->asked.csv || kernels->options.json))
        kernels_sort_end(kernels, print_sorted);
    if (kernels->asked.html) {
        kernels_html_end(kernels);
    } else if (kernels->options.json) {
        text_clear(&kernels->out.json.text);
        text_format(&kernels->out.json.text, "],\"files\":%llu,\"troubles\":%llu",
                    kernels->counts.files, kernels->counts.warnings + kernels->counts.unreadable);
        kernels->out.json.comma = 1;
        json_uncompiled(kernels, &kernels->out.json);
        json_device_notes(kernels, &kernels->out.json);
        if (kernels->asked.totals)
            kernels_totals_json(kernels, &kernels->out.json);
        text_add(&kernels->out.json.text, "}\n");
        out_text(&kernels->out.json.text);
    } else if (!kernels->asked.csv) {
        kernels_table_end(kernels);
    }
}
