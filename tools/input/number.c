/* SPDX-License-Identifier: MIT
 *
 * Reads numbers in the forms that people and tools write: 256, 0x100, 1,024, 48K, 48 KiB, 16x16,
 * (16, 16, 1).
 */
#include "input/fields.h"

#include <string.h>

#include "gpuocc/gpuocc.h"

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 16;
}

/* Returns the factor of a letter, or 0 if it has none. */
static uint64_t factor_of(char c)
{
    switch (c) {
    case 'k':
    case 'K':
        return UINT64_C(1) << 10;
    case 'm':
    case 'M':
        return UINT64_C(1) << 20;
    case 'g':
    case 'G':
        return UINT64_C(1) << 30;
    default:
        return 0;
    }
}

/* Returns the factor of the unit at the end of a number, and removes the unit: K, KB and KiB are
 * 1024. */
static uint64_t cut_unit(const char *text, size_t *length)
{
    size_t end = *length;
    uint64_t factor;

    if (end > 2 && (text[end - 1] == 'b' || text[end - 1] == 'B')) {
        end--;
        if (text[end - 1] == 'i' || text[end - 1] == 'I')
            end--;
    }
    factor = end > 1 ? factor_of(text[end - 1]) : 0;
    if (factor == 0)
        return 1;
    *length = end - 1;
    (void)trim(text, length);
    return factor;
}

enum thousands number_thousands(const char *text, size_t length)
{
    enum thousands found = THOUSANDS_OR_DIMENSIONS;
    size_t i, digits = 0, commas = 0;

    for (i = 0; i < length; i++) {
        if (text[i] == ',' && digits >= 1 && digits <= 3 && (commas == 0 || digits == 3)) {
            digits = 0;
            commas++;
            if (i + 1 < length && text[i + 1] == '0') /* no dimension begins with 0 */
                found = THOUSANDS_ONLY;
        } else if (text[i] >= '0' && text[i] <= '9') {
            digits++;
        } else {
            return THOUSANDS_NONE;
        }
    }
    if (commas > 2)
        found = THOUSANDS_ONLY;
    return commas != 0 && digits == 3 ? found : THOUSANDS_NONE;
}

/* Cuts zeros behind a point: 256.0. */
static void cut_zeros(const char *text, size_t *length)
{
    size_t end = memchr(text, '.', *length) != NULL ? *length : 0;

    while (end > 0 && text[end - 1] == '0')
        end--;
    if (end > 1 && end < *length && text[end - 1] == '.' && (text[1] | 0x20) != 'x')
        *length = end - 1;
}

int32_t number_read(const char *text, size_t length, int sizes, uint64_t max, uint64_t *number)
{
    uint64_t factor = sizes ? cut_unit(text, &length) : 1, found = 0;
    unsigned base = 10, d;
    const int commas = number_thousands(text, length) != THOUSANDS_NONE;
    int too_large = 0;
    size_t i = 0;

    cut_zeros(text, &length);
    if (length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base = 16;
        i = 2;
    }
    if (i == length)
        return GPUOCC_ERROR_NOT_A_CHOICE;
    for (; i < length; i++) {
        if (commas && text[i] == ',')
            continue;
        d = (unsigned)digit(text[i]);
        if (d >= base)
            return GPUOCC_ERROR_NOT_A_CHOICE;
        too_large |= found > (max - d) / base;
        found = found * base + d;
    }
    if (too_large || found > max / factor)
        return GPUOCC_ERROR_TOO_LARGE;
    *number = found * factor;
    return GPUOCC_OK;
}

/* Returns the end of a dimension: a comma, a semicolon or an x, but not the x of 0x10; in brackets
 * without these also a blank. */
static size_t dimension_end(const char *text, size_t length, int in_brackets)
{
    const char *blank;
    size_t i;

    for (i = 0; i < length; i++)
        if (text[i] == ',' || text[i] == ';' ||
            ((text[i] == 'x' || text[i] == 'X') && !(i == 1 && text[0] == '0')))
            return i;
    blank = in_brackets ? memchr(text, ' ', length) : NULL;
    return blank != NULL ? (size_t)(blank - text) : length;
}

/* Cuts the brackets around dimensions. */
static const char *cut_brackets(const char *text, size_t *length)
{
    static const char pairs[] = "()[]{}";
    size_t i;

    for (i = 0; i < 6 && *length > 2; i += 2)
        if (text[0] == pairs[i] && text[*length - 1] == pairs[i + 1]) {
            *length -= 2;
            return text + 1;
        }
    return text;
}

/* Whether a number begins with a superfluous 0: the 024 of "1 024", a number and not dimensions. */
static int begins_with_zero(const char *text, size_t length)
{
    return length > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9';
}

int32_t product_read(const char *text, size_t length, uint64_t max, uint64_t *number,
                     uint64_t shape[FIELD_DIMENSIONS], const char **need)
{
    uint64_t product = 1, found = 0;
    int32_t status;
    const char *part, *const whole = text;
    size_t end, size;
    uint32_t count;
    int in_brackets;

    text = cut_brackets(text, &length);
    in_brackets = text != whole;
    memset(shape, 0, FIELD_DIMENSIONS * sizeof shape[0]);
    for (count = 1;; count++) {
        part = trim(text, &length);
        size = end = dimension_end(part, length, in_brackets);
        (void)trim(part, &size);
        if (in_brackets && begins_with_zero(part, size)) {
            *need = "no dimension begins with 0";
            return GPUOCC_ERROR_NOT_A_CHOICE;
        }
        status = number_read(part, size, 0, max, &found);
        if (status < 0)
            return status;
        if (found == 0 || count > FIELD_DIMENSIONS) {
            *need =
                found == 0 ? "every dimension is at least 1" : "at most 3 dimensions are possible";
            return GPUOCC_ERROR_NOT_A_CHOICE;
        }
        if (product > max / found)
            return GPUOCC_ERROR_TOO_LARGE;
        product *= found;
        shape[count - 1] = found;
        if (end == length)
            break;
        text = part + end + 1;
        length -= end + 1;
    }
    *number = product;
    return GPUOCC_OK;
}
