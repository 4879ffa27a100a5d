/* SPDX-License-Identifier: MIT */
#include "name_list.h"

#include "nest.h"

int name_list_add(struct name_list *names, gpuocc_kernels_text name, uint64_t value)
{
    const struct listed_name added = {name, value, 0};
    const size_t room = names->room != 0 ? 2 * names->room : 64;
    struct listed_name *grown;

    if (names->count == names->room) {
        grown = format_take(names->arena, room * sizeof *grown);
        if (grown == NULL)
            return 0;
        if (names->count != 0)
            memcpy(grown, names->at, names->count * sizeof *grown);
        format_give(names->arena, names->at);
        names->at = grown;
        names->room = room;
    }
    names->at[names->count++] = added;
    return 1;
}

/* Compares lengths first: overlapping names of a damaged file then differ without a comparison of
 * their bytes. */
static int compare_names(const gpuocc_kernels_text *a, const gpuocc_kernels_text *b)
{
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    return a->at != b->at && a->length != 0 ? memcmp(a->at, b->at, a->length) : 0;
}

static int compare(const struct listed_name *one, const struct listed_name *other)
{
    const int names = compare_names(&one->name, &other->name);

    if (names != 0)
        return names;
    return (one->value > other->value) - (one->value < other->value);
}

static int compare_values(const struct listed_name *one, const struct listed_name *other)
{
    return (one->value > other->value) - (one->value < other->value);
}

/* Sifts the name at `at` down the heap of `count` names. */
static void sink_down(struct listed_name *names, size_t at, size_t count,
                      int (*order)(const struct listed_name *, const struct listed_name *))
{
    const struct listed_name moved = names[at];
    size_t child;

    for (child = 2 * at + 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && order(&names[child], &names[child + 1]) < 0;
        if (order(&moved, &names[child]) >= 0)
            break;
        names[at] = names[child];
        at = child;
    }
    names[at] = moved;
}

/* Sorts without allocating, unlike qsort(), which may allocate. */
static void heap_sort(struct name_list *names,
                      int (*order)(const struct listed_name *, const struct listed_name *))
{
    struct listed_name last;
    size_t i;

    for (i = names->count / 2; i-- > 0;)
        sink_down(names->at, i, names->count, order);
    for (i = names->count; i-- > 1;) {
        last = names->at[i];
        names->at[i] = names->at[0];
        names->at[0] = last;
        sink_down(names->at, 0, i, order);
    }
}

void name_list_by_value(struct name_list *names)
{
    heap_sort(names, compare_values);
}

void name_list_sort(struct name_list *names)
{
    heap_sort(names, compare);
}

struct listed_name *name_list_find(const struct name_list *names, gpuocc_kernels_text name)
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

void name_list_free(struct name_list *names)
{
    format_give(names->arena, names->at);
    memset(names, 0, sizeof *names);
}
