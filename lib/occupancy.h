/* SPDX-License-Identifier: MIT */
#ifndef GOCC_OCCUPANCY_H
#define GOCC_OCCUPANCY_H

#include "rules.h"

struct gpuocc_occupancy {
    struct gocc_question question;
    struct gocc_placement low, high; /* high: only if the question is a range */
};

#endif
