/* SPDX-License-Identifier: MIT
 *
 * Tests all built-in devices and custom devices.
 */
#include "own.h"
#include "pci.h"

static int has_sources(const gpuocc_device *device)
{
    gpuocc_source source = {sizeof source, 0, "", ""};
    uint32_t field;
    int32_t status;

    for (field = 1; field < GPUOCC_DEVICE_FIELD_COUNT; field++) {
        status = gpuocc_device_source(device, field, &source);
        if (status == GPUOCC_OK && (source.document[0] == 0 || source.confidence == 0 ||
                                    source.confidence >= GPUOCC_CONFIDENCE_COUNT)) {
            note("%s: field %u has no source", gpuocc_device_name(device), field);
            return 0;
        }
    }
    return 1;
}

/* Whether a name finds the device again, alone or as one of several. */
static int is_found(const gpuocc_device *device)
{
    const char *name = gpuocc_device_name(device);
    const gpuocc_device *found;
    uint32_t index;

    for (index = 0; gpuocc_device_find(name, strlen(name), index, &found, NULL, NULL) == GPUOCC_OK;
         index++)
        if (found == device)
            return 1;
    note("%s is not found by its name", name);
    return 0;
}

static void test_every_device(void)
{
    const uint32_t count = gpuocc_device_count();
    const gpuocc_device *device;
    uint32_t index, verified = 0, same = 0, sourced = 0, found = 0, no_model = 0;
    struct own own;

    for (index = 0; index < count; index++) {
        if (gpuocc_device_at(index, &device) != GPUOCC_OK)
            continue;
        if (make_own(&own, device, NULL, NULL, NULL, 0) == GPUOCC_OK)
            verified++;
        else
            note("%s: %d field %u", gpuocc_device_name(device), own.status, own.error.field);
        same += own.status == GPUOCC_OK &&
                gpuocc_device_fingerprint(own.device) == gpuocc_device_fingerprint(device);
        sourced += (uint32_t)has_sources(device);
        found += (uint32_t)is_found(device);
        no_model += gpuocc_device_architecture(device) == NULL;
    }
    ok(count > 0 && verified == count, "%u of %u built-in devices pass the verifier", verified,
       count);
    ok(same == count, "a copy of a device has its fingerprint");
    ok(sourced == count, "every number of every device has a source and a confidence");
    ok(found == count, "every device is found by its own name");
    ok(no_model == 0 && gpuocc_device_at(count, &device) == GPUOCC_ERROR_INDEX,
       "the list ends after %u devices", count);
}

/* Every PCI id in the tables finds the device that has it. */
static void test_pci_ids(void)
{
    const gpuocc_device *device, *found;
    uint32_t at, index, vendor, id, revision, candidate, ids = 0, hits = 0;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        for (index = 0; pci_id_of(device, index, &vendor, &id, &revision) == GPUOCC_OK; index++) {
            int hit = 0;

            ids++;
            for (candidate = 0;
                 find_pci(vendor, id, revision, candidate, &found, NULL) == GPUOCC_OK; candidate++)
                hit |= found == device;
            hits += (uint32_t)hit;
            if (!hit)
                note("%04x:%04x does not find %s", vendor, id, gpuocc_device_name(device));
        }
    ok(hits == ids, "%u of %u PCI ids find their device", hits, ids);
}

/* The textbook machine of the seed note 002_f6c771728c69823e.txt: 32 K registers, 48 warps of 32
 * (1536 threads), 48 KiB of shared memory, 8 groups, registers in units of 64 per warp. */
static const gpuocc_device *textbook(struct own *own)
{
    static const uint32_t fields[] = {
        GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,     GPUOCC_DEVICE_MAX_GROUPS_PER_CORE,
        GPUOCC_DEVICE_PARTITIONS_PER_CORE,       GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION,
        GPUOCC_DEVICE_REGISTERS_PER_PARTITION,   GPUOCC_DEVICE_REGISTER_UNIT,
        GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD,  GPUOCC_DEVICE_SHARED_POOL_BYTES,
        GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP};
    static const uint64_t values[] = {1536, 8, 1, 48, 32768, 64, 63, 49152, 49152};

    ok(make_own(own, NULL, NULL, fields, values, sizeof fields / sizeof fields[0]) == GPUOCC_OK,
       "a device is made from nothing");
    return own->device;
}

static uint32_t textbook_waves(const gpuocc_device *device, uint32_t threads, uint32_t registers,
                               uint32_t shared)
{
    gpuocc_kernel kernel = {
        .threads_per_group = threads, .registers_per_thread = registers, .shared_bytes = shared};
    struct place p;

    place(&p, device, kernel);
    return p.status == GPUOCC_OK ? gpuocc_occupancy_waves(p.occupancy) : GPUOCC_UNKNOWN;
}

static void test_textbook(void)
{
    struct own own;
    const gpuocc_device *device = textbook(&own);
    uint32_t threads, waves, last = 0, climbs = 1, registers, steps = 0, rises = 0;

    ok(textbook_waves(device, 256, 63, 0) * 32 == 512,
       "63 registers are rounded to 64: 512 of 1536 threads (the note prints 0.0333 for 0.333)");
    ok(textbook_waves(device, 256, 8, 256 * 64) * 32 == 768,
       "64 bytes of shared memory per thread: 768 threads, 0.5");
    for (threads = 32; threads <= 192; threads += 32) {
        waves = textbook_waves(device, threads, 16, 0);
        climbs &= waves == 8 * threads / 32 && waves > last;
        last = waves;
    }
    ok(climbs && last == 48, "occupancy climbs with the group size while 8 groups bind, to 192");
    ok(textbook_waves(device, 224, 16, 0) == 42 && textbook_waves(device, 256, 16, 0) == 48 &&
           textbook_waves(device, 288, 16, 0) == 45 && textbook_waves(device, 800, 16, 0) == 25,
       "and saws after that: 224 threads 42 waves, 256 48, 288 45, 800 25");
    last = textbook_waves(device, 256, 1, 0);
    for (registers = 2; registers <= 63; registers++) {
        waves = textbook_waves(device, 256, registers, 0);
        steps += waves < last;
        rises += waves > last;
        last = waves;
    }
    /* 20 registers need 640 of 32768 per wave, 21 need 704: 51 and 46 waves. */
    ok(rises == 0 && steps == 4 && textbook_waves(device, 256, 20, 0) == 48 &&
           textbook_waves(device, 256, 21, 0) == 40,
       "over registers it only falls, in %u steps from 48 waves to 16, the first at 21", steps);
}

static void test_edit(void)
{
    const uint32_t pool[] = {GPUOCC_DEVICE_BARRIERS_PER_CORE},
                   unit[] = {GPUOCC_DEVICE_REGISTER_UNIT};
    const uint32_t bad[] = {99}, sizes[] = {8, 16, 48};
    const uint64_t two[] = {2}, zero[] = {0}, huge[] = {UINT64_C(1) << 32};
    const uint32_t lists[] = {GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB,
                              GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB,
                              GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB};
    uint64_t list[3], value;
    struct own own, copy;
    const gpuocc_device *base = textbook(&own);
    gpuocc_source source = {sizeof source, 0, "", ""};
    uint32_t i;

    ok(make_own(&copy, base, NULL, pool, two, 1) == GPUOCC_OK &&
           gpuocc_device_get(copy.device, pool[0], 0, &value) == GPUOCC_OK && value == 2 &&
           gpuocc_device_fingerprint(copy.device) != gpuocc_device_fingerprint(base),
       "an edited number is read back and changes the fingerprint");
    ok(gpuocc_device_source(copy.device, pool[0], &source) == GPUOCC_OK &&
           source.confidence == GPUOCC_CONFIDENCE_CALLER,
       "and its source is the caller");
    ok(gpuocc_device_source(base, GPUOCC_DEVICE_LANES_PER_CORE, &source) == GPUOCC_OK &&
           source.confidence == GPUOCC_CONFIDENCE_CALLER &&
           strcmp(source.document, "given by the caller") == 0 && source.remark[0] == 0 &&
           gpuocc_device_source(base, GPUOCC_DEVICE_CLOCK_MHZ, &source) == GPUOCC_OK &&
           source.confidence == GPUOCC_CONFIDENCE_UNVERIFIED &&
           strcmp(source.document, "given by the caller") == 0 && source.remark[0] == 0,
       "a device without a base has only the caller as its source; its figures are not verified");
    ok(gpuocc_device_source(base, pool[0], NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_device_source(NULL, pool[0], &source) == GPUOCC_ERROR_NULL &&
           gpuocc_device_source(base, 99, &source) == GPUOCC_ERROR_FIELD,
       "a source is refused without a device, a place for it, or a field");
    for (i = 0; i < 3; i++)
        list[i] = sizes[i];
    ok(make_own(&copy, base, NULL, lists, list, 3) == GPUOCC_OK &&
           gpuocc_device_get(copy.device, lists[0], 2, &value) == GPUOCC_OK && value == 48 &&
           gpuocc_device_get(copy.device, lists[0], 3, &value) == GPUOCC_ERROR_INDEX,
       "a list takes its values in order");
    ok(make_own(&copy, base, NULL, unit, zero, 1) == GPUOCC_ERROR_DEVICE_INVALID &&
           copy.error.field == GPUOCC_DEVICE_REGISTER_UNIT && copy.error.limit == 1,
       "a register unit of 0 is refused, 1 is the least");
    ok(make_own(&copy, base, NULL, bad, two, 1) == GPUOCC_ERROR_FIELD, "field 99 is refused");
    ok(make_own(&copy, base, NULL, pool, huge, 1) == GPUOCC_ERROR_TOO_LARGE,
       "a value of 2^32 is refused");
    ok(make_own(&copy, NULL, NULL, NULL, NULL, 0) == GPUOCC_ERROR_DEVICE_INVALID,
       "an empty device lacks what is needed");
    memcpy(copy.words, own.words, sizeof own.words);
    memset(own.words, 0xa5, sizeof own.words);
    ok(textbook_waves((const gpuocc_device *)(const void *)copy.words, 256, 63, 0) == 16,
       "a device may be moved, byte for byte");
}

int main(void)
{
    test_every_device();
    test_pci_ids();
    test_textbook();
    test_edit();
    return done();
}
