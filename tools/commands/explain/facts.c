/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: the facts about a kernel, a loop or an instruction, for all output formats.
 */
#include "commands/explain/explain.h"
#include "commands/timing.h"
#include "output/visible.h"
#include "output/words.h"

#include <string.h>

int explain_is_amd(const struct explain *explain)
{
    const gpuocc_kernels_text target = explain->kernel->target;

    return target.length > 3 && memcmp(target.at, "gfx", 3) == 0;
}

int explain_is_weak(const struct explain *explain)
{
    const gpuocc_kernels_text target = explain->kernel->target;

    return !explain_is_amd(explain) && target.length >= 6 && target.at[5] >= '0' &&
           target.at[5] <= '9';
}

const char *explain_not_modelled(unsigned index)
{
    static const char *const sentences[] = {
        "divergence: an iteration takes every branch of the loop",
        "trip counts, and what happens before and between loops, except in the time",
        "caches beyond the given hit shares, and bank conflicts of unknown addresses",
        "waiting at barriers and for asynchronous copies",
        "pipes whose rate is not known: what limits a loop that uses one is not said",
    };

    return index < sizeof sentences / sizeof sentences[0] ? sentences[index] : NULL;
}

void explain_heading(const struct explain *explain, struct text *text)
{
    const gpuocc_kernels_found *kernel = explain->kernel;
    const gpuocc_device *device = explain->answer.status >= 0 ? explain->answer.device : NULL;

    text_add_visible(text, kernel->name.at, kernel->name.length);
    text_add(text, ", ");
    text_add_visible(text, kernel->target.at, kernel->target.length);
    if (device != NULL)
        text_format(text, " on %s", gpuocc_device_name(device));
}

void explain_occupancy(const struct explain *explain, struct text *text)
{
    if (explain->answer.status >= 0)
        (void)text_add_sentence(text, &explain->answer, GPUOCC_SENTENCE_ANSWER);
    else
        text_add(text, text_string(&explain->answer.message));
}

/* Returns the position of the true condition number `index` (0: the first one) of `count`, or
 * `count` if fewer are true. */
static unsigned true_condition(const int *conditions, unsigned count, unsigned index)
{
    unsigned i;

    for (i = 0; i < count; i++)
        if (conditions[i] && index-- == 0)
            break;
    return i;
}

/* Tells whether the architecture of the device differs from the one the code was compiled for. */
static int is_elsewhere(const struct explain *explain)
{
    const gpuocc_kernels_text target = explain->kernel->target;
    const gpuocc_device *own = NULL;

    return explain->answer.status >= 0 && explain->answer.device != NULL &&
           gpuocc_device_find(target.at, target.length, 0, &own, NULL, NULL) == GPUOCC_OK &&
           strcmp(gpuocc_device_architecture(own),
                  gpuocc_device_architecture(explain->answer.device)) != 0;
}

/* Tells whether the shape of the groups is not in the file, and lanes are found in a row. */
static int assumes_row(const struct explain *explain)
{
    const int of_amd = explain_is_amd(explain) && explain->wave.threads_x != 0 &&
                       explain->kernel->required_threads[0] == 0 &&
                       explain->options.question.threads_x == 0;
    uint32_t i;

    for (i = 0; i < explain->access_count; i++)
        if (of_amd ? explain->accesses[i].pattern > GPUOCC_CODE_PATTERN_UNIFORM
                   : explain->accesses[i].one_row != 0)
            return 1;
    return 0;
}

int explain_assumption(const struct explain *explain, unsigned index, struct text *text)
{
    const double *shares = explain->asked.shares;
    const int dynamic = (explain->kernel->notes >> GPUOCC_KERNELS_NOTE_DYNAMIC_SHARED & 1) != 0 &&
                        explain->options.question.kernel.dynamic_shared_bytes == 0;
    const int given[] = {
        explain->asked.share_assumed[SHARE_L1_HIT] || explain->asked.share_assumed[SHARE_L2_HIT],
        explain->asked.share_assumed[SHARE_EFFICIENCY] && explain->code_status == GPUOCC_CODE_OK,
        explain_is_amd(explain) && explain_has_scattered(explain),
        assumes_row(explain),
        (int)explain->any_threads,
        (explain->assumed >> GPUOCC_KERNELS_ASSUMED_BOUND & 1) != 0,
        dynamic,
        explain_is_weak(explain),
        explain_is_amd(explain) && explain->code_status == GPUOCC_CODE_OK,
        is_elsewhere(explain),
        (explain->answer.results[GPUOCC_RESULT_NOTES].high >> GPUOCC_NOTE_CLUSTER_NOT_PORTABLE &
         1) != 0,
        explain->answer.match == GPUOCC_QUALITY_ALIAS && explain->answer.remark.length != 0,
    };
    const unsigned count = sizeof given / sizeof given[0];
    const unsigned i = true_condition(given, count, index);

    if (i == 0 && shares[SHARE_L1_HIT] + shares[SHARE_L2_HIT] > 0)
        text_format(text, "%g of the loads hit in L1, and %g of the others in L2",
                    shares[SHARE_L1_HIT], shares[SHARE_L2_HIT]);
    else if (i == 0)
        text_add(text, "no load hits in L1 or L2 (--l1-hit, --l2-hit)");
    else if (i == 1)
        text_add(text, "where the code does not show how the addresses of the lanes differ, each "
                       "lane accesses the bytes next to those of the lane before it "
                       "(--efficiency)");
    else if (i == 2)
        text_add(text, "memory moves sectors of 32 bytes, for loads of CDNA of 64, and scattered "
                       "accesses take longer where it moves more (--efficiency)");
    else if (i == 3)
        text_add(text, "a wave is threads of one row: the kernel reads their index in x only");
    else if (i == 4)
        text_format(text, "groups of %u threads (--threads)", EXPLAIN_THREADS);
    else if (i == 5)
        text_add(text, "groups as large as the launch bound (--threads)");
    else if (i == 6)
        text_add(text, "no dynamic shared memory (--dynamic-shared)");
    else if (i == 7)
        text_add(text,
                 "operations of sm_100 and later, whose table rests on fewer kernels, are right");
    else if (i == 8)
        text_add(text, "no instruction waits for a result of arithmetic");
    else if (i == 9)
        text_format(text, "code compiled for %s loads, computes and waits as this code does",
                    gpuocc_device_architecture(explain->answer.device));
    else if (i == 10)
        text_add(text, "the kernel has the attribute NonPortableClusterSizeAllowed, without which "
                       "clusters of this size do not launch");
    else if (i == 11)
        text_add(text, text_string(&explain->answer.remark));
    return i < count;
}

void explain_why_not(const struct explain *explain, struct text *text)
{
    const int32_t status =
        explain->needs_llvm ? (int32_t)GPUOCC_CODE_NEEDS_LLVM : explain->code_status;

    timing_add_why_not_read(explain->kernel->target, status, text);
}

const char *explain_name(const gpuocc_code_instruction *instruction)
{
    return instruction->name[0] != 0 ? instruction->name : instruction->mnemonic;
}

uint32_t explain_number(const struct explain *explain, const gpuocc_code_instruction *instruction)
{
    const unsigned char *at = (const unsigned char *)explain->code.bytes + instruction->address;

    if (explain_is_amd(explain))
        return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    return at[0] | (at[1] & 15u) << 8;
}

void explain_operation(const struct explain *explain, const gpuocc_code_instruction *instruction,
                       struct text *text)
{
    if (explain_name(instruction)[0] == 0)
        text_format(text, "? 0x%lx", (unsigned long)explain_number(explain, instruction));
    else
        text_add(text, explain_name(instruction));
}

const char *explain_counter(const struct explain *explain, uint32_t counter)
{
    static const char *const names[3][GPUOCC_CODE_COUNTERS] = {
        {"SB0", "SB1", "SB2", "SB3", "SB4", "SB5", "", ""},
        {"vmcnt", "lgkmcnt", "expcnt", "vscnt", "", "", "", ""},
        {"loadcnt", "dscnt", "expcnt", "storecnt", "samplecnt", "bvhcnt", "kmcnt", ""}};
    const gpuocc_kernels_text target = explain->kernel->target;
    const int row = !explain_is_amd(explain)                                           ? 0
                    : target.length == 7 && target.at[3] == '1' && target.at[4] == '2' ? 2
                                                                                       : 1;

    return names[row][counter];
}

/* Adds "waits for SB2" or "waits for vmcnt(2)", and the number of loads that the wait completes. */
static void add_waits(const struct explain *explain, const gpuocc_code_instruction *now,
                      const gpuocc_code_step *step, struct text *text)
{
    const char *before = text->length != 0 ? ", waits for " : "waits for ";
    uint32_t counter;

    for (counter = 0; counter < GPUOCC_CODE_COUNTERS; counter++) {
        if ((now->waits >> counter & 1) == 0)
            continue;
        text_format(text, "%s%s", before, explain_counter(explain, counter));
        if (explain_is_amd(explain) || now->leaves[counter] != 0)
            text_format(text, "(%u)", now->leaves[counter]);
        before = " and ";
    }
    before = ": ";
    if (step->returns != 0) {
        text_format(text, ": %lu of %lu loads in flight", (unsigned long)step->returns,
                    (unsigned long)step->in_flight);
        before = " and ";
    }
    if (step->shared_returns != 0)
        text_format(text, "%s%lu of %lu shared loads", before, (unsigned long)step->shared_returns,
                    (unsigned long)step->shared);
}

/* Adds "stride 8", "one address" or "known addresses", and what follows for the memory. */
static void add_access(const gpuocc_code_access *access, struct text *text)
{
    if (access->pattern == GPUOCC_CODE_PATTERN_LINEAR)
        text_format(text, ", stride %ld", (long)access->stride);
    else
        text_add(text, access->pattern == GPUOCC_CODE_PATTERN_UNIFORM ? ", one address"
                                                                      : ", known addresses");
    if (access->sectors != 0)
        text_format(text, ": %lu sector%s", (unsigned long)access->sectors,
                    access->sectors == 1 ? "" : "s");
    else if (access->passes != 0)
        text_format(text, ": %lu pass%s", (unsigned long)access->passes,
                    access->passes == 1 ? "" : "es");
}

void explain_note(const struct explain *explain, const gpuocc_code_instruction *now,
                  const gpuocc_code_step *step, struct text *text)
{
    const gpuocc_code_access *access = explain_access(explain, step->address);

    if (now->lane_bytes != 0)
        text_format(text, "%lu bytes", (unsigned long)now->lane_bytes);
    if (now->lane_bytes != 0 && access != NULL)
        add_access(access, text);
    if (now->counter != GPUOCC_CODE_NONE)
        text_format(text, "%ssets %s", text->length != 0 ? ", " : "",
                    explain_counter(explain, now->counter));
    add_waits(explain, now, step, text);
    if (now->target != GPUOCC_CODE_NONE)
        text_format(text, "%sto 0x%lx", text->length != 0 ? ", " : "", (unsigned long)now->target);
}

void explain_extent(const struct explain *explain, const gpuocc_code_loop *loop, struct text *text)
{
    if (loop->extent == GPUOCC_CODE_ALL)
        text_add(text, explain->loops_here == 0 ? "No loop" : "No loop but waiting ones");
    else
        text_format(text, "%s 0x%lx to 0x%lx, depth %lu",
                    loop->extent == GPUOCC_CODE_LOOP ? "Loop" : "Waiting loop",
                    (unsigned long)loop->first, (unsigned long)loop->last,
                    (unsigned long)loop->depth);
}

void explain_counts(const gpuocc_code_loop *loop, struct text *text)
{
    const char *before = ": ";
    uint32_t kind;

    text_format(text, "%lu instructions", (unsigned long)loop->instructions);
    for (kind = 0; kind < GPUOCC_CODE_CLASS_COUNT; kind++) {
        if (loop->counts[kind] == 0)
            continue;
        text_format(text, "%s%lu %s", before, (unsigned long)loop->counts[kind],
                    gpuocc_code_class_name(kind));
        before = ", ";
    }
}

static void add_amount(struct text *text, uint32_t count, uint32_t bytes, uint32_t sized)
{
    if (count == 0)
        return;
    text_add_number(text, count);
    if (sized == 0)
        text_add(text, ", of unknown width");
    else
        text_format(text, ", %lu bytes per thread", (unsigned long)bytes);
    if (sized != count && sized != 0)
        text_format(text, " in the %lu of known width", (unsigned long)sized);
}

static uint32_t loads_of(const gpuocc_code_loop *loop)
{
    return loop->counts[GPUOCC_CODE_LOAD_GLOBAL] + loop->counts[GPUOCC_CODE_LOAD_GENERIC];
}

static void add_in_flight(struct text *text, const gpuocc_code_loop *loop)
{
    if (loads_of(loop) == 0)
        return;
    if (loop->wait_address == GPUOCC_CODE_NONE) {
        text_add(text, "nothing here waits for a load");
        return;
    }
    text_format(text, "%lu, %lu bytes per thread, at 0x%lx", (unsigned long)loop->loads_in_flight,
                (unsigned long)loop->bytes_in_flight, (unsigned long)loop->wait_address);
    if (loop->most_in_flight > loop->loads_in_flight)
        text_format(text, "; %lu at most", (unsigned long)loop->most_in_flight);
}

const char *explain_fact(const struct explain *explain, const gpuocc_code_loop *loop,
                         unsigned index, struct text *text)
{
    static const char *const names[] = {
        "source",
        "loads of global memory",
        "in flight at the first wait",
        "loads not in every iteration",
        "loads of one address in all lanes",
        "shared loads at their first wait",
        "stores to global memory",
        "asynchronous copies",
        "local memory",
    };
    const uint32_t *counts = loop->counts;
    const uint32_t local = counts[GPUOCC_CODE_LOAD_LOCAL] + counts[GPUOCC_CODE_STORE_LOCAL];

    if (index == 0)
        explain_add_sources(explain, text);
    else if (index == 1)
        add_amount(text, loads_of(loop), loop->load_bytes, loop->sized_loads);
    else if (index == 2)
        add_in_flight(text, loop);
    else if (index == 3 && loop->conditional_loads != 0)
        text_add_number(text, loop->conditional_loads);
    else if (index == 4 && loop->uniform_loads != 0)
        text_format(text, "%lu, a sector of 32 bytes each", (unsigned long)loop->uniform_loads);
    else if (index == 5 && loop->shared_in_flight != 0)
        text_add_number(text, loop->shared_in_flight);
    else if (index == 6)
        add_amount(text, counts[GPUOCC_CODE_STORE_GLOBAL] + counts[GPUOCC_CODE_STORE_GENERIC],
                   loop->store_bytes, loop->sized_stores);
    else if (index == 7)
        add_amount(text, counts[GPUOCC_CODE_ASYNC_COPY], loop->copy_bytes, loop->sized_copies);
    else if (index == 8 && local != 0)
        text_format(text, "%lu loads and stores (spills, or arrays of a thread)",
                    (unsigned long)local);
    else if (index == sizeof names / sizeof names[0]) {
        text_format(text, "%lu cycles", (unsigned long)loop->stall_cycles);
        return explain_is_amd(explain) ? "issue, at least" : "issue, with the compiler's stalls";
    }
    return index < sizeof names / sizeof names[0] ? names[index] : NULL;
}

int explain_doubt(const gpuocc_code_loop *loop, unsigned index, struct text *text)
{
    static const char *const sentences[GPUOCC_EXPLAIN_DOUBT_COUNT] = {
        [GPUOCC_EXPLAIN_UNKNOWN_OPERATIONS] = "the figures of the loop are doubtful",
        [GPUOCC_EXPLAIN_UNSIZED_COPIES] =
            "copies of unknown size: neither their traffic nor the wait for them is counted",
        [GPUOCC_EXPLAIN_PARTIAL] =
            "branches with targets that are not in the code: loops may be missing",
        [GPUOCC_EXPLAIN_CALLS] = "calls: what the called code loads and computes is not counted",
    };
    const uint32_t doubts = gpuocc_explain_doubts(loop);
    uint32_t i;

    for (i = 0; i < GPUOCC_EXPLAIN_DOUBT_COUNT; i++)
        if ((doubts >> i & 1) != 0 && index-- == 0)
            break;
    if (i == GPUOCC_EXPLAIN_DOUBT_COUNT)
        return 0;
    if (i == GPUOCC_EXPLAIN_UNKNOWN_OPERATIONS)
        text_format(text, "%lu of %lu operations, more than %u %%, are unknown: ",
                    (unsigned long)loop->counts[GPUOCC_CODE_UNKNOWN],
                    (unsigned long)loop->instructions, GPUOCC_EXPLAIN_UNKNOWN_PERCENT);
    text_add(text, sentences[i]);
    return 1;
}
