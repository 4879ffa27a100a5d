/* SPDX-License-Identifier: MIT
 *
 * Files made to keep a reader busy: names, notes and sections that lie inside each other, one
 * kernel told about again and again. Each takes as long as its size asks for, and no longer.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "nest.h"
#include "tap.h"

#define SIZE ((size_t)8 << 20)
/* Seconds of the processor; a quarter of one is the most that any takes. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MOST 30.0
#elif defined(__clang__)
#define MOST 30.0 /* perhaps with a sanitizer */
#else
#define MOST 2.0
#endif

struct seen {
    unsigned long kernels, troubles;
    size_t bytes; /* of names */
};

static unsigned char *file;
static size_t end; /* of what was put into the file */

static int take_kernel(void *user, const struct reader_kernel *kernel)
{
    struct seen *seen = user;

    seen->kernels++;
    seen->bytes += kernel->name.length;
    return 0;
}

static void take_trouble(void *user, uint64_t offset, const char *sentence)
{
    struct seen *seen = user;

    (void)offset;
    (void)sentence;
    seen->troubles++;
}

static void start(void)
{
    memset(file, 0, SIZE);
    end = 0;
}

static void put(size_t at, uint64_t number, unsigned size)
{
    unsigned i;

    for (i = 0; i < size; i++)
        file[at + i] = (unsigned char)(number >> 8 * i);
}

static void add(const char *text)
{
    memcpy(file + end, text, strlen(text));
    end += strlen(text);
}

/* Text again and again up to an offset. */
static void fill(const char *text, size_t until)
{
    while (end + strlen(text) <= until)
        add(text);
}

/* An ELF header whose table of `count` sections begins at `end`; the names are in section 1. */
static void put_head(unsigned machine, unsigned os_abi, unsigned abi, unsigned type,
                     size_t sections, unsigned count)
{
    memcpy(file, "\177ELF\2\1\1", 7);
    put(7, os_abi, 1);
    put(8, abi, 1);
    put(16, type, 2);
    put(18, machine, 2);
    put(40, sections, 8);
    put(58, 64, 2);
    put(60, count, 2);
    put(62, 1, 2);
}

static void put_section(size_t table, unsigned index, uint32_t name, uint32_t type, size_t offset,
                        size_t size, uint32_t link, uint32_t info)
{
    const size_t at = table + (size_t)64 * index;

    put(at, name, 4);
    put(at + 4, type, 4);
    put(at + 24, offset, 8);
    put(at + 32, size, 8);
    put(at + 40, link, 4);
    put(at + 44, info, 4);
}

static void check(const char *name, unsigned long most_kernels)
{
    struct seen seen = {0, 0, 0};
    struct reader_sink sink = {NULL, take_kernel, take_trouble, 0};
    const clock_t begin = clock();
    double seconds;

    sink.user = &seen;
    (void)reader_read(file, SIZE, &sink);
    seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    ok(seconds < MOST && seen.kernels <= most_kernels && seen.bytes <= 64 * SIZE,
       "%s: %lu kernels, %lu troubles, %.2f s", name, seen.kernels, seen.troubles, seconds);
}

/* Symbols and relocations of a cubin that is not linked, every name of them 64 KiB long. */
static void test_symbols(void)
{
    const size_t names = 4096, symbols = names + 70000, half = SIZE / 2;
    size_t at;

    start();
    put_head(190, 0x41, 8, 1, 64, 6);
    put(48, 90 << 8, 4);
    memset(file + names, 'a', 70000);
    memcpy(file + 2048, "\0.text.k\0.rela.text.k\0.nv.shared", 33);
    put_section(64, 1, 0, 3, 2048, 64, 0, 0);
    put_section(64, 2, 0, 2, symbols, half - symbols, 3, 0);
    put_section(64, 3, 0, 3, names, 70000, 0, 0);
    put_section(64, 4, 1, 1, 0, 0, 0, 0);
    put_section(64, 5, 9, 4, half, SIZE - half, 2, 4);
    for (at = symbols; at + 24 <= half; at += 24) {
        put(at + 4, 0x02, 1);
        put(at + 5, 0x10, 1);
        put(at + 6, 4, 2);
    }
    for (at = half; at + 24 <= SIZE; at += 24)
        put(at + 12, (at - half) / 24, 4);
    check("names of symbols that are the same 64 KiB", 1);
}

/* The same of sections. */
static void test_sections(void)
{
    const unsigned count = 65000;
    const size_t names = 64 + (size_t)64 * count;
    unsigned i;

    start();
    put_head(190, 0x41, 8, 2, 64, count);
    put(48, 90 << 8, 4);
    memset(file + names, '.', 70000);
    put_section(64, 1, 0, 3, names, 70000, 0, 0);
    for (i = 2; i < count; i++)
        put_section(64, i, 0, 1, 0, 0, 0, 0);
    check("names of sections that are the same 64 KiB", 0);
}

/* Sections of notes that are all the same megabytes of kernels. */
static void test_notes(void)
{
    const unsigned count = 60000;
    const size_t notes = 64 + (size_t)64 * count;
    size_t kernels = 0;
    unsigned i;

    start();
    put_head(224, 64, 3, 3, 64, count);
    put(48, 0x3f, 4);
    end = notes + 12 + 8;
    put(notes, 7, 4);
    put(notes + 8, 32, 4);
    memcpy(file + notes + 12, "AMDGPU", 7);
    add("\x81\xae"
        "amdhsa.kernels\xdd");
    end += 4;
    for (i = 0; end + 16 < SIZE; i++, kernels++)
        add("\x81\xa5.name\xa1k");
    for (i = 0; i < 4; i++)
        file[notes + 20 + 17 + i] = (unsigned char)(kernels >> 8 * (3 - i));
    put(notes + 4, end - notes - 20, 4);
    for (i = 2; i < count; i++)
        put_section(64, i, 0, 7, notes, end - notes, 0, 0);
    check("notes that are the same note", SIZE / 8);
}

/* Descriptors with names of 64 KiB, each another part of the same text. */
static void test_descriptors(void)
{
    const size_t symbols = 4096, names = SIZE / 2;
    size_t at, i = 0;

    start();
    put_head(224, 64, 3, 3, 64, 5);
    put(48, 0x3f, 4);
    for (at = names; at + 3 <= SIZE; at += 3)
        memcpy(file + at, ".kd", 3);
    put_section(64, 1, 0, 3, 2048, 64, 0, 0);
    put_section(64, 2, 0, 11, symbols, names - symbols, 3, 0);
    put_section(64, 3, 0, 3, names, SIZE - names, 0, 0);
    put_section(64, 4, 0, 1, 1024, 1024, 0, 0);
    for (at = symbols; at + 24 <= names; at += 24, i++) {
        put(at, 3 * (i % 1000000), 4);
        put(at + 6, 4, 2);
    }
    check("descriptors whose names are the same text", SIZE / 24);
}

/* Assembly that names one kernel of a large block again and again. */
static void test_block(void)
{
    start();
    memset(file, '\n', SIZE);
    add("\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx90a\"\n");
    fill("\t.amdhsa_kernel k\n\t.end_amdhsa_kernel\n", SIZE / 2);
    add("\t.amdgpu_metadata\namdhsa.kernels:\n  - .args:\n");
    fill("      - .size: 4\n", SIZE - 64);
    add("    .name: k\n\t.end_amdgpu_metadata\n");
    check("a kernel of a large block, named again and again", SIZE / 16);
}

/* A title of half the file above shaders that have no other. */
static void test_title(void)
{
    start();
    memset(file, '\n', SIZE);
    fill("compute ", SIZE / 2);
    add(":\n");
    fill("VGPRs: 8\nSGPRs: 8\n", SIZE);
    check("a title of megabytes above many shaders", SIZE / 16);
}

int main(void)
{
    file = malloc(SIZE);
    if (!ok(file != NULL, "memory for a file of 8 MiB"))
        return done();
    test_symbols();
    test_sections();
    test_notes();
    test_descriptors();
    test_block();
    test_title();
    free(file);
    return done();
}
