/* SPDX-License-Identifier: MIT
 *
 * libgpuocc: how many groups of a kernel fit on a core of a GPU, and what stops the next one.
 * This header includes all others.
 */
#ifndef GPUOCC_H
#define GPUOCC_H

#include "status.h"
#include "names.h"
#include "device.h"
#include "occupancy.h"
#include "advice.h"
#include "plan.h"
#include "schedule.h"
#include "scaling.h"
#include "counts.h"
#include "constants.h"
#include "latency.h"
#include "order.h"

#endif
