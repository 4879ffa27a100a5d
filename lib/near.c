/* SPDX-License-Identifier: MIT
 *
 * The nearest names to one that was not found.
 */
#include <string.h>

#include "gpuocc/device.h"

#include "search.h"

#define OFFERED 8u

/* The nearest devices so far, the best first. */
struct nearest {
    uint32_t count;
    uint64_t likeness[OFFERED];
    const gpuocc_device *device[OFFERED];
};

static void offer(struct nearest *nearest, uint64_t likeness, const gpuocc_device *device)
{
    uint32_t i, at;

    for (i = 0; i < nearest->count; i++)
        if (nearest->device[i] == device)
            break;
    if (i < nearest->count && nearest->likeness[i] <= likeness)
        return;
    if (i == OFFERED && nearest->likeness[i - 1] <= likeness)
        return;
    if (i == nearest->count && i < OFFERED)
        nearest->count++;
    for (at = i < OFFERED ? i : OFFERED - 1; at > 0 && nearest->likeness[at - 1] > likeness; at--) {
        nearest->likeness[at] = nearest->likeness[at - 1];
        nearest->device[at] = nearest->device[at - 1];
    }
    nearest->likeness[at] = likeness;
    nearest->device[at] = device;
}

/* Least number of letters to insert, drop or change from a spelling to the beginning of
 * another. */
static uint32_t distance(const struct gocc_spelling *from, const struct gocc_spelling *to)
{
    uint8_t row[GOCC_SPELLING], diagonal, above, cost, least;
    uint32_t i, j;

    for (j = 0; j <= to->length; j++)
        row[j] = (uint8_t)j;
    for (i = 1; i <= from->length; i++) {
        diagonal = row[0];
        row[0] = (uint8_t)i;
        for (j = 1; j <= to->length; j++) {
            above = row[j];
            cost = (uint8_t)(diagonal + (from->text[i - 1] != to->text[j - 1]));
            if (above + 1 < cost)
                cost = (uint8_t)(above + 1);
            if (row[j - 1] + 1 < cost)
                cost = (uint8_t)(row[j - 1] + 1);
            diagonal = above;
            row[j] = cost;
        }
    }
    for (least = row[0], j = 1; j <= to->length; j++)
        least = row[j] < least ? row[j] : least;
    return least;
}

/* The first number of at least two digits; 0 if there is none. */
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

/* Smaller is nearer: the letters that differ, then the model numbers, then what is left over. */
static uint64_t likeness(const struct gocc_spelling *wanted, const struct gocc_spelling *own)
{
    const uint32_t a = number_in(wanted), b = number_in(own);
    uint64_t apart =
        wanted->length >= 3 && strstr(own->text, wanted->text) != NULL ? 0 : distance(wanted, own);

    apart = apart << 24 | (a > b ? a - b : b - a);
    return apart << 8 | own->length;
}

static void offer_all(struct nearest *nearest, const struct gocc_rules *rules, const char *name,
                      size_t length)
{
    const uint32_t count = gocc_name_count(rules);
    struct gocc_spelling wanted, own;
    const gpuocc_device *device;
    uint32_t number;
    uint16_t row;

    if (!gocc_bare(rules, name, length, &wanted))
        return;
    for (number = 0; number < count; number++) {
        const char *other = gocc_name_at(rules, number, &row);

        device = gocc_hit_device(GOCC_HIT(rules->vendor, row));
        if (device == NULL || GOCC_ROW_KIND(row) == GOCC_ROW_BOARD ||
            !gocc_bare(rules, other, strlen(other), &own))
            continue;
        offer(nearest, likeness(&wanted, &own), device);
    }
}

int32_t gpuocc_device_nearest(const char *name, size_t length, uint32_t index,
                              const gpuocc_device **device)
{
    struct nearest nearest;
    uint32_t vendor;

    if (name == NULL || device == NULL)
        return GPUOCC_ERROR_NULL;
    nearest.count = 0;
    for (vendor = 0; vendor < GPUOCC_VENDOR_COUNT && length <= GOCC_NAME_BYTES; vendor++)
        if (gocc_rules_of(vendor)->names != NULL)
            offer_all(&nearest, gocc_rules_of(vendor), name, length);
    if (index >= nearest.count)
        return GPUOCC_ERROR_INDEX;
    *device = nearest.device[index];
    return GPUOCC_OK;
}
