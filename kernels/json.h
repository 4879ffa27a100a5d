/* SPDX-License-Identifier: MIT
 *
 * JSON that nobody has checked, in the memory where it lies. A value is a piece of text: a string
 * with its quotes, an object or array with its brackets, or a word.
 */
#ifndef GPUOCC_TOOLS_KERNELS_JSON_H
#define GPUOCC_TOOLS_KERNELS_JSON_H

#include "bytes.h"

/* The members of an object, or the elements of an array, one after the other. */
struct json_walk {
    struct reader_text rest;
    char close; /* 0: the value is none of this kind */
    int begun;
    int damaged; /* set where the text ends too early, or is no JSON */
};

/* `kind` is '{' or '['. The last bracket may be missing. */
struct json_walk reader_json_walk(struct reader_text value, char kind);
/* Takes the next member of an object, or element of an array (`name` is NULL). Returns 0 behind the
 * last, and where `damaged` is set; `value` is all that is left then. */
int reader_json_next(struct json_walk *walk, struct reader_text *name, struct reader_text *value);

/* Whether the value is the string `word`, which has no characters that JSON escapes. */
int reader_json_is(struct reader_text value, const char *word);
/* A string without its quotes, escapes as they stand; length 0 for other values. */
struct reader_text reader_json_inside(struct reader_text value);
/* Writes a string as UTF-8, up to `room` bytes. Returns their number. */
size_t reader_json_string(struct reader_text value, char *to, size_t room);

#endif
