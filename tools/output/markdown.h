/* SPDX-License-Identifier: MIT
 *
 * Writes a table as Markdown in the dialect of GitHub and GitLab.
 */
#ifndef TOOL_MARKDOWN_H
#define TOOL_MARKDOWN_H

#include "output/table.h"

/* Adds text with all markup escaped. */
void markdown_add(struct text *text, const char *plain);

/* Adds the table, whose first row is the headings, and clears its cells. Column `code` is shown as
 * code; no column has that index if it is too large. Rows beyond `most` bytes of text are left out,
 * and their number is given in a line below. */
void markdown_write(struct table *table, struct text *text, size_t code, size_t most);

#endif
