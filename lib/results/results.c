/* SPDX-License-Identifier: MIT */
#include "results/results.h"

#define SCALAR    1
#define PER_LIMIT GPUOCC_LIMIT_COUNT

const struct gocc_result gocc_results[GPUOCC_RESULT_COUNT] = {
#define RESULT(number, name, unit, kind, function, about) [number] = {function, kind},
#include "results/results.def"
#undef RESULT
};

uint32_t gpuocc_result_indices(uint32_t result)
{
    return result < GPUOCC_RESULT_COUNT ? gocc_results[result].indices : 0;
}
