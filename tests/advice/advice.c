/* SPDX-License-Identifier: MIT
 *
 * Compares sentences of advice with sentences that the test composes from the public functions: the
 * steps, the two-field step and the bounds of ranges, over random kernels on every architecture.
 */
#include <stdarg.h>

#include "laws.h"

#define KERNELS   16 /* per device, and a quarter of that in each other convention */
#define SENTENCES 24

static struct {
    uint32_t kernels, steps, slacks, two_field_steps, ends, wrong;
} t;

static char wanted[SENTENCES][512];
static uint32_t count;

static void put(const char *format, ...)
{
    char *to = wanted[count] + strlen(wanted[count]);
    va_list rest;

    va_start(rest, format);
    vsnprintf(to, sizeof wanted[count] - strlen(wanted[count]), format, rest);
    va_end(rest);
}

static const char *field_name(uint32_t field)
{
    return gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, field);
}

/* 16 barriers of a block on NVIDIA mean that ptxas could not count them. */
static void put_change(uint64_t vendor, uint32_t field, uint32_t now, uint32_t then)
{
    if (vendor == GPUOCC_VENDOR_NVIDIA && field == GPUOCC_KERNEL_BARRIERS_PER_GROUP && now == 16) {
        put("16 barriers mean that the kernel uses all of them or that ptxas could not tell which: "
            "write constant barrier numbers and inline the functions with barriers, to lower %s "
            "(16 -> %u)",
            field_name(field), then);
        return;
    }
    if (then < now)
        put("cut %u", now - then);
    else
        put("add %u", then - now);
    put(" %s (%u -> %u)", field_name(field), now, then);
}

/* Returns the maximum wave slots of a core over all modes in which the kernel could run. */
static uint32_t most_slots(const gpuocc_device *device, gpuocc_kernel k, uint32_t field)
{
    uint32_t i, most = 0, slots;
    uint64_t value;
    struct place p;

    if (field != GPUOCC_KERNEL_GRF_COUNT)
        return ask(&p, device, &k) == GPUOCC_OK ? gpuocc_occupancy_max_waves(p.occupancy) : 0;
    for (i = 0; gpuocc_device_get(device, GPUOCC_DEVICE_GRF_COUNTS, i, &value) == GPUOCC_OK; i++) {
        k.grf_count = (uint32_t)value;
        if (ask(&p, device, &k) != GPUOCC_OK)
            continue;
        slots = gpuocc_occupancy_max_waves(p.occupancy);
        most = slots > most ? slots : most;
    }
    return most;
}

static void put_outcome(const struct place *p, uint32_t slots, uint32_t groups, uint32_t waves,
                        uint32_t limiters)
{
    const uint32_t groups_now = gpuocc_occupancy_groups(p->occupancy);
    const uint32_t waves_now = gpuocc_occupancy_waves(p->occupancy);
    const char *s = groups == 1 ? "" : "s";
    uint32_t limit, left = 0, first = 1;
    char name[40], *at;

    if (groups > groups_now)
        put(": %u group%s instead of %u, %u of %u waves", groups, s, groups_now, waves, slots);
    else
        put(": %u of %u waves instead of %u, %u group%s", waves, slots, waves_now, groups, s);
    for (limit = 0; limit < 32; limit++)
        left += limiters >> limit & 1;
    for (limit = 0; limit < 32; limit++) {
        if ((limiters >> limit & 1) == 0)
            continue;
        left--;
        snprintf(name, sizeof name, "%s", gpuocc_name(GPUOCC_LIST_LIMITS, limit));
        for (at = name; *at != 0; at++)
            *at = *at == '_' ? ' ' : *at;
        put("%s%s", first ? ", then limited by " : left == 0 ? " and " : ", ", name);
        first = 0;
    }
}

/* Adds what is possible if the kernel may not opt in to more shared memory. */
static void put_without_opt_in(const gpuocc_device *device, const gpuocc_kernel *k, uint32_t field,
                               uint32_t slack)
{
    gpuocc_step step = {.size = sizeof step};
    gpuocc_kernel usual = *k;
    struct place p;

    usual.shared_limit = GPUOCC_SHARED_LIMIT_DEFAULT;
    if (get(device, GPUOCC_DEVICE_VENDOR) != GPUOCC_VENDOR_NVIDIA ||
        k->shared_limit == GPUOCC_SHARED_LIMIT_DEFAULT || ask(&p, device, &usual) != GPUOCC_OK ||
        gpuocc_occupancy_groups(p.occupancy) == 0)
        return;
    (void)gpuocc_occupancy_next_step(p.occupancy, field, &step, NULL);
    if (step.slack < slack)
        put(" (%u without opt-in)", step.slack);
}

static void want_step(const gpuocc_device *device, const gpuocc_kernel *k, const struct place *p,
                      uint32_t field)
{
    gpuocc_step step = {.size = sizeof step};
    int32_t status;
    int grows;

    status = gpuocc_occupancy_next_step(p->occupancy, field, &step, NULL);
    if ((status != GPUOCC_OK && status != GPUOCC_NOT_POSSIBLE) || step.now == 0)
        return;
    grows = step.slack > step.now && gpuocc_occupancy_groups(p->occupancy) != 0;
    if (status == GPUOCC_OK) {
        t.steps++;
        put_change(get(device, GPUOCC_DEVICE_VENDOR), field, step.now, step.then);
        put_outcome(p, most_slots(device, *k, field), step.groups, step.waves, step.limiters);
    }
    if (grows) {
        t.slacks++;
        put("%s%s may grow to %u", status == GPUOCC_OK ? "; " : "", field_name(field), step.slack);
        put_without_opt_in(device, k, field, step.slack);
        put(" at no cost");
    }
    count += status == GPUOCC_OK || grows;
}

static void want_two_fields(const gpuocc_device *device, const gpuocc_kernel *k,
                            const struct place *p)
{
    gpuocc_two_field_step step = {.size = sizeof step};

    if (gpuocc_occupancy_two_field_step(p->occupancy, &step, NULL) != GPUOCC_OK)
        return;
    t.two_field_steps++;
    put_change(get(device, GPUOCC_DEVICE_VENDOR), step.fields[0], step.now[0], step.then[0]);
    put(" and ");
    put_change(get(device, GPUOCC_DEVICE_VENDOR), step.fields[1], step.now[1], step.then[1]);
    put_outcome(p, most_slots(device, *k, step.fields[1]), step.groups, step.waves, step.limiters);
    count++;
}

/* Composes the sentence about one bound of the range: the values of the unknown amounts, and the
 * answer for that kernel.
 */
static void want_end(const gpuocc_device *device, gpuocc_kernel k, const struct place *range,
                     uint32_t end)
{
    const char *before = "";
    uint32_t field, value;
    struct place p;

    for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT; field++) {
        if (word_of(&k, field) != GPUOCC_UNKNOWN)
            continue;
        if (bound_field(range->occupancy, GPUOCC_RESULT_WAVES, 0, end, field, &value) != GPUOCC_OK)
            return;
        put_word(&k, field, value);
        value = value == GPUOCC_ZERO ? 0 : value;
        if (field == GPUOCC_KERNEL_THREADS_PER_GROUP)
            put("%sat %u %s", before, value, field_name(field));
        else if (end == GPUOCC_BOUND_UPPER)
            put("%sup to %u %s", before, value, field_name(field));
        else
            put("%sfrom %u %s on", before, value, field_name(field));
        before = " and ";
    }
    if (ask(&p, device, &k) != GPUOCC_OK || gpuocc_occupancy_waves(p.occupancy) == GPUOCC_UNKNOWN) {
        wanted[count][0] = 0; /* unknown: there is no sentence */
        return;
    }
    value = gpuocc_occupancy_groups(p.occupancy);
    put(": ");
    if (value != GPUOCC_NONE && value != GPUOCC_UNKNOWN)
        put("%u group%s, ", value, value == 1 ? "" : "s");
    put("%u of %u waves", gpuocc_occupancy_waves(p.occupancy),
        gpuocc_occupancy_max_waves(p.occupancy));
    t.ends++;
    count++;
}

/* Whether the sentences are the expected ones, each once, in any order except for the last. */
static int same_sentences(const gpuocc_occupancy *occupancy, int ordered)
{
    uint32_t i, j, found = 0;
    char text[512];
    size_t length;

    for (i = 0; gpuocc_occupancy_advice(occupancy, i, text, sizeof text, &length) == GPUOCC_OK;
         i++) {
        for (j = ordered ? i : 0; j < count; j++)
            if (strcmp(text, wanted[j]) == 0)
                break;
        if (j >= count || (ordered && j != i)) {
            note("got \"%s\", wanted was \"%s\"", text, i < count ? wanted[i] : "");
            return 0;
        }
        wanted[j][0] = 0;
        found++;
    }
    return found == count;
}

static void start(void)
{
    memset(wanted, 0, sizeof wanted);
    count = 0;
}

static void test_steps(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    struct place p;
    uint32_t i;

    if (ask(&p, device, kernel) != GPUOCC_OK)
        return;
    start();
    if (convention == GPUOCC_CONVENTION_DEFAULT)
        want_step(device, kernel, &p, GPUOCC_KERNEL_THREADS_PER_GROUP);
    for (i = 0; i < AMOUNTS; i++)
        want_step(device, kernel, &p, amounts[i]);
    want_two_fields(device, kernel, &p);
    t.kernels++;
    if (!same_sentences(p.occupancy, 0) && t.wrong++ < 5)
        complain(device, kernel, "sentences", count);
}

static void test_range(const gpuocc_device *device, gpuocc_kernel k)
{
    const uint32_t field = k.half_registers_per_thread != 0
                               ? GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD
                           : k.registers_per_thread != 0 ? GPUOCC_KERNEL_REGISTERS_PER_THREAD
                                                         : GPUOCC_KERNEL_SHARED_BYTES;
    uint64_t low, high;
    struct place p;

    put_word(&k, field, GPUOCC_UNKNOWN);
    if (below(3) == 0)
        k.shared_bytes = GPUOCC_UNKNOWN;
    if (below(4) == 0)
        k.threads_per_group = GPUOCC_UNKNOWN;
    if (ask(&p, device, &k) != GPUOCC_OK ||
        gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_WAVES, 0, &low, &high) != GPUOCC_OK)
        return;
    start();
    /* If the number of resident groups is unknown for some of the kernels, so is their
     * distribution: then there is no sentence. */
    if (low != high && gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_WAVES_PER_PARTITION, 0, NULL,
                                            NULL) != GPUOCC_NOT_KNOWN) {
        want_end(device, k, &p, GPUOCC_BOUND_UPPER);
        want_end(device, k, &p, GPUOCC_BOUND_LOWER);
    }
    if (!same_sentences(p.occupancy, 1) && t.wrong++ < 5)
        complain(device, &k, "ends", count);
}

static void test_kernel(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    test_steps(device, kernel);
    if (below(3) == 0)
        test_range(device, *kernel);
}

/* Without a buffer the length is returned nevertheless, whatever room is given. */
static void test_length(void)
{
    const gpuocc_device *device;
    gpuocc_kernel k = {.threads_per_group = 64, .shared_bytes = 100};
    size_t whole = 0, length = 0;
    char text[512];
    struct place p;
    uint32_t at;
    int good = 1;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++) {
        k.wave_size = get(device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_INTEL ? 16 : 0;
        if (place(&p, device, k) == GPUOCC_OK &&
            gpuocc_occupancy_advice(p.occupancy, 0, text, sizeof text, &whole) == GPUOCC_OK)
            good &=
                gpuocc_occupancy_advice(p.occupancy, 0, NULL, sizeof text, &length) == GPUOCC_OK &&
                length == whole && strlen(text) == whole;
    }
    ok(good && whole != 0, "a sentence has a length without a text");
}

int main(void)
{
    all_kernels(KERNELS, KERNELS / 4, test_kernel);
    ok(t.kernels >= at_least(2000) && t.steps >= at_least(2000) && t.slacks >= at_least(2000) &&
           t.two_field_steps >= at_least(20) && t.ends >= at_least(500),
       "%u kernels: %u steps, %u slacks, %u two-field steps, %u ends", t.kernels, t.steps, t.slacks,
       t.two_field_steps, t.ends);
    ok(t.wrong == 0, "the sentences say what the functions do: %u exceptions", t.wrong);
    test_length();
    return done();
}
