/* SPDX-License-Identifier: MIT */
#include "output/decode.h"

/* Returns a number of a device, or 0 if it has none or it is unknown. */
static uint64_t number(const gpuocc_device *device, uint32_t field)
{
    uint64_t value = 0;

    return gpuocc_device_get(device, field, 0, &value) == GPUOCC_OK ? value : 0;
}

static int add_generation(struct text *text, uint64_t vendor, unsigned value)
{
    switch (vendor) {
    case GPUOCC_VENDOR_NVIDIA:
        text_format(text, "sm_%u", value);
        return 1;
    case GPUOCC_VENDOR_AMD:
        text_format(text, "gfx%x", value);
        return 1;
    case GPUOCC_VENDOR_INTEL:
        text_format(text, "IP %u.%02u", value / 100, value % 100);
        return 1;
    case GPUOCC_VENDOR_APPLE:
        text_format(text, "apple%u", value);
        return 1;
    default:
        return 0;
    }
}

/* Adds the sizes in a mask, in which each bit is a size. */
static void add_sizes(struct text *text, uint64_t mask)
{
    uint64_t rest;
    const char *joint = "";

    for (rest = mask; rest != 0; rest &= rest - 1) {
        text_add(text, joint);
        text_add_number(text, rest & (~rest + 1));
        joint = (rest & (rest - 1) & ((rest & (rest - 1)) - 1)) != 0 ? ", " : " and ";
    }
}

int decode_number(struct text *text, const gpuocc_device *device, uint32_t field)
{
    uint64_t value;

    if (gpuocc_device_get(device, field, 0, &value) != GPUOCC_OK)
        return 0;
    switch (field) {
    case GPUOCC_DEVICE_VENDOR:
        text_add(text, gpuocc_name(GPUOCC_LIST_VENDORS, (uint32_t)value));
        return 1;
    case GPUOCC_DEVICE_GENERATION:
        return add_generation(text, number(device, GPUOCC_DEVICE_VENDOR), (unsigned)value);
    case GPUOCC_DEVICE_WAVE_SIZES:
        add_sizes(text, value);
        return 1;
    case GPUOCC_DEVICE_UNIFIED_ACCUMULATORS:
    case GPUOCC_DEVICE_DYNAMIC_VGPR:
        text_add(text, value != 0 ? "yes" : "no");
        return 1;
    default:
        return 0;
    }
}

int decode_empty(const gpuocc_device *device, uint32_t field)
{
    uint64_t value, next;

    if (gpuocc_device_get(device, field, 0, &value) != GPUOCC_OK ||
        gpuocc_device_get(device, field, 1, &next) == GPUOCC_OK)
        return 0;
    if (field == GPUOCC_DEVICE_SCALAR_REGISTER_UNIT)
        return number(device, GPUOCC_DEVICE_SCALAR_REGISTERS_PER_PARTITION) == 0;
    if (field == GPUOCC_DEVICE_MIN_CORE_COUNT)
        return value == number(device, GPUOCC_DEVICE_CORE_COUNT);
    return value == 0;
}

const char *decode_unit(const gpuocc_device *device, uint32_t field)
{
    if ((field == GPUOCC_DEVICE_CORE_COUNT || field == GPUOCC_DEVICE_MIN_CORE_COUNT) &&
        number(device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_AMD)
        return "CUs";
    return gpuocc_unit(GPUOCC_LIST_DEVICE_FIELDS, field);
}
