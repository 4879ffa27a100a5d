/* SPDX-License-Identifier: MIT
 *
 * What AMD's instructions compute for the addresses of memory accesses, from the text of LLVM's
 * disassembler. Vector registers are 0 to 255, scalar ones follow; these are the same in all lanes.
 * A wave takes each branch as a whole, and a mask says which lanes take part: what is written after
 * the mask was narrowed is not known any more when it is set anew.
 */
#include <stdlib.h>

#include "amd_text.h"
#include "lanes.h"

enum { MASK24 = 0xffffff };

/* Returns the value of an operand: of the lower register of a pair. Other names are those of scalar
 * registers. */
static uint16_t value_of(struct lanes *lanes, const struct lanes_state *state, const char *text)
{
    uint32_t first;
    char *end;

    if (amd_registers(text, &first) != 0)
        return state->values[first];
    if (begins(text, "lit("))
        text += 4;
    if (*text != '-' && (*text < '0' || *text > '9'))
        return *text == 'v' && strncmp(text, "vcc", 3) != 0 ? LANES_UNKNOWN : LANES_UNIFORM;
    first = (uint32_t)strtoll(text, &end, 0);
    return *end == 0 || *end == ')' ? lanes_constant(lanes, first) : (uint16_t)LANES_UNKNOWN;
}

/* How operations combine their operands, of which `skip` after the result are none: a OP b, then
 * with c. */
static const struct form {
    const char *name;
    uint8_t skip, operands, swapped, first, second;
} forms[] = {
    {"v_mov_b32", 0, 1, 0, 0, 0},
    {"v_dual_mov_b32", 0, 1, 0, 0, 0},
    {"v_mov_b64", 0, 1, 0, 0, 0},
    {"v_add_u32", 0, 2, 0, LANES_ADD, 0},
    {"v_add_nc_u32", 0, 2, 0, LANES_ADD, 0},
    {"v_dual_add_nc_u32", 0, 2, 0, LANES_ADD, 0},
    {"v_add_co_u32", 1, 2, 0, LANES_ADD, 0},
    {"v_sub_u32", 0, 2, 0, LANES_SUBTRACT, 0},
    {"v_sub_nc_u32", 0, 2, 0, LANES_SUBTRACT, 0},
    {"v_sub_co_u32", 1, 2, 0, LANES_SUBTRACT, 0},
    {"v_subrev_u32", 0, 2, 1, LANES_SUBTRACT, 0},
    {"v_subrev_nc_u32", 0, 2, 1, LANES_SUBTRACT, 0},
    {"v_lshlrev_b32", 0, 2, 1, LANES_LEFT, 0},
    {"v_dual_lshlrev_b32", 0, 2, 1, LANES_LEFT, 0},
    {"v_lshlrev_b64", 0, 2, 1, LANES_LEFT, 0},
    {"v_lshrrev_b32", 0, 2, 1, LANES_RIGHT, 0},
    {"v_ashrrev_i32", 0, 2, 1, LANES_RIGHT_SIGNED, 0},
    {"v_and_b32", 0, 2, 0, LANES_AND, 0},
    {"v_dual_and_b32", 0, 2, 0, LANES_AND, 0},
    {"v_or_b32", 0, 2, 0, LANES_OR, 0},
    {"v_xor_b32", 0, 2, 0, LANES_XOR, 0},
    {"v_mul_lo_u32", 0, 2, 0, LANES_MULTIPLY, 0},
    {"v_lshl_add_u32", 0, 3, 0, LANES_LEFT, LANES_ADD},
    {"v_lshl_add_u64", 0, 3, 0, LANES_LEFT, LANES_ADD},
    {"v_lshl_or_b32", 0, 3, 0, LANES_LEFT, LANES_OR},
    {"v_add_lshl_u32", 0, 3, 0, LANES_ADD, LANES_LEFT},
    {"v_add3_u32", 0, 3, 0, LANES_ADD, LANES_ADD},
    {"v_and_or_b32", 0, 3, 0, LANES_AND, LANES_OR},
    {"v_or3_b32", 0, 3, 0, LANES_OR, LANES_OR},
    {"v_xad_u32", 0, 3, 0, LANES_XOR, LANES_ADD},
    {"v_mad_u64_u32", 1, 3, 0, LANES_MULTIPLY, LANES_ADD},
    {"v_mad_co_u64_u32", 1, 3, 0, LANES_MULTIPLY, LANES_ADD},
};

/* Tells whether the name is that of the form, apart from how it is encoded. */
static int is_named(const char *name, const char *form)
{
    const size_t length = strlen(form);

    return strncmp(name, form, length) == 0 &&
           (name[length] == 0 || strcmp(name + length, "_e32") == 0 ||
            strcmp(name + length, "_e64") == 0);
}

/* Computes a product of the lower 24 bits, and a field of bits. */
static uint16_t field(struct lanes *lanes, const struct amd_half *half, const uint16_t *v)
{
    const uint16_t mask = lanes_constant(lanes, MASK24);
    uint16_t value;
    uint32_t width;

    if (is_named(half->name, "v_mul_u32_u24") || is_named(half->name, "v_mad_u32_u24")) {
        value = lanes_compute(lanes, LANES_MULTIPLY, lanes_compute(lanes, LANES_AND, v[0], mask),
                              lanes_compute(lanes, LANES_AND, v[1], mask));
        return half->name[3] == 'u' ? value : lanes_compute(lanes, LANES_ADD, value, v[2]);
    }
    if (!is_named(half->name, "v_bfe_u32"))
        return LANES_UNKNOWN;
    width = (uint32_t)strtoul(half->operands[3], NULL, 0);
    return width == 0 || width > 31
               ? (uint16_t)LANES_UNKNOWN
               : lanes_compute(lanes, LANES_AND, lanes_compute(lanes, LANES_RIGHT, v[0], v[1]),
                               lanes_constant(lanes, (1u << width) - 1));
}

/* Computes (a << by) | c where the bits of c are those that the shift made zero. */
static uint16_t join(struct lanes *lanes, const uint16_t *v)
{
    const uint16_t shifted = lanes_compute(lanes, LANES_LEFT, v[0], v[1]);
    uint32_t i;

    if (!lanes_flat(lanes, v[1]) || lanes->values[v[1]].known == 0 || v[2] == LANES_UNKNOWN ||
        v[2] == LANES_NONE || lanes->values[v[2]].known == 0 || lanes->values[v[1]].at[0] > 31)
        return lanes_compute(lanes, LANES_OR, shifted, v[2]);
    for (i = 0; i < lanes->wave; i++)
        if (lanes->values[v[2]].at[i] >> lanes->values[v[1]].at[0] != 0)
            return lanes_compute(lanes, LANES_OR, shifted, v[2]);
    return lanes_compute(lanes, LANES_ADD, shifted, v[2]);
}

/* Returns the low word of the result. */
static uint16_t result(struct lanes *lanes, const struct lanes_state *state,
                       const struct amd_half *half)
{
    uint16_t v[3] = {LANES_UNKNOWN, LANES_UNKNOWN, LANES_UNKNOWN}, value;
    size_t i, k;

    for (i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (!is_named(half->name, forms[i].name))
            continue;
        for (k = 0; k < forms[i].operands; k++)
            v[k] = value_of(lanes, state, half->operands[1 + forms[i].skip + k]);
        if (forms[i].operands == 1)
            return v[0];
        if (forms[i].second == LANES_OR && forms[i].first == LANES_LEFT)
            return join(lanes, v);
        value = lanes_compute(lanes, (enum lanes_operation)forms[i].first, v[forms[i].swapped],
                              v[1 - forms[i].swapped]);
        return forms[i].operands == 2
                   ? value
                   : lanes_compute(lanes, (enum lanes_operation)forms[i].second, value, v[2]);
    }
    for (k = 0; k < 3; k++)
        v[k] = value_of(lanes, state, half->operands[1 + k]);
    if (is_named(half->name, "v_pk_mov_b32") && strstr(half->operands[2], "op_sel:[1") == NULL)
        return v[0];
    return field(lanes, half, v);
}

/* Sets the mask of the lanes that take part: what some of them have written is not known. */
static void set_mask(struct lanes_state *state, int narrows)
{
    uint32_t i;

    state->narrow = 1;
    for (i = 0; !narrows && i < UNIFORM_REGISTERS; i++)
        if (state->guards[i] != 0) {
            state->guards[i] = 0;
            state->values[i] = LANES_UNKNOWN;
        }
}

/* Looks for an instruction that changes the mask. */
static void find_mask(struct lanes_state *state, const struct amd_half *half)
{
    const int saves = strstr(half->name, "saveexec") != NULL;
    const int narrows = begins(half->name, "s_and") || begins(half->name, "v_cmpx");

    if (saves || begins(half->name, "v_cmpx") || strstr(half->name, "wrexec") != NULL ||
        begins(half->operands[0], "exec"))
        set_mask(state, narrows && strstr(half->name, "wrexec") == NULL);
}

/* Returns the vector registers that a half writes, from the first on. */
static uint32_t written(const struct amd_half *half, uint32_t *first)
{
    const int none = begins(half->name, "v_cmp") || strstr(half->name, "store") != NULL ||
                     (strstr(half->name, "write") != NULL && !begins(half->name, "v_write"));
    const uint32_t count = none ? 0 : amd_registers(half->operands[0], first);

    return none || *first >= UNIFORM_REGISTERS ? 0 : count;
}

/* Writes the scalar registers, which are the same in all lanes. */
static void write_scalars(struct lanes *lanes, const struct lanes_state *before,
                          const struct amd_half *half, struct lanes_state *state)
{
    const struct effect effect = amd_effect_of(half);
    uint32_t range, number;

    for (range = 0; range < 2; range++)
        for (number = effect.to[range];
             number < REGISTERS && number - effect.to[range] < effect.count[range]; number++)
            if (number >= UNIFORM_REGISTERS)
                state->values[number] = effect.kind == EFFECT_SET
                                            ? lanes_constant(lanes, effect.value)
                                            : (uint16_t)LANES_UNIFORM;
    if (effect.kind != EFFECT_SET && effect.count[0] != 0 && begins(half->name, "s_mov_b"))
        state->values[effect.to[0]] = value_of(lanes, before, half->operands[1]);
}

/* Returns the operand with the address of an access, or NULL. */
static const char *address_in(const struct amd_half *half)
{
    const int loads = strstr(half->name, "load") != NULL || strstr(half->name, "read") != NULL;

    if (!begins(half->name, "global_") && !begins(half->name, "ds_") &&
        !begins(half->name, "flat_"))
        return NULL;
    return half->operands[loads];
}

static uint16_t address_of(struct lanes *lanes, const struct lanes_state *state,
                           const struct amd_half *half)
{
    const char *text = address_in(half);
    char first[16];

    if (text == NULL)
        return LANES_UNKNOWN;
    strncpy(first, text, sizeof first - 1);
    first[sizeof first - 1] = 0;
    first[strcspn(first, " ")] = 0;
    return begins(first, "v") ? value_of(lanes, state, first) : (uint16_t)LANES_UNKNOWN;
}

/* Tells whether the code takes the index of the thread in x, y or z out of v0, which has 10 bits of
 * each. Otherwise v0 has the index in x alone. */
static int is_packed(const struct code *code)
{
    struct amd_line line;
    uint32_t i;

    for (i = 0; i < code->count; i++) {
        if (code->records[i].kind != GPUOCC_CODE_INT)
            continue;
        amd_line(code, i, &line);
        if (begins(line.halves[0].name, "v_bfe_u32") ||
            strcmp(line.halves[0].operands[1], "0x3ff") == 0 ||
            strcmp(line.halves[1].operands[1], "0x3ff") == 0)
            return 1;
    }
    return 0;
}

void amd_lanes_start(const struct code *code, struct lanes *lanes, struct lanes_state *state)
{
    const int packs = code->cpu->generation > 10 || strcmp(code->cpu->name, "gfx90a") == 0 ||
                      begins(code->cpu->name, "gfx94") || begins(code->cpu->name, "gfx95") ||
                      begins(code->cpu->name, "gfx9-4");
    uint16_t value = lanes->thread[0];
    uint32_t i;

    for (i = 1; packs && i < 3 && is_packed(code); i++)
        value = lanes_compute(
            lanes, LANES_OR, value,
            lanes_compute(lanes, LANES_LEFT, lanes->thread[i], lanes_constant(lanes, 10 * i)));
    state->values[0] = value;
    for (i = 1; !packs && i < 3; i++)
        state->values[i] = lanes->thread[i];
}

void amd_lanes_step(const struct code *code, uint32_t index, struct lanes *lanes,
                    struct lanes_state *state)
{
    const uint32_t kind = code->records[index].kind;
    const int loads = kind == GPUOCC_CODE_LOAD_GLOBAL || kind == GPUOCC_CODE_LOAD_SHARED;
    struct lanes_state before;
    struct amd_line line;
    uint32_t first = 0, count, i, h;
    uint16_t value;

    amd_line(code, index, &line);
    before = *state;
    for (h = 0; h < 2 && line.halves[h].name[0] != 0; h++) {
        const struct amd_half *half = &line.halves[h];

        count = written(half, &first);
        if (loads)
            value =
                lanes_flat(lanes, address_of(lanes, &before, half)) ? LANES_UNIFORM : LANES_UNKNOWN;
        else
            value = result(lanes, &before, half);
        for (i = 0; i < count && first + i < UNIFORM_REGISTERS; i++) {
            state->values[first + i] = i == 0 || loads ? value : (uint16_t)LANES_UNKNOWN;
            state->guards[first + i] = state->narrow != 0;
        }
        write_scalars(lanes, &before, half, state);
        find_mask(state, half);
    }
}

uint16_t amd_lanes_address(const struct code *code, uint32_t index, struct lanes *lanes,
                           const struct lanes_state *state)
{
    struct amd_line line;

    amd_line(code, index, &line);
    return address_of(lanes, state, &line.halves[0]);
}

int amd_lanes_pair(const struct code *code, uint32_t index)
{
    struct amd_line line;

    amd_line(code, index, &line);
    return begins(line.halves[0].name, "ds_read2") || begins(line.halves[0].name, "ds_write2") ||
           strstr(line.halves[0].name, "_2addr") != NULL;
}

uint32_t amd_lanes_request(const struct code *code)
{
    static const char *const cdna[] = {"gfx908", "gfx90a", "gfx94", "gfx95", "gfx9-4"};
    uint32_t i;

    for (i = 0; i < sizeof cdna / sizeof cdna[0]; i++)
        if (begins(code->cpu->name, cdna[i]))
            return 64;
    return 32;
}

uint32_t amd_lanes_widest(const struct code *code, int mixed)
{
    if (code->cpu->generation > 9)
        return 4;
    if (begins(code->cpu->name, "gfx95") || begins(code->cpu->name, "gfx9-4"))
        return 0;
    return mixed && !begins(code->cpu->name, "gfx94") ? 8 : 16;
}
