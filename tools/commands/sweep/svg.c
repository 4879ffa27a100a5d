/* SPDX-License-Identifier: MIT
 *
 * Draws curves of occupancy: one chart for each field, one below another.
 */
#include <string.h>

#include "answer.h"
#include "commands/sweep/sweep.h"
#include "input/amounts.h"
#include "output/out.h"
#include "output/svg.h"
#include "output/words.h"

/* Maximum number of ticks on the axis of a field. */
#define FIELD_TICKS 10u

/* Heights in pixels: of a plot if there are several charts, of the space above it for the axis
 * label, and of a chart without its plot. */
#define ONE_OF_SEVERAL 150u
#define ABOVE          28u
#define AROUND         78u

/* Height of the title, the kernel and the legend above the first chart. */
#define HEAD 66u

/* Up to this number of steps, the last value of each is written above it. */
#define FEW_STEPS 12u

/* Approximate width of a character in pixels. */
#define CHARACTER 6u

/* Returns the position of a row. Values that a device offers as modes have one bar each, all of the
 * same width. */
static unsigned long position(const struct sweep *sweep, const struct svg_plot *plot,
                              uint64_t value, size_t index)
{
    const uint64_t start = sweep->rows[0].first, end = (uint64_t)sweep->end + 1;

    if (!sweep->whole)
        return (unsigned long)(index * plot->width / sweep->count);
    return (unsigned long)((value - start) * plot->width / (end - start));
}

static unsigned long height_of(const struct svg_plot *plot, const struct sweep_row *row)
{
    if (row->status != GPUOCC_OK || row->max_waves.low == 0)
        return 0;
    return (unsigned long)(row->waves.low * plot->height / row->max_waves.low);
}

/* Whether bytes are shown in KiB: only if the curve is long enough. */
static int in_kib(const struct sweep *sweep)
{
    return strcmp(gpuocc_unit(GPUOCC_LIST_KERNEL_FIELDS, sweep->field), "bytes") == 0 &&
           sweep->end >= 4096;
}

static void add_value(const struct sweep *sweep, uint64_t value, struct text *text)
{
    if (in_kib(sweep))
        text_format(text, "%.7g", (double)value / 1024);
    else
        text_add_number(text, value);
}

static void add_field_ticks(const struct sweep *sweep, const struct svg_plot *plot,
                            struct text *svg)
{
    const uint64_t unit = in_kib(sweep) ? 1024 : 1;
    const uint64_t distance = svg_tick_distance(sweep->end, FIELD_TICKS, unit);
    struct text label = {0};
    uint64_t value;
    size_t i;

    for (i = 0; !sweep->whole && i < sweep->count; i++) {
        text_add_number(&label, sweep->rows[i].first);
        svg_add_tick(svg, plot, (unsigned long)((2 * i + 1) * plot->width / (2 * sweep->count)),
                     text_string(&label));
        text_clear(&label);
    }
    for (value = 0; sweep->whole && value <= sweep->end; value += distance) {
        if (value < sweep->rows[0].first)
            continue;
        text_add_number(&label, value / unit);
        svg_add_tick(svg, plot, position(sweep, plot, value, 0), text_string(&label));
        text_clear(&label);
    }
    text_free(&label);
}

static void add_axes(const struct sweep *sweep, const struct svg_plot *plot, struct text *svg)
{
    const char *unit = gpuocc_unit(GPUOCC_LIST_KERNEL_FIELDS, sweep->field);
    struct text label = {0}, above = {0};

    if (in_kib(sweep))
        unit = "KiB";
    svg_add_percents(svg, plot);
    add_field_ticks(sweep, plot, svg);
    text_format(&label, "%s%s%s%s", gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, sweep->field),
                unit[0] != 0 ? " (" : "", unit, unit[0] != 0 ? ")" : "");
    text_format(&above, "occupancy: 100 %% is %llu waves on a core",
                (unsigned long long)sweep->rows[0].max_waves.low);
    svg_add_axes(svg, plot, text_string(&label), text_string(&above));
    text_free(&label);
    text_free(&above);
}

/* The colour of a row is that of its first limiting resource. */
static unsigned colour_of(const struct sweep_row *row)
{
    unsigned limit = 0;

    while (limit + 1 < GPUOCC_LIMIT_COUNT && (row->limiters.low >> limit & 1) == 0)
        limit++;
    return limit;
}

static void add_title(const struct sweep_row *row, struct text *title)
{
    sweep_add_range(row, title);
    if (row->status != GPUOCC_OK) {
        text_add(title, ": refused");
        return;
    }
    text_add(title, ": ");
    text_add_counted(title, &row->groups, "group");
    text_format(title, ", %llu of %llu waves (", (unsigned long long)row->waves.low,
                (unsigned long long)row->max_waves.low);
    text_add_percent(title, row->waves.low, row->max_waves.low);
    text_add(title, " %)");
    if (row->limiters.low != 0)
        text_add(title, ", limited by ");
    text_add_names(title, row->limiters.low, " and ");
}

/* Adds text in the middle of a step if the step is wide enough for it. */
static void add_if_wide(struct text *svg, const struct svg_plot *plot, unsigned long x,
                        unsigned long width, unsigned long y, const struct text *label)
{
    if (label->length * CHARACTER + 4 <= width)
        svg_add_text(svg, "small", plot->left + x + width / 2, y, SVG_MIDDLE, text_string(label));
}

/* Adds the labels of a step: groups and the limiting resource below its line, its last value
 * above. */
static void add_labels(const struct sweep *sweep, const struct svg_plot *plot,
                       const struct sweep_row *row, unsigned long x, unsigned long width,
                       struct text *svg)
{
    const unsigned long height = height_of(plot, row);
    const unsigned long top = plot->top + plot->height - height;
    struct text label = {0};

    if (height < 18)
        return;
    text_add_counted(&label, &row->groups, "group");
    if (label.length * CHARACTER + 4 > width) {
        text_clear(&label);
        text_add_number(&label, row->groups.low);
    }
    add_if_wide(svg, plot, x, width, top + 14, &label);
    text_clear(&label);
    text_add_names(&label, row->limiters.low, ", ");
    if (height >= 34)
        add_if_wide(svg, plot, x, width, top + 28, &label);
    text_clear(&label);
    add_value(sweep, row->last, &label);
    if (sweep->whole && sweep->count <= FEW_STEPS && row->last != sweep->end &&
        height + 12 <= plot->height && label.length * CHARACTER + 8 <= width)
        svg_add_text(svg, "value", plot->left + x + width - 3, top - 4, SVG_END,
                     text_string(&label));
    text_free(&label);
}

static void add_steps(const struct sweep *sweep, const struct svg_plot *plot, struct text *svg)
{
    struct text title = {0};
    unsigned long x, end;
    size_t i;

    for (i = 0; i < sweep->count; i++) {
        const struct sweep_row *row = &sweep->rows[i];

        x = position(sweep, plot, row->first, i);
        end = position(sweep, plot, (uint64_t)row->last + 1, i + 1);
        text_clear(&title);
        add_title(row, &title);
        svg_add_area(svg, plot, colour_of(row), x, end - x, height_of(plot, row),
                     text_string(&title));
    }
    text_add(svg, "<path class=\"curve\" d=\"");
    for (i = 0; i < sweep->count; i++) {
        if (i == 0)
            text_format(svg, "M%u ", plot->left);
        text_format(svg, "%s%luH%lu", i == 0 ? "" : "V",
                    plot->top + plot->height - height_of(plot, &sweep->rows[i]),
                    plot->left + position(sweep, plot, (uint64_t)sweep->rows[i].last + 1, i + 1));
    }
    text_add(svg, "\"/>\n");
    for (i = 0; i < sweep->count; i++) {
        x = position(sweep, plot, sweep->rows[i].first, i);
        end = position(sweep, plot, (uint64_t)sweep->rows[i].last + 1, i + 1);
        add_labels(sweep, plot, &sweep->rows[i], x, end - x, svg);
    }
    text_free(&title);
}

/* Marks the kernel's value, if one was given and the curve contains it. */
static void add_marker(const struct sweep *sweep, const struct svg_plot *plot, struct text *svg)
{
    struct text label = {0};
    unsigned long x, end;
    size_t i = 0;

    while (i < sweep->count && sweep->rows[i].last < sweep->given)
        i++;
    if (sweep->given == GPUOCC_UNKNOWN || i == sweep->count || sweep->rows[i].first > sweep->given)
        return;
    text_add(&label, "this kernel: ");
    add_value(sweep, sweep->given, &label);
    text_add(&label, in_kib(sweep) ? " KiB" : "");
    x = position(sweep, plot, sweep->given, i);
    end = position(sweep, plot, (uint64_t)sweep->given + 1, i + 1);
    svg_add_marker(svg, plot, (x + end) / 2, height_of(plot, &sweep->rows[i]), text_string(&label));
    text_free(&label);
}

static int has_curve(const struct sweep *sweep)
{
    return sweep->count != 0 && value_exact(&sweep->rows[0].max_waves) &&
           sweep->rows[0].max_waves.low != 0;
}

static void add_chart(const struct sweep *sweep, const struct svg_plot *plot, struct text *svg)
{
    struct text label = {0};

    if (has_curve(sweep)) {
        add_axes(sweep, plot, svg);
        add_steps(sweep, plot, svg);
        add_marker(sweep, plot, svg);
        return;
    }
    text_format(&label, "Occupancy over %s is not known.",
                gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, sweep->field));
    svg_add_text(svg, "", plot->left, plot->top + 14, SVG_START, text_string(&label));
    text_free(&label);
}

/* Adds the given fields of the kernel: "threads_per_group 256, registers_per_thread 72". */
static void add_kernel(const struct session *session, struct text *svg)
{
    const gpuocc_kernel *kernel = &session->options.question.kernel;
    struct text label = {0};
    uint32_t i;

    for (i = 1; i < GPUOCC_KERNEL_FIELD_COUNT; i++)
        if (kernel_gives(kernel, i))
            text_format(&label, "%s%s %lu", label.length != 0 ? ", " : "kernel: ",
                        gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, i),
                        (unsigned long)kernel_word(kernel, i));
    if (label.length != 0)
        svg_add_text(svg, "small", SVG_LEFT, 41, SVG_START, text_string(&label));
    text_free(&label);
}

static void add_legend(const struct sweep *sweeps, size_t count, struct text *svg)
{
    uint64_t limits = 0;
    unsigned x = SVG_LEFT, limit;
    size_t i, row;

    for (i = 0; i < count; i++)
        for (row = 0; row < sweeps[i].count; row++)
            if (sweeps[i].rows[row].status == GPUOCC_OK)
                limits |= (uint64_t)1 << colour_of(&sweeps[i].rows[row]);
    svg_add_text(svg, "", x, 60, SVG_START, "limited by");
    x += 72;
    for (limit = 0; limit < GPUOCC_LIMIT_COUNT; limit++)
        if ((limits >> limit & 1) != 0)
            x += svg_add_key(svg, x, 60, limit, gpuocc_name(GPUOCC_LIST_LIMITS, limit));
}

static void add_picture(const struct sweep *sweeps, size_t count, const struct session *session,
                        struct text *svg)
{
    struct svg_plot plot = svg_single;
    struct text title = {0};
    size_t i;

    if (count > 1)
        plot.height = ONE_OF_SEVERAL;
    text_add(&title, "Occupancy");
    if (count == 1)
        text_format(&title, " over %s", gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, sweeps[0].field));
    session_add_device(session, &title);
    svg_open(svg, text_string(&title), SVG_LEFT + SVG_WIDTH + 24,
             HEAD + (unsigned)count * (plot.height + AROUND));
    add_kernel(session, svg);
    add_legend(sweeps, count, svg);
    for (i = 0; i < count; i++) {
        plot.top = HEAD + ABOVE + (unsigned)i * (plot.height + AROUND);
        add_chart(&sweeps[i], &plot, svg);
    }
    svg_close(svg);
    text_free(&title);
}

int sweep_write_svg(const struct sweep *sweeps, size_t count, const struct session *session)
{
    struct text svg = {0};
    size_t i = 0;
    int ending;

    while (i < count && !has_curve(&sweeps[i]))
        i++;
    if (i == count)
        return complain("--svg: there is no curve to draw");
    add_picture(sweeps, count, session, &svg);
    ending = svg_write(sweeps[0].svg, &svg);
    text_free(&svg);
    return ending;
}
