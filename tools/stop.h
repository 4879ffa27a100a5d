/* SPDX-License-Identifier: MIT
 *
 * Ending long commands between two rows when somebody asks them to end.
 */
#ifndef TOOL_STOP_H
#define TOOL_STOP_H

/* From now on SIGINT and SIGTERM are remembered. The second of a kind ends the process, as it does
 * without this. */
void stop_listen(void);

/* The number of the signal that came, 0 if none did. */
int stop_signal(void);

/* Waits until something can be read from a descriptor. Returns 0, or -1 if a signal came. */
int stop_wait(int file);

/* Complains that the command was stopped after so many rows. Returns its exit code: 128 plus the
 * signal's number, as shells report it. */
int stop_ending(unsigned long long rows);

#endif
