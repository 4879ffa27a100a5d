/* SPDX-License-Identifier: MIT
 *
 * Adreno's devices and rules. devices/catalogue.py writes the tables from the data of this folder.
 */
#include "adreno.h"

#include "adreno/catalogue.inc"

static const char words[GPUOCC_LIMIT_COUNT][24] = {
    "waves",        "work-groups", "registers",    "",
    "local memory", "barriers",    "branch stack", "work-group size"};

static const struct gocc_hooks hooks = {
    .wave_size = gocc_adreno_wave_size,
    .smaller_waves = gocc_adreno_smaller_waves,
    .notes_between = gocc_adreno_notes_between,
    .finish = gocc_adreno_finish,
    .largest = gocc_adreno_largest,
};

const struct gocc_rules gocc_adreno = {
    CATALOGUE,
    .name = "adreno",
    .vendor = GPUOCC_VENDOR_ADRENO,
    .conventions = 1u << GPUOCC_CONVENTION_DEFAULT | 1u << GPUOCC_CONVENTION_MESA_25_0 |
                   1u << GPUOCC_CONVENTION_MESA_2025_10 | 1u << GPUOCC_CONVENTION_MESA_2026 |
                   1u << GPUOCC_CONVENTION_MESA_2026_FP16,
    .words = words,
    .fields = gocc_adreno_fields,
    .admit = gocc_adreno_admit,
    .evaluate = gocc_adreno_evaluate,
    .verify = gocc_adreno_verify,
    .hooks = &hooks,
};
