/* SPDX-License-Identifier: MIT
 *
 * Random numbers that are the same on every machine.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

#include "gpuocc/gpuocc.h"

static uint64_t state = 7; /* the seed, which a test may set */

static inline uint32_t below(uint32_t limit)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return limit == 0 ? 0 : (uint32_t)((state >> 33) % limit);
}

static inline uint32_t between(uint32_t least, uint32_t most)
{
    return least + below(most - least + 1);
}

/* Returns a word with a special meaning, a number next to one, a power of two, or a larger number;
 * most are below `usual`. */
static inline uint32_t some_word(uint32_t usual)
{
    switch (below(12)) {
    case 0:
        return 0;
    case 1:
        return GPUOCC_UNKNOWN;
    case 2:
        return GPUOCC_ZERO;
    case 3:
        return GPUOCC_ZERO - 1 - below(3);
    case 4:
        return 1u << below(32);
    case 5:
        return below(70000);
    default:
        return below(usual);
    }
}

#endif
