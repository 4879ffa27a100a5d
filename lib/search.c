/* SPDX-License-Identifier: MIT
 *
 * The index of names.
 */
#include "search.h"

#include <string.h>

#include "packed.h"

void gocc_search_start(struct gocc_search *search)
{
    search->vendor = NULL;
    search->count = 0;
    search->level = GOCC_LEVEL_NONE;
    search->quality = GPUOCC_QUALITY_EXACT;
}

const gpuocc_device *gocc_hit_device(uint32_t hit)
{
    const struct gocc_rules *rules = gocc_rules_of(GOCC_HIT_VENDOR(hit));
    const uint32_t row = hit & 0xffff, index = GOCC_ROW_INDEX(row);

    if (GOCC_ROW_KIND(row) == GOCC_ROW_NONE)
        return NULL;
    return GOCC_ROW_KIND(row) == GOCC_ROW_PRODUCT ? &rules->products[index].head
                                                  : &rules->targets[index].head;
}

void gocc_search_add(struct gocc_search *search, uint32_t level, uint32_t hit)
{
    /* Two vendors' names hold both: "A16", "M4". */
    const int apart =
        search->count != 0 && GOCC_HIT_VENDOR(search->hits[0]) != GOCC_HIT_VENDOR(hit);
    uint32_t i;

    if (level > search->level && !apart)
        return;
    if (level < search->level && !apart)
        search->count = 0;
    search->level = level < search->level ? level : search->level;
    search->quality =
        search->level < GOCC_LEVEL_ALIAS ? GPUOCC_QUALITY_EXACT : GPUOCC_QUALITY_ALIAS;
    for (i = 0; i != search->count; i++)
        if (search->hits[i] == hit || gocc_hit_device(search->hits[i]) == gocc_hit_device(hit))
            return;
    if (search->count < GOCC_HITS)
        search->hits[search->count++] = hit;
}

uint32_t gocc_name_count(const struct gocc_rules *rules)
{
    return (uint32_t)rules->target_count + rules->product_count + rules->alias_count;
}

int gocc_is_same_name(const struct gocc_rules *rules, uint32_t number)
{
    const uint32_t own = (uint32_t)rules->target_count + rules->product_count;

    return number >= own && number != gocc_name_count(rules) &&
           rules->aliases[number - own].name == GOCC_SAME_NAME;
}

const char *gocc_name_at(const struct gocc_rules *rules, uint32_t number, uint16_t *row,
                         char buffer[GOCC_ALIAS_BYTES])
{
    if (number < rules->target_count) {
        *row = GOCC_ROW(GOCC_ROW_TARGET, number);
        return rules->texts + rules->targets[number].name;
    }
    number -= rules->target_count;
    if (number < rules->product_count) {
        *row = GOCC_ROW(GOCC_ROW_PRODUCT, number);
        return rules->texts + rules->products[number].name;
    }
    number -= rules->product_count;
    *row = rules->aliases[number].row;
    while (rules->aliases[number].name == GOCC_SAME_NAME)
        number--;
    (void)gocc_unpack(&rules->alias_texts, rules->aliases[number].name, buffer, GOCC_ALIAS_BYTES);
    return buffer;
}

static int strip(const struct gocc_rules *rules, const struct gocc_words *words,
                 struct gocc_spelling *spelling)
{
    return gocc_strip(words, rules->decorations, rules->decoration_bits, spelling);
}

int gocc_bare(const struct gocc_rules *rules, const char *name, size_t length,
              struct gocc_spelling *spelling)
{
    struct gocc_words words;

    if (!gocc_words(name, length, &words))
        return 0;
    if (!strip(rules, &words, spelling))
        gocc_whole(&words, spelling);
    return 1;
}

int gocc_is_spelled(const struct gocc_rules *rules, const char *name,
                    const struct gocc_spelling *wanted)
{
    const uint64_t bits = rules->decoration_bits;
    char word[GOCC_SPELLING];
    uint32_t length, last, at = 0;

    for (last = at; (length = gocc_next_word(&name, word)) != 0; last = length) {
        if ((bits >> GOCC_WORD_BIT(word[0], length) & 1) != 0 &&
            gocc_is_decoration(word, length, rules->decorations))
            continue;
        if (at + length > wanted->length || memcmp(wanted->text + at, word, length) != 0)
            return 0;
        at += length;
    }
    if (at == 0 && last == wanted->length && memcmp(wanted->text, word, last) == 0)
        at = last; /* a name that has nothing else */
    return at == wanted->length;
}

/* How well the name of a number fits. */
static uint32_t fit(const struct gocc_rules *rules, uint32_t number,
                    const struct gocc_spelling *wanted, uint16_t *row)
{
    char buffer[GOCC_ALIAS_BYTES];
    const char *name = gocc_name_at(rules, number, row, buffer);

    if (!gocc_is_spelled(rules, name, wanted))
        return GOCC_LEVEL_NONE;
    return number < (uint32_t)rules->target_count + rules->product_count ? GOCC_LEVEL_OWN
                                                                         : GOCC_LEVEL_ALIAS;
}

void gocc_look_up(struct gocc_search *search, const struct gocc_rules *rules,
                  const struct gocc_spelling *wanted)
{
    const uint32_t buckets = 1u << rules->bucket_bits;
    const uint16_t *first = rules->names + (wanted->hash & (buckets - 1));
    const uint16_t *entries = rules->names + buckets + 1;
    const uint32_t tag = wanted->hash >> rules->bucket_bits << rules->number_bits & 0xffff;
    uint32_t i, level, number;
    uint16_t row;

    for (i = first[0]; i != first[1]; i++) {
        number = entries[i] ^ tag;
        if (number >> rules->number_bits != 0)
            continue;
        level = fit(rules, number, wanted, &row);
        if (level == GOCC_LEVEL_NONE)
            continue;
        gocc_search_add(search, level, GOCC_HIT(rules->vendor, row));
        while (gocc_is_same_name(rules, ++number)) {
            row = rules->aliases[number - rules->target_count - rules->product_count].row;
            gocc_search_add(search, level, GOCC_HIT(rules->vendor, row));
        }
    }
}

void gocc_add_boards(struct gocc_search *search, const struct gocc_search *found)
{
    const gpuocc_device *device;
    uint32_t i, target;

    for (i = 0; i != found->count; i++) {
        device = gocc_hit_device(found->hits[i]);
        if (device == NULL)
            continue;
        target = device->kind == GOCC_TARGET ? device->index
                                             : ((const struct gocc_product *)device)->target;
        gocc_search_add(search, GOCC_LEVEL_ALIAS,
                        GOCC_HIT(device->vendor, GOCC_ROW(GOCC_ROW_BOARD, target)));
    }
}

void gocc_look_up_variant(struct gocc_search *search, const struct gocc_rules *rules,
                          const struct gocc_spelling *name)
{
    struct gocc_spelling wanted;
    struct gocc_search whole;
    uint32_t variant = gocc_variant(name->text, name->length, rules->variants);

    if (!variant)
        return;
    wanted = *name;
    gocc_search_start(&whole);
    for (; whole.count == 0 && variant != 0;
         variant = gocc_variant(wanted.text, wanted.length, rules->variants)) {
        wanted.length -= variant;
        wanted.hash = gocc_hash(wanted.text, wanted.length);
        gocc_look_up(&whole, rules, &wanted);
    }
    gocc_add_boards(search, &whole);
}

const struct gocc_rules *gocc_vendor_of(const struct gocc_words *words)
{
    const struct gocc_rules *rules, *only = NULL;
    uint32_t vendor;

    for (vendor = GPUOCC_VENDOR_GENERIC; vendor != GPUOCC_VENDOR_COUNT; vendor++) {
        rules = gocc_rules_of(vendor);
        if (rules->names == NULL || (rules->decoration_bits >> words->bit[0] & 1) == 0 ||
            !gocc_is_decoration(words->text, words->end[0], rules->decorations))
            continue;
        if (only != NULL)
            return NULL;
        only = rules;
    }
    return only;
}

void gocc_search_text(struct gocc_search *search, const char *text, size_t length)
{
    struct gocc_words words;
    struct gocc_spelling whole, stripped;
    const struct gocc_rules *rules, *only;
    uint32_t vendor;

    if (!gocc_words(text, length, &words))
        return;
    gocc_whole(&words, &whole);
    only = gocc_vendor_of(&words);
    if (only != NULL)
        search->vendor = only;
    only = search->vendor;
    for (vendor = GPUOCC_VENDOR_GENERIC; vendor != GPUOCC_VENDOR_COUNT; vendor++) {
        rules = gocc_rules_of(vendor);
        if (rules->names != NULL && (only == NULL || only == rules))
            gocc_look_up(search, rules, strip(rules, &words, &stripped) ? &stripped : &whole);
    }
    if (search->count != 0)
        return;
    for (vendor = GPUOCC_VENDOR_GENERIC; vendor != GPUOCC_VENDOR_COUNT; vendor++) {
        rules = gocc_rules_of(vendor);
        if (rules->variants != NULL && (only == NULL || only == rules))
            gocc_look_up_variant(search, rules,
                                 strip(rules, &words, &stripped) ? &stripped : &whole);
    }
}

uint32_t gocc_pci_revision(const struct gocc_rules *rules, uint32_t at)
{
    if (rules->pci_revisions == NULL || rules->pci_revisions[at] == rules->any_revision)
        return GOCC_ANY_REVISION;
    return rules->pci_revisions[at];
}

void gocc_search_pci(struct gocc_search *search, const struct gocc_rules *rules, uint32_t id,
                     uint32_t revision)
{
    uint32_t first = 0, end = rules->pci_count, middle;

    while (first < end) { /* rows are in the order of their ids */
        middle = (first + end) / 2;
        if (rules->pci_ids[middle] < id)
            first = middle + 1;
        else
            end = middle;
    }
    for (; first != rules->pci_count && rules->pci_ids[first] == id; first++)
        if (revision == GPUOCC_UNKNOWN || gocc_pci_revision(rules, first) == revision)
            gocc_search_add(search, GOCC_LEVEL_ALIAS,
                            GOCC_HIT(rules->vendor, rules->pci_rows[first]));
    for (first = 0; search->count == 0 && first < rules->chips_count; first++)
        if (id - rules->chips[first].first < 32 &&
            (rules->chips[first].ids >> (id - rules->chips[first].first) & 1) != 0)
            gocc_search_add(search, GOCC_LEVEL_ALIAS,
                            GOCC_HIT(rules->vendor, rules->chips[first].row));
    if (search->count == 1 && GOCC_ROW_KIND(search->hits[0] & 0xffff) == GOCC_ROW_TARGET)
        search->quality = GPUOCC_QUALITY_ARCHITECTURE;
}
