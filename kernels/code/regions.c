/* SPDX-License-Identifier: MIT
 *
 * Splits the code of a kernel into regions: a tree of its loops, and of the straight parts between
 * and around them.
 */
#include "trips.h"

/* The regions of a graph. Loop 0 is all code; the other loops are in the order of their depth. */
struct regions {
    struct code_graph *graph;
    gpuocc_code_step *steps;
    const struct code_taker *taker;
    uint32_t *inner;   /* of each block: 2 * its innermost loop + whether each iteration runs it */
    uint32_t *around;  /* of each loop: the loop around it, or GPUOCC_CODE_NONE */
    uint32_t *numbers; /* of each loop: the number of its region, or GPUOCC_CODE_NONE */
    uint32_t count;    /* regions reported */
};

static uint32_t header_of(const struct code_graph *graph, uint32_t loop)
{
    return loop == 0 ? GPUOCC_CODE_NONE : graph->headers_at[graph->headers - loop];
}

/* Finds the innermost loop of each block, and the loop around each loop. The outermost loop is
 * marked first, so that the mark that stays is that of the innermost one. */
static int32_t place(struct regions *regions)
{
    struct code_graph *graph = regions->graph;
    const uint32_t base = graph->marks + 1;
    uint32_t loop, block, header;

    for (loop = 0; loop <= graph->headers; loop++) {
        header = header_of(graph, loop);
        regions->numbers[loop] = regions->around[loop] = GPUOCC_CODE_NONE;
        if (loop != 0 && (graph->flags[header] & BLOCK_REACHED) != 0)
            regions->around[loop] = graph->mark[header] - base;
        if (code_part(graph, header) == 0)
            return GPUOCC_CODE_TOO_COMPLEX;
    }
    for (block = 0; block < graph->blocks; block++)
        regions->inner[block] =
            (graph->flags[block] & BLOCK_REACHED) == 0
                ? GPUOCC_CODE_NONE
                : 2 * (graph->mark[block] - base) + (graph->sure[block] == graph->mark[block]);
    return GPUOCC_CODE_OK;
}

static int32_t give(struct regions *regions, gpuocc_code_region *region)
{
    region->size = sizeof *region;
    region->number = regions->count++;
    return regions->taker->region(regions->taker->user, region) != 0 ? GPUOCC_CODE_STOPPED
                                                                     : GPUOCC_CODE_OK;
}

static uint32_t address_of(const struct code_graph *graph, uint32_t index)
{
    gpuocc_code_instruction now;

    code_at(graph->code, index, &now);
    return now.address;
}

/* Reports a loop. The region of the loop around it has been reported. */
static int32_t give_loop(struct regions *regions, uint32_t loop)
{
    struct code_graph *graph = regions->graph;
    const uint32_t header = header_of(graph, loop), mark = code_part(graph, header);
    uint32_t first = GPUOCC_CODE_NONE, last = 0, block;
    gpuocc_code_region region = {.extent = loop == 0 ? GPUOCC_CODE_ALL : GPUOCC_CODE_LOOP};

    if (mark == 0)
        return GPUOCC_CODE_TOO_COMPLEX;
    graph->steps -= graph->steps < graph->blocks ? graph->steps : graph->blocks;
    for (block = 0; block < graph->blocks; block++) {
        if (graph->mark[block] != mark)
            continue;
        first = first == GPUOCC_CODE_NONE ? block : first;
        last = block;
    }
    region.first = address_of(graph, graph->first[first]);
    region.last = address_of(graph, graph->first[last + 1] - 1);
    region.depth = loop == 0 ? 0 : graph->depth[header];
    region.parent = loop == 0 ? GPUOCC_CODE_NONE : regions->numbers[regions->around[loop]];
    region.trips = loop == 0 ? 1 : code_trips(graph, header, mark);
    regions->numbers[loop] = regions->count;
    return give(regions, &region);
}

/* Reports the loop of a block and those around it that have not been reported, the outermost first.
 */
static int32_t give_loops(struct regions *regions, uint32_t loop)
{
    int32_t status = GPUOCC_CODE_OK;
    uint32_t outer;

    while (status == GPUOCC_CODE_OK && regions->numbers[loop] == GPUOCC_CODE_NONE) {
        outer = loop;
        while (outer != 0 && regions->numbers[regions->around[outer]] == GPUOCC_CODE_NONE)
            outer = regions->around[outer];
        status = give_loop(regions, outer);
    }
    return status;
}

/* Reports the straight part that begins with a block. Sets `*block` to the block after it. */
static int32_t give_straight(struct regions *regions, uint32_t *block)
{
    struct code_graph *graph = regions->graph;
    const uint32_t loop = regions->inner[*block] / 2, mark = ++graph->marks;
    gpuocc_code_region region = {.extent = GPUOCC_CODE_STRAIGHT};
    gpuocc_code_loop part = {.size = sizeof part, .extent = GPUOCC_CODE_STRAIGHT};
    int32_t status;

    for (; *block < graph->blocks; ++*block) {
        if (regions->inner[*block] == GPUOCC_CODE_NONE)
            continue;
        if (regions->inner[*block] / 2 != loop)
            break;
        graph->mark[*block] = mark;
        graph->sure[*block] = regions->inner[*block] % 2 != 0 ? mark : 0;
    }
    part.depth = region.depth = loop == 0 ? 0 : graph->depth[header_of(graph, loop)];
    part.partial = graph->partial != 0;
    status = code_replay(graph, mark, &part, regions->steps);
    if (status != GPUOCC_CODE_OK)
        return status;
    part.loops = 0;
    part.steps = regions->steps;
    region.first = part.first;
    region.last = part.last;
    region.parent = regions->numbers[loop];
    region.trips = 1;
    region.part = &part;
    return give(regions, &region);
}

static int32_t give_all(struct regions *regions)
{
    int32_t status = place(regions);
    uint32_t block = 0;

    while (status == GPUOCC_CODE_OK && block < regions->graph->blocks) {
        if (regions->inner[block] == GPUOCC_CODE_NONE) {
            block++;
            continue;
        }
        status = give_loops(regions, regions->inner[block] / 2);
        if (status == GPUOCC_CODE_OK)
            status = give_straight(regions, &block);
    }
    return status;
}

int32_t code_report_regions(struct code_graph *graph, gpuocc_code_step *steps, const void *taker)
{
    struct format_arena *arena = graph->code->arena;
    struct regions regions = {.graph = graph, .steps = steps, .taker = taker};
    int32_t status = GPUOCC_CODE_ERROR_MEMORY;

    regions.inner = format_take(arena, graph->blocks * sizeof *regions.inner);
    regions.around = format_take(arena, (graph->headers + 1) * sizeof *regions.around);
    regions.numbers = format_take(arena, (graph->headers + 1) * sizeof *regions.numbers);
    if (regions.inner != NULL && regions.around != NULL && regions.numbers != NULL)
        status = give_all(&regions);
    format_give(arena, regions.numbers);
    format_give(arena, regions.around);
    format_give(arena, regions.inner);
    return status;
}

int32_t gpuocc_code_regions(const gpuocc_code *code, void *memory, size_t memory_bytes,
                            int32_t (*region)(void *user, const gpuocc_code_region *region),
                            void *user)
{
    const struct code_taker taker = {.region = region, .user = user};

    return code_read(code, memory, memory_bytes, code_report_regions, &taker);
}
