/* SPDX-License-Identifier: MIT
 *
 * Looking names up: what one text finds.
 */
#ifndef GOCC_SEARCH_H
#define GOCC_SEARCH_H

#include "device/rules.h"
#include "search/normalise.h"

/* More rows than this of one name are left out. */
#define GOCC_HITS 48u

/* How well a row fits, the best first; of several levels only the best is kept. */
enum gocc_level { GOCC_LEVEL_OWN, GOCC_LEVEL_ALIAS, GOCC_LEVEL_NONE };

/* Rows that were found, each vendor << 16 | row, in the order of the tables. */
struct gocc_search {
    const struct gocc_rules *vendor; /* of whose word a text began; NULL: none did */
    uint32_t count;
    uint32_t level;
    uint32_t quality; /* of a single row that is no board */
    uint32_t hits[GOCC_HITS];
};
#define GOCC_HIT(vendor, row) ((uint32_t)(vendor) << 16 | (uint32_t)(row))
#define GOCC_HIT_VENDOR(hit)  ((hit) >> 16)

void gocc_search_start(struct gocc_search *search);
void gocc_search_add(struct gocc_search *search, uint32_t level, uint32_t hit);

/* The device of a row, NULL if there is no model of it. */
const gpuocc_device *gocc_hit_device(uint32_t hit);

/* Names and aliases, also of boards that are variants of one. A text that begins with a vendor's
 * word means that vendor, and so do later texts that begin with nobody's. */
void gocc_search_text(struct gocc_search *search, const char *text, size_t length);

/* Names and aliases of one vendor that are spelled like this; the same of boards that differ from
 * the one without the end of their name ("Mobile / Max-Q"): of them the target is known. */
void gocc_look_up(struct gocc_search *search, const struct gocc_rules *rules,
                  const struct gocc_spelling *wanted);
void gocc_look_up_variant(struct gocc_search *search, const struct gocc_rules *rules,
                          const struct gocc_spelling *name);

/* The vendor whose decoration, and nobody else's, a name begins with: no other has such a name. */
const struct gocc_rules *gocc_vendor_of(const struct gocc_words *words);

/* Whether a text begins with one vendor's word. */
int gocc_is_vendors(const char *text, size_t length);

/* Products whose number the text begins with, without the word of their series ("4090",
 * "9070 XT"). A series that has several makers' numbers of so many digits only adds to what was
 * found. */
void gocc_search_series(struct gocc_search *search, const char *text, size_t length);

/* Adds boards of the targets of what was found, of which no more is known. */
void gocc_add_boards(struct gocc_search *search, const struct gocc_search *found);

/* A PCI id of a vendor, from {0} on: where the next one begins, and how many there were. An id is
 * the step from the one before, the number of its target or product (0: there is no model of it),
 * and its revision, if any id of the vendor has one. */
#define GOCC_ANY_REVISION 0x100u /* it does not matter */
#define GOCC_PCI_LONG     255u
struct gocc_pci {
    uint32_t at, count, id, row, revision;
};

/* Reads the next one; 0 if there is none. */
int gocc_pci_next(const struct gocc_rules *rules, struct gocc_pci *pci);

/* PCI ids of one vendor. */
void gocc_search_pci(struct gocc_search *search, const struct gocc_rules *rules, uint32_t id,
                     uint32_t revision);

/* A name within what drivers write around it, which was searched as a whole before (dress.c). */
void gocc_search_dressed(struct gocc_search *search, const char *name, size_t length);

/* The index of a vendor's names, which devices/catalogue.py writes: where each of 1 << bucket_bits
 * buckets of entries begins and where the last one ends, then the entries. An entry is the number
 * of a name (targets, products, aliases, in this order) in the lower number_bits, and in the upper
 * bits those of the hash that follow the bucket's. Of aliases of one name it has the first. */

/* A name without the vendor's decorations; 0 if there is no such name. */
int gocc_bare(const struct gocc_rules *rules, const char *name, size_t length,
              struct gocc_spelling *spelling);

/* Whether a name of the tables is spelled like this without its decorations. */
int gocc_is_spelled(const struct gocc_rules *rules, const char *name,
                    const struct gocc_spelling *wanted);

#endif
