/* SPDX-License-Identifier: MIT
 *
 * Prints everything that the library knows about one device.
 */
#ifndef TOOL_DESCRIBE_H
#define TOOL_DESCRIBE_H

#include "input/options.h"
#include "output/json.h"
#include "output/out.h"

/* Adds something about a device to `json` or to `text`; `number` is passed through. Returns an enum
 * ending. */
typedef int describe_device(struct json *json, struct text *text, const gpuocc_device *device,
                            const struct found *found, uint32_t number);

/* Reads the command line, and describes the devices whose name the arguments give. */
int describe_named(enum command command, const struct own_option *own, int count, char **arguments,
                   describe_device *describe, const uint32_t *number);

/* Returns the wave size of the constants that are printed if none is given: the default of the
 * device, else the size of a kernel with few registers, else (Intel, latency.h) 16. */
uint32_t describe_wave_size(const gpuocc_device *device);

void describe_text(struct text *text, const gpuocc_device *device, int another);

/* Adds the device as the result of the search for its name. */
void describe_json(struct json *json, const gpuocc_device *device, const struct found *found);

/* Adds its PCI ids, numbers and constants, each with its source: arrays `pci_ids`, `numbers` and
 * `constants`. */
void describe_facts_json(struct json *json, const gpuocc_device *device);

/* Adds Little's law for the device's memory, if the latency, bandwidth, clock and cores are
 * known. */
void describe_little_text(struct text *text, const gpuocc_device *device, struct style style);

#endif
