/* SPDX-License-Identifier: MIT
 *
 * The memory does not depend on the cores' clock: with another clock the latency of DRAM is the
 * same in ns, and proportional to the clock in cycles.
 */
#include "own.h"
#include "gpuocc/latency.h"

#define DRAM_LATENCY (GPUOCC_CONSTANT_LATENCY + GPUOCC_RESOURCE_DRAM)

static uint32_t devices, wrong;

static double constant_of(const gpuocc_device *device, uint32_t constant)
{
    double value = -1;

    (void)gpuocc_device_constant(device, constant, 0, &value, NULL, NULL);
    return value;
}

/* The clock in the constants may be rounded to 1/1000. */
static int is_near(double value, double wanted)
{
    return value > wanted * 0.998 && value < wanted * 1.002;
}

static void test_device(const gpuocc_device *device)
{
    const double ns = constant_of(device, GPUOCC_CONSTANT_DRAM_LATENCY_NS);
    struct change change = {GPUOCC_DEVICE_CLOCK_MHZ, 0};
    struct own own;
    uint64_t clock = 0;

    if (ns <= 0 || gpuocc_device_get(device, GPUOCC_DEVICE_CLOCK_MHZ, 0, &clock) != GPUOCC_OK)
        return;
    change.value = (uint32_t)clock * 2;
    make_changed(&own, device, NULL, &change, 1);
    devices++;
    if (constant_of(made(&own), GPUOCC_CONSTANT_DRAM_LATENCY_NS) != ns ||
        !is_near(constant_of(made(&own), DRAM_LATENCY), 2 * constant_of(device, DRAM_LATENCY))) {
        if (wrong++ < 5)
            note("%s: %g ns, %g with twice its clock", gpuocc_device_name(device), ns,
                 constant_of(made(&own), GPUOCC_CONSTANT_DRAM_LATENCY_NS));
    }
}

/* A device edited to equal another product, except for its clock, has that product's latency,
 * whatever the clock is. The products of a pair have different latencies. */
static void test_pairs(void)
{
    static const char *const pairs[][2] = {{"GeForce RTX 4080", "GeForce RTX 4090"},
                                           {"A100 PCIe 40 GB", "A100 PCIe 80 GB"},
                                           {"H100 PCIe 80 GB", "H100 SXM5 80 GB"},
                                           {"Radeon RX 7900 XT", "Radeon RX 7900 XTX"},
                                           {"Apple M1", "Apple M1 Max"}};
    static const uint32_t figures[] = {GPUOCC_DEVICE_CORE_COUNT, GPUOCC_DEVICE_MIN_CORE_COUNT,
                                       GPUOCC_DEVICE_CLOCK_MHZ,  GPUOCC_DEVICE_MEMORY_MB_PER_S,
                                       GPUOCC_DEVICE_L2_KIB,     GPUOCC_DEVICE_LAST_LEVEL_KIB};
    uint32_t i, k, f;

    for (i = 0; i < 2 * sizeof pairs / sizeof pairs[0]; i++) {
        const gpuocc_device *from = NULL, *to = NULL;
        struct change changes[6] = {{0, 0}};
        int good = 1;
        double ns[2];
        struct own own;

        (void)gpuocc_device_find(pairs[i / 2][i % 2], strlen(pairs[i / 2][i % 2]), 0, &from, NULL,
                                 NULL);
        (void)gpuocc_device_find(pairs[i / 2][1 - i % 2], strlen(pairs[i / 2][1 - i % 2]), 0, &to,
                                 NULL, NULL);
        ns[0] = constant_of(from, GPUOCC_CONSTANT_DRAM_LATENCY_NS);
        ns[1] = constant_of(to, GPUOCC_CONSTANT_DRAM_LATENCY_NS);
        for (k = 0; k < 3; k++) {
            for (f = 0; f < 6; f++) {
                uint64_t value = GPUOCC_UNKNOWN;

                (void)gpuocc_device_get(to, figures[f], 0, &value);
                changes[f].field = figures[f];
                changes[f].value = (uint32_t)(f == 2 ? value + k * value : value);
            }
            make_changed(&own, from, NULL, changes, 6);
            good &= constant_of(made(&own), GPUOCC_CONSTANT_DRAM_LATENCY_NS) == ns[1];
        }
        ok(good && ns[0] > 0 && ns[1] > 0 && ns[0] != ns[1],
           "%s made %s, with three clocks: %g instead of %g ns", gpuocc_device_name(from),
           gpuocc_device_name(to), ns[1], ns[0]);
    }
}

int main(void)
{
    const gpuocc_device *device;
    uint32_t at;

    test_pairs();

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        test_device(device);
    ok(devices > 150 && wrong == 0,
       "%u devices with twice their clock: DRAM is as many ns away, %u exceptions", devices, wrong);
    return done();
}
