/* SPDX-License-Identifier: MIT
 *
 * Plans for tests: columns to run, and the results of a row's handle to compare with.
 */
#ifndef PLANS_H
#define PLANS_H

#include "support.h"

#define MOST_ROWS 4096

static uint64_t plan_memory[sizeof(gpuocc_plan) / 8];
static uint32_t columns[4][MOST_ROWS], results[4][MOST_ROWS];
static int32_t statuses[MOST_ROWS];

static const uint32_t *const in[] = {columns[0], columns[1], columns[2], columns[3]};
static uint32_t *const out[] = {results[0], results[1], results[2], results[3]};
static const uint32_t wanted[] = {GPUOCC_RESULT_GROUPS, GPUOCC_RESULT_WAVES, GPUOCC_RESULT_LIMITERS,
                                  GPUOCC_RESULT_MAX_WAVES};

/* Makes a plan in the memory of the previous one; ends the test if that fails. */
static inline const gpuocc_plan *plan_of(const gpuocc_device *device, uint32_t convention,
                                         gpuocc_kernel base)
{
    gpuocc_plan *plan = NULL;

    memset(plan_memory, 0xa5, sizeof plan_memory);
    base.size = sizeof base;
    if (plan_in(plan_memory, device, convention, &base, &plan, NULL) != GPUOCC_OK) {
        printf("Bail out! no plan of %s\n", gpuocc_device_name(device));
        exit(1);
    }
    return plan;
}

/* Returns the kernel of a row: the base with the values of the first columns. */
static inline gpuocc_kernel kernel_at(gpuocc_kernel base, const uint32_t *fields, uint32_t ins,
                                      uint32_t row)
{
    uint32_t c;

    for (c = 0; c < ins; c++)
        put_word(&base, fields[c], columns[c][row]);
    return base;
}

/* Whether the first `outs` results of a row equal those of a handle for its kernel.
 */
static inline int is_row(const struct place *p, uint32_t outs, uint32_t row)
{
    const uint32_t told[] = {
        gpuocc_occupancy_groups(p->occupancy), gpuocc_occupancy_waves(p->occupancy),
        gpuocc_occupancy_limiters(p->occupancy), gpuocc_occupancy_max_waves(p->occupancy)};
    uint32_t i;
    int same = p->status == statuses[row];

    for (i = 0; i < outs; i++)
        same &= results[i][row] == (p->status == GPUOCC_OK ? told[i] : GPUOCC_UNKNOWN);
    return same;
}

#endif
