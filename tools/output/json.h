/* SPDX-License-Identifier: MIT
 *
 * Writing JSON, member by member. Strings that are not UTF-8 get U+FFFD for what is wrong;
 * what a terminal would obey or not show is escaped (visible.h).
 */
#ifndef TOOL_JSON_H
#define TOOL_JSON_H

#include <stddef.h>
#include <stdint.h>

#include "answer.h"
#include "output/text.h"

struct json {
    struct text text;
    int comma; /* the next element needs one before it */
};

/* Every function takes the member's name, NULL inside an array or at the top. A name holds nothing
 * that needs an escape, except one of json_bytes(). */
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
/* 100 * part / whole, as text_add_percent() writes it. */
void json_share(struct json *json, const char *name, uint64_t part, uint64_t whole);

/* A number that is not negative: whole numbers in full, others with this many significant digits.
 * 17 digits read back as the same double, 15 as the decimal number of a table. */
void json_real(struct json *json, const char *name, double number, int digits);

/* A number, {"low":..,"high":..} for a range, null for what is unknown or does not apply. */
void json_value(struct json *json, const char *name, const struct value *value);

/* The members that every output of the command begins with. */
void json_head(struct json *json, const char *command);

/* A field of the kernel: a number, the name of a choice, or null for an unknown value. */
void json_kernel_field(struct json *json, uint32_t field, uint32_t word);

/* The members of an answer, the same for all commands that answer questions. */
void json_question(struct json *json, const struct question *question);
void json_answer(struct json *json, const struct answer *answer);

/* Parts of an answer: its device beside a status and message; a set of GPUOCC_LIST_LIMITS or
 * GPUOCC_LIST_NOTES (two lists of names where not all are certain); the share of two values. */
void json_verdict(struct json *json, const struct answer *answer, int32_t status,
                  const char *message);
void json_set(struct json *json, const char *name, uint32_t list, const struct value *set);
void json_percent(struct json *json, const char *name, const struct value *waves,
                  const struct value *max);

/* The members of a device that are not numbers of it: name, architecture, family and so on. */
void json_identity(struct json *json, const gpuocc_device *device);

/* How well a name fits its device (enum gpuocc_quality), and the nearest product, or NULL. */
void json_match(struct json *json, uint32_t match, const gpuocc_device *nearest);

#endif
