/* SPDX-License-Identifier: MIT
 *
 * Runs any columns in a plan of any base kernel: every row must equal the handle of its kernel.
 */
#include "input.h"
#include "../handles.h"

#define ROWS 9 /* more than the lanes of a vector */

static uint32_t columns[4][ROWS], results[4][ROWS];

/* Returns the answer of gpuocc_occupancy_get for one result, in one word. */
static uint32_t single(const gpuocc_occupancy *occupancy, uint32_t result)
{
    const uint32_t which = result % GPUOCC_RESULT_INDEX_STEP;
    uint64_t low, high;
    int32_t status =
        gpuocc_occupancy_get(occupancy, which, result / GPUOCC_RESULT_INDEX_STEP, &low, &high);

    if (status == GPUOCC_NOT_APPLICABLE)
        return GPUOCC_NONE;
    return status == GPUOCC_OK && low == high && low < GPUOCC_NONE ? (uint32_t)low : GPUOCC_UNKNOWN;
}

/* Returns what a plan must give for a row (gpuocc/plan.h): the results of the short getters, and
 * for others those of gpuocc_occupancy_get. */
static uint32_t told(const gpuocc_occupancy *occupancy, uint32_t result)
{
    switch (result) {
    case GPUOCC_RESULT_GROUPS:
        return gpuocc_occupancy_groups(occupancy);
    case GPUOCC_RESULT_WAVES:
        return gpuocc_occupancy_waves(occupancy);
    case GPUOCC_RESULT_MAX_WAVES:
        return gpuocc_occupancy_max_waves(occupancy);
    case GPUOCC_RESULT_LIMITERS:
        return gpuocc_occupancy_limiters(occupancy);
    default:
        return single(occupancy, result);
    }
}

static void compare(const gpuocc_device *device, uint32_t convention, gpuocc_kernel base,
                    const uint32_t *fields, uint32_t ins, const uint32_t *wanted,
                    const int32_t *statuses)
{
    uint64_t room[sizeof(gpuocc_occupancy) / 8];
    gpuocc_occupancy *occupancy;
    uint32_t row, c;

    for (row = 0; row < ROWS; row++) {
        gpuocc_kernel kernel = base;

        for (c = 0; c < ins; c++)
            memcpy((char *)&kernel + 4 * fields[c], &columns[c][row], 4);
        CHECK(occupancy_in(room, device, convention, &kernel, &occupancy, NULL) == statuses[row]);
        for (c = 0; c < 4; c++) {
            const uint32_t got = results[c][row];

            CHECK(got ==
                  (statuses[row] == GPUOCC_OK ? told(occupancy, wanted[c]) : GPUOCC_UNKNOWN));
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct input input = {bytes, length};
    static uint64_t own[sizeof(gpuocc_custom_device) / 8], room[sizeof(gpuocc_plan) / 8];
    const uint32_t *const in[] = {columns[0], columns[1], columns[2], columns[3]};
    uint32_t *const out[] = {results[0], results[1], results[2], results[3]};
    const gpuocc_device *device = take_device(&input, own);
    gpuocc_kernel *kernel = take_kernel(&input);
    const uint32_t convention = take_byte(&input) % (GPUOCC_CONVENTION_COUNT + 1);
    uint32_t fields[4], wanted[4], c, row, ins = take_byte(&input) % 5;
    const int usual = take_byte(&input) % 2;
    int32_t status, statuses[ROWS];
    gpuocc_plan *plan = NULL;
    gpuocc_error error = {.size = sizeof error};

    for (c = 0; c < 4; c++) {
        fields[c] = usual ? c == 1 ? GPUOCC_KERNEL_REGISTERS_PER_THREAD : c + 1 + (c > 1)
                          : take_byte(&input) % 25;
        wanted[c] = take_byte(&input) % 2 ? c : take_byte(&input) % 21;
        if (wanted[c] >= GPUOCC_RESULT_LIMIT && wanted[c] <= GPUOCC_RESULT_CAPACITY)
            wanted[c] += take_byte(&input) % 9 * GPUOCC_RESULT_INDEX_STEP;
        for (row = 0; row < ROWS; row++)
            columns[c][row] = take_word(&input);
    }
    status = plan_in(room, device, convention, kernel, &plan, &error);
    check_status(status, &error);
    CHECK((status == GPUOCC_OK) == (plan != NULL));
    if (plan != NULL) {
        status = gpuocc_plan_run(plan, ROWS, fields, in, ins, wanted, out, 4, statuses);
        check_status(status, NULL);
        if (status == GPUOCC_OK && kernel->size == sizeof *kernel)
            compare(device, convention, *kernel, fields, ins, wanted, statuses);
    }
    free(kernel);
    return 0;
}
