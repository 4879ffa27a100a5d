/* SPDX-License-Identifier: MIT
 *
 * Builds workloads for the tests of the latency model.
 */
#ifndef LATENCY_SUPPORT_H
#define LATENCY_SUPPORT_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gpuocc/gpuocc.h"
#include "handles.h"
#include "tap.h"

#define FREE     GPUOCC_UNLIMITED
#define LAT(r)   (GPUOCC_CONSTANT_LATENCY + GPUOCC_RESOURCE_##r)
#define RATE(r)  (GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_##r)
#define DIST(r)  (GPUOCC_CONSTANT_DISTANCE + GPUOCC_RESOURCE_##r)
#define R_(r)    GPUOCC_LATENCY_##r
#define NO_VALUE (-1e300)

struct bench {
    uint64_t words[sizeof(gpuocc_latency) / 8 + 8]; /* more than a latency needs */
    gpuocc_latency *latency;
    gpuocc_workload workload;
    gpuocc_instructions classes[GPUOCC_LATENCY_CLASSES];
    size_t class_count;
    uint32_t constants[80];
    double values[80];
    size_t constant_count;
    const gpuocc_device *device;
    const gpuocc_occupancy *occupancy;
    gpuocc_error error;
    int32_t status;
};

static inline void bench_start(struct bench *b)
{
    memset(b, 0, sizeof *b);
    b->workload.size = sizeof b->workload;
    b->error.size = sizeof b->error;
}

static inline void bench_set(struct bench *b, uint32_t constant, double value)
{
    b->constants[b->constant_count] = constant;
    b->values[b->constant_count++] = value;
}

/* Adds a class in a new phase, or in the same phase as the last one. */
static inline gpuocc_instructions *bench_add(struct bench *b, uint32_t kind, uint32_t resource,
                                             double count)
{
    gpuocc_instructions *c = &b->classes[b->class_count];

    c->size = sizeof *c;
    c->phase = (uint32_t)b->class_count++;
    c->kind = kind;
    c->resource = resource;
    c->count = count;
    return c;
}

static inline gpuocc_instructions *bench_load(struct bench *b, double count, double bytes)
{
    gpuocc_instructions *c = bench_add(b, GPUOCC_CLASS_LOAD, 0, count);

    c->bytes = bytes;
    return c;
}

static inline int32_t bench_make(struct bench *b)
{
    b->status =
        latency_in(b->words, b->device, b->occupancy, &b->workload, b->classes, b->class_count,
                   b->constants, b->values, b->constant_count, &b->latency, &b->error);
    return b->status;
}

/* Returns a result with these waves, NO_VALUE if there is none. */
static inline double bench_at(const struct bench *b, double waves, uint32_t result, uint32_t index)
{
    double value;

    if (b->status != GPUOCC_OK ||
        gpuocc_latency_at(b->latency, waves, result, index, &value) != GPUOCC_OK)
        return NO_VALUE;
    return value;
}

static inline double bench_get(const struct bench *b, uint32_t result, uint32_t index)
{
    return bench_at(b, b->workload.waves, result, index);
}

/* Makes a load of 160 bytes at 16 bytes per cycle: 10 cycles of memory and a latency of 400
 * cycles. */
static inline void bench_one_load(struct bench *b)
{
    bench_start(b);
    b->workload.waves = 8;
    b->workload.wave_size = 32;
    bench_set(b, RATE(DRAM), 16);
    bench_set(b, RATE(L1), FREE);
    bench_set(b, RATE(L2), FREE);
    bench_set(b, RATE(ISSUE), FREE);
    bench_set(b, RATE(FP32), FREE);
    bench_set(b, LAT(DRAM), 400);
    bench_load(b, 1, 160);
}

/* Whether a result has these bounds, both when read together and separately. */
static inline int bench_is_range(const struct bench *b, uint32_t result, uint32_t index, double low,
                                 double high)
{
    double a = NO_VALUE, z = NO_VALUE, c = NO_VALUE, d = NO_VALUE;

    return gpuocc_latency_get(b->latency, result, index, &a, &z) == GPUOCC_OK && a == low &&
           z == high && gpuocc_latency_get(b->latency, result, index, &c, NULL) == GPUOCC_OK &&
           gpuocc_latency_get(b->latency, result, index, NULL, &d) == GPUOCC_OK && c == low &&
           d == high;
}

static inline int32_t bench_status(const struct bench *b, double waves, uint32_t result,
                                   uint32_t index)
{
    double value = NO_VALUE;
    const int32_t status = gpuocc_latency_at(b->latency, waves, result, index, &value);

    return (status == GPUOCC_OK) == (value != NO_VALUE) ? status : -1000;
}

/* Returns 1 if the latency cannot be initialised because the constant is unknown. */
static inline int bench_lacks(struct bench *b, uint32_t constant)
{
    return bench_make(b) == GPUOCC_NOT_KNOWN && b->error.scope == GPUOCC_SCOPE_CONSTANT &&
           b->error.field == constant;
}

/* Returns the first rate that was left out of the bounds, or 0 if there is none or no latency. */
static inline uint32_t bench_left_out(const struct bench *b)
{
    const uint64_t set = b->status == GPUOCC_OK ? gpuocc_latency_left_out(b->latency) : 0;
    uint32_t constant = 0;

    while (set != 0 && (set >> constant & 1) == 0)
        constant++;
    return constant;
}

/* Whether a core that consists of two cores has twice as much of a constant. */
static inline int is_per_core(uint32_t constant)
{
    return (constant >= GPUOCC_CONSTANT_RATE && constant < GPUOCC_CONSTANT_DISTANCE) ||
           constant == GPUOCC_CONSTANT_LOADS_PER_CORE ||
           constant == GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE ||
           constant == GPUOCC_CONSTANT_TUNED_BYTES_IN_FLIGHT;
}

static inline double apart(double a, double b)
{
    const double difference = a > b ? a - b : b - a, size = b > 0 ? b : -b;

    return size > 0 ? difference / size : difference;
}

#endif
