/* SPDX-License-Identifier: MIT */
#include "input/trips.h"

#include <string.h>

#include "input/fields.h"
#include "output/out.h"
#include "output/visible.h"

#define MOST_TRIPS UINT64_C(1000000000000)

/* Reads a number of base 10, or of base 16 with 0x. */
static int read_address(const char *text, size_t length, uint32_t *address)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t value = 0;
    const char *digit;
    size_t i;

    if (length < 3 || text[0] != '0' || (text[1] | 32) != 'x')
        return number_read(text, length, 0, GPUOCC_CODE_NONE - 1, &value) == GPUOCC_OK &&
               (*address = (uint32_t)value, 1);
    for (i = 2; i < length; i++) {
        digit = strchr(digits, text[i] >= 'A' && text[i] <= 'F' ? text[i] | 32 : text[i]);
        if (digit == NULL || *digit == 0 || value >= GPUOCC_CODE_NONE >> 4)
            return 0;
        value = value << 4 | (uint64_t)(digit - digits);
    }
    *address = (uint32_t)value;
    return 1;
}

int trips_parse(const char *text, size_t length, gpuocc_predict_trips *trips)
{
    const char *equals = memchr(text, '=', length);
    const char *number = equals != NULL ? equals + 1 : text;
    uint64_t count;

    memset(trips, 0, sizeof *trips);
    trips->first = GPUOCC_CODE_NONE;
    if ((equals != NULL && !read_address(text, (size_t)(equals - text), &trips->first)) ||
        number_read(number, length - (size_t)(number - text), 0, MOST_TRIPS, &count) != GPUOCC_OK)
        return 0;
    trips->count = (double)count;
    return 1;
}

int trips_read(const char *text, gpuocc_predict_trips *trips)
{
    struct text quoted = {0};
    const int failed = !trips_parse(text, strlen(text), trips);

    text_add_quoted(&quoted, text, strlen(text));
    if (failed)
        (void)complain("--trips is %s, " TRIPS_NEEDED, text_string(&quoted));
    text_free(&quoted);
    return failed ? END_FAILED : 0;
}
