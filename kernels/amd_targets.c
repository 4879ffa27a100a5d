/* SPDX-License-Identifier: MIT
 *
 * Targets by their number in the ELF header, from LLVM's AMDGPUUsage, table of e_flags, as LLVM
 * 22.1.8 writes them; gfx940 and gfx941 as LLVM 19 wrote them; gfx1154, gfx117x, gfx1310, the
 * generic ones of gfx11.7, gfx12.5 and gfx13, and gfx1250-strict as LLVM's main of 2026-09 does. In
 * which unit a descriptor of gfx13 counts VGPRs is not published.
 */
#include "amd_facts.h"

static const struct amd_target targets[] = {{"gfx600", 0x20, AMD_GCN},
                                            {"gfx601", 0x21, AMD_GCN},
                                            {"gfx602", 0x3a, AMD_GCN},
                                            {"gfx700", 0x22, AMD_GCN},
                                            {"gfx701", 0x23, AMD_GCN},
                                            {"gfx702", 0x24, AMD_GCN},
                                            {"gfx703", 0x25, AMD_GCN},
                                            {"gfx704", 0x26, AMD_GCN},
                                            {"gfx705", 0x3b, AMD_GCN},
                                            {"gfx801", 0x28, AMD_GCN},
                                            {"gfx802", 0x29, AMD_GCN},
                                            {"gfx803", 0x2a, AMD_GCN},
                                            {"gfx805", 0x3c, AMD_GCN},
                                            {"gfx810", 0x2b, AMD_GCN},
                                            {"gfx900", 0x2c, AMD_GCN},
                                            {"gfx902", 0x2d, AMD_GCN},
                                            {"gfx904", 0x2e, AMD_GCN},
                                            {"gfx906", 0x2f, AMD_GCN},
                                            {"gfx908", 0x30, AMD_SPLIT},
                                            {"gfx909", 0x31, AMD_GCN},
                                            {"gfx90a", 0x3f, AMD_UNIFIED},
                                            {"gfx90c", 0x32, AMD_GCN},
                                            {"gfx940", 0x40, AMD_UNIFIED},
                                            {"gfx941", 0x4b, AMD_UNIFIED},
                                            {"gfx942", 0x4c, AMD_UNIFIED},
                                            {"gfx950", 0x4f, AMD_UNIFIED},
                                            {"gfx1010", 0x33, AMD_RDNA},
                                            {"gfx1011", 0x34, AMD_RDNA},
                                            {"gfx1012", 0x35, AMD_RDNA},
                                            {"gfx1013", 0x42, AMD_RDNA},
                                            {"gfx1030", 0x36, AMD_RDNA},
                                            {"gfx1031", 0x37, AMD_RDNA},
                                            {"gfx1032", 0x38, AMD_RDNA},
                                            {"gfx1033", 0x39, AMD_RDNA},
                                            {"gfx1034", 0x3e, AMD_RDNA},
                                            {"gfx1035", 0x3d, AMD_RDNA},
                                            {"gfx1036", 0x45, AMD_RDNA},
                                            {"gfx1100", 0x41, AMD_RDNA},
                                            {"gfx1101", 0x46, AMD_RDNA},
                                            {"gfx1102", 0x47, AMD_RDNA},
                                            {"gfx1103", 0x44, AMD_RDNA},
                                            {"gfx1150", 0x43, AMD_RDNA},
                                            {"gfx1151", 0x4a, AMD_RDNA},
                                            {"gfx1152", 0x55, AMD_RDNA},
                                            {"gfx1153", 0x58, AMD_RDNA},
                                            {"gfx1200", 0x48, AMD_RDNA},
                                            {"gfx1201", 0x4e, AMD_RDNA},
                                            {"gfx1250", 0x49, AMD_RDNA_CU},
                                            {"gfx1251", 0x5a, AMD_RDNA_CU},
                                            {"gfx9-generic", 0x51, AMD_GCN},
                                            {"gfx9-4-generic", 0x5f, AMD_UNIFIED},
                                            {"gfx10-1-generic", 0x52, AMD_RDNA},
                                            {"gfx10-3-generic", 0x53, AMD_RDNA},
                                            {"gfx11-generic", 0x54, AMD_RDNA},
                                            {"gfx12-generic", 0x59, AMD_RDNA},
                                            {"gfx1154", 0x57, AMD_RDNA},
                                            {"gfx1170", 0x5d, AMD_RDNA},
                                            {"gfx1171", 0x5e, AMD_RDNA},
                                            {"gfx1172", 0x5c, AMD_RDNA},
                                            {"gfx11-7-generic", 0x62, AMD_RDNA},
                                            {"gfx12-5-generic", 0x5b, AMD_RDNA_CU},
                                            {"gfx1250-strict", 0xeb, AMD_RDNA_CU},
                                            {"gfx1310", 0x50, AMD_ANY},
                                            {"gfx13-generic", 0x63, AMD_ANY}};

#define TARGETS (sizeof targets / sizeof targets[0])

const struct amd_target *amd_target_of_machine(unsigned machine)
{
    size_t i;

    for (i = 0; i < TARGETS; i++)
        if (targets[i].machine == machine)
            return &targets[i];
    return NULL;
}

gpuocc_kernels_text amd_processor(gpuocc_kernels_text target)
{
    static const char triple[] = "--";
    size_t i;

    for (i = 0; i + sizeof triple - 1 <= target.length; i++)
        if (memcmp(target.at + i, triple, sizeof triple - 1) == 0) {
            target = text_behind(target, i + sizeof triple - 1);
            break;
        }
    for (i = 0; i < target.length; i++)
        if (target.at[i] == ':')
            target.length = i;
    return target;
}

const struct amd_target *amd_target_named(gpuocc_kernels_text processor)
{
    size_t i;

    for (i = 0; i < TARGETS; i++)
        if (text_is(processor, targets[i].name))
            return &targets[i];
    return NULL;
}
