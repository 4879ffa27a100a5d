/* SPDX-License-Identifier: MIT
 *
 * Makes text from files and arguments safe to show. Bytes that control a terminal, and characters
 * that are invisible or reorder the line, are replaced by an escape: "\x1b", "\u202e".
 */
#ifndef TOOL_VISIBLE_H
#define TOOL_VISIBLE_H

#include "output/text.h"

/* Reads the UTF-8 character at the start of the bytes. Returns its length, or 0 if there is
 * none. */
size_t utf8_character(const char *bytes, size_t length, uint32_t *character);

/* Whether a character is always escaped: controls (C0, DEL, C1), line and paragraph separators,
 * annotation marks, and what Unicode's property Default_Ignorable_Code_Point lists, which includes
 * bidirectional controls and zero-width characters. */
int is_hidden(uint32_t character);

/* Adds text with hidden characters, and bytes that are not UTF-8, escaped. */
void text_add_visible(struct text *text, const char *bytes, size_t length);

#endif
