/* SPDX-License-Identifier: MIT
 *
 * gpuocc latency: prints each result by name, null if there is none.
 */
#include "commands/latency/latency.h"

/* The word after "by" in the description of a result is a list, or this for the classes. */
#define BY_CLASS GPUOCC_LIST_COUNT

static const char *const kinds[] = {"loads", "fp32", "special", "matrix", "stores"};

static void add_value(struct json *json, const char *name, const struct mix *mix, uint32_t result,
                      uint32_t index)
{
    double low, high;

    if (latency_get(mix, result, index, &low, &high) != GPUOCC_OK ||
        (result == GPUOCC_LATENCY_CONCURRENCY && !latency_uses(mix->latency, index))) {
        json_null(json, name);
    } else if (result == GPUOCC_LATENCY_BINDING || result == GPUOCC_LATENCY_BINDING_AT_LIMIT) {
        json_string(json, name, gpuocc_name(GPUOCC_LIST_RESOURCES, (uint32_t)high));
    } else if (result == GPUOCC_LATENCY_BASIS) {
        json_string(json, name, gpuocc_name(GPUOCC_LIST_BASES, (uint32_t)high));
    } else if (low != high) {
        json_open(json, name, '{');
        json_real(json, "low", low, JSON_DIGITS);
        json_real(json, "high", high, JSON_DIGITS);
        json_close(json, '}');
    } else {
        json_real(json, name, low, JSON_DIGITS);
    }
}

static uint32_t list_of(uint32_t result)
{
    switch (result) {
    case GPUOCC_LATENCY_THROUGHPUT:
    case GPUOCC_LATENCY_SHARE_OF_PEAK:
    case GPUOCC_LATENCY_GB_PER_S:
    case GPUOCC_LATENCY_GAIN:
    case GPUOCC_LATENCY_TIME:
        return GPUOCC_LIST_CURVES;
    case GPUOCC_LATENCY_DEMAND:
    case GPUOCC_LATENCY_UTILISATION:
    case GPUOCC_LATENCY_WAVES_TO_SATURATE:
    case GPUOCC_LATENCY_CONCURRENCY:
        return GPUOCC_LIST_RESOURCES;
    case GPUOCC_LATENCY_IN_FLIGHT:
    case GPUOCC_LATENCY_CHAINS_NEEDED:
    case GPUOCC_LATENCY_LOADS_NEEDED:
    case GPUOCC_LATENCY_LOADS_NEEDED_EXACT:
    case GPUOCC_LATENCY_BYTES_PER_THREAD_NEEDED:
    case GPUOCC_LATENCY_CLASS_LATENCY:
        return BY_CLASS;
    default:
        return 0;
    }
}

static void add_result(struct json *json, const struct mix *mix, uint32_t result)
{
    static const enum amount amounts[] = {MIX_LOADS, MIX_FP32, MIX_SPECIAL, MIX_MATRIX, MIX_STORES};
    const uint32_t list = list_of(result);
    const char *name = gpuocc_name(GPUOCC_LIST_LATENCY_RESULTS, result);
    uint32_t i, index = 0;

    if (list == 0) {
        add_value(json, name, mix, result, 0);
        return;
    }
    json_open(json, name, '{');
    for (i = 0; list == BY_CLASS && i < 5; i++)
        if (mix->amounts[amounts[i]] > 0)
            add_value(json, kinds[i], mix, result, index++);
    for (i = 0; list != BY_CLASS && i < gpuocc_list_count(list); i++)
        if (i != GPUOCC_RESOURCE_LATENCY || list != GPUOCC_LIST_RESOURCES)
            add_value(json, gpuocc_name(list, i), mix, result, i);
    json_close(json, '}');
}

/* Adds the rates that no bound includes. */
static void add_left_out(struct json *json, const gpuocc_latency *latency)
{
    uint32_t i;

    json_open(json, "left_out", '[');
    for (i = 0; i < GPUOCC_CONSTANT_COUNT; i++)
        if ((gpuocc_latency_left_out(latency) >> i & 1) != 0)
            json_string(json, NULL, gpuocc_name(GPUOCC_LIST_CONSTANTS, i));
    json_close(json, ']');
}

/* Adds the constants that were used, with their spread and basis. */
static void add_constants(struct json *json, const gpuocc_latency *latency)
{
    double value, low, high;
    uint32_t i, basis;

    json_open(json, "constants", '[');
    for (i = 0; latency != NULL && i < GPUOCC_CONSTANT_COUNT; i++) {
        if (gpuocc_latency_constant(latency, i, &value, &low, &high, &basis) != GPUOCC_OK)
            continue;
        json_open(json, NULL, '{');
        json_string(json, "name", gpuocc_name(GPUOCC_LIST_CONSTANTS, i));
        json_real(json, "value", value, JSON_DIGITS);
        json_real(json, "low", low, JSON_DIGITS);
        json_real(json, "high", high, JSON_DIGITS);
        json_string(json, "unit", gpuocc_unit(GPUOCC_LIST_CONSTANTS, i));
        json_string(json, "basis", gpuocc_name(GPUOCC_LIST_BASES, basis));
        json_close(json, '}');
    }
    json_close(json, ']');
}

void latency_json(const struct mix *mix, const struct session *session)
{
    const struct answer *answer = &session->answer;
    struct json json = {{0}, 0};
    uint32_t result;

    if (answer->status < 0)
        session_json(session, &json, "latency", answer->status, text_string(&answer->message));
    else
        session_json(session, &json, "latency", mix->status, text_string(&mix->message));
    json_value(&json, "groups", &answer->results[GPUOCC_RESULT_GROUPS]);
    json_value(&json, "max_waves", &answer->results[GPUOCC_RESULT_MAX_WAVES]);
    for (result = 0; result < GPUOCC_LATENCY_RESULT_COUNT; result++)
        add_result(&json, mix, result);
    add_left_out(&json, mix->latency);
    add_constants(&json, mix->latency);
    latency_json_group(&json, mix->latency);
    latency_json_curve(&json, mix, session);
    session_json_end(&json);
}
