/* SPDX-License-Identifier: MIT
 *
 * Every list by name. The rows stand in names.def and names_latency.def, their units in
 * units.def.
 */
#include "gpuocc/names.h"

#include <string.h>

#include "gpuocc/latency.h"
#include "gpuocc/occupancy.h"
#include "gpuocc/schedule.h"

#define PASTE(a, b)        a##b
#define MEMBER(kind, line) PASTE(kind, line)

/* The texts of all rows, one after the other. They are no array of pointers, because the loader
 * would have to fill that in; and no single literal, because compilers limit its length. */
static const struct {
#define NAME(list, number, name, unit, about)                                                      \
    char MEMBER(name_, __LINE__)[sizeof name], MEMBER(about_, __LINE__)[sizeof about];
    struct {
#include "names.def"
    } first;
    struct {
#include "names_latency.def"
    } latency;
#undef NAME
} texts = {
#define NAME(list, number, name, unit, about) name, about,
    {
#include "names.def"
    },
    {
#include "names_latency.def"
    },
#undef NAME
};

static const struct {
#define UNIT(unit, text) char unit[sizeof text];
#include "units.def"
#undef UNIT
} units = {
#define UNIT(unit, text) text,
#include "units.def"
#undef UNIT
};

enum unit {
#define UNIT(unit, text) UNIT_##unit,
#include "units.def"
#undef UNIT
};

static const struct {
    uint8_t list, number, unit;
} rows[] = {
#define NAME(list, number, name, unit, about) {GPUOCC_LIST_##list, number, UNIT_##unit},
#include "names.def"
#include "names_latency.def"
#undef NAME
};
#define ROWS ((uint32_t)(sizeof rows / sizeof rows[0]))

enum column { COLUMN_NAME, COLUMN_ABOUT, COLUMN_COUNT, COLUMN_UNIT };

static const char *text_at(const void *first, uint32_t skip)
{
    const char *text = first;

    while (skip-- > 0)
        text += strlen(text) + 1;
    return text;
}

static const char *text_of(uint32_t row, enum column column)
{
    if (column == COLUMN_UNIT)
        return text_at(&units, rows[row].unit);
    return text_at(&texts, row * COLUMN_COUNT + (uint32_t)column);
}

static const char *find(uint32_t list, uint32_t number, enum column column)
{
    uint32_t row;

    for (row = 0; row != ROWS; row++)
        if (rows[row].list == list && rows[row].number == number)
            return text_of(row, column);
    return NULL;
}

uint32_t gpuocc_list_count(uint32_t list)
{
    uint32_t row, count = 0;

    for (row = 0; row != ROWS; row++)
        if (rows[row].list == list)
            count = rows[row].number + 1u;
    return count;
}

const char *gpuocc_name(uint32_t list, uint32_t number)
{
    return find(list, number, COLUMN_NAME);
}

const char *gpuocc_unit(uint32_t list, uint32_t number)
{
    return find(list, number, COLUMN_UNIT);
}

const char *gpuocc_about(uint32_t list, uint32_t number)
{
    return find(list, number, COLUMN_ABOUT);
}

int32_t gpuocc_number(uint32_t list, const char *name, size_t length, uint32_t *number)
{
    const char *text;
    uint32_t row;

    if (name == NULL || number == NULL)
        return GPUOCC_ERROR_NULL;
    for (row = 0; row != ROWS; row++) {
        if (rows[row].list != list)
            continue;
        text = text_of(row, COLUMN_NAME);
        if (strlen(text) == length && memcmp(text, name, length) == 0) {
            *number = rows[row].number;
            return GPUOCC_OK;
        }
    }
    return GPUOCC_ERROR_FIELD;
}

const char *gpuocc_choice_name(uint32_t kernel_field, uint32_t value)
{
    static const struct {
        uint8_t field, value;
        char name[14];
    } choices[] = {
        {GPUOCC_KERNEL_SHARED_LIMIT, GPUOCC_SHARED_LIMIT_DEFAULT, "default"},
        {GPUOCC_KERNEL_SHARED_LIMIT, GPUOCC_SHARED_LIMIT_OPTIN, "optin"},
        {GPUOCC_KERNEL_CACHE_PREFERENCE, GPUOCC_CACHE_PREFERENCE_NONE, "none"},
        {GPUOCC_KERNEL_CACHE_PREFERENCE, GPUOCC_CACHE_PREFERENCE_SHARED, "shared"},
        {GPUOCC_KERNEL_CACHE_PREFERENCE, GPUOCC_CACHE_PREFERENCE_L1, "l1"},
        {GPUOCC_KERNEL_CACHE_PREFERENCE, GPUOCC_CACHE_PREFERENCE_EQUAL, "equal"},
        {GPUOCC_KERNEL_GLOBAL_CACHING, GPUOCC_GLOBAL_CACHING_OFF, "off"},
        {GPUOCC_KERNEL_GLOBAL_CACHING, GPUOCC_GLOBAL_CACHING_ON, "on"},
        {GPUOCC_KERNEL_GLOBAL_CACHING, GPUOCC_GLOBAL_CACHING_STRICT, "strict"},
        {GPUOCC_KERNEL_CORE_MODE, GPUOCC_CORE_MODE_CU, "cu"},
        {GPUOCC_KERNEL_CORE_MODE, GPUOCC_CORE_MODE_WGP, "wgp"},
    };
    uint32_t i;

    for (i = 0; i != sizeof choices / sizeof choices[0]; i++)
        if (choices[i].field == kernel_field && choices[i].value == value)
            return choices[i].name;
    return NULL;
}
