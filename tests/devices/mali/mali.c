/* SPDX-License-Identifier: MIT
 *
 * Compares Mali with Mesa's functions (vectors.csv), with Arm's datasheet (products.csv), and with
 * a second implementation that allocates threads and registers one warp at a time.
 */
#include "mobile.h"
#include "rows.h"

/* Returns a design of an architecture; the figures of a row replace its numbers. */
static const char *design(uint32_t architecture)
{
    static const char *const designs[] = {"Mali-T760", "Mali-G71",  "Mali-G76",
                                          NULL,        "Mali-G57",  "Mali-G610",
                                          "Mali-G615", "Mali-G620", "Mali-G625"};

    return designs[architecture - 5];
}

/* Returns the core of a row. Mesa counts Midgard's registers in fours, and its threads one by
 * one. */
static const gpuocc_device *core_of(const struct rows *r)
{
    const uint32_t architecture = (uint32_t)number(r, "arch", 0);
    const char *base = design(architecture);
    const uint64_t wave = get(find(base), GPUOCC_DEVICE_DEFAULT_WAVE_SIZE);

    edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, (uint64_t)number(r, "max_threads_core", 0) / wave);
    edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, (uint64_t)number(r, "max_wg", 0));
    edit(GPUOCC_DEVICE_REGISTERS_PER_PARTITION,
         (uint64_t)number(r, "regs_core", 0) * (architecture < 6 ? 4 : 1));
    return own(base);
}

static void vector_row(const struct rows *r)
{
    const gpuocc_device *device = core_of(r);
    const uint32_t wave = get(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE);
    const uint32_t registers = (uint32_t)number(r, "work_regs", 0);
    const uint32_t group = (uint32_t)number(r, "group_threads", 0);
    const uint64_t threads = (uint64_t)number(r, "threads_core_uncapped", 0);
    const uint64_t largest = (uint64_t)number(r, "driver_max_threads", 0);
    struct place p;

    place(&p, device, kernel_with(wave, registers));
    same(result(&p, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE, 0), largest, "largest group", r->row);
    same(result(&p, GPUOCC_RESULT_WAVES, 0) * wave, threads, "threads of a core", r->row);
    same(100 * result(&p, GPUOCC_RESULT_WAVES, 0) / result(&p, GPUOCC_RESULT_MAX_WAVES, 0),
         (uint64_t)number(r, "occupancy_pct", 0), "occupancy", r->row);
    place(&p, device, kernel_with(group, registers));
    if (number(r, "wg_per_task", 0) < 0) {
        same((uint64_t)-p.status, (uint64_t)-GPUOCC_ERROR_GROUP_TOO_LARGE, "status", r->row);
        return;
    }
    same(result(&p, GPUOCC_RESULT_GROUPS, 0), threads / wave / ((group + wave - 1) / wave),
         "groups", r->row);
    same(result(&p, GPUOCC_RESULT_GROUPS, 0) == 0, group > largest, "launch", r->row);
}

static void test_vectors(void)
{
    struct rows r;

    rows_open(&r, "mali/vectors.csv");
    while (rows_next(&r))
        vector_row(&r);
    topic_end("vectors.csv", "checks against Mesa's functions");
}

/* Fills a core group by group, warp by warp. */
struct core {
    uint32_t slots, registers;
};

static int take_group(struct core *core, uint32_t warps, uint32_t per_warp)
{
    struct core left = *core;

    for (; warps != 0; warps--) {
        if (left.slots == 0 || left.registers < per_warp)
            return 0;
        left.slots--;
        left.registers -= per_warp;
    }
    *core = left;
    return 1;
}

/* Returns the 32-bit registers that a thread of a design is allocated. */
static uint32_t tier(uint32_t generation, uint32_t registers)
{
    uint32_t taken = generation < 6 ? 4 : 32;

    while (taken < registers)
        taken *= 2;
    return generation < 6 ? 4 * taken : taken;
}

static void count_kernel(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    const uint32_t wave = get(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE);
    const uint32_t warps = (kernel->threads_per_group + wave - 1) / wave;
    const uint32_t per_warp =
        wave * tier(get(device, GPUOCC_DEVICE_GENERATION), kernel->registers_per_thread);
    struct core core = {get(device, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION),
                        get(device, GPUOCC_DEVICE_REGISTERS_PER_PARTITION)};
    const int tied = kernel->shared_bytes != 0 || kernel->barriers_per_group != 0;
    gpuocc_answer answer = GPUOCC_ANSWER_INIT;
    uint32_t groups = 0, limiters, more;
    struct place p;

    while (take_group(&core, warps, per_warp))
        groups++;
    limiters = (uint32_t)(core.slots < warps) << GPUOCC_LIMIT_WAVES |
               (uint32_t)(core.registers / per_warp < warps) << GPUOCC_LIMIT_REGISTERS;
    more = !tied && groups != 0 && core.slots != 0 && core.registers >= per_warp;
    place(&p, device, *kernel);
    same(gpuocc_occupancy_groups(p.occupancy), groups, "groups", (int)kernel->threads_per_group);
    same(gpuocc_occupancy_limiters(p.occupancy), limiters, "limiters", (int)warps);
    if (p.status != GPUOCC_OK || gpuocc_occupancy_compute(device, 0, kernel, &answer, NULL) != 0)
        return;
    same(answer.groups, groups, "groups of an answer", (int)kernel->threads_per_group);
    same(answer.limiters, limiters, "limiters of an answer", (int)warps);
    if (kernel->threads_per_group % 7 == 0)
        same(result(&p, GPUOCC_RESULT_NOTES, 0) >> GPUOCC_NOTE_LOWER_BOUND & 1, more, "note",
             (int)kernel->threads_per_group);
}

static void count_design(const gpuocc_device *device)
{
    const uint32_t threads = get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    const uint32_t registers = get(device, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD);
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;

    for (kernel.registers_per_thread = 0; kernel.registers_per_thread <= registers;
         kernel.registers_per_thread++)
        for (kernel.threads_per_group = 1; kernel.threads_per_group <= threads;
             kernel.threads_per_group++) {
            kernel.shared_bytes = kernel.threads_per_group % 3 == 1 ? 32768 : 0;
            kernel.barriers_per_group = kernel.threads_per_group % 3 == 2;
            count_kernel(device, &kernel);
        }
}

static void test_count(void)
{
    const gpuocc_device *device;
    uint32_t at;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        if (get(device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_MALI && is_architecture(device))
            count_design(device);
    topic_end("every group size and register count of every design:",
              "checks against a count of warps");
}

/* Compares with the threads that Arm's datasheet gives for each number of registers. */
static void product_row(const char *name, int row, uint32_t few, uint32_t half, uint32_t most)
{
    const gpuocc_device *device = find(name);
    const int midgard = get(device, GPUOCC_DEVICE_GENERATION) < 6;
    const uint32_t wave = get(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE);
    const uint32_t ends[3] = {midgard ? 4 : 32, midgard ? 8 : 64, 16};
    const uint32_t wanted[3] = {few, half, most};
    struct place p;
    int i;

    for (i = 0; i < 3 && wanted[i] != 0; i++) {
        place(&p, device, kernel_with(wave, ends[i]));
        same(result(&p, GPUOCC_RESULT_WAVES, 0) * wave, wanted[i], name, row);
        place(&p, device, kernel_with(wave, i == 0 ? 0 : ends[i - 1] + 1));
        same(result(&p, GPUOCC_RESULT_WAVES, 0) * wave, wanted[i], name, row);
    }
}

static void test_datasheet(void)
{
    static const struct {
        const char *name;
        uint32_t few, half, most;
    } rows[] = {{"Mali-T720", 256, 128, 64},
                {"Mali-T760", 256, 128, 64},
                {"Mali-T820", 256, 128, 64},
                {"Mali-T830", 256, 128, 64},
                {"Mali-T860", 256, 128, 64},
                {"Mali-T880", 256, 192, 96},
                {"Mali-G71", 384, 384, 0},
                {"Mali-G72", 384, 384, 0},
                {"Mali-G31 1EE", 256, 128, 0},
                {"Mali-G31 2EE", 512, 256, 0},
                {"Mali-G51 2EE", 512, 256, 0},
                {"Mali-G51 3EE", 768, 384, 0},
                {"Mali-G52 2EE", 512, 256, 0},
                {"Mali-G52 3EE", 768, 384, 0},
                {"Mali-G76", 768, 384, 0},
                {"Mali-G57", 1024, 512, 0},
                {"Mali-G77", 1024, 512, 0},
                {"Mali-G68", 1024, 512, 0},
                {"Mali-G78", 1024, 512, 0},
                {"Mali-G610", 2048, 1024, 0},
                {"Mali-G710", 2048, 1024, 0},
                {"Mali-G615", 2048, 1024, 0},
                {"Mali-G715", 2048, 1024, 0},
                {"Mali-G720", 2048, 1024, 0},
                {"Mali-G925-Immortalis", 2048, 1024, 0}};
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
        product_row(rows[i].name, (int)i, rows[i].few, rows[i].half, rows[i].most);
    topic_end("the datasheet's threads:", "checks");
}

static void test_names(void)
{
    found("Mali-G57 5 cores r0p1 0x9091", "Mali-G57", 1);
    found("Mali-G57 4 cores", "Mali-G57", 1);
    found("Mali-G57 cores", "", 0);
    found("Mali-G57 x4 cores", "", 0);
    found("5 cores", "", 0);
    found(" 5 cores", "", 0);
    found("zz4 cores", "", 0);
    found("zz cores", "", 0);
    found("Mali-G57 MC3", "Mali-G57", 1);
    found("mali-g78 mp14", "Mali-G78", 1);
    found("Mali-G78 MP24", "Mali-G78 MP24", 1);
    found("Mali-G78 MX24", "", 0);
    found("Mali-G78MP22", "", 0);
    found("Mali-G78 XP24", "", 0);
    found("Mali-G78 MP", "", 0);
    found("MP4", "", 0);
    found("Mali-G52 MC2", "Mali-G52 2EE", 2);
    found("Mali-G310v4", "Mali-G310v4", 1);
    found("Mali-G310", "Mali-G310v0", 7);
    found("Mali-G715-Immortalis MC11", "Immortalis-G715 MC11", 1);
    found("Mali-G715-Immortalis MC10", "Mali-G715", 1);
    found("Immortalis-G925", "Mali-G725", 1);
    found("Mali-G1-Ultra", "", 0);
    found("Mali-G1", "", 0);
    found("13b5:a007", "Mali-G610", 1);
    found("13b5:b002", "Mali-G615", 2);
    topic_end("names with a number of cores:", "checks");
}

static void test_refusals(void)
{
    struct place p;

    refused("Mali-G610", GPUOCC_DEVICE_REGISTER_UNIT, 256, GPUOCC_DEVICE_REGISTER_UNIT);
    refused("Mali-T760", GPUOCC_DEVICE_REGISTER_UNIT, 32, GPUOCC_DEVICE_REGISTER_UNIT);
    refused("Mali-G610", GPUOCC_DEVICE_WAVE_SIZES, 16 + 32, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE);
    refused("Mali-G610", GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 65,
            GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD);
    refused("Mali-T760", GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 17,
            GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD);
    refused_unknown("Mali-G610", GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION);
    refused_unknown("Mali-G610", GPUOCC_DEVICE_REGISTERS_PER_PARTITION);
    refused_unknown("Mali-G610", GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP);
    place(&p, find("Mali-G610"), kernel_with(64, 65));
    same((uint64_t)-p.status, (uint64_t)-GPUOCC_ERROR_TOO_MANY_REGISTERS, "registers", 0);
    place(&p, find("Mali-T880"), kernel_with(64, 17));
    same((uint64_t)-p.status, (uint64_t)-GPUOCC_ERROR_TOO_MANY_REGISTERS, "registers", 0);
    place(&p, find("Mali-G610"), kernel_with(1025, 0));
    same((uint64_t)-p.status, (uint64_t)-GPUOCC_ERROR_GROUP_TOO_LARGE, "threads", 0);
    topic_end("refusals:", "checks");
}

/* A bound that the kernel declares limits its groups; local memory limits nothing. */
static void test_bound(void)
{
    gpuocc_kernel kernel = kernel_with(128, 40);
    struct place p;

    kernel.max_threads_per_group = 64;
    place(&p, find("Mali-G610"), kernel);
    same(gpuocc_occupancy_limiters(p.occupancy), 1u << GPUOCC_LIMIT_LAUNCH, "bound", 0);
    kernel.max_threads_per_group = 128;
    kernel.shared_bytes = 30000;
    place(&p, find("Mali-G610"), kernel);
    same(gpuocc_occupancy_groups(p.occupancy), 8, "groups", 0);
    same(gpuocc_occupancy_limiters(p.occupancy), 1u << GPUOCC_LIMIT_REGISTERS, "limiter", 0);
    topic_end("a bound and local memory:", "checks");
}

int main(void)
{
    test_vectors();
    test_count();
    test_datasheet();
    test_names();
    test_refusals();
    test_bound();
    return done();
}
