/* SPDX-License-Identifier: MIT
 *
 * Reads the tables and JSON of AMD's rocprof and rocprofv3. Columns are those of
 * projects/rocprofiler-sdk/source/lib/output/generateCSV.cpp and source/lib/python/rocpd/csv.py at
 * 1b1610fc (https://github.com/ROCm/rocm-systems). Grids are counted in threads there.
 */
#include "reader.h"

#define ROW(member)    (unsigned short)offsetof(struct runs_row, member)
#define LAUNCH(member) ROW(launch.member)

static const char *const trace_required[] = {"kernelname",     "starttimestamp", "endtimestamp",
                                             "workgroupsizex", "gridsizex",      NULL};
static const char *const counters_required[] = {"kernelname", "gridsize",    "workgroupsize",
                                                "dispatchid", "countername", NULL};
static const struct runs_member rows[] = {
    {"guid", RUNS_STRING, ROW(id), NULL},
    {"agentid", RUNS_STRING, ROW(agent), NULL},
    {"queueid", RUNS_NUMBER, LAUNCH(stream), NULL},
    {"streamid", RUNS_NUMBER, LAUNCH(stream), NULL},
    {"processid", RUNS_NUMBER, ROW(process_id), NULL},
    {"dispatchid", RUNS_NUMBER, ROW(dispatch), NULL},
    {"kernelname", RUNS_STRING, LAUNCH(name), NULL},
    {"correlationid", RUNS_WIDE, LAUNCH(correlation), NULL},
    {"starttimestamp", RUNS_TIME, LAUNCH(start_ns), NULL},
    {"endtimestamp", RUNS_TIME, ROW(end_ns), NULL},
    {"ldsblocksize", RUNS_SIZE, ROW(local), NULL},
    {"groupsegmentsize", RUNS_SIZE, LAUNCH(shared), NULL},
    {"scratchsize", RUNS_NUMBER, LAUNCH(scratch), NULL},
    {"privatesegmentsize", RUNS_NUMBER, LAUNCH(scratch), NULL},
    {"vgprcount", RUNS_NUMBER, LAUNCH(vector_registers), NULL},
    {"accumvgprcount", RUNS_NUMBER, LAUNCH(accumulation_registers), NULL},
    {"sgprcount", RUNS_NUMBER, LAUNCH(scalar_registers), NULL},
    {"workgroupsizex", RUNS_NUMBER, LAUNCH(group[0]), NULL},
    {"workgroupsizey", RUNS_NUMBER, LAUNCH(group[1]), NULL},
    {"workgroupsizez", RUNS_NUMBER, LAUNCH(group[2]), NULL},
    {"gridsizex", RUNS_NUMBER, ROW(threads[0]), NULL},
    {"gridsizey", RUNS_NUMBER, ROW(threads[1]), NULL},
    {"gridsizez", RUNS_NUMBER, ROW(threads[2]), NULL},
    {"workgroupsize", RUNS_NUMBER, ROW(group_size), NULL},
    {"gridsize", RUNS_NUMBER, ROW(all_threads), NULL},
    /* The same in versions 1 and 2. */
    {"gpuid", RUNS_STRING, ROW(agent), NULL},
    {"grd", RUNS_NUMBER, ROW(all_threads), NULL},
    {"wgr", RUNS_NUMBER, ROW(group_size), NULL},
    {"lds", RUNS_SIZE, ROW(local), NULL},
    {"scr", RUNS_NUMBER, LAUNCH(scratch), NULL},
    {"ldsperworkgroup", RUNS_SIZE, ROW(local), NULL},
    {"scratchperworkitem", RUNS_NUMBER, LAUNCH(scratch), NULL},
    {"vgpr", RUNS_NUMBER, LAUNCH(vector_registers), NULL},
    {"archvgpr", RUNS_NUMBER, LAUNCH(vector_registers), NULL},
    {"accumvgpr", RUNS_NUMBER, LAUNCH(accumulation_registers), NULL},
    {"sgpr", RUNS_NUMBER, LAUNCH(scalar_registers), NULL},
    {"wavesize", RUNS_NUMBER, LAUNCH(wave_size), NULL},
    {"beginns", RUNS_TIME, LAUNCH(start_ns), NULL},
    {"endns", RUNS_TIME, ROW(end_ns), NULL},
    {NULL, 0, 0, NULL}};

static uint64_t duration(uint64_t start, uint64_t end)
{
    return start != GPUOCC_RUNS_NO_TIME && end != GPUOCC_RUNS_NO_TIME && end >= start
               ? end - start
               : GPUOCC_RUNS_NO_TIME;
}

/* rocpd prints the bytes of the dispatch; the others those of the kernel, which are the static
 * part, rounded up to 512. */
static void take_local(struct runs_row *row)
{
    gpuocc_runs_launch *launch = &row->launch;

    if (row->local.low == GPUOCC_UNKNOWN)
        return;
    if (row->id.length != 0) {
        launch->shared = row->local;
        return;
    }
    launch->shared_static = row->local;
    if (row->local.low != 0)
        launch->shared_static.low = row->local.low < 512 ? 1 : row->local.low - 511;
}

/* Added to the number of "GPU 3", which counts only GPUs (--agent-index=type-relative), unlike
 * "Agent 3". */
#define OF_TYPE 0x40000000u

static void report(reader *r, struct runs_row *row)
{
    gpuocc_runs_launch *launch = &row->launch;
    gpuocc_kernels_text agent = row->agent;
    const int of_type = text_starts(agent, "GPU");

    while (agent.length != 0 && (agent.at[0] < '0' || agent.at[0] > '9'))
        agent = text_behind(agent, 1);
    launch->device_number = runs_number(agent);
    if (of_type && launch->device_number < OF_TYPE)
        launch->device_number += OF_TYPE;
    launch->name = runs_field(r, launch->name);
    launch->duration_ns = duration(launch->start_ns, row->end_ns);
    if (launch->correlation == UINT64_MAX)
        launch->correlation = 0;
    runs_count_groups(row);
    take_local(row);
    runs_report(r, launch);
}

static void trace_row(reader *r, struct runs_row *row)
{
    report(r, row);
}

/* A dispatch has a row for each counter. */
static void counter_row(reader *r, struct runs_row *row)
{
    const uint64_t key = ((uint64_t)row->process_id << 32 | row->dispatch) + 1; /* 0: none yet */
    uint64_t *seen = &r->dispatches[row->dispatch % RUNS_SLOTS];

    if (row->dispatch != GPUOCC_UNKNOWN && *seen == key)
        return;
    *seen = key;
    report(r, row);
}

static const char *const agents_required[] = {"nodeid", "cucount", "wavefrontsize", "simdcount",
                                              NULL};
static const struct runs_member agents[] = {
    {"nodeid", RUNS_NUMBER, ROW(dispatch), NULL},
    {"logicalnodeid", RUNS_NUMBER, ROW(device.number), NULL},
    {"logicalnodetypeid", RUNS_NUMBER, ROW(type_index), NULL},
    {"agenttype", RUNS_STRING, ROW(agent), NULL},
    {"maxwavespersimd", RUNS_NUMBER, ROW(waves_per_simd), NULL},
    {"simdpercu", RUNS_NUMBER, ROW(simd_per_core), NULL},
    {"ldssizeinkb", RUNS_NUMBER, ROW(local_kib), NULL},
    {"wavefrontsize", RUNS_NUMBER, ROW(device.wave_size), NULL},
    {"cucount", RUNS_NUMBER, ROW(device.cores), NULL},
    {"name", RUNS_STRING, ROW(device.architecture), NULL},
    {"productname", RUNS_STRING, ROW(device.name), NULL},
    {NULL, 0, 0, NULL}};

static void add_agent(reader *r, uint64_t key, struct runs_row *row)
{
    gpuocc_runs_device *device = &row->device;

    if (device->number == GPUOCC_UNKNOWN)
        device->number = row->dispatch;
    if (row->local_kib < 0x100000)
        device->shared_per_core = 1024 * row->local_kib;
    if (row->waves_per_simd < 0x10000 && row->simd_per_core < 0x10000)
        device->waves_per_core = row->waves_per_simd * row->simd_per_core;
    runs_add_device(r, key, device);
}

static void agent_row(reader *r, struct runs_row *row)
{
    if (!text_is(row->agent, "GPU"))
        return;
    row->device.architecture = runs_field(r, row->device.architecture);
    add_agent(r, row->device.number != GPUOCC_UNKNOWN ? row->device.number : row->dispatch, row);
    if (row->type_index >= OF_TYPE)
        return;
    row->device.number = OF_TYPE + row->type_index;
    runs_add_device(r, row->device.number, &row->device);
}

/* rocprof, version 1: https://github.com/ROCm/rocprofiler/blob/amd-master/doc/rocprof.md */
static const char *const results_required[] = {"kernelname", "grd", "wgr", "lds", "scr", NULL};
/* Version 2, and what rocprof-compute (Omniperf) makes of both:
 * https://github.com/ROCm/rocprofiler/blob/amd-master/README.md, "File plugin version 2 output
 * header". */
static const char *const second_required[] = {"kernelname",      "gridsize", "workgroupsize",
                                              "ldsperworkgroup", "archvgpr", NULL};
const struct runs_table runs_rocprof_trace = {GPUOCC_RUNS_ROCPROFV3_CSV, trace_required, rows,
                                              trace_row};
const struct runs_table runs_rocprof_counters = {GPUOCC_RUNS_ROCPROFV3_CSV, counters_required, rows,
                                                 counter_row};
const struct runs_table runs_rocprof_agents = {GPUOCC_RUNS_ROCPROFV3_CSV, agents_required, agents,
                                               agent_row};
const struct runs_table runs_rocprof_results = {GPUOCC_RUNS_ROCPROF_CSV, results_required, rows,
                                                trace_row};
const struct runs_table runs_rocprof_second = {GPUOCC_RUNS_ROCPROF_CSV, second_required, rows,
                                               trace_row};

/* JSON. */
struct agent {
    struct runs_row row;
    uint64_t handle;
    uint32_t type;
};
#define AGENT(member) (unsigned short)offsetof(struct agent, member)
static const struct runs_member agent_handle[] = {{"handle", RUNS_WIDE, AGENT(handle), NULL},
                                                  {NULL, 0, 0, NULL}};
static const struct runs_member agent_members[] = {
    {"id", RUNS_OBJECT, 0, agent_handle},
    {"type", RUNS_NUMBER, AGENT(type), NULL},
    {"node_id", RUNS_NUMBER, AGENT(row.dispatch), NULL},
    {"logical_node_id", RUNS_NUMBER, AGENT(row.device.number), NULL},
    {"max_waves_per_simd", RUNS_NUMBER, AGENT(row.waves_per_simd), NULL},
    {"simd_per_cu", RUNS_NUMBER, AGENT(row.simd_per_core), NULL},
    {"lds_size_in_kb", RUNS_NUMBER, AGENT(row.local_kib), NULL},
    {"wave_front_size", RUNS_NUMBER, AGENT(row.device.wave_size), NULL},
    {"cu_count", RUNS_NUMBER, AGENT(row.device.cores), NULL},
    {"name", RUNS_STRING, AGENT(row.device.architecture), NULL},
    {"product_name", RUNS_STRING, AGENT(row.device.name), NULL},
    {NULL, 0, 0, NULL}};

void runs_rocprof_agent(reader *r, gpuocc_kernels_text element)
{
    struct agent agent;

    runs_start_row(&agent.row);
    agent.handle = UINT64_MAX;
    agent.type = 0;
    runs_members(element, agent_members, &agent);
    if (agent.type != 2) /* ROCPROFILER_AGENT_TYPE_GPU */
        return;
    agent.row.device.architecture = format_json_inside(agent.row.device.architecture);
    agent.row.device.name = runs_string(r, agent.row.device.name);
    add_agent(r, agent.handle, &agent.row);
}

struct symbol {
    struct runs_symbol kept;
    gpuocc_kernels_text name, mangled;
};
#define SYMBOL(member) (unsigned short)offsetof(struct symbol, member)
static const struct runs_member symbol_members[] = {
    {"kernel_id", RUNS_WIDE, SYMBOL(kept.id), NULL},
    {"kernel_name", RUNS_STRING, SYMBOL(mangled), NULL},
    {"formatted_kernel_name", RUNS_STRING, SYMBOL(name), NULL},
    {"group_segment_size", RUNS_NUMBER, SYMBOL(kept.shared), NULL},
    {"sgpr_count", RUNS_NUMBER, SYMBOL(kept.sgprs), NULL},
    {"arch_vgpr_count", RUNS_NUMBER, SYMBOL(kept.vgprs), NULL},
    {"accum_vgpr_count", RUNS_NUMBER, SYMBOL(kept.agprs), NULL},
    {NULL, 0, 0, NULL}};

/* Returns the place of a symbol, or of one that is to be added. */
static struct runs_symbol *find_symbol(reader *r, uint64_t id)
{
    uint32_t slot = (uint32_t)(id * UINT64_C(0x9e3779b97f4a7c15) >> 40) % (2 * RUNS_SLOTS);

    while (r->symbols[slot].id != 0 && r->symbols[slot].id != id)
        slot = (slot + 1) % (2 * RUNS_SLOTS);
    return &r->symbols[slot];
}

static void keep_symbol(reader *r, struct symbol *symbol)
{
    struct runs_symbol *kept = find_symbol(r, symbol->kept.id);

    if (kept->id != 0)
        return;
    if (r->symbol_count == RUNS_SLOTS) {
        runs_warn(r, r->offset, "more than %u kernels: this one is not kept", RUNS_SLOTS);
        return;
    }
    r->symbol_count++;
    /* The descriptor's name is that of the kernel with this ending. */
    if (symbol->mangled.length > 3 &&
        memcmp(symbol->mangled.at + symbol->mangled.length - 3, ".kd", 3) == 0)
        symbol->mangled.length -= 3;
    symbol->kept.mangled = runs_keep(&r->texts, symbol->mangled);
    if (symbol->kept.name == 0)
        symbol->kept.name = symbol->kept.mangled;
    *kept = symbol->kept;
}

void runs_rocprof_symbol(reader *r, gpuocc_kernels_text element)
{
    struct symbol symbol;

    memset(&symbol, 0xff, sizeof symbol);
    symbol.name.length = symbol.mangled.length = 0;
    runs_members(element, symbol_members, &symbol);
    if (symbol.kept.id++ == UINT64_MAX)
        return;
    symbol.name = runs_string(r, symbol.name);
    symbol.kept.name = symbol.name.length != 0 ? runs_keep(&r->texts, symbol.name) : 0;
    symbol.mangled = runs_string(r, symbol.mangled);
    keep_symbol(r, &symbol);
}

struct dispatch {
    struct runs_row row;
    uint64_t kernel, agent;
    uint32_t shared;
};
#define DISPATCH(member) (unsigned short)offsetof(struct dispatch, member)
static const struct runs_member dispatch_agent[] = {{"handle", RUNS_WIDE, DISPATCH(agent), NULL},
                                                    {NULL, 0, 0, NULL}};
static const struct runs_member dispatch_stream[] = {
    {"handle", RUNS_NUMBER, DISPATCH(row.launch.stream), NULL}, {NULL, 0, 0, NULL}};
static const struct runs_member dispatch_correlation[] = {
    {"internal", RUNS_WIDE, DISPATCH(row.launch.correlation), NULL}, {NULL, 0, 0, NULL}};
static const struct runs_member dispatch_info[] = {
    {"agent_id", RUNS_OBJECT, 0, dispatch_agent},
    {"kernel_id", RUNS_WIDE, DISPATCH(kernel), NULL},
    {"private_segment_size", RUNS_NUMBER, DISPATCH(row.launch.scratch), NULL},
    {"group_segment_size", RUNS_NUMBER, DISPATCH(shared), NULL},
    {"workgroup_size", RUNS_TRIPLE, DISPATCH(row.launch.group), NULL},
    {"grid_size", RUNS_TRIPLE, DISPATCH(row.threads), NULL},
    {NULL, 0, 0, NULL}};
static const struct runs_member dispatch_members[] = {
    {"correlation_id", RUNS_OBJECT, 0, dispatch_correlation},
    {"start_timestamp", RUNS_WIDE, DISPATCH(row.launch.start_ns), NULL},
    {"end_timestamp", RUNS_WIDE, DISPATCH(row.end_ns), NULL},
    {"dispatch_info", RUNS_OBJECT, 0, dispatch_info},
    {"stream_id", RUNS_OBJECT, 0, dispatch_stream},
    {NULL, 0, 0, NULL}};

/* Fills in what the kernel's code object says. */
static void use_symbol(reader *r, const struct runs_symbol *symbol, struct dispatch *dispatch)
{
    gpuocc_runs_launch *launch = &dispatch->row.launch;

    launch->name = runs_kept(&r->texts, symbol->name);
    launch->mangled = runs_kept(&r->texts, symbol->mangled);
    launch->vector_registers = symbol->vgprs;
    launch->accumulation_registers = symbol->agprs;
    launch->scalar_registers = symbol->sgprs;
    launch->shared_static.low = launch->shared_static.high = symbol->shared;
    if (symbol->shared != GPUOCC_UNKNOWN && dispatch->shared != GPUOCC_UNKNOWN &&
        dispatch->shared >= symbol->shared)
        launch->shared_dynamic.low = launch->shared_dynamic.high =
            dispatch->shared - symbol->shared;
}

/* Reports a dispatch with what is known of its kernel and its agent. */
static void report_dispatch(reader *r, struct dispatch *dispatch)
{
    gpuocc_runs_launch *launch = &dispatch->row.launch;
    const struct runs_symbol *symbol;

    launch->shared.low = launch->shared.high = dispatch->shared;
    launch->device = runs_device(r, dispatch->agent);
    if (launch->device != NULL)
        launch->device_number = launch->device->number;
    launch->duration_ns = duration(launch->start_ns, dispatch->row.end_ns);
    if (launch->correlation == UINT64_MAX)
        launch->correlation = 0;
    runs_count_groups(&dispatch->row);
    symbol = dispatch->kernel != UINT64_MAX ? find_symbol(r, dispatch->kernel + 1) : NULL;
    if (symbol != NULL && symbol->id != 0)
        use_symbol(r, symbol, dispatch);
    runs_report(r, launch);
}

void runs_rocprof_dispatch(reader *r, gpuocc_kernels_text element)
{
    struct dispatch dispatch;

    runs_start_row(&dispatch.row);
    dispatch.kernel = dispatch.agent = UINT64_MAX;
    dispatch.shared = GPUOCC_UNKNOWN;
    dispatch.row.launch.format = GPUOCC_RUNS_ROCPROFV3_JSON;
    runs_members(element, dispatch_members, &dispatch);
    report_dispatch(r, &dispatch);
}

/* rocpd's tables, of source/share/rocprofiler-sdk-rocpd/rocpd_tables.sql (schema 3.0.1). A database
 * may be of several runs, each with its guid. */
static const struct runs_member rocpd_agents[] = {
    {"id", RUNS_WIDE, ROW(key), NULL},
    {"guid", RUNS_STRING, ROW(id), NULL},
    {"type", RUNS_STRING, ROW(agent), NULL},
    {"logicalindex", RUNS_NUMBER, ROW(device.number), NULL},
    {"name", RUNS_STRING, ROW(device.architecture), NULL},
    {"productname", RUNS_STRING, ROW(device.name), NULL},
    {"extdata", RUNS_STRING, ROW(value), NULL},
    {NULL, 0, 0, NULL}};
static const struct runs_member rocpd_symbols[] = {
    {"id", RUNS_WIDE, ROW(key), NULL},
    {"guid", RUNS_STRING, ROW(id), NULL},
    {"kernelname", RUNS_STRING, LAUNCH(mangled), NULL},
    {"displayname", RUNS_STRING, LAUNCH(name), NULL},
    {"groupsegmentsize", RUNS_NUMBER, ROW(local.low), NULL},
    {"sgprcount", RUNS_NUMBER, LAUNCH(scalar_registers), NULL},
    {"archvgprcount", RUNS_NUMBER, LAUNCH(vector_registers), NULL},
    {"accumvgprcount", RUNS_NUMBER, LAUNCH(accumulation_registers), NULL},
    {NULL, 0, 0, NULL}};
static const struct runs_member rocpd_dispatches[] = {
    {"guid", RUNS_STRING, ROW(id), NULL},
    {"agentid", RUNS_WIDE, ROW(agent_key), NULL},
    {"kernelid", RUNS_WIDE, ROW(kernel), NULL},
    {"streamid", RUNS_NUMBER, LAUNCH(stream), NULL},
    {"start", RUNS_TIME, LAUNCH(start_ns), NULL},
    {"end", RUNS_TIME, ROW(end_ns), NULL},
    {"privatesegmentsize", RUNS_NUMBER, LAUNCH(scratch), NULL},
    {"groupsegmentsize", RUNS_NUMBER, ROW(local.low), NULL},
    {"workgroupsizex", RUNS_NUMBER, LAUNCH(group[0]), NULL},
    {"workgroupsizey", RUNS_NUMBER, LAUNCH(group[1]), NULL},
    {"workgroupsizez", RUNS_NUMBER, LAUNCH(group[2]), NULL},
    {"gridsizex", RUNS_NUMBER, ROW(threads[0]), NULL},
    {"gridsizey", RUNS_NUMBER, ROW(threads[1]), NULL},
    {"gridsizez", RUNS_NUMBER, ROW(threads[2]), NULL},
    {NULL, 0, 0, NULL}};

/* Returns a key of an id in one of several runs; UINT64_MAX if there is none. */
static uint64_t key_of(uint64_t id, gpuocc_kernels_text guid)
{
    uint64_t hash = 0;
    size_t i;

    if (id == UINT64_MAX)
        return id;
    for (i = 0; i < guid.length; i++)
        hash = (hash ^ (unsigned char)guid.at[i]) * UINT64_C(0x100000001b3);
    return (id ^ hash) & (UINT64_MAX >> 1);
}

static void rocpd_agent_row(reader *r, struct runs_row *row)
{
    struct agent agent;

    if (!text_is(row->agent, "GPU"))
        return;
    runs_start_row(&agent.row);
    runs_members(row->value, agent_members, &agent);
    agent.row.device.number = row->device.number;
    agent.row.device.name = row->device.name;
    agent.row.device.architecture = row->device.architecture;
    add_agent(r, key_of(row->key, row->id), &agent.row);
}

static void rocpd_symbol_row(reader *r, struct runs_row *row)
{
    struct symbol symbol;

    symbol.kept.id = key_of(row->key, row->id);
    if (symbol.kept.id++ == UINT64_MAX)
        return;
    symbol.kept.vgprs = row->launch.vector_registers;
    symbol.kept.agprs = row->launch.accumulation_registers;
    symbol.kept.sgprs = row->launch.scalar_registers;
    symbol.kept.shared = row->local.low;
    symbol.kept.name = row->launch.name.length != 0 ? runs_keep(&r->texts, row->launch.name) : 0;
    symbol.mangled = row->launch.mangled;
    keep_symbol(r, &symbol);
}

static void rocpd_dispatch_row(reader *r, struct runs_row *row)
{
    struct dispatch dispatch;

    dispatch.row = *row;
    dispatch.kernel = key_of(row->kernel, row->id);
    dispatch.agent = key_of(row->agent_key, row->id);
    dispatch.shared = row->local.low;
    report_dispatch(r, &dispatch);
}

const struct runs_table runs_rocpd_agents = {GPUOCC_RUNS_ROCPD, NULL, rocpd_agents,
                                             rocpd_agent_row};
const struct runs_table runs_rocpd_symbols = {GPUOCC_RUNS_ROCPD, NULL, rocpd_symbols,
                                              rocpd_symbol_row};
const struct runs_table runs_rocpd_dispatches = {GPUOCC_RUNS_ROCPD, NULL, rocpd_dispatches,
                                                 rocpd_dispatch_row};
