/* SPDX-License-Identifier: MIT
 *
 * The index of names of each vendor (devices/<vendor>/names.def): checks that it holds every name
 * once, where it is looked for. `names_index --write SOURCE_ROOT` writes the files anew, after a
 * change of names. Beside it, rows of other tables that have an order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search.h"
#include "tap.h"

struct index {
    uint32_t words[4 + GOCC_BUCKETS + 1 + 1024], count;
};

static void decorations(const struct gocc_rules *rules, uint32_t *words)
{
    uint32_t i, bit;

    for (i = 0; rules->decorations[i][0] != 0; i++) {
        bit = GOCC_WORD_BIT(rules->decorations[i][0], (uint32_t)strlen(rules->decorations[i]));
        words[bit / 16] |= 1u << bit % 16;
    }
}

/* Hash of a name without decorations. The index in the library may be stale: its bits are not
 * used. */
static uint32_t hash_of(const struct gocc_rules *rules, uint64_t bits, uint32_t number)
{
    struct gocc_words words;
    struct gocc_spelling spelling;
    uint16_t row;
    const char *name = gocc_name_at(rules, number, &row);

    if (!gocc_words(name, strlen(name), &words))
        return 0;
    if (!gocc_strip(&words, rules->decorations, bits, &spelling))
        gocc_whole(&words, &spelling);
    return spelling.hash;
}

static void build(const struct gocc_rules *rules, struct index *index)
{
    const uint32_t count = gocc_name_count(rules);
    uint32_t bucket, number, hash, *to = index->words + GOCC_NAMES_ENTRIES;
    uint64_t bits = 0;

    memset(index, 0, sizeof *index);
    decorations(rules, index->words);
    for (number = 0; number < 4; number++)
        bits |= (uint64_t)index->words[number] << 16 * number;
    for (bucket = 0; bucket < GOCC_BUCKETS; bucket++) {
        index->words[GOCC_NAMES_FIRST + bucket] =
            (uint32_t)(to - index->words) - GOCC_NAMES_ENTRIES;
        for (number = 0; number < count && number <= GOCC_ENTRY_NUMBER; number++) {
            hash = hash_of(rules, bits, number);
            if (GOCC_BUCKET(hash) == bucket && !gocc_is_same_name(rules, number))
                *to++ = GOCC_ENTRY_TAG(hash) << 10 | number;
        }
    }
    index->count = (uint32_t)(to - index->words);
    index->words[GOCC_NAMES_ENTRIES - 1] = index->count - GOCC_NAMES_ENTRIES;
}

static int write_file(const struct gocc_rules *rules, const struct index *index, const char *root)
{
    char path[1024];
    FILE *file;
    uint32_t i;

    snprintf(path, sizeof path, "%s/devices/%s/names.def", root, rules->name);
    file = fopen(path, "w");
    if (file == NULL)
        return 0;
    fprintf(file,
            "/* SPDX-License-Identifier: MIT */\n"
            "/* The index of the names (lib/search.h), written by tests/unit/names_index.c: after\n"
            " * a change of names or their order, build and run it with --write SOURCE_ROOT. */\n"
            "static const uint16_t names[] = {");
    for (i = 0; i < index->count; i++)
        fprintf(file, "%s%u,", i % 15 == 0 ? "\n    " : " ", index->words[i]);
    fprintf(file, "\n};\n");
    return fclose(file) == 0;
}

static int is_same(const struct gocc_rules *rules, const struct index *index)
{
    uint32_t i;

    if (rules->names[GOCC_NAMES_ENTRIES - 1] != index->words[GOCC_NAMES_ENTRIES - 1])
        return 0;
    for (i = 0; i < index->count; i++)
        if (rules->names[i] != index->words[i])
            return 0;
    return 1;
}

/* gocc_search_pci halves the table. */
static int is_sorted(const struct gocc_rules *rules)
{
    uint32_t i;

    for (i = 1; i < rules->pci_count; i++)
        if (rules->pci[i].id < rules->pci[i - 1].id)
            return 0;
    return 1;
}

/* Vendors that have a word as a decoration, as a set. */
static uint32_t vendors_of(const char *word, uint32_t length)
{
    uint32_t vendor, set = 0;

    for (vendor = 0; vendor < GPUOCC_VENDOR_COUNT; vendor++)
        if (gocc_rules_of(vendor) != NULL && gocc_rules_of(vendor)->names != NULL &&
            gocc_is_decoration(word, length, gocc_rules_of(vendor)->decorations))
            set |= 1u << vendor;
    return set;
}

/* gocc_search_text asks one vendor alone about a name that begins with its word. */
static int keeps_to_its_words(const struct gocc_rules *rules)
{
    char word[GOCC_SPELLING];
    uint32_t number, set, length;
    uint16_t row;

    for (number = 0; number < gocc_name_count(rules); number++) {
        const char *name = gocc_name_at(rules, number, &row);

        length = gocc_next_word(&name, word);
        set = vendors_of(word, length);
        if (set != 0 && (set & (set - 1)) == 0 && set != 1u << rules->vendor)
            return 0;
    }
    return 1;
}

/* A row of one wave size changes what an earlier one says of any. */
static int has_usual(const struct gocc_rules *rules, const struct gocc_constant *row)
{
    const struct gocc_constant *a;

    for (a = rules->constants; a < row; a++)
        if (a->constant == row->constant && a->wave_size == 0 && a->from <= row->from &&
            a->to >= row->to)
            return 1;
    return row->wave_size == 0;
}

/* Rows of the latency model: those of products last, and no two of one constant for the same
 * architecture or product and the same waves. */
static int has_good_constants(const struct gocc_rules *rules)
{
    const struct gocc_constant *a, *b, *end = rules->constants + rules->constant_count;

    for (a = rules->constants; a < end; a++) {
        if ((a->to != 0 && a->from > a->to) || !has_usual(rules, a))
            return 0;
        for (b = a + 1; b < end; b++)
            if ((a->to == 0 && (b->to != 0 || a->from == b->from)) ||
                (a->constant == b->constant && a->from <= b->to && b->from <= a->to &&
                 (b->wave_size == 0 || b->wave_size == a->wave_size)))
                return 0;
    }
    return 1;
}

int main(int count, char **arguments)
{
    const int writes = count == 3 && strcmp(arguments[1], "--write") == 0;
    static struct index index;
    uint32_t vendor;

    for (vendor = 0; vendor < GPUOCC_VENDOR_COUNT; vendor++) {
        const struct gocc_rules *rules = gocc_rules_of(vendor);

        if (rules == NULL || rules->names == NULL)
            continue;
        build(rules, &index);
        if (!writes)
            ok(is_sorted(rules) && keeps_to_its_words(rules) && has_good_constants(rules),
               "%s: PCI ids and constants in order, no name begins with another vendor's word",
               rules->name);
        if (writes)
            ok(write_file(rules, &index, arguments[2]), "%s: %u names", rules->name,
               gocc_name_count(rules));
        else
            ok(is_same(rules, &index) && gocc_name_count(rules) <= GOCC_ENTRY_NUMBER + 1,
               "%s: the index of %u names is up to date (else: names_index --write)", rules->name,
               gocc_name_count(rules));
    }
    return done();
}
