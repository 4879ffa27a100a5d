/* SPDX-License-Identifier: MIT */
#ifndef GPUOCC_KERNELS_SENTENCES_SENTENCES_H
#define GPUOCC_KERNELS_SENTENCES_SENTENCES_H

#include "gpuocc/sentences.h"

#include "bounded.h"

/* Bytes of the longest word of a vendor, and of the longest part of a sentence, with the NUL. */
#define SENTENCE_WORD 32
#define SENTENCE_PART 256

/* The texts of a language, in the order of en.def. */
enum sentence_key {
    KEY_OTHER_FIELD,
    KEY_NOT_KNOWN,
    KEY_AT_LEAST,
    KEY_RANGE,
    KEY_TO,
    KEY_COMMA,
    KEY_AND,
    KEY_OR,
    KEY_STOP,
    KEY_GROUPS,
    KEY_GROUPS_UNKNOWN,
    KEY_PER_PARTITION,
    KEY_ON_DEVICE,
    KEY_WAVES,
    KEY_WAVES_OF,
    KEY_PERCENT,
    KEY_PERCENT_BEST,
    KEY_LIMITED,
    KEY_MAYBE_LIMITED,
    KEY_ALSO_LIMITED,
    KEY_LIMIT_WAVES, /* NULL: the vendor's word for the limit */
    KEY_LIMIT_GROUPS,
    KEY_SHAPE,
    KEY_FULLEST,
    KEY_LAUNCHES_NOT,
    KEY_LAUNCHES_PERHAPS,
    KEY_LAUNCHES_NONE,
    KEY_LAUNCHES_LARGEST,
    KEY_DEVICE,
    KEY_DEVICE_UNKNOWN,
    KEY_DEVICE_CORES,
    KEY_DEVICE_WGPS,
    KEY_THREADS,
    KEY_THREADS_DEVICE,
    KEY_ROUNDS,
    KEY_UNUSED,
    KEY_UNUSED_NEXT,
    KEY_UNUSED_WAVES,
    KEY_UNUSED_REGISTERS,
    KEY_UNUSED_SCALARS,
    KEY_UNUSED_SHARED,
    KEY_WASTED,
    KEY_WASTED_BYTES,
    KEY_NEXT_STEP,
    KEY_BOUNDS,
    KEY_NOTE,
    KEY_MAY_NOTE,
    KEY_USE,
    KEY_ALSO_USE,
    KEY_LOWER,
    KEY_MORE_GROUPS,
    KEY_MORE_WAVES,
    KEY_THEN,
    KEY_BETWEEN,
    KEY_GROW,
    KEY_GROW_OPT_IN,
    KEY_WITH,
    KEY_UP_TO,
    KEY_FROM,
    KEY_AT,
    KEY_INSIDE_UP_TO, /* in the order of those before */
    KEY_INSIDE_FROM,
    KEY_INSIDE_AT,
    KEY_END,
    KEY_END_GROUPS,
    KEY_COUNT
};

/* Nouns that all vendors share. */
enum sentence_noun { NOUN_BYTE, NOUN_ROUND, NOUN_CU, NOUN_COUNT };

/* A noun for one and for several things, and what is between a number and it. */
struct sentence_noun_forms {
    const char *one, *many, *joint;
};

/* The words of one vendor. */
struct sentence_vendor {
    const char *words[GPUOCC_WORD_COUNT];          /* without those of groups and waves */
    const char *older[GPUOCC_WORD_COUNT];          /* of Intel's GPUs before Xe-HPG; NULL: words */
    const char *limits[GPUOCC_LIMIT_COUNT];        /* NULL: gpuocc_limit_word() */
    const char *fields[GPUOCC_KERNEL_FIELD_COUNT]; /* NULL: those of the generic vendor */
};

/* A phrase in English, by which it is found, and in another language. */
struct sentence_phrase {
    const char *english, *other;
};

struct sentence_language {
    const char *name, *many, *joint;
    const struct sentence_vendor *vendors; /* GPUOCC_VENDOR_COUNT */
    const struct sentence_noun_forms *nouns;
    const char *const *texts;
    const char *const *notes;              /* NULL: gpuocc_about() */
    const struct sentence_phrase *phrases; /* the last one is NULL */
};

/* Whose words are used in which language; no device: the neutral words. */
struct speaker {
    const gpuocc_device *device;
    uint32_t language, core;
};

/* A sentence that is being written. */
struct sentence {
    struct bounded text;
    const struct speaker *speaker;
    int last; /* kind of the character before: see put_byte() */
};

const struct sentence_language *gocc_language(uint32_t language);
const struct sentence_vendor *gocc_vendor_words(const gpuocc_device *device, uint32_t language);

/* Returns the vendor's word for a limit, and the length of its form for one thing: "wave" of
 * "wave slots". */
const char *gocc_limit_words(const gpuocc_device *device, uint32_t language, uint32_t limit);
size_t gocc_length_of_one(const char *word);

/* Returns the word, or GPUOCC_WORD_WIDE_CORE for a core of an occupancy whose core is a WGP. */
uint32_t gocc_word_of(const gpuocc_occupancy *occupancy, uint32_t word);

/* Makes the speaker of a wording. Returns 0 if there is no such wording. */
int gocc_speaker(struct speaker *speaker, const gpuocc_wording *wording,
                 const gpuocc_device *device);

/* Adds a text of the language with its values and texts. */
void gocc_say(struct sentence *sentence, enum sentence_key key, const gpuocc_sentence_value *values,
              const char *first, const char *second);

/* Adds any template with its values and texts. */
void gocc_fill(struct sentence *sentence, const char *template, const gpuocc_sentence_value *values,
               const char *const *texts);

/* Adds a set of limits, with `last` before the last one. */
void gocc_say_limits(struct sentence *sentence, uint64_t set, enum sentence_key last);

/* Begins a part of a sentence, which is written into `text` of SENTENCE_PART bytes. */
struct sentence gocc_part(const struct speaker *speaker, char *text);

/* Returns an exact value. */
gpuocc_sentence_value gocc_exact(uint64_t value);

#endif
