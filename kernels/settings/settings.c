/* SPDX-License-Identifier: MIT
 *
 * Finds the compiler's settings that reach the next step, from a compiled kernel's group size,
 * registers and spills.
 */
#include <gpuocc/settings.h>

#include "bounded.h"

/* ptxas counts all barriers of a block if it cannot tell which ones a kernel uses. */
#define ALL_BARRIERS 16u

/* A question, and the settings found so far. */
struct finder {
    const gpuocc_occupancy *occupancy;
    const gpuocc_device *device;
    const gpuocc_kernel *kernel;
    uint32_t notes, spill_bytes;
    gpuocc_setting *settings;
    int32_t count;
};

static int exact(const gpuocc_occupancy *occupancy, uint32_t result, uint64_t *value)
{
    uint64_t high;

    return gpuocc_occupancy_get(occupancy, result, 0, value, &high) == GPUOCC_OK && *value == high;
}

/* Finds the next step of a field with the value `word`. Returns 0 if no value of the field allows
 * more waves. */
static int step_of(const struct finder *finder, uint32_t field, uint32_t word, gpuocc_step *step)
{
    uint64_t waves;

    step->size = sizeof *step;
    return word != 0 && word != GPUOCC_ZERO && word != GPUOCC_UNKNOWN &&
           exact(finder->occupancy, GPUOCC_RESULT_WAVES, &waves) &&
           gpuocc_occupancy_next_step(finder->occupancy, field, step, NULL) == GPUOCC_OK;
}

static int has_note(uint32_t notes, uint32_t note)
{
    return (notes >> note & 1) != 0;
}

static int has_spills(const struct finder *finder)
{
    return finder->spill_bytes != 0 && finder->spill_bytes != GPUOCC_UNKNOWN;
}

static gpuocc_setting *add(struct finder *finder, uint32_t kind, uint64_t first, uint64_t second)
{
    gpuocc_setting *setting = &finder->settings[finder->count++];

    setting->kind = kind;
    setting->values[0] = (uint32_t)first;
    setting->values[1] = (uint32_t)second;
    setting->is_alternative = 0;
    setting->spills =
        has_spills(finder) ? GPUOCC_SETTING_SPILLS_MORE : GPUOCC_SETTING_SPILLS_PERHAPS;
    return setting;
}

/* nvcc ignores -maxrregcount for a kernel with launch bounds, so that it is no setting: launch
 * bounds work with and without others, except for a kernel whose group size is required. */
static void nvidia(struct finder *finder)
{
    const gpuocc_kernel *kernel = finder->kernel;
    const uint32_t barriers = kernel->barriers_per_group;
    gpuocc_step step;

    if (barriers == ALL_BARRIERS &&
        step_of(finder, GPUOCC_KERNEL_BARRIERS_PER_GROUP, barriers, &step))
        add(finder, GPUOCC_SETTING_CONSTANT_BARRIERS, 0, 0)->spills = GPUOCC_SETTING_SPILLS_NONE;
    if (!step_of(finder, GPUOCC_KERNEL_REGISTERS_PER_THREAD, kernel->registers_per_thread, &step))
        return;
    if (has_note(finder->notes, GPUOCC_SETTING_NOTE_REQUIRED_GROUP))
        (void)add(finder, GPUOCC_SETTING_MAXNREG, step.then, 0);
    else
        (void)add(finder, GPUOCC_SETTING_LAUNCH_BOUNDS, kernel->threads_per_group, step.groups);
}

/* Whether a kernel spills at the most registers that a group of 1024 threads may have, although its
 * own groups are smaller: 64, or 128 with accumulation registers in the file. That many have 4 of
 * the waves of 64 threads on each of 4 SIMDs. */
static int is_bound_by_default(const struct finder *finder, uint64_t unified)
{
    const gpuocc_kernel *kernel = finder->kernel;
    const uint32_t bound = kernel->max_threads_per_group, threads = kernel->threads_per_group;
    uint64_t waves = 0, registers = ((uint64_t)kernel->registers_per_thread + 3) / 4 * 4;

    if (unified && kernel->accumulators_per_thread < GPUOCC_ZERO)
        registers += kernel->accumulators_per_thread;
    (void)gpuocc_device_get(finder->device, GPUOCC_DEVICE_WAVE_SIZES, 0, &waves);
    return has_spills(finder) && !has_note(finder->notes, GPUOCC_SETTING_NOTE_REQUIRED_GROUP) &&
           (bound == 0 || bound == 1024) && threads != 0 && threads < 1024 && waves == 64 &&
           registers == (unified ? 128 : 64);
}

/* Finds amdgpu_waves_per_eu, which counts waves per SIMD, if each SIMD gets the same number, and
 * amdgpu_num_vgpr, unless the accumulation registers are part of the file: LLVM then allows twice
 * the number. */
static void amd(struct finder *finder)
{
    uint64_t each = 0, unified = 0, most;
    gpuocc_step step;

    (void)gpuocc_device_get(finder->device, GPUOCC_DEVICE_UNIFIED_ACCUMULATORS, 0, &unified);
    if (is_bound_by_default(finder, unified)) {
        add(finder, GPUOCC_SETTING_GROUP_BOUND, finder->kernel->threads_per_group, 0)->spills =
            GPUOCC_SETTING_SPILLS_NONE;
        return;
    }
    if (!step_of(finder, GPUOCC_KERNEL_REGISTERS_PER_THREAD, finder->kernel->registers_per_thread,
                 &step) ||
        !exact(finder->occupancy, GPUOCC_RESULT_MAX_WAVES, &most))
        return;
    (void)gpuocc_device_get(finder->device, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 0, &each);
    if (each != 0 && most >= each && step.waves % (most / each) == 0)
        (void)add(finder, GPUOCC_SETTING_WAVES_PER_EU, step.waves / (most / each), 0);
    if (unified || step.then == 0)
        return;
    (void)add(finder, GPUOCC_SETTING_NUM_VGPR, step.then, 0);
    finder->settings[finder->count - 1].is_alternative = finder->count > 1;
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
static void intel(struct finder *finder)
{
    const uint32_t grf_count = finder->kernel->grf_count;
    gpuocc_step step;

    if (grf_count == 128 && has_spills(finder) && has_large_grf(finder->device))
        add(finder, GPUOCC_SETTING_LARGE_GRF, 0, 0)->spills = GPUOCC_SETTING_SPILLS_NONE;
    else if (step_of(finder, GPUOCC_KERNEL_GRF_COUNT, grf_count, &step) && step.now == 256 &&
             step.then == 128)
        (void)add(finder, GPUOCC_SETTING_SMALL_GRF, 0, 0);
}

uint32_t gpuocc_settings_keep_registers(const gpuocc_occupancy *occupancy, uint32_t notes)
{
    uint64_t surely, perhaps;

    return occupancy != NULL && has_note(notes, GPUOCC_SETTING_NOTE_SETMAXNREG) &&
           gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_LIMITERS, 0, &surely, &perhaps) ==
               GPUOCC_OK &&
           (perhaps >> GPUOCC_LIMIT_REGISTERS & 1) != 0;
}

int32_t gpuocc_settings_find(const gpuocc_occupancy *occupancy, const gpuocc_kernel *kernel,
                             uint32_t notes, uint32_t spill_bytes, gpuocc_setting *settings)
{
    struct finder finder = {
        occupancy, gpuocc_occupancy_device(occupancy), kernel, notes, spill_bytes, settings, 0};
    uint64_t vendor = GPUOCC_VENDOR_GENERIC;

    if (occupancy == NULL || kernel == NULL || settings == NULL)
        return GPUOCC_ERROR_NULL;
    if (kernel->size < sizeof *kernel)
        return GPUOCC_ERROR_STRUCT_SIZE;
    if (gpuocc_settings_keep_registers(occupancy, notes))
        return 0;
    (void)gpuocc_device_get(finder.device, GPUOCC_DEVICE_VENDOR, 0, &vendor);
    if (vendor == GPUOCC_VENDOR_NVIDIA)
        nvidia(&finder);
    else if (vendor == GPUOCC_VENDOR_AMD)
        amd(&finder);
    else if (vendor == GPUOCC_VENDOR_INTEL)
        intel(&finder);
    return finder.count;
}

/* Adds a setting with its values. */
static void add_setting(struct bounded *line, const gpuocc_setting *setting)
{
    static const struct {
        const char *before; /* the first value */
        unsigned values;
    } forms[GPUOCC_SETTING_KIND_COUNT] = {
        {"constant barrier numbers and inlined functions, unless all 16 are used", 0},
        {"__launch_bounds__(", 2},
        {"__maxnreg__(", 1},
        {"amdgpu_waves_per_eu(", 1},
        {"amdgpu_num_vgpr(", 1},
        {"against spills: -cl-intel-256-GRF-per-thread", 0},
        {"without -cl-intel-256-GRF-per-thread", 0},
        {"against spills, as the compiler allows for 1024 threads: __launch_bounds__(", 1},
    };
    const unsigned values = forms[setting->kind].values;
    unsigned i;

    bounded_add(line, forms[setting->kind].before);
    for (i = 0; i < values; i++) {
        bounded_number(line, setting->values[i]);
        bounded_add(line, i + 1 == values ? ")" : ", ");
    }
}

size_t gpuocc_settings_text(const gpuocc_setting *settings, size_t count, char *text, size_t bytes)
{
    static const char *const spills[] = {"", " (may spill)", " (adds to the spills)"};
    struct bounded line = {text, bytes, 0};
    size_t i;

    if (bytes != 0)
        text[0] = 0;
    for (i = 0; i < count; i++)
        if (settings[i].kind >= GPUOCC_SETTING_KIND_COUNT ||
            settings[i].spills >= GPUOCC_SETTING_SPILLS_COUNT)
            return 0;
    for (i = 0; i < count; i++) {
        if (i != 0)
            bounded_add(&line, settings[i].is_alternative ? " or " : ", ");
        add_setting(&line, &settings[i]);
    }
    if (count != 0)
        bounded_add(&line, spills[settings[count - 1].spills]);
    return bounded_end(&line);
}
