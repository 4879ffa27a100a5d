/* SPDX-License-Identifier: MIT */
#include "output/names.h"

#include <gpuocc/kernels.h>

#include <stdlib.h>
#include <string.h>

#include "output/text.h"

/* Bytes of the beginning that are shown before the end, and before another part. */
#define HEAD_OF_END  20u
#define HEAD_OF_PART 12u
#define DOTS         3u
/* Bytes before the first difference that are shown. */
#define BEFORE_PART 4u

const char *name_shown(const struct short_name *name)
{
    return name->cut[0] != 0 ? name->cut : name->whole;
}

static int continues(const char *at)
{
    return ((unsigned char)*at & 0xc0) == 0x80;
}

/* Cuts a name to its beginning of `head` bytes and what is behind `from`, without cutting a
 * character in two. */
static void cut(struct short_name *name, size_t head, size_t from)
{
    const char *whole = name->whole;
    const size_t length = strlen(whole);
    size_t end = length;
    char *at = name->cut;

    while (head > 0 && continues(whole + head))
        head--;
    while (continues(whole + from))
        from++;
    if (head + DOTS + length - from > NAME_SHOWN)
        end = from + NAME_SHOWN - head - 2 * DOTS;
    while (continues(whole + end))
        end--;
    memcpy(at, whole, head);
    memcpy(at += head, "...", DOTS);
    memcpy(at += DOTS, whole + from, end - from);
    at += end - from;
    if (end < length) {
        memcpy(at, "...", DOTS);
        at += DOTS;
    }
    *at = 0;
}

static int by_shown(const void *a, const void *b)
{
    const struct short_name *one = *(struct short_name *const *)a;
    const struct short_name *other = *(struct short_name *const *)b;
    const int order = strcmp(name_shown(one), name_shown(other));

    return order != 0 ? order : strcmp(one->whole, other->whole);
}

/* Returns the first byte in which two names differ. */
static size_t difference(const char *one, const char *other)
{
    size_t at = 0;

    while (one[at] != 0 && one[at] == other[at])
        at++;
    return at;
}

/* Cuts names that look alike in another way. They are sorted. */
static void separate(struct short_name *const *names, size_t count)
{
    const size_t at = difference(names[0]->whole, names[count - 1]->whole);
    size_t i;

    for (i = 0; i < count; i++) {
        if (names[i]->cut[0] == 0)
            continue;
        names[i]->cut[0] = 0;
        if (names[i]->tried++ == 0 && at > HEAD_OF_PART + BEFORE_PART)
            cut(names[i], HEAD_OF_PART, at - BEFORE_PART);
    }
}

/* Returns whether some names looked alike. */
static int separate_all(struct short_name **names, size_t count)
{
    size_t first, end;
    int some = 0;

    qsort(names, count, sizeof *names, by_shown);
    for (first = 0; first < count; first = end) {
        for (end = first + 1;
             end < count && strcmp(name_shown(names[first]), name_shown(names[end])) == 0; end++)
            continue;
        if (strcmp(names[first]->whole, names[end - 1]->whole) == 0)
            continue;
        some = 1;
        separate(names + first, end - first);
    }
    return some;
}

void names_cut(struct short_name *names, size_t count)
{
    struct short_name **order = memory_grow(NULL, (count + 1) * sizeof *order);
    size_t i, length;

    for (i = 0; i < count; i++) {
        order[i] = &names[i];
        names[i].cut[0] = 0;
        names[i].tried = 0;
        length = strlen(names[i].whole);
        if (length > NAME_SHOWN)
            cut(&names[i], HEAD_OF_END, length - (NAME_SHOWN - HEAD_OF_END - DOTS));
    }
    while (separate_all(order, count))
        continue;
    free(order);
}

int has_part(const char *name, size_t length, const char *part)
{
    const size_t wanted = part != NULL ? strlen(part) : 0;
    size_t i;

    for (i = 0; i + wanted <= length; i++)
        if (wanted == 0 || memcmp(name + i, part, wanted) == 0)
            return 1;
    return 0;
}

static int32_t is_kernel(void *user, const gpuocc_kernels_found *kernel)
{
    const char **name = user;

    if (strlen(*name) != kernel->name.length ||
        memcmp(kernel->name.at, *name, kernel->name.length) != 0)
        return 0;
    *name = NULL;
    return 1;
}

int has_kernel(const unsigned char *bytes, size_t length, const char *name)
{
    const gpuocc_kernels_callbacks reader = {
        .size = sizeof reader, .user = &name, .kernel = is_kernel};

    if (name == NULL)
        return 0;
    (void)gpuocc_kernels_read(&reader, bytes, length);
    return name == NULL;
}
