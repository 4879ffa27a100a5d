/* SPDX-License-Identifier: MIT
 *
 * Maps the user's words to the fields of a question. Names and values of options and of CSV are
 * read here.
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

/* What was given for a field. */
enum given {
    GIVEN_NOT, /* nothing: the default applies */
    GIVEN_ZERO,
    GIVEN_UNKNOWN,
    GIVEN_NUMBER
};

/* The largest number of a field that is not one of the library's two markers. */
#define FIELD_LARGEST 0xfffffffdu

/* The longest list that can be read; the library's limits are lower. */
#define FIELD_VALUES 64

/* Dimensions of a group or a grid. */
#define FIELD_DIMENSIONS 3u

struct field_value {
    enum given given;
    uint32_t count; /* number of `values`: 1, or the elements of a list */
    uint64_t values[FIELD_VALUES];
    uint64_t shape[FIELD_DIMENSIONS]; /* of a value written "16x16"; otherwise begins with 0 */
};

/* Returns the field with a name of the library ("registers_per_thread"). A name with `device_`
 * before it is that of a device's field, even if a kernel's field has the same name. */
struct field field_find(const char *name, size_t length);

/* The same, or the field with a short name of the command line ("registers"), or with a name that
 * another tool uses ("vgprs"). */
struct field field_find_short(const char *name, size_t length);

/* The same in any case, and with blanks, hyphens and underscores alike: a column of people's
 * tables. */
struct field field_find_any(const char *name, size_t length);

/* Returns the field whose parts are columns with this name and x, y or z behind it. */
struct field field_find_axis(const char *name, size_t length);

/* Returns the field whose column has this name and a unit behind it, of which MB is 1,000,000
 * bytes, rounded. */
struct field field_find_decimal(const char *name, size_t length);

/* Returns why a name that other tools use is that of no field, NULL if there is no reason. */
const char *field_unclear(const char *name, size_t length);

/* Whether a field may be written "16x16". */
int field_has_dimensions(struct field field);

/* Whether a field may be written "24K". */
int field_is_bytes(struct field field);

/* Returns the device's field with this name, which --set accepts. */
struct field field_find_edit(const char *name, size_t length);

/* The field that was probably meant, and its name or short name that is similar. */
struct near {
    struct field field;
    const char *name;
};

/* Returns the field whose name is most similar to one that was not found: equal except for case and
 * separators, or with a few letters changed. FIELD_NONE if no name is similar. Considers only
 * fields of the given kind, unless it is FIELD_NONE. */
struct near field_near(const char *name, size_t length, enum field_kind kind);

/* Returns the name of a field for messages. */
const char *field_name(struct field field);

/* Returns the short name of a field, NULL if there is none. */
const char *field_short(struct field field);

/* Returns the name of the field with this index in other tools, NULL after the last one. */
const char *field_other(struct field field, size_t index);

/* Returns the edit distance between two names, or NAME_FAR if it is that or more, or if a name is
 * too long.
 */
#define NAME_FAR 3u
unsigned name_distance(const char *a, size_t a_length, const char *b, size_t b_length);

/* Whether two names are equal except for case and the separators between words. */
int name_same(const char *a, size_t a_length, const char *b);

/* Whether a number has commas between groups of three digits. */
enum thousands {
    THOUSANDS_NONE,
    THOUSANDS_ONLY,         /* "1,024" */
    THOUSANDS_OR_DIMENSIONS /* "8,128", which may be two dimensions as well */
};
enum thousands number_thousands(const char *text, size_t length);

/* Reads a number: decimal, also with commas between thousands or zeros behind a point, or 0x; if
 * `sizes`, also with a unit of 1024 (K, KB, KiB), 1024 * 1024 (M, MB, MiB) or 1024 * 1024 * 1024
 * bytes (G, GB, GiB). Returns 0, or a negative status. */
int32_t number_read(const char *text, size_t length, int sizes, uint64_t max, uint64_t *number);

/* Reads one to three dimensions and their product: "16x16", "8,8,4", "(8, 8, 4)". Returns 0, or a
 * negative status; *need then says what is wrong with the dimensions, if it is not their number. */
int32_t product_read(const char *text, size_t length, uint64_t max, uint64_t *number,
                     uint64_t shape[FIELD_DIMENSIONS], const char **need);

/* Reads the value of a field other than FIELD_DEVICE and FIELD_CONVENTION. Returns 0, or a
 * negative status with a sentence added to `message`. */
int32_t field_read(struct field field, const char *text, size_t length, struct field_value *value,
                   struct text *message);

/* Returns the part of a text between the blanks at its ends. */
const char *trim(const char *text, size_t *length);

#endif
