/* SPDX-License-Identifier: MIT
 *
 * Tests scaling and counts at the limits that the header gives: the last valid number, the first
 * invalid one, and the result exactly at the limit.
 */
#include <string.h>

#include "gpuocc/models.h"
#include "tap.h"

#define TWO_53 9007199254740992.0

static int32_t lines_of(gpuocc_access a, gpuocc_lines *out)
{
    a.size = sizeof a;
    memset(out, 0, sizeof *out);
    out->size = sizeof *out;
    return gpuocc_wave_lines(&a, 0, out, NULL);
}

/* Groups of up to 65536 threads, elements of up to 65536 bytes. */
static void access_sizes(void)
{
    static const struct {
        uint32_t x, y, element;
        int32_t status;
    } rows[] = {{65536, 1, 1, GPUOCC_OK},    {65537, 1, 1, GPUOCC_ERROR_NOT_A_CHOICE},
                {1, 65536, 1, GPUOCC_OK},    {1, 65537, 1, GPUOCC_ERROR_NOT_A_CHOICE},
                {256, 256, 1, GPUOCC_OK},    {256, 257, 1, GPUOCC_ERROR_NOT_A_CHOICE},
                {255, 257, 1, GPUOCC_OK},    {255, 258, 1, GPUOCC_ERROR_NOT_A_CHOICE},
                {1, 1, 65536, GPUOCC_OK},    {1, 1, 65537, GPUOCC_ERROR_NOT_A_CHOICE},
                {65536, 1, 65536, GPUOCC_OK}};
    gpuocc_access a = {0, 32, 0, 0, 0, 128, 0, 0, 0, 0};
    gpuocc_lines out;
    uint32_t i, good = 0;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        a.group_x = rows[i].x;
        a.group_y = rows[i].y;
        a.element_bytes = rows[i].element;
        a.pitch_bytes = (uint64_t)a.group_x * a.element_bytes;
        good += lines_of(a, &out) == rows[i].status;
    }
    ok(good == i, "65536 threads of a group and 65536 bytes of an element: %u of %u", good, i);
}

/* The last row that a 64-bit address reaches, and its last element. */
static void access_ends(void)
{
    gpuocc_access a = {0, 1, 1, 1, 1, 1, 1, 0, 0, UINT64_MAX - 2};
    gpuocc_lines out;

    ok(lines_of(a, &out) == GPUOCC_OK && out.lines == 1 && out.bytes_fetched == 1 && out.rows == 1,
       "the row whose end is byte 2^64 - 1");
    a.origin_y++;
    ok(lines_of(a, &out) == GPUOCC_ERROR_TOO_LARGE, "the row behind it");
    a.origin_y--;
    a.base_bytes = 1;
    ok(lines_of(a, &out) == GPUOCC_ERROR_TOO_LARGE, "the same row a byte further");
    a.base_bytes = 0;
    a.origin_x = UINT64_MAX - 2;
    a.origin_y = 0;
    ok(lines_of(a, &out) == GPUOCC_OK && out.lines == 1, "the same element in the first row");
    a.origin_x++;
    ok(lines_of(a, &out) == GPUOCC_ERROR_TOO_LARGE, "the element behind it");
    a.origin_x = UINT64_MAX;
    ok(lines_of(a, &out) == GPUOCC_ERROR_TOO_LARGE, "an element whose number wraps");
    a.origin_x = 0;
    a.origin_y = UINT64_MAX;
    ok(lines_of(a, &out) == GPUOCC_ERROR_TOO_LARGE, "a row whose number wraps");
}

/* `unused` of results becomes 0 whatever its value was, and products are limited to 64 bits. */
static void counts(void)
{
    gpuocc_balance b = {sizeof b, 7, 0, 0, 0, 0, 0};
    gpuocc_atomics a = {sizeof a, 7, 0, 0, 0, 0, 0};
    gpuocc_tile tile = {sizeof tile, 5, 6, 7, 0, 0};
    gpuocc_halo halo = {sizeof halo, 7, 0, 0, 0, 9, 0};

    ok(gpuocc_balance_cores(UINT64_MAX, 1, 1, &b, NULL) == GPUOCC_OK && b.unused == 0 &&
           b.groups == UINT64_MAX && b.most_groups == UINT64_MAX && b.capacity == UINT64_MAX,
       "2^64 - 1 threads on one core");
    ok(gpuocc_balance_cores(UINT64_MAX, UINT32_MAX, 1, &b, NULL) == GPUOCC_OK &&
           b.capacity == UINT64_MAX && b.most_groups == UINT64_MAX / UINT32_MAX,
       "2^64 - 1 threads are whole groups of 2^32 - 1");
    ok(gpuocc_reduction_atomics(100, 64, 32, &a, NULL) == GPUOCC_OK && a.unused == 0 &&
           a.wave_only == 4 && a.per_group == 2 && a.shared == 4 && a.shared_most == 2,
       "a sum of 100 values");
    ok(gpuocc_tile_halo(&tile, &halo, NULL) == GPUOCC_OK && halo.dimensions == 3 &&
           halo.all == 210 && halo.border == 0 && halo.shared_bytes == 0 &&
           halo.unstaged_loads == 1,
       "a tile of elements without a size");
}

static void serial(void)
{
    gpuocc_serial s = {sizeof s, 0, 2, 4, 2};
    gpuocc_serial_result r = {sizeof r, 9, 0, 0, 0, 0, 0, 0};
    const double scales[] = {1, 2, 4}, times[] = {10, 6, 5}, line[] = {11, 7, 5};
    double cpu = 0, gpu = 0;

    ok(gpuocc_serial_gap(&s, &r, NULL) == GPUOCC_OK && r.bound == 0 && r.time == 4 &&
           r.overlapped == 2,
       "parts of the same time: the CPU part bounds");
    s.gpu_time = 5;
    ok(gpuocc_serial_gap(&s, &r, NULL) == GPUOCC_OK && r.bound == 1 && r.overlapped == 2.5,
       "a larger GPU part bounds");
    /* (1, 10) (1/2, 6) (1/4, 5): slope (3 x 14.25 - 1.75 x 21) / (3 x 1.3125 - 1.75^2) */
    ok(gpuocc_serial_fit(scales, times, 3, &cpu, &gpu, NULL) == GPUOCC_OK && gpu > 6.857142857 &&
           gpu < 6.857142858 && cpu > 2.999999999 && cpu < 3.000000001,
       "least squares of three points that are not on a line: %.9g + %.9g", cpu, gpu);
    ok(gpuocc_serial_fit(scales, line, 3, &cpu, &gpu, NULL) == GPUOCC_OK &&
           cpu + gpu / 2 > 7 - 0.2 && cpu + gpu / 2 < 7 + 0.2,
       "and of three that are nearly");
}

static void ramp(void)
{
    gpuocc_ramp r = {sizeof r, 0, 0, 1, 0, 1, 0};
    gpuocc_ramp_result out = {sizeof out, 9, 0, 0};
    gpuocc_chains c = {sizeof c, 2, 1, 3, 0, 1, 1};
    gpuocc_chains_result bounds = {sizeof bounds, 9, 0, 0, 0};

    r.groups = INT64_MAX;
    ok(gpuocc_ramp_time(&r, &out, NULL) == GPUOCC_OK && out.time == 9223372036854775808.0 &&
           out.launch_bound == 0,
       "2^63 - 1 groups, one after the other");
    r.groups++;
    ok(gpuocc_ramp_time(&r, &out, NULL) == GPUOCC_ERROR_NOT_A_CHOICE, "one more");
    r = (gpuocc_ramp){sizeof r, 0, 8, 4, 2, 8, 1};
    ok(gpuocc_ramp_time(&r, &out, NULL) == GPUOCC_OK && out.launch_bound == 0 && out.time == 23,
       "groups that end as fast as new ones are launched are not bound by that");
    r.launch_interval = 2.5;
    ok(gpuocc_ramp_time(&r, &out, NULL) == GPUOCC_OK && out.launch_bound == 1 && out.time == 26.5,
       "groups that end faster are");
    ok(gpuocc_chains_bounds(&c, &bounds, NULL) == GPUOCC_OK && bounds.unused == 0 &&
           bounds.serial_time == 6 && bounds.least_time == 6 && bounds.most_speedup == 1,
       "chains that fill the whole GPU");
    c.fill = 1.0000000000000002;
    ok(gpuocc_chains_bounds(&c, &bounds, NULL) == GPUOCC_ERROR_BAD_NUMBER, "or more than it");
}

/* The last member of each struct is read. */
static void last_members(void)
{
    gpuocc_chains c = {sizeof c, 2, 1, 3, 0, 1, -1};
    gpuocc_chains_result bounds = {sizeof bounds, 9, 0, 0, 0};
    gpuocc_serial s = {sizeof s, 0, 2, 4, 1e301};
    gpuocc_serial_result r = {sizeof r, 9, 0, 0, 0, 0, 0, 0};
    gpuocc_ramp ramp_of = {sizeof ramp_of, 0, 8, 4, 2, 8, -1};
    gpuocc_ramp_result out = {sizeof out, 9, 0, 0};

    ok(gpuocc_chains_bounds(&c, &bounds, NULL) == GPUOCC_ERROR_BAD_NUMBER &&
           gpuocc_serial_gap(&s, &r, NULL) == GPUOCC_ERROR_BAD_NUMBER &&
           gpuocc_ramp_time(&ramp_of, &out, NULL) == GPUOCC_ERROR_BAD_NUMBER,
       "a last member out of its range");
    c.fill = 1;
    c.gap = -1;
    s.core_scale = 1e300;
    s.gpu_time = 1e300;
    s.cpu_time = -1;
    ramp_of.fixed_time = 0;
    ramp_of.launch_interval = -1;
    ok(gpuocc_chains_bounds(&c, &bounds, NULL) == GPUOCC_ERROR_BAD_NUMBER &&
           gpuocc_serial_gap(&s, &r, NULL) == GPUOCC_ERROR_BAD_NUMBER &&
           gpuocc_ramp_time(&ramp_of, &out, NULL) == GPUOCC_ERROR_BAD_NUMBER,
       "and a first one");
    s.cpu_time = 0;
    ok(gpuocc_serial_gap(&s, &r, NULL) == GPUOCC_OK && r.time == 1 && r.limit == 0 &&
           r.speedup == 1e300,
       "times of up to 1e300");
}

/* 2^53 - 1 waves are counted exactly, 2^53 are too many. */
static void flight(void)
{
    gpuocc_flight f = {sizeof f, 1, 1, 1, 1, TWO_53 - 1};
    gpuocc_flight_result r = {sizeof r, 9, 0, 0, 0};

    ok(gpuocc_bytes_in_flight(&f, &r, NULL) == GPUOCC_OK && r.unused == 0 &&
           r.waves == 9007199254740991 && r.threads == 9007199254740991,
       "2^53 - 1 waves");
    f.gb_per_s = TWO_53;
    ok(gpuocc_bytes_in_flight(&f, &r, NULL) == GPUOCC_ERROR_TOO_LARGE, "2^53 waves");
    f = (gpuocc_flight){sizeof f, 2, 64, 32, 8, 16};
    ok(gpuocc_bytes_in_flight(&f, &r, NULL) == GPUOCC_OK && r.bytes == 64 && r.waves == 1 &&
           r.threads == 32,
       "one line is one wave");
    f.latency_ns = 9;
    ok(gpuocc_bytes_in_flight(&f, &r, NULL) == GPUOCC_OK && r.bytes == 72 && r.waves == 2,
       "a line and a bit are two");
}

int main(void)
{
    access_sizes();
    access_ends();
    counts();
    serial();
    ramp();
    last_members();
    flight();
    return done();
}
