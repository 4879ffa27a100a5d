/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: finds the pipes of a loop whose rate is not known. What binds such a loop is not
 * known either.
 */
#include "commands/explain/explain.h"

/* Classes of instructions that the latency model has no resource for. Their latency is not in the
 * verdict either, unless `counted` is set. */
static const struct {
    uint32_t kind;
    int counted;
    const char *name;
} others[] = {
    {GPUOCC_CODE_CONVERT, 0, "convert"},      {GPUOCC_CODE_WARP, 0, "warp"},
    {GPUOCC_CODE_LOAD_LOCAL, 0, "local"},     {GPUOCC_CODE_STORE_LOCAL, 1, "local"},
    {GPUOCC_CODE_LOAD_GENERIC, 1, "generic"}, {GPUOCC_CODE_STORE_GENERIC, 1, "generic"},
    {GPUOCC_CODE_LOAD_TENSOR, 0, "tensor"},   {GPUOCC_CODE_STORE_TENSOR, 1, "tensor"},
    {GPUOCC_CODE_ATOMIC, 0, "atomic"},        {GPUOCC_CODE_TEXTURE, 0, "texture"},
    {GPUOCC_CODE_UNKNOWN, 0, "unknown"},
};

static void add_name(struct verdict *verdict, const char *name)
{
    if (verdict->pipe_count != 0 && verdict->pipes[verdict->pipe_count - 1] == name)
        return;
    verdict->pipes[verdict->pipe_count++] = name;
}

/* Tells whether a cache without a known rate can bind. What comes from memory passes through both
 * caches, so that a cache that serves nothing else is at least as fast as the memory. */
static int can_bind(const struct explain *explain, uint32_t resource)
{
    if (resource == GPUOCC_RESOURCE_L1)
        return explain->shares[SHARE_L1_HIT] > 0;
    return resource != GPUOCC_RESOURCE_L2 || explain->shares[SHARE_L2_HIT] > 0;
}

void explain_find_pipes(struct explain *explain, const gpuocc_code_loop *loop)
{
    struct verdict *verdict = &explain->verdict;
    const uint64_t left_out = gpuocc_latency_left_out(verdict->latency);
    uint32_t i;

    for (i = 0; i < GPUOCC_RESOURCE_LATENCY; i++)
        if ((left_out >> (GPUOCC_CONSTANT_RATE + i) & 1) != 0 && can_bind(explain, i))
            add_name(verdict, gpuocc_name(GPUOCC_LIST_RESOURCES, i));
    for (i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (loop->counts[others[i].kind] == 0)
            continue;
        add_name(verdict, others[i].name);
        verdict->open |= !others[i].counted;
    }
}
