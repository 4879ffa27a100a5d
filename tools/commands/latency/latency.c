/* SPDX-License-Identifier: MIT
 *
 * gpuocc latency: whether the resident waves can hide the latency of a mix of instructions. Prints
 * the answer as text.
 */
#include "commands/latency/latency.h"

#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "commands/commands.h"
#include "output/out.h"
#include "output/svg.h"

/* Each amount's option as written and as looked up, and its valid range. */
static int refuse_constant(const char *before, const char *text, size_t length, const char *behind)
{
    struct text quoted = {0};

    text_add_quoted(&quoted, text, length);
    (void)complain("--constant%s %s%s", before, text_string(&quoted), behind);
    text_free(&quoted);
    return END_FAILED;
}

/* Reads a constant, which must be above 0 with these exceptions. */
static int read_value(const char *option, const char *text, uint32_t constant, double *value)
{
    static const struct bounds usual = {.least = 1e-12, .most = 1e15}, turnaround = {.most = 1e15},
                               partitions = {.least = 1, .most = 1024, .whole = 1},
                               loads = {.least = 1, .most = 1e15},
                               share = {.least = 1e-12, .most = 1},
                               memory = {.least = 1, .most = 3, .whole = 1};
    uint32_t number;

    if (constant == GPUOCC_CONSTANT_MEMORY &&
        gpuocc_number(GPUOCC_LIST_MEMORIES, text, strlen(text), &number) == GPUOCC_OK &&
        number != GPUOCC_MEMORY_UNKNOWN) {
        *value = number;
        return 0;
    }
    return real_read(option, text,
                     constant == GPUOCC_CONSTANT_TURNAROUND_CYCLES ? &turnaround
                     : constant == GPUOCC_CONSTANT_PARTITIONS      ? &partitions
                     : constant == GPUOCC_CONSTANT_LOADS_PER_WAVE  ? &loads
                     : constant == GPUOCC_CONSTANT_DRAM_SHARE      ? &share
                     : constant == GPUOCC_CONSTANT_MEMORY          ? &memory
                                                                   : &usual,
                     value);
}

static int read_constant(struct mix *mix, uint32_t at)
{
    const char *text = mix->constant_texts[at];
    const size_t length = strcspn(text, "=");
    struct text option = {0};
    int status;

    if (text[length] == 0)
        return refuse_constant(" needs NAME=NUMBER or NAME=unlimited, not", text, length, "");
    if (gpuocc_number(GPUOCC_LIST_CONSTANTS, text, length, &mix->constants[at]) != GPUOCC_OK)
        return refuse_constant(": there is no constant", text, length, "; see gpuocc help fields");
    if (strcmp(text + length + 1, "unlimited") == 0) {
        mix->values[at] = GPUOCC_UNLIMITED;
        return 0;
    }
    text_format(&option, "--constant %s", gpuocc_name(GPUOCC_LIST_CONSTANTS, mix->constants[at]));
    status =
        read_value(text_string(&option), text + length + 1, mix->constants[at], &mix->values[at]);
    text_free(&option);
    return status;
}

static int read_mix(struct mix *mix)
{
    uint32_t i, given = 0;

    for (i = 0; i < mix->constant_count; i++)
        if (read_constant(mix, i) != 0)
            return END_FAILED;
    for (i = MIX_LOADS; i <= MIX_MATRIX; i++)
        given |= mix->amounts[i] > 0;
    if (!given)
        return complain("latency needs instructions: --loads, --stores, --fp32, --special, "
                        "--matrix");
    return 0;
}

static void add_class(gpuocc_instructions *classes, size_t *count, const struct mix *mix,
                      uint32_t kind, uint32_t resource, double number)
{
    gpuocc_instructions *c = &classes[*count];

    if (number <= 0)
        return;
    c->size = sizeof *c;
    c->phase = mix->overlap ? 0 : (uint32_t)*count;
    c->kind = kind;
    c->resource = resource;
    c->count = number;
    c->chains = mix->amounts[MIX_CHAINS];
    ++*count;
}

/* Makes the instruction classes. The loads are first: their index is 0. */
static size_t make_classes(gpuocc_instructions *classes, const struct mix *mix, double fp32,
                           double wave_size)
{
    const double *given = mix->amounts;
    const double bytes = wave_size * (given[MIX_LOAD_BYTES] > 0 ? given[MIX_LOAD_BYTES] : 4);
    size_t count = 0, i;

    memset(classes, 0, 5 * sizeof *classes);
    add_class(classes, &count, mix, GPUOCC_CLASS_LOAD, 0, given[MIX_LOADS]);
    add_class(classes, &count, mix, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, fp32);
    add_class(classes, &count, mix, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_SPECIAL, given[MIX_SPECIAL]);
    add_class(classes, &count, mix, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_MATRIX, given[MIX_MATRIX]);
    add_class(classes, &count, mix, GPUOCC_CLASS_STORE, 0, given[MIX_STORES]);
    for (i = 0; i < count; i++) {
        if (classes[i].kind == GPUOCC_CLASS_PIPE)
            continue;
        classes[i].bytes = bytes;
        classes[i].chains = given[MIX_IN_FLIGHT];
        classes[i].l1_hit = given[MIX_L1_HIT];
        classes[i].l2_hit = given[MIX_L2_HIT];
    }
    return count;
}

int latency_waves_unknown(const struct mix *mix, const struct answer *answer)
{
    uint64_t low, high;

    return mix->amounts[MIX_WAVES] <= 0 &&
           (gpuocc_occupancy_get(answer_occupancy(answer), GPUOCC_RESULT_WAVES, 0, &low, &high) ==
                GPUOCC_NOT_KNOWN ||
            high == UINT64_MAX);
}

/* Results that depend on the resident waves. */
static int needs_waves(uint32_t result)
{
    switch (result) {
    case GPUOCC_LATENCY_WAVE_LATENCY:
    case GPUOCC_LATENCY_WAVE_LATENCY_SERVED:
    case GPUOCC_LATENCY_DEMAND:
    case GPUOCC_LATENCY_LARGEST_DEMAND:
    case GPUOCC_LATENCY_SUM_OF_DEMANDS:
    case GPUOCC_LATENCY_WAVES_NEEDED_EXACT:
    case GPUOCC_LATENCY_WAVES_NEEDED:
    case GPUOCC_LATENCY_OCCUPANCY_NEEDED:
    case GPUOCC_LATENCY_WAVES_TO_SATURATE:
    case GPUOCC_LATENCY_BINDING_AT_LIMIT:
    case GPUOCC_LATENCY_CONCURRENCY:
    case GPUOCC_LATENCY_CLASS_LATENCY:
    case GPUOCC_LATENCY_BASIS:
        return 0;
    default:
        return 1;
    }
}

int32_t latency_get(const struct mix *mix, uint32_t result, uint32_t index, double *low,
                    double *high)
{
    if (mix->latency == NULL || (mix->waves_unknown && needs_waves(result)))
        return GPUOCC_NOT_KNOWN;
    return gpuocc_latency_get(mix->latency, result, index, low, high);
}

int32_t latency_make(const struct mix *mix, const struct answer *answer, double fp32,
                     gpuocc_latency *latency, gpuocc_error *error)
{
    const struct value *wave_size = &answer->results[GPUOCC_RESULT_WAVE_SIZE];
    gpuocc_instructions classes[5];
    gpuocc_workload workload;
    size_t count;
    uint32_t i;

    memset(&workload, 0, sizeof workload);
    workload.size = sizeof workload;
    workload.waves = (uint32_t)mix->amounts[MIX_WAVES];
    if (latency_waves_unknown(mix, answer))
        workload.waves = 1;
    workload.turnaround =
        mix->one_pass ? (uint32_t)GPUOCC_TURNAROUND_INSIDE : (uint32_t)GPUOCC_TURNAROUND_OUTSIDE;
    count =
        make_classes(classes, mix, fp32, (double)(value_exact(wave_size) ? wave_size->low : 32));
    workload.class_count = count;
    for (i = 0; i < mix->constant_count; i++) {
        workload.constants_given |= UINT64_C(1) << mix->constants[i];
        workload.constants[mix->constants[i]] = mix->values[i];
    }
    return gpuocc_latency_init(latency, NULL, answer_occupancy(answer), &workload, classes, error);
}

/* Whether a constant that was not given may be `unlimited`, which the library decides. */
static int can_be_unlimited(const struct mix *mix, const struct session *session, uint32_t constant)
{
    gpuocc_error error = {.size = sizeof error};
    struct mix with = *mix;
    gpuocc_latency latency;

    if (with.constant_count == OWN_LIST_MOST)
        return 0;
    with.constants[with.constant_count] = constant;
    with.values[with.constant_count++] = GPUOCC_UNLIMITED;
    return latency_make(&with, &session->answer, mix->amounts[MIX_FP32], &latency, &error) !=
           GPUOCC_ERROR_BAD_NUMBER;
}

/* Adds to the message what the library's sentence does not contain. */
static void explain(struct mix *mix, const struct session *session, const gpuocc_error *error)
{
    const char *name = error->scope == GPUOCC_SCOPE_CONSTANT
                           ? gpuocc_name(GPUOCC_LIST_CONSTANTS, error->field)
                           : NULL;
    const char *before = " (--constant ";
    char sentence[1024];
    uint32_t i;

    gpuocc_error_text(error, mix->status, sentence, sizeof sentence);
    if (mix->status == GPUOCC_ERROR_BAD_NUMBER && name != NULL) /* numbers were validated before */
        text_format(&mix->message, "--constant %s is \"unlimited\", a number is needed", name);
    else
        text_add(&mix->message, sentence);
    for (i = 0; mix->status == GPUOCC_NOT_KNOWN && name != NULL && i < GPUOCC_CONSTANT_COUNT; i++) {
        if ((error->limit >> i & 1) == 0)
            continue;
        name = gpuocc_name(GPUOCC_LIST_CONSTANTS, i);
        text_format(&mix->message, "%s%s=NUMBER", before, name);
        if (can_be_unlimited(mix, session, i))
            text_format(&mix->message, " or %s=unlimited", name);
        before = ", ";
    }
    if (before[0] == ',')
        text_add_byte(&mix->message, ')');
}

static int set_against(struct mix *mix, const struct session *session, gpuocc_latency *latency)
{
    gpuocc_error error = {.size = sizeof error};

    mix->status = latency_make(mix, &session->answer, mix->amounts[MIX_FP32], latency, &error);
    if (mix->status == GPUOCC_OK) {
        mix->latency = latency;
        mix->waves_unknown = latency_waves_unknown(mix, &session->answer);
        return END_ANSWERED;
    }
    explain(mix, session, &error);
    (void)complain("%s", text_string(&mix->message));
    return END_REFUSED;
}

static void add_result(struct text *text, const struct mix *mix, const char *words, uint32_t result,
                       uint32_t index, double factor, const char *unit)
{
    const int digits = strcmp(unit, "%") == 0 ? 4 : 6;
    double low, high;

    if (latency_get(mix, result, index, &low, &high) != GPUOCC_OK)
        return;
    text_format(text, "  %-34s %.*g", words, digits, low * factor);
    if (high != low)
        text_format(text, " to %.*g", digits, high * factor);
    text_format(text, " %s\n", unit);
}

/* "what bounds it   latency or dram"; where the resident waves are unknown "latency, from 25 to 43
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

/* Adds whether more waves help. They may only where there are more slots for waves and the expected
 * throughput is known to rise.
 */
static void add_more_waves(struct text *text, const struct mix *mix)
{
    double more, most, gain;

    if (latency_get(mix, GPUOCC_LATENCY_MORE_WAVES, 0, &more, &most) != GPUOCC_OK || more != most)
        return;
    if (more == GPUOCC_MORE_WAVES_HELP)
        text_add(text, "; more waves must help");
    else if (more == GPUOCC_MORE_WAVES_NONE_LEFT)
        text_add(text, "; all wave slots are in use");
    else if (latency_get(mix, GPUOCC_LATENCY_GAIN, GPUOCC_CURVE_EXPECTED, NULL, &gain) ==
                 GPUOCC_OK &&
             gain > 1)
        text_add(text, "; more waves may help");
}

/* Adds a headline such as "needs 43 waves or more, has 32: at most 76 % of the peak; more waves
 * must help; 2 independent loads per thread instead of 1 would do" or "needs 24 to 42 waves
 * (latency inferred, ...), has 32".
 */
static void add_headline(struct text *text, const struct mix *mix)
{
    double need = 0, most = 0, low, high, share;
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
    add_more_waves(text, mix);
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

static void print(const struct mix *mix, const struct session *session)
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

static int run(struct mix *mix, struct session *session)
{
    gpuocc_latency latency;
    int ending = read_mix(mix);

    if (ending == END_ANSWERED)
        ending = svg_check(mix->svg, session->options.json ? "--json" : NULL);
    if (ending != END_ANSWERED)
        return ending;
    session_products(session);
    ending = session_answer(session);
    if (ending == END_ANSWERED)
        ending = latency_of_all(mix, session);
    if (ending == END_ANSWERED)
        ending = set_against(mix, session, &latency);
    if (ending == END_ANSWERED && mix->svg != NULL && latency_write_svg(mix, session) != 0)
        return END_FAILED;
    if (ending == END_ANSWERED && svg_alone(mix->svg))
        ; /* the file was written */
    else if (session->options.json)
        latency_json(mix, session);
    else if (ending == END_ANSWERED)
        print(mix, session);
    return ending == END_ANSWERED ? session_check_requirements(session, &session->answer) : ending;
}

int command_latency(int count, char **arguments)
{
    struct mix mix;
    const struct own_option own[] = {
        {"loads", .real = &mix.amounts[MIX_LOADS]},
        {"stores", .real = &mix.amounts[MIX_STORES]},
        {"fp32", .real = &mix.amounts[MIX_FP32]},
        {"special", .real = &mix.amounts[MIX_SPECIAL]},
        {"matrix", .real = &mix.amounts[MIX_MATRIX]},
        {"load_bytes", .real = &mix.amounts[MIX_LOAD_BYTES]},
        {"in_flight", .real = &mix.amounts[MIX_IN_FLIGHT]},
        {"chains", .real = &mix.amounts[MIX_CHAINS]},
        {"l1_hit", .real = &mix.amounts[MIX_L1_HIT]},
        {"l2_hit", .real = &mix.amounts[MIX_L2_HIT]},
        {"waves", .real = &mix.amounts[MIX_WAVES]},
        {"constant", .number = &mix.constant_count, .text = mix.constant_texts},
        {"overlap", .number = &mix.overlap},
        {"one_pass", .number = &mix.one_pass},
        {"curve", .number = &mix.curve},
        {"svg", .text = &mix.svg},
        {.name = NULL}};
    struct session *session;
    int ending;

    memset(&mix, 0, sizeof mix);
    session = session_open(COMMAND_LATENCY, own, count, arguments, &ending);
    if (session != NULL)
        ending = run(&mix, session);
    session_close(session);
    text_free(&mix.message);
    return ending;
}
