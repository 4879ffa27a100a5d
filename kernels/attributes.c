/* SPDX-License-Identifier: MIT
 *
 * Reads what programs print of a kernel that they loaded: the attributes of a function of CUDA and
 * HIP (cudaFuncAttributes, CuPy's RawKernel.attributes), Triton's compiled kernels, a pipeline of
 * Metal, and AMD's metadata and kernel descriptors where they are cut from their file. Each is a
 * name, a colon, a blank or an equals sign, and a number, in one line or in several:
 *   {'local_size_bytes': 0, 'num_regs': 10, 'shared_size_bytes': 0}
 *   k.n_regs=128 k.n_spills=4 k.metadata.shared=65536 k.metadata.num_warps=8
 *   n_regs: 128, n_spills: 4, shared: 49152, num_warps: 4
 *   ggml_metal_init: loaded kernel_mul_mm_q4_0_f32 0x1248 | th_max = 896 | th_width = 32
 * A name that was there already begins the next kernel. AMD's words are also those of its assembly:
 * they are passed over in a text that has another format as well.
 */
#include "nest.h"
#include "text_lines.h"

/* What an attribute gives. */
enum what {
    REGISTERS,
    SHARED,
    STACK,
    SPILLS,  /* words */
    THREADS, /* of the launch: warps of 32 threads */
    WAVE,    /* threads */
    SCALARS, /* AMD: per wave */
    MOST,    /* Metal: threads of a group */
    BOUND,   /* threads of a group, at most */
    WHATS
};

enum { OWN = 15 }; /* names that no other format has: those of other vendors than AMD */

static const struct {
    const char *name;
    enum what what;
} names[] = {
    {"num_regs", REGISTERS},
    {"numRegs", REGISTERS},
    {"n_regs", REGISTERS},
    {"shared_size_bytes", SHARED},
    {"sharedSizeBytes", SHARED},
    {"metadata.shared", SHARED},
    {"staticThreadgroupMemoryLength", SHARED},
    {"local_size_bytes", STACK},
    {"localSizeBytes", STACK},
    {"n_spills", SPILLS},
    {"metadata.num_warps", THREADS},
    {"threadExecutionWidth", WAVE},
    {"th_width", WAVE},
    {"maxTotalThreadsPerThreadgroup", MOST},
    {"th_max", MOST},
    /* AMD */
    {".vgpr_count", REGISTERS},
    {"workitem_vgpr_count", REGISTERS},
    {".group_segment_fixed_size", SHARED},
    {"workgroup_group_segment_byte_size", SHARED},
    {".private_segment_fixed_size", STACK},
    {"workitem_private_segment_byte_size", STACK},
    {".wavefront_size", WAVE},
    {".sgpr_count", SCALARS},
    {"wavefront_sgpr_count", SCALARS},
    {".max_flat_workgroup_size", BOUND},
};

/* What Triton's numbers are called in a line that has its registers or spills. */
static const struct {
    const char *name;
    enum what what;
} bare[] = {{"shared", SHARED}, {"num_warps", THREADS}};

struct attributes {
    struct callbacks *callbacks;
    gpuocc_kernels_text name;
    uint32_t numbers[WHATS];
    uint32_t seen; /* set of enum what */
    int has_all;   /* its shared memory is Triton's, which has no other */
    int found;     /* a kernel was reported */
};

static int is_part(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

/* Reads the number after a quote, a colon, an equals sign and blanks: GPUOCC_UNKNOWN if it is none.
 * Returns 0 if the name continues. */
static int value(gpuocc_kernels_text text, uint32_t *number)
{
    uint64_t read;
    size_t at = 0;

    while (at < text.length && memchr("'\":= \t", text.at[at], 6) != NULL)
        at++;
    if (at == 0)
        return 0;
    text = text_behind(text, at);
    *number = text_number(&text, &read) && read < GPUOCC_ZERO ? (uint32_t)read : GPUOCC_UNKNOWN;
    return 1;
}

static uint32_t number_of(const struct attributes *now, enum what what, uint32_t times)
{
    const uint32_t number = now->numbers[what];

    if ((now->seen >> what & 1) == 0 || number > (GPUOCC_ZERO - 1) / times)
        return GPUOCC_UNKNOWN;
    return number * times;
}

static int has(const struct attributes *now, enum what what)
{
    return (int)(now->seen >> what & 1);
}

static void fill(const struct attributes *now, gpuocc_kernel *kernel)
{
    enum { WARP = 32 };

    if (has(now, REGISTERS))
        kernel->registers_per_thread = number_of(now, REGISTERS, 1);
    kernel->shared_bytes = number_of(now, SHARED, 1);
    if (has(now, THREADS)) {
        kernel->threads_per_group = number_of(now, THREADS, WARP);
        kernel->wave_size = WARP;
    }
    if (has(now, WAVE))
        kernel->wave_size = number_of(now, WAVE, 1);
    if (has(now, SCALARS))
        kernel->scalar_registers_per_wave = number_of(now, SCALARS, 1);
    if (has(now, BOUND))
        kernel->max_threads_per_group = number_of(now, BOUND, 1);
    if (has(now, MOST)) {
        kernel->reported_max_threads = number_of(now, MOST, 1);
        kernel->half_registers_per_thread = GPUOCC_UNKNOWN;
    }
}

/* Reports the kernel whose attributes were read, if there are two, one of them its registers or
 * what Metal has instead. */
static int finish(struct attributes *now)
{
    enum { WORD = 4 };
    gpuocc_kernels_found kernel;
    int status = 0;

    if ((has(now, REGISTERS) || has(now, MOST)) && (now->seen & (now->seen - 1)) != 0) {
        now->found = 1;
        format_start(&kernel);
        kernel.name = now->name;
        kernel.format = "kernel attributes";
        fill(now, &kernel.kernel);
        kernel.spill_bytes = number_of(now, SPILLS, WORD);
        /* Triton's spills are all local memory. */
        kernel.stack_bytes = has(now, STACK) ? number_of(now, STACK, 1) : kernel.spill_bytes;
        if (kernel.stack_bytes != 0 && kernel.stack_bytes != GPUOCC_UNKNOWN)
            kernel.notes = 1u << GPUOCC_KERNELS_NOTE_SCRATCH;
        if (!has(now, THREADS) && !has(now, MOST) && !now->has_all)
            kernel.notes |= 1u << GPUOCC_KERNELS_NOTE_SHARED_UNSAID;
        status = now->callbacks->kernel(now->callbacks->user, &kernel);
    }
    now->seen = 0;
    now->has_all = 0;
    now->name.length = 0;
    return status;
}

/* Finds an attribute in a line. Returns 0 if the line does not have it. */
static int find(gpuocc_kernels_text line, const char *name, uint32_t *number)
{
    const char *const start = line.at;
    size_t at;

    while (text_find(line, name, &at)) {
        const char *word = line.at + at;

        line = text_behind(line, at + strlen(name));
        if ((name[0] == '.' || word == start || !is_part(word[-1])) && value(line, number))
            return 1;
    }
    return 0;
}

/* Reads the name behind a word: "loaded kernel_add 0x1248", ".symbol: add.kd". */
static void read_name(struct attributes *now, gpuocc_kernels_text line, const char *word)
{
    gpuocc_kernels_text name;
    size_t at;

    if (!text_find(line, word, &at))
        return;
    name = text_trim(text_behind(line, at + strlen(word)));
    name = text_until(text_until(name, ' '), '\t');
    if (text_find(name, ".kd", &at) && at + 3 == name.length)
        name.length = at;
    now->name = name;
}

/* Reads Triton's words that are too common to be read in other lines. */
static void take_bare(struct attributes *now, gpuocc_kernels_text line)
{
    uint32_t number;
    size_t i;

    if (!find(line, "n_regs", &number) && !find(line, "n_spills", &number))
        return;
    for (i = 0; i < sizeof bare / sizeof bare[0]; i++)
        if (find(line, bare[i].name, &number)) {
            now->seen |= 1u << bare[i].what;
            now->numbers[bare[i].what] = number;
            now->has_all |= bare[i].what == SHARED;
        }
}

static int take(struct attributes *now, gpuocc_kernels_text line)
{
    const size_t count = now->callbacks->beside ? OWN : sizeof names / sizeof names[0];
    uint32_t number;
    size_t i;
    int status = 0, any = 0;

    for (i = 0; i < count; i++)
        if (has(now, names[i].what) && find(line, names[i].name, &number))
            break;
    if (i != count) /* the next kernel */
        status = finish(now);
    for (i = 0; i < count; i++)
        if (find(line, names[i].name, &number)) {
            now->seen |= 1u << names[i].what;
            now->numbers[names[i].what] = number;
            any = 1;
        }
    take_bare(now, line);
    read_name(now, line, ".symbol:");
    if (any) /* other programs load other things */
        read_name(now, line, "loaded ");
    return status;
}

int format_attributes(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    gpuocc_kernels_text rest = {(const char *)bytes, length}, line;
    struct attributes now;

    memset(&now, 0, sizeof now);
    now.callbacks = callbacks;
    now.name.at = "";
    while (text_line(&rest, &line))
        if (take(&now, line) != 0)
            return GPUOCC_KERNELS_STOPPED;
    if (finish(&now) != 0)
        return GPUOCC_KERNELS_STOPPED;
    return now.found ? GPUOCC_KERNELS_OK : GPUOCC_KERNELS_NONE;
}
