/* SPDX-License-Identifier: MIT
 *
 * A question to cuda_occupancy.h, CUDA's or ours, and everything that it answers, as plain numbers.
 */
#ifndef COMPAT_ASK_H
#define COMPAT_ASK_H

#include <stddef.h>
#include <stdint.h>

struct compat_question {
    const void *device, *function, *state; /* the header's structs: both have the same layout */
    int block, blocks;                     /* threads of a block; blocks that are wanted on an SM */
    size_t dynamic, base, slope;           /* bytes; base + slope * threads in the search */
};

/* Each call: its status, and what it wrote, or -1. */
struct compat_answer {
    int64_t occupancy[12], available[2], best[3], best_of_function[3], best_of_functor[3];
    int64_t converted[8]; /* C++: attributes that were made from a struct of the runtime */
};

#ifdef __cplusplus
extern "C" {
#endif

/* The same source file, compiled with each header in C and in C++. */
void ask_theirs(const struct compat_question *question, struct compat_answer *answer);
void ask_ours(const struct compat_question *question, struct compat_answer *answer);
void ask_theirs_in_cpp(const struct compat_question *question, struct compat_answer *answer);
void ask_ours_in_cpp(const struct compat_question *question, struct compat_answer *answer);

/* What a header knows of a compute capability by itself: five statuses and five numbers. */
void limits_theirs(int major, int minor, int64_t *numbers);
void limits_ours(int major, int minor, int64_t *numbers);
void limits_theirs_in_cpp(int major, int minor, int64_t *numbers);
void limits_ours_in_cpp(int major, int minor, int64_t *numbers);

/* Sizes of the structs and offsets of their members, with 0 at the end. */
const size_t *layout_theirs(void);
const size_t *layout_ours(void);
const size_t *layout_theirs_in_cpp(void);
const size_t *layout_ours_in_cpp(void);

#ifdef __cplusplus
}
#endif

#endif
