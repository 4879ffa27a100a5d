/* SPDX-License-Identifier: MIT
 *
 * Tests advice: any kernel's two-field step, advice in words, bounds of ranges and best sizes, each
 * evaluated again for the kernel that it leads to.
 */
#include "input.h"
#include "../handles.h"

struct place {
    uint64_t room[sizeof(gpuocc_occupancy) / 8];
    gpuocc_occupancy *occupancy;
};

static int32_t ask(struct place *place, const gpuocc_device *device, uint32_t convention,
                   const gpuocc_kernel *kernel)
{
    place->occupancy = NULL;
    return occupancy_in(place->room, device, convention, kernel, &place->occupancy, NULL);
}

static void put(gpuocc_kernel *kernel, uint32_t field, uint32_t value)
{
    value = value != 0 ? value : GPUOCC_ZERO;
    memcpy((char *)kernel + 4 * field, &value, 4);
}

/* Two smaller amounts, which together have the promised waves. */
static void ask_two_fields(const gpuocc_device *device, uint32_t convention, gpuocc_kernel kernel,
                           const gpuocc_occupancy *occupancy)
{
    gpuocc_two_field_step step = {sizeof step, {0, 0}, {0, 0}, {0, 0}, 0, 0, 0};
    const int32_t status = gpuocc_occupancy_two_field_step(occupancy, &step, NULL);
    struct place place;
    uint32_t i;

    check_status(status, NULL);
    if (status != GPUOCC_OK)
        return;
    CHECK(step.fields[0] < step.fields[1] && step.fields[1] < GPUOCC_KERNEL_FIELD_COUNT);
    CHECK(step.waves > gpuocc_occupancy_waves(occupancy));
    for (i = 0; i < 2; i++) {
        CHECK(step.then[i] < step.now[i]);
        put(&kernel, step.fields[i], step.then[i]);
    }
    CHECK(ask(&place, device, convention, &kernel) == GPUOCC_OK);
    CHECK(gpuocc_occupancy_waves(place.occupancy) == step.waves);
    CHECK(gpuocc_occupancy_groups(place.occupancy) == step.groups);
}

/* A truncated sentence is the beginning of the whole one. */
static void ask_words(struct input *input, const gpuocc_occupancy *occupancy)
{
    const size_t room = take_byte(input);
    char whole[2000], *part = malloc(room != 0 ? room : 1);
    size_t length = 0, again = 0;
    uint32_t index, cut = take_byte(input) % 4;

    CHECK(part != NULL);
    for (index = 0; index < 60; index++) {
        const int32_t status =
            gpuocc_occupancy_advice(occupancy, index, whole, sizeof whole, &length);

        check_status(status, NULL);
        if (status != GPUOCC_OK)
            break;
        CHECK(length != 0 && length < sizeof whole && strlen(whole) == length);
        if (index != cut)
            continue;
        CHECK(gpuocc_occupancy_advice(occupancy, index, part, room, &again) == GPUOCC_OK);
        CHECK(again == length);
        if (room != 0)
            CHECK(strlen(part) == (length < room ? length : room - 1) &&
                  memcmp(part, whole, strlen(part)) == 0);
        CHECK(gpuocc_occupancy_advice(occupancy, index, NULL, 0, NULL) == GPUOCC_OK);
    }
    CHECK(index < 60);
    free(part);
}

static uint32_t word_of(const gpuocc_kernel *kernel, uint32_t field)
{
    uint32_t word;

    memcpy(&word, (const char *)kernel + 4 * (size_t)field, sizeof word);
    return word;
}

/* The kernel at a bound has it exactly. */
static void ask_end(struct input *input, const gpuocc_device *device, uint32_t convention,
                    gpuocc_kernel kernel, const gpuocc_occupancy *occupancy)
{
    const uint32_t result = take_byte(input) % (GPUOCC_RESULT_COUNT + 1);
    const uint32_t index = take_byte(input) % (GPUOCC_LIMIT_COUNT + 1u);
    const uint32_t end = take_byte(input) % 2;
    const uint32_t known = 1u + take_byte(input) % (GPUOCC_KERNEL_FIELD_COUNT - 1u);
    uint64_t ends[2], point[2];
    gpuocc_kernel bound = {.size = sizeof bound};
    gpuocc_error error = {.size = sizeof error};
    struct place place;
    uint32_t field;
    int32_t told, status = gpuocc_occupancy_get(occupancy, result, index, &ends[0], &ends[1]);

    told = gpuocc_occupancy_bound(occupancy, result, index, end, &bound, &error);
    check_status(told, &error);
    CHECK((told == GPUOCC_OK) <= (status == GPUOCC_OK));
    if (told != GPUOCC_OK)
        return;
    for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT;
         field++) /* one known field with its default */
        if (word_of(&kernel, field) == GPUOCC_UNKNOWN || field == known)
            memcpy((char *)&kernel + 4 * (size_t)field, (char *)&bound + 4 * (size_t)field, 4);
    CHECK(ask(&place, device, convention, &kernel) == GPUOCC_OK);
    status = gpuocc_occupancy_get(place.occupancy, result, index, &point[0], &point[1]);
    if (status == GPUOCC_NOT_APPLICABLE && result == GPUOCC_RESULT_LIMIT)
        CHECK(ends[end] == UINT64_MAX);
    else
        CHECK(status == GPUOCC_OK && point[end] == ends[end]);
}

static void ask_best(struct input *input, const gpuocc_device *device, uint32_t convention,
                     gpuocc_kernel kernel)
{
    gpuocc_group_search search = {.size = sizeof search};
    gpuocc_group_size choice = {sizeof choice, 0, 0, 0, 0, 0, 0, 0, 0};
    uint32_t threads[5], registers[5], i, group = 0, groups = 0;
    const uint32_t count = take_byte(input) % 6, index = take_byte(input) % 4;
    const int has_registers = take_byte(input) % 2;
    gpuocc_error error = {.size = sizeof error};
    struct place place;
    int32_t status;

    for (i = 0; i < count; i++) {
        threads[i] = take_word(input);
        registers[i] = take_word(input);
    }
    search.min_threads = take_byte(input) % 2 ? take_word(input) : 0;
    search.max_threads = take_byte(input) % 2 ? take_word(input) : 0;
    search.multiple_of = take_byte(input) % 2 ? take_word(input) : 0;
    search.prefer_small = take_byte(input) % 2;
    search.core_count = take_byte(input) % 2 ? take_word(input) : 0;
    search.grid_threads = take_byte(input) % 2 ? take_wide(input) : 0;
    status = best_of(device, convention, &kernel, &search, threads,
                     has_registers ? registers : NULL, count, index, &choice, &error);
    check_status(status, &error);
    if (count == 0)
        CHECK(best_group(device, convention, &kernel, &search, index, &group, &groups, NULL) ==
              status);
    if (status != GPUOCC_OK)
        return;
    CHECK(count != 0 || (group == choice.threads_per_group && groups == choice.groups));
    CHECK(count == 0 ||
          (choice.candidate < count && threads[choice.candidate] == choice.threads_per_group));
    CHECK(choice.groups != 0 && choice.waves <= choice.max_waves);
    if (count != 0 && has_registers)
        return;
    kernel.threads_per_group = choice.threads_per_group;
    CHECK(ask(&place, device, convention, &kernel) == GPUOCC_OK);
    CHECK(gpuocc_occupancy_groups(place.occupancy) == choice.groups);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct input input = {bytes, length};
    uint64_t own[sizeof(gpuocc_custom_device) / 8];
    const gpuocc_device *device = take_device(&input, own);
    gpuocc_kernel *taken = take_kernel(&input), kernel;
    const uint32_t convention = take_byte(&input) % GPUOCC_CONVENTION_COUNT;
    struct place place;

    memset(&kernel, 0, sizeof kernel);
    memcpy(&kernel, taken, taken->size < sizeof kernel ? 4 : sizeof kernel);
    kernel.size = sizeof kernel;
    free(taken);
    if (ask(&place, device, convention, &kernel) == GPUOCC_OK) {
        CHECK(gpuocc_occupancy_device(place.occupancy) == device);
        ask_two_fields(device, convention, kernel, place.occupancy);
        ask_words(&input, place.occupancy);
        ask_end(&input, device, convention, kernel, place.occupancy);
    }
    ask_best(&input, device, convention, kernel);
    return 0;
}
