/* SPDX-License-Identifier: MIT
 *
 * Runs the command with any arguments and any standard input. The first line of the input is the
 * arguments, separated by blanks, and its first byte selects the command; the rest is standard
 * input. What is written as JSON must be valid JSON.
 */
#define _GNU_SOURCE
#include "captured.h"

#include "commands/commands.h"
#include "input.h"
#include "is_json.h"

static int help(int count, char **arguments)
{
    return count != 0 ? command_help(arguments[0]) : command_version();
}

/* The first byte of the input modulo 10, or from 128 on modulo 4. */
static command *const commands[] = {
    command_eval,  command_occupancy, command_most,     command_best,    command_pad,
    command_sweep, command_devices,   command_schedule, command_latency, command_device,
};
static command *const more_commands[] = {command_scale, command_tile, command_kernels, help};

/* Changes to an empty folder that was deleted, so that no path names a file. */
static void leave(void)
{
    static int left;
    char folder[] = P_tmpdir "/fuzz_command_XXXXXX";

    if (left)
        return;
    CHECK(mkdtemp(folder) != NULL && chdir(folder) == 0 && rmdir(folder) == 0);
    left = 1;
}

/* Whether the arguments ask for the help, which is text also with --json. */
static int asks_for_help(int count, char **arguments)
{
    int i;

    for (i = 0; i < count; i++)
        if (strcmp(arguments[i], "--help") == 0 || strcmp(arguments[i], "-h") == 0)
            return 1;
    return 0;
}

/* Checks that output for programs is JSON, as a whole or line by line. */
static void check_output(int count, char **arguments, const char *written, size_t length)
{
    const char *end;
    int i;

    if (asks_for_help(count, arguments))
        return;
    for (i = 0; i < count && strcmp(arguments[i], "--json") != 0; i++)
        continue;
    /* "--kernel --json" is the name of a kernel. */
    if (i == count || (i != 0 && arguments[i - 1][0] == '-'))
        return;
    if (is_json(written, length))
        return;
    for (; length != 0; length -= (size_t)(end - written), written = end) {
        end = memchr(written, '\n', length);
        CHECK(end != NULL);
        end++;
        CHECK(is_json(written, (size_t)(end - written)));
    }
}

/* Splits the first line at blanks. Returns the number of arguments. */
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
    char *arguments[24], *text = malloc(length + 1), *rest;
    unsigned char which;
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
    leave();
    count = split(text + (length != 0), arguments, 24);
    /* No file except standard input is written or read. */
    if (length != 0 && memmem(bytes, (size_t)(rest - text), "svg", 3) == NULL &&
        memchr(bytes, '/', (size_t)(rest - text)) == NULL &&
        memmem(bytes, (size_t)(rest - text), "..", 2) == NULL) {
        which = (unsigned char)text[0];
        ending = captured(which < 128 ? commands[which % 10] : more_commands[which % 4], count,
                          arguments, check_output);
        CHECK(ending >= END_ANSWERED && ending <= END_SHORT);
    }
    free(text);
    return 0;
}
