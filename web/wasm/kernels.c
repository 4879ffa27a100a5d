/* SPDX-License-Identifier: MIT
 *
 * The readers of kernels as a module: read() reports to two functions that the module imports, and
 * what they need of a C library beside support.c.
 */
#include <gpuocc/kernels.h>

#include <stdio.h>
#include <string.h>

struct place {
    char *text;
    size_t room, length;
};

static void put(struct place *place, char byte)
{
    if (place->length + 1 < place->room)
        place->text[place->length] = byte;
    place->length++;
}

static void put_number(struct place *place, unsigned long long number)
{
    char digits[20];
    unsigned count = 0;

    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    while (count-- > 0)
        put(place, digits[count]);
}

/* %s, %.*s, %c, %u, %lu, %llu and %%: all that the readers write. */
int vsnprintf(char *text, size_t room, const char *format, va_list arguments)
{
    struct place place = {text, room, 0};
    const char *string;
    int longs, most;

    for (; *format != 0; format++) {
        if (*format != '%') {
            put(&place, *format);
            continue;
        }
        most = -1;
        if (*++format == '.' && format[1] == '*') {
            most = va_arg(arguments, int);
            format += 2;
        }
        for (longs = 0; *format == 'l'; format++)
            longs++;
        if (*format == 's')
            for (string = va_arg(arguments, const char *); most-- != 0 && *string != 0; string++)
                put(&place, *string);
        else if (*format == 'c')
            put(&place, (char)va_arg(arguments, int));
        else if (*format == 'u')
            put_number(&place, longs == 2   ? va_arg(arguments, unsigned long long)
                               : longs == 1 ? va_arg(arguments, unsigned long)
                                            : va_arg(arguments, unsigned));
        else
            put(&place, *format);
    }
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

__attribute__((import_module("env"), import_name("kernel"))) int32_t
import_kernel(const gpuocc_kernels_found *found, const char *name, size_t name_length,
              const char *target, size_t target_length, const char *format, uint32_t notes,
              uint32_t stack_bytes, uint32_t spill_bytes);
__attribute__((import_module("env"), import_name("warning"))) void
import_warning(uint32_t offset, const char *sentence);
int32_t read_kernels(const void *bytes, size_t length, void *memory, size_t memory_bytes);

static int32_t take_kernel(void *user, const gpuocc_kernels_found *found)
{
    (void)user;
    return import_kernel(found, found->name.at, found->name.length, found->target.at,
                         found->target.length, found->format, found->notes, found->stack_bytes,
                         found->spill_bytes);
}

static void take_warning(void *user, uint64_t offset, const char *sentence)
{
    (void)user;
    import_warning((uint32_t)offset, sentence);
}

__attribute__((visibility("default"))) int32_t read_kernels(const void *bytes, size_t length,
                                                            void *memory, size_t memory_bytes)
{
    const gpuocc_kernels_callbacks reader = {sizeof reader, NULL,         take_kernel, take_warning,
                                             memory,        memory_bytes, NULL};

    return gpuocc_kernels_read(&reader, bytes, length);
}
