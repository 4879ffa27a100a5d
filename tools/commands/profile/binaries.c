/* SPDX-License-Identifier: MIT */
#include "commands/profile/binaries.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/content.h"
#include "output/demangle.h"
#include "output/out.h"
#include "stop.h"

struct reading {
    struct binaries *binaries;
    const char *path;
    unsigned long long kernels;
};

/* Adds a name in the form in which those of files and of profiles are compared: demangled, and
 * without blanks, the result type of a function template and the suffix of AMD's descriptors. */
static void add_plain(struct text *text, const char *name, size_t length)
{
    static const char *const endings[] = {".kd", " [clone .kd]", " (.kd)"};
    struct text whole = {0};
    size_t i;

    for (i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (length > strlen(endings[i]) &&
            memcmp(name + length - strlen(endings[i]), endings[i], strlen(endings[i])) == 0)
            length -= strlen(endings[i]);
    text_add_demangled(&whole, name, length);
    for (i = strncmp(text_string(&whole), "void ", 5) == 0 ? 5 : 0; i < whole.length; i++)
        if (whole.data[i] != ' ')
            text_add_byte(text, whole.data[i]);
    text_free(&whole);
}

static int32_t take_kernel(void *user, const gpuocc_kernels_found *found)
{
    struct reading *reading = user;
    struct binaries *binaries = reading->binaries;
    struct binary *binary;

    if (binaries->count == binaries->capacity) {
        binaries->capacity = memory_capacity(binaries->capacity);
        binaries->at = memory_grow(binaries->at, binaries->capacity * sizeof *binaries->at);
    }
    binary = &binaries->at[binaries->count++];
    binary->notes = found->notes;
    binary->spill_bytes = found->spill_bytes;
    binary->kernel = found->kernel;
    binary->plain = binaries->names.length;
    add_plain(&binaries->names, found->name.at, found->name.length);
    text_add_byte(&binaries->names, 0);
    binary->target = binaries->names.length;
    text_add_bytes(&binaries->names, found->target.at, found->target.length);
    text_add_byte(&binaries->names, 0);
    reading->kernels++;
    return 0;
}

static void take_warning(void *user, uint64_t offset, const char *sentence)
{
    const struct reading *reading = user;

    (void)complain("%s: %s (at byte %llu)", reading->path, sentence, (unsigned long long)offset);
}

int binaries_read(struct binaries *binaries, const char *path)
{
    struct reading reading = {.binaries = binaries, .path = path};
    const gpuocc_kernels_callbacks callbacks = {
        .size = sizeof callbacks, .user = &reading, .kernel = take_kernel, .warning = take_warning};
    struct content content = {0};
    struct stat about;
    const int file = stop_open(path);
    int ending = END_ANSWERED;

    if (file < 0 || fstat(file, &about) != 0 ||
        content_read(&content, file, S_ISREG(about.st_mode) ? (uint64_t)about.st_size : 0) != 0) {
        ending =
            stop_signal() != 0 ? END_FAILED : complain("--kernels: %s: %s", path, strerror(errno));
    } else {
        (void)gpuocc_kernels_read(&callbacks, content.bytes, content.length);
        if (reading.kernels == 0)
            ending = complain("--kernels: %s contains no compiled kernels", path);
        content_close(&content);
    }
    content_free(&content);
    if (file >= 0)
        (void)close(file);
    return ending;
}

static const char *names_sorted; /* for compare() */

static int compare(const void *a, const void *b)
{
    const struct binary *first = a, *second = b;

    return strcmp(names_sorted + first->plain, names_sorted + second->plain);
}

void binaries_sort(struct binaries *binaries)
{
    names_sorted = text_string(&binaries->names);
    if (binaries->count != 0)
        qsort(binaries->at, binaries->count, sizeof *binaries->at, compare);
}

/* Whether a target is that of an architecture: "sm_90a" is also built for sm_90, "gfx90a:xnack-"
 * for gfx90a. */
static int is_target(const char *target, const char *architecture)
{
    const size_t length = strlen(architecture);

    return strncmp(target, architecture, length) == 0 &&
           (target[length] == 0 || target[length] == ':' ||
            (strncmp(target, "sm_", 3) == 0 && strchr("af", target[length]) != NULL));
}

/* Returns the index of the first kernel whose name is not before `plain`. */
static size_t find_first(const struct binaries *binaries, const char *plain)
{
    size_t low = 0, high = binaries->count, middle;

    while (low < high) {
        middle = low + (high - low) / 2;
        if (strcmp(binaries->names.data + binaries->at[middle].plain, plain) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct binary *binaries_find(const struct binaries *binaries, const char *name,
                                   const char *architecture, int *ambiguous)
{
    const struct binary *found = NULL, *one;
    const char *names = text_string(&binaries->names);
    struct text plain = {0};
    size_t i;

    *ambiguous = 0;
    add_plain(&plain, name, strlen(name));
    for (i = find_first(binaries, text_string(&plain)); i < binaries->count; i++) {
        one = &binaries->at[i];
        if (strcmp(names + one->plain, text_string(&plain)) != 0)
            break;
        if (architecture != NULL && names[one->target] != 0 &&
            !is_target(names + one->target, architecture))
            continue;
        if (found != NULL && memcmp(&found->kernel, &one->kernel, sizeof one->kernel) != 0)
            *ambiguous = 1;
        found = one;
    }
    text_free(&plain);
    return *ambiguous ? NULL : found;
}

void binaries_free(struct binaries *binaries)
{
    free(binaries->at);
    text_free(&binaries->names);
}
