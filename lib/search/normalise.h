/* SPDX-License-Identifier: MIT
 *
 * Names as people and drivers write them.
 */
#ifndef GOCC_SPELL_H
#define GOCC_SPELL_H

#include <stddef.h>
#include <stdint.h>

/* Longer names are none; what drivers report has at most 256 bytes. */
#define GOCC_NAME_BYTES 512u

#define GOCC_SPELLING   64u
#define GOCC_WORDS      16u

/* Its bytes without the NULs at the end, of an array of fixed size. */
size_t gocc_name_bytes(const char *name, size_t length);

/* A name in letters and digits only, lower case, without "(R)" and "(TM)", and where its words
 * end. */
struct gocc_words {
    uint32_t length, count;
    uint64_t bits;              /* set of GOCC_WORD_BIT of the words */
    uint32_t hash[GOCC_WORDS];  /* of each word, before gocc_hash mixes it */
    uint32_t scale[GOCC_WORDS]; /* by which the hash of what stands before a word is multiplied */
    uint8_t bit[GOCC_WORDS], end[GOCC_WORDS];
    char text[GOCC_SPELLING + GOCC_NAME_BYTES]; /* room for one word too long */
};

/* 1, or 0 if the name has no letter or digit, other letters than ASCII's, or too many. It has at
 * most GOCC_NAME_BYTES bytes. */
int gocc_words(const char *name, size_t length, struct gocc_words *words);

/* The bit of a word among those of a vendor's decorations: 37 keeps the words of common names apart
 * from them. */
#define GOCC_WORD_BIT(first, length) ((uint32_t)(((uint32_t)(first) + 37 * (length)) & 63u))

struct gocc_word; /* device/rules.h */

/* What is looked up: a name without a vendor's decorations, and the hash of what is left. Of a
 * name that has nothing else, the last is kept. */
struct gocc_spelling {
    uint32_t length, hash;
    char text[GOCC_SPELLING + GOCC_SPELLING]; /* room to copy as many behind the last word */
};

/* The name as it is. */
void gocc_whole(const struct gocc_words *words, struct gocc_spelling *spelling);

/* The name without the decorations (the last is ""), whose bits are set in `bits`; 0 if it has
 * none, and then there may be no spelling. */
int gocc_strip(const struct gocc_words *words, const struct gocc_word *decorations, uint64_t bits,
               struct gocc_spelling *spelling);

/* Hash of a spelling. */
uint32_t gocc_hash(const char *text, uint32_t length);

/* The next word of a text of the tables, lower case, at most GOCC_SPELLING letters; moves `text`
 * behind it. 0 at the end. */
uint32_t gocc_next_word(const char **text, char *word);

/* Whether a word is one of the decorations (the last is ""). */
int gocc_is_decoration(const char *word, uint32_t length, const struct gocc_word *decorations);

/* Length of the end of a spelling that is one of `variants` (rules.h), 0 if none is. */
uint32_t gocc_variant(const char *text, uint32_t length, const char *variants);

/* Length of a mark such as "(R)", as ASCII or UTF-8, at the start of the text, 0 if none is. */
size_t gocc_mark(const char *text, size_t length);

/* "10de:2684", "1002:744c:c8" or "VEN_10DE&DEV_2684&REV_A1": 1 if it is a PCI id. A revision not
 * given is GPUOCC_UNKNOWN. */
int gocc_is_pci(const char *name, size_t length, uint32_t *vendor, uint32_t *id,
                uint32_t *revision);

/* "0x000073bf" or "0x56a0", as drivers give the PCI device id within a name: 1 if it is one. */
int gocc_is_id(const char *name, size_t length, uint32_t *id);

#endif
