/* SPDX-License-Identifier: MIT
 *
 * Tests what is read of each field of ncu's pages, of rocprof's tables and JSON and of the tables
 * of nsys, nvprof and unitrace, and where a field is missing, damaged or at its limit. Names and
 * units of ncu's metrics are those of
 * https://docs.nvidia.com/nsight-compute/ProfilingGuide/index.html, fields of rocprofv3 those of
 * projects/rocprofiler-sdk/source/lib/output/generateCSV.cpp at 1b1610fc
 * (https://github.com/ROCm/rocm-systems).
 */
#include "runs.h"

#define COUNT(x) (sizeof(x) / sizeof *(x))

static void check_text(const char *name, const char *text, const char *expected)
{
    check(name, text, strlen(text), expected);
}

/* Each metric with another number. Sizes in K are of 1000 bytes, rounded. */
static const struct metric {
    const char *name, *raw, *unit, *value;
} metrics[] = {
    {"Registers Per Thread", "launch__registers_per_thread", "register/thread", "16"},
    {"Static Shared Memory Per Block", "launch__shared_mem_per_block_static", "byte/block", "17"},
    {"Dynamic Shared Memory Per Block", "launch__shared_mem_per_block_dynamic", "Kbyte/block",
     "18.000"},
    {"Duration", "gpu__time_duration.sum", "usecond", "1.9"},
    {"Block Size", "launch__block_size", "", "20"},
    {"Grid Size", "launch__grid_size", "", "1,021"},
    {"Cluster Size", "launch__cluster_size", "", "22"},
    {"# SMs", "device__attribute_multiprocessor_count", "SM", "23"},
    {"Waves Per SM", "launch__waves_per_multiprocessor", "", "24.5"},
    {"Theoretical Occupancy", "sm__maximum_warps_per_active_cycle_pct", "%", "25.5"},
    {"Achieved Occupancy", "sm__warps_active.avg.pct_of_peak_sustained_active", "%", "26.5"},
    {"Block Limit SM", "launch__occupancy_limit_blocks", "block", "27"},
    {"Block Limit Registers", "launch__occupancy_limit_registers", "block", "28"},
    {"Block Limit Shared Mem", "launch__occupancy_limit_shared_mem", "block", "29"},
    {"Block Limit Warps", "launch__occupancy_limit_warps", "block", "30"},
    {"Block Limit Barriers", "launch__occupancy_limit_barriers", "block", "31"}};
#define RESOURCES                                                                                  \
    " registers=16 static=17 dynamic=18000 shared=18017 stream=7 duration=1900 theoretical=25.5 "  \
    "achieved=26.5 rounds=24.5 limit_groups=27 limit_registers=28 limit_shared=29 limit_waves=30 " \
    "limit_barriers=31; lacks start\n"

static void test_ncu_pages(void)
{
    char text[4000], *at = text;
    size_t i;

    at += sprintf(at, "  k(int) (2, 3, 4)x(5, 6, 7), Context 1, Stream 7, Device 3, CC 8.6\n");
    for (i = 0; i < COUNT(metrics); i++)
        at += sprintf(at, "    %-32s %15s %15s\n", metrics[i].name, metrics[i].unit,
                      metrics[i].value);
    check_text("ncu's text", text,
               "device 3  (sm_86): cores=23\n"
               "k(int): on=3 () group=5,6,7 grid=2,3,4 cluster=22,1,1" RESOURCES);
    at = text + sprintf(text, "ID,Kernel Name,Stream,Block Size,Grid Size,Device,CC,Metric Name,"
                              "Metric Unit,Metric Value\n");
    for (i = 0; i < COUNT(metrics); i++)
        at += sprintf(at, "0,k,7,,,3,8.6,%s,%s,\"%s\"\n", metrics[i].name, metrics[i].unit,
                      metrics[i].value);
    check_text("its page of details", text,
               "device 3  (sm_86): cores=23\n"
               "k: on=3 () group=20,1,1 grid=1021,1,1 cluster=22,1,1" RESOURCES);
    at = text + sprintf(text, "ID,Kernel Name,Stream,Device,CC,device__attribute_display_name");
    for (i = 0; i < COUNT(metrics); i++)
        at += sprintf(at, ",%s", metrics[i].raw);
    at += sprintf(at, "\n\"\",,,,,");
    for (i = 0; i < COUNT(metrics); i++)
        at += sprintf(at, ",%s", metrics[i].unit);
    at += sprintf(at, "\n0,k,7,3,8.6,X");
    for (i = 0; i < COUNT(metrics); i++)
        at += sprintf(at, ",\"%s\"", metrics[i].value);
    (void)sprintf(at, "\n");
    check_text("its raw page", text,
               "device 3 X (sm_86): cores=23\n"
               "k: on=3 (X) group=20,1,1 grid=1021,1,1" RESOURCES);
}

/* A compute capability is one to three digits, a point and a digit. */
static void test_capabilities(void)
{
    static const struct {
        const char *capability, *architecture; /* "": none */
    } rows[] = {{"9.0", "sm_90"}, {"8.9", "sm_89"},   {"12.1", "sm_121"}, {"100.0", "sm_1000"},
                {"1000.0", ""},   {"9", ""},          {"", ""},           {"9.", ""},
                {"9.10", ""},     {"9./", ""},        {"9.:", ""},        {"9.x", ""},
                {"x", ""},        {"123456789.0", ""}};
    char text[300], expected[300];
    size_t i;

    for (i = 0; i < COUNT(rows); i++) {
        (void)snprintf(text, sizeof text,
                       "ID,Kernel Name,Device,CC,Metric Name,Metric Value\n"
                       "0,k,0,%s,Registers Per Thread,16\n",
                       rows[i].capability);
        if (rows[i].architecture[0] != 0)
            (void)snprintf(expected, sizeof expected,
                           "device 0  (%s):\nk: on=0 () registers=16; lacks group grid shared "
                           "start duration\n",
                           rows[i].architecture);
        else
            (void)snprintf(expected, sizeof expected,
                           "k: on=0 registers=16; lacks group grid shared start duration device\n");
        check_text(rows[i].capability, text, expected);
    }
    check_text("a device without its number",
               "ID,Kernel Name,Device,CC,Metric Name,Metric Value\n"
               "0,k,,9.0,Registers Per Thread,16\n",
               "k: registers=16; lacks group grid shared start duration device\n");
}

#define LONG_50  "01234567890123456789012345678901234567890123456789"
#define DETAILS  "ID,Kernel Name,Metric Name,Metric Unit,Metric Value\n"
#define TWO(id)  id ",k,Registers Per Thread,,16\n" id ",k,Grid Size,,9\n" id ",m,Other Metric,,9\n"
#define TWO_LINE "k: grid=9,1,1 registers=16; lacks group shared start duration device\n"

static void test_ncu_rows(void)
{
    static const struct {
        const char *sizes, *expected;
    } rows[] = {{"2,3,4,64", "group=2,3,4"}, {",3,4,64", "group=64,1,1"},
                {"2,,4,64", "group=64,1,1"}, {"2,3,,64", "group=64,1,1"},
                {"2,3,4,", "group=2,3,4"},   {"2,3,,", NULL}};
    char text[400], expected[200];
    size_t i;

    for (i = 0; i < COUNT(rows); i++) {
        (void)snprintf(text, sizeof text,
                       "Kernel Name,launch__registers_per_thread,launch__block_dim_x,"
                       "launch__block_dim_y,launch__block_dim_z,launch__block_size\nk,16,%s\n",
                       rows[i].sizes);
        (void)snprintf(expected, sizeof expected,
                       "k:%s%s registers=16; lacks %sgrid shared start "
                       "duration device\n",
                       rows[i].expected != NULL ? " " : "",
                       rows[i].expected != NULL ? rows[i].expected : "",
                       rows[i].expected != NULL ? "" : "group ");
        check_text(rows[i].sizes, text, expected);
    }
    check_text("rows of one launch, and of the next", DETAILS TWO("0") TWO("1"), TWO_LINE TWO_LINE);
    check_text("an id of 55 bytes", DETAILS TWO(LONG_50 "01234"), TWO_LINE);
    check_text("ids that differ in their last byte", DETAILS TWO(LONG_50 "0") TWO(LONG_50 "1"),
               TWO_LINE TWO_LINE);
    check_text("a size without a unit, and one with another",
               DETAILS "0,k,Static Shared Memory Per Block,,16\n"
                       "0,k,Dynamic Shared Memory Per Block,Mbyte/block,0.001000\n",
               "k: static=16 dynamic=1000 shared=1016; lacks group grid registers start duration "
               "device\n");
}

#define LAUNCH "  k (2, 3, 4)x(5, 6, 7), Context 1, Stream 8, Device 0, CC 8.6\n"
#define HEAD   "device 0  (sm_86):\nk: on=0 () group=5,6,7 grid=2,3,4"

/* A line of ncu's text is a metric if its name is followed by a blank and a value. */
static void test_ncu_lines(void)
{
    static const struct {
        const char *line, *expected;
    } rows[] = {{"Registers Per Thread 7", " registers=7 stream=8; lacks shared start duration\n"},
                {"  Registers Per Thread  register/thread  9  ",
                 " registers=9 stream=8; lacks shared start duration\n"},
                {"Registers Per Thread", " stream=8; lacks registers shared start duration\n"},
                {"Registers Per Threads 7", " stream=8; lacks registers shared start duration\n"},
                {"Duration nsecond 7", " stream=8 duration=7; lacks registers shared start\n"},
                {"Duration 7", " stream=8 duration=7; lacks registers shared start\n"},
                {"x, Context 1", " stream=8; lacks registers shared start duration\n"},
                {"x, Stream 1", " stream=8; lacks registers shared start duration\n"}};
    char text[400], expected[200];
    size_t i;

    for (i = 0; i < COUNT(rows); i++) {
        (void)snprintf(text, sizeof text, LAUNCH "%s\n", rows[i].line);
        (void)snprintf(expected, sizeof expected, HEAD "%s", rows[i].expected);
        check_text(rows[i].line, text, expected);
    }
    check_text("a metric without a launch", "Registers Per Thread 7\n", "status 2\n");
    check_text(
        "a name with brackets, commas and words of the line",
        "  f<(int)2, g>(a (b), 20)x(, Context 5, Stream 6) (8, 1, 1)x(128, 2, 1), Context 1, "
        "Stream 7, Device 1, CC 9.0\n",
        "device 1  (sm_90):\n"
        "f<(int)2, g>(a (b), 20)x(, Context 5, Stream 6): on=1 () group=128,2,1 grid=8,1,1 "
        "stream=7; lacks registers shared start duration\n");
    check_text("an older version", "  f(a, 20), 2021-Jan-05 10:22:13, Context 1, Stream 13\n",
               "f(a, 20): stream=13; lacks group grid registers shared start duration device\n");
}

#define TRACE                                                                                      \
    "Agent_Id,Kernel_Name,Start_Timestamp,End_Timestamp,LDS_Block_Size,Workgroup_Size_X,"          \
    "Workgroup_Size_Y,Workgroup_Size_Z,Grid_Size_X,Grid_Size_Y,Grid_Size_Z\n"
#define TRACE_ROW(agent, start, end, lds) agent ",k," start "," end "," lds ",64,1,1,128,1,1\n"
#define TRACE_LINE(on, sizes, times)      "k:" on " group=64,1,1 grid=2,1,1" sizes times

/* LDS is printed rounded up to 512 bytes: 512 are 1 to 512. */
static void test_rocprof_rows(void)
{
    static const struct {
        const char *name, *row, *expected;
    } rows[] = {
        {"no LDS", TRACE_ROW("Agent 4", "5", "7", "0"),
         TRACE_LINE(" on=4", " static=0 shared>=0",
                    " start=5 duration=2; lacks registers "
                    "dynamic_shared device\n")},
        {"LDS", TRACE_ROW("Agent 0", "5", "7", "512"),
         TRACE_LINE(" on=0", " static=1..512 shared>=1",
                    " start=5 duration=2; lacks registers "
                    "dynamic_shared device\n")},
        {"more LDS", TRACE_ROW("Agent 9", "5", "7", "65536"),
         TRACE_LINE(" on=9", " static=65025..65536 shared>=65025",
                    " start=5 duration=2; lacks registers dynamic_shared device\n")},
        {"LDS that was not rounded", TRACE_ROW("Agent 10", "5", "7", "511"),
         TRACE_LINE(" on=10", " static=1..511 shared>=1",
                    " start=5 duration=2; lacks registers "
                    "dynamic_shared device\n")},
        {"no time", TRACE_ROW("Agent/7", "5", "5", "513"),
         TRACE_LINE(" on=7", " static=2..513 shared>=2",
                    " start=5 duration=0; lacks registers "
                    "dynamic_shared device\n")},
        {"an end before the start", TRACE_ROW("Agent:8", "5", "4", ""),
         TRACE_LINE(" on=8", "", " start=5; lacks registers shared duration device\n")},
        {"no start", TRACE_ROW("", "", "4", ""),
         TRACE_LINE("", "", "; lacks registers shared start duration device\n")},
        {"no end, and the second GPU", TRACE_ROW("GPU 1", "5", "", ""),
         TRACE_LINE(" on=1073741825", "", " start=5; lacks registers shared duration device\n")}};
    char text[400];
    size_t i;

    for (i = 0; i < COUNT(rows); i++) {
        (void)snprintf(text, sizeof text, TRACE "%s", rows[i].row);
        check_text(rows[i].name, text, rows[i].expected);
    }
}

#define COUNTERS                                                                                   \
    "Kernel_Name,Grid_Size,Workgroup_Size,Dispatch_Id,Process_Id,Counter_Name,Counter_Value\n"
#define COUNTER(dispatch, process) "k,128,64," dispatch "," process ",X,1\n"
#define COUNTER_LINE                                                                               \
    "k: group=64,1,1 grid=2,1,1; lacks registers shared start duration device"                     \
    "\n"

/* A dispatch of a process has a row for each counter, and is one launch. */
static void test_counters(void)
{
    static const struct {
        const char *first, *second;
        int launches;
    } rows[] = {{COUNTER("0", "0"), COUNTER("0", "0"), 1},
                {COUNTER("7", "3"), COUNTER("7", "3"), 1},
                {COUNTER("7", "3"), COUNTER("8", "3"), 2},
                {COUNTER("7", "3"), COUNTER("7", "4"), 2},
                {COUNTER("2147483653", "0"), COUNTER("5", "1"), 2},
                {COUNTER("5", "2147483648"), COUNTER("5", "0"), 2},
                {COUNTER("7", "3"), COUNTER("65543", "3"), 2},
                {COUNTER("7", ""), COUNTER("7", ""), 1},
                {COUNTER("x", ""), COUNTER("x", ""), 2}};
    char text[300];
    size_t i;

    for (i = 0; i < COUNT(rows); i++) {
        (void)snprintf(text, sizeof text, COUNTERS "%s%s", rows[i].first, rows[i].second);
        check_text("a dispatch and another row", text,
                   rows[i].launches == 1 ? COUNTER_LINE : COUNTER_LINE COUNTER_LINE);
    }
}

#define AGENTS                                                                                     \
    "Node_Id,Logical_Node_Id,Logical_Node_Type_Id,Agent_Type,Simd_Count,Max_Waves_Per_Simd,"       \
    "Lds_Size_In_Kb,Wave_Front_Size,Cu_Count,Simd_Per_Cu,Name,Product_Name\n"

static void test_agents(void)
{
    check_text("what an agent has, and what is too large",
               AGENTS "1,2,,GPU,9,65535,64,32,20,65535,a,A\n3,,,GPU,9,65536,,64,21,2,b,B\n"
                      "4,5,,CPU,9,1,1,1,1,1,c,C\n6,7,,GPU,9,2,1,64,22,65536,d,D\n"
                      "8,2,,GPU,9,2,1,64,22,4,e,E\n\n" TRACE TRACE_ROW("Agent 2", "5", "7", "0"),
               "device 2 A (a): cores=20 wave=32 waves=4294836225 shared=65536\n"
               "device 3 B (b): cores=21 wave=64\n"
               "device 7 D (d): cores=22 wave=64 shared=1024\n" TRACE_LINE(
                   " on=2 (A)", " static=0 shared>=0",
                   " start=5 duration=2; lacks registers dynamic_shared\n"));
}

#define TOOL(agents, symbols, dispatches)                                                          \
    "{'rocprofiler-sdk-tool':[{'agents':[" agents "],'kernel_symbols':[" symbols                   \
    "],'buffer_records':{'kernel_dispatch':[" dispatches "]}}]}"
#define SYMBOL(id, name, shared)                                                                   \
    "{" id "'kernel_name':'" name "','group_segment_size':" shared ",'arch_vgpr_count':8}"
#define JSON_DISPATCH(kernel, shared)                                                              \
    "{'dispatch_info':{" kernel "'group_segment_size':" shared "}}"
#define ALL "group grid "

static void test_json(void)
{
    check_json("a formatted name of one letter, and an ending that is another one",
               TOOL("",
                    "{'kernel_id':1,'kernel_name':'m.kd','formatted_kernel_name':'f'},"
                    "{'kernel_id':2,'kernel_name':'a.kx'}",
                    JSON_DISPATCH("'kernel_id':2,", "0") "," JSON_DISPATCH("'kernel_id':1,", "0")),
               "a.kx: shared=0; lacks group grid registers start duration device\n"
               "f: shared=0; lacks group grid registers start duration device\n");
    check_json(
        "symbols with and without their ending, the first of each id, and id 0",
        TOOL("",
             SYMBOL("'kernel_id':0,", "k.kd", "64") "," SYMBOL(
                 "'kernel_id':1,", ".kd",
                 "65") "," SYMBOL("'kernel_id':2,", "kd",
                                  "66") "," SYMBOL("'kernel_id':1,", "other",
                                                   "67") "," SYMBOL("", "none",
                                                                    "68") "," SYMBOL("'kernel_id':"
                                                                                     "3,",
                                                                                     "xkd", "69"),
             JSON_DISPATCH("'kernel_id':0,", "64") "," JSON_DISPATCH(
                 "'kernel_id':1,",
                 "66") "," JSON_DISPATCH("'kernel_id':2,",
                                         "65") "," JSON_DISPATCH("",
                                                                 "65") "," JSON_DISPATCH("'kernel_"
                                                                                         "id':3,",
                                                                                         "null")),
        "k: vgprs=8 static=64 dynamic=0 shared=64; lacks group grid start duration device\n"
        ".kd: vgprs=8 static=65 dynamic=1 shared=66; lacks group grid start duration "
        "device\n"
        "kd: vgprs=8 static=66 shared=65; lacks group grid start duration device\n"
        ": shared=65; lacks name group grid registers start duration device\n"
        "xkd: vgprs=8 static=69 shared>=69; lacks group grid dynamic_shared start duration "
        "device\n");
    check_json("agents of the type GPU, by their handles",
               TOOL("{'id':{'handle':7},'type':2,'node_id':4,'cu_count':5,'name':'g'},"
                    "{'id':{'handle':8},'type':1,'node_id':5},{'id':{'handle':9},'type':3,"
                    "'node_id':6},{'id':{'handle':10},'node_id':7}",
                    "",
                    "{'start_timestamp':5,'end_timestamp':5,'dispatch_info':{'agent_id':{"
                    "'handle':7},'workgroup_size':{'x':64,'y':1,'z':1},'grid_size':{'x':65,'y':1,"
                    "'z':1}}}"),
               "device 4  (g): cores=5\n"
               ": on=4 () group=64,1,1 grid=2,1,1 start=5 duration=0; lacks name registers "
               "shared\n");
}

/* Symbols have a table of 65,536: each dispatch finds its own, and the rest is told. */
static void test_symbols(void)
{
    char *text = malloc(8 << 20), *at = text;
    struct written *w = start_writing();
    const unsigned most = 65536;
    unsigned i;

    at += sprintf(at, "{\"rocprofiler-sdk-tool\":[{\"kernel_symbols\":[");
    for (i = 0; i < most + 2; i++)
        at += sprintf(at, "%s{\"kernel_id\":%u,\"kernel_name\":\"k%u\",\"arch_vgpr_count\":%u}",
                      i == 0 ? "" : ",", 7 * i, i, i);
    at += sprintf(at, "],\"buffer_records\":{\"kernel_dispatch\":[{}");
    for (i = 0; i < most + 2; i += i < 65000 ? 1000 : 67)
        at += sprintf(at, ",{\"dispatch_info\":{\"kernel_id\":%u}}", 7 * i);
    (void)sprintf(at, ",{\"dispatch_info\":{\"kernel_id\":%u}}]}}]}", 7 * most);
    (void)run_pieces(w, text, strlen(text), 0);
    ok(w->warnings == 2 && strstr(w->text, "more than 65536 kernels") != NULL, "65,538 symbols");
    for (i = 0; i < most; i += i < 65000 ? 1000 : 67) {
        char line[100];

        (void)snprintf(line, sizeof line, "\nk%u: vgprs=%u; lacks", i, i);
        if (strstr(w->text, line) == NULL)
            break;
    }
    ok(i >= most, "each has its own (%u)", i);
    free(text);
}

#define NSYS "Start (ns),Duration (ns),GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,Device,Name\n"

/* The number of a device stands in the last brackets of its name. */
static void test_nsys_devices(void)
{
    static const struct {
        const char *device, *expected;
    } rows[] = {{"NVIDIA B200 (0)", "device 0 NVIDIA B200 ():\nk: on=0 (NVIDIA B200)"},
                {"(3)", "device 3  ():\nk: on=3 ()"},
                {"A (b)  (12)", "device 12 A (b) ():\nk: on=12 (A (b))"},
                {"A", "k:"},
                {"", "k:"},
                {"A (b)", "k:"}};
    char text[400], expected[400];
    size_t i;

    for (i = 0; i < COUNT(rows); i++) {
        (void)snprintf(text, sizeof text, NSYS "5,6,1,1,1,32,1,1,16,%s,k\n", rows[i].device);
        (void)snprintf(expected, sizeof expected,
                       "%s group=32,1,1 grid=1,1,1 registers=16 start=5 duration=6; lacks shared%s"
                       "\n",
                       rows[i].expected, rows[i].expected[0] == 'd' ? "" : " device");
        check_text(rows[i].device, text, expected);
    }
    check_text("a copy has no group and no registers",
               NSYS "5,6,,,,,,,,,[CUDA memcpy]\n5,6,,,,,,,16,,k\n5,6,1,1,1,32,1,1,,,m\n",
               "k: registers=16 start=5 duration=6; lacks group grid shared device\n"
               "m: group=32,1,1 grid=1,1,1 start=5 duration=6; lacks registers shared device\n");
}

#define NVPROF                                                                                     \
    "\"Start\",\"Duration\",\"Grid X\",\"Grid Y\",\"Grid Z\",\"Block X\",\"Block Y\",\"Block Z\"," \
    "\"Registers Per Thread\",\"Static SMem\",\"Correlation_ID\",\"Name\"\n"                       \
    "ms,us,,,,,,,,B,,\n"

/* nvprof may append the number of a launch to its name. */
static void test_nvprof_names(void)
{
    static const struct {
        const char *id, *name, *expected, *correlation;
    } rows[] = {{"", "k [5]", "k", " correlation=5"},
                {"9", "k [5]", "k", " correlation=9"},
                {"", "k(int) [1090]", "k(int)", " correlation=1090"},
                {"", "k [19] [20]", "k [19]", " correlation=20"},
                {"", "\" [5]\"", " [5]", ""},
                {"", "[5]", "[5]", ""},
                {"", "]", "]", ""},
                {"", "5]", "5]", ""},
                {"", "k[5]", "k[5]", ""},
                {"", "k (5]", "k (5]", ""},
                {"", "k []", "k []", ""},
                {"", "k [5x]", "k [5x]", ""},
                {"", "k [/]", "k [/]", ""},
                {"", "k [:]", "k [:]", ""},
                {"", "k [5", "k [5", ""}};
    char text[600], expected[300];
    size_t i;

    for (i = 0; i < COUNT(rows); i++) {
        (void)snprintf(text, sizeof text, NVPROF "9,6,1,1,1,32,1,1,16,8,%s,%s\n", rows[i].id,
                       rows[i].name);
        (void)snprintf(expected, sizeof expected,
                       "%s: group=32,1,1 grid=1,1,1 registers=16 static=8 shared>=8%s "
                       "start=9000000 duration=6000; lacks dynamic_shared device\n",
                       rows[i].expected, rows[i].correlation);
        check_text(rows[i].name, text, expected);
    }
}

#define TIMES                                                                                      \
    "=== Device Timing Summary ===\n\n"                                                            \
    "Kernel, Calls, Time (ns), Time (%%), Average (ns), Min (ns), Max (ns)\n"
#define PROPERTIES                                                                                 \
    "=== Kernel Properties ===\n\n"                                                                \
    "Kernel, Compiled, SIMD, Number of Arguments, SLM Per Work Group, Private Memory Per Thread, " \
    "Spill Memory Per Thread, Register File Size Per Thread\n"

/* Times and resources are joined by name, with and without the sizes at its end. */
static void test_unitrace_rows(void)
{
    static const struct {
        const char *name, *calls, *properties, *expected;
    } rows[] = {
        {"k[SIMD32 {48; 2; 3} {64; 4; 5}]", "2", "\"k\", AOT, 16, 3, 1024, 5, 7, 128\n",
         "k: group=64,4,5 grid=48,2,3 wave=32 registers=128 static=1024 shared>=1024 scratch=12 "
         "duration=700 calls=2; lacks dynamic_shared start device\n"},
        {"k", "1",
         "\"m\", AOT, 16, 3, 1024, 5, 7, 128\n\"k\", AOT, 8, 3, 0, 1073741823, 1073741823,"
         " 256\n",
         "k: wave=8 registers=256 static=0 shared>=0 scratch=2147483646 duration=700; lacks group "
         "grid dynamic_shared start device\n"},
        {"k", "", "\"k\", AOT, 8, 3, 0, 1073741824, 0, 256\n",
         "k: wave=8 registers=256 static=0 shared>=0 duration=700; lacks group grid "
         "dynamic_shared start device\n"},
        {"k", "1", "\"k\", AOT, 8, 3, 0, 0, 1073741824, 256\n",
         "k: wave=8 registers=256 static=0 shared>=0 duration=700; lacks group grid "
         "dynamic_shared start device\n"},
        {"k[SIMD8 {4; 1; 1}]", "1", "\"m\", AOT, 16, 3, 1024, 5, 7, 128\n",
         "k: grid=4,1,1 wave=8 duration=700; lacks group registers shared start device\n"},
        {"[SIMD8 {4; 1; 1} {2; 1; 1}]", "1", "",
         ": group=2,1,1 grid=4,1,1 wave=8 duration=700; lacks name registers shared start "
         "device\n"},
        {"k[SIMD8 {4; 1; 1} {2; 1; 1}]", "1",
         "\"k\", AOT, 16, 3, 1, 5, 7, 1\n\"k[SIMD8 {4; 1; 1} {2; 1; 1}]\", AOT, 16, 3, 2, 1, 0, "
         "9\n",
         "k: group=2,1,1 grid=4,1,1 wave=8 registers=9 static=2 shared>=2 scratch=1 duration=700; "
         "lacks dynamic_shared start device\n"},
        {"zeCommandListAppendMemoryCopy", "1", "", ""},
        {"zeCommandLis", "1", "",
         "zeCommandLis: duration=700; lacks group grid registers shared start device\n"},
        {"]", "1", "", "]: duration=700; lacks group grid registers shared start device\n"}};
    char text[800];
    size_t i;

    for (i = 0; i < COUNT(rows); i++) {
        (void)snprintf(text, sizeof text, PROPERTIES "%s\n" TIMES "\"%s\", %s, 700, 1.0, 7, 7, 7\n",
                       rows[i].properties, rows[i].name, rows[i].calls);
        check_text(rows[i].name, text, rows[i].expected);
    }
}

int main(void)
{
    test_nsys_devices();
    test_nvprof_names();
    test_unitrace_rows();
    test_ncu_pages();
    test_capabilities();
    test_ncu_rows();
    test_ncu_lines();
    test_rocprof_rows();
    test_counters();
    test_agents();
    test_json();
    test_symbols();
    return done();
}
