/* SPDX-License-Identifier: MIT
 *
 * Parses IP versions as ocloc and the drivers write them: "12.55.8", or the same in one word,
 * "0x030dc008" (architecture << 22 | release << 14 | revision).
 */
#include "intel.h"

/* Returns 1 + the row of the chip with an IP release; 0 if there is none. */
static uint32_t target_of(uint32_t architecture, uint32_t release)
{
    const uint8_t(*version)[3];

    for (version = gocc_intel_versions; (*version)[0] != 0; version++)
        if ((*version)[0] == architecture && (*version)[1] == release)
            return 1u + (*version)[2];
    return 0;
}

/* Returns the value of a digit, or a negative number if it is none. */
static int digit(char c, uint32_t base)
{
    const int letter = (c | 0x20) - 'a';
    const int value = c <= '9' ? c - '0' : letter < 0 ? letter : letter + 10;

    return value < (int)base ? value : -1;
}

/* Reads at most `most` digits. Returns how many it has read. */
static size_t read_number(const char *text, size_t length, uint32_t base, size_t most,
                          uint32_t *value)
{
    size_t at;

    *value = 0;
    for (at = 0; at < length && at < most && digit(text[at], base) >= 0; at++)
        *value = *value * base + (uint32_t)digit(text[at], base);
    return at;
}

/* Parses three numbers; two would be a compute capability of another vendor. */
static uint32_t parse_dotted(const char *name, size_t length)
{
    uint32_t number[3];
    size_t at = 0, digits, i;

    for (i = 0; i < 3; i++) {
        if (i != 0 && (at >= length || name[at++] != '.'))
            return 0;
        digits = read_number(name + at, length - at, 10, 3, &number[i]);
        if (digits == 0)
            return 0;
        at += digits;
    }
    return at == length ? target_of(number[0], number[1]) : 0;
}

uint32_t gocc_intel_parse(const char *name, size_t length)
{
    uint32_t word;

    if (length < 3 || name[0] != '0' || (name[1] | 0x20) != 'x')
        return parse_dotted(name, length);
    if (read_number(name + 2, length - 2, 16, 8, &word) != length - 2)
        return 0;
    return target_of(word >> 22, word >> 14 & 0xff);
}
