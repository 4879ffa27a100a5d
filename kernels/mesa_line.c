/* SPDX-License-Identifier: MIT
 *
 * Reads lines with all statistics of a shader, as shader-db and INTEL_DEBUG print them:
 *   PREFIX shader: 40 instrs, 224 code size, ..., 96 grf registers, ...
 *   SIMD16 shader: 40 instructions. 1 loops. ... GRF registers: 57. ...
 *   Shader Stats: SGPRS: 16 VGPRS: 4 Code Size: 220 LDS: 4096 ... (CS, W64)
 * and comments, several of which together contain the statistics of a shader.
 */
#include "mesa.h"
#include "text_lines.h"

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
    {"threads", MESA_MALI_THREADS},
    {"registers", MESA_MIDGARD_REGISTERS},
    {"registers used", MESA_VEC4},
    {"bundles", MESA_MIDGARD_MARK},
    {"clauses", MESA_BIFROST_MARK},
    {"fma", MESA_VALHALL_MARK},
};

/* Reads "96 grf registers" or "0:0 spills:fills". */
static void item(struct mesa_shader *shader, struct reader_text text)
{
    const struct reader_text word = text_until(text, ' ');
    size_t i;

    text = text_trim(text_behind(text, word.length));
    if (text_starts(text, "spills:fills"))
        mesa_set_word(shader, MESA_SPILLS, text_until(word, ':'));
    for (i = 0; i < sizeof item_names / sizeof item_names[0]; i++)
        if (text_is(text, item_names[i].name))
            mesa_set_word(shader, item_names[i].slot, word);
}

void mesa_items(struct mesa_shader *shader, struct reader_text items)
{
    struct reader_text part;

    while (items.length != 0) {
        part = text_until(items, ',');
        items = text_behind(items, part.length);
        (void)text_skip(&items, ",");
        item(shader, text_trim(part));
    }
}

/* Reads the number after `word`, if there is one, up to a blank, a comma, a bracket or a full
 * stop. */
static void behind(struct mesa_shader *shader, struct reader_text text, const char *word,
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

/* Reads "path/of/a.shader_test - CS SIMD32": the name is the part before " - ". */
static void prefix(struct mesa_shader *shader, struct reader_text text)
{
    size_t at;

    shader->name = shader->stage = text;
    if (text_find(text, " - ", &at)) {
        shader->name.length = at;
        shader->stage = text_behind(text, at + 3);
    }
    behind(shader, shader->stage, "SIMD", MESA_WIDTH);
}

static int radeonsi(struct mesa_shader *shader, struct reader_text line, size_t at)
{
    const struct reader_text text = text_behind(line, at);

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
static void native(struct mesa_shader *shader, struct reader_text title)
{
    size_t at;

    if (text_find(title, "Native code for ", &at)) {
        shader->stage = text_until(text_behind(title, at + 16), '(');
        shader->name = shader->stage = text_trim(shader->stage);
    }
}

/* Whether a digit is next, with or without a minus sign. */
static int is_number(struct reader_text text)
{
    (void)text_skip(&text, "-");
    return text.length != 0 && text.at[0] >= '0' && text.at[0] <= '9';
}

int mesa_comment(struct reader_text line, struct reader_text *title, struct reader_text *items)
{
    if (!text_skip(&line, "; "))
        return 0;
    *title = text_until(line, ':');
    *items = text_behind(line, title->length);
    return text_find(*title, " prog ", NULL) && text_skip(items, ": ") && is_number(*items);
}

static int parse(struct mesa_shader *shader, struct reader_text line, struct reader_text title)
{
    static const char middle[] = " shader: ", stats[] = "Shader Stats: SGPRS: ";
    struct reader_text front = line, back;
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
        mesa_items(shader, back);
        /* Before 2025 Intel's lines did not contain registers. */
        if (text_find(back, " inst, ", NULL) && text_find(back, " loops, ", NULL))
            shader->seen |= 1u << MESA_INSTRUCTIONS;
    }
    return 1;
}

int mesa_line(struct mesa *mesa, struct reader_text line, struct reader_text title)
{
    struct mesa_shader shader;

    mesa_clear(&shader);
    shader.at = mesa->at;
    if (!parse(&shader, line, title))
        return 0;
    return mesa_report(mesa, &shader) != 0 ? -1 : 1;
}
