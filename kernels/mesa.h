/* SPDX-License-Identifier: MIT
 *
 * Declares the statistics of a shader, which mesa.c reads and mesa_shader.c interprets. A statistic
 * has a name and a number; the names of a shader's statistics identify the driver that wrote them.
 */
#ifndef GPUOCC_KERNELS_MESA_H
#define GPUOCC_KERNELS_MESA_H

#include "bytes.h"

/* The quantities that statistics give, for all drivers. */
enum mesa_slot {
    MESA_VGPRS,
    MESA_SGPRS,
    MESA_LDS,
    MESA_SCRATCH,
    MESA_GRF,
    MESA_WIDTH, /* SIMD width or subgroup size */
    MESA_WORKGROUP_MEMORY,
    MESA_USED_VGPRS, /* by a shader; MESA_VGPRS are those that are allocated */
    MESA_NV_COUNT,   /* registers, of NVIDIA's own driver */
    MESA_NV_REGISTERS,
    MESA_NV_MARK, /* present only in output of NVK and its compiler */
    MESA_SHARED,
    MESA_GROUP, /* threads */
    MESA_HALF_REGISTERS,
    MESA_AGX_MARK,
    MESA_SPILLS,
    MESA_INSTRUCTIONS, /* of Intel, in lines without further statistics */
    MESA_VEC4,         /* registers of 4 x 32 bits */
    MESA_HALF_VEC4,    /* registers of 4 x 16 bits */
    MESA_DOUBLE,       /* 1: waves of 128 threads, 0: of 64 */
    MESA_THREADS,      /* of Mali: multiple of the number of threads that fit with the most
                          registers; of V3D: threads of a QPU */
    MESA_MIDGARD_REGISTERS,
    MESA_MIDGARD_MARK, /* marks that a statistic is present; its number, which may have a decimal
                          point, is not read */
    MESA_BIFROST_MARK,
    MESA_VALHALL_MARK,
    MESA_V3D_MARK,
    MESA_SLOT_COUNT,
    MESA_NO_SLOT = MESA_SLOT_COUNT
};

struct mesa_shader {
    gpuocc_kernels_text name, stage;
    uint64_t at;                       /* offset in the input */
    uint32_t seen;                     /* set of enum mesa_slot */
    uint32_t numbers[MESA_SLOT_COUNT]; /* GPUOCC_UNKNOWN: given in a form that is not read */
    gpuocc_kernels_text mistaken; /* a number in a form that no driver writes; length 0: none */
    enum mesa_slot mistaken_slot;
};

struct mesa {
    struct callbacks *callbacks;
    uint64_t at; /* offset of the current line */
    int mine;
};

void mesa_clear(struct mesa_shader *shader);
/* Returns the slot of a name that VK_KHR_pipeline_executable_properties or a shader dump uses. */
enum mesa_slot mesa_slot(gpuocc_kernels_text name);
/* Sets a slot from a text such as "4096", "16x16x1" or "2 blocks". */
void mesa_set(struct mesa_shader *shader, enum mesa_slot slot, gpuocc_kernels_text value);
/* Sets a slot from a word that is a number. A word that only begins with a number is recorded as
 * mistaken. Any other word changes nothing. */
void mesa_set_word(struct mesa_shader *shader, enum mesa_slot slot, gpuocc_kernels_text word);
/* Reports the shader if its statistics are those of a driver. Returns non-zero to stop. */
int mesa_report(struct mesa *mesa, const struct mesa_shader *shader);

#endif
