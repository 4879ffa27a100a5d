/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: the sectors that accesses to global memory move, and the bytes of them that the
 * lanes use.
 */
#include "commands/explain/explain.h"

/* The maximum number of accesses in the text. */
#define SHOWN 12u

static int is_global(const gpuocc_code_access *access)
{
    return access->kind == GPUOCC_CODE_LOAD_GLOBAL || access->kind == GPUOCC_CODE_STORE_GLOBAL ||
           access->kind == GPUOCC_CODE_LOAD_GENERIC || access->kind == GPUOCC_CODE_STORE_GENERIC;
}

static int is_load(const gpuocc_code_access *access)
{
    return access->kind == GPUOCC_CODE_LOAD_GLOBAL || access->kind == GPUOCC_CODE_LOAD_GENERIC;
}

/* Returns the sectors that the bytes of an access fill; 0 if that is not known. */
static uint32_t least(const gpuocc_code_access *access)
{
    const uint32_t sector = EXPLAIN_SECTOR_BYTES;

    return access->sectors != 0 ? (access->bytes + sector - 1) / sector : 0;
}

/* Returns the share of the bytes of the sectors that lanes access, in percent. */
static double used(const gpuocc_code_access *access)
{
    return 100.0 * access->bytes / ((double)access->sectors * EXPLAIN_SECTOR_BYTES);
}

int explain_is_scattered(const gpuocc_code_access *access)
{
    return is_global(access) && access->sectors > least(access);
}

int explain_has_scattered(const struct explain *explain)
{
    uint32_t i;

    for (i = 0; i < explain->access_count; i++)
        if (explain_is_scattered(&explain->accesses[i]))
            return 1;
    return 0;
}

int explain_is_unknown(const gpuocc_code_access *access)
{
    return is_global(access) && access->sectors == 0;
}

/* Counts the accesses to global memory: all, those of unknown addresses, the scattered ones, and
 * those of unknown addresses whose cause was not looked for. */
static void count(const struct explain *explain, uint32_t counts[4])
{
    const gpuocc_code_access *access = explain->accesses, *end = access + explain->access_count;

    counts[0] = counts[1] = counts[2] = counts[3] = 0;
    for (; access < end; access++) {
        if (!is_global(access))
            continue;
        counts[0]++;
        counts[1] += explain_is_unknown(access) ? 1 : 0;
        counts[2] += explain_is_scattered(access) ? 1 : 0;
        counts[3] += explain_is_unknown(access) &&
                     access->cause == GPUOCC_CODE_CAUSE_NOT_LOOKED_FOR;
    }
}

static const struct {
    const char *name, *before, *after;
} causes[GPUOCC_CODE_CAUSE_COUNT] = {
    [GPUOCC_CODE_CAUSE_LOADED] = {"loaded", "the value loaded at ", ""},
    [GPUOCC_CODE_CAUSE_FACTOR] = {"factor", "the product at ", ", whose factor is not in the code"},
    [GPUOCC_CODE_CAUSE_DIVISION] = {"division", "the division at ",
                                    ", whose divisor is not in the code"},
    [GPUOCC_CODE_CAUSE_THREAD] = {"thread", "the thread's index read at ",
                                  ", and the shape of the group is not known (--threads 16x16)"},
    [GPUOCC_CODE_CAUSE_OTHER_LANE] = {"other_lane", "the value of another lane at ", ""},
    [GPUOCC_CODE_CAUSE_PATHS] = {"paths", "which path a lane took to ", ""},
    [GPUOCC_CODE_CAUSE_CALL] = {"call", "what the call at ", " returns"},
    [GPUOCC_CODE_CAUSE_OPERATION] = {"operation", "the operation at ", ", which is not followed"},
    [GPUOCC_CODE_CAUSE_NOT_LOOKED_FOR] = {"not_looked_for", "", ""}};

int explain_has_cause(const gpuocc_code_access *access)
{
    return access->cause != GPUOCC_CODE_CAUSE_NONE &&
           access->cause != GPUOCC_CODE_CAUSE_NOT_LOOKED_FOR;
}

int explain_add_cause(const struct explain *explain, const gpuocc_code_access *access,
                      struct text *text)
{
    if (!explain_has_cause(access))
        return 0;
    text_format(text, "the address depends on %s", causes[access->cause].before);
    explain_add_place(explain, access->cause_address, text);
    text_add(text, causes[access->cause].after);
    return 1;
}

void explain_json_cause(struct explain *explain, const gpuocc_code_access *access)
{
    struct json *json = &explain->json;

    if (!explain_has_cause(access)) {
        if (access->cause == GPUOCC_CODE_CAUSE_NONE)
            json_null(json, "cause");
        else
            json_string(json, "cause", causes[access->cause].name);
        json_null(json, "cause_address");
        json_null(json, "cause_source");
        return;
    }
    json_string(json, "cause", causes[access->cause].name);
    json_number(json, "cause_address", access->cause_address);
    explain_json_line(explain, "cause_source", explain_line(explain, access->cause_address));
}

void explain_add_shape(const struct explain *explain, struct text *text)
{
    if (explain_is_amd(explain) && explain->wave.threads_x == 0 &&
        explain->kernel->index_dimensions > 1)
        text_add(text, "; the kernel reads the thread's index in y or z, and the shape of the "
                       "group is not known (--threads 16x16)");
}

static void add_width(const gpuocc_code_access *access, struct text *text)
{
    text_add(text, is_load(access) ? "load" : "store");
    if (access->lane_bytes != 0)
        text_format(text, " of %lu byte%s", (unsigned long)access->lane_bytes,
                    access->lane_bytes == 1 ? "" : "s");
    text_add(text, ": ");
}

/* AMD's memory may move more than the sectors (explain_assumption). */
int explain_scattered(const struct explain *explain, const gpuocc_code_access *access,
                      struct text *text)
{
    if (!explain_is_scattered(access))
        return 0;
    add_width(access, text);
    if (access->pattern == GPUOCC_CODE_PATTERN_LINEAR)
        text_format(text, "stride %ld, ", (long)access->stride);
    text_format(text, "%lu sectors instead of %lu, %s%.4g %% of %s bytes are used",
                (unsigned long)access->sectors, (unsigned long)least(access),
                explain_is_amd(explain) ? "at most " : "", used(access),
                explain_is_amd(explain) ? "the moved" : "their");
    return 1;
}

static void add_row(const struct explain *explain, const gpuocc_code_access *access,
                    struct text *text)
{
    struct text place = {0};

    explain_add_place(explain, access->address, &place);
    text_format(text, "\n  %-34s ", text_string(&place));
    if (!explain_scattered(explain, access, text)) {
        add_width(access, text);
        text_add(text, "not known");
        if (explain_has_cause(access))
            text_add(text, "; ");
        (void)explain_add_cause(explain, access, text);
    }
    text_free(&place);
}

int explain_add_global(const struct explain *explain, struct text *text)
{
    const gpuocc_code_access *access = explain->accesses, *end = access + explain->access_count;
    uint32_t counts[4], shown = 0;

    count(explain, counts);
    if (counts[1] + counts[2] == 0)
        return 0;
    text_add(text, "Global memory: ");
    if (counts[2] != 0)
        text_format(text, "%lu of %lu accesses move more sectors than their bytes need%s",
                    (unsigned long)counts[2], (unsigned long)counts[0], counts[1] != 0 ? "; " : "");
    if (counts[1] != 0)
        text_format(text, "the addresses of %lu of %lu accesses are not known",
                    (unsigned long)counts[1], (unsigned long)counts[0]);
    if (counts[3] != 0)
        text_format(text, "; the causes of %lu of them were not looked for",
                    (unsigned long)counts[3]);
    if (counts[1] != 0)
        explain_add_shape(explain, text);
    for (; access < end; access++)
        if ((explain_is_scattered(access) || explain_is_unknown(access)) && shown++ < SHOWN)
            add_row(explain, access, text);
    if (shown > SHOWN)
        text_format(text, "\n  and %lu further ones (--json)", (unsigned long)(shown - SHOWN));
    return 1;
}

static void put_row(struct explain *explain, const gpuocc_code_access *access)
{
    struct json *json = &explain->json;

    json_open(json, NULL, '{');
    json_number(json, "address", access->address);
    explain_json_line(explain, "source", explain_line(explain, access->address));
    json_string(json, "class", gpuocc_code_class_name(access->kind));
    json_number(json, "depth", access->depth);
    json_number(json, "bytes_per_thread", access->lane_bytes);
    explain_json_access(access, json);
    if (access->sectors != 0) {
        json_number(json, "bytes_per_wave", access->bytes);
        json_number(json, "least_sectors", least(access));
        json_real(json, "used_percent", used(access), 6);
    } else {
        json_null(json, "bytes_per_wave");
        json_null(json, "least_sectors");
        json_null(json, "used_percent");
    }
    json_token(json, "used_percent_is_at_most", explain_is_amd(explain) ? "true" : "false");
    explain_json_cause(explain, access);
    json_close(json, '}');
}

void explain_json_global(struct explain *explain)
{
    struct json *json = &explain->json;
    uint32_t counts[4], i;

    count(explain, counts);
    if (counts[0] == 0) { /* none, or they were not found */
        json_null(json, "global_memory");
        return;
    }
    json_open(json, "global_memory", '{');
    json_number(json, "accesses", counts[0]);
    json_number(json, "unknown", counts[1]);
    json_number(json, "scattered", counts[2]);
    json_open(json, "rows", '[');
    for (i = 0; i < explain->access_count; i++)
        if (is_global(&explain->accesses[i]))
            put_row(explain, &explain->accesses[i]);
    json_close(json, ']');
    json_close(json, '}');
}
