/* SPDX-License-Identifier: MIT */
#ifndef GOCC_SCHEDULE_H
#define GOCC_SCHEDULE_H

#include "gpuocc/schedule.h"

/* Groups of a core, where only the whole device is answered for. */
#define GOCC_NO_GROUPS GPUOCC_UNKNOWN

struct gpuocc_schedule {
    uint64_t groups;
    uint64_t resident;   /* groups on the whole GPU at once */
    uint64_t wave_slots; /* of the whole GPU */
    uint32_t cores;
    uint32_t groups_per_core; /* GOCC_NO_GROUPS possible */
    uint32_t waves_per_group; /* at least 1 */
    uint32_t waves_per_core;
    uint32_t slots_limit; /* 1: nothing but wave slots stops the next group of a core */
    uint32_t unused;
};

/* Bytes of the public type, fixed for the major version. */
#define GOCC_SCHEDULE_BYTES 256u
typedef char gocc_schedule_fits[sizeof(gpuocc_schedule) <= GOCC_SCHEDULE_BYTES ? 1 : -1];

#endif
