/* SPDX-License-Identifier: MIT */
#include "amd_assembly.h"

#include "amd_lines.h"
#include "amd_metadata.h"

/* One line: "  - .key:   value". */
struct yaml_line {
    size_t indent; /* of the key, after a dash if there is one */
    int item;      /* has a dash, which begins an element */
    struct reader_text key, value;
};

/* Removes blanks and quotes. */
static struct reader_text unquoted(struct reader_text text)
{
    text = text_trim(text);
    if (text.length >= 2 && (text.at[0] == '\'' || text.at[0] == '"') &&
        text.at[text.length - 1] == text.at[0]) {
        text.at++;
        text.length -= 2;
    }
    return text;
}

static void read_line(struct reader_text text, struct yaml_line *line)
{
    const struct reader_text none = {"", 0};
    size_t colon;

    memset(line, 0, sizeof *line);
    line->key = none;
    while (line->indent < text.length && text.at[line->indent] == ' ')
        line->indent++;
    text = text_behind(text, line->indent);
    if (text_starts(text, "- ")) {
        line->item = 1;
        line->indent += 2;
        text = text_behind(text, 2);
    }
    colon = lines_find(text, ":");
    if (text.length == 0 || text.at[0] == '\'' || text.at[0] == '"' || colon == text.length) {
        line->value = unquoted(lines_trim(text));
        return;
    }
    line->key = text;
    line->key.length = colon;
    line->value = unquoted(lines_trim(text_behind(text, colon + 1)));
}

struct cursor {
    struct reader_text rest;
    size_t indent;           /* of a kernel's keys; 0: none yet */
    struct reader_text list; /* the key whose list the lines belong to */
    unsigned element;
};

static void read_list_entry(struct cursor *cursor, const struct yaml_line *line,
                            struct amd_facts *facts)
{
    if (text_is(cursor->list, ".args") && text_is(line->key, ".value_kind"))
        amd_metadata_argument(facts, line->value);
    if (text_is(cursor->list, ".reqd_workgroup_size") && line->item && line->key.length == 0)
        amd_metadata_required(facts, cursor->element++,
                              amd_number(facts, cursor->list, line->value, 1));
}

static void read_entry(struct cursor *cursor, const struct yaml_line *line, struct amd_facts *facts)
{
    if (line->value.length == 0) {
        cursor->list = line->key;
        cursor->element = 0;
    } else if (text_is(line->value, "true") || text_is(line->value, "false")) {
        amd_metadata_number(facts, line->key, text_is(line->value, "true") ? 1 : 0);
    } else {
        amd_metadata_text(facts, line->key, line->value);
        amd_metadata_written(facts, line->key, line->value);
    }
}

/* Reads the lines of one kernel, the first of which has a dash, and moves past them. Returns 0 at
 * the end of the list of kernels. */
static int take_kernel(struct cursor *cursor, struct amd_facts *facts)
{
    const struct reader_text none = {"", 0};
    struct reader_text rest = cursor->rest, text;
    struct yaml_line line;
    int first = 1;

    amd_facts_clear(facts);
    cursor->list = none;
    while (text_line(&rest, &text)) {
        read_line(text, &line);
        if (first && (!line.item || line.key.length == 0))
            return 0;
        if (first)
            cursor->indent = line.indent;
        if (!first &&
            (line.indent < cursor->indent || (line.item && line.indent == cursor->indent)))
            break;
        if (line.indent == cursor->indent && !(line.item && !first))
            read_entry(cursor, &line, facts);
        else
            read_list_entry(cursor, &line, facts);
        first = 0;
        cursor->rest = rest;
    }
    return !first;
}

void amd_yaml_kernel(struct reader_text block, uint64_t offset, struct amd_facts *facts)
{
    struct cursor cursor;

    memset(&cursor, 0, sizeof cursor);
    amd_facts_clear(facts);
    if (offset > block.length)
        return;
    cursor.rest = text_behind(block, (size_t)offset);
    take_kernel(&cursor, facts);
}

static int index_kernels(struct reader_text block, struct cursor *cursor, struct amd_names *kernels)
{
    struct amd_facts facts;
    size_t offset;

    for (;;) {
        offset = (size_t)(cursor->rest.at - block.at);
        if (!take_kernel(cursor, &facts))
            return 1;
        if (facts.name.length != 0 && !amd_names_add(kernels, facts.name, offset))
            return 0;
    }
}

int amd_yaml_index(struct reader_text block, struct amd_names *kernels, struct reader_text *target)
{
    struct cursor cursor;
    struct reader_text text;
    struct yaml_line line;

    memset(&cursor, 0, sizeof cursor);
    cursor.rest = block;
    while (text_line(&cursor.rest, &text)) {
        read_line(lines_trim(text), &line);
        if (text_is(line.key, "amdhsa.kernels") && !index_kernels(block, &cursor, kernels))
            return 0;
        if (text_is(line.key, "amdhsa.target"))
            *target = amd_processor(line.value);
    }
    amd_names_sort(kernels);
    return 1;
}
