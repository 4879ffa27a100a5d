/* SPDX-License-Identifier: MIT
 *
 * Looks up the names, units and descriptions of every list. The rows are in names.def and
 * names_latency.def, their units in units.def.
 */
#include "gpuocc/names.h"

#include <stddef.h>
#include <string.h>

#include "gpuocc/latency.h"
#include "gpuocc/occupancy.h"
#include "gpuocc/schedule.h"

#include "base/packed.h"
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

/* In the order of lists and numbers; `unit` is an offset in bytes. */
static const struct row {
    uint8_t unit, list, number;
} rows[] = {
#define NAME(list, number, name, unit, about)                                                      \
    {(uint8_t)offsetof(struct units, unit), GPUOCC_LIST_##list, number},
#include "base/names.def"
#include "base/names_latency.def"
#undef NAME
};
/* `unit` has 8 bits. */
typedef char gocc_units_fit[sizeof units <= 256 ? 1 : -1];
#define ROWS ((uint32_t)(sizeof rows / sizeof rows[0]))
/* devices/catalogue.py has read the same number of rows. */
typedef char gocc_about_rows[sizeof rows / sizeof rows[0] == GOCC_ABOUT_ROWS ? 1 : -1];

static const char *name_of(const struct row *row)
{
    return &name_texts[name_starts[row - rows]];
}

/* Returns the row of a list and number, or the next one. */
static uint32_t row_from(uint32_t list, uint32_t number)
{
    uint32_t first = 0, end = ROWS, middle;

    while (first != end) {
        middle = first + (end - first) / 2;
        if (rows[middle].list < list || (rows[middle].list == list && rows[middle].number < number))
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

/* Returns the row of a list and number; NULL if there is none. */
static const struct row *find(uint32_t list, uint32_t number)
{
    const uint32_t row = row_from(list, number);

    return row != ROWS && rows[row].list == list && rows[row].number == number ? &rows[row] : NULL;
}

uint32_t gpuocc_list_count(uint32_t list)
{
    const uint32_t end = list < GPUOCC_LIST_COUNT ? row_from(list + 1, 0) : 0;

    return end != 0 ? rows[end - 1].number + 1u : 0;
}

const char *gpuocc_name(uint32_t list, uint32_t number)
{
    const struct row *row = find(list, number);

    return row != NULL ? name_of(row) : NULL;
}

const char *gpuocc_unit(uint32_t list, uint32_t number)
{
    const struct row *row = find(list, number);

    return row != NULL ? (const char *)&units + row->unit : NULL;
}

const char *gpuocc_about(uint32_t list, uint32_t number, char *text, size_t bytes)
{
    const struct row *row = find(list, number);
    uint32_t at, left;

    if (row == NULL || text == NULL || bytes == 0)
        return NULL;
    at = about_starts[(row - rows) / GOCC_ABOUTS] * 8u;
    for (left = (uint32_t)(row - rows) % GOCC_ABOUTS; left != 0; left--)
        (void)gocc_decode(&abouts, &at, NULL, 0);
    (void)gocc_decode(&abouts, &at, text, bytes);
    return text;
}

int32_t gpuocc_number(uint32_t list, const char *name, size_t length, uint32_t *number)
{
    const char *text;
    uint32_t row;

    if (name == NULL || number == NULL)
        return GPUOCC_ERROR_NULL;
    length = gocc_text_length(name, length);
    for (row = row_from(list, 0); row != ROWS && rows[row].list == list; row++) {
        text = name_of(&rows[row]);
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
