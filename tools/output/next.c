/* SPDX-License-Identifier: MIT */
#include "output/next.h"

#include "answer.h"
#include "input/amounts.h"
#include "output/words.h"

struct next {
    gpuocc_step step;
    int helps; /* some value allows more waves */
};

/* Whether advice is about a field: the threads, and what the kernel gives. The tools of other
 * conventions accept any number of threads, far more than a device allows. */
static int matters(const struct question *question, uint32_t field)
{
    if (field == GPUOCC_KERNEL_THREADS_PER_GROUP)
        return question->convention == GPUOCC_CONVENTION_DEFAULT;
    return kernel_gives(&question->kernel, field);
}

/* Finds the next step of a field. Returns 0 if there is no advice. */
static int find(const struct answer *answer, const struct question *question, uint32_t field,
                struct next *next)
{
    const struct value *groups = &answer->results[GPUOCC_RESULT_GROUPS];
    const gpuocc_occupancy *occupancy = answer_occupancy(answer);
    int32_t status;

    if (occupancy == NULL || !value_exact(groups) || !matters(question, field) ||
        !value_exact(&answer->results[GPUOCC_RESULT_MAX_WAVES]))
        return 0;
    next->step.size = sizeof next->step;
    status = gpuocc_occupancy_next_step(occupancy, field, &next->step, NULL);
    if (status != GPUOCC_OK && status != GPUOCC_NOT_POSSIBLE)
        return 0;
    next->helps = status == GPUOCC_OK;
    if (groups->low == 0) /* slack means nothing if no group launches */
        next->step.slack = next->step.now;
    return next->helps || next->step.slack > next->step.now;
}

/* Bytes of the longest piece of advice, with the NUL. */
#define ADVICE_BYTES 1024

/* Adds a piece of advice in the words that are asked for. */
static int advise(const struct answer *answer, uint32_t index, struct text *text)
{
    const gpuocc_occupancy *occupancy = answer_occupancy(answer);
    const gpuocc_wording wording = words_of(answer);
    char advice[ADVICE_BYTES];

    if (occupancy == NULL ||
        gpuocc_advice_text(occupancy, &wording, index, advice, sizeof advice) == 0)
        return 0;
    text_add(text, advice);
    return 1;
}

void next_text(struct text *text, const struct answer *answer)
{
    struct text advice = {0};
    uint32_t i;

    for (i = 0; text_clear(&advice), advise(answer, i, &advice); i++) {
        if (i == 0) {
            text_add(text, "\n");
            (void)text_add_sentence(text, answer,
                                    answer->with_unknown ? GPUOCC_SENTENCE_BOUNDS
                                                         : GPUOCC_SENTENCE_NEXT_STEP);
            text_add(text, "\n");
        }
        text_format(text, "  %s\n", text_string(&advice));
    }
    text_free(&advice);
}

void next_advice(struct json *json, const struct answer *answer)
{
    const gpuocc_occupancy *occupancy = answer_occupancy(answer);
    char advice[ADVICE_BYTES];
    struct text said = {0};
    uint32_t i;

    json_open(json, "advice", '[');
    for (i = 0; occupancy != NULL &&
                gpuocc_occupancy_advice(occupancy, i, advice, sizeof advice, NULL) == GPUOCC_OK;
         i++)
        json_string(json, NULL, advice);
    json_close(json, ']');
    json_open(json, "sentences", '[');
    if (text_add_sentence(&said, answer, GPUOCC_SENTENCE_ANSWER))
        json_string(json, NULL, text_string(&said));
    for (i = 0; text_clear(&said), advise(answer, i, &said); i++)
        json_string(json, NULL, text_string(&said));
    json_close(json, ']');
    text_free(&said);
}

void next_joint(struct json *json, const struct answer *answer)
{
    const gpuocc_occupancy *occupancy = answer_occupancy(answer);
    gpuocc_two_field_step step = {.size = sizeof step};
    struct value limiters = {.state = VALUE_KNOWN};
    uint32_t i;

    if (occupancy == NULL || gpuocc_occupancy_two_field_step(occupancy, &step, NULL) != GPUOCC_OK) {
        json_null(json, "next_joint");
        return;
    }
    limiters.low = limiters.high = step.limiters;
    json_open(json, "next_joint", '{');
    json_open(json, "cuts", '[');
    for (i = 0; i < 2; i++) {
        json_open(json, NULL, '{');
        json_string(json, "field", gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, step.fields[i]));
        json_number(json, "now", step.now[i]);
        json_number(json, "then", step.then[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_number(json, "groups", step.groups);
    json_number(json, "waves", step.waves);
    json_set(json, "limiters", GPUOCC_LIST_LIMITS, &limiters);
    json_close(json, '}');
}

/* Writes one bound of a range: the unknown fields with the values that lead to it. */
static void put_end(struct json *json, const struct answer *answer, const struct question *question,
                    uint32_t end)
{
    static const char *const names[] = {"low", "high"};
    const gpuocc_occupancy *range = answer_occupancy(answer);
    gpuocc_kernel kernel = question->kernel, bound = GPUOCC_KERNEL_INIT;
    gpuocc_occupancy point;
    struct value value;
    uint32_t field;

    if (gpuocc_occupancy_bound(range, GPUOCC_RESULT_WAVES, 0, end, &bound, NULL) != GPUOCC_OK)
        return;
    for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT; field++)
        if (kernel_word(&kernel, field) == GPUOCC_UNKNOWN)
            kernel_set(&kernel, field, kernel_word(&bound, field));
    if (gpuocc_occupancy_init(&point, answer->device, question->convention, &kernel, NULL) !=
        GPUOCC_OK)
        return;
    json_open(json, NULL, '{');
    json_string(json, "end", names[end]);
    json_open(json, "kernel", '{');
    for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT; field++)
        if (kernel_word(&question->kernel, field) == GPUOCC_UNKNOWN)
            json_kernel_field(json, field, kernel_word(&kernel, field));
    json_close(json, '}');
    answer_value(&point, GPUOCC_RESULT_GROUPS, 0, &value);
    json_value(json, "groups", &value);
    answer_value(&point, GPUOCC_RESULT_WAVES, 0, &value);
    json_value(json, "waves", &value);
    json_close(json, '}');
}

void next_ends(struct json *json, const struct answer *answer, const struct question *question)
{
    struct text none = {0};

    json_open(json, "range_ends", '[');
    if (!value_exact(&answer->results[GPUOCC_RESULT_WAVES]) && advise(answer, 0, &none)) {
        put_end(json, answer, question, GPUOCC_BOUND_UPPER);
        put_end(json, answer, question, GPUOCC_BOUND_LOWER);
    }
    json_close(json, ']');
    text_free(&none);
}

void next_words(struct text *text, const struct answer *answer, const struct question *question)
{
    struct value groups = {.state = VALUE_KNOWN};
    struct next next;
    size_t i;

    for (i = 0; i < AMOUNTS; i++) {
        if (!find(answer, question, amount_field(i), &next) || !next.helps)
            continue;
        groups.low = groups.high = next.step.groups;
        text_format(text,
                    "%s %lu -> %lu: ", gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, amount_field(i)),
                    (unsigned long)next.step.now, (unsigned long)next.step.then);
        text_add_counted(text, &groups, "group");
        return;
    }
}

static void put_step(struct json *json, const struct next *next)
{
    const struct value limiters = {VALUE_KNOWN, next->step.limiters, next->step.limiters};

    if (!next->helps) {
        json_null(json, "then");
        json_null(json, "groups");
        json_null(json, "waves");
        json_null(json, "limiters");
        return;
    }
    json_number(json, "then", next->step.then);
    json_number(json, "groups", next->step.groups);
    json_number(json, "waves", next->step.waves);
    json_set(json, "limiters", GPUOCC_LIST_LIMITS, &limiters);
}

void next_json(struct json *json, const struct answer *answer, const struct question *question)
{
    struct next next;
    size_t i;

    json_open(json, "next", '[');
    for (i = 0; i < AMOUNTS; i++) {
        if (!find(answer, question, amount_field(i), &next))
            continue;
        json_open(json, NULL, '{');
        json_string(json, "field", gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, amount_field(i)));
        json_number(json, "now", next.step.now);
        json_number(json, "slack", next.step.slack);
        put_step(json, &next);
        json_close(json, '}');
    }
    json_close(json, ']');
}
