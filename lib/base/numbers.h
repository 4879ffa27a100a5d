/* SPDX-License-Identifier: MIT
 *
 * Arithmetic that checks for overflow, and the bounds of doubles at the interface.
 */
#ifndef GOCC_NUMBERS_H
#define GOCC_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t gocc_divide_up(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

/* Whether the product of two numbers fits in 64 bits; `b` must not be 0. */
static inline int gocc_fits(uint64_t a, uint64_t b)
{
    return a <= UINT64_MAX / b;
}

/* Numbers outside these bounds are rejected, so that no intermediate result overflows or becomes
 * 0. */
#define GOCC_LEAST 1e-12
#define GOCC_MOST  1e15

/* The number of doubles of a class of instructions, from GPUOCC_CLASS_INSTRUCTION_COUNT on. */
#define GOCC_CLASS_NUMBERS 10

/* The smallest and the largest valid value of a double of a workload, a class or the constants. */
struct gocc_ends {
    double least, most;
};
struct gocc_ends gocc_real_ends(uint32_t scope, uint32_t field);

/* Converts a number below 2^63, which is cheaper than converting any 64-bit number. */
static inline double gocc_real(uint64_t number)
{
    return (double)(int64_t)number;
}

#endif
