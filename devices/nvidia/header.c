/* SPDX-License-Identifier: MIT
 *
 * Implements the `header` convention where cuda_occupancy.h 12.1 (CUDA 13.0) differs from the
 * hardware. docs/model.md lists the differences.
 */
#include "nvidia.h"

#include "base/error.h"
#include "device/device.h"
#include "use.h"

/* The header takes int and size_t. Values that do not fit in 32 bits are rejected, and so are those
 * that overflow its int arithmetic, which C leaves undefined. */
#define LARGEST           (GPUOCC_ZERO - 1)
#define LARGEST_REGISTERS ((INT32_MAX - 255) / 32)

const struct gocc_field_rule gocc_nvidia_header_fields[GPUOCC_KERNEL_FIELD_COUNT] = {
    GOCC_NVIDIA_COMMON_FIELDS,
    [GPUOCC_KERNEL_THREADS_PER_GROUP] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_LARGE, INT32_MAX - 127},
    [GPUOCC_KERNEL_REGISTERS_PER_THREAD] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_LARGE,
                                            LARGEST_REGISTERS},
    [GPUOCC_KERNEL_SHARED_BYTES] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_LARGE, LARGEST},
    [GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_LARGE, LARGEST},
    [GPUOCC_KERNEL_BARRIERS_PER_GROUP] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_LARGE, INT32_MAX},
    [GPUOCC_KERNEL_MAX_THREADS_PER_GROUP] = {GOCC_IGNORED, 0, -GPUOCC_ERROR_TOO_LARGE, INT32_MAX},
    [GPUOCC_KERNEL_CARVEOUT_PERCENT] = {GOCC_GRANT, 0, -GPUOCC_ERROR_TOO_LARGE, INT32_MAX},
    [GPUOCC_KERNEL_VIRTUAL_RESOURCES] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_LARGE, INT32_MAX},
};

static int32_t admit_carveout(const struct gocc_question *q, gpuocc_error *error)
{
    const uint32_t percent = q->kernel.carveout_percent;

    /* Before 7.0 the header ignores the carve-out. */
    if (percent == GPUOCC_UNKNOWN || gocc_amount(percent) <= 100 || q->device->generation < 70)
        return GPUOCC_OK;
    return gocc_fail_kernel(error, GPUOCC_ERROR_TOO_LARGE, GPUOCC_KERNEL_CARVEOUT_PERCENT, percent,
                            100, q->device);
}

/* Returns the field that must not be 0 for the header, but is; 0 if there is none. */
static uint32_t lacking(const struct gocc_model *m)
{
    if (m->registers_per_partition == 0)
        return GPUOCC_DEVICE_REGISTERS_PER_PARTITION;
    if (m->max_registers_per_group == 0)
        return GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP;
    if (m->default_shared_bytes_per_group == 0)
        return GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP;
    return m->shared_pool_bytes == 0 ? GPUOCC_DEVICE_SHARED_POOL_BYTES : 0;
}

/* The next three functions are for cases in which the header has no size for the shared memory of a
 * custom device. Each returns the size that would be valid, or 0 if there is no problem. */

/* L1 of Kepler may take more than there is. The header's size_t then wraps around (line 1091), and
 * the number of blocks that fit in its enormous value is truncated to an int (line 1467): -2 with 4
 * KiB. A block without shared memory (line 1466), or with more than it may have (line 1438), is not
 * affected. */
static uint32_t instead_of_wrapping(const struct gocc_question *q, const struct gocc_use *use)
{
    const uint32_t taken = gocc_nvidia_l1_takes(q->kernel.cache_preference);

    return q->model->shared_pool_bytes < taken && use->shared.taken != 0 && use->refused == 0
               ? taken
               : 0;
}

/* From 7.0 on, sizes are rounded up to one that the compute capability can be set to; a size above
 * the largest one is an error. It may be what the carve-out or the preference requests (line 1069)
 * ... */
static uint32_t instead_of_wanted(const struct gocc_question *q, uint32_t largest)
{
    return gocc_nvidia_wanted_size(q->model, &q->kernel) > largest ? largest : 0;
}

/* ... or the block's allocation, where permitted (line 1456). */
static uint32_t instead_of_taken(const struct gocc_use *use, uint32_t largest)
{
    return use->shared.taken > largest && use->refused == 0 ? largest : 0;
}

/* Unknown fields are checked in each candidate of a range. */
static int is_wanted_known(const gpuocc_kernel *k)
{
    return k->carveout_percent != GPUOCC_UNKNOWN &&
           (k->carveout_percent != 0 || k->cache_preference != GPUOCC_UNKNOWN);
}

static int is_shared_known(const gpuocc_kernel *k)
{
    return k->shared_bytes != GPUOCC_UNKNOWN && k->dynamic_shared_bytes != GPUOCC_UNKNOWN &&
           (k->threads_per_group != GPUOCC_UNKNOWN ||
            gocc_amount(k->dynamic_shared_bytes_per_thread) == 0);
}

/* Sets what a block uses by the rules of shared memory alone. */
static void evaluate_shared(const struct gocc_question *question,
                            const struct gocc_nvidia_view *view, struct gocc_use *use)
{
    const struct gocc_nvidia_case c = {view->model,      &question->kernel, 1,
                                       view->generation, question,          view};

    gocc_nvidia_use_shared(&c, use);
}

static uint32_t size_instead(const struct gocc_question *q)
{
    const uint32_t major = q->device->generation / 10;
    struct gocc_use use = {0};
    struct gocc_nvidia_view view;
    uint32_t largest, size;

    if (q->device->kind != GOCC_OWN || major == 5 || major == 6) /* all one size (line 1119) */
        return 0;
    gocc_nvidia_look(q, &view);
    if (is_shared_known(&q->kernel))
        evaluate_shared(q, &view, &use);
    if (major == 3)
        return instead_of_wrapping(q, &use);
    largest = gocc_nvidia_stand_in(q->device->generation)->shared_pool_bytes;
    size = is_wanted_known(&q->kernel) ? instead_of_wanted(q, largest) : 0;
    return size != 0 ? size : instead_of_taken(&use, largest);
}

/* Returns the largest request of which a block allocates no more than `limit`. */
static uint32_t last_within(const struct gocc_model *m, uint64_t limit)
{
    limit -= limit % m->shared_unit_bytes;
    return limit < m->shared_reserved_bytes ? 0 : (uint32_t)(limit - m->shared_reserved_bytes);
}

/* Amounts without a size begin above the largest size, on Kepler with the first byte. They end at a
 * limit of a block, above which it merely does not launch. */
uint32_t gocc_nvidia_header_ends(const struct gocc_nvidia_view *view, uint32_t *ends)
{
    const struct gocc_model *m = view->model;
    const uint32_t largest = gocc_nvidia_stand_in(view->generation)->shared_pool_bytes;

    ends[0] = view->generation / 10 == 3 ? 0 : last_within(m, largest);
    ends[1] = last_within(m, gocc_nvidia_block_limit(view, 0, GPUOCC_SHARED_LIMIT_DEFAULT));
    ends[2] = last_within(m, gocc_nvidia_block_limit(view, UINT64_MAX, GPUOCC_SHARED_LIMIT_OPTIN));
    return 3;
}

int32_t gocc_nvidia_admit_header(const struct gocc_question *question, gpuocc_error *error)
{
    const gpuocc_kernel *k = &question->kernel;
    const uint32_t per_warp = gocc_up(gocc_amount(k->registers_per_thread) * 32, 256);
    const uint32_t warps = gocc_up(gocc_waves(k->threads_per_group, 32), 4);
    const uint32_t field = lacking(question->model);
    uint32_t size;
    int32_t status;

    if (gocc_nvidia_stand_in(question->device->generation) == NULL)
        return gocc_fail_device(error, GPUOCC_ERROR_DEVICE_UNKNOWN, GPUOCC_DEVICE_GENERATION,
                                question->device->generation, 0, question->device);
    if (field != 0)
        return gocc_fail_device(error, GPUOCC_ERROR_DEVICE_INVALID, field, 0, 1, question->device);
    if (k->max_threads_per_group == GPUOCC_ZERO)
        return gocc_fail_kernel(error, GPUOCC_ERROR_REQUIRED, GPUOCC_KERNEL_MAX_THREADS_PER_GROUP,
                                0, INT32_MAX, question->device);
    if (k->registers_per_thread != GPUOCC_UNKNOWN && k->threads_per_group != GPUOCC_UNKNOWN &&
        (uint64_t)per_warp * warps > INT32_MAX)
        return gocc_fail_kernel(error, GPUOCC_ERROR_TOO_LARGE, GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                                k->registers_per_thread, INT32_MAX / warps / 256 * 8,
                                question->device);
    status = admit_carveout(question, error);
    size = size_instead(question);
    if (status == GPUOCC_OK && size != 0)
        status =
            gocc_fail_device(error, GPUOCC_ERROR_DEVICE_INVALID, GPUOCC_DEVICE_SHARED_POOL_BYTES,
                             question->model->shared_pool_bytes, size, question->device);
    return status;
}

/* The header ignores the launch bound but rejects 0. */
void gocc_nvidia_narrow(const struct gocc_question *question, uint32_t field, uint32_t *least,
                        uint32_t *most)
{
    (void)most;
    if (question->convention == GPUOCC_CONVENTION_HEADER &&
        field == GPUOCC_KERNEL_MAX_THREADS_PER_GROUP)
        *least = 1;
}

/* The header determines the limiters before it considers barriers, and keeps them. */
void gocc_nvidia_finish(const struct gocc_question *question, const struct gocc_use *use,
                        struct gocc_placement *placement)
{
    struct gocc_placement *p = placement;
    const uint32_t barriers = p->groups_by[GPUOCC_LIMIT_BARRIERS];
    uint32_t limiters;

    (void)use;
    if (question->convention != GPUOCC_CONVENTION_HEADER)
        return;
    p->groups_by[GPUOCC_LIMIT_BARRIERS] = GOCC_NO_LIMIT;
    gocc_combine(p);
    limiters = p->limiters;
    p->groups_by[GPUOCC_LIMIT_BARRIERS] = barriers;
    gocc_combine(p);
    p->limiters = limiters | (p->limiters & 1u << GPUOCC_LIMIT_BARRIERS);
}

/* Returns the largest dynamic shared memory that a launch may request. Without opt-in, the header
 * tests it only if it is given. */
static uint32_t bound_of(const gpuocc_kernel *kernel)
{
    return kernel->max_dynamic_shared_bytes == 0 &&
                   kernel->shared_limit != GPUOCC_SHARED_LIMIT_OPTIN
               ? INT32_MAX
               : gocc_amount(kernel->max_dynamic_shared_bytes);
}

/* Lines 1880-1963: ignores the reserve per block, and wraps around on Kepler. */
int32_t gocc_nvidia_header_most(const struct gocc_question *question, uint32_t field,
                                uint32_t groups, uint32_t *value)
{
    struct gocc_question q = *question;
    struct gocc_nvidia_view view;
    const struct gocc_model *m;
    const uint64_t bound = bound_of(&q.kernel);
    struct gocc_placement p;
    const uint16_t *sizes;
    uint64_t limit, cap, most;

    if (question->convention != GPUOCC_CONVENTION_HEADER ||
        field != GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES)
        return GPUOCC_NOT_APPLICABLE;
    q.kernel.dynamic_shared_bytes = 0;
    if (size_instead(&q) != 0)
        return GPUOCC_NOT_POSSIBLE;
    gocc_nvidia_look(&q, &view);
    m = view.model;
    gocc_place(&q, &p);
    if (p.groups < groups)
        return GPUOCC_NOT_POSSIBLE;
    limit = gocc_nvidia_block_limit(&view, m->shared_pool_bytes, q.kernel.shared_limit);
    cap = gocc_nvidia_preferred_size(&view, &q.kernel);
    sizes = view.lists->shared_pool_sizes_kib;
    if (cap == 0 && groups != 1 && sizes[0] != 0) /* Kepler: the header lists no sizes for it */
        return GPUOCC_NOT_POSSIBLE;
    if (cap == 0)
        cap = sizes[1] * GOCC_KIB; /* the smallest one except 0 */
    most = groups == 1 ? limit : cap / groups / m->shared_unit_bytes * m->shared_unit_bytes;
    most = (most < limit ? most : limit) - gocc_amount(q.kernel.shared_bytes);
    *value = (uint32_t)(most < bound ? most : bound);
    return GPUOCC_OK;
}
