/* SPDX-License-Identifier: MIT
 *
 * Tests LLVM's and HIP's answers a second time, by the formulas of the reference (amd.md 7.2, 7.3)
 * and the constants of targets.csv: random kernels for every target.
 */
#include "amd_support.h"
#include "own.h"
#include "random.h"

/* A row of targets.csv and a kernel. */
struct given {
    long long major, simds, slots, file, granule, sgprs, fixed, per_group, pool, barriers, wave;
    long long threads, n, v, s, lds, unit, trap;
    int rdna;
};

static long long min(long long a, long long b)
{
    return a < b ? a : b;
}

static long long up(long long value, long long unit)
{
    return (value + unit - 1) / unit * unit;
}

static long long in_table(const struct given *g)
{
    static const int old[] = {48, 56, 64, 72, 80}, since_8[] = {80, 88, 100};
    const int *at = g->major < 8 ? old : since_8;
    long long i, waves = 10;

    for (i = 0; i < (g->major < 8 ? 5 : 3); i++)
        waves -= g->s > at[i];
    return waves;
}

/* Returns the waves per SIMD by SGPRs: the table of LLVM 16 to 22, or the division of its main
 * branch. */
static long long by_scalars(const struct given *g, int is_main)
{
    if (!is_main)
        return min(in_table(g), g->slots);
    return min(g->sgprs / (up(g->s, g->major < 8 ? 8 : 16) + g->trap), g->slots);
}

/* Returns the allocation granularity of main: that of the hardware, but 512 on all of RDNA (LLVM PR
 * 219495 is open). */
static long long lds_unit(const struct given *g)
{
    return g->major >= 10 && g->unit == 1024 ? 512 : g->unit;
}

/* Returns the waves per SIMD (7.2), and the limiting resources. */
static long long by_llvm(const struct given *g, int is_main, uint32_t *limiters)
{
    const long long pool = g->major == 6 && !is_main ? 32768 : g->pool;
    const long long slots = g->slots * g->simds / g->n;
    const long long lds = is_main ? up(g->lds, lds_unit(g)) : g->lds;
    const long long by_lds = g->lds ? pool / lds : 1 << 20;
    const long long by_barriers = g->n > 1 && g->barriers ? g->barriers : 1 << 20;
    const long long most = min(slots, min(by_lds, by_barriers));
    const long long fit = min((most * g->n + g->simds - 1) / g->simds, g->slots);
    long long vector = g->slots, scalar = g->slots, waves;
    const int has_scalars = g->sgprs != 0 && g->s > 0;

    if (g->v > 0)
        vector = min(g->file / up(g->v, g->granule), g->slots);
    if (vector < 1)
        vector = 1;
    if (has_scalars)
        scalar = by_scalars(g, is_main);
    waves = min(fit < 1 ? 1 : fit, min(vector, scalar));
    *limiters = 0;
    if ((fit < 1 ? 1 : fit) == waves)
        *limiters = (uint32_t)(slots == most) << GPUOCC_LIMIT_WAVES |
                    (uint32_t)(by_lds == most) << GPUOCC_LIMIT_SHARED |
                    (uint32_t)(by_barriers == most) << GPUOCC_LIMIT_BARRIERS;
    *limiters |= (uint32_t)(g->v > 0 && vector == waves) << GPUOCC_LIMIT_REGISTERS |
                 (uint32_t)(has_scalars && scalar == waves) << GPUOCC_LIMIT_SCALAR_REGISTERS;
    return waves;
}

/* Returns the groups of a CU or WGP (7.3); -1: HIP returns an error. */
static long long by_hip(const struct given *g, long long lds_divisor, long long file,
                        long long granule, long long simds, long long trap)
{
    const long long slots = g->major <= 9 ? 8 : 16;
    const long long vector = g->v > 0 ? file / up(g->v, granule) : slots;
    long long waves = min(slots, vector), groups;

    if (vector == 0)
        return -1;
    if (g->s > 0 && g->major <= 9)
        waves = min(waves, (g->major < 8 ? 512 : 800) /
                               (up(g->s, trap != 0 && g->major < 8 ? 8 : 16) + trap));
    groups = simds * waves * g->wave / up(g->threads, g->wave);
    if (g->threads > 1024)
        return 0;
    return g->lds > 0 ? min(groups, lds_divisor / g->lds) : groups;
}

static void read_target(struct given *g, const struct rows *r)
{
    const char *name = cell(r, "target");

    g->major =
        name[4] != '-' && (strlen(name) > 6 || name[5] == '-') ? 10 + name[4] - '0' : name[3] - '0';
    g->simds = number(r, "simds_per_holder", 0);
    g->slots = strcmp(name, "gfx803") == 0 ? 10 : number(r, "max_waves_per_simd", 0);
    g->file = number(r, "vgpr_file_per_simd_regs", 0);
    g->granule = number(r, "vgpr_granule_regs", 0);
    g->sgprs = number(r, "sgpr_file_per_simd_regs", 0);
    g->fixed = number(r, "sgpr_fixed_alloc_regs", 0);
    g->per_group = number(r, "lds_per_group_bytes", 0);
    g->pool = number(r, "lds_pool_bytes", 0);
    g->barriers = number(r, "max_barrier_groups", 0);
    g->unit = number(r, "lds_granule_bytes", 0);
    g->wave = number(r, "wave_size_lanes", 0);
}

static gpuocc_kernel pick(struct given *g, const struct rows *r)
{
    gpuocc_kernel k = {0};

    g->threads = below(3) == 0 ? 64 * (1 + below(16)) : 1 + below(1024);
    g->n = (g->threads + g->wave - 1) / g->wave;
    g->v = below(4) == 0 ? 0 : 1 + below((uint32_t)number(r, "vgpr_addressable_regs", 256));
    if (g->v > 256 && strcmp(cell(r, "agpr_kind"), "none") != 0)
        g->v = 256;
    g->s = below(3) == 0 ? 0 : 1 + below(g->major < 8 ? 104 : 112);
    g->lds = below(3) == 0 ? 0 : below(2) ? below(4096) : below((uint32_t)g->per_group + 1);
    k.wave_size = (uint32_t)g->wave;
    k.core_mode = mode_of(r);
    k.threads_per_group = (uint32_t)g->threads;
    k.registers_per_thread = (uint32_t)g->v;
    k.scalar_registers_per_wave = (uint32_t)g->s;
    k.shared_bytes = (uint32_t)g->lds;
    return k;
}

static void compare_llvm(const struct given *given, int is_main, const struct rows *r,
                         gpuocc_kernel k)
{
    const gpuocc_device *device = find(cell(r, "target"));
    struct given g = *given;
    uint32_t limiters;
    struct place p;
    long long waves;

    if (g.fixed != 0)
        g.s = g.fixed;
    g.trap = k.trap_registers == GPUOCC_ZERO ? 0 : 16;
    waves = by_llvm(&g, is_main, &limiters);
    k.dynamic_shared_bytes = 100; /* LLVM ignores it */
    place_as(&p, device, is_main ? GPUOCC_CONVENTION_LLVM_MAIN : GPUOCC_CONVENTION_LLVM, k);
    equal(r, "LLVM's waves", result(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0), waves);
    equal(r, "waves of all SIMDs", gpuocc_occupancy_waves(p.occupancy), waves * g.simds);
    equal(r, "what limits them", result(&p, GPUOCC_RESULT_LIMITERS, 0), limiters);
    if (g.sgprs != 0 && g.s != 0)
        equal(r, "groups by SGPRs", result(&p, GPUOCC_RESULT_LIMIT, GPUOCC_LIMIT_SCALAR_REGISTERS),
              by_scalars(&g, is_main) * g.simds / g.n);
}

static void compare_hip(const struct given *g, const struct rows *r, gpuocc_kernel k)
{
    const gpuocc_device *device = find(cell(r, "target"));
    const char *name = cell(r, "target");
    const int none = strcmp(name, "gfx950") == 0 || g->major >= 12;
    const long long wave = (long long)value_at(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, 0);
    long long groups[4], simds = g->simds;
    struct place p;
    uint32_t i;

    if (none && (strncmp(name, "gfx125", 6) == 0 || strcmp(name, "gfx12-5-generic") == 0 ||
                 strcmp(name, "gfx1310") == 0))
        simds = 2;
    groups[0] = by_hip(g, g->per_group, g->file, g->granule, g->simds, 0);
    groups[1] = by_hip(g, k.core_mode == GPUOCC_CORE_MODE_WGP ? g->pool : g->per_group, g->file,
                       g->granule, g->simds, 0);
    groups[2] = by_hip(g, g->per_group, none ? 256 * wave / g->wave : g->file,
                       none ? 4 * wave / g->wave : g->granule, simds, 0);
    groups[3] = by_hip(g, k.core_mode == GPUOCC_CORE_MODE_WGP ? g->pool : g->per_group, g->file,
                       g->granule, g->simds, 16);
    for (i = 0; i < 4; i++) {
        place_as(&p, device, i == 3 ? GPUOCC_CONVENTION_HIP_2026_08 : GPUOCC_CONVENTION_HIP + i, k);
        if (groups[i] < 0) {
            equal(r, "HIP's error", (uint64_t)(p.status == GPUOCC_ERROR_TOO_MANY_REGISTERS), 1);
            continue;
        }
        equal(r, "HIP's groups", result(&p, GPUOCC_RESULT_GROUPS, 0), groups[i]);
        if (g->v > 0)
            equal(r, "registers of the CU", result(&p, GPUOCC_RESULT_CAPACITY, 2),
                  i == 2 ? (none ? 256 * wave : g->file * g->wave) * simds
                         : g->file * g->wave * g->simds);
        if (g->s > 0 && g->major <= 9)
            equal(r, "SGPRs of the CU", result(&p, GPUOCC_RESULT_CAPACITY, 3),
                  (g->major < 8 ? 512 : 800) * g->simds);
    }
}

static void test_random(void)
{
    const uint32_t count = part_of(100);
    struct given g;
    struct rows r;
    gpuocc_kernel k;
    uint32_t i;

    rows_open(&r, "amd/targets.csv");
    while (rows_next(&r)) {
        read_target(&g, &r);
        for (i = 0; i < 20 + count; i++) {
            k = pick(&g, &r);
            compare_llvm(&g, 0, &r, k);
            compare_llvm(&g, 1, &r, k);
            k.trap_registers = GPUOCC_ZERO;
            compare_llvm(&g, 1, &r, k);
            k.trap_registers = 0;
            compare_hip(&g, &r, k);
        }
    }
    compared("LLVM and HIP, random kernels");
}

/* Every number of SGPRs and of VGPRs, including VGPRs above the maximum of a wave. */
static void test_steps(void)
{
    static const uint32_t conventions[] = {GPUOCC_CONVENTION_DEFAULT, GPUOCC_CONVENTION_LLVM,
                                           GPUOCC_CONVENTION_HIP};
    gpuocc_kernel k = {0};
    uint32_t i, good = 0;
    struct rows r;
    struct given g;
    struct place p;

    rows_open(&r, "amd/targets.csv");
    while (rows_next(&r)) {
        read_target(&g, &r);
        g.threads = k.threads_per_group = 64;
        g.n = 64 / g.wave;
        g.v = g.lds = 0;
        k.wave_size = (uint32_t)g.wave;
        k.core_mode = mode_of(&r);
        for (g.s = 0; g.s <= (g.major < 8 ? 104 : 112); g.s++) {
            k.scalar_registers_per_wave = (uint32_t)g.s;
            compare_llvm(&g, 0, &r, k);
            compare_llvm(&g, 1, &r, k);
            compare_hip(&g, &r, k);
        }
        k.scalar_registers_per_wave = 0;
    }
    compared("every number of SGPRs");
    k.wave_size = k.core_mode = 0;
    k.scalar_registers_per_wave = 105;
    for (i = 0; i < 3; i++)
        good +=
            place_as(&p, find("gfx701"), conventions[i], k) == GPUOCC_ERROR_TOO_MANY_REGISTERS &&
            p.error.field == GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE && p.error.limit == 104;
    ok(good == 3, "gfx701 has 104, as llc says too");
}

/* Above the maximum of a wave: LLVM prints 1, HIP refuses. */
static void test_too_many(void)
{
    gpuocc_kernel k = {
        .threads_per_group = 64, .registers_per_thread = 512, .accumulators_per_thread = 256};
    struct place p;

    place_as(&p, find("gfx90a"), GPUOCC_CONVENTION_LLVM, k);
    ok(result(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0) == 1 &&
           result(&p, GPUOCC_RESULT_LIMITERS, 0) == 1u << GPUOCC_LIMIT_REGISTERS,
       "LLVM: 768 of 512 VGPRs are 1 wave");
    ok(place_as(&p, find("gfx90a"), GPUOCC_CONVENTION_HIP, k) == GPUOCC_ERROR_TOO_MANY_REGISTERS &&
           p.error.field == GPUOCC_KERNEL_REGISTERS_PER_THREAD && p.error.value == 768 &&
           p.error.limit == 512,
       "HIP: %s", sentence(&p));
    k.registers_per_thread = GPUOCC_UNKNOWN;
    place_as(&p, find("gfx90a"), GPUOCC_CONVENTION_HIP, k);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 4, 8),
       "HIP: 4 to 8 groups with 0 to 256 VGPRs beside 256 AGPRs");
    k.registers_per_thread = 400;
    k.accumulators_per_thread = GPUOCC_UNKNOWN;
    place_as(&p, find("gfx90a"), GPUOCC_CONVENTION_HIP, k);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 4, 4),
       "HIP: 4 groups with 0 to 112 AGPRs beside 400 VGPRs");
    k = (gpuocc_kernel){0};
    k.threads_per_group = 1025;
    place_as(&p, find("gfx90a"), GPUOCC_CONVENTION_HIP, k);
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 0, "HIP: 0 groups of 1025 threads");
}

/* The block of dynamic VGPR mode if it is unknown: static, 16 and 32, each of which determines a
 * bound somewhere (section 6: 112 and 144 VGPRs). */
static void test_blocks(void)
{
    static const struct {
        uint32_t convention, registers, low, high;
    } rows[] = {{GPUOCC_CONVENTION_DEFAULT, 112, 12, 13},
                {GPUOCC_CONVENTION_LLVM, 144, 9, 10},
                {GPUOCC_CONVENTION_DEFAULT, 128, 10, 12}};
    gpuocc_kernel k = {.threads_per_group = 32, .dynamic_vgpr_block = GPUOCC_UNKNOWN};
    uint32_t most = 0, i, good = 0;
    struct place p;

    for (i = 0; i < 3; i++) {
        k.registers_per_thread = rows[i].registers;
        place_as(&p, find("gfx1201"), rows[i].convention, k);
        good +=
            (uint32_t)is_range(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0, rows[i].low, rows[i].high);
    }
    ok(good == 3, "block not known: 12 to 13 waves of 112 VGPRs, 9 to 10 of 144, 10 to 12 of 128");
    k.dynamic_vgpr_block = 0;
    place(&p, find("gfx1201"), k);
    ok(gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK, GPUOCC_TARGET_GROUPS,
                                1, &most, NULL) == GPUOCC_ERROR_FIELD,
       "a block is no amount: there is no most of it");
    k.dynamic_vgpr_block = 33;
    for (most = GPUOCC_CONVENTION_DEFAULT; most <= GPUOCC_CONVENTION_HIP; most++)
        if (most != GPUOCC_CONVENTION_HEADER)
            ok(place_as(&p, find("gfx1100"), most, k) == GPUOCC_ERROR_NOT_A_CHOICE &&
                   p.error.limit == 32,
               "33 is none anywhere, convention %u", most);
}

static void test_refused(void)
{
    const uint32_t field_of_size = GPUOCC_DEVICE_DEFAULT_WAVE_SIZE;
    static uint64_t memory[sizeof(gpuocc_custom_device) / 8];
    const uint64_t nothing = 0;
    const gpuocc_device *device;
    gpuocc_kernel k = {.threads_per_group = 64};
    gpuocc_error error;
    struct place p;

    ok(place_as(&p, find("PlayStation 5"), GPUOCC_CONVENTION_HIP, k) ==
               GPUOCC_ERROR_CONVENTION_DEVICE &&
           p.error.field == GPUOCC_DEVICE_GENERATION && p.error.limit == 0,
       "no tool knows consoles");
    error.size = sizeof error;
    ok(device_in(memory, find("gfx900"), NULL, 0, &field_of_size, &nothing, 1, &device, &error) ==
               GPUOCC_ERROR_DEVICE_INVALID &&
           error.field == field_of_size,
       "a device of AMD has a wave size");
}

/* Takes the minimum of unknown waves: one that needs no registers fits where no register does. */
static void test_no_registers(void)
{
    const gpuocc_device *device = edited(find("gfx90a"), GPUOCC_DEVICE_REGISTERS_PER_PARTITION, 1);
    gpuocc_kernel k = {.threads_per_group = 64,
                       .wave_size = GPUOCC_UNKNOWN,
                       .registers_per_thread = GPUOCC_UNKNOWN};
    struct place p;

    ok(place_as(&p, device, GPUOCC_CONVENTION_HIP, k) == GPUOCC_OK, "an unknown number of VGPRs");
    k.registers_per_thread = 0;
    k.accumulators_per_thread = GPUOCC_UNKNOWN;
    ok(place_as(&p, device, GPUOCC_CONVENTION_HIP, k) == GPUOCC_OK, "and of AGPRs may be 0");
}

/* LLVM does not count groups, so that the maximum for a number of groups does not apply. */
static void test_most(void)
{
    gpuocc_kernel k = {.threads_per_group = 256};
    struct place p;
    uint32_t most = 0;

    place_as(&p, find("gfx1100"), GPUOCC_CONVENTION_LLVM, k);
    ok(gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                                GPUOCC_TARGET_GROUPS, 2, &most, NULL) == GPUOCC_NOT_APPLICABLE,
       "no registers for 2 groups");
    ok(gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                                GPUOCC_TARGET_WAVES_PER_PARTITION, 16, &most, NULL) == GPUOCC_OK &&
           most == 96,
       "96 registers for 16 waves of a SIMD: 1536 / 16");
}

/* A trap handler needs SGPRs of a wave, and a cap is a number of waves. */
static void test_hardware(void)
{
    gpuocc_kernel k = {.threads_per_group = 64, .scalar_registers_per_wave = 1};
    struct place p;

    place(&p, find("gfx900"), k);
    ok(result(&p, GPUOCC_RESULT_ALLOCATED, GPUOCC_LIMIT_SCALAR_REGISTERS) == 32,
       "one SGPR takes 16, and ROCm's trap handler 16");
    k.trap_registers = GPUOCC_ZERO;
    place(&p, find("gfx900"), k);
    ok(result(&p, GPUOCC_RESULT_ALLOCATED, GPUOCC_LIMIT_SCALAR_REGISTERS) == 16,
       "without the handler 16");
    k.trap_registers = 0;
    place(&p, find("gfx701"), k);
    ok(result(&p, GPUOCC_RESULT_ALLOCATED, GPUOCC_LIMIT_SCALAR_REGISTERS) == 8,
       "nor does ROCm load one on gfx7");
    k.scalar_registers_per_wave = 108;
    place(&p, find("gfx900"), k);
    ok(result(&p, GPUOCC_RESULT_NOTES, 0) == 0, "108 SGPRs are what compilers count");
    k.scalar_registers_per_wave = 112;
    place(&p, find("gfx900"), k);
    ok(result(&p, GPUOCC_RESULT_NOTES, 0) == 1u << GPUOCC_NOTE_ROUNDED_SCALARS &&
           result(&p, GPUOCC_RESULT_GROUPS, 0) == 24,
       "112 are what a profiler reports of 97 and more");
    k.scalar_registers_per_wave = 128;
    place(&p, find("gfx1030"), k);
    ok(p.status == GPUOCC_OK && result(&p, GPUOCC_RESULT_NOTES, 0) == 0,
       "128 are what it reports of every wave of RDNA");
    k.scalar_registers_per_wave = 0;
    k.scratch_wave_cap = 39;
    place(&p, find("gfx900"), k);
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 39 &&
           result(&p, GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_WAVES) == 39,
       "a cap below the slots is what there is");
    k.scratch_wave_cap = 41;
    place(&p, find("gfx900"), k);
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 40 &&
           result(&p, GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_WAVES) == 40,
       "one above them is none");
    k.scratch_wave_cap = 0;
    k.dynamic_vgpr_block = 16;
    place(&p, find("gfx1201"), k);
    ok(result(&p, GPUOCC_RESULT_NOTES, 0) == 1u << GPUOCC_NOTE_DYNAMIC,
       "dynamic VGPR mode is noted");
}

int main(void)
{
    test_random();
    test_steps();
    test_too_many();
    test_blocks();
    test_refused();
    test_no_registers();
    test_most();
    test_hardware();
    return done();
}
