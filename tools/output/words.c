/* SPDX-License-Identifier: MIT
 *
 * Describes an answer in words.
 */
#include "output/words.h"

#include <stdlib.h>

#include "answer.h"
#include "output/out.h"
#include "output/results.h"

void text_add_counted(struct text *text, const struct value *value, const char *unit)
{
    text_add_value(text, value, "");
    text_format(text, " %s%s", unit,
                value->low == 1 && (value->high == 1 || value->high == VALUE_ENDLESS) ? "" : "s");
}

void text_add_names(struct text *text, uint64_t set, const char *last)
{
    const size_t start = text->length;
    uint64_t rest = set;
    uint32_t i;
    size_t at;

    for (i = 0; i < GPUOCC_LIMIT_COUNT; i++) {
        if ((set >> i & 1) == 0)
            continue;
        rest &= ~(UINT64_C(1) << i);
        text_add(text, gpuocc_name(GPUOCC_LIST_LIMITS, i));
        if (rest != 0)
            text_add(text, (rest & (rest - 1)) != 0 ? ", " : last);
    }
    for (at = start; at < text->length; at++)
        if (text->data[at] == '_')
            text->data[at] = ' ';
}

/* What --language and --neutral say. */
static gpuocc_wording chosen = {GPUOCC_LANGUAGE_ENGLISH, 0, GPUOCC_WORD_CORE};

/* Bytes of the longest sentence, with the NUL. */
#define SENTENCE_BYTES 1024

void words_set(uint32_t language, int is_neutral)
{
    chosen.language = language;
    chosen.is_neutral = is_neutral != 0;
}

gpuocc_wording words_of(const struct answer *answer)
{
    gpuocc_wording wording = chosen;

    if (answer->status >= 0)
        (void)gpuocc_wording_init(&wording, &answer->occupancy, chosen.language, chosen.is_neutral);
    return wording;
}

/* Adds a sentence of the library. */
static int add_sentence(struct text *text, const struct answer *answer,
                        const gpuocc_wording *wording, uint32_t sentence,
                        const struct value *values, size_t count)
{
    gpuocc_sentence_value said[GPUOCC_SENTENCE_VALUES] = {{0, 0, 0}};
    char line[SENTENCE_BYTES];
    size_t i;

    for (i = 0; i < GPUOCC_SENTENCE_VALUES; i++) {
        const struct value *value = i < count ? &values[i] : NULL;

        said[i].status = value == NULL || value->state == VALUE_ABSENT ? GPUOCC_NOT_APPLICABLE
                         : value->state == VALUE_UNKNOWN               ? GPUOCC_NOT_KNOWN
                                                                       : GPUOCC_OK;
        said[i].low = value != NULL ? value->low : 0;
        said[i].high = value != NULL ? value->high : 0;
    }
    if (gpuocc_sentence_text(answer->device, wording, sentence, said, line, sizeof line) == 0)
        return 0;
    text_add(text, line);
    return 1;
}

int text_add_values(struct text *text, const struct answer *answer, uint32_t sentence,
                    const struct value *values, size_t count)
{
    const gpuocc_wording wording = words_of(answer);

    return add_sentence(text, answer, &wording, sentence, values, count);
}

int text_add_sentence(struct text *text, const struct answer *answer, uint32_t sentence)
{
    return text_add_values(text, answer, sentence, answer->results, GPUOCC_RESULT_COUNT);
}

static void add(struct text *text, const gpuocc_wording *words, const gpuocc_device *device,
                const char *english, const uint64_t *numbers, const char *const *texts)
{
    const size_t length = gpuocc_phrase_text(device, words, english, numbers, texts, NULL, 0);
    char *line = memory_grow(NULL, length + 1);

    (void)gpuocc_phrase_text(device, words, english, numbers, texts, line, length + 1);
    text_add(text, line);
    free(line);
}

void words_add(struct text *text, const struct answer *answer, const char *english,
               const uint64_t *numbers, const char *const *texts)
{
    const gpuocc_wording wording = answer != NULL ? words_of(answer) : chosen;

    add(text, &wording, answer != NULL ? answer->device : NULL, english, numbers, texts);
}

void words_add_of(struct text *text, const gpuocc_device *device, const char *english,
                  const uint64_t *numbers, const char *const *texts)
{
    add(text, &chosen, device, english, numbers, texts);
}

void words_line(struct text *text, const struct answer *answer, const char *english,
                const uint64_t *numbers, const char *const *texts)
{
    words_add(text, answer, english, numbers, texts);
    text_add(text, "\n");
}

void text_add_note(struct text *text, const struct answer *answer, uint32_t note,
                   struct style style)
{
    const struct value *notes = &answer->results[GPUOCC_RESULT_NOTES];
    const gpuocc_wording wording = words_of(answer);
    char line[SENTENCE_BYTES];

    if ((notes->high >> note & 1) == 0)
        return;
    text_add(text, style.warn);
    (void)text_add_sentence(text, answer,
                            (notes->low >> note & 1) != 0 ? GPUOCC_SENTENCE_NOTE
                                                          : GPUOCC_SENTENCE_MAY_NOTE);
    (void)gpuocc_note_text(answer->device, &wording, note, line, sizeof line);
    text_format(text, "%s%s%s\n", style.plain,
                chosen.language == GPUOCC_LANGUAGE_CHINESE ? "" : " ", line);
}
