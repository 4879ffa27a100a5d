/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: bank conflicts of shared memory.
 */
#include "commands/explain/explain.h"

#include <string.h>

enum { BANKS = 32, BANK_BYTES = 4 };

/* The maximum number of accesses in the text. */
#define SHOWN 12u

int explain_is_shared(const gpuocc_code_access *access)
{
    return access->kind == GPUOCC_CODE_LOAD_SHARED || access->kind == GPUOCC_CODE_STORE_SHARED;
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
        counts[1] += explain->accesses[i].passes == 0 ? 1 : 0;
        counts[2] += explain_conflicts(explain, &explain->accesses[i]) ? 1 : 0;
    }
}

int explain_conflict(const struct explain *explain, const gpuocc_code_access *access,
                     struct text *text)
{
    uint32_t better;

    if (!explain_conflicts(explain, access))
        return 0;
    text_format(text,
                "%s of %lu bytes: ", access->kind == GPUOCC_CODE_LOAD_SHARED ? "load" : "store",
                (unsigned long)access->lane_bytes);
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

int explain_add_conflicts(const struct explain *explain, struct text *text)
{
    uint32_t counts[3], i, shown = 0;

    count(explain, counts);
    if (counts[2] == 0)
        return 0;
    text_format(text, "Bank conflicts: %lu of %lu accesses to shared memory",
                (unsigned long)counts[2], (unsigned long)counts[0]);
    if (counts[1] != 0)
        text_format(text, "; the addresses of %lu are not known", (unsigned long)counts[1]);
    for (i = 0; i < explain->access_count; i++)
        if (explain_conflicts(explain, &explain->accesses[i]) && shown++ < SHOWN)
            add_conflict(explain, &explain->accesses[i], text);
    if (shown > SHOWN)
        text_format(text, "\n  and %lu further ones (--json)", (unsigned long)(shown - SHOWN));
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
    explain_json_layouts(explain);
    json_close(json, '}');
}
