/* SPDX-License-Identifier: MIT */
#ifndef GOCC_CLUSTERS_H
#define GOCC_CLUSTERS_H

#include "device/rules.h"
#include "occupancy/validate.h"

/* Whether the kernel's groups are launched in clusters, which may leave cores partly unused. */
static inline int gocc_in_clusters(const gpuocc_kernel *kernel)
{
    return gocc_amount(kernel->groups_per_cluster) != 0;
}

/* Computes the number of clusters that the whole device holds, with `resident` groups on a core.
 * Returns GPUOCC_OK, GPUOCC_NOT_APPLICABLE without clusters, or GPUOCC_NOT_KNOWN. */
int32_t gocc_clusters(const struct gocc_question *question, uint32_t resident, uint64_t *clusters);

/* Subtracts from the number that gocc_clusters returned the clusters that `reserve` other groups
 * prevent in the worst case. */
void gocc_reserve_clusters(const struct gocc_question *question, uint32_t resident,
                           uint32_t reserve, uint64_t *clusters);

#endif
