/* SPDX-License-Identifier: MIT
 *
 * Shorthand for the vendors' tables.
 */
#ifndef GOCC_TABLE_H
#define GOCC_TABLE_H

#include "gpuocc/latency.h"
#include "rules.h"

/* Confidence as the references mark it. */
#define GOCC_A   GPUOCC_CONFIDENCE_VENDOR
#define GOCC_B   GPUOCC_CONFIDENCE_TWO_SOURCES
#define GOCC_C   GPUOCC_CONFIDENCE_ONE_SOURCE
#define GOCC_D   GPUOCC_CONFIDENCE_UNVERIFIED

#define GOCC_KIB 1024u

/* A list element; an initialiser that names fewer elements than the list has needs END as its
 * last, because what is not named is 0, which is an element. */
#define GOCC_END GOCC_LIST_END
#define GOCC_EMPTY                                                                                 \
    {                                                                                              \
        GOCC_LIST_END                                                                              \
    }

/* A row of the latency model: of architectures, and the bandwidth that a product has reached. */
#define GOCC_MILLI(number) ((uint32_t)((number)*1000.0 + 0.5))
#define GOCC_SPREAD(first, last, what, least, usual, most, from_, mark)                            \
    {                                                                                              \
        .low = GOCC_MILLI(least), .value = GOCC_MILLI(usual), .high = GOCC_MILLI(most),            \
        .from = (first), .to = (last), .constant = (uint8_t)(what), .cite = {from_, mark}          \
    }
#define GOCC_BOARD(index, gb_per_s, from_)                                                         \
    {                                                                                              \
        .low = GOCC_MILLI(gb_per_s), .value = GOCC_MILLI(gb_per_s), .high = GOCC_MILLI(gb_per_s),  \
        .product = 1 + (index), .constant = GPUOCC_CONSTANT_DRAM_GB_PER_S, .cite = {from_, GOCC_C} \
    }

#define GOCC_COUNT(table) ((uint16_t)(sizeof(table) / sizeof((table)[0])))

#endif
