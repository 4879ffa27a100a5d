/* SPDX-License-Identifier: MIT
 *
 * Passes arbitrary input to every function: random custom devices and random kernels. The result
 * must be an answer or a status. Sanitizers find memory errors; the checks below require that lower
 * bounds are not above upper bounds, and that a refusal leaves no handle. Usage: robust [ROUNDS
 * [SEED]]
 */
#include "random.h"
#include "support.h"

/* Returns a kernel with mostly small amounts, so that many are accepted. */
static gpuocc_kernel some_kernel(void)
{
    gpuocc_kernel k = {0};
    uint32_t field, changes = below(5);

    k.threads_per_group = 1 + below(1024);
    k.wave_size = below(2) ? 8u << below(4) : 0;
    while (changes-- > 0) {
        field = 1 + below(GPUOCC_KERNEL_FIELD_COUNT - 1);
        put_word(&k, field, some_word(300));
    }
    return k;
}

static const gpuocc_device *some_device(uint64_t *memory)
{
    const gpuocc_device *base = NULL, *device = NULL;
    uint32_t fields[4], i, count = below(5);
    uint64_t values[4];

    gpuocc_device_at(below(gpuocc_device_count()), &base);
    for (i = 0; i < count; i++) {
        fields[i] = below(GPUOCC_DEVICE_FIELD_COUNT + 1);
        values[i] = below(40) == 0 ? UINT64_C(1) << below(64) : some_word(300);
        if (fields[i] == GPUOCC_DEVICE_MAX_THREADS_PER_GROUP && values[i] > 2048)
            values[i] = 2048; /* unknown group sizes are tried one by one */
    }
    if (device_in(memory, below(20) ? base : NULL, "x", 1, fields, values, count, &device, NULL) !=
        GPUOCC_OK)
        return base;
    return device;
}

static int ends_in_order(const gpuocc_occupancy *occupancy)
{
    uint32_t which, index;
    uint64_t low, high;
    int good = 1;

    for (which = 0; which < GPUOCC_RESULT_COUNT; which++)
        for (index = 0; index < GPUOCC_LIMIT_COUNT; index++) {
            low = high = 0;
            if (gpuocc_occupancy_get(occupancy, which, index, &low, &high) == GPUOCC_OK &&
                which != GPUOCC_RESULT_LIMITERS && which != GPUOCC_RESULT_NOTES && low > high) {
                note("result %u: %llu above %llu", which, (unsigned long long)low,
                     (unsigned long long)high);
                good = 0;
            }
        }
    return good;
}

static void ask_for_advice(const gpuocc_device *device, uint32_t convention,
                           const gpuocc_kernel *kernel, gpuocc_group_search *search,
                           const gpuocc_occupancy *occupancy)
{
    const uint32_t threads[] = {some_word(300), some_word(300), 256};
    const uint32_t registers[] = {some_word(300), some_word(300), 40};
    gpuocc_kernel bound = {.size = sizeof bound};
    gpuocc_two_field_step two_fields = {.size = sizeof two_fields};
    gpuocc_group_size choice = {.size = sizeof choice};
    char text[64];

    search->grid_threads = below(2) ? 0 : (uint64_t)some_word(300) << below(32);
    (void)gpuocc_occupancy_two_field_step(occupancy, &two_fields, NULL);
    (void)gpuocc_occupancy_bound(occupancy, below(GPUOCC_RESULT_COUNT + 1), below(9), below(3),
                                 &bound, NULL);
    (void)gpuocc_occupancy_advice(occupancy, below(12), text, below(64), NULL);
    (void)best_of(device, convention, kernel, search, threads, registers, below(4), below(3),
                  &choice, NULL);
}

static void ask_everything(const gpuocc_device *device, uint32_t convention,
                           const gpuocc_kernel *kernel, const gpuocc_occupancy *occupancy)
{
    gpuocc_group_search search = {.size = sizeof search};
    gpuocc_plateau plateau = {.size = sizeof plateau};
    gpuocc_step step = {.size = sizeof step};
    gpuocc_kernel k = *kernel;
    uint32_t value, field = below(GPUOCC_KERNEL_FIELD_COUNT + 1);

    search.multiple_of = below(3) ? 0 : 1 + below(64);
    k.size = sizeof k;
    (void)gpuocc_occupancy_maximum(occupancy, field, below(4), some_word(300), &value, NULL);
    (void)gpuocc_occupancy_plateau(occupancy, field, some_word(300), &plateau, NULL);
    (void)gpuocc_occupancy_next_step(occupancy, field, &step, NULL);
    (void)gpuocc_occupancy_pad(occupancy, below(20), &value, NULL);
    (void)best_group(device, convention, &k, &search, below(3), &value, NULL, NULL);
    ask_for_advice(device, convention, &k, &search, occupancy);
}

int main(int argc, char **argv)
{
    uint64_t memory[sizeof(gpuocc_custom_device) / 8];
    unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 50000, i;
    unsigned long answered = 0, refused = 0, wrong = 0, left = 0;
    struct place p;

    state = argc > 2 ? strtoull(argv[2], NULL, 0) : 99;
    for (i = 0; i < rounds; i++) {
        const gpuocc_device *device = some_device(memory);
        const gpuocc_kernel kernel = some_kernel();
        const uint32_t convention = below(3) ? 0 : below(GPUOCC_CONVENTION_COUNT + 1);

        if (place_as(&p, device, convention, kernel) != GPUOCC_OK) {
            refused++;
            left += p.occupancy != NULL || sentence(&p)[0] == 0;
            continue;
        }
        answered++;
        wrong += !ends_in_order(p.occupancy);
        ask_everything(device, convention, &kernel, p.occupancy);
    }
    ok(answered > rounds / 50, "%lu of %lu questions answered, %lu refused", answered, rounds,
       refused);
    ok(wrong == 0, "no low end is above its high end");
    ok(left == 0, "a refusal has a sentence and leaves no handle");
    return done();
}
