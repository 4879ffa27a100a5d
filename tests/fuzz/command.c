/* SPDX-License-Identifier: MIT
 *
 * Any arguments and any standard input to the command. The first line of the input is the
 * arguments, separated by blanks, the first of them the command's name; the rest is what is read.
 */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "commands.h"
#include "input.h"

static int (*const commands[])(int count, char **arguments) = {
    command_eval,  command_occupancy, command_most,     command_best,    command_pad,
    command_sweep, command_devices,   command_schedule, command_latency, command_device,
};

/* What the command says goes nowhere; what a sanitizer says goes to the real standard error. */
static void be_quiet(void)
{
    static FILE *nowhere;

    if (nowhere == NULL) {
        nowhere = fopen("/dev/null", "w");
        CHECK(nowhere != NULL);
    }
    stdout = stderr = nowhere;
}

static void set_input(const char *bytes, size_t length)
{
    const int file = memfd_create("input", 0);

    CHECK(file >= 0 && (length == 0 || write(file, bytes, length) == (ssize_t)length));
    CHECK(lseek(file, 0, SEEK_SET) == 0 && dup2(file, 0) == 0);
    close(file);
}

/* Splits the first line at blanks. Returns how many arguments there are. */
static int split(char *line, char **arguments, int room)
{
    int count = 0;
    char *word;

    for (word = strtok(line, " "); word != NULL && count < room; word = strtok(NULL, " "))
        arguments[count++] = word;
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    FILE *out = stdout, *errors = stderr;
    char *arguments[24], *text = malloc(length + 1), *rest;
    int count, ending;

    CHECK(text != NULL);
    if (length != 0)
        memcpy(text, bytes, length);
    text[length] = 0;
    rest = memchr(text, '\n', length);
    rest = rest != NULL ? rest : text + length;
    set_input(rest + (rest < text + length),
              (size_t)(text + length - rest) - (size_t)(rest < text + length));
    *rest = 0;
    count = split(text + (length != 0), arguments, 24);
    /* No file is written or read but standard input. */
    if (length != 0 && strstr(text + 1, "svg") == NULL && strchr(text + 1, '/') == NULL) {
        be_quiet();
        ending = commands[(unsigned char)text[0] % 10](count, arguments);
        stdout = out;
        stderr = errors;
        CHECK(ending >= END_ANSWERED && ending <= END_SHORT);
    }
    free(text);
    return 0;
}
