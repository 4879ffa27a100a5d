/* SPDX-License-Identifier: MIT
 *
 * printf(): d, u, x, X, s, c and %, with flags, width, precision and sizes; e, f and g by the host.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../imports.h"

/* The longest text of a real: the host shortens what is longer. */
#define REAL_BYTES 400u

struct place {
    char *text;
    size_t room, length;
};

/* A conversion: "%-*.9g". */
struct form {
    int left, zeros, plus, width, precision; /* precision: -1 if it is not given */
    int longs;                               /* 2: long long; -1: size_t, as long as int here */
};

static void put(struct place *place, char byte)
{
    if (place->length + 1 < place->room)
        place->text[place->length] = byte;
    place->length++;
}

/* Puts a sign or "0x" and digits or a text into the width of the form. */
static void put_in(struct place *place, const struct form *form, const char *sign, const char *text,
                   size_t length)
{
    const size_t before = strlen(sign);
    size_t fill = (size_t)form->width > before + length ? (size_t)form->width - before - length : 0;

    for (; fill > 0 && !form->left && !form->zeros; fill--)
        put(place, ' ');
    for (; *sign != 0; sign++)
        put(place, *sign);
    for (; fill > 0 && !form->left; fill--)
        put(place, '0');
    for (; length > 0; length--)
        put(place, *text++);
    for (; fill > 0; fill--)
        put(place, ' ');
}

static void put_whole(struct place *place, struct form *form, unsigned long long number, char kind,
                      int minus)
{
    const char *digits = kind == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    const unsigned base = (kind | 32) == 'x' ? 16 : 10;
    char text[24];
    size_t at = sizeof text;

    do
        text[--at] = digits[number % base];
    while ((number /= base) != 0);
    while (form->precision >= 0 && sizeof text - at < (size_t)form->precision && at > 0)
        text[--at] = '0';
    put_in(place, form, minus ? "-" : form->plus ? "+" : "", text + at, sizeof text - at);
}

static void put_real(struct place *place, const struct form *form, double value, char kind)
{
    char text[REAL_BYTES];
    const int minus = value < 0;
    const size_t length = host_format_real(minus ? -value : value, kind,
                                           form->precision < 0 ? 6 : form->precision, text);

    put_in(place, form, minus ? "-" : form->plus ? "+" : "", text, length);
}

static int number_of(const char **format, va_list *arguments)
{
    int number = 0;

    if (**format == '*') {
        ++*format;
        return va_arg(*arguments, int);
    }
    for (; **format >= '0' && **format <= '9'; ++*format)
        number = 10 * number + (**format - '0');
    return number;
}

static struct form form_of(const char **format, va_list *arguments)
{
    struct form form = {.precision = -1};

    for (;; ++*format)
        if (**format == '-')
            form.left = 1;
        else if (**format == '0')
            form.zeros = 1;
        else if (**format == '+')
            form.plus = 1;
        else
            break;
    form.width = number_of(format, arguments);
    if (**format == '.') {
        ++*format;
        form.precision = number_of(format, arguments);
    }
    for (; **format == 'l' || **format == 'z'; ++*format)
        form.longs += **format == 'l';
    return form;
}

static void put_argument(struct place *place, struct form *form, char kind, va_list *arguments)
{
    const char *text;
    size_t length;
    long long number;
    char byte;

    if (kind == 's') {
        text = va_arg(*arguments, const char *);
        for (length = 0; length != (size_t)form->precision && text[length] != 0;)
            length++;
        put_in(place, form, "", text, length);
    } else if (kind == 'c') {
        byte = (char)va_arg(*arguments, int);
        put_in(place, form, "", &byte, 1);
    } else if (kind == 'd' || kind == 'i') {
        number = form->longs == 2 ? va_arg(*arguments, long long) : va_arg(*arguments, int);
        put_whole(place, form,
                  number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number, kind,
                  number < 0);
    } else if (kind == 'u' || kind == 'x' || kind == 'X') {
        put_whole(place, form,
                  form->longs == 2 ? va_arg(*arguments, unsigned long long)
                                   : va_arg(*arguments, unsigned),
                  kind, 0);
    } else if (kind == 'e' || kind == 'f' || kind == 'g') {
        put_real(place, form, va_arg(*arguments, double), kind);
    } else {
        put(place, kind);
    }
}

int vsnprintf(char *text, size_t room, const char *format, va_list given)
{
    struct place place = {text, room, 0};
    struct form form;
    va_list arguments;

    va_copy(arguments, given);
    for (; *format != 0; format++) {
        if (*format != '%') {
            put(&place, *format);
            continue;
        }
        format++;
        form = form_of(&format, &arguments);
        put_argument(&place, &form, *format, &arguments);
    }
    va_end(arguments);
    if (room != 0)
        text[place.length < room ? place.length : room - 1] = 0;
    return (int)place.length;
}

int snprintf(char *text, size_t room, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(text, room, format, arguments);
    va_end(arguments);
    return length;
}

int fprintf(FILE *file, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    (void)fwrite(text, 1, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1, file);
    return length;
}
