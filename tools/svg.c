/* SPDX-License-Identifier: MIT */
#include "svg.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "out.h"
#include "visible.h"

static const char style_sheet[] =
    "<style>svg{background:#fff}text{font:12px sans-serif;fill:#333}"
    ".title{font-size:14px;font-weight:bold}.axis{stroke:#999;fill:none}"
    ".grid{stroke:#ddd;fill:none}.curve{stroke:#0a5fb4;stroke-width:2;fill:none}"
    ".area{fill:#0a5fb4;fill-opacity:.12}.area:hover{fill-opacity:.3}"
    "@media(prefers-color-scheme:dark){svg{background:#15181c}text{fill:#ddd}"
    ".grid{stroke:#333}.curve{stroke:#6cb6ff}.area{fill:#6cb6ff}}</style>\n";

void svg_add_escaped(struct text *svg, const char *plain)
{
    struct text shown = {0}; /* XML has no way to write most controls */
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

void svg_open(struct text *svg, const char *title)
{
    text_format(svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" width=\"%u\" "
                "height=\"%u\" role=\"img\">\n<title>",
                SVG_LEFT + SVG_WIDTH + 24, SVG_TOP + SVG_HEIGHT + 52, SVG_LEFT + SVG_WIDTH + 24,
                SVG_TOP + SVG_HEIGHT + 52);
    svg_add_escaped(svg, title);
    text_format(svg, "</title>\n%s<text class=\"title\" x=\"%u\" y=\"24\">", style_sheet, SVG_LEFT);
    svg_add_escaped(svg, title);
    text_add(svg, "</text>\n");
}

void svg_close(struct text *svg)
{
    text_add(svg, "</svg>\n");
}

void svg_add_level(struct text *svg, const char *style, unsigned height, const char *label)
{
    const unsigned y = SVG_TOP + SVG_HEIGHT - height;

    text_format(svg,
                "<path class=\"%s\" d=\"M%u %uh%u\"/><text x=\"%u\" y=\"%u\" text-anchor=\"end\">",
                style, SVG_LEFT, y, SVG_WIDTH, SVG_LEFT - 8, y + 4);
    svg_add_escaped(svg, label);
    text_add(svg, "</text>\n");
}

void svg_add_tick(struct text *svg, unsigned long x, const char *label)
{
    text_format(svg, "<text x=\"%lu\" y=\"%u\" text-anchor=\"middle\">", SVG_LEFT + x,
                SVG_TOP + SVG_HEIGHT + 18);
    svg_add_escaped(svg, label);
    text_add(svg, "</text>\n");
}

void svg_add_axes(struct text *svg, const char *below, const char *above)
{
    text_format(svg, "<text x=\"%u\" y=\"%u\" text-anchor=\"middle\">", SVG_LEFT + SVG_WIDTH / 2,
                SVG_TOP + SVG_HEIGHT + 36);
    svg_add_escaped(svg, below);
    text_format(svg, "</text><text x=\"%u\" y=\"%u\">", SVG_LEFT, SVG_TOP - 8);
    svg_add_escaped(svg, above);
    text_add(svg, "</text>\n");
}

void svg_add_area(struct text *svg, unsigned long x, unsigned long width, unsigned long height,
                  const char *title)
{
    text_format(svg,
                "<rect class=\"area\" x=\"%lu\" y=\"%lu\" width=\"%lu\" height=\"%lu\"><title>",
                SVG_LEFT + x, SVG_TOP + SVG_HEIGHT - height, width, height);
    svg_add_escaped(svg, title);
    text_add(svg, "</title></rect>\n");
}

int svg_write(const char *path, const struct text *svg)
{
    FILE *file = fopen(path, "wb");
    int failed;

    if (file == NULL)
        return complain("%s: %s", path, strerror(errno));
    failed = fwrite(svg->data, 1, svg->length, file) != svg->length;
    failed |= fclose(file) != 0;
    return failed ? complain("%s: %s", path, strerror(errno)) : END_ANSWERED;
}
