/* SPDX-License-Identifier: MIT
 *
 * The 128-bit words of NVIDIA's sm_70 and later: the numbers of operations, the forms of operands,
 * and where they are. They are those of nvdisasm and of Mesa's encoder (NAK). Bit 0 is the least
 * significant one.
 */
#ifndef GPUOCC_KERNELS_CODE_SASS_WORD_H
#define GPUOCC_KERNELS_CODE_SASS_WORD_H

#include "code.h"

/* The register that is always zero, and the predicate that is always true. */
enum { ZERO = 0xff, TRUE_PREDICATE = 7 };

/* Special registers. */
enum {
    LANE = 0x00,
    PACKED_TID = 0x20,
    TID_X = 0x21,
    TID_Z = 0x23,
    CTAID_X = 0x25,
    CTAID_Z = 0x27,
    CLUSTER_CTA = 0x88
};

/* Bits 9 to 11 of a number: the form of the operands, of which the first one is the register in
 * bits 24 to 31. In forms 2, 3 and 7 the second one is the register in bits 64 to 71, and bits 32
 * to 63 have the third one; in the others it is the reverse. */
enum {
    REGISTER_FORM = 1,
    IMMEDIATE_C = 2,
    CONSTANT_C = 3,
    IMMEDIATE = 4,
    UNIFORM_B = 6,
    UNIFORM_C = 7
};

/* The low 9 bits of a number: the operation. */
enum {
    ANY_FORM = 0x1ff, /* their mask */
    MOV = 0x002,
    R2P = 0x004,
    CS2R = 0x005,
    SEL = 0x007,
    FSEL = 0x008,
    FMNMX = 0x009,
    FSETP = 0x00b,
    ISETP = 0x00c,
    IADD3 = 0x010,
    LEA = 0x011,
    LOP3 = 0x012,
    PRMT = 0x016,
    SHF = 0x019,
    PLOP3 = 0x01c,
    FMUL = 0x020,
    FADD = 0x021,
    FSWZADD = 0x022,
    FFMA = 0x023,
    IMAD = 0x024,
    IMAD_WIDE = 0x025,
    IMAD_HIGH = 0x027,
    DMUL = 0x028,
    DADD = 0x029,
    DSETP = 0x02a,
    DFMA = 0x02b,
    PREEXIT = 0x02d,
    ACQBULK = 0x02e,
    HADD2 = 0x030,
    HFMA2 = 0x031,
    HMUL2 = 0x032,
    HSETP2 = 0x034,
    HFMA2_MMA = 0x035,
    IADD64 = 0x035, /* from sm_120 on */
    HMMA_884 = 0x036, /* a step of it, up to sm_75 */
    VIADD = 0x036,
    IMMA = 0x037,
    MOVM = 0x03a,
    HMMA = 0x03c,
    DMMA = 0x03f,
    QMMA = 0x07a,
    UMOV = 0x082,
    USEL = 0x087,
    UISETP = 0x08c,
    UIADD3 = 0x090,
    ULEA = 0x091,
    ULOP3 = 0x092,
    UPRMT = 0x096,
    USHF = 0x099,
    UIMAD = 0x0a4,
    UIMAD_WIDE = 0x0a5,
    ULDC = 0x0b9,
    NOP = 0x118,
    S2R = 0x119,
    DEPBAR = 0x11a,
    ENDCOLLECTIVE = 0x11b,
    BAR = 0x11d,
    BSYNC = 0x141,
    BREAK = 0x142,
    CALL_RELATIVE = 0x144,
    BSSY = 0x145,
    YIELD = 0x146,
    BRA = 0x147,
    WARPSYNC = 0x148,
    BRX = 0x149,
    JMP = 0x14a,
    JMX = 0x14c,
    EXIT = 0x14d,
    RET = 0x150,
    BMOV = 0x155,
    BRXU = 0x158,
    NANOSLEEP = 0x15d,
    LDG = 0x181,
    LDC = 0x182,
    LDS = 0x184,
    STS = 0x188,
    SHFL = 0x189,
    CCTL = 0x18f,
    MEMBAR = 0x192,
    SYNCS = 0x1a7,
    ERRBAR = 0x1ab,
    LDCU = 0x1ac,
    LDGSTS = 0x1ae,
    LDGDEPBAR = 0x1af,
    SYNCS_ARRIVE = 0x1b2,
    UTMALDG = 0x1b4,
    UTMASTG = 0x1b5,
    UTMAREDG = 0x1b6,
    UTMACMDFLUSH = 0x1b7,
    UTMACCTL = 0x1b9,
    UBLKCP = 0x1ba,
    UBLKPF = 0x1bc,
    S2UR = 0x1c3,
    WARPGROUP = 0x1c5,
    FENCE = 0x1c6,
    UCGABAR = 0x1c7,
    HGMMA = 0x1f0,
    IGMMA = 0x1f1,
    QGMMA = 0x1f3
};

/* Numbers of which other forms are other operations. */
enum { BRA_UNIFORM = 0x547, LDSM = 0x83b, STSM = 0x844, LOAD_256 = 0x97e, STORE_256 = 0x97f };

/* Returns up to 32 bits of a word. */
static inline uint32_t bits(const unsigned char *word, unsigned from, unsigned count)
{
    uint64_t value = 0;
    unsigned i;

    for (i = (from + count + 7) / 8; i-- > from / 8;)
        value = value << 8 | word[i];
    return (uint32_t)(value >> from % 8 & (((uint64_t)1 << count) - 1));
}

/* A word and its number. */
struct sass {
    const unsigned char *word;
    uint32_t number, operation, form;
    unsigned sm;
};

static inline struct sass sass_at(const struct code *code, uint32_t index)
{
    const unsigned char *word = code->bytes + (size_t)index * 16;
    const uint32_t number = bits(word, 0, 12);
    const struct sass at = {word, number, number & ANY_FORM, number >> 9, code->sm};

    return at;
}

/* Tells whether a uniform register is the one that is always zero. */
static inline int is_uniform_zero(unsigned sm, uint32_t number)
{
    return sm < 100 ? (number & 63) == 63 : number == ZERO;
}

/* Tells whether a MOV or UMOV moves 64 bits (sm_120). */
static inline int is_wide_move(const struct sass *at)
{
    return (at->operation == MOV || at->operation == UMOV) &&
           (at->form == IMMEDIATE_C || bits(at->word, 80, 1) != 0);
}

#endif
