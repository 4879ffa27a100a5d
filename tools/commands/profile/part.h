/* SPDX-License-Identifier: MIT
 *
 * Partial results: the shapes of some profiles in a file, which later runs read like a profile.
 */
#ifndef TOOL_PART_H
#define TOOL_PART_H

#include "commands/profile/shapes.h"

/* Writes the shapes and the files that they are of. Returns 0, or END_FAILED with an error. */
int part_save(const struct shapes *shapes, const char *path);

/* Whether a file begins like a part; the descriptor is then at its beginning. */
int part_is(const char *bytes, size_t length);

/* Reads a part. What is damaged is skipped. Returns the number of rows that are. */
uint64_t part_read(struct shapes *shapes, int file);

/* The length of what a part begins with. */
#define PART_MAGIC 20u

#endif
