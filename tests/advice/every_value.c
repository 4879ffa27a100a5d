/* SPDX-License-Identifier: MIT
 *
 * Compares plateaus, steps, padding and inverse queries with a list of the answers at every value
 * of the field, on devices so small that all values can be tried, and on two NVIDIA devices with
 * figures that no GPU has.
 */
#include "toys.h"

#define KERNELS 12 /* of each toy */
#define VALUES  49160

static struct {
    uint32_t answered; /* 1: the device accepts the value */
    uint32_t groups, waves, limiters;
} at[VALUES];

static uint32_t least, end; /* values from `least` on and below `end` are tried */
static uint32_t partitions;
static struct tally_of {
    uint32_t plateaus, wrong_plateau, steps, wrong_step, pads, wrong_pad, inverses, wrong_inverse,
        statuses, wrong_status;
} t;

static void look(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t field)
{
    gpuocc_kernel k = *kernel;
    struct place p;
    uint32_t value;

    least = field == GPUOCC_KERNEL_THREADS_PER_GROUP;
    end = toy_most(device, field) + 3;
    memset(at, 0, sizeof at);
    for (value = least; value < end; value++) {
        set(&k, field, value == 0 && field == GPUOCC_KERNEL_TRAP_REGISTERS ? GPUOCC_ZERO : value);
        if (ask(&p, device, &k) != GPUOCC_OK)
            continue;
        at[value].answered = 1;
        at[value].groups = gpuocc_occupancy_groups(p.occupancy);
        at[value].waves = gpuocc_occupancy_waves(p.occupancy);
        at[value].limiters = gpuocc_occupancy_limiters(p.occupancy);
        partitions = (uint32_t)result(&p, GPUOCC_RESULT_PARTITIONS_PER_CORE, 0);
    }
}

static int alike(uint32_t a, uint32_t b)
{
    return at[a].answered && at[b].answered && at[a].groups == at[b].groups &&
           at[a].waves == at[b].waves;
}

static uint32_t first_of(uint32_t value)
{
    while (value > least && alike(value, value - 1))
        value--;
    return value;
}

static uint32_t last_of(uint32_t value)
{
    while (alike(value, value + 1))
        value++;
    return value;
}

/* Of long plateaus only the ends and their surroundings are tried. */
static int is_asked(uint32_t value)
{
    return end < 100 || value % (1 + end / 40) == 0 || value < least + 2 || value + 2 >= end ||
           !alike(value - 1, value) || !alike(value - 2, value - 1) || !alike(value, value + 1) ||
           !alike(value + 1, value + 2);
}

static int plateau_is(const struct place *p, uint32_t field, uint32_t value)
{
    gpuocc_plateau s = {.size = sizeof s};
    const int32_t status = gpuocc_occupancy_plateau(p->occupancy, field, value, &s, NULL);

    t.plateaus++;
    if (!at[value].answered)
        return status == GPUOCC_ERROR_INDEX;
    return status == GPUOCC_OK && s.first == first_of(value) && s.last == last_of(value) &&
           s.groups == at[value].groups && s.waves == at[value].waves &&
           s.limiters == at[value].limiters;
}

/* Returns the largest smaller value with more waves; for threads otherwise the nearest larger one,
 * whose last wave is full. */
static uint32_t better_than(uint32_t now, uint32_t field)
{
    uint32_t value;

    for (value = now; value-- > least;)
        if (at[value].answered && at[value].waves > at[now].waves)
            return value;
    for (value = now + 1; field == GPUOCC_KERNEL_THREADS_PER_GROUP && value < end; value++)
        if (at[value].answered && at[value].waves > at[now].waves)
            return last_of(value);
    return UINT32_MAX;
}

static int step_is(const struct place *p, uint32_t field, uint32_t now)
{
    gpuocc_step s = {.size = sizeof s};
    const uint32_t then = better_than(now, field);
    const int32_t status = gpuocc_occupancy_next_step(p->occupancy, field, &s, NULL);

    t.steps++;
    if (s.now != now || s.slack != last_of(now))
        return 0;
    if (then == UINT32_MAX)
        return status == GPUOCC_NOT_POSSIBLE;
    return status == GPUOCC_OK && s.then == then && s.groups == at[then].groups &&
           s.waves == at[then].waves && s.limiters == at[then].limiters;
}

static int pad_is(const struct place *p, uint32_t now, uint32_t groups)
{
    uint32_t value, bytes = 77;
    const int32_t status = gpuocc_occupancy_pad(p->occupancy, groups, &bytes, NULL);

    t.pads++;
    for (value = now; value < end; value++)
        if (at[value].answered && at[value].groups == groups)
            return status == GPUOCC_OK && bytes == value - now;
    return status == GPUOCC_NOT_POSSIBLE && bytes == 77;
}

static int most_is(const struct place *p, uint32_t field, uint32_t target, uint32_t count)
{
    uint32_t value, reached, most = UINT32_MAX, got = 777;
    const int32_t status = gpuocc_occupancy_maximum(p->occupancy, field, target, count, &got, NULL);

    t.inverses++;
    for (value = least; value < end; value++) {
        reached = target == GPUOCC_TARGET_GROUPS ? at[value].groups : at[value].waves;
        if (target == GPUOCC_TARGET_WAVES_PER_PARTITION)
            reached /= partitions;
        if (at[value].answered && reached >= count)
            most = value;
    }
    return most == UINT32_MAX ? status == GPUOCC_NOT_POSSIBLE && got == 777
                              : status == GPUOCC_OK && got == most;
}

/* Every query about a field has this status. */
static void refused(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t field,
                    int32_t status)
{
    gpuocc_plateau plateau = {.size = sizeof plateau};
    gpuocc_step step = {.size = sizeof step};
    uint32_t value = 77;
    struct place p;

    memset(&p, 0xff, sizeof p); /* no word after the fields is read */
    ask(&p, device, kernel);
    if ((gpuocc_occupancy_plateau(p.occupancy, field, 0, &plateau, NULL) != status ||
         gpuocc_occupancy_next_step(p.occupancy, field, &step, NULL) != status ||
         gpuocc_occupancy_maximum(p.occupancy, field, GPUOCC_TARGET_GROUPS, 1, &value, NULL) !=
             status ||
         value != 77) &&
        t.wrong_status++ < 5)
        complain(device, kernel, "refused", field);
    t.statuses++;
}

/* Whatever else is unknown. */
static int must_be_known(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t field)
{
    gpuocc_plateau s = {.size = sizeof s};
    gpuocc_step step = {.size = sizeof step};
    struct place p;
    gpuocc_kernel k;
    uint32_t i, other, value = 77;

    for (i = 0; i < TOY_FIELDS; i++) {
        k = *kernel;
        other = toy_fields[i];
        put_word(&k, other, GPUOCC_UNKNOWN);
        if (ask(&p, device, &k) != GPUOCC_OK)
            continue;
        if (gpuocc_occupancy_next_step(p.occupancy, field, &step, NULL) !=
            GPUOCC_ERROR_MUST_BE_KNOWN)
            return 0;
        if (other == field)
            continue;
        if (gpuocc_occupancy_plateau(p.occupancy, field, 1, &s, NULL) !=
                GPUOCC_ERROR_MUST_BE_KNOWN ||
            gpuocc_occupancy_pad(p.occupancy, 1, &value, NULL) != GPUOCC_ERROR_MUST_BE_KNOWN ||
            gpuocc_occupancy_maximum(p.occupancy, field, GPUOCC_TARGET_GROUPS, 1, &value, NULL) !=
                GPUOCC_ERROR_MUST_BE_KNOWN)
            return 0;
    }
    return value == 77;
}

static void check(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t field)
{
    const uint32_t now = amount_of(kernel, field);
    gpuocc_kernel k = *kernel;
    struct place p;
    uint32_t i, target;

    look(device, kernel, field);
    memset(&p, 0xff, sizeof p);
    ask(&p, device, kernel);
    t.wrong_status += !must_be_known(device, kernel, field);
    for (i = least; i < end; i++)
        if (is_asked(i) && !plateau_is(&p, field, i) && t.wrong_plateau++ < 5) {
            complain(device, kernel, "plateau", field);
            note("at %u, which has those from %u to %u", i, first_of(i), last_of(i));
        }
    if (!step_is(&p, field, now) && t.wrong_step++ < 5)
        complain(device, kernel, "step", field);
    for (i = 1; i <= 20 && field == GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES; i++)
        if (!pad_is(&p, now, i) && t.wrong_pad++ < 5)
            complain(device, kernel, "padding", i);
    put_word(&k, field, GPUOCC_UNKNOWN);
    if (ask(&p, device, &k) != GPUOCC_OK)
        ask(&p, device, kernel);
    for (target = 0; target <= GPUOCC_TARGET_WAVES_PER_PARTITION; target++)
        for (i = 1; i <= 40; i += 1 + i / 10)
            if (!most_is(&p, field, target, i) && t.wrong_inverse++ < 5) {
                complain(device, kernel, "most", field);
                note("%u of target %u", i, target);
            }
}

/* Fields that no query accepts, on a device that has these resources. */
static void test_no_amounts(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    static const uint32_t never[] = {GPUOCC_KERNEL_SIZE,
                                     GPUOCC_KERNEL_WAVE_SIZE,
                                     GPUOCC_KERNEL_FIELD_COUNT,
                                     GPUOCC_KERNEL_FIELD_COUNT + 1,
                                     GPUOCC_UNKNOWN,
                                     GPUOCC_KERNEL_MAX_THREADS_PER_GROUP};
    static const struct {
        uint32_t field, vendor;
    } choices[] = {{GPUOCC_KERNEL_SHARED_LIMIT, GPUOCC_VENDOR_NVIDIA},
                   {GPUOCC_KERNEL_MAX_DYNAMIC_SHARED_BYTES, GPUOCC_VENDOR_NVIDIA},
                   {GPUOCC_KERNEL_CARVEOUT_PERCENT, GPUOCC_VENDOR_NVIDIA},
                   {GPUOCC_KERNEL_CACHE_PREFERENCE, GPUOCC_VENDOR_NVIDIA},
                   {GPUOCC_KERNEL_CORE_MODE, GPUOCC_VENDOR_AMD},
                   {GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK, GPUOCC_VENDOR_AMD},
                   {GPUOCC_KERNEL_SCRATCH_WAVE_CAP, GPUOCC_VENDOR_AMD}};
    const uint32_t vendor = get(device, GPUOCC_DEVICE_VENDOR);
    uint32_t i;

    for (i = 0; i < sizeof never / sizeof never[0]; i++)
        refused(device, kernel, never[i], GPUOCC_ERROR_FIELD);
    for (i = 0; i < sizeof choices / sizeof choices[0]; i++)
        refused(device, kernel, choices[i].field,
                choices[i].vendor == vendor ? GPUOCC_ERROR_FIELD : GPUOCC_ERROR_NO_RESOURCE);
    refused(device, kernel, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, GPUOCC_ERROR_NO_RESOURCE);
    if (vendor == GPUOCC_VENDOR_AMD) /* ignored: a group of several waves always has one */
        refused(device, kernel, GPUOCC_KERNEL_BARRIERS_PER_GROUP, GPUOCC_NOT_APPLICABLE);
    for (i = 0; i < TOY_FIELDS; i++)
        if (toy_most(device, toy_fields[i]) == 0 &&
            toy_fields[i] != GPUOCC_KERNEL_BARRIERS_PER_GROUP)
            refused(device, kernel, toy_fields[i], GPUOCC_ERROR_NO_RESOURCE);
}

/* A Kepler device with 16 KiB of shared memory unless a group requests more: one group from 8 KiB
 * on, then two again up to 24 KiB. */
static void test_kepler(void)
{
    const gpuocc_kernel kernel = {.size = sizeof kernel,
                                  .threads_per_group = 32,
                                  .wave_size = 32,
                                  .cache_preference = GPUOCC_CACHE_PREFERENCE_L1};

    check(find("3.5"), &kernel, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES);
    ok(at[8193].groups == 1 && at[16384].groups == 1 && at[16385].groups == 2 &&
           at[24577].groups == 1 && at[49152].groups == 1,
       "one group, two, and one again");
}

/* The memory that a block has without opting in is not a multiple of the unit. */
static void test_odd_units(void)
{
    static const struct change changes[][6] = {{{GPUOCC_DEVICE_SHARED_POOL_BYTES, 2048},
                                                {GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 700},
                                                {GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 250},
                                                {GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 224}},
                                               {{GPUOCC_DEVICE_SHARED_POOL_BYTES, 2048},
                                                {GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 700},
                                                {GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 300},
                                                {GPUOCC_DEVICE_SHARED_RESERVED_BYTES, 10},
                                                {GPUOCC_DEVICE_SHARED_UNIT_BYTES, 77},
                                                {GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 224}}};
    static const char *const bases[] = {"7.0", "8.0", "7.5"};
    gpuocc_kernel k = {.size = sizeof k, .wave_size = 32};
    struct own own;
    uint32_t i;

    for (i = 0; i < 24; i++) {
        make_changed(&own, find(bases[i % 3]), "odd", changes[i % 2], 6);
        k.threads_per_group = 33 + below(190);
        k.dynamic_shared_bytes = below(2) * below(150);
        k.shared_bytes = below(2) * below(400);
        k.carveout_percent = below(2) ? 0 : 1 + below(100);
        check(made(&own), &k, GPUOCC_KERNEL_SHARED_BYTES);
        check(made(&own), &k, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES);
        k.dynamic_shared_bytes_per_thread = below(2);
        check(made(&own), &k, GPUOCC_KERNEL_THREADS_PER_GROUP);
        k.dynamic_shared_bytes_per_thread = 0;
    }
}

/* The half of an SM that runs blocks with global caching has too few slots for the block, or there
 * are no halves. */
static void test_halves(void)
{
    static const struct change changes[][2] = {
        {{GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 8}},
        {{GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 64}, {GPUOCC_DEVICE_PARTITIONS_PER_CORE, 1}},
        {{GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 11}, {GPUOCC_DEVICE_PARTITIONS_PER_CORE, 3}}};
    gpuocc_kernel k = {.size = sizeof k, .wave_size = 32};
    struct own own;
    uint32_t i;

    for (i = 0; i < 60; i++) {
        make_changed(&own, find(i % 2 ? "5.2" : "6.1"), "half", changes[i % 3], 2);
        k.threads_per_group = 1 + below(1024);
        k.registers_per_thread = below(100);
        k.global_caching = GPUOCC_GLOBAL_CACHING_ON + (i % 5 == 0);
        check(made(&own), &k, GPUOCC_KERNEL_REGISTERS_PER_THREAD);
        check(made(&own), &k, GPUOCC_KERNEL_THREADS_PER_GROUP);
    }
    make_changed(&own, find("5.2"), "half", changes[0], 2);
    k.threads_per_group = 832;
    k.global_caching = GPUOCC_GLOBAL_CACHING_ON;
    check(made(&own), &k, GPUOCC_KERNEL_REGISTERS_PER_THREAD);
    ok(at[32].groups == 1 && at[33].groups == 1 && at[72].groups == 1 && at[73].groups == 0,
       "a block of more than half of the slots gives caching up with any registers");
}

static void test_kernel(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    uint32_t j;

    test_no_amounts(device, kernel);
    for (j = 0; j < TOY_FIELDS; j++)
        if (toy_most(device, toy_fields[j]) != 0)
            check(device, kernel, toy_fields[j]);
}

int main(void)
{
    each_toy_kernel(KERNELS, test_kernel);
    test_kepler();
    test_odd_units();
    test_halves();
    ok(t.wrong_plateau == 0, "%u plateaus are those of a list of all values: %u exceptions",
       t.plateaus, t.wrong_plateau);
    ok(t.wrong_step == 0, "%u steps: %u exceptions", t.steps, t.wrong_step);
    ok(t.wrong_pad == 0, "%u paddings: %u exceptions", t.pads, t.wrong_pad);
    ok(t.wrong_inverse == 0, "%u inverse questions: %u exceptions", t.inverses, t.wrong_inverse);
    ok(t.wrong_status == 0, "%u fields are no amounts: %u exceptions", t.statuses, t.wrong_status);
    return done();
}
