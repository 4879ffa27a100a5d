/* SPDX-License-Identifier: MIT
 *
 * Measures a GPU: what the parts share. A row of the CSV is part,what,given,measured; the last two
 * are lists "name=value;name=value", and a value of several figures has | between them.
 */
#ifndef SILICON_H
#define SILICON_H

#include <cstdint>
#include <string>
#include <vector>

#include "kernels.h"

/* Thrown after the row of an error has been written. */
struct Failed {};

/* When a wave ran, in cycles of its core. */
struct Record {
    unsigned long long start, end;
    unsigned core;
    unsigned group;
};

extern Properties device;
extern size_t shared_pool, shared_reserved, shared_optin, shared_default; /* bytes */
extern int repeats;                                                       /* of each launch */
extern Record *records;                                                   /* on the device */
extern const size_t record_count;
extern unsigned *scratch_words;                                           /* 4 KiB on the device */

/* Text as printf has it. */
std::string text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes a row at once. */
void row(const char *part, const char *what, const std::string &given,
         const std::string &measured);

/* Throws Failed if a call failed, after the row of its error. */
void check(gpu(Error_t) status, const char *part, const char *what, const std::string &given);

/* Whether the part's time is used up; says so in one row. */
bool late(const char *part);

/* Launches with the times of each repetition, and the records of the fastest. */
struct Times {
    std::vector<double> ms;      /* by events */
    std::vector<double> cycles;  /* median over the cores, first start to last end */
    std::vector<Record> fastest; /* records of the fastest repetition */
    std::string list() const;    /* "ms=a|b;cycles=c|d" */
};
template <typename Launch>
Times timed(const char *part, const char *what, const std::string &given, size_t waves,
            Launch launch);

/* Runs one point; a failure of it has its own row, and the next point runs. Ends the process with
 * status 3 if the device no longer answers. */
template <typename Point> void attempt(const char *part, Point point);
void still_alive(const char *part);

/* A launch in which `waves` waves reside on each core, as groups of equal size. */
struct Shape {
    int waves, groups, threads; /* of a core; of a group */
    size_t ballast;             /* dynamic shared memory so that no further group fits */
};
bool shape_of(int waves, int groups, const void *function, Shape &shape);
bool shape_of(int waves, const void *function, Shape &shape); /* fewest groups */
extern const int wave_counts[18];

/* Memory for streams: as large as it can be up to 8 GiB, filled with random floats. Each launch
 * takes the next piece, so that nothing of it is in a cache. */
const void *stream_memory(size_t &bytes);
size_t next_piece(size_t bytes, size_t whole);

void part_occupancy();
void part_latency();
void part_bandwidth();
void part_residency();
void part_rounds();
void part_clusters();

/* ---- what is a template ---- */
void begin_time(const char *part, const char *what, const std::string &given);
bool end_time(Times &times, const char *part, const char *what, const std::string &given,
              size_t waves);

template <typename Launch>
Times timed(const char *part, const char *what, const std::string &given, size_t waves,
            Launch launch)
{
    Times times;

    launch(); /* loads code and fills caches */
    check(gpu(GetLastError)(), part, what, given);
    check(gpu(DeviceSynchronize)(), part, what, given);
    for (int i = 0; i < repeats; i++) {
        begin_time(part, what, given);
        launch();
        if (!end_time(times, part, what, given, waves))
            break;
    }
    return times;
}

template <typename Point> void attempt(const char *part, Point point)
{
    try {
        point();
    } catch (const Failed &) {
        still_alive(part);
    }
}

/* For kernels: the record of a wave, by its first lane. */
__device__ __forceinline__ void record_wave(Record *records, unsigned long long start)
{
    const unsigned long long end = clock64();

    if (threadIdx.x % warpSize == 0) {
        const unsigned waves = (blockDim.x + warpSize - 1) / warpSize;
        const size_t at = (size_t)blockIdx.x * waves + threadIdx.x / warpSize;

        if (at < (size_t)1 << 20) {
            records[at].start = start;
            records[at].end = end;
            records[at].core = core_number();
            records[at].group = blockIdx.x;
        }
    }
}

#endif
