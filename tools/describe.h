/* SPDX-License-Identifier: MIT
 *
 * Everything that the library knows of one device.
 */
#ifndef TOOL_DESCRIBE_H
#define TOOL_DESCRIBE_H

#include "json.h"

void describe_text(struct text *text, const gpuocc_device *device, int another);

/* The device as what its name found. */
void describe_json(struct json *json, const gpuocc_device *device, const struct found *found);

#endif
