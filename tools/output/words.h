/* SPDX-License-Identifier: MIT
 *
 * Describes an answer in words.
 */
#ifndef TOOL_WORDS_H
#define TOOL_WORDS_H

#include <gpuocc/sentences.h>

#include "answer.h"
#include "output/out.h"

/* Adds "3 groups" or "1 to 4 waves"; the unit loses its s for one. */
void text_add_counted(struct text *text, const struct value *value, const char *unit);

/* Adds a set of limits as "a and b" or "a, b or c", with blanks instead of underscores. */
void text_add_names(struct text *text, uint64_t set, const char *last);

/* Sets the language (enum gpuocc_language), and whether sentences have the neutral words instead
 * of the vendor's. */
void words_set(uint32_t language, int is_neutral);

/* Returns the wording of sentences about an answer. */
gpuocc_wording words_of(const struct answer *answer);

/* Adds a sentence (enum gpuocc_sentence) about the results of an answer, or with these values.
 * Returns whether there is one. */
int text_add_sentence(struct text *text, const struct answer *answer, uint32_t sentence);
int text_add_values(struct text *text, const struct answer *answer, uint32_t sentence,
                    const struct value *values, size_t count);

/* Adds the answer in one line, in the neutral words. */
void text_add_headline(struct text *text, const struct answer *answer);

/* Adds a line if the answer has this note, an enum gpuocc_note. */
void text_add_note(struct text *text, const struct answer *answer, uint32_t note,
                   struct style style);

#endif
