/* SPDX-License-Identifier: MIT
 *
 * What the parts of gpuocc schedule share.
 */
#ifndef TOOL_SCHEDULE_H
#define TOOL_SCHEDULE_H

#include "session.h"
#include "output/table.h"

/* The figures that Intel's calculator prints, in hundredths: 71.43 % is 7143. */
struct calculator {
    int has_rounds;                       /* 0: no group fits, and it prints NaN for the rounds */
    uint64_t core, peak, average, rounds; /* the average may exceed the peak, which is a defect */
};

struct schedule {
    const char *durations_text, *svg; /* as given */
    gpuocc_dispatch rules;
    uint32_t *durations;
    uint32_t duration_count;
    uint32_t most;    /* maximum number of phases shown */
    uint32_t reserve; /* groups that a cooperative launch reserves for other contexts */
    int has_safe;
    uint64_t safe; /* maximum groups of such a launch */
    int32_t status;
    struct text message; /* why there is no schedule */
    gpuocc_schedule *schedule;
    gpuocc_phase *phases;
    size_t count;
    int more;               /* there are further phases */
    const char *partitions; /* EUs of the GPU and of a core, as the calculator counts them */
    struct calculator printed;
    int has_printed;
    const char *group_text; /* --group-time, and its numbers */
    gpuocc_group_time group;
    gpuocc_grid_time time; /* of --group-time, if a group fits */
    int has_time;
    gpuocc_schedule made; /* storage of `schedule` */
};

/* Returns a result of the schedule that is a count. */
uint64_t schedule_count(const struct schedule *s, uint32_t result);

/* Finds what the calculator prints, in its convention. Returns END_FAILED with an error if
 * --partitions is invalid. */
int schedule_ask_calculator(struct schedule *s, const struct session *session);

/* Add the figures of the calculator, if there are any, as a sentence or as a member. */
void schedule_add_calculator(struct text *text, const struct schedule *s,
                             const struct answer *answer);
void schedule_json_calculator(struct json *json, const struct schedule *s);

void schedule_json(const struct schedule *s, const struct session *session);

/* Writes the file of --svg. Returns END_ANSWERED, or END_FAILED with an error. */
int schedule_write_svg(const struct schedule *s, const struct session *session);

#endif
