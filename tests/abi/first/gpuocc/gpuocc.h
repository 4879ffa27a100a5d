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
#include "latency.h"
#endif
