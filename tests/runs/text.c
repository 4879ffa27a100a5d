/* SPDX-License-Identifier: MIT
 *
 * Tests the rows, fields and numbers of profiles that are text: tables, ncu's pages, unitrace.
 */
#include "runs.h"

#include "reader.h"

#define NSYS                                                                                       \
    "Start (ns),Duration (us),GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (B),DymSMem "          \
    "(B),Name\n"
#define NSYS_ROW(duration, name) "5," duration ",1,1,1,32,1,1,16,0,0," name "\n"
#define NSYS_LINE(name, duration)                                                                  \
    name ": group=32,1,1 grid=1,1,1 registers=16 static=0 dynamic=0 shared=0 start=5" duration     \
         "; lacks"
#define DETAILS                                                                                    \
    "\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"Metric Name\",\"Metric Unit\","         \
    "\"Metric Value\"\n"
#define METRIC(id, unit, value)                                                                    \
    "\"" id "\",\"k\",\"(5, 6, 7)\",\"(2, 3, 4)\",\"Duration\",\"" unit "\",\"" value "\"\n"
#define METRIC_LINE(duration) "k: group=5,6,7 grid=2,3,4" duration "; lacks registers shared start"
#define AGENTS                                                                                     \
    "\"Kind\",\"Agent_Id\",\"Kernel_Name\",\"Start_Timestamp\",\"End_Timestamp\",\"VGPR_Count\","  \
    "\"LDS_Block_Size\",\"Grid_Size_X\",\"Workgroup_Size_X\",\"Queue_Id\"\n"

static void check_text(const char *name, const char *text, const char *expected)
{
    check(name, text, strlen(text), expected);
}

static void test_rows(void)
{
    check_text("a name over two lines", NSYS NSYS_ROW("1", "\"a\nb\"") NSYS_ROW("1", "c"),
               NSYS_LINE("a\nb", " duration=1000") " device\n" NSYS_LINE(
                   "c", " duration=1000") " device\n");
    check_text("a name with quotation marks", NSYS NSYS_ROW("1", "\"a\"\"b\""),
               NSYS_LINE("a\"b", " duration=1000") " device\n");
    check_text("a quotation mark before the table", "5\" long\n" NSYS NSYS_ROW("1", "c"),
               NSYS_LINE("c", " duration=1000") " device\n");
    check_text("a row of ncu's raw page with units, of which only the first has none",
               "\"ID\",\"gpu__time_duration.sum\",\"Kernel Name\","
               "\"launch__registers_per_thread\",\"Block Size\",\"Grid Size\"\n"
               "\"\",\"us\",\"\",\"register/thread\",\"\",\"\"\n"
               "\"0\",\"2\",\"k\",\"16\",\"(5, 6, 7)\",\"(2, 3, 4)\"\n",
               "k: group=5,6,7 grid=2,3,4 registers=16 duration=2000; lacks shared start device\n");
    check_text("the first agent", AGENTS "\"KERNEL_DISPATCH\",\"Agent 0\",\"k\",1,3,8,0,64,64,1\n",
               "k: on=0 vgprs=8 static=0 shared>=0 stream=1 start=1 duration=2; lacks group grid "
               "dynamic_shared device\n");
    check_text("a grid by its three sizes, and a group of one number",
               "\"ID\",\"Kernel Name\",\"launch__registers_per_thread\",\"Block Size\","
               "\"launch__grid_dim_x\",\"launch__grid_dim_y\",\"launch__grid_dim_z\"\n"
               "\"0\",\"k\",\"16\",\"64\",\"2\",\"3\",\"4\"\n",
               "k: group=64,1,1 grid=2,3,4 registers=16; lacks shared start duration device\n");
    check_text("a group and a cluster by their three sizes",
               "\"ID\",\"Kernel Name\",\"launch__registers_per_thread\",\"launch__block_dim_x\","
               "\"launch__block_dim_y\",\"launch__block_dim_z\",\"launch__cluster_dim_x\","
               "\"launch__cluster_dim_y\",\"launch__cluster_dim_z\"\n"
               "\"0\",\"k\",\"16\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\"\n",
               "k: group=2,3,4 cluster=5,6,7 registers=16; lacks grid shared start duration "
               "device\n");
    check_text("a row without its last quotation mark", NSYS NSYS_ROW("1", "\"c"),
               "@92 a row is skipped, because a quote is missing in it\n");
    check_text("a letter", "S", "status 2\n");
}

static void test_numbers(void)
{
    check_text("a number that begins with its point", NSYS NSYS_ROW(".5", "c"),
               NSYS_LINE("c", " duration=500") " device\n");
    check_text("a part of a nanosecond below a half", NSYS NSYS_ROW("1.0004", "c"),
               NSYS_LINE("c", " duration=1000") " device\n");
    check_text("a half of a nanosecond", NSYS NSYS_ROW("1.0005", "c"),
               NSYS_LINE("c", " duration=1001") " device\n");
    check_text("a negative number", NSYS NSYS_ROW("-5", "c"),
               NSYS_LINE("c", "") " duration device\n");
    check_text("a negative exponent", NSYS NSYS_ROW("1500e-3", "c"),
               NSYS_LINE("c", " duration=1500") " device\n");
    check_text("shared memory whose sum is the number that stands for 0",
               "  k(int) (1, 1, 1)x(32, 1, 1), Context 1, Stream 7, Device 0, CC 7.5\n"
               "    Static Shared Memory Per Block   Kbyte/block    4,294,967.2\n"
               "    Dynamic Shared Memory Per Block   byte/block             44\n",
               "device 0  (sm_75):\n"
               "k(int): on=0 () group=32,1,1 grid=1,1,1 static=4294967150..4294967250 dynamic=44 "
               "shared>=4294967194 stream=7; lacks registers start duration\n");
    check_text("a duration in seconds", DETAILS METRIC("0", "second", "0.000000123"),
               METRIC_LINE(" duration=123") " device\n");
}

#define UNITS(time, size)                                                                          \
    "Start (ns),Duration (" time "),GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (" size          \
    "),DymSMem (B),Name\n" NSYS_ROW("2", "c")

/* A unit that is not known leaves the value unknown: it is never read as nanoseconds or bytes. */
static void test_units(void)
{
    static const char *const thousands[] = {"us", "usec", "usecond", "\xc2\xb5s", "\xce\xbcs"};
    static const char *const others[] = {"min", "cycles", "KB", "B"};
    char text[400];
    size_t i;

    for (i = 0; i < sizeof thousands / sizeof *thousands; i++) {
        (void)snprintf(text, sizeof text, UNITS("%s", "B"), thousands[i]);
        check_text(thousands[i], text, NSYS_LINE("c", " duration=2000") " device\n");
    }
    for (i = 0; i < sizeof others / sizeof *others; i++) {
        struct written *w = start_writing();

        (void)snprintf(text, sizeof text, UNITS("%s", "B"), others[i]);
        (void)run_pieces(w, text, strlen(text), 0);
        ok(w->warnings == 1 && strstr(w->text, NSYS_LINE("c", "") " duration device\n") != NULL,
           "%s is no unit of time", others[i]);
    }
    {
        struct written *w = start_writing();

        (void)run_pieces(w, UNITS("min", "bits"), strlen(UNITS("min", "bits")), 0);
        ok(w->warnings == 1, "two units that are not known are told once");
    }
    check_text("a size that is no number of bytes",
               UNITS("ns", "KB") "5,2,1,1,1,32,1,1,16,8.19201,0,d\n",
               "c: group=32,1,1 grid=1,1,1 registers=16 static=0..500 dynamic=0 shared=0..500 "
               "start=5 duration=2; lacks device\n"
               "d: group=32,1,1 grid=1,1,1 registers=16 dynamic=0 shared>=0 start=5 duration=2; "
               "lacks static_shared device\n");
    check_text("a size in bytes", UNITS("ns", "bytes") "5,2,1,1,1,32,1,1,16,8,0,d\n",
               "c: group=32,1,1 grid=1,1,1 registers=16 static=0 dynamic=0 shared=0 start=5 "
               "duration=2; lacks device\n"
               "d: group=32,1,1 grid=1,1,1 registers=16 static=8 dynamic=0 shared=8 start=5 "
               "duration=2; lacks device\n");
    check_text("seconds and Gbyte", UNITS("second", "Gbyte"),
               "c: group=32,1,1 grid=1,1,1 registers=16 static=0..500000000 dynamic=0 "
               "shared=0..500000000 start=5 duration=2000000000; lacks device\n");
    check_text("sizes in GB", UNITS("s", "GB"),
               "c: group=32,1,1 grid=1,1,1 registers=16 static=0..500000000 dynamic=0 "
               "shared=0..500000000 start=5 duration=2000000000; lacks device\n");
    check_text(
        "sizes in bits", UNITS("ms", "bits"),
        "@0 \"bits\" is no unit of bytes, as B, KB, MB, GB, KiB, MiB and GiB are: the values "
        "of such a column are unknown\n"
        "c: group=32,1,1 grid=1,1,1 registers=16 dynamic=0 shared>=0 start=5 "
        "duration=2000000; lacks static_shared device\n");
}

static void test_unitrace(void)
{
    check_text("a name with brackets that are not those of its sizes",
               "=== Device Timing Summary ===\n\n"
               "Kernel, Calls, Time (ns), Time (%), Average (ns), Min (ns), Max (ns)\n"
               "\"a[SIMD16 {1; 1; 1} {16; 1; 1}]\", 1, 700, 1.0, 700, 700, 700\n"
               "\"k[3]\", 2, 300, 2.0, 150, 100, 200\n",
               "a: group=16,1,1 grid=1,1,1 wave=16 duration=700; lacks registers shared start "
               "device\n"
               "k[3]: duration=300 calls=2; lacks group grid registers shared start device\n");
}

#define COLUMNS "GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (B),DymSMem (B),"
#define VALUES  "1,1,1,32,1,1,16,0,0,"
#define PLAIN   " device\n"

/* Of a column's name only letters and digits count, in any case; a unit is in parentheses. */
static void test_columns(void)
{
    static const struct {
        const char *start, *duration, *expected;
    } rows[] = {{"Start (ns)", "Duration (us)", "start=5 duration=2000; lacks device\n"},
                {"`@S t_a[r]t{:/", "DURATION(us", "start=5 duration=2000; lacks device\n"},
                {"start()", "Duration", "start=5 duration=2; lacks device\n"},
                {"\"Start\" (ns)", "Duration (%)", ""},
                {"Start0", "Duration", ""},
                {"Start", "Duration9", ""}};
    char text[600], expected[300];
    size_t i;

    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        (void)snprintf(text, sizeof text, "%s,%s," COLUMNS "Name\n5,2," VALUES "c\n", rows[i].start,
                       rows[i].duration);
        (void)snprintf(expected, sizeof expected, "%s%s",
                       rows[i].expected[0] == 0
                           ? "status 2\n"
                           : "c: group=32,1,1 grid=1,1,1 registers=16 static=0 dynamic=0 shared=0 ",
                       rows[i].expected);
        check_text(rows[i].start, text, expected);
    }
    check_text("a name of 70 letters, and one that ends like another",
               "Start,Duration,"
               "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqr,"
               "xName," COLUMNS "Name\n5,2,6,7," VALUES "c\n",
               NSYS_LINE("c", " duration=2") PLAIN);
    check_text("a table of the columns that it must have",
               "ID,Kernel Name,Metric Name,Metric Value\n"
               "0,k,Registers Per Thread,16\n",
               "k: registers=16; lacks group grid shared start duration device\n");
    check_text("and without one of them",
               "ID,Kernel Name,Metric Name,Metric Unit\n"
               "0,k,Registers Per Thread,16\n",
               "status 2\n");
}

#define WIDE_HEAD "Start,Duration," COLUMNS "Name,Extra,\n"
#define LOST      "a row is skipped, because it has "

/* Fields at the end of a row may be missing, if nothing is read from them and the row is whole. */
static void test_missing_fields(void)
{
    static const struct {
        const char *name, *row, *expected;
    } rows[] = {
        {"all fields", "5,2," VALUES "c,x,\n", NSYS_LINE("c", " duration=2") PLAIN},
        {"all fields and no end of the line", "5,2," VALUES "c,x,",
         NSYS_LINE("c", " duration=2") PLAIN},
        {"no last field", "5,2," VALUES "c,x\n", NSYS_LINE("c", " duration=2") PLAIN},
        {"the last one that is read is there", "5,2," VALUES "c\n",
         NSYS_LINE("c", " duration=2") PLAIN},
        {"cut off", "5,2," VALUES "c,x", "@89 " LOST "13 fields, and the header has 14\n"},
        {"cut off earlier", "5,2," VALUES "c", "@89 " LOST "12 fields, and the header has 14\n"},
        {"too short",
         "5,2," VALUES "\n"
         "5,2,1\n"
         "5,2," VALUES "c\n",
         ": group=32,1,1 grid=1,1,1 registers=16 static=0 dynamic=0 shared=0 start=5 "
         "duration=2; lacks name device\n@114 " LOST
         "3 fields, and the header has 14\n" NSYS_LINE("c", " duration=2") PLAIN},
        {"too long",
         "5,2," VALUES "c,x,,\n"
         "5,2," VALUES "d\n",
         "@89 " LOST "15 fields, and the header has 14\n" NSYS_LINE("d", " duration=2") PLAIN},
        {"two of them", "5,2\n5\n",
         "@89 " LOST "2 fields, and the header has 14\n"
         "@95 2 rows were skipped\n"}};
    char text[600];
    size_t i;

    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        (void)snprintf(text, sizeof text, WIDE_HEAD "%s", rows[i].row);
        check_text(rows[i].name, text, rows[i].expected);
    }
}

#define TABS "Device\tStart\tDuration\tGrdX\tGrdY\tGrdZ\tBlkX\tBlkY\tBlkZ\tReg/Trd\tName\tStrm"
#define TABS_LINE                                                                                  \
    "k: group=32,1,1 grid=1,1,1 registers=16 start=5 duration=7; lacks shared device\n"

/* Fields between tabs may be empty, the first and the last one as well; blanks around fields do
 * not belong to them. */
static void test_separators(void)
{
    check_text("empty fields between tabs", TABS "\n\t5\t7\t1\t1\t1\t32\t1\t1\t16\tk\t\n",
               TABS_LINE);
    check_text("and blanks", " " TABS " \r\n \t 5\t7 \t1\t1\t1\t32\t1\t1\t16\t k \t \r\n",
               TABS_LINE);
    check_text("an empty column in the header", TABS "\t\n\t5\t7\t1\t1\t1\t32\t1\t1\t16\tk\t\t\n",
               TABS_LINE);
    check_text("blanks between commas",
               NSYS " 5 , 1,\t1\t, 1,1 ,32,1,1,16,0,0, \"a \" \r\n5,1,1,1,1,32,1,1,16,0,0, b \n",
               NSYS_LINE("a ", " duration=1000") PLAIN NSYS_LINE("b", " duration=1000") PLAIN);
    check_text("quotation marks at the end, and what is behind them",
               NSYS NSYS_ROW("\"1\" x", "\"a\"\"b\"\"\"") NSYS_ROW("1", "\"\""),
               NSYS_LINE("a\"b\"", " duration=1000") PLAIN
               ": group=32,1,1 grid=1,1,1 registers=16 static=0 dynamic=0 shared=0 start=5 "
               "duration=1000; lacks name device\n");
    check_text("quotation marks within a name without them",
               NSYS NSYS_ROW("1", "a\"bc\"d") NSYS_ROW("1", "\"\"\"e\""),
               NSYS_LINE("a\"bc\"d", " duration=1000") PLAIN NSYS_LINE("\"e", " duration=1000")
                   PLAIN);
}

/* Writes a header of `columns` columns, and a row of `fields`. */
static void many(char *text, unsigned columns, unsigned fields)
{
    unsigned i;

    text += sprintf(text, "%.*s", (int)sizeof NSYS - 2, NSYS);
    for (i = 12; i < columns; i++)
        text += sprintf(text, ",x");
    text += sprintf(text, "\n5,1,1,1,1,32,1,1,16,0,0,c");
    for (i = 12; i < fields; i++)
        text += sprintf(text, ",x");
    (void)sprintf(text, "\n");
}

/* A table has at most 4096 columns. */
static void test_many_columns(void)
{
    static char text[20000];

    many(text, 4096, 4096);
    check_text("4096 columns", text, NSYS_LINE("c", " duration=1000") PLAIN);
    many(text, 4097, 4097);
    check_text("4097 are no table", text, "status 2\n");
    many(text, 12, 4097);
    check_text("a row of 4097 fields", text,
               "@92 a row is skipped, because it has 4097 fields, and the header has 12\n");
    check_text("a line is not a header with a column of the line above",
               "a,b,c,Metric Value\nID,Kernel Name,Metric Name\n0,k,Registers Per Thread,16\n",
               "status 2\n");
}

/* Names are kept up to 65,535 bytes. */
static void test_long_names(void)
{
    static char name[70000];
    static const size_t lengths[] = {0, 1, 65534, 65535, 65536, 69999};
    reader *r = calloc(1, sizeof *r);
    gpuocc_kernels_text text = {name, 0};
    size_t i, expected;

    memset(name, 'n', sizeof name);
    for (i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        text.length = lengths[i];
        expected = lengths[i] < 65535 ? lengths[i] : 65535;
        name[0] = name[2] = name[3] = 'n';
        ok(runs_field(r, text).length == expected, "a name of %lu bytes",
           (unsigned long)lengths[i]);
        name[2] = name[3] = '"';
        if (lengths[i] > 3)
            ok(runs_field(r, text).length == expected - 1 && runs_field(r, text).at[2] == '"' &&
                   runs_field(r, text).at[3] == 'n',
               "a name of %lu bytes with a quotation mark", (unsigned long)lengths[i]);
    }
    name[0] = ' ';
    text.length = 0;
    ok(runs_trimmed(text).length == 0, "nothing before a blank stays nothing");
    name[1] = '\t';
    text.length = 2;
    ok(runs_trimmed(text).length == 0, "blanks alone are nothing");
    free(r);
}

/* Whether a database is fed whole or byte by byte, it is not read in pieces, and said so. */
static void test_database_in_pieces(void)
{
    static const char start[] = "SQLite format 3\0\x10\0\1\1";
    struct written *w = start_writing();
    size_t piece;

    for (piece = 1; piece < sizeof start; piece++)
        if (run_pieces(w, start, sizeof start, piece) != GPUOCC_RUNS_NOT_READ ||
            w->warnings != piece)
            break;
    ok(piece == sizeof start, "a database in pieces of %u bytes", (unsigned)piece);
}

int main(void)
{
    test_rows();
    test_numbers();
    test_units();
    test_unitrace();
    test_columns();
    test_missing_fields();
    test_separators();
    test_many_columns();
    test_long_names();
    test_database_in_pieces();
    return done();
}
