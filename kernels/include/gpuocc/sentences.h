/* SPDX-License-Identifier: MIT */
/** \file
 * Sentences about an occupancy in the words of a vendor (blocks, warps, SM; work-groups, waves, CU)
 * and in the language of a reader. Names of fields, columns and JSON are neutral in all languages.
 * No memory is allocated and no state is kept.
 */
#ifndef GPUOCC_SENTENCES_H
#define GPUOCC_SENTENCES_H

#include <gpuocc/gpuocc.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The languages of the sentences. */
enum gpuocc_language {
    GPUOCC_LANGUAGE_ENGLISH = 0, /**< "en" */
    GPUOCC_LANGUAGE_CHINESE = 1, /**< "zh": simplified Chinese, in UTF-8 */
    GPUOCC_LANGUAGE_COUNT = 2
};

/** What a vendor has a word for. */
enum gpuocc_word {
    GPUOCC_WORD_GROUP = 0,     /**< "block", "work-group", "threadgroup" */
    GPUOCC_WORD_WAVE = 1,      /**< "warp", "wave", "hardware thread", "SIMD-group" */
    GPUOCC_WORD_CORE = 2,      /**< "SM", "CU", "Xe core" */
    GPUOCC_WORD_WIDE_CORE = 3, /**< of AMD's WGP mode: "WGP"; else as GPUOCC_WORD_CORE */
    GPUOCC_WORD_PARTITION = 4, /**< "sub-partition", "SIMD", "vector engine" */
    GPUOCC_WORD_COUNT = 5
};

/** Returns the code of a language (ISO 639-1: "en"), "" if it does not exist. Static memory. */
GPUOCC_API const char *gpuocc_language_name(uint32_t language);

/**
 * Writes the word of a device's vendor (enum gpuocc_word) for `count` things: "warp" for 1, "warps"
 * for any other number. Without a device (NULL) it is the neutral word: "wave". The limits' words
 * are those of gpuocc_limit_word().
 *
 * The text is NUL-terminated UTF-8 and takes at most `bytes` bytes; `text` may be NULL if `bytes`
 * is 0. Returns the length of the whole text without the NUL; 0, and an empty text, if the language
 * or the word does not exist.
 */
GPUOCC_API size_t gpuocc_word_text(const gpuocc_device *device, uint32_t language, uint32_t word,
                                   uint64_t count, char *text, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
