/* SPDX-License-Identifier: MIT
 *
 * Tests trip counts: of compiled loops whose source says them, and of counters that are made here,
 * which are counted one by one. Usage: trips TRIPS.csv
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpuocc/code.h>

#include "tap.h"

enum { LINE = 8192, MOST = 8 };

static uint32_t trips[MOST];
static unsigned loops;

static int32_t take(void *user, const gpuocc_code_region *region)
{
    (void)user;
    if (region->extent == GPUOCC_CODE_LOOP && loops < MOST)
        trips[loops++] = region->trips;
    return region->extent != GPUOCC_CODE_LOOP && region->trips != 1;
}

static int32_t read_trips(const char *target, const void *bytes, size_t length)
{
    const gpuocc_code code = {sizeof code, {target, strlen(target)}, bytes, length};

    loops = 0;
    return gpuocc_code_regions(&code, NULL, 0, take, NULL);
}

static void compare(const char *name, const char *target, const char *expected, const char *hex)
{
    static unsigned char bytes[LINE];
    const size_t length = strlen(hex) / 2;
    char digits[3] = "", *end;
    unsigned wrong = 0;
    int32_t status;
    size_t i;

    for (i = 0; i < length; i++) {
        memcpy(digits, hex + 2 * i, 2);
        bytes[i] = (unsigned char)strtoul(digits, NULL, 16);
    }
    status = read_trips(target, bytes, length);
    if (status == GPUOCC_CODE_NEEDS_LLVM)
        return;
    for (i = 0; *expected != 0; i++, expected = end)
        wrong += i >= loops || trips[i] != strtoul(expected, &end, 10);
    ok(status == GPUOCC_CODE_OK && wrong == 0 && loops == i, "%s of %s", name, target);
}

static void recorded(const char *path)
{
    const gpuocc_kernels_text amd = {"gfx900", 6};
    static char line[2 * LINE];
    FILE *file = fopen(path, "r");
    unsigned rows = 0, i;
    char *cells[4];

    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\r\n")] = 0;
        for (i = 0; i < 4; i++)
            cells[i] = strtok(i == 0 ? line : NULL, ",");
        if (line[0] == '#' || cells[3] == NULL || strcmp(cells[0], "kernel") == 0)
            continue;
        rows++;
        compare(cells[0], cells[1], cells[2], cells[3]);
    }
    if (file != NULL)
        fclose(file);
    ok(rows == 100, "%u loops are recorded", rows);
    if (!gpuocc_code_is_read(amd))
        skip("the loops of AMD among them", "LLVM 22 not found");
}

/* Code that is made here, for sm_80: R0 is the counter, P0 the result of the comparison. */
static unsigned char words[16 * 8];

static void put(unsigned index, uint64_t low, uint64_t high)
{
    unsigned i;

    for (i = 0; i < 8; i++) {
        words[16 * index + i] = (unsigned char)(low >> 8 * i);
        words[16 * index + 8 + i] = (unsigned char)(high >> 8 * i);
    }
}

enum { LESS = 1, EQUAL, LESS_EQUAL, GREATER, UNEQUAL, GREATER_EQUAL };

struct counter {
    uint32_t first, step, limit;
    unsigned relation, is_signed, taken_if, before; /* before: it is compared before the step */
};

/* The fields are those of nvdisasm: MOV R0, first; IADD3 R0, R0, step, RZ; ISETP P0, R0, limit; BRA
 * with guard P0 or !P0. */
static void make(const struct counter *counter)
{
    const uint64_t test = counter->relation << 12 | counter->is_signed << 9;

    put(0, 0x7802 | (uint64_t)counter->first << 32, 0x000fc00000000f00);
    put(counter->before ? 2 : 1, 0x7810 | (uint64_t)counter->step << 32, 0x000fc00007ffe0ff);
    put(counter->before ? 1 : 2, 0x780c | (uint64_t)counter->limit << 32,
        0x000fc00003f00070 | test);
    put(3, 0xffffffd000000947 | (counter->taken_if ? 0 : 0x8000), 0xfc0000383ffff);
    put(4, 0x794d, 0x000fc00003800000); /* EXIT */
}

static int holds(unsigned relation, int64_t a, int64_t b)
{
    switch (relation) {
    case LESS:
        return a < b;
    case EQUAL:
        return a == b;
    case LESS_EQUAL:
        return a <= b;
    case GREATER:
        return a > b;
    case UNEQUAL:
        return a != b;
    default:
        return a >= b;
    }
}

static int64_t seen_as(const struct counter *counter, uint32_t value)
{
    return counter->is_signed ? (int64_t)(int32_t)value : (int64_t)value;
}

/* Counts the iterations one by one. Returns 0 if there are more than `most`, or if the counter
 * overflows and is not compared for equality. */
static uint32_t walk(const struct counter *counter, uint32_t most)
{
    uint32_t value = counter->first, count, after;
    int64_t now, next;
    int goes_on;

    for (count = 1; count <= most; count++, value += counter->step) {
        after = counter->before ? value : value + counter->step;
        now = seen_as(counter, after);
        goes_on = holds(counter->relation, now, seen_as(counter, counter->limit)) ==
                  (counter->taken_if != 0);
        if (!goes_on)
            return count;
        next = now + (int32_t)counter->step;
        if (next != seen_as(counter, after + counter->step) && counter->relation != EQUAL &&
            counter->relation != UNEQUAL)
            return 0;
    }
    return 0;
}

static uint32_t state = 1;

static uint32_t below(uint32_t limit)
{
    state = state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)state * limit >> 32);
}

static uint32_t some(void)
{
    static const uint32_t edges[] = {0, 0x7fffffff, 0x80000000u, 0xffffffffu, 1000, 0xfffffc18u};

    return edges[below(6)] + below(64) - 32;
}

static void made(void)
{
    enum { TRIES = 60000, WALK = 5000 };
    struct counter counter;
    unsigned i, wrong = 0, constant = 0;
    uint32_t expected, got;

    for (i = 0; i < TRIES; i++) {
        counter = (struct counter){
            some(),  below(2) ? below(9) : 0u - below(9), some(), 1 + below(6), below(2), below(2),
            below(2)};
        if (below(2))
            counter.limit = counter.first + counter.step * below(300) + below(3);
        make(&counter);
        wrong += read_trips("sm_80", words, sizeof words) != GPUOCC_CODE_OK || loops != 1;
        got = trips[0];
        expected = counter.step != 0 ? walk(&counter, WALK) : 0;
        constant += expected != 0;
        if (got == expected || (expected == 0 && got > WALK))
            continue;
        if (wrong++ < 5)
            note("%" PRIx32 " + %" PRIx32 ", relation %u with %" PRIx32 ", %u%u%u: %" PRIu32
                 ", counted %" PRIu32,
                 counter.first, counter.step, counter.relation, counter.limit, counter.is_signed,
                 counter.taken_if, counter.before, got, expected);
    }
    ok(wrong == 0, "%d counters end after as many steps as they take", TRIES);
    ok(constant > TRIES / 10 && constant < TRIES, "%u of them do", constant);
}

/* Bits of the code of a loop with 10 iterations, each of which makes the count unknown. */
static void unknown(void)
{
    static const struct {
        const char *what;
        unsigned index, bit;
    } changes[] = {
        {"the guard of the first value", 0, 12},
        {"another register in the first value", 0, 16},
        {"the guard of the step", 1, 12},
        {"a negated counter", 1, 72},
        {"a carry into the step", 1, 74},
        {"an addend of the step", 1, 64},
        {"the guard of the comparison", 2, 12},
        {"an extended comparison", 2, 72},
        {"a comparison with a register", 2, 11},
        {"a second predicate", 2, 84},
        {"a comparison ORed with another", 2, 74},
        {"another counter", 2, 24},
        {"another predicate", 3, 12},
        {"a second predicate of the branch", 3, 87},
        {"a condition on the lanes", 3, 32},
    };
    const struct counter counter = {0, 1, 10, LESS, 1, 1, 0};
    size_t i;

    make(&counter);
    ok(read_trips("sm_80", words, sizeof words) == GPUOCC_CODE_OK && loops == 1 && trips[0] == 10,
       "ten iterations");
    for (i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        make(&counter);
        words[16 * changes[i].index + changes[i].bit / 8] ^=
            (unsigned char)(1 << changes[i].bit % 8);
        ok(read_trips("sm_80", words, sizeof words) == GPUOCC_CODE_OK && loops == 1 &&
               trips[0] == 0,
           "%s", changes[i].what);
    }
}

int main(int count, char **arguments)
{
    if (count < 2)
        return 2;
    recorded(arguments[1]);
    made();
    unknown();
    return done();
}
