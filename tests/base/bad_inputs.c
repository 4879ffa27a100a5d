/* SPDX-License-Identifier: MIT
 *
 * Tests the rows `api` of bad_inputs.tsv: a function, what is wrong with its arguments, and its
 * exact answer. Everything else has the default of struct world: a toy custom device, a kernel, a
 * grid and a workload that are all valid. After a negative status no out-parameter may have
 * changed. `on=NAME` uses a built-in device instead of the toy (the row is skipped if its vendor is
 * left out); `again=` initialises the handles that it names (occupancy, schedule, latency) again,
 * with what the row has changed so far; `phases=N` reads N phases of the timeline first. Rows
 * `command` are tested by tests/tools/test_bad_inputs.py.
 */
#include <math.h>

#include "gpuocc/models.h"
#include "support.h"

/* Everything that a function can write to. */
struct out {
    const gpuocc_device *device;
    gpuocc_occupancy *occupancy;
    gpuocc_schedule *schedule;
    gpuocc_timeline *timeline;
    gpuocc_latency *latency;
    gpuocc_plan *plan;
    uint32_t column[1];
    int32_t status[1];
    uint32_t word[3];
    uint64_t wide[2];
    double real[3];
    size_t bytes;
    gpuocc_plateau plateau;
    gpuocc_step step;
    gpuocc_grid_time time;
    gpuocc_phase phase;
    gpuocc_serial_result serial;
    gpuocc_chains_result chains;
    gpuocc_ramp_result ramp;
    gpuocc_flight_result flight;
    gpuocc_balance balance;
    gpuocc_halo halo;
    gpuocc_lines lines;
    gpuocc_atomics atomics;
    gpuocc_two_field_step two_fields;
    gpuocc_kernel bound;
    gpuocc_field_info info;
    gpuocc_group_size choice;
    gpuocc_source source;
    gpuocc_pci_id pci;
    gpuocc_group_time group_time;
    gpuocc_loads loads;
    uint32_t order[8];
    uint64_t starts[8];
};

/* A struct of a later version. */
struct future {
    gpuocc_kernel kernel;
    uint32_t tail[1200];
};

struct world {
    uint64_t own[sizeof(gpuocc_custom_device) / 8], first[sizeof(gpuocc_occupancy) / 8];
    uint64_t second[sizeof(gpuocc_schedule) / 8], third[sizeof(gpuocc_latency) / 8];
    uint64_t fourth[1024], fifth[sizeof(gpuocc_plan) / 8], room[sizeof(gpuocc_plan) / 8 + 1];
    /* arguments */
    void *memory;
    size_t bytes, length, count, classes, constants;
    const gpuocc_device *device, *base;
    const gpuocc_occupancy *occupancy;
    const gpuocc_schedule *schedule;
    const gpuocc_latency *latency;
    const gpuocc_plan *plan;
    uint32_t phases; /* phases read from the timeline */
    gpuocc_timeline *timeline;
    const char *name, *text;
    uint32_t index, field, list, convention, target, groups, value, wave;
    uint32_t fields[3], durations[2], constant_ids[5];
    uint64_t values[3], threads;
    double reals[4], times[4], constant_values[5];
    const uint32_t *field_list, *duration_list;
    const uint64_t *value_list;
    const double *scale_list, *time_list;
    struct future future;
    const gpuocc_kernel *kernel;
    gpuocc_group_search search;
    gpuocc_grid grid;
    uint64_t grid_tail[2]; /* members of a later version */
    const gpuocc_grid *grid_at;
    gpuocc_dispatch dispatch;
    uint32_t dispatch_tail[4];
    gpuocc_group_time group_time;
    uint64_t group_time_tail[2];
    const gpuocc_group_time *group_time_at;
    gpuocc_serial serial;
    uint64_t serial_tail[2];
    const gpuocc_serial *serial_at;
    gpuocc_chains chains;
    uint64_t chains_tail[2];
    gpuocc_ramp ramp;
    uint64_t ramp_tail[2];
    gpuocc_flight flight;
    uint64_t flight_tail[2];
    gpuocc_tile tile;
    uint32_t tile_tail[4];
    const gpuocc_tile *tile_at;
    gpuocc_access access;
    uint64_t access_tail[2];
    const gpuocc_access *access_at;
    gpuocc_workload workload;
    uint64_t workload_tail[2];
    const gpuocc_workload *workload_at;
    gpuocc_instructions class[2];
    const gpuocc_instructions *class_at;
    gpuocc_body body;
    uint32_t body_tail[4];
    gpuocc_operation operation;
    const gpuocc_body *body_at;
    gpuocc_pci_id pci;
    uint32_t pci_tail[4];
    const gpuocc_pci_id *pci_at;
    const gpuocc_operation *operation_at;
    uint32_t *order_out;
    uint64_t *starts_out;
    const gpuocc_candidate *candidate_list;
    gpuocc_candidate candidates[2];
    uint32_t bound, sizes[2], registers[2], candidate_size;
    char *sentence;
    char sentence_room[64];
    struct out out;
    /* where a function writes; NULL if the row says so */
    const gpuocc_device **device_out;
    gpuocc_timeline **timeline_out;
    const uint32_t *column;
    const uint32_t *const *columns_in;
    uint32_t *const *columns_out;
    uint32_t *to_column;
    uint32_t results[2];
    const uint32_t *result_list;
    uint32_t *word_out;
    uint64_t *wide_out, *wide_out_2;
    double *real_out, *real_out_2;
    size_t *bytes_out;
    void *result;
    gpuocc_error error;
};

static struct world w;

static void must(int32_t status)
{
    if (status == GPUOCC_OK)
        return;
    printf("Bail out! the default is refused: %d\n", (int)status);
    exit(1);
}

static void set_structs(void)
{
    static const uint32_t resources[] = {GPUOCC_RESOURCE_FP32, GPUOCC_RESOURCE_DRAM,
                                         GPUOCC_RESOURCE_L2, GPUOCC_RESOURCE_L1,
                                         GPUOCC_RESOURCE_ISSUE};
    int i;
    const gpuocc_instructions pipe = {sizeof pipe, 0, 0, GPUOCC_RESOURCE_FP32, 4, 0, 0, 0, 0, 0, 0,
                                      20,          2, 0};
    const gpuocc_instructions load = {
        sizeof load, 1, GPUOCC_CLASS_LOAD, 0, 1, 0, 0, 128, 0, 0.5, 0.5, 400, 2, 0};

    w.future.kernel.size = sizeof w.future.kernel;
    w.future.kernel.threads_per_group = 256;
    w.search.size = sizeof w.search;
    w.grid.size = sizeof w.grid;
    w.grid.groups = 100;
    w.grid.core_count = 4;
    w.dispatch.size = sizeof w.dispatch;
    w.group_time = (gpuocc_group_time){sizeof w.group_time, 0, 10, 1, 0.1, 1};
    w.serial = (gpuocc_serial){sizeof w.serial, 0, 1, 2, 2};
    w.chains = (gpuocc_chains){sizeof w.chains, 4, 2, 10, 1, 2, 0.5};
    w.ramp = (gpuocc_ramp){sizeof w.ramp, 0, 100, 10, 1, 20, 1};
    w.flight = (gpuocc_flight){sizeof w.flight, 10, 128, 32, 500, 1000};
    w.tile = (gpuocc_tile){sizeof w.tile, 16, 16, 0, 1, 4};
    w.access = (gpuocc_access){sizeof w.access, 32, 8, 8, 4, 128, 1024, 0, 0, 0};
    w.workload.size = sizeof w.workload;
    w.workload.grid_groups = 100;
    w.class[0] = pipe;
    w.class[1] = load;
    w.reals[0] = w.times[0] = 1;
    w.reals[1] = 2;
    w.times[1] = 0.75;
    w.reals[2] = w.reals[3] = 3;
    w.durations[0] = w.durations[1] = 3;
    for (i = 0; i < 5; i++) {
        w.constant_ids[i] = GPUOCC_CONSTANT_RATE + resources[i];
        w.constant_values[i] = 4;
    }
    w.fields[0] = GPUOCC_DEVICE_BARRIERS_PER_CORE;
    w.values[0] = 16;
    w.pci = (gpuocc_pci_id){sizeof w.pci, 0x10de, 0x2684, GPUOCC_UNKNOWN};
    w.body = (gpuocc_body){sizeof w.body, 1, 2, GPUOCC_ORDER_HOIST, 0, 0};
    w.operation.size = sizeof w.operation;
    w.operation.kind = GPUOCC_OPERATION_LOAD;
    w.operation.result = 1;
    w.operation.latency_cycles = 400;
    w.sizes[0] = w.registers[0] = 64;
    w.sizes[1] = w.registers[1] = 128;
}

/* Sets the default pointers. */
static void set_pointers(void)
{
    w.memory = w.room;
    w.bytes = sizeof w.room - 8;
    w.length = 3;
    w.count = 1;
    w.name = "toy";
    w.text = "registers_per_thread";
    w.field_list = w.fields;
    w.value_list = w.values;
    w.duration_list = w.durations;
    w.scale_list = w.reals;
    w.time_list = w.times;
    w.kernel = &w.future.kernel;
    w.grid_at = &w.grid;
    w.group_time_at = &w.group_time;
    w.serial_at = &w.serial;
    w.tile_at = &w.tile;
    w.access_at = &w.access;
    w.workload_at = &w.workload;
    w.class_at = w.class;
    w.classes = 2;
    w.constants = 5;
    w.device_out = &w.out.device;
    w.timeline_out = &w.out.timeline;
    w.column = w.fields + 2;
    w.columns_in = &w.column;
    w.to_column = w.out.column;
    w.columns_out = &w.to_column;
    w.result_list = w.results;
    w.word_out = &w.out.word[0];
    w.wide_out = &w.out.wide[0];
    w.wide_out_2 = &w.out.wide[1];
    w.real_out = &w.out.real[0];
    w.real_out_2 = &w.out.real[1];
    w.bytes_out = &w.out.bytes;
    w.body_at = &w.body;
    w.pci_at = &w.pci;
    w.operation_at = &w.operation;
    w.order_out = w.out.order;
    w.starts_out = w.out.starts;
    w.candidate_list = w.candidates;
    w.candidate_size = sizeof w.candidates[0];
    w.sentence = w.sentence_room;
    w.groups = w.value = 1;
    w.threads = 1000;
    w.wave = 0;
}

static void set_sizes(void)
{
    memset(&w.out, 0xa5, sizeof w.out);
    w.out.plateau.size = sizeof w.out.plateau;
    w.out.step.size = sizeof w.out.step;
    w.out.time.size = sizeof w.out.time;
    w.out.phase.size = sizeof w.out.phase;
    w.out.serial.size = sizeof w.out.serial;
    w.out.chains.size = sizeof w.out.chains;
    w.out.ramp.size = sizeof w.out.ramp;
    w.out.flight.size = sizeof w.out.flight;
    w.out.balance.size = sizeof w.out.balance;
    w.out.halo.size = sizeof w.out.halo;
    w.out.lines.size = sizeof w.out.lines;
    w.out.atomics.size = sizeof w.out.atomics;
    w.out.two_fields.size = sizeof w.out.two_fields;
    w.out.bound.size = sizeof w.out.bound;
    w.out.info.size = sizeof w.out.info;
    w.out.choice.size = sizeof w.out.choice;
    w.out.source.size = sizeof w.out.source;
    w.out.pci.size = sizeof w.out.pci;
    w.out.group_time.size = sizeof w.out.group_time;
    w.out.loads.size = sizeof w.out.loads;
    memset(&w.error, 0, sizeof w.error);
    w.error.size = sizeof w.error;
}

/* Makes a device, an occupancy, a schedule, a timeline and a latency that are all valid. */
static void set_handles(void)
{
    static const uint32_t fields[] = {
        GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,   GPUOCC_DEVICE_PARTITIONS_PER_CORE,
        GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, GPUOCC_DEVICE_REGISTERS_PER_PARTITION,
        GPUOCC_DEVICE_REGISTER_UNIT,           GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD,
        GPUOCC_DEVICE_SHARED_POOL_BYTES,       GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP,
        GPUOCC_DEVICE_BARRIERS_PER_CORE,       GPUOCC_DEVICE_CORE_COUNT};
    static const uint64_t values[] = {1024, 4, 16, 16384, 256, 255, 65536, 49152, 16, 4};
    gpuocc_occupancy *occupancy;
    gpuocc_schedule *schedule;
    gpuocc_latency *latency;
    gpuocc_plan *plan;

    must(device_in(w.own, NULL, "toy", 3, fields, values, sizeof fields / sizeof fields[0],
                   &w.device, NULL));
    must(occupancy_in(w.first, w.device, 0, w.kernel, &occupancy, NULL));
    w.occupancy = occupancy;
    must(schedule_in(w.second, occupancy, &w.grid, &schedule, NULL));
    w.schedule = schedule;
    must(timeline_in(w.fourth, sizeof w.fourth, schedule, NULL, NULL, 0, &w.timeline, NULL));
    must(latency_in(w.third, w.device, occupancy, &w.workload, w.class, 2, w.constant_ids,
                    w.constant_values, 5, &latency, NULL));
    w.latency = latency;
    must(plan_in(w.fifth, w.device, 0, w.kernel, &plan, NULL));
    w.plan = plan;
    w.base = w.device;
}

/* Initialises the handles named in `what` again. Returns 0 if that is refused. */
static int make_again(const char *what)
{
    gpuocc_occupancy *occupancy = NULL;
    gpuocc_schedule *schedule = NULL;
    gpuocc_latency *latency = NULL;
    int32_t status = GPUOCC_OK;

    if (strcmp(what, "occupancy") == 0)
        status = occupancy_in(w.first, w.device, w.convention, w.kernel, &occupancy, NULL);
    else if (strcmp(what, "schedule") == 0)
        status = schedule_in(w.second, w.occupancy, w.grid_at, &schedule, NULL);
    else
        status = latency_in(w.third, w.device, w.occupancy, w.workload_at, w.class_at, w.classes,
                            w.constant_ids, w.constant_values, w.constants, &latency, NULL);
    w.occupancy = occupancy != NULL ? occupancy : w.occupancy;
    w.schedule = schedule != NULL ? schedule : w.schedule;
    w.latency = latency != NULL ? latency : w.latency;
    return status == GPUOCC_OK;
}

static void reset(void)
{
    memset(&w, 0, sizeof w);
    set_structs();
    set_pointers();
    set_handles();
    set_sizes();
}

/* What a row can change. */
enum type { WORD, WIDE, SIZE, REAL, POINTER, TEXT };
#define SLOT(name, type)                                                                           \
    {                                                                                              \
#name, type, offsetof(struct world, name)                                                  \
    }
#define NAMED(name, as, type)                                                                      \
    {                                                                                              \
        as, type, offsetof(struct world, name)                                                     \
    }
#define KERNEL(name)                                                                               \
    {                                                                                              \
        "kernel." #name, WORD, offsetof(struct world, future) + offsetof(gpuocc_kernel, name)      \
    }
/* clang-format off */
static const struct {
    const char *name;
    enum type type;
    size_t offset;
} slots[] = {
    SLOT(memory, POINTER), SLOT(device, POINTER), SLOT(base, POINTER), SLOT(occupancy, POINTER),
    SLOT(schedule, POINTER), SLOT(latency, POINTER), SLOT(timeline, POINTER),
    SLOT(field_list, POINTER), SLOT(value_list, POINTER), SLOT(duration_list, POINTER),
    SLOT(scale_list, POINTER),
    SLOT(time_list, POINTER), SLOT(kernel, POINTER), NAMED(grid_at, "grid", POINTER),
    NAMED(group_time_at, "group_time", POINTER), NAMED(serial_at, "serial", POINTER),
    NAMED(tile_at, "tile", POINTER), NAMED(access_at, "access", POINTER),
    NAMED(workload_at, "workload", POINTER), NAMED(class_at, "class_list", POINTER),
    SLOT(device_out, POINTER),
    SLOT(timeline_out, POINTER), SLOT(word_out, POINTER),
    SLOT(wide_out, POINTER), SLOT(wide_out_2, POINTER), SLOT(real_out, POINTER),
    SLOT(real_out_2, POINTER), SLOT(bytes_out, POINTER), SLOT(result, POINTER),
    SLOT(plan, POINTER), SLOT(columns_in, POINTER),
    SLOT(columns_out, POINTER), SLOT(column, POINTER), SLOT(to_column, POINTER),
    SLOT(result_list, POINTER), NAMED(results[0], "results", WORD),
    NAMED(pci_at, "pci", POINTER), SLOT(pci.size, WORD), SLOT(pci.vendor, WORD),
    SLOT(pci.device, WORD), SLOT(pci.revision, WORD), NAMED(pci_tail[0], "pci.tail", WORD),
    NAMED(body_at, "body", POINTER), NAMED(operation_at, "operation", POINTER),
    SLOT(order_out, POINTER), SLOT(starts_out, POINTER),
    SLOT(candidate_list, POINTER), SLOT(candidate_size, WORD), SLOT(sentence, POINTER),
    SLOT(search.candidate_count, WIDE),
    SLOT(bound, WORD), NAMED(sizes[0], "size", WORD), NAMED(registers[0], "registers", WORD),
    SLOT(body.size, WORD), SLOT(body.operation_count, WORD), SLOT(body.unroll, WORD),
    SLOT(body.order, WORD), SLOT(body.no_alias, WORD), SLOT(body.most_loads, WORD),
    NAMED(body_tail[1], "body.tail", WORD),
    SLOT(operation.size, WORD), SLOT(operation.kind, WORD), SLOT(operation.latency_cycles, WORD),
    SLOT(operation.offset_bytes, WIDE), SLOT(operation.stride_bytes, WIDE),
    SLOT(operation.issue_cycles, WORD),
    NAMED(grid_tail[0], "grid.tail", WORD), NAMED(dispatch_tail[0], "dispatch.tail", WORD),
    NAMED(group_time_tail[0], "group_time.tail", WORD),
    NAMED(workload_tail[0], "workload.tail", WORD), NAMED(serial_tail[0], "serial.tail", WORD),
    NAMED(chains_tail[0], "chains.tail", WORD), NAMED(ramp_tail[0], "ramp.tail", WORD),
    NAMED(flight_tail[0], "flight.tail", WORD), NAMED(tile_tail[0], "tile.tail", WORD),
    NAMED(access_tail[0], "access.tail", WORD),
    SLOT(search.grid_threads, WIDE), SLOT(search.core_count, WORD),
    NAMED(fields[1], "second_field", WORD), SLOT(bytes, SIZE),
    SLOT(length, SIZE), SLOT(count, SIZE), SLOT(classes, SIZE),
    SLOT(constants, SIZE), SLOT(name, TEXT), SLOT(text, TEXT), SLOT(index, WORD),
    SLOT(field, WORD), SLOT(list, WORD), SLOT(convention, WORD), SLOT(target, WORD),
    SLOT(groups, WORD), SLOT(value, WORD), SLOT(wave, WORD),
    SLOT(threads, WIDE), NAMED(fields[0], "fields", WORD),
    NAMED(values[0], "values", WIDE), NAMED(durations[1], "durations", WORD),
    NAMED(constant_ids[0], "constant", WORD), NAMED(constant_values[0], "constant_value", REAL),
    NAMED(reals[0], "a", REAL), NAMED(reals[1], "b", REAL), NAMED(reals[2], "c", REAL),
    NAMED(reals[3], "d", REAL), NAMED(times[0], "e", REAL), NAMED(times[1], "f", REAL),
    KERNEL(size), KERNEL(threads_per_group), KERNEL(wave_size), KERNEL(registers_per_thread),
    KERNEL(shared_bytes),
    KERNEL(dynamic_shared_bytes_per_thread),
    KERNEL(dynamic_shared_bytes), KERNEL(barriers_per_group),
    KERNEL(max_threads_per_group), KERNEL(shared_limit), KERNEL(carveout_percent),
    KERNEL(cache_preference), KERNEL(global_caching), KERNEL(virtual_resources),
    KERNEL(groups_per_cluster), KERNEL(accumulators_per_thread),
    KERNEL(scalar_registers_per_wave), KERNEL(core_mode), KERNEL(dynamic_vgpr_block),
    KERNEL(trap_registers), KERNEL(scratch_wave_cap), KERNEL(grf_count),
    KERNEL(half_registers_per_thread), KERNEL(occupancy_target_percent),
    KERNEL(reported_max_threads),
    NAMED(future.tail[99], "kernel.tail", WORD), NAMED(future.tail[900], "kernel.end", WORD),
    SLOT(search.size, WORD), SLOT(search.min_threads, WORD), SLOT(search.max_threads, WORD),
    SLOT(search.multiple_of, WORD),
    SLOT(grid.size, WORD), SLOT(grid.groups, WIDE), SLOT(grid.core_count, WORD),
    SLOT(grid.groups_per_core, WORD), SLOT(grid.waves_per_group, WORD),
    SLOT(grid.waves_per_core, WORD), SLOT(grid.groups_per_device, WORD),
    SLOT(dispatch.size, WORD), SLOT(dispatch.placement, WORD), SLOT(dispatch.choice, WORD),
    SLOT(dispatch.barrier, WORD), SLOT(dispatch.head_of_line, WORD),
    SLOT(dispatch.usable_cores, WORD), SLOT(dispatch.slots_per_core, WORD),
    SLOT(group_time.size, WORD), SLOT(group_time.unused, WORD), SLOT(group_time.latency, REAL),
    SLOT(group_time.per_core, REAL), SLOT(group_time.per_device, REAL),
    SLOT(group_time.overhead, REAL),
    SLOT(serial.size, WORD), SLOT(serial.unused, WORD), SLOT(serial.cpu_time, REAL),
    SLOT(serial.gpu_time, REAL), SLOT(serial.core_scale, REAL),
    SLOT(chains.size, WORD), SLOT(chains.chains, WORD), SLOT(chains.interleaved, WORD),
    SLOT(chains.dispatches, WORD), SLOT(chains.gap, REAL), SLOT(chains.work, REAL),
    SLOT(chains.fill, REAL),
    SLOT(ramp.size, WORD), SLOT(ramp.unused, WORD), SLOT(ramp.groups, WIDE),
    SLOT(ramp.slots, WIDE), SLOT(ramp.launch_interval, REAL), SLOT(ramp.group_time, REAL),
    SLOT(ramp.fixed_time, REAL),
    SLOT(flight.size, WORD), SLOT(flight.core_count, WORD), SLOT(flight.line_bytes, WORD),
    SLOT(flight.wave_size, WORD), SLOT(flight.latency_ns, REAL),
    SLOT(flight.gb_per_s, REAL),
    SLOT(tile.size, WORD), SLOT(tile.x, WORD), SLOT(tile.y, WORD), SLOT(tile.z, WORD),
    SLOT(tile.radius, WORD), SLOT(tile.element_bytes, WORD),
    SLOT(access.size, WORD), SLOT(access.wave_size, WORD), SLOT(access.group_x, WORD),
    SLOT(access.group_y, WORD), SLOT(access.element_bytes, WORD), SLOT(access.line_bytes, WORD),
    SLOT(access.pitch_bytes, WIDE), SLOT(access.base_bytes, WIDE), SLOT(access.origin_x, WIDE),
    SLOT(access.origin_y, WIDE),
    SLOT(workload.size, WORD), SLOT(workload.waves, WORD), SLOT(workload.waves_per_group, WORD),
    SLOT(workload.max_waves, WORD), SLOT(workload.wave_size, WORD),
    SLOT(workload.turnaround, WORD), SLOT(workload.grid_groups, WIDE),
    SLOT(workload.iterations, REAL), SLOT(workload.wave_latency_cycles, REAL),
    NAMED(class[0].size, "class.size", WORD), NAMED(class[0].phase, "class.phase", WORD),
    NAMED(class[0].kind, "class.kind", WORD), NAMED(class[0].resource, "class.resource", WORD),
    NAMED(class[0].count, "class.count", REAL), NAMED(class[0].chains, "class.chains", REAL),
    NAMED(class[0].replay, "class.replay", REAL), NAMED(class[0].bytes, "class.bytes", REAL),
    NAMED(class[0].efficiency, "class.efficiency", REAL),
    NAMED(class[0].l1_hit, "class.l1_hit", REAL), NAMED(class[0].l2_hit, "class.l2_hit", REAL),
    NAMED(class[0].latency_cycles, "class.latency_cycles", REAL),
    NAMED(class[0].distance_cycles, "class.distance_cycles", REAL),
    NAMED(class[0].replay_cycles, "class.replay_cycles", REAL),
    NAMED(class[1].resource, "load.resource", WORD), NAMED(class[1].size, "load.size", WORD),
    SLOT(error.size, WORD),
    SLOT(out.plateau.size, WORD), SLOT(out.step.size, WORD), SLOT(out.time.size, WORD),
    SLOT(out.phase.size, WORD), SLOT(out.serial.size, WORD),
    SLOT(out.chains.size, WORD), SLOT(out.ramp.size, WORD), SLOT(out.flight.size, WORD),
    SLOT(out.balance.size, WORD), SLOT(out.halo.size, WORD), SLOT(out.lines.size, WORD),
    SLOT(out.atomics.size, WORD), SLOT(out.two_fields.size, WORD), SLOT(out.bound.size, WORD),
    SLOT(out.info.size, WORD), SLOT(out.choice.size, WORD),
    SLOT(out.source.size, WORD), SLOT(out.pci.size, WORD),
    SLOT(out.group_time.size, WORD), SLOT(out.loads.size, WORD),
};

/* Where a function writes a struct: `result=NULL` makes it NULL. */
#define TO(member) (w.result == (void *)&w ? NULL : &w.out.member)

/* Returns the row's search for the best group size, with its candidates unless it gives their
 * number. */
static const gpuocc_group_search *search_of_row(uint32_t candidates)
{
    const uint64_t count = w.search.candidate_count;

    return search_for(&w.search, &w.search, w.convention, w.index, count != 0 ? count : candidates);
}

static const gpuocc_candidate *candidates_of_row(void)
{
    uint32_t i;

    for (i = 0; i < 2; i++) {
        w.candidates[i].size = w.candidate_size;
        w.candidates[i].threads_per_group = w.sizes[i];
        w.candidates[i].registers = w.registers[i];
    }
    return w.candidate_list;
}

/* The functions, each with its arguments from struct world. */
#define CALL(name, ...) \
    static int32_t call_##name(void) { return gpuocc_##name(__VA_ARGS__); }
CALL(device_at, w.index, w.device_out)
CALL(device_find, w.name, w.length, w.index, w.device_out, NULL, &w.error)
CALL(device_for, w.name, w.length, w.index, w.device_out, NULL, &w.error)
CALL(device_nearest, w.name, w.length, w.index, w.device_out)
CALL(device_pci, w.pci_at, w.index, w.device_out, NULL, &w.error)
CALL(device_copy, w.memory, w.base, w.name, w.length, &w.error)
CALL(device_empty, w.memory, w.name, w.length, &w.error)
CALL(device_get, w.device, w.field, w.index, w.wide_out)
CALL(device_source, w.device, w.field, TO(source))
CALL(device_pci_id, w.device, w.index, TO(pci))
CALL(device_constant, w.device, w.field, w.wave, w.real_out, NULL, NULL)
CALL(device_constant_basis, w.device, w.field, w.wave, w.word_out)
CALL(device_constant_source, w.device, w.field, TO(source))
CALL(number, w.list, w.text, w.length, w.word_out)
CALL(occupancy_init, w.memory, w.device, w.convention, w.kernel, &w.error)
CALL(kernel_field_info, w.device, w.convention, w.field, TO(info), &w.error)
CALL(occupancy_get, w.occupancy, w.field, w.index, w.wide_out, w.wide_out_2)
CALL(occupancy_expand, w.occupancy != NULL ? (gpuocc_occupancy *)(void *)w.first : NULL)
CALL(occupancy_maximum, w.occupancy, w.field, w.target, w.groups, w.word_out, &w.error)
CALL(occupancy_plateau, w.occupancy, w.field, w.value, TO(plateau), &w.error)
CALL(occupancy_next_step, w.occupancy, w.field, TO(step), &w.error)
CALL(occupancy_pad, w.occupancy, w.groups, w.word_out, &w.error)
CALL(occupancy_two_field_step, w.occupancy, TO(two_fields), &w.error)
CALL(occupancy_bound, w.occupancy, w.target, w.index, w.bound, TO(bound), &w.error)
CALL(occupancy_advice, w.occupancy, w.index, w.sentence, w.bytes < 64 ? w.bytes : 64, w.bytes_out)
CALL(best_group_among, w.device, w.kernel, search_of_row(w.value), candidates_of_row(), TO(choice),
     &w.error)
CALL(order_loads, w.body_at, w.operation_at, w.order_out, w.starts_out, TO(loads), &w.error)
CALL(latency_group_time, w.latency, TO(group_time))
CALL(best_group, w.device, w.kernel, search_of_row(0), w.word_out, NULL, &w.error)
CALL(safe_grid, w.occupancy, w.value, w.groups, w.wide_out)
CALL(schedule_init, w.memory, w.occupancy, w.grid_at, &w.error)
CALL(schedule_get, w.schedule, w.field, w.index, w.wide_out, w.wide_out_2)
CALL(schedule_time, w.schedule, w.group_time_at, TO(time), &w.error)
CALL(timeline_size, w.schedule, &w.dispatch, w.bytes_out, &w.error)
CALL(timeline_init, w.memory, w.bytes, w.schedule, &w.dispatch, &w.error)
CALL(timeline_next, w.timeline, TO(phase))
CALL(serial_gap, w.serial_at, TO(serial), &w.error)
CALL(serial_fit, w.scale_list, w.time_list, w.count, w.real_out, w.real_out_2, &w.error)
CALL(chains_bounds, &w.chains, TO(chains), &w.error)
CALL(ramp_time, &w.ramp, TO(ramp), &w.error)
CALL(work_span, w.reals[0], w.reals[1], w.reals[2], w.real_out, w.real_out_2, &w.error)
CALL(bytes_in_flight, &w.flight, TO(flight), &w.error)
CALL(balance_cores, w.threads, w.groups, w.value, TO(balance), &w.error)
CALL(tile_halo, w.tile_at, TO(halo), &w.error)
CALL(wave_lines, w.access_at, w.wave, TO(lines), &w.error)
CALL(group_lines, w.access_at, TO(lines), w.wide_out, &w.error)
CALL(reduction_atomics, w.threads, w.groups, w.value, TO(atomics), &w.error)
CALL(plan_init, w.memory, w.device, w.convention, w.kernel, &w.error)
CALL(plan_run, w.plan, 1, w.field_list, w.columns_in, w.count, w.result_list, w.columns_out, 1,
     w.out.status)

static int32_t call_latency_init(void)
{
    return latency_in(w.memory, w.device, w.occupancy, w.workload_at, w.class_at, w.classes,
                      w.constant_ids, w.constant_values, w.constants, &w.out.latency, &w.error);
}

CALL(latency_get, w.latency, w.field, w.index, w.real_out, w.real_out_2)
CALL(latency_constant, w.latency, w.field, w.real_out, NULL, NULL, NULL)
CALL(latency_at, w.latency, w.reals[0], w.field, w.index, w.real_out)
CALL(little_pipe, w.reals[0], w.reals[1], w.real_out, &w.error)
CALL(little_memory_rate, w.reals[0], w.reals[1], w.reals[2], w.reals[3], w.real_out, &w.error)
CALL(little_count, w.reals[0], w.reals[1], w.wide_out, &w.error)

/* Uses a timeline of the schedule as the row has made it. */
static int32_t call_timeline_durations(void)
{
    if (w.timeline != NULL && w.phases == 0)
        must(gpuocc_timeline_init(w.timeline, sizeof w.fourth, w.schedule, NULL, NULL));
    return gpuocc_timeline_durations(w.timeline, w.duration_list, w.count, &w.error);
}

/* Edits a copy of the row's base, or an empty device. */
static int32_t call_device_edit(void)
{
    if (w.memory != NULL)
        must(w.base != NULL ? gpuocc_device_copy(w.memory, w.base, w.name, w.length, NULL)
                            : gpuocc_device_empty(w.memory, w.name, w.length, NULL));
    return gpuocc_device_edit(w.memory, w.field_list, w.value_list, w.count, &w.error);
}

#define ROW(name) {#name, call_##name}
static const struct {
    const char *name;
    int32_t (*call)(void);
} calls[] = {
    ROW(device_at), ROW(device_find), ROW(device_for), ROW(device_nearest), ROW(device_pci),
    ROW(device_copy), ROW(device_empty), ROW(device_edit),
    ROW(device_get), ROW(device_source), ROW(device_pci_id), ROW(device_constant),
    ROW(device_constant_source), ROW(device_constant_basis), ROW(latency_constant),
    ROW(number), ROW(occupancy_init), ROW(occupancy_get),
    ROW(occupancy_expand), ROW(kernel_field_info),
    ROW(occupancy_maximum), ROW(occupancy_plateau), ROW(occupancy_next_step), ROW(occupancy_pad),
    ROW(occupancy_two_field_step), ROW(occupancy_bound), ROW(occupancy_advice),
    ROW(best_group_among), ROW(order_loads), ROW(latency_group_time),
    ROW(best_group), ROW(safe_grid), ROW(schedule_init), ROW(schedule_get), ROW(schedule_time),
    ROW(timeline_size), ROW(timeline_init),
    ROW(timeline_durations), ROW(timeline_next),
    ROW(serial_gap), ROW(serial_fit), ROW(chains_bounds),
    ROW(ramp_time), ROW(work_span),
    ROW(bytes_in_flight), ROW(balance_cores), ROW(tile_halo),
    ROW(wave_lines), ROW(group_lines), ROW(reduction_atomics), ROW(latency_init),
    ROW(plan_init), ROW(plan_run), ROW(latency_get), ROW(latency_at),
    ROW(little_pipe), ROW(little_memory_rate), ROW(little_count),
};
/* clang-format on */

static void bail(const char *what, const char *text)
{
    printf("Bail out! bad_inputs.tsv: %s: %s\n", what, text);
    exit(1);
}

static double real_of(const char *text)
{
    if (strcmp(text, "nan") == 0)
        return (double)NAN;
    if (strcmp(text, "inf") == 0)
        return (double)INFINITY;
    return strtod(text, NULL);
}

static uint64_t number_of(const char *text)
{
    if (strcmp(text, "unknown") == 0)
        return GPUOCC_UNKNOWN;
    return strcmp(text, "zero") == 0 ? GPUOCC_ZERO : strtoull(text, NULL, 0);
}

static void set_pointer(void *at, const char *name, const char *text)
{
    char *pointer;

    memcpy(&pointer, at, sizeof pointer);
    if (strcmp(name, "result") == 0)
        pointer = (char *)&w; /* makes TO() NULL */
    else if (strcmp(text, "NULL") == 0)
        pointer = NULL;
    else if (text[0] == '+')
        pointer += strtoul(text, NULL, 0);
    else
        bail("no pointer", text);
    memcpy(at, &pointer, sizeof pointer);
}

/* Handles a change that is not an argument but affects how handles are made. Returns whether it was
 * one. */
static int prepare(const char *name, const char *value, int *skipped)
{
    gpuocc_phase phase = {sizeof phase, 0, 0, 0, 0, 0, 0};
    uint64_t i;

    if (strcmp(name, "on") == 0)
        *skipped |= gpuocc_device_find(value, strlen(value), 0, &w.device, NULL, NULL) != GPUOCC_OK;
    else if (strcmp(name, "again") == 0 && !*skipped && !make_again(value))
        bail("is refused", value);
    else if (strcmp(name, "phases") == 0)
        for (i = number_of(value); i > 0; i--, w.phases++)
            must(gpuocc_timeline_next(w.timeline, &phase));
    else
        return strcmp(name, "again") == 0;
    return 1;
}

/* Carries out "name=value". `text` is valid as long as the row. */
static void change(char *text, int *skipped)
{
    char *value = strchr(text, '=');
    size_t i;

    if (value == NULL)
        bail("no =", text);
    *value++ = 0;
    if (prepare(text, value, skipped))
        return;
    for (i = 0; i < sizeof slots / sizeof slots[0]; i++) {
        void *at = (char *)&w + slots[i].offset;
        const double real = real_of(value);
        const uint64_t wide = number_of(value);
        const uint32_t word = (uint32_t)wide;
        const size_t size = (size_t)wide;
        const char *none = NULL;

        if (strcmp(slots[i].name, text) != 0)
            continue;
        if (slots[i].type == WORD)
            memcpy(at, &word, sizeof word);
        else if (slots[i].type == WIDE)
            memcpy(at, &wide, sizeof wide);
        else if (slots[i].type == SIZE)
            memcpy(at, &size, sizeof size);
        else if (slots[i].type == REAL)
            memcpy(at, &real, sizeof real);
        else if (slots[i].type == POINTER)
            set_pointer(at, text, value);
        else if (strcmp(value, "NULL") == 0)
            memcpy(at, &none, sizeof none);
        else
            memcpy(at, &value, sizeof value);
        return;
    }
    bail("no argument", text);
}

/* Whether a sentence equals the one of the table, in which * matches any number, and "..." at the
 * end any rest. */
static int is_sentence(const char *got, const char *wanted)
{
    for (; *wanted != 0; wanted++) {
        if (strcmp(wanted, "...") == 0)
            return 1;
        if (*wanted == '*')
            got += strspn(got, "0123456789");
        else if (*got++ != *wanted)
            return 0;
    }
    return *got == 0;
}

static int32_t call(const char *name)
{
    size_t i;

    for (i = 0; i < sizeof calls / sizeof calls[0]; i++)
        if (strcmp(calls[i].name, name) == 0)
            return calls[i].call();
    bail("no function", name);
    return 0;
}

/* Writes the value and the limit of the error as in the table: "-" if they are not set and 0; a
 * double has a point before it. */
static void put_numbers(char *text, size_t bytes)
{
    char value[40] = "-", limit[40] = "-";
    double real, bound;

    memcpy(&real, &w.error.value, sizeof real);
    memcpy(&bound, &w.error.limit, sizeof bound);
    if (w.error.scope == GPUOCC_SCOPE_ESTIMATE && w.error.known == 6) {
        snprintf(text, bytes, ".%.17g .%.17g", real, bound);
        return;
    }
    if ((w.error.known & 5) == 4)
        snprintf(value, sizeof value, ".%.17g", real);
    else if (w.error.known != 4 && ((w.error.known & 1) != 0 || w.error.value != 0))
        snprintf(value, sizeof value, "%llu", (unsigned long long)w.error.value);
    if ((w.error.known & 2) != 0 || w.error.limit != 0)
        snprintf(limit, sizeof limit, "%llu", (unsigned long long)w.error.limit);
    snprintf(text, bytes, "%s %s", value, limit);
}

/* Tests a row: function, changes, status, sentence, value and limit. */
static void test_row(int number, char **cells)
{
    char what[256], sentence_now[256] = "-", numbers[64] = "-", *part;
    struct out before;
    int32_t status;
    uint32_t wanted;
    int written, skipped = 0;

    reset();
    snprintf(what, sizeof what, "%s %s", cells[0], cells[1]);
    for (part = strtok(cells[1], " "); part != NULL; part = strtok(NULL, " "))
        change(part, &skipped);
    if (skipped) {
        skip(what, "left out of this build");
        return;
    }
    memcpy(&before, &w.out, sizeof before);
    status = call(cells[0]);
    written =
        status < 0 && status != GPUOCC_NOT_POSSIBLE && memcmp(&before, &w.out, sizeof before) != 0;
    if (w.error.scope != GPUOCC_SCOPE_NONE) {
        gpuocc_error_text(&w.error, status, sentence_now, sizeof sentence_now);
        put_numbers(numbers, sizeof numbers);
    }
    if (gpuocc_number(GPUOCC_LIST_STATUSES, cells[2], strlen(cells[2]), &wanted) != GPUOCC_OK)
        bail("no status", cells[2]);
    if (!ok(status == -(int32_t)wanted && is_sentence(sentence_now, cells[3]) &&
                is_sentence(numbers, cells[4]) && !written,
            "row %d: %s: %s", number, what, cells[2]))
        note("answered %d%s: %s, %s", (int)status, written ? ", something was written" : "",
             sentence_now, numbers);
}

int main(void)
{
    const char *folder = getenv("TEST_DATA");
    static char line[4096];
    char path[1024], *cells[6], *at;
    int number = 0, rows = 0, i;
    FILE *file;

    snprintf(path, sizeof path, "%s/bad_inputs.tsv", folder ? folder : "tests/data");
    file = fopen(path, "r");
    if (file == NULL)
        bail("cannot be opened", path);
    while (fgets(line, sizeof line, file) != NULL) {
        number++;
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "api\t", 4) != 0)
            continue;
        for (i = 0, at = line; i < 6 && at != NULL; i++) {
            cells[i] = at;
            at = strchr(at, '\t');
            if (at != NULL)
                *at++ = 0;
        }
        if (i != 6 || at != NULL)
            bail("a row has six cells", line);
        test_row(number, cells + 1);
        rows++;
    }
    fclose(file);
    ok(rows >= 500, "%d rows", rows);
    return done();
}
