/* SPDX-License-Identifier: MIT
 *
 * Searches the index of names.
 */
#include "search/search.h"

#include <string.h>

#include "device/device.h"

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
    /* Rows of different vendors are both kept: several have names such as "A16" and "M4". */
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

/* Compares a word with the letters of a normalised name from `at` on. */
static int compare_word(const char *word, uint32_t length, const struct gocc_spelling *wanted,
                        uint32_t at)
{
    const uint32_t left = wanted->length - at;
    const int order = memcmp(word, wanted->text + at, length < left ? length : left);

    return order != 0 ? order : length > left;
}

/* Compares a name of the tables, without its decorations, with a normalised name. Returns a number
 * below, of or above 0, as strcmp. */
static int compare(const struct gocc_rules *rules, const char *name,
                   const struct gocc_spelling *wanted)
{
    const uint64_t bits = rules->decoration_bits;
    char word[GOCC_SPELLING];
    uint32_t length, last = 0, at = 0;
    int order = 0;

    for (; order == 0 && (length = gocc_next_word(&name, word)) != 0; last = length) {
        if ((bits >> GOCC_WORD_BIT(word[0], length) & 1) != 0 &&
            gocc_is_decoration(word, length, rules->decorations))
            continue;
        order = compare_word(word, length, wanted, at);
        at += length;
    }
    if (at == 0) { /* the name is a decoration only */
        order = compare_word(word, last, wanted, 0);
        at = last;
    }
    return order != 0 ? order : at == wanted->length ? 0 : -1;
}

int gocc_is_spelled(const struct gocc_rules *rules, const char *name,
                    const struct gocc_spelling *wanted)
{
    return compare(rules, name, wanted) == 0;
}

/* Whether a name is the own name of its target or product. */
static int is_own(const struct gocc_rules *rules, const struct gocc_name *name)
{
    const uint32_t index = GOCC_ROW_INDEX(name->row), kind = GOCC_ROW_KIND(name->row);

    return (kind == GOCC_ROW_TARGET && rules->targets[index].name == name->text) ||
           (kind == GOCC_ROW_PRODUCT && rules->products[index].name == name->text);
}

void gocc_look_up(struct gocc_search *search, const struct gocc_rules *rules,
                  const struct gocc_spelling *wanted)
{
    const struct gocc_name *names = rules->names;
    uint32_t first = 0, end = rules->name_count, middle;

    while (first != end) {
        middle = (first + end) / 2;
        if (compare(rules, rules->texts + names[middle].text, wanted) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    for (; first != rules->name_count &&
           gocc_is_spelled(rules, rules->texts + names[first].text, wanted);
         first++)
        gocc_search_add(search, is_own(rules, &names[first]) ? GOCC_LEVEL_OWN : GOCC_LEVEL_ALIAS,
                        GOCC_HIT(rules->vendor, names[first].row));
}

void gocc_add_boards(struct gocc_search *search, const struct gocc_search *found)
{
    const gpuocc_device *device;
    uint32_t i, target;

    for (i = 0; i != found->count; i++) {
        device = gocc_hit_device(found->hits[i]);
        if (device == NULL)
            continue;
        target = gocc_index(gocc_rules_of(device->vendor), &gocc_device_target(device)->head);
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
        if (rules->name_count == 0 || (rules->decoration_bits >> words->bit[0] & 1) == 0 ||
            !gocc_is_decoration(words->text, words->end[0], rules->decorations))
            continue;
        if (only != NULL)
            return NULL;
        only = rules;
    }
    return only;
}

/* Looks up the last two words of a name that consists of decorations only: fewer devices have
 * "Arc Graphics" as their name than "Graphics", its last word. Returns 0 if none has. A name from
 * which decorations were stripped has two words at least. */
static int look_up_series(struct gocc_search *search, const struct gocc_rules *rules,
                          const struct gocc_words *words, const struct gocc_spelling *stripped)
{
    const uint32_t count = words->count, found = search->count;
    const uint32_t start = count > 2 ? words->end[count - 3] : 0;
    struct gocc_spelling series;

    if (stripped->length != words->length - words->end[count - 2] ||
        !gocc_is_decoration(stripped->text, stripped->length, rules->decorations))
        return 0;
    series.length = words->length - start;
    memcpy(series.text, words->text + start, series.length);
    series.text[series.length] = 0;
    gocc_look_up(search, rules, &series);
    return search->count != found;
}

/* Returns the length of the longest decoration, of at least three letters, with which a text
 * begins; 0 if there is none. */
static uint32_t glued(const char *text, uint32_t length, const struct gocc_word *decorations)
{
    uint32_t size, longest = 0;

    for (; decorations->text[0] != 0; decorations++) {
        size = (uint32_t)strlen(decorations->text);
        if (size > 2 && size > longest && size < length &&
            memcmp(text, decorations->text, size) == 0)
            longest = size;
    }
    return longest;
}

/* Searches for a name without blanks after the vendor's words: "Adreno730", "GeForceRTX4090". */
static void search_glued(struct gocc_search *search, const struct gocc_spelling *whole,
                         const struct gocc_rules *only)
{
    const struct gocc_rules *rules;
    struct gocc_spelling wanted;
    uint32_t vendor, size, at;

    for (vendor = GPUOCC_VENDOR_GENERIC; vendor != GPUOCC_VENDOR_COUNT; vendor++) {
        rules = gocc_rules_of(vendor);
        if (rules->name_count == 0 || (only != NULL && only != rules))
            continue;
        for (at = 0; (size = glued(whole->text + at, whole->length - at, rules->decorations)) != 0;)
            at += size;
        if (at == 0)
            continue;
        wanted.length = whole->length - at;
        memcpy(wanted.text, whole->text + at, wanted.length);
        wanted.text[wanted.length] = 0;
        gocc_look_up(search, rules, &wanted);
    }
}

void gocc_search_text(struct gocc_search *search, const char *text, size_t length)
{
    struct gocc_words words;
    struct gocc_spelling whole, stripped;
    const struct gocc_spelling *wanted;
    const struct gocc_rules *rules, *only;
    uint32_t vendor;
    int variants;

    if (!gocc_words(text, length, &words))
        return;
    gocc_whole(&words, &whole);
    only = gocc_vendor_of(&words);
    if (only != NULL)
        search->vendor = only;
    only = search->vendor;
    for (variants = 0; variants != 2 && search->count == 0; variants++)
        for (vendor = GPUOCC_VENDOR_GENERIC; vendor != GPUOCC_VENDOR_COUNT; vendor++) {
            rules = gocc_rules_of(vendor);
            if (rules->name_count == 0 || (only != NULL && only != rules))
                continue;
            wanted = strip(rules, &words, &stripped) ? &stripped : &whole;
            if (!variants && wanted == &stripped &&
                look_up_series(search, rules, &words, &stripped))
                continue;
            if (!variants)
                gocc_look_up(search, rules, wanted);
            else if (rules->variants != NULL)
                gocc_look_up_variant(search, rules, wanted);
        }
    if (search->count == 0)
        search_glued(search, &whole, only);
}

void gocc_search_pci(struct gocc_search *search, const struct gocc_rules *rules, uint32_t id,
                     uint32_t revision)
{
    const struct gocc_pci *pci = rules->pci, *end = pci + rules->pci_count;

    for (; pci != end && pci->first <= id; pci++)
        if (id - pci->first < pci->count &&
            (revision == GPUOCC_UNKNOWN || pci->revision == revision))
            gocc_search_add(search, GOCC_LEVEL_ALIAS, GOCC_HIT(rules->vendor, pci->row));
    if (search->count == 1 && GOCC_ROW_KIND(search->hits[0] & 0xffff) == GOCC_ROW_TARGET)
        search->quality = GPUOCC_QUALITY_ARCHITECTURE;
}
