/* SPDX-License-Identifier: MIT
 *
 * Finds the compiler options or attributes that reach the next step, from the compiled kernel's
 * group size, registers and spills.
 */
#include "commands/kernels.h"

#include "input/amounts.h"

/* ptxas raises a smaller register bound to this value. */
#define LEAST_BOUND 16u

/* Finds the next step of a field. Returns 0 if no value of the field allows more waves. */
static int step_of(const struct kernels *kernels, uint32_t field, gpuocc_step *step)
{
    const gpuocc_occupancy *occupancy = answer_occupancy(kernels->answer);

    step->size = sizeof *step;
    return occupancy != NULL && kernel_gives(&kernels->question.kernel, field) &&
           value_exact(&kernels->answer->results[GPUOCC_RESULT_WAVES]) &&
           gpuocc_occupancy_next_step(occupancy, field, step, NULL) == GPUOCC_OK;
}

static void nvidia(const struct kernels *kernels, struct text *text)
{
    gpuocc_step step;

    if (!step_of(kernels, GPUOCC_KERNEL_REGISTERS_PER_THREAD, &step) || step.then < LEAST_BOUND)
        return;
    text_format(text, "__launch_bounds__(%lu, %lu) or -maxrregcount=%lu",
                (unsigned long)kernels->question.kernel.threads_per_group,
                (unsigned long)step.groups, (unsigned long)step.then);
}

static void amd(const struct kernels *kernels, struct text *text)
{
    const struct value *most = &kernels->answer->results[GPUOCC_RESULT_MAX_WAVES];
    uint64_t each = 0;
    gpuocc_step step;

    if (!step_of(kernels, GPUOCC_KERNEL_REGISTERS_PER_THREAD, &step) || !value_exact(most))
        return;
    (void)gpuocc_device_get(kernels->answer->device, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 0,
                            &each);
    /* The attribute counts waves per SIMD, so each SIMD must have the same number. */
    if (each != 0 && most->low >= each && step.waves % (most->low / each) == 0)
        text_format(text, "amdgpu_waves_per_eu(%lu) or ",
                    (unsigned long)(step.waves / (most->low / each)));
    text_format(text, "amdgpu_num_vgpr(%lu)", (unsigned long)step.then);
}

/* 256 GRFs halve the threads of a core; with 128, the kernel may spill. */
static void intel(const struct kernels *kernels, struct text *text)
{
    const uint32_t spills = kernels->kernel->spill_bytes;
    gpuocc_step step;

    if (kernels->question.kernel.grf_count == 128 && spills != 0 && spills != GPUOCC_UNKNOWN)
        text_add(text, "against spills: -cl-intel-256-GRF-per-thread or intel::grf_size<256>");
    else if (step_of(kernels, GPUOCC_KERNEL_GRF_COUNT, &step))
        text_format(text, "intel::grf_size<%lu>%s", (unsigned long)step.then,
                    step.now == 256 ? ", without -cl-intel-256-GRF-per-thread" : "");
}

static void apple(const struct kernels *kernels, struct text *text)
{
    gpuocc_step step;

    if (step_of(kernels, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, &step))
        text_format(text, "max_total_threads_per_threadgroup(%lu)",
                    (unsigned long)kernels->question.kernel.threads_per_group);
}

void kernels_find_knob(const struct kernels *kernels, struct text *text)
{
    uint64_t vendor = GPUOCC_VENDOR_GENERIC;

    if (kernels->answer->status < 0 || kernels->answer->device == NULL)
        return;
    (void)gpuocc_device_get(kernels->answer->device, GPUOCC_DEVICE_VENDOR, 0, &vendor);
    if (vendor == GPUOCC_VENDOR_NVIDIA)
        nvidia(kernels, text);
    else if (vendor == GPUOCC_VENDOR_AMD)
        amd(kernels, text);
    else if (vendor == GPUOCC_VENDOR_INTEL)
        intel(kernels, text);
    else if (vendor == GPUOCC_VENDOR_APPLE)
        apple(kernels, text);
}
