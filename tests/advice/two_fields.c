/* SPDX-License-Identifier: MIT
 *
 * Compares the two-field step with every pair of smaller values of every two amounts, on devices so
 * small that all pairs can be tried.
 */
#include "toys.h"

#define KERNELS 150 /* of each toy */

static struct {
    uint32_t kernels, alone, none, found, wrong;
} t;

/* Returns a number of kernels, or a fifth of it if only a part of the cases is requested. */
static uint32_t some_of(uint32_t kernels)
{
    return is_part() ? kernels / 5 : kernels;
}

static uint32_t waves_of(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    struct place p;

    return ask(&p, device, kernel) == GPUOCC_OK ? gpuocc_occupancy_waves(p.occupancy) : 0;
}

/* Sets a field to a value with which `waves` waves are resident, as far as the other fields
 * allow. */
static void limit_to(const gpuocc_device *device, gpuocc_kernel *kernel, uint32_t field,
                     uint32_t waves)
{
    const uint32_t most = toy_most(device, field), from = below(most);
    gpuocc_kernel k = *kernel;
    struct place p;
    uint32_t i, value;

    for (i = 0; i < most; i++) {
        value = 1 + (from + i) % most;
        set(&k, field, value);
        if (ask(&p, device, &k) == GPUOCC_OK && gpuocc_occupancy_waves(p.occupancy) == waves) {
            *kernel = k;
            return;
        }
    }
}

/* Makes a kernel for which two or three amounts allow the same number of waves. */
static gpuocc_kernel tight_kernel(const gpuocc_device *device)
{
    gpuocc_kernel k = toy_kernel(device), bare = k;
    const uint32_t waves = waves_of(device, &k);
    uint32_t i, from = below(AMOUNTS);

    for (i = 0; i < AMOUNTS; i++)
        put_word(&bare, amounts[i], amounts[i] == GPUOCC_KERNEL_GRF_COUNT ? bare.grf_count : 0);
    for (i = 0; i < AMOUNTS; i++)
        if (below(4) != 0)
            limit_to(device, &bare, amounts[(from + i) % AMOUNTS], waves);
    return below(4) == 0 ? k : bare;
}

/* Whether a smaller value of one field allows more waves. */
static int helps(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t field,
                 uint32_t waves)
{
    const uint32_t now = amount_of(kernel, field);
    gpuocc_kernel k = *kernel;
    uint32_t value;

    for (value = 0; value < now; value++) {
        set(&k, field, value);
        if (waves_of(device, &k) > waves)
            return 1;
    }
    return 0;
}

struct best {
    uint32_t fields[2];
    double cost;
};

/* Finds the cheapest pair of two fields, if it is cheaper than the best so far. */
static void try_pair(const gpuocc_device *device, const gpuocc_kernel *kernel,
                     const uint32_t fields[2], uint32_t waves, struct best *best)
{
    const uint32_t now[2] = {amount_of(kernel, fields[0]), amount_of(kernel, fields[1])};
    gpuocc_kernel k = *kernel;
    uint32_t a, b;
    double cost;

    for (a = 0; a < now[0]; a++)
        for (b = now[1]; b-- > 0;) {
            cost = (double)(now[0] - a) / now[0] + (double)(now[1] - b) / now[1];
            if (cost >= best->cost - 1e-9)
                break; /* all below it cost more, too */
            set(&k, fields[0], a);
            set(&k, fields[1], b);
            if (waves_of(device, &k) > waves) {
                best->cost = cost;
                memcpy(best->fields, fields, sizeof best->fields);
            }
        }
}

static int step_is(const gpuocc_device *device, const gpuocc_kernel *kernel,
                   const gpuocc_two_field_step *s, const struct best *best)
{
    gpuocc_kernel k = *kernel;
    double cost = 0;
    struct place p;
    int i;

    for (i = 0; i < 2; i++) {
        if (s->fields[i] != best->fields[i] || s->now[i] != amount_of(kernel, s->fields[i]) ||
            s->then[i] >= s->now[i])
            return 0;
        cost += (double)(s->now[i] - s->then[i]) / s->now[i];
        set(&k, s->fields[i], s->then[i]);
    }
    return cost < best->cost + 1e-9 && ask(&p, device, &k) == GPUOCC_OK &&
           gpuocc_occupancy_groups(p.occupancy) == s->groups &&
           gpuocc_occupancy_waves(p.occupancy) == s->waves &&
           gpuocc_occupancy_limiters(p.occupancy) == s->limiters;
}

static int joint_is(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    const uint32_t waves = waves_of(device, kernel);
    gpuocc_two_field_step s = {.size = sizeof s};
    struct best best = {{0, 0}, 3};
    uint32_t fields[2], i, j;
    struct place p;
    int32_t status;

    ask(&p, device, kernel);
    status = gpuocc_occupancy_two_field_step(p.occupancy, &s, NULL);
    for (i = 0; i < AMOUNTS; i++)
        if (helps(device, kernel, amounts[i], waves)) {
            t.alone++;
            return status == GPUOCC_NOT_POSSIBLE && s.fields[0] == 0;
        }
    for (i = 0; i < AMOUNTS; i++)
        for (j = 0; j < AMOUNTS; j++) {
            fields[0] = amounts[i];
            fields[1] = amounts[j];
            if (fields[0] < fields[1])
                try_pair(device, kernel, fields, waves, &best);
        }
    t.none += best.cost >= 3;
    t.found += best.cost < 3;
    if (best.cost >= 3)
        return status == GPUOCC_NOT_POSSIBLE && s.fields[0] == 0;
    return status == GPUOCC_OK && step_is(device, kernel, &s, &best);
}

/* If any amount is unknown, so is the step. */
static int must_be_known(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    gpuocc_two_field_step s = {.size = sizeof s};
    struct place p;
    gpuocc_kernel k;
    uint32_t i;

    for (i = 0; i < TOY_FIELDS; i++) {
        k = *kernel;
        put_word(&k, toy_fields[i], GPUOCC_UNKNOWN);
        if (ask(&p, device, &k) == GPUOCC_OK &&
            gpuocc_occupancy_two_field_step(p.occupancy, &s, NULL) != GPUOCC_ERROR_MUST_BE_KNOWN)
            return 0;
    }
    return 1;
}

static void check(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    t.kernels++;
    if ((!joint_is(device, kernel) || !must_be_known(device, kernel)) && t.wrong++ < 5)
        complain(device, kernel, "two-field step", 0);
}

/* Makes a kernel with static memory, dynamic memory and that of each thread, which grows in steps
 * of a group. All are in one pool, so that with two amounts an extreme of many pairs is the
 * cheapest. */
static gpuocc_kernel shared_kernel(const gpuocc_device *device)
{
    const uint32_t all = toy_most(device, GPUOCC_KERNEL_SHARED_BYTES), most = all < 160 ? all : 160;
    gpuocc_kernel k = toy_kernel(device);

    k.registers_per_thread = k.accumulators_per_thread = 0;
    k.barriers_per_group = k.virtual_resources = 0;
    k.threads_per_group = k.threads_per_group > 64 ? 1 + below(64) : k.threads_per_group;
    k.shared_bytes = 1 + below(most / 2);
    k.dynamic_shared_bytes = below(4) ? below(most / 2) : 0;
    k.dynamic_shared_bytes_per_thread = 1 + below(most / 2 / k.threads_per_group);
    return k;
}

/* Counts how often each of the three pairs of one pool is the answer. */
static void test_one_pool(void)
{
    const uint32_t fixed = GPUOCC_KERNEL_SHARED_BYTES, given = GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES;
    uint32_t pairs[3] = {0, 0, 0}, row, i;
    gpuocc_two_field_step s = {.size = sizeof s};
    gpuocc_kernel k;
    struct place p;

    for (row = 0; row < TOYS; row++)
        for (i = 0; i < some_of(KERNELS); i++) {
            k = shared_kernel(toy(row));
            if (ask(&p, toy(row), &k) != GPUOCC_OK)
                continue;
            check(toy(row), &k);
            if (gpuocc_occupancy_two_field_step(p.occupancy, &s, NULL) == GPUOCC_OK)
                pairs[s.fields[1] == given ? 0 : s.fields[0] == fixed ? 1 : 2]++;
        }
    ok(pairs[0] >= at_least(3) && pairs[1] >= at_least(20) && pairs[2] >= at_least(2),
       "of one pool: static and dynamic %u, static and of each thread %u, dynamic and that %u",
       pairs[0], pairs[1], pairs[2]);
}

/* Makes a Kepler device that gives a block all of its memory, which then has room for two, where
 * the part that L1 leaves has room for one: between two numbers of bytes. The threads of a block
 * step over these. */
static const gpuocc_device *kepler(uint32_t from, uint32_t reserved)
{
    static const uint32_t fields[] = {
        GPUOCC_DEVICE_SHARED_POOL_BYTES, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP,
        GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, GPUOCC_DEVICE_SHARED_RESERVED_BYTES,
        GPUOCC_DEVICE_SHARED_UNIT_BYTES};
    const uint32_t all = 32768 + from;
    const uint64_t values[] = {all, 2000, 40000, reserved, 1};
    static uint64_t memory[sizeof(gpuocc_custom_device) / 8];
    const gpuocc_device *device = NULL;

    device_in(memory, find("3.5"), NULL, 0, fields, values, 5, &device, NULL);
    return device;
}

static void test_kepler(void)
{
    const uint32_t found = t.found;
    gpuocc_two_field_step s = {.size = sizeof s};
    gpuocc_kernel k = {
        .size = sizeof k, .wave_size = 32, .cache_preference = GPUOCC_CACHE_PREFERENCE_L1};
    uint32_t i, from, steps = 0;
    struct place p;

    for (i = 0; i < some_of(60); i++) {
        const gpuocc_device *device;

        k.threads_per_group = 50 + below(100);
        from = 32768 - 2 * below(60);
        device = kepler(from, from - below(300));
        k.shared_bytes = 1 + below(400);
        k.dynamic_shared_bytes = below(2) * below(100);
        k.dynamic_shared_bytes_per_thread = 1 + below(5);
        if (ask(&p, device, &k) != GPUOCC_OK)
            continue;
        check(device, &k);
        s.fields[1] = 0;
        (void)gpuocc_occupancy_two_field_step(p.occupancy, &s, NULL);
        steps += s.fields[1] == GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD;
    }
    ok(t.found - found >= at_least(10) && steps >= at_least(10),
       "Kepler: %u steps, %u of them in the memory of each thread", t.found - found, steps);
}

/* Makes an SM with 2, 5 or 11 KiB of shared memory: a block that does not fit one size gets the
 * next, which has room for two of up to 512 bytes more. */
static const gpuocc_device *sized(uint32_t reserved)
{
    static const uint32_t sizes = GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB;
    const struct change changes[] = {{GPUOCC_DEVICE_SHARED_POOL_BYTES, 11264},
                                     {GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 10000},
                                     {GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 10000},
                                     {GPUOCC_DEVICE_SHARED_RESERVED_BYTES, reserved},
                                     {GPUOCC_DEVICE_SHARED_UNIT_BYTES, 1},
                                     {sizes, 2},
                                     {sizes, 5},
                                     {sizes, 11}};
    static struct own own;

    make_changed(&own, find("8.0"), NULL, changes, 8);
    return made(&own);
}

static void test_sizes(void)
{
    const uint32_t found = t.found;
    gpuocc_two_field_step s = {.size = sizeof s};
    gpuocc_kernel k = {.size = sizeof k, .wave_size = 32, .carveout_percent = GPUOCC_ZERO};
    uint32_t i, steps[2] = {0, 0};
    const gpuocc_device *device;
    struct place p;

    for (i = 0; i < some_of(700); i++) {
        device = sized(below(600));
        k.threads_per_group = 600 + below(425);
        k.dynamic_shared_bytes_per_thread = (i % 2 ? 3 : 1) + below(3);
        k.dynamic_shared_bytes = below(2) * below(40);
        k.shared_bytes = 1 + below(900);
        if (ask(&p, device, &k) != GPUOCC_OK)
            continue;
        check(device, &k);
        if (gpuocc_occupancy_two_field_step(p.occupancy, &s, NULL) != GPUOCC_OK)
            continue;
        steps[i % 2] += s.fields[1] == GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD;
    }
    ok(t.found - found >= at_least(10) && steps[0] >= at_least(3) && steps[1] >= at_least(3),
       "sizes of shared memory: %u steps, %u and %u of them in the memory of each thread",
       t.found - found, steps[0], steps[1]);
}

int main(void)
{
    const gpuocc_device *device;
    gpuocc_kernel kernel;
    uint32_t row, i;

    for (row = 0; row < TOYS; row++) {
        device = toy(row);
        for (i = 0; i < some_of(KERNELS); i++) {
            kernel = tight_kernel(device);
            check(device, &kernel);
        }
    }
    test_one_pool();
    test_kepler();
    test_sizes();
    ok(t.wrong == 0 && t.found >= at_least(50),
       "%u kernels: %u need a two-field step, %u have none: %u exceptions", t.kernels, t.found,
       t.none, t.wrong);
    return done();
}
