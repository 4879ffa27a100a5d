/* SPDX-License-Identifier: MIT
 *
 * gpuocc order: finds the loads that a wave has in flight from the order of its instructions. The
 * loop body has one instruction on each line, or several separated by semicolons.
 *
 *     load RESULT ARRAY [ADDRESS...]     compute RESULT [SOURCE...]
 *     store ARRAY SOURCE...              barrier
 *
 * After these words there may be FIELD=VALUE. A # begins a comment.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gpuocc/models.h"

#include "commands/commands.h"
#include "input/options.h"
#include "output/json.h"
#include "output/out.h"
#include "output/table.h"

#define MOST_BYTES (1u << 20) /* maximum bytes of a loop body as text */
#define MOST_WORDS 16
#define FAR        (INT64_C(1) << 40)

/* Names of registers, arrays and address spaces, numbered from 1. */
struct names {
    struct text bytes; /* each followed by a NUL */
    uint32_t count;
};

struct loop_body {
    const char *file;        /* the name in messages */
    uint32_t load_cycles;    /* default latency of loads; 0: not given */
    uint32_t compute_cycles; /* default latency of compute instructions; 0: not given */
    struct names registers, arrays, spaces;
    struct text lines; /* the instructions as written, each followed by a NUL */
    uint32_t count;
    gpuocc_operation operations[GPUOCC_ORDER_INSTRUCTIONS];
    uint32_t line_at[GPUOCC_ORDER_INSTRUCTIONS]; /* offset of each in `lines` */
};

/* A word of an instruction. */
struct word {
    const char *at;
    size_t length;
};

struct instruction {
    struct loop_body *body;
    gpuocc_operation *operation;
    unsigned long line;
    struct word words[MOST_WORDS];
    uint32_t count, plain; /* number of words; of those before FIELD=VALUE */
    int has_stride, has_cycles;
};

/* A query of the model, and its answer. */
struct run {
    struct loop_body body;
    gpuocc_body how;
    uint32_t order[GPUOCC_ORDER_INSTRUCTIONS];
    uint64_t starts[GPUOCC_ORDER_INSTRUCTIONS];
    gpuocc_loads loads;
    const char *given;
    double load_latency, compute_latency; /* 0: not given */
    int is_json;
    struct text out;
};

/* The result of changing one option. */
struct change {
    const char *option;
    uint32_t order, no_alias, most_loads;
};

static const struct {
    const char *name;
    uint32_t least, most; /* number of plain words including the name */
} kinds[GPUOCC_OPERATION_COUNT] = {
    [GPUOCC_OPERATION_COMPUTE] = {"compute", 2, 6},
    [GPUOCC_OPERATION_LOAD] = {"load", 3, 7},
    [GPUOCC_OPERATION_STORE] = {"store", 3, 6},
    [GPUOCC_OPERATION_BARRIER] = {"barrier", 1, 1},
};

static const char *const forms[GPUOCC_OPERATION_COUNT] = {
    [GPUOCC_OPERATION_COMPUTE] = "the form is compute RESULT and up to 4 registers that it reads",
    [GPUOCC_OPERATION_LOAD] = "the form is load RESULT ARRAY and up to 4 registers that it reads",
    [GPUOCC_OPERATION_STORE] = "the form is store ARRAY and 1 to 4 registers that it reads",
    [GPUOCC_OPERATION_BARRIER] = "the form is barrier without registers",
};

static int refuse(const struct instruction *in, const char *what, struct word value,
                  const char *reason)
{
    struct text text = {0};

    text_format(&text, "%s, line %lu: %s is ", in->body->file, in->line, what);
    text_add_quoted(&text, value.at, value.length);
    (void)complain("%s, %s", text_string(&text), reason);
    text_free(&text);
    return END_FAILED;
}

static int is(struct word word, const char *name)
{
    return strlen(name) == word.length && memcmp(word.at, name, word.length) == 0;
}

/* Returns the number of a name, which is a new number for a new name. */
static uint32_t number_of(struct names *names, struct word word)
{
    const char *at = text_string(&names->bytes);
    uint32_t i;

    for (i = 1; i <= names->count; i++, at += strlen(at) + 1)
        if (is(word, at))
            return i;
    text_add_bytes(&names->bytes, word.at, word.length);
    text_add_byte(&names->bytes, 0);
    return ++names->count;
}

/* Reads a whole number. Returns 1 if it is one and within its bounds. */
static int read_number(struct word word, int64_t least, int64_t most, int64_t *number)
{
    char digits[24], *end;

    if (word.length == 0 || word.length >= sizeof digits)
        return 0;
    memcpy(digits, word.at, word.length);
    digits[word.length] = 0;
    errno = 0;
    *number = strtoll(digits, &end, 10);
    return errno == 0 && *end == 0 && digits[0] != ' ' && digits[0] != '+' && *number >= least &&
           *number <= most;
}

static int read_name(struct instruction *in, const char *what, struct word word,
                     struct names *names, uint32_t *number)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_."
                                  "%$[]";
    size_t i;

    for (i = 0; i < word.length && memchr(letters, word.at[i], sizeof letters - 1) != NULL;)
        i++;
    if (i != word.length || word.length == 0)
        return refuse(in, what, word, "a name has letters, digits and _ . % $ [ ]");
    *number = number_of(names, word);
    return 0;
}

/* Reads a field such as "offset=64". */
static int read_field(struct instruction *in, struct word word)
{
    gpuocc_operation *o = in->operation;
    const char *sign = memchr(word.at, '=', word.length);
    const struct word name = {word.at, (size_t)(sign - word.at)};
    const struct word value = {sign + 1, word.length - name.length - 1};
    const int accesses = o->kind == GPUOCC_OPERATION_LOAD || o->kind == GPUOCC_OPERATION_STORE;
    int64_t number;

    if (is(name, "issue"))
        return read_number(value, 1, UINT32_MAX, &number)
                   ? (int)(o->issue_cycles = (uint32_t)number, 0)
                   : refuse(in, "issue", value, "valid values are 1 to 4294967295 cycles");
    if (is(name, "latency") && o->kind != GPUOCC_OPERATION_STORE &&
        o->kind != GPUOCC_OPERATION_BARRIER) {
        in->has_cycles = 1;
        return read_number(value, o->kind == GPUOCC_OPERATION_LOAD, UINT32_MAX, &number)
                   ? (int)(o->latency_cycles = (uint32_t)number, 0)
                   : refuse(in, "latency", value,
                            "valid values are 1 to 4294967295 cycles of a load, "
                            "0 to 4294967295 of another instruction");
    }
    if (is(name, "bytes") && accesses)
        return read_number(value, 0, UINT32_MAX, &number)
                   ? (int)(o->access_bytes = (uint32_t)number, 0)
                   : refuse(in, "bytes", value, "valid values are 0 (anywhere) to 4294967295");
    if (is(name, "offset") && accesses)
        return read_number(value, -FAR, FAR, &o->offset_bytes)
                   ? 0
                   : refuse(in, "offset", value, "valid values are -2^40 to 2^40 bytes");
    if (is(name, "stride") && accesses) {
        in->has_stride = 1;
        return read_number(value, -FAR, FAR, &o->stride_bytes)
                   ? 0
                   : refuse(in, "stride", value, "valid values are -2^40 to 2^40 bytes");
    }
    if (is(name, "space") && accesses)
        return read_name(in, "space", value, &in->body->spaces, &o->space);
    return refuse(in, "the field", name,
                  accesses
                      ? "valid values are offset, bytes, stride, space, latency (of a load), issue"
                      : "valid values are latency (of compute) and issue");
}

/* Splits an instruction into words; those with = must be last. */
static int split(struct instruction *in, const char *text, size_t length)
{
    size_t at = 0, start;
    struct word word;

    in->count = in->plain = 0;
    while (at < length) {
        if (strchr(" \t\r,", text[at]) != NULL) {
            at++;
            continue;
        }
        for (start = at; at < length && (text[at] == 0 || strchr(" \t\r,", text[at]) == NULL);)
            at++;
        word.at = text + start;
        word.length = at - start;
        if (in->count == MOST_WORDS)
            return refuse(in, "word 17", word, "an instruction has at most 16 words");
        if (memchr(word.at, '=', word.length) == NULL && in->plain++ != in->count)
            return refuse(in, "the word after a field", word, "fields come last");
        in->words[in->count++] = word;
    }
    return 0;
}

/* Reads the words before the fields: registers and an array. */
static int read_operands(struct instruction *in)
{
    gpuocc_operation *o = in->operation;
    struct loop_body *body = in->body;
    uint32_t at = 1, i;
    int status = 0;

    if (o->kind == GPUOCC_OPERATION_COMPUTE || o->kind == GPUOCC_OPERATION_LOAD)
        status = read_name(in, "the result", in->words[at++], &body->registers, &o->result);
    if (status == 0 && (o->kind == GPUOCC_OPERATION_LOAD || o->kind == GPUOCC_OPERATION_STORE))
        status = read_name(in, "the array", in->words[at++], &body->arrays, &o->array);
    for (i = 0; status == 0 && at < in->plain; i++)
        status = read_name(in, "a source", in->words[at++], &body->registers, &o->sources[i]);
    return status;
}

/* Returns the words before the fields as they are in the text. */
static struct word whole_of(const struct instruction *in)
{
    const struct word last = in->words[in->plain - 1];
    const struct word whole = {in->words[0].at, (size_t)(last.at - in->words[0].at) + last.length};

    return whole;
}

static int read_instruction(struct instruction *in)
{
    struct loop_body *body = in->body;
    gpuocc_operation *o = &body->operations[body->count];
    const struct word none = {"", 0}, first = in->plain != 0 ? in->words[0] : none;
    uint32_t kind = 0, i;

    while (kind < GPUOCC_OPERATION_COUNT && !is(first, kinds[kind].name))
        kind++;
    if (kind == GPUOCC_OPERATION_COUNT)
        return refuse(in, "the instruction", first,
                      "valid values are load, store, compute, barrier");
    if (in->plain < kinds[kind].least || in->plain > kinds[kind].most)
        return refuse(in, "the instruction", whole_of(in), forms[kind]);
    memset(o, 0, sizeof *o);
    o->size = sizeof *o;
    o->kind = kind;
    o->access_bytes = 4;
    o->issue_cycles = 1;
    in->operation = o;
    in->has_stride = in->has_cycles = 0;
    if (read_operands(in) != 0)
        return END_FAILED;
    for (i = in->plain; i < in->count; i++)
        if (read_field(in, in->words[i]) != 0)
            return END_FAILED;
    if (!in->has_stride)
        o->stride_bytes = o->access_bytes;
    if (!in->has_cycles && kind == GPUOCC_OPERATION_COMPUTE)
        o->latency_cycles = body->compute_cycles;
    if (!in->has_cycles && kind == GPUOCC_OPERATION_LOAD)
        o->latency_cycles = body->load_cycles;
    if (kind == GPUOCC_OPERATION_LOAD && o->latency_cycles == 0)
        return complain("%s, line %lu: latency of the load is not given; give latency=CYCLES there "
                        "or --load-latency CYCLES",
                        body->file, in->line);
    return 0;
}

/* Adds the instruction as it is shown: its words, separated by a blank. */
static void keep_line(struct instruction *in)
{
    struct loop_body *body = in->body;
    uint32_t i;

    body->line_at[body->count++] = (uint32_t)body->lines.length;
    for (i = 0; i < in->count; i++) {
        if (i != 0)
            text_add_byte(&body->lines, ' ');
        text_add_bytes(&body->lines, in->words[i].at, in->words[i].length);
    }
    text_add_byte(&body->lines, 0);
}

/* Reads the instructions of a text. Returns 0, or END_FAILED with an error that names the line, the
 * field and its value. */
static int read_body(struct loop_body *body, const char *text, size_t length)
{
    struct instruction in = {.body = body, .line = 1};
    size_t at = 0, end, behind;

    while (at < length) {
        for (end = at; end < length && text[end] != '\n' && text[end] != ';' && text[end] != '#';)
            end++;
        if (split(&in, text + at, end - at) != 0)
            return END_FAILED;
        if (in.count != 0 && body->count == GPUOCC_ORDER_INSTRUCTIONS)
            return complain("%s, line %lu: a body has at most %u instructions", body->file, in.line,
                            GPUOCC_ORDER_INSTRUCTIONS);
        if (in.count != 0 && read_instruction(&in) != 0)
            return END_FAILED;
        if (in.count != 0)
            keep_line(&in);
        for (behind = end; behind < length && text[end] == '#' && text[behind] != '\n';)
            behind++;
        in.line += behind < length && text[behind] == '\n';
        at = behind + 1;
    }
    if (body->count == 0)
        return complain("%s has no instruction", body->file);
    return 0;
}

static int32_t compute(struct run *run, gpuocc_error *error)
{
    memset(&run->loads, 0, sizeof run->loads);
    run->loads.size = sizeof run->loads;
    return gpuocc_order_loads(&run->how, run->body.operations, run->order, run->starts, &run->loads,
                              error);
}

static const char *line_of(const struct run *run, uint32_t i)
{
    return text_string(&run->body.lines) + run->body.line_at[i % run->body.count];
}

static void put_real(struct text *text, double value)
{
    text_format(text, value == (double)(uint64_t)value ? "%.0f" : "%.6g", value);
}

static double mean(const gpuocc_loads *loads)
{
    return (double)loads->load_cycles / (double)loads->cycles;
}

static double cycles_of_copy(const struct run *run)
{
    return (double)run->loads.cycles / (double)run->loads.bodies / (double)run->how.unroll;
}

static int reads_load(const struct run *run, uint32_t i)
{
    const gpuocc_operation *o = &run->body.operations[i % run->body.count];
    const uint32_t copy = i / run->body.count * run->body.count;
    uint32_t k, j, writer;

    for (k = 0; k < 4; k++) {
        for (writer = i, j = copy; o->sources[k] != 0 && j < i; j++)
            if (run->body.operations[j % run->body.count].result == o->sources[k])
                writer = j;
        if (writer != i &&
            run->body.operations[writer % run->body.count].kind == GPUOCC_OPERATION_LOAD)
            return 1;
    }
    return 0;
}

/* Returns the instruction before which the wave first waits for a load, or the count if there is
 * none. */
static uint32_t first_wait(const struct run *run)
{
    const uint32_t count = run->body.count * run->how.unroll;
    uint32_t place = 0;

    while (place < count && !reads_load(run, run->order[place]))
        place++;
    return place < count ? run->order[place] : count;
}

/* Finds the other settings with which more loads are in flight, each tried separately. */
static uint32_t find_changes(const struct run *run, struct change *found, gpuocc_loads *loads)
{
    const struct change tried[] = {
        {"--order hoist", GPUOCC_ORDER_HOIST, run->how.no_alias, run->how.most_loads},
        {"--restrict", run->how.order, 1, run->how.most_loads},
        {"--order hoist --restrict", GPUOCC_ORDER_HOIST, 1, run->how.most_loads},
        {"no --most-loads", run->how.order, run->how.no_alias, 0},
    };
    static struct run other;
    uint32_t i, count = 0;
    double most = mean(&run->loads);

    for (i = 0; i < sizeof tried / sizeof *tried; i++) {
        other = *run;
        other.how.order = tried[i].order;
        other.how.no_alias = tried[i].no_alias;
        other.how.most_loads = tried[i].most_loads;
        if (compute(&other, NULL) != GPUOCC_OK || mean(&other.loads) < most + 0.005)
            continue;
        if (tried[i].most_loads == run->how.most_loads)
            most = mean(&other.loads);
        found[count] = tried[i];
        loads[count++] = other.loads;
    }
    return count;
}

static void print_order(struct run *run)
{
    static const char *const heads[] = {"cycle", "copy", "instruction"};
    const uint32_t count = run->body.count * run->how.unroll;
    struct table table = {0};
    struct text cell = {0};
    uint32_t i, place;

    for (i = 0; i < 3; i++)
        table_column(&table, i < 2 ? TABLE_RIGHT : TABLE_LEFT);
    for (i = 0; i < 3; i++)
        table_string(&table, heads[i]);
    for (place = 0; place < count; place++) {
        i = run->order[place];
        text_clear(&cell);
        text_add_number(&cell, run->starts[i] - run->starts[run->order[0]]);
        table_string(&table, text_string(&cell));
        text_clear(&cell);
        text_add_number(&cell, i / run->body.count + 1);
        table_string(&table, text_string(&cell));
        table_string(&table, line_of(run, i));
    }
    table_write(&table, &run->out, 1, out_style());
    table_free(&table);
    text_free(&cell);
}

static void print_reasons(struct run *run)
{
    const uint32_t wait = first_wait(run);
    struct change changes[4];
    gpuocc_loads loads[4];
    const uint32_t count = find_changes(run, changes, loads);
    uint32_t i;

    if (wait != run->body.count * run->how.unroll)
        text_format(&run->out, "\nThe first wait is for a load, before \"%s\" of copy %u.\n",
                    line_of(run, wait), (unsigned)(wait / run->body.count + 1));
    else
        text_add(&run->out, "\nNo instruction reads the result of a load.\n");
    for (i = 0; i < count; i++) {
        text_format(&run->out, "With %s: %llu in flight at most, ", changes[i].option,
                    (unsigned long long)loads[i].most);
        put_real(&run->out, mean(&loads[i]));
        text_add(&run->out, " on average.\n");
    }
}

static void print_text(struct run *run)
{
    struct text *out = &run->out;
    const gpuocc_loads *r = &run->loads;

    text_format(out, "%llu load%s in flight at most, ", (unsigned long long)r->most,
                r->most == 1 ? "" : "s");
    put_real(out, mean(r));
    text_format(out, " on average; %u before the first wait\n  %-34s %u\n", (unsigned)r->first,
                "loads of a body", (unsigned)r->loads);
    text_format(out, "  %-34s ", "cycles of a body");
    put_real(out, (double)r->cycles / (double)r->bodies);
    if (run->how.unroll > 1) {
        text_format(out, "\n  %-34s ", "cycles of a copy");
        put_real(out, cycles_of_copy(run));
    }
    text_add(out, "\n\n");
    print_order(run);
    print_reasons(run);
    out_text(out);
}

static void json_order(struct json *json, const struct run *run)
{
    const uint32_t count = run->body.count * run->how.unroll;
    uint32_t place, i;

    json_open(json, "instructions", '[');
    for (place = 0; place < count; place++) {
        i = run->order[place];
        json_open(json, NULL, '{');
        json_number(json, "cycle", run->starts[i] - run->starts[run->order[0]]);
        json_number(json, "copy", i / run->body.count + 1);
        json_string(json, "instruction", line_of(run, i));
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void print_json(const struct run *run, int32_t status, const char *message)
{
    const gpuocc_loads *r = &run->loads;
    struct change changes[4];
    gpuocc_loads loads[4];
    struct json json = {0};
    uint32_t i, count;

    json_open(&json, NULL, '{');
    json_head(&json, "order");
    json_signed(&json, "status", status);
    json_string(&json, "message", message);
    if (status == GPUOCC_OK) {
        count = find_changes(run, changes, loads);
        json_number(&json, "loads", r->loads);
        json_number(&json, "loads_before_wait", r->first);
        json_number(&json, "loads_in_flight", r->most);
        json_real(&json, "loads_in_flight_mean", mean(r), 9);
        json_real(&json, "cycles_of_body", (double)r->cycles / (double)r->bodies, 9);
        json_real(&json, "cycles_of_copy", cycles_of_copy(run), 9);
        json_order(&json, run);
        json_open(&json, "changes", '[');
        for (i = 0; i < count; i++) {
            json_open(&json, NULL, '{');
            json_string(&json, "change", changes[i].option);
            json_number(&json, "loads_in_flight", loads[i].most);
            json_real(&json, "loads_in_flight_mean", mean(&loads[i]), 9);
            json_close(&json, '}');
        }
        json_close(&json, ']');
    }
    json_close(&json, '}');
    text_add_byte(&json.text, '\n');
    out_text(&json.text);
    text_free(&json.text);
}

static int answer(struct run *run)
{
    gpuocc_error error = {.size = sizeof error};
    char message[256] = "";
    int32_t status;

    run->how.size = sizeof run->how;
    run->how.operation_count = run->body.count;
    run->how.unroll += run->how.unroll == 0;
    if (run->how.unroll > GPUOCC_ORDER_INSTRUCTIONS / run->body.count)
        return complain("--unroll is %u, %u instructions can be unrolled up to %u times",
                        (unsigned)run->how.unroll, (unsigned)run->body.count,
                        (unsigned)(GPUOCC_ORDER_INSTRUCTIONS / run->body.count));
    status = compute(run, &error);
    if (status == GPUOCC_NOT_KNOWN)
        strcpy(message, "the pattern of the loads does not repeat within 2^20 instructions");
    else if (status != GPUOCC_OK)
        gpuocc_error_text(&error, status, message, sizeof message);
    if (run->is_json)
        print_json(run, status, message);
    else if (status == GPUOCC_OK)
        print_text(run);
    if (status != GPUOCC_OK)
        (void)complain("%s", message);
    return status == GPUOCC_OK ? END_ANSWERED : END_REFUSED;
}

static int read_options(struct run *run)
{
    run->body.load_cycles = (uint32_t)run->load_latency;
    run->body.compute_cycles = (uint32_t)run->compute_latency;
    if (run->how.most_loads > GPUOCC_ORDER_LOADS)
        return complain("--most-loads is %u, valid values are 1 to %u",
                        (unsigned)run->how.most_loads, GPUOCC_ORDER_LOADS);
    return 0;
}

/* Reads a whole file; "-" or NULL is standard input. */
static int read_file(struct text *text, const char *name)
{
    const int from_input = name == NULL || strcmp(name, "-") == 0;
    const int file = from_input ? STDIN_FILENO : open(name, O_RDONLY);
    char bytes[4096];
    ssize_t got;

    if (file < 0)
        return complain("%s: %s", name, strerror(errno));
    while ((got = read(file, bytes, sizeof bytes)) > 0 && text->length <= MOST_BYTES)
        text_add_bytes(text, bytes, (size_t)got);
    if (got < 0)
        (void)complain("%s: %s", from_input ? "standard input" : name, strerror(errno));
    else if (text->length > MOST_BYTES)
        (void)complain("%s is larger than 1 MiB, no loop body", from_input ? "-" : name);
    if (!from_input)
        (void)close(file);
    return got < 0 || text->length > MOST_BYTES ? END_FAILED : 0;
}

static int run_body(struct run *run, const struct options *options)
{
    const char *name = options->count != 0 ? options->arguments[0] : NULL;
    struct text text = {0};
    int ending;

    if (options->count > 1)
        return complain("order takes one file, not also \"%.60s\"", options->arguments[1]);
    if (run->given != NULL && name != NULL)
        return complain("--body and a file exclude each other");
    ending = read_options(run);
    if (ending == 0 && run->given != NULL)
        text_add(&text, run->given);
    else if (ending == 0)
        ending = read_file(&text, name);
    run->body.file = run->given != NULL                       ? "--body"
                     : name == NULL || strcmp(name, "-") == 0 ? "standard input"
                                                              : name;
    if (ending == 0)
        ending = read_body(&run->body, text_string(&text), text.length);
    text_free(&text);
    return ending == 0 ? answer(run) : ending;
}

static void free_body(struct loop_body *body)
{
    text_free(&body->registers.bytes);
    text_free(&body->arrays.bytes);
    text_free(&body->spaces.bytes);
    text_free(&body->lines);
}

int command_order(int count, char **arguments)
{
    static struct run run;
    uint32_t order = 0; /* of source, hoist */
    const struct own_option own[] = {
        {"body", .text = &run.given},
        {"order", .number = &order},
        {"load_latency", .real = &run.load_latency},
        {"compute_latency", .real = &run.compute_latency},
        {"unroll", .number = &run.how.unroll},
        {"restrict", .number = &run.how.no_alias},
        {"most_loads", .number = &run.how.most_loads},
        {.name = NULL},
    };
    struct options options;
    int ending;

    memset(&run, 0, sizeof run);
    ending = options_read(&options, COMMAND_ORDER, NULL, own, count, arguments);
    run.is_json = options.json;
    run.how.order = order == 2 ? GPUOCC_ORDER_HOIST : GPUOCC_ORDER_SOURCE;
    if (ending == 0 && options.help)
        ending = command_help("order");
    else if (ending == 0)
        ending = run_body(&run, &options);
    options_free(&options);
    free_body(&run.body);
    text_free(&run.out);
    return ending;
}
