/* SPDX-License-Identifier: MIT
 *
 * Tests files that are made to keep a reader busy: overlapping names, notes and sections, and one
 * kernel described repeatedly. The work must be proportional to the size, and the output within the
 * budget of an input.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "nest.h"
#include "tap.h"

/* Each file is made in two sizes. */
#define LARGE ((size_t)8 << 20)
#define SMALL (LARGE / 4)

/* Processor time for four times the size: linear work takes 4 times as long, quadratic work 16
 * times. The slack allows for the clock and other work on the machine. */
#define GROWTH 8.0
#define SLACK  0.05

struct seen {
    unsigned long kernels, warnings;
    unsigned long bounded; /* kernels with a launch bound */
    uint64_t cost;         /* as formats.h counts it */
};

static unsigned char *file;
static size_t size;       /* of the file */
static size_t end;        /* of what was put into it */
static struct seen found; /* in the last one */

static int take_kernel(void *user, const gpuocc_kernels_found *kernel)
{
    struct seen *seen = user;

    seen->kernels++;
    seen->bounded += kernel->kernel.max_threads_per_group != 0;
    seen->cost += FORMAT_ROW + kernel->name.length;
    return 0;
}

static void take_warning(void *user, uint64_t offset, const char *sentence)
{
    struct seen *seen = user;

    (void)offset;
    (void)sentence;
    seen->warnings++;
}

static void start(void)
{
    memset(file, 0, size);
    end = 0;
}

static void put(size_t at, uint64_t number, unsigned bytes)
{
    unsigned i;

    for (i = 0; i < bytes; i++)
        file[at + i] = (unsigned char)(number >> 8 * i);
}

static void add(const char *text)
{
    memcpy(file + end, text, strlen(text));
    end += strlen(text);
}

/* Repeats text up to an offset. */
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
                        size_t length, uint32_t link, uint32_t info)
{
    const size_t at = table + (size_t)64 * index;

    put(at, name, 4);
    put(at + 4, type, 4);
    put(at + 24, offset, 8);
    put(at + 32, length, 8);
    put(at + 40, link, 4);
    put(at + 44, info, 4);
}

/* Returns the processor seconds to read the file, the minimum of three times. */
static double read_file(void)
{
    struct callbacks callbacks = {NULL, take_kernel, take_warning, 0, NULL, NULL, 0};
    double least = 0, seconds;
    clock_t begin;
    int i;

    for (i = 0; i < 3; i++) {
        memset(&found, 0, sizeof found);
        callbacks.user = &found;
        begin = clock();
        (void)format_read(file, size, &callbacks);
        seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
        least = i == 0 || seconds < least ? seconds : least;
    }
    return least;
}

static void check(const char *name, void (*make)(void))
{
    double small, large;

    size = SMALL;
    make();
    small = read_file();
    size = LARGE;
    make();
    large = read_file();
    ok(large <= GROWTH * small + SLACK &&
           found.cost <= FORMAT_REPORTED_BASE + FORMAT_REPORTED_TIMES * (uint64_t)size,
       "%s: %lu kernels, %lu warnings, %.3f s, %.3f s for 4 times the size", name, found.kernels,
       found.warnings, small, large);
}

/* Makes symbols and relocations of an unlinked cubin, all with names of 64 KiB. */
static void make_symbols(void)
{
    const size_t names = 4096, symbols = names + 70000, half = size / 2;
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
    put_section(64, 5, 9, 4, half, size - half, 2, 4);
    for (at = symbols; at + 24 <= half; at += 24) {
        put(at + 4, 0x02, 1);
        put(at + 5, 0x10, 1);
        put(at + 6, 4, 2);
    }
    for (at = half; at + 24 <= size; at += 24)
        put(at + 12, (at - half) / 24, 4);
}

/* Fatbins in a section of data that each claim all bytes behind them, but for one whose part does
 * not fit. */
static void make_claims(void)
{
    size_t at;

    start();
    put_head(62, 0, 0, 1, 64, 2);
    put_section(64, 1, 0, 1, 256, size - 256, 0, 0);
    put(64 + 64 + 8, 2, 8);
    for (at = 256; at + 64 <= size; at += 24) {
        put(at, 0xba55ed50, 4);
        put(at + 4, 1, 2);
        put(at + 6, 16, 2);
        put(at + 8, size - at - 16, 8);
        put(at + 20, 64, 4);
    }
}

/* Fatbins of one part each that has no machine code, for as many targets. */
static void make_targets(void)
{
    size_t at;

    start();
    for (at = 0; at + 80 <= size; at += 80) {
        put(at, 0xba55ed50, 4);
        put(at + 4, 1, 2);
        put(at + 6, 16, 2);
        put(at + 8, 64, 8);
        put(at + 16, 1, 2);
        put(at + 20, 64, 4);
        put(at + 16 + 28, at, 4);
    }
}

/* The same for sections. */
static void make_sections(void)
{
    const unsigned count = (unsigned)(size / 130);
    const size_t names = 64 + (size_t)64 * count;
    unsigned i;

    start();
    put_head(190, 0x41, 8, 2, 64, count);
    put(48, 90 << 8, 4);
    memset(file + names, '.', 70000);
    put_section(64, 1, 0, 3, names, 70000, 0, 0);
    for (i = 2; i < count; i++)
        put_section(64, i, 0, 1, 0, 0, 0, 0);
}

/* Makes sections of notes that are all the same megabytes of kernels. */
static void make_notes(void)
{
    const unsigned count = (unsigned)(size / 140);
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
    for (i = 0; end + 16 < size; i++, kernels++)
        add("\x81\xa5.name\xa1k");
    for (i = 0; i < 4; i++)
        file[notes + 20 + 17 + i] = (unsigned char)(kernels >> 8 * (3 - i));
    put(notes + 4, end - notes - 20, 4);
    for (i = 2; i < count; i++)
        put_section(64, i, 0, 7, notes, end - notes, 0, 0);
}

/* Makes descriptors with names of 64 KiB, each a different part of the same text. */
static void make_descriptors(void)
{
    const size_t symbols = 4096, names = size / 2;
    size_t at, i = 0;

    start();
    put_head(224, 64, 3, 3, 64, 5);
    put(48, 0x3f, 4);
    for (at = names; at + 3 <= size; at += 3)
        memcpy(file + at, ".kd", 3);
    put_section(64, 1, 0, 3, 2048, 64, 0, 0);
    put_section(64, 2, 0, 11, symbols, names - symbols, 3, 0);
    put_section(64, 3, 0, 3, names, size - names, 0, 0);
    put_section(64, 4, 0, 1, 1024, 1024, 0, 0);
    for (at = symbols; at + 24 <= names; at += 24, i++) {
        put(at, 3 * (i % 1000000), 4);
        put(at + 6, 4, 2);
    }
}

/* Makes assembly that names one kernel of a large block repeatedly. */
static void make_block(void)
{
    start();
    memset(file, '\n', size);
    add("\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx90a\"\n");
    fill("\t.amdhsa_kernel k\n\t.end_amdhsa_kernel\n", size / 2);
    add("\t.amdgpu_metadata\namdhsa.kernels:\n  - .args:\n");
    fill("      - .size: 4\n", size - 64);
    add("    .name: k\n\t.end_amdgpu_metadata\n");
}

/* Makes a title of half the file above shaders that have no other title. */
static void make_title(void)
{
    start();
    memset(file, '\n', size);
    fill("compute ", size / 2);
    add(":\n");
    fill("VGPRs: 8\nSGPRs: 8\n", size);
}

/* Writes a name of 65,000 letters at `at`, followed by a zero. Returns the offset after it. */
static size_t put_long(size_t at, const char *before, const char *behind)
{
    memcpy(file + at, before, strlen(before));
    at += strlen(before);
    memset(file + at, 'a', 65000);
    memcpy(file + at + 65000, behind, strlen(behind) + 1);
    return at + 65000 + strlen(behind) + 1;
}

/* Makes kernels of a cubin that all have the same 65,000 letters as their name, and records by
 * symbol that all name one of them. */
static void make_kernels(void)
{
    const unsigned count = (unsigned)(size / 200);
    const size_t names = 64 + (size_t)64 * count, symbols = names + 70000;
    const size_t records = symbols + (size_t)24 * count;
    size_t at;
    unsigned i;

    start();
    put_head(190, 0x41, 8, 2, 64, count);
    put(48, 90 << 8, 4);
    memcpy(file + put_long(names, ".text.", ""), ".nv.info", 9);
    put_section(64, 1, 0, 3, names, 70000, 0, 0);
    put_section(64, 2, 0, 2, symbols, (size_t)24 * count, 3, 0);
    put_section(64, 3, 0, 3, names + 6, 69994, 0, 0);
    put_section(64, 4, 65007, 1, records, (size - records) / 12 * 12, 0, 0);
    for (i = 5; i < count; i++) {
        put_section(64, i, 0, 1, 0, 0, 0, 0);
        put(symbols + (size_t)24 * i + 4, 0x12, 1);
        put(symbols + (size_t)24 * i + 5, 0x10, 1);
        put(symbols + (size_t)24 * i + 6, i, 2);
    }
    for (at = records, i = 5; at + 12 <= size; at += 12) {
        put(at, 0x00082f04, 4); /* format 4, registers, 8 bytes */
        put(at + 4, 5 + (at - records) / 12 % (count - 5), 4);
        put(at + 8, 32, 4);
    }
}

/* Makes symbols that all name the same kernel at one of few offsets: their names are equal, but not
 * at the same address.
 */
static void make_equal_descriptors(void)
{
    const size_t symbols = 4096, names = size / 4;
    size_t at, i = 0, places = 0;

    start();
    put_head(224, 64, 3, 3, 64, 5);
    put(48, 0x3f, 4);
    for (at = names; at + 70000 < size; places++)
        at = put_long(at, "", ".kd");
    put_section(64, 1, 0, 3, 2048, 64, 0, 0);
    put_section(64, 2, 0, 11, symbols, names - symbols, 3, 0);
    put_section(64, 3, 0, 3, names, size - names, 0, 0);
    put_section(64, 4, 0, 1, 1024, 1024, 0, 0);
    for (at = symbols; at + 24 <= names; at += 24, i++) {
        put(at, i % places * 65004, 4);
        put(at + 6, 4, 2);
    }
}

static unsigned named; /* kernels of the file below */

/* Makes kernels whose records do not give the kernel's number, which no linker does: each is found
 * by its name, and none is lost. */
static void make_named(void)
{
    const unsigned count = (unsigned)(size / 256);
    const size_t names = 64 + (size_t)64 * (2 * count + 4), record = names + (size_t)40 * count;
    unsigned i;

    start();
    named = count;
    put_head(190, 0x41, 8, 2, 64, 0); /* the first header has the number of sections */
    put(48, 90 << 8, 4);
    put_section(64, 0, 0, 0, 0, 2 * count + 2, 0, 0);
    put_section(64, 1, 0, 3, names, (size_t)40 * count, 0, 0);
    put(record, 0x000c0504, 4); /* format 4, launch bound, 12 bytes */
    put(record + 4, 64, 4);
    put(record + 8, 1, 4);
    put(record + 12, 1, 4);
    for (i = 0; i < count; i++) {
        (void)snprintf((char *)file + names + (size_t)40 * i, 16, ".text.k%07u", i % 10000000);
        (void)snprintf((char *)file + names + (size_t)40 * i + 16, 24, ".nv.info.k%07u",
                       i % 10000000);
        put_section(64, 2 + i, 40 * i, 1, 0, 0, 0, 32u << 24);
        put_section(64, 2 + count + i, 40 * (count - 1 - i) + 16, 1, record, 16, 0, 0);
    }
}

int main(void)
{
    file = malloc(LARGE);
    if (!ok(file != NULL, "memory for a file of 8 MiB"))
        return done();
    check("names of symbols that are the same 64 KiB", make_symbols);
    check("names of sections that are the same 64 KiB", make_sections);
    check("kernels whose names are the same 64 KiB", make_kernels);
    ok(found.kernels == 0 && found.warnings == 1,
       "none of them is reported, and a warning says so");
    check("notes that are the same note", make_notes);
    check("descriptors whose names are the same text", make_descriptors);
    check("descriptors whose names are equal", make_equal_descriptors);
    ok(found.kernels == 0 && found.warnings == 1,
       "none of them is reported, and a warning says so");
    check("a kernel of a large block, named again and again", make_block);
    check("a title of megabytes above many shaders", make_title);
    check("fatbins that claim all bytes behind them", make_claims);
    check("fatbins for as many targets", make_targets);
    check("records that are found by name", make_named);
    ok(found.kernels == named && found.bounded == named && found.warnings == 0,
       "%u kernels with %lu launch bounds", named, found.bounded);
    free(file);
    return done();
}
