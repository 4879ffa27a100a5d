/* SPDX-License-Identifier: MIT
 *
 * One kernel on several devices, side by side.
 */
#ifndef TOOL_COMPARE_H
#define TOOL_COMPARE_H

#include "session.h"

/* Whether the command line names several devices: --device more than once, or names with commas
 * between them. Commas in parentheses belong to a name. */
int compare_wanted(struct session *session);

/* Answers the question for each of the devices. Returns how the command ends: the first of
 * END_FAILED, END_REFUSED and END_SHORT that is so for any of them. */
int compare_devices(struct session *session);

#endif
