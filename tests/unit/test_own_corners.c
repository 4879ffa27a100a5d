/* SPDX-License-Identifier: MIT
 *
 * Tests corner cases of custom devices: full lists, unknown sizes, clusters with every number of
 * cores, memory that exceeds the tables of a plan.
 */
#include "own.h"
#include "plans.h"
#include "tally.h"

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
static void test_unknown(void)
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

/* Checks the clusters of a Hopper device with these cores in its GPCs and at most `most` clustered
 * groups per core: a GPC with too few cores has none, the others have as many as their groups
 * form. */
static void check_clusters(struct tally *t, const uint64_t *cores, uint32_t count, uint32_t most)
{
    uint32_t fields[17], size, threads, i;
    uint64_t values[17], want;
    struct own own;
    struct place p;

    for (i = 0; i < count; i++) {
        fields[i] = GPUOCC_DEVICE_CORES_PER_GPC;
        values[i] = cores[i];
    }
    fields[count] = GPUOCC_DEVICE_MAX_CLUSTERED_GROUPS_PER_CORE;
    values[count] = most;
    if (make_own(&own, find("9.0"), "toy", fields, values, count + 1) != GPUOCC_OK)
        return;
    for (threads = 64; threads <= 1024; threads *= 2)
        for (size = 1; size <= 16; size++) {
            const gpuocc_kernel k = {.threads_per_group = threads, .groups_per_cluster = size};
            const uint32_t slots = 2048 / threads < 32 ? 2048 / threads : 32;
            const uint32_t groups = most != 0 && slots > most ? most : slots;

            place(&p, own.device, k);
            for (i = 0, want = 0; i < count; i++)
                want += cores[i] < size ? 0 : cores[i] * groups / size;
            tally(t, result(&p, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0) == want, "clusters",
                  (int)size, (double)result(&p, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0),
                  (double)want);
        }
}

static void test_clusters(void)
{
    static const uint64_t full[16] = {18, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 16, 11};
    const gpuocc_device *base = find("9.0");
    gpuocc_kernel k = {.threads_per_group = 128, .groups_per_cluster = 2};
    struct tally t = {0, 0};
    struct own own;
    struct place p;
    uint64_t low, high;

    check_clusters(&t, full, 16, 0);
    check_clusters(&t, full, 16, 1);
    check_clusters(&t, full, 15, 7);
    check_clusters(&t, full, 1, 16);
    ok(t.rows == 4 * 5 * 16 && t.bad == 0, "clusters of up to 16 GPCs: %d checks, %d differ",
       t.rows, t.bad);
    make_own(&own, base, "toy", NULL, NULL, 0);
    place(&p, own.device, k);
    ok(gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0, &low, &high) ==
           GPUOCC_NOT_KNOWN,
       "without cores_per_gpc nobody knows");
    place(&p, base, k);
    ok(gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0, &low, &high) ==
           GPUOCC_NOT_KNOWN,
       "nor of an architecture");
    k.groups_per_cluster = GPUOCC_ZERO;
    place(&p, base, k);
    ok(gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0, &low, &high) ==
           GPUOCC_NOT_APPLICABLE,
       "no clusters, no number of them");
    k.groups_per_cluster = GPUOCC_UNKNOWN;
    place(&p, find("B200"), k);
    ok(p.status == GPUOCC_OK && gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_CLUSTERS_PER_DEVICE,
                                                     0, &low, &high) == GPUOCC_NOT_KNOWN,
       "nor does anybody know how many there are of an unknown size");
    k.groups_per_cluster = 2;
    place(&p, find("B200"), k);
    ok(result(&p, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0) != UINT64_MAX, "of two it is known");
}

/* A plan over shared memory (static and dynamic) gives the results of handles. */
static void compare(struct tally *t, const gpuocc_device *device, uint32_t threads, uint64_t most)
{
    static const uint32_t fields[] = {GPUOCC_KERNEL_SHARED_BYTES,
                                      GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES};
    const gpuocc_kernel base = {.threads_per_group = threads};
    const gpuocc_plan *plan = plan_of(device, 0, base);
    struct place p;
    uint32_t i;

    for (i = 0; i < 256; i++) {
        columns[0][i] = (uint32_t)(most * (i % 64) / 62) + i % 5;
        columns[1][i] = i < 64 ? 0 : (uint32_t)(most * (i / 64) / 6);
    }
    tally(t, gpuocc_plan_run(plan, 256, fields, in, 2, wanted, out, 3, statuses) == GPUOCC_OK,
          "plan", 0, 0, 0);
    for (i = (uint32_t)gpuocc_plan_size(); i < sizeof plan_memory; i++)
        tally(t, ((const unsigned char *)plan_memory)[i] == 0xa5, "memory behind", (int)i, 0, 0);
    for (i = 0; i < 256; i++) {
        place(&p, device, kernel_at(base, fields, 2, i));
        tally(t, p.status == statuses[i], "status", (int)i, statuses[i], p.status);
        tally(t, is_row(&p, 3, i), "groups", (int)i, results[0][i],
              gpuocc_occupancy_groups(p.occupancy));
    }
}

/* Shared memory at the limits of a plan's tables: 4096 units, half a KiB that Apple reserves per
 * block, a pool of unknown size. */
static void test_plans(void)
{
    static const uint32_t nvidia[] = {GPUOCC_DEVICE_SHARED_POOL_BYTES,
                                      GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP};
    static const uint64_t units[] = {4094, 4095, 4096, 4097, 8000, 1u << 20};
    static const uint32_t apple[] = {GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP,
                                     GPUOCC_DEVICE_SHARED_POOL_BYTES};
    static const uint64_t limits[][2] = {{1000, 60 * 1024}, {32768, GPUOCC_UNKNOWN}};
    struct tally t = {0, 0};
    struct own own;
    uint32_t i;

    for (i = 0; i < sizeof units / sizeof units[0]; i++) {
        const uint64_t values[] = {units[i] * 128 + 1024, units[i] * 128};
        const uint64_t others[] = {units[i] * 512, units[i] * 512};

        make_own(&own, find("8.0"), "toy", nvidia, values, 2);
        compare(&t, own.device, 256, values[1]);
        make_own(&own, find("gfx90a"), "toy", nvidia, others, 2);
        compare(&t, own.device, 256, others[1]);
    }
    for (i = 0; i < 2; i++) {
        make_own(&own, find("apple7"), "toy", apple, limits[i], 2);
        compare(&t, own.device, 64, limits[i][0]);
    }
    ok(t.bad == 0 && t.rows > 12 * 256, "shared memory beyond the tables: %d checks, %d differ",
       t.rows, t.bad);
}

/* Clusters of a GPU whose number fits 32 bits, but equals a number with a special meaning in a
 * column. */
static void test_large_results(void)
{
    static const uint32_t fields[] = {
        GPUOCC_DEVICE_PARTITIONS_PER_CORE,   GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION,
        GPUOCC_DEVICE_MAX_GROUPS_PER_CORE,   GPUOCC_DEVICE_MAX_CLUSTERED_GROUPS_PER_CORE,
        GPUOCC_DEVICE_SHARED_RESERVED_BYTES, GPUOCC_DEVICE_CORES_PER_GPC,
        GPUOCC_DEVICE_CORES_PER_GPC};
    static const struct {
        uint64_t groups, cores[2];
        uint32_t told;
    } rows[] = {{65536, {32768, 32768}, GPUOCC_UNKNOWN},  /* 2^32 */
                {65535, {32768, 32769}, GPUOCC_UNKNOWN},  /* 2^32 - 1 */
                {38052, {65000, 47871}, UINT32_MAX - 3}}; /* 2^32 - 4 */
    const uint32_t clusters = GPUOCC_RESULT_CLUSTERS_PER_DEVICE;
    const gpuocc_kernel k = {.threads_per_group = 1, .groups_per_cluster = 1};
    struct tally t = {0, 0};
    uint32_t i;
    struct own own;

    for (i = 0; i < 3; i++) {
        const uint64_t values[] = {
            1024, 64, rows[i].groups, 0, 0, rows[i].cores[0], rows[i].cores[1]};

        make_own(&own, find("sm_90"), "toy", fields, values, 7);
        tally(&t,
              gpuocc_plan_run(plan_of(own.device, 0, k), 1, NULL, NULL, 0, &clusters, out, 1,
                              NULL) == GPUOCC_OK &&
                  results[0][0] == rows[i].told,
              "clusters", (int)i, results[0][0], rows[i].told);
    }
    ok(t.bad == 0, "clusters of a GPU in a column: %d checks, %d differ", t.rows, t.bad);
}

/* A column has one number per row, and no number for a range. */
static void test_range_in_column(void)
{
    const uint32_t field = GPUOCC_KERNEL_REGISTERS_PER_THREAD;
    const uint32_t allocated =
        GPUOCC_RESULT_ALLOCATED + GPUOCC_LIMIT_REGISTERS * GPUOCC_RESULT_INDEX_STEP;
    const gpuocc_kernel k = {.threads_per_group = 256};

    columns[0][0] = 64;
    columns[0][1] = GPUOCC_UNKNOWN;
    ok(gpuocc_plan_run(plan_of(find("sm_90"), 0, k), 2, &field, in, 1, &allocated, out, 1, NULL) ==
               GPUOCC_OK &&
           results[0][0] == 64 * 256 && results[0][1] == GPUOCC_UNKNOWN,
       "registers of a group in a column, 64 of a thread and unknown");
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
    test_lists();
    test_unknown();
    test_clusters();
    test_plans();
    test_large_results();
    test_range_in_column();
    test_texts();
    test_nothing();
    return done();
}
