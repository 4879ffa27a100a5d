/* SPDX-License-Identifier: MIT
 *
 * The commands. Each receives the arguments after its name and returns an exit code, an enum
 * ending.
 */
#ifndef TOOL_COMMANDS_H
#define TOOL_COMMANDS_H

#include "answer.h"
#include "output/out.h"

int command_occupancy(int count, char **arguments);
int command_most(int count, char **arguments);
int command_best(int count, char **arguments);
int command_pad(int count, char **arguments);
int command_sweep(int count, char **arguments);
int command_schedule(int count, char **arguments);
int command_eval(int count, char **arguments);
int command_devices(int count, char **arguments);
int command_device(int count, char **arguments);
int command_little(int count, char **arguments);
int command_latency(int count, char **arguments);
int command_scale(int count, char **arguments);
int command_tile(int count, char **arguments);
int command_kernels(int count, char **arguments);
int command_explain(int count, char **arguments);
int command_order(int count, char **arguments);

/* Prints the help of a command, of the fields ("fields"), or the overview (NULL). */
int command_help(const char *topic);
int command_version(void);

/* The result columns of eval, in order. */
#define RESULT_COLUMNS 25
const char *result_column(size_t index);

/* Returns the set of results without a column. */
uint32_t results_without_column(void);

/* Adds the cell of a result column. */
void result_cell(const struct answer *answer, size_t index, struct text *text);

/* Adds the cells of all result columns to a row of CSV. */
void results_csv(const struct answer *answer, struct text *row);

/* Adds text for people: a number, "1 to 4", "at least 1", "not known", or `absent`. */
void text_add_value(struct text *text, const struct value *value, const char *absent);

/* Adds "3 groups" or "1 to 4 waves"; the unit loses its s for one. */
void text_add_counted(struct text *text, const struct value *value, const char *unit);

/* Adds a set of limits as "a and b" or "a, b or c", with blanks instead of underscores. */
void text_add_names(struct text *text, uint64_t set, const char *last);

/* Whether a kernel's name contains `part`; true for NULL. */
int has_part(const char *name, size_t length, const char *part);

/* Adds the answer in one line. */
void text_add_headline(struct text *text, const struct answer *answer);

/* Adds a line if the answer has this note, an enum gpuocc_note. */
void text_add_note(struct text *text, const struct answer *answer, uint32_t note,
                   struct style style);

/* Adds "24 of 48 waves (50 %)", with both percentages if they differ, or nothing if unknown. */
void text_add_waves(struct text *text, const struct answer *answer);

#endif
