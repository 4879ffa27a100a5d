/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain --json: writes the kernels, loops and verdicts as JSON.
 */
#include "commands/explain/explain.h"
#include "output/out.h"

#define DIGITS 6

static void start(struct explain *explain)
{
    struct json *json = &explain->json;

    if (explain->headed++)
        return;
    json_open(json, NULL, '{');
    json_head(json, "explain");
    json_string(json, "file", explain->asked.path);
    json_open(json, "kernels", '[');
}

void explain_json_kernel(struct explain *explain)
{
    const gpuocc_kernels_found *kernel = explain->kernel;
    struct json *json = &explain->json;
    struct text sentence = {0};
    unsigned i;

    start(explain);
    json_open(json, NULL, '{');
    json_bytes(json, "name", 4, kernel->name.at, kernel->name.length);
    json_bytes(json, "target", 6, kernel->target.at, kernel->target.length);
    json_question(json, &explain->question);
    json_answer(json, &explain->answer);
    json_open(json, "assumptions", '[');
    for (i = 0; text_clear(&sentence), explain_assumption(explain, i, &sentence); i++)
        json_string(json, NULL, text_string(&sentence));
    json_close(json, ']');
    json_number(json, "code_bytes", kernel->code_bytes);
    json_open(json, "loops", '[');
    text_free(&sentence);
}

void explain_json_kernel_end(struct explain *explain)
{
    static const char *const words[] = {"ok", "stopped", "not_read", "too_complex"};
    struct json *json = &explain->json;
    struct text why = {0};

    json_close(json, ']');
    json_string(json, "code", explain->code_status < 0 ? "no_memory" : words[explain->code_status]);
    if (explain->code_status != GPUOCC_CODE_OK && explain->code_status != GPUOCC_CODE_STOPPED) {
        explain_why_not(explain, &why);
        json_string(json, "code_message", text_string(&why));
    } else {
        json_null(json, "code_message");
    }
    explain_json_no_lines(explain);
    explain_json_global(explain);
    explain_json_conflicts(explain);
    explain_json_locals(explain);
    explain_json_reserved(explain);
    explain_json_lives(explain);
    explain_json_time(explain);
    explain_json_advice(explain);
    text_free(&why);
    json_close(json, '}');
}

static void put_range(struct json *json, const char *name, gpuocc_explain_range range)
{
    if (range.low < 0) {
        json_null(json, name);
        return;
    }
    if (range.low == range.high) {
        json_real(json, name, range.low, DIGITS);
        return;
    }
    json_open(json, name, '{');
    json_real(json, "low", range.low, DIGITS);
    json_real(json, "high", range.high, DIGITS);
    json_close(json, '}');
}

/* Writes the names of what binds, or none if it is not known. */
static void put_binding(struct json *json, const char *name, const gpuocc_verdict *verdict,
                        uint32_t count)
{
    uint32_t i;

    json_open(json, name, '[');
    for (i = 0; i < count; i++)
        json_string(json, NULL, gpuocc_predict_pipe_name(verdict->binding[i]));
    json_close(json, ']');
}

static void put_changes(struct json *json, const gpuocc_verdict *verdict)
{
    const gpuocc_explain_change *change;
    uint32_t i;

    json_open(json, "changes", '[');
    for (i = 0; i < verdict->change_count; i++) {
        change = &verdict->changes[i];
        json_open(json, NULL, '{');
        json_string(json, "change", gpuocc_explain_change_name(change->kind));
        if (change->kind == GPUOCC_EXPLAIN_OCCUPANCY) {
            json_string(json, "field", gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, change->field));
            json_number(json, "now", change->now);
            json_number(json, "then", change->then);
            json_number(json, "waves", change->waves);
        }
        json_real(json, "gain", change->gain, DIGITS);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_verdict(struct explain *explain, uint32_t depth)
{
    struct json *json = &explain->json;
    const gpuocc_verdict *verdict = &explain->verdict;
    const char *pipe;
    uint32_t i;

    if (!explain->judged) {
        json_null(json, "verdict");
        json_string(json, "message", text_string(&explain->message));
        return;
    }
    json_open(json, "verdict", '{');
    put_range(json, "waves", verdict->waves);
    put_range(json, "waves_needed", verdict->waves_needed);
    if (verdict->hidden != GPUOCC_EXPLAIN_HIDDEN_NOT_KNOWN)
        json_string(json, "hidden", gpuocc_explain_hidden_name(verdict->hidden));
    else
        json_null(json, "hidden");
    put_range(json, "wave_latency_cycles", verdict->wave_latency_cycles);
    put_range(json, "share_of_peak_upper", verdict->share_of_peak_upper);
    put_range(json, "share_of_peak_expected", verdict->share_of_peak_expected);
    put_range(json, "gb_per_s_expected", verdict->gb_per_s_expected);
    put_binding(json, "binding", verdict, depth <= 1 ? verdict->binding_count : 0);
    put_binding(json, "binding_alone", verdict, verdict->binding_count);
    json_open(json, "pipes_without_rate", '[');
    for (i = 0; (pipe = explain_pipe(verdict, i)) != NULL; i++)
        json_string(json, NULL, pipe);
    json_close(json, ']');
    json_open(json, "not_in_the_bound", '[');
    for (i = 0; i < GPUOCC_CONSTANT_COUNT; i++)
        if ((verdict->left_out >> i & 1) != 0)
            json_string(json, NULL, gpuocc_name(GPUOCC_LIST_CONSTANTS, i));
    json_close(json, ']');
    put_changes(json, verdict);
    explain_json_rate(explain, verdict->matrix_confidence, verdict->matrix_type);
    json_close(json, '}');
    json_null(json, "message");
}

static void put_flag(struct json *json, const char *name, uint32_t flags, uint32_t flag)
{
    json_token(json, name, (flags >> flag & 1) != 0 ? "true" : "false");
}

static void put_waits(const struct explain *explain, const gpuocc_code_instruction *now,
                      const gpuocc_code_step *step, struct json *json)
{
    uint32_t counter;

    json_open(json, "waits_for", '[');
    for (counter = 0; counter < GPUOCC_CODE_COUNTERS; counter++) {
        if ((now->waits >> counter & 1) == 0)
            continue;
        json_open(json, NULL, '{');
        json_string(json, "counter", explain_counter(explain, counter));
        json_number(json, "leaves", now->leaves[counter]);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_number(json, "loads_in_flight", step->in_flight);
    json_number(json, "loads_waited_for", step->returns);
    json_number(json, "shared_loads_in_flight", step->shared);
    json_number(json, "shared_loads_waited_for", step->shared_returns);
}

static void put_steps(const struct explain *explain, const gpuocc_code_loop *loop,
                      struct json *json)
{
    gpuocc_code_instruction now;
    const gpuocc_code_step *step;
    uint32_t i;

    now.size = sizeof now;
    json_open(json, "waits", '[');
    for (i = 0; i < loop->instructions; i++) {
        step = &loop->steps[i];
        if ((step->returns == 0 && step->shared_returns == 0) ||
            gpuocc_code_decode(&explain->code, step->address, &now) != GPUOCC_CODE_OK)
            continue;
        json_open(json, NULL, '{');
        json_number(json, "address", step->address);
        json_string(json, "mnemonic", explain_name(&now));
        json_number(json, "loads_in_flight", step->in_flight);
        json_number(json, "loads_waited_for", step->returns);
        json_number(json, "shared_loads_in_flight", step->shared);
        json_number(json, "shared_loads_waited_for", step->shared_returns);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void explain_json_access(const gpuocc_code_access *access, struct json *json)
{
    static const char *const patterns[] = {"unknown", "uniform", "linear", "other"};
    const uint32_t pattern = access != NULL ? access->pattern : GPUOCC_CODE_PATTERN_UNKNOWN;

    json_string(json, "pattern", patterns[pattern]);
    if (pattern == GPUOCC_CODE_PATTERN_LINEAR)
        json_real(json, "stride_bytes", access->stride, 10);
    else
        json_null(json, "stride_bytes");
    if (access != NULL && access->sectors != 0)
        json_number(json, "sectors", access->sectors);
    else
        json_null(json, "sectors");
    if (access != NULL && access->passes != 0)
        json_number(json, "passes", access->passes);
    else
        json_null(json, "passes");
}

/* Writes every instruction of the loop (--annotate). */
static void put_instructions(struct explain *explain, const gpuocc_code_loop *loop)
{
    struct json *json = &explain->json;
    gpuocc_code_instruction now;
    const gpuocc_code_step *step = loop->steps, *end = step + loop->instructions;

    if (!explain->asked.annotate) {
        json_null(json, "annotated");
        return;
    }
    now.size = sizeof now;
    json_open(json, "annotated", '[');
    for (; step < end; step++) {
        if (gpuocc_code_decode(&explain->code, step->address, &now) != GPUOCC_CODE_OK)
            break;
        json_open(json, NULL, '{');
        json_number(json, "address", now.address);
        json_string(json, "mnemonic", explain_name(&now));
        json_number(json, "number", explain_number(explain, &now));
        json_string(json, "class", gpuocc_code_class_name(now.kind));
        if (now.second != 0)
            json_string(json, "second_class", gpuocc_code_class_name(now.second));
        else
            json_null(json, "second_class");
        put_flag(json, "guarded", step->flags, GPUOCC_CODE_FLAG_GUARDED);
        put_flag(json, "conditional", step->flags, GPUOCC_CODE_FLAG_CONDITIONAL);
        put_flag(json, "one_address", step->flags, GPUOCC_CODE_FLAG_UNIFORM);
        json_number(json, "bytes_per_thread", now.lane_bytes);
        explain_json_access(explain_access(explain, now.address), json);
        explain_json_line(explain, "source", explain_line(explain, now.address));
        json_number(json, "stall_cycles", now.stall_cycles);
        if (now.counter != GPUOCC_CODE_NONE)
            json_string(json, "sets", explain_counter(explain, now.counter));
        else
            json_null(json, "sets");
        put_waits(explain, &now, step, json);
        if (now.target != GPUOCC_CODE_NONE)
            json_number(json, "branches_to", now.target);
        else
            json_null(json, "branches_to");
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_doubts(const gpuocc_code_loop *loop, struct json *json)
{
    struct text sentence = {0};
    unsigned i;

    json_open(json, "doubts", '[');
    for (i = 0; text_clear(&sentence), explain_doubt(loop, i, &sentence); i++)
        json_string(json, NULL, text_string(&sentence));
    json_close(json, ']');
    text_free(&sentence);
}

/* Writes the verdict as the same paragraph as in the text output. */
static void put_sentence(const struct explain *explain, const gpuocc_code_loop *loop,
                         struct json *json)
{
    struct text sentence = {0};

    if (explain_verdict(explain, loop, &sentence))
        json_string(json, "paragraph", text_string(&sentence));
    else
        json_null(json, "paragraph");
    text_free(&sentence);
}

void explain_json_loop(struct explain *explain, const gpuocc_code_loop *loop)
{
    static const char *const extents[] = {"loop", "waiting_loop", "all"};
    struct json *json = &explain->json;
    uint32_t kind;

    json_open(json, NULL, '{');
    json_string(json, "extent", extents[loop->extent]);
    json_number(json, "first", loop->first);
    json_number(json, "last", loop->last);
    explain_json_sources(explain);
    json_number(json, "depth", loop->depth);
    json_number(json, "loops_inside", loop->loops);
    json_token(json, "partial", loop->partial ? "true" : "false");
    json_number(json, "instructions", loop->instructions);
    json_open(json, "counts", '{');
    for (kind = 0; kind < GPUOCC_CODE_CLASS_COUNT; kind++)
        if (loop->counts[kind] != 0)
            json_number(json, gpuocc_code_class_name(kind), loop->counts[kind]);
    json_close(json, '}');
    json_number(json, "load_bytes", loop->load_bytes);
    json_number(json, "store_bytes", loop->store_bytes);
    json_number(json, "shared_bytes", loop->shared_bytes);
    json_number(json, "copy_bytes", loop->copy_bytes);
    json_number(json, "conditional_loads", loop->conditional_loads);
    json_number(json, "uniform_loads", loop->uniform_loads);
    json_number(json, "stall_cycles", loop->stall_cycles);
    json_number(json, "loads_in_flight", loop->loads_in_flight);
    json_number(json, "bytes_in_flight", loop->bytes_in_flight);
    json_number(json, "most_in_flight", loop->most_in_flight);
    json_number(json, "shared_in_flight", loop->shared_in_flight);
    if (loop->wait_address != GPUOCC_CODE_NONE)
        json_number(json, "wait_address", loop->wait_address);
    else
        json_null(json, "wait_address");
    put_steps(explain, loop, json);
    put_instructions(explain, loop);
    put_doubts(loop, json);
    put_verdict(explain, loop->depth);
    put_sentence(explain, loop, json);
    json_close(json, '}');
}

void explain_json_end(struct explain *explain)
{
    struct json *json = &explain->json;
    const char *sentence;
    unsigned i;

    start(explain);
    json_close(json, ']');
    json_open(json, "not_modelled", '[');
    for (i = 0; (sentence = explain_not_modelled(i)) != NULL; i++)
        json_string(json, NULL, sentence);
    json_close(json, ']');
    json_close(json, '}');
    out_text(&json->text);
    out_bytes("\n", 1);
}
