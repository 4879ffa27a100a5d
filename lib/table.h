/* SPDX-License-Identifier: MIT
 *
 * Shorthand for the vendors' tables.
 */
#ifndef GOCC_TABLE_H
#define GOCC_TABLE_H

#include "gpuocc/latency.h"
#include "rules.h"

/* In a list of sources: the document of the row before. */
#define SAME GOCC_SAME_DOCUMENT

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

/* A member's name from the line of a row: one row a line. */
#define GOCC_ALIAS_MEMBER_(line) line_##line
#define GOCC_ALIAS_MEMBER(line)  GOCC_ALIAS_MEMBER_(line)

/* Lists of a vendor whose models have none. */
#define GOCC_NO_LISTS                                                                              \
    {                                                                                              \
        GOCC_EMPTY, GOCC_EMPTY, GOCC_EMPTY, GOCC_EMPTY                                             \
    }

/* A number of at most three decimals that fits 14 bits in one of four units. */
#define GOCC_UNITS(number, unit, code)                                                             \
    ((uint16_t)((uint16_t)((number) / (unit) + 0.5) | (code) << GOCC_DECIMAL_BITS))
/* Compared as integers, because not every compiler compares constants that are doubles. */
#define GOCC_THOUSANDTHS(number) ((uint32_t)((number)*1000.0 + 0.5))
#define GOCC_DECIMAL(number)                                                                       \
    (GOCC_THOUSANDTHS(number) < 16384u      ? GOCC_UNITS(number, 0.001, 0)                         \
     : GOCC_THOUSANDTHS(number) < 1638400u  ? GOCC_UNITS(number, 0.1, 1)                           \
     : GOCC_THOUSANDTHS(number) < 16384000u ? GOCC_UNITS(number, 1.0, 2)                           \
                                            : GOCC_UNITS(number, 16.0, 3))

/* Rows of the latency model: of architectures, of their waves of one size, and the bandwidth that a
 * product has reached. */
#define GOCC_SPREAD(first, last, what, least, usual, most, from_, mark)                            \
    {                                                                                              \
        .low = GOCC_DECIMAL(least), .value = GOCC_DECIMAL(usual), .high = GOCC_DECIMAL(most),      \
        .from = (first), .to = (last), .constant = (uint8_t)(what), .cite = {                      \
            from_,                                                                                 \
            mark                                                                                   \
        }                                                                                          \
    }
#define GOCC_WIDTH(first, last, what, size, number, from_, mark)                                   \
    {                                                                                              \
        .low = GOCC_DECIMAL(number), .value = GOCC_DECIMAL(number), .high = GOCC_DECIMAL(number),  \
        .from = (first), .to = (last), .constant = (uint8_t)(what), .wave_size = (size), .cite = { \
            from_,                                                                                 \
            mark                                                                                   \
        }                                                                                          \
    }
#define GOCC_BOARD(index, gb_per_s, from_)                                                         \
    {                                                                                              \
        .low = GOCC_DECIMAL(gb_per_s), .value = GOCC_DECIMAL(gb_per_s),                            \
        .high = GOCC_DECIMAL(gb_per_s), .from = (index), .to = 0,                                  \
        .constant = GPUOCC_CONSTANT_DRAM_GB_PER_S, .cite = {                                       \
            from_,                                                                                 \
            GOCC_C                                                                                 \
        }                                                                                          \
    }

#define GOCC_COUNT(table) ((uint16_t)(sizeof(table) / sizeof((table)[0])))

#endif
