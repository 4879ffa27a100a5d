/* SPDX-License-Identifier: MIT
 *
 * Says the library's advice in the words of a vendor. The library decides what to advise, and its
 * sentences have one form (lib/advice/sentences.c); their fields and numbers are read here. A
 * sentence of another form stays as it is.
 */
#include "sentences/sentences.h"

#include <string.h>

/* Bytes of the longest sentence of the library, with the NUL. */
#define ADVICE 1024

/* A sentence of the library, from here to its end. */
struct reader {
    const char *at;
};

/* Returns what follows a text, or NULL if the reader is not there. */
static const char *behind(const struct reader *r, const char *text)
{
    const char *at = r->at;

    for (; *text != 0; text++, at++)
        if (*at != *text)
            return NULL;
    return at;
}

static int take(struct reader *r, const char *text)
{
    const char *const at = behind(r, text);

    r->at = at != NULL ? at : r->at;
    return at != NULL;
}

static int take_number(struct reader *r, gpuocc_sentence_value *value)
{
    uint64_t number = 0;

    if (*r->at < '0' || *r->at > '9')
        return 0;
    for (; *r->at >= '0' && *r->at <= '9'; r->at++)
        number = number * 10 + (uint64_t)(*r->at - '0');
    *value = gocc_exact(number);
    return 1;
}

/* Takes the name of a field of the kernel. Returns 0 if there is none. */
static uint32_t take_field(struct reader *r)
{
    const char *at = NULL;
    uint32_t field;

    for (field = GPUOCC_KERNEL_FIELD_COUNT - 1; field != 0; field--) {
        at = behind(r, gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, field));
        if (at != NULL && (*at == 0 || *at == ' ' || *at == ':'))
            break;
    }
    r->at = field != 0 ? at : r->at;
    return field;
}

/* Writes a value of a field: "64 registers per thread"; `bound` is the text of the bound inside. */
static void write_field(const struct speaker *speaker, uint32_t field,
                        const gpuocc_sentence_value *value, enum sentence_key bound, char *text)
{
    const char *inside = gocc_language(speaker->language)->texts[bound];
    struct sentence part = gocc_part(speaker, text);
    const char *own = gocc_vendor_words(speaker->device, speaker->language)->fields[field];

    if (own == NULL)
        own = gocc_vendor_words(NULL, speaker->language)->fields[field];
    if (own != NULL)
        gocc_fill(&part, own, value, &inside);
    else
        gocc_say(&part, KEY_OTHER_FIELD, value, gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, field), "");
    (void)bounded_end(&part.text);
}

/* Says "cut 8 registers_per_thread (72 -> 64)", or what leads to " to lower FIELD (16 -> 12)". */
static int change(struct reader *r, struct sentence *s, enum sentence_key key)
{
    char text[SENTENCE_PART];
    const char *lower;
    gpuocc_sentence_value by, now, then;
    uint32_t field;

    if (take(r, "cut ") || take(r, "add ")) {
        if (!take_number(r, &by) || !take(r, " "))
            return 0;
    } else if ((lower = strstr(r->at, ", to lower ")) != NULL) {
        key = KEY_LOWER;
        r->at = lower + strlen(", to lower ");
    }
    field = take_field(r);
    if (field == 0 || !take(r, " (") || !take_number(r, &now) || !take(r, " -> ") ||
        !take_number(r, &then) || !take(r, ")"))
        return 0;
    write_field(s->speaker, field, &then, KEY_INSIDE_AT, text);
    gocc_say(s, key, &now, text, "");
    return 1;
}

/* Says ", then limited by registers and shared". */
static int limits(struct reader *r, struct sentence *s)
{
    char text[SENTENCE_PART];
    struct sentence part = gocc_part(s->speaker, text);
    uint64_t set = 0;
    uint32_t i;

    if (!take(r, ", then limited by "))
        return 1;
    do {
        for (i = 0; i < GPUOCC_LIMIT_COUNT; i++) {
            const char *const name = gpuocc_name(GPUOCC_LIST_LIMITS, i);
            /* Of the names only "scalar_registers" has two words. */
            const int found =
                i == GPUOCC_LIMIT_SCALAR_REGISTERS ? take(r, "scalar registers") : take(r, name);

            if (found)
                break;
        }
        if (i == GPUOCC_LIMIT_COUNT)
            return 0;
        set |= UINT64_C(1) << i;
    } while (take(r, " and ") || take(r, ", "));
    gocc_say_limits(&part, set, KEY_AND);
    (void)bounded_end(&part.text);
    gocc_say(s, KEY_THEN, NULL, text, "");
    return 1;
}

static int take_groups(struct reader *r, gpuocc_sentence_value *groups)
{
    return take_number(r, groups) && (take(r, " groups") || take(r, " group"));
}

static int take_waves(struct reader *r, gpuocc_sentence_value *waves, gpuocc_sentence_value *slots)
{
    return take_number(r, waves) && take(r, " of ") && take_number(r, slots) && take(r, " waves");
}

/* Says ": 4 groups instead of 3, 32 of 48 waves", or the waves first if only they increase. */
static int outcome(struct reader *r, struct sentence *s)
{
    const struct reader start = *r;
    gpuocc_sentence_value v[4];

    if (take_groups(r, &v[0]) && take(r, " instead of ") && take_number(r, &v[1]) &&
        take(r, ", ") && take_waves(r, &v[2], &v[3])) {
        gocc_say(s, KEY_MORE_GROUPS, v, "", "");
        return limits(r, s);
    }
    *r = start;
    if (!take_waves(r, &v[0], &v[1]) || !take(r, " instead of ") || !take_number(r, &v[2]) ||
        !take(r, ", ") || !take_groups(r, &v[3]))
        return 0;
    gocc_say(s, KEY_MORE_WAVES, v, "", "");
    return limits(r, s);
}

/* Says "shared_bytes may grow to 33024 (32768 without opt-in) at no cost". */
static int growth(struct reader *r, struct sentence *s)
{
    const uint32_t field = take_field(r);
    char text[SENTENCE_PART];
    gpuocc_sentence_value most, usual;
    int with_opt_in;

    if (field == 0 || !take(r, " may grow to ") || !take_number(r, &most))
        return 0;
    with_opt_in = take(r, " (");
    if (with_opt_in && (!take_number(r, &usual) || !take(r, " without opt-in)")))
        return 0;
    write_field(s->speaker, field, &most, KEY_INSIDE_AT, text);
    gocc_say(s, with_opt_in ? KEY_GROW_OPT_IN : KEY_GROW, &usual, text, "");
    return take(r, " at no cost");
}

/* Says "up to 32 registers_per_thread and at 64 wave_size: 8 groups, 64 of 64 waves". */
static int bound(struct reader *r, struct sentence *s)
{
    char text[SENTENCE_PART];
    gpuocc_sentence_value v[3];
    enum sentence_key key;
    uint32_t field;
    int has_groups, any = 0;
    struct reader start;

    gocc_say(s, KEY_WITH, NULL, "", "");
    do {
        key = take(r, "up to ") ? KEY_UP_TO : take(r, "from ") ? KEY_FROM : KEY_AT;
        if ((key == KEY_AT && !take(r, "at ")) || !take_number(r, &v[0]) || !take(r, " "))
            return 0;
        field = take_field(r);
        if (field == 0 || (key == KEY_FROM && !take(r, " on")))
            return 0;
        if (any++)
            gocc_say(s, KEY_AND, NULL, "", "");
        write_field(s->speaker, field, &v[0], KEY_INSIDE_UP_TO + (key - KEY_UP_TO), text);
        gocc_say(s, key, NULL, text, "");
    } while (take(r, " and "));
    if (!take(r, ": "))
        return 0;
    start = *r;
    has_groups = take_groups(r, &v[2]) && take(r, ", ");
    if (!has_groups)
        *r = start;
    if (!take_waves(r, &v[0], &v[1]))
        return 0;
    gocc_say(s, has_groups ? KEY_END_GROUPS : KEY_END, v, "", "");
    return 1;
}

/* Says a whole sentence. Returns 0 if it has another form. */
static int say(struct reader *r, struct sentence *s)
{
    const int begins_with_field = take_field(&(struct reader){r->at}) != 0;
    int any = 0;

    if (behind(r, "up to ") != NULL || behind(r, "from ") != NULL || behind(r, "at ") != NULL)
        return bound(r, s) && *r->at == 0;
    if (!begins_with_field) {
        do {
            if (!change(r, s, any++ ? KEY_ALSO_USE : KEY_USE))
                return 0;
        } while (take(r, " and "));
        if (!take(r, ": ") || !outcome(r, s))
            return 0;
        if (*r->at == 0)
            return 1;
        if (!take(r, "; "))
            return 0;
        gocc_say(s, KEY_BETWEEN, NULL, "", "");
    }
    return growth(r, s) && *r->at == 0;
}

size_t gpuocc_advice_text(const gpuocc_occupancy *occupancy, const gpuocc_wording *wording,
                          uint32_t index, char *text, size_t bytes)
{
    char neutral[ADVICE];
    struct reader r = {neutral};
    struct speaker speaker;
    struct sentence s = {{text, bytes, 0}, &speaker, 0};
    size_t length;

    if (!gocc_speaker(&speaker, wording, gpuocc_occupancy_device(occupancy)) ||
        gpuocc_occupancy_advice(occupancy, index, neutral, sizeof neutral, &length) != GPUOCC_OK)
        return bounded_end(&s.text);
    if ((speaker.device == NULL && speaker.language == GPUOCC_LANGUAGE_ENGLISH) ||
        length >= sizeof neutral || !say(&r, &s)) {
        s.text.length = 0;
        bounded_add(&s.text, neutral);
    } else if (bytes > 1 && text[0] >= 'a' && text[0] <= 'z') {
        text[0] = (char)(text[0] - 'a' + 'A');
    }
    return bounded_end(&s.text);
}
