/* SPDX-License-Identifier: MIT */
#ifndef GOCC_PACKED_H
#define GOCC_PACKED_H

#include <stddef.h>
#include <stdint.h>

/* Texts as canonical Huffman codes of symbols, the highest bit first. The bits begin with two
 * numbers for each symbol, in the order of their codes: the two symbols that it is made of, or a
 * character and 0. Symbol 0 ends a text. */
#define GOCC_CODE_BITS 16
struct gocc_coded {
    const uint16_t *counts; /* of codes of 1 to GOCC_CODE_BITS bits */
    const uint8_t *bits;
    uint32_t symbol_bits; /* of a symbol's number */
    uint32_t least_bits;  /* of the shortest code */
};

/* Decodes the text at a bit into at most `size` bytes, the NUL included, and returns its length.
 * Moves `at` behind the text. With a size of 0 it only does that. */
size_t gocc_decode(const struct gocc_coded *coded, uint32_t *at, char *text, size_t size);

#endif
