/* SPDX-License-Identifier: MIT
 *
 * Builds the control-flow graph of a kernel: its basic blocks, their successors and predecessors.
 */
#include "code.h"

void code_at(const struct code *code, uint32_t index, gpuocc_code_instruction *instruction)
{
    if (code->records != NULL)
        amd_at(code, index, instruction);
    else if (code->decoded != NULL)
        *instruction = code->decoded[index];
    else
        sass_decode(code->sm, code->bytes + (size_t)index * 16, index * 16, code->length,
                    instruction);
}

uint32_t code_search(const void *elements, size_t size, uint32_t count, uint32_t address)
{
    uint32_t low = 0, high = count, middle, at;

    while (low < high) {
        middle = low + (high - low) / 2;
        memcpy(&at, (const char *)elements + middle * size, sizeof at);
        if (at < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t code_index(const struct code *code, uint32_t address)
{
    return code->records != NULL
               ? code_search(code->records, sizeof *code->records, code->count, address)
               : address / 16;
}

int code_returns(const struct code *code, uint32_t address)
{
    return code->sm != 0 && sass_returns(code->bytes + address);
}

/* Sets leaders[i] to 1 if a block begins with instruction i. */
static void mark_leaders(struct code_graph *graph, uint32_t *leaders)
{
    const struct code *code = graph->code;
    gpuocc_code_instruction now;
    uint32_t i;

    memset(leaders, 0, ((size_t)code->count + 1) * sizeof *leaders);
    leaders[0] = 1;
    for (i = 0; i < code->count; i++) {
        code_at(code, i, &now);
        if (now.target != GPUOCC_CODE_NONE)
            leaders[code_index(code, now.target)] = 1;
        if ((now.flags & (FLAG(BRANCH) | FLAG(CALL) | FLAG(ENDS) | FLAG(INDIRECT))) != 0)
            leaders[i + 1] = 1;
        if ((now.flags & FLAG(INDIRECT)) != 0)
            graph->partial = 1;
    }
}

/* Replaces the marks of leaders by the number of the block that each instruction belongs to. */
static void number_blocks(struct code_graph *graph, uint32_t *leaders)
{
    uint32_t i, block = 0;

    for (i = 0; i < graph->code->count; i++) {
        if (leaders[i] != 0 && i != 0)
            block++;
        leaders[i] = block;
    }
    graph->blocks = block + 1;
}

/* Finds the first instruction and the successors of each block. A branch whose target is the branch
 * itself is not an edge. */
static void find_next(struct code_graph *graph, const uint32_t *block_of)
{
    const struct code *code = graph->code;
    gpuocc_code_instruction now;
    uint32_t i, block;

    for (i = code->count; i-- > 0;)
        graph->first[block_of[i]] = i;
    graph->first[graph->blocks] = code->count;
    for (block = 0; block < graph->blocks; block++) {
        i = graph->first[block + 1] - 1;
        code_at(code, i, &now);
        graph->next[2 * block] = graph->next[2 * block + 1] = GPUOCC_CODE_NONE;
        if ((now.flags & FLAG(ENDS)) == 0 && block + 1 < graph->blocks)
            graph->next[2 * block] = block + 1;
        if ((now.flags & FLAG(BRANCH)) != 0 && now.target != now.address)
            graph->next[2 * block + 1] = block_of[code_index(code, now.target)];
    }
}

static void find_before(struct code_graph *graph)
{
    uint32_t block, i, to;

    memset(graph->before_at, 0, ((size_t)graph->blocks + 2) * sizeof *graph->before_at);
    for (i = 0; i < 2 * graph->blocks; i++)
        if (graph->next[i] != GPUOCC_CODE_NONE)
            graph->before_at[graph->next[i] + 2]++;
    for (block = 0; block < graph->blocks; block++)
        graph->before_at[block + 2] += graph->before_at[block + 1];
    for (i = 0; i < 2 * graph->blocks; i++) {
        to = graph->next[i];
        if (to != GPUOCC_CODE_NONE)
            graph->before[graph->before_at[to + 1]++] = i / 2;
    }
}

/* Sets mark[block] to 1 for each block from which a return may be reached. An indirect branch may
 * lead to one. */
static void mark_returning(struct code_graph *graph)
{
    const struct code *code = graph->code;
    gpuocc_code_instruction now;
    uint32_t block, i, top = 0;

    for (block = 0; block < graph->blocks; block++) {
        code_at(code, graph->first[block + 1] - 1, &now);
        graph->mark[block] = (now.flags & FLAG(INDIRECT)) != 0 || code_returns(code, now.address);
        if (graph->mark[block] != 0)
            graph->stack[top++] = block;
    }
    while (top > 0) {
        block = graph->stack[--top];
        for (i = graph->before_at[block]; i < graph->before_at[block + 1]; i++) {
            if (graph->mark[graph->before[i]] != 0)
                continue;
            graph->mark[graph->before[i]] = 1;
            graph->stack[top++] = graph->before[i];
        }
    }
}

/* Finds the roots: the first block and all that are called. A call of code that never returns is a
 * jump: nvcc leaves loops with CALL.REL.NOINC. */
static void find_roots(struct code_graph *graph, const uint32_t *block_of)
{
    const struct code *code = graph->code;
    gpuocc_code_instruction now;
    uint32_t block, to;

    mark_returning(graph);
    graph->flags[0] |= BLOCK_ROOT;
    for (block = 0; block < graph->blocks; block++) {
        code_at(code, graph->first[block + 1] - 1, &now);
        if ((now.flags & FLAG(CALL)) == 0)
            continue;
        to = block_of[code_index(code, now.target)];
        if (graph->mark[to] != 0) {
            graph->flags[to] |= BLOCK_ROOT;
            continue;
        }
        graph->flags[block] |= BLOCK_JUMP;
        graph->next[2 * block + 1] = to;
        if ((now.flags & FLAG(GUARDED)) == 0)
            graph->next[2 * block] = GPUOCC_CODE_NONE;
    }
    memset(graph->mark, 0, graph->blocks * sizeof *graph->mark);
    find_before(graph);
}

/* Allocates all arrays of the graph. Returns 0 if there is not enough memory. */
static int take_arrays(struct code_graph *graph)
{
    const size_t blocks = graph->blocks;
    uint32_t **const arrays[] = {&graph->first, &graph->before_at, &graph->above, &graph->rank,
                                 &graph->order, &graph->mark,      &graph->stack, &graph->sure,
                                 &graph->depth, &graph->headers_at};
    struct format_arena *arena = graph->code->arena;
    size_t i;

    graph->next = format_take(arena, 2 * blocks * sizeof *graph->next);
    graph->before = format_take(arena, 2 * blocks * sizeof *graph->before);
    graph->flags = format_take(arena, blocks);
    if (graph->next == NULL || graph->before == NULL || graph->flags == NULL)
        return 0;
    memset(graph->flags, 0, blocks);
    for (i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        *arrays[i] = format_take(arena, (blocks + 2) * sizeof **arrays[i]);
        if (*arrays[i] == NULL)
            return 0;
        memset(*arrays[i], 0, (blocks + 2) * sizeof **arrays[i]);
    }
    return 1;
}

int32_t code_graph_make(struct code_graph *graph, const struct code *code)
{
    uint32_t *block_of;
    int32_t status = GPUOCC_CODE_ERROR_MEMORY;

    memset(graph, 0, sizeof *graph);
    graph->code = code;
    graph->steps = ((uint64_t)1 << 24) + (uint64_t)code->count * 256;
    graph->looks = ((uint64_t)1 << 16) + (uint64_t)code->count * 16;
    block_of = format_take(code->arena, ((size_t)code->count + 1) * sizeof *block_of);
    if (block_of == NULL)
        return status;
    mark_leaders(graph, block_of);
    number_blocks(graph, block_of);
    if (take_arrays(graph)) {
        find_next(graph, block_of);
        find_before(graph);
        find_roots(graph, block_of);
        status = GPUOCC_CODE_OK;
    }
    format_give(code->arena, block_of);
    return status == GPUOCC_CODE_OK ? code_dominators(graph) : status;
}

void code_graph_free(struct code_graph *graph)
{
    struct format_arena *arena = graph->code->arena;

    format_give(arena, graph->headers_at);
    format_give(arena, graph->depth);
    format_give(arena, graph->sure);
    format_give(arena, graph->stack);
    format_give(arena, graph->mark);
    format_give(arena, graph->order);
    format_give(arena, graph->rank);
    format_give(arena, graph->above);
    format_give(arena, graph->before_at);
    format_give(arena, graph->first);
    format_give(arena, graph->flags);
    format_give(arena, graph->before);
    format_give(arena, graph->next);
}
