/* SPDX-License-Identifier: MIT
 *
 * The calls of the library: takes pieces of any length, keeps what is incomplete, finds the reader
 * for the format, and reports what it finds.
 */
#include "reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const char *gpuocc_runs_format_name(uint32_t format)
{
    static const char *const names[] = {"Kineto",      "rocprofv3 CSV", "rocprofv3 JSON", "rocpd",
                                        "rocprof CSV", "nsys CSV",      "nsys SQLite",    "ncu CSV",
                                        "ncu raw CSV", "ncu text",      "unitrace",       "XLA",
                                        "nvprof CSV"};

    return format < GPUOCC_RUNS_FORMAT_COUNT ? names[format] : "";
}

const char *gpuocc_runs_field_name(uint32_t field)
{
    static const char *const names[] = {"name",     "group",         "grid",           "registers",
                                        "shared",   "static_shared", "dynamic_shared", "start",
                                        "duration", "device"};

    return field < GPUOCC_RUNS_FIELD_COUNT ? names[field] : "";
}

void runs_warn(reader *r, uint64_t offset, const char *format, ...)
{
    char sentence[256];
    va_list arguments;

    r->warnings++;
    if (r->callbacks.warning == NULL)
        return;
    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    r->callbacks.warning(r->callbacks.user, offset, sentence);
}

void runs_start(gpuocc_runs_launch *launch, uint32_t format)
{
    memset(launch, 0xff, sizeof *launch);
    launch->size = sizeof *launch;
    launch->format = format;
    launch->name.length = 0;
    launch->name.at = "";
    launch->mangled = launch->name;
    launch->device = NULL;
    launch->correlation = 0;
    launch->calls = 1;
    launch->reported.limiters = launch->name;
    launch->reported.estimated_percent = launch->reported.theoretical_percent = -1;
    launch->reported.achieved_percent = launch->reported.groups_of_grid_per_core = -1;
    launch->reported.rounds = -1;
}

void runs_start_device(gpuocc_runs_device *device)
{
    memset(device, 0xff, sizeof *device);
    device->size = sizeof *device;
    device->name.at = device->architecture.at = "";
    device->name.length = device->architecture.length = 0;
}

static uint32_t sum(uint32_t a, uint32_t b)
{
    return a < GPUOCC_ZERO - b ? a + b : GPUOCC_UNKNOWN;
}

/* Adds the parts of the shared memory, unless the profile has their sum. */
static void add_shared(gpuocc_runs_launch *launch)
{
    const gpuocc_runs_bytes fixed = launch->shared_static, dynamic = launch->shared_dynamic;
    const int has_fixed = fixed.low != GPUOCC_UNKNOWN, has_dynamic = dynamic.low != GPUOCC_UNKNOWN;

    if (launch->shared.low != GPUOCC_UNKNOWN || (!has_fixed && !has_dynamic))
        return;
    launch->shared.low = sum(has_fixed ? fixed.low : 0, has_dynamic ? dynamic.low : 0);
    if (has_fixed && has_dynamic && fixed.high != GPUOCC_UNKNOWN && dynamic.high != GPUOCC_UNKNOWN)
        launch->shared.high = sum(fixed.high, dynamic.high);
}

static uint32_t missing_of(const gpuocc_runs_launch *launch)
{
    const int shared = launch->shared.low != GPUOCC_UNKNOWN,
              whole = launch->shared.high != GPUOCC_UNKNOWN,
              is_fixed = launch->shared_static.low != GPUOCC_UNKNOWN,
              dynamic = launch->shared_dynamic.low != GPUOCC_UNKNOWN;

    return (uint32_t)(launch->name.length == 0) << GPUOCC_RUNS_FIELD_NAME |
           (uint32_t)(launch->group[0] == GPUOCC_UNKNOWN) << GPUOCC_RUNS_FIELD_GROUP |
           (uint32_t)(launch->grid[0] == GPUOCC_UNKNOWN) << GPUOCC_RUNS_FIELD_GRID |
           (uint32_t)(launch->registers == GPUOCC_UNKNOWN &&
                      launch->vector_registers == GPUOCC_UNKNOWN)
               << GPUOCC_RUNS_FIELD_REGISTERS |
           (uint32_t)!shared << GPUOCC_RUNS_FIELD_SHARED |
           (uint32_t)(shared && !whole && !is_fixed) << GPUOCC_RUNS_FIELD_STATIC_SHARED |
           (uint32_t)(shared && !whole && !dynamic) << GPUOCC_RUNS_FIELD_DYNAMIC_SHARED |
           (uint32_t)(launch->start_ns == GPUOCC_RUNS_NO_TIME) << GPUOCC_RUNS_FIELD_START |
           (uint32_t)(launch->duration_ns == GPUOCC_RUNS_NO_TIME) << GPUOCC_RUNS_FIELD_DURATION |
           (uint32_t)(launch->device == NULL) << GPUOCC_RUNS_FIELD_DEVICE;
}

/* Three sizes are known together, and none is 0. */
static void check_sizes(uint32_t *sizes)
{
    int i;

    for (i = 0; i < 3; i++)
        if (sizes[i] == 0 || sizes[i] == GPUOCC_UNKNOWN)
            memset(sizes, 0xff, 3 * sizeof *sizes);
}

void runs_report(reader *r, gpuocc_runs_launch *launch)
{
    check_sizes(launch->group);
    check_sizes(launch->grid);
    check_sizes(launch->cluster);
    if (launch->device == NULL)
        launch->device = runs_device(r, launch->device_number);
    add_shared(launch);
    launch->missing = missing_of(launch);
    r->launches++;
    if (r->callbacks.launch(r->callbacks.user, launch) != 0)
        r->status = GPUOCC_RUNS_STOPPED;
}

static void copy_text(gpuocc_kernels_text *text, char *to)
{
    text->length = text->length < RUNS_DEVICE_TEXT ? text->length : RUNS_DEVICE_TEXT;
    if (text->length != 0)
        memcpy(to, text->at, text->length);
    text->at = to;
}

void runs_add_device(reader *r, uint64_t key, const gpuocc_runs_device *device)
{
    struct runs_known_device *known;

    if (runs_device(r, key) != NULL)
        return;
    if (r->device_count == RUNS_DEVICES) {
        runs_warn(r, r->offset, "more than %u devices: the rest is skipped", RUNS_DEVICES);
        return;
    }
    known = &r->devices[r->device_count++];
    known->key = key;
    known->device = *device;
    copy_text(&known->device.name, known->name);
    copy_text(&known->device.architecture, known->architecture);
    if (r->callbacks.device != NULL)
        r->callbacks.device(r->callbacks.user, &known->device);
}

const gpuocc_runs_device *runs_device(const reader *r, uint64_t key)
{
    uint32_t i;

    for (i = 0; i < r->device_count; i++)
        if (r->devices[i].key == key)
            return &r->devices[i].device;
    return NULL;
}

static size_t behind_space(const char *bytes, size_t at, size_t length)
{
    /* The first three are UTF-8's mark of the byte order. */
    while (at < length && memchr("\xef\xbb\xbf \t\r\n", bytes[at], 7) != NULL)
        at++;
    return at;
}

/* Whether a byte near the start is zero: it is no text, but may contain the words of one. */
static int has_zero(const char *bytes, size_t length)
{
    return memchr(bytes, 0, length < 4096 ? length : 4096) != NULL;
}

/* Decides by the first bytes whether it is JSON or text. Returns the number of bytes that are not
 * needed. */
static size_t decide(reader *r, const char *bytes, size_t length, int last)
{
    const size_t first = behind_space(bytes, 0, length);
    size_t second;

    if (first == length)
        return length;
    if (bytes[first] == 'S' && length - first >= 16 &&
        memcmp(bytes + first, "SQLite format 3", 16) == 0) {
        runs_warn(r, r->offset, "a database is not read in pieces, and not unpacked");
        r->status = GPUOCC_RUNS_NOT_READ;
        return first;
    }
    if (bytes[first] == 'S' && length - first < 16 && !last)
        return 0;
    if (bytes[first] == '[') { /* of an array of events, or of "[4711] python@127.0.0.1" */
        second = behind_space(bytes, first + 1, length);
        if (second == length && !last && length < RUNS_UNIT)
            return 0;
        r->mode = second < length && bytes[second] == '{' ? RUNS_JSON : RUNS_TEXT;
    } else {
        r->mode = bytes[first] == '{' ? RUNS_JSON : RUNS_TEXT;
    }
    if (r->mode == RUNS_TEXT && has_zero(bytes + first, length - first))
        r->status = GPUOCC_RUNS_NONE;
    return first;
}

/* Reads as much as is complete. Returns the number of bytes read. */
static size_t step(reader *r, const char *bytes, size_t length, int last)
{
    if (r->mode == RUNS_UNDECIDED)
        return decide(r, bytes, length, last);
    return r->mode == RUNS_JSON ? runs_json_read(r, bytes, length)
                                : runs_text_read(r, bytes, length, last);
}

/* Reads all that is complete in a text at `offset`. Returns the number of bytes read. */
static size_t steps(reader *r, const char *bytes, size_t length, int last)
{
    size_t at = 0, used = 1;

    while (at < length && used != 0 && r->status == GPUOCC_RUNS_OK) {
        const enum runs_mode mode = r->mode;

        used = step(r, bytes + at, length - at, last);
        at += used;
        r->offset += used;
        if (used == 0 && mode != r->mode)
            used = 1;
    }
    return at;
}

/* Reads a piece. What is incomplete is kept, and completed by the next piece. */
static void feed(reader *r, const char *bytes, size_t length)
{
    size_t part, used;

    if (r->callbacks.plain != NULL && r->status == GPUOCC_RUNS_OK)
        r->callbacks.plain(r->callbacks.user, bytes, length);
    while (length != 0 && r->status == GPUOCC_RUNS_OK) {
        if (r->kept == 0) {
            used = steps(r, bytes, length, 0);
            if (r->status != GPUOCC_RUNS_OK)
                return;
            r->kept = length - used;
            memcpy(r->carry, bytes + used, r->kept);
            return;
        }
        part = r->kept < 4096 ? 4096 : r->kept;
        part = part < length ? part : length;
        part = part < sizeof r->carry - r->kept ? part : sizeof r->carry - r->kept;
        memcpy(r->carry + r->kept, bytes, part);
        used = steps(r, r->carry, r->kept + part, 0);
        if (used >= r->kept) { /* what was kept is read; the rest is in the piece */
            bytes += used - r->kept;
            length -= used - r->kept;
            r->kept = 0;
            continue;
        }
        r->kept += part - used;
        memmove(r->carry, r->carry + used, r->kept);
        bytes += part;
        length -= part;
    }
}

size_t gpuocc_runs_memory(void)
{
    return sizeof(reader) + sizeof(uint64_t);
}

int32_t gpuocc_runs_open(const gpuocc_runs_callbacks *callbacks, gpuocc_runs_reader **opened)
{
    reader *r;

    if (callbacks == NULL || opened == NULL)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    *opened = NULL;
    if (callbacks->size < sizeof *callbacks)
        return GPUOCC_RUNS_ERROR_SIZE;
    if (callbacks->launch == NULL)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    if (callbacks->memory == NULL) {
        r = calloc(1, sizeof *r);
    } else {
        unsigned char *memory = callbacks->memory;

        if (callbacks->memory_bytes < gpuocc_runs_memory())
            return GPUOCC_RUNS_ERROR_MEMORY;
        memory += (0 - (uintptr_t)memory) % sizeof(uint64_t);
        r = memset(memory, 0, sizeof *r);
    }
    if (r == NULL)
        return GPUOCC_RUNS_ERROR_MEMORY;
    r->callbacks = *callbacks;
    r->owned = callbacks->memory == NULL;
    *opened = r;
    return GPUOCC_RUNS_OK;
}

int32_t gpuocc_runs_feed(gpuocc_runs_reader *r, const void *bytes, size_t length)
{
    unsigned char first;

    if (r == NULL || (bytes == NULL && length != 0))
        return GPUOCC_RUNS_ERROR_REQUIRED;
    if (length == 0 || r->status != GPUOCC_RUNS_OK)
        return r->status;
    if (!r->begun) {
        first = *(const unsigned char *)bytes;
        r->packed = first == 0x1f;
        r->utf16.mark = first == 0xff || first == 0xfe ? first : 0;
    }
    r->begun = 1;
    if (r->packed)
        runs_unpack(r, bytes, length, feed);
    else if (r->utf16.mark != 0)
        runs_utf16(r, bytes, length, feed);
    else
        feed(r, bytes, length);
    return r->status;
}

/* Reads what was kept, as the end of the profile. */
static void finish(reader *r)
{
    size_t used = 0;

    if (r->packed)
        runs_unpack_end(r);
    runs_utf16_end(r);
    if (r->status == GPUOCC_RUNS_OK)
        used = steps(r, r->carry, r->kept, 1);
    if (r->mode == RUNS_JSON) {
        runs_json_end(r, r->kept - used);
        if (r->status == GPUOCC_RUNS_OK)
            runs_kineto_end(r);
    } else if (r->mode == RUNS_TEXT) {
        runs_text_end(r);
    }
    if (r->status == GPUOCC_RUNS_OK && r->mode != RUNS_DATABASE && !r->json.known &&
        !r->columns.known)
        r->status = GPUOCC_RUNS_NONE;
}

int32_t gpuocc_runs_close(gpuocc_runs_reader *r)
{
    int32_t status;

    if (r == NULL)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    if (r->status == GPUOCC_RUNS_OK)
        finish(r);
    status = r->status;
    if (r->owned)
        free(r);
    return status;
}

static const char database_magic[] = "SQLite format 3";

static int is_database(const void *bytes, size_t length)
{
    return length >= sizeof database_magic &&
           memcmp(bytes, database_magic, sizeof database_magic) == 0;
}

int32_t gpuocc_runs_read(const gpuocc_runs_callbacks *callbacks, const void *bytes, size_t length)
{
    reader *r = NULL;
    int32_t status;

    if (bytes == NULL && length != 0)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    status = gpuocc_runs_open(callbacks, &r);
    if (status != GPUOCC_RUNS_OK)
        return status;
    if (is_database(bytes, length)) {
        r->mode = RUNS_DATABASE;
        r->status = runs_database(r, bytes, length, NULL);
    } else {
        (void)gpuocc_runs_feed(r, bytes, length);
    }
    return gpuocc_runs_close(r);
}

int32_t gpuocc_runs_file(const gpuocc_runs_callbacks *callbacks, const char *path)
{
    char start[sizeof database_magic];
    reader *r = NULL;
    int32_t status = path == NULL ? GPUOCC_RUNS_ERROR_REQUIRED : gpuocc_runs_open(callbacks, &r);
    FILE *file;
    long length;

    if (status != GPUOCC_RUNS_OK)
        return status;
    file = fopen(path, "rb");
    r->mode = RUNS_DATABASE;
    if (file == NULL) {
        runs_warn(r, 0, "the file cannot be opened");
        r->status = GPUOCC_RUNS_NOT_READ;
    } else {
        length = fread(start, 1, sizeof start, file) == sizeof start &&
                         is_database(start, sizeof start) && fseek(file, 0, SEEK_END) == 0
                     ? ftell(file)
                     : 0;
        (void)fclose(file);
        r->status = length > 0 ? runs_database(r, NULL, (size_t)length, path) : GPUOCC_RUNS_NONE;
    }
    return gpuocc_runs_close(r);
}
