/* SPDX-License-Identifier: MIT
 *
 * Finds the field that was meant by a misspelled name.
 */
#include "input/fields.h"

#include <string.h>

#include "gpuocc/gpuocc.h"

#define LONGEST 48 /* a name of this length or more is similar to none */
#define FAR     NAME_FAR
#define CANDIDATES                                                                                 \
    (FIELD_GRID - FIELD_DEVICE + 2 + GPUOCC_KERNEL_FIELD_COUNT + GPUOCC_DEVICE_FIELD_COUNT)

/* A name in lower case with _ between words, and without separators. */
struct spelling {
    char words[LONGEST], bare[LONGEST];
    size_t words_length, bare_length;
};

struct candidate {
    struct field field;
    struct spelling name, brief; /* the short name; empty if it has none */
};

static int is_separator(char c)
{
    return c == '_' || c == '-' || c == ' ';
}

/* Returns 0 if the name is too long. */
static int spell(struct spelling *spelling, const char *name, size_t length)
{
    size_t i;

    memset(spelling, 0, sizeof *spelling);
    if (length >= LONGEST)
        return 0;
    for (i = 0; i < length; i++) {
        const char small = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] - 'A' + 'a') : name[i];

        spelling->words[spelling->words_length++] = is_separator(small) ? '_' : small;
        if (!is_separator(small))
            spelling->bare[spelling->bare_length++] = small;
    }
    return 1;
}

/* Returns the edit distance, at most FAR. */
static unsigned distance(const struct spelling *a, const struct spelling *b)
{
    unsigned char row[LONGEST], diagonal, above, cost, least;
    size_t i, j;

    if (a->words_length + FAR <= b->words_length || b->words_length + FAR <= a->words_length)
        return FAR;
    for (j = 0; j <= b->words_length; j++)
        row[j] = (unsigned char)j;
    for (i = 1; i <= a->words_length; i++) {
        diagonal = row[0];
        least = row[0] = (unsigned char)i;
        for (j = 1; j <= b->words_length; j++) {
            above = row[j];
            cost = (unsigned char)(diagonal + (a->words[i - 1] != b->words[j - 1]));
            if (above + 1 < cost)
                cost = (unsigned char)(above + 1);
            if (row[j - 1] + 1 < cost)
                cost = (unsigned char)(row[j - 1] + 1);
            diagonal = above;
            row[j] = cost;
            least = cost < least ? cost : least;
        }
        if (least >= FAR)
            return FAR;
    }
    return row[b->words_length];
}

unsigned name_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    struct spelling of_a, of_b;

    if (!spell(&of_a, a, a_length) || !spell(&of_b, b, b_length))
        return FAR;
    return distance(&of_a, &of_b);
}

int name_same(const char *a, size_t a_length, const char *b)
{
    struct spelling of_a, of_b;

    return spell(&of_a, a, a_length) && spell(&of_b, b, strlen(b)) && of_b.bare_length != 0 &&
           of_a.bare_length == of_b.bare_length &&
           memcmp(of_a.bare, of_b.bare, of_a.bare_length) == 0;
}

static size_t add(struct candidate *candidates, size_t count, struct field field, const char *name)
{
    struct candidate *candidate = &candidates[count];
    const char *brief = field_short(field);

    if (name == NULL || !spell(&candidate->name, name, strlen(name)))
        return count;
    (void)spell(&candidate->brief, brief != NULL ? brief : "", brief != NULL ? strlen(brief) : 0);
    candidate->field = field;
    return count + 1;
}

/* Lists all fields, only once: the library searches its lists for each name. */
static size_t list(const struct candidate **all)
{
    static struct candidate candidates[CANDIDATES];
    static const char other_name[] = "threads_per_partition";
    static size_t count;
    struct field field = {FIELD_DEVICE, 0};

    *all = candidates;
    if (count != 0)
        return count;
    for (; field.kind <= FIELD_GRID; field.kind++)
        count = add(candidates, count, field, field_name(field));
    field.kind = FIELD_KERNEL;
    for (field.number = 1; field.number < GPUOCC_KERNEL_FIELD_COUNT; field.number++)
        count = add(candidates, count, field, field_name(field));
    field.kind = FIELD_EDIT;
    for (field.number = 1; field.number < GPUOCC_DEVICE_FIELD_COUNT; field.number++)
        count = add(candidates, count, field, field_name(field));
    count = add(candidates, count, field_find_edit(other_name, strlen(other_name)), other_name);
    return count;
}

static int same(const struct spelling *a, const char *bare, size_t length)
{
    return length != 0 && a->bare_length == length && memcmp(a->bare, bare, length) == 0;
}

/* Whether a name is that of a candidate, except for case and separators. */
static int is(const struct spelling *name, const struct candidate *candidate)
{
    return same(&candidate->name, name->bare, name->bare_length) ||
           same(&candidate->brief, name->bare, name->bare_length) ||
           (candidate->field.kind == FIELD_EDIT && name->bare_length > 6 &&
            memcmp(name->bare, "device", 6) == 0 &&
            same(&candidate->name, name->bare + 6, name->bare_length - 6));
}

/* Keeps a name if it is the most similar one so far. */
static void keep(struct near *near, unsigned *best, unsigned far, struct field field,
                 const char *name)
{
    if (far >= *best)
        return;
    *best = far;
    near->field = field;
    near->name = name;
}

struct near field_near(const char *name, size_t length, enum field_kind kind)
{
    struct near near = {{FIELD_NONE, 0}, NULL};
    const struct candidate *all;
    struct spelling spelling;
    unsigned best = FAR, far;
    size_t count, i;

    if (!spell(&spelling, name, length))
        return near;
    near.field = kind == FIELD_NONE ? field_find_other(name, length) : near.field;
    if (near.field.kind != FIELD_NONE) {
        near.name = field_name(near.field);
        return near;
    }
    count = list(&all);
    for (i = 0; i < count && best != 0; i++) {
        if (kind != FIELD_NONE && all[i].field.kind != kind)
            continue;
        if (is(&spelling, &all[i])) {
            keep(&near, &best, 0, all[i].field,
                 same(&all[i].brief, spelling.bare, spelling.bare_length)
                     ? field_short(all[i].field)
                     : field_name(all[i].field));
        } else if (length >= 4) {
            keep(&near, &best, distance(&spelling, &all[i].name), all[i].field,
                 field_name(all[i].field));
            /* A change of a few letters makes a different word of a short name. */
            far = distance(&spelling, &all[i].brief);
            if (3 * far <= all[i].brief.words_length)
                keep(&near, &best, far, all[i].field, field_short(all[i].field));
        }
    }
    return near;
}
