/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain --require: compares what the code of a kernel shows with budgets.
 */
#include "commands/explain/explain.h"
#include "input/require.h"

#define PART 1000000u /* of a microsecond */

/* A number from low / whole to high / whole. whole 0: it is not known; high UINT64_MAX: it may be
 * any greater one. */
struct amount {
    uint64_t low, high, whole;
};

/* Returns the bytes that a thread stores in spills. */
static struct amount spills(const struct explain *explain)
{
    const struct explain_locals *locals = &explain->locals;
    struct amount amount = {0, 0, 1};
    uint32_t i;

    if (explain->kernel->spill_bytes != GPUOCC_UNKNOWN) {
        amount.low = amount.high = explain->kernel->spill_bytes;
        return amount;
    }
    if (explain->code_status != GPUOCC_CODE_OK)
        return (struct amount){0, 0, 0};
    for (i = 0; i < locals->count; i++) {
        if (locals->rows[i].sort == GPUOCC_CODE_LOCAL_SPILL)
            amount.low += locals->rows[i].bytes[0];
        if (locals->rows[i].sort != GPUOCC_CODE_LOCAL_VARIABLE)
            amount.high += locals->rows[i].bytes[0];
    }
    if (locals->end != GPUOCC_CODE_NONE)
        amount.high = UINT64_MAX;
    return amount;
}

/* Returns the passes of the worst access to shared memory over those without a conflict. */
static struct amount conflicts(const struct explain *explain)
{
    struct amount amount = {1, 1, 1};
    uint32_t i, least, unknown = 0;

    for (i = 0; i < explain->access_count; i++) {
        const gpuocc_code_access *access = &explain->accesses[i];

        if (!explain_is_shared(access))
            continue;
        unknown += access->passes == 0;
        least = explain_least_passes(explain, access);
        if (access->passes * amount.whole > amount.low * least) {
            amount.low = amount.high = access->passes;
            amount.whole = least;
        }
    }
    if (unknown != 0)
        amount.high = UINT64_MAX;
    return amount;
}

/* Returns how many accesses to global memory are scattered. */
static struct amount scattered(const struct explain *explain)
{
    struct amount amount = {0, 0, 1};
    uint32_t i;

    for (i = 0; i < explain->access_count; i++) {
        amount.low += explain_is_scattered(&explain->accesses[i]) ? 1 : 0;
        amount.high += explain_is_unknown(&explain->accesses[i]) ? 1 : 0;
    }
    amount.high += amount.low;
    return amount;
}

/* Returns the least share of the bytes of the sectors that an access uses, in percent. */
static struct amount used_percent(const struct explain *explain)
{
    struct amount amount = {100, 100, 1};
    int at_most = 0;
    uint32_t i;

    for (i = 0; i < explain->access_count; i++) {
        const gpuocc_code_access *access = &explain->accesses[i];
        const uint64_t moved = (uint64_t)access->sectors * EXPLAIN_SECTOR_BYTES;

        at_most |= explain_is_unknown(access);
        if (!explain_is_scattered(access))
            continue;
        at_most |= explain_is_amd(explain);
        if (100u * (uint64_t)access->bytes * amount.whole < amount.low * moved) {
            amount.low = amount.high = 100u * (uint64_t)access->bytes;
            amount.whole = moved;
        }
    }
    if (at_most)
        amount.low = 0;
    return amount;
}

/* Returns the expected time. It is a lower bound if loops are counted once or pipes left out. */
static struct amount predicted_us(const struct explain *explain)
{
    const uint32_t least = 1u << GPUOCC_PREDICT_TRIPS | 1u << GPUOCC_PREDICT_RATES;
    const gpuocc_prediction *prediction = &explain->prediction;
    const double us = prediction->time_us.expected;
    struct amount amount = {0, UINT64_MAX, PART};

    if (!explain->predicted || (prediction->unknown >> GPUOCC_PREDICT_GRID & 1) != 0 || us < 0)
        return (struct amount){0, 0, 0};
    amount.low = us < 1e12 ? (uint64_t)(us * PART) : (uint64_t)1e18;
    if ((prediction->unknown & least) == 0)
        amount.high = amount.low;
    return amount;
}

static struct amount peak_registers(const struct explain *explain)
{
    const uint32_t most = explain->lives.most;

    return (struct amount){most, most, most != 0};
}

/* Adds why the time is not known. */
static void add_why_untimed(const struct explain *explain, struct text *text)
{
    if (explain->why_untimed.length != 0)
        text_format(text, ": %s", text_string(&explain->why_untimed));
    else if (explain->question.grid_given != GIVEN_NUMBER)
        text_add(text, " (give --grid-groups and a product)");
    else
        text_add(text, ": clock_mhz is unknown for this device");
}

void explain_check_budgets(struct explain *explain)
{
    static struct amount (*const amounts[CODE_COUNT])(const struct explain *explain) = {
        [CODE_SPILLS] = spills,
        [CODE_CONFLICTS] = conflicts,
        [CODE_SCATTERED] = scattered,
        [CODE_USED_PERCENT] = used_percent,
        [CODE_PREDICTED_US] = predicted_us,
        [CODE_PEAK_REGISTERS] = peak_registers};
    const struct requirement *requirement = explain->options.requirements;
    const struct requirement *end = requirement + explain->options.required;
    const gpuocc_kernels_text name = explain->kernel->name;
    struct text message = {0};
    int met = 1;

    for (; requirement != end && met; requirement++) {
        const enum require_code what = require_code(requirement);
        const int of_accesses =
            what == CODE_CONFLICTS || what == CODE_SCATTERED || what == CODE_USED_PERCENT;
        struct amount amount = amounts[what](explain);

        if (of_accesses && !explain->accesses_found)
            amount.whole = 0;
        text_clear(&message);
        met = require_part_met(requirement, amount.low, amount.high, amount.whole, &message);
        if (!met && what == CODE_PREDICTED_US && amount.whole == 0)
            add_why_untimed(explain, &message);
    }
    if (!met && explain->counts.fell_short++ == 0) {
        text_add_quoted(&explain->shortfall, name.at, name.length);
        text_format(&explain->shortfall, ": %s", text_string(&message));
    }
    text_free(&message);
}
