/* SPDX-License-Identifier: MIT
 *
 * Tests the numbers, sizes, times and units of fields, at the limits of each. What is expected is
 * the number that stands there, times its unit; a size is each number of bytes of which it is a
 * rounding.
 */
#include "runs.h"

#include "reader.h"

#define NO_WIDE  UINT64_MAX
#define NO_BYTES GPUOCC_UNKNOWN, GPUOCC_UNKNOWN
#define ZEROS_16 "0000000000000000"
#define COUNT(x) (sizeof(x) / sizeof *(x))

static gpuocc_kernels_text text_of(const char *string)
{
    const gpuocc_kernels_text text = {string, strlen(string)};

    return text;
}

static const struct {
    const char *text;
    uint64_t number;
} rows_of_whole[] = {{"", NO_WIDE},
                     {"-", NO_WIDE},
                     {".", NO_WIDE},
                     {"/", NO_WIDE},
                     {":", NO_WIDE},
                     {"x1", NO_WIDE},
                     {".e3", NO_WIDE},
                     {"-1", NO_WIDE},
                     {"-0.2", NO_WIDE},
                     {"-0", 0},
                     {"0", 0},
                     {"9", 9},
                     {"9/", 9},
                     {"9:", 9},
                     {"0x10", 0},
                     {"1.2.9", 1},
                     /* Rounded: a half is rounded up. */
                     {"0.4", 0},
                     {"0.49", 0},
                     {"0.5", 1},
                     {".5", 1},
                     {"1.", 1},
                     {"1.4999", 1},
                     {"1.5", 2},
                     {"0.05", 0},
                     {"0.009", 0},
                     /* Exponents. */
                     {"1e", 1},
                     {"1e-", 1},
                     {"1f3", 1},
                     {"1e3", 1000},
                     {"1E+3", 1000},
                     {"1e,3", 1},
                     {"1e.3", 1},
                     {"1e03", 1000},
                     {"1.5e1", 15},
                     {"14e-1", 1},
                     {"15e-1", 2},
                     {"5e-1", 1},
                     {"5e-2", 0},
                     {"9e-3", 0},
                     {"1e19", UINT64_C(10000000000000000000)},
                     {"1e20", NO_WIDE},
                     {"1e99999999999", NO_WIDE},
                     {"1e-99999999999", 0},
                     {"0e99999999999", 0},
                     /* 2^64 is 18446744073709551616; what is kept ends at ...609. */
                     {"18446744073709551609", UINT64_MAX - 6},
                     {"18446744073709551610", NO_WIDE},
                     {"18446744073709551614", NO_WIDE},
                     {"18446744073709551616", NO_WIDE},
                     {"18446744073709551619", NO_WIDE},
                     {"20000000000000000001", NO_WIDE},
                     {"99999999999999999999", NO_WIDE},
                     {"1844674407370955160.9", UINT64_C(1844674407370955161)},
                     {"1844674407370955161.9", UINT64_C(1844674407370955161)},
                     {"1844674407370955160e1", UINT64_C(18446744073709551600)},
                     {"184467440737095516.0e2", UINT64_C(18446744073709551600)}};

static void test_whole(void)
{
    size_t i;

    for (i = 0; i < COUNT(rows_of_whole); i++)
        ok(runs_wide(text_of(rows_of_whole[i].text)) == rows_of_whole[i].number, "\"%s\"",
           rows_of_whole[i].text);
    ok(runs_number(text_of("4294967293")) == 4294967293u, "the largest number of 32 bits");
    ok(runs_number(text_of("4294967294")) == GPUOCC_UNKNOWN &&
           runs_number(text_of("4294967296")) == GPUOCC_UNKNOWN,
       "larger ones are not known");
}

static void test_times(void)
{
    static const struct {
        const char *text;
        uint32_t unit;
        uint64_t ns;
    } rows[] = {{"7", 1, 7},
                {"0.5", 1, 1},
                {"1.5", 1000, 1500},
                {"1.0004", 1000, 1000},
                {"1.0005", 1000, 1001},
                {"2", 1000000, 2000000},
                {"0.0000005", 1000000, 1},
                {"3", 1000000000, UINT64_C(3000000000)},
                {"18446744073.709551609", 1000000000, UINT64_MAX - 6},
                {"18446744074", 1000000000, NO_WIDE},
                {"-1", 1000, NO_WIDE}};
    size_t i;

    for (i = 0; i < COUNT(rows); i++)
        ok(runs_time(text_of(rows[i].text), rows[i].unit) == rows[i].ns, "%s times %u ns",
           rows[i].text, (unsigned)rows[i].unit);
}

static void test_reals(void)
{
    static const struct {
        const char *text;
        double number; /* below 0: none */
    } rows[] = {{"", -1},         {"-1", -1},       {"x", -1},     {"0", 0},       {"0.0", 0},
                {"1.5", 1.5},     {"12e-1", 1.2},   {"1e0", 1},    {"1e1", 10},    {"25e2", 2500},
                {"1.25e2", 125},  {"0.5e1", 5},     {"1e301", -1}, {"1e-301", -1}, {"10e301", -1},
                {"0.1e-300", -1}, {"0.0625", .0625}};
    size_t i;

    for (i = 0; i < COUNT(rows); i++)
        ok(rows[i].number < 0 ? runs_real(text_of(rows[i].text)) < 0
                              : runs_real(text_of(rows[i].text)) == rows[i].number,
           "\"%s\" as a real number", rows[i].text);
    ok(runs_real(text_of("1e300")) > 0.999e300 && runs_real(text_of("1e300")) < 1.001e300,
       "the largest power of ten");
    ok(runs_real(text_of("1e-300")) > 0.999e-300 && runs_real(text_of("1e-300")) < 1.001e-300,
       "the smallest one");
}

static const struct {
    const char *text;
    uint32_t unit, low, high;
} rows_of_sizes[] = {{"", 1000, NO_BYTES},
                     {".", 1000, NO_BYTES},
                     {"-1", 1000, NO_BYTES},
                     {"1.2.3", 1000, NO_BYTES},
                     {"1/", 1000, NO_BYTES},
                     {"1:", 1000, NO_BYTES},
                     {"1e3", 1000, NO_BYTES},
                     {"0", 0, 0, 0},
                     {"16", 0, 16, 16},
                     {"16", 1, 16, 16},
                     {"16.0", 1, 16, 16},
                     {"90", 1, 90, 90},
                     /* Half a unit of the last digit, in both directions. */
                     {"0", 1000, 0, 500},
                     {"0.0", 1000, 0, 50},
                     {".0", 1000, 0, 50},
                     {"0.000", 1000, 0, 0},
                     {"8.19", 1000, 8185, 8195},
                     {"8.192", 1000, 8192, 8192},
                     {"3.", 1000, 2500, 3500},
                     {"0.05", 1000000, 45000, 55000},
                     {"1", 1024, 512, 1536},
                     {"1.00", 1048576, 1043334, 1053818}, /* 1048576 less and more 5242.88 */
                     {"0.000001", 1000000000, 500, 1500},
                     /* 4,294,967,293 is the largest size. */
                     {"4294967.28", 1000, 4294967275u, 4294967285u},
                     {"4294967.29", 1000, 4294967285u, GPUOCC_UNKNOWN},
                     {"4294967.31", 1000, NO_BYTES},
                     /* Nine digits, and 18 behind the point. */
                     {"999999991", 1, 999999991, 999999991},
                     {"1000000001", 1, NO_BYTES},
                     {"0.0000000000"
                      "00000000",
                      1000, 0, 0},
                     {"0.0000000000"
                      "000000000",
                      1000, NO_BYTES},
                     {ZEROS_16 ZEROS_16 "17", 1, 17, 17}};

static void test_sizes(void)
{
    gpuocc_runs_bytes bytes;
    size_t i;

    for (i = 0; i < COUNT(rows_of_sizes); i++) {
        bytes = runs_bytes(text_of(rows_of_sizes[i].text), rows_of_sizes[i].unit);
        ok(bytes.low == rows_of_sizes[i].low && bytes.high == rows_of_sizes[i].high,
           "\"%s\" in units of %u bytes: %u to %u", rows_of_sizes[i].text,
           (unsigned)rows_of_sizes[i].unit, (unsigned)bytes.low, (unsigned)bytes.high);
    }
    bytes = runs_bytes(text_of("8.19201"), 1000); /* 8192.005 to 8192.015 */
    ok(bytes.low > bytes.high, "no number of bytes");
}

/* Puts a field, as tables do. */
static void put(const char *text, unsigned char kind, uint32_t unit, void *to)
{
    const struct runs_member known = {"", kind, 0, NULL};

    runs_put(text_of(text), &known, unit, to);
}

/* Units of 1000 bytes may be of 1024: the larger interval of those that have whole bytes. */
static void test_old_sizes(void)
{
    static const struct {
        const char *text;
        uint32_t unit, low, high;
    } rows[] = {{"16", 1, 16, 16},
                {"1", 1024, 512, 1536},
                {"1.5", 1000, 1450, 1587},             /* 1450 to 1550, or 1484.8 to 1587.2 */
                {"16.384", 1000, 16384, 16777},        /* or 16776.7 to 16777.7 */
                {"0.0625", 1000, 64, 64},              /* no byte from 62.45 to 62.55 */
                {"0.015625", 1000000, 15625, 16384},   /* or 16383.5 to 16384.5 */
                {"0.00003", 1000000000, 25000, 37580}, /* or 26843.5 to 37580.96 */
                {"1.0005", 1000, NO_BYTES},     /* 1000.45 to 1000.55, or 1024.46 to 1024.56 */
                {"1.001", 1000, 1001, 1025},    /* or 1024.5 to 1025.5 */
                {"1.00100", 1000, 1001, 1001}}; /* no byte from 1025.019 to 1025.029 */
    gpuocc_runs_bytes bytes;
    size_t i;

    for (i = 0; i < COUNT(rows); i++) {
        put(rows[i].text, RUNS_OLD_SIZE, rows[i].unit, &bytes);
        ok(bytes.low == rows[i].low && bytes.high == rows[i].high,
           "\"%s\" in units of %u bytes or the binary ones: %u to %u", rows[i].text,
           (unsigned)rows[i].unit, (unsigned)bytes.low, (unsigned)bytes.high);
    }
}

static void test_put(void)
{
    static const struct {
        const char *text;
        uint32_t sizes[3];
    } triples[] = {{"", {5, 5, 5}},       {"(/:)", {5, 5, 5}},
                   {"64", {64, 1, 1}},    {"(128, 2, 3)", {128, 2, 3}},
                   {"0,9", {0, 9, 1}},    {"(1,2,3,4)", {1, 2, 3}},
                   {"1x2:3/4", {1, 2, 3}}};
    uint32_t number, sizes[3];
    gpuocc_runs_bytes bytes;
    gpuocc_kernels_text text;
    uint64_t wide;
    double real;
    size_t i;

    for (i = 0; i < COUNT(triples); i++) {
        sizes[0] = sizes[1] = sizes[2] = 5;
        put(triples[i].text, RUNS_TRIPLE, 0, sizes);
        ok(memcmp(sizes, triples[i].sizes, sizeof sizes) == 0, "three sizes of \"%s\"",
           triples[i].text);
    }
    put("1,234", RUNS_NUMBER, 0, &number);
    put("4,294,967,296", RUNS_WIDE, 0, &wide);
    put("1,000.5", RUNS_REAL, 0, &real);
    ok(number == 1234 && wide == UINT64_C(4294967296) && real == 1000.5, "thousands");
    put(ZEROS_16 ZEROS_16 ZEROS_16, RUNS_WIDE, 0, &wide);
    ok(wide == 0, "48 digits");
    put(ZEROS_16 ZEROS_16 "0,000,000,000,000,000", RUNS_WIDE, 0, &wide);
    ok(wide == 0, "with separators");
    put(ZEROS_16 ZEROS_16 ZEROS_16 "0", RUNS_WIDE, 0, &wide);
    ok(wide == NO_WIDE, "49 are no number");
    put("8.19201", RUNS_SIZE, 1000, &bytes);
    ok(bytes.low == GPUOCC_UNKNOWN && bytes.high == GPUOCC_UNKNOWN,
       "no number of bytes is unknown");
    put("8,192", RUNS_SIZE, 0, &bytes);
    ok(bytes.low == 8192 && bytes.high == 8192, "a size without a unit is in bytes");
    put("8", RUNS_TIME, 0, &wide);
    ok(wide == 8, "a time without a unit is in nanoseconds");
    put("a,b", RUNS_STRING, 0, &text);
    ok(text.length == 3, "a text keeps its comma");
    put("9", RUNS_TIME, GPUOCC_UNKNOWN, &wide);
    put("9", RUNS_SIZE, GPUOCC_UNKNOWN, &bytes);
    ok(wide == 8 && bytes.low == 8192, "a value in a unit that is not known is left out");
}

/* Units of ncu (https://docs.nvidia.com/nsight-compute/NsightComputeCli/index.html, --print-units),
 * nsys and nvprof, with SI prefixes, and the binary ones of IEC 80000-13. */
static const struct {
    const char *name;
    uint32_t size, time; /* GPUOCC_UNKNOWN: none of these */
} rows_of_units[] = {{"B", 1, GPUOCC_UNKNOWN},
                     {"b", 1, GPUOCC_UNKNOWN},
                     {"byte", 1, GPUOCC_UNKNOWN},
                     {"bytes", 1, GPUOCC_UNKNOWN},
                     {"byte/block", 1, GPUOCC_UNKNOWN},
                     {"KB", 1000, GPUOCC_UNKNOWN},
                     {"Kbyte", 1000, GPUOCC_UNKNOWN},
                     {"Kbyte/block", 1000, GPUOCC_UNKNOWN},
                     {"MB", 1000000, GPUOCC_UNKNOWN},
                     {"Mbyte", 1000000, GPUOCC_UNKNOWN},
                     {"GB", 1000000000, GPUOCC_UNKNOWN},
                     {"Gbyte", 1000000000, GPUOCC_UNKNOWN},
                     {"KiB", 1024, GPUOCC_UNKNOWN},
                     {"MiB", 1024 * 1024, GPUOCC_UNKNOWN},
                     {"GiB", 1024 * 1024 * 1024, GPUOCC_UNKNOWN},
                     {"ns", GPUOCC_UNKNOWN, 1},
                     {"nsec", GPUOCC_UNKNOWN, 1},
                     {"nsecond", GPUOCC_UNKNOWN, 1},
                     {"us", GPUOCC_UNKNOWN, 1000},
                     {"usec", GPUOCC_UNKNOWN, 1000},
                     {"usecond", GPUOCC_UNKNOWN, 1000},
                     {"\xc2\xb5s", GPUOCC_UNKNOWN, 1000},
                     {"\xce\xbcs", GPUOCC_UNKNOWN, 1000},
                     {"ms", GPUOCC_UNKNOWN, 1000000},
                     {"msec", GPUOCC_UNKNOWN, 1000000},
                     {"msecond", GPUOCC_UNKNOWN, 1000000},
                     {"s", GPUOCC_UNKNOWN, 1000000000},
                     {"sec", GPUOCC_UNKNOWN, 1000000000},
                     {"second", GPUOCC_UNKNOWN, 1000000000},
                     {"", GPUOCC_UNKNOWN, GPUOCC_UNKNOWN},
                     {"/block", GPUOCC_UNKNOWN, GPUOCC_UNKNOWN},
                     {"seconds", GPUOCC_UNKNOWN, GPUOCC_UNKNOWN},
                     {"m", GPUOCC_UNKNOWN, GPUOCC_UNKNOWN},
                     {"register/thread", GPUOCC_UNKNOWN, GPUOCC_UNKNOWN}};

static void test_units(void)
{
    reader *r = calloc(1, sizeof *r);
    uint32_t size, old, time;
    uint64_t warnings;
    size_t i;

    for (i = 0; i < COUNT(rows_of_units); i++) {
        r->told_unit = 0;
        warnings = r->warnings;
        size = runs_unit(r, text_of(rows_of_units[i].name), RUNS_SIZE);
        old = runs_unit(r, text_of(rows_of_units[i].name), RUNS_OLD_SIZE);
        r->told_unit = 0;
        time = runs_unit(r, text_of(rows_of_units[i].name), RUNS_TIME);
        ok(size == rows_of_units[i].size && old == size && time == rows_of_units[i].time &&
               r->warnings - warnings ==
                   (uint64_t)(size == GPUOCC_UNKNOWN) + (uint64_t)(time == GPUOCC_UNKNOWN),
           "the unit \"%s\"", rows_of_units[i].name);
    }
    free(r);
    ok(runs_has_unit(RUNS_TIME) && runs_has_unit(RUNS_SIZE) && runs_has_unit(RUNS_OLD_SIZE) &&
           !runs_has_unit(RUNS_NUMBER) && !runs_has_unit(RUNS_STRING),
       "times and sizes have units");
}

/* Groups are the threads of each dimension by those of a group, rounded up. */
static void test_groups(void)
{
    static const struct {
        uint32_t threads[3], all, group[3], of_group, grid[3];
    } rows[] = {{{128, 6, 9}, 77, {64, 2, 3}, 88, {2, 3, 3}},
                {{129, 6, 9}, 77, {64, 2, 3}, 88, {3, 3, 3}},
                {{128, 6, 9}, 77, {GPUOCC_UNKNOWN, 2, 3}, 32, {4, 6, 9}},
                {{GPUOCC_UNKNOWN, 6, 9}, 65, {64, 1, 1}, 88, {2, 1, 1}},
                {{GPUOCC_UNKNOWN, 6, 9}, 65, {GPUOCC_UNKNOWN, 2, 3}, 13, {5, 1, 1}},
                {{GPUOCC_UNKNOWN, 1, 1}, GPUOCC_UNKNOWN, {64, 1, 1}, 88, {GPUOCC_UNKNOWN, 1, 1}},
                {{4, 4, 4}, 77, {4, 0, GPUOCC_UNKNOWN}, 88, {1, GPUOCC_UNKNOWN, GPUOCC_UNKNOWN}}};
    struct runs_row row;
    size_t i;

    for (i = 0; i < COUNT(rows); i++) {
        runs_start_row(&row);
        memcpy(row.threads, rows[i].threads, sizeof row.threads);
        memcpy(row.launch.group, rows[i].group, sizeof row.launch.group);
        row.all_threads = rows[i].all;
        row.group_size = rows[i].of_group;
        runs_count_groups(&row);
        ok(memcmp(row.launch.grid, rows[i].grid, sizeof row.launch.grid) == 0, "groups of row %u",
           (unsigned)i);
    }
}

/* Of a device that nothing describes no text and no number is known. */
static void test_starts(void)
{
    gpuocc_runs_device device;
    struct runs_row row;

    runs_start_device(&device);
    ok(device.size == sizeof device && device.name.length == 0 && device.architecture.length == 0 &&
           device.number == GPUOCC_UNKNOWN && device.cores == GPUOCC_UNKNOWN,
       "a device of which nothing is known");
    runs_start_row(&row);
    ok(row.launch.name.length == 0 && row.launch.mangled.length == 0 &&
           row.launch.reported.limiters.length == 0 && row.launch.reported.rounds < 0 &&
           row.launch.calls == 1 && row.launch.correlation == 0 && row.agent.length == 0 &&
           row.id.length == 0 && row.value.length == 0 && row.local.low == GPUOCC_UNKNOWN,
       "a row of which nothing is known");
}

int main(void)
{
    test_starts();
    test_whole();
    test_times();
    test_reals();
    test_sizes();
    test_old_sizes();
    test_put();
    test_units();
    test_groups();
    return done();
}
