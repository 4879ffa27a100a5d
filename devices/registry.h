/* SPDX-License-Identifier: MIT
 *
 * The vendors. Each is defined in its own folder.
 */
#ifndef GOCC_REGISTRY_H
#define GOCC_REGISTRY_H

#include "rules.h"

extern const struct gocc_rules gocc_generic;
extern const struct gocc_rules gocc_nvidia;
extern const struct gocc_rules gocc_amd;
extern const struct gocc_rules gocc_intel;
extern const struct gocc_rules gocc_apple;

#endif
