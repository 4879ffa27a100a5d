/* SPDX-License-Identifier: MIT
 *
 * Compares the rows of plans with single queries on custom devices with odd numbers: every field of
 * a device of every vendor, in every convention. A row has the numbers of the query, or its error.
 * Usage: odd_plans [ROUNDS [SEED]]
 */
#include "odd.h"
#include "plans.h"

#define ROWS 160

static uint64_t rows, accepted, bad, devices[GPUOCC_DEVICE_FIELD_COUNT];
static uint32_t told;

/* Fills the columns: values near what the device accepts, and some above. */
static void fill_columns(const gpuocc_device *device)
{
    const uint32_t threads = get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    const uint32_t most = get(device, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD);
    const uint32_t bytes = get(device, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP);
    uint32_t i;

    for (i = 0; i < ROWS; i++) {
        columns[0][i] = below(4) ? 1 + below(threads) : threads - 2 + below(5);
        columns[1][i] = below(4) ? below(most + 1) : most - 2 + below(5);
        columns[2][i] = below(3) == 0 ? 0 : below(3) ? below(bytes + 1) : bytes / (1 + below(40));
        columns[3][i] = below(3) == 0   ? 0
                        : below(8) == 0 ? bytes - columns[2][i] + below(3)
                                        : below(bytes + 1) / (1 + below(20));
        if (below(40) == 0)
            columns[below(4)][i] = some_word(1 << 18);
    }
}

static gpuocc_kernel base_of(const gpuocc_device *device)
{
    const uint32_t vendor = get(device, GPUOCC_DEVICE_VENDOR);
    gpuocc_kernel k = {0};

    if (get(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE) == 0 || below(3) == 0)
        k.wave_size = 8u << below(5);
    if (vendor == GPUOCC_VENDOR_ADRENO && below(2) != 0)
        k.wave_size = 0;
    if (below(4) == 0)
        k.barriers_per_group = below(3);
    if (below(4) == 0 && vendor == GPUOCC_VENDOR_AMD)
        k.core_mode = 1 + below(2);
    if (below(6) == 0)
        k.dynamic_shared_bytes_per_thread = below(30);
    if (below(6) == 0)
        k.max_threads_per_group = 1 + below(1200);
    return k;
}

static void compare(const gpuocc_device *device, const gpuocc_device *base, uint32_t convention)
{
    const uint32_t fields[] = {GPUOCC_KERNEL_THREADS_PER_GROUP, register_field(device),
                               GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES};
    const gpuocc_kernel first = base_of(device);
    const uint32_t ins = 1 + below(4), outs = 3 + below(2);
    const gpuocc_plan *plan = plan_of(device, convention, first);
    struct place p;
    gpuocc_kernel k;
    uint32_t i;

    fill_columns(device);
    gpuocc_plan_run(plan, ROWS, fields, in, ins, wanted, out, outs, statuses);
    for (i = 0; i < ROWS; i++, rows++) {
        k = kernel_at(first, fields, ins, i);
        k.size = sizeof k;
        p.occupancy = NULL;
        place_whole(&p, device, convention, &k);
        accepted += p.status == GPUOCC_OK;
        if (is_row(&p, outs, i))
            continue;
        bad++;
        if (told++ >= 6)
            continue;
        note("%s, %s: plan %d, %u groups, %u waves, limiters %x; query %d, %u, %u, %x:%s",
             gpuocc_device_name(device), gpuocc_name(GPUOCC_LIST_CONVENTIONS, convention),
             statuses[i], results[0][i], results[1][i], results[2][i], p.status,
             gpuocc_occupancy_groups(p.occupancy), gpuocc_occupancy_waves(p.occupancy),
             gpuocc_occupancy_limiters(p.occupancy), options_of(&k));
        odd_note(device, base);
    }
}

static void test_base(const gpuocc_device *base)
{
    const gpuocc_device *device;
    static struct own own;
    uint32_t field, convention;
    gpuocc_kernel none = {.size = sizeof none};

    for (field = GPUOCC_DEVICE_WAVE_SIZES; field < GPUOCC_DEVICE_FIELD_COUNT; field++) {
        device = odd_device(&own, base, field);
        if (device == NULL)
            continue;
        devices[field]++;
        for (convention = 0; convention < GPUOCC_CONVENTION_COUNT; convention++) {
            gpuocc_plan *plan;

            if (plan_in(plan_memory, device, convention, &none, &plan, NULL) == GPUOCC_OK)
                compare(device, base, convention);
        }
    }
}

int main(int argc, char **argv)
{
    const uint32_t rounds = argc > 1 ? (uint32_t)atoi(argv[1]) : part_of(8);
    uint32_t round, i, changed = 0;

    state = argc > 2 ? (uint64_t)atoll(argv[2]) : 7;
    for (round = 0; round < rounds; round++)
        for (i = 0; i < ODD_BASES; i++)
            test_base(find(odd_bases[i]));
    for (i = 0; i < GPUOCC_DEVICE_FIELD_COUNT; i++)
        changed += devices[i] != 0;
    ok(bad == 0 && accepted > at_least((uint32_t)(rows / 3)),
       "%llu rows of plans, %llu of them accepted, are what queries give: %llu exceptions",
       (unsigned long long)rows, (unsigned long long)accepted, (unsigned long long)bad);
    ok(changed >= at_least(38), "%u fields of custom devices were changed", changed);
    return done();
}
