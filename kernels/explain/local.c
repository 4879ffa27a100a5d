/* SPDX-License-Identifier: MIT
 *
 * Finds where the local memory of all resident waves has room, for verdicts and predictions, and
 * what a loop moves of it.
 */
#include "explain/explain.h"

/* The least bytes that an access occupies per lane. */
#define LEAST_BYTES 4u

/* Tells whether a cache of the device has room for so many bytes. */
static int has_room(const gpuocc_device *device, uint32_t field, double bytes)
{
    uint64_t kib = 0;

    return gpuocc_device_get(device, field, 0, &kib) == GPUOCC_OK && bytes <= 1024 * (double)kib;
}

enum local_room local_room(const gpuocc_device *device, double bytes)
{
    return has_room(device, GPUOCC_DEVICE_L2_KIB, bytes)           ? LOCAL_IN_L2
           : has_room(device, GPUOCC_DEVICE_LAST_LEVEL_KIB, bytes) ? LOCAL_IN_LAST_LEVEL
                                                                   : LOCAL_IN_MEMORY;
}

static double constant(const struct judge *judge, uint32_t number)
{
    double value = 0;

    (void)gpuocc_device_constant(gpuocc_occupancy_device(judge->occupancy), number, 0, &value, NULL,
                                 NULL);
    return value;
}

/* Sets what it takes to get local memory from where it has room. */
static void find_source(struct judge *judge, enum local_room room)
{
    struct judge_local *local = &judge->local;
    const double last = constant(judge, GPUOCC_CONSTANT_LAST_LEVEL_GB_PER_S);
    const double memory = constant(judge, GPUOCC_CONSTANT_DRAM_GB_PER_S);
    const double cycles = constant(judge, GPUOCC_CONSTANT_LAST_LEVEL_LATENCY_NS) *
                          constant(judge, GPUOCC_CONSTANT_CLOCK_GHZ);

    if (room == LOCAL_IN_L2) {
        local->l2_hit = 1;
        local->no_latency = constant(judge, GPUOCC_CONSTANT_LATENCY + GPUOCC_RESOURCE_L2) == 0;
        local->latency_cycles = local->no_latency; /* 0: that of L2 */
    } else if (room == LOCAL_IN_LAST_LEVEL && cycles > 0 && memory > 0 && memory < last) {
        local->l2_hit = 1 - memory / last;
        local->latency_cycles = cycles;
    }
}

/* Adds up what the loop moves. */
static void find_bytes(struct judge *judge)
{
    const gpuocc_code_access *access = judge->options.accesses;
    const gpuocc_code_access *const end = access + judge->options.access_count;
    const gpuocc_code_loop *loop = judge->loop;
    double *bytes;
    uint32_t i;

    for (i = 0; i < loop->instructions; i++) {
        while (access < end && access->address < loop->steps[i].address)
            access++;
        if (access == end || access->address != loop->steps[i].address)
            continue;
        bytes = access->kind == GPUOCC_CODE_LOAD_LOCAL    ? &judge->local.load_bytes
                : access->kind == GPUOCC_CODE_STORE_LOCAL ? &judge->local.store_bytes
                                                          : NULL;
        if (bytes != NULL)
            *bytes += judge->lanes *
                      (access->lane_bytes > LEAST_BYTES ? access->lane_bytes : LEAST_BYTES);
    }
}

void judge_find_local(struct judge *judge)
{
    const gpuocc_code_access *access = judge->options.accesses;
    const uint32_t *counts = judge->loop->counts;
    uint64_t waves = 0, cores = 0;
    double stored = 0;
    uint32_t i;

    if (access == NULL || counts[GPUOCC_CODE_LOAD_LOCAL] + counts[GPUOCC_CODE_STORE_LOCAL] == 0)
        return;
    find_bytes(judge);
    if ((judge->local.load_bytes == 0) != (counts[GPUOCC_CODE_LOAD_LOCAL] == 0) ||
        (judge->local.store_bytes == 0) != (counts[GPUOCC_CODE_STORE_LOCAL] == 0))
        return;
    judge->local.known = 1;
    for (i = 0; i < judge->options.access_count; i++)
        stored += access[i].kind == GPUOCC_CODE_STORE_LOCAL ? access[i].lane_bytes : 0;
    (void)gpuocc_occupancy_get(judge->occupancy, GPUOCC_RESULT_WAVES, 0, NULL, &waves);
    (void)gpuocc_occupancy_get(judge->occupancy, GPUOCC_RESULT_CORE_COUNT, 0, &cores, NULL);
    find_source(judge, local_room(gpuocc_occupancy_device(judge->occupancy),
                                  stored * judge->lanes * (double)waves * (double)cores));
}
