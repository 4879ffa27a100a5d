/* SPDX-License-Identifier: MIT
 *
 * Defines the names of the statistics of Mesa's drivers and what their numbers mean. From Mesa's
 * sources: in src/util the statistics of shaders (amd, genisa, agx2, adreno, midgard, bifrost,
 * valhall, videocore_vi), radv_shader.c, si_shader.c, brw_generator.cpp, nvk_shader.c, nak/api.rs,
 * hk_shader.c, ir3.c, ir3_gallium.c and vir.c.
 */
#include "mesa.h"
#include "nest.h"
#include "stages.h"
#include "text_lines.h"

/* Maximum bytes of a name or stage; drivers write less. */
#define MOST_TITLE 1024u

static const struct {
    const char *name;
    enum mesa_slot slot;
} names[] = {
    {"VGPRs", MESA_VGPRS},
    {"VGPRS", MESA_VGPRS},
    {"SGPRs", MESA_SGPRS},
    {"SGPRS", MESA_SGPRS},
    {"LDS size", MESA_LDS},
    {"LDS", MESA_LDS},
    {"Scratch size", MESA_SCRATCH},
    {"Scratch", MESA_SCRATCH},
    {"Scratch Memory Size", MESA_SCRATCH},
    {"GRF registers", MESA_GRF},
    {"Max dispatch width", MESA_WIDTH},
    {"Subgroup size", MESA_WIDTH},
    {"Workgroup Memory Size", MESA_WORKGROUP_MEMORY},
    {"Number of GPRs", MESA_NV_REGISTERS},
    {"Num GPRs", MESA_NV_REGISTERS},
    /* NVIDIA's name for scratch memory, not Intel's for shared memory. */
    {"SLM size", MESA_NV_MARK},
    {"SLM Size", MESA_NV_MARK},
    {"TLS size", MESA_NV_MARK},
    {"Shared memory size", MESA_SHARED},
    {"Local size", MESA_GROUP},
    {"GPRs", MESA_HALF_REGISTERS},
    {"Uniforms", MESA_AGX_MARK},
    {"spills", MESA_SPILLS},
    {"STP Count", MESA_SPILLS},    /* stores to private memory */
    {"Registers used", MESA_VEC4}, /* of Mali, 32 bits */
    {"Half-registers used", MESA_HALF_VEC4},
    {"double_threadsize", MESA_DOUBLE},
    {"Spills", MESA_SPILLS},
    {"Threads", MESA_THREADS},
    {"Registers", MESA_MIDGARD_REGISTERS},
    {"Bundles", MESA_MIDGARD_MARK},
    {"Clauses", MESA_BIFROST_MARK},
    {"FMA", MESA_VALHALL_MARK},
    {"Thread Count", MESA_THREADS},
    {"Spill Size", MESA_SCRATCH},
    {"TMU Spills", MESA_SPILLS},
    {"QPU Read Stalls", MESA_V3D_MARK},
    {"numUsedVgprs", MESA_USED_VGPRS}, /* AMD's own driver, as VK_AMD_shader_info has them */
    {"numUsedSgprs", MESA_SGPRS},
    {"ldsUsageSizeInBytes", MESA_LDS},
    {"scratchMemUsageInBytes", MESA_SCRATCH},
    {"Register Count", MESA_NV_COUNT}, /* NVIDIA's own driver */
    {"Register count", MESA_NV_COUNT},
    {"Shared Memory Size", MESA_SHARED},
    {"Local Memory Size", MESA_SPILLS},
    {"Stack Size", MESA_SCRATCH},
};

void mesa_clear(struct mesa_shader *shader)
{
    memset(shader, 0, sizeof *shader);
}

enum mesa_slot mesa_slot(gpuocc_kernels_text name)
{
    size_t i;

    for (i = 0; i < sizeof names / sizeof names[0]; i++)
        if (text_is(name, names[i].name))
            return names[i].slot;
    return MESA_NO_SLOT;
}

static int hexadecimal(gpuocc_kernels_text *text, uint64_t *number)
{
    size_t i;

    *number = 0;
    for (i = 0; i < text->length && i < 9; i++) {
        const char c = text->at[i];
        const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;

        if (digit < 0)
            break;
        *number = *number << 4 | (uint64_t)digit;
    }
    *text = text_behind(*text, i);
    return i != 0;
}

static void mistake(struct mesa_shader *shader, enum mesa_slot slot, gpuocc_kernels_text value)
{
    if (shader->mistaken.length != 0)
        return;
    shader->mistaken = value;
    shader->mistaken_slot = slot;
}

static int begins_as_number(gpuocc_kernels_text text)
{
    if (!text_skip(&text, "-"))
        (void)text_skip(&text, "+");
    return text.length != 0 && text.at[0] >= '0' && text.at[0] <= '9';
}

static int is_mark(enum mesa_slot slot)
{
    return slot >= MESA_MIDGARD_MARK && slot <= MESA_V3D_MARK;
}

void mesa_set_word(struct mesa_shader *shader, enum mesa_slot slot, gpuocc_kernels_text word)
{
    if (!begins_as_number(word))
        return;
    shader->seen |= 1u << slot;
    if (!is_mark(slot) && !text_figure(word, &shader->numbers[slot])) {
        shader->numbers[slot] = GPUOCC_UNKNOWN;
        mistake(shader, slot, word);
    }
}

void mesa_set(struct mesa_shader *shader, enum mesa_slot slot, gpuocc_kernels_text value)
{
    const gpuocc_kernels_text whole = text_trim(value);
    uint64_t number, factor;
    int read, joined;

    if (is_mark(slot)) {
        mesa_set_word(shader, slot, whole);
        return;
    }
    value = whole;
    read = text_skip(&value, "0x") ? hexadecimal(&value, &number) : text_number(&value, &number);
    /* A group size is three numbers. */
    while (read && slot == MESA_GROUP && number < GPUOCC_ZERO && text_skip(&value, "x"))
        number =
            text_number(&value, &factor) && factor < GPUOCC_ZERO ? number * factor : GPUOCC_ZERO;
    joined = value.length != 0 && value.at[0] != ' ';
    value = text_trim(value);
    /* Old drivers count in blocks without giving their size. */
    read &= value.length == 0 || text_starts(value, "bytes") || text_starts(value, "(") ||
            text_starts(value, "//");
    shader->seen |= 1u << slot;
    shader->numbers[slot] = read && number < GPUOCC_ZERO ? (uint32_t)number : GPUOCC_UNKNOWN;
    if (begins_as_number(whole) && (number >= GPUOCC_ZERO || (!read && joined)))
        mistake(shader, slot, whole);
}

static int seen(const struct mesa_shader *shader, enum mesa_slot slot)
{
    return (int)(shader->seen >> slot & 1);
}

static uint32_t get(const struct mesa_shader *shader, enum mesa_slot slot)
{
    return seen(shader, slot) ? shader->numbers[slot] : GPUOCC_UNKNOWN;
}

/* Reads a number. If it is zero, returns GPUOCC_ZERO, since zero in a field means that it is not
 * given. */
static uint32_t count(const struct mesa_shader *shader, enum mesa_slot slot)
{
    const uint32_t number = get(shader, slot);

    return number != 0 ? number : GPUOCC_ZERO;
}

/* Mesa prints the allocation. From gfx10 on that is 128 for every wave, which never limits. */
static uint32_t scalars(uint32_t allocated)
{
    return allocated >= 128 && allocated != GPUOCC_UNKNOWN ? 0 : allocated;
}

static const char *fill_amd(gpuocc_kernel *kernel, const struct mesa_shader *shader)
{
    const int used = seen(shader, MESA_USED_VGPRS);

    kernel->registers_per_thread = count(shader, used ? MESA_USED_VGPRS : MESA_VGPRS);
    kernel->scalar_registers_per_wave = scalars(get(shader, MESA_SGPRS));
    kernel->trap_registers = GPUOCC_ZERO;
    kernel->shared_bytes = get(shader, MESA_LDS);
    kernel->wave_size = get(shader, MESA_WIDTH);
    return used ? "AMD statistics" : "Mesa AMD";
}

static const char *fill_intel(gpuocc_kernel *kernel, const struct mesa_shader *shader)
{
    /* Zero means that the driver always uses the default: before Xe3. */
    kernel->grf_count = get(shader, MESA_GRF);
    kernel->wave_size = get(shader, MESA_WIDTH);
    kernel->shared_bytes = get(shader, MESA_WORKGROUP_MEMORY);
    kernel->barriers_per_group = GPUOCC_UNKNOWN;
    return "Mesa Intel";
}

static const char *fill_nvidia(gpuocc_kernel *kernel, const struct mesa_shader *shader)
{
    kernel->registers_per_thread = count(shader, MESA_NV_REGISTERS);
    kernel->shared_bytes = get(shader, MESA_SHARED);
    kernel->barriers_per_group = GPUOCC_UNKNOWN;
    if (seen(shader, MESA_GROUP))
        kernel->threads_per_group = get(shader, MESA_GROUP);
    return "Mesa NVK";
}

static const char *fill_nvidia_own(gpuocc_kernel *kernel, const struct mesa_shader *shader)
{
    kernel->registers_per_thread = count(shader, MESA_NV_COUNT);
    kernel->shared_bytes = get(shader, MESA_SHARED);
    kernel->barriers_per_group = GPUOCC_UNKNOWN;
    return "NVIDIA statistics";
}

static const char *fill_apple(gpuocc_kernel *kernel, const struct mesa_shader *shader)
{
    kernel->half_registers_per_thread = count(shader, MESA_HALF_REGISTERS);
    kernel->shared_bytes = GPUOCC_UNKNOWN;
    return "Mesa AGX";
}

/* Turnip and freedreno: the wave sizes are those of every chip except A702. */
static const char *fill_adreno(gpuocc_kernel *kernel, const struct mesa_shader *shader)
{
    kernel->registers_per_thread = count(shader, MESA_VEC4);
    kernel->half_registers_per_thread = count(shader, MESA_HALF_VEC4);
    kernel->wave_size = get(shader, MESA_WIDTH);
    if (seen(shader, MESA_DOUBLE) && get(shader, MESA_DOUBLE) <= 1)
        kernel->wave_size = get(shader, MESA_DOUBLE) != 0 ? 128 : 64;
    kernel->shared_bytes = kernel->barriers_per_group = GPUOCC_UNKNOWN;
    kernel->virtual_resources = GPUOCC_UNKNOWN; /* the branch stack */
    return "Mesa Adreno";
}

/* Returns the registers of a thread of Bifrost and later. The file has the number of threads as a
 * multiple of those that fit with the most registers: it is doubled for at most 32 registers, and
 * then each thread is allocated 32. The first Bifrost, which the file does not distinguish from the
 * second, has no such step. Since 2026 the file contains the number of registers, too. */
static uint32_t mali_registers(const struct mesa_shader *shader)
{
    const uint32_t factor = get(shader, MESA_THREADS), few = 32;
    const uint32_t most = factor == 2 ? few : 2 * few;
    const uint32_t least = factor == 1 && seen(shader, MESA_VALHALL_MARK) ? few + 1 : 0;
    const uint32_t used = get(shader, MESA_VEC4);

    if (factor != 1 && factor != 2)
        return GPUOCC_UNKNOWN;
    if (seen(shader, MESA_VEC4))
        return used >= least && used <= most ? count(shader, MESA_VEC4) : GPUOCC_UNKNOWN;
    return factor == 2 || least != 0 ? most : GPUOCC_UNKNOWN;
}

/* Panfrost and PanVK. */
static const char *fill_mali(gpuocc_kernel *kernel, const struct mesa_shader *shader)
{
    const int midgard = seen(shader, MESA_MIDGARD_MARK);

    kernel->registers_per_thread =
        midgard ? count(shader, MESA_MIDGARD_REGISTERS) : mali_registers(shader);
    kernel->shared_bytes = kernel->barriers_per_group = GPUOCC_UNKNOWN;
    return midgard ? "Mesa Midgard" : "Mesa Mali";
}

static int is_mali(const struct mesa_shader *shader)
{
    return seen(shader, MESA_THREADS) &&
           (seen(shader, MESA_VALHALL_MARK) || seen(shader, MESA_BIFROST_MARK) ||
            (seen(shader, MESA_MIDGARD_MARK) && seen(shader, MESA_MIDGARD_REGISTERS)));
}

/* The registers of a thread are those of the QPU, which its threads share. A shader with one
 * thread is of V3D 3. */
static const char *fill_v3d(gpuocc_kernel *kernel, const struct mesa_shader *shader)
{
    const uint32_t threads = get(shader, MESA_THREADS);

    kernel->registers_per_thread = threads == 2 ? 64 : threads == 4 ? 32 : GPUOCC_UNKNOWN;
    kernel->shared_bytes = kernel->barriers_per_group = GPUOCC_UNKNOWN;
    return "Mesa V3D";
}

static int is_v3d(const struct mesa_shader *shader)
{
    return seen(shader, MESA_THREADS) && seen(shader, MESA_V3D_MARK);
}

/* Fills the kernel as the driver that its statistics identify, or returns NULL if they are too
 * few. */
static const char *fill(gpuocc_kernel *kernel, const struct mesa_shader *shader)
{
    if ((seen(shader, MESA_VGPRS) || seen(shader, MESA_USED_VGPRS)) && seen(shader, MESA_SGPRS))
        return fill_amd(kernel, shader);
    if (seen(shader, MESA_NV_COUNT))
        return fill_nvidia_own(kernel, shader);
    if ((seen(shader, MESA_GRF) && (shader->seen & (shader->seen - 1)) != 0) ||
        (seen(shader, MESA_INSTRUCTIONS) && seen(shader, MESA_WIDTH)))
        return fill_intel(kernel, shader);
    if (seen(shader, MESA_NV_REGISTERS) && seen(shader, MESA_NV_MARK))
        return fill_nvidia(kernel, shader);
    if (seen(shader, MESA_HALF_REGISTERS) && seen(shader, MESA_AGX_MARK))
        return fill_apple(kernel, shader);
    if (seen(shader, MESA_VEC4) && seen(shader, MESA_HALF_VEC4))
        return fill_adreno(kernel, shader);
    if (is_mali(shader))
        return fill_mali(kernel, shader);
    if (is_v3d(shader))
        return fill_v3d(kernel, shader);
    return NULL;
}

static void notes(gpuocc_kernels_found *kernel, const struct mesa_shader *shader)
{
    const int by_threads =
        is_mali(shader) ? !seen(shader, MESA_MIDGARD_MARK) && !seen(shader, MESA_VEC4)
                        : is_v3d(shader);

    if (seen(shader, MESA_VGPRS) ||
        (by_threads && kernel->kernel.registers_per_thread != GPUOCC_UNKNOWN))
        kernel->notes |= 1u << GPUOCC_KERNELS_NOTE_ALLOCATED;
    if ((seen(shader, MESA_SCRATCH) && shader->numbers[MESA_SCRATCH] != 0) ||
        (seen(shader, MESA_SPILLS) && shader->numbers[MESA_SPILLS] != 0) ||
        (seen(shader, MESA_NV_MARK) && shader->numbers[MESA_NV_MARK] != 0))
        kernel->notes |= 1u << GPUOCC_KERNELS_NOTE_SCRATCH;
    if (kernel->kernel.threads_per_group != 0)
        kernel->notes |= 1u << GPUOCC_KERNELS_NOTE_REQUIRED_GROUP;
}

/* Limits a name or stage, which may be a line of any length that many shaders share. */
static gpuocc_kernels_text shortened(gpuocc_kernels_text text)
{
    if (text.length > MOST_TITLE)
        text.length = MOST_TITLE;
    return text;
}

static const char *name_of(enum mesa_slot slot)
{
    size_t i;

    for (i = 0; i + 1 < sizeof names / sizeof names[0] && names[i].slot != slot; i++)
        ;
    return names[i].name;
}

static int pass_over(const struct mesa *mesa, const struct mesa_shader *shader,
                     gpuocc_kernels_text name)
{
    const gpuocc_kernels_text value = shader->mistaken;

    format_warning(mesa->callbacks, shader->at,
                   "shader %.*s: %s is \"%.*s\", a whole number up to 4294967293 is needed: passed "
                   "over",
                   FORMAT_SHOWN(name), name_of(shader->mistaken_slot), FORMAT_SHOWN(value));
    return 0;
}

/* Returns the threads of which the waves of a stage without groups are counted: those of a wave,
 * or of a pair of waves where they come so; 0: no rule is known, or not without the wave size. */
static uint32_t threads_of_stage(const gpuocc_kernel *kernel, const struct mesa_shader *shader)
{
    const int pairs = seen(shader, MESA_VEC4) && seen(shader, MESA_HALF_VEC4);

    if (pairs)
        return kernel->wave_size != GPUOCC_UNKNOWN ? 2 * kernel->wave_size : 0;
    if (seen(shader, MESA_VGPRS) || seen(shader, MESA_USED_VGPRS))
        return kernel->wave_size != GPUOCC_UNKNOWN && kernel->wave_size != 0 ? kernel->wave_size
                                                                             : 1;
    if (is_v3d(shader))
        return 16;
    return is_mali(shader) ? 1 : 0;
}

int mesa_report(struct mesa *mesa, const struct mesa_shader *shader)
{
    const gpuocc_kernels_text name = shortened(shader->name), stage = shortened(shader->stage);
    /* Only compute shaders have a group size. */
    const int compute = stage_is_compute(stage) || seen(shader, MESA_GROUP);
    gpuocc_kernels_found kernel;

    format_start(&kernel);
    kernel.stack_bytes = kernel.spill_bytes = GPUOCC_UNKNOWN;
    kernel.format = fill(&kernel.kernel, shader);
    if (kernel.format == NULL) {
        if (seen(shader, MESA_NV_REGISTERS))
            format_warning(mesa->callbacks, shader->at,
                           "\"Number of GPRs\" without \"SLM Size\" can be NVK's or HoneyKrisp's, "
                           "whose registers differ: passed over");
        mesa->mine |= seen(shader, MESA_NV_REGISTERS);
        return 0;
    }
    mesa->mine = 1;
    kernel.name = name.length != 0 ? name : stage;
    if (shader->mistaken.length != 0)
        return pass_over(mesa, shader, kernel.name);
    notes(&kernel, shader);
    if (!compute)
        stage_set(&kernel, stage, threads_of_stage(&kernel.kernel, shader));
    return mesa->callbacks->kernel(mesa->callbacks->user, &kernel);
}
