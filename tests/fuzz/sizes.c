/* SPDX-License-Identifier: MIT
 *
 * Tests structs of any version, in memory of exactly the size in their first member, and memory for
 * handles of any size at any address. Too short ones are refused, longer ones are treated like
 * those of this version if their tail is zero, and nothing is read or written beyond an end.
 */
#include "gpuocc/models.h"
#include "input.h"
#include "../handles.h"

/* The bytes of a struct of this version, in a version with `size` bytes. */
struct box {
    unsigned char *bytes;
    uint32_t size, known;
    int newer; /* its tail is not zero */
};

static void fill(struct input *input, struct box *box, const void *from, uint32_t known)
{
    const uint8_t kind = take_byte(input);
    uint32_t i;

    box->known = known;
    box->size = kind < 60    ? known
                : kind < 160 ? known + 4u * (kind - 60u)
                : kind < 240 ? take_byte(input) % known
                             : take_raw(input) % 5000;
    box->newer = 0;
    box->bytes = malloc(box->size < 4 ? 4 : box->size);
    CHECK(box->bytes != NULL);
    memset(box->bytes, 0, box->size < 4 ? 4 : box->size);
    memcpy(box->bytes, from, box->size < known ? box->size : known);
    memcpy(box->bytes, &box->size, 4);
    if (box->size > known && take_byte(input) % 3 == 0)
        box->bytes[known + take_raw(input) % (box->size - known)] = 1;
    for (i = known; i < box->size; i++)
        box->newer |= box->bytes[i] != 0;
}

/* Whether an input of this size must be accepted, or refused. */
static int is_read(const struct box *box)
{
    return box->size >= box->known && box->size <= 4096 && box->size % 8 == 0 && !box->newer;
}

typedef int32_t question(const void *in, void *out, void *made);

/* Calls with structs of this version and with boxes: if both give an answer it is the same, and the
 * tails of the results are not changed. */
static void compare(struct input *input, question *ask, const void *in, uint32_t in_size, void *out,
                    uint32_t out_size)
{
    uint64_t made[2][sizeof(gpuocc_latency) / 8] = {{0}, {0}};
    const int32_t status = ask(in, out, made[0]);
    unsigned char empty[1024];
    struct box given, result;
    uint32_t i;
    int32_t told;

    memset(empty, 0, sizeof empty);
    fill(input, &given, in, in_size != 0 ? in_size : 4);
    fill(input, &result, empty, out_size != 0 ? out_size : 4);
    for (i = result.known; i < result.size; i++)
        result.bytes[i] = 0xa5;
    told = ask(given.bytes, result.bytes, made[1]);
    check_status(told, NULL);
    if (out_size != 0 && result.size < out_size)
        CHECK(told != GPUOCC_OK);
    else if (in_size != 0 && given.newer)
        CHECK(told < 0);
    else if ((in_size == 0 || is_read(&given)) && (out_size == 0 || result.size % 4 == 0))
        CHECK(told == status);
    if (told == GPUOCC_OK && (in_size == 0 || is_read(&given))) {
        CHECK(out_size == 0 || memcmp(result.bytes + 4, (char *)out + 4, out_size - 4) == 0);
        CHECK(memcmp(made[0], made[1], sizeof made[0]) == 0);
    }
    for (i = result.known; i < result.size; i++)
        CHECK(result.bytes[i] == 0xa5);
    free(given.bytes);
    free(result.bytes);
}

static const gpuocc_device *device;
static gpuocc_occupancy *occupancy;
static gpuocc_schedule *schedule;
static gpuocc_latency *latency;

/* Makes the objects that the queries use. */
static void make(void)
{
    static uint64_t rooms[3][sizeof(gpuocc_latency) / 8];
    gpuocc_workload workload = {.size = sizeof workload, .grid_groups = 1000};
    gpuocc_instructions class = {
        .size = sizeof class, .resource = GPUOCC_RESOURCE_FP32, .count = 10};
    gpuocc_grid grid = {sizeof grid, 0, 1000, 0, 0, 0, 0};
    gpuocc_kernel kernel = {.size = sizeof kernel,
                            .threads_per_group = 256,
                            .registers_per_thread = 72,
                            .shared_bytes = 20000};

    if (latency != NULL)
        return;
    CHECK(gpuocc_device_find("H100 PCIe", 9, 0, &device, NULL, NULL) == GPUOCC_OK);
    CHECK(occupancy_in(rooms[0], device, 0, &kernel, &occupancy, NULL) == GPUOCC_OK);
    CHECK(schedule_in(rooms[1], occupancy, &grid, &schedule, NULL) == GPUOCC_OK);
    CHECK(latency_in(rooms[2], device, occupancy, &workload, &class, 1, NULL, NULL, 0, &latency,
                     NULL) == GPUOCC_OK);
}

#define QUESTION(name, call)                                                                       \
    static int32_t name(const void *in, void *out, void *made)                                     \
    {                                                                                              \
        (void)in, (void)out, (void)made;                                                           \
        return call;                                                                               \
    }

static gpuocc_schedule *grid_made;
static gpuocc_timeline *timeline;
static uint64_t steps[sizeof(gpuocc_latency) * 8];
static size_t needed;

QUESTION(ask_grid, schedule_in(made, occupancy, in, &grid_made, NULL))
QUESTION(ask_dispatch, gpuocc_timeline_size(schedule, in, &needed, NULL))
QUESTION(ask_phase,
         timeline_in(steps, sizeof steps, schedule, NULL, NULL, 0, &timeline, NULL) != GPUOCC_OK
             ? -100
             : gpuocc_timeline_next(timeline, out))
QUESTION(ask_time, gpuocc_schedule_time(schedule, in, out, NULL))
QUESTION(ask_group_time, gpuocc_latency_group_time(latency, out))
QUESTION(ask_plateau, gpuocc_occupancy_plateau(occupancy, 3, 72, out, NULL))
QUESTION(ask_step, gpuocc_occupancy_next_step(occupancy, 3, out, NULL))
QUESTION(ask_two_fields, gpuocc_occupancy_two_field_step(occupancy, out, NULL))
QUESTION(ask_source, gpuocc_device_source(device, GPUOCC_DEVICE_LANES_PER_CORE, out))
QUESTION(ask_serial, gpuocc_serial_gap(in, out, NULL))
QUESTION(ask_chains, gpuocc_chains_bounds(in, out, NULL))
QUESTION(ask_ramp, gpuocc_ramp_time(in, out, NULL))
QUESTION(ask_flight, gpuocc_bytes_in_flight(in, out, NULL))
QUESTION(ask_halo, gpuocc_tile_halo(in, out, NULL))
QUESTION(ask_wave, gpuocc_wave_lines(in, 0, out, NULL))
QUESTION(ask_group, gpuocc_group_lines(in, out, NULL, NULL))
QUESTION(ask_balance, gpuocc_balance_cores(1000, 64, 8, out, NULL))
QUESTION(ask_atomics, gpuocc_reduction_atomics(1000, 64, 32, out, NULL))

static int32_t ask_choice(const void *in, void *out, void *made)
{
    gpuocc_kernel kernel = {.size = sizeof kernel, .registers_per_thread = 40};

    (void)made;
    return gpuocc_best_group_among(device, &kernel, in, NULL, out, NULL);
}

static int32_t ask_body(const void *in, void *out, void *made)
{
    gpuocc_operation load = {
        .size = sizeof load, .kind = GPUOCC_OPERATION_LOAD, .result = 1, .latency_cycles = 400};
    uint32_t order[8];
    uint64_t starts[8];

    (void)made;
    return gpuocc_order_loads(in, &load, order, starts, out, NULL);
}

static void ask_structs(struct input *input, uint32_t which)
{
    static const gpuocc_grid grid = {sizeof grid, 0, 5000, 0, 0, 0, 0};
    static const gpuocc_dispatch dispatch = {sizeof dispatch, 0, 0, 0, 0, 0, 0};
    static const gpuocc_group_time group = {sizeof group, 0, 5, 1, 0, 0};
    static const gpuocc_serial serial = {sizeof serial, 0, 1, 1, 2};
    static const gpuocc_chains chains = {sizeof chains, 2, 2, 5, 1, 1, 0.5};
    static const gpuocc_ramp ramp = {sizeof ramp, 0, 1000, 16, 1, 1, 0};
    static const gpuocc_flight flight = {sizeof flight, 8, 128, 32, 500, 900};
    static const gpuocc_tile tile = {sizeof tile, 8, 8, 0, 1, 4};
    static const gpuocc_access access = {sizeof access, 32, 32, 2, 4, 128, 4096, 0, 0, 0};
    static const gpuocc_group_search search = {.size = sizeof search};
    static const gpuocc_body body = {sizeof body, 1, 4, 0, 0, 0};
    static const uint32_t nothing = 4;
    static const struct {
        question *ask;
        const void *in;
        uint32_t in_size, out_size;
    } cases[] = {
        {ask_grid, &grid, sizeof grid, 0},
        {ask_dispatch, &dispatch, sizeof dispatch, 0},
        {ask_phase, &nothing, 0, sizeof(gpuocc_phase)},
        {ask_time, &group, sizeof group, sizeof(gpuocc_grid_time)},
        {ask_group_time, &nothing, 0, sizeof(gpuocc_group_time)},
        {ask_plateau, &nothing, 0, sizeof(gpuocc_plateau)},
        {ask_step, &nothing, 0, sizeof(gpuocc_step)},
        {ask_two_fields, &nothing, 0, sizeof(gpuocc_two_field_step)},
        {ask_source, &nothing, 0, sizeof(gpuocc_source)},
        {ask_serial, &serial, sizeof serial, sizeof(gpuocc_serial_result)},
        {ask_chains, &chains, sizeof chains, sizeof(gpuocc_chains_result)},
        {ask_ramp, &ramp, sizeof ramp, sizeof(gpuocc_ramp_result)},
        {ask_flight, &flight, sizeof flight, sizeof(gpuocc_flight_result)},
        {ask_halo, &tile, sizeof tile, sizeof(gpuocc_halo)},
        {ask_wave, &access, sizeof access, sizeof(gpuocc_lines)},
        {ask_group, &access, sizeof access, sizeof(gpuocc_lines)},
        {ask_balance, &nothing, 0, sizeof(gpuocc_balance)},
        {ask_atomics, &nothing, 0, sizeof(gpuocc_atomics)},
        {ask_choice, &search, sizeof search, sizeof(gpuocc_group_size)},
        {ask_body, &body, sizeof body, sizeof(gpuocc_loads)},
    };
    union {
        uint64_t words[128];
        uint32_t size;
    } out;

    which %= sizeof cases / sizeof cases[0];
    memset(&out, 0, sizeof out);
    out.size = cases[which].out_size;
    compare(input, cases[which].ask, cases[which].in, cases[which].in_size, &out,
            cases[which].out_size);
}

/* Arrays whose elements have the distance that the first one gives. */
static void ask_arrays(struct input *input)
{
    const uint32_t stride = take_byte(input) % 4 ? 8u * take_byte(input) : take_raw(input) % 5000;
    const uint32_t least = stride < 4 ? 4 : stride, count = take_byte(input) % 4;
    gpuocc_workload workload = {.size = sizeof workload};
    gpuocc_body body = {sizeof body, 0, 2, 0, 0, 0};
    gpuocc_loads loads = {sizeof loads, 0, 0, 0, 0, 0, 0, 0};
    unsigned char *bytes = malloc((size_t)least * (count + 1));
    uint64_t room[sizeof(gpuocc_latency) / 8], starts[8];
    uint32_t order[8], i, j;
    gpuocc_latency *made;

    CHECK(bytes != NULL);
    memset(bytes, 0, (size_t)least * (count + 1));
    for (i = 0; i <= count; i++) {
        memcpy(bytes + (size_t)least * i, &stride, 4);
        for (j = take_byte(input) % 8; j > 0; j--)
            if (stride > 4)
                bytes[(size_t)least * i + 4 + take_byte(input) % (stride - 4)] = take_byte(input);
    }
    body.operation_count = count;
    check_status(latency_in(room, device, occupancy, &workload,
                            (const gpuocc_instructions *)(void *)bytes, count, NULL, NULL, 0, &made,
                            NULL),
                 NULL);
    check_status(gpuocc_order_loads(&body, (const gpuocc_operation *)(void *)bytes, order, starts,
                                    &loads, NULL),
                 NULL);
    free(bytes);
}

/* Memory of any size at any address: too little or misaligned memory is refused, and enough is
 * accepted. */
static void ask_memory(struct input *input)
{
    const size_t sizes[] = {gpuocc_device_size(), gpuocc_occupancy_size(), gpuocc_plan_size(),
                            gpuocc_schedule_size(), gpuocc_latency_size()};
    const size_t promised[] = {sizeof(gpuocc_custom_device), sizeof(gpuocc_occupancy),
                               sizeof(gpuocc_plan), sizeof(gpuocc_schedule),
                               sizeof(gpuocc_latency)};
    const uint32_t which = take_byte(input) % 5,
                   aside = take_byte(input) % 2 ? 0 : take_byte(input) % 8;
    const size_t bytes = sizes[which];
    unsigned char *memory = malloc(bytes + aside + 1);
    gpuocc_workload workload = {.size = sizeof workload, .waves = 4};
    gpuocc_instructions class = {
        .size = sizeof class, .resource = GPUOCC_RESOURCE_FP32, .count = 1};
    gpuocc_grid grid = {sizeof grid, 0, 1000, 0, 0, 0, 0};
    gpuocc_error error = {.size = sizeof error};
    gpuocc_kernel kernel = {.size = sizeof kernel, .threads_per_group = 128};
    void *at = memory + aside, *handle = NULL;
    const gpuocc_device *own = NULL;
    int32_t status;

    CHECK(memory != NULL && sizes[which] <= promised[which]);
    status = which == 0 ? device_in(at, device, NULL, 0, NULL, NULL, 0, &own, &error)
             : which == 1
                 ? occupancy_in(at, device, 0, &kernel, (gpuocc_occupancy **)&handle, &error)
             : which == 2 ? plan_in(at, device, 0, &kernel, (gpuocc_plan **)&handle, &error)
             : which == 3 ? schedule_in(at, occupancy, &grid, (gpuocc_schedule **)&handle, &error)
                          : latency_in(at, device, occupancy, &workload, &class, 1, NULL, NULL, 0,
                                       (gpuocc_latency **)&handle, &error);
    check_status(status, &error);
    CHECK(((which == 0 ? (const void *)own : handle) == at) == (status == GPUOCC_OK));
    CHECK(status == (aside == 0 ? GPUOCC_OK : GPUOCC_ERROR_MEMORY_ALIGNMENT));
    if (which == 2 && status == GPUOCC_OK)
        CHECK(gpuocc_plan_device(handle) == device);
    free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct input input = {bytes, length};
    const uint8_t which = take_byte(&input);

    make();
    CHECK(gpuocc_version() != 0 && gpuocc_data_version() != 0);
    if (which < 200)
        ask_structs(&input, which);
    else if (which < 228)
        ask_memory(&input);
    else
        ask_arrays(&input);
    return 0;
}
