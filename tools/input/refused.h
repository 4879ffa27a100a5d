/* SPDX-License-Identifier: MIT
 *
 * Why a name is that of no device, if the name says so: it is a processor, a software renderer, an
 * older GPU, a vendor without a model, or it is incomplete. Each sentence says what is accepted.
 */
#ifndef TOOL_REFUSED_H
#define TOOL_REFUSED_H

#include "output/text.h"

/* Returns where a word, in lower case, is in a name, without a letter directly before or after it;
 * `length` if it is not there. */
size_t refused_word(const char *name, size_t length, const char *word);

/* Adds that the maker or the renderer of this name is not modelled. Returns 0 if the name has no
 * such word. */
int refused_maker(struct text *text, const char *name, size_t length);

/* Adds that the name is that of an older GPU or a processor, or that it is incomplete. Returns 0 if
 * it is none of these. */
int refused_kind(struct text *text, const char *name, size_t length);

/* Whether the name is that of a processor's model. */
int refused_processor(const char *name, size_t length);

#endif
