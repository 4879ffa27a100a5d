/* SPDX-License-Identifier: MIT
 *
 * The names of a vendor: first its targets, then its products, then the aliases. A name is
 * identified by its number in this order.
 */
#ifndef GOCC_TEXTS_H
#define GOCC_TEXTS_H

#include "device/rules.h"

/* Bytes of the longest name with the step before it and the NUL. */
#define GOCC_NAME_ROOM 68u

/* A position in the names: the number of a name, the bit at which it begins, and the row of the
 * alias before it. */
struct gocc_name_place {
    uint32_t number, at, row;
};

uint32_t gocc_name_count(const struct gocc_rules *rules);

struct gocc_name_place gocc_name_place(const struct gocc_rules *rules, uint32_t number);

/* Reads the name at a position into the buffer, sets its row, and moves to the next name. The name
 * "" means another row of the name before. */
const char *gocc_name_next(const struct gocc_rules *rules, struct gocc_name_place *place,
                           uint16_t *row, char buffer[GOCC_NAME_ROOM]);

/* Reads the name with a number. */
const char *gocc_name_at(const struct gocc_rules *rules, uint32_t number, uint16_t *row,
                         char buffer[GOCC_NAME_ROOM]);

#endif
