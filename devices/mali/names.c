/* SPDX-License-Identifier: MIT
 *
 * Parses names that contain the number of shader cores, as drivers write them.
 */
#include <string.h>

#include "mali.h"

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Returns the beginning of the digits that end at `end`; `end` if there are none. */
static size_t digits_before(const char *name, size_t end)
{
    while (end != 0 && is_digit(name[end - 1]))
        end--;
    return end;
}

/* Returns the length of "Mali-G78" in "Mali-G78 MP24" and "Mali-G78 MC24"; 0 if the name does not
 * end like this. */
static size_t before_count(const char *name, size_t length)
{
    const size_t at = digits_before(name, length);

    if (at == length || at < 4 || (name[at - 2] | 0x20) != 'm' || name[at - 3] != ' ')
        return 0;
    return (name[at - 1] | 0x20) == 'c' || (name[at - 1] | 0x20) == 'p' ? at - 3 : 0;
}

/* Returns the length of "Mali-G57" in "Mali-G57 5 cores r0p1 0x9091", as the kernel driver writes
 * it. */
static size_t before_cores(const char *name, size_t length)
{
    static const char cores[] = " cores";
    const size_t size = sizeof cores - 1;
    size_t end, at;

    for (end = 1; end + size <= length; end++) {
        if (memcmp(name + end, cores, size) != 0)
            continue;
        at = digits_before(name, end);
        return at != end && at > 1 && name[at - 1] == ' ' ? at - 1 : 0;
    }
    return 0;
}

uint32_t gocc_mali_profile(const char **name, size_t *length)
{
    size_t found = before_count(*name, *length);

    if (found == 0)
        found = before_cores(*name, *length);
    if (found != 0)
        *length = found;
    return found != 0;
}
