/* SPDX-License-Identifier: MIT
 *
 * Looks up the names, units and descriptions of every list. The rows are in names.def and
 * names_latency.def, their units in units.def.
 */
#include "gpuocc/names.h"

#include <stddef.h>
#include <string.h>

#include "gpuocc/status.h"
#include "gpuocc/latency.h"
#include "gpuocc/occupancy.h"
#include "gpuocc/schedule.h"

#include "base/strings.h"
#include "generic/abouts.inc"

static const struct units {
#define UNIT(unit, text) char unit[sizeof text];
#include "base/units.def"
#undef UNIT
} units = {
#define UNIT(unit, text) text,
#include "base/units.def"
#undef UNIT
};

/* Rows are in the order of lists and numbers. The units are offsets in bytes, of 8 bits. */
static const uint8_t row_units[] = {
#define NAME(list, number, name, unit, about)                                                      \
    [GOCC_FIRST_##list + (number)] = (uint8_t)offsetof(struct units, unit),
#include "base/names.def"
#include "base/names_latency.def"
#undef NAME
};
typedef char gocc_units_fit[sizeof units <= 256 ? 1 : -1];
/* No number is missing in a list (devices/catalogue.py counts the rows). */
typedef char gocc_rows_agree[sizeof row_units == GOCC_NAMED_ROWS ? 1 : -1];

/* The lists of names.def are those of names.h, in the same order. */
typedef char
    gocc_lists_agree[sizeof name_firsts / sizeof name_firsts[0] == GPUOCC_LIST_COUNT + 1 ? 1 : -1];

/* Sets the first row of a list, and returns the number of its rows; 0 if there is no such list. */
static uint32_t rows_of(uint32_t list, uint32_t *first)
{
    if (list >= GPUOCC_LIST_COUNT)
        return 0;
    *first = name_firsts[list];
    return name_firsts[list + 1] - *first;
}

/* Returns the row of a list and number; GOCC_NAMED_ROWS if there is none. */
static uint32_t find(uint32_t list, uint32_t number)
{
    uint32_t first;

    return number < rows_of(list, &first) && name_texts[name_starts[first + number]] != 0
               ? first + number
               : GOCC_NAMED_ROWS;
}

uint32_t gpuocc_list_count(uint32_t list)
{
    uint32_t first;

    return rows_of(list, &first);
}

const char *gpuocc_name(uint32_t list, uint32_t number)
{
    const uint32_t row = find(list, number);

    return row != GOCC_NAMED_ROWS ? &name_texts[name_starts[row]] : NULL;
}

const char *gpuocc_unit(uint32_t list, uint32_t number)
{
    const uint32_t row = find(list, number);

    return row != GOCC_NAMED_ROWS ? (const char *)&units + row_units[row] : NULL;
}

const char *gpuocc_about(uint32_t list, uint32_t number)
{
    const uint32_t row = find(list, number);

    return row != GOCC_NAMED_ROWS ? &name_texts[about_starts[row]] : NULL;
}

int32_t gpuocc_number(uint32_t list, const char *name, size_t length, uint32_t *number)
{
    const char *text;
    uint32_t first, count, i;

    if (name == NULL || number == NULL)
        return GPUOCC_ERROR_NULL;
    length = gocc_text_length(name, length);
    count = rows_of(list, &first);
    for (i = 0; i != count; i++) {
        text = &name_texts[name_starts[first + i]];
        if (length != 0 && strlen(text) == length && memcmp(text, name, length) == 0) {
            *number = i;
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
        {GPUOCC_KERNEL_SHARED_LIMIT, GPUOCC_SHARED_LIMIT_OVERSIZED, "oversized"},
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
