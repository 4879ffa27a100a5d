/* SPDX-License-Identifier: MIT
 *
 * The tables of the languages. Each file is read once for each part of a language.
 */
#include "sentences/sentences.h"

#define LANGUAGE(name, many, joint)
#define VENDOR(vendor, core, wide, partition, thread)
#define OLDER(vendor, core, partition)
#define LIMITS(vendor, waves, groups, registers, scalars, shared, barriers, virtual, launch)
#define NOUN(noun, one, many, joint)
#define FIELD(vendor, field, text)
#define TEXT(key, text)
#define NOTE(note, text)
#define PHRASE(english, other)
#define PAGE(english, other) /* read by scripts/page */

#undef VENDOR
#undef OLDER
#undef LIMITS
#undef FIELD
#define VENDOR(vendor, core, wide, partition, thread)                                              \
    [GPUOCC_VENDOR_##vendor].words = {[GPUOCC_WORD_CORE] = core,                                   \
                                      [GPUOCC_WORD_WIDE_CORE] = wide,                              \
                                      [GPUOCC_WORD_PARTITION] = partition,                         \
                                      [GPUOCC_WORD_THREAD] = thread},
#define OLDER(vendor, core, partition)                                                             \
    [GPUOCC_VENDOR_##vendor].older = {[GPUOCC_WORD_CORE] = core,                                   \
                                      [GPUOCC_WORD_PARTITION] = partition},
#define LIMITS(vendor, waves, groups, registers, scalars, shared, barriers, virtual, launch)       \
    [GPUOCC_VENDOR_##vendor].limits = {waves,  groups,   registers, scalars,                       \
                                       shared, barriers, virtual,   launch},
#define FIELD(vendor, field, text) [GPUOCC_VENDOR_##vendor].fields[GPUOCC_KERNEL_##field] = text,
static const struct sentence_vendor english_vendors[GPUOCC_VENDOR_COUNT] = {
#include "sentences/en.def"
};
static const struct sentence_vendor chinese_vendors[GPUOCC_VENDOR_COUNT] = {
#include "sentences/zh.def"
};
#undef VENDOR
#undef OLDER
#undef LIMITS
#undef FIELD
#define VENDOR(vendor, core, wide, partition, thread)
#define OLDER(vendor, core, partition)
#define LIMITS(vendor, waves, groups, registers, scalars, shared, barriers, virtual, launch)
#define FIELD(vendor, field, text)

#undef NOUN
#define NOUN(noun, one, many, joint) [NOUN_##noun] = {one, many, joint},
static const struct sentence_noun_forms english_nouns[NOUN_COUNT] = {
#include "sentences/en.def"
};
static const struct sentence_noun_forms chinese_nouns[NOUN_COUNT] = {
#include "sentences/zh.def"
};
#undef NOUN
#define NOUN(noun, one, many, joint)

#undef TEXT
#define TEXT(key, text) [KEY_##key] = text,
static const char *const english_texts[KEY_COUNT] = {
#include "sentences/en.def"
};
static const char *const chinese_texts[KEY_COUNT] = {
#include "sentences/zh.def"
};
#undef TEXT
#define TEXT(key, text)

#undef NOTE
#define NOTE(note, text) [GPUOCC_NOTE_##note] = text,
static const char *const english_notes[GPUOCC_NOTE_COUNT] = {
#include "sentences/en.def"
};
static const char *const chinese_notes[GPUOCC_NOTE_COUNT] = {
#include "sentences/zh.def"
};
#undef NOTE
#define NOTE(note, text)

/* The calculator page has no phrases of the command. */
#ifndef GPUOCC_NO_PHRASES
#undef PHRASE
#define PHRASE(english, other) {english, other},
#endif
static const struct sentence_phrase english_phrases[] = {
#include "sentences/en.def"
    {NULL, NULL}};
static const struct sentence_phrase chinese_phrases[] = {
#include "sentences/zh.def"
    {NULL, NULL}};
#undef PHRASE
#define PHRASE(english, other)

#undef LANGUAGE
#define LANGUAGE(name, many, joint) name, many, joint,
static const struct sentence_language languages[GPUOCC_LANGUAGE_COUNT] = {
    {
#include "sentences/en.def"
        english_vendors, english_nouns, english_texts, english_notes, english_phrases},
    {
#include "sentences/zh.def"
        chinese_vendors, chinese_nouns, chinese_texts, chinese_notes, chinese_phrases},
};
#undef LANGUAGE
#undef VENDOR
#undef OLDER
#undef LIMITS
#undef NOUN
#undef FIELD
#undef TEXT
#undef NOTE
#undef PHRASE
#undef PAGE

const struct sentence_language *gocc_language(uint32_t language)
{
    return &languages[language < GPUOCC_LANGUAGE_COUNT ? language : 0];
}

const char *gpuocc_language_name(uint32_t language)
{
    return language < GPUOCC_LANGUAGE_COUNT ? languages[language].name : "";
}
