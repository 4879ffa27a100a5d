/* SPDX-License-Identifier: MIT
 *
 * Reads the events and devices of Kineto, PyTorch's profiler. Fields are those of
 * libkineto/include/MetadataFieldCatalog.h and src/RocprofActivity_inl.h at 114171df
 * (https://github.com/pytorch/kineto). On AMD the call has the launch's dynamic shared memory, in
 * older versions also its sizes: it is found by "correlation".
 */
#include "reader.h"

#include <stdio.h>

#define FIELD(struct_, member) (unsigned short)offsetof(struct_, member)
#define LAUNCH(member)         FIELD(gpuocc_runs_launch, member)

struct event {
    gpuocc_kernels_text phase, name, time, duration, arguments, process;
};
static const struct runs_member event_members[] = {
    {"ph", RUNS_STRING, FIELD(struct event, phase), NULL},
    {"name", RUNS_STRING, FIELD(struct event, name), NULL},
    {"ts", RUNS_STRING, FIELD(struct event, time), NULL},
    {"dur", RUNS_STRING, FIELD(struct event, duration), NULL},
    {"pid", RUNS_STRING, FIELD(struct event, process), NULL},
    {"args", RUNS_STRING, FIELD(struct event, arguments), NULL},
    {NULL, 0, 0, NULL}};

#define LIMIT(limit) LAUNCH(reported.limits) + 4 * (GPUOCC_RUNS_LIMIT_##limit)
static const struct runs_member occupancy_members[] = {
    {"activeBlocksPerMultiprocessor", RUNS_NUMBER, LAUNCH(reported.groups), NULL},
    {"limitingFactors", RUNS_STRING, LAUNCH(reported.limiters), NULL},
    {"blockLimitRegs", RUNS_NUMBER, LIMIT(REGISTERS), NULL},
    {"blockLimitSharedMem", RUNS_NUMBER, LIMIT(SHARED), NULL},
    {"blockLimitWarps", RUNS_NUMBER, LIMIT(WAVES), NULL},
    {"blockLimitBlocks", RUNS_NUMBER, LIMIT(GROUPS), NULL},
    {"blockLimitBarriers", RUNS_NUMBER, LIMIT(BARRIERS), NULL},
    {NULL, 0, 0, NULL}};
static const struct runs_member kernel_members[] = {
    {"device", RUNS_NUMBER, LAUNCH(device_number), NULL},
    {"stream", RUNS_NUMBER, LAUNCH(stream), NULL},
    {"correlation", RUNS_WIDE, LAUNCH(correlation), NULL},
    {"registers per thread", RUNS_NUMBER, LAUNCH(registers), NULL},
    {"shared memory", RUNS_NUMBER, LAUNCH(shared.low), NULL},
    {"blocks per SM", RUNS_REAL, LAUNCH(reported.groups_of_grid_per_core), NULL},
    {"grid", RUNS_TRIPLE, LAUNCH(grid), NULL},
    {"block", RUNS_TRIPLE, LAUNCH(group), NULL},
    {"est. achieved occupancy %", RUNS_REAL, LAUNCH(reported.estimated_percent), NULL},
    {"occupancy", RUNS_OBJECT, 0, occupancy_members},
    {NULL, 0, 0, NULL}};

static const struct runs_member call_members[] = {
    {"correlation", RUNS_WIDE, FIELD(struct runs_call, correlation), NULL},
    {"grid", RUNS_TRIPLE, FIELD(struct runs_call, grid), NULL},
    {"block", RUNS_TRIPLE, FIELD(struct runs_call, group), NULL},
    {"shared memory", RUNS_NUMBER, FIELD(struct runs_call, dynamic), NULL},
    {NULL, 0, 0, NULL}};

/* Fills in what the call says and the kernel does not. */
static void complete(gpuocc_runs_launch *launch, const struct runs_call *call)
{
    if (launch->group[0] == GPUOCC_UNKNOWN)
        memcpy(launch->group, call->group, sizeof launch->group);
    if (launch->grid[0] == GPUOCC_UNKNOWN)
        memcpy(launch->grid, call->grid, sizeof launch->grid);
    launch->shared_dynamic.low = launch->shared_dynamic.high = call->dynamic;
}

/* Reports a kernel that was held, with its call, if there is one. */
static void release(reader *r, struct runs_held *held, const struct runs_call *call)
{
    gpuocc_runs_launch launch;

    runs_start(&launch, GPUOCC_RUNS_KINETO);
    launch.name = runs_kept(&r->texts, held->name);
    memcpy(launch.group, held->group, sizeof launch.group);
    memcpy(launch.grid, held->grid, sizeof launch.grid);
    launch.device_number = held->device_number;
    launch.stream = held->stream;
    launch.correlation = held->correlation;
    launch.start_ns = held->start_ns;
    launch.duration_ns = held->duration_ns;
    if (call != NULL)
        complete(&launch, call);
    held->correlation = 0;
    r->held_count--;
    runs_report(r, &launch);
}

/* Reports a kernel without registers and shared memory when its call is known. */
static void join(reader *r, gpuocc_runs_launch *launch)
{
    const struct runs_call *call = &r->calls[launch->correlation % RUNS_SLOTS];
    struct runs_held *held = &r->held[launch->correlation % RUNS_SLOTS];
    uint32_t name;

    if (launch->correlation == 0 || call->correlation == launch->correlation) {
        if (launch->correlation != 0)
            complete(launch, call);
        runs_report(r, launch);
        return;
    }
    if (held->correlation != 0)
        release(r, held, NULL);
    name = runs_keep(&r->texts, launch->name);
    if (name == 0) {
        runs_report(r, launch);
        return;
    }
    held->correlation = launch->correlation;
    r->held_count++;
    held->start_ns = launch->start_ns;
    held->duration_ns = launch->duration_ns;
    memcpy(held->group, launch->group, sizeof held->group);
    memcpy(held->grid, launch->grid, sizeof held->grid);
    held->device_number = launch->device_number;
    held->stream = launch->stream;
    held->name = name;
}

static void read_call(reader *r, gpuocc_kernels_text arguments)
{
    struct runs_call call;
    struct runs_held *held;

    memset(&call, 0xff, sizeof call);
    runs_members(arguments, call_members, &call);
    if (call.correlation == UINT64_MAX || call.correlation == 0 || call.grid[0] == GPUOCC_UNKNOWN)
        return;
    r->calls[call.correlation % RUNS_SLOTS] = call;
    held = &r->held[call.correlation % RUNS_SLOTS];
    if (held->correlation == call.correlation)
        release(r, held, &call);
}

static void read_kernel(reader *r, const struct event *event)
{
    gpuocc_runs_launch launch;

    runs_start(&launch, GPUOCC_RUNS_KINETO);
    runs_members(event->arguments, kernel_members, &launch);
    launch.name = runs_string(r, event->name);
    launch.start_ns = runs_time(event->time, 1000);
    launch.duration_ns = runs_time(event->duration, 1000);
    launch.reported.limiters = format_json_inside(launch.reported.limiters);
    launch.shared.high = launch.shared.low;
    if (launch.correlation == UINT64_MAX)
        launch.correlation = 0;
    if (launch.registers == GPUOCC_UNKNOWN && launch.shared.low == GPUOCC_UNKNOWN)
        join(r, &launch);
    else
        runs_report(r, &launch);
}

/* XLA's events have no category, and one argument is a text with the resources of the kernel:
 * ToXStat() of xla/backends/profiler/gpu (https://github.com/openxla/xla). */
struct details {
    gpuocc_kernels_text text;
};
static const struct runs_member xla_members[] = {
    {"kernel_details", RUNS_STRING, FIELD(struct details, text), NULL}, {NULL, 0, 0, NULL}};
static const struct runs_member xla_words[] = {
    {"regs", RUNS_NUMBER, LAUNCH(registers), NULL},
    {"static_shared", RUNS_SIZE, LAUNCH(shared_static), NULL},
    {"dynamic_shared", RUNS_SIZE, LAUNCH(shared_dynamic), NULL},
    {"grid", RUNS_TRIPLE, LAUNCH(grid), NULL},
    {"block", RUNS_TRIPLE, LAUNCH(group), NULL},
    {"private_mem", RUNS_NUMBER, LAUNCH(scratch), NULL},
    {"occ_pct", RUNS_REAL, LAUNCH(reported.theoretical_percent), NULL},
    {NULL, 0, 0, NULL}};

/* Reads a word: "grid:8,1,1". */
static void xla_word(gpuocc_kernels_text word, gpuocc_runs_launch *launch)
{
    const struct runs_member *known;
    size_t length;

    for (known = xla_words; known->name != NULL; known++) {
        length = strlen(known->name);
        if (text_starts(word, known->name) && word.length > length && word.at[length] == ':')
            runs_put(text_behind(word, length + 1), known, 0, launch);
    }
}

static void xla_words_of(gpuocc_kernels_text text, gpuocc_runs_launch *launch)
{
    gpuocc_kernels_text word;
    const char *blank;

    for (; text.length != 0; text = text_behind(text, word.length + (blank != NULL))) {
        word = text;
        blank = memchr(word.at, ' ', word.length);
        if (blank != NULL)
            word.length = (size_t)(blank - word.at);
        xla_word(word, launch);
    }
    if (launch->registers != 0)
        return;
    /* On AMD older versions write 0 for all that they do not know. */
    launch->registers = GPUOCC_UNKNOWN;
    memset(&launch->shared_static, 0xff, sizeof launch->shared_static);
    memset(&launch->shared_dynamic, 0xff, sizeof launch->shared_dynamic);
    launch->reported.theoretical_percent = -1;
}

static void read_xla(reader *r, gpuocc_kernels_text element)
{
    struct details details = {{"", 0}};
    gpuocc_runs_launch launch;
    struct event event;

    memset(&event, 0, sizeof event);
    runs_members(element, event_members, &event);
    if (!format_json_is(event.phase, "X"))
        return;
    runs_members(event.arguments, xla_members, &details);
    details.text = format_json_inside(details.text);
    if (details.text.length == 0)
        return;
    runs_start(&launch, GPUOCC_RUNS_XLA);
    xla_words_of(details.text, &launch);
    launch.name = runs_string(r, event.name);
    launch.device_number = runs_number(event.process);
    launch.start_ns = runs_time(event.time, 1000);
    launch.duration_ns = runs_time(event.duration, 1000);
    runs_report(r, &launch);
}

/* Returns the category of an event, which is mostly its second member. */
static gpuocc_kernels_text category_of(gpuocc_kernels_text element)
{
    struct json_walk walk = format_json_walk(element, '{');
    gpuocc_kernels_text name, value;

    while (format_json_next(&walk, &name, &value))
        if (format_json_is(name, "cat"))
            return value;
    value.length = 0;
    return value;
}

void runs_kineto_event(reader *r, gpuocc_kernels_text element)
{
    const gpuocc_kernels_text category = category_of(element);
    struct event event;
    int is_kernel;

    if (category.length == 0) {
        read_xla(r, element);
        return;
    }
    r->json.known = 1;
    is_kernel = format_json_is(category, "kernel") || format_json_is(category, "Kernel");
    if (!is_kernel && !format_json_is(category, "cuda_runtime") &&
        !format_json_is(category, "cuda_driver"))
        return;
    memset(&event, 0, sizeof event);
    runs_members(element, event_members, &event);
    if (!format_json_is(event.phase, "X"))
        return;
    if (is_kernel)
        read_kernel(r, &event);
    else if (text_starts(format_json_inside(event.name), "hip"))
        read_call(r, event.arguments);
}

void runs_kineto_end(reader *r)
{
    size_t i;

    for (i = 0; i < RUNS_SLOTS && r->held_count != 0 && r->status == GPUOCC_RUNS_OK; i++)
        if (r->held[i].correlation != 0)
            release(r, &r->held[i], NULL);
}

struct properties {
    gpuocc_runs_device device;
    uint32_t major, minor, all_shared, units;
};
#define PROPERTY(member) FIELD(struct properties, member)
static const struct runs_member device_members[] = {
    {"id", RUNS_NUMBER, PROPERTY(device.number), NULL},
    {"name", RUNS_STRING, PROPERTY(device.name), NULL},
    {"computeMajor", RUNS_NUMBER, PROPERTY(major), NULL},
    {"computeMinor", RUNS_NUMBER, PROPERTY(minor), NULL},
    {"numSms", RUNS_NUMBER, PROPERTY(device.cores), NULL},
    {"maxComputeUnits", RUNS_NUMBER, PROPERTY(units), NULL},
    {"warpSize", RUNS_NUMBER, PROPERTY(device.wave_size), NULL},
    {"maxThreadsPerMultiprocessor", RUNS_NUMBER, PROPERTY(device.threads_per_core), NULL},
    {"regsPerMultiprocessor", RUNS_NUMBER, PROPERTY(device.registers_per_core), NULL},
    {"sharedMemPerBlock", RUNS_NUMBER, PROPERTY(device.shared_per_group), NULL},
    {"localMemSize", RUNS_NUMBER, PROPERTY(device.shared_per_group), NULL},
    {"sharedMemPerBlockOptin", RUNS_NUMBER, PROPERTY(device.shared_per_group_max), NULL},
    {"sharedMemPerMultiprocessor", RUNS_NUMBER, PROPERTY(device.shared_per_core), NULL},
    {"maxSharedMemoryPerMultiProcessor", RUNS_NUMBER, PROPERTY(all_shared), NULL},
    {NULL, 0, 0, NULL}};

/* Whether a device is NVIDIA's: only of those the compute capability is an architecture. */
static int is_nvidia(const struct properties *found)
{
    static const char *const names[] = {"NVIDIA", "Tesla", "GeForce", "Quadro", "TITAN"};
    size_t i;

    for (i = 0; i < sizeof names / sizeof names[0]; i++)
        if (text_starts(found->device.name, names[i]))
            return 1;
    return found->device.shared_per_group_max != GPUOCC_UNKNOWN;
}

void runs_kineto_device(reader *r, gpuocc_kernels_text element)
{
    struct properties found;
    char architecture[32];

    memset(&found, 0xff, sizeof found);
    runs_start_device(&found.device);
    runs_members(element, device_members, &found);
    if (found.device.number == GPUOCC_UNKNOWN)
        return;
    found.device.name = runs_string(r, found.device.name);
    if (is_nvidia(&found) && found.major < 100 && found.minor < 10) {
        found.device.architecture.length = (size_t)snprintf(
            architecture, sizeof architecture, "sm_%u", (unsigned)(10 * found.major + found.minor));
        found.device.architecture.at = architecture;
    }
    if (found.device.cores == GPUOCC_UNKNOWN)
        found.device.cores = found.units;
    if (found.device.shared_per_core == GPUOCC_UNKNOWN)
        found.device.shared_per_core = found.all_shared;
    runs_add_device(r, found.device.number, &found.device);
}
