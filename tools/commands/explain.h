/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: what its parts share.
 */
#ifndef TOOL_EXPLAIN_H
#define TOOL_EXPLAIN_H

#include <gpuocc/code.h>

#include "commands/commands.h"
#include "input/options.h"
#include "output/json.h"

/* Numbers that the user gives for what is not in the code. */
enum explain_share { SHARE_L1_HIT, SHARE_L2_HIT, SHARE_EFFICIENCY, SHARE_COUNT };

#define EXPLAIN_CLASSES 12u
#define EXPLAIN_CHANGES 8u

/* A change, and how much faster the loop is expected to be with it. */
struct change {
    const char *name; /* of JSON */
    uint32_t field;   /* of the kernel, or 0 */
    uint32_t now, then;
    uint64_t waves;
    double gain;
};

/* The verdict on one loop. */
struct verdict {
    gpuocc_latency made;
    const gpuocc_latency *latency; /* NULL: there is none, and `message` says why */
    struct text message;
    struct change changes[EXPLAIN_CHANGES];
    uint32_t change_count;
    double lanes; /* threads of a wave */
};

struct explain {
    struct options options;
    const char *share_texts[SHARE_COUNT];
    double shares[SHARE_COUNT];
    uint32_t annotate, html;
    const char *path, *part; /* the file, and a part of the kernel's name or NULL */

    struct lookup lookup;
    struct question question;
    struct answer answer;
    const gpuocc_kernels_found *kernel;
    gpuocc_code code;
    uint32_t assumed;     /* set of enum gpuocc_kernels_assumption */
    uint32_t any_threads; /* the group size was assumed here */
    int needs_llvm;       /* it is AMD's, and this build has no LLVM */
    int32_t code_status;  /* enum gpuocc_code_status of the last kernel */

    unsigned long long kernels, hidden, explained, refused, troubles;
    unsigned long long given_up; /* kernels whose code was not followed to its end */
    unsigned loops_here;
    unsigned headed; /* the page has begun */
    struct verdict verdict;
    struct text out;
    struct json json;
};

/* Groups of which nothing is known. */
#define EXPLAIN_THREADS 256u

/* Fills explain->verdict for a loop on the answered device. */
void explain_judge(struct explain *explain, const gpuocc_code_loop *loop);

/* Loads of global memory and asynchronous copies of an iteration. */
uint32_t explain_loads(const gpuocc_code_loop *loop);

/* Whether a verdict makes sense: the innermost loops, and all code where there is no loop. */
int explain_is_judged(const struct explain *explain, const gpuocc_code_loop *loop);

/* For people: what comes before the loops of a kernel, a loop, and what comes behind all. */
void explain_print_kernel(struct explain *explain);
void explain_print_loop(struct explain *explain, const gpuocc_code_loop *loop);
void explain_print_why_not(struct explain *explain);
void explain_print_end(void);

/* The same as JSON. */
void explain_json_kernel(struct explain *explain);
void explain_json_loop(struct explain *explain, const gpuocc_code_loop *loop);
void explain_json_kernel_end(struct explain *explain);
void explain_json_end(struct explain *explain);

/* The same as a page. */
void explain_html_kernel(struct explain *explain);
void explain_html_loop(struct explain *explain, const gpuocc_code_loop *loop);
void explain_html_kernel_end(struct explain *explain);
void explain_html_end(struct explain *explain);

/* Whether the kernel's target is one of AMD's. */
int explain_is_amd(const struct explain *explain);

/* Whose device a target is: an enum gpuocc_vendor, GPUOCC_VENDOR_GENERIC where it is not known. */
uint64_t explain_vendor(gpuocc_kernels_text target);

/* What the operation is called; "" where that is not known. */
const char *explain_name(const gpuocc_code_instruction *instruction);

/* The number of an operation: bits 0 to 11 of NVIDIA's, the first 32 bits of AMD's. */
uint32_t explain_number(const struct explain *explain, const gpuocc_code_instruction *instruction);

/* The vendor's name of a counter: "SB2" (scoreboard 2), "vmcnt". */
const char *explain_counter(const struct explain *explain, uint32_t counter);

/* Adds what an instruction moves, sets and waits for; nothing where there is nothing to say. */
void explain_note(const struct explain *explain, const gpuocc_code_instruction *now,
                  const gpuocc_code_step *step, struct text *text);

/* Adds "11 instructions: 5 int, 6 move". */
void explain_counts(const gpuocc_code_loop *loop, struct text *text);

/* The name of fact number `index` on a loop, NULL behind the last. Adds its value, or nothing where
 * the loop has none. */
const char *explain_fact(const struct explain *explain, const gpuocc_code_loop *loop,
                         unsigned index, struct text *text);

/* Adds what makes the figures of a loop doubtful, sentence number `index`; 0 behind the last. */
int explain_doubt(const gpuocc_code_loop *loop, unsigned index, struct text *text);

/* Adds the paragraph of the verdict, or why there is none. Returns 0 if nothing was added. */
int explain_verdict(const struct explain *explain, const gpuocc_code_loop *loop, struct text *text);

/* Whether the resident waves hide the latency: "yes", "no", "perhaps"; NULL: not known. */
const char *explain_is_hidden(const struct verdict *verdict);

/* Adds why the loops are not explained, without a full stop. */
void explain_why_not(const struct explain *explain, struct text *text);

/* Sentences that follow from nothing in the code; NULL behind the last. */
const char *explain_not_modelled(unsigned index);

/* Adds what was assumed of the current kernel, sentence number `index`; 0 behind the last. */
int explain_assumption(const struct explain *explain, unsigned index, struct text *text);

#endif
