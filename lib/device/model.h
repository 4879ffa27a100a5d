/* SPDX-License-Identifier: MIT
 *
 * The internal representation of devices. The tables contain no pointers, so that they need no
 * relocation.
 */
#ifndef GOCC_MODEL_H
#define GOCC_MODEL_H

#include "gpuocc/device.h"

/* Groups of device fields that share a source. */
enum gocc_aspect {
    GOCC_ASPECT_WAVES,     /* wave sizes, wave slots, partitions, group sizes and group slots */
    GOCC_ASPECT_REGISTERS, /* vector registers */
    GOCC_ASPECT_SCALARS,
    GOCC_ASPECT_SHARED,      /* sizes of shared memory */
    GOCC_ASPECT_SHARED_UNIT, /* how it is allocated */
    GOCC_ASPECT_BARRIERS,    /* barriers and virtual resources */
    GOCC_ASPECT_OTHER,       /* clusters, lanes */
    GOCC_ASPECT_CORES,       /* core counts; from here on the figures of a product */
    GOCC_ASPECT_CLOCKS,      /* clock and bandwidth */
    GOCC_ASPECT_CACHES,
    GOCC_ASPECT_COUNT
};
#define GOCC_MODEL_ASPECTS GOCC_ASPECT_CORES

/* The origin of numbers: the index of the vendor's source (rules.h), and how reliable it is (enum
 * gpuocc_confidence). */
typedef uint16_t gocc_cite;
#define GOCC_CITE(source, confidence) ((gocc_cite)((source) << 3 | (confidence)))
#define GOCC_CITE_SOURCE(cite)        ((uint32_t)(cite) >> 3)
#define GOCC_CITE_CONFIDENCE(cite)    ((uint32_t)(cite)&7u)

/* The sources of a model, indexed by enum gocc_aspect. */
struct gocc_cites {
    gocc_cite cite[GOCC_MODEL_ASPECTS];
};

#define GOCC_POOL_SIZES  12
#define GOCC_GROUP_SIZES 28
#define GOCC_GRF_COUNTS  10
#define GOCC_GPCS        16

/* The lists of a model. A list ends at the first GOCC_LIST_END or at its full length. */
#define GOCC_LIST_END 0xffffu
struct gocc_lists {
    uint16_t shared_pool_sizes_kib[GOCC_POOL_SIZES];
    uint16_t shared_group_sizes_kib[GOCC_GROUP_SIZES];
    uint16_t grf_counts[GOCC_GRF_COUNTS];
    uint16_t waves_at_grf_count[GOCC_GRF_COUNTS];
};

/* The set of all wave sizes: powers of two from 1 (no waves) to 128. */
#define GOCC_WAVE_SIZES 255u

/* The numbers that determine occupancy, with the order and meaning of enum gpuocc_device_field. The
 * generation is not among them: architectures of several generations share a model. */
struct gocc_model {
    uint32_t wave_sizes;
    uint32_t default_wave_size;
    uint32_t max_threads_per_group;
    uint32_t max_groups_per_core;
    uint32_t partitions_per_core;
    uint32_t max_waves_per_partition;
    uint32_t registers_per_partition;
    uint32_t register_unit;
    uint32_t max_registers_per_thread;
    uint32_t max_registers_per_group;
    uint32_t max_accumulators_per_thread;
    uint32_t unified_accumulators;
    uint32_t scalar_registers_per_partition;
    uint32_t scalar_register_unit;
    uint32_t max_scalar_registers_per_wave;
    uint32_t fixed_scalar_registers_per_wave;
    uint32_t shared_pool_bytes;
    uint32_t max_shared_bytes_per_group;
    uint32_t default_shared_bytes_per_group;
    uint32_t shared_unit_bytes;
    uint32_t shared_reserved_bytes;
    uint32_t barriers_per_core;
    uint32_t virtual_resources_per_core;
    uint32_t cus_per_wgp;
    uint32_t dynamic_vgpr;
    uint32_t max_groups_per_cluster;
    uint32_t grf_bytes;
    uint32_t lanes_per_core;
    uint32_t max_groups_per_cluster_on_request;
    uint32_t max_clustered_groups_per_core;
    /* Not fields: the notes that every result for this model includes (1 << enum gpuocc_note), the
     * index in the vendor's lists (unused in a custom device), and 1 if the vendor's fast path
     * (rules.h) is correct for the model. */
    uint16_t notes;
    uint8_t lists, plain;
};

/* The figures of a product. GPUOCC_UNKNOWN: not published. */
struct gocc_figures {
    uint32_t core_count;
    uint32_t min_core_count;
    uint32_t clock_mhz;
    uint32_t memory_mb_per_s;
    uint32_t l2_kib;
    uint32_t last_level_kib;
};
#define GOCC_FIGURE_ASPECTS (GOCC_ASPECT_COUNT - GOCC_MODEL_ASPECTS)

/* The sources of a product's figures. */
struct gocc_figure_cites {
    gocc_cite cite[GOCC_FIGURE_ASPECTS];
};

/* Cores of each group of cores that a cluster cannot span, for a product for which they are known
 * or assumed; an empty list and a source if something else is known of them. */
struct gocc_gpcs {
    uint16_t product;
    gocc_cite cite;
    uint16_t cores[GOCC_GPCS];
};

#define GOCC_UNKNOWN_SMALL 0xffffu /* GPUOCC_UNKNOWN in 16 bits */

enum gocc_kind { GOCC_TARGET = 1, GOCC_PRODUCT = 2, GOCC_OWN = 3, GOCC_EMPTY = 4 };

/* The first member of every device; `kind` gives the type of the struct around it. */
struct gpuocc_device {
    uint8_t kind; /* enum gocc_kind */
    uint8_t vendor;
    uint16_t generation; /* GPUOCC_DEVICE_GENERATION */
};

/* An architecture, under the name that compilers use. Several targets can share a model. The table
 * has the targets first, then variants of them that only products refer to. */
struct gocc_target {
    struct gpuocc_device head;
    uint8_t model, cites;  /* rows of the vendor's tables */
    uint16_t name, family; /* offsets in the vendor's texts */
};

struct gocc_product {
    struct gpuocc_device head;
    uint8_t target;
    uint8_t variant; /* the target or variant that provides the model */
    uint8_t cites;   /* row of the vendor's table */
    uint16_t name;   /* offset in the vendor's texts */
    /* struct gocc_figures; GOCC_UNKNOWN_SMALL: not published */
    uint16_t core_count, min_core_count, clock_mhz;
    uint32_t memory_mb_per_s, l2_kib, last_level_kib;
};

/* What a name or id refers to: the kind and row of a table, in 16 bits. */
enum gocc_row_kind {
    GOCC_ROW_NONE = 0, /* the name is known, but there is no model */
    GOCC_ROW_TARGET = GOCC_TARGET,
    GOCC_ROW_PRODUCT = GOCC_PRODUCT,
    GOCC_ROW_BOARD = 3 /* only the target of the board is known; the target's row */
};
#define GOCC_ROW(kind, index) ((uint16_t)((uint32_t)(kind) << 14 | (uint32_t)(index)))
#define GOCC_ROW_KIND(row)    ((uint32_t)(row) >> 14)
#define GOCC_ROW_INDEX(row)   ((uint32_t)(row)&0x3fffu)

/* A name and what it refers to. The names are in the order of their normalised spelling
 * (search/normalise.h), those of targets and products as they are written, all others normalised.
 * A name of several rows is there once for each. */
struct gocc_name {
    uint16_t text; /* offset in the vendor's texts */
    uint16_t row;
};

/* PCI ids `first` to `first` + `count` - 1 of one row, in any revision or in one. */
#define GOCC_ANY_REVISION 0xfeu /* no row has this revision */
struct gocc_pci {
    uint16_t first;
    uint16_t row;
    uint8_t count, revision;
};

/* A custom device, in the caller's memory. */
struct gocc_own {
    struct gpuocc_device head;
    char name[48];
    char architecture[18];
    char family[24];
    struct gocc_model model;
    struct gocc_lists lists;
    struct gocc_figures figures;
    struct gocc_cites cites;
    gocc_cite figure_cite[GOCC_FIGURE_ASPECTS];
    uint16_t cores_per_gpc[GOCC_GPCS];
    gocc_cite gpc_cite;
    uint8_t source_vendor;                    /* the vendor whose sources the cites refer to */
    uint8_t given[GPUOCC_DEVICE_FIELD_COUNT]; /* 1: set by the caller */
};

#endif
