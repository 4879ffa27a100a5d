/* SPDX-License-Identifier: MIT
 *
 * gpuocc little: what a core must have in flight to keep its memory, its caches and its pipes busy
 * (latency x rate, Little's law), and the number of waves needed for that.
 */
#include <string.h>

#include "answer.h"
#include "commands/commands.h"
#include "commands/describe.h"
#include "output/out.h"
#include "output/results.h"
#include "output/table.h"

/* The resources with a latency and a rate: levels of memory, and pipes. */
static const uint8_t levels[] = {GPUOCC_RESOURCE_DRAM, GPUOCC_RESOURCE_L2, GPUOCC_RESOURCE_L1};
static const uint8_t pipes[] = {GPUOCC_RESOURCE_FP32,    GPUOCC_RESOURCE_FP64,
                                GPUOCC_RESOURCE_FP16,    GPUOCC_RESOURCE_INT32,
                                GPUOCC_RESOURCE_SPECIAL, GPUOCC_RESOURCE_MATRIX};
#define LEVELS (sizeof levels / sizeof levels[0])
#define PIPES  (sizeof pipes / sizeof pipes[0])

/* The waves of a device. */
struct core {
    const gpuocc_device *device;
    uint32_t wave_size, slots; /* 0 slots: unknown */
};

/* What must be in flight: bytes of a level, or instructions of a pipe. */
struct little {
    double in_flight[3]; /* minimum, usual, maximum */
    uint32_t basis;      /* basis of the latency */
    uint64_t missing;    /* set of unknown constants; if not empty, the other members are invalid */
};

static uint32_t field(const gpuocc_device *device, uint32_t number)
{
    uint64_t value = 0;

    return gpuocc_device_get(device, number, 0, &value) == GPUOCC_OK ? (uint32_t)value : 0;
}

static struct core core_of(const gpuocc_device *device, uint32_t wave_size)
{
    struct core core = {device, wave_size != 0 ? wave_size : describe_wave_size(device), 0};

    core.slots = field(device, GPUOCC_DEVICE_PARTITIONS_PER_CORE) *
                 field(device, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION);
    return core;
}

/* Returns the usual value of a constant; an unknown one is added to `missing`. */
static double constant(const struct core *core, uint32_t number, uint64_t *missing)
{
    double value = 0;

    if (gpuocc_device_constant(core->device, number, core->wave_size, &value, NULL, NULL) !=
        GPUOCC_OK)
        *missing |= UINT64_C(1) << number;
    return value;
}

static void find_little(struct little *little, const struct core *core, uint32_t resource)
{
    const uint32_t latency = GPUOCC_CONSTANT_LATENCY + resource;
    double rate, clock = 1, cores = 1, cycles[3] = {0, 0, 0};
    int i;

    memset(little, 0, sizeof *little);
    if (gpuocc_device_constant(core->device, latency, core->wave_size, &cycles[1], &cycles[0],
                               &cycles[2]) != GPUOCC_OK)
        little->missing |= UINT64_C(1) << latency;
    (void)gpuocc_device_constant_basis(core->device, latency, core->wave_size, &little->basis);
    if (resource == GPUOCC_RESOURCE_DRAM) {
        rate = constant(core, GPUOCC_CONSTANT_DRAM_GB_PER_S, &little->missing);
        clock = constant(core, GPUOCC_CONSTANT_CLOCK_GHZ, &little->missing);
        cores = constant(core, GPUOCC_CONSTANT_CORE_COUNT, &little->missing);
    } else {
        rate = constant(core, GPUOCC_CONSTANT_RATE + resource, &little->missing);
    }
    if (little->missing != 0)
        return;
    (void)gpuocc_little_memory_rate(rate, clock, cores, 1, &rate, NULL);
    for (i = 0; i < 3; i++)
        (void)gpuocc_little_pipe(cycles[i], rate, &little->in_flight[i], NULL);
}

/* Returns the number of waves that are needed if each has `each` in flight: minimum and maximum,
 * which are equal without a spread. */
static struct value waves(const struct little *little, double each)
{
    struct value value = {VALUE_KNOWN, 0, 0};

    (void)gpuocc_little_count(little->in_flight[0], each, &value.low, NULL);
    (void)gpuocc_little_count(little->in_flight[2], each, &value.high, NULL);
    return value;
}

/* Adds "18 to 19 (28 to 30 %)": waves, and their share of the wave slots. */
static void add_waves(struct table *table, const struct core *core, struct value value)
{
    struct text text = {0};

    text_add_value(&text, &value, "");
    if (core->slots != 0) {
        text_format(&text, " (%.0f", 100.0 * (double)value.low / core->slots);
        if (value.low < value.high)
            text_format(&text, " to %.0f", 100.0 * (double)value.high / core->slots);
        text_add(&text, " %)");
    }
    table_string(table, text_string(&text));
    text_free(&text);
}

static void add_amount(struct text *text, const struct little *little, const char *format)
{
    text_format(text, format, little->in_flight[1]);
    if (little->in_flight[0] < little->in_flight[2]) {
        text_add(text, " (");
        text_format(text, format, little->in_flight[0]);
        text_add(text, " to ");
        text_format(text, format, little->in_flight[2]);
        text_add_byte(text, ')');
    }
}

static void add_missing(struct text *text, uint64_t missing)
{
    const char *before = "not known: ";
    uint32_t i;

    for (i = 0; i < GPUOCC_CONSTANT_COUNT; i++) {
        if ((missing >> i & 1) == 0)
            continue;
        text_format(text, "%s%s", before, gpuocc_name(GPUOCC_LIST_CONSTANTS, i));
        before = ", ";
    }
}

static void add_heads(struct table *table, size_t count, const char *const *heads)
{
    size_t i;

    for (i = 0; i < count; i++)
        table_column(table, i == 0 ? TABLE_LEFT : TABLE_RIGHT);
    for (i = 0; i < count; i++)
        table_string(table, heads[i]);
}

/* Adds a table of waves by loads per thread and bytes per load. */
static void add_level(struct text *text, const struct core *core, const struct little *little,
                      struct style style)
{
    static const char *const heads[] = {"loads of a thread", "4 bytes", "8 bytes", "16 bytes"};
    struct table table = {0};
    struct text cell = {0};
    uint32_t loads, bytes;

    add_heads(&table, 4, heads);
    table.sides[0] = TABLE_RIGHT;
    for (loads = 1; loads <= 8; loads *= 2) {
        text_clear(&cell);
        text_add_number(&cell, loads);
        table_string(&table, text_string(&cell));
        for (bytes = 4; bytes <= 16; bytes *= 2)
            add_waves(&table, core, waves(little, (double)(loads * bytes) * core->wave_size));
    }
    text_free(&cell);
    table_write(&table, text, 1, style);
    table_free(&table);
}

/* Adds a table of waves by independent instructions per wave. */
static void add_pipes(struct text *text, const struct core *core, struct style style)
{
    static const char *const heads[] = {"pipe", "in flight", "1", "2", "4", "8", "latency"};
    struct table table = {0};
    struct little little;
    struct text cell = {0};
    uint32_t chains, rows = 0;
    size_t i;

    add_heads(&table, 7, heads);
    table.sides[6] = TABLE_LEFT;
    for (i = 0; i < PIPES; i++) {
        find_little(&little, core, pipes[i]);
        if (little.missing != 0)
            continue;
        rows++;
        table_string(&table, gpuocc_name(GPUOCC_LIST_RESOURCES, pipes[i]));
        text_clear(&cell);
        add_amount(&cell, &little, "%.4g");
        table_string(&table, text_string(&cell));
        for (chains = 1; chains <= 8; chains *= 2)
            add_waves(&table, core, waves(&little, chains));
        table_string(&table, gpuocc_name(GPUOCC_LIST_BASES, little.basis));
    }
    text_add(text, "\narithmetic: ");
    if (rows != 0) {
        text_add(text, "instructions in flight on each core keep a pipe busy; waves with 1, 2, 4 "
                       "or 8\nindependent instructions each:\n");
        table_write(&table, text, 1, style);
    } else {
        text_add(text, "no pipe with a known latency and rate\n");
    }
    text_free(&cell);
    table_free(&table);
}

void describe_little_text(struct text *text, const gpuocc_device *device, struct style style)
{
    const struct core core = core_of(device, 0);
    struct little little;

    find_little(&little, &core, GPUOCC_RESOURCE_DRAM);
    if (little.missing != 0)
        return;
    text_add(text, "\nLittle's law: ");
    add_amount(text, &little, "%.0f");
    text_format(text, " bytes in flight on each core saturate the memory, latency %s.\n",
                gpuocc_name(GPUOCC_LIST_BASES, little.basis));
    text_format(text, "Waves of %u threads that have them in flight", (unsigned)core.wave_size);
    if (core.slots != 0)
        text_format(text, ", and their share of the %u wave slots", (unsigned)core.slots);
    text_add(text, ":\n");
    add_level(text, &core, &little, style);
}

static void little_text(struct text *text, const struct core *core)
{
    const struct style style = out_style();
    struct little little;
    size_t i;

    text_format(text, "%s: what is in flight on each core if nothing waits, latency x rate\n",
                gpuocc_device_name(core->device));
    text_format(text, "Waves of %u threads", (unsigned)core->wave_size);
    if (core->slots != 0)
        text_format(text, ", and their share of the %u wave slots", (unsigned)core->slots);
    text_add(text, "\n");
    for (i = 0; i < LEVELS; i++) {
        find_little(&little, core, levels[i]);
        text_format(text, "\n%s: ", gpuocc_name(GPUOCC_LIST_RESOURCES, levels[i]));
        if (little.missing != 0) {
            add_missing(text, little.missing);
            text_add_byte(text, '\n');
            continue;
        }
        add_amount(text, &little, "%.0f");
        text_format(text, " bytes saturate it, latency %s\n",
                    gpuocc_name(GPUOCC_LIST_BASES, little.basis));
        add_level(text, core, &little, style);
    }
    add_pipes(text, core, style);
}

static void json_range(struct json *json, const char *name, double low, double high)
{
    if (low == high) {
        json_real(json, name, low, 15);
        return;
    }
    json_open(json, name, '{');
    json_real(json, "low", low, 15);
    json_real(json, "high", high, 15);
    json_close(json, '}');
}

/* Adds an array of the waves needed with 1, 2, 4 and 8 loads of 4, 8 and 16 bytes, or with that
 * many independent instructions. */
static void json_waves(struct json *json, const struct core *core, const struct little *little,
                       int level)
{
    const double whole = core->slots / 100.0;
    const uint32_t most = level ? 16 : 1;
    uint32_t count, bytes;
    struct value value;

    json_open(json, "waves", '[');
    for (count = 1; count <= 8; count *= 2)
        for (bytes = level ? 4 : 1; bytes <= most; bytes *= 2) {
            value = waves(little, (double)(count * bytes) * (level ? core->wave_size : 1));
            json_open(json, NULL, '{');
            json_number(json, level ? "loads" : "instructions", count);
            if (level)
                json_number(json, "bytes", bytes);
            json_value(json, "waves", &value);
            if (core->slots != 0)
                json_range(json, "percent", (double)value.low / whole, (double)value.high / whole);
            else
                json_null(json, "percent");
            json_close(json, '}');
        }
    json_close(json, ']');
}

static void json_little(struct json *json, const struct core *core, uint32_t resource, int level)
{
    struct little little;
    uint32_t i;

    find_little(&little, core, resource);
    json_open(json, gpuocc_name(GPUOCC_LIST_RESOURCES, resource), '{');
    json_open(json, "not_known", '[');
    for (i = 0; i < GPUOCC_CONSTANT_COUNT; i++)
        if ((little.missing >> i & 1) != 0)
            json_string(json, NULL, gpuocc_name(GPUOCC_LIST_CONSTANTS, i));
    json_close(json, ']');
    if (little.missing == 0) {
        json_string(json, "unit", level ? "bytes" : "instructions");
        json_string(json, "basis", gpuocc_name(GPUOCC_LIST_BASES, little.basis));
        json_real(json, "in_flight", little.in_flight[1], 15);
        json_real(json, "low", little.in_flight[0], 15);
        json_real(json, "high", little.in_flight[2], 15);
        json_waves(json, core, &little, level);
    }
    json_close(json, '}');
}

static void little_json(struct json *json, const struct core *core)
{
    size_t i;

    json_open(json, NULL, '{');
    json_identity(json, core->device);
    json_number(json, "wave_size", core->wave_size);
    if (core->slots != 0)
        json_number(json, "max_waves", core->slots);
    else
        json_null(json, "max_waves");
    for (i = 0; i < LEVELS; i++)
        json_little(json, core, levels[i], 1);
    for (i = 0; i < PIPES; i++)
        json_little(json, core, pipes[i], 0);
    json_close(json, '}');
}

/* Prints an error for a wave size that the device does not have. */
static int check_wave_size(const gpuocc_device *device, uint32_t wave_size)
{
    const uint32_t sizes = field(device, GPUOCC_DEVICE_WAVE_SIZES);
    struct text text = {0};
    uint32_t size;

    if (wave_size == 0 || ((wave_size & (wave_size - 1)) == 0 && (wave_size & sizes) != 0))
        return END_ANSWERED;
    for (size = 1; size <= sizes; size *= 2)
        if ((size & sizes) != 0)
            text_format(&text, "%s%u", text.length != 0 ? ", " : "", (unsigned)size);
    (void)complain("--wave-size is %u, %s has waves of %s", (unsigned)wave_size,
                   gpuocc_device_name(device), text_string(&text));
    text_free(&text);
    return END_FAILED;
}

static int add_device(struct json *json, struct text *text, const gpuocc_device *device,
                      const struct found *found, uint32_t wave_size)
{
    const struct core core = core_of(device, wave_size);
    const int ending = check_wave_size(device, wave_size);

    (void)found;
    text_add(text, text->length != 0 ? "\n" : "");
    if (json != NULL)
        little_json(json, &core);
    else
        little_text(text, &core);
    return ending;
}

int command_little(int count, char **arguments)
{
    uint32_t wave_size = 0;
    const struct own_option own[] = {{"wave_size", .number = &wave_size}, {.name = NULL}};

    return describe_named(COMMAND_LITTLE, own, count, arguments, add_device, &wave_size);
}
