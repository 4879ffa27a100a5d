/* SPDX-License-Identifier: MIT */
#include "input/columns.h"

#include <string.h>

#include "output/out.h"

/* An amount has fewer digits, with those behind its point. */
#define DIGITS 12

static const struct unit units[] = {
    {"B", 1, 1},
    {"byte", 1, 1},
    {"bytes", 1, 1},
    {"KiB", 1024, 1024},
    {"MiB", 1024 * 1024, 1024 * 1024},
    {"KB", 1000, 1024},
    {"MB", 1000 * 1000, 1024 * 1024},
    {"Kbyte", 1000, 1000},
    {"Mbyte", 1000 * 1000, 1000 * 1000},
};

/* Whether a name ends in a unit: "smem (KB)", "smem [KB]", "smem_KB"; *length is then that of what
 * precedes it. */
static int cut_unit(const char *name, size_t *length, struct unit *unit)
{
    size_t end = *length, start;
    const int closed = end != 0 && (name[end - 1] == ')' || name[end - 1] == ']');
    uint32_t i;

    end -= closed != 0;
    for (start = end; start > 0 && strchr(closed ? "([" : "_ -", name[start - 1]) == NULL; start--)
        continue;
    if (start == 0)
        return 0;
    for (i = 0; i < sizeof units / sizeof units[0]; i++)
        if (name_same(name + start, end - start, units[i].name)) {
            *unit = units[i];
            *length = start - 1;
            (void)trim(name, length);
            return 1;
        }
    return 0;
}

/* Finds a field of which the name has a unit behind it. */
static struct use find_amount(const char *name, size_t length)
{
    struct use use = {.field = {.kind = FIELD_NONE}};

    if (!cut_unit(name, &length, &use.unit))
        return use;
    use.field = field_find_decimal(name, length);
    if (use.field.kind != FIELD_NONE && use.unit.low % 1000 == 0)
        use.unit.high = use.unit.low;
    else if (use.field.kind == FIELD_NONE)
        use.field = field_find_any(name, length);
    if (!field_is_bytes(use.field))
        use.field.kind = FIELD_NONE;
    return use;
}

int use_is_stack(const char *name, size_t length, struct unit *unit)
{
    *unit = units[0];
    return name_same(name, length, "stack") ||
           (cut_unit(name, &length, unit) &&
            (name_same(name, length, "stack") || name_same(name, length, "stack_bytes")));
}

/* Cuts the letter of an axis behind a name: "BlkX", "blockDim.x", "block_x". Returns 0 without. */
static char cut_axis(const char *name, size_t *length)
{
    const char letter = *length > 1 ? (char)(name[*length - 1] | 0x20) : 0;

    if (letter < 'x' || letter > 'z')
        return 0;
    *length -= name[*length - 2] == '.' ? 2 : 1;
    return letter;
}

struct use use_find(const char *name, size_t length)
{
    struct use use = {.field = field_find_any(name, length)};

    if (use.field.kind == FIELD_NONE)
        use = find_amount(name, length);
    if (use.field.kind != FIELD_NONE)
        return use;
    memset(&use, 0, sizeof use);
    use.axis = cut_axis(name, &length);
    if (use.axis != 0)
        use.field = field_find_axis(name, length);
    if (!field_has_dimensions(use.field))
        use.field.kind = FIELD_NONE;
    return use;
}

int use_is_range(const struct use *use, struct text *why)
{
    if (use->unit.low != use->unit.high)
        text_format(why, "%s is %lu bytes to some and %lu to others", use->unit.name,
                    (unsigned long)use->unit.low, (unsigned long)use->unit.high);
    else if (use->unit.low > 1 && use->unit.low % 1000 == 0)
        text_format(why, "%s is %lu bytes, and the cells are rounded", use->unit.name,
                    (unsigned long)use->unit.low);
    else
        return 0;
    return 1;
}

const char *use_unclear(const char *name, size_t length)
{
    const char *why = field_unclear(name, length);

    return why == NULL && cut_axis(name, &length) != 0 ? field_unclear(name, length) : why;
}

const struct profile_table *profile_table(size_t index)
{
    static const struct profile_table tables[] = {
        {"nsys", {"Start (ns)", "CorrId", "GrdX"}},
        {"nvprof", {"Grid X", "Registers Per Thread", "Static SMem"}},
        {"rocprofv3", {"Kernel_Name", "Dispatch_Id", "Agent_Id"}},
        {"rocprof", {"KernelName", "gpu-id", "wgr"}},
        {"rocprof", {"Kernel_Name", "LDS_Per_Workgroup", "Workgroup_Size"}},
        {"ncu", {"Kernel Name", "Metric Name", "Metric Value"}},
        {"ncu", {"Kernel Name", "launch__registers_per_thread", "launch__grid_size"}},
    };

    return index < sizeof tables / sizeof tables[0] ? &tables[index] : NULL;
}

/* Reads an amount such as 0.214 or 1,024 as a number of units of 1 / *parts. */
static int read_amount(const char *text, size_t length, uint64_t *number, uint64_t *parts)
{
    const char *point = memchr(text, '.', length);
    const size_t whole = point != NULL ? (size_t)(point - text) : length;
    const int commas = number_thousands(text, whole) != THOUSANDS_NONE;
    size_t i;

    *number = 0;
    *parts = 1;
    for (i = 0; i < length; i++) {
        if (text + i == point || (commas && i < whole && text[i] == ','))
            continue;
        if (text[i] < '0' || text[i] > '9')
            return 0;
        *number = 10 * *number + (uint64_t)(text[i] - '0');
        *parts *= i > whole ? 10 : 1;
    }
    return 1;
}

int32_t use_set(const struct use *use, struct question *question, const char *cell, size_t length,
                struct text *message)
{
    uint64_t number, parts, low, high;
    const char *text = trim(cell, &length);

    if (field_has_dimensions(use->field) &&
        number_thousands(text, length) == THOUSANDS_OR_DIMENSIONS) {
        text_format(message, "%s is ", field_name(use->field));
        text_add_quoted(message, text, length);
        text_add(message, ", which may be one number or dimensions; write dimensions with x, and "
                          "a number without commas");
        return GPUOCC_ERROR_NOT_A_CHOICE;
    }
    if (use->unit.name == NULL || length == 0 || length > DIGITS ||
        !read_amount(text, length, &number, &parts))
        return question_set(question, use->field, text, length, message);
    low = number * use->unit.low;
    high = number * use->unit.high;
    if (parts != 1) { /* rounded to the last digit */
        low = 2 * low > use->unit.low ? (2 * low - use->unit.low + 2 * parts - 1) / (2 * parts) : 0;
        high = (2 * high + use->unit.high) / (2 * parts);
    }
    return question_set_range(question, use->field, low, high, message);
}

/* Finds the field whose name precedes brackets with something that is no unit of it. */
static struct field find_bracketed(const char *name, size_t length)
{
    const char *bracket = memchr(name, '(', length);
    size_t size;

    bracket = bracket != NULL ? bracket : memchr(name, '[', length);
    size = bracket != NULL ? (size_t)(bracket - name) : 0;
    name = trim(name, &size);
    return field_find_any(name, size);
}

int use_warn(const struct use *use, const char *name, size_t length, const char *what)
{
    const int unused = use->field.kind == FIELD_NONE && length != 0;
    const char *unclear = unused ? use_unclear(name, length) : NULL;
    struct near near = {.field = {.kind = FIELD_NONE}};
    struct text text = {0}, why = {0};
    int said = 1;

    if (unused && unclear == NULL)
        near.field = find_bracketed(name, length);
    if (field_is_bytes(near.field))
        unclear = "its unit is none of B, KB, KiB, MB and MiB";
    else if (unused && unclear == NULL && near.field.kind == FIELD_NONE)
        near = field_near(name, length, FIELD_NONE);
    text_add_quoted(&text, name, length);
    if (use_is_range(use, &why))
        (void)complain("column %s is read as ranges: %s", text_string(&text), text_string(&why));
    else if (unclear != NULL)
        (void)complain("column %s is %s: %s", text_string(&text), what, unclear);
    else if (near.field.kind != FIELD_NONE)
        (void)complain("column %s is not a field and is %s; did you mean %s?", text_string(&text),
                       what, field_name(near.field));
    else
        said = 0;
    text_free(&text);
    text_free(&why);
    return said;
}
