/* SPDX-License-Identifier: MIT
 *
 * Tests invalid input: each cause has its status and a sentence with field, value and limit; also
 * in an error struct of a caller who knows only its first members. Uses a custom device, so that
 * every build can run it.
 */
#include "support.h"
#include "pci.h"
#include "latency_support.h"
#include "own.h"
#include "tally.h"

static uint64_t memory[sizeof(gpuocc_custom_device) / 8];

static const gpuocc_device *machine(void)
{
    static const uint32_t fields[] = {
        GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,   GPUOCC_DEVICE_PARTITIONS_PER_CORE,
        GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, GPUOCC_DEVICE_REGISTERS_PER_PARTITION,
        GPUOCC_DEVICE_REGISTER_UNIT,           GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD,
        GPUOCC_DEVICE_SHARED_POOL_BYTES,       GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP,
        GPUOCC_DEVICE_BARRIERS_PER_CORE};
    static const uint64_t values[] = {1024, 4, 16, 16384, 256, 255, 65536, 49152, 16};
    const gpuocc_device *device = NULL;

    device_in(memory, NULL, "toy", 3, fields, values, sizeof fields / sizeof fields[0], &device,
              NULL);
    return device;
}

/* One field of a kernel of 256 threads set to a value; the status and the sentence. */
static const struct {
    uint32_t field, value;
    int32_t status;
    const char *sentence;
} fields[] = {
    {GPUOCC_KERNEL_THREADS_PER_GROUP, 0, GPUOCC_ERROR_REQUIRED,
     "threads_per_group is required: 1 to 1024 on toy"},
    {GPUOCC_KERNEL_THREADS_PER_GROUP, GPUOCC_ZERO, GPUOCC_ERROR_REQUIRED,
     "threads_per_group is required: 1 to 1024 on toy"},
    {GPUOCC_KERNEL_THREADS_PER_GROUP, 1025, GPUOCC_ERROR_GROUP_TOO_LARGE,
     "threads_per_group is 1025, toy allows 1024"},
    {GPUOCC_KERNEL_THREADS_PER_GROUP, 0xfffffffd, GPUOCC_ERROR_GROUP_TOO_LARGE,
     "threads_per_group is 4294967293, toy allows 1024"},
    {GPUOCC_KERNEL_WAVE_SIZE, 64, GPUOCC_ERROR_NOT_A_CHOICE, "wave_size is 64, toy allows 32"},
    {GPUOCC_KERNEL_WAVE_SIZE, 48, GPUOCC_ERROR_NOT_A_CHOICE, "wave_size is 48, toy allows 32"},
    {GPUOCC_KERNEL_REGISTERS_PER_THREAD, 256, GPUOCC_ERROR_TOO_MANY_REGISTERS,
     "registers_per_thread is 256, toy allows 255"},
    {GPUOCC_KERNEL_SHARED_BYTES, 49153, GPUOCC_ERROR_SHARED_TOO_LARGE,
     "shared_bytes is 49153, toy allows 49152"},
    {GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, 0x80000000, GPUOCC_ERROR_SHARED_TOO_LARGE,
     "dynamic_shared_bytes is 2147483648, toy allows 49152"},
    {GPUOCC_KERNEL_BARRIERS_PER_GROUP, 65537, GPUOCC_ERROR_TOO_LARGE,
     "barriers_per_group is 65537, toy allows 65536"},
    {GPUOCC_KERNEL_ACCUMULATORS_PER_THREAD, 4, GPUOCC_ERROR_NO_RESOURCE,
     "accumulators_per_thread is 4, toy has no such resource"},
    {GPUOCC_KERNEL_CARVEOUT_PERCENT, 50, GPUOCC_ERROR_NO_RESOURCE,
     "carveout_percent is 50, toy has no such resource"},
    {GPUOCC_KERNEL_CORE_MODE, GPUOCC_CORE_MODE_WGP, GPUOCC_ERROR_NO_RESOURCE,
     "core_mode is wgp, toy has no such resource"},
    {GPUOCC_KERNEL_GRF_COUNT, GPUOCC_UNKNOWN, GPUOCC_ERROR_NO_RESOURCE,
     "grf_count is unknown, toy has no such resource"},
    {GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, 64, GPUOCC_ERROR_NO_RESOURCE,
     "half_registers_per_thread is 64, toy has no such resource"},
};

static void test_fields(const gpuocc_device *device)
{
    struct place p;
    size_t i;

    for (i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        gpuocc_kernel kernel = {.threads_per_group = 256};

        put_word(&kernel, fields[i].field, fields[i].value);
        place(&p, device, kernel);
        if (!ok(p.status == fields[i].status && p.occupancy == NULL &&
                    strcmp(sentence(&p), fields[i].sentence) == 0 &&
                    p.error.field == fields[i].field,
                "%s", fields[i].sentence))
            note("status %d: %s", (int)p.status, sentence(&p));
    }
}

/* Everything about pointers, memory and struct sizes. */
static void test_arguments(const gpuocc_device *device)
{
    struct {
        gpuocc_kernel kernel;
        uint32_t tail[8];
    } future;
    gpuocc_kernel kernel = {.size = sizeof kernel, .threads_per_group = 64};
    uint64_t words[sizeof(gpuocc_occupancy) / 8];
    gpuocc_occupancy *occ = NULL;
    gpuocc_error error = {.size = sizeof error};
    char text[128];

#define INIT(memory, device, kernel) occupancy_in(memory, device, 0, kernel, &occ, &error)
    ok(INIT(NULL, device, &kernel) == GPUOCC_ERROR_NULL && error.field == 1, "memory is NULL");
    gpuocc_error_text(&error, GPUOCC_ERROR_NULL, text, sizeof text);
    ok(strcmp(text, "argument 1 is NULL") == 0, "%s", text);
    ok(INIT(words, NULL, &kernel) == GPUOCC_ERROR_NULL && error.scope == GPUOCC_SCOPE_DEVICE &&
           error.field == 0,
       "device is NULL");
    ok(INIT(words, device, NULL) == GPUOCC_ERROR_NULL && error.field == 4, "kernel is NULL");
    ok(INIT((char *)words + 4, device, &kernel) == GPUOCC_ERROR_MEMORY_ALIGNMENT,
       "memory off its alignment");
    ok(occupancy_in(words, device, 99, &kernel, &occ, &error) == GPUOCC_ERROR_CONVENTION_UNKNOWN,
       "convention 99");
    ok(occupancy_in(words, device, GPUOCC_CONVENTION_HEADER, &kernel, &occ, &error) ==
           GPUOCC_ERROR_CONVENTION_VENDOR,
       "another vendor's convention");

    memset(&future, 0, sizeof future);
    future.kernel = kernel;
    future.kernel.size = sizeof future;
    ok(INIT(words, device, &future.kernel) == GPUOCC_OK,
       "a longer struct with a zero tail is read");
    future.tail[3] = 7;
    ok(INIT(words, device, &future.kernel) == GPUOCC_ERROR_STRUCT_NEWER &&
           error.field == GPUOCC_KERNEL_FIELD_COUNT + 3 && error.value == 7,
       "a member that this version does not know is refused by its number");
    kernel.size = 0;
    ok(INIT(words, device, &kernel) == GPUOCC_ERROR_STRUCT_SIZE, "size 0");
    kernel.size = 24 * sizeof(uint32_t); /* the first version had 25 words */
    ok(INIT(words, device, &kernel) == GPUOCC_ERROR_STRUCT_SIZE, "size too small");
    kernel.size = sizeof kernel + 2;
    ok(INIT(words, device, &kernel) == GPUOCC_ERROR_STRUCT_SIZE, "size not of 4");
    kernel.size = 0x7ffffffc;
    ok(INIT(words, device, &kernel) == GPUOCC_ERROR_STRUCT_SIZE, "size of garbage");
#undef INIT
}

/* Of a search struct of another version only the size is read. */
static void test_search(const gpuocc_device *device)
{
    uint32_t *older = malloc(sizeof *older), threads = 0;
    gpuocc_kernel kernel = {.size = sizeof kernel};
    gpuocc_error error = {.size = sizeof error};

    *older = sizeof *older;
    ok(best_group(device, 0, &kernel, (const gpuocc_group_search *)(void *)older, 0, &threads, NULL,
                  &error) == GPUOCC_ERROR_STRUCT_SIZE &&
           error.value == sizeof *older,
       "a search that is too short");
    free(older);
}

/* Refused queries for advice. */
static void test_advice(const gpuocc_device *device)
{
    gpuocc_kernel kernel = {.threads_per_group = 256};
    gpuocc_two_field_step two_fields = {0};
    struct place p;
    gpuocc_kernel bound = {.size = sizeof bound, .threads_per_group = 7};
    char text[256];

    place(&p, device, kernel);
    ok(gpuocc_occupancy_two_field_step(NULL, &two_fields, NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_occupancy_two_field_step(p.occupancy, NULL, NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_occupancy_two_field_step(p.occupancy, &two_fields, NULL) ==
               GPUOCC_ERROR_STRUCT_SIZE,
       "a two-field step without its size");
    two_fields.size = sizeof two_fields;
    ok(gpuocc_occupancy_two_field_step(p.occupancy, &two_fields, NULL) == GPUOCC_NOT_POSSIBLE &&
           two_fields.waves == 0,
       "no two-field step where nothing is left");
    ok(gpuocc_occupancy_bound(NULL, 0, 0, 0, &bound, NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_occupancy_bound(p.occupancy, 0, 0, 0, NULL, NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_occupancy_bound(p.occupancy, 0, 0, 2, &bound, NULL) == GPUOCC_ERROR_FIELD &&
           gpuocc_occupancy_bound(p.occupancy, 0, 1, 0, &bound, NULL) == GPUOCC_ERROR_INDEX &&
           gpuocc_occupancy_bound(p.occupancy, 99, 0, 0, &bound, NULL) == GPUOCC_ERROR_FIELD &&
           bound.threads_per_group == 7,
       "no such bound of a range");
    ok(gpuocc_occupancy_bound(p.occupancy, 0, 0, 0, &bound, NULL) == GPUOCC_OK &&
           bound.size == sizeof bound && bound.threads_per_group == 256,
       "a known field keeps its value");
    bound.size -= 4;
    ok(gpuocc_occupancy_bound(p.occupancy, 0, 0, 0, &bound, NULL) == GPUOCC_ERROR_STRUCT_SIZE,
       "a kernel that is too short for the bound");
    ok(gpuocc_occupancy_advice(NULL, 0, text, sizeof text, NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_occupancy_advice(p.occupancy, 99, text, sizeof text, NULL) == GPUOCC_ERROR_INDEX,
       "no such piece of advice");
    ok(gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_UNUSED, GPUOCC_LIMIT_COUNT, NULL, NULL) ==
               GPUOCC_ERROR_INDEX &&
           gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_WASTED, GPUOCC_LIMIT_LAUNCH, NULL,
                                NULL) == GPUOCC_NOT_APPLICABLE,
       "nothing is left of a bound");
}

/* The meaning of a search struct of the first version, and refused searches. */
static void test_best(const gpuocc_device *device)
{
    const uint32_t old[5] = {sizeof old, 0, 512, 0, 0}, sizes[2] = {128, 256};
    const uint32_t registers[2] = {40, 50};
    const gpuocc_group_search *search = (const gpuocc_group_search *)(const void *)old;
    gpuocc_kernel kernel = {.size = sizeof kernel};
    gpuocc_group_size choice = {0};
    gpuocc_group_search grid = {0}, both = {.size = sizeof both, .prefer_small = 1};
    gpuocc_candidate mixed[2] = {{sizeof mixed[0], 128, GPUOCC_ZERO}, {sizeof mixed[0], 128, 0}};
    gpuocc_error error = {.size = sizeof error};
    uint32_t value = 7;
    int32_t status;
    char text[256];

    ok(best_group(device, 0, &kernel, search, 0, &value, NULL, &error) == GPUOCC_OK && value == 512,
       "a search of the first version");
    ok(best_of(device, 0, &kernel, NULL, NULL, NULL, 1, 0, &choice, &error) == GPUOCC_ERROR_NULL &&
           error.field == 4 &&
           best_of(device, 0, &kernel, NULL, sizes, NULL, 2, 0, &choice, &error) ==
               GPUOCC_ERROR_STRUCT_SIZE &&
           error.field == 5,
       "candidates that are not there, a choice without its size");
    choice.size = sizeof choice;
    grid.size = sizeof grid;
    grid.grid_threads = 1000;
    ok(best_of(device, 0, &kernel, &grid, sizes, NULL, 2, 0, &choice, &error) == GPUOCC_NOT_KNOWN &&
           error.scope == GPUOCC_SCOPE_DEVICE && error.field == GPUOCC_DEVICE_CORE_COUNT,
       "a grid on a device without a number of cores");
    gpuocc_error_text(&error, GPUOCC_NOT_KNOWN, text, sizeof text);
    ok(strstr(text, "core_count of ") == text && strstr(text, " is unknown: specify it") != NULL,
       "%s", text);
    grid.grid_threads = 0;
    kernel.registers_per_thread = GPUOCC_UNKNOWN;
    ok(best_of(device, 0, &kernel, &grid, sizes, NULL, 2, 0, &choice, &error) ==
               GPUOCC_ERROR_MUST_BE_KNOWN &&
           best_of(device, 0, &kernel, &grid, sizes, registers, 2, 0, &choice, &error) ==
               GPUOCC_OK &&
           choice.registers == registers[choice.candidate],
       "registers that are unknown, unless the candidates bring theirs");
    both.candidate_count = 2;
    status = gpuocc_best_group_among(device, &kernel, &both, mixed, &choice, &error);
    kernel.registers_per_thread = 60;
    ok(status == GPUOCC_ERROR_MUST_BE_KNOWN &&
           gpuocc_best_group_among(device, &kernel, &both, mixed, &choice, NULL) == GPUOCC_OK &&
           choice.candidate == 0 && choice.registers == 0 &&
           (both.index = 1,
            gpuocc_best_group_among(device, &kernel, &both, mixed, &choice, NULL)) == GPUOCC_OK &&
           choice.candidate == 1 && choice.registers == 60,
       "a candidate without registers of its own has those of the kernel");
    mixed[1].size = 16;
    ok(gpuocc_best_group_among(device, &kernel, &both, mixed, &choice, &error) ==
               GPUOCC_ERROR_STRUCT_SIZE &&
           error.field == 4 && error.value == 16,
       "candidates of different sizes are refused");
}

/* Nothing beyond the size that the caller gives is written. */
static void test_canary(const gpuocc_device *device)
{
    struct {
        gpuocc_error error;
        uint32_t canary;
    } box;
    gpuocc_kernel kernel = {.size = sizeof kernel};
    uint64_t words[sizeof(gpuocc_occupancy) / 8];
    gpuocc_occupancy *occ;
    uint32_t size, i, intact = 1;

    for (size = 0; size <= sizeof box; size++) {
        memset(&box, 0xa5, sizeof box);
        box.error.size = size;
        occupancy_in(words, device, 0, &kernel, &occ, &box.error);
        for (i = size < 4 ? 4 : size; i < sizeof box; i++)
            intact &= (uint32_t)(((unsigned char *)&box)[i] == 0xa5);
        intact &= (uint32_t)(box.error.size == size);
    }
    ok(intact == 1, "an error of any size is written within its size");
}

static void test_text(void)
{
    gpuocc_error error = {.size = sizeof error, .scope = 77};
    char small[8];
    size_t length;
    int32_t status, named = 0;

    memset(small, 'x', sizeof small);
    length = gpuocc_error_text(NULL, GPUOCC_ERROR_DEVICE_UNKNOWN, small, sizeof small);
    ok(length == strlen("no device has this name or PCI id") && strcmp(small, "no devi") == 0,
       "a text that does not fit is cut and counted");
    ok(gpuocc_error_text(NULL, GPUOCC_ERROR_DEVICE_UNKNOWN, NULL, 0) == length,
       "no memory at all: only counted");
    for (status = 0; status >= GPUOCC_NOT_KNOWN; status--)
        named += gpuocc_name(GPUOCC_LIST_STATUSES, (uint32_t)-status) != NULL ? 1 : 0;
    ok(named == 1 - (int32_t)GPUOCC_NOT_KNOWN, "every status has a name");
    ok(gpuocc_error_text(&error, -999, NULL, 0) > 0 &&
           gpuocc_error_text(&error, 999, NULL, 0) > 0 &&
           gpuocc_error_text(&error, INT32_MIN, NULL, 0) > 0,
       "statuses that do not exist have a sentence too");
}

static void test_ranges(const gpuocc_device *device)
{
    gpuocc_kernel kernel = {.threads_per_group = 256, .registers_per_thread = GPUOCC_UNKNOWN};
    struct place p;
    uint64_t low = 0, high = 0;

    place(&p, device, kernel);
    /* 255 registers need 8192 of the 16384 of a partition: 2 waves on each of 4, 1 group; none:
     * 8. */
    ok(gpuocc_occupancy_groups(p.occupancy) == GPUOCC_UNKNOWN &&
           is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1, 8),
       "registers unknown: 1 to 8 groups");
    ok(gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS, 1, &low, &high) ==
               GPUOCC_ERROR_INDEX &&
           gpuocc_occupancy_get(p.occupancy, 99, 0, &low, &high) == GPUOCC_ERROR_FIELD &&
           gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_LIMIT, GPUOCC_LIMIT_VIRTUAL, &low,
                                &high) == GPUOCC_NOT_APPLICABLE,
       "a result, an index or a limit that does not exist");
    kernel.registers_per_thread = 32;
    kernel.threads_per_group = GPUOCC_UNKNOWN;
    place(&p, device, kernel);
    ok(is_range(&p, GPUOCC_RESULT_WAVES, 0, 44, 64),
       "group size unknown: 44 to 64 waves (2 groups of 22 at worst)");
    ok(gpuocc_occupancy_groups(NULL) == 0 && gpuocc_occupancy_device(NULL) == NULL &&
           gpuocc_occupancy_get(NULL, 0, 0, &low, &high) == GPUOCC_ERROR_NULL,
       "getters take NULL");
}

static void test_names(void)
{
    uint32_t list, at, back, names = 0, found = 0;
    const char *name;

    for (list = 1; list < GPUOCC_LIST_COUNT; list++)
        for (at = 0; at < gpuocc_list_count(list); at++) {
            name = gpuocc_name(list, at);
            if (name == NULL)
                continue;
            names++;
            found += gpuocc_unit(list, at) != NULL && gpuocc_about(list, at) != NULL &&
                     gpuocc_number(list, name, strlen(name), &back) == GPUOCC_OK && back == at;
        }
    ok(names > 100 && found == names, "%u of %u names lead back to their number", found, names);
    ok(gpuocc_list_count(GPUOCC_LIST_KERNEL_FIELDS) == GPUOCC_KERNEL_FIELD_COUNT &&
           gpuocc_list_count(GPUOCC_LIST_RESULTS) == GPUOCC_RESULT_COUNT &&
           gpuocc_list_count(GPUOCC_LIST_LIMITS) == GPUOCC_LIMIT_COUNT &&
           gpuocc_list_count(GPUOCC_LIST_CONVENTIONS) == GPUOCC_CONVENTION_COUNT &&
           gpuocc_list_count(GPUOCC_LIST_DEVICE_FIELDS) == GPUOCC_DEVICE_FIELD_COUNT &&
           gpuocc_list_count(GPUOCC_LIST_NOTES) == GPUOCC_NOTE_COUNT &&
           gpuocc_list_count(GPUOCC_LIST_GRID_FIELDS) == GPUOCC_GRID_FIELD_COUNT &&
           gpuocc_list_count(GPUOCC_LIST_DISPATCH_FIELDS) == GPUOCC_DISPATCH_FIELD_COUNT &&
           gpuocc_list_count(GPUOCC_LIST_SCHEDULE_RESULTS) == GPUOCC_SCHEDULE_RESULT_COUNT &&
           gpuocc_list_count(GPUOCC_LIST_PLACEMENTS) == GPUOCC_PLACEMENT_COUNT &&
           gpuocc_list_count(GPUOCC_LIST_CORE_POLICIES) == GPUOCC_CORE_POLICY_COUNT &&
           gpuocc_list_count(0) == 0 && gpuocc_list_count(99) == 0,
       "the lists are as long as their enums");
    ok(gpuocc_name(1, 999) == NULL &&
           gpuocc_number(1, "nonsense", 8, &back) == GPUOCC_ERROR_FIELD &&
           gpuocc_number(1, NULL, 8, &back) == GPUOCC_ERROR_NULL &&
           gpuocc_choice_name(GPUOCC_KERNEL_CORE_MODE, 2)[0] == 'w' &&
           gpuocc_choice_name(GPUOCC_KERNEL_CORE_MODE, 9) == NULL,
       "names that do not exist");
}

static void test_find(void)
{
    static char huge[1 << 20];
    const gpuocc_device *device;

    memset(huge, 'x', sizeof huge);
    ok(gpuocc_device_find(huge, sizeof huge, 0, &device, NULL, NULL) == GPUOCC_ERROR_DEVICE_UNKNOWN,
       "a name of 1 MB");
    ok(gpuocc_device_find("", 0, 0, &device, NULL, NULL) == GPUOCC_ERROR_DEVICE_UNKNOWN,
       "an empty name");
    ok(gpuocc_device_find("\xc3\xa9\xff", 3, 0, &device, NULL, NULL) == GPUOCC_ERROR_DEVICE_UNKNOWN,
       "a name of other letters");
    ok(gpuocc_device_find(NULL, 3, 0, &device, NULL, NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_device_find("x", 1, 0, NULL, NULL, NULL) == GPUOCC_ERROR_NULL,
       "NULL");
    ok(find_pci(0, 1, GPUOCC_UNKNOWN, 0, &device, NULL) == GPUOCC_ERROR_DEVICE_UNKNOWN,
       "a PCI vendor of 0");
}

static void test_error(void)
{
    const gpuocc_device *device = machine();

    test_fields(device);
    test_arguments(device);
    test_search(device);
    test_advice(device);
    test_best(device);
    test_canary(device);
    test_text();
    test_ranges(device);
    test_names();
    test_find();
}

/* An error struct of a caller who knows only its first members; statuses that no version has. */
static void test_short_errors(void)
{
    gpuocc_error error;
    char text[128];

    memset(&error, 0, sizeof error);
    error.size = sizeof error;
    error.scope = GPUOCC_SCOPE_CLASS;
    error.field = 1;
    error.known = 2;
    error.limit = 3;
    gpuocc_error_text(&error, GPUOCC_ERROR_BAD_NUMBER, text, sizeof text);
    ok(strncmp(text, "phase of class 3: ", 18) == 0, "%s", text);
    error.size = 12;
    gpuocc_error_text(&error, GPUOCC_ERROR_BAD_NUMBER, text, sizeof text);
    ok(strncmp(text, "phase: ", 7) == 0, "%s", text);
    gpuocc_error_text(&error, -99, text, sizeof text);
    ok(strcmp(text, "phase: no status of this version has this number") == 0, "%s", text);
    gpuocc_error_text(NULL, -99, text, sizeof text);
    ok(strcmp(text, "no status of this version has this number") == 0, "%s", text);
}

int main(void)
{
    test_error();
    test_short_errors();
    return done();
}
