/* SPDX-License-Identifier: MIT
 *
 * Reads the output of cuobjdump --dump-resource-usage (-res-usage): "Function NAME:" and a line
 * "REG:16 STACK:0 SHARED:1024 ...", after "arch = sm_90" if the file was a fat binary. Reports draw
 * both into one line, "NAME: REG:16 ...", and leave figures out. Source: CUDA Binary Utilities, and
 * reports of CUDA 9 to 13.
 */
#include "nest.h"
#include "nvidia.h"

enum figure { REGISTERS, STACK, SHARED, LOCAL, CONSTANT, TEXTURES, FIGURES };

static const char *const keys[FIGURES] = {
    "REG:", "STACK:", "SHARED:", "LOCAL:", "CONSTANT[0]:", "TEXTURE:"};

struct usage {
    struct callbacks *callbacks;
    gpuocc_kernels_text name, target;
    uint32_t figures[FIGURES]; /* GPUOCC_UNKNOWN: not given */
};

/* Reads "REG:16 STACK:UNKNOWN ...". Returns the word that is no figure, or a text of length 0. */
static gpuocc_kernels_text read_figures(struct usage *usage, gpuocc_kernels_text line)
{
    gpuocc_kernels_text word, value;
    size_t i;

    for (i = 0; i < FIGURES; i++)
        usage->figures[i] = GPUOCC_UNKNOWN;
    for (; line.length != 0; line = text_trim(text_behind(line, word.length))) {
        word = value = text_until(line, ' ');
        for (i = 0; i < FIGURES; i++)
            if (text_skip(&value, keys[i]) && !text_is(value, "UNKNOWN") &&
                !text_figure(value, &usage->figures[i]))
                return word;
    }
    return line;
}

static int report(struct usage *usage, gpuocc_kernels_text line, uint64_t offset)
{
    const uint32_t *figures = usage->figures;
    const gpuocc_kernels_text wrong = read_figures(usage, line);
    const uint64_t sm = nvidia_version(usage->target);
    gpuocc_kernels_found kernel;

    if (wrong.length != 0 || figures[REGISTERS] == GPUOCC_UNKNOWN) {
        format_warning(usage->callbacks, offset,
                       "kernel %.*s: \"%.*s\" is no figure, a whole number up to 4294967293 is "
                       "needed: passed over",
                       FORMAT_SHOWN(usage->name), FORMAT_SHOWN(wrong.length != 0 ? wrong : line));
        return 0;
    }
    if (!text_find(line, " LOCAL:", NULL))
        format_warning(usage->callbacks, offset,
                       "kernel %.*s: its line ends before \"LOCAL:\", so that its report is "
                       "incomplete",
                       FORMAT_SHOWN(usage->name));
    /* A function that is not a kernel has no arguments in constant bank 0. */
    if (figures[TEXTURES] != GPUOCC_UNKNOWN && figures[CONSTANT] == GPUOCC_UNKNOWN)
        return 0;
    format_start(&kernel);
    kernel.name = usage->name;
    kernel.target = usage->target;
    kernel.format = "cuobjdump";
    kernel.notes = 1u << GPUOCC_KERNELS_NOTE_SHARED_UNSAID;
    kernel.kernel.registers_per_thread = figures[REGISTERS];
    kernel.kernel.shared_bytes = figures[SHARED];
    kernel.kernel.barriers_per_group = sm == 0 || sm >= 90 ? GPUOCC_UNKNOWN : 0;
    nvidia_without_reserve(&kernel, sm, figures[CONSTANT]);
    kernel.stack_bytes = figures[STACK];
    kernel.spill_bytes = GPUOCC_UNKNOWN;
    if ((figures[STACK] != 0 && figures[STACK] != GPUOCC_UNKNOWN) ||
        (figures[LOCAL] != 0 && figures[LOCAL] != GPUOCC_UNKNOWN))
        kernel.notes |= 1u << GPUOCC_KERNELS_NOTE_SCRATCH;
    if (sm >= 100 && sm < 120)
        kernel.notes |= 1u << GPUOCC_KERNELS_NOTE_TENSOR_UNSAID;
    return usage->callbacks->kernel(usage->callbacks->user, &kernel);
}

/* Whether a name ends in a colon, with blanks behind it. */
static int has_colon(gpuocc_kernels_text text)
{
    text = text_trim(text);
    return text.length > 1 && text.at[text.length - 1] == ':';
}

/* Reads "NAME:" or "NAME". */
static void read_name(struct usage *usage, gpuocc_kernels_text text)
{
    usage->name = text_trim(text);
    if (usage->name.length != 0 && usage->name.at[usage->name.length - 1] == ':')
        usage->name.length--;
}

static int take(struct usage *usage, gpuocc_kernels_text line, uint64_t offset)
{
    gpuocc_kernels_text front;
    size_t at;
    int stop = 0, is_function;

    line = text_trim(line);
    if (text_skip(&line, "arch = ")) {
        usage->target = line;
        return 0;
    }
    is_function = text_skip(&line, "Function ");
    front = line;
    if (text_find(line, keys[REGISTERS], &at))
        front.length = at;
    if (is_function || (front.length != line.length && has_colon(front)))
        read_name(usage, front);
    else if (front.length != 0)
        return 0;
    if (front.length != line.length) {
        stop = report(usage, text_behind(line, front.length), offset);
        usage->name.length = 0;
    }
    return stop;
}

/* Whether a line of the text has registers and further figures of a kernel. */
static int has_figures(gpuocc_kernels_text text)
{
    gpuocc_kernels_text line;

    if (!text_find(text, keys[REGISTERS], NULL))
        return 0;
    while (text_line(&text, &line))
        if (text_find(line, keys[REGISTERS], NULL) && text_find(line, " STACK:", NULL) &&
            (text_find(line, " SHARED:", NULL) || text_find(line, " LOCAL:", NULL)))
            return 1;
    return 0;
}

int format_cuobjdump(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    gpuocc_kernels_text rest = {(const char *)bytes, length}, line;
    struct usage usage;

    if (!has_figures(rest))
        return GPUOCC_KERNELS_NONE;
    memset(&usage, 0, sizeof usage);
    usage.callbacks = callbacks;
    while (text_line(&rest, &line))
        if (take(&usage, line, (uint64_t)(line.at - (const char *)bytes)) != 0)
            return GPUOCC_KERNELS_STOPPED;
    return GPUOCC_KERNELS_OK;
}
