/* SPDX-License-Identifier: MIT
 *
 * What the caller says about a workload: copied, checked, with defaults.
 */
#include "latency.h"

#include <string.h>

#include "error.h"
#include "occupancy.h"

/* A caller's struct may be this much longer than ours before its size is taken for garbage. */
#define LARGEST_STRUCT 4096u
#define MOST_GROUPS    UINT64_C(1000000000000)

static int32_t fail_workload(gpuocc_error *error, int32_t status, uint32_t field, uint64_t value,
                             uint64_t limit)
{
    return gocc_fail(error, status, GPUOCC_SCOPE_WORKLOAD, field, value, limit);
}

/* A struct that a caller compiled against some version: ours of it, if the rest says nothing. */
static int32_t read_struct(void *to, size_t bytes, const void *from, uint32_t size, uint32_t scope,
                           uint32_t index, gpuocc_error *error)
{
    const unsigned char *tail = (const unsigned char *)from;
    size_t i;

    if (size < bytes || size > LARGEST_STRUCT || size % 8 != 0)
        return gocc_fail(error, GPUOCC_ERROR_STRUCT_SIZE, scope, 0, size, bytes);
    for (i = bytes; i < size; i++)
        if (tail[i] != 0)
            return gocc_fail(error, GPUOCC_ERROR_STRUCT_NEWER, scope, (uint32_t)i, tail[i], index);
    memcpy(to, from, bytes);
    return GPUOCC_OK;
}

static int is_between(double number, double least, double most)
{
    return number >= least && number <= most;
}

/* A result of the occupancy that is one number, 0 if it is not. */
static uint32_t settled(const gpuocc_occupancy *occupancy, uint32_t result)
{
    uint64_t low, high;

    if (occupancy == NULL || gpuocc_occupancy_get(occupancy, result, 0, &low, &high) != GPUOCC_OK ||
        low != high)
        return 0;
    return low <= UINT32_MAX ? (uint32_t)low : 0;
}

static int32_t read_waves(gpuocc_latency *l, uint32_t given, const gpuocc_occupancy *occupancy,
                          gpuocc_error *error)
{
    uint64_t low = given, high = given;

    if (given == 0) {
        if (occupancy == NULL)
            return fail_workload(error, GPUOCC_ERROR_REQUIRED, GPUOCC_WORKLOAD_WAVES, 0,
                                 GOCC_MOST_WAVES);
        if (gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_WAVES, 0, &low, &high) != GPUOCC_OK ||
            high == UINT64_MAX)
            return fail_workload(error, GPUOCC_NOT_KNOWN, GPUOCC_WORKLOAD_WAVES, 0, 0);
    }
    if (high > GOCC_MOST_WAVES)
        return fail_workload(error, GPUOCC_ERROR_TOO_LARGE, GPUOCC_WORKLOAD_WAVES, high,
                             GOCC_MOST_WAVES);
    l->waves[0] = (double)low;
    l->waves[1] = (double)high;
    return GPUOCC_OK;
}

static int32_t check_workload(const gpuocc_workload *w, gpuocc_error *error)
{
    if (w->turnaround >= GPUOCC_TURNAROUND_COUNT)
        return fail_workload(error, GPUOCC_ERROR_NOT_A_CHOICE, GPUOCC_WORKLOAD_TURNAROUND,
                             w->turnaround, GPUOCC_TURNAROUND_COUNT - 1);
    if (w->waves_per_group > GOCC_MOST_WAVES)
        return fail_workload(error, GPUOCC_ERROR_TOO_LARGE, GPUOCC_WORKLOAD_WAVES_PER_GROUP,
                             w->waves_per_group, GOCC_MOST_WAVES);
    if (w->max_waves > GOCC_MOST_WAVES)
        return fail_workload(error, GPUOCC_ERROR_TOO_LARGE, GPUOCC_WORKLOAD_MAX_WAVES, w->max_waves,
                             GOCC_MOST_WAVES);
    if (w->wave_size > GOCC_MOST_WAVES)
        return fail_workload(error, GPUOCC_ERROR_TOO_LARGE, GPUOCC_WORKLOAD_WAVE_SIZE, w->wave_size,
                             GOCC_MOST_WAVES);
    if (w->grid_groups > MOST_GROUPS)
        return fail_workload(error, GPUOCC_ERROR_TOO_LARGE, GPUOCC_WORKLOAD_GRID_GROUPS,
                             w->grid_groups, MOST_GROUPS);
    if (w->iterations != 0 && !gocc_is_positive(w->iterations))
        return fail_workload(error, GPUOCC_ERROR_BAD_NUMBER, GPUOCC_WORKLOAD_ITERATIONS, 0, 0);
    if (w->wave_latency_cycles != 0 && !gocc_is_positive(w->wave_latency_cycles))
        return fail_workload(error, GPUOCC_ERROR_BAD_NUMBER, GPUOCC_WORKLOAD_WAVE_LATENCY_CYCLES, 0,
                             0);
    return GPUOCC_OK;
}

int32_t gocc_read_workload(gpuocc_latency *l, const gpuocc_workload *workload,
                           const gpuocc_occupancy *occupancy, const gpuocc_device *device,
                           gpuocc_error *error)
{
    gpuocc_workload w;
    int32_t status =
        read_struct(&w, sizeof w, workload, workload->size, GPUOCC_SCOPE_WORKLOAD, 0, error);

    if (status == GPUOCC_OK)
        status = check_workload(&w, error);
    if (status == GPUOCC_OK)
        status = read_waves(l, w.waves, occupancy, error);
    if (status != GPUOCC_OK)
        return status;
    l->waves_per_group =
        w.waves_per_group ? w.waves_per_group : settled(occupancy, GPUOCC_RESULT_WAVES_PER_GROUP);
    l->max_waves = w.max_waves ? w.max_waves : settled(occupancy, GPUOCC_RESULT_MAX_WAVES);
    l->wave_size = w.wave_size ? w.wave_size : settled(occupancy, GPUOCC_RESULT_WAVE_SIZE);
    if (l->wave_size == 0 && occupancy == NULL && device != NULL)
        l->wave_size = gocc_device_model(device)->default_wave_size;
    l->turnaround = w.turnaround;
    l->grid_groups = (double)w.grid_groups;
    l->iterations = w.iterations != 0 ? w.iterations : 1;
    l->wave_latency = w.wave_latency_cycles;
    l->whole = w.wave_latency_cycles != 0;
    return GPUOCC_OK;
}

/* Members of a class that are doubles, from GPUOCC_CLASS_INSTRUCTION_COUNT on. */
static const struct {
    double least, most, otherwise;
} numbers[] = {
    {GOCC_LEAST, GOCC_MOST, GOCC_NO_NUMBER}, /* count: no default */
    {1, GOCC_MOST, 1},                       /* chains */
    {1, GOCC_MOST, 1},                       /* replay */
    {GOCC_LEAST, GOCC_MOST, 0},              /* bytes */
    {GOCC_LEAST, 1, 1},                      /* efficiency */
    {0, 1, 0},                               /* l1_hit */
    {0, 1, 0},                               /* l2_hit */
    {GOCC_LEAST, GOCC_MOST, 0},              /* latency_cycles: 0 means the constant */
    {GOCC_LEAST, GOCC_MOST, 0},              /* distance_cycles */
    {GOCC_LEAST, GOCC_MOST, 0},              /* replay_cycles */
};
#define NUMBERS (sizeof numbers / sizeof numbers[0])

/* Which double of a class is no good, 0 if none; fills in the defaults. */
static uint32_t check_numbers(gpuocc_instructions *c)
{
    double values[NUMBERS];
    const size_t at = offsetof(gpuocc_instructions, count);
    uint32_t i;

    memcpy(values, (const char *)c + at, sizeof values);
    for (i = 0; i < NUMBERS; i++) {
        if (values[i] == 0 && numbers[i].otherwise >= 0)
            values[i] = numbers[i].otherwise;
        else if (!is_between(values[i], numbers[i].least, numbers[i].most))
            return GPUOCC_CLASS_INSTRUCTION_COUNT + i;
    }
    memcpy((char *)c + at, values, sizeof values);
    if (c->kind != GPUOCC_CLASS_PIPE)
        return c->bytes > 0 ? 0 : GPUOCC_CLASS_BYTES;
    if (c->bytes > 0 && c->resource != GPUOCC_RESOURCE_SHARED)
        return GPUOCC_CLASS_BYTES;
    if (c->l1_hit > 0)
        return GPUOCC_CLASS_L1_HIT;
    return c->l2_hit > 0 ? GPUOCC_CLASS_L2_HIT : 0;
}

static int is_pipe(uint32_t resource)
{
    return resource == GPUOCC_RESOURCE_SHARED ||
           (resource >= GPUOCC_RESOURCE_FP32 && resource <= GPUOCC_RESOURCE_PIPE_B);
}

static int32_t check_class(gpuocc_instructions *c, uint32_t index, gpuocc_error *error)
{
    uint32_t field;

    if (c->phase >= GPUOCC_LATENCY_CLASSES)
        return gocc_fail(error, GPUOCC_ERROR_TOO_LARGE, GPUOCC_SCOPE_CLASS, GPUOCC_CLASS_PHASE,
                         c->phase, index);
    if (c->kind >= GPUOCC_CLASS_KIND_COUNT)
        return gocc_fail(error, GPUOCC_ERROR_NOT_A_CHOICE, GPUOCC_SCOPE_CLASS, GPUOCC_CLASS_KIND,
                         c->kind, index);
    if (c->kind == GPUOCC_CLASS_PIPE ? !is_pipe(c->resource) : c->resource != 0)
        return gocc_fail(error, GPUOCC_ERROR_NOT_A_CHOICE, GPUOCC_SCOPE_CLASS,
                         GPUOCC_CLASS_RESOURCE, c->resource, index);
    field = check_numbers(c);
    if (field != 0)
        return gocc_fail(error, GPUOCC_ERROR_BAD_NUMBER, GPUOCC_SCOPE_CLASS, field, 0, index);
    return GPUOCC_OK;
}

static void keep_class(struct gocc_class *to, const gpuocc_instructions *c)
{
    to->phase = c->phase;
    to->kind = c->kind;
    to->resource = c->resource;
    to->unused = 0;
    to->count = c->count;
    to->chains = c->chains;
    to->replay = c->replay;
    to->bytes = c->bytes;
    to->moved = c->bytes / c->efficiency;
    to->l1_hit = c->l1_hit;
    to->l2_hit = c->l2_hit;
    to->latency = c->latency_cycles;
    to->extra = c->replay_cycles * (c->replay - 1);
    to->distance = c->distance_cycles;
}

int32_t gocc_read_classes(gpuocc_latency *l, const gpuocc_instructions *classes, size_t count,
                          gpuocc_error *error)
{
    const char *at = (const char *)classes;
    gpuocc_instructions c;
    uint32_t size, i;
    int32_t status;

    if (count == 0)
        return gocc_fail_size(error, GPUOCC_ERROR_REQUIRED, 7, 0, GPUOCC_LATENCY_CLASSES);
    if (count > GPUOCC_LATENCY_CLASSES)
        return gocc_fail_size(error, GPUOCC_ERROR_TOO_LARGE, 7, count, GPUOCC_LATENCY_CLASSES);
    for (i = 0; i < count; i++) {
        memcpy(&size, at, sizeof size);
        if (size != classes->size)
            return gocc_fail(error, GPUOCC_ERROR_STRUCT_SIZE, GPUOCC_SCOPE_CLASS, 0, size,
                             classes->size);
        status = read_struct(&c, sizeof c, at, size, GPUOCC_SCOPE_CLASS, i, error);
        if (status == GPUOCC_OK)
            status = check_class(&c, i, error);
        if (status != GPUOCC_OK)
            return status;
        keep_class(&l->classes[i], &c);
        at += size;
    }
    l->class_count = (uint32_t)count;
    return GPUOCC_OK;
}

/* Constants that may be GPUOCC_UNLIMITED. */
static int can_be_unlimited(uint32_t constant)
{
    return (constant >= GPUOCC_CONSTANT_RATE && constant < GPUOCC_CONSTANT_DISTANCE) ||
           constant == GPUOCC_CONSTANT_DRAM_GB_PER_S ||
           (constant >= GPUOCC_CONSTANT_LOADS_PER_CORE &&
            constant <= GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE);
}

int gocc_is_constant(uint32_t constant)
{
    const uint32_t resource = constant % GPUOCC_CONSTANT_LATENCY;

    if (constant < GPUOCC_CONSTANT_LATENCY)
        return constant >= GPUOCC_CONSTANT_CLOCK_GHZ &&
               constant <= GPUOCC_CONSTANT_TUNED_BYTES_IN_FLIGHT;
    if (resource == GPUOCC_RESOURCE_LOAD_SLOTS || resource > GPUOCC_RESOURCE_ISSUE)
        return 0;
    if (constant < GPUOCC_CONSTANT_RATE)
        return resource != GPUOCC_RESOURCE_ISSUE;
    if (constant < GPUOCC_CONSTANT_DISTANCE)
        return 1;
    return constant < GPUOCC_CONSTANT_COUNT && resource >= GPUOCC_RESOURCE_SHARED;
}

static int is_good(uint32_t constant, double value)
{
    if (value == GPUOCC_UNLIMITED)
        return can_be_unlimited(constant);
    if (constant == GPUOCC_CONSTANT_TURNAROUND_CYCLES)
        return is_between(value, 0, GOCC_MOST);
    if (constant == GPUOCC_CONSTANT_PARTITIONS)
        return is_between(value, 1, 1024) && gocc_floor(value) == value;
    if (constant == GPUOCC_CONSTANT_LOADS_PER_WAVE)
        return is_between(value, 1, GOCC_MOST);
    return gocc_is_positive(value);
}

int32_t gocc_read_constants(gpuocc_latency *l, const uint32_t *constants, const double *values,
                            size_t count, gpuocc_error *error)
{
    size_t i;

    for (i = 0; i < count; i++) {
        if (!gocc_is_constant(constants[i]))
            return gocc_fail_size(error, GPUOCC_ERROR_FIELD, 8, constants[i],
                                  GPUOCC_CONSTANT_COUNT - 1);
        if (!is_good(constants[i], values[i]))
            return gocc_fail(error, GPUOCC_ERROR_BAD_NUMBER, GPUOCC_SCOPE_CONSTANT, constants[i], 0,
                             0);
        l->constants[constants[i]] = values[i];
        l->known |= UINT64_C(1) << constants[i];
    }
    return GPUOCC_OK;
}
