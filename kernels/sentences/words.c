/* SPDX-License-Identifier: MIT
 *
 * The words of each vendor in each language.
 */
#include "sentences/sentences.h"

#include <string.h>

#include "bounded.h"

/* The words of one vendor. */
struct vendor {
    const char *words[GPUOCC_WORD_COUNT];   /* without those of groups and waves */
    const char *limits[GPUOCC_LIMIT_COUNT]; /* NULL: gpuocc_limit_word() */
};

#define VENDOR(vendor, core, wide, partition)                                                      \
    [GPUOCC_VENDOR_##vendor].words = {                                                             \
        [GPUOCC_WORD_CORE] = core, [GPUOCC_WORD_WIDE_CORE] = wide,                                 \
        [GPUOCC_WORD_PARTITION] = partition},
#define LIMITS(vendor, waves, groups, registers, scalars, shared, barriers, virtual, launch)       \
    [GPUOCC_VENDOR_##vendor].limits = {waves,  groups,   registers, scalars,                       \
                                       shared, barriers, virtual,   launch},
#define LANGUAGE(name, many)
static const struct vendor english[GPUOCC_VENDOR_COUNT] = {
#include "sentences/en.def"
};
static const struct vendor chinese[GPUOCC_VENDOR_COUNT] = {
#include "sentences/zh.def"
};
#undef VENDOR
#undef LIMITS
#undef LANGUAGE

#define VENDOR(vendor, core, wide, partition)
#define LIMITS(vendor, waves, groups, registers, scalars, shared, barriers, virtual, launch)
#define LANGUAGE(name, many) name, many,
static const struct language {
    const char *name, *many;
    const struct vendor *vendors;
} languages[GPUOCC_LANGUAGE_COUNT] = {
    {
#include "sentences/en.def"
        english},
    {
#include "sentences/zh.def"
        chinese},
};
#undef VENDOR
#undef LIMITS
#undef LANGUAGE

const char *gpuocc_language_name(uint32_t language)
{
    return language < GPUOCC_LANGUAGE_COUNT ? languages[language].name : "";
}

static const struct vendor *vendor_of(const gpuocc_device *device, uint32_t language)
{
    uint64_t vendor = GPUOCC_VENDOR_GENERIC;

    if (device != NULL)
        (void)gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &vendor);
    return &languages[language].vendors[vendor < GPUOCC_VENDOR_COUNT ? vendor : 0];
}

/* Returns the word for a limit: the language's, the device's or the neutral one. */
static const char *limit_word(const gpuocc_device *device, uint32_t language, uint32_t limit)
{
    const char *const word = vendor_of(device, language)->limits[limit];

    return word != NULL     ? word
           : device != NULL ? gpuocc_limit_word(device, limit)
                            : gpuocc_name(GPUOCC_LIST_LIMITS, limit);
}

/* Returns the length of the word for one thing: "wave" of "wave slots". */
static size_t length_of_one(const char *word)
{
    static const char slots[] = " slots";
    size_t length = strlen(word);

    if (length >= sizeof slots && strcmp(word + length - (sizeof slots - 1), slots) == 0)
        length -= sizeof slots - 1;
    return length != 0 && word[length - 1] == 's' ? length - 1 : length;
}

size_t gpuocc_word_text(const gpuocc_device *device, uint32_t language, uint32_t word,
                        uint64_t count, char *text, size_t bytes)
{
    struct bounded b = {text, bytes, 0};
    const char *one;
    size_t i, length;

    if (language < GPUOCC_LANGUAGE_COUNT && word < GPUOCC_WORD_COUNT) {
        one = vendor_of(device, language)->words[word];
        if (one == NULL)
            one = limit_word(device, language,
                             word == GPUOCC_WORD_GROUP ? GPUOCC_LIMIT_GROUPS : GPUOCC_LIMIT_WAVES);
        length = word <= GPUOCC_WORD_WAVE ? length_of_one(one) : strlen(one);
        for (i = 0; i < length; i++)
            bounded_byte(&b, one[i]);
        bounded_add(&b, count == 1 ? "" : languages[language].many);
    }
    return bounded_end(&b);
}

uint32_t gocc_word_of(const gpuocc_occupancy *occupancy, uint32_t word)
{
    const gpuocc_device *const device = gpuocc_occupancy_device(occupancy);
    uint64_t wide, each, low, high;

    if (word == GPUOCC_WORD_CORE && device != NULL &&
        gpuocc_device_get(device, GPUOCC_DEVICE_CUS_PER_WGP, 0, &wide) == GPUOCC_OK && wide > 1 &&
        gpuocc_device_get(device, GPUOCC_DEVICE_PARTITIONS_PER_CORE, 0, &each) == GPUOCC_OK &&
        gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_PARTITIONS_PER_CORE, 0, &low, &high) ==
            GPUOCC_OK &&
        low == high && low == wide * each)
        return GPUOCC_WORD_WIDE_CORE;
    return word;
}
