/* SPDX-License-Identifier: MIT
 *
 * Finds why the address of a memory access is not known: goes back from its register through the
 * definitions of what is not known, to the first instruction that makes it so from what is known.
 */
#include "lanes.h"

/* How far to go back: definitions, and blocks for each of them. */
enum { HOPS = 64, BLOCKS = 256 };

struct search {
    struct code_graph *graph;
    const struct lanes_state *states; /* before each block */
    const uint16_t *made;             /* by instruction: the value that it writes */
    uint32_t guarded; /* the first write of a known value under a predicate that was passed */
    uint32_t meet;    /* where paths meet of which one knows a register and another does not */
    int all;          /* whether to look at all paths that meet, for these two */
};

/* Tells whether an instruction writes the register, and not under a predicate a value that is
 * known: that leaves the value before it in the other lanes. */
static int writes(struct search *search, uint32_t index, uint32_t number)
{
    const struct code *code = search->graph->code;
    const struct effect effect = sass_effect(code, index);
    uint32_t range;

    for (range = 0; range < 2; range++)
        if (number >= effect.to[range] && number - effect.to[range] < effect.count[range])
            break;
    if (range == 2)
        return 0;
    if (search->made[index] == LANES_UNKNOWN || !sass_lanes_guarded(code, index))
        return 1;
    if (search->guarded == GPUOCC_CODE_NONE)
        search->guarded = index;
    return 0;
}

/* Returns the last instruction in [first, end) that writes the register, or GPUOCC_CODE_NONE. */
static uint32_t last_write(struct search *search, uint32_t first, uint32_t end, uint32_t number)
{
    while (end > first && search->graph->steps != 0) {
        search->graph->steps--;
        if (writes(search, --end, number))
            return end;
    }
    return GPUOCC_CODE_NONE;
}

static uint32_t block_of(const struct code_graph *graph, uint32_t index)
{
    uint32_t low = 0, high = graph->blocks, middle;

    while (high - low > 1) {
        middle = low + (high - low) / 2;
        if (graph->first[middle] <= index)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Returns the block before this one after which a register that is not known at its start is not
 * known either, or GPUOCC_CODE_NONE if each of the paths that meet here knows it. Finds the
 * instruction there that wrote it, if there is one. */
static uint32_t before(struct search *search, uint32_t block, uint32_t number, uint32_t *write)
{
    struct code_graph *graph = search->graph;
    uint32_t i, found = GPUOCC_CODE_NONE, wrote;
    int known = 0;

    for (i = graph->before_at[block]; i < graph->before_at[block + 1]; i++) {
        const uint32_t from = graph->before[i];

        if ((graph->flags[from] & BLOCK_REACHED) == 0 || graph->mark[from] == graph->marks)
            continue;
        wrote = last_write(search, graph->first[from], graph->first[from + 1], number);
        if (found == GPUOCC_CODE_NONE &&
            (wrote != GPUOCC_CODE_NONE ? search->made[wrote] == LANES_UNKNOWN
                                       : search->states[from].values[number] == LANES_UNKNOWN)) {
            found = from;
            *write = wrote;
        }
        if (search->all && wrote == GPUOCC_CODE_NONE && search->states[from].guards[number] != 0) {
            *write = wrote; /* it was written under a predicate, further back */
            return from;
        }
        if (found != GPUOCC_CODE_NONE && !search->all)
            break;
        known |= found != from;
    }
    if (known && found != GPUOCC_CODE_NONE && search->meet == GPUOCC_CODE_NONE)
        search->meet = graph->first[block];
    return found;
}

/* Returns the instruction that last wrote the register before `index`, on a path on which it is not
 * known, or GPUOCC_CODE_NONE. Then the paths meet at `*meet`. */
static uint32_t definition(struct search *search, uint32_t index, uint32_t number, uint32_t *meet)
{
    struct code_graph *graph = search->graph;
    uint32_t block = block_of(graph, index), hops, from;
    uint32_t write = last_write(search, graph->first[block], index, number);

    ++graph->marks;
    for (hops = 0; write == GPUOCC_CODE_NONE && hops < BLOCKS; hops++) {
        *meet = graph->first[block];
        from = before(search, block, number, &write);
        if (from == GPUOCC_CODE_NONE)
            return GPUOCC_CODE_NONE;
        graph->mark[from] = graph->marks;
        block = from;
    }
    return write;
}

/* Tells whether what a register holds is computed by the special function unit, as the inverse of a
 * divisor is, in this block. */
static int is_inverse(struct search *search, uint32_t index, uint32_t number)
{
    struct code_graph *graph = search->graph;
    const uint32_t first = graph->first[block_of(graph, index)];
    gpuocc_code_instruction now;
    uint32_t hops, numbers[3];

    for (hops = 0; hops < 8; hops++) {
        index = last_write(search, first, index, number);
        if (index == GPUOCC_CODE_NONE)
            return 0;
        code_at(graph->code, index, &now);
        if (now.kind == GPUOCC_CODE_SPECIAL)
            return 1;
        if (sass_lanes_sources(graph->code, index, numbers) == 0)
            return 0;
        number = numbers[0];
    }
    return 0;
}

/* Returns the enum gpuocc_code_cause of an instruction whose result is not known whatever it reads;
 * otherwise GPUOCC_CODE_CAUSE_NONE. */
static uint32_t outright(const struct code *code, uint32_t index)
{
    gpuocc_code_instruction now;

    code_at(code, index, &now);
    if ((now.flags & FLAG(CALL)) != 0)
        return GPUOCC_CODE_CAUSE_CALL;
    if ((now.kind >= GPUOCC_CODE_LOAD_GLOBAL && now.kind <= GPUOCC_CODE_LOAD_TENSOR) ||
        now.kind == GPUOCC_CODE_ATOMIC)
        return GPUOCC_CODE_CAUSE_LOADED;
    return now.kind == GPUOCC_CODE_WARP ? GPUOCC_CODE_CAUSE_OTHER_LANE : GPUOCC_CODE_CAUSE_NONE;
}

/* Returns the enum gpuocc_code_cause of an instruction that makes what is not known. */
static uint32_t cause_of(struct search *search, uint32_t index)
{
    const struct code *code = search->graph->code;
    uint32_t numbers[3], count, i, cause = outright(code, index);

    if (cause != GPUOCC_CODE_CAUSE_NONE)
        return cause;
    cause = sass_lanes_cause(code, index);
    count = sass_lanes_sources(code, index, numbers);
    for (i = 0; cause == GPUOCC_CODE_CAUSE_FACTOR && i < count; i++)
        if (is_inverse(search, index, numbers[i]))
            return GPUOCC_CODE_CAUSE_DIVISION;
    return cause;
}

/* Finds one of the registers that the instruction reads which is not known, and its definition. */
static uint32_t back(struct search *search, uint32_t index, const uint32_t *numbers, uint32_t count,
                     uint32_t *meet)
{
    struct code_graph *graph = search->graph;
    uint32_t i, write;

    for (i = 0; i < count; i++) {
        *meet = GPUOCC_CODE_NONE;
        write = definition(search, index, numbers[i], meet);
        if (write != GPUOCC_CODE_NONE && search->made[write] == LANES_UNKNOWN)
            return write;
        if (write == GPUOCC_CODE_NONE && *meet != GPUOCC_CODE_NONE &&
            search->states[block_of(graph, *meet)].values[numbers[i]] == LANES_UNKNOWN)
            return GPUOCC_CODE_NONE;
    }
    *meet = GPUOCC_CODE_NONE;
    return GPUOCC_CODE_NONE;
}

/* Goes back from the address of the access at `index` to what makes it unknown: the instruction
 * `*at`, or where paths meet, `*meet`. Returns 0 if that is not found. */
static int go_back(struct search *search, uint32_t index, uint32_t *at, uint32_t *meet)
{
    struct code_graph *graph = search->graph;
    uint32_t numbers[3] = {sass_lanes_base(graph->code, index)}, count = 1, hops, write;

    *at = *meet = GPUOCC_CODE_NONE;
    for (hops = 0; hops < HOPS && graph->steps != 0; hops++) {
        write = back(search, index, numbers, count, meet);
        if (write == GPUOCC_CODE_NONE)
            break;
        *at = index = write;
        if (outright(graph->code, index) != GPUOCC_CODE_CAUSE_NONE)
            break;
        count = sass_lanes_sources(graph->code, index, numbers);
    }
    return hops < HOPS && graph->steps != 0 &&
           (*at != GPUOCC_CODE_NONE || *meet != GPUOCC_CODE_NONE);
}

void code_find_cause(struct code_graph *graph, const struct lanes_state *states,
                     const uint16_t *made, uint32_t index, gpuocc_code_access *access)
{
    struct search search = {graph, states, made, GPUOCC_CODE_NONE, GPUOCC_CODE_NONE, 0};
    gpuocc_code_instruction now;
    uint32_t at, meet;

    if (!go_back(&search, index, &at, &meet)) {
        search.all = 1;
        (void)go_back(&search, index, &at, &meet);
        meet = search.guarded != GPUOCC_CODE_NONE ? search.guarded : search.meet;
        if (graph->steps == 0 || meet == GPUOCC_CODE_NONE)
            return;
    }
    code_at(graph->code, meet != GPUOCC_CODE_NONE ? meet : at, &now);
    access->cause =
        meet != GPUOCC_CODE_NONE ? (uint32_t)GPUOCC_CODE_CAUSE_PATHS : cause_of(&search, at);
    access->cause_address = now.address;
}
