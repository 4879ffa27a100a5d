/* SPDX-License-Identifier: MIT */
#include "commands/models.h"

#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "input/options.h"
#include "output/json.h"
#include "output/out.h"
#include "output/table.h"

#define MOST_ROWS 10000

/* One run: the inputs as given, and the resulting rows. */
struct run {
    enum command command;
    const char *name; /* of the command */
    const struct model_entry *model;
    const struct model *computes;
    const char *texts[MODEL_INPUTS];
    const char *demands[OWN_LIST_MOST];
    uint32_t demand_count, csv;
    double inputs[MODEL_INPUTS];
    int listed; /* index of the input with several numbers, -1 if there is none */
    struct model_output outputs[MODEL_OUTPUTS];
    int output_count;
    struct text out, message; /* why a row was refused */
    int32_t status;
    struct json json;
    struct table table;
    int rows, is_json, missed;
};

void model_put(struct model_output *outputs, int *count, const char *name, double value)
{
    outputs[*count].name = name;
    outputs[(*count)++].value = value;
}

static const char *option_of(const char *name)
{
    static char option[40];
    size_t i;

    option[0] = option[1] = '-';
    for (i = 0; name[i] != 0 && i + 3 < sizeof option; i++)
        option[i + 2] = name[i] == '_' ? '-' : name[i];
    option[i + 2] = 0;
    return option;
}

static int count_of(const struct model_entry *model)
{
    uint32_t count = 0;

    while (model_input(model, count) != NULL)
        count++;
    return (int)count;
}

static const struct model_entry *input_of(const struct run *run, int i)
{
    return model_input(run->model, (uint32_t)i);
}

/* Reads a number of an input from text that ends at a NUL or a comma. */
static int read_input(struct run *run, int at, const char *text)
{
    const struct model_entry *input = input_of(run, at);
    struct text number = {0};
    int status;

    text_add_bytes(&number, text, strcspn(text, ","));
    status =
        real_read(option_of(input->name), text_string(&number), &input->bounds, &run->inputs[at]);
    text_free(&number);
    return status;
}

static int read_inputs(struct run *run)
{
    int i;

    run->listed = -1;
    for (i = 0; i < count_of(run->model); i++) {
        run->inputs[i] = input_of(run, i)->otherwise;
        if (run->texts[i] == NULL && run->inputs[i] < 0)
            return complain("%s %s needs %s", run->name, run->model->model,
                            option_of(input_of(run, i)->name));
        if (run->texts[i] != NULL && strchr(run->texts[i], ',') != NULL) {
            if (run->listed >= 0)
                return complain("only one option may be a list, %s is the second",
                                option_of(input_of(run, i)->name));
            run->listed = i;
        } else if (run->texts[i] != NULL && read_input(run, i, run->texts[i]) != 0) {
            return END_FAILED;
        }
    }
    return 0;
}

static const char *digits(struct text *text, double value)
{
    text_clear(text);
    text_format(text, value == (double)(int64_t)value ? "%.0f" : "%.9g", value);
    return text_string(text);
}

static void refuse_demand(const struct run *run, const char *demand)
{
    struct text text = {0};
    int i;

    text_add_quoted(&text, demand, strlen(demand));
    text_add(&text, ", it needs one of ");
    for (i = 0; i < run->output_count; i++)
        text_format(&text, "%s%s", i != 0 ? ", " : "", run->outputs[i].name);
    (void)complain("--require is %s, then >=, <=, >, <, == or !=, then a number",
                   text_string(&text));
    text_free(&text);
}

/* Evaluates "NAME>=NUMBER" with the outputs of a row. Returns -1 with an error if it is not of this
 * form. */
static int check_demand(struct run *run, const char *demand)
{
    static const char *const signs[] = {">=", "<=", "==", "!=", ">", "<"};
    static const struct bounds any = {.least = -1e300, .most = 1e300};
    const size_t length = strcspn(demand, "<>=!");
    size_t size = length;
    const char *name = trim(demand, &size);
    double bound, value;
    int i, sign = 0;

    for (i = 0; i < run->output_count; i++)
        if (strlen(run->outputs[i].name) == size && memcmp(run->outputs[i].name, name, size) == 0)
            break;
    while (sign < 6 && strncmp(demand + length, signs[sign], strlen(signs[sign])) != 0)
        sign++;
    if (i == run->output_count || sign == 6) {
        refuse_demand(run, demand);
        return -1;
    }
    if (real_read("--require", demand + length + strlen(signs[sign]), &any, &bound) != 0)
        return -1;
    value = run->outputs[i].value;
    if (sign == 0   ? value >= bound
        : sign == 1 ? value <= bound
        : sign == 2 ? value >= bound && value <= bound
        : sign == 3 ? value < bound || value > bound
        : sign == 4 ? value > bound
                    : value < bound)
        return 1;
    (void)complain("%s is %.9g, required is %s", run->outputs[i].name, value, name);
    run->missed = 1;
    return 1;
}

/* Adds a row to the output: the inputs, then the outputs. The first row is preceded by their
 * names. */
static void add_row(struct run *run)
{
    const int inputs = count_of(run->model), all = inputs + run->output_count;
    struct text cell = {0};
    int i, pass;

    if (run->is_json)
        json_open(&run->json, NULL, '{');
    for (pass = run->rows == 0 && !run->is_json ? 0 : 1; pass < 2; pass++)
        for (i = 0; i < all; i++) {
            const char *name = i < inputs ? input_of(run, i)->name : run->outputs[i - inputs].name;
            const char *text =
                digits(&cell, i < inputs ? run->inputs[i] : run->outputs[i - inputs].value);

            if (run->is_json)
                json_token(&run->json, name, text);
            else if (run->csv)
                text_format(&run->out, "%s%s", pass == 0 ? name : text, i + 1 < all ? "," : "\n");
            else if (i >= inputs || i == run->listed)
                table_string(&run->table, pass == 0 ? name : text);
        }
    if (run->is_json)
        json_close(&run->json, '}');
    run->rows++;
    text_free(&cell);
}

/* Refuses a row because its inputs are invalid in combination; each is already within its
 * bounds. */
static int refuse_row(struct run *run, int32_t status, const gpuocc_error *error)
{
    const struct model_entry *model = run->model;
    const char *joint = "; ";
    struct text number = {0};
    char sentence[256];
    int i;

    gpuocc_error_text(error, status, sentence, sizeof sentence);
    text_add(&run->message,
             status != GPUOCC_ERROR_TOO_LARGE && model->rule != NULL ? model->rule : sentence);
    for (i = 0; i < count_of(model); i++) {
        if (run->texts[i] == NULL && input_of(run, i)->otherwise == 0)
            continue; /* it has no value */
        text_format(&run->message, "%s%s is %s%s", joint, input_of(run, i)->name,
                    digits(&number, run->inputs[i]), run->texts[i] == NULL ? " (default)" : "");
        joint = ", ";
    }
    text_free(&number);
    run->status = status;
    (void)complain("%s %s: %s", run->name, run->model->model, text_string(&run->message));
    return END_REFUSED;
}

static int compute_row(struct run *run)
{
    gpuocc_error error = {.size = sizeof error};
    uint32_t i;
    int32_t status;

    run->output_count = 0;
    status = run->computes->compute(run->inputs, run->outputs, &run->output_count, &error);
    if (status != GPUOCC_OK)
        return refuse_row(run, status, &error);
    if (run->rows == 0 && !run->is_json && !run->csv)
        for (i = 0; i < (uint32_t)run->output_count + (run->listed >= 0); i++)
            table_column(&run->table, TABLE_RIGHT);
    add_row(run);
    for (i = 0; i < run->demand_count; i++)
        if (check_demand(run, run->demands[i]) < 0)
            return END_FAILED;
    return END_ANSWERED;
}

static int compute_rows(struct run *run)
{
    const char *at = run->listed >= 0 ? run->texts[run->listed] : NULL;
    int ending;

    if (at == NULL)
        return compute_row(run);
    for (;; at++) {
        if (run->rows == MOST_ROWS)
            return complain("a list has at most %d numbers", MOST_ROWS);
        ending = read_input(run, run->listed, at);
        if (ending == 0)
            ending = compute_row(run);
        at += strcspn(at, ",");
        if (ending != END_ANSWERED || *at == 0)
            return ending;
    }
}

/* Adds one row as text, with a line for each output. */
static void add_lines(struct run *run)
{
    struct text cell = {0};
    int i;

    for (i = 0; i < run->output_count; i++)
        text_format(&run->out, "%-26s %s\n", run->outputs[i].name,
                    digits(&cell, run->outputs[i].value));
    text_free(&cell);
}

static int print(struct run *run)
{
    int ending;

    if (run->is_json) {
        json_open(&run->json, NULL, '{');
        json_head(&run->json, run->name);
        json_string(&run->json, "model", run->model->model);
        json_open(&run->json, "rows", '[');
    }
    ending = compute_rows(run);
    if (ending == END_FAILED || (ending != END_ANSWERED && !run->is_json))
        return ending;
    if (run->is_json) {
        json_close(&run->json, ']');
        json_signed(&run->json, "status", run->status);
        json_string(&run->json, "message", text_string(&run->message));
        json_close(&run->json, '}');
        text_add_byte(&run->json.text, '\n');
        out_text(&run->json.text);
        return run->missed ? END_SHORT : ending;
    }
    if (!run->csv && run->listed < 0)
        add_lines(run);
    else if (!run->csv)
        table_write(&run->table, &run->out, 1, out_style());
    out_text(&run->out);
    return run->missed ? END_SHORT : ending;
}

static int run_model(struct run *run, int count, char **arguments)
{
    struct own_option own[MODEL_INPUTS + 3];
    struct options options;
    int i, ending;

    memset(own, 0, sizeof own);
    for (i = 0; i < count_of(run->model); i++) {
        own[i].name = input_of(run, i)->name;
        own[i].text = &run->texts[i];
    }
    own[i].name = "csv";
    own[i++].number = &run->csv;
    own[i].name = "require";
    own[i].text = run->demands;
    own[i].number = &run->demand_count;
    ending = options_read(&options, run->command, run->model->model, own, count, arguments);
    run->is_json = options.json;
    if (ending == 0 && options.help)
        ending = command_help(run->name);
    else if (ending == 0 && options.count != 0)
        ending = complain("%s %s takes options only, not \"%.60s\"", run->name, run->model->model,
                          options.arguments[0]);
    else if (ending == 0 && run->csv && run->is_json)
        ending = complain("--csv and --json exclude each other");
    else if (ending == 0 && (ending = read_inputs(run)) == 0)
        ending = print(run);
    options_free(&options);
    return ending;
}

static int refuse_model(enum command command, const char *name)
{
    const struct model_entry *model = NULL;
    struct text text = {0};

    if (name != NULL) {
        text_add(&text, ", not ");
        text_add_quoted(&text, name, strlen(name));
    }
    text_add(&text, "; valid values are ");
    for (model = model_next(command, NULL); model != NULL;) {
        text_add(&text, model->model);
        if ((model = model_next(command, model)) != NULL)
            text_add(&text, ", ");
    }
    (void)complain("%s needs the name of a model first%s", command_entry(command)->name,
                   text_string(&text));
    text_free(&text);
    return END_FAILED;
}

int models_run(enum command command, const struct model *models, int count, char **arguments)
{
    struct run run;
    int ending;

    memset(&run, 0, sizeof run);
    run.command = command;
    run.name = command_entry(command)->name;
    if (count > 0 && (strcmp(arguments[0], "--help") == 0 || strcmp(arguments[0], "-h") == 0))
        return command_help(run.name);
    while ((run.model = model_next(command, run.model)) != NULL)
        if (count > 0 && strcmp(arguments[0], run.model->model) == 0)
            break;
    if (run.model == NULL)
        return refuse_model(command, count > 0 ? arguments[0] : NULL);
    for (run.computes = models; strcmp(run.computes->name, run.model->model) != 0;)
        run.computes++;
    ending = run_model(&run, count - 1, arguments + 1);
    text_free(&run.out);
    text_free(&run.message);
    text_free(&run.json.text);
    table_free(&run.table);
    return ending;
}
