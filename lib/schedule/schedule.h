/* SPDX-License-Identifier: MIT */
#ifndef GOCC_SCHEDULE_H
#define GOCC_SCHEDULE_H

#include "gpuocc/schedule.h"

/* The value of groups_per_core if there is an answer for the whole device only. */
#define GOCC_NO_GROUPS GPUOCC_UNKNOWN

struct gpuocc_schedule {
    uint64_t groups;
    uint64_t resident;   /* resident groups of the whole GPU */
    uint64_t wave_slots; /* of the whole GPU */
    uint32_t cores;
    uint32_t groups_per_core; /* may be GOCC_NO_GROUPS */
    uint32_t waves_per_group; /* at least 1 */
    uint32_t waves_per_core;
    uint32_t slots_limit; /* 1: wave slots are the only limiting resource of a core */
    uint32_t unused;
};

/* Size of the public type in bytes, fixed for the major version. */
#define GOCC_SCHEDULE_BYTES 256u
typedef char gocc_schedule_fits[sizeof(gpuocc_schedule) <= GOCC_SCHEDULE_BYTES ? 1 : -1];

#endif
