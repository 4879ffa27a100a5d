/* SPDX-License-Identifier: MIT
 *
 * Reads the tables of Intel's unitrace -d -v: times of kernels, whose names end in their sizes, and
 * their resources. The two are joined by name. Source:
 * tools/unitrace/src/levelzero/ze_collector.h at fcd0ca81 (https://github.com/intel/pti-gpu).
 */
#include "reader.h"

#define ROW(member)    (unsigned short)offsetof(struct runs_row, member)
#define LAUNCH(member) ROW(launch.member)

static const char *const times_required[] = {"kernel", "calls", "time", NULL};
static const struct runs_member times[] = {{"kernel", RUNS_STRING, LAUNCH(name), NULL},
                                           {"calls", RUNS_WIDE, LAUNCH(calls), NULL},
                                           {"time", RUNS_TIME, LAUNCH(duration_ns), NULL},
                                           {NULL, 0, 0, NULL}};
static const char *const properties_required[] = {"kernel", "simd", "slmperworkgroup", NULL};
static const struct runs_member properties[] = {
    {"kernel", RUNS_STRING, LAUNCH(name), NULL},
    {"simd", RUNS_NUMBER, LAUNCH(wave_size), NULL},
    {"slmperworkgroup", RUNS_SIZE, LAUNCH(shared_static), NULL},
    {"privatememoryperthread", RUNS_NUMBER, ROW(private_bytes), NULL},
    {"spillmemoryperthread", RUNS_NUMBER, ROW(spill_bytes), NULL},
    {"registerfilesizeperthread", RUNS_NUMBER, LAUNCH(registers), NULL},
    {NULL, 0, 0, NULL}};

static const char sizes_begin[] = "[SIMD";

/* Returns where "[SIMD32 {48; 1; 1} {64; 1; 1}]" begins at the end of a name, or its length. */
static size_t sizes_of(gpuocc_kernels_text name)
{
    size_t at;

    if (name.length != 0 && name.at[name.length - 1] == ']')
        for (at = name.length; at-- > 0;)
            if (name.at[at] == '[' && text_starts(text_behind(name, at), sizes_begin))
                return at;
    return name.length;
}

static gpuocc_kernels_text behind(gpuocc_kernels_text text, char c)
{
    const char *at = memchr(text.at, c, text.length);

    return text_behind(text, at != NULL ? (size_t)(at - text.at) + 1 : text.length);
}

static void read_sizes(gpuocc_kernels_text sizes, gpuocc_runs_launch *launch)
{
    static const struct runs_member grid = {"", RUNS_TRIPLE, offsetof(gpuocc_runs_launch, grid),
                                            NULL},
                                    group = {"", RUNS_TRIPLE, offsetof(gpuocc_runs_launch, group),
                                             NULL};
    gpuocc_kernels_text first;

    launch->wave_size = runs_number(text_behind(sizes, sizeof sizes_begin - 1));
    first = behind(sizes, '{');
    sizes = behind(first, '{');
    first.length -= sizes.length;
    runs_put(first, &grid, 0, launch);
    runs_put(sizes, &group, 0, launch);
}

static void report(reader *r, const struct runs_timing *timing, gpuocc_kernels_text name,
                   const struct runs_properties *found)
{
    gpuocc_runs_launch launch;
    const size_t sizes = sizes_of(name);

    runs_start(&launch, GPUOCC_RUNS_UNITRACE);
    launch.calls = timing->calls;
    launch.duration_ns = timing->total_ns;
    if (sizes != name.length)
        read_sizes(text_behind(name, sizes), &launch);
    launch.name = name;
    launch.name.length = sizes;
    if (found != NULL) {
        launch.registers = found->registers;
        launch.shared_static.low = launch.shared_static.high = found->shared;
        launch.scratch = found->scratch;
        if (launch.wave_size == GPUOCC_UNKNOWN)
            launch.wave_size = found->wave_size;
    }
    runs_report(r, &launch);
}

static void times_row(reader *r, struct runs_row *row)
{
    struct runs_timing timing;
    const gpuocc_kernels_text name = runs_field(r, row->launch.name);

    if (text_starts(name, "zeCommandList")) /* copies and fills */
        return;
    timing.calls = row->launch.calls != UINT64_MAX ? row->launch.calls : 1;
    timing.total_ns = row->launch.duration_ns;
    timing.name = runs_keep(&r->texts, name);
    if (timing.name == 0 || r->timing_count == RUNS_TIMINGS)
        report(r, &timing, name, NULL);
    else
        r->timings[r->timing_count++] = timing;
}

static void properties_row(reader *r, struct runs_row *row)
{
    struct runs_properties *to = &r->properties[r->properties_count];
    const uint32_t private_bytes = row->private_bytes, spill = row->spill_bytes;

    if (r->properties_count == RUNS_TIMINGS)
        return;
    to->name = runs_keep(&r->texts, runs_field(r, row->launch.name));
    to->wave_size = row->launch.wave_size;
    to->shared = row->launch.shared_static.low;
    to->registers = row->launch.registers;
    to->scratch =
        private_bytes < 0x40000000 && spill < 0x40000000 ? private_bytes + spill : GPUOCC_UNKNOWN;
    r->properties_count += to->name != 0;
}

/* Finds the resources of a kernel by its name, else by its name without the sizes. */
static const struct runs_properties *find(reader *r, uint32_t name)
{
    gpuocc_kernels_text plain = runs_kept(&r->texts, name);
    uint32_t i, number;

    for (i = 0; i < r->properties_count; i++)
        if (r->properties[i].name == name)
            return &r->properties[i];
    plain.length = sizes_of(plain);
    number = runs_keep(&r->texts, plain);
    for (i = 0; i < r->properties_count; i++)
        if (r->properties[i].name == number)
            return &r->properties[i];
    return NULL;
}

void runs_unitrace_end(reader *r)
{
    uint32_t i;

    for (i = 0; i < r->timing_count && r->status == GPUOCC_RUNS_OK; i++)
        report(r, &r->timings[i], runs_kept(&r->texts, r->timings[i].name),
               find(r, r->timings[i].name));
}

const struct runs_table runs_unitrace_times = {GPUOCC_RUNS_UNITRACE, times_required, times,
                                               times_row};
const struct runs_table runs_unitrace_properties = {GPUOCC_RUNS_UNITRACE, properties_required,
                                                    properties, properties_row};
