/* SPDX-License-Identifier: MIT
 *
 * libgpuocc: the occupancy of a kernel on a GPU, the limiting resource, and what to change. This
 * header includes all others of the library.
 *
 * Terms: group = block = work-group = threadgroup; wave = warp = wavefront = sub-group =
 * SIMD-group; core = SM = CU or WGP = Xe core = GPU core; shared memory = LDS = SLM = threadgroup
 * memory.
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
#include "latency.h"

#endif
