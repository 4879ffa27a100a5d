/* SPDX-License-Identifier: MIT */
#include "commands/describe.h"

#include <string.h>

#include "input/named.h"
#include "output/cores.h"
#include "output/decode.h"
#include "output/out.h"
#include "output/table.h"

/* The sources of one device; each pair of document and remark occurs once. */
struct sources {
    uint32_t count;
    gpuocc_source rows[GPUOCC_DEVICE_FIELD_COUNT + GPUOCC_CONSTANT_COUNT];
};

/* A constant of the latency model, with its spread. */
struct constant {
    double value, low, high;
    uint32_t basis;
    const char *name, *unit;
    gpuocc_source source;
};

/* Returns the number of a source in the list, from 1; adds the source if necessary. */
static uint32_t sources_number(struct sources *sources, const gpuocc_source *source)
{
    uint32_t i;

    for (i = 0; i < sources->count; i++)
        if (strcmp(sources->rows[i].document, source->document) == 0 &&
            strcmp(sources->rows[i].remark, source->remark) == 0)
            return i + 1;
    sources->rows[sources->count++] = *source;
    return sources->count;
}

/* Adds a number such as "32", or the elements of a list, "16, 32". Returns 0 if the device has no
 * such number. */
static int add_number(struct text *text, const gpuocc_device *device, uint32_t field)
{
    uint64_t value;
    uint32_t index;
    int32_t status = gpuocc_device_get(device, field, 0, &value);

    if (status == GPUOCC_NOT_KNOWN) {
        text_add(text, "not known");
        return 1;
    }
    if (status != GPUOCC_OK)
        return 0;
    if (decode_number(text, device, field))
        return 1;
    for (index = 0; gpuocc_device_get(device, field, index, &value) == GPUOCC_OK; index++)
        text_format(text, "%s%llu", index != 0 ? ", " : "", (unsigned long long)value);
    return 1;
}

/* Adds a field of the device. Returns whether it was left out because its value means that the
 * device lacks something. */
static int add_field(struct table *table, const gpuocc_device *device, uint32_t field,
                     struct sources *sources)
{
    gpuocc_source source = {.size = sizeof source, .confidence = GPUOCC_CONFIDENCE_UNVERIFIED};
    struct text text = {0};

    if (gpuocc_name(GPUOCC_LIST_DEVICE_FIELDS, field) == NULL ||
        !add_number(&text, device, field)) {
        text_free(&text);
        return 0;
    }
    if (decode_empty(device, field)) {
        text_free(&text);
        return 1;
    }
    (void)gpuocc_device_source(device, field, &source);
    table_string(table, gpuocc_name(GPUOCC_LIST_DEVICE_FIELDS, field));
    table_string(table, text_string(&text));
    table_string(table, decode_unit(device, field));
    table_string(table, gpuocc_about(GPUOCC_LIST_CONFIDENCES, source.confidence));
    text_clear(&text);
    if (source.document[0] != 0 || source.remark[0] != 0)
        text_format(&text, "[%u]", (unsigned)sources_number(sources, &source));
    table_string(table, text_string(&text));
    text_free(&text);
    return 0;
}

static void add_identity(struct text *text, const gpuocc_device *device, struct style style)
{
    gpuocc_pci_id id = {.size = sizeof id};
    uint32_t i;
    struct text cores = {0};
    struct text counted = {0};

    text_format(text, "%s%s%s\n", style.bold, gpuocc_device_name(device), style.plain);
    text_format(text, "architecture %s", gpuocc_device_architecture(device));
    if (gpuocc_device_family(device)[0] != 0)
        text_format(text, ", family %s", gpuocc_device_family(device));
    if (text_add_wgps(&cores, device))
        text_format(text,
                    "\ncores %s: a group is on a WGP, with --core-mode cu on a CU;\n"
                    "numbers of a core are those of a CU",
                    text_string(&cores));
    text_free(&cores);
    text_add(&counted, "\nCounted: ");
    if (named_counted(&counted, device))
        text_format(text, "%s", text_string(&counted));
    text_free(&counted);
    text_format(text, "\nfingerprint %016llx\n",
                (unsigned long long)gpuocc_device_fingerprint(device));
    for (i = 0; gpuocc_device_pci_id(device, i, &id) == GPUOCC_OK; i++) {
        text_format(text, "%s%04x:%04x", i == 0 ? "PCI ids " : ", ", (unsigned)id.vendor,
                    (unsigned)id.device);
        if (id.revision != GPUOCC_UNKNOWN)
            text_format(text, ":%02x", (unsigned)id.revision);
    }
    text_add(text, i != 0 ? "\n\n" : "\n");
}

/* Returns 0 if no source gives the constant. The wave size is the device's default. */
uint32_t describe_wave_size(const gpuocc_device *device)
{
    const gpuocc_kernel kernel = {.size = sizeof kernel, .threads_per_group = 1};
    gpuocc_occupancy occupancy;
    uint64_t size = 0;

    (void)gpuocc_device_get(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, 0, &size);
    if (size == 0 && gpuocc_occupancy_init(&occupancy, device, GPUOCC_CONVENTION_DEFAULT, &kernel,
                                           NULL) == GPUOCC_OK)
        (void)gpuocc_occupancy_get(&occupancy, GPUOCC_RESULT_WAVE_SIZE, 0, &size, NULL);
    return size != 0 ? (uint32_t)size : 16;
}

static int find_constant(struct constant *found, const gpuocc_device *device, uint32_t number)
{
    const uint32_t wave_size = describe_wave_size(device);

    found->source.size = sizeof found->source;
    found->name = gpuocc_name(GPUOCC_LIST_CONSTANTS, number);
    found->unit = gpuocc_unit(GPUOCC_LIST_CONSTANTS, number);
    return found->name != NULL &&
           gpuocc_device_constant(device, number, wave_size, &found->value, &found->low,
                                  &found->high) == GPUOCC_OK &&
           gpuocc_device_constant_basis(device, number, wave_size, &found->basis) == GPUOCC_OK &&
           gpuocc_device_constant_source(device, number, &found->source) == GPUOCC_OK;
}

static void add_constant(struct table *table, const struct constant *constant,
                         struct sources *sources)
{
    struct text text = {0};

    table_string(table, constant->name);
    text_format(&text, "%.6g", constant->value);
    table_string(table, text_string(&text));
    text_clear(&text);
    if (constant->low < constant->high)
        text_format(&text, "%.6g to %.6g", constant->low, constant->high);
    table_string(table, text_string(&text));
    table_string(table, constant->unit);
    table_string(table, gpuocc_name(GPUOCC_LIST_BASES, constant->basis));
    table_string(table, gpuocc_about(GPUOCC_LIST_CONFIDENCES, constant->source.confidence));
    text_clear(&text);
    if (constant->source.document[0] != 0 || constant->source.remark[0] != 0)
        text_format(&text, "[%u]", (unsigned)sources_number(sources, &constant->source));
    table_string(table, text_string(&text));
    text_free(&text);
}

/* Adds the known constants of the latency model as a table. */
static void add_constants(struct text *text, const gpuocc_device *device, struct sources *sources,
                          struct style style)
{
    static const char *const heads[] = {"constant", "value",      "spread", "unit",
                                        "basis",    "confidence", "source"};
    struct constant constant;
    struct table table = {0};
    uint32_t i, rows = 0;

    for (i = 0; i < 7; i++)
        table_column(&table, i == 1 || i == 2 ? TABLE_RIGHT : i == 5 ? TABLE_CUT : TABLE_LEFT);
    for (i = 0; i < 7; i++)
        table_string(&table, heads[i]);
    for (i = 1; i < GPUOCC_CONSTANT_COUNT; i++) {
        if (!find_constant(&constant, device, i))
            continue;
        add_constant(&table, &constant, sources);
        rows++;
    }
    if (rows != 0) {
        text_format(text, "\nConstants of gpuocc latency, with waves of %u threads:\n",
                    (unsigned)describe_wave_size(device));
        table_write(&table, text, 1, style);
    }
    table_free(&table);
}

void describe_text(struct text *text, const gpuocc_device *device, int another)
{
    static const char *const heads[] = {"number", "value", "unit", "confidence", "source"};
    const struct style style = out_style();
    struct sources sources;
    struct table table = {0};
    int left_out = 0;
    uint32_t i;

    sources.count = 0;
    if (another)
        text_add(text, "\n");
    add_identity(text, device, style);
    for (i = 0; i < 5; i++)
        table_column(&table, i == 1 ? TABLE_RIGHT : i == 3 ? TABLE_CUT : TABLE_LEFT);
    for (i = 0; i < 5; i++)
        table_string(&table, heads[i]);
    for (i = 1; i < GPUOCC_DEVICE_FIELD_COUNT; i++)
        left_out |= add_field(&table, device, i, &sources);
    table_write(&table, text, 1, style);
    table_free(&table);
    if (left_out)
        text_add(text,
                 "Numbers of 0 are left out: the device does not have the resource, or no limit "
                 "of its own.\n--json has all numbers.\n");
    add_constants(text, device, &sources, style);
    describe_little_text(text, device, style);
    text_add(text, sources.count != 0 ? "\n" : "");
    for (i = 0; i < sources.count; i++)
        text_format(text, "[%u] %s%s%s\n", (unsigned)i + 1, sources.rows[i].document,
                    sources.rows[i].remark[0] != 0 ? "\n    " : "", sources.rows[i].remark);
}

static void json_pci_ids(struct json *json, const gpuocc_device *device)
{
    gpuocc_pci_id id = {.size = sizeof id};
    uint32_t i;

    json_open(json, "pci_ids", '[');
    for (i = 0; gpuocc_device_pci_id(device, i, &id) == GPUOCC_OK; i++) {
        json_open(json, NULL, '{');
        json_number(json, "vendor", id.vendor);
        json_number(json, "device", id.device);
        if (id.revision == GPUOCC_UNKNOWN)
            json_null(json, "revision");
        else
            json_number(json, "revision", id.revision);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void json_field(struct json *json, const gpuocc_device *device, uint32_t field)
{
    gpuocc_source source = {.size = sizeof source, .confidence = GPUOCC_CONFIDENCE_UNVERIFIED};
    uint32_t index;
    struct text decoded = {0};
    uint64_t value = 0;
    int32_t status = gpuocc_device_get(device, field, 0, &value);
    const int list =
        status == GPUOCC_ERROR_INDEX || gpuocc_device_get(device, field, 1, &value) == GPUOCC_OK;

    if (status != GPUOCC_OK && status != GPUOCC_NOT_KNOWN)
        return;
    json_open(json, NULL, '{');
    json_string(json, "name", gpuocc_name(GPUOCC_LIST_DEVICE_FIELDS, field));
    if (list)
        json_open(json, "values", '[');
    for (index = 0; gpuocc_device_get(device, field, index, &value) == GPUOCC_OK; index++)
        json_number(json, list ? NULL : "value", value);
    if (list)
        json_close(json, ']');
    if (status == GPUOCC_NOT_KNOWN)
        json_null(json, "value");
    if (decode_number(&decoded, device, field))
        json_string(json, "decoded", text_string(&decoded));
    else
        json_null(json, "decoded");
    text_free(&decoded);
    (void)gpuocc_device_source(device, field, &source);
    json_string(json, "unit", gpuocc_unit(GPUOCC_LIST_DEVICE_FIELDS, field));
    json_string(json, "confidence", gpuocc_name(GPUOCC_LIST_CONFIDENCES, source.confidence));
    json_string(json, "document", source.document);
    json_string(json, "remark", source.remark);
    json_close(json, '}');
}

static void json_constants(struct json *json, const gpuocc_device *device)
{
    struct constant constant;
    uint32_t i;

    json_open(json, "constants", '[');
    for (i = 1; i < GPUOCC_CONSTANT_COUNT; i++) {
        if (!find_constant(&constant, device, i))
            continue;
        json_open(json, NULL, '{');
        json_string(json, "name", constant.name);
        json_real(json, "value", constant.value, 15);
        json_real(json, "low", constant.low, 15);
        json_real(json, "high", constant.high, 15);
        json_string(json, "unit", constant.unit);
        json_string(json, "basis", gpuocc_name(GPUOCC_LIST_BASES, constant.basis));
        json_string(json, "confidence",
                    gpuocc_name(GPUOCC_LIST_CONFIDENCES, constant.source.confidence));
        json_string(json, "document", constant.source.document);
        json_string(json, "remark", constant.source.remark);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void describe_facts_json(struct json *json, const gpuocc_device *device)
{
    uint32_t field;

    json_pci_ids(json, device);
    json_open(json, "numbers", '[');
    for (field = 1; field < GPUOCC_DEVICE_FIELD_COUNT; field++)
        if (gpuocc_name(GPUOCC_LIST_DEVICE_FIELDS, field) != NULL)
            json_field(json, device, field);
    json_close(json, ']');
    json_constants(json, device);
}

void describe_json(struct json *json, const gpuocc_device *device, const struct found *found)
{
    json_open(json, NULL, '{');
    json_identity(json, device);
    json_cores(json, device);
    json_match(json, found->quality, found->nearest);
    describe_facts_json(json, device);
    json_close(json, '}');
    text_add_byte(&json->text, '\n');
}
