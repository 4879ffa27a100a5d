/* SPDX-License-Identifier: MIT
 *
 * Tests what is true of every row of the tables: sizes are multiples of their granularity, limits
 * are in order, a PCI id belongs to one device or is declared ambiguous. Also tests the bounds of
 * custom devices: the last value that is accepted and the first one that is not.
 */
#include "own.h"
#include "tally.h"
#include "pci.h"

static int known(uint64_t value)
{
    return value != UINT64_MAX;
}

static void law(struct tally *t, const gpuocc_device *device, int holds, const char *what)
{
    t->rows++;
    if (!holds && t->bad++ < 10)
        note("%s: %s", gpuocc_device_name(device), what);
}

#define GET(name) const uint64_t name = value_at(device, GPUOCC_DEVICE_##name, 0)

static void check_registers(struct tally *t, const gpuocc_device *device)
{
    GET(REGISTERS_PER_PARTITION);
    GET(REGISTER_UNIT);
    GET(MAX_REGISTERS_PER_THREAD);
    GET(SCALAR_REGISTERS_PER_PARTITION);
    GET(SCALAR_REGISTER_UNIT);
    GET(MAX_SCALAR_REGISTERS_PER_WAVE);
    GET(DEFAULT_WAVE_SIZE);
    GET(GRF_COUNTS);

    if (known(REGISTERS_PER_PARTITION) && known(REGISTER_UNIT))
        law(t, device, REGISTERS_PER_PARTITION % REGISTER_UNIT == 0, "units of the register file");
    if (REGISTERS_PER_PARTITION != 0 && known(REGISTERS_PER_PARTITION) && !known(GRF_COUNTS))
        law(t, device, MAX_REGISTERS_PER_THREAD * DEFAULT_WAVE_SIZE <= REGISTERS_PER_PARTITION,
            "a wave with the most registers fits");
    if (SCALAR_REGISTERS_PER_PARTITION != 0 && known(SCALAR_REGISTERS_PER_PARTITION)) {
        law(t, device, SCALAR_REGISTERS_PER_PARTITION % SCALAR_REGISTER_UNIT == 0,
            "units of the scalar registers");
        law(t, device, MAX_SCALAR_REGISTERS_PER_WAVE <= SCALAR_REGISTERS_PER_PARTITION,
            "a wave with the most scalar registers fits");
    }
}

static void check_shared(struct tally *t, const gpuocc_device *device)
{
    GET(SHARED_POOL_BYTES);
    GET(SHARED_UNIT_BYTES);
    GET(SHARED_RESERVED_BYTES);
    GET(MAX_SHARED_BYTES_PER_GROUP);
    GET(DEFAULT_SHARED_BYTES_PER_GROUP);
    uint64_t size, last = 0;
    uint32_t i;

    if (known(SHARED_POOL_BYTES)) {
        law(t, device, SHARED_POOL_BYTES % SHARED_UNIT_BYTES == 0, "units of the shared memory");
        law(t, device, MAX_SHARED_BYTES_PER_GROUP + SHARED_RESERVED_BYTES <= SHARED_POOL_BYTES,
            "a group with the most shared memory fits");
    }
    if (known(DEFAULT_SHARED_BYTES_PER_GROUP) && known(MAX_SHARED_BYTES_PER_GROUP))
        law(t, device, DEFAULT_SHARED_BYTES_PER_GROUP <= MAX_SHARED_BYTES_PER_GROUP,
            "what a group may have without asking is no more than when it asks");
    for (i = 0;
         gpuocc_device_get(device, GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB, i, &size) == GPUOCC_OK;
         i++, last = size)
        law(t, device, i == 0 || size > last, "sizes of the pool ascend");
    if (i != 0)
        law(t, device, last * 1024 == SHARED_POOL_BYTES, "the largest size is the pool");
}

static void check_waves(struct tally *t, const gpuocc_device *device)
{
    GET(WAVE_SIZES);
    GET(DEFAULT_WAVE_SIZE);
    GET(MAX_THREADS_PER_GROUP);
    GET(PARTITIONS_PER_CORE);
    GET(MAX_WAVES_PER_PARTITION);
    GET(BARRIERS_PER_CORE);
    GET(MAX_GROUPS_PER_CORE);
    uint64_t largest = 128;

    while (largest > WAVE_SIZES)
        largest /= 2;
    law(t, device, DEFAULT_WAVE_SIZE == 0 || (DEFAULT_WAVE_SIZE & WAVE_SIZES) != 0,
        "the default wave size is one of the sizes");
    if (known(MAX_WAVES_PER_PARTITION) && known(MAX_THREADS_PER_GROUP))
        law(t, device,
            MAX_THREADS_PER_GROUP <= PARTITIONS_PER_CORE * MAX_WAVES_PER_PARTITION * largest,
            "the largest group has slots");
    if (known(BARRIERS_PER_CORE) && known(MAX_GROUPS_PER_CORE) && BARRIERS_PER_CORE != 0 &&
        MAX_GROUPS_PER_CORE != 0 && get(device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_NVIDIA)
        law(t, device, BARRIERS_PER_CORE >= MAX_GROUPS_PER_CORE, "a barrier for every group slot");
}

static void check_device(struct tally *t, const gpuocc_device *device)
{
    GET(CORE_COUNT);
    GET(MIN_CORE_COUNT);
    GET(MAX_GROUPS_PER_CLUSTER);
    GET(MAX_GROUPS_PER_CLUSTER_ON_REQUEST);
    uint64_t cores, sum = 0;
    uint32_t i;

    if (known(CORE_COUNT) && known(MIN_CORE_COUNT))
        law(t, device, MIN_CORE_COUNT >= 1 && MIN_CORE_COUNT <= CORE_COUNT, "core counts in order");
    law(t, device, MAX_GROUPS_PER_CLUSTER <= MAX_GROUPS_PER_CLUSTER_ON_REQUEST,
        "cluster sizes in order");
    for (i = 0; gpuocc_device_get(device, GPUOCC_DEVICE_CORES_PER_GPC, i, &cores) == GPUOCC_OK; i++)
        sum += cores;
    if (i != 0 && known(CORE_COUNT))
        law(t, device, sum == CORE_COUNT, "the cores of the GPCs are those of the device");
}

/* An id is ambiguous if and only if it has several devices. */
static void check_ids(struct tally *t, const gpuocc_device *device)
{
    uint32_t index, vendor, id, revision, count, quality, ambiguous;
    const gpuocc_device *found;

    for (index = 0; pci_id_of(device, index, &vendor, &id, &revision) == GPUOCC_OK; index++) {
        ambiguous = 0;
        for (count = 0; find_pci(vendor, id, revision, count, &found, &quality) == GPUOCC_OK;
             count++)
            ambiguous += quality == GPUOCC_QUALITY_AMBIGUOUS;
        law(t, device, count != 0 && ambiguous == (count > 1 ? count : 0), "PCI id");
    }
}

static void test_rows(void)
{
    struct tally registers = {0, 0}, shared = {0, 0}, waves = {0, 0}, own = {0, 0}, ids = {0, 0};
    const gpuocc_device *device;
    uint32_t i;

    for (i = 0; gpuocc_device_at(i, &device) == GPUOCC_OK; i++) {
        check_registers(&registers, device);
        check_shared(&shared, device);
        check_waves(&waves, device);
        check_device(&own, device);
        check_ids(&ids, device);
    }
    ok(registers.bad == 0, "registers of %u devices: %d checks, %d differ", i, registers.rows,
       registers.bad);
    ok(shared.bad == 0, "shared memory: %d checks, %d differ", shared.rows, shared.bad);
    ok(waves.bad == 0, "waves and groups: %d checks, %d differ", waves.rows, waves.bad);
    ok(own.bad == 0, "cores and clusters: %d checks, %d differ", own.rows, own.bad);
    ok(ids.bad == 0, "PCI ids: %d checks, %d differ", ids.rows, ids.bad);
}

/* The bounds of a field of a custom device, and whether it may be unknown. */
static const struct {
    uint32_t field;
    uint64_t least, most;
    int unknown;
} bounds[] = {
    {GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 1, 65536, 1},
    {GPUOCC_DEVICE_MAX_GROUPS_PER_CORE, 0, 65536, 0},
    {GPUOCC_DEVICE_PARTITIONS_PER_CORE, 1, 1024, 1},
    {GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 1, 4096, 0},
    {GPUOCC_DEVICE_REGISTERS_PER_PARTITION, 0, 1 << 24, 0},
    {GPUOCC_DEVICE_REGISTER_UNIT, 1, 65536, 0},
    {GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 0, 4096, 0},
    {GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP, 0, 1 << 28, 0},
    {GPUOCC_DEVICE_MAX_ACCUMULATORS_PER_THREAD, 0, 4096, 0},
    {GPUOCC_DEVICE_UNIFIED_ACCUMULATORS, 0, 1, 0},
    {GPUOCC_DEVICE_SCALAR_REGISTERS_PER_PARTITION, 0, 1 << 20, 0},
    {GPUOCC_DEVICE_SCALAR_REGISTER_UNIT, 1, 4096, 0},
    {GPUOCC_DEVICE_MAX_SCALAR_REGISTERS_PER_WAVE, 0, 4096, 0},
    {GPUOCC_DEVICE_FIXED_SCALAR_REGISTERS_PER_WAVE, 0, 4096, 0},
    {GPUOCC_DEVICE_SHARED_POOL_BYTES, 0, 1 << 30, 0},
    {GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 0, 1 << 30, 0},
    {GPUOCC_DEVICE_SHARED_UNIT_BYTES, 1, 1 << 20, 0},
    {GPUOCC_DEVICE_SHARED_RESERVED_BYTES, 0, 1 << 20, 0},
    {GPUOCC_DEVICE_BARRIERS_PER_CORE, 0, 65536, 0},
    {GPUOCC_DEVICE_VIRTUAL_RESOURCES_PER_CORE, 0, 65536, 0},
    {GPUOCC_DEVICE_CUS_PER_WGP, 0, 2, 0},
    {GPUOCC_DEVICE_DYNAMIC_VGPR, 0, 1, 0},
    {GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER, 0, 1024, 0},
    {GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER_ON_REQUEST, 0, 1024, 0},
    {GPUOCC_DEVICE_MAX_CLUSTERED_GROUPS_PER_CORE, 0, 65536, 0},
    {GPUOCC_DEVICE_GRF_BYTES, 0, 1024, 0},
    {GPUOCC_DEVICE_LANES_PER_CORE, 0, 65536, 1},
};

/* Returns the status of a toy device with one more number, and the contents of the error. */
static int32_t make(uint32_t field, uint64_t value, gpuocc_error *error)
{
    static const struct change toy[] = {{GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 64},
                                        {GPUOCC_DEVICE_PARTITIONS_PER_CORE, 1},
                                        {GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 4},
                                        {GPUOCC_DEVICE_REGISTERS_PER_PARTITION, 4096}};
    struct own base, own;

    make_changed(&base, NULL, "toy", toy, 4);
    make_own(&own, made(&base), NULL, &field, &value, 1);
    *error = own.error;
    return own.status;
}

static void test_bounds(void)
{
    struct tally t = {0, 0};
    gpuocc_error error;
    uint64_t most;
    uint32_t i;

    for (i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        const char *name = gpuocc_name(GPUOCC_LIST_DEVICE_FIELDS, bounds[i].field);

        tally(&t, make(bounds[i].field, bounds[i].least, &error) == GPUOCC_OK, name, 0, 0, 0);
        tally(&t, make(bounds[i].field, bounds[i].most, &error) == GPUOCC_OK, name, 1, 0, 0);
        tally(&t,
              make(bounds[i].field, bounds[i].most + 1, &error) == GPUOCC_ERROR_DEVICE_INVALID &&
                  error.limit == bounds[i].most && error.field == bounds[i].field,
              name, 2, (double)error.limit, (double)bounds[i].most);
        if (bounds[i].least != 0)
            tally(&t,
                  make(bounds[i].field, bounds[i].least - 1, &error) ==
                          GPUOCC_ERROR_DEVICE_INVALID &&
                      error.limit == bounds[i].least,
                  name, 3, (double)error.limit, (double)bounds[i].least);
        tally(&t, (make(bounds[i].field, GPUOCC_UNKNOWN, &error) == GPUOCC_OK) == bounds[i].unknown,
              name, 4, 0, 0);
        /* For this field the error contains the smallest unit, because of the registers. */
        most = bounds[i].field == GPUOCC_DEVICE_REGISTER_UNIT ? 1 : bounds[i].most;
        if (!bounds[i].unknown)
            tally(&t,
                  error.field == bounds[i].field && error.value == GPUOCC_UNKNOWN &&
                      error.limit == most,
                  name, 5, (double)error.limit, (double)most);
    }
    ok(t.bad == 0, "ends of %u fields of a device: %d checks, %d differ", i, t.rows, t.bad);
}

static void test_wave_sizes(void)
{
    gpuocc_error error;
    uint64_t sizes;
    int wrong = 0;

    for (sizes = 0; sizes < 260; sizes++) {
        /* The default size, 32, must be among them. */
        const int good = sizes <= 255 && (sizes & 32) != 0;

        wrong += (make(GPUOCC_DEVICE_WAVE_SIZES, sizes, &error) == GPUOCC_OK) != good;
    }
    ok(wrong == 0, "sets of wave sizes: those of 1 to 128 with the default one");
    for (wrong = 0, sizes = 0; sizes < 130; sizes++)
        wrong +=
            (make(GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, sizes, &error) == GPUOCC_OK) != (sizes == 32);
    ok(wrong == 0, "default wave sizes of the textbook machine: one of the sizes");
}

int main(void)
{
    test_rows();
    test_bounds();
    test_wave_sizes();
    return done();
}
