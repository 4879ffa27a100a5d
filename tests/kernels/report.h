/* SPDX-License-Identifier: MIT
 *
 * Writes what a reader reports as text, a line for each kernel and each problem:
 *   NAME TARGET FORMAT: FIELD=NUMBER ...; NOTE ...     fields that are 0 are left out, ? is unknown
 *   @OFFSET SENTENCE
 * An expected text may have @[WORDS] for the offset of the first place of these words in the input.
 * The input lies between two pages that may not be accessed, once at the end of the first and once
 * at the start of the second, so that a reader that leaves it ends the program.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdlib.h>
#include <string.h>

#if defined(__unix__) && !defined(__EMSCRIPTEN__)
#include <sys/mman.h>
#include <unistd.h>
#define REPORT_GUARDED
#endif

#include "nest.h"
#include "tap.h"

#define REPORT_ROOM 65536u

#define TEN         "abcdefghij"
/* 100 letters, as many of a name as are shown. */
#define LONG TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

struct report {
    char text[REPORT_ROOM];
    size_t length;
    unsigned kernels, stop_at; /* 0: never */
};

static struct report report_now;

static void report_add(const char *format, ...)
{
    struct report *r = &report_now;
    va_list arguments;
    int written;

    va_start(arguments, format);
    written = vsnprintf(r->text + r->length, sizeof r->text - r->length, format, arguments);
    va_end(arguments);
    r->length += written > 0 ? (size_t)written : 0;
    if (r->length >= sizeof r->text)
        r->length = sizeof r->text - 1;
}

/* Adds a text as it is: a zero byte in it ends the report. */
static void report_bytes(gpuocc_kernels_text text)
{
    struct report *r = &report_now;

    if (text.length >= sizeof r->text - r->length)
        text.length = 0;
    if (text.length != 0)
        memcpy(r->text + r->length, text.at, text.length);
    r->length += text.length;
    r->text[r->length] = 0;
}

static void report_field(const char *name, uint32_t number)
{
    if (number == GPUOCC_UNKNOWN)
        report_add(" %s=?", name);
    else if (number == GPUOCC_ZERO)
        report_add(" %s=0", name);
    else if (number != 0)
        report_add(" %s=%lu", name, (unsigned long)number);
}

static void report_fields(const gpuocc_kernel *k)
{
    report_field("group", k->threads_per_group);
    report_field("wave", k->wave_size);
    report_field("registers", k->registers_per_thread);
    report_field("shared", k->shared_bytes);
    report_field("dynamic", k->dynamic_shared_bytes);
    report_field("barriers", k->barriers_per_group);
    report_field("bound", k->max_threads_per_group);
    report_field("virtual", k->virtual_resources);
    report_field("cluster", k->groups_per_cluster);
    report_field("agprs", k->accumulators_per_thread);
    report_field("sgprs", k->scalar_registers_per_wave);
    report_field("mode", k->core_mode);
    report_field("block", k->dynamic_vgpr_block);
    report_field("trap", k->trap_registers);
    report_field("grf", k->grf_count);
    report_field("half", k->half_registers_per_thread);
}

/* A stack or spills of 0 bytes are shown, and unknown ones are not. */
static int report_kernel(void *user, const gpuocc_kernels_found *kernel)
{
    gpuocc_kernels_text code;
    uint32_t i;

    (void)user;
    report_bytes(kernel->name);
    report_add(" ");
    report_bytes(kernel->target);
    report_add(" %s:", kernel->format);
    report_fields(&kernel->kernel);
    if (kernel->stack_bytes != GPUOCC_UNKNOWN)
        report_add(" stack=%lu", (unsigned long)kernel->stack_bytes);
    if (kernel->spill_bytes != GPUOCC_UNKNOWN)
        report_add(" spills=%lu", (unsigned long)kernel->spill_bytes);
    if (kernel->stage.length != 0)
        report_add(" stage=");
    report_bytes(kernel->stage);
    if (kernel->setmaxnreg[0] != 0)
        report_add(" setmaxnreg=%lu-%lu", (unsigned long)kernel->setmaxnreg[0],
                   (unsigned long)kernel->setmaxnreg[1]);
    if (kernel->code_bytes != 0)
        report_add(" code=");
    code.at = kernel->code;
    code.length = kernel->code_bytes;
    report_bytes(code);
    if (kernel->notes != 0)
        report_add(";");
    for (i = 0; i < 32; i++)
        if ((kernel->notes >> i & 1) != 0)
            report_add(" %s", gpuocc_kernels_note_name(i));
    report_add(kernel->kernel.size == sizeof kernel->kernel ? "\n" : " of a wrong size\n");
    return ++report_now.kernels == report_now.stop_at;
}

static void report_warning(void *user, uint64_t offset, const char *sentence)
{
    (void)user;
    report_add("@%llu %s\n", (unsigned long long)offset, sentence);
}

/* Returns room for `length` bytes between pages that may not be accessed: the bytes end at the
 * second one, or begin after the first one. */
static unsigned char *report_room(size_t length, int at_end)
{
#ifdef REPORT_GUARDED
    static unsigned char *room;
    static size_t pages;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t needed = (length + page - 1) / page + (length == 0);

    if (room == NULL || pages != needed) {
        if (room != NULL)
            (void)munmap(room, (pages + 2) * page);
        pages = needed;
        room = mmap(NULL, (pages + 2) * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (room == MAP_FAILED || mprotect(room + page, pages * page, PROT_READ | PROT_WRITE) != 0)
            exit(1);
    }
    return room + page + (at_end ? pages * page - length : 0);
#else
    static unsigned char *room;

    (void)at_end;
    free(room);
    room = malloc(length + 1);
    return room;
#endif
}

/* Runs a reader on a copy of the bytes. */
static void report_once(format_function *read, const void *bytes, size_t length, int at_end)
{
    struct callbacks callbacks = {NULL, report_kernel, report_warning, 0, NULL, NULL, 0};
    unsigned char *copy = report_room(length, at_end);
    int status;

    memcpy(copy, bytes, length);
    report_now.length = report_now.kernels = 0;
    report_now.text[0] = 0;
    status = read(copy, length, &callbacks);
    if (status == GPUOCC_KERNELS_STOPPED)
        report_add("stopped\n");
    if (status == GPUOCC_KERNELS_NONE)
        report_add("not mine\n");
}

/* Returns the expected text with offsets in place of @[WORDS]. */
static const char *report_placed(const char *text, const void *bytes, size_t length)
{
    static char placed[REPORT_ROOM];
    size_t at = 0, i, words;
    const char *end;

    for (; *text != 0 && at + 32 < sizeof placed; text++) {
        end = text[0] == '@' && text[1] == '[' ? strchr(text, ']') : NULL;
        if (end == NULL) {
            placed[at++] = *text;
            continue;
        }
        words = (size_t)(end - text) - 2;
        for (i = 0; i + words <= length; i++)
            if (memcmp((const char *)bytes + i, text + 2, words) == 0)
                break;
        at += (size_t)snprintf(placed + at, 32, "@%lu", (unsigned long)i);
        text = end;
    }
    placed[at] = 0;
    return placed;
}

/* Compares what a reader reports with the expected text. */
static void reports(const char *name, format_function *read, const void *bytes, size_t length,
                    const char *expected)
{
    int same;

    expected = report_placed(expected, bytes, length);
    report_once(read, bytes, length, 0);
    same = strcmp(report_now.text, expected) == 0;
    report_once(read, bytes, length, 1);
    same &= strcmp(report_now.text, expected) == 0;
    if (!ok(same, "%s", name))
        printf("# is: %s\n# should be: %s\n", report_now.text, expected);
}

/* A text, and what is reported about it. */
struct row {
    const char *name, *text, *expected;
};

#define CHECK(read, rows) report_rows(read, rows, sizeof(rows) / sizeof(rows)[0])

static inline void report_rows(format_function *read, const struct row *rows, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        reports(rows[i].name, read, rows[i].text, strlen(rows[i].text), rows[i].expected);
}

/* A reader that is told to stop at a kernel, at each in turn, reports no further one. */
static inline void stops(const char *name, format_function *read, const void *bytes, size_t length,
                         unsigned kernels)
{
    unsigned i, wrong = 0;

    for (i = 1; i <= kernels; i++) {
        report_now.stop_at = i;
        report_once(read, bytes, length, 1);
        wrong += report_now.kernels != i || strstr(report_now.text, "stopped\n") == NULL;
    }
    report_now.stop_at = 0;
    report_once(read, bytes, length, 1);
    ok(wrong == 0 && report_now.kernels == kernels, "%s: reading stops at each of %u kernels", name,
       kernels);
}

/* With each amount of working memory, in steps of 16 bytes, the reader reports the same as with
 * all, or that there was too little, at least once with this sentence. */
static inline void short_of_memory(const char *name, format_function *read, const void *bytes,
                                   size_t length, size_t most, const char *sentence)
{
    struct callbacks callbacks = {NULL, report_kernel, report_warning, 0, NULL, NULL, 0};
    struct format_budget budget = {.unpacked = UINT64_MAX, .reported = UINT64_MAX};
    unsigned char *const memory = malloc(most);
    static char whole[REPORT_ROOM];
    struct format_arena arena;
    unsigned wrong = 0, told = 0;
    size_t size;

    report_once(read, bytes, length, 1);
    strcpy(whole, report_now.text);
    callbacks.budget = &budget;
    budget.arena = &arena;
    for (size = 0; size <= most; size += 16) {
        format_arena_open(&arena, memory, size);
        report_now.length = report_now.kernels = 0;
        report_now.text[0] = 0;
        (void)read(bytes, length, &callbacks);
        told += strstr(report_now.text, sentence) != NULL;
        wrong += strcmp(report_now.text, whole) != 0 &&
                 strstr(report_now.text, "no memory") == NULL &&
                 strstr(report_now.text, "is damaged") == NULL;
        wrong += arena.used != 0;
    }
    ok(wrong == 0 && told != 0 && strcmp(report_now.text, whole) == 0,
       "%s: with less memory the same is reported, or that it is too little", name);
    free(memory);
}

/* Every input that lacks bytes at its end is read without leaving it, and gives no more kernels. */
static inline void cut_off(const char *name, format_function *read, const void *bytes,
                           size_t length)
{
    unsigned whole, wrong = 0;
    size_t i;

    report_once(read, bytes, length, 1);
    whole = report_now.kernels;
    for (i = 0; i < length; i++) {
        report_once(read, bytes, i, 1);
        wrong += report_now.kernels > whole;
    }
    ok(wrong == 0, "%s: cut off after each of %u bytes", name, (unsigned)length);
}

#endif
