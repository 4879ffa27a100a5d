/* SPDX-License-Identifier: MIT */
#ifndef GOCC_NVIDIA_H
#define GOCC_NVIDIA_H

#include "registry.h"
#include "table.h"

const struct gocc_field_rule *gocc_nvidia_fields(uint32_t convention);
int32_t gocc_nvidia_admit(struct gocc_question *question, gpuocc_error *error);
void gocc_nvidia_place(const struct gocc_question *question, struct gocc_placement *placement);
uint32_t gocc_nvidia_parse(const char *name, size_t length);

/* What a block takes of the shared memory of an SM, and what it may take. */
struct gocc_nvidia_shared {
    uint64_t requested; /* static and dynamic */
    uint64_t allocated; /* with the reserve, rounded */
    uint64_t limit;     /* of a block, the reserve included */
    uint32_t capacity;  /* what the SM is set to for this kernel */
    int refused;        /* the block may not have so much */
};

void gocc_nvidia_place_shared(const struct gocc_question *question,
                              struct gocc_nvidia_shared *shared);

#endif
