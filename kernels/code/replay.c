/* SPDX-License-Identifier: MIT
 *
 * Replays the body of a loop, instruction by instruction, to count the loads that are in flight
 * when an instruction waits for one. The body is replayed three times, so that loads that a later
 * iteration waits for are counted too.
 */
#include "code.h"

#define PASSES 3u

/* The outstanding loads of one counter, in the order in which they were issued. */
struct queue {
    uint32_t head, tail; /* GPUOCC_CODE_NONE: empty */
    uint32_t count;
};

/* Queue FLOATING has the loads without a counter, until a later instruction brings one. */
enum { FLOATING = GPUOCC_CODE_COUNTERS, QUEUES };

struct replay {
    struct queue queues[QUEUES];
    uint32_t *next, *amounts; /* for each issued load: the next one in its queue, and its bytes */
    uint32_t issued;
    uint32_t loads, bytes, shared, local; /* in flight */
};

/* Flags in an amount: a load from shared or local memory, or another operation that AMD's counters
 * count. */
#define OF_SHARED 0x80000000u
#define OF_OTHER  0x40000000u
#define OF_LOCAL  0x20000000u

static int is_memory(uint32_t kind)
{
    return kind == GPUOCC_CODE_LOAD_GLOBAL || kind == GPUOCC_CODE_LOAD_GENERIC;
}

static void push(struct replay *replay, uint32_t queue, uint32_t amount)
{
    struct queue *q = &replay->queues[queue];
    const uint32_t load = replay->issued++;

    replay->next[load] = GPUOCC_CODE_NONE;
    replay->amounts[load] = amount;
    if (q->head == GPUOCC_CODE_NONE)
        q->head = load;
    else
        replay->next[q->tail] = load;
    q->tail = load;
    q->count++;
    if ((amount & OF_SHARED) != 0) {
        replay->shared++;
    } else if ((amount & OF_LOCAL) != 0) {
        replay->local++;
    } else if ((amount & OF_OTHER) == 0) {
        replay->loads++;
        replay->bytes += amount;
    }
}

/* Removes the oldest load from a queue. The queue must not be empty. */
static void pop(struct replay *replay, struct queue *q, gpuocc_code_step *step)
{
    const uint32_t amount = replay->amounts[q->head];

    q->head = replay->next[q->head];
    q->count--;
    if ((amount & OF_SHARED) != 0) {
        replay->shared--;
        step->shared_returns++;
    } else if ((amount & OF_LOCAL) != 0) {
        replay->local--;
    } else if ((amount & OF_OTHER) == 0) {
        replay->loads--;
        replay->bytes -= amount;
        step->returns++;
    }
}

/* Moves the shared loads without a counter to this counter: shared memory answers in order, so they
 * are complete when the load with the counter is. */
static void adopt(struct replay *replay, uint32_t counter)
{
    struct queue *from = &replay->queues[FLOATING], *to = &replay->queues[counter];

    if (from->head == GPUOCC_CODE_NONE)
        return;
    if (to->head == GPUOCC_CODE_NONE)
        to->head = from->head;
    else
        replay->next[to->tail] = from->head;
    to->tail = from->tail;
    to->count += from->count;
    memset(from, 0, sizeof *from);
    from->head = GPUOCC_CODE_NONE;
}

static void wait(struct replay *replay, const gpuocc_code_instruction *now, gpuocc_code_step *step)
{
    uint32_t counter;

    for (counter = 0; counter < GPUOCC_CODE_COUNTERS; counter++)
        while ((now->waits >> counter & 1) != 0 &&
               replay->queues[counter].count > now->leaves[counter])
            pop(replay, &replay->queues[counter], step);
}

static void issue(struct replay *replay, const struct code *code,
                  const gpuocc_code_instruction *now)
{
    const uint32_t queue = now->counter != GPUOCC_CODE_NONE ? now->counter : (uint32_t)FLOATING;

    if ((now->flags & FLAG(QUEUED)) != 0 && now->counter != GPUOCC_CODE_NONE)
        adopt(replay, now->counter);
    if (now->kind == GPUOCC_CODE_LOAD_SHARED)
        push(replay, queue, OF_SHARED);
    else if (is_memory(now->kind) && now->counter != GPUOCC_CODE_NONE)
        push(replay, queue, now->lane_bytes);
    else if (now->kind == GPUOCC_CODE_LOAD_LOCAL && now->counter != GPUOCC_CODE_NONE)
        push(replay, queue, OF_LOCAL);
    else if (code->cpu != NULL && now->counter != GPUOCC_CODE_NONE)
        push(replay, queue, OF_OTHER);
}

/* Replays the body once. Each pass overwrites the figures of `loop` and `steps`, so that those of
 * the last pass remain. */
static void pass(struct replay *replay, const struct code *code, gpuocc_code_loop *loop,
                 gpuocc_code_step *steps)
{
    gpuocc_code_instruction now;
    uint32_t i, bytes, local, seen = 0;

    loop->wait_address = GPUOCC_CODE_NONE;
    loop->loads_in_flight = loop->bytes_in_flight = loop->most_in_flight = 0;
    loop->shared_in_flight = loop->local_in_flight = 0;
    for (i = 0; i < loop->instructions; i++) {
        code_at(code, code_index(code, steps[i].address), &now);
        steps[i].in_flight = replay->loads;
        steps[i].shared = replay->shared;
        steps[i].returns = steps[i].shared_returns = 0;
        bytes = replay->bytes;
        local = replay->local;
        wait(replay, &now, &steps[i]);
        if (steps[i].returns != 0 && loop->wait_address == GPUOCC_CODE_NONE) {
            loop->wait_address = now.address;
            loop->loads_in_flight = steps[i].in_flight;
            loop->bytes_in_flight = bytes;
        }
        if (steps[i].shared_returns != 0 && seen++ == 0)
            loop->shared_in_flight = steps[i].shared;
        if (replay->local < local && loop->local_in_flight == 0)
            loop->local_in_flight = local;
        issue(replay, code, &now);
        if (replay->loads > loop->most_in_flight)
            loop->most_in_flight = replay->loads;
    }
}

static void count_bytes(gpuocc_code_loop *loop, const gpuocc_code_instruction *now)
{
    uint32_t *bytes = NULL, *sized = NULL;

    switch (now->kind) {
    case GPUOCC_CODE_LOAD_GLOBAL:
    case GPUOCC_CODE_LOAD_GENERIC:
        bytes = &loop->load_bytes;
        sized = &loop->sized_loads;
        break;
    case GPUOCC_CODE_STORE_GLOBAL:
    case GPUOCC_CODE_STORE_GENERIC:
        bytes = &loop->store_bytes;
        sized = &loop->sized_stores;
        break;
    case GPUOCC_CODE_LOAD_SHARED:
    case GPUOCC_CODE_STORE_SHARED:
        bytes = &loop->shared_bytes;
        sized = &loop->sized_shared;
        break;
    case GPUOCC_CODE_ASYNC_COPY:
        bytes = &loop->copy_bytes;
        sized = &loop->sized_copies;
        break;
    default:
        return;
    }
    *bytes += now->lane_bytes;
    *sized += now->lane_bytes != 0;
}

/* Returns the flags of instruction number `i` of a block in the part with this mark. */
static uint32_t flags_of(const struct code_graph *graph, uint32_t block, uint32_t i, uint32_t mark,
                         const gpuocc_code_instruction *now)
{
    uint32_t flags = now->flags;

    if ((graph->flags[block] & BLOCK_JUMP) != 0 && i + 1 == graph->first[block + 1]) {
        flags = (flags & ~FLAG(CALL)) | FLAG(BRANCH);
        flags |= (flags & FLAG(GUARDED)) == 0 ? FLAG(ENDS) : 0;
    }
    return graph->sure[block] != mark ? flags | FLAG(CONDITIONAL) : flags;
}

/* Goes past an instruction. Counts it if it is a load of the same address in all lanes. */
static void find_uniform(const struct code *code, const gpuocc_code_instruction *now,
                         struct spread *spread, gpuocc_code_loop *loop, gpuocc_code_step *step)
{
    const unsigned char *word = code->bytes + now->address;

    if (code->cpu != NULL)
        return;
    if (spread_is_uniform(spread, word, now)) {
        step->flags |= FLAG(UNIFORM);
        loop->uniform_loads++;
        loop->uniform_bytes += now->lane_bytes;
    }
    spread_step(spread, code, now);
}

/* Lists the instructions of the part in `steps`, and counts them in `loop`. */
static void count(const struct code_graph *graph, uint32_t mark, gpuocc_code_loop *loop,
                  gpuocc_code_step *steps)
{
    gpuocc_code_instruction now;
    gpuocc_code_step *step;
    struct spread spread;
    uint32_t block, i;

    for (block = 0; block < graph->blocks; block++) {
        if (graph->mark[block] != mark)
            continue;
        spread_open(&spread);
        loop->loops += (graph->flags[block] & (BLOCK_HEADER | BLOCK_WAITING)) == BLOCK_HEADER;
        for (i = graph->first[block]; i < graph->first[block + 1]; i++) {
            code_at(graph->code, i, &now);
            step = &steps[loop->instructions++];
            memset(step, 0, sizeof *step);
            step->address = now.address;
            step->flags = flags_of(graph, block, i, mark, &now);
            loop->counts[now.kind]++;
            if (now.second != 0)
                loop->counts[now.second]++;
            loop->stall_cycles += now.stall_cycles;
            loop->conditional_loads +=
                is_memory(now.kind) && (step->flags & (FLAG(CONDITIONAL) | FLAG(GUARDED))) != 0;
            count_bytes(loop, &now);
            loop->products[now.matrix] += now.products;
            loop->sized_matrix += now.products != 0;
            find_uniform(graph->code, &now, &spread, loop, step);
        }
    }
    loop->first = steps[0].address;
    loop->last = steps[loop->instructions - 1].address;
}

int32_t code_replay(const struct code_graph *graph, uint32_t mark, gpuocc_code_loop *loop,
                    gpuocc_code_step *steps)
{
    struct format_arena *arena = graph->code->arena;
    struct replay replay;
    uint32_t i;
    size_t room;

    count(graph, mark, loop, steps);
    memset(&replay, 0, sizeof replay);
    for (i = 0; i < QUEUES; i++)
        replay.queues[i].head = GPUOCC_CODE_NONE;
    room = (size_t)PASSES * loop->instructions * sizeof(uint32_t);
    replay.next = format_take(arena, room);
    replay.amounts = format_take(arena, room);
    if (replay.next != NULL && replay.amounts != NULL)
        for (i = 0; i < (loop->extent == GPUOCC_CODE_LOOP ? PASSES : 1); i++)
            pass(&replay, graph->code, loop, steps);
    format_give(arena, replay.amounts);
    format_give(arena, replay.next);
    return replay.next != NULL && replay.amounts != NULL ? GPUOCC_CODE_OK
                                                         : GPUOCC_CODE_ERROR_MEMORY;
}
