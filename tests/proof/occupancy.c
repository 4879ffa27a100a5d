/* SPDX-License-Identifier: MIT
 *
 * For Frama-C's Eva (scripts/prove): the occupancy call on the architectures FIRST to LAST of
 * the vendor VENDOR, in every convention of it, with any kernel: each of the 23 fields any of 2^32
 * values. Eva has to find that nothing overflows, divides by zero, reads what was not written or
 * leaves an object.
 */
#include <__fc_builtin.h>

#include "gpuocc/gpuocc.h"
#include "rules.h"
#include "table.h"

static uint64_t room[GPUOCC_OCCUPANCY_BYTES / 8];

static void place_anything(const gpuocc_device *device, uint32_t convention, uint32_t least,
                           uint32_t most)
{
    gpuocc_occupancy *occupancy;
    gpuocc_kernel kernel;
    gpuocc_error error;
    uint64_t low, high;
    uint32_t field, any;

    kernel.size = sizeof kernel;
    for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT; field++)
        ((uint32_t *)&kernel)[field] = Frama_C_unsigned_int_interval(0, MOST);
    kernel.threads_per_group = Frama_C_unsigned_int_interval(least, most);
    error.size = sizeof error;
    if (gpuocc_occupancy_init(room, sizeof room, device, convention, &kernel, &occupancy, &error) !=
        GPUOCC_OK)
        return;
    any = Frama_C_unsigned_int_interval(0, MOST);
    (void)gpuocc_occupancy_get(occupancy, any, Frama_C_unsigned_int_interval(0, 0xffffffffu), &low,
                               &high);
    (void)gpuocc_occupancy_groups(occupancy);
    (void)gpuocc_occupancy_waves(occupancy);
    (void)gpuocc_occupancy_max_waves(occupancy);
    (void)gpuocc_occupancy_limiters(occupancy);
}

int main(void)
{
    const struct gocc_rules *rules = gocc_rules_of(VENDOR);
    uint32_t index, convention;

    for (index = FIRST; index < LAST && index < rules->target_count; index++)
        for (convention = 0; convention < GPUOCC_CONVENTION_COUNT; convention++)
            if ((rules->conventions >> convention & 1) != 0) {
                /* Apart, because Eva does not carry a comparison over to a copy. */
                place_anything(&rules->targets[index].head, convention, 0, 0);
                place_anything(&rules->targets[index].head, convention, 1, 65536);
                place_anything(&rules->targets[index].head, convention, 65537, MOST);
            }
    return 0;
}
