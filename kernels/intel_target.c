/* SPDX-License-Identifier: MIT
 *
 * Finds the chip that a file of Intel's compilers is for.
 */
#include <stdio.h>

#include "intel.h"
#include "text_lines.h"

/* What a name is for. */
enum { CHIP, FAMILY };

/* Product families by number: intel-graphics-compiler 98fff716, inc/common/igfxfmid.h. */
static const struct {
    uint32_t family;
    int generic;
    const char *name;
} families[] = {
    {16, CHIP, "bdw"},       {18, CHIP, "skl"},     {19, CHIP, "kbl"},   {20, CHIP, "cfl"},
    {22, CHIP, "bxt"},       {23, CHIP, "glk"},     {26, CHIP, "icllp"}, {28, CHIP, "ehl"},
    {29, CHIP, "tgllp"},     {30, CHIP, "rkl"},     {31, CHIP, "adl-s"}, {32, CHIP, "adl-p"},
    {33, CHIP, "adl-n"},     {1210, CHIP, "dg1"},   {1271, CHIP, "pvc"}, {1272, FAMILY, "mtl"},
    {1273, FAMILY, "arl"},   {1274, FAMILY, "bmg"}, {1275, CHIP, "lnl"}, {1300, FAMILY, "ptl"},
    {1340, FAMILY, "nvl-s"}, {1360, CHIP, "nvl-p"}, {1380, CHIP, "cri"},
};

enum { DG2 = 1270 };

/* Platforms of the line //.platform: visa/common.cpp of the same commit, and those of IGC
 * 1.0.12504. */
static const struct {
    const char *platform, *name;
    int generic;
} platforms[] = {
    {"BDW", "bdw", CHIP},       {"SKL", "skl", FAMILY},    {"BXT", "bxt", FAMILY},
    {"ICLLP", "icllp", FAMILY}, {"TGLLP", "tgl", FAMILY},  {"DG2", "dg2", FAMILY},
    {"MTL", "mtl", FAMILY},     {"ARL", "arl", FAMILY},    {"PVC", "pvc", CHIP},
    {"PVCXT", "pvc", CHIP},     {"PVCXT_A0", "pvc", CHIP}, {"BMG", "bmg", FAMILY},
    {"LNL", "lnl", CHIP},       {"XE2", "xe2", FAMILY},    {"PTL", "ptl", FAMILY},
    {"XE3", "xe3", FAMILY},     {"NVL", "nvl-p", CHIP},    {"CRI", "cri", CHIP},
    {"XE3P_CRI", "cri", CHIP},
};

static void put(struct intel_target *target, const char *name, size_t length, int generic)
{
    target->generic = generic;
    target->length = length <= sizeof target->name ? length : 0;
    memcpy(target->name, name, target->length);
}

/* The chips of DG2 share one number. ocloc compiles for one revision of each chip, which differs
 * from chip to chip: G10 is 8 (C0), G11 is 5 (B1), G12 is 0 (A0). */
static void put_dg2(struct intel_target *target, uint32_t metadata)
{
    const uint32_t lowest = metadata >> 8 & 31, highest = metadata >> 16 & 31;

    if (metadata != 0 && lowest == highest && (lowest == 8 || lowest == 5 || lowest == 0))
        put(target, lowest == 8 ? "acm-g10" : lowest == 5 ? "acm-g11" : "acm-g12", 7, CHIP);
    else
        put(target, "dg2", 3, FAMILY);
}

void intel_target_of_family(struct intel_target *target, uint32_t family, uint32_t metadata)
{
    size_t i;

    put(target, "", 0, CHIP);
    if (family == DG2)
        put_dg2(target, metadata);
    for (i = 0; i < sizeof families / sizeof families[0]; i++)
        if (families[i].family == family)
            put(target, families[i].name, strlen(families[i].name), families[i].generic);
}

void intel_target_of_version(struct intel_target *target, uint32_t version)
{
    char text[INTEL_TARGET_BYTES];
    const int length = snprintf(text, sizeof text, "%u.%u.%u", (unsigned)(version >> 22),
                                (unsigned)(version >> 14 & 0xff), (unsigned)(version & 0x3fff));

    put(target, text, length > 0 ? (size_t)length : 0, CHIP);
}

void intel_target_of_member(struct intel_target *target, gpuocc_kernels_text name)
{
    size_t i;

    put(target, "", 0, CHIP);
    if (!text_skip(&name, "64.") && !text_skip(&name, "32."))
        return;
    for (i = 0; i < name.length; i++)
        if (name.at[i] <= ' ' || name.at[i] > '~')
            return;
    /* The revision may follow the name of a chip. */
    if (name.length != 0 && (name.at[0] < '0' || name.at[0] > '9'))
        name = text_until(name, '.');
    put(target, name.at, name.length, CHIP);
}

void intel_target_of_platform(struct intel_target *target, gpuocc_kernels_text platform)
{
    size_t i;

    put(target, "", 0, CHIP);
    for (i = 0; i < sizeof platforms / sizeof platforms[0]; i++)
        if (text_is(platform, platforms[i].platform))
            put(target, platforms[i].name, strlen(platforms[i].name), platforms[i].generic);
}

void intel_kernel(gpuocc_kernels_found *kernel, const struct intel_target *target,
                  const char *format)
{
    format_start(kernel);
    kernel->target.at = target->name;
    kernel->target.length = target->length;
    kernel->format = format;
    if (target->generic)
        kernel->notes = 1u << GPUOCC_KERNELS_NOTE_GENERIC_TARGET;
    kernel->kernel.wave_size = GPUOCC_UNKNOWN;
    kernel->kernel.grf_count = GPUOCC_UNKNOWN;
    kernel->stack_bytes = kernel->spill_bytes = GPUOCC_UNKNOWN;
}
