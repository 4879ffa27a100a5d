/* SPDX-License-Identifier: MIT
 *
 * Tests custom devices with any fields and values and all their getters; and sentences about any
 * bytes as an error.
 */
#include "input.h"

static void ask_constants(const gpuocc_device *device, uint32_t constant)
{
    double number, low, high;
    gpuocc_source source = {sizeof source, 0, "", ""};
    int32_t status;

    status = gpuocc_device_constant(device, constant, constant % 65, &number, &low, &high);
    check_status(status, NULL);
    if (status == GPUOCC_OK)
        CHECK(low <= number && number <= high);
    check_status(gpuocc_device_constant_source(device, constant, &source), NULL);
}

static void ask(const gpuocc_device *device)
{
    gpuocc_pci_id id = {.size = sizeof id};
    uint32_t field, index;
    gpuocc_source source = {sizeof source, 0, "", ""};
    uint64_t value;
    int32_t status;

    for (field = 0; field <= GPUOCC_DEVICE_FIELD_COUNT; field++) {
        for (index = 0; index < 40; index++) {
            status = gpuocc_device_get(device, field, index, &value);
            check_status(status, NULL);
            if (status != GPUOCC_OK)
                break;
        }
        status = gpuocc_device_source(device, field, &source);
        check_status(status, NULL);
        if (status == GPUOCC_OK)
            CHECK(source.confidence < GPUOCC_CONFIDENCE_COUNT && source.document[0] != 0 &&
                  memchr(source.remark, 0, sizeof source.remark) != NULL);
    }
    CHECK(gpuocc_device_name(device) != NULL && gpuocc_device_family(device) != NULL);
    CHECK(gpuocc_device_architecture(device) != NULL);
    CHECK(gpuocc_device_pci_id(device, 999, &id) == GPUOCC_ERROR_INDEX);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct input input = {bytes, length};
    uint64_t first[sizeof(gpuocc_custom_device) / 8], second[sizeof(gpuocc_custom_device) / 8];
    const gpuocc_device *device = take_device(&input, first), *copy = NULL;
    gpuocc_error error, untouched;
    char text[64];

    ask_constants(device, take_byte(&input) % 70);
    CHECK(device_in(second, device, NULL, 0, NULL, NULL, 0, &copy, NULL) == GPUOCC_OK);
    CHECK(gpuocc_device_fingerprint(copy) == gpuocc_device_fingerprint(device));
    CHECK(strcmp(gpuocc_device_name(copy), gpuocc_device_name(device)) == 0 ||
          strlen(gpuocc_device_name(device)) > strlen(gpuocc_device_name(copy)));
    ask(copy);
    take(&input, &error, sizeof error);
    error.size = sizeof error;
    memcpy(&untouched, &error, sizeof error);
    (void)gpuocc_error_text(&error, -(int32_t)(take_byte(&input) % 40), text, sizeof text);
    (void)gpuocc_error_text(&error, (int32_t)take_raw(&input), text, sizeof text);
    CHECK(strlen(text) < sizeof text && memcmp(&untouched, &error, sizeof error) == 0);
    return 0;
}
