/* SPDX-License-Identifier: MIT */
#include "occupancy/launch.h"

#include "occupancy/occupancy.h"
#include "occupancy/range.h"
#include "occupancy/use.h"
#include "occupancy/validate.h"

static int launches(const struct gocc_question *question, uint32_t threads, int sure)
{
    struct gocc_question q = *question;
    struct gocc_placement p;
    gpuocc_answer answer;

    q.kernel.threads_per_group = threads;
    answer.groups = GPUOCC_UNKNOWN;
    if (q.model->plain &&
        q.rules->hooks->fast(q.device, q.model, q.convention, &q.kernel, &answer) &&
        answer.groups != GPUOCC_UNKNOWN)
        return answer.groups != 0;
    if (gocc_readmit(&q, NULL) != GPUOCC_OK)
        return 0;
    gocc_place(&q, &p);
    return p.groups != 0 && !(sure && (p.open & GOCC_OPEN_LAUNCH) != 0);
}

/* Returns the largest group size, in threads, for which at least one group fits on a core; 0 if
 * there is none. With `sure`, the largest that certainly launches. No field except
 * threads_per_group may be unknown. Bisects, because a larger group never uses less of any
 * resource: groups of `low` threads launch, groups of low + width threads do not. */
static uint32_t max_launchable(const struct gocc_question *question, uint32_t most, int sure)
{
    uint32_t low = 0, width = most, half;

    if (most == 0 || launches(question, most, sure))
        return most;
    /*@ loop unroll 17; */ /* for scripts/prove: a group has at most 2^16 threads */
    while (width > 1) {
        half = width / 2;
        if (launches(question, low + half, sure)) {
            low += half;
            width = (width + 1) / 2;
        } else {
            width = half;
        }
    }
    return low;
}

uint32_t gocc_launchable(const gpuocc_occupancy *occupancy, uint32_t most, int high)
{
    struct gocc_question question = occupancy->question, candidate;
    uint32_t count, index, threads, found = 0;
    int first = 1;

    if (occupancy->low.groups == GOCC_NO_LIMIT && !occupancy->low.open)
        return GOCC_NO_LIMIT; /* the convention does not answer in groups */
    if (!occupancy->question.range)
        return max_launchable(&occupancy->question, most, !high);
    if (question.kernel.threads_per_group == GPUOCC_UNKNOWN)
        question.kernel.threads_per_group = 1; /* the group size is what the query asks for */
    count = gocc_candidate_count(&question);
    for (index = 0; index < count; index++) {
        if (!gocc_candidate(&question, index, &candidate))
            continue;
        threads = max_launchable(&candidate, most, !high);
        if (first || (high ? threads > found : threads < found))
            found = threads;
        first = 0;
    }
    return found;
}
