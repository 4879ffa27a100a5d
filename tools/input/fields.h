/* SPDX-License-Identifier: MIT
 *
 * From the words of a user to the fields of a question: the one place that reads a name or a
 * value, for options and for CSV alike.
 */
#ifndef TOOL_FIELDS_H
#define TOOL_FIELDS_H

#include <stddef.h>
#include <stdint.h>

#include "output/text.h"

enum field_kind {
    FIELD_NONE,
    FIELD_KERNEL, /* `number` is an enum gpuocc_kernel_field */
    FIELD_EDIT,   /* `number` is an enum gpuocc_device_field */
    FIELD_DEVICE,
    FIELD_CONVENTION,
    FIELD_GRID
};

struct field {
    enum field_kind kind;
    uint32_t number;
};

/* What was written for a field. */
enum given {
    GIVEN_NOT, /* nothing: the default holds */
    GIVEN_ZERO,
    GIVEN_UNKNOWN,
    GIVEN_NUMBER
};

/* The longest list that a field takes here; the library's own bounds are lower. */
#define FIELD_VALUES 64

struct field_value {
    enum given given;
    uint32_t count; /* of `values`: 1, or the elements of a list */
    uint64_t values[FIELD_VALUES];
};

/* The field of a name in the spelling of the library ("registers_per_thread"). `device_` before
 * the name of a device's field means the device's, where a kernel has one of that name too. */
struct field field_find(const char *name, size_t length);

/* The same, or one of the short names of the command line ("registers"), or what another tool calls
 * it ("vgprs"). */
struct field field_find_short(const char *name, size_t length);

/* The field that other tools call so, FIELD_NONE if there is none. */
struct field field_find_other(const char *name, size_t length);

/* A field of the device: what --set takes. */
struct field field_find_edit(const char *name, size_t length);

/* What a name was meant for: the field, and the name or short name of it that is near. */
struct near {
    struct field field;
    const char *name;
};

/* The nearest name to one that was not found, or FIELD_NONE if none is near: the same but for case
 * and separators, or a few letters off. Of fields of one kind only, unless that is FIELD_NONE. */
struct near field_near(const char *name, size_t length, enum field_kind kind);

/* The name of a field as it stands in messages. */
const char *field_name(struct field field);

/* The short name that stands for a field, NULL if there is none. */
const char *field_short(struct field field);

/* What other tools call the field: the name of an index, NULL after the last one. */
const char *field_other(struct field field, size_t index);

/* Edits from one name to another, NAME_FAR if there are that many or more, or a name is too long.
 */
#define NAME_FAR 3u
unsigned name_distance(const char *a, size_t a_length, const char *b, size_t b_length);

/* Whether two names are equal except for case and the separators between words. */
int name_same(const char *a, size_t a_length, const char *b);

/* Reads a number: decimal or 0x; if `sizes` also with a unit of 1024 (K, KB, KiB), 1024 * 1024 (M,
 * MB, MiB) or 1024 * 1024 * 1024 bytes (G, GB, GiB). Returns 0, or a negative status. */
int32_t number_read(const char *text, size_t length, int sizes, uint64_t max, uint64_t *number);

/* Reads the product of one to three dimensions: "16x16", "8,8,4". Returns 0, or a negative status;
 * *need says what is wrong with the dimensions where it is not a number of them. */
int32_t product_read(const char *text, size_t length, uint64_t max, uint64_t *number,
                     const char **need);

/* Reads the value of a field other than FIELD_DEVICE and FIELD_CONVENTION. Returns 0, or a
 * negative status with a sentence added to `message`. */
int32_t field_read(struct field field, const char *text, size_t length, struct field_value *value,
                   struct text *message);

/* The part of a text between the blanks at its ends. */
const char *trim(const char *text, size_t *length);

#endif
