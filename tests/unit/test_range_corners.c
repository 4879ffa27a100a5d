/* SPDX-License-Identifier: MIT
 *
 * Where the ends of a range are reached on a curve that starts anew, and on one with a gap; steps
 * of two fields; sentences of tools that count waves only. Against placing every value.
 */
#include "support.h"
#include "tally.h"

static void set(gpuocc_kernel *kernel, uint32_t field, uint32_t value)
{
    value = value != 0 ? value : GPUOCC_ZERO;
    memcpy((char *)kernel + field * sizeof value, &value, sizeof value);
}

/* One end of a result; 0 if the kernel has none. */
static int end_of(const struct place *p, uint32_t result, uint32_t limit, uint32_t end,
                  uint64_t *value)
{
    return p->status == GPUOCC_OK &&
           gpuocc_occupancy_get(p->occupancy, result, limit, end ? NULL : value,
                                end ? value : NULL) == GPUOCC_OK;
}

/* A question whose one unknown field is asked about. */
struct curve {
    const gpuocc_device *device;
    uint32_t convention, field, most; /* largest value that the field may have */
    gpuocc_kernel kernel;
};

static int holds(const struct curve *c, uint32_t value, uint32_t result, uint32_t limit,
                 uint32_t end, uint64_t wanted)
{
    gpuocc_kernel k = c->kernel;
    struct place p;
    uint64_t got;

    set(&k, c->field, value);
    place_as(&p, c->device, c->convention, k);
    return end_of(&p, result, limit, end, &got) && got == wanted;
}

/* The last value on the way from where the end holds in any case, nothing or all of it; UINT32_MAX:
 * at neither. */
static uint32_t last_value(const struct curve *c, uint32_t result, uint32_t limit, uint32_t end,
                           uint64_t wanted)
{
    uint32_t value;

    if (holds(c, 0, result, limit, end, wanted)) {
        for (value = 0; value < c->most; value++)
            if (!holds(c, value + 1, result, limit, end, wanted))
                break;
        return value;
    }
    if (!holds(c, c->most, result, limit, end, wanted))
        return UINT32_MAX;
    for (value = c->most; value > 0; value--)
        if (!holds(c, value - 1, result, limit, end, wanted))
            break;
    return value;
}

static void check(struct tally *t, struct curve *c)
{
    static const struct {
        uint32_t result, limit;
    } asked[] = {{GPUOCC_RESULT_GROUPS, 0},
                 {GPUOCC_RESULT_MAX_WAVES, 0},
                 {GPUOCC_RESULT_LIMIT, GPUOCC_LIMIT_WAVES},
                 {GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_SHARED},
                 {GPUOCC_RESULT_ALLOCATED, GPUOCC_LIMIT_SHARED}};
    gpuocc_kernel k = c->kernel;
    uint32_t i, end, got, want;
    uint64_t wanted;
    int32_t status;
    struct place p;

    set(&k, c->field, GPUOCC_UNKNOWN);
    place_as(&p, c->device, c->convention, k);
    for (i = 0; i < sizeof asked / sizeof asked[0]; i++)
        for (end = 0; end < 2; end++) {
            if (!end_of(&p, asked[i].result, asked[i].limit, end, &wanted))
                continue;
            want = last_value(c, asked[i].result, asked[i].limit, end, wanted);
            got = UINT32_MAX;
            status = gpuocc_occupancy_range_end(p.occupancy, asked[i].result, asked[i].limit, end,
                                                c->field, &got);
            got = got == GPUOCC_ZERO ? 0 : got;
            /* One that is reached between nothing and all of it: a high end with as much as
             * possible, a low one with as little. */
            if (want == UINT32_MAX && status == GPUOCC_OK &&
                holds(c, got, asked[i].result, asked[i].limit, end, wanted) &&
                !holds(c, end ? got + 1 : got - 1, asked[i].result, asked[i].limit, end, wanted))
                want = got;
            tally(t,
                  status == (want == UINT32_MAX ? GPUOCC_NOT_POSSIBLE : GPUOCC_OK) && got == want,
                  end ? "high end" : "low end", (int)asked[i].result, got, want);
        }
}

/* Kepler gives 16 or 32 KiB of 48 to a kernel that wants cache, and all of it to a group that needs
 * more: occupancy falls, jumps up there, and falls again. */
static void test_restart(void)
{
    static const uint32_t preferences[] = {GPUOCC_CACHE_PREFERENCE_L1,
                                           GPUOCC_CACHE_PREFERENCE_EQUAL},
                          fields[] = {GPUOCC_KERNEL_SHARED_BYTES,
                                      GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES},
                          others[] = {1000, 0, 20000};
    struct tally t = {0, 0};
    struct curve c = {find("3.5"), 0, 0, 0, {0}};
    /* Up to 16, 4, 2 groups and one. */
    static const uint32_t threads[] = {128, 512, 1024, 1024}, registers[] = {32, 32, 32, 63};
    uint32_t i;

    for (i = 0; i < 16; i++) {
        memset(&c.kernel, 0, sizeof c.kernel);
        c.kernel.threads_per_group = threads[i / 4];
        c.kernel.registers_per_thread = registers[i / 4];
        c.kernel.cache_preference = preferences[i % 2];
        c.field = fields[i / 2 % 2];
        set(&c.kernel, fields[i / 2 % 2 == 0], others[i % 3]);
        c.most = 49152 - others[i % 3];
        check(&t, &c);
    }
    ok(t.rows >= 150 && t.bad == 0, "where occupancy starts anew: %d ends, %d differ", t.rows,
       t.bad);
}

static int32_t stretch_at(const struct place *p, uint32_t field, uint32_t value,
                          gpuocc_stretch *stretch)
{
    stretch->size = sizeof *stretch;
    return gpuocc_occupancy_stretch(p->occupancy, field, value, stretch);
}

/* The header knows no size of shared memory above 164 KiB for 8.0. Of a device that says 256 KiB it
 * refuses a block above 163 KiB, but answers 0 blocks for one above the device's own limit. */
static void test_gap(void)
{
    static const uint32_t fields[] = {GPUOCC_DEVICE_SHARED_POOL_BYTES,
                                      GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP};
    static const uint64_t values[] = {256 * 1024, 255 * 1024};
    const uint32_t field = GPUOCC_KERNEL_SHARED_BYTES, first = 163 * 1024, above = 255 * 1024 + 1;
    uint64_t memory[GPUOCC_DEVICE_BYTES / 8], low;
    const gpuocc_device *device = NULL;
    gpuocc_kernel k = {0};
    gpuocc_stretch s;
    struct place p;
    uint32_t value = 0;

    gpuocc_device_edit(memory, sizeof memory, find("8.0"), "toy", 3, fields, values, 2, &device,
                       NULL);
    k.threads_per_group = 128;
    k.shared_limit = GPUOCC_SHARED_LIMIT_OPTIN;
    k.carveout_percent = 50;
    k.shared_bytes = first + 1;
    ok(place_as(&p, device, GPUOCC_CONVENTION_HEADER, k) == GPUOCC_ERROR_DEVICE_INVALID,
       "a block of one byte more than the header has a size for is refused");
    k.shared_bytes = above - 1;
    ok(place_as(&p, device, GPUOCC_CONVENTION_HEADER, k) == GPUOCC_ERROR_DEVICE_INVALID,
       "and one that the device allows");
    k.shared_bytes = above;
    ok(place_as(&p, device, GPUOCC_CONVENTION_HEADER, k) == GPUOCC_OK &&
           gpuocc_occupancy_groups(p.occupancy) == 0,
       "one above that has 0 blocks");
    k.shared_bytes = first;
    ok(place_as(&p, device, GPUOCC_CONVENTION_HEADER, k) == GPUOCC_OK &&
           gpuocc_occupancy_groups(p.occupancy) == 1,
       "one of all that there is a size for has one");
    ok(stretch_at(&p, field, first, &s) == GPUOCC_OK && s.last == first && s.groups == 1,
       "its stretch ends at the gap");
    ok(stretch_at(&p, field, first + 1, &s) == GPUOCC_ERROR_INDEX &&
           stretch_at(&p, field, above - 1, &s) == GPUOCC_ERROR_INDEX,
       "the gap has no stretch");
    ok(stretch_at(&p, field, above, &s) == GPUOCC_OK && s.first == above && s.groups == 0,
       "behind it there is one again");
    k.shared_bytes = GPUOCC_UNKNOWN;
    place_as(&p, device, GPUOCC_CONVENTION_HEADER, k);
    ok(gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS, 0, &low, NULL) == GPUOCC_OK &&
           low == 0 &&
           gpuocc_occupancy_range_end(p.occupancy, GPUOCC_RESULT_GROUPS, 0, GPUOCC_RANGE_LOW, field,
                                      &value) == GPUOCC_OK &&
           value == above,
       "the least shared memory with which no block resides");
    ok(gpuocc_occupancy_range_end(p.occupancy, GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_SHARED,
                                  GPUOCC_RANGE_HIGH, field, &value) == GPUOCC_OK &&
           value == above,
       "no end is reached in the gap");
}

/* LLVM counts waves and no groups: an end of its range is told in waves. */
static void test_waves_only(void)
{
    const gpuocc_device *device = find("gfx90a");
    char want[2][96], text[96];
    gpuocc_kernel k = {0};
    uint32_t registers, waves, most = 0, least = UINT32_MAX, last = 0, first = 0;
    struct place p;

    k.threads_per_group = 256;
    for (registers = 1; registers <= 512; registers++) {
        k.registers_per_thread = registers;
        if (place_as(&p, device, GPUOCC_CONVENTION_LLVM, k) != GPUOCC_OK)
            break;
        waves = gpuocc_occupancy_waves(p.occupancy);
        if (waves >= most) {
            most = waves;
            last = registers;
        }
        first = waves < least ? registers : first;
        least = waves < least ? waves : least;
    }
    snprintf(want[0], sizeof want[0], "up to %u registers_per_thread: %u of 32 waves", last, most);
    snprintf(want[1], sizeof want[1], "from %u registers_per_thread on: %u of 32 waves", first,
             least);
    k.registers_per_thread = GPUOCC_UNKNOWN;
    place_as(&p, device, GPUOCC_CONVENTION_LLVM, k);
    ok(gpuocc_occupancy_advice(p.occupancy, 0, text, sizeof text, NULL) == GPUOCC_OK &&
           strcmp(text, want[0]) == 0,
       "%s", want[0]);
    ok(gpuocc_occupancy_advice(p.occupancy, 1, text, sizeof text, NULL) == GPUOCC_OK &&
           strcmp(text, want[1]) == 0,
       "%s", want[1]);
    ok(gpuocc_occupancy_advice(p.occupancy, 2, text, sizeof text, NULL) == GPUOCC_ERROR_INDEX,
       "and no more");
    k.registers_per_thread = 16;
    k.shared_bytes = GPUOCC_UNKNOWN;
    k.threads_per_group = 64;
    place_as(&p, device, GPUOCC_CONVENTION_LLVM, k);
    ok(gpuocc_occupancy_advice(p.occupancy, 0, text, sizeof text, NULL) == GPUOCC_OK &&
           strcmp(text, "up to 2259 shared_bytes: 32 of 32 waves") == 0,
       "29 groups of 64 KiB are 8 waves of one of the four SIMDs, so LLVM counts");
    memset(&k, 0, sizeof k);
    k.threads_per_group = 64;
    k.cache_preference = GPUOCC_UNKNOWN;
    place(&p, find("5.0"), k);
    ok(p.status == GPUOCC_OK &&
           gpuocc_occupancy_advice(p.occupancy, 0, text, sizeof text, NULL) == GPUOCC_ERROR_INDEX,
       "of what changes nothing there is nothing to say");
}

/* Where nobody knows how many groups there can be, and too many amounts are unknown to try them
 * apart: what stops the next group for one of them may stop it. */
static void test_open(void)
{
    gpuocc_kernel k = {.threads_per_group = 64, .shared_bytes = 32768};
    struct place p;
    uint64_t low, high;

    place(&p, find("apple9"), k);
    ok(gpuocc_occupancy_limiters(p.occupancy) == 1u << GPUOCC_LIMIT_SHARED,
       "all of the shared memory of a group stops the next one on Apple9");
    k.shared_bytes = k.dynamic_shared_bytes = GPUOCC_UNKNOWN;
    k.half_registers_per_thread = k.max_threads_per_group = GPUOCC_UNKNOWN;
    place(&p, find("apple9"), k);
    ok(gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_LIMITERS, 0, &low, &high) == GPUOCC_OK &&
           low == 0 && (high >> GPUOCC_LIMIT_SHARED & 1) != 0,
       "an unknown amount of it may");
}

/* Waves stop the next group at both ends of four amounts, but not between them. */
static void test_sure(void)
{
    gpuocc_kernel k = {.threads_per_group = 64, .shared_bytes = 65536, .scratch_wave_cap = 32};
    struct place p;
    uint64_t low, high;

    place(&p, find("gfx900"), k);
    ok(gpuocc_occupancy_limiters(p.occupancy) == 1u << GPUOCC_LIMIT_SHARED,
       "all of the shared memory is what stops the next one");
    k.shared_bytes = k.scratch_wave_cap = GPUOCC_UNKNOWN;
    k.registers_per_thread = k.scalar_registers_per_wave = GPUOCC_UNKNOWN;
    place(&p, find("gfx900"), k);
    ok(gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_LIMITERS, 0, &low, &high) == GPUOCC_OK &&
           low == 0 && (high >> GPUOCC_LIMIT_SHARED & high >> GPUOCC_LIMIT_WAVES & 1) != 0,
       "so that nothing is sure to");
}

int main(void)
{
    test_open();
    test_sure();
    test_restart();
    test_gap();
    test_waves_only();
    return done();
}
