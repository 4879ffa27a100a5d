/* SPDX-License-Identifier: MIT
 *
 * What a line of a log, an option of a build or a driver's code says about a device.
 */
#ifndef INPUT_LINES_H
#define INPUT_LINES_H

#include "output/text.h"

/* How many readings a line has. */
#define LINES_READINGS 9u

/* Writes the name, architecture or PCI id that a line has by one of its readings, 0 to
 * LINES_READINGS - 1. Returns 0 if it has none; the tables need not have the device. */
int lines_device(struct text *device, const char *line, size_t length, uint32_t reading);

#endif
