/* SPDX-License-Identifier: MIT
 *
 * Shorthand for the vendors' tables.
 */
#ifndef GOCC_TABLE_H
#define GOCC_TABLE_H

#include "gpuocc/latency.h"
#include "device/rules.h"

#define GOCC_KIB          1024u

#define GOCC_COUNT(table) ((uint16_t)(sizeof(table) / sizeof((table)[0])))

#endif
