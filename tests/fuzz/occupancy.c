/* SPDX-License-Identifier: MIT
 *
 * Tests any kernel of any struct size on any device, including custom ones, in any convention;
 * reads every result and makes every query about it.
 */
#include "input.h"
#include "../handles.h"

/* Reads all results. Returns a number that depends on each of them. */
static uint64_t ask_results(const gpuocc_occupancy *occupancy)
{
    uint64_t low, high, all = 0;
    uint32_t result, index;
    int32_t status;

    for (result = 0; result <= GPUOCC_RESULT_COUNT; result++)
        for (index = 0; index <= gpuocc_result_indices(result); index++) {
            low = high = 7;
            status = gpuocc_occupancy_get(occupancy, result, index, &low, &high);
            check_status(status, NULL);
            if (status != GPUOCC_OK)
                CHECK(low == 7 && high == 7);
            else if (result != GPUOCC_RESULT_LIMITERS && result != GPUOCC_RESULT_NOTES)
                CHECK(low <= high);
            else
                CHECK((low & ~high) == 0);
            all = all * 31 + low * 7 + high + (uint32_t)status;
        }
    return all;
}

static void ask_advice(struct input *input, const gpuocc_device *device, uint32_t convention,
                       const gpuocc_kernel *kernel, const gpuocc_occupancy *occupancy)
{
    const uint32_t field = take_byte(input) % 26, value = take_word(input);
    gpuocc_plateau plateau = {sizeof plateau, 0, 0, 0, 0, 0};
    gpuocc_step step = {sizeof step, 0, 0, 0, 0, 0, 0};
    gpuocc_group_search search = {.size = sizeof search};
    gpuocc_error error = {.size = sizeof error};
    uint32_t most, threads, groups, bytes;
    int32_t status;

    check_status(
        gpuocc_occupancy_maximum(occupancy, field, take_byte(input) % 4, value, &most, NULL), NULL);
    status = gpuocc_occupancy_plateau(occupancy, field, value, &plateau, NULL);
    check_status(status, NULL);
    if (status == GPUOCC_OK)
        CHECK(plateau.first <= value && value <= plateau.last);
    status = gpuocc_occupancy_next_step(occupancy, field, &step, NULL);
    check_status(status, NULL);
    if (status == GPUOCC_OK)
        CHECK(step.slack >= step.now && step.then != step.now);
    check_status(gpuocc_occupancy_pad(occupancy, value, &bytes, NULL), NULL);
    search.core_count = take_byte(input);
    search.min_threads = take_word(input);
    search.max_threads = take_word(input);
    search.multiple_of = take_word(input);
    search.prefer_small = take_byte(input) & 1;
    status = best_group(device, convention, kernel, &search, take_byte(input) % 3, &threads,
                        &groups, &error);
    check_status(status, &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct input input = {bytes, length};
    uint64_t own[sizeof(gpuocc_custom_device) / 8], room[sizeof(gpuocc_occupancy) / 8];
    const gpuocc_device *device = take_device(&input, own);
    gpuocc_kernel *kernel = take_kernel(&input);
    const uint32_t convention = take_byte(&input) % (GPUOCC_CONVENTION_COUNT + 1);
    gpuocc_occupancy *occupancy = NULL;
    gpuocc_answer answer = GPUOCC_ANSWER_INIT;
    gpuocc_error error = {0};
    uint64_t results;
    int32_t status;

    error.size = take_byte(&input) % 4 ? sizeof error : take_byte(&input) % sizeof error;
    status = occupancy_in(room, device, convention, kernel, &occupancy, &error);
    check_status(status, &error);
    CHECK((status == GPUOCC_OK) == (occupancy != NULL));
    CHECK(gpuocc_occupancy_compute(device, convention, kernel, &answer, NULL) == status);
    if (occupancy != NULL) {
        CHECK(answer.groups == gpuocc_occupancy_groups(occupancy) &&
              answer.waves == gpuocc_occupancy_waves(occupancy) &&
              answer.max_waves == gpuocc_occupancy_max_waves(occupancy) &&
              answer.limiters == gpuocc_occupancy_limiters(occupancy));
        results = ask_results(occupancy);
        ask_advice(&input, device, convention, kernel, occupancy);
        CHECK(gpuocc_occupancy_expand(occupancy) == GPUOCC_OK);
        CHECK(ask_results(occupancy) == results);
    }
    free(kernel);
    return 0;
}
