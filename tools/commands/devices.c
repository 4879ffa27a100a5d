/* SPDX-License-Identifier: MIT
 *
 * gpuocc devices and gpuocc device: the devices that the library knows, and the facts about one.
 */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "commands/commands.h"
#include "commands/describe.h"
#include "input/options.h"
#include "input/refused.h"
#include "output/cores.h"
#include "output/json.h"
#include "output/out.h"
#include "output/results.h"
#include "output/table.h"

static struct value device_value(const gpuocc_device *device, uint32_t field, uint32_t index)
{
    struct value value = {.state = VALUE_ABSENT};
    int32_t status = gpuocc_device_get(device, field, index, &value.low);

    value.high = value.low;
    value.state = status == GPUOCC_OK          ? VALUE_KNOWN
                  : status == GPUOCC_NOT_KNOWN ? VALUE_UNKNOWN
                                               : VALUE_ABSENT;
    return value;
}

static const char *vendor_of(const gpuocc_device *device)
{
    return gpuocc_name(GPUOCC_LIST_VENDORS,
                       (uint32_t)device_value(device, GPUOCC_DEVICE_VENDOR, 0).low);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int contains(const char *text, const char *word, size_t length)
{
    size_t i;

    for (; *text != 0; text++) {
        for (i = 0; i != length && lower(text[i]) == lower(word[i]); i++)
            continue;
        if (i == length)
            return 1;
    }
    return length == 0;
}

/* Whether a part of a text is in the name, the architecture, the family or the vendor. */
static int has_part(const gpuocc_device *device, const char *part, size_t length)
{
    return contains(gpuocc_device_name(device), part, length) ||
           contains(gpuocc_device_architecture(device), part, length) ||
           contains(gpuocc_device_family(device), part, length) ||
           contains(vendor_of(device), part, length);
}

/* Whether a device has the words of a text, in any order. */
static int has_words(const gpuocc_device *device, const char *text)
{
    size_t length;

    for (text += strspn(text, " "); *text != 0; text += length, text += strspn(text, " ")) {
        length = strcspn(text, " ");
        if (!has_part(device, text, length))
            return 0;
    }
    return 1;
}

/* Whether some device has the whole text. The words of an argument count alone only where none has:
 * "rtx 40" is no RTX 4000. */
static int is_part(const char *text)
{
    const gpuocc_device *device;
    uint32_t i;

    for (i = 0; gpuocc_device_at(i, &device) == GPUOCC_OK; i++)
        if (has_part(device, text, strlen(text)))
            return 1;
    return 0;
}

/* Keeps the devices for which an argument is a part of the name, the architecture, the family or
 * the vendor. Returns how many remain. */
static size_t filter(const gpuocc_device **devices, size_t count, const char *argument)
{
    const int whole = is_part(argument);
    size_t i, kept = 0;

    for (i = 0; i < count; i++)
        if (whole ? has_part(devices[i], argument, strlen(argument))
                  : has_words(devices[i], argument))
            devices[kept++] = devices[i];
    return kept;
}

/* Adds a number with its unit. The cell remains empty for an architecture, which has no such
 * figures. */
static void add_figure(struct table *table, const gpuocc_device *device, uint32_t field,
                       const char *unit)
{
    const struct value value = device_value(device, field, 0);
    struct text text = {0};

    if (field == GPUOCC_DEVICE_CORE_COUNT && text_add_wgps(&text, device)) {
        table_string(table, text_string(&text));
        text_free(&text);
        return;
    }
    if (value.state == VALUE_KNOWN && field == GPUOCC_DEVICE_MEMORY_MB_PER_S) {
        text_add_percent(&text, value.low, 100000); /* in GB/s, with two decimals */
    } else {
        text_add_value(&text, &value, "");
    }
    if (value.state == VALUE_KNOWN)
        text_add(&text, unit);
    table_string(table, text_string(&text));
    text_free(&text);
}

static void add_row(struct table *table, const gpuocc_device *device)
{
    table_string(table, gpuocc_device_name(device));
    table_string(table, gpuocc_device_architecture(device));
    table_string(table, gpuocc_device_family(device));
    table_string(table, vendor_of(device));
    add_figure(table, device, GPUOCC_DEVICE_CORE_COUNT, "");
    add_figure(table, device, GPUOCC_DEVICE_CLOCK_MHZ, " MHz");
    add_figure(table, device, GPUOCC_DEVICE_MEMORY_MB_PER_S, " GB/s");
}

static void start_table(struct table *table)
{
    static const char *const heads[] = {"name",  "architecture", "family",   "vendor",
                                        "cores", "clock",        "bandwidth"};
    size_t i;

    for (i = 0; i < 7; i++)
        table_column(table, i >= 4 ? TABLE_RIGHT : TABLE_LEFT);
    for (i = 0; i < 7; i++)
        table_string(table, heads[i]);
}

static void json_figure(struct json *json, const gpuocc_device *device, uint32_t field)
{
    const struct value value = device_value(device, field, 0);

    json_value(json, gpuocc_name(GPUOCC_LIST_DEVICE_FIELDS, field), &value);
}

static void json_row(struct json *json, const gpuocc_device *device)
{
    json_open(json, NULL, '{');
    json_identity(json, device);
    json_figure(json, device, GPUOCC_DEVICE_CORE_COUNT);
    json_figure(json, device, GPUOCC_DEVICE_CLOCK_MHZ);
    json_figure(json, device, GPUOCC_DEVICE_MEMORY_MB_PER_S);
    json_cores(json, device);
    describe_facts_json(json, device);
    json_close(json, '}');
    text_add_byte(&json->text, '\n');
}

static int list(const struct options *options, const gpuocc_device *const *devices, size_t count)
{
    struct table table = {0};
    struct json json = {{0}, 0};
    size_t i;

    start_table(&table);
    json_open(&json, NULL, '{');
    json_head(&json, "devices");
    json_open(&json, "devices", '[');
    for (i = 0; i < count; i++)
        if (options->json)
            json_row(&json, devices[i]);
        else
            add_row(&table, devices[i]);
    json_close(&json, ']');
    json_close(&json, '}');
    text_add_byte(&json.text, '\n');
    if (!options->json) {
        text_clear(&json.text);
        table_write(&table, &json.text, 1, out_style());
    }
    out_text(&json.text);
    text_free(&json.text);
    table_free(&table);
    return END_ANSWERED;
}

/* In JSON, no device is an empty list as well. */
static int none_matches(const struct options *options, const struct text *words)
{
    struct text text = {0};

    if (options->json)
        (void)list(options, NULL, 0);
    text_add_quoted(&text, text_string(words), words->length);
    if (!refused_maker(&text, words->data, words->length) &&
        !refused_kind(&text, words->data, words->length))
        text_add(&text, "; gpuocc devices without a name lists all");
    (void)complain("no device matches %s", text_string(&text));
    text_free(&text);
    return END_FAILED;
}

/* Moves the devices that a name resolves to (an alias, a chip, a PCI id, a processor) to the front
 * of those that have it as a part. Those alone are listed if none of them has it: "PS5" is a part
 * of another name only. Returns how many there are, and tells in *moved whether some moved. */
static size_t put_first(const gpuocc_device **devices, size_t count, const struct found *found,
                        int *moved)
{
    size_t i, j, front = 0;

    *moved = 0;
    if (found->status < 0 || found->devices[0] == NULL ||
        (count != 0 && found->quality == GPUOCC_QUALITY_ARCHITECTURE))
        return count;
    for (i = 0; i < found->count; i++)
        for (j = front; j < count; j++)
            if (devices[j] == found->devices[i]) {
                memmove((void *)(devices + front + 1), (const void *)(devices + front),
                        (j - front) * sizeof *devices);
                devices[front++] = found->devices[i];
            }
    if (front != 0)
        return count;
    *moved = 1;
    memcpy((void *)devices, (const void *)found->devices, found->count * sizeof *devices);
    return found->count;
}

/* Lists the devices that have the arguments as parts, `count` of them, and what the arguments name
 * in another way. A processor has only its own GPU: "Ryzen 7 5700" is no part of "5700G". */
static int list_named(const struct options *options, const gpuocc_device **devices, size_t count)
{
    struct lookup *cache = memory_grow(NULL, sizeof *cache);
    const struct found *found;
    struct text words = {0};
    int ending, moved;

    memset(cache, 0, sizeof *cache);
    options_join(options, &words);
    found = lookup(cache, words.data, words.length);
    if (found->status < 0 && refused_processor(words.data, words.length))
        count = 0;
    count = put_first(devices, count, found, &moved);
    ending = count != 0 ? list(options, devices, count) : none_matches(options, &words);
    if (moved && ending == END_ANSWERED && found->message.length != 0)
        (void)complain("%s", text_string(&found->message));
    lookup_free(cache);
    free(cache);
    text_free(&words);
    return ending;
}

static int list_matching(const struct options *options)
{
    const gpuocc_device *device, **devices = NULL;
    size_t i, count = 0, capacity = 0;
    int ending;

    while (gpuocc_device_at((uint32_t)count, &device) == GPUOCC_OK) {
        if (count == capacity) {
            capacity = memory_capacity(capacity);
            devices = memory_grow(devices, capacity * sizeof *devices);
        }
        devices[count++] = device;
    }
    for (i = 0; i < options->count; i++)
        count = filter(devices, count, options->arguments[i]);
    ending = options->count != 0 ? list_named(options, devices, count)
                                 : list(options, devices, count);
    free((void *)devices);
    return ending;
}

int command_devices(int count, char **arguments)
{
    struct options options;
    int ending = options_read(&options, COMMAND_DEVICES, NULL, NULL, count, arguments);

    if (ending == 0)
        ending = options.help ? command_help("devices") : list_matching(&options);
    options_free(&options);
    return ending;
}

static int add_device(struct json *json, struct text *text, const gpuocc_device *device,
                      const struct found *found, uint32_t number)
{
    (void)number;
    if (json != NULL)
        describe_json(json, device, found);
    else
        describe_text(text, device, text->length != 0);
    return END_ANSWERED;
}

static int describe_found(const struct options *options, const char *command,
                          const struct found *found, describe_device *describe, uint32_t number)
{
    struct json json = {{0}, 0};
    struct text text = {0};
    size_t i;
    int ending = END_ANSWERED;

    json_open(&json, NULL, '{');
    json_head(&json, command);
    json_open(&json, "devices", '[');
    for (i = 0; i < found->count && ending == END_ANSWERED; i++)
        ending = describe(options->json ? &json : NULL, &text, found->devices[i], found, number);
    if (found->message.length != 0)
        text_format(&text, "\nNote: %s.\n", text_string(&found->message));
    json_close(&json, ']');
    json_string(&json, "remark", text_string(&found->message));
    json_close(&json, '}');
    text_add_byte(&json.text, '\n');
    if (ending == END_ANSWERED)
        out_text(options->json ? &json.text : &text);
    text_free(&json.text);
    text_free(&text);
    return ending;
}

static int describe_name(const struct options *options, const char *command,
                         describe_device *describe, uint32_t number)
{
    struct lookup *cache = memory_grow(NULL, sizeof *cache);
    const struct found *found;
    struct text name = {0};
    int ending;

    memset(cache, 0, sizeof *cache);
    options_join(options, &name);
    found = lookup(cache, name.data, name.length);
    if (options->count == 0)
        ending = complain("device is not given; see gpuocc %s --help", command);
    else if (found->status < 0)
        ending = complain("%s", text_string(&found->message));
    else if (found->devices[0] == NULL)
        ending = complain("generic has no figures");
    else
        ending = describe_found(options, command, found, describe, number);
    lookup_free(cache);
    free(cache);
    text_free(&name);
    return ending;
}

int describe_named(enum command command, const struct own_option *own, int count, char **arguments,
                   describe_device *describe, const uint32_t *number)
{
    const char *name = command_entry(command)->name;
    struct options options;
    int ending = options_read(&options, command, NULL, own, count, arguments);

    if (ending == 0)
        ending = options.help
                     ? command_help(name)
                     : describe_name(&options, name, describe, number != NULL ? *number : 0);
    options_free(&options);
    return ending;
}

int command_device(int count, char **arguments)
{
    return describe_named(COMMAND_DEVICE, NULL, count, arguments, add_device, NULL);
}
