/* SPDX-License-Identifier: MIT
 *
 * The commands. Each receives the arguments after its name and returns an exit code, an enum
 * ending.
 */
#ifndef TOOL_COMMANDS_H
#define TOOL_COMMANDS_H

int command_occupancy(int count, char **arguments);
int command_most(int count, char **arguments);
int command_best(int count, char **arguments);
int command_pad(int count, char **arguments);
int command_sweep(int count, char **arguments);
int command_schedule(int count, char **arguments);
int command_eval(int count, char **arguments);
int command_devices(int count, char **arguments);
int command_device(int count, char **arguments);
int command_little(int count, char **arguments);
int command_latency(int count, char **arguments);
int command_scale(int count, char **arguments);
int command_tile(int count, char **arguments);
int command_kernels(int count, char **arguments);
int command_explain(int count, char **arguments);
int command_order(int count, char **arguments);

/* Prints the help of a command, of the fields ("fields"), or the overview (NULL). */
int command_help(const char *topic);
int command_version(void);

#endif
