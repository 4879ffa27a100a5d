/* SPDX-License-Identifier: MIT */
#include "amd_lines.h"

size_t lines_find(gpuocc_kernels_text text, const char *string)
{
    size_t at;

    return text_find(text, string, &at) ? at : text.length;
}

/* Returns the length of the terminal escape sequence (ESC [ numbers letter) at the start of the
 * text, or 0. */
static size_t colour(gpuocc_kernels_text text)
{
    size_t i;

    if (!text_starts(text, "\033["))
        return 0;
    for (i = 2; i < text.length && i < 32; i++)
        if (text.at[i] != ';' && (text.at[i] < '0' || text.at[i] > '9'))
            return i + 1;
    return 0;
}

gpuocc_kernels_text lines_trim(gpuocc_kernels_text text)
{
    size_t skip;

    while (text.length != 0) {
        skip = text.at[0] == ' ' || text.at[0] == '\t' ? 1 : colour(text);
        if (skip == 0)
            break;
        text = text_behind(text, skip);
    }
    return text;
}

gpuocc_kernels_text lines_word(gpuocc_kernels_text text)
{
    size_t i;

    for (i = 0; i < text.length; i++)
        if (text.at[i] == ' ' || text.at[i] == '\t' || text.at[i] == '\033')
            text.length = i;
    return text;
}

uint32_t lines_number(gpuocc_kernels_text text)
{
    gpuocc_kernels_text word = lines_word(text);
    uint64_t number;

    return text_number(&word, &number) && word.length == 0 && number < GPUOCC_UNKNOWN
               ? (uint32_t)number
               : GPUOCC_UNKNOWN;
}
