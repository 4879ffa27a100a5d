/* SPDX-License-Identifier: MIT
 *
 * Finds the natural loops of a kernel's code: a loop has a branch back to its header, and the
 * header dominates the branch. The dominators are computed as in K. Cooper, T. Harvey and
 * K. Kennedy, A Simple, Fast Dominance Algorithm, 2001.
 */
#include <stdlib.h>

#include "code.h"

/* Appends the blocks that a root reaches to graph->order, in postorder. graph->mark[block] is 0 for
 * a block not visited, otherwise 1 + the number of its successors that were followed. */
static void visit(struct code_graph *graph, uint32_t root, uint32_t *count)
{
    uint32_t depth = 0, block, to;

    if (graph->mark[root] != 0)
        return;
    graph->stack[depth++] = root;
    graph->mark[root] = 1;
    while (depth != 0) {
        block = graph->stack[depth - 1];
        if (graph->mark[block] > 2) {
            graph->order[(*count)++] = block;
            depth--;
            continue;
        }
        to = graph->next[2 * block + graph->mark[block]++ - 1];
        if (to != GPUOCC_CODE_NONE && graph->mark[to] == 0) {
            graph->stack[depth++] = to;
            graph->mark[to] = 1;
        }
    }
}

/* Numbers the blocks in reverse postorder, from 1; the node above all roots has rank 0. Blocks that
 * no root reaches become roots, because an indirect branch may lead to them. */
static void rank_blocks(struct code_graph *graph)
{
    uint32_t count = 0, block, i;

    for (block = 0; block < graph->blocks; block++)
        if ((graph->flags[block] & BLOCK_ROOT) != 0)
            visit(graph, block, &count);
    for (i = 0; i < count; i++)
        graph->flags[graph->order[i]] |= BLOCK_REACHED;
    for (block = 0; block < graph->blocks; block++) {
        if (graph->mark[block] != 0)
            continue;
        graph->flags[block] |= BLOCK_ROOT;
        visit(graph, block, &count);
    }
    for (i = 0; i < count; i++)
        graph->rank[graph->order[i]] = count - i;
    for (block = 0; graph->partial && block < graph->blocks; block++)
        graph->flags[block] |= BLOCK_REACHED;
}

/* Returns the nearest common dominator of two blocks. */
static uint32_t common(struct code_graph *graph, uint32_t a, uint32_t b)
{
    while (a != b && graph->steps != 0) {
        graph->steps--;
        if (graph->rank[a] > graph->rank[b])
            a = graph->above[a];
        else
            b = graph->above[b];
    }
    return a;
}

static uint32_t common_of_before(struct code_graph *graph, uint32_t block)
{
    uint32_t above = (graph->flags[block] & BLOCK_ROOT) != 0 ? graph->blocks : GPUOCC_CODE_NONE;
    uint32_t i, from;

    for (i = graph->before_at[block]; i < graph->before_at[block + 1]; i++) {
        from = graph->before[i];
        if (graph->above[from] == GPUOCC_CODE_NONE)
            continue;
        above = above == GPUOCC_CODE_NONE ? from : common(graph, above, from);
    }
    return above;
}

static void find_above(struct code_graph *graph)
{
    uint32_t i, block, above;
    int changed = 1;

    for (i = 0; i < graph->blocks; i++)
        graph->above[i] = GPUOCC_CODE_NONE;
    graph->above[graph->blocks] = graph->blocks;
    while (changed && graph->steps != 0) {
        changed = 0;
        for (i = graph->blocks; i-- > 0;) {
            block = graph->order[i];
            above = common_of_before(graph, block);
            changed |= above != graph->above[block];
            graph->above[block] = above;
        }
    }
}

static int is_latch(struct code_graph *graph, uint32_t header, uint32_t from)
{
    return graph->rank[from] >= graph->rank[header] && common(graph, header, from) == header;
}

/* Marks the blocks of a loop, which are those that reach a branch back to the header without
 * passing the header. Those that dominate all these branches are executed by every iteration. */
static void mark_loop(struct code_graph *graph, uint32_t header, uint32_t mark)
{
    uint32_t depth = 0, sure = GPUOCC_CODE_NONE, block, i, from;

    graph->mark[header] = mark;
    for (i = graph->before_at[header]; i < graph->before_at[header + 1]; i++) {
        from = graph->before[i];
        if (!is_latch(graph, header, from))
            continue;
        sure = sure == GPUOCC_CODE_NONE ? from : common(graph, sure, from);
        if (graph->mark[from] != mark) {
            graph->mark[from] = mark;
            graph->stack[depth++] = from;
        }
    }
    while (depth != 0 && graph->steps != 0) {
        block = graph->stack[--depth];
        for (i = graph->before_at[block]; i < graph->before_at[block + 1]; i++) {
            from = graph->before[i];
            graph->steps -= graph->steps != 0;
            if (graph->mark[from] == mark)
                continue;
            graph->mark[from] = mark;
            graph->stack[depth++] = from;
        }
    }
    for (; sure != header && graph->steps != 0; sure = graph->above[sure])
        graph->sure[sure] = mark;
    graph->sure[header] = mark;
}

/* Marks all reachable blocks. Those that dominate every exit are on every path. */
static void mark_all(struct code_graph *graph, uint32_t mark)
{
    uint32_t block, sure = GPUOCC_CODE_NONE;

    for (block = 0; block < graph->blocks; block++) {
        if ((graph->flags[block] & BLOCK_REACHED) == 0)
            continue;
        graph->mark[block] = mark;
        if (graph->next[2 * block] == GPUOCC_CODE_NONE &&
            graph->next[2 * block + 1] == GPUOCC_CODE_NONE)
            sure = sure == GPUOCC_CODE_NONE ? block : common(graph, sure, block);
    }
    for (; sure < graph->blocks && graph->steps != 0; sure = graph->above[sure])
        graph->sure[sure] = mark;
}

uint32_t code_part(struct code_graph *graph, uint32_t header)
{
    const uint32_t mark = ++graph->marks;

    if (header == GPUOCC_CODE_NONE)
        mark_all(graph, mark);
    else
        mark_loop(graph, header, mark);
    return graph->steps != 0 ? mark : 0;
}

/* A loop header with the number of loops around it, for sorting. */
struct head {
    uint32_t depth, block;
};

static int compare(const void *a, const void *b)
{
    const struct head *x = a, *y = b;

    if (x->depth != y->depth)
        return x->depth > y->depth ? -1 : 1;
    return x->block < y->block ? -1 : x->block > y->block;
}

static void find_headers(struct code_graph *graph)
{
    uint32_t block, i;

    for (block = 0; block < graph->blocks; block++)
        for (i = graph->before_at[block]; i < graph->before_at[block + 1]; i++) {
            if (!is_latch(graph, block, graph->before[i]))
                continue;
            graph->flags[block] |= BLOCK_HEADER;
            graph->headers_at[graph->headers++] = block;
            break;
        }
}

/* Counts the loops around each block, and sorts the headers so that the innermost loop is first. */
static int32_t sort_headers(struct code_graph *graph)
{
    struct head *heads = format_take(graph->code->arena, (graph->headers + 1) * sizeof *heads);
    uint32_t i, block, mark;

    if (heads == NULL)
        return GPUOCC_CODE_ERROR_MEMORY;
    for (i = 0; i < graph->headers; i++) {
        mark = code_part(graph, graph->headers_at[i]);
        graph->steps -= graph->steps < graph->blocks ? graph->steps : graph->blocks;
        for (block = 0; mark != 0 && block < graph->blocks; block++)
            graph->depth[block] += graph->mark[block] == mark;
    }
    for (i = 0; i < graph->headers; i++) {
        heads[i].block = graph->headers_at[i];
        heads[i].depth = graph->depth[heads[i].block];
    }
    qsort(heads, graph->headers, sizeof *heads, compare);
    for (i = 0; i < graph->headers; i++)
        graph->headers_at[i] = heads[i].block;
    format_give(graph->code->arena, heads);
    return graph->steps != 0 ? GPUOCC_CODE_OK : GPUOCC_CODE_TOO_COMPLEX;
}

int32_t code_dominators(struct code_graph *graph)
{
    rank_blocks(graph);
    find_above(graph);
    memset(graph->mark, 0, graph->blocks * sizeof *graph->mark);
    find_headers(graph);
    return sort_headers(graph);
}
