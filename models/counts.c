/* SPDX-License-Identifier: MIT
 *
 * Computes exact counts: groups per core, halos of tiles, atomics of a reduction, and cache lines.
 */
#include "gpuocc/models.h"

#include <stddef.h>

#include "base/error.h"
#include "base/numbers.h"
#include "base/inputs.h"

#define MOST_THREADS 65536u /* 2 to the power of 16 */

int32_t gpuocc_balance_cores(uint64_t threads, uint32_t threads_per_group, uint32_t core_count,
                             gpuocc_balance *result, gpuocc_error *error)
{
    static const struct gocc_input inputs[] = {
        {0, GOCC_VALID_LONG_COUNT, GPUOCC_ESTIMATE_THREADS},
        {8, GOCC_VALID_LONG_COUNT, GPUOCC_ESTIMATE_THREADS_PER_GROUP},
        {16, GOCC_VALID_LONG_COUNT, GPUOCC_ESTIMATE_CORE_COUNT}};
    const uint64_t given[] = {threads, threads_per_group, core_count};
    uint64_t groups, most;
    int32_t status = gocc_check_result(result, sizeof *result, 4, error);

    if (status == GPUOCC_OK)
        status = gocc_check_inputs(GOCC_INPUTS(inputs), given, error);
    if (status != GPUOCC_OK)
        return status;
    groups = gocc_divide_up(threads, threads_per_group);
    most = gocc_divide_up(groups, core_count);
    if (!gocc_fits(most, core_count) || !gocc_fits(most * core_count, threads_per_group))
        return gocc_refuse_result(error, GPUOCC_ESTIMATE_THREADS);
    result->unused = 0;
    result->groups = groups;
    result->most_groups = most;
    result->least_groups = groups / core_count;
    result->busy_cores = groups < core_count ? groups : core_count;
    result->capacity = most * core_count * threads_per_group;
    return GPUOCC_OK;
}

/* Multiplies a product, which must not be 0. Returns 0 if the result exceeds 64 bits. */
static int times(uint64_t *product, uint64_t factor)
{
    if (!gocc_fits(factor, *product))
        return 0;
    *product *= factor;
    return 1;
}

int32_t gpuocc_tile_halo(const gpuocc_tile *tile, gpuocc_halo *halo, gpuocc_error *error)
{
    static const struct gocc_input inputs[] = {
        {offsetof(gpuocc_tile, x), GOCC_VALID_COUNT, GPUOCC_ESTIMATE_X}};
    uint64_t payload = 1, all = 1, unstaged = 1, bytes;
    gpuocc_tile t;
    uint32_t extents[3], i, dimensions = 0;
    int32_t status = gocc_check_result(halo, sizeof *halo, 2, error);

    if (status == GPUOCC_OK)
        status = gocc_read_inputs(&t, sizeof t, tile, 1, GOCC_INPUTS(inputs), error);
    if (status != GPUOCC_OK)
        return status;
    if (t.y == 0 && t.z != 0)
        return gocc_refuse_count(error, GPUOCC_ESTIMATE_Y, 0, 1);
    extents[0] = t.x;
    extents[1] = t.y;
    extents[2] = t.z;
    for (i = 0; i < 3 && extents[i] != 0; i++, dimensions++) {
        if (!times(&all, extents[i] + UINT64_C(2) * t.radius))
            return gocc_refuse_result(error, GPUOCC_ESTIMATE_X + i);
        payload *= extents[i]; /* neither exceeds `all` */
        unstaged *= UINT64_C(2) * t.radius + 1;
    }
    bytes = all;
    if (!times(&bytes, t.element_bytes))
        return gocc_refuse_result(error, GPUOCC_ESTIMATE_ELEMENT_BYTES);
    halo->dimensions = dimensions;
    halo->payload = payload;
    halo->border = all - payload;
    halo->all = all;
    halo->shared_bytes = bytes;
    halo->unstaged_loads = unstaged;
    return GPUOCC_OK;
}

int32_t gpuocc_reduction_atomics(uint64_t values, uint32_t threads_per_group, uint32_t wave_size,
                                 gpuocc_atomics *result, gpuocc_error *error)
{
    static const struct gocc_input inputs[] = {
        {0, GOCC_VALID_LONG_COUNT, GPUOCC_ESTIMATE_VALUES},
        {8, GOCC_VALID_LONG_COUNT, GPUOCC_ESTIMATE_THREADS_PER_GROUP},
        {16, GOCC_VALID_LONG_COUNT, GPUOCC_ESTIMATE_WAVE_SIZE}};
    const uint64_t given[] = {values, threads_per_group, wave_size};
    uint64_t full, rest, waves;
    int32_t status = gocc_check_result(result, sizeof *result, 4, error);

    if (status == GPUOCC_OK)
        status = gocc_check_inputs(GOCC_INPUTS(inputs), given, error);
    if (status != GPUOCC_OK)
        return status;
    full = values / threads_per_group;
    rest = values % threads_per_group;
    waves = gocc_divide_up(threads_per_group, wave_size);
    result->unused = 0;
    result->naive = values;
    result->wave_only = full * waves + gocc_divide_up(rest, wave_size);
    result->per_group = full + (rest != 0);
    result->shared = result->wave_only;
    result->shared_most = full != 0 ? waves : gocc_divide_up(rest, wave_size);
    return GPUOCC_OK;
}

/* Reads an access and validates it, including that no address exceeds 64 bits. */
static int32_t read_access(gpuocc_access *a, const gpuocc_access *access, gpuocc_error *error)
{
    static const struct gocc_input inputs[] = {
        {offsetof(gpuocc_access, wave_size), GOCC_VALID_COUNT, GPUOCC_ESTIMATE_WAVE_SIZE},
        {offsetof(gpuocc_access, group_x), GOCC_VALID_COUNT, GPUOCC_ESTIMATE_GROUP_X},
        {offsetof(gpuocc_access, group_x), GOCC_VALID_UP_TO(16), GPUOCC_ESTIMATE_GROUP_X},
        {offsetof(gpuocc_access, group_y), GOCC_VALID_COUNT, GPUOCC_ESTIMATE_GROUP_Y},
        {offsetof(gpuocc_access, element_bytes), GOCC_VALID_COUNT, GPUOCC_ESTIMATE_ELEMENT_BYTES},
        {offsetof(gpuocc_access, element_bytes), GOCC_VALID_UP_TO(16),
         GPUOCC_ESTIMATE_ELEMENT_BYTES},
        {offsetof(gpuocc_access, line_bytes), GOCC_VALID_COUNT, GPUOCC_ESTIMATE_LINE_BYTES}};
    uint64_t room, last;
    const int32_t status = gocc_read_inputs(a, sizeof *a, access, 1, GOCC_INPUTS(inputs), error);

    if (status != GPUOCC_OK)
        return status;
    if (a->group_y > MOST_THREADS / a->group_x)
        return gocc_refuse_count(error, GPUOCC_ESTIMATE_GROUP_Y, a->group_y,
                                 MOST_THREADS / a->group_x);
    if (a->pitch_bytes < (uint64_t)a->group_x * a->element_bytes)
        return gocc_refuse_count(error, GPUOCC_ESTIMATE_PITCH_BYTES, a->pitch_bytes,
                                 (uint64_t)a->group_x * a->element_bytes);
    room = UINT64_MAX - a->base_bytes;
    last = a->origin_x + a->group_x;
    if (last < a->origin_x || last > room / a->element_bytes)
        return gocc_refuse_result(error, GPUOCC_ESTIMATE_ORIGIN_X);
    room -= last * a->element_bytes;
    last = a->origin_y + a->group_y;
    if (last < a->origin_y || last > room / a->pitch_bytes)
        return gocc_refuse_result(error, GPUOCC_ESTIMATE_ORIGIN_Y);
    return GPUOCC_OK;
}

/* Counts the lines that the threads `low` to `high` of the group access. Rows ascend and do not
 * overlap, so that only neighbours can share a line, and at most one. */
static void count_lines(const gpuocc_access *a, uint32_t low, uint32_t high, gpuocc_lines *lines)
{
    const uint32_t first = low / a->group_x, last = high / a->group_x;
    uint64_t row, from, to, previous = UINT64_MAX;
    uint32_t y;

    lines->threads = high - low + 1;
    lines->rows = last - first + 1;
    lines->lines = 0;
    for (y = first; y <= last; y++) {
        row = a->base_bytes + (a->origin_y + y) * a->pitch_bytes + a->origin_x * a->element_bytes;
        from = row + (uint64_t)(y == first ? low % a->group_x : 0) * a->element_bytes;
        to = row +
             (uint64_t)((y == last ? high % a->group_x : a->group_x - 1) + 1) * a->element_bytes -
             1;
        from /= a->line_bytes;
        to /= a->line_bytes;
        lines->lines += to - from + 1 - (from == previous);
        previous = to;
    }
    lines->bytes_used = (uint64_t)lines->threads * a->element_bytes;
    lines->bytes_fetched = lines->lines * a->line_bytes;
}

/* Counts the lines of one wave. Returns 0 if the group has no such wave. */
static int count_wave(const gpuocc_access *a, uint32_t wave, gpuocc_lines *lines)
{
    const uint32_t threads = a->group_x * a->group_y;
    const uint64_t low = (uint64_t)wave * a->wave_size, rest = threads - low;

    if (low >= threads)
        return 0;
    count_lines(a, (uint32_t)low, (uint32_t)(low + (rest < a->wave_size ? rest : a->wave_size)) - 1,
                lines);
    return 1;
}

int32_t gpuocc_wave_lines(const gpuocc_access *access, uint32_t wave, gpuocc_lines *lines,
                          gpuocc_error *error)
{
    gpuocc_access a;
    int32_t status = gocc_check_result(lines, sizeof *lines, 3, error);

    if (status == GPUOCC_OK)
        status = read_access(&a, access, error);
    if (status == GPUOCC_OK && !count_wave(&a, wave, lines))
        status =
            gocc_fail_field(error, GPUOCC_ERROR_INDEX, GPUOCC_SCOPE_ESTIMATE, GPUOCC_ESTIMATE_WAVE,
                            wave, (a.group_x * a.group_y - 1) / a.wave_size);
    return status;
}

int32_t gpuocc_group_lines(const gpuocc_access *access, gpuocc_lines *lines, uint64_t *requests,
                           gpuocc_error *error)
{
    gpuocc_access a;
    uint64_t sum = 0;
    uint32_t wave;
    int32_t status = gocc_check_result(lines, sizeof *lines, 2, error);

    if (status == GPUOCC_OK)
        status = read_access(&a, access, error);
    if (status != GPUOCC_OK)
        return status;
    for (wave = 0; count_wave(&a, wave, lines); wave++)
        sum += lines->lines;
    count_lines(&a, 0, a.group_x * a.group_y - 1, lines);
    if (requests != NULL)
        *requests = sum;
    return GPUOCC_OK;
}
