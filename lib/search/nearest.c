/* SPDX-License-Identifier: MIT
 *
 * Finds the names that are most similar to one that was not found.
 */
#include <string.h>

#include "gpuocc/device.h"

#include "search/search.h"

#define OFFERED 8u

/* Bits of a vendor and row (GOCC_HIT). */
#define HIT_BITS 20

/* The most similar devices so far, the best first. Entries with a nearness of 0 are empty. */
struct nearest {
    uint64_t nearness[OFFERED];
    const gpuocc_device *device[OFFERED];
};

/* Inserts a device before those that are not nearer. */
static void offer(struct nearest *nearest, uint64_t nearness, const gpuocc_device *device)
{
    uint32_t at = 0;

    while (at != OFFERED - 1 && nearest->device[at] != device)
        at++;
    if (nearest->nearness[at] > nearness)
        return;
    for (; at != 0 && nearest->nearness[at - 1] <= nearness; at--) {
        nearest->nearness[at] = nearest->nearness[at - 1];
        nearest->device[at] = nearest->device[at - 1];
    }
    nearest->nearness[at] = nearness;
    nearest->device[at] = device;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Returns the smallest number of letters to insert, delete or replace that turns a normalised name
 * into the beginning of another. */
static uint32_t distance(const struct gocc_spelling *from, const struct gocc_spelling *to)
{
    uint8_t row[GOCC_SPELLING], diagonal, above;
    uint32_t i, j, found = from->length;

    for (j = 0; j != GOCC_SPELLING; j++)
        row[j] = (uint8_t)j;
    for (i = 0; i != from->length; i++) {
        diagonal = row[0];
        row[0]++;
        for (j = 1; j <= to->length; j++) {
            above = row[j];
            row[j] = (uint8_t)least(least(above, row[j - 1]) + 1u,
                                    diagonal + (uint32_t)(from->text[i] != to->text[j - 1]));
            diagonal = above;
        }
    }
    for (j = to->length; j != 0; j--)
        found = least(found, row[j]);
    return found;
}

/* Returns the first number of at least two digits; 0 if there is none. */
static uint32_t number_in(const struct gocc_spelling *spelling)
{
    uint32_t i, digits = 0, number = 0;

    for (i = 0; i < spelling->length; i++) {
        if (spelling->text[i] <= '9') { /* the others are small letters */
            number = digits++ < 6 ? number * 10 + (uint32_t)(spelling->text[i] - '0') : number;
        } else if (digits >= 2) {
            break;
        } else {
            digits = number = 0;
        }
    }
    return digits >= 2 ? number : 0;
}

/* Whether the wanted name continues a name of the tables: "RTX 4090 Laptop". */
static int goes_on(const struct gocc_spelling *wanted, const struct gocc_spelling *own)
{
    return own->length >= 4 && strstr(wanted->text, own->text) == wanted->text &&
           wanted->text[own->length] > '9';
}

/* Whether the names differ by more than a typing error or another model number. */
static int is_far(const struct gocc_spelling *wanted, const struct gocc_spelling *own,
                  uint64_t apart)
{
    const uint32_t number = number_in(wanted), before = wanted->length - own->length;

    if (2 * apart < wanted->length || (2 * apart == wanted->length && apart == 1) ||
        (number != 0 && number == number_in(own)))
        return 0;
    /* "Teslq P4": the end matches */
    return own->length > wanted->length || strcmp(wanted->text + before, own->text) != 0;
}

/* Returns a larger value for a more similar name: fewer letters that differ, then a nearer model
 * number, then fewer letters left over. Returns 0 if the name is far. */
static uint64_t likeness(const struct gocc_spelling *wanted, const struct gocc_spelling *own)
{
    const uint32_t a = number_in(wanted), b = number_in(own);
    const int longer = goes_on(wanted, own);
    uint64_t apart = 0;

    if (!longer && (wanted->length < 3 || strstr(own->text, wanted->text) == NULL))
        apart = distance(wanted, own);
    if (is_far(wanted, own, apart))
        return 0;
    apart = apart << 24 | (a > b ? a - b : b - a);
    return ~(apart << 8 | (longer ? wanted->length - own->length : own->length));
}

/* Offers every device under each of its names. Of devices that are equally similar the first of the
 * tables comes first: the order of their vendor and row. */
static void offer_all(struct nearest *nearest, const struct gocc_rules *rules, const char *name,
                      size_t length)
{
    struct gocc_spelling wanted, own;
    const gpuocc_device *device;
    uint64_t nearness;
    uint32_t i, hit;

    if (!gocc_bare(rules, name, length, &wanted))
        return;
    for (i = 0; i != rules->name_count; i++) {
        const char *text = rules->texts + rules->names[i].text;

        hit = GOCC_HIT(rules->vendor, rules->names[i].row);
        device = gocc_hit_device(hit);
        if (device == NULL || GOCC_ROW_KIND(hit & 0xffff) == GOCC_ROW_BOARD)
            continue;
        (void)gocc_bare(rules, text, strlen(text), &own); /* table names do not fail */
        nearness = likeness(&wanted, &own);
        if (nearness != 0)
            offer(nearest, nearness << HIT_BITS | (((1u << HIT_BITS) - 1) - hit), device);
    }
}

int32_t gpuocc_device_nearest(const char *name, size_t length, uint32_t index,
                              const gpuocc_device **device)
{
    struct nearest nearest;
    uint32_t vendor = GPUOCC_VENDOR_COUNT;

    if (name == NULL || device == NULL)
        return GPUOCC_ERROR_NULL;
    length = gocc_name_bytes(name, length);
    memset(&nearest, 0, sizeof nearest);
    while (vendor-- != GPUOCC_VENDOR_GENERIC && length <= GOCC_NAME_BYTES)
        if (gocc_rules_of(vendor)->name_count != 0)
            offer_all(&nearest, gocc_rules_of(vendor), name, length);
    if (index >= OFFERED || nearest.nearness[index] == 0)
        return GPUOCC_ERROR_INDEX;
    *device = nearest.device[index];
    return GPUOCC_OK;
}
