/* SPDX-License-Identifier: MIT
 *
 * Decodes the code of AMD's GCN 5, CDNA and RDNA into an array of instructions. Their length varies
 * from 4 to 20 bytes, so the start of an instruction is only known after all earlier ones have been
 * decoded. LLVM 22 prints each as text, from which come the class of the operation, by its name,
 * and the counters with which a wave waits for loads and stores (source: LLVM's AMDGPUUsage and
 * SIInsertWaitcnts).
 */
#include <stdlib.h>

#include "amd.h"

#define NO_COUNTER 0xffu /* counter of an amd_record: none */

/* Name, generation and issue cycles of each target. A compute unit of GCN and CDNA issues for each
 * of its four SIMDs in every fourth cycle (AMD, GCN Architecture, 2012; CDNA 2 Architecture, 2021).
 * One of RDNA can issue for a wave in every cycle (AMD, RDNA Architecture, 2019). */
static const struct amd_cpu cpus[] = {
    {"gfx900", 9, 4},           {"gfx902", 9, 4},           {"gfx904", 9, 4},
    {"gfx906", 9, 4},           {"gfx908", 9, 4},           {"gfx909", 9, 4},
    {"gfx90a", 9, 4},           {"gfx90c", 9, 4},           {"gfx942", 9, 4},
    {"gfx950", 9, 4},           {"gfx1010", 10, 1},         {"gfx1011", 10, 1},
    {"gfx1012", 10, 1},         {"gfx1013", 10, 1},         {"gfx1030", 10, 1},
    {"gfx1031", 10, 1},         {"gfx1032", 10, 1},         {"gfx1033", 10, 1},
    {"gfx1034", 10, 1},         {"gfx1035", 10, 1},         {"gfx1036", 10, 1},
    {"gfx1100", 11, 1},         {"gfx1101", 11, 1},         {"gfx1102", 11, 1},
    {"gfx1103", 11, 1},         {"gfx1150", 11, 1},         {"gfx1151", 11, 1},
    {"gfx1152", 11, 1},         {"gfx1153", 11, 1},         {"gfx1200", 12, 1},
    {"gfx1201", 12, 1},         {"gfx9-generic", 9, 4},     {"gfx9-4-generic", 9, 4},
    {"gfx10-1-generic", 10, 1}, {"gfx10-3-generic", 10, 1}, {"gfx11-generic", 11, 1},
    {"gfx12-generic", 12, 1},
};

#define CPUS (sizeof cpus / sizeof cpus[0])

const struct amd_cpu *amd_cpu_number(unsigned number)
{
    return number < CPUS ? &cpus[number] : NULL;
}

const struct amd_cpu *amd_cpu_named(gpuocc_kernels_text target)
{
    size_t i;

    for (i = 0; i < CPUS; i++)
        if (strlen(cpus[i].name) == target.length &&
            memcmp(cpus[i].name, target.at, target.length) == 0)
            return &cpus[i];
    return NULL;
}

/* The counters, in the order of RDNA 4. Before RDNA 4, LOADS is vmcnt and SHARED is lgkmcnt. STORES
 * is vscnt of RDNA 1 to 3; GCN and CDNA do not have it. */
enum { LOADS, SHARED, EXPORTS, STORES, SAMPLES, RAYS, SCALARS };

/* A rule applies to names that begin with `begin` and contain `part`. The first rule that applies
 * gives the class. */
struct rule {
    const char *begin, *part;
    uint8_t kind;
};

static const struct rule vector_rules[] = {
    {"v_mfma", "", GPUOCC_CODE_MATRIX},
    {"v_smfmac", "", GPUOCC_CODE_MATRIX},
    {"v_wmma", "", GPUOCC_CODE_MATRIX},
    {"v_swmmac", "", GPUOCC_CODE_MATRIX},
    {"v_s_", "", GPUOCC_CODE_SPECIAL},
    {"v_exp_", "", GPUOCC_CODE_SPECIAL},
    {"v_log_", "", GPUOCC_CODE_SPECIAL},
    {"v_rcp_", "", GPUOCC_CODE_SPECIAL},
    {"v_rsq_", "", GPUOCC_CODE_SPECIAL},
    {"v_sqrt_", "", GPUOCC_CODE_SPECIAL},
    {"v_sin_", "", GPUOCC_CODE_SPECIAL},
    {"v_cos_", "", GPUOCC_CODE_SPECIAL},
    {"v_cvt", "", GPUOCC_CODE_CONVERT},
    {"v_dot", "_i32", GPUOCC_CODE_INT},
    {"v_dot", "_u32", GPUOCC_CODE_INT},
    {"v_dot", "_f32", GPUOCC_CODE_FP32},
    {"v_", "_f64", GPUOCC_CODE_FP64},
    {"v_pk_", "_f32", GPUOCC_CODE_FP32},
    {"v_", "f16", GPUOCC_CODE_FP16},
    {"v_", "_f32", GPUOCC_CODE_FP32},
    {"v_mov", "", GPUOCC_CODE_MOVE},
    {"v_cndmask", "", GPUOCC_CODE_MOVE},
    {"v_readlane", "", GPUOCC_CODE_MOVE},
    {"v_readfirstlane", "", GPUOCC_CODE_MOVE},
    {"v_writelane", "", GPUOCC_CODE_MOVE},
    {"v_perm_b32", "", GPUOCC_CODE_MOVE},
    {"v_permlane", "", GPUOCC_CODE_MOVE},
    {"v_accvgpr", "", GPUOCC_CODE_MOVE},
    {"v_swap", "", GPUOCC_CODE_MOVE},
    {"v_nop", "", GPUOCC_CODE_OTHER},
    {"v_clrexcp", "", GPUOCC_CODE_OTHER},
    {"v_pipeflush", "", GPUOCC_CODE_OTHER},
    {"v_illegal", "", GPUOCC_CODE_UNKNOWN}, /* a word of zeros between kernels */
    {"v_", "", GPUOCC_CODE_INT},
};

static const struct rule memory_rules[] = {
    {"ds_bpermute", "", GPUOCC_CODE_WARP},
    {"ds_permute", "", GPUOCC_CODE_WARP},
    {"ds_swizzle", "", GPUOCC_CODE_WARP},
    {"ds_gws", "", GPUOCC_CODE_BARRIER},
    {"ds_nop", "", GPUOCC_CODE_OTHER},
    {"ds_bvh", "", GPUOCC_CODE_OTHER},
    {"ds_read", "", GPUOCC_CODE_LOAD_SHARED},
    {"ds_load", "", GPUOCC_CODE_LOAD_SHARED},
    {"ds_direct_load", "", GPUOCC_CODE_LOAD_SHARED},
    {"ds_param_load", "", GPUOCC_CODE_LOAD_SHARED},
    {"lds_", "_load", GPUOCC_CODE_LOAD_SHARED},
    {"ds_write", "", GPUOCC_CODE_STORE_SHARED},
    {"ds_store", "", GPUOCC_CODE_STORE_SHARED},
    {"ds_", "", GPUOCC_CODE_ATOMIC},
    {"image_", "_atomic", GPUOCC_CODE_ATOMIC},
    {"image_", "", GPUOCC_CODE_TEXTURE},
    {"global_inv", "", GPUOCC_CODE_BARRIER},
    {"global_wb", "", GPUOCC_CODE_BARRIER},
    {"buffer_inv", "", GPUOCC_CODE_BARRIER},
    {"buffer_wb", "", GPUOCC_CODE_BARRIER},
    {"buffer_gl", "", GPUOCC_CODE_BARRIER},
    {"global_", "_atomic", GPUOCC_CODE_ATOMIC},
    {"buffer_", "_atomic", GPUOCC_CODE_ATOMIC},
    {"flat_", "_atomic", GPUOCC_CODE_ATOMIC},
    {"global_load_lds", "", GPUOCC_CODE_ASYNC_COPY},
    {"buffer_load_lds", "", GPUOCC_CODE_ASYNC_COPY},
    {"scratch_load_lds", "", GPUOCC_CODE_ASYNC_COPY},
    {"global_load", "", GPUOCC_CODE_LOAD_GLOBAL},
    {"buffer_load", "", GPUOCC_CODE_LOAD_GLOBAL},
    {"tbuffer_load", "", GPUOCC_CODE_LOAD_GLOBAL},
    {"flat_load", "", GPUOCC_CODE_LOAD_GENERIC},
    {"scratch_load", "", GPUOCC_CODE_LOAD_LOCAL},
    {"global_store", "", GPUOCC_CODE_STORE_GLOBAL},
    {"buffer_store", "", GPUOCC_CODE_STORE_GLOBAL},
    {"tbuffer_store", "", GPUOCC_CODE_STORE_GLOBAL},
    {"flat_store", "", GPUOCC_CODE_STORE_GENERIC},
    {"scratch_store", "", GPUOCC_CODE_STORE_LOCAL},
    {"global_prefetch", "", GPUOCC_CODE_OTHER},
    {"flat_prefetch", "", GPUOCC_CODE_OTHER},
    {"exp", "", GPUOCC_CODE_OTHER},
};

static const struct rule scalar_rules[] = {
    {"s_branch", "", GPUOCC_CODE_CONTROL},
    {"s_cbranch", "", GPUOCC_CODE_CONTROL},
    {"s_endpgm", "", GPUOCC_CODE_CONTROL},
    {"s_setpc", "", GPUOCC_CODE_CONTROL},
    {"s_swappc", "", GPUOCC_CODE_CONTROL},
    {"s_call", "", GPUOCC_CODE_CONTROL},
    {"s_rfe", "", GPUOCC_CODE_CONTROL},
    {"s_subvector_loop", "", GPUOCC_CODE_CONTROL},
    {"s_barrier", "", GPUOCC_CODE_BARRIER},
    {"s_dcache", "", GPUOCC_CODE_BARRIER},
    {"s_icache", "", GPUOCC_CODE_BARRIER},
    {"s_gl1_inv", "", GPUOCC_CODE_BARRIER},
    {"s_load", "", GPUOCC_CODE_LOAD_CONSTANT},
    {"s_buffer_load", "", GPUOCC_CODE_LOAD_CONSTANT},
    {"s_scratch_load", "", GPUOCC_CODE_LOAD_CONSTANT},
    {"s_atomic", "", GPUOCC_CODE_ATOMIC},
    {"s_buffer_atomic", "", GPUOCC_CODE_ATOMIC},
    {"s_store", "", GPUOCC_CODE_OTHER},
    {"s_buffer_store", "", GPUOCC_CODE_OTHER},
    {"s_scratch_store", "", GPUOCC_CODE_OTHER},
    {"s_memtime", "", GPUOCC_CODE_OTHER},
    {"s_memrealtime", "", GPUOCC_CODE_OTHER},
    {"s_wait", "", GPUOCC_CODE_OTHER}, /* all wait instructions */
    {"s_nop", "", GPUOCC_CODE_OTHER},
    {"s_clause", "", GPUOCC_CODE_OTHER},
    {"s_delay_alu", "", GPUOCC_CODE_OTHER},
    {"s_sendmsg", "", GPUOCC_CODE_OTHER},
    {"s_setprio", "", GPUOCC_CODE_OTHER},
    {"s_sleep", "", GPUOCC_CODE_OTHER},
    {"s_code_end", "", GPUOCC_CODE_OTHER},
    {"s_inst_prefetch", "", GPUOCC_CODE_OTHER},
    {"s_set_inst_prefetch", "", GPUOCC_CODE_OTHER},
    {"s_set_gpr_idx", "", GPUOCC_CODE_OTHER},
    {"s_sethalt", "", GPUOCC_CODE_OTHER},
    {"s_setkill", "", GPUOCC_CODE_OTHER},
    {"s_trap", "", GPUOCC_CODE_OTHER},
    {"s_incperflevel", "", GPUOCC_CODE_OTHER},
    {"s_decperflevel", "", GPUOCC_CODE_OTHER},
    {"s_ttracedata", "", GPUOCC_CODE_OTHER},
    {"s_denorm_mode", "", GPUOCC_CODE_OTHER},
    {"s_round_mode", "", GPUOCC_CODE_OTHER},
    {"s_version", "", GPUOCC_CODE_OTHER},
    {"s_singleuse_vdst", "", GPUOCC_CODE_OTHER},
    {"s_wakeup", "", GPUOCC_CODE_OTHER},
    {"s_prefetch", "", GPUOCC_CODE_OTHER},
    {"s_buffer_prefetch", "", GPUOCC_CODE_OTHER},
    {"s_", "", GPUOCC_CODE_UNIFORM},
};

static uint32_t first_rule(const struct rule *rules, size_t count, const char *mnemonic)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (begins(mnemonic, rules[i].begin) && strstr(mnemonic, rules[i].part) != NULL)
            return rules[i].kind;
    return GPUOCC_CODE_UNKNOWN;
}

#define RULE_OF(rules, mnemonic) first_rule(rules, sizeof(rules) / sizeof(rules)[0], mnemonic)

/* Returns the enum gpuocc_code_class of an operation from its name in LLVM's assembly. */
static uint32_t class_of(const char *mnemonic)
{
    char half[sizeof((gpuocc_code_instruction *)0)->name] = "v_";

    if (begins(mnemonic, "v_dual_")) { /* one of the two operations of a dual instruction */
        strncat(half, mnemonic + 7, sizeof half - 3);
        return RULE_OF(vector_rules, half);
    }
    return begins(mnemonic, "v_")   ? RULE_OF(vector_rules, mnemonic)
           : begins(mnemonic, "s_") ? RULE_OF(scalar_rules, mnemonic)
                                    : RULE_OF(memory_rules, mnemonic);
}

/* Returns the bytes per lane, from the first word of the name that is a width; 0 if none is. */
static uint32_t width(const char *mnemonic)
{
    static const struct {
        const char *word;
        uint32_t bytes;
    } widths[] = {{"ubyte", 1},    {"sbyte", 1},  {"byte", 1},   {"u8", 1},      {"i8", 1},
                  {"b8", 1},       {"ushort", 2}, {"sshort", 2}, {"short", 2},   {"u16", 2},
                  {"i16", 2},      {"b16", 2},    {"dword", 4},  {"dwordx2", 8}, {"dwordx3", 12},
                  {"dwordx4", 16}, {"b32", 4},    {"b64", 8},    {"b96", 12},    {"b128", 16}};
    size_t i, length;

    for (; *mnemonic != 0; mnemonic += length + (mnemonic[length] == '_')) {
        length = strcspn(mnemonic, "_");
        for (i = 0; i < sizeof widths / sizeof widths[0]; i++)
            if (strlen(widths[i].word) == length && memcmp(mnemonic, widths[i].word, length) == 0)
                return widths[i].bytes;
    }
    return 0;
}

static uint32_t lane_bytes(const char *mnemonic, uint32_t kind)
{
    const int pair = strstr(mnemonic, "read2") != NULL || strstr(mnemonic, "write2") != NULL ||
                     strstr(mnemonic, "_2addr") != NULL;

    switch (kind) {
    case GPUOCC_CODE_LOAD_GLOBAL:
    case GPUOCC_CODE_LOAD_GENERIC:
    case GPUOCC_CODE_LOAD_LOCAL:
    case GPUOCC_CODE_STORE_GLOBAL:
    case GPUOCC_CODE_STORE_GENERIC:
    case GPUOCC_CODE_STORE_LOCAL:
    case GPUOCC_CODE_ASYNC_COPY:
        return width(mnemonic);
    case GPUOCC_CODE_LOAD_SHARED:
    case GPUOCC_CODE_STORE_SHARED:
        return width(mnemonic) * (pair ? 2 : 1);
    default:
        return 0;
    }
}

/* Tells whether an atomic operation returns the old value. */
static int gives_back(const char *text)
{
    return strstr(text, " glc") != NULL || strstr(text, " sc0") != NULL ||
           strstr(text, "_RETURN") != NULL;
}

static uint32_t texture_counter(const struct amd_cpu *cpu, const char *mnemonic)
{
    if (begins(mnemonic, "image_store"))
        return cpu->generation > 9 ? STORES : LOADS;
    if (cpu->generation < 12)
        return LOADS;
    if (begins(mnemonic, "image_bvh"))
        return RAYS;
    return begins(mnemonic, "image_sample") || begins(mnemonic, "image_gather") ||
                   begins(mnemonic, "image_get_lod") || begins(mnemonic, "image_msaa")
               ? SAMPLES
               : LOADS;
}

/* Returns the counter of an instruction of the classes BARRIER and OTHER. */
static uint32_t other_counter(const struct amd_cpu *cpu, const char *mnemonic)
{
    if (begins(mnemonic, "exp"))
        return EXPORTS;
    if (begins(mnemonic, "ds_"))
        return SHARED;
    if (begins(mnemonic, "s_sendmsg") || begins(mnemonic, "s_memtime") ||
        begins(mnemonic, "s_memrealtime") || begins(mnemonic, "s_store") ||
        begins(mnemonic, "s_buffer_store") || begins(mnemonic, "s_scratch_store"))
        return cpu->generation < 12 ? SHARED : SCALARS;
    if (cpu->generation == 12 && begins(mnemonic, "global_inv"))
        return LOADS;
    if (cpu->generation == 12 && begins(mnemonic, "global_wb"))
        return STORES;
    return GPUOCC_CODE_NONE;
}

static uint32_t counter(const struct amd_cpu *cpu, const char *mnemonic, const char *text,
                        uint32_t kind)
{
    const uint32_t stores = cpu->generation > 9 ? STORES : LOADS;
    const uint32_t scalars = cpu->generation < 12 ? SHARED : SCALARS;

    switch (kind) {
    case GPUOCC_CODE_LOAD_GLOBAL:
    case GPUOCC_CODE_LOAD_GENERIC:
    case GPUOCC_CODE_LOAD_LOCAL:
    case GPUOCC_CODE_ASYNC_COPY:
        return LOADS;
    case GPUOCC_CODE_STORE_GLOBAL:
    case GPUOCC_CODE_STORE_GENERIC:
    case GPUOCC_CODE_STORE_LOCAL:
        return stores;
    case GPUOCC_CODE_LOAD_SHARED:
        return begins(mnemonic, "ds_load") || begins(mnemonic, "ds_read") ? SHARED : EXPORTS;
    case GPUOCC_CODE_STORE_SHARED:
    case GPUOCC_CODE_WARP:
        return SHARED;
    case GPUOCC_CODE_LOAD_CONSTANT:
        return scalars;
    case GPUOCC_CODE_ATOMIC:
        if (begins(mnemonic, "ds_") || begins(mnemonic, "s_"))
            return begins(mnemonic, "ds_") ? SHARED : scalars;
        return gives_back(text) ? LOADS : stores;
    case GPUOCC_CODE_TEXTURE:
        return texture_counter(cpu, mnemonic);
    case GPUOCC_CODE_BARRIER:
    case GPUOCC_CODE_OTHER:
        return other_counter(cpu, mnemonic);
    default:
        return GPUOCC_CODE_NONE;
    }
}

static void wait_for(gpuocc_code_instruction *instruction, uint32_t number, uint32_t leaves)
{
    instruction->waits |= 1u << number;
    instruction->leaves[number] = (uint8_t)(leaves < UINT8_MAX ? leaves : UINT8_MAX);
}

/* Reads "s_waitcnt vmcnt(2) lgkmcnt(0)". The text omits the counters that it does not wait for. */
static void read_waitcnt(const char *text, gpuocc_code_instruction *instruction)
{
    static const struct {
        const char *name;
        uint32_t number;
    } counts[] = {{"vmcnt(", LOADS}, {"lgkmcnt(", SHARED}, {"expcnt(", EXPORTS}};
    const char *found;
    size_t i;

    for (i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        found = strstr(text, counts[i].name);
        if (found != NULL)
            wait_for(instruction, counts[i].number,
                     (uint32_t)strtoul(found + strlen(counts[i].name), NULL, 10));
    }
}

/* Reads any wait instruction. All except s_waitcnt encode the count in the low 16 bits of the word;
 * those for two counters encode one count in each of the two low bytes. */
static void read_waits(const char *mnemonic, const char *text, uint32_t word,
                       gpuocc_code_instruction *instruction)
{
    static const struct {
        const char *name;
        uint32_t number;
    } waits[] = {
        {"s_wait_loadcnt", LOADS},     {"s_wait_dscnt", SHARED},      {"s_wait_expcnt", EXPORTS},
        {"s_wait_storecnt", STORES},   {"s_wait_samplecnt", SAMPLES}, {"s_wait_bvhcnt", RAYS},
        {"s_wait_kmcnt", SCALARS},     {"s_waitcnt_vmcnt", LOADS},    {"s_waitcnt_vscnt", STORES},
        {"s_waitcnt_lgkmcnt", SHARED}, {"s_waitcnt_expcnt", EXPORTS}};
    size_t i;

    if (strcmp(mnemonic, "s_waitcnt") == 0)
        read_waitcnt(text, instruction);
    for (i = 0; i < sizeof waits / sizeof waits[0]; i++)
        if (strcmp(mnemonic, waits[i].name) == 0)
            wait_for(instruction, waits[i].number, word & 0xffff);
    if (strcmp(mnemonic, "s_wait_loadcnt_dscnt") != 0 &&
        strcmp(mnemonic, "s_wait_storecnt_dscnt") != 0)
        return;
    wait_for(instruction, strstr(mnemonic, "load") != NULL ? LOADS : STORES, word >> 8 & 0xff);
    wait_for(instruction, SHARED, word & 0xff);
}

/* Sets the flags and the target of a branch, call or end. A branch encodes its distance from the
 * next instruction in the low 16 bits, signed and in words of 4 bytes. */
static void find_flow(const char *mnemonic, uint32_t word, gpuocc_code_instruction *instruction)
{
    const int64_t offset = (int64_t)(word & 0xffff) - ((word & 0x8000) != 0 ? 0x10000 : 0);
    const int64_t to = (int64_t)instruction->address + 4 + 4 * offset;

    if (begins(mnemonic, "s_endpgm") || begins(mnemonic, "s_rfe"))
        instruction->flags |= FLAG(ENDS);
    else if (begins(mnemonic, "s_setpc"))
        instruction->flags |= FLAG(INDIRECT) | FLAG(ENDS);
    else if (begins(mnemonic, "s_swappc") || begins(mnemonic, "s_subvector_loop") ||
             begins(mnemonic, "s_cbranch_i_fork") || begins(mnemonic, "s_cbranch_g_fork") ||
             begins(mnemonic, "s_cbranch_join"))
        instruction->flags |= FLAG(INDIRECT);
    else if (begins(mnemonic, "s_branch"))
        instruction->flags |= FLAG(BRANCH) | FLAG(ENDS);
    else if (begins(mnemonic, "s_cbranch"))
        instruction->flags |= FLAG(BRANCH);
    else if (begins(mnemonic, "s_call"))
        instruction->flags |= FLAG(CALL);
    if ((instruction->flags & (FLAG(BRANCH) | FLAG(CALL))) == 0)
        return;
    if (to >= 0 && to < INT32_MAX)
        instruction->target = (uint32_t)to;
    else
        instruction->flags = (instruction->flags & FLAG(ENDS)) | FLAG(INDIRECT);
}

/* Copies the operation's name from the start of the text; "" if it does not fit. */
static void copy_name(const char *text, char *name, size_t room)
{
    const size_t length = strcspn(text, " \t");

    if (length < room) {
        memcpy(name, text, length);
        name[length] = 0;
    } else {
        name[0] = 0;
    }
}

/* Returns the class of the second operation of a dual instruction, or 0. */
static uint32_t second_class(const char *text)
{
    const char *second = strstr(text, ":: ");
    char name[sizeof((gpuocc_code_instruction *)0)->name];

    if (second == NULL)
        return 0;
    copy_name(second + 3, name, sizeof name);
    return class_of(name);
}

/* Tells whether a buffer is scratch memory, in which each lane has its own: no register gives the
 * address, so that otherwise all lanes would load or store one element. Targets without
 * instructions for scratch spill in this way (LLVM, SIRegisterInfo::buildSpillLoadStore). */
static int is_scratch(const char *text, const char *name)
{
    const char *address = strchr(text, ',');

    return (begins(name, "buffer_load_dword") || begins(name, "buffer_store_dword")) &&
           address != NULL && begins(address, ", off, ") && strstr(text, " lds") == NULL;
}

void amd_decode(const struct amd_cpu *cpu, const char *text, uint32_t word, uint32_t address,
                gpuocc_code_instruction *instruction)
{
    const char *lds;

    instruction->size = sizeof *instruction;
    instruction->address = address;
    instruction->mnemonic = "";
    instruction->target = instruction->counter = GPUOCC_CODE_NONE;
    instruction->stall_cycles = cpu->issue_cycles;
    text += strspn(text, " \t");
    copy_name(text, instruction->name, sizeof instruction->name);
    instruction->kind = class_of(instruction->name);
    instruction->second = second_class(text);
    if (is_scratch(text, instruction->name))
        instruction->kind = instruction->kind == GPUOCC_CODE_LOAD_GLOBAL ? GPUOCC_CODE_LOAD_LOCAL
                                                                         : GPUOCC_CODE_STORE_LOCAL;
    lds = strstr(text, " lds");
    if (instruction->kind == GPUOCC_CODE_LOAD_GLOBAL && lds != NULL &&
        (lds[4] == 0 || lds[4] == ' '))
        instruction->kind = GPUOCC_CODE_ASYNC_COPY;
    instruction->lane_bytes = lane_bytes(instruction->name, instruction->kind);
    instruction->counter = counter(cpu, instruction->name, text, instruction->kind);
    if (instruction->kind == GPUOCC_CODE_MATRIX)
        amd_matrix(instruction->name, instruction);
    read_waits(instruction->name, text, word, instruction);
    find_flow(instruction->name, word, instruction);
}

/* Decodes one instruction. What LLVM does not know becomes a GPUOCC_CODE_UNKNOWN of 4 bytes. */
static void decode(const struct code *code, void *opened, uint32_t address,
                   gpuocc_code_instruction *instruction)
{
    const struct bytes all = {code->bytes, code->length};
    char text[AMD_TEXT_BYTES];
    size_t length;

    text[0] = 0;
    length = code->disassembler->text(opened, code->bytes + address, code->length - address,
                                      address, text);
    text[AMD_TEXT_BYTES - 1] = 0;
    memset(instruction, 0, sizeof *instruction);
    amd_decode(code->cpu, length != 0 ? text : "", bytes_u32(all, address), address, instruction);
    instruction->length = length != 0 ? (uint32_t)(length + 3) / 4 * 4 : 4;
}

int32_t amd_decode_at(const struct code *code, uint32_t address,
                      gpuocc_code_instruction *instruction)
{
    void *opened = code->disassembler->open(code->cpu);

    if (opened == NULL)
        return GPUOCC_CODE_ERROR_MEMORY;
    decode(code, opened, address, instruction);
    code->disassembler->close(opened);
    return GPUOCC_CODE_OK;
}

/* Turns each branch into the middle of an instruction, or out of the code, into a branch with an
 * unknown target. */
static void check_targets(struct code *code)
{
    struct amd_record *record;
    uint32_t i, index;

    for (i = 0; i < code->count; i++) {
        record = &code->records[i];
        if (record->target == GPUOCC_CODE_NONE)
            continue;
        index = code_index(code, record->target);
        if (index < code->count && code->records[index].address == record->target)
            continue;
        record->target = GPUOCC_CODE_NONE;
        record->flags = (uint8_t)((record->flags & FLAG(ENDS)) | FLAG(INDIRECT));
    }
}

int32_t amd_load(struct code *code)
{
    gpuocc_code_instruction now;
    struct amd_record *record;
    uint32_t address;

    code->records = format_take(code->arena, code->length / 4 * sizeof *code->records);
    if (code->records == NULL)
        return GPUOCC_CODE_ERROR_MEMORY;
    code->opened = code->disassembler->open(code->cpu);
    if (code->opened == NULL)
        return GPUOCC_CODE_ERROR_MEMORY;
    for (address = 0; address < code->length; address += now.length) {
        decode(code, code->opened, address, &now);
        record = &code->records[code->count++];
        record->address = now.address;
        record->target = now.target;
        record->length = (uint8_t)now.length;
        record->kind = (uint8_t)now.kind;
        record->second = (uint8_t)now.second;
        record->lane_bytes = (uint8_t)now.lane_bytes;
        record->flags = (uint8_t)now.flags;
        record->waits = (uint8_t)now.waits;
        record->counter = (uint8_t)(now.counter & NO_COUNTER);
        record->matrix = (uint8_t)now.matrix;
        record->products = now.products;
        memcpy(record->leaves, now.leaves, sizeof record->leaves);
    }
    check_targets(code);
    return GPUOCC_CODE_OK;
}

void amd_unload(struct code *code)
{
    if (code->opened != NULL)
        code->disassembler->close(code->opened);
    format_give(code->arena, code->records);
}

void amd_at(const struct code *code, uint32_t index, gpuocc_code_instruction *instruction)
{
    const struct amd_record *record = &code->records[index];

    memset(instruction, 0, sizeof *instruction);
    instruction->size = sizeof *instruction;
    instruction->address = record->address;
    instruction->length = record->length;
    instruction->kind = record->kind;
    instruction->second = record->second;
    instruction->flags = record->flags;
    instruction->lane_bytes = record->lane_bytes;
    instruction->waits = record->waits;
    instruction->counter = record->counter != NO_COUNTER ? record->counter : GPUOCC_CODE_NONE;
    instruction->target = record->target;
    instruction->stall_cycles = code->cpu->issue_cycles;
    instruction->mnemonic = "";
    instruction->matrix = record->matrix;
    instruction->products = record->products;
    memcpy(instruction->leaves, record->leaves, sizeof record->leaves);
}
