/* SPDX-License-Identifier: MIT
 *
 * The timeline as a picture: occupancy of the GPU over time, an area for each phase.
 */
#include "commands.h"
#include "schedule.h"
#include "svg.h"

#define TICKS 4u

/* Where a point in time is; doubles, as times can have 64 bits. */
static unsigned long x_of(const struct schedule *s, uint64_t time)
{
    const uint64_t end = s->phases[s->count - 1].end;

    return (unsigned long)((double)time / (double)end * SVG_WIDTH);
}

static void add_axes(const struct schedule *s, struct text *svg)
{
    const uint64_t end = s->phases[s->count - 1].end;
    struct text label = {0};
    unsigned i;

    for (i = 0; i <= TICKS; i++) {
        text_clear(&label);
        text_format(&label, "%u %%", i * 100 / TICKS);
        svg_add_level(svg, i == 0 ? "axis" : "grid", i * SVG_HEIGHT / TICKS, text_string(&label));
        if (i != 0 && end % TICKS != 0 && i != TICKS)
            continue;
        text_clear(&label);
        text_add_number(&label, end / TICKS * i + end % TICKS * i / TICKS);
        svg_add_tick(svg, i * SVG_WIDTH / TICKS, text_string(&label));
    }
    text_clear(&label);
    text_format(&label, "100 %% are %llu waves of the GPU; how groups come to cores is assumed",
                (unsigned long long)s->phases[0].slots);
    svg_add_axes(svg,
                 s->durations == NULL ? "time in durations of a group"
                                      : "time in the unit of --durations",
                 text_string(&label));
    text_free(&label);
}

static void add_phase(const struct schedule *s, const gpuocc_phase *phase, struct text *svg)
{
    const unsigned long x = x_of(s, phase->start), end = x_of(s, phase->end);
    struct text title = {0};

    text_format(&title, "%llu to %llu: %llu groups, %llu of %llu waves (",
                (unsigned long long)phase->start, (unsigned long long)phase->end,
                (unsigned long long)phase->groups, (unsigned long long)phase->waves,
                (unsigned long long)phase->slots);
    text_add_percent(&title, phase->waves, phase->slots);
    text_add(&title, " %)");
    svg_add_area(svg, x, end - x + (end == x),
                 (unsigned long)((double)phase->waves / (double)phase->slots * SVG_HEIGHT),
                 text_string(&title));
    text_free(&title);
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
    svg_open(&svg, text_string(&title));
    add_axes(s, &svg);
    for (i = 0; i < s->count; i++)
        add_phase(s, &s->phases[i], &svg);
    svg_close(&svg);
    ending = svg_write(s->svg, &svg);
    text_free(&svg);
    text_free(&title);
    return ending;
}
