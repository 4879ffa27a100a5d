/* SPDX-License-Identifier: MIT */
#include "stages.h"

#include "text_lines.h"

int stage_same(gpuocc_kernels_text text, const char *lower)
{
    size_t i;

    for (i = 0; i < text.length && lower[i] != 0; i++)
        if ((text.at[i] | 0x20) != lower[i])
            return 0;
    return i == text.length && lower[i] == 0;
}

/* Whether one of the words of a text is among `words`. */
static int has_word(gpuocc_kernels_text text, const char *const *words, size_t count)
{
    const char separator =
        text_skip(&text, "MESA_SHADER_") || text_skip(&text, "VK_SHADER_STAGE_") ? '_' : ' ';
    gpuocc_kernels_text word;
    size_t i;

    while (text.length != 0) {
        word = text_until(text, separator);
        for (i = 0; i < count; i++)
            if (stage_same(word, words[i]))
                return 1;
        text = text_behind(text, word.length + (word.length != text.length));
    }
    return 0;
}

int stage_is_compute(gpuocc_kernels_text stage)
{
    static const char *const words[] = {"cs", "cl", "compute", "kernel"};

    return text_find(stage, "ompute", NULL) || text_find(stage, "COMPUTE", NULL) ||
           text_find(stage, "kernel", NULL) || text_find(stage, "KERNEL", NULL) ||
           text_find(stage, "OpenCL", NULL) ||
           has_word(stage, words, sizeof words / sizeof words[0]);
}

int stage_is_graphics(gpuocc_kernels_text stage)
{
    static const char *const words[] = {
        "vertex",       "vs",           "fragment", "fs",   "pixel", "ps",   "geometry",
        "gs",           "tcs",          "tes",      "hs",   "ds",    "mesh", "task",
        "tessellation", "tess",         "raygen",   "ray",  "hit",   "miss", "prolog",
        "epilog",       "intersection", "callable", "vert", "bvert", "frag", "geom"};

    return has_word(stage, words, sizeof words / sizeof words[0]);
}

/* Moves past "Executable", " name" and a number, which may follow it. Returns 0 if the line begins
 * otherwise. */
static int skip_executable(gpuocc_kernels_text *line)
{
    if (!text_skip(line, "Executable") && !text_skip(line, "executable"))
        return 0;
    (void)text_skip(line, " name");
    (void)(text_skip(line, " #") || text_skip(line, " "));
    while (line->length != 0 && line->at[0] >= '0' && line->at[0] <= '9')
        *line = text_behind(*line, 1);
    return text_skip(line, ": ");
}

enum stage_line stage_line(gpuocc_kernels_text line, gpuocc_kernels_text *text)
{
    const gpuocc_kernels_text whole = line;

    *text = line;
    if (text_skip(text, "Stage: ") || text_skip(text, "Stages: ") || text_skip(text, "stages: "))
        return STAGE_STAGE;
    if (skip_executable(&line)) {
        *text = line;
        return STAGE_EXECUTABLE;
    }
    if (whole.length < 2 || whole.at[whole.length - 1] != ':' || stage_same(whole, "statistics:"))
        return STAGE_NOTHING;
    text->length--;
    return STAGE_EXECUTABLE;
}

void stage_set(gpuocc_kernels_found *kernel, gpuocc_kernels_text stage, uint32_t threads)
{
    if (stage_is_compute(stage))
        return;
    if (!stage_is_graphics(stage)) {
        kernel->notes |= 1u << GPUOCC_KERNELS_NOTE_STAGE_UNSAID;
        return;
    }
    kernel->stage = stage;
    if (kernel->stage.length > STAGE_MOST)
        kernel->stage.length = STAGE_MOST;
    kernel->notes |= 1u << GPUOCC_KERNELS_NOTE_GRAPHICS;
    kernel->kernel.threads_per_group = threads != 0 ? threads : GPUOCC_UNKNOWN;
}
