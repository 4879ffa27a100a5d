/* SPDX-License-Identifier: MIT
 *
 * Finds how many bytes the accesses of a loop move for those that they request, from the addresses
 * of the lanes.
 */
#include "explain/explain.h"

/* The bytes that pass over all banks of shared memory at once. */
#define BANKS_BYTES 128.0

static uint32_t move_of(uint32_t kind)
{
    switch (kind) {
    case GPUOCC_CODE_LOAD_GLOBAL:
    case GPUOCC_CODE_LOAD_GENERIC:
        return JUDGE_LOADS;
    case GPUOCC_CODE_STORE_GLOBAL:
    case GPUOCC_CODE_STORE_GENERIC:
        return JUDGE_STORES;
    case GPUOCC_CODE_LOAD_SHARED:
    case GPUOCC_CODE_STORE_SHARED:
        return JUDGE_SHARED;
    default:
        return JUDGE_MOVES;
    }
}

void judge_find_moved(struct judge *judge)
{
    const gpuocc_code_access *access = judge->options.accesses;
    const gpuocc_code_access *end = access != NULL ? access + judge->options.access_count : access;
    double requested[JUDGE_MOVES] = {0}, moved[JUDGE_MOVES] = {0}, bytes;
    const gpuocc_code_loop *loop = judge->loop;
    double passes;
    uint32_t i, which;

    for (i = 0; access != NULL && i < loop->instructions; i++) {
        while (access < end && access->address < loop->steps[i].address)
            access++;
        if (access == end || access->address != loop->steps[i].address)
            continue;
        which = move_of(access->kind);
        if (which == JUDGE_MOVES || (loop->steps[i].flags >> GPUOCC_CODE_FLAG_UNIFORM & 1) != 0)
            continue;
        bytes = judge->lanes * access->lane_bytes;
        requested[which] += bytes;
        passes = access->passes;
        if (which == JUDGE_SHARED && judge->options.conflict_factor > 0)
            passes = judge->options.conflict_factor * bytes / BANKS_BYTES;
        moved[which] += access->moved_bytes > 0 ? access->moved_bytes
                        : passes > 0            ? BANKS_BYTES * passes
                        : which == JUDGE_SHARED ? bytes
                                                : bytes / judge->options.efficiency;
        if (access->kind == GPUOCC_CODE_LOAD_SHARED && passes > bytes / BANKS_BYTES)
            judge->conflict_cycles += passes - bytes / BANKS_BYTES;
    }
    for (which = 0; which < JUDGE_MOVES; which++)
        judge->moved[which] = requested[which] > 0    ? moved[which] / requested[which]
                              : which == JUDGE_SHARED ? 1
                                                      : 1 / judge->options.efficiency;
}
