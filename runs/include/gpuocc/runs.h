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
 * exceeds it is skipped and reported. Launches may be summed by shape (gpuocc_runs_shapes), which
 * takes memory for each shape. Damage costs the row or event that has it, and is reported.
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
    GPUOCC_RUNS_NVPROF_CSV,     /**< nvprof --print-gpu-trace --csv */
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

/** A percentage in thousandths that is not known, and a number that is not. */
#define GPUOCC_RUNS_NO_PERCENT UINT32_MAX
#define GPUOCC_RUNS_NO_NUMBER  UINT64_MAX

/** What makes two launches different shapes; it has no padding. Amounts are those of
 * gpuocc_runs_launch, GPUOCC_UNKNOWN where the profile does not have them. */
typedef struct gpuocc_runs_shape_key {
    uint64_t grid;    /**< groups of the grid, or GPUOCC_RUNS_NO_NUMBER */
    uint32_t gpu;     /**< index in gpuocc_runs_contents::gpus */
    uint32_t format;  /**< enum gpuocc_runs_format */
    uint32_t missing; /**< set of enum gpuocc_runs_field, without those of time */
    uint32_t threads; /**< of a group */
    uint32_t wave_size;
    uint32_t cluster; /**< groups of a cluster */
    uint32_t registers, vector_registers, accumulation_registers, scalar_registers;
    gpuocc_runs_bytes shared_static, shared_dynamic, shared;
} gpuocc_runs_shape_key;

/** The launches of a kernel with the same resources and grid on a GPU. All sums are whole numbers,
 * so that they do not depend on the order of launches and files; they stay at the largest. */
typedef struct gpuocc_runs_shape {
    gpuocc_runs_shape_key key;
    gpuocc_kernels_text name; /**< with a NUL behind it */
    uint64_t calls;
    uint64_t timed;   /**< calls of which the time is known */
    uint64_t time_ns; /**< of all these calls */
    uint64_t least_ns, most_ns;
    /** What the profiler says, in thousandths of a percent, at least and at most. */
    uint32_t estimated_low, estimated_high;
    uint32_t theoretical_low, theoretical_high;
    uint64_t achieved_sum, achieved_count; /**< what it measured: a sum of thousandths */
    uint64_t order;                        /**< index before gpuocc_runs_shapes_sort() */
} gpuocc_runs_shape;

/** A file whose launches are among the shapes, and the time of a shape in it. */
typedef struct gpuocc_runs_file_sums {
    const char *path;
    uint64_t launches, time_ns;
} gpuocc_runs_file_sums;
typedef struct gpuocc_runs_file_time {
    uint32_t file, shape; /**< indices */
    uint64_t time_ns;
} gpuocc_runs_file_time;

/** Launches by shape. Several threads may each have one; their merge is that of all launches. */
typedef struct gpuocc_runs_shapes gpuocc_runs_shapes;

/** What shapes contain. Pointers are valid until the shapes are changed, texts until they are
 * closed. */
typedef struct gpuocc_runs_contents {
    uint32_t size; /**< of this struct, in bytes */
    uint32_t gpu_count;
    const gpuocc_runs_device *gpus;
    const gpuocc_runs_shape *shapes;
    const gpuocc_runs_file_sums *files;
    const gpuocc_runs_file_time *times;
    uint64_t shape_count, file_count, time_count;
    uint64_t launches, time_ns;
} gpuocc_runs_contents;

/** The file that differs most from the average of the files, by the times of its shapes. */
typedef struct gpuocc_runs_different {
    uint32_t size;                     /**< of this struct, in bytes */
    const gpuocc_runs_file_sums *file; /**< NULL: all are alike, fewer than three, or lack times */
    const gpuocc_runs_shape *shape;    /**< whose time differs most */
    uint64_t difference_ns;            /**< the differences of all shapes */
    uint64_t time_ns, average_ns;      /**< of this shape */
} gpuocc_runs_different;

/** Makes shapes without launches, which take at most `most_bytes` of malloc(), or any number if
 * that is 0. This and the functions below return an enum gpuocc_runs_status, which is
 * GPUOCC_RUNS_ERROR_MEMORY if there is not enough memory: then nothing was added. */
GPUOCC_API int32_t gpuocc_runs_shapes_open(uint64_t most_bytes, gpuocc_runs_shapes **shapes);
GPUOCC_API void gpuocc_runs_shapes_close(gpuocc_runs_shapes *shapes);

/** Add a launch, and what a profile says about a GPU: for the callbacks of a reader. *index is set
 * to the index of the shape of the launch; it may be NULL. */
GPUOCC_API int32_t gpuocc_runs_shapes_launch(gpuocc_runs_shapes *shapes,
                                             const gpuocc_runs_launch *launch, uint32_t *index);
GPUOCC_API int32_t gpuocc_runs_shapes_device(gpuocc_runs_shapes *shapes,
                                             const gpuocc_runs_device *device);

/** Makes all shapes so far those of one file. */
GPUOCC_API int32_t gpuocc_runs_shapes_file(gpuocc_runs_shapes *shapes, const char *path);

/** Takes over the description of each GPU that has none from other shapes, by its number. */
GPUOCC_API int32_t gpuocc_runs_shapes_describe(gpuocc_runs_shapes *shapes,
                                               const gpuocc_runs_shapes *others);

/** Takes over, for each GPU that is without a description, that of the others if they are alike:
 * PyTorch's launches on ROCm count the GPUs in another way than its list of GPUs. *index is set to
 * that of a GPU that got one, or to GPUOCC_UNKNOWN. */
GPUOCC_API int32_t gpuocc_runs_shapes_describe_alike(gpuocc_runs_shapes *shapes, uint32_t *index);

/** Adds the launches and files of other shapes. After an error a part of them may be missing. */
GPUOCC_API int32_t gpuocc_runs_shapes_merge(gpuocc_runs_shapes *shapes,
                                            const gpuocc_runs_shapes *others);

/** Sorts by total time, the longest first. No shape can be added afterwards. */
GPUOCC_API int32_t gpuocc_runs_shapes_sort(gpuocc_runs_shapes *shapes);

/** Add what was read from a stored result: a GPU with this description, unless there is one; a
 * shape with its sums, whose GPU is one of these shapes; a file; the time of a shape in it. *index
 * is set to the index among `shapes`. */
GPUOCC_API int32_t gpuocc_runs_shapes_add_gpu(gpuocc_runs_shapes *shapes,
                                              const gpuocc_runs_device *gpu, uint32_t *index);
GPUOCC_API int32_t gpuocc_runs_shapes_add(gpuocc_runs_shapes *shapes,
                                          const gpuocc_runs_shape *shape, uint32_t *index);
GPUOCC_API int32_t gpuocc_runs_shapes_add_file(gpuocc_runs_shapes *shapes, const char *path,
                                               uint64_t launches, uint64_t time_ns);
GPUOCC_API int32_t gpuocc_runs_shapes_add_time(gpuocc_runs_shapes *shapes,
                                               const gpuocc_runs_file_time *time);

/** Gives what the shapes contain, and the file that differs most. */
GPUOCC_API int32_t gpuocc_runs_shapes_contents(const gpuocc_runs_shapes *shapes,
                                               gpuocc_runs_contents *contents);
GPUOCC_API int32_t gpuocc_runs_shapes_different(const gpuocc_runs_shapes *shapes,
                                                gpuocc_runs_different *different);

/** Sets what a group of a shape uses in two kernels for gpuocc_occupancy_init(): `low` with the
 * least shared memory in bytes that the profile allows, `high` with the most. On entry both have
 * their `size` and what is known otherwise, of the compiled kernel for example. What the profile
 * has replaces that; what it does not have stays, or is GPUOCC_UNKNOWN if it was 0. Shared
 * memory of which the profile has only the sum is dynamic: more than 48 KiB of a group must be
 * (CUDA C++ Programming Guide, Compute Capabilities, "Shared Memory"). `vendor` is the enum
 * gpuocc_vendor of the device, or GPUOCC_VENDOR_GENERIC: it decides which fields the registers
 * are in. Returns GPUOCC_RUNS_OK, GPUOCC_RUNS_ERROR_REQUIRED if a pointer is NULL, or
 * GPUOCC_RUNS_ERROR_SIZE if a kernel is smaller than gpuocc_kernel. */
GPUOCC_API int32_t gpuocc_runs_shape_kernel(const gpuocc_runs_shape_key *key, uint32_t vendor,
                                            gpuocc_kernel *low, gpuocc_kernel *high);

/** The results of libgpuocc for a shape, from low to high where they are ranges. A number is
 * GPUOCC_RUNS_NO_NUMBER if it is unknown or without bound. */
typedef struct gpuocc_runs_answer {
    uint32_t size;  /**< of this struct, in bytes */
    int32_t status; /**< negative: there is no occupancy */
    uint64_t waves_low, waves_high, max_waves_low, max_waves_high;
    uint64_t groups_low, groups_high;
    uint64_t device_low, device_high; /**< groups of the whole GPU */
    uint64_t waves_per_group, cores;
    uint64_t limiters; /**< set of enum gpuocc_limit; of a range all of them */
    uint64_t grid;     /**< groups of the grid */
} gpuocc_runs_answer;

/** What the results mean for the launches of a shape. Percentages are thousandths, or
 * GPUOCC_RUNS_NO_PERCENT. */
typedef struct gpuocc_runs_weight {
    uint32_t size;                    /**< of this struct, in bytes */
    uint32_t low, high;               /**< of the wave slots */
    uint32_t spread_low, spread_high; /**< with the groups of the grid spread over all cores */
    uint32_t partial;                 /**< 1: the whole grid is certainly less than one round */
    uint64_t tail_ns;                 /**< at most this is lost in a last round that is not full */
    uint32_t rounds_unknown;          /**< 1: the rounds are not known: tail_ns and partial are 0 */
    uint32_t partial_unknown;         /**< 1: the grid is perhaps less than one round */
} gpuocc_runs_weight;

/** The time of the shapes with the same limiters, the longest first; sets beyond are left out. */
#define GPUOCC_RUNS_LIMITS 64
typedef struct gpuocc_runs_limited {
    uint64_t set, time_ns, shapes;
} gpuocc_runs_limited;
typedef struct gpuocc_runs_limits {
    uint32_t count;
    gpuocc_runs_limited at[GPUOCC_RUNS_LIMITS];
} gpuocc_runs_limits;

/** Sums over shapes. Set `size`, and all else to 0, before the first. */
typedef struct gpuocc_runs_sums {
    uint32_t size; /**< of this struct, in bytes */
    uint64_t shapes, calls, timed, time_ns;
    uint64_t answered_ns; /**< of shapes with an occupancy, also a range */
    uint64_t refused, refused_ns;
    uint64_t tail_ns;                                   /**< at most */
    uint64_t partial_calls, partial_ns, partial_shapes; /**< less than one round */
    uint64_t quarter_low_ns, quarter_high_ns;           /**< below 25 %: certainly, at most */
    double weighted_low, weighted_high;                 /**< thousandths times ns, of answered_ns */
    double spread_low, spread_high;                     /**< the same of spread_ns */
    double said;                                        /**< of the profiler, over said_ns */
    uint64_t said_ns, spread_ns;
    uint64_t impossible_calls, impossible_ns, impossible_shapes; /**< no group fits on a core */
    gpuocc_runs_limits limits;     /**< of all shapes with an occupancy */
    gpuocc_runs_limits impossible; /**< of those of which no group fits */
    /** Of shapes whose rounds are not known, which tail_ns does not contain. */
    uint64_t rounds_unknown_calls, rounds_unknown_ns, rounds_unknown_shapes;
    /** Of shapes that are perhaps less than one round, also those whose rounds are not known. */
    uint64_t partial_unknown_calls, partial_unknown_ns, partial_unknown_shapes;
} gpuocc_runs_sums;

/** Derives what the results mean, and adds a shape with both to the sums. Return an enum
 * gpuocc_runs_status. */
GPUOCC_API int32_t gpuocc_runs_weigh(const gpuocc_runs_shape *shape,
                                     const gpuocc_runs_answer *answer, gpuocc_runs_weight *weight);
GPUOCC_API int32_t gpuocc_runs_sums_add(gpuocc_runs_sums *sums, const gpuocc_runs_shape *shape,
                                        const gpuocc_runs_answer *answer,
                                        const gpuocc_runs_weight *weight);

#ifdef __cplusplus
}
#endif

#endif
