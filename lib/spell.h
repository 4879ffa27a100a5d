/* SPDX-License-Identifier: MIT
 *
 * Names as people and drivers write them.
 */
#ifndef GOCC_SPELL_H
#define GOCC_SPELL_H

#include <stddef.h>
#include <stdint.h>

#define GOCC_SPELLING 64

/* Letters and digits only, lower case, without "(R)" and "(TM)" and without the decorations
 * (words each ended by a blank; NULL: none). Returns the length, 0 if nothing is left or it
 * does not fit. */
size_t gocc_spell(const char *name, size_t length, const char *decorations,
                  char out[GOCC_SPELLING]);

/* Least number of letters to insert, drop or change between two spellings. */
uint32_t gocc_distance(const char *a, size_t a_length, const char *b, size_t b_length);

/* "10de:2684" or "1002:744c:c8": 1 if it is a PCI id. A revision not given is GPUOCC_UNKNOWN. */
int gocc_is_pci(const char *name, size_t length, uint32_t *vendor, uint32_t *id,
                uint32_t *revision);

#endif
