/* SPDX-License-Identifier: MIT
 *
 * Counts resident clusters of groups. A cluster must fit in one GPC. GPCs differ in size, and the
 * cores that remain in one stay unused. Vendors with clusters have no undecided limits and a single
 * core mode.
 */
#include "occupancy/clusters.h"

#include "device/device.h"
#include "occupancy/use.h"

/* Returns the groups on a core that can be part of a cluster. */
static uint64_t on_core(const struct gocc_question *question, uint32_t resident)
{
    const uint32_t most = question->model->max_clustered_groups_per_core;

    return gocc_min(resident, most != 0 ? most : resident);
}

int32_t gocc_clusters(const struct gocc_question *question, uint32_t resident, uint64_t *clusters)
{
    const uint32_t size = question->kernel.groups_per_cluster;
    const uint64_t groups = on_core(question, resident);
    const uint32_t core_count = gocc_core_count(question->device);
    const uint16_t *cores = gocc_device_gpcs(question->device);
    uint32_t i;

    *clusters = 0;
    if (size == 0 || size == GPUOCC_ZERO)
        return GPUOCC_NOT_APPLICABLE;
    if (groups == 0)
        return GPUOCC_OK;
    if (size == GPUOCC_UNKNOWN)
        return GPUOCC_NOT_KNOWN;
    if (cores == NULL || cores[0] == GOCC_LIST_END) {
        if (size != 1 || core_count == GPUOCC_UNKNOWN)
            return GPUOCC_NOT_KNOWN;
        *clusters = core_count * groups;
        return GPUOCC_OK;
    }
    for (i = 0; i < GOCC_GPCS && cores[i] != GOCC_LIST_END; i++)
        if (cores[i] >= size)
            *clusters += cores[i] * groups / size;
    return GPUOCC_OK;
}

/* The first cluster that a GPC loses costs the groups that remain beside its clusters and one more,
 * and every further one costs as many groups as it has. The worst case therefore pays for the
 * cheapest first ones. */
void gocc_reserve_clusters(const struct gocc_question *question, uint32_t resident,
                           uint32_t reserve, uint64_t *clusters)
{
    const uint32_t size = question->kernel.groups_per_cluster;
    const uint64_t groups = on_core(question, resident);
    const uint16_t *cores = gocc_device_gpcs(question->device);
    uint32_t cost, i;

    for (cost = 1; *clusters != 0 && cost < size; cost++)
        for (i = 0; i < GOCC_GPCS && cores[i] != GOCC_LIST_END; i++)
            if (cores[i] >= size && cores[i] * groups % size + 1 == cost && reserve >= cost) {
                reserve -= cost;
                --*clusters;
            }
    *clusters = *clusters > reserve / size ? *clusters - reserve / size : 0;
}
