/* SPDX-License-Identifier: MIT
 *
 * The device fields: where each is stored and which source it shares.
 */
#ifndef GOCC_FIELDS_H
#define GOCC_FIELDS_H

#include "device/model.h"

enum gocc_place_of_field {
    GOCC_FIELD_NONE = 0, /* the number is not in use */
    GOCC_FIELD_HEAD,     /* the vendor */
    GOCC_FIELD_GENERATION,
    GOCC_FIELD_MODEL,      /* uint32_t at an offset of the model */
    GOCC_FIELD_MODEL_LIST, /* uint16_t at an offset of the lists */
    GOCC_FIELD_FIGURE,     /* uint32_t at an offset of the figures */
    GOCC_FIELD_GPCS
};

struct gocc_field {
    uint16_t offset;
    uint8_t length; /* of a list, in elements */
    uint8_t where;  /* enum gocc_place_of_field */
    uint8_t aspect; /* enum gocc_aspect */
};

/* Indexed by field number; unused numbers have GOCC_FIELD_NONE. */
extern const struct gocc_field gocc_fields[GPUOCC_DEVICE_FIELD_COUNT];

/* Returns the field with a number; NULL if there is none. */
static inline const struct gocc_field *gocc_field_of(uint32_t number)
{
    if (number >= GPUOCC_DEVICE_FIELD_COUNT || gocc_fields[number].where == GOCC_FIELD_NONE)
        return NULL;
    return &gocc_fields[number];
}

#endif
