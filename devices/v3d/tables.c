/* SPDX-License-Identifier: MIT
 *
 * V3D's devices and rules. devices/catalogue.py writes the tables from the data of this folder.
 */
#include "v3d.h"

#include "v3d/catalogue.inc"
#include "occupancy/validate.h"

static const char words[GPUOCC_LIMIT_COUNT][24] = {
    "QPU thread slots", "work-groups", "registers", "", "shared memory", "", "", "work-group size"};

static const struct gocc_hooks hooks = {
    .finish = gocc_v3d_finish,
    .profile = gocc_v3d_profile,
};

const struct gocc_rules gocc_v3d = {
    CATALOGUE,
    .name = "v3d",
    .vendor = GPUOCC_VENDOR_V3D,
    .conventions = 1u << GPUOCC_CONVENTION_DEFAULT,
    .words = words,
    .fields = gocc_v3d_fields,
    .admit = gocc_admit_shared,
    .evaluate = gocc_v3d_evaluate,
    .verify = gocc_v3d_verify,
    .hooks = &hooks,
};
