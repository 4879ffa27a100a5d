/* SPDX-License-Identifier: MIT
 *
 * Apple's devices and rules. devices/catalogue.py writes the tables from the data of this folder.
 */
#include "apple.h"

#include "apple/catalogue.inc"

static const char words[GPUOCC_LIMIT_COUNT][24] = {
    "SIMD-groups",    "threadgroups", "registers", "", "threadgroup memory", "", "",
    "maxTotalThreads"};

static const struct gocc_hooks hooks = {
    .finish = gocc_apple_finish,
    .plain = gocc_apple_plain,
    .fast = gocc_apple_fast,
    .plain_use = gocc_apple_plain_use,
    .narrow = gocc_apple_narrow,
};

const struct gocc_rules gocc_apple = {
    CATALOGUE,
    .name = "apple",
    .vendor = GPUOCC_VENDOR_APPLE,
    .conventions = 1u << GPUOCC_CONVENTION_DEFAULT | 1u << GPUOCC_CONVENTION_RF208 |
                   1u << GPUOCC_CONVENTION_RF384,
    .words = words,
    .fields = gocc_apple_fields,
    .admit = gocc_apple_admit,
    .evaluate = gocc_apple_evaluate,
    .verify = gocc_apple_verify,
    .hooks = &hooks,
};
