/* SPDX-License-Identifier: MIT
 *
 * Reads reports of Qualcomm's Adreno Offline Compiler, and statistics of pipelines in its words:
 *   ======== Shader Stats FS ========
 *            Main Shader Stats
 *   Full precision register footprint per shader instance       :   10
 * A register has four values of 32 bits, a half one of 16. What the preamble uses does not count.
 * Qualcomm's driver has the same statistics for VK_KHR_pipeline_executable_properties, with
 * capitals; tools print them below a line with the executable's name or stage.
 */
#include "nest.h"
#include "stages.h"
#include "text_lines.h"

enum figure { FULL, HALF, OVERALL, SCRATCH, FIGURES };

static const char *const names[FIGURES] = {
    "full precision register footprint per shader instance",
    "half precision register footprint per shader instance",
    "overall register footprint per shader instance",
    "scratch memory usage per shader instance",
};

struct report {
    struct callbacks *callbacks;
    gpuocc_kernels_text name, stage;
    uint64_t at;
    uint32_t figures[FIGURES]; /* GPUOCC_UNKNOWN: not given */
    gpuocc_kernels_text wrong; /* what is no number; length 0: none */
    int aside, seen;           /* the figures are those of a preamble; a figure was read */
    int of_compiler;           /* the titles are those of the compiler's report */
    int named;                 /* the last title was the name of an executable */
};

static void clear(struct report *report)
{
    size_t i;

    for (i = 0; i < FIGURES; i++)
        report->figures[i] = GPUOCC_UNKNOWN;
    report->wrong.length = 0;
    report->seen = 0;
}

static int finish(struct report *report)
{
    const uint32_t *figures = report->figures;
    gpuocc_kernels_found kernel;
    gpuocc_kernel *k = &kernel.kernel;

    if (!report->seen)
        return 0;
    if (report->wrong.length != 0) {
        format_warning(report->callbacks, report->at,
                       "shader %.*s: \"%.*s\" is no whole number up to 4294967293: passed over",
                       FORMAT_SHOWN(report->name), FORMAT_SHOWN(report->wrong));
        clear(report);
        return 0;
    }
    format_start(&kernel);
    kernel.name = report->name;
    kernel.format = "Adreno compiler";
    k->registers_per_thread = figures[FULL] != GPUOCC_UNKNOWN ? figures[FULL] : figures[OVERALL];
    if (k->registers_per_thread == 0)
        k->registers_per_thread = GPUOCC_ZERO;
    if (figures[FULL] != GPUOCC_UNKNOWN)
        k->half_registers_per_thread = figures[HALF] != 0 ? figures[HALF] : GPUOCC_ZERO;
    k->wave_size = k->shared_bytes = k->barriers_per_group = GPUOCC_UNKNOWN;
    k->virtual_resources = GPUOCC_UNKNOWN; /* the branch stack */
    kernel.stack_bytes = figures[SCRATCH];
    kernel.spill_bytes = GPUOCC_UNKNOWN;
    if (figures[SCRATCH] != 0 && figures[SCRATCH] != GPUOCC_UNKNOWN)
        kernel.notes |= 1u << GPUOCC_KERNELS_NOTE_SCRATCH;
    stage_set(&kernel, report->stage, 0);
    clear(report);
    return report->callbacks->kernel(report->callbacks->user, &kernel);
}

/* Reads "======== Shader Stats FS ========", "Shader Preamble Stats", "Main Shader Stats". */
static int title(struct report *report, gpuocc_kernels_text line)
{
    static const char stats[] = "Shader Stats ";
    const int stop = finish(report);
    size_t at;

    report->aside = text_find(line, "Preamble", NULL);
    if (text_find(line, stats, &at) && !text_find(line, "Main", NULL)) {
        report->stage = text_trim(text_behind(line, at + strlen(stats)));
        report->stage = report->name = text_until(report->stage, ' ');
        report->of_compiler = 1;
    }
    return stop;
}

/* Reads a title of a pipeline's statistics. The stage of an executable follows its name. */
static int executable(struct report *report, enum stage_line what, gpuocc_kernels_text text)
{
    const int of_name = what == STAGE_STAGE && report->named && !report->seen;
    const int stop = finish(report);

    report->aside = 0;
    report->stage = text;
    if (!of_name)
        report->name = text;
    report->named = what == STAGE_EXECUTABLE;
    return stop;
}

/* Reads "NAME : 12", "- NAME = 12", "NAME (what it is): 12". A figure that the shader already has
 * belongs to the next one. */
static int figure(struct report *report, gpuocc_kernels_text line, uint64_t offset)
{
    gpuocc_kernels_text name, value;
    int stop = 0;
    size_t i;

    (void)text_skip(&line, "- ");
    name = text_until(text_until(line, '='), ':');
    value = text_trim(text_behind(line, name.length + (name.length != line.length)));
    name = text_trim(text_until(name, '('));
    for (i = 0; i < FIGURES && !report->aside; i++) {
        if (!stage_same(name, names[i]))
            continue;
        if (report->figures[i] != GPUOCC_UNKNOWN)
            stop = finish(report);
        if (report->seen == 0)
            report->at = offset;
        report->seen = 1;
        if (!text_figure(value, &report->figures[i]))
            report->wrong = line;
    }
    return stop;
}

static int take(struct report *report, gpuocc_kernels_text line, uint64_t offset)
{
    gpuocc_kernels_text text;
    enum stage_line what;

    if (text_find(line, "Stats", NULL))
        return title(report, line);
    what = report->of_compiler ? STAGE_NOTHING : stage_line(line, &text);
    return what != STAGE_NOTHING ? executable(report, what, text) : figure(report, line, offset);
}

int format_adreno(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    gpuocc_kernels_text rest = {(const char *)bytes, length}, line;
    struct report report;

    if (!text_find(rest, "register footprint per shader instance", NULL) &&
        !text_find(rest, "Register Footprint Per Shader Instance", NULL))
        return GPUOCC_KERNELS_NONE;
    memset(&report, 0, sizeof report);
    report.callbacks = callbacks;
    report.name.at = report.stage.at = "";
    clear(&report);
    while (text_line(&rest, &line))
        if (take(&report, text_trim(line), (uint64_t)(line.at - (const char *)bytes)) != 0)
            return GPUOCC_KERNELS_STOPPED;
    return finish(&report) != 0 ? GPUOCC_KERNELS_STOPPED : GPUOCC_KERNELS_OK;
}
