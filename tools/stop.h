/* SPDX-License-Identifier: MIT
 *
 * Stops long commands between two rows after SIGINT or SIGTERM.
 */
#ifndef TOOL_STOP_H
#define TOOL_STOP_H

/* Records SIGINT and SIGTERM from now on. A second signal of the same number ends the process. */
void stop_listen(void);

/* Returns the number of the recorded signal, or 0. */
int stop_signal(void);

/* Opens a file for reading. Returns a descriptor, or -1 with errno, also after a signal. */
int stop_open(const char *path);

/* Waits until a descriptor can be read. Returns 0, or -1 after a signal. */
int stop_wait(int file);

/* Prints an error that a signal stopped the command after this number of rows. Returns the exit
 * code: 128 plus the signal's number, as shells report it. */
int stop_ending(unsigned long long rows);

#endif
