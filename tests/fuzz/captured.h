/* SPDX-License-Identifier: MIT
 *
 * Runs a command of gpuocc with what it writes captured. Define _GNU_SOURCE before this header.
 */
#ifndef FUZZ_CAPTURED_H
#define FUZZ_CAPTURED_H

#include <sys/mman.h>
#include <unistd.h>

#include "commands/commands.h"
#include "input.h"
#include "output/out.h"

typedef int command(int count, char **arguments);

/* Checks what a command wrote to standard output, if it did not fail. */
typedef void check(int count, char **arguments, const char *written, size_t length);

/* The command's messages are kept or discarded; those of a sanitizer go to the real standard
 * error. */
static inline int captured(command *which, int count, char **arguments, check *right)
{
    static FILE *nowhere;
    FILE *out = stdout, *errors = stderr;
    char *written = NULL;
    size_t length = 0;
    int ending;

    if (nowhere == NULL)
        nowhere = fopen("/dev/null", "w");
    stdout = open_memstream(&written, &length);
    CHECK(nowhere != NULL && stdout != NULL);
    stderr = nowhere;
    ending = which(count, arguments);
    CHECK(fclose(stdout) == 0);
    stdout = out;
    stderr = errors;
    if (ending != END_FAILED)
        right(count, arguments, written, length);
    free(written);
    return ending;
}

static inline void set_input(const char *bytes, size_t length)
{
    const int file = memfd_create("input", 0);

    CHECK(file >= 0 && (length == 0 || write(file, bytes, length) == (ssize_t)length));
    CHECK(lseek(file, 0, SEEK_SET) == 0 && dup2(file, 0) == 0);
    close(file);
}

#endif
