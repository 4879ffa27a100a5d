/* SPDX-License-Identifier: MIT
 *
 * Tests damaged files: every fixture cut off at every byte and with 100,000 bits flipped, with all
 * readers, in memory of exactly its size. Usage: damage FOLDER
 */
#include <dirent.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "formats.h"
#include "tap.h"

#define FLIPS 100000

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

struct seen {
    unsigned long kernels, warnings;
    unsigned long wrong; /* what no reader may report */
    uint64_t sum;        /* of every byte that was reported */
    int stop, unpacked;
};

static void look(struct seen *seen, const char *at, size_t length)
{
    while (length-- > 0)
        seen->sum = seen->sum * 31 + (unsigned char)*at++;
}

static int take_kernel(void *user, const gpuocc_kernels_found *kernel)
{
    struct seen *seen = user;

    seen->kernels++;
    look(seen, kernel->name.at, kernel->name.length);
    look(seen, kernel->target.at, kernel->target.length);
    look(seen, kernel->format, strlen(kernel->format));
    seen->wrong += kernel->kernel.size != sizeof kernel->kernel ||
                   kernel->notes >> GPUOCC_KERNELS_NOTE_COUNT != 0 || kernel->format[0] == 0;
    return seen->stop;
}

static void take_warning(void *user, uint64_t offset, const char *sentence)
{
    struct seen *seen = user;
    const size_t length = strlen(sentence);

    (void)offset;
    seen->warnings++;
    seen->unpacked |= strstr(sentence, "built without") == NULL;
    seen->wrong += length == 0 || length > 255 || sentence[length - 1] == '.';
}

static int run(const unsigned char *bytes, size_t length, struct seen *seen)
{
    struct callbacks callbacks = {NULL, take_kernel, take_warning, 0, NULL, NULL, 0};
    int status;

    callbacks.user = seen;
    status = format_read(bytes, length, &callbacks);
    seen->wrong += status != GPUOCC_KERNELS_OK && status != GPUOCC_KERNELS_NONE &&
                   status != GPUOCC_KERNELS_STOPPED;
    /* A kernel needs at least a section header or a line of text. */
    seen->wrong += seen->kernels > length / 16 || seen->warnings > length / 2 + 8;
    return status;
}

static uint64_t random_number(void)
{
    static uint64_t state = 88172645463325252u;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void cut_off(const char *name, const unsigned char *bytes, size_t length, unsigned long all)
{
    unsigned long wrong = 0, more = 0, silent = 0;
    size_t cut;

    for (cut = 0; cut < length; cut++) {
        unsigned char *piece = malloc(cut != 0 ? cut : 1);
        struct seen seen = {0, 0, 0, 0, 0, 0};
        int status;

        if (piece == NULL)
            break;
        memcpy(piece, bytes, cut);
        status = run(piece, cut, &seen);
        wrong += seen.wrong;
        more += seen.kernels > all;
        silent += status == GPUOCC_KERNELS_OK && seen.kernels < all && seen.warnings == 0;
        free(piece);
    }
    ok(cut == length && wrong == 0 && more == 0, "%s: cut off at each of %lu bytes", name,
       (unsigned long)length);
    /* Text does not contain its length: only the kernel at the cut can be missed. */
    if (bytes[0] == 0x7f || bytes[0] == 0x50)
        ok(silent == 0, "%s: no kernel is lost without a word", name);
}

static void flip(const char *name, const unsigned char *bytes, size_t length)
{
    unsigned char *copy = malloc(length);
    unsigned long wrong = 0, warned = 0;
    size_t at[4], i, count;
    int trial;

    if (copy == NULL)
        return;
    memcpy(copy, bytes, length);
    for (trial = 0; trial < FLIPS; trial++) {
        struct seen seen = {0, 0, 0, 0, 0, 0};

        count = trial % 4 == 3 ? 4 : 1;
        for (i = 0; i < count; i++) {
            at[i] = (size_t)(random_number() % length);
            copy[at[i]] ^= (unsigned char)(1u << random_number() % 8);
        }
        (void)run(copy, length, &seen);
        wrong += seen.wrong;
        warned += seen.warnings != 0;
        for (i = 0; i < count; i++)
            copy[at[i]] = bytes[at[i]];
    }
    ok(wrong == 0, "%s: %d damaged copies, warning with %lu", name, FLIPS, warned);
    free(copy);
}

static int test(const char *name, const unsigned char *bytes, size_t length)
{
    struct seen seen = {0, 0, 0, 0, 0, 0}, again = {0, 0, 0, 0, 0, 0}, first = {0, 0, 0, 0, 1, 0};

    if (run(bytes, length, &seen) == GPUOCC_KERNELS_NONE)
        return 0;
    if (seen.warnings != 0 && !seen.unpacked) {
        skip(name, "this build has no library to unpack it");
        return 1;
    }
    (void)run(bytes, length, &again);
    ok(seen.kernels != 0 && seen.warnings == 0 && seen.wrong == 0 && seen.sum == again.sum,
       "%s: %lu kernels", name, seen.kernels);
    ok(run(bytes, length, &first) == GPUOCC_KERNELS_STOPPED && first.kernels == 1,
       "%s: stops when told to", name);
    cut_off(name, bytes, length, seen.kernels);
    flip(name, bytes, length);
    return 1;
}

static int test_file(const char *folder, const char *name)
{
    char path[4096];
    unsigned char *bytes = malloc(1 << 20), *exact = NULL;
    size_t length = 0;
    FILE *file;
    int tested = 0;

    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "rb");
    if (file != NULL && bytes != NULL)
        length = fread(bytes, 1, 1 << 20, file);
    if (file != NULL)
        (void)fclose(file);
    if (length != 0)
        exact = malloc(length);
    if (exact != NULL) {
        memcpy(exact, bytes, length);
        tested = test(name, exact, length);
    }
    free(exact);
    free(bytes);
    return tested;
}

int main(int count, char **arguments)
{
    DIR *folder = count == 2 ? opendir(arguments[1]) : NULL;
    struct dirent *entry;
    struct rusage usage;
    int tested = 0;

    if (folder == NULL)
        return 2;
    while ((entry = readdir(folder)) != NULL)
        if (entry->d_name[0] != '.')
            tested += test_file(arguments[1], entry->d_name);
    (void)closedir(folder);
    ok(tested != 0, "%d fixtures", tested);
    if (!SANITIZED && getrusage(RUSAGE_SELF, &usage) == 0)
        ok(usage.ru_maxrss < 256 * 1024, "took %ld KiB at most", usage.ru_maxrss);
    return done();
}
