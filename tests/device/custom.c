/* SPDX-License-Identifier: MIT
 *
 * Tests custom devices: numbers that no built-in device has, full lists, unknown sizes,
 * contradictions, the textbook machine. Their groups are counted one after another.
 */
#include "own.h"
#include "groups.h"
#include "plans.h"
#include "tally.h"

/* Subtracts an amount in whole units from what is left. Returns 0 if it is not enough. */
static int take(uint64_t *left, uint64_t amount, uint64_t unit)
{
    uint64_t taken = 0;

    while (taken < amount)
        taken += unit;
    if (taken > *left)
        return 0;
    *left -= taken;
    return 1;
}

/* Counts the groups of a core by allocating the resources of each wave and group (NVIDIA's rules of
 * docs/model.md: a wave uses a slot and registers of a sub-partition, the waves of a group go to
 * the sub-partitions in turn, and shared memory is rounded together with the reserve). */
static uint64_t count_groups(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    const uint64_t partitions = get(device, GPUOCC_DEVICE_PARTITIONS_PER_CORE);
    const uint64_t unit = get(device, GPUOCC_DEVICE_REGISTER_UNIT);
    const uint64_t waves = (kernel->threads_per_group + 31) / 32;
    uint64_t slots = get(device, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION) * partitions, in_file = 0;
    uint64_t file = get(device, GPUOCC_DEVICE_REGISTERS_PER_PARTITION), by_registers, groups = 0;
    uint64_t shared = get(device, GPUOCC_DEVICE_SHARED_POOL_BYTES);

    while (take(&file, (uint64_t)kernel->registers_per_thread * 32, unit))
        in_file++;
    by_registers = in_file * partitions;
    while (groups < get(device, GPUOCC_DEVICE_MAX_GROUPS_PER_CORE) && take(&slots, waves, 1) &&
           take(&by_registers, waves, 1) &&
           take(&shared, kernel->shared_bytes + get(device, GPUOCC_DEVICE_SHARED_RESERVED_BYTES),
                get(device, GPUOCC_DEVICE_SHARED_UNIT_BYTES)))
        groups++;
    return groups;
}

static const struct {
    const char *base;
    uint32_t field;
    uint64_t value;
} odd_units[] = {
    {"sm_90", GPUOCC_DEVICE_SHARED_UNIT_BYTES, 768},
    {"sm_90", GPUOCC_DEVICE_SHARED_UNIT_BYTES, 100},
    {"sm_90", GPUOCC_DEVICE_REGISTER_UNIT, 192},
    {"sm_90", GPUOCC_DEVICE_REGISTER_UNIT, 320},
    {"sm_90", GPUOCC_DEVICE_PARTITIONS_PER_CORE, 3},
    {"sm_86", GPUOCC_DEVICE_SHARED_UNIT_BYTES, 384},
    {"sm_80", GPUOCC_DEVICE_REGISTER_UNIT, 96},
    {"sm_75", GPUOCC_DEVICE_SHARED_RESERVED_BYTES, 1024},
};

static void test_units(void)
{
    struct own own;
    struct place p;
    gpuocc_kernel kernel = {0};
    uint32_t i, asked = 0, good = 0;

    for (i = 0; i < sizeof odd_units / sizeof odd_units[0]; i++) {
        if (make_own(&own, find(odd_units[i].base), NULL, &odd_units[i].field, &odd_units[i].value,
                     1) != GPUOCC_OK)
            note("%s: edit %d", odd_units[i].base, (int)own.status);
        for (kernel.threads_per_group = 96; kernel.threads_per_group <= 480;
             kernel.threads_per_group += 96)
            for (kernel.registers_per_thread = 9; kernel.registers_per_thread < 120;
                 kernel.registers_per_thread += 10)
                for (kernel.shared_bytes = 0; kernel.shared_bytes < 24000;
                     kernel.shared_bytes += 3500) {
                    asked++;
                    place(&p, own.device, kernel);
                    if (result(&p, GPUOCC_RESULT_GROUPS, 0) == count_groups(own.device, &kernel) &&
                        gpuocc_occupancy_groups(p.occupancy) == count_groups(own.device, &kernel))
                        good++;
                    else if (asked - good < 9)
                        note("%u: %u threads %u registers %u bytes: %u, not %u", i,
                             kernel.threads_per_group, kernel.registers_per_thread,
                             kernel.shared_bytes, (unsigned)result(&p, GPUOCC_RESULT_GROUPS, 0),
                             (unsigned)count_groups(own.device, &kernel));
                }
    }
    ok(good == asked, "%u of %u kernels on devices with odd units", good, asked);
}

/* Without the numbers that are needed in any case, there is no answer. */
static void test_unknown(void)
{
    static const char *const bases[] = {"sm_90", "gfx90a", "gfx1100", "bmg_g21", "apple9"};
    static const uint32_t fields[] = {GPUOCC_DEVICE_PARTITIONS_PER_CORE,
                                      GPUOCC_DEVICE_MAX_THREADS_PER_GROUP};
    const uint64_t unknown = GPUOCC_UNKNOWN;
    gpuocc_kernel kernel = {.threads_per_group = 64};
    struct own own;
    struct place p;
    uint32_t i, good = 0;

    for (i = 0; i < 10; i++) {
        const uint32_t field = fields[i % 2];

        kernel.wave_size = i / 2 == 3 ? 16 : 0;
        make_own(&own, find(bases[i / 2]), NULL, &field, &unknown, 1);
        place(&p, own.device, kernel);
        if (own.status == GPUOCC_OK && p.status == GPUOCC_ERROR_DEVICE_NO_MODEL &&
            p.error.field == field)
            good++;
        else
            note("%s, %u: %d, %d, field %u", bases[i / 2], field, (int)own.status, (int)p.status,
                 p.error.field);
    }
    ok(good == 10, "%u of 10 devices without partitions or a group size have no model", good);
}

static void test_wave_sizes(void)
{
    const uint32_t sizes = GPUOCC_DEVICE_WAVE_SIZES, one = GPUOCC_DEVICE_DEFAULT_WAVE_SIZE;
    static const char *const bases[] = {"gfx1100", "bmg_g21"};
    struct own own;
    uint64_t value;
    uint32_t i, good = 0;

    for (i = 0; i < 2; i++)
        for (value = 0; value < 300; value++) {
            const uint64_t known = get(find(bases[i]), one);

            make_own(&own, find(bases[i]), NULL, &sizes, &value, 1);
            if (value == 0 || value > 255)
                good += own.status == GPUOCC_ERROR_DEVICE_INVALID && own.error.field == sizes &&
                        own.error.value == value && own.error.limit == 255;
            else if (known != 0 && (value & known) == 0)
                good += own.status == GPUOCC_ERROR_DEVICE_INVALID && own.error.field == one &&
                        own.error.value == known && own.error.limit == value;
            else
                good += own.status == GPUOCC_OK;
        }
    ok(good == 600, "sets of wave sizes and what is possible instead");
    value = GPUOCC_UNKNOWN;
    ok(make_own(&own, find("gfx1100"), NULL, &sizes, &value, 1) == GPUOCC_ERROR_DEVICE_INVALID &&
           own.error.field == sizes && own.error.limit == 255 &&
           make_own(&own, find("gfx1100"), NULL, &one, &value, 1) == GPUOCC_ERROR_DEVICE_INVALID &&
           own.error.field == one && own.error.limit == get(find("gfx1100"), sizes),
       "they have to be known");
}

/* Lists must ascend. The error contains the element that does not, and the minimum valid there. */
static void test_ascending(void)
{
    static const uint32_t fields[] = {GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB,
                                      GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB,
                                      GPUOCC_DEVICE_GRF_COUNTS};
    static const uint64_t lists[][3] = {{8, 8, 9}, {8, 7, 9}, {8, 16, 16}, {8, 16, 15}};
    static const uint32_t values[] = {8, 7, 16, 15}, limits[] = {9, 9, 17, 17};
    struct own own;
    uint32_t i, k, same[3], good = 0;

    for (i = 0; i < 3; i++)
        for (k = 0; k < 4; k++) {
            same[0] = same[1] = same[2] = fields[i];
            good += make_own(&own, find("sm_90"), NULL, same, lists[k], 3) ==
                        GPUOCC_ERROR_DEVICE_INVALID &&
                    own.error.field == fields[i] && own.error.value == values[k] &&
                    own.error.limit == limits[k];
        }
    ok(good == 12, "%u of 12 lists that do not ascend", good);
}

/* What is valid instead of a number that contradicts others, or is unknown. */
static void test_contradictions(void)
{
    static const uint64_t unknown = GPUOCC_UNKNOWN, above = (1u << 30) + 1, huge = 300000;
    const uint32_t unit = GPUOCC_DEVICE_REGISTER_UNIT,
                   most = GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP;
    struct own own;

    ok(make_own(&own, find("sm_90"), NULL, &unit, &unknown, 1) == GPUOCC_ERROR_DEVICE_INVALID &&
           own.error.field == unit && own.error.value == unknown && own.error.limit == 1,
       "a unit of registers");
    ok(make_own(&own, find("sm_90"), NULL, &most, &above, 1) == GPUOCC_ERROR_DEVICE_INVALID &&
           own.error.field == most && own.error.limit == above - 1 &&
           make_own(&own, find("sm_90"), NULL, &most, &huge, 1) == GPUOCC_ERROR_DEVICE_INVALID &&
           own.error.field == most && own.error.limit == 233472 &&
           make_own(&own, find("sm_90"), NULL, &most, &unknown, 1) == GPUOCC_ERROR_DEVICE_INVALID &&
           own.error.field == most && own.error.limit == 233472,
       "shared memory of a group");
}

/* The name in an error is followed only by NULs. */
static void test_subject(void)
{
    gpuocc_kernel kernel = {.threads_per_group = 99999};
    struct place p;
    const char *name;
    uint32_t i, bad = 0;

    place(&p, find("sm_90"), kernel);
    name = p.error.subject;
    for (i = 5; i < sizeof p.error.subject; i++)
        bad += name[i] != 0;
    ok(p.status == GPUOCC_ERROR_GROUP_TOO_LARGE && memcmp(name, "sm_90", 5) == 0 && bad == 0,
       "the name of an error has no tail");
}

/* Invalid fields, invalid vendors, and the cores of the smallest device. */
static void test_fields(void)
{
    static const uint32_t none[] = {0, 37, 39, GPUOCC_DEVICE_FIELD_COUNT, 48, UINT32_MAX};
    const uint32_t vendor = GPUOCC_DEVICE_VENDOR, list = GPUOCC_DEVICE_GRF_COUNTS;
    const uint32_t cores[2] = {GPUOCC_DEVICE_MIN_CORE_COUNT, GPUOCC_DEVICE_CORE_COUNT};
    const uint64_t counts[2] = {3, 7};
    gpuocc_source source = {sizeof source, 0, "", ""};
    struct own own;
    uint64_t value;
    uint32_t i, good = 0;

    for (i = 0; i < 6; i++)
        good += gpuocc_device_get(find("sm_90"), none[i], 0, &value) == GPUOCC_ERROR_FIELD &&
                gpuocc_device_source(find("sm_90"), none[i], &source) == GPUOCC_ERROR_FIELD &&
                make_own(&own, find("sm_90"), NULL, &none[i], counts, 1) == GPUOCC_ERROR_FIELD &&
                own.error.scope == GPUOCC_SCOPE_ARGUMENT && own.error.field == 2 &&
                own.error.value == none[i] && own.error.limit == GPUOCC_DEVICE_CORES_PER_GPC;
    ok(good == 6, "%u of 6 numbers are no field", good);
    for (good = 0, value = 0; value < 8; value++) {
        make_own(&own, find("sm_90"), NULL, &vendor, &value, 1);
        good += value >= GPUOCC_VENDOR_COUNT
                    ? own.status == GPUOCC_ERROR_VENDOR_MISSING && own.error.value == value &&
                          own.error.field == vendor && own.error.limit == GPUOCC_VENDOR_COUNT - 1
                    : own.status != GPUOCC_ERROR_VENDOR_MISSING;
    }
    ok(good == 8, "vendors that are none are missing");
    make_own(&own, find("H100 PCIe"), NULL, &cores[1], &counts[1], 1);
    ok(get(own.device, cores[0]) == 7 && get(own.device, cores[1]) == 7,
       "the smallest device has as many cores as the device");
    make_own(&own, find("H100 PCIe"), NULL, cores, counts, 2);
    ok(get(own.device, cores[0]) == 3 && get(own.device, cores[1]) == 7, "unless that is given");
    value = 32;
    ok(make_own(&own, find("sm_90"), NULL, &list, &value, 1) == GPUOCC_ERROR_DEVICE_INVALID &&
           own.error.field == GPUOCC_DEVICE_WAVES_AT_GRF_COUNT && own.error.value == 0 &&
           own.error.limit == 1,
       "a list that is empty has the value 0 where it is too short");
}

static void test_generic(void)
{
    gpuocc_kernel kernel = kernel_of(64, 32, 0);
    const gpuocc_device *device;
    int i, wrong = 0;

    for (i = 0; i < 2; i++) {
        edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 128);
        edit(GPUOCC_DEVICE_PARTITIONS_PER_CORE, 1);
        edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 8);
        edit(GPUOCC_DEVICE_REGISTERS_PER_PARTITION, 16384);
        edit(GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 64);
        edit(GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP, i == 0 ? 2048 : 2047);
        wrong += groups(own(NULL), kernel) != (i == 0 ? 4u : 0u);
    }
    ok(wrong == 0, "textbook machine: a group of 2048 registers does not fit a bound of 2047");
    edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 128);
    edit(GPUOCC_DEVICE_PARTITIONS_PER_CORE, 1);
    edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 8);
    device = own(NULL);
    kernel = kernel_of(64, 0, 0);
    kernel.max_threads_per_group = 64;
    ok(groups(device, kernel) == 4, "a kernel's own bound that its group keeps");
    kernel.max_threads_per_group = 63;
    ok(groups(device, kernel) == 0, "and one that it does not");
}

static void test_one_thread(void)
{
    gpuocc_group_search search = {.size = sizeof search, .multiple_of = 1};
    gpuocc_group_size choice = {sizeof choice, 0, 0, 0, 0, 0, 0, 0, 0};
    gpuocc_kernel kernel = {.size = sizeof kernel};

    edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 1);
    ok(best_of(own("8.0"), GPUOCC_CONVENTION_DEFAULT, &kernel, &search, NULL, NULL, 0, 0, &choice,
               NULL) == GPUOCC_OK &&
           choice.threads_per_group == 1 && choice.groups == 32,
       "a device of groups of one thread: its best size");
}

/* Every list: the maximum number of values, one more, and a value that is not a 16-bit number. */
static void test_lists(void)
{
    static const struct {
        uint32_t field, length;
        const char *full, *large;
    } lists[] = {
        {GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB, 12, "shared_pool_sizes_kib is 13, toy allows 12",
         "shared_pool_sizes_kib is 65535, toy allows 65534"},
        {GPUOCC_DEVICE_CORES_PER_GPC, 16, "cores_per_gpc is 17, toy allows 16",
         "cores_per_gpc is 65535, toy allows 65534"},
    };
    uint32_t fields[18], i, j;
    uint64_t values[18], value;
    struct own own;

    for (i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        for (j = 0; j < 18; j++) {
            fields[j] = lists[i].field;
            values[j] = 2 * j + 2;
        }
        ok(make_own(&own, find("9.0"), "toy", fields, values, lists[i].length) == GPUOCC_OK &&
               gpuocc_device_get(own.device, lists[i].field, lists[i].length - 1, &value) ==
                   GPUOCC_OK &&
               value == 2 * lists[i].length &&
               gpuocc_device_get(own.device, lists[i].field, lists[i].length, &value) ==
                   GPUOCC_ERROR_INDEX,
           "a list of %u values is full", lists[i].length);
        ok(make_own(&own, find("9.0"), "toy", fields, values, lists[i].length + 1) ==
                   GPUOCC_ERROR_TOO_LARGE &&
               own.error.field == lists[i].field && own.error.value == lists[i].length + 1 &&
               own.error.limit == lists[i].length && own.device == NULL,
           "one more is refused");
        ok(strcmp(sentence_of(&own.error, own.status), lists[i].full) == 0, "%s",
           sentence_of(&own.error, own.status));
        values[0] = 0xfffe;
        ok(make_own(&own, find("9.0"), "toy", fields, values, 1) == GPUOCC_OK, "65534 is a value");
        values[0] = 0xffff;
        ok(make_own(&own, find("9.0"), "toy", fields, values, 1) == GPUOCC_ERROR_TOO_LARGE &&
               strcmp(sentence_of(&own.error, own.status), lists[i].large) == 0,
           "%s", sentence_of(&own.error, own.status));
    }
}

/* A device whose largest group or whose partitions are unknown is valid, but answers nothing. */
static void test_list_unknown(void)
{
    static const struct {
        uint32_t field;
        const char *sentence;
    } rows[] = {
        {GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, "toy: max_threads_per_group is not published"},
        {GPUOCC_DEVICE_PARTITIONS_PER_CORE, "toy: partitions_per_core is not published"},
    };
    static const char *const names[] = {"8.0", "gfx90a", "apple7"};
    const uint64_t unknown = GPUOCC_UNKNOWN;
    const gpuocc_kernel kernel = {.threads_per_group = 64};
    struct tally t = {0, 0};
    struct own own;
    struct place p;
    uint32_t i, j;

    for (i = 0; i < 2; i++)
        for (j = 0; j < 3; j++) {
            make_own(&own, find(names[j]), "toy", &rows[i].field, &unknown, 1);
            tally(&t, own.status == GPUOCC_OK, names[j], 0, own.status, 0);
            tally(&t,
                  place(&p, own.device, kernel) == GPUOCC_ERROR_DEVICE_NO_MODEL &&
                      p.error.field == rows[i].field && p.error.value == GPUOCC_UNKNOWN,
                  names[j], 1, p.error.field, rows[i].field);
            tally(&t, strcmp(sentence(&p), rows[i].sentence) == 0, sentence(&p), 2, 0, 0);
        }
    ok(t.bad == 0, "sizes that nobody knows: %d checks, %d differ", t.rows, t.bad);
}

/* Whether a device has these texts, static ones: the same each time. */
static int has_texts(const gpuocc_device *device, const char *name, const char *architecture,
                     const char *family)
{
    return strcmp(gpuocc_device_name(device), name) == 0 &&
           strcmp(gpuocc_device_architecture(device), architecture) == 0 &&
           strcmp(gpuocc_device_family(device), family) == 0 &&
           gpuocc_device_name(device) == gpuocc_device_name(device);
}

static void test_texts(void)
{
    const gpuocc_device *product = find("RTX 4090");
    struct own own;

    make_changed(&own, product, "mine", NULL, 0);
    ok(has_texts(product, "GeForce RTX 4090", "sm_89", "Ada"), "texts of a product");
    ok(has_texts(find("sm_89"), "sm_89", "sm_89", "Ada"), "texts of an architecture");
    ok(has_texts(made(&own), "mine", "sm_89", "Ada"), "texts of a custom device");
    ok(gpuocc_device_name(NULL) == NULL && gpuocc_device_architecture(NULL) == NULL &&
           gpuocc_device_family(NULL) == NULL,
       "no device has no texts");
    ok(strcmp(gpuocc_about(GPUOCC_LIST_KERNEL_FIELDS, 1), "required") == 0 &&
           gpuocc_about(GPUOCC_LIST_KERNEL_FIELDS, 0xffff) == NULL &&
           gpuocc_about(GPUOCC_LIST_COUNT, 1) == NULL,
       "a description, and none of what is not in use");
}

/* The result of every getter for NULL. */
static void test_nothing(void)
{
    uint64_t value;
    const uint32_t cores = GPUOCC_DEVICE_CORE_COUNT;
    const uint64_t count = 4;
    gpuocc_custom_device custom;
    gpuocc_error error = {.size = sizeof error};

    ok(gpuocc_device_name(NULL) == NULL && gpuocc_device_architecture(NULL) == NULL &&
           gpuocc_device_family(NULL) == NULL && gpuocc_device_fingerprint(NULL) == 0 &&
           gpuocc_device_get(NULL, 1, 0, &value) == GPUOCC_ERROR_NULL &&
           gpuocc_device_get(find("9.0"), 1, 0, NULL) == GPUOCC_ERROR_NULL,
       "no device");
    ok(gpuocc_occupancy_groups(NULL) == 0 && gpuocc_occupancy_waves(NULL) == 0 &&
           gpuocc_occupancy_max_waves(NULL) == 0 && gpuocc_occupancy_limiters(NULL) == 0 &&
           gpuocc_occupancy_device(NULL) == NULL && gpuocc_plan_device(NULL) == NULL,
       "no handle");
    ok(gpuocc_limit_word(NULL, 0) == NULL &&
           gpuocc_limit_word(find("9.0"), GPUOCC_LIMIT_COUNT) == NULL &&
           gpuocc_limit_word(find("9.0"), GPUOCC_LIMIT_COUNT - 1) != NULL,
       "no limit");
    ok(gpuocc_device_size() <= sizeof(gpuocc_custom_device) && gpuocc_device_of(NULL) == NULL &&
           gpuocc_device_empty(&custom, NULL, 0, NULL) == GPUOCC_OK &&
           gpuocc_device_of(&custom) == NULL &&
           gpuocc_device_edit(&custom, &cores, &count, 1, NULL) == GPUOCC_ERROR_DEVICE_INVALID &&
           gpuocc_device_of(&custom) == NULL &&
           gpuocc_device_copy(&custom, find("9.0"), NULL, 0, NULL) == GPUOCC_OK &&
           gpuocc_device_of(&custom) != NULL,
       "an empty device is none before it is complete, a copy is one at once");
    ok(gpuocc_device_copy(&custom, gpuocc_device_named("sm_9o"), NULL, 0, &error) ==
               GPUOCC_ERROR_NULL &&
           error.scope == GPUOCC_SCOPE_DEVICE,
       "a device that was not found is not copied");
    memset(&custom, 0, sizeof custom);
    ok(gpuocc_device_edit(&custom, NULL, NULL, 0, NULL) == GPUOCC_ERROR_NULL,
       "no edit of what is no device");
}

int main(void)
{
    test_units();
    test_unknown();
    test_wave_sizes();
    test_ascending();
    test_contradictions();
    test_subject();
    test_fields();
    test_generic();
    test_one_thread();
    test_lists();
    test_list_unknown();
    test_texts();
    test_nothing();
    return done();
}
