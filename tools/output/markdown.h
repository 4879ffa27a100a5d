/* SPDX-License-Identifier: MIT
 *
 * A table as Markdown of the kind that GitHub and GitLab show.
 */
#ifndef TOOL_MARKDOWN_H
#define TOOL_MARKDOWN_H

#include "output/table.h"

/* Adds text in which nothing is markup. */
void markdown_add(struct text *text, const char *plain);

/* Adds the table, whose first row are headings, and forgets its cells. Column `code` (any number:
 * none) is shown as code. Rows beyond `most` bytes of text are left out, and are counted in a line
 * below. */
void markdown_write(struct table *table, struct text *text, size_t code, size_t most);

#endif
