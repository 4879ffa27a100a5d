/* SPDX-License-Identifier: MIT
 *
 * Internal interface of gpuocc_explain_loop().
 */
#ifndef GPUOCC_KERNELS_EXPLAIN_EXPLAIN_H
#define GPUOCC_KERNELS_EXPLAIN_EXPLAIN_H

#include <gpuocc/explain.h>

/* The bytes per lane of the widest load that is suggested. */
#define JUDGE_WIDEST 16.0

/* A loop on a device. */
struct judge {
    const gpuocc_code_loop *loop;
    const gpuocc_occupancy *occupancy;
    gpuocc_explain_options options;
    double lanes; /* threads per wave */
};

/* The loop as a workload of the latency model. */
struct judge_workload {
    gpuocc_workload workload;
    gpuocc_instructions classes[GPUOCC_EXPLAIN_CLASSES];
    double left; /* number of instructions that have no class yet */
    /* The loads are changed: `factor` times as many are in flight, and each is `wider` times as
     * wide, so that fewer are needed. */
    double factor, wider;
};

/* Makes the workload of the loop, with work->factor and work->wider. */
void judge_make(const struct judge *judge, struct judge_workload *work);

/* Returns the mean bytes per lane of the loads whose lanes may have different addresses. */
double judge_mean_load(const gpuocc_code_loop *loop);

/* Finds the pipes of the loop without a known rate. */
void judge_find_pipes(const struct judge *judge, uint64_t left_out, gpuocc_verdict *verdict);

/* Evaluates the changes to the loop whose throughput is `base`, and keeps those that help. */
void judge_changes(const struct judge *judge, const gpuocc_latency *latency, double base,
                   gpuocc_verdict *verdict);

/* Returns the expected throughput or, if it is not known, its upper bound; 0 if neither is known.
 */
double judge_throughput(const gpuocc_latency *latency);

#endif
