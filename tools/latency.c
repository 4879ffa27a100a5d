/* SPDX-License-Identifier: MIT
 *
 * gpuocc latency: can the resident waves hide the latency of a mix of instructions.
 */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "options.h"
#include "table.h"

#define MOST_CONSTANTS 64

/* Instructions of one thread and iteration; what follows one another unless --overlap. */
struct mix {
    double loads, stores, fp32, special, matrix; /* counts */
    double load_bytes, in_flight, chains, l1_hit, l2_hit, waves;
    int overlap;
    uint32_t constants[MOST_CONSTANTS];
    double values[MOST_CONSTANTS];
    size_t constant_count;
};

static const struct {
    const char *name;
    size_t offset;
} numbers[] = {
    {"--loads", offsetof(struct mix, loads)},
    {"--stores", offsetof(struct mix, stores)},
    {"--fp32", offsetof(struct mix, fp32)},
    {"--special", offsetof(struct mix, special)},
    {"--matrix", offsetof(struct mix, matrix)},
    {"--load-bytes", offsetof(struct mix, load_bytes)},
    {"--in-flight", offsetof(struct mix, in_flight)},
    {"--chains", offsetof(struct mix, chains)},
    {"--l1-hit", offsetof(struct mix, l1_hit)},
    {"--l2-hit", offsetof(struct mix, l2_hit)},
    {"--waves", offsetof(struct mix, waves)},
};

static int read_double(const char *option, const char *text, double *number)
{
    char *end;

    *number = strtod(text, &end);
    if (end == text || *end != 0 || !(*number >= 0 && *number <= 1e15))
        return complain("option %s: \"%.40s\" is no number that it can have", option, text);
    return 0;
}

static int add_constant(struct mix *mix, const char *text)
{
    const size_t length = strcspn(text, "=");
    double *value = &mix->values[mix->constant_count];

    if (mix->constant_count == MOST_CONSTANTS || text[length] == 0)
        return complain("--constant needs NAME=NUMBER or NAME=unlimited");
    if (gpuocc_number(GPUOCC_LIST_CONSTANTS, text, length, &mix->constants[mix->constant_count]) !=
        GPUOCC_OK)
        return complain("--constant: there is no constant \"%.*s\"", (int)(length % 60), text);
    mix->constant_count++;
    if (strcmp(text + length + 1, "unlimited") != 0)
        return read_double("--constant", text + length + 1, value);
    *value = GPUOCC_UNLIMITED;
    return 0;
}

/* Takes the options of the mix out of the arguments; the others stay for options_read. */
static int read_mix(struct mix *mix, int *count, char **arguments)
{
    int at, kept = 0, status = 0;
    size_t i;

    for (at = 0; at < *count && status == 0; at++) {
        const char *option = arguments[at], *value = at + 1 < *count ? arguments[at + 1] : NULL;

        for (i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
            if (strcmp(option, numbers[i].name) == 0)
                break;
        if (strcmp(option, "--overlap") == 0) {
            mix->overlap = 1;
        } else if (i == sizeof numbers / sizeof numbers[0] && strcmp(option, "--constant") != 0) {
            arguments[kept++] = arguments[at];
        } else if (value == NULL) {
            status = complain("option %s needs a value", option);
        } else {
            status = strcmp(option, "--constant") == 0
                         ? add_constant(mix, value)
                         : read_double(option, value,
                                       (double *)(void *)((char *)mix + numbers[i].offset));
            at++;
        }
    }
    *count = kept;
    return status;
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
    c->chains = mix->chains;
    ++*count;
}

/* Loads first: their index is 0. */
static size_t make_classes(gpuocc_instructions *classes, const struct mix *mix, double wave_size)
{
    const double bytes = wave_size * (mix->load_bytes > 0 ? mix->load_bytes : 4);
    size_t count = 0, i;

    memset(classes, 0, 5 * sizeof *classes);
    add_class(classes, &count, mix, GPUOCC_CLASS_LOAD, 0, mix->loads);
    add_class(classes, &count, mix, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, mix->fp32);
    add_class(classes, &count, mix, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_SPECIAL, mix->special);
    add_class(classes, &count, mix, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_MATRIX, mix->matrix);
    add_class(classes, &count, mix, GPUOCC_CLASS_STORE, 0, mix->stores);
    for (i = 0; i < count; i++) {
        if (classes[i].kind == GPUOCC_CLASS_PIPE)
            continue;
        classes[i].bytes = bytes;
        classes[i].chains = mix->in_flight;
        classes[i].l1_hit = mix->l1_hit;
        classes[i].l2_hit = mix->l2_hit;
    }
    return count;
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

/* "needs 43 waves, has 32: at most 76 % of the peak" */
static void add_headline(struct text *text, const gpuocc_latency *latency)
{
    double need = 0, low, high, share, more, most;

    gpuocc_latency_get(latency, GPUOCC_LATENCY_WAVES, 0, &low, &high);
    if (gpuocc_latency_get(latency, GPUOCC_LATENCY_WAVES_NEEDED, 0, &need, NULL) == GPUOCC_OK)
        text_format(text, "needs %.0f waves or more, ", need);
    text_format(text, low == high ? "has %.0f" : "has %.0f to %.0f", low, high);
    if (gpuocc_latency_get(latency, GPUOCC_LATENCY_SHARE_OF_PEAK, GPUOCC_CURVE_UPPER, NULL,
                           &share) == GPUOCC_OK)
        text_format(text, ": at most %.3g %% of the peak", 100 * share);
    if (gpuocc_latency_get(latency, GPUOCC_LATENCY_MORE_WAVES, 0, &more, &most) == GPUOCC_OK &&
        more == most)
        text_add(text, more == GPUOCC_MORE_WAVES_HELP       ? "; more waves must help"
                       : more == GPUOCC_MORE_WAVES_MAY_HELP ? "; more waves may help"
                                                            : "; no wave slot is left");
    text_add_byte(text, '\n');
}

static void print_latency(const gpuocc_latency *l, const struct mix *mix)
{
    struct text text = {0};

    add_headline(&text, l);
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
               "");
    add_result(&text, l, "bytes in flight per core, at most", GPUOCC_LATENCY_BYTES_IN_FLIGHT, 0, 1,
               "");
    if (mix->loads > 0) {
        add_result(&text, l, "loads in flight that would do", GPUOCC_LATENCY_CHAINS_NEEDED, 0, 1,
                   "per thread");
        add_result(&text, l, "independent loads that would do", GPUOCC_LATENCY_LOADS_NEEDED, 0, 1,
                   "per thread");
    }
    out_text(&text);
    text_free(&text);
}

static int set_against(const struct answer *answer, const struct mix *mix)
{
    uint64_t memory[GPUOCC_LATENCY_BYTES / 8];
    gpuocc_instructions classes[5];
    const gpuocc_occupancy *occupancy = (const gpuocc_occupancy *)(const void *)answer->occupancy;
    const struct value *wave_size = &answer->results[GPUOCC_RESULT_WAVE_SIZE];
    gpuocc_workload workload;
    gpuocc_latency *latency;
    gpuocc_error error;
    char sentence[256];
    int32_t status;
    size_t count;

    memset(&workload, 0, sizeof workload);
    memset(&error, 0, sizeof error);
    workload.size = sizeof workload;
    workload.waves = mix->waves <= 65537 ? (uint32_t)mix->waves : 65537;
    error.size = sizeof error;
    count = make_classes(classes, mix, (double)(value_exact(wave_size) ? wave_size->low : 32));
    if (count == 0)
        return complain("latency needs instructions: --loads, --stores, --fp32, --special, "
                        "--matrix");
    status =
        gpuocc_latency_init(memory, sizeof memory, NULL, occupancy, &workload, classes, count,
                            mix->constants, mix->values, mix->constant_count, &latency, &error);
    if (status == GPUOCC_OK) {
        print_latency(latency, mix);
        return END_ANSWERED;
    }
    gpuocc_error_text(&error, status, sentence, sizeof sentence);
    (void)complain("%s%s", sentence,
                   status == GPUOCC_NOT_KNOWN ? " (--constant NAME=NUMBER or unlimited)" : "");
    return END_REFUSED;
}

static int run(struct options *options, struct lookup *lookup, const struct mix *mix)
{
    struct answer answer;
    struct text name = {0};
    int ending;

    memset(&answer, 0, sizeof answer);
    options_join(options, &name);
    if (options->count != 0) {
        options->question.device = name.data;
        options->question.device_length = name.length;
    }
    answer_question(&answer, lookup, &options->question);
    if (options->json)
        ending = complain("latency has no --json");
    else if (answer.status == GPUOCC_OK)
        ending = set_against(&answer, mix);
    else
        ending = complain("%s", text_string(&answer.message)) != END_FAILED || answer.device_failed
                     ? END_FAILED
                     : END_REFUSED;
    answer_free(&answer);
    text_free(&name);
    return ending;
}

int command_latency(int count, char **arguments)
{
    struct lookup *cache = memory_grow(NULL, sizeof *cache);
    struct options options;
    struct mix mix;
    int ending;

    memset(&mix, 0, sizeof mix);
    memset(&options, 0, sizeof options);
    memset(cache, 0, sizeof *cache);
    ending = read_mix(&mix, &count, arguments);
    if (ending == 0)
        ending = options_read(&options, "latency", ACCEPT_QUESTION, NULL, count, arguments);
    if (ending == 0)
        ending = options.help ? command_help("latency") : run(&options, cache, &mix);
    lookup_free(cache);
    free(cache);
    options_free(&options);
    return ending;
}
