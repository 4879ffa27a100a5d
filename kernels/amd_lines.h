/* SPDX-License-Identifier: MIT
 *
 * Words and numbers of a line, among blanks and the colours of a terminal.
 */
#ifndef GPUOCC_TOOLS_KERNELS_AMD_LINES_H
#define GPUOCC_TOOLS_KERNELS_AMD_LINES_H

#include "text_lines.h"

/* Where `string` begins in the text for the first time; the text's length if it is not there. */
size_t lines_find(struct reader_text text, const char *string);

/* Without the blanks and colours at the front. */
struct reader_text lines_trim(struct reader_text text);
/* Up to the first blank or colour. */
struct reader_text lines_word(struct reader_text text);

/* The decimal number that the text begins with. GPUOCC_UNKNOWN if there is none, or if it goes on
 * as an expression ("33+6"), or has more than 32 bits. */
uint32_t lines_number(struct reader_text text);

#endif
