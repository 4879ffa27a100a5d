/* SPDX-License-Identifier: MIT
 *
 * Reads numbers in the forms that people write: 256, 0x100, 48K, 48 KiB, 16x16.
 */
#include "input/fields.h"

#include "gpuocc/gpuocc.h"

#define DIMENSIONS 3u

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

int32_t number_read(const char *text, size_t length, int sizes, uint64_t max, uint64_t *number)
{
    uint64_t factor = sizes ? cut_unit(text, &length) : 1, found = 0;
    unsigned base = 10, d;
    int too_large = 0;
    size_t i = 0;

    if (length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base = 16;
        i = 2;
    }
    if (i == length)
        return GPUOCC_ERROR_NOT_A_CHOICE;
    for (; i < length; i++) {
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

/* Returns the end of a dimension: a comma or an x, but not the x of 0x10. */
static size_t dimension_end(const char *text, size_t length)
{
    size_t i;

    for (i = 0; i < length; i++)
        if (text[i] == ',' || ((text[i] == 'x' || text[i] == 'X') && !(i == 1 && text[0] == '0')))
            break;
    return i;
}

int32_t product_read(const char *text, size_t length, uint64_t max, uint64_t *number,
                     const char **need)
{
    uint64_t product = 1, found = 0;
    int32_t status;
    const char *part;
    size_t end, size;
    uint32_t count;

    for (count = 1;; count++) {
        part = trim(text, &length);
        size = end = dimension_end(part, length);
        (void)trim(part, &size);
        status = number_read(part, size, 0, max, &found);
        if (status < 0)
            return status;
        if (found == 0 || count > DIMENSIONS) {
            *need =
                found == 0 ? "every dimension is at least 1" : "at most 3 dimensions are possible";
            return GPUOCC_ERROR_NOT_A_CHOICE;
        }
        if (product > max / found)
            return GPUOCC_ERROR_TOO_LARGE;
        product *= found;
        if (end == length)
            break;
        text = part + end + 1;
        length -= end + 1;
    }
    *number = product;
    return GPUOCC_OK;
}
