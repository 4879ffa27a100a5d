/* SPDX-License-Identifier: MIT */
#include "base/writer.h"

void gocc_put(struct gocc_writer *w, const char *text)
{
    for (; *text != 0; text++, w->length++)
        if (w->length < w->bytes)
            w->text[w->length] = *text;
}

void gocc_put_number(struct gocc_writer *w, uint64_t number)
{
    char digits[21];
    size_t at = sizeof digits;

    digits[--at] = 0;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    gocc_put(w, digits + at);
}

void gocc_put_end(struct gocc_writer *w)
{
    if (w->bytes != 0)
        w->text[w->length < w->bytes ? w->length : w->bytes - 1] = 0;
}
