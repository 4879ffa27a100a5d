/* SPDX-License-Identifier: MIT
 *
 * Writes the shapes as CSV and as JSON.
 */
#include <string.h>

#include "commands/profile/profile.h"
#include "input/csv.h"
#include "output/results.h"

/* The columns before the results, and those behind them. */
static const char before[] =
    "kernel,gpu,profile,calls,time_ns,min_ns,max_ns,share,threads_per_group,registers_per_thread,"
    "accumulators_per_thread,scalar_registers_per_wave,grf_count,shared_bytes,dynamic_shared_bytes,"
    "barriers_per_group,groups_per_cluster,grid_groups,profiler_percent,profiler_achieved_percent,"
    "because,";
static const char behind[] = ",percent_with_grid,tail_ns,next_step,setting\n";

void profile_csv_start(struct profile *profile)
{
    struct text *line = &profile->line;
    size_t i;

    text_clear(line);
    text_add(line, before);
    for (i = 0; i < result_columns(); i++)
        text_format(line, "%s%s", i != 0 ? "," : "", result_column(i));
    text_add(line, behind);
    out_text(line);
}

static void add_field(struct profile *profile, uint32_t field)
{
    const struct question *question = &profile->question;
    struct text *line = &profile->line;
    uint32_t word, i;

    memcpy(&word, (const char *)&question->kernel + field * sizeof word, sizeof word);
    if (word == GPUOCC_UNKNOWN)
        text_add(line, "unknown");
    else if (word != 0)
        text_add_number(line, word == GPUOCC_ZERO ? 0 : word);
    for (i = 0; i < question->ranges; i++)
        if (question->uppers[i].field == field)
            text_format(line, "..%lu", (unsigned long)question->uppers[i].value);
    text_add_byte(line, ',');
}

/* Adds a percentage, "57.1" or "50..57.1", nothing if there is none. */
static void add_percent(struct text *line, uint32_t low, uint32_t high)
{
    if (low != GPUOCC_RUNS_NO_PERCENT)
        text_format(line, "%.6g", low / 1000.0);
    if (low != high)
        text_format(line, "..%.6g", high / 1000.0);
}

static void add_said(const struct profile *profile, struct text *line)
{
    const gpuocc_runs_shape *shape = profile->row.shape;

    if (shape->estimated_low != GPUOCC_RUNS_NO_PERCENT)
        add_percent(line, shape->estimated_low, shape->estimated_high);
    else
        add_percent(line, shape->theoretical_low, shape->theoretical_high);
    text_add_byte(line, ',');
    if (shape->achieved_count != 0)
        text_format(line, "%.6g",
                    (double)shape->achieved_sum / (double)shape->achieved_count / 1000);
    text_format(line, ",%s,",
                profile->row.because != BECAUSE_NONE ? because_name(profile->row.because) : "");
}

const char *profile_gpu_name(const gpuocc_runs_device *gpu)
{
    return gpu->name.length != 0 ? gpu->name.at : gpu->architecture.at;
}

/* Adds the numbers of the shape, each with a comma behind it. */
static void add_shape(struct profile *profile, struct text *line)
{
    static const uint32_t fields[] = {GPUOCC_KERNEL_THREADS_PER_GROUP,
                                      GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                                      GPUOCC_KERNEL_ACCUMULATORS_PER_THREAD,
                                      GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE,
                                      GPUOCC_KERNEL_GRF_COUNT,
                                      GPUOCC_KERNEL_SHARED_BYTES,
                                      GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES,
                                      GPUOCC_KERNEL_BARRIERS_PER_GROUP,
                                      GPUOCC_KERNEL_GROUPS_PER_CLUSTER};
    const gpuocc_runs_shape *shape = profile->row.shape;
    size_t i;

    text_format(line, ",%s,%llu,", gpuocc_runs_format_name(shape->key.format),
                (unsigned long long)shape->calls);
    if (shape->timed != 0)
        text_format(line, "%llu,%llu,%llu", (unsigned long long)shape->time_ns,
                    (unsigned long long)shape->least_ns, (unsigned long long)shape->most_ns);
    else
        text_add(line, ",,");
    text_add_byte(line, ',');
    if (profile->whole_ns != 0)
        text_format(line, "%.6g", 100 * (double)shape->time_ns / (double)profile->whole_ns);
    text_add_byte(line, ',');
    for (i = 0; i < sizeof fields / sizeof fields[0]; i++)
        add_field(profile, fields[i]);
    if (profile->question.grid_given == GIVEN_NUMBER)
        text_add_number(line, profile->question.grid_groups);
    else if (profile->question.grid_given == GIVEN_UNKNOWN)
        text_add(line, "unknown");
    text_add_byte(line, ',');
    add_said(profile, line);
}

void profile_csv_row(struct profile *profile)
{
    const struct row *row = &profile->row;
    struct text *line = &profile->line;
    const char *gpu = profile_gpu_name(profile_gpu(profile));

    text_clear(line);
    text_clear(&profile->message);
    profile_name(profile, &profile->message);
    csv_put(line, text_string(&profile->message), profile->message.length);
    text_add_byte(line, ',');
    csv_put(line, gpu, strlen(gpu));
    add_shape(profile, line);
    results_csv(&profile->answer, line);
    text_add_byte(line, ',');
    add_percent(line, row->weight.spread_low, row->weight.spread_high);
    text_add_byte(line, ',');
    if (!row->weight.rounds_unknown)
        text_add_number(line, row->weight.tail_ns);
    text_add_byte(line, ',');
    csv_put(line, text_string(&row->next), row->next.length);
    text_add_byte(line, ',');
    csv_put(line, text_string(&row->setting), row->setting.length);
    text_add_byte(line, '\n');
    out_text(line);
}

void json_percent_of(struct json *json, const char *name, uint32_t low, uint32_t high)
{
    if (low == GPUOCC_RUNS_NO_PERCENT) {
        json_null(json, name);
    } else if (low == high) {
        json_real(json, name, low / 1000.0, 6);
    } else {
        json_open(json, name, '{');
        json_real(json, "low", low / 1000.0, 6);
        json_real(json, "high", high / 1000.0, 6);
        json_close(json, '}');
    }
}

static void put_bytes(struct json *json, const char *name, const char *bytes, size_t length)
{
    if (length != 0)
        json_bytes(json, name, strlen(name), bytes, length);
    else
        json_null(json, name);
}

static void put_text(struct json *json, const char *name, const struct text *text)
{
    put_bytes(json, name, text->data, text->length);
}

static void put_gpu(struct json *json, const gpuocc_runs_device *gpu)
{
    json_open(json, "gpu", '{');
    put_bytes(json, "name", gpu->name.at, gpu->name.length);
    put_bytes(json, "architecture", gpu->architecture.at, gpu->architecture.length);
    if (gpu->cores != GPUOCC_UNKNOWN)
        json_number(json, "cores", gpu->cores);
    else
        json_null(json, "cores");
    json_close(json, '}');
}

static void put_missing(struct json *json, uint32_t missing)
{
    uint32_t i;

    json_open(json, "missing", '[');
    for (i = 0; i < GPUOCC_RUNS_FIELD_COUNT; i++)
        if ((missing >> i & 1) != 0)
            json_string(json, NULL, gpuocc_runs_field_name(i));
    json_close(json, ']');
}

static void put_reported(struct profile *profile, struct json *json)
{
    const gpuocc_runs_shape *shape = profile->row.shape;

    json_open(json, "reported", '{');
    json_percent_of(json, "estimated_percent", shape->estimated_low, shape->estimated_high);
    json_percent_of(json, "theoretical_percent", shape->theoretical_low, shape->theoretical_high);
    if (shape->achieved_count != 0)
        json_real(json, "achieved_percent",
                  (double)shape->achieved_sum / (double)shape->achieved_count / 1000, 6);
    else
        json_null(json, "achieved_percent");
    if (profile->row.because != BECAUSE_NONE) {
        text_clear(&profile->message);
        because_text(profile, &profile->message);
        json_string(json, "because", because_name(profile->row.because));
        json_string(json, "explanation", text_string(&profile->message));
    } else {
        json_null(json, "because");
        json_null(json, "explanation");
    }
    json_close(json, '}');
}

void profile_json_start(struct profile *profile)
{
    struct json *json = &profile->json;

    json_open(json, NULL, '{');
    json_head(json, "profile");
    json_open(json, "rows", '[');
    text_add_byte(&json->text, '\n');
    out_text(&json->text);
    text_clear(&json->text);
    json->comma = 0;
}

static void put_shape(struct profile *profile, struct json *json)
{
    const gpuocc_runs_shape *shape = profile->row.shape;

    text_clear(&profile->message);
    profile_name(profile, &profile->message);
    put_text(json, "name", &profile->message);
    json_string(json, "profile", gpuocc_runs_format_name(shape->key.format));
    put_gpu(json, profile_gpu(profile));
    json_number(json, "calls", shape->calls);
    if (shape->timed != 0) {
        json_number(json, "time_ns", shape->time_ns);
        json_number(json, "min_ns", shape->least_ns);
        json_number(json, "max_ns", shape->most_ns);
    } else {
        json_null(json, "time_ns");
        json_null(json, "min_ns");
        json_null(json, "max_ns");
    }
    json_real(json, "share",
              profile->whole_ns != 0 ? 100 * (double)shape->time_ns / (double)profile->whole_ns : 0,
              6);
    put_missing(json, shape->key.missing);
    json_string(json, "joined",
                profile->row.binary != NULL ? "yes"
                : profile->row.ambiguous    ? "ambiguous"
                                            : "no");
}

/* Writes a number, or null if it is unknown. */
static void put_unless(struct json *json, const char *name, uint32_t unknown,
                       uint64_t number)
{
    if (unknown)
        json_null(json, name);
    else
        json_number(json, name, number);
}

/* Writes what the rounds mean, null where those of no shape are known. */
static void put_rounds(struct json *json, const gpuocc_runs_sums *sums)
{
    const uint32_t none = sums->rounds_unknown_shapes == sums->shapes;

    put_unless(json, "tail_ns", none, sums->tail_ns);
    put_unless(json, "less_than_one_round_launches", none, sums->partial_calls);
    put_unless(json, "less_than_one_round_ns", none, sums->partial_ns);
    json_number(json, "rounds_unknown_launches", sums->rounds_unknown_calls);
    json_number(json, "rounds_unknown_ns", sums->rounds_unknown_ns);
    json_number(json, "perhaps_less_than_one_round_ns",
                profile_plus(sums->partial_ns, sums->partial_unknown_ns));
}

void profile_json_row(struct profile *profile)
{
    struct json *json = &profile->json;
    const struct row *row = &profile->row;

    text_clear(&json->text);
    json_open(json, NULL, '{');
    put_shape(profile, json);
    json_question(json, &profile->question);
    json_answer(json, &profile->answer);
    json_percent_of(json, "percent_with_grid", row->weight.spread_low, row->weight.spread_high);
    put_reported(profile, json);
    put_unless(json, "tail_ns", row->weight.rounds_unknown, row->weight.tail_ns);
    json_token(json, "less_than_one_round",
               row->weight.partial_unknown ? "null"
               : row->weight.partial       ? "true"
                                           : "false");
    put_text(json, "next_step", &row->next);
    put_text(json, "setting", &row->setting);
    json_close(json, '}');
    text_add_byte(&json->text, '\n');
    out_text(&json->text);
}

static void put_average(struct json *json, const char *name, double low, double high, uint64_t ns)
{
    if (ns == 0)
        json_null(json, name);
    else
        json_percent_of(json, name, (uint32_t)(low / (double)ns + 0.5),
                        (uint32_t)(high / (double)ns + 0.5));
}

static void put_because(const struct profile *profile, struct json *json)
{
    int i;

    json_open(json, "because", '{');
    for (i = BECAUSE_NONE + 1; i < BECAUSE_COUNT; i++) {
        json_open(json, because_name((enum because)i), '{');
        json_number(json, "shapes", profile->because[i].shapes);
        json_number(json, "time_ns", profile->because[i].time_ns);
        json_close(json, '}');
    }
    json_close(json, '}');
}

static void put_limiters(struct json *json, const gpuocc_runs_limits *limits)
{
    struct value set = {.state = VALUE_KNOWN};
    size_t i;

    json_open(json, "limiters", '[');
    for (i = 0; i < limits->count; i++) {
        set.low = set.high = limits->at[i].set;
        json_open(json, NULL, '{');
        json_set(json, "limiters", GPUOCC_LIST_LIMITS, &set);
        json_number(json, "time_ns", limits->at[i].time_ns);
        json_number(json, "shapes", limits->at[i].shapes);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_impossible(struct json *json, const gpuocc_runs_sums *sums)
{
    json_open(json, "no_group_fits", '{');
    json_number(json, "launches", sums->impossible_calls);
    json_number(json, "shapes", sums->impossible_shapes);
    json_number(json, "time_ns", sums->impossible_ns);
    put_limiters(json, &sums->impossible);
    json_close(json, '}');
}

/* Writes which GPUs of the profiles are answered by their architecture. */
static void put_stand_ins(struct profile *profile, struct json *json)
{
    const gpuocc_runs_device *gpu;
    const char *architecture;
    uint32_t i;

    json_open(json, "answered_by_architecture", '[');
    for (i = 0; i < profile->all.gpu_count; i++) {
        gpu = &profile->all.gpus[i];
        architecture = profile_stand_in(profile, gpu);
        if (architecture == NULL)
            continue;
        json_open(json, NULL, '{');
        put_bytes(json, "name", gpu->name.at, gpu->name.length);
        json_string(json, "architecture", architecture);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_different(const struct profile *profile, struct json *json)
{
    const gpuocc_runs_different *different = &profile->different;
    const gpuocc_runs_shape *shape = different->shape;

    if (different->file == NULL) {
        json_null(json, "most_different_file");
        return;
    }
    json_open(json, "most_different_file", '{');
    json_string(json, "path", different->file->path);
    json_number(json, "difference_ns", different->difference_ns);
    json_bytes(json, "kernel", 6, shape->name.at, shape->name.length);
    if (shape->key.grid != GPUOCC_RUNS_NO_NUMBER)
        json_number(json, "grid_groups", shape->key.grid);
    else
        json_null(json, "grid_groups");
    json_number(json, "time_ns", different->time_ns);
    json_number(json, "average_ns", different->average_ns);
    json_close(json, '}');
}

void profile_json_said(struct profile *profile)
{
    struct json *json = &profile->json;
    const char *sentence;
    size_t at = 0;
    int warns;

    json_open(json, "warnings", '[');
    while ((sentence = said_next(&profile->said, &at, &warns)) != NULL) {
        json_open(json, NULL, '{');
        json_string(json, "kind", warns ? "warning" : "note");
        json_string(json, "text", sentence);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void profile_json_end(struct profile *profile)
{
    struct json *json = &profile->json;
    const gpuocc_runs_sums *sums = &profile->sums;
    size_t i;

    text_clear(&json->text);
    json->comma = 0;
    text_add(&json->text, "],\"sums\":");
    json_open(json, NULL, '{');
    json_number(json, "launches", sums->calls);
    json_number(json, "shapes", sums->shapes);
    json_number(json, "time_ns", sums->time_ns);
    json_number(json, "answered_ns", sums->answered_ns);
    json_number(json, "refused_shapes", sums->refused);
    json_number(json, "refused_ns", sums->refused_ns);
    put_average(json, "percent", sums->weighted_low, sums->weighted_high, sums->answered_ns);
    put_average(json, "percent_with_grid", sums->spread_low, sums->spread_high, sums->spread_ns);
    put_average(json, "profiler_percent", sums->said, sums->said, sums->said_ns);
    json_number(json, "below_25_percent_ns", sums->quarter_low_ns);
    json_number(json, "perhaps_below_25_percent_ns", sums->quarter_high_ns);
    put_rounds(json, sums);
    put_limiters(json, &sums->limits);
    put_impossible(json, sums);
    put_because(profile, json);
    json_open(json, "files", '[');
    for (i = 0; i < profile->all.file_count; i++) {
        const gpuocc_runs_file_sums *file = &profile->all.files[i];

        json_open(json, NULL, '{');
        json_string(json, "path", file->path);
        json_number(json, "launches", file->launches);
        json_number(json, "time_ns", file->time_ns);
        json_close(json, '}');
    }
    json_close(json, ']');
    put_different(profile, json);
    put_stand_ins(profile, json);
    json_token(json, "barriers_unknown", profile->bounds ? "true" : "false");
    json_number(json, "left_out_shapes", profile->left_out);
    json_number(json, "left_out_ns", profile->left_out_ns);
    json_close(json, '}');
    profile_json_said(profile);
    text_add(&json->text, "}\n");
    out_text(&json->text);
}
