/* SPDX-License-Identifier: MIT
 *
 * Declares the vendors. Each is defined in its own folder.
 */
#ifndef GOCC_REGISTRY_H
#define GOCC_REGISTRY_H

#include "device/rules.h"

extern const struct gocc_rules gocc_generic;
#define VENDOR(constant, folder) extern const struct gocc_rules gocc_##folder;
#include "vendors.def"
#undef VENDOR

#endif
