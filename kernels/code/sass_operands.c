/* SPDX-License-Identifier: MIT
 *
 * Which registers and predicates an instruction of NVIDIA's reads and writes. The bits and counts
 * were compared with the life ranges that nvdisasm 12.4 prints (tests/kernels/test_liveness.py).
 */
#include "live.h"
#include "sass_word.h"

/* Numbers of registers that depend on the word: the width of the access, of the data of an atomic
 * operation, of a load of constants, of the special register, and of a type at bit 75 or 84. */
enum { WIDTH = 16, DATA, CONSTANT, SPECIAL, TYPE_TO, TYPE_FROM, ADDRESS, ATOMIC };

/* Predicates: written ones at bits 81 and 84, read ones at 87, 77 and 68. */
enum { OUT = 1, OUT2 = 2, IN = 4, IN2 = 8, IN3 = 16 };

/* Where the registers are: all of the uniform path, or only the result of it; the third operand in
 * place of the second one; no operands but those of the form with three registers; a load with the
 * uniform register of its address at bit 32; a store with its data there and that register at 64.
 */
enum { LANES, UNIFORM, TO_UNIFORM, THIRD, LOAD, STORE, SHUFFLE };

/* How many registers an operation writes (bit 16) and reads (bit 24, second and third operand). */
static const struct row {
    uint16_t operation;
    uint8_t to, a, b, c, predicates, place;
} rows[] = {
    {MOV, 1, 0, 1, 0, 0, LANES},
    {0x003, 1, 1, 0, 0, 0, LANES}, /* P2R */
    {R2P, 0, 1, 0, 0, 0, LANES},
    {CS2R, SPECIAL, 0, 0, 0, 0, LANES},
    {0x006, 1, 0, 0, 0, OUT | IN, LANES}, /* VOTE */
    {SEL, 1, 1, 1, 0, IN, LANES},
    {FSEL, 1, 1, 1, 0, IN, LANES},
    {FMNMX, 1, 1, 1, 0, IN, LANES},
    {0x00a, 1, 1, 1, 0, IN, LANES}, /* FSET */
    {FSETP, 0, 1, 1, 0, OUT | OUT2 | IN, LANES},
    {ISETP, 0, 1, 1, 0, OUT | OUT2 | IN | IN3, LANES},
    {0x00f, 1, 1, 1, 1, IN, LANES}, /* VIMNMX3 */
    {IADD3, 1, 1, 1, 1, OUT | OUT2 | IN | IN2, LANES},
    {LEA, 1, 1, 1, 1, OUT | IN, LANES},
    {LOP3, 1, 1, 1, 1, OUT | IN, LANES},
    {0x013, 1, 0, 1, 0, 0, LANES}, /* IABS */
    {0x014, 1, 1, 1, 1, 0, LANES}, /* VABSDIFF */
    {0x015, 1, 1, 1, 1, 0, LANES}, /* VABSDIFF4 */
    {PRMT, 1, 1, 1, 1, 0, LANES},
    {0x017, 1, 1, 1, 0, IN, LANES}, /* IMNMX */
    {SHF, 1, 1, 1, 1, 0, LANES},
    {0x01a, 1, 1, 1, 0, 0, LANES}, /* SGXT */
    {0x01b, 1, 1, 1, 0, 0, LANES}, /* BMSK */
    {PLOP3, 0, 0, 0, 0, OUT | OUT2 | IN | IN2 | IN3, LANES},
    {FMUL, 1, 1, 1, 0, 0, LANES},
    {FADD, 1, 1, 0, 1, 0, THIRD},
    {FSWZADD, 1, 1, 0, 1, 0, THIRD},
    {FFMA, 1, 1, 1, 1, 0, LANES},
    {IMAD, 1, 1, 1, 1, OUT | IN, LANES},
    {IMAD_WIDE, 2, 1, 1, 2, OUT | IN, LANES},
    {0x026, 1, 1, 1, 1, 0, LANES}, /* IDP */
    {IMAD_HIGH, 1, 1, 1, 2, OUT | IN, LANES},
    {DMUL, 2, 2, 2, 0, 0, LANES},
    {DADD, 2, 2, 0, 2, 0, LANES},
    {DSETP, 0, 2, 0, 2, OUT | OUT2 | IN, THIRD},
    {DFMA, 2, 2, 2, 2, 0, LANES},
    {PREEXIT, 0, 0, 0, 0, 0, LANES},
    {ACQBULK, 0, 0, 0, 0, 0, LANES},
    {0x02f, 0, 0, 0, 0, OUT, LANES}, /* ELECT */
    {HADD2, 1, 1, 0, 1, 0, THIRD},
    {HFMA2, 1, 1, 1, 1, 0, LANES},
    {HMUL2, 1, 1, 1, 0, 0, LANES},
    {0x033, 1, 1, 0, 1, IN, THIRD}, /* HSET2 */
    {HSETP2, 0, 1, 0, 1, OUT | OUT2 | IN, THIRD},
    {HFMA2_MMA, 1, 1, 1, 1, 0, LANES},
    {VIADD, 1, 1, 1, 0, 0, LANES},
    {0x038, 1, 0, 1, 0, 0, LANES},     /* I2I */
    {MOVM, 1, 1, 0, 0, 0, LANES},
    {0x03b, WIDTH, 1, 0, 0, 0, LOAD},  /* LDSM */
    {0x03e, 1, 1, 1, 1, 0, LANES},     /* F2FP */
    {0x040, 1, 1, 1, 0, IN, LANES},    /* HMNMX2 */
    {0x044, 0, 1, WIDTH, 0, 0, STORE}, /* STSM */
    {0x045, 1, 0, 1, 0, 0, LANES},     /* I2FP */
    {0x046, 1, 1, 1, 1, IN, LANES},    /* VIADDMNMX */
    {0x048, 1, 1, 1, 0, IN, LANES},    /* VIMNMX */
    {UMOV, 1, 0, 1, 0, 0, UNIFORM},
    {0x083, 1, 1, 0, 0, 0, UNIFORM},           /* UP2UR */
    {0x086, 1, 0, 0, 0, OUT | IN, TO_UNIFORM}, /* VOTEU */
    {USEL, 1, 1, 1, 0, IN, UNIFORM},
    {UISETP, 0, 1, 1, 0, OUT | OUT2 | IN | IN3, UNIFORM},
    {UIADD3, 1, 1, 1, 1, OUT | OUT2 | IN | IN2, UNIFORM},
    {ULEA, 1, 1, 1, 1, OUT | IN, UNIFORM},
    {ULOP3, 1, 1, 1, 1, OUT | IN, UNIFORM},
    {UPRMT, 1, 1, 1, 1, 0, UNIFORM},
    {0x097, 2, 2, 2, 2, OUT | OUT2 | IN | IN2, UNIFORM}, /* UIADD3 */
    {USHF, 1, 1, 1, 1, 0, UNIFORM},
    {0x09a, 1, 1, 1, 0, 0, UNIFORM},                           /* USGXT */
    {0x09c, 0, 0, 0, 0, OUT | OUT2 | IN | IN2 | IN3, UNIFORM}, /* UPLOP3 */
    {UIMAD, 1, 1, 1, 1, OUT | IN, UNIFORM},
    {UIMAD_WIDE, 2, 1, 1, 2, OUT | IN, UNIFORM},
    {ULDC, CONSTANT, 0, 0, 0, 0, UNIFORM},
    {0x0bb, CONSTANT, 1, 0, 0, 0, UNIFORM},      /* ULDC */
    {0x0bd, 1, 0, 1, 0, OUT, UNIFORM},           /* UFLO */
    {0x0be, 1, 0, 1, 0, 0, UNIFORM},             /* UBREV */
    {0x0bf, 1, 0, 1, 0, 0, UNIFORM},             /* UPOPC */
    {0x0ca, 1, 1, 0, 0, 0, TO_UNIFORM},          /* R2UR */
    {0x0cb, SPECIAL, 0, 0, 0, 0, UNIFORM},       /* CS2UR */
    {0x100, 1, 0, 1, 0, OUT, LANES},             /* FLO */
    {0x101, 1, 0, 1, 0, 0, LANES},               /* BREV */
    {0x102, 0, 1, 1, 0, OUT, LANES},             /* FCHK */
    {0x104, TYPE_TO, 0, TYPE_FROM, 0, 0, LANES}, /* F2F */
    {0x105, TYPE_TO, 0, TYPE_FROM, 0, 0, LANES}, /* F2I */
    {0x106, TYPE_TO, 0, TYPE_FROM, 0, 0, LANES}, /* I2F */
    {0x107, TYPE_TO, 0, TYPE_FROM, 0, 0, LANES}, /* FRND */
    {0x108, 1, 0, 1, 0, 0, LANES},               /* MUFU */
    {0x109, 1, 0, 1, 0, 0, LANES},               /* POPC */
    {0x110, TYPE_TO, 0, TYPE_FROM, 0, 0, LANES}, /* F2F */
    {0x111, TYPE_TO, 0, TYPE_FROM, 0, 0, LANES}, /* F2I */
    {0x112, TYPE_TO, 0, TYPE_FROM, 0, 0, LANES}, /* I2F */
    {0x113, TYPE_TO, 0, TYPE_FROM, 0, 0, LANES}, /* FRND */
    {NOP, 0, 0, 0, 0, 0, LANES},
    {S2R, 1, 0, 0, 0, 0, LANES},
    {DEPBAR, 0, 0, 0, 0, 0, LANES},
    {ENDCOLLECTIVE, 0, 0, 0, 0, 0, LANES},
    {0x11c, 1, 0, 0, 0, OUT, LANES}, /* B2R */
    {BAR, 0, 0, 0, 0, 0, LANES},
    {BSYNC, 0, 0, 0, 0, IN, LANES},
    {BREAK, 0, 0, 0, 0, IN, LANES},
    {0x143, 0, 2, 0, 0, IN, LANES}, /* CALL.ABS */
    {CALL_RELATIVE, 0, 0, 0, 0, IN, LANES},
    {BSSY, 0, 0, 0, 0, 0, LANES},
    {YIELD, 0, 0, 0, 0, IN, LANES},
    {BRA, 0, 0, 0, 0, IN, LANES},
    {WARPSYNC, 0, 0, 0, 0, IN, LANES},
    {BRX, 0, 2, 0, 0, IN, LANES},
    {EXIT, 0, 0, 0, 0, IN, LANES},
    {0x14e, 2, 0, 0, 0, 0, LANES}, /* LEPC */
    {RET, 0, 2, 0, 0, IN, LANES},
    {BMOV, 1, 0, 0, 0, 0, LANES},
    {0x156, 0, 0, 1, 0, 0, LANES}, /* BMOV of a register to a barrier */
    {BRXU, 0, 2, 0, 0, IN, UNIFORM},
    {0x15b, 0, 0, 0, 0, IN, LANES}, /* KILL */
    {0x15c, 0, 0, 0, 0, 0, LANES},  /* BPT */
    {NANOSLEEP, 0, 0, 1, 0, IN, LANES},
    {0x17e, WIDTH, ADDRESS, 0, 0, OUT, LOAD}, /* LDG of 256 bits */
    {0x17f, 0, ADDRESS, WIDTH, 0, 0, STORE},  /* STG of 256 bits */
    {0x180, WIDTH, ADDRESS, 0, 0, 0, LOAD},   /* LD */
    {LDG, WIDTH, ADDRESS, 0, 0, OUT, LOAD},
    {LDC, CONSTANT, 1, 0, 0, 0, LANES},
    {0x183, WIDTH, 1, 0, 0, 0, LOAD}, /* LDL */
    {LDS, WIDTH, 1, 0, 0, 0, LOAD},
    {0x185, 0, ADDRESS, WIDTH, 0, 0, STORE}, /* ST */
    {0x186, 0, ADDRESS, WIDTH, 0, 0, STORE}, /* STG */
    {0x187, 0, 1, WIDTH, 0, 0, STORE},       /* STL */
    {STS, 0, 1, WIDTH, 0, 0, STORE},
    {SHFL, 1, 1, 1, 1, OUT, SHUFFLE},
    {0x18a, DATA, ATOMIC, DATA, 0, OUT, STORE}, /* ATOM */
    {0x18c, DATA, 1, DATA, 0, 0, STORE},        /* ATOMS */
    {0x18d, DATA, 1, DATA, DATA, 0, STORE},     /* ATOMS.CAS */
    {0x18e, 0, ATOMIC, DATA, 0, 0, STORE},      /* RED */
    {CCTL, 0, ADDRESS, 0, 0, 0, LANES},
    {MEMBAR, 0, 0, 0, 0, 0, LANES},
    {0x1a1, 1, 1, 0, 0, OUT, LANES},               /* MATCH */
    {0x1a8, DATA, ATOMIC, DATA, 0, OUT, STORE},    /* ATOMG */
    {0x1a9, DATA, ATOMIC, DATA, DATA, OUT, STORE}, /* ATOMG.CAS */
    {0x1aa, 0, 2, 0, 0, OUT, LANES},               /* QSPC */
    {ERRBAR, 0, 0, 0, 0, 0, LANES},
    {LDGSTS, 0, 2, 0, 0, IN, STORE},
    {LDGDEPBAR, 0, 0, 0, 0, 0, LANES},
    {0x1b0, 0, 1, 0, 0, 0, STORE}, /* ARRIVES */
    {UTMACMDFLUSH, 0, 0, 0, 0, 0, LANES},
    {0x1c2, 1, 1, 0, 0, 0, TO_UNIFORM}, /* R2UR */
    {S2UR, 1, 0, 0, 0, 0, TO_UNIFORM},
    {0x1c4, 1, 1, 0, 0, 0, TO_UNIFORM}, /* REDUX */
    {WARPGROUP, 0, 0, 0, 0, 0, LANES},
    {FENCE, 0, 0, 0, 0, 0, LANES},
    {UCGABAR, 0, 0, 0, 0, 0, LANES},
    {0x1c8, 0, 0, 0, 0, OUT, UNIFORM}, /* USETMAXREG */
    {0x1c9, 0, 0, 0, 0, 0, LANES},     /* USETSHMSZ */
};

static const struct row *row_of(uint32_t operation)
{
    size_t low = 0, high = sizeof rows / sizeof rows[0], middle;

    while (low < high) {
        middle = (low + high) / 2;
        if (rows[middle].operation < operation)
            low = middle + 1;
        else
            high = middle;
    }
    return low < sizeof rows / sizeof rows[0] && rows[low].operation == operation ? &rows[low]
                                                                                  : NULL;
}

/* Returns how many registers an operand has. */
static uint32_t count_of(const struct sass *at, uint32_t count, uint32_t lane_bytes)
{
    const uint32_t type = bits(at->word, 73, 3);

    switch (count) {
    case WIDTH:
        return (lane_bytes + 3) / 4;
    case DATA: /* U64, S64 and F64 */
        return type == 2 || type == 5 || type == 6 ? 2 : 1;
    case CONSTANT: /* 1, 1, 2, 2, 4, 8 or 16 bytes */
        return type < 5 ? 1 : type == 5 ? 2 : 4;
    case SPECIAL:
        return 1 + bits(at->word, 80, 1);
    case TYPE_TO: /* types of 1, 2, 4 or 8 bytes */
        return bits(at->word, 75, 2) == 3 ? 2 : 1;
    case TYPE_FROM:
        return bits(at->word, 84, 2) == 3 ? 2 : 1;
    case ATOMIC:
        return 1 + bits(at->word, 72, 1);
    case ADDRESS: /* with a uniform register, bit 90 says so instead */
        return 1 + bits(at->word, bits(at->word, 91, 1) != 0 ? 90 : 72, 1);
    default:
        return count;
    }
}

static void add(struct registers *set, const struct sass *at, unsigned bit, uint32_t count,
                int uniform)
{
    const uint32_t first = bits(at->word, bit, 8), mask = at->sm < 100 ? 63 : 255;
    const uint32_t number = uniform ? first & mask : first, zero = uniform ? mask : (uint32_t)ZERO;
    uint32_t i;

    for (i = number; i < zero && i - number < count; i++)
        registers_add(set, i + (uniform ? (uint32_t)UNIFORM_REGISTERS : 0));
}

static void add_flag(struct registers *set, const struct sass *at, unsigned bit, int uniform)
{
    const uint32_t number = bits(at->word, bit, 3);

    if (number != TRUE_PREDICATE)
        set->flags |= 1u << (number + (uniform ? (uint32_t)UNIFORM_FLAGS : 0));
}

/* Adds the second and the third operand of an operation that computes. */
static void add_operands(const struct sass *at, const struct row *row, struct touched *touched)
{
    const int uniform = row->place == UNIFORM;
    const uint32_t b = count_of(at, row->b, 0), c = count_of(at, row->c, 0);

    switch (at->form) {
    case REGISTER_FORM:
        add(&touched->reads, at, 32, row->place == THIRD ? c : b, uniform);
        add(&touched->reads, at, 64, row->place == THIRD ? 0 : c, uniform);
        break;
    case IMMEDIATE_C:
    case CONSTANT_C:
    case UNIFORM_C:
        add(&touched->reads, at, 64, b, uniform);
        if (at->form == UNIFORM_C)
            add(&touched->reads, at, 32, c, 1);
        break;
    default:
        if (at->form == UNIFORM_B)
            add(&touched->reads, at, 32, b, 1);
        add(&touched->reads, at, 64, c, uniform);
        break;
    }
}

/* Adds the data and the uniform register of a memory access or of a shuffle. */
static void add_data(const struct sass *at, const struct row *row, uint32_t lane_bytes,
                     struct touched *touched)
{
    const uint32_t b = count_of(at, row->b, lane_bytes), c = count_of(at, row->c, lane_bytes);

    if (row->place == SHUFFLE) {
        add(&touched->reads, at, 32, at->form < 3 ? 1 : 0, 0);
        add(&touched->reads, at, 64, at->form == 1 || at->form == 4 ? 1 : 0, 0);
        return;
    }
    add(&touched->reads, at, 32, b, 0);
    add(&touched->reads, at, 64, c, 0);
    if (bits(at->word, 91, 1) != 0)
        add(&touched->reads, at, row->place == LOAD ? 32 : 64, row->a != 1 ? 2 : 1, 1);
    if (row->operation == LDGSTS) /* the address in shared memory */
        add(&touched->reads, at, 16, 1, 0);
}

/* Adds the registers of a matrix instruction. Its factors may be in memory, to which uniform
 * registers point. Returns 0 if its shape is not known. */
static int add_matrix(const struct sass *at, const gpuocc_code_instruction *now,
                      struct touched *touched)
{
    const uint32_t type = now->matrix % GPUOCC_CODE_MATRIX_GROUP;
    uint32_t counts[3];

    if (at->operation >= HGMMA) {
        if (now->products == 0 || bits(at->word, 73, 1) != 0 ||
            (at->form != IMMEDIATE && at->form != UNIFORM_B))
            return 0;
        counts[2] = at->operation == IGMMA ? now->products / 1024 : 4 * (bits(at->word, 53, 5) + 1);
        if (type == GPUOCC_CODE_MATRIX_FP16_FP16 || type == GPUOCC_CODE_MATRIX_FP8_FP16)
            counts[2] /= 2;
        add(&touched->reads, at, 24, 4, at->form == IMMEDIATE);
        if (at->form == UNIFORM_B)
            add(&touched->reads, at, 32, 4, 1);
    } else {
        if (!sass_matrix_registers(at->word, counts))
            return 0;
        add(&touched->reads, at, 24, counts[0], 0);
        add(&touched->reads, at, 32, counts[1], 0);
    }
    add(&touched->writes, at, 16, counts[2], 0);
    add(&touched->reads, at, 64, counts[2], 0);
    return 1;
}

/* Adds the operands of an operation on a barrier in shared memory. Returns 0 if its form is not
 * known. */
static int add_sync(const struct sass *at, struct touched *touched)
{
    if (at->operation == SYNCS_ARRIVE) { /* an exchange */
        add(&touched->writes, at, 16, 2, 1);
        add(&touched->reads, at, 24, 1, 1);
        add(&touched->reads, at, 32, 2, 1);
        return at->form == IMMEDIATE_C;
    }
    add(&touched->reads, at, 24, 1, 0);
    add(&touched->reads, at, 32, 1, 0);
    add(&touched->reads, at, 64, 1, 1);
    if (at->form == IMMEDIATE_C) /* a test */
        add_flag(&touched->writes, at, 81, 0);
    else
        add(&touched->writes, at, 16, 1, 0);
    return at->form == IMMEDIATE_C || at->form == IMMEDIATE;
}

/* Adds the barrier and the number of threads of a BAR, and what its votes (.RED) count. */
static void add_barrier(const struct sass *at, struct touched *touched)
{
    add(&touched->reads, at, 32, at->form != 5, 0);
    if (bits(at->word, 77, 3) == 2)
        add_flag(&touched->reads, at, 87, 0);
}

/* Tells whether a predicate that an operation of the lanes reads is uniform. */
static int is_uniform_flag(const struct sass *at, const struct row *row, uint32_t flag)
{
    return row->operation == PLOP3 && flag == IN3 && bits(at->word, 67, 1) != 0;
}

static void add_predicates(const struct sass *at, const struct row *row, struct touched *touched)
{
    static const struct {
        uint8_t flag, bit;
    } places[] = {{OUT, 81}, {OUT2, 84}, {IN, 87}, {IN2, 77}, {IN3, 68}};
    const int uniform = row->place == UNIFORM || row->operation == 0x086;
    size_t i;

    for (i = 0; i < sizeof places / sizeof places[0]; i++)
        if ((row->predicates & places[i].flag) != 0)
            add_flag(i < 2 ? &touched->writes : &touched->reads, at, places[i].bit,
                     i < 2 ? uniform
                           : row->place == UNIFORM || is_uniform_flag(at, row, places[i].flag));
    if (row->operation == R2P)
        touched->writes.flags |= bits(at->word, 32, 7);
    if (row->operation == 0x003)
        touched->reads.flags |= bits(at->word, 32, 7);
    if (at->number == BRA_UNIFORM)
        add_flag(&touched->reads, at, 24, 1);
    else if (at->operation == BRA && bits(at->word, 32, 2) != 0) /* of the lanes in a register */
        add(&touched->reads, at, 24, 1, 1);
}

/* Adds what an operation of the table reads and writes. */
static void add_row(const struct sass *at, const struct row *row, uint32_t lane_bytes,
                    struct touched *touched)
{
    const int uniform = row->place == UNIFORM;

    if (is_wide_move(at)) {
        add(&touched->writes, at, 16, 2, uniform);
        add(&touched->reads, at, 32, at->form == REGISTER_FORM ? 2 : 0, uniform);
        return;
    }
    add(&touched->writes, at, 16, count_of(at, row->to, lane_bytes),
        uniform || row->place == TO_UNIFORM);
    add(&touched->reads, at, 24, count_of(at, row->a, lane_bytes), uniform);
    if (row->place == LOAD || row->place == STORE || row->place == SHUFFLE)
        add_data(at, row, lane_bytes, touched);
    else
        add_operands(at, row, touched);
    add_predicates(at, row, touched);
    if (row->operation == BAR)
        add_barrier(at, touched);
    if (row->operation == WARPSYNC && at->form == REGISTER_FORM) /* bit 86: .COLLECTIVE */
        add(&touched->reads, at, bits(at->word, 86, 1) != 0 ? 24 : 32, 1, 0);
}

/* Returns the files of which it is not known what an operation reads and writes. */
static uint32_t unknown_of(const struct sass *at)
{
    const uint32_t uniform = 1u << GPUOCC_CODE_FILE_UNIFORM;

    return at->operation >= UTMALDG && at->operation <= UBLKPF
               ? uniform /* copies of tiles: of none but uniform registers */
               : (1u << GPUOCC_CODE_FILE_COUNT) - 1;
}

int sass_writes_one(const struct sass *at)
{
    const struct row *row = row_of(at->operation);

    return row != NULL && (at->operation != IADD64 || at->sm < 120) &&
           (row->to == 1 || (row->to == TYPE_TO && count_of(at, TYPE_TO, 0) == 1));
}

uint32_t sass_touch(const struct code *code, uint32_t index, struct touched *touched)
{
    const struct sass at = sass_at(code, index);
    const struct row *row = row_of(at.operation);
    const int syncs = at.operation == SYNCS || at.operation == SYNCS_ARRIVE;
    gpuocc_code_instruction now;
    int known = 1;

    memset(touched, 0, sizeof *touched);
    touched->sure = bits(at.word, 12, 4) == TRUE_PREDICATE;
    code_at(code, index, &now);
    add_flag(&touched->reads, &at, 12,
             (row != NULL && row->place == UNIFORM) || at.operation == S2UR ||
                 at.operation == SYNCS_ARRIVE);
    if (now.kind == GPUOCC_CODE_MATRIX)
        known = add_matrix(&at, &now, touched);
    else if (syncs)
        known = add_sync(&at, touched);
    else if (row == NULL || (code->sm >= 120 && at.operation == IADD64))
        known = 0;
    else
        add_row(&at, row, now.lane_bytes, touched);
    return known ? 0 : unknown_of(&at);
}
