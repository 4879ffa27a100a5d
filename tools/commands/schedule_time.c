/* SPDX-License-Identifier: MIT
 *
 * gpuocc schedule: the time of rounds and tail from the cost of one group (--group-time).
 */
#include "commands/schedule.h"

#include <string.h>

#include "commands/commands.h"

int schedule_read_time(struct schedule *s)
{
    static const struct bounds bounds = {0, 1e15, 0, 0, 0};
    double *const numbers[] = {&s->group.latency, &s->group.per_core, &s->group.per_device,
                               &s->group.overhead};
    const char *at = s->group_text;
    struct text number = {0};
    size_t i, length;
    int status = 0;

    s->group.size = sizeof s->group;
    for (i = 0; at != NULL && status == 0; i++) {
        if (i == sizeof numbers / sizeof numbers[0]) {
            status = complain("--group-time has more than 4 numbers");
            break;
        }
        length = strcspn(at, ",");
        text_clear(&number);
        text_format(&number, "%.*s", (int)length, at);
        status = real_read("--group-time", text_string(&number), &bounds, numbers[i]);
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    text_free(&number);
    return status == 0;
}

/* Returns 0 if it was not requested, or no group fits. */
static int find_time(const struct schedule *s, gpuocc_grid_time *time)
{
    memset(time, 0, sizeof *time);
    time->size = sizeof *time;
    return s->group_text != NULL && s->schedule != NULL &&
           gpuocc_schedule_time(s->schedule, &s->group, time) == GPUOCC_OK;
}

void schedule_add_time(struct text *text, const struct schedule *s)
{
    gpuocc_grid_time time;

    if (!find_time(s, &time))
        return;
    text_format(text, "Time of the grid: %.9g", time.time);
    if (time.tail > 0 && time.rounds > 0)
        text_format(text, ", of which the full rounds take %.9g and the tail %.9g", time.rounds,
                    time.tail);
    text_format(text,
                ".\nIf the tail cost only its share of a round: %.9g; "
                "in any order of the groups: at least %.9g.\n",
                time.ideal, time.minimum);
}

void schedule_json_time(struct json *json, const struct schedule *s)
{
    gpuocc_grid_time time;

    if (!find_time(s, &time)) {
        json_null(json, "grid_time");
        return;
    }
    json_open(json, "grid_time", '{');
    json_real(json, "time", time.time, 17);
    json_real(json, "rounds", time.rounds, 17);
    json_real(json, "tail", time.tail, 17);
    json_real(json, "ideal", time.ideal, 17);
    json_real(json, "minimum", time.minimum, 17);
    json_close(json, '}');
}
