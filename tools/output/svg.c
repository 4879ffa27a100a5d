/* SPDX-License-Identifier: MIT */
#include "output/svg.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "output/out.h"
#include "output/visible.h"

const struct svg_plot svg_single = {SVG_LEFT, SVG_TOP, SVG_WIDTH, SVG_HEIGHT};

/* Colours of Okabe and Ito, "Color universal design", without black. */
static const char style_sheet[] =
    "<style>.page{fill:#fff}text{font:12px sans-serif;fill:#333}"
    ".title{font-size:14px;font-weight:bold}.small{font-size:11px}.value{font-size:11px;fill:#666}"
    ".axis{stroke:#999;fill:none}"
    ".grid{stroke:#ddd;fill:none}.curve{stroke:#0a5fb4;stroke-width:2;fill:none}"
    ".marker{stroke:#c0143c;stroke-width:1.5;stroke-dasharray:4 3;fill:none}"
    ".dot{fill:#c0143c}.this{fill:#c0143c;font-weight:bold}"
    ".area{fill-opacity:.3}.area:hover{fill-opacity:.55}.key{fill-opacity:.6}"
    ".c0{fill:#0072b2}.c1{fill:#d55e00}.c2{fill:#009e73}.c3{fill:#cc79a7}"
    ".c4{fill:#56b4e9}.c5{fill:#e69f00}.c6{fill:#f0e442}.c7{fill:#888}"
    "@media(prefers-color-scheme:dark){.page{fill:#15181c}text{fill:#ddd}.value{fill:#aaa}"
    ".grid{stroke:#333}.curve{stroke:#6cb6ff}.marker{stroke:#ff6b81}.dot,.this{fill:#ff6b81}"
    ".area{fill-opacity:.45}}</style>\n";

void svg_add_escaped(struct text *svg, const char *plain)
{
    struct text shown = {0}; /* XML cannot represent most control characters */
    const char *at;

    text_add_visible(&shown, plain, strlen(plain));
    for (at = text_string(&shown); *at != 0; at++) {
        if (*at == '<')
            text_add(svg, "&lt;");
        else if (*at == '>')
            text_add(svg, "&gt;");
        else if (*at == '&')
            text_add(svg, "&amp;");
        else
            text_add_byte(svg, *at);
    }
    text_free(&shown);
}

void svg_open(struct text *svg, const char *title, unsigned width, unsigned height)
{
    text_format(svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" width=\"%u\" "
                "height=\"%u\" role=\"img\">\n<title>",
                width, height, width, height);
    svg_add_escaped(svg, title);
    text_format(svg, "</title>\n%s<path class=\"page\" d=\"M0 0h%uv%uh-%uz\"/>\n", style_sheet,
                width, height, width);
    svg_add_text(svg, "title", SVG_LEFT, 24, SVG_START, title);
}

void svg_close(struct text *svg)
{
    text_add(svg, "</svg>\n");
}

void svg_open_single(struct text *svg, const char *title)
{
    svg_open(svg, title, SVG_LEFT + SVG_WIDTH + 24, SVG_TOP + SVG_HEIGHT + 52);
}

void svg_add_text(struct text *svg, const char *style, unsigned long x, unsigned long y,
                  enum svg_anchor anchor, const char *plain)
{
    static const char *const anchors[] = {"start", "middle", "end"};

    text_add(svg, "<text");
    if (style[0] != 0)
        text_format(svg, " class=\"%s\"", style);
    text_format(svg, " x=\"%lu\" y=\"%lu\" text-anchor=\"%s\">", x, y, anchors[anchor]);
    svg_add_escaped(svg, plain);
    text_add(svg, "</text>\n");
}

void svg_add_level(struct text *svg, const struct svg_plot *plot, const char *style,
                   unsigned height, const char *label)
{
    const unsigned y = plot->top + plot->height - height;

    text_format(svg, "<path class=\"%s\" d=\"M%u %uh%u\"/>", style, plot->left, y, plot->width);
    svg_add_text(svg, "", plot->left - 8, y + 4, SVG_END, label);
}

void svg_add_percents(struct text *svg, const struct svg_plot *plot)
{
    char label[8];
    unsigned i;

    for (i = 0; i <= 4; i++) {
        (void)snprintf(label, sizeof label, "%u %%", i * 25);
        svg_add_level(svg, plot, i == 0 ? "axis" : "grid", i * plot->height / 4, label);
    }
}

void svg_add_tick(struct text *svg, const struct svg_plot *plot, unsigned long x, const char *label)
{
    const unsigned bottom = plot->top + plot->height;

    text_format(svg, "<path class=\"axis\" d=\"M%lu %uv5\"/>", plot->left + x, bottom);
    svg_add_text(svg, "", plot->left + x, bottom + 18, SVG_MIDDLE, label);
}

void svg_add_axes(struct text *svg, const struct svg_plot *plot, const char *below,
                  const char *above)
{
    svg_add_text(svg, "", plot->left + plot->width / 2, plot->top + plot->height + 36, SVG_MIDDLE,
                 below);
    svg_add_text(svg, "", plot->left, plot->top - 8, SVG_START, above);
}

void svg_add_area(struct text *svg, const struct svg_plot *plot, unsigned colour, unsigned long x,
                  unsigned long width, unsigned long height, const char *title)
{
    text_format(
        svg, "<rect class=\"area c%u\" x=\"%lu\" y=\"%lu\" width=\"%lu\" height=\"%lu\"><title>",
        colour % SVG_COLOURS, plot->left + x, plot->top + plot->height - height, width, height);
    svg_add_escaped(svg, title);
    text_add(svg, "</title></rect>\n");
}

void svg_add_marker(struct text *svg, const struct svg_plot *plot, unsigned long x,
                    unsigned long height, const char *label)
{
    const int right = x > plot->width / 2;

    text_format(svg,
                "<path class=\"marker\" d=\"M%lu %uv%u\"/>\n"
                "<circle class=\"dot\" cx=\"%lu\" cy=\"%lu\" r=\"4\"/>\n",
                plot->left + x, plot->top, plot->height, plot->left + x,
                plot->top + plot->height - height);
    svg_add_text(svg, "small this", right ? plot->left + x - 6 : plot->left + x + 6,
                 plot->top + plot->height - 6, right ? SVG_END : SVG_START, label);
}

unsigned svg_add_key(struct text *svg, unsigned x, unsigned y, unsigned colour, const char *label)
{
    text_format(svg, "<rect class=\"key c%u\" x=\"%u\" y=\"%u\" width=\"12\" height=\"12\"/>",
                colour % SVG_COLOURS, x, y - 10);
    svg_add_text(svg, "", x + 17, y, SVG_START, label);
    return 40 + 7 * (unsigned)strlen(label);
}

uint64_t svg_tick_distance(uint64_t span, unsigned most, uint64_t unit)
{
    static const unsigned char times[] = {2, 5, 10};
    uint64_t distance = unit != 0 ? unit : 1, ten = 1;
    unsigned i = 0;

    while (span / distance >= most) {
        if (unit != 0) {
            distance *= 2;
            continue;
        }
        distance = ten * times[i];
        if (++i == 3) {
            i = 0;
            ten *= 10;
        }
    }
    return distance;
}

int svg_alone(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

int svg_check(const char *path, const char *form)
{
    if (svg_alone(path) && form != NULL)
        return complain("--svg - excludes %s: both are written to standard output", form);
    return END_ANSWERED;
}

int svg_write(const char *path, const struct text *svg)
{
    FILE *file;
    int failed;

    if (svg_alone(path)) {
        out_text(svg);
        return END_ANSWERED;
    }
    file = fopen(path, "wb");
    if (file == NULL)
        return complain("%s: %s", path, strerror(errno));
    failed = fwrite(svg->data, 1, svg->length, file) != svg->length;
    failed |= fclose(file) != 0;
    return failed ? complain("%s: %s", path, strerror(errno)) : END_ANSWERED;
}
