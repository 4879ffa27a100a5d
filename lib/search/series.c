/* SPDX-License-Identifier: MIT
 *
 * Finds products by their number alone: "4090".
 */
#include "search/search.h"

#include <string.h>

int gocc_is_vendors(const char *text, size_t length)
{
    struct gocc_words words;

    return gocc_words(text, length, &words) && gocc_vendor_of(&words) != NULL;
}

/* Returns the number of digits at the beginning of the first word that is not a decoration. */
static uint32_t leading_digits(const struct gocc_rules *rules, const struct gocc_words *words)
{
    uint32_t i, at = 0, digits = 0;

    for (i = 0; i + 1 < words->count &&
                gocc_is_decoration(words->text + at, words->end[i] - at, rules->decorations);
         i++)
        at = words->end[i];
    while (at + digits < words->end[i] && words->text[at + digits] <= '9')
        digits++;
    return digits;
}

/* Looks up a product number with the words of the vendor's series: of those for which this many
 * digits are decisive, or of the others. */
static void look_up_series(struct gocc_search *search, const struct gocc_rules *rules,
                           const struct gocc_spelling *number, uint32_t digits, int decides)
{
    const char *at = rules->series;
    struct gocc_spelling wanted;
    struct gocc_search found;
    uint32_t i;

    while (*at != 0) {
        const int decider = (uint32_t)(*at++ - '0') <= digits;

        for (wanted.length = 0; *at > ' '; at++)
            if (*at == '*') {
                memcpy(wanted.text + wanted.length, number->text, number->length);
                wanted.length += number->length;
            } else {
                wanted.text[wanted.length++] = *at;
            }
        at += *at == ' ';
        if (decider != decides)
            continue;
        gocc_search_start(&found);
        gocc_look_up(&found, rules, &wanted);
        if (found.count == 0 && decides && rules->variants != NULL)
            gocc_look_up_variant(&found, rules, &wanted);
        for (i = 0; i != found.count; i++)
            gocc_search_add(search, GOCC_LEVEL_ALIAS, found.hits[i]);
    }
}

void gocc_search_series(struct gocc_search *search, const char *text, size_t length)
{
    struct gocc_words words;
    struct gocc_spelling number;
    const struct gocc_rules *rules, *only;
    uint32_t vendor, digits;
    int decides;

    if (!gocc_words(text, length, &words))
        return;
    only = gocc_vendor_of(&words);
    if (only == NULL)
        only = search->vendor;
    for (decides = 1; decides >= 0; decides -= only != NULL || search->count == 0 ? 2 : 1)
        for (vendor = GPUOCC_VENDOR_GENERIC; vendor != GPUOCC_VENDOR_COUNT; vendor++) {
            rules = gocc_rules_of(vendor);
            if (rules->series == NULL || (only != NULL && only != rules))
                continue;
            digits = leading_digits(rules, &words);
            if (digits < 3 || words.length > GOCC_SPELLING / 2)
                continue;
            (void)gocc_bare(rules, text, length, &number); /* cannot fail: it has words */
            look_up_series(search, rules, &number, only != NULL ? 4 : digits, decides);
        }
}
