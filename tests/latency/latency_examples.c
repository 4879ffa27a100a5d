/* SPDX-License-Identifier: MIT
 *
 * Tests every worked example of the reference's chapter on latency: reads inputs and outputs by
 * name from worked_examples.csv, and compares each output with the model.
 */
#include "gpuocc/models.h"
#include "latency_support.h"
#include "rows.h"

#define CELLS 40

/* One case: its inputs and expected outputs. */
struct example {
    char id[8], number[8];
    char names[CELLS][32];
    double values[CELLS];
    int inputs;
};

static double in(const struct example *e, const char *name)
{
    int i;

    for (i = 0; i < e->inputs; i++)
        if (strcmp(e->names[i], name) == 0)
            return e->values[i];
    return 0;
}

static int is(const struct example *e, const char *id)
{
    return strcmp(e->id, id) == 0;
}

/* Constants that an example gives by name. */
static void set_constants(struct bench *b, const struct example *e)
{
    static const struct {
        const char *name;
        uint32_t constant;
    } table[] = {
        {"issue_rate", RATE(ISSUE)},
        {"pipe_rate", RATE(FP32)},
        {"rate_fp32", RATE(FP32)},
        {"rate_sfu", RATE(SPECIAL)},
        {"rate_shared", RATE(SHARED)},
        {"alu_rate", RATE(FP32)},
        {"alu_lat", LAT(FP32)},
        {"mem_lat", LAT(DRAM)},
        {"mem_rate", RATE(DRAM)}, /* loads of one byte */
        {"dram_rate", RATE(DRAM)},
        {"l2_rate", RATE(L2)},
        {"lambda_dram", LAT(DRAM)},
        {"lambda_l2", LAT(L2)},
        {"bandwidth", GPUOCC_CONSTANT_DRAM_GB_PER_S},
        {"dram_bandwidth", GPUOCC_CONSTANT_DRAM_GB_PER_S},
        {"core_clock", GPUOCC_CONSTANT_CLOCK_GHZ},
        {"sms", GPUOCC_CONSTANT_CORE_COUNT},
        {"cus", GPUOCC_CONSTANT_CORE_COUNT},
        {"partitions", GPUOCC_CONSTANT_PARTITIONS},
        {"issue_distance_same_class", DIST(FP32)},
        {"issue_distance_any", DIST(ISSUE)},
        {"t_blk_per_iteration", GPUOCC_CONSTANT_TURNAROUND_CYCLES},
    };
    size_t i;

    /* What an example does not mention does not limit; what it mentions is set later and overrides
     * this. */
    bench_set(b, RATE(DRAM), FREE);
    bench_set(b, RATE(L2), FREE);
    bench_set(b, RATE(L1), FREE);
    bench_set(b, RATE(ISSUE), FREE);
    if (in(e, "bandwidth") != 0 || in(e, "dram_bandwidth") != 0)
        b->constants[0] = GPUOCC_CONSTANT_DRAM_GB_PER_S;
    for (i = 0; i < sizeof table / sizeof table[0]; i++)
        if (in(e, table[i].name) != 0)
            bench_set(b, table[i].constant, in(e, table[i].name));
    b->workload.waves = in(e, "warps") != 0 ? (uint32_t)in(e, "warps") : 1;
}

static void set_loads(struct bench *b, const struct example *e)
{
    gpuocc_instructions *c;
    double bytes = in(e, "bytes_per_iteration") + in(e, "bytes_per_load") +
                   in(e, "bytes_per_lane") * in(e, "warp_width");

    if (is(e, "E6") || is(e, "E7"))
        bytes = 1;
    c = bench_load(b, 1, bytes);
    c->latency_cycles = in(e, "lambda");
    c->l1_hit = in(e, "h1");
    c->l2_hit = in(e, "h2");
    if (in(e, "alpha") != 0)
        bench_add(b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, in(e, "alpha"));
    if (in(e, "t_blk_per_iteration") != 0)
        b->workload.turnaround = GPUOCC_TURNAROUND_INSIDE;
    b->workload.wave_latency_cycles = in(e, "warp_latency");
    if (!is(e, "E11"))
        return;
    b->workload.waves_per_group = (uint32_t)in(e, "warps_per_block");
    b->workload.waves = b->workload.waves_per_group * (uint32_t)in(e, "blocks_per_sm");
    b->workload.grid_groups = (uint64_t)in(e, "blocks");
    b->workload.iterations = in(e, "iterations");
    bench_set(b, GPUOCC_CONSTANT_TURNAROUND_CYCLES, in(e, "t_blk"));
}

/* E3, E12, E15: instructions of one pipe; E5: of all kinds, only demands. */
static void set_pipes(struct bench *b, const struct example *e)
{
    gpuocc_instructions *c;

    if (!is(e, "E5")) {
        c = bench_add(b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, 1);
        c->chains = in(e, "chains");
        c->latency_cycles = in(e, "lambda");
        b->workload.wave_latency_cycles = in(e, "warp_latency");
        if (in(e, "d_max") != 0)
            bench_set(b, RATE(FP32), 1 / in(e, "d_max"));
        return;
    }
    b->workload.wave_latency_cycles = 1;
    bench_add(b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, in(e, "n_fp32"));
    bench_add(b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_SPECIAL, in(e, "n_sfu"));
    bench_add(b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_SHARED, in(e, "n_shared_replay_1"));
    c = bench_add(b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_SHARED, in(e, "n_shared_replay_2"));
    c->replay = 2;
    bench_load(b, in(e, "n_load_128_byte"), 128);
    bench_load(b, in(e, "n_load_256_byte"), 256);
    b->workload.waves = 65536;
}

/* Returns the model's value for a name in the file. */
static double modelled(const struct bench *b, const struct example *e, const char *name)
{
    static const struct {
        const char *name;
        uint32_t result, index;
    } table[] = {
        {"warp_latency", R_(WAVE_LATENCY), 0},
        {"n_star", R_(WAVES_NEEDED_EXACT), 0},
        {"n_star_max", R_(WAVES_NEEDED_EXACT), 0},
        {"warps_needed", R_(WAVES_NEEDED), 0},
        {"x_up", R_(THROUGHPUT), GPUOCC_CURVE_UPPER},
        {"x_mva", R_(THROUGHPUT), GPUOCC_CURVE_EXPECTED},
        {"x_limit", R_(THROUGHPUT), GPUOCC_CURVE_UPPER},
        {"d_max", R_(LARGEST_DEMAND), 0},
        {"demand_fp32", R_(DEMAND), GPUOCC_RESOURCE_FP32},
        {"demand_sfu", R_(DEMAND), GPUOCC_RESOURCE_SPECIAL},
        {"demand_shared", R_(DEMAND), GPUOCC_RESOURCE_SHARED},
        {"demand_l2", R_(DEMAND), GPUOCC_RESOURCE_L2},
        {"demand_dram", R_(DEMAND), GPUOCC_RESOURCE_DRAM},
        {"demand_issue", R_(DEMAND), GPUOCC_RESOURCE_ISSUE},
        {"utilisation_fp32", R_(UTILISATION), GPUOCC_RESOURCE_FP32},
        {"utilisation_issue", R_(UTILISATION), GPUOCC_RESOURCE_ISSUE},
        {"binding", R_(BINDING), 0},
        {"binding_at_limit", R_(BINDING_AT_LIMIT), 0},
        {"bandwidth", R_(GB_PER_S), GPUOCC_CURVE_UPPER},
        {"bandwidth_up", R_(GB_PER_S), GPUOCC_CURVE_UPPER},
        {"bandwidth_mva", R_(GB_PER_S), GPUOCC_CURVE_EXPECTED},
        {"loads_per_thread", R_(LOADS_NEEDED_EXACT), 0},
        {"loads_per_thread_ceil", R_(LOADS_NEEDED), 0},
        {"mean_load_latency", R_(CLASS_LATENCY), 0},
        {"arith_in_flight", R_(IN_FLIGHT), 1},
        {"loads_in_flight", R_(LOADS_IN_FLIGHT), 0},
        {"waves", R_(ROUNDS), 0},
        {"t_wave_cycles", R_(TIME), GPUOCC_CURVE_UPPER},
        {"fraction_lo", R_(SHARE_OF_PEAK), GPUOCC_CURVE_LOWER},
        {"fraction_mva", R_(SHARE_OF_PEAK), GPUOCC_CURVE_EXPECTED},
        {"fraction_up", R_(SHARE_OF_PEAK), GPUOCC_CURVE_UPPER},
    };
    const double f = in(e, "core_clock") * 1e6;
    double waves = b->workload.waves;
    size_t i;

    if (strcmp(name, "x_limit") == 0 || strcmp(name, "binding_at_limit") == 0)
        waves = 65536;
    for (i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].name, name) == 0)
            return bench_at(b, waves, table[i].result, table[i].index);
    if (strcmp(name, "dram_rate") == 0)
        return b->classes[0].bytes / bench_get(b, R_(DEMAND), GPUOCC_RESOURCE_DRAM);
    if (strcmp(name, "cycles_per_instr") == 0)
        return 1 / bench_get(b, R_(THROUGHPUT), GPUOCC_CURVE_PARTITIONED);
    if (strcmp(name, "t_wave_ms") == 0)
        return bench_get(b, R_(TIME), GPUOCC_CURVE_UPPER) / f;
    if (strcmp(name, "t_lo_ms") == 0)
        return bench_get(b, R_(TIME_AT_LEAST), 0) / f;
    return NO_VALUE;
}

/* E11: the parts of the time, which the library gives as a whole, from grids of whole rounds. */
static double of_rounds(struct bench *b, const struct example *e, const char *name)
{
    const double whole = modelled(b, e, "t_wave_cycles"), d = bench_get(b, R_(LARGEST_DEMAND), 0);
    double full;

    if (strcmp(name, "steady_state_ms") == 0) /* no rounds: the demand of the whole grid */
        return in(e, "blocks") * in(e, "warps_per_block") * in(e, "iterations") * d / in(e, "sms") /
               (in(e, "core_clock") * 1e6);
    b->workload.grid_groups = (uint64_t)(in(e, "sms") * in(e, "blocks_per_sm"));
    bench_make(b);
    full = modelled(b, e, "t_wave_cycles");
    b->workload.grid_groups = (uint64_t)in(e, "blocks");
    bench_make(b);
    if (strcmp(name, "full_wave_cycles") == 0)
        return full;
    return strcmp(name, "tail_cycles") == 0 ? whole - full : NO_VALUE;
}

/* E6, case 10: the cusp is where the schedulers and the memory are equally busy. */
static double of_cusp(struct bench *b, const struct example *e, const char *name)
{
    const double alpha = in(e, "issue_rate") / in(e, "mem_rate") - 1;
    double before, peak, after;

    b->classes[b->class_count - 1].count = alpha * 0.999;
    bench_make(b);
    before = modelled(b, e, "n_star");
    b->classes[b->class_count - 1].count = alpha * 1.001;
    bench_make(b);
    after = modelled(b, e, "n_star");
    b->classes[b->class_count - 1].count = alpha;
    bench_make(b);
    peak = modelled(b, e, "n_star");
    if (before >= peak || after >= peak)
        return NO_VALUE;
    return strcmp(name, "alpha_at_cusp") == 0 ? alpha : peak;
}

/* E1, E2, E17, E18, E19: functions that need no handle. */
static double of_little(const struct example *e, const char *name)
{
    double rate = in(e, "pipe_rate") + in(e, "load_rate"), all = 0, low, high;
    const double lanes = in(e, "lanes") + in(e, "lanes_per_cycle");
    uint64_t count = 0;

    if (is(e, "E19")) {
        gpuocc_work_span(in(e, "work"), in(e, "span"), in(e, "processors"), &low, &high, NULL);
        return strcmp(name, "t_lower") == 0 ? low : strcmp(name, "t_upper") == 0 ? high : 2 * low;
    }
    if (is(e, "E18")) {
        gpuocc_little_count(in(e, "min_bytes_in_flight"),
                            in(e, "threads_per_sm") * in(e, "bytes_per_iteration"), &count, NULL);
        return (double)count;
    }
    if (is(e, "E17")) {
        gpuocc_little_pipe(in(e, "lambda"), lanes + in(e, "bytes_per_cycle"), &all, NULL);
        gpuocc_little_count(all, in(e, "warp_width"), &count, NULL);
        return strcmp(name, "warps_in_flight") == 0 ? (double)count : all;
    }
    if (in(e, "lanes") != 0)
        rate = lanes / in(e, "warp_width");
    if (in(e, "bandwidth") != 0)
        gpuocc_little_memory_rate(in(e, "bandwidth"), in(e, "core_clock"), in(e, "sms"),
                                  in(e, "bytes_per_load"), &rate, NULL);
    gpuocc_little_pipe(in(e, "lambda"), rate, &all, NULL);
    gpuocc_little_count(all, 1, &count, NULL);
    if (strcmp(name, "warps_needed") == 0)
        return (double)count;
    if (strcmp(name, "bytes_per_cycle") == 0)
        return rate * in(e, "sms") * in(e, "bytes_per_load");
    if (strcmp(name, "loads_per_cycle") == 0)
        return rate * in(e, "sms");
    return strcmp(name, "concurrency") == 0 ? all : rate;
}

/* E16: Hong and Kim's model has separate vectors, and is not part of the library. These are their
 * formulas, so that the file's figures are checked. */
static double hong_kim(const struct example *e, const char *name, int rounded)
{
    const double transactions = in(e, "transactions_per_uncoalesced");
    const double depart = in(e, "departure_uncoalesced"), n = in(e, "warps");
    const double loads = in(e, "uncoalesced_loads");
    const double latency = in(e, "dram_latency") + (transactions - 1) * depart;
    const double delay = depart * transactions, mwp_free = latency / delay;
    const double mwp_bus =
        in(e, "bandwidth") /
        (in(e, "core_clock") * in(e, "load_bytes_per_warp") / latency * in(e, "sms"));
    const double cut = rounded ? (double)(int64_t)(mwp_free * 100) / 100 : mwp_free;
    const double mwp = cut < mwp_bus ? (cut < n ? cut : n) : mwp_bus;
    const double comp = in(e, "issue_cycles") * (in(e, "compute_instr") + loads);
    const double mem = latency * loads, full = (mem + comp) / comp;
    const double rep = in(e, "blocks") / (in(e, "active_blocks_per_sm") * in(e, "sms"));
    const double cycles = (mem * n / mwp + comp / loads * (mwp - 1)) * rep;
    const double sync = delay * (mwp - 1) * in(e, "barriers") * in(e, "active_blocks_per_sm") * rep;
    const struct {
        const char *name;
        double value;
    } table[] = {{"mem_l", latency},
                 {"departure_delay", delay},
                 {"mwp_no_bw", mwp_free},
                 {"mwp_peak_bw", mwp_bus},
                 {"mwp", mwp},
                 {"comp_cycles", comp},
                 {"mem_cycles", mem},
                 {"cwp_full", full},
                 {"cwp", full < n ? full : n},
                 {"cycles", cycles},
                 {"sync_cycles", sync},
                 {"total_cycles", cycles + sync}};
    size_t i;

    for (i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].value;
    return NO_VALUE;
}

/* The same kernel in our model: uncoalesced loads queue for a pipe that accepts a transaction every
 * departure delay. Our bound is 20 x 6 x 320 = 38,400 cycles; Hong and Kim add the arithmetic
 * between the loads of one wave, 49 cycles. Their result must be between our bounds. */
static void compare_hong_kim(const struct example *e, const char *cycles)
{
    const double theirs = strtod(cycles, NULL), waves = in(e, "warps");
    static struct bench b;
    gpuocc_instructions *c;
    double least, most;

    bench_start(&b);
    b.workload.waves = (uint32_t)waves;
    bench_set(&b, RATE(ISSUE), 1 / in(e, "issue_cycles"));
    bench_set(&b, RATE(FP32), FREE);
    bench_set(&b, LAT(FP32), in(e, "issue_cycles"));
    bench_set(&b, RATE(PIPE_A), 1 / in(e, "departure_uncoalesced"));
    bench_set(&b, LAT(PIPE_A), in(e, "dram_latency"));
    bench_add(&b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, in(e, "compute_instr"));
    c = bench_add(&b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_PIPE_A, in(e, "uncoalesced_loads"));
    c->replay = in(e, "transactions_per_uncoalesced");
    c->replay_cycles = in(e, "departure_uncoalesced");
    bench_make(&b);
    least = waves / bench_get(&b, R_(THROUGHPUT), GPUOCC_CURVE_UPPER);
    most = waves / bench_get(&b, R_(THROUGHPUT), GPUOCC_CURVE_LOWER);
    ok(apart(least, 38400) < 1e-12 && theirs > least && theirs < most && theirs / least < 1.002,
       "E16: Hong and Kim's %.0f cycles lie between our bounds, %.0f and %.0f", theirs, least,
       most);
}

static double answer(const struct example *e, const char *name, int rounded)
{
    static struct bench b;
    double value;

    if (is(e, "E1") || is(e, "E2") || is(e, "E2b") || is(e, "E17") || is(e, "E18") || is(e, "E19"))
        return of_little(e, name);
    if (is(e, "E16"))
        return hong_kim(e, name, rounded);
    bench_start(&b);
    set_constants(&b, e);
    if (is(e, "E3") || is(e, "E5") || is(e, "E12") || is(e, "E15"))
        set_pipes(&b, e);
    else
        set_loads(&b, e);
    if (is(e, "E6") && strcmp(e->number, "10") == 0) {
        if (b.class_count == 1)
            bench_add(&b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, 1);
        return of_cusp(&b, e, name);
    }
    if (bench_make(&b) != GPUOCC_OK) {
        char text[200];

        gpuocc_error_text(&b.error, b.status, text, sizeof text);
        note("%s %s %s: %s", e->id, e->number, name, text);
        return NO_VALUE;
    }
    value = modelled(&b, e, name);
    return value == NO_VALUE && is(e, "E11") ? of_rounds(&b, e, name) : value;
}

/* Returns the number in the file, or that of the resource that it names. */
static double wanted(const char *cell)
{
    uint32_t number;
    char *end;
    const double value = strtod(cell, &end);

    if (end != cell)
        return value;
    if (strcmp(cell, "alu") == 0)
        cell = "fp32";
    if (gpuocc_number(GPUOCC_LIST_RESOURCES, cell, strlen(cell), &number) == GPUOCC_OK)
        return number;
    return NO_VALUE / 2;
}

/* A topic of the report: the rows of one example. */
struct topic {
    char id[8];
    int checked, wrong, measured;
    double worst;
};

static void report(struct topic *t)
{
    if (t->id[0] != 0)
        ok(t->wrong == 0 && t->checked > 0,
           "%s: %d rows, %d differ, worst %.1e relative; %d measured, not asserted", t->id,
           t->checked, t->wrong, t->worst, t->measured);
}

static void check(struct topic *t, const struct example *e, const struct rows *rows, int rounded)
{
    const char *name = cell(rows, "output_name"), *tolerance = cell(rows, "tolerance_rel");
    const double want = wanted(cell(rows, "output_value"));
    double got, off;

    if (tolerance[0] == 0) {
        t->measured++;
        return;
    }
    got = answer(e, name, rounded);
    off = apart(got, want);
    t->checked++;
    t->worst = off > t->worst ? off : t->worst;
    /* The file has 12 digits, so that a tolerance of 0 means that precision. */
    if (off <= (strtod(tolerance, NULL) > 1e-11 ? strtod(tolerance, NULL) : 1e-11))
        return;
    t->wrong++;
    note("%s %s %s is %.12g, not %.12g", e->id, e->number, name, got, want);
}

int main(void)
{
    static struct rows rows;
    struct topic topic = {"", 0, 0, 0, 0}, all = {"all", 0, 0, 0, 0};
    struct example e = {"", "", {""}, {0}, 0};
    int rounded = 0;

    rows_open(&rows, "latency/worked_examples.csv");
    while (rows_next(&rows)) {
        const char *id = cell(&rows, "id"), *number = cell(&rows, "case");
        const char *name = cell(&rows, "input_name");

        if (strcmp(topic.id, id) != 0) {
            report(&topic);
            memset(&topic, 0, sizeof topic);
            snprintf(topic.id, sizeof topic.id, "%s", id);
        }
        if (strcmp(e.id, id) != 0 || strcmp(e.number, number) != 0) {
            memset(&e, 0, sizeof e);
            snprintf(e.id, sizeof e.id, "%s", id);
            snprintf(e.number, sizeof e.number, "%s", number);
        }
        if (name[0] != 0 && e.inputs < CELLS) {
            snprintf(e.names[e.inputs], sizeof e.names[0], "%s", name);
            e.values[e.inputs++] = strtod(cell(&rows, "input_value"), NULL);
            if (strcmp(name, "mwp_rounding") == 0)
                rounded = cell(&rows, "input_value")[0] == '2';
        } else {
            struct topic before = topic;

            check(&topic, &e, &rows, rounded);
            if (is(&e, "E16") && strcmp(cell(&rows, "output_name"), "cycles") == 0)
                compare_hong_kim(&e, cell(&rows, "output_value"));
            all.checked += topic.checked - before.checked;
            all.wrong += topic.wrong - before.wrong;
            all.measured += topic.measured - before.measured;
            all.worst = topic.worst > all.worst ? topic.worst : all.worst;
        }
    }
    report(&topic);
    report(&all);
    return done();
}
