/* SPDX-License-Identifier: MIT
 *
 * gpuocc latency: whether the resident waves can hide the latency of a mix of instructions.
 */
#include "commands/latency.h"

#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "output/svg.h"

/* Each amount's option as written and as looked up, and its valid range. */
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

/* Reads a constant, which must be above 0 with these exceptions. */
static int read_value(const char *option, const char *text, uint32_t constant, double *value)
{
    static const struct bounds usual = {1e-12, 1e15, 0, 0, 0}, turnaround = {0, 1e15, 0, 0, 0},
                               partitions = {1, 1024, 0, 1, 0}, loads = {1, 1e15, 0, 0, 0},
                               share = {1e-12, 1, 0, 0, 0}, memory = {1, 3, 0, 1, 0};
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

/* Reads a count of instructions, which may be 0, but not so small that the model rounds it away. */
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
    gpuocc_error error = {sizeof error, 0, 0, 0, 0, 0, ""};
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
    gpuocc_error error;

    memset(&error, 0, sizeof error);
    error.size = sizeof error;
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

static int run(struct mix *mix, struct session *session)
{
    gpuocc_latency latency;
    int ending = read_mix(mix);

    if (ending == END_ANSWERED)
        ending = svg_check(mix->svg, session->options.json ? "--json" : NULL);
    if (ending != END_ANSWERED)
        return ending;
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
        latency_print(mix, session);
    return ending == END_ANSWERED ? session_met(session, &session->answer) : ending;
}

int command_latency(int count, char **arguments)
{
    struct own_option own[MIX_COUNT + 6];
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
    own[i].name = "one_pass";
    own[i++].number = &mix.one_pass;
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
