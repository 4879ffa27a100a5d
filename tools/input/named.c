/* SPDX-License-Identifier: MIT */
#include "input/named.h"

#include <string.h>

#include "input/refused.h"

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Adds the chip that the string of a driver names. */
static int add_chip(struct text *text, const char *name, size_t length)
{
    static const char *const drivers[] = {"radeonsi", "radv", "nvk"};
    size_t i, at, size;

    for (i = 0; i < sizeof drivers / sizeof drivers[0]; i++) {
        at = refused_word(name, length, drivers[i]);
        if (at == length)
            continue;
        at += strlen(drivers[i]);
        while (at != length && strchr(" ,(", name[at]) != NULL)
            at++;
        for (size = 0; at + size != length && strchr(" ,()", name[at + size]) == NULL;)
            size++;
        if (size == 0)
            continue;
        text_add(text, "; its driver names the chip ");
        text_add_quoted(text, name + at, size);
        text_add(text, ", of which the tables have no device");
        return 1;
    }
    return 0;
}

/* Adds that a PCI id such as "10de:ffff" is of no device: names are not similar to it. */
static int add_pci(struct text *text, const char *name, size_t length)
{
    gpuocc_pci_id id = {.size = sizeof id};
    const gpuocc_device *device;
    uint32_t i, vendor = 0;
    uint64_t maker;

    if (length != 9 || name[4] != ':')
        return 0;
    for (i = 0; i < 9; i++)
        if (i != 4 && (name[i] < '0' || name[i] > '9') &&
            (lower(name[i]) < 'a' || lower(name[i]) > 'f'))
            return 0;
    for (i = 0; i < 4; i++)
        vendor = vendor << 4 |
                 (uint32_t)(name[i] <= '9' ? name[i] - '0' : lower(name[i]) - 'a' + 10);
    text_add(text, "; no device ");
    for (i = 0; gpuocc_device_at(i, &device) == GPUOCC_OK; i++)
        if (gpuocc_device_pci_id(device, 0, &id) == GPUOCC_OK && id.vendor == vendor &&
            gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &maker) == GPUOCC_OK) {
            text_format(text, "of %s ", gpuocc_name(GPUOCC_LIST_VENDORS, (uint32_t)maker));
            break;
        }
    text_add(text, "has this PCI id in the tables: give the name of the GPU or its architecture");
    return 1;
}

void named_unknown(struct text *text, const char *name, size_t length)
{
    const gpuocc_device *near, *second;
    uint32_t i;

    text_add(text, "no device is named ");
    text_add_quoted(text, name, length);
    if (add_pci(text, name, length) || refused_maker(text, name, length) ||
        add_chip(text, name, length) || refused_kind(text, name, length))
        return;
    for (i = 0; i < 3 && gpuocc_device_nearest(name, length, i, &near) == GPUOCC_OK; i++)
        text_format(text, "%s%s",
                    i != 0 ? ", "
                    : gpuocc_device_nearest(name, length, 1, &second) == GPUOCC_OK
                        ? "; the nearest names are "
                        : "; the nearest name is ",
                    gpuocc_device_name(near));
    if (i == 0)
        text_add(text, "; a name is that of a GPU, an architecture or a chip, or a PCI id such as "
                       "10de:2684: gpuocc devices lists them");
}

const gpuocc_device *named_nearest(const char *name, size_t length, const gpuocc_device *device)
{
    const gpuocc_device *near;
    uint64_t cores;
    uint32_t i;

    for (i = 0; gpuocc_device_nearest(name, length, i, &near) == GPUOCC_OK; i++)
        if (strcmp(gpuocc_device_architecture(near), gpuocc_device_architecture(device)) == 0 &&
            gpuocc_device_get(near, GPUOCC_DEVICE_CORE_COUNT, 0, &cores) != GPUOCC_NOT_APPLICABLE)
            return near;
    return NULL;
}

void named_architecture(struct text *text, const char *name, size_t length,
                        const gpuocc_device *device, const gpuocc_device *nearest)
{
    text_add_quoted(text, name, length);
    text_format(text,
                " is not a product of the tables: they have only its architecture, %s, and not its "
                "core count, clock and bandwidth",
                gpuocc_device_architecture(device));
    if (nearest != NULL)
        text_format(text, "; the nearest product of this architecture is %s",
                    gpuocc_device_name(nearest));
}

/* Whether the name is that of a profile such as "A100D-10C": a hyphen, digits and one of these
 * letters at the end. */
static int is_profile(const char *name, size_t length)
{
    size_t digits = 0;

    if (length > 2 && lower(name[length - 2]) == 'm' && lower(name[length - 1]) == 'e')
        length -= 2;
    if (length == 0 || strchr("abcq", lower(name[length - 1])) == NULL)
        return 0;
    while (digits + 1 < length && name[length - 2 - digits] >= '0' &&
           name[length - 2 - digits] <= '9')
        digits++;
    return digits != 0 && digits + 1 < length && name[length - 2 - digits] == '-';
}

/* Whether the profile is one such as "A100D-1-10C", whose first number is that of MIG slices. */
static int has_slices(const char *name, size_t length)
{
    uint32_t hyphens = 0;
    size_t i;

    for (i = length; i-- != 0 && hyphens < 2;)
        if (name[i] == '-')
            hyphens++;
        else if (hyphens == 1 && (name[i] < '0' || name[i] > '9'))
            return 0;
    return hyphens == 2;
}

int named_profile(struct text *text, const char *name, size_t length, uint32_t match)
{
    const gpuocc_device *device;

    if (match == GPUOCC_QUALITY_EXACT || !is_profile(name, length) ||
        gpuocc_device_find(name, length, 0, &device, NULL, NULL) != GPUOCC_OK)
        return 0;
    if (text->length != 0)
        text_add(text, "; it");
    else
        text_add_quoted(text, name, length);
    text_add(text, " is a profile of a virtual GPU: ");
    text_add(text, match == GPUOCC_QUALITY_ARCHITECTURE
                       ? "backed by MIG, it has fewer cores than the board"
                   : has_slices(name, length)
                       ? "counted is the slice of MIG that backs it"
                       : "counted is the whole board, all of whose cores a time-sliced profile "
                         "uses in turn; one backed by MIG has fewer");
    return 1;
}

void named_products(struct text *text, const gpuocc_device *architecture)
{
    const gpuocc_device *device;
    uint64_t cores;
    uint32_t i, count = 0;

    for (i = 0; gpuocc_device_at(i, &device) == GPUOCC_OK && count < 3; i++)
        if (strcmp(gpuocc_device_architecture(device), gpuocc_device_architecture(architecture)) ==
                0 &&
            gpuocc_device_get(device, GPUOCC_DEVICE_CORE_COUNT, 0, &cores) != GPUOCC_NOT_APPLICABLE)
            text_format(text, "%s%s", count++ == 0 ? " such as " : ", ",
                        gpuocc_device_name(device));
}

int named_counted(struct text *text, const gpuocc_device *device)
{
    static const char begins[] = "counted: ";
    gpuocc_source source = {.size = sizeof source};
    const size_t length = sizeof begins - 1;

    if (gpuocc_device_source(device, GPUOCC_DEVICE_CORE_COUNT, &source) != GPUOCC_OK ||
        strncmp(source.remark, begins, length) != 0)
        return 0;
    text_add_bytes(text, source.remark + length, strcspn(source.remark + length, ";"));
    return 1;
}
