/* SPDX-License-Identifier: MIT
 *
 * Prints the shapes as a table for people, and the sums below it.
 */
#include <string.h>

#include "commands/profile/profile.h"
#include "output/demangle.h"
#include "output/markdown.h"
#include "output/results.h"
#include "output/visible.h"

/* A comment on GitHub has at most 65,536 characters. */
#define MARKDOWN_MOST 60000u

void text_add_time(struct text *text, uint64_t ns)
{
    text_format(text, ns < 10000000 ? "%.4f ms" : "%.1f ms", (double)ns / 1e6);
}

uint64_t profile_plus(uint64_t a, uint64_t b)
{
    return a < UINT64_MAX - b ? a + b : UINT64_MAX;
}

void profile_add_launches(struct text *text, uint64_t launches, uint64_t shapes)
{
    text_add_count(text, launches, "launch of ", "launches of ");
    text_add_count(text, shapes, "shape", "shapes");
}

void text_add_thousandths(struct text *text, uint32_t low, uint32_t high)
{
    if (low == GPUOCC_RUNS_NO_PERCENT)
        return;
    text_format(text, "%.3g", low / 1000.0);
    if (high != low)
        text_format(text, " to %.3g", high / 1000.0);
}

void profile_name(const struct profile *profile, struct text *text)
{
    const gpuocc_runs_shape *shape = profile->row.shape;
    const char *name = shape->name.at;

    if (profile->asked.demangle)
        text_add_demangled(text, name, shape->name.length);
    else
        text_add_bytes(text, name, shape->name.length);
}

/* Adds "57 %", and nothing if there is no whole. */
static void add_share(struct text *text, uint64_t part, uint64_t whole)
{
    if (whole != 0)
        text_format(text, "%.1f %%", 100 * (double)part / (double)whole);
}

/* Adds how full the last round is, which is neither empty nor full. */
static void add_last(struct text *text, double percent)
{
    if (percent < 1)
        text_add(text, ", last below 1 %");
    else if (percent >= 99.5)
        text_add(text, ", last above 99 %");
    else
        text_format(text, ", last %.0f %%", percent);
}

/* Adds which part of a round a small grid is: "0.5 of one", of a range "0.001 to 0.03 of one". */
static void add_partial(struct text *text, double grid, const struct value *at_once)
{
    if (!value_exact(at_once))
        text_format(text, "%.2g to ", grid / (double)at_once->high);
    text_format(text, "%.2g of one", grid / (double)at_once->low);
}

void profile_rounds(const struct profile *profile, struct text *text)
{
    const struct answer *answer = &profile->answer;
    const struct value *at_once = &answer->results[GPUOCC_RESULT_GROUPS_PER_DEVICE];
    const uint64_t grid = profile->question.grid_groups;

    if (answer->status < 0 || answer->rounds.state != VALUE_KNOWN)
        return;
    if (!value_exact(&answer->rounds)) {
        text_add_value(text, &answer->rounds, "");
    } else if (profile->row.weight.partial) {
        add_partial(text, (double)grid, at_once);
    } else {
        text_add_number(text, answer->rounds.low);
        if (value_exact(at_once) && grid % at_once->low != 0)
            add_last(text, 100 * (double)(grid % at_once->low) / (double)at_once->low);
    }
}

static void add_amount(struct text *text, uint32_t amount)
{
    if (amount == GPUOCC_UNKNOWN)
        text_add(text, "?");
    else
        text_add_number(text, amount == GPUOCC_ZERO ? 0 : amount);
}

static void add_registers(const struct profile *profile, struct text *text)
{
    const gpuocc_kernel *kernel = &profile->question.kernel;

    add_amount(text, kernel->grf_count != 0 ? kernel->grf_count : kernel->registers_per_thread);
    if (kernel->accumulators_per_thread != 0 && kernel->accumulators_per_thread != GPUOCC_ZERO) {
        text_add(text, "+");
        add_amount(text, kernel->accumulators_per_thread);
    }
}

static void add_bytes(const struct profile *profile, struct text *text)
{
    const gpuocc_kernel *kernel = &profile->question.kernel;
    const uint32_t fixed = kernel->shared_bytes, dynamic = kernel->dynamic_shared_bytes;
    gpuocc_kernel upper;

    question_upper(&profile->question, &upper);
    if (fixed == GPUOCC_UNKNOWN || dynamic == GPUOCC_UNKNOWN) {
        add_amount(text, fixed == GPUOCC_UNKNOWN ? dynamic : fixed);
        text_add(text, fixed == dynamic ? "" : "+?");
        return;
    }
    text_add_number(text, (fixed == GPUOCC_ZERO ? 0 : fixed) +
                              (uint64_t)(dynamic == GPUOCC_ZERO ? 0 : dynamic));
    if (profile->question.ranges != 0)
        text_format(
            text, " to %llu",
            (unsigned long long)(upper.shared_bytes == GPUOCC_ZERO ? 0 : upper.shared_bytes) +
                (upper.dynamic_shared_bytes == GPUOCC_ZERO ? 0 : upper.dynamic_shared_bytes));
}

static void add_said(const struct profile *profile, struct text *text)
{
    const gpuocc_runs_shape *shape = profile->row.shape;

    if (shape->estimated_low != GPUOCC_RUNS_NO_PERCENT)
        text_add_thousandths(text, shape->estimated_low, shape->estimated_high);
    else
        text_add_thousandths(text, shape->theoretical_low, shape->theoretical_high);
    if (text->length != 0)
        text_add(text, " %");
}

static void add_occupancy(const struct profile *profile, struct text *text)
{
    if (profile->answer.status < 0)
        text_add(text, text_string(&profile->answer.message));
    else
        text_add_waves(text, &profile->answer);
}

static void add_next(const struct profile *profile, struct text *text)
{
    const struct row *row = &profile->row;

    text_add(text, text_string(&row->next));
    if (row->setting.length != 0)
        text_format(text, "%s%s", row->next.length != 0 ? "; " : "", text_string(&row->setting));
}

void profile_find_speaker(struct profile *profile)
{
    size_t i;

    for (i = 0; i < profile->all.shape_count; i++) {
        profile->says |= profile->all.shapes[i].estimated_low != GPUOCC_RUNS_NO_PERCENT ? 1u : 0;
        if (profile->all.shapes[i].theoretical_low != GPUOCC_RUNS_NO_PERCENT)
            profile->says |= profile->all.shapes[i].key.format == GPUOCC_RUNS_XLA ? 4u : 2u;
    }
}

/* Returns who says a percentage. */
static const char *speaker(const struct profile *profile)
{
    static const char *const speakers[] = {"nobody", "PyTorch", "ncu", "the profiler", "XLA"};

    return speakers[profile->says < 5 ? profile->says : 3];
}

static void add_time(const struct profile *profile, struct text *text)
{
    if (profile->row.shape->timed != 0)
        text_add_time(text, profile->row.shape->time_ns);
}

static void add_time_share(const struct profile *profile, struct text *text)
{
    add_share(text, profile->row.shape->time_ns, profile->whole_ns);
}

static void add_calls(const struct profile *profile, struct text *text)
{
    text_add_number(text, profile->row.shape->calls);
}

static void add_group(const struct profile *profile, struct text *text)
{
    add_amount(text, profile->question.kernel.threads_per_group);
}

static void add_grid(const struct profile *profile, struct text *text)
{
    if (profile->question.grid_given == GIVEN_NUMBER)
        text_add_number(text, profile->question.grid_groups);
    else
        text_add(text, "?");
}

static void add_limiters(const struct profile *profile, struct text *text)
{
    text_add_set(text, GPUOCC_LIST_LIMITS, profile->answer.results[GPUOCC_RESULT_LIMITERS].high,
                 ", ");
}

/* The columns. */
static const struct {
    const char *head;
    enum table_side side;
    void (*add)(const struct profile *, struct text *);
} cells[CELL_COUNT] = {
    [CELL_TIME] = {"time", TABLE_RIGHT, add_time},
    [CELL_SHARE] = {"share", TABLE_RIGHT, add_time_share},
    [CELL_CALLS] = {"calls", TABLE_RIGHT, add_calls},
    [CELL_NAME] = {"kernel", TABLE_NAME, profile_name},
    [CELL_GROUP] = {"group", TABLE_RIGHT, add_group},
    [CELL_REGISTERS] = {"registers", TABLE_RIGHT, add_registers},
    [CELL_SHARED] = {"shared", TABLE_RIGHT, add_bytes},
    [CELL_GRID] = {"grid", TABLE_RIGHT, add_grid},
    [CELL_OCCUPANCY] = {"occupancy", TABLE_LEFT, add_occupancy},
    [CELL_LIMITERS] = {"limited by", TABLE_LEFT, add_limiters},
    [CELL_ROUNDS] = {"rounds", TABLE_LEFT, profile_rounds},
    [CELL_SAID] = {NULL, TABLE_LEFT, add_said},
    [CELL_NEXT] = {"next step", TABLE_LEFT, add_next},
};

const char *profile_cell(const struct profile *profile, enum cell cell, struct text *text)
{
    text_clear(text);
    cells[cell].add(profile, text);
    return cells[cell].head != NULL ? cells[cell].head : speaker(profile);
}

/* Whether a column is printed: that of the profiler only if it says a percentage. */
static int is_shown(const struct profile *profile, size_t column)
{
    return column != CELL_SAID || profile->says != 0;
}

void profile_print_start(struct profile *profile)
{
    size_t i;

    for (i = 0; i < CELL_COUNT; i++)
        if (is_shown(profile, i))
            table_column(&profile->table, cells[i].side);
    for (i = 0; i < CELL_COUNT; i++)
        if (is_shown(profile, i))
            table_string(&profile->table, cells[i].head != NULL ? cells[i].head : speaker(profile));
}

void profile_print_row(struct profile *profile)
{
    size_t i;

    for (i = 0; i < CELL_COUNT; i++) {
        if (!is_shown(profile, i))
            continue;
        (void)profile_cell(profile, (enum cell)i, &profile->line);
        table_cell(&profile->table, text_string(&profile->line), profile->line.length);
    }
}

/* Adds a line of the sums: "- " and the sentence in Markdown. */
static void start_line(const struct profile *profile, struct text *text)
{
    if (profile->asked.format == PROFILE_MARKDOWN)
        text_add(text, "* ");
}

static void add_part(struct text *text, uint64_t part, uint64_t whole)
{
    text_add_time(text, part);
    if (whole != 0) {
        text_add(text, " (");
        add_share(text, part, whole);
        text_add(text, ")");
    }
}

static void print_averages(struct profile *profile, struct text *text)
{
    const gpuocc_runs_sums *sums = &profile->sums;
    const double time = (double)sums->answered_ns, spread_time = (double)sums->spread_ns;

    start_line(profile, text);
    profile_add_launches(text, sums->calls, sums->shapes);
    text_add(text, ", ");
    text_add_time(text, sums->time_ns);
    text_add(text, sums->timed == sums->calls ? "" : ", not all of them with a time");
    text_add(text, ".\n");
    if (sums->answered_ns != 0) {
        start_line(profile, text);
        text_add(text, "Occupancy by time: ");
        text_add_thousandths(text, (uint32_t)(sums->weighted_low / time + 0.5),
                             (uint32_t)(sums->weighted_high / time + 0.5));
        text_add(text, " %");
        if (sums->spread_ns != 0) {
            text_add(text, "; with grids that do not fill the GPU ");
            text_add_thousandths(text, (uint32_t)(sums->spread_low / spread_time + 0.5),
                                 (uint32_t)(sums->spread_high / spread_time + 0.5));
            text_add(text, " %");
        }
        if (sums->said_ns != 0)
            text_format(text, "; %s says %.3g %%", speaker(profile),
                        sums->said / (double)sums->said_ns / 1000);
        text_add(text, ".\n");
    }
    if (sums->refused != 0) {
        start_line(profile, text);
        text_add(text, "Without an answer: ");
        text_add_count(text, sums->refused, "shape, ", "shapes, ");
        add_part(text, sums->refused_ns, sums->time_ns);
        text_add(text, ".\n");
    }
}

static void print_different(struct profile *profile, struct text *text)
{
    const gpuocc_runs_different *different = &profile->different;
    const char *path;

    if (different->file == NULL)
        return;
    path = different->file->path;
    start_line(profile, text);
    text_add_visible(text, path, strlen(path));
    text_add(text, " differs most from the average of the files: by ");
    text_add_time(text, different->difference_ns);
    text_add(text, " over all shapes, most with ");
    text_add_quoted(text, different->shape->name.at, different->shape->name.length);
    text_add(text, ", ");
    text_add_time(text, different->time_ns);
    text_add(text, " instead of ");
    text_add_time(text, different->average_ns);
    text_add(text, ".\n");
}

/* Adds the fastest and the slowest of several files, and the most different one. */
static void print_files(struct profile *profile, struct text *text)
{
    const gpuocc_runs_contents *all = &profile->all;
    const gpuocc_runs_file_sums *least = all->files, *most = all->files, *file;
    size_t i;

    if (all->file_count < 2)
        return;
    for (i = 0; i < all->file_count; i++) {
        file = &all->files[i];
        least = file->time_ns < least->time_ns ? file : least;
        most = file->time_ns > most->time_ns ? file : most;
    }
    start_line(profile, text);
    text_format(text, "%llu files, from ", (unsigned long long)all->file_count);
    text_add_time(text, least->time_ns);
    text_add(text, " (");
    text_add_visible(text, least->path, strlen(least->path));
    text_add(text, ") to ");
    text_add_time(text, most->time_ns);
    text_add(text, " (");
    text_add_visible(text, most->path, strlen(most->path));
    text_add(text, ").\n");
    print_different(profile, text);
}

static void add_limits(struct text *text, const gpuocc_runs_limits *limits, uint64_t whole)
{
    size_t i;

    for (i = 0; i < limits->count; i++) {
        text_add(text, i != 0 ? ", " : "");
        text_add_set(text, GPUOCC_LIST_LIMITS, limits->at[i].set, " or ");
        text_add_byte(text, ' ');
        add_part(text, limits->at[i].time_ns, whole);
    }
}

static void print_limiters(struct profile *profile, struct text *text)
{
    const gpuocc_runs_sums *sums = &profile->sums;

    if (sums->limits.count == 0)
        return;
    start_line(profile, text);
    text_add(text, "Time by limiter: ");
    add_limits(text, &sums->limits, sums->time_ns);
    text_add(text, ".\n");
    if (sums->impossible.count == 0)
        return;
    start_line(profile, text);
    text_add(text, "No group fits on a core, which counts as 0 %: ");
    profile_add_launches(text, sums->impossible_calls, sums->impossible_shapes);
    text_add(text, ", by limiter ");
    add_limits(text, &sums->impossible, sums->time_ns);
    text_add(text, ".\n");
}

/* Adds launches of which something is not known: "; not known for 2 launches of 1 shape, 3 ms". */
static void add_unknown(const struct profile *profile, struct text *text, uint64_t launches,
                        uint64_t shapes, uint64_t ns)
{
    if (shapes == 0)
        return;
    text_add(text, "; not known for ");
    profile_add_launches(text, launches, shapes);
    text_add(text, ", ");
    add_part(text, ns, profile->sums.time_ns);
}

/* Adds what the rounds mean, as far as they are known. */
static void print_rounds(const struct profile *profile, struct text *text)
{
    const gpuocc_runs_sums *sums = &profile->sums;
    const int none = sums->rounds_unknown_shapes == sums->shapes;

    start_line(profile, text);
    text_add(text, "Lost in last rounds that are not full: ");
    if (none) {
        text_add(text, "not known");
    } else {
        text_add(text, "at most ");
        add_part(text, sums->tail_ns, sums->time_ns);
        add_unknown(profile, text, sums->rounds_unknown_calls, sums->rounds_unknown_shapes,
                    sums->rounds_unknown_ns);
    }
    text_add(text, ".\n");
    start_line(profile, text);
    text_add(text, "Less than one round: ");
    if (none) {
        text_add(text, "not known");
    } else {
        profile_add_launches(text, sums->partial_calls, sums->partial_shapes);
        text_add(text, ", ");
        add_part(text, sums->partial_ns, sums->time_ns);
        add_unknown(profile, text, sums->partial_unknown_calls, sums->partial_unknown_shapes,
                    sums->partial_unknown_ns);
    }
    text_add(text, ".\n");
}

static void print_times(struct profile *profile, struct text *text)
{
    const gpuocc_runs_sums *sums = &profile->sums;

    start_line(profile, text);
    text_add(text, "Below 25 % of the wave slots: ");
    add_part(text, sums->quarter_low_ns, sums->time_ns);
    if (sums->quarter_low_ns != sums->quarter_high_ns) {
        text_add(text, " to ");
        add_part(text, sums->quarter_high_ns, sums->time_ns);
    }
    text_add(text, ".\n");
    print_rounds(profile, text);
}

static const char *because_sentence(enum because because)
{
    static const char *const sentences[BECAUSE_COUNT] = {
        "",
        "it asks with the limit of shared memory without opt-in, with which no group launches",
        "it also counts that the grid has too few groups for all cores",
        "it asks cuda_occupancy.h, whose rules give another number",
        "that is of the GPU of the profile",
        "our answer is a range, because the profile lacks resources or devices differ",
        "its number does not follow from its formula, and the difference is not explained"};

    return sentences[because];
}

void because_text(const struct profile *profile, struct text *text)
{
    text_add(text, because_sentence(profile->row.because));
}

static void print_because(struct profile *profile, struct text *text)
{
    const gpuocc_runs_sums *sums = &profile->sums;
    int because;

    for (because = BECAUSE_NONE + 1; because < BECAUSE_COUNT; because++) {
        if (profile->because[because].shapes == 0)
            continue;
        start_line(profile, text);
        text_format(text, "What %s says differs from ours for ", speaker(profile));
        text_add_count(text, profile->because[because].shapes, "shape, ", "shapes, ");
        add_part(text, profile->because[because].time_ns, sums->time_ns);
        text_format(text, ": %s.\n", because_sentence((enum because)because));
    }
}

/* Whether the profile names a GPU, so that --device is another one. */
static int names_gpu(const struct profile *profile)
{
    uint32_t i;

    for (i = 0; i < profile->all.gpu_count; i++)
        if (profile_gpu_name(&profile->all.gpus[i])[0] != 0)
            return 1;
    return 0;
}

/* Adds what was said about the files, for a page and a comment; a terminal has it already. */
static void print_said(const struct profile *profile, struct text *text)
{
    const char *sentence;
    size_t at = 0;
    int warns;

    if (!profile->asked.html && profile->asked.format != PROFILE_MARKDOWN)
        return;
    while ((sentence = said_next(&profile->said, &at, &warns)) != NULL) {
        start_line(profile, text);
        text_add(text, warns ? "Warning: " : "Note: ");
        text_add_visible(text, sentence, strlen(sentence));
        text_add(text, ".\n");
    }
}

/* Adds which GPUs are not in the tables, so that their architecture answered. */
static void print_stand_ins(struct profile *profile, struct text *text)
{
    const gpuocc_runs_device *gpu;
    const char *architecture;
    uint32_t i;

    for (i = 0; i < profile->all.gpu_count; i++) {
        gpu = &profile->all.gpus[i];
        architecture = profile_stand_in(profile, gpu);
        if (architecture == NULL)
            continue;
        start_line(profile, text);
        text_add_quoted(text, gpu->name.at, gpu->name.length);
        text_format(text, " is %s: its launches are answered as on %s",
                    lookup(&profile->lookup, gpu->name.at, gpu->name.length)->quality ==
                            GPUOCC_QUALITY_AMBIGUOUS
                        ? "the name of several GPUs"
                        : "not in the tables",
                    architecture);
        if (profile_has_cores(gpu, architecture))
            text_format(text, " with the %lu cores that the profile says",
                        (unsigned long)gpu->cores);
        text_add(text, ".\n");
    }
}

/* Adds what the answers do not know. */
static void print_notes(struct profile *profile, struct text *text)
{
    if (profile->left_out != 0) {
        start_line(profile, text);
        text_add(text, "Left out by --min-share: ");
        text_add_count(text, profile->left_out, "shape, ", "shapes, ");
        add_part(text, profile->left_out_ns, profile->whole_ns);
        text_add(text, ".\n");
    }
    if (profile->options.question.device != NULL && names_gpu(profile)) {
        start_line(profile, text);
        text_add(text, "These launches ran elsewhere: code built for ");
        text_add_visible(text, profile->options.question.device,
                         profile->options.question.device_length);
        text_add(text, " may use other registers, groups and grids.\n");
    }
    if (profile->bounds) {
        start_line(profile, text);
        text_add(text, "A profile does not say the barriers of a kernel, which limit on this GPU "
                       "too: groups are at most these. --kernels reads them from compiled files, "
                       "--barriers unknown prints the ranges.\n");
    }
}

void profile_sums_text(struct profile *profile, struct text *text)
{
    print_averages(profile, text);
    print_files(profile, text);
    print_limiters(profile, text);
    if (profile->sums.answered_ns != 0)
        print_times(profile, text);
    print_because(profile, text);
    print_stand_ins(profile, text);
    print_notes(profile, text);
    print_said(profile, text);
}

void profile_print_end(struct profile *profile)
{
    struct text *text = &profile->line;

    if (profile->sums.shapes == 0 && profile->unreadable + profile->warnings != 0)
        return;
    text_clear(text);
    if (profile->asked.format == PROFILE_MARKDOWN)
        markdown_write(&profile->table, text, CELL_NAME, MARKDOWN_MOST);
    else
        table_write(&profile->table, text, 1, out_style());
    text_add_byte(text, '\n');
    profile_sums_text(profile, text);
    out_text(text);
}
