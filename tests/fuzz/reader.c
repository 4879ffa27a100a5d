/* SPDX-License-Identifier: MIT
 *
 * A fuzz target for one reader of compiled kernels, that of the format READER (-D, from Meson), and
 * for the line tables of what it finds.
 */
#include <stdlib.h>
#include <string.h>

#include <gpuocc/code.h>

#include "../../kernels/formats.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static volatile unsigned fuzz_sum;
static uint64_t fuzz_work; /* that is left for the lines of all kernels of the input */

static void fuzz_look(const char *at, size_t length)
{
    while (length-- > 0)
        fuzz_sum += (unsigned char)*at++;
}

static int32_t fuzz_line(void *user, const gpuocc_code_line *line)
{
    const gpuocc_kernels_found *kernel = user;

    fuzz_look(line->file.at, line->file.length);
    fuzz_look(line->directory.at, line->directory.length);
    fuzz_look(line->function.at, line->function.length);
    if (line->address >= kernel->code_bytes || line->inlined_at >= line->number)
        abort();
    return 0;
}

static int fuzz_kernel(void *user, const gpuocc_kernels_found *kernel)
{
    gpuocc_kernels_found found = *kernel;

    (void)user;
    (void)gpuocc_code_lines(&found, fuzz_line, &found, &fuzz_work);
    fuzz_look(kernel->name.at, kernel->name.length);
    fuzz_look(kernel->target.at, kernel->target.length);
    if (kernel->kernel.size != sizeof kernel->kernel || kernel->format == NULL ||
        kernel->notes >> GPUOCC_KERNELS_NOTE_COUNT != 0)
        abort();
    return 0;
}

static void fuzz_warning(void *user, uint64_t offset, const char *sentence)
{
    (void)user;
    (void)offset;
    if (sentence[0] == 0 || strlen(sentence) > 255)
        abort();
}

static format_function *reader(void)
{
    static const struct {
        const char *name;
        format_function *read;
    } readers[] = {
#define BINARY(name) {#name, format_##name},
#define TEXT(name)   BINARY(name)
#define LOOSE(name)  BINARY(name)
#include "../../kernels/formats.def"
#undef BINARY
#undef TEXT
#undef LOOSE
        {"any", format_read},
    };
    const char *name = READER;
    size_t i;

    for (i = 0; name != NULL && i < sizeof readers / sizeof readers[0]; i++)
        if (strcmp(readers[i].name, name) == 0)
            return readers[i].read;
    abort();
}

/* The input is in memory of exactly its size, so that sanitizers detect a read beyond it. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static format_function *read;
    struct callbacks callbacks = {NULL, fuzz_kernel, fuzz_warning, 0, NULL, NULL, 0};
    uint8_t *copy = malloc(length != 0 ? length : 1);

    if (read == NULL)
        read = reader();
    if (copy == NULL)
        return 0;
    if (length != 0)
        memcpy(copy, bytes, length);
    fuzz_work = 64 * (uint64_t)length;
    (void)format_run(read, copy, length, &callbacks);
    free(copy);
    return 0;
}
