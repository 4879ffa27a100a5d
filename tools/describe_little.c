/* SPDX-License-Identifier: MIT
 *
 * Little's law for the memory of a device: bytes in flight on a core that saturate it, and the
 * waves that have them in flight.
 */
#include "describe.h"

#include "table.h"

#define DRAM_LATENCY (GPUOCC_CONSTANT_LATENCY + GPUOCC_RESOURCE_DRAM)

struct little {
    double bytes[3]; /* least, usual, most */
    uint32_t basis, wave_size, slots;
};

static uint32_t field(const gpuocc_device *device, uint32_t number)
{
    uint64_t value = 0;

    return gpuocc_device_get(device, number, 0, &value) == GPUOCC_OK ? (uint32_t)value : 0;
}

static double constant(const gpuocc_device *device, uint32_t number)
{
    double value;

    return gpuocc_device_constant(device, number, 0, &value, NULL, NULL) == GPUOCC_OK ? value : 0;
}

/* Returns 0 if the latency, the clock, the bandwidth or the cores are not known. */
static int find_little(struct little *little, const gpuocc_device *device)
{
    const double gb_per_s = constant(device, GPUOCC_CONSTANT_DRAM_GB_PER_S);
    const double clock = constant(device, GPUOCC_CONSTANT_CLOCK_GHZ);
    const double cores = constant(device, GPUOCC_CONSTANT_CORE_COUNT);
    double latency[3];
    int i;

    if (gpuocc_device_constant(device, DRAM_LATENCY, 0, &latency[1], &latency[0], &latency[2]) !=
            GPUOCC_OK ||
        gpuocc_device_constant_basis(device, DRAM_LATENCY, 0, &little->basis) != GPUOCC_OK)
        return 0;
    for (i = 0; i < 3; i++)
        if (gpuocc_little_memory(latency[i], gb_per_s, clock, cores, 1, NULL, &little->bytes[i]) !=
            GPUOCC_OK)
            return 0;
    little->wave_size = field(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE);
    if (little->wave_size == 0)
        little->wave_size = 16; /* of Intel the usual one */
    little->slots = field(device, GPUOCC_DEVICE_PARTITIONS_PER_CORE) *
                    field(device, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION);
    return 1;
}

static void add_waves(struct table *table, const struct little *little, uint32_t loads,
                      uint32_t bytes)
{
    const double each = (double)(loads * bytes) * little->wave_size;
    struct text text = {0};
    uint64_t low = 0, high = 0;

    (void)gpuocc_little_count(little->bytes[0], each, &low);
    (void)gpuocc_little_count(little->bytes[2], each, &high);
    text_add_number(&text, low);
    if (low < high) {
        text_add(&text, " to ");
        text_add_number(&text, high);
    }
    table_string(table, text_string(&text));
    text_free(&text);
}

void describe_little_text(struct text *text, const gpuocc_device *device, struct style style)
{
    struct table table = {0};
    struct little little;
    uint32_t loads, bytes;
    struct text cell = {0};

    if (!find_little(&little, device))
        return;
    text_format(text, "\nLittle's law: %.0f bytes in flight on each core saturate the memory",
                little.bytes[1]);
    if (little.bytes[0] < little.bytes[2])
        text_format(text, " (%.0f to %.0f)", little.bytes[0], little.bytes[2]);
    text_format(text, ", latency %s.\nWaves of %u threads that have them in flight",
                gpuocc_name(GPUOCC_LIST_BASES, little.basis), (unsigned)little.wave_size);
    if (little.slots != 0)
        text_format(text, ", of %u wave slots", (unsigned)little.slots);
    text_add(text, ":\n");
    for (bytes = 0; bytes < 4; bytes++)
        table_column(&table, TABLE_RIGHT);
    table_string(&table, "loads of a thread");
    table_string(&table, "4 bytes");
    table_string(&table, "8 bytes");
    table_string(&table, "16 bytes");
    for (loads = 1; loads <= 8; loads *= 2) {
        text_clear(&cell);
        text_add_number(&cell, loads);
        table_string(&table, text_string(&cell));
        for (bytes = 4; bytes <= 16; bytes *= 2)
            add_waves(&table, &little, loads, bytes);
    }
    text_free(&cell);
    table_write(&table, text, 1, style);
    table_free(&table);
}
