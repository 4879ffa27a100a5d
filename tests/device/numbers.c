/* SPDX-License-Identifier: MIT
 *
 * Tests the numbers of a device: their hash and their sources, computed a second time; those of a
 * custom device; and the consequences of edits.
 */
#include "own.h"

/* The pairs of document and remark of devices/<vendor>/sources.ini. */
struct source {
    const char *document, *remark;
};
#define SOURCE(document, remark) {document, remark},
#define VENDOR_BEGINS            static const struct source OF_VENDOR(sources)[] = {
#define VENDOR_ENDS                                                                                \
    }                                                                                              \
    ;
#include "all_rows.inc"
#undef VENDOR_BEGINS
#undef VENDOR_ENDS
#undef SOURCE

static const struct {
    const struct source *pairs;
    size_t count;
} sources[GPUOCC_VENDOR_COUNT] = {
#define VENDOR(number, folder)                                                                     \
    [GPUOCC_VENDOR_##                                                                              \
        number] = {folder##_sources, sizeof folder##_sources / sizeof folder##_sources[0]},
#include "../devices/vendors.def"
#undef VENDOR
};

/* FNV-1a over eight bytes of a number, the lowest first. */
static void hash_number(uint64_t *hash, uint64_t number)
{
    int byte;

    for (byte = 0; byte < 8; byte++, number /= 256) {
        *hash ^= number % 256;
        *hash *= UINT64_C(1099511628211);
    }
}

static uint64_t hash_of(const gpuocc_device *device)
{
    uint64_t hash = UINT64_C(14695981039346656037), value;
    uint32_t field, index;
    int32_t status;

    for (field = 0; field < GPUOCC_DEVICE_FIELD_COUNT; field++) {
        if (gpuocc_name(GPUOCC_LIST_DEVICE_FIELDS, field) == NULL)
            continue;
        for (index = 0;
             (status = gpuocc_device_get(device, field, index, &value)) != GPUOCC_ERROR_INDEX;
             index++)
            hash_number(&hash, status == GPUOCC_OK ? value : GPUOCC_UNKNOWN);
        hash_number(&hash, field + UINT64_C(4294967296));
    }
    return hash;
}

static void test_fingerprints(void)
{
    const gpuocc_device *device;
    uint32_t at, good = 0;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        good += gpuocc_device_fingerprint(device) == hash_of(device);
    ok(good == at && gpuocc_device_count() == at && gpuocc_device_fingerprint(NULL) == 0,
       "the fingerprints of %u of %u devices are the FNV-1a hash of their numbers", good, at);
}

/* Marks the pairs with these texts in the vendor's list. Returns their number. */
static uint32_t mark(uint64_t vendor, const gpuocc_source *source, uint8_t *seen)
{
    uint32_t count = 0;
    size_t i;

    for (i = 0; i < sources[vendor].count; i++)
        if (strcmp(sources[vendor].pairs[i].document, source->document) == 0 &&
            strcmp(sources[vendor].pairs[i].remark, source->remark) == 0) {
            seen[i] = 1;
            count++;
        }
    return count;
}

/* The texts of each number are a pair of its vendor's list, and each pair belongs to some
 * number. */
static void test_sources(void)
{
    static uint8_t seen[GPUOCC_VENDOR_COUNT][256];
    const gpuocc_device *device;
    gpuocc_source source = {sizeof source, 0, "", ""};
    uint32_t at, field, asked = 0, bad = 0, used = 0, unused = 0;
    size_t pair;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        for (field = 0; field < GPUOCC_DEVICE_FIELD_COUNT + GPUOCC_CONSTANT_COUNT; field++) {
            const uint64_t vendor = value_at(device, GPUOCC_DEVICE_VENDOR, 0);
            const uint32_t constant = field - GPUOCC_DEVICE_FIELD_COUNT;

            if ((field < GPUOCC_DEVICE_FIELD_COUNT
                     ? gpuocc_device_source(device, field, &source)
                     : gpuocc_device_constant_source(device, constant, &source)) != GPUOCC_OK)
                continue;
            asked++;
            bad += mark(vendor, &source, seen[vendor]) == 0 &&
                   strcmp(source.document, "inferred from the kind of memory") != 0;
        }
    for (at = 1; at < GPUOCC_VENDOR_COUNT; at++)
        for (pair = 0; pair < sources[at].count; pair++) {
            used += seen[at][pair];
            unused += !seen[at][pair];
            if (!seen[at][pair])
                note("vendor %u, pair %u is no number's", at, (unsigned)pair);
        }
    ok(bad == 0 && unused == 0 && used > 300 && asked > 10000,
       "%u numbers have one of %u pairs of document and remark of their vendor, %u do not", asked,
       used, bad);
}

/* A copy has the sources of the original; the source of a number that the original lacked is
 * unknown. On an error nothing is written. */
static void test_copied_sources(void)
{
    const gpuocc_device *device;
    gpuocc_source source[3], before;
    struct own own, again;
    uint32_t at, field, good = 0, asked = 0;
    int32_t status;

    memset(&before, 'x', sizeof before);
    before.size = sizeof before;
    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++) {
        make_own(&own, device, NULL, NULL, NULL, 0);
        make_own(&again, own.device, NULL, NULL, NULL, 0);
        for (field = 0; field < GPUOCC_DEVICE_FIELD_COUNT; field++) {
            source[0] = source[1] = source[2] = before;
            status = gpuocc_device_source(device, field, &source[0]);
            if (status == GPUOCC_ERROR_FIELD)
                continue;
            asked++;
            good += gpuocc_device_source(own.device, field, &source[1]) == GPUOCC_OK &&
                    gpuocc_device_source(again.device, field, &source[2]) == GPUOCC_OK &&
                    memcmp(&source[1], &source[2], sizeof before) == 0 &&
                    (status == GPUOCC_OK
                         ? memcmp(&source[0], &source[1], sizeof before) == 0
                         : status == GPUOCC_NOT_APPLICABLE && field >= GPUOCC_DEVICE_CORE_COUNT &&
                               memcmp(&source[0], &before, sizeof before) == 0 &&
                               source[1].confidence == GPUOCC_CONFIDENCE_UNVERIFIED);
        }
    }
    ok(good == asked && asked > 10000, "copies have the sources of %u of %u numbers", good, asked);
}

static void test_given(void)
{
    const uint32_t field = GPUOCC_DEVICE_BARRIERS_PER_CORE;
    const uint64_t value = 12;
    const uint32_t gpcs = GPUOCC_DEVICE_CORES_PER_GPC;
    gpuocc_source source = {sizeof source, 0, "", ""};
    struct own own;

    make_own(&own, find("H100 PCIe"), NULL, &field, &value, 1);
    ok(gpuocc_device_source(own.device, field, &source) == GPUOCC_OK &&
           source.confidence == GPUOCC_CONFIDENCE_CALLER &&
           strcmp(source.document, "given by the caller") == 0 && source.remark[0] == 0,
       "a number that was given has the caller as its source, and no remark");
    ok(gpuocc_device_source(find("B200"), gpcs, &source) == GPUOCC_OK &&
           source.confidence == GPUOCC_CONFIDENCE_UNVERIFIED &&
           gpuocc_device_source(find("sm_90"), gpcs, &source) == GPUOCC_NOT_APPLICABLE &&
           gpuocc_device_source(find("sm_90"), GPUOCC_DEVICE_CORE_COUNT, &source) ==
               GPUOCC_NOT_APPLICABLE &&
           gpuocc_device_source(find("sm_90"), GPUOCC_DEVICE_L2_KIB, &source) ==
               GPUOCC_NOT_APPLICABLE,
       "an architecture has no figures of a product");
}

/* The textbook machine with only the numbers that it needs. */
static void test_empty(void)
{
    static const uint32_t fields[] = {GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,
                                      GPUOCC_DEVICE_PARTITIONS_PER_CORE,
                                      GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION};
    static const uint64_t values[] = {1024, 4, 16};
    struct own own;
    uint32_t field, good = 0, asked = 0, i;
    uint64_t value;

    make_own(&own, NULL, NULL, fields, values, 3);
    for (field = 1; field < GPUOCC_DEVICE_FIELD_COUNT; field++) {
        uint64_t wanted = 0;
        int32_t status = gpuocc_device_get(own.device, field, 0, &value);

        if (status == GPUOCC_ERROR_FIELD)
            continue;
        asked++;
        for (i = 0; i < 3; i++)
            wanted = fields[i] == field ? values[i] : wanted;
        if (field == GPUOCC_DEVICE_WAVE_SIZES || field == GPUOCC_DEVICE_DEFAULT_WAVE_SIZE)
            wanted = 32;
        if (field == GPUOCC_DEVICE_REGISTER_UNIT || field == GPUOCC_DEVICE_SCALAR_REGISTER_UNIT ||
            field == GPUOCC_DEVICE_SHARED_UNIT_BYTES)
            wanted = 1;
        if (strstr(gpuocc_name(GPUOCC_LIST_DEVICE_FIELDS, field), "sizes_kib") != NULL ||
            strstr(gpuocc_name(GPUOCC_LIST_DEVICE_FIELDS, field), "grf_count") != NULL ||
            field == GPUOCC_DEVICE_CORES_PER_GPC)
            good += status == GPUOCC_ERROR_INDEX;
        else if (field >= GPUOCC_DEVICE_CORE_COUNT)
            good += status == GPUOCC_NOT_KNOWN;
        else
            good += status == GPUOCC_OK && value == wanted;
    }
    ok(own.status == GPUOCC_OK && good == asked, "%u of %u numbers of an empty device", good,
       asked);
    ok(strcmp(gpuocc_device_name(own.device), "custom device") == 0 &&
           strcmp(gpuocc_device_architecture(own.device), "custom device") == 0 &&
           gpuocc_device_family(own.device)[0] == 0,
       "and its name");
}

/* 47 letters of a name are stored, in the device and in errors. */
static void test_name(void)
{
    const char *const name =
        "0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz";
    const uint32_t field = GPUOCC_DEVICE_REGISTER_UNIT;
    const uint64_t zero = 0;
    struct own own;
    size_t length, good = 0, i;

    for (length = 0; length <= 72; length++) {
        const size_t kept = length < 47 ? length : 47;

        memset(own.words, 'x', sizeof own.words);
        own.error.size = sizeof own.error;
        own.status = device_in(own.words, find("sm_90"), name, length, NULL, NULL, 0, &own.device,
                               &own.error);
        good += own.status == GPUOCC_OK && strlen(gpuocc_device_name(own.device)) == kept &&
                memcmp(gpuocc_device_name(own.device), name, kept) == 0;
        memset(own.error.subject, 'x', sizeof own.error.subject);
        own.status = device_in(own.words, find("sm_90"), name, length, &field, &zero, 1,
                               &own.device, &own.error);
        good += own.status == GPUOCC_ERROR_DEVICE_INVALID &&
                own.error.subject[sizeof own.error.subject - 1] == 0 &&
                strlen(own.error.subject) == kept && memcmp(own.error.subject, name, kept) == 0;
        for (i = kept; i < sizeof own.error.subject; i++)
            good -= own.error.subject[i] != 0;
    }
    ok(good == 2 * 73, "names of 0 to 72 letters: the first 47 are kept");
}

/* A C string in place of bytes and their number. */
static void test_terminated(void)
{
    static const char name[] = "RTX 4090";
    const gpuocc_device *device = NULL;
    gpuocc_custom_device custom;
    uint32_t number = 0;

    ok(gpuocc_device_find(name, GPUOCC_TERMINATED, 0, &device, NULL, NULL) == GPUOCC_OK &&
           device == find(name) &&
           gpuocc_device_find(name, (size_t)-1, 0, &device, NULL, NULL) == GPUOCC_OK &&
           gpuocc_device_find("RTX 4091", GPUOCC_TERMINATED, 0, &device, NULL, NULL) ==
               GPUOCC_ERROR_DEVICE_UNKNOWN,
       "a device by a C string");
    ok(gpuocc_device_nearest("RTX 4091", GPUOCC_TERMINATED, 0, &device) == GPUOCC_OK,
       "the nearest names to a C string");
    ok(gpuocc_number(GPUOCC_LIST_LIMITS, "registers", GPUOCC_TERMINATED, &number) == GPUOCC_OK &&
           number == GPUOCC_LIMIT_REGISTERS,
       "the number of a C string");
    ok(gpuocc_device_copy(&custom, find("sm_90"), "mine", GPUOCC_TERMINATED, NULL) == GPUOCC_OK &&
           strcmp(gpuocc_device_name(gpuocc_device_of(&custom)), "mine") == 0,
       "a custom device with a C string as its name");
}

/* Every list accepts as many elements as it has room for; one more is refused with their number. */
static void test_lists(void)
{
    static const struct {
        uint32_t field;
        size_t room;
    } lists[] = {{GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB, 12},
                 {GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB, 28},
                 {GPUOCC_DEVICE_GRF_COUNTS, 10},
                 {GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, 10},
                 {GPUOCC_DEVICE_CORES_PER_GPC, 16}};
    uint32_t fields[80], one[32], i, k, good = 0;
    uint64_t values[80], value;
    size_t count = 0;
    struct own own;

    for (i = 0; i < 5; i++)
        for (k = 0; k < lists[i].room; k++, count++) {
            fields[count] = lists[i].field;
            values[count] = 3 + k;
        }
    make_own(&own, find("gfx90a"), NULL, fields, values, count);
    for (i = 0; own.status == GPUOCC_OK && i < 5; i++) {
        for (k = 0; value_at(own.device, lists[i].field, k) == 3 + k;)
            k++;
        good += k == lists[i].room &&
                gpuocc_device_get(own.device, lists[i].field, k, &value) == GPUOCC_ERROR_INDEX;
    }
    ok(good == 5, "%u of 5 lists are read back whole", good);
    for (i = 0, good = 0; i < 5; i++) {
        for (k = 0; k <= lists[i].room; k++)
            one[k] = lists[i].field;
        good += make_own(&own, find("gfx90a"), NULL, one, values, lists[i].room + 1) ==
                    GPUOCC_ERROR_TOO_LARGE &&
                own.error.field == lists[i].field && own.error.value == lists[i].room + 1 &&
                own.error.limit == lists[i].room;
        value = 65535;
        good += make_own(&own, find("gfx90a"), NULL, one, &value, 1) == GPUOCC_ERROR_TOO_LARGE &&
                own.error.value == 65535 && own.error.limit == 65534;
    }
    ok(good == 10, "one element more and one of 65535 are refused");
}

/* A generation has 16 bits. */
static void test_generation(void)
{
    const uint32_t field = GPUOCC_DEVICE_GENERATION;
    uint64_t value = 65535;
    struct own own;

    ok(make_own(&own, find("sm_90"), NULL, &field, &value, 1) == GPUOCC_OK &&
           value_at(own.device, field, 0) == 65535,
       "the largest generation");
    value = 65536;
    ok(make_own(&own, find("sm_90"), NULL, &field, &value, 1) == GPUOCC_ERROR_TOO_LARGE &&
           own.error.field == field && own.error.value == 65536 && own.error.limit == 65535,
       "a larger one is refused");
}

/* The slots at each register count are derived from those of a partition unless they were given. */
static void test_slots(void)
{
    const uint32_t at = GPUOCC_DEVICE_WAVES_AT_GRF_COUNT;
    const uint32_t both[2] = {at, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION};
    const gpuocc_device *device;
    struct own own;
    uint32_t d, i, good = 0, asked = 0;
    uint64_t slots, old, now;

    for (d = 0; gpuocc_device_at(d, &device) == GPUOCC_OK; d++)
        for (slots = 1; slots <= 18 && value_at(device, at, 0) != UINT64_MAX; slots++, asked++) {
            int right = make_own(&own, device, NULL, &both[1], &slots, 1) == GPUOCC_OK;

            for (i = 0; right && (old = value_at(device, at, i)) != UINT64_MAX; i++) {
                now = value_at(own.device, at, i);
                right = now == (old == value_at(device, at, 0) || old > slots ? slots : old);
            }
            good += right && value_at(own.device, at, i) == UINT64_MAX;
        }
    ok(asked > 0 && good == asked, "slots at register counts follow in %u of %u edits", good,
       asked);
    device = find("bmg_g21");
    slots = GPUOCC_UNKNOWN;
    ok(make_own(&own, device, NULL, &both[1], &slots, 1) == GPUOCC_ERROR_DEVICE_INVALID &&
           own.error.field == both[1] && own.error.value == GPUOCC_UNKNOWN &&
           own.error.limit == 4096,
       "they follow no number that is not known");
    for (good = 0, slots = 65535; slots < 65540; slots++)
        good += make_own(&own, device, NULL, &both[1], &slots, 1) == GPUOCC_ERROR_DEVICE_INVALID &&
                own.error.field == both[1] && own.error.value == slots && own.error.limit == 4096;
    ok(good == 5, "and 65535 slots are too many");
    {
        const uint64_t values[2] = {5, 5};

        ok(make_own(&own, device, NULL, both, values, 2) == GPUOCC_ERROR_DEVICE_INVALID &&
               own.error.field == at && own.error.value == 1 && own.error.limit == 2,
           "where they are given they do not follow: one is too few");
    }
}

int main(void)
{
    test_fingerprints();
    test_sources();
    test_copied_sources();
    test_given();
    test_empty();
    test_name();
    test_terminated();
    test_lists();
    test_generation();
    test_slots();
    return done();
}
