/* SPDX-License-Identifier: MIT */
#ifndef GOCC_LATENCY_H
#define GOCC_LATENCY_H

#include "gpuocc/latency.h"
#include "base/numbers.h"
#include "device/rules.h"

#ifdef __FAST_MATH__
#error "results are to be equal on every platform: build without -ffast-math"
#endif

/* The largest number of waves per core that is evaluated. */
#define GOCC_MOST_WAVES 65536u

/* Demands whose relative difference is smaller count as equal; the first resource is then
 * binding. */
#define GOCC_TIE       1e-12

#define GOCC_NO_NUMBER (-1.0)

/* The value for "no phase" and "no class". */
#define GOCC_NONE UINT32_MAX

/* A class of instructions with every default filled in. */
struct gocc_class {
    uint32_t phase, kind, resource;
    uint32_t first; /* 1: it is the first class of its phase */
    double count, chains, replay;
    double bytes, moved; /* per instruction */
    double l1_hit, l2_hit;
    double given; /* latency given by the caller; 0: use the constant */
    double extra; /* additional latency of the replays */
    double distance;
};

/* Constants below this can have a spread; the others have their usual value only. */
#define GOCC_SPREADS GPUOCC_CONSTANT_RATE

/* The values of a spread to use: those of the upper curves, the usual ones, or those of the lower
 * curve. */
enum gocc_case { GOCC_BEST, GOCC_USUAL, GOCC_WORST };

/* The terms derived from the constants, for one case. */
struct gocc_terms {
    double demand[GPUOCC_RESOURCE_COUNT];
    double wave_latency, served; /* of one iteration; `served` is at least the largest demand */
    double largest, sum, largest_private, largest_core, largest_device;
    double request_bytes;                   /* of one iteration */
    double latency[GPUOCC_LATENCY_CLASSES]; /* GOCC_NO_NUMBER: unknown and not required */
    uint64_t left_out;                      /* unknown rates, as a set of 1 << constant */
    uint32_t binding;                       /* resource with the largest demand */
    uint32_t worst_basis;                   /* of the latencies that were used */
};

struct gpuocc_latency {
    double constants[GPUOCC_CONSTANT_COUNT]; /* set if known; or GPUOCC_UNLIMITED */
    double low[GOCC_SPREADS], high[GOCC_SPREADS];
    uint64_t known; /* set of 1 << constant */
    uint8_t basis[GPUOCC_CONSTANT_COUNT];
    uint32_t spread;    /* latencies and turnaround with a spread, likewise */
    uint32_t published; /* 1: the bandwidth is a published one, of which only a share is achieved */
    struct gocc_terms usual;
    double issue_distance;
    double iterations, grid_groups;
    double whole;                                   /* given wave latency; 0: from its phases */
    double waves[2];                                /* fewest, most */
    uint32_t waves_per_group, max_waves, wave_size; /* 0: unknown */
    uint32_t class_count;
    uint32_t turnaround;
    uint32_t clustered;      /* 1: groups are launched in clusters, which may leave cores idle */
    uint32_t cores_per_core; /* cores, as the tables count them, in one core of the query */
    uint32_t parts;          /* equal parts of the device, one of which runs the kernel */
    struct gocc_class classes[GPUOCC_LATENCY_CLASSES]; /* the first class_count are set */
};

/* Size of the public type in bytes, fixed for the major version. */
#define GOCC_LATENCY_BYTES 8192u
typedef char gocc_latency_fits[sizeof(gpuocc_latency) <= GOCC_LATENCY_BYTES ? 1 : -1];

/* Whether a number is positive and within the bounds; false for NaN and infinity. */
int gocc_is_positive(double number);

static inline int gocc_knows(const gpuocc_latency *l, uint32_t constant)
{
    return (int)(l->known >> constant & 1);
}

static inline double gocc_larger(double a, double b)
{
    return a > b ? a : b;
}

static inline double gocc_smaller(double a, double b)
{
    return a < b ? a : b;
}

/* Rounds a number that is not negative down; from 2^53 on every double is whole. */
static inline double gocc_floor(double number)
{
    return number < 9007199254740992.0 ? (double)(int64_t)number : number;
}

double gocc_ceiling(double number);

int gocc_is_constant(uint32_t constant);

void gocc_set_constant(gpuocc_latency *l, uint32_t constant, double value, uint32_t basis);

/* Call gocc_set_constant first. */
void gocc_set_spread(gpuocc_latency *l, uint32_t constant, double low, double high);

/* A latency with the values of one case. */
struct gocc_view {
    const gpuocc_latency *l;
    const double *ends; /* the latencies and the turnaround */
    double share;       /* achieved share of the memory bandwidth */
    struct gocc_terms t;
};

/* Evaluates a latency for one case; with `share` also with the share of the published bandwidth. */
void gocc_view(struct gocc_view *view, const gpuocc_latency *l, enum gocc_case which, int share);

/* Each of the following copies a part of the caller's input, validates it and fills in defaults;
 * together they read everything except the device's constants. */
int32_t gocc_read_workload(gpuocc_latency *l, const gpuocc_workload *w,
                           const gpuocc_occupancy *occupancy, const gpuocc_device *device,
                           gpuocc_error *error);
int32_t gocc_read_classes(gpuocc_latency *l, const gpuocc_instructions *classes, uint64_t count,
                          gpuocc_error *error);
int32_t gocc_read_constants(gpuocc_latency *l, const gpuocc_workload *w, gpuocc_error *error);

/* Adds the constants that the caller did not give: those of the query, then those of the device. */
int32_t gocc_add_constants(gpuocc_latency *l, const gpuocc_device *device,
                           const gpuocc_occupancy *occ, gpuocc_error *error);

/* Adds the constants of the tables that are still unknown. */
void gocc_fill_constants(gpuocc_latency *l, const gpuocc_device *device);

/* Returns the largest number of loads of a class that one wave can have in flight; 0: not
 * limited. */
double gocc_wave_limit(const gpuocc_latency *l, const struct gocc_class *c);

/* Returns the cycles of a phase of one wave that runs alone. Of the class `without`, only the issue
 * counts; the class `single` counts as one instruction. */
double gocc_phase_cycles(const struct gocc_view *v, uint32_t phase, uint32_t without,
                         uint32_t single);

/* Returns the cycles of one iteration except those of a phase, including the turnaround. */
double gocc_other_phases(const struct gocc_view *v, uint32_t phase);

#endif
