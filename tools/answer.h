/* SPDX-License-Identifier: MIT
 *
 * The user's question, and everything that the library answers. Text, CSV, tables and JSON are
 * written from the answer alone.
 */
#ifndef TOOL_ANSWER_H
#define TOOL_ANSWER_H

#include "gpuocc/gpuocc.h"

#include "input/fields.h"
#include "input/lookup.h"
#include "output/text.h"

#define QUESTION_EDITS 256

/* The amounts that a question may have as ranges: static and dynamic shared memory. */
#define QUESTION_RANGES 2

/* The upper end of an amount whose lower end is in the kernel. */
struct upper {
    uint32_t field, value;
};

struct question {
    const char *device; /* not NUL-terminated; NULL if not given */
    size_t device_length;
    uint32_t convention;
    int convention_given;
    gpuocc_kernel kernel;
    uint32_t threads_x, threads_y; /* of a group that was given as 16x16; 0: not given so */
    enum given grid_given;
    uint64_t grid_groups;
    uint32_t ranges; /* number of upper ends that are in use */
    struct upper uppers[QUESTION_RANGES];
    uint32_t edits; /* number of edits below, the last members, that are in use */
    uint32_t edit_fields[QUESTION_EDITS];
    uint64_t edit_values[QUESTION_EDITS];
};

enum value_state { VALUE_ABSENT, VALUE_UNKNOWN, VALUE_KNOWN };

/* `high` of a value without an upper bound. */
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
    int device_failed; /* the status concerns the device, not the kernel */
    const gpuocc_device *device;
    struct text remark;           /* about the device, "" if there is nothing to say */
    uint32_t match;               /* how well the name matches the device: enum gpuocc_quality */
    const gpuocc_device *nearest; /* if only the architecture is known: the nearest product */
    struct text *device_json;     /* where the device is kept as JSON; NULL: in this answer */
    int with_unknown;             /* an input of the question is unknown */
    /* The first field in which devices of this name differ: among the fields of a core, and among
     * the fields of the whole device that its cores, groups and clusters depend on. 0: none. */
    uint32_t differ, wholes_differ;
    uint32_t left_out; /* set of results that are not asked for, because nothing shows them */
    struct value results[GPUOCC_RESULT_COUNT]; /* without those of each limit, which are absent */
    struct value limits[GPUOCC_LIMIT_COUNT];   /* groups that each of them allows */
    struct value rounds;
    const gpuocc_schedule *schedule; /* for the requirements of gpuocc schedule; NULL if none */
    gpuocc_custom_device own;
    gpuocc_occupancy occupancy;
    int with_range;         /* an amount of the question is a range; results span both ends */
    gpuocc_occupancy upper; /* then the occupancy at the upper end */
};

void question_start(struct question *question);

/* Copies a question. */
void question_copy(struct question *question, const struct question *from);

/* Sets one field from text, which must remain valid as long as the question; empty text changes
 * nothing. Returns 0, or a negative status with a sentence added to `message`. */
int32_t question_set(struct question *question, struct field field, const char *text, size_t length,
                     struct text *message);

/* Sets an amount that is known as a range. */
int32_t question_set_range(struct question *question, struct field field, uint64_t low,
                           uint64_t high, struct text *message);

/* Makes the kernel with the upper ends of a question's ranges. */
void question_upper(const struct question *question, gpuocc_kernel *kernel);

/* Makes the ranges of a question those from its kernel to another. */
void question_set_upper(struct question *question, const gpuocc_kernel *kernel);

/* Answers a question. The answer's device is valid until the next call with this cache. */
void answer_question(struct answer *answer, struct lookup *cache, const struct question *question);

/* Answers for a single one of the devices that share the question's name. Returns 0 if there are
 * `index` or fewer. */
int answer_holder(struct answer *answer, struct lookup *cache, const struct question *question,
                  size_t index);

/* Makes an answer that contains only the reason why there is none. */
void answer_refuse(struct answer *answer, int32_t status, const char *message);

void answer_free(struct answer *answer);

/* Returns the occupancy, for queries of advice; it is valid until the next answer. NULL if there is
 * none, or none that applies to all devices of the name. */
const gpuocc_occupancy *answer_occupancy(const struct answer *answer);

/* Reads one result of an occupancy. */
void answer_value(const gpuocc_occupancy *occupancy, uint32_t result, uint32_t index,
                  struct value *value);

/* Returns the amounts of a limit, for an answer with a status of at least 0. */
struct amounts answer_amounts(const struct answer *answer, uint32_t limit);

/* Whether a value is a single number. */
static inline int value_exact(const struct value *value)
{
    return value->state == VALUE_KNOWN && value->low == value->high;
}

/* Returns gpuocc_name(), which searches a table of all names, but looks each name up only once. */
const char *list_name(uint32_t list, uint32_t number);

/* Adds the names in a set of GPUOCC_LIST_LIMITS or GPUOCC_LIST_NOTES, separated by `joint`. */
void text_add_set(struct text *text, uint32_t list, uint64_t set, const char *joint);

#endif
