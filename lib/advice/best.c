/* SPDX-License-Identifier: MIT
 *
 * Searches for the best group size.
 */
#include "gpuocc/advice.h"

#include <stddef.h>
#include <string.h>

#include "advice/best.h"
#include "base/error.h"
#include "base/structs.h"
#include "device/device.h"
#include "occupancy/clusters.h"
#include "occupancy/range.h"
#include "occupancy/use.h"
#include "occupancy/validate.h"

/* Bytes of gpuocc_group_search in its first version. */
#define FIRST_SEARCH offsetof(gpuocc_group_search, core_count)

struct candidate {
    uint32_t threads, position, groups, waves, max_waves, limiters;
    uint32_t score;  /* waves, or threads if a tool counts threads */
    uint64_t rounds; /* of the grid, 0 if there is none */
};

struct hunt {
    struct gocc_question question;
    gpuocc_group_search search;
    const gpuocc_candidate *candidates; /* candidates->size bytes apart */
    uint32_t count;                     /* of candidates; 0: every size of the search */
    uint32_t register_field;
    uint32_t cores;         /* of the device, if there is a grid */
    uint32_t count_threads; /* 1: like a tool that counts threads and tries the largest size */
    uint32_t full;          /* threads of a full core */
    int32_t status;         /* the error of a tool that rejects a size */
    gpuocc_error *error;    /* its details */
    int open;               /* 1: a result was unknown */
    int none;               /* 1: the convention does not answer in groups */
};

static const gpuocc_candidate *candidate_at(const struct hunt *hunt, uint32_t position)
{
    return (const void *)((const char *)hunt->candidates +
                          (size_t)position * hunt->candidates->size);
}

/* Returns the registers of a candidate, 0 if it has those of the kernel. */
static uint32_t registers_of(const struct hunt *hunt, uint32_t position)
{
    return hunt->count != 0 ? candidate_at(hunt, position)->registers : 0;
}

/* Returns the groups that are resident on the whole device. */
static uint64_t resident(const struct hunt *hunt, const struct gocc_placement *p)
{
    uint64_t clusters;

    if (gocc_clusters(&hunt->question, p->groups, &clusters) == GPUOCC_OK)
        return clusters * hunt->question.kernel.groups_per_cluster;
    return (uint64_t)(hunt->cores / p->cores_per_core) * p->groups;
}

/* Returns the rounds of the grid: how often the whole device is filled. */
static uint64_t rounds_of(const struct hunt *hunt, uint32_t threads, const struct gocc_placement *p)
{
    const uint64_t grid = hunt->search.grid_threads;
    const uint64_t groups = grid / threads + (grid % threads != 0);
    const uint64_t at_once = resident(hunt, p);

    return grid == 0 ? 0 : at_once == 0 ? UINT64_MAX : groups / at_once + (groups % at_once != 0);
}

/* Sets the registers of a candidate. Returns 0 if the device rejects that number. */
static int take_registers(const struct hunt *hunt, struct gocc_question *q, uint32_t position)
{
    const uint32_t registers = registers_of(hunt, position);

    if (registers == 0)
        return 1;
    gocc_kernel_set(&q->kernel, hunt->register_field, registers);
    return gocc_amount(registers) <= gocc_field_max(q, hunt->register_field);
}

/* Evaluates one size. Returns 0 if it does not launch. */
static int score(struct hunt *hunt, uint32_t threads, uint32_t position,
                 struct candidate *candidate)
{
    struct gocc_question q = hunt->question;
    struct gocc_placement p;

    q.kernel.threads_per_group = threads;
    if (!take_registers(hunt, &q, position))
        return 0;
    hunt->status = gocc_readmit(&q, hunt->error);
    if (hunt->status != GPUOCC_OK)
        return 0;
    gocc_place(&q, &p);
    hunt->open |= p.open != 0;
    hunt->none |= p.open == 0 && p.groups == GOCC_NO_LIMIT;
    candidate->threads = threads;
    candidate->position = position;
    candidate->groups = p.groups;
    candidate->waves = p.waves;
    candidate->max_waves = p.max_waves;
    candidate->limiters = p.limiters;
    candidate->score = hunt->count_threads ? p.groups * threads : p.waves;
    candidate->rounds = rounds_of(hunt, threads, &p);
    return p.groups != 0 && p.groups != GOCC_NO_LIMIT;
}

static int better(const struct hunt *hunt, const struct candidate *a, const struct candidate *b)
{
    if (a->score != b->score)
        return a->score > b->score;
    if (a->rounds != b->rounds)
        return a->rounds < b->rounds;
    if (a->threads != b->threads)
        return hunt->search.prefer_small ? a->threads < b->threads : a->threads > b->threads;
    return a->position < b->position;
}

/* Makes a size the best one if it is better than the best one and worse than `last`, if given. */
static void consider(struct hunt *hunt, uint32_t threads, uint32_t position,
                     const struct candidate *last, struct candidate *best, int *found)
{
    struct candidate candidate;

    if (!score(hunt, threads, position, &candidate) ||
        (last != NULL && !better(hunt, last, &candidate)) ||
        (*found && !better(hunt, &candidate, best)))
        return;
    *best = candidate;
    *found = 1;
}

/* Finds the best candidate that is worse than `last`. */
static int next_listed(struct hunt *hunt, const struct candidate *last, struct candidate *best)
{
    const gpuocc_group_search *s = &hunt->search;
    uint32_t i, threads;
    int found = 0;

    for (i = 0; i < hunt->count; i++) {
        threads = candidate_at(hunt, i)->threads_per_group;
        if (threads >= s->min_threads && threads <= s->max_threads && threads % s->multiple_of == 0)
            consider(hunt, threads, i, last, best, &found);
    }
    hunt->status = GPUOCC_OK; /* rejected candidates are skipped */
    return found;
}

/* Finds the best size that is worse than `last`, if given. */
static int next_best(struct hunt *hunt, const struct candidate *last, struct candidate *best)
{
    const gpuocc_group_search *s = &hunt->search;
    uint32_t threads = s->max_threads;
    int found = 0;

    if (hunt->count != 0)
        return next_listed(hunt, last, best);
    if (!hunt->count_threads)
        threads -= threads % s->multiple_of;
    while (threads >= s->min_threads) {
        consider(hunt, threads, 0, last, best, &found);
        /* A tool stops at the first error, and at a full core: another size that fills the core
         * needs as many rounds of a grid. */
        if (hunt->count_threads && (hunt->status < 0 || (found && best->score == hunt->full)))
            break;
        threads = (threads - 1) - (threads - 1) % s->multiple_of;
    }
    return found;
}

/* Reads a caller's search of this or an older version. */
static int32_t read_search(struct hunt *hunt, const gpuocc_group_search *search,
                           gpuocc_error *error)
{
    int32_t status = GPUOCC_OK;

    if (search != NULL)
        status = gocc_read_grown(&hunt->search, FIRST_SEARCH, sizeof *search, search,
                                 GPUOCC_SCOPE_NONE, NULL);
    if (status != GPUOCC_OK)
        return gocc_fail_size(error, status, 3, search->size, sizeof *search);
    return GPUOCC_OK;
}

/* Validates the candidates of a search. */
static int32_t read_candidates(struct hunt *hunt, const gpuocc_candidate *candidates,
                               gpuocc_error *error)
{
    const uint64_t count = hunt->search.candidate_count;
    const gpuocc_candidate *c;
    int32_t status;
    uint32_t i;

    if (count != 0 && candidates == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, 4);
    if (count > UINT32_MAX)
        return gocc_fail_size(error, GPUOCC_ERROR_TOO_LARGE, 3, count, UINT32_MAX);
    hunt->candidates = candidates;
    for (i = 0; i != count; i++) {
        c = candidate_at(hunt, i);
        status = c->size != candidates->size
                     ? GPUOCC_ERROR_STRUCT_SIZE
                     : gocc_check_struct(sizeof *c, c, GPUOCC_SCOPE_NONE, NULL);
        if (status != GPUOCC_OK)
            return gocc_fail_size(error, status, 4, c->size, sizeof *c);
    }
    hunt->count = (uint32_t)count;
    return GPUOCC_OK;
}

/* Replaces 0 in the members of the search by the defaults. */
static void set_defaults(struct hunt *hunt)
{
    const gpuocc_kernel *k = &hunt->question.kernel;
    gpuocc_group_search *s = &hunt->search;
    const uint32_t most =
        gocc_min(hunt->question.model->max_threads_per_group, gocc_group_bound(k));

    s->max_threads = s->max_threads != 0 ? gocc_min(most, s->max_threads) : most;
    if (s->multiple_of == 0)
        s->multiple_of = hunt->count != 0 ? 1 : k->wave_size;
    if (s->min_threads == 0)
        s->min_threads = 1;
    if (hunt->count_threads && hunt->count == 0)
        s->prefer_small = 0; /* as in the tool */
}

/* Returns the unknown device field that a grid needs, or 0. The number of clusters is known only
 * for the core count of the device itself. */
static uint32_t lacking(const struct hunt *hunt)
{
    const struct gocc_question *q = &hunt->question;
    uint64_t clusters;

    if (hunt->search.grid_threads == 0)
        return 0;
    if (hunt->cores == GPUOCC_UNKNOWN)
        return GPUOCC_DEVICE_CORE_COUNT;
    if (!gocc_in_clusters(&q->kernel))
        return 0;
    return hunt->search.core_count != 0 || gocc_clusters(q, 1, &clusters) == GPUOCC_NOT_KNOWN
               ? GPUOCC_DEVICE_CORES_PER_GPC
               : 0;
}

static int32_t prepare(struct hunt *hunt, gpuocc_error *error)
{
    const struct gocc_question *q = &hunt->question;
    uint32_t field;

    set_defaults(hunt);
    hunt->cores =
        hunt->search.core_count != 0 ? hunt->search.core_count : gocc_core_count(q->device);
    field = lacking(hunt);
    if (field != 0)
        return gocc_fail_device(error, GPUOCC_NOT_KNOWN, field, GPUOCC_UNKNOWN, 0, q->device);
    hunt->full =
        q->model->partitions_per_core * q->model->max_waves_per_partition * q->kernel.wave_size;
    return GPUOCC_OK;
}

/* Whether every candidate has registers. */
static int have_registers(const struct hunt *hunt)
{
    uint32_t i;

    for (i = 0; i != hunt->count; i++)
        if (registers_of(hunt, i) == 0)
            return 0;
    return hunt->count != 0;
}

static int32_t admit(struct hunt *hunt, const gpuocc_device *device, const gpuocc_kernel *kernel,
                     gpuocc_error *error)
{
    const uint32_t convention = hunt->search.convention;
    gpuocc_kernel copy;
    uint32_t field;
    int32_t status = gocc_read_kernel(&copy, kernel, error);

    if (status < 0)
        return status;
    copy.size = sizeof copy;
    copy.threads_per_group = 1;
    status = gocc_admit_fields(&hunt->question, device, convention, &copy, error);
    hunt->count_threads =
        status == GPUOCC_OK && (hunt->question.rules->hooks->tries_largest >> convention & 1) != 0;
    /* A tool validates combinations of fields for each size. */
    if (status == GPUOCC_OK && !hunt->count_threads)
        status = hunt->question.rules->admit(&hunt->question, error);
    if (status == GPUOCC_OK)
        hunt->register_field = gocc_register_field(hunt->question.rules, convention);
    /* Registers of candidates replace those of the kernel. */
    if (status == GPUOCC_OK && have_registers(hunt))
        gocc_kernel_set(&hunt->question.kernel, hunt->register_field, GPUOCC_ZERO);
    for (field = 1; status == GPUOCC_OK && field != GPUOCC_KERNEL_FIELD_COUNT; field++)
        if (gocc_kernel_word(&hunt->question.kernel, field) == GPUOCC_UNKNOWN)
            status = gocc_fail_kernel(error, GPUOCC_ERROR_MUST_BE_KNOWN, field, GPUOCC_UNKNOWN, 0,
                                      device);
    if (status == GPUOCC_OK)
        gocc_choose_wave(
            &hunt->question); /* for a group of one thread: sizes are multiples of it */
    return status;
}

/* Finds the index-th best size. */
static int32_t find(struct hunt *hunt, uint32_t index, struct candidate *best)
{
    struct candidate last;
    uint32_t i;
    int found;

    for (i = 0; i <= index; i++) {
        last = *best;
        found = next_best(hunt, i != 0 ? &last : NULL, best);
        if (hunt->count_threads && hunt->status < 0)
            return hunt->status;
        if (!found)
            return hunt->open   ? GPUOCC_NOT_KNOWN
                   : hunt->none ? GPUOCC_NOT_APPLICABLE
                                : GPUOCC_ERROR_INDEX;
    }
    return hunt->open ? GPUOCC_NOT_KNOWN : GPUOCC_OK;
}

/* `listed`: whether the candidates of the search are evaluated. */
static int32_t best_of(const gpuocc_device *device, const gpuocc_kernel *kernel,
                       const gpuocc_group_search *search, const gpuocc_candidate *candidates,
                       int listed, gpuocc_group_size *choice, gpuocc_error *error)
{
    struct candidate best;
    struct hunt hunt;
    uint32_t registers;
    int32_t status;

    memset(&hunt, 0, sizeof hunt);
    memset(&best, 0, sizeof best);
    status = read_search(&hunt, search, error);
    if (status == GPUOCC_OK && listed)
        status = read_candidates(&hunt, candidates, error);
    if (status == GPUOCC_OK && !gocc_can_write(choice->size, sizeof *choice))
        status = gocc_fail_size(error, GPUOCC_ERROR_STRUCT_SIZE, 5, choice->size, sizeof *choice);
    if (status == GPUOCC_OK)
        status = admit(&hunt, device, kernel, error);
    if (status == GPUOCC_OK)
        status = prepare(&hunt, error);
    hunt.error = hunt.count_threads && hunt.count == 0 ? error : NULL;
    if (status == GPUOCC_OK)
        status = find(&hunt, hunt.search.index, &best);
    if (status != GPUOCC_OK)
        return status;
    registers = registers_of(&hunt, best.position);
    if (registers == 0)
        registers = gocc_kernel_word(&hunt.question.kernel, hunt.register_field);
    choice->threads_per_group = best.threads;
    choice->candidate = best.position;
    choice->registers = gocc_amount(registers);
    choice->groups = best.groups;
    choice->waves = best.waves;
    choice->max_waves = best.max_waves;
    choice->limiters = best.limiters;
    choice->rounds = best.rounds;
    return GPUOCC_OK;
}

int32_t gpuocc_best_group_among(const gpuocc_device *device, const gpuocc_kernel *kernel,
                                const gpuocc_group_search *search,
                                const gpuocc_candidate *candidates, gpuocc_group_size *choice,
                                gpuocc_error *error)
{
    if (device == NULL)
        return gocc_fail_no_device(error);
    if (kernel == NULL || choice == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, kernel == NULL ? 2 : 5);
    return best_of(device, kernel, search, candidates, 1, choice, error);
}

int32_t gpuocc_best_group(const gpuocc_device *device, const gpuocc_kernel *kernel,
                          const gpuocc_group_search *search, uint32_t *threads, uint32_t *groups,
                          gpuocc_error *error)
{
    static const gpuocc_group_search any = {.size = sizeof any};
    gpuocc_group_size choice;
    uint32_t best = 0, reside;
    int32_t status;

    if (device == NULL)
        return gocc_fail_no_device(error);
    if (kernel == NULL || threads == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, kernel == NULL ? 2 : 4);
    if (search == NULL)
        search = &any;
    if (search->size == sizeof *search && search->index == 0)
        best = gocc_best_plain(device, search->convention, kernel, search, &reside);
    if (best != 0) {
        *threads = best;
        if (groups != NULL)
            *groups = reside;
        return GPUOCC_OK;
    }
    choice.size = sizeof choice;
    status = best_of(device, kernel, search, NULL, 0, &choice, error);
    if (status != GPUOCC_OK)
        return status;
    *threads = choice.threads_per_group;
    if (groups != NULL)
        *groups = choice.groups;
    return GPUOCC_OK;
}
