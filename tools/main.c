/* SPDX-License-Identifier: MIT
 *
 * gpuocc(1): the command-line interface of the library.
 */
#include <string.h>

#include "commands/commands.h"
#include "output/out.h"
#include "platform.h"

static const struct {
    const char *name;
    int (*run)(int count, char **arguments);
} commands[] = {
#define COMMAND(NAME, name, usage, summary, about) {#name, command_##name},
#include "options.def"
};

static int is(const char *argument, const char *a, const char *b)
{
    return strcmp(argument, a) == 0 || strcmp(argument, b) == 0;
}

static int dispatch(int count, char **arguments)
{
    size_t i;

    if (count < 2)
        return complain("a command is needed; see gpuocc --help");
    if (is(arguments[1], "--help", "-h"))
        return command_help(NULL);
    if (is(arguments[1], "--version", "-V") || strcmp(arguments[1], "version") == 0)
        return command_version();
    if (strcmp(arguments[1], "complete") == 0)
        return command_complete(count - 2, arguments + 2);
    if (strcmp(arguments[1], "help") == 0)
        return command_help(count > 2 ? arguments[2] : NULL);
    for (i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(arguments[1], commands[i].name) == 0)
            return commands[i].run(count - 2, arguments + 2);
    return command_missing(arguments[1]);
}

int main(int count, char **arguments)
{
    platform_start();
    return out_close(dispatch(count, arguments));
}
