/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "amd_names.h"

int amd_names_add(struct amd_names *names, struct reader_text name, uint64_t value)
{
    const struct amd_name added = {name, value, 0};
    const size_t room = names->room != 0 ? 2 * names->room : 64;
    struct amd_name *grown;

    if (names->count == names->room) {
        grown = realloc(names->at, room * sizeof *grown);
        if (grown == NULL)
            return 0;
        names->at = grown;
        names->room = room;
    }
    names->at[names->count++] = added;
    return 1;
}

/* By length first: names of a broken file that lie inside each other are then told apart without
 * a look at them. */
static int compare_names(const struct reader_text *a, const struct reader_text *b)
{
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    return a->at != b->at && a->length != 0 ? memcmp(a->at, b->at, a->length) : 0;
}

static int compare(const void *a, const void *b)
{
    const struct amd_name *one = a, *other = b;
    const int names = compare_names(&one->name, &other->name);

    if (names != 0)
        return names;
    return (one->value > other->value) - (one->value < other->value);
}

static int compare_values(const void *a, const void *b)
{
    const struct amd_name *one = a, *other = b;

    return (one->value > other->value) - (one->value < other->value);
}

void amd_names_by_value(struct amd_names *names)
{
    if (names->count != 0)
        qsort(names->at, names->count, sizeof *names->at, compare_values);
}

void amd_names_sort(struct amd_names *names)
{
    if (names->count != 0)
        qsort(names->at, names->count, sizeof *names->at, compare);
}

struct amd_name *amd_names_find(const struct amd_names *names, struct reader_text name)
{
    size_t low = 0, high = names->count, middle;

    while (low < high) {
        middle = low + (high - low) / 2;
        if (compare_names(&names->at[middle].name, &name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < names->count && compare_names(&names->at[low].name, &name) == 0)
        return &names->at[low];
    return NULL;
}

void amd_names_free(struct amd_names *names)
{
    free(names->at);
    memset(names, 0, sizeof *names);
}
