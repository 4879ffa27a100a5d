/* SPDX-License-Identifier: MIT
 *
 * Compares with the figures that Intel's guide and its training notebook print. Part of
 * test_intel.c.
 */
#ifndef INTEL_GUIDE_H
#define INTEL_GUIDE_H

#include "intel_tables.h"
#include "own.h"

/* A figure as numerator / denominator. */
struct figure {
    long long up, down;
};

/* The guide counts both stacks of a Max 1550, which the mode COMPOSITE exposes. */
static const gpuocc_device *both_stacks(const char *name)
{
    static const struct change cores[] = {{GPUOCC_DEVICE_CORE_COUNT, 128}};
    static struct own own;

    (void)make_changed(&own, find(name), NULL, cores, 1);
    return made(&own);
}

static const gpuocc_device *guide_device(const char *name)
{
    if (strcmp(name, "Max 1550") == 0)
        return both_stacks(name);
    if (strstr(name, "TGL") != NULL)
        return find("Iris Xe (Tiger Lake 96 EU)");
    if (strstr(name, "P630") != NULL)
        return find("UHD Graphics P630");
    return find(strstr(name, "ICL") != NULL ? "Iris Plus (Ice Lake 64 EU)" : name);
}

static long long least(long long a, long long b)
{
    return a < b ? a : b;
}

/* Returns a figure that depends only on the device. */
static struct figure of_device(const char *what, const gpuocc_device *d)
{
    const long long eus = known(d, GPUOCC_DEVICE_PARTITIONS_PER_CORE);
    const long long cores = known(d, GPUOCC_DEVICE_CORE_COUNT);
    const long long slots = eus * known(d, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION);
    struct figure f = {-1, 1};

    if (strcmp(what, "vector engines per core") == 0)
        f.up = eus;
    else if (strcmp(what, "hardware threads per core") == 0)
        f.up = slots;
    else if (strcmp(what, "32-bit lanes of all threads of a core at SIMD8") == 0)
        f.up = slots * 8;
    else if (strcmp(what, "vector engines of the device") == 0)
        f.up = eus * cores;
    else if (strcmp(what, "hardware threads of the device") == 0)
        f.up = slots * cores;
    else if (strcmp(what, "32-bit lanes of all threads of the device at SIMD8") == 0)
        f.up = slots * cores * 8;
    else if (strncmp(what, "most hardware threads of one group", 34) == 0)
        f.up = known(d, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP) / 8;
    else if (strncmp(what, "SIMD8 registers", 15) == 0)
        f.up = known(d, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD);
    return f;
}

/* Returns a figure of `grid` groups of one kernel. The first round contains the groups that fit. */
static struct figure of_kernel(const char *what, const struct place *p, long long grid,
                               const char *unit)
{
    const long long t = (long long)result(p, GPUOCC_RESULT_WAVES_PER_GROUP, 0);
    const long long groups = (long long)result(p, GPUOCC_RESULT_GROUPS, 0);
    const long long slots = (long long)result(p, GPUOCC_RESULT_MAX_WAVES, 0);
    const long long all = (long long)result(p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0);
    const long long cores = (long long)result(p, GPUOCC_RESULT_CORE_COUNT, 0);
    const long long items = (long long)result(p, GPUOCC_RESULT_REQUESTED, GPUOCC_LIMIT_WAVES) *
                            (long long)result(p, GPUOCC_RESULT_WAVE_SIZE, 0);
    const long long scale = strcmp(unit, "thousand") == 0  ? 1000
                            : strcmp(unit, "million") == 0 ? 1000000
                                                           : 1;
    struct figure f = {-1, 1};

    if (strcmp(what, "groups per core") == 0)
        f.up = groups;
    else if (strncmp(what, "share of the slots", 18) == 0)
        f = (struct figure){100 * t, slots};
    else if (strcmp(what, "core occupancy") == 0)
        f = (struct figure){100 * least(grid, groups) * t, slots};
    else if (strcmp(what, "occupancy of the device") == 0 || strstr(what, "in wave 1") != NULL)
        f = (struct figure){100 * least(grid, all) * t, slots * cores};
    else if (strstr(what, "in wave 2") != NULL)
        f = (struct figure){100 * (grid - all) * t, slots * cores};
    else if (strcmp(what, "hardware threads of the grid") == 0)
        f = (struct figure){grid * t, scale};
    else if (strcmp(what, "work-items of the grid") == 0)
        f = (struct figure){grid * items, scale};
    return f;
}

/* Whether a figure equals a fraction such as "100/7". */
static int equals(struct figure f, const char *fraction)
{
    char *end;
    const long long up = strtoll(fraction, &end, 10);
    const long long down = *end == '/' ? strtoll(end + 1, NULL, 10) : 1;

    return f.up >= 0 && f.up * down == up * f.down;
}

/* Whether the figure equals the printed one, with the rounding that the reference found. */
static int prints(struct figure f, const struct rows *rows)
{
    const long long decimals = number(rows, "printed_decimals", 0);
    const char *rounding = cell(rows, "printed_rounding");
    const long long scale = decimals == 0 ? 1 : decimals == 1 ? 10 : 100;
    const long long printed =
        (long long)(strtod(cell(rows, "printed"), NULL) * (double)scale + 0.5);

    if (strcmp(rounding, "half_up") == 0)
        return (2 * f.up * scale + f.down) / (2 * f.down) == printed;
    if (strcmp(rounding, "truncated") == 0)
        return f.up * scale / f.down == printed;
    return strcmp(cell(rows, "verdict"), "text") == 0 ||
           strcmp(cell(rows, "verdict"), "misprint") == 0;
}

static void guide_row(struct tally *tally, const struct rows *rows)
{
    const char *what = cell(rows, "statement");
    const gpuocc_device *d = guide_device(cell(rows, "device"));
    gpuocc_kernel k = {0};
    struct place p;
    struct figure f;

    k.threads_per_group = (uint32_t)number(rows, "group_work_items", 0);
    k.wave_size = (uint32_t)number(rows, "simd_lanes", 0);
    if (k.threads_per_group == 0) {
        f = of_device(what, d);
    } else {
        place(&p, d, k);
        if (strcmp(what, "does the group size launch") == 0) {
            count(tally, p.status == GPUOCC_ERROR_GROUP_TOO_LARGE, what, rows->row, p.status,
                  GPUOCC_ERROR_GROUP_TOO_LARGE);
            return;
        }
        f = of_kernel(what, &p, number(rows, "group_count", 0), cell(rows, "unit"));
    }
    count(tally, equals(f, cell(rows, "exact_fraction")) && prints(f, rows), cell(rows, "id"),
          rows->row, f.up, f.down);
}

static void test_guide(void)
{
    struct tally tally = {0, 0};
    struct rows rows;
    int phases = 0;

    for (rows_open(&rows, "intel/guide_tables.csv"); rows_next(&rows);) {
        if (strstr(cell(&rows, "statement"), "phase of the timeline") != NULL)
            phases++;
        else
            guide_row(&tally, &rows);
    }
    ok(tally.bad == 0 && tally.rows + phases == 150 && phases == 5,
       "guide_tables.csv: %d checks, %d differ, %d phases of timelines left to the schedule",
       tally.rows, tally.bad, phases);
}

#endif
