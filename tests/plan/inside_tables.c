/* SPDX-License-Identifier: MIT
 *
 * Tests the tables of plans: which plans have them, and that an entry is the answer of every kernel
 * that it represents.
 */
#define GOCC_PRIVATE
#include "occupancy/occupancy.h"
#include "plan/plan.h"
#include "schedule/schedule.h"
#include "own.h"
#include "plan/plan.h"
#include "plans.h"

/* Returns the expected entry. */
static uint16_t entry(const gpuocc_plan *plan, uint32_t threads, uint32_t registers,
                      uint32_t shared)
{
    gpuocc_kernel k = plan->base;
    gpuocc_occupancy *occupancy;
    struct place p;
    uint32_t groups;

    k.size = sizeof k;
    k.threads_per_group = threads;
    k.shared_bytes = shared;
    put_word(&k, plan->register_field, registers);
    if (occupancy_in(p.words, plan->device, plan->convention, &k, &occupancy, NULL) != GPUOCC_OK)
        return 0xffff;
    groups = gpuocc_occupancy_groups(occupancy);
    return GOCC_PLAN_ENTRY(groups == GPUOCC_UNKNOWN ? 254 : groups,
                           gpuocc_occupancy_limiters(occupancy));
}

/* Returns log2 of the registers per thread that are allocated together. */
static uint32_t register_shift(const gpuocc_plan *plan, uint32_t wave_size)
{
    const uint32_t vendor = get(plan->device, GPUOCC_DEVICE_VENDOR);
    uint32_t unit = get(plan->device, GPUOCC_DEVICE_REGISTER_UNIT) / wave_size, shift = 0;

    if (vendor == GPUOCC_VENDOR_APPLE)
        unit *= 2; /* the field counts half registers */
    while (shift < 5 && unit % 2 == 0) {
        unit /= 2;
        shift++;
    }
    return vendor == GPUOCC_VENDOR_INTEL ? 5 : shift;
}

static uint32_t wrong_rows(const gpuocc_plan *p)
{
    const uint32_t up = (1u << p->register_shift) - 1, size = 1u << p->wave_shift;
    uint32_t wave, registers, bad = 0;

    for (wave = 0; wave < p->max_threads >> p->wave_shift; wave++)
        for (registers = 0; registers <= p->max_registers; registers++)
            bad += p->rows[(wave << p->stride_shift) + ((registers + up) >> p->register_shift)] !=
                   entry(p, (wave + 1) * size - registers % size, registers, 0);
    return bad;
}

static uint32_t wrong_shared(const gpuocc_plan *p)
{
    const uint32_t size = 1u << p->shared_shift, threads = 1u << p->wave_shift;
    /* The fewest registers: 0 means the default there. */
    const uint32_t r = p->register_field == GPUOCC_KERNEL_GRF_COUNT;
    uint32_t bytes, bad = p->shared[0] != entry(p, threads, r, 0);

    for (bytes = 1; bytes <= p->max_shared; bytes += size) {
        const uint32_t last = bytes + size - 1 < p->max_shared ? bytes + size - 1 : p->max_shared;

        bad += p->shared[(bytes - 1) / size + 1] != entry(p, threads, r, bytes) ||
               p->shared[(bytes - 1) / size + 1] != entry(p, threads, r, last);
    }
    return bad;
}

struct tables {
    uint32_t plans, fast, wrong, shape;
};

/* Checks one plan; `fast`: whether it must have tables. */
static void check(const gpuocc_plan *p, int fast, uint32_t wave_size, struct tables *t)
{
    const gpuocc_device *d = p->device;
    const uint32_t unit = get(d, GPUOCC_DEVICE_SHARED_UNIT_BYTES);
    uint32_t wrong = 0;
    int good = p->fast == (uint32_t)fast;

    t->plans++;
    if (p->fast != 0) {
        t->fast++;
        wrong = wrong_rows(p) + wrong_shared(p);
        good &= p->by_sum == 1 && p->max_threads == get(d, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP) &&
                p->max_registers == get(d, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD) &&
                p->max_shared == get(d, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP) &&
                p->register_shift == register_shift(p, wave_size) &&
                1u << p->shared_shift == (unit != 1 ? (unit & (0u - unit)) : 1024) &&
                (p->unknown == 0 || get(d, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_APPLE);
    }
    t->wrong += wrong != 0;
    t->shape += !good;
    if (wrong != 0 || !good)
        note("%s, convention %u, waves of %u: tables %u, of %u, %u, %u, shifts %u %u, %u wrong",
             gpuocc_device_name(d), p->convention, wave_size, p->fast, p->max_threads,
             p->max_registers, p->max_shared, p->register_shift, p->shared_shift, wrong);
}

/* Whether enough of a device is known for the fast path. */
static int is_plain(const gpuocc_device *device)
{
    uint64_t value;

    return gpuocc_device_get(device, GPUOCC_DEVICE_PARTITIONS_PER_CORE, 0, &value) == GPUOCC_OK &&
           gpuocc_device_get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 0, &value) == GPUOCC_OK &&
           gocc_rules_of(get(device, GPUOCC_DEVICE_VENDOR))->hooks->fast != NULL &&
           (get(device, GPUOCC_DEVICE_VENDOR) != GPUOCC_VENDOR_APPLE ||
            get(device, GPUOCC_DEVICE_GENERATION) >= 7);
}

static void check_device(const gpuocc_device *device, struct tables *t)
{
    const uint32_t usual = get(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE);
    gpuocc_kernel base = {0};
    uint32_t size;

    for (size = 8; size <= 64; size *= 2) {
        if ((get(device, GPUOCC_DEVICE_WAVE_SIZES) & size) == 0)
            continue;
        base.wave_size = size == usual ? 0 : size;
        check(plan_of(device, GPUOCC_CONVENTION_DEFAULT, base), is_plain(device), size, t);
    }
    if (get(device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_NVIDIA)
        check(plan_of(device, GPUOCC_CONVENTION_HEADER, base), is_plain(device), 32, t);
}

static void test_devices(void)
{
    struct tables t = {0, 0, 0, 0};
    const gpuocc_device *device;
    uint32_t at;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        if (is_architecture(device))
            check_device(device, &t);
    ok(t.fast >= 250 && t.wrong == 0 && t.shape == 0,
       "%u plans, %u with tables: %u wrong, %u of another shape", t.plans, t.fast, t.wrong,
       t.shape);
}

enum {
    WAVES = GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION,
    GROUPS = GPUOCC_DEVICE_MAX_GROUPS_PER_CORE,
    THREADS = GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,
    MOST = GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD,
    UNIT = GPUOCC_DEVICE_REGISTER_UNIT,
    COUNTS = GPUOCC_DEVICE_GRF_COUNTS,
    SLOTS = GPUOCC_DEVICE_WAVES_AT_GRF_COUNT,
    FILE_SIZE = GPUOCC_DEVICE_REGISTERS_PER_PARTITION,
    POOL = GPUOCC_DEVICE_SHARED_POOL_BYTES,
    GROUP_SHARED = GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP,
    SHARED_UNIT = GPUOCC_DEVICE_SHARED_UNIT_BYTES,
    RESERVED = GPUOCC_DEVICE_SHARED_RESERVED_BYTES
};
static const struct {
    const char *base;
    struct change changes[4];
    uint32_t wave_size;
    int fast;
} devices[] = {
    {"gfx1100", {{WAVES, 1000}, {GROUPS, 126}}, 32, 1}, /* a WGP has 252 groups */
    {"gfx1100", {{WAVES, 1000}, {GROUPS, 127}}, 32, 0}, /* 254 */
    {"gfx1100", {{WAVES, 1000}, {GROUPS, 0}}, 32, 0},
    {"gfx1100", {{MOST, 255}, {UNIT, 32}, {THREADS, 2048}}, 32, 1},
    {"gfx1100", {{MOST, 256}, {UNIT, 32}, {THREADS, 2048}}, 32, 0},
    {"gfx1100", {{MOST, 0}}, 32, 1},
    {"gfx1100", {{MOST, 1}}, 32, 1},
    {"gfx1100", {{UNIT, 24 * 32}, {FILE_SIZE, 50000}}, 32, 1},
    {"gfx1100", {{UNIT, 1}, {FILE_SIZE, 50000}}, 32, 1},
    {"gfx1100", {{GROUP_SHARED, 4095 * 4}, {SHARED_UNIT, 4}}, 32, 1},
    {"gfx1100", {{GROUP_SHARED, 4095 * 4 + 1}, {SHARED_UNIT, 4}}, 32, 0},
    {"gfx1100", {{GROUP_SHARED, 0}}, 32, 1},
    {"gfx1100", {{GROUP_SHARED, 4000}, {SHARED_UNIT, 3}}, 32, 1},
    {"8.0", {{GROUP_SHARED, 16380}, {RESERVED, 100}}, 32, 1}, /* classes of 4 bytes */
    {"8.0", {{GROUP_SHARED, 16381}, {RESERVED, 100}}, 32, 0},
    {"gfx1100", {{FILE_SIZE, 1024}}, 32, 1}, /* even a few registers limit */
    {"gfx1100", {{FILE_SIZE, 2048}}, 64, 1},
    {"ptl-h", {{COUNTS, 33}, {COUNTS, 256}, {SLOTS, 10}, {SLOTS, 4}}, 32, 1},
    {"ptl-h", {{COUNTS, 32}, {COUNTS, 256}, {SLOTS, 10}, {SLOTS, 4}}, 32, 1},
    {"ptl-h", {{COUNTS, 16}, {COUNTS, 256}, {SLOTS, 10}, {SLOTS, 4}}, 32, 1},
    {"bmg-g21", {{SHARED_UNIT, 1024}}, 16, 1}, /* sizes are those of a list */
    {"apple9", {{GROUPS, 1}}, 32, 1},          /* wave slots that nobody knows, and one group */
    {"gfx1100", {{THREADS, 1000}}, 32, 0},
    {"gfx1100", {{THREADS, 32}}, 32, 0},
    {"gfx1100", {{THREADS, 31}}, 32, 0},
    {"gfx1100", {{THREADS, 64}}, 32, 1},
    {"acm-g10", {{THREADS, 1008}}, 16, 0}, /* half of it is not a whole number of waves */
    {"acm-g10", {{THREADS, 992}}, 16, 1},
    {"apple8", {{GROUP_SHARED, 32760}}, 32, 0}, /* allocation lengths are multiples of 16 */
    {"apple8", {{UNIT, 32}}, 32, 1},
    {"apple8", {{RESERVED, 1 << 20}}, 32, 1}, /* no room for any length */
    {"apple8", {{UNIT, 48}}, 32, 1},
};

/* Tests tables of the maximum size and larger ones; more groups than an entry can represent; sizes
 * for which the number of threads of a wave matters; and register units that are not powers of
 * two. */
static void test_own(void)
{
    static struct own own;
    uint32_t i, bad = 0;

    for (i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        const gpuocc_kernel base = {.wave_size = devices[i].wave_size};
        const gpuocc_plan *p;

        make_changed(&own, find(devices[i].base), NULL, devices[i].changes, 4);
        p = plan_of(made(&own), GPUOCC_CONVENTION_DEFAULT, base);
        if (p->fast != (uint32_t)devices[i].fast || (p->fast && p->by_sum != 1) ||
            (p->fast && wrong_rows(p) + wrong_shared(p) != 0)) {
            note("row %u, %s: tables %u, %u and %u wrong", i, devices[i].base, p->fast,
                 p->fast ? wrong_rows(p) : 0, p->fast ? wrong_shared(p) : 0);
            bad++;
        }
    }
    ok(bad == 0, "devices of one's own: %u differ", bad);
}

int main(void)
{
    test_devices();
    test_own();
    return done();
}
