/* SPDX-License-Identifier: MIT */
#include "input/lookup.h"

#include <stdlib.h>
#include <string.h>

#include "input/named.h"
#include "output/device_texts.h"

void lookup_add_names(const struct found *found, struct text *text)
{
    size_t i;

    for (i = 0; i < found->count; i++)
        text_format(text, "%s%s (%s)", i != 0 ? ", " : "", DEVICE_NAME(found->devices[i]),
                    DEVICE_ARCHITECTURE(found->devices[i]));
}

static void add(struct found *found, const gpuocc_device *device)
{
    if (found->count == found->capacity) {
        found->capacity = found->capacity != 0 ? found->capacity * 2 : 4;
        found->devices =
            memory_grow(found->devices, found->capacity * sizeof(const gpuocc_device *));
    }
    found->devices[found->count++] = device;
}

static void look(struct found *found, const char *name, size_t length)
{
    const gpuocc_device *device;
    int32_t status;
    uint32_t i;

    found->status = GPUOCC_ERROR_DEVICE_UNKNOWN;
    found->quality = GPUOCC_QUALITY_EXACT;
    found->nearest = NULL;
    for (i = 0;; i++) {
        status = gpuocc_device_find(name, length, i, &device, &found->quality);
        if (status == GPUOCC_OK)
            add(found, device);
        else if (status == GPUOCC_ERROR_DEVICE_NO_MODEL)
            found->status = status; /* status of this index; there may be more devices */
        else
            break;
    }
    if (found->count > (found->status == GPUOCC_ERROR_DEVICE_NO_MODEL)) {
        found->status = GPUOCC_OK; /* one device and one without a model are no answer */
        if (found->quality == GPUOCC_QUALITY_ARCHITECTURE) {
            found->nearest = named_nearest(name, length, found->devices[0]);
            named_architecture(&found->message, name, length, found->devices[0], found->nearest);
        }
        (void)named_profile(&found->message, name, length, found->quality);
    } else if (length == 7 && memcmp(name, "generic", 7) == 0) {
        found->status = GPUOCC_OK;
        add(found, NULL);
    } else if (found->status == GPUOCC_ERROR_DEVICE_UNKNOWN) {
        named_unknown(&found->message, name, length);
    } else {
        text_add_quoted(&found->message, name, length);
        text_format(&found->message, ": %s",
                    ABOUT(GPUOCC_LIST_STATUSES, (uint32_t)-found->status));
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
    found->count = 0;
    look(found, name, length);
    return found;
}

void lookup_free(struct lookup *cache)
{
    size_t i;

    for (i = 0; i < sizeof cache->slots / sizeof cache->slots[0]; i++) {
        text_free(&cache->slots[i].name);
        text_free(&cache->slots[i].message);
        free((void *)cache->slots[i].devices);
    }
}
