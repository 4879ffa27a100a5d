/* SPDX-License-Identifier: MIT
 *
 * Tests structs of other versions: every input that is longer than this version knows is read if
 * the rest is zero, and refused if it is not; one that is shorter than its first version is
 * refused; every output is written up to what this version knows and not beyond; canaries after
 * them must not change.
 */
#include <string.h>

#include "gpuocc/gpuocc.h"
#include "gpuocc/models.h"
#include "../handles.h"
#include "tap.h"

#define TAIL   32
#define CANARY 0xa5

static union memory {
    gpuocc_latency latency[1];
    uint64_t words[sizeof(gpuocc_latency) / 8];
    unsigned char bytes[sizeof(gpuocc_latency)];
} handle, made, device_memory;
static const gpuocc_device *device;
static gpuocc_occupancy *occupancy;
static gpuocc_occupancy *tight; /* two amounts limit it at once */
static gpuocc_schedule *schedule;

typedef int32_t question(const void *in, void *out, gpuocc_error *error);

static int32_t ask_kernel(const void *in, void *out, gpuocc_error *error)
{
    gpuocc_occupancy *o;

    (void)out;
    return occupancy_in(made.words, device, 0, in, &o, error);
}

static int32_t ask_search(const void *in, void *out, gpuocc_error *error)
{
    gpuocc_kernel kernel = {.size = sizeof kernel};
    uint32_t threads;

    (void)out;
    return gpuocc_best_group(device, &kernel, in, &threads, NULL, error);
}

static int32_t ask_candidate(const void *in, void *out, gpuocc_error *error)
{
    gpuocc_group_size choice = {.size = sizeof choice};
    gpuocc_group_search search = {.size = sizeof search, .candidate_count = 1};
    gpuocc_kernel kernel = {.size = sizeof kernel};

    (void)out;
    return gpuocc_best_group_among(device, &kernel, &search, in, &choice, error);
}

static int32_t ask_grid(const void *in, void *out, gpuocc_error *error)
{
    gpuocc_schedule *s;

    (void)out;
    return schedule_in(made.words, occupancy, in, &s, error);
}

static int32_t ask_dispatch(const void *in, void *out, gpuocc_error *error)
{
    size_t bytes;

    (void)out;
    return gpuocc_timeline_size(schedule, in, &bytes, error);
}

static void give(gpuocc_workload *w, uint32_t constant, double value)
{
    w->constants_given |= UINT64_C(1) << constant;
    w->constants[constant] = value;
}

/* Sets everything that one instruction on the FP32 pipe needs. */
static void set_workload(gpuocc_workload *w)
{
    w->class_count = 1;
    give(w, GPUOCC_CONSTANT_LATENCY + GPUOCC_RESOURCE_FP32, 4);
    give(w, GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_FP32, 2);
    give(w, GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_ISSUE, 4);
    give(w, GPUOCC_CONSTANT_TURNAROUND_CYCLES, 100);
}

static int32_t ask_workload(const void *in, void *out, gpuocc_error *error)
{
    gpuocc_instructions c = {.size = sizeof c, .resource = GPUOCC_RESOURCE_FP32, .count = 1};

    (void)out;
    return gpuocc_latency_init(made.latency, device, occupancy, in, &c, error);
}

static int32_t ask_instructions(const void *in, void *out, gpuocc_error *error)
{
    gpuocc_workload w = {.size = sizeof w};

    (void)out;
    set_workload(&w);
    return gpuocc_latency_init(made.latency, device, occupancy, &w, in, error);
}

static int32_t ask_cost(gpuocc_group_time *cost)
{
    gpuocc_instructions c = {.size = sizeof c, .resource = GPUOCC_RESOURCE_FP32, .count = 1};
    gpuocc_workload w = {.size = sizeof w};
    int32_t status;

    set_workload(&w);
    status = gpuocc_latency_init(made.latency, device, occupancy, &w, &c, NULL);
    return status == GPUOCC_OK ? gpuocc_latency_group_time(made.latency, cost) : status;
}

static int32_t ask_choice(const void *in, void *out, gpuocc_error *error)
{
    gpuocc_kernel kernel = {.size = sizeof kernel};

    (void)in;
    return gpuocc_best_group_among(device, &kernel, NULL, NULL, out, error);
}

static int32_t ask_answer(const void *in, void *out, gpuocc_error *error)
{
    gpuocc_kernel kernel = {.size = sizeof kernel, .threads_per_group = 64};

    (void)in;
    return gpuocc_occupancy_compute(device, 0, &kernel, out, error);
}

static int32_t ask_loop(const void *body, const void *operation, void *out, gpuocc_error *error)
{
    uint32_t order;
    uint64_t start;

    return gpuocc_order_loads(body, operation, &order, &start, out, error);
}

static int32_t ask_body(const void *in, void *out, gpuocc_error *error)
{
    gpuocc_operation load = {
        .size = sizeof load, .kind = GPUOCC_OPERATION_LOAD, .latency_cycles = 400};

    return ask_loop(in, &load, out, error);
}

static int32_t ask_operation(const void *in, void *out, gpuocc_error *error)
{
    gpuocc_body body = {.size = sizeof body, .operation_count = 1};
    gpuocc_loads loads = {.size = sizeof loads};

    (void)out;
    return ask_loop(&body, in, &loads, error);
}

/* A function with an input struct and an output struct. */
#define PAIR(name, input, output, call)                                                            \
    static int32_t name(const void *in, void *out, gpuocc_error *error)                            \
    {                                                                                              \
        const input *given = in;                                                                   \
        output *result = out;                                                                      \
                                                                                                   \
        (void)error;                                                                               \
        (void)given;                                                                               \
        (void)result;                                                                              \
        return call;                                                                               \
    }
typedef uint32_t nothing;
PAIR(ask_time, gpuocc_group_time, gpuocc_grid_time,
     gpuocc_schedule_time(schedule, given, result, error))
PAIR(ask_serial, gpuocc_serial, gpuocc_serial_result, gpuocc_serial_gap(given, result, error))
PAIR(ask_chains, gpuocc_chains, gpuocc_chains_result, gpuocc_chains_bounds(given, result, error))
PAIR(ask_ramp, gpuocc_ramp, gpuocc_ramp_result, gpuocc_ramp_time(given, result, error))
PAIR(ask_flight, gpuocc_flight, gpuocc_flight_result, gpuocc_bytes_in_flight(given, result, error))
PAIR(ask_tile, gpuocc_tile, gpuocc_halo, gpuocc_tile_halo(given, result, error))
PAIR(ask_access, gpuocc_access, gpuocc_lines, gpuocc_wave_lines(given, 0, result, error))
PAIR(ask_stretch, nothing, gpuocc_plateau,
     gpuocc_occupancy_plateau(occupancy, GPUOCC_KERNEL_REGISTERS_PER_THREAD, 32, result, error))
PAIR(ask_next, nothing, gpuocc_step,
     gpuocc_occupancy_next_step(occupancy, GPUOCC_KERNEL_REGISTERS_PER_THREAD, result, error))
PAIR(ask_joint, nothing, gpuocc_two_field_step,
     gpuocc_occupancy_two_field_step(tight, result, error))
PAIR(ask_info, nothing, gpuocc_field_info,
     gpuocc_kernel_field_info(device, 0, GPUOCC_KERNEL_SHARED_BYTES, result, error))
static const gpuocc_device *found, *product; /* NULL: no vendor of this build has PCI ids */
static gpuocc_pci_id pci = {sizeof pci, 0, 0, 0};
PAIR(ask_pci, gpuocc_pci_id, nothing, gpuocc_device_pci(given, 0, &found, NULL, error))
PAIR(ask_pci_id, nothing, gpuocc_pci_id, gpuocc_device_pci_id(product, 0, result))
PAIR(ask_source, nothing, gpuocc_source,
     gpuocc_device_source(device, GPUOCC_DEVICE_BARRIERS_PER_CORE, result))
PAIR(ask_constant_source, nothing, gpuocc_source,
     gpuocc_device_constant_source(device, GPUOCC_CONSTANT_PARTITIONS, result))
PAIR(ask_balance, nothing, gpuocc_balance, gpuocc_balance_cores(1000, 64, 8, result, error))
PAIR(ask_atomics, nothing, gpuocc_atomics, gpuocc_reduction_atomics(1000, 64, 32, result, error))
PAIR(ask_group_time, nothing, gpuocc_group_time, ask_cost(result))
static gpuocc_timeline *timeline;
PAIR(ask_phase, nothing, gpuocc_phase,
     timeline_in(made.words, sizeof made, schedule, NULL, NULL, 0, &timeline, NULL) < 0
         ? -100
         : gpuocc_timeline_next(timeline, result))

/* Members that are required, each with its position in words of 32 or 64 bits. */
struct value {
    uint32_t at, word;
    double number;
};

static const struct {
    const char *name;
    question *ask;
    uint32_t in, out; /* bytes that this version knows; 0: none */
    struct value values[6];
} cases[] = {
    {"gpuocc_kernel", ask_kernel, sizeof(gpuocc_kernel), 0, {{1, 64, 0}}},
    {"gpuocc_group_search", ask_search, sizeof(gpuocc_group_search), 0, {{2, 256, 0}}},
    {"gpuocc_candidate", ask_candidate, sizeof(gpuocc_candidate), 0, {{1, 64, 0}}},
    {"gpuocc_grid", ask_grid, sizeof(gpuocc_grid), 0, {{1, 8, 0}, {2, 100, 0}}},
    {"gpuocc_dispatch", ask_dispatch, sizeof(gpuocc_dispatch), 0, {{0, 0, 0}}},
    {"gpuocc_workload", ask_workload, sizeof(gpuocc_workload), 0, {{0, 0, 0}}},
    {"gpuocc_instructions",
     ask_instructions,
     sizeof(gpuocc_instructions),
     0,
     {{3, GPUOCC_RESOURCE_FP32, 0}, {2, 0, 1}}},
    {"gpuocc_group_time",
     ask_time,
     sizeof(gpuocc_group_time),
     sizeof(gpuocc_grid_time),
     {{1, 0, 5}, {2, 0, 1}}},
    {"gpuocc_serial",
     ask_serial,
     sizeof(gpuocc_serial),
     sizeof(gpuocc_serial_result),
     {{1, 0, 1}, {2, 0, 1}, {3, 0, 2}}},
    {"gpuocc_chains",
     ask_chains,
     sizeof(gpuocc_chains),
     sizeof(gpuocc_chains_result),
     {{1, 2, 0}, {2, 2, 0}, {3, 5, 0}, {2, 0, 1}, {3, 0, 1}, {4, 0, 0.5}}},
    {"gpuocc_ramp",
     ask_ramp,
     sizeof(gpuocc_ramp),
     sizeof(gpuocc_ramp_result),
     {{3, 0, 1}, {4, 0, 1}}},
    {"gpuocc_flight",
     ask_flight,
     sizeof(gpuocc_flight),
     sizeof(gpuocc_flight_result),
     {{1, 8, 0}, {2, 128, 0}, {3, 32, 0}, {2, 0, 500}, {3, 0, 900}}},
    {"gpuocc_tile", ask_tile, sizeof(gpuocc_tile), sizeof(gpuocc_halo), {{1, 8, 0}, {4, 1, 0}}},
    {"gpuocc_access",
     ask_access,
     sizeof(gpuocc_access),
     sizeof(gpuocc_lines),
     {{1, 32, 0}, {2, 32, 0}, {3, 1, 0}, {4, 4, 0}, {5, 128, 0}}},
    {"gpuocc_plateau", ask_stretch, 0, sizeof(gpuocc_plateau), {{0, 0, 0}}},
    {"gpuocc_step", ask_next, 0, sizeof(gpuocc_step), {{0, 0, 0}}},
    {"gpuocc_answer", ask_answer, 0, sizeof(gpuocc_answer), {{0, 0, 0}}},
    {"gpuocc_two_field_step", ask_joint, 0, sizeof(gpuocc_two_field_step), {{0, 0, 0}}},
    {"gpuocc_field_info", ask_info, 0, sizeof(gpuocc_field_info), {{0, 0, 0}}},
    {"gpuocc_pci_id", ask_pci, sizeof(gpuocc_pci_id), 0, {{0, 0, 0}}},
    {"gpuocc_pci_id, filled", ask_pci_id, 0, sizeof(gpuocc_pci_id), {{0, 0, 0}}},
    {"gpuocc_source", ask_source, 0, sizeof(gpuocc_source), {{0, 0, 0}}},
    {"gpuocc_source of a constant", ask_constant_source, 0, sizeof(gpuocc_source), {{0, 0, 0}}},
    {"gpuocc_group_size", ask_choice, 0, sizeof(gpuocc_group_size), {{0, 0, 0}}},
    {"gpuocc_body", ask_body, sizeof(gpuocc_body), sizeof(gpuocc_loads), {{1, 1, 0}}},
    {"gpuocc_operation", ask_operation, sizeof(gpuocc_operation), 0, {{1, 1, 0}, {14, 400, 0}}},
    {"gpuocc_balance", ask_balance, 0, sizeof(gpuocc_balance), {{0, 0, 0}}},
    {"gpuocc_atomics", ask_atomics, 0, sizeof(gpuocc_atomics), {{0, 0, 0}}},
    {"gpuocc_group_time, filled", ask_group_time, 0, sizeof(gpuocc_group_time), {{0, 0, 0}}},
    {"gpuocc_phase", ask_phase, 0, sizeof(gpuocc_phase), {{0, 0, 0}}},
};

static void set_word(unsigned char *to, size_t at, uint32_t word)
{
    memcpy(to + at, &word, sizeof word);
}

/* Calls with an input of `in` and an output of `out` bytes; words after the input may be set. */
static int32_t ask(size_t i, uint32_t in, uint32_t out, uint32_t tail, unsigned char *result)
{
    static union memory input;
    const struct value *v = cases[i].values;
    gpuocc_error error = {.size = sizeof error};
    size_t k;

    memset(input.bytes, 0, sizeof input);
    for (k = 0; k < sizeof cases[i].values / sizeof *v; k++)
        if (v[k].word != 0)
            set_word(input.bytes, 4 * (size_t)v[k].at, v[k].word);
        else if (v[k].number != 0)
            memcpy(input.bytes + 8 * (size_t)v[k].at, &v[k].number, 8);
    if (strcmp(cases[i].name, "gpuocc_ramp") == 0) /* the only one with numbers of 64 bits */
        input.words[1] = 1000, input.words[2] = 16;
    if (strcmp(cases[i].name, "gpuocc_pci_id") == 0)
        memcpy(input.bytes, &pci, sizeof pci);
    if (strcmp(cases[i].name, "gpuocc_access") == 0)
        input.words[3] = 4096;
    if (strcmp(cases[i].name, "gpuocc_workload") == 0 && in >= sizeof(gpuocc_workload)) {
        gpuocc_workload *w = (gpuocc_workload *)(void *)input.bytes;

        set_workload(w);
    }
    set_word(input.bytes, 0, in);
    if (tail != 0)
        set_word(input.bytes, cases[i].in + 8, tail);
    memset(result, CANARY, sizeof(gpuocc_latency));
    set_word(result, 0, out);
    return cases[i].ask(input.bytes, result, &error);
}

/* Returns the bytes of a struct in its first version; most have not grown since. */
static uint32_t first_bytes(size_t i)
{
    if (strcmp(cases[i].name, "gpuocc_kernel") == 0)
        return 25 * sizeof(uint32_t);
    return strcmp(cases[i].name, "gpuocc_group_search") == 0 ? 20 : cases[i].in;
}

static void test_input(size_t i)
{
    static union memory result;
    const uint32_t in = cases[i].in, out = cases[i].out, first = first_bytes(i);

    ok(ask(i, in, out, 0, result.bytes) == GPUOCC_OK, "%s of this version", cases[i].name);
    ok(ask(i, in + TAIL, out, 0, result.bytes) == GPUOCC_OK, "%s of the future, unused",
       cases[i].name);
    ok(ask(i, in + TAIL, out, 7, result.bytes) == GPUOCC_ERROR_STRUCT_NEWER,
       "%s of the future, used", cases[i].name);
    ok(ask(i, in, out, 7, result.bytes) == GPUOCC_OK, "%s: nothing behind it is read",
       cases[i].name);
    ok(ask(i, first, out, 0, result.bytes) == GPUOCC_OK, "%s of the past, %u bytes", cases[i].name,
       (unsigned)first);
    ok(ask(i, first - 4, out, 0, result.bytes) == GPUOCC_ERROR_STRUCT_SIZE &&
           ask(i, 0, out, 0, result.bytes) == GPUOCC_ERROR_STRUCT_SIZE &&
           ask(i, in + 2, out, 0, result.bytes) == GPUOCC_ERROR_STRUCT_SIZE &&
           ask(i, 0x7ffffffc, out, 0, result.bytes) == GPUOCC_ERROR_STRUCT_SIZE,
       "%s that is too short, or no struct at all", cases[i].name);
}

static int survives(const unsigned char *result, size_t from)
{
    size_t k;

    for (k = from; k < sizeof(gpuocc_latency); k++)
        if (result[k] != CANARY)
            return 0;
    return 1;
}

static void test_output(size_t i)
{
    static union memory result, longer;
    const uint32_t in = cases[i].in, out = cases[i].out;
    int32_t status = ask(i, in, out, 0, result.bytes);

    ok(status == GPUOCC_OK && survives(result.bytes, out), "%s writes its %u bytes: canaries live",
       cases[i].name, (unsigned)out);
    if (status != GPUOCC_OK)
        note("status %d", (int)status);
    status = ask(i, in, out + TAIL, 0, longer.bytes);
    ok(status == GPUOCC_OK && longer.words[0] != result.words[0] &&
           memcmp(longer.bytes + 4, result.bytes + 4, out - 4) == 0 && survives(longer.bytes, out),
       "%s: an output of the future gets what this version knows", cases[i].name);
    ok(ask(i, in, out - 4, 0, result.bytes) == GPUOCC_ERROR_STRUCT_SIZE &&
           survives(result.bytes, 4),
       "%s: an output that is too short is not touched", cases[i].name);
}

/* Makes a custom device, whose figures never change, with 16 groups of 64 threads per core. */
static int make(void)
{
    static const uint32_t fields[] = {GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,
                                      GPUOCC_DEVICE_MAX_GROUPS_PER_CORE,
                                      GPUOCC_DEVICE_PARTITIONS_PER_CORE,
                                      GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION,
                                      GPUOCC_DEVICE_REGISTERS_PER_PARTITION,
                                      GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD,
                                      GPUOCC_DEVICE_SHARED_POOL_BYTES,
                                      GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP,
                                      GPUOCC_DEVICE_CORE_COUNT,
                                      GPUOCC_DEVICE_CLOCK_MHZ};
    static const uint64_t values[] = {1024, 16, 4, 16, 16384, 255, 65536, 49152, 8, 1000};
    gpuocc_kernel kernel = {0}, both;
    gpuocc_grid grid = {.size = sizeof grid, .groups = 1000};
    gpuocc_error error = {.size = sizeof error};

    kernel.size = sizeof kernel;
    kernel.threads_per_group = 64;
    kernel.registers_per_thread = 96;
    both = kernel;
    both.shared_bytes = 6500; /* 10 groups by registers, 10 by shared memory */
    return device_in(device_memory.words, NULL, "own", 3, fields, values,
                     sizeof fields / sizeof *fields, &device, &error) == GPUOCC_OK &&
           occupancy_in(handle.words, device, 0, &kernel, &occupancy, &error) == GPUOCC_OK &&
           schedule_in(handle.words + 512, occupancy, &grid, &schedule, &error) == GPUOCC_OK &&
           occupancy_in(handle.words + 256, device, 0, &both, &tight, &error) == GPUOCC_OK;
}

/* Finds a device with a PCI id. */
static void find_product(void)
{
    const gpuocc_device *one;
    uint32_t i;

    for (i = 0; product == NULL && gpuocc_device_at(i, &one) == GPUOCC_OK; i++)
        if (gpuocc_device_pci_id(one, 0, &pci) == GPUOCC_OK)
            product = one;
}

int main(void)
{
    size_t i;

    if (!ok(make(), "a device, an occupancy and a schedule to ask about"))
        return done();
    find_product();
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (product == NULL && strncmp(cases[i].name, "gpuocc_pci_id", 13) == 0)
            continue;
        if (cases[i].in != 0)
            test_input(i);
        if (cases[i].out != 0)
            test_output(i);
    }
    return done();
}
