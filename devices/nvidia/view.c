/* SPDX-License-Identifier: MIT
 *
 * NVIDIA: the model to compute with, which in the `header` convention is what cuda_occupancy.h 12.1
 * (CUDA 13.0) makes of a compute capability.
 */
#include "nvidia.h"

/* Returns the row of a compute capability; NULL if there is none with all numbers. The header does
 * not have 10.7. */
static const struct gocc_model *row_of(uint32_t generation)
{
    const struct gocc_model *model;
    uint32_t i;

    for (i = 0; i < gocc_nvidia.target_count; i++) {
        model = gocc_model_of(&gocc_nvidia, &gocc_nvidia.targets[i].head);
        if (gocc_nvidia.targets[i].head.generation == generation &&
            model->partitions_per_core != GPUOCC_UNKNOWN)
            return model;
    }
    return NULL;
}

/* The header silently accepts unknown minors of 3.x, 5.x, 6.x, 7.x, 8.x and 9.x; of 10.x to
 * 12.x only 11.1 and 11.3 (executed, occupancy_edge.csv). */
const struct gocc_model *gocc_nvidia_stand_in(uint32_t generation)
{
    static const uint8_t passes[] = {35, 50, 61, 70, 86, 90};
    uint32_t i;

    if (row_of(generation) != NULL)
        return row_of(generation);
    if (generation == 111 || generation == 113)
        return row_of(100);
    for (i = 0; i != sizeof passes; i++)
        if (generation / 10 == passes[i] / 10)
            return row_of(passes[i]);
    return NULL;
}

int gocc_nvidia_knows(uint32_t generation)
{
    return row_of(generation) != NULL;
}

void gocc_nvidia_look(const struct gocc_question *question, struct gocc_nvidia_view *view)
{
    const struct gocc_model *m = question->model, *constants;
    struct gocc_model *scratch = &view->scratch;

    view->model = m;
    view->lists = question->lists;
    view->built_in = question->device->kind != GOCC_OWN;
    view->generation = question->device->generation;
    if (question->convention != GPUOCC_CONVENTION_HEADER || view->built_in)
        return;
    constants = gocc_nvidia_stand_in(view->generation);
    *scratch = *constants;
    scratch->notes = m->notes;
    scratch->max_threads_per_group = m->max_threads_per_group;
    scratch->max_waves_per_partition =
        m->max_waves_per_partition * m->partitions_per_core / scratch->partitions_per_core;
    scratch->registers_per_partition =
        m->registers_per_partition * m->partitions_per_core / scratch->partitions_per_core;
    scratch->max_registers_per_group = m->max_registers_per_group;
    scratch->shared_pool_bytes = m->shared_pool_bytes;
    scratch->max_shared_bytes_per_group = m->max_shared_bytes_per_group;
    scratch->default_shared_bytes_per_group = m->default_shared_bytes_per_group;
    scratch->shared_reserved_bytes = m->shared_reserved_bytes;
    view->model = scratch;
    view->lists = gocc_lists_of(&gocc_nvidia, constants);
}
