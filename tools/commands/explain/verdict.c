/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: writes the verdict on a loop as a paragraph.
 */
#include "commands/explain/explain.h"

#include <string.h>

static void add_range(struct text *text, double low, double high)
{
    text_format(text, high >= low + 0.5 ? "%.0f to %.0f" : "%.0f", low, high);
}

const char *explain_limit(uint32_t resource)
{
    static const char *const limits[GPUOCC_RESOURCE_COUNT] = {
        [GPUOCC_RESOURCE_DRAM] = "memory bandwidth",
        [GPUOCC_RESOURCE_L2] = "L2 bandwidth",
        [GPUOCC_RESOURCE_L1] = "L1 bandwidth",
        [GPUOCC_RESOURCE_SHARED] = "shared memory bandwidth",
        [GPUOCC_RESOURCE_LOAD_SLOTS] = "outstanding loads",
        [GPUOCC_RESOURCE_FP32] = "FP32 throughput",
        [GPUOCC_RESOURCE_FP64] = "FP64 throughput",
        [GPUOCC_RESOURCE_FP16] = "FP16 throughput",
        [GPUOCC_RESOURCE_INT32] = "integer throughput",
        [GPUOCC_RESOURCE_SPECIAL] = "special function throughput",
        [GPUOCC_RESOURCE_MATRIX] = "matrix throughput",
        [GPUOCC_RESOURCE_PIPE_A] = "vector unit throughput",
        [GPUOCC_RESOURCE_PIPE_B] = "",
        [GPUOCC_RESOURCE_ISSUE] = "instruction issue",
        [GPUOCC_RESOURCE_LATENCY] = "latency",
    };

    return limits[resource];
}

/* Adds what would be faster of a loop whose loads and waves are enough. */
static void add_causes(const struct explain *explain, const gpuocc_code_loop *loop,
                       struct text *text)
{
    const gpuocc_code_access *access;
    int scattered = 0, conflicts = 0;
    uint32_t i;

    for (i = 0; i < loop->instructions; i++) {
        access = explain_access(explain, loop->steps[i].address);
        scattered |= access != NULL && explain_is_scattered(access);
        conflicts |= access != NULL && explain_conflicts(explain, access);
    }
    /* What is given to be so needs no change. */
    scattered = scattered && (explain->asked.share_assumed[SHARE_EFFICIENCY] ||
                              explain->asked.shares[SHARE_EFFICIENCY] < 1);
    conflicts = conflicts && explain->asked.conflicts != 1;
    text_add(text, " Neither more or wider loads in flight nor more waves would make it faster");
    if (scattered || conflicts)
        text_format(text, ", but %s%s%s may (listed below)", scattered ? "fewer sectors" : "",
                    scattered && conflicts ? " or " : "", conflicts ? "fewer bank conflicts" : "");
    text_add_byte(text, '.');
}

static void add_changes(const struct explain *explain, const gpuocc_code_loop *loop,
                        struct text *text)
{
    const gpuocc_verdict *verdict = &explain->verdict;
    const gpuocc_explain_change *change;
    uint32_t i;

    for (i = 0; i < verdict->change_count; i++) {
        change = &verdict->changes[i];
        if (change->kind == GPUOCC_EXPLAIN_OCCUPANCY)
            text_format(text, " %s %lu instead of %lu would admit %llu waves and",
                        gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, change->field),
                        (unsigned long)change->then, (unsigned long)change->now,
                        (unsigned long long)change->waves);
        else if (change->kind == GPUOCC_EXPLAIN_WIDER_LOADS)
            text_add(text, " Loads of 16 bytes, as many in flight, would");
        else
            text_add(text, " Twice the loads in flight would");
        text_format(text, " make it %.3g times as fast.", change->gain);
    }
    if (verdict->change_count == 0)
        add_causes(explain, loop, text);
}

/* Adds "21 to 36 waves hide that, and 48 are resident: the latency is hidden." */
static void add_waves(const gpuocc_verdict *verdict, struct text *text)
{
    static const char *const hidden[] = {"", "is exposed", "may be hidden", "is hidden"};
    const int at_most = explain_pipe(verdict, 0) != NULL;
    const double low = verdict->waves_needed.low, high = verdict->waves_needed.high;

    if (verdict->hidden == GPUOCC_EXPLAIN_HIDDEN_NOT_KNOWN)
        return;
    text_add(text, at_most ? " At most " : " ");
    add_range(text, at_most ? high : low, high);
    text_add(text, low == 1 && high < 1.5 ? " wave hides that, and " : " waves hide that, and ");
    add_range(text, verdict->waves.low, verdict->waves.high);
    text_format(text, " are resident: the latency %s.", hidden[verdict->hidden]);
}

/* Adds "What limits it is not known, because these pipes of the loop have no known rate: shared
 * memory, matrix." */
static void add_pipes(const gpuocc_verdict *verdict, const gpuocc_code_loop *loop,
                      struct text *text)
{
    static const char *const memories[] = {"shared", "local", "tensor"};
    const int single = explain_pipe(verdict, 1) == NULL;
    const char *name;
    uint32_t i, k;

    text_format(text, " What limits it is not known, because %s of the %s %s no known rate:",
                single ? "this pipe" : "these pipes",
                loop->extent == GPUOCC_CODE_ALL ? "code" : "loop", single ? "has" : "have");
    for (i = 0; (name = explain_pipe(verdict, i)) != NULL; i++) {
        text_format(text, "%s %s", i == 0 ? "" : ",", name);
        for (k = 0; k < sizeof memories / sizeof memories[0]; k++)
            if (strcmp(name, memories[k]) == 0)
                text_add(text, " memory");
    }
    text_add_byte(text, '.');
}

/* Adds the bandwidth that the loop asks for. It is the share of the peak only if that is the peak
 * of memory, and the lanes use all that it moves. */
static void add_rate(const struct explain *explain, struct text *text)
{
    const gpuocc_verdict *verdict = &explain->verdict;
    const double rate = verdict->gb_per_s_expected.low, share = verdict->share_of_peak_expected.low;
    double peak = 0, part;

    (void)gpuocc_device_constant(explain->answer.device, GPUOCC_CONSTANT_DRAM_GB_PER_S, 0, &peak,
                                 NULL, NULL);
    part = share * peak;
    if (rate > 0.99 * part && rate < 1.01 * part)
        text_format(text, " (%.4g GB/s)", rate);
    else if (verdict->binding[0] == GPUOCC_RESOURCE_DRAM)
        text_format(text, " (%.4g GB/s of what the lanes ask for)", rate);
    else
        text_format(text, ", with %.4g GB/s of global memory", rate);
}

static void add_bounds(const struct explain *explain, const gpuocc_code_loop *loop,
                       struct text *text)
{
    const gpuocc_verdict *verdict = &explain->verdict;

    if (loop->depth > 1)
        text_add(text, " The loop is inside another one, and how often each of them runs is not "
                       "known, so that what limits the two is not known either. With all waves in "
                       "this loop it would be limited by ");
    else
        text_format(text, " %s is limited by ",
                    loop->extent == GPUOCC_CODE_ALL ? "The code" : "The loop");
    text_add(text, explain_limit(verdict->binding[0]));
    if (verdict->binding_count > 1)
        text_format(text, " or %s", explain_limit(verdict->binding[1]));
    text_format(text, ": at most %.3g %% of the peak", 100 * verdict->share_of_peak_upper.high);
    if (verdict->share_of_peak_expected.low >= 0)
        text_format(text, ", expected %.3g %%", 100 * verdict->share_of_peak_expected.low);
    if (verdict->gb_per_s_expected.low > 0 &&
        (loop->counts[GPUOCC_CODE_LOAD_GLOBAL] | loop->counts[GPUOCC_CODE_LOAD_GENERIC] |
         loop->sized_copies) != 0)
        add_rate(explain, text);
    text_add_byte(text, '.');
}

/* Writes where the rate is from. */
static void find_source(const struct explain *explain, uint32_t type, gpuocc_source *source)
{
    double rate;

    source->size = sizeof *source;
    source->document[0] = 0;
    (void)gpuocc_explain_matrix_rate(explain->answer.device, type, &rate, source);
}

void explain_rate(const struct explain *explain, uint32_t confidence, uint32_t type,
                  struct text *text)
{
    gpuocc_source source;

    if (confidence != GPUOCC_CONFIDENCE_UNVERIFIED)
        return;
    find_source(explain, type, &source);
    text_format(text, " The rate of the %s matrix instructions is not confirmed (%s).",
                gpuocc_code_matrix_name(type), source.document);
}

void explain_json_rate(struct explain *explain, uint32_t confidence, uint32_t type)
{
    struct json *json = &explain->json;
    gpuocc_source source;

    if (confidence == 0) {
        json_null(json, "matrix_confidence");
        json_null(json, "matrix_type");
        json_null(json, "matrix_source");
        return;
    }
    find_source(explain, type, &source);
    json_string(json, "matrix_confidence", gpuocc_name(GPUOCC_LIST_CONFIDENCES, confidence));
    json_string(json, "matrix_type", gpuocc_code_matrix_name(type));
    json_string(json, "matrix_source", source.document);
}

int explain_verdict(const struct explain *explain, const gpuocc_code_loop *loop, struct text *text)
{
    const gpuocc_verdict *verdict = &explain->verdict;

    if (explain->judged) {
        text_format(text, "Verdict: a wave alone takes %s",
                    verdict->has_unknown_latency ? "at least " : "");
        add_range(text, verdict->wave_latency_cycles.low, verdict->wave_latency_cycles.high);
        text_format(text, " cycles for %s.",
                    loop->extent == GPUOCC_CODE_ALL ? "one pass" : "an iteration");
        add_waves(verdict, text);
        if (explain_pipe(verdict, 0) != NULL) {
            add_pipes(verdict, loop, text);
        } else {
            add_bounds(explain, loop, text);
            if (verdict->has_unknown_latency)
                text_add(text, " Waits for operations whose latency is not known are left out.");
            else
                add_changes(explain, loop, text);
            explain_rate(explain, verdict->matrix_confidence, verdict->matrix_type, text);
        }
    } else if (explain->message.length != 0) {
        text_format(text, "No verdict: %s", text_string(&explain->message));
    } else if (loop->extent == GPUOCC_CODE_LOOP) {
        text_format(text,
                    "No verdict of its own: %lu %s inside it, and how often %s in one of its "
                    "iterations is not known; the counts are for one iteration of each",
                    (unsigned long)loop->loops, loop->loops == 1 ? "loop is" : "loops are",
                    loop->loops == 1 ? "it runs" : "they run");
    }
    return text->length != 0;
}
