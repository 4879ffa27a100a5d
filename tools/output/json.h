/* SPDX-License-Identifier: MIT
 *
 * Writes JSON member by member. In strings, bytes that are not UTF-8 become U+FFFD, and characters
 * that control a terminal or are invisible are escaped (visible.h).
 */
#ifndef TOOL_JSON_H
#define TOOL_JSON_H

#include <stddef.h>
#include <stdint.h>

#include "answer.h"
#include "output/text.h"

struct json {
    struct text text;
    int comma; /* a comma is due before the next element */
};

/* Every function takes the member's name; it is NULL in an array or at the top level. */
void json_open(struct json *json, const char *name, char bracket);
void json_close(struct json *json, char bracket);
void json_string(struct json *json, const char *name, const char *string);
void json_bytes(struct json *json, const char *name, size_t name_length, const char *bytes,
                size_t length);
void json_number(struct json *json, const char *name, uint64_t number);
void json_signed(struct json *json, const char *name, int32_t number);
/* Writes the token unchanged: a number with decimals, null, true. */
void json_token(struct json *json, const char *name, const char *token);
void json_null(struct json *json, const char *name);
/* Writes 100 * part / whole in the format of text_add_percent(). */
void json_share(struct json *json, const char *name, uint64_t part, uint64_t whole);

/* Digits with which the same double can be read back. */
#define JSON_DIGITS 17

/* Writes a number that is not negative: whole numbers in full, others with this many significant
 * digits. With JSON_DIGITS the same double can be read back, with 15 the decimal number of a
 * table. */
void json_real(struct json *json, const char *name, double number, int digits);

/* Writes a number, {"low":..,"high":..} for a range, or null if it is unknown or does not apply. */
void json_value(struct json *json, const char *name, const struct value *value);

/* Writes the members that every output of the command begins with. */
void json_head(struct json *json, const char *command);

/* Writes a field of the kernel: a number, the name of a choice, or null for an unknown value. */
void json_kernel_field(struct json *json, uint32_t field, uint32_t word);

/* Write the members of a question or an answer, which are the same for all commands. */
void json_question(struct json *json, const struct question *question);
void json_answer(struct json *json, const struct answer *answer);

/* Write parts of an answer: its device with a status and message; a set of GPUOCC_LIST_LIMITS or
 * GPUOCC_LIST_NOTES (two lists of names if some are uncertain); the ratio of two values. */
void json_verdict(struct json *json, const struct answer *answer, int32_t status,
                  const char *message);
void json_set(struct json *json, const char *name, uint32_t list, const struct value *set);
void json_percent(struct json *json, const char *name, const struct value *waves,
                  const struct value *max);

/* Writes the members of a device that are not numbers: name, architecture, family and so on. */
void json_identity(struct json *json, const gpuocc_device *device);

/* Writes how well a name matches its device (enum gpuocc_quality), and the nearest product, or
 * NULL. */
void json_match(struct json *json, uint32_t match, const gpuocc_device *nearest);

#endif
