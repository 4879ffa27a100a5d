/* SPDX-License-Identifier: MIT
 *
 * The curve of occupancy as a picture.
 */
#include "commands.h"
#include "svg.h"
#include "sweep.h"

#define TICKS 4u

/* Where a value of the field begins; the last value has room too. */
static unsigned long x_of(const struct sweep *sweep, uint64_t value)
{
    const uint64_t start = sweep->rows[0].first, end = (uint64_t)sweep->end + 1;

    return (unsigned long)((value - start) * SVG_WIDTH / (end - start));
}

static unsigned long height_of(const struct sweep_row *row)
{
    return (unsigned long)(row->waves.low * SVG_HEIGHT / row->max_waves.low);
}

static void add_axes(const struct sweep *sweep, struct text *svg)
{
    const uint64_t start = sweep->rows[0].first;
    const char *unit = gpuocc_unit(GPUOCC_LIST_KERNEL_FIELDS, sweep->field);
    struct text label = {0}, above = {0};
    uint64_t value;
    unsigned i;

    for (i = 0; i <= TICKS; i++) {
        text_clear(&label);
        text_format(&label, "%u %%", i * 100 / TICKS);
        svg_add_level(svg, i == 0 ? "axis" : "grid", i * SVG_HEIGHT / TICKS, text_string(&label));
        value = start + (sweep->end - start) * i / TICKS;
        text_clear(&label);
        text_add_number(&label, value);
        svg_add_tick(svg, x_of(sweep, value), text_string(&label));
    }
    text_clear(&label);
    text_format(&label, "%s%s%s%s", gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, sweep->field),
                unit[0] != 0 ? " (" : "", unit, unit[0] != 0 ? ")" : "");
    text_format(&above, "100 %% are %llu waves of a core",
                (unsigned long long)sweep->rows[0].max_waves.low);
    svg_add_axes(svg, text_string(&label), text_string(&above));
    text_free(&label);
    text_free(&above);
}

/* One stretch: an area that says what it is when it is pointed at. */
static void add_area(const struct sweep *sweep, const struct sweep_row *row, struct text *svg)
{
    const unsigned long x = x_of(sweep, row->first);
    struct text title = {0};

    sweep_add_range(row, &title);
    text_add(&title, ": ");
    text_add_counted(&title, &row->groups, "group");
    text_format(&title, ", %llu of %llu waves (", (unsigned long long)row->waves.low,
                (unsigned long long)row->max_waves.low);
    text_add_percent(&title, row->waves.low, row->max_waves.low);
    text_add(&title, " %)");
    if (row->limiters.low != 0)
        text_add(&title, ", limited by ");
    text_add_names(&title, row->limiters.low, " and ");
    svg_add_area(svg, x, x_of(sweep, (uint64_t)row->last + 1) - x, height_of(row),
                 text_string(&title));
    text_free(&title);
}

static void add_picture(const struct sweep *sweep, const struct session *session, struct text *svg)
{
    struct text title = {0};
    size_t i;

    text_format(&title, "Occupancy over %s", gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, sweep->field));
    session_add_device(session, &title);
    svg_open(svg, text_string(&title));
    text_free(&title);
    add_axes(sweep, svg);
    for (i = 0; i < sweep->count; i++)
        add_area(sweep, &sweep->rows[i], svg);
    text_add(svg, "<path class=\"curve\" d=\"");
    for (i = 0; i < sweep->count; i++) {
        if (i == 0)
            text_format(svg, "M%u ", SVG_LEFT);
        text_format(svg, "%s%luH%lu", i == 0 ? "" : "V",
                    SVG_TOP + SVG_HEIGHT - height_of(&sweep->rows[i]),
                    SVG_LEFT + x_of(sweep, (uint64_t)sweep->rows[i].last + 1));
    }
    text_add(svg, "\"/>\n");
    svg_close(svg);
}

int sweep_write_svg(const struct sweep *sweep, const struct session *session)
{
    struct text svg = {0};
    int ending;

    if (!sweep->whole || sweep->count == 0 || !value_exact(&sweep->rows[0].max_waves) ||
        sweep->rows[0].max_waves.low == 0)
        return complain("--svg: there is no curve to draw");
    add_picture(sweep, session, &svg);
    ending = svg_write(sweep->svg, &svg);
    text_free(&svg);
    return ending;
}
