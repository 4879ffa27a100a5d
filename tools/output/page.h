/* SPDX-License-Identifier: MIT
 *
 * Writes HTML pages without scripts, fonts or links, with colours for light and dark screens.
 */
#ifndef TOOL_PAGE_H
#define TOOL_PAGE_H

#include "output/text.h"

/* What distinguishes the head of one page from that of another. */
struct page {
    const char *title;
    const char *light, *dark; /* its own colours as CSS variables: "--rail:#e4e8ec" */
    const char *style;        /* its own rules, after those of all pages */
};

void page_open(struct text *out, const struct page *page);

/* Adds `plain` between two tags, escaped as by svg_add_escaped(). */
void page_add(struct text *out, const char *open, const char *plain, const char *close);

void page_close(struct text *out);

#endif
