/* SPDX-License-Identifier: MIT
 *
 * Reads the statistics of shaders that Mesa's drivers print, and AMD's and NVIDIA's own ones, among
 * the lines of any log. They are
 *  - a line for each statistic: "VGPRs: 88";
 *  - a line for each shader, as shader-db and INTEL_DEBUG print it:
 *      PREFIX shader: 40 instrs, 224 code size, ..., 96 grf registers, ...
 *      SIMD16 shader: 40 instructions. 1 loops. ... GRF registers: 57. ...
 *      Shader Stats: SGPRS: 16 VGPRS: 4 Code Size: 220 LDS: 4096 ... (CS, W64)
 *  - comments in a disassembly, several of which together contain the statistics of a shader:
 *      ; CL prog 3/1: 40 instr, 6 nops, ...
 *  - a table that fossilize-replay --enable-pipeline-stats writes: a line of names and a row for
 *    each shader, separated by commas.
 */
#include "mesa.h"
#include "nest.h"
#include "stages.h"
#include "text_lines.h"

/* Names of statistics in the line of a shader and in comments; mesa_shader.c has the others. */
static const struct {
    const char *name;
    enum mesa_slot slot;
} item_names[] = {
    {"vgprs", MESA_VGPRS},
    {"sgprs", MESA_SGPRS},
    {"lds", MESA_LDS},
    {"scratch", MESA_SCRATCH},
    {"scratch memory size", MESA_SCRATCH},
    {"grf registers", MESA_GRF},
    {"max dispatch width", MESA_WIDTH},
    {"workgroup memory size", MESA_WORKGROUP_MEMORY},
    {"gprs", MESA_HALF_REGISTERS},
    {"uniforms", MESA_AGX_MARK},
    {"full", MESA_VEC4},
    {"half", MESA_HALF_VEC4},
    {"double_threadsize", MESA_DOUBLE},
    {"stp", MESA_SPILLS},
    {"stps", MESA_SPILLS},
    {"threads", MESA_THREADS},
    {"thread count", MESA_THREADS},
    {"max-temps", MESA_V3D_MARK},
    {"read stalls", MESA_V3D_MARK},
    {"spill size", MESA_SCRATCH},
    {"registers", MESA_MIDGARD_REGISTERS},
    {"registers used", MESA_VEC4},
    {"bundles", MESA_MIDGARD_MARK},
    {"clauses", MESA_BIFROST_MARK},
    {"fma", MESA_VALHALL_MARK},
};

/* Reads "96 grf registers" or "0:0 spills:fills". */
static void item(struct mesa_shader *shader, gpuocc_kernels_text text)
{
    const gpuocc_kernels_text word = text_until(text, ' ');
    size_t i;

    text = text_trim(text_behind(text, word.length));
    if (text_starts(text, "spills:fills"))
        mesa_set_word(shader, MESA_SPILLS, text_until(word, ':'));
    for (i = 0; i < sizeof item_names / sizeof item_names[0]; i++)
        if (text_is(text, item_names[i].name))
            mesa_set_word(shader, item_names[i].slot, word);
}

/* Reads "40 instr, 6 nops, ...". */
static void read_items(struct mesa_shader *shader, gpuocc_kernels_text items)
{
    gpuocc_kernels_text part;

    while (items.length != 0) {
        part = text_until(items, ',');
        items = text_behind(items, part.length);
        (void)text_skip(&items, ",");
        item(shader, text_trim(part));
    }
}

/* Reads the number after `word`, if there is one, up to a blank, a comma, a bracket or a full
 * stop. */
static void behind(struct mesa_shader *shader, gpuocc_kernels_text text, const char *word,
                   enum mesa_slot slot)
{
    size_t at;

    if (!text_find(text, word, &at))
        return;
    text = text_until(text_behind(text, at + strlen(word)), ' ');
    text = text_until(text_until(text, ','), ')');
    if (text.length != 0 && text.at[text.length - 1] == '.')
        text.length--;
    mesa_set_word(shader, slot, text);
}

/* Reads "path/of/a.shader_test - CS SIMD32": the name is the part before " - ". V3D writes
 * "SHADER-DB-NAME - STAGE", or "SHADER-DB: STAGE" before 2021. */
static void prefix(struct mesa_shader *shader, gpuocc_kernels_text text)
{
    static const char v3d[] = "SHADER-DB";
    size_t at;

    if (text_find(text, v3d, &at)) {
        text = text_behind(text, at + sizeof v3d - 1);
        (void)(text_skip(&text, "-") || text_skip(&text, ": "));
    }
    shader->name = shader->stage = text;
    if (text_find(text, " - ", &at)) {
        shader->name.length = at;
        shader->stage = text_behind(text, at + 3);
    }
    behind(shader, shader->stage, "SIMD", MESA_WIDTH);
}

static int radeonsi(struct mesa_shader *shader, gpuocc_kernels_text line, size_t at)
{
    const gpuocc_kernels_text text = text_behind(line, at);

    shader->name = line;
    shader->name.length = at;
    if (text_find(shader->name, " - ", &at))
        shader->name.length = at;
    shader->name = text_trim(shader->name);
    behind(shader, text, "SGPRS: ", MESA_SGPRS);
    behind(shader, text, " VGPRS: ", MESA_VGPRS);
    behind(shader, text, " LDS: ", MESA_LDS);
    behind(shader, text, " Scratch: ", MESA_SCRATCH);
    behind(shader, text, ", W", MESA_WIDTH);
    if (text_find(text, "(", &at)) {
        shader->stage = text_behind(text, at + 1);
        shader->stage = text_until(text_until(shader->stage, ','), ')');
    }
    return 1;
}

/* Reads "Native code for unnamed compute shader NAME (src_hash 0x...)". */
static void native(struct mesa_shader *shader, gpuocc_kernels_text title)
{
    size_t at;

    if (text_find(title, "Native code for ", &at)) {
        shader->stage = text_until(text_behind(title, at + 16), '(');
        shader->name = shader->stage = text_trim(shader->stage);
    }
}

/* Whether a digit is next, with or without a minus sign. */
static int is_number(gpuocc_kernels_text text)
{
    (void)text_skip(&text, "-");
    return text.length != 0 && text.at[0] >= '0' && text.at[0] <= '9';
}

/* Splits a comment of a disassembly into the shader's title and its statistics. Returns 0 if it is
 * not such a line. */
static int split_comment(gpuocc_kernels_text line, gpuocc_kernels_text *title,
                         gpuocc_kernels_text *items)
{
    if (!text_skip(&line, "; "))
        return 0;
    *title = text_until(line, ':');
    *items = text_behind(line, title->length);
    return text_find(*title, " prog ", NULL) && text_skip(items, ": ") && is_number(*items);
}

static int parse(struct mesa_shader *shader, gpuocc_kernels_text line, gpuocc_kernels_text title)
{
    static const char middle[] = " shader: ", stats[] = "Shader Stats: SGPRS: ";
    gpuocc_kernels_text front = line, back;
    size_t at;

    if (text_find(line, stats, &at))
        return radeonsi(shader, line, at);
    if (!text_find(line, middle, &at) || !is_number(text_behind(line, at + sizeof middle - 1)))
        return 0;
    front.length = at;
    back = text_behind(line, at + sizeof middle - 1);
    prefix(shader, text_trim(front));
    if (text_starts(shader->stage, "SIMD") && text_find(back, " instructions. ", NULL)) {
        shader->seen |= 1u << MESA_INSTRUCTIONS;
        behind(shader, back, "GRF registers: ", MESA_GRF);
        native(shader, title);
    } else {
        read_items(shader, back);
        /* Before 2025 Intel's lines did not contain registers. */
        if (text_find(back, " inst, ", NULL) && text_find(back, " loops, ", NULL))
            shader->seen |= 1u << MESA_INSTRUCTIONS;
    }
    return 1;
}

/* Reads a line that contains all statistics of a shader. Returns 1, 0 if it is not such a line, or
 * -1 to stop. `title` is the line before it. */
static int whole_shader(struct mesa *mesa, gpuocc_kernels_text line, gpuocc_kernels_text title)
{
    struct mesa_shader shader;

    mesa_clear(&shader);
    shader.at = mesa->at;
    if (!parse(&shader, line, title))
        return 0;
    return mesa_report(mesa, &shader) != 0 ? -1 : 1;
}

/* Columns of a table: the most that are read, and those that are no statistic. */
enum { COLUMNS = 128 };
enum { COLUMN_STAGE = MESA_SLOT_COUNT + 1, COLUMN_PIPELINE };

struct columns {
    unsigned char of[COLUMNS]; /* an enum mesa_slot or one of the two above */
    size_t count;
};

/* Reads the next cell without its quotes and moves `rest` past it. Returns 0 after the last
 * cell. */
static int cell(gpuocc_kernels_text *rest, gpuocc_kernels_text *text, int *more)
{
    const char *end;

    if (!*more)
        return 0;
    if (text_skip(rest, "\"")) {
        end = rest->length != 0 ? memchr(rest->at, '"', rest->length) : NULL;
        *text = *rest;
        if (end != NULL)
            text->length = (size_t)(end - rest->at);
        *rest = text_behind(*rest, text->length + (end != NULL));
        *rest = text_behind(*rest, text_until(*rest, ',').length);
    } else {
        *text = text_until(*rest, ',');
        *rest = text_behind(*rest, text->length);
    }
    *more = text_skip(rest, ",");
    return 1;
}

/* Whether the line begins a table. */
static int is_table(gpuocc_kernels_text line)
{
    return text_find(line, "Pipeline hash,", NULL) && text_find(line, "Executable name,", NULL);
}

static void head(struct columns *columns, gpuocc_kernels_text line)
{
    gpuocc_kernels_text text;
    int more = 1;

    columns->count = 0;
    while (columns->count < COLUMNS && cell(&line, &text, &more))
        columns->of[columns->count++] =
            (unsigned char)(text_is(text, "Executable name") ? (unsigned)COLUMN_STAGE
                            : text_is(text, "Pipeline hash") ? (unsigned)COLUMN_PIPELINE
                                                             : (unsigned)mesa_slot(text));
}

/* Reads a row, which must have one cell for each name. Returns the number of its cells. */
static size_t row(const struct columns *columns, gpuocc_kernels_text line,
                  struct mesa_shader *shader)
{
    gpuocc_kernels_text text;
    size_t i = 0;
    int more = 1;

    for (; i < columns->count && cell(&line, &text, &more); i++) {
        if (columns->of[i] == COLUMN_STAGE)
            shader->stage = text;
        else if (columns->of[i] == COLUMN_PIPELINE)
            shader->name = text;
        else if (columns->of[i] < MESA_SLOT_COUNT && text.length != 0)
            mesa_set(shader, (enum mesa_slot)columns->of[i], text);
    }
    return i;
}

/* Counts the cells in the columns of statistics that are numbers, and those that are words. */
static void count_cells(const struct columns *columns, gpuocc_kernels_text line, size_t *numbers,
                        size_t *words)
{
    gpuocc_kernels_text text;
    size_t i = 0;
    int more = 1;

    *numbers = *words = 0;
    for (; i < columns->count && cell(&line, &text, &more); i++) {
        if (columns->of[i] >= MESA_SLOT_COUNT || text.length == 0)
            continue;
        *(is_number(text_trim(text)) ? numbers : words) += 1;
    }
}

/* Whether a line with this number of cells is a row, possibly with too few cells, and not a line
 * of a log behind the table, which has words where a row has numbers. */
static int is_row(const struct columns *columns, gpuocc_kernels_text line, size_t cells)
{
    const int is_quoted = text_starts(line, "\"");
    size_t numbers, words;

    count_cells(columns, line, &numbers, &words);
    if (cells == columns->count)
        return numbers != 0 || words == 0;
    return cells > 1 && !is_table(line) && (cells * 2 > columns->count || is_quoted) &&
           words == 0 && (numbers != 0 || is_quoted);
}

/* Reads the rows after the line of names and moves `*rest` past them. `start` is the start of the
 * input. Returns non-zero to stop. */
static int read_table(struct mesa *mesa, gpuocc_kernels_text names, gpuocc_kernels_text *rest,
                      const char *start)
{
    struct mesa_shader shader;
    struct columns columns;
    gpuocc_kernels_text line, before = *rest;
    size_t cells;

    head(&columns, names);
    for (; text_line(rest, &line); before = *rest) {
        mesa_clear(&shader);
        shader.at = (uint64_t)(line.at - start);
        cells = row(&columns, line, &shader);
        if (!is_row(&columns, line, cells)) {
            *rest = before;
            break;
        }
        if (cells != columns.count) {
            format_warning(mesa->callbacks, shader.at,
                           "the row has %zu cells, the line of names has %zu: passed over", cells,
                           columns.count);
            continue;
        }
        if (mesa_report(mesa, &shader) != 0)
            return 1;
    }
    return 0;
}

struct log {
    struct mesa mesa;
    struct mesa_shader shader;
    gpuocc_kernels_text title; /* the last line that was not empty */
    int named;                 /* the last title was the name of an executable */
    int aside;                 /* the lines are a remark of clang, which has the same words */
};

static int finish(struct log *log)
{
    const gpuocc_kernels_text name = log->shader.name, stage = log->shader.stage;
    int stop = 0;

    if (log->shader.seen != 0)
        stop = mesa_report(&log->mesa, &log->shader);
    mesa_clear(&log->shader);
    log->shader.name = name;
    log->shader.stage = stage;
    return stop;
}

static int begin(struct log *log, gpuocc_kernels_text title)
{
    const int stop = finish(log);

    log->shader.name = title;
    log->shader.stage = title;
    log->aside = 0;
    return stop;
}

/* Reads a title. The stage of an executable follows its name, or is its name. */
static int read_title(struct log *log, enum stage_line what, gpuocc_kernels_text title)
{
    const int of_name = what == STAGE_STAGE && log->named && log->shader.seen == 0;
    int stop = 0;

    if (of_name)
        log->shader.stage = title;
    else
        stop = begin(log, title);
    log->named = what == STAGE_EXECUTABLE || of_name;
    return stop;
}

/* Reads a line such as "VGPRs: 88", "- VGPRs = 88", "VGPRs (Number of VGPR registers): 88". */
static int statistic(struct log *log, gpuocc_kernels_text line)
{
    gpuocc_kernels_text name;
    enum mesa_slot slot;
    int stop = 0;

    (void)text_skip(&line, "- ");
    if (text_skip(&line, "`")) /* as Markdown quotes it */
        line = text_until(line, '`');
    name = text_until(text_until(line, '='), ':');
    if (name.length == line.length || log->aside)
        return 0;
    slot = mesa_slot(text_trim(text_until(name, '(')));
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
static int comment(struct log *log, gpuocc_kernels_text title, gpuocc_kernels_text items)
{
    const gpuocc_kernels_text *now = &log->shader.name;
    int stop = 0;

    if (title.length != now->length || memcmp(title.at, now->at, title.length) != 0 ||
        ((log->shader.seen >> MESA_VEC4 & 1) != 0 && text_find(items, " full,", NULL)))
        stop = begin(log, title);
    if (log->shader.seen == 0)
        log->shader.at = log->mesa.at;
    read_items(&log->shader, items);
    return stop;
}

/* Returns non-zero to stop. */
static int step(struct log *log, gpuocc_kernels_text line, gpuocc_kernels_text *rest,
                const char *start)
{
    gpuocc_kernels_text title, items;
    enum stage_line what;
    int told;

    if (line.length == 0) {
        log->aside = 0;
        return 0;
    }
    if (text_find(line, "Function Name: ", NULL)) {
        told = finish(log);
        log->aside = 1;
        return told;
    }
    if (text_find(line, "ScratchSize [bytes/lane]: ", NULL)) { /* nobody named the function */
        mesa_clear(&log->shader);
        log->aside = 1;
        return 0;
    }
    if (is_table(line))
        return read_table(&log->mesa, line, rest, start);
    told = whole_shader(&log->mesa, line, log->title);
    if (told != 0)
        return told < 0;
    if (split_comment(line, &title, &items))
        return comment(log, title, items);
    if (text_starts(line, "*********"))
        return begin(log, text_behind(line, line.length));
    what = stage_line(line, &title);
    if (what != STAGE_NOTHING)
        return read_title(log, what, title);
    return statistic(log, line);
}

int format_mesa(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    const char *const start = (const char *)bytes;
    gpuocc_kernels_text rest = {start, length}, line;
    struct log log;

    memset(&log, 0, sizeof log);
    log.mesa.callbacks = callbacks;
    while (text_line(&rest, &line)) {
        log.mesa.at = (uint64_t)(line.at - start);
        line = text_trim(line);
        if (step(&log, line, &rest, start) != 0)
            return GPUOCC_KERNELS_STOPPED;
        if (line.length != 0)
            log.title = line;
    }
    if (finish(&log) != 0)
        return GPUOCC_KERNELS_STOPPED;
    return log.mesa.mine ? GPUOCC_KERNELS_OK : GPUOCC_KERNELS_NONE;
}
