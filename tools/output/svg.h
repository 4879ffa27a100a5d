/* SPDX-License-Identifier: MIT
 *
 * Writes charts as SVG without scripts, fonts or links, for light and dark pages.
 */
#ifndef TOOL_SVG_H
#define TOOL_SVG_H

#include "output/text.h"

/* The area of one chart in a picture, in pixels. */
struct svg_plot {
    unsigned left, top, width, height;
};

/* The size of a picture with one chart. */
#define SVG_WIDTH  640u
#define SVG_HEIGHT 240u
#define SVG_LEFT   56u
#define SVG_TOP    48u

extern const struct svg_plot svg_single;

/* Number of colours of areas, numbered from 0. Colour-blind people can distinguish them. */
#define SVG_COLOURS 8u

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* Adds text with XML's reserved characters escaped, and with terminal control characters made
 * visible (visible.h). */
void svg_add_escaped(struct text *svg, const char *plain);

/* Begin and end a picture of `width` by `height` pixels. */
void svg_open(struct text *svg, const char *title, unsigned width, unsigned height);
void svg_close(struct text *svg);

/* Begins the usual picture with one chart. */
void svg_open_single(struct text *svg, const char *title);

/* Adds text in a style ("" for none) at a position in pixels of the picture. */
void svg_add_text(struct text *svg, const char *style, unsigned long x, unsigned long y,
                  enum svg_anchor anchor, const char *plain);

/* Adds a line across the plot with its label, `height` pixels above the lower edge. */
void svg_add_level(struct text *svg, const struct svg_plot *plot, const char *style,
                   unsigned height, const char *label);

/* Adds the lines of 0, 25, 50, 75 and 100 %. */
void svg_add_percents(struct text *svg, const struct svg_plot *plot);

/* Adds a tick and its label below the plot, `x` pixels from its left edge. */
void svg_add_tick(struct text *svg, const struct svg_plot *plot, unsigned long x,
                  const char *label);

/* Adds the labels of the axes, below the plot and above it. */
void svg_add_axes(struct text *svg, const struct svg_plot *plot, const char *below,
                  const char *above);

/* Adds an area at the bottom of the plot, with a position and a size in pixels. Hovering over it
 * shows `title`. */
void svg_add_area(struct text *svg, const struct svg_plot *plot, unsigned colour, unsigned long x,
                  unsigned long width, unsigned long height, const char *title);

/* Adds a dashed line at `x` with a dot `height` pixels above the lower edge, and its label. */
void svg_add_marker(struct text *svg, const struct svg_plot *plot, unsigned long x,
                    unsigned long height, const char *label);

/* Adds one entry of a legend. Returns its approximate width in pixels. */
unsigned svg_add_key(struct text *svg, unsigned x, unsigned y, unsigned colour, const char *label);

/* Returns a distance that gives at most `most` ticks over `span`: a power of two times `unit` or,
 * if `unit` is 0, 1, 2 or 5 times a power of ten. */
uint64_t svg_tick_distance(uint64_t span, unsigned most, uint64_t unit);

/* Writes the picture to a file, "-" for standard output. Returns END_ANSWERED, or END_FAILED with
 * an error. */
int svg_write(const char *path, const struct text *svg);

/* Whether the picture is the only output, given the path of --svg (NULL if there is none). */
int svg_alone(const char *path);

/* Refuses another form of output (NULL for none) if the picture goes to standard output. Returns
 * END_ANSWERED, or END_FAILED with an error. */
int svg_check(const char *path, const char *form);

#endif
