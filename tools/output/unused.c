/* SPDX-License-Identifier: MIT
 *
 * Reports the resources of a core that the resident groups leave unused.
 */
#include "output/unused.h"

#include "answer.h"
#include "output/results.h"

/* The reported resources and their units. */
static const struct {
    uint32_t limit;
    const char *name;
} resources[] = {
    {GPUOCC_LIMIT_WAVES, "wave slots"},
    {GPUOCC_LIMIT_REGISTERS, "registers"},
    {GPUOCC_LIMIT_SCALAR_REGISTERS, "scalar registers"},
    {GPUOCC_LIMIT_SHARED, "bytes of shared memory"},
};

void unused_text(struct text *text, const struct answer *answer)
{
    const gpuocc_occupancy *occupancy = answer_occupancy(answer);
    const struct value *groups = &answer->results[GPUOCC_RESULT_GROUPS];
    struct value unused, wasted;
    struct amounts amounts;
    const char *before = "Unused: ";
    size_t i;

    if (occupancy == NULL || !value_exact(groups) || groups->low == 0)
        return;
    for (i = 0; i < sizeof resources / sizeof resources[0]; i++) {
        answer_value(occupancy, GPUOCC_RESULT_UNUSED, resources[i].limit, &unused);
        answer_value(occupancy, GPUOCC_RESULT_WASTED, resources[i].limit, &wasted);
        if (!value_exact(&unused) || unused.low == 0)
            continue;
        text_add(text, before);
        text_add_number(text, unused.low);
        text_add(text, " of ");
        amounts = answer_amounts(answer, resources[i].limit);
        text_add_value(text, &amounts.capacity, "");
        text_format(text, " %s", resources[i].name);
        if (value_exact(&wasted) && wasted.low != 0)
            text_format(text, " (%llu of them whatever single value you change)",
                        (unsigned long long)wasted.low);
        before = ", ";
    }
    if (before[0] == ',')
        text_add(text, ".\n");
}

void unused_json(struct json *json, const struct answer *answer)
{
    const gpuocc_occupancy *occupancy = answer_occupancy(answer);
    struct value unused, wasted;
    uint32_t limit;

    json_open(json, "unused", '[');
    for (limit = 0; occupancy != NULL && limit < GPUOCC_LIMIT_COUNT; limit++) {
        answer_value(occupancy, GPUOCC_RESULT_UNUSED, limit, &unused);
        answer_value(occupancy, GPUOCC_RESULT_WASTED, limit, &wasted);
        if (unused.state != VALUE_KNOWN)
            continue;
        json_open(json, NULL, '{');
        json_string(json, "name", gpuocc_name(GPUOCC_LIST_LIMITS, limit));
        json_string(json, "unit", gpuocc_unit(GPUOCC_LIST_LIMITS, limit));
        json_value(json, "unused", &unused);
        json_value(json, "wasted", &wasted);
        json_close(json, '}');
    }
    json_close(json, ']');
}
