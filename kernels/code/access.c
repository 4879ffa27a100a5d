/* SPDX-License-Identifier: MIT
 *
 * Finds how the addresses of memory accesses differ between the lanes of a wave. The values of the
 * registers are followed through the code: where paths meet, a register keeps by how much the lanes
 * differ if all paths agree in it. What is written where some lanes take another path than others
 * is not known where the paths meet again.
 */
#include "lanes.h"

#include <string.h>

/* SEARCH: instructions to look at for the causes of unknown addresses. */
enum { MOST_BLOCKS = 8192, NO_LOOP = 0, SEARCH = 1 << 20 };

/* A set of registers and flags. */
struct written {
    uint64_t registers[REGISTERS / 64];
    uint32_t flags;
};

struct flow {
    struct code_graph *graph;
    struct lanes lanes;
    struct lanes_state *states; /* before each block */
    struct written *writes;     /* by block */
    struct written *mixed;      /* by block: written where lanes have parted that meet here */
    struct written *loops;      /* by number of the loop from 1: what it writes */
    uint16_t *leaves;           /* by edge: the loop that lanes leave one after the other */
    uint16_t *returns;          /* by block: the loop of which it is the header, if lanes part */
    unsigned char *parts;       /* by block: whether its branch parts the lanes */
    unsigned char *dirty;       /* by block: whether it has to be looked at again */
    uint16_t *made;             /* by instruction: the value that it writes; of NVIDIA's code */
    uint32_t one_row;           /* as in gpuocc_code_access */
};

static void step(struct flow *flow, uint32_t index, struct lanes_state *state)
{
    const struct code *code = flow->graph->code;
    uint32_t to;

    if (code->cpu != NULL) {
        amd_lanes_step(code, index, &flow->lanes, state);
        return;
    }
    to = sass_lanes_step(code, index, &flow->lanes, state);
    flow->made[index] = to < REGISTERS ? state->values[to] : (uint16_t)LANES_UNKNOWN;
}

static int has(const struct written *set, uint32_t number)
{
    return (set->registers[number / 64] >> number % 64 & 1) != 0;
}

static void unite(struct written *to, const struct written *from)
{
    uint32_t i;

    for (i = 0; i < REGISTERS / 64; i++)
        to->registers[i] |= from->registers[i];
    to->flags |= from->flags;
}

static void find_writes(struct flow *flow)
{
    const struct code_graph *graph = flow->graph;
    struct effect effect;
    uint32_t block, i, range, number;

    for (block = 0; block < graph->blocks; block++)
        for (i = graph->first[block]; i < graph->first[block + 1]; i++) {
            effect = sass_effect(graph->code, i);
            flow->writes[block].flags |= effect.flags;
            for (range = 0; range < 2; range++)
                for (number = effect.to[range];
                     number < REGISTERS && number - effect.to[range] < effect.count[range];
                     number++)
                    flow->writes[block].registers[number / 64] |= (uint64_t)1 << number % 64;
        }
}

static int is_back(const struct code_graph *graph, uint32_t from, uint32_t to)
{
    return (graph->flags[to] & BLOCK_HEADER) != 0 && graph->rank[from] >= graph->rank[to];
}

/* Finds what is written between the block above a join and the join, if lanes part there. */
static void find_mixed(struct flow *flow, uint32_t join)
{
    struct code_graph *graph = flow->graph;
    const uint32_t mark = ++graph->marks, above = graph->above[join];
    uint32_t top = 0, i, block = join, parts = above < graph->blocks && flow->parts[above] != 0;
    struct written all;

    memset(&all, 0, sizeof all);
    graph->mark[join] = mark;
    for (;;) {
        for (i = graph->before_at[block]; i < graph->before_at[block + 1]; i++) {
            const uint32_t from = graph->before[i];

            if (from == above || graph->mark[from] == mark || graph->steps == 0 ||
                (graph->flags[from] & BLOCK_REACHED) == 0 ||
                (block == join && is_back(graph, from, join)))
                continue;
            graph->steps--;
            graph->mark[from] = mark;
            graph->stack[top++] = from;
            parts |= flow->parts[from];
            unite(&all, &flow->writes[from]);
        }
        if (top == 0)
            break;
        block = graph->stack[--top];
    }
    if (parts != 0)
        flow->mixed[join] = all;
}

/* Finds what a loop writes, and the edges on which lanes leave it one after the other. */
static void find_loop(struct flow *flow, uint32_t number, uint32_t header)
{
    struct code_graph *graph = flow->graph;
    const uint32_t mark = code_part(graph, header);
    uint32_t block, i, to, latches = 0, parts = 0, leaving = 0;

    for (block = 0; mark != 0 && block < graph->blocks; block++) {
        if (graph->mark[block] != mark)
            continue;
        unite(&flow->loops[number], &flow->writes[block]);
        parts |= flow->parts[block];
        for (i = 0; i < 2; i++) {
            to = graph->next[2 * block + i];
            latches += to == header;
            leaving |= to != GPUOCC_CODE_NONE && graph->mark[to] != mark && flow->parts[block];
        }
    }
    flow->returns[header] = (uint16_t)(latches > 1 && parts != 0 ? number : NO_LOOP);
    for (block = 0; leaving != 0 && block < graph->blocks; block++)
        for (i = 0; graph->mark[block] == mark && i < 2; i++) {
            to = graph->next[2 * block + i];
            if (to != GPUOCC_CODE_NONE && graph->mark[to] != mark)
                flow->leaves[2 * block + i] = (uint16_t)number;
        }
}

/* Tells whether several ways lead to a block, except for branches back. */
static int is_join(const struct code_graph *graph, uint32_t block)
{
    uint32_t i, count = 0;

    for (i = graph->before_at[block]; i < graph->before_at[block + 1]; i++)
        count += (graph->flags[graph->before[i]] & BLOCK_REACHED) != 0 &&
                 !is_back(graph, graph->before[i], block);
    return count > 1;
}

/* Finds where the lanes that part meet. */
static void find_joins(struct flow *flow)
{
    struct code_graph *graph = flow->graph;
    uint32_t i, block;

    for (i = 0; i < graph->headers && graph->steps != 0; i++)
        find_loop(flow, i + 1, graph->headers_at[i]);
    for (block = 0; block < graph->blocks; block++)
        if (is_join(graph, block))
            find_mixed(flow, block);
    memset(flow->dirty, 1, graph->blocks);
}

/* Returns the value of a register where two paths meet. */
static uint16_t meet(struct flow *flow, uint16_t before, uint16_t value, int mixed)
{
    if (before == LANES_NONE || (before == value && !mixed))
        return value;
    if (mixed && (before != value || flow->lanes.values[value].known == 0))
        return LANES_UNKNOWN;
    return lanes_either(&flow->lanes, before, value);
}

/* Follows an edge from a block with this state at its end. */
static void follow(struct flow *flow, uint32_t from, uint32_t way, const struct lanes_state *state)
{
    struct code_graph *graph = flow->graph;
    const uint32_t to = graph->next[2 * from + way], leaves = flow->leaves[2 * from + way];
    const int back = is_back(graph, from, to);
    const struct written *mixed = back ? &flow->loops[flow->returns[to]] : &flow->mixed[to];
    struct lanes_state *next = &flow->states[to], old = *next;
    uint32_t i;
    uint16_t value;

    for (i = 0; i < REGISTERS; i++) {
        value = state->values[i];
        if (value != LANES_NONE && value != LANES_UNKNOWN && leaves != NO_LOOP &&
            has(&flow->loops[leaves], i) && flow->lanes.values[value].known == 0)
            value = LANES_UNKNOWN;
        if (graph->code->cpu == NULL && old.values[i] != LANES_NONE &&
            old.guards[i] != state->guards[i])
            value = LANES_UNKNOWN;
        next->values[i] = meet(flow, next->values[i], value, has(mixed, i));
        next->guards[i] = next->values[i] == LANES_UNKNOWN ? 0 : state->guards[i];
        if (graph->code->cpu != NULL) /* written by some of the lanes on one of the paths */
            next->guards[i] |= old.guards[i];
    }
    next->narrow |= state->narrow;
    next->same &= state->same & ~(mixed->flags & 0xff);
    if (leaves != NO_LOOP)
        next->same &= ~(flow->loops[leaves].flags & 0xff);
    if (memcmp(&old, next, sizeof old) != 0)
        flow->dirty[to] = 1;
}

static int parts_at(const struct flow *flow, uint32_t block, const struct lanes_state *state)
{
    const struct code_graph *graph = flow->graph;

    return graph->code->cpu == NULL && graph->next[2 * block] != GPUOCC_CODE_NONE &&
           graph->next[2 * block + 1] != GPUOCC_CODE_NONE &&
           sass_lanes_parts(graph->code, graph->first[block + 1] - 1, state);
}

/* Goes through all blocks that have to be looked at, in the order in which they run. Returns
 * whether lanes part at a branch of which that was not known. */
static int pass(struct flow *flow)
{
    struct code_graph *graph = flow->graph;
    struct lanes_state state;
    uint32_t rank, block, i, found = 0;

    for (rank = graph->blocks; rank-- > 0;) {
        block = graph->order[rank];
        if (block >= graph->blocks || flow->dirty[block] == 0 ||
            (graph->flags[block] & BLOCK_REACHED) == 0 || graph->steps == 0)
            continue;
        flow->dirty[block] = 0;
        state = flow->states[block];
        for (i = graph->first[block]; i < graph->first[block + 1]; i++) {
            graph->steps -= graph->steps != 0;
            if (i + 1 == graph->first[block + 1] && flow->parts[block] == 0 &&
                parts_at(flow, block, &state))
                found = flow->parts[block] = 1;
            step(flow, i, &state);
        }
        for (i = 0; i < 2; i++)
            if (graph->next[2 * block + i] != GPUOCC_CODE_NONE)
                follow(flow, block, i, &state);
    }
    return found != 0;
}

static void start(struct flow *flow)
{
    const struct code_graph *graph = flow->graph;
    struct lanes_state *state = flow->states;
    uint32_t block;

    memset(flow->states, 0xff, graph->blocks * sizeof *flow->states);
    for (block = 0; block < graph->blocks; block++, state++) {
        memset(state->guards, 0, REGISTERS);
        state->narrow = 0;
        if ((graph->flags[block] & BLOCK_ROOT) != 0)
            sass_lanes_start(state);
    }
    if (graph->code->cpu != NULL)
        amd_lanes_start(graph->code, &flow->lanes, flow->states);
}

/* Follows all paths until nothing changes. Returns 0 if that takes too long. */
static int follow_all(struct flow *flow)
{
    struct code_graph *graph = flow->graph;
    uint32_t block, again = 1;

    start(flow);
    if (graph->code->cpu == NULL)
        find_writes(flow);
    memset(flow->dirty, 1, graph->blocks);
    while (again != 0 && graph->steps != 0) {
        if (pass(flow))
            find_joins(flow);
        for (block = again = 0; block < graph->blocks; block++)
            again |= flow->dirty[block] != 0 && (graph->flags[block] & BLOCK_REACHED) != 0;
    }
    return graph->steps != 0;
}

enum { SECTOR_BYTES = 32 };

/* Counts the parts of memory of `unit` bytes that the lanes touch if the lowest address is that of
 * one. */
static uint32_t parts_of(const struct lanes *lanes, const struct lanes_value *value, uint32_t bytes,
                         uint32_t unit)
{
    uint32_t i, k, first, last, at, count = 0;
    int32_t least = 0;

    for (i = 0; i < lanes->wave; i++)
        if ((int32_t)(value->at[i] - value->at[0]) < least)
            least = (int32_t)(value->at[i] - value->at[0]);
    for (i = 0; i < lanes->wave; i++) {
        first = (value->at[i] - value->at[0] - (uint32_t)least) / unit;
        last = (value->at[i] - value->at[0] - (uint32_t)least + bytes - 1) / unit;
        for (at = first; at <= last; at++) {
            for (k = 0; k < i; k++)
                if ((value->at[k] - value->at[0] - (uint32_t)least) / unit <= at &&
                    (value->at[k] - value->at[0] - (uint32_t)least + bytes - 1) / unit >= at)
                    break;
            count += k == i;
        }
    }
    return count;
}

/* Counts the bytes that some lane touches. */
static uint32_t bytes_of(const struct lanes *lanes, const struct lanes_value *value, uint32_t bytes)
{
    uint32_t i, k, byte, count = 0;

    for (i = 0; i < lanes->wave; i++)
        for (byte = 0; byte < bytes; byte++) {
            for (k = 0; k < i && value->at[i] + byte - value->at[k] >= bytes; k++)
                ;
            count += k == i;
        }
    return count;
}

static int is_shared(uint32_t kind)
{
    return kind == GPUOCC_CODE_LOAD_SHARED || kind == GPUOCC_CODE_STORE_SHARED;
}

static int is_global(uint32_t kind)
{
    return kind == GPUOCC_CODE_LOAD_GLOBAL || kind == GPUOCC_CODE_STORE_GLOBAL ||
           kind == GPUOCC_CODE_LOAD_GENERIC || kind == GPUOCC_CODE_STORE_GENERIC;
}

/* Sets which lanes of an NVIDIA access pass over the banks, and how. */
static void sass_banks(const gpuocc_code_instruction *now, gpuocc_code_access *access)
{
    const int moves = strcmp(now->mnemonic, "LDSM") == 0 || strcmp(now->mnemonic, "STSM") == 0;

    if (moves) { /* 16 bytes at the addresses of 8 lanes for each matrix */
        access->bank_lanes = 2 * now->lane_bytes;
        access->bank_bytes = 16;
    } else if (access->pattern == GPUOCC_CODE_PATTERN_UNIFORM) {
        access->bank_lanes = 1;
        access->bank_bytes = now->lane_bytes == 12 || now->lane_bytes > 16 ? 4 : now->lane_bytes;
    }
}

/* Of AMD's; no lanes if which of them do so at once is not known. */
static void amd_banks(const struct flow *flow, const gpuocc_code_instruction *now,
                      gpuocc_code_access *access)
{
    const struct code *code = flow->graph->code;

    access->bank_times = amd_lanes_pair(code, code_index(code, now->address)) ? 2 : 1;
    access->bank_bytes = now->lane_bytes / access->bank_times;
    if (access->bank_bytes == 16 && now->kind == GPUOCC_CODE_LOAD_SHARED)
        access->bank_order = GPUOCC_CODE_ORDER_MIXED;
    if (access->bank_bytes >
            amd_lanes_widest(code, access->bank_order == GPUOCC_CODE_ORDER_MIXED) ||
        flow->lanes.wave % 32 != 0)
        access->bank_lanes = 0;
}

static void describe_banks(const struct flow *flow, const gpuocc_code_instruction *now,
                           const struct lanes_value *value, gpuocc_code_access *access)
{
    access->bank_lanes = flow->lanes.wave;
    access->bank_bytes = now->lane_bytes;
    access->bank_times = 1;
    access->bank_order = GPUOCC_CODE_ORDER_LANES;
    if (flow->graph->code->cpu != NULL)
        amd_banks(flow, now, access);
    else
        sass_banks(now, access);
    access->passes =
        access->bank_times *
        gpuocc_code_passes(value->at, access->bank_lanes, access->bank_bytes, access->bank_order);
    access->lanes_at = value->at;
}

static void describe_moved(const struct flow *flow, const gpuocc_code_instruction *now,
                           const struct lanes_value *value, gpuocc_code_access *access)
{
    const struct code *code = flow->graph->code;
    const int loads = now->kind == GPUOCC_CODE_LOAD_GLOBAL || now->kind == GPUOCC_CODE_LOAD_GENERIC;
    const uint32_t unit = code->cpu != NULL && loads ? amd_lanes_request(code) : SECTOR_BYTES;

    access->sectors = parts_of(&flow->lanes, value, now->lane_bytes, SECTOR_BYTES);
    access->moved_bytes =
        unit * (unit == SECTOR_BYTES ? access->sectors
                                     : parts_of(&flow->lanes, value, now->lane_bytes, unit));
}

/* Describes an access by the value of its address. */
static void describe(const struct flow *flow, const gpuocc_code_instruction *now, uint16_t number,
                     gpuocc_code_access *access)
{
    const struct lanes *lanes = &flow->lanes;
    const struct lanes_value *value;
    uint32_t i, linear = 1;

    if (number == LANES_UNKNOWN || number == LANES_NONE)
        return;
    value = &lanes->values[number];
    for (i = 1; i < lanes->wave; i++)
        linear &= value->at[i] - value->at[0] == i * (value->at[1] - value->at[0]);
    access->pattern = lanes_flat(lanes, number) ? GPUOCC_CODE_PATTERN_UNIFORM
                      : linear                  ? GPUOCC_CODE_PATTERN_LINEAR
                                                : GPUOCC_CODE_PATTERN_OTHER;
    access->stride = linear ? (int32_t)(value->at[1] - value->at[0]) : 0;
    if (now->lane_bytes == 0)
        return;
    access->bytes = bytes_of(lanes, value, now->lane_bytes);
    if (is_global(now->kind))
        describe_moved(flow, now, value, access);
    if (is_shared(now->kind))
        describe_banks(flow, now, value, access);
}

static int is_access(uint32_t kind)
{
    return is_shared(kind) || is_global(kind) || kind == GPUOCC_CODE_LOAD_LOCAL ||
           kind == GPUOCC_CODE_STORE_LOCAL;
}

static void find_cause(const struct flow *flow, uint32_t index, gpuocc_code_access *access)
{
    if (flow->graph->steps != 0)
        code_find_cause(flow->graph, flow->states, flow->made, index, access);
    if (flow->graph->steps == 0 && access->cause == GPUOCC_CODE_CAUSE_NONE) {
        access->cause = GPUOCC_CODE_CAUSE_NOT_LOOKED_FOR;
        access->cause_address = GPUOCC_CODE_NONE;
    }
}

/* Reports the accesses. If the paths were not followed to their end, nothing is known of them. */
static int32_t report(struct flow *flow, int known, const struct code_taker *taker)
{
    const struct code_graph *graph = flow->graph;
    const struct code *code = graph->code;
    gpuocc_code_instruction now;
    struct lanes_state state;
    uint32_t block, i;

    flow->graph->steps = SEARCH;
    for (block = 0; block < graph->blocks; block++) {
        if ((graph->flags[block] & BLOCK_REACHED) == 0)
            continue;
        if (known)
            state = flow->states[block];
        for (i = graph->first[block]; i < graph->first[block + 1]; i++) {
            gpuocc_code_access access = {.size = sizeof access};

            code_at(code, i, &now);
            access.address = now.address;
            access.kind = now.kind;
            access.lane_bytes = now.lane_bytes;
            access.depth = graph->depth[block];
            if (known && is_access(now.kind))
                describe(flow, &now,
                         (code->cpu != NULL ? amd_lanes_address
                                            : sass_lanes_address)(code, i, &flow->lanes, &state),
                         &access);
            access.one_row = flow->one_row && access.pattern > GPUOCC_CODE_PATTERN_UNIFORM;
            if (known && is_access(now.kind) && access.pattern == GPUOCC_CODE_PATTERN_UNKNOWN &&
                taker->causes && code->cpu == NULL)
                find_cause(flow, i, &access);
            if (is_access(now.kind) && taker->access(taker->user, &access) != 0)
                return GPUOCC_CODE_STOPPED;
            if (known)
                step(flow, i, &state);
        }
    }
    return GPUOCC_CODE_OK;
}

/* Allocates the arrays. Returns 0 if there is not enough memory. */
static int take_arrays(struct flow *flow)
{
    const size_t blocks = flow->graph->blocks, loops = (size_t)flow->graph->headers + 1;
    struct format_arena *arena = flow->graph->code->arena;
    unsigned char *rest;

    flow->states = format_take(arena, blocks * sizeof *flow->states);
    flow->writes = format_take(arena, (2 * blocks + loops) * sizeof *flow->writes);
    rest = format_take(arena, blocks * (3 * sizeof *flow->leaves + 2));
    flow->leaves = (uint16_t *)(void *)rest;
    flow->made = format_take(arena, (flow->graph->code->count + 1u) * sizeof *flow->made);
    if (flow->made == NULL)
        return 0;
    if (flow->states == NULL || flow->writes == NULL || rest == NULL)
        return 0;
    memset(flow->writes, 0, (2 * blocks + loops) * sizeof *flow->writes);
    memset(rest, 0, blocks * (3 * sizeof *flow->leaves + 2));
    flow->mixed = flow->writes + blocks;
    flow->loops = flow->mixed + blocks;
    flow->returns = flow->leaves + 2 * blocks;
    flow->parts = (unsigned char *)(flow->returns + blocks);
    flow->dirty = flow->parts + blocks;
    return 1;
}

/* Tells whether the code reads the index of the thread: 1 in x only, 2 in y or z. */
static uint32_t reads_index(const struct code *code)
{
    uint32_t i, reads, most = 0;

    for (i = 0; i < code->count && most < 2; i++) {
        reads = sass_lanes_reads(code, i);
        most = reads > most ? reads : most;
    }
    return most;
}

int32_t code_report_accesses(struct code_graph *graph, gpuocc_code_step *steps, const void *user)
{
    struct format_arena *arena = graph->code->arena;
    const struct code_taker *taker = user;
    const gpuocc_code_wave *wave = taker->wave;
    const uint64_t budget = graph->steps;
    const uint32_t lanes = wave->lanes == 0 || wave->lanes > LANES_MOST ? 32 : wave->lanes;
    struct flow flow = {.graph = graph};
    int32_t status = GPUOCC_CODE_ERROR_MEMORY;
    uint32_t threads_x = wave->threads_x, reads;

    (void)steps;
    if (graph->blocks > MOST_BLOCKS)
        return report(&flow, 0, taker);
    reads = threads_x == 0 && graph->code->cpu == NULL ? reads_index(graph->code) : 2;
    if (reads < 2)
        threads_x = LANES_MOST;
    flow.one_row = reads == 1;
    if (lanes_open(&flow.lanes, graph->code, lanes, threads_x, wave->threads_y) &&
        take_arrays(&flow))
        status = report(&flow, follow_all(&flow), taker);
    format_give(arena, flow.made);
    format_give(arena, flow.leaves);
    format_give(arena, flow.writes);
    format_give(arena, flow.states);
    lanes_close(&flow.lanes, graph->code);
    graph->steps = budget;
    return status;
}

int32_t gpuocc_code_first_wave(const gpuocc_kernels_found *kernel, gpuocc_code_wave *wave)
{
    const gpuocc_kernels_text target = kernel->target;

    if (wave->size < sizeof *wave)
        return GPUOCC_CODE_ERROR_SIZE;
    wave->lanes = 32;
    wave->threads_x = kernel->required_threads[0];
    wave->threads_y = kernel->required_threads[1];
    if (target.length <= 3 || memcmp(target.at, "gfx", 3) != 0)
        return GPUOCC_CODE_OK;
    wave->lanes = kernel->kernel.wave_size == 32 ? 32 : 64;
    if (kernel->index_dimensions == 1 && wave->threads_x == 0)
        wave->threads_x = wave->lanes;
    return GPUOCC_CODE_OK;
}

int32_t gpuocc_code_accesses(const gpuocc_code *code, const gpuocc_code_wave *wave, void *memory,
                             size_t memory_bytes,
                             int32_t (*take)(void *user, const gpuocc_code_access *access),
                             void *user)
{
    const gpuocc_code_wave usual = {.size = sizeof usual, .lanes = 32};
    const struct code_taker taker = {
        .access = take, .wave = wave != NULL ? wave : &usual, .causes = 1, .user = user};

    if (wave != NULL && wave->size < sizeof *wave)
        return GPUOCC_CODE_ERROR_SIZE;
    return code_read(code, memory, memory_bytes, code_report_accesses, &taker);
}
