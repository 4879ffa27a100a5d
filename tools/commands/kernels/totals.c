/* SPDX-License-Identifier: MIT
 *
 * gpuocc kernels --totals: totals over all kernels, for each device.
 */
#include "commands/kernels/kernels.h"

#include <stdlib.h>
#include <string.h>

static struct total *total_of(struct kernels *kernels)
{
    const char *device = kernels->question.device != NULL ? kernels->question.device : "";
    const size_t length = kernels->question.device_length;
    struct total *total;
    size_t i;

    for (i = 0; i < kernels->total_count; i++)
        if (kernels->totals_of[i].device.length == length &&
            memcmp(text_string(&kernels->totals_of[i].device), device, length) == 0)
            return &kernels->totals_of[i];
    if (kernels->total_count == kernels->total_capacity) {
        kernels->total_capacity = memory_capacity(kernels->total_capacity);
        kernels->totals_of =
            memory_grow(kernels->totals_of, kernels->total_capacity * sizeof *kernels->totals_of);
    }
    total = &kernels->totals_of[kernels->total_count++];
    memset(total, 0, sizeof *total);
    text_add_bytes(&total->device, device, length);
    return total;
}

void kernels_total(struct kernels *kernels)
{
    const struct answer *answer = kernels->answer;
    const struct value *waves = &answer->results[GPUOCC_RESULT_WAVES];
    const struct value *most = &answer->results[GPUOCC_RESULT_MAX_WAVES];
    const uint32_t spills = kernels->kernel->spill_bytes;
    struct total *total = total_of(kernels);
    uint32_t i;

    total->kernels++;
    total->spilling += spills != 0 && spills != GPUOCC_UNKNOWN;
    total->refused += answer->status < 0;
    if (answer->status < 0)
        return;
    for (i = 0; i < GPUOCC_LIMIT_COUNT; i++)
        total->limited[i] += answer->results[GPUOCC_RESULT_LIMITERS].high >> i & 1;
    if (!value_exact(waves) || !value_exact(most) || most->low == 0) {
        total->ranges++;
        return;
    }
    total->below_half += 2 * waves->low < most->low;
    /* Whole millionths, so that the sum is the same on every platform. */
    total->share += waves->low * 1000000 / most->low;
}

/* Adds "On sm_80: 120 kernels, on average 71.3 % of the waves; 12 below half; ...". */
void kernels_totals_text(const struct total *total, struct text *text)
{
    const unsigned long long exact = total->kernels - total->refused - total->ranges;
    const char *joint = "; limited by ";
    uint32_t i;

    text_add(text, total->device.length != 0 ? "On " : "On no device");
    text_add_bytes(text, text_string(&total->device), total->device.length);
    text_format(text, ": %llu kernel%s", total->kernels, total->kernels == 1 ? "" : "s");
    if (exact != 0) {
        text_add(text, ", on average ");
        text_add_percent(text, total->share / exact, 1000000);
        text_format(text, " %% of the waves, %llu below half", total->below_half);
    }
    for (i = 0; i < GPUOCC_LIMIT_COUNT; i++)
        if (total->limited[i] != 0) {
            text_format(text, "%s%s %llu", joint, gpuocc_name(GPUOCC_LIST_LIMITS, i),
                        total->limited[i]);
            joint = ", ";
        }
    if (total->spilling != 0)
        text_format(text, "; %llu spill", total->spilling);
    if (total->ranges != 0)
        text_format(text, "; %llu have a range", total->ranges);
    if (total->refused != 0)
        text_format(text, "; %llu refused", total->refused);
    text_add(text, ".");
}

void kernels_totals_json(const struct kernels *kernels, struct json *json)
{
    unsigned long long exact;
    struct text share = {0};
    uint32_t limit;
    size_t i;

    json_open(json, "totals", '[');
    for (i = 0; i < kernels->total_count; i++) {
        const struct total *total = &kernels->totals_of[i];

        exact = total->kernels - total->refused - total->ranges;
        json_open(json, NULL, '{');
        json_bytes(json, "device", 6, text_string(&total->device), total->device.length);
        json_number(json, "kernels", total->kernels);
        text_clear(&share);
        text_add_percent(&share, exact != 0 ? total->share / exact : 0, 1000000);
        if (exact != 0)
            json_token(json, "percent", text_string(&share));
        else
            json_null(json, "percent");
        json_number(json, "below_half", total->below_half);
        json_open(json, "limited", '{');
        for (limit = 0; limit < GPUOCC_LIMIT_COUNT; limit++)
            if (total->limited[limit] != 0)
                json_number(json, gpuocc_name(GPUOCC_LIST_LIMITS, limit), total->limited[limit]);
        json_close(json, '}');
        json_number(json, "spilling", total->spilling);
        json_number(json, "ranges", total->ranges);
        json_number(json, "refused", total->refused);
        json_close(json, '}');
    }
    json_close(json, ']');
    text_free(&share);
}

void kernels_totals_free(struct kernels *kernels)
{
    size_t i;

    for (i = 0; i < kernels->total_count; i++)
        text_free(&kernels->totals_of[i].device);
    free(kernels->totals_of);
}
