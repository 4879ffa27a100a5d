/* SPDX-License-Identifier: MIT
 *
 * AMD's devices and rules. devices/catalogue.py writes the tables from the data of this folder.
 */
#include "amd.h"

#include "amd/catalogue.inc"
#include "device/verify.h"

static const char words[GPUOCC_LIMIT_COUNT][24] = {
    "wave slots", "work-group slots", "VGPRs", "SGPRs", "LDS", "barriers", "", "work-group size"};

static const struct gocc_hooks hooks = {
    .finish = gocc_amd_finish,
    .plain = gocc_amd_plain,
    .fast = gocc_amd_fast,
    .plain_use = gocc_amd_plain_use,
    .choice = gocc_amd_choice,
    .largest = gocc_amd_largest,
    .alike = gocc_amd_alike,
};

const struct gocc_rules gocc_amd = {
    CATALOGUE,
    .name = "amd",
    .vendor = GPUOCC_VENDOR_AMD,
    .conventions = 1u << GPUOCC_CONVENTION_DEFAULT | 1u << GPUOCC_CONVENTION_LLVM |
                   1u << GPUOCC_CONVENTION_HIP | 1u << GPUOCC_CONVENTION_HIP_LDS_POOL |
                   1u << GPUOCC_CONVENTION_HIP_2024_10 | 1u << GPUOCC_CONVENTION_LLVM_MAIN |
                   1u << GPUOCC_CONVENTION_HIP_2026_08,
    .words = words,
    .fields = gocc_amd_fields,
    .admit = gocc_amd_admit,
    .evaluate = gocc_amd_evaluate,
    .verify = gocc_verify_numbers,
    .parse = gocc_amd_parse,
    .hooks = &hooks,
};
