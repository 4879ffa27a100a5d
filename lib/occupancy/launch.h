/* SPDX-License-Identifier: MIT */
#ifndef GOCC_LAUNCH_H
#define GOCC_LAUNCH_H

#include "device/rules.h"

/* Returns the largest group size, in threads, for which at least one group fits on a core; 0 if
 * there is none. With `sure`, the largest that certainly launches. `most` is an upper bound that is
 * not above the device's own. No field except threads_per_group may be unknown. */
uint32_t gocc_max_launchable(const struct gocc_question *question, uint32_t most, int sure);

#endif
