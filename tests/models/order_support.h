/* SPDX-License-Identifier: MIT
 *
 * Builds loop bodies for the tests of the order of instructions.
 */
#ifndef ORDER_SUPPORT_H
#define ORDER_SUPPORT_H

#include <string.h>

#include "gpuocc/models.h"
#include "tap.h"

#define MOST 1024

static gpuocc_operation operations[MOST];
static uint32_t order[MOST], places[MOST];
static uint64_t starts[MOST];
static gpuocc_body body;
static gpuocc_loads loads;
static gpuocc_error error;

/* Asks, and sets places[i] to the position of instruction i. */
static inline int32_t find(void)
{
    uint32_t i;
    int32_t status;

    memset(&error, 0, sizeof error);
    error.size = sizeof error;
    memset(&loads, 0, sizeof loads);
    loads.size = sizeof loads;
    memset(order, 0xff, sizeof order);
    memset(places, 0xff, sizeof places);
    status = gpuocc_order_loads(&body, operations, order, starts, &loads, &error);
    for (i = 0; i < MOST && order[i] < MOST; i++)
        places[order[i]] = i;
    return status;
}

static inline gpuocc_operation *add(uint32_t kind, uint32_t result, uint32_t source,
                                    uint32_t latency)
{
    gpuocc_operation *o = &operations[body.operation_count++];

    memset(o, 0, sizeof *o);
    o->size = sizeof *o;
    o->kind = kind;
    o->result = result;
    o->sources[0] = source;
    o->latency_cycles = latency;
    o->access_bytes = 4;
    return o;
}

static inline void start(uint32_t how)
{
    memset(&body, 0, sizeof body);
    body.size = sizeof body;
    body.order = how;
}

#endif
