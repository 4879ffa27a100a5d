/* SPDX-License-Identifier: MIT
 *
 * Finds the best group size of a plain kernel without evaluating every size. Two numbers decide:
 * the waves that fit on a core, and the groups that all other limits allow.
 */
#include "advice/best.h"

#include "occupancy/occupancy.h"
#include "occupancy/validate.h"

struct sizes {
    const gpuocc_device *device;
    uint32_t convention;
    gpuocc_kernel kernel;
    struct gocc_use use; /* of the last size that was evaluated */
    const struct gocc_rules *rules;
    const struct gocc_model *model;
    int count_threads; /* 1: like a tool that also tries a largest size that is no multiple
                          (rules.h) */
};

/* Returns the exponent of a wave size. */
static uint32_t wave_shift(uint32_t size)
{
    uint32_t shift = 0;

    while (size >> shift > 1)
        shift++;
    return shift;
}

/* Whether a group of this size launches. Sets `s->use`. */
static int launches(struct sizes *s, uint32_t threads)
{
    s->kernel.threads_per_group = threads;
    s->rules->hooks->plain_use(s->device, s->model, s->convention, &s->kernel, &s->use);
    return (s->use.unknown | s->use.at_run_time | s->use.refused) == 0;
}

/* Returns the largest multiple from `least` to `most` that launches, 0 if there is none. If a size
 * launches, so do all smaller ones. */
static uint32_t largest(struct sizes *s, uint32_t multiple, uint32_t least, uint32_t most,
                        uint32_t shift)
{
    uint32_t low = (least - 1) / multiple + 1, high = most / multiple, middle;

    if (high < low)
        return 0;
    if (launches(s, high * multiple))
        return high * multiple;
    /* A group cannot have more waves than the registers of a core allow; most kernels launch with
     * that many. */
    high = gocc_min(high - 1, (gocc_min(s->use.register_waves, most) << shift) / multiple);
    if (high < low)
        return 0;
    if (launches(s, high * multiple))
        return high * multiple;
    if (!launches(s, low * multiple))
        return 0;
    while (high - low > 1) {
        middle = low + (high - low) / 2;
        if (launches(s, middle * multiple))
            low = middle;
        else
            high = middle;
    }
    (void)launches(s, low * multiple);
    return low * multiple;
}

/* Tries smaller and smaller sizes. No smaller size allows more than `limit` groups, except a single
 * wave, which may need no barrier. A tool that counts threads stops at a full core. */
static uint32_t descend(struct sizes *s, const gpuocc_group_search *search, uint32_t at,
                        uint32_t multiple, uint32_t least, uint32_t shift, uint32_t *groups)
{
    const int small = search->prefer_small && !s->count_threads;
    const struct gocc_use *use = &s->use;
    const uint32_t waves = gocc_fit(use);
    uint32_t limit = gocc_min(gocc_beside(use), waves), best = 0, threads = 0;
    uint32_t wave, found, score, most;

    for (; at >= least; at = at - 1 - (at - 1) % multiple) {
        wave = ((at - 1) >> shift) + 1;
        most = s->count_threads ? waves << shift : waves;
        if (best == most && !small)
            break;
        if (wave == 1 && use->barriers.taken != 0) {
            (void)launches(s, at); /* it launches, because a larger one does */
            limit = gocc_min(gocc_beside(use), waves);
        }
        if ((uint64_t)limit * (s->count_threads ? at : wave) < best) {
            if (wave == 1 || use->barriers.taken == 0)
                break;
            at = (1u << shift) + 1; /* continue with one wave */
            continue;
        }
        found = gocc_min(waves / wave, limit);
        score = found * (s->count_threads ? at : wave);
        if (score > best || (score == best && small && found != 0)) {
            best = score;
            threads = at;
            *groups = found;
        }
    }
    return threads;
}

uint32_t gocc_best_plain(const gpuocc_device *device, uint32_t convention,
                         const gpuocc_kernel *kernel, const gpuocc_group_search *search,
                         uint32_t *groups)
{
    const struct gocc_rules *rules = gocc_rules_of(device->vendor);
    const struct gocc_model *m = gocc_model_of(rules, device);
    const uint32_t size = kernel->wave_size != 0 ? kernel->wave_size : m->default_wave_size;
    const uint32_t multiple = search->multiple_of != 0 ? search->multiple_of : size;
    const uint32_t least = search->min_threads != 0 ? search->min_threads : 1;
    const uint32_t shift = wave_shift(size);
    uint32_t most = m->max_threads_per_group, at;
    gpuocc_answer answer;
    struct sizes s;

    if (size == 0 || search->grid_threads != 0 || kernel->size != sizeof *kernel ||
        kernel->dynamic_shared_bytes_per_thread != 0)
        return 0;
    s.device = device;
    s.rules = rules;
    s.model = m;
    s.convention = convention;
    s.kernel = *kernel;
    s.count_threads = (int)(rules->hooks->tries_largest >> (convention & 31) & 1);
    most =
        kernel->max_threads_per_group != 0 ? gocc_min(most, kernel->max_threads_per_group) : most;
    most = search->max_threads != 0 ? gocc_min(most, search->max_threads) : most;
    /* Whether the kernel is plain does not depend on its threads. */
    s.kernel.threads_per_group = most;
    if (!gocc_fast(device, convention, &s.kernel, &answer))
        return 0;
    if (s.count_threads && launches(&s, most))
        at = most;
    else
        at = largest(&s, multiple, least, most, shift);
    return at == 0 ? 0 : descend(&s, search, at, multiple, least, shift, groups);
}
