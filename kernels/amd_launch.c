/* SPDX-License-Identifier: MIT
 *
 * Reads what the OpenMP runtime says when it launches a kernel on an AMD GPU. AMD's compilers
 * (LIBOMPTARGET_KERNEL_TRACE) write a line for each launch; before 2022 it has no counts:
 *   DEVID: 0 ... teamsXthrds:(   1X 256) ... lds_usage:4B ... vgpr_count:12 ... n:NAME
 * LLVM (LIBOMPTARGET_INFO=16) writes two:
 *   ... Launching kernel NAME with 1 blocks and 256 threads in SPMD mode
 *   ... #Args: 4 Teams x Thrds:    1x 256 ... LDS Usage: 4B #SGPRs/VGPRs: 22/12 ...
 * Source: printLaunchInfoDetails in LLVM's offload/plugins-nextgen/amdgpu, and rtl.cpp of AOMP.
 */
#include "amd_facts.h"
#include "amd_lines.h"

#define FACT(member) offsetof(struct amd_facts, member)

/* The number behind a word, or the second one behind it, after `between`. */
static const struct {
    const char *word, *between;
    size_t member;
} figures[] = {
    {" lds_usage:", NULL, FACT(shared_bytes)},
    {" scratch:", NULL, FACT(scratch_bytes)},
    {" sgpr_count:", NULL, FACT(scalars)},
    {" vgpr_count:", NULL, FACT(vectors)},
    {" agpr_count:", NULL, FACT(accumulators)},
    {" vgpr_spill_count:", NULL, FACT(vector_spills)},
    {" teamsXthrds:(", "X", FACT(launched)},
    {" LDS Usage: ", NULL, FACT(shared_bytes)},
    {"#SGPRs/VGPRs: ", NULL, FACT(scalars)},
    {"#SGPRs/VGPRs: ", "/", FACT(vectors)},
    {"#SGPR/VGPR Spills: ", "/", FACT(vector_spills)},
    {" Teams x Thrds: ", "x", FACT(launched)},
};

static int is_launch(gpuocc_kernels_text text)
{
    return text_find(text, " teamsXthrds:(", NULL) || text_find(text, " Teams x Thrds: ", NULL);
}

static int number(gpuocc_kernels_text *text, uint32_t *to)
{
    uint64_t read;

    *text = text_trim(*text);
    if (!text_number(text, &read) || read >= GPUOCC_ZERO)
        return 0;
    *to = (uint32_t)read;
    return 1;
}

static void read_line(gpuocc_kernels_text line, struct amd_facts *facts)
{
    const char *between;
    gpuocc_kernels_text rest;
    uint32_t word;
    size_t at, i;

    for (i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        between = figures[i].between;
        if (!text_find(line, figures[i].word, &at))
            continue;
        rest = text_behind(line, at + strlen(figures[i].word));
        if (number(&rest, &word) &&
            (between == NULL || (text_skip(&rest, between) && number(&rest, &word))))
            memcpy((char *)facts + figures[i].member, &word, sizeof word);
    }
}

int format_amd_launch(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    static const char launching[] = "Launching kernel ";
    const gpuocc_kernels_text none = {"", 0};
    gpuocc_kernels_text rest = {(const char *)bytes, length}, line, name = none;
    struct amd_facts facts;
    int status = GPUOCC_KERNELS_OK;
    size_t at;

    if (!is_launch(rest))
        return GPUOCC_KERNELS_NONE;
    while (status == GPUOCC_KERNELS_OK && text_line(&rest, &line)) {
        if (text_find(line, launching, &at))
            name = lines_word(text_behind(line, at + strlen(launching)));
        if (!is_launch(line))
            continue;
        amd_facts_clear(&facts);
        facts.name = text_find(line, " n:", &at) ? lines_word(text_behind(line, at + 3)) : name;
        read_line(line, &facts);
        if (text_find(line, " vgpr_count:", NULL) && !text_find(line, " n:", NULL))
            format_warning(callbacks, (uint64_t)(line.at - (const char *)bytes),
                           "the line of a launch ends before the kernel's name, so that its report "
                           "is incomplete");
        status = amd_report(&facts, NULL, none, "OpenMP launch",
                            (uint64_t)(line.at - (const char *)bytes), callbacks);
    }
    return status;
}
