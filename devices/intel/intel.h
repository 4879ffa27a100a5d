/* SPDX-License-Identifier: MIT */
#ifndef GOCC_INTEL_H
#define GOCC_INTEL_H

#include "registry.h"
#include "device/table.h"

/* How the largest group that a kernel may be launched with is determined. */
enum gocc_intel_group_rule {
    GOCC_INTEL_GROUP_DEVICE, /* the device's limit */
    GOCC_INTEL_GROUP_HALF,   /* half of it from 256 GRF on, except with SIMD32 */
    GOCC_INTEL_GROUP_WAVES,  /* the same, and hardware threads by GRF count and SIMD width */
    GOCC_INTEL_GROUP_CRI     /* the same, with the hardware threads of Crescent Island */
};

/* How compute-runtime (NEO) counts the groups of cooperative kernels. */
enum gocc_intel_neo {
    GOCC_INTEL_NEO_UNKNOWN, /* this version does not support the device */
    GOCC_INTEL_NEO_ONE,
    GOCC_INTEL_NEO_COUNT
};

/* Rows of the calculator's constants, and of the driver's own hardware threads (tools.c). */
enum {
    GOCC_INTEL_PAGE_GEN9 = 1,
    GOCC_INTEL_PAGE_XE_LP,
    GOCC_INTEL_PAGE_XE_HPG,
    GOCC_INTEL_PAGE_PVC,
    GOCC_INTEL_PAGE_XE2
};
enum { GOCC_INTEL_NEO_DEVICE, GOCC_INTEL_NEO_NVL, GOCC_INTEL_NEO_CRI };

/* The properties that depend on the IP release only; they apply to all models of these
 * generations. */
struct gocc_intel_family {
    uint16_t last;        /* last generation; the row begins after that of the row before */
    uint16_t neo_slm_kib; /* SLM per core in NEO's group count */
    uint8_t neo_22_43, neo;
    uint8_t group_rule;
    uint8_t slm_notes;    /* for a kernel that uses SLM */
    uint8_t slm_at_least; /* 1: more SLM is programmable, but not proven to exist */
    uint8_t page_row;     /* 1 + row of the calculator's constants; 0: not in the calculator */
    uint8_t neo_slots;    /* 1 + row of the driver's own hardware threads; 0: the device's */
    uint8_t tile_cores;   /* most cores of a tile; 0: the device is one tile */
};

const struct gocc_intel_family *gocc_intel_family(const gpuocc_device *device);

/* Returns the row of the smallest GRF count that is at least this one. */
uint32_t gocc_intel_mode(const struct gocc_lists *lists, uint32_t grf_count);

/* The number of barriers that a kernel can name (descriptor of Xe-HPC and later). */
#define GOCC_INTEL_BARRIERS_NAMED 32u

/* Returns the GRF count of a kernel; 0 selects the default. */
uint32_t gocc_intel_grf_count(const struct gocc_model *model, uint32_t grf_count);

/* Returns the largest group, in threads, of a kernel with this SIMD width in this mode (a GRF
 * count). */
uint32_t gocc_intel_largest_group(const gpuocc_device *device, const struct gocc_model *model,
                                  uint32_t wave_size, uint32_t mode);

/* Returns the SLM that a group allocates, according to the list, or on a custom device without a
 * list, to the unit. */
uint32_t gocc_intel_slm_allocated(const struct gocc_model *model, const struct gocc_lists *lists,
                                  uint32_t bytes);

/* The IP releases, each with its target, and the products for which the calculator has a wrong
 * number of hardware threads, each with this number. The last row of each is 0. */
extern const uint8_t gocc_intel_versions[][3];
extern const uint16_t gocc_intel_calculator_slots[][2];

/* Returns the smallest size of a list that is at least the request, or the request if there is
 * none; 0 for 0. */
uint32_t gocc_intel_slm_bytes(const uint16_t *sizes_kib, uint32_t length, uint32_t bytes);

const struct gocc_field_rule *gocc_intel_fields(uint32_t convention);
void gocc_intel_narrow(const struct gocc_question *question, uint32_t field, uint32_t *least,
                       uint32_t *most);
int32_t gocc_intel_admit(struct gocc_question *question, gpuocc_error *error);
void gocc_intel_evaluate(const struct gocc_question *question, struct gocc_use *use);
void gocc_intel_finish(const struct gocc_question *question, const struct gocc_use *use,
                       struct gocc_placement *placement);
uint32_t gocc_intel_verify(uint32_t generation, const struct gocc_model *model,
                           const struct gocc_lists *lists, struct gocc_wrong *wrong);
int gocc_intel_plain(uint32_t generation, const struct gocc_model *model,
                     const struct gocc_lists *lists);
int gocc_intel_fast(const gpuocc_device *device, const struct gocc_model *model,
                    uint32_t convention, const gpuocc_kernel *kernel, gpuocc_answer *answer);
void gocc_intel_plain_use(const gpuocc_device *device, const struct gocc_model *model,
                          uint32_t convention, const gpuocc_kernel *kernel, struct gocc_use *use);
uint32_t gocc_intel_parse(const char *name, size_t length);

int32_t gocc_intel_admit_tool(const struct gocc_question *question, gpuocc_error *error);
void gocc_intel_evaluate_calculator(const struct gocc_question *question, struct gocc_use *use);
void gocc_intel_evaluate_neo(const struct gocc_question *question, struct gocc_use *use);
void gocc_intel_finish_neo(const struct gocc_question *question, struct gocc_placement *placement);

#endif
