/* SPDX-License-Identifier: MIT
 *
 * Names of a vendor: of its targets, its products, and other ones, in this order.
 */
#ifndef GOCC_TEXTS_H
#define GOCC_TEXTS_H

#include "device/rules.h"

/* Bytes of the longest name with what is before it. */
#define GOCC_NAME_ROOM 68u

/* Where the name of a number begins, and the row of the alias before it. */
struct gocc_name_place {
    uint32_t number, at, row;
};

uint32_t gocc_name_count(const struct gocc_rules *rules);

struct gocc_name_place gocc_name_place(const struct gocc_rules *rules, uint32_t number);

/* The name of a place, in the buffer, and its row. "" is another row of the name before. Moves the
 * place to the next name. */
const char *gocc_name_next(const struct gocc_rules *rules, struct gocc_name_place *place,
                           uint16_t *row, char buffer[GOCC_NAME_ROOM]);

/* The name of a number. */
const char *gocc_name_at(const struct gocc_rules *rules, uint32_t number, uint16_t *row,
                         char buffer[GOCC_NAME_ROOM]);

#endif
