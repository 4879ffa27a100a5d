/* SPDX-License-Identifier: MIT */
#ifndef GOCC_OCCUPANCY_H
#define GOCC_OCCUPANCY_H

#include "device/rules.h"
#include "occupancy/use.h"

/* Most questions have a short form; what else can be asked about them is made when it is asked. */
struct gpuocc_occupancy {
    gpuocc_answer answer;
    uint32_t whole; /* 1: all that follows is there; 0: device, convention and kernel as given */
    struct gocc_question question;
    struct gocc_placement low, high; /* high: only if the question is a range */
};

/* Bytes of the public type, fixed for the major version. */
#define GOCC_OCCUPANCY_BYTES 2048u
typedef char gocc_occupancy_fits[sizeof(gpuocc_occupancy) <= GOCC_OCCUPANCY_BYTES ? 1 : -1];

/* How many indices a result has. */
static inline uint32_t gocc_result_indices(uint32_t result)
{
    const int by_limit = (result >= GPUOCC_RESULT_LIMIT && result <= GPUOCC_RESULT_CAPACITY) ||
                         result == GPUOCC_RESULT_UNUSED || result == GPUOCC_RESULT_WASTED;

    return by_limit ? GPUOCC_LIMIT_COUNT : 1;
}

/* Makes an occupancy with all results. The device may not be NULL; a kernel that it refuses gives
 * an error. */
int32_t gocc_occupancy_fill(gpuocc_occupancy *occ, const gpuocc_device *device, uint32_t convention,
                            const gpuocc_kernel *kernel, gpuocc_error *error);

/* The occupancy with all that belongs to it: itself, or made in `scratch`. */
const gpuocc_occupancy *gocc_occupancy_whole(const gpuocc_occupancy *occupancy,
                                             gpuocc_occupancy *scratch);

/* The short answer to a kernel as the caller gave it; 0: it has none (rules.h). */
static inline int gocc_fast(const gpuocc_device *device, uint32_t convention,
                            const gpuocc_kernel *kernel, gpuocc_answer *answer)
{
    const struct gocc_rules *rules = gocc_vendors[device->vendor];
    const struct gocc_model *model;

    if (kernel->size != sizeof *kernel || convention >= GPUOCC_CONVENTION_COUNT ||
        (rules->conventions >> convention & 1) == 0)
        return 0;
    model = gocc_model_of(rules, device);
    return model->plain && rules->fast(device, model, convention, kernel, answer);
}

#endif
