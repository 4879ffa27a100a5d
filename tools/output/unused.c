/* SPDX-License-Identifier: MIT
 *
 * Reports the resources of a core that the resident groups leave unused.
 */
#include "output/unused.h"

#include "answer.h"
#include "output/words.h"

void unused_text(struct text *text, const struct answer *answer)
{
    static const uint32_t limits[] = {GPUOCC_LIMIT_WAVES, GPUOCC_LIMIT_REGISTERS,
                                      GPUOCC_LIMIT_SCALAR_REGISTERS, GPUOCC_LIMIT_SHARED};
    const gpuocc_occupancy *occupancy = answer_occupancy(answer);
    const struct value *groups = &answer->results[GPUOCC_RESULT_GROUPS];
    struct value values[3 * sizeof limits / sizeof limits[0]];
    struct amounts amounts;
    size_t i;

    if (occupancy == NULL || !value_exact(groups) || groups->low == 0)
        return;
    for (i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        amounts = answer_amounts(answer, limits[i]);
        answer_value(occupancy, GPUOCC_RESULT_UNUSED, limits[i], &values[3 * i]);
        values[3 * i + 1] = amounts.capacity;
        answer_value(occupancy, GPUOCC_RESULT_WASTED, limits[i], &values[3 * i + 2]);
    }
    if (text_add_values(text, answer, GPUOCC_SENTENCE_UNUSED, values,
                        sizeof values / sizeof values[0]))
        text_add(text, "\n");
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
