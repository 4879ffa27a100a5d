/* SPDX-License-Identifier: MIT
 *
 * gpuocc schedule: the figures that Intel's GPU Occupancy Calculator (the web page, version of
 * 2025-06-18) prints for a grid, digit for digit and with its defects.
 */
#include "commands/schedule/schedule.h"

#include <stdio.h>
#include <string.h>

#include "answer.h"
#include "output/out.h"
#include "output/words.h"

/* What the calculator computes with; it counts cores as partitions / partitions_per_core, which
 * may be a fraction (12 / 8). */
struct input {
    uint64_t groups; /* of the grid */
    uint64_t groups_per_core, waves_per_group, waves_per_core;
    uint64_t partitions, partitions_per_core;
};

/* Reads "12/8": EUs of the GPU and of a core, as the calculator counts them. */
static int read_partitions(const char *text, struct input *input)
{
    unsigned of_gpu, of_core;
    char end;

    if (strspn(text, "0123456789/") != strlen(text) || strlen(text) > 15 ||
        sscanf(text, "%u/%u%c", &of_gpu, &of_core, &end) != 2 || of_gpu == 0 || of_gpu > 1u << 20 ||
        of_core == 0 || of_core > 1024)
        return complain("--partitions is \"%.60s\", it needs two numbers such as 96/16, up to "
                        "1048576/1024",
                        text);
    input->partitions = of_gpu;
    input->partitions_per_core = of_core;
    return 0;
}

/* Rounds to two decimals as JavaScript's toFixed does: according to the exact binary value, ties
 * upwards. */
static uint64_t hundredths(double x)
{
    uint32_t shift = 0;

    if (x < 0.001)
        return 0;
    for (; (double)(uint64_t)x < x; shift++)
        x *= 2;
    return ((uint64_t)x * 100 + (UINT64_C(1) << shift >> 1)) >> shift;
}

/* No product exceeds 2^62: the grid has at most 2^40 groups, the GPU 2^20 partitions. */
static void compute(struct calculator *figures, const struct input *input)
{
    /* The calculator never counts more groups per core than the grid has. */
    const uint64_t per_core =
        input->groups < input->groups_per_core ? input->groups : input->groups_per_core;
    const uint64_t round = per_core * input->partitions;
    const uint64_t scaled = input->groups * input->partitions_per_core;
    const uint64_t full = round != 0 ? scaled / round : 0;
    const double part = round != 0 ? (double)(scaled % round) / (double)round : 0;
    const double core =
        (double)(per_core * input->waves_per_group) / (double)input->waves_per_core * 100;

    figures->has_rounds = round != 0;
    figures->core = hundredths(core);
    figures->rounds = hundredths((double)full + part);
    figures->peak = hundredths(full != 0 ? core : part * core);
    /* The calculator computes the average from the two decimals that it prints. */
    figures->average = part > 0
                           ? hundredths((double)figures->rounds / 100 * core / (double)(full + 1))
                           : figures->core;
}

int schedule_ask_calculator(struct schedule *s, const struct session *session)
{
    const struct value *results = session->answer.results;
    /* If there is a schedule, these are single numbers. */
    struct input input = {
        .groups_per_core = results[GPUOCC_RESULT_GROUPS].low,
        .waves_per_group = results[GPUOCC_RESULT_WAVES_PER_GROUP].low,
        .waves_per_core = results[GPUOCC_RESULT_MAX_WAVES].low,
    };

    if (session->options.question.convention != GPUOCC_CONVENTION_INTEL_CALCULATOR)
        return s->partitions == NULL ? 0 : complain("--partitions needs -c intel-calculator");
    if (s->partitions != NULL && read_partitions(s->partitions, &input) != 0)
        return END_FAILED;
    if (s->schedule == NULL)
        return 0;
    input.groups = schedule_count(s, GPUOCC_SCHEDULE_GROUPS);
    if (s->partitions == NULL) {
        input.partitions = schedule_count(s, GPUOCC_SCHEDULE_CORE_COUNT);
        input.partitions_per_core = 1;
    }
    s->has_printed = input.groups <= UINT64_C(1) << 40 && input.partitions <= 1u << 20;
    if (s->has_printed)
        compute(&s->printed, &input);
    return 0;
}

void schedule_add_calculator(struct text *text, const struct schedule *s,
                             const struct answer *answer)
{
    const struct calculator *c = &s->printed;
    const uint64_t shares[] = {c->core, c->peak, c->average, c->rounds};
    struct text said[4] = {{0}};
    size_t i;

    if (!s->has_printed)
        return;
    for (i = 0; i < 4; i++)
        if (i < 3 || c->has_rounds)
            text_add_percent(&said[i], shares[i], 10000);
        else
            text_add(&said[i], "NaN");
    words_line(text, answer,
               "The calculator itself prints: core {$0} %, peak {$1} %, average {$2} %, {$3} waves "
               "(rounds).",
               NULL,
               TEXTS(text_string(&said[0]), text_string(&said[1]), text_string(&said[2]),
                     text_string(&said[3])));
    for (i = 0; i < 4; i++)
        text_free(&said[i]);
}

/* Adds hundredths as a number with two decimals. */
static void add_hundredths(struct json *json, const char *name, uint64_t value)
{
    struct text text = {0};

    text_add_percent(&text, value, 10000);
    json_token(json, name, text_string(&text));
    text_free(&text);
}

void schedule_json_calculator(struct json *json, const struct schedule *s)
{
    const struct calculator *c = &s->printed;

    if (!s->has_printed) {
        json_null(json, "calculator");
        return;
    }
    json_open(json, "calculator", '{');
    add_hundredths(json, "core_percent", c->core);
    add_hundredths(json, "peak_percent", c->peak);
    add_hundredths(json, "average_percent", c->average);
    if (c->has_rounds)
        add_hundredths(json, "printed_rounds", c->rounds);
    else
        json_null(json, "printed_rounds");
    json_close(json, '}');
}
