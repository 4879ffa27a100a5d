/* SPDX-License-Identifier: MIT
 *
 * Reads the warnings of Intel's compiler about kernels that spill, in three forms:
 *   warning: kernel NAME  compiled SIMD32 allocated 256 regs and spilled around 92
 *   [bmg-g21] warning: in kernel 'NAME': compiled SIMD32 allocated 128 regs and spilled around 2
 *   warning: kernel NAME     with the rest in the next line
 * They count registers: of 32 bytes, and of 64 on PVC and from Xe2 on. IGC 1.0.12504 spills 18,944
 * bytes of a kernel for acm-g10 where it warns of 592 registers.
 */
#include "intel.h"
#include "nest.h"
#include "text_lines.h"

static const char compiled[] = "compiled SIMD";

/* Reads "[TARGET] warning: in kernel 'NAME':" or "warning: kernel NAME". */
static void read_name(gpuocc_kernels_text line, gpuocc_kernels_text *name,
                      gpuocc_kernels_text *target)
{
    static const char before[] = "warning: ";
    gpuocc_kernels_text text;
    size_t at;

    if (!text_find(line, before, &at))
        return;
    text = text_behind(line, at + strlen(before));
    (void)text_skip(&text, "in ");
    if (!text_skip(&text, "kernel "))
        return;
    if (text_find(text, compiled, &at))
        text.length = at;
    text = text_trim(text);
    if (text.length != 0 && text.at[text.length - 1] == ':')
        text.length--;
    if (text.length >= 2 && text.at[0] == '\'' && text.at[text.length - 1] == '\'') {
        text.at++;
        text.length -= 2;
    }
    *name = text;
    target->length = 0;
    line = text_trim(line);
    if (text_skip(&line, "[") && text_find(line, "] warning: ", NULL))
        *target = text_until(line, ']');
}

/* Returns the bytes of a register; 0: the text does not say of which GPU. */
static uint32_t register_bytes(gpuocc_kernels_text target, uint64_t lanes)
{
    static const char *const wide[] = {"pvc", "bmg", "lnl", "ptl", "wcl", "nvl", "cri"};
    size_t i;

    for (i = 0; i < sizeof wide / sizeof wide[0]; i++)
        if (text_starts(target, wide[i]))
            return 64;
    return target.length != 0 || lanes == 8 ? 32 : 0; /* only narrow registers have SIMD8 */
}

/* Reads "32 allocated 256 regs and spilled around 92", the end of a line. Returns 0 if it is not
 * that. */
static int read_figures(gpuocc_kernels_text text, gpuocc_kernels_text target,
                        gpuocc_kernels_found *kernel)
{
    uint64_t lanes, registers, spilled = 0;
    uint32_t bytes;

    if (!text_number(&text, &lanes) || lanes > 32 || !text_skip(&text, " allocated ") ||
        !text_number(&text, &registers) || registers >= GPUOCC_ZERO || !text_skip(&text, " regs"))
        return 0;
    if (text.length != 0 &&
        (!text_skip(&text, " and spilled around ") || !text_number(&text, &spilled)))
        return 0;
    bytes = register_bytes(target, lanes);
    kernel->kernel.wave_size = (uint32_t)lanes;
    kernel->kernel.grf_count = (uint32_t)registers;
    if (spilled != 0)
        kernel->notes |= 1u << GPUOCC_KERNELS_NOTE_SCRATCH;
    kernel->spill_bytes = GPUOCC_UNKNOWN;
    if (spilled == 0 || (bytes != 0 && spilled < GPUOCC_ZERO / 64))
        kernel->spill_bytes = (uint32_t)spilled * bytes;
    return 1;
}

int format_intel_warnings(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    static const struct intel_target unknown = {{0}, 0, 0};
    gpuocc_kernels_text rest = {(const char *)bytes, length}, line;
    gpuocc_kernels_text name = {"", 0}, target = {"", 0};
    gpuocc_kernels_found kernel;
    size_t at;

    if (!text_find(rest, compiled, &at) || !text_find(text_behind(rest, at), " allocated ", NULL))
        return GPUOCC_KERNELS_NONE;
    while (text_line(&rest, &line)) {
        read_name(line, &name, &target);
        if (!text_find(line, compiled, &at) || !text_find(line, " allocated ", NULL))
            continue;
        intel_kernel(&kernel, &unknown, "IGC warning");
        kernel.name = name;
        kernel.target = target;
        kernel.kernel.shared_bytes = kernel.kernel.barriers_per_group = GPUOCC_UNKNOWN;
        line = text_behind(line, at);
        if (!read_figures(text_behind(line, strlen(compiled)), target, &kernel))
            format_warning(callbacks, (uint64_t)(line.at - (const char *)bytes),
                           "kernel %.*s: \"%.*s\" is not understood: passed over",
                           FORMAT_SHOWN(name), FORMAT_SHOWN(line));
        else if (callbacks->kernel(callbacks->user, &kernel) != 0)
            return GPUOCC_KERNELS_STOPPED;
        name.length = target.length = 0;
    }
    return GPUOCC_KERNELS_OK;
}
