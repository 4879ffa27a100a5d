/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: the names of the pipes without a known rate.
 */
#include "commands/explain/explain.h"

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

const char *explain_pipe(const gpuocc_verdict *verdict, unsigned index)
{
    uint32_t i;

    for (i = 0; i < GPUOCC_RESOURCE_LATENCY; i++)
        if ((verdict->unrated_resources >> i & 1) != 0 && index-- == 0)
            return gpuocc_name(GPUOCC_LIST_RESOURCES, i);
    for (i = 0; i < sizeof others / sizeof others[0]; i++)
        if ((verdict->unrated_classes & others[i].classes) != 0 && index-- == 0)
            return others[i].name;
    return NULL;
}
