/* SPDX-License-Identifier: MIT
 *
 * Finds constant trip counts. A loop has one if its only way out is its only branch back, and that
 * compares a register with an immediate, to which each iteration adds one, and which is an
 * immediate when the loop is entered.
 */
#include "trips.h"

#define UNKNOWN 0xffffffffu /* as the register of a value */

/* The register that had this value, less `offset`, when the iteration began. */
struct value {
    uint32_t from, offset;
};

struct test {
    struct value value; /* the value that is compared; from UNKNOWN: the flag is not known */
    uint32_t limit;
    enum relation relation;
    int is_signed;
};

/* The values after some of the instructions of an iteration. */
struct state {
    struct value values[REGISTERS];
    struct test tests[FLAGS];
    unsigned char lost[REGISTERS]; /* whether a block that is not always run once writes it */
    uint32_t lost_flags;
};

/* Returns what an instruction does. When too many have been looked at, nothing is known of more. */
static struct effect effect_at(struct code_graph *graph, uint32_t index)
{
    static const struct effect unknown = {.kind = EFFECT_LEAVES, .count = {REGISTERS}};
    const struct code *code = graph->code;

    if (graph->looks == 0)
        return unknown;
    graph->looks--;
    return code->cpu != NULL ? amd_effect(code, index) : sass_effect(code, index);
}

static int writes(const struct effect *effect, uint32_t number)
{
    return number - effect->to[0] < effect->count[0] || number - effect->to[1] < effect->count[1];
}

/* Marks what a block may change that an iteration does not run exactly once. Returns 0 if it may
 * leave the loop. */
static int lose(struct code_graph *graph, uint32_t block, struct state *state)
{
    struct effect effect;
    uint32_t i, range, number;

    for (i = graph->first[block]; i < graph->first[block + 1]; i++) {
        effect = effect_at(graph, i);
        if (effect.kind == EFFECT_LEAVES)
            return 0;
        for (range = 0; range < 2; range++)
            for (number = effect.to[range];
                 number < REGISTERS && number - effect.to[range] < effect.count[range]; number++)
                state->lost[number] = 1;
        state->lost_flags |= effect.flags;
    }
    return 1;
}

static struct value value_of(const struct state *state, const struct effect *effect)
{
    struct value value = {UNKNOWN, 0};

    if (effect->from < REGISTERS && state->values[effect->from].from != UNKNOWN) {
        value = state->values[effect->from];
        value.offset += effect->kind == EFFECT_ADD ? effect->value : 0;
    }
    return value;
}

/* Goes past an instruction. Returns 0 if it may leave the loop. */
static int step(struct state *state, const struct effect *effect)
{
    const struct value value = value_of(state, effect);
    static const struct value none = {UNKNOWN, 0};
    uint32_t range, number, flag;

    for (range = 0; range < 2; range++)
        for (number = effect->to[range];
             number < REGISTERS && number - effect->to[range] < effect->count[range]; number++)
            state->values[number] = effect->kind == EFFECT_ADD && range == 0 ? value : none;
    for (flag = 0; flag < FLAGS; flag++) {
        if ((effect->flags >> flag & 1) == 0)
            continue;
        state->tests[flag].value = effect->kind == EFFECT_COMPARE ? value : none;
        state->tests[flag].limit = effect->value;
        state->tests[flag].relation = effect->relation;
        state->tests[flag].is_signed = effect->is_signed;
    }
    return effect->kind != EFFECT_LEAVES;
}

/* Forgets what blocks may have changed that an iteration does not run exactly once. They run before
 * a block that it does. */
static void forget(struct state *state)
{
    uint32_t i;

    for (i = 0; i < REGISTERS; i++)
        if (state->lost[i] != 0)
            state->values[i].from = UNKNOWN;
    for (i = 0; i < FLAGS; i++)
        if ((state->lost_flags >> i & 1) != 0)
            state->tests[i].value.from = UNKNOWN;
}

/* Goes past the blocks that an iteration runs exactly once, which dominate the branch back, in
 * their order. Returns 0 if one may leave the loop. */
static int pass(struct code_graph *graph, uint32_t header, uint32_t latch, struct state *state)
{
    struct effect effect;
    uint32_t block, i, top = 0;

    for (block = latch; block != header; block = graph->above[block])
        if (graph->depth[block] == graph->depth[header])
            graph->stack[top++] = block;
    for (block = header;; block = graph->stack[--top]) {
        for (i = graph->first[block]; i < graph->first[block + 1]; i++) {
            effect = effect_at(graph, i);
            if (!step(state, &effect))
                return 0;
        }
        if (top == 0)
            return 1;
        forget(state);
    }
}

/* Follows an iteration from the header to the branch back. Returns 0 if it may leave the loop
 * elsewhere. */
static int follow(struct code_graph *graph, uint32_t header, uint32_t latch, uint32_t mark,
                  struct state *state)
{
    uint32_t block, i;

    memset(state, 0, sizeof *state);
    for (block = 0; block < graph->blocks; block++)
        if (graph->mark[block] == mark &&
            (graph->sure[block] != mark || graph->depth[block] != graph->depth[header]) &&
            !lose(graph, block, state))
            return 0;
    for (i = 0; i < REGISTERS; i++)
        state->values[i].from = i;
    for (i = 0; i < FLAGS; i++)
        state->tests[i].value.from = UNKNOWN;
    return pass(graph, header, latch, state);
}

/* Returns the block with the only branch back, if it has the only way out of the loop too,
 * otherwise GPUOCC_CODE_NONE. */
static uint32_t latch_of(const struct code_graph *graph, uint32_t header, uint32_t mark)
{
    uint32_t latch = GPUOCC_CODE_NONE, block, i, to, back, out;

    for (block = 0; block < graph->blocks; block++) {
        if (graph->mark[block] != mark)
            continue;
        for (i = back = out = 0; i < 2; i++) {
            to = graph->next[2 * block + i];
            back += to == header;
            out += to != GPUOCC_CODE_NONE && graph->mark[to] != mark;
        }
        if (back == 0 && out == 0)
            continue;
        if (back != 1 || out != 1 || latch != GPUOCC_CODE_NONE)
            return GPUOCC_CODE_NONE;
        latch = block;
    }
    return latch;
}

/* Looks for the last instruction of a block that writes the register. Returns -1 if there is none,
 * 1 if it sets the register to a constant, which goes to `*value`, and otherwise 0. */
static int set_in(struct code_graph *graph, uint32_t block, uint32_t number, uint32_t *value)
{
    struct effect effect;
    uint32_t i;

    for (i = graph->first[block + 1]; i-- > graph->first[block];) {
        effect = effect_at(graph, i);
        if (!writes(&effect, number))
            continue;
        *value = effect.value;
        return effect.kind == EFFECT_SET && number - effect.to[0] < effect.count[0];
    }
    return -1;
}

/* Finds the constant that a register has whenever the loop is entered. Returns 0 if there is none.
 */
static int entry_value(struct code_graph *graph, uint32_t header, uint32_t mark, uint32_t number,
                       uint32_t *value)
{
    const uint32_t seen = ++graph->marks;
    uint32_t top = 0, block = header, i, from, found = 0, now = 0;
    int status;

    for (;;) {
        for (i = graph->before_at[block]; i < graph->before_at[block + 1]; i++) {
            from = graph->before[i];
            if (graph->mark[from] == seen || (block == header && graph->mark[from] == mark))
                continue;
            if (graph->mark[from] == mark)
                return 0;
            graph->mark[from] = seen;
            status = set_in(graph, from, number, &now);
            if (status == 0 || (status == 1 && found != 0 && now != *value) ||
                (status < 0 && (graph->flags[from] & BLOCK_ROOT) != 0))
                return 0;
            if (status < 0) {
                graph->stack[top++] = from;
                continue;
            }
            found = 1;
            *value = now;
        }
        if (top == 0)
            return found != 0 && (graph->flags[header] & BLOCK_ROOT) == 0;
        block = graph->stack[--top];
    }
}

static int64_t number_of(uint32_t value, int is_signed)
{
    return is_signed && value > INT32_MAX ? (int64_t)value - ((int64_t)1 << 32) : (int64_t)value;
}

/* Returns how often a value is tested that changes by `change` until it is no longer less than the
 * limit; 0 if it would pass `most` before. */
static uint64_t until(int64_t value, int64_t limit, int64_t change, int64_t most)
{
    int64_t more;

    if (value >= limit)
        return 1;
    if (change <= 0)
        return 0;
    more = (limit - value + change - 1) / change;
    return value + more * change <= most ? (uint64_t)more + 1 : 0;
}

/* Returns how often the values first, first + change, ... are tested until the relation does not
 * hold; 0 if that needs an overflow. */
static uint64_t tests_of(uint32_t first, uint32_t change, const struct test *test,
                         enum relation relation)
{
    const int64_t least = test->is_signed ? INT32_MIN : 0;
    const int64_t most = test->is_signed ? INT32_MAX : UINT32_MAX;
    const int64_t value = number_of(first, test->is_signed);
    const int64_t limit = number_of(test->limit, test->is_signed), by = number_of(change, 1);
    const uint32_t away = by > 0 ? test->limit - first : first - test->limit;
    const uint32_t size = (uint32_t)(by > 0 ? by : -by);

    switch (relation) {
    case LESS:
        return until(value, limit, by, most);
    case LESS_EQUAL:
        return until(value, limit + 1, by, most);
    case GREATER:
        return until(-value, -limit, -by, -least);
    case GREATER_EQUAL:
        return until(-value, -limit + 1, -by, -least);
    case EQUAL:
        return first != test->limit ? 1 : 2;
    case UNEQUAL:
        return away % size == 0 ? (uint64_t)(away / size) + 1 : 0;
    default:
        return 0;
    }
}

uint32_t code_trips(struct code_graph *graph, uint32_t header, uint32_t mark)
{
    static const enum relation opposites[] = {ALWAYS,     GREATER_EQUAL, UNEQUAL, GREATER,
                                              LESS_EQUAL, EQUAL,         LESS,    NEVER};
    const struct code *code = graph->code;
    const uint32_t latch = latch_of(graph, header, mark);
    uint32_t flag, entry = 0, change;
    struct state state;
    struct test *test;
    uint64_t trips;
    int taken_if;

    if (latch == GPUOCC_CODE_NONE || graph->partial || !follow(graph, header, latch, mark, &state))
        return 0;
    if (!(code->cpu != NULL ? amd_condition : sass_condition)(code, graph->first[latch + 1] - 1,
                                                              &flag, &taken_if))
        return 0;
    test = &state.tests[flag];
    if (test->value.from == UNKNOWN || state.values[test->value.from].from != test->value.from)
        return 0;
    change = state.values[test->value.from].offset;
    if (change == 0 || !entry_value(graph, header, mark, test->value.from, &entry))
        return 0;
    trips = tests_of(entry + test->value.offset, change, test,
                     (graph->next[2 * latch + 1] == header) == (taken_if != 0)
                         ? test->relation
                         : opposites[test->relation]);
    return trips <= UINT32_MAX ? (uint32_t)trips : 0;
}
