/* SPDX-License-Identifier: MIT
 *
 * Tests AMD's rules: cases of the reference by name, a machine that is filled group by group,
 * registers beside accumulators, dynamic VGPRs, errors, unknown inputs.
 */
#include "amd_support.h"
#include "groups.h"
#include "latency_support.h"
#include "own.h"
#include "tally.h"

/* Kernels of real code objects, with the resources that they give. */
static void test_compiled(void)
{
    gpuocc_kernel k;
    struct rows r;
    struct place p;

    rows_open(&r, "amd/compiled_kernels.csv");
    while (rows_next(&r)) {
        k = kernel_of((uint32_t)number(&r, "max_group_size_threads", 0),
                      (uint32_t)number(&r, "arch_vgprs", 0), (uint32_t)number(&r, "lds_bytes", 0));
        k.accumulators_per_thread = (uint32_t)number(&r, "agprs", 0);
        k.scalar_registers_per_wave = (uint32_t)number(&r, "sgprs", 0);
        k.wave_size = (uint32_t)number(&r, "wave_size_lanes", 0);
        k.trap_registers = GPUOCC_ZERO;
        place(&p, find(cell(&r, "target")), k);
        equal(&r, "groups", result(&p, GPUOCC_RESULT_GROUPS, 0),
              number(&r, "achievable_groups_per_holder", -1));
        equal(&r, "waves per SIMD", result(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0),
              number(&r, "achievable_waves_per_simd_ceil", -1));
        place_as(&p, find(cell(&r, "target")), GPUOCC_CONVENTION_LLVM, k);
        equal(&r, "occupancy as remarked", result(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0),
              number(&r, "remark_occupancy_waves_per_simd", -1));
    }
    compared("compiled_kernels.csv");
}

/* Returns the waves of a kernel in the default mode. */
static uint64_t waves_of(const char *device, gpuocc_kernel k, uint64_t *max_waves)
{
    struct place p;

    place(&p, find(device), k);
    *max_waves = result(&p, GPUOCC_RESULT_MAX_WAVES, 0);
    return result(&p, GPUOCC_RESULT_WAVES, 0);
}

static void test_named(void)
{
    static const uint32_t unified[][3] = {{5, 128, 12}, {128, 128, 8}, {256, 256, 4}};
    gpuocc_kernel k = kernel_of(256, 0, 0);
    struct place p;
    uint64_t max;
    size_t i;

    for (i = 0; i < 3; i++) {
        k.registers_per_thread = unified[i][0];
        k.accumulators_per_thread = unified[i][1];
        ok(waves_of("gfx90a", k, &max) == unified[i][2] && max == 32,
           "gfx90a: %u VGPRs and %u AGPRs, %u of 32 waves", unified[i][0], unified[i][1],
           unified[i][2]);
    }
    ok(waves_of("gfx90a", kernel_of(320, 64, 0), &max) == 30, "gfx90a: 320 threads, 64: 93.75 %%");
    ok(waves_of("gfx90a", kernel_of(320, 72, 0), &max) == 25, "gfx90a: 320 threads, 72: 78.125 %%");

    place(&p, find("gfx1100"), kernel_of(1024, 40, 0));
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 2 && result(&p, GPUOCC_RESULT_WAVES, 0) == 64 &&
           result(&p, GPUOCC_RESULT_MAX_WAVES, 0) == 64 &&
           result(&p, GPUOCC_RESULT_LIMITERS, 0) == 1u << GPUOCC_LIMIT_WAVES &&
           result(&p, GPUOCC_RESULT_LIMIT, GPUOCC_LIMIT_REGISTERS) == 4,
       "gfx1100: 1024 threads, 40 VGPRs: 2 groups by slots, registers would allow 4");
    place(&p, find("gfx900"), kernel_of(1024, 85, 0));
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 0, "gfx900: 1024 threads, 85 VGPRs do not launch");

    k = kernel_of(256, 24, 0);
    k.scratch_wave_cap = 32;
    ok(waves_of("gfx900", k, &max) == 32 && max == 40, "gfx900: 32 of 40 waves with scratch");
    ok(waves_of("gfx1030", k, &max) == 64 && max == 64, "gfx1030: the scratch cap is ignored");
    k = kernel_of(256, 24, 0);
    k.max_threads_per_group = 128;
    place(&p, find("gfx900"), k);
    ok(result(&p, GPUOCC_RESULT_LIMITERS, 0) == 1u << GPUOCC_LIMIT_LAUNCH,
       "a group above the kernel's own bound: 0 groups");
    place(&p, find("RX 7900 XTX"), kernel_of(256, 24, 0));
    ok(result(&p, GPUOCC_RESULT_CORE_COUNT, 0) == 48, "RX 7900 XTX: 48 WGPs");
    k.max_threads_per_group = 0;
    k.core_mode = GPUOCC_CORE_MODE_CU;
    place(&p, find("RX 7900 XTX"), k);
    ok(result(&p, GPUOCC_RESULT_CORE_COUNT, 0) == 96, "RX 7900 XTX: 96 CUs");
}

/* Section 6 of the reference: LLVM's output in dynamic VGPR mode, gfx120x. */
static void test_dynamic(void)
{
    static const uint32_t steps[][3] = {{16, 16, 96}, {16, 13, 112}, {16, 12, 128}, {16, 10, 144},
                                        {16, 9, 160}, {16, 8, 192},  {16, 7, 208},  {16, 6, 256},
                                        {32, 16, 96}, {32, 12, 128}, {32, 9, 160},  {32, 8, 192},
                                        {32, 6, 256}};
    gpuocc_kernel k = kernel_of(32, 0, 0);
    struct place p;
    size_t i;

    for (i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        k.dynamic_vgpr_block = steps[i][0];
        k.registers_per_thread = steps[i][2];
        place_as(&p, find("gfx1201"), GPUOCC_CONVENTION_LLVM, k);
        same(result(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0), steps[i][1], "waves per SIMD",
             (int)i);
        place(&p, find("gfx1201"), k);
        same(result(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0),
             steps[i][2] <= 8 * steps[i][0] ? steps[i][1] : 0,
             "waves per SIMD by the hardware, at most 8 blocks", (int)i);
    }
    compared("dynamic VGPR mode");
}

/* A core with the figures of targets.csv, filled group by group and wave by wave. */
struct machine {
    long long simds, slots, vgprs, vgpr_unit, sgprs, sgpr_unit, fixed, trap, pool, unit, barriers;
};

static long long rounded(long long value, long long unit)
{
    return value + (unit - value % unit) % unit;
}

static long long fill(const struct machine *m, long long waves, long long v, long long s,
                      long long lds)
{
    long long slots[4], vgprs[4], sgprs[4], pool = m->pool, barriers = m->barriers, groups = 0;
    long long wave, i;

    v = rounded(v, m->vgpr_unit);
    s = m->sgprs == 0 ? 0 : rounded(m->fixed ? m->fixed : s, m->sgpr_unit);
    s += s != 0 ? m->trap : 0;
    lds = rounded(lds, m->unit);
    for (i = 0; i < m->simds; i++) {
        slots[i] = m->slots;
        vgprs[i] = m->vgprs;
        sgprs[i] = m->sgprs;
    }
    for (;; groups++) {
        if (lds > pool || (waves > 1 && barriers == 0))
            return groups;
        pool -= lds;
        barriers -= waves > 1;
        for (wave = 0; wave < waves; wave++) {
            for (i = 0; i < m->simds; i++)
                if (slots[i] > 0 && vgprs[i] >= v && sgprs[i] >= s)
                    break;
            if (i == m->simds)
                return groups;
            slots[i]--;
            vgprs[i] -= v;
            sgprs[i] -= s;
        }
    }
}

static void sweep(const struct rows *r, const struct machine *m, const gpuocc_device *d,
                  uint32_t vgprs)
{
    static const uint32_t threads[] = {1, 32, 33, 64, 65, 96, 128, 200, 256, 320, 512, 768, 1024},
                          scalars[] = {0, 17, 81, 102},
                          lds[] = {0, 1, 1025, 4097, 10241, 20000, 32768};
    gpuocc_kernel k = {0};
    struct place p;
    long long groups;
    size_t i, j, l;

    k.wave_size = (uint32_t)number(r, "wave_size_lanes", 0);
    k.core_mode = mode_of(r);
    for (i = 0; i < sizeof threads / sizeof threads[0]; i++)
        for (j = 0; j < sizeof scalars / sizeof scalars[0]; j++)
            for (l = 0; l < sizeof lds / sizeof lds[0]; l++) {
                k.threads_per_group = threads[i];
                k.registers_per_thread = vgprs;
                k.scalar_registers_per_wave = scalars[j];
                k.shared_bytes = lds[l] / 3;
                k.dynamic_shared_bytes = lds[l] - lds[l] / 3;
                place(&p, d, k);
                groups = fill(m, (threads[i] + k.wave_size - 1) / k.wave_size, vgprs, scalars[j],
                              lds[l]);
                equal(r, cell(r, "target"), result(&p, GPUOCC_RESULT_GROUPS, 0), groups);
            }
}

static void test_machine(void)
{
    struct machine m;
    struct rows r;
    uint32_t v;

    rows_open(&r, "amd/targets.csv");
    while (rows_next(&r)) {
        m.simds = number(&r, "simds_per_holder", 0);
        m.slots = number(&r, "max_waves_per_simd", 0);
        m.vgprs = number(&r, "vgpr_file_per_simd_regs", 0);
        m.vgpr_unit = number(&r, "vgpr_granule_regs", 0);
        m.sgprs = number(&r, "sgpr_file_per_simd_regs", 0);
        m.sgpr_unit = number(&r, "sgpr_granule_regs", 0);
        m.fixed = number(&r, "sgpr_fixed_alloc_regs", 0);
        m.trap = cell(&r, "target")[3] >= '8' ? 16 : 0; /* of ROCm, on gfx8 and gfx9 */
        m.pool = number(&r, "lds_pool_bytes", 0);
        m.unit = number(&r, "lds_granule_bytes", 0);
        m.barriers = number(&r, "max_barrier_groups", 0);
        for (v = 1; v <= number(&r, "vgpr_addressable_regs", 0); v += v < 128 ? 5 : 29)
            sweep(&r, &m, find(cell(&r, "target")), v);
    }
    compared("a machine filled group by group");
}

static void test_accumulators(void)
{
    static const char *const names[] = {"gfx908", "gfx90a", "gfx942", "gfx950"};
    gpuocc_kernel k = kernel_of(64, 0, 0);
    struct place p;
    uint32_t v, a, i, total, waves;

    for (i = 0; i < 4; i++)
        for (v = 1; v <= 256; v += 3)
            for (a = 0; a <= 256; a += 4) {
                total = v > a ? v : a;
                if (i != 0)
                    total = a ? (v + 3) / 4 * 4 + a : v;
                waves = i != 0 ? 512 / ((total + 7) / 8 * 8) : 256 / ((total + 3) / 4 * 4);
                if (waves > (i != 0 ? 8u : 10u))
                    waves = i != 0 ? 8 : 10;
                k.registers_per_thread = v;
                k.accumulators_per_thread = a;
                place(&p, find(names[i]), k);
                same(result(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0), waves, names[i],
                     (int)(v * 1000 + a));
            }
    compared("VGPRs and AGPRs together");
}

static void refused(const char *device, gpuocc_kernel k, int32_t status, uint32_t which)
{
    struct place p;

    place(&p, find(device), k);
    ok(p.status == status && p.error.field == which, "%s: %s", device, sentence(&p));
}

static void test_errors(void)
{
    const gpuocc_kernel plain = kernel_of(256, 32, 0);
    gpuocc_kernel k;

#define REFUSED(device, member, value, status, FIELD)                                              \
    k = plain;                                                                                     \
    k.member = (value);                                                                            \
    refused(device, k, GPUOCC_ERROR_##status, GPUOCC_KERNEL_##FIELD)
    REFUSED("gfx900", threads_per_group, 1025, GROUP_TOO_LARGE, THREADS_PER_GROUP);
    REFUSED("gfx900", threads_per_group, 0, REQUIRED, THREADS_PER_GROUP);
    REFUSED("gfx900", wave_size, 32, NOT_A_CHOICE, WAVE_SIZE);
    REFUSED("gfx1250", wave_size, 64, NOT_A_CHOICE, WAVE_SIZE);
    REFUSED("gfx900", registers_per_thread, 257, TOO_MANY_REGISTERS, REGISTERS_PER_THREAD);
    REFUSED("gfx90a", registers_per_thread, 513, TOO_MANY_REGISTERS, REGISTERS_PER_THREAD);
    REFUSED("gfx900", accumulators_per_thread, 1, NO_RESOURCE, ACCUMULATORS_PER_THREAD);
    REFUSED("gfx90a", accumulators_per_thread, 257, TOO_MANY_REGISTERS, ACCUMULATORS_PER_THREAD);
    REFUSED("gfx900", scalar_registers_per_wave, 113, TOO_MANY_REGISTERS,
            SCALAR_REGISTERS_PER_WAVE);
    REFUSED("gfx600", shared_bytes, 32769, SHARED_TOO_LARGE, SHARED_BYTES);
    REFUSED("gfx1100", dynamic_shared_bytes, 65537, SHARED_TOO_LARGE, DYNAMIC_SHARED_BYTES);
    REFUSED("gfx900", core_mode, GPUOCC_CORE_MODE_WGP, NO_RESOURCE, CORE_MODE);
    REFUSED("gfx1100", core_mode, 3, NOT_A_CHOICE, CORE_MODE);
    REFUSED("gfx1100", dynamic_vgpr_block, 16, NO_RESOURCE, DYNAMIC_VGPR_BLOCK);
    REFUSED("gfx1201", dynamic_vgpr_block, 24, NOT_A_CHOICE, DYNAMIC_VGPR_BLOCK);
    REFUSED("gfx900", trap_registers, 17, TOO_MANY_REGISTERS, TRAP_REGISTERS);
    REFUSED("gfx900", barriers_per_group, 2, TOO_LARGE, BARRIERS_PER_GROUP);
    REFUSED("gfx900", groups_per_cluster, 2, NO_RESOURCE, GROUPS_PER_CLUSTER);
    REFUSED("gfx900", grf_count, 128, NO_RESOURCE, GRF_COUNT);
#undef REFUSED
    k = plain;
    k.wave_size = 64;
    k.dynamic_vgpr_block = 16;
    refused("gfx1201", k, GPUOCC_ERROR_NOT_A_CHOICE, GPUOCC_KERNEL_WAVE_SIZE);
    k = kernel_of(256, 32, 40000);
    k.dynamic_shared_bytes = 40000;
    refused("gfx1100", k, GPUOCC_ERROR_SHARED_TOO_LARGE, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES);
}

/* Compares the bounds for an unknown input with all of its values. */
static void hull(const char *device, gpuocc_kernel k, uint32_t field, const uint32_t *values,
                 uint32_t count)
{
    uint64_t low = UINT64_MAX, high = 0, groups;
    gpuocc_kernel known = k;
    struct place p;
    uint32_t i;

    for (i = 0; i < count; i++) {
        put_word(&known, field, values ? values[i] : i);
        if (place(&p, find(device), known) != GPUOCC_OK)
            continue;
        groups = result(&p, GPUOCC_RESULT_GROUPS, 0);
        low = groups < low ? groups : low;
        high = groups > high ? groups : high;
    }
    put_word(&k, field, GPUOCC_UNKNOWN);
    place(&p, find(device), k);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, low, high), "%s, field %u unknown: %u to %u groups",
       device, field, (unsigned)low, (unsigned)high);
}

static void test_unknown(void)
{
    static const uint32_t blocks[] = {0, 16, 32}, modes[] = {1, 2}, sizes[] = {32, 64};
    gpuocc_kernel k = kernel_of(256, 100, 9000);
    struct place p;

    hull("gfx900", k, GPUOCC_KERNEL_REGISTERS_PER_THREAD, NULL, 257);
    hull("gfx942", k, GPUOCC_KERNEL_ACCUMULATORS_PER_THREAD, NULL, 257);
    hull("gfx900", k, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE, NULL, 113);
    hull("gfx900", k, GPUOCC_KERNEL_SHARED_BYTES, NULL, 65537);
    hull("gfx1100", k, GPUOCC_KERNEL_CORE_MODE, modes, 2);
    hull("gfx900", k, GPUOCC_KERNEL_CORE_MODE, modes, 1);
    hull("gfx1100", k, GPUOCC_KERNEL_WAVE_SIZE, sizes, 2);
    hull("gfx1201", k, GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK, blocks, 3);
    hull("gfx1100", k, GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK, blocks, 1);
    hull("gfx1030", k, GPUOCC_KERNEL_THREADS_PER_GROUP, NULL, 1025);

    k.core_mode = GPUOCC_UNKNOWN;
    place(&p, find("RX 7900 XTX"), k);
    ok(is_range(&p, GPUOCC_RESULT_CORE_COUNT, 0, 48, 96),
       "RX 7900 XTX in a mode that is not known: 48 to 96 cores");
}

/* An unknown wave size is that of dynamic registers, which only one size supports. */
static void test_dynamic_vgpr(void)
{
    gpuocc_kernel kernel = kernel_of(256, 64, 0);
    struct place known, unknown;

    kernel.dynamic_vgpr_block = 16;
    kernel.wave_size = 32;
    place(&known, find("gfx1200"), kernel);
    kernel.wave_size = GPUOCC_UNKNOWN;
    place(&unknown, find("gfx1200"), kernel);
    ok(result(&known, GPUOCC_RESULT_GROUPS, 0) != UINT64_MAX &&
           result(&unknown, GPUOCC_RESULT_GROUPS, 0) == result(&known, GPUOCC_RESULT_GROUPS, 0) &&
           result(&unknown, GPUOCC_RESULT_WAVES_PER_GROUP, 0) == 8,
       "gfx1200, dynamic VGPRs: an unknown wave size is 32");
    kernel.wave_size = 64;
    ok(place(&known, find("gfx1200"), kernel) == GPUOCC_ERROR_NOT_A_CHOICE, "and never 64");
}

/* Registers are aligned before the accumulators that follow them: the full path, the fast path and
 * the figures of the ISA (16 waves of 512 registers, in units of 8) agree. */
static void test_aligned_accumulators(void)
{
    const gpuocc_device *device = find("gfx90a");
    struct tally t = {0, 0};
    uint32_t vectors, accumulators;

    for (vectors = 1; vectors <= 64; vectors++)
        for (accumulators = 1; accumulators <= 64; accumulators += 3) {
            const uint32_t all = ((vectors + 3) / 4 * 4 + accumulators + 7) / 8 * 8;
            const uint32_t waves = 512 / all < 8 ? 512 / all : 8;
            gpuocc_kernel kernel = {.threads_per_group = 64,
                                    .registers_per_thread = vectors,
                                    .accumulators_per_thread = accumulators};
            struct place p;

            place(&p, device, kernel);
            tally(&t, result(&p, GPUOCC_RESULT_LIMIT, GPUOCC_LIMIT_REGISTERS) == 512 / all * 4,
                  "by registers", (int)vectors,
                  (double)result(&p, GPUOCC_RESULT_LIMIT, GPUOCC_LIMIT_REGISTERS), 512 / all * 4);
            tally(&t, result(&p, GPUOCC_RESULT_GROUPS, 0) == waves * 4, "long", (int)vectors,
                  (double)result(&p, GPUOCC_RESULT_GROUPS, 0), waves * 4);
            tally(&t, gpuocc_occupancy_groups(p.occupancy) == waves * 4, "short", (int)vectors,
                  gpuocc_occupancy_groups(p.occupancy), waves * 4);
        }
    ok(t.bad == 0, "VGPRs and AGPRs of gfx90a: %d checks, %d differ", t.rows, t.bad);
}

int main(void)
{
    test_compiled();
    test_named();
    test_dynamic();
    test_machine();
    test_accumulators();
    test_errors();
    test_unknown();
    test_dynamic_vgpr();
    test_aligned_accumulators();
    return done();
}
