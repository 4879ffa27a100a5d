/* SPDX-License-Identifier: MIT
 *
 * Random numbers, the same ones on every machine.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

static uint64_t state = 7; /* where they begin; a test may set it */

static inline uint32_t below(uint32_t limit)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return limit == 0 ? 0 : (uint32_t)((state >> 33) % limit);
}

static inline uint32_t between(uint32_t least, uint32_t most)
{
    return least + below(most - least + 1);
}

#endif
