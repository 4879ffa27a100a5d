/* SPDX-License-Identifier: MIT
 *
 * Uses any bytes as the name of a device, of a field, or as a PCI id.
 */
#include "input.h"

/* One device answers for all of a name, or there are several candidates; `count` is their number.
 */
static void answer_for(const char *name, size_t length, uint32_t count)
{
    const gpuocc_device *device = NULL;
    char text[64 * 48];
    const size_t bytes = gpuocc_device_candidates(name, length, text, sizeof text);
    uint32_t purpose;
    int32_t status;

    CHECK(bytes < sizeof text && strlen(text) == bytes);
    for (purpose = 0; purpose <= GPUOCC_PURPOSE_COUNT; purpose++) {
        status = gpuocc_device_for(name, length, purpose, &device, NULL, NULL);
        check_status(status, NULL);
        CHECK(status != GPUOCC_OK || bytes != 0);
        CHECK(status != GPUOCC_ERROR_DEVICE_AMBIGUOUS || count > 1);
    }
}

static void find(const char *name, size_t length)
{
    const gpuocc_device *device, *last = NULL;
    uint32_t index, quality;
    int32_t status;

    for (index = 0; index < 50; index++) {
        device = NULL;
        quality = 99;
        status = gpuocc_device_find(name, length, index, &device, &quality, NULL);
        check_status(status, NULL);
        CHECK((status == GPUOCC_OK) == (device != NULL));
        if (status == GPUOCC_OK)
            CHECK(quality < GPUOCC_QUALITY_NEAREST && device != last);
        else if (status != GPUOCC_ERROR_DEVICE_NO_MODEL)
            break;
        last = device;
    }
    CHECK(index < 50);
    answer_for(name, length, index);
    /* This takes a thousand times as long, so only one input in sixteen is tried. */
    index = length != 0 && name[0] % 16 == 3 ? (unsigned char)name[length - 1] % 10 : 99;
    if (gpuocc_device_nearest(name, length, index, &device) == GPUOCC_OK)
        CHECK(index < 8 && gpuocc_device_name(device) != NULL);
}

/* A number of a list has a name, a unit and a sentence, or none of them. */
static void look_up(uint32_t list, uint32_t number)
{
    const int named = gpuocc_name(list, number) != NULL;

    CHECK(named == (gpuocc_unit(list, number) != NULL));
    CHECK(named == (gpuocc_about(list, number) != NULL));
    CHECK(!named || number < gpuocc_list_count(list));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct input input = {bytes, length};
    const uint32_t list = take_byte(&input) % (GPUOCC_LIST_COUNT + 1);
    const gpuocc_device *device;
    gpuocc_field_info info = {sizeof info, 0, 0, 0, 0, ""};
    gpuocc_error error = {.size = sizeof error};
    gpuocc_pci_id id = {sizeof id, 0, 0, 0};
    uint32_t number, index;
    size_t size;
    char *name;

    number = take_byte(&input);
    id.vendor = number < 64    ? 0x10de
                : number < 128 ? 0x1002
                : number < 192 ? 0x8086
                               : number * 257u;
    id.device = take_raw(&input) & 0xffff;
    id.revision = take_raw(&input) & 0xffff;
    for (index = 0; gpuocc_device_pci(&id, index, &device, NULL, &error) == GPUOCC_OK;)
        CHECK(index++ < 48 && gpuocc_device_architecture(device) != NULL &&
              (gpuocc_limit_word(device, id.device) != NULL) == (id.device < GPUOCC_LIMIT_COUNT));
    size = input.left < 600 ? input.left : 600;
    name = malloc(size + 1); /* so that sanitizers detect a read beyond it */
    CHECK(name != NULL);
    if (size != 0)
        memcpy(name, input.at, size);
    name = realloc(name, size == 0 ? 1 : size);
    CHECK(name != NULL);
    find(name, size);
    if (gpuocc_number(list, name, size, &number) == GPUOCC_OK)
        CHECK(strlen(gpuocc_name(list, number)) == size &&
              memcmp(gpuocc_name(list, number), name, size) == 0);
    (void)gpuocc_choice_name(id.device % 30, id.revision);
    check_status(gpuocc_kernel_field_info(gpuocc_device_named("8.0"), id.vendor % 16, id.device,
                                          &info, NULL),
                 NULL);
    look_up(list, id.device % 128);
    look_up(id.revision, id.device);
    free(name);
    return 0;
}
