/* SPDX-License-Identifier: MIT
 *
 * The command "gpuocc rank": predicts the time of each build in a list, and prints them in order.
 */
#include "commands/rank/rank.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "commands/commands.h"
#include "commands/timing.h"
#include "input/amounts.h"
#include "output/names.h"
#include "output/out.h"
#include "stop.h"

void rank_refuse(struct rank *rank, const char *format, ...)
{
    va_list arguments;

    if (rank->row->refused++ != 0)
        return;
    text_clear(&rank->row->binds); /* of a time that is not printed */
    text_clear(&rank->row->unknown);
    va_start(arguments, format);
    text_format_list(&rank->row->message, format, arguments);
    va_end(arguments);
}

void rank_begin(struct rank *rank)
{
    struct rank_asked *asked = &rank->asked;

    if (rank->count == rank->room) {
        rank->room = memory_capacity(rank->room);
        rank->rows = memory_grow(rank->rows, rank->room * sizeof *rank->rows);
    }
    rank->row = &rank->rows[rank->count++];
    memset(rank->row, 0, sizeof *rank->row);
    rank->row->number = rank->count;
    text_clear(&asked->file);
    text_clear(&asked->kernel);
    question_copy(&asked->question, &rank->options.question);
    asked->trip_count = 0;
    asked->conflicts = rank->conflicts;
    memset(asked->threads, 0, sizeof asked->threads);
    asked->found = asked->exact = 0;
}

const char *rank_file(const char *path, struct content *content)
{
    struct stat about;
    FILE *file;
    int failed;

    if (stat(path, &about) != 0)
        return strerror(errno);
    if (!S_ISREG(about.st_mode)) /* a pipe might never end */
        return S_ISDIR(about.st_mode) ? strerror(EISDIR) : "it is a pipe or a device, not a file";
    file = fopen(path, "rb");
    failed = file == NULL || content_read(content, fileno(file), (uint64_t)about.st_size) != 0
                 ? errno
                 : 0;
    if (file != NULL)
        (void)fclose(file);
    return failed != 0 ? strerror(failed) : NULL;
}

/* Refuses a figure of the list or of an option where the file has another one. */
static void check_figures(struct rank *rank, const gpuocc_kernel *given, const gpuocc_kernel *own)
{
    uint32_t field, asked, in_file;

    for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT; field++) {
        asked = kernel_word(given, field);
        in_file = kernel_word(own, field);
        if (asked == 0 || in_file == 0 || in_file == GPUOCC_UNKNOWN || asked == in_file)
            continue;
        if (asked == GPUOCC_UNKNOWN)
            continue; /* then the file answers */
        rank_refuse(rank, "%s is given as %u, and is %u in the file",
                    gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, field), asked == GPUOCC_ZERO ? 0 : asked,
                    in_file == GPUOCC_ZERO ? 0 : in_file);
    }
}

/* Refuses a name of several devices, with which they are. */
static void refuse_several(struct rank *rank)
{
    const struct question *question = &rank->question;
    struct text names = {0};

    lookup_add_names(lookup(&rank->lookup, question->device, question->device_length), &names);
    rank_refuse(rank,
                "several devices have this name, and times differ between them: name one "
                "(--device): %s",
                text_string(&names));
    text_free(&names);
}

/* Asks about the kernel that was found: its own figures, and those of the row. */
static void ask(struct rank *rank, const gpuocc_kernels_found *found)
{
    struct question *question = &rank->question;
    gpuocc_kernel *kernel = &question->kernel;
    const gpuocc_device *device;
    uint32_t assumed;

    question_copy(question, &rank->asked.question);
    check_figures(rank, kernel, &found->kernel);
    assumed = gpuocc_kernels_convert(found, kernel, kernel);
    if ((assumed >> GPUOCC_KERNELS_ASSUMED_ANY_GROUP & 1) != 0)
        rank_refuse(rank, rank->command == NULL
                              ? "threads_per_group is neither in the list nor in the file"
                              : "threads_per_group is not in the file: give --threads");
    if (kernel->dynamic_shared_bytes == GPUOCC_UNKNOWN)
        kernel->dynamic_shared_bytes = 0;
    if (question->device == NULL) {
        question->device = found->target.at;
        question->device_length = found->target.length;
    }
    answer_question(&rank->answer, &rank->lookup, question);
    if (rank->answer.match == GPUOCC_QUALITY_AMBIGUOUS) {
        if (gpuocc_device_for(question->device, question->device_length, GPUOCC_PURPOSE_LATENCY,
                              &device, NULL, NULL) != GPUOCC_OK) {
            refuse_several(rank);
            return;
        }
        question->device = gpuocc_device_name(device);
        question->device_length = strlen(question->device);
        answer_question(&rank->answer, &rank->lookup, question);
    }
    timing_check_vendor(&rank->answer, question, found->target);
    text_clear(&rank->row->kernel);
    text_add_bytes(&rank->row->kernel, found->name.at, found->name.length);
}

static void add_names(struct rank_row *row, const gpuocc_prediction *prediction)
{
    uint32_t i;

    for (i = 0; i < prediction->binding_count; i++)
        text_format(&row->binds, "%s%s", i != 0 ? " or " : "",
                    gpuocc_predict_pipe_name(prediction->binding[i]));
    for (i = 0; i < GPUOCC_PREDICT_UNKNOWN_COUNT; i++)
        if ((prediction->unknown >> i & 1) != 0)
            text_format(&row->unknown, "%s%s", row->unknown.length != 0 ? " " : "",
                        gpuocc_predict_unknown_name(i));
}

static void predict(struct rank *rank, const gpuocc_kernels_found *found)
{
    const struct rank_asked *asked = &rank->asked;
    const struct question *question = &rank->question;
    const gpuocc_code code = {sizeof code, found->target, found->code, found->code_bytes};
    gpuocc_predict_options options = {
        .size = sizeof options,
        .trip_count = asked->trip_count,
        .trips = asked->trips,
        .grid_groups = question->grid_given == GIVEN_NUMBER ? question->grid_groups : RANK_GRID,
        .l1_hit = rank->l1_hit,
        .l2_hit = rank->l2_hit,
        .efficiency = rank->efficiency,
        .conflict_factor = asked->conflicts,
        .threads_x = asked->threads[0],
        .threads_y = asked->threads[1],
        .threads_per_group = question->kernel.threads_per_group,
    };
    gpuocc_prediction prediction = {.size = sizeof prediction};
    gpuocc_error error = {.size = sizeof error};
    struct rank_row *row = rank->row;
    struct text why = {0};
    int32_t status;

    (void)gpuocc_predict_shape(found, &options);
    if (!timing_lacks_device(&rank->answer, &why)) {
        status =
            gpuocc_predict(&code, answer_occupancy(&rank->answer), &options, &prediction, &error);
        if (status != GPUOCC_OK)
            timing_add_why(status, &error, &rank->answer, &question->kernel, found->target,
                           prediction.code_status, &why);
        else if (prediction.time_us.expected < 0)
            text_add(&why, "clock_mhz is unknown for this device");
    }
    if (why.length != 0) {
        rank_refuse(rank, "%s", text_string(&why));
    } else {
        row->us = prediction.time_us.expected;
        row->low = prediction.time_us.low;
        row->high = prediction.time_us.high;
        row->groups = prediction.groups_per_core;
        row->waves = prediction.waves_per_core;
        row->lacks_trips = (prediction.unknown >> GPUOCC_PREDICT_TRIPS & 1) != 0;
        add_names(row, &prediction);
    }
    text_free(&why);
}

/* Removes what was answered about a kernel. */
static void forget(struct rank_row *row)
{
    row->refused = 0;
    text_clear(&row->binds);
    text_clear(&row->unknown);
    text_clear(&row->message);
}

/* Takes the kernel of the name or, if there is none, the only one whose name has this part. */
static int32_t take_kernel(void *user, const gpuocc_kernels_found *found)
{
    struct rank *rank = user;
    struct rank_asked *asked = &rank->asked;
    const char *part = asked->kernel.length != 0 ? text_string(&asked->kernel) : NULL;

    if (!has_part(found->name.at, found->name.length, part))
        return 0;
    asked->exact = part != NULL && strlen(part) == found->name.length;
    if (asked->found++ != 0 && !asked->exact)
        return 0;
    if (asked->found > 1) /* what the first one answered is not asked for */
        forget(rank->row);
    ask(rank, found);
    if (!rank->row->refused)
        predict(rank, found);
    return asked->exact;
}

static void read_build(struct rank *rank)
{
    const gpuocc_kernels_callbacks reader = {
        .size = sizeof reader, .user = rank, .kernel = take_kernel};
    const struct rank_asked *asked = &rank->asked;
    const char *why = rank_file(text_string(&asked->file), &rank->content);
    int32_t status = GPUOCC_KERNELS_OK;

    if (why != NULL)
        rank_refuse(rank, "%s", why);
    else
        status = gpuocc_kernels_read(&reader, rank->content.bytes, rank->content.length);
    content_close(&rank->content);
    if (asked->found > 1 && !asked->exact) {
        forget(rank->row);
        rank_refuse(rank,
                    asked->kernel.length != 0
                        ? "%d kernels have this name or part of a name: give one (%s)"
                        : "the file contains %d kernels: give one (%s)",
                    asked->found, rank->command == NULL ? "column kernel" : "--kernel");
    } else if (asked->found == 0) {
        rank_refuse(rank, status == GPUOCC_KERNELS_NONE ? "the file contains no compiled kernels"
                          : asked->kernel.length != 0   ? "no kernel of the file has this name"
                                                        : "the file contains no kernel");
    }
}

/* Takes the shape of the groups from -t 16x16 if the row has none, and without a number of threads
 * the product of threads_x and threads_y. */
static void take_shape(struct rank *rank)
{
    struct question *question = &rank->asked.question;
    uint32_t *const threads = rank->asked.threads, *const all = &question->kernel.threads_per_group;

    if (threads[0] == 0 && threads[1] == 0) {
        threads[0] = question->threads_x;
        threads[1] = question->threads_y;
    }
    if (*all != 0 || threads[0] == 0 || threads[1] == 0)
        return;
    if ((uint64_t)threads[0] * threads[1] < FIELD_LARGEST)
        *all = threads[0] * threads[1];
    else
        rank_refuse(rank, "threads_x x threads_y is %llu, a number up to %lu is needed",
                    (unsigned long long)threads[0] * threads[1], (unsigned long)FIELD_LARGEST);
}

/* Adds the trip counts of the options to those of the row, which come first. */
static void add_trips(struct rank *rank)
{
    struct rank_asked *asked = &rank->asked;
    const uint32_t own = asked->trip_count;
    uint32_t i, k;

    for (i = 0; i < rank->trip_count; i++) {
        for (k = 0; k < own && asked->trips[k].first != rank->trips[i].first; k++)
            ;
        if (k == own)
            asked->trips[asked->trip_count++] = rank->trips[i];
    }
}

void rank_end(struct rank *rank)
{
    struct rank_row *row = rank->row;

    text_add(&row->file, text_string(&rank->asked.file));
    text_add(&row->kernel, text_string(&rank->asked.kernel));
    if (!row->refused && rank->asked.file.length == 0)
        rank_refuse(rank, "the row has no file (column file)");
    if (!row->refused && rank->asked.question.grid_given == GIVEN_ZERO)
        rank_refuse(rank, "grid_groups is 0, a whole number from 1 is needed");
    add_trips(rank);
    take_shape(rank);
    if (!row->refused)
        read_build(rank);
    if (row->refused) {
        rank->refused++;
        return;
    }
    row->lacks_grid = rank->asked.question.grid_given != GIVEN_NUMBER;
    rank->without_grid += (unsigned)row->lacks_grid;
    rank->without_trips += row->lacks_trips != 0;
}

/* Refuses the builds without a grid if others have one: their times are in no order. */
static void refuse_mixed(struct rank *rank)
{
    size_t i;

    if (rank->without_grid == rank->count - rank->refused)
        return;
    for (i = 0; i < rank->count; i++) {
        rank->row = &rank->rows[i];
        if (!rank->row->lacks_grid)
            continue;
        rank_refuse(rank, "grid_groups is not given, and other builds of the list have it");
        rank->without_trips -= rank->row->lacks_trips != 0;
        rank->refused++;
    }
    rank->without_grid = 0;
}

/* In order of time; then what was refused; equals as in the list. */
static int by_time(const void *a, const void *b)
{
    const struct rank_row *one = a, *other = b;

    if ((one->refused != 0) != (other->refused != 0))
        return one->refused != 0 ? 1 : -1;
    if (!one->refused && (one->us < other->us || one->us > other->us))
        return one->us < other->us ? -1 : 1;
    return one->number < other->number ? -1 : 1;
}

static int say_ending(const struct rank *rank, const char *path)
{
    if (rank->without_grid != 0)
        (void)complain("%s: %llu of %llu builds have no grid_groups; their time is that of %llu "
                       "groups",
                       path, rank->without_grid, (unsigned long long)rank->count,
                       (unsigned long long)RANK_GRID);
    if (rank->without_trips != 0)
        (void)complain("%s: loops without a trip count in %llu of %llu builds (column unknown) are "
                       "executed once; --trips N or a column trips gives them one",
                       path, rank->without_trips, (unsigned long long)rank->count);
    if (rank->refused != 0)
        return complain("%s: %llu of %llu builds were refused; %s", path, rank->refused,
                        (unsigned long long)rank->count,
                        rank->top > 0 ? "without --top they are printed, with the reason"
                                      : "their message says why"),
               END_REFUSED;
    return END_ANSWERED;
}

static int run(struct rank *rank)
{
    const char *path = rank->command == NULL ? rank->options.arguments[0] : "--try";
    struct stat about;
    int end;

    if (rank->options.count != (rank->command == NULL ? 1 : 0))
        return complain(rank->command == NULL
                            ? "rank takes a list or the folder of a cache, - is standard input"
                            : "rank takes no list with --try");
    if (rank->command == NULL && (rank->vary_count != 0 || rank->jobs != 0 || rank->kernel != NULL))
        return complain("--vary, --jobs and --kernel need --try");
    if (rank->csv && rank->options.json)
        return complain("--csv excludes --json");
    stop_listen();
    if (rank->command != NULL)
        end = rank_try(rank);
    else if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        end = rank_cache(rank, path);
    else
        end = rank_list(rank, path);
    if (end != 0)
        return end;
    if (stop_signal() != 0)
        return stop_ending(rank->count);
    refuse_mixed(rank);
    if (rank->count != 0)
        qsort(rank->rows, rank->count, sizeof *rank->rows, by_time);
    rank_print(rank);
    out_flush();
    return say_ending(rank, path);
}

static void rank_free(struct rank *rank)
{
    size_t i;

    for (i = 0; i < rank->count; i++) {
        text_free(&rank->rows[i].file);
        text_free(&rank->rows[i].kernel);
        text_free(&rank->rows[i].binds);
        text_free(&rank->rows[i].unknown);
        text_free(&rank->rows[i].message);
    }
    free(rank->rows);
    text_free(&rank->asked.file);
    text_free(&rank->asked.kernel);
    content_free(&rank->content);
    lookup_free(&rank->lookup);
    answer_free(&rank->answer);
    options_free(&rank->options);
    free(rank);
}

int command_rank(int count, char **arguments)
{
    struct rank *rank = memory_grow(NULL, sizeof *rank);
    const struct own_option own[] = {
        {"csv", .number = &rank->csv},
        {"top", .real = &rank->top},
        {"l1_hit", .real = &rank->l1_hit},
        {"l2_hit", .real = &rank->l2_hit},
        {"efficiency", .real = &rank->efficiency},
        {"conflicts", .real = &rank->conflicts},
        {"trips", .number = &rank->trip_count, .text = rank->trips_given},
        {"try", .text = &rank->command},
        {"vary", .number = &rank->vary_count, .text = rank->vary},
        {"kernel", .text = &rank->kernel},
        {"jobs", .number = &rank->jobs},
        {.name = NULL}};
    uint32_t i;
    int end;

    memset(rank, 0, sizeof *rank);
    rank->l1_hit = rank->l2_hit = GPUOCC_PREDICT_NOT_GIVEN;
    end = options_read(&rank->options, COMMAND_RANK, NULL, own, count, arguments);
    for (i = 0; end == 0 && i < rank->trip_count; i++)
        end = trips_read(rank->trips_given[i], &rank->trips[i]);
    if (end == 0)
        end = rank->options.help ? command_help("rank") : run(rank);
    rank_free(rank);
    return end;
}
