/* SPDX-License-Identifier: MIT
 *
 * A plan contains two small tables, both filled from the fast path: one indexed by the waves of a
 * group and the class of registers, one by the class of shared memory. Each row of a query then
 * needs two look-ups and a minimum.
 */
#ifndef GOCC_PLAN_H
#define GOCC_PLAN_H

#include "gpuocc/plan.h"
#include "occupancy/occupancy.h"

/* Maximum sizes of the tables: 64 waves by 256 classes of registers, 4096 classes of shared memory.
 */
#define GOCC_PLAN_ROWS   16384u
#define GOCC_PLAN_SHARED 4096u

/* The number of groups in an entry that means unknown. */
#define GOCC_PLAN_UNKNOWN 254u

/* An entry: groups times 256 plus the set of limiters, which is not empty. The sign bit is
 * inverted, because SSE2 has a minimum of signed numbers only. NONE marks numbers that the device
 * does not allow; it is smaller than any other entry. */
#define GOCC_PLAN_NONE                    0x8000u
#define GOCC_PLAN_ENTRY(groups, limiters) ((uint16_t)(((groups) << 8 | (limiters)) ^ 0x8000u))
/* Groups times 256 plus the limiters, from an entry. */
#define GOCC_PLAN_ANSWER(entry) ((uint16_t)((uint16_t)(entry) ^ 0x8000u))

struct gpuocc_plan {
    const gpuocc_device *device;
    uint32_t convention;
    gpuocc_kernel base;
    uint32_t fast;           /* 1: the tables are filled */
    uint32_t unknown;        /* 1: some entries have unknown groups */
    uint32_t by_sum;         /* 1: dynamic shared memory can be added to static and looked up */
    uint32_t register_field; /* the field that counts the columns of `rows` */
    uint32_t max_waves;      /* of every row; GOCC_NO_LIMIT if rows differ */
    uint32_t max_threads, max_registers, max_shared; /* of rows that can be looked up */
    /* The largest numbers with an entry in the tables: one less than a power of two. */
    uint32_t last_thread, last_registers, last_shared;
    uint32_t wave_shift;     /* wave = (T - 1) >> wave_shift */
    uint32_t stride_shift;   /* columns of `rows`: 1 << stride_shift */
    uint32_t register_shift; /* class = (R + (1 << register_shift) - 1) >> register_shift */
    uint32_t shared_shift;
    uint16_t rows[GOCC_PLAN_ROWS];
    uint16_t shared[GOCC_PLAN_SHARED + 1];
};

/* Bytes of the public type, fixed for the major version. */
#define GOCC_PLAN_BYTES 49152u
typedef char gocc_plan_fits[sizeof(gpuocc_plan) <= GOCC_PLAN_BYTES ? 1 : -1];

/* Rows are evaluated in blocks. */
#define GOCC_BLOCK 128u

/* Input columns that index the tables. */
enum gocc_column { GOCC_THREADS, GOCC_REGISTERS, GOCC_SHARED, GOCC_DYNAMIC, GOCC_COLUMNS };

/* Outputs of a row, all of which come from the tables. */
enum gocc_output {
    GOCC_OUTPUT_GROUPS,
    GOCC_OUTPUT_WAVES,
    GOCC_OUTPUT_LIMITERS,
    GOCC_OUTPUT_STATUS,
    GOCC_OUTPUTS
};

/* Looks up a block of rows. Returns 0 if one of them is not in the tables; the outputs are then
 * invalid. */
int gocc_block_look_up(const gpuocc_plan *plan, const uint32_t *const column[GOCC_COLUMNS],
                       uint32_t *const to[GOCC_OUTPUTS]);

#endif
