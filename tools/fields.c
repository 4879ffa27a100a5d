/* SPDX-License-Identifier: MIT */
#include "fields.h"

#include <string.h>

#include "gpuocc/gpuocc.h"

/* The largest number that is not one of the library's two markers. */
#define LARGEST 0xfffffffdu

static const struct {
    const char *name;
    struct field field;
} short_names[] = {
    {"threads", {FIELD_KERNEL, GPUOCC_KERNEL_THREADS_PER_GROUP}},
    {"registers", {FIELD_KERNEL, GPUOCC_KERNEL_REGISTERS_PER_THREAD}},
    {"shared", {FIELD_KERNEL, GPUOCC_KERNEL_SHARED_BYTES}},
    {"dynamic_shared", {FIELD_KERNEL, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES}},
    {"barriers", {FIELD_KERNEL, GPUOCC_KERNEL_BARRIERS_PER_GROUP}},
    {"max_threads", {FIELD_KERNEL, GPUOCC_KERNEL_MAX_THREADS_PER_GROUP}},
    {"carveout", {FIELD_KERNEL, GPUOCC_KERNEL_CARVEOUT_PERCENT}},
    {"cluster", {FIELD_KERNEL, GPUOCC_KERNEL_GROUPS_PER_CLUSTER}},
    {"accumulators", {FIELD_KERNEL, GPUOCC_KERNEL_ACCUMULATORS_PER_THREAD}},
    {"scalar_registers", {FIELD_KERNEL, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE}},
    {"grf", {FIELD_KERNEL, GPUOCC_KERNEL_GRF_COUNT}},
    {"half_registers", {FIELD_KERNEL, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD}},
    {"occupancy_target", {FIELD_KERNEL, GPUOCC_KERNEL_OCCUPANCY_TARGET_PERCENT}},
    {"shared_per_thread", {FIELD_KERNEL, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD}},
    {"grid", {FIELD_GRID, 0}},
};

static int is(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

struct field field_find_edit(const char *name, size_t length)
{
    struct field field = {FIELD_EDIT, 0};

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
    struct field field = {FIELD_NONE, 0};

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

struct field field_find_short(const char *name, size_t length)
{
    size_t i;

    for (i = 0; i < sizeof short_names / sizeof short_names[0]; i++)
        if (is(name, length, short_names[i].name))
            return short_names[i].field;
    return field_find(name, length);
}

const char *field_short(struct field field)
{
    size_t i;

    for (i = 0; i < sizeof short_names / sizeof short_names[0]; i++)
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

/* The factor of a suffix, 0 if it is none. */
static uint64_t suffix(char c)
{
    switch (c) {
    case 'k':
    case 'K':
        return UINT64_C(1) << 10;
    case 'm':
    case 'M':
        return UINT64_C(1) << 20;
    case 'g':
    case 'G':
        return UINT64_C(1) << 30;
    default:
        return 0;
    }
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 16;
}

int32_t number_read(const char *text, size_t length, int sizes, uint64_t max, uint64_t *number)
{
    uint64_t factor = 1, found = 0;
    unsigned base = 10, d;
    int too_large = 0;
    size_t i = 0;

    if (sizes && length > 1 && suffix(text[length - 1]) != 0)
        factor = suffix(text[--length]);
    if (length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base = 16;
        i = 2;
    }
    if (i == length)
        return GPUOCC_ERROR_NOT_A_CHOICE;
    for (; i < length; i++) {
        d = (unsigned)digit(text[i]);
        if (d >= base)
            return GPUOCC_ERROR_NOT_A_CHOICE;
        too_large |= found > (max - d) / base;
        found = found * base + d;
    }
    if (too_large || found > max / factor)
        return GPUOCC_ERROR_TOO_LARGE;
    *number = found * factor;
    return GPUOCC_OK;
}

/* "<field> is "<text>", " and what it should be. */
static int32_t refuse(struct field field, const char *text, size_t length, int32_t status,
                      uint64_t max, struct text *message)
{
    text_format(message, "%s is ", field_name(field));
    text_add_quoted(message, text, length);
    if (status == GPUOCC_ERROR_TOO_LARGE)
        text_format(message, ", at most %llu is possible", (unsigned long long)max);
    else if (length != 0 && text[0] == '-')
        text_add(message, ", a number that is not negative is needed");
    else
        text_add(message, ", a whole number is needed");
    return status;
}

static int32_t refuse_vendor(const char *text, size_t length, struct text *message)
{
    uint32_t i;

    text_add(message, "vendor is ");
    text_add_quoted(message, text, length);
    text_add(message, ", possible are ");
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
    text_add(message, ", possible are ");
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
        status = number_read(element, size, 0, LARGEST, &value->values[value->count]);
        if (status < 0)
            return refuse(field, element, size, status, LARGEST, message);
        value->count++;
        if (next == end)
            return GPUOCC_OK;
    }
}

/* Whether a field may be written "24K". */
static int is_bytes(const char *name)
{
    return strstr(name, "_bytes") != NULL;
}

int32_t field_read(struct field field, const char *text, size_t length, struct field_value *value,
                   struct text *message)
{
    const uint64_t max = field.kind == FIELD_GRID ? UINT64_MAX - 1 : LARGEST;
    const char *name = field_name(field);
    int32_t status;

    value->given = GIVEN_NOT;
    value->count = 1;
    value->values[0] = 0;
    text = trim(text, &length);
    if (length == 0)
        return GPUOCC_OK;
    if (is_list(field))
        return read_list(field, text, length, value, message);
    if (is(text, length, "unknown")) {
        value->given = GIVEN_UNKNOWN;
        return GPUOCC_OK;
    }
    if (is(text, length, "zero") || is(text, length, "0")) {
        value->given = GIVEN_ZERO;
        return GPUOCC_OK;
    }
    if (field.kind == FIELD_KERNEL && gpuocc_choice_name(field.number, 1) != NULL)
        return read_choice(field, text, length, value, message);
    if (field.kind == FIELD_EDIT && field.number == GPUOCC_DEVICE_VENDOR) {
        uint32_t vendor;

        if (gpuocc_number(GPUOCC_LIST_VENDORS, text, length, &vendor) == GPUOCC_OK) {
            value->given = GIVEN_NUMBER;
            value->values[0] = vendor;
            return GPUOCC_OK;
        }
        if (digit(text[0]) > 9)
            return refuse_vendor(text, length, message);
    }
    status = number_read(text, length, is_bytes(name), max, &value->values[0]);
    if (status < 0)
        return refuse(field, text, length, status, max, message);
    value->given = value->values[0] != 0 ? GIVEN_NUMBER : GIVEN_ZERO;
    return GPUOCC_OK;
}
