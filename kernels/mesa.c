/* SPDX-License-Identifier: MIT
 *
 * Reads the statistics of shaders that Mesa's drivers print, among the lines of any log: a line for
 * each statistic ("VGPRs: 88"), a line for each shader, comments in a disassembly, or a table.
 */
#include "mesa.h"
#include "nest.h"
#include "text_lines.h"

struct log {
    struct mesa mesa;
    struct mesa_shader shader;
    struct reader_text title; /* the last line that was not empty */
};

static int finish(struct log *log)
{
    const struct reader_text name = log->shader.name, stage = log->shader.stage;
    int stop = 0;

    if (log->shader.seen != 0)
        stop = mesa_report(&log->mesa, &log->shader);
    mesa_clear(&log->shader);
    log->shader.name = name;
    log->shader.stage = stage;
    return stop;
}

/* Whether the line is one that precedes statistics: "Compute Shader:", "Stage: compute". */
static int is_title(struct reader_text line, struct reader_text *title)
{
    static const char *const words[] = {"Stage: ", "Executable: ", "Executable name: "};
    size_t i;

    *title = line;
    for (i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_skip(title, words[i]))
            return 1;
    if (line.length < 2 || line.at[line.length - 1] != ':')
        return 0;
    title->length--;
    return 1;
}

static int begin(struct log *log, struct reader_text title)
{
    const int stop = finish(log);

    log->shader.name = title;
    log->shader.stage = title;
    return stop;
}

/* Reads a line such as "VGPRs: 88". */
static int statistic(struct log *log, struct reader_text line)
{
    const struct reader_text name = text_until(line, ':');
    enum mesa_slot slot;
    int stop = 0;

    if (name.length == line.length)
        return 0;
    slot = mesa_slot(name);
    if (slot == MESA_NO_SLOT)
        return 0;
    if (log->shader.seen >> slot & 1) /* belongs to the next shader, which has no title */
        stop = finish(log);
    if (log->shader.seen == 0)
        log->shader.at = log->mesa.at;
    mesa_set(&log->shader, slot, text_behind(line, name.length + 1));
    return stop;
}

/* Reads a comment of a disassembly; further comments continue the same shader. */
static int comment(struct log *log, struct reader_text title, struct reader_text items)
{
    const struct reader_text *now = &log->shader.name;
    int stop = 0;

    if (title.length != now->length || memcmp(title.at, now->at, title.length) != 0 ||
        ((log->shader.seen >> MESA_VEC4 & 1) != 0 && text_find(items, " full,", NULL)))
        stop = begin(log, title);
    if (log->shader.seen == 0)
        log->shader.at = log->mesa.at;
    mesa_items(&log->shader, items);
    return stop;
}

/* Returns non-zero to stop. */
static int step(struct log *log, struct reader_text line, struct reader_text *rest,
                const char *start)
{
    struct reader_text title, items;
    int told;

    if (line.length == 0)
        return 0;
    if (mesa_is_table(line))
        return mesa_table(&log->mesa, line, rest, start);
    told = mesa_line(&log->mesa, line, log->title);
    if (told != 0)
        return told < 0;
    if (mesa_comment(line, &title, &items))
        return comment(log, title, items);
    if (text_starts(line, "*********"))
        return begin(log, text_behind(line, line.length));
    if (is_title(line, &title))
        return begin(log, title);
    return statistic(log, line);
}

int reader_mesa(const unsigned char *bytes, size_t length, struct reader_sink *sink)
{
    const char *const start = (const char *)bytes;
    struct reader_text rest = {start, length}, line;
    struct log log;

    memset(&log, 0, sizeof log);
    log.mesa.sink = sink;
    while (text_line(&rest, &line)) {
        log.mesa.at = (uint64_t)(line.at - start);
        line = text_trim(line);
        if (step(&log, line, &rest, start) != 0)
            return READER_STOPPED;
        if (line.length != 0)
            log.title = line;
    }
    if (finish(&log) != 0)
        return READER_STOPPED;
    if (log.mesa.others != 0)
        reader_trouble(sink, log.mesa.other_at,
                       "%u shaders of stages without groups (vertex, fragment and the like): "
                       "passed over",
                       (unsigned)log.mesa.others);
    return log.mesa.mine ? READER_OK : READER_NOT_MINE;
}
