/* SPDX-License-Identifier: MIT
 *
 * Reports how a device and a convention use a kernel field, from the field rules.
 */
#include "gpuocc/names.h"

#include "base/error.h"
#include "base/structs.h"
#include "occupancy/validate.h"

/* Makes the smallest kernel: one thread, and a wave size if the device has no default. */
static int32_t smallest(struct gocc_question *question, const gpuocc_device *device,
                        uint32_t convention, gpuocc_error *error)
{
    const struct gocc_model *model = gocc_device_model(device);
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;

    kernel.threads_per_group = 1;
    if (model->default_wave_size == 0)
        kernel.wave_size = model->wave_sizes & (0u - model->wave_sizes);
    return gocc_admit(question, device, convention, &kernel, error);
}

/* Reduces the largest value of a field to what the vendor accepts in the smallest kernel; 0 if the
 * device lacks the resource. */
static void narrow(struct gocc_question *question, uint32_t field, uint32_t *max)
{
    gpuocc_error error = {sizeof error, 0, 0, 0, 0, 0, ""};

    gocc_kernel_set(&question->kernel, field, *max);
    if (question->rules->admit(question, &error) < 0 && error.field == field)
        *max = (uint32_t)error.limit;
}

static void fill(gpuocc_field_info *info, struct gocc_question *question, uint32_t field)
{
    uint32_t size = GOCC_WAVE_SIZES / 2 + 1;

    info->use = question->rules->fields(question->convention)[field].use;
    if (field == GPUOCC_KERNEL_WAVE_SIZE) {
        info->use = GPUOCC_FIELD_CHOICE;
        info->required =
            question->model->default_wave_size == 0 && question->rules->hooks->wave_size == NULL;
        info->default_value = question->model->default_wave_size;
        while ((size & question->model->wave_sizes) == 0)
            size /= 2;
        info->max = size;
        return;
    }
    info->required = field == GPUOCC_KERNEL_THREADS_PER_GROUP;
    if (!info->required)
        info->default_value = gocc_amount(gocc_kernel_word(&question->kernel, field));
    if (info->use != GPUOCC_FIELD_ABSENT)
        info->max = gocc_field_max(question, field);
    if (info->max != 0)
        narrow(question, field, &info->max);
    if (info->max == 0)
        info->use = GPUOCC_FIELD_ABSENT;
}

int32_t gpuocc_kernel_field_info(const gpuocc_device *device, uint32_t convention, uint32_t field,
                                 gpuocc_field_info *info, gpuocc_error *error)
{
    const char *unit;
    struct gocc_question question;
    gpuocc_field_info all = {sizeof all, 0, 0, 0, 0, ""};
    int32_t status;

    if (device == NULL)
        return gocc_fail_no_device(error);
    if (info == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, 4);
    if (!gocc_can_write(info->size, sizeof *info))
        return gocc_fail_size(error, GPUOCC_ERROR_STRUCT_SIZE, 4, info->size, sizeof *info);
    if (field == GPUOCC_KERNEL_SIZE || field >= GPUOCC_KERNEL_FIELD_COUNT)
        return gocc_fail_size(error, GPUOCC_ERROR_FIELD, 3, field, GPUOCC_KERNEL_FIELD_COUNT - 1);
    status = smallest(&question, device, convention, error);
    if (status < 0)
        return status;
    fill(&all, &question, field);
    unit = gpuocc_unit(GPUOCC_LIST_KERNEL_FIELDS, field); /* at most 10 bytes: units.def */
    memcpy(all.unit, unit, strlen(unit) + 1);
    all.size = info->size;
    memcpy(info, &all, sizeof all);
    return GPUOCC_OK;
}
