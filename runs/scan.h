/* SPDX-License-Identifier: MIT
 *
 * Finds where objects and arrays of JSON end, 64 bytes at a time.
 */
#ifndef GPUOCC_RUNS_SCAN_H
#define GPUOCC_RUNS_SCAN_H

#include <stddef.h>
#include <stdint.h>

/* The state between two parts of a text; all zero at an opening bracket. */
struct scan {
    uint64_t in_string; /* all bits are set in a string */
    uint64_t escape;    /* 1: the next byte is escaped */
    size_t depth;       /* open brackets */
    int damaged;        /* a string contains the end of a line, so that a quote is missing */
};

/* Reads a part of an object or array, up to the bracket that closes it. Returns the number of bytes
 * read: all of them if depth is not 0. */
size_t scan_container(struct scan *scan, const char *text, size_t length);

#endif
