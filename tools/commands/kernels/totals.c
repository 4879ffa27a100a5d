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
    total->sums.size = sizeof total->sums;
    text_add_bytes(&total->device, device, length);
    return total;
}

void kernels_total(struct kernels *kernels)
{
    const struct answer *answer = kernels->answer;

    (void)gpuocc_totals_add(&total_of(kernels)->sums,
                            answer->status >= 0 ? &answer->occupancy : NULL,
                            kernels->kernel->spill_bytes);
}

/* Adds "On sm_80: 120 kernels, on average 71.3 % of the waves; 12 below half; ...". */
void kernels_totals_text(const struct total *total, struct text *text)
{
    const gpuocc_totals *sums = &total->sums;
    const uint64_t share = gpuocc_totals_share(sums);
    const char *joint = "; limited by ";
    uint32_t i;

    text_add(text, total->device.length != 0 ? "On " : "On no device");
    text_add_bytes(text, text_string(&total->device), total->device.length);
    text_format(text, ": %llu kernel%s", (unsigned long long)sums->kernels,
                sums->kernels == 1 ? "" : "s");
    if (share != UINT64_MAX) {
        text_add(text, ", on average ");
        text_add_percent(text, share, 1000000);
        text_format(text, " %% of the waves, %llu below half",
                    (unsigned long long)sums->below_half);
    }
    for (i = 0; i < GPUOCC_LIMIT_COUNT; i++)
        if (sums->limited[i] != 0) {
            text_format(text, "%s%s %llu", joint, gpuocc_name(GPUOCC_LIST_LIMITS, i),
                        (unsigned long long)sums->limited[i]);
            joint = ", ";
        }
    if (sums->spilling != 0)
        text_format(text, "; %llu spill", (unsigned long long)sums->spilling);
    if (sums->ranges != 0)
        text_format(text, "; %llu have a range", (unsigned long long)sums->ranges);
    if (sums->refused != 0)
        text_format(text, "; %llu refused", (unsigned long long)sums->refused);
    text_add(text, ".");
}

static void put_sums(const gpuocc_totals *sums, struct json *json)
{
    const uint64_t share = gpuocc_totals_share(sums);
    struct text percent = {0};
    uint32_t limit;

    json_number(json, "kernels", sums->kernels);
    if (share != UINT64_MAX) {
        text_add_percent(&percent, share, 1000000);
        json_token(json, "percent", text_string(&percent));
    } else {
        json_null(json, "percent");
    }
    text_free(&percent);
    json_number(json, "below_half", sums->below_half);
    json_open(json, "limited", '{');
    for (limit = 0; limit < GPUOCC_LIMIT_COUNT; limit++)
        if (sums->limited[limit] != 0)
            json_number(json, gpuocc_name(GPUOCC_LIST_LIMITS, limit), sums->limited[limit]);
    json_close(json, '}');
    json_number(json, "spilling", sums->spilling);
    json_number(json, "ranges", sums->ranges);
    json_number(json, "refused", sums->refused);
}

void kernels_totals_json(const struct kernels *kernels, struct json *json)
{
    size_t i;

    json_open(json, "totals", '[');
    for (i = 0; i < kernels->total_count; i++) {
        const struct text *device = &kernels->totals_of[i].device;

        json_open(json, NULL, '{');
        json_bytes(json, "device", 6, text_string(device), device->length);
        put_sums(&kernels->totals_of[i].sums, json);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void kernels_totals_free(struct kernels *kernels)
{
    size_t i;

    for (i = 0; i < kernels->total_count; i++)
        text_free(&kernels->totals_of[i].device);
    free(kernels->totals_of);
}
