/* SPDX-License-Identifier: MIT
 *
 * Computes each result of a core from the limits of a placement.
 */
#include "results/results.h"

#include "device/device.h"
#include "occupancy/clusters.h"
#include "occupancy/launch.h"
#include "occupancy/occupancy.h"

/* Defines a result that is one word of the placement. */
#define OF_WORD(function, word)                                                                    \
    struct gocc_end function(const gpuocc_occupancy *occ, const struct gocc_placement *p,          \
                             uint32_t index, const struct gocc_end *upper)                         \
    {                                                                                              \
        (void)occ;                                                                                 \
        (void)index;                                                                               \
        (void)upper;                                                                               \
        return gocc_word(word);                                                                    \
    }
OF_WORD(gocc_result_max_waves, p->max_waves)
OF_WORD(gocc_result_max_waves_any_mode, p->max_waves_any_mode)
OF_WORD(gocc_result_wave_size, p->wave_size)
OF_WORD(gocc_result_waves_per_group, p->waves_per_group)
OF_WORD(gocc_result_waves_per_partition, p->open ? GPUOCC_UNKNOWN : p->waves_per_partition)
OF_WORD(gocc_result_partitions_per_core, p->partitions)
OF_WORD(gocc_result_limit, p->groups_by[index])

/* Returns groups or waves. If a limit is undecided, the lower end is one group of a kernel that
 * launches. */
static struct gocc_end resident(const struct gocc_placement *p, uint32_t value, uint32_t one,
                                int high)
{
    if (!p->open || p->groups == 0)
        return gocc_word(value);
    if (!high)
        return gocc_number((p->open & GOCC_OPEN_LAUNCH) != 0 ? 0 : one);
    return gocc_number(p->groups == GOCC_NO_LIMIT ? GOCC_ENDLESS : value);
}

struct gocc_end gocc_result_groups(const gpuocc_occupancy *occ, const struct gocc_placement *p,
                                   uint32_t index, const struct gocc_end *upper)
{
    (void)occ;
    (void)index;
    return resident(p, p->groups, 1, upper == NULL);
}

struct gocc_end gocc_result_waves(const gpuocc_occupancy *occ, const struct gocc_placement *p,
                                  uint32_t index, const struct gocc_end *upper)
{
    (void)occ;
    (void)index;
    return resident(p, p->waves, p->waves_per_group, upper == NULL);
}

/* Returns the limiters. If a limit is undecided, none is certainly limiting, and every unknown
 * limit may be. */
struct gocc_end gocc_result_limiters(const gpuocc_occupancy *occ, const struct gocc_placement *p,
                                     uint32_t index, const struct gocc_end *upper)
{
    uint32_t set = p->limiters, i;

    (void)occ;
    (void)index;
    if (!p->open || p->groups == 0)
        return gocc_number(set);
    for (i = 0; i < GPUOCC_LIMIT_COUNT; i++)
        set |= (uint32_t)(p->groups_by[i] == GOCC_LIMIT_UNKNOWN) << i;
    return gocc_number(upper == NULL ? set : 0);
}

struct gocc_end gocc_result_notes(const gpuocc_occupancy *occ, const struct gocc_placement *p,
                                  uint32_t index, const struct gocc_end *upper)
{
    (void)occ;
    (void)index;
    (void)upper;
    return gocc_number(p->notes);
}

static struct gocc_end amount(uint64_t value)
{
    return gocc_end_of(value, value == GOCC_AMOUNT_UNKNOWN ? GPUOCC_NOT_KNOWN : GPUOCC_OK);
}

struct gocc_end gocc_result_registers_allocated_per_group(const gpuocc_occupancy *occ,
                                                          const struct gocc_placement *p,
                                                          uint32_t index,
                                                          const struct gocc_end *upper)
{
    (void)occ;
    (void)index;
    (void)upper;
    return amount(p->allocated[GPUOCC_LIMIT_REGISTERS]);
}

struct gocc_end gocc_result_shared_allocated_bytes(const gpuocc_occupancy *occ,
                                                   const struct gocc_placement *p, uint32_t index,
                                                   const struct gocc_end *upper)
{
    (void)occ;
    (void)index;
    (void)upper;
    return amount(p->allocated[GPUOCC_LIMIT_SHARED]);
}

/* Groups that certainly launch are among those that may launch. */
struct gocc_end gocc_result_max_threads_launchable(const gpuocc_occupancy *occ,
                                                   const struct gocc_placement *p, uint32_t index,
                                                   const struct gocc_end *upper)
{
    const uint32_t all = occ->question.model->max_threads_per_group;
    const uint32_t most = upper == NULL ? all : gocc_min((uint32_t)upper->value, all);
    struct gocc_end end = gocc_word(gocc_launchable(occ, most, upper == NULL));

    (void)p;
    (void)index;
    end.apart = 1;
    return end;
}

/* Returns the number of cores. If the mode is unknown, larger cores give the lower end. */
struct gocc_end gocc_result_core_count(const gpuocc_occupancy *occ, const struct gocc_placement *p,
                                       uint32_t index, const struct gocc_end *upper)
{
    const uint32_t cores = gocc_core_count(occ->question.device);

    (void)index;
    if (occ->question.range)
        p = upper == NULL ? &occ->low : &occ->high;
    if (cores == GPUOCC_UNKNOWN)
        return gocc_word(GPUOCC_UNKNOWN);
    return gocc_number(cores / p->cores_per_core / p->parts);
}

struct gocc_end gocc_result_clusters_per_device(const gpuocc_occupancy *occ,
                                                const struct gocc_placement *p, uint32_t index,
                                                const struct gocc_end *upper)
{
    struct gocc_end end = gocc_number(0);

    (void)index;
    (void)upper;
    end.status = gocc_clusters(&occ->question, p->groups, &end.value);
    return end;
}

struct gocc_end gocc_result_groups_per_device(const gpuocc_occupancy *occ,
                                              const struct gocc_placement *p, uint32_t index,
                                              const struct gocc_end *upper)
{
    struct gocc_end held = gocc_result_clusters_per_device(occ, p, index, upper);
    struct gocc_end groups = resident(p, p->groups, 1, upper == NULL);

    if (p->groups_per_device != GPUOCC_UNKNOWN)
        return gocc_word(p->groups_per_device);
    if (held.status == GPUOCC_NOT_APPLICABLE) {
        if (groups.status != GPUOCC_OK || groups.value == GOCC_ENDLESS)
            return groups;
        held = gocc_result_core_count(occ, p, index, upper);
        held.value *= groups.value;
    } else
        held.value *= occ->question.kernel.groups_per_cluster;
    return held;
}

struct gocc_end gocc_result_requested(const gpuocc_occupancy *occ, const struct gocc_placement *p,
                                      uint32_t index, const struct gocc_end *upper)
{
    struct gocc_end end = gocc_result_limit(occ, p, index, upper);

    end.value = p->requested[index];
    return end;
}

struct gocc_end gocc_result_allocated(const gpuocc_occupancy *occ, const struct gocc_placement *p,
                                      uint32_t index, const struct gocc_end *upper)
{
    struct gocc_end end = gocc_result_limit(occ, p, index, upper);

    end.value = p->allocated[index];
    return end;
}

struct gocc_end gocc_result_capacity(const gpuocc_occupancy *occ, const struct gocc_placement *p,
                                     uint32_t index, const struct gocc_end *upper)
{
    struct gocc_end end = gocc_result_limit(occ, p, index, upper);

    end.value = p->capacity[index];
    return end;
}
