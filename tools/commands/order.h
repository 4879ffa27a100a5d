/* SPDX-License-Identifier: MIT
 *
 * A loop body as gpuocc order reads it.
 */
#ifndef TOOL_ORDER_H
#define TOOL_ORDER_H

#include <stdint.h>

#include "gpuocc/gpuocc.h"
#include "output/text.h"

/* Names of registers, arrays and address spaces, numbered from 1. */
struct names {
    struct text bytes; /* each followed by a NUL */
    uint32_t count;
};

struct loop_body {
    const char *file;        /* the name in messages */
    uint32_t load_cycles;    /* default latency of loads; 0: not given */
    uint32_t compute_cycles; /* default latency of compute instructions; 0: not given */
    struct names registers, arrays, spaces;
    struct text lines; /* the instructions as written, each followed by a NUL */
    uint32_t count;
    gpuocc_operation operations[GPUOCC_ORDER_INSTRUCTIONS];
    uint32_t line_at[GPUOCC_ORDER_INSTRUCTIONS]; /* offset of each in `lines` */
};

/* Reads the instructions of a text. Returns 0, or END_FAILED with an error that names the line, the
 * field and its value. */
int order_read(struct loop_body *body, const char *text, size_t length);

void order_free(struct loop_body *body);

#endif
