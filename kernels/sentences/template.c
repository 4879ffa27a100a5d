/* SPDX-License-Identifier: MIT
 *
 * Fills the texts of the languages.
 */
#include "sentences/sentences.h"

#include <string.h>

/* What a noun in a text is: a word of the vendor, its word for a limit, or a noun of all. */
enum noun_kind { NOUN_WORD, NOUN_LIMIT, NOUN_SHARED_BY_ALL };

static const struct {
    const char *name;
    enum noun_kind kind;
    uint32_t number;
} nouns[] = {
    {"group", NOUN_WORD, GPUOCC_WORD_GROUP},
    {"wave", NOUN_WORD, GPUOCC_WORD_WAVE},
    {"core", NOUN_WORD, GPUOCC_WORD_CORE},
    {"partition", NOUN_WORD, GPUOCC_WORD_PARTITION},
    {"register", NOUN_LIMIT, GPUOCC_LIMIT_REGISTERS},
    {"scalar", NOUN_LIMIT, GPUOCC_LIMIT_SCALAR_REGISTERS},
    {"shared", NOUN_LIMIT, GPUOCC_LIMIT_SHARED},
    {"barrier", NOUN_LIMIT, GPUOCC_LIMIT_BARRIERS},
    {"virtual", NOUN_LIMIT, GPUOCC_LIMIT_VIRTUAL},
    {"thread", NOUN_WORD, GPUOCC_WORD_THREAD},
    {"byte", NOUN_SHARED_BY_ALL, NOUN_BYTE},
    {"round", NOUN_SHARED_BY_ALL, NOUN_ROUND},
    {"cu", NOUN_SHARED_BY_ALL, NOUN_CU},
};

/* Adds a byte of UTF-8, after a blank between a Chinese character and a Latin letter or a digit. */
static void put_byte(struct sentence *s, char byte)
{
    enum { OTHER, LATIN, CHINESE, INSIDE };
    const unsigned char c = (unsigned char)byte;
    int now = OTHER;

    if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))
        now = LATIN;
    else if (c >= 0xe4 && c <= 0xe9)
        now = CHINESE;
    else if ((c & 0xc0) == 0x80)
        now = INSIDE;
    if ((s->last == LATIN && now == CHINESE) || (s->last == CHINESE && now == LATIN))
        bounded_byte(&s->text, ' ');
    bounded_byte(&s->text, byte);
    if (now != INSIDE)
        s->last = now;
}

static void put(struct sentence *s, const char *text)
{
    for (; *text != 0; text++)
        put_byte(s, *text);
}

static void put_number(struct sentence *s, uint64_t number)
{
    char digits[21];
    struct bounded b = {digits, sizeof digits, 0};

    bounded_number(&b, number);
    (void)bounded_end(&b);
    put(s, digits);
}

gpuocc_sentence_value gocc_exact(uint64_t number)
{
    const gpuocc_sentence_value value = {GPUOCC_OK, number, number};

    return value;
}

static void put_value(struct sentence *s, const gpuocc_sentence_value *value)
{
    const gpuocc_sentence_value ends[2] = {gocc_exact(value->low), gocc_exact(value->high)};

    if (value->status != GPUOCC_OK)
        gocc_say(s, KEY_NOT_KNOWN, NULL, "", "");
    else if (value->low == value->high)
        put_number(s, value->low);
    else
        gocc_say(s, value->high == UINT64_MAX ? KEY_AT_LEAST : KEY_RANGE, ends, "", "");
}

/* Adds a noun for one thing or for several. */
static void put_noun(struct sentence *s, size_t noun, int is_one)
{
    const struct sentence_language *const language = gocc_language(s->speaker->language);
    char word[SENTENCE_WORD * 2];
    const char *limit;
    uint32_t number = nouns[noun].number;

    if (nouns[noun].kind == NOUN_SHARED_BY_ALL) {
        put(s, is_one ? language->nouns[number].one : language->nouns[number].many);
    } else if (nouns[noun].kind == NOUN_WORD) {
        if (number == GPUOCC_WORD_CORE)
            number = s->speaker->core;
        (void)gpuocc_word_text(s->speaker->device, s->speaker->language, number, is_one ? 1 : 2,
                               word, sizeof word);
        put(s, word);
    } else {
        limit = gocc_limit_words(s->speaker->device, s->speaker->language, number);
        if (!is_one) {
            put(s, limit);
            return;
        }
        for (number = 0; number < gocc_length_of_one(limit); number++)
            put_byte(s, limit[number]);
    }
}

/* Adds a value with its noun. */
static void put_counted(struct sentence *s, const gpuocc_sentence_value *value, size_t noun)
{
    const struct sentence_language *const language = gocc_language(s->speaker->language);

    put_value(s, value);
    put(s, nouns[noun].kind == NOUN_SHARED_BY_ALL ? language->nouns[nouns[noun].number].joint
                                                  : language->joint);
    put_noun(s, noun, value->low == 1 && (value->high == 1 || value->high == UINT64_MAX));
}

/* Finds a noun of a text; with an s at its end it is that of several things. */
static size_t find_noun(const char *name, size_t length, int *is_one)
{
    size_t i;

    for (i = 0; i + 1 < sizeof nouns / sizeof nouns[0]; i++) {
        const size_t own = strlen(nouns[i].name);

        *is_one = own == length;
        if ((own == length || (own + 1 == length && name[own] == 's')) &&
            memcmp(name, nouns[i].name, own) == 0)
            break;
    }
    return i;
}

/* Adds the noun alone; with a capital if its name has one: "Groups". */
static void put_noun_alone(struct sentence *s, const char *name, size_t length)
{
    const size_t start = s->text.length;
    const int is_capital = name[0] >= 'A' && name[0] <= 'Z';
    char own[SENTENCE_WORD] = "";
    size_t noun;
    int is_one;

    memcpy(own, name, length < sizeof own ? length : 0);
    own[0] = (char)(is_capital ? own[0] - 'A' + 'a' : own[0]);
    noun = find_noun(own, length, &is_one);
    put_noun(s, noun, is_one);
    if (is_capital && start + 1 < s->text.bytes && s->text.text[start] >= 'a' &&
        s->text.text[start] <= 'z')
        s->text.text[start] = (char)(s->text.text[start] - 'a' + 'A');
}

void gocc_fill(struct sentence *s, const char *template, const gpuocc_sentence_value *values,
               const char *const *texts)
{
    const char *end;
    int is_one;

    for (; *template != 0; template ++) {
        if (*template != '{') {
            put_byte(s, *template);
            continue;
        }
        end = strchr(++template, '}');
        if (end == NULL)
            return;
        if (template[0] == '$')
            put(s, texts != NULL ? texts[template[1] & 3] : "");
        else if (template[1] == '}')
            put_value(s, &values[template[0] & 3]);
        else if (template[0] >= '0' && template[0] <= '9')
            put_counted(s, &values[template[0] & 3],
                        find_noun(template + 2, (size_t)(end - template) - 2, &is_one));
        else
            put_noun_alone(s, template, (size_t)(end - template));
        template = end;
    }
}

void gocc_say(struct sentence *s, enum sentence_key key, const gpuocc_sentence_value *values,
              const char *first, const char *second)
{
    const char *const texts[4] = {first, second, "", ""}; /* {$0} to {$3} */

    gocc_fill(s, gocc_language(s->speaker->language)->texts[key], values, texts);
}

void gocc_say_limits(struct sentence *s, uint64_t set, enum sentence_key last)
{
    const struct speaker *const w = s->speaker;
    const char *const *const texts = gocc_language(w->language)->texts;
    uint64_t rest = set;
    const char *word;
    uint32_t i;

    for (i = 0; i < GPUOCC_LIMIT_COUNT; i++) {
        if ((set >> i & 1) == 0)
            continue;
        rest &= ~(UINT64_C(1) << i);
        word = i <= GPUOCC_LIMIT_GROUPS ? texts[KEY_LIMIT_WAVES + i] : NULL;
        if (word != NULL)
            gocc_fill(s, word, NULL, NULL);
        word = word != NULL ? ""
               : w->device == NULL && w->language == GPUOCC_LANGUAGE_ENGLISH
                   ? gpuocc_name(GPUOCC_LIST_LIMITS, i)
                   : gocc_limit_words(w->device, w->language, i);
        for (; *word != 0; word++)
            put_byte(s, *word == '_' ? ' ' : *word);
        if (rest != 0)
            gocc_say(s, (rest & (rest - 1)) != 0 ? KEY_COMMA : last, NULL, "", "");
    }
}

struct sentence gocc_part(const struct speaker *speaker, char *text)
{
    struct sentence part = {{text, SENTENCE_PART, 0}, speaker, 0};

    text[0] = 0;
    return part;
}

/* Returns a phrase in a language; in English if the language has none. */
static const char *find_phrase(uint32_t language, const char *english)
{
    const struct sentence_phrase *at = gocc_language(language)->phrases;

    while (at->english != NULL && strcmp(at->english, english) != 0)
        at++;
    return at->english != NULL ? at->other : english;
}

size_t gpuocc_phrase_text(const gpuocc_device *device, const gpuocc_wording *wording,
                          const char *english, const uint64_t *numbers, const char *const *texts,
                          char *text, size_t bytes)
{
    gpuocc_sentence_value values[GPUOCC_PHRASE_VALUES];
    struct speaker speaker;
    struct sentence s = {{text, bytes, 0}, &speaker, 0};
    size_t i;

    if (english != NULL && gocc_speaker(&speaker, wording, device)) {
        for (i = 0; i < GPUOCC_PHRASE_VALUES; i++)
            values[i] = gocc_exact(numbers != NULL ? numbers[i] : 0);
        gocc_fill(&s, find_phrase(speaker.language, english), values, texts);
    }
    return bounded_end(&s.text);
}
