/* SPDX-License-Identifier: MIT
 *
 * Predicts the time of a kernel of a compiled file.
 */
#include <gpuocc/predict.h>

#include <stddef.h>
#include <string.h>

#include "explain/explain.h"

/* A kernel of the file, and what is asked about it. */
struct file {
    const char *name; /* NULL: the only kernel */
    const gpuocc_device *device;
    const gpuocc_kernel *given;
    const gpuocc_predict_options *options;
    gpuocc_prediction *prediction;
    gpuocc_error *error;
    uint32_t found;
    int32_t status;
};

int32_t gpuocc_predict_shape(const gpuocc_kernels_found *kernel, gpuocc_predict_options *options)
{
    gpuocc_code_wave wave = {.size = sizeof wave};

    if (kernel == NULL || options == NULL)
        return GPUOCC_ERROR_NULL;
    if (options->size < offsetof(gpuocc_predict_options, threads_per_group) + sizeof(uint32_t))
        return GPUOCC_ERROR_STRUCT_SIZE;
    if (options->threads_x != 0 || options->threads_y != 0)
        return GPUOCC_OK;
    (void)gpuocc_code_first_wave(kernel, &wave);
    options->threads_x = wave.threads_x;
    options->threads_y = wave.threads_y;
    options->threads_per_group = 0; /* a group may have fewer threads than a wave has lanes */
    return GPUOCC_OK;
}

static uint64_t vendor_of(const gpuocc_device *device)
{
    uint64_t vendor = GPUOCC_VENDOR_GENERIC;

    if (device != NULL)
        (void)gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &vendor);
    return vendor;
}

/* Tells whether the code is for GPUs of another vendor. */
static int is_foreign(gpuocc_kernels_text target, const gpuocc_device *device)
{
    const gpuocc_device *own = NULL;
    const uint64_t vendor = vendor_of(device);

    (void)gpuocc_device_find(target.at, target.length, 0, &own, NULL, NULL);
    return vendor_of(own) != GPUOCC_VENDOR_GENERIC && vendor != GPUOCC_VENDOR_GENERIC &&
           vendor_of(own) != vendor;
}

static int32_t predict_kernel(struct file *file, const gpuocc_kernels_found *found)
{
    const gpuocc_code code = {sizeof code, found->target, found->code, found->code_bytes};
    gpuocc_predict_options options = {.size = sizeof options,
                                      .l1_hit = GPUOCC_PREDICT_NOT_GIVEN,
                                      .l2_hit = GPUOCC_PREDICT_NOT_GIVEN};
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;
    gpuocc_occupancy occupancy;
    uint32_t assumed;
    int32_t status;

    if (is_foreign(found->target, file->device))
        return judge_refuse(file->error, GPUOCC_NOT_APPLICABLE, GPUOCC_SCOPE_ARGUMENT, 4);
    if (file->given != NULL)
        kernel = *file->given;
    assumed = gpuocc_kernels_convert(found, &kernel, &kernel);
    if ((assumed >> GPUOCC_KERNELS_ASSUMED_ANY_GROUP & 1) != 0)
        return judge_refuse(file->error, GPUOCC_ERROR_REQUIRED, GPUOCC_SCOPE_KERNEL,
                            GPUOCC_KERNEL_THREADS_PER_GROUP);
    if (kernel.dynamic_shared_bytes == GPUOCC_UNKNOWN)
        kernel.dynamic_shared_bytes = 0;
    if (file->options != NULL)
        memcpy(&options, file->options,
               file->options->size < sizeof options ? file->options->size : sizeof options);
    options.threads_per_group = kernel.threads_per_group;
    (void)gpuocc_predict_shape(found, &options);
    status = gpuocc_occupancy_init(&occupancy, file->device, 0, &kernel, file->error);
    return status != GPUOCC_OK
               ? status
               : gpuocc_predict(&code, &occupancy, &options, file->prediction, file->error);
}

static int32_t take_kernel(void *user, const gpuocc_kernels_found *found)
{
    struct file *file = user;

    if (file->name != NULL && (strlen(file->name) != found->name.length ||
                               memcmp(file->name, found->name.at, found->name.length) != 0))
        return 0;
    if (file->found++ == 0)
        file->status = predict_kernel(file, found);
    return file->name != NULL;
}

int32_t gpuocc_predict_file(const void *bytes, size_t length, const char *name,
                            const gpuocc_device *device, const gpuocc_kernel *given,
                            const gpuocc_predict_options *options, gpuocc_prediction *prediction,
                            gpuocc_error *error)
{
    struct file file = {.name = name,
                        .device = device,
                        .given = given,
                        .options = options,
                        .prediction = prediction,
                        .error = error};
    const gpuocc_kernels_callbacks callbacks = {
        .size = sizeof callbacks, .user = &file, .kernel = take_kernel};

    if (bytes == NULL || device == NULL || prediction == NULL)
        return judge_refuse(error, GPUOCC_ERROR_NULL, GPUOCC_SCOPE_ARGUMENT,
                            bytes == NULL    ? 1
                            : device == NULL ? 4
                                             : 7);
    if (prediction->size < sizeof *prediction)
        return judge_refuse(error, GPUOCC_ERROR_STRUCT_SIZE, GPUOCC_SCOPE_ARGUMENT, 7);
    prediction->code_status = GPUOCC_CODE_NOT_READ;
    (void)gpuocc_kernels_read(&callbacks, bytes, length);
    if (file.found == 0)
        return judge_refuse(error, GPUOCC_NOT_APPLICABLE, GPUOCC_SCOPE_ARGUMENT,
                            name != NULL ? 3 : 1);
    if (file.found > 1)
        return judge_refuse(error, GPUOCC_ERROR_REQUIRED, GPUOCC_SCOPE_ARGUMENT, 3);
    return file.status;
}
