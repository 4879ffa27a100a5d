/* SPDX-License-Identifier: MIT
 *
 * Reads reports that Arm's Mali Offline Compiler prints as text:
 *   Hardware: Mali-G76 r0p0
 *   Shader type: OpenGL ES Fragment
 *   Main shader
 *   ===========
 *   Work registers: 32 (100% used at 100% occupancy)
 *   Stack spilling: false
 * A vertex shader has two parts, "Position variant" and "Varying variant". A comparison of two
 * reports has the design as "[Mali-G77]" and both lines of registers, behind "- " and "+ ". Source:
 * Arm's user guide, versions 7.0 to 8; reports of engines.
 */
#include "nest.h"
#include "stages.h"
#include "text_lines.h"

static const char registers[] = "Work registers: ";

struct report {
    struct callbacks *callbacks;
    gpuocc_kernels_text target, stage, part, before; /* `before` is the line before */
    gpuocc_kernels_found kernel;
    int open;
};

static int finish(struct report *report)
{
    if (!report->open)
        return 0;
    report->open = 0;
    return report->callbacks->kernel(report->callbacks->user, &report->kernel);
}

/* Reads "32", "20 (62% used at 100% occupancy)". */
static int begin(struct report *report, gpuocc_kernels_text line, uint64_t offset)
{
    gpuocc_kernels_found *const kernel = &report->kernel;
    const int stop = finish(report);

    format_start(kernel);
    kernel->name = report->part.length != 0 ? report->part : report->stage;
    kernel->target = report->target;
    kernel->format = "malioc text";
    kernel->stack_bytes = kernel->spill_bytes = GPUOCC_UNKNOWN;
    kernel->kernel.shared_bytes = kernel->kernel.barriers_per_group = GPUOCC_UNKNOWN;
    report->open = text_figure(text_until(line, ' '), &kernel->kernel.registers_per_thread);
    if (!report->open)
        format_warning(
            report->callbacks, offset,
            "shader %.*s: Work registers is \"%.*s\", a whole number up to 4294967293 is "
            "needed: passed over",
            FORMAT_SHOWN(kernel->name), FORMAT_SHOWN(line));
    if (kernel->kernel.registers_per_thread == 0)
        kernel->kernel.registers_per_thread = GPUOCC_ZERO;
    /* A report in the same form, of PanVK's compiler, has the stage in its title alone. */
    stage_set(kernel, report->stage.length != 0 ? report->stage : report->part, 1);
    return stop;
}

/* Reads "false", "true", "16 bytes": what is not used has 0 bytes. */
static void scratch(struct report *report, gpuocc_kernels_text line, uint32_t *bytes)
{
    gpuocc_kernels_found *const kernel = &report->kernel;

    if (text_is(line, "false") || text_is(line, "False"))
        *bytes = 0;
    else
        (void)text_figure(text_until(line, ' '), bytes);
    if (text_is(line, "true") || text_is(line, "True") || (*bytes != 0 && *bytes != GPUOCC_UNKNOWN))
        kernel->notes |= 1u << GPUOCC_KERNELS_NOTE_SCRATCH;
}

/* Reads a line about the memory of the shader: version 7 has its spills alone, version 8 its stack
 * and, of this, a region of spills. */
static void memory(struct report *report, gpuocc_kernels_text line)
{
    gpuocc_kernels_found *const kernel = &report->kernel;

    if (text_skip(&line, "Stack spilling: ") || text_skip(&line, "- Spill region: ")) {
        scratch(report, line, &kernel->spill_bytes);
    } else if (text_skip(&line, "Stack use: ")) {
        scratch(report, line, &kernel->stack_bytes);
        kernel->spill_bytes = kernel->stack_bytes == 0 ? 0 : GPUOCC_UNKNOWN;
    } else if (text_skip(&line, "Shared storage size: ")) {
        (void)text_figure(text_until(line, ' '), &kernel->kernel.shared_bytes);
    }
}

/* Reads "[Mali-G77]". Returns 0 if it is another line. */
static int read_design(struct report *report, gpuocc_kernels_text line)
{
    gpuocc_kernels_text name = line;

    if (!text_skip(&name, "[") ||
        (!text_starts(name, "Mali-") && !text_starts(name, "Immortalis-")))
        return 0;
    name = text_until(name, ']');
    if (name.length + 2 != line.length)
        return 0;
    report->target = name;
    report->part.length = 0;
    return 1;
}

static int take(struct report *report, gpuocc_kernels_text line, uint64_t offset)
{
    gpuocc_kernels_text changed = line;

    if ((text_skip(&changed, "- ") || text_skip(&changed, "+ ")) && text_starts(changed, registers))
        line = changed;
    if (read_design(report, line)) {
        line.length = 0;
    } else if (text_skip(&line, "Hardware: ")) {
        report->target = text_until(line, ' ');
        report->part.length = 0;
    } else if (text_skip(&line, "Shader type: ")) {
        report->stage = line;
    } else if (text_starts(line, "====")) {
        report->part = report->before;
    } else if (text_skip(&line, registers)) {
        return begin(report, line, offset);
    } else if (report->open) {
        memory(report, line);
    }
    report->before = line;
    return 0;
}

int format_malioc_text(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    gpuocc_kernels_text rest = {(const char *)bytes, length}, line;
    struct report report;

    if (!text_find(rest, registers, NULL))
        return GPUOCC_KERNELS_NONE;
    memset(&report, 0, sizeof report);
    report.callbacks = callbacks;
    report.target.at = report.stage.at = report.part.at = "";
    while (text_line(&rest, &line))
        if (take(&report, text_trim(line), (uint64_t)(line.at - (const char *)bytes)) != 0)
            return GPUOCC_KERNELS_STOPPED;
    return finish(&report) != 0 ? GPUOCC_KERNELS_STOPPED : GPUOCC_KERNELS_OK;
}
