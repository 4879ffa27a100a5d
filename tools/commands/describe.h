/* SPDX-License-Identifier: MIT
 *
 * Everything that the library knows of one device.
 */
#ifndef TOOL_DESCRIBE_H
#define TOOL_DESCRIBE_H

#include "input/options.h"
#include "output/json.h"
#include "output/out.h"

/* Answers about the devices that have the name which the arguments are; `number` is handed on. */
typedef int describe_answer(const struct options *options, const struct found *found,
                            uint32_t number);
int describe_named(const struct options *options, const char *command, describe_answer *answer,
                   uint32_t number);

/* Sources of one device, each document with one remark once. */
struct sources {
    uint32_t count;
    gpuocc_source rows[GPUOCC_DEVICE_FIELD_COUNT + GPUOCC_CONSTANT_COUNT];
};

/* The number of a source in the list, from 1; adds it if it is not there. */
uint32_t sources_number(struct sources *sources, const gpuocc_source *source);

void describe_text(struct text *text, const gpuocc_device *device, int another);

/* The device as what its name found. */
void describe_json(struct json *json, const gpuocc_device *device, const struct found *found);

/* Its PCI ids, numbers and constants, each with its source: arrays `pci_ids`, `numbers` and
 * `constants`. */
void describe_facts_json(struct json *json, const gpuocc_device *device);

/* The constants of the latency model that are known of it: a table, an array `constants`. */
void describe_constants_text(struct text *text, const gpuocc_device *device,
                             struct sources *sources, struct style style);
void describe_constants_json(struct json *json, const gpuocc_device *device);

/* Little's law for its memory, if the latency, bandwidth, clock and cores are known. */
void describe_little_text(struct text *text, const gpuocc_device *device, struct style style);

#endif
