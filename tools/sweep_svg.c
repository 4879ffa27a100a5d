/* SPDX-License-Identifier: MIT
 *
 * The curve as a picture: SVG without scripts, fonts or links, for light and dark pages.
 */
#include "sweep.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"

/* The plot within the picture, in pixels. */
#define WIDTH  640u
#define HEIGHT 240u
#define LEFT   56u
#define TOP    48u
#define TICKS  4u

static const char style_sheet[] =
    "<style>svg{background:#fff}text{font:12px sans-serif;fill:#333}"
    ".title{font-size:14px;font-weight:bold}.axis{stroke:#999;fill:none}"
    ".grid{stroke:#ddd;fill:none}.curve{stroke:#0a5fb4;stroke-width:2;fill:none}"
    ".area{fill:#0a5fb4;fill-opacity:.12}.area:hover{fill-opacity:.3}"
    "@media(prefers-color-scheme:dark){svg{background:#15181c}text{fill:#ddd}"
    ".grid{stroke:#333}.curve{stroke:#6cb6ff}.area{fill:#6cb6ff}}</style>\n";

/* What may stand between tags. */
static void add_escaped(struct text *text, const char *plain)
{
    for (; *plain != 0; plain++) {
        if (*plain == '<')
            text_add(text, "&lt;");
        else if (*plain == '&')
            text_add(text, "&amp;");
        else
            text_add_byte(text, *plain);
    }
}

/* Where a value of the field begins; the last value has room too. */
static unsigned long x_of(const struct sweep *sweep, uint64_t value)
{
    const uint64_t start = sweep->rows[0].first, end = (uint64_t)sweep->end + 1;

    return LEFT + (unsigned long)((value - start) * WIDTH / (end - start));
}

static unsigned long y_of(const struct sweep_row *row)
{
    return TOP + HEIGHT - (unsigned long)(row->waves.low * HEIGHT / row->max_waves.low);
}

static void add_title(const struct sweep *sweep, const struct session *session, struct text *text)
{
    struct text title = {0};

    text_format(&title, "Occupancy over %s", gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, sweep->field));
    session_add_device(session, &title);
    text_format(text, "<title>");
    add_escaped(text, text_string(&title));
    text_format(text, "</title>\n%s<text class=\"title\" x=\"%u\" y=\"24\">", style_sheet, LEFT);
    add_escaped(text, text_string(&title));
    text_add(text, "</text>\n");
    text_free(&title);
}

static void add_axes(const struct sweep *sweep, struct text *text)
{
    const uint64_t start = sweep->rows[0].first;
    const char *unit = gpuocc_unit(GPUOCC_LIST_KERNEL_FIELDS, sweep->field);
    const uint64_t max = sweep->rows[0].max_waves.low;
    uint64_t value;
    unsigned i, y;

    for (i = 0; i <= TICKS; i++) {
        y = TOP + HEIGHT - i * HEIGHT / TICKS;
        value = start + (sweep->end - start) * i / TICKS;
        text_format(text,
                    "<path class=\"%s\" d=\"M%u %uh%u\"/>"
                    "<text x=\"%u\" y=\"%u\" text-anchor=\"end\">%u %%</text>"
                    "<text x=\"%lu\" y=\"%u\" text-anchor=\"middle\">%llu</text>\n",
                    i == 0 ? "axis" : "grid", LEFT, y, WIDTH, LEFT - 8, y + 4, i * 100 / TICKS,
                    x_of(sweep, value), TOP + HEIGHT + 18, (unsigned long long)value);
    }
    text_format(text,
                "<text x=\"%u\" y=\"%u\" text-anchor=\"middle\">%s%s%s%s</text>"
                "<text x=\"%u\" y=\"%u\">100 %% are %llu waves of a core</text>\n",
                LEFT + WIDTH / 2, TOP + HEIGHT + 36,
                gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, sweep->field), unit[0] != 0 ? " (" : "",
                unit, unit[0] != 0 ? ")" : "", LEFT, TOP - 8, (unsigned long long)max);
}

/* One stretch: an area that says what it is when it is pointed at. */
static void add_area(const struct sweep *sweep, const struct sweep_row *row, struct text *text)
{
    const unsigned long x = x_of(sweep, row->first), y = y_of(row);

    text_format(text, "<rect class=\"area\" x=\"%lu\" y=\"%lu\" width=\"%lu\" height=\"%lu\">", x,
                y, x_of(sweep, (uint64_t)row->last + 1) - x, TOP + HEIGHT - y);
    text_add(text, "<title>");
    sweep_add_range(row, text);
    text_add(text, ": ");
    text_add_counted(text, &row->groups, "group");
    text_format(text, ", %llu of %llu waves (", (unsigned long long)row->waves.low,
                (unsigned long long)row->max_waves.low);
    text_add_percent(text, row->waves.low, row->max_waves.low);
    text_add(text, " %)");
    if (row->limiters.low != 0)
        text_add(text, ", limited by ");
    text_add_names(text, row->limiters.low, " and ");
    text_add(text, "</title></rect>\n");
}

static void add_picture(const struct sweep *sweep, const struct session *session, struct text *text)
{
    size_t i;

    text_format(text,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" width=\"%u\" "
                "height=\"%u\" role=\"img\">\n",
                LEFT + WIDTH + 24, TOP + HEIGHT + 52, LEFT + WIDTH + 24, TOP + HEIGHT + 52);
    add_title(sweep, session, text);
    add_axes(sweep, text);
    for (i = 0; i < sweep->count; i++)
        add_area(sweep, &sweep->rows[i], text);
    text_add(text, "<path class=\"curve\" d=\"");
    for (i = 0; i < sweep->count; i++) {
        if (i == 0)
            text_format(text, "M%u ", LEFT);
        text_format(text, "%s%luH%lu", i == 0 ? "" : "V", y_of(&sweep->rows[i]),
                    x_of(sweep, (uint64_t)sweep->rows[i].last + 1));
    }
    text_add(text, "\"/>\n</svg>\n");
}

static int write_file(const char *path, const struct text *text)
{
    FILE *file = fopen(path, "wb");
    int failed;

    if (file == NULL)
        return complain("%s: %s", path, strerror(errno));
    failed = fwrite(text->data, 1, text->length, file) != text->length;
    failed |= fclose(file) != 0;
    return failed ? complain("%s: %s", path, strerror(errno)) : END_ANSWERED;
}

int sweep_write_svg(const struct sweep *sweep, const struct session *session)
{
    struct text text = {0};
    int ending;

    if (!sweep->whole || sweep->count == 0 || !value_exact(&sweep->rows[0].max_waves) ||
        sweep->rows[0].max_waves.low == 0)
        return complain("--svg: there is no curve to draw");
    add_picture(sweep, session, &text);
    ending = write_file(sweep->svg, &text);
    text_free(&text);
    return ending;
}
