/* SPDX-License-Identifier: MIT
 *
 * All names in the data (devices/<vendor>): names of architectures and products in order, then
 * other names, and what each refers to. read_data.py reads them for the tests.
 */
#ifndef TABLE_NAMES_H
#define TABLE_NAMES_H

#include "support.h"

enum table_kind { IS_TARGET, IS_PRODUCT, IS_BOARD, IS_NONE };

struct table_name {
    const char *name;
    enum table_kind kind;
    const char *row; /* section of the record */
};

#define NAME(name, kind, row) {name, IS_##kind, row},

#define VENDOR_BEGINS         static const struct table_name OF_VENDOR(names)[] = {
#define VENDOR_ENDS                                                                                \
    }                                                                                              \
    ;
#include "all_rows.inc"
#undef VENDOR_BEGINS
#undef VENDOR_ENDS

#undef NAME

/* Words that are optional in names (docs/devices.md), ended by NULL. */
#define WORD(word)    word,
#define VENDOR_BEGINS static const char *const OF_VENDOR(words)[] = {
#define VENDOR_ENDS                                                                                \
    NULL                                                                                           \
    }                                                                                              \
    ;
#include "all_rows.inc"
#undef VENDOR_BEGINS
#undef VENDOR_ENDS
#undef WORD

/* By enum gpuocc_vendor, which is `vendor`. */
static const struct table {
    uint32_t vendor;
    const struct table_name *names;
    uint32_t count;
    const char *const *words;
} tables[] = {
#define VENDOR(number, folder)                                                                     \
    {GPUOCC_VENDOR_##number, folder##_names, sizeof folder##_names / sizeof folder##_names[0],     \
     folder##_words},
#include "../devices/vendors.def"
#undef VENDOR
};
#define TABLES (sizeof tables / sizeof tables[0])

/* Returns the device of a row: gpuocc_device_at lists each vendor's architectures, then its
 * products; NULL for a name without a device. */
static inline const gpuocc_device *table_device(uint32_t table, const struct table_name *name)
{
    const struct table_name *rows = tables[table].names;
    const gpuocc_device *device;
    uint64_t vendor = 0;
    uint32_t first = 0, row = 0;

    if (name->kind != IS_TARGET && name->kind != IS_PRODUCT)
        return NULL;
    while (rows[row].kind != name->kind || strcmp(rows[row].row, name->row) != 0)
        if (++row == tables[table].count)
            return NULL;
    while (gpuocc_device_at(first, &device) == GPUOCC_OK &&
           gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &vendor) == GPUOCC_OK &&
           vendor != tables[table].vendor)
        first++;
    return gpuocc_device_at(first + row, &device) == GPUOCC_OK ? device : NULL;
}

/* Writes a name in lower-case letters and digits, without optional words; if it contains nothing
 * else, the last word is kept. Returns the length; `text` has room for 64 letters. */
static inline size_t table_bare(const char *const *words, const char *name, char *text)
{
    char word[64];
    size_t length = 0, i, w;

    for (; *name != 0; name += *name != 0) {
        for (i = 0; (*name >= '0' && *name <= '9') || (*name >= 'a' && *name <= 'z') ||
                    (*name >= 'A' && *name <= 'Z');)
            word[i++] = (char)(*name >= 'A' && *name <= 'Z' ? *name++ + 32 : *name++);
        word[i] = 0;
        for (w = 0; words[w] != NULL && strcmp(words[w], word) != 0;)
            w++;
        if (i == 0 || (words[w] != NULL &&
                       (length != 0 || strpbrk(name, "0123456789abcdefghijklmnopqrstuvwxyz"
                                                     "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != NULL)))
            continue;
        memcpy(text + length, word, i);
        length += i;
    }
    text[length] = 0;
    return length;
}

#endif
