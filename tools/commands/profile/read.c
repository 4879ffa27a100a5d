/* SPDX-License-Identifier: MIT */
#include "commands/profile/read.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/profile/annotate.h"
#include "stop.h"

/* Bytes that are read at once. */
#define PIECE ((size_t)1 << 20)

/* Number of problems of one file that are printed individually. */
#define WARNINGS_TOLD 8u

/* A trace that is packed and written back is not longer than this. */
#define MOST_UNPACKED ((size_t)1 << 30)

void reading_say(struct profile *profile, int warns, const char *format, ...)
{
    struct text text = {0};
    va_list arguments;

    va_start(arguments, format);
    text_format_list(&text, format, arguments);
    va_end(arguments);
    (void)complain("%s", text_string(&text));
    said_add(&profile->said, warns, text_string(&text));
    text_free(&text);
}

gpuocc_runs_shapes *reading_shapes(void)
{
    gpuocc_runs_shapes *shapes = NULL;

    part_check(gpuocc_runs_shapes_open(0, &shapes));
    return shapes;
}

void reading_contents(const gpuocc_runs_shapes *shapes, gpuocc_runs_contents *all)
{
    all->size = sizeof *all;
    (void)gpuocc_runs_shapes_contents(shapes, all);
}

static int32_t take_launch(void *user, const gpuocc_runs_launch *launch)
{
    struct reading *reading = user;

    uint32_t shape = 0;

    part_check(gpuocc_runs_shapes_launch(reading->shapes, launch, &shape));
    if (reading->launches != NULL)
        launches_add(reading->launches, launch, shape);
    return stop_signal() != 0 || reading->is_too_long;
}

static void take_device(void *user, const gpuocc_runs_device *device)
{
    struct reading *reading = user;

    part_check(gpuocc_runs_shapes_device(reading->shapes, device));
}

static void take_warning(void *user, uint64_t offset, const char *sentence)
{
    struct reading *reading = user;

    reading->profile->warnings++;
    if (reading->profile->warnings_here++ < WARNINGS_TOLD)
        reading_say(reading->profile, 1, "%s: %s (at byte %llu)", reading->path, sentence,
                    (unsigned long long)offset);
}

/* Keeps the text of a profile. One that is packed may have any length. */
static void take_plain(void *user, const char *text, size_t length)
{
    struct reading *reading = user;
    const size_t whole = reading->plain->length + length;

    reading->is_too_long |= whole > MOST_UNPACKED && whole > reading->bytes;
    if (!reading->is_too_long)
        text_add_bytes(reading->plain, text, length);
}

static gpuocc_runs_callbacks callbacks_of(struct reading *reading)
{
    const gpuocc_runs_callbacks callbacks = {.size = sizeof callbacks,
                                             .user = reading,
                                             .launch = take_launch,
                                             .device = take_device,
                                             .warning = take_warning,
                                             .plain = reading->plain != NULL ? take_plain : NULL};

    return callbacks;
}

int32_t reading_open(struct reading *reading)
{
    const gpuocc_runs_callbacks callbacks = callbacks_of(reading);

    reading->profile->warnings_here = 0;
    return gpuocc_runs_open(&callbacks, &reading->reader);
}

int32_t reading_feed(struct reading *reading, const void *bytes, size_t length)
{
    reading->bytes += length;
    return gpuocc_runs_feed(reading->reader, bytes, length);
}

int32_t reading_close(struct reading *reading, int32_t status)
{
    const int32_t closed = reading->reader != NULL ? gpuocc_runs_close(reading->reader) : status;

    return status == GPUOCC_RUNS_OK ? closed : status;
}

/* Reads a descriptor in pieces. Returns the status of the reader; *problem is set to errno if
 * reading failed. */
static int32_t read_pieces(struct reading *reading, int file, int *problem)
{
    char *piece = memory_grow(NULL, PIECE);
    int32_t status = reading_open(reading);
    ssize_t got = 1;

    while (status == GPUOCC_RUNS_OK && got > 0) {
        if (stop_wait(file) < 0)
            break;
        got = read(file, piece, PIECE);
        if (got > 0)
            status = reading_feed(reading, piece, (size_t)got);
        else if (got < 0 && (errno == EINTR || errno == EAGAIN))
            got = 1;
        else if (got < 0)
            *problem = errno;
    }
    free(piece);
    return reading_close(reading, status);
}

/* What a file is by its first bytes. */
enum kind { KIND_OF_PROFILE, KIND_OF_DATABASE, KIND_OF_PART };

static enum kind kind_of(int file, const struct stat *about)
{
    static const char database[] = "SQLite format 3";
    char first[PART_MAGIC];
    ssize_t got;

    if (!S_ISREG(about->st_mode))
        return KIND_OF_PROFILE;
    got = read(file, first, sizeof first);
    if (lseek(file, 0, SEEK_SET) != 0 || got < (ssize_t)sizeof first)
        return KIND_OF_PROFILE;
    if (part_is(first, sizeof first))
        return KIND_OF_PART;
    return memcmp(first, database, sizeof database) == 0 ? KIND_OF_DATABASE : KIND_OF_PROFILE;
}

static void tell_ending(struct reading *reading, int32_t status, int problem)
{
    struct profile *profile = reading->profile;

    if (problem != 0) {
        profile->unreadable++;
        reading_say(profile, 1, "%s: %s", reading->path, strerror(problem));
    } else if (status < 0) {
        profile->unreadable++;
        reading_say(profile, 1, "%s: there is no memory to read it", reading->path);
    } else if (status == GPUOCC_RUNS_NONE) {
        profile->warnings++;
        reading_say(profile, 1,
                    reading->bytes == 0
                        ? "%s is empty"
                        : "%s is no profile that is known; see gpuocc profile --help",
                    reading->path);
    } else if (status == GPUOCC_RUNS_OK && reading->all.shape_count == 0 &&
               reading->all.gpu_count == 0 && profile->warnings_here == 0) {
        profile->warnings++;
        reading_say(profile, 1, "%s contains no launch of a kernel", reading->path);
    }
    if (profile->warnings_here > WARNINGS_TOLD)
        reading_say(profile, 1, "%s: %llu more message%s about this file", reading->path,
                    (unsigned long long)(profile->warnings_here - WARNINGS_TOLD),
                    profile->warnings_here - WARNINGS_TOLD == 1 ? "" : "s");
}

void reading_end(struct reading *reading, int32_t status, int problem)
{
    reading_contents(reading->shapes, &reading->all);
    if (reading->all.file_count == 0 && reading->all.shape_count != 0)
        part_check(gpuocc_runs_shapes_file(reading->shapes, reading->path));
    tell_ending(reading, status, problem);
}

/* Repeats what was said about the files of a part. */
static void repeat(const struct reading *reading, const struct said *said)
{
    struct profile *profile = reading->profile;
    const char *sentence;
    uint64_t count = 0;
    size_t at = 0;
    int warns;

    while ((sentence = said_next(said, &at, &warns)) != NULL) {
        if (count++ < WARNINGS_TOLD)
            (void)complain("%s: %s", reading->path, sentence);
        said_add(&profile->said, warns, sentence);
    }
    if (count > WARNINGS_TOLD)
        (void)complain("%s: %llu more message%s about the files of this part", reading->path,
                       (unsigned long long)(count - WARNINGS_TOLD),
                       count - WARNINGS_TOLD == 1 ? "" : "s");
    profile->warnings += said->warnings;
}

static void read_part(struct reading *reading, int file)
{
    struct said said = {0};
    struct text problem = {0};
    int status;

    reading->is_part = 1;
    status = part_read(reading->shapes, &said, file, &problem);
    if (stop_signal() == 0)
        repeat(reading, &said);
    if (stop_signal() == 0 && problem.length != 0) {
        reading->profile->unreadable += status != 0;
        reading->profile->warnings++;
        reading->profile->warnings_here++;
        reading_say(reading->profile, 1, "%s: %s", reading->path, problem.data);
    }
    said_free(&said);
    text_free(&problem);
}

/* Reads what a descriptor has, a database by its path. */
static int32_t read_kind(struct reading *reading, int file, enum kind kind, int *problem)
{
    const gpuocc_runs_callbacks callbacks = callbacks_of(reading);

    if (kind == KIND_OF_DATABASE)
        return gpuocc_runs_file(&callbacks, reading->path);
    if (kind == KIND_OF_PROFILE)
        return read_pieces(reading, file, problem);
    read_part(reading, file);
    return GPUOCC_RUNS_OK;
}

void reading_file(struct reading *reading)
{
    const int is_input = strcmp(reading->path, "-") == 0;
    const int file = is_input ? 0 : stop_open(reading->path);
    struct stat about = {0};
    int32_t status = GPUOCC_RUNS_OK;
    int problem = 0;

    reading->profile->warnings_here = 0;
    if (file < 0 && stop_signal() != 0)
        return;
    if (file < 0 || fstat(file, &about) != 0)
        problem = errno;
    else if (S_ISDIR(about.st_mode))
        problem = EISDIR;
    else
        status =
            read_kind(reading, file, is_input ? KIND_OF_PROFILE : kind_of(file, &about), &problem);
    if (S_ISREG(about.st_mode)) {
        reading->disk = about.st_dev;
        reading->inode = about.st_ino;
    }
    if (is_input)
        reading->path = "standard input";
    reading_end(reading, status, problem);
    if (file > 0)
        (void)close(file);
}

void reading_say_alike(struct reading *reading)
{
    const gpuocc_runs_device *gpu;
    uint32_t index;

    part_check(gpuocc_runs_shapes_describe_alike(reading->shapes, &index));
    reading_contents(reading->shapes, &reading->all);
    gpu = index != GPUOCC_UNKNOWN ? &reading->all.gpus[index] : NULL;

    if (gpu != NULL && reading->profile->options.question.device == NULL)
        reading_say(
            reading->profile, 0,
            "%s does not describe the GPU of all launches; the others are taken for launches on "
            "%s, as all GPUs that it describes",
            reading->path, gpu->name.length != 0 ? gpu->name.at : gpu->architecture.at);
}
