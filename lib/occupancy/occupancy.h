/* SPDX-License-Identifier: MIT */
#ifndef GOCC_OCCUPANCY_H
#define GOCC_OCCUPANCY_H

#include "device/rules.h"
#include "occupancy/use.h"

/* Most kernels take the fast path, which computes the answer only. The other results are computed
 * when they are requested. */
struct gpuocc_occupancy {
    gpuocc_answer answer;
    uint32_t whole; /* 1: all members are set; 0: device, convention and kernel as given */
    struct gocc_question question;
    struct gocc_placement low, high; /* high: only set for a range */
};

/* Size of the public type in bytes, fixed for the major version. */
#define GOCC_OCCUPANCY_BYTES 2048u
typedef char gocc_occupancy_fits[sizeof(gpuocc_occupancy) <= GOCC_OCCUPANCY_BYTES ? 1 : -1];

/* Computes an occupancy with all of its results. The device must not be NULL. Reports an error if
 * it rejects the kernel. */
int32_t gocc_occupancy_fill(gpuocc_occupancy *occ, const gpuocc_device *device, uint32_t convention,
                            const gpuocc_kernel *kernel, gpuocc_error *error);

/* Returns an occupancy with all of its results: the given one if it has them, else `scratch`, into
 * which they are computed. */
const gpuocc_occupancy *gocc_occupancy_whole(const gpuocc_occupancy *occupancy,
                                             gpuocc_occupancy *scratch);

/* The fast path for a kernel as the caller wrote it. Returns 0 if there is none (rules.h). */
static inline int gocc_fast(const gpuocc_device *device, uint32_t convention,
                            const gpuocc_kernel *kernel, gpuocc_answer *answer)
{
    const struct gocc_rules *rules = gocc_vendors[device->vendor];
    const struct gocc_model *model;

    if (kernel->size != sizeof *kernel || convention >= GPUOCC_CONVENTION_COUNT ||
        (rules->conventions >> convention & 1) == 0)
        return 0;
    model = gocc_model_of(rules, device);
    return model->plain && rules->hooks->fast(device, model, convention, kernel, answer);
}

#endif
