/* SPDX-License-Identifier: MIT
 *
 * Computes what Intel's own tools answer: the GPU Occupancy Calculator
 * (oneapi-src/oneAPI-samples@6f5ade58, a web page) and the driver's count of cooperative groups
 * (compute-runtime 22.43.24595.41 and e37c60bf). Both have constants of their own, which edits of a
 * custom device do not change. The driver counts with the device's cores, EUs and hardware threads,
 * also edited ones. Where the driver has its own hardware threads by GRF count, they do not exceed
 * those of an EU.
 */
#include "use.h"

#include "base/error.h"
#include "device/device.h"

/* The calculator's constants for a core. It has as many group slots as hardware threads. */
struct page {
    uint16_t eus, slots, slm_kib, barriers;
    uint8_t middle_sizes; /* SLM sizes include 24, 48, 96 and 128 KiB */
    uint8_t large_grf;    /* the page has a switch for 256 GRF */
};

/* gen9, gen11; gen12, xe_dg1; xe_hp_ats, xe_hpg_dg2_arc, xe_lpg; xe_hpc_pvc; xe2_lpg, xe2_hpg. */
static const struct page pages[] = {{8, 56, 64, 32, 0, 0},
                                    {16, 112, 64, 64, 0, 0},
                                    {16, 128, 128, 128, 0, 0},
                                    {8, 64, 128, 64, 1, 1},
                                    {8, 64, 128, 64, 1, 0}};

/* Hardware threads of an EU up to a GRF count, where the driver differs from the compiler
 * (calculateAvailableThreadCount and adjustMaxThreadsPerEuCount of releases 35.10 and 35.11). The
 * last entry applies to every larger count. */
struct neo_slots {
    uint16_t grf_count;
    uint8_t slots;
};

#define NEO_SLOTS 8

static const struct neo_slots neo_slots[][NEO_SLOTS] = {
    {{96, 10}, {128, 8}, {160, 6}, {192, 5}, {256, 4}, {320, 3}, {448, 2}, {UINT16_MAX, 1}},
    {{511, 8}, {512, 4}, {UINT16_MAX, 8}}};

static uint32_t neo_rule(const struct gocc_question *q)
{
    const struct gocc_intel_family *family = gocc_intel_family(q->device);

    return q->convention == GPUOCC_CONVENTION_NEO_22_43 ? family->neo_22_43 : family->neo;
}

/* Checks that the tool of the convention supports the device and the kernel's GRF count. */
int32_t gocc_intel_admit_tool(const struct gocc_question *question, gpuocc_error *error)
{
    const uint32_t row = gocc_intel_family(question->device)->page_row;
    const uint32_t grf = question->kernel.grf_count;
    const int calculator = question->convention == GPUOCC_CONVENTION_INTEL_CALCULATOR;

    if (calculator ? row == 0 : neo_rule(question) == GOCC_INTEL_NEO_UNKNOWN)
        return gocc_fail_device(error, GPUOCC_ERROR_CONVENTION_DEVICE, GPUOCC_DEVICE_GENERATION,
                                question->device->generation, 0, question->device);
    if (calculator && !pages[row - 1].large_grf && grf > 128 && grf <= 256)
        return gocc_fail_kernel(error, GPUOCC_ERROR_TOO_MANY_REGISTERS, GPUOCC_KERNEL_GRF_COUNT,
                                grf, 128, question->device);
    return GPUOCC_OK;
}

static uint32_t slm_requested(const gpuocc_kernel *k)
{
    return gocc_amount(k->shared_bytes) + (uint32_t)gocc_dynamic_shared(k);
}

static void use_registers(const struct gocc_question *q, uint32_t slots, struct gocc_use *use)
{
    const uint32_t count = q->kernel.grf_count;

    gocc_intel_use_registers(q->model, count,
                             q->lists->grf_counts[gocc_intel_mode(q->lists, count)], slots, use);
}

/* A request above the list is not rounded. */
static uint32_t page_slm(const struct page *page, uint32_t bytes)
{
    static const uint16_t powers[] = {1, 2, 4, 8, 16, 32, 64};
    static const uint16_t middle[] = {1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128};

    return page->middle_sizes ? gocc_intel_slm_bytes(middle, GOCC_COUNT(middle), bytes)
                              : gocc_intel_slm_bytes(powers, GOCC_COUNT(powers), bytes);
}

/* Returns the hardware threads per core that the calculator has for a product it lists wrongly,
 * otherwise 0. */
static uint32_t page_slots(const gpuocc_device *device)
{
    const uint16_t(*listed)[2];

    for (listed = gocc_intel_calculator_slots; device->kind == GOCC_PRODUCT && (*listed)[1] != 0;
         listed++)
        if ((*listed)[0] == gocc_index(&gocc_intel, device))
            return (*listed)[1];
    return 0;
}

/* The calculator relates occupancy to all hardware threads, also with the large GRF file. It
 * considers whether a kernel has barriers, but not how many. */
void gocc_intel_evaluate_calculator(const struct gocc_question *question, struct gocc_use *use)
{
    const struct gocc_model *m = question->model;
    const struct page *page = &pages[gocc_intel_family(question->device)->page_row - 1];
    const uint32_t listed = page_slots(question->device);
    const uint32_t slots = listed != 0 ? listed : page->slots;
    const gpuocc_kernel *k = &question->kernel;
    const int large = page->large_grf && k->grf_count > 128;

    gocc_start(use, m, k, 1);
    use->partitions = page->eus;
    gocc_use_slots(use, page->eus * (slots / page->eus));
    use->group_slots = page->slots;
    gocc_use_shared(use, slm_requested(k), page_slm(page, slm_requested(k)));
    use->shared.capacity = page->slm_kib * GOCC_KIB;
    gocc_use_barriers(use, gocc_amount(k->barriers_per_group) != 0);
    use->barriers.capacity = page->barriers;
    use_registers(question, large ? slots / 2 : slots, use);
}

/* Lowers the number of groups to what a limit allows, and updates the limiters. */
static void at_most(uint64_t *groups, uint32_t *limiters, uint64_t allowed, uint32_t limit)
{
    if (allowed < *groups) {
        *groups = allowed;
        *limiters = 0;
    }
    if (allowed == *groups)
        *limiters |= 1u << limit;
}

/* Returns the hardware threads of an EU. */
static uint32_t neo_waves(const struct gocc_question *q)
{
    const uint32_t mode = gocc_intel_mode(q->lists, q->kernel.grf_count);
    const uint32_t row = gocc_intel_family(q->device)->neo_slots;
    uint32_t i = 0, slots;

    if (row == GOCC_INTEL_NEO_DEVICE)
        return q->lists->waves_at_grf_count[mode];
    while (i + 1 < NEO_SLOTS && neo_slots[row - 1][i].grf_count < q->lists->grf_counts[mode])
        i++;
    slots = neo_slots[row - 1][i].slots;
    return slots < q->model->max_waves_per_partition ? slots : q->model->max_waves_per_partition;
}

/* Returns the groups of a tile (getMaxWorkGroupCount, for an engine that can run cooperative
 * kernels, with one compute slice). In 22.43 a group may span several cores; shared memory always
 * may. */
static uint64_t neo_count(const struct gocc_question *q, uint64_t cores,
                          const struct gocc_placement *p, uint32_t *limiters)
{
    const struct gocc_model *m = q->model;
    const uint64_t slots = (uint64_t)m->partitions_per_core * neo_waves(q);
    const uint64_t slm = cores * gocc_intel_family(q->device)->neo_slm_kib * GOCC_KIB;
    const uint32_t waves = p->waves_per_group;
    const uint32_t barriers = gocc_amount(q->kernel.barriers_per_group);
    uint64_t groups = UINT64_MAX;

    if (q->convention == GPUOCC_CONVENTION_NEO_22_43)
        at_most(&groups, limiters, cores * slots / waves, GPUOCC_LIMIT_WAVES);
    else
        at_most(&groups, limiters, slots / waves * cores, GPUOCC_LIMIT_WAVES);
    if (barriers != 0)
        at_most(&groups, limiters, cores * (32 / barriers), GPUOCC_LIMIT_BARRIERS);
    if (p->allocated[GPUOCC_LIMIT_SHARED] != 0)
        at_most(&groups, limiters, slm / p->allocated[GPUOCC_LIMIT_SHARED], GPUOCC_LIMIT_SHARED);
    if (groups == 0 && q->convention == GPUOCC_CONVENTION_NEO)
        groups = 1;
    return groups;
}

/* Returns the number of tiles. Up to Xe3 a cooperative kernel runs on one tile
 * (singleTileExecImplicitScalingRequired), and the driver counts with the smallest
 * (getTopologyInfoMultiTile). */
static uint32_t tiles_of(const gpuocc_device *device, uint32_t cores)
{
    const uint32_t most = gocc_intel_family(device)->tile_cores;

    return most == 0 || cores == 0 ? 1 : 1 + (cores - 1) / most;
}

/* Removes the results per core, which the driver does not give. */
static void no_groups_per_core(struct gocc_placement *p)
{
    uint32_t limit;

    for (limit = 0; limit != GPUOCC_LIMIT_COUNT; limit++)
        p->groups_by[limit] = GOCC_NO_LIMIT;
    p->groups = GOCC_NO_LIMIT;
    p->waves = GOCC_NO_LIMIT;
    p->waves_per_partition = GOCC_NO_LIMIT;
    p->limiters = 0;
}

void gocc_intel_evaluate_neo(const struct gocc_question *question, struct gocc_use *use)
{
    const struct gocc_model *m = question->model;
    const gpuocc_kernel *k = &question->kernel;

    gocc_start(use, m, k, 1);
    gocc_use_shared(use, slm_requested(k),
                    gocc_intel_slm_bytes(question->lists->shared_group_sizes_kib, GOCC_GROUP_SIZES,
                                         slm_requested(k)));
    use_registers(question, 0, use);
    use->max_waves = m->partitions_per_core * neo_waves(question);
}

void gocc_intel_finish_neo(const struct gocc_question *question, struct gocc_placement *placement)
{
    const uint32_t cores = gocc_core_count(question->device);
    uint64_t groups;

    no_groups_per_core(placement);
    if (neo_rule(question) == GOCC_INTEL_NEO_ONE) {
        placement->groups_per_device = 1;
        return;
    }
    if (cores == GPUOCC_UNKNOWN)
        return;
    placement->parts = tiles_of(question->device, cores);
    groups = neo_count(question, cores / placement->parts, placement, &placement->limiters);
    placement->groups_per_device = groups < GOCC_NO_LIMIT ? (uint32_t)groups : GOCC_NO_LIMIT - 1;
}
