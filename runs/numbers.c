/* SPDX-License-Identifier: MIT
 *
 * Reads numbers of texts that were not validated, alike in every locale.
 */
#include "reader.h"

struct decimal {
    uint64_t digits;  /* without the point */
    int32_t exponent; /* of ten */
    int present, negative;
};

static int is_digit(gpuocc_kernels_text text, size_t at)
{
    return at < text.length && text.at[at] >= '0' && text.at[at] <= '9';
}

/* Reads "e-3" behind the digits. */
static int32_t exponent_of(gpuocc_kernels_text text, size_t at)
{
    int32_t exponent = 0, sign = 1;

    if (at >= text.length || (text.at[at] | 0x20) != 'e')
        return 0;
    at++;
    if (at < text.length && (text.at[at] == '-' || text.at[at] == '+'))
        sign = text.at[at++] == '-' ? -1 : 1;
    for (; is_digit(text, at); at++)
        if (exponent < 1000)
            exponent = exponent * 10 + (text.at[at] - '0');
    return sign * exponent;
}

static struct decimal decimal_of(gpuocc_kernels_text text)
{
    struct decimal number = {0, 0, 0, 0};
    size_t at = 0;
    int behind = 0; /* the point */

    if (text.length != 0 && text.at[0] == '-') {
        number.negative = 1;
        at = 1;
    }
    for (; is_digit(text, at) || (!behind && at < text.length && text.at[at] == '.'); at++) {
        if (text.at[at] == '.') {
            behind = 1;
            continue;
        }
        number.present = 1;
        if (number.digits < UINT64_MAX / 10) {
            number.digits = number.digits * 10 + (unsigned)(text.at[at] - '0');
            number.exponent -= behind;
        } else {
            number.exponent += !behind;
        }
    }
    number.exponent += exponent_of(text, at);
    return number;
}

/* Returns the number times 10 to the power of `more`, rounded; UINT64_MAX if it is too large, which
 * it is from UINT64_MAX - 5 on: of the digits behind UINT64_MAX / 10 nothing is kept. */
static uint64_t whole(struct decimal number, int32_t more)
{
    uint64_t digits = number.digits;
    int32_t exponent = number.exponent + more;
    unsigned last = 0;

    if (!number.present || (number.negative && digits != 0))
        return UINT64_MAX;
    for (; exponent > 0 && digits != 0; exponent--) {
        if (digits >= UINT64_MAX / 10)
            return UINT64_MAX;
        digits *= 10;
    }
    for (; exponent < 0 && (digits != 0 || last != 0); exponent++) {
        last = (unsigned)(digits % 10);
        digits /= 10;
    }
    return digits + (last >= 5);
}

uint64_t runs_wide(gpuocc_kernels_text text)
{
    return whole(decimal_of(text), 0);
}

uint32_t runs_number(gpuocc_kernels_text text)
{
    const uint64_t number = runs_wide(text);

    return number < GPUOCC_ZERO ? (uint32_t)number : GPUOCC_UNKNOWN;
}

uint64_t runs_time(gpuocc_kernels_text text, uint32_t unit)
{
    int32_t power = 0;

    for (; unit > 1; unit /= 10)
        power++;
    return whole(decimal_of(text), power);
}

int runs_put_number(gpuocc_kernels_text text, unsigned kind, void *to)
{
    switch (kind) {
    case RUNS_NUMBER:
        *(uint32_t *)to = runs_number(text);
        return 1;
    case RUNS_WIDE:
        *(uint64_t *)to = runs_wide(text);
        return 1;
    case RUNS_REAL:
        *(double *)to = runs_real(text);
        return 1;
    default:
        return 0;
    }
}

double runs_real(gpuocc_kernels_text text)
{
    struct decimal number = decimal_of(text);
    double real = (double)number.digits, power = 1;

    if (!number.present || number.negative || number.exponent > 300 || number.exponent < -300)
        return -1;
    for (; number.exponent > 0; number.exponent--)
        power *= 10;
    if (power > 1)
        return real * power;
    for (; number.exponent < 0; number.exponent++)
        power *= 10;
    return real / power;
}
