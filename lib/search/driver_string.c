/* SPDX-License-Identifier: MIT
 *
 * Finds names in the strings of drivers and browsers: "NAME (DRIVER CHIP)", "NAME (driver, chip,
 * LLVM 15)", "NAME/PCIe/SSE2", "NAME/integrated/SSE2", "ANGLE (VENDOR, NAME (0x000073BF) Direct3D11
 * vs_5_0 ps_5_0, D3D11)", "VENDOR Graphics [0x56a0]"; and in the lines of tools that list devices:
 * "LABEL: NAME", "LABEL = NAME", "|   0  NAME   Off |", "[level_zero:gpu:0] VENDOR, NAME 12.55.8",
 * "01:00.0 CLASS: CHIP [NAME] [1002:744c] (rev c8)".
 */
#include "search/search.h"

#include <string.h>

#include "device/device.h"

struct parts {
    struct gocc_search products, chips, ids;
    const struct gocc_rules *vendor;    /* the vendor that the parts so far name */
    const struct gocc_rules *id_vendor; /* the vendor that a PCI id of the string names, or NULL */
    uint32_t id;                        /* the device of this PCI id */
    int last;                           /* whether nothing else was found in the string */
};

static int same_letters(const char *text, const char *word, size_t length)
{
    size_t i;

    for (i = 0; i != length; i++)
        if ((text[i] | 0x20) != (word[i] | 0x20))
            return 0;
    return 1;
}

static int begins(const char *text, size_t left, const char *word)
{
    const size_t size = strlen(word);

    return size <= left && same_letters(text, word, size);
}

/* Returns the position of a lower-case word; `length` if it is absent. */
static size_t place_of(const char *text, size_t length, const char *word)
{
    const size_t size = strlen(word);
    size_t at;

    for (at = 0; at + size <= length; at++)
        if ((text[at] | 0x20) == word[0] && same_letters(text + at, word, size))
            return at;
    return length;
}

/* Whether a string is a device id alone, or has a word that ends in "id": "Chip ID: ", "deviceID =
 * ". The id is of four or eight digits. */
static int is_id_alone(const char *name, size_t length)
{
    const size_t after = place_of(name, length, "id") + 2;
    uint32_t id;

    return (after < length && (name[after] | 0x20) < 'a') ||
           (length % 2 == 0 && gocc_is_id(name, length, &id)); /* not "0x02684" */
}

/* Adds a device id of the vendors that a string names; of all if it names nothing else. */
static void add_id(struct parts *parts, const char *name, size_t length, uint32_t id)
{
    const int all = parts->last && is_id_alone(name, length);
    const struct gocc_rules *rules;
    uint32_t vendor;

    for (vendor = GPUOCC_VENDOR_GENERIC; vendor != GPUOCC_VENDOR_COUNT; vendor++) {
        rules = gocc_rules_of(vendor);
        if (all || rules == parts->id_vendor || place_of(name, length, rules->name) < length)
            gocc_search_pci(&parts->ids, rules, id, GPUOCC_UNKNOWN);
    }
}

/* Whether a part has only digits and dots: a version or a number, which names no device. */
static int is_version(const char *piece, size_t size)
{
    size_t at;

    for (at = 0; at != size && (piece[at] == '.' || (piece[at] >= '0' && piece[at] <= '9')); at++)
        continue;
    return at == size;
}

/* Adds a part that is a number: a PCI id, a device id, a vendor's id before one, or the revision
 * after one. Returns 0 if it is none. */
static int add_number(struct parts *parts, const char *name, size_t length, const char *piece,
                      size_t size)
{
    const struct gocc_rules *vendor;
    uint32_t id;

    vendor = gocc_search_id(&parts->ids, piece, size, &id);
    if (vendor != NULL) {
        parts->id_vendor = vendor;
        parts->id = id;
        return 1;
    }
    if (parts->id_vendor != NULL && size == 6 && same_letters(piece, "rev ", 4) &&
        gocc_is_number(piece + 4, 2, 16, &id)) {
        gocc_search_revision(&parts->ids, parts->id_vendor, parts->id, id);
        return 1;
    }
    if (!gocc_is_id(piece, size, &id) && !gocc_is_number(piece, size, 10, &id))
        return is_version(piece, size);
    vendor = gocc_pci_vendor(id);
    if (vendor != NULL)
        parts->id_vendor = vendor;
    else if (parts->id_vendor != NULL || !is_version(piece, size))
        add_id(parts, name, length, id);
    return 1;
}

/* Searches a part of a name. If it consists of several names separated by '/', each must match. */
static void search_piece(struct parts *parts, const char *piece, size_t length,
                         struct gocc_search *all)
{
    struct gocc_search one;
    size_t at, start;
    uint32_t i;

    gocc_search_start(all);
    all->vendor = parts->vendor;
    gocc_search_text(all, piece, length);
    parts->vendor = all->vendor;
    if (all->count == 0)
        gocc_search_profiles(all, piece, length);
    if (all->count == 0 && parts->last) {
        gocc_search_spelled(all, piece, length);
        gocc_search_families(all, piece, length);
    }
    if (all->count != 0 || memchr(piece, '/', length) == NULL)
        return;
    for (start = 0; start < length; start = at + 1) {
        for (at = start; at < length && piece[at] != '/'; at++)
            continue;
        gocc_search_start(&one);
        one.vendor = parts->vendor;
        gocc_search_text(&one, piece + start, at - start);
        if (one.count == 0 && all->count != 0) { /* "RX 6800/6800 XT" */
            one.vendor = gocc_rules_of(GOCC_HIT_VENDOR(all->hits[0]));
            gocc_search_series(&one, piece + start, at - start);
        }
        if (one.count == 0) {
            all->count = 0;
            return;
        }
        all->level = one.level;
        for (i = 0; i != one.count; i++)
            gocc_search_add(all, one.level, one.hits[i]);
    }
}

/* Keeps those products that another part also names. Returns 0, and keeps all, if there are
 * none. */
static int keep_common(struct gocc_search *products, const struct gocc_search *found)
{
    uint32_t i, j, count = 0;

    for (i = 0; i != products->count; i++)
        for (j = 0; j != found->count; j++)
            if (products->hits[i] == found->hits[j])
                products->hits[count++] = products->hits[i];
    products->count = count != 0 ? count : products->count;
    return count != 0;
}

/* Returns the length of a part before the version that a list of devices writes after a name, "NAME
 * 12.55.8"; 0 if there is none. */
static size_t before_version(const char *piece, size_t length)
{
    size_t at, end;

    for (at = 1; at < length; at++) {
        for (end = at; end < length && piece[end] >= '0' && piece[end] <= '9';)
            end++;
        if (piece[at - 1] == ' ' && end != at && end < length && piece[end] == '.')
            return at - 1;
    }
    return 0;
}

/* Adds a part of a name that names chips or products. */
static void add_piece(struct parts *parts, const char *piece, size_t length)
{
    struct gocc_search found, *to;
    size_t before;
    uint32_t i;

    search_piece(parts, piece, length, &found);
    if (found.count == 0 && (before = before_version(piece, length)) != 0 &&
        !is_version(piece, before)) /* "8.0 8.6" is a list */
        search_piece(parts, piece, before, &found);
    if (keep_common(&parts->products, &found))
        return;
    for (i = 0; i != found.count; i++) {
        to = GOCC_ROW_KIND(found.hits[i] & 0xffff) == GOCC_ROW_TARGET ? &parts->chips
                                                                      : &parts->products;
        to->level = to->count == 0 ? GOCC_LEVEL_NONE : to->level;
        gocc_search_add(to, to->level < found.level ? to->level : found.level, found.hits[i]);
    }
}

/* What two rows must share. Some products have the model of another chip than their target's. */
enum same { SAME_CHIP, SAME_MODEL };

static int is_same(uint32_t one, uint32_t other, enum same what)
{
    const gpuocc_device *a = gocc_hit_device(one), *b = gocc_hit_device(other);

    if (a == NULL || b == NULL || a->vendor != b->vendor)
        return 0;
    return what == SAME_MODEL ? gocc_is_alike(a, b)
                              : gocc_device_target(a) == gocc_device_target(b);
}

static int is_product(uint32_t hit)
{
    return GOCC_ROW_KIND(hit & 0xffff) == GOCC_ROW_PRODUCT;
}

static uint32_t keep_same(const struct gocc_search *search, const struct gocc_search *chips,
                          enum same what, uint32_t *kept)
{
    uint32_t i, j, count = 0;

    for (i = 0; i != search->count; i++)
        for (j = 0; j != chips->count; j++)
            if (is_same(search->hits[i], chips->hits[j], what) &&
                (what == SAME_CHIP || is_product(search->hits[i]))) {
                kept[count++] = search->hits[i];
                break;
            }
    return count;
}

/* Keeps the rows that are on one of these chips; all if no chip is named. */
static void keep(struct gocc_search *search, const struct gocc_search *chips)
{
    uint32_t kept[GOCC_HITS], count;

    if (chips->count == 0)
        return;
    count = keep_same(search, chips, SAME_CHIP, kept);
    if (count == 0)
        count = keep_same(search, chips, SAME_MODEL, kept);
    memcpy(search->hits, kept, count * sizeof kept[0]);
    search->count = count;
}

/* Whether a part ends here: at a mark; at a colon before a blank; at columns; before an id, a
 * target, Direct3D, OpenCL and a revision ("r0p1") after a name; before the words of a
 * driver after a slash, which otherwise separates names ("540/550"); and before the GPU of a
 * processor ("CPU w/ GPU"). */
static int ends(const char *text, size_t left)
{
    static const char marks[] = "()[]{},;|=\"'\t";
    static const char words[][5] = {": ",   "  ",   " 0x",  " gfx", " dir", " ope", "/pci",
                                    "/sse", "/agp", "/int", "w/",   " r0p", " r1p", " r2p"};
    size_t i;

    for (i = 0; i != sizeof words / sizeof words[0]; i++)
        if (begins(text, left, words[i]))
            return 1;
    return memchr(marks, text[0], sizeof marks - 1) != NULL;
}

/* Whether " with " precedes a built-in GPU here, and not a variant ("with Max-Q Design"). */
static int is_with(const char *text, size_t left)
{
    return left > 6 && same_letters(text, " with ", 6) && gocc_is_vendors(text + 6, left - 6);
}

/* Whether an id behind this text is that of a board and not of its GPU: "Subsystem: ...
 * [10de:118f]", "subvendor=0x10de subdevice=0x118f". After a figure of a board another line, class
 * or "device=" begins the ids of a GPU. */
static int is_of_board(const char *text, size_t length)
{
    static const char words[][9] = {"subsys", "sub sys",  "subven",   "subdev",  "\n",
                                    "vga",    "controll", " device=", ",device="};
    enum { BOARDS = 4, COUNT = sizeof words / sizeof words[0] };
    int of_board = 0, figure = 0;
    size_t at, i;

    for (at = 0; at != length; at++) {
        figure |= text[at] >= '0' && text[at] <= '9';
        for (i = 0; i != COUNT && !begins(text + at, length - at, words[i]); i++)
            continue;
        if (i < BOARDS) {
            of_board = 1;
            figure = 0;
        } else if (i != COUNT && figure) {
            of_board = 0;
        }
    }
    return of_board;
}

static void add_part(struct parts *parts, const char *name, size_t length, size_t start, size_t end)
{
    while (start < end && name[start] == ' ')
        start++;
    while (start < end && name[end - 1] == ' ')
        end--;
    if (end != length && name[end] == '=' && begins(name + start, end - start, "0x")) {
        const char *blank = memchr(name + start, ' ', end - start); /* "0x10de device=" */

        end = blank != NULL ? (size_t)(blank - name) : end;
    }
    if (end - start < 3 && start > 1 && name[start - 1] == ' ' && name[start - 2] == ' ')
        return; /* a column with a state such as "P4" */
    if (start != end && name[start] <= '9' && is_of_board(name, start))
        return;
    if (!add_number(parts, name, length, name + start, end - start))
        add_piece(parts, name + start, end - start);
}

static void split(struct parts *parts, const char *name, size_t length)
{
    size_t at, start = 0;
    uint32_t id;
    int with;

    for (at = 0; at != length; at++) {
        if (name[at] == '(') {
            const size_t mark = gocc_mark(name + at, length - at);

            if (mark != 0) {
                at += mark - 1;
                continue;
            }
        }
        with = is_with(name + at, length - at);
        if (!with && !ends(name + at, length - at))
            continue;
        add_part(parts, name, length, start, at);
        at += with ? 5 : 0;
        start = at + 1;
    }
    if (start != 0 || memchr(name, '/', length) != NULL || gocc_is_id(name, length, &id))
        add_part(parts, name, length, start, length); /* otherwise it was already searched */
}

static int has_product(const struct gocc_search *search)
{
    uint32_t i;

    for (i = 0; i != search->count; i++)
        if (is_product(search->hits[i]))
            return 1;
    return 0;
}

/* Whether a character is one of those between the words of a driver string. */
static int is_between(char c)
{
    return c == ' ' || c == ',' || c == '(' || c == ')';
}

/* Returns the length of the first of these words that begins here; 0 if there is none. */
static size_t word_at(const char *text, size_t left, const char (*words)[9])
{
    size_t i, size;

    for (i = 0; i != 3; i++) {
        size = strlen(words[i]);
        if (size <= left && same_letters(text, words[i], size) &&
            (size == left || is_between(text[size])))
            return size;
    }
    return 0;
}

/* Finds the word of an open-source driver's string that names the chip. It follows the driver's
 * name or precedes the compiler's: "(RADV NAVI22)", "(radeonsi, navi22, LLVM 17)", "(NAVI22, DRM
 * 3.40)". Returns its length, 0 if there is none, and its place in `first`. */
static size_t chip_word(const char *name, size_t length, size_t *first)
{
    static const char drivers[][9] = {"radv", "radeonsi", "nvk"};
    static const char others[][9] = {"llvm", "drm", "aco"};
    size_t at, start, end;

    for (at = 0; at < length; at++) {
        if (at != 0 && !is_between(name[at - 1]))
            continue;
        start = at + word_at(name + at, length - at, drivers);
        if (start != at) {
            while (start != length && is_between(name[start]))
                start++;
            for (end = start; end != length && !is_between(name[end]);)
                end++;
            *first = start;
            return end - start;
        }
        start = at + word_at(name + at, length - at, others);
        if (start == at || start == length) /* a version or an end follows the compiler */
            continue;
        for (end = at; end != 0 && is_between(name[end - 1]);)
            end--;
        for (start = end; start != 0 && !is_between(name[start - 1]);)
            start--;
        *first = start;
        return end - start;
    }
    return 0;
}

/* Searches for the chip that a driver names, which is unique among all vendors. A word such as
 * "VEGA10" is a chip here, and not also a product with the same number. If the chip is unknown,
 * nothing selects among several products. */
static void add_chip(struct parts *parts, const char *chip, size_t length)
{
    struct gocc_search *found = &parts->chips;
    uint32_t i, count = 0;

    gocc_search_start(found);
    gocc_search_text(found, chip, length);
    if (found->count == 0 && parts->products.count > 1)
        parts->products.count = 0;
    for (i = 0; i != found->count; i++)
        if (GOCC_ROW_KIND(found->hits[i] & 0xffff) == GOCC_ROW_TARGET ||
            GOCC_ROW_KIND(found->hits[i] & 0xffff) == GOCC_ROW_NONE)
            found->hits[count++] = found->hits[i];
    found->count = count != 0 ? count : found->count;
}

static int is_empty(const struct parts *parts)
{
    return parts->products.count + parts->chips.count + parts->ids.count == 0;
}

/* Whether the name is that of another product than the PCI id: drivers call a board for notebooks
 * "GeForce RTX 2080", whose id is that of the GeForce RTX 2080 Mobile. */
static int is_other(const struct gocc_search *products, const struct gocc_search *ids)
{
    return products->count == 1 && ids->count == 1 && products->hits[0] != ids->hits[0] &&
           is_product(ids->hits[0]);
}

void gocc_search_dressed(struct gocc_search *search, const char *name, size_t length)
{
    size_t chip = 0;
    const size_t chip_length = chip_word(name, length, &chip);
    struct parts parts;

    gocc_search_start(&parts.products);
    gocc_search_start(&parts.chips);
    gocc_search_start(&parts.ids);
    parts.vendor = search->vendor;
    parts.id_vendor = NULL;
    for (parts.last = 0; parts.last != 2 && is_empty(&parts); parts.last++)
        split(&parts, name, length);
    if (chip_length != 0)
        add_chip(&parts, name + chip, chip_length);
    if (!has_product(&parts.chips))
        parts.chips.quality = GPUOCC_QUALITY_ARCHITECTURE;
    keep(&parts.products, &parts.chips);
    if (!keep_common(&parts.products, &parts.ids))
        keep(&parts.products, &parts.ids);
    if ((parts.ids.count != 0 && !has_product(&parts.products)) ||
        is_other(&parts.products, &parts.ids))
        parts.products.count = 0;
    /* If the name and the chip contradict each other, the chip decides, because the driver knows
     * it. */
    *search = parts.products.count != 0 ? parts.products
              : parts.ids.count != 0    ? parts.ids
                                        : parts.chips;
}
