/* SPDX-License-Identifier: MIT
 *
 * Tests the tables that devices/catalogue.py writes, with access to internals: every text of a
 * source can be unpacked, also into a small buffer; every name is there, in order; rows that the
 * library searches are in order; a build without sources keeps the confidence.
 */
#include "device/device.h"
#include "base/packed.h"
#include "search/search.h"
#include "table_names.h"

#define SOURCE(document, remark) document, remark,
#define VENDOR_BEGINS            static const char *const OF_VENDOR(sources)[] = {
#define VENDOR_ENDS                                                                                \
    }                                                                                              \
    ;
#include "all_rows.inc"
#undef VENDOR_BEGINS
#undef VENDOR_ENDS
#undef SOURCE

struct notes_row {
    const char *row;
    uint32_t generation, notes, fast;
};

#define NOTES(row, generation, notes, fast) {row, generation, notes, fast},
#define VENDOR_BEGINS                       static const struct notes_row OF_VENDOR(notes)[] = {
#define VENDOR_ENDS                                                                                \
    }                                                                                              \
    ;
#include "all_rows.inc"
#undef VENDOR_BEGINS
#undef VENDOR_ENDS
#undef NOTES

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ROWS_OF(vendor)                                                                            \
    {                                                                                              \
        vendor##_sources, COUNT(vendor##_sources), vendor##_notes, COUNT(vendor##_notes)           \
    }
static const struct {
    const char *const *texts;
    size_t text_count;
    const struct notes_row *notes;
    size_t notes_count;
} data[TABLES] = {
#define VENDOR(number, folder) ROWS_OF(folder),
#include "../devices/vendors.def"
#undef VENDOR
};

static const struct gocc_rules *rules_of(uint32_t table)
{
    return gocc_rules_of(tables[table].vendor);
}

/* Decodes the whole text and every beginning of it. Nothing is written after it, and the next text
 * begins at the same bit however much was requested. */
static int decodes(const struct gocc_coded *coded, uint32_t *at, const char *text)
{
    char room[400];
    const size_t length = strlen(text);
    uint32_t end = *at, from;
    size_t size, kept, i;

    if (gocc_decode(coded, &end, NULL, 0) != 0)
        return 0;
    for (size = 1; size <= length + 3; size++) {
        kept = size <= length ? size - 1 : length;
        memset(room, 'x', sizeof room);
        from = *at;
        if (gocc_decode(coded, &from, room, size) != kept || memcmp(room, text, kept) != 0 ||
            room[kept] != 0 || from != end)
            return 0;
        for (i = kept + 1; i < sizeof room; i++)
            if (room[i] != 'x')
                return 0;
    }
    *at = end;
    return 1;
}

static void test_sources(void)
{
    uint32_t t, good = 0, asked = 0, cited = 0, i, at = 0;

    if (rules_of(0)->sources == NULL) {
        skip("documents and remarks are decoded", "this build has no sources");
        return;
    }
    for (t = 0; t < TABLES; t++) {
        const struct gocc_rules *rules = rules_of(t);
        const struct gocc_coded coded = {rules->source_counts, rules->source_bits,
                                         rules->source_symbol_bits, rules->source_least_bits};

        for (i = 0; i < data[t].text_count; i++, asked++) {
            if (i % (2 * GOCC_SOURCES) == 0)
                at = rules->sources[i / (2 * GOCC_SOURCES)] * 8u;
            good += (uint32_t)decodes(&coded, &at, data[t].texts[i]);
        }
        for (i = 0; i < data[t].text_count; i += 2) {
            gpuocc_source source = {.size = sizeof source};

            gocc_cite_text(rules, GOCC_CITE(i / 2, GPUOCC_CONFIDENCE_VENDOR), &source);
            if (strcmp(source.document, data[t].texts[i]) == 0 &&
                strcmp(source.remark, data[t].texts[i + 1]) == 0)
                cited += 2;
        }
    }
    ok(good == asked && asked > 600, "%u of %u documents and remarks are decoded", good, asked);
    ok(cited == asked, "%u of %u documents and remarks are those of their number", cited, asked);
}

/* Whether a row is the one that a name of the data refers to. */
static int is_row_of(uint32_t table, uint16_t row, const struct table_name *name)
{
    const gpuocc_device *device = gocc_hit_device(GOCC_HIT(tables[table].vendor, row));

    switch (name->kind) {
    case IS_TARGET:
        return GOCC_ROW_KIND(row) == GOCC_ROW_TARGET && device == table_device(table, name);
    case IS_PRODUCT:
        return GOCC_ROW_KIND(row) == GOCC_ROW_PRODUCT && device == table_device(table, name);
    case IS_BOARD:
        return GOCC_ROW_KIND(row) == GOCC_ROW_BOARD &&
               strcmp(gpuocc_device_name(device), name->row) == 0;
    default:
        return GOCC_ROW_KIND(row) == GOCC_ROW_NONE && device == NULL;
    }
}

/* Whether a name is there, in its own spelling if it is that of a target or product. */
static int has_name(uint32_t table, uint32_t number)
{
    const struct gocc_rules *rules = rules_of(table);
    const struct table_name *name = &tables[table].names[number];
    const int own = number < (uint32_t)rules->target_count + rules->product_count;
    char bare[64], other[64];
    uint32_t i;

    (void)table_bare(tables[table].words, name->name, bare);
    for (i = 0; i < rules->name_count; i++) {
        const struct gocc_name *found = &rules->names[i];

        if (!is_row_of(table, found->row, name))
            continue;
        (void)table_bare(tables[table].words, rules->texts + found->text, other);
        if (strcmp(other, bare) == 0 &&
            (!own || strcmp(rules->texts + found->text, name->name) == 0))
            return 1;
    }
    return 0;
}

static void test_names(void)
{
    uint32_t t, i, good = 0, asked = 0, rows = 0;

    for (t = 0; t < TABLES; t++) {
        rows += rules_of(t)->name_count;
        asked += tables[t].count;
        for (i = 0; i < tables[t].count; i++)
            good += (uint32_t)has_name(t, i);
    }
    ok(good == asked && asked > 1500 && rows <= asked,
       "%u of %u names are in the tables, which have %u", good, asked, rows);
}

/* A search halves the names: each is the first of its spelling or follows one of the same. */
static void test_order_of_names(void)
{
    char before[64], bare[64];
    uint32_t t, i, wrong = 0, asked = 0;

    for (t = 0; t < TABLES; t++)
        for (before[0] = 0, i = 0; i < rules_of(t)->name_count; i++, asked++) {
            (void)table_bare(tables[t].words, rules_of(t)->texts + rules_of(t)->names[i].text,
                             bare);
            wrong += strcmp(before, bare) > 0;
            memcpy(before, bare, sizeof bare);
        }
    ok(wrong == 0 && asked > 1500, "%u of %u names are not in the order of their spelling", wrong,
       asked);
}

/* The bits of words that a name may lack are those of the words. */
static void test_bits(void)
{
    uint32_t t, i, good = 0;

    for (t = 0; t < TABLES; t++) {
        const struct gocc_word *words = rules_of(t)->decorations;
        uint64_t bits = 0;

        for (i = 0; words[i].text[0] != 0; i++)
            bits |= UINT64_C(1) << GOCC_WORD_BIT(words[i].text[0], (uint32_t)strlen(words[i].text));
        good += bits == rules_of(t)->decoration_bits;
    }
    ok(good == TABLES, "%u vendors have the bits of their words", good);
}

/* gocc_search_pci stops at the first larger id. */
static int has_sorted_ids(const struct gocc_rules *rules)
{
    uint32_t i;

    for (i = 0; i < rules->pci_count; i++)
        if (rules->pci[i].count == 0 || rules->pci[i].first + rules->pci[i].count > 0x10000 ||
            (i != 0 && rules->pci[i].first < rules->pci[i - 1].first))
            return 0;
    return 1;
}

/* Returns the set of vendors that use a word in driver strings. */
static uint32_t vendors_of(const char *word, uint32_t length)
{
    uint32_t t, set = 0;

    for (t = 0; t < TABLES; t++)
        if (gocc_is_decoration(word, length, rules_of(t)->decorations))
            set |= 1u << t;
    return set;
}

/* gocc_search_text queries only one vendor about a name that begins with its word. */
static int keeps_to_its_words(uint32_t table)
{
    char word[GOCC_SPELLING];
    uint32_t i, set, length;

    for (i = 0; i < tables[table].count; i++) {
        const char *name = tables[table].names[i].name;

        length = gocc_next_word(&name, word);
        set = vendors_of(word, length);
        if (set != 0 && (set & (set - 1)) == 0 && set != 1u << table)
            return 0;
    }
    return 1;
}

/* Regardless of the basis, which is in the higher bits. */
static int is_same_constant(const struct gocc_constant *a, const struct gocc_constant *b)
{
    return a->constant % GPUOCC_CONSTANT_COUNT == b->constant % GPUOCC_CONSTANT_COUNT;
}

/* Returns the element of constants_of that a row belongs to. */
static const struct gocc_constants_of *owner(const struct gocc_rules *rules,
                                             const struct gocc_constant *row)
{
    const struct gocc_constants_of *of = rules->constants_of;

    while (row >= rules->constants + of->end)
        of++;
    return of;
}

/* A row for one wave size overrides an earlier row for any. */
static int has_usual(const struct gocc_rules *rules, const struct gocc_constant *row)
{
    const struct gocc_constants_of *mine = owner(rules, row), *of;
    const struct gocc_constant *a;

    for (a = rules->constants; a < row; a++) {
        of = owner(rules, a);
        if (a->constant == row->constant && a->wave_size == 0 && of->from <= mine->from &&
            of->to >= mine->to)
            return 1;
    }
    return row->wave_size == 0;
}

/* Whether two rows of a constant conflict: both are for the same architecture or product and the
 * same waves, or the first is for a product and the second is not. */
static int is_double(const struct gocc_rules *rules, const struct gocc_constant *a,
                     const struct gocc_constant *b)
{
    const struct gocc_constants_of *x = owner(rules, a), *y = owner(rules, b);

    if (x->to == 0)
        return y->to != 0 || (x->from == y->from && is_same_constant(a, b));
    return y->to != 0 && is_same_constant(a, b) && x->from <= y->to && y->from <= x->to &&
           (b->wave_size == 0 || b->wave_size == a->wave_size);
}

/* Whether the rows of the latency model are valid. */
static int has_good_constants(const struct gocc_rules *rules)
{
    const struct gocc_constants_of *of = rules->constants_of;
    const struct gocc_constant *a, *b, *end;
    uint32_t i;

    if (rules->constants_of_count == 0)
        return rules->constants == NULL;
    end = rules->constants + of[rules->constants_of_count - 1].end;
    for (i = 0; i < rules->constants_of_count; i++)
        if ((of[i].to != 0 && of[i].from > of[i].to) || of[i].end <= (i != 0 ? of[i - 1].end : 0))
            return 0;
    for (a = rules->constants; a < end; a++) {
        if (!has_usual(rules, a))
            return 0;
        for (b = a + 1; b < end; b++)
            if (is_double(rules, a, b))
                return 0;
    }
    return 1;
}

static void test_order(void)
{
    uint32_t t;

    for (t = 0; t < TABLES; t++)
        ok(has_sorted_ids(rules_of(t)) && keeps_to_its_words(t) && has_good_constants(rules_of(t)),
           "%s: PCI ids and constants in order, no name begins with another vendor's word",
           rules_of(t)->name);
}

/* What the rules see of each architecture: its own generation, the notes of results, and whether
 * the fast path may be used. */
static void test_notes(void)
{
    uint32_t t, i, good = 0, asked = 0;

    for (t = 0; t < TABLES; t++) {
        const struct gocc_rules *rules = rules_of(t);

        asked += rules->target_count;
        for (i = 0; i < data[t].notes_count && i < rules->target_count; i++) {
            const struct gocc_model *model = &rules->models[rules->targets[i].model];
            const struct notes_row *row = &data[t].notes[i];

            good += strcmp(gpuocc_device_name(&rules->targets[i].head), row->row) == 0 &&
                    rules->targets[i].head.generation == row->generation &&
                    model->notes == row->notes && model->plain == row->fast;
        }
        good -= (uint32_t)(data[t].notes_count != rules->target_count);
    }
    ok(good == asked && asked > 100,
       "%u of %u architectures have generation and notes of their record", good, asked);
}

/* Generations of AMD that its rules tell apart, and some that they treat alike. */
static void test_alike(void)
{
    static const struct {
        uint32_t generation, other;
        int alike;
    } rows[] = {{0x701, 0x702, 1},   {0x701, 0x801, 0},   {0x802, 0x803, 0},  {0x803, 0x803, 1},
                {0x940, 0x942, 1},   {0x942, 0x950, 0},   {0x950, 0x950, 1},  {0x600, 0x701, 0},
                {0x1100, 0x1103, 1}, {0x1100, 0x1200, 0}, {0x950, 0x1250, 0}, {0x8, 0x803, 0}};
    const struct gocc_rules *rules = gocc_rules_of(GPUOCC_VENDOR_AMD);
    uint32_t i, good = 0;

    for (i = 0; i < COUNT(rows); i++)
        good += rules->hooks->alike(rows[i].generation, rows[i].other) == rows[i].alike;
    ok(good == COUNT(rows), "AMD's rules treat %u of %u pairs of generations as they should", good,
       (uint32_t)COUNT(rows));
    ok(gocc_rules_of(GPUOCC_VENDOR_NVIDIA)->hooks->alike == NULL,
       "no two of NVIDIA's are known to be alike");
}

/* Apple's tables from a build with -Dsources=false. */
#include "without_sources.inc"

static const struct gocc_rules without = {CATALOGUE, .name = "apple",
                                          .vendor = GPUOCC_VENDOR_APPLE};

static void test_without_sources(void)
{
    const struct gocc_rules *with = gocc_rules_of(GPUOCC_VENDOR_APPLE);
    gpuocc_source source, usual = {sizeof usual, 0, "", ""};
    uint32_t i, aspect, good = 0, asked = 0;

    for (i = 0; i < without.target_count; i++)
        for (aspect = 0; aspect < GOCC_MODEL_ASPECTS; aspect++, asked++) {
            gocc_cite_text(with, with->cites[with->targets[i].cites].cite[aspect], &usual);
            memset(&source, 'x', sizeof source);
            source.size = usual.size;
            gocc_cite_text(&without, without.cites[without.targets[i].cites].cite[aspect], &source);
            good += source.size == sizeof source && source.confidence == usual.confidence &&
                    strcmp(source.document, "this build has no sources") == 0 &&
                    source.remark[0] == 0 &&
                    (with->sources == NULL || strcmp(usual.document, source.document) != 0);
        }
    ok(without.sources == NULL, "a build without sources has no texts of them");
    ok(good == asked && without.target_count == with->target_count && asked >= 49,
       "%u of %u of its sources say so and keep the confidence", good, asked);
}

int main(void)
{
    test_sources();
    test_names();
    test_order_of_names();
    test_bits();
    test_order();
    test_notes();
    test_alike();
    test_without_sources();
    return done();
}
