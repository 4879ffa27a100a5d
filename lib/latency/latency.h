/* SPDX-License-Identifier: MIT */
#ifndef GOCC_LATENCY_H
#define GOCC_LATENCY_H

#include "gpuocc/latency.h"
#include "base/numbers.h"
#include "device/rules.h"

#ifdef __FAST_MATH__
#error "results are to be equal on every platform: build without -ffast-math"
#endif

/* Waves of a core beyond which nothing is computed. */
#define GOCC_MOST_WAVES 65536u

/* Demands that differ by less are equal: the first resource binds. */
#define GOCC_TIE       1e-12

#define GOCC_NO_NUMBER (-1.0)

/* No phase, and no class. */
#define GOCC_NONE UINT32_MAX

/* A class with every default filled in. */
struct gocc_class {
    uint32_t phase, kind, resource;
    uint32_t first; /* 1: of its phase */
    double count, chains, replay;
    double bytes, moved; /* per instruction */
    double l1_hit, l2_hit;
    double given; /* latency as the caller gave it; 0: the constant */
    double extra; /* latency of the replays */
    double distance;
};

/* Constants below this can have a spread; of the others the usual value counts. */
#define GOCC_SPREADS GPUOCC_CONSTANT_RATE

/* Which values of a spread: those of the upper curves, the usual ones, those of the lower curve. */
enum gocc_case { GOCC_BEST, GOCC_USUAL, GOCC_WORST };

/* What follows from the constants, of one case. */
struct gocc_terms {
    double demand[GPUOCC_RESOURCE_COUNT];
    double wave_latency, served; /* of one iteration; at least the largest demand */
    double largest, sum, largest_private, largest_core, largest_device;
    double request_bytes;                   /* of one iteration */
    double latency[GPUOCC_LATENCY_CLASSES]; /* GOCC_NO_NUMBER: not known, and not needed */
    uint64_t left_out;    /* rates that are not known, as a set of 1 << constant */
    uint32_t binding;     /* resource of the largest demand */
    uint32_t worst_basis; /* of the latencies in use */
};

struct gpuocc_latency {
    double constants[GPUOCC_CONSTANT_COUNT]; /* only known ones are set; or GPUOCC_UNLIMITED */
    double low[GOCC_SPREADS], high[GOCC_SPREADS];
    uint64_t known; /* set of 1 << constant */
    uint8_t basis[GPUOCC_CONSTANT_COUNT];
    uint32_t spread;    /* those of the latencies and the turnaround that have one, likewise */
    uint32_t published; /* 1: the bandwidth is the published one, of which a share is reached */
    struct gocc_terms usual;
    double issue_distance;
    double iterations, grid_groups;
    double whole;                                   /* latency of a wave as given; 0: by phases */
    double waves[2];                                /* fewest, most */
    uint32_t waves_per_group, max_waves, wave_size; /* 0: not known */
    uint32_t class_count;
    uint32_t turnaround;
    uint32_t clustered;      /* 1: groups come in clusters, which may leave cores empty */
    uint32_t cores_per_core; /* cores as the tables count them that make one of the question */
    uint32_t parts;          /* of the device, one of which runs the kernel */
    struct gocc_class classes[GPUOCC_LATENCY_CLASSES]; /* only as many as there are are set */
};

/* Bytes of the public type, fixed for the major version. */
#define GOCC_LATENCY_BYTES 8192u
typedef char gocc_latency_fits[sizeof(gpuocc_latency) <= GOCC_LATENCY_BYTES ? 1 : -1];

/* 1 if a number is neither NaN nor infinite nor out of bounds, 0 excluded. */
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

/* The largest whole number that is not above one from 0 on; from 2^53 on all are whole. */
static inline double gocc_floor(double number)
{
    return number < 9007199254740992.0 ? (double)(int64_t)number : number;
}

double gocc_ceiling(double number);

int gocc_is_constant(uint32_t constant);

void gocc_set_constant(gpuocc_latency *l, uint32_t constant, double value, uint32_t basis);

/* Behind gocc_set_constant. */
void gocc_set_spread(gpuocc_latency *l, uint32_t constant, double low, double high);

/* A latency with the values of one case. */
struct gocc_view {
    const gpuocc_latency *l;
    const double *ends; /* of the latencies and the turnaround */
    double share;       /* of the memory's bandwidth */
    struct gocc_terms t;
};

/* `share`: also with the share of the published bandwidth. */
void gocc_view(struct gocc_view *view, const gpuocc_latency *l, enum gocc_case which, int share);

/* Copies what the caller gave, checked, with defaults; all but the device's constants. */
int32_t gocc_read_workload(gpuocc_latency *l, const gpuocc_workload *w,
                           const gpuocc_occupancy *occupancy, const gpuocc_device *device,
                           gpuocc_error *error);
int32_t gocc_read_classes(gpuocc_latency *l, const gpuocc_instructions *classes, uint64_t count,
                          gpuocc_error *error);
int32_t gocc_read_constants(gpuocc_latency *l, const gpuocc_workload *w, gpuocc_error *error);

/* Adds the constants of the question, then those of the device, to those that the caller gave. */
int32_t gocc_add_constants(gpuocc_latency *l, const gpuocc_device *device,
                           const gpuocc_occupancy *occ, gpuocc_error *error);

/* Adds what the tables have of constants that are not known yet. */
void gocc_fill_constants(gpuocc_latency *l, const gpuocc_device *device);

/* The most loads of one wave that can be in flight, of a class; 0: no such limit. */
double gocc_wave_limit(const gpuocc_latency *l, const struct gocc_class *c);

/* Cycles of a phase of one wave alone; of the class `without` only the issue counts, and the class
 * `single` is one instruction. */
double gocc_phase_cycles(const struct gocc_view *v, uint32_t phase, uint32_t without,
                         uint32_t single);

/* Cycles of one iteration but for a phase, the turnaround included. */
double gocc_other_phases(const struct gocc_view *v, uint32_t phase);

#endif
