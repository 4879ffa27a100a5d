/* SPDX-License-Identifier: MIT
 *
 * Names of notes and assumptions, and their descriptions.
 */
#include "formats.h"

static const struct {
    const char *name, *about;
} notes[GPUOCC_KERNELS_NOTE_COUNT] = {
    {"dynamic_shared", "takes dynamic shared memory, and the file does not say how much; give "
                       "--dynamic-shared BYTES"},
    {"required_group", "requires groups of this size"},
    {"allocated", "the numbers are already rounded up to what is allocated"},
    {"dynamic_stack", "is not linked yet, calls what is not known here, or itself: it may take "
                      "more than these numbers"},
    {"scratch", "uses scratch memory (stack, spills)"},
    {"generic_target", "was built for a family of chips, not for one"},
    {"tensor_unsaid", "the file does not say whether it uses Tensor Memory; give "
                      "--virtual-resources 128 if it does"},
    {"shared_unsaid", "the file does not say whether it takes dynamic shared memory"},
    {"stage_unsaid", "the log does not say the stage, and the answer holds only if this is a "
                     "compute shader"},
    {"registers_unsaid", "the text contains no register count, only spills or the number of warps"},
    {"reserve_unsaid", "its shared memory includes the 1024 bytes that are reserved from sm_90 on, "
                       "if it is built for such a target, which the text does not name"},
    {"setmaxnreg_ignored", "ptxas ignored setmaxnreg in this kernel or in one that it compiled "
                           "with it: its warps keep the registers that they begin with"},
    {"wgmma_serialized", "ptxas lets its wgmma instructions wait for each other"},
    {"graphics",
     "is a shader of a stage without groups: each of its waves counts as a group, where "
     "the vendor's rule gives them"},
    {"setmaxnreg",
     "its warp groups change their registers: it hangs if all together take more than "
     "the launch allocates"},
};

static const struct {
    const char *name, *about;
} assumptions[GPUOCC_KERNELS_ASSUMED_COUNT] = {
    {"group_of_bound", "groups are as large as the kernel's launch bound (<=)"},
    {"any_group", "groups may have any size, so that answers are ranges"},
    {"no_dynamic_shared", "no dynamic shared memory, which is not in the file"},
    {"no_tensor_memory", "no Tensor Memory, which is not in this text"},
};

const char *gpuocc_kernels_note_name(uint32_t note)
{
    return note < GPUOCC_KERNELS_NOTE_COUNT ? notes[note].name : "";
}

const char *gpuocc_kernels_note_about(uint32_t note)
{
    return note < GPUOCC_KERNELS_NOTE_COUNT ? notes[note].about : "";
}

const char *gpuocc_kernels_assumption_name(uint32_t assumption)
{
    return assumption < GPUOCC_KERNELS_ASSUMED_COUNT ? assumptions[assumption].name : "";
}

const char *gpuocc_kernels_assumption_about(uint32_t assumption)
{
    return assumption < GPUOCC_KERNELS_ASSUMED_COUNT ? assumptions[assumption].about : "";
}
