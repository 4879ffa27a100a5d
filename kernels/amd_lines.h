/* SPDX-License-Identifier: MIT
 *
 * Splits a line into words and numbers, and skips blanks and terminal colours.
 */
#ifndef GPUOCC_KERNELS_AMD_LINES_H
#define GPUOCC_KERNELS_AMD_LINES_H

#include "text_lines.h"

/* Returns the offset of the first occurrence of `string`, or the text's length if there is none. */
size_t lines_find(gpuocc_kernels_text text, const char *string);

/* Removes the blanks and colours at the front. */
gpuocc_kernels_text lines_trim(gpuocc_kernels_text text);
/* Returns the text up to the first blank or colour. */
gpuocc_kernels_text lines_word(gpuocc_kernels_text text);

/* Returns the decimal number that the text begins with, or GPUOCC_UNKNOWN if there is none, if it
 * continues as an expression ("33+6") or if it has more than 32 bits. */
uint32_t lines_number(gpuocc_kernels_text text);

#endif
