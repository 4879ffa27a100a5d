/* SPDX-License-Identifier: MIT
 *
 * Tests results at their limits: invalid numbers and handles, the limit of slots, sums of shared
 * memory that exceed 32 bits, what one more group would waste, devices with unknown figures; and
 * gpuocc_occupancy_compute, whose answers are those of a handle for the same query, on every device
 * and in every convention, also if the answer is a range or unknown.
 */
#include "support.h"
#include "tally.h"
#include "random.h"
#include "latency_support.h"
#include "own.h"

static gpuocc_kernel of_threads(uint32_t threads)
{
    gpuocc_kernel k = {.threads_per_group = threads};

    return k;
}

static void test_nothing(void)
{
    const gpuocc_device *device = find("8.0");

    ok(gpuocc_occupancy_groups(NULL) == 0 && gpuocc_occupancy_waves(NULL) == 0 &&
           gpuocc_occupancy_max_waves(NULL) == 0 && gpuocc_occupancy_limiters(NULL) == 0 &&
           gpuocc_occupancy_device(NULL) == NULL,
       "no handle: 0");
    ok(gpuocc_limit_word(NULL, 0) == NULL &&
           gpuocc_limit_word(device, GPUOCC_LIMIT_COUNT) == NULL &&
           gpuocc_limit_word(device, GPUOCC_LIMIT_COUNT - 1) != NULL &&
           strcmp(gpuocc_limit_word(find("gfx1100"), GPUOCC_LIMIT_SHARED), "LDS") == 0,
       "words of limits");
}

/* A success does not change the caller's error. */
static void test_no_error(void)
{
    gpuocc_error error = {sizeof error, 77, 78, 0, 0, 0, ""};
    struct place p;
    uint32_t value = 0;

    place(&p, find("8.0"), of_threads(64));
    ok(gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                                GPUOCC_TARGET_GROUPS, 1, &value, &error) == GPUOCC_OK &&
           value == 255 && error.scope == 77 && error.field == 78,
       "a block of 64 threads may have 255 registers (Programming Guide); the error is left alone");
    ok(gpuocc_occupancy_size() == sizeof(gpuocc_occupancy), "an occupancy has %u bytes",
       (unsigned)sizeof(gpuocc_occupancy));
}

static void test_numbers(void)
{
    static const uint32_t conventions[] = {17, 18, 31, 32, 33, 64, 0xffffffffu};
    const gpuocc_device *device = find("8.0");
    struct place p;
    uint64_t low = 0, high = 0;
    uint32_t i, value = 0, wrong = 0;

    place(&p, device, of_threads(64));
    ok(gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_COUNT, 0, &low, &high) ==
               GPUOCC_ERROR_FIELD &&
           gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_WASTED, 0, &low, &high) == GPUOCC_OK &&
           gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_WASTED, 8, &low, &high) ==
               GPUOCC_ERROR_INDEX &&
           gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_NOTES, 1, &low, &high) ==
               GPUOCC_ERROR_INDEX,
       "numbers that are no result");
    ok(result(&p, GPUOCC_RESULT_REQUESTED, GPUOCC_LIMIT_GROUPS) == 1 &&
           result(&p, GPUOCC_RESULT_ALLOCATED, GPUOCC_LIMIT_GROUPS) == 1 &&
           result(&p, GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_GROUPS) == 32 &&
           result(&p, GPUOCC_RESULT_UNUSED, GPUOCC_LIMIT_WAVES) == 0 &&
           result(&p, GPUOCC_RESULT_UNUSED, GPUOCC_LIMIT_SHARED) == (164 - 32) * 1024,
       "a group takes one slot; what 32 groups leave");
    for (i = 0; i < sizeof conventions / sizeof conventions[0]; i++)
        wrong +=
            place_as(&p, device, conventions[i], of_threads(64)) != GPUOCC_ERROR_CONVENTION_UNKNOWN;
    ok(wrong == 0, "conventions that are none: %u accepted", wrong);
    place(&p, device, of_threads(64));
    ok(gpuocc_occupancy_maximum(p.occupancy, 3, 3, 1, &value, NULL) == GPUOCC_ERROR_FIELD &&
           gpuocc_occupancy_maximum(p.occupancy, 0, 0, 1, &value, NULL) == GPUOCC_ERROR_FIELD &&
           gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_FIELD_COUNT, 0, 1, &value, NULL) ==
               GPUOCC_ERROR_FIELD &&
           gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_WAVE_SIZE, 0, 1, &value, NULL) ==
               GPUOCC_ERROR_FIELD &&
           gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_SHARED_LIMIT, 0, 1, &value, NULL) ==
               GPUOCC_ERROR_FIELD &&
           value == 0,
       "fields and targets that are none");
    ok(gpuocc_occupancy_maximum(p.occupancy, 3, GPUOCC_TARGET_WAVES_PER_PARTITION, 8, &value,
                                NULL) == GPUOCC_OK &&
           value == 64,
       "64 registers of 8 warps in each of 4 partitions");
}

/* The only valid size may be the smallest. */
static void test_one_thread(void)
{
    gpuocc_kernel k = of_threads(1);
    uint32_t value = 0;
    struct place p;

    k.dynamic_shared_bytes_per_thread = 40000;
    place(&p, find("8.0"), k);
    ok(gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_THREADS_PER_GROUP, GPUOCC_TARGET_GROUPS,
                                4, &value, NULL) == GPUOCC_OK &&
           value == 1,
       "four groups of one thread");
    ok(result(&p, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE, 0) == 4,
       "four threads launch: 160,000 bytes");
}

/* If a kernel launches, at least one group is resident in any case. */
static void test_open(void)
{
    struct place p;

    place(&p, find("M3"), of_threads(256));
    ok(is_range(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0, 10, UINT64_MAX) &&
           result(&p, GPUOCC_RESULT_CORE_COUNT, 0) == 10,
       "Apple9: at least one group on each of 10 cores, and no end is known");
}

/* A core with room for one group, and a device without a single core of the query's kind. */
static void test_rounds(void)
{
    const uint32_t size = 1024;
    gpuocc_group_search search = {.size = sizeof search, .core_count = 1, .grid_threads = 4097};
    gpuocc_group_size choice = {.size = sizeof choice};
    gpuocc_error error = {.size = sizeof error};
    gpuocc_kernel k = {.size = sizeof k, .registers_per_thread = 64};
    uint32_t threads;
    int good;

    good = best_of(find("8.0"), 0, &k, &search, &size, NULL, 1, 0, &choice, NULL) == GPUOCC_OK &&
           choice.groups == 1 && choice.rounds == 5;
    ok(good, "4097 threads on one core, 1024 at once: five rounds");
    search.grid_threads = 1;
    good = best_of(find("8.0"), 0, &k, &search, NULL, NULL, 0, 0, &choice, NULL) == GPUOCC_OK &&
           choice.rounds == 1 && choice.candidate == 0;
    ok(good, "a grid of one thread: one round, no candidates");
    good =
        best_of(find("gfx1100"), 0, &k, &search, &size, NULL, 1, 0, &choice, NULL) == GPUOCC_OK &&
        choice.rounds == UINT64_MAX;
    ok(good, "one CU is no WGP: no end of rounds");
    search.size = 19;
    good = best_of(find("8.0"), 0, &k, &search, &size, NULL, 1, 0, &choice, &error) ==
               GPUOCC_ERROR_STRUCT_SIZE &&
           error.scope == GPUOCC_SCOPE_ARGUMENT && error.field == 3 && error.value == 19;
    ok(good, "a search of 19 bytes is refused as argument 3");
    k.core_mode = GPUOCC_CORE_MODE_WGP;
    ok(best_of(find("gfx906"), 0, &k, NULL, NULL, NULL, 0, 0, &choice, NULL) ==
           GPUOCC_ERROR_NO_RESOURCE,
       "what no size can have is said, not that there is no size");
    k.core_mode = 0;
    ok(best_of(find("ptl-h"), 0, &k, NULL, NULL, NULL, 0, 0, &choice, NULL) < 0,
       "registers of another vendor");
    k.registers_per_thread = 0;
    ok(best_group(find("ptl-h"), 0, &k, NULL, 0, &threads, NULL, NULL) == GPUOCC_ERROR_REQUIRED,
       "no wave size");
    search.size = 16;
    ok(best_of(find("8.0"), 0, &k, &search, &size, NULL, 1, 0, &choice, NULL) ==
           GPUOCC_ERROR_STRUCT_SIZE,
       "a search of 16 bytes");
}

/* A result has one index, or one for each limit, and gpuocc_occupancy_get() accepts just these. */
static void test_indices(void)
{
    static const uint32_t by_limit[] = {GPUOCC_RESULT_LIMIT,     GPUOCC_RESULT_REQUESTED,
                                        GPUOCC_RESULT_ALLOCATED, GPUOCC_RESULT_CAPACITY,
                                        GPUOCC_RESULT_UNUSED,    GPUOCC_RESULT_WASTED};
    uint32_t result, i, count, good = 0, several = 0;
    struct place p;

    place(&p, find("8.0"), of_threads(256));
    for (result = 0; result != GPUOCC_RESULT_COUNT; result++) {
        count = gpuocc_result_indices(result);
        for (i = 0; i != sizeof by_limit / sizeof by_limit[0]; i++)
            several += by_limit[i] == result && count == GPUOCC_LIMIT_COUNT;
        good += gpuocc_occupancy_get(p.occupancy, result, count - 1, NULL, NULL) !=
                    GPUOCC_ERROR_INDEX &&
                gpuocc_occupancy_get(p.occupancy, result, count, NULL, NULL) == GPUOCC_ERROR_INDEX;
    }
    ok(good == GPUOCC_RESULT_COUNT && several == i &&
           gpuocc_result_indices(GPUOCC_RESULT_GROUPS) == 1 &&
           gpuocc_result_indices(GPUOCC_RESULT_COUNT) == 0,
       "each result has as many indices as its getter accepts");
}

static gpuocc_error error;
static gpuocc_answer answer;
static gpuocc_kernel asked;

static int32_t ask(const gpuocc_device *device, const gpuocc_kernel *k, gpuocc_answer *a)
{
    memset(&error, 0, sizeof error);
    error.size = sizeof error;
    return gpuocc_occupancy_compute(device, GPUOCC_CONVENTION_DEFAULT, k, a, &error);
}

static int is_argument(int32_t status, int32_t wanted, uint32_t argument)
{
    return status == wanted && error.scope == GPUOCC_SCOPE_ARGUMENT && error.field == argument;
}

static int is_answer(uint32_t groups, uint32_t waves, uint32_t max_waves, uint32_t limiters)
{
    return answer.groups == groups && answer.waves == waves && answer.max_waves == max_waves &&
           answer.limiters == limiters;
}

static void test_arguments(void)
{
    const gpuocc_device *device = find("8.0");

    asked.size = sizeof asked;
    asked.threads_per_group = 256;
    answer.size = sizeof answer;
    answer.groups = answer.waves = answer.max_waves = answer.limiters = 77;
    ok((ask(NULL, &asked, &answer) == GPUOCC_ERROR_NULL && error.scope == GPUOCC_SCOPE_DEVICE) &&
           is_argument(ask(device, NULL, &answer), GPUOCC_ERROR_NULL, 3) &&
           is_argument(ask(device, &asked, NULL), GPUOCC_ERROR_NULL, 4),
       "NULL is an error that names the argument");
    answer.size = sizeof answer - 4;
    ok(is_argument(ask(device, &asked, &answer), GPUOCC_ERROR_STRUCT_SIZE, 4) &&
           error.value == sizeof answer - 4 && error.limit == sizeof answer,
       "an answer that is too short");
    answer.size = sizeof answer + 1;
    ok(is_argument(ask(device, &asked, &answer), GPUOCC_ERROR_STRUCT_SIZE, 4),
       "an answer of a size that is no multiple of 4");
    answer.size = sizeof answer;
    asked.registers_per_thread = 256;
    ok(ask(device, &asked, &answer) == GPUOCC_ERROR_TOO_MANY_REGISTERS &&
           error.field == GPUOCC_KERNEL_REGISTERS_PER_THREAD && is_answer(77, 77, 77, 77),
       "a kernel that is refused leaves the answer as it was");
    asked.registers_per_thread = 72;
    ok(ask(device, &asked, &answer) == GPUOCC_OK &&
           is_answer(3, 24, 64, 1u << GPUOCC_LIMIT_REGISTERS),
       "3 groups on sm_80: 65536 registers, 8 waves of 72 * 32 rounded to 2304 each");
    answer.size = sizeof answer + 4;
    answer.groups = 77;
    ok(ask(device, &asked, &answer) == GPUOCC_OK &&
           is_answer(3, 24, 64, 1u << GPUOCC_LIMIT_REGISTERS),
       "an answer of a later version");
    answer.size = sizeof answer;
}

static gpuocc_kernel random_kernel(const gpuocc_device *device)
{
    gpuocc_kernel k = {.size = sizeof k};

    k.threads_per_group = 1 + below(1024);
    if (get(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE) == 0)
        k.wave_size = 16;
    switch (get(device, GPUOCC_DEVICE_VENDOR)) {
    case GPUOCC_VENDOR_INTEL:
        k.grf_count = below(257);
        break;
    case GPUOCC_VENDOR_APPLE:
        k.half_registers_per_thread = below(257);
        break;
    default:
        k.registers_per_thread = below(257);
    }
    k.shared_bytes = below(3) ? below(20000) : below(100000);
    if (below(4) == 0)
        k.dynamic_shared_bytes = GPUOCC_ZERO;
    if (below(6) == 0)
        k.shared_bytes = GPUOCC_UNKNOWN;
    return k;
}

static void test_agrees(void)
{
    const gpuocc_device *device;
    uint32_t at, i, convention, wrong = 0, answered = 0, refused = 0;
    struct place p;
    int32_t status;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        for (convention = 0; convention <= GPUOCC_CONVENTION_COUNT; convention++)
            for (i = 0; i < 6; i++) {
                const gpuocc_kernel k = random_kernel(device);

                status = place_as(&p, device, convention, k);
                if (gpuocc_occupancy_compute(device, convention, &k, &answer, NULL) != status)
                    wrong++;
                else if (status != GPUOCC_OK)
                    refused++;
                else if (++answered, !is_answer(gpuocc_occupancy_groups(p.occupancy),
                                                gpuocc_occupancy_waves(p.occupancy),
                                                gpuocc_occupancy_max_waves(p.occupancy),
                                                gpuocc_occupancy_limiters(p.occupancy)))
                    wrong++;
            }
    ok(wrong == 0 && answered > 1000 && refused > 1000,
       "%u queries answered as by a handle, %u refused: %u differ", answered, refused, wrong);
}

static uint32_t get_wave(const gpuocc_device *device)
{
    uint64_t size = 0;

    if (gpuocc_device_get(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, 0, &size) != GPUOCC_OK)
        return 0;
    return size != 0 ? (uint32_t)size : 16;
}

/* The fullest partition has the waves of the core, distributed evenly and rounded up. */
static void test_partitions(void)
{
    struct tally t = {0, 0};
    const gpuocc_device *device;
    uint32_t at, threads;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        for (threads = 32; threads <= 800; threads += 96) {
            gpuocc_kernel kernel = {.threads_per_group = threads};
            uint64_t waves, partitions;
            struct place p;

            kernel.wave_size = get_wave(device);
            kernel.shared_bytes = 20000;
            if (place(&p, device, kernel) != GPUOCC_OK)
                continue;
            waves = result(&p, GPUOCC_RESULT_WAVES, 0);
            partitions = result(&p, GPUOCC_RESULT_PARTITIONS_PER_CORE, 0);
            if (waves == UINT64_MAX || partitions == UINT64_MAX)
                continue;
            tally(&t,
                  result(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0) ==
                      (waves + partitions - 1) / partitions,
                  gpuocc_device_name(device), (int)threads,
                  (double)result(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0), 12);
        }
    ok(t.bad == 0 && t.rows > 1000, "waves of a partition: %d checks, %d differ", t.rows, t.bad);
}

int main(void)
{
    test_indices();
    test_rounds();
    test_nothing();
    test_no_error();
    test_numbers();
    test_one_thread();
    test_open();
    test_arguments();
    test_agrees();
    test_partitions();
    return done();
}
