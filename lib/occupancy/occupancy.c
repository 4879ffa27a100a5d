/* SPDX-License-Identifier: MIT */
#include "occupancy/occupancy.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/structs.h"
#include "device/device.h"
#include "occupancy/range.h"
#include "occupancy/validate.h"
#include "results/results.h"

/* What a plain kernel does not need: built for size, unlike the rest of this file. */
#ifdef __GNUC__
#define SELDOM __attribute__((cold))
#else
#define SELDOM
#endif

static const struct gocc_placement *high_end(const gpuocc_occupancy *occ)
{
    return occ->question.range ? &occ->high : &occ->low;
}

size_t gpuocc_occupancy_size(void)
{
    return GOCC_OCCUPANCY_BYTES;
}

/* Returns the value that both bounds share; GPUOCC_UNKNOWN if they differ. */
static uint32_t agreed(const gpuocc_occupancy *occ, uint32_t low, uint32_t high)
{
    if (low != high || low == GOCC_NO_LIMIT || (occ->low.open && occ->low.groups != 0))
        return GPUOCC_UNKNOWN;
    return low;
}

int32_t gocc_occupancy_fill(gpuocc_occupancy *occ, const gpuocc_device *device, uint32_t convention,
                            const gpuocc_kernel *kernel, gpuocc_error *error)
{
    int32_t status = gocc_admit(&occ->question, device, convention, kernel, error);
    const struct gocc_placement *high;

    if (status < 0)
        return status;
    if (occ->question.range)
        status = gocc_place_range(&occ->question, &occ->low, &occ->high, error);
    else
        gocc_place(&occ->question, &occ->low);
    if (status < 0)
        return status;
    high = high_end(occ);
    occ->whole = 1;
    occ->answer.groups = agreed(occ, occ->low.groups, high->groups);
    occ->answer.waves = agreed(occ, occ->low.waves, high->waves);
    occ->answer.max_waves =
        occ->low.max_waves == high->max_waves ? high->max_waves : GPUOCC_UNKNOWN;
    occ->answer.limiters = (uint32_t)gocc_result_limiters(occ, high, 0, NULL).value;
    return GPUOCC_OK;
}

const gpuocc_occupancy *gocc_occupancy_whole(const gpuocc_occupancy *occupancy,
                                             gpuocc_occupancy *scratch)
{
    const struct gocc_question *q = &occupancy->question;

    if (occupancy->whole)
        return occupancy;
    gocc_occupancy_fill(scratch, q->device, q->convention, &q->kernel, NULL);
    /* Cannot fail: a kernel with a fast path is valid. */
    /*@ assert \initialized(&scratch->whole); */
    return scratch;
}

SELDOM static int32_t init_whole(gpuocc_occupancy *occ, const gpuocc_device *device,
                                 uint32_t convention, const gpuocc_kernel *kernel,
                                 gpuocc_error *error)
{
    const int32_t status = gocc_check_handle(occ, error);

    if (status < 0)
        return status;
    if (device == NULL)
        return gocc_fail_no_device(error);
    if (kernel == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, 4);
    return gocc_occupancy_fill(occ, device, convention, kernel, error);
}

int32_t gpuocc_occupancy_init(gpuocc_occupancy *occupancy, const gpuocc_device *device,
                              uint32_t convention, const gpuocc_kernel *kernel, gpuocc_error *error)
{
    if (occupancy == NULL || ((uintptr_t)occupancy & (GPUOCC_ALIGNMENT - 1)) != 0 ||
        device == NULL || kernel == NULL ||
        !gocc_fast(device, convention, kernel, &occupancy->answer))
        return init_whole(occupancy, device, convention, kernel, error);
    occupancy->whole = 0;
    occupancy->question.device = device;
    occupancy->question.convention = convention;
    occupancy->question.kernel = *kernel;
    return GPUOCC_OK;
}

SELDOM static int32_t ask_whole(const gpuocc_device *device, uint32_t convention,
                                const gpuocc_kernel *kernel, gpuocc_answer *answer,
                                gpuocc_error *error)
{
    gpuocc_occupancy occ;
    int32_t status;

    if (device == NULL)
        return gocc_fail_no_device(error);
    if (kernel == NULL || answer == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, kernel == NULL ? 3 : 4);
    if (!gocc_can_write(answer->size, sizeof *answer))
        return gocc_fail_size(error, GPUOCC_ERROR_STRUCT_SIZE, 4, answer->size, sizeof *answer);
    status = gocc_occupancy_fill(&occ, device, convention, kernel, error);
    if (status != GPUOCC_OK)
        return status;
    answer->groups = occ.answer.groups;
    answer->waves = occ.answer.waves;
    answer->max_waves = occ.answer.max_waves;
    answer->limiters = occ.answer.limiters;
    return GPUOCC_OK;
}

int32_t gpuocc_occupancy_compute(const gpuocc_device *device, uint32_t convention,
                                 const gpuocc_kernel *kernel, gpuocc_answer *answer,
                                 gpuocc_error *error)
{
    if (device != NULL && kernel != NULL && answer != NULL && answer->size == sizeof *answer &&
        gocc_fast(device, convention, kernel, answer))
        return GPUOCC_OK;
    return ask_whole(device, convention, kernel, answer, error);
}

SELDOM int32_t gpuocc_occupancy_expand(gpuocc_occupancy *occupancy)
{
    gpuocc_kernel kernel;

    if (occupancy == NULL)
        return GPUOCC_ERROR_NULL;
    if (!occupancy->whole) {
        kernel = occupancy->question.kernel;
        (void)gocc_occupancy_fill(occupancy, occupancy->question.device,
                                  occupancy->question.convention, &kernel, NULL);
    }
    return GPUOCC_OK;
}

/* Combines the statuses of both bounds. If only the lower bound exists (without registers there is
 * no register limit), the upper bound is infinite. */
SELDOM static int32_t join(struct gocc_end *low, struct gocc_end *high)
{
    if (low->status == high->status)
        return low->status;
    if (low->status == GPUOCC_NOT_KNOWN || high->status == GPUOCC_NOT_KNOWN)
        return GPUOCC_NOT_KNOWN;
    if (high->value == GOCC_NO_LIMIT)
        high->value =
            GOCC_ENDLESS; /* only for a limit; requested and allocated amounts stay finite */
    return GPUOCC_OK;
}

/* Returns one limit of a plain kernel. */
static struct gocc_end plain_limit(const struct gocc_use *use, uint32_t result, uint32_t limit)
{
    struct gocc_bound bound;
    struct gocc_end end;

    gocc_bound_of(use, limit, &bound);
    end = gocc_word(bound.groups);
    if (result == GPUOCC_RESULT_REQUESTED)
        end.value = bound.requested;
    else if (result == GPUOCC_RESULT_ALLOCATED)
        end.value = bound.allocated;
    else if (result == GPUOCC_RESULT_CAPACITY)
        end.value = bound.capacity;
    return end;
}

/* Returns a result of an occupancy that is not expanded and in which nothing is undecided.
 * NOT_POSSIBLE: the result requires the expanded occupancy. */
static struct gocc_end plain_result(const gpuocc_occupancy *occ, uint32_t result, uint32_t index)
{
    const struct gocc_end none = gocc_end_of(0, GPUOCC_NOT_POSSIBLE);
    const struct gocc_question *q = &occ->question;
    const struct gocc_rules *rules = gocc_vendors[q->device->vendor];
    const uint32_t groups = occ->answer.groups;
    struct gocc_use use;
    uint32_t cores;

    if (groups == GPUOCC_UNKNOWN)
        return none;
    if (result == GPUOCC_RESULT_LIMITERS)
        return gocc_number(occ->answer.limiters);
    rules->hooks->plain_use(q->device, gocc_model_of(rules, q->device), q->convention, &q->kernel,
                            &use);
    switch (result) {
    case GPUOCC_RESULT_GROUPS:
        return gocc_number(groups);
    case GPUOCC_RESULT_WAVES:
        return gocc_number(occ->answer.waves);
    case GPUOCC_RESULT_MAX_WAVES:
        return gocc_word(use.max_waves);
    case GPUOCC_RESULT_MAX_WAVES_ANY_MODE:
        return gocc_word(use.all_slots);
    case GPUOCC_RESULT_WAVE_SIZE:
        return gocc_number(use.wave_size);
    case GPUOCC_RESULT_WAVES_PER_GROUP:
        return gocc_number(use.waves);
    case GPUOCC_RESULT_WAVES_PER_PARTITION:
        return gocc_number((occ->answer.waves + use.partitions - 1) / use.partitions);
    case GPUOCC_RESULT_PARTITIONS_PER_CORE:
        return gocc_number(use.partitions);
    case GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP:
        if (use.registers.taken == GOCC_AMOUNT_UNKNOWN)
            return none;
        return gocc_number(use.registers.taken * use.waves);
    case GPUOCC_RESULT_SHARED_ALLOCATED_BYTES:
        return gocc_number(use.shared.taken);
    case GPUOCC_RESULT_CORE_COUNT:
    case GPUOCC_RESULT_GROUPS_PER_DEVICE: /* a plain kernel has no clusters */
        cores = gocc_core_count(q->device);
        if (cores == GPUOCC_UNKNOWN)
            return gocc_word(cores);
        cores /= use.cores;
        return gocc_number(result == GPUOCC_RESULT_CORE_COUNT ? cores : (uint64_t)cores * groups);
    case GPUOCC_RESULT_LIMIT:
    case GPUOCC_RESULT_REQUESTED:
    case GPUOCC_RESULT_ALLOCATED:
    case GPUOCC_RESULT_CAPACITY:
        return plain_limit(&use, result, index);
    default:
        return none;
    }
}

/* Computes both ends of a result. They are equal unless the query is a range or has unknown
 * limits. */
static void ends_of(const gpuocc_occupancy *occ, uint32_t result, uint32_t index,
                    struct gocc_end ends[2])
{
    gocc_result_function *const function = gocc_results[result].function;

    ends[0] = ends[1] = function(occ, high_end(occ), index, NULL);
    if (occ->question.range || occ->low.open || ends[1].apart)
        ends[0] = function(occ, &occ->low, index, &ends[1]);
}

int32_t gpuocc_occupancy_get(const gpuocc_occupancy *occupancy, uint32_t result, uint32_t index,
                             uint64_t *low, uint64_t *high)
{
    struct gocc_end ends[2];
    gpuocc_occupancy scratch;
    int32_t status;

    if (occupancy == NULL)
        return GPUOCC_ERROR_NULL;
    if (result >= GPUOCC_RESULT_COUNT)
        return GPUOCC_ERROR_FIELD;
    if (index >= gocc_results[result].indices)
        return GPUOCC_ERROR_INDEX;
    if (!occupancy->whole)
        ends[0] = ends[1] = plain_result(occupancy, result, index);
    if (occupancy->whole || ends[0].status == GPUOCC_NOT_POSSIBLE)
        ends_of(gocc_occupancy_whole(occupancy, &scratch), result, index, ends);
    status = join(&ends[0], &ends[1]);
    if (status != GPUOCC_OK)
        return status;
    if (low != NULL)
        *low = ends[0].value;
    if (high != NULL)
        *high = ends[1].value;
    return GPUOCC_OK;
}

uint32_t gpuocc_occupancy_groups(const gpuocc_occupancy *occupancy)
{
    return occupancy ? occupancy->answer.groups : 0;
}

uint32_t gpuocc_occupancy_waves(const gpuocc_occupancy *occupancy)
{
    return occupancy ? occupancy->answer.waves : 0;
}

uint32_t gpuocc_occupancy_max_waves(const gpuocc_occupancy *occupancy)
{
    return occupancy ? occupancy->answer.max_waves : 0;
}

uint32_t gpuocc_occupancy_limiters(const gpuocc_occupancy *occupancy)
{
    return occupancy ? occupancy->answer.limiters : 0;
}

const gpuocc_device *gpuocc_occupancy_device(const gpuocc_occupancy *occupancy)
{
    return occupancy ? occupancy->question.device : NULL;
}

const char *gpuocc_limit_word(const gpuocc_device *device, uint32_t limit)
{
    if (device == NULL || limit >= GPUOCC_LIMIT_COUNT)
        return NULL;
    return gocc_rules_of(device->vendor)->words[limit];
}
