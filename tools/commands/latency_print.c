/* SPDX-License-Identifier: MIT
 *
 * gpuocc latency: prints the answer as text.
 */
#include "commands/latency.h"

#include "commands/commands.h"

static void add_result(struct text *text, const struct mix *mix, const char *words, uint32_t result,
                       uint32_t index, double factor, const char *unit)
{
    double low, high;

    if (latency_get(mix, result, index, &low, &high) != GPUOCC_OK)
        return;
    text_format(text, "  %-34s %.6g", words, low * factor);
    if (high != low)
        text_format(text, " to %.6g", high * factor);
    text_format(text, " %s\n", unit);
}

/* "what bounds it   dram or latency"; where the resident waves are unknown "latency, from 25 to 43
 * waves on dram". */
static void add_binding(struct text *text, const struct mix *mix)
{
    double low = 0, high = 0, need, most;
    const char *before = "";

    text_format(text, "  %-34s ", "what bounds it");
    if (latency_get(mix, GPUOCC_LATENCY_BINDING, 0, &low, &high) != GPUOCC_OK) {
        (void)latency_get(mix, GPUOCC_LATENCY_BINDING_AT_LIMIT, 0, &low, &high);
        if (latency_get(mix, GPUOCC_LATENCY_WAVES_NEEDED, 0, &need, &most) == GPUOCC_OK) {
            text_format(text, "latency, from %.0f", need);
            if (need < most)
                text_format(text, " to %.0f", most);
            before = " waves on ";
        }
    }
    text_format(text, "%s%s", before, gpuocc_name(GPUOCC_LIST_RESOURCES, (uint32_t)high));
    if (low != high)
        text_format(text, " or %s", gpuocc_name(GPUOCC_LIST_RESOURCES, (uint32_t)low));
    text_add_byte(text, '\n');
}

/* Adds Little's law: what must be in flight to keep a resource busy. */
static void add_concurrency(struct text *text, const struct mix *mix)
{
    double demand;
    uint32_t i;

    for (i = 0; i < gpuocc_list_count(GPUOCC_LIST_RESOURCES); i++) {
        const char *unit =
            i == GPUOCC_RESOURCE_L1 || i == GPUOCC_RESOURCE_L2 || i == GPUOCC_RESOURCE_DRAM
                ? "bytes"
                : "instructions";
        struct text words = {0};

        if (latency_get(mix, GPUOCC_LATENCY_DEMAND, i, NULL, &demand) != GPUOCC_OK || demand <= 0)
            continue;
        text_format(&words, "to keep %s busy (Little)", gpuocc_name(GPUOCC_LIST_RESOURCES, i));
        add_result(text, mix, text_string(&words), GPUOCC_LATENCY_CONCURRENCY, i, 1, unit);
        text_free(&words);
    }
}

/* Adds the number of loads in flight that would hide the latency with the given waves; if an
 * iteration has a single load, the number of independent loads. */
static void add_loads(struct text *text, const struct mix *mix)
{
    const double now = mix->amounts[MIX_IN_FLIGHT] > 1 ? mix->amounts[MIX_IN_FLIGHT] : 1;
    const int alone = mix->amounts[MIX_LOADS] == 1 && now == 1;
    double low, high, most;

    if (mix->amounts[MIX_LOADS] <= 0 ||
        latency_get(mix, GPUOCC_LATENCY_WAVES, 0, &low, &most) != GPUOCC_OK || low != most ||
        latency_get(mix, alone ? GPUOCC_LATENCY_LOADS_NEEDED : GPUOCC_LATENCY_CHAINS_NEEDED, 0,
                    &low, &high) != GPUOCC_OK ||
        high <= now)
        return;
    most = (double)(uint64_t)high;
    text_format(text, "; %.0f %s per thread instead of %g would do", most + (most < high),
                alone ? "independent loads" : "loads in flight", now);
}

/* Returns the basis of the latencies in words, if it is less than a measurement of this product. */
static const char *basis_in_words(const struct mix *mix)
{
    double basis = 0;

    (void)latency_get(mix, GPUOCC_LATENCY_BASIS, 0, &basis, NULL);
    switch ((uint32_t)basis) {
    case GPUOCC_BASIS_SIBLING:
        return " (latency of another product of the architecture)";
    case GPUOCC_BASIS_INFERRED:
        return " (latency inferred, 16 % typical error)";
    case GPUOCC_BASIS_WEAK:
        return " (latency inferred, probably too low)";
    default:
        return "";
    }
}

/* Adds a headline such as "needs 43 waves or more, has 32: at most 76 % of the peak; more waves
 * must help; 2 independent loads per thread instead of 1 would do" or "needs 24 to 42 waves
 * (latency inferred, ...), has 32".
 */
static void add_headline(struct text *text, const struct mix *mix)
{
    double need = 0, most = 0, low, high, share, more;
    const char *between = "";

    if (latency_get(mix, GPUOCC_LATENCY_WAVES_NEEDED, 0, &need, &most) == GPUOCC_OK) {
        text_format(text, "needs %.0f", need);
        if (need < most)
            text_format(text, " to %.0f", most);
        text_format(text, " wave%s%s", most > 1 ? "s" : "", need < most ? "" : " or more");
        text_add(text, basis_in_words(mix));
        between = mix->waves_unknown ? "; " : ", ";
    }
    text_add(text, between);
    if (latency_get(mix, GPUOCC_LATENCY_WAVES, 0, &low, &high) != GPUOCC_OK) {
        text_add(text, "the resident waves are unknown for this device (--waves N)\n");
        return;
    }
    text_format(text, low == high ? "has %.0f" : "has %.0f to %.0f", low, high);
    if (latency_get(mix, GPUOCC_LATENCY_SHARE_OF_PEAK, GPUOCC_CURVE_UPPER, NULL, &share) ==
        GPUOCC_OK)
        text_format(text, ": at most %.3g %% of the peak", 100 * share);
    if (latency_get(mix, GPUOCC_LATENCY_MORE_WAVES, 0, &more, &most) == GPUOCC_OK && more == most)
        text_add(text, more == GPUOCC_MORE_WAVES_HELP       ? "; more waves must help"
                       : more == GPUOCC_MORE_WAVES_MAY_HELP ? "; more waves may help"
                                                            : "; all wave slots are in use");
    add_loads(text, mix);
    text_add_byte(text, '\n');
}

/* Adds "latency of memory 276 ns (221 to 389), inferred". */
static void add_memory(struct text *text, const gpuocc_latency *latency)
{
    const uint32_t cycles = GPUOCC_CONSTANT_LATENCY + GPUOCC_RESOURCE_DRAM;
    double value, low, high;
    uint32_t basis, i;

    if (!latency_uses(latency, GPUOCC_RESOURCE_DRAM) ||
        gpuocc_latency_constant(latency, cycles, NULL, NULL, NULL, &basis) != GPUOCC_OK ||
        basis == GPUOCC_BASIS_GIVEN)
        return;
    for (i = 0; i < 2; i++) {
        if (gpuocc_latency_constant(latency, i == 0 ? GPUOCC_CONSTANT_DRAM_LATENCY_NS : cycles,
                                    &value, &low, &high, &basis) != GPUOCC_OK)
            continue;
        text_format(text, "  %-34s %.4g", i == 0 ? "latency of memory" : "  in cycles", value);
        if (low < high)
            text_format(text, " (%.4g to %.4g)", low, high);
        text_format(text, " %s, %s\n", i == 0 ? "ns" : "cycles",
                    gpuocc_name(GPUOCC_LIST_BASES, basis));
    }
}

/* Adds "not in the bound l2_rate, l1_rate (not published)". */
static void add_left_out(struct text *text, const gpuocc_latency *latency)
{
    const uint64_t set = gpuocc_latency_left_out(latency);
    const char *before = "";
    uint32_t i;

    if (set == 0)
        return;
    text_format(text, "  %-34s ", "not in the bound");
    for (i = 0; i < GPUOCC_CONSTANT_COUNT; i++)
        if ((set >> i & 1) != 0) {
            text_format(text, "%s%s", before, gpuocc_name(GPUOCC_LIST_CONSTANTS, i));
            before = ", ";
        }
    text_add(text, " (not published)\n");
}

void latency_print(const struct mix *mix, const struct session *session)
{
    const gpuocc_latency *l = mix->latency;
    struct text text = {0};

    add_headline(&text, mix);
    add_binding(&text, mix);
    add_result(&text, mix, "share of the peak, upper bound", GPUOCC_LATENCY_SHARE_OF_PEAK,
               GPUOCC_CURVE_UPPER, 100, "%");
    add_result(&text, mix, "  expected", GPUOCC_LATENCY_SHARE_OF_PEAK, GPUOCC_CURVE_EXPECTED, 100,
               "%");
    add_result(&text, mix, "  lower bound", GPUOCC_LATENCY_SHARE_OF_PEAK, GPUOCC_CURVE_LOWER, 100,
               "%");
    add_left_out(&text, l);
    add_result(&text, mix, "bytes requested, upper bound", GPUOCC_LATENCY_GB_PER_S,
               GPUOCC_CURVE_UPPER, 1, "GB/s");
    add_result(&text, mix, "latency of a wave alone", GPUOCC_LATENCY_WAVE_LATENCY, 0, 1, "cycles");
    add_memory(&text, l);
    add_result(&text, mix, "occupancy needed", GPUOCC_LATENCY_OCCUPANCY_NEEDED, 0, 100, "%");
    add_result(&text, mix, "loads in flight per core, at most", GPUOCC_LATENCY_LOADS_IN_FLIGHT, 0,
               1, "loads");
    add_result(&text, mix, "bytes in flight per core, at most", GPUOCC_LATENCY_BYTES_IN_FLIGHT, 0,
               1, "bytes");
    add_concurrency(&text, mix);
    if (mix->amounts[MIX_LOADS] > 0) {
        add_result(&text, mix, "loads in flight that would do", GPUOCC_LATENCY_CHAINS_NEEDED, 0, 1,
                   "per thread");
        add_result(&text, mix, "independent loads that would do", GPUOCC_LATENCY_LOADS_NEEDED, 0, 1,
                   "per thread");
    }
    latency_add_group(&text, l);
    session_add_notes(session, &text, 1);
    latency_add_curve(&text, mix, session);
    out_text(&text);
    text_free(&text);
}
