/* SPDX-License-Identifier: MIT
 *
 * Reads JSON that was not validated, in place. A value is a part of the text: a string with its
 * quotes, an object or array with its brackets, or a word.
 */
#ifndef GPUOCC_KERNELS_JSON_H
#define GPUOCC_KERNELS_JSON_H

#include "bytes.h"

/* Iterates over the members of an object or the elements of an array. */
struct json_walk {
    gpuocc_kernels_text rest;
    char close; /* 0: the value is of another kind */
    int begun;
    int damaged; /* the text ends too early or is not JSON */
};

/* `kind` is '{' or '['. The closing bracket may be missing. */
struct json_walk format_json_walk(gpuocc_kernels_text value, char kind);
/* Reads the next member of an object, or element of an array (`name` is NULL). Returns 0 after the
 * last one, and if it sets `damaged`; `value` is then everything that is left. */
int format_json_next(struct json_walk *walk, gpuocc_kernels_text *name, gpuocc_kernels_text *value);

/* Whether the value is the string `word`, which must not contain characters that JSON escapes. */
int format_json_is(gpuocc_kernels_text value, const char *word);
/* Returns a string without its quotes, with its escape sequences; length 0 for other values. */
gpuocc_kernels_text format_json_inside(gpuocc_kernels_text value);
/* Writes a string as UTF-8, at most `room` bytes. Returns their number. */
size_t format_json_string(gpuocc_kernels_text value, char *to, size_t room);

#endif
