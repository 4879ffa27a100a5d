/* SPDX-License-Identifier: MIT
 *
 * Implements section 3 of the reference a second time, from the reference's files: groups are added
 * to a core one by one until a resource is exhausted. Part of test_intel.c.
 */
#ifndef INTEL_SWEEP_H
#define INTEL_SWEEP_H

#include "intel_tables.h"

struct family {
    char name[16];
    int eus, most_items, slm_pool, slm_group, barriers, simd;
    int counts, grf[16], threads[16];
    int sizes, kib[32];
};

static int read_families(struct family *families)
{
    struct family *f = families;
    struct rows rows;

    for (rows_open(&rows, "intel/generations.csv"); rows_next(&rows);) {
        if (cell(&rows, "eu_per_core_count")[0] == 0)
            continue;
        memset(f, 0, sizeof *f);
        snprintf(f->name, sizeof f->name, "%s", cell(&rows, "family"));
        f->eus = (int)number(&rows, "eu_per_core_count", 0);
        f->most_items = (int)number(&rows, "max_group_work_items", 0);
        f->slm_pool = (int)number(&rows, "slm_kib_per_core_hw", 0);
        f->slm_group = (int)number(&rows, "slm_kib_per_group_max", 0);
        f->barriers = (int)number(&rows, "barrier_registers_per_core_hw", 0);
        f->simd = (int)sum_of(cell(&rows, "simd_lanes_supported"));
        f++;
    }
    for (rows_open(&rows, "intel/threads_per_eu.csv"); rows_next(&rows);) {
        struct family *g;

        for (g = families; g < f; g++)
            if (strcmp(g->name, cell(&rows, "family")) == 0) {
                g->grf[g->counts] = (int)number(&rows, "grf_count", 0);
                g->threads[g->counts++] = (int)number(&rows, "threads_per_eu", 0);
            }
    }
    for (rows_open(&rows, "intel/slm_sizes.csv"); rows_next(&rows);) {
        struct family *g;

        for (g = families; g < f; g++)
            if (strcmp(g->name, cell(&rows, "family")) == 0)
                g->kib[g->sizes++] = (int)number(&rows, "allocation_kib", 0);
    }
    return (int)(f - families);
}

/* Section 2.6 as printed in the reference. */
static int launches(const struct family *f, int items, int simd, int grf)
{
    const int t = (items + simd - 1) / simd;

    if (strcmp(f->name, "xe3") == 0) {
        if (simd == 32 || grf == 256)
            return t <= 32;
        if (grf == 192)
            return t <= 40;
        return grf == 160 ? t <= 48 : t <= 64;
    }
    if (strncmp(f->name, "xe2", 3) == 0)
        return simd == 16 && grf != 256 ? t <= 64 : simd == 16 ? items <= 512 : t <= 32;
    if (strncmp(f->name, "xe_", 3) == 0 && strcmp(f->name, "xe_lp") != 0)
        return grf != 256 || simd == 32 || items <= f->most_items / 2;
    return 1;
}

static int groups_one_by_one(const struct family *f, int items, int simd, int grf, int slm,
                             int barriers)
{
    int mode = 0, size = 0, threads, free_slm = f->slm_pool * 1024, free_barriers = f->barriers;
    int groups = 0, taken = 0;

    while (f->grf[mode] < grf)
        mode++;
    if (!launches(f, items, simd, f->grf[mode]))
        return 0;
    while (slm > 0 && f->kib[size] * 1024 < slm)
        size++;
    taken = slm > 0 ? f->kib[size] * 1024 : 0;
    for (threads = f->eus * f->threads[mode];; groups++) {
        threads -= (items + simd - 1) / simd;
        free_slm -= taken;
        free_barriers -= barriers;
        if (threads < 0 || free_slm < 0 || free_barriers < 0)
            return groups;
    }
}

static void sweep_point(struct tally *tally, const struct family *f, const gpuocc_device *device,
                        const gpuocc_kernel *k)
{
    struct place p;
    int want, got;

    place(&p, device, *k);
    got = p.status < 0 ? p.status : (int)result(&p, GPUOCC_RESULT_GROUPS, 0);
    want = groups_one_by_one(f, (int)k->threads_per_group, (int)k->wave_size,
                             k->grf_count != 0 ? (int)k->grf_count : 128, (int)k->shared_bytes,
                             (int)k->barriers_per_group);
    tally->rows++;
    if (got != want && tally->bad++ == 0)
        note("%s, %u items, SIMD%u, %u GRF, %u B, %u barriers: %d, expected %d", f->name,
             k->threads_per_group, k->wave_size, k->grf_count, k->shared_bytes,
             k->barriers_per_group, got, want);
}

static void sweep_family(struct tally *tally, const struct family *f)
{
    static const uint32_t barriers[] = {0, 1, 3, 8, 31, 32};
    const gpuocc_device *device = find(f->name);
    const uint32_t most_grf = (uint32_t)f->grf[f->counts - 1];
    gpuocc_kernel k = {0};
    uint32_t slm, i;

    for (k.threads_per_group = 1; k.threads_per_group <= (uint32_t)f->most_items;
         k.threads_per_group += k.threads_per_group < 40 ? 1 : 24)
        for (k.wave_size = 8; k.wave_size <= 32; k.wave_size *= 2)
            for (k.grf_count = 0; k.grf_count <= most_grf; k.grf_count += 16)
                for (slm = 0; slm <= (uint32_t)f->slm_group * 1024; slm += 4 * 1024 - 512)
                    for (i = 0; i < sizeof barriers / sizeof barriers[0]; i += 1 + slm % 3) {
                        k.shared_bytes = slm;
                        k.barriers_per_group = barriers[i];
                        if (k.wave_size & (uint32_t)f->simd)
                            sweep_point(tally, f, device, &k);
                    }
}

static void test_sweep(void)
{
    struct family families[20];
    struct tally tally = {0, 0};
    const int families_read = read_families(families);
    int i;

    for (i = 0; i < families_read; i++)
        sweep_family(&tally, &families[i]);
    ok(families_read == 14 && tally.bad == 0 && tally.rows > 100000,
       "a second implementation over %d families: %d kernels, %d differ", families_read, tally.rows,
       tally.bad);
}

#endif
