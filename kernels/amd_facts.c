/* SPDX-License-Identifier: MIT
 *
 * Converts the facts found about a kernel to the library's fields.
 */
#include "amd_facts.h"

#include "amd_lines.h"

/* Largest number of VGPRs, and of AGPRs, that an instruction can address in a unified file. */
#define UNIFIED_NAMED 256u
/* A wave can address 102 to 106 SGPRs; with VCC, flat scratch and XNACK compilers count up to
 * 108. */
#define SCALARS_COUNTED 108u
/* Bytes of a VGPR per thread. */
#define VECTOR_BYTES 4u

void amd_facts_clear(struct amd_facts *facts)
{
    const gpuocc_kernels_text none = {"", 0};

    memset(facts, 0xff, sizeof *facts); /* AMD_ABSENT */
    facts->name = facts->symbol = facts->code = facts->object = none;
    facts->wrong = facts->value = none;
}

static void fill(uint32_t *number, uint32_t other)
{
    if (*number == AMD_ABSENT)
        *number = other;
}

void amd_facts_fill(struct amd_facts *facts, const struct amd_facts *other)
{
    if (facts->wrong.length == 0) {
        facts->wrong = other->wrong;
        facts->value = other->value;
    }
    fill(&facts->vector_total, other->vector_total);
    fill(&facts->vectors, other->vectors);
    fill(&facts->accumulators, other->accumulators);
    fill(&facts->scalars, other->scalars);
    fill(&facts->vector_allotment, other->vector_allotment);
    fill(&facts->scalar_allotment, other->scalar_allotment);
    fill(&facts->accumulator_start, other->accumulator_start);
    fill(&facts->shared_vectors, other->shared_vectors);
    fill(&facts->shared_bytes, other->shared_bytes);
    fill(&facts->scratch_bytes, other->scratch_bytes);
    fill(&facts->vector_spills, other->vector_spills);
    fill(&facts->max_threads, other->max_threads);
    fill(&facts->launched, other->launched);
    fill(&facts->required[0], other->required[0]);
    fill(&facts->required[1], other->required[1]);
    fill(&facts->required[2], other->required[2]);
    fill(&facts->index_dimensions, other->index_dimensions);
    fill(&facts->wave_size, other->wave_size);
    fill(&facts->wgp_mode, other->wgp_mode);
    fill(&facts->dynamic_stack, other->dynamic_stack);
    fill(&facts->dynamic_vgprs, other->dynamic_vgprs);
    fill(&facts->dynamic_shared, other->dynamic_shared);
}

static uint32_t given(uint32_t number)
{
    return number != AMD_ABSENT ? number : 0;
}

static uint32_t rounded(uint32_t number, uint32_t unit)
{
    return number > AMD_ABSENT - unit ? number : (number + unit - 1) / unit * unit;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void set_note(gpuocc_kernels_found *kernel, enum gpuocc_kernels_note note)
{
    kernel->notes |= 1u << note;
}

/* Returns the number of VGPRs that is the descriptor's unit. */
static uint32_t vector_unit(enum amd_kind kind, uint32_t wave_size)
{
    if (kind == AMD_RDNA_CU)
        return 16;
    return kind == AMD_UNIFIED || (kind == AMD_RDNA && wave_size == 32) ? 8 : 4;
}

/* A unified register file contains the VGPRs and after them, from the next multiple of 4, the
 * AGPRs. The metadata contain the sum and the number of AGPRs. */
static void unified_vectors(const struct amd_facts *facts, gpuocc_kernels_found *kernel)
{
    const uint32_t start = facts->accumulator_start;
    uint32_t vectors = facts->vectors, accumulators = facts->accumulators;
    uint32_t total = facts->vector_total;

    if (vectors == AMD_ABSENT && total == AMD_ABSENT && facts->vector_allotment != AMD_ABSENT) {
        total = facts->vector_allotment;
        set_note(kernel, GPUOCC_KERNELS_NOTE_ALLOCATED);
    }
    if (accumulators == AMD_ABSENT && total != AMD_ABSENT && start != AMD_ABSENT)
        accumulators = total - smaller(total, start);
    if (vectors == AMD_ABSENT && total != AMD_ABSENT) {
        vectors = total - smaller(total, given(accumulators));
        if (given(accumulators) != 0)
            set_note(kernel, GPUOCC_KERNELS_NOTE_ALLOCATED);
    }
    kernel->kernel.registers_per_thread = vectors;
    kernel->kernel.accumulators_per_thread = accumulators;
}

/* Uses the allocation of the hardware where it is larger than what the kernel uses: LLVM 22 pads
 * it. */
static void pad_vectors(uint32_t allotment, enum amd_kind kind, gpuocc_kernels_found *kernel)
{
    gpuocc_kernel *k = &kernel->kernel;

    set_note(kernel, GPUOCC_KERNELS_NOTE_ALLOCATED);
    if (kind != AMD_UNIFIED) {
        k->registers_per_thread = allotment;
        return;
    }
    /* How the surplus is divided is not known; each kind has at most what can be addressed. */
    if (given(k->accumulators_per_thread) == 0)
        k->registers_per_thread = smaller(allotment, UNIFIED_NAMED);
    if (allotment > rounded(k->registers_per_thread, 4) + UNIFIED_NAMED)
        k->registers_per_thread = smaller(allotment - UNIFIED_NAMED, UNIFIED_NAMED);
    k->accumulators_per_thread =
        allotment - smaller(allotment, rounded(k->registers_per_thread, 4));
}

static uint32_t vectors_used(enum amd_kind kind, const gpuocc_kernel *k)
{
    const uint32_t vectors = given(k->registers_per_thread);
    const uint32_t accumulators = given(k->accumulators_per_thread);

    if (kind == AMD_SPLIT)
        return vectors > accumulators ? vectors : accumulators;
    if (accumulators == 0 || vectors > UINT32_MAX / 4 || accumulators > UINT32_MAX / 4)
        return vectors;
    return rounded(vectors, 4) + accumulators;
}

static void set_vectors(const struct amd_facts *facts, enum amd_kind kind,
                        gpuocc_kernels_found *kernel)
{
    gpuocc_kernel *k = &kernel->kernel;
    const uint32_t allotment = facts->vector_allotment;
    const uint32_t unit = vector_unit(kind, k->wave_size);

    k->registers_per_thread = facts->vectors != AMD_ABSENT ? facts->vectors : facts->vector_total;
    if (kind == AMD_SPLIT && facts->vectors == AMD_ABSENT && given(facts->accumulators) != 0 &&
        facts->vector_total == facts->accumulators)
        set_note(kernel, GPUOCC_KERNELS_NOTE_ALLOCATED); /* the larger of both: the VGPRs are at
                                                            most that many */
    if (kind == AMD_UNIFIED)
        unified_vectors(facts, kernel);
    else if (kind == AMD_ANY || (kind == AMD_SPLIT && allotment == AMD_ABSENT))
        k->accumulators_per_thread = facts->accumulators;
    else
        k->accumulators_per_thread = kind == AMD_SPLIT ? given(facts->accumulators) : 0;
    if (kind != AMD_ANY && allotment != AMD_ABSENT &&
        (k->registers_per_thread == AMD_ABSENT || allotment > rounded(vectors_used(kind, k), unit)))
        pad_vectors(allotment, kind, kernel);
    if (given(facts->shared_vectors) != 0 && k->registers_per_thread < UINT32_MAX / 2) {
        k->registers_per_thread = rounded(k->registers_per_thread, unit) + facts->shared_vectors;
        set_note(kernel, GPUOCC_KERNELS_NOTE_ALLOCATED);
    }
}

/* Sets the SGPRs. They are allocated in blocks of 8 (gfx6, gfx7) or 16, and only on targets where
 * they can limit. */
static void set_scalars(const struct amd_facts *facts, enum amd_kind kind,
                        const struct amd_target *target, gpuocc_kernels_found *kernel)
{
    const int old = target != NULL && (target->name[3] == '6' || target->name[3] == '7');
    const uint32_t allotment = facts->scalar_allotment;
    uint32_t *scalars = &kernel->kernel.scalar_registers_per_wave;

    *scalars = facts->scalars;
    if (kind == AMD_RDNA || kind == AMD_RDNA_CU) {
        *scalars = given(*scalars);
    } else if (kind != AMD_ANY && allotment != AMD_ABSENT &&
               (*scalars == AMD_ABSENT || allotment > rounded(*scalars, old ? 8 : 16))) {
        *scalars = smaller(allotment, SCALARS_COUNTED);
        set_note(kernel, GPUOCC_KERNELS_NOTE_ALLOCATED);
    }
}

static void set_modes(const struct amd_facts *facts, enum amd_kind kind, gpuocc_kernel *kernel)
{
    const int gcn = kind == AMD_GCN || kind == AMD_SPLIT || kind == AMD_UNIFIED;

    kernel->wave_size = facts->wave_size;
    if (facts->wave_size == AMD_ABSENT && (gcn || kind == AMD_RDNA_CU))
        kernel->wave_size = gcn ? 64 : 32;
    if (!gcn && kind != AMD_RDNA_CU) {
        kernel->core_mode = facts->wgp_mode;
        if (facts->wgp_mode != AMD_ABSENT)
            kernel->core_mode = facts->wgp_mode ? GPUOCC_CORE_MODE_WGP : GPUOCC_CORE_MODE_CU;
    }
    if (facts->dynamic_vgprs == 1) /* on, but the driver chooses the size of a block */
        kernel->dynamic_vgpr_block = GPUOCC_UNKNOWN;
}

static void set_group(const struct amd_facts *facts, gpuocc_kernels_found *kernel)
{
    const uint32_t *required = facts->required;
    uint64_t threads = required[0];
    int i;

    kernel->kernel.max_threads_per_group = given(facts->max_threads);
    kernel->kernel.threads_per_group = given(facts->launched);
    if (required[0] == AMD_ABSENT || required[1] == AMD_ABSENT || required[2] == AMD_ABSENT)
        return;
    for (i = 1; i < 3; i++)
        threads = threads <= UINT32_MAX ? threads * required[i] : threads;
    if (threads == 0)
        return;
    if (threads >= GPUOCC_ZERO)
        threads = GPUOCC_ZERO - 1; /* the largest one without a special meaning */
    kernel->kernel.threads_per_group = (uint32_t)threads;
    set_note(kernel, GPUOCC_KERNELS_NOTE_REQUIRED_GROUP);
}

static void set_memory(const struct amd_facts *facts, gpuocc_kernels_found *kernel)
{
    kernel->kernel.shared_bytes = given(facts->shared_bytes);
    if (facts->dynamic_shared == AMD_ABSENT) {
        set_note(kernel, GPUOCC_KERNELS_NOTE_SHARED_UNSAID);
    } else if (facts->dynamic_shared != 0) {
        kernel->kernel.dynamic_shared_bytes = GPUOCC_UNKNOWN;
        set_note(kernel, GPUOCC_KERNELS_NOTE_DYNAMIC_SHARED);
    }
    kernel->stack_bytes = facts->scratch_bytes;
    kernel->spill_bytes = facts->vector_spills;
    if (kernel->spill_bytes < GPUOCC_ZERO / VECTOR_BYTES)
        kernel->spill_bytes *= VECTOR_BYTES;
    else
        kernel->spill_bytes = GPUOCC_UNKNOWN;
    if (given(facts->scratch_bytes) != 0)
        set_note(kernel, GPUOCC_KERNELS_NOTE_SCRATCH);
    if (given(facts->dynamic_stack) != 0)
        set_note(kernel, GPUOCC_KERNELS_NOTE_DYNAMIC_STACK);
}

/* Whether the word is no number and no formula: empty, letters alone that may not be a symbol, or
 * digits with a sign before them or with a fraction or letters after them. Formulas contain other
 * characters as well. */
static int is_mistaken(gpuocc_kernels_text word, enum amd_form form)
{
    uint64_t number;
    size_t i;

    if (!text_skip(&word, "-"))
        (void)text_skip(&word, "+");
    if (!text_number(&word, &number) && form == AMD_OR_SYMBOL)
        return word.length == 0;
    if (text_skip(&word, "."))
        (void)text_number(&word, &number);
    for (i = 0; i < word.length; i++)
        if ((word.at[i] | 0x20) < 'a' || (word.at[i] | 0x20) > 'z')
            return 0;
    return 1;
}

uint32_t amd_number(struct amd_facts *facts, gpuocc_kernels_text name, gpuocc_kernels_text text,
                    enum amd_form form)
{
    const gpuocc_kernels_text word = lines_word(text);
    const uint32_t number = lines_number(text);

    if (number < GPUOCC_ZERO ||
        (form != AMD_PLAIN && number == AMD_ABSENT && !is_mistaken(word, form)))
        return number;
    if (facts->wrong.length == 0) {
        facts->wrong = name;
        facts->value = word;
    }
    return AMD_ABSENT;
}

int amd_report(const struct amd_facts *facts, const struct amd_target *target,
               gpuocc_kernels_text target_name, const char *format, uint64_t offset,
               struct callbacks *callbacks)
{
    const enum amd_kind kind = target != NULL ? target->kind : AMD_ANY;
    gpuocc_kernels_found kernel;
    uint32_t i;

    if (facts->wrong.length != 0) {
        format_warning(callbacks, offset,
                       "kernel %.*s: %.*s is \"%.*s\", a whole number up to 4294967293 is needed: "
                       "passed over",
                       FORMAT_SHOWN(facts->name), FORMAT_SHOWN(facts->wrong),
                       FORMAT_SHOWN(facts->value));
        return GPUOCC_KERNELS_OK;
    }
    format_start(&kernel);
    kernel.name = facts->name;
    kernel.target = target_name;
    kernel.code = facts->code.at;
    kernel.code_bytes = facts->code.length;
    kernel.object = facts->object.at;
    kernel.object_bytes = facts->object.length;
    kernel.format = format;
    kernel.index_dimensions = given(facts->index_dimensions);
    for (i = 0; i < 3 && given(facts->required[0]) != 0; i++)
        kernel.required_threads[i] = given(facts->required[i]);
    if (target != NULL && strstr(target->name, "-generic") != NULL)
        set_note(&kernel, GPUOCC_KERNELS_NOTE_GENERIC_TARGET);
    set_modes(facts, kind, &kernel.kernel);
    set_vectors(facts, kind, &kernel);
    set_scalars(facts, kind, target, &kernel);
    set_group(facts, &kernel);
    set_memory(facts, &kernel);
    return callbacks->kernel(callbacks->user, &kernel) != 0 ? GPUOCC_KERNELS_STOPPED
                                                            : GPUOCC_KERNELS_OK;
}
