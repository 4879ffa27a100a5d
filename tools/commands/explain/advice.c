/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: what to change in a kernel, in order of the time that it saves.
 */
#include "commands/explain/explain.h"

#include <string.h>

#define DIGITS 6

/* A change: its name, the words, where (GPUOCC_CODE_NONE: nowhere in the code), and the time that
 * is expected to be saved; -1: not known. */
struct advice {
    const char *name, *words;
    uint32_t address;
    double saved_us;
};

/* The maximum number of changes. */
#define MOST 5u

/* Returns the address of the worst conflict or, if `scattered` is set, of the access that uses the
 * least of its sectors; GPUOCC_CODE_NONE: there is none, or none is given to be so. */
static uint32_t worst(const struct explain *explain, int scattered)
{
    uint32_t i, address = GPUOCC_CODE_NONE;
    double most = 0;

    if (scattered ? !explain->asked.share_assumed[SHARE_EFFICIENCY] &&
                        explain->asked.shares[SHARE_EFFICIENCY] >= 1
                  : explain->asked.conflicts == 1)
        return GPUOCC_CODE_NONE;
    for (i = 0; i < explain->access_count; i++) {
        const gpuocc_code_access *access = &explain->accesses[i];
        double factor = 0;

        if (scattered && explain_is_scattered(access))
            factor = (double)access->sectors / access->bytes;
        else if (!scattered && explain_conflicts(explain, access))
            factor = (double)access->passes / explain_least_passes(explain, access);
        if (factor > most) {
            most = factor;
            address = access->address;
        }
    }
    return address;
}

/* Returns the address of the first spill in the most loops. */
static uint32_t spill(const struct explain *explain)
{
    uint32_t i;

    for (i = 0; i < explain->locals.count; i++)
        if (explain->locals.rows[i].sort == GPUOCC_CODE_LOCAL_SPILL)
            return explain->locals.rows[i].address;
    return GPUOCC_CODE_NONE;
}

/* Finds the changes, first the one whose saving is known, and returns their number. */
static uint32_t find(const struct explain *explain, struct advice *advice)
{
    static const char *const words[GPUOCC_PREDICT_CHANGE_COUNT] = {
        "", "no bank conflicts", "no spills", "all loads hit in L1", "one more group on each core",
        "a full last round"};
    const struct advice rows[] = {
        {gpuocc_predict_change_name(GPUOCC_PREDICT_CHANGE_CONFLICTS),
         words[GPUOCC_PREDICT_CHANGE_CONFLICTS], worst(explain, 0), -1},
        {gpuocc_predict_change_name(GPUOCC_PREDICT_CHANGE_SPILLS),
         words[GPUOCC_PREDICT_CHANGE_SPILLS], spill(explain), -1},
        {"no_scattered_accesses", "no scattered accesses", worst(explain, 1), -1},
        {"fewer_registers", "fewer registers", GPUOCC_CODE_NONE, -1}};
    const gpuocc_prediction *prediction = &explain->prediction;
    const uint32_t best = explain->predicted ? prediction->change : GPUOCC_PREDICT_CHANGE_NONE;
    uint32_t i, count = 0;

    if (best != GPUOCC_PREDICT_CHANGE_NONE && prediction->changed_us.expected >= 0) {
        advice[count].name = gpuocc_predict_change_name(best);
        advice[count].words = words[best];
        advice[count].address = best == GPUOCC_PREDICT_CHANGE_CONFLICTS ? rows[0].address
                                : best == GPUOCC_PREDICT_CHANGE_SPILLS  ? rows[1].address
                                                                        : GPUOCC_CODE_NONE;
        advice[count++].saved_us = prediction->time_us.expected - prediction->changed_us.expected;
    }
    for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if ((i == 3 ? explain->lives.step.then != 0 : rows[i].address != GPUOCC_CODE_NONE) &&
            (count == 0 || strcmp(advice[0].name, rows[i].name) != 0))
            advice[count++] = rows[i];
    return count;
}

int explain_add_advice(const struct explain *explain, struct text *text)
{
    struct advice advice[MOST];
    const uint32_t count = find(explain, advice);
    uint32_t i;

    if (count == 0 || !explain->predicted)
        return 0;
    text_add(text, "What to change, by time saved:");
    for (i = 0; i < count; i++) {
        text_format(text, "\n  %s", advice[i].words);
        if (advice[i].address != GPUOCC_CODE_NONE) {
            text_add(text, " at ");
            explain_add_place(explain, advice[i].address, text);
        } else if (strcmp(advice[i].name, "fewer_registers") == 0) {
            text_format(text, ", %lu instead of %lu", (unsigned long)explain->lives.step.then,
                        (unsigned long)explain->lives.step.now);
        }
        if (advice[i].saved_us >= 0)
            text_format(text, ": %.4g us", advice[i].saved_us);
        else
            text_add(text, ": not known");
    }
    return 1;
}

void explain_json_advice(struct explain *explain)
{
    struct json *json = &explain->json;
    struct advice advice[MOST];
    const uint32_t count = find(explain, advice);
    uint32_t i;

    json_open(json, "changes", '[');
    for (i = 0; i < count; i++) {
        const int has_place = advice[i].address != GPUOCC_CODE_NONE;

        json_open(json, NULL, '{');
        json_string(json, "change", advice[i].name);
        if (has_place)
            json_number(json, "address", advice[i].address);
        else
            json_null(json, "address");
        explain_json_line(explain, "source",
                          has_place ? explain_line(explain, advice[i].address) : NULL);
        if (advice[i].saved_us >= 0)
            json_real(json, "saved_us", advice[i].saved_us, DIGITS);
        else
            json_null(json, "saved_us");
        json_close(json, '}');
    }
    json_close(json, ']');
}
