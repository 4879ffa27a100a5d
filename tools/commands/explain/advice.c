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
    uint32_t address, count; /* of the worst access, and all that are changed; 0: no accesses */
    double saved_us;
};

/* The maximum number of changes: fewer registers are none of the prediction's. */
#define MOST ((uint32_t)GPUOCC_PREDICT_CHANGE_COUNT)

/* Returns the address of the worst conflict or, if `scattered` is set, of the access that uses the
 * least of its sectors; GPUOCC_CODE_NONE: there is none, or none is given to be so. Counts them. */
static uint32_t worst(const struct explain *explain, int scattered, uint32_t *count)
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
        *count += factor > 0;
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

/* Returns the time that a change is expected to save; -1: not known. */
static double saved(const struct explain *explain, uint32_t change)
{
    const gpuocc_prediction *prediction = &explain->prediction;

    return explain->predicted && prediction->changes_us[change].expected >= 0
               ? prediction->time_us.expected - prediction->changes_us[change].expected
               : -1;
}

/* Finds the changes, first those that save most, and returns their number. */
static uint32_t find(const struct explain *explain, struct advice *advice)
{
    static const char *const words[GPUOCC_PREDICT_CHANGE_COUNT] = {"",
                                                                   "no bank conflicts",
                                                                   "no spills",
                                                                   "all loads hit in L1",
                                                                   "one more group on each core",
                                                                   "a full last round",
                                                                   "no scattered accesses"};
    struct advice row;
    uint32_t change, i, count = 0;

    for (change = 1; change < GPUOCC_PREDICT_CHANGE_COUNT; change++) {
        row.count = 0;
        row.address = change == GPUOCC_PREDICT_CHANGE_CONFLICTS ? worst(explain, 0, &row.count)
                      : change == GPUOCC_PREDICT_CHANGE_SPILLS  ? spill(explain)
                      : change == GPUOCC_PREDICT_CHANGE_SECTORS ? worst(explain, 1, &row.count)
                                                                : GPUOCC_CODE_NONE;
        row.saved_us = saved(explain, change);
        if (row.address == GPUOCC_CODE_NONE && row.saved_us <= 0)
            continue;
        row.name = gpuocc_predict_change_name(change);
        row.words = words[change];
        for (i = count++; i > 0 && advice[i - 1].saved_us < row.saved_us; i--)
            advice[i] = advice[i - 1];
        advice[i] = row;
    }
    if (explain->lives.step.then != 0)
        advice[count++] =
            (struct advice){"fewer_registers", "fewer registers", GPUOCC_CODE_NONE, 0, -1};
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
            if (advice[i].count > 1)
                text_format(text, " (%lu, the worst", (unsigned long)advice[i].count);
            text_add(text, " at ");
            explain_add_place(explain, advice[i].address, text);
            text_add(text, advice[i].count > 1 ? ")" : "");
        } else if (strcmp(advice[i].name, "fewer_registers") == 0) {
            text_format(text, ", %lu instead of %lu", (unsigned long)explain->lives.step.then,
                        (unsigned long)explain->lives.step.now);
        }
        text_add(text, advice[i].saved_us >= 0 ? ": " : ": time not known");
        if (advice[i].saved_us >= 0)
            explain_add_amount(text, advice[i].saved_us, 0);
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
        if (advice[i].count != 0)
            json_number(json, "accesses", advice[i].count);
        else
            json_null(json, "accesses");
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
