/* SPDX-License-Identifier: MIT
 *
 * Partial results: the shapes of some profiles in a file, which later runs read like a profile.
 */
#ifndef TOOL_PART_H
#define TOOL_PART_H

#include <gpuocc/runs.h>

#include "output/text.h"

/* Ends the program if there was no memory. */
void part_check(int32_t status);

/* What was said about the files of the shapes: sentences that name the file. */
struct said {
    struct text bytes; /* of each sentence: 'w' if it warns of a loss, else 'n'; itself; a NUL */
    uint64_t count, warnings;
};

void said_add(struct said *said, int warns, const char *sentence);

/* Returns the sentence at an offset of `bytes`, which is set to that of the next one; NULL at the
 * end. */
const char *said_next(const struct said *said, size_t *at, int *warns);

void said_free(struct said *said);

/* Writes the shapes, the files that they are of and what was said about these. Returns 0, or
 * END_FAILED with an error. */
int part_save(const gpuocc_runs_contents *all, const struct said *said, const char *path);

/* Whether a file begins like a part; the descriptor is then at its beginning. */
int part_is(const char *bytes, size_t length);

/* Reads a part, and what it says about its files. What is damaged is skipped. Adds to `problem` a
 * sentence about what is damaged or missing. Returns -1 with a sentence if the part cannot be read:
 * an error of the system, or another version; else 0. */
int part_read(gpuocc_runs_shapes *shapes, struct said *said, int file, struct text *problem);

/* The length of what a part begins with. */
#define PART_MAGIC 20u

#endif
