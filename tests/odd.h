/* SPDX-License-Identifier: MIT
 *
 * Makes custom devices with odd numbers: one or two fields of a device are changed to a number that
 * no device has, such as a granularity of 57 bytes or a largest group of 777 threads.
 */
#ifndef ODD_H
#define ODD_H

#include "own.h"
#include "random.h"

/* An architecture of each set of rules, and a product that Intel's calculator lists by itself. */
static const char *const odd_bases[] = {
    "3.5",       "5.2",    "6.1",    "7.5",     "8.6",       "9.0",       "10.0",
    "12.0",      "gfx803", "gfx906", "gfx90a",  "gfx942",    "gfx1030",   "gfx1100",
    "gfx1200",   "skl",    "tgllp",  "acm-g10", "pvc",       "bmg-g21",   "ptl-h",
    "Arc B570",  "apple7", "apple8", "apple9",  "a6xx_gen1", "a6xx_gen4", "a7xx_gen1",
    "a8xx_gen1", "a702",   "g52",    "g610",    "g720",      "v3d-4.2",   "v3d-7.1"};
#define ODD_BASES (sizeof odd_bases / sizeof odd_bases[0])

/* Returns a number near the one that a device has, a small one, or any smaller one. */
static inline uint32_t odd_number(uint32_t now)
{
    switch (below(8)) {
    case 0:
        return now + 1 + below(3);
    case 1:
        return now - (now > 3 ? 1 + below(3) : 0);
    case 2:
        return now / 2 + below(3);
    case 3:
        return now * 3 / 2 + below(3);
    case 4:
        return below(40);
    case 5:
        return 0;
    case 6:
        return 1 + below(now < 200000 ? 2 * now + 64 : 400000);
    default:
        return below(2) != 0 ? below(now < 65535 ? now + 1 : 65536) : GPUOCC_UNKNOWN;
    }
}

/* Adds an edit of one field; for a list all of its elements, one of them changed. */
static inline void odd_edit(const gpuocc_device *base, uint32_t field)
{
    uint64_t value;
    uint32_t count = 0, i;

    while (count < 16 && value_at(base, field, count) != UINT64_MAX)
        count++;
    for (i = 0; i < (count > 1 ? count : 1); i++) {
        value = value_at(base, field, i);
        if (i == (count > 1 ? below(count) : 0) || value == UINT64_MAX)
            value =
                odd_number(value != UINT64_MAX ? (uint32_t)value : below(1u << (4 + below(14))));
        edit(field, value);
        if (field == GPUOCC_DEVICE_SHARED_POOL_BYTES && below(2) != 0) /* no group may have more */
            edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP,
                 below(3) != 0 ? value : below((uint32_t)value + 1));
    }
}

/* Makes a device with one or two odd fields, `field` among them. Returns NULL if it is refused. */
static inline const gpuocc_device *odd_device(struct own *own, const gpuocc_device *base,
                                              uint32_t field)
{
    edits.count = 0;
    odd_edit(base, field);
    if (below(3) == 0)
        odd_edit(base, GPUOCC_DEVICE_WAVE_SIZES +
                           below(GPUOCC_DEVICE_FIELD_COUNT - GPUOCC_DEVICE_WAVE_SIZES));
    make_own(own, base, NULL, edits.fields, edits.values, edits.count);
    edits.count = 0;
    return own->device;
}

/* Prints the edits of a device, which differ from the numbers of its base. */
static inline void odd_note(const gpuocc_device *device, const gpuocc_device *base)
{
    uint32_t field, i;

    for (field = GPUOCC_DEVICE_GENERATION; field < GPUOCC_DEVICE_FIELD_COUNT; field++)
        for (i = 0; i < 16; i++)
            if (value_at(device, field, i) != value_at(base, field, i))
                note("    %s[%u] = %lld instead of %lld",
                     gpuocc_name(GPUOCC_LIST_DEVICE_FIELDS, field), i,
                     (long long)value_at(device, field, i), (long long)value_at(base, field, i));
}

#endif
