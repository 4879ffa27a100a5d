/* SPDX-License-Identifier: MIT
 *
 * Describes an answer in words.
 */
#include "output/words.h"
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

static void add_limiters(struct text *text, const struct value *set)
{
    const uint64_t possible = set->high & ~set->low;

    if (set->state != VALUE_KNOWN || set->high == 0)
        return;
    text_add(text, ", limited by ");
    text_add_names(text, set->low, " and ");
    if (possible != 0 && set->low != 0)
        text_add(text, ", perhaps by ");
    text_add_names(text, possible, " or ");
}

/* Conventions that do not give groups give another number. */
void text_add_headline(struct text *text, const struct answer *answer)
{
    const struct value *results = answer->results;

    if (results[GPUOCC_RESULT_GROUPS].state == VALUE_KNOWN)
        text_add_counted(text, &results[GPUOCC_RESULT_GROUPS], "group");
    else if (results[GPUOCC_RESULT_GROUPS].state == VALUE_UNKNOWN)
        text_add(text, "groups: not known");
    else if (results[GPUOCC_RESULT_WAVES_PER_PARTITION].state == VALUE_KNOWN)
        text_add_counted(text, &results[GPUOCC_RESULT_WAVES_PER_PARTITION], "wave");
    else
        text_add_counted(text, &results[GPUOCC_RESULT_GROUPS_PER_DEVICE], "group");
    if (results[GPUOCC_RESULT_GROUPS].state == VALUE_ABSENT)
        text_add(text, results[GPUOCC_RESULT_WAVES_PER_PARTITION].state == VALUE_KNOWN
                           ? " per partition"
                           : " on the whole device");
    if (results[GPUOCC_RESULT_WAVES].state == VALUE_KNOWN) {
        text_add(text, ", ");
        text_add_waves(text, answer);
    }
    add_limiters(text, &results[GPUOCC_RESULT_LIMITERS]);
}

void text_add_note(struct text *text, const struct answer *answer, uint32_t note,
                   struct style style)
{
    const struct value *notes = &answer->results[GPUOCC_RESULT_NOTES];

    if ((notes->high >> note & 1) != 0)
        text_format(text, "%sNote%s%s: %s.\n", style.warn,
                    (notes->low >> note & 1) != 0 ? "" : " (perhaps)", style.plain,
                    gpuocc_about(GPUOCC_LIST_NOTES, note));
}
