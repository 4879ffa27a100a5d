/* SPDX-License-Identifier: MIT
 *
 * Intel: computes how many groups an Xe-core holds. The constants are those of the driver and the
 * compiler. tools.c has the differences of the calculator and of the driver's own count.
 */
#include "use.h"

#include "base/error.h"

/* A kernel can name 32 barriers (descriptor of Xe-HPC and later). The calculator and
 * compute-runtime 22.43 distinguish a large GRF file from a small one even on devices without
 * one. */
#define COMMON                                                                                     \
    GOCC_FIELD_SHARED_PER_THREAD, GOCC_FIELD_THREADS, GOCC_FIELD_STATIC_SHARED,                    \
        GOCC_FIELD_DYNAMIC_SHARED,                                                                 \
        [GPUOCC_KERNEL_BARRIERS_PER_GROUP] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_LARGE,             \
                                              GOCC_INTEL_BARRIERS_NAMED}

static const struct gocc_field_rule hardware_fields[GPUOCC_KERNEL_FIELD_COUNT] = {
    COMMON,
    GOCC_FIELD_MAX_THREADS,
    [GPUOCC_KERNEL_GRF_COUNT] = {GOCC_AMOUNT, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD,
                                 -GPUOCC_ERROR_TOO_MANY_REGISTERS, 0},
};

static const struct gocc_field_rule neo_fields[GPUOCC_KERNEL_FIELD_COUNT] = {
    COMMON,
    [GPUOCC_KERNEL_MAX_THREADS_PER_GROUP] = {GOCC_IGNORED, 0, -GPUOCC_ERROR_TOO_LARGE, INT32_MAX},
    [GPUOCC_KERNEL_GRF_COUNT] = {GOCC_AMOUNT, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD,
                                 -GPUOCC_ERROR_TOO_MANY_REGISTERS, 0},
};

static const struct gocc_field_rule two_file_fields[GPUOCC_KERNEL_FIELD_COUNT] = {
    COMMON,
    [GPUOCC_KERNEL_MAX_THREADS_PER_GROUP] = {GOCC_IGNORED, 0, -GPUOCC_ERROR_TOO_LARGE, INT32_MAX},
    [GPUOCC_KERNEL_GRF_COUNT] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_MANY_REGISTERS, 256},
};

const struct gocc_field_rule *gocc_intel_fields(uint32_t convention)
{
    if (convention == GPUOCC_CONVENTION_DEFAULT)
        return hardware_fields;
    return convention == GPUOCC_CONVENTION_NEO ? neo_fields : two_file_fields;
}

/* 0 selects a mode, and with it more registers than 1 requests. */
void gocc_intel_narrow(const struct gocc_question *question, uint32_t field, uint32_t *least,
                       uint32_t *most)
{
    (void)question;
    (void)most;
    if (field == GPUOCC_KERNEL_GRF_COUNT)
        *least = 1;
}

int32_t gocc_intel_admit(struct gocc_question *question, gpuocc_error *error)
{
    uint32_t *count = &question->kernel.grf_count;
    int32_t status = GPUOCC_OK;

    if (question->convention != GPUOCC_CONVENTION_DEFAULT)
        status = gocc_intel_admit_tool(question, error);
    if (status < 0)
        return status;
    /* An explicit 0 selects the mode with the most hardware threads. */
    if (*count == GPUOCC_ZERO)
        *count = question->lists->grf_counts[0];
    *count = gocc_intel_grf_count(question->model, *count);
    return gocc_admit_shared(question, error);
}

static uint32_t list_length(const uint16_t *list, uint32_t size)
{
    uint32_t length = 0;

    while (length < size && list[length] != GOCC_LIST_END)
        length++;
    return length;
}

static uint32_t blame(struct gocc_wrong *wrong, uint32_t field, uint64_t value, uint64_t limit)
{
    wrong->value = value;
    wrong->limit = limit;
    return field;
}

/* Every amount has to be known except the EUs of a core and the largest group, without which
 * lib/occupancy/validate.c rejects every query. */
uint32_t gocc_intel_verify(uint32_t generation, const struct gocc_model *model,
                           const struct gocc_lists *lists, struct gocc_wrong *wrong)
{
    const struct gocc_model *m = model;
    const struct gocc_lists *l = lists;
    const uint16_t *slots = l->waves_at_grf_count;
    const uint32_t counts = list_length(l->grf_counts, GOCC_GRF_COUNTS);
    const uint32_t sizes = list_length(l->shared_group_sizes_kib, GOCC_GROUP_SIZES);
    uint32_t i;

    (void)generation;
    if (counts == 0)
        return blame(wrong, GPUOCC_DEVICE_GRF_COUNTS, 0, 1);
    if (m->max_waves_per_partition == GPUOCC_UNKNOWN)
        return GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION;
    if (m->max_waves_per_partition != slots[0])
        return blame(wrong, GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, slots[0], m->max_waves_per_partition);
    for (i = 1; i < counts; i++)
        if (slots[i] > slots[i - 1])
            return blame(wrong, GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, slots[i], slots[i - 1]);
    if (m->max_registers_per_thread != l->grf_counts[counts - 1])
        return blame(wrong, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, m->max_registers_per_thread,
                     l->grf_counts[counts - 1]);
    if (m->grf_bytes < 4)
        return blame(wrong, GPUOCC_DEVICE_GRF_BYTES, m->grf_bytes, 4);
    if (m->shared_pool_bytes == GPUOCC_UNKNOWN)
        return GPUOCC_DEVICE_SHARED_POOL_BYTES; /* that of a group is known if the pool is */
    if (m->barriers_per_core == GPUOCC_UNKNOWN)
        return GPUOCC_DEVICE_BARRIERS_PER_CORE;
    if (sizes != 0 &&
        l->shared_group_sizes_kib[sizes - 1] * GOCC_KIB < m->max_shared_bytes_per_group)
        return blame(wrong, GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB,
                     l->shared_group_sizes_kib[sizes - 1],
                     gocc_up(m->max_shared_bytes_per_group, GOCC_KIB) / GOCC_KIB);
    return 0;
}

void gocc_intel_evaluate(const struct gocc_question *question, struct gocc_use *use)
{
    if (question->convention == GPUOCC_CONVENTION_INTEL_CALCULATOR) {
        gocc_intel_evaluate_calculator(question, use);
        return;
    }
    if (question->convention != GPUOCC_CONVENTION_DEFAULT) {
        gocc_intel_evaluate_neo(question, use);
        return;
    }
    gocc_intel_use(question->device, question->model, question->lists, &question->kernel, use);
    if (use->shared.requested != 0)
        use->notes |= gocc_intel_family(question->device)->slm_notes;
}

void gocc_intel_finish(const struct gocc_question *question, const struct gocc_use *use,
                       struct gocc_placement *placement)
{
    (void)use;
    if (question->convention == GPUOCC_CONVENTION_NEO ||
        question->convention == GPUOCC_CONVENTION_NEO_22_43)
        gocc_intel_finish_neo(question, placement);
    else if (question->convention == GPUOCC_CONVENTION_DEFAULT &&
             gocc_intel_family(question->device)->slm_at_least &&
             placement->limiters == 1u << GPUOCC_LIMIT_SHARED)
        placement->notes |= 1u << GPUOCC_NOTE_LOWER_BOUND;
}
