/* SPDX-License-Identifier: MIT
 *
 * Calls gpuocc_code_loops(), _regions(), _accesses(), _locals() and _liveness() with any words: the
 * first byte selects the target, the second one the working memory (0: malloc), and the rest is
 * code. The results must be consistent, and the regions must have as many instructions as the
 * loops. A prediction must be between its bounds.
 */
#include <stdlib.h>
#include <string.h>

#include <gpuocc/predict.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

struct seen {
    uint32_t depth, reports, length;
    uint32_t all, straight, regions; /* instructions of all code, and of the straight parts */
};

static int32_t take(void *user, const gpuocc_code_loop *loop)
{
    struct seen *seen = user;
    uint32_t i, sum = 0, all = 0;

    for (i = 0; i < GPUOCC_CODE_CLASS_COUNT; i++)
        sum += loop->counts[i];
    for (i = 0; i < loop->instructions; i++) {
        all += loop->steps[i].address >= seen->length || loop->steps[i].address % 16 != 0;
        all += i != 0 && loop->steps[i].address <= loop->steps[i - 1].address;
        all += loop->steps[i].returns > loop->steps[i].in_flight;
        all += loop->steps[i].shared_returns > loop->steps[i].shared;
        all += loop->steps[i].flags >> GPUOCC_CODE_FLAG_COUNT != 0;
    }
    if (sum != loop->instructions || all != 0 || loop->depth > seen->depth ||
        loop->loads_in_flight > loop->most_in_flight + 1 || loop->first > loop->last ||
        (loop->extent == GPUOCC_CODE_ALL) != (loop->depth == 0))
        abort();
    seen->depth = loop->depth;
    seen->all = loop->instructions;
    seen->reports++;
    return seen->reports > 4096;
}

static int32_t take_region(void *user, const gpuocc_code_region *region)
{
    struct seen *seen = user;

    if (region->number != seen->regions++ || region->first > region->last ||
        (region->number != 0 && region->parent >= region->number) ||
        (region->part != NULL) != (region->extent == GPUOCC_CODE_STRAIGHT))
        abort();
    seen->straight += region->part != NULL ? region->part->instructions : 0;
    return 0;
}

static int32_t take_access(void *user, const gpuocc_code_access *access)
{
    struct seen *seen = user;

    if (access->address >= seen->length || access->pattern >= GPUOCC_CODE_PATTERN_COUNT ||
        access->sectors > 64 * 2 || access->passes > 64 ||
        (access->stride != 0 && access->pattern != GPUOCC_CODE_PATTERN_LINEAR))
        abort();
    return 0;
}

static int32_t take_live(void *user, const gpuocc_code_live *live)
{
    struct seen *seen = user;

    if (live->address >= seen->length || live->registers[GPUOCC_CODE_FILE_GENERAL] > 256 ||
        live->registers[GPUOCC_CODE_FILE_UNIFORM] > 256 ||
        live->carried > live->registers[GPUOCC_CODE_FILE_GENERAL])
        abort();
    return 0;
}

static int32_t take_local(void *user, const gpuocc_code_local *local)
{
    struct seen *seen = user;

    if (local->address >= seen->length || local->sort >= GPUOCC_CODE_LOCAL_SORT_COUNT)
        abort();
    return 0;
}

/* Calls the functions in the same memory. */
static void read_code(const gpuocc_code *code, void *memory, size_t room)
{
    const gpuocc_code_wave wave = {sizeof wave, 32, 16, 16};
    struct seen seen = {.depth = ~0u, .length = (uint32_t)code->length + 2};

    if (gpuocc_code_loops(code, memory, room, take, &seen) == GPUOCC_CODE_OK &&
        gpuocc_code_regions(code, memory, room, take_region, &seen) == GPUOCC_CODE_OK &&
        seen.straight != seen.all)
        abort();
    (void)gpuocc_code_accesses(code, &wave, memory, room, take_access, &seen);
    (void)gpuocc_code_locals(code, memory, room, take_local, &seen);
    (void)gpuocc_code_liveness(code, memory, room, take_live, &seen);
}

static void predict(const gpuocc_code *code)
{
    static const gpuocc_predict_trips trips = {.first = GPUOCC_CODE_NONE, .count = 1e12};
    const gpuocc_predict_options options = {
        .size = sizeof options, .trip_count = 1, .trips = &trips, .grid_groups = 1000};
    gpuocc_prediction prediction = {.size = sizeof prediction};
    const gpuocc_predict_range *time = &prediction.time_us;
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;
    gpuocc_occupancy occupancy;
    const gpuocc_device *device;

    kernel.threads_per_group = 256;
    kernel.registers_per_thread = 32;
    if (gpuocc_device_find("A100 PCIe 40 GB", GPUOCC_TERMINATED, 0, &device, NULL, NULL) !=
            GPUOCC_OK ||
        gpuocc_occupancy_init(&occupancy, device, 0, &kernel, NULL) != GPUOCC_OK ||
        gpuocc_predict(code, &occupancy, &options, &prediction, NULL) != GPUOCC_OK)
        return;
    if (!(time->low >= 0 && time->low <= time->expected * (1 + 1e-12)) ||
        (time->high >= 0 && !(time->expected <= time->high * (1 + 1e-12))))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char *const targets[] = {"sm_70", "sm_80", "sm_90a", "sm_100", "sm_120", "sm_61"};
    gpuocc_code_instruction now;
    uint8_t *copy, *memory;
    gpuocc_code code;
    uint32_t offset;

    if (length < 2)
        return 0;
    copy = malloc(length);
    memory = malloc(64 * (size_t)bytes[1] + 1);
    if (copy != NULL && memory != NULL) {
        memcpy(copy, bytes + 2, length - 2);
        memset(&code, 0, sizeof code);
        code.size = sizeof code;
        code.target.at = targets[bytes[0] % 6];
        code.target.length = strlen(code.target.at);
        code.bytes = copy;
        code.length = length - 2;
        read_code(&code, bytes[1] != 0 ? memory : NULL, 64 * (size_t)bytes[1]);
        predict(&code);
        now.size = sizeof now;
        for (offset = 0; gpuocc_code_decode(&code, offset, &now) == GPUOCC_CODE_OK; offset += 16)
            if (now.kind >= GPUOCC_CODE_CLASS_COUNT || now.address != offset ||
                (now.counter != GPUOCC_CODE_NONE && now.counter >= GPUOCC_CODE_COUNTERS))
                abort();
    }
    free(copy);
    free(memory);
    return 0;
}
