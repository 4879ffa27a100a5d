/* SPDX-License-Identifier: MIT
 *
 * Tests gpuocc_explain_loop() on a GeForce RTX 3090 against calculations by hand from published
 * figures: 1,695 MHz, 82 SMs and 936.2 GB/s by NVIDIA's whitepaper of GA102, memory of its kind
 * answers after 221 to 389 ns (docs/latency.md), and four instructions issue per cycle. Without
 * arguments the loops are made here; with a cubin of docs/examples/explain.cu they are read.
 */
#include <math.h>
#include <stdlib.h>

#include <gpuocc/explain.h>
#include <gpuocc/kernels.h>

#include "support.h"

#define CLOCK 1.695
#define CORES 82
#define RATE  936.2
#define ISSUE 4
static const double ns[] = {221, 389};

static gpuocc_occupancy occupancy;

/* Groups of `threads` threads with `registers` registers each on a device. */
static void launch(const char *device, uint32_t threads, uint32_t registers)
{
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;

    kernel.threads_per_group = threads;
    kernel.registers_per_thread = registers;
    ok(gpuocc_occupancy_init(&occupancy, find(device), 0, &kernel, NULL) == GPUOCC_OK,
       "groups of %u threads on %s", (unsigned)threads, device);
}

/* A loop that loads `loads` times 4 bytes per thread, of which `flight` are in flight when it waits
 * for them, stores 4 bytes, and has no other memory access. */
static gpuocc_code_loop loop_of(uint32_t loads, uint32_t flight, uint32_t instructions,
                                uint32_t stalls)
{
    gpuocc_code_loop loop;

    memset(&loop, 0, sizeof loop);
    loop.size = sizeof loop;
    loop.depth = 1;
    loop.instructions = instructions;
    loop.counts[GPUOCC_CODE_LOAD_GLOBAL] = loads;
    loop.counts[GPUOCC_CODE_STORE_GLOBAL] = 1;
    loop.counts[GPUOCC_CODE_INT] = instructions - loads - 1;
    loop.stall_cycles = stalls;
    loop.load_bytes = 4 * loads;
    loop.sized_loads = loads;
    loop.store_bytes = 4;
    loop.sized_stores = 1;
    loop.loads_in_flight = flight;
    loop.bytes_in_flight = 4 * flight;
    loop.most_in_flight = flight;
    return loop;
}

static int near(double a, double b)
{
    return fabs(a - b) <= 1e-4 * fabs(b);
}

/* Checks the cycles of a wave alone and the waves needed against a calculation by hand. */
static void check_by_hand(const gpuocc_code_loop *loop, const gpuocc_verdict *verdict,
                          const char *name)
{
    const double loads = loop->counts[GPUOCC_CODE_LOAD_GLOBAL];
    const double moved = 32.0 * (loop->load_bytes + loop->store_bytes) / (RATE / CLOCK / CORES);
    const double issued = loop->instructions / (double)ISSUE;
    const double demand = moved > issued ? moved : issued;
    double alone[2];
    int i;

    for (i = 0; i < 2; i++)
        alone[i] = loads / loop->loads_in_flight * ns[i] * CLOCK + loop->stall_cycles;
    ok(near(verdict->wave_latency_cycles.low, alone[0]) &&
           near(verdict->wave_latency_cycles.high, alone[1]),
       "%s: a wave alone takes %g to %g cycles", name, verdict->wave_latency_cycles.low,
       verdict->wave_latency_cycles.high);
    ok(verdict->waves_needed.low == ceil(alone[0] / demand) &&
           verdict->waves_needed.high == ceil(alone[1] / demand),
       "%s: %g to %g waves are needed", name, verdict->waves_needed.low,
       verdict->waves_needed.high);
}

static const gpuocc_explain_change *change_of(const gpuocc_verdict *verdict, uint32_t kind)
{
    uint32_t i;

    for (i = 0; i < verdict->change_count; i++)
        if (verdict->changes[i].kind == kind)
            return &verdict->changes[i];
    return NULL;
}

static void judged(void)
{
    const gpuocc_explain_change *change;
    gpuocc_code_loop loop = loop_of(2, 1, 12, 40);
    gpuocc_verdict verdict = {.size = sizeof verdict};

    launch("GeForce RTX 3090", 256, 32);
    ok(gpuocc_explain_loop(&loop, &occupancy, NULL, &verdict, NULL) == GPUOCC_OK &&
           verdict.reason == GPUOCC_EXPLAIN_JUDGED && verdict.size == sizeof verdict,
       "a loop is judged");
    check_by_hand(&loop, &verdict, "two loads, one after the other");
    ok(verdict.waves.low == 48 && verdict.waves.high == 48, "48 waves are resident");
    ok(verdict.hidden == GPUOCC_EXPLAIN_HIDDEN_YES && verdict.binding_count == 1 &&
           verdict.binding[0] == GPUOCC_RESOURCE_DRAM && verdict.unrated_resources == 0 &&
           verdict.unrated_classes == 0 && !verdict.has_unknown_latency &&
           verdict.share_of_peak_upper.low == 1,
       "they hide the latency, and memory binds");
    ok(verdict.workload.class_count == 4 && verdict.classes[0].kind == GPUOCC_CLASS_LOAD &&
           verdict.classes[0].count == 2 && verdict.classes[0].chains == 1 &&
           verdict.classes[0].bytes == 32 * 4 && verdict.classes[1].kind == GPUOCC_CLASS_STORE,
       "the workload is that of the loop");
    launch("GeForce RTX 3090", 32, 32); /* 16 groups of a wave: GA102 has no more groups */
    loop.counts[GPUOCC_CODE_STORE_GLOBAL] = loop.sized_stores = loop.store_bytes = 0;
    ok(gpuocc_explain_loop(&loop, &occupancy, NULL, &verdict, NULL) == GPUOCC_OK &&
           verdict.waves.low == 16 && verdict.waves_needed.low > 16 &&
           verdict.hidden == GPUOCC_EXPLAIN_HIDDEN_NO && verdict.binding_count == 1 &&
           verdict.binding[0] == GPUOCC_RESOURCE_LATENCY,
       "16 waves expose it");
    change = change_of(&verdict, GPUOCC_EXPLAIN_OCCUPANCY);
    ok(change != NULL && change->field == GPUOCC_KERNEL_THREADS_PER_GROUP && change->now == 32 &&
           change->then == 64 && change->waves == 32 && change->gain > 1.2 && change->gain <= 2,
       "groups of two waves are twice as many waves, and at most twice as fast");
    change = change_of(&verdict, GPUOCC_EXPLAIN_LOADS_IN_FLIGHT);
    ok(change != NULL && change->gain > 1.2 && change->gain <= 2 && change->field == 0,
       "twice the loads in flight are at most twice as fast");
    change = change_of(&verdict, GPUOCC_EXPLAIN_WIDER_LOADS);
    ok(change != NULL && change->gain > 1 && change->gain <= 4,
       "loads of four times the width are at most four times as fast");
}

static void options(void)
{
    const gpuocc_code_loop loop = loop_of(2, 1, 12, 40);
    gpuocc_explain_options given = {.size = sizeof given};
    const gpuocc_explain_change *change;
    gpuocc_verdict plain = {.size = sizeof plain}, verdict = {.size = sizeof verdict};
    gpuocc_error error = {.size = sizeof error};
    double *const shares[] = {&given.l1_hit, &given.l2_hit, &given.efficiency};
    static const uint32_t fields[] = {GPUOCC_CLASS_L1_HIT, GPUOCC_CLASS_L2_HIT,
                                      GPUOCC_CLASS_EFFICIENCY};
    static const double bad[] = {-0.5, 1.5, NAN};
    size_t i, k;

    launch("GeForce RTX 3090", 256, 32);
    (void)gpuocc_explain_loop(&loop, &occupancy, NULL, &plain, NULL);
    ok(gpuocc_explain_loop(&loop, &occupancy, &given, &verdict, NULL) == GPUOCC_OK &&
           memcmp(&plain, &verdict, sizeof plain) == 0,
       "options of 0 are the defaults");
    launch("H100 SXM5 80 GB", 384, 168); /* 1 group by registers, of 65,536; 2 with 80 */
    (void)gpuocc_explain_loop(&loop, &occupancy, &given, &verdict, NULL);
    change = change_of(&verdict, GPUOCC_EXPLAIN_OCCUPANCY);
    given.notes = 1u << GPUOCC_KERNELS_NOTE_SETMAXNREG;
    ok(change != NULL && change->field == GPUOCC_KERNEL_REGISTERS_PER_THREAD &&
           gpuocc_explain_loop(&loop, &occupancy, &given, &verdict, NULL) == GPUOCC_OK &&
           change_of(&verdict, GPUOCC_EXPLAIN_OCCUPANCY) == NULL &&
           change_of(&verdict, GPUOCC_EXPLAIN_LOADS_IN_FLIGHT) != NULL,
       "no fewer registers at the launch than warp groups share");
    given.notes = 0;
    launch("GeForce RTX 3090", 256, 32);
    given.efficiency = 0.125;
    ok(gpuocc_explain_loop(&loop, &occupancy, &given, &verdict, NULL) == GPUOCC_OK &&
           near(8 * verdict.gb_per_s_expected.low, plain.gb_per_s_expected.low),
       "an efficiency of an eighth is an eighth of the bandwidth");
    given.efficiency = 0;
    given.l2_hit = 0.5;
    ok(gpuocc_explain_loop(&loop, &occupancy, &given, &verdict, NULL) == GPUOCC_OK &&
           verdict.wave_latency_cycles.low < plain.wave_latency_cycles.low,
       "hits in L2 shorten the latency");
    given.l2_hit = 0;
    for (i = 0; i < 3; i++)
        for (k = 0; k < 3; k++) {
            *shares[i] = bad[k];
            ok(gpuocc_explain_loop(&loop, &occupancy, &given, &verdict, &error) ==
                       GPUOCC_ERROR_BAD_NUMBER &&
                   error.scope == GPUOCC_SCOPE_CLASS && error.field == fields[i] &&
                   memcmp(&error.value, &bad[k], sizeof bad[k]) == 0,
               "share %u of %g is refused", (unsigned)i, bad[k]);
            *shares[i] = 0;
        }
}

/* Pipes of which no rate is published: what binds is then not known. */
static void unrated(void)
{
    gpuocc_code_loop loop = loop_of(1, 1, 12, 40);
    gpuocc_verdict verdict = {.size = sizeof verdict};

    launch("GeForce RTX 3090", 256, 32);
    loop.counts[GPUOCC_CODE_MATRIX] = 1;
    ok(gpuocc_explain_loop(&loop, &occupancy, NULL, &verdict, NULL) == GPUOCC_OK &&
           verdict.unrated_resources == UINT64_C(1) << GPUOCC_RESOURCE_MATRIX &&
           verdict.binding_count == 0 && verdict.change_count == 0 &&
           verdict.share_of_peak_upper.low == -1 && verdict.share_of_peak_expected.high == -1 &&
           verdict.gb_per_s_expected.low == -1 && verdict.waves_needed.low == 1 &&
           verdict.waves_needed.high > 1 && !verdict.has_unknown_latency,
       "a pipe without a rate: at most so many waves are needed");
    loop.counts[GPUOCC_CODE_MATRIX] = 0;
    loop.counts[GPUOCC_CODE_ATOMIC] = 1;
    ok(gpuocc_explain_loop(&loop, &occupancy, NULL, &verdict, NULL) == GPUOCC_OK &&
           verdict.unrated_resources == 0 && verdict.unrated_classes == 1u << GPUOCC_CODE_ATOMIC &&
           verdict.has_unknown_latency && verdict.waves_needed.low == -1 &&
           verdict.waves_needed.high == -1 && verdict.hidden == GPUOCC_EXPLAIN_HIDDEN_NOT_KNOWN,
       "an operation without a latency: the waves needed are not known");
}

/* Returns the rate that the verdict gives the matrix pipe, in instructions per cycle. */
static double matrix_rate_of(const gpuocc_verdict *verdict)
{
    const uint32_t constant = GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_MATRIX;

    return (verdict->workload.constants_given >> constant & 1) != 0
               ? verdict->workload.constants[constant]
               : 0;
}

/* Matrix instructions and accesses to shared memory, by NVIDIA's whitepaper of GA102: 256 products
 * of FP16 with sums in FP32 per cycle and SM, 1024 of INT8; and by CUDA's guide 128 bytes of shared
 * memory per cycle. */
static void matrices(void)
{
    gpuocc_code_loop loop = loop_of(1, 1, 60, 40);
    gpuocc_verdict verdict = {.size = sizeof verdict};

    launch("GeForce RTX 3090", 256, 32);
    loop.counts[GPUOCC_CODE_MATRIX] = loop.sized_matrix = 40;
    loop.counts[GPUOCC_CODE_INT] = 18;
    loop.products[GPUOCC_CODE_MATRIX_FP16] = 30 * 2048;
    loop.products[GPUOCC_CODE_MATRIX_INT8] = 10 * 4096;
    ok(gpuocc_explain_loop(&loop, &occupancy, NULL, &verdict, NULL) == GPUOCC_OK &&
           verdict.unrated_resources == 0 && verdict.binding_count == 1 &&
           verdict.binding[0] == GPUOCC_RESOURCE_MATRIX &&
           near(matrix_rate_of(&verdict), 40 / (30 * 2048 / 256.0 + 10 * 4096 / 1024.0)),
       "40 matrix instructions take 280 cycles and bind");
    loop.products[GPUOCC_CODE_MATRIX_FP8] = 1;
    ok(gpuocc_explain_loop(&loop, &occupancy, NULL, &verdict, NULL) == GPUOCC_OK &&
           verdict.unrated_resources == UINT64_C(1) << GPUOCC_RESOURCE_MATRIX &&
           verdict.binding_count == 0,
       "a type that the device has no rate of");
    loop = loop_of(1, 1, 60, 40);
    loop.counts[GPUOCC_CODE_LOAD_SHARED] = loop.sized_shared = 40;
    loop.counts[GPUOCC_CODE_INT] = 18;
    loop.shared_bytes = 40 * 16;
    ok(gpuocc_explain_loop(&loop, &occupancy, NULL, &verdict, NULL) == GPUOCC_OK &&
           verdict.unrated_resources == 0 && verdict.binding[0] == GPUOCC_RESOURCE_SHARED &&
           near(verdict.waves_needed.low,
                ceil(verdict.wave_latency_cycles.low / (40 * 16 * 32 / 128.0))),
       "40 loads of 16 bytes per lane occupy shared memory for 160 cycles");
    launch("Radeon RX 7900 XTX", 256, 32);
    loop = loop_of(1, 1, 60, 40);
    loop.counts[GPUOCC_CODE_MATRIX] = loop.sized_matrix = 40;
    loop.products[GPUOCC_CODE_MATRIX_FP16] = 40 * 4096;
    ok(gpuocc_explain_loop(&loop, &occupancy, NULL, &verdict, NULL) == GPUOCC_OK &&
           near(matrix_rate_of(&verdict), 2 * 256.0 / 4096),
       "a WGP has the matrix pipes of two CUs");
}

/* Loads and stores whose addresses are known: NVIDIA's memory moves sectors of 32 bytes. */
static void patterns(void)
{
    gpuocc_code_loop loop = loop_of(2, 2, 12, 40);
    const gpuocc_code_step steps[12] = {{.address = 0x10},
                                        {.address = 0x20},
                                        {.address = 0x30},
                                        {.address = 0x40},
                                        {.address = 0x50}};
    gpuocc_code_access accesses[] = {
        {.address = 0x00, .kind = GPUOCC_CODE_LOAD_GLOBAL, .lane_bytes = 4, .moved_bytes = 1024},
        {.address = 0x10, .kind = GPUOCC_CODE_LOAD_GLOBAL, .lane_bytes = 4, .moved_bytes = 1024},
        {.address = 0x20, .kind = GPUOCC_CODE_LOAD_GENERIC, .lane_bytes = 4},
        {.address = 0x30, .kind = GPUOCC_CODE_STORE_GLOBAL, .lane_bytes = 4, .moved_bytes = 32},
        {.address = 0x40, .kind = GPUOCC_CODE_LOAD_LOCAL, .lane_bytes = 4},
    };
    gpuocc_explain_options given = {.size = sizeof given, .accesses = accesses, .access_count = 5};
    gpuocc_verdict verdict = {.size = sizeof verdict};
    const double cycle = RATE / CLOCK / CORES;

    launch("GeForce RTX 3090", 256, 32);
    loop.steps = steps;
    ok(gpuocc_explain_loop(&loop, &occupancy, &given, &verdict, NULL) == GPUOCC_OK &&
           near(verdict.waves_needed.low,
                ceil(verdict.wave_latency_cycles.low / ((32 * 32 + 128 + 32) / cycle))),
       "a load of 32 sectors, one next to each other and a store of one sector");
    given.efficiency = 0.5;
    ok(gpuocc_explain_loop(&loop, &occupancy, &given, &verdict, NULL) == GPUOCC_OK &&
           near(verdict.waves_needed.low,
                ceil(verdict.wave_latency_cycles.low / ((32 * 32 + 256 + 32) / cycle))),
       "the efficiency is that of the other accesses");
    loop = loop_of(1, 1, 60, 40);
    loop.steps = steps;
    loop.instructions = 5;
    loop.counts[GPUOCC_CODE_LOAD_SHARED] = loop.sized_shared = 1;
    loop.counts[GPUOCC_CODE_INT] = 1;
    loop.shared_bytes = 4;
    given.efficiency = 0;
    accesses[2].kind = GPUOCC_CODE_LOAD_SHARED;
    accesses[2].passes = 32;
    accesses[1].moved_bytes = 128;
    ok(gpuocc_explain_loop(&loop, &occupancy, &given, &verdict, NULL) == GPUOCC_OK &&
           verdict.binding[0] == GPUOCC_RESOURCE_SHARED &&
           near(verdict.waves_needed.low, ceil(verdict.wave_latency_cycles.low / 32)),
       "a load with a bank conflict of 32 ways takes 32 cycles");
    given.access_count = 2;
    ok(gpuocc_explain_loop(&loop, &occupancy, &given, &verdict, NULL) == GPUOCC_OK &&
           verdict.binding[0] == GPUOCC_RESOURCE_DRAM,
       "without its pattern it takes one");
}

/* Returns the loads of local memory of the workload: those after the others. */
static const gpuocc_instructions *local_of(const gpuocc_verdict *verdict)
{
    uint32_t i;

    for (i = 0; i < verdict->workload.class_count; i++)
        if (verdict->classes[i].kind == GPUOCC_CLASS_LOAD && verdict->classes[i].phase == 3)
            return &verdict->classes[i];
    return &verdict->classes[0];
}

/* Spills: NVIDIA's whitepaper gives GA102 an L2 of 6144 KiB; its latency and rate are those that
 * devices/nvidia/latency.ini has from public measurements. 82 SMs with 48 waves have 125,952 lanes,
 * so that the L2 has room for 49 bytes of each. Of Navi 21, whose L2 has 4 MiB, the public
 * measurements are 505 GB/s of memory, and 1,938 GB/s and 154.9 ns of the last-level cache. */
static const gpuocc_code_step spill_steps[12] = {
    {.address = 0x10}, {.address = 0x20}, {.address = 0x30}};
static gpuocc_code_access spilled[] = {
    {.address = 0x00, .kind = GPUOCC_CODE_STORE_LOCAL, .lane_bytes = 16},
    {.address = 0x20, .kind = GPUOCC_CODE_LOAD_LOCAL, .lane_bytes = 16},
    {.address = 0x30, .kind = GPUOCC_CODE_LOAD_LOCAL, .lane_bytes = 16},
    {.address = 0x60, .kind = GPUOCC_CODE_STORE_LOCAL, .lane_bytes = 16},
};

/* A loop with two loads of local memory. */
static gpuocc_code_loop spilling(void)
{
    gpuocc_code_loop loop = loop_of(1, 1, 12, 40);

    loop.steps = spill_steps;
    loop.counts[GPUOCC_CODE_LOAD_LOCAL] = 2;
    loop.counts[GPUOCC_CODE_INT] -= 2;
    loop.local_in_flight = 1;
    return loop;
}

static void spills(void)
{
    gpuocc_code_loop loop = spilling();
    gpuocc_explain_options given = {.size = sizeof given, .accesses = spilled, .access_count = 4};
    gpuocc_verdict verdict = {.size = sizeof verdict};
    const double cycle = RATE / CLOCK / CORES, global = 221 * CLOCK + 40;

    launch("GeForce RTX 3090", 256, 32);
    ok(gpuocc_explain_loop(&loop, &occupancy, NULL, &verdict, NULL) == GPUOCC_OK &&
           verdict.unrated_classes == 1u << GPUOCC_CODE_LOAD_LOCAL && verdict.has_unknown_latency &&
           verdict.binding_count == 0,
       "local memory has no rate if its accesses are not given");
    ok(gpuocc_explain_loop(&loop, &occupancy, &given, &verdict, NULL) == GPUOCC_OK &&
           verdict.unrated_classes == 0 && !verdict.has_unknown_latency &&
           verdict.binding_count == 1 && verdict.binding[0] == GPUOCC_RESOURCE_L2 &&
           near(verdict.wave_latency_cycles.low, global + 2 * 212) &&
           near(verdict.waves_needed.low, ceil((global + 2 * 212) / ((2 * 128 + 2 * 512) / 21.5))),
       "32 bytes of each lane are in the L2, which binds");
    loop.local_in_flight = 2;
    ok(gpuocc_explain_loop(&loop, &occupancy, &given, &verdict, NULL) == GPUOCC_OK &&
           near(verdict.wave_latency_cycles.low, global + 212),
       "two loads in flight are waited for once");
    loop.local_in_flight = 1;
    spilled[0].lane_bytes = 48;
    ok(gpuocc_explain_loop(&loop, &occupancy, &given, &verdict, NULL) == GPUOCC_OK &&
           verdict.binding[0] == GPUOCC_RESOURCE_DRAM &&
           near(verdict.wave_latency_cycles.low, global + 2 * 221 * CLOCK) &&
           near(verdict.waves_needed.low,
                ceil(verdict.wave_latency_cycles.low / ((2 * 128 + 2 * 512) / cycle))) &&
           change_of(&verdict, GPUOCC_EXPLAIN_OCCUPANCY) == NULL,
       "64 bytes of each lane are in memory, which binds");
    given.access_count = 1;
    ok(gpuocc_explain_loop(&loop, &occupancy, &given, &verdict, NULL) == GPUOCC_OK &&
           verdict.unrated_classes == 1u << GPUOCC_CODE_LOAD_LOCAL,
       "accesses that lack those of the loop");
}

/* Other caches than NVIDIA's. */
static void spills_of_amd(void)
{
    const gpuocc_code_loop loop = spilling();
    gpuocc_explain_options given = {.size = sizeof given, .accesses = spilled, .access_count = 4};
    gpuocc_verdict verdict = {.size = sizeof verdict};
    double clock = 0;

    launch("Radeon RX 6900 XT", 256, 32);
    (void)gpuocc_device_constant(find("Radeon RX 6900 XT"), GPUOCC_CONSTANT_CLOCK_GHZ, 0, &clock,
                                 NULL, NULL);
    ok(gpuocc_explain_loop(&loop, &occupancy, &given, &verdict, NULL) == GPUOCC_OK &&
           near(local_of(&verdict)->l2_hit, 1 - 505 / 1938.0) &&
           near(local_of(&verdict)->latency_cycles, 154.9 * clock),
       "the last-level cache of Navi 21 has room for what its L2 has not");
    launch("Radeon RX 7900 XTX", 256, 32);
    spilled[0].lane_bytes = 4;
    ok(gpuocc_explain_loop(&loop, &occupancy, &given, &verdict, NULL) == GPUOCC_OK &&
           verdict.has_unknown_latency && verdict.unrated_classes == 0 &&
           verdict.unrated_resources == 0 && verdict.binding_count == 1,
       "an L2 whose latency is not known");
}

/* Which loops are judged. */
static void reasons(void)
{
    const gpuocc_code_loop loop = loop_of(2, 1, 12, 40);
    gpuocc_code_loop other = loop;

    other.extent = GPUOCC_CODE_ALL;
    ok(gpuocc_explain_reason(&loop) == GPUOCC_EXPLAIN_JUDGED &&
           gpuocc_explain_reason(&other) == GPUOCC_EXPLAIN_JUDGED &&
           gpuocc_explain_reason(NULL) == GPUOCC_EXPLAIN_JUDGED,
       "a loop without one, all code without one, and no loop");
    other.loops = 1;
    ok(gpuocc_explain_reason(&other) == GPUOCC_EXPLAIN_OUTER_LOOP, "all code with a loop");
}

/* Why there is no verdict, and errors. */
static void refused(void)
{
    const gpuocc_code_loop loop = loop_of(2, 1, 12, 40);
    gpuocc_code_loop other = loop;
    gpuocc_explain_options given = {.size = sizeof given - 1};
    gpuocc_verdict verdict = {.size = sizeof verdict};
    gpuocc_error error = {.size = sizeof error};

    launch("GeForce RTX 3090", 256, 32);
    other.extent = GPUOCC_CODE_WAITING_LOOP;
    ok(gpuocc_explain_loop(&other, &occupancy, NULL, &verdict, &error) == GPUOCC_NOT_APPLICABLE &&
           verdict.reason == GPUOCC_EXPLAIN_WAITING_LOOP &&
           gpuocc_explain_reason(&other) == GPUOCC_EXPLAIN_WAITING_LOOP,
       "a waiting loop");
    other.extent = GPUOCC_CODE_LOOP;
    other.loops = 1;
    ok(gpuocc_explain_loop(&other, &occupancy, NULL, &verdict, &error) == GPUOCC_NOT_APPLICABLE &&
           verdict.reason == GPUOCC_EXPLAIN_OUTER_LOOP &&
           gpuocc_explain_reason(&other) == GPUOCC_EXPLAIN_OUTER_LOOP,
       "a loop around another");
    other.loops = 0;
    other.counts[GPUOCC_CODE_ASYNC_COPY] = 1;
    ok(gpuocc_explain_loop(&other, &occupancy, NULL, &verdict, NULL) == GPUOCC_NOT_APPLICABLE &&
           verdict.reason == GPUOCC_EXPLAIN_COPY_SIZE &&
           gpuocc_explain_reason(&other) == GPUOCC_EXPLAIN_COPY_SIZE,
       "a copy of unknown size");
    ok(gpuocc_explain_loop(NULL, &occupancy, NULL, &verdict, &error) == GPUOCC_ERROR_NULL &&
           error.scope == GPUOCC_SCOPE_ARGUMENT && error.field == 1 &&
           gpuocc_explain_loop(&loop, NULL, NULL, &verdict, &error) == GPUOCC_ERROR_NULL &&
           error.field == 2 &&
           gpuocc_explain_loop(&loop, &occupancy, NULL, NULL, &error) == GPUOCC_ERROR_NULL &&
           error.field == 4 && error.size == sizeof error,
       "arguments that are NULL");
    other = loop;
    other.size--;
    ok(gpuocc_explain_loop(&other, &occupancy, NULL, &verdict, &error) ==
               GPUOCC_ERROR_STRUCT_SIZE &&
           error.field == 1 &&
           gpuocc_explain_loop(&loop, &occupancy, &given, &verdict, &error) ==
               GPUOCC_ERROR_STRUCT_SIZE &&
           error.field == 3,
       "sizes of the loop and the options");
    verdict.size--;
    ok(gpuocc_explain_loop(&loop, &occupancy, NULL, &verdict, &error) == GPUOCC_ERROR_STRUCT_SIZE &&
           error.field == 4,
       "the size of the verdict");
    verdict.size++;
    launch("sm_86", 256, 32);
    ok(gpuocc_explain_loop(&loop, &occupancy, NULL, &verdict, &error) == GPUOCC_NOT_KNOWN &&
           error.scope == GPUOCC_SCOPE_CONSTANT,
       "an architecture has no bandwidth");
    ok(strcmp(gpuocc_explain_hidden_name(GPUOCC_EXPLAIN_HIDDEN_YES), "yes") == 0 &&
           strcmp(gpuocc_explain_change_name(GPUOCC_EXPLAIN_OCCUPANCY), "occupancy") == 0 &&
           gpuocc_explain_hidden_name(GPUOCC_EXPLAIN_HIDDEN_COUNT)[0] == 0 &&
           gpuocc_explain_change_name(GPUOCC_EXPLAIN_CHANGE_COUNT)[0] == 0,
       "names");
}

/* The kernel `gather` of docs/examples/explain.cu: one load waits for the index that another
 * loads, and one value is stored. */
static unsigned gathered;

static int32_t take_loop(void *user, const gpuocc_code_loop *loop)
{
    gpuocc_verdict verdict = {.size = sizeof verdict};

    (void)user;
    if (loop->extent != GPUOCC_CODE_LOOP || loop->load_bytes == 0)
        return 0;
    gathered++;
    ok(gpuocc_explain_loop(loop, &occupancy, NULL, &verdict, NULL) == GPUOCC_OK &&
           loop->counts[GPUOCC_CODE_LOAD_GLOBAL] == 2 && loop->loads_in_flight == 1 &&
           verdict.hidden == GPUOCC_EXPLAIN_HIDDEN_YES && verdict.binding_count == 1 &&
           verdict.binding[0] == GPUOCC_RESOURCE_DRAM,
       "gather: memory binds");
    check_by_hand(loop, &verdict, "gather");
    return 0;
}

static int32_t take_kernel(void *user, const gpuocc_kernels_found *found)
{
    gpuocc_code code = {sizeof code, found->target, found->code, found->code_bytes};
    gpuocc_kernel given = GPUOCC_KERNEL_INIT, kernel = GPUOCC_KERNEL_INIT;

    (void)user;
    if (found->name.length != 6 || memcmp(found->name.at, "gather", 6) != 0)
        return 0;
    given.threads_per_group = 256;
    (void)gpuocc_kernels_convert(found, &given, &kernel);
    ok(gpuocc_occupancy_init(&occupancy, find("GeForce RTX 3090"), 0, &kernel, NULL) == GPUOCC_OK &&
           gpuocc_code_loops(&code, NULL, 0, take_loop, NULL) == GPUOCC_CODE_OK,
       "the kernel of the file");
    return 0;
}

static void file(const char *path)
{
    static char bytes[1 << 17];
    const gpuocc_kernels_callbacks reader = {.size = sizeof reader, .kernel = take_kernel};
    FILE *input = fopen(path, "rb");
    const size_t length = input != NULL ? fread(bytes, 1, sizeof bytes, input) : 0;

    if (input != NULL)
        (void)fclose(input);
    ok(length != 0 && gpuocc_kernels_read(&reader, bytes, length) == GPUOCC_KERNELS_OK &&
           gathered == 1,
       "a cubin from its bytes to the verdict");
}

/* Each reason to doubt a loop alone, at its bound; and the names of pipes without a rate. */
static void doubts(void)
{
    gpuocc_code_step steps[2] = {{.flags = 0}, {.flags = 0}};
    gpuocc_code_loop loop = loop_of(1, 1, 2, 8);

    loop.steps = steps;
    ok(gpuocc_explain_doubts(NULL) == 0 && gpuocc_explain_doubts(&loop) == 0, "no doubt");
    steps[1].flags = 1u << GPUOCC_CODE_FLAG_CALL;
    ok(gpuocc_explain_doubts(&loop) == 1u << GPUOCC_EXPLAIN_CALLS, "a call");
    steps[1].flags = 0;
    loop.partial = 1;
    ok(gpuocc_explain_doubts(&loop) == 1u << GPUOCC_EXPLAIN_PARTIAL, "an unknown target");
    loop.partial = 0;
    loop.counts[GPUOCC_CODE_ASYNC_COPY] = loop.sized_copies = 2;
    ok(gpuocc_explain_doubts(&loop) == 0, "copies of known size");
    loop.sized_copies = 1;
    ok(gpuocc_explain_doubts(&loop) == 1u << GPUOCC_EXPLAIN_UNSIZED_COPIES, "one of unknown size");
    loop.sized_copies = 2;
    loop.instructions = 0; /* the steps are not read */
    loop.counts[GPUOCC_CODE_UNKNOWN] = 1;
    ok(gpuocc_explain_doubts(&loop) == 1u << GPUOCC_EXPLAIN_UNKNOWN_OPERATIONS,
       "more than 5 %% of nothing are unknown");
    ok(strcmp(gpuocc_explain_pipe_name(UINT64_C(1) << GPUOCC_RESOURCE_FP16 |
                                           UINT64_C(1) << GPUOCC_RESOURCE_LATENCY,
                                       1u << GPUOCC_CODE_STORE_LOCAL, 0),
              "fp16") == 0 &&
           strcmp(gpuocc_explain_pipe_name(0,
                                           1u << GPUOCC_CODE_LOAD_LOCAL |
                                               1u << GPUOCC_CODE_STORE_LOCAL |
                                               1u << GPUOCC_CODE_UNKNOWN,
                                           1),
                  "unknown") == 0 &&
           gpuocc_explain_pipe_name(1, 1u << GPUOCC_CODE_WARP, 2) == NULL,
       "pipes of resources come first, and two classes of one pipe are one");
}

/* Five of a hundred operations may be unknown. */
static void few_unknown(void)
{
    static gpuocc_code_step steps[100];
    gpuocc_code_loop loop = loop_of(1, 1, 100, 8);

    loop.steps = steps;
    loop.counts[GPUOCC_CODE_UNKNOWN] = 5;
    ok(gpuocc_explain_doubts(&loop) == 0, "5 of 100 operations are unknown");
    loop.counts[GPUOCC_CODE_UNKNOWN] = 6;
    ok(gpuocc_explain_doubts(&loop) == 1u << GPUOCC_EXPLAIN_UNKNOWN_OPERATIONS, "6 are too many");
}

int main(int count, char **arguments)
{
    doubts();
    few_unknown();
    judged();
    options();
    unrated();
    matrices();
    patterns();
    spills();
    spills_of_amd();
    reasons();
    refused();
    if (count > 1)
        file(arguments[1]);
    return done();
}
