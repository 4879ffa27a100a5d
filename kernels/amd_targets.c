/* SPDX-License-Identifier: MIT
 *
 * Targets by their number in the ELF header, from LLVM's AMDGPUUsage, table of e_flags, as LLVM
 * 22.1.8 writes them; gfx940 and gfx941 as LLVM 19 wrote them.
 */
#include "amd_facts.h"

static const struct amd_target targets[] = {{"gfx600", 0x20, AMD_GCN, 0},
                                            {"gfx601", 0x21, AMD_GCN, 0},
                                            {"gfx602", 0x3a, AMD_GCN, 0},
                                            {"gfx700", 0x22, AMD_GCN, 0},
                                            {"gfx701", 0x23, AMD_GCN, 0},
                                            {"gfx702", 0x24, AMD_GCN, 0},
                                            {"gfx703", 0x25, AMD_GCN, 0},
                                            {"gfx704", 0x26, AMD_GCN, 0},
                                            {"gfx705", 0x3b, AMD_GCN, 0},
                                            {"gfx801", 0x28, AMD_GCN, 0},
                                            {"gfx802", 0x29, AMD_GCN, 0},
                                            {"gfx803", 0x2a, AMD_GCN, 0},
                                            {"gfx805", 0x3c, AMD_GCN, 0},
                                            {"gfx810", 0x2b, AMD_GCN, 0},
                                            {"gfx900", 0x2c, AMD_GCN, 0},
                                            {"gfx902", 0x2d, AMD_GCN, 0},
                                            {"gfx904", 0x2e, AMD_GCN, 0},
                                            {"gfx906", 0x2f, AMD_GCN, 0},
                                            {"gfx908", 0x30, AMD_SPLIT, 0},
                                            {"gfx909", 0x31, AMD_GCN, 0},
                                            {"gfx90a", 0x3f, AMD_UNIFIED, 0},
                                            {"gfx90c", 0x32, AMD_GCN, 0},
                                            {"gfx940", 0x40, AMD_UNIFIED, 0},
                                            {"gfx941", 0x4b, AMD_UNIFIED, 0},
                                            {"gfx942", 0x4c, AMD_UNIFIED, 0},
                                            {"gfx950", 0x4f, AMD_UNIFIED, 0},
                                            {"gfx1010", 0x33, AMD_RDNA, 0},
                                            {"gfx1011", 0x34, AMD_RDNA, 0},
                                            {"gfx1012", 0x35, AMD_RDNA, 0},
                                            {"gfx1013", 0x42, AMD_RDNA, 0},
                                            {"gfx1030", 0x36, AMD_RDNA, 0},
                                            {"gfx1031", 0x37, AMD_RDNA, 0},
                                            {"gfx1032", 0x38, AMD_RDNA, 0},
                                            {"gfx1033", 0x39, AMD_RDNA, 0},
                                            {"gfx1034", 0x3e, AMD_RDNA, 0},
                                            {"gfx1035", 0x3d, AMD_RDNA, 0},
                                            {"gfx1036", 0x45, AMD_RDNA, 0},
                                            {"gfx1100", 0x41, AMD_RDNA, 0},
                                            {"gfx1101", 0x46, AMD_RDNA, 0},
                                            {"gfx1102", 0x47, AMD_RDNA, 0},
                                            {"gfx1103", 0x44, AMD_RDNA, 0},
                                            {"gfx1150", 0x43, AMD_RDNA, 0},
                                            {"gfx1151", 0x4a, AMD_RDNA, 0},
                                            {"gfx1152", 0x55, AMD_RDNA, 0},
                                            {"gfx1153", 0x58, AMD_RDNA, 0},
                                            {"gfx1200", 0x48, AMD_RDNA, 0},
                                            {"gfx1201", 0x4e, AMD_RDNA, 0},
                                            {"gfx1250", 0x49, AMD_RDNA_CU, 0},
                                            {"gfx1251", 0x5a, AMD_RDNA_CU, 0},
                                            {"gfx9-generic", 0x51, AMD_GCN, 1},
                                            {"gfx9-4-generic", 0x5f, AMD_UNIFIED, 1},
                                            {"gfx10-1-generic", 0x52, AMD_RDNA, 1},
                                            {"gfx10-3-generic", 0x53, AMD_RDNA, 1},
                                            {"gfx11-generic", 0x54, AMD_RDNA, 1},
                                            {"gfx12-generic", 0x59, AMD_RDNA, 1}};

#define TARGETS (sizeof targets / sizeof targets[0])

const struct amd_target *amd_target_of_machine(unsigned machine)
{
    size_t i;

    for (i = 0; i < TARGETS; i++)
        if (targets[i].machine == machine)
            return &targets[i];
    return NULL;
}

struct reader_text amd_processor(struct reader_text target)
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

const struct amd_target *amd_target_named(struct reader_text processor)
{
    size_t i;

    for (i = 0; i < TARGETS; i++)
        if (text_is(processor, targets[i].name))
            return &targets[i];
    return NULL;
}
