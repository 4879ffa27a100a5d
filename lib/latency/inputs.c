/* SPDX-License-Identifier: MIT
 *
 * Reads the inputs of a latency. The caller's workload is copied and validated, and defaults are
 * filled in. Constants come from the caller, from the query and from the tables.
 */
#include "latency/latency.h"

#include <string.h>

#include "base/error.h"
#include "base/structs.h"
#include "occupancy/clusters.h"
#include "occupancy/occupancy.h"

#define MOST_GROUPS UINT64_C(1000000000000)

static int32_t fail_workload(gpuocc_error *error, int32_t status, uint32_t field, uint64_t value,
                             uint64_t limit)
{
    return gocc_fail(error, status, GPUOCC_SCOPE_WORKLOAD, field, value, limit);
}

static int32_t fail_real(gpuocc_error *error, uint32_t scope, uint32_t field, double value,
                         uint64_t limit)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return gocc_fail(error, GPUOCC_ERROR_BAD_NUMBER, scope, field, bits, limit);
}

/* Returns the value that both bounds of an occupancy share; 0 if they differ or are not a
 * number. */
static uint32_t settled(uint32_t low, uint32_t high)
{
    return low == high && low < GOCC_NO_LIMIT ? low : 0;
}

static int32_t read_waves(gpuocc_latency *l, uint32_t given, const gpuocc_occupancy *occupancy,
                          gpuocc_error *error)
{
    uint64_t low = given, high = given;

    if (given == 0) {
        if (occupancy == NULL)
            return fail_workload(error, GPUOCC_ERROR_REQUIRED, GPUOCC_WORKLOAD_WAVES, 0,
                                 GOCC_MOST_WAVES);
        if (occupancy->answer.waves < GOCC_NO_LIMIT)
            low = high = occupancy->answer.waves;
        else if (gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_WAVES, 0, &low, &high) !=
                     GPUOCC_OK ||
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

/* Validates the members of a workload, in their order except for the choice. */
static int32_t check_workload(const gpuocc_workload *w, gpuocc_error *error)
{
    const struct {
        uint64_t value, most;
        uint32_t field;
    } counts[] = {
        {w->waves_per_group, GOCC_MOST_WAVES, GPUOCC_WORKLOAD_WAVES_PER_GROUP},
        {w->max_waves, GOCC_MOST_WAVES, GPUOCC_WORKLOAD_MAX_WAVES},
        {w->wave_size, GOCC_MOST_WAVES, GPUOCC_WORKLOAD_WAVE_SIZE},
        {w->grid_groups, MOST_GROUPS, GPUOCC_WORKLOAD_GRID_GROUPS},
    };
    uint32_t i;

    if (w->turnaround >= GPUOCC_TURNAROUND_COUNT)
        return fail_workload(error, GPUOCC_ERROR_NOT_A_CHOICE, GPUOCC_WORKLOAD_TURNAROUND,
                             w->turnaround, GPUOCC_TURNAROUND_COUNT - 1);
    for (i = 0; i < sizeof counts / sizeof counts[0]; i++)
        if (counts[i].value > counts[i].most)
            return fail_workload(error, GPUOCC_ERROR_TOO_LARGE, counts[i].field, counts[i].value,
                                 counts[i].most);
    if (w->iterations != 0 && !gocc_is_positive(w->iterations))
        return fail_real(error, GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_ITERATIONS, w->iterations,
                         0);
    if (w->wave_latency_cycles != 0 && !gocc_is_positive(w->wave_latency_cycles))
        return fail_real(error, GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_WAVE_LATENCY_CYCLES,
                         w->wave_latency_cycles, 0);
    return GPUOCC_OK;
}

int32_t gocc_read_workload(gpuocc_latency *l, const gpuocc_workload *w,
                           const gpuocc_occupancy *occupancy, const gpuocc_device *device,
                           gpuocc_error *error)
{
    int32_t status = gocc_check_struct(sizeof *w, w, GPUOCC_SCOPE_WORKLOAD, error);

    if (status == GPUOCC_OK)
        status = check_workload(w, error);
    if (status == GPUOCC_OK)
        status = read_waves(l, w->waves, occupancy, error);
    if (status != GPUOCC_OK)
        return status;
    l->waves_per_group = w->waves_per_group;
    l->max_waves = w->max_waves;
    l->wave_size = w->wave_size;
    if (occupancy != NULL) {
        const struct gocc_placement *low = &occupancy->low;
        const struct gocc_placement *high = occupancy->question.range ? &occupancy->high : low;

        if (l->waves_per_group == 0)
            l->waves_per_group = settled(low->waves_per_group, high->waves_per_group);
        if (l->max_waves == 0)
            l->max_waves = settled(low->max_waves, high->max_waves);
        if (l->wave_size == 0)
            l->wave_size = settled(low->wave_size, high->wave_size);
        l->clustered = (uint32_t)gocc_in_clusters(&occupancy->question.kernel);
    }
    if (l->wave_size == 0 && occupancy == NULL && device != NULL)
        l->wave_size = gocc_device_model(device)->default_wave_size;
    l->turnaround = w->turnaround;
    l->grid_groups = (double)w->grid_groups;
    l->iterations = w->iterations != 0 ? w->iterations : 1;
    l->whole = w->wave_latency_cycles;
    return GPUOCC_OK;
}

/* The value that 0 means for each double of a class, from GPUOCC_CLASS_INSTRUCTION_COUNT on. */
static const int8_t otherwise[GOCC_CLASS_NUMBERS] = {
    -1, /* count: no default */
    1,  /* chains */
    1,  /* replay */
    0,  /* bytes */
    1,  /* efficiency */
    0,  /* l1_hit */
    0,  /* l2_hit */
    0,  /* latency_cycles: 0 selects the constant */
    0,  /* distance_cycles */
    0,  /* replay_cycles */
};

/* The doubles of a class, as indices of otherwise[]. */
enum { COUNT, CHAINS, REPLAY, BYTES, EFFICIENCY, L1_HIT, L2_HIT, LATENCY, DISTANCE, REPLAY_CYCLES };

static int is_in_range(uint32_t scope, uint32_t field, double value)
{
    const struct gocc_ends ends = gocc_real_ends(scope, field);

    return value >= ends.least && value <= ends.most;
}

static const double *numbers_of(const gpuocc_instructions *c)
{
    return (const void *)((const char *)c + offsetof(gpuocc_instructions, count));
}

/* Fills in the defaults. Returns the first invalid double of a class, 0 if there is none. */
static uint32_t check_numbers(double *values, const gpuocc_instructions *c)
{
    const double *given = numbers_of(c);
    double value;
    uint32_t i;

    for (i = 0; i < GOCC_CLASS_NUMBERS; i++) {
        value = given[i];
        if (value == 0)
            value = otherwise[i];
        else if (!is_in_range(GPUOCC_SCOPE_CLASS, GPUOCC_CLASS_INSTRUCTION_COUNT + i, value))
            return GPUOCC_CLASS_INSTRUCTION_COUNT + i;
        values[i] = value;
    }
    if (values[COUNT] == GOCC_NO_NUMBER)
        return GPUOCC_CLASS_INSTRUCTION_COUNT;
    if (c->kind != GPUOCC_CLASS_PIPE)
        return values[BYTES] > 0 ? 0 : GPUOCC_CLASS_BYTES;
    if (values[BYTES] > 0 && c->resource != GPUOCC_RESOURCE_SHARED)
        return GPUOCC_CLASS_BYTES;
    if (values[L1_HIT] > 0)
        return GPUOCC_CLASS_L1_HIT;
    return values[L2_HIT] > 0 ? GPUOCC_CLASS_L2_HIT : 0;
}

static int is_pipe(uint32_t resource)
{
    return resource == GPUOCC_RESOURCE_SHARED ||
           (resource >= GPUOCC_RESOURCE_FP32 && resource <= GPUOCC_RESOURCE_PIPE_B);
}

static int32_t check_class(const gpuocc_instructions *c, double *values, uint32_t index,
                           gpuocc_error *error)
{
    int32_t status = GPUOCC_ERROR_NOT_A_CHOICE;
    uint32_t field, value;

    if (c->phase >= GPUOCC_LATENCY_CLASSES) {
        status = GPUOCC_ERROR_TOO_LARGE;
        field = GPUOCC_CLASS_PHASE;
        value = c->phase;
    } else if (c->kind >= GPUOCC_CLASS_KIND_COUNT) {
        field = GPUOCC_CLASS_KIND;
        value = c->kind;
    } else if (c->kind == GPUOCC_CLASS_PIPE ? !is_pipe(c->resource) : c->resource != 0) {
        field = GPUOCC_CLASS_RESOURCE;
        value = c->resource;
    } else {
        field = check_numbers(values, c);
        return field == 0 ? GPUOCC_OK
                          : fail_real(error, GPUOCC_SCOPE_CLASS, field,
                                      numbers_of(c)[field - GPUOCC_CLASS_INSTRUCTION_COUNT], index);
    }
    return gocc_fail(error, status, GPUOCC_SCOPE_CLASS, field, value, index);
}

static void keep_class(struct gocc_class *to, const gpuocc_instructions *c, const double *values)
{
    to->phase = c->phase;
    to->kind = c->kind;
    to->resource = c->resource;
    to->count = values[COUNT];
    to->chains = values[CHAINS];
    to->replay = values[REPLAY];
    to->bytes = values[BYTES];
    to->moved = values[BYTES] / values[EFFICIENCY];
    to->l1_hit = values[L1_HIT];
    to->l2_hit = values[L2_HIT];
    to->given = values[LATENCY];
    to->extra = values[REPLAY_CYCLES] * (values[REPLAY] - 1);
    to->distance = values[DISTANCE];
}

int32_t gocc_read_classes(gpuocc_latency *l, const gpuocc_instructions *classes, uint64_t count,
                          gpuocc_error *error)
{
    const char *at = (const char *)classes;
    const gpuocc_instructions *c;
    double values[GOCC_CLASS_NUMBERS];
    uint32_t i, first;
    int32_t status;

    if (count == 0)
        return fail_workload(error, GPUOCC_ERROR_REQUIRED, GPUOCC_WORKLOAD_CLASS_COUNT, 0,
                             GPUOCC_LATENCY_CLASSES);
    if (count > GPUOCC_LATENCY_CLASSES)
        return fail_workload(error, GPUOCC_ERROR_TOO_LARGE, GPUOCC_WORKLOAD_CLASS_COUNT, count,
                             GPUOCC_LATENCY_CLASSES);
    for (i = 0; i < count; i++, at += classes->size) {
        c = (const void *)at;
        status = c->size != classes->size || c->size % 8 != 0
                     ? GPUOCC_ERROR_STRUCT_SIZE
                     : gocc_check_struct(sizeof *c, c, GPUOCC_SCOPE_NONE, NULL);
        if (status != GPUOCC_OK)
            return gocc_fail(error, status, GPUOCC_SCOPE_CLASS, 0, c->size, sizeof *c);
        status = check_class(c, values, i, error);
        if (status != GPUOCC_OK)
            return status;
        keep_class(&l->classes[i], c, values);
        for (first = 0; l->classes[first].phase != c->phase; first++)
            continue;
        l->classes[i].first = first == i;
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
               constant <= GPUOCC_CONSTANT_LAST_LEVEL_LATENCY_NS;
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
    return is_in_range(GPUOCC_SCOPE_CONSTANT, constant, value) &&
           ((constant != GPUOCC_CONSTANT_PARTITIONS && constant != GPUOCC_CONSTANT_MEMORY) ||
            gocc_floor(value) == value);
}

int32_t gocc_read_constants(gpuocc_latency *l, const gpuocc_workload *w, gpuocc_error *error)
{
    uint32_t i;

    for (i = 0; i != GPUOCC_CONSTANT_COUNT; i++) {
        if ((w->constants_given >> i & 1) == 0)
            continue;
        if (!gocc_is_constant(i))
            return gocc_fail_field(error, GPUOCC_ERROR_FIELD, GPUOCC_SCOPE_WORKLOAD,
                                   GPUOCC_WORKLOAD_CONSTANTS, i, GPUOCC_CONSTANT_COUNT - 1);
        if (!is_good(i, w->constants[i]))
            return fail_real(error, GPUOCC_SCOPE_CONSTANT, i, w->constants[i], 0);
        gocc_set_constant(l, i, w->constants[i], GPUOCC_BASIS_GIVEN);
    }
    return GPUOCC_OK;
}

void gocc_set_constant(gpuocc_latency *l, uint32_t constant, double value, uint32_t basis)
{
    l->constants[constant] = value;
    l->basis[constant] = (uint8_t)basis;
    l->known |= UINT64_C(1) << constant;
    if (constant < GOCC_SPREADS) {
        l->low[constant] = l->high[constant] = value;
        l->spread &= ~(UINT32_C(1) << constant);
    }
}

/* Only spreads of latencies and of the turnaround make results ranges. */
void gocc_set_spread(gpuocc_latency *l, uint32_t constant, double low, double high)
{
    const uint32_t ranges =
        UINT32_MAX << GPUOCC_CONSTANT_LATENCY | UINT32_C(1) << GPUOCC_CONSTANT_TURNAROUND_CYCLES;

    l->low[constant] = low;
    l->high[constant] = high;
    if (low < high)
        l->spread |= UINT32_C(1) << constant & ranges;
}

/* Computes the core's share of the memory bandwidth, unless the caller gave that share. */
static void share_memory(gpuocc_latency *l, int given)
{
    const uint32_t rate = GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_DRAM;
    const double device = l->constants[GPUOCC_CONSTANT_DRAM_GB_PER_S];

    l->published = l->published && gocc_knows(l, GPUOCC_CONSTANT_DRAM_SHARE);
    if (given || !gocc_knows(l, GPUOCC_CONSTANT_DRAM_GB_PER_S)) {
        l->published = 0;
        return;
    }
    if (device > 0) {
        if (!gocc_knows(l, GPUOCC_CONSTANT_CORE_COUNT) || !gocc_knows(l, GPUOCC_CONSTANT_CLOCK_GHZ))
            return;
        gocc_set_constant(l, rate,
                          device / (l->constants[GPUOCC_CONSTANT_CORE_COUNT] *
                                    l->constants[GPUOCC_CONSTANT_CLOCK_GHZ]),
                          l->basis[GPUOCC_CONSTANT_DRAM_GB_PER_S]);
    } else {
        gocc_set_constant(l, rate, GPUOCC_UNLIMITED, GPUOCC_BASIS_GIVEN);
    }
}

/* What the query says about the core takes precedence over the tables. */
int32_t gocc_add_constants(gpuocc_latency *l, const gpuocc_device *device,
                           const gpuocc_occupancy *occ, gpuocc_error *error)
{
    const struct gocc_placement *high = occ != NULL && occ->question.range ? &occ->high : NULL;
    const int given = gocc_knows(l, GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_DRAM);

    if (high != NULL && high->cores_per_core != occ->low.cores_per_core)
        return gocc_fail(error, GPUOCC_ERROR_MUST_BE_KNOWN, GPUOCC_SCOPE_KERNEL,
                         GPUOCC_KERNEL_CORE_MODE, GPUOCC_UNKNOWN, 0);
    if (occ != NULL && l->wave_size == 0)
        return gocc_fail(error, GPUOCC_ERROR_MUST_BE_KNOWN, GPUOCC_SCOPE_KERNEL,
                         GPUOCC_KERNEL_WAVE_SIZE, GPUOCC_UNKNOWN, 0);
    if (occ != NULL && !gocc_knows(l, GPUOCC_CONSTANT_PARTITIONS))
        gocc_set_constant(l, GPUOCC_CONSTANT_PARTITIONS, occ->low.partitions,
                          GPUOCC_BASIS_MEASURED);
    l->cores_per_core = occ != NULL ? occ->low.cores_per_core : 1;
    l->parts = occ != NULL ? occ->low.parts : 1;
    if (device != NULL)
        gocc_fill_constants(l, device);
    if (!gocc_knows(l, GPUOCC_CONSTANT_PARTITIONS))
        l->constants[GPUOCC_CONSTANT_PARTITIONS] = 1;
    l->issue_distance = 1;
    if (gocc_knows(l, GPUOCC_CONSTANT_DISTANCE + GPUOCC_RESOURCE_ISSUE))
        l->issue_distance = l->constants[GPUOCC_CONSTANT_DISTANCE + GPUOCC_RESOURCE_ISSUE];
    share_memory(l, given);
    return GPUOCC_OK;
}
