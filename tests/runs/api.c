/* SPDX-License-Identifier: MIT
 *
 * Tests the calls of libgpuocc-runs: arguments, memory of the caller, stopping, names.
 */
#include "runs.h"

#define KERNEL                                                                                     \
    "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"args\":{\"registers per thread\":8}}"
static const char text[] = "{\"traceEvents\":[" KERNEL "," KERNEL "," KERNEL "]}";

static void test_arguments(void)
{
    struct written *w = start_writing();
    gpuocc_runs_callbacks callbacks = {sizeof callbacks, w, take_launch, NULL, NULL, NULL, 0, NULL};
    gpuocc_runs_reader *reader = NULL;

    ok(gpuocc_runs_open(NULL, &reader) == GPUOCC_RUNS_ERROR_REQUIRED, "no callbacks");
    ok(gpuocc_runs_open(&callbacks, NULL) == GPUOCC_RUNS_ERROR_REQUIRED, "no reader");
    ok(gpuocc_runs_read(&callbacks, NULL, 1) == GPUOCC_RUNS_ERROR_REQUIRED, "no bytes");
    ok(gpuocc_runs_feed(NULL, text, 1) == GPUOCC_RUNS_ERROR_REQUIRED &&
           gpuocc_runs_close(NULL) == GPUOCC_RUNS_ERROR_REQUIRED,
       "no reader to feed or close");
    ok(gpuocc_runs_file(&callbacks, NULL) == GPUOCC_RUNS_ERROR_REQUIRED, "no path");
    ok(gpuocc_runs_open(&callbacks, &reader) == GPUOCC_RUNS_OK &&
           gpuocc_runs_feed(reader, NULL, 1) == GPUOCC_RUNS_ERROR_REQUIRED &&
           gpuocc_runs_feed(reader, NULL, 0) == GPUOCC_RUNS_OK &&
           gpuocc_runs_close(reader) == GPUOCC_RUNS_NONE,
       "no bytes are fed");
    callbacks.launch = NULL;
    ok(gpuocc_runs_open(&callbacks, &reader) == GPUOCC_RUNS_ERROR_REQUIRED && reader == NULL,
       "no callback for launches");
    callbacks.size = 8;
    ok(gpuocc_runs_open(&callbacks, &reader) == GPUOCC_RUNS_ERROR_SIZE, "callbacks too small");
}

#define TABLE "Start,Duration,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,Name\n5,7,1,1,1,32,1,1,16,k\n"

/* Reads what is at the beginning of memory with a table behind it. Returns the status. */
static int32_t read_behind(const char *start, size_t length, uint64_t *launches, uint64_t *warnings)
{
    static char bytes[8192];
    struct written *w = start_writing();
    int32_t status;

    memset(bytes, '\n', sizeof bytes);
    memcpy(bytes, start, length);
    memcpy(bytes + 5000, TABLE, sizeof TABLE - 1);
    status = run_pieces(w, bytes, sizeof bytes, 0);
    *launches = w->launches;
    *warnings = w->warnings;
    return status;
}

/* A program may contain the words of every format: what has a zero byte among the first 4096, or
 * instead of JSON, is no profile. */
static void test_binary(void)
{
    static char bytes[4200];
    uint64_t launches, warnings;
    size_t at;

    ok(read_behind("x\n", 2, &launches, &warnings) == GPUOCC_RUNS_OK && launches == 1,
       "a table behind other lines");
    ok(read_behind("\x7f\0", 2, &launches, &warnings) == GPUOCC_RUNS_NONE && launches == 0,
       "bytes that are no text are no profile");
    ok(read_behind("x\1", 2, &launches, &warnings) == GPUOCC_RUNS_OK && launches == 1,
       "another byte does not matter");
    for (at = 4093; at < 4099; at++) {
        memset(bytes, 'x', sizeof bytes);
        bytes[0] = '\n'; /* which is not counted */
        bytes[at] = 0;
        ok(read_behind(bytes, sizeof bytes, &launches, &warnings) ==
                   (at < 4097 ? GPUOCC_RUNS_NONE : GPUOCC_RUNS_OK) &&
               launches == (at >= 4097),
           "a zero at byte %u", (unsigned)at);
    }
    ok(read_behind("\0{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"kernel\"}]}", 43, &launches,
                   &warnings) == GPUOCC_RUNS_NONE &&
           launches == 0,
       "a zero before JSON");
    ok(read_behind("SQLite format 3 is not this\n", 28, &launches, &warnings) == GPUOCC_RUNS_OK &&
           launches == 1 && warnings == 0,
       "a line that begins like a database");
    {
        struct written *w = start_writing();
        gpuocc_runs_callbacks callbacks = {sizeof callbacks, w,    take_launch, NULL,
                                           take_warning,     NULL, 0,           NULL};

        ok(gpuocc_runs_read(&callbacks, "SQLite format 3", 15) == GPUOCC_RUNS_NONE &&
               w->warnings == 0,
           "a database begins with 16 bytes");
    }
}

/* Feeds pieces of one text, so that behind each piece the next one stands: a launch is reported as
 * soon as it is complete, and nothing behind a piece is read. */
static void test_pieces(void)
{
    static const char start[] = "\xef\xbb\xbf \t\r\n  ";
    static char bytes[sizeof start + sizeof text];
    struct written *w = start_writing();
    gpuocc_runs_callbacks callbacks = {sizeof callbacks, w,    take_launch, NULL,
                                       take_warning,     NULL, 0,           NULL};
    gpuocc_runs_reader *reader = NULL;
    const size_t length = sizeof start - 1 + sizeof text - 1;
    size_t i;

    ok(gpuocc_runs_open(&callbacks, &reader) == GPUOCC_RUNS_OK &&
           gpuocc_runs_feed(reader, text, sizeof text - 1) == GPUOCC_RUNS_OK && w->launches == 3,
       "launches are reported before the end");
    ok(gpuocc_runs_close(reader) == GPUOCC_RUNS_OK && w->launches == 3, "and once");
    memcpy(bytes, start, sizeof start - 1);
    memcpy(bytes + sizeof start - 1, text, sizeof text - 1);
    w = start_writing();
    (void)gpuocc_runs_open(&callbacks, &reader);
    for (i = 0; i + 2 < length; i++)
        (void)gpuocc_runs_feed(reader, bytes + i, 1);
    ok(w->launches == 3, "all but the last two bytes have all launches");
    ok(gpuocc_runs_feed(reader, bytes + i, 2) == GPUOCC_RUNS_OK &&
           gpuocc_runs_close(reader) == GPUOCC_RUNS_OK && w->launches == 3 && w->warnings == 0,
       "the rest has none");
}

static void test_files(void)
{
    struct written *w = start_writing();
    gpuocc_runs_callbacks callbacks = {sizeof callbacks, w,    take_launch, NULL,
                                       take_warning,     NULL, 0,           NULL};

    ok(gpuocc_runs_file(&callbacks, __FILE__ "/no such file") == GPUOCC_RUNS_NOT_READ &&
           w->warnings == 1,
       "a file that cannot be opened");
    ok(gpuocc_runs_file(&callbacks, "/dev/null") == GPUOCC_RUNS_NONE && w->warnings == 1,
       "a file that is no database is not read");
}

static void test_memory(void)
{
    struct written *w = start_writing();
    const size_t room = gpuocc_runs_memory();
    char *memory = malloc(room + 1);
    gpuocc_runs_reader *reader = NULL;
    gpuocc_runs_callbacks callbacks = {sizeof callbacks, w,    take_launch, NULL, NULL,
                                       memory,           room, NULL};

    memset(memory, 0x55, room + 1);
    ok(gpuocc_runs_read(&callbacks, text, sizeof text - 1) == GPUOCC_RUNS_OK && w->launches == 3,
       "memory of the caller");
    memset(memory, 0x55, room + 1);
    callbacks.memory = memory + 1;
    ok(gpuocc_runs_open(&callbacks, &reader) == GPUOCC_RUNS_OK &&
           (uintptr_t)reader % sizeof(uint64_t) == 0 &&
           gpuocc_runs_close(reader) == GPUOCC_RUNS_NONE,
       "a reader is aligned");
    ok(gpuocc_runs_read(&callbacks, text, sizeof text - 1) == GPUOCC_RUNS_OK && w->launches == 6,
       "of any alignment");
    callbacks.memory_bytes = room - 1;
    ok(gpuocc_runs_read(&callbacks, text, 1) == GPUOCC_RUNS_ERROR_MEMORY, "too little of it");
    free(memory);
}

struct collected {
    char text[256];
    size_t length;
};

static int32_t ignore_launch(void *user, const gpuocc_runs_launch *launch)
{
    (void)user;
    (void)launch;
    return 0;
}

static void collect(void *user, const char *bytes, size_t length)
{
    struct collected *collected = user;

    if (length <= sizeof collected->text - collected->length)
        memcpy(collected->text + collected->length, bytes, length);
    collected->length += length;
}

/* The text, also of a profile that is in UTF-16. */
static void test_plain(void)
{
    static char wide[2 + 2 * (sizeof text - 1)] = "\xff\xfe";
    struct collected one = {"", 0}, other = {"", 0};
    gpuocc_runs_callbacks callbacks = {sizeof callbacks, &one, ignore_launch, NULL, NULL, NULL, 0,
                                       collect};
    size_t i;

    for (i = 0; i + 1 < sizeof text; i++)
        wide[2 + 2 * i] = text[i];
    ok(gpuocc_runs_read(&callbacks, text, sizeof text - 1) == GPUOCC_RUNS_OK &&
           one.length == sizeof text - 1 && memcmp(one.text, text, one.length) == 0,
       "the text of a profile");
    callbacks.user = &other;
    ok(gpuocc_runs_read(&callbacks, wide, sizeof wide) == GPUOCC_RUNS_OK &&
           other.length == one.length + 3 && memcmp(other.text, "\xef\xbb\xbf", 3) == 0 &&
           memcmp(other.text + 3, text, one.length) == 0,
       "in UTF-8 with its mark, whatever it was");
}

static void test_stop(void)
{
    struct written *w = start_writing();

    w->stop_at = 2;
    ok(run_pieces(w, text, sizeof text - 1, 0) == GPUOCC_RUNS_STOPPED && w->launches == 2,
       "a callback stops it");
    w = start_writing();
    w->stop_at = 1;
    ok(run_pieces(w, text, sizeof text - 1, 5) == GPUOCC_RUNS_STOPPED && w->launches == 1,
       "in pieces, too");
}

static void test_names(void)
{
    uint32_t i, j;
    int wrong = 0;

    for (i = 0; i < GPUOCC_RUNS_FORMAT_COUNT; i++)
        for (j = 0; j <= i; j++)
            wrong +=
                (strcmp(gpuocc_runs_format_name(i), gpuocc_runs_format_name(j)) == 0) != (i == j) ||
                gpuocc_runs_format_name(i)[0] == 0;
    for (i = 0; i < GPUOCC_RUNS_FIELD_COUNT; i++)
        wrong += gpuocc_runs_field_name(i)[0] == 0;
    ok(!wrong && strcmp(gpuocc_runs_format_name(GPUOCC_RUNS_UNITRACE), "unitrace") == 0 &&
           strcmp(gpuocc_runs_field_name(GPUOCC_RUNS_FIELD_DEVICE), "device") == 0,
       "every format and field has a name");
    ok(gpuocc_runs_format_name(GPUOCC_RUNS_FORMAT_COUNT)[0] == 0 &&
           gpuocc_runs_field_name(GPUOCC_RUNS_FIELD_COUNT)[0] == 0,
       "other numbers have none");
}

int main(void)
{
    test_arguments();
    test_binary();
    test_pieces();
    test_files();
    test_memory();
    test_plain();
    test_stop();
    test_names();
    return done();
}
