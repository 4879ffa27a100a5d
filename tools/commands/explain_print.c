/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: the verdict for people.
 */
#include "commands/explain.h"
#include "output/device_texts.h"
#include "output/visible.h"

#include <string.h>

/* A loop with a larger share of unknown operations says so. */
#define UNKNOWN_PERCENT 5u

/* Machine code of AMD's says nothing of the cycles between its instructions. */
static int is_amd(const struct explain *explain)
{
    const gpuocc_kernels_text target = explain->kernel->target;

    return target.length > 3 && memcmp(target.at, "gfx", 3) == 0;
}

const char *explain_name(const gpuocc_code_instruction *instruction)
{
    return instruction->name[0] != 0 ? instruction->name : instruction->mnemonic;
}

/* From here on the table of operations rests on fewer instructions. */
static int is_weak(const struct explain *explain)
{
    const gpuocc_kernels_text target = explain->kernel->target;

    return !is_amd(explain) && target.length >= 6 && target.at[5] >= '0' && target.at[5] <= '9';
}

const char *explain_not_modelled(unsigned index)
{
    static const char *const sentences[] = {
        "divergence: an iteration takes every branch of the loop",
        "trip counts, and what happens before and between loops",
        "caches beyond the given hit shares, and bank conflicts",
        "waiting at barriers and for asynchronous copies",
        "the matrix pipe, where its rate is not published",
    };

    return index < sizeof sentences / sizeof sentences[0] ? sentences[index] : NULL;
}

int explain_assumption(const struct explain *explain, unsigned index, struct text *text)
{
    const double *shares = explain->shares;
    const int dynamic = (explain->kernel->notes >> GPUOCC_KERNELS_NOTE_DYNAMIC_SHARED & 1) != 0 &&
                        explain->options.question.kernel.dynamic_shared_bytes == 0;
    const int given[] = {
        explain->share_texts[SHARE_L1_HIT] == NULL || explain->share_texts[SHARE_L2_HIT] == NULL,
        explain->share_texts[SHARE_EFFICIENCY] == NULL,
        (int)explain->any_threads,
        (explain->assumed >> GPUOCC_KERNELS_ASSUMED_BOUND & 1) != 0,
        dynamic,
        is_weak(explain),
        is_amd(explain) && explain->code_status == GPUOCC_CODE_OK,
    };
    unsigned i;

    for (i = 0; i < sizeof given / sizeof given[0]; i++)
        if (given[i] && index-- == 0)
            break;
    if (i == 0 && shares[SHARE_L1_HIT] + shares[SHARE_L2_HIT] > 0)
        text_format(text, "%g of the loads hit in L1, and %g of the others in L2",
                    shares[SHARE_L1_HIT], shares[SHARE_L2_HIT]);
    else if (i == 0)
        text_add(text, "no load hits in L1 or L2 (--l1-hit, --l2-hit)");
    else if (i == 1)
        text_add(text, "every byte moved was asked for (--efficiency)");
    else if (i == 2)
        text_format(text, "groups of %u threads (--threads)", EXPLAIN_THREADS);
    else if (i == 3)
        text_add(text, "groups as large as the launch bound (--threads)");
    else if (i == 4)
        text_add(text, "no dynamic shared memory (--dynamic-shared)");
    else if (i == 5)
        text_add(text,
                 "operations of sm_100 and later, whose table rests on fewer kernels, are right");
    else if (i == 6)
        text_add(text, "no instruction waits for a result of arithmetic");
    return i < sizeof given / sizeof given[0];
}

void explain_why_not(const struct explain *explain, struct text *text)
{
    const gpuocc_kernels_found *kernel = explain->kernel;
    const gpuocc_kernels_text amd = {"gfx900", 6};

    if (explain->code_status == GPUOCC_CODE_TOO_COMPLEX)
        text_add(text, "  the code has more instructions or branches than are followed\n");
    else if (explain->code_status < 0)
        text_add(text, "  there is too little memory for the code\n");
    else if (explain->needs_llvm)
        text_add(text, "  AMD machine code is not read: this build has no LLVM\n");
    else if (!gpuocc_code_is_read(kernel->target)) {
        text_add(text, "  the machine code of ");
        text_add_visible(text, kernel->target.at, kernel->target.length);
        text_format(text, " is not read; that of NVIDIA's sm_70 to sm_121%s is\n",
                    gpuocc_code_is_read(amd) ? " and AMD's gfx900 to gfx1201" : "");
    } else {
        text_add(text, "  the file has no machine code of this kernel\n");
    }
}

static void add_assumptions(const struct explain *explain, struct text *out)
{
    const char *before = "  assumed: ";
    struct text sentence = {0};
    unsigned i;

    for (i = 0; text_clear(&sentence), explain_assumption(explain, i, &sentence); i++) {
        text_format(out, "%s%s", before, text_string(&sentence));
        before = "; ";
    }
    text_add(out, i != 0 ? "\n" : "");
    text_free(&sentence);
}

void explain_print_kernel(struct explain *explain)
{
    const gpuocc_kernels_found *kernel = explain->kernel;
    struct text *out = &explain->out;

    if (explain->kernels > 1)
        text_add_byte(out, '\n');
    text_add_visible(out, kernel->name.at, kernel->name.length);
    text_add(out, ", ");
    text_add_visible(out, kernel->target.at, kernel->target.length);
    if (explain->answer.status >= 0 && explain->answer.device != NULL)
        text_format(out, " on %s", DEVICE_NAME(explain->answer.device));
    text_add(out, "\n  ");
    if (explain->answer.status >= 0)
        text_add_headline(out, &explain->answer);
    else
        text_add(out, text_string(&explain->answer.message));
    text_add_byte(out, '\n');
    if (explain->code_status != GPUOCC_CODE_OK)
        explain_why_not(explain, out);
    else
        add_assumptions(explain, out);
}

static void add_counts(struct text *out, const gpuocc_code_loop *loop)
{
    const char *before = ": ";
    uint32_t kind;

    text_format(out, "%lu instructions", (unsigned long)loop->instructions);
    for (kind = 0; kind < GPUOCC_CODE_CLASS_COUNT; kind++) {
        if (loop->counts[kind] == 0)
            continue;
        text_format(out, "%s%lu %s", before, (unsigned long)loop->counts[kind],
                    gpuocc_code_class_name(kind));
        before = ", ";
    }
    text_add_byte(out, '\n');
}

static void add_amount(struct text *out, const char *words, uint32_t count, uint32_t bytes,
                       uint32_t sized)
{
    if (count == 0)
        return;
    text_format(out, "  %-34s %lu", words, (unsigned long)count);
    if (sized == count)
        text_format(out, ", %lu bytes of a thread", (unsigned long)bytes);
    else
        text_format(out, ", %lu bytes of a thread in the %lu of known width", (unsigned long)bytes,
                    (unsigned long)sized);
    text_add_byte(out, '\n');
}

static void add_waits(struct text *out, const gpuocc_code_loop *loop)
{
    const uint32_t loads =
        loop->counts[GPUOCC_CODE_LOAD_GLOBAL] + loop->counts[GPUOCC_CODE_LOAD_GENERIC];

    if (loads != 0 && loop->wait_address != GPUOCC_CODE_NONE) {
        text_format(out, "  %-34s %lu, %lu bytes of a thread, at 0x%lx",
                    "in flight at the first wait", (unsigned long)loop->loads_in_flight,
                    (unsigned long)loop->bytes_in_flight, (unsigned long)loop->wait_address);
        if (loop->most_in_flight > loop->loads_in_flight)
            text_format(out, "; %lu at most", (unsigned long)loop->most_in_flight);
        text_add_byte(out, '\n');
    } else if (loads != 0) {
        text_format(out, "  %-34s no instruction of it\n", "waits for them");
    }
    if (loop->conditional_loads != 0)
        text_format(out, "  %-34s %lu\n", "of them not in every iteration",
                    (unsigned long)loop->conditional_loads);
    if (loop->shared_in_flight != 0)
        text_format(out, "  %-34s %lu\n", "shared loads at their first wait",
                    (unsigned long)loop->shared_in_flight);
}

/* What makes the figures of a loop doubtful. */
static void add_doubts(struct text *out, const gpuocc_code_loop *loop)
{
    const uint32_t unknown = loop->counts[GPUOCC_CODE_UNKNOWN];
    const uint32_t spills =
        loop->counts[GPUOCC_CODE_LOAD_LOCAL] + loop->counts[GPUOCC_CODE_STORE_LOCAL];

    if ((uint64_t)unknown * 100 > (uint64_t)loop->instructions * UNKNOWN_PERCENT)
        text_format(out,
                    "  more than %u %% of the operations are unknown: take no figure for granted\n",
                    UNKNOWN_PERCENT);
    if (loop->counts[GPUOCC_CODE_ASYNC_COPY] > loop->sized_copies)
        text_add(out, "  copies of unknown size: their traffic is not in the verdict\n");
    if (spills != 0)
        text_format(out, "  %-34s %lu loads and stores (spills, or arrays of a thread)\n",
                    "local memory", (unsigned long)spills);
    if (loop->partial)
        text_add(out, "  branches with targets that are not in the code: loops may be missing\n");
}

static void add_annotation(const struct explain *explain, const gpuocc_code_loop *loop,
                           struct text *out)
{
    gpuocc_code_instruction now;
    const gpuocc_code_step *step;
    const char *name;
    uint32_t i, counter;

    now.size = sizeof now;
    for (i = 0; i < loop->instructions; i++) {
        step = &loop->steps[i];
        if (gpuocc_code_decode(&explain->code, step->address, &now) != GPUOCC_CODE_OK)
            return;
        name = explain_name(&now);
        text_format(out, "    0x%05lx %c %-*s %-14s", (unsigned long)step->address,
                    (step->flags >> GPUOCC_CODE_FLAG_GUARDED & 1) != 0 ? '@' : ' ',
                    is_amd(explain) ? 26 : 14, name[0] != 0 ? name : "?",
                    gpuocc_code_class_name(now.kind));
        if (now.second != 0)
            text_format(out, " and %s", gpuocc_code_class_name(now.second));
        if (now.lane_bytes != 0)
            text_format(out, " %lu bytes", (unsigned long)now.lane_bytes);
        if (now.counter != GPUOCC_CODE_NONE)
            text_format(out, " sets %lu", (unsigned long)now.counter);
        for (counter = 0; counter < GPUOCC_CODE_COUNTERS; counter++)
            if ((now.waits >> counter & 1) != 0)
                text_format(out, " waits %lu", (unsigned long)counter);
        if (step->returns != 0)
            text_format(out, ": for %lu of %lu loads", (unsigned long)step->returns,
                        (unsigned long)step->in_flight);
        if (step->shared_returns != 0)
            text_format(out, ": for %lu of %lu shared loads", (unsigned long)step->shared_returns,
                        (unsigned long)step->shared);
        if (now.target != GPUOCC_CODE_NONE)
            text_format(out, " to 0x%lx", (unsigned long)now.target);
        text_add_byte(out, '\n');
    }
}

static double result(const gpuocc_latency *latency, uint32_t number, uint32_t index, double *high)
{
    double low = 0;

    *high = 0;
    return gpuocc_latency_get(latency, number, index, &low, high) == GPUOCC_OK ? low : -1;
}

static void add_changes(const struct verdict *verdict, struct text *out)
{
    const struct change *change;
    uint32_t i;

    for (i = 0; i < verdict->change_count; i++) {
        change = &verdict->changes[i];
        if (change->field != 0)
            text_format(out, " %s %lu instead of %lu admits %llu waves:",
                        gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, change->field),
                        (unsigned long)change->then, (unsigned long)change->now,
                        (unsigned long long)change->waves);
        else if (strcmp(change->name, "wider_loads") == 0)
            text_add(out, " Loads of 16 bytes, as many in flight:");
        else
            text_add(out, " Twice the loads in flight:");
        text_format(out, " %.3g times as fast.", change->gain);
    }
    if (verdict->change_count == 0)
        text_add(out,
                 " Neither more or wider loads in flight nor more waves would make it faster.");
}

/* "It needs 21 to 35 waves to hide the latency and has 48: ..." */
static void add_verdict(const struct explain *explain, const gpuocc_code_loop *loop,
                        struct text *out)
{
    const struct verdict *verdict = &explain->verdict;
    const gpuocc_latency *l = verdict->latency;
    double need, most, has, has_most, binding, value, expected;

    text_add(out,
             loop->extent == GPUOCC_CODE_ALL ? "  Verdict: one pass" : "  Verdict: an iteration");
    has = result(l, GPUOCC_LATENCY_WAVES, 0, &has_most);
    need = result(l, GPUOCC_LATENCY_WAVES_NEEDED, 0, &most);
    text_format(out, " of a wave alone takes %.0f cycles.",
                result(l, GPUOCC_LATENCY_WAVE_LATENCY, 0, &value));
    if (need >= 0) {
        text_format(out, " It needs %.0f", need);
        if (most > need)
            text_format(out, " to %.0f", most);
        text_format(out, " waves to hide that and has %.0f", has);
        if (has_most > has)
            text_format(out, " to %.0f", has_most);
        text_add(out, has >= most       ? ": the latency is hidden."
                      : has_most < need ? ": latency is exposed."
                                        : ": it may be hidden.");
    }
    binding = result(l, GPUOCC_LATENCY_BINDING, 0, &value);
    text_format(out, " What binds is %s", gpuocc_name(GPUOCC_LIST_RESOURCES, (uint32_t)value));
    if (binding >= 0 && binding != value)
        text_format(out, " or %s", gpuocc_name(GPUOCC_LIST_RESOURCES, (uint32_t)binding));
    (void)result(l, GPUOCC_LATENCY_SHARE_OF_PEAK, GPUOCC_CURVE_UPPER, &value);
    expected = result(l, GPUOCC_LATENCY_SHARE_OF_PEAK, GPUOCC_CURVE_EXPECTED, &has_most);
    text_format(out, ": at most %.3g %% of the peak", 100 * value);
    if (expected >= 0)
        text_format(out, ", expected %.3g %%", 100 * expected);
    if (explain_loads(loop) != 0 &&
        (value = result(l, GPUOCC_LATENCY_GB_PER_S, GPUOCC_CURVE_EXPECTED, &most)) > 0)
        text_format(out, " (%.4g GB/s)", value);
    text_add_byte(out, '.');
    add_changes(verdict, out);
    text_add_byte(out, '\n');
}

void explain_print_loop(struct explain *explain, const gpuocc_code_loop *loop)
{
    struct text *out = &explain->out;

    if (loop->extent == GPUOCC_CODE_ALL && explain->loops_here != 0)
        return;
    if (loop->extent == GPUOCC_CODE_ALL)
        text_add(out, "\nNo loop: ");
    else
        text_format(out, "\n%s 0x%lx to 0x%lx, depth %lu: ",
                    loop->extent == GPUOCC_CODE_LOOP ? "Loop" : "Waiting loop",
                    (unsigned long)loop->first, (unsigned long)loop->last,
                    (unsigned long)loop->depth);
    add_counts(out, loop);
    if (loop->extent != GPUOCC_CODE_WAITING_LOOP) {
        add_amount(out, "loads of global memory",
                   loop->counts[GPUOCC_CODE_LOAD_GLOBAL] + loop->counts[GPUOCC_CODE_LOAD_GENERIC],
                   loop->load_bytes, loop->sized_loads);
        add_waits(out, loop);
        add_amount(out, "stores to global memory",
                   loop->counts[GPUOCC_CODE_STORE_GLOBAL] + loop->counts[GPUOCC_CODE_STORE_GENERIC],
                   loop->store_bytes, loop->sized_stores);
        add_amount(out, "asynchronous copies", loop->counts[GPUOCC_CODE_ASYNC_COPY],
                   loop->copy_bytes, loop->sized_copies);
        text_format(out, "  %-34s %lu cycles\n",
                    is_amd(explain) ? "issue, at least" : "issue, with the compiler's stalls",
                    (unsigned long)loop->stall_cycles);
        add_doubts(out, loop);
    }
    if (explain->annotate)
        add_annotation(explain, loop, out);
    if (explain->verdict.latency != NULL)
        add_verdict(explain, loop, out);
    else if (explain->verdict.message.length != 0)
        text_format(out, "  No verdict: %s\n", text_string(&explain->verdict.message));
    else if (loop->extent == GPUOCC_CODE_LOOP)
        text_format(out, "  No verdict of its own: it has %lu loops inside\n",
                    (unsigned long)loop->loops);
}

void explain_print_end(void)
{
    struct text out = {0};
    const char *sentence;
    unsigned i;

    text_add(&out, "\nNot modelled:\n");
    for (i = 0; (sentence = explain_not_modelled(i)) != NULL; i++)
        text_format(&out, "  %s\n", sentence);
    out_text(&out);
    text_free(&out);
}
