/* SPDX-License-Identifier: MIT
 *
 * gpuocc latency: checks that the devices that share a name also share the answer.
 */
#include "commands/latency/latency.h"

#include <string.h>

#include "answer.h"
#include "output/out.h"

int latency_uses(const gpuocc_latency *latency, uint32_t resource)
{
    double demand = 0;

    return gpuocc_latency_get(latency, GPUOCC_LATENCY_DEMAND, resource, NULL, &demand) ==
               GPUOCC_OK &&
           demand > 0;
}

/* Whether a result is equal on two devices. Concurrency does not depend on the mix, and is shown
 * only for what the mix uses. */
static int same_result(const gpuocc_latency *a, const gpuocc_latency *b, uint32_t result)
{
    double low[2], high[2];
    uint32_t i;
    int32_t status;

    for (i = 0; i < GPUOCC_LATENCY_CLASSES; i++) {
        status = gpuocc_latency_get(a, result, i, &low[0], &high[0]);
        if (status == GPUOCC_ERROR_INDEX)
            break;
        if (result == GPUOCC_LATENCY_CONCURRENCY && !latency_uses(a, i) && !latency_uses(b, i))
            continue;
        if (gpuocc_latency_get(b, result, i, &low[1], &high[1]) != status)
            return 0;
        if (status == GPUOCC_OK && (low[0] != low[1] || high[0] != high[1]))
            return 0;
    }
    return 1;
}

/* Returns the first shown result in which a mix differs on two devices, or
 * GPUOCC_LATENCY_RESULT_COUNT if there is none. */
static uint32_t first_result(const struct mix *mix, const struct answer *first,
                             const struct answer *other, double fp32)
{
    gpuocc_error of_first = {.size = sizeof of_first}, of_other = {.size = sizeof of_other};
    gpuocc_latency a, b;
    const int32_t status = latency_make(mix, first, fp32, &a, &of_first);
    uint32_t result = 0;

    if (latency_make(mix, other, fp32, &b, &of_other) != status ||
        latency_waves_unknown(mix, first) != latency_waves_unknown(mix, other))
        return 0;
    if (status != GPUOCC_OK)
        return of_first.scope == of_other.scope && of_first.field == of_other.field
                   ? GPUOCC_LATENCY_RESULT_COUNT
                   : 0;
    while (result < GPUOCC_LATENCY_RESULT_COUNT && same_result(&a, &b, result))
        result++;
    return result;
}

static int same_constant(const gpuocc_device *a, const gpuocc_device *b, uint32_t constant)
{
    double value, low[2], high[2];
    const int32_t status = gpuocc_device_constant(a, constant, 0, &value, &low[0], &high[0]);

    return gpuocc_device_constant(b, constant, 0, &value, &low[1], &high[1]) == status &&
           (status != GPUOCC_OK || (low[0] == low[1] && high[0] == high[1]));
}

/* Returns the set of the model's constants in which two devices differ and which the mix does not
 * give. */
static uint64_t differences(const struct mix *mix, const gpuocc_device *a, const gpuocc_device *b)
{
    uint64_t set = 0;
    uint32_t i;

    for (i = 1; i < GPUOCC_CONSTANT_COUNT; i++)
        if (i != GPUOCC_CONSTANT_TUNED_BYTES_IN_FLIGHT && /* not an input of the model */
            !same_constant(a, b, i))
            set |= UINT64_C(1) << i;
    if ((set >> (GPUOCC_CONSTANT_LATENCY + GPUOCC_RESOURCE_DRAM) & 1) != 0)
        set &= ~(UINT64_C(1) << GPUOCC_CONSTANT_DRAM_LATENCY_NS); /* the same in another unit */
    for (i = 0; i < mix->constant_count; i++)
        set &= ~(UINT64_C(1) << mix->constants[i]);
    return set;
}

/* Prints an error that names the constants in which the devices differ, or a result if no constant
 * explains it. */
static int complain_of(struct session *session, uint64_t constants, uint32_t result)
{
    struct text text = {0};
    uint32_t i;
    int ending;

    for (i = 1; i < GPUOCC_CONSTANT_COUNT; i++)
        if ((constants >> i & 1) != 0)
            text_format(&text, "%s%s", text.length != 0 ? ", " : "",
                        gpuocc_name(GPUOCC_LIST_CONSTANTS, i));
    if (constants == 0)
        text_add(&text, gpuocc_name(GPUOCC_LIST_LATENCY_RESULTS, result));
    ending = session_refuse_ambiguous(session, text_string(&text),
                                      constants != 0 ? "--constant NAME=NUMBER" : NULL);
    text_free(&text);
    return ending;
}

int latency_of_all(const struct mix *mix, struct session *session)
{
    const struct question *question = &session->options.question;
    const struct answer *first = &session->answer;
    const double fp32 = mix->amounts[MIX_FP32];
    uint32_t result = GPUOCC_LATENCY_RESULT_COUNT;
    uint64_t constants = 0;
    struct answer other;
    size_t i;

    if (answer_occupancy(first) == NULL)
        return session_refuse_ambiguous_field(session, first->differ);
    memset(&other, 0, sizeof other);
    for (i = 1; answer_holder(&other, &session->lookup, question, i); i++) {
        constants |= differences(mix, first->device, other.device);
        if (result == GPUOCC_LATENCY_RESULT_COUNT)
            result = first_result(mix, first, &other, fp32);
        if (result == GPUOCC_LATENCY_RESULT_COUNT && mix->svg != NULL) /* it varies fp32 */
            result = first_result(mix, first, &other, fp32 + mix->amounts[MIX_LOADS]);
    }
    answer_free(&other);
    return result == GPUOCC_LATENCY_RESULT_COUNT ? END_ANSWERED
                                                 : complain_of(session, constants, result);
}
