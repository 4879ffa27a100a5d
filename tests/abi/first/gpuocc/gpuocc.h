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
#include "constants.h"
#include "latency.h"
#include "estimate.h"
#include "counts.h"
#include "little.h"
#include "order.h"
#include "scaling.h"
#endif
