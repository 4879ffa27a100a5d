/* SPDX-License-Identifier: MIT
 *
 * Apple: Mesa's tier table of registers and threads.
 */
#include "apple.h"

#include "occupancy/use.h"

int gocc_apple_has_tiers(uint32_t generation)
{
    return generation == 7 || generation == 8;
}

uint32_t gocc_apple_registers_of_wave(uint32_t halves, uint32_t unit)
{
    return gocc_up((halves != 0 ? halves : 1) * GOCC_APPLE_WAVE / 2, unit);
}

uint32_t gocc_apple_tier_threads(uint32_t halves)
{
    const uint32_t per_wave = gocc_apple_registers_of_wave(halves, GOCC_APPLE_FILE_UNIT);
    const uint32_t threads =
        GOCC_APPLE_FILE_REGISTERS / per_wave * GOCC_APPLE_FILE_PARTITIONS * GOCC_APPLE_WAVE;

    return threads < GOCC_APPLE_TIER_CAP ? threads : GOCC_APPLE_TIER_CAP;
}
