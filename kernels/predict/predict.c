/* SPDX-License-Identifier: MIT
 *
 * Predicts the time of a kernel: the arguments, and what the other files need.
 */
#include "predict/predict.h"

#include <stdio.h>

/* The bits of gpuocc_error::known: `value` is an integer, `limit` is set, `value` is a double. */
enum { KNOWN_VALUE = 1, KNOWN_LIMIT = 2, KNOWN_REAL = 4 };

#define MOST_TRIPS     1e12
#define MOST_CONFLICTS 64

/* Sets a share at all ends. One that is not given is 1 in the lower bound, and otherwise 0. */
static int take_share(double share, double *ends)
{
    const int given = share != GPUOCC_PREDICT_NOT_GIVEN;
    uint32_t end;

    for (end = 0; end < PREDICT_ENDS; end++)
        ends[end] = given ? share : end == PREDICT_LOW;
    return !given || (share >= 0 && share <= 1);
}

/* Refuses the options. `known` says which of the numbers are known. */
static int32_t refuse_option(gpuocc_error *error, int32_t status, uint32_t known, uint64_t value,
                             uint64_t limit)
{
    (void)judge_refuse(error, status, GPUOCC_SCOPE_ARGUMENT, 3);
    if (error != NULL && error->size >= sizeof *error) {
        error->known = known;
        error->value = value;
        error->limit = limit;
    }
    return status;
}

static int32_t refuse_real(gpuocc_error *error, uint32_t known, double value, uint64_t limit)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return refuse_option(error, GPUOCC_ERROR_BAD_NUMBER, KNOWN_REAL | known, bits, limit);
}

/* Checks the trip counts before any code is read. */
static int32_t check_trips(const gpuocc_predict_options *own, gpuocc_error *error)
{
    const gpuocc_predict_trips *trips = own->trips;
    uint32_t i, k;

    if (own->trip_count > GPUOCC_PREDICT_TRIP_COUNTS)
        return refuse_option(error, GPUOCC_ERROR_TOO_LARGE, KNOWN_VALUE | KNOWN_LIMIT,
                             own->trip_count, GPUOCC_PREDICT_TRIP_COUNTS);
    if (own->trip_count != 0 && trips == NULL)
        return judge_refuse(error, GPUOCC_ERROR_NULL, GPUOCC_SCOPE_ARGUMENT, 3);
    for (i = 0; i < own->trip_count; i++) {
        if (!(trips[i].count >= 0 && trips[i].count <= MOST_TRIPS))
            return refuse_real(error, 0, trips[i].count, 0);
        for (k = 0; k < i; k++)
            if (trips[k].first == trips[i].first)
                return refuse_option(error, GPUOCC_ERROR_NOT_A_CHOICE, KNOWN_VALUE | KNOWN_LIMIT,
                                     trips[i].first, trips[k].first);
    }
    return GPUOCC_OK;
}

/* Refuses a shape of the group that does not fit its threads. */
static int32_t check_shape(const gpuocc_predict_options *own, gpuocc_error *error)
{
    const uint64_t x = own->threads_x, y = own->threads_y;
    const uint64_t both = (x != 0 ? x : 1) * (y != 0 ? y : 1);

    if (own->threads_per_group % both == 0)
        return GPUOCC_OK;
    return refuse_option(error, GPUOCC_ERROR_NOT_A_CHOICE, KNOWN_VALUE | KNOWN_LIMIT, both,
                         own->threads_per_group);
}

static int32_t read_options(struct predict *predict, const gpuocc_predict_options *options,
                            gpuocc_error *error)
{
    gpuocc_predict_options *own = &predict->options;
    int32_t status;

    own->l1_hit = own->l2_hit = GPUOCC_PREDICT_NOT_GIVEN;
    if (options != NULL && options->size < sizeof *options)
        return judge_refuse(error, GPUOCC_ERROR_STRUCT_SIZE, GPUOCC_SCOPE_ARGUMENT, 3);
    if (options != NULL)
        *own = *options;
    if (!take_share(own->l1_hit, predict->l1_hit))
        return judge_refuse_number(error, GPUOCC_CLASS_L1_HIT, own->l1_hit);
    if (!take_share(own->l2_hit, predict->l2_hit))
        return judge_refuse_number(error, GPUOCC_CLASS_L2_HIT, own->l2_hit);
    predict->conflicts_found = own->conflict_factor == 0;
    predict->sectors_found = own->efficiency == 0;
    if (predict->conflicts_found)
        own->conflict_factor = 1;
    if (!(own->conflict_factor >= 1 && own->conflict_factor <= MOST_CONFLICTS))
        return refuse_real(error, KNOWN_LIMIT, own->conflict_factor, MOST_CONFLICTS);
    if (!(own->efficiency >= 0 && own->efficiency <= 1))
        return judge_refuse_number(error, GPUOCC_CLASS_EFFICIENCY, own->efficiency);
    if (own->efficiency == 0)
        own->efficiency = 1;
    status = check_trips(own, error);
    return status != GPUOCC_OK ? status : check_shape(own, error);
}

/* Reads the constants of the device: an analysis of any workload has them. One without a pipe of a
 * known rate would be refused. */
static int32_t read_device(struct predict *predict, const gpuocc_occupancy *occupancy,
                           gpuocc_error *error)
{
    const uint32_t own = GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_PIPE_B;
    gpuocc_instructions any = {
        .size = sizeof any, .resource = GPUOCC_RESOURCE_PIPE_B, .count = 1, .latency_cycles = 1};
    gpuocc_workload workload = {.size = sizeof workload, .class_count = 1};

    workload.constants_given = predict->options.constants_given | UINT64_C(1) << own;
    memcpy(workload.constants, predict->options.constants, sizeof workload.constants);
    workload.constants[own] = 1;
    return gpuocc_latency_init(&predict->latency, NULL, occupancy, &workload, &any, error);
}

/* Reads a number of the occupancy that must be one and not a range. */
static int32_t read_number(const gpuocc_occupancy *occupancy, uint32_t result, uint64_t *number,
                           gpuocc_error *error)
{
    uint64_t high = 0;
    const int32_t status = gpuocc_occupancy_get(occupancy, result, 0, number, &high);

    if (status == GPUOCC_OK && *number != high)
        return judge_refuse(error, GPUOCC_ERROR_MUST_BE_KNOWN, GPUOCC_SCOPE_ARGUMENT, 2);
    return status != GPUOCC_OK ? judge_refuse(error, status, GPUOCC_SCOPE_ARGUMENT, 2) : status;
}

/* Returns how many groups the wave and group slots of a core admit; 0 if that is not known. */
static double most_groups(const gpuocc_device *device, const gpuocc_occupancy *occupancy,
                          uint64_t per_group)
{
    uint64_t waves = 0, groups = UINT64_MAX;

    (void)gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_MAX_WAVES, 0, &waves, NULL);
    (void)gpuocc_device_get(device, GPUOCC_DEVICE_MAX_GROUPS_PER_CORE, 0, &groups);
    waves /= per_group;
    return (double)(waves < groups ? waves : groups);
}

static int32_t read_occupancy(struct predict *predict, const gpuocc_occupancy *occupancy,
                              gpuocc_prediction *prediction, gpuocc_error *error)
{
    uint64_t lanes, per_group, own = 0, used = 0;
    int32_t status = read_device(predict, occupancy, error);

    if (status == GPUOCC_OK)
        status = read_number(occupancy, GPUOCC_RESULT_GROUPS, &prediction->groups_per_core, error);
    if (status == GPUOCC_OK)
        status = read_number(occupancy, GPUOCC_RESULT_WAVES_PER_GROUP, &per_group, error);
    if (status == GPUOCC_OK)
        status = read_number(occupancy, GPUOCC_RESULT_WAVE_SIZE, &lanes, error);
    if (status != GPUOCC_OK)
        return status;
    if (prediction->groups_per_core == 0)
        return judge_refuse(error, GPUOCC_NOT_POSSIBLE, GPUOCC_SCOPE_ARGUMENT, 2);
    prediction->waves_per_core = prediction->groups_per_core * per_group;
    predict->device = gpuocc_occupancy_device(occupancy);
    (void)gpuocc_device_get(predict->device, GPUOCC_DEVICE_PARTITIONS_PER_CORE, 0, &own);
    (void)gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_PARTITIONS_PER_CORE, 0, &used, NULL);
    predict->cores_per_core = own != 0 && used > own ? (double)used / (double)own : 1;
    predict->lanes = (double)lanes;
    predict->waves_per_group = (double)per_group;
    predict->most_groups = most_groups(predict->device, occupancy, per_group);
    return GPUOCC_OK;
}

/* Refuses a trip count of an address at which no loop begins. */
static int32_t check_loops(const struct predict *predict, gpuocc_error *error)
{
    const gpuocc_predict_options *own = &predict->options;
    uint32_t i;

    for (i = 0; i < own->trip_count; i++)
        if ((predict->trips_used >> i & 1) == 0 && own->trips[i].first != GPUOCC_CODE_NONE)
            return refuse_option(error, GPUOCC_ERROR_NOT_A_CHOICE, KNOWN_VALUE, own->trips[i].first,
                                 0);
    return GPUOCC_OK;
}

static int32_t predict_all(struct predict *predict, const gpuocc_code *code,
                           const gpuocc_occupancy *occupancy, gpuocc_prediction *prediction,
                           gpuocc_error *error)
{
    const gpuocc_grid grid = {.size = sizeof grid, .groups = predict->options.grid_groups};
    gpuocc_schedule schedule;
    uint64_t cores = 0;
    int32_t status = read_occupancy(predict, occupancy, prediction, error);

    if (status == GPUOCC_OK && grid.groups != 0)
        status = gpuocc_schedule_init(&schedule, occupancy, &grid, error);
    if (status != GPUOCC_OK)
        return status;
    if (grid.groups != 0) {
        (void)gpuocc_schedule_get(&schedule, GPUOCC_SCHEDULE_CORE_COUNT, 0, &cores, NULL);
        predict->cores = (double)cores;
    }
    predict->waves = (double)prediction->waves_per_core;
    prediction->code_status = predict_read(predict, code);
    if (prediction->code_status != GPUOCC_CODE_OK)
        return judge_refuse(error, GPUOCC_NOT_APPLICABLE, GPUOCC_SCOPE_ARGUMENT, 1);
    status = check_loops(predict, error);
    if (status == GPUOCC_OK)
        predict_times(predict, grid.groups != 0 ? &schedule : NULL, prediction);
    return status;
}

int32_t gpuocc_predict(const gpuocc_code *code, const gpuocc_occupancy *occupancy,
                       const gpuocc_predict_options *options, gpuocc_prediction *prediction,
                       gpuocc_error *error)
{
    gpuocc_prediction found = {.size = sizeof found};
    struct predict predict;
    int32_t status;

    if (code == NULL || occupancy == NULL || prediction == NULL)
        return judge_refuse(error, GPUOCC_ERROR_NULL, GPUOCC_SCOPE_ARGUMENT,
                            code == NULL        ? 1
                            : occupancy == NULL ? 2
                                                : 4);
    if (prediction->size < sizeof found)
        return judge_refuse(error, GPUOCC_ERROR_STRUCT_SIZE, GPUOCC_SCOPE_ARGUMENT, 4);
    memset(&predict, 0, sizeof predict);
    status = read_options(&predict, options, error);
    if (status != GPUOCC_OK)
        return status;
    status = predict_all(&predict, code, occupancy, &found, error);
    found.size = prediction->size;
    if (status == GPUOCC_OK)
        *prediction = found;
    else
        prediction->code_status = found.code_status;
    return status;
}

/* Writes what is wrong with the options, as printf() does. */
static size_t write_option(const gpuocc_error *error, int32_t status, char *text, size_t bytes)
{
    const int limited = (error->known & KNOWN_LIMIT) != 0;
    const unsigned long long value = error->value, limit = error->limit;
    double number;
    int length;

    memcpy(&number, &error->value, sizeof number);
    if (status == GPUOCC_ERROR_BAD_NUMBER && limited)
        length = snprintf(text, bytes, "conflict_factor is %g, the valid range is 1 to %llu",
                          number, limit);
    else if (status == GPUOCC_ERROR_BAD_NUMBER)
        length = snprintf(text, bytes, "a trip count is %g, the valid range is 0 to %.0f", number,
                          MOST_TRIPS);
    else if (status == GPUOCC_ERROR_TOO_LARGE)
        length =
            snprintf(text, bytes, "there are %llu trip counts, the maximum is %llu", value, limit);
    else if (limited && value == limit && value == GPUOCC_CODE_NONE)
        length = snprintf(text, bytes, "two trip counts have no address");
    else if (limited && value == limit) /* equal threads are no error */
        length = snprintf(text, bytes, "the loop at 0x%llx has two trip counts", value);
    else if (limited)
        length = snprintf(text, bytes,
                          "threads_x x threads_y is %llu and does not divide threads_per_group, "
                          "%llu",
                          value, limit);
    else
        length = snprintf(text, bytes, "no loop begins at 0x%llx", value);
    return length > 0 ? (size_t)length : 0;
}

/* Returns what is wrong with a file, or NULL if the error is none of a file. */
static const char *find_file_sentence(const gpuocc_error *error, int32_t status)
{
    if (status == GPUOCC_ERROR_REQUIRED)
        return error->field == 3 ? "the file has several kernels: give the name of one" : NULL;
    if (status != GPUOCC_NOT_APPLICABLE)
        return NULL;
    return error->field == 1   ? "there is no kernel whose machine code is read"
           : error->field == 3 ? "the file has no kernel of this name"
           : error->field == 4 ? "machine code of one vendor does not run on a device of another "
                                 "one: name a device of the same vendor"
                               : NULL;
}

size_t gpuocc_predict_error_text(const gpuocc_error *error, int32_t status, char *text,
                                 size_t bytes)
{
    const char *sentence;
    int length;

    if (error == NULL || error->size < sizeof *error || error->scope != GPUOCC_SCOPE_ARGUMENT)
        return gpuocc_error_text(error, status, text, bytes);
    sentence = find_file_sentence(error, status);
    if (sentence != NULL) {
        length = snprintf(text, bytes, "%s", sentence);
        return length > 0 ? (size_t)length : 0;
    }
    if (error->field != 3 || error->known == 0)
        return gpuocc_error_text(error, status, text, bytes);
    return write_option(error, status, text, bytes);
}

const char *gpuocc_predict_unknown_name(uint32_t unknown)
{
    static const char *const names[] = {
        "trips", "rates", "latencies",         "hits",      "conflicts", "conditional", "partial",
        "grid",  "clock", "unconfirmed_rates", "addresses", "sectors"};

    return unknown < GPUOCC_PREDICT_UNKNOWN_COUNT ? names[unknown] : "";
}

const char *gpuocc_predict_assumption_about(uint32_t unknown)
{
    static const char *const words[GPUOCC_PREDICT_UNKNOWN_COUNT] = {
        [GPUOCC_PREDICT_LATENCIES] = "nothing waits for operations whose latency is not known",
        [GPUOCC_PREDICT_HITS] = "no load hits in L1 or L2, and in the lower bound all hit in L1",
        [GPUOCC_PREDICT_CONFLICTS] =
            "shared memory has no bank conflicts where the code does not show them",
        [GPUOCC_PREDICT_CONDITIONAL] = "what may be skipped is executed",
        [GPUOCC_PREDICT_PARTIAL] = "branches out of the code lead nowhere",
        [GPUOCC_PREDICT_ADDRESSES] =
            "lanes have adjacent addresses where the code does not show them",
        [GPUOCC_PREDICT_SECTORS] =
            "memory moves no more than sectors of 32 bytes, and of 64 for loads of CDNA",
    };

    return unknown < GPUOCC_PREDICT_UNKNOWN_COUNT && words[unknown] != NULL ? words[unknown] : "";
}

const char *gpuocc_predict_change_name(uint32_t change)
{
    static const char *const names[] = {"",         "no_conflicts",   "no_spills",
                                        "all_hits", "one_more_group", "full_last_round",
                                        "no_scattered_accesses"};

    return change < GPUOCC_PREDICT_CHANGE_COUNT ? names[change] : "";
}

const char *gpuocc_predict_pipe_name(uint32_t resource)
{
    const char *name;

    if (resource == GPUOCC_RESOURCE_PIPE_A)
        return "vector";
    name = gpuocc_name(GPUOCC_LIST_RESOURCES, resource);
    return name != NULL ? name : "";
}
