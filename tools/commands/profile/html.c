/* SPDX-License-Identifier: MIT
 *
 * gpuocc profile --html: a page without scripts, fonts or links. Above are the sums and a chart of
 * the occupancy over the time of all shapes, below is each shape with its time and its occupancy.
 * Rows are kept until the sums are known.
 */
#include <string.h>

#include "commands/profile/profile.h"
#include "output/page.h"

/* Width of the bars in pixels. */
#define BAR 200u

/* The colour of limiters that have none of their own. */
#define OTHERS (SVG_COLOURS - 1)

static const struct svg_plot plot = {76, 40, 640, 220};

static const struct page page = {
    "Occupancy by time", "--rail:#e4e8ec", "--rail:#343b43",
    "ul{margin:.6rem 0;padding-left:1.2rem}li{margin:.15rem 0;overflow-wrap:anywhere}\n"
    "figure{margin:1rem 0}figcaption{font-size:.85rem;color:var(--soft)}"
    "figcaption span{display:inline-block;margin-right:1rem;white-space:nowrap}"
    "figcaption svg{display:inline;margin-right:.35rem;vertical-align:-1px}\n"
    "article{display:grid;grid-template-columns:minmax(0,1fr) 200px 200px;gap:.4rem 1.4rem;"
    "background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.7rem 1rem;"
    "margin:.5rem 0}\n"
    "h2{font-size:1.05rem;margin:1.4rem 0 .4rem}\n"
    "h3{margin:0;font:600 .85rem/1.4 ui-monospace,monospace;overflow-wrap:anywhere;"
    "max-height:4.2em;overflow-y:auto}\n"
    "p{margin:.2rem 0;font-size:.85rem;color:var(--soft);overflow-wrap:anywhere}\n"
    "p b{color:var(--ink)}svg{display:block;max-width:100%;height:auto}\n"
    "article svg{margin-top:.2rem}.bar{fill:var(--bar)}.rail{fill:var(--rail)}"
    ".said{stroke:var(--ink);stroke-width:2}.part{fill-opacity:.4}\n"
    "figure svg .area{fill-opacity:.7;stroke:var(--page);stroke-width:.5}"
    "figcaption rect{fill-opacity:.7}figure svg text{fill:var(--soft)}figure svg "
    ".title{fill:var(--ink)}"
    "@media(max-width:46rem){article{grid-template-columns:minmax(0,1fr)}"
    "figure svg text{font-size:20px}figure svg .title{font-size:22px}}\n"};

/* Returns the colour of a set of limiters. */
static unsigned colour_of(struct profile_page *kept, uint64_t set)
{
    size_t i;

    for (i = 0; i < kept->set_count && kept->sets[i] != set; i++)
        continue;
    if (i == kept->set_count && i < OTHERS)
        kept->sets[kept->set_count++] = set;
    kept->others |= i == OTHERS;
    return (unsigned)(i < OTHERS ? i : OTHERS);
}

/* Adds the area of the current shape: as wide as its time, as high as its occupancy. */
static void add_area(struct profile *profile, unsigned colour)
{
    const struct row *row = &profile->row;
    struct profile_page *kept = &profile->page;
    struct text title = {0};
    unsigned long left, right;

    left = (unsigned long)((double)kept->time_ns * plot.width / (double)profile->whole_ns);
    kept->time_ns += row->shape->time_ns;
    right = (unsigned long)((double)kept->time_ns * plot.width / (double)profile->whole_ns);
    if (row->weight.low == GPUOCC_RUNS_NO_PERCENT || left == right)
        return;
    (void)profile_cell(profile, CELL_NAME, &profile->message);
    text_add_quoted(&title, text_string(&profile->message), profile->message.length);
    text_add(&title, ": ");
    text_add_thousandths(&title, row->weight.low, row->weight.high);
    text_add(&title, " %");
    if (row->weight.high != row->weight.low)
        svg_add_area(&kept->areas, &plot, colour, left, right - left,
                     row->weight.high * (unsigned long)plot.height / 100000, "");
    svg_add_area(&kept->areas, &plot, colour, left, right - left,
                 row->weight.low * (unsigned long)plot.height / 100000, text_string(&title));
    text_free(&title);
}

/* Adds " name <b>value</b>" if the current row has this cell. */
static void add_fact(struct profile *profile, enum cell cell, struct text *html)
{
    const char *head = profile_cell(profile, cell, &profile->message);

    if (profile->message.length == 0)
        return;
    page_add(html, "", head, " <b>");
    page_add(html, "", text_string(&profile->message), "</b> &middot; ");
}

/* Adds the cell between two tags, nothing if it is empty. */
static void add_cell(struct profile *profile, enum cell cell, const char *open, const char *close)
{
    (void)profile_cell(profile, cell, &profile->message);
    if (profile->message.length != 0)
        page_add(&profile->page.rows, open, text_string(&profile->message), close);
}

static void add_bar(struct text *html, const char *style, double share)
{
    text_format(html, "<rect class=\"%s\" width=\"%.1f\" height=\"12\" rx=\"2\"/>", style,
                share * BAR);
}

static void open_bar(struct text *html, const char *label)
{
    text_format(html,
                "<svg viewBox=\"0 0 %u 12\" width=\"%u\" height=\"12\" role=\"img\" "
                "aria-label=\"%s\">",
                BAR, BAR, label);
    add_bar(html, "rail", 1);
}

/* Adds a bar for the time, as part of that of the first shape. */
static void add_time(struct profile *profile)
{
    const uint64_t most = profile->all.shapes[0].time_ns;
    struct text *html = &profile->page.rows;

    text_add(html, "<div>");
    if (most != 0) {
        open_bar(html, "time");
        add_bar(html, "bar", (double)profile->row.shape->time_ns / (double)most);
        text_add(html, "</svg>\n");
    }
    add_cell(profile, CELL_SHARE, "<p><b>", "</b> of the time</p>\n");
    add_cell(profile, CELL_TIME, "<p>", profile->row.shape->calls == 1 ? " in 1 call</p>\n" : "");
    if (profile->row.shape->timed != 0 && profile->row.shape->calls != 1)
        add_cell(profile, CELL_CALLS, " in ", " calls</p>\n");
    text_add(html, "</div>\n");
}

/* Adds a bar for the occupancy with a mark at what the profiler says. */
static void add_occupancy(struct profile *profile, unsigned colour)
{
    const struct row *row = &profile->row;
    const gpuocc_runs_shape *shape = row->shape;
    const uint32_t said = shape->estimated_low != GPUOCC_RUNS_NO_PERCENT ? shape->estimated_low
                                                                         : shape->theoretical_low;
    struct text *html = &profile->page.rows;
    char style[16] = "part c0";

    text_add(html, "<div>");
    if (row->weight.low != GPUOCC_RUNS_NO_PERCENT) {
        style[6] = (char)('0' + colour);
        open_bar(html, "occupancy");
        add_bar(html, style, row->weight.high / 100000.0);
        add_bar(html, style + 5, row->weight.low / 100000.0);
        if (said != GPUOCC_RUNS_NO_PERCENT)
            text_format(html, "<path class=\"said\" d=\"M%.1f 0v12\"/>",
                        1 + (said < 100000 ? said : 100000) * (BAR - 2.0) / 100000);
        text_add(html, "</svg>\n");
    }
    add_cell(profile, CELL_OCCUPANCY, "<p><b>", "</b></p>\n");
    add_cell(profile, CELL_LIMITERS, "<p>limited by ", "</p>\n");
    add_cell(profile, CELL_ROUNDS, "<p>rounds ", "</p>\n");
    if (said != GPUOCC_RUNS_NO_PERCENT) {
        page_add(html, "<p>", profile_cell(profile, CELL_SAID, &profile->message), " <b>");
        page_add(html, "", text_string(&profile->message), "</b>");
        text_clear(&profile->message);
        because_text(profile, &profile->message);
        page_add(html, profile->message.length != 0 ? ": " : "", text_string(&profile->message),
                 "</p>\n");
    }
    text_add(html, "</div>\n");
}

void profile_html_row(struct profile *profile)
{
    const int answered = profile->row.weight.low != GPUOCC_RUNS_NO_PERCENT;
    struct text *html = &profile->page.rows;
    unsigned colour = OTHERS;
    enum cell cell;

    if (answered)
        colour = colour_of(&profile->page, profile->answer.results[GPUOCC_RESULT_LIMITERS].high);
    if (profile->whole_ns != 0)
        add_area(profile, colour);
    text_add(html, "<article>\n<div>");
    add_cell(profile, CELL_NAME, "<h3 tabindex=\"0\">", "</h3>\n");
    text_add(html, "<p>");
    for (cell = CELL_GROUP; cell <= CELL_GRID; cell = (enum cell)(cell + 1))
        add_fact(profile, cell, html);
    page_add(html, "on <b>", profile_gpu_name(profile_gpu(profile)), "</b></p>\n");
    add_cell(profile, CELL_NEXT, "<p>Next step: ", "</p>\n");
    text_add(html, "</div>\n");
    add_time(profile);
    add_occupancy(profile, colour);
    text_add(html, "</article>\n");
}

/* Adds the lines of a text as a list. */
static void add_list(struct text *html, char *lines)
{
    char *end;

    text_add(html, "<ul>\n");
    for (; (end = strchr(lines, '\n')) != NULL; lines = end + 1) {
        *end = 0;
        page_add(html, "<li>", lines, "</li>\n");
    }
    text_add(html, "</ul>\n");
}

static void add_key(struct text *html, unsigned colour, const char *meaning)
{
    text_format(html,
                "<span><svg width=\"11\" height=\"11\" aria-hidden=\"true\"><rect class=\"c%u\" "
                "width=\"11\" height=\"11\"/></svg>",
                colour);
    page_add(html, "", meaning, "</span>\n");
}

/* Adds the chart and the meaning of its colours. */
static void add_chart(struct profile *profile, struct text *html)
{
    static const char *const ticks[] = {"0", "25 %", "50 %", "75 %", "100 %"};
    const struct profile_page *kept = &profile->page;
    struct text *name = &profile->message;
    unsigned i;

    text_add(html, "<figure>\n");
    svg_open(html, "Occupancy over the time of all launches", plot.left + plot.width + 32,
             plot.top + plot.height + 32);
    svg_add_percents(html, &plot);
    for (i = 0; i < 5; i++)
        svg_add_tick(html, &plot, plot.width * i / 4, ticks[i]);
    text_add(html, text_string(&kept->areas));
    svg_close(html);
    text_add(html, "<figcaption>");
    for (i = 0; i < kept->set_count; i++) {
        text_clear(name);
        text_add_set(name, GPUOCC_LIST_LIMITS, kept->sets[i], " or ");
        add_key(html, i, text_string(name));
    }
    if (kept->others)
        add_key(html, OTHERS, "others");
    text_add(html, "<br>Each area is a shape of launch: as wide as its share of the time, as high "
                   "as its occupancy, in the colour of what limits it. Of a range the lower bound "
                   "is darker.</figcaption>\n</figure>\n");
}

void profile_html_end(struct profile *profile)
{
    struct text *html = &profile->line, sums = {0};

    if (profile->sums.shapes == 0 && profile->unreadable + profile->warnings != 0)
        return;
    text_clear(html);
    page_open(html, &page);
    profile_sums_text(profile, &sums);
    text_add_byte(&sums, '\n');
    sums.data[sums.length - 1] = 0;
    add_list(html, sums.data);
    text_free(&sums);
    if (profile->page.areas.length != 0)
        add_chart(profile, html);
    text_add(html, "<h2>Shapes of launches in order of their time</h2>\n<p>Bars of time are "
                   "relative to the first one. A line in a bar of occupancy is what the profiler "
                   "says.</p>\n");
    text_add(html, text_string(&profile->page.rows));
    text_format(html, "<p>Made with device data %lu.</p>\n", (unsigned long)gpuocc_data_version());
    page_close(html);
    out_text(html);
}
