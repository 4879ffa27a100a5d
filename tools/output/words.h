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

/* Adds a phrase (gpuocc_phrase_text) about an answer in the words that are asked for, with up to
 * GPUOCC_PHRASE_VALUES numbers and texts; in the neutral words if there is no answer. */
void words_add(struct text *text, const struct answer *answer, const char *english,
               const uint64_t *numbers, const char *const *texts);

/* The same in the words of a device; in the neutral words without one (NULL). */
void words_add_of(struct text *text, const gpuocc_device *device, const char *english,
                  const uint64_t *numbers, const char *const *texts);

/* The same as words_add(), as a line. */
void words_line(struct text *text, const struct answer *answer, const char *english,
                const uint64_t *numbers, const char *const *texts);
#define NUMBERS(...) ((const uint64_t[GPUOCC_PHRASE_VALUES]){__VA_ARGS__})
#define TEXTS(...)   ((const char *const[GPUOCC_PHRASE_VALUES]){__VA_ARGS__})

/* Returns the wording of sentences about an answer. */
gpuocc_wording words_of(const struct answer *answer);

/* Adds a sentence (enum gpuocc_sentence) about the results of an answer, or with these values.
 * Returns whether there is one. */
int text_add_sentence(struct text *text, const struct answer *answer, uint32_t sentence);
int text_add_values(struct text *text, const struct answer *answer, uint32_t sentence,
                    const struct value *values, size_t count);

/* Adds a line if the answer has this note, an enum gpuocc_note. */
void text_add_note(struct text *text, const struct answer *answer, uint32_t note,
                   struct style style);

#endif
