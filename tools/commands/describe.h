/* SPDX-License-Identifier: MIT
 *
 * Prints everything that the library knows about one device.
 */
#ifndef TOOL_DESCRIBE_H
#define TOOL_DESCRIBE_H

#include "input/options.h"
#include "output/json.h"
#include "output/out.h"

/* Prints something about the devices whose name the arguments give; `number` is passed through. */
typedef int describe_answer(const struct options *options, const struct found *found,
                            uint32_t number);
int describe_named(const struct options *options, const char *command, describe_answer *answer,
                   uint32_t number);

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
