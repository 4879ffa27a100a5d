/* SPDX-License-Identifier: MIT
 *
 * Compares our answers with those of cuda_occupancy.h: every difference over random queries belongs
 * to a class with a reason. docs/model.md quotes the counts that this prints.
 */
#include "random.h"
#include "support.h"

#define QUERIES 100000

static const char capabilities[][5] = {
    "3.0", "3.2", "3.5", "3.7", "5.0", "5.2", "5.3",  "6.0",  "6.1",  "6.2",  "7.0",  "7.2", "7.5",
    "8.0", "8.6", "8.7", "8.8", "8.9", "9.0", "10.0", "10.1", "10.3", "11.0", "12.0", "12.1"};

/* Returns a typical kernel, sometimes one that cannot launch. */
static gpuocc_kernel random_kernel(void)
{
    gpuocc_kernel k = {0};

    k.threads_per_group = below(40) == 0 ? 1 + below(1100) : 32 * (1 + below(32));
    k.registers_per_thread = below(40) == 0 ? 250 + below(10) : 16 + below(240);
    k.shared_bytes = below(3) == 0 ? 0 : below(60) * 1024;
    k.dynamic_shared_bytes = below(2) == 0 ? 0 : below(110) * 1024;
    k.barriers_per_group = below(4) == 0 ? below(18) : 1;
    k.max_threads_per_group = below(4) == 0 ? 32 * (1 + below(32)) : 0;
    k.shared_limit = 1 + below(2);
    k.max_dynamic_shared_bytes =
        below(4) != 0 && k.dynamic_shared_bytes != 0 ? k.dynamic_shared_bytes : GPUOCC_ZERO;
    k.carveout_percent = below(3) == 0 ? (below(50) == 0 ? 101 + below(99) : 1 + below(100)) : 0;
    k.virtual_resources = below(10) == 0 ? 1 + below(140) : 0;
    return k;
}

enum difference {
    SAME,
    REFUSED,          /* we refuse explicitly what the header answers with 0 groups */
    REGISTERS_64,     /* the header launches 64 to 255 registers on 3.0 */
    REGISTERS_256,    /* the header launches 256 registers from 7.0 on */
    BARRIERS_17,      /* the header accepts any number of barriers */
    VIRTUAL_129,      /* the header answers 0 for more virtual resources than a core has */
    CARVEOUT,         /* the header ignores a carve-out before 7.0 */
    FUNCTION_BOUND,   /* the header ignores the function's bound */
    DYNAMIC_BOUND,    /* the header ignores the dynamic bound in default mode */
    BARRIER_LIMITERS, /* the header keeps limiters that no longer limit */
    UNEXPLAINED,
    CLASSES
};

static const char *const reasons[CLASSES] = {
    "the same answer",
    "refused with a named field: above a fixed limit of the device (header: 0 groups)",
    "64 to 255 registers per thread on 3.0: the limit is 63 (header: launches)",
    "256 registers per thread: the limit is 255 (header: launches)",
    "more than 16 barriers: a block has 16 (header: counts them, or ignores them below 9.0)",
    "more virtual resources than a core has, or any where there are none (header: 0, or ignored)",
    "carve-out above 100 before 7.0 (header: ignored)",
    "the group exceeds the kernel's own bound: 0 groups (header: ignored)",
    "dynamic shared memory exceeds the kernel's bound in default mode: 0 groups (header: ignored)",
    "limiters are those of the final number of groups (header: those before barriers)",
    "UNEXPLAINED"};

static enum difference refusal(const gpuocc_kernel *k, const struct place *ours,
                               const struct place *header)
{
    const uint32_t field = ours->error.field;

    if (header->status == GPUOCC_OK && gpuocc_occupancy_groups(header->occupancy) == 0)
        return field == GPUOCC_KERNEL_VIRTUAL_RESOURCES ? VIRTUAL_129 : REFUSED;
    if (field == GPUOCC_KERNEL_REGISTERS_PER_THREAD && k->registers_per_thread < 256)
        return strcmp(ours->error.subject, "sm_30") == 0 && ours->error.limit == 63 ? REGISTERS_64
                                                                                    : UNEXPLAINED;
    if (field == GPUOCC_KERNEL_REGISTERS_PER_THREAD)
        return k->registers_per_thread == 256 ? REGISTERS_256 : UNEXPLAINED;
    if (field == GPUOCC_KERNEL_BARRIERS_PER_GROUP)
        return k->barriers_per_group > 16 ? BARRIERS_17 : UNEXPLAINED;
    if (field == GPUOCC_KERNEL_VIRTUAL_RESOURCES)
        return VIRTUAL_129;
    if (field == GPUOCC_KERNEL_CARVEOUT_PERCENT)
        return k->carveout_percent > 100 ? CARVEOUT : UNEXPLAINED;
    return UNEXPLAINED;
}

static enum difference classify(const gpuocc_kernel *k, const struct place *ours,
                                const struct place *header)
{
    uint32_t groups, theirs;
    const uint32_t launch = 1u << GPUOCC_LIMIT_LAUNCH, shared = 1u << GPUOCC_LIMIT_SHARED;

    if (header->status != GPUOCC_OK)
        return ours->status != GPUOCC_OK ? SAME : UNEXPLAINED;
    if (ours->status != GPUOCC_OK)
        return refusal(k, ours, header);
    groups = gpuocc_occupancy_groups(ours->occupancy);
    theirs = gpuocc_occupancy_groups(header->occupancy);
    if (gpuocc_occupancy_limiters(ours->occupancy) & launch)
        return k->threads_per_group > k->max_threads_per_group ? FUNCTION_BOUND : UNEXPLAINED;
    if (groups != theirs) {
        const int over =
            k->dynamic_shared_bytes != 0 && k->max_dynamic_shared_bytes != k->dynamic_shared_bytes;

        return groups == 0 && over && k->shared_limit == GPUOCC_SHARED_LIMIT_DEFAULT &&
                       gpuocc_occupancy_limiters(ours->occupancy) == shared
                   ? DYNAMIC_BOUND
                   : UNEXPLAINED;
    }
    if (gpuocc_occupancy_limiters(ours->occupancy) == gpuocc_occupancy_limiters(header->occupancy))
        return SAME;
    if (gpuocc_occupancy_limiters(header->occupancy) & 1u << GPUOCC_LIMIT_BARRIERS)
        return BARRIER_LIMITERS;
    return groups == 0 ? DYNAMIC_BOUND : UNEXPLAINED;
}

int main(void)
{
    uint32_t counts[CLASSES] = {0}, i, total = 0;
    const gpuocc_device *devices[sizeof capabilities / sizeof capabilities[0]];
    struct place ours, header;

    state = 20261121;
    for (i = 0; i < sizeof capabilities / sizeof capabilities[0]; i++)
        devices[i] = find(capabilities[i]);
    for (i = 0; i < QUERIES; i++) {
        const gpuocc_device *device = devices[below(sizeof devices / sizeof devices[0])];
        const gpuocc_kernel kernel = random_kernel();
        enum difference found;

        place(&ours, device, kernel);
        place_as(&header, device, GPUOCC_CONVENTION_HEADER, kernel);
        found = classify(&kernel, &ours, &header);
        if (found == UNEXPLAINED && counts[UNEXPLAINED] < 5)
            note("%s: ours %d %s; header %d; threads %u registers %u shared %u + %u of %u",
                 gpuocc_device_name(device), ours.status, sentence(&ours), header.status,
                 kernel.threads_per_group, kernel.registers_per_thread, kernel.shared_bytes,
                 kernel.dynamic_shared_bytes, kernel.max_dynamic_shared_bytes);
        counts[found]++;
    }
    for (i = 0; i < CLASSES; i++) {
        note("%6u %s", counts[i], reasons[i]);
        total += counts[i];
    }
    ok(counts[UNEXPLAINED] == 0, "every difference of %u queries from the header has a reason",
       total);
    for (i = REFUSED; i < UNEXPLAINED; i++)
        ok(counts[i] != 0, "met: %s", reasons[i]);
    return done();
}
