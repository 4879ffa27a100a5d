/* SPDX-License-Identifier: MIT
 *
 * Text from files and arguments as people may see it. Bytes that a terminal would obey, or that
 * show nothing or reorder the line, are replaced by what they are: "\x1b", "\u202e".
 */
#ifndef TOOL_VISIBLE_H
#define TOOL_VISIBLE_H

#include "output/text.h"

/* Reads the UTF-8 character that begins the bytes. Returns its length, 0 if there is none. */
size_t utf8_character(const char *bytes, size_t length, uint32_t *character);

/* Whether a character is never shown as it is: controls (C0, DEL, C1), line and paragraph
 * separators, annotation marks, and what Unicode's property Default_Ignorable_Code_Point lists,
 * bidirectional controls and characters without width among them. */
int is_hidden(uint32_t character);

/* Adds text with hidden characters and bytes that are no UTF-8 escaped. */
void text_add_visible(struct text *text, const char *bytes, size_t length);

#endif
