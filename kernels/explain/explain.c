/* SPDX-License-Identifier: MIT
 *
 * Judges a loop of machine code on a device with the latency model.
 */
#include "explain/explain.h"

#include <string.h>

/* The bit of gpuocc_error::known that says that `value` contains the bits of a double. */
#define KNOWN_REAL     (1u << 2)

#define MOST_CONFLICTS 64

int32_t judge_refuse(gpuocc_error *error, int32_t status, uint32_t scope, uint32_t field)
{
    if (error != NULL && error->size >= sizeof *error) {
        memset((char *)error + sizeof error->size, 0, sizeof *error - sizeof error->size);
        error->scope = scope;
        error->field = field;
    }
    return status;
}

int32_t judge_refuse_number(gpuocc_error *error, uint32_t field, double value)
{
    const int32_t status = judge_refuse(error, GPUOCC_ERROR_BAD_NUMBER, GPUOCC_SCOPE_CLASS, field);

    if (error != NULL && error->size >= sizeof *error) {
        error->known = KNOWN_REAL;
        memcpy(&error->value, &value, sizeof value);
    }
    return status;
}

static int is_share(double value)
{
    return value >= 0 && value <= 1;
}

/* Reads the arguments. */
static int32_t read_arguments(const gpuocc_code_loop *loop, const gpuocc_occupancy *occupancy,
                              const gpuocc_explain_options *options, struct judge *judge,
                              gpuocc_error *error)
{
    uint64_t lanes = 0, vendor = 0;

    if (loop == NULL || occupancy == NULL)
        return judge_refuse(error, GPUOCC_ERROR_NULL, GPUOCC_SCOPE_ARGUMENT, loop == NULL ? 1 : 2);
    if (loop->size < sizeof *loop)
        return judge_refuse(error, GPUOCC_ERROR_STRUCT_SIZE, GPUOCC_SCOPE_ARGUMENT, 1);
    memset(judge, 0, sizeof *judge);
    if (options != NULL && options->size < sizeof *options)
        return judge_refuse(error, GPUOCC_ERROR_STRUCT_SIZE, GPUOCC_SCOPE_ARGUMENT, 3);
    if (options != NULL)
        judge->options = *options;
    if (!is_share(judge->options.l1_hit))
        return judge_refuse_number(error, GPUOCC_CLASS_L1_HIT, judge->options.l1_hit);
    if (!is_share(judge->options.l2_hit))
        return judge_refuse_number(error, GPUOCC_CLASS_L2_HIT, judge->options.l2_hit);
    if (!is_share(judge->options.efficiency))
        return judge_refuse_number(error, GPUOCC_CLASS_EFFICIENCY, judge->options.efficiency);
    if (judge->options.conflict_factor != 0 &&
        !(judge->options.conflict_factor >= 1 && judge->options.conflict_factor <= MOST_CONFLICTS))
        return judge_refuse(error, GPUOCC_ERROR_BAD_NUMBER, GPUOCC_SCOPE_ARGUMENT, 3);
    if (judge->options.efficiency == 0)
        judge->options.efficiency = 1;
    judge->loop = loop;
    judge->occupancy = occupancy;
    (void)gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_WAVE_SIZE, 0, &lanes, NULL);
    (void)gpuocc_device_get(gpuocc_occupancy_device(occupancy), GPUOCC_DEVICE_VENDOR, 0, &vendor);
    judge->lanes = (double)lanes;
    judge->vector = vendor == GPUOCC_VENDOR_AMD;
    judge_find_moved(judge);
    judge_find_local(judge);
    return GPUOCC_OK;
}

uint32_t gpuocc_explain_reason(const gpuocc_code_loop *loop)
{
    if (loop == NULL)
        return GPUOCC_EXPLAIN_JUDGED;
    if (loop->extent == GPUOCC_CODE_WAITING_LOOP)
        return GPUOCC_EXPLAIN_WAITING_LOOP;
    if (loop->loops != 0)
        return GPUOCC_EXPLAIN_OUTER_LOOP;
    if (loop->counts[GPUOCC_CODE_ASYNC_COPY] > loop->sized_copies)
        return GPUOCC_EXPLAIN_COPY_SIZE;
    return GPUOCC_EXPLAIN_JUDGED;
}

static gpuocc_explain_range result(const gpuocc_latency *latency, uint32_t number, uint32_t index)
{
    gpuocc_explain_range range;

    if (gpuocc_latency_get(latency, number, index, &range.low, &range.high) != GPUOCC_OK)
        range.low = range.high = -1;
    return range;
}

/* Finds the waves that hide the latency, and whether the resident ones do. */
static void judge_waves(const gpuocc_latency *latency, int unrated, gpuocc_verdict *verdict)
{
    gpuocc_explain_range *needed = &verdict->waves_needed;

    verdict->waves = result(latency, GPUOCC_LATENCY_WAVES, 0);
    *needed = result(latency, GPUOCC_LATENCY_WAVES_NEEDED, 0);
    if (verdict->has_unknown_latency || needed->low < 0) {
        needed->low = needed->high = -1;
        return;
    }
    if (unrated)
        needed->low = 1;
    verdict->hidden = verdict->waves.low >= needed->high  ? GPUOCC_EXPLAIN_HIDDEN_YES
                      : verdict->waves.high < needed->low ? GPUOCC_EXPLAIN_HIDDEN_NO
                                                          : GPUOCC_EXPLAIN_HIDDEN_PERHAPS;
}

/* Finds what binds the throughput. */
static void judge_bounds(const gpuocc_latency *latency, gpuocc_verdict *verdict)
{
    const gpuocc_explain_range binding = result(latency, GPUOCC_LATENCY_BINDING, 0);

    if (binding.low >= 0) {
        verdict->binding[0] = (uint32_t)binding.high;
        verdict->binding[1] = (uint32_t)binding.low;
        verdict->binding_count = binding.low == binding.high ? 1 : 2;
    }
    verdict->share_of_peak_upper =
        result(latency, GPUOCC_LATENCY_SHARE_OF_PEAK, GPUOCC_CURVE_UPPER);
    verdict->share_of_peak_expected =
        result(latency, GPUOCC_LATENCY_SHARE_OF_PEAK, GPUOCC_CURVE_EXPECTED);
    verdict->gb_per_s_expected = result(latency, GPUOCC_LATENCY_GB_PER_S, GPUOCC_CURVE_EXPECTED);
}

static void judge_loop(const struct judge *judge, const gpuocc_latency *latency,
                       gpuocc_verdict *verdict)
{
    static const gpuocc_explain_range not_known = {-1, -1};
    const double base = judge_throughput(latency);
    int unrated;

    verdict->left_out = gpuocc_latency_left_out(latency);
    judge_find_pipes(judge, latency, verdict);
    unrated = verdict->unrated_resources != 0 || verdict->unrated_classes != 0;
    verdict->wave_latency_cycles = result(latency, GPUOCC_LATENCY_WAVE_LATENCY, 0);
    judge_waves(latency, unrated, verdict);
    if (unrated) {
        verdict->share_of_peak_upper = verdict->share_of_peak_expected = not_known;
        verdict->gb_per_s_expected = not_known;
        return;
    }
    judge_bounds(latency, verdict);
    matrix_find_doubt(gpuocc_occupancy_device(judge->occupancy), judge->loop,
                      &verdict->matrix_confidence, &verdict->matrix_type);
    if (verdict->has_unknown_latency)
        verdict->share_of_peak_expected = verdict->gb_per_s_expected = not_known;
    else if (base > 0)
        judge_changes(judge, latency, base, verdict);
}

int32_t gpuocc_explain_loop(const gpuocc_code_loop *loop, const gpuocc_occupancy *occupancy,
                            const gpuocc_explain_options *options, gpuocc_verdict *verdict,
                            gpuocc_error *error)
{
    struct judge_workload work = {.factor = 1, .wider = 1};
    gpuocc_latency latency;
    struct judge judge;
    int32_t status = read_arguments(loop, occupancy, options, &judge, error);
    uint32_t size;

    if (status != GPUOCC_OK)
        return status;
    if (verdict == NULL)
        return judge_refuse(error, GPUOCC_ERROR_NULL, GPUOCC_SCOPE_ARGUMENT, 4);
    if (verdict->size < sizeof *verdict)
        return judge_refuse(error, GPUOCC_ERROR_STRUCT_SIZE, GPUOCC_SCOPE_ARGUMENT, 4);
    if (gpuocc_explain_reason(loop) != GPUOCC_EXPLAIN_JUDGED) {
        verdict->reason = gpuocc_explain_reason(loop);
        return judge_refuse(error, GPUOCC_NOT_APPLICABLE, GPUOCC_SCOPE_NONE, 0);
    }
    judge_make(&judge, &work);
    status = gpuocc_latency_init(&latency, NULL, occupancy, &work.workload, work.classes, error);
    if (status != GPUOCC_OK)
        return status;
    size = verdict->size;
    memset(verdict, 0, sizeof *verdict);
    verdict->size = size;
    verdict->workload = work.workload;
    memcpy(verdict->classes, work.classes, work.workload.class_count * sizeof work.classes[0]);
    judge_loop(&judge, &latency, verdict);
    return GPUOCC_OK;
}

/* Tells whether the loop calls code that returns to it. That code is not in the counts. */
static int has_calls(const gpuocc_code_loop *loop)
{
    uint32_t i;

    for (i = 0; i < loop->instructions; i++)
        if ((loop->steps[i].flags >> GPUOCC_CODE_FLAG_CALL & 1) != 0)
            return 1;
    return 0;
}

uint32_t gpuocc_explain_doubts(const gpuocc_code_loop *loop)
{
    const uint64_t percent = GPUOCC_EXPLAIN_UNKNOWN_PERCENT;

    if (loop == NULL)
        return 0;
    return (uint32_t)((uint64_t)loop->counts[GPUOCC_CODE_UNKNOWN] * 100 >
                      loop->instructions * percent)
               << GPUOCC_EXPLAIN_UNKNOWN_OPERATIONS |
           (uint32_t)(loop->counts[GPUOCC_CODE_ASYNC_COPY] > loop->sized_copies)
               << GPUOCC_EXPLAIN_UNSIZED_COPIES |
           (uint32_t)(loop->partial != 0) << GPUOCC_EXPLAIN_PARTIAL |
           (uint32_t)has_calls(loop) << GPUOCC_EXPLAIN_CALLS;
}

const char *gpuocc_explain_hidden_name(uint32_t hidden)
{
    static const char *const names[] = {"", "no", "perhaps", "yes"};

    return hidden < GPUOCC_EXPLAIN_HIDDEN_COUNT ? names[hidden] : "";
}

const char *gpuocc_explain_change_name(uint32_t kind)
{
    static const char *const names[] = {"loads_in_flight", "wider_loads", "occupancy"};

    return kind < GPUOCC_EXPLAIN_CHANGE_COUNT ? names[kind] : "";
}
