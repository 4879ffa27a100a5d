/* SPDX-License-Identifier: MIT */
#include "commands/timing.h"

#include <string.h>

#include <gpuocc/predict.h>

#include "input/amounts.h"
#include "input/fields.h"
#include "output/visible.h"

static uint64_t vendor_of(const gpuocc_device *device)
{
    uint64_t vendor = GPUOCC_VENDOR_GENERIC;

    if (device != NULL)
        (void)gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &vendor);
    return vendor;
}

uint64_t timing_vendor(gpuocc_kernels_text target)
{
    const gpuocc_device *device = NULL;

    (void)gpuocc_device_find(target.at, target.length, 0, &device, NULL, NULL);
    return vendor_of(device);
}

void timing_check_vendor(struct answer *answer, const struct question *question,
                         gpuocc_kernels_text target)
{
    const uint64_t own = timing_vendor(target), vendor = vendor_of(answer->device);
    struct text sentence = {0};

    if (own == GPUOCC_VENDOR_GENERIC || vendor == GPUOCC_VENDOR_GENERIC || own == vendor)
        return;
    text_add(&sentence, "machine code of ");
    text_add_visible(&sentence, target.at, target.length);
    text_add(&sentence, " does not run on ");
    text_add_visible(&sentence, question->device, question->device_length);
    text_add(&sentence, ": name a device of the same vendor (--device)");
    answer_refuse(answer, GPUOCC_NOT_APPLICABLE, text_string(&sentence));
    text_free(&sentence);
}

int timing_lacks_device(const struct answer *answer, struct text *message)
{
    if (answer->status < 0)
        text_add(message, text_string(&answer->message));
    else if (answer_occupancy(answer) == NULL)
        text_format(message, "%s: name one of them (--device)", text_string(&answer->remark));
    return message->length != 0;
}

void timing_add_why_not_read(gpuocc_kernels_text target, int32_t code_status, struct text *text)
{
    const gpuocc_kernels_text amd = {"gfx900", 6};

    if (code_status == GPUOCC_CODE_TOO_COMPLEX)
        text_add(text, "the code has more instructions or branches than are followed");
    else if (code_status < 0)
        text_add(text, "there is too little memory for the code");
    else if (code_status == GPUOCC_CODE_NEEDS_LLVM)
        text_add(text, "AMD machine code is not read: the library of LLVM 22 was not found "
                       "(Debian: libllvm22)");
    else if (timing_vendor(target) == GPUOCC_VENDOR_INTEL)
        text_add(text, "Intel machine code is not read; \"ocloc disasm\" (Debian: "
                       "intel-opencl-icd) and iga64 (libigc-tools) print it");
    else if (!gpuocc_code_is_read(target)) {
        text_add(text, "the machine code of ");
        text_add_visible(text, target.at, target.length);
        text_format(text, " is not read; that of NVIDIA's sm_70 to sm_121%s is",
                    gpuocc_code_is_read(amd) ? " and AMD's gfx900 to gfx1201" : "");
    } else {
        text_add(text, "the file has no machine code of this kernel, as cubins and code "
                       "objects have");
    }
}

/* Tells whether a device is an architecture, whose figures of a board are not known. */
static int is_architecture(const gpuocc_device *device)
{
    return device != NULL &&
           strcmp(gpuocc_device_name(device), gpuocc_device_architecture(device)) == 0;
}

/* Adds the fields of the kernel that are unknown. Returns 0 if none is. */
static int add_unknown_fields(const gpuocc_kernel *kernel, struct text *text)
{
    struct field field = {FIELD_KERNEL, 1};
    int count = 0;

    for (; field.number < GPUOCC_KERNEL_FIELD_COUNT; field.number++) {
        if (kernel_word(kernel, field.number) != GPUOCC_UNKNOWN)
            continue;
        text_format(text, "%s%s is unknown", count++ != 0 ? ", " : "", field_name(field));
        if (field_short(field) != NULL)
            text_format(text, " (--%s)", field_short(field));
    }
    return count;
}

void timing_add_why(int32_t status, const gpuocc_error *error, const struct answer *answer,
                    const gpuocc_kernel *kernel, gpuocc_kernels_text target, int32_t code_status,
                    struct text *text)
{
    const int of_occupancy = status == GPUOCC_ERROR_MUST_BE_KNOWN &&
                             error->scope == GPUOCC_SCOPE_ARGUMENT && error->field == 2;
    char sentence[1024];

    if (status == GPUOCC_NOT_APPLICABLE) {
        timing_add_why_not_read(target, code_status, text);
    } else if (status == GPUOCC_NOT_POSSIBLE) {
        text_add(text, "no group fits on a core: limited by ");
        text_add_set(text, GPUOCC_LIST_LIMITS, answer->results[GPUOCC_RESULT_LIMITERS].high, ", ");
    } else if (!of_occupancy || !add_unknown_fields(kernel, text)) {
        (void)gpuocc_predict_error_text(error, status, sentence, sizeof sentence);
        text_add(text, sentence);
        if ((status == GPUOCC_NOT_KNOWN || status == GPUOCC_ERROR_MUST_BE_KNOWN) &&
            is_architecture(answer->device))
            text_add(text, "; name a product (--device)");
    }
}
