/* SPDX-License-Identifier: MIT
 *
 * Decodes the coded texts of the tables.
 */
#include "base/packed.h"

/* The largest nesting depth of symbols: DEPTH of devices/catalogue.py plus one. */
#define DEPTH 13

/* Reads at most 16 bits. Two more bytes follow the last one that contains any. */
static uint32_t read_bits(const uint8_t *bits, uint32_t at, uint32_t count)
{
    const uint8_t *from = bits + at / 8;
    const uint32_t window = (uint32_t)from[0] << 16 | (uint32_t)from[1] << 8 | from[2];

    return window >> (24 - at % 8 - count) & ((1u << count) - 1);
}

static uint32_t next_symbol(const struct gocc_coded *coded, uint32_t *at)
{
    const uint32_t window = read_bits(coded->bits, *at, GOCC_CODE_BITS);
    const uint16_t *count = coded->counts + coded->least_bits - 1;
    uint32_t first = 0, symbol = 0, left = GOCC_CODE_BITS + 1 - coded->least_bits;

    /* `first` is the first code of a length; longer codes are larger than all codes of this
     * length. */
    *at += coded->least_bits - 1;
    for (;; count++) {
        left--;
        (*at)++;
        if ((window >> left) - first < *count)
            return symbol + (window >> left) - first;
        symbol += *count;
        first = (first + *count) << 1;
    }
}

size_t gocc_decode(const struct gocc_coded *coded, uint32_t *at, char *text, size_t size)
{
    const uint32_t width = coded->symbol_bits;
    uint32_t waiting[DEPTH], depth = 0, symbol, part, second;
    size_t length = 0;

    while ((symbol = next_symbol(coded, at)) != 0) {
        if (length + 1 >= size) /* the rest is skipped */
            continue;
        waiting[depth++] = symbol;
        while (depth != 0 && length + 1 < size) {
            symbol = waiting[--depth];
            part = read_bits(coded->bits, 2 * symbol * width, width);
            second = read_bits(coded->bits, (2 * symbol + 1) * width, width);
            if (second != 0) {
                waiting[depth++] = second;
                waiting[depth++] = part;
            } else {
                text[length++] = (char)part;
            }
        }
    }
    if (size != 0)
        text[length] = 0;
    return length;
}
