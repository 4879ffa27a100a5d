/* SPDX-License-Identifier: MIT
 *
 * V3D against Mesa's functions and statements: the threads of a QPU (v3d.csv, from the allocator of
 * registers), groups that are packed (packing.csv), and a second implementation that hands out
 * threads and registers QPU by QPU.
 */
#include "mobile.h"
#include "rows.h"

static const char *const designs[] = {"V3D 4.2", "V3D 7.1"};

/* The lanes that reside with four threads and with two, and the limits of a group. */
static void test_tiers(void)
{
    struct rows r;
    char name[16];
    struct place p;
    uint32_t tier, registers, rows = 0;

    for (rows_open(&r, "v3d/v3d.csv"); rows_next(&r); rows++) {
        const uint32_t ends[3] = {0, (uint32_t)number(&r, "phys_regs_at_4_threads", 0),
                                  (uint32_t)number(&r, "phys_regs_at_1_or_2_threads", 0)};
        const gpuocc_device *device;

        snprintf(name, sizeof name, "V3D %s", cell(&r, "v3d_ver"));
        device = find(name);
        for (tier = 0; tier < 2; tier++)
            for (registers = ends[tier] + 1; registers <= ends[tier + 1]; registers++) {
                place(&p, device, kernel_with(16, registers));
                same(16 * result(&p, GPUOCC_RESULT_WAVES, 0),
                     (uint64_t)number(&r, tier == 0 ? "resident_lanes_4thr" : "resident_lanes_2thr",
                                      0),
                     "lanes", r.row);
                same(result(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0), tier == 0 ? 4 : 2,
                     "threads of a QPU", r.row);
            }
        place(&p, device, kernel_with(16, ends[2] + 1));
        same((uint64_t)-p.status, (uint64_t)-GPUOCC_ERROR_TOO_MANY_REGISTERS, "registers", r.row);
        same(get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP),
             (uint64_t)number(&r, "max_wg_invocations", 0), "largest group", r.row);
        same(get(device, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP),
             (uint64_t)number(&r, "shared_mem_bytes", 0), "shared memory", r.row);
    }
    same(rows, 2, "rows", 0);
    topic_end("v3d.csv:", "checks against the tiers of registers");
}

/* The note of groups that Mesa packs more of into the QPUs. */
static void packing_row(const struct rows *r)
{
    const uint32_t qpus = (uint32_t)number(r, "qpus", 0);
    const uint32_t threads = (uint32_t)number(r, "threads_per_qpu", 0);
    const uint32_t size = (uint32_t)number(r, "wg_size", 0);
    const uint32_t packed = (uint32_t)number(r, "wgs_per_sg", 0);
    const uint32_t supergroups = qpus * threads / ((packed * size + 15) / 16);
    gpuocc_kernel kernel = kernel_with(size, threads == 4 ? 32 : 33);
    struct place p;

    kernel.barriers_per_group = (uint32_t)number(r, "barrier", 0);
    place(&p, find(designs[qpus == 16]), kernel);
    same(result(&p, GPUOCC_RESULT_GROUPS, 0), qpus * threads / ((size + 15) / 16), "groups",
         r->row);
    same(result(&p, GPUOCC_RESULT_NOTES, 0) >> GPUOCC_NOTE_LOWER_BOUND & 1,
         supergroups * packed > result(&p, GPUOCC_RESULT_GROUPS, 0), "note", r->row);
}

static void test_packing(void)
{
    uint32_t rows = 0;
    struct rows r;

    for (rows_open(&r, "v3d/packing.csv"); rows_next(&r); rows++)
        packing_row(&r);
    same(rows, 2048, "rows", 0);
    topic_end("packing.csv:", "checks of the note against Mesa's function");
}

/* Free threads of each QPU, each with its part of the registers. */
static uint32_t count_groups(uint32_t qpus, uint32_t size, uint32_t registers)
{
    const uint32_t each = registers <= 32 ? 4 : 2; /* threads that start on one QPU */
    uint32_t free[16], groups, lanes, q, i;

    for (i = 0; i < qpus; i++)
        free[i] = each;
    for (groups = 0, q = 0;; groups++)
        for (lanes = size; lanes != 0; lanes -= lanes < 16 ? lanes : 16) {
            for (i = 0; i < qpus && free[q] == 0; i++)
                q = (q + 1) % qpus;
            if (free[q] == 0)
                return groups;
            free[q]--;
        }
}

static void count_kernel(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    const uint32_t qpus = get(device, GPUOCC_DEVICE_PARTITIONS_PER_CORE);
    const uint32_t size = kernel->threads_per_group, waves = (size + 15) / 16;
    const uint32_t registers = kernel->registers_per_thread;
    const uint32_t groups = count_groups(qpus, size, registers);
    gpuocc_answer answer = GPUOCC_ANSWER_INIT;
    struct place p;

    place(&p, device, *kernel);
    same(gpuocc_occupancy_groups(p.occupancy), groups, "groups", (int)size);
    same(gpuocc_occupancy_limiters(p.occupancy),
         1u << GPUOCC_LIMIT_REGISTERS | (uint32_t)((groups + 1) * waves > 4 * qpus)
                                            << GPUOCC_LIMIT_WAVES,
         "limiters", (int)size);
    same(result(&p, GPUOCC_RESULT_MAX_WAVES, 0), 4 * qpus, "most waves", (int)size);
    same((uint64_t)gpuocc_occupancy_compute(device, 0, kernel, &answer, NULL), 0, "status",
         (int)size);
    same(answer.groups, groups, "groups of an answer", (int)size);
}

static void test_count(void)
{
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;
    uint32_t i;

    for (i = 0; i < 2; i++)
        for (kernel.registers_per_thread = 0; kernel.registers_per_thread <= 64;
             kernel.registers_per_thread++)
            for (kernel.threads_per_group = 1; kernel.threads_per_group <= 256;
                 kernel.threads_per_group++) {
                kernel.shared_bytes = kernel.threads_per_group % 3 == 1 ? 16384 : 0;
                kernel.barriers_per_group = kernel.threads_per_group % 3 == 2;
                count_kernel(find(designs[i]), &kernel);
            }
    topic_end("every group size and register count:", "checks against a count of threads");
}

static void test_names(void)
{
    uint32_t rows = 0;
    struct rows r;

    for (rows_open(&r, "v3d/names.csv"); rows_next(&r); rows++)
        found(cell(&r, "string"), cell(&r, "gpu"), 1);
    same(rows, 5, "rows", 0);
    found("V3D 7.1.6.0", "V3D 7.1", 1);
    found("V3D 4.2.99", "V3D 4.2", 1);
    found("Broadcom V3D 4.2.13.0", "V3D 4.2", 1);
    found("ANGLE (Broadcom, V3D 4.2.14.0, OpenGL ES 3.1 Mesa 22.3.6)", "V3D 4.2", 1);
    found("ANGLE (Broadcom, Vulkan 1.3.278 (V3D 7.1.7.0 (0x55701C33)), V3DV Mesa)", "V3D 7.1", 1);
    found("VideoCore VI", "V3D 4.2", 1);
    found("BCM2712", "Raspberry Pi 5", 1);
    found("raspberry pi 400", "Raspberry Pi 4", 1);
    found("V3D 7.1.7.x", "", 0);
    found("V3D 7.1.7:", "", 0);
    found("V3D 7.1.7-1", "", 0);
    found("V3D 3.3.0.0", "", 0);
    found("VC4 V3D 2.1", "", 0);
    found("V3D", "", 0);
    found("1.2.3.4", "", 0);
    topic_end("names with a revision:", "checks");
}

static void test_refusals(void)
{
    struct place p;

    refused("V3D 4.2", GPUOCC_DEVICE_WAVE_SIZES, 16 + 32, GPUOCC_DEVICE_WAVE_SIZES);
    refused("V3D 4.2", GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, 0, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE);
    refused_unknown("V3D 4.2", GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION);
    refused_unknown("V3D 4.2", GPUOCC_DEVICE_REGISTERS_PER_PARTITION);
    refused_unknown("V3D 4.2", GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD);
    refused_unknown("V3D 4.2", GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP);
    place(&p, find("V3D 7.1"), kernel_with(257, 0));
    same((uint64_t)-p.status, (uint64_t)-GPUOCC_ERROR_GROUP_TOO_LARGE, "threads", 0);
    topic_end("refusals:", "checks");
}

/* What a kernel declares bounds its groups, shared memory does not; how many QPUs a driver has
 * read. */
static void test_bound(void)
{
    const uint32_t field = GPUOCC_DEVICE_PARTITIONS_PER_CORE;
    const uint64_t qpus = 12;
    gpuocc_kernel kernel = kernel_with(200, 40);
    struct place p;
    struct own made;

    kernel.max_threads_per_group = 64;
    place(&p, find("V3D 4.2"), kernel);
    same(gpuocc_occupancy_limiters(p.occupancy), 1u << GPUOCC_LIMIT_LAUNCH, "bound", 0);
    same(result(&p, GPUOCC_RESULT_NOTES, 0) >> GPUOCC_NOTE_LOWER_BOUND & 1, 0, "note", 0);
    kernel.max_threads_per_group = 200;
    kernel.threads_per_group = 64;
    kernel.shared_bytes = 16384;
    place(&p, find("V3D 4.2"), kernel);
    same(gpuocc_occupancy_groups(p.occupancy), 4, "groups", 0);
    same(gpuocc_occupancy_limiters(p.occupancy), 1u << GPUOCC_LIMIT_REGISTERS, "limiter", 0);
    same((uint64_t)make_own(&made, find("V3D 7.1"), NULL, &field, &qpus, 1), 0, "edit", 0);
    place(&p, made.device, kernel);
    same(gpuocc_occupancy_groups(p.occupancy), 6, "groups of 12 QPUs", 0);
    place(&p, find("V3D 7.1"), kernel);
    same(gpuocc_occupancy_groups(p.occupancy), 8, "groups of 16 QPUs", 0);
    same(result(&p, GPUOCC_RESULT_NOTES, 0), 1u << GPUOCC_NOTE_UNVERIFIED, "notes", 0);
    topic_end("a bound, shared memory and QPUs:", "checks");
}

int main(void)
{
    test_tiers();
    test_packing();
    test_count();
    test_names();
    test_refusals();
    test_bound();
    return done();
}
