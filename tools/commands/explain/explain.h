/* SPDX-License-Identifier: MIT
 *
 * Internal interface of "gpuocc explain", which judges from a kernel's machine code whether the
 * latency of its loads is hidden.
 */
#ifndef TOOL_EXPLAIN_H
#define TOOL_EXPLAIN_H

#include <gpuocc/explain.h>
#include <gpuocc/predict.h>

#include "answer.h"
#include "input/options.h"
#include "input/trips.h"
#include "output/json.h"

/* Shares that the user gives, because they are not in the code: the share of loads that hit in L1,
 * the share of the other loads that hit in L2, and the share of the moved bytes that the kernel
 * asked for. */
enum explain_share { SHARE_L1_HIT, SHARE_L2_HIT, SHARE_EFFICIENCY, SHARE_COUNT };

/* The options that only this command has, and its arguments. */
struct explain_asked {
    double shares[SHARE_COUNT];
    int share_assumed[SHARE_COUNT]; /* whether a share is not given */
    uint32_t annotate, html, sarif;
    double conflicts;                          /* 0: not given */
    const char *trips_given[OWN_LIST_MOST];    /* each --trips */
    gpuocc_predict_trips trips[OWN_LIST_MOST]; /* of them */
    uint32_t trip_count;
    const char *path, *part; /* the file; a part of the kernel's name, or NULL for all kernels */
    int exact;               /* the file has a kernel of this name: no others */
};

struct explain_counts {
    unsigned long long kernels, filtered, explained, refused, warnings;
    unsigned long long fell_short; /* kernels that do not meet a --require */
    unsigned long long untimed;    /* kernels without a time that was asked for */
    unsigned long long lineless;   /* kernels whose line table could not be read */
    uint32_t overridden;           /* set of fields that were given, and that the file has */
    uint32_t several;              /* kernels on a name of several devices whose answers differ */
    unsigned long long given_up;   /* kernels whose code is too complex or needs too much memory */
};

/* The general registers in use where most are: at `instructions` instructions from `first` to
 * `last`. `carried` of those at `first` are neither read nor written by the loop around it. */
struct explain_lives {
    uint32_t most, carried, first, last, instructions; /* most 0: not known */
    gpuocc_step
        step; /* fewer registers that would admit more groups; then 0: there is no such step */
    uint32_t above, above_first, above_last; /* instructions at which more than these are in use */
};

/* The line table of the current kernel, in order of address; without a row: there is none. */
struct explain_lines {
    gpuocc_code_line *rows;
    uint32_t count, room;
    int32_t status; /* of the search */
    uint64_t work;  /* that is left for the tables of the file */
    int unordered;  /* the table has another order: `number` does not increase */
};

/* The accesses to local memory from one line in as many loops. */
struct explain_local {
    gpuocc_code_line line;         /* line 0: not known */
    uint32_t sort, depth, address; /* enum gpuocc_code_local_sort; of the first one */
    uint32_t accesses[2];          /* stores and loads */
    uint64_t bytes[2];             /* of a thread that executes each of them once */
};

struct explain_locals {
    struct explain_local *rows;
    uint32_t count, room;
    uint32_t end; /* address of the first access that is not counted; GPUOCC_CODE_NONE: none */
};

/* The maximum number of rows. */
#define EXPLAIN_LOCALS 4096u

/* The lines of a loop in one file. */
struct explain_source {
    gpuocc_code_line line; /* one of them */
    uint32_t first, last;
};

/* The maximum number of files of a loop. */
#define EXPLAIN_SOURCES 64u

/* The maximum number of lanes of a wave, and of lengths of rows with conflicts. */
#define EXPLAIN_LANES   64u
#define EXPLAIN_LAYOUTS 8u

/* The lanes of an access to shared memory that pass over the banks (gpuocc_code_access). */
struct explain_shared {
    uint32_t lanes, bytes, order, at[EXPLAIN_LANES];
};

/* Layouts of rows of `row` bytes without conflicts: rows that are `more` bytes longer, and, with
 * bits other than 0, rows in which as many bits of the row's number are combined by XOR with those
 * of the address from `base` on. 0: there is no such layout. */
struct explain_layout {
    uint32_t row, more, bits, base, element; /* element: bytes of the narrowest access */
};

struct explain {
    struct options options;
    struct explain_asked asked;
    struct explain_counts counts;
    struct lookup lookup;
    struct question question;
    struct answer answer;

    /* How the lanes' addresses differ in the current kernel. */
    gpuocc_code_wave wave;
    gpuocc_code_access *accesses;
    gpuocc_code_access *counted; /* the same, without what the efficiency that is given replaces */
    uint32_t access_count, access_room;
    int accesses_found; /* 0: nothing is known of them */

    struct explain_shared *shared;
    uint32_t shared_count, shared_room;
    struct explain_layout layouts[EXPLAIN_LAYOUTS];
    uint32_t layout_count, layout_work; /* work that is left for the search */

    struct explain_lives lives; /* of the current kernel */
    struct explain_lines lines;
    struct explain_locals locals;
    struct explain_source sources[EXPLAIN_SOURCES]; /* of the current loop */
    uint32_t source_count;
    int more_sources; /* there are more files */

    /* The current kernel, and the verdict on its current loop. */
    const gpuocc_kernels_found *kernel;
    gpuocc_code code;
    uint32_t assumed;       /* set of enum gpuocc_kernels_assumption */
    uint32_t any_threads;   /* not 0: the group size is EXPLAIN_THREADS, an assumption */
    int needs_llvm;         /* the code is AMD's, and LLVM 22 was not found */
    int32_t code_status;    /* enum gpuocc_code_status */
    unsigned loops_here;    /* its loops so far */
    gpuocc_verdict verdict; /* if `judged` is set */
    int judged;
    struct text message;          /* why there is no verdict */
    gpuocc_prediction prediction; /* if `predicted` is set */
    int predicted;
    struct text why_untimed; /* why there is no time, if one was asked for */

    struct text shortfall;  /* of the first kernel that does not meet a --require */
    struct text first_name; /* of the kernels that are not asked for */

    unsigned headed; /* not 0: the head of the page or of the JSON has been written */
    struct text out;
    struct json json;
};

/* The group size in threads that is assumed if neither the file nor the user gives one. */
#define EXPLAIN_THREADS 256u

/* Returns the access of the instruction at an address, or NULL if nothing is known of one. */
const gpuocc_code_access *explain_access(const struct explain *explain, uint32_t address);

/* Judges a loop on the device of explain->answer: sets explain->verdict, or explain->message. */
void explain_judge(struct explain *explain, const gpuocc_code_loop *loop);

/* Returns the words for what limits a loop or kernel, an enum gpuocc_resource: "memory bandwidth".
 */
const char *explain_limit(uint32_t resource);

/* Returns the name of number `index` of the pipes of the loop without a known rate, or NULL after
 * the last. */
const char *explain_pipe(const gpuocc_verdict *verdict, unsigned index);

/* Predicts the time of the current kernel, if a grid or trip counts were given: sets
 * explain->prediction, or explain->why_untimed. */
void explain_predict(struct explain *explain);

/* Adds a time or, if `us` is not known, cycles: "12.3 us", "4.56 ms", "789 cycles". */
void explain_add_amount(struct text *text, double us, double cycles);

/* Adds the time as a paragraph, or why there is none. Returns 0 if nothing was added. */
int explain_time(const struct explain *explain, struct text *text);
void explain_json_time(struct explain *explain);

/* Adds what to change in the current kernel as lines, first what saves most of its time; 0 if there
 * is nothing, or no time. */
int explain_add_advice(const struct explain *explain, struct text *text);
void explain_json_advice(struct explain *explain);

/* Compares the current kernel with each --require: counts it if it does not meet one. */
void explain_check_budgets(struct explain *explain);

/* Returns whether a search in the code succeeded. Ends the program if it had no memory. */
int explain_found(int32_t status);

/* Finds explain->lives. Adds them as a paragraph, and returns 0 if nothing was added. */
void explain_find_lives(struct explain *explain);
int explain_lives(const struct explain *explain, struct text *text);
void explain_json_lives(struct explain *explain);

/* Sets the limit of the work for the line tables of a file of `length` bytes. */
void explain_limit_lines(struct explain *explain, uint64_t length);

/* Finds explain->lines. */
void explain_find_lines(struct explain *explain);

/* Returns why a line table could not be read, as the end of a sentence; NULL: it was read, or there
 * is none. */
const char *explain_no_lines(const struct explain *explain);

/* Adds that as a sentence, and returns 0 if nothing was added. */
int explain_add_no_lines(const struct explain *explain, struct text *text);
void explain_json_no_lines(struct explain *explain);

/* Whether two lines are in one file. */
int explain_same_file(const gpuocc_code_line *a, const gpuocc_code_line *b);

/* Returns where the instruction at an address is from, or NULL if that is not known. */
const gpuocc_code_line *explain_line(const struct explain *explain, uint32_t address);

/* Adds "k.cu:42", and with the calls "k.h:10, called at k.cu:8, called at k.cu:24". */
void explain_add_line(const gpuocc_code_line *line, struct text *text);
void explain_add_calls(const struct explain *explain, const gpuocc_code_line *line,
                       struct text *text);

/* Adds "0x130, k.cu:42", or "0x130" if the line is not known. */
void explain_add_place(const struct explain *explain, uint32_t address, struct text *text);

/* Writes a line and the calls around it; null if it is NULL. */
void explain_json_line(struct explain *explain, const char *name, const gpuocc_code_line *line);

/* Finds explain->sources of a loop, and adds "k.cu:9 to 10, k.h:3". */
void explain_find_sources(struct explain *explain, const gpuocc_code_loop *loop);
void explain_add_sources(const struct explain *explain, struct text *text);
void explain_json_sources(struct explain *explain);

/* Finds explain->locals. Adds them as lines, and returns 0 if nothing was added. */
void explain_find_locals(struct explain *explain);
int explain_add_locals(const struct explain *explain, struct text *text);
void explain_json_locals(struct explain *explain);

/* The same of the device memory for the stacks of a launch; 0 if it is none, or not known. */
int explain_add_reserved(const struct explain *explain, struct text *text);
void explain_json_reserved(struct explain *explain);

/* Adds the accesses to global memory that move more sectors than their bytes need, and those of
 * unknown addresses, as lines. Returns 0 if there is none. */
int explain_add_global(const struct explain *explain, struct text *text);
void explain_json_global(struct explain *explain);

/* Adds one of them: "load of 4 bytes: stride 128, 32 sectors instead of 4, 12.5 % of their bytes
 * are used". Returns 0 for other accesses. */
int explain_scattered(const struct explain *explain, const gpuocc_code_access *access,
                      struct text *text);

/* The bytes of a sector. */
#define EXPLAIN_SECTOR_BYTES 32u

/* Tells whether an access is to global memory, and its sectors are not known. */
int explain_is_unknown(const gpuocc_code_access *access);

/* Tells whether an access is one of them, and whether one of the current kernel is. */
int explain_is_scattered(const gpuocc_code_access *access);
int explain_has_scattered(const struct explain *explain);

/* Adds "the address depends on the value loaded at 0x50, k.cu:9". Returns 0 if the cause is not
 * known, or not looked for. */
int explain_has_cause(const gpuocc_code_access *access);
int explain_add_cause(const struct explain *explain, const gpuocc_code_access *access,
                      struct text *text);
void explain_json_cause(struct explain *explain, const gpuocc_code_access *access);

/* Adds that the shape of the group would tell addresses of AMD's code, whose causes are not found.
 */
void explain_add_shape(const struct explain *explain, struct text *text);

/* Writes how the addresses of the lanes differ; null: not known. */
void explain_json_access(const gpuocc_code_access *access, struct json *json);

/* Keeps the lanes of an access to shared memory, from which explain->layouts are found after the
 * last one. */
void explain_take_shared(struct explain *explain, const gpuocc_code_access *access);
void explain_find_layouts(struct explain *explain);

/* Returns the layouts for the rows over which the lanes of an access stride, or NULL. */
const struct explain_layout *explain_layout(const struct explain *explain,
                                            const gpuocc_code_access *access);

/* Adds the swizzle of an access with a conflict: ", nor with tile[row][column ^ (row & 31)]". */
void explain_add_swizzle(const struct explain *explain, const gpuocc_code_access *access,
                         struct text *text);
void explain_add_layouts(const struct explain *explain, struct text *text);
void explain_json_layouts(struct explain *explain);

/* Tell whether an access is one to shared memory, and whether it has a conflict. */
int explain_is_shared(const gpuocc_code_access *access);
int explain_conflicts(const struct explain *explain, const gpuocc_code_access *access);

/* Returns the passes of an access to shared memory without a conflict. */
uint32_t explain_least_passes(const struct explain *explain, const gpuocc_code_access *access);

/* Adds the bank conflicts as lines, and returns 0 if there is none. */
int explain_add_conflicts(const struct explain *explain, struct text *text);
void explain_json_conflicts(struct explain *explain);

/* Text output: the head of a kernel, one loop, the end of a kernel, and the end. */
void explain_print_kernel(struct explain *explain);
void explain_print_loop(struct explain *explain, const gpuocc_code_loop *loop);
void explain_print_kernel_end(struct explain *explain);
void explain_print_end(void);

/* JSON output. */
void explain_json_kernel(struct explain *explain);
void explain_json_loop(struct explain *explain, const gpuocc_code_loop *loop);
void explain_json_kernel_end(struct explain *explain);
void explain_json_end(struct explain *explain);

/* SARIF output. */
void explain_sarif_kernel_end(struct explain *explain);
void explain_sarif_end(struct explain *explain);

/* Adds an access with a bank conflict: "load of 4 bytes: stride 128, 32 passes instead of 1".
 * Returns 0 for other accesses. */
int explain_conflict(const struct explain *explain, const gpuocc_code_access *access,
                     struct text *text);

/* Adds "31 stores of 124 bytes, 37 loads of 152 bytes". */
void explain_local(const struct explain_local *row, struct text *text);

/* HTML output. */
void explain_html_kernel(struct explain *explain);
void explain_html_loop(struct explain *explain, const gpuocc_code_loop *loop);
void explain_html_kernel_end(struct explain *explain);
void explain_html_end(struct explain *explain);

/* Tells whether the kernel's target is an AMD GPU. */
int explain_is_amd(const struct explain *explain);

/* Tells whether the code is for sm_100 or later, whose table of operations rests on fewer
 * instructions. */
int explain_is_weak(const struct explain *explain);

/* Adds the kernel with its target, and the device: "gather, sm_80 on GeForce RTX 3090". */
void explain_heading(const struct explain *explain, struct text *text);

/* Adds the occupancy as one line, or why the kernel is refused. */
void explain_occupancy(const struct explain *explain, struct text *text);

/* Returns the name of the operation; "" if it is not known. */
const char *explain_name(const gpuocc_code_instruction *instruction);

/* Returns the number of an operation. NVIDIA: bits 0 to 11 of the instruction. AMD: its first 32
 * bits. */
uint32_t explain_number(const struct explain *explain, const gpuocc_code_instruction *instruction);

/* Adds the name of the operation, or its number if the name is not known: "? 0x1fb". */
void explain_operation(const struct explain *explain, const gpuocc_code_instruction *instruction,
                       struct text *text);

/* Returns the vendor's name of a counter: "SB2" (scoreboard 2), "vmcnt". */
const char *explain_counter(const struct explain *explain, uint32_t counter);

/* Adds a remark on an instruction: its bytes per thread, the counter it sets, the counters and
 * loads it waits for, and its target. Adds nothing if none of these applies. */
void explain_note(const struct explain *explain, const gpuocc_code_instruction *now,
                  const gpuocc_code_step *step, struct text *text);

/* Adds "Loop 0x70 to 0x110, depth 1". */
void explain_extent(const struct explain *explain, const gpuocc_code_loop *loop, struct text *text);

/* Adds "11 instructions: 5 int, 6 move". */
void explain_counts(const gpuocc_code_loop *loop, struct text *text);

/* Returns the name of fact number `index` about a loop, or NULL after the last fact. Adds its value
 * to `text`, or nothing if the fact does not apply to the loop. */
const char *explain_fact(const struct explain *explain, const gpuocc_code_loop *loop,
                         unsigned index, struct text *text);

/* Adds the reason number `index` why the figures of a loop are doubtful. Returns 0 after the last
 * reason. */
int explain_doubt(const gpuocc_code_loop *loop, unsigned index, struct text *text);

/* Adds the verdict as a paragraph, or why there is none. Returns 0 if nothing was added. */
int explain_verdict(const struct explain *explain, const gpuocc_code_loop *loop, struct text *text);

/* Adds that the rate of a type of matrix instruction is not confirmed, and where it is from, if the
 * confidence is so weak. */
void explain_rate(const struct explain *explain, uint32_t confidence, uint32_t type,
                  struct text *text);

/* Writes the confidence of such a rate and its source; null if there is none. */
void explain_json_rate(struct explain *explain, uint32_t confidence, uint32_t type);

/* Adds why the kernel's loops are not explained, without a full stop. */
void explain_why_not(const struct explain *explain, struct text *text);

/* Returns number `index` of the effects that the verdict does not model, or NULL after the last. */
const char *explain_not_modelled(unsigned index);

/* Adds assumption number `index` about the current kernel. Returns 0 after the last assumption. */
int explain_assumption(const struct explain *explain, unsigned index, struct text *text);

#endif
