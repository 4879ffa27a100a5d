/* SPDX-License-Identifier: MIT
 *
 * Computes exact counts: groups per core, halos of tiles, atomics of a reduction, and cache lines.
 */
#include "gpuocc/counts.h"

#include "base/numbers.h"
#include "base/structs.h"

#define MOST_THREADS 65536u
#define MOST_BYTES   65536u

int32_t gpuocc_balance_cores(uint64_t threads, uint32_t threads_per_group, uint32_t core_count,
                             gpuocc_balance *result)
{
    uint64_t groups, most;

    if (result == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_can_write(result->size, sizeof *result))
        return GPUOCC_ERROR_STRUCT_SIZE;
    if (threads == 0 || threads_per_group == 0 || core_count == 0)
        return GPUOCC_ERROR_NOT_A_CHOICE;
    groups = gocc_divide_up(threads, threads_per_group);
    most = gocc_divide_up(groups, core_count);
    if (!gocc_fits(most, core_count) || !gocc_fits(most * core_count, threads_per_group))
        return GPUOCC_ERROR_TOO_LARGE;
    result->unused = 0;
    result->groups = groups;
    result->most_groups = most;
    result->least_groups = groups / core_count;
    result->busy_cores = groups < core_count ? groups : core_count;
    result->capacity = most * core_count * threads_per_group;
    return GPUOCC_OK;
}

int32_t gpuocc_recommended_threads(uint32_t core_count, uint64_t *low, uint64_t *high)
{
    if (low == NULL || high == NULL)
        return GPUOCC_ERROR_NULL;
    if (core_count == 0)
        return GPUOCC_ERROR_NOT_A_CHOICE;
    *low = UINT64_C(1024) * core_count;
    *high = UINT64_C(2048) * core_count;
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

int32_t gpuocc_tile_halo(const gpuocc_tile *tile, gpuocc_halo *halo)
{
    uint64_t payload = 1, all = 1, unstaged = 1, bytes;
    gpuocc_tile t;
    uint32_t extents[3], i, dimensions = 0;
    int32_t status;

    if (tile == NULL || halo == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_can_write(halo->size, sizeof *halo))
        return GPUOCC_ERROR_STRUCT_SIZE;
    status = gocc_read_struct(&t, sizeof t, tile, GPUOCC_SCOPE_NONE, NULL);
    if (status != GPUOCC_OK)
        return status;
    if (t.x == 0 || (t.y == 0 && t.z != 0))
        return GPUOCC_ERROR_NOT_A_CHOICE;
    extents[0] = t.x;
    extents[1] = t.y;
    extents[2] = t.z;
    for (i = 0; i < 3 && extents[i] != 0; i++, dimensions++) {
        if (!times(&all, extents[i] + UINT64_C(2) * t.radius))
            return GPUOCC_ERROR_TOO_LARGE;
        payload *= extents[i]; /* neither exceeds `all` */
        unstaged *= UINT64_C(2) * t.radius + 1;
    }
    bytes = all;
    if (!times(&bytes, t.element_bytes))
        return GPUOCC_ERROR_TOO_LARGE;
    halo->dimensions = dimensions;
    halo->payload = payload;
    halo->border = all - payload;
    halo->all = all;
    halo->shared_bytes = bytes;
    halo->unstaged_loads = unstaged;
    return GPUOCC_OK;
}

int32_t gpuocc_reduction_atomics(uint64_t values, uint32_t threads_per_group, uint32_t wave_size,
                                 gpuocc_atomics *result)
{
    uint64_t full, rest, waves;

    if (result == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_can_write(result->size, sizeof *result))
        return GPUOCC_ERROR_STRUCT_SIZE;
    if (values == 0 || threads_per_group == 0 || wave_size == 0)
        return GPUOCC_ERROR_NOT_A_CHOICE;
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

/* Reads an access and checks it, including that no address exceeds 64 bits. */
static int32_t read_access(gpuocc_access *a, const gpuocc_access *access, const gpuocc_lines *lines)
{
    uint64_t room, last;
    int32_t status;

    if (access == NULL || lines == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_can_write(lines->size, sizeof *lines))
        return GPUOCC_ERROR_STRUCT_SIZE;
    status = gocc_read_struct(a, sizeof *a, access, GPUOCC_SCOPE_NONE, NULL);
    if (status != GPUOCC_OK)
        return status;
    if (a->wave_size == 0 || a->group_x == 0 || a->group_y == 0 || a->group_x > MOST_THREADS ||
        a->group_y > MOST_THREADS / a->group_x || a->element_bytes == 0 ||
        a->element_bytes > MOST_BYTES || a->line_bytes == 0 ||
        a->pitch_bytes < (uint64_t)a->group_x * a->element_bytes)
        return GPUOCC_ERROR_NOT_A_CHOICE;
    room = UINT64_MAX - a->base_bytes;
    last = a->origin_x + a->group_x;
    if (last < a->origin_x || last > room / a->element_bytes)
        return GPUOCC_ERROR_TOO_LARGE;
    room -= last * a->element_bytes;
    last = a->origin_y + a->group_y;
    if (last < a->origin_y || last > room / a->pitch_bytes)
        return GPUOCC_ERROR_TOO_LARGE;
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

int32_t gpuocc_wave_lines(const gpuocc_access *access, uint32_t wave, gpuocc_lines *lines)
{
    gpuocc_access a;
    const int32_t status = read_access(&a, access, lines);
    uint32_t threads;
    uint64_t low, rest;

    if (status != GPUOCC_OK)
        return status;
    threads = a.group_x * a.group_y;
    low = (uint64_t)wave * a.wave_size;
    if (low >= threads)
        return GPUOCC_ERROR_INDEX;
    rest = threads - low;
    count_lines(&a, (uint32_t)low, (uint32_t)(low + (rest < a.wave_size ? rest : a.wave_size)) - 1,
                lines);
    return GPUOCC_OK;
}

int32_t gpuocc_group_lines(const gpuocc_access *access, gpuocc_lines *lines, uint64_t *requests)
{
    gpuocc_access a;
    const int32_t status = read_access(&a, access, lines);
    uint64_t sum = 0;
    uint32_t wave;

    if (status != GPUOCC_OK)
        return status;
    for (wave = 0; gpuocc_wave_lines(&a, wave, lines) == GPUOCC_OK; wave++)
        sum += lines->lines;
    count_lines(&a, 0, a.group_x * a.group_y - 1, lines);
    if (requests != NULL)
        *requests = sum;
    return GPUOCC_OK;
}
