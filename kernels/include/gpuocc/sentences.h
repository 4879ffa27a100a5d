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
    GPUOCC_WORD_THREAD = 5,    /**< "thread", "work-item" */
    GPUOCC_WORD_COUNT = 6
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

/** In which words and in which language a sentence speaks. */
typedef struct gpuocc_wording {
    uint32_t language;   /**< enum gpuocc_language */
    uint32_t is_neutral; /**< not 0: the neutral words instead of the vendor's */
    uint32_t core;       /**< GPUOCC_WORD_CORE or GPUOCC_WORD_WIDE_CORE */
} gpuocc_wording;

/** A value in a sentence. */
typedef struct gpuocc_sentence_value {
    int32_t status; /**< GPUOCC_OK, GPUOCC_NOT_KNOWN, or anything else: there is none */
    uint64_t low;   /**< the lower bound */
    uint64_t high;  /**< the upper bound; UINT64_MAX without one */
} gpuocc_sentence_value;

/** The sentences. The values of the first four are indexed by enum gpuocc_result. */
enum gpuocc_sentence {
    /** "3 blocks, 24 of 48 warps (50 %), limited by registers", without a full stop. */
    GPUOCC_SENTENCE_ANSWER = 0,
    /** "A warp has 32 threads, a block 8 warps; the fullest of 4 sub-partitions holds 6 warps." */
    GPUOCC_SENTENCE_SHAPE = 1,
    /** What launches if no group does: "The block does not launch; the largest block with which
     *  this kernel launches has 224 threads." */
    GPUOCC_SENTENCE_LAUNCH = 2,
    /** "The device has 128 SMs and can run 384 blocks at once." */
    GPUOCC_SENTENCE_DEVICE = 3,
    /** "Resident threads: 768 per SM, 98304 on the device.": these two values. */
    GPUOCC_SENTENCE_THREADS = 4,
    /** "A grid of 1000 blocks is 3 rounds.": these two values. */
    GPUOCC_SENTENCE_ROUNDS = 5,
    /** "Unused: 24 of 48 warp slots, ...": the values of GPUOCC_RESULT_UNUSED, CAPACITY and WASTED
     *  of the waves, then of the registers, of the scalar registers and of the shared memory. */
    GPUOCC_SENTENCE_UNUSED = 6,
    GPUOCC_SENTENCE_NEXT_STEP = 7, /**< "Next step:", the heading of the advice, without values */
    GPUOCC_SENTENCE_BOUNDS = 8,    /**< "Bounds of the range:", its heading for a range */
    GPUOCC_SENTENCE_NOTE = 9,      /**< "Note:", the heading of a note */
    GPUOCC_SENTENCE_MAY_NOTE = 10, /**< "Note (perhaps):", of one that may apply */
    GPUOCC_SENTENCE_COUNT = 11
};

/** Most values of a sentence. */
#define GPUOCC_SENTENCE_VALUES 22u

/** Sets the wording for an occupancy. `is_neutral` is not 0 for the neutral words. GPUOCC_OK;
 *  GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD if there is no such language. */
GPUOCC_API int32_t gpuocc_wording_init(gpuocc_wording *wording, const gpuocc_occupancy *occupancy,
                                       uint32_t language, uint32_t is_neutral);

/** Reads the values of a sentence, of which there is room for GPUOCC_SENTENCE_VALUES. GPUOCC_OK;
 *  GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD for a sentence with values that are no results. */
GPUOCC_API int32_t gpuocc_sentence_read(const gpuocc_occupancy *occupancy, uint32_t sentence,
                                        gpuocc_sentence_value *values);

/**
 * Writes a sentence (enum gpuocc_sentence) in the words of a device's vendor; without a device
 * (NULL) in the neutral ones. Numbers are the same in every language.
 *
 * The text is NUL-terminated UTF-8 and takes at most `bytes` bytes; `text` may be NULL if `bytes`
 * is 0. Returns the length of the whole text without the NUL; 0, and an empty text, if the values
 * give no such sentence, if it or the wording does not exist, or if another pointer is NULL.
 */
GPUOCC_API size_t gpuocc_sentence_text(const gpuocc_device *device, const gpuocc_wording *wording,
                                       uint32_t sentence, const gpuocc_sentence_value *values,
                                       char *text, size_t bytes);

/**
 * Writes the index-th piece of gpuocc_occupancy_advice() in the words of the wording, without a
 * full stop: "Use 64 registers per thread instead of 72: 4 blocks instead of 3, 32 of 48 warps,
 * then limited by registers and shared memory". In English and the neutral words it is the
 * library's own sentence. Memory and return value are those of gpuocc_sentence_text(); 0 past the
 * last piece.
 */
GPUOCC_API size_t gpuocc_advice_text(const gpuocc_occupancy *occupancy,
                                     const gpuocc_wording *wording, uint32_t index, char *text,
                                     size_t bytes);

/** Most numbers, and most texts, of a phrase. */
#define GPUOCC_PHRASE_VALUES 4u

/**
 * Writes a phrase in the words of a vendor and in a language. The caller gives it in English; in
 * another language it is what that language's table has for this English, or stays English. In it
 * `{0}` is the first of GPUOCC_PHRASE_VALUES `numbers`, `{0 group}` the number with its noun,
 * `{group}`, `{groups}` and `{Groups}` are the noun alone, and `{$0}` is the first of as many
 * `texts`. Nouns are group, wave, core, partition, register, scalar, shared, barrier, virtual,
 * thread, byte, round and cu. A caller's phrase must have no other braces. `numbers` and `texts`
 * may be NULL if the phrase has none. Memory and return value are those of gpuocc_sentence_text().
 */
GPUOCC_API size_t gpuocc_phrase_text(const gpuocc_device *device, const gpuocc_wording *wording,
                                     const char *english, const uint64_t *numbers,
                                     const char *const *texts, char *text, size_t bytes);

/** Writes what a note (enum gpuocc_note) means, with a full stop, in the same way. */
GPUOCC_API size_t gpuocc_note_text(const gpuocc_device *device, const gpuocc_wording *wording,
                                   uint32_t note, char *text, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
