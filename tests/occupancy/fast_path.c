/* SPDX-License-Identifier: MIT
 *
 * Tests that the fast-path answer of a query is the full one. A kernel in a struct of a later
 * version, with zeros in the new members, has the same answer and uses only the full path: both are
 * evaluated, for every architecture and convention, with each field and each pair of fields at its
 * bounds, one below and one above; and for custom devices with each number changed. Usage:
 * fast_path [STEP]: every STEP-th pair, 1 for all.
 */
#include "support.h"

#define MOST_VALUES 24

struct values {
    uint32_t count, at[MOST_VALUES];
};

/* A kernel struct of a later version of the library. */
struct later {
    gpuocc_kernel kernel;
    uint32_t added;
};

struct subject {
    const gpuocc_device *device;
    uint32_t convention;
    struct values values[GPUOCC_KERNEL_FIELD_COUNT];
};

static uint64_t asked, answered, differ;
static uint32_t devices, step = 5, turn;

static void add(struct values *values, uint32_t value)
{
    uint32_t i;

    for (i = 0; i < values->count; i++)
        if (values->at[i] == value)
            return;
    if (values->count < MOST_VALUES)
        values->at[values->count++] = value;
}

/* Adds one below, the value and one above. */
static void around(struct values *values, uint32_t value)
{
    add(values, value - 1);
    add(values, value);
    add(values, value + 1);
}

/* Adds the limits of the kernel's field on the device, and the steps by which it is rounded. */
static void limits_of(struct values *v, const gpuocc_device *d, uint32_t field)
{
    const uint32_t size = get(d, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE);

    switch (field) {
    case GPUOCC_KERNEL_THREADS_PER_GROUP:
        around(v, get(d, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP));
        around(v, get(d, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP) / 2);
        around(v, size != 0 ? size : 16);
        around(v, 4 * 32);
        break;
    case GPUOCC_KERNEL_WAVE_SIZE:
        around(v, 8);
        around(v, 16);
        around(v, 32);
        around(v, 64);
        break;
    case GPUOCC_KERNEL_REGISTERS_PER_THREAD:
    case GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD:
    case GPUOCC_KERNEL_GRF_COUNT:
        around(v, get(d, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD));
        around(v, get(d, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD) / 2);
        around(v, 32);
        add(v, 64);
        add(v, 96);
        break;
    case GPUOCC_KERNEL_SHARED_BYTES:
    case GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES:
    case GPUOCC_KERNEL_MAX_DYNAMIC_SHARED_BYTES:
        around(v, get(d, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP));
        around(v, get(d, GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP));
        around(v, get(d, GPUOCC_DEVICE_SHARED_POOL_BYTES) / 4);
        around(v, get(d, GPUOCC_DEVICE_SHARED_UNIT_BYTES));
        break;
    case GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD:
        around(v, get(d, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP) / 64);
        add(v, 4);
        break;
    case GPUOCC_KERNEL_ACCUMULATORS_PER_THREAD:
        around(v, get(d, GPUOCC_DEVICE_MAX_ACCUMULATORS_PER_THREAD));
        add(v, 128);
        break;
    case GPUOCC_KERNEL_MAX_THREADS_PER_GROUP:
        around(v, get(d, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP));
        around(v, 32);
        add(v, 128);
        break;
    case GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE:
        around(v, get(d, GPUOCC_DEVICE_SCALAR_REGISTER_UNIT));
        around(v, 100);
        around(v, 112);
        break;
    default:
        around(v, 2);
        around(v, 16);
        around(v, 32);
        around(v, 100);
    }
}

static gpuocc_kernel base_of(const gpuocc_device *device, uint32_t threads)
{
    gpuocc_kernel kernel = {.threads_per_group = threads};

    kernel.max_threads_per_group = 1024; /* without it the header has no answer */
    if (get(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE) == 0)
        kernel.wave_size = 16;
    return kernel;
}

/* Finds the values of a field that are accepted alone, and two that are not. */
static void prepare_field(struct subject *s, uint32_t field)
{
    static struct place p;
    struct values all = {0, {0}}, *v = &s->values[field];
    uint32_t i, refused = 0;

    limits_of(&all, s->device, field);
    around(&all, GPUOCC_ZERO);
    around(&all, 1u << 31);
    v->count = 0;
    if (field != GPUOCC_KERNEL_THREADS_PER_GROUP)
        add(v, 0);
    for (i = 0; i < all.count; i++) {
        gpuocc_kernel kernel = base_of(s->device, 32);

        put_word(&kernel, field, all.at[i]);
        if (place_as(&p, s->device, s->convention, kernel) == GPUOCC_OK || refused++ < 2)
            add(v, all.at[i]);
    }
}

/* Evaluates both ways. */
static void ask(const struct subject *s, const gpuocc_kernel *kernel)
{
    static struct place fast, whole;
    struct later later = {*kernel, 0};

    asked++;
    place_as(&fast, s->device, s->convention, *kernel);
    later.kernel.size = sizeof later;
    whole.status =
        occupancy_in(whole.words, s->device, s->convention, &later.kernel, &whole.occupancy, NULL);
    if (fast.status == whole.status && fast.status != GPUOCC_OK)
        return;
    answered++;
    if (fast.status == whole.status &&
        gpuocc_occupancy_groups(fast.occupancy) == gpuocc_occupancy_groups(whole.occupancy) &&
        gpuocc_occupancy_waves(fast.occupancy) == gpuocc_occupancy_waves(whole.occupancy) &&
        gpuocc_occupancy_max_waves(fast.occupancy) == gpuocc_occupancy_max_waves(whole.occupancy) &&
        gpuocc_occupancy_limiters(fast.occupancy) == gpuocc_occupancy_limiters(whole.occupancy))
        return;
    if (differ++ < 5)
        note("%s, convention %u: short %d, %u groups, limits %x; long %d, %u, %x:%s",
             gpuocc_device_name(s->device), s->convention, fast.status,
             gpuocc_occupancy_groups(fast.occupancy), gpuocc_occupancy_limiters(fast.occupancy),
             whole.status, gpuocc_occupancy_groups(whole.occupancy),
             gpuocc_occupancy_limiters(whole.occupancy), options_of(kernel));
}

/* Tries every field alone, also if it is unknown. */
static void single(const struct subject *s, const gpuocc_kernel *base)
{
    uint32_t field, i;

    for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT; field++) {
        gpuocc_kernel kernel = *base;

        for (i = 0; i < s->values[field].count; i++) {
            put_word(&kernel, field, s->values[field].at[i]);
            ask(s, &kernel);
        }
        if (field == GPUOCC_KERNEL_THREADS_PER_GROUP)
            continue; /* sizes are tried one by one */
        put_word(&kernel, field, GPUOCC_UNKNOWN);
        ask(s, &kernel);
    }
}

/* Tries every value of one field with every value of another. */
static void pair(const struct subject *s, const gpuocc_kernel *base, uint32_t a, uint32_t b)
{
    gpuocc_kernel kernel = *base;
    uint32_t i, j;

    for (i = 0; i < s->values[a].count; i++) {
        put_word(&kernel, a, s->values[a].at[i]);
        for (j = 0; j < s->values[b].count; j++) {
            put_word(&kernel, b, s->values[b].at[j]);
            if (turn++ % step == 0)
                ask(s, &kernel);
        }
    }
}

static int has_convention(const gpuocc_device *device, uint32_t convention)
{
    static struct place p;

    return place_as(&p, device, convention, base_of(device, 1)) != GPUOCC_ERROR_CONVENTION_VENDOR;
}

/* Tries everything on a device in one convention. `few`: of the pairs, only group sizes with the
 * common fields, and shared memory with its limits. */
static void compare(const gpuocc_device *device, uint32_t convention, int few)
{
    static struct subject s;
    const uint32_t last =
        few ? GPUOCC_KERNEL_MAX_DYNAMIC_SHARED_BYTES : GPUOCC_KERNEL_FIELD_COUNT - 1;
    gpuocc_kernel base = base_of(device, 256);
    uint32_t a, b;

    s.device = device;
    s.convention = convention;
    for (a = 1; a < GPUOCC_KERNEL_FIELD_COUNT; a++)
        prepare_field(&s, a);
    single(&s, &base);
    for (a = 1; a < last; a++)
        for (b = a + 1; b <= last; b++)
            if (!few || (a == 1 && b <= GPUOCC_KERNEL_MAX_THREADS_PER_GROUP) ||
                (a >= GPUOCC_KERNEL_SHARED_BYTES && b == a + 1))
                pair(&s, &base, a, b);
    base.max_threads_per_group = 0;
    base.registers_per_thread = get(device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_NVIDIA ? 40 : 0;
    base.shared_bytes = 3000;
    single(&s, &base);
}

static void compare_all(const gpuocc_device *device, int few)
{
    uint32_t convention;

    devices++;
    for (convention = 0; convention < GPUOCC_CONVENTION_COUNT; convention++)
        if ((!few || convention <= GPUOCC_CONVENTION_HEADER) && has_convention(device, convention))
            compare(device, convention, few);
}

/* Changes one number of the device, one value of a list, or two numbers. */
static void change(const gpuocc_device *base, const uint32_t *fields, const uint64_t *values,
                   size_t count)
{
    static uint64_t memory[sizeof(gpuocc_custom_device) / 8];
    const gpuocc_device *device;

    if (device_in(memory, base, NULL, 0, fields, values, count, &device, NULL) == GPUOCC_OK)
        compare_all(device, 1);
}

/* Each number of the device: zero, small, one less, one more, doubled, and unknown. */
static void change_each(const gpuocc_device *base)
{
    uint32_t field, i;

    for (field = GPUOCC_DEVICE_GENERATION; field < GPUOCC_DEVICE_CORE_COUNT; field++) {
        const uint64_t is = get(base, field);
        const uint64_t values[] = {0, 1, 3, is - 1, is + 1, is * 2, GPUOCC_UNKNOWN};

        for (i = 0; i < sizeof values / sizeof values[0]; i++)
            change(base, &field, &values[i], values[i] != is);
    }
}

/* Registers of a partition and of a group: the sizes at which a small file refuses a group. */
static void change_registers(const gpuocc_device *base)
{
    const uint32_t fields[] = {GPUOCC_DEVICE_REGISTERS_PER_PARTITION,
                               GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP};
    const uint64_t is = get(base, GPUOCC_DEVICE_REGISTERS_PER_PARTITION);
    uint64_t values[2];

    for (values[0] = is / 4; values[0] <= is; values[0] += is / 16 + 1)
        for (values[1] = 0; values[1] <= 2 * is; values[1] += is / 2 + 1)
            change(base, fields, values, 2);
}

/* Lists of the maximum length, and empty ones. */
static void change_lists(const gpuocc_device *base)
{
    static const uint32_t lists[] = {GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB,
                                     GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB};
    const uint64_t most = get(base, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP) / 1024;
    uint32_t fields[28], i, which;
    uint64_t values[28];

    for (which = 0; which < 2; which++) {
        const uint32_t length = which == 0 ? 12 : 28;

        for (i = 0; i < length; i++) {
            fields[i] = lists[which];
            values[i] = i + 1 == length && most > length ? most : i + 1;
        }
        change(base, fields, values, length);
        change(base, fields, values, 1);
    }
}

static void own_devices(const char *name)
{
    const gpuocc_device *device;

    if (gpuocc_device_find(name, strlen(name), 0, &device, NULL, NULL) != GPUOCC_OK)
        return; /* the vendor is not in this build */
    change_each(device);
    change_registers(device);
    change_lists(device);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"3.5",       "5.2",     "6.0",     "7.5",     "9.0",
                                        "gfx908",    "gfx90a",  "gfx1030", "gfx1200", "gen12",
                                        "xe2_hpg",   "xe_hpc",  "apple6",  "apple7",  "apple9",
                                        "Mali-T880", "Mali-G57"};
    const gpuocc_device *device;
    uint32_t at;

    if (part_of(2) != 2)
        step = 50;
    if (argc > 1)
        step = (uint32_t)strtoul(argv[1], NULL, 0);
    step = step != 0 ? step : 1;
    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        if (is_architecture(device))
            compare_all(device, 0); /* products have the rules of their architecture */
    ok(answered >= at_least(100000) && differ == 0,
       "%u architectures, %llu kernels, %llu answered: %llu short answers are not the long ones",
       devices, (unsigned long long)asked, (unsigned long long)answered,
       (unsigned long long)differ);
    devices = 0;
    asked = answered = differ = 0;
    for (at = 0; at < sizeof names / sizeof names[0]; at++)
        own_devices(names[at]);
    ok(answered >= at_least(100000) && differ == 0,
       "%u devices of one's own, %llu kernels, %llu answered: %llu differ", devices,
       (unsigned long long)asked, (unsigned long long)answered, (unsigned long long)differ);
    return done();
}
