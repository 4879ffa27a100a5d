/* SPDX-License-Identifier: MIT
 *
 * Normalises names as people and drivers write them.
 */
#ifndef GOCC_NORMALISE_H
#define GOCC_NORMALISE_H

#include <stddef.h>
#include <stdint.h>

/* Longer names match nothing; drivers report at most 256 bytes. */
#define GOCC_NAME_BYTES 512u

#define GOCC_SPELLING   64u
#define GOCC_WORDS      16u

/* Returns the length of a name without the NULs that fill up an array of fixed size. */
size_t gocc_name_bytes(const char *name, size_t length);

/* A name in lower-case letters and digits only, without "(R)" and "(TM)", and the ends of its
 * words. */
struct gocc_words {
    uint32_t length, count;
    uint64_t bits; /* set of GOCC_WORD_BIT of the words */
    uint8_t bit[GOCC_WORDS], end[GOCC_WORDS];
    char text[GOCC_SPELLING + GOCC_NAME_BYTES]; /* includes room for a word that is too long */
};

/* Splits a name of at most GOCC_NAME_BYTES bytes into words. Returns 0 if it has no letters or
 * digits, letters outside ASCII, or too many of them. */
int gocc_words(const char *name, size_t length, struct gocc_words *words);

/* The bit of a word in a set of decorations. The factor 37 gives the words of common names other
 * bits than the decorations have. */
#define GOCC_WORD_BIT(first, length) ((uint32_t)(((uint32_t)(first) + 37 * (length)) & 63u))

struct gocc_word; /* device/rules.h */

/* A normalised name: without a vendor's decorations. If it has nothing else, the last one is
 * kept. */
struct gocc_spelling {
    uint32_t length;
    char text[GOCC_SPELLING + GOCC_SPELLING]; /* room for copying GOCC_SPELLING bytes after it */
};

/* Normalises a name without removing any words. */
void gocc_whole(const struct gocc_words *words, struct gocc_spelling *spelling);

/* Removes the decorations (the last is ""), whose bits are set in `bits`, from a name. Returns 0 if
 * it has none; `spelling` is then undefined. */
int gocc_strip(const struct gocc_words *words, const struct gocc_word *decorations, uint64_t bits,
               struct gocc_spelling *spelling);

/* Reads the next word of a text of the tables in lower case, at most GOCC_SPELLING letters, and
 * moves `text` past it. Returns its length, 0 at the end. */
uint32_t gocc_next_word(const char **text, char *word);

/* Whether a word is one of the decorations (the last is ""). */
int gocc_is_decoration(const char *word, uint32_t length, const struct gocc_word *decorations);

/* Returns the length of the end of a normalised name that is one of `variants` (rules.h); 0 if
 * there is none. */
uint32_t gocc_variant(const char *text, uint32_t length, const char *variants);

/* Returns the length of a mark such as "(R)", in ASCII or UTF-8, at the start of the text; 0 if
 * there is none. */
size_t gocc_mark(const char *text, size_t length);

/* Parses a PCI id: "10de:2684", "1002:744c:c8", "0x10DE 0x2684" or "VEN_10DE&DEV_2684&REV_A1". The
 * vendor and the device are written in `base`, the revision in hexadecimal digits. Returns 0 if it
 * is none. A missing revision is GPUOCC_UNKNOWN. */
int gocc_is_pci(const char *name, size_t length, uint32_t base, uint32_t *vendor, uint32_t *id,
                uint32_t *revision);

/* Parses a PCI device id as drivers write it in names: "0x000073bf" or "0x56a0"; or "2c18", a digit
 * and three more of which one is a letter. Returns 0 if it is none. */
int gocc_is_id(const char *name, size_t length, uint32_t *id);

/* Parses a number of at most 8 digits in a base. Returns 0 if the text is none. */
int gocc_is_number(const char *text, size_t length, uint32_t base, uint32_t *value);

#endif
