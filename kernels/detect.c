/* SPDX-License-Identifier: MIT
 *
 * Finds the reader for an input.
 */
#include "elf.h"
#include "nest.h"

static int has_zero(const unsigned char *bytes, size_t length)
{
    return memchr(bytes, 0, length < 4096 ? length : 4096) != NULL;
}

/* Adds bytes to a checksum, FNV-1a. */
static void mix(uint64_t *sum, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    size_t i;

    for (i = 0; i < length; i++)
        *sum = (*sum ^ at[i]) * UINT64_C(0x100000001b3);
}

static int32_t add_kernel(void *user, const gpuocc_kernels_found *kernel)
{
    mix(user, kernel->name.at, kernel->name.length);
    mix(user, &kernel->kernel, sizeof kernel->kernel);
    mix(user, &kernel->notes, sizeof kernel->notes);
    mix(user, &kernel->stack_bytes, sizeof kernel->stack_bytes);
    mix(user, &kernel->spill_bytes, sizeof kernel->spill_bytes);
    return 0;
}

static void ignore(void *user, uint64_t offset, const char *sentence)
{
    (void)user;
    (void)offset;
    (void)sentence;
}

/* Returns a checksum of the kernels that a reader finds. */
static uint64_t sum_of(format_function *read, const unsigned char *bytes, size_t length,
                       const struct callbacks *callbacks)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    struct callbacks silent = {
        &sum, add_kernel, ignore, callbacks->depth, callbacks->budget, NULL, 0};

    (void)read(bytes, length, &silent);
    return sum;
}

/* Says that the last figure may be cut off: the text ends in a number of more than a single 0 and
 * not in the end of a line, and without its last line the reader would find something else. */
static void check_end(format_function *read, const unsigned char *bytes, size_t length,
                      struct callbacks *callbacks)
{
    size_t start = length, line;

    while (start != 0 && bytes[start - 1] >= '0' && bytes[start - 1] <= '9')
        start--;
    if (start == length || bytes[start] == '0')
        return;
    for (line = start; line != 0 && bytes[line - 1] != '\n';)
        line--;
    if (sum_of(read, bytes, line, callbacks) == sum_of(read, bytes, length, callbacks))
        return;
    format_warning(callbacks, start,
                   "the text ends in %.*s without the end of a line: if it is cut off here, this "
                   "number is too small and figures behind it are missing",
                   (int)(length - start < 20 ? length - start : 20), (const char *)bytes + start);
}

/* Runs the readers, up to the first for which the bytes are not of another format, or all. */
static int run(format_function *const *readers, size_t count, int all, const unsigned char *bytes,
               size_t length, struct callbacks *callbacks)
{
    int status = GPUOCC_KERNELS_NONE, one;
    size_t i;

    for (i = 0; i < count && (all || status == GPUOCC_KERNELS_NONE); i++) {
        one = readers[i](bytes, length, callbacks);
        if (one == GPUOCC_KERNELS_STOPPED)
            return one;
        if (one < 0 || status == GPUOCC_KERNELS_NONE)
            status = one;
    }
    return status;
}

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static int read_text(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    static format_function *const texts[] = {
#define BINARY(name)
#define TEXT(name) format_##name,
#define LOOSE(name)
#include "formats.def"
#undef BINARY
#undef TEXT
#undef LOOSE
    };
    static format_function *const loose[] = {
#define BINARY(name)
#define TEXT(name)
#define LOOSE(name) format_##name,
#include "formats.def"
#undef BINARY
#undef TEXT
#undef LOOSE
    };
    const int status = run(texts, COUNT(texts), 1, bytes, length, callbacks);
    int more;

    if (status == GPUOCC_KERNELS_STOPPED)
        return status;
    callbacks->beside = status != GPUOCC_KERNELS_NONE;
    more = run(loose, COUNT(loose), 0, bytes, length, callbacks);
    return status == GPUOCC_KERNELS_NONE || more == GPUOCC_KERNELS_STOPPED ? more : status;
}

/* Reads one file. */
static int detect(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    static format_function *const binaries[] = {
#define BINARY(name) format_##name,
#define TEXT(name)
#define LOOSE(name)
#include "formats.def"
#undef BINARY
#undef TEXT
#undef LOOSE
    };
    int status = run(binaries, COUNT(binaries), 0, bytes, length, callbacks);

    if (status != GPUOCC_KERNELS_NONE || has_zero(bytes, length))
        return status;
    status = read_text(bytes, length, callbacks);
    if (status == GPUOCC_KERNELS_OK)
        check_end(read_text, bytes, length, callbacks);
    return status;
}

/* Returns the offset of the ELF file or fatbin that follows the one at `at`, with at most zero
 * bytes between them, or the length if there is none. Other data behind a file is no business of
 * ours. */
static size_t next_file(const unsigned char *bytes, size_t length, size_t at)
{
    struct elf elf;
    uint64_t next;

    if (elf_open(&elf, bytes + at, length - at))
        next = elf_end(&elf);
    else
        next = format_fatbin_size(bytes, length, at);
    if (next == 0)
        return length;
    for (next += at; next < length && bytes[next] == 0; next++)
        ;
    return elf_open(&elf, bytes + next, length - (size_t)next) ||
                   format_fatbin_size(bytes, length, next) != 0
               ? (size_t)next
               : length;
}

int format_detect(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    size_t at = 0, next = next_file(bytes, length, 0);
    int status = detect(bytes, next, callbacks), one;

    while (next < length && status != GPUOCC_KERNELS_STOPPED) {
        at = next;
        next = next_file(bytes, length, at);
        one = format_inside(detect, bytes + at, next - at, at, 1, callbacks);
        if (one < 0 || status == GPUOCC_KERNELS_NONE)
            status = one;
    }
    return status;
}

int format_read(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    return callbacks->budget != NULL ? format_detect(bytes, length, callbacks)
                                     : format_run(format_detect, bytes, length, callbacks);
}
