/* SPDX-License-Identifier: MIT
 *
 * Reads what PyTorch's Inductor says about each configuration of a Triton kernel that it tries:
 *   BLOCK_M: 32, num_warps: 4, num_ctas: 1, num_stages: 1: 0.922256, nreg 255, nspill 228,
 *   #shared-mem 28672
 * in one line; and what it and Triton say about a configuration without its registers:
 *   triton_mm_11 0.0205 ms 100.0% BLOCK_K=64, ..., num_stages=3, num_warps=4
 *   best config selected: BLOCK_M: 64, num_warps: 4, num_ctas: 1, num_stages: 4, maxnreg: None;
 *   triton_heuristics.py:262] XBLOCK: 32, num_warps: 4, num_ctas: 1, num_stages: 1, maxnreg: None
 * The kernel is named by its configuration. A warp has 32 threads, except on CDNA.
 * Triton's spills are the words of a thread's local memory. Source: triton_heuristics.py of
 * PyTorch, driver.c of Triton.
 */
#include "nest.h"
#include "text_lines.h"

/* Reads the number behind a word. Returns GPUOCC_UNKNOWN if there is none. */
static uint32_t behind(gpuocc_kernels_text line, const char *word)
{
    uint64_t number;
    size_t at;

    if (!text_find(line, word, &at))
        return GPUOCC_UNKNOWN;
    line = text_behind(line, at + strlen(word));
    return text_number(&line, &number) && number < GPUOCC_ZERO ? (uint32_t)number : GPUOCC_UNKNOWN;
}

/* Returns the text behind the prefix of a log, "V1122 ... triton_heuristics.py:262] COORDESC: ". */
static gpuocc_kernels_text without_prefix(gpuocc_kernels_text line)
{
    size_t at;

    while (text_find(line, "] ", &at))
        line = text_behind(line, at + 2);
    line = text_trim(line);
    (void)text_skip(&line, "COORDESC: ");
    return line;
}

/* Returns the configuration: the text before ": 0.922256, nreg" and behind the prefix of a log. */
static gpuocc_kernels_text configuration(gpuocc_kernels_text line, size_t at)
{
    line.length = at;
    while (line.length != 0 && line.at[line.length - 1] != ':')
        line.length--;
    if (line.length != 0)
        line.length--;
    return without_prefix(line);
}

static uint32_t threads(gpuocc_kernels_text line)
{
    enum { WARP = 32 };
    const uint32_t colon = behind(line, "num_warps: ");
    const uint32_t warps = colon != GPUOCC_UNKNOWN ? colon : behind(line, "num_warps=");

    return warps < GPUOCC_ZERO / WARP ? warps * WARP : GPUOCC_UNKNOWN;
}

static void start(gpuocc_kernels_found *kernel, gpuocc_kernels_text line)
{
    format_start(kernel);
    kernel->format = "Inductor autotune";
    kernel->kernel.wave_size = 32; /* a warp */
    kernel->kernel.threads_per_group = threads(line);
}

static int report(gpuocc_kernels_text line, size_t at, uint64_t offset, struct callbacks *callbacks)
{
    enum { WORD = 4 };
    static const char shared[] = ", #shared-mem ";
    const uint32_t words = behind(line, ", nspill ");
    gpuocc_kernels_found kernel;

    start(&kernel, line);
    kernel.name = configuration(line, at);
    kernel.kernel.registers_per_thread = behind(line, ", nreg ");
    kernel.kernel.shared_bytes = behind(line, shared);
    if (!text_find(line, shared, NULL))
        format_warning(callbacks, offset,
                       "kernel %.*s: its line ends before \"#shared-mem\", so that its report is "
                       "incomplete",
                       FORMAT_SHOWN(kernel.name));
    kernel.spill_bytes = words < GPUOCC_ZERO / WORD ? words * WORD : GPUOCC_UNKNOWN;
    kernel.stack_bytes = kernel.spill_bytes;
    if (kernel.spill_bytes != 0 && kernel.spill_bytes != GPUOCC_UNKNOWN)
        kernel.notes = 1u << GPUOCC_KERNELS_NOTE_SCRATCH;
    return callbacks->kernel(callbacks->user, &kernel);
}

/* Finds the name in a line without registers. Returns 0 if it is no such line. */
static int find_name(gpuocc_kernels_text line, gpuocc_kernels_text *name)
{
    static const char best[] = "best config selected: ", tried[] = "Autotuning kernel ";
    size_t at;

    if (!text_find(line, "num_warps", NULL))
        return 0;
    if (text_find(line, best, &at)) {
        *name = text_until(text_behind(line, at + strlen(best)), ';');
        return 1;
    }
    if (text_find(line, tried, &at)) {
        *name = text_behind(line, at + strlen(tried));
        return 1;
    }
    if (text_find(line, "triton_heuristics.py:", NULL) && text_find(line, ", num_stages: ", NULL)) {
        *name = without_prefix(line);
        return 1;
    }
    *name = text_until(text_trim(line), ' ');
    return text_starts(*name, "triton_") && text_find(line, " ms ", NULL);
}

static int report_unsaid(gpuocc_kernels_text line, gpuocc_kernels_text name,
                         struct callbacks *callbacks)
{
    gpuocc_kernels_found kernel;

    start(&kernel, line);
    kernel.name = text_trim(name);
    format_spills_only(&kernel);
    kernel.notes = 1u << GPUOCC_KERNELS_NOTE_REGISTERS_UNSAID;
    kernel.spill_bytes = kernel.stack_bytes = GPUOCC_UNKNOWN;
    return callbacks->kernel(callbacks->user, &kernel);
}

int format_autotune(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    gpuocc_kernels_text rest = {(const char *)bytes, length}, line, name;
    size_t at;
    int mine = 0, status;

    while (text_line(&rest, &line)) {
        if (text_find(line, ", nreg ", &at) && text_find(line, ", nspill ", NULL))
            status = report(line, at, (uint64_t)(line.at - (const char *)bytes), callbacks);
        else if (find_name(line, &name))
            status = report_unsaid(line, name, callbacks);
        else
            continue;
        mine = 1;
        if (status != 0)
            return GPUOCC_KERNELS_STOPPED;
    }
    return mine ? GPUOCC_KERNELS_OK : GPUOCC_KERNELS_NONE;
}
