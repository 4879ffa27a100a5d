/* SPDX-License-Identifier: MIT
 *
 * Tests the patterns of memory accesses: of the kernels of lanes.cu against addresses that are
 * counted here lane by lane, by what the source says. Usage: lanes LANES.csv
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpuocc/code.h>

#include "tap.h"

enum { LINE = 16384, MOST_LANES = 64 };

static unsigned lanes; /* of a wave of the target */
/* Of the target: AMD's, with half a wave of 64 lanes or a wave of 32 over the banks at once; the
 * widest load and store of shared memory of which AMD says which lanes are at once; whether those
 * of a load of 16 bytes are 0 to 3 and 20 to 23, 4 to 7 and 16 to 19, ... (gfx942). */
static unsigned amd, widest_load, widest_store;

enum { LOAD = GPUOCC_CODE_LOAD_GLOBAL, STORE = GPUOCC_CODE_STORE_GLOBAL };
enum { LOAD_SHARED = GPUOCC_CODE_LOAD_SHARED, STORE_SHARED = GPUOCC_CODE_STORE_SHARED };

/* The address is first x + second y, except where `other` says something else. */
enum other { LINEAR, GATHER, BACKWARDS, PAIRS, REPEATED, BY_N, SWIZZLED, SWIZZLED_BACK, NEIGHBOUR };

/* The accesses of the kernels in the order in which they depend on each other, by class. */
static const struct {
    const char *kernel;
    uint32_t kind, bytes;
    int x, y;
    enum other other;
} accesses[] = {
    {"contiguous", LOAD, 4, 4, 0, LINEAR},
    {"contiguous", STORE, 4, 4, 0, LINEAR},
    {"stride2", LOAD, 4, 8, 0, LINEAR},
    {"stride2", STORE, 4, 4, 0, LINEAR},
    {"stride3", LOAD, 4, 12, 0, LINEAR},
    {"stride3", STORE, 4, 4, 0, LINEAR},
    {"stride4", LOAD, 4, 16, 0, LINEAR},
    {"stride4", STORE, 4, 4, 0, LINEAR},
    {"stride8", LOAD, 4, 32, 0, LINEAR},
    {"stride8", STORE, 4, 4, 0, LINEAR},
    {"stride16", LOAD, 4, 64, 0, LINEAR},
    {"stride16", STORE, 4, 4, 0, LINEAR},
    {"stride32", LOAD, 4, 128, 0, LINEAR},
    {"stride32", STORE, 4, 4, 0, LINEAR},
    {"stride64", LOAD, 4, 256, 0, LINEAR},
    {"stride64", STORE, 4, 256, 0, LINEAR},
    {"wide", LOAD, 16, 16, 0, LINEAR},
    {"wide", STORE, 16, 16, 0, LINEAR},
    {"broadcast", LOAD, 4, 0, 0, LINEAR},
    {"broadcast", LOAD, 4, 0, 0, LINEAR},
    {"broadcast", LOAD, 4, 0, 0, LINEAR},
    {"broadcast", STORE, 4, 4, 0, LINEAR},
    {"gather", LOAD, 4, 4, 0, LINEAR},
    {"gather", LOAD, 4, 0, 0, GATHER},
    {"gather", STORE, 4, 4, 0, LINEAR},
    {"backwards", LOAD, 4, -4, 0, LINEAR},
    {"backwards", STORE, 4, 4, 0, LINEAR},
    {"pairs", LOAD, 4, 0, 0, PAIRS},
    {"pairs", STORE, 4, 4, 0, LINEAR},
    {"repeated", LOAD, 4, 0, 0, REPEATED},
    {"repeated", STORE, 4, 4, 0, LINEAR},
    {"rows", LOAD, 4, 4, 0, BY_N},
    {"rows", STORE, 4, 4, 0, BY_N},
    {"columns", LOAD, 4, 4096, 4, LINEAR},
    {"columns", STORE, 4, 4096, 4, LINEAR},
    {"looped", LOAD, 4, 4, 0, LINEAR},
    {"looped", STORE, 4, 4, 0, LINEAR},
    {"lanewise", LOAD, 4, 4, 0, LINEAR},
    {"lanewise", STORE, 4, 4, 0, LINEAR},
    {"divergent", LOAD, 4, 4, 0, LINEAR},
    {"divergent", LOAD, 4, 0, 0, GATHER},
    {"divergent", STORE, 4, 4, 0, LINEAR},
    {"transposed", LOAD, 4, 4, 128, LINEAR},
    {"transposed", STORE_SHARED, 4, 4, 128, LINEAR},
    {"transposed", LOAD_SHARED, 4, 128, 4, LINEAR},
    {"transposed", STORE, 4, 4, 128, LINEAR},
    {"padded", LOAD, 4, 4, 128, LINEAR},
    {"padded", STORE_SHARED, 4, 4, 132, LINEAR},
    {"padded", LOAD_SHARED, 4, 132, 4, LINEAR},
    {"padded", STORE, 4, 4, 128, LINEAR},
    {"swizzled", LOAD, 4, 4, 128, LINEAR},
    {"swizzled", STORE_SHARED, 4, 0, 0, SWIZZLED},
    {"swizzled", LOAD_SHARED, 4, 0, 0, SWIZZLED_BACK},
    {"swizzled", STORE, 4, 4, 128, LINEAR},
    {"shared_wide", LOAD, 16, 16, 0, LINEAR},
    {"shared_wide", STORE_SHARED, 16, 16, 0, LINEAR},
    {"shared_wide", LOAD_SHARED, 16, -16, 0, LINEAR},
    {"shared_wide", STORE, 16, 16, 0, LINEAR},
    {"shared_stride2", LOAD, 4, 4, 0, LINEAR},
    {"shared_stride2", STORE_SHARED, 4, 8, 0, LINEAR},
    {"shared_stride2", LOAD_SHARED, 4, 0, 0, NEIGHBOUR},
    {"shared_stride2", STORE, 4, 4, 0, LINEAR},
    {"shared_broadcast", LOAD, 4, 4, 0, LINEAR},
    {"shared_broadcast", STORE_SHARED, 4, 4, 0, LINEAR},
    {"shared_broadcast", LOAD_SHARED, 4, 0, 0, LINEAR},
    {"shared_broadcast", STORE, 4, 4, 0, LINEAR},
    {"shared_gather", LOAD, 4, 4, 0, LINEAR},
    {"shared_gather", LOAD, 4, 4, 0, LINEAR},
    {"shared_gather", STORE_SHARED, 4, 4, 0, LINEAR},
    {"shared_gather", LOAD_SHARED, 4, 0, 0, GATHER},
    {"shared_gather", STORE, 4, 4, 0, LINEAR},
};

enum { ACCESSES = sizeof accesses / sizeof accesses[0] };

static gpuocc_code_access found[64];
static unsigned count, recounted;

static int32_t take(void *user, const gpuocc_code_access *access)
{
    (void)user;
    if (access->passes != 0)
        recounted +=
            access->passes !=
            access->bank_times * gpuocc_code_passes(access->lanes_at, access->bank_lanes,
                                                    access->bank_bytes, access->bank_order);
    if (count < sizeof found / sizeof found[0])
        found[count++] = *access;
    return 0;
}

/* Returns the address of access `i` in a lane, or -1 if the source does not say it. */
static long address_of(unsigned i, unsigned lane, unsigned threads_x)
{
    const int x = (int)(lane % threads_x), y = (int)(lane / threads_x);

    switch (accesses[i].other) {
    case GATHER:
        return -1;
    case BY_N: /* the length of a row is not known, so that only one row is */
        return threads_x >= lanes ? 4096 + 4 * x : -1;
    case PAIRS:
        return 4096 + 4 * (x / 2);
    case REPEATED:
        return 4096 + 12 * (x % 8);
    case SWIZZLED:
        return 4096 + 128 * y + 4 * (x ^ y);
    case SWIZZLED_BACK:
        return 4096 + 128 * x + 4 * (x ^ y);
    case NEIGHBOUR:
        return 4096 + 8 * (x ^ 1);
    default:
        return 4096 + accesses[i].x * x + accesses[i].y * y;
    }
}

/* Counts the parts of `unit` bytes that are touched, byte by byte, if the lowest begins one. */
static unsigned count_parts(const long *at, unsigned bytes, unsigned unit)
{
    static unsigned char touched[LINE];
    long least = at[0], part;
    unsigned i, byte, parts = 0;

    for (i = 1; i < lanes; i++)
        least = at[i] < least ? at[i] : least;
    memset(touched, 0, sizeof touched);
    for (i = 0; i < lanes; i++)
        for (byte = 0; byte < bytes; byte++) {
            part = (at[i] - least + byte) / unit;
            parts += part < LINE && touched[part] == 0;
            touched[part % LINE] = 1;
        }
    return parts;
}

/* Whether two lanes pass over the banks at once. `mixed`: the lanes 0 to 3 and 20 to 23 do, 4 to 7
 * and 16 to 19, 8 to 11 and 28 to 31, 12 to 15 and 24 to 27, and so on for the second half of the
 * wave: their numbers differ in the bits of 20. */
static int at_once(unsigned i, unsigned j, unsigned together, int mixed)
{
    return mixed ? i / 4 == j / 4 || (i ^ 20) / 4 == j / 4 : i / together == j / together;
}

/* Counts the passes over shared memory: in each, every bank gives one word to those of 128 bytes of
 * lanes that want it. */
static unsigned count_passes(const long *at, unsigned bytes, int mixed)
{
    const unsigned together = bytes < 4 ? lanes : 128 / bytes;
    unsigned first, bank, i, word, passes = 0, most, words, number, done[MOST_LANES] = {0};
    long with[MOST_LANES];
    static unsigned char wanted[LINE];

    for (first = 0; first < lanes; first++) {
        for (i = number = 0; i < lanes; i++)
            if (!done[i] && at_once(first, i, together, mixed)) {
                done[i] = 1;
                with[number++] = at[i];
            }
        for (bank = most = 0; number != 0 && bank<32; bank++, most = words> most ? words : most) {
            memset(wanted, 0, sizeof wanted);
            for (i = words = 0; i < number; i++)
                for (word = (unsigned)with[i] / 4; word < ((unsigned)with[i] + bytes + 3) / 4;
                     word++)
                    words += word % 32 == bank && wanted[word % LINE]++ == 0;
        }
        passes += most;
    }
    return passes;
}

/* Compares an access with what is counted lane by lane. */
static int agrees(const gpuocc_code_access *access, unsigned i, unsigned threads_x)
{
    const int loads = access->kind == LOAD_SHARED, wide = accesses[i].bytes == 16;
    const int global = access->kind == LOAD || access->kind == STORE;
    /* The L2 of CDNA is not expected to read less than 64 bytes (ROCm Compute Profiler, L2 cache,
     * Request flow). The targets of 64 lanes here are CDNA's. */
    const unsigned unit = access->kind == LOAD && lanes == 64 ? 64 : 32;
    unsigned lane, same = 1, linear = 1, pattern, passes;
    long at[MOST_LANES];

    for (lane = 0; lane < lanes; lane++) {
        at[lane] = address_of(i, lane, threads_x);
        same &= at[lane] == at[0];
        linear &= at[lane] - at[0] == (long)lane * (at[lane != 0] - at[0]) || lane == 0 ||
                  at[lane] - at[0] == (long)lane * (at[1] - at[0]);
    }
    if (access->lane_bytes != accesses[i].bytes)
        return 0;
    /* Which lanes are left when a loop ends is not followed in AMD's masks. */
    if (amd && strcmp(accesses[i].kernel, "lanewise") == 0 && access->kind == STORE &&
        access->pattern == GPUOCC_CODE_PATTERN_UNKNOWN)
        return 1;
    if (at[0] < 0)
        return access->pattern == GPUOCC_CODE_PATTERN_UNKNOWN && access->stride == 0 &&
               access->sectors == 0 && access->passes == 0 && access->moved_bytes == 0;
    pattern = same     ? GPUOCC_CODE_PATTERN_UNIFORM
              : linear ? GPUOCC_CODE_PATTERN_LINEAR
                       : GPUOCC_CODE_PATTERN_OTHER;
    passes = same && !amd ? 1 : count_passes(at, accesses[i].bytes, amd && loads && wide);
    if (accesses[i].bytes > (loads ? widest_load : widest_store))
        passes = 0;
    return access->pattern == pattern &&
           access->stride == (linear ? (int32_t)(at[1] - at[0]) : 0) &&
           access->sectors == (global ? count_parts(at, accesses[i].bytes, 32) : 0) &&
           access->moved_bytes == (global ? unit * count_parts(at, accesses[i].bytes, unit) : 0) &&
           access->passes == (global ? 0 : passes);
}

/* AMD's accesses of one address can be loads of the scalar unit, which are none here. */
static int may_be_scalar(unsigned i)
{
    return accesses[i].x == 0 && accesses[i].y == 0 && accesses[i].other == LINEAR;
}

static void compare(const char *name, const char *target, const unsigned char *bytes, size_t length,
                    uint32_t threads_x)
{
    const gpuocc_code code = {sizeof code, {target, strlen(target)}, bytes, length};
    gpuocc_code_wave wave = {sizeof wave, 32, threads_x, 256 / threads_x};
    unsigned used[64] = {0}, i, k, wrong = 0;
    int32_t status;

    amd = strncmp(target, "gfx", 3) == 0;
    wave.lanes = lanes = amd && target[3] == '9' ? 64 : 32;
    widest_load = !amd ? 16 : lanes == 32 ? 4 : strcmp(target, "gfx942") == 0 ? 16 : 8;
    widest_store = amd && lanes == 32 ? 4 : 16;
    count = 0;
    status = gpuocc_code_accesses(&code, &wave, NULL, 0, take, NULL);
    if (status == GPUOCC_CODE_NEEDS_LLVM)
        return;
    ok(status == GPUOCC_CODE_OK, "%s of %s", name, target);
    for (i = 0; i < ACCESSES; i++) {
        if (strcmp(accesses[i].kernel, name) != 0)
            continue;
        for (k = 0; k < count && (used[k] || found[k].kind != accesses[i].kind); k++)
            ;
        if (k == count && amd && may_be_scalar(i))
            continue;
        wrong += k == count || !agrees(&found[k], i, threads_x);
        used[k < 63 ? k : 63] = 1;
    }
    for (k = 0; k < count; k++) { /* AMD: also a store on each of two paths */
        for (i = 0; amd && used[k] == 0 && i < ACCESSES; i++)
            used[k] = strcmp(accesses[i].kernel, name) == 0 && accesses[i].kind == found[k].kind &&
                      agrees(&found[k], i, threads_x);
        wrong += used[k] == 0;
    }
    ok(wrong == 0 && count != 0, "%s of %s in groups of %u threads in x: %u accesses", name, target,
       (unsigned)threads_x, count);
}

static void recorded(const char *path)
{
    static char line[2 * LINE];
    static unsigned char bytes[LINE];
    char *name, *target, *hex, digits[3] = "";
    FILE *file = fopen(path, "r");
    size_t i, length;

    ok(file != NULL, "%s", path);
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        name = strtok(line, ",");
        target = strtok(NULL, ",");
        hex = strtok(NULL, ",\n");
        if (line[0] == '#' || hex == NULL || strcmp(name, "kernel") == 0)
            continue;
        length = strlen(hex) / 2;
        for (i = 0; i < length; i++) {
            memcpy(digits, hex + 2 * i, 2);
            bytes[i] = (unsigned char)strtoul(digits, NULL, 16);
        }
        compare(name, target, bytes, length, 256);
        compare(name, target, bytes, length, 32);
        compare(name, target, bytes, length, 16);
        compare(name, target, bytes, length, 8);
    }
    if (file != NULL)
        fclose(file);
}

static int32_t stop(void *user, const gpuocc_code_access *access)
{
    return user == NULL && access->size == sizeof *access;
}

/* Waves of no known shape, other arguments, and every size of memory up to the documented one. */
static void arguments(void)
{
    /* S2R R0 of the thread's index, LDG R2 from R0, LDG R3 from R254 and EXIT, for sm_80. */
    uint32_t words[16] = {0x00007919, 0,          0x2100,     0x000fe200, 0x00027981, 0,
                          0x0c1e1900, 0x000fe200, 0xfe037981, 0,          0x0c1e1900, 0x000fe200,
                          0x0000794d, 0,          0x03800000, 0x000fea00};
    static unsigned char memory[(1u << 20) + 128 * sizeof words];
    const gpuocc_code code = {sizeof code, {"sm_80", 5}, words, sizeof words};
    gpuocc_code_wave wave = {sizeof wave, 65, 32, 1};
    unsigned refused = 0, wrong = 0;
    int32_t status = GPUOCC_CODE_OK;
    size_t room;

    for (room = 0; room <= sizeof memory; room += room < 8192 ? 64 : 4096) {
        count = 0;
        status = gpuocc_code_accesses(&code, &wave, memory, room, take, NULL);
        refused += status == GPUOCC_CODE_ERROR_MEMORY;
        wrong += status == GPUOCC_CODE_OK
                     ? count != 2 || found[0].stride != 1 || found[1].pattern != 0
                     : status != GPUOCC_CODE_ERROR_MEMORY;
    }
    count = 0;
    status = gpuocc_code_accesses(&code, &wave, memory, sizeof memory, take, NULL);
    ok(status == GPUOCC_CODE_OK && refused > 10 && wrong == 0 && count == 2,
       "%u sizes of memory are too small", refused);
    count = 0;
    status = gpuocc_code_accesses(&code, NULL, NULL, 0, take, NULL);
    ok(status == GPUOCC_CODE_OK && count == 2 && found[0].stride == 1,
       "a group of unknown shape is one row if the code reads the index in x only");
    words[2] = 0x2200;
    count = 0;
    status = gpuocc_code_accesses(&code, NULL, NULL, 0, take, NULL);
    ok(status == GPUOCC_CODE_OK && count == 2 && found[0].pattern == GPUOCC_CODE_PATTERN_UNKNOWN,
       "nothing is known of the index in y");
    wave.size--;
    ok(gpuocc_code_accesses(&code, &wave, NULL, 0, take, NULL) == GPUOCC_CODE_ERROR_SIZE &&
           gpuocc_code_accesses(&code, NULL, NULL, 0, stop, NULL) == GPUOCC_CODE_STOPPED,
       "the size of a wave, and a callback that stops");
}

/* Passes of addresses at random, against those that are counted bank by bank; and what has none. */
static void passes(void)
{
    static const uint32_t widths[] = {4, 8, 16};
    uint32_t addresses[MOST_LANES], seed = 1, mixed, wrong = 0, i, k, n;
    long at[MOST_LANES];

    for (n = 0; n < 3000; n++) {
        lanes = n % 2 != 0 ? 32 : 64;
        mixed = n % 3 == 2 && n / 2 % 2 != 0;
        for (i = 0; i < lanes; i++) {
            seed = seed * 1664525 + 1013904223;
            k = seed >> 16 & (n % 5 == 0 ? 31 : 511);
            addresses[i] = k * widths[n % 3];
            at[i] = (long)addresses[i];
        }
        wrong += gpuocc_code_passes(addresses, lanes, widths[n % 3], mixed) !=
                 count_passes(at, widths[n % 3], (int)mixed);
    }
    ok(wrong == 0, "passes of addresses at random");
    memset(addresses, 0, sizeof addresses);
    addresses[1] = 2;
    ok(gpuocc_code_passes(addresses, 32, 4, GPUOCC_CODE_ORDER_LANES) == 0 &&
           gpuocc_code_passes(addresses, 32, 2, GPUOCC_CODE_ORDER_LANES) == 1 &&
           gpuocc_code_passes(addresses, 1, 12, GPUOCC_CODE_ORDER_LANES) == 0 &&
           gpuocc_code_passes(addresses, 1, 0, GPUOCC_CODE_ORDER_LANES) == 0 &&
           gpuocc_code_passes(addresses, 1, 32, GPUOCC_CODE_ORDER_LANES) == 0 &&
           gpuocc_code_passes(addresses, 65, 4, GPUOCC_CODE_ORDER_LANES) == 0 &&
           gpuocc_code_passes(addresses, 16, 16, GPUOCC_CODE_ORDER_MIXED) == 0,
       "what is not known");
}

/* Counts accesses by cause: that of the value loaded at 0x10; not looked for; and others, or any
 * that is out of order. */
static int32_t take_cause(void *user, const gpuocc_code_access *access)
{
    unsigned *counts = user;

    if (access->pattern != 0)
        return 0;
    if (access->cause == GPUOCC_CODE_CAUSE_LOADED && access->cause_address == 0x10 &&
        counts[1] == 0)
        counts[0]++;
    else if (access->cause == GPUOCC_CODE_CAUSE_NOT_LOOKED_FOR &&
             access->cause_address == GPUOCC_CODE_NONE)
        counts[1]++;
    else
        counts[2]++;
    return 0;
}

/* S2R R0 of the thread's index, LDG R2 from R0, LDG R3 from R2 many times and EXIT, for sm_80: each
 * of them is as far from the first load as its number, so that their causes take more steps than
 * the 1,048,576 of the search (docs/explain.md). */
static void not_looked_for(void)
{
    enum { LOADS = 2000 };
    static const uint32_t index[] = {0x00007919, 0, 0x2100, 0x000fe200},
                          load[] = {0x00027981, 0, 0x0c1e1900, 0x000fe200},
                          gather[] = {0x02037981, 0, 0x0c1e1900, 0x000fe200},
                          end[] = {0x0000794d, 0, 0x03800000, 0x000fea00};
    static uint32_t words[LOADS + 3][4];
    const gpuocc_code code = {
        sizeof code, {"sm_80", 5}, (const unsigned char *)words, sizeof words};
    unsigned counts[3] = {0}, i;
    int32_t status;

    memcpy(words[0], index, sizeof index);
    memcpy(words[1], load, sizeof load);
    for (i = 0; i < LOADS; i++)
        memcpy(words[i + 2], gather, sizeof gather);
    memcpy(words[LOADS + 2], end, sizeof end);
    status = gpuocc_code_accesses(&code, NULL, NULL, 0, take_cause, counts);
    ok(status == GPUOCC_CODE_OK && counts[0] + counts[1] == LOADS && counts[2] == 0,
       "%u loads from a loaded address have that cause, of %u it is not looked for", counts[0],
       counts[1]);
    ok(counts[0] > 1000 && counts[0] * (counts[0] + 1) / 2 <= 1 << 20 && counts[1] > 0,
       "the search ends after as many steps as the page says");
}

int main(int argc, char **argv)
{
    ok(argc == 2, "one argument");
    passes();
    arguments();
    not_looked_for();
    recorded(argv[1]);
    ok(recounted == 0, "the passes are those of the lanes that an access reports");
    return done();
}
