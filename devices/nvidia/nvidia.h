/* SPDX-License-Identifier: MIT */
#ifndef GOCC_NVIDIA_H
#define GOCC_NVIDIA_H

#include "registry.h"
#include "device/table.h"

const struct gocc_field_rule *gocc_nvidia_fields(uint32_t convention);
int32_t gocc_nvidia_admit(struct gocc_question *question, gpuocc_error *error);
void gocc_nvidia_evaluate(const struct gocc_question *question, struct gocc_use *use);
void gocc_nvidia_finish(const struct gocc_question *question, const struct gocc_use *use,
                        struct gocc_placement *placement);
uint32_t gocc_nvidia_verify(const struct gocc_model *model, const struct gocc_lists *lists,
                            struct gocc_wrong *wrong);
int gocc_nvidia_plain(const struct gocc_model *model, const struct gocc_lists *lists);
int gocc_nvidia_fast(const gpuocc_device *device, const struct gocc_model *model,
                     uint32_t convention, const gpuocc_kernel *kernel, gpuocc_answer *answer);
void gocc_nvidia_plain_use(const gpuocc_device *device, const struct gocc_model *model,
                           uint32_t convention, const gpuocc_kernel *kernel, struct gocc_use *use);
uint32_t gocc_nvidia_largest(const struct gocc_model *model, uint32_t field, uint32_t max);
uint32_t gocc_nvidia_parse(const char *name, size_t length);
uint32_t gocc_nvidia_profile(const char **name, size_t *length);

/* Barriers that a block has (PTX ISA: bar, barrier). */
#define GOCC_NVIDIA_BLOCK_BARRIERS 16u

/* Shared memory of a block that may be oversized (CUTLASS arch.h: sm107_smem_capacity_bytes). An SM
 * that holds one has no less; whether it has more, no source says. */
#define GOCC_NVIDIA_OVERSIZED 334848u

/* Compute capability 10.7. */
static inline int gocc_nvidia_has_oversized(const struct gocc_model *model)
{
    return model->generation == 107;
}

/* What to compute with: the question's own, or what the `header` convention makes of it. */
struct gocc_nvidia_view {
    const struct gocc_model *model;
    const struct gocc_lists *lists;
    int built_in; /* not a device of the caller's own */
    struct gocc_model scratch;
};

/* What a rule computes with. */
struct gocc_nvidia_case {
    const struct gocc_model *model;
    const gpuocc_kernel *kernel;
    int header;                           /* 1: by the rules of the header */
    const struct gocc_question *question; /* NULL: the kernel is plain */
    const struct gocc_nvidia_view *view;  /* the same */
};

/* Shared memory of a block, reserve included, rounded up to the unit. */
uint64_t gocc_nvidia_rounded(uint64_t sum, uint32_t unit);

/* Shared memory that the SM is set to for a block that takes so much. */
uint32_t gocc_nvidia_capacity(const struct gocc_nvidia_view *view, const gpuocc_kernel *kernel,
                              uint64_t allocated);

/* Waves and registers where blocks may live in halves of the SM. */
void gocc_nvidia_use_caching(const struct gocc_nvidia_case *c, struct gocc_use *use);

/* What a block takes by the shared memory rules alone. */
void gocc_nvidia_evaluate_shared(const struct gocc_question *question,
                                 const struct gocc_nvidia_view *view, struct gocc_use *use);

/* What bounds the shared memory of a block, where nothing is given. */
static inline uint32_t gocc_nvidia_shared_choice(uint32_t shared_limit, int header)
{
    if (shared_limit != 0)
        return shared_limit;
    return header ? GPUOCC_SHARED_LIMIT_DEFAULT : GPUOCC_SHARED_LIMIT_OPTIN;
}

/* Most shared memory of a block that asks for so much in all, the reserve included: of a model
 * where the caller's opt-in counts for nothing `most` is what a block has without. */
static inline uint32_t gocc_nvidia_shared_limit(const struct gocc_model *model, uint32_t most,
                                                uint32_t reserved, uint64_t asked, int opt_in)
{
    const uint32_t usual = model->default_shared_bytes_per_group;

    return reserved + (opt_in && asked > usual ? most : usual);
}

/* Whether a launch has more dynamic shared memory than was set for the kernel. The header looks
 * at that only where the kernel opts in. */
static inline int gocc_nvidia_exceeds_bound(const gpuocc_kernel *kernel, uint64_t dynamic,
                                            uint32_t bound, int header, int opt_in)
{
    return (header ? opt_in : kernel->max_dynamic_shared_bytes != 0) && dynamic > bound;
}

/* Whether a block of so many warps, filled up to as many in each sub-partition, has more registers
 * than a block may. */
static inline int gocc_nvidia_registers_refused(const struct gocc_model *model, uint32_t per_warp,
                                                uint32_t warps)
{
    return model->max_registers_per_group != 0 && per_warp * warps > model->max_registers_per_group;
}

/* GP100 has two sub-partitions but refuses what would not fit four (header 1759-1784). `per_warp`
 * is not 0. */
static inline int gocc_nvidia_four_refuse(const struct gocc_model *model, uint32_t per_warp,
                                          uint32_t warps)
{
    const uint32_t file = model->registers_per_partition * model->partitions_per_core;

    return gocc_nvidia_registers_refused(model, per_warp, (warps + 3) / 4 * 4) ||
           file / 4 / per_warp * 4 < warps;
}

/* Most shared memory of a block on any model; `asked` as above, `choice`: shared_limit, not 0. */
uint64_t gocc_nvidia_block_limit(const struct gocc_model *model, uint64_t asked, uint32_t choice);

/* Shared memory of an SM that the carve-out or the cache preference asks for. */
uint64_t gocc_nvidia_wanted_size(const struct gocc_model *model, const gpuocc_kernel *kernel);

/* Size that the shared memory of an SM is set to before a block asks for more. */
uint32_t gocc_nvidia_preferred_size(const struct gocc_nvidia_view *view,
                                    const gpuocc_kernel *kernel);

/* Of Kepler's shared memory: what L1 takes with a cache preference. */
uint32_t gocc_nvidia_l1_takes(uint32_t cache_preference);

/* A block that does not fit what the SM is set to gets more, or from 7.0 on the next size: where
 * that is more than twice as much, asking for more can admit more. */
uint32_t gocc_nvidia_ends(const struct gocc_question *question, uint32_t *ends);

/* The header's "available dynamic shared memory". */
int32_t gocc_nvidia_header_most(const struct gocc_question *question, uint32_t field,
                                uint32_t groups, uint32_t *value);

/* 1 if the tables have this compute capability. */
int gocc_nvidia_knows(uint32_t generation);

/* header.c: where the `header` convention differs from the hardware. */
extern const struct gocc_field_rule gocc_nvidia_header_fields[GPUOCC_KERNEL_FIELD_COUNT];
int32_t gocc_nvidia_admit_header(const struct gocc_question *question, gpuocc_error *error);

/* Fills a view: in the `header` convention a device of one's own has the constants that the header
 * knows for its compute capability, whatever the device says. */
void gocc_nvidia_look(const struct gocc_question *question, struct gocc_nvidia_view *view);

/* Field rules that both conventions share. */
#define GOCC_NVIDIA_COMMON_FIELDS                                                                  \
    [GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD] = GOCC_BYTES_PER_THREAD,                       \
    [GPUOCC_KERNEL_SHARED_LIMIT] = {GOCC_CHOICE, 0, 0, GPUOCC_SHARED_LIMIT_OVERSIZED},             \
    [GPUOCC_KERNEL_MAX_DYNAMIC_SHARED_BYTES] = {GOCC_GRANT, 0, -GPUOCC_ERROR_TOO_LARGE,            \
                                                GPUOCC_ZERO - 1},                                  \
    [GPUOCC_KERNEL_CACHE_PREFERENCE] = {GOCC_CHOICE, 0, 0, GPUOCC_CACHE_PREFERENCE_EQUAL},         \
    [GPUOCC_KERNEL_GLOBAL_CACHING] = {GOCC_CHOICE, 0, 0, GPUOCC_GLOBAL_CACHING_STRICT}

#endif
