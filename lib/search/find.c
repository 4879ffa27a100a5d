/* SPDX-License-Identifier: MIT
 *
 * Finds devices by name or PCI id.
 */
#include <string.h>

#include "gpuocc/device.h"

#include "base/error.h"
#include "base/structs.h"
#include "search/search.h"

/* Answers with a device that was found; `position` is that of `index` among the arguments. */
static int32_t answer(const struct gocc_search *search, uint32_t index, uint32_t position,
                      const gpuocc_device **device, uint32_t *quality, gpuocc_error *error)
{
    const gpuocc_device *found;

    if (search->count == 0)
        return gocc_fail_argument(error, GPUOCC_ERROR_DEVICE_UNKNOWN, 1);
    if (index >= search->count)
        return gocc_fail_size(error, GPUOCC_ERROR_INDEX, position, index, search->count - 1);
    found = gocc_hit_device(search->hits[index]);
    if (found == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_DEVICE_NO_MODEL, 1);
    *device = found;
    if (quality == NULL)
        return GPUOCC_OK;
    *quality = search->quality;
    if (search->count > 1)
        *quality = GPUOCC_QUALITY_AMBIGUOUS;
    else if (GOCC_ROW_KIND(search->hits[0] & 0xffff) == GOCC_ROW_BOARD)
        *quality = GPUOCC_QUALITY_ARCHITECTURE;
    return GPUOCC_OK;
}

void gocc_search_spelled(struct gocc_search *search, const char *name, size_t length)
{
    const struct gocc_rules *rules;
    uint32_t vendor, target;

    for (vendor = GPUOCC_VENDOR_GENERIC; vendor != GPUOCC_VENDOR_COUNT; vendor++) {
        rules = gocc_rules_of(vendor);
        target = rules->parse != NULL ? rules->parse(name, length) : 0;
        if (target != 0)
            gocc_search_add(search, GOCC_LEVEL_ALIAS,
                            GOCC_HIT(vendor, GOCC_ROW(GOCC_ROW_TARGET, target - 1)));
    }
}

/* No name of a family begins with a decoration. */
void gocc_search_families(struct gocc_search *search, const char *name, size_t length)
{
    struct gocc_spelling wanted;
    const struct gocc_rules *rules;
    uint32_t vendor, i;

    for (vendor = GPUOCC_VENDOR_GENERIC; vendor != GPUOCC_VENDOR_COUNT; vendor++) {
        rules = gocc_rules_of(vendor);
        if (rules->name_count == 0 || (search->vendor != NULL && search->vendor != rules) ||
            !gocc_bare(rules, name, length, &wanted))
            continue;
        for (i = 0; i != rules->target_count; i++)
            if (gocc_is_spelled(rules, rules->texts + rules->targets[i].family, &wanted))
                gocc_search_add(search, GOCC_LEVEL_ALIAS,
                                GOCC_HIT(vendor, GOCC_ROW(GOCC_ROW_TARGET, i)));
    }
}

/* Returns the length of "A100D" in "A100D-1-10". */
static size_t without_slices(const char *name, size_t length)
{
    uint32_t hyphens = 2;

    while (hyphens != 0)
        hyphens -= name[--length] == '-';
    return length;
}

void gocc_search_profiles(struct gocc_search *search, const char *name, size_t length)
{
    const struct gocc_rules *rules;
    struct gocc_search board;
    uint32_t vendor, kind, i;

    for (vendor = GPUOCC_VENDOR_GENERIC; vendor != GPUOCC_VENDOR_COUNT; vendor++) {
        rules = gocc_rules_of(vendor);
        kind = rules->hooks->profile != NULL ? rules->hooks->profile(&name, &length) : 0;
        if (kind == 0)
            continue;
        gocc_search_start(&board);
        board.vendor = rules;
        gocc_search_text(&board, name, length);
        for (i = 0; i != board.count; i++)
            gocc_search_add(search, GOCC_LEVEL_ALIAS, board.hits[i]);
        if (kind == 1 || board.count != 0)
            continue;
        gocc_search_text(&board, name, without_slices(name, length));
        gocc_add_boards(search, &board);
    }
}

/* Whether a name is a number, which may refer to more products than the one with this name. */
static int is_number(const char *name, size_t length)
{
    size_t at;

    for (at = 0; at < length && name[at] >= '0' && name[at] <= '9'; at++)
        continue;
    return at == length;
}

/* Drops rows without a model if others remain: a number alone is rarely that of such a GPU. */
static void drop_unmodelled(struct gocc_search *search)
{
    uint32_t i, count = 0;

    for (i = 0; i != search->count; i++)
        if (GOCC_ROW_KIND(search->hits[i] & 0xffff) != GOCC_ROW_NONE)
            search->hits[count++] = search->hits[i];
    search->count = count != 0 ? count : search->count;
}

/* Searches for a name that is no PCI id. */
static void search_name(struct gocc_search *search, const char *name, size_t length)
{
    gocc_search_text(search, name, length);
    if (search->count == 0)
        gocc_search_dressed(search, name, length);
    if (search->count == 0)
        gocc_search_spelled(search, name, length);
    if (search->count == 0)
        gocc_search_families(search, name, length);
    if (search->count == 0)
        gocc_search_profiles(search, name, length);
    if (search->count == 0 || is_number(name, length)) {
        gocc_search_series(search, name, length);
        drop_unmodelled(search);
    }
}

const struct gocc_rules *gocc_pci_vendor(uint32_t id)
{
    uint32_t i;

    for (i = GPUOCC_VENDOR_GENERIC; i != GPUOCC_VENDOR_COUNT; i++)
        if (id != 0 && gocc_rules_of(i)->pci_vendor == id) /* some vendors have 0: no ids */
            return gocc_rules_of(i);
    return NULL;
}

void gocc_search_revision(struct gocc_search *search, const struct gocc_rules *rules, uint32_t id,
                          uint32_t revision)
{
    gocc_search_start(search);
    gocc_search_pci(search, rules, id, revision);
    if (search->count == 0) /* every id has a row for any revision: tests/search/ids.c */
        gocc_search_pci(search, rules, id, GOCC_ANY_REVISION);
}

const struct gocc_rules *gocc_search_id(struct gocc_search *search, const char *name, size_t length,
                                        uint32_t *id)
{
    const struct gocc_rules *rules = NULL;
    uint32_t vendor, revision, base;

    for (base = 16; base >= 10 && rules == NULL; base -= 6) {
        if (!gocc_is_pci(name, length, base, &vendor, id, &revision))
            continue;
        rules = gocc_pci_vendor(vendor);
        if (rules != NULL)
            gocc_search_revision(search, rules, *id, revision);
    }
    return rules;
}

int gocc_search_all(struct gocc_search *search, const char *name, size_t length)
{
    uint32_t id;

    gocc_search_start(search);
    if (length > GOCC_NAME_BYTES)
        return 1;
    if (gocc_search_id(search, name, length, &id) != NULL)
        return 0;
    search_name(search, name, length);
    return 1;
}

int32_t gocc_search_answer(const struct gocc_search *search, const char *name, size_t length,
                           uint32_t index, const gpuocc_device **device, uint32_t *quality,
                           gpuocc_error *error)
{
    const gpuocc_device *similar;

    if (search->count != 0 || error == NULL ||
        gpuocc_device_nearest(name, length, 0, &similar) != GPUOCC_OK)
        return answer(search, index, 3, device, quality, error);
    return gocc_fail_field_alone(error, GPUOCC_ERROR_DEVICE_UNKNOWN, GPUOCC_SCOPE_ARGUMENT, 1,
                                 gpuocc_device_name(similar));
}

int32_t gpuocc_device_find(const char *name, size_t length, uint32_t index,
                           const gpuocc_device **device, uint32_t *quality, gpuocc_error *error)
{
    struct gocc_search search;
    int is_name;

    if (name == NULL || device == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, name == NULL ? 1 : 4);
    length = gocc_name_bytes(name, length);
    is_name = gocc_search_all(&search, name, length);
    return gocc_search_answer(&search, is_name ? name : NULL, length, index, device, quality,
                              error);
}

int32_t gpuocc_device_pci(const gpuocc_pci_id *id, uint32_t index, const gpuocc_device **device,
                          uint32_t *quality, gpuocc_error *error)
{
    const struct gocc_rules *rules;
    struct gocc_search search;
    gpuocc_pci_id pci;
    int32_t status;

    if (id == NULL || device == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, id == NULL ? 1 : 3);
    status = gocc_read_argument(&pci, sizeof pci, id, 1, error);
    if (status != GPUOCC_OK)
        return status;
    gocc_search_start(&search);
    rules = gocc_pci_vendor(pci.vendor);
    if (rules != NULL)
        gocc_search_revision(&search, rules, pci.device, pci.revision);
    return answer(&search, index, 2, device, quality, error);
}

/* Finds the index-th PCI id of a row. Returns NULL past the end. */
static const struct gocc_pci *pci_of(const struct gocc_rules *rules, uint32_t row, uint32_t index,
                                     uint32_t *id)
{
    uint32_t i;

    for (i = 0; i != rules->pci_count; i++) {
        if (rules->pci[i].row != row)
            continue;
        if (index < rules->pci[i].count) {
            *id = rules->pci[i].first + index;
            return &rules->pci[i];
        }
        index -= rules->pci[i].count;
    }
    return NULL;
}

int32_t gpuocc_device_pci_id(const gpuocc_device *device, uint32_t index, gpuocc_pci_id *id)
{
    const struct gocc_rules *rules;
    const struct gocc_pci *pci = NULL;
    uint32_t found;

    if (device == NULL || id == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_can_write(id->size, sizeof *id))
        return GPUOCC_ERROR_STRUCT_SIZE;
    rules = gocc_rules_of(device->vendor);
    if (device->kind != GOCC_OWN)
        pci = pci_of(rules, GOCC_ROW(device->kind, gocc_index(rules, device)), index, &found);
    if (pci == NULL)
        return GPUOCC_ERROR_INDEX;
    id->vendor = rules->pci_vendor;
    id->device = found;
    id->revision = pci->revision == GOCC_ANY_REVISION ? GPUOCC_UNKNOWN : pci->revision;
    return GPUOCC_OK;
}
