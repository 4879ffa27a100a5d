/* SPDX-License-Identifier: MIT
 *
 * What AMD's instructions do to the scalar registers and to SCC, which count iterations, from the
 * text of LLVM's disassembler. What an operation may write is rather too much than too little.
 */
#include <stdlib.h>

#include "amd_text.h"

static int begins_any(const char *text, const char *const *with, size_t count)
{
    while (count-- > 0)
        if (begins(text, with[count]))
            return 1;
    return 0;
}

#define BEGINS_ANY(text, with) begins_any(text, with, sizeof(with) / sizeof(with)[0])

/* Returns the number of scalar registers in an operand. */
static uint32_t registers(const char *text, uint32_t *first)
{
    const uint32_t count = amd_registers(text, first);

    return *first >= UNIFORM_REGISTERS ? count : 0;
}

/* Reads "s4". Returns 0 if the operand is not one register. */
static int one(const char *text, uint32_t *number)
{
    return text[0] == 's' && registers(text, number) == 1;
}

/* Reads an integer, of `width` bits if that is not 32: then it is sign-extended, or not. */
static int integer(const char *text, unsigned width, int extend, uint32_t *value)
{
    const int literal = begins(text, "lit(");
    char *end = NULL;

    text += literal ? 4 : 0;
    if (*text != '-' && (*text < '0' || *text > '9'))
        return 0;
    *value = (uint32_t)strtoll(text, &end, 0);
    if (*end != 0 && *end != ' ' && !(literal && *end == ')'))
        return 0;
    if (width == 16 && *value <= 0xffff && extend && (*value & 0x8000) != 0)
        *value |= 0xffff0000u;
    return 1;
}

/* Reads "s_add_nc_u64 s[4:5], s[6:7], 1": the low words are added, the high ones are not known. */
static int add_long(const struct amd_half *line, struct effect *effect)
{
    if (strcmp(line->name, "s_add_nc_u64") != 0 ||
        registers(line->operands[0], &effect->to[0]) != 2 ||
        registers(line->operands[1], &effect->from) != 2 ||
        !integer(line->operands[2], 32, 1, &effect->value))
        return 0;
    effect->kind = EFFECT_ADD;
    effect->to[1] = effect->to[0] + 1;
    effect->count[0] = effect->count[1] = 1;
    return 1;
}

/* Reads "s_add_i32 s4, s5, 1" and the like. */
static int add(const struct amd_half *line, struct effect *effect)
{
    const int k = begins(line->name, "s_addk_"), minus = begins(line->name, "s_sub_");
    const char *const a = line->operands[k ? 0 : 1], *const b = line->operands[k ? 1 : 2];

    if (!k && strcmp(line->name, "s_add_i32") != 0 && strcmp(line->name, "s_add_u32") != 0 &&
        strcmp(line->name, "s_sub_i32") != 0 && strcmp(line->name, "s_sub_u32") != 0 &&
        !begins(line->name, "s_add_co_") && !begins(line->name, "s_sub_co_"))
        return 0;
    if (!one(line->operands[0], &effect->to[0]) ||
        !((one(a, &effect->from) && integer(b, k ? 16 : 32, 1, &effect->value)) ||
          (!minus && one(b, &effect->from) && integer(a, 32, 1, &effect->value))))
        return 0;
    effect->kind = EFFECT_ADD;
    effect->count[0] = 1;
    effect->flags = 1;
    effect->value = minus ? 0u - effect->value : effect->value;
    return 1;
}

/* Reads "s_mov_b32 s4, 1" and the like, and "s_mov_b64 s[4:5], 0". */
static int move(const struct amd_half *line, struct effect *effect)
{
    const int k = strcmp(line->name, "s_movk_i32") == 0;

    if (strcmp(line->name, "s_mov_b64") == 0) {
        effect->kind = EFFECT_SET;
        effect->count[0] = registers(line->operands[0], &effect->to[0]);
        return integer(line->operands[1], 32, 1, &effect->value) && effect->value == 0;
    }
    if ((!k && strcmp(line->name, "s_mov_b32") != 0) || !one(line->operands[0], &effect->to[0]))
        return 0;
    effect->count[0] = 1;
    effect->kind =
        integer(line->operands[1], k ? 16 : 32, 1, &effect->value) ? EFFECT_SET : EFFECT_ADD;
    return effect->kind == EFFECT_SET || one(line->operands[1], &effect->from);
}

/* Reads "s_cmp_lt_u32 s4, 1" and the like, and the same with 16 bits, "s_cmpk_lt_u32". */
static int compare(const struct amd_half *line, struct effect *effect)
{
    static const struct {
        const char *name;
        enum relation relation, swapped;
    } relations[] = {{"eq_", EQUAL, EQUAL},  {"lg_", UNEQUAL, UNEQUAL},
                     {"gt_", GREATER, LESS}, {"ge_", GREATER_EQUAL, LESS_EQUAL},
                     {"lt_", LESS, GREATER}, {"le_", LESS_EQUAL, GREATER_EQUAL}};
    const int k = begins(line->name, "s_cmpk_");
    const char *const name = line->name + (k ? 7 : 6);
    int swapped;
    size_t i;

    if ((!k && !begins(line->name, "s_cmp_")) || strlen(name) != 6 || strcmp(name + 4, "32") != 0)
        return 0;
    effect->is_signed = name[3] == 'i';
    swapped = !one(line->operands[0], &effect->from);
    if (!(swapped ? one(line->operands[1], &effect->from) &&
                        integer(line->operands[0], 32, 1, &effect->value)
                  : integer(line->operands[1], k ? 16 : 32, effect->is_signed, &effect->value)))
        return 0;
    for (i = 0; i < sizeof relations / sizeof relations[0]; i++) {
        if (!begins(name, relations[i].name))
            continue;
        effect->kind = EFFECT_COMPARE;
        effect->flags = 1;
        effect->relation = swapped ? relations[i].swapped : relations[i].relation;
        return 1;
    }
    return 0;
}

/* Returns an effect that writes all that the operation may write, with unknown values. */
static struct effect write_of(const struct amd_half *line)
{
    static const char *const idle[] = {"s_wait",
                                       "s_nop",
                                       "s_delay_alu",
                                       "s_clause",
                                       "s_sleep",
                                       "s_setprio",
                                       "s_barrier",
                                       "s_branch",
                                       "s_cbranch_scc",
                                       "s_cbranch_vcc",
                                       "s_cbranch_exec",
                                       "s_inst_prefetch",
                                       "s_set_inst_prefetch",
                                       "s_dcache",
                                       "s_icache",
                                       "s_code_end",
                                       "s_prefetch",
                                       "s_sendmsg"};
    static const char *const leave[] = {"s_endpgm", "s_setpc",    "s_swappc",         "s_call",
                                        "s_rfe",    "s_cbranch_", "s_subvector_loop", "s_trap"};
    static const char *const keep[] = {"s_load", "s_buffer_load", "s_mov_", "s_movk", "s_cselect",
                                       "s_mul_", "s_getpc",       "s_pack", "s_bfm",  "s_brev"};
    static const char *const two[] = {"v_add_co",    "v_sub_co",    "v_subrev_co",    "v_addc",
                                      "v_subb",      "v_div_scale", "v_mad_u64",      "v_mad_i64",
                                      "v_add_co_ci", "v_sub_co_ci", "v_subrev_co_ci", "v_mad_co"};
    struct effect effect = {.kind = EFFECT_WRITE};

    if (begins(line->name, "s_")) {
        if (BEGINS_ANY(line->name, idle))
            return effect;
        effect.flags = BEGINS_ANY(line->name, keep) ? 0 : 1;
        effect.count[0] = registers(line->operands[0], &effect.to[0]);
        if (BEGINS_ANY(line->name, leave))
            effect = (struct effect){EFFECT_LEAVES, {0}, {REGISTERS}, 1, 0, 0, NEVER, 0};
        return effect;
    }
    if (begins(line->name, "v_")) {
        effect.count[0] = registers(line->operands[0], &effect.to[0]);
        if (BEGINS_ANY(line->name, two))
            effect.count[1] = registers(line->operands[1], &effect.to[1]);
    }
    if (line->name[0] == 0) /* not decoded */
        effect = (struct effect){EFFECT_LEAVES, {0}, {REGISTERS}, 1, 0, 0, NEVER, 0};
    return effect;
}

/* Reads the operations that counters are made of. Returns 0 for any other operation. */
static int count(const struct amd_half *line, struct effect *effect)
{
    static int (*const readers[])(const struct amd_half *line,
                                  struct effect *effect) = {add_long, add, move, compare};
    size_t i;

    for (i = 0; i < sizeof readers / sizeof readers[0]; i++) {
        memset(effect, 0, sizeof *effect);
        if (readers[i](line, effect))
            return 1;
    }
    return 0;
}

struct effect amd_effect_of(const struct amd_half *line)
{
    struct effect effect;

    return begins(line->name, "s_") && count(line, &effect) ? effect : write_of(line);
}

struct effect amd_effect(const struct code *code, uint32_t index)
{
    struct amd_line line;

    amd_line(code, index, &line);
    return amd_effect_of(&line.halves[0]);
}

int amd_condition(const struct code *code, uint32_t index, uint32_t *flag, int *taken_if)
{
    struct amd_line line;

    amd_line(code, index, &line);
    *flag = 0;
    *taken_if = strcmp(line.halves[0].name, "s_cbranch_scc1") == 0;
    return *taken_if || strcmp(line.halves[0].name, "s_cbranch_scc0") == 0;
}
