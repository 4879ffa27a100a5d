/* SPDX-License-Identifier: MIT
 *
 * Every name of the tables (devices/<vendor>/models.def, targets.def, products.def, aliases.def),
 * in their order, and what it stands for: read here a second time, without the library.
 */
#ifndef TABLE_NAMES_H
#define TABLE_NAMES_H

#include "support.h"

enum table_kind { IS_TARGET, IS_PRODUCT, IS_BOARD, IS_NONE };

/* The kinds as the files write them. */
#define KIND_TARGET  IS_TARGET
#define KIND_T       IS_TARGET
#define KIND_PRODUCT IS_PRODUCT
#define KIND_P       IS_PRODUCT
#define KIND_BOARD   IS_BOARD
#define KIND_B       IS_BOARD
#define KIND_NONE    IS_NONE
#define KIND_N       IS_NONE

struct table_name {
    const char *name; /* NULL: as the row before */
    enum table_kind kind;
    const char *row; /* identifier of a target or product */
};

#define ALIAS(name, kind, row) {name, KIND_##kind, #row},
#define ALSO(kind, row)        {NULL, KIND_##kind, #row},

static const struct table_name nvidia_names[] = {
#define CC(number, ...) {"sm_" #number, IS_TARGET, #number},
#include "nvidia/models.def"
#undef CC
#define PRODUCT(id, cc, name, ...) {name, IS_PRODUCT, #id},
#include "nvidia/products.def"
#undef PRODUCT
#include "nvidia/aliases.def"
};

static const struct table_name amd_names[] = {
#define TARGET(id, name, ...) {name, IS_TARGET, #id},
#define CONSOLE(id, ...)
#include "amd/models.def"
#undef TARGET
#undef CONSOLE
#define PRODUCT(id, target, model, name, ...) {name, IS_PRODUCT, #id},
#include "amd/products.def"
#undef PRODUCT
#include "amd/aliases.def"
};

static const struct table_name intel_names[] = {
#define TARGET(id, name, ...) {name, IS_TARGET, #id},
#include "intel/targets.def"
#undef TARGET
#define PRODUCT(id, chip, name, ...) {name, IS_PRODUCT, #id},
#include "intel/products.def"
#undef PRODUCT
#include "intel/aliases.def"
};

static const struct table_name apple_names[] = {
#define TARGET(number) {"apple" #number, IS_TARGET, #number},
#include "apple/targets.def"
#undef TARGET
#define PRODUCT(id, family, model, name, ...) {name, IS_PRODUCT, #id},
#include "apple/products.def"
#undef PRODUCT
#include "apple/aliases.def"
};

#undef ALIAS
#undef ALSO

/* Words that a name may lack or have: docs/names.md. */
static const char *const nvidia_words[] = {"nvidia", "corporation", "geforce", "tesla",
                                           "gpu",    "nvk",         NULL};
static const char *const amd_words[] = {"amd", "ati", "radeon", "instinct", "graphics",
                                        "gpu", "oam", "radv",   NULL};
static const char *const intel_words[] = {"intel",    "corporation", "mesa", "dri",    "arc",
                                          "graphics", "gpu",         "data", "center", NULL};
static const char *const apple_words[] = {"apple", "applegpu", "gpu", NULL};

#define TABLE_OF(vendor)                                                                           \
    {                                                                                              \
        vendor##_names, sizeof vendor##_names / sizeof vendor##_names[0], vendor##_words           \
    }

/* By enum gpuocc_vendor, from NVIDIA on. */
static const struct table {
    const struct table_name *names;
    uint32_t count;
    const char *const *words;
} tables[] = {TABLE_OF(nvidia), TABLE_OF(amd), TABLE_OF(intel), TABLE_OF(apple)};
#define TABLES (sizeof tables / sizeof tables[0])

/* The device of a row: gpuocc_device_at has each vendor's targets, then its products; NULL for a
 * name that has no device of its own. */
static inline const gpuocc_device *table_device(uint32_t table, const struct table_name *name)
{
    const struct table_name *rows = tables[table].names;
    const gpuocc_device *device;
    uint64_t vendor = 0;
    uint32_t first = 0, row = 0;

    if (name->kind != IS_TARGET && name->kind != IS_PRODUCT)
        return NULL;
    while (rows[row].kind != name->kind || strcmp(rows[row].row, name->row) != 0)
        row++;
    while (gpuocc_device_at(first, &device) == GPUOCC_OK &&
           gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &vendor) == GPUOCC_OK &&
           vendor != table + 1)
        first++;
    return gpuocc_device_at(first + row, &device) == GPUOCC_OK ? device : NULL;
}

/* A name in small letters and digits, without the words that may be left out; of a name that has
 * nothing else the last is kept. Returns the length; `text` has room for 64 letters. */
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
