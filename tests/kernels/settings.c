/* SPDX-License-Identifier: MIT
 *
 * Tests gpuocc_settings_find(), _keep_registers() and _text(). What is expected follows from the
 * vendors' tables: an SM of sm_80 and sm_90 has 65,536 registers, allocated in units of 256 per
 * warp (CUDA C++ Programming Guide, Compute Capabilities), a SIMD of GCN 256 VGPRs for each of its
 * at most 10 waves (LLVM's AMDGPUUsage), a thread of Intel's 128 or 256 GRFs.
 */
#include <gpuocc/kernels.h>
#include <gpuocc/settings.h>

#include "support.h"

static gpuocc_setting settings[GPUOCC_SETTINGS];
static uint32_t notes, spill_bytes;
static gpuocc_kernel kernel;

/* Starts a kernel whose file says nothing. */
static void start(uint32_t threads)
{
    notes = spill_bytes = 0;
    memset(&kernel, 0, sizeof kernel);
    kernel.size = sizeof kernel;
    kernel.threads_per_group = threads;
    memset(settings, 0xee, sizeof settings);
}

/* Finds the settings on a device, and compares their text. */
static int32_t are(const char *device, const char *expected)
{
    gpuocc_occupancy occupancy;
    char line[160];
    int32_t count = GPUOCC_ERROR_NULL;
    size_t length;

    if (gpuocc_occupancy_init(&occupancy, find(device), 0, &kernel, NULL) == GPUOCC_OK)
        count = gpuocc_settings_find(&occupancy, &kernel, notes, spill_bytes, settings);
    length = gpuocc_settings_text(settings, count > 0 ? (size_t)count : 0, line, sizeof line);
    ok(count >= 0 && length == strlen(line) && strcmp(line, expected) == 0, "%s: %s", device, line);
    return count;
}

/* 40 registers are 10,240 for a group of 256 threads: 6 groups; 32 registers are 8 groups. */
static void nvidia(void)
{
    start(256);
    kernel.registers_per_thread = 40;
    ok(are("sm_80", "__launch_bounds__(256, 8) (may spill)") == 1 &&
           settings[0].kind == GPUOCC_SETTING_LAUNCH_BOUNDS && settings[0].values[0] == 256 &&
           settings[0].values[1] == 8 && settings[0].is_alternative == 0 &&
           settings[0].spills == GPUOCC_SETTING_SPILLS_PERHAPS,
       "launch bounds");
    spill_bytes = 8;
    (void)are("sm_80", "__launch_bounds__(256, 8) (adds to the spills)");
    spill_bytes = GPUOCC_UNKNOWN;
    notes = 1u << GPUOCC_KERNELS_NOTE_REQUIRED_GROUP;
    ok(are("sm_80", "__maxnreg__(32) (may spill)") == 1 &&
           settings[0].kind == GPUOCC_SETTING_MAXNREG && settings[0].values[0] == 32 &&
           settings[0].values[1] == 0,
       "a kernel whose size is required");
    kernel.registers_per_thread = 32; /* all 64 waves */
    ok(are("sm_80", "") == 0, "nothing is to be gained");
    kernel.registers_per_thread = GPUOCC_UNKNOWN;
    ok(are("sm_80", "") == 0, "registers that are not known");
    start(32); /* 16 of the 64 barriers that ptxas allows an SM of sm_90: 4 groups */
    kernel.registers_per_thread = 16;
    kernel.barriers_per_group = 16;
    ok(are("sm_90", "constant barrier numbers and inlined functions, unless all 16 are used") ==
               1 &&
           settings[0].kind == GPUOCC_SETTING_CONSTANT_BARRIERS &&
           settings[0].spills == GPUOCC_SETTING_SPILLS_NONE,
       "barriers that the compiler does not know");
    kernel.barriers_per_group = 15;
    ok(are("sm_90", "") == 0, "barriers that it knows");
}

/* A kernel whose warp groups share the registers of the launch: the PTX ISA says of setmaxnreg.inc
 * that it blocks until enough registers are available in the pool of the group. */
static void shared_by_warp_groups(void)
{
    const uint32_t note = 1u << GPUOCC_KERNELS_NOTE_SETMAXNREG;
    gpuocc_occupancy occupancy;

    start(384); /* 64,512 of 65,536 registers: with 80 each, 2 groups */
    kernel.registers_per_thread = 168;
    (void)are("sm_90", "__launch_bounds__(384, 2) (may spill)");
    notes = note;
    ok(are("sm_90", "") == 0, "registers that warp groups share");
    notes = ~note;
    (void)are("sm_90", "__maxnreg__(80) (may spill)");
    (void)gpuocc_occupancy_init(&occupancy, find("sm_90"), 0, &kernel, NULL);
    ok(gpuocc_settings_keep_registers(&occupancy, note) == 1 &&
           gpuocc_settings_keep_registers(&occupancy, UINT32_MAX) == 1 &&
           gpuocc_settings_keep_registers(&occupancy, ~note) == 0 &&
           gpuocc_settings_keep_registers(NULL, note) == 0,
       "whether the registers must be kept");
    kernel.registers_per_thread = GPUOCC_UNKNOWN; /* they may limit */
    (void)gpuocc_occupancy_init(&occupancy, find("sm_90"), 0, &kernel, NULL);
    ok(gpuocc_settings_keep_registers(&occupancy, note) == 1, "registers that are not known");
    start(32); /* 4 groups by barriers, as above: fewer of them cost no registers */
    kernel.registers_per_thread = 16;
    kernel.barriers_per_group = 16;
    notes = note;
    ok(are("sm_90", "constant barrier numbers and inlined functions, unless all 16 are used") == 1,
       "barriers of a kernel with setmaxnreg");
}

#define BOUND "against spills, as the compiler allows for 1024 threads: __launch_bounds__("

/* 256 / 40 is 6 waves per SIMD, 1024 threads are 4 of them per SIMD; 256 / 32 is 8. */
static void amd(void)
{
    start(1024);
    kernel.registers_per_thread = 40;
    ok(are("gfx803", "amdgpu_waves_per_eu(8) or amdgpu_num_vgpr(32) (may spill)") == 2 &&
           settings[0].kind == GPUOCC_SETTING_WAVES_PER_EU && settings[0].values[0] == 8 &&
           settings[0].is_alternative == 0 && settings[1].kind == GPUOCC_SETTING_NUM_VGPR &&
           settings[1].values[0] == 32 && settings[1].is_alternative == 1,
       "two attributes that do the same");
    start(256);
    kernel.registers_per_thread = 136; /* of 512 with the accumulators: 3 waves; 128: 4 */
    ok(are("gfx90a", "amdgpu_waves_per_eu(4) (may spill)") == 1,
       "where accumulators are part of the file, num_vgpr means another number");
    start(256);
    kernel.registers_per_thread = 63; /* 256 / 4 waves of a group of 1,024 threads are 64 */
    spill_bytes = 8;
    ok(are("gfx906", BOUND "256)") == 1 && settings[0].kind == GPUOCC_SETTING_GROUP_BOUND &&
           settings[0].values[0] == 256 && settings[0].spills == GPUOCC_SETTING_SPILLS_NONE,
       "spills below the bound that the compiler assumes");
    kernel.max_threads_per_group = 1024; /* what it writes then */
    ok(are("gfx906", BOUND "256)") == 1, "the same with the bound in the file");
    kernel.max_threads_per_group = 512;
    (void)are("gfx906", "amdgpu_waves_per_eu(5) or amdgpu_num_vgpr(48) (adds to the spills)");
    kernel.max_threads_per_group = 0;
    kernel.accumulators_per_thread = 64; /* 512 / 4 are 128 */
    ok(are("gfx90a", BOUND "256)") == 1, "with accumulators");
    kernel.accumulators_per_thread = GPUOCC_UNKNOWN;
    ok(are("gfx90a", "") == 0, "unknown accumulators");
}

static void intel(void)
{
    start(256);
    kernel.wave_size = 16;
    kernel.grf_count = 256;
    ok(are("pvc", "without -cl-intel-256-GRF-per-thread (may spill)") == 1 &&
           settings[0].kind == GPUOCC_SETTING_SMALL_GRF,
       "128 GRFs are twice the threads");
    kernel.grf_count = 128;
    ok(are("pvc", "") == 0, "128 GRFs without spills");
    spill_bytes = 64;
    ok(are("pvc", "against spills: -cl-intel-256-GRF-per-thread") == 1 &&
           settings[0].kind == GPUOCC_SETTING_LARGE_GRF &&
           settings[0].spills == GPUOCC_SETTING_SPILLS_NONE,
       "128 GRFs with spills");
    ok(are("tgl", "") == 0, "a GPU without 256 GRFs");
}

static void refused(void)
{
    gpuocc_occupancy occupancy;
    char text[8];

    start(256);
    kernel.registers_per_thread = 40;
    (void)gpuocc_occupancy_init(&occupancy, find("sm_80"), 0, &kernel, NULL);
    ok(gpuocc_settings_find(NULL, &kernel, 0, 0, settings) == GPUOCC_ERROR_NULL &&
           gpuocc_settings_find(&occupancy, NULL, 0, 0, settings) == GPUOCC_ERROR_NULL &&
           gpuocc_settings_find(&occupancy, &kernel, 0, 0, NULL) == GPUOCC_ERROR_NULL,
       "arguments that are NULL");
    kernel.size--;
    ok(gpuocc_settings_find(&occupancy, &kernel, 0, 0, settings) == GPUOCC_ERROR_STRUCT_SIZE,
       "the size of the kernel");
    kernel.size++;
    ok(gpuocc_settings_find(&occupancy, &kernel, 0, 0, settings) == 1 &&
           gpuocc_settings_text(settings, 1, text, sizeof text) == 37 &&
           strcmp(text, "__launc") == 0 && gpuocc_settings_text(settings, 1, NULL, 0) == 37,
       "a text that is too short");
    settings[0].kind = GPUOCC_SETTING_KIND_COUNT;
    ok(gpuocc_settings_text(settings, 1, text, sizeof text) == 0 && text[0] == 0,
       "a kind that does not exist");
    settings[0].kind = GPUOCC_SETTING_MAXNREG;
    settings[0].spills = GPUOCC_SETTING_SPILLS_COUNT;
    ok(gpuocc_settings_text(settings, 1, text, sizeof text) == 0 && text[0] == 0,
       "a cost that does not exist");
}

/* The numbers of gpuocc/kernels.h, which gpuocc/settings.h does not include. */
static void numbers(void)
{
    ok((int)GPUOCC_SETTING_NOTE_REQUIRED_GROUP == (int)GPUOCC_KERNELS_NOTE_REQUIRED_GROUP &&
           (int)GPUOCC_SETTING_NOTE_SETMAXNREG == (int)GPUOCC_KERNELS_NOTE_SETMAXNREG,
       "the numbers of the notes");
}

int main(void)
{
    numbers();
    nvidia();
    shared_by_warp_groups();
    amd();
    intel();
    refused();
    return done();
}
