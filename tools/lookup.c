/* SPDX-License-Identifier: MIT */
#include "lookup.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_FIGURE GPUOCC_DEVICE_CORE_COUNT

/* Whether two devices have the same value or list in a field. */
static int agree(const gpuocc_device *a, const gpuocc_device *b, uint32_t field)
{
    uint64_t a_value, b_value;
    int32_t a_status, b_status;
    uint32_t index;

    for (index = 0;; index++) {
        a_value = b_value = 0;
        a_status = gpuocc_device_get(a, field, index, &a_value);
        b_status = gpuocc_device_get(b, field, index, &b_value);
        if (a_status != b_status || a_value != b_value)
            return 0;
        if (a_status != GPUOCC_OK || index == 64)
            return 1;
    }
}

void lookup_candidates(const char *name, size_t length, struct text *text)
{
    const gpuocc_device *device;
    uint32_t i;

    for (i = 0; gpuocc_device_find(name, length, i, &device, NULL) == GPUOCC_OK; i++)
        text_format(text, "%s%s (%s)", i != 0 ? ", " : "", gpuocc_device_name(device),
                    gpuocc_device_architecture(device));
}

static void unknown_device(struct found *found, const char *name, size_t length)
{
    const gpuocc_device *near;
    uint32_t i;

    text_add(&found->message, "no device is named ");
    text_add_quoted(&found->message, name, length);
    for (i = 0; i < 3 && gpuocc_device_nearest(name, length, i, &near) == GPUOCC_OK; i++)
        text_format(&found->message, "%s%s", i == 0 ? "; the nearest names are " : ", ",
                    gpuocc_device_name(near));
}

/* One device for all that the name has: the first, less what they differ in. */
static void merge(struct found *found, const gpuocc_device *first, const char *name, size_t length)
{
    uint32_t fields[GPUOCC_DEVICE_FIELD_COUNT];
    uint64_t values[GPUOCC_DEVICE_FIELD_COUNT];
    const gpuocc_device *other;
    uint32_t count = 0, field, i;
    uint64_t value;

    for (field = 1; field < GPUOCC_DEVICE_FIELD_COUNT; field++) {
        for (i = 1; gpuocc_device_find(name, length, i, &other, NULL) == GPUOCC_OK; i++)
            if (!agree(first, other, field))
                break;
        if (gpuocc_device_find(name, length, i, &other, NULL) != GPUOCC_OK)
            continue;
        if (field < FIRST_FIGURE) {
            found->status = GPUOCC_ERROR_DEVICE_UNKNOWN;
            text_add_quoted(&found->message, name, length);
            text_add(&found->message, " is the name of several devices: ");
            lookup_candidates(name, length, &found->message);
            return;
        }
        if (gpuocc_device_get(first, field, 1, &value) == GPUOCC_OK)
            continue; /* a list cannot be made unknown; occupancy asks for none of these */
        fields[count] = field;
        values[count++] = GPUOCC_UNKNOWN;
    }
    found->device = first;
    if (count == 0)
        return;
    found->own = memory_grow(found->own, GPUOCC_DEVICE_BYTES);
    found->status = gpuocc_device_edit(found->own, GPUOCC_DEVICE_BYTES, first, name, length, fields,
                                       values, count, &found->device, NULL);
    text_add_quoted(&found->message, name, length);
    text_add(&found->message, " stands for several devices that differ in their figures: ");
    lookup_candidates(name, length, &found->message);
}

static void look(struct found *found, const char *name, size_t length)
{
    uint32_t quality;

    found->status = gpuocc_device_find(name, length, 0, &found->device, &quality);
    if (found->status == GPUOCC_OK) {
        if (quality == GPUOCC_QUALITY_AMBIGUOUS)
            merge(found, found->device, name, length);
        return;
    }
    found->device = NULL;
    if (length == 7 && memcmp(name, "generic", 7) == 0) {
        found->status = GPUOCC_OK;
    } else if (found->status == GPUOCC_ERROR_DEVICE_UNKNOWN) {
        unknown_device(found, name, length);
    } else {
        text_add_quoted(&found->message, name, length);
        text_format(&found->message, ": %s",
                    gpuocc_about(GPUOCC_LIST_STATUSES, (uint32_t)-found->status));
    }
}

const struct found *lookup(struct lookup *cache, const char *name, size_t length)
{
    struct found *found;
    uint32_t hash = 2166136261u;
    size_t i;

    for (i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    found = &cache->slots[(hash ^ hash >> 16) % (sizeof cache->slots / sizeof cache->slots[0])];
    if (found->name.data != NULL && found->name.length == length &&
        memcmp(found->name.data, name, length) == 0)
        return found;
    text_clear(&found->name);
    text_clear(&found->message);
    text_add_bytes(&found->name, name, length);
    found->device = NULL;
    look(found, name, length);
    return found;
}

void lookup_free(struct lookup *cache)
{
    size_t i;

    for (i = 0; i < sizeof cache->slots / sizeof cache->slots[0]; i++) {
        text_free(&cache->slots[i].name);
        text_free(&cache->slots[i].message);
        free(cache->slots[i].own);
    }
}
