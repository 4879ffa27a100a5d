/* SPDX-License-Identifier: MIT */
#include "occupancy/validate.h"

#include "base/error.h"
#include "device/device.h"
#include "device/fields.h"

/* Size in bytes of gpuocc_kernel in the first version that stays supported (docs/c.md). */
#define FIRST_KERNEL (25u * sizeof(uint32_t))

/* Larger sizes, in words, are treated as uninitialised. */
#define MOST_WORDS 1024u

static uint32_t max_of(const struct gocc_question *q, const struct gocc_field_rule *rule,
                       uint32_t field)
{
    uint32_t max = rule->max;

    if (rule->max_field != 0)
        memcpy(&max, (const char *)q->model + gocc_fields[rule->max_field].offset, sizeof max);
    else if (q->rules->hooks->largest != NULL)
        max = q->rules->hooks->largest(q, field, max);
    return max;
}

uint32_t gocc_field_max(const struct gocc_question *question, uint32_t field)
{
    return max_of(question, &question->rules->fields(question->convention)[field], field);
}

int32_t gocc_read_kernel(gpuocc_kernel *to, const gpuocc_kernel *from, gpuocc_error *error)
{
    const uint32_t size = from->size;
    uint32_t field, word;

    if (size < FIRST_KERNEL || size / sizeof(uint32_t) > MOST_WORDS || size % sizeof(uint32_t) != 0)
        return gocc_fail_kernel(error, GPUOCC_ERROR_STRUCT_SIZE, GPUOCC_KERNEL_SIZE, size,
                                FIRST_KERNEL, NULL);
    for (field = GPUOCC_KERNEL_FIELD_COUNT; field < size / sizeof(uint32_t); field++) {
        word = gocc_kernel_word(from, field);
        if (word != 0)
            return gocc_fail_kernel(error, GPUOCC_ERROR_STRUCT_NEWER, field, word,
                                    GPUOCC_KERNEL_FIELD_COUNT - 1, NULL);
    }
    memset(to, 0, sizeof *to);
    memcpy(to, from, size < sizeof *to ? size : sizeof *to);
    to->size = sizeof *to;
    return GPUOCC_OK;
}

static int32_t admit_threads(struct gocc_question *q, gpuocc_error *error)
{
    const uint32_t threads = q->kernel.threads_per_group;
    const uint32_t max = gocc_field_max(q, GPUOCC_KERNEL_THREADS_PER_GROUP);

    if (threads == 0 || threads == GPUOCC_ZERO)
        return gocc_fail_kernel(error, GPUOCC_ERROR_REQUIRED, GPUOCC_KERNEL_THREADS_PER_GROUP, 0,
                                max, q->device);
    q->range |= (uint32_t)(threads == GPUOCC_UNKNOWN) << GPUOCC_KERNEL_THREADS_PER_GROUP;
    if (threads != GPUOCC_UNKNOWN && threads > max)
        return gocc_fail_kernel(error, GPUOCC_ERROR_GROUP_TOO_LARGE,
                                GPUOCC_KERNEL_THREADS_PER_GROUP, threads, max, q->device);
    return GPUOCC_OK;
}

static int32_t admit_wave_size(struct gocc_question *q, gpuocc_error *error)
{
    uint32_t *size = &q->kernel.wave_size;

    if (*size == 0 || *size == GPUOCC_ZERO)
        *size = q->model->default_wave_size;
    if (*size == 0 && q->rules->hooks->wave_size != NULL)
        return GPUOCC_OK; /* chosen after the other fields are validated */
    if (*size == 0)
        return gocc_fail_kernel(error, GPUOCC_ERROR_REQUIRED, GPUOCC_KERNEL_WAVE_SIZE, 0,
                                q->model->wave_sizes, q->device);
    q->range |= (uint32_t)(*size == GPUOCC_UNKNOWN) << GPUOCC_KERNEL_WAVE_SIZE;
    if (*size != GPUOCC_UNKNOWN &&
        ((*size & (*size - 1)) != 0 || (*size & q->model->wave_sizes) == 0))
        return gocc_fail_kernel(error, GPUOCC_ERROR_NOT_A_CHOICE, GPUOCC_KERNEL_WAVE_SIZE, *size,
                                q->model->wave_sizes, q->device);
    return GPUOCC_OK;
}

static int32_t admit_field(struct gocc_question *q, const struct gocc_field_rule *rule,
                           uint32_t field, gpuocc_error *error)
{
    const uint32_t value = gocc_kernel_word(&q->kernel, field);
    uint32_t max;

    if (value == GPUOCC_ZERO && rule->use == GOCC_CHOICE) /* no value of a choice is 0 */
        gocc_kernel_set(&q->kernel, field, 0);
    if (value == 0 || value == GPUOCC_ZERO)
        return GPUOCC_OK;
    if (rule->use == GOCC_ABSENT)
        return gocc_fail_kernel(error, GPUOCC_ERROR_NO_RESOURCE, field, value, 0, q->device);
    q->range |= (uint32_t)(value == GPUOCC_UNKNOWN) << field;
    if (value == GPUOCC_UNKNOWN)
        return GPUOCC_OK;
    max = max_of(q, rule, field);
    if (max == 0)
        return gocc_fail_kernel(error, GPUOCC_ERROR_NO_RESOURCE, field, value, 0, q->device);
    if (value > max)
        return gocc_fail_kernel(
            error, rule->use == GOCC_CHOICE ? GPUOCC_ERROR_NOT_A_CHOICE : -(int32_t)rule->status,
            field, value, max, q->device);
    return GPUOCC_OK;
}

/* Validates the fields from registers_per_thread on. Most are 0, so that it tests two at a time. */
static int32_t admit_rest(struct gocc_question *q, gpuocc_error *error)
{
    const struct gocc_field_rule *rules = q->rules->fields(q->convention);
    uint32_t field = GPUOCC_KERNEL_REGISTERS_PER_THREAD;
    int32_t status = admit_field(q, &rules[field], field, error);
    uint64_t pair;

    for (field++; status == GPUOCC_OK && field + 1 < GPUOCC_KERNEL_FIELD_COUNT; field += 2) {
        memcpy(&pair, (const char *)&q->kernel + field * sizeof(uint32_t), sizeof pair);
        if (pair == 0)
            continue;
        status = admit_field(q, &rules[field], field, error);
        if (status == GPUOCC_OK)
            status = admit_field(q, &rules[field + 1], field + 1, error);
    }
    if (status == GPUOCC_OK && /* one is left if their number is odd */
        (GPUOCC_KERNEL_FIELD_COUNT - GPUOCC_KERNEL_REGISTERS_PER_THREAD) % 2 == 0)
        status = admit_field(q, &rules[field], field, error);
    return status;
}

/* Returns the number of threads; 1 if it is unknown, because a group has at least one. */
static uint32_t known_threads(const gpuocc_kernel *k)
{
    return k->threads_per_group == GPUOCC_UNKNOWN ? 1 : k->threads_per_group;
}

static uint64_t known_dynamic(const gpuocc_kernel *k)
{
    return (uint64_t)gocc_known_amount(k->dynamic_shared_bytes_per_thread) * known_threads(k) +
           gocc_known_amount(k->dynamic_shared_bytes);
}

uint64_t gocc_known_shared(const gpuocc_kernel *kernel)
{
    return gocc_known_amount(kernel->shared_bytes) + known_dynamic(kernel);
}

int32_t gocc_admit_shared_to(const struct gocc_question *question, uint32_t max,
                             gpuocc_error *error)
{
    const gpuocc_kernel *k = &question->kernel;
    const uint64_t fixed = gocc_known_amount(k->shared_bytes);
    const uint64_t dynamic = known_dynamic(k);

    if (fixed + dynamic <= max)
        return GPUOCC_OK;
    /* Does not underflow: the rule of shared_bytes limits `fixed` to `max`. */
    return gocc_fail_kernel(error, GPUOCC_ERROR_SHARED_TOO_LARGE,
                            GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, dynamic, max - fixed,
                            question->device);
}

int32_t gocc_admit_shared(struct gocc_question *question, gpuocc_error *error)
{
    return gocc_admit_shared_to(question, question->model->max_shared_bytes_per_group, error);
}

int32_t gocc_check_convention(const gpuocc_device *device, uint32_t convention, gpuocc_error *error)
{
    if (convention >= GPUOCC_CONVENTION_COUNT)
        return gocc_fail_field(error, GPUOCC_ERROR_CONVENTION_UNKNOWN, GPUOCC_SCOPE_CONVENTION, 0,
                               convention, GPUOCC_CONVENTION_COUNT - 1);
    if ((gocc_rules_of(device->vendor)->conventions >> convention & 1) == 0)
        return gocc_fail_field(error, GPUOCC_ERROR_CONVENTION_VENDOR, GPUOCC_SCOPE_CONVENTION, 0,
                               convention, 0);
    return GPUOCC_OK;
}

int32_t gocc_admit_fields(struct gocc_question *question, const gpuocc_device *device,
                          uint32_t convention, const gpuocc_kernel *kernel, gpuocc_error *error)
{
    struct gocc_question *q = question;
    int32_t status = gocc_read_kernel(&q->kernel, kernel, error);

    if (status < 0)
        return status;
    q->device = device;
    q->rules = gocc_rules_of(device->vendor);
    q->model = gocc_device_model(device);
    q->lists = gocc_device_lists(device);
    q->convention = convention;
    q->range = q->chooses_wave = 0;
    status = gocc_check_convention(device, convention, error);
    if (status < 0)
        return status;
    if (q->model->partitions_per_core == GPUOCC_UNKNOWN ||
        q->model->max_threads_per_group == GPUOCC_UNKNOWN)
        return gocc_fail_device(error, GPUOCC_ERROR_DEVICE_NO_MODEL,
                                q->model->partitions_per_core == GPUOCC_UNKNOWN
                                    ? GPUOCC_DEVICE_PARTITIONS_PER_CORE
                                    : GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,
                                GPUOCC_UNKNOWN, 0, device);
    status = admit_threads(q, error);
    if (status == GPUOCC_OK)
        status = admit_wave_size(q, error);
    if (status == GPUOCC_OK)
        status = admit_rest(q, error);
    q->chooses_wave = status == GPUOCC_OK && q->kernel.wave_size == 0;
    return status;
}

/* Checks that the memory added per thread stays within the maximum of dynamic_shared_bytes. */
static int32_t admit_added(const struct gocc_question *q, gpuocc_error *error)
{
    const gpuocc_kernel *k = &q->kernel;
    const uint32_t field = GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD;
    const uint32_t each = k->dynamic_shared_bytes_per_thread;
    const uint32_t fixed = gocc_known_amount(k->dynamic_shared_bytes);
    const uint32_t threads = known_threads(k);
    const uint32_t max = gocc_field_max(q, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES);

    if (each == GPUOCC_UNKNOWN)
        return gocc_fail_kernel(error, GPUOCC_ERROR_MUST_BE_KNOWN, field, each, max, q->device);
    if ((uint64_t)each * threads + fixed <= max)
        return GPUOCC_OK;
    /* Does not underflow: `fixed` is at most `max`. */
    return gocc_fail_kernel(error, GPUOCC_ERROR_SHARED_TOO_LARGE, field, each,
                            (max - fixed) / threads, q->device);
}

int32_t gocc_readmit(struct gocc_question *question, gpuocc_error *error)
{
    const uint32_t each = question->kernel.dynamic_shared_bytes_per_thread;
    int32_t status = GPUOCC_OK;

    gocc_choose_wave(question);
    if (each != 0 && each != GPUOCC_ZERO)
        status = admit_added(question, error);
    return status == GPUOCC_OK ? question->rules->admit(question, error) : status;
}

int32_t gocc_admit(struct gocc_question *question, const gpuocc_device *device, uint32_t convention,
                   const gpuocc_kernel *kernel, gpuocc_error *error)
{
    const int32_t status = gocc_admit_fields(question, device, convention, kernel, error);

    return status == GPUOCC_OK ? gocc_readmit(question, error) : status;
}

uint32_t gocc_register_field(const struct gocc_rules *rules, uint32_t convention)
{
    const struct gocc_field_rule *fields = rules->fields(convention);

    if (fields[GPUOCC_KERNEL_REGISTERS_PER_THREAD].use != GOCC_ABSENT)
        return GPUOCC_KERNEL_REGISTERS_PER_THREAD;
    if (fields[GPUOCC_KERNEL_GRF_COUNT].use != GOCC_ABSENT)
        return GPUOCC_KERNEL_GRF_COUNT;
    return GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD;
}
