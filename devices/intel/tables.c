/* SPDX-License-Identifier: MIT
 *
 * Intel's devices and rules. devices/catalogue.py writes the tables from the data of this folder.
 */
#include "intel.h"

#include "intel/catalogue.inc"

uint32_t gocc_intel_version_target(uint32_t architecture, uint32_t release)
{
    uint32_t i;

    for (i = 0; i < GOCC_COUNT(versions); i++)
        if (versions[i][0] == architecture && versions[i][1] == release)
            return 1u + versions[i][2];
    return 0;
}

uint32_t gocc_intel_page_slots(const gpuocc_device *device)
{
    uint32_t i;

    for (i = 0; device->kind == GOCC_PRODUCT && i < GOCC_COUNT(calculator_slots); i++)
        if (calculator_slots[i][0] == gocc_index(&gocc_intel, device))
            return calculator_slots[i][1];
    return 0;
}

static const char words[GPUOCC_LIMIT_COUNT][24] = {
    "hardware threads", "work-groups", "GRF", "", "SLM", "barriers", "", "work-group size"};

const struct gocc_rules gocc_intel = {
    CATALOGUE,
    .name = "intel",
    .vendor = GPUOCC_VENDOR_INTEL,
    .conventions = 1u << GPUOCC_CONVENTION_DEFAULT | 1u << GPUOCC_CONVENTION_INTEL_CALCULATOR |
                   1u << GPUOCC_CONVENTION_NEO_22_43 | 1u << GPUOCC_CONVENTION_NEO,
    .words = words,
    .fields = gocc_intel_fields,
    .admit = gocc_intel_admit,
    .narrow = gocc_intel_narrow,
    .evaluate = gocc_intel_evaluate,
    .finish = gocc_intel_finish,
    .plain = gocc_intel_plain,
    .fast = gocc_intel_fast,
    .plain_use = gocc_intel_plain_use,
    .verify = gocc_intel_verify,
    .parse = gocc_intel_parse,
};
