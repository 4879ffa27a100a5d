/* SPDX-License-Identifier: MIT
 *
 * Tests balance, halo, lines and atomics. The rows are those of the reference; lines are also
 * compared with a count byte by byte. Each number is tested at the limits that the header gives:
 * the last valid one, the first invalid one, and the result exactly at the limit.
 */
#include <string.h>

#include "gpuocc/models.h"
#include "random.h"
#include "rows.h"
#include "schedule.h"
#include "tally.h"
#include "tap.h"

static void test_halo(void)
{
    struct tally t = {0, 0};
    struct rows rows;

    for (rows_open(&rows, "schedule/halo.csv"); rows_next(&rows);) {
        const uint32_t dimensions = (uint32_t)number(&rows, "dimensions", 0);
        gpuocc_tile tile = {sizeof tile, 0, 0, 0, 0, 4};
        gpuocc_halo h = {sizeof h, 0, 0, 0, 0, 0, 0};
        int32_t status;
        double border, payload, all;

        tile.x = (uint32_t)number(&rows, "tile_x", 0);
        tile.y = dimensions > 1 ? (uint32_t)number(&rows, "tile_y", 0) : 0;
        tile.z = dimensions > 2 ? (uint32_t)number(&rows, "tile_z", 0) : 0;
        tile.radius = (uint32_t)number(&rows, "radius", 0);
        status = gpuocc_tile_halo(&tile, &h, NULL);
        border = (double)h.border;
        payload = (double)h.payload;
        all = (double)h.all;
        tally(&t, status == GPUOCC_OK && h.dimensions == dimensions && h.shared_bytes == 4 * h.all,
              "status", rows.row, status, 0);
        tally_print(&t, "%.0f", payload, cell(&rows, "payload_loads"), "payload", rows.row);
        tally_print(&t, "%.0f", border, cell(&rows, "border_loads"), "border", rows.row);
        tally_print(&t, "%.0f", all, cell(&rows, "all_loads"), "all", rows.row);
        tally_print(&t, "%.4f", 100 * border / payload, cell(&rows, "border_over_payload_percent"),
                    "A", rows.row);
        tally_print(&t, "%.4f", 100 * border / all, cell(&rows, "border_over_all_loads_percent"),
                    "B", rows.row);
        tally_print(&t, "%.6f", all / payload, cell(&rows, "loads_per_output_tiled"), "tiled",
                    rows.row);
        tally_print(&t, "%.0f", (double)h.unstaged_loads, cell(&rows, "loads_per_output_untiled"),
                    "untiled", rows.row);
    }
    tally_report(&t, 8 * 30, "halo.csv");
}

static gpuocc_access access_of(const struct rows *rows)
{
    gpuocc_access a = {sizeof a, 0, 0, 0, 0, 0, 0, 0, 0, 0};

    a.wave_size = (uint32_t)number(rows, "simd_width_threads", 0);
    a.group_x = (uint32_t)number(rows, "group_x_threads", 0);
    a.group_y = (uint32_t)number(rows, "group_y_threads", 0);
    a.element_bytes = (uint32_t)number(rows, "element_bytes", 0);
    a.line_bytes = (uint32_t)number(rows, "line_bytes", 0);
    a.pitch_bytes = (uint64_t)number(rows, "row_pitch_bytes", 0);
    a.base_bytes = (uint64_t)number(rows, "base_offset_bytes", 0);
    a.origin_x = (uint64_t)number(rows, "group_origin_x_elements", 0);
    a.origin_y = (uint64_t)number(rows, "group_origin_y_elements", 0);
    return a;
}

static void test_lines(void)
{
    struct tally t = {0, 0};
    struct rows rows;

    for (rows_open(&rows, "schedule/lines_touched.csv"); rows_next(&rows);) {
        const gpuocc_access a = access_of(&rows);
        const uint32_t wave = (uint32_t)number(&rows, "simd_group_index", 0);
        gpuocc_lines l = {sizeof l, 0, 0, 0, 0, 0}, group = l;
        uint64_t sum = 0;
        int32_t status = gpuocc_wave_lines(&a, wave, &l, NULL);

        status |= gpuocc_group_lines(&a, &group, &sum, NULL);
        tally(&t, status == GPUOCC_OK, "status", rows.row, status, 0);
        tally_print(&t, "%.0f", l.threads, cell(&rows, "active_threads"), "threads", rows.row);
        tally_print(&t, "%.0f", (double)l.rows, cell(&rows, "rows_spanned"), "rows", rows.row);
        tally_print(&t, "%.0f", (double)l.lines, cell(&rows, "lines_touched"), "lines", rows.row);
        tally_print(&t, "%.0f", (double)l.bytes_used, cell(&rows, "bytes_used"), "used", rows.row);
        tally_print(&t, "%.0f", (double)l.bytes_fetched, cell(&rows, "bytes_fetched"), "fetched",
                    rows.row);
        tally_print(&t, "%.6f", (double)l.bytes_used / (double)l.bytes_fetched,
                    cell(&rows, "efficiency"), "efficiency", rows.row);
        tally_print(&t, "%.0f", (double)sum, cell(&rows, "group_lines_sum"), "sum", rows.row);
        tally_print(&t, "%.0f", (double)group.lines, cell(&rows, "group_lines_distinct"),
                    "distinct", rows.row);
    }
    tally_report(&t, 9 * 77, "lines_touched.csv");
}

/* Counts the lines that contain bytes of threads `low` to `high`, byte by byte. */
static uint64_t lines_by_byte(const gpuocc_access *a, uint32_t low, uint32_t high)
{
    static unsigned char touched[1 << 16];
    uint64_t at, count = 0;
    uint32_t i, byte;

    memset(touched, 0, sizeof touched);
    for (i = low; i <= high; i++)
        for (byte = 0; byte < a->element_bytes; byte++) {
            at = a->base_bytes + (a->origin_y + i / a->group_x) * a->pitch_bytes +
                 (a->origin_x + i % a->group_x) * a->element_bytes + byte;
            count += !touched[at / a->line_bytes];
            touched[at / a->line_bytes] = 1;
        }
    return count;
}

static void test_lines_random(void)
{
    const int runs = 20000;
    int run, good = 0;

    for (run = 0; run < runs; run++) {
        gpuocc_access a = {sizeof a, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        gpuocc_lines l = {sizeof l, 0, 0, 0, 0, 0};
        uint32_t threads, low, high;

        a.wave_size = between(1, 40);
        a.group_x = between(1, 12);
        a.group_y = between(1, 8);
        a.element_bytes = between(1, 5);
        a.line_bytes = between(1, 40);
        a.pitch_bytes = a.group_x * a.element_bytes + (between(0, 1) ? between(0, 300) : 0);
        a.base_bytes = between(0, 50);
        a.origin_x = between(0, 10);
        a.origin_y = between(0, 10);
        threads = a.group_x * a.group_y;
        low = between(0, (threads - 1) / a.wave_size) * a.wave_size;
        high = low + a.wave_size < threads ? low + a.wave_size - 1 : threads - 1;
        good += gpuocc_wave_lines(&a, low / a.wave_size, &l, NULL) == GPUOCC_OK &&
                l.lines == lines_by_byte(&a, low, high) && l.threads == high - low + 1 &&
                gpuocc_group_lines(&a, &l, NULL, NULL) == GPUOCC_OK &&
                l.lines == lines_by_byte(&a, 0, threads - 1);
    }
    ok(good == runs, "%d of %d random accesses touch the lines that their bytes lie in", good,
       runs);
}

static void test_atomics(void)
{
    struct tally t = {0, 0};
    struct rows rows;

    for (rows_open(&rows, "schedule/scaling_sample.csv"); rows_next(&rows);) {
        const char *in = cell(&rows, "inputs"), *out = cell(&rows, "outputs");
        gpuocc_atomics a = {sizeof a, 0, 0, 0, 0, 0, 0};

        if (strcmp(cell(&rows, "model"), "atomics") != 0)
            continue;
        gpuocc_reduction_atomics((uint64_t)tally_number(in, "elements"),
                                 (uint32_t)tally_number(in, "threadgroup_threads"),
                                 (uint32_t)tally_number(in, "simd_width_threads"), &a, NULL);
        tally_print(&t, "%.9g", (double)a.naive, tally_value(out, "device_atomics_naive"), "naive",
                    rows.row);
        tally_print(&t, "%.9g", (double)a.wave_only, tally_value(out, "device_atomics_simd_only"),
                    "wave", rows.row);
        tally_print(&t, "%.9g", (double)a.per_group,
                    tally_value(out, "device_atomics_hierarchical"), "group", rows.row);
        tally_print(&t, "%.9g", (double)a.shared,
                    tally_value(out, "threadgroup_atomics_hierarchical"), "shared", rows.row);
        tally_print(&t, "%.9g", (double)a.naive / (double)a.per_group,
                    tally_value(out, "device_reduction_factor"), "factor", rows.row);
    }
    tally_report(&t, 5 * 6, "scaling_sample.csv, atomics");
}

/* whole-gpu.md 7: 1,000,003 values in groups of 256: 3907 groups, the last of 67 threads. */
static void test_atomics_example(void)
{
    gpuocc_atomics a = {sizeof a, 0, 0, 0, 0, 0, 0};

    ok(gpuocc_reduction_atomics(1000003, 256, 32, &a, NULL) == GPUOCC_OK && a.naive == 1000003 &&
           a.wave_only == 31251 && a.per_group == 3907 && a.shared == 31251 && a.shared_most == 8,
       "atomics of 1,000,003 values");
    ok(gpuocc_reduction_atomics(5, 256, 32, &a, NULL) == GPUOCC_OK && a.per_group == 1 &&
           a.shared_most == 1 &&
           gpuocc_reduction_atomics(0, 256, 32, &a, NULL) == GPUOCC_ERROR_NOT_A_CHOICE &&
           gpuocc_reduction_atomics(5, 1, 1, NULL, NULL) == GPUOCC_ERROR_NULL,
       "atomics of five values, of none");
}

/* By hand: 100,000 threads on 10 cores. In groups of 1024: 98 groups, 10 on the fullest core, 97.7
 * %; of 32: 3125 groups, 313 on the fullest, 99.8 %. */
static void test_balance(void)
{
    gpuocc_balance large = {sizeof large, 0, 0, 0, 0, 0, 0}, little = large;

    ok(gpuocc_balance_cores(100000, 1024, 10, &large, NULL) == GPUOCC_OK && large.groups == 98 &&
           large.most_groups == 10 && large.least_groups == 9 && large.busy_cores == 10 &&
           large.capacity == 102400 &&
           gpuocc_balance_cores(100000, 32, 10, &little, NULL) == GPUOCC_OK &&
           little.groups == 3125 && little.most_groups == 313 && little.least_groups == 312 &&
           little.capacity == 100160,
       "small groups balance better");
    ok(gpuocc_balance_cores(100, 64, 10, &large, NULL) == GPUOCC_OK && large.busy_cores == 2 &&
           large.least_groups == 0 && large.most_groups == 1 && large.capacity == 640,
       "two groups keep two of ten cores busy");
    ok(gpuocc_balance_cores(UINT64_MAX, 1, 7, &large, NULL) == GPUOCC_ERROR_TOO_LARGE &&
           gpuocc_balance_cores(1, 0, 7, &large, NULL) == GPUOCC_ERROR_NOT_A_CHOICE,
       "balance of what 64 bits do not hold, of groups without threads");
}

static void test_errors(void)
{
    gpuocc_tile tile = {sizeof tile, 8, 0, 8, 1, 4};
    gpuocc_halo halo = {sizeof halo, 0, 0, 0, 0, 0, 0};
    gpuocc_access a = {sizeof a, 32, 8, 8, 4, 128, 31, 0, 0, 0};
    gpuocc_lines lines = {sizeof lines, 0, 0, 0, 0, 0};

    ok(gpuocc_tile_halo(&tile, &halo, NULL) == GPUOCC_ERROR_NOT_A_CHOICE, "a tile without a y");
    tile.y = tile.z = UINT32_MAX;
    tile.x = UINT32_MAX;
    ok(gpuocc_tile_halo(&tile, &halo, NULL) == GPUOCC_ERROR_TOO_LARGE, "a tile of 2^96 elements");
    tile.z = 0;
    tile.radius = 0;
    tile.element_bytes = 1;
    ok(gpuocc_tile_halo(&tile, &halo, NULL) == GPUOCC_OK && halo.border == 0 &&
           halo.dimensions == 2 && halo.shared_bytes == (uint64_t)UINT32_MAX * UINT32_MAX,
       "a square of 2^32 - 1");
    tile.element_bytes = 2;
    ok(gpuocc_tile_halo(&tile, &halo, NULL) == GPUOCC_ERROR_TOO_LARGE, "of two bytes each");
    tile.x = tile.y = tile.z = 1;
    tile.radius = 1321122; /* 2642245 cubed is below 2^64, 2642247 cubed is not */
    tile.element_bytes = 0;
    ok(gpuocc_tile_halo(&tile, &halo, NULL) == GPUOCC_OK && halo.payload == 1 &&
           halo.dimensions == 3 && halo.all == UINT64_C(2642245) * 2642245 * 2642245 &&
           halo.border == halo.all - 1 && halo.unstaged_loads == halo.all && halo.shared_bytes == 0,
       "the largest border of one element");
    tile.radius++;
    ok(gpuocc_tile_halo(&tile, &halo, NULL) == GPUOCC_ERROR_TOO_LARGE, "one element wider");
    ok(gpuocc_wave_lines(&a, 0, &lines, NULL) == GPUOCC_ERROR_NOT_A_CHOICE, "rows that overlap");
    a.pitch_bytes = 32;
    ok(gpuocc_wave_lines(&a, 2, &lines, NULL) == GPUOCC_ERROR_INDEX, "a wave that is not there");
    a.origin_y = UINT64_MAX / 32;
    ok(gpuocc_wave_lines(&a, 0, &lines, NULL) == GPUOCC_ERROR_TOO_LARGE,
       "an address above 64 bits");
    a.origin_y = 0;
    lines.size = 4;
    ok(gpuocc_wave_lines(&a, 0, &lines, NULL) == GPUOCC_ERROR_STRUCT_SIZE, "a short struct");
}

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
    test_halo();
    test_lines();
    test_lines_random();
    test_atomics();
    test_atomics_example();
    test_balance();
    test_errors();
    access_sizes();
    access_ends();
    counts();
    flight();
    return done();
}
