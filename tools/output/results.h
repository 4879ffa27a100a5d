/* SPDX-License-Identifier: MIT
 *
 * Formats an answer as CSV cells and as text.
 */
#ifndef TOOL_RESULTS_H
#define TOOL_RESULTS_H

#include "answer.h"

/* The result columns of eval, in order, and their number. */
size_t result_columns(void);
const char *result_column(size_t index);

/* Returns the set of results without a column. */
uint32_t results_without_column(void);

/* Adds the cell of a result column. */
void result_cell(const struct answer *answer, size_t index, struct text *text);

/* Adds the cells of all result columns to a row of CSV. */
void results_csv(const struct answer *answer, struct text *row);

/* Adds text for people: a number, "1 to 4", "at least 1", "not known", or `absent`. */
void text_add_value(struct text *text, const struct value *value, const char *absent);

/* Adds "24 of 48 waves (50 %)", with both percentages if they differ, or nothing if unknown. */
void text_add_waves(struct text *text, const struct answer *answer);

#endif
