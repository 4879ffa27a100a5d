/* SPDX-License-Identifier: MIT
 *
 * NVIDIA's devices and rules. devices/catalogue.py writes the tables from the data of this folder.
 */
#include "nvidia.h"

#include "nvidia/catalogue.inc"

static const char words[GPUOCC_LIMIT_COUNT][24] = {
    "warps",         "blocks",   "registers",         "uniform registers",
    "shared memory", "barriers", "virtual resources", "launch bounds"};

static const struct gocc_hooks hooks = {
    .finish = gocc_nvidia_finish,
    .plain = gocc_nvidia_plain,
    .fast = gocc_nvidia_fast,
    .plain_use = gocc_nvidia_plain_use,
    .largest = gocc_nvidia_largest,
    .narrow = gocc_nvidia_narrow,
    .ends = gocc_nvidia_ends,
    .lowers = gocc_nvidia_lowers,
    .most = gocc_nvidia_header_most,
    .tries_largest = 1u << GPUOCC_CONVENTION_HEADER,
    .profile = gocc_nvidia_profile,
};

const struct gocc_rules gocc_nvidia = {
    CATALOGUE,
    .name = "nvidia",
    .vendor = GPUOCC_VENDOR_NVIDIA,
    .conventions = 1u << GPUOCC_CONVENTION_DEFAULT | 1u << GPUOCC_CONVENTION_HEADER,
    .words = words,
    .fields = gocc_nvidia_fields,
    .admit = gocc_nvidia_admit,
    .evaluate = gocc_nvidia_evaluate,
    .verify = gocc_nvidia_verify,
    .parse = gocc_nvidia_parse,
    .hooks = &hooks,
};
