/* SPDX-License-Identifier: MIT
 *
 * Tests machine code: recorded loops with the results of a disassembler and a replay by hand, and
 * damaged code. Usage: code LOOPS.csv CODE.csv AMD_LOOPS.csv AMD_CODE.csv AMD_MNEMONICS.csv
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpuocc/code.h>

#include "code/amd_text.h"
#include "tap.h"

#define LINE    20000
#define CELLS   64
#define KERNELS 128
#define NONE    GPUOCC_CODE_NONE

struct kernel {
    char name[32], target[16];
    unsigned char *bytes;
    size_t length;
    uint32_t offset; /* of its first instruction, in the addresses of its loops */
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
        if (line[0] == '#' || strncmp(line, "kernel,", 7) == 0 || split(line, cells) < 5)
            continue;
        kernel = &kernels[kernel_count++];
        strncpy(kernel->name, cells[0], sizeof kernel->name - 1);
        strncpy(kernel->target, cells[1], sizeof kernel->target - 1);
        kernel->offset = (uint32_t)strtoul(cells[2], NULL, 0);
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

/* What is reported about a kernel. */
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

static int is_amd(const struct kernel *kernel)
{
    return strncmp(kernel->target, "gfx", 3) == 0;
}

/* The same for AMD, for which the record has other names for two classes, and separate waits. */
static const char *amd_column(const char *column)
{
    if (strcmp(column, "n_load_scalar") == 0)
        return "n_load_const";
    if (strcmp(column, "n_scalar") == 0)
        return "n_uniform";
    return strcmp(column, "n_load_const") == 0 || strcmp(column, "n_uniform") == 0 ? "" : column;
}

/* Returns the number of a column that a loop has, or -1 for a column that is not compared. */
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
    const char *column;
    gpuocc_code code;
    long waits = 0, recorded;
    const struct kernel *kernel;

    for (i = 0; i < kernel_count; i++)
        if (strcmp(kernels[i].name, cells[0]) == 0 && strcmp(kernels[i].target, cells[1]) == 0)
            break;
    if (!ok(i < kernel_count, "%s of %s is recorded", cells[0], cells[1]))
        return;
    kernel = &kernels[i];
    code = code_of(kernel);
    if (!ok(gpuocc_code_loops(&code, NULL, 0, take, &seen) == GPUOCC_CODE_OK, "it is read"))
        return;
    loop = loop_at(&seen, (uint32_t)strtoul(cells[3], NULL, 0) - kernel->offset);
    if (!ok(loop != NULL, "its loop at %s is found", cells[3]))
        return;
    for (i = 3; i < count; i++) {
        column = is_amd(kernel) ? amd_column(columns[i]) : columns[i];
        waits = strcmp(column, "n_wait") == 0 ? strtol(cells[i], NULL, 0) : waits;
        if (cells[i][0] == 0 || value(loop, column) < 0)
            continue;
        compared++;
        recorded = strtol(cells[i], NULL, 0);
        if (strstr(column, "_addr") != NULL)
            recorded -= (long)kernel->offset;
        if (is_amd(kernel) && strcmp(column, "n_other") == 0)
            recorded += waits;
        if (value(loop, column) == recorded)
            continue;
        wrong++;
        note("%s: %ld, recorded %s", columns[i], value(loop, column), cells[i]);
    }
    ok(wrong == 0 && compared >= 28, "%u figures are as recorded", compared);
    ok(seen.loops[seen.count - 1].extent == GPUOCC_CODE_ALL && loop->depth == 1 &&
           loop->counts[GPUOCC_CODE_UNKNOWN] == 0,
       "all code comes last, and nothing is unknown");
}

/* `is_read`: this build decodes them. */
static void test_recorded(const char *path, unsigned expected, int is_read)
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
            if (is_read)
                compare(columns, cells, count);
            rows++;
        }
    }
    if (file != NULL)
        fclose(file);
    ok(rows == expected, "%u loops are recorded in %s", rows, path);
}

/* Bits of the worked example of the reference: an LDG and the FADD that waits for it. */
static void test_words(void)
{
    static const uint64_t words[] = {0x0000000402037981, 0x000ea8000c1e9900, 0x0000000304097221,
                                     0x004fca0000000000, 0xffffff4000008947, 0x000fea000383ffff};
    unsigned char bytes[48];
    struct kernel kernel = {"words", "sm_80", bytes, sizeof bytes, 0};
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
    bytes[9] |= 0x0e; /* nvdisasm 12.4: LDG.E.U.128 of sm_75, and INVALID7 of sm_80 */
    ok(gpuocc_code_decode(&code, 0, &now) == GPUOCC_CODE_OK && now.lane_bytes == 0,
       "a width that sm_80 does not have");
    code.target.at = "sm_75";
    ok(gpuocc_code_decode(&code, 0, &now) == GPUOCC_CODE_OK && now.lane_bytes == 16,
       "and that is 16 bytes on sm_75");
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
    struct kernel kernel = {"words", "sm_80", bytes, sizeof bytes, 0};
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
    static const char *const not_read[] = {"",        "sm_",   "sm_61",   "sm_122", "gfx803",
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

/* With every size of memory up to the documented one, the answer is the same or refused. */
static void test_memory(const struct kernel *kernel, size_t times)
{
    const size_t most = times * kernel->length + 4096;
    unsigned char *memory = malloc(most);
    gpuocc_code code = code_of(kernel);
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
    code.target.at = "gfx803";
    code.target.length = 6;
    ok(gpuocc_code_loops(&code, NULL, 0, take, &seen) == GPUOCC_CODE_NOT_READ, "not read");
    for (i = 0; i < GPUOCC_CODE_CLASS_COUNT; i++)
        ok(gpuocc_code_class_name(i)[0] != 0, "class %s has a name", gpuocc_code_class_name(i));
    ok(gpuocc_code_class_name(i)[0] == 0, "and no other one");
    free(nothing);
}

/* Returns the class of the record in the library's terms. */
static uint32_t class_of(const char *mnemonic, const char *name)
{
    static const struct {
        const char *name;
        uint32_t kind;
    } others[] = {{"scalar", GPUOCC_CODE_UNIFORM},
                  {"wait", GPUOCC_CODE_OTHER},
                  {"load_scalar", GPUOCC_CODE_LOAD_CONSTANT},
                  {"packed_fp32", GPUOCC_CODE_FP32},
                  {"dot", GPUOCC_CODE_INT}}; /* all of them have _i32 */
    uint32_t i;

    if (strcmp(mnemonic, "v_illegal") == 0) /* no operation */
        return GPUOCC_CODE_UNKNOWN;
    for (i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(name, others[i].name) == 0)
            return others[i].kind;
    for (i = 0; i < GPUOCC_CODE_CLASS_COUNT && strcmp(gpuocc_code_class_name(i), name) != 0;)
        i++;
    return i;
}

/* The operations that LLVM's disassembler names in real libraries of AMD. */
static void test_mnemonics(const char *path)
{
    FILE *file = fopen(path, "r");
    const struct amd_cpu *cpu = amd_cpu_number(0);
    gpuocc_code_instruction now;
    char *cells[CELLS];
    unsigned rows = 0, wrong = 0;
    int is_wrong;

    while (file != NULL && fgets(line, LINE, file) != NULL) {
        if (strncmp(line, "mnemonic,", 9) == 0 || strstr(line, "rule: ") != NULL ||
            split(line, cells) != 5)
            continue;
        memset(&now, 0, sizeof now);
        amd_decode(cpu, cells[0], 0, 0, &now);
        is_wrong = now.kind != class_of(cells[0], cells[1]) || strcmp(now.name, cells[0]) != 0;
        if (now.kind != GPUOCC_CODE_LOAD_CONSTANT)
            is_wrong |= now.lane_bytes != (uint32_t)strtoul(cells[2], NULL, 10);
        if (is_wrong)
            note("%s is %s of %lu bytes", cells[0], gpuocc_code_class_name(now.kind),
                 (unsigned long)now.lane_bytes);
        wrong += is_wrong != 0;
        rows++;
    }
    if (file != NULL)
        fclose(file);
    ok(rows == 272 && wrong == 0, "%u operations of AMD have the recorded class and width", rows);
}

/* Texts of LLVM: the counter that is set, and what a wait leaves of it (LLVM's AMDGPUUsage). */
static const struct {
    const char *target, *text;
    uint32_t word, kind, counter, waits, leaves, bytes;
} amd_texts[] = {
    {"gfx90a", "\tglobal_store_dword v[0:1], v2, off", 0, 19, 0, 0, 0, 4},
    {"gfx1030", "\tglobal_store_dword v[0:1], v2, off", 0, 19, 3, 0, 0, 4},
    {"gfx90a", "\tglobal_atomic_add v0, v1, s[0:1]", 0, 24, 0, 0, 0, 0},
    {"gfx1030", "\tglobal_atomic_add v0, v1, s[0:1]", 0, 24, 3, 0, 0, 0},
    {"gfx1030", "\tglobal_atomic_add v2, v0, v1, s[0:1] glc", 0, 24, 0, 0, 0, 0},
    {"gfx1201", "\tglobal_atomic_add_u32 v0, v1, s[0:1]", 0, 24, 3, 0, 0, 0},
    {"gfx1201", "\tglobal_atomic_add_u32 v2, v0, v1, s[0:1] th:TH_ATOMIC_RETURN", 0, 24, 0, 0, 0,
     0},
    {"gfx942", "\tglobal_load_lds_dword v[0:1], off", 0, 26, 0, 0, 0, 4},
    {"gfx90a", "\tbuffer_load_dword v0, s[8:11], 0 offen lds", 0, 26, 0, 0, 0, 4},
    {"gfx942", "\tscratch_load_dwordx4 v[0:3], off, s32", 0, 15, 0, 0, 0, 16},
    {"gfx90a", "\tflat_load_dwordx2 v[0:1], v[2:3]", 0, 17, 0, 0, 0, 8},
    {"gfx1100", "\ts_load_b64 s[0:1], s[2:3], null", 0, 16, 1, 0, 0, 0},
    {"gfx1201", "\ts_load_b64 s[0:1], s[2:3], 0x0", 0, 16, 6, 0, 0, 0},
    {"gfx1201", "\tds_load_2addr_b64 v[0:3], v4 offset1:1", 0, 14, 1, 0, 0, 16},
    {"gfx90a", "\tds_bpermute_b32 v0, v1, v2", 0, 10, 1, 0, 0, 0},
    {"gfx950", "\tds_read_b64_tr_b16 v[0:1], v2", 0, 14, 1, 0, 0, 8},
    {"gfx1201", "\timage_sample v0, v[1:2], s[0:7], s[8:11]", 0, 25, 4, 0, 0, 0},
    {"gfx1201", "\timage_bvh_intersect_ray v[0:3], v[4:7], s[0:3]", 0, 25, 5, 0, 0, 0},
    {"gfx1201", "\timage_load v0, v1, s[0:7]", 0, 25, 0, 0, 0, 0},
    {"gfx1100", "\timage_sample v0, v[1:2], s[0:7], s[8:11]", 0, 25, 0, 0, 0, 0},
    {"gfx1100", "\tlds_direct_load v0", 0, 14, 2, 0, 0, 0},
    {"gfx90a", "\tv_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]", 0, 2, NONE, 0, 0, 0},
    {"gfx90a", "\tv_pk_fma_f16 v0, v1, v2, v3", 0, 3, NONE, 0, 0, 0},
    {"gfx90a", "\tv_rcp_f64_e32 v[0:1], v[2:3]", 0, 5, NONE, 0, 0, 0},
    {"gfx1201", "\tv_s_exp_f32 s0, s1", 0, 5, NONE, 0, 0, 0},
    {"gfx1201", "\tv_swmmac_f32_16x16x32_f16 v[0:7], v[8:11], v[12:19], v20", 0, 6, NONE, 0, 0, 0},
    {"gfx1100", "\tv_dual_mov_b32 v0, v1 :: v_dual_mul_f32 v2, v3, v4", 0, 8, NONE, 0, 0, 0},
    {"gfx1100", "\tv_dual_add_f32 v0, v1, v2 :: v_dual_mov_b32 v3, v4", 0, 1, NONE, 0, 0, 0},
    {"gfx90a", "\ts_waitcnt vmcnt(6)", 0, 28, NONE, 1, 6, 0},
    {"gfx90a", "\ts_waitcnt lgkmcnt(0)", 0, 28, NONE, 2, 0, 0},
    {"gfx90a", "\ts_waitcnt vmcnt(2) expcnt(1) lgkmcnt(0)", 0, 28, NONE, 7, 2, 0},
    {"gfx1030", "\ts_waitcnt_vscnt null, 0x3", 0xbbfd0003, 28, NONE, 8, 3, 0},
    {"gfx1201", "\ts_wait_loadcnt 0x6", 0xbfc00006, 28, NONE, 1, 6, 0},
    {"gfx1201", "\ts_wait_kmcnt 0x0", 0xbfc70000, 28, NONE, 64, 0, 0},
    {"gfx1201", "\ts_wait_loadcnt_dscnt 0x203", 0xbfc80203, 28, NONE, 3, 2, 0},
    {"gfx1201", "\ts_wait_storecnt_dscnt 0x405", 0xbfc90405, 28, NONE, 10, 5, 0},
    {"gfx1100", "\ts_waitcnt_depctr 0xfff", 0xbf880fff, 28, NONE, 0, 0, 0},
    {"gfx1201", "\ts_wait_alu 0xfffd", 0xbf88fffd, 28, NONE, 0, 0, 0},
};

/* The halves of VCC are registers of their own: s106 and s107 (LLVM's AMDGPUOperandSyntax). */
static void test_amd_registers(void)
{
    static const struct {
        const char *text;
        uint32_t first, count;
    } texts[] = {
        {"v4", 4, 1},
        {"v[4:7]", 4, 4},
        {"s106", AMD_VCC, 1},
        {"s[106:107]", AMD_VCC, 2},
        {"vcc", AMD_VCC, 2},
        {"vcc_lo", AMD_VCC, 1},
        {"vcc_hi", AMD_VCC + 1, 1},
    };
    uint32_t first, count;
    size_t i;

    for (i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        count = amd_registers(texts[i].text, &first);
        ok(first == texts[i].first && count == texts[i].count, "%s", texts[i].text);
    }
    ok(amd_registers("exec", &first) == 0 && amd_registers("exec_hi", &first) == 0,
       "the mask is none of them");
}

static void test_amd_texts(void)
{
    gpuocc_code_instruction now;
    gpuocc_kernels_text target;
    size_t i;
    uint32_t first;

    for (i = 0; i < sizeof amd_texts / sizeof amd_texts[0]; i++) {
        target.at = amd_texts[i].target;
        target.length = strlen(amd_texts[i].target);
        memset(&now, 0, sizeof now);
        amd_decode(amd_cpu_named(target), amd_texts[i].text, amd_texts[i].word, 0, &now);
        for (first = 0; first < GPUOCC_CODE_COUNTERS && (now.waits >> first & 1) == 0;)
            first++;
        ok(now.kind == amd_texts[i].kind && now.counter == amd_texts[i].counter &&
               now.waits == amd_texts[i].waits && now.lane_bytes == amd_texts[i].bytes &&
               (now.waits == 0 || now.leaves[first] == amd_texts[i].leaves),
           "%s%s", amd_texts[i].target, amd_texts[i].text);
        ok(now.second == (strstr(amd_texts[i].text, ":: v_dual_mul") != NULL   ? GPUOCC_CODE_FP32
                          : strstr(amd_texts[i].text, ":: v_dual_mov") != NULL ? GPUOCC_CODE_MOVE
                                                                               : 0),
           "it has %s operation", now.second != 0 ? "a second" : "one");
    }
}

/* Any words for each target that is passed to LLVM: the library knows all names that it prints. */
static void test_amd_targets(void)
{
    unsigned char bytes[4096];
    struct kernel kernel = {"words", "", bytes, sizeof bytes, 0};
    uint32_t state = 1, i, wrong;
    gpuocc_code code;
    struct seen seen;
    unsigned number;
    int32_t status;

    for (number = 0; amd_cpu_number(number) != NULL; number++) {
        strncpy(kernel.target, amd_cpu_number(number)->name, sizeof kernel.target - 1);
        for (wrong = i = 0; i < sizeof bytes; i++) {
            state = state * 1664525u + 1013904223u;
            bytes[i] = (unsigned char)(state >> 24);
        }
        for (i = 3; i < sizeof bytes; i += 16) /* branches, waits and loads are among them */
            bytes[i] = (unsigned char)(i % 32 == 3 ? 0xbf : 0xdc);
        code = code_of(&kernel);
        memset(&seen, 0, sizeof seen);
        status = gpuocc_code_loops(&code, NULL, 0, take, &seen);
        for (i = 0; i < seen.count; i++)
            wrong += seen.loops[i].loads_in_flight > seen.loops[i].most_in_flight + 1;
        ok(amd_llvm() != NULL
               ? status == GPUOCC_CODE_OK && seen.count != 0 && wrong == 0
               : status == GPUOCC_CODE_NEEDS_LLVM && !gpuocc_code_is_read(code.target),
           "any words of %s", kernel.target);
    }
}

/* Single instructions of LLVM's own tests of its assembler (llvm/test/MC/AMDGPU). */
static void test_amd_words(void)
{
    static unsigned char bytes[] = {0x72, 0x0f, 0x8c, 0xbf, 0xff, 0xff, 0x82, 0xbf};
    struct kernel kernel = {"words", "gfx90a", bytes, sizeof bytes, 0};
    gpuocc_code code = code_of(&kernel);
    gpuocc_code_instruction now = {0};

    now.size = sizeof now;
    ok(gpuocc_code_decode(&code, 0, &now) == GPUOCC_CODE_OK && now.waits == 1 &&
           now.leaves[0] == 2 && strcmp(now.name, "s_waitcnt") == 0 && now.length == 4 &&
           now.mnemonic[0] == 0,
       "s_waitcnt vmcnt(2)");
    ok(gpuocc_code_decode(&code, 4, &now) == GPUOCC_CODE_OK && now.target == 4 &&
           now.flags == ((1u << GPUOCC_CODE_FLAG_BRANCH) | (1u << GPUOCC_CODE_FLAG_ENDS)),
       "s_branch to itself");
    now.size = offsetof(gpuocc_code_instruction, name);
    now.name[0] = 'x';
    ok(gpuocc_code_decode(&code, 0, &now) == GPUOCC_CODE_OK && now.name[0] == 'x',
       "a struct of before there was a name");
    now.size = sizeof now;
    ok(gpuocc_code_decode(&code, 8, &now) == GPUOCC_CODE_ERROR_OFFSET &&
           gpuocc_code_decode(&code, 2, &now) == GPUOCC_CODE_ERROR_OFFSET,
       "no instruction begins there");
}

static void test_amd(char **arguments)
{
    const unsigned nvidia = kernel_count;

    test_mnemonics(arguments[5]);
    test_amd_registers();
    test_amd_texts();
    test_amd_targets();
    read_code(arguments[4]);
    ok(kernel_count - nvidia == 25, "%u kernels of AMD are recorded", kernel_count - nvidia);
    test_recorded(arguments[3], 25, amd_llvm() != NULL);
    if (amd_llvm() == NULL) {
        skip("instructions of AMD", "LLVM 22 not found");
        return;
    }
    test_amd_words();
    test_memory(&kernels[nvidia], 40);
}

int main(int count, char **arguments)
{
    if (count < 6)
        return 2;
    read_code(arguments[2]);
    test_words();
    test_next_iteration();
    test_targets();
    test_recorded(arguments[1], 35, 1);
    test_memory(&kernels[0], 8);
    test_edges();
    test_amd(arguments);
    return done();
}
