/* SPDX-License-Identifier: MIT
 *
 * gpuocc schedule: what its parts share.
 */
#ifndef TOOL_SCHEDULE_H
#define TOOL_SCHEDULE_H

#include "session.h"
#include "output/table.h"

struct schedule {
    const char *placement, *choice, *durations_text, *svg; /* as they were given */
    gpuocc_dispatch rules;
    uint32_t *durations;
    uint32_t duration_count;
    uint32_t most;    /* phases to show */
    uint32_t reserve; /* groups that a cooperative launch leaves to other contexts */
    int has_safe;
    uint64_t safe; /* groups of such a launch */
    int32_t status;
    struct text message; /* why there is none */
    gpuocc_schedule *schedule;
    gpuocc_phase *phases;
    size_t count;
    int more;               /* phases that are not shown */
    const char *partitions; /* of the GPU and of a core, as the calculator counts them */
    gpuocc_intel_calculator printed;
    int has_printed;
    const char *group_text; /* of --group-time, and its numbers */
    gpuocc_group_time group;
    gpuocc_schedule made; /* of which `schedule` is a pointer */
};

/* The numbers of --group-time; 0 after a complaint. */
int schedule_read_time(struct schedule *s);

/* The time of the grid if --group-time is given and a group fits: sentences, a member. */
void schedule_add_time(struct text *text, const struct schedule *s);
void schedule_json_time(struct json *json, const struct schedule *s);

void schedule_add_calculator(struct text *text, const struct schedule *s);

void schedule_json(const struct schedule *s, const struct session *session);

/* Writes the file of --svg; END_ANSWERED, or END_FAILED after a complaint. */
int schedule_write_svg(const struct schedule *s, const struct session *session);

#endif
