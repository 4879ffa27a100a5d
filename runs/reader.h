/* SPDX-License-Identifier: MIT
 *
 * Declares what the readers of profiles share: the state of a profile that is read in pieces, its
 * tables of fixed size, numbers and warnings.
 */
#ifndef GPUOCC_RUNS_READER_H
#define GPUOCC_RUNS_READER_H

#include <gpuocc/runs.h>

#include "../kernels/json.h"
#include "scan.h"

#ifdef RUNS_WITH_ZLIB
#include <zlib.h>
#endif

/* Most bytes of an event, of an element of JSON and of a row; a longer one is skipped. */
#define RUNS_UNIT (1u << 20)
/* Bytes of a name, and of other decoded texts, that are kept. */
#define RUNS_NAME        65535u
#define RUNS_DEVICES     256u
#define RUNS_DEVICE_TEXT 128u
#define RUNS_SLOTS       65536u
#define RUNS_POOL        (16u << 20)
#define RUNS_PACKED      65536u
#define RUNS_INFLATE     65536u
/* Containers of JSON that are entered are nested no deeper than this. */
#define RUNS_LEVELS  8u

#define RUNS_COLUMNS 4096u
#define RUNS_TIMINGS 16384u

enum runs_mode { RUNS_UNDECIDED, RUNS_JSON, RUNS_TEXT, RUNS_DATABASE };

struct runs_known_device {
    gpuocc_runs_device device;
    uint64_t key; /* by which launches refer to it */
    char name[RUNS_DEVICE_TEXT], architecture[RUNS_DEVICE_TEXT];
};

typedef struct gpuocc_runs_reader reader;

/* Texts that are kept, each once. */
struct runs_texts {
    uint32_t slots[2 * RUNS_SLOTS]; /* offset of a text + 1; a hash table, at most half full */
    uint32_t count, used;
    char pool[RUNS_POOL]; /* for each text its length, 4 bytes, and its bytes */
};

/* A call that launches a kernel, which has what the kernel's own event lacks. */
struct runs_call {
    uint64_t correlation; /* 0: the slot is free */
    uint32_t group[3], grid[3], dynamic;
};

/* A kernel whose call was not seen yet. */
struct runs_held {
    uint64_t correlation; /* 0: the slot is free */
    uint64_t start_ns, duration_ns;
    uint32_t group[3], grid[3], device_number, stream, name;
};

struct runs_json {
    struct scan skip; /* of the value that is skipped if `skipping` */
    int skipping, resync, done, known, told;
    unsigned level;
    unsigned char node[RUNS_LEVELS], close[RUNS_LEVELS];
    char before[2]; /* the last two bytes but blanks while it looks for the next event */
    uint32_t lost;  /* events that are damaged or too long */
};

/* A kernel of a code object, to which launches refer. */
struct runs_symbol {
    uint64_t id; /* plus 1; 0: the slot is free */
    uint32_t vgprs, agprs, sgprs, shared, name, mangled;
};

/* A row of a table; what its format lacks is unknown. */
struct runs_row {
    gpuocc_runs_launch launch;
    gpuocc_runs_device device;
    gpuocc_kernels_text agent, id, process, capability, metric, unit, value;
    gpuocc_runs_bytes local;
    uint32_t threads[3], all_threads, group_size, grid_size, cluster_size;
    uint32_t type_index; /* of an agent among those of its type */
    uint32_t dispatch, process_id, private_bytes, spill_bytes, local_kib, waves_per_simd,
        simd_per_core;
    uint64_t end_ns, key, kernel, agent_key;
};

/* The rows of one launch, with its texts. */
struct runs_pending {
    int present;
    struct runs_row row;
    char id[64];
    char name[RUNS_NAME];
};

/* A row of times, and one of resources, of kernels that are joined by name at the end. */
struct runs_timing {
    uint64_t calls, total_ns;
    uint32_t name;
};
struct runs_properties {
    uint32_t name, wave_size, shared, scratch, registers;
};

struct runs_table {
    uint32_t format;
    const char *const *required; /* normalised names of columns that tell it from others */
    const struct runs_member *columns;
    /* Reads a row. */
    void (*row)(reader *r, struct runs_row *row);
};

/* Where a table is being read. */
struct runs_columns {
    const struct runs_table *table; /* NULL: no header was seen, or it ended */
    int known;                      /* a header was seen */
    int behind_blank;               /* the next row may be a header */
    uint32_t count, needed;         /* columns; those that a row must have */
    uint64_t lost;
    char separator;                     /* of fields: a comma or a tab */
    char first[64];                     /* name of the first column */
    unsigned char member[RUNS_COLUMNS]; /* index of what it is + 1; 0: not wanted */
    uint32_t unit[RUNS_COLUMNS];        /* bytes or nanoseconds of one */
    gpuocc_kernels_text fields[RUNS_COLUMNS];
};

/* A text in UTF-16, as PowerShell writes what it redirects. */
struct runs_utf16 {
    unsigned char mark;  /* its first byte: 0xff or 0xfe; 0: it is another text */
    unsigned char first; /* of a unit, whose second byte is missing */
    int half;
    uint32_t high; /* the first unit of a pair, or 0 */
};

struct gpuocc_runs_reader {
    gpuocc_runs_callbacks callbacks;
    int32_t status;
    int owned; /* its memory is of malloc() */
    enum runs_mode mode;
    int begun, packed; /* a byte was fed; the profile is compressed */
    int told_unit;     /* a unit that is not known was reported */
    struct runs_utf16 utf16;
    uint64_t offset; /* of the bytes that are read at the moment */
    uint64_t launches, warnings;
    uint64_t database_bytes; /* by which the steps are limited */
    uint32_t held_count;
    size_t kept; /* bytes of `carry` */
    struct runs_json json;
    struct runs_known_device devices[RUNS_DEVICES];
    uint32_t device_count;
#ifdef RUNS_WITH_ZLIB
    z_stream stream;
    int inflating;
    size_t inflate_used;
    unsigned char inflate_memory[RUNS_INFLATE];
    unsigned char unpacked[RUNS_PACKED];
#endif
    char decoded[RUNS_NAME + 1];
    char carry[2 * RUNS_UNIT];
    struct runs_call calls[RUNS_SLOTS];
    struct runs_held held[RUNS_SLOTS];
    struct runs_texts texts;
    uint32_t symbol_count;
    struct runs_symbol symbols[2 * RUNS_SLOTS]; /* by id; a hash table, at most half full */
    struct runs_columns columns;
    uint64_t dispatches[RUNS_SLOTS]; /* that were reported, of those with several rows */
    struct runs_pending pending;
    uint32_t timing_count, properties_count;
    struct runs_timing timings[RUNS_TIMINGS];
    struct runs_properties properties[RUNS_TIMINGS];
};

/* Reports a problem, formatted as by printf, about the byte `offset`. */
void runs_warn(reader *r, uint64_t offset, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Starts a launch and a device of which nothing is known. */
void runs_start(gpuocc_runs_launch *launch, uint32_t format);
void runs_start_device(gpuocc_runs_device *device);
/* Derives the shared memory together and the set of what is missing, and reports the launch. */
void runs_report(reader *r, gpuocc_runs_launch *launch);
/* Keeps and reports a device. */
void runs_add_device(reader *r, uint64_t key, const gpuocc_runs_device *device);
const gpuocc_runs_device *runs_device(const reader *r, uint64_t key);

/* Keeps a text. Returns its number, or 0 if there is no room. */
uint32_t runs_keep(struct runs_texts *texts, gpuocc_kernels_text text);
gpuocc_kernels_text runs_kept(const struct runs_texts *texts, uint32_t number);

/* Read as much of a text as is complete, of a table all of it if it is the last. Return the number
 * of bytes read, which is not 0 if the text is longer than RUNS_UNIT. */
size_t runs_json_read(reader *r, const char *text, size_t length);
void runs_json_end(reader *r, size_t left);

/* Read an element of a JSON profile, which is complete. */
typedef void runs_element(reader *r, gpuocc_kernels_text element);
runs_element runs_kineto_event, runs_kineto_device;
runs_element runs_rocprof_agent, runs_rocprof_symbol, runs_rocprof_dispatch;
/* Reports the kernels whose calls the profile does not have. */
void runs_kineto_end(reader *r);

/* Reads the lines of a text or table, which may have rows of several lines. */
size_t runs_text_read(reader *r, const char *text, size_t length, int last);
void runs_text_end(reader *r);
/* Reads a line that belongs to no table. */
void runs_ncu_line(reader *r, gpuocc_kernels_text line);
/* Report what was kept to the end. */
void runs_ncu_end(reader *r);
void runs_unitrace_end(reader *r);

/* Starts a row of which nothing is known. */
void runs_start_row(struct runs_row *row);
/* Separates "NVIDIA B200 (0)", the name and the number of the device of a row. */
void runs_take_device(reader *r, struct runs_row *row);
/* Derives groups of the grid from its threads, where a profile counts those. */
void runs_count_groups(struct runs_row *row);
/* Stores the value of a field. `unit` is that of its column: bytes or nanoseconds, 0 if
 * it names none, GPUOCC_UNKNOWN if the one that it names is not known. */
void runs_put(gpuocc_kernels_text field, const struct runs_member *known, uint32_t unit, void *to);
/* Returns the bytes that a number in units of `unit` bytes may be, which was rounded when it was
 * printed. */
gpuocc_runs_bytes runs_bytes(gpuocc_kernels_text text, uint32_t unit);
gpuocc_kernels_text runs_trimmed(gpuocc_kernels_text text);
/* The text of a field; quotes that are doubled are decoded, until the next call. */
gpuocc_kernels_text runs_field(reader *r, gpuocc_kernels_text field);

extern const struct runs_table runs_rocprof_trace, runs_rocprof_counters, runs_rocprof_agents,
    runs_rocprof_results, runs_rocprof_second, runs_nsys_trace, runs_nvprof, runs_ncu_details,
    runs_ncu_raw, runs_unitrace_times, runs_unitrace_properties, runs_rocpd_agents,
    runs_rocpd_symbols, runs_rocpd_dispatches, runs_nsys_gpus, runs_nsys_kernels;

/* Returns the index of what a column is + 1, or 0 if it is not wanted. */
unsigned char runs_column(const struct runs_table *table, gpuocc_kernels_text name);

/* Reads a database, from memory or from a file. Returns an enum gpuocc_runs_status. */
int32_t runs_database(reader *r, const void *bytes, size_t length, const char *path);

/* Unpacks a part of a compressed profile and passes it to `feed`; the second says whether it was
 * complete. */
void runs_unpack(reader *r, const unsigned char *bytes, size_t length,
                 void (*feed)(reader *r, const char *bytes, size_t length));
void runs_unpack_end(reader *r);

/* Passes a part of a text in UTF-16 to `feed`, in UTF-8; the second says whether its last character
 * was complete. */
void runs_utf16(reader *r, const unsigned char *bytes, size_t length,
                void (*feed)(reader *r, const char *bytes, size_t length));
void runs_utf16_end(reader *r);

/* What the value of a member is, and where it goes. */
enum runs_kind {
    RUNS_NUMBER,   /* uint32_t; GPUOCC_UNKNOWN if it is none, or too large */
    RUNS_WIDE,     /* uint64_t */
    RUNS_REAL,     /* double; -1 if it is none */
    RUNS_TRIPLE,   /* three numbers, in an array or an object */
    RUNS_TIME,     /* uint64_t, nanoseconds */
    RUNS_SIZE,     /* gpuocc_runs_bytes */
    RUNS_OLD_SIZE, /* the same, in units of 1000 or 1024 bytes */
    RUNS_STRING,   /* gpuocc_kernels_text with its quotes */
    RUNS_OBJECT    /* the members of which are fields, too */
};
struct runs_member {
    const char *name;
    unsigned char kind;
    unsigned short offset;
    const struct runs_member *members; /* of an object; a list ends with name NULL */
};

/* Whether values of a kind are times or sizes. */
int runs_has_unit(enum runs_kind kind);
/* Returns how many bytes or nanoseconds a unit of times or sizes is ("Kbyte/block"). Another one is
 * reported, and GPUOCC_UNKNOWN is returned. */
uint32_t runs_unit(reader *r, gpuocc_kernels_text name, enum runs_kind kind);
/* Reads the members of an object that are in the list, into a struct. */
void runs_members(gpuocc_kernels_text object, const struct runs_member *members, void *to);

/* Stores a number of one of the first three kinds. Returns 0 for other kinds. */
int runs_put_number(gpuocc_kernels_text text, unsigned kind, void *to);

/* Return the number at the beginning of a text; GPUOCC_UNKNOWN, UINT64_MAX, -1 if there is none. */
uint32_t runs_number(gpuocc_kernels_text text);
uint64_t runs_wide(gpuocc_kernels_text text);
double runs_real(gpuocc_kernels_text text);
/* Returns a time in nanoseconds, given in units of `unit` nanoseconds and rounded. */
uint64_t runs_time(gpuocc_kernels_text text, uint32_t unit);

/* Returns a string of JSON without its quotes and escape sequences, valid until the next call. */
gpuocc_kernels_text runs_string(reader *r, gpuocc_kernels_text value);

#endif
