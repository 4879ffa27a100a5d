/* SPDX-License-Identifier: MIT
 *
 * Tests SQLite databases that are made here, in the layout of nsys's export (schema 3.2x of
 * https://docs.nvidia.com/nsight-systems/UserGuide/index.html) and of rocpd's schema 3.0.1, from
 * memory and from a file, damaged and hostile.
 */
#define _POSIX_C_SOURCE 200809L
#include <unistd.h>

#include "runs.h"

#ifdef RUNS_WITH_SQLITE
#include <sqlite3.h>

/* Makes a database; returns its bytes, which sqlite3_free() frees. */
static unsigned char *make(const char *sql, size_t *length)
{
    sqlite3 *database = NULL;
    sqlite3_int64 bytes = 0;
    unsigned char *made;
    char *message = NULL;

    (void)sqlite3_open(":memory:", &database);
    if (sqlite3_exec(database, sql, NULL, NULL, &message) != SQLITE_OK)
        note("%s", message);
    made = sqlite3_serialize(database, "main", &bytes, 0);
    (void)sqlite3_close(database);
    *length = (size_t)bytes;
    return made;
}

static void check_text(const char *name, const struct written *w, const char *expected)
{
    if (!ok(strcmp(w->text, expected) == 0 && !w->wrong, "%s", name))
        note("%s# not:\n%s", w->text, expected);
}

/* The same from a file. */
static void check_file(const char *name, const unsigned char *bytes, size_t length,
                       const char *expected)
{
    struct written *w = start_writing();
    const gpuocc_runs_callbacks callbacks = {sizeof callbacks, w,    take_launch, take_device,
                                             take_warning,     NULL, 0,           NULL};
    char path[] = "runs_database_XXXXXX";
    const int file = mkstemp(path);
    int32_t status;

    if (file < 0 || write(file, bytes, length) != (ssize_t)length) {
        ok(0, "%s: a file", name);
        return;
    }
    status = gpuocc_runs_file(&callbacks, path);
    if (status != GPUOCC_RUNS_OK)
        add(w, "status %" PRId32 "\n", status);
    (void)close(file);
    (void)unlink(path);
    check_text(name, w, expected);
}

static void check_database(const char *name, const char *sql, const char *expected)
{
    struct written *w = start_writing();
    size_t length;
    unsigned char *bytes = make(sql, &length);

    (void)run_pieces(w, bytes, length, 0);
    check_text(name, w, expected);
    check_file("the same, from a file", bytes, length, expected);
    sqlite3_free(bytes);
}

#define STRINGS                                                                                    \
    "CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);"               \
    "INSERT INTO StringIds VALUES (7, 'f(int)'), (8, '_Z1fi'), (9, 'f');"
#define GPUS                                                                                       \
    "CREATE TABLE TARGET_INFO_GPU (vmId INTEGER, id INTEGER, name TEXT, smCount INTEGER, "         \
    "chipName TEXT, cuDevice INTEGER, maxShmemPerBlock INTEGER, maxShmemPerBlockOptin INTEGER, "   \
    "maxShmemPerSm INTEGER, maxRegistersPerSm INTEGER, threadsPerWarp INTEGER, "                   \
    "maxWarpsPerSm INTEGER, computeMajor INTEGER, computeMinor INTEGER);"                          \
    "INSERT INTO TARGET_INFO_GPU VALUES (1, 3, 'NVIDIA H100 PCIe', 114, 'GH100', 0, 49152, "       \
    "232448, 233472, 65536, 32, 64, 9, 0);"
#define GPU_LINE                                                                                   \
    "device 0 NVIDIA H100 PCIe (sm_90): cores=114 wave=32 waves=64 registers=65536 "               \
    "shared=233472 shared_of_group=49152 most_shared_of_group=232448\n"
#define COLUMNS                                                                                    \
    "start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER, streamId INTEGER, "           \
    "correlationId INTEGER, demangledName INTEGER, shortName INTEGER, "                            \
    "registersPerThread INTEGER, gridX INTEGER, gridY INTEGER, gridZ INTEGER, blockX INTEGER, "    \
    "blockY INTEGER, blockZ INTEGER, staticSharedMemory INTEGER, dynamicSharedMemory INTEGER, "    \
    "localMemoryPerThread INTEGER"
#define VALUES "100, 350, 0, 7, 12, 7, 9, 40, 10, 2, 1, 128, 4, 1, 1024, 51200, 16"
#define SIZES                                                                                      \
    "f(int): on=0%s group=128,4,1 grid=10,2,1%s registers=40 static=1024 dynamic=51200 "           \
    "shared=52224 scratch=16 stream=7 correlation=12 start=100 duration=250%s\n"

static void test_nsys(void)
{
    char expected[2000];

    (void)snprintf(expected, sizeof expected,
                   GPU_LINE SIZES
                   ": on=1 stream=7 start=400; lacks name group grid registers shared duration "
                   "device\n",
                   " (NVIDIA H100 PCIe)", " cluster=2,1,1", "");
    check_database("nsys",
                   STRINGS GPUS "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (" COLUMNS
                                ", mangledName INTEGER, clusterX INTEGER, clusterY INTEGER, "
                                "clusterZ INTEGER);"
                                "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (" VALUES
                                ", 8, 2, 1, 1), (400, 300, 1, 7, NULL, 99, 99, NULL, 0, NULL, "
                                "NULL, -1, 'x', NULL, NULL, NULL, NULL, NULL, 0, 0, 0);",
                   expected);
    (void)snprintf(expected, sizeof expected, SIZES, "", "", "; lacks device");
    check_database("an older one, without mangled names, clusters and GPUs",
                   STRINGS "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (" COLUMNS
                           "); INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (" VALUES ");",
                   expected);
    check_database("without a kernel", STRINGS GPUS, GPU_LINE);
    check_database("a GPU without CUDA's number has that of the row",
                   STRINGS "CREATE TABLE TARGET_INFO_GPU (id INTEGER, name TEXT, smCount INTEGER);"
                           "INSERT INTO TARGET_INFO_GPU VALUES (3, 'NVIDIA H100 PCIe', 114);",
                   "device 3 NVIDIA H100 PCIe (): cores=114\n");
}

#define ROCPD(guid)                                                                                \
    "CREATE TABLE rocpd_info_agent_" guid " (id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, "     \
    "type TEXT, absolute_index INTEGER, logical_index INTEGER, name TEXT, product_name TEXT, "     \
    "extdata TEXT);"                                                                               \
    "INSERT INTO rocpd_info_agent_" guid " VALUES (1, '" guid "', 1, 'CPU', 0, 0, 'cpu', 'AMD "    \
    "EPYC', '{}'), (2, '" guid "', 1, 'GPU', 4, 1, 'gfx942', 'AMD Instinct MI300A', "              \
    "'{\"cu_count\":228,\"wave_front_size\":64,\"lds_size_in_kb\":64,\"simd_per_cu\":4,"           \
    "\"max_waves_per_simd\":8}');"                                                                 \
    "CREATE TABLE rocpd_info_kernel_symbol_" guid " (id INTEGER PRIMARY KEY, guid TEXT, "          \
    "kernel_name TEXT, display_name TEXT, group_segment_size INTEGER, sgpr_count INTEGER, "        \
    "arch_vgpr_count INTEGER, accum_vgpr_count INTEGER);"                                          \
    "INSERT INTO rocpd_info_kernel_symbol_" guid " VALUES (5, '" guid "', '_Z1" guid               \
    "v.kd', '" guid "()', 1024, 48, 92, 4);"                                                       \
    "CREATE TABLE rocpd_kernel_dispatch_" guid " (id INTEGER PRIMARY KEY, guid TEXT, agent_id "    \
    "INTEGER, kernel_id INTEGER, dispatch_id INTEGER, queue_id INTEGER, stream_id INTEGER, "       \
    "start BIGINT, end BIGINT, private_segment_size INTEGER, group_segment_size INTEGER, "         \
    "workgroup_size_x INTEGER, workgroup_size_y INTEGER, workgroup_size_z INTEGER, grid_size_x "   \
    "INTEGER, grid_size_y INTEGER, grid_size_z INTEGER);"                                          \
    "INSERT INTO rocpd_kernel_dispatch_" guid " VALUES (1, '" guid "', 2, 5, 1, 1, 0, 1000, "      \
    "1700, 0, 3072, 256, 1, 1, 1000, 2, 1), (2, '" guid "', 9, 9, 2, 1, 0, 2000, 2100, 8, 0, 64, " \
    "1, 1, 64, 1, 1);"
#define VIEW(name)                                                                                 \
    "CREATE VIEW " name " AS SELECT * FROM " name "_g UNION ALL SELECT * FROM " name "_h;"
#define ROCPD_DEVICE                                                                               \
    "device 1 AMD Instinct MI300A (gfx942): cores=228 wave=64 waves=32 shared=65536\n"
#define ROCPD_LINES(guid)                                                                          \
    guid "(): on=1 (AMD Instinct MI300A) group=256,1,1 grid=4,2,1 vgprs=92 agprs=4 sgprs=48 "      \
         "static=1024 dynamic=2048 shared=3072 scratch=0 stream=0 start=1000 duration=700\n"       \
         ": group=64,1,1 grid=1,1,1 shared=0 scratch=8 stream=0 start=2000 duration=100; lacks "   \
         "name registers device\n"

static void test_rocpd(void)
{
    check_database("rocpd, of two runs",
                   ROCPD("g") ROCPD("h") VIEW("rocpd_info_agent") VIEW("rocpd_info_kernel_symbol")
                       VIEW("rocpd_kernel_dispatch"),
                   ROCPD_DEVICE ROCPD_DEVICE ROCPD_LINES("g") ROCPD_LINES("h"));
}

static void test_hostile(void)
{
    char columns[8000] = "CREATE TABLE rocpd_kernel_dispatch (id INTEGER";
    unsigned i;

    for (i = 0; i < 400; i++)
        (void)snprintf(columns + strlen(columns), 16, ", column_%u", i);
    (void)snprintf(columns + strlen(columns), 100,
                   "); INSERT INTO rocpd_kernel_dispatch (id) VALUES (1);");
    check_database("a database of something else", "CREATE TABLE t (a); INSERT INTO t VALUES (1);",
                   "status 2\n");
    check_file("a file that ends within the first words of a database",
               (const unsigned char *)"SQLite format 3", 15, "status 2\n");
    check_file("a file of another format", (const unsigned char *)"{\"traceEvents\":[]}       ", 24,
               "status 2\n");
    check_database("a table of more columns than are read", columns,
                   ":; lacks name group grid registers shared start duration device\n");
    check_database("a view that never ends",
                   "CREATE VIEW rocpd_kernel_dispatch AS WITH RECURSIVE n(id) AS (SELECT 1 UNION "
                   "ALL SELECT id + 1 FROM n) SELECT id, 1 AS start FROM n;",
                   "status 2\n");
    check_database(
        "a view that calls functions",
        STRINGS "CREATE VIEW TARGET_INFO_GPU AS SELECT hex(zeroblob(1000000000)) AS "
                "name;",
        "@0 the rest of the database is not read: not authorized to use function: hex\n");
    check_database("a view of too many rows",
                   STRINGS "CREATE VIEW TARGET_INFO_GPU AS SELECT a.id AS x FROM StringIds a, "
                           "StringIds b, StringIds c, StringIds d, StringIds e, StringIds f, "
                           "StringIds g, StringIds h, StringIds i, StringIds j, StringIds k, "
                           "StringIds l, StringIds m, StringIds n, StringIds o, StringIds p;",
                   "@0 the database needs too many steps, and the rest is not read\n");
}

static void test_damage(void)
{
    size_t length, cut, at;
    unsigned char *bytes = make(ROCPD("g") "CREATE VIEW rocpd_kernel_dispatch AS SELECT * FROM "
                                           "rocpd_kernel_dispatch_g;",
                                &length);
    struct written *w;
    unsigned long wrong = 0, trial, state = 1;
    /* With sanitizers, which make each reader slow, a part of the cases. */
    const char *part = getenv("GPUOCC_TEST_PART");
    const unsigned long given = part != NULL ? strtoul(part, NULL, 10) : 0;
    const unsigned long step = given != 0 ? given : 1;

    for (cut = 0; cut < length; cut += 97 * step) {
        w = start_writing();
        (void)run_pieces(w, bytes, cut, 0);
        wrong += w->wrong != 0;
    }
    for (trial = 0; trial < 600; trial += step) {
        state = (state * 1103515245u + 12345u) & 0x7fffffffu;
        at = (state >> 8) % ((state >> 20 & 1) != 0 ? 512 : length);
        bytes[at] ^= (unsigned char)(1u << (state >> 24 & 7));
        w = start_writing();
        (void)run_pieces(w, bytes, length, 0);
        wrong += w->wrong != 0;
        bytes[at] ^= (unsigned char)(1u << (state >> 24 & 7));
    }
    ok(wrong == 0, "cut off, and with %lu bits flipped", 600 / step);
    w = start_writing();
    (void)run_pieces(w, bytes, length, 1000);
    check_text("in pieces", w, "@0 a database is not read in pieces, and not unpacked\nstatus 3\n");
    w = start_writing();
    w->stop_at = 1;
    ok(run_pieces(w, bytes, length, 0) == GPUOCC_RUNS_STOPPED && w->launches == 1, "it stops");
    bytes[18] = bytes[19] = 2;
    w = start_writing();
    (void)run_pieces(w, bytes, length, 0);
    check_text("with a write-ahead log", w,
               "@0 a database with a write-ahead log is read from its file only\nstatus 3\n");
    check_file("a text file", (const unsigned char *)"hello, world and others", 23, "status 2\n");
    check_file("a short file", (const unsigned char *)"S", 1, "status 2\n");
    sqlite3_free(bytes);
}
#endif

int main(void)
{
    struct written *w = start_writing();
    const gpuocc_runs_callbacks callbacks = {sizeof callbacks, w,    take_launch, take_device,
                                             take_warning,     NULL, 0,           NULL};

    ok(gpuocc_runs_file(&callbacks, "there/is/no/such/file") == GPUOCC_RUNS_NOT_READ &&
           strcmp(w->text, "@0 the file cannot be opened\n") == 0,
       "a file that is not there");
#ifdef RUNS_WITH_SQLITE
    test_nsys();
    test_rocpd();
    test_hostile();
    test_damage();
#else
    w = start_writing();
    (void)run_pieces(w, "SQLite format 3", 16, 0);
    ok(strstr(w->text, "built without SQLite; install it (libsqlite3-dev on Debian)") != NULL,
       "a database, in a build without SQLite");
#endif
    return done();
}
