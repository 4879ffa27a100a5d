/* SPDX-License-Identifier: MIT
 *
 * The best group size.
 */
#include "gpuocc/advice.h"

#include "admit.h"
#include "error.h"
#include "range.h"

struct candidate {
    uint32_t threads, groups, score; /* score: waves, or threads where a tool counts those */
};

struct hunt {
    struct gocc_question question;
    gpuocc_group_search search;
    uint32_t count_threads; /* 1: as a tool that counts threads and tries the largest size */
    uint32_t full;          /* threads of a full core */
    int32_t status;         /* of a tool: what it refused */
    int open;               /* nobody knows */
    int none;               /* the convention has no answer in groups */
};

/* Places one size; 0 if it does not launch. */
static int score(struct hunt *hunt, uint32_t threads, struct candidate *candidate)
{
    struct gocc_question q = hunt->question;
    struct gocc_placement p;

    q.kernel.threads_per_group = threads;
    hunt->status = gocc_readmit(&q, NULL);
    if (hunt->status != GPUOCC_OK)
        return 0;
    q.rules->place(&q, &p);
    hunt->open |= p.open != 0;
    hunt->none |= p.open == 0 && p.groups == GOCC_NO_LIMIT;
    candidate->threads = threads;
    candidate->groups = p.groups;
    candidate->score = hunt->count_threads ? p.groups * threads : p.waves;
    return p.groups != 0 && p.groups != GOCC_NO_LIMIT;
}

static int better(const struct hunt *hunt, const struct candidate *a, const struct candidate *b)
{
    if (a->score != b->score)
        return a->score > b->score;
    return hunt->search.prefer_small ? a->threads < b->threads : a->threads > b->threads;
}

/* The best size that is worse than `last` (if there is one). */
static int next_best(struct hunt *hunt, const struct candidate *last, struct candidate *best)
{
    const gpuocc_group_search *s = &hunt->search;
    struct candidate candidate;
    uint32_t threads = s->max_threads;
    int found = 0;

    if (!hunt->count_threads)
        threads -= threads % s->multiple_of;
    while (threads >= s->min_threads && threads != 0) {
        if (score(hunt, threads, &candidate) && (last == NULL || better(hunt, last, &candidate)) &&
            (!found || better(hunt, &candidate, best))) {
            *best = candidate;
            found = 1;
        }
        /* A tool gives up where it meets an error, and is content with a full core. */
        if (hunt->count_threads && (hunt->status < 0 || (found && best->score == hunt->full)))
            break;
        threads = (threads - 1) - (threads - 1) % s->multiple_of;
    }
    return found;
}

static int32_t read_search(struct hunt *hunt, const gpuocc_group_search *search,
                           gpuocc_error *error)
{
    static const gpuocc_group_search none = {sizeof none, 0, 0, 0, 0};
    const gpuocc_kernel *k = &hunt->question.kernel;
    gpuocc_group_search *s = &hunt->search;
    uint32_t most = hunt->question.model->max_threads_per_group;

    if (search != NULL && search->size != sizeof *s)
        return gocc_fail_size(error, GPUOCC_ERROR_STRUCT_SIZE, 4, search->size, sizeof *s);
    *s = search != NULL ? *search : none;
    if (k->max_threads_per_group != 0 && gocc_amount(k->max_threads_per_group) < most)
        most = gocc_amount(k->max_threads_per_group);
    if (s->max_threads == 0 || s->max_threads > most)
        s->max_threads = most;
    if (s->multiple_of == 0)
        s->multiple_of = k->wave_size;
    if (s->min_threads == 0)
        s->min_threads = 1;
    return GPUOCC_OK;
}

static int32_t admit(struct hunt *hunt, const gpuocc_device *device, uint32_t convention,
                     const gpuocc_kernel *kernel, gpuocc_error *error)
{
    gpuocc_kernel copy;
    uint32_t field;
    int32_t status = gocc_read_kernel(&copy, kernel, error);

    if (status < 0)
        return status;
    copy.size = sizeof copy;
    copy.threads_per_group = 1;
    status = gocc_admit_fields(&hunt->question, device, convention, &copy, error);
    hunt->count_threads =
        status == GPUOCC_OK ? hunt->question.rules->tries_largest >> convention & 1 : 0;
    /* A tool looks at the fields together size by size. */
    if (status == GPUOCC_OK && !hunt->count_threads)
        status = hunt->question.rules->admit(&hunt->question, error);
    for (field = 1; status == GPUOCC_OK && field < GPUOCC_KERNEL_FIELD_COUNT; field++)
        if (gocc_kernel_word(&hunt->question.kernel, field) == GPUOCC_UNKNOWN)
            status = gocc_fail_kernel(error, GPUOCC_ERROR_MUST_BE_KNOWN, field, GPUOCC_UNKNOWN, 0,
                                      device);
    return status;
}

int32_t gpuocc_best_group(const gpuocc_device *device, uint32_t convention,
                          const gpuocc_kernel *kernel, const gpuocc_group_search *search,
                          uint32_t index, uint32_t *threads, uint32_t *groups, gpuocc_error *error)
{
    struct candidate best = {0, 0, 0}, last;
    struct hunt hunt;
    uint32_t i;
    int32_t status;
    int found;

    if (device == NULL || kernel == NULL || threads == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL,
                                  device == NULL   ? 1
                                  : kernel == NULL ? 3
                                                   : 6);
    status = admit(&hunt, device, convention, kernel, error);
    if (status == GPUOCC_OK)
        status = read_search(&hunt, search, error);
    if (status != GPUOCC_OK)
        return status;
    hunt.full = hunt.question.model->partitions_per_core *
                hunt.question.model->max_waves_per_partition * hunt.question.kernel.wave_size;
    hunt.status = GPUOCC_OK;
    hunt.open = 0;
    hunt.none = 0;
    for (i = 0; i <= index; i++) {
        last = best;
        found = next_best(&hunt, i != 0 ? &last : NULL, &best);
        if (hunt.count_threads && hunt.status < 0)
            return hunt.status;
        if (!found)
            return hunt.open   ? GPUOCC_NOT_KNOWN
                   : hunt.none ? GPUOCC_NOT_APPLICABLE
                               : GPUOCC_ERROR_INDEX;
    }
    if (hunt.open)
        return GPUOCC_NOT_KNOWN;
    *threads = best.threads;
    if (groups != NULL)
        *groups = best.groups;
    return GPUOCC_OK;
}
