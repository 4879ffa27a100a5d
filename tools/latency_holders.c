/* SPDX-License-Identifier: MIT
 *
 * gpuocc latency: whether the devices that share a name share the answer.
 */
#include "latency.h"

#include <string.h>

static int same_result(const gpuocc_latency *a, const gpuocc_latency *b, uint32_t result)
{
    double low[2], high[2];
    uint32_t i;
    int32_t status;

    for (i = 0; i < GPUOCC_LATENCY_CLASSES; i++) {
        status = gpuocc_latency_get(a, result, i, &low[0], &high[0]);
        if (gpuocc_latency_get(b, result, i, &low[1], &high[1]) != status)
            return 0;
        if (status == GPUOCC_ERROR_INDEX)
            break;
        if (status == GPUOCC_OK && (low[0] != low[1] || high[0] != high[1]))
            return 0;
    }
    return 1;
}

/* One mix on the first device and on another, in all that is shown. Concurrency is of every
 * resource, used or not, and JSON's alone. */
static int same_mix(const struct mix *mix, const struct answer *first, const struct answer *other,
                    double fp32, int json)
{
    uint64_t memory[2][GPUOCC_LATENCY_BYTES / 8];
    gpuocc_error errors[2] = {{sizeof errors[0], 0, 0, 0, 0, 0, ""},
                              {sizeof errors[1], 0, 0, 0, 0, 0, ""}};
    gpuocc_latency *a, *b;
    const int32_t status = latency_make(mix, first, fp32, memory[0], &a, &errors[0]);
    uint32_t result;

    if (latency_make(mix, other, fp32, memory[1], &b, &errors[1]) != status)
        return 0;
    if (status != GPUOCC_OK)
        return errors[0].scope == errors[1].scope && errors[0].field == errors[1].field;
    for (result = 0; result < GPUOCC_LATENCY_RESULT_COUNT; result++)
        if ((json || result != GPUOCC_LATENCY_CONCURRENCY) && !same_result(a, b, result))
            return 0;
    return 1;
}

int latency_agrees(const struct mix *mix, struct session *session)
{
    const struct answer *first = &session->answer;
    const int json = session->options.json;
    /* A picture has additions beside the loads. */
    const double more = mix->amounts[MIX_FP32] + mix->amounts[MIX_LOADS];
    struct answer other;
    size_t i;
    int agree = 1;

    memset(&other, 0, sizeof other);
    for (i = 1; agree && answer_holder(&other, &session->lookup, &session->options.question, i);
         i++)
        agree = same_mix(mix, first, &other, mix->amounts[MIX_FP32], json) &&
                (mix->svg == NULL || same_mix(mix, first, &other, more, json));
    answer_free(&other);
    return agree;
}
