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
void gocc_nvidia_narrow(const struct gocc_question *question, uint32_t field, uint32_t *least,
                        uint32_t *most);
uint32_t gocc_nvidia_verify(uint32_t generation, const struct gocc_model *model,
                            const struct gocc_lists *lists, struct gocc_wrong *wrong);
int gocc_nvidia_plain(uint32_t generation, const struct gocc_model *model,
                      const struct gocc_lists *lists);
int gocc_nvidia_fast(const gpuocc_device *device, const struct gocc_model *model,
                     uint32_t convention, const gpuocc_kernel *kernel, gpuocc_answer *answer);
void gocc_nvidia_plain_use(const gpuocc_device *device, const struct gocc_model *model,
                           uint32_t convention, const gpuocc_kernel *kernel, struct gocc_use *use);
const char *gocc_nvidia_lowers(const gpuocc_kernel *kernel, uint32_t field);
uint32_t gocc_nvidia_largest(const struct gocc_question *question, uint32_t field, uint32_t max);
uint32_t gocc_nvidia_parse(const char *name, size_t length);
uint32_t gocc_nvidia_profile(const char **name, size_t *length);

/* The barriers that a block has (PTX ISA: bar, barrier). */
#define GOCC_NVIDIA_BLOCK_BARRIERS 16u

/* The largest shared memory of an oversized block (CUTLASS arch.h: sm107_smem_capacity_bytes). An
 * SM that holds such a block has at least as much; no source says whether it has more. */
#define GOCC_NVIDIA_OVERSIZED 334848u

/* Compute capability 10.7. */
static inline int gocc_nvidia_has_oversized(const gpuocc_device *device)
{
    return device->generation == 107;
}

/* The model to compute with: that of the question, or what the `header` convention makes of it. */
struct gocc_nvidia_view {
    const struct gocc_model *model;
    const struct gocc_lists *lists;
    int built_in; /* 1: not a custom device */
    uint32_t generation;
    struct gocc_model scratch;
};

/* The input of a rule. */
struct gocc_nvidia_case {
    const struct gocc_model *model;
    const gpuocc_kernel *kernel;
    int header; /* 1: use the header's rules */
    uint32_t generation;
    const struct gocc_question *question; /* NULL: the kernel is plain */
    const struct gocc_nvidia_view *view;  /* likewise */
};

/* Rounds the shared memory of a block, including the reserve, up to the unit. */
uint64_t gocc_nvidia_rounded(uint64_t sum, uint32_t unit);

/* Returns the size that the SM's shared memory is set to for a block that allocates this much. */
uint32_t gocc_nvidia_capacity(const struct gocc_nvidia_view *view, const gpuocc_kernel *kernel,
                              uint64_t allocated);

/* Sets waves and registers where blocks may be confined to halves of the SM. */
void gocc_nvidia_use_caching(const struct gocc_nvidia_case *c, struct gocc_use *use);

/* Returns which limit applies to the shared memory of a block; the default if none is given. */
static inline uint32_t gocc_nvidia_shared_choice(uint32_t shared_limit, int header)
{
    if (shared_limit != 0)
        return shared_limit;
    return header ? GPUOCC_SHARED_LIMIT_DEFAULT : GPUOCC_SHARED_LIMIT_OPTIN;
}

/* Returns the per-block limit, including the reserve, for a block that requests `asked` bytes.
 * Opt-in applies above the default. On a model without opt-in, `most` is the limit without it. */
static inline uint32_t gocc_nvidia_shared_limit(const struct gocc_model *model, uint32_t most,
                                                uint32_t reserved, uint64_t asked, int opt_in)
{
    const uint32_t usual = model->default_shared_bytes_per_group;

    return reserved + (opt_in && asked > usual ? most : usual);
}

/* Whether a launch has more dynamic shared memory than was set for the kernel. The header tests
 * this only if the kernel opts in. */
static inline int gocc_nvidia_exceeds_bound(const gpuocc_kernel *kernel, uint64_t dynamic,
                                            uint32_t bound, int header, int opt_in)
{
    return (header ? opt_in : kernel->max_dynamic_shared_bytes != 0) && dynamic > bound;
}

/* Whether a block has more registers than allowed. `warps` is already rounded up to the
 * sub-partitions. */
static inline int gocc_nvidia_registers_refused(const struct gocc_model *model, uint32_t per_warp,
                                                uint32_t warps)
{
    return model->max_registers_per_group != 0 && per_warp * warps > model->max_registers_per_group;
}

/* GP100 has two sub-partitions but rejects what would not fit in four (header 1759-1784).
 * `per_warp` must not be 0. */
static inline int gocc_nvidia_four_refuse(const struct gocc_model *model, uint32_t per_warp,
                                          uint32_t warps)
{
    const uint32_t file = model->registers_per_partition * model->partitions_per_core;

    return gocc_nvidia_registers_refused(model, per_warp, (warps + 3) / 4 * 4) ||
           file / 4 / per_warp * 4 < warps;
}

/* Returns the per-block limit on any model. `asked` is as above; `choice` is shared_limit, not
 * 0. */
uint64_t gocc_nvidia_block_limit(const struct gocc_nvidia_view *view, uint64_t asked,
                                 uint32_t choice);

/* Returns the shared memory of an SM that the carve-out or the cache preference requests. */
uint64_t gocc_nvidia_wanted_size(const struct gocc_model *model, const gpuocc_kernel *kernel);

/* Returns the size that the SM's shared memory is set to before a block requires more. */
uint32_t gocc_nvidia_preferred_size(const struct gocc_nvidia_view *view,
                                    const gpuocc_kernel *kernel);

/* Returns what L1 takes of Kepler's shared memory with a cache preference. */
uint32_t gocc_nvidia_l1_takes(uint32_t cache_preference);

/* Writes the sizes of a group's shared memory between which the header has no size for a custom
 * device. Returns their number, which is at most 3. */
uint32_t gocc_nvidia_header_ends(const struct gocc_nvidia_view *view, uint32_t *ends);

/* For a block that does not fit in the current setting, the SM is set to the largest size, or from
 * 7.0 on to the next one. Where that is more than twice as large, requesting more can allow more
 * blocks. */
uint32_t gocc_nvidia_ends(const struct gocc_question *question, uint32_t *ends);

/* The header's "available dynamic shared memory" query. */
int32_t gocc_nvidia_header_most(const struct gocc_question *question, uint32_t field,
                                uint32_t groups, uint32_t *value);

/* Returns the size for a block that does not fit in the preferred one. */
uint32_t gocc_nvidia_larger_size(const struct gocc_nvidia_view *view, uint64_t bytes);

/* Returns the model whose compiled-in constants the header uses for a compute capability; NULL if
 * it rejects it. */
const struct gocc_model *gocc_nvidia_stand_in(uint32_t generation);

/* Whether the tables contain this compute capability. */
int gocc_nvidia_knows(uint32_t generation);

/* header.c: where the `header` convention differs from the hardware. */
extern const struct gocc_field_rule gocc_nvidia_header_fields[GPUOCC_KERNEL_FIELD_COUNT];
int32_t gocc_nvidia_admit_header(const struct gocc_question *question, gpuocc_error *error);

/* Fills in a view. In the `header` convention, a custom device gets the constants that the header
 * has for its compute capability, whatever the device's own are. */
void gocc_nvidia_look(const struct gocc_question *question, struct gocc_nvidia_view *view);

/* The field rules that both conventions share. */
#define GOCC_NVIDIA_COMMON_FIELDS                                                                  \
    GOCC_FIELD_SHARED_PER_THREAD,                                                                  \
        [GPUOCC_KERNEL_SHARED_LIMIT] = {GOCC_CHOICE, 0, 0, GPUOCC_SHARED_LIMIT_OVERSIZED},         \
        [GPUOCC_KERNEL_MAX_DYNAMIC_SHARED_BYTES] = {GOCC_GRANT, 0, -GPUOCC_ERROR_TOO_LARGE,        \
                                                    GPUOCC_ZERO - 1},                              \
        [GPUOCC_KERNEL_CACHE_PREFERENCE] = {GOCC_CHOICE, 0, 0, GPUOCC_CACHE_PREFERENCE_EQUAL},     \
        [GPUOCC_KERNEL_GLOBAL_CACHING] = {GOCC_CHOICE, 0, 0, GPUOCC_GLOBAL_CACHING_STRICT}

#endif
