/* SPDX-License-Identifier: MIT
 *
 * gpuocc help fields. The names come from the library's lists, and the library is asked which
 * vendors use a field or support a convention.
 */
#include <string.h>

#include "input/amounts.h"
#include "commands/commands.h"
#include "commands/help.h"
#include "output/device_texts.h"
#include "output/table.h"

/* Whether a device supports the convention and, if a field is given, has the field's resource. */
static int takes(const gpuocc_device *device, uint32_t convention, uint32_t field)
{
    gpuocc_field_info info = {sizeof info, 0, 0, 0, 0, ""};

    return gpuocc_kernel_field_info(device, convention,
                                    field != 0 ? field : GPUOCC_KERNEL_THREADS_PER_GROUP, &info,
                                    NULL) == GPUOCC_OK &&
           info.use != GPUOCC_FIELD_ABSENT;
}

/* Adds a cell with the vendors that have such a device, or no names if all vendors do. */
static void add_takers(struct table *table, uint32_t convention, uint32_t field)
{
    const gpuocc_device *device = NULL;
    struct text text = {0};
    uint64_t vendor = 0;
    uint32_t i, known = 0, taken = 0;

    for (i = 0; gpuocc_device_at(i, &device) == GPUOCC_OK; i++) {
        (void)gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &vendor);
        known |= 1u << vendor;
        if ((taken >> vendor & 1) == 0 && takes(device, convention, field))
            taken |= 1u << vendor;
    }
    for (i = 0; taken != known && taken >> i != 0; i++)
        if ((taken >> i & 1) != 0)
            text_format(&text, "%s%s", text.length != 0 ? ", " : "",
                        gpuocc_name(GPUOCC_LIST_VENDORS, i));
    table_string(table, text_string(&text));
    text_free(&text);
}

static void add_short(struct text *text, const char *name)
{
    text_add(text, " (--");
    for (; *name != 0; name++)
        text_add_byte(text, *name == '_' ? '-' : *name);
    text_add(text, ")");
}

static void list_fields(struct text *text, const char *title, uint32_t list, enum field_kind kind)
{
    struct field field = {kind, 0};
    struct table table = {0};
    struct text name = {0};
    const uint32_t columns = kind == FIELD_KERNEL ? 4 : 3;
    uint32_t i;

    text_add(text, title);
    table.indent = "  ";
    for (i = 0; i < columns; i++)
        table_column(&table, TABLE_LEFT);
    for (i = 1; i < gpuocc_list_count(list); i++) {
        if (gpuocc_name(list, i) == NULL)
            continue;
        field.number = i;
        text_clear(&name);
        text_add(&name, gpuocc_name(list, i));
        if (field_short(field) != NULL)
            add_short(&name, field_short(field));
        table_string(&table, text_string(&name));
        table_string(&table, gpuocc_unit(list, i));
        if (kind == FIELD_KERNEL)
            add_takers(&table, GPUOCC_CONVENTION_DEFAULT, i);
        table_string(&table, ABOUT(list, i));
    }
    table_write(&table, text, 0, out_style());
    table_free(&table);
    text_free(&name);
}

/* Adds the names of a field in other tools, in lines of a few words. */
static void add_other_words(struct table *table, struct field field)
{
    struct text words = {0};
    const char *word;
    size_t i;

    for (i = 0; (word = field_other(field, i)) != NULL; i++) {
        text_format(&words, "%s%s", words.length != 0 ? ", " : "", word);
        if (words.length < 30 && field_other(field, i + 1) != NULL)
            continue;
        table_string(table, text_string(&words));
        table_string(table, field_name(field));
        text_clear(&words);
    }
    text_free(&words);
}

static void list_other_words(struct text *text)
{
    struct field field = {FIELD_KERNEL, 0};
    struct table table = {0};

    table.indent = "  ";
    table_column(&table, TABLE_LEFT);
    table_column(&table, TABLE_LEFT);
    for (field.number = 1; field.number < GPUOCC_KERNEL_FIELD_COUNT; field.number++)
        add_other_words(&table, field);
    field.number = 0;
    field.kind = FIELD_GRID;
    add_other_words(&table, field);
    field.kind = FIELD_DEVICE;
    add_other_words(&table, field);
    table_write(&table, text, 0, out_style());
    table_free(&table);
}

static void list_conventions(struct text *text)
{
    struct table table = {0};
    uint32_t i;

    table.indent = "  ";
    for (i = 0; i < 3; i++)
        table_column(&table, TABLE_LEFT);
    for (i = 0; i < gpuocc_list_count(GPUOCC_LIST_CONVENTIONS); i++) {
        table_string(&table, gpuocc_name(GPUOCC_LIST_CONVENTIONS, i));
        add_takers(&table, i, 0);
        table_string(&table, ABOUT(GPUOCC_LIST_CONVENTIONS, i));
    }
    table_write(&table, text, 0, out_style());
    table_free(&table);
}

void help_fields(void)
{
    struct text text = {0};

    list_fields(&text, "Fields of a kernel, as columns of eval and as options:\n",
                GPUOCC_LIST_KERNEL_FIELDS, FIELD_KERNEL);
    list_fields(&text, "\nNumbers of a device, as columns of eval, as options and for --set:\n",
                GPUOCC_LIST_DEVICE_FIELDS, FIELD_EDIT);
    list_fields(&text, "\nConstants of the latency model, for --constant of gpuocc latency:\n",
                GPUOCC_LIST_CONSTANTS, FIELD_NONE);
    text_add(&text, "\nAlso device, convention, grid_groups, and threads_per_partition, another "
                    "name for\nmax_waves_per_partition. In an option - and _ are the same.\n"
                    "\nWords of other tools that are options as well:\n");
    list_other_words(&text);
    text_add(&text, "\nConventions:\n");
    list_conventions(&text);
    out_text(&text);
    text_free(&text);
}
