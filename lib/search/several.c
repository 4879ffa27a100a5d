/* SPDX-License-Identifier: MIT
 *
 * Names of several devices: whether the devices answer alike.
 */
#include <string.h>

#include "base/error.h"
#include "base/writer.h"
#include "device/device.h"
#include "search/search.h"

/* Whether a field, or each element of a list, is the same on two devices. */
static int is_same(const gpuocc_device *a, const gpuocc_device *b, uint32_t field)
{
    uint64_t of_a = 0, of_b = 0;
    uint32_t index = 0;
    int32_t status, other;

    do {
        status = gpuocc_device_get(a, field, index, &of_a);
        other = gpuocc_device_get(b, field, index, &of_b);
        if ((status != other) | (of_a != of_b))
            return 0;
        index++;
    } while (status == GPUOCC_OK);
    return 1;
}

int gocc_is_alike(const gpuocc_device *a, const gpuocc_device *b)
{
    const struct gocc_rules *rules = gocc_rules_of(a->vendor);
    const int same =
        a->generation == b->generation ||
        (rules->hooks->alike != NULL && rules->hooks->alike(a->generation, b->generation));

    return a->vendor == b->vendor && same &&
           memcmp(gocc_device_model(a), gocc_device_model(b), sizeof(struct gocc_model)) == 0;
}

/* Returns a field in which two devices differ and which matters for a purpose, or 0. */
static uint32_t difference(const gpuocc_device *a, const gpuocc_device *b, uint32_t purpose)
{
    const int alike = gocc_is_alike(a, b);
    uint32_t field, matters;

    for (field = GPUOCC_DEVICE_VENDOR; field != GPUOCC_DEVICE_FIELD_COUNT; field++) {
        if (field < GPUOCC_DEVICE_CORE_COUNT)
            matters = !alike && field != GPUOCC_DEVICE_GENERATION;
        else if (field == GPUOCC_DEVICE_CORE_COUNT || field == GPUOCC_DEVICE_CORES_PER_GPC)
            matters = purpose >= GPUOCC_PURPOSE_SCHEDULE;
        else
            matters = purpose >= GPUOCC_PURPOSE_LATENCY;
        if (matters && !is_same(a, b, field))
            return field;
    }
    /* The architecture itself: the constants of latency may differ, or its rules. */
    matters = !alike | (purpose >= GPUOCC_PURPOSE_LATENCY);
    return matters && !is_same(a, b, GPUOCC_DEVICE_GENERATION) ? GPUOCC_DEVICE_GENERATION : 0;
}

/* Whether a device is an architecture of which a product was found as well. */
static int is_beside_product(const struct gocc_search *search, const gpuocc_device *device)
{
    const gpuocc_device *other;
    uint32_t i;

    for (i = 0; i != search->count; i++) {
        other = gocc_hit_device(search->hits[i]);
        if (other != device && &gocc_device_target(other)->head == device)
            return 1;
    }
    return 0;
}

/* Returns a field in which the devices differ, or 0 with the first of them. */
static uint32_t first_difference(const struct gocc_search *search, uint32_t purpose,
                                 const gpuocc_device **device)
{
    const gpuocc_device *other;
    uint32_t i, field = 0;

    for (i = 0; i != search->count; i++)
        if (gocc_hit_device(search->hits[i]) == NULL)
            return GPUOCC_DEVICE_GENERATION;
    *device = NULL;
    for (i = 0; i != search->count && field == 0; i++) {
        other = gocc_hit_device(search->hits[i]);
        if (purpose != GPUOCC_PURPOSE_OCCUPANCY && is_beside_product(search, other))
            continue;
        if (*device == NULL)
            *device = other;
        field = difference(*device, other, purpose);
    }
    return field;
}

int32_t gpuocc_device_for(const char *name, size_t length, uint32_t purpose,
                          const gpuocc_device **device, uint32_t *quality, gpuocc_error *error)
{
    struct gocc_search search;
    const gpuocc_device *found;
    uint32_t field, match = GPUOCC_QUALITY_AMBIGUOUS;
    int is_name;

    if (name == NULL || device == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, name == NULL ? 1 : 4);
    if (purpose >= GPUOCC_PURPOSE_COUNT)
        return gocc_fail_size(error, GPUOCC_ERROR_TOO_LARGE, 3, purpose, GPUOCC_PURPOSE_COUNT - 1);
    length = gocc_name_bytes(name, length);
    is_name = gocc_search_all(&search, name, length);
    if (search.count < 2)
        return gocc_search_answer(&search, is_name ? name : NULL, length, 0, device, quality,
                                  error);
    field = first_difference(&search, GPUOCC_PURPOSE_LATENCY, &found);
    if (field != 0 && purpose != GPUOCC_PURPOSE_LATENCY) {
        field = first_difference(&search, purpose, &found);
        if (field == 0 && purpose == GPUOCC_PURPOSE_OCCUPANCY) {
            found = &gocc_device_target(found)->head;
            match = GPUOCC_QUALITY_ARCHITECTURE;
        }
    }
    if (field != 0)
        return gocc_fail_field(error, GPUOCC_ERROR_DEVICE_AMBIGUOUS, GPUOCC_SCOPE_DEVICE, field,
                               search.count, 1);
    *device = found;
    if (quality != NULL)
        *quality = match;
    return GPUOCC_OK;
}

const gpuocc_device *gpuocc_device_named(const char *name)
{
    const gpuocc_device *device = NULL;

    if (name != NULL)
        (void)gpuocc_device_for(name, GPUOCC_TERMINATED, GPUOCC_PURPOSE_OCCUPANCY, &device, NULL,
                                NULL);
    return device;
}

size_t gpuocc_device_candidates(const char *name, size_t length, char *text, size_t bytes)
{
    struct gocc_writer writer = {text, text != NULL ? bytes : 0, 0};
    struct gocc_search search;
    uint32_t i;

    gocc_search_start(&search);
    if (name != NULL)
        (void)gocc_search_all(&search, name, gocc_name_bytes(name, length));
    for (i = 0; i != search.count; i++) {
        if (gocc_hit_device(search.hits[i]) == NULL)
            continue;
        gocc_put(&writer, writer.length != 0 ? ", " : "");
        gocc_put(&writer, gpuocc_device_name(gocc_hit_device(search.hits[i])));
    }
    gocc_put_end(&writer);
    return writer.length;
}
