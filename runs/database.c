/* SPDX-License-Identifier: MIT
 *
 * Reads SQLite databases, if the build found SQLite: rocpd's and nsys's. A database may contain
 * views of anybody, so that only reading is allowed, without functions and recursion, and the steps
 * are limited in proportion to the size.
 */
#include "reader.h"

#ifdef RUNS_WITH_SQLITE
#include <sqlite3.h>

#define STEPS_PER_CALL 100000

/* The tables by which a database is recognised, and what is read of it, in order. An alternative is
 * for versions without a column. */
static const struct query {
    const char *sql, *alternative;
    const struct runs_table *table;
} rocpd[] = {{"SELECT * FROM rocpd_info_agent", NULL, &runs_rocpd_agents},
             {"SELECT * FROM rocpd_info_kernel_symbol", NULL, &runs_rocpd_symbols},
             {"SELECT * FROM rocpd_kernel_dispatch", NULL, &runs_rocpd_dispatches}},
  nsys[] = {{"SELECT * FROM TARGET_INFO_GPU", NULL, &runs_nsys_gpus},
            {"SELECT K.*, N.value AS name_, M.value AS mangled_ FROM CUPTI_ACTIVITY_KIND_KERNEL K "
             "LEFT JOIN StringIds N ON N.id = K.demangledName "
             "LEFT JOIN StringIds M ON M.id = K.mangledName",
             "SELECT K.*, N.value AS name_ FROM CUPTI_ACTIVITY_KIND_KERNEL K "
             "LEFT JOIN StringIds N ON N.id = K.demangledName",
             &runs_nsys_kernels}};

struct steps {
    uint64_t left;
};

static int count_steps(void *user)
{
    struct steps *steps = user;

    if (steps->left == 0)
        return 1;
    steps->left--;
    return 0;
}

static int allow(void *user, int action, const char *a, const char *b, const char *c, const char *d)
{
    (void)user;
    (void)a;
    (void)b;
    (void)c;
    (void)d;
    return action == SQLITE_SELECT || action == SQLITE_READ ? SQLITE_OK : SQLITE_DENY;
}

static void read_row(reader *r, sqlite3_stmt *statement, const struct runs_table *table,
                     const unsigned char *members, int count)
{
    struct runs_row row;
    gpuocc_kernels_text text;
    int i;

    runs_start_row(&row);
    row.launch.format = table->format;
    for (i = 0; i < count; i++) {
        text.at = members[i] != 0 ? (const char *)sqlite3_column_text(statement, i) : NULL;
        if (text.at == NULL)
            continue;
        text.length = (size_t)sqlite3_column_bytes(statement, i);
        runs_put(text, &table->columns[members[i] - 1], 0, &row);
    }
    table->row(r, &row);
}

/* Reads all rows. Returns SQLite's result. */
static int read_rows(reader *r, sqlite3_stmt *statement, const struct runs_table *table)
{
    unsigned char members[256];
    const int count = sqlite3_column_count(statement) < 256 ? sqlite3_column_count(statement) : 256;
    int i, result = SQLITE_OK;

    for (i = 0; i < count; i++) {
        gpuocc_kernels_text name;

        name.at = sqlite3_column_name(statement, i);
        name.length = name.at != NULL ? strlen(name.at) : 0;
        members[i] = runs_column(table, name);
    }
    while (r->status == GPUOCC_RUNS_OK && (result = sqlite3_step(statement)) == SQLITE_ROW)
        read_row(r, statement, table, members, count);
    return result == SQLITE_ROW || result == SQLITE_DONE ? SQLITE_OK : result;
}

/* Runs a query, unless its table does not exist: nsys creates tables when they have rows. */
static void run(reader *r, sqlite3 *database, const struct query *query)
{
    sqlite3_stmt *statement = NULL;
    int result = sqlite3_prepare_v2(database, query->sql, -1, &statement, NULL);

    if (result != SQLITE_OK && query->alternative != NULL)
        result = sqlite3_prepare_v2(database, query->alternative, -1, &statement, NULL);
    if (result == SQLITE_OK)
        result = read_rows(r, statement, query->table);
    else if (strstr(sqlite3_errmsg(database), "no such table") != NULL)
        result = SQLITE_OK;
    if (result == SQLITE_INTERRUPT)
        runs_warn(r, 0, "the database needs too many steps, and the rest is not read");
    else if (result != SQLITE_OK)
        runs_warn(r, 0, "the rest of the database is not read: %.150s", sqlite3_errmsg(database));
    (void)sqlite3_finalize(statement);
}

static int has(sqlite3 *database, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    const int found = sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK;

    (void)sqlite3_finalize(statement);
    return found;
}

static int32_t read_database(reader *r, sqlite3 *database)
{
    struct steps steps = {0};
    const int is_rocpd = has(database, "SELECT 1 FROM rocpd_kernel_dispatch");
    const struct query *queries = is_rocpd ? rocpd : nsys;
    const size_t count = is_rocpd ? sizeof rocpd / sizeof rocpd[0] : sizeof nsys / sizeof nsys[0];
    size_t i;

    if (!is_rocpd && !has(database, "SELECT 1 FROM StringIds"))
        return GPUOCC_RUNS_NONE;
    /* A row takes about a step for each of its bytes; ten are allowed. */
    steps.left = 100 + r->database_bytes * 10 / STEPS_PER_CALL;
    sqlite3_progress_handler(database, STEPS_PER_CALL, count_steps, &steps);
    for (i = 0; i < count && r->status == GPUOCC_RUNS_OK; i++)
        run(r, database, &queries[i]);
    return r->status;
}

/* Restricts what a database may do. */
static void restrict_database(sqlite3 *database)
{
    (void)sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    (void)sqlite3_limit(database, SQLITE_LIMIT_LENGTH, RUNS_UNIT);
    (void)sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
    (void)sqlite3_set_authorizer(database, allow, NULL);
}

int32_t runs_database(reader *r, const void *bytes, size_t length, const char *path)
{
    const unsigned char *header = bytes;
    sqlite3 *database = NULL;
    unsigned char *writable;
    int32_t status;
    int result = sqlite3_open_v2(path != NULL ? path : ":memory:", &database,
                                 path != NULL ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE, NULL);

    r->database_bytes = length;
    if (result == SQLITE_OK && path == NULL) {
        if (length > 19 && header[18] == 2) {
            runs_warn(r, 0, "a database with a write-ahead log is read from its file only");
            (void)sqlite3_close(database);
            return GPUOCC_RUNS_NOT_READ;
        }
        /* It is not written to, as the flag says. */
        memcpy(&writable, &bytes, sizeof writable);
        result = sqlite3_deserialize(database, "main", writable, (sqlite3_int64)length,
                                     (sqlite3_int64)length, SQLITE_DESERIALIZE_READONLY);
    }
    if (result == SQLITE_OK) {
        restrict_database(database);
        status = read_database(r, database);
    } else {
        runs_warn(r, 0, "the database is not opened: %.150s", sqlite3_errmsg(database));
        status = GPUOCC_RUNS_NOT_READ;
    }
    (void)sqlite3_close(database);
    return status;
}
#else
int32_t runs_database(reader *r, const void *bytes, size_t length, const char *path)
{
    (void)bytes;
    (void)length;
    (void)path;
    runs_warn(r, 0,
              "a database, and this gpuocc was built without SQLite; install it "
              "(libsqlite3-dev on Debian) and build gpuocc with -Dsqlite=enabled, or convert "
              "the profile to CSV");
    return GPUOCC_RUNS_NOT_READ;
}
#endif
