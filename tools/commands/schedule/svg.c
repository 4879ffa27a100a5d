/* SPDX-License-Identifier: MIT
 *
 * Draws the timeline: occupancy of the GPU over time, with an area for each phase.
 */
#include "commands/schedule/schedule.h"
#include "output/out.h"
#include "output/svg.h"

/* Maximum number of ticks on the time axis. */
#define TIME_TICKS 10u

/* Returns the position of a point in time. Uses doubles because times may have 64 bits. */
static unsigned long x_of(const struct schedule *s, uint64_t time)
{
    const uint64_t end = s->phases[s->count - 1].end;

    return (unsigned long)((double)time / (double)end * SVG_WIDTH);
}

static void add_axes(const struct schedule *s, struct text *svg)
{
    const uint64_t end = s->phases[s->count - 1].end;
    const uint64_t distance = svg_tick_distance(end, TIME_TICKS, 0);
    struct text label = {0};
    uint64_t time;
    unsigned i;

    svg_add_percents(svg, &svg_single);
    for (i = 0; i <= end / distance; i++) {
        time = i * distance;
        text_clear(&label);
        text_add_number(&label, time);
        svg_add_tick(svg, &svg_single, x_of(s, time), text_string(&label));
    }
    text_clear(&label);
    text_format(&label,
                "100 %% is %llu waves on the GPU; the distribution of groups over cores is assumed",
                (unsigned long long)s->phases[0].slots);
    svg_add_axes(svg, &svg_single,
                 s->durations == NULL ? "time in durations of a group"
                                      : "time in the unit of --durations",
                 text_string(&label));
    text_free(&label);
}

static unsigned height_of(const gpuocc_phase *phase)
{
    return (unsigned)((double)phase->waves / (double)phase->slots * SVG_HEIGHT);
}

static void add_phase(const struct schedule *s, const gpuocc_phase *phase, struct text *svg)
{
    const unsigned long x = x_of(s, phase->start), end = x_of(s, phase->end);
    const unsigned height = height_of(phase);
    struct text title = {0}, percent = {0};

    text_format(&title, "%llu to %llu: %llu groups, %llu of %llu waves (",
                (unsigned long long)phase->start, (unsigned long long)phase->end,
                (unsigned long long)phase->groups, (unsigned long long)phase->waves,
                (unsigned long long)phase->slots);
    text_add_percent(&percent, phase->waves, phase->slots);
    text_add(&percent, " %");
    text_format(&title, "%s)", text_string(&percent));
    svg_add_area(svg, &svg_single, 0, x, end - x + (end == x), height, text_string(&title));
    if (height >= 18 && end - x >= 48)
        svg_add_text(svg, "small", SVG_LEFT + (x + end) / 2, SVG_TOP + SVG_HEIGHT - height + 14,
                     SVG_MIDDLE, text_string(&percent));
    text_free(&title);
    text_free(&percent);
}

static void add_line(const struct schedule *s, struct text *svg)
{
    size_t i;

    text_format(svg, "<path class=\"curve\" d=\"M%u ", SVG_LEFT);
    for (i = 0; i < s->count; i++)
        text_format(svg, "%s%uH%lu", i == 0 ? "" : "V",
                    SVG_TOP + SVG_HEIGHT - height_of(&s->phases[i]),
                    SVG_LEFT + x_of(s, s->phases[i].end));
    text_format(svg, "V%u\"/>\n", SVG_TOP + SVG_HEIGHT);
}

int schedule_write_svg(const struct schedule *s, const struct session *session)
{
    struct text svg = {0}, title = {0};
    size_t i;
    int ending;

    if (s->count == 0)
        return complain("--svg: there is no timeline to draw");
    if (s->more)
        return complain("--svg: there are more than %lu phases; see --phases",
                        (unsigned long)s->count);
    text_add(&title, "Timeline of ");
    text_add_number(&title, session->options.question.grid_groups);
    text_add(&title, " groups");
    session_add_device(session, &title);
    svg_open_single(&svg, text_string(&title));
    add_axes(s, &svg);
    for (i = 0; i < s->count; i++)
        add_phase(s, &s->phases[i], &svg);
    add_line(s, &svg);
    svg_close(&svg);
    ending = svg_write(s->svg, &svg);
    text_free(&svg);
    text_free(&title);
    return ending;
}
