/* SPDX-License-Identifier: MIT
 *
 * Tests devices of which every field is set, starting with an empty or a built-in one: what the
 * verifier accepts is evaluated in every convention of its vendor.
 */
#include "input.h"
#include "../handles.h"

#define EDITS 96

struct edits {
    uint32_t fields[EDITS], count;
    uint64_t values[EDITS];
};

static void add(struct edits *edits, uint32_t field, uint64_t value)
{
    if (edits->count < EDITS) {
        edits->fields[edits->count] = field;
        edits->values[edits->count++] = value;
    }
}

/* Copies every known number of a device, so that an empty one becomes equal to it. */
static void copy(const gpuocc_device *base, struct edits *edits)
{
    uint32_t field, index;
    uint64_t value;

    for (field = 1; field < GPUOCC_DEVICE_FIELD_COUNT; field++)
        for (index = 0; gpuocc_device_get(base, field, index, &value) == GPUOCC_OK; index++)
            add(edits, field, value);
}

/* Changes some of the values, or adds one to a list. */
static void change(struct input *input, struct edits *edits)
{
    uint32_t changes = take_byte(input) % 12, at;
    uint64_t value;

    while (changes-- > 0) {
        at = take_byte(input);
        value = take_wide(input);
        if (at < edits->count)
            edits->values[at] = value;
        else
            add(edits, at % GPUOCC_DEVICE_FIELD_COUNT, value);
    }
    for (at = 0; at < edits->count; at++)
        if (edits->fields[at] == GPUOCC_DEVICE_MAX_THREADS_PER_GROUP && edits->values[at] > 4096)
            edits->values[at] = 4096; /* unknown sizes are tried one by one */
}

static void check_ends(const gpuocc_occupancy *occupancy, const gpuocc_kernel *kernel)
{
    uint64_t groups[2], waves[2], most[2];

    if (gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_GROUPS, 0, &groups[0], &groups[1]) !=
            GPUOCC_OK ||
        gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_WAVES, 0, &waves[0], &waves[1]) !=
            GPUOCC_OK ||
        gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_MAX_WAVES, 0, &most[0], &most[1]) !=
            GPUOCC_OK)
        return;
    CHECK(groups[0] <= groups[1] && waves[0] <= waves[1] && most[0] <= most[1]);
    CHECK((waves[1] == 0) == (groups[1] == 0) && kernel->threads_per_group != 0);
    if (groups[0] == groups[1] && groups[0] != 0)
        CHECK(waves[0] % groups[0] == 0 || waves[0] != waves[1]);
}

static void ask(struct input *input, const gpuocc_device *device)
{
    gpuocc_kernel kernel = {.size = sizeof kernel};
    uint64_t room[sizeof(gpuocc_occupancy) / 8];
    uint32_t convention, field, word, changes = take_byte(input) % 6;
    gpuocc_occupancy *occupancy;
    gpuocc_error error = {.size = sizeof error};
    int32_t status;

    kernel.threads_per_group = 1u + take_word(input) % 4096;
    kernel.wave_size = take_byte(input) % 2 ? 8u << take_byte(input) % 4 : 0;
    while (changes-- > 0) {
        field = 1u + take_byte(input) % (GPUOCC_KERNEL_FIELD_COUNT - 1u);
        word = take_word(input);
        memcpy((char *)&kernel + 4 * field, &word, sizeof word);
    }
    for (convention = 0; convention < GPUOCC_CONVENTION_COUNT; convention++) {
        status = occupancy_in(room, device, convention, &kernel, &occupancy, &error);
        check_status(status, &error);
        if (status == GPUOCC_OK)
            check_ends(occupancy, &kernel);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct input input = {bytes, length};
    uint64_t own[sizeof(gpuocc_custom_device) / 8];
    const gpuocc_device *base = NULL, *device = NULL;
    struct edits edits = {{0}, 0, {0}};
    const int empty = take_byte(&input) % 2;
    gpuocc_error error = {.size = sizeof error};
    uint32_t index = 0;
    int32_t status;

    take(&input, &index, 2);
    CHECK(gpuocc_device_at(index % gpuocc_device_count(), &base) == GPUOCC_OK);
    if (take_byte(&input) % 4)
        copy(base, &edits);
    change(&input, &edits);
    status = device_in(own, empty ? NULL : base, NULL, 0, edits.fields, edits.values, edits.count,
                       &device, &error);
    check_status(status, &error);
    if (status == GPUOCC_OK)
        ask(&input, device);
    return 0;
}
