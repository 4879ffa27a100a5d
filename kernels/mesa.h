/* SPDX-License-Identifier: MIT
 *
 * What the readers of Mesa's statistics share. A statistic has a name and a number; the names of a
 * shader's statistics tell whose driver wrote them.
 */
#ifndef GPUOCC_TOOLS_KERNELS_MESA_H
#define GPUOCC_TOOLS_KERNELS_MESA_H

#include "bytes.h"

/* What the statistics are about, of all drivers. */
enum mesa_slot {
    MESA_VGPRS,
    MESA_SGPRS,
    MESA_LDS,
    MESA_SCRATCH,
    MESA_GRF,
    MESA_WIDTH, /* SIMD width, or size of a subgroup */
    MESA_WORKGROUP_MEMORY,
    MESA_NV_REGISTERS,
    MESA_NV_MARK, /* only NVK and its compiler have it */
    MESA_SHARED,
    MESA_GROUP, /* threads */
    MESA_HALF_REGISTERS,
    MESA_AGX_MARK,
    MESA_SPILLS,
    MESA_INSTRUCTIONS, /* Intel's, in lines that say no more */
    MESA_VEC4,         /* registers of four times 32 bits */
    MESA_HALF_VEC4,    /* and of four times 16 */
    MESA_DOUBLE,       /* 1: waves of 128 threads, 0: of 64 */
    MESA_MALI_THREADS, /* a factor: as many times the threads of the most registers */
    MESA_MIDGARD_REGISTERS,
    MESA_MIDGARD_MARK, /* that a statistic is there whose number, maybe with a point, is not read */
    MESA_BIFROST_MARK,
    MESA_VALHALL_MARK,
    MESA_SLOT_COUNT,
    MESA_NO_SLOT = MESA_SLOT_COUNT
};

struct mesa_shader {
    struct reader_text name, stage;
    uint64_t at;                       /* in the input */
    uint32_t seen;                     /* set of enum mesa_slot */
    uint32_t numbers[MESA_SLOT_COUNT]; /* GPUOCC_UNKNOWN: said in a way that is not read */
    struct reader_text mistaken;       /* a number that no driver writes so; length 0: none */
    enum mesa_slot mistaken_slot;
};

struct mesa {
    struct reader_sink *sink;
    uint64_t at;       /* of the line being read */
    uint32_t others;   /* shaders of other stages */
    uint64_t other_at; /* where the first of them is */
    int mine;
};

void mesa_clear(struct mesa_shader *shader);
/* The slot of a name as VK_KHR_pipeline_executable_properties and the shader dumps have it. */
enum mesa_slot mesa_slot(struct reader_text name);
/* Sets a slot from a text like "4096", "16x16x1", "2 blocks". */
void mesa_set(struct mesa_shader *shader, enum mesa_slot slot, struct reader_text value);
/* Sets a slot from a word that is a number; one that begins as a number and is none is mistaken.
 * Any other word changes nothing. */
void mesa_set_word(struct mesa_shader *shader, enum mesa_slot slot, struct reader_text word);
/* Reports the shader if its statistics are those of a driver. Not 0: stop. */
int mesa_report(struct mesa *mesa, const struct mesa_shader *shader);

/* Reads a line that tells all about a shader. Returns 1 if it does, 0 if it is no such line, -1
 * to stop. `title` is the line before it. */
int mesa_line(struct mesa *mesa, struct reader_text line, struct reader_text title);

/* "; CL prog 3/1: 40 instr, 6 nops, ...", a comment in a disassembly: whose it is, and its
 * statistics. Returns 0 if it is no such line. */
int mesa_comment(struct reader_text line, struct reader_text *title, struct reader_text *items);
/* Reads "40 instr, 6 nops, ...". */
void mesa_items(struct mesa_shader *shader, struct reader_text items);

/* Tables of fossilize-replay --enable-pipeline-stats. */
int mesa_is_table(struct reader_text line);
/* Reads the rows behind the line of names; `*rest` is left behind them. Not 0: stop. */
int mesa_table(struct mesa *mesa, struct reader_text names, struct reader_text *rest,
               const char *begin);

#endif
