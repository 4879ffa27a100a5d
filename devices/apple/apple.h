/* SPDX-License-Identifier: MIT */
#ifndef GOCC_APPLE_H
#define GOCC_APPLE_H

#include "registry.h"
#include "table.h"

const struct gocc_field_rule *gocc_apple_fields(uint32_t convention);
int32_t gocc_apple_admit(struct gocc_question *question, gpuocc_error *error);
void gocc_apple_place(const struct gocc_question *question, struct gocc_placement *placement);
void gocc_apple_narrow(const struct gocc_question *question, uint32_t field, uint32_t *least,
                       uint32_t *most);
uint32_t gocc_apple_verify(const struct gocc_model *model, const struct gocc_lists *lists);

#endif
