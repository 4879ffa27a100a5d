/* SPDX-License-Identifier: MIT
 *
 * Reads the outer structure of a JSON profile in pieces: descends to the arrays whose elements are
 * events, devices and so on, passes each element on when it is complete, and skips all others
 * without keeping them. An element that is damaged or too long is lost alone.
 */
#include "reader.h"

/* The containers that are entered, with the names by which their parent has them (NULL: an element
 * of an array), and what reads an element that is not entered. */
enum node {
    ROOT,
    EVENTS,
    EVENT,
    DEVICES,
    DEVICE,
    TOOLS,
    TOOL,
    AGENTS,
    AGENT,
    SYMBOLS,
    SYMBOL,
    RECORDS,
    DISPATCHES,
    DISPATCH,
    NODES,
    NONE = NODES
};
static const struct {
    unsigned char parent;
    const char *name;
    runs_element *read;
} nodes[NODES] = {
    {NONE, NULL, NULL},
    {ROOT, "traceEvents", NULL},
    {EVENTS, NULL, runs_kineto_event},
    {ROOT, "deviceProperties", NULL},
    {DEVICES, NULL, runs_kineto_device},
    {ROOT, "rocprofiler-sdk-tool", NULL},
    {TOOLS, NULL, NULL},
    {TOOL, "agents", NULL},
    {AGENTS, NULL, runs_rocprof_agent},
    {TOOL, "kernel_symbols", NULL},
    {SYMBOLS, NULL, runs_rocprof_symbol},
    {TOOL, "buffer_records", NULL},
    {RECORDS, "kernel_dispatch", NULL},
    {DISPATCHES, NULL, runs_rocprof_dispatch},
};

static unsigned char child(unsigned parent, gpuocc_kernels_text name)
{
    unsigned char i;

    for (i = 0; i < NODES; i++)
        if (nodes[i].parent == parent &&
            (nodes[i].name == NULL ? name.length == 0 : format_json_is(name, nodes[i].name)))
            return i;
    return NONE;
}

static int is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',';
}

static size_t behind_blanks(const char *text, size_t at, size_t length)
{
    while (at < length && is_blank(text[at]))
        at++;
    return at;
}

/* Returns the end of the string that begins at `at`, or 0. */
static size_t behind_string(const char *text, size_t at, size_t length)
{
    const char *end;
    size_t from = at + 1, back;

    while ((end = memchr(text + from, '"', length - from)) != NULL) {
        from = (size_t)(end - text) + 1;
        for (back = from - 1; text[back - 1] == '\\' && back - 1 > at; back--)
            ;
        if ((from - 1 - back) % 2 == 0)
            return from;
    }
    return 0;
}

static void enter(struct runs_json *json, unsigned node, char open)
{
    json->node[json->level] = (unsigned char)node;
    json->close[json->level++] = open == '{' ? '}' : ']';
    if ((node == EVENTS && json->level > 1) || node == TOOLS)
        json->known = 1;
}

/* Skips the element at `at`, which is damaged or too long: looks for the next one from here on. */
static void lose(reader *r, uint64_t offset)
{
    struct runs_json *json = &r->json;

    if (json->lost++ == 0)
        runs_warn(r, offset, "an event is damaged, or longer than %u bytes, and is skipped",
                  RUNS_UNIT);
    json->resync = 1;
    json->before[0] = json->before[1] = 0;
}

/* Looks for "}, {", between two elements. Returns the position of the second brace, or `length`. */
static size_t find_next(struct runs_json *json, const char *text, size_t at, size_t length)
{
    for (; at < length; at++) {
        const char c = text[at];

        if (c == '{' && json->before[1] == ',' && json->before[0] == '}') {
            json->resync = 0;
            return at;
        }
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
            json->before[0] = json->before[1];
            json->before[1] = c;
        }
    }
    return length;
}

/* Reads the container at `at`, whose node is known. Returns its end, or `at` if it is not
 * complete. */
static size_t element(reader *r, unsigned node, const char *text, size_t at, size_t length)
{
    struct scan scan = {0, 0, 0, 0};
    const size_t used = scan_container(&scan, text + at, length - at);
    gpuocc_kernels_text whole;

    if (scan.damaged || used > RUNS_UNIT) {
        lose(r, r->offset + at);
        return at + 1;
    }
    if (scan.depth != 0)
        return at;
    whole.at = text + at;
    whole.length = used;
    nodes[node].read(r, whole);
    return at + used;
}

/* Reads a value. Returns its end, or `at` if it is not complete, or is skipped from there on. */
static size_t value(reader *r, unsigned node, const char *text, size_t at, size_t length)
{
    struct runs_json *json = &r->json;
    const char c = text[at];
    size_t end;

    if (c == '"') {
        end = behind_string(text, at, length);
        return end != 0 ? end : at;
    }
    if (c == '{' || c == '[') {
        if (node != NONE && nodes[node].read != NULL && c == '{')
            return element(r, node, text, at, length);
        if (node != NONE && nodes[node].read == NULL) {
            enter(json, node, c);
            return at + 1;
        }
        memset(&json->skip, 0, sizeof json->skip);
        json->skipping = 1;
        return at;
    }
    /* A word, or a bracket that nothing has opened. The rest of a word is skipped as another one.
     */
    for (end = at + 1; end < length && strchr(",:]}[{\" \t\r\n", text[end]) == NULL; end++)
        ;
    return end;
}

/* Reads a member of an object. Returns its end, or `at` if it is not complete. */
static size_t pair(reader *r, unsigned parent, const char *text, size_t at, size_t length)
{
    gpuocc_kernels_text name;
    size_t end, from;

    if (text[at] != '"')
        return at + 1;
    end = behind_string(text, at, length);
    if (end == 0)
        return at;
    name.at = text + at;
    name.length = end - at;
    from = behind_blanks(text, end, length);
    if (from < length && text[from] == ':')
        from = behind_blanks(text, from + 1, length);
    if (from == length)
        return at;
    end = value(r, child(parent, name), text, from, length);
    return end != from || r->json.skipping ? end : at;
}

/* Reads what comes next. Returns its end, or `at` if it is not complete. */
static size_t next(reader *r, const char *text, size_t at, size_t length)
{
    static const gpuocc_kernels_text no_name = {"", 0};
    struct runs_json *json = &r->json;
    unsigned parent;

    if (json->level == 0) {
        enter(json, text[at] == '{' ? ROOT : EVENTS, text[at]);
        return at + 1;
    }
    parent = json->node[json->level - 1];
    if (text[at] == json->close[json->level - 1]) {
        json->done = --json->level == 0;
        return at + 1;
    }
    if (json->close[json->level - 1] == '}')
        return pair(r, parent, text, at, length);
    return value(r, child(parent, no_name), text, at, length);
}

size_t runs_json_read(reader *r, const char *text, size_t length)
{
    struct runs_json *json = &r->json;
    size_t at = 0, end;

    while (at < length && r->status == GPUOCC_RUNS_OK) {
        if (json->done) {
            at = behind_blanks(text, at, length);
            if (at != length && !json->told)
                runs_warn(r, r->offset + at,
                          "behind the end of the profile is more: it is not read");
            json->told |= at != length;
            return length;
        }
        if (json->skipping) {
            at += scan_container(&json->skip, text + at, length - at);
            json->skip.damaged = 0;
            json->skipping = json->skip.depth != 0;
            continue;
        }
        at = json->resync ? find_next(json, text, at, length) : behind_blanks(text, at, length);
        if (at == length)
            return length;
        end = next(r, text, at, length);
        if (end == at && !json->skipping) {
            if (length - at <= RUNS_UNIT)
                return at;
            lose(r, r->offset + at);
            end = at + 1;
        }
        at = end;
    }
    return at;
}

void runs_json_end(reader *r, size_t left)
{
    if (r->json.lost > 1)
        runs_warn(r, r->offset, "%u events are damaged or too long and were skipped",
                  (unsigned)r->json.lost);
    if (r->status == GPUOCC_RUNS_OK && r->json.known && !r->json.done)
        runs_warn(r, r->offset + left, "the profile is cut off here, and has no more events");
}
