/* SPDX-License-Identifier: MIT
 *
 * gpuocc latency: can the resident waves hide the latency of a mix of instructions.
 */
#include "latency.h"

#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "svg.h"

/* Each amount's option, as it is written and as it is looked up, and what it can be. */
static const struct {
    const char *option, *name;
    struct bounds bounds;
} amounts[] = {
    [MIX_LOADS] = {"--loads", "loads", {0, 1e15, 0, 0, 0}},
    [MIX_STORES] = {"--stores", "stores", {0, 1e15, 0, 0, 0}},
    [MIX_FP32] = {"--fp32", "fp32", {0, 1e15, 0, 0, 0}},
    [MIX_SPECIAL] = {"--special", "special", {0, 1e15, 0, 0, 0}},
    [MIX_MATRIX] = {"--matrix", "matrix", {0, 1e15, 0, 0, 0}},
    [MIX_LOAD_BYTES] = {"--load-bytes", "load_bytes", {1e-12, 1e9, 0, 0, 1}},
    [MIX_IN_FLIGHT] = {"--in-flight", "in_flight", {1, 1e15, 0, 0, 0}},
    [MIX_CHAINS] = {"--chains", "chains", {1, 1e15, 0, 0, 0}},
    [MIX_L1_HIT] = {"--l1-hit", "l1_hit", {0, 1, 0, 0, 0}},
    [MIX_L2_HIT] = {"--l2-hit", "l2_hit", {0, 1, 0, 0, 0}},
    [MIX_WAVES] = {"--waves", "waves", {1, 65536, 0, 1, 0}},
};

static int refuse_constant(const char *before, const char *text, size_t length, const char *behind)
{
    struct text quoted = {0};

    text_add_quoted(&quoted, text, length);
    (void)complain("--constant%s %s%s", before, text_string(&quoted), behind);
    text_free(&quoted);
    return END_FAILED;
}

/* A constant is above 0, with these exceptions. */
static int read_value(const char *option, const char *text, uint32_t constant, double *value)
{
    static const struct bounds usual = {1e-12, 1e15, 0, 0, 0}, turnaround = {0, 1e15, 0, 0, 0},
                               partitions = {1, 1024, 0, 1, 0}, loads = {1, 1e15, 0, 0, 0};

    return real_read(option, text,
                     constant == GPUOCC_CONSTANT_TURNAROUND_CYCLES ? &turnaround
                     : constant == GPUOCC_CONSTANT_PARTITIONS      ? &partitions
                     : constant == GPUOCC_CONSTANT_LOADS_PER_WAVE  ? &loads
                                                                   : &usual,
                     value);
}

static int read_constant(struct mix *mix, uint32_t at)
{
    const char *text = mix->constant_texts[at];
    const size_t length = strcspn(text, "=");
    char option[64] = "--constant ";

    if (text[length] == 0)
        return refuse_constant(" needs NAME=NUMBER or NAME=unlimited, not", text, length, "");
    if (gpuocc_number(GPUOCC_LIST_CONSTANTS, text, length, &mix->constants[at]) != GPUOCC_OK)
        return refuse_constant(": there is no constant", text, length, "; see gpuocc help fields");
    strncat(option, gpuocc_name(GPUOCC_LIST_CONSTANTS, mix->constants[at]), sizeof option - 12);
    if (strcmp(text + length + 1, "unlimited") != 0)
        return read_value(option, text + length + 1, mix->constants[at], &mix->values[at]);
    mix->values[at] = GPUOCC_UNLIMITED;
    return 0;
}

/* A count of instructions may be 0, but not so small that the model vanishes. */
static int read_amount(struct mix *mix, uint32_t i)
{
    static const struct bounds above = {1e-12, 1e15, 0, 0, 0};
    const int status =
        real_read(amounts[i].option, mix->texts[i], &amounts[i].bounds, &mix->amounts[i]);

    if (status == 0 && i <= MIX_MATRIX && mix->amounts[i] > 0)
        return real_read(amounts[i].option, mix->texts[i], &above, &mix->amounts[i]);
    return status;
}

static int read_mix(struct mix *mix)
{
    uint32_t i, given = 0;

    for (i = 0; i < MIX_COUNT; i++)
        if (mix->texts[i] != NULL && read_amount(mix, i) != 0)
            return END_FAILED;
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

/* Loads first: their index is 0. */
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

int32_t latency_make(const struct mix *mix, const struct answer *answer, double fp32, void *memory,
                     gpuocc_latency **latency, gpuocc_error *error)
{
    const struct value *wave_size = &answer->results[GPUOCC_RESULT_WAVE_SIZE];
    gpuocc_instructions classes[5];
    gpuocc_workload workload;
    size_t count;

    memset(&workload, 0, sizeof workload);
    workload.size = sizeof workload;
    workload.waves = (uint32_t)mix->amounts[MIX_WAVES];
    count =
        make_classes(classes, mix, fp32, (double)(value_exact(wave_size) ? wave_size->low : 32));
    return gpuocc_latency_init(memory, GPUOCC_LATENCY_BYTES, NULL, answer_occupancy(answer),
                               &workload, classes, count, mix->constants, mix->values,
                               mix->constant_count, latency, error);
}

static void add_result(struct text *text, const gpuocc_latency *latency, const char *words,
                       uint32_t result, uint32_t index, double factor, const char *unit)
{
    double low, high;

    if (gpuocc_latency_get(latency, result, index, &low, &high) != GPUOCC_OK)
        return;
    text_format(text, "  %-34s %.6g", words, low * factor);
    if (high != low)
        text_format(text, " to %.6g", high * factor);
    text_format(text, " %s\n", unit);
}

static void add_binding(struct text *text, const gpuocc_latency *latency)
{
    double low, high;

    gpuocc_latency_get(latency, GPUOCC_LATENCY_BINDING, 0, &low, &high);
    text_format(text, "  %-34s %s", "what bounds it",
                gpuocc_name(GPUOCC_LIST_RESOURCES, (uint32_t)high));
    if (low != high)
        text_format(text, " or %s", gpuocc_name(GPUOCC_LIST_RESOURCES, (uint32_t)low));
    text_add_byte(text, '\n');
}

/* Little's law: what has to be in flight so that a resource is always busy. */
static void add_concurrency(struct text *text, const gpuocc_latency *latency)
{
    double demand;
    uint32_t i;

    for (i = 0; i < gpuocc_list_count(GPUOCC_LIST_RESOURCES); i++) {
        const char *unit =
            i == GPUOCC_RESOURCE_L1 || i == GPUOCC_RESOURCE_L2 || i == GPUOCC_RESOURCE_DRAM
                ? "bytes"
                : "instructions";
        struct text words = {0};

        if (gpuocc_latency_get(latency, GPUOCC_LATENCY_DEMAND, i, NULL, &demand) != GPUOCC_OK ||
            demand <= 0)
            continue;
        text_format(&words, "to keep %s busy (Little)", gpuocc_name(GPUOCC_LIST_RESOURCES, i));
        add_result(text, latency, text_string(&words), GPUOCC_LATENCY_CONCURRENCY, i, 1, unit);
        text_free(&words);
    }
}

/* What would hide the latency with the waves at hand: more loads in flight; of a load that is alone
 * in its iteration, more loads beside it. */
static void add_loads(struct text *text, const gpuocc_latency *latency, const struct mix *mix)
{
    const double now = mix->amounts[MIX_IN_FLIGHT] > 1 ? mix->amounts[MIX_IN_FLIGHT] : 1;
    const int alone = mix->amounts[MIX_LOADS] == 1 && now == 1;
    double low, high, most;

    if (mix->amounts[MIX_LOADS] <= 0 ||
        gpuocc_latency_get(latency, GPUOCC_LATENCY_WAVES, 0, &low, &most) != GPUOCC_OK ||
        low != most ||
        gpuocc_latency_get(latency,
                           alone ? GPUOCC_LATENCY_LOADS_NEEDED : GPUOCC_LATENCY_CHAINS_NEEDED, 0,
                           &low, &high) != GPUOCC_OK ||
        high <= now)
        return;
    most = (double)(uint64_t)high;
    text_format(text, "; %.0f %s per thread instead of %g would do", most + (most < high),
                alone ? "independent loads" : "loads in flight", now);
}

/* "needs 43 waves or more, has 32: at most 76 % of the peak; more waves must help; 2 independent
 * loads per thread instead of 1 would do" */
static void add_headline(struct text *text, const gpuocc_latency *latency, const struct mix *mix)
{
    double need = 0, low, high, share, more, most;

    gpuocc_latency_get(latency, GPUOCC_LATENCY_WAVES, 0, &low, &high);
    if (gpuocc_latency_get(latency, GPUOCC_LATENCY_WAVES_NEEDED, 0, &need, NULL) == GPUOCC_OK)
        text_format(text, "needs %.0f wave%s or more, ", need, need > 1 ? "s" : "");
    text_format(text, low == high ? "has %.0f" : "has %.0f to %.0f", low, high);
    if (gpuocc_latency_get(latency, GPUOCC_LATENCY_SHARE_OF_PEAK, GPUOCC_CURVE_UPPER, NULL,
                           &share) == GPUOCC_OK)
        text_format(text, ": at most %.3g %% of the peak", 100 * share);
    if (gpuocc_latency_get(latency, GPUOCC_LATENCY_MORE_WAVES, 0, &more, &most) == GPUOCC_OK &&
        more == most)
        text_add(text, more == GPUOCC_MORE_WAVES_HELP       ? "; more waves must help"
                       : more == GPUOCC_MORE_WAVES_MAY_HELP ? "; more waves may help"
                                                            : "; no wave slot is left");
    add_loads(text, latency, mix);
    text_add_byte(text, '\n');
}

static void print_latency(const gpuocc_latency *l, const struct mix *mix,
                          const struct session *session)
{
    struct text text = {0};

    add_headline(&text, l, mix);
    add_binding(&text, l);
    add_result(&text, l, "share of the peak, upper bound", GPUOCC_LATENCY_SHARE_OF_PEAK,
               GPUOCC_CURVE_UPPER, 100, "%");
    add_result(&text, l, "  expected", GPUOCC_LATENCY_SHARE_OF_PEAK, GPUOCC_CURVE_EXPECTED, 100,
               "%");
    add_result(&text, l, "  lower bound", GPUOCC_LATENCY_SHARE_OF_PEAK, GPUOCC_CURVE_LOWER, 100,
               "%");
    add_result(&text, l, "bytes requested, upper bound", GPUOCC_LATENCY_GB_PER_S,
               GPUOCC_CURVE_UPPER, 1, "GB/s");
    add_result(&text, l, "latency of a wave alone", GPUOCC_LATENCY_WAVE_LATENCY, 0, 1, "cycles");
    add_result(&text, l, "occupancy needed", GPUOCC_LATENCY_OCCUPANCY_NEEDED, 0, 100, "%");
    add_result(&text, l, "loads in flight per core, at most", GPUOCC_LATENCY_LOADS_IN_FLIGHT, 0, 1,
               "loads");
    add_result(&text, l, "bytes in flight per core, at most", GPUOCC_LATENCY_BYTES_IN_FLIGHT, 0, 1,
               "bytes");
    add_concurrency(&text, l);
    if (mix->amounts[MIX_LOADS] > 0) {
        add_result(&text, l, "loads in flight that would do", GPUOCC_LATENCY_CHAINS_NEEDED, 0, 1,
                   "per thread");
        add_result(&text, l, "independent loads that would do", GPUOCC_LATENCY_LOADS_NEEDED, 0, 1,
                   "per thread");
    }
    latency_add_group(&text, l);
    session_add_notes(session, &text, 1);
    latency_add_curve(&text, mix, session);
    out_text(&text);
    text_free(&text);
}

/* Whether a constant that was not given may be `unlimited`: the library is asked. */
static int can_be_unlimited(const struct mix *mix, const struct session *session, uint32_t constant)
{
    uint64_t memory[GPUOCC_LATENCY_BYTES / 8];
    gpuocc_error error = {sizeof error, 0, 0, 0, 0, 0, ""};
    struct mix with = *mix;
    gpuocc_latency *latency;

    if (with.constant_count == OWN_LIST_MOST)
        return 0;
    with.constants[with.constant_count] = constant;
    with.values[with.constant_count++] = GPUOCC_UNLIMITED;
    return latency_make(&with, &session->answer, mix->amounts[MIX_FP32], memory, &latency,
                        &error) != GPUOCC_ERROR_BAD_NUMBER;
}

/* What the message says beside the library's sentence. */
static void explain(struct mix *mix, const struct session *session, const gpuocc_error *error)
{
    const char *name = error->scope == GPUOCC_SCOPE_CONSTANT
                           ? gpuocc_name(GPUOCC_LIST_CONSTANTS, error->field)
                           : NULL;
    char sentence[256];

    gpuocc_error_text(error, mix->status, sentence, sizeof sentence);
    if (mix->status == GPUOCC_ERROR_BAD_NUMBER && name != NULL) /* numbers were looked at before */
        text_format(&mix->message, "--constant %s is \"unlimited\", a number is needed", name);
    else
        text_add(&mix->message, sentence);
    if (mix->status == GPUOCC_NOT_KNOWN && name != NULL &&
        can_be_unlimited(mix, session, error->field))
        text_format(&mix->message, " (--constant %s=NUMBER or %s=unlimited)", name, name);
    else if (mix->status == GPUOCC_NOT_KNOWN && name != NULL)
        text_format(&mix->message, " (--constant %s=NUMBER)", name);
    if (mix->status == GPUOCC_NOT_KNOWN && error->scope == GPUOCC_SCOPE_WORKLOAD)
        text_add(&mix->message, " (--waves N)");
}

static int set_against(struct mix *mix, const struct session *session, void *memory)
{
    gpuocc_error error;
    gpuocc_latency *latency;

    memset(&error, 0, sizeof error);
    error.size = sizeof error;
    mix->status =
        latency_make(mix, &session->answer, mix->amounts[MIX_FP32], memory, &latency, &error);
    if (mix->status == GPUOCC_OK) {
        mix->latency = latency;
        return END_ANSWERED;
    }
    explain(mix, session, &error);
    (void)complain("%s", text_string(&mix->message));
    return END_REFUSED;
}

static int run(struct mix *mix, struct session *session)
{
    uint64_t memory[GPUOCC_LATENCY_BYTES / 8];
    int ending = read_mix(mix);

    if (ending == END_ANSWERED)
        ending = svg_check(mix->svg, session->options.json ? "--json" : NULL);
    if (ending != END_ANSWERED)
        return ending;
    ending = session_answer(session);
    if (ending == END_ANSWERED)
        ending = latency_of_all(mix, session);
    if (ending == END_ANSWERED)
        ending = set_against(mix, session, memory);
    if (ending == END_ANSWERED && mix->svg != NULL && latency_write_svg(mix, session) != 0)
        return END_FAILED;
    if (ending == END_ANSWERED && svg_alone(mix->svg))
        ; /* it was written */
    else if (session->options.json)
        latency_json(mix, session);
    else if (ending == END_ANSWERED)
        print_latency(mix->latency, mix, session);
    return ending == END_ANSWERED ? session_met(session, &session->answer) : ending;
}

int command_latency(int count, char **arguments)
{
    struct own_option own[MIX_COUNT + 5];
    struct session *session;
    struct mix mix;
    int ending;
    uint32_t i;

    memset(&mix, 0, sizeof mix);
    memset(own, 0, sizeof own);
    for (i = 0; i < MIX_COUNT; i++) {
        own[i].name = amounts[i].name;
        own[i].kind = OWN_TEXT;
        own[i].text = &mix.texts[i];
    }
    own[i].name = "svg";
    own[i].kind = OWN_TEXT;
    own[i++].text = &mix.svg;
    own[i].name = "constant";
    own[i].kind = OWN_LIST;
    own[i].text = mix.constant_texts;
    own[i++].number = &mix.constant_count;
    own[i].name = "overlap";
    own[i++].number = &mix.overlap;
    own[i].name = "curve";
    own[i].number = &mix.curve;
    session =
        session_open("latency", ACCEPT_QUESTION | ACCEPT_REQUIRE, own, count, arguments, &ending);
    if (session != NULL)
        ending = run(&mix, session);
    session_close(session);
    text_free(&mix.message);
    return ending;
}
