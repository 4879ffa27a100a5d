/* SPDX-License-Identifier: MIT */
#ifndef GOCC_OCCUPANCY_H
#define GOCC_OCCUPANCY_H

#include "rules.h"

struct gpuocc_occupancy {
    struct gocc_question question;
    uint32_t range; /* 1: `high` is filled too */
    struct gocc_placement low, high;
};

#endif
