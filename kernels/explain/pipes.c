/* SPDX-License-Identifier: MIT
 *
 * Finds the pipes of a loop whose rate is not known, and names them. What binds such a loop is not
 * known either.
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

/* Names for people of the classes of instructions that the latency model has no resource for. */
static const struct {
    uint32_t classes; /* a set */
    const char *name;
} others[] = {
    {1u << GPUOCC_CODE_CONVERT, "convert"},
    {1u << GPUOCC_CODE_WARP, "warp"},
    {1u << GPUOCC_CODE_LOAD_LOCAL | 1u << GPUOCC_CODE_STORE_LOCAL, "local"},
    {1u << GPUOCC_CODE_LOAD_GENERIC | 1u << GPUOCC_CODE_STORE_GENERIC, "generic"},
    {1u << GPUOCC_CODE_LOAD_TENSOR | 1u << GPUOCC_CODE_STORE_TENSOR, "tensor"},
    {1u << GPUOCC_CODE_ATOMIC, "atomic"},
    {1u << GPUOCC_CODE_TEXTURE, "texture"},
    {1u << GPUOCC_CODE_UNKNOWN, "unknown"},
};

const char *gpuocc_explain_pipe_name(uint64_t resources, uint32_t classes, uint32_t index)
{
    uint32_t i;

    for (i = 0; i < GPUOCC_RESOURCE_LATENCY; i++)
        if ((resources >> i & 1) != 0 && index-- == 0)
            return gpuocc_name(GPUOCC_LIST_RESOURCES, i);
    for (i = 0; i < sizeof others / sizeof others[0]; i++)
        if ((classes & others[i].classes) != 0 && index-- == 0)
            return others[i].name;
    return NULL;
}
