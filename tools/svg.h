/* SPDX-License-Identifier: MIT
 *
 * Pictures: SVG without scripts, fonts or links, for light and dark pages.
 */
#ifndef TOOL_SVG_H
#define TOOL_SVG_H

#include "text.h"

/* The plot within the picture, in pixels. */
#define SVG_WIDTH  640u
#define SVG_HEIGHT 240u
#define SVG_LEFT   56u
#define SVG_TOP    48u

/* Adds what may stand between tags, visible (visible.h). */
void svg_add_escaped(struct text *svg, const char *plain);

/* Begins and ends a picture. */
void svg_open(struct text *svg, const char *title);
void svg_close(struct text *svg);

/* A line across the plot with its label, at so many pixels above the lower edge. */
void svg_add_level(struct text *svg, const char *style, unsigned height, const char *label);

/* A label below the plot, at so many pixels from its left edge. */
void svg_add_tick(struct text *svg, unsigned long x, const char *label);

/* What the axes count: below the plot and above it. */
void svg_add_axes(struct text *svg, const char *below, const char *above);

/* An area from the lower edge up, in pixels of the plot, that tells `title` where it is pointed
 * at. */
void svg_add_area(struct text *svg, unsigned long x, unsigned long width, unsigned long height,
                  const char *title);

/* Writes the file; END_ANSWERED, or END_FAILED after a complaint. */
int svg_write(const char *path, const struct text *svg);

#endif
