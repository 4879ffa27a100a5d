/* SPDX-License-Identifier: MIT
 *
 * Tests gpuocc_why_text(). The derivations that are compared whole were made by hand from the
 * vendors' tables: CUDA C++ Programming Guide, Compute Capabilities; LLVM's AMDGPUUsage; Intel's
 * compute-runtime; Mesa. In all others every equation must be true, and the last one must lead to
 * the library's result.
 */
#include <gpuocc/why.h>

#include "support.h"

#define TEXT 4096

static char text[TEXT];

/* Cuts the sources off the text. */
static void cut_sources(void)
{
    char *source = strstr(text, "Source: ");

    if (source != NULL)
        *source = 0;
}

/* Compares the steps of a limit. */
static void are(const char *device, const gpuocc_kernel *kernel, uint32_t limit,
                const char *expected)
{
    gpuocc_occupancy occupancy;
    const gpuocc_device *found = find(device);
    size_t length = 0;

    text[0] = 0;
    if (gpuocc_occupancy_init(&occupancy, found, 0, kernel, NULL) >= 0)
        length = gpuocc_why_text(&occupancy, found, kernel, limit, text, sizeof text);
    ok(length == strlen(text), "%s: the length", device);
    cut_sources();
    ok(strcmp(text, expected) == 0, "%s, limit %u", device, limit);
    if (strcmp(text, expected) != 0)
        printf("# %s\n", text);
}

static void nvidia(void)
{
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;

    kernel.threads_per_group = 224;
    kernel.registers_per_thread = 97;
    kernel.shared_bytes = 20000;
    kernel.barriers_per_group = 2;
    are("sm_86", &kernel, GPUOCC_LIMIT_REGISTERS,
        "97 registers x 32 threads = 3104 registers of a warp, allocated in multiples of 256: "
        "3328.\n"
        "Each of the 4 sub-partitions has 16384: 16384 / 3328 = 4 warps, so 16 on the SM.\n"
        "A block has 7 warps (224 threads / 32): 16 / 7 = 2 blocks.\n");
    are("sm_86", &kernel, GPUOCC_LIMIT_WAVES,
        "Each of the 4 sub-partitions of the SM has slots for 12 warps: 48 together.\n"
        "A block has 7 warps (224 threads / 32): 48 / 7 = 6 blocks.\n");
    are("sm_86", &kernel, GPUOCC_LIMIT_GROUPS,
        "The SM has slots for 16 blocks, whatever their size.\n");
    are("sm_86", &kernel, GPUOCC_LIMIT_SHARED,
        "A block needs 20000 bytes + 1024 that the system reserves = 21024, allocated in "
        "multiples of 128: 21120.\n"
        "The SM has 102400: 102400 / 21120 = 4 blocks.\n");
    are("sm_100", &kernel, GPUOCC_LIMIT_BARRIERS,
        "A block takes 2 barriers.\nThe SM has 64: 64 / 2 = 32 blocks.\n");
    kernel.virtual_resources = 128;
    are("sm_100", &kernel, GPUOCC_LIMIT_VIRTUAL,
        "A block takes 128 virtual resources.\nThe SM has 128: 128 / 128 = 1 block.\n");
    kernel.virtual_resources = 0;
    are("sm_86", &kernel, GPUOCC_LIMIT_LAUNCH, "");
    are("sm_86", &kernel, GPUOCC_LIMIT_SCALAR_REGISTERS, "");
}

/* Groups that do not launch. */
static void refused(void)
{
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;

    kernel.threads_per_group = 800;
    kernel.registers_per_thread = 254;
    kernel.max_threads_per_group = 256;
    are("sm_89", &kernel, GPUOCC_LIMIT_REGISTERS,
        "254 registers x 32 threads = 8128 registers of a warp, allocated in multiples of 256: "
        "8192.\n"
        "A block has 25 warps, which count as a multiple of 4: 28 x 8192 = 229376 registers, and "
        "it may have 65536: it does not launch.\n");
    are("sm_89", &kernel, GPUOCC_LIMIT_LAUNCH,
        "A block has 800 threads, and this kernel launches with at most 256.\n");
    kernel.shared_limit = GPUOCC_SHARED_LIMIT_DEFAULT;
    kernel.dynamic_shared_bytes = 60000;
    are("sm_89", &kernel, GPUOCC_LIMIT_SHARED,
        "A block needs 60000 bytes + 1024 that the system reserves = 61024, allocated in "
        "multiples of 128: 61056.\n"
        "Without opt-in it may have 49152: it does not launch.\n");
}

static void others(void)
{
    gpuocc_kernel amd = GPUOCC_KERNEL_INIT, intel = GPUOCC_KERNEL_INIT, mali = GPUOCC_KERNEL_INIT;
    gpuocc_kernel apple = GPUOCC_KERNEL_INIT;

    amd.threads_per_group = 200;
    amd.registers_per_thread = 98;
    amd.accumulators_per_thread = 60;
    amd.scalar_registers_per_wave = 1;
    are("gfx90a", &amd, GPUOCC_LIMIT_REGISTERS,
        "98 registers, in multiples of 4, + 60 accumulation registers = 160 of a work-item.\n"
        "160 registers x 64 work-items = 10240 registers of a wave.\n"
        "Each of the 4 SIMDs has 32768: 32768 / 10240 = 3 waves, so 12 on the CU.\n"
        "A work-group has 4 waves (200 work-items / 64, rounded up): 12 / 4 = 3 work-groups.\n");
    amd.accumulators_per_thread = 0;
    are("gfx1100", &amd, GPUOCC_LIMIT_WAVES,
        "Each of the 4 SIMDs of the WGP has slots for 16 waves: 64 together.\n"
        "A work-group has 7 waves (200 work-items / 32, rounded up): 64 / 7 = 9 work-groups.\n");
    are("gfx803", &amd, GPUOCC_LIMIT_SCALAR_REGISTERS,
        "A wave has 1 scalar register, for which 32 are allocated.\n"
        "Each of the 4 SIMDs has 800: 800 / 32 = 25 waves, so 100 on the CU.\n"
        "A work-group has 4 waves (200 work-items / 64, rounded up): 100 / 4 = 25 work-groups.\n");
    intel.threads_per_group = 256;
    intel.wave_size = 16;
    intel.grf_count = 256;
    are("pvc", &intel, GPUOCC_LIMIT_REGISTERS,
        "The Xe core runs 32 hardware threads of 256 registers at once.\n"
        "A work-group has 16 hardware threads (256 work-items / 16): 32 / 16 = 2 work-groups.\n");
    mali.threads_per_group = 256;
    mali.registers_per_thread = 40;
    are("Mali-G710", &mali, GPUOCC_LIMIT_REGISTERS,
        "40 registers x 16 work-items = 640 registers of a warp, allocated in multiples of 512: "
        "1024.\n"
        "The shader core has 65536: 65536 / 1024 = 64 warps.\n"
        "A work-group has 16 warps (256 work-items / 16): 64 / 16 = 4 work-groups.\n");
    apple.threads_per_group = 256;
    apple.half_registers_per_thread = 101;
    are("apple7", &apple, GPUOCC_LIMIT_REGISTERS,
        "101 registers of 16 bits x 32 threads of a SIMD-group = 3232; 1664 registers of 32 bits "
        "are allocated.\n"
        "Each of the 2 partitions has 26624: 26624 / 1664 = 16 SIMD-groups, so 32 on the GPU "
        "core.\n"
        "A threadgroup has 8 SIMD-groups (256 threads / 32): 32 / 8 = 4 threadgroups.\n");
    are("apple7", &apple, GPUOCC_LIMIT_GROUPS,
        "It is not published how many threadgroups this allows.\n");
}

static void adreno(void)
{
    gpuocc_kernel adreno = GPUOCC_KERNEL_INIT;

    adreno.wave_size = 64;
    adreno.threads_per_group = 288;
    adreno.registers_per_thread = 6;
    adreno.half_registers_per_thread = 3;
    are("Adreno 630", &adreno, GPUOCC_LIMIT_WAVES,
        "Each of the 2 partitions of the shader processor has slots for 8 waves: 16 together.\n"
        "A work-group has 5 waves (288 work-items / 64, rounded up), which count as 6: 16 / 6 = 2 "
        "work-groups.\n");
    are("Adreno 630", &adreno, GPUOCC_LIMIT_REGISTERS,
        "6 registers + 3 of 16 bits, of which two take one = 8.\n"
        "8 registers of 4 values = 32 registers of a work-item.\n"
        "32 registers x 64 work-items = 2048 registers of a wave.\n"
        "Each of the 2 partitions has 24576: 24576 / 2048 = 12 waves, so 24 on the shader "
        "processor.\n"
        "A work-group has 5 waves (288 work-items / 64, rounded up), which count as 6: 24 / 6 = 4 "
        "work-groups.\n");
}

/* Whether each equation of the text is true. */
static int is_true(const char **why)
{
    const char *at;
    unsigned long long a, b, c;

    for (at = text; *at != 0; at++) {
        if (*at < '0' || *at > '9' || (at != text && at[-1] >= '0' && at[-1] <= '9'))
            continue;
        *why = at;
        if (sscanf(at, "%llu / %llu = %llu", &a, &b, &c) == 3 && (b == 0 || a / b != c))
            return 0;
        if (sscanf(at, "%llu x %llu = %llu", &a, &b, &c) == 3 && a * b != c)
            return 0;
        if ((sscanf(at, "%llu registers x %llu %*[a-z-] = %llu", &a, &b, &c) == 3 ||
             sscanf(at, "%llu register x %llu %*[a-z-] = %llu", &a, &b, &c) == 3) &&
            a * b != c)
            return 0;
        if (sscanf(at, "%llu bytes + %llu that the system reserves = %llu", &a, &b, &c) == 3 &&
            a + b != c)
            return 0;
    }
    return 1;
}

/* Returns the number after the last " = ", or, where nothing is divided, the one of the slots. */
static unsigned long long last_number(void)
{
    const char *at = text, *found = NULL;

    while ((at = strstr(at, " = ")) != NULL)
        found = at += 3;
    if (found == NULL && (found = strstr(text, "slots for ")) != NULL)
        found += 10;
    return found == NULL ? 0 : strtoull(found, NULL, 10);
}

static void check(const gpuocc_device *device, const gpuocc_kernel *kernel, unsigned long counts[2])
{
    gpuocc_occupancy occupancy;
    const char *why = text;
    uint64_t low, high;
    uint32_t limit;

    if (gpuocc_occupancy_init(&occupancy, device, 0, kernel, NULL) < 0)
        return;
    for (limit = 0; limit < GPUOCC_LIMIT_COUNT; limit++) {
        if (gpuocc_why_text(&occupancy, device, kernel, limit, text, sizeof text) == 0 ||
            strstr(text, "not published") != NULL)
            continue;
        cut_sources();
        counts[0]++;
        if (strstr(text, "no steps here") != NULL) {
            if (strcmp(gpuocc_device_architecture(device), "sm_60") != 0)
                ok(0, "%s, limit %u: no steps", gpuocc_device_name(device), limit);
            counts[1]++;
            continue;
        }
        if (strstr(text, "launch") != NULL)
            continue;
        if (gpuocc_occupancy_get(&occupancy, GPUOCC_RESULT_LIMIT, limit, &low, &high) < 0 ||
            low != high || last_number() != low || !is_true(&why)) {
            ok(0, "%s, limit %u, %u threads: %.30s", gpuocc_device_name(device), limit,
               kernel->threads_per_group, why);
            return;
        }
    }
}

/* Every device, with kernels from small to large. */
static void all(void)
{
    static const uint32_t threads[] = {1, 33, 64, 100, 256, 500, 1024};
    static const uint32_t registers[] = {GPUOCC_ZERO, 1, 17, 33, 64, 101, 168, 255};
    unsigned long counts[2] = {0, 0};
    uint32_t i, t, r;
    uint64_t vendor;

    for (i = 0; i < gpuocc_device_count(); i++)
        for (t = 0; t < 7; t++)
            for (r = 0; r < 8; r++) {
                gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;
                const gpuocc_device *device;

                if (gpuocc_device_at(i, &device) < 0 ||
                    gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &vendor) < 0)
                    continue;
                kernel.threads_per_group = threads[t];
                kernel.shared_bytes = 1000 * r;
                if (vendor == GPUOCC_VENDOR_INTEL) {
                    kernel.wave_size = 16;
                    kernel.grf_count = r % 2 == 0 ? 128 : 256;
                } else if (vendor == GPUOCC_VENDOR_APPLE) {
                    kernel.half_registers_per_thread = registers[r];
                } else {
                    kernel.registers_per_thread = registers[r];
                }
                check(device, &kernel, counts);
            }
    ok(counts[0] > 50000, "%lu limits are derived", counts[0]);
    ok(counts[1] < 100, "%lu have no steps, all of sm_60, which has a rule of its own", counts[1]);
}

static void limits_of_the_call(void)
{
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;
    const gpuocc_device *device = find("sm_86");
    gpuocc_occupancy occupancy;
    char part[8];
    size_t length;

    kernel.threads_per_group = 256;
    kernel.registers_per_thread = GPUOCC_UNKNOWN;
    ok(gpuocc_occupancy_init(&occupancy, device, 0, &kernel, NULL) >= 0, "an unknown field");
    length = gpuocc_why_text(&occupancy, device, &kernel, GPUOCC_LIMIT_REGISTERS, NULL, 0);
    ok(length == gpuocc_why_text(&occupancy, device, &kernel, GPUOCC_LIMIT_REGISTERS, text,
                                 sizeof text) &&
           strcmp(text, "A field of the kernel is unknown: at least 1 block.\n") == 0,
       "a range");
    ok(gpuocc_why_text(&occupancy, device, &kernel, GPUOCC_LIMIT_REGISTERS, part, sizeof part) ==
               length &&
           strcmp(part, "A field") == 0,
       "a text that is cut: %s", part);
    ok(gpuocc_why_text(&occupancy, device, &kernel, GPUOCC_LIMIT_COUNT, text, sizeof text) == 0 &&
           text[0] == 0 && gpuocc_why_text(NULL, device, &kernel, 0, text, sizeof text) == 0 &&
           gpuocc_why_text(&occupancy, NULL, &kernel, 0, text, sizeof text) == 0 &&
           gpuocc_why_text(&occupancy, device, NULL, 0, text, sizeof text) == 0,
       "no such limit, and NULL");
}

int main(void)
{
    nvidia();
    refused();
    others();
    adreno();
    all();
    limits_of_the_call();
    return done();
}
