/* SPDX-License-Identifier: MIT
 *
 * Prints the constants of the latency model that the tables contain for a device, with their spread
 * and source.
 */
#include "commands/describe.h"

#include <string.h>

#include "output/device_texts.h"
#include "output/table.h"

struct constant {
    double value, low, high;
    uint32_t basis;
    const char *name, *unit;
    gpuocc_source source;
};

/* Returns 0 if no source gives the constant. The wave size is the device's default. */
static int find_constant(struct constant *found, const gpuocc_device *device, uint32_t number)
{
    found->source.size = sizeof found->source;
    found->name = gpuocc_name(GPUOCC_LIST_CONSTANTS, number);
    found->unit = gpuocc_unit(GPUOCC_LIST_CONSTANTS, number);
    return found->name != NULL &&
           gpuocc_device_constant(device, number, 0, &found->value, &found->low, &found->high) ==
               GPUOCC_OK &&
           gpuocc_device_constant_basis(device, number, 0, &found->basis) == GPUOCC_OK &&
           gpuocc_device_constant_source(device, number, &found->source) == GPUOCC_OK;
}

static void add_row(struct table *table, const struct constant *constant, struct sources *sources)
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
    table_string(table, ABOUT(GPUOCC_LIST_CONFIDENCES, constant->source.confidence));
    text_clear(&text);
    if (constant->source.document[0] != 0 || constant->source.remark[0] != 0)
        text_format(&text, "[%u]", (unsigned)sources_number(sources, &constant->source));
    table_string(table, text_string(&text));
    text_free(&text);
}

void describe_constants_text(struct text *text, const gpuocc_device *device,
                             struct sources *sources, struct style style)
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
        add_row(&table, &constant, sources);
        rows++;
    }
    if (rows != 0) {
        text_add(text, "\nConstants of gpuocc latency, with waves of the default size:\n");
        table_write(&table, text, 1, style);
    }
    table_free(&table);
}

void describe_constants_json(struct json *json, const gpuocc_device *device)
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
