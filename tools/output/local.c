/* SPDX-License-Identifier: MIT
 *
 * Device memory for the stacks of all threads that can be resident at once.
 */
#include "output/local.h"

static uint64_t figure(const gpuocc_device *device, uint32_t number)
{
    uint64_t value = 0;

    return gpuocc_device_get(device, number, 0, &value) == GPUOCC_OK ? value : 0;
}

/* Threads that can be resident on a device: 0 if that is not known. On AMD those of a wave are the
 * kernel's. */
static uint64_t resident_threads(const gpuocc_device *device, uint32_t wave_size)
{
    const uint64_t vendor = figure(device, GPUOCC_DEVICE_VENDOR);
    uint64_t wave = figure(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE);

    if (vendor != GPUOCC_VENDOR_NVIDIA && vendor != GPUOCC_VENDOR_AMD)
        return 0;
    if (wave_size != 0 && wave_size < GPUOCC_ZERO)
        wave = wave_size;
    return figure(device, GPUOCC_DEVICE_CORE_COUNT) * wave *
           figure(device, GPUOCC_DEVICE_PARTITIONS_PER_CORE) *
           figure(device, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION);
}

uint64_t local_memory(const struct answer *answer, uint32_t wave_size, uint32_t stack)
{
    uint64_t threads;

    if (stack == 0)
        return 0;
    if (stack == GPUOCC_UNKNOWN || answer->device == NULL || answer->wholes_differ != 0)
        return UINT64_MAX;
    threads = resident_threads(answer->device, wave_size);
    return threads != 0 ? threads * stack : UINT64_MAX;
}

void text_add_local(struct text *text, const gpuocc_device *device, uint32_t stack, uint64_t bytes)
{
    const int in_gib = bytes >= (uint64_t)1 << 30;

    text_format(text, "may take %.2f %s of %s: %lu bytes for each of the %llu threads",
                (double)bytes / (double)((uint64_t)1 << (in_gib ? 30 : 20)), in_gib ? "GiB" : "MiB",
                gpuocc_device_name(device), (unsigned long)stack,
                (unsigned long long)(bytes / stack));
}
