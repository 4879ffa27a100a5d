/* SPDX-License-Identifier: MIT */
#ifndef GOCC_STRINGS_H
#define GOCC_STRINGS_H

#include <string.h>

#include "gpuocc/status.h"

/* Returns the length of a text from the caller's argument, which may be GPUOCC_TERMINATED. */
static inline size_t gocc_text_length(const char *text, size_t length)
{
    return length >= GPUOCC_TERMINATED ? strlen(text) : length;
}

#endif
