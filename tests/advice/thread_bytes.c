/* SPDX-License-Identifier: MIT
 *
 * Tests dynamic shared memory of each thread: compares its steps, its slack and its sentences on
 * every architecture with every other value of it, and the steps of its threads with every other
 * size. Also tests what no kernel can change, on which there is no advice.
 */
#include "laws.h"

#define KERNELS 6   /* per architecture, with such a step or slack */
#define TRIES   200 /* maximum number of kernels tried */
#define VALUES  1026
#define FIELD   GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD
#define THREADS GPUOCC_KERNEL_THREADS_PER_GROUP

static struct {
    uint32_t kernels, steps, slacks, none, wrong, unsaid;
} t;

/* The answers for every value of the field, up to the first one that the device refuses. */
struct curve {
    uint32_t groups[VALUES], waves[VALUES], limiters[VALUES], end;
};

static int look(struct curve *c, const gpuocc_device *device, gpuocc_kernel k, uint32_t field)
{
    struct place p;

    c->waves[0] = 0; /* there is no group without threads */
    for (c->end = field == THREADS; c->end < VALUES; c->end++) {
        set(&k, field, c->end);
        if (ask(&p, device, &k) != GPUOCC_OK)
            return 1;
        c->groups[c->end] = gpuocc_occupancy_groups(p.occupancy);
        c->waves[c->end] = gpuocc_occupancy_waves(p.occupancy);
        c->limiters[c->end] = gpuocc_occupancy_limiters(p.occupancy);
        if (c->waves[c->end] == GPUOCC_UNKNOWN)
            return 0;
    }
    return 0;
}

static int same(const struct curve *c, uint32_t a, uint32_t b)
{
    return c->groups[a] == c->groups[b] && c->waves[a] == c->waves[b];
}

/* Checks the first smaller value with more waves, and the last one with the same number. */
static int step_is(const gpuocc_occupancy *occupancy, const struct curve *c, uint32_t now)
{
    uint32_t then = now, slack = now;
    gpuocc_step s = {.size = sizeof s};
    const int32_t status = gpuocc_occupancy_next_step(occupancy, FIELD, &s, NULL);

    while (then != UINT32_MAX && c->waves[then] <= c->waves[now])
        then--;
    while (slack + 1 < c->end && same(c, slack + 1, now))
        slack++;
    t.slacks += slack > now;
    if (s.now != now || s.slack != slack)
        return 0;
    t.steps += then != UINT32_MAX;
    t.none += then == UINT32_MAX;
    if (then == UINT32_MAX)
        return status == GPUOCC_NOT_POSSIBLE;
    return status == GPUOCC_OK && s.then == then && s.groups == c->groups[then] &&
           s.waves == c->waves[then] && s.limiters == c->limiters[then];
}

/* Returns how many sentences begin with a field, or with a step of it. */
static uint32_t sentences_of(const gpuocc_occupancy *occupancy, uint32_t field)
{
    char text[512], word[64];
    uint32_t i, found = 0;

    for (i = 0; gpuocc_occupancy_advice(occupancy, i, text, sizeof text, NULL) == GPUOCC_OK; i++) {
        if (sscanf(text, "cut %*u %63s", word) != 1 && sscanf(text, "%63s", word) != 1)
            continue;
        found += strcmp(word, gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, field)) == 0 &&
                 strstr(text, " and cut ") == NULL;
    }
    return found;
}

/* Makes a kernel whose dynamic memory is that of its threads; some also have static memory. */
static gpuocc_kernel thread_kernel(const gpuocc_device *device)
{
    const uint32_t most = get(device, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP);
    gpuocc_kernel k = random_kernel(device);

    k.threads_per_group = 1 + most / 900 + below(k.threads_per_group);
    k.registers_per_thread = k.registers_per_thread != 0 ? 1 + below(40) : 0;
    k.accumulators_per_thread = 0;
    k.shared_bytes = below(2) ? below(most / 4) : 0;
    k.dynamic_shared_bytes = below(2) ? below(most / 4) : 0;
    k.dynamic_shared_bytes_per_thread = 1 + below(most / k.threads_per_group);
    return k;
}

static void test_device(const gpuocc_device *device)
{
    static struct curve c;
    uint32_t tries, seen = 0, steps;
    gpuocc_kernel k;
    struct place p;
    int good;

    for (tries = 0; tries < TRIES && seen < KERNELS; tries++) {
        k = thread_kernel(device);
        if (ask(&p, device, &k) != GPUOCC_OK || !look(&c, device, k, FIELD))
            continue;
        t.kernels++;
        steps = t.steps + t.slacks;
        good = step_is(p.occupancy, &c, k.dynamic_shared_bytes_per_thread);
        if (!good && t.wrong++ < 5)
            complain(device, &k, "step", FIELD);
        seen += t.steps + t.slacks != steps;
        /* With 0 groups nothing has a cost, and growth is not mentioned. */
        if (gpuocc_occupancy_groups(p.occupancy) != 0 &&
            sentences_of(p.occupancy, FIELD) != (t.steps + t.slacks != steps) && t.unsaid++ < 5)
            complain(device, &k, "sentence", FIELD);
    }
}

static struct {
    uint32_t kernels, smaller, larger, partial, wrong;
} steps;

/* Returns the nearest smaller size with more waves, or the last one of the nearest larger
 * plateau. */
static uint32_t size_instead(const struct curve *c, uint32_t now)
{
    uint32_t then = now;

    while (then != 0 && c->waves[then] <= c->waves[now])
        then--;
    if (then != 0)
        return then;
    then = now;
    while (then != c->end && c->waves[then] <= c->waves[now])
        then++;
    while (then + 1 < c->end && same(c, then, then + 1))
        then++;
    return then != c->end ? then : 0;
}

static int threads_step_is(const gpuocc_occupancy *occupancy, const struct curve *c, uint32_t now)
{
    const uint32_t then = size_instead(c, now);
    gpuocc_step s = {.size = sizeof s};
    const int32_t status = gpuocc_occupancy_next_step(occupancy, THREADS, &s, NULL);

    if (then == 0)
        return status == GPUOCC_NOT_POSSIBLE;
    steps.smaller += then < now;
    steps.larger += then > now;
    steps.partial += then > now && then % 8 != 0;
    return status == GPUOCC_OK && s.now == now && s.then == then && s.groups == c->groups[then] &&
           s.waves == c->waves[then] && s.limiters == c->limiters[then];
}

/* Small groups with few bytes each, often with a bound of the kernel: here larger ones can help. */
static void test_threads(const gpuocc_device *device)
{
    static struct curve c;
    gpuocc_kernel k;
    struct place p;
    uint32_t i;

    for (i = 0; i < part_of(60); i++) {
        k = random_kernel(device);
        if (k.registers_per_thread != 0)
            k.registers_per_thread = 1 + below(60);
        k.threads_per_group = 1 + below(below(2) ? 96 : k.threads_per_group);
        k.accumulators_per_thread = 0;
        k.shared_bytes = below(2) ? 0 : below(2048);
        k.dynamic_shared_bytes = 0;
        k.dynamic_shared_bytes_per_thread = 1 + below(80);
        k.max_threads_per_group = below(3) ? 0 : k.threads_per_group + below(200);
        if (ask(&p, device, &k) != GPUOCC_OK || !look(&c, device, k, THREADS))
            continue;
        steps.kernels++;
        if (!threads_step_is(p.occupancy, &c, k.threads_per_group) && steps.wrong++ < 5)
            complain(device, &k, "step", THREADS);
    }
}

/* A GP100 has registers and memory for 42 groups of one warp, and slots for 32. With 56 threads, 21
 * groups with 3072 registers and bytes use all of both. */
static void test_pascal(void)
{
    const gpuocc_kernel k = {
        .threads_per_group = 26, .registers_per_thread = 44, .dynamic_shared_bytes_per_thread = 54};
    gpuocc_step s = {.size = sizeof s};
    struct place p;

    place(&p, find("sm_60"), k);
    ok(gpuocc_occupancy_next_step(p.occupancy, THREADS, &s, NULL) == GPUOCC_OK && s.then == 56 &&
           s.waves == 42 &&
           s.limiters == (1u << GPUOCC_LIMIT_REGISTERS | 1u << GPUOCC_LIMIT_SHARED),
       "Pascal: 56 threads instead of 26, limited by registers and shared memory");
}

/* 228 KiB of a Hopper SM in units of 128 bytes, of which 1 KiB is reserved per block: 15 blocks
 * have 15,488 each, 113 bytes for each of 128 threads; 14 have 16,640, 122 bytes. */
static void test_hopper(void)
{
    const gpuocc_kernel k = {.threads_per_group = 128, .dynamic_shared_bytes_per_thread = 120};
    char text[200] = "";
    struct place p;

    place(&p, find("sm_90"), k);
    gpuocc_occupancy_advice(p.occupancy, 0, text, sizeof text, NULL);
    ok(strcmp(text, "cut 7 dynamic_shared_bytes_per_thread (120 -> 113): 15 groups instead of 14, "
                    "60 of 64 waves, then limited by shared; dynamic_shared_bytes_per_thread may "
                    "grow to 122 at no cost") == 0,
       "Hopper: %s", text);
}

/* Without the trap handler's 16 SGPRs per wave GCN has room for more waves: 800 of a SIMD are 8
 * times 96, and 7 times 112. The driver decides about them: the value can be queried, but is not
 * advice. */
static void test_trap(void)
{
    const uint32_t field = GPUOCC_KERNEL_TRAP_REGISTERS;
    const gpuocc_kernel k = {
        .threads_per_group = 64, .scalar_registers_per_wave = 96, .trap_registers = 16};
    gpuocc_two_field_step two_fields = {.size = sizeof two_fields};
    gpuocc_step s = {.size = sizeof s};
    struct place p;

    place(&p, find("gfx900"), k);
    ok(gpuocc_occupancy_waves(p.occupancy) == 28 &&
           gpuocc_occupancy_next_step(p.occupancy, field, &s, NULL) == GPUOCC_OK && s.then == 4 &&
           s.waves == 32 && sentences_of(p.occupancy, field) == 0 &&
           sentences_of(p.occupancy, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE) == 1 &&
           gpuocc_occupancy_two_field_step(p.occupancy, &two_fields, NULL) == GPUOCC_NOT_POSSIBLE,
       "a trap handler's registers: a step that can be asked for, and no advice");
}

/* 9 waves of a SIMD have 88 SGPRs and 28 VGPRs each. Removing one of the trap handler's would be
 * the smaller change. */
static void test_trap_two_fields(void)
{
    const gpuocc_kernel k = {.threads_per_group = 64,
                             .registers_per_thread = 32,
                             .scalar_registers_per_wave = 80,
                             .trap_registers = 9};
    gpuocc_two_field_step s = {.size = sizeof s};
    struct place p;

    place(&p, find("gfx900"), k);
    ok(gpuocc_occupancy_waves(p.occupancy) == 32 &&
           gpuocc_occupancy_two_field_step(p.occupancy, &s, NULL) == GPUOCC_OK && s.waves == 36 &&
           s.fields[0] == GPUOCC_KERNEL_REGISTERS_PER_THREAD && s.then[0] == 28 &&
           s.fields[1] == GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE && s.then[1] == 64,
       "nor are they cut in a two-field step");
}

int main(void)
{
    const gpuocc_device *device;
    uint32_t at;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        if (is_architecture(device)) {
            test_device(device);
            test_threads(device);
        }
    ok(t.wrong == 0 && t.steps >= 200 && t.slacks >= 200 && t.none >= 20,
       "%u kernels, each value of the field: %u steps, %u slacks, %u with no step: %u exceptions",
       t.kernels, t.steps, t.slacks, t.none, t.wrong);
    ok(t.unsaid == 0, "a sentence for each of them: %u exceptions", t.unsaid);
    ok(steps.wrong == 0 && steps.smaller >= at_least(200) && steps.larger >= at_least(200) &&
           steps.partial >= at_least(50),
       "%u kernels, each size: %u smaller ones, %u larger, %u within a wave: %u exceptions",
       steps.kernels, steps.smaller, steps.larger, steps.partial, steps.wrong);
    test_pascal();
    test_hopper();
    test_trap();
    test_trap_two_fields();
    return done();
}
