/* SPDX-License-Identifier: MIT
 *
 * Tests grids whose groups wait for each other with the figures of public reports.
 */
#include "own.h"
#include "tally.h"

/* vLLM's headroom: one group per core, or one in total if a core has room for one
 * (https://github.com/vllm-project/vllm/pull/41189: rows U089, U090 and U101 of the list of
 * reports.tsv); 64 groups on the 58 SMs of an L4 (U092,
 * https://github.com/pytorch/pytorch/issues/170162); gfx942 under a sanitizer (U007,
 * https://github.com/ROCm/rocm-systems/pull/10618). */
static void test_safe(void)
{
    const struct {
        const char *device;
        uint32_t threads, registers, scalars, clusters, cores, reserve;
        int32_t status;
        uint64_t groups;
    } rows[] = {{"sm_121", 512, 40, 0, 0, 48, 48, GPUOCC_OK, 96},
                {"sm_121", 1024, 40, 0, 0, 48, 1, GPUOCC_OK, 47},
                {"sm_121", 1024, 40, 0, 0, 48, 48, GPUOCC_OK, 0},
                {"sm_121", 1024, 40, 0, 0, 48, 49, GPUOCC_OK, 0},
                {"L4", 1024, 40, 0, 0, 0, 0, GPUOCC_OK, 58},
                {"L4", 1024, 40, 0, 0, 42, 0, GPUOCC_OK, 42},
                {"L4", 1024, GPUOCC_UNKNOWN, 0, 0, 0, 0, GPUOCC_OK, 0},
                {"MI300X", 64, 0, 92, 0, 0, 0, GPUOCC_OK, 28 * 304},
                {"B200", 1024, 64, 0, 16, 0, 0, GPUOCC_OK, 112},
                {"B200", 1024, 64, 0, 16, 100, 0, GPUOCC_NOT_KNOWN, 7},
                {"H200 NVL", 1024, 64, 0, 16, 0, 0, GPUOCC_NOT_KNOWN, 7},
                {"sm_89", 64, 0, 0, 0, 0, 0, GPUOCC_NOT_KNOWN, 7},
                {"RX 7900 XTX", 256, 24, 0, 0, 0, 0, GPUOCC_OK, 48 * 8}};
    const gpuocc_occupancy *none = NULL;
    uint32_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const gpuocc_kernel k = {.threads_per_group = rows[i].threads,
                                 .registers_per_thread = rows[i].registers,
                                 .scalar_registers_per_wave = rows[i].scalars,
                                 .groups_per_cluster = rows[i].clusters};
        uint64_t groups = 7;
        int32_t status;
        struct place p;

        place(&p, find(rows[i].device), k);
        status = gpuocc_safe_grid(p.occupancy, rows[i].cores, rows[i].reserve, &groups);
        ok(status == rows[i].status && groups == rows[i].groups,
           "row %u, %s: %llu groups may wait for each other", i, rows[i].device,
           (unsigned long long)groups);
        ok(gpuocc_safe_grid(p.occupancy, 1, 0, NULL) == GPUOCC_ERROR_NULL &&
               gpuocc_safe_grid(none, 1, 0, &groups) == GPUOCC_ERROR_NULL,
           "nowhere to put it, and no occupancy");
    }
}

/* Returns the fewest clusters of `size` that fit beside `reserve` groups, over all ways to place
 * these in the GPCs from the last to the first. */
static uint64_t fewest(const uint32_t *places, const uint64_t *cores, uint32_t count, uint32_t size,
                       uint32_t reserve)
{
    const uint32_t last = count - 1;
    uint64_t least = UINT64_MAX;
    uint32_t here;

    if (count == 0)
        return 0;
    for (here = 0; here <= reserve && here <= places[last]; here++) {
        const uint64_t held = cores[last] < size ? 0 : (places[last] - here) / size;
        const uint64_t all = held + fewest(places, cores, last, size, reserve - here);

        least = all < least ? all : least;
    }
    return least;
}

/* Compares clusters beside a reserve with every placement of the reserved groups. */
static void check_reserves(struct tally *t, const uint64_t *cores, uint32_t count, uint32_t threads)
{
    uint32_t fields[4], places[4], size, reserve, i;
    struct own own;

    for (i = 0; i < count; i++) {
        fields[i] = GPUOCC_DEVICE_CORES_PER_GPC;
        places[i] = (uint32_t)cores[i] * (2048 / threads);
    }
    make_own(&own, find("9.0"), "toy", fields, cores, count);
    for (size = 1; size <= 7; size++)
        for (reserve = 0; reserve <= 16; reserve++) {
            const gpuocc_kernel k = {.threads_per_group = threads, .groups_per_cluster = size};
            const uint64_t want = size * fewest(places, cores, count, size, reserve);
            uint64_t groups = UINT64_MAX;
            struct place p;

            place(&p, made(&own), k);
            tally(t,
                  gpuocc_safe_grid(p.occupancy, 0, reserve, &groups) == GPUOCC_OK && groups == want,
                  "reserve", (int)reserve, (double)groups, (double)want);
        }
}

/* A B200 holds 15 clusters of 9, and its GPCs have 20, 20, 20, 18, 18, 18, 18, 10, 2, 2 and 2 SMs:
 * one group in each GPC of 18 and two in the one of 10 prevent five. */
static void test_clusters(void)
{
    static const uint64_t lists[][4] = {{6, 5, 4, 1}, {7, 7, 3, 2}, {5, 5, 5, 5}, {2, 1, 1, 6}};
    static const uint32_t left[] = {135, 126, 117, 108, 99, 99, 90, 90, 90, 81};
    const gpuocc_kernel nine = {
        .threads_per_group = 1024, .registers_per_thread = 64, .groups_per_cluster = 9};
    const gpuocc_kernel large = {
        .threads_per_group = 1024, .registers_per_thread = 255, .groups_per_cluster = 9};
    const gpuocc_kernel two = {.threads_per_group = 1024, .groups_per_cluster = 2};
    struct tally t = {0, 0};
    uint64_t groups = 0, cores[MOST_EDITS];
    uint32_t fields[MOST_EDITS], i, most = 1;
    struct place p;
    struct own own;

    for (i = 0; i < 4; i++) {
        check_reserves(&t, lists[i], 4, 1024);
        check_reserves(&t, lists[i], 3, 672);
    }
    ok(t.rows == 4 * 2 * 7 * 17 && t.bad == 0, "clusters beside a reserve: %d checks, %d differ",
       t.rows, t.bad);
    place(&p, find("B200"), nine);
    for (i = 0; i < 10; i++) {
        const int32_t status = gpuocc_safe_grid(p.occupancy, 0, i, &groups);

        ok(status == GPUOCC_OK && groups == left[i], "B200, clusters of 9, reserve %u: %llu", i,
           (unsigned long long)groups);
    }
    ok(gpuocc_safe_grid(p.occupancy, 0, UINT32_MAX, &groups) == GPUOCC_OK && groups == 0,
       "B200, all of it reserved");
    place(&p, find("B200"), large);
    ok(gpuocc_safe_grid(p.occupancy, 0, 1, &groups) == GPUOCC_OK && groups == 0,
       "B200, no group fits");
    for (i = 0; i < MOST_EDITS; i++) {
        fields[i] = GPUOCC_DEVICE_CORES_PER_GPC;
        cores[i] = 2;
    }
    while (most < MOST_EDITS &&
           make_own(&own, find("9.0"), "toy", fields, cores, most + 1) == GPUOCC_OK)
        most++;
    make_own(&own, find("9.0"), "toy", fields, cores, most);
    place(&p, made(&own), two);
    ok(gpuocc_safe_grid(p.occupancy, 0, 1, &groups) == GPUOCC_OK && most < MOST_EDITS &&
           groups == 2 * (2 * most - 1),
       "%u GPCs, as many as a device can have", most);
}

/* Neither LLVM's conventions nor a tool that counts only the whole device have an answer. */
static void test_conventions(void)
{
    const gpuocc_kernel k = {.threads_per_group = 256, .wave_size = 16};
    gpuocc_kernel wave = {.threads_per_group = 64};
    uint64_t groups = 7, whole = 0;
    struct place p;

    place_as(&p, find("MI300X"), GPUOCC_CONVENTION_LLVM, wave);
    ok(gpuocc_safe_grid(p.occupancy, 0, 0, &groups) == GPUOCC_NOT_APPLICABLE &&
           gpuocc_safe_grid(p.occupancy, 304, 0, &groups) == GPUOCC_NOT_APPLICABLE && groups == 7,
       "LLVM counts no groups");
    place_as(&p, find("Arc A770"), GPUOCC_CONVENTION_NEO_22_43, k);
    ok(gpuocc_safe_grid(p.occupancy, 32, 0, &groups) != GPUOCC_OK && groups == 7 &&
           gpuocc_safe_grid(p.occupancy, 0, 3, &groups) == GPUOCC_OK &&
           gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0, &whole, NULL) ==
               GPUOCC_OK &&
           groups == whole - 3,
       "compute-runtime counts those of the whole device: %llu", (unsigned long long)whole);
}

int main(void)
{
    test_safe();
    test_clusters();
    test_conventions();
    return done();
}
