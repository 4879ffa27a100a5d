/* SPDX-License-Identifier: MIT
 *
 * The words of each vendor in each language.
 */
#include "sentences/sentences.h"

#include <string.h>

const struct sentence_vendor *gocc_vendor_words(const gpuocc_device *device, uint32_t language)
{
    uint64_t vendor = GPUOCC_VENDOR_GENERIC;

    if (device != NULL)
        (void)gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &vendor);
    return &gocc_language(language)->vendors[vendor < GPUOCC_VENDOR_COUNT ? vendor : 0];
}

/* Whether a device is of Intel and before Xe-HPG, IP 12.55: the parts of such a GPU are sub-slices
 * and EUs, docs/model.md. */
static int is_before_xe_hpg(const gpuocc_device *device)
{
    uint64_t vendor = 0, generation = 0;

    return device != NULL &&
           gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &vendor) == GPUOCC_OK &&
           vendor == GPUOCC_VENDOR_INTEL &&
           gpuocc_device_get(device, GPUOCC_DEVICE_GENERATION, 0, &generation) == GPUOCC_OK &&
           generation < 1255;
}

const char *gocc_limit_words(const gpuocc_device *device, uint32_t language, uint32_t limit)
{
    const char *const word = gocc_vendor_words(device, language)->limits[limit];

    return word != NULL ? word : gpuocc_limit_word(device, limit);
}

size_t gocc_length_of_one(const char *word)
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
    const struct sentence_vendor *words;
    const char *one;
    size_t i, length;

    if (language < GPUOCC_LANGUAGE_COUNT && word < GPUOCC_WORD_COUNT) {
        words = gocc_vendor_words(device, language);
        one = words->words[word];
        if (words->older[word] != NULL && is_before_xe_hpg(device))
            one = words->older[word];
        if (one == NULL)
            one = gocc_limit_words(device, language,
                                   word == GPUOCC_WORD_GROUP ? GPUOCC_LIMIT_GROUPS
                                                             : GPUOCC_LIMIT_WAVES);
        length = word <= GPUOCC_WORD_WAVE ? gocc_length_of_one(one) : strlen(one);
        for (i = 0; i < length; i++)
            bounded_byte(&b, one[i]);
        bounded_add(&b, count == 1 ? "" : gocc_language(language)->many);
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
