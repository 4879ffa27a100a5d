/* SPDX-License-Identifier: MIT
 *
 * Finds the accesses to local memory, and tells spilled registers from variables as far as the code
 * does: NVIDIA's compilers spill to places at a constant distance from the stack pointer, R1. Such
 * a place can be part of a variable only if some instruction computes an address from R1.
 */
#include "live.h"
#include "sass_word.h"

/* The register with the address of the stack. */
enum { STACK = 1 };

struct taker {
    int32_t (*take)(void *user, const gpuocc_code_local *local);
    void *user;
};

static int is_local(const gpuocc_code_instruction *now)
{
    return now->kind == GPUOCC_CODE_LOAD_LOCAL || now->kind == GPUOCC_CODE_STORE_LOCAL;
}

/* Whether the address of an NVIDIA access is R1 and a constant. */
static int is_fixed(const struct code *code, const gpuocc_code_instruction *now)
{
    return bits(code->bytes + now->address, 24, 8) == STACK;
}

/* Whether an instruction may compute an address of local memory, or call code that does. */
static int takes_address(const struct code *code, uint32_t index,
                         const gpuocc_code_instruction *now)
{
    struct touched touched;

    if ((now->flags & FLAG(CALL)) != 0)
        return 1;
    if (is_local(now)) /* as an address, or the value that is stored */
        return !is_fixed(code, now) || (now->kind == GPUOCC_CODE_STORE_LOCAL &&
                                        bits(code->bytes + now->address, 32, 8) == STACK);
    if ((sass_touch(code, index, &touched) >> GPUOCC_CODE_FILE_GENERAL & 1) != 0)
        return 1;
    return registers_have(&touched.reads, STACK) && !registers_have(&touched.writes, STACK);
}

/* Returns the sort of the places at a constant distance from the stack pointer. */
static uint32_t sort_of_fixed(const struct code_graph *graph)
{
    gpuocc_code_instruction now;
    uint32_t block, i;

    if (graph->code->cpu != NULL || graph->partial != 0)
        return GPUOCC_CODE_LOCAL_UNKNOWN;
    for (block = 0; block < graph->blocks; block++)
        for (i = graph->first[block]; i < graph->first[block + 1]; i++) {
            code_at(graph->code, i, &now);
            if ((graph->flags[block] & BLOCK_REACHED) != 0 && takes_address(graph->code, i, &now))
                return GPUOCC_CODE_LOCAL_UNKNOWN;
        }
    return GPUOCC_CODE_LOCAL_SPILL;
}

static int32_t report_locals(struct code_graph *graph, gpuocc_code_step *steps, const void *user)
{
    const struct taker *taker = user;
    const uint32_t fixed = sort_of_fixed(graph);
    gpuocc_code_local local = {.size = sizeof local};
    gpuocc_code_instruction now;
    uint32_t block, i;

    (void)steps;
    for (block = 0; block < graph->blocks; block++)
        for (i = graph->first[block]; i < graph->first[block + 1]; i++) {
            code_at(graph->code, i, &now);
            if ((graph->flags[block] & BLOCK_REACHED) == 0 || !is_local(&now))
                continue;
            local.address = now.address;
            local.kind = now.kind;
            local.lane_bytes = now.lane_bytes;
            local.depth = graph->depth[block];
            local.sort = graph->code->cpu != NULL || is_fixed(graph->code, &now)
                             ? fixed
                             : GPUOCC_CODE_LOCAL_VARIABLE;
            if (taker->take(taker->user, &local) != 0)
                return GPUOCC_CODE_STOPPED;
        }
    return GPUOCC_CODE_OK;
}

int32_t gpuocc_code_locals(const gpuocc_code *code, void *memory, size_t memory_bytes,
                           int32_t (*take)(void *user, const gpuocc_code_local *local), void *user)
{
    const struct taker taker = {take, user};

    return code_read(code, memory, memory_bytes, report_locals, &taker);
}
