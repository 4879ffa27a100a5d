/* SPDX-License-Identifier: MIT
 *
 * Looks up names and ids, and collects the rows that they match.
 */
#ifndef GOCC_SEARCH_H
#define GOCC_SEARCH_H

#include "device/rules.h"
#include "search/normalise.h"

/* The largest number of rows of one name; further ones are dropped. */
#define GOCC_HITS 48u

/* How well a row matches, the best first. Only rows of the best level are kept. */
enum gocc_level { GOCC_LEVEL_OWN, GOCC_LEVEL_ALIAS, GOCC_LEVEL_NONE };

/* The rows that were found, each as vendor << 16 | row, in the order of the tables. */
struct gocc_search {
    const struct gocc_rules *vendor; /* the vendor whose word a text began with, or NULL */
    uint32_t count;
    uint32_t level;
    uint32_t quality; /* of a single row that is not a board */
    uint32_t hits[GOCC_HITS];
};
#define GOCC_HIT(vendor, row) ((uint32_t)(vendor) << 16 | (uint32_t)(row))
#define GOCC_HIT_VENDOR(hit)  ((hit) >> 16)

void gocc_search_start(struct gocc_search *search);
void gocc_search_add(struct gocc_search *search, uint32_t level, uint32_t hit);

/* Returns the device of a row; NULL if there is no model of it. */
const gpuocc_device *gocc_hit_device(uint32_t hit);

/* Whether two built-in devices answer every question about a core alike: their models differ in
 * nothing, or in generations that the vendor's rules treat alike. */
int gocc_is_alike(const gpuocc_device *a, const gpuocc_device *b);

/* Searches names and aliases, including boards that are variants of one. If a text begins with a
 * vendor's word, only that vendor's names are searched, also for later texts that begin with no
 * vendor's word. */
void gocc_search_text(struct gocc_search *search, const char *text, size_t length);

/* The first function searches the names and aliases of one vendor for a normalised name. The second
 * searches them for boards whose name has an additional end ("Mobile / Max-Q"); of these, only the
 * target is known. */
void gocc_look_up(struct gocc_search *search, const struct gocc_rules *rules,
                  const struct gocc_spelling *wanted);
void gocc_look_up_variant(struct gocc_search *search, const struct gocc_rules *rules,
                          const struct gocc_spelling *name);

/* Returns the only vendor that has the first word of a name as a decoration; names of other vendors
 * do not begin with it. NULL if there is none or more than one. */
const struct gocc_rules *gocc_vendor_of(const struct gocc_words *words);

/* Whether a text begins with a word of a single vendor. */
int gocc_is_vendors(const char *text, size_t length);

/* Searches for products by their number, without the word of their series ("4090", "9070 XT").
 * Several vendors have numbers with few digits: a series for which the number alone is not decisive
 * (rules.h) only adds to what was found. */
void gocc_search_series(struct gocc_search *search, const char *text, size_t length);

/* Searches for the board of a virtual GPU, or the GPU of a name that ends in its number of cores.
 * If the virtual GPU may have fewer cores than its board, searches for the slice that it runs on,
 * or else only for the board's target. */
void gocc_search_profiles(struct gocc_search *search, const char *name, size_t length);

/* Adds, for each row that was found, a board of which only the target is known. */
void gocc_add_boards(struct gocc_search *search, const struct gocc_search *found);

/* Searches the PCI ids of one vendor. */
void gocc_search_pci(struct gocc_search *search, const struct gocc_rules *rules, uint32_t id,
                     uint32_t revision);

/* Returns the vendor with a PCI vendor id; NULL if there is none. */
const struct gocc_rules *gocc_pci_vendor(uint32_t id);

/* Searches for a PCI id in any spelling, also in decimal digits. Returns its vendor; NULL if the
 * text is none. The ids of a search that was not empty are replaced. */
const struct gocc_rules *gocc_search_id(struct gocc_search *search, const char *name, size_t length,
                                        uint32_t *id);

/* Searches for a PCI id with this revision, or else with any. */
void gocc_search_revision(struct gocc_search *search, const struct gocc_rules *rules, uint32_t id,
                          uint32_t revision);

/* Searches for target names with a vendor-specific syntax, which the tables do not contain; and for
 * all targets of a family. */
void gocc_search_spelled(struct gocc_search *search, const char *name, size_t length);
void gocc_search_families(struct gocc_search *search, const char *name, size_t length);

/* Searches for a name or a PCI id of any length. Returns whether it is a name. */
int gocc_search_all(struct gocc_search *search, const char *name, size_t length);

/* Answers with the device number `index` of a search: the end of gpuocc_device_find. `name` is NULL
 * if no similar name is to be sought. */
int32_t gocc_search_answer(const struct gocc_search *search, const char *name, size_t length,
                           uint32_t index, const gpuocc_device **device, uint32_t *quality,
                           gpuocc_error *error);

/* Searches a driver string, which matched no name as a whole, for names (driver_string.c). */
void gocc_search_dressed(struct gocc_search *search, const char *name, size_t length);

/* Normalises a name without the vendor's decorations. Returns 0 if it is not a possible name. */
int gocc_bare(const struct gocc_rules *rules, const char *name, size_t length,
              struct gocc_spelling *spelling);

/* Whether a name of the tables, without its decorations, equals a normalised name. */
int gocc_is_spelled(const struct gocc_rules *rules, const char *name,
                    const struct gocc_spelling *wanted);

#endif
