/* SPDX-License-Identifier: MIT
 *
 * Finds the pipes of a loop whose rate is not known. What binds such a loop is not known either.
 */
#include "explain/explain.h"

/* Classes of instructions that the latency model has no resource for. Their latency is not in the
 * verdict either, unless `counted` is set. */
static const struct {
    uint32_t kind;
    int counted;
} others[] = {
    {GPUOCC_CODE_CONVERT, 0},     {GPUOCC_CODE_WARP, 0},         {GPUOCC_CODE_LOAD_LOCAL, 0},
    {GPUOCC_CODE_STORE_LOCAL, 1}, {GPUOCC_CODE_LOAD_GENERIC, 1}, {GPUOCC_CODE_STORE_GENERIC, 1},
    {GPUOCC_CODE_LOAD_TENSOR, 0}, {GPUOCC_CODE_STORE_TENSOR, 1}, {GPUOCC_CODE_ATOMIC, 0},
    {GPUOCC_CODE_TEXTURE, 0},     {GPUOCC_CODE_UNKNOWN, 0},
};

/* Whether a cache without a known rate can bind. What comes from memory passes through both caches,
 * so that a cache that serves nothing else is at least as fast as the memory. */
static int can_bind(const struct judge *judge, uint32_t resource)
{
    if (resource == GPUOCC_RESOURCE_L1)
        return judge->options.l1_hit > 0;
    return resource != GPUOCC_RESOURCE_L2 || judge->options.l2_hit > 0;
}

void judge_find_pipes(const struct judge *judge, uint64_t left_out, gpuocc_verdict *verdict)
{
    uint32_t i;

    for (i = 0; i < GPUOCC_RESOURCE_LATENCY; i++)
        if ((left_out >> (GPUOCC_CONSTANT_RATE + i) & 1) != 0 && can_bind(judge, i))
            verdict->unrated_resources |= UINT64_C(1) << i;
    for (i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (judge->loop->counts[others[i].kind] == 0)
            continue;
        verdict->unrated_classes |= UINT32_C(1) << others[i].kind;
        verdict->has_unknown_latency |= !others[i].counted;
    }
}
