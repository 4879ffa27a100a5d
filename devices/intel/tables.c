/* SPDX-License-Identifier: MIT
 *
 * Intel's devices and rules. devices/catalogue.py writes the tables from the data of this folder.
 */
#include "intel.h"

#include "intel/catalogue.inc"

static const char words[GPUOCC_LIMIT_COUNT][24] = {
    "hardware thread slots", "work-groups", "GRF", "", "SLM", "barriers", "", "work-group size"};

static const struct gocc_hooks hooks = {
    .finish = gocc_intel_finish,
    .plain = gocc_intel_plain,
    .fast = gocc_intel_fast,
    .plain_use = gocc_intel_plain_use,
    .narrow = gocc_intel_narrow,
};

const struct gocc_rules gocc_intel = {
    CATALOGUE,
    .name = "intel",
    .vendor = GPUOCC_VENDOR_INTEL,
    .conventions = 1u << GPUOCC_CONVENTION_DEFAULT | 1u << GPUOCC_CONVENTION_INTEL_CALCULATOR |
                   1u << GPUOCC_CONVENTION_NEO_22_43 | 1u << GPUOCC_CONVENTION_NEO,
    .words = words,
    .fields = gocc_intel_fields,
    .admit = gocc_intel_admit,
    .evaluate = gocc_intel_evaluate,
    .verify = gocc_intel_verify,
    .parse = gocc_intel_parse,
    .hooks = &hooks,
};
