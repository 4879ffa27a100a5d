/* SPDX-License-Identifier: MIT
 *
 * Finds the compiler options or attributes that reach the next step, from the compiled kernel's
 * group size, registers and spills.
 */
#include "commands/kernels/kernels.h"

#include "input/amounts.h"

/* ptxas counts all barriers of a block if it cannot tell which ones a kernel uses. */
#define ALL_BARRIERS 16u

/* Finds the next step of a field. Returns 0 if no value of the field allows more waves. */
static int step_of(const struct kernels *kernels, uint32_t field, gpuocc_step *step)
{
    const gpuocc_occupancy *occupancy = answer_occupancy(kernels->answer);

    step->size = sizeof *step;
    return occupancy != NULL && kernel_gives(&kernels->question.kernel, field) &&
           value_exact(&kernels->answer->results[GPUOCC_RESULT_WAVES]) &&
           gpuocc_occupancy_next_step(occupancy, field, step, NULL) == GPUOCC_OK;
}

/* Adds what a bound of the registers costs. */
static void add_spills(const struct kernels *kernels, struct text *text)
{
    const uint32_t spills = kernels->kernel->spill_bytes;

    text_add(text,
             spills != 0 && spills != GPUOCC_UNKNOWN ? " (adds to the spills)" : " (may spill)");
}

/* nvcc ignores -maxrregcount for a kernel with launch bounds, so that it is not printed: launch
 * bounds work with and without others, except for a kernel whose group size is required. */
static void nvidia(const struct kernels *kernels, struct text *text)
{
    const gpuocc_kernel *kernel = &kernels->question.kernel;
    gpuocc_step step;

    if (kernel->barriers_per_group == ALL_BARRIERS &&
        step_of(kernels, GPUOCC_KERNEL_BARRIERS_PER_GROUP, &step))
        text_add(text, "constant barrier numbers and inlined functions, unless all 16 are used");
    if (!step_of(kernels, GPUOCC_KERNEL_REGISTERS_PER_THREAD, &step))
        return;
    text_add(text, text->length != 0 ? ", " : "");
    if (kernels->kernel->notes >> GPUOCC_KERNELS_NOTE_REQUIRED_GROUP & 1)
        text_format(text, "__maxnreg__(%lu)", (unsigned long)step.then);
    else
        text_format(text, "__launch_bounds__(%lu, %lu)", (unsigned long)kernel->threads_per_group,
                    (unsigned long)step.groups);
    add_spills(kernels, text);
}

/* Adds amdgpu_waves_per_eu, which counts waves per SIMD, if each SIMD gets the same number, and
 * amdgpu_num_vgpr, unless the accumulation registers are part of the file: LLVM then allows twice
 * the number. */
static void amd(const struct kernels *kernels, struct text *text)
{
    const gpuocc_device *device = kernels->answer->device;
    const struct value *most = &kernels->answer->results[GPUOCC_RESULT_MAX_WAVES];
    uint64_t each = 0, unified = 0;
    gpuocc_step step;

    if (!step_of(kernels, GPUOCC_KERNEL_REGISTERS_PER_THREAD, &step) || !value_exact(most))
        return;
    (void)gpuocc_device_get(device, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 0, &each);
    (void)gpuocc_device_get(device, GPUOCC_DEVICE_UNIFIED_ACCUMULATORS, 0, &unified);
    if (each != 0 && most->low >= each && step.waves % (most->low / each) == 0)
        text_format(text, "amdgpu_waves_per_eu(%lu)",
                    (unsigned long)(step.waves / (most->low / each)));
    if (!unified && step.then != 0)
        text_format(text, "%samdgpu_num_vgpr(%lu)", text->length != 0 ? " or " : "",
                    (unsigned long)step.then);
    if (text->length != 0)
        add_spills(kernels, text);
}

/* Whether a device can give 256 GRFs to a thread. */
static int has_large_grf(const gpuocc_device *device)
{
    uint64_t count = 0;
    uint32_t i;

    for (i = 0; count != 256; i++)
        if (gpuocc_device_get(device, GPUOCC_DEVICE_GRF_COUNTS, i, &count) != GPUOCC_OK)
            return 0;
    return 1;
}

/* 256 GRFs halve the threads of a core; with 128, the kernel may spill. */
static void intel(const struct kernels *kernels, struct text *text)
{
    const uint32_t spills = kernels->kernel->spill_bytes;
    gpuocc_step step;

    if (kernels->question.kernel.grf_count == 128 && spills != 0 && spills != GPUOCC_UNKNOWN &&
        has_large_grf(kernels->answer->device)) {
        text_add(text, "against spills: -cl-intel-256-GRF-per-thread");
    } else if (step_of(kernels, GPUOCC_KERNEL_GRF_COUNT, &step) && step.now == 256 &&
               step.then == 128) {
        text_add(text, "without -cl-intel-256-GRF-per-thread");
        add_spills(kernels, text);
    }
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
}
