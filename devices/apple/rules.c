/* SPDX-License-Identifier: MIT
 *
 * Apple: computes whether a threadgroup launches, and how many are resident on a core.
 *
 * Whether it launches is known on Apple7 and Apple8 from Mesa's tier table, which is equivalent to
 * two halves of 104 KiB that allocate whole SIMD-groups, up to 1024 threads. How many are resident
 * is a hypothesis there; by default it is no more than the table proves. From Apple9 on registers
 * do not limit statically.
 */
#include "use.h"

#include "base/error.h"
#include "device/device.h"

/* The hypotheses: 3072 threads per core, and 384 KiB in two halves. */
#define HYPOTHESIS_SLOTS 48u
#define RF384_REGISTERS  49152u

static const struct gocc_field_rule field_rules[GPUOCC_KERNEL_FIELD_COUNT] = {
    GOCC_FIELD_SHARED_PER_THREAD,
    GOCC_FIELD_THREADS,
    GOCC_FIELD_STATIC_SHARED,
    GOCC_FIELD_DYNAMIC_SHARED,
    [GPUOCC_KERNEL_MAX_THREADS_PER_GROUP] = {GOCC_GRANT, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,
                                             -GPUOCC_ERROR_TOO_LARGE, 0},
    [GPUOCC_KERNEL_REPORTED_MAX_THREADS] = {GOCC_GRANT, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,
                                            -GPUOCC_ERROR_TOO_LARGE, 0},
    [GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD] = {GOCC_AMOUNT,
                                                 GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD,
                                                 -GPUOCC_ERROR_TOO_MANY_REGISTERS, 0},
    [GPUOCC_KERNEL_OCCUPANCY_TARGET_PERCENT] = {GOCC_GRANT, 0, -GPUOCC_ERROR_TOO_LARGE, 100},
};

const struct gocc_field_rule *gocc_apple_fields(uint32_t convention)
{
    (void)convention;
    return field_rules;
}

/* The occupancy manager was introduced together with registers that do not limit statically. */
static int is_dynamic(const struct gocc_model *m)
{
    return m->registers_per_partition == 0;
}

/* The hypotheses are about the families that the table covers; for others the default answer
 * applies. */
static int is_hypothesis(const struct gocc_question *q)
{
    return q->convention != GPUOCC_CONVENTION_DEFAULT &&
           gocc_apple_has_tiers(q->device->generation);
}

/* What the compiled pipeline reports takes precedence over the table. */
static int launches_by_report(const gpuocc_kernel *k)
{
    return k->reported_max_threads != 0 &&
           k->threads_per_group <= gocc_amount(k->reported_max_threads);
}

/* Whether a declared bound can be the reason for the reported number: it is the same number, or
 * unknown. */
static int is_declared(const struct gocc_question *q)
{
    return (q->range >> GPUOCC_KERNEL_MAX_THREADS_PER_GROUP & 1) != 0 ||
           q->kernel.max_threads_per_group == q->kernel.reported_max_threads;
}

/* Returns what a report implies; 0 for nothing. A number above the cap of the table implies the
 * cap. */
static uint32_t seen_of(const struct gocc_question *q)
{
    const uint32_t report = q->kernel.reported_max_threads;

    if (report == GPUOCC_UNKNOWN || !gocc_apple_has_tiers(q->device->generation))
        return 0;
    return gocc_amount(report) < GOCC_APPLE_TIER_CAP ? gocc_amount(report) : GOCC_APPLE_TIER_CAP;
}

/* Lowers `*most` to the largest number of registers that allows `threads` threads; more registers
 * never allow more. Returns whether this is the number of threads of a tier. */
static int find_tier(uint32_t threads, uint32_t *most)
{
    uint32_t halves = 0;

    while (halves < *most && gocc_apple_tier_threads(halves + 1) >= threads)
        halves++;
    *most = halves;
    return gocc_apple_tier_threads(halves) == threads;
}

int32_t gocc_apple_admit(struct gocc_question *question, gpuocc_error *error)
{
    const struct gocc_question *q = question;
    const uint32_t target = q->kernel.occupancy_target_percent;
    const uint32_t max = q->model->max_shared_bytes_per_group;
    const uint64_t sum = gocc_known_shared(&q->kernel);

    if (target != 0 && target != GPUOCC_ZERO && !is_dynamic(q->model))
        return gocc_fail_kernel(error, GPUOCC_ERROR_NO_RESOURCE,
                                GPUOCC_KERNEL_OCCUPANCY_TARGET_PERCENT, target, 0, q->device);
    if (sum <= max &&
        (sum + GOCC_APPLE_MEMORY_LENGTH - 1) / GOCC_APPLE_MEMORY_LENGTH * GOCC_APPLE_MEMORY_LENGTH >
            max)
        return gocc_fail_kernel(error, GPUOCC_ERROR_SHARED_TOO_LARGE, GPUOCC_KERNEL_SHARED_BYTES,
                                sum, max / GOCC_APPLE_MEMORY_LENGTH * GOCC_APPLE_MEMORY_LENGTH,
                                q->device);
    return gocc_admit_shared(question, error);
}

uint32_t gocc_apple_verify(uint32_t generation, const struct gocc_model *model,
                           const struct gocc_lists *lists, struct gocc_wrong *wrong)
{
    (void)generation;
    (void)lists;
    if (model->wave_sizes != GOCC_APPLE_WAVE)
        return gocc_blame(wrong, GPUOCC_DEVICE_WAVE_SIZES, GOCC_APPLE_WAVE);
    if (model->default_wave_size != GOCC_APPLE_WAVE)
        return gocc_blame(wrong, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, GOCC_APPLE_WAVE);
    if (model->max_registers_per_thread == GPUOCC_UNKNOWN)
        return GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD;
    if (model->max_shared_bytes_per_group == GPUOCC_UNKNOWN)
        return GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP;
    return 0;
}

/* A pipeline reports the threads of its tier, or a smaller bound that the kernel declares. The
 * report is therefore an upper bound for the registers, and also a lower bound if only the tier
 * explains it. */
void gocc_apple_narrow(const struct gocc_question *question, uint32_t field, uint32_t *least,
                       uint32_t *most)
{
    const uint32_t seen = seen_of(question);
    uint32_t halves;

    if (field != GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD || seen == 0 || !find_tier(seen, most) ||
        is_declared(question))
        return;
    halves = *most;
    while (halves != 0 && gocc_apple_tier_threads(halves - 1) == seen)
        halves--;
    *least = halves;
}

static int gave_pool(const gpuocc_device *device)
{
    return device->kind == GOCC_OWN &&
           ((const struct gocc_own *)device)->given[GPUOCC_DEVICE_SHARED_POOL_BYTES];
}

static uint32_t notes_of(const struct gocc_question *q, const struct gocc_placement *p)
{
    const uint32_t lower_bound = 1u << GPUOCC_NOTE_LOWER_BOUND;
    const uint32_t seen = seen_of(q);
    /* The largest report stands for all reports of a range, and not all of them are tiers. */
    const uint32_t ranges = q->range >> GPUOCC_KERNEL_REPORTED_MAX_THREADS & 1;
    uint32_t notes = q->model->notes, most = q->model->max_registers_per_thread;

    if (seen != 0 && (!find_tier(seen, &most) || ranges))
        notes |= 1u << GPUOCC_NOTE_NO_TIER;
    if (is_hypothesis(q))
        notes = (notes & ~lower_bound) | 1u << GPUOCC_NOTE_HYPOTHESIS;
    /* The size of the pool is disputed. */
    if ((p->limiters >> GPUOCC_LIMIT_SHARED & 1) != 0 && !gave_pool(q->device))
        notes |= 1u << GPUOCC_NOTE_UNVERIFIED;
    /* That a group does not launch is neither a lower bound nor a hypothesis. */
    if (p->groups == 0)
        notes &= ~(lower_bound | 1u << GPUOCC_NOTE_HYPOTHESIS);
    return notes;
}

/* Applies the occupancy target. Whatever the target, a group that launches runs. */
static void aim(const gpuocc_kernel *k, struct gocc_use *use)
{
    const uint32_t target = k->occupancy_target_percent;

    if (target == 0)
        return;
    use->at_run_time = 0;
    if ((use->unknown >> GPUOCC_LIMIT_WAVES & 1) != 0 || use->slots < use->waves)
        return;
    use->slots = use->slots * gocc_amount(target) / 100;
    use->at_least_one |= 1u << GPUOCC_LIMIT_WAVES;
}

/* Applies what a pipeline reports; it overrides the table. */
static void report(const struct gocc_question *q, struct gocc_use *use)
{
    const uint32_t registers = 1u << GPUOCC_LIMIT_REGISTERS;
    const int launches = launches_by_report(&q->kernel);

    use->may_refuse = (use->unknown & registers) != 0 && !launches &&
                      !gocc_apple_has_tiers(q->device->generation);
    if (launches) {
        use->at_least_one |= registers;
        if ((use->refused & registers) != 0)
            use->notes |= 1u << GPUOCC_NOTE_UNVERIFIED;
    }
    if (q->kernel.reported_max_threads != 0)
        use->refused &= ~registers;
}

void gocc_apple_evaluate(const struct gocc_question *question, struct gocc_use *use)
{
    const struct gocc_question *q = question;
    const struct gocc_model *m = q->model;
    const gpuocc_kernel *k = &q->kernel;
    const uint32_t bound = gocc_group_bound(k);
    uint32_t file = m->registers_per_partition, unit = m->register_unit;

    gocc_start(use, m, k, 1);
    if (is_hypothesis(q)) {
        use->partitions = GOCC_APPLE_FILE_PARTITIONS;
        gocc_use_slots(use, GOCC_APPLE_FILE_PARTITIONS * HYPOTHESIS_SLOTS);
        file =
            q->convention == GPUOCC_CONVENTION_RF384 ? RF384_REGISTERS : GOCC_APPLE_FILE_REGISTERS;
        unit = GOCC_APPLE_FILE_UNIT;
    } else {
        gocc_apple_use_slots(m, use);
    }
    gocc_apple_use(q->device, m, k, file != GPUOCC_UNKNOWN ? file : 0, unit, use);
    aim(k, use);
    report(q, use);
    if (bound != UINT32_MAX)
        gocc_use_bound(use, bound);
}

void gocc_apple_finish(const struct gocc_question *question, const struct gocc_use *use,
                       struct gocc_placement *placement)
{
    if (placement->open != 0 && is_dynamic(question->model))
        placement->limiters |= 1u << GPUOCC_LIMIT_WAVES;
    placement->notes =
        (placement->notes & ~(uint32_t)question->model->notes) | notes_of(question, placement);
    if ((use->notes >> GPUOCC_NOTE_UNVERIFIED & 1) != 0)
        placement->notes |= 1u << GPUOCC_NOTE_UNVERIFIED;
}
