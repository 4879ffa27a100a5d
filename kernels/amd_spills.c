/* SPDX-License-Identifier: MIT
 *
 * Reads what compilers of models say about AMD's kernels that spill, which is all they say:
 *   ====== REGISTER SPILLING DETECTED ======       XLA: the first of a block of lines
 *   Register spilling in kernel 'NAME' (SGPR: 0, VGPR: 20) in MODULE
 *   Register spilling (SGPR: 0, VGPR: 20) detected in MODULE
 *   Register spill on kernel NAME: VGPRSpillCount : 20 / SGPRSpillCount : 0       IREE
 * Source: amdgpu_backend.cc of XLA, ROCMTarget.cpp of IREE.
 */
#include "nest.h"
#include "text_lines.h"

struct spills {
    struct callbacks *callbacks;
    gpuocc_kernels_text name;
    uint32_t vectors, stack_bytes; /* GPUOCC_UNKNOWN: not given */
    int open;
};

/* What begins a kernel, what is between that and its name if the name is in the same line, and the
 * byte after the name. */
static const struct {
    const char *begin, *name;
    char end;
} forms[] = {
    {"REGISTER SPILLING DETECTED", NULL, 0},
    {"Register spilling in kernel '", "", '\''},
    {"Register spilling (", " detected in ", ' '},
    {"Register spill on kernel ", "", ':'},
};
enum { BLOCK, FORMS = sizeof forms / sizeof forms[0] };

static int finish(struct spills *spills)
{
    enum { VECTOR_BYTES = 4 };
    gpuocc_kernels_found kernel;

    if (!spills->open)
        return 0;
    spills->open = 0;
    format_start(&kernel);
    kernel.name = spills->name;
    kernel.format = "spill warning";
    kernel.stack_bytes = spills->stack_bytes;
    kernel.spill_bytes = spills->vectors < GPUOCC_ZERO / VECTOR_BYTES
                             ? spills->vectors * VECTOR_BYTES
                             : GPUOCC_UNKNOWN;
    format_spills_only(&kernel);
    kernel.kernel.accumulators_per_thread = GPUOCC_UNKNOWN;
    kernel.kernel.scalar_registers_per_wave = GPUOCC_UNKNOWN;
    kernel.kernel.wave_size = kernel.kernel.core_mode = GPUOCC_UNKNOWN;
    return spills->callbacks->kernel(spills->callbacks->user, &kernel);
}

/* Reads the number behind a word, if it is there. */
static void behind(gpuocc_kernels_text line, const char *word, uint32_t *to)
{
    uint64_t number;
    size_t at;

    if (!text_find(line, word, &at))
        return;
    line = text_behind(line, at + strlen(word));
    if (text_number(&line, &number) && number < GPUOCC_ZERO)
        *to = (uint32_t)number;
}

/* Returns the text behind a word up to a byte, or a text of length 0. */
static gpuocc_kernels_text text_between(gpuocc_kernels_text line, const char *word, char end)
{
    const gpuocc_kernels_text none = {"", 0};
    size_t at = 0;

    if (word[0] != 0 && !text_find(line, word, &at))
        return none;
    return text_until(text_behind(line, at + strlen(word)), end);
}

static int take(struct spills *spills, gpuocc_kernels_text line)
{
    const gpuocc_kernels_text none = {"", 0};
    size_t at, i;

    for (i = 0; i < FORMS && !text_find(line, forms[i].begin, &at); i++)
        ;
    if (i < FORMS) {
        if (finish(spills) != 0)
            return 1;
        spills->name = i == BLOCK ? none
                                  : text_between(text_behind(line, at + strlen(forms[i].begin)),
                                                 forms[i].name, forms[i].end);
        spills->vectors = spills->stack_bytes = GPUOCC_UNKNOWN;
        spills->open = 1;
    }
    if (!spills->open)
        return 0;
    if (spills->name.length == 0)
        spills->name = text_between(line, " Module: ", ' ');
    behind(line, "VGPR spill count: ", &spills->vectors);
    behind(line, "VGPR: ", &spills->vectors);
    behind(line, "VGPRSpillCount : ", &spills->vectors);
    behind(line, "Private segment size: ", &spills->stack_bytes);
    return i != BLOCK && i < FORMS ? finish(spills) : 0;
}

int format_amd_spills(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    gpuocc_kernels_text rest = {(const char *)bytes, length}, line;
    struct spills spills;
    size_t i;

    for (i = 0; i < FORMS && !text_find(rest, forms[i].begin, NULL); i++)
        ;
    if (i == FORMS)
        return GPUOCC_KERNELS_NONE;
    memset(&spills, 0, sizeof spills);
    spills.callbacks = callbacks;
    while (text_line(&rest, &line))
        if (take(&spills, line) != 0)
            return GPUOCC_KERNELS_STOPPED;
    return finish(&spills) != 0 ? GPUOCC_KERNELS_STOPPED : GPUOCC_KERNELS_OK;
}
