/* SPDX-License-Identifier: MIT
 *
 * Reads what NVIDIA's ncu prints: --csv --page details has a row for each metric of a launch,
 * --csv --page raw a row for each launch and a row of units, and the text a line for each metric.
 * Metrics are those of https://docs.nvidia.com/nsight-compute/ProfilingGuide/index.html .
 */
#include "reader.h"

#include <stdio.h>

#define ROW(member)      (unsigned short)offsetof(struct runs_row, member)
#define LAUNCH(member)   ROW(launch.member)
#define REPORTED(member) ROW(launch.reported.member)
#define LIMIT(limit)     REPORTED(limits) + 4 * (GPUOCC_RUNS_LIMIT_##limit)

static const struct runs_member metrics[] = {
    {"Registers Per Thread", RUNS_NUMBER, LAUNCH(registers), NULL},
    {"Static Shared Memory Per Block", RUNS_SIZE, LAUNCH(shared_static), NULL},
    {"Dynamic Shared Memory Per Block", RUNS_SIZE, LAUNCH(shared_dynamic), NULL},
    {"Duration", RUNS_TIME, LAUNCH(duration_ns), NULL},
    {"Block Size", RUNS_NUMBER, ROW(group_size), NULL},
    {"Grid Size", RUNS_NUMBER, ROW(grid_size), NULL},
    {"Cluster Size", RUNS_NUMBER, ROW(cluster_size), NULL},
    {"# SMs", RUNS_NUMBER, ROW(device.cores), NULL},
    {"Waves Per SM", RUNS_REAL, REPORTED(rounds), NULL},
    {"Theoretical Occupancy", RUNS_REAL, REPORTED(theoretical_percent), NULL},
    {"Achieved Occupancy", RUNS_REAL, REPORTED(achieved_percent), NULL},
    {"Block Limit SM", RUNS_NUMBER, LIMIT(GROUPS), NULL},
    {"Block Limit Registers", RUNS_NUMBER, LIMIT(REGISTERS), NULL},
    {"Block Limit Shared Mem", RUNS_NUMBER, LIMIT(SHARED), NULL},
    {"Block Limit Warps", RUNS_NUMBER, LIMIT(WAVES), NULL},
    {"Block Limit Barriers", RUNS_NUMBER, LIMIT(BARRIERS), NULL},
    {NULL, 0, 0, NULL}};

/* The columns that both pages have. */
#define COMMON                                                                                     \
    {"id", RUNS_STRING, ROW(id), NULL}, {"processid", RUNS_STRING, ROW(process), NULL},            \
        {"kernelname", RUNS_STRING, LAUNCH(name), NULL},                                           \
        {"stream", RUNS_NUMBER, LAUNCH(stream), NULL},                                             \
        {"blocksize", RUNS_TRIPLE, LAUNCH(group), NULL},                                           \
        {"gridsize", RUNS_TRIPLE, LAUNCH(grid), NULL},                                             \
        {"device", RUNS_NUMBER, LAUNCH(device_number), NULL},                                      \
    {                                                                                              \
        "cc", RUNS_STRING, ROW(capability), NULL                                                   \
    }

static const char *const details_required[] = {"id", "kernelname", "metricname", "metricvalue",
                                               NULL};
static const struct runs_member details[] = {COMMON,
                                             {"metricname", RUNS_STRING, ROW(metric), NULL},
                                             {"metricunit", RUNS_STRING, ROW(unit), NULL},
                                             {"metricvalue", RUNS_STRING, ROW(value), NULL},
                                             {NULL, 0, 0, NULL}};
static const char *const raw_required[] = {"kernelname", "launchregistersperthread", NULL};
static const struct runs_member raw[] = {
    COMMON,
    {"launchregistersperthread", RUNS_NUMBER, LAUNCH(registers), NULL},
    {"launchsharedmemperblockstatic", RUNS_SIZE, LAUNCH(shared_static), NULL},
    {"launchsharedmemperblockdynamic", RUNS_SIZE, LAUNCH(shared_dynamic), NULL},
    {"gputimedurationsum", RUNS_TIME, LAUNCH(duration_ns), NULL},
    {"launchblockdimx", RUNS_NUMBER, LAUNCH(group[0]), NULL},
    {"launchblockdimy", RUNS_NUMBER, LAUNCH(group[1]), NULL},
    {"launchblockdimz", RUNS_NUMBER, LAUNCH(group[2]), NULL},
    {"launchgriddimx", RUNS_NUMBER, LAUNCH(grid[0]), NULL},
    {"launchgriddimy", RUNS_NUMBER, LAUNCH(grid[1]), NULL},
    {"launchgriddimz", RUNS_NUMBER, LAUNCH(grid[2]), NULL},
    {"launchblocksize", RUNS_NUMBER, ROW(group_size), NULL},
    {"launchgridsize", RUNS_NUMBER, ROW(grid_size), NULL},
    {"launchclusterdimx", RUNS_NUMBER, LAUNCH(cluster[0]), NULL},
    {"launchclusterdimy", RUNS_NUMBER, LAUNCH(cluster[1]), NULL},
    {"launchclusterdimz", RUNS_NUMBER, LAUNCH(cluster[2]), NULL},
    {"deviceattributemultiprocessorcount", RUNS_NUMBER, ROW(device.cores), NULL},
    {"deviceattributedisplayname", RUNS_STRING, ROW(device.name), NULL},
    {"launchwavespermultiprocessor", RUNS_REAL, REPORTED(rounds), NULL},
    {"smmaximumwarpsperactivecyclepct", RUNS_REAL, REPORTED(theoretical_percent), NULL},
    {"smwarpsactiveavgpctofpeaksustainedactive", RUNS_REAL, REPORTED(achieved_percent), NULL},
    {"launchoccupancylimitblocks", RUNS_NUMBER, LIMIT(GROUPS), NULL},
    {"launchoccupancylimitregisters", RUNS_NUMBER, LIMIT(REGISTERS), NULL},
    {"launchoccupancylimitsharedmem", RUNS_NUMBER, LIMIT(SHARED), NULL},
    {"launchoccupancylimitwarps", RUNS_NUMBER, LIMIT(WAVES), NULL},
    {"launchoccupancylimitbarriers", RUNS_NUMBER, LIMIT(BARRIERS), NULL},
    {NULL, 0, 0, NULL}};

/* Uses the product of three sizes of which one is unknown. */
static void one_dimension(uint32_t *sizes, uint32_t product)
{
    if ((sizes[0] == GPUOCC_UNKNOWN || sizes[1] == GPUOCC_UNKNOWN || sizes[2] == GPUOCC_UNKNOWN) &&
        product != GPUOCC_UNKNOWN) {
        sizes[0] = product;
        sizes[1] = sizes[2] = 1;
    }
}

static void report(reader *r, struct runs_row *row)
{
    gpuocc_runs_device device = row->device;
    gpuocc_kernels_text minor = row->capability;
    char architecture[32];

    one_dimension(row->launch.group, row->group_size);
    one_dimension(row->launch.grid, row->grid_size);
    one_dimension(row->launch.cluster, row->cluster_size);
    device.number = row->launch.device_number;
    while (minor.length != 0 && minor.at[0] != '.')
        minor = text_behind(minor, 1);
    if (minor.length == 2 && minor.at[1] >= '0' && minor.at[1] <= '9' &&
        row->capability.length < 6) {
        device.architecture.length =
            (size_t)snprintf(architecture, sizeof architecture, "sm_%.*s%c",
                             (int)(row->capability.length - 2), row->capability.at, minor.at[1]);
        device.architecture.at = architecture;
    }
    if (device.number != GPUOCC_UNKNOWN && device.architecture.length != 0)
        runs_add_device(r, device.number, &device);
    row->launch.correlation = 0;
    runs_report(r, &row->launch);
}

static void raw_row(reader *r, struct runs_row *row)
{
    row->launch.name = runs_field(r, row->launch.name);
    report(r, row);
}

static void report_pending(reader *r)
{
    struct runs_pending *pending = &r->pending;

    if (!pending->present)
        return;
    pending->present = 0;
    report(r, &pending->row);
}

/* Keeps a launch until all its metrics are read. `id` identifies it, with its device. */
static void keep(reader *r, const struct runs_row *row, gpuocc_kernels_text id)
{
    struct runs_pending *pending = &r->pending;
    const gpuocc_kernels_text name = runs_field(r, row->launch.name);
    const size_t capability = row->capability.length < 8 ? row->capability.length : 8;

    pending->present = 1;
    pending->row = *row;
    pending->row.id.length = id.length < sizeof pending->id - 8 ? id.length : 0;
    memcpy(pending->id, id.at, pending->row.id.length);
    pending->row.id.at = pending->id;
    memcpy(pending->id + sizeof pending->id - 8, row->capability.at, capability);
    pending->row.capability.at = pending->id + sizeof pending->id - 8;
    pending->row.capability.length = capability;
    memcpy(pending->name, name.at, name.length);
    pending->row.launch.name.at = pending->name;
    pending->row.launch.name.length = name.length;
    pending->row.metric.length = pending->row.unit.length = pending->row.value.length = 0;
}

/* Returns the unit of a metric, which ncu leaves out in some versions. */
static uint32_t unit_of(reader *r, const struct runs_member *known, gpuocc_kernels_text unit)
{
    return unit.length != 0 && runs_has_unit(known->kind) ? runs_unit(r, unit, known->kind) : 0;
}

static void details_row(reader *r, struct runs_row *row)
{
    struct runs_pending *pending = &r->pending;
    const struct runs_member *known;

    if (!pending->present || !text_same(pending->row.id, row->id)) {
        report_pending(r);
        keep(r, row, row->id);
    }
    for (known = metrics; known->name != NULL; known++)
        if (text_is(row->metric, known->name)) {
            runs_put(row->value, known, unit_of(r, known, row->unit), &pending->row);
            return;
        }
}

const struct runs_table runs_ncu_details = {GPUOCC_RUNS_NCU_CSV, details_required, details,
                                            details_row};
const struct runs_table runs_ncu_raw = {GPUOCC_RUNS_NCU_RAW_CSV, raw_required, raw, raw_row};

/* Returns the position of the last `words` of a text, or its length. */
static size_t last_of(gpuocc_kernels_text text, const char *words)
{
    const size_t length = strlen(words);
    size_t at;

    for (at = text.length; at-- > 0;)
        if (text.length - at >= length && memcmp(text.at + at, words, length) == 0)
            return at;
    return text.length;
}

static gpuocc_kernels_text behind_words(gpuocc_kernels_text text, const char *words)
{
    const size_t at = last_of(text, words);

    return at == text.length ? text_behind(text, at) : text_behind(text, at + strlen(words));
}

/* Reads "name (8, 1, 1)x(128, 1, 1), Context 1, Stream 7, Device 0, CC 8.6"; older versions have
 * the date for the sizes, and no device. Returns 0 if the line is another one. */
static int launch_line(reader *r, gpuocc_kernels_text line)
{
    static const struct runs_member sizes[] = {{"", RUNS_TRIPLE, LAUNCH(grid), NULL},
                                               {"", RUNS_TRIPLE, LAUNCH(group), NULL}};
    gpuocc_kernels_text name = line, groups, threads;
    struct runs_row row;
    size_t at;

    name.length = last_of(line, ", Context ");
    if (name.length == line.length || last_of(line, ", Stream ") == line.length)
        return 0;
    runs_start_row(&row);
    row.launch.format = GPUOCC_RUNS_NCU_TEXT;
    row.capability = behind_words(line, ", CC ");
    row.launch.device_number = runs_number(behind_words(line, ", Device "));
    row.launch.stream = runs_number(behind_words(line, ", Stream "));
    at = last_of(name, ")x(");
    if (at != name.length) {
        threads = text_behind(name, at + 3);
        groups = name;
        groups.length = at;
        groups = text_behind(groups, last_of(groups, " ("));
        name.length = at - groups.length;
        runs_put(groups, &sizes[0], 0, &row);
        runs_put(threads, &sizes[1], 0, &row);
    } else {
        name.length = last_of(name, ", 20"); /* ", 2021-Jan-05 10:22:13" */
    }
    row.launch.name = name;
    report_pending(r);
    keep(r, &row, line);
    r->columns.known = 1;
    return 1;
}

/* Reads "Registers Per Thread    register/thread    16" of the launch above it. */
static void metric_line(reader *r, gpuocc_kernels_text line)
{
    const struct runs_member *known;
    gpuocc_kernels_text rest, unit, value;

    for (known = metrics; known->name != NULL; known++) {
        if (!text_starts(line, known->name))
            continue;
        rest = text_behind(line, strlen(known->name));
        if (rest.length == 0 || rest.at[0] != ' ')
            continue;
        unit = rest = runs_trimmed(rest);
        value = text_behind(rest, last_of(rest, " ") == rest.length ? 0 : last_of(rest, " ") + 1);
        unit.length -= value.length;
        runs_put(value, known, unit_of(r, known, runs_trimmed(unit)), &r->pending.row);
        return;
    }
}

void runs_ncu_line(reader *r, gpuocc_kernels_text line)
{
    line = runs_trimmed(line);
    if (line.length > RUNS_NAME || launch_line(r, line))
        return;
    if (r->pending.present)
        metric_line(r, line);
}

void runs_ncu_end(reader *r)
{
    report_pending(r);
}
