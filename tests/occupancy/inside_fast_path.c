/* SPDX-License-Identifier: MIT
 *
 * Tests the fast path with access to internals (rules.h). Each of its answers is that of the full
 * path. It answers every kernel with only amounts, up to the limits of the device, and with the
 * most common choices, so that no such query takes ten times as long as similar ones: on every
 * architecture, and on custom devices with numbers that the fast path supports.
 */
#define GOCC_PRIVATE
#include "occupancy/occupancy.h"
#include "plan/plan.h"
#include "schedule/schedule.h"
#include "occupancy/occupancy.h"
#include "laws.h"
#include "own.h"

#define DEVICE(name) get(device, GPUOCC_DEVICE_##name)

static uint32_t asked, promised, differ, missing;

static int is_power(uint32_t number)
{
    return number != 0 && (number & (number - 1)) == 0;
}

/* Returns the largest value of a field with which a kernel is plain; UINT32_MAX: any value. */
static uint32_t most_of(const gpuocc_device *device, uint32_t vendor, uint32_t field)
{
    switch (field) {
    case GPUOCC_KERNEL_THREADS_PER_GROUP:
        return DEVICE(MAX_THREADS_PER_GROUP);
    case GPUOCC_KERNEL_WAVE_SIZE: /* these are tested elsewhere */
    case GPUOCC_KERNEL_SHARED_BYTES:
    case GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES:
    case GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD:
        return UINT32_MAX;
    case GPUOCC_KERNEL_REGISTERS_PER_THREAD:
        return vendor == GPUOCC_VENDOR_NVIDIA || vendor == GPUOCC_VENDOR_AMD
                   ? DEVICE(MAX_REGISTERS_PER_THREAD)
                   : 0;
    case GPUOCC_KERNEL_BARRIERS_PER_GROUP:
        return vendor == GPUOCC_VENDOR_NVIDIA ? 16
               : vendor == GPUOCC_VENDOR_AMD  ? 1
                                              : (vendor == GPUOCC_VENDOR_INTEL) * 32;
    case GPUOCC_KERNEL_MAX_THREADS_PER_GROUP:
        return vendor == GPUOCC_VENDOR_APPLE ? 0 : INT32_MAX;
    case GPUOCC_KERNEL_SHARED_LIMIT:
        return vendor == GPUOCC_VENDOR_NVIDIA ? GPUOCC_SHARED_LIMIT_OPTIN : 0;
    case GPUOCC_KERNEL_MAX_DYNAMIC_SHARED_BYTES:
        return vendor == GPUOCC_VENDOR_NVIDIA ? INT32_MAX : 0;
    case GPUOCC_KERNEL_ACCUMULATORS_PER_THREAD:
        return vendor == GPUOCC_VENDOR_AMD ? DEVICE(MAX_ACCUMULATORS_PER_THREAD) : 0;
    case GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE:
        return vendor != GPUOCC_VENDOR_AMD   ? 0
               : DEVICE(GENERATION) < 0x800  ? DEVICE(MAX_SCALAR_REGISTERS_PER_WAVE)
               : DEVICE(GENERATION) < 0x1000 ? 112
                                             : 128;
    case GPUOCC_KERNEL_CORE_MODE:
        return vendor != GPUOCC_VENDOR_AMD ? 0
               : DEVICE(CUS_PER_WGP) != 0  ? GPUOCC_CORE_MODE_WGP
                                           : GPUOCC_CORE_MODE_CU;
    case GPUOCC_KERNEL_TRAP_REGISTERS:
        return vendor == GPUOCC_VENDOR_AMD ? 16 : 0;
    case GPUOCC_KERNEL_GRF_COUNT:
        return vendor == GPUOCC_VENDOR_INTEL ? DEVICE(MAX_REGISTERS_PER_THREAD) : 0;
    case GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD:
        return vendor == GPUOCC_VENDOR_APPLE ? DEVICE(MAX_REGISTERS_PER_THREAD) : 0;
    default:
        return 0;
    }
}

/* Whether the configurable sizes of the shared memory are at most its total. */
static int has_its_sizes(const gpuocc_device *device)
{
    uint64_t size;
    uint32_t i;

    for (i = 0;
         gpuocc_device_get(device, GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB, i, &size) == GPUOCC_OK; i++)
        if (size * 1024 > DEVICE(SHARED_POOL_BYTES))
            return 0;
    return 1;
}

static int is_known(const gpuocc_device *device, uint32_t field)
{
    uint64_t value;

    return gpuocc_device_get(device, field, 0, &value) == GPUOCC_OK;
}

/* Whether the fast path supports a device. */
static int is_plain_device(const gpuocc_device *device, uint32_t vendor)
{
    const uint32_t generation = DEVICE(GENERATION);

    if (!is_known(device, GPUOCC_DEVICE_PARTITIONS_PER_CORE) ||
        !is_known(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP))
        return 0;
    switch (vendor) {
    case GPUOCC_VENDOR_NVIDIA:
        return is_power(DEVICE(REGISTER_UNIT)) && is_power(DEVICE(SHARED_UNIT_BYTES)) &&
               is_power(DEVICE(PARTITIONS_PER_CORE)) &&
               (generation >= 70 ||
                DEVICE(MAX_SHARED_BYTES_PER_GROUP) == DEVICE(DEFAULT_SHARED_BYTES_PER_GROUP)) &&
               (generation >= 80 || DEVICE(SHARED_RESERVED_BYTES) == 0) && has_its_sizes(device);
    case GPUOCC_VENDOR_APPLE:
        return is_known(device, GPUOCC_DEVICE_REGISTERS_PER_PARTITION) &&
               (DEVICE(REGISTERS_PER_PARTITION) != 0) == (generation == 7 || generation == 8);
    default:
        return vendor == GPUOCC_VENDOR_AMD || vendor == GPUOCC_VENDOR_INTEL;
    }
}

static int is_plain_memory(const gpuocc_device *device, uint32_t vendor, const gpuocc_kernel *k)
{
    const uint64_t sum = (uint64_t)k->shared_bytes + k->dynamic_shared_bytes +
                         (uint64_t)k->dynamic_shared_bytes_per_thread * k->threads_per_group;

    if (vendor != GPUOCC_VENDOR_APPLE)
        return sum <= DEVICE(MAX_SHARED_BYTES_PER_GROUP);
    return sum <= DEVICE(MAX_SHARED_BYTES_PER_GROUP) / 16 * 16 &&
           (sum == 0 || is_known(device, GPUOCC_DEVICE_SHARED_POOL_BYTES));
}

/* Whether the fast path must answer a kernel. */
static int is_plain(const gpuocc_device *device, const gpuocc_kernel *k)
{
    const uint32_t vendor = DEVICE(VENDOR);
    const uint32_t size = k->wave_size != 0 ? k->wave_size : DEVICE(DEFAULT_WAVE_SIZE);
    uint32_t field;

    for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT; field++)
        if (word_of(k, field) > most_of(device, vendor, field))
            return 0;
    if (convention != GPUOCC_CONVENTION_DEFAULT &&
        (convention != GPUOCC_CONVENTION_HEADER || strcmp(gpuocc_device_name(device), "own") == 0 ||
         (DEVICE(BARRIERS_PER_CORE) != 0 &&
          k->barriers_per_group * DEVICE(MAX_GROUPS_PER_CORE) > DEVICE(BARRIERS_PER_CORE))))
        return 0;
    return k->threads_per_group != 0 && is_power(size) && (size & DEVICE(WAVE_SIZES)) != 0 &&
           is_plain_memory(device, vendor, k) && is_plain_device(device, vendor);
}

static int is_same(const gpuocc_occupancy *long_way, const gpuocc_answer *answer)
{
    return answer->groups == gpuocc_occupancy_groups(long_way) &&
           answer->waves == gpuocc_occupancy_waves(long_way) &&
           answer->max_waves == gpuocc_occupancy_max_waves(long_way) &&
           answer->limiters == gpuocc_occupancy_limiters(long_way);
}

static void ask_both(const gpuocc_device *device, gpuocc_kernel kernel)
{
    static struct place p;
    gpuocc_answer answer;
    int short_way;

    kernel.size = sizeof kernel;
    short_way = gocc_fast(device, convention, &kernel, &answer);
    asked++;
    if (is_plain(device, &kernel)) {
        promised++;
        if (!short_way && missing++ < 5)
            complain(device, &kernel, "no short answer", 0);
    }
    if (!short_way)
        return;
    if ((place_whole(&p, device, convention, &kernel) != GPUOCC_OK ||
         !is_same(p.occupancy, &answer)) &&
        differ++ < 5)
        complain(device, &kernel, "short and long differ", 0);
}

/* Returns a value near those at which the answer for a field may change. */
static uint32_t near_limit(const gpuocc_device *device, uint32_t vendor, uint32_t field)
{
    const uint32_t most = most_of(device, vendor, field);
    static const uint32_t corners[] = {1, 2, 16, 32, 33, 64, 96, 128, 255, 256, 512};
    const uint32_t bytes[] = {DEVICE(MAX_SHARED_BYTES_PER_GROUP),
                              DEVICE(DEFAULT_SHARED_BYTES_PER_GROUP), DEVICE(SHARED_UNIT_BYTES),
                              DEVICE(SHARED_POOL_BYTES) / (1 + below(4))};

    if (most == UINT32_MAX && field != GPUOCC_KERNEL_WAVE_SIZE)
        return (bytes[below(4)] - DEVICE(SHARED_RESERVED_BYTES) * below(2) + below(3) - 1) /
               (field == GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD ? 64 : 1);
    if (below(3) == 0 || most == UINT32_MAX)
        return corners[below(sizeof corners / sizeof corners[0])];
    return below(2) ? below(most + 1) : most - 1 + below(3);
}

static void ask_random(const gpuocc_device *device, uint32_t kernels)
{
    const uint32_t vendor = DEVICE(VENDOR);
    uint32_t field;

    while (kernels-- != 0) {
        gpuocc_kernel kernel = {0};

        for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT; field++)
            if (most_of(device, vendor, field) != 0 &&
                (field == 1 || below(field == GPUOCC_KERNEL_SHARED_BYTES ? 2 : 5) == 0))
                put_word(&kernel, field, near_limit(device, vendor, field));
        if (DEVICE(DEFAULT_WAVE_SIZE) == 0 && below(8) != 0)
            kernel.wave_size = 8u << below(3);
        ask_both(device, kernel);
    }
}

/* Tries each field separately: the largest value of a plain kernel and its neighbours, values that
 * differ by a bit, and values that are not amounts. */
static void ask_each(const gpuocc_device *device)
{
    const uint32_t vendor = DEVICE(VENDOR);
    uint32_t field, i;

    for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT; field++) {
        const uint32_t most = most_of(device, vendor, field);
        const uint32_t all = DEVICE(MAX_SHARED_BYTES_PER_GROUP);
        const uint32_t values[] = {most, most - 1, most + 1,    0,
                                   1,    2,        3,           8,
                                   16,   24,       31,          32,
                                   33,   64,       GPUOCC_ZERO, all - 1,
                                   all,  all + 1,  1u << 31,    GPUOCC_UNKNOWN,
                                   48,   all / 64, all / 32,    all / 16 * 16};

        for (i = 0; i < sizeof values / sizeof values[0]; i++) {
            gpuocc_kernel kernel = {.threads_per_group = 64};

            if (DEVICE(DEFAULT_WAVE_SIZE) == 0)
                kernel.wave_size = 16;
            put_word(&kernel, field, values[i]);
            ask_both(device, kernel);
        }
    }
}

static void ask_all(const gpuocc_device *device, uint32_t kernels)
{
    for (convention = 0; convention < GPUOCC_CONVENTION_COUNT; convention++) {
        if (convention != 0 &&
            (DEVICE(VENDOR) != GPUOCC_VENDOR_NVIDIA || convention != GPUOCC_CONVENTION_HEADER))
            continue;
        ask_each(device);
        ask_random(device, kernels);
    }
}

/* Tests the rounding that the fast paths share; most units are powers of two. */
static void test_round(void)
{
    uint32_t unit, value, wrong = 0;

    for (unit = 1; unit <= 1200; unit++)
        for (value = 0; value <= 3 * unit; value += 1 + unit / 7)
            wrong += gocc_round(value, unit) != gocc_up(value, unit);
    ok(wrong == 0, "rounded up by a mask or a division: %u differ", wrong);
}

static void report(const char *what)
{
    ok(differ == 0 && missing == 0 && promised > at_least(1000),
       "%s: %u kernels, %u promised a short answer, %u have none, %u are not the long one", what,
       asked, promised, missing, differ);
    asked = promised = differ = missing = 0;
}

static void test_architectures(void)
{
    const gpuocc_device *device;
    uint32_t at;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        if (is_architecture(device))
            ask_all(device, 300);
    report("architectures");
}

/* The fields that are changed for custom devices. */
static const uint8_t changed[] = {
    GPUOCC_DEVICE_GENERATION,
    GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,
    GPUOCC_DEVICE_MAX_GROUPS_PER_CORE,
    GPUOCC_DEVICE_PARTITIONS_PER_CORE,
    GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION,
    GPUOCC_DEVICE_REGISTERS_PER_PARTITION,
    GPUOCC_DEVICE_REGISTER_UNIT,
    GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD,
    GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP,
    GPUOCC_DEVICE_UNIFIED_ACCUMULATORS,
    GPUOCC_DEVICE_SCALAR_REGISTERS_PER_PARTITION,
    GPUOCC_DEVICE_SCALAR_REGISTER_UNIT,
    GPUOCC_DEVICE_FIXED_SCALAR_REGISTERS_PER_WAVE,
    GPUOCC_DEVICE_SHARED_POOL_BYTES,
    GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP,
    GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP,
    GPUOCC_DEVICE_SHARED_UNIT_BYTES,
    GPUOCC_DEVICE_SHARED_RESERVED_BYTES,
    GPUOCC_DEVICE_BARRIERS_PER_CORE,
    GPUOCC_DEVICE_CUS_PER_WGP,
};

static uint64_t value_of(const gpuocc_device *device, uint32_t field)
{
    static const uint32_t generations[] = {30, 37, 52, 60, 69, 70, 71, 75, 79, 80, 81, 90};
    const uint64_t is = get(device, field);

    if (field == GPUOCC_DEVICE_GENERATION)
        return DEVICE(VENDOR) == GPUOCC_VENDOR_NVIDIA ? generations[below(12)] : is + below(4) - 1;
    if (field == GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP && below(2))
        return DEVICE(MAX_SHARED_BYTES_PER_GROUP);
    switch (below(9)) {
    case 0:
        return 0;
    case 1:
        return 1 + below(3);
    case 2:
        return is - 1 + below(3);
    case 3:
        return is / 2;
    case 4:
        return is / 2 * 3;
    case 5:
        return is * 3;
    case 6:
        return GPUOCC_UNKNOWN;
    case 7:
        return is * 2;
    default:
        return is;
    }
}

/* Adds sizes around the size of the memory, and some after a full list. */
static void add_sizes(const gpuocc_device *device)
{
    const uint32_t count = below(3) ? (below(2) ? 12 : 1) : 1 + below(12),
                   pool = DEVICE(SHARED_POOL_BYTES) / 1024;
    uint32_t i;

    for (i = 1; i < count; i++)
        edit(GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB, i);
    edit(GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB, pool - 1 + below(3));
    if (below(2))
        edit(GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB, 4 * pool);
}

static void ask_own(const gpuocc_device *base, uint32_t count)
{
    static struct own own;
    uint32_t i;

    while (count-- != 0) {
        edits.count = 0;
        for (i = below(4) + 1; i != 0; i--) {
            const uint32_t field = changed[below(sizeof changed)];

            edit(field, value_of(base, field));
        }
        if (get(base, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_NVIDIA && below(3) == 0)
            add_sizes(base);
        if (make_own(&own, base, "own", edits.fields, edits.values, edits.count) == GPUOCC_OK)
            ask_all(own.device, 30);
    }
}

int main(void)
{
    static const char *const bases[] = {
        "3.5",     "5.2",     "6.0",   "7.5",     "8.6",      "9.0",    "gfx908", "gfx90a",
        "gfx1030", "gfx1200", "gen12", "xe2_hpg", "xe3p_cri", "apple6", "apple7", "apple9"};
    uint32_t i;

    test_round();
    test_architectures();
    for (i = 0; i < sizeof bases / sizeof bases[0]; i++)
        ask_own(find(bases[i]), 200);
    report("devices of one's own");
    return done();
}
