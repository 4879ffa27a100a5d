/* SPDX-License-Identifier: MIT */
#ifndef GOCC_LAUNCH_H
#define GOCC_LAUNCH_H

#include "device/rules.h"

/* Largest group of this kernel, in threads, of which at least one fits on a core; 0: none.
 * `sure`: of which that is known. No group of more than `most` threads launches; they are no more
 * than the device has. Nothing of the question may be unknown but threads_per_group. */
uint32_t gocc_max_launchable(const struct gocc_question *question, uint32_t most, int sure);

#endif
