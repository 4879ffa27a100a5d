/* SPDX-License-Identifier: MIT
 *
 * Tests sentences about errors, for every scope and status, in buffers of every size; lists by
 * name.
 */
#include "rows.h"
#include "support.h"

#define VALUE 1u
#define LIMIT 2u

static const char *say(const gpuocc_error *error, int32_t status)
{
    static char texts[2][512]; /* the previous sentence remains valid */
    static int which;

    gpuocc_error_text(error, status, texts[which ^= 1], sizeof texts[0]);
    return texts[which];
}

/* scope, field, known, value, limit, subject */
#define ERROR(...)                                                                                 \
    {                                                                                              \
        sizeof(gpuocc_error), __VA_ARGS__                                                          \
    }

static const struct {
    gpuocc_error error;
    int32_t status;
    const char *sentence;
} rows[] = {
    {ERROR(GPUOCC_SCOPE_KERNEL, GPUOCC_KERNEL_THREADS_PER_GROUP, 3, 1025, 1024, "sm_90"),
     GPUOCC_ERROR_GROUP_TOO_LARGE, "threads_per_group is 1025, sm_90 allows 1024"},
    {ERROR(GPUOCC_SCOPE_KERNEL, GPUOCC_KERNEL_THREADS_PER_GROUP, 3, 1025, 1024, ""),
     GPUOCC_ERROR_GROUP_TOO_LARGE, "threads_per_group is 1025, the maximum is 1024"},
    {ERROR(GPUOCC_SCOPE_KERNEL, GPUOCC_KERNEL_THREADS_PER_GROUP, 3, GPUOCC_UNKNOWN, 7, "x"),
     GPUOCC_ERROR_TOO_LARGE, "threads_per_group is unknown, x allows 7"},
    {ERROR(GPUOCC_SCOPE_KERNEL, GPUOCC_KERNEL_CORE_MODE, 3, GPUOCC_CORE_MODE_WGP, 7, "x"),
     GPUOCC_ERROR_NO_RESOURCE, "core_mode is wgp, x has no such resource"},
    {ERROR(GPUOCC_SCOPE_DEVICE, GPUOCC_DEVICE_REGISTER_UNIT, 3, 0, 1, "toy"),
     GPUOCC_ERROR_DEVICE_INVALID, "toy: register_unit is 0, a valid value is 1"},
    {ERROR(GPUOCC_SCOPE_DEVICE, GPUOCC_DEVICE_REGISTER_UNIT, 0, 0, 0, "toy"),
     GPUOCC_ERROR_DEVICE_NO_MODEL, "toy: register_unit is not published"},
    {ERROR(GPUOCC_SCOPE_GRID, 1, 3, 5, 4, "toy"), GPUOCC_ERROR_TOO_LARGE,
     "core_count is 5, toy allows 4"},
    {ERROR(GPUOCC_SCOPE_WORKLOAD, 1, 0, 5, 4, ""), GPUOCC_NOT_KNOWN,
     "waves is unknown for this device: specify it"},
    {ERROR(GPUOCC_SCOPE_WORKLOAD, 1, VALUE | LIMIT, 5, 4, ""), GPUOCC_ERROR_TOO_LARGE,
     "waves is 5, the maximum is 4"},
    {ERROR(GPUOCC_SCOPE_CLASS, 1, LIMIT, 5, 4, ""), GPUOCC_ERROR_BAD_NUMBER, "phase of class 4: "},
    {ERROR(GPUOCC_SCOPE_CLASS, 1, VALUE, 5, 4, ""), GPUOCC_ERROR_BAD_NUMBER,
     "phase is 5, the maximum is 31"},
    {ERROR(GPUOCC_SCOPE_CLASS, 1, 0, 5, 4, ""), GPUOCC_ERROR_BAD_NUMBER, "phase: "},
    {ERROR(GPUOCC_SCOPE_CONSTANT, GPUOCC_CONSTANT_CLOCK_GHZ, 0, 5, 4, ""), GPUOCC_NOT_KNOWN,
     "clock_ghz is unknown for this device: specify it"},
    {ERROR(GPUOCC_SCOPE_CLASS, 2, VALUE, 9, 4, ""), GPUOCC_ERROR_NOT_A_CHOICE,
     "kind is 9, the maximum is 2"},
    {ERROR(GPUOCC_SCOPE_CLASS, 3, VALUE, 9, 4, ""), GPUOCC_ERROR_NOT_A_CHOICE, "resource is 9: "},
    {ERROR(GPUOCC_SCOPE_CLASS, 3, VALUE | LIMIT, 9, 4, ""), GPUOCC_ERROR_NOT_A_CHOICE,
     "resource of class 4 is 9: "},
    {ERROR(GPUOCC_SCOPE_WORKLOAD, 1, VALUE, 9, 0, ""), GPUOCC_ERROR_NOT_A_CHOICE, "waves is 9: "},
    {ERROR(GPUOCC_SCOPE_WORKLOAD, 1, 0, 9, 4, ""), GPUOCC_ERROR_BAD_NUMBER, "waves: "},
    {ERROR(GPUOCC_SCOPE_WORKLOAD, 1, 3, 0, 7, ""), GPUOCC_ERROR_REQUIRED,
     "waves is required: 1 to 7"},
    {ERROR(GPUOCC_SCOPE_WORKLOAD, 1, 3, 4, 7, ""), GPUOCC_ERROR_STRUCT_SIZE,
     "size is 4, this version needs 7 to 4096 bytes, a multiple of 8"},
    {ERROR(GPUOCC_SCOPE_CONSTANT, 1, 3, 4, 7, ""), GPUOCC_ERROR_STRUCT_SIZE,
     "size is 4, this version needs 7 to 4096 bytes, a multiple of 8"},
    {ERROR(GPUOCC_SCOPE_DISPATCH, 1, 3, 4, 7, ""), GPUOCC_ERROR_STRUCT_SIZE,
     "size is 4, this version needs 7 to 4096 bytes, a multiple of 4"},
    {ERROR(GPUOCC_SCOPE_WORKLOAD, 99, 3, 4, 7, ""), GPUOCC_ERROR_STRUCT_NEWER,
     "field 99 is 4, this version knows fields 0 to 7"},
    {ERROR(GPUOCC_SCOPE_KERNEL, 99, 3, 4, 7, ""), GPUOCC_ERROR_STRUCT_NEWER,
     "field 99 is 4, this version knows fields 0 to 7"},
    {ERROR(GPUOCC_SCOPE_KERNEL, GPUOCC_KERNEL_CORE_MODE, LIMIT, 2, 0, "x"),
     GPUOCC_ERROR_NO_RESOURCE, "core_mode: x has no such resource"},
    {ERROR(GPUOCC_SCOPE_KERNEL, GPUOCC_KERNEL_CORE_MODE, 3, 2, 0, ""), GPUOCC_ERROR_NO_RESOURCE,
     "core_mode is wgp, the device has no such resource"},
    {ERROR(GPUOCC_SCOPE_KERNEL, GPUOCC_KERNEL_WAVE_SIZE, 3, 0, 96, ""), GPUOCC_ERROR_REQUIRED,
     "wave_size is required: 32 or 64"},
    {ERROR(GPUOCC_SCOPE_KERNEL, GPUOCC_KERNEL_WAVE_SIZE, 3, 0, 96, "x"), GPUOCC_ERROR_REQUIRED,
     "wave_size is required: 32 or 64 on x"},
    {ERROR(GPUOCC_SCOPE_DEVICE, GPUOCC_DEVICE_WAVE_SIZES, 3, 9, 120, ""),
     GPUOCC_ERROR_DEVICE_INVALID, "wave_sizes is 9, a valid value is 120"},
    {ERROR(GPUOCC_SCOPE_DEVICE, GPUOCC_DEVICE_REGISTER_UNIT, 0, 0, 0, ""),
     GPUOCC_ERROR_DEVICE_NO_MODEL, "register_unit is not published"},
    {ERROR(GPUOCC_SCOPE_ARGUMENT, 4, 3, 0, 0, "sm_30"), GPUOCC_ERROR_CONVENTION_DEVICE,
     "sm_30 is not supported by the tool of this convention"},
    {ERROR(GPUOCC_SCOPE_ARGUMENT, 4, 3, 0, 0, ""), GPUOCC_ERROR_CONVENTION_DEVICE,
     "this device is not supported by the tool of this convention"},
    {ERROR(GPUOCC_SCOPE_ARGUMENT, 4, 3, GPUOCC_CONVENTION_HEADER, 0, ""),
     GPUOCC_ERROR_CONVENTION_VENDOR,
     "convention is header, which belongs to another vendor than the device"},
    {ERROR(GPUOCC_SCOPE_ARGUMENT, 4, 3, 99, 0, ""), GPUOCC_ERROR_CONVENTION_VENDOR,
     "convention is none of this version, which belongs to another vendor than the device"},
    {ERROR(GPUOCC_SCOPE_DEVICE, GPUOCC_DEVICE_REGISTER_UNIT, 0, 0, 0, ""), GPUOCC_NOT_KNOWN,
     "register_unit of the device is unknown: specify it"},
    {ERROR(GPUOCC_SCOPE_ARGUMENT, 4, 3, GPUOCC_UNKNOWN, 7, ""), GPUOCC_ERROR_TOO_LARGE,
     "argument 4 is 4294967295, the maximum is 7"},
    {ERROR(GPUOCC_SCOPE_CONSTANT, 0, 0, 5, 4, ""), GPUOCC_NOT_KNOWN,
     "field 0 is unknown for this device: specify it"},
    {ERROR(11, 1, 0, 5, 4, "toy"), GPUOCC_NOT_KNOWN, "field 1 of toy is unknown: specify it"},
    {ERROR(11, 1, 0, 5, 4, "toy"), GPUOCC_ERROR_MUST_BE_KNOWN,
     "field 1 is unknown, but this question needs its value"},
    {ERROR(GPUOCC_SCOPE_KERNEL, GPUOCC_KERNEL_WAVE_SIZE, 3, 32, 64 + 128, "x"),
     GPUOCC_ERROR_NOT_A_CHOICE, "wave_size is 32, x allows 64 or 128"},
    {ERROR(GPUOCC_SCOPE_ESTIMATE, GPUOCC_ESTIMATE_KIND, 3, 5, 3, "instruction 7"),
     GPUOCC_ERROR_NOT_A_CHOICE, "kind of instruction 7 is 5, the maximum is 3"},
    {ERROR(GPUOCC_SCOPE_CONVENTION, 0, 3, GPUOCC_UNKNOWN, 12, ""), GPUOCC_ERROR_CONVENTION_UNKNOWN,
     "convention is 4294967295, the maximum is 12"},
    {ERROR(GPUOCC_SCOPE_DEVICE, 0, 0, 0, 0, ""), GPUOCC_ERROR_NULL,
     "device is NULL: no device was found by its name"},
    {ERROR(GPUOCC_SCOPE_ARGUMENT, 3, 0, 0, 0, ""), GPUOCC_ERROR_NULL, "argument 3 is NULL"},
    {ERROR(GPUOCC_SCOPE_ARGUMENT, 1, 0, 0, 0, ""), GPUOCC_ERROR_MUST_BE_KNOWN,
     "argument 1 is unknown, but this question needs its value"},
    {ERROR(GPUOCC_SCOPE_ARGUMENT, 2, 3, 10, 20, ""), GPUOCC_ERROR_MEMORY_SIZE,
     "argument 2 is 10 bytes, the required size is 20"},
    {ERROR(GPUOCC_SCOPE_ARGUMENT, 1, 3, 4, 8, ""), GPUOCC_ERROR_MEMORY_ALIGNMENT,
     "argument 1 is 4 bytes off its alignment of 8"},
    {ERROR(GPUOCC_SCOPE_ARGUMENT, 8, 3, 99, 63, ""), GPUOCC_ERROR_FIELD,
     "argument 8 is 99, the maximum is 63"},
    {ERROR(GPUOCC_SCOPE_KERNEL, GPUOCC_KERNEL_FIELD_COUNT, 3, UINT64_MAX, 0, ""),
     GPUOCC_ERROR_STRUCT_NEWER, NULL},
};

static void test_rows(void)
{
    uint32_t i, good = 0;
    char text[64];

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *got = say(&rows[i].error, rows[i].status), *wanted = rows[i].sentence;
        int right = wanted == NULL;

        if (wanted != NULL && wanted[strlen(wanted) - 1] == ' ') /* the general meaning follows */
            right = strncmp(got, wanted, strlen(wanted)) == 0 &&
                    strcmp(got + strlen(wanted), say(NULL, rows[i].status)) == 0;
        else if (wanted != NULL)
            right = strcmp(got, wanted) == 0;
        good += (uint32_t)right;
        if (!right)
            note("%s, not %s", got, wanted);
    }
    ok(good == i, "%u of %u sentences", good, i);
    snprintf(text, sizeof text, "field %d is 18446744073709551615, this",
             GPUOCC_KERNEL_FIELD_COUNT);
    ok(strncmp(say(&rows[i - 1].error, rows[i - 1].status), text, strlen(text)) == 0,
       "numbers to 2^64 - 1, and a field that has no name");
}

/* Doubles as they are written: nine decimals, or a power of ten if they are far from 1. Valid are
 * 1e-12 to 1e15, for chains 1 to 1e15, for the hit share 0 to 1. */
static const struct {
    uint32_t scope, field;
    double value;
    const char *sentence;
} reals[] = {
    {GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_ITERATIONS, -1,
     "iterations is -1, the valid range is 1e-12 to 1e15"},
    {GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_ITERATIONS, -0.1,
     "iterations is -0.1, the valid range is 1e-12 to 1e15"},
    {GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_ITERATIONS, -1234567.000125,
     "iterations is -1234567.000125, the valid range is 1e-12 to 1e15"},
    {GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_ITERATIONS, -999999999999999.0,
     "iterations is -999999999999999, the valid range is 1e-12 to 1e15"},
    {GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_ITERATIONS, 2.5e20,
     "iterations is 2.5e20, the valid range is 1e-12 to 1e15"},
    {GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_ITERATIONS, 9.5e20,
     "iterations is 9.5e20, the valid range is 1e-12 to 1e15"},
    {GPUOCC_SCOPE_CLASS, GPUOCC_CLASS_BYTES, 1e-12, "bytes of class 3 is 1e-12, it must be 0 here"},
    {GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_ITERATIONS, 1e15 * 2,
     "iterations is 2e15, the valid range is 1e-12 to 1e15"},
    {GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_ITERATIONS, 1.7976931348623157e308,
     "iterations is 1.797693135e308, the valid range is 1e-12 to 1e15"},
    {GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_ITERATIONS, -2e-300,
     "iterations is -2e-300, the valid range is 1e-12 to 1e15"},
    {GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_ITERATIONS, 4.9406564584124654e-324,
     "iterations is 4.940656458e-324, the valid range is 1e-12 to 1e15"},
    {GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_ITERATIONS, -0.001,
     "iterations is -0.001, the valid range is 1e-12 to 1e15"},
    {GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_ITERATIONS, -0.0005,
     "iterations is -5e-4, the valid range is 1e-12 to 1e15"},
    {GPUOCC_SCOPE_CLASS, GPUOCC_CLASS_CHAINS, 0.9999999999,
     "chains of class 3 is 1, the valid range is 1 to 1e15"},
    {GPUOCC_SCOPE_CLASS, GPUOCC_CLASS_CHAINS, 1.0 / 3,
     "chains of class 3 is 0.333333333, the valid range is 1 to 1e15"},
    {GPUOCC_SCOPE_CLASS, GPUOCC_CLASS_CHAINS, 0,
     "chains of class 3 is 0, the valid range is 1 to 1e15"},
    {GPUOCC_SCOPE_CLASS, GPUOCC_CLASS_L1_HIT, 1.5,
     "l1_hit of class 3 is 1.5, the valid range is 0 to 1"},
    {GPUOCC_SCOPE_CLASS, GPUOCC_CLASS_L1_HIT, 1, "l1_hit of class 3 is 1, it must be 0 here"},
    {GPUOCC_SCOPE_CLASS, GPUOCC_CLASS_FIELD_COUNT, -1,
     "field 14 is -1, the valid range is 1e-12 to 1e15"},
    {GPUOCC_SCOPE_CLASS, 0, -1, "size of class 3 is -1, the valid range is 1e-12 to 1e15"},
    {GPUOCC_SCOPE_CONSTANT, GPUOCC_CONSTANT_TURNAROUND_CYCLES, -1,
     "turnaround_cycles is -1, the valid range is 0 to 1e15"},
    {GPUOCC_SCOPE_CONSTANT, GPUOCC_CONSTANT_LOADS_PER_WAVE, 0.5,
     "loads_per_wave is 0.5, the valid range is 1 to 1e15"},
    {GPUOCC_SCOPE_CONSTANT, GPUOCC_CONSTANT_PARTITIONS, 1.5,
     "partitions is 1.5, it must be a whole number"},
    {GPUOCC_SCOPE_CONSTANT, GPUOCC_CONSTANT_PARTITIONS, 1025,
     "partitions is 1025, the valid range is 1 to 1024"},
};

static void test_reals(void)
{
    gpuocc_error error = ERROR(0, 0, 4, 0, 0, "");
    uint32_t i, good = 0;

    for (i = 0; i < sizeof reals / sizeof reals[0]; i++) {
        const char *got;

        error.scope = reals[i].scope;
        error.field = reals[i].field;
        error.known = error.scope == GPUOCC_SCOPE_CLASS ? 6 : 4;
        error.limit = error.scope == GPUOCC_SCOPE_CLASS ? 3 : 0;
        memcpy(&error.value, &reals[i].value, sizeof error.value);
        got = say(&error, GPUOCC_ERROR_BAD_NUMBER);
        good += strcmp(got, reals[i].sentence) == 0;
        if (strcmp(got, reals[i].sentence) != 0)
            note("%s, not %s", got, reals[i].sentence);
    }
    ok(good == i, "%u of %u doubles", good, i);
}

/* The general meaning of each status: without an error, without a status, for a status without a
 * cause. */
static void test_general(void)
{
    gpuocc_error error = ERROR(GPUOCC_SCOPE_KERNEL, 1, 3, 5, 4, "toy");
    uint32_t number, scope, good = 0, named = 0;
    int32_t status;

    for (number = 0; number < gpuocc_list_count(GPUOCC_LIST_STATUSES); number++) {
        const char *about = gpuocc_about(GPUOCC_LIST_STATUSES, number);

        if (about == NULL || about[0] == 0)
            about = gpuocc_name(GPUOCC_LIST_STATUSES, number);
        if (about == NULL)
            continue;
        named++;
        good += strcmp(say(NULL, -(int32_t)number), about) == 0;
    }
    ok(named == 28 && good == named, "%u of %u statuses without an error", good, named);
    for (good = 0, scope = 0; scope < 11; scope++)
        for (status = 0; status < 3; status++) {
            error.scope = scope;
            good += strcmp(say(&error, status), say(NULL, status)) == 0;
        }
    error.scope = GPUOCC_SCOPE_NONE;
    for (status = -30; status < 0; status++)
        good += strcmp(say(&error, status), say(NULL, status)) == 0;
    ok(good == 63, "an error that is none does not matter");
    ok(strcmp(say(NULL, 1), "no status of this version has this number") == 0 &&
           strcmp(say(NULL, INT32_MAX), say(NULL, 1)) == 0 &&
           strcmp(say(NULL, INT32_MIN), say(NULL, 1)) == 0 &&
           strcmp(say(NULL, -99), say(NULL, 1)) == 0,
       "a number that is no status");
}

/* Buffers of every size: the text is cut to fit, with a NUL, and nothing is written after it. */
static void test_memory(void)
{
    const gpuocc_error error =
        ERROR(GPUOCC_SCOPE_KERNEL, GPUOCC_KERNEL_THREADS_PER_GROUP, 3, 1025, 1024, "sm_90");
    const char *whole = "threads_per_group is 1025, sm_90 allows 1024";
    const size_t length = strlen(whole);
    char text[64];
    size_t bytes, good = 0, i;

    for (bytes = 0; bytes < sizeof text; bytes++) {
        const size_t kept = bytes == 0 ? 0 : bytes <= length ? bytes - 1 : length;
        int right;

        memset(text, 0x55, sizeof text);
        right = gpuocc_error_text(&error, GPUOCC_ERROR_GROUP_TOO_LARGE, text, bytes) == length &&
                memcmp(text, whole, kept) == 0 && (bytes == 0 || text[kept] == 0);
        for (i = bytes == 0 ? 0 : kept + 1; i < sizeof text; i++)
            right &= text[i] == 0x55;
        good += (size_t)right;
    }
    ok(good == sizeof text &&
           gpuocc_error_text(&error, GPUOCC_ERROR_GROUP_TOO_LARGE, NULL, 0) == length &&
           gpuocc_error_text(&error, GPUOCC_ERROR_GROUP_TOO_LARGE, NULL, 9) == length,
       "a sentence in 0 to 63 bytes");
}

/* An error of an older version is read only up to its size; a subject has 47 letters. */
static void test_sizes(void)
{
    gpuocc_error error =
        ERROR(GPUOCC_SCOPE_KERNEL, GPUOCC_KERNEL_THREADS_PER_GROUP, 3, 1025, 1024, "sm_90");
    char wanted[128];

    error.size = offsetof(gpuocc_error, subject);
    ok(strcmp(say(&error, GPUOCC_ERROR_TOO_LARGE),
              "threads_per_group is 1025, the maximum is 1024") == 0,
       "an error without a subject");
    error.size = offsetof(gpuocc_error, limit);
    ok(strcmp(say(&error, GPUOCC_ERROR_TOO_LARGE), "threads_per_group is 1025, the maximum is 0") ==
           0,
       "without a limit");
    error.size = sizeof(uint32_t);
    ok(strcmp(say(&error, GPUOCC_ERROR_TOO_LARGE), say(NULL, GPUOCC_ERROR_TOO_LARGE)) == 0,
       "of its size alone");
    error.size = sizeof error + 4;
    memset(error.subject, 'x', sizeof error.subject);
    snprintf(wanted, sizeof wanted, "threads_per_group is 1025, %.47s allows 1024", error.subject);
    ok(strcmp(say(&error, GPUOCC_ERROR_TOO_LARGE), wanted) == 0, "a subject that does not end");
}

/* Each set of wave sizes as words, from a device that has it. */
static void test_wave_sizes(void)
{
    static const uint32_t fields[] = {GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,
                                      GPUOCC_DEVICE_PARTITIONS_PER_CORE,
                                      GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION,
                                      GPUOCC_DEVICE_WAVE_SIZES, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE};
    static const char *const wanted[] = {
        "8",           "16",          "8 or 16",     "32",           "8 or 32",
        "16 or 32",    "8, 16 or 32", "64",          "8 or 64",      "16 or 64",
        "8, 16 or 64", "32 or 64",    "8, 32 or 64", "16, 32 or 64", "8, 16, 32 or 64"};
    uint64_t memory[sizeof(gpuocc_custom_device) / 8], values[] = {1024, 4, 16, 0, 0};
    const gpuocc_device *device;
    gpuocc_kernel kernel = {.threads_per_group = 64};
    struct place p;
    char text[128];
    uint32_t set, good = 0;

    for (set = 1; set < 16; set++) {
        values[3] = 8 * set;
        for (values[4] = 8; (values[4] & values[3]) == 0;)
            values[4] *= 2;
        kernel.wave_size = 128;
        if (device_in(memory, NULL, "toy", 3, fields, values, 5, &device, NULL) != GPUOCC_OK)
            continue;
        place(&p, device, kernel);
        snprintf(text, sizeof text, "wave_size is 128, toy allows %s", wanted[set - 1]);
        good += strcmp(sentence(&p), text) == 0;
    }
    ok(good == 15, "%u of 15 sets of wave sizes", good);
}

/* NULL as an argument: its position, and no numbers. */
static void test_arguments(void)
{
    gpuocc_custom_device room, *custom = &room;
    const gpuocc_device *device = NULL;
    const uint32_t field = 1;
    const uint64_t value = 1;
    gpuocc_error error, none;
    uint32_t good = 0, argument;
    int32_t status;

    memset(&none, 0, sizeof none);
    none.size = sizeof none;
    none.scope = GPUOCC_SCOPE_ARGUMENT;
    for (argument = 1; argument < 4; argument++) {
        memset(&error, 0x77, sizeof error);
        error.size = sizeof error;
        (void)gpuocc_device_empty(custom, NULL, 0, NULL);
        status = gpuocc_device_edit(argument == 1 ? NULL : custom, argument == 2 ? NULL : &field,
                                    argument == 3 ? NULL : &value, 1, &error);
        none.field = argument;
        good += status == GPUOCC_ERROR_NULL && memcmp(&error, &none, sizeof error) == 0;
    }
    ok(good == 3, "arguments 1 to 3 must not be NULL");
    for (error.size = 0, good = 0; error.size < sizeof error; error.size++) {
        gpuocc_error copy;
        const uint32_t size = error.size;

        memset(&copy, 0x77, sizeof copy);
        copy.size = size;
        (void)device_in(NULL, NULL, NULL, 0, NULL, NULL, 0, &device, &copy);
        none.field = 1;
        none.size = size;
        good += memcmp(&copy, &none, size) == 0 && copy.size == size;
        for (argument = size > 4 ? size : 4; argument < sizeof copy; argument++)
            good -= ((const unsigned char *)&copy)[argument] != 0x77;
    }
    ok(good == sizeof error, "an error of each size is written as far as it reaches");
}

/* The rows of lib/names*.def and what each function returns for them: NULL for a number without a
 * name. */
#define UNIT(unit, text) static const char unit_##unit[] = text;
#include "base/units.def"
#undef UNIT
static const struct {
    uint32_t list, number;
    const char *name, *unit, *about;
} names[] = {
#define NAME(list, number, name, unit, about)                                                      \
    {GPUOCC_LIST_##list, number, name, unit_##unit, about},
#include "base/names.def"
#include "base/names_latency.def"
#undef NAME
};
#define NAMES (sizeof names / sizeof names[0])

static void test_lists(void)
{
    uint32_t i, k, list, number, good = 0, none = 0;

    for (i = 0; i < NAMES; i++) {
        const uint32_t at = names[i].number;

        number = UINT32_MAX;
        if (names[i].name[0] == 0) {
            good += gpuocc_name(names[i].list, at) == NULL &&
                    gpuocc_unit(names[i].list, at) == NULL &&
                    gpuocc_about(names[i].list, at) == NULL &&
                    gpuocc_number(names[i].list, "", 0, &number) == GPUOCC_ERROR_FIELD;
            continue;
        }
        good += strcmp(gpuocc_name(names[i].list, at), names[i].name) == 0 &&
                strcmp(gpuocc_unit(names[i].list, at), names[i].unit) == 0 &&
                strcmp(gpuocc_about(names[i].list, at), names[i].about) == 0 &&
                at < gpuocc_list_count(names[i].list) &&
                gpuocc_number(names[i].list, names[i].name, strlen(names[i].name), &number) ==
                    GPUOCC_OK &&
                number == at &&
                gpuocc_number(names[i].list, names[i].name, strlen(names[i].name) - 1, &number) !=
                    GPUOCC_OK;
    }
    ok(good == i, "%u of %u rows by their number and their name", good, i);
    for (good = 0, list = 0; list < GPUOCC_LIST_COUNT + 2; list++) {
        for (number = 0, k = 0; k < NAMES; k++)
            number =
                names[k].list == list && names[k].number >= number ? names[k].number + 1 : number;
        good += gpuocc_list_count(list) == number;
        none += gpuocc_name(list, number) == NULL && gpuocc_unit(list, number) == NULL &&
                gpuocc_about(list, number) == NULL;
    }
    ok(good == list && none == list && gpuocc_list_count(0) == 0, "%u lists end where they do",
       list);
}

static void test_choices(void)
{
    static const struct {
        uint32_t field;
        const char *names[5];
    } choices[] = {{GPUOCC_KERNEL_SHARED_LIMIT, {NULL, "default", "optin", "oversized"}},
                   {GPUOCC_KERNEL_CACHE_PREFERENCE, {NULL, "none", "shared", "l1", "equal"}},
                   {GPUOCC_KERNEL_GLOBAL_CACHING, {NULL, "off", "on", "strict"}},
                   {GPUOCC_KERNEL_CORE_MODE, {NULL, "cu", "wgp"}}};
    uint32_t field, value, i, good = 0;

    for (field = 0; field < 64; field++)
        for (value = 0; value < 5; value++) {
            const char *got = gpuocc_choice_name(field, value), *wanted = NULL;

            for (i = 0; i < 4; i++)
                wanted = choices[i].field == field ? choices[i].names[value] : wanted;
            good += wanted == NULL ? got == NULL : got != NULL && strcmp(got, wanted) == 0;
        }
    ok(good == 64 * 5, "names of choices, of those fields alone");
}

/* The version of the library is that of the build; the version of the tables has 31 bits. */
static void test_versions(void)
{
    uint32_t major, minor, patch;

    ok(gpuocc_data_version() != 0 && gpuocc_data_version() >> 31 == 0,
       "the version of the tables is %u", gpuocc_data_version());
    ok(sscanf(PROJECT_VERSION, "%u.%u.%u", &major, &minor, &patch) == 3 &&
           gpuocc_version() == major * 1000000 + minor * 1000 + patch,
       "the version of the library is " PROJECT_VERSION);
}

int main(void)
{
    test_rows();
    test_reals();
    test_general();
    test_memory();
    test_sizes();
    test_wave_sizes();
    test_arguments();
    test_lists();
    test_choices();
    test_versions();
    return done();
}
