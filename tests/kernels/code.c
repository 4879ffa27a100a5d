/* SPDX-License-Identifier: MIT
 *
 * Machine code: recorded loops with what a disassembler and a replay by hand say of them, and code
 * that is damaged. Usage: code LOOPS.csv CODE.csv
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpuocc/code.h>

#include "tap.h"

#define LINE    20000
#define CELLS   64
#define KERNELS 128

struct kernel {
    char name[32], target[16];
    unsigned char *bytes;
    size_t length;
};

static struct kernel kernels[KERNELS];
static unsigned kernel_count;
static char line[LINE], header[LINE];

static unsigned split(char *text, char **cells)
{
    unsigned count = 0;

    text[strcspn(text, "\r\n")] = 0;
    for (cells[count++] = text; count < CELLS && (text = strchr(text, ',')) != NULL; count++) {
        *text++ = 0;
        cells[count] = text;
    }
    return count;
}

static void read_code(const char *path)
{
    FILE *file = fopen(path, "r");
    char *cells[CELLS], digits[3] = "";
    struct kernel *kernel;
    size_t i;

    while (file != NULL && kernel_count < KERNELS && fgets(line, LINE, file) != NULL) {
        if (strstr(line, ",sm_") == NULL || split(line, cells) < 5)
            continue;
        kernel = &kernels[kernel_count++];
        strncpy(kernel->name, cells[0], sizeof kernel->name - 1);
        strncpy(kernel->target, cells[1], sizeof kernel->target - 1);
        kernel->length = strlen(cells[4]) / 2;
        kernel->bytes = malloc(kernel->length);
        for (i = 0; i < kernel->length; i++) {
            memcpy(digits, cells[4] + 2 * i, 2);
            kernel->bytes[i] = (unsigned char)strtoul(digits, NULL, 16);
        }
    }
    if (file != NULL)
        fclose(file);
}

static gpuocc_code code_of(const struct kernel *kernel)
{
    gpuocc_code code;

    memset(&code, 0, sizeof code);
    code.size = sizeof code;
    code.target.at = kernel->target;
    code.target.length = strlen(kernel->target);
    code.bytes = kernel->bytes;
    code.length = kernel->length;
    return code;
}

/* What is reported of a kernel. */
struct seen {
    gpuocc_code_loop loops[16];
    unsigned count;
    uint64_t sum;
};

static int32_t take(void *user, const gpuocc_code_loop *loop)
{
    struct seen *seen = user;
    uint32_t i;

    if (seen->count < 16)
        seen->loops[seen->count++] = *loop;
    for (i = 0; i < loop->instructions; i++)
        seen->sum = seen->sum * 31 + loop->steps[i].address + loop->steps[i].returns;
    return 0;
}

static const gpuocc_code_loop *loop_at(const struct seen *seen, uint32_t first)
{
    unsigned i;

    for (i = 0; i < seen->count; i++)
        if (seen->loops[i].extent == GPUOCC_CODE_LOOP && seen->loops[i].first == first)
            return &seen->loops[i];
    return NULL;
}

/* The number of a column that a loop has, or -1 for a column that is not compared. */
static long value(const gpuocc_code_loop *loop, const char *column)
{
    static const struct {
        const char *column;
        uint32_t kind;
    } classes[] = {
        {"n_int", GPUOCC_CODE_INT},
        {"n_fp32", GPUOCC_CODE_FP32},
        {"n_fp64", GPUOCC_CODE_FP64},
        {"n_fp16", GPUOCC_CODE_FP16},
        {"n_special", GPUOCC_CODE_SPECIAL},
        {"n_matrix", GPUOCC_CODE_MATRIX},
        {"n_convert", GPUOCC_CODE_CONVERT},
        {"n_move", GPUOCC_CODE_MOVE},
        {"n_load_global", GPUOCC_CODE_LOAD_GLOBAL},
        {"n_load_shared", GPUOCC_CODE_LOAD_SHARED},
        {"n_load_local", GPUOCC_CODE_LOAD_LOCAL},
        {"n_load_const", GPUOCC_CODE_LOAD_CONSTANT},
        {"n_store_global", GPUOCC_CODE_STORE_GLOBAL},
        {"n_store_shared", GPUOCC_CODE_STORE_SHARED},
        {"n_atomic", GPUOCC_CODE_ATOMIC},
        {"n_texture", GPUOCC_CODE_TEXTURE},
        {"n_control", GPUOCC_CODE_CONTROL},
        {"n_barrier", GPUOCC_CODE_BARRIER},
        {"n_uniform", GPUOCC_CODE_UNIFORM},
        {"n_warp", GPUOCC_CODE_WARP},
        {"n_other", GPUOCC_CODE_OTHER},
    };
    size_t i;

    for (i = 0; i < sizeof classes / sizeof classes[0]; i++)
        if (strcmp(column, classes[i].column) == 0)
            return (long)loop->counts[classes[i].kind];
    return strcmp(column, "first_addr") == 0     ? (long)loop->first
           : strcmp(column, "last_addr") == 0    ? (long)loop->last
           : strcmp(column, "instructions") == 0 ? (long)loop->instructions
           : strcmp(column, "global_loads_in_flight_at_first_wait") == 0
               ? (long)loop->loads_in_flight
           : strcmp(column, "bytes_per_lane_in_flight") == 0          ? (long)loop->bytes_in_flight
           : strcmp(column, "first_wait_addr") == 0                   ? (long)loop->wait_address
           : strcmp(column, "max_in_flight_in_body") == 0             ? (long)loop->most_in_flight
           : strcmp(column, "lds_loads_in_flight_at_first_wait") == 0 ? (long)loop->shared_in_flight
                                                                      : -1;
}

static void compare(char **columns, char **cells, unsigned count)
{
    struct seen seen = {{{0}}, 0, 0};
    const gpuocc_code_loop *loop;
    unsigned i, compared = 0, wrong = 0;
    gpuocc_code code;

    for (i = 0; i < kernel_count; i++)
        if (strcmp(kernels[i].name, cells[0]) == 0 && strcmp(kernels[i].target, cells[1]) == 0)
            break;
    if (!ok(i < kernel_count, "%s of %s is recorded", cells[0], cells[1]))
        return;
    code = code_of(&kernels[i]);
    if (!ok(gpuocc_code_loops(&code, NULL, 0, take, &seen) == GPUOCC_CODE_OK, "it is read"))
        return;
    loop = loop_at(&seen, (uint32_t)strtoul(cells[3], NULL, 0));
    if (!ok(loop != NULL, "its loop at %s is found", cells[3]))
        return;
    for (i = 3; i < count; i++) {
        if (cells[i][0] == 0 || value(loop, columns[i]) < 0)
            continue;
        compared++;
        if (value(loop, columns[i]) == strtol(cells[i], NULL, 0))
            continue;
        wrong++;
        note("%s: %ld, recorded %s", columns[i], value(loop, columns[i]), cells[i]);
    }
    ok(wrong == 0 && compared >= 29, "%u figures are as recorded", compared);
    ok(seen.loops[seen.count - 1].extent == GPUOCC_CODE_ALL && loop->depth == 1 &&
           loop->counts[GPUOCC_CODE_UNKNOWN] == 0,
       "all code comes last, and nothing is unknown");
}

static void test_recorded(const char *path)
{
    FILE *file = fopen(path, "r");
    char *columns[CELLS], *cells[CELLS];
    unsigned count = 0, rows = 0;

    while (file != NULL && fgets(line, LINE, file) != NULL) {
        if (line[0] == '#')
            continue;
        if (count == 0) {
            strcpy(header, line);
            count = split(header, columns);
        } else if (split(line, cells) == count) {
            compare(columns, cells, count);
            rows++;
        }
    }
    if (file != NULL)
        fclose(file);
    ok(rows == 35, "%u loops of NVIDIA's targets are recorded", rows);
}

/* Bits of the worked example of the reference: an LDG and the FADD that waits for it. */
static void test_words(void)
{
    static const uint64_t words[] = {0x0000000402037981, 0x000ea8000c1e9900, 0x0000000304097221,
                                     0x004fca0000000000, 0xffffff4000008947, 0x000fea000383ffff};
    unsigned char bytes[48];
    struct kernel kernel = {"words", "sm_80", bytes, sizeof bytes};
    gpuocc_code code = code_of(&kernel);
    gpuocc_code_instruction now = {0};
    size_t i;

    for (i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(words[i / 8] >> i % 8 * 8);
    now.size = sizeof now;
    ok(gpuocc_code_decode(&code, 0, &now) == GPUOCC_CODE_OK &&
           now.kind == GPUOCC_CODE_LOAD_GLOBAL && now.lane_bytes == 4 && now.counter == 2 &&
           now.waits == 0 && now.stall_cycles == 4 && strcmp(now.mnemonic, "LDG") == 0,
       "a load sets counter 2");
    ok(gpuocc_code_decode(&code, 16, &now) == GPUOCC_CODE_OK && now.kind == GPUOCC_CODE_FP32 &&
           now.waits == 1 << 2 && now.counter == GPUOCC_CODE_NONE && now.stall_cycles == 5,
       "a sum waits for counter 2");
    ok(gpuocc_code_decode(&code, 32, &now) == GPUOCC_CODE_OK && now.kind == GPUOCC_CODE_CONTROL &&
           now.flags == 1 << GPUOCC_CODE_FLAG_GUARDED && now.target == GPUOCC_CODE_NONE,
       "a branch out of the code leads nowhere");
    ok(gpuocc_code_decode(&code, 8, &now) == GPUOCC_CODE_ERROR_OFFSET &&
           gpuocc_code_decode(&code, 48, &now) == GPUOCC_CODE_ERROR_OFFSET,
       "no instruction begins there");
    now.size = 8;
    ok(gpuocc_code_decode(&code, 0, &now) == GPUOCC_CODE_ERROR_SIZE, "too small a struct");
    code.size = 8;
    ok(gpuocc_code_decode(&code, 0, &now) == GPUOCC_CODE_ERROR_SIZE &&
           gpuocc_code_loops(&code, NULL, 0, take, NULL) == GPUOCC_CODE_ERROR_SIZE,
       "too small a code");
}

/* A loop that waits for the load of its last iteration, from the same example. */
static void test_next_iteration(void)
{
    static const uint64_t words[] = {0x0000000304097221, 0x004fca0000000000, 0x0000000402037981,
                                     0x000ea8000c1e9900, 0xffffffd000008947, 0x000fea000383ffff};
    unsigned char bytes[48];
    struct kernel kernel = {"words", "sm_80", bytes, sizeof bytes};
    const gpuocc_code code = code_of(&kernel);
    struct seen seen = {{{0}}, 0, 0};
    size_t i;

    for (i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(words[i / 8] >> i % 8 * 8);
    ok(gpuocc_code_loops(&code, NULL, 0, take, &seen) == GPUOCC_CODE_OK && seen.count == 2 &&
           seen.loops[0].instructions == 3 && seen.loops[0].wait_address == 0 &&
           seen.loops[0].loads_in_flight == 1 && seen.loops[0].stall_cycles == 14,
       "a load of the last iteration is waited for");
    ok(seen.loops[1].extent == GPUOCC_CODE_ALL && seen.loops[1].wait_address == GPUOCC_CODE_NONE,
       "but not where the code is passed once");
}

static void test_targets(void)
{
    static const char *const read[] = {"sm_70", "sm_75", "sm_90a", "sm_100f", "sm_121"};
    static const char *const not_read[] = {"",        "sm_",   "sm_61",   "sm_122", "gfx90a",
                                           "sm_90ab", "sm_9x", "sm_8000", "SM_80"};
    gpuocc_kernels_text text;
    size_t i;

    for (i = 0; i < sizeof read / sizeof read[0]; i++) {
        text.at = read[i];
        text.length = strlen(read[i]);
        ok(gpuocc_code_is_read(text), "%s is read", read[i]);
    }
    for (i = 0; i < sizeof not_read / sizeof not_read[0]; i++) {
        text.at = not_read[i];
        text.length = strlen(not_read[i]);
        ok(!gpuocc_code_is_read(text), "\"%s\" is not read", not_read[i]);
    }
}

/* With every size of memory up to the stated one the answer is the same or refused. */
static void test_memory(void)
{
    const size_t most = 8 * kernels[0].length + 4096;
    unsigned char *memory = malloc(most);
    gpuocc_code code = code_of(&kernels[0]);
    struct seen whole = {{{0}}, 0, 0}, seen;
    unsigned refused = 0, wrong = 0;
    int32_t status = 0;
    size_t room;

    gpuocc_code_loops(&code, NULL, 0, take, &whole);
    for (room = 0; room <= most; room += 8) {
        memset(&seen, 0, sizeof seen);
        status = gpuocc_code_loops(&code, memory, room, take, &seen);
        refused += status == GPUOCC_CODE_ERROR_MEMORY;
        wrong +=
            status == GPUOCC_CODE_OK ? seen.sum != whole.sum : status != GPUOCC_CODE_ERROR_MEMORY;
    }
    ok(status == GPUOCC_CODE_OK && refused > 10 && wrong == 0,
       "with %u sizes of memory that are too small it is refused", refused);
    free(memory);
}

static int32_t stop(void *user, const gpuocc_code_loop *loop)
{
    (void)user;
    return loop->instructions != 0;
}

static void test_edges(void)
{
    gpuocc_code code = code_of(&kernels[0]);
    struct seen seen = {{{0}}, 0, 0};
    unsigned char *nothing = calloc(64, 16);
    uint32_t i;

    ok(gpuocc_code_loops(&code, NULL, 0, stop, NULL) == GPUOCC_CODE_STOPPED, "it stops");
    code.length = 15;
    ok(gpuocc_code_loops(&code, NULL, 0, take, &seen) == GPUOCC_CODE_NOT_READ, "no code");
    code.length = (size_t)65 << 20;
    ok(gpuocc_code_loops(&code, NULL, 0, take, &seen) == GPUOCC_CODE_TOO_COMPLEX,
       "too much code is not looked at");
    code.bytes = nothing;
    code.length = 64 * 16;
    ok(gpuocc_code_loops(&code, NULL, 0, take, &seen) == GPUOCC_CODE_OK && seen.count == 1 &&
           seen.loops[0].counts[GPUOCC_CODE_UNKNOWN] == 64,
       "what is no operation is unknown");
    code.target.at = "gfx942";
    code.target.length = 6;
    ok(gpuocc_code_loops(&code, NULL, 0, take, &seen) == GPUOCC_CODE_NOT_READ, "not read");
    for (i = 0; i < GPUOCC_CODE_CLASS_COUNT; i++)
        ok(gpuocc_code_class_name(i)[0] != 0, "class %s has a name", gpuocc_code_class_name(i));
    ok(gpuocc_code_class_name(i)[0] == 0, "and no other one");
    free(nothing);
}

int main(int count, char **arguments)
{
    if (count < 3)
        return 2;
    read_code(arguments[2]);
    test_words();
    test_next_iteration();
    test_targets();
    test_recorded(arguments[1]);
    test_memory();
    test_edges();
    return done();
}
