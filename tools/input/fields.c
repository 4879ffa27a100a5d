/* SPDX-License-Identifier: MIT */
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

/* A field that may be meant. */
struct candidate {
    struct field field;
    struct spelling name, brief; /* the short name; empty if it has none */
};

/* Another name of a field. */
struct synonym {
    const char *name;
    struct field field;
};

#define KERNEL(field)                                                                              \
    {                                                                                              \
        FIELD_KERNEL, GPUOCC_KERNEL_##field                                                        \
    }
#define FIELD(kind_of_it)                                                                          \
    {                                                                                              \
        .kind = FIELD_##kind_of_it                                                                 \
    }

static const struct synonym short_names[] = {
#define SHORT(name, field) {name, field},
#include "input/synonyms.def"
};

static const struct synonym other_names[] = {
#define OTHER(name, field) {name, field},
#include "input/synonyms.def"
};

static const struct synonym axis_names[] = {
#define AXIS(name, field) {name, field},
#include "input/synonyms.def"
};

static const struct synonym decimal_names[] = {
#define DECIMAL(name, field) {name, field},
#include "input/synonyms.def"
};

static const struct {
    const char *name, *why;
} unclear_names[] = {
#define UNCLEAR(name, why) {name, why},
#include "input/synonyms.def"
};

#define COUNT(names) (sizeof(names) / sizeof(names)[0])

static int is(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

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

struct field field_find_edit(const char *name, size_t length)
{
    struct field field = {.kind = FIELD_EDIT};

    if (gpuocc_number(GPUOCC_LIST_DEVICE_FIELDS, name, length, &field.number) == GPUOCC_OK)
        return field;
    if (is(name, length, "threads_per_partition")) {
        field.number = GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION;
        return field;
    }
    if (length <= 7 || memcmp(name, "device_", 7) != 0 ||
        gpuocc_number(GPUOCC_LIST_DEVICE_FIELDS, name + 7, length - 7, &field.number) != GPUOCC_OK)
        field.kind = FIELD_NONE;
    return field;
}

struct field field_find(const char *name, size_t length)
{
    struct field field = {.kind = FIELD_NONE};

    if (is(name, length, "device"))
        field.kind = FIELD_DEVICE;
    else if (is(name, length, "convention"))
        field.kind = FIELD_CONVENTION;
    else if (is(name, length, "grid_groups"))
        field.kind = FIELD_GRID;
    else if (gpuocc_number(GPUOCC_LIST_KERNEL_FIELDS, name, length, &field.number) == GPUOCC_OK)
        field.kind = field.number != GPUOCC_KERNEL_SIZE ? FIELD_KERNEL : FIELD_NONE;
    else
        field = field_find_edit(name, length);
    return field;
}

/* Returns the field with this name in a list of synonyms, FIELD_NONE if there is none. */
static struct field find_synonym(const struct synonym *names, size_t count, const char *name,
                                 size_t length)
{
    const struct field none = {.kind = FIELD_NONE};
    size_t i;

    for (i = 0; i < count; i++)
        if (name_same(name, length, names[i].name))
            return names[i].field;
    return none;
}

static struct field find_other(const char *name, size_t length)
{
    return find_synonym(other_names, COUNT(other_names), name, length);
}

struct field field_find_axis(const char *name, size_t length)
{
    const struct field field = find_other(name, length);

    return field.kind != FIELD_NONE ? field
                                    : find_synonym(axis_names, COUNT(axis_names), name, length);
}

struct field field_find_decimal(const char *name, size_t length)
{
    return find_synonym(decimal_names, COUNT(decimal_names), name, length);
}

const char *field_unclear(const char *name, size_t length)
{
    size_t i;

    for (i = 0; i < COUNT(unclear_names); i++)
        if (name_same(name, length, unclear_names[i].name))
            return unclear_names[i].why;
    return NULL;
}

struct field field_find_short(const char *name, size_t length)
{
    struct field field;
    size_t i;

    for (i = 0; i < COUNT(short_names); i++)
        if (is(name, length, short_names[i].name))
            return short_names[i].field;
    field = find_other(name, length);
    return field.kind != FIELD_NONE ? field : field_find(name, length);
}

const char *field_other(struct field field, size_t index)
{
    size_t i;

    for (i = 0; i < COUNT(other_names); i++)
        if (other_names[i].field.kind == field.kind &&
            other_names[i].field.number == field.number && index-- == 0)
            return other_names[i].name;
    return NULL;
}

const char *field_short(struct field field)
{
    size_t i;

    for (i = 0; i < COUNT(short_names); i++)
        if (short_names[i].field.kind == field.kind && short_names[i].field.number == field.number)
            return short_names[i].name;
    return NULL;
}

const char *field_name(struct field field)
{
    switch (field.kind) {
    case FIELD_KERNEL:
        return gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, field.number);
    case FIELD_EDIT:
        return gpuocc_name(GPUOCC_LIST_DEVICE_FIELDS, field.number);
    case FIELD_DEVICE:
        return "device";
    case FIELD_CONVENTION:
        return "convention";
    case FIELD_GRID:
        return "grid_groups";
    default:
        return "";
    }
}

static size_t add_candidate(struct candidate *candidates, size_t count, struct field field,
                            const char *name)
{
    struct candidate *candidate = &candidates[count];
    const char *brief = field_short(field);

    if (name == NULL) /* no field has this number */
        return count;
    (void)spell(&candidate->name, name, strlen(name));
    if (brief != NULL)
        (void)spell(&candidate->brief, brief, strlen(brief));
    candidate->field = field;
    return count + 1;
}

/* Lists all fields, only once: the library searches its lists for each name. */
static size_t list_candidates(const struct candidate **all)
{
    static struct candidate candidates[CANDIDATES];
    static const char other_name[] = "threads_per_partition";
    static size_t count;
    struct field field = {.kind = FIELD_DEVICE};

    *all = candidates;
    if (count != 0)
        return count;
    for (; field.kind <= FIELD_GRID; field.kind++)
        count = add_candidate(candidates, count, field, field_name(field));
    field.kind = FIELD_KERNEL;
    for (field.number = 1; field.number < GPUOCC_KERNEL_FIELD_COUNT; field.number++)
        count = add_candidate(candidates, count, field, field_name(field));
    field.kind = FIELD_EDIT;
    for (field.number = 1; field.number < GPUOCC_DEVICE_FIELD_COUNT; field.number++)
        count = add_candidate(candidates, count, field, field_name(field));
    count = add_candidate(candidates, count, field_find_edit(other_name, strlen(other_name)),
                          other_name);
    return count;
}

static int same_bare(const struct spelling *a, const char *bare, size_t length)
{
    return length != 0 && a->bare_length == length && memcmp(a->bare, bare, length) == 0;
}

/* Whether a name is that of a candidate, except for case and separators. */
static int is_candidate(const struct spelling *name, const struct candidate *candidate)
{
    return same_bare(&candidate->name, name->bare, name->bare_length) ||
           same_bare(&candidate->brief, name->bare, name->bare_length) ||
           (candidate->field.kind == FIELD_EDIT && name->bare_length > 6 &&
            memcmp(name->bare, "device", 6) == 0 &&
            same_bare(&candidate->name, name->bare + 6, name->bare_length - 6));
}

/* Keeps a name if it is the most similar one so far. */
static void keep_nearer(struct near *near, unsigned *best, unsigned far, struct field field,
                        const char *name)
{
    if (far >= *best)
        return;
    *best = far;
    near->field = field;
    near->name = name;
}

struct field field_find_any(const char *name, size_t length)
{
    struct field field = field_find(name, length);
    const struct candidate *all;
    struct spelling spelling;
    size_t count, i;

    if (field.kind != FIELD_NONE || !spell(&spelling, name, length))
        return field;
    count = list_candidates(&all);
    for (i = 0; i < count; i++)
        if (is_candidate(&spelling, &all[i]))
            return all[i].field;
    return find_other(name, length);
}

struct near field_near(const char *name, size_t length, enum field_kind kind)
{
    struct near near = {.field = {.kind = FIELD_NONE}};
    const struct candidate *all;
    struct spelling spelling;
    unsigned best = FAR, far;
    size_t count, i;

    if (!spell(&spelling, name, length))
        return near;
    near.field = kind == FIELD_NONE ? find_other(name, length) : near.field;
    if (near.field.kind != FIELD_NONE) {
        near.name = field_name(near.field);
        return near;
    }
    count = list_candidates(&all);
    for (i = 0; i < count && best != 0; i++) {
        if (kind != FIELD_NONE && all[i].field.kind != kind)
            continue;
        if (is_candidate(&spelling, &all[i])) {
            keep_nearer(&near, &best, 0, all[i].field,
                        same_bare(&all[i].brief, spelling.bare, spelling.bare_length)
                            ? field_short(all[i].field)
                            : field_name(all[i].field));
        } else if (length >= 4) {
            keep_nearer(&near, &best, distance(&spelling, &all[i].name), all[i].field,
                        field_name(all[i].field));
            /* A change of a few letters makes a different word of a short name. */
            far = distance(&spelling, &all[i].brief);
            if (3 * far <= all[i].brief.words_length)
                keep_nearer(&near, &best, far, all[i].field, field_short(all[i].field));
        }
    }
    return near;
}

const char *trim(const char *text, size_t *length)
{
    while (*length > 0 && (text[0] == ' ' || text[0] == '\t')) {
        text++;
        --*length;
    }
    while (*length > 0 && (text[*length - 1] == ' ' || text[*length - 1] == '\t'))
        --*length;
    return text;
}

/* Adds the message: "<field> is "<text>", " and what it should be. */
static int32_t refuse(struct field field, const char *text, size_t length, int32_t status,
                      uint64_t max, const char *need, struct text *message)
{
    text_format(message, "%s is ", field_name(field));
    text_add_quoted(message, text, length);
    if (need != NULL)
        text_format(message, ", %s", need);
    else if (status == GPUOCC_ERROR_TOO_LARGE)
        text_format(message, ", the maximum is %llu", (unsigned long long)max);
    else if (text[0] == '-')
        text_add(message, ", a number that is not negative is needed");
    else
        text_format(message, ", a whole number is needed%s",
                    field_is_bytes(field) ? ", with KiB, MiB or GiB behind it or nothing" : "");
    return status;
}

/* Reads the name of a vendor, in any case. */
static int read_vendor(const char *text, size_t length, uint64_t *vendor)
{
    for (*vendor = 0; *vendor < GPUOCC_VENDOR_COUNT; ++*vendor)
        if (name_same(text, length, gpuocc_name(GPUOCC_LIST_VENDORS, (uint32_t)*vendor)))
            return 1;
    *vendor = 0;
    return 0;
}

static int32_t refuse_vendor(const char *text, size_t length, struct text *message)
{
    uint32_t i;

    text_add(message, "vendor is ");
    text_add_quoted(message, text, length);
    text_add(message, ", valid values are ");
    for (i = 0; i < GPUOCC_VENDOR_COUNT; i++)
        text_format(message, "%s%s", i != 0 ? ", " : "", gpuocc_name(GPUOCC_LIST_VENDORS, i));
    return GPUOCC_ERROR_NOT_A_CHOICE;
}

static int32_t read_choice(struct field field, const char *text, size_t length,
                           struct field_value *value, struct text *message)
{
    const char *name;
    uint32_t i;

    for (i = 1; (name = gpuocc_choice_name(field.number, i)) != NULL; i++)
        if (is(text, length, name)) {
            value->given = GIVEN_NUMBER;
            value->values[0] = i;
            return GPUOCC_OK;
        }
    text_format(message, "%s is ", field_name(field));
    text_add_quoted(message, text, length);
    text_add(message, ", valid values are ");
    for (i = 1; (name = gpuocc_choice_name(field.number, i)) != NULL; i++)
        text_format(message, "%s%s", i > 1 ? ", " : "", name);
    return GPUOCC_ERROR_NOT_A_CHOICE;
}

static int is_list(struct field field)
{
    switch (field.kind == FIELD_EDIT ? field.number : 0) {
    case GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB:
    case GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB:
    case GPUOCC_DEVICE_GRF_COUNTS:
    case GPUOCC_DEVICE_WAVES_AT_GRF_COUNT:
    case GPUOCC_DEVICE_CORES_PER_GPC:
        return 1;
    default:
        return 0;
    }
}

static int32_t read_list(struct field field, const char *text, size_t length,
                         struct field_value *value, struct text *message)
{
    const char *end = text + length, *at = text, *next, *element;
    size_t size;
    int32_t status;

    if (is(text, length, "unknown")) {
        text_format(message, "%s is \"unknown\", a list needs whole numbers", field_name(field));
        return GPUOCC_ERROR_NOT_A_CHOICE;
    }
    value->given = GIVEN_NUMBER;
    value->count = 0;
    for (;; at = next + 1) {
        for (next = at; next != end && *next != '|' && *next != ','; next++)
            continue;
        size = (size_t)(next - at);
        element = trim(at, &size);
        if (value->count == FIELD_VALUES) {
            text_format(message, "%s has more than %d elements", field_name(field), FIELD_VALUES);
            return GPUOCC_ERROR_TOO_LARGE;
        }
        status = number_read(element, size, 0, FIELD_LARGEST, &value->values[value->count]);
        if (status < 0)
            return refuse(field, element, size, status, FIELD_LARGEST, NULL, message);
        value->count++;
        if (next == end)
            return GPUOCC_OK;
    }
}

int field_has_dimensions(struct field field)
{
    return field.kind == FIELD_GRID ||
           (field.kind == FIELD_KERNEL && field.number == GPUOCC_KERNEL_THREADS_PER_GROUP);
}

static int has_choices(struct field field)
{
    return field.kind == FIELD_KERNEL && gpuocc_choice_name(field.number, 1) != NULL;
}

/* Reads what most cells hold: one to nine decimal digits and nothing else, which no field finds too
 * large. Returns 0 and leaves the number if it is something else. */
static int read_digits(const char *text, size_t length, uint64_t *number)
{
    uint32_t found = 0;
    size_t i;

    if (length > 9)
        return 0;
    for (i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return 0;
        found = 10 * found + (uint32_t)(text[i] - '0');
    }
    *number = found;
    return 1;
}

int field_is_bytes(struct field field)
{
    return strstr(field_name(field), "_bytes") != NULL;
}

/* Reads a number of threads or groups: a whole number or dimensions. */
static int32_t read_dimensions(const char *text, size_t length, uint64_t max,
                               struct field_value *value, const char **need)
{
    uint64_t *number = &value->values[0];
    int32_t status = GPUOCC_ERROR_NOT_A_CHOICE;

    if (strchr("([{", text[0]) == NULL && number_thousands(text, length) != THOUSANDS_OR_DIMENSIONS)
        status = number_read(text, length, 0, max, number);
    if (status == GPUOCC_ERROR_NOT_A_CHOICE)
        status = product_read(text, length, max, number, value->shape, need);
    return status;
}

int32_t field_read(struct field field, const char *text, size_t length, struct field_value *value,
                   struct text *message)
{
    const uint64_t max = field.kind == FIELD_GRID ? UINT64_MAX - 1 : FIELD_LARGEST;
    const char *need = NULL;
    int32_t status;

    value->given = GIVEN_NOT;
    value->count = 1;
    value->values[0] = 0;
    value->shape[0] = 0;
    text = trim(text, &length);
    if (length == 0)
        return GPUOCC_OK;
    if (is_list(field))
        return read_list(field, text, length, value, message);
    if (read_digits(text, length, &value->values[0]) && !has_choices(field)) {
        value->given = value->values[0] != 0 ? GIVEN_NUMBER : GIVEN_ZERO;
        return GPUOCC_OK;
    }
    if (is(text, length, "unknown")) {
        value->given = GIVEN_UNKNOWN;
        return GPUOCC_OK;
    }
    if (is(text, length, "zero") || is(text, length, "0")) {
        value->given = GIVEN_ZERO;
        return GPUOCC_OK;
    }
    if (has_choices(field))
        return read_choice(field, text, length, value, message);
    if (field.kind == FIELD_EDIT && field.number == GPUOCC_DEVICE_VENDOR) {
        if (read_vendor(text, length, &value->values[0])) {
            value->given = GIVEN_NUMBER;
            return GPUOCC_OK;
        }
        if (text[0] < '0' || text[0] > '9')
            return refuse_vendor(text, length, message);
    }
    if (field_has_dimensions(field))
        status = read_dimensions(text, length, max, value, &need);
    else
        status = number_read(text, length, field_is_bytes(field), max, &value->values[0]);
    if (status < 0)
        return refuse(field, text, length, status, max, need, message);
    value->given = value->values[0] != 0 ? GIVEN_NUMBER : GIVEN_ZERO;
    return GPUOCC_OK;
}
