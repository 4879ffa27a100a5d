/* SPDX-License-Identifier: MIT
 *
 * From a name or a PCI id to a device.
 */
#include <string.h>

#include "gpuocc/device.h"

#include "rules.h"
#include "spell.h"

/* One search: how many rows match, and the one that is wanted. */
struct search {
    uint32_t wanted, count;
    const gpuocc_device *device;
    int no_model; /* the wanted row is known by name only */
};

static void hit(struct search *search, const gpuocc_device *device)
{
    if (search->count == search->wanted) {
        search->device = device;
        search->no_model = device == NULL;
    }
    search->count++;
}

static const gpuocc_device *row_of(const struct gocc_rules *rules, uint32_t kind, uint32_t index)
{
    if (kind == GOCC_TARGET)
        return &rules->targets[index].head;
    return kind == GOCC_PRODUCT ? &rules->products[index].head : NULL;
}

static int spells(const char *name, const char *decorations, const char *spelling, size_t length)
{
    char own[GOCC_SPELLING];

    return gocc_spell(name, strlen(name), decorations, own) == length &&
           memcmp(own, spelling, length) == 0;
}

/* Rows whose own name is this one, with or without decorations. */
static void search_own_names(const struct gocc_rules *rules, struct search *search,
                             const char *name, size_t length, int decorated)
{
    const char *decorations = decorated ? NULL : rules->decorations;
    char spelling[GOCC_SPELLING];
    const size_t spelled = gocc_spell(name, length, decorations, spelling);
    uint32_t i;

    if (spelled == 0)
        return;
    for (i = 0; i < rules->target_count; i++)
        if (spells(rules->targets[i].name, decorations, spelling, spelled))
            hit(search, &rules->targets[i].head);
    for (i = 0; i < rules->product_count; i++)
        if (spells(rules->products[i].name, decorations, spelling, spelled))
            hit(search, &rules->products[i].head);
}

static void search_aliases(const struct gocc_rules *rules, struct search *search, const char *name,
                           size_t length)
{
    char spelling[GOCC_SPELLING];
    size_t spelled;
    uint32_t i;

    i = rules->parse != NULL ? rules->parse(name, length) : 0;
    if (i != 0) {
        hit(search, &rules->targets[i - 1].head);
        return;
    }
    spelled = gocc_spell(name, length, rules->decorations, spelling);
    if (spelled == 0)
        return;
    for (i = 0; i < rules->alias_count; i++)
        if (spells(rules->aliases[i].name, rules->decorations, spelling, spelled))
            hit(search, row_of(rules, rules->aliases[i].kind, rules->aliases[i].index));
}

static int32_t found(const struct search *search, uint32_t found_quality,
                     const gpuocc_device **device, uint32_t *quality)
{
    if (search->wanted >= search->count)
        return GPUOCC_ERROR_INDEX;
    if (search->no_model)
        return GPUOCC_ERROR_DEVICE_NO_MODEL;
    *device = search->device;
    if (quality != NULL)
        *quality = search->count > 1 ? (uint32_t)GPUOCC_QUALITY_AMBIGUOUS : found_quality;
    return GPUOCC_OK;
}

int32_t gpuocc_device_find(const char *name, size_t length, uint32_t index,
                           const gpuocc_device **device, uint32_t *quality)
{
    struct search search = {index, 0, NULL, 0};
    uint32_t level, vendor, pci_vendor, id, revision;
    const struct gocc_rules *rules;

    if (name == NULL || device == NULL)
        return GPUOCC_ERROR_NULL;
    if (gocc_is_pci(name, length, &pci_vendor, &id, &revision))
        return gpuocc_device_pci(pci_vendor, id, revision, index, device, quality);
    for (level = 0; level < 3; level++) {
        for (vendor = 0; vendor < GPUOCC_VENDOR_COUNT; vendor++) {
            rules = gocc_rules_of(vendor);
            if (rules == NULL)
                continue;
            if (level < 2)
                search_own_names(rules, &search, name, length, level == 0);
            else
                search_aliases(rules, &search, name, length);
        }
        if (search.count != 0)
            return found(&search, level < 2 ? GPUOCC_QUALITY_EXACT : GPUOCC_QUALITY_ALIAS, device,
                         quality);
    }
    return GPUOCC_ERROR_DEVICE_UNKNOWN;
}

/* One device per row: the same device under two revisions is one answer. */
static void search_pci(const struct gocc_rules *rules, struct search *search, uint32_t id,
                       uint32_t revision)
{
    uint32_t i, last = UINT32_MAX, row;

    for (i = 0; i < rules->pci_count; i++) {
        const struct gocc_pci *pci = &rules->pci[i];

        if (pci->id != id || (revision != GPUOCC_UNKNOWN && pci->revision != revision))
            continue;
        row = (uint32_t)pci->kind << 16 | pci->index;
        if (row != last)
            hit(search, row_of(rules, pci->kind, pci->index));
        last = row;
    }
}

int32_t gpuocc_device_pci(uint32_t vendor, uint32_t id, uint32_t revision, uint32_t index,
                          const gpuocc_device **device, uint32_t *quality)
{
    struct search search = {index, 0, NULL, 0};
    const struct gocc_rules *rules = NULL;
    uint32_t i;

    if (device == NULL)
        return GPUOCC_ERROR_NULL;
    for (i = 0; i < GPUOCC_VENDOR_COUNT; i++)
        if (gocc_rules_of(i) != NULL && gocc_rules_of(i)->pci_vendor == vendor && vendor != 0)
            rules = gocc_rules_of(i);
    if (rules == NULL)
        return GPUOCC_ERROR_DEVICE_UNKNOWN;
    search_pci(rules, &search, id, revision);
    if (search.count == 0 && revision != GPUOCC_UNKNOWN)
        search_pci(rules, &search, id, GOCC_ANY_REVISION);
    if (search.count == 0 && revision != GPUOCC_UNKNOWN)
        search_pci(rules, &search, id, GPUOCC_UNKNOWN);
    if (search.count == 0)
        return GPUOCC_ERROR_DEVICE_UNKNOWN;
    return found(&search,
                 search.device != NULL && search.device->kind == GOCC_TARGET
                     ? GPUOCC_QUALITY_ARCHITECTURE
                     : GPUOCC_QUALITY_ALIAS,
                 device, quality);
}

int32_t gpuocc_device_pci_id(const gpuocc_device *device, uint32_t index, uint32_t *vendor,
                             uint32_t *id, uint32_t *revision)
{
    const struct gocc_rules *rules;
    uint32_t i;

    if (device == NULL)
        return GPUOCC_ERROR_NULL;
    if (device->kind == GOCC_OWN)
        return GPUOCC_ERROR_INDEX;
    rules = gocc_rules_of(device->vendor);
    for (i = 0; i < rules->pci_count; i++) {
        const struct gocc_pci *pci = &rules->pci[i];

        if (pci->kind != device->kind || pci->index != device->index || index-- != 0)
            continue;
        if (vendor != NULL)
            *vendor = rules->pci_vendor;
        if (id != NULL)
            *id = pci->id;
        if (revision != NULL)
            *revision = pci->revision == GOCC_ANY_REVISION ? GPUOCC_UNKNOWN : pci->revision;
        return GPUOCC_OK;
    }
    return GPUOCC_ERROR_INDEX;
}

/* Likeness of a device's name, smaller is nearer; ties go by the order of the devices. */
static uint64_t likeness(uint32_t at, const char *name, size_t length)
{
    const gpuocc_device *device;
    char own[GOCC_SPELLING], wanted[GOCC_SPELLING];
    size_t own_length, wanted_length;
    const char *own_name, *decorations;

    (void)gpuocc_device_at(at, &device);
    own_name = gpuocc_device_name(device);
    decorations = gocc_rules_of(device->vendor)->decorations;
    own_length = gocc_spell(own_name, strlen(own_name), decorations, own);
    wanted_length = gocc_spell(name, length, decorations, wanted);
    if (wanted_length >= 3 && strstr(own, wanted) != NULL)
        return at; /* a part of the name, spelled right */
    return (uint64_t)gocc_distance(wanted, wanted_length, own, own_length) << 32 | at;
}

int32_t gpuocc_device_nearest(const char *name, size_t length, uint32_t index,
                              const gpuocc_device **device)
{
    const uint32_t count = gpuocc_device_count();
    char spelling[GOCC_SPELLING];
    uint64_t best, last = 0, like;
    uint32_t round, i;

    if (name == NULL || device == NULL)
        return GPUOCC_ERROR_NULL;
    if (index >= 8 || index >= count || gocc_spell(name, length, NULL, spelling) == 0)
        return GPUOCC_ERROR_INDEX;
    for (round = 0; round <= index; round++) {
        best = UINT64_MAX;
        for (i = 0; i < count; i++) {
            like = likeness(i, name, length);
            if (like < best && (round == 0 || like > last))
                best = like;
        }
        last = best;
    }
    return gpuocc_device_at((uint32_t)last, device);
}
