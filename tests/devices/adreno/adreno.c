/* SPDX-License-Identifier: MIT
 *
 * Compares Adreno with the answers of Mesa's functions, and whole groups with a core that is filled
 * wave by wave.
 */
#include "mobile.h"
#include "rows.h"

static const uint32_t mesa[] = {GPUOCC_CONVENTION_MESA_25_0, GPUOCC_CONVENTION_MESA_2025_10,
                                GPUOCC_CONVENTION_MESA_2026, GPUOCC_CONVENTION_MESA_2026_FP16};

/* Returns the device of a class in the vectors. */
static const gpuocc_device *class_of(const char *name)
{
    static const char *const classes[][2] = {{"a6xx_gen1_low", "a6xx_gen1_low"},
                                             {"a6xx_gen1_low_608_612", "a6xx_gen1_low_608"},
                                             {"a702", "a702"},
                                             {"a6xx_gen1_gen2", "a6xx_gen2"},
                                             {"a6xx_gen3_gen4", "a6xx_gen4"},
                                             {"a7xx", "a7xx_gen3"},
                                             {"a8xx_gen1", "a8xx_gen1"},
                                             {"a8xx_gen2", "a8xx_gen2"}};
    uint32_t i;

    for (i = 0; i < sizeof classes / sizeof classes[0]; i++)
        if (strcmp(classes[i][0], name) == 0)
            return find(classes[i][1]);
    return NULL;
}

/* Returns the convention of a row. The first release treats every shader as later ones treat those
 * whose arithmetic is mostly 16 bits wide. */
static uint32_t convention_of(const struct rows *r)
{
    const int heavy = number(r, "significant_fp16", -1) != 0;

    if (strcmp(cell(r, "rule"), "mesa-2025-10") == 0)
        return heavy ? GPUOCC_CONVENTION_MESA_25_0 : GPUOCC_CONVENTION_MESA_2025_10;
    return heavy ? GPUOCC_CONVENTION_MESA_2026_FP16 : GPUOCC_CONVENTION_MESA_2026;
}

static gpuocc_kernel kernel_of(const struct rows *r)
{
    gpuocc_kernel k = {0};

    k.threads_per_group = (uint32_t)number(r, "threads_per_group", 0);
    k.registers_per_thread = (uint32_t)number(r, "full_vec4", 0);
    k.half_registers_per_thread = (uint32_t)number(r, "half_vec4", 0);
    k.shared_bytes = (uint32_t)number(r, "shared_bytes", 0);
    k.virtual_resources = (uint32_t)number(r, "branchstack", 0);
    return k;
}

static void vector_row(const struct rows *r)
{
    const gpuocc_device *device = class_of(cell(r, "class"));
    const uint32_t convention = convention_of(r), most = (uint32_t)number(r, "max_waves", -1);
    const uint32_t base = get(device, GPUOCC_DEVICE_WAVE_SIZES);
    gpuocc_kernel k = kernel_of(r);
    struct place p;
    uint64_t size;

    place_as(&p, device, convention, k);
    size = result(&p, GPUOCC_RESULT_WAVE_SIZE, 0);
    same(size == 2 * (base & (0u - base)), (uint64_t)number(r, "double", -1), "double", r->row);
    same(result(&p, GPUOCC_RESULT_WAVES, 0), most, "waves", r->row);
    same(size * result(&p, GPUOCC_RESULT_WAVES, 0), (uint64_t)number(r, "threads_resident", -1),
         "threads", r->row);
    k.barriers_per_group = 1;
    place_as(&p, device, convention, k);
    same(result(&p, GPUOCC_RESULT_WAVES, 0), number(r, "barrier_ok", -1) ? most : 0, "barrier",
         r->row);
    k.wave_size = (uint32_t)size; /* the same size, given explicitly */
    place_as(&p, device, convention, k);
    same(result(&p, GPUOCC_RESULT_WAVES, 0), number(r, "barrier_ok", -1) ? most : 0, "given size",
         r->row);
}

static void test_vectors(void)
{
    struct rows r;

    rows_open(&r, "adreno/vectors.csv");
    while (rows_next(&r))
        vector_row(&r);
    topic_end("vectors.csv", "checks against Mesa's functions");
}

/* A core that is filled by pairs of waves: each partition has its registers and wave slots, the
 * core has local memory and a branch stack. */
struct core {
    uint32_t partitions, slots, registers, memory, branches;
};

static struct core core_of(const gpuocc_device *device)
{
    struct core core = {get(device, GPUOCC_DEVICE_PARTITIONS_PER_CORE),
                        get(device, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION),
                        get(device, GPUOCC_DEVICE_REGISTERS_PER_PARTITION),
                        get(device, GPUOCC_DEVICE_SHARED_POOL_BYTES),
                        get(device, GPUOCC_DEVICE_GENERATION) < 800 ? 256 : 512};

    return core;
}

/* Adds a wave to each partition. */
static int take_pair(struct core *core, uint32_t registers, uint32_t branches)
{
    const uint32_t entries = core->partitions * branches;

    if (core->slots == 0 || core->registers < registers || core->branches < entries)
        return 0;
    core->slots--;
    core->registers -= registers;
    core->branches -= entries;
    return 1;
}

/* Adds a group. Returns the number of its waves that fit. */
static uint32_t take_group(struct core *core, const gpuocc_kernel *k)
{
    const uint32_t vec4 = k->registers_per_thread + (k->half_registers_per_thread + 1) / 2;
    uint32_t memory = 0, branches = 0, waves = 0, threads;

    while (memory < k->shared_bytes)
        memory += 1024;
    while (branches < k->virtual_resources && branches < 64)
        branches += 2;
    if (core->memory < memory)
        return 0;
    for (threads = 0; threads < k->threads_per_group; threads += core->partitions * k->wave_size) {
        if (!take_pair(core, vec4 * 4 * k->wave_size, branches))
            break;
        waves += core->partitions;
    }
    core->memory -= memory;
    return waves;
}

/* Counts whole groups; if none fits, a part of one may, unless a barrier joins its waves. */
static void count_kernel(const gpuocc_device *device, const gpuocc_kernel *k)
{
    const uint32_t waves = (k->threads_per_group + k->wave_size - 1) / k->wave_size;
    struct core core = core_of(device);
    uint32_t groups = 0, took;
    struct place p;

    do {
        took = take_group(&core, k);
        groups += took >= waves;
    } while (took >= waves);
    place(&p, device, *k);
    same(result(&p, GPUOCC_RESULT_GROUPS, 0), groups, gpuocc_device_name(device),
         (int)k->registers_per_thread);
    same(result(&p, GPUOCC_RESULT_WAVES, 0), groups * waves, "waves", (int)k->threads_per_group);
    same(result(&p, GPUOCC_RESULT_NOTES, 0) >> GPUOCC_NOTE_LOWER_BOUND & 1,
         groups == 0 && took != 0 && k->barriers_per_group == 0, "note", (int)k->threads_per_group);
}

/* Tries every wave size and register count, and group sizes in steps of half a wave and with one
 * more thread. */
static void count_class(const gpuocc_device *device)
{
    static const uint32_t memory[] = {0, 1, 1024, 3000, 8192, 16384};
    static const uint32_t branches[] = {0, 0, 1, 24, 63, 100};
    const uint32_t sizes = get(device, GPUOCC_DEVICE_WAVE_SIZES), base = sizes & (0u - sizes);
    const uint32_t most = get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    gpuocc_kernel k = {0};
    uint32_t at = 0, step;

    for (k.wave_size = base; (k.wave_size & sizes) != 0; k.wave_size *= 2)
        for (k.registers_per_thread = 0; k.registers_per_thread <= 48; k.registers_per_thread++)
            for (step = 0; step <= 2 * most / base; step++, at++) {
                k.threads_per_group = step * base / 2 + 1;
                if (k.threads_per_group > most)
                    k.threads_per_group = most;
                k.half_registers_per_thread = at % 5 == 0 ? 2 * (48 - k.registers_per_thread) : 0;
                k.shared_bytes = memory[at % 6];
                k.virtual_resources = branches[at / 6 % 6];
                k.barriers_per_group = at % 2;
                count_kernel(device, &k);
            }
}

static void test_count(void)
{
    const gpuocc_device *device;
    uint32_t at;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        if (get(device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_ADRENO && is_architecture(device))
            count_class(device);
    topic_end("every wave size, register count and number of waves of every class:",
              "checks against a core that is filled");
}

/* Twelve groups of one thread with 46 registers on a Pixel 4, twice as many with half of them. */
static void test_measured(void)
{
    const gpuocc_device *device = find("Adreno 640");
    gpuocc_kernel k = {.threads_per_group = 1, .wave_size = 64, .registers_per_thread = 46};
    struct place p;

    place(&p, device, k);
    same(result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0), 12, "46 registers", 0);
    k.registers_per_thread = 23;
    place(&p, device, k);
    same(result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0), 24, "23 registers", 0);
    topic_end("ArchProbe's groups on an Adreno 640:", "checks");
}

/* Without a wave size the compiler chooses it; if what that depends on is unknown, it can be
 * any. */
static void test_choice(void)
{
    const gpuocc_device *device = find("Adreno 750");
    gpuocc_kernel k = {.threads_per_group = 256};
    struct place p;

    k.registers_per_thread = 12; /* of 96: twice 12 is a quarter */
    place(&p, device, k);
    same(result(&p, GPUOCC_RESULT_WAVE_SIZE, 0), 128, "12 registers", 0);
    k.virtual_resources = 65;
    place(&p, device, k);
    same(result(&p, GPUOCC_RESULT_WAVE_SIZE, 0), 64, "65 branches", 0);
    k.virtual_resources = 0;
    k.registers_per_thread = 13;
    place(&p, device, k);
    same(result(&p, GPUOCC_RESULT_WAVE_SIZE, 0), 64, "13 registers", 0);
    k.registers_per_thread = GPUOCC_UNKNOWN;
    place(&p, device, k);
    holds(is_range(&p, GPUOCC_RESULT_WAVE_SIZE, 0, 64, 128), "unknown registers", 0, 0, 0);
    place(&p, find("Adreno 830"), k);
    same(result(&p, GPUOCC_RESULT_WAVE_SIZE, 0), 64, "one size", 0);
    topic_end("the compiler's wave size:", "checks");
}

/* Compares the maximum of a field for a number of waves, with the wave size that the compiler
 * chooses for each value, with evaluations of every value. */
static void most_of(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t field,
                    uint32_t largest)
{
    uint32_t most[65] = {0}, value, waves, got;
    gpuocc_kernel k = *kernel;
    struct place p;
    int32_t status;

    for (value = 0; value <= largest; value++) {
        put_word(&k, field, value != 0 ? value : GPUOCC_ZERO);
        place(&p, device, k);
        if (p.status != GPUOCC_OK)
            break;
        for (waves = (uint32_t)result(&p, GPUOCC_RESULT_WAVES, 0); waves != 0; waves--)
            most[waves] = value + 1;
    }
    place(&p, device, *kernel);
    if (p.status != GPUOCC_OK)
        return;
    for (waves = 1; waves <= 64; waves++) {
        got = 0;
        status =
            gpuocc_occupancy_maximum(p.occupancy, field, GPUOCC_TARGET_WAVES, waves, &got, NULL);
        holds(status == (most[waves] != 0 ? GPUOCC_OK : GPUOCC_NOT_POSSIBLE), "most: status",
              (int)field, (uint64_t)-status, most[waves]);
        if (status == GPUOCC_OK)
            same(got + 1, most[waves], "most", (int)field);
    }
}

/* The registers may be unknown, and with them the wave size that the compiler chooses, if they are
 * what is asked for. */
static void most_of_unknown(void)
{
    const gpuocc_device *const device = find("Adreno 750");
    gpuocc_kernel k = {.threads_per_group = 256, .registers_per_thread = 1};
    uint32_t known = 0, unknown = 0;
    struct place p;

    place(&p, device, k);
    gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_REGISTERS_PER_THREAD, GPUOCC_TARGET_WAVES,
                             16, &known, NULL);
    k.registers_per_thread = GPUOCC_UNKNOWN;
    place(&p, device, k);
    same((uint64_t)-gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                                             GPUOCC_TARGET_WAVES, 16, &unknown, NULL),
         0, "most of unknown registers", 0);
    holds(known == unknown && known != 0, "most of unknown registers", 0, known, unknown);
    p.status = gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_SHARED_BYTES,
                                        GPUOCC_TARGET_WAVES, 16, &unknown, &p.error);
    holds(p.status == GPUOCC_ERROR_MUST_BE_KNOWN &&
              p.error.field == GPUOCC_KERNEL_REGISTERS_PER_THREAD,
          "the unknown registers are named, not the wave size", 0, p.error.field, 0);
    k.registers_per_thread = 1;
    k.wave_size = GPUOCC_UNKNOWN;
    place(&p, device, k);
    p.status = gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_SHARED_BYTES,
                                        GPUOCC_TARGET_WAVES, 16, &unknown, &p.error);
    holds(p.status == GPUOCC_ERROR_MUST_BE_KNOWN && p.error.field == GPUOCC_KERNEL_WAVE_SIZE,
          "an unknown wave size is named", 0, p.error.field, 0);
}

static void test_most(void)
{
    static const char *const names[] = {"a6xx_gen1", "a6xx_gen4", "a702", "a7xx_gen3", "a8xx_gen2"};
    gpuocc_kernel k = {0};
    uint32_t i;

    for (i = 0; i < sizeof names / sizeof names[0]; i++)
        for (k.threads_per_group = 32; k.threads_per_group <= 1024; k.threads_per_group += 62)
            for (k.registers_per_thread = 0; k.registers_per_thread <= 20;
                 k.registers_per_thread += 5) {
                most_of(find(names[i]), &k, GPUOCC_KERNEL_REGISTERS_PER_THREAD, 48);
                most_of(find(names[i]), &k, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, 96);
                most_of(find(names[i]), &k, GPUOCC_KERNEL_VIRTUAL_RESOURCES, 1024);
            }
    most_of_unknown();
    topic_end("the most of an amount, where the compiler chooses the wave size:", "checks");
}

static void refused_kernel(const char *name, uint32_t convention, uint32_t field, uint32_t value,
                           int32_t status)
{
    gpuocc_kernel k = {.threads_per_group = 64, .registers_per_thread = 16};
    struct place p;

    put_word(&k, field, value);
    place_as(&p, find(name), convention, k);
    same((uint64_t)-p.status, (uint64_t)-status, name, (int)field);
}

static void test_refusals(void)
{
    const char *const name = "Adreno 750";

    refused(name, GPUOCC_DEVICE_WAVE_SIZES, 64 + 32 + 16, GPUOCC_DEVICE_WAVE_SIZES);
    refused(name, GPUOCC_DEVICE_WAVE_SIZES, 64, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE);
    refused(name, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, 64, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE);
    refused(name, GPUOCC_DEVICE_REGISTER_UNIT, 128, GPUOCC_DEVICE_REGISTER_UNIT);
    refused(name, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, GPUOCC_UNKNOWN,
            GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION);
    refused(name, GPUOCC_DEVICE_REGISTERS_PER_PARTITION, GPUOCC_UNKNOWN,
            GPUOCC_DEVICE_REGISTERS_PER_PARTITION);
    refused(name, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, GPUOCC_UNKNOWN,
            GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD);
    refused(name, GPUOCC_DEVICE_SHARED_POOL_BYTES, GPUOCC_UNKNOWN, GPUOCC_DEVICE_SHARED_POOL_BYTES);
    refused(name, GPUOCC_DEVICE_MAX_GROUPS_PER_CORE, GPUOCC_UNKNOWN,
            GPUOCC_DEVICE_MAX_GROUPS_PER_CORE);
    refused(name, GPUOCC_DEVICE_BARRIERS_PER_CORE, GPUOCC_UNKNOWN, GPUOCC_DEVICE_BARRIERS_PER_CORE);
    refused(name, GPUOCC_DEVICE_VIRTUAL_RESOURCES_PER_CORE, 0,
            GPUOCC_DEVICE_VIRTUAL_RESOURCES_PER_CORE);
    refused_kernel(name, 0, GPUOCC_KERNEL_REGISTERS_PER_THREAD, 49,
                   GPUOCC_ERROR_TOO_MANY_REGISTERS);
    refused_kernel(name, 0, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, 64, GPUOCC_OK);
    refused_kernel(name, 0, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, 65,
                   GPUOCC_ERROR_TOO_MANY_REGISTERS);
    refused_kernel(name, 0, GPUOCC_KERNEL_WAVE_SIZE, 32, GPUOCC_ERROR_NOT_A_CHOICE);
    refused_kernel(name, 0, GPUOCC_KERNEL_BARRIERS_PER_GROUP, 2, GPUOCC_ERROR_TOO_LARGE);
    refused_kernel("Adreno 830", mesa[0], GPUOCC_KERNEL_REGISTERS_PER_THREAD, 1,
                   GPUOCC_ERROR_CONVENTION_DEVICE);
    refused_kernel("Adreno 830", mesa[1], GPUOCC_KERNEL_REGISTERS_PER_THREAD, 1,
                   GPUOCC_ERROR_CONVENTION_DEVICE);
    refused_kernel("Adreno 830", mesa[2], GPUOCC_KERNEL_REGISTERS_PER_THREAD, 1, GPUOCC_OK);
    topic_end("refusals:", "checks");
}

/* A kernel's own bound on its groups, and local memory, of which it is unknown how cores share
 * it. */
static void test_bounds(void)
{
    gpuocc_kernel k = {.threads_per_group = 256, .max_threads_per_group = 128};
    struct place p;

    place(&p, find("Adreno 750"), k);
    same(result(&p, GPUOCC_RESULT_GROUPS, 0), 0, "bound", 0);
    place_as(&p, find("Adreno 750"), mesa[2], k);
    same(result(&p, GPUOCC_RESULT_WAVES, 0), 16, "Mesa's waves know no bound", 0);
    k.max_threads_per_group = 0;
    k.shared_bytes = 32768;
    place(&p, find("Adreno 750"), k);
    same(result(&p, GPUOCC_RESULT_GROUPS, 0), 1, "local memory", 0);
    same(result(&p, GPUOCC_RESULT_NOTES, 0) >> GPUOCC_NOTE_UNVERIFIED & 1, 1, "note", 0);
    topic_end("bounds:", "checks");
}

static void named(const char *name, const char *want)
{
    const gpuocc_device *device = NULL;

    if (gpuocc_device_find(name, strlen(name), 0, &device, NULL, NULL) != GPUOCC_OK)
        device = NULL;
    holds(want == NULL ? device == NULL
                       : device != NULL && strcmp(gpuocc_device_name(device), want) == 0,
          name, 0, 0, 0);
}

static int is_known(const char *name)
{
    return gpuocc_device_named(name) != NULL;
}

/* Every string of the reference whose chip has a record, as the drivers report it. */
static void test_names(void)
{
    struct rows r;
    uint32_t rows = 0;
    char name[128];

    rows_open(&r, "adreno/names.csv");
    for (; rows_next(&r); rows++) {
        if (strncmp(cell(&r, "where"), "ro.", 3) == 0 ||
            strcmp(cell(&r, "where"), "CL_DEVICE_VERSION") == 0)
            continue; /* names of SoCs and vendors, and a version that ends in a name */
        snprintf(name, sizeof name, "%s", cell(&r, "chip"));
        named(cell(&r, "string"), is_known(name) ? name : NULL);
    }
    named("0x43051401", "Adreno 750");
    named("0x07030001", "Adreno 730");
    named("FD612", "Adreno 612");
    named("Adreno 710", NULL);
    topic_end("names.csv:", "checks");
    ok(rows > 40, "names.csv: %u rows", rows);
}

int main(void)
{
    test_vectors();
    test_count();
    test_measured();
    test_choice();
    test_most();
    test_refusals();
    test_bounds();
    test_names();
    return done();
}
