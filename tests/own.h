/* SPDX-License-Identifier: MIT
 *
 * Makes custom devices for tests.
 */
#ifndef OWN_H
#define OWN_H

#include "support.h"

#define MOST_EDITS 64

/* Memory for one device. */
struct own {
    uint64_t words[sizeof(gpuocc_custom_device) / 8];
    const gpuocc_device *device; /* NULL if it was refused */
    gpuocc_error error;
    int32_t status;
};

/* Makes a custom device from the base, or from none (NULL), with numbers changed; the values of a
 * list are given one after another. Without a name (NULL) it keeps the base's. Returns the
 * status. */
static inline int32_t make_own(struct own *own, const gpuocc_device *base, const char *name,
                               const uint32_t *fields, const uint64_t *values, size_t count)
{
    memset(&own->error, 0, sizeof own->error);
    own->error.size = sizeof own->error;
    own->device = NULL;
    own->status = device_in(own->words, base, name, name != NULL ? strlen(name) : 0, fields, values,
                            count, &own->device, &own->error);
    return own->status;
}

/* A number of a device, as in a row of a table. */
struct change {
    uint32_t field, value;
};

/* The same with the changes up to the first one without a field, at most `most`. */
static inline int32_t make_changed(struct own *own, const gpuocc_device *base, const char *name,
                                   const struct change *changes, uint32_t most)
{
    uint32_t fields[MOST_EDITS], i;
    uint64_t values[MOST_EDITS];

    for (i = 0; i < most && changes[i].field != 0; i++) {
        fields[i] = changes[i].field;
        values[i] = changes[i].value;
    }
    return make_own(own, base, name, fields, values, i);
}

/* Returns the device; ends the test if it was refused. */
static inline const gpuocc_device *made(const struct own *own)
{
    if (own->status == GPUOCC_OK)
        return own->device;
    printf("Bail out! %s\n", sentence_of(&own->error, own->status));
    exit(1);
}

/* Returns the device with one number changed, NULL if that is refused. The call after the next one
 * reuses the memory. */
static inline const gpuocc_device *edited(const gpuocc_device *base, uint32_t field, uint64_t value)
{
    static struct own own[2];
    static uint32_t next;

    next = !next;
    make_own(&own[next], base, NULL, &field, &value, 1);
    return own[next].device;
}

/* Numbers to change; the values of a list are given one after another. */
static struct {
    uint32_t fields[MOST_EDITS];
    uint64_t values[MOST_EDITS];
    size_t count;
} edits;

static inline void edit(uint32_t field, uint64_t value)
{
    edits.fields[edits.count] = field;
    edits.values[edits.count++] = value;
}

/* Returns a device with the edits added since the last call; ends the test if they are refused. */
static inline const gpuocc_device *own(const char *base)
{
    static struct own own;

    make_own(&own, base != NULL ? find(base) : NULL, "own", edits.fields, edits.values,
             edits.count);
    edits.count = 0;
    return made(&own);
}

#endif
