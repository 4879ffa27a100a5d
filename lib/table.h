/* SPDX-License-Identifier: MIT
 *
 * Shorthand for the vendors' tables.
 */
#ifndef GOCC_TABLE_H
#define GOCC_TABLE_H

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

/* A member's name from the line of a row: one row a line. */
#define GOCC_ALIAS_MEMBER_(line) line_##line
#define GOCC_ALIAS_MEMBER(line)  GOCC_ALIAS_MEMBER_(line)

/* Lists of a vendor whose models have none. */
#define GOCC_NO_LISTS                                                                              \
    {                                                                                              \
        GOCC_EMPTY, GOCC_EMPTY, GOCC_EMPTY, GOCC_EMPTY                                             \
    }

#define GOCC_COUNT(table) ((uint16_t)(sizeof(table) / sizeof((table)[0])))

#endif
