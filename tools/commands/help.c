/* SPDX-License-Identifier: MIT
 *
 * The help, from options.def. The names in gpuocc help fields come from the library's lists, and
 * the library is asked which vendors use a field or support a convention.
 */
#include <string.h>

#include "commands/commands.h"
#include "input/amounts.h"
#include "input/fields.h"
#include "input/option_list.h"
#include "output/out.h"
#include "output/table.h"

/* Columns at which lines end, and at which the sentences about options begin. */
#define WIDTH  94u
#define INDENT 27u

static const char overview_head[] =
    "gpuocc prints the occupancy of a GPU kernel (the groups resident on a core), the limiting\n"
    "resource, and what to change. Group = block, wave = warp, core = SM.\n"
    "\n";

static const char overview_end[] =
    "\n"
    "Help:\n"
    "  gpuocc help COMMAND       how to use a command; also gpuocc COMMAND --help\n"
    "  gpuocc help fields        fields of kernels and devices, constants, conventions\n"
    "  gpuocc --version          also version: its version and that of the device data\n"
    "\n"
    "Exit code: 0 success, 1 error of usage, input or output, 2 a query was rejected, 3 an answer\n"
    "does not meet --require, 130 or 143 eval or kernels was stopped by SIGINT or SIGTERM (the\n"
    "rows already written are complete).\n";

static const char values[] =
    "A value is decimal or hexadecimal (0x), `unknown` for any possible value (the answer is then "
    "a range), or `zero`. Bytes may have a unit: 24K, 24KB and 24KiB are 24576 bytes. A grid may "
    "have dimensions too (64x64). The terms of CUDA, HIP, OpenCL and Metal are options as well "
    "(regs, smem, block-size, local-size, vgprs, lds, ...): gpuocc help fields lists them. A "
    "device is a product, an architecture, a PCI id (10de:2684), or `generic`, an empty device of "
    "which you give every figure.";

static const char general[] =
    "On a terminal tables fit its width, or COLUMNS; in pipes and files they are complete.\n";

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
        table_string(&table, gpuocc_about(list, i));
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
    struct field field = {.kind = FIELD_KERNEL};
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
        table_string(&table, gpuocc_about(GPUOCC_LIST_CONVENTIONS, i));
    }
    table_write(&table, text, 0, out_style());
    table_free(&table);
}

static void print_fields(void)
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
                    "\nWords of other tools that are options and columns of eval as well:\n");
    list_other_words(&text);
    text_add(&text, "\nConventions:\n");
    list_conventions(&text);
    out_text(&text);
    text_free(&text);
}

/* Adds words in lines that begin after `indent` columns; the first begins at `column`. A line that
 * begins with a blank stays as it is. */
static void add_wrapped(struct text *text, const char *words, size_t indent, size_t column)
{
    size_t length, at;

    for (at = 0; words[at] != 0; at += length) {
        if (words[at] == '\n' || (words[at] == ' ' && column == indent)) {
            length = strcspn(words + at, "\n");
            text_add_bytes(text, words + at, length += words[at + length] != 0);
            column = indent;
            continue;
        }
        length = strcspn(words + at, " \n");
        if (column > indent && column + 1 + length > WIDTH) {
            text_format(text, "\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            text_add_byte(text, ' ');
            column++;
        }
        text_add_bytes(text, words + at, length);
        column += length;
        length += words[at + length] == ' ';
    }
    text_add_byte(text, '\n');
}

/* Adds what is typed, and the sentence about it. */
static void add_entry(struct text *text, const char *typed, const char *about, size_t indent)
{
    text_add(text, typed);
    if (strlen(typed) < indent)
        text_format(text, "%*s", (int)(indent - strlen(typed)), "");
    else
        text_format(text, "\n%*s", (int)indent, "");
    add_wrapped(text, about, indent, indent);
}

static void add_name(struct text *text, const char *name)
{
    for (text_add(text, "--"); *name != 0; name++)
        text_add_byte(text, *name == '_' ? '-' : *name);
}

static void add_options(struct text *text, enum command command)
{
    const struct option *option = NULL;
    struct text typed = {0};

    while ((option = option_next(command, option)) != NULL) {
        text_clear(&typed);
        text_format(&typed, option->letter != 0 ? "  -%c, " : "      ", option->letter);
        add_name(&typed, option->name);
        text_format(&typed, "%s%s", option->argument[0] != 0 ? " " : "", option->argument);
        add_entry(text, text_string(&typed), option->about, INDENT);
    }
    text_free(&typed);
}

static void add_models(struct text *text, enum command command)
{
    const struct model_entry *model = NULL, *input;
    struct text typed = {0};
    uint32_t i;

    while ((model = model_next(command, model)) != NULL) {
        text_clear(&typed);
        for (i = 0; (input = model_input(model, i)) != NULL; i++) {
            text_add(&typed, input->otherwise < 0 ? " " : " [");
            add_name(&typed, input->name);
            text_format(&typed, " %s%s", input->argument, input->otherwise < 0 ? "" : "]");
        }
        text_format(text, "  %s ", model->model);
        add_wrapped(text, text_string(&typed) + 1, 3 + strlen(model->model),
                    3 + strlen(model->model));
        text_format(text, "%*s", (int)INDENT, "");
        add_wrapped(text, model->about, INDENT, INDENT);
    }
    if (model_next(command, NULL) != NULL)
        text_add_byte(text, '\n');
    text_free(&typed);
}

static void add_examples(struct text *text, enum command command)
{
    const char *typed;
    uint32_t i;

    text_add(text, "Examples:\n");
    for (i = 0; (typed = command_example(command, i)) != NULL; i++)
        text_format(text, "  %s\n", typed);
    text_add_byte(text, '\n');
}

static void add_command(struct text *text, enum command command)
{
    const struct command_entry *entry = command_entry(command);

    text_format(text, "gpuocc %s %s\n\n", entry->name, entry->usage);
    add_wrapped(text, entry->about, 0, 0);
    text_add_byte(text, '\n');
    add_examples(text, command);
    add_models(text, command);
    add_options(text, command);
    text_add_byte(text, '\n');
    if (command_asks(command)) {
        add_wrapped(text, values, 0, 0);
        text_add_byte(text, '\n');
    }
    text_add(text, general);
}

static void add_overview(struct text *text)
{
    const struct command_entry *entry;
    struct text typed = {0};
    uint32_t command;

    text_add(text, overview_head);
    for (command = 0; command < COMMAND_COUNT; command++) {
        entry = command_entry((enum command)command);
        if (command_group((enum command)command) != NULL)
            text_format(text, "%s%s:\n", command != 0 ? "\n" : "",
                        command_group((enum command)command));
        text_clear(&typed);
        text_format(&typed, "  gpuocc %s %s", entry->name, entry->usage);
        add_entry(text, text_string(&typed), entry->summary, INDENT + 1);
    }
    text_add(text, overview_end);
    text_free(&typed);
}

int command_missing(const char *typed)
{
    const size_t length = strlen(typed);
    const char *name = command_of_word(typed), *near = NULL, *other;
    unsigned best = NAME_FAR, far;
    struct text text = {0};
    uint32_t i;

    text_add(&text, typed[0] == '-' ? "there is no option " : "there is no command ");
    text_add_quoted(&text, typed, length);
    for (i = 0; i < COMMAND_COUNT && name == NULL; i++) {
        other = command_entry((enum command)i)->name;
        far = name_distance(typed, length, other, strlen(other));
        if (far >= best || 3 * far > strlen(other))
            continue;
        best = far;
        near = other;
    }
    if (near != NULL)
        text_format(&text, "; did you mean gpuocc %s?", near);
    else
        text_format(&text, "; see gpuocc %s%s--help", name != NULL ? name : "",
                    name != NULL ? " " : "");
    (void)complain("%s", text_string(&text));
    text_free(&text);
    return END_FAILED;
}

int command_help(const char *topic)
{
    struct text text = {0};
    uint32_t command = 0;

    if (topic != NULL && strcmp(topic, "fields") == 0) {
        print_fields();
        return END_ANSWERED;
    }
    while (topic != NULL && command < COMMAND_COUNT &&
           strcmp(topic, command_entry((enum command)command)->name) != 0)
        command++;
    if (command == COMMAND_COUNT && strcmp(topic, "help") != 0)
        return command_missing(topic);
    if (topic == NULL || command == COMMAND_COUNT)
        add_overview(&text);
    else
        add_command(&text, (enum command)command);
    out_text(&text);
    text_free(&text);
    return END_ANSWERED;
}

int command_version(void)
{
    const uint32_t version = gpuocc_version();
    struct text text = {0};

    text_format(&text, "gpuocc %u.%u.%u, device data %u\n", (unsigned)(version / 1000000),
                (unsigned)(version / 1000 % 1000), (unsigned)(version % 1000),
                (unsigned)gpuocc_data_version());
    out_text(&text);
    text_free(&text);
    return END_ANSWERED;
}
