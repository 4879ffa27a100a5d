/* SPDX-License-Identifier: MIT
 *
 * Finds the registers that are live at each instruction: those whose value may still be read. The
 * sets are followed backwards through the control-flow graph. A write under a predicate does not
 * end the life of the value before it. What called code reads and keeps is found first: of the
 * registers that are live after a call, those are live before it that the called code keeps.
 */
#include "live.h"

/* The register with the address of the stack, which NVIDIA's code keeps to its end. */
enum { STACK = 1 };

/* The registers of one instruction, by number. */
struct counted {
    uint16_t counts[GPUOCC_CODE_FILE_COUNT], carried;
};

/* What is live after a return: nothing, everything, or what is live after some call. */
enum { NOTHING, EVERYTHING, CALLERS, ASSUMPTIONS };

struct lives {
    struct code_graph *graph;
    struct registers *in[ASSUMPTIONS]; /* by block: live before it */
    struct registers *loops;           /* by number of the loop from 1: what it reads and writes */
    uint32_t *loop_of;                 /* by block: the innermost loop around it; 0: none */
    struct counted *counted;           /* by instruction */
    struct registers returns;          /* live after some call */
    uint32_t unknown;                  /* files of which some operands are not known */
};

void registers_unite(struct registers *to, const struct registers *from)
{
    uint32_t i;

    for (i = 0; i < REGISTERS / 64; i++)
        to->at[i] |= from->at[i];
    to->flags |= from->flags;
}

static void intersect(struct registers *to, const struct registers *with)
{
    uint32_t i;

    for (i = 0; i < REGISTERS / 64; i++)
        to->at[i] &= with->at[i];
    to->flags &= with->flags;
}

static void subtract(struct registers *from, const struct registers *what)
{
    uint32_t i;

    for (i = 0; i < REGISTERS / 64; i++)
        from->at[i] &= ~what->at[i];
    from->flags &= ~what->flags;
}

static uint16_t count_bits(uint64_t bits)
{
    uint16_t count = 0;

    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

/* Counts the registers of a set. */
static void count(const struct registers *set, struct counted *counted)
{
    const uint32_t plain = (1u << UNIFORM_FLAGS) - 1;
    uint32_t i;

    for (i = 0; i < REGISTERS / 64; i++)
        counted->counts[i < UNIFORM_REGISTERS / 64 ? GPUOCC_CODE_FILE_GENERAL
                                                   : GPUOCC_CODE_FILE_UNIFORM] +=
            count_bits(set->at[i]);
    counted->counts[GPUOCC_CODE_FILE_PREDICATE] = count_bits(set->flags & plain);
    counted->counts[GPUOCC_CODE_FILE_UNIFORM_PREDICATE] = count_bits(set->flags & ~plain);
}

/* Returns the block that begins with the instruction at an address. */
static uint32_t block_at(const struct code_graph *graph, uint32_t address)
{
    const uint32_t index = code_index(graph->code, address);
    uint32_t low = 0, high = graph->blocks, middle;

    while (low < high) {
        middle = low + (high - low) / 2;
        if (graph->first[middle] < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Finds what is live after a block. */
static void find_out(struct lives *lives, int assumption, uint32_t block, struct registers *out)
{
    const struct code_graph *graph = lives->graph;
    const struct registers *in = lives->in[assumption];
    gpuocc_code_instruction last;
    uint32_t i, called;

    memset(out, 0, sizeof *out);
    registers_add(out, STACK);
    for (i = 0; i < 2; i++)
        if (graph->next[2 * block + i] != GPUOCC_CODE_NONE)
            registers_unite(out, &in[graph->next[2 * block + i]]);
    code_at(graph->code, graph->first[block + 1] - 1, &last);
    if ((last.flags & FLAG(CALL)) != 0 && (graph->flags[block] & BLOCK_JUMP) == 0) {
        called = block_at(graph, last.target);
        if (assumption == CALLERS)
            registers_unite(&lives->returns, out);
        intersect(out, &lives->in[EVERYTHING][called]);
        registers_unite(out, &lives->in[NOTHING][called]);
    }
    if (!code_returns(graph->code, last.address))
        return;
    if (assumption == EVERYTHING)
        memset(out, 0xff, sizeof *out);
    else if (assumption == CALLERS)
        registers_unite(out, &lives->returns);
}

/* Goes back over an instruction. What it occupies is live before or after it, or written by it. */
static void step_back(struct lives *lives, uint32_t index, struct registers *set,
                      struct registers *occupied, struct touched *touched)
{
    lives->unknown |= sass_touch(lives->graph->code, index, touched);
    *occupied = *set;
    registers_unite(occupied, &touched->writes);
    if (touched->sure)
        subtract(set, &touched->writes);
    registers_unite(set, &touched->reads);
    registers_unite(occupied, set);
}

/* Goes back over all blocks once. Returns whether something has changed. */
static int pass(struct lives *lives, int assumption)
{
    struct code_graph *graph = lives->graph;
    struct registers set, occupied, before = lives->returns, *in = lives->in[assumption];
    struct touched touched;
    uint32_t rank, block, i;
    int changed = 0;

    for (rank = 0; rank < graph->blocks; rank++) {
        block = graph->order[rank];
        if (block >= graph->blocks || (graph->flags[block] & BLOCK_REACHED) == 0)
            continue;
        find_out(lives, assumption, block, &set);
        for (i = graph->first[block + 1]; i-- > graph->first[block] && graph->steps != 0;) {
            graph->steps--;
            step_back(lives, i, &set, &occupied, &touched);
        }
        changed |= memcmp(&in[block], &set, sizeof set) != 0;
        in[block] = set;
    }
    return changed || memcmp(&before, &lives->returns, sizeof before) != 0;
}

/* Goes back over all blocks until nothing changes. Returns 0 if that takes too long. */
static int follow(struct lives *lives)
{
    const struct code_graph *graph = lives->graph;

    while (graph->steps != 0 && pass(lives, NOTHING) | pass(lives, EVERYTHING))
        ;
    while (graph->steps != 0 && pass(lives, CALLERS))
        ;
    return graph->steps != 0;
}

/* Finds the innermost loop around each block, and what each loop reads and writes. */
static void find_loops(struct lives *lives)
{
    struct code_graph *graph = lives->graph;
    struct touched touched;
    uint32_t number, block, mark, i;

    for (number = 1; number <= graph->headers; number++) {
        mark = code_part(graph, graph->headers_at[number - 1]);
        for (block = 0; mark != 0 && block < graph->blocks; block++) {
            if (graph->mark[block] != mark)
                continue;
            if (lives->loop_of[block] == 0)
                lives->loop_of[block] = number;
            for (i = graph->first[block]; i < graph->first[block + 1] && graph->steps != 0; i++) {
                graph->steps--;
                (void)sass_touch(graph->code, i, &touched);
                registers_unite(&lives->loops[number], &touched.reads);
                registers_unite(&lives->loops[number], &touched.writes);
            }
        }
    }
}

/* Counts what is live at each instruction. */
static void count_all(struct lives *lives)
{
    struct code_graph *graph = lives->graph;
    struct registers set, occupied;
    struct counted carried;
    struct touched touched;
    uint32_t block, i;

    lives->unknown = 0;
    for (block = 0; block < graph->blocks; block++) {
        if ((graph->flags[block] & BLOCK_REACHED) == 0)
            continue;
        find_out(lives, CALLERS, block, &set);
        for (i = graph->first[block + 1]; i-- > graph->first[block];) {
            step_back(lives, i, &set, &occupied, &touched);
            count(&occupied, &lives->counted[i]);
            if (lives->loop_of[block] == 0)
                continue;
            memset(&carried, 0, sizeof carried);
            subtract(&occupied, &lives->loops[lives->loop_of[block]]);
            count(&occupied, &carried);
            lives->counted[i].carried = carried.counts[GPUOCC_CODE_FILE_GENERAL];
        }
    }
}

/* Receives the lives. */
struct taker {
    int32_t (*take)(void *user, const gpuocc_code_live *live);
    void *user;
};

static int32_t report(struct lives *lives, const struct taker *taker)
{
    const struct code_graph *graph = lives->graph;
    gpuocc_code_live live = {.size = sizeof live};
    uint32_t block, i, file;

    live.partial = graph->partial != 0 ? (1u << GPUOCC_CODE_FILE_COUNT) - 1 : lives->unknown;
    for (block = 0; block < graph->blocks; block++)
        for (i = graph->first[block]; i < graph->first[block + 1]; i++) {
            if ((graph->flags[block] & BLOCK_REACHED) == 0)
                continue;
            live.address = i * 16;
            for (file = 0; file < GPUOCC_CODE_FILE_COUNT; file++)
                live.registers[file] = lives->counted[i].counts[file];
            live.carried = lives->counted[i].carried;
            if (taker->take(taker->user, &live) != 0)
                return GPUOCC_CODE_STOPPED;
        }
    return GPUOCC_CODE_OK;
}

static int32_t report_lives(struct code_graph *graph, gpuocc_code_step *steps, const void *taker)
{
    struct format_arena *arena = graph->code->arena;
    const size_t blocks = graph->blocks, loops = (size_t)graph->headers + 1;
    const size_t count = graph->code->count;
    struct lives lives = {.graph = graph};
    int32_t status = GPUOCC_CODE_ERROR_MEMORY;

    (void)steps;
    if (graph->code->cpu != NULL)
        return GPUOCC_CODE_NOT_READ;
    lives.in[0] = format_take(arena, (ASSUMPTIONS * blocks + loops) * sizeof *lives.loops);
    lives.loop_of = format_take(arena, blocks * sizeof *lives.loop_of);
    lives.counted = format_take(arena, count * sizeof *lives.counted);
    if (lives.in[0] != NULL && lives.loop_of != NULL && lives.counted != NULL) {
        lives.in[1] = lives.in[0] + blocks;
        lives.in[2] = lives.in[1] + blocks;
        lives.loops = lives.in[2] + blocks;
        memset(lives.in[0], 0, (ASSUMPTIONS * blocks + loops) * sizeof *lives.loops);
        memset(lives.loop_of, 0, blocks * sizeof *lives.loop_of);
        memset(lives.counted, 0, count * sizeof *lives.counted);
        status = GPUOCC_CODE_TOO_COMPLEX;
        find_loops(&lives);
        if (follow(&lives)) {
            count_all(&lives);
            status = report(&lives, taker);
        }
    }
    format_give(arena, lives.counted);
    format_give(arena, lives.loop_of);
    format_give(arena, lives.in[0]);
    return status;
}

int32_t gpuocc_code_liveness(const gpuocc_code *code, void *memory, size_t memory_bytes,
                             int32_t (*take)(void *user, const gpuocc_code_live *live), void *user)
{
    const struct taker taker = {take, user};

    return code_read(code, memory, memory_bytes, report_lives, &taker);
}
