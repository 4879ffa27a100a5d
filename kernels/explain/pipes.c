/* SPDX-License-Identifier: MIT
 *
 * Finds the pipes of a loop whose rate is not known. What binds such a loop is not known either.
 */
#include "explain/explain.h"

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
    for (i = 0; i < GPUOCC_CODE_CLASS_COUNT; i++)
        if ((JUDGE_UNRATED >> i & 1) != 0 && judge->loop->counts[i] != 0)
            verdict->unrated_classes |= UINT32_C(1) << i;
    verdict->has_unknown_latency |= (verdict->unrated_classes & ~JUDGE_COUNTED) != 0;
}
