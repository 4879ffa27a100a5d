/* SPDX-License-Identifier: MIT
 *
 * Internal interface of gpuocc_explain_loop().
 */
#ifndef GPUOCC_KERNELS_EXPLAIN_EXPLAIN_H
#define GPUOCC_KERNELS_EXPLAIN_EXPLAIN_H

#include <gpuocc/explain.h>

/* The bytes per lane of the widest load that is suggested. */
#define JUDGE_WIDEST 16.0

/* Classes of instructions that have no resource in the latency model, and those of them whose
 * latency a wave does not wait for, or waits for as for a load. */
#define JUDGE_CLASS(name) (1u << GPUOCC_CODE_##name)
#define JUDGE_COUNTED                                                                              \
    (JUDGE_CLASS(STORE_LOCAL) | JUDGE_CLASS(LOAD_GENERIC) | JUDGE_CLASS(STORE_GENERIC) |           \
     JUDGE_CLASS(STORE_TENSOR))
#define JUDGE_UNRATED                                                                              \
    (JUDGE_COUNTED | JUDGE_CLASS(CONVERT) | JUDGE_CLASS(WARP) | JUDGE_CLASS(LOAD_LOCAL) |          \
     JUDGE_CLASS(LOAD_TENSOR) | JUDGE_CLASS(ATOMIC) | JUDGE_CLASS(TEXTURE) | JUDGE_CLASS(UNKNOWN))

enum { JUDGE_LOADS, JUDGE_STORES, JUDGE_SHARED, JUDGE_MOVES };

/* The nearest level that has room for the local memory of all resident waves. */
enum local_room { LOCAL_IN_L2, LOCAL_IN_LAST_LEVEL, LOCAL_IN_MEMORY };

/* The local memory of a loop: the bytes that a wave moves, and where they come from. */
struct judge_local {
    int known; /* the loop has such accesses, and they are given */
    double load_bytes, store_bytes;
    /* Shares as of an access to global memory. A byte of a last-level cache counts as the bytes of
     * memory that take as long. */
    double l2_hit;
    double latency_cycles; /* 0: those of the level by l2_hit */
    int no_latency;        /* they are not known */
};

/* A loop on a device. */
struct judge {
    const gpuocc_code_loop *loop;
    const gpuocc_occupancy *occupancy;
    gpuocc_explain_options options;
    double lanes; /* threads per wave */
    int vector;   /* one vector unit does all arithmetic but matrices */
    /* Bytes moved / bytes requested: of loads, stores, and accesses to shared memory. */
    double moved[JUDGE_MOVES];
    double conflict_cycles; /* that bank conflicts add to the loads of shared memory of a wave */
    struct judge_local local;
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

/* Fill in the details of an error (may be NULL) about an argument or a member of a class, and about
 * a number. Return the status. */
int32_t judge_refuse(gpuocc_error *error, int32_t status, uint32_t scope, uint32_t field);
int32_t judge_refuse_number(gpuocc_error *error, uint32_t field, double value);

/* Makes the workload of the loop, with work->factor and work->wider. */
void judge_make(const struct judge *judge, struct judge_workload *work);

/* Returns the cycles for which the matrix instructions of the loop occupy a core, as the vendor
 * counts cores; 0 if the shape of one or the rate of a type is not known. */
double matrix_cycles(const gpuocc_device *device, const gpuocc_code_loop *loop);

/* Sets `*confidence` to the weakest one of the rates of which these cycles follow, if it is weaker,
 * and `*type` to the type (enum gpuocc_code_matrix) whose rate that is. */
void matrix_find_doubt(const gpuocc_device *device, const gpuocc_code_loop *loop,
                       uint32_t *confidence, uint32_t *type);

/* Finds judge->moved from the accesses that are given. */
void judge_find_moved(struct judge *judge);

/* Returns where so many bytes of local memory have room. The waves go through theirs in turn, and a
 * cache that evicts what was not used for longest has nothing left of a sweep that exceeds it when
 * it starts again. */
enum local_room local_room(const gpuocc_device *device, double bytes);

/* Finds judge->local from the accesses that are given. */
void judge_find_local(struct judge *judge);

/* Returns the mean bytes per lane of the loads whose lanes may have different addresses. */
double judge_mean_load(const gpuocc_code_loop *loop);

/* Finds the pipes of the loop without a known rate, and operations without a known latency. */
void judge_find_pipes(const struct judge *judge, const gpuocc_latency *latency,
                      gpuocc_verdict *verdict);

/* Returns the pipe of a class of instructions, or GPUOCC_RESOURCE_COUNT if it only takes issue
 * slots. `vector`: one unit, PIPE_A, does all arithmetic but matrices. */
uint32_t pipe_of(uint32_t kind, int vector);

/* Returns how many instructions of these counts by class the vector unit executes. */
double pipe_vectors(const double *counts, double instructions);

/* Whether a pipe without a known rate can bind. What comes from memory passes through both caches,
 * so that a cache that serves nothing else is at least as fast as the memory. */
int pipe_may_bind(uint32_t resource, double l1_hit, double l2_hit);

/* Returns the set of the classes without a known rate. Conversions and exchanges between lanes that
 * are few enough cannot bind: `largest` are the cycles for which the busiest pipe is occupied. */
uint32_t pipe_unrated(const double *counts, int vector, double lanes, double largest);

/* Evaluates the changes to the loop whose throughput is `base`, and keeps those that help. */
void judge_changes(const struct judge *judge, const gpuocc_latency *latency, double base,
                   gpuocc_verdict *verdict);

/* Returns the expected throughput or, if it is not known, its upper bound; 0 if neither is known.
 */
double judge_throughput(const gpuocc_latency *latency);

#endif
