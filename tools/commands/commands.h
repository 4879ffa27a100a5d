/* SPDX-License-Identifier: MIT
 *
 * The commands. Each receives the arguments after its name and returns an exit code, an enum
 * ending.
 */
#ifndef TOOL_COMMANDS_H
#define TOOL_COMMANDS_H

#define COMMAND(NAME, name, usage, summary, about) int command_##name(int count, char **arguments);
#include "options.def"

/* Prints the help of a command, of the fields ("fields"), or the overview (NULL). */
int command_help(const char *topic);
int command_version(void);

/* Prints an error for a command that does not exist, with the one that a word leads to or that is
 * the most similar. */
int command_missing(const char *typed);

/* Prints what the last argument may become, for the completion of the shells. */
int command_complete(int count, char **arguments);

#endif
