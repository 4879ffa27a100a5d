/* SPDX-License-Identifier: MIT
 *
 * Reads a loop body: one instruction on each line, or several separated by semicolons.
 *
 *     load RESULT ARRAY [ADDRESS...]     compute RESULT [SOURCE...]
 *     store ARRAY SOURCE...              barrier
 *
 * After these words there may be FIELD=VALUE. A # begins a comment.
 */
#include "commands/order.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "output/out.h"

#define MOST_WORDS 16
#define FAR        (INT64_C(1) << 40)

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

int order_read(struct loop_body *body, const char *text, size_t length)
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

void order_free(struct loop_body *body)
{
    text_free(&body->registers.bytes);
    text_free(&body->arrays.bytes);
    text_free(&body->spaces.bytes);
    text_free(&body->lines);
}
