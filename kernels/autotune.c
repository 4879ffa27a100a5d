/* SPDX-License-Identifier: MIT
 *
 * Reads what PyTorch's Inductor says about each configuration of a Triton kernel that it tries:
 *   BLOCK_M: 32, num_warps: 4, num_ctas: 1, num_stages: 1: 0.922256, nreg 255, nspill 228,
 *   #shared-mem 28672
 * in one line. The kernel is named by its configuration. A warp has 32 threads, except on CDNA.
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

/* Returns the configuration: the text before ": 0.922256, nreg" and behind the prefix of a log. */
static gpuocc_kernels_text configuration(gpuocc_kernels_text line, size_t at)
{
    line.length = at;
    while (line.length != 0 && line.at[line.length - 1] != ':')
        line.length--;
    if (line.length != 0)
        line.length--;
    if (text_find(line, "] ", &at))
        line = text_behind(line, at + 2);
    return text_trim(line);
}

static int report(gpuocc_kernels_text line, size_t at, struct callbacks *callbacks)
{
    enum { WARP = 32, WORD = 4 };
    const uint32_t warps = behind(line, "num_warps: "), words = behind(line, ", nspill ");
    gpuocc_kernels_found kernel;

    format_start(&kernel);
    kernel.name = configuration(line, at);
    kernel.format = "Inductor autotune";
    kernel.kernel.registers_per_thread = behind(line, ", nreg ");
    kernel.kernel.shared_bytes = behind(line, ", #shared-mem ");
    kernel.kernel.wave_size = WARP;
    kernel.kernel.threads_per_group = GPUOCC_UNKNOWN;
    if (warps < GPUOCC_ZERO / WARP)
        kernel.kernel.threads_per_group = warps * WARP;
    kernel.spill_bytes = words < GPUOCC_ZERO / WORD ? words * WORD : GPUOCC_UNKNOWN;
    kernel.stack_bytes = kernel.spill_bytes;
    if (kernel.spill_bytes != 0 && kernel.spill_bytes != GPUOCC_UNKNOWN)
        kernel.notes = 1u << GPUOCC_KERNELS_NOTE_SCRATCH;
    return callbacks->kernel(callbacks->user, &kernel);
}

int format_autotune(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    gpuocc_kernels_text rest = {(const char *)bytes, length}, line;
    size_t at;
    int mine = 0;

    while (text_line(&rest, &line)) {
        if (!text_find(line, ", nreg ", &at) || !text_find(line, ", nspill ", NULL))
            continue;
        mine = 1;
        if (report(line, at, callbacks) != 0)
            return GPUOCC_KERNELS_STOPPED;
    }
    return mine ? GPUOCC_KERNELS_OK : GPUOCC_KERNELS_NONE;
}
