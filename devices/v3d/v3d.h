/* SPDX-License-Identifier: MIT
 *
 * The functions of V3D's rules.
 */
#ifndef GOCC_V3D_H
#define GOCC_V3D_H

#include "registry.h"
#include "device/table.h"

/* The lanes of one QPU thread, and the maximum number of groups in a supergroup. */
#define GOCC_V3D_LANES  16u
#define GOCC_V3D_PACKED 16u

const struct gocc_field_rule *gocc_v3d_fields(uint32_t convention);
void gocc_v3d_evaluate(const struct gocc_question *question, struct gocc_use *use);
void gocc_v3d_finish(const struct gocc_question *question, const struct gocc_use *use,
                     struct gocc_placement *placement);
uint32_t gocc_v3d_verify(uint32_t generation, const struct gocc_model *model,
                         const struct gocc_lists *lists, struct gocc_wrong *wrong);

/* Removes the revision from the end of a device name ("V3D 7.1.7.0"). Returns 0 if it has none. */
uint32_t gocc_v3d_profile(const char **name, size_t *length);

#endif
