/* SPDX-License-Identifier: MIT
 *
 * Tests the scaling models: the rows of the reference, the numbers of the talk that a model gives,
 * and the numbers at the limits that the header gives.
 */
#include <string.h>

#include "gpuocc/models.h"
#include "rows.h"
#include "schedule.h"
#include "tally.h"
#include "tap.h"

static gpuocc_serial_result gap(double cpu, double gpu, double scale)
{
    gpuocc_serial in = {sizeof in, 0, 0, 0, 0};
    gpuocc_serial_result out = {sizeof out, 0, 0, 0, 0, 0, 0, 0};

    in.cpu_time = cpu;
    in.gpu_time = gpu;
    in.core_scale = scale;
    if (gpuocc_serial_gap(&in, &out, NULL) != GPUOCC_OK)
        out.time = -1;
    return out;
}

static void serial_row(struct tally *t, const struct rows *rows, const char *in, const char *out)
{
    const double f = tally_number(in, "gpu_fraction");
    const gpuocc_serial_result r = gap(1 - f, f, tally_number(in, "core_scale"));

    tally_print(t, "%.9g", r.time, tally_value(out, "time_rel"), "time", rows->row);
    tally_print(t, "%.9g", r.speedup, tally_value(out, "speedup"), "speed-up", rows->row);
    tally_print(t, "%.9g", r.saved, tally_value(out, "time_saved_fraction"), "saved", rows->row);
    tally_print(t, "%.9g", r.gpu_busy, tally_value(out, "gpu_busy_fraction"), "busy", rows->row);
    tally_print(t, "%.9g", r.overlapped, tally_value(out, "pipelined_time_rel"), "overlapped",
                rows->row);
}

static void work_row(struct tally *t, const struct rows *rows, const char *in, const char *out)
{
    const double work = tally_number(in, "work_ops"), span = tally_number(in, "span_ops");
    double lower = 0, upper = 0;

    gpuocc_work_span(work, span, tally_number(in, "processors"), &lower, &upper, NULL);
    tally_print(t, "%.9g", lower, tally_value(out, "time_lower_steps"), "lower", rows->row);
    tally_print(t, "%.9g", upper, tally_value(out, "time_upper_steps"), "upper", rows->row);
    tally_print(t, "%.9g", work / span, tally_value(out, "parallelism"), "parallelism", rows->row);
}

static void flight_row(struct tally *t, const struct rows *rows, const char *in, const char *out)
{
    gpuocc_flight f = {sizeof f, 0, 128, 32, 0, 0};
    gpuocc_flight_result r = {sizeof r, 0, 0, 0, 0};

    f.core_count = (uint32_t)tally_number(in, "cores");
    f.latency_ns = tally_number(in, "latency_ns");
    f.gb_per_s = tally_number(in, "bandwidth_gb_s");
    gpuocc_bytes_in_flight(&f, &r, NULL);
    tally_print(t, "%.9g", r.bytes, tally_value(out, "bytes_per_core"), "bytes", rows->row);
    tally_print(t, "%.9g", (double)r.waves, tally_value(out, "simd_groups_per_core"), "waves",
                rows->row);
    tally_print(t, "%.9g", (double)r.threads, tally_value(out, "threads_per_core"), "threads",
                rows->row);
}

/* Compares a speed-up measured with all chains in parallel: the bounds allow the gaps to be
 * filled. */
static void chains_row(struct tally *t, const struct rows *rows, const char *in, const char *out)
{
    const double s = tally_number(in, "measured_speedup");
    gpuocc_chains c = {sizeof c, 0, 0, 1, 1000, 1, 0.001};
    gpuocc_chains_result r = {sizeof r, 0, 0, 0, 0};

    c.chains = c.interleaved = (uint32_t)tally_number(in, "streams");
    gpuocc_chains_bounds(&c, &r, NULL);
    tally_print(t, "%.9g", 1 - 1 / s, tally_value(out, "recoverable_fraction_min"), "recoverable",
                rows->row);
    tally_print(t, "%.9g", r.most_speedup, tally_value(out, "speedup_upper_bound"), "bound",
                rows->row);
}

static void test_rows(void)
{
    static const struct {
        const char *model;
        void (*row)(struct tally *, const struct rows *, const char *, const char *);
    } models[] = {{"serial_gap", serial_row},
                  {"work_span", work_row},
                  {"little_dram", flight_row},
                  {"interleave_inverse", chains_row}};
    struct tally t = {0, 0};
    struct rows rows;
    size_t i;

    for (rows_open(&rows, "schedule/scaling_sample.csv"); rows_next(&rows);)
        for (i = 0; i < 4; i++)
            if (strcmp(cell(&rows, "model"), models[i].model) == 0)
                models[i].row(&t, &rows, cell(&rows, "inputs"), cell(&rows, "outputs"));
    tally_report(&t, 18 * 5 + 8 * 3 + 2 * 3 + 2, "scaling_sample.csv, models of time");
}

/* Section 4: one measurement, two, and more recover the parts. */
static void test_fit(void)
{
    static const double scales[] = {1, 2, 4, 8}, times[] = {2, 1.5, 1.25, 1.125};
    static const double speeds[] = {1, 0.75}, odd[] = {1, 0.4};
    double cpu = -1, gpu = -1;

    ok(gpuocc_serial_fit(scales, speeds, 2, &cpu, &gpu, NULL) == GPUOCC_OK && cpu == 0.5 &&
           gpu == 0.5,
       "a speed-up of 1.333 with twice the cores: half of the time is the GPU's");
    ok(gpuocc_serial_fit(scales, times, 4, &cpu, &gpu, NULL) == GPUOCC_OK && cpu > 1 - 1e-12 &&
           cpu < 1 + 1e-12 && gpu > 1 - 1e-12 && gpu < 1 + 1e-12,
       "least squares over four points");
    ok(gpuocc_serial_fit(scales, odd, 2, &cpu, &gpu, NULL) == GPUOCC_OK && cpu < 0,
       "more than twice as fast with twice the cores: reported, not clamped");
    ok(gpuocc_serial_fit(scales, times, 1, &cpu, &gpu, NULL) == GPUOCC_NOT_POSSIBLE &&
           gpuocc_serial_fit(scales, times, 0, &cpu, &gpu, NULL) == GPUOCC_NOT_POSSIBLE,
       "one point is none");
}

/* Section 5, and section 3 with its three times. */
static void test_examples(void)
{
    gpuocc_chains c = {sizeof c, 2, 2, 10, 2, 8, 0.6};
    gpuocc_chains_result b = {sizeof b, 0, 0, 0, 0};
    gpuocc_ramp r = {sizeof r, 0, 96, 96, 0.05, 10, 2};
    gpuocc_ramp_result t = {sizeof t, 0, 0, 0};

    ok(gpuocc_chains_bounds(&c, &b, NULL) == GPUOCC_OK && b.serial_time == 200 &&
           b.least_time == 100 && b.most_speedup == 2,
       "two chains: at most twice as fast");
    c.chains = c.interleaved = 3;
    ok(gpuocc_chains_bounds(&c, &b, NULL) == GPUOCC_OK && b.serial_time == 300 &&
           b.least_time == 144 && b.most_speedup > 2.083 && b.most_speedup < 2.084,
       "three: 2.083 times");
    ok(gpuocc_ramp_time(&r, &t, NULL) == GPUOCC_OK && t.time == 16.75 && t.concurrency > 57.3 &&
           t.concurrency < 57.4 && t.launch_bound == 0,
       "ramp of one round");
    r.groups = 960;
    ok(gpuocc_ramp_time(&r, &t, NULL) == GPUOCC_OK && t.time == 106.75 && t.concurrency > 89.9 &&
           t.concurrency < 90,
       "ramp of ten rounds");
    r.launch_interval = 0.2;
    ok(gpuocc_ramp_time(&r, &t, NULL) == GPUOCC_OK && t.launch_bound == 1 &&
           t.time > 203.8 - 1e-9 && t.time < 203.8 + 1e-9,
       "bound by launches");
}

/* Compares the ramp with its definition, in whole numbers. */
static void test_ramp(void)
{
    uint32_t slots, interval, length, groups, i, good = 0, runs = 0;
    static double end[65];

    for (slots = 1; slots < 8; slots++)
        for (interval = 0; interval < 6; interval++)
            for (length = 1; length < 14; length++)
                for (groups = 1; groups < 40; groups++) {
                    gpuocc_ramp r = {sizeof r, 0, 0, 0, 0, 0, 0};
                    gpuocc_ramp_result t = {sizeof t, 0, 0, 0};
                    double start = 0;

                    r.groups = groups;
                    r.slots = slots;
                    r.launch_interval = interval;
                    r.group_time = length;
                    for (i = 0; i < groups; i++) {
                        if (i != 0)
                            start += interval;
                        if (i >= slots && end[i - slots] > start)
                            start = end[i - slots];
                        end[i] = start + length;
                    }
                    good +=
                        gpuocc_ramp_time(&r, &t, NULL) == GPUOCC_OK && t.time == end[groups - 1];
                    runs++;
                }
    ok(good == runs, "%u of %u ramps are the recurrence", good, runs);
}

/* Returns a number of an Apple GPU; NO_ROW if they are left out of the build. */
#define NO_ROW (-1.0)

static double of_device(const char *name, uint32_t field)
{
    const gpuocc_device *device;
    uint64_t number = 0;

    if (gpuocc_device_find(name, strlen(name), 0, &device, NULL, NULL) != GPUOCC_OK ||
        gpuocc_device_get(device, field, 0, &number) != GPUOCC_OK)
        return NO_ROW;
    return (double)number;
}

/* Rows 1, 2, 5 to 7: facts and limits in the tables. */
static double talk_device(int id)
{
    if (id == 1 || id == 2)
        return of_device(id == 1 ? "Apple M1" : "Apple M1 Ultra", GPUOCC_DEVICE_CORE_COUNT);
    if (id == 5)
        return of_device("Apple M1", GPUOCC_DEVICE_DEFAULT_WAVE_SIZE);
    if (id == 6)
        return of_device("Apple M1", GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    return of_device("Apple M1", GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP);
}

/* Rows 24 to 27, for a million values in groups of 256: atomics per value, wave, group. */
static double talk_atomics(int id)
{
    gpuocc_atomics a = {sizeof a, 0, 0, 0, 0, 0, 0};

    gpuocc_reduction_atomics(1000003, 256, 32, &a, NULL);
    if (id == 24)
        return (double)a.naive / 1000003;
    if (id == 25) /* 3906 groups of 8 waves, and one of 67 values in 3 */
        return (double)a.shared / (3906 * 8 + 3);
    return (double)a.per_group / 3907;
}

/* Returns the result for a row of the talk's table, NO_ROW if no model of the library gives it: 3,
 * 4, 23, 28 and 29 are anecdotes of programs that are not shown, 8 to 13 are a rule of thumb
 * (tests/tools/test_models.py), 14 is a tool's reading, 15 an input, 27 has no figure. For 21 and
 * 22 there is a bound. */
static double talk_value(int id)
{
    if (id <= 2 || (id >= 5 && id <= 7))
        return talk_device(id);
    if (id >= 24 && id <= 26)
        return talk_atomics(id);
    switch (id) {
    case 16:
        return 100 * (gap(1, 1, 2).speedup - 1);
    case 17:
        return 100 * (gap(1, 1, 4).speedup - 1);
    case 18:
        return 100 * gap(1, 1, 2).saved;
    case 19:
        return 100 * gap(1, 1, 4).saved;
    case 20:
        return 100 * (gap(1, 1, 1).limit - 1);
    case 21:
        return 100 * gap(0, 1, 1.3).saved;
    case 22:
        return 100 * gap(0, 1, 1.7).saved;
    default:
        return NO_ROW;
    }
}

/* The 29 numbers: every row that a model gives, and no other. */
static void test_talk(void)
{
    struct tally t = {0, 0};
    struct rows rows;
    int rows_seen = 0, without = 0, apple = of_device("Apple M1", GPUOCC_DEVICE_CORE_COUNT) > 0;
    double want, off;

    for (rows_open(&rows, "schedule/wwdc22_10159.csv"); rows_next(&rows); rows_seen++) {
        const int id = (int)number(&rows, "id", 0);
        const char *column = id >= 24 && id <= 26 ? "value_low" : "model_value_low";
        const char *kind = cell(&rows, "kind"), *high = cell(&rows, "model_value_high");

        if (talk_value(id) < 0) {
            without++;
            tally(&t,
                  id == 27 || (id >= 10 && id <= 13) || !apple || strcmp(kind, "model_result") != 0,
                  kind, rows.row, 0, 0);
            continue;
        }
        want = strtod(cell(&rows, column), NULL);
        off = talk_value(id) - want;
        tally(&t, off < 0.05 && off > -0.05, "low", rows.row, talk_value(id), want);
        if (high[0] == 0)
            continue;
        off = talk_value(id) - strtod(high, NULL);
        tally(&t, off < 0.05 && off > -0.05, "high", rows.row, talk_value(id), want);
    }
    ok(rows_seen == 29 && without == (apple ? 14 : 19), "the talk has %d numbers, %d of no model",
       rows_seen, without);
    tally_report(&t, apple ? 15 * 2 - 5 + 14 : 10 * 2 - 5 + 19, "wwdc22_10159.csv");
}

/* Rows 3 and 4, with a grid that the talk does not give: 72 groups run no faster on 32 cores than
 * on 24, 144 no faster on 64 than on 48. */
static void test_plateaus(void)
{
    struct plan p;
    int held = schedule_of(&p, 24, 1, 72) == GPUOCC_OK &&
               whole(&p, GPUOCC_SCHEDULE_PLATEAU_FIRST, 0) == 24 &&
               whole(&p, GPUOCC_SCHEDULE_PLATEAU_LAST, 0) >= 32;

    held &= schedule_of(&p, 48, 1, 144) == GPUOCC_OK &&
            whole(&p, GPUOCC_SCHEDULE_PLATEAU_FIRST, 0) == 48 &&
            whole(&p, GPUOCC_SCHEDULE_PLATEAU_LAST, 0) >= 64;
    ok(held, "plateaus from 24 over 32 and from 48 over 64 cores");
}

static void test_errors(void)
{
    gpuocc_serial s = {sizeof s, 0, 0, 0, 1};
    gpuocc_serial_result r = {sizeof r, 0, 0, 0, 0, 0, 0, 0};
    gpuocc_flight f = {sizeof f, 1, 1, 32, 1e200, 1e200};
    gpuocc_flight_result b = {sizeof b, 0, 0, 0, 0};
    double lower, upper;

    ok(gpuocc_serial_gap(&s, &r, NULL) == GPUOCC_ERROR_BAD_NUMBER, "no time at all");
    s.gpu_time = 1;
    ok(gpuocc_serial_gap(&s, &r, NULL) == GPUOCC_OK && r.limit == 0 && r.bound == 1, "no CPU part");
    s.gpu_time = 1e308;
    ok(gpuocc_serial_gap(&s, &r, NULL) == GPUOCC_ERROR_BAD_NUMBER, "a time near infinity");
    s.gpu_time = 1;
    r.size = 12;
    ok(gpuocc_serial_gap(&s, &r, NULL) == GPUOCC_ERROR_STRUCT_SIZE, "a short struct");
    r.size = sizeof r;
    ok(gpuocc_serial_gap(NULL, &r, NULL) == GPUOCC_ERROR_NULL, "NULL");
    ok(gpuocc_bytes_in_flight(&f, &b, NULL) == GPUOCC_ERROR_TOO_LARGE, "too much in flight");
    ok(gpuocc_work_span(1, 2, 1, &lower, &upper, NULL) == GPUOCC_ERROR_BAD_NUMBER,
       "a chain longer than all work");
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

int main(void)
{
    test_rows();
    test_fit();
    test_examples();
    test_ramp();
    test_talk();
    test_plateaus();
    test_errors();
    serial();
    ramp();
    last_members();
    return done();
}
