/* SPDX-License-Identifier: MIT
 *
 * A question as the user put it, and all that the library says to it. Text, CSV, tables and JSON
 * are written from the answer alone.
 */
#ifndef TOOL_ANSWER_H
#define TOOL_ANSWER_H

#include "gpuocc/gpuocc.h"

#include "input/fields.h"
#include "input/lookup.h"
#include "output/text.h"

#define QUESTION_EDITS 256

struct question {
    const char *device; /* not NUL-terminated; NULL if not given */
    size_t device_length;
    uint32_t convention;
    gpuocc_kernel kernel;
    enum given grid_given;
    uint64_t grid_groups;
    uint32_t edits; /* how many of the edits below, the last members, are in use */
    uint32_t edit_fields[QUESTION_EDITS];
    uint64_t edit_values[QUESTION_EDITS];
};

enum value_state { VALUE_ABSENT, VALUE_UNKNOWN, VALUE_KNOWN };

/* `high` of a value without an upper end. */
#define VALUE_ENDLESS UINT64_MAX

struct value {
    enum value_state state;
    uint64_t low, high;
};

/* What a kernel asks for and takes of one resource, and what there is of it. */
struct amounts {
    struct value requested, allocated, capacity;
};

struct answer {
    int32_t status;
    struct text message;
    int device_failed; /* the status is about the device, not about the kernel */
    const gpuocc_device *device;
    struct text remark;           /* about the device, "" if there is nothing to say */
    uint32_t match;               /* how well the name fits the device: enum gpuocc_quality */
    const gpuocc_device *nearest; /* if only its architecture is known: the nearest product */
    struct text *device_json; /* where the device is kept as JSON, NULL if it is this answer's */
    int with_unknown;         /* an input of the question is unknown */
    /* The first field in which devices of this name differ: of those of a core, and of those of
     * the whole device that cores, groups and clusters of it follow. 0: none. */
    uint32_t differ, wholes_differ;
    uint32_t left_out; /* set of results that are not asked for, because nothing shows them */
    struct value results[GPUOCC_RESULT_LIMIT];
    struct value clusters;                   /* GPUOCC_RESULT_CLUSTERS_PER_DEVICE */
    struct value limits[GPUOCC_LIMIT_COUNT]; /* groups that each of them allows */
    struct value rounds;
    const gpuocc_schedule *schedule; /* of gpuocc schedule, for demands on it; NULL if none */
    gpuocc_custom_device own;
    gpuocc_occupancy occupancy;
};

void question_start(struct question *question);

/* Sets a question to what another one has. */
void question_copy(struct question *question, const struct question *from);

/* Sets one field from text that outlives the question; empty text changes nothing. Returns 0, or
 * a negative status with a sentence added to `message`. */
int32_t question_set(struct question *question, struct field field, const char *text, size_t length,
                     struct text *message);

/* Answers a question. The answer's device holds until the next call with this cache. */
void answer_question(struct answer *answer, struct lookup *cache, const struct question *question);

/* Asks one alone of the devices that share the question's name. Returns 0 if there are not more
 * than `index`. */
int answer_holder(struct answer *answer, struct lookup *cache, const struct question *question,
                  size_t index);

/* Makes an answer that says only why there is none. */
void answer_refuse(struct answer *answer, int32_t status, const char *message);

void answer_free(struct answer *answer);

/* The kernel placed on the device, for questions of advice: until the next answer. NULL if there
 * is none, or not one for all devices of the name. */
const gpuocc_occupancy *answer_occupancy(const struct answer *answer);

/* One result of an occupancy. */
void answer_value(const gpuocc_occupancy *occupancy, uint32_t result, uint32_t index,
                  struct value *value);

/* The amounts of a limit, of an answer with a status of at least 0. */
struct amounts answer_amounts(const struct answer *answer, uint32_t limit);

/* Whether a value is one number. */
static inline int value_exact(const struct value *value)
{
    return value->state == VALUE_KNOWN && value->low == value->high;
}

/* gpuocc_name(), which searches a table of all names, asked once for each name. */
const char *list_name(uint32_t list, uint32_t number);

/* Adds the names of a set of GPUOCC_LIST_LIMITS or GPUOCC_LIST_NOTES, joined by `joint`. */
void text_add_set(struct text *text, uint32_t list, uint64_t set, const char *joint);

#endif
