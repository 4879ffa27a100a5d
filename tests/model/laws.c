/* SPDX-License-Identifier: MIT
 *
 * Laws that hold for every device of every vendor in the default convention, over random kernels:
 * groups are the least of the limits, more of anything never admits more, the inverse question is
 * the inverse, the best group size is the best, a range contains its points.
 */
#include "support.h"

#define KERNELS 60 /* per device */

static uint64_t state = 7;

static uint32_t below(uint32_t limit)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return limit == 0 ? 0 : (uint32_t)((state >> 33) % limit);
}

static uint32_t get(const gpuocc_device *device, uint32_t field)
{
    uint64_t value = 0;

    return gpuocc_device_get(device, field, 0, &value) == GPUOCC_OK ? (uint32_t)value : 0;
}

static uint32_t word_of(const gpuocc_kernel *kernel, uint32_t field)
{
    uint32_t word;

    memcpy(&word, (const char *)kernel + 4 * field, 4);
    return word;
}

static void set(gpuocc_kernel *kernel, uint32_t field, uint32_t value)
{
    value = value == 0 ? GPUOCC_ZERO : value;
    memcpy((char *)kernel + 4 * field, &value, 4);
}

/* The amounts a vendor may know. */
static const uint32_t amounts[] = {
    GPUOCC_KERNEL_REGISTERS_PER_THREAD,      GPUOCC_KERNEL_SHARED_BYTES,
    GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES,      GPUOCC_KERNEL_BARRIERS_PER_GROUP,
    GPUOCC_KERNEL_ACCUMULATORS_PER_THREAD,   GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE,
    GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, GPUOCC_KERNEL_GRF_COUNT,
    GPUOCC_KERNEL_VIRTUAL_RESOURCES};
#define AMOUNTS (sizeof amounts / sizeof amounts[0])

static int accepted(const gpuocc_device *device, gpuocc_kernel kernel)
{
    struct place p;

    return place(&p, device, kernel) == GPUOCC_OK;
}

/* A kernel that the device accepts. */
static gpuocc_kernel random_kernel(const gpuocc_device *device)
{
    const uint32_t vendor = get(device, GPUOCC_DEVICE_VENDOR);
    const uint32_t sizes = get(device, GPUOCC_DEVICE_WAVE_SIZES);
    gpuocc_kernel k = {0};

    k.threads_per_group = 1 + below(get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP));
    do
        k.wave_size = 8u << below(4);
    while ((sizes & k.wave_size) == 0);
    if (vendor == GPUOCC_VENDOR_APPLE)
        k.half_registers_per_thread = below(257);
    else if (vendor == GPUOCC_VENDOR_INTEL)
        k.grf_count = 128;
    else
        k.registers_per_thread = below(256);
    if (vendor == GPUOCC_VENDOR_AMD)
        k.scalar_registers_per_wave = below(103);
    k.shared_bytes =
        below(3) == 0 ? 0 : below(get(device, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP));
    if (vendor == GPUOCC_VENDOR_NVIDIA && below(3) == 0)
        k.barriers_per_group = below(17);
    return k;
}

static int is_least_of_limits(const struct place *p)
{
    uint64_t low = 0, high = 0, limit_low, least = UINT64_MAX, set = 0;
    uint32_t limit;
    int32_t status;

    if (gpuocc_occupancy_get(p->occupancy, GPUOCC_RESULT_GROUPS, 0, &low, &high) != GPUOCC_OK ||
        low != high)
        return 1; /* nobody knows */
    for (limit = 0; limit < GPUOCC_LIMIT_COUNT; limit++) {
        status = gpuocc_occupancy_get(p->occupancy, GPUOCC_RESULT_LIMIT, limit, &limit_low, NULL);
        if (status != GPUOCC_OK)
            continue;
        if (limit_low < least) {
            least = limit_low;
            set = 0;
        }
        set |= limit_low == least ? UINT64_C(1) << limit : 0;
    }
    return least == low && gpuocc_occupancy_limiters(p->occupancy) == set;
}

/* Groups as one number, UINT32_MAX if nobody knows or the device refuses. */
static uint32_t groups_with(const gpuocc_device *device, gpuocc_kernel kernel, uint32_t field,
                            uint32_t value)
{
    struct place p;

    set(&kernel, field, value);
    if (place(&p, device, kernel) != GPUOCC_OK)
        return UINT32_MAX;
    return gpuocc_occupancy_groups(p.occupancy);
}

/* The inverse at every number of groups: the value does, one more does not. */
static int inverse_holds(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t field)
{
    struct place p;
    uint32_t wanted, value, groups, more;
    int32_t status;

    place(&p, device, *kernel);
    for (wanted = 1; wanted <= 9; wanted++) {
        status = gpuocc_occupancy_most(p.occupancy, field, GPUOCC_TARGET_GROUPS, wanted, &value);
        if (status == GPUOCC_ERROR_NO_RESOURCE || status == GPUOCC_ERROR_FIELD ||
            status == GPUOCC_NOT_KNOWN)
            return 1;
        if (status == GPUOCC_NOT_POSSIBLE) {
            groups = groups_with(device, *kernel, field, 0);
            if (groups != UINT32_MAX && groups >= wanted)
                return 0;
            continue;
        }
        groups = groups_with(device, *kernel, field, value);
        more = groups_with(device, *kernel, field, value + 1);
        if (status != GPUOCC_OK || groups == UINT32_MAX || groups < wanted ||
            (more != UINT32_MAX && more >= wanted))
            return 0;
    }
    return 1;
}

static int only_falls(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t field)
{
    const uint32_t value = word_of(kernel, field), more = value + 1 + below(2 * value + 40);
    const uint32_t before = groups_with(device, *kernel, field, value);
    const uint32_t after = groups_with(device, *kernel, field, more);

    return before == UINT32_MAX || after == UINT32_MAX || after <= before;
}

/* The best size against trying them all. */
static int best_is_best(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    const uint32_t most = get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    gpuocc_kernel k = *kernel;
    uint32_t threads, best = 0, best_waves = 0, found = 0, groups;
    struct place p;
    int32_t status;

    k.size = sizeof k;
    status = gpuocc_best_group(device, 0, &k, NULL, 0, &found, &groups, NULL);
    if (status == GPUOCC_NOT_KNOWN)
        return 1;
    for (threads = k.wave_size; threads <= most; threads += k.wave_size) {
        k.threads_per_group = threads;
        if (place(&p, device, k) == GPUOCC_OK && gpuocc_occupancy_groups(p.occupancy) != 0 &&
            gpuocc_occupancy_waves(p.occupancy) >= best_waves) {
            best = threads;
            best_waves = gpuocc_occupancy_waves(p.occupancy);
        }
    }
    return best == 0 ? status == GPUOCC_ERROR_INDEX : status == GPUOCC_OK && found == best;
}

/* One field of the kernel unknown: what the kernel has lies between the ends. */
static int range_contains(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t field)
{
    gpuocc_kernel k = *kernel;
    uint64_t point = 0, high_point = 0, low = 0, high = 0;
    const uint32_t unknown = GPUOCC_UNKNOWN;
    struct place p;
    uint32_t which;

    place(&p, device, k);
    memcpy((char *)&k + 4 * field, &unknown, 4);
    for (which = GPUOCC_RESULT_GROUPS; which <= GPUOCC_RESULT_WAVES; which++) {
        struct place range;

        if (place(&range, device, k) != GPUOCC_OK)
            return word_of(kernel, field) == 0; /* no such resource */
        if (gpuocc_occupancy_get(p.occupancy, which, 0, &point, &high_point) != GPUOCC_OK)
            return 1;
        if (gpuocc_occupancy_get(range.occupancy, which, 0, &low, &high) != GPUOCC_OK ||
            point < low || high_point > high)
            return 0;
    }
    return 1;
}

/* Groups and waves as one number; UINT64_MAX if the device refuses or nobody knows. */
static uint64_t answer(const gpuocc_device *device, gpuocc_kernel kernel, uint32_t field,
                       uint32_t value)
{
    struct place p;
    uint32_t groups;

    set(&kernel, field, value);
    if (place(&p, device, kernel) != GPUOCC_OK)
        return UINT64_MAX;
    groups = gpuocc_occupancy_groups(p.occupancy);
    return groups == GPUOCC_UNKNOWN ? UINT64_MAX
                                    : (uint64_t)groups << 32 | gpuocc_occupancy_waves(p.occupancy);
}

/* The whole curve: stretches follow each other, differ, and hold every value that is tried; all
 * of them if there are few. */
static int curve_is_curve(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t field)
{
    const uint32_t least = field == GPUOCC_KERNEL_THREADS_PER_GROUP ? 1 : 0;
    gpuocc_stretch s = {0};
    uint32_t value = least, inside, tries;
    uint64_t last = UINT64_MAX, here;
    struct place p;
    int32_t status;

    place(&p, device, *kernel);
    s.size = sizeof s;
    for (;;) {
        status = gpuocc_occupancy_stretch(p.occupancy, field, value, &s);
        if (status == GPUOCC_ERROR_INDEX)
            return value != least && answer(device, *kernel, field, value) == UINT64_MAX;
        if (status != GPUOCC_OK)
            return status == GPUOCC_ERROR_NO_RESOURCE || status == GPUOCC_NOT_KNOWN ||
                   status == GPUOCC_ERROR_FIELD;
        here = (uint64_t)s.groups << 32 | s.waves;
        if (s.first != value || here == last)
            return 0;
        tries = s.last - s.first < 300 ? s.last - s.first + 1 : 12;
        for (inside = 0; inside < tries; inside++) {
            value = tries > 12    ? s.first + inside
                    : inside == 0 ? s.last
                                  : s.first + below(s.last - s.first + 1);
            if (answer(device, *kernel, field, value) != here)
                return 0;
        }
        last = here;
        value = s.last + 1;
    }
}

/* The next step admits more waves; one unit less of a step does not, the slack costs nothing. */
static int next_is_next(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t field)
{
    gpuocc_step step = {0};
    struct place p;
    uint64_t now, then, before, slack;
    int32_t status;

    place(&p, device, *kernel);
    step.size = sizeof step;
    status = gpuocc_occupancy_next(p.occupancy, field, &step);
    if (status != GPUOCC_OK)
        return status == GPUOCC_NOT_POSSIBLE || status == GPUOCC_ERROR_NO_RESOURCE ||
               status == GPUOCC_NOT_KNOWN || status == GPUOCC_ERROR_FIELD;
    now = answer(device, *kernel, field, step.now);
    slack = answer(device, *kernel, field, step.slack);
    then = answer(device, *kernel, field, step.then);
    before = answer(device, *kernel, field,
                    step.then < step.now ? step.then + 1
                                         : (step.then - 1) / kernel->wave_size * kernel->wave_size);
    return step.now == (word_of(kernel, field) == GPUOCC_ZERO ? 0 : word_of(kernel, field)) &&
           slack == now && (uint32_t)then > (uint32_t)now && (uint32_t)then == step.waves &&
           then >> 32 == step.groups && (uint32_t)before <= (uint32_t)now;
}

/* Padding reaches exactly as many groups, and a byte less does not. */
static int pad_is_exact(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    const uint32_t field = GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES;
    struct place p;
    uint32_t wanted, bytes, groups;

    place(&p, device, *kernel);
    for (wanted = 1; wanted <= 6; wanted++) {
        if (gpuocc_occupancy_pad(p.occupancy, wanted, &bytes) != GPUOCC_OK)
            continue;
        groups = groups_with(device, *kernel, field, word_of(kernel, field) + bytes);
        if (groups != wanted)
            return 0;
        if (bytes != 0 &&
            groups_with(device, *kernel, field, word_of(kernel, field) + bytes - 1) == wanted)
            return 0;
    }
    return 1;
}

struct tally {
    uint32_t kernels, least, falls, inverse, best, range, curve, next, pad;
};

static void test_kernel(const gpuocc_device *device, struct tally *t)
{
    const gpuocc_kernel k = random_kernel(device);
    const int odd = get(device, GPUOCC_DEVICE_BARRIERS_PER_CORE) == 0 && k.barriers_per_group != 0;
    struct place p;
    size_t i;

    if (!accepted(device, k) || odd)
        return;
    t->kernels++;
    place(&p, device, k);
    t->least += !is_least_of_limits(&p);
    t->falls += !only_falls(device, &k, GPUOCC_KERNEL_THREADS_PER_GROUP);
    t->best += !best_is_best(device, &k);
    t->range += !range_contains(device, &k, GPUOCC_KERNEL_THREADS_PER_GROUP);
    t->curve += !curve_is_curve(device, &k, GPUOCC_KERNEL_THREADS_PER_GROUP);
    t->next += !next_is_next(device, &k, GPUOCC_KERNEL_THREADS_PER_GROUP);
    t->pad += !pad_is_exact(device, &k);
    for (i = 0; i < AMOUNTS; i++) {
        t->falls += !only_falls(device, &k, amounts[i]);
        if (!inverse_holds(device, &k, amounts[i]) && t->inverse++ < 3)
            note("%s: inverse of field %u", gpuocc_device_name(device), amounts[i]);
        if (!curve_is_curve(device, &k, amounts[i]) && t->curve++ < 3)
            note("%s: curve of field %u", gpuocc_device_name(device), amounts[i]);
        if (!next_is_next(device, &k, amounts[i]) && t->next++ < 3)
            note("%s: next step of field %u", gpuocc_device_name(device), amounts[i]);
        if (!range_contains(device, &k, amounts[i]) && t->range++ < 3)
            note("%s: range over field %u", gpuocc_device_name(device), amounts[i]);
    }
}

int main(void)
{
    const gpuocc_device *device;
    struct tally t = {0};
    uint32_t at, i, devices = 0;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++) {
        if (strcmp(gpuocc_device_name(device), gpuocc_device_architecture(device)) != 0)
            continue; /* products have the rules of their architecture */
        devices++;
        for (i = 0; i < KERNELS; i++)
            test_kernel(device, &t);
    }
    ok(t.kernels > devices * KERNELS / 4, "%u kernels on %u architectures", t.kernels, devices);
    ok(t.least == 0, "groups are the least of the limits: %u exceptions", t.least);
    ok(t.falls == 0, "more of anything never admits more groups: %u exceptions", t.falls);
    ok(t.inverse == 0, "the inverse question is the inverse: %u exceptions", t.inverse);
    ok(t.best == 0, "the best group size is the best: %u exceptions", t.best);
    ok(t.range == 0, "a range contains its points: %u exceptions", t.range);
    ok(t.curve == 0, "a curve is the answer at every value: %u exceptions", t.curve);
    ok(t.next == 0, "the next step is the nearest that helps: %u exceptions", t.next);
    ok(t.pad == 0, "padding reaches exactly the groups wanted: %u exceptions", t.pad);
    return done();
}
