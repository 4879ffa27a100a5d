/* SPDX-License-Identifier: MIT */
#include "output/cores.h"

#include "answer.h"
#include "output/words.h"

/* CUs and WGPs of a device. Absent if it has none; low and high differ only if some of the cores
 * may be switched off. */
struct cores {
    struct value cus, wgps;
};

static struct cores cores_of(const gpuocc_device *device)
{
    struct cores cores = {.cus = {.state = VALUE_ABSENT}, .wgps = {.state = VALUE_ABSENT}};
    uint64_t vendor, joined, least, most;
    int32_t status;

    if (device == NULL ||
        gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &vendor) != GPUOCC_OK ||
        vendor != GPUOCC_VENDOR_AMD)
        return cores;
    status = gpuocc_device_get(device, GPUOCC_DEVICE_CORE_COUNT, 0, &most);
    if (status != GPUOCC_OK)
        cores.cus.state = status == GPUOCC_NOT_KNOWN ? VALUE_UNKNOWN : VALUE_ABSENT;
    if (status != GPUOCC_OK)
        return cores;
    if (gpuocc_device_get(device, GPUOCC_DEVICE_MIN_CORE_COUNT, 0, &least) != GPUOCC_OK)
        least = most;
    cores.cus.state = VALUE_KNOWN;
    cores.cus.low = least;
    cores.cus.high = most;
    if (gpuocc_device_get(device, GPUOCC_DEVICE_CUS_PER_WGP, 0, &joined) == GPUOCC_OK &&
        joined > 1) {
        cores.wgps.state = VALUE_KNOWN;
        cores.wgps.low = least / joined;
        cores.wgps.high = most / joined;
    }
    return cores;
}

static int same(const struct value *a, const struct value *b)
{
    return a->state == VALUE_KNOWN && b->state == VALUE_KNOWN && a->low == b->low &&
           a->high == b->high;
}

static void add_both(struct text *text, const struct cores *cores)
{
    text_add_counted(text, &cores->wgps, "WGP");
    text_add(text, " (");
    text_add_counted(text, &cores->cus, "CU");
    text_add(text, ")");
}

int cores_are_wgps(const gpuocc_device *device, const struct value *count)
{
    const struct cores cores = cores_of(device);

    return same(count, &cores.wgps);
}

void text_add_cores(struct text *text, const gpuocc_device *device, const struct answer *answer,
                    const struct value *count)
{
    const struct cores cores = cores_of(device);

    if (!value_exact(count))
        text_add_counted(text, count, "core");
    else if (same(count, &cores.wgps))
        words_add(text, answer, "{0} WGPs ({1 cu})", NUMBERS(cores.wgps.low, cores.cus.low), NULL);
    else
        words_add(text, answer, same(count, &cores.cus) ? "{0 cu}" : "{0 core}",
                  NUMBERS(count->low), NULL);
}

int text_add_wgps(struct text *text, const gpuocc_device *device)
{
    const struct cores cores = cores_of(device);

    if (cores.wgps.state != VALUE_KNOWN)
        return 0;
    add_both(text, &cores);
    return 1;
}

void json_cores(struct json *json, const gpuocc_device *device)
{
    const struct cores cores = cores_of(device);

    json_value(json, "cu_count", &cores.cus);
    json_value(json, "wgp_count", &cores.wgps);
}
