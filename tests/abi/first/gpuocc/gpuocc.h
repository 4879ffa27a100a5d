/* SPDX-License-Identifier: MIT */
/* Written by scripts/abi_snapshot. */
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
