/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: bank conflicts of shared memory, and for NVIDIA the stride that has none.
 */
#include "commands/explain/explain.h"

#include <string.h>

/* Lanes of a wave, banks and bytes of a bank. */
enum { LANES = 32, BANKS = 32, BANK_BYTES = 4 };

/* The maximum number of accesses in the text. */
#define SHOWN 12u

static int is_shared(const gpuocc_code_access *access)
{
    return access->kind == GPUOCC_CODE_LOAD_SHARED || access->kind == GPUOCC_CODE_STORE_SHARED;
}

/* Returns the passes without a conflict. */
static uint32_t least(const struct explain *explain, const gpuocc_code_access *access)
{
    const uint32_t bytes = access->lane_bytes * explain->wave.lanes, row = BANKS * BANK_BYTES;

    return bytes > row ? (bytes + row - 1) / row : 1;
}

static int conflicts(const struct explain *explain, const gpuocc_code_access *access)
{
    return is_shared(access) && access->passes > least(explain, access);
}

/* Returns the passes with a stride that is not 0, so that no two lanes access the same word. 128
 * bytes are accessed at once: those of 32 lanes with 4 bytes each, of 16 with 8, of 8 with 16. */
static uint32_t passes_of(uint32_t stride, uint32_t lane_bytes)
{
    const uint32_t words = lane_bytes / BANK_BYTES;
    uint32_t counts[BANKS] = {0}, most = 0, sum = 0, lane, i, bank;

    for (lane = 0; lane < LANES; lane++) {
        for (i = 0; i < words; i++) {
            bank = (lane * stride / BANK_BYTES + i) % BANKS;
            counts[bank]++;
            most = counts[bank] > most ? counts[bank] : most;
        }
        if ((lane + 1) % (LANES / words) != 0)
            continue;
        sum += most;
        most = 0;
        memset(counts, 0, sizeof counts);
    }
    return sum;
}

static uint32_t stride_of(const gpuocc_code_access *access)
{
    return (uint32_t)(access->stride < 0 ? -access->stride : access->stride);
}

/* Whether an access to shared memory stays without a conflict, or has none any more, if the rows of
 * `row` bytes become `more` bytes longer. Its lanes are in one row, or each is in a row of its own.
 */
static int fits(const struct explain *explain, const gpuocc_code_access *access, uint32_t row,
                uint32_t more)
{
    const uint32_t stride = stride_of(access);

    if (access->passes == 0 || more % access->lane_bytes != 0)
        return 0;
    if (access->pattern == GPUOCC_CODE_PATTERN_UNIFORM)
        return 1;
    if (access->pattern != GPUOCC_CODE_PATTERN_LINEAR)
        return 0;
    if ((uint64_t)stride * LANES <= row)
        return !conflicts(explain, access);
    return (access->lane_bytes == 4 || access->lane_bytes == 8 || access->lane_bytes == 16) &&
           stride % row == 0 &&
           passes_of(stride + stride / row * more, access->lane_bytes) == least(explain, access);
}

/* Returns a greater stride with which no access to shared memory has a conflict, or 0. */
static uint32_t better_stride(const struct explain *explain, const gpuocc_code_access *access)
{
    const uint32_t row = stride_of(access);
    uint32_t more, i;

    if (explain_is_amd(explain) || access->pattern != GPUOCC_CODE_PATTERN_LINEAR ||
        row % BANK_BYTES != 0 || row > 65536)
        return 0;
    for (more = BANK_BYTES; more <= 16; more *= 2) {
        for (i = 0; i < explain->access_count; i++)
            if (is_shared(&explain->accesses[i]) &&
                !fits(explain, &explain->accesses[i], row, more))
                break;
        if (i == explain->access_count)
            return row + more;
    }
    return 0;
}

/* Counts the accesses to shared memory: all, those of unknown addresses, and those with conflicts.
 */
static void count(const struct explain *explain, uint32_t counts[3])
{
    uint32_t i;

    memset(counts, 0, 3 * sizeof counts[0]);
    for (i = 0; i < explain->access_count; i++) {
        if (!is_shared(&explain->accesses[i]))
            continue;
        counts[0]++;
        counts[1] += explain->accesses[i].passes == 0 ? 1 : 0;
        counts[2] += conflicts(explain, &explain->accesses[i]) ? 1 : 0;
    }
}

int explain_conflict(const struct explain *explain, const gpuocc_code_access *access,
                     struct text *text)
{
    uint32_t better;

    if (!conflicts(explain, access))
        return 0;
    text_format(text,
                "%s of %lu bytes: ", access->kind == GPUOCC_CODE_LOAD_SHARED ? "load" : "store",
                (unsigned long)access->lane_bytes);
    if (access->pattern == GPUOCC_CODE_PATTERN_LINEAR)
        text_format(text, "stride %ld, ", (long)access->stride);
    text_format(text, "%lu passes instead of %lu", (unsigned long)access->passes,
                (unsigned long)least(explain, access));
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
        if (conflicts(explain, &explain->accesses[i]) && shown++ < SHOWN)
            add_conflict(explain, &explain->accesses[i], text);
    if (shown > SHOWN)
        text_format(text, "\n  and %lu further ones (--json)", (unsigned long)(shown - SHOWN));
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
    json_number(json, "least_passes", least(explain, access));
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
        if (conflicts(explain, &explain->accesses[i]))
            put_conflict(explain, &explain->accesses[i]);
    json_close(json, ']');
    json_close(json, '}');
}
