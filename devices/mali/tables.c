/* SPDX-License-Identifier: MIT
 *
 * Arm's devices and rules. devices/catalogue.py writes the tables from the data of this folder.
 */
#include "mali.h"

#include "mali/catalogue.inc"
#include "occupancy/validate.h"

static const char words[GPUOCC_LIMIT_COUNT][24] = {
    "warps", "work-groups", "work registers", "", "local memory", "", "", "work-group size"};

static const struct gocc_hooks hooks = {
    .finish = gocc_mali_finish,
    .plain = gocc_mali_plain,
    .fast = gocc_mali_fast,
    .plain_use = gocc_mali_plain_use,
    .profile = gocc_mali_profile,
};

const struct gocc_rules gocc_mali = {
    CATALOGUE,
    .name = "mali",
    .vendor = GPUOCC_VENDOR_MALI,
    .conventions = 1u << GPUOCC_CONVENTION_DEFAULT,
    .words = words,
    .fields = gocc_mali_fields,
    .admit = gocc_admit_shared,
    .evaluate = gocc_mali_evaluate,
    .verify = gocc_mali_verify,
    .hooks = &hooks,
};
