/* SPDX-License-Identifier: MIT
 *
 * Tests grids whose groups wait for each other with the figures of public reports.
 */
#include "support.h"

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
    test_conventions();
    return done();
}
