/* SPDX-License-Identifier: MIT
 *
 * Initialises handles in memory that a test provides as words, and sets a pointer to the result.
 */
#ifndef HANDLES_H
#define HANDLES_H

#include "gpuocc/gpuocc.h"

/* Makes a custom device. If the base is NULL, it starts as an empty device. */
static inline int32_t device_in(void *memory, const gpuocc_device *base, const char *name,
                                size_t length, const uint32_t *fields, const uint64_t *values,
                                size_t count, const gpuocc_device **device, gpuocc_error *error)
{
    gpuocc_custom_device *made = (gpuocc_custom_device *)memory;
    int32_t status = base != NULL ? gpuocc_device_copy(made, base, name, length, error)
                                  : gpuocc_device_empty(made, name, length, error);

    if (status == GPUOCC_OK)
        status = gpuocc_device_edit(made, fields, values, count, error);
    if (status == GPUOCC_OK)
        *device = gpuocc_device_of(made);
    return status;
}

static inline int32_t occupancy_in(void *memory, const gpuocc_device *device, uint32_t convention,
                                   const gpuocc_kernel *kernel, gpuocc_occupancy **occupancy,
                                   gpuocc_error *error)
{
    gpuocc_occupancy *made = (gpuocc_occupancy *)memory;
    const int32_t status = gpuocc_occupancy_init(made, device, convention, kernel, error);

    if (status == GPUOCC_OK)
        *occupancy = made;
    return status;
}

static inline int32_t plan_in(void *memory, const gpuocc_device *device, uint32_t convention,
                              const gpuocc_kernel *base, gpuocc_plan **plan, gpuocc_error *error)
{
    gpuocc_plan *made = (gpuocc_plan *)memory;
    const int32_t status = gpuocc_plan_init(made, device, convention, base, error);

    if (status == GPUOCC_OK)
        *plan = made;
    return status;
}

static inline int32_t schedule_in(void *memory, const gpuocc_occupancy *occupancy,
                                  const gpuocc_grid *grid, gpuocc_schedule **schedule,
                                  gpuocc_error *error)
{
    gpuocc_schedule *made = (gpuocc_schedule *)memory;
    const int32_t status = gpuocc_schedule_init(made, occupancy, grid, error);

    if (status == GPUOCC_OK)
        *schedule = made;
    return status;
}

static inline int32_t timeline_in(void *memory, size_t bytes, const gpuocc_schedule *schedule,
                                  const gpuocc_dispatch *rules, const uint32_t *durations,
                                  size_t count, gpuocc_timeline **timeline, gpuocc_error *error)
{
    gpuocc_timeline *made = (gpuocc_timeline *)memory;
    int32_t status = gpuocc_timeline_init(made, bytes, schedule, rules, error);

    if (status == GPUOCC_OK)
        status = gpuocc_timeline_durations(made, durations, count, error);
    if (status == GPUOCC_OK)
        *timeline = made;
    return status;
}

/* Returns a search with the convention, the index and the candidates of a test. A search struct of
 * another version is not changed. */
static inline const gpuocc_group_search *search_for(gpuocc_group_search *full,
                                                    const gpuocc_group_search *search,
                                                    uint32_t convention, uint32_t index,
                                                    uint64_t count)
{
    static const gpuocc_group_search none = {sizeof none, 0, 0, 0, 0, 0, 0, 0, 0, 0};

    if (search != NULL && search->size != sizeof *search)
        return search;
    *full = search != NULL ? *search : none;
    full->convention = convention;
    full->index = index;
    full->candidate_count = count;
    return full;
}

/* Finds the best group size with the candidates given as columns; `registers` may be NULL. */
static inline int32_t best_of(const gpuocc_device *device, uint32_t convention,
                              const gpuocc_kernel *kernel, const gpuocc_group_search *search,
                              const uint32_t *threads, const uint32_t *registers, uint32_t count,
                              uint32_t index, gpuocc_group_size *choice, gpuocc_error *error)
{
    gpuocc_candidate candidates[32];
    gpuocc_group_search full;
    uint32_t i;

    for (i = 0; threads != NULL && i < count; i++) {
        candidates[i].size = sizeof candidates[i];
        candidates[i].threads_per_group = threads[i];
        candidates[i].registers = registers == NULL   ? 0
                                  : registers[i] != 0 ? registers[i]
                                                      : GPUOCC_ZERO;
    }
    return gpuocc_best_group_among(device, kernel,
                                   search_for(&full, search, convention, index, count),
                                   threads != NULL ? candidates : NULL, choice, error);
}

static inline int32_t best_group(const gpuocc_device *device, uint32_t convention,
                                 const gpuocc_kernel *kernel, const gpuocc_group_search *search,
                                 uint32_t index, uint32_t *threads, uint32_t *groups,
                                 gpuocc_error *error)
{
    gpuocc_group_search full;

    return gpuocc_best_group(device, kernel, search_for(&full, search, convention, index, 0),
                             threads, groups, error);
}

/* Initialises a latency with classes and constants given as arrays. A workload of another version
 * is not changed. */
static inline int32_t latency_in(void *memory, const gpuocc_device *device,
                                 const gpuocc_occupancy *occupancy, const gpuocc_workload *workload,
                                 const gpuocc_instructions *classes, size_t class_count,
                                 const uint32_t *constants, const double *values,
                                 size_t constant_count, gpuocc_latency **latency,
                                 gpuocc_error *error)
{
    gpuocc_latency *made = (gpuocc_latency *)memory;
    gpuocc_workload full;
    int32_t status;
    size_t i;

    if (workload != NULL && workload->size == sizeof full) {
        full = *workload;
        full.class_count = class_count;
        for (i = 0; i < constant_count; i++) {
            full.constants_given |= UINT64_C(1) << constants[i] % 64;
            full.constants[constants[i] % 64] = values[i];
        }
        workload = &full;
    }
    status = gpuocc_latency_init(made, device, occupancy, workload, classes, error);
    if (status == GPUOCC_OK)
        *latency = made;
    return status;
}

#endif
