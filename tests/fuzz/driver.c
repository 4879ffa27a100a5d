/* SPDX-License-Identifier: MIT
 *
 * Runs a fuzz target without libFuzzer, with any compiler: all files of its corpus, then, for at
 * most SECONDS, inputs made from them and random ones, the same ones in every run.
 * Usage: fuzz_NAME CORPUS_FOLDER [RUNS [SEED [SECONDS]]]
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <time.h>

#include "input.h"
#include "tap.h"

#define LONGEST 4096
#define FILES   512

static struct {
    uint8_t *bytes;
    size_t length;
} files[FILES];
static size_t file_count;
static uint64_t state = 1;

static uint32_t below(uint32_t limit)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % limit);
}

/* Uses memory of exactly the input's length, so that sanitizers detect a read beyond it. */
static void run(const uint8_t *bytes, size_t length)
{
    uint8_t *copy = malloc(length != 0 ? length : 1);

    CHECK(copy != NULL);
    if (length != 0)
        memcpy(copy, bytes, length);
    (void)LLVMFuzzerTestOneInput(copy, length);
    free(copy);
}

static void read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(1 << 20);

    CHECK(file != NULL && bytes != NULL && file_count < FILES);
    files[file_count].length = fread(bytes, 1, 1 << 20, file);
    files[file_count].bytes = realloc(bytes, files[file_count].length + 1);
    CHECK(files[file_count].bytes != NULL);
    file_count++;
    fclose(file);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void read_folder(const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, by_name), i;
    char path[2048];

    for (i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.')
            read_file(path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

/* Runs a file of the corpus with some bytes changed, removed or repeated, or random bytes. */
static void run_made(void)
{
    static uint8_t bytes[LONGEST];
    size_t length = below(200), i, from, changes;

    for (i = 0; i < length; i++)
        bytes[i] = (uint8_t)below(below(2) ? 256 : 16);
    if (file_count != 0 && below(4) != 0) {
        from = below((uint32_t)file_count);
        length = files[from].length < LONGEST ? files[from].length : LONGEST;
        memcpy(bytes, files[from].bytes, length);
        if (below(4) == 0 && length != 0)
            length = below((uint32_t)length);
    }
    for (changes = length != 0 ? below(8) : 0; changes > 0; changes--)
        bytes[below((uint32_t)length)] = (uint8_t)(below(2) ? below(256) : below(10) + '0');
    run(bytes, length);
}

int main(int argc, char **argv)
{
    const unsigned long runs = argc > 2 ? strtoul(argv[2], NULL, 0) : 100000;
    const double seconds = argc > 4 ? strtod(argv[4], NULL) : 1;
    unsigned long i;
    clock_t start;

    if (argc > 1)
        read_folder(argv[1]);
    state = argc > 3 ? strtoull(argv[3], NULL, 0) : 1;
    run(NULL, 0);
    for (i = 0; i < file_count; i++)
        run(files[i].bytes, files[i].length);
    start = clock();
    for (i = 0; i < runs && (double)(clock() - start) < seconds * CLOCKS_PER_SEC; i++)
        run_made();
    ok(file_count != 0, "%lu files of the corpus", (unsigned long)file_count);
    ok(i != 0, "inputs made from them: nothing failed");
    note("%lu inputs", i);
    return done();
}
