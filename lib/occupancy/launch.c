/* SPDX-License-Identifier: MIT */
#include "occupancy/launch.h"

#include "occupancy/validate.h"
#include "occupancy/use.h"

static int launches(const struct gocc_question *question, uint32_t threads, int sure)
{
    struct gocc_question q = *question;
    struct gocc_placement p;
    gpuocc_answer answer;

    q.kernel.threads_per_group = threads;
    answer.groups = GPUOCC_UNKNOWN;
    if (q.model->plain && q.rules->fast(q.device, q.model, q.convention, &q.kernel, &answer) &&
        answer.groups != GPUOCC_UNKNOWN)
        return answer.groups != 0;
    if (gocc_readmit(&q, NULL) != GPUOCC_OK)
        return 0;
    gocc_place(&q, &p);
    return p.groups != 0 && !(sure && (p.open & GOCC_OPEN_LAUNCH) != 0);
}

/* Returns the threads of the waves that fit on a core together: usually the largest group. */
static uint32_t likely(const struct gocc_question *question)
{
    struct gocc_use use;

    question->rules->evaluate(question, &use);
    return gocc_fit(&use) * use.wave_size;
}

/* Bisects over all group sizes: a larger group never uses less of any resource. Groups of `low`
 * threads launch, groups of low + width threads do not. */
uint32_t gocc_max_launchable(const struct gocc_question *question, uint32_t most, int sure)
{
    uint32_t low = 0, width = most, step = most / 2, guess;

    if (most == 0 || launches(question, most, sure))
        return most;
    guess = likely(question);
    if (guess != 0 && guess < most && launches(question, guess, sure)) {
        low = guess;
        width = most - guess;
        step = 1;
    }
    /*@ loop unroll 18; */ /* for scripts/prove: a group has at most 2^16 threads */
    while (width > 1) {
        if (launches(question, low + step, sure)) {
            low += step;
            width -= step;
        } else {
            width = step;
        }
        step = width / 2;
    }
    return low;
}
