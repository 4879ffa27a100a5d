/* SPDX-License-Identifier: MIT
 *
 * gpuocc sweep: curves of occupancy, each over one field, and the picture of them.
 */
#ifndef TOOL_SWEEP_H
#define TOOL_SWEEP_H

#include "session.h"

/* An interval of values with the same answer, or one requested value. */
struct sweep_row {
    uint32_t first, last;
    int32_t status;
    struct value groups, waves, max_waves, limiters;
};

struct sweep {
    const char *over, *at, *svg; /* options */
    uint32_t csv, multiple_of;
    uint32_t field;
    int32_t status;         /* GPUOCC_NOT_KNOWN: there is no curve */
    uint32_t step;          /* only rows at multiples of this; 0: all */
    uint32_t end;           /* the largest value that the device accepts, if `whole` */
    int whole;              /* the rows are the whole curve, or multiples from it */
    int one_wave, narrowed; /* the group size was not given; text leaves rows out */
    uint32_t given;         /* the kernel's value of the field, GPUOCC_UNKNOWN: none */
    uint32_t wave_size, waves_per_group;
    struct sweep_row *rows;
    size_t count;
    unsigned long long judged, fell_short; /* rows; those that do not meet a --require */
    struct text shortfall;                 /* the first of them */
};

/* Adds a row of zeros. The pointer is valid until the next row is added. */
struct sweep_row *sweep_add_row(struct sweep *sweep);

/* Fills the rows. Returns END_ANSWERED, or another exit code with an error. */
int sweep_find(struct sweep *sweep, struct session *session);

/* Adds "128" or "113..128". */
void sweep_add_range(const struct sweep_row *row, struct text *text);

/* Writes the file of --svg. Returns END_ANSWERED, or END_FAILED with an error. */
int sweep_write_svg(const struct sweep *sweeps, size_t count, const struct session *session);

#endif
