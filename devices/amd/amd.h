/* SPDX-License-Identifier: MIT */
#ifndef GOCC_AMD_H
#define GOCC_AMD_H

#include "registry.h"
#include "device/table.h"

/* A program can name 102 to 106 SGPRs. VCC, flat scratch and XNACK add up to 6, which compilers
 * count. Profilers report the allocation: these in units of 16, and always 128 from gfx10 on. On
 * gfx6 and gfx7 all of them are among the 104 that can be named. */
#define GOCC_AMD_SCALARS_COUNTED   108
#define GOCC_AMD_SCALARS_ALLOCATED 112
#define GOCC_AMD_SCALARS_RDNA      128
/* The SGPRs that a trap handler uses. */
#define GOCC_AMD_TRAP_MOST 16

/* Returns the number of CUs in a core in a core mode, 0 being the default mode; 0 if the device
 * does not have the mode. */
static inline uint32_t gocc_amd_cus(const struct gocc_model *model, uint32_t core_mode)
{
    if (core_mode == GPUOCC_CORE_MODE_CU || (core_mode == 0 && model->cus_per_wgp == 0))
        return 1;
    return core_mode == 0 || core_mode == GPUOCC_CORE_MODE_WGP ? model->cus_per_wgp : 0;
}

/* Returns the SGPRs of a wave before rounding. On some architectures every wave has the same
 * number. */
static inline uint32_t gocc_amd_scalars(const struct gocc_model *model, uint32_t asked)
{
    return model->fixed_scalar_registers_per_wave != 0 ? model->fixed_scalar_registers_per_wave
                                                       : asked;
}

const struct gocc_field_rule *gocc_amd_fields(uint32_t convention);
int32_t gocc_amd_admit(struct gocc_question *question, gpuocc_error *error);
void gocc_amd_evaluate(const struct gocc_question *question, struct gocc_use *use);
void gocc_amd_finish(const struct gocc_question *question, const struct gocc_use *use,
                     struct gocc_placement *placement);
uint32_t gocc_amd_largest(const struct gocc_question *question, uint32_t field, uint32_t max);
uint32_t gocc_amd_choice(const struct gocc_question *question, uint32_t field, uint32_t index);
int gocc_amd_plain(uint32_t generation, const struct gocc_model *model,
                   const struct gocc_lists *lists);
int gocc_amd_fast(const gpuocc_device *device, const struct gocc_model *model, uint32_t convention,
                  const gpuocc_kernel *kernel, gpuocc_answer *answer);
void gocc_amd_plain_use(const gpuocc_device *device, const struct gocc_model *model,
                        uint32_t convention, const gpuocc_kernel *kernel, struct gocc_use *use);
int gocc_amd_alike(uint32_t generation, uint32_t other);
uint32_t gocc_amd_parse(const char *name, size_t length);

/* Returns 9 for "gfx90a" and 0x11 for "gfx1100": gfx numbers are read as hexadecimal. */
static inline uint32_t gocc_amd_major(const gpuocc_device *device)
{
    return device->generation >> 8u;
}

static inline uint32_t gocc_amd_most_scalars(const gpuocc_device *device,
                                             const struct gocc_model *model)
{
    const uint32_t major = gocc_amd_major(device);

    return major < 8    ? model->max_scalar_registers_per_wave
           : major < 10 ? GOCC_AMD_SCALARS_ALLOCATED
                        : GOCC_AMD_SCALARS_RDNA;
}

/* Returns the SGPRs that a trap handler adds to each wave. If the kernel does not give them: ROCm
 * loads a trap handler on gfx8 and gfx9, none on gfx7 (ROCr, BindTrapHandler), and does not run on
 * gfx6. */
static inline uint32_t gocc_amd_trap(const gpuocc_device *device, uint32_t given)
{
    const uint32_t major = gocc_amd_major(device);

    return given != 0 ? given : major == 8 || major == 9 ? GOCC_AMD_TRAP_MOST : 0;
}

/* The conventions of the tools. */
static inline int gocc_amd_is_hip(uint32_t convention)
{
    return convention == GPUOCC_CONVENTION_HIP || convention == GPUOCC_CONVENTION_HIP_LDS_POOL ||
           convention == GPUOCC_CONVENTION_HIP_2024_10 ||
           convention == GPUOCC_CONVENTION_HIP_2026_08;
}

static inline int gocc_amd_is_llvm(uint32_t convention)
{
    return convention == GPUOCC_CONVENTION_LLVM || convention == GPUOCC_CONVENTION_LLVM_MAIN;
}
int32_t gocc_amd_admit_hip(const struct gocc_question *question, gpuocc_error *error);
void gocc_amd_evaluate_hip(const struct gocc_question *question, struct gocc_use *use);
void gocc_amd_evaluate_llvm(const struct gocc_question *question, struct gocc_use *use);

#endif
