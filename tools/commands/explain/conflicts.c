/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: bank conflicts of shared memory.
 */
#include "commands/explain/explain.h"

#include <string.h>

enum { BANKS = 32, BANK_BYTES = 4 };

/* The maximum number of accesses, and of causes, in the text. */
#define SHOWN  12u
#define CAUSES 4u

int explain_is_shared(const gpuocc_code_access *access)
{
    return access->kind == GPUOCC_CODE_LOAD_SHARED || access->kind == GPUOCC_CODE_STORE_SHARED;
}

static int is_unknown(const gpuocc_code_access *access)
{
    return explain_is_shared(access) && access->passes == 0;
}

uint32_t explain_least_passes(const struct explain *explain, const gpuocc_code_access *access)
{
    const uint32_t bytes = access->lane_bytes * explain->wave.lanes, row = BANKS * BANK_BYTES;

    return bytes > row ? (bytes + row - 1) / row : 1;
}

int explain_conflicts(const struct explain *explain, const gpuocc_code_access *access)
{
    return explain_is_shared(access) && access->passes > explain_least_passes(explain, access);
}

/* Returns a greater stride with which no access to shared memory has a conflict, or 0. */
static uint32_t better_stride(const struct explain *explain, const gpuocc_code_access *access)
{
    const struct explain_layout *layout = explain_layout(explain, access);

    return layout != NULL && layout->more != 0 ? layout->row + layout->more : 0;
}

/* Counts the accesses to shared memory: all, those of unknown addresses, and those with conflicts.
 */
static void count(const struct explain *explain, uint32_t counts[3])
{
    uint32_t i;

    memset(counts, 0, 3 * sizeof counts[0]);
    for (i = 0; i < explain->access_count; i++) {
        if (!explain_is_shared(&explain->accesses[i]))
            continue;
        counts[0]++;
        counts[1] += is_unknown(&explain->accesses[i]) ? 1 : 0;
        counts[2] += explain_conflicts(explain, &explain->accesses[i]) ? 1 : 0;
    }
}

int explain_conflict(const struct explain *explain, const gpuocc_code_access *access,
                     struct text *text)
{
    uint32_t better;

    if (!explain_conflicts(explain, access))
        return 0;
    text_format(text, "%s of %lu byte%s: ",
                access->kind == GPUOCC_CODE_LOAD_SHARED ? "load" : "store",
                (unsigned long)access->lane_bytes, access->lane_bytes == 1 ? "" : "s");
    if (access->pattern == GPUOCC_CODE_PATTERN_LINEAR)
        text_format(text, "stride %ld, ", (long)access->stride);
    text_format(text, "%lu passes instead of %lu", (unsigned long)access->passes,
                (unsigned long)explain_least_passes(explain, access));
    better = better_stride(explain, access);
    if (better != 0)
        text_format(text, "; with rows of %lu bytes no access has a conflict",
                    (unsigned long)better);
    return 1;
}

static void add_conflict(const struct explain *explain, const gpuocc_code_access *access,
                         struct text *text)
{
    struct text place = {0};

    explain_add_place(explain, access->address, &place);
    text_format(text, "\n  %-34s ", text_string(&place));
    (void)explain_conflict(explain, access, text);
    text_free(&place);
}

/* Adds why addresses are not known: each cause once, with the first access and their number. */
static void add_causes(const struct explain *explain, struct text *text)
{
    const gpuocc_code_access *shown[CAUSES], *access = explain->accesses;
    const gpuocc_code_access *const end = access + explain->access_count;
    uint32_t counts[CAUSES] = {0}, count = 0, i;
    struct text place = {0};

    for (; access < end; access++) {
        for (i = 0; is_unknown(access) && i < count; i++)
            if (shown[i]->cause == access->cause &&
                shown[i]->cause_address == access->cause_address)
                break;
        if (!is_unknown(access) || i == CAUSES)
            continue;
        if (i == count)
            shown[count++] = access;
        counts[i]++;
    }
    for (i = 0; i < count; i++) {
        text_clear(&place);
        explain_add_place(explain, shown[i]->address, &place);
        if (counts[i] > 1)
            text_format(&place, " and %lu more", (unsigned long)(counts[i] - 1));
        text_format(text, "\n  %-34s not known", text_string(&place));
        if (explain_has_cause(shown[i]))
            text_add(text, "; ");
        (void)explain_add_cause(explain, shown[i], text);
    }
    text_free(&place);
}

int explain_add_conflicts(const struct explain *explain, struct text *text)
{
    uint32_t counts[3], i, shown = 0;

    count(explain, counts);
    if (counts[1] + counts[2] == 0)
        return 0;
    if (counts[2] != 0)
        text_format(text, "Bank conflicts: %lu of %lu accesses to shared memory",
                    (unsigned long)counts[2], (unsigned long)counts[0]);
    else
        text_format(text, "Shared memory: the addresses of %lu of %lu accesses are not known",
                    (unsigned long)counts[1], (unsigned long)counts[0]);
    if (counts[1] != 0 && counts[2] != 0)
        text_format(text, "; the addresses of %lu are not known", (unsigned long)counts[1]);
    if (counts[1] != 0)
        explain_add_shape(explain, text);
    for (i = 0; i < explain->access_count; i++)
        if (explain_conflicts(explain, &explain->accesses[i]) && shown++ < SHOWN)
            add_conflict(explain, &explain->accesses[i], text);
    if (shown > SHOWN)
        text_format(text, "\n  and %lu further ones (--json)", (unsigned long)(shown - SHOWN));
    add_causes(explain, text);
    explain_add_layouts(explain, text);
    return 1;
}

static void put_conflict(struct explain *explain, const gpuocc_code_access *access)
{
    const uint32_t better = better_stride(explain, access);
    struct json *json = &explain->json;

    json_open(json, NULL, '{');
    json_number(json, "address", access->address);
    explain_json_line(explain, "source", explain_line(explain, access->address));
    json_string(json, "class", gpuocc_code_class_name(access->kind));
    json_number(json, "bytes_per_thread", access->lane_bytes);
    if (access->pattern == GPUOCC_CODE_PATTERN_LINEAR)
        json_real(json, "stride_bytes", access->stride, 10);
    else
        json_null(json, "stride_bytes");
    json_number(json, "passes", access->passes);
    json_number(json, "least_passes", explain_least_passes(explain, access));
    if (better != 0)
        json_number(json, "better_stride_bytes", better);
    else
        json_null(json, "better_stride_bytes");
    json_close(json, '}');
}

static void put_unknown(struct explain *explain, const gpuocc_code_access *access)
{
    struct json *json = &explain->json;

    json_open(json, NULL, '{');
    json_number(json, "address", access->address);
    explain_json_line(explain, "source", explain_line(explain, access->address));
    json_string(json, "class", gpuocc_code_class_name(access->kind));
    json_number(json, "bytes_per_thread", access->lane_bytes);
    explain_json_cause(explain, access);
    json_close(json, '}');
}

void explain_json_conflicts(struct explain *explain)
{
    struct json *json = &explain->json;
    uint32_t counts[3], i;

    count(explain, counts);
    if (counts[0] == 0) { /* none, or they were not found */
        json_null(json, "bank_conflicts");
        return;
    }
    json_open(json, "bank_conflicts", '{');
    json_number(json, "accesses", counts[0]);
    json_number(json, "unknown", counts[1]);
    json_open(json, "conflicts", '[');
    for (i = 0; i < explain->access_count; i++)
        if (explain_conflicts(explain, &explain->accesses[i]))
            put_conflict(explain, &explain->accesses[i]);
    json_close(json, ']');
    json_open(json, "unknown_accesses", '[');
    for (i = 0; i < explain->access_count; i++)
        if (is_unknown(&explain->accesses[i]))
            put_unknown(explain, &explain->accesses[i]);
    json_close(json, ']');
    explain_json_layouts(explain);
    json_close(json, '}');
}
