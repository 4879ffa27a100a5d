/* SPDX-License-Identifier: MIT
 *
 * A plan holds two small tables, both filled by the short answer: one by waves of a group and
 * class of registers, one by class of shared memory. A row is then two look-ups and a minimum.
 */
#ifndef GOCC_PLAN_H
#define GOCC_PLAN_H

#include "gpuocc/plan.h"
#include "occupancy/occupancy.h"

/* Largest tables: 64 waves by 128 classes of registers, 4096 classes of shared memory. */
#define GOCC_PLAN_ROWS   8192u
#define GOCC_PLAN_SHARED 4096u

/* An entry: groups times 256, and the set of limiters. These groups are unknown. */
#define GOCC_PLAN_UNKNOWN 254u

struct gpuocc_plan {
    const gpuocc_device *device;
    uint32_t convention;
    gpuocc_kernel base;
    uint32_t fast;           /* 1: what follows is there */
    uint32_t unknown;        /* 1: some entries have unknown groups */
    uint32_t by_sum;         /* 1: dynamic shared memory may be looked up as well */
    uint32_t register_field; /* the field that counts the columns of `rows` */
    uint32_t max_waves;      /* the same for every row, or GOCC_NO_LIMIT: not so */
    uint32_t max_threads, max_registers, max_shared; /* of a row that may be looked up */
    uint32_t wave_shift;                             /* wave = (T - 1) >> wave_shift */
    uint32_t stride_shift;                           /* columns of `rows`: 1 << stride_shift */
    uint32_t register_shift; /* class = (R + (1 << register_shift) - 1) >> register_shift */
    uint32_t shared_shift;
    uint16_t rows[GOCC_PLAN_ROWS];
    uint16_t shared[GOCC_PLAN_SHARED];
};

/* Bytes of the public type, fixed for the major version. */
#define GOCC_PLAN_BYTES 49152u
typedef char gocc_plan_fits[sizeof(gpuocc_plan) <= GOCC_PLAN_BYTES ? 1 : -1];

/* Rows go in blocks. */
#define GOCC_BLOCK 128u

/* Columns that the tables know. */
enum gocc_column { GOCC_THREADS, GOCC_REGISTERS, GOCC_SHARED, GOCC_DYNAMIC, GOCC_COLUMNS };

/* What is known of the rows of a block. */
struct gocc_block {
    uint32_t in_rows[GOCC_BLOCK], in_shared[GOCC_BLOCK]; /* where they stand in the tables */
    uint16_t row[GOCC_BLOCK], shared[GOCC_BLOCK];        /* what stands there */
    uint16_t waves[GOCC_BLOCK];                          /* of a group */
    uint16_t groups[GOCC_BLOCK], limiters[GOCC_BLOCK], resident[GOCC_BLOCK];
};

/* Looks a block of rows up; 0 if one of them is not in the tables. */
int gocc_block_look_up(const gpuocc_plan *plan, const uint32_t *const column[GOCC_COLUMNS],
                       struct gocc_block *block);

/* One result of each row. */
void gocc_block_write(const gpuocc_plan *plan, const struct gocc_block *block, uint32_t result,
                      uint32_t *to);

#endif
