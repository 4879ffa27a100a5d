/* SPDX-License-Identifier: MIT
 *
 * Compares one kernel on several devices side by side.
 */
#ifndef TOOL_COMPARE_H
#define TOOL_COMPARE_H

#include "session.h"

/* Whether the command line names several devices: --device several times, or names separated by
 * commas. Commas in parentheses belong to a name. */
int compare_wanted(struct session *session);

/* Answers the question for each of the devices. Returns the exit code: the first of END_FAILED,
 * END_REFUSED and END_SHORT that applies to any of them, otherwise END_ANSWERED. */
int compare_devices(struct session *session);

#endif
