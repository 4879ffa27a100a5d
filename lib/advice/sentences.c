/* SPDX-License-Identifier: MIT
 *
 * Writes advice as sentences. They contain only what the steps and the bounds of ranges give.
 */
#include "gpuocc/advice.h"

#include "gpuocc/names.h"
#include "advice/bounds.h"
#include "advice/steps.h"
#include "base/writer.h"
#include "occupancy/occupancy.h"
#include "occupancy/range.h"
#include "occupancy/validate.h"

/* Writes a name as words: "scalar registers". */
static void put_words(struct gocc_writer *w, const char *name)
{
    char letter[2] = "";

    for (; *name != 0; name++) {
        letter[0] = *name == '_' ? ' ' : *name;
        gocc_put(w, letter);
    }
}

static void put_field(struct gocc_writer *w, uint32_t field)
{
    gocc_put(w, gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, field));
}

static void put_groups(struct gocc_writer *w, uint32_t groups)
{
    gocc_put_number(w, groups);
    gocc_put(w, groups == 1 ? " group" : " groups");
}

static void put_waves(struct gocc_writer *w, uint32_t waves, uint32_t slots)
{
    gocc_put_number(w, waves);
    gocc_put(w, " of ");
    gocc_put_number(w, slots);
    gocc_put(w, " waves");
}

/* Writes "cut 8 registers_per_thread (72 -> 64)", or the vendor's words instead of "cut 8 ". */
static void put_change(struct gocc_writer *w, const struct gocc_question *q, uint32_t field,
                       uint32_t now, uint32_t then)
{
    const char *how =
        q->rules->hooks->lowers != NULL ? q->rules->hooks->lowers(&q->kernel, field) : NULL;

    if (how != NULL) {
        gocc_put(w, how);
    } else {
        gocc_put(w, then < now ? "cut " : "add ");
        gocc_put_number(w, then < now ? now - then : then - now);
        gocc_put(w, " ");
    }
    put_field(w, field);
    gocc_put(w, " (");
    gocc_put_number(w, now);
    gocc_put(w, " -> ");
    gocc_put_number(w, then);
    gocc_put(w, ")");
}

static void put_limiters(struct gocc_writer *w, uint32_t set)
{
    uint32_t limit, rest;

    gocc_put(w, ", then limited by ");
    for (limit = 0; set != 0; limit++, set = rest) {
        rest = set >> 1;
        if ((set & 1) == 0)
            continue;
        put_words(w, gpuocc_name(GPUOCC_LIST_LIMITS, limit));
        if (rest != 0) /* commas, and "and" before the last */
            gocc_put(w, (rest & (rest - 1)) == 0 ? " and " : ", ");
    }
}

/* Writes ": 4 groups instead of 3, 32 of 48 waves, then limited by registers". If the number of
 * groups does not increase, the waves come first, because they increase. */
static void put_outcome(struct gocc_writer *w, const struct gocc_placement *now, uint32_t field,
                        uint32_t groups, uint32_t waves, uint32_t limiters)
{
    /* This field changes the number of wave slots. */
    const uint32_t slots =
        field == GPUOCC_KERNEL_GRF_COUNT ? now->max_waves_any_mode : now->max_waves;
    const int more = groups > now->groups;

    gocc_put(w, ": ");
    if (more)
        put_groups(w, groups);
    else
        put_waves(w, waves, slots);
    gocc_put(w, " instead of ");
    gocc_put_number(w, more ? now->groups : now->waves);
    gocc_put(w, ", ");
    if (more)
        put_waves(w, waves, slots);
    else
        put_groups(w, groups);
    put_limiters(w, limiters);
}

/* Writes " (49152 without opt-in)" if a field may grow less without opt-in. */
static void put_without_opt_in(struct gocc_writer *w, const gpuocc_occupancy *occ, uint32_t field,
                               uint32_t slack)
{
    gpuocc_kernel kernel = occ->question.kernel;
    gpuocc_occupancy usual;
    gpuocc_step step;

    if (kernel.shared_limit <= GPUOCC_SHARED_LIMIT_DEFAULT)
        return;
    kernel.shared_limit = GPUOCC_SHARED_LIMIT_DEFAULT;
    if (gocc_occupancy_fill(&usual, occ->question.device, occ->question.convention, &kernel, NULL) <
            0 ||
        usual.low.groups == 0)
        return;
    step.size = sizeof step;
    (void)gocc_next(&usual, field, &step);
    if (step.slack >= slack)
        return;
    gocc_put(w, " (");
    gocc_put_number(w, step.slack);
    gocc_put(w, " without opt-in)");
}

/* Writes what one field can change: the next step, and how far the field can grow. Returns 0 if
 * there is neither. */
static int put_step(struct gocc_writer *w, const gpuocc_occupancy *occ, uint32_t field)
{
    const int threads = field == GPUOCC_KERNEL_THREADS_PER_GROUP;
    gpuocc_step step;
    int32_t status;
    int grows;

    /* The tools of other conventions accept any number of threads. */
    if (threads && occ->question.convention != GPUOCC_CONVENTION_DEFAULT)
        return 0;
    step.size = sizeof step;
    status = gocc_next(occ, field, &step);
    if ((status != GPUOCC_OK && status != GPUOCC_NOT_POSSIBLE) || step.now == 0)
        return 0;
    grows = step.slack > step.now && occ->low.groups != 0; /* 0 groups: there is nothing to lose */
    if (status == GPUOCC_OK) {
        put_change(w, &occ->question, field, step.now, step.then);
        put_outcome(w, &occ->low, field, step.groups, step.waves, step.limiters);
    }
    if (grows) {
        if (status == GPUOCC_OK)
            gocc_put(w, "; ");
        put_field(w, field);
        gocc_put(w, " may grow to ");
        gocc_put_number(w, step.slack);
        put_without_opt_in(w, occ, field, step.slack);
        gocc_put(w, " at no cost");
    }
    return grows || status == GPUOCC_OK;
}

static int put_two_field_step(struct gocc_writer *w, const gpuocc_occupancy *occ)
{
    gpuocc_two_field_step step;

    step.size = sizeof step;
    if (gocc_two_field_step(occ, &step) != GPUOCC_OK)
        return 0;
    put_change(w, &occ->question, step.fields[0], step.now[0], step.then[0]);
    gocc_put(w, " and ");
    put_change(w, &occ->question, step.fields[1], step.now[1], step.then[1]);
    put_outcome(w, &occ->low, step.fields[1], step.groups, step.waves, step.limiters);
    return 1;
}

/* Writes "up to 32 registers_per_thread: 8 groups, 64 of 64 waves". */
static int put_end(struct gocc_writer *w, const gpuocc_occupancy *occ, uint32_t end)
{
    const struct gocc_question *q = &occ->question;
    gpuocc_occupancy point;
    uint32_t field, any = 0;
    int amount, up;

    if (occ->low.open || occ->low.waves == occ->high.waves)
        return 0;
    /* Both bounds have a kernel. */
    (void)gocc_bound_point(occ, GPUOCC_RESULT_WAVES, 0, end, &point);
    for (field = GPUOCC_KERNEL_THREADS_PER_GROUP; field != GPUOCC_KERNEL_FIELD_COUNT; field++) {
        if (gocc_kernel_word(&q->kernel, field) != GPUOCC_UNKNOWN)
            continue;
        amount = gocc_is_amount(q, field);
        up = amount && (q->rules->fields(q->convention)[field].use != GOCC_GRANT) == (end != 0);
        gocc_put(w, any++ ? " and " : "");
        gocc_put(w, up ? "up to " : amount ? "from " : "at ");
        gocc_put_number(w, gocc_amount(gocc_kernel_word(&point.question.kernel, field)));
        gocc_put(w, " ");
        put_field(w, field);
        gocc_put(w, amount && !up ? " on" : "");
    }
    gocc_put(w, ": ");
    if (point.low.groups != GOCC_NO_LIMIT) {
        put_groups(w, point.low.groups);
        gocc_put(w, ", ");
    }
    put_waves(w, point.low.waves, point.low.max_waves);
    return 1;
}

/* Writes the index-th sentence. Returns 0 if there is none. */
static int put_sentence(struct gocc_writer *w, const gpuocc_occupancy *occ, uint32_t index)
{
    struct gocc_writer none = {.text = NULL};
    uint32_t i;

    if (occ->question.range)
        return index <= GPUOCC_BOUND_UPPER && put_end(w, occ, GPUOCC_BOUND_UPPER - index);
    for (i = 0; i < GOCC_AMOUNTS; i++)
        if (put_step(index != 0 ? &none : w, occ, gocc_amounts[i]) && index-- == 0)
            return 1;
    return index == 0 && put_two_field_step(w, occ);
}

int32_t gpuocc_occupancy_advice(const gpuocc_occupancy *occupancy, uint32_t index, char *text,
                                size_t bytes, size_t *length)
{
    struct gocc_writer w = {text, text != NULL ? bytes : 0, 0};
    gpuocc_occupancy scratch;

    if (occupancy == NULL)
        return GPUOCC_ERROR_NULL;
    if (!put_sentence(&w, gocc_occupancy_whole(occupancy, &scratch), index))
        return GPUOCC_ERROR_INDEX;
    gocc_put_end(&w);
    if (length != NULL)
        *length = w.length;
    return GPUOCC_OK;
}
