/* SPDX-License-Identifier: MIT
 *
 * The sentences about the results of an occupancy.
 */
#include "sentences/sentences.h"

#define LIMITS_OF_UNUSED 4

static int is_known(const gpuocc_sentence_value *value)
{
    return value->status == GPUOCC_OK;
}

static int is_exact(const gpuocc_sentence_value *value)
{
    return is_known(value) && value->low == value->high;
}

/* Adds 100 * part / whole with at most two decimals. */
static void put_percent(struct bounded *b, uint64_t part, uint64_t whole)
{
    const uint64_t hundredths = (part * 20000 + whole) / (2 * whole), rest = hundredths % 100;

    bounded_number(b, hundredths / 100);
    if (rest == 0)
        return;
    bounded_byte(b, '.');
    bounded_byte(b, (char)('0' + rest / 10));
    if (rest % 10 != 0)
        bounded_byte(b, (char)('0' + rest % 10));
}

/* Writes a share, or its bounds: "50 to 100". */
static void write_share(const struct speaker *speaker, const gpuocc_sentence_value *waves,
                        const gpuocc_sentence_value *most, char *text)
{
    struct sentence part = gocc_part(speaker, text);
    char low[24], high[24];
    struct bounded least = {low, sizeof low, 0}, largest = {high, sizeof high, 0};

    put_percent(&least, waves->low, most->high);
    put_percent(&largest, waves->high < most->low ? waves->high : most->low, most->low);
    (void)bounded_end(&least);
    (void)bounded_end(&largest);
    bounded_add(&part.text, low);
    if (!is_exact(waves) || !is_exact(most)) {
        gocc_say(&part, KEY_TO, NULL, "", "");
        bounded_add(&part.text, high);
    }
    (void)bounded_end(&part.text);
}

/* Adds ", 24 of 48 warps (50 %)". */
static void add_waves(struct sentence *s, const gpuocc_sentence_value *results)
{
    const gpuocc_sentence_value *most = &results[GPUOCC_RESULT_MAX_WAVES],
                                *any = &results[GPUOCC_RESULT_MAX_WAVES_ANY_MODE];
    const gpuocc_sentence_value values[3] = {results[GPUOCC_RESULT_WAVES], *most, *any};
    char share[SENTENCE_PART], of_any[SENTENCE_PART] = "";

    if (!is_known(&values[0]))
        return;
    if (!is_known(most)) {
        gocc_say(s, KEY_WAVES, values, "", "");
        return;
    }
    if (values[0].high == UINT64_MAX || most->low == 0) {
        gocc_say(s, KEY_WAVES_OF, values, "", "");
        return;
    }
    write_share(s->speaker, &values[0], most, share);
    if (is_exact(any) && any->low != 0 && (any->low != most->low || any->low != most->high)) {
        write_share(s->speaker, &values[0], any, of_any);
        gocc_say(s, KEY_PERCENT_BEST, values, share, of_any);
    } else {
        gocc_say(s, KEY_PERCENT, values, share, "");
    }
}

static void add_limiters(struct sentence *s, const gpuocc_sentence_value *set)
{
    char surely[SENTENCE_PART], perhaps[SENTENCE_PART];
    struct sentence low = gocc_part(s->speaker, surely), high = gocc_part(s->speaker, perhaps);
    const uint64_t possible = set->high & ~set->low;

    if (!is_known(set) || set->high == 0)
        return;
    gocc_say_limits(&low, set->low, KEY_AND);
    gocc_say_limits(&high, possible, KEY_OR);
    (void)bounded_end(&low.text);
    (void)bounded_end(&high.text);
    if (set->low == 0)
        gocc_say(s, KEY_MAYBE_LIMITED, NULL, perhaps, "");
    else
        gocc_say(s, possible != 0 ? KEY_ALSO_LIMITED : KEY_LIMITED, NULL, surely, perhaps);
}

/* Conventions that do not give groups give another number. */
static void add_answer(struct sentence *s, const gpuocc_sentence_value *results)
{
    const gpuocc_sentence_value *groups = &results[GPUOCC_RESULT_GROUPS],
                                *waves = &results[GPUOCC_RESULT_WAVES_PER_PARTITION];

    if (is_known(groups))
        gocc_say(s, KEY_GROUPS, groups, "", "");
    else if (groups->status == GPUOCC_NOT_KNOWN)
        gocc_say(s, KEY_GROUPS_UNKNOWN, NULL, "", "");
    else if (is_known(waves))
        gocc_say(s, KEY_PER_PARTITION, waves, "", "");
    else
        gocc_say(s, KEY_ON_DEVICE, &results[GPUOCC_RESULT_GROUPS_PER_DEVICE], "", "");
    add_waves(s, results);
    add_limiters(s, &results[GPUOCC_RESULT_LIMITERS]);
}

static void add_shape(struct sentence *s, const gpuocc_sentence_value *results)
{
    const gpuocc_sentence_value values[4] = {
        results[GPUOCC_RESULT_WAVE_SIZE], results[GPUOCC_RESULT_WAVES_PER_GROUP],
        results[GPUOCC_RESULT_PARTITIONS_PER_CORE], results[GPUOCC_RESULT_WAVES_PER_PARTITION]};

    if (!is_known(&values[0]))
        return;
    gocc_say(s, KEY_SHAPE, values, "", "");
    if (is_known(&values[3]) && values[3].high != 0 && is_known(&values[2]) && values[2].low > 1)
        gocc_say(s, KEY_FULLEST, values, "", "");
    gocc_say(s, KEY_STOP, NULL, "", "");
}

static void add_launch(struct sentence *s, const gpuocc_sentence_value *results)
{
    const gpuocc_sentence_value *groups = &results[GPUOCC_RESULT_GROUPS],
                                *most = &results[GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE];

    if (!is_known(groups) || groups->low != 0)
        return;
    gocc_say(s, groups->high == 0 ? KEY_LAUNCHES_NOT : KEY_LAUNCHES_PERHAPS, NULL, "", "");
    gocc_say(s, is_exact(most) && most->low == 0 ? KEY_LAUNCHES_NONE : KEY_LAUNCHES_LARGEST, most,
             "", "");
}

/* Adds the cores; where they are WGPs, their CUs as well. */
static void add_device(struct sentence *s, const gpuocc_sentence_value *results)
{
    gpuocc_sentence_value values[3] = {results[GPUOCC_RESULT_CORE_COUNT],
                                       results[GPUOCC_RESULT_GROUPS_PER_DEVICE],
                                       results[GPUOCC_RESULT_CORE_COUNT]};
    uint64_t wide = 0;

    if (values[1].status == GPUOCC_NOT_KNOWN)
        gocc_say(s, KEY_DEVICE_UNKNOWN, NULL, "", "");
    if (!is_known(&values[1]))
        return;
    if (s->speaker->core == GPUOCC_WORD_WIDE_CORE && s->speaker->device != NULL)
        (void)gpuocc_device_get(s->speaker->device, GPUOCC_DEVICE_CUS_PER_WGP, 0, &wide);
    values[2].low *= wide;
    values[2].high *= values[2].high != UINT64_MAX ? wide : 1;
    gocc_say(s,
             !is_known(&values[0]) ? KEY_DEVICE
             : wide > 1            ? KEY_DEVICE_WGPS
                                   : KEY_DEVICE_CORES,
             values, "", "");
}

static void add_unused(struct sentence *s, const gpuocc_sentence_value *values)
{
    static const enum sentence_key keys[LIMITS_OF_UNUSED] = {KEY_UNUSED_WAVES, KEY_UNUSED_REGISTERS,
                                                             KEY_UNUSED_SCALARS, KEY_UNUSED_SHARED};
    enum sentence_key before = KEY_UNUSED;
    size_t i;

    for (i = 0; i < LIMITS_OF_UNUSED; i++, values += 3) {
        if (!is_exact(&values[0]) || values[0].low == 0)
            continue;
        gocc_say(s, before, NULL, "", "");
        gocc_say(s, keys[i], values, "", "");
        if (is_exact(&values[2]) && values[2].low != 0)
            gocc_say(s, keys[i] == KEY_UNUSED_SHARED ? KEY_WASTED_BYTES : KEY_WASTED, values, "",
                     "");
        before = KEY_UNUSED_NEXT;
    }
    if (before == KEY_UNUSED_NEXT)
        gocc_say(s, KEY_STOP, NULL, "", "");
}

static void add_threads(struct sentence *s, const gpuocc_sentence_value *values)
{
    if (!is_known(&values[0]))
        return;
    gocc_say(s, KEY_THREADS, values, "", "");
    if (is_known(&values[1]))
        gocc_say(s, KEY_THREADS_DEVICE, values, "", "");
    gocc_say(s, KEY_STOP, NULL, "", "");
}

static void add_rounds(struct sentence *s, const gpuocc_sentence_value *values)
{
    if (is_known(&values[0]) && is_known(&values[1]))
        gocc_say(s, KEY_ROUNDS, values, "", "");
}

int gocc_speaker(struct speaker *speaker, const gpuocc_wording *wording,
                 const gpuocc_device *device)
{
    if (wording == NULL || wording->language >= GPUOCC_LANGUAGE_COUNT ||
        wording->core >= GPUOCC_WORD_COUNT)
        return 0;
    speaker->device = wording->is_neutral ? NULL : device;
    speaker->language = wording->language;
    speaker->core = wording->core;
    return 1;
}

size_t gpuocc_sentence_text(const gpuocc_device *device, const gpuocc_wording *wording,
                            uint32_t sentence, const gpuocc_sentence_value *values, char *text,
                            size_t bytes)
{
    static void (*const writers[GPUOCC_SENTENCE_NEXT_STEP])(struct sentence *,
                                                            const gpuocc_sentence_value *) = {
        add_answer, add_shape, add_launch, add_device, add_threads, add_rounds, add_unused};
    struct speaker speaker;
    struct sentence s = {{text, bytes, 0}, &speaker, 0};

    if (!gocc_speaker(&speaker, wording, device) || sentence >= GPUOCC_SENTENCE_COUNT)
        return bounded_end(&s.text);
    if (sentence >= GPUOCC_SENTENCE_NEXT_STEP)
        gocc_say(&s, (enum sentence_key)(KEY_NEXT_STEP + sentence - GPUOCC_SENTENCE_NEXT_STEP),
                 NULL, "", "");
    else if (values != NULL)
        writers[sentence](&s, values);
    return bounded_end(&s.text);
}

static void read_one(const gpuocc_occupancy *occupancy, uint32_t result, uint32_t index,
                     gpuocc_sentence_value *value)
{
    value->low = value->high = 0;
    value->status = gpuocc_occupancy_get(occupancy, result, index, &value->low, &value->high);
}

int32_t gpuocc_sentence_read(const gpuocc_occupancy *occupancy, uint32_t sentence,
                             gpuocc_sentence_value *values)
{
    static const uint32_t limits[LIMITS_OF_UNUSED] = {GPUOCC_LIMIT_WAVES, GPUOCC_LIMIT_REGISTERS,
                                                      GPUOCC_LIMIT_SCALAR_REGISTERS,
                                                      GPUOCC_LIMIT_SHARED};
    static const uint32_t amounts[] = {GPUOCC_RESULT_UNUSED, GPUOCC_RESULT_CAPACITY,
                                       GPUOCC_RESULT_WASTED};
    uint32_t i;

    if (occupancy == NULL || values == NULL)
        return GPUOCC_ERROR_NULL;
    if (sentence > GPUOCC_SENTENCE_DEVICE && sentence != GPUOCC_SENTENCE_UNUSED)
        return GPUOCC_ERROR_FIELD;
    if (sentence == GPUOCC_SENTENCE_UNUSED)
        for (i = 0; i < 3 * LIMITS_OF_UNUSED; i++)
            read_one(occupancy, amounts[i % 3], limits[i / 3], &values[i]);
    else
        for (i = 0; i < GPUOCC_RESULT_COUNT && i < GPUOCC_SENTENCE_VALUES; i++)
            read_one(occupancy, i, 0, &values[i]);
    return GPUOCC_OK;
}

int32_t gpuocc_wording_init(gpuocc_wording *wording, const gpuocc_occupancy *occupancy,
                            uint32_t language, uint32_t is_neutral)
{
    if (wording == NULL || occupancy == NULL)
        return GPUOCC_ERROR_NULL;
    if (language >= GPUOCC_LANGUAGE_COUNT)
        return GPUOCC_ERROR_FIELD;
    wording->language = language;
    wording->is_neutral = is_neutral != 0;
    wording->core = gocc_word_of(occupancy, GPUOCC_WORD_CORE);
    return GPUOCC_OK;
}

size_t gpuocc_note_text(const gpuocc_device *device, const gpuocc_wording *wording, uint32_t note,
                        char *text, size_t bytes)
{
    struct speaker speaker;
    struct sentence s = {{text, bytes, 0}, &speaker, 0};
    const char *own;

    if (gocc_speaker(&speaker, wording, device) && note < GPUOCC_NOTE_COUNT) {
        own = gocc_language(speaker.language)->notes[note];
        gocc_fill(&s, own != NULL ? own : gpuocc_about(GPUOCC_LIST_NOTES, note), NULL, NULL);
        gocc_say(&s, KEY_STOP, NULL, "", "");
    }
    return bounded_end(&s.text);
}
