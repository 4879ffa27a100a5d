/* SPDX-License-Identifier: MIT */
#include "input/amounts.h"

#include <string.h>

#include "input/fields.h"
#include "output/out.h"

/* The fields, and the limit whose vendor-specific word names what the field counts;
 * GPUOCC_LIMIT_COUNT: none. */
static const struct {
    uint32_t field, limit;
} amounts[AMOUNTS] = {
    {GPUOCC_KERNEL_REGISTERS_PER_THREAD, GPUOCC_LIMIT_REGISTERS},
    {GPUOCC_KERNEL_ACCUMULATORS_PER_THREAD, GPUOCC_LIMIT_COUNT},
    {GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE, GPUOCC_LIMIT_SCALAR_REGISTERS},
    {GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, GPUOCC_LIMIT_COUNT},
    {GPUOCC_KERNEL_GRF_COUNT, GPUOCC_LIMIT_REGISTERS},
    {GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_LIMIT_SHARED},
    {GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, GPUOCC_LIMIT_SHARED},
    {GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD, GPUOCC_LIMIT_SHARED},
    {GPUOCC_KERNEL_BARRIERS_PER_GROUP, GPUOCC_LIMIT_BARRIERS},
    {GPUOCC_KERNEL_VIRTUAL_RESOURCES, GPUOCC_LIMIT_VIRTUAL},
    {GPUOCC_KERNEL_THREADS_PER_GROUP, GPUOCC_LIMIT_COUNT},
};

uint32_t amount_field(size_t index)
{
    return amounts[index].field;
}

int amount_is_ignored(const gpuocc_occupancy *occupancy, uint32_t field)
{
    gpuocc_plateau plateau = {.size = sizeof plateau};

    return gpuocc_occupancy_plateau(occupancy, field, 1, &plateau, NULL) == GPUOCC_NOT_APPLICABLE;
}

static int refuse(const char *option, const char *name)
{
    struct text text = {0};
    size_t i;

    text_add_quoted(&text, name, strlen(name));
    text_add(&text, ", valid values are ");
    for (i = 0; i < AMOUNTS; i++)
        text_format(&text, "%s%s", i != 0 ? ", " : "",
                    gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, amounts[i].field));
    (void)complain("%s is %s", option, text_string(&text));
    text_free(&text);
    return 0;
}

uint32_t amount_find(const char *name, size_t length)
{
    struct text plain = {0};
    struct field field;
    size_t i;

    for (i = 0; i < length; i++)
        text_add_byte(&plain, name[i] == '-' ? '_' : name[i]);
    field = field_find_short(text_string(&plain), plain.length);
    text_free(&plain);
    for (i = 0; i < AMOUNTS; i++)
        if (field.kind == FIELD_KERNEL && field.number == amounts[i].field)
            return field.number;
    return 0;
}

uint32_t amount_read(const char *option, const char *name)
{
    const uint32_t field = amount_find(name, strlen(name));

    return field != 0 ? field : (uint32_t)refuse(option, name);
}

const char *amount_word(const gpuocc_device *device, uint32_t field)
{
    const char *word = NULL;
    size_t i;

    for (i = 0; i < AMOUNTS; i++)
        if (amounts[i].field == field)
            word = gpuocc_limit_word(device, amounts[i].limit);
    return word != NULL ? word : "";
}

uint32_t amount_registers(const gpuocc_device *device)
{
    uint64_t vendor = 0;

    (void)gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &vendor);
    return vendor == GPUOCC_VENDOR_INTEL   ? GPUOCC_KERNEL_GRF_COUNT
           : vendor == GPUOCC_VENDOR_APPLE ? GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD
                                           : GPUOCC_KERNEL_REGISTERS_PER_THREAD;
}

uint32_t kernel_word(const gpuocc_kernel *kernel, uint32_t field)
{
    uint32_t word;

    memcpy(&word, (const char *)kernel + field * sizeof word, sizeof word);
    return word;
}

void kernel_set(gpuocc_kernel *kernel, uint32_t field, uint32_t word)
{
    memcpy((char *)kernel + field * sizeof word, &word, sizeof word);
}

int kernel_gives(const gpuocc_kernel *kernel, uint32_t field)
{
    const uint32_t word = kernel_word(kernel, field);

    return word != 0 && word != GPUOCC_ZERO && word != GPUOCC_UNKNOWN;
}

uint32_t overridden_fields(const gpuocc_kernel *given, const gpuocc_kernel *asked)
{
    uint32_t i, fields = 0;

    for (i = 1; i < GPUOCC_KERNEL_FIELD_COUNT; i++)
        if (kernel_word(given, i) != 0 && kernel_word(given, i) != kernel_word(asked, i))
            fields |= 1u << i;
    return fields;
}

void say_overridden(uint32_t fields)
{
    uint32_t i;

    for (i = 1; i < GPUOCC_KERNEL_FIELD_COUNT; i++)
        if ((fields >> i & 1) != 0)
            (void)complain("%s is given, but is in the files as well: theirs counts",
                           gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, i));
}
