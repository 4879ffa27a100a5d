/* SPDX-License-Identifier: MIT */
#ifndef GOCC_PACKED_H
#define GOCC_PACKED_H

#include <stddef.h>
#include <stdint.h>

/* Texts are canonical Huffman codes of symbols, the highest bit first. The bits begin with two
 * numbers for each symbol, in the order of their codes: the two symbols that it consists of, or a
 * character and 0. Symbol 0 ends a text. */
#define GOCC_CODE_BITS 16
struct gocc_coded {
    const uint16_t *counts; /* number of codes with 1 to GOCC_CODE_BITS bits */
    const uint8_t *bits;
    uint32_t symbol_bits; /* bits of a symbol's number */
    uint32_t least_bits;  /* bits of the shortest code */
};

/* Decodes the text at bit `at` into at most `size` bytes, including the NUL, and returns its
 * length. Moves `at` past the text. With a size of 0 it does nothing else. */
size_t gocc_decode(const struct gocc_coded *coded, uint32_t *at, char *text, size_t size);

#endif
