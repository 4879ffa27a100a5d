/* SPDX-License-Identifier: MIT
 *
 * Decodes the names of the tables into a buffer.
 */
#include "device/texts.h"

uint32_t gocc_name_count(const struct gocc_rules *rules)
{
    return (uint32_t)rules->target_count + rules->product_count + rules->alias_count;
}

/* Moves the row by the step that precedes the name of an alias. Returns the name. */
static const char *take_step(const char *text, uint32_t *row)
{
    if (*text != GOCC_NO_STEP) {
        *row += (uint32_t)*text - GOCC_STEP_ZERO;
        return text + 1;
    }
    *row =
        ((uint32_t)text[1] & 63) << 12 | ((uint32_t)text[2] & 63) << 6 | ((uint32_t)text[3] & 63);
    return text + 4;
}

/* Decodes the first `size` bytes of a name and the step before it, and moves to the next name. */
static const char *next(const struct gocc_rules *rules, struct gocc_name_place *place, char *buffer,
                        size_t size)
{
    const struct gocc_coded coded = {gocc_name_counts(rules), gocc_name_bits(rules),
                                     rules->name_symbol_bits, rules->name_least_bits};
    const uint32_t number = place->number++;

    if (number % GOCC_NAMES == 0)
        place->at = gocc_names(rules)[number / GOCC_NAMES].at * 8u;
    if (number >= (uint32_t)rules->target_count + rules->product_count) {
        (void)gocc_decode(&coded, &place->at, buffer, size);
        return take_step(buffer, &place->row);
    }
    /* Targets and products have no step: if only that is wanted, nothing is decoded. */
    (void)gocc_decode(&coded, &place->at, buffer, size == GOCC_STEP_BYTES ? 0 : size);
    return buffer;
}

struct gocc_name_place gocc_name_place(const struct gocc_rules *rules, uint32_t number)
{
    struct gocc_name_place place = {number - number % GOCC_NAMES, 0,
                                    gocc_names(rules)[number / GOCC_NAMES].row};
    char step[GOCC_STEP_BYTES];

    /* Of the names before it, only the steps are needed. */
    while (place.number != number)
        (void)next(rules, &place, step, sizeof step);
    return place;
}

const char *gocc_name_next(const struct gocc_rules *rules, struct gocc_name_place *place,
                           uint16_t *row, char buffer[GOCC_NAME_ROOM])
{
    const uint32_t number = place->number;
    const char *name = next(rules, place, buffer, GOCC_NAME_ROOM);

    if (number < rules->target_count)
        *row = GOCC_ROW(GOCC_ROW_TARGET, number);
    else if (number - rules->target_count < rules->product_count)
        *row = GOCC_ROW(GOCC_ROW_PRODUCT, number - rules->target_count);
    else
        *row = (uint16_t)place->row;
    return name;
}

const char *gocc_name_at(const struct gocc_rules *rules, uint32_t number, uint16_t *row,
                         char buffer[GOCC_NAME_ROOM])
{
    struct gocc_name_place place = gocc_name_place(rules, number);

    return gocc_name_next(rules, &place, row, buffer);
}
