/* SPDX-License-Identifier: MIT */
/** \file
 * libgpuocc-runs: reads the launches of kernels from what profilers write.
 *
 * The caller passes the bytes of a profile, whole or in pieces. The format is recognised by the
 * content. Launches are reported one by one while the bytes are read. No byte is trusted, and no
 * file is opened except by gpuocc_runs_file(). Nothing is shared between two readers, so that
 * several threads may each have one.
 *
 * A reader takes a fixed amount of memory (gpuocc_runs_memory()), however long the profile is. What
 * exceeds it is skipped and reported. Damage costs the row or event that has it, and is reported.
 */
#ifndef GPUOCC_RUNS_H
#define GPUOCC_RUNS_H

#include <stddef.h>

#include <gpuocc/kernels.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a call ended. */
enum gpuocc_runs_status {
    GPUOCC_RUNS_OK = 0,              /**< read to its end; warnings, if any, were reported */
    GPUOCC_RUNS_STOPPED = 1,         /**< as a callback asked */
    GPUOCC_RUNS_NONE = 2,            /**< no format that is known */
    GPUOCC_RUNS_NOT_READ = 3,        /**< a known format; the warning says why it is not read */
    GPUOCC_RUNS_ERROR_SIZE = -1,     /**< `size` of the callbacks is too small */
    GPUOCC_RUNS_ERROR_REQUIRED = -2, /**< a required argument is NULL */
    GPUOCC_RUNS_ERROR_MEMORY = -3    /**< no memory, or less than gpuocc_runs_memory() */
};

/** The formats. */
enum gpuocc_runs_format {
    GPUOCC_RUNS_KINETO = 0,     /**< JSON of PyTorch's profiler (Chrome trace events) */
    GPUOCC_RUNS_ROCPROFV3_CSV,  /**< kernel_trace.csv, counter_collection.csv, agent_info.csv */
    GPUOCC_RUNS_ROCPROFV3_JSON, /**< rocprofv3 --output-format json */
    GPUOCC_RUNS_ROCPD,          /**< SQLite of rocprofv3 --output-format rocpd */
    GPUOCC_RUNS_ROCPROF_CSV,    /**< results.csv of rocprof (version 1) */
    GPUOCC_RUNS_NSYS_CSV,       /**< nsys stats --report cuda_gpu_trace --format csv */
    GPUOCC_RUNS_NSYS_SQLITE,    /**< nsys export --type sqlite */
    GPUOCC_RUNS_NCU_CSV,        /**< ncu --csv --page details */
    GPUOCC_RUNS_NCU_RAW_CSV,    /**< ncu --csv --page raw */
    GPUOCC_RUNS_NCU_TEXT,       /**< what ncu prints without --csv */
    GPUOCC_RUNS_UNITRACE,       /**< unitrace -d -v: a row is the sum of several launches */
    GPUOCC_RUNS_XLA,            /**< trace.json of the profilers of JAX and TensorFlow */
    GPUOCC_RUNS_FORMAT_COUNT
};

/** What a launch may lack. A set is a sum of 1 << number. The fields that it concerns have the
 * value for "unknown". */
enum gpuocc_runs_field {
    GPUOCC_RUNS_FIELD_NAME = 0,
    GPUOCC_RUNS_FIELD_GROUP = 1,
    GPUOCC_RUNS_FIELD_GRID = 2,
    GPUOCC_RUNS_FIELD_REGISTERS = 3,      /**< all kinds of registers that limit occupancy */
    GPUOCC_RUNS_FIELD_SHARED = 4,         /**< no bound on shared memory is known */
    GPUOCC_RUNS_FIELD_STATIC_SHARED = 5,  /**< only its dynamic part is known */
    GPUOCC_RUNS_FIELD_DYNAMIC_SHARED = 6, /**< only its static part is known */
    GPUOCC_RUNS_FIELD_START = 7,
    GPUOCC_RUNS_FIELD_DURATION = 8,
    GPUOCC_RUNS_FIELD_DEVICE = 9, /**< neither name nor architecture; the number may be known */
    GPUOCC_RUNS_FIELD_COUNT = 10
};

/** The limits on groups of a core that a profiler reports, in this order in
 * gpuocc_runs_reported::limits. */
enum gpuocc_runs_limit {
    GPUOCC_RUNS_LIMIT_GROUPS = 0,
    GPUOCC_RUNS_LIMIT_REGISTERS = 1,
    GPUOCC_RUNS_LIMIT_SHARED = 2,
    GPUOCC_RUNS_LIMIT_WAVES = 3,
    GPUOCC_RUNS_LIMIT_BARRIERS = 4,
    GPUOCC_RUNS_LIMIT_COUNT = 5
};

/** A time that is unknown. */
#define GPUOCC_RUNS_NO_TIME UINT64_MAX

/** A number of bytes: exact if low is high. A profile that prints rounded numbers gives the lowest
 * and the highest number that it prints that way. Both are GPUOCC_UNKNOWN if nothing is known;
 * high alone is if there is no upper bound. */
typedef struct gpuocc_runs_bytes {
    uint32_t low;
    uint32_t high;
} gpuocc_runs_bytes;

/** A GPU that a profile describes. Numbers are GPUOCC_UNKNOWN where it does not have them. Its
 * texts are valid until the call that reports it returns. */
typedef struct gpuocc_runs_device {
    uint32_t size;                    /**< of this struct, in bytes */
    uint32_t number;                  /**< by which launches refer to it */
    gpuocc_kernels_text name;         /**< "NVIDIA H100 80GB HBM3"; length 0: not given */
    gpuocc_kernels_text architecture; /**< "sm_90", "gfx942"; length 0: not given */
    uint32_t cores;                   /**< SMs or CUs (on RDNA PyTorch counts WGPs) */
    uint32_t wave_size;               /**< threads */
    uint32_t waves_per_core;          /**< maximum */
    uint32_t threads_per_core;        /**< maximum */
    uint32_t registers_per_core;
    uint32_t shared_per_core;      /**< bytes */
    uint32_t shared_per_group;     /**< bytes that a group has without opt-in */
    uint32_t shared_per_group_max; /**< bytes that it has with opt-in */
} gpuocc_runs_device;

/** What the profiler itself says about a launch. Percentages are 0 to 100; a negative number and
 * GPUOCC_UNKNOWN mean that it does not say it. */
typedef struct gpuocc_runs_reported {
    double estimated_percent; /**< Kineto's "est. achieved occupancy %": limited by the grid, too */
    double theoretical_percent;     /**< ncu's Theoretical Occupancy, XLA's occ_pct */
    double achieved_percent;        /**< measured by counters: ncu's Achieved Occupancy */
    double groups_of_grid_per_core; /**< Kineto's "blocks per SM": groups of the grid by cores */
    double rounds;                  /**< ncu's Waves Per SM */
    uint32_t groups;                /**< resident groups of a core */
    uint32_t limits[GPUOCC_RUNS_LIMIT_COUNT]; /**< groups of a core that each resource allows */
    gpuocc_kernels_text limiters; /**< "WARPS|REGS", as in the profile; length 0: none */
} gpuocc_runs_reported;

/** A launch. Its texts are valid until the call that reports it returns. Numbers are
 * GPUOCC_UNKNOWN where the profile does not have them. */
typedef struct gpuocc_runs_launch {
    uint32_t size;            /**< of this struct, in bytes */
    uint32_t format;          /**< enum gpuocc_runs_format */
    uint32_t missing;         /**< set of enum gpuocc_runs_field */
    uint32_t device_number;   /**< as the profile counts them */
    gpuocc_kernels_text name; /**< as the profile has it; any bytes */
    /** The same as in compiled files, where the profile has both; length 0: it does not. */
    gpuocc_kernels_text mangled;
    const gpuocc_runs_device *device; /**< NULL: the profile did not describe it so far */
    uint32_t group[3];   /**< threads of a group; {N, 1, 1} if it gives a product only */
    uint32_t grid[3];    /**< groups of the grid, also where the profile counts threads */
    uint32_t cluster[3]; /**< groups of a cluster */
    uint32_t wave_size;  /**< threads, where the launch has one (SIMD width) */
    /** Registers of a thread in profiles of NVIDIA and Intel (GRF). */
    uint32_t registers;
    /** The registers of AMD, as allocated: VGPRs and AGPRs of a thread, SGPRs of a wave. From
     * gfx90a on VGPRs and AGPRs share a file and are added; AGPRs may include padding. */
    uint32_t vector_registers;
    uint32_t accumulation_registers;
    uint32_t scalar_registers;
    gpuocc_runs_bytes shared_static;  /**< bytes of a group that the kernel declares */
    gpuocc_runs_bytes shared_dynamic; /**< bytes of a group that the launch adds */
    /** Bytes of a group together. Only low is known if one of the two parts is missing. */
    gpuocc_runs_bytes shared;
    uint32_t scratch;     /**< bytes of local (private) memory of a thread */
    uint32_t stream;      /**< stream or queue */
    uint64_t correlation; /**< links it to the call that launched it; 0: none */
    uint64_t start_ns;    /**< nanoseconds of the profiler's clock, or GPUOCC_RUNS_NO_TIME */
    uint64_t duration_ns; /**< nanoseconds of all `calls`, or GPUOCC_RUNS_NO_TIME */
    uint64_t calls;       /**< launches that this row stands for: 1 except with unitrace */
    gpuocc_runs_reported reported;
} gpuocc_runs_launch;

/** Callbacks that receive the results, and working memory. */
typedef struct gpuocc_runs_callbacks {
    uint32_t size; /**< of this struct, in bytes */
    void *user;    /**< passed to every callback */
    /** Receives a launch, in the order in which the profile completes them. Returns non-zero to
     * stop reading. */
    int32_t (*launch)(void *user, const gpuocc_runs_launch *launch);
    /** Receives a GPU that the profile describes, also one that no launch uses: a profile may
     * describe its GPUs after its launches or, as agent_info.csv, in a separate file. May be
     * NULL. */
    void (*device)(void *user, const gpuocc_runs_device *device);
    /** Receives why a part is skipped: one sentence without a full stop, of at most 255 bytes,
     * about the byte `offset` of the profile (of the unpacked profile, if it is compressed). May be
     * NULL. */
    void (*warning)(void *user, uint64_t offset, const char *sentence);
    /** Working memory of any alignment, or NULL for malloc(), of gpuocc_runs_memory() bytes or
     * more. A database takes memory of its own for one row. */
    void *memory;
    size_t memory_bytes;
    /** Receives the text of the profile, unpacked and in UTF-8, in pieces in their order, each
     * before the launches in it. A database has none. May be NULL. */
    void (*plain)(void *user, const char *text, size_t length);
} gpuocc_runs_callbacks;

/** A profile that is being read. */
typedef struct gpuocc_runs_reader gpuocc_runs_reader;

/** Returns how many bytes of working memory a reader takes. */
GPUOCC_API size_t gpuocc_runs_memory(void);

/** Reads a profile of `length` bytes. Returns an enum gpuocc_runs_status. */
GPUOCC_API int32_t gpuocc_runs_read(const gpuocc_runs_callbacks *callbacks, const void *bytes,
                                    size_t length);

/** Read a profile in pieces: open a reader, feed it all bytes in order in pieces of any length, and
 * close it, always, which reports what was kept back and frees it. Return an enum
 * gpuocc_runs_status; after any but GPUOCC_RUNS_OK the rest need not be fed. A database is not read
 * in pieces. */
GPUOCC_API int32_t gpuocc_runs_open(const gpuocc_runs_callbacks *callbacks,
                                    gpuocc_runs_reader **reader);
GPUOCC_API int32_t gpuocc_runs_feed(gpuocc_runs_reader *reader, const void *bytes, size_t length);
GPUOCC_API int32_t gpuocc_runs_close(gpuocc_runs_reader *reader);

/** Reads a database from a file, without loading it into memory; other formats are not read.
 * Returns an enum gpuocc_runs_status. */
GPUOCC_API int32_t gpuocc_runs_file(const gpuocc_runs_callbacks *callbacks, const char *path);

/** Return the name of a format ("Kineto"), and of a field that a launch may lack ("registers"); ""
 * for other numbers. */
GPUOCC_API const char *gpuocc_runs_format_name(uint32_t format);
GPUOCC_API const char *gpuocc_runs_field_name(uint32_t field);

#ifdef __cplusplus
}
#endif

#endif
