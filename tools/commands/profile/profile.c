/* SPDX-License-Identifier: MIT
 *
 * gpuocc profile: the launches of a real run, by shape and weighted by time.
 */
#include "commands/profile/profile.h"

#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/profile/annotate.h"
#include "commands/profile/read.h"
#include "input/csv.h"
#include "output/demangle.h"
#include "stop.h"

/* Says so if one of `count` files has been read before `reading`, the one that follows them. */
static void say_twice(const struct reading *readings, size_t count)
{
    const struct reading *reading = &readings[count];
    size_t i;

    if (reading->all.shape_count == 0 || reading->inode == 0)
        return;
    for (i = 0; i < count; i++)
        if (readings[i].disk == reading->disk && readings[i].inode == reading->inode) {
            reading_say(reading->profile, 0, "%s is given twice, so its launches count twice",
                        reading->path);
            return;
        }
}

static void set_form(const struct profile *profile)
{
    csv_set_form((out_is_terminal() ? CSV_VISIBLE : 0u) |
                 (profile->asked.csv_safe ? CSV_SAFE : 0u));
}

/* Reads files. A file without launches describes the GPUs of the others. */
static void read_files(struct profile *profile, const char *const *paths, size_t count,
                       gpuocc_runs_shapes *shapes)
{
    struct reading *readings = memory_grow(NULL, count * sizeof *readings);
    size_t i, j;

    for (i = 0; i < count; i++) {
        memset(&readings[i], 0, sizeof readings[i]);
        readings[i].profile = profile;
        readings[i].path = paths[i];
        readings[i].shapes = reading_shapes();
        if (stop_signal() == 0)
            reading_file(&readings[i]);
        say_twice(readings, i);
    }
    for (i = 0; i < count; i++) {
        for (j = 0; j < count && readings[i].all.shape_count != 0; j++)
            if (readings[j].all.shape_count == 0)
                part_check(gpuocc_runs_shapes_describe(readings[i].shapes, readings[j].shapes));
        reading_say_alike(&readings[i]);
        part_check(gpuocc_runs_shapes_merge(shapes, readings[i].shapes));
    }
    for (i = 0; i < count; i++)
        gpuocc_runs_shapes_close(readings[i].shapes);
    free(readings);
}

/* Reads the profile of another run and prints the differences from it. */
static void compare(struct profile *profile)
{
    gpuocc_runs_shapes *baseline = reading_shapes();
    gpuocc_runs_contents all;

    read_files(profile, &profile->asked.baseline, 1, baseline);
    set_form(profile);
    reading_contents(baseline, &all);
    if (stop_signal() == 0 && all.shape_count != 0)
        profile_compare(profile, &all);
    gpuocc_runs_shapes_close(baseline);
}

/* Refuses to write back what is no trace of PyTorch. Returns 0 if it is one. */
static int refuse_other(const struct reading *reading)
{
    const gpuocc_runs_contents *all = &reading->all;

    if (reading->is_too_long)
        return complain("--annotate: %s is larger than 1 GiB when it is unpacked", reading->path);
    if (all->shape_count != 0 && !reading->is_part &&
        all->shapes[0].key.format == GPUOCC_RUNS_KINETO)
        return 0;
    return complain("--annotate takes a trace of PyTorch (JSON, plain or gzip) with launches of "
                    "kernels, and %s is %s%s",
                    reading->path,
                    reading->is_part        ? "a part of gpuocc profile"
                    : all->shape_count != 0 ? "a profile of the format "
                                            : "none",
                    reading->is_part || all->shape_count == 0
                        ? ""
                        : gpuocc_runs_format_name(all->shapes[0].key.format));
}

/* Says so if no shape is in the files of --kernels. */
static void say_joined(const struct profile *profile)
{
    if (profile->asked.kernels_count != 0 && profile->judged != 0 && profile->joined == 0)
        (void)complain("0 of %llu shapes were found in the files of --kernels",
                       (unsigned long long)profile->judged);
}

/* Writes a trace back with the answers. */
static int annotate(struct profile *profile)
{
    struct launches launches = {0};
    struct text trace = {0};
    struct reading reading = {.profile = profile,
                              .path = profile->options.arguments[0],
                              .shapes = profile->shapes,
                              .launches = &launches,
                              .plain = &trace};
    int ending = END_FAILED;

    if (annotate_is_same(profile->asked.annotate, reading.path))
        return complain("--annotate: %s is the trace itself; give another file",
                        profile->asked.annotate);
    reading_file(&reading);
    reading_say_alike(&reading);
    profile->all = reading.all;
    if (stop_signal() == 0 && profile->unreadable == 0 && refuse_other(&reading) == 0)
        ending = profile_annotate(profile, &launches, &trace);
    free(launches.at);
    text_free(&trace);
    if (stop_signal() != 0)
        return stop_ending(profile->all.launches);
    say_joined(profile);
    return ending == 0 && profile->warnings != 0 ? END_REFUSED : ending;
}

/* Whether the barriers of the current kernel limit on its GPU, and are not known. */
static int lacks_barriers(const struct profile *profile)
{
    uint64_t barriers = 0, vendor = 0;

    if (profile->answer.status < 0 || profile->question.convention != GPUOCC_CONVENTION_DEFAULT ||
        profile->question.kernel.barriers_per_group != 0)
        return 0;
    (void)gpuocc_device_get(profile->answer.device, GPUOCC_DEVICE_VENDOR, 0, &vendor);
    (void)gpuocc_device_get(profile->answer.device, GPUOCC_DEVICE_BARRIERS_PER_CORE, 0, &barriers);
    return vendor == GPUOCC_VENDOR_NVIDIA && barriers != 0;
}

static void check_requirements(struct profile *profile)
{
    text_clear(&profile->message);
    if (profile->answer.status < 0 ||
        options_met(&profile->options, &profile->answer, &profile->message))
        return;
    if (profile->fell_short++ != 0)
        return;
    text_add_quoted(&profile->shortfall, profile->row.shape->name.at,
                    profile->row.shape->name.length);
    text_format(&profile->shortfall, ": %s", text_string(&profile->message));
}

/* How the shapes are printed. */
struct form {
    void (*start)(struct profile *profile);
    void (*row)(struct profile *profile);
    void (*end)(struct profile *profile);
};

static void nothing(struct profile *profile)
{
    (void)profile;
}

/* Checks the requirements on the sums. */
static void check_sums(struct profile *profile)
{
    const gpuocc_runs_sums *sums = &profile->sums;
    const double answered = (double)(sums->answered_ns != 0 ? sums->answered_ns : 1);
    const uint64_t whole = sums->time_ns;
    /* Without one shape whose rounds are known nothing is. */
    const uint64_t of_rounds = sums->rounds_unknown_shapes != sums->shapes ? whole : 0;
    const struct {
        uint64_t low, high, whole;
    } found[RUN_COUNT] = {
        [RUN_BELOW_25_PERCENT] = {sums->quarter_low_ns, sums->quarter_high_ns, whole},
        [RUN_TAIL] = {sums->tail_ns, profile_plus(sums->tail_ns, sums->rounds_unknown_ns),
                      of_rounds},
        [RUN_LESS_THAN_ONE_ROUND] = {sums->partial_ns,
                                     profile_plus(sums->partial_ns, sums->partial_unknown_ns),
                                     of_rounds},
        [RUN_REFUSED] = {sums->refused_ns, sums->refused_ns, whole},
        [RUN_PERCENT] = {(uint64_t)(sums->weighted_low / answered + 0.5),
                         (uint64_t)(sums->weighted_high / answered + 0.5),
                         sums->answered_ns != 0 ? 1000 : 0}};
    const struct requirement *requirement = profile->options.requirements;
    enum require_run run;
    size_t i;

    for (i = 0; i < profile->options.required; i++, requirement++) {
        run = require_run(requirement);
        text_clear(&profile->message);
        if (run == RUN_COUNT || require_part_met(requirement, found[run].low, found[run].high,
                                                 found[run].whole, &profile->message))
            continue;
        (void)complain("the run falls short: %s", text_string(&profile->message));
        profile->run_fell_short = 1;
    }
}

static const struct form *form_of(const struct profile *profile)
{
    static const struct form json = {profile_json_start, profile_json_row, profile_json_end},
                             csv = {profile_csv_start, profile_csv_row, nothing},
                             html = {nothing, profile_html_row, profile_html_end},
                             text = {profile_print_start, profile_print_row, profile_print_end};

    return profile->options.json ? &json
           : profile->asked.csv  ? &csv
           : profile->asked.html ? &html
                                 : &text;
}

static void take_row(struct profile *profile, const gpuocc_runs_shape *shape)
{
    profile_judge(profile, shape);
    profile_sum(profile);
    profile->bounds |= lacks_barriers(profile);
    if (100 * (double)shape->time_ns < profile->asked.min_share * (double)profile->whole_ns) {
        profile->left_out++;
        profile->left_out_ns += shape->time_ns;
        return;
    }
    check_requirements(profile);
    form_of(profile)->row(profile);
}

static void print_rows(struct profile *profile)
{
    size_t i;

    set_form(profile);
    profile->different.size = sizeof profile->different;
    part_check(gpuocc_runs_shapes_sort(profile->shapes));
    part_check(gpuocc_runs_shapes_different(profile->shapes, &profile->different));
    reading_contents(profile->shapes, &profile->all);
    profile->whole_ns = profile->all.time_ns;
    profile_find_speaker(profile);
    form_of(profile)->start(profile);
    for (i = 0; i < profile->all.shape_count && !out_failed() && stop_signal() == 0; i++)
        take_row(profile, &profile->all.shapes[i]);
    form_of(profile)->end(profile);
    out_flush();
    if (!out_failed() && stop_signal() == 0)
        check_sums(profile);
}

static int say_ending(const struct profile *profile)
{
    say_joined(profile);
    if (profile->fell_short != 0)
        (void)complain("%llu of %llu shapes fall short, the first is %s",
                       (unsigned long long)profile->fell_short,
                       (unsigned long long)(profile->sums.shapes - profile->left_out),
                       text_string(&profile->shortfall));
    if (profile->sums.refused != 0)
        (void)complain("%llu of %llu shapes have no occupancy; their message says why",
                       (unsigned long long)profile->sums.refused,
                       (unsigned long long)profile->sums.shapes);
    if (profile->unreadable != 0)
        return END_FAILED;
    if (profile->sums.refused != 0 || profile->warnings != 0)
        return END_REFUSED;
    if (profile->fell_short != 0 || profile->run_fell_short)
        return END_SHORT;
    return options_need_row(&profile->options, profile->sums.shapes - profile->left_out);
}

/* Writes the part, and says so unless rows are printed. */
static int save(const struct profile *profile)
{
    struct text line = {0};

    if (profile->unreadable != 0)
        return complain("%s is not written: not all files were read", profile->asked.save);
    if (part_save(&profile->all, &profile->said, profile->asked.save) != 0)
        return END_FAILED;
    if (form_of(profile)->start == profile_print_start) {
        profile_add_launches(&line, profile->all.launches, profile->all.shape_count);
        text_format(&line, " %s saved in %s.\n", profile->all.launches == 1 ? "is" : "are",
                    profile->asked.save);
        out_text(&line);
        out_flush();
    }
    text_free(&line);
    return 0;
}

static int check_options(const struct profile *profile)
{
    const struct profile_asked *asked = &profile->asked;

    if (profile->options.count == 0)
        return complain("profile needs a file, or - for standard input");
    if (profile->options.json && asked->csv)
        return complain("--json and --csv exclude each other");
    if (asked->format != 0 && (profile->options.json || asked->csv))
        return complain("--format excludes --json and --csv");
    if (asked->html && (profile->options.json || asked->csv || asked->format != 0 ||
                        asked->baseline != NULL || asked->annotate != NULL))
        return complain("--html excludes --json, --csv, --format, --baseline and --annotate");
    if (asked->baseline != NULL && (profile->options.required != 0 || asked->min_share > 0))
        return complain("--baseline prints differences, and excludes --require and --min-share");
    if (asked->save != NULL && profile->options.required != 0 &&
        form_of(profile)->start == profile_print_start)
        return complain(
            "--save prints no rows, which --require needs; add --json, --csv or --html");
    if (asked->annotate != NULL && profile->options.required != 0)
        return complain("--annotate excludes --require");
    if (asked->annotate != NULL &&
        (profile->options.count != 1 || strcmp(profile->options.arguments[0], "-") == 0 ||
         profile->options.json || asked->csv || asked->save != NULL || asked->baseline != NULL))
        return complain("--annotate is for one trace in a file, and excludes --json, --csv, --save "
                        "and --baseline");
    if (asked->csv_safe && !asked->csv)
        return complain("--csv-safe is for CSV, and needs --csv");
    if (asked->demangle && !can_demangle())
        return complain("--demangle needs a build with the C++ library (-Ddemangle=enabled)");
    return 0;
}

/* Refuses a device that is not known, once instead of for each shape. */
static int check_device(struct profile *profile)
{
    const struct question *question = &profile->options.question;
    const struct found *found;

    if (question->device == NULL)
        return 0;
    found = lookup(&profile->lookup, question->device, question->device_length);
    return found->status < 0 ? complain("%s", text_string(&found->message)) : 0;
}

static int run(struct profile *profile)
{
    uint32_t i;

    if (check_options(profile) != 0 || check_device(profile) != 0)
        return END_FAILED;
    stop_listen();
    for (i = 0; i < profile->asked.kernels_count; i++)
        if (binaries_read(&profile->binaries, profile->asked.kernels[i]) != 0)
            return stop_signal() != 0 ? stop_ending(0) : END_FAILED;
    binaries_sort(&profile->binaries);
    if (profile->asked.annotate != NULL)
        return annotate(profile);
    read_files(profile, profile->options.arguments, profile->options.count, profile->shapes);
    reading_contents(profile->shapes, &profile->all);
    if (stop_signal() != 0)
        return stop_ending(profile->all.launches);
    /* A file that has the GPUs alone belongs to another one. */
    if (profile->all.shape_count == 0 && profile->unreadable + profile->warnings == 0) {
        profile->warnings++;
        (void)complain("there is no launch of a kernel");
    }
    if (profile->asked.save != NULL && save(profile) != 0)
        return END_FAILED;
    if (profile->asked.baseline != NULL)
        compare(profile);
    else if (profile->asked.save == NULL || form_of(profile)->start != profile_print_start)
        print_rows(profile);
    return stop_signal() != 0 ? stop_ending(profile->sums.shapes) : say_ending(profile);
}

static void profile_free(struct profile *profile)
{
    gpuocc_runs_shapes_close(profile->shapes);
    said_free(&profile->said);
    binaries_free(&profile->binaries);
    lookup_free(&profile->lookup);
    answer_free(&profile->answer);
    answer_free(&profile->header);
    text_free(&profile->row.next);
    text_free(&profile->row.setting);
    text_free(&profile->line);
    text_free(&profile->message);
    text_free(&profile->shortfall);
    text_free(&profile->json.text);
    text_free(&profile->page.rows);
    text_free(&profile->page.areas);
    table_free(&profile->table);
    options_free(&profile->options);
    free(profile);
}

int command_profile(int count, char **arguments)
{
    struct profile *profile = memory_grow(NULL, sizeof *profile);
    const struct own_option own[] = {
        {"csv", .number = &profile->asked.csv},
        {"csv_safe", .number = &profile->asked.csv_safe},
        {"save", .text = &profile->asked.save},
        {"baseline", .text = &profile->asked.baseline},
        {"annotate", .text = &profile->asked.annotate},
        {"format", .number = &profile->asked.format},
        {"demangle", .number = &profile->asked.demangle},
        {"html", .number = &profile->asked.html},
        {"kernels", .number = &profile->asked.kernels_count, .text = profile->asked.kernels},
        {"min_share", .real = &profile->asked.min_share},
        {.name = NULL}};
    int ending;

    memset(profile, 0, sizeof *profile);
    profile->shapes = reading_shapes();
    profile->sums.size = sizeof profile->sums;
    ending = options_read(&profile->options, COMMAND_PROFILE, NULL, own, count, arguments);
    if (ending == 0 && profile->options.help)
        ending = command_help("profile");
    else if (ending == 0)
        ending = run(profile);
    profile_free(profile);
    return ending;
}
