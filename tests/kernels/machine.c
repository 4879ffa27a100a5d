/* SPDX-License-Identifier: MIT
 *
 * Tests machine code that is made here: fields of single instructions of NVIDIA at the bits that
 * sass.c documents, and loops whose blocks, paths and loads in flight are counted by hand.
 */
#include <gpuocc/code.h>

#include "build.h"
#include "code/amd.h"
#include "tap.h"

#define NONE GPUOCC_CODE_NONE

enum { MOST = 64 };

/* A field of an instruction. */
struct bits {
    unsigned at, count;
    uint64_t value;
};

static unsigned char words[16 * MOST];

static void set_bits(unsigned index, struct bits bits)
{
    unsigned i, at;

    for (i = 0; i < bits.count; i++) {
        at = bits.at + i;
        words[16 * index + at / 8] &= (unsigned char)~(1 << at % 8);
        words[16 * index + at / 8] |= (unsigned char)((bits.value >> i & 1) << at % 8);
    }
}

/* Puts an operation without a guard, a counter or a wait. */
static void put(unsigned index, unsigned number)
{
    memset(words + 16 * index, 0, 16);
    set_bits(index, (struct bits){0, 12, number});
    set_bits(index, (struct bits){12, 4, 7});
    set_bits(index, (struct bits){87, 4, 7});
    set_bits(index, (struct bits){110, 3, 7});
}

static void branch(unsigned index, unsigned number, int to)
{
    put(index, number);
    set_bits(index, (struct bits){34, 48, (uint64_t)(4 * (to - (int)index - 1))});
}

static gpuocc_code code_of(const char *target, unsigned count)
{
    gpuocc_code code = {sizeof code, {NULL, 0}, words, 0};

    code.target.at = target;
    code.target.length = strlen(target);
    code.length = (size_t)16 * count;
    return code;
}

static gpuocc_code_instruction decode(const char *target, unsigned index, unsigned count)
{
    const gpuocc_code code = code_of(target, count);
    gpuocc_code_instruction now;

    memset(&now, 0, sizeof now);
    now.size = sizeof now;
    ok(gpuocc_code_decode(&code, 16 * index, &now) == GPUOCC_CODE_OK && now.address == 16 * index &&
           now.length == 16 && now.size == sizeof now && now.second == 0 && now.name[0] == 0,
       "instruction %u of %s", index, target);
    return now;
}

static const struct {
    const char *target;
    unsigned number;
    struct bits bits[2];
    uint32_t kind;
    const char *mnemonic;
} kinds[] = {
    {"sm_80", 0x202, {{0}}, GPUOCC_CODE_MOVE, "MOV"},
    {"sm_80", 0xfae, {{0}}, GPUOCC_CODE_ASYNC_COPY, "LDGSTS"},
    {"sm_80", 0x000, {{0}}, GPUOCC_CODE_UNKNOWN, ""},
    {"sm_80", 0xfff, {{0}}, GPUOCC_CODE_UNKNOWN, ""},
    {"sm_80", 0x40a, {{0}}, GPUOCC_CODE_FP32, ""},    /* as 0x20a and 0xa0a, FSET */
    {"sm_80", 0x436, {{0}}, GPUOCC_CODE_UNKNOWN, ""}, /* 0x236 is HMMA, 0x836 VIADD */
    {"sm_119", 0x235, {{0}}, GPUOCC_CODE_FP16, "HFMA2"},
    {"sm_120", 0x235, {{0}}, GPUOCC_CODE_INT, "IADD64"},
    {"sm_119", 0x835, {{0}}, GPUOCC_CODE_FP16, "HFMA2"},
    {"sm_120", 0x835, {{0}}, GPUOCC_CODE_INT, "IADD64"},
    {"sm_121", 0xc35, {{0}}, GPUOCC_CODE_INT, "IADD64"},
    {"sm_120", 0x435, {{0}}, GPUOCC_CODE_FP16, "HFMA2"},
    {"sm_80", 0x224, {{24, 8, 255}}, GPUOCC_CODE_MOVE, "IMAD"},
    {"sm_80", 0x224, {{24, 8, 254}}, GPUOCC_CODE_INT, "IMAD"},
    {"sm_80", 0x223, {{24, 8, 255}}, GPUOCC_CODE_FP32, "FFMA"},
    {"sm_80", 0x231, {{24, 8, 255}, {64, 8, 255}}, GPUOCC_CODE_MOVE, "HFMA2"},
    {"sm_80", 0x231, {{24, 8, 255}, {64, 8, 254}}, GPUOCC_CODE_FP16, "HFMA2"},
    {"sm_80", 0x231, {{24, 8, 127}, {64, 8, 255}}, GPUOCC_CODE_FP16, "HFMA2"},
    {"sm_80", 0x231, {{24, 8, 255}, {64, 8, 255 ^ 0x31}}, GPUOCC_CODE_FP16, "HFMA2"},
    {"sm_80", 0x235, {{24, 8, 255}, {64, 8, 255}}, GPUOCC_CODE_MOVE, "HFMA2"},
    {"sm_120", 0x235, {{24, 8, 255}, {64, 8, 255}}, GPUOCC_CODE_INT, "IADD64"},
};

static void operations(void)
{
    gpuocc_code_instruction now;
    size_t i;

    for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        put(0, kinds[i].number);
        set_bits(0, kinds[i].bits[0]);
        set_bits(0, kinds[i].bits[1]);
        now = decode(kinds[i].target, 0, 1);
        ok(now.kind == kinds[i].kind && strcmp(now.mnemonic, kinds[i].mnemonic) == 0,
           "%03x of %s is %s %s", kinds[i].number, kinds[i].target,
           gpuocc_code_class_name(now.kind), now.mnemonic);
    }
}

/* Bytes per lane by the code in bits 73 to 75. */
static void widths(void)
{
    static const uint32_t bytes[] = {1, 1, 2, 2, 4, 8, 16, 0};
    static const unsigned sized[] = {0x981, 0x984, 0x983, 0x980, 0x986, 0x988, 0x987, 0x985, 0xfae};
    static const struct {
        unsigned number;
        uint32_t bytes;
    } fixed[] = {{0x97e, 32}, {0x97f, 32}, {0x3ba, 0}, {0x3a8, 0}, {0x221, 0}};
    static const uint32_t matrices[] = {4, 8, 16, 0}; /* of 128 bytes: PTX's .x1, .x2 and .x4 */
    unsigned code;
    size_t i, wrong = 0;

    for (code = 0; code < 8; code++) {
        for (i = 0; i < sizeof sized / sizeof sized[0]; i++) {
            put(0, sized[i]);
            set_bits(0, (struct bits){73, 3, code});
            wrong += decode("sm_80", 0, 1).lane_bytes != bytes[code];
        }
        for (i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
            put(0, fixed[i].number);
            set_bits(0, (struct bits){73, 3, code});
            wrong += decode("sm_90", 0, 1).lane_bytes != fixed[i].bytes;
        }
    }
    for (code = 0; code < 4; code++) {
        put(0, 0x83b);
        set_bits(0, (struct bits){72, 2, code});
        wrong += decode("sm_90", 0, 1).lane_bytes != matrices[code];
        set_bits(0, (struct bits){78, 1, 1}); /* transposed */
        wrong += decode("sm_90", 0, 1).lane_bytes != matrices[code];
        set_bits(0, (struct bits){74, 2, 1}); /* another form */
        wrong += decode("sm_90", 0, 1).lane_bytes != 0;
    }
    ok(wrong == 0, "bytes of loads and stores");
    put(0, 0x981);
    set_bits(0, (struct bits){73, 3, 7});
    ok(decode("sm_79", 0, 1).lane_bytes == 16 && decode("sm_80", 0, 1).lane_bytes == 0,
       "the last code up to sm_79");
}

/* What a warp waits for, sets and stalls. */
static void schedules(void)
{
    gpuocc_code_instruction now;
    unsigned i, wrong = 0;

    for (i = 0; i < 8; i++) {
        put(0, 0x981);
        set_bits(0, (struct bits){110, 3, i});
        set_bits(0, (struct bits){116, 6, 1u << i});
        set_bits(0, (struct bits){122, 6, 0x3f});
        set_bits(0, (struct bits){105, 4, 8 + i});
        set_bits(0, (struct bits){12, 4, i});
        now = decode("sm_80", 0, 1);
        wrong += now.counter != (i < 6 ? i : NONE) || now.waits != (i < 6 ? 1u << i : 0) ||
                 now.stall_cycles != 8 + i ||
                 now.flags != (i != 7 ? 1u << GPUOCC_CODE_FLAG_GUARDED : 0) || now.target != NONE;
        put(0, 0x91a);
        set_bits(0, (struct bits){44, 3, i});
        set_bits(0, (struct bits){38, 6, 0x21 + i});
        set_bits(0, (struct bits){116, 6, 8});
        now = decode("sm_80", 0, 1);
        wrong += now.waits != (i < 6 ? 8u | 1u << i : 8) ||
                 (i < 6 && now.leaves[i] != (i == 3 ? 0 : 0x21 + i)) || now.leaves[7] != 0;
    }
    ok(wrong == 0, "counters, waits and stalls");
    for (wrong = i = 0; i < 4; i++) {
        static const unsigned numbers[] = {0x984, 0x389, 0xf89, 0x981};

        put(0, numbers[i]);
        wrong += (decode("sm_80", 0, 1).flags >> GPUOCC_CODE_FLAG_QUEUED & 1) != (i < 3);
    }
    ok(wrong == 0, "shared memory serves loads and shuffles in order");
}

#define F(name) (1u << GPUOCC_CODE_FLAG_##name)

static void flows(void)
{
    static const struct {
        unsigned number;
        struct bits bits;
        uint32_t flags;
    } rows[] = {{0x947, {0}, F(BRANCH) | F(ENDS)},
                {0x947, {12, 4, 0}, F(BRANCH) | F(GUARDED)},
                {0x947, {87, 4, 3}, F(BRANCH)},
                {0x947, {32, 2, 1}, F(BRANCH)},
                {0x947, {32, 2, 2}, F(BRANCH)},
                {0x547, {0}, F(BRANCH)},
                {0x944, {0}, F(CALL)},
                {0x943, {0}, 0},
                {0x949, {0}, F(INDIRECT) | F(ENDS)},
                {0x949, {12, 4, 0}, F(INDIRECT) | F(GUARDED)},
                {0x94a, {0}, F(INDIRECT) | F(ENDS)},
                {0x94c, {0}, F(INDIRECT) | F(ENDS)},
                {0x958, {0}, F(INDIRECT) | F(ENDS)},
                {0x94d, {0}, F(ENDS)},
                {0x94d, {12, 4, 0}, F(GUARDED)},
                {0x94d, {87, 4, 6}, 0},
                {0x950, {0}, F(ENDS)},
                {0x950, {87, 4, 6}, 0},
                {0x918, {0}, 0}};
    gpuocc_code_instruction now;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        branch(1, rows[i].number, 0);
        set_bits(1, rows[i].bits);
        now = decode("sm_80", 1, 4);
        branch(1, rows[i].number, 99);
        ok(((decode("sm_80", 1, 4).flags | now.flags) & ~(F(BRANCH) | F(CALL))) ==
                   (now.flags & ~(F(BRANCH) | F(CALL))) ||
               rows[i].bits.count != 0,
           "out of the code it leads nowhere");
        ok(now.flags == rows[i].flags &&
               now.target == ((rows[i].flags & (F(BRANCH) | F(CALL))) != 0 ? 0 : NONE),
           "the flow of %03x, row %u", rows[i].number, (unsigned)i);
    }
}

/* Offsets from the next instruction, in units of 4 bytes; from sm_90 on with 8 bits more below. */
static void targets(void)
{
    static const struct {
        int64_t offset;
        uint32_t target;
    } rows[] = {{0, 32},
                {-8, 0},
                {-4, 16},
                {4, 48},
                {8, NONE},
                {-12, NONE},
                {2, NONE},
                {1, NONE},
                {-16, NONE},
                {16, NONE},
                {64, NONE},
                {-64, NONE},
                {65, NONE},
                {-65, NONE},
                {((int64_t)1 << 47) - 1, NONE},
                {-((int64_t)1 << 47), NONE}};
    size_t i, wrong = 0;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        put(1, 0x947);
        set_bits(1, (struct bits){34, 48, (uint64_t)rows[i].offset});
        set_bits(1, (struct bits){16, 8, 0xff}); /* no part of it before sm_90 */
        wrong += decode("sm_89", 1, 4).target != rows[i].target;
        set_bits(1, (struct bits){16, 8, (uint64_t)rows[i].offset & 0xff});
        set_bits(1, (struct bits){34, 48, (uint64_t)rows[i].offset >> 8});
        wrong += decode("sm_90", 1, 4).target != rows[i].target;
    }
    ok(wrong == 0, "targets of branches");
}

/* What is reported about a program. */
static struct found {
    gpuocc_code_loop loop;
    gpuocc_code_step steps[MOST];
} found[16];
static unsigned found_count;

static int32_t take(void *user, const gpuocc_code_loop *loop)
{
    (void)user;
    found[found_count].loop = *loop;
    memcpy(found[found_count++].steps, loop->steps, loop->instructions * sizeof *loop->steps);
    return found_count == 16;
}

static int32_t run(unsigned count)
{
    const gpuocc_code code = code_of("sm_80", count);

    found_count = 0;
    memset(found, 0, sizeof found);
    return gpuocc_code_loops(&code, NULL, 0, take, NULL);
}

/* Whether found loop `i` is this one. */
static int is_loop(unsigned i, uint32_t extent, uint32_t first, uint32_t last, uint32_t depth,
                   uint32_t loops)
{
    const gpuocc_code_loop *loop = &found[i].loop;

    if (loop->extent == extent && loop->first == 16 * first && loop->last == 16 * last &&
        loop->depth == depth && loop->loops == loops && loop->size == sizeof *loop)
        return 1;
    printf("# loop %u: extent %u, %u to %u, depth %u, %u loops\n", i, (unsigned)loop->extent,
           (unsigned)loop->first / 16, (unsigned)loop->last / 16, (unsigned)loop->depth,
           (unsigned)loop->loops);
    return 0;
}

/* The conditional instructions of a loop, one bit each. */
static uint32_t conditional(unsigned i)
{
    uint32_t set = 0, step;

    for (step = 0; step < found[i].loop.instructions; step++)
        set |= (found[i].steps[step].flags >> GPUOCC_CODE_FLAG_CONDITIONAL & 1)
               << found[i].steps[step].address / 16;
    return set;
}

static void guard(unsigned index)
{
    set_bits(index, (struct bits){12, 4, 0});
}

static void load(unsigned index, unsigned number, unsigned counter)
{
    put(index, number);
    set_bits(index, (struct bits){73, 3, 4});
    set_bits(index, (struct bits){110, 3, counter});
}

static void wait_for(unsigned index, unsigned counter)
{
    put(index, 0x221);
    set_bits(index, (struct bits){116, 6, 1u << counter});
}

/* Fills a program with sums and an exit at its end. */
static void program(unsigned count)
{
    unsigned i;

    for (i = 0; i + 1 < count; i++)
        put(i, 0x221);
    put(count - 1, 0x94d);
}

static void nested(void)
{
    program(8);
    branch(3, 0x947, 2); /* an inner loop of 2 and 3, around it 1 to 5 */
    guard(3);
    branch(5, 0x947, 1);
    guard(5);
    ok(run(8) == GPUOCC_CODE_OK && found_count == 3 && is_loop(0, GPUOCC_CODE_LOOP, 2, 3, 2, 0) &&
           is_loop(1, GPUOCC_CODE_LOOP, 1, 5, 1, 1) && is_loop(2, GPUOCC_CODE_ALL, 0, 7, 0, 2) &&
           conditional(0) == 0 && conditional(1) == 0 && conditional(2) == 0 &&
           found[1].loop.instructions == 5 && found[1].loop.counts[GPUOCC_CODE_FP32] == 3 &&
           found[1].loop.counts[GPUOCC_CODE_CONTROL] == 2 && !found[2].loop.partial,
       "a loop in a loop");
    program(12);
    branch(3, 0x947, 2); /* a loop in a loop, and one behind them */
    guard(3);
    branch(5, 0x947, 1);
    guard(5);
    branch(9, 0x947, 7);
    guard(9);
    ok(run(12) == GPUOCC_CODE_OK && found_count == 4 && is_loop(0, GPUOCC_CODE_LOOP, 2, 3, 2, 0) &&
           is_loop(1, GPUOCC_CODE_LOOP, 1, 5, 1, 1) && is_loop(2, GPUOCC_CODE_LOOP, 7, 9, 1, 0) &&
           is_loop(3, GPUOCC_CODE_ALL, 0, 11, 0, 3),
       "a loop in a loop, and one behind them");
    program(12);
    branch(2, 0x947, 1); /* two loops, one behind the other, and a third around them */
    guard(2);
    branch(6, 0x947, 4);
    guard(6);
    branch(9, 0x947, 0);
    guard(9);
    ok(run(12) == GPUOCC_CODE_OK && found_count == 4 && is_loop(0, GPUOCC_CODE_LOOP, 1, 2, 2, 0) &&
           is_loop(1, GPUOCC_CODE_LOOP, 4, 6, 2, 0) && is_loop(2, GPUOCC_CODE_LOOP, 0, 9, 1, 2) &&
           is_loop(3, GPUOCC_CODE_ALL, 0, 11, 0, 3),
       "two loops in a loop");
}

static void paths(void)
{
    program(10);
    branch(2, 0x947, 5); /* a loop of 1 to 8, in which 3 and 4, or 5 and 6, are left out */
    guard(2);
    branch(4, 0x947, 7);
    branch(8, 0x947, 1);
    guard(8);
    load(3, 0x981, 0);
    load(7, 0x981, 0);
    ok(run(10) == GPUOCC_CODE_OK && found_count == 2 && is_loop(0, GPUOCC_CODE_LOOP, 1, 8, 1, 0) &&
           conditional(0) == 0x78 && conditional(1) == 0x78 && found[0].loop.conditional_loads == 1,
       "two ways through a loop");
    program(8);
    branch(2, 0x947, 1); /* two branches back to 1: what is behind the first is not always run */
    guard(2);
    branch(4, 0x947, 1);
    guard(4);
    ok(run(8) == GPUOCC_CODE_OK && found_count == 2 && is_loop(0, GPUOCC_CODE_LOOP, 1, 4, 1, 0) &&
           conditional(0) == 0x18 && conditional(1) == 0,
       "two branches back");
    program(10);
    branch(2, 0x947, 5); /* 3 and 4, or 5 and 6, which both end with a branch back to 1 */
    guard(2);
    branch(4, 0x947, 1);
    branch(6, 0x947, 1);
    guard(6);
    ok(run(10) == GPUOCC_CODE_OK && found_count == 2 && is_loop(0, GPUOCC_CODE_LOOP, 1, 6, 1, 0) &&
           conditional(0) == 0x78 && conditional(1) == 0x18,
       "two branches back on two ways");
    program(8);
    put(3, 0x94d); /* an exit in the loop, and one behind it */
    guard(3);
    branch(5, 0x947, 1);
    guard(5);
    ok(run(8) == GPUOCC_CODE_OK && is_loop(0, GPUOCC_CODE_LOOP, 1, 5, 1, 0) && conditional(0) == 0,
       "a guarded exit does not end a block");
    program(8);
    branch(1, 0x947, 4); /* 2 and 3 end, 4 to 7 as well */
    guard(1);
    put(3, 0x94d);
    ok(run(8) == GPUOCC_CODE_OK && found_count == 1 && conditional(0) == 0xfc, "two exits");
    program(6);
    branch(2, 0x947, 2); /* what compilers put behind the code */
    put(1, 0x94d);
    ok(run(6) == GPUOCC_CODE_OK && found_count == 1 && is_loop(0, GPUOCC_CODE_ALL, 0, 1, 0, 0) &&
           found[0].loop.instructions == 2,
       "a branch to itself is no loop, and what nothing leads to is left out");
}

/* A load from the address in R2 and R3: R3 is zero, and R2 a special register, by its number in
 * S2R. It is the same in all lanes if that is an index of the block. */
static void special_registers(void)
{
    static const struct {
        uint32_t number, uniform;
        const char *name;
    } rows[] = {{0x21, 0, "TID.X"},   {0x23, 0, "TID.Z"},   {0x25, 1, "CTAID.X"},
                {0x27, 1, "CTAID.Z"}, {0x28, 0, "the next"}, {0x00, 0, "LANEID"}};
    unsigned i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        program(5);
        put(0, 0x919);
        set_bits(0, (struct bits){16, 8, 2});
        set_bits(0, (struct bits){72, 8, rows[i].number});
        put(1, 0x202);
        set_bits(1, (struct bits){16, 8, 3});
        set_bits(1, (struct bits){32, 8, 255});
        load(2, 0x381, 0);
        set_bits(2, (struct bits){24, 8, 2});
        ok(run(5) == GPUOCC_CODE_OK &&
               (found[0].steps[2].flags >> GPUOCC_CODE_FLAG_UNIFORM & 1) == rows[i].uniform,
           "the address of %s is %s in all lanes", rows[i].name,
           rows[i].uniform ? "the same" : "not known to be the same");
    }
}

static void roots(void)
{
    program(9);
    put(2, 0x94d);
    branch(1, 0x944, 5); /* a call of 5 to 8, which has a loop of 6 and 7 */
    branch(7, 0x947, 6);
    guard(7);
    put(8, 0x950);
    ok(run(9) == GPUOCC_CODE_OK && found_count == 2 && is_loop(0, GPUOCC_CODE_LOOP, 6, 7, 1, 0) &&
           is_loop(1, GPUOCC_CODE_ALL, 0, 8, 0, 1) && found[1].loop.instructions == 7 &&
           !found[1].loop.partial,
       "a function that is called");
    program(9);
    put(2, 0x949); /* a branch to somewhere: everything may be reached */
    branch(6, 0x947, 5);
    guard(6);
    ok(run(9) == GPUOCC_CODE_OK && found_count == 2 && is_loop(0, GPUOCC_CODE_LOOP, 5, 6, 1, 0) &&
           found[1].loop.instructions == 9 && found[0].loop.partial && found[1].loop.partial,
       "a branch whose target is not known");
    program(8);
    branch(0, 0x947, 3); /* a cycle of 2 to 5 with two entries, which is no natural loop */
    guard(0);
    branch(5, 0x947, 2);
    guard(5);
    ok(run(8) == GPUOCC_CODE_OK && found_count == 1, "a cycle with two entries");
}

/* Loops that only wait. */
static void waiting(void)
{
    static const struct {
        unsigned a, b; /* operations in a loop with a branch */
        unsigned more; /* sums of integers behind them */
        uint32_t extent;
    } rows[] = {{0x5a7, 0x210, 0, GPUOCC_CODE_WAITING_LOOP}, /* SYNCS */
                {0x210, 0x210, 0, GPUOCC_CODE_LOOP},
                {0x5a7, 0x981, 0, GPUOCC_CODE_LOOP},
                {0x5a7, 0x984, 0, GPUOCC_CODE_LOOP},
                {0x5a7, 0x980, 0, GPUOCC_CODE_LOOP},
                {0x5a7, 0x986, 0, GPUOCC_CODE_LOOP},
                {0x5a7, 0x988, 0, GPUOCC_CODE_LOOP},
                {0x5a7, 0x985, 0, GPUOCC_CODE_LOOP},
                {0x5a7, 0x236, 0, GPUOCC_CODE_LOOP},
                {0x5a7, 0x221, 0, GPUOCC_CODE_LOOP},
                {0x5a7, 0x228, 0, GPUOCC_CODE_LOOP},
                {0x5a7, 0x230, 0, GPUOCC_CODE_LOOP},
                {0x3ba, 0x82f, 0, GPUOCC_CODE_WAITING_LOOP}, /* UBLKCP and ELECT */
                {0x3ba, 0x82f, 5, GPUOCC_CODE_WAITING_LOOP},
                {0x3ba, 0x82f, 6, GPUOCC_CODE_LOOP},
                {0x3ba, 0x3ba, 0, GPUOCC_CODE_LOOP},
                {0x3ba, 0x210, 0, GPUOCC_CODE_LOOP},
                {0x3ba, 0x5a7, 0, GPUOCC_CODE_LOOP}};
    unsigned i, count;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        program(20);
        put(1, rows[i].a);
        put(2, rows[i].b);
        for (count = 3; count < 3 + rows[i].more; count++)
            put(count, 0x210);
        branch(count, 0x947, 1);
        guard(count);
        ok(run(20) == GPUOCC_CODE_OK && found_count == 2 &&
               is_loop(0, rows[i].extent, 1, count, 1, 0) &&
               is_loop(1, GPUOCC_CODE_ALL, 0, 19, 0, rows[i].extent == GPUOCC_CODE_LOOP),
           "a loop of %03x, %03x and %u more", rows[i].a, rows[i].b, rows[i].more);
    }
}

/* Loads in flight. */
static void flights(void)
{
    const gpuocc_code_loop *loop = &found[0].loop;

    program(12);
    load(1, 0x981, 0); /* three loads of 4 bytes, of which the first wait leaves one */
    load(2, 0x981, 0);
    load(3, 0x981, 1);
    wait_for(4, 0);
    wait_for(5, 1);
    load(6, 0x984, 2); /* two shared loads with a counter */
    load(7, 0x984, 2);
    wait_for(8, 2);
    branch(9, 0x947, 1);
    guard(9);
    ok(run(12) == GPUOCC_CODE_OK && found_count == 2 && loop->loads_in_flight == 3 &&
           loop->bytes_in_flight == 12 && loop->wait_address == 64 && loop->most_in_flight == 3 &&
           loop->shared_in_flight == 2 && loop->load_bytes == 12 && loop->sized_loads == 3 &&
           loop->shared_bytes == 8 && loop->sized_shared == 2 && loop->store_bytes == 0 &&
           found[0].steps[3].in_flight == 3 && found[0].steps[3].returns == 2 &&
           found[0].steps[4].in_flight == 1 && found[0].steps[4].returns == 1 &&
           found[0].steps[5].in_flight == 0 && found[0].steps[7].shared == 2 &&
           found[0].steps[7].shared_returns == 2 && found[0].steps[8].shared == 0,
       "loads that are waited for in the same iteration");
    program(8);
    wait_for(1, 0); /* a load that the next iteration waits for, and one that none waits for */
    load(2, 0x981, 0);
    load(3, 0x981, 1);
    branch(4, 0x947, 1);
    guard(4);
    ok(run(8) == GPUOCC_CODE_OK && loop->wait_address == 16 && loop->loads_in_flight == 3 &&
           loop->most_in_flight == 4 && found[1].loop.wait_address == NONE &&
           found[1].loop.most_in_flight == 2 && found[1].loop.loads_in_flight == 0,
       "loads that the next iteration waits for");
    program(8);
    load(1, 0x984, 1); /* the first load is not that of counter 0 */
    load(2, 0x981, 0);
    wait_for(3, 0);
    wait_for(4, 1);
    branch(5, 0x947, 1);
    guard(5);
    ok(run(8) == GPUOCC_CODE_OK && loop->loads_in_flight == 1 && loop->wait_address == 48 &&
           loop->shared_in_flight == 1 && found[0].steps[2].returns == 1 &&
           found[0].steps[2].shared_returns == 0 && found[0].steps[3].shared_returns == 1,
       "loads of two counters, the second of which is waited for first");
}

static void queues(void)
{
    const gpuocc_code_loop *loop = &found[0].loop;

    program(10);
    load(1, 0x984, 7); /* shared loads without a counter, which a later one brings */
    load(2, 0x984, 7);
    load(3, 0x984, 1);
    load(4, 0x981, 1);
    wait_for(5, 1);
    branch(6, 0x947, 1);
    guard(6);
    ok(run(10) == GPUOCC_CODE_OK && loop->shared_in_flight == 3 && loop->loads_in_flight == 1 &&
           found[0].steps[4].shared_returns == 3 && found[0].steps[4].returns == 1,
       "shared loads that wait for a later one");
    program(10);
    load(1, 0x981, 1); /* the counter has a load already */
    load(2, 0x984, 7);
    load(3, 0x984, 1);
    load(4, 0x984, 2);
    wait_for(5, 1);
    wait_for(6, 2);
    branch(7, 0x947, 1);
    guard(7);
    ok(run(10) == GPUOCC_CODE_OK && loop->shared_in_flight == 3 && loop->loads_in_flight == 1 &&
           found[0].steps[4].shared_returns == 2 && found[0].steps[4].returns == 1 &&
           found[0].steps[5].shared_returns == 1,
       "shared loads behind another load");
    program(10);
    load(1, 0x981, 2); /* DEPBAR leaves the newest of three */
    load(2, 0x981, 2);
    load(3, 0x981, 2);
    put(4, 0x91a);
    set_bits(4, (struct bits){44, 3, 2});
    set_bits(4, (struct bits){38, 6, 1});
    wait_for(5, 2);
    branch(6, 0x947, 1);
    guard(6);
    ok(run(10) == GPUOCC_CODE_OK && found[0].steps[3].returns == 2 &&
           found[0].steps[4].in_flight == 1 && found[0].steps[4].returns == 1,
       "a wait that leaves a load");
    program(10);
    load(1, 0x984, 7);
    load(2, 0x389, 3); /* a shuffle with a counter is behind them in the same queue */
    wait_for(3, 3);
    load(4, 0x981, 7); /* a load without a counter is never waited for */
    branch(5, 0x947, 1);
    guard(5);
    ok(run(10) == GPUOCC_CODE_OK && found[0].steps[2].shared_returns == 1 &&
           loop->most_in_flight == 0 && loop->wait_address == NONE,
       "a shuffle behind a shared load");
}

/* Bytes and kinds. */
static void sums(void)
{
    const gpuocc_code_loop *loop = &found[0].loop;

    program(12);
    load(0, 0x981, 0);
    load(1, 0x980, 0);
    load(2, 0x986, 7);
    load(3, 0x985, 7);
    load(4, 0x988, 7);
    load(5, 0xfae, 7);
    load(6, 0x981, 0);
    set_bits(6, (struct bits){73, 3, 7});
    load(7, 0x986, 7);
    set_bits(7, (struct bits){73, 3, 7});
    load(8, 0x988, 7);
    set_bits(8, (struct bits){73, 3, 7});
    load(9, 0x3ba, 7);
    guard(1);
    set_bits(2, (struct bits){105, 4, 5});
    set_bits(4, (struct bits){105, 4, 9});
    ok(run(12) == GPUOCC_CODE_OK && found_count == 1 && loop->load_bytes == 8 &&
           loop->sized_loads == 2 && loop->store_bytes == 8 && loop->sized_stores == 2 &&
           loop->shared_bytes == 4 && loop->sized_shared == 1 && loop->copy_bytes == 4 &&
           loop->sized_copies == 1 && loop->stall_cycles == 14 && loop->conditional_loads == 1 &&
           loop->counts[GPUOCC_CODE_LOAD_GLOBAL] == 2 &&
           loop->counts[GPUOCC_CODE_LOAD_GENERIC] == 1 && loop->counts[GPUOCC_CODE_ASYNC_COPY] == 2,
       "bytes of each kind");
}

/* The same program as records of AMD, whose instructions have 4 or 8 bytes. */
static void records(void)
{
    static const struct amd_record all[] = {
        {0, NONE, 8, GPUOCC_CODE_LOAD_GLOBAL, 0, 16, 0, 0, 0, {0}, 0, 0},
        {8, NONE, 8, GPUOCC_CODE_STORE_GLOBAL, 0, 4, 0, 0, 0, {0}, 0, 0},
        {16, NONE, 4, GPUOCC_CODE_FP32, GPUOCC_CODE_MOVE, 0, 0, 1, 0xff, {1}, 0, 0},
        {20, 0, 4, GPUOCC_CODE_CONTROL, 0, 0, F(BRANCH), 0, 0xff, {0}, 0, 0},
        {24, NONE, 4, GPUOCC_CODE_CONTROL, 0, 0, F(ENDS), 0, 0xff, {0}, 0, 0}};
    static const gpuocc_kernels_text target = {"gfx90a", 6};
    struct amd_record copy[5];
    gpuocc_code_instruction now;
    gpuocc_code_step steps[8];
    struct code_graph graph;
    gpuocc_code_loop loop;
    struct code code;
    uint32_t mark;

    memset(&code, 0, sizeof code);
    memcpy(copy, all, sizeof copy);
    code.length = 28;
    code.count = 5;
    code.records = copy;
    code.cpu = amd_cpu_named(target);
    amd_at(&code, 2, &now);
    ok(now.address == 16 && now.length == 4 && now.kind == GPUOCC_CODE_FP32 &&
           now.second == GPUOCC_CODE_MOVE && now.counter == NONE && now.waits == 1 &&
           now.leaves[0] == 1 && now.stall_cycles == 4 && now.target == NONE &&
           now.size == sizeof now && now.mnemonic[0] == 0,
       "an instruction of AMD");
    ok(code_index(&code, 0) == 0 && code_index(&code, 8) == 1 && code_index(&code, 9) == 2 &&
           code_index(&code, 24) == 4 && code_index(&code, 25) == 5,
       "the first instruction at an address or behind it");
    memset(&loop, 0, sizeof loop);
    ok(code_graph_make(&graph, &code) == GPUOCC_CODE_OK && graph.blocks == 2 &&
           graph.headers == 1 && (mark = code_part(&graph, 0)) != 0 &&
           code_replay(&graph, mark, &loop, steps) == GPUOCC_CODE_OK && loop.instructions == 4 &&
           loop.first == 0 && loop.last == 20 && loop.counts[GPUOCC_CODE_MOVE] == 1 &&
           loop.counts[GPUOCC_CODE_FP32] == 1 && loop.loads_in_flight == 1 &&
           loop.wait_address == 16 && loop.bytes_in_flight == 16 && steps[2].returns == 1 &&
           loop.stall_cycles == 16 && loop.most_in_flight == 1,
       "a store counts with the loads: the wait that leaves one waits for the load");
    code_graph_free(&graph);
}

/* A disassembler whose instructions are texts: the third byte is the length in bytes, which may be
 * no multiple of 4 and is 0 for what is unknown, and the fourth the number of the text. */
static const char *const texts[] = {"\tglobal_load_dword v0, v[1:2], off", "s_waitcnt vmcnt(0)",
                                    "s_cbranch_scc1 65535", "s_endpgm",
                                    "v_dual_add_f32 v0, v1, v2 :: v_dual_mov_b32 v3, v4"};
static int is_open, refuses;

static void *open_texts(const struct amd_cpu *cpu)
{
    if (refuses)
        return NULL;
    is_open += cpu != NULL;
    return &is_open;
}

static void close_texts(void *opened)
{
    is_open -= opened == &is_open;
}

static size_t text_of(void *opened, const unsigned char *bytes, size_t length, uint32_t address,
                      char text[AMD_TEXT_BYTES])
{
    if (opened != &is_open || length < 4 || bytes[2] > length || address % 4 != 0)
        return 0;
    strcpy(text, texts[bytes[3]]);
    return bytes[2];
}

static const struct amd_disassembler of_texts = {open_texts, close_texts, text_of};

/* An instruction: its length, its text, and what a branch has in the low half of its word. */
struct coded {
    unsigned char length, text;
    int16_t distance;
};

static void open_amd(struct code *code, const char *target, const struct coded *all, unsigned count)
{
    const gpuocc_kernels_text text = {target, strlen(target)};
    unsigned i, at = 0;

    memset(code, 0, sizeof *code);
    memset(words, 0, sizeof words);
    for (i = 0; i < count; i++) {
        words[at] = (unsigned char)all[i].distance;
        words[at + 1] = (unsigned char)((uint16_t)all[i].distance >> 8);
        words[at + 2] = all[i].length;
        words[at + 3] = all[i].text;
        at += all[i].length != 0 ? (all[i].length + 3u) / 4 * 4 : 4;
    }
    code->bytes = words;
    code->length = at;
    code->cpu = amd_cpu_named(text);
    code->disassembler = &of_texts;
}

static void disassembled(void)
{
    static const struct coded all[] = {{8, 0, 0}, {4, 1, 0}, {0, 0, 0}, {9, 4, 0}, {4, 3, 0}};
    gpuocc_code_instruction now;
    struct code code;

    refuses = is_open = 0;
    open_amd(&code, "gfx1100", all, 5);
    ok(code.length == 32 && amd_load(&code) == GPUOCC_CODE_OK && code.count == 5 && is_open == 1 &&
           code.records[0].address == 0 && code.records[0].length == 8 &&
           code.records[0].kind == GPUOCC_CODE_LOAD_GLOBAL && code.records[0].lane_bytes == 4 &&
           code.records[0].counter == 0 && code.records[1].address == 8 &&
           code.records[1].waits == 1 && code.records[1].counter == 0xff &&
           code.records[2].address == 12 && code.records[2].length == 4 &&
           code.records[2].kind == GPUOCC_CODE_UNKNOWN && code.records[3].address == 16 &&
           code.records[3].length == 12 && code.records[3].second == GPUOCC_CODE_MOVE &&
           code.records[4].address == 28 && code.records[4].flags == F(ENDS),
       "instructions of 4, 8 and 9 bytes, and one that is unknown");
    ok(amd_decode_at(&code, 16, &now) == GPUOCC_CODE_OK && now.length == 12 && now.address == 16 &&
           now.kind == GPUOCC_CODE_FP32 && is_open == 1,
       "one of them alone");
    amd_unload(&code);
    ok(is_open == 0, "the disassembler is closed with the code");
    refuses = 1;
    code.count = 0;
    ok(amd_load(&code) == GPUOCC_CODE_ERROR_MEMORY &&
           amd_decode_at(&code, 16, &now) == GPUOCC_CODE_ERROR_MEMORY,
       "no disassembler");
    amd_unload(&code);
    ok(is_open == 0, "what could not be opened is not closed");
}

/* Branches to the start of an instruction, into one, and out of the code. The low half of the word
 * is the distance in words from the next instruction. */
static void branches(void)
{
    static const struct {
        int16_t distance;
        uint32_t target;
    } rows[] = {{-3, 0}, {-2, NONE}, {-1, 8},    {0, 12},        {1, NONE},    {2, NONE},
                {3, 24}, {4, NONE},  {-4, NONE}, {-32768, NONE}, {32767, NONE}};
    struct coded all[] = {{8, 0, 0}, {4, 2, 0}, {12, 4, 0}, {4, 3, 0}};
    gpuocc_code_instruction now;
    struct code code;
    size_t i;

    refuses = is_open = 0;
    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        all[1].distance = rows[i].distance;
        open_amd(&code, "gfx90a", all, 4);
        ok(amd_load(&code) == GPUOCC_CODE_OK && code.count == 4 &&
               code.records[1].target == rows[i].target &&
               code.records[1].flags == (rows[i].target != NONE ? F(BRANCH) : F(INDIRECT)),
           "a branch by %d words", rows[i].distance);
        amd_unload(&code);
    }
    memset(&now, 0, sizeof now);
    amd_decode(code.cpu, "s_branch x", 0x7fff, 0x7ffe0000 - 4, &now);
    ok(now.target == 0x7ffffffc && now.flags == (F(BRANCH) | F(ENDS)), "the last target");
    memset(&now, 0, sizeof now);
    amd_decode(code.cpu, "s_branch x", 0x7fff, 0x7ffe0000, &now);
    ok(now.target == NONE && now.flags == (F(INDIRECT) | F(ENDS)), "and behind it");
}

/* What an operation of AMD transfers, which counter it occupies and where it leads, after LLVM's
 * AMDGPUUsage, SIInsertWaitcnts and its tests of instructions. */
static const struct {
    const char *target, *text;
    uint32_t word, bytes, counter, flags;
} amd_operations[] = {
    {"gfx900", "global_load_ubyte v0, v[1:2], off", 0, 1, 0, 0},
    {"gfx900", "global_load_sbyte v0, v[1:2], off", 0, 1, 0, 0},
    {"gfx900", "global_store_byte v[1:2], v0, off", 0, 1, 0, 0},
    {"gfx1100", "global_load_u8 v0, v[1:2], off", 0, 1, 0, 0},
    {"gfx1100", "global_load_i8 v0, v[1:2], off", 0, 1, 0, 0},
    {"gfx1100", "global_store_b8 v[1:2], v0, off", 0, 1, 3, 0},
    {"gfx900", "global_load_ushort v0, v[1:2], off", 0, 2, 0, 0},
    {"gfx900", "global_load_sshort v0, v[1:2], off", 0, 2, 0, 0},
    {"gfx900", "global_store_short v[1:2], v0, off", 0, 2, 0, 0},
    {"gfx1100", "global_load_u16 v0, v[1:2], off", 0, 2, 0, 0},
    {"gfx1100", "global_load_i16 v0, v[1:2], off", 0, 2, 0, 0},
    {"gfx1100", "scratch_store_b16 off, v0, s0", 0, 2, 3, 0},
    {"gfx900", "buffer_load_dword v0, off, s[0:3], 0", 0, 4, 0, 0},
    {"gfx900", "buffer_load_dwordx2 v[0:1], off, s[0:3], 0", 0, 8, 0, 0},
    {"gfx900", "buffer_load_dwordx3 v[0:2], off, s[0:3], 0", 0, 12, 0, 0},
    {"gfx900", "flat_store_dwordx4 v[0:1], v[2:5]", 0, 16, 0, 0},
    {"gfx1100", "flat_store_b32 v[0:1], v2", 0, 4, 3, 0},
    {"gfx1100", "flat_load_b64 v[2:3], v[0:1]", 0, 8, 0, 0},
    {"gfx1100", "scratch_load_b96 v[0:2], off, s0", 0, 12, 0, 0},
    {"gfx1100", "global_load_b128 v[0:3], v[4:5], off", 0, 16, 0, 0},
    {"gfx900", "global_load_dwordx5 v0, v[1:2], off", 0, 0, 0, 0},
    {"gfx900", "ds_read_b64 v[0:1], v2", 0, 8, 1, 0},
    {"gfx900", "ds_read2_b64 v[0:3], v4", 0, 16, 1, 0},
    {"gfx900", "ds_write2st64_b32 v0, v1, v2", 0, 8, 1, 0},
    {"gfx1100", "ds_store_2addr_b32 v0, v1, v2", 0, 8, 1, 0},
    {"gfx900", "ds_add_u32 v0, v1", 0, 0, 1, 0},
    {"gfx1030", "s_atomic_add s0, s[2:3], 0", 0, 0, 1, 0},
    {"gfx942", "global_atomic_add_f32 v0, v1, v2, s[0:1] sc0", 0, 0, 0, 0},
    {"gfx1100", "exp mrt0 v0, v1, v2, v3", 0, 0, 2, 0},
    {"gfx900", "ds_nop", 0, 0, 1, 0},
    {"gfx1100", "s_sendmsg sendmsg(MSG_INTERRUPT)", 0, 0, 1, 0},
    {"gfx1200", "s_sendmsg sendmsg(MSG_INTERRUPT)", 0, 0, 6, 0},
    {"gfx900", "s_memtime s[0:1]", 0, 0, 1, 0},
    {"gfx900", "s_memrealtime s[0:1]", 0, 0, 1, 0},
    {"gfx900", "s_store_dword s0, s[2:3], 0", 0, 0, 1, 0},
    {"gfx900", "s_buffer_store_dword s0, s[4:7], 0", 0, 0, 1, 0},
    {"gfx900", "s_scratch_store_dword s0, s[2:3], 0", 0, 0, 1, 0},
    {"gfx1200", "global_inv scope:SCOPE_DEV", 0, 0, 0, 0},
    {"gfx1200", "global_wb scope:SCOPE_DEV", 0, 0, 3, 0},
    {"gfx942", "buffer_wbl2 sc1", 0, 0, NONE, 0},
    {"gfx942", "buffer_inv sc1", 0, 0, NONE, 0},
    {"gfx1100", "global_inv", 0, 0, NONE, 0},
    {"gfx1100", "global_wb", 0, 0, NONE, 0},
    {"gfx900", "image_store v0, v[1:2], s[0:7]", 0, 0, 0, 0},
    {"gfx1030", "image_store v0, v[1:2], s[0:7]", 0, 0, 3, 0},
    {"gfx1100", "image_bvh_intersect_ray v[0:3], v[4:15], s[0:3]", 0, 0, 0, 0},
    {"gfx1200", "image_gather4 v[0:3], v[4:5], s[0:7], s[8:11]", 0, 0, 4, 0},
    {"gfx1200", "image_get_lod v0, v[1:2], s[0:7], s[8:11]", 0, 0, 4, 0},
    {"gfx1200", "image_msaa_load v[0:3], v[4:6], s[0:7]", 0, 0, 4, 0},
    {"gfx900", "buffer_load_dword v0, off, s[0:3], 0 ldsx", 0, 4, 0, 0},
    {"gfx900", "s_endpgm", 0xbf810000, 0, NONE, F(ENDS)},
    {"gfx900", "s_rfe_b64 s[0:1]", 0, 0, NONE, F(ENDS)},
    {"gfx900", "s_setpc_b64 s[0:1]", 0, 0, NONE, F(INDIRECT) | F(ENDS)},
    {"gfx900", "s_swappc_b64 s[0:1], s[2:3]", 0, 0, NONE, F(INDIRECT)},
    {"gfx1030", "s_subvector_loop_begin s0, 8", 0, 0, NONE, F(INDIRECT)},
    {"gfx900", "s_cbranch_i_fork s[0:1], 8", 0, 0, NONE, F(INDIRECT)},
    {"gfx900", "s_cbranch_g_fork s[0:1], s[2:3]", 0, 0, NONE, F(INDIRECT)},
    {"gfx900", "s_cbranch_join s0", 0, 0, NONE, F(INDIRECT)},
    {"gfx900", "s_branch 2", 0xbf820002, 0, NONE, F(BRANCH) | F(ENDS)},
    {"gfx900", "s_cbranch_vccz 2", 0xbf860002, 0, NONE, F(BRANCH)},
    {"gfx900", "s_call_b64 s[0:1], 2", 0xba800002, 0, NONE, F(CALL)},
    {"gfx900", "s_nop 2", 0xbf800002, 0, NONE, 0},
};

static void amd_texts(void)
{
    gpuocc_code_instruction now;
    gpuocc_kernels_text target;
    size_t i;

    for (i = 0; i < sizeof amd_operations / sizeof amd_operations[0]; i++) {
        target.at = amd_operations[i].target;
        target.length = strlen(target.at);
        memset(&now, 0, sizeof now);
        amd_decode(amd_cpu_named(target), amd_operations[i].text, amd_operations[i].word, 100,
                   &now);
        ok(now.lane_bytes == amd_operations[i].bytes && now.counter == amd_operations[i].counter &&
               now.flags == amd_operations[i].flags && now.waits == 0 &&
               now.target == ((now.flags & (F(BRANCH) | F(CALL))) != 0 ? 112 : NONE),
           "%s: %s", target.at, amd_operations[i].text);
    }
}

/* Stores have a counter of their own from RDNA 1 on, scalar loads and caches from RDNA 4 on; GCN
 * and CDNA issue for a wave in every fourth cycle. */
static void amd_targets(void)
{
    const struct amd_cpu *cpu;
    gpuocc_code_instruction store, scalar, cache;
    unsigned i, old, rdna4, wrong = 0;

    for (i = 0; (cpu = amd_cpu_number(i)) != NULL; i++) {
        memset(&store, 0, sizeof store);
        scalar = cache = store;
        amd_decode(cpu, "global_store_dword v[0:1], v2, off", 0, 0, &store);
        amd_decode(cpu, "s_load_dword s0, s[2:3], 0", 0, 0, &scalar);
        amd_decode(cpu, "global_inv scope:SCOPE_DEV", 0, 0, &cache);
        old = strncmp(cpu->name, "gfx9", 4) == 0;
        rdna4 = strncmp(cpu->name, "gfx12", 5) == 0;
        wrong += store.counter != (old ? 0 : 3) || scalar.counter != (rdna4 ? 6 : 1) ||
                 cache.counter != (rdna4 ? 0 : NONE) || store.stall_cycles != (old ? 4 : 1);
    }
    ok(i == 37 && wrong == 0, "the counters of %u targets", i);
}

/* 64 MiB of code are read, and no byte more. */
static void most(void)
{
    gpuocc_code code = code_of("sm_80", 1);
    gpuocc_code_instruction now;

    memset(&now, 0, sizeof now);
    now.size = sizeof now;
    put(0, 0x221);
    code.length = (size_t)64 << 20;
    ok(gpuocc_code_decode(&code, 0, &now) == GPUOCC_CODE_OK, "the most code");
    code.length++;
    ok(gpuocc_code_decode(&code, 0, &now) == GPUOCC_CODE_TOO_COMPLEX, "a byte more");
}

/* The counters of waits that encode how much is left, and names that are as long as their room. */
static void amd_waits(void)
{
    static const char *const names[] = {"s_wait_loadcnt",   "s_wait_dscnt",     "s_wait_expcnt",
                                        "s_wait_storecnt",  "s_wait_samplecnt", "s_wait_bvhcnt",
                                        "s_wait_kmcnt",     "s_waitcnt_vmcnt",  "s_waitcnt_lgkmcnt",
                                        "s_waitcnt_expcnt", "s_waitcnt_vscnt"};
    static const unsigned counters[] = {0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3};
    static const unsigned left[] = {0, 254, 255, 256, 0xffff};
    gpuocc_code_instruction now;
    char name[64];
    unsigned i, j, wrong = 0;

    for (i = 0; i < 11; i++)
        for (j = 0; j < 5; j++) {
            memset(&now, 0, sizeof now);
            amd_decode(amd_cpu_number(0), names[i], 0x12340000 | left[j], 0, &now);
            wrong += now.waits != 1u << counters[i] ||
                     now.leaves[counters[i]] != (left[j] < 255 ? left[j] : 255) ||
                     now.kind != GPUOCC_CODE_OTHER;
        }
    memset(&now, 0, sizeof now);
    amd_decode(amd_cpu_number(0), "s_wait_loadcnt_dscnt 0", 0x12340605, 0, &now);
    wrong += now.waits != 3 || now.leaves[0] != 6 || now.leaves[1] != 5;
    memset(&now, 0, sizeof now);
    amd_decode(amd_cpu_number(0), "s_wait_storecnt_dscnt 0", 0x12340605, 0, &now);
    wrong += now.waits != 10 || now.leaves[3] != 6 || now.leaves[1] != 5;
    ok(wrong == 0, "waits for each counter");
    for (i = 46; i < 50; i++) {
        memset(name, 'x', sizeof name);
        memcpy(name, " \tv_", 4);
        name[i + 2] = 0;
        memset(&now, 0, sizeof now);
        amd_decode(amd_cpu_number(0), name, 0, 0, &now);
        ok(strlen(now.name) == (i < 48 ? i : 0), "a name of %u letters", i);
    }
}

/* A budget of work, at the end of which the code is too complex. */
static void complex(void)
{
    static const gpuocc_kernels_text target = {"sm_80", 5};
    struct code_graph graph;
    struct code code;

    program(12);
    branch(3, 0x947, 2);
    guard(3);
    memset(&code, 0, sizeof code);
    code.bytes = words;
    code.count = 12;
    code.length = 12 * 16;
    code.sm = sass_number(target);
    ok(code_graph_make(&graph, &code) == GPUOCC_CODE_OK &&
           graph.steps <= ((uint64_t)1 << 24) + 12 * 256 &&
           graph.steps > ((uint64_t)1 << 24) + 12 * 256 - 100,
       "a small program takes few steps of 2^24 and 256 for each instruction");
    graph.steps = 0;
    ok(code_part(&graph, 1) == 0 && code_part(&graph, NONE) == 0 &&
           code_dominators(&graph) == GPUOCC_CODE_TOO_COMPLEX,
       "without a step left it is too complex");
    code_graph_free(&graph);
}

static void numbers(void)
{
    static const struct {
        const char *target;
        unsigned number;
    } rows[] = {{"sm_70", 70},    {"sm_69", 0},   {"sm_121", 121}, {"sm_122", 0},   {"sm_90a", 90},
                {"sm_90f", 90},   {"sm_90b", 0},  {"sm_90aa", 0},  {"sm_0090", 90}, {"sm_00090", 0},
                {"sm_9", 0},      {"sm_0", 0},    {"sn_90", 0},    {"sm_9/", 0},    {"sm_9:", 0},
                {"sm_100a", 100}, {"sm_1000", 0}, {"sm_", 0}};
    gpuocc_kernels_text text;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        text.at = rows[i].target;
        text.length = strlen(text.at);
        ok(sass_number(text) == rows[i].number, "the number of %s", rows[i].target);
    }
    text.at = "sm_909";
    text.length = 5;
    ok(sass_number(text) == 90, "the number of sm_90 before other text");
}

int main(void)
{
    operations();
    widths();
    schedules();
    flows();
    targets();
    nested();
    paths();
    special_registers();
    roots();
    waiting();
    flights();
    queues();
    sums();
    records();
    disassembled();
    branches();
    amd_texts();
    amd_waits();
    amd_targets();
    most();
    complex();
    numbers();
    return done();
}
