/* SPDX-License-Identifier: MIT
 *
 * Tests gpuocc/kernels.h on files, through the shared library: what it reports with the C library's
 * memory, with an arena of the documented size, and with too little. `list FILE...` prints the
 * kernels.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpuocc/kernels.h>

#include "tap.h"

struct seen {
    unsigned kernels, warnings, stop_at, short_of_memory, wrong;
    uint64_t sum; /* of all that was reported */
    int print;
    const char *path;
};

static void add(struct seen *seen, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;

    while (length-- > 0)
        seen->sum = seen->sum * 1099511628211u ^ *at++;
}

static void print_row(const struct seen *seen, const gpuocc_kernels_found *found)
{
    gpuocc_kernel asked;
    const uint32_t assumed = gpuocc_kernels_convert(found, NULL, &asked);
    uint32_t i, word;

    printf("%s\t%.*s\t%.*s\t%s\t%lu\t%lu\t%lu\t%lu", seen->path, (int)found->name.length,
           found->name.at, (int)found->target.length, found->target.at, found->format,
           (unsigned long)found->notes, (unsigned long)assumed, (unsigned long)found->stack_bytes,
           (unsigned long)found->spill_bytes);
    for (i = 1; i < GPUOCC_KERNEL_FIELD_COUNT; i++) {
        memcpy(&word, (const char *)&asked + 4 * i, 4);
        printf("\t%lu", (unsigned long)word);
    }
    printf("\n");
}

static int32_t take_kernel(void *user, const gpuocc_kernels_found *found)
{
    struct seen *seen = user;

    seen->kernels++;
    add(seen, found->name.at, found->name.length);
    add(seen, found->target.at, found->target.length);
    add(seen, found->format, strlen(found->format));
    add(seen, &found->notes, sizeof found->notes);
    add(seen, &found->stack_bytes, sizeof found->stack_bytes);
    add(seen, &found->spill_bytes, sizeof found->spill_bytes);
    add(seen, &found->kernel, sizeof found->kernel);
    seen->wrong += found->size != sizeof *found || found->kernel.size != sizeof found->kernel;
    if (seen->print)
        print_row(seen, found);
    return seen->kernels == seen->stop_at;
}

static void take_warning(void *user, uint64_t offset, const char *sentence)
{
    struct seen *seen = user;

    seen->warnings++;
    seen->short_of_memory +=
        strstr(sentence, "no memory") != NULL || strstr(sentence, "is damaged") != NULL;
    add(seen, &offset, sizeof offset);
    add(seen, sentence, strlen(sentence));
}

static unsigned char *load(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = malloc(1 << 22);

    *length = file != NULL && bytes != NULL ? fread(bytes, 1, 1 << 22, file) : 0;
    if (file != NULL)
        fclose(file);
    return bytes;
}

static int32_t read_with(struct seen *seen, const unsigned char *bytes, size_t length, void *memory,
                         size_t memory_bytes)
{
    const gpuocc_kernels_callbacks reader = {sizeof reader, seen,         take_kernel, take_warning,
                                             memory,        memory_bytes, NULL};

    return gpuocc_kernels_read(&reader, bytes, length);
}

/* Repeats it with an arena of the documented size at any address; less memory must not report other
 * kernels, and nothing may be written after it. */
static void test_file(const char *path)
{
    struct seen plain = {0}, arena, less;
    size_t length, size, i;
    unsigned char *bytes = load(path, &length);
    const size_t stated = ((size_t)1 << 20) + 16 * length + (8u << 20); /* unpacked: 8 MiB */
    unsigned char *memory = malloc(stated + 64);
    unsigned same = 0, fewer = 0, intact = 0, sizes = 0;
    int32_t status = read_with(&plain, bytes, length, NULL, 0);

    for (i = 0; i < 3; i++) {
        memset(&arena, 0, sizeof arena);
        same += read_with(&arena, bytes, length, memory + i, stated) == status &&
                arena.sum == plain.sum && arena.wrong == 0;
    }
    for (size = 0; size < 1 << 20; size = size * 3 / 2 + 1, sizes++) {
        memset(&less, 0, sizeof less);
        memset(memory + size, 0x5a, 64);
        (void)read_with(&less, bytes, length, memory, size);
        for (i = 0; i < 64 && memory[size + i] == 0x5a; i++)
            ;
        intact += i == 64;
        fewer += less.short_of_memory != 0 || less.sum == plain.sum;
    }
    ok(same == 3 && plain.kernels != 0 && status == GPUOCC_KERNELS_OK, "%s: %u kernels", path,
       plain.kernels);
    ok(intact == sizes && fewer == sizes, "%s: with less memory the same, or it is told", path);
    free(memory);
    free(bytes);
}

static void test_stop(const char *path)
{
    struct seen seen = {0};
    size_t length;
    unsigned char *bytes = load(path, &length);

    seen.stop_at = 2;
    ok(read_with(&seen, bytes, length, NULL, 0) == GPUOCC_KERNELS_STOPPED && seen.kernels == 2,
       "reading stops where the caller says so");
    free(bytes);
}

static void test_arguments(void)
{
    static const unsigned char nothing[64] = {1, 2, 3};
    struct seen seen = {0};
    gpuocc_kernels_callbacks reader = {sizeof reader, &seen, take_kernel, NULL, NULL, 0, NULL};

    ok(gpuocc_kernels_read(&reader, nothing, sizeof nothing) == GPUOCC_KERNELS_NONE &&
           gpuocc_kernels_read(&reader, nothing, 0) == GPUOCC_KERNELS_NONE &&
           gpuocc_kernels_read(&reader, NULL, 0) == GPUOCC_KERNELS_NONE,
       "nothing that is known");
    ok(gpuocc_kernels_read(&reader, NULL, 4) == GPUOCC_KERNELS_ERROR_REQUIRED, "bytes are missing");
    ok(gpuocc_kernels_read(&reader, "CTNI and more", 13) == GPUOCC_KERNELS_OK,
       "a warning that nobody is told");
    reader.kernel = NULL;
    ok(gpuocc_kernels_read(&reader, nothing, 4) == GPUOCC_KERNELS_ERROR_REQUIRED,
       "a function is missing");
    reader.size = offsetof(gpuocc_kernels_callbacks, uncompiled);
    ok(gpuocc_kernels_read(&reader, nothing, 4) == GPUOCC_KERNELS_ERROR_REQUIRED,
       "the size of the first version");
    reader.size--;
    ok(gpuocc_kernels_read(&reader, nothing, 4) == GPUOCC_KERNELS_ERROR_SIZE, "a size is wrong");
}

static void test_words(void)
{
    uint32_t i;
    int named = 1;

    for (i = 0; i < GPUOCC_KERNELS_NOTE_COUNT; i++)
        named &= gpuocc_kernels_note_name(i)[0] != 0 && gpuocc_kernels_note_about(i)[0] != 0;
    for (i = 0; i < GPUOCC_KERNELS_ASSUMED_COUNT; i++)
        named &=
            gpuocc_kernels_assumption_name(i)[0] != 0 && gpuocc_kernels_assumption_about(i)[0] != 0;
    ok(named, "every note and assumption has a name and a sentence");
    ok(gpuocc_kernels_note_name(GPUOCC_KERNELS_NOTE_COUNT)[0] == 0 &&
           gpuocc_kernels_note_about(UINT32_MAX)[0] == 0 &&
           gpuocc_kernels_assumption_name(GPUOCC_KERNELS_ASSUMED_COUNT)[0] == 0 &&
           gpuocc_kernels_assumption_about(UINT32_MAX)[0] == 0,
       "other numbers have none");
}

static void test_ask(void)
{
    gpuocc_kernels_found found = {.size = sizeof found, .name = {"k", 1}};
    gpuocc_kernel given = {0}, asked;

    found.kernel.registers_per_thread = 40;
    found.kernel.shared_bytes = GPUOCC_UNKNOWN;
    ok(gpuocc_kernels_convert(&found, NULL, &asked) == 1u << GPUOCC_KERNELS_ASSUMED_ANY_GROUP &&
           asked.threads_per_group == GPUOCC_UNKNOWN && asked.registers_per_thread == 40 &&
           asked.shared_bytes == GPUOCC_UNKNOWN && asked.size == sizeof asked,
       "any group");
    found.kernel.max_threads_per_group = 512;
    ok(gpuocc_kernels_convert(&found, NULL, &asked) == 1u << GPUOCC_KERNELS_ASSUMED_BOUND &&
           asked.threads_per_group == 512,
       "groups of the launch bound");
    given.threads_per_group = 96;
    given.registers_per_thread = 50;
    given.shared_bytes = 1000;
    ok(gpuocc_kernels_convert(&found, &given, &given) == 0 && given.threads_per_group == 96 &&
           given.registers_per_thread == 40 && given.shared_bytes == 1000,
       "what is given stands where the file does not know, and replaces nothing");
    found.notes = 1u << GPUOCC_KERNELS_NOTE_SHARED_UNSAID | 1u << GPUOCC_KERNELS_NOTE_TENSOR_UNSAID;
    ok(gpuocc_kernels_convert(&found, &given, &asked) ==
           (1u << GPUOCC_KERNELS_ASSUMED_NO_DYNAMIC_SHARED |
            1u << GPUOCC_KERNELS_ASSUMED_NO_TENSOR_MEMORY),
       "what a file does not say is taken not to be there");
    given.dynamic_shared_bytes = 8;
    given.virtual_resources = 1;
    ok(gpuocc_kernels_convert(&found, &given, &asked) == 0 && asked.dynamic_shared_bytes == 8,
       "unless it is given");
}

int main(int count, char **arguments)
{
    struct seen seen = {0};
    size_t length;
    int i;

    if (count > 1 && strcmp(arguments[1], "list") == 0) {
        for (i = 2; i < count; i++) {
            unsigned char *bytes = load(arguments[i], &length);

            seen.print = 1;
            seen.path = arguments[i];
            (void)read_with(&seen, bytes, length, NULL, 0);
            free(bytes);
        }
        return 0;
    }
    for (i = 1; i < count; i++)
        test_file(arguments[i]);
    if (count > 1)
        test_stop(arguments[1]);
    test_arguments();
    test_words();
    test_ask();
    return done();
}
