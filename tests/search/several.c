/* SPDX-License-Identifier: MIT
 *
 * Names of several devices: a device is returned only if all of them answer alike. The expectations
 * are from the vendors' data sheets: an H100 has 132 SMs (SXM5, NVL) or 114 (PCIe), an MI300X 304
 * CUs and an MI300A 228, an H200 132 SMs as SXM and as NVL, at clocks that differ; an A100 of 40 GB
 * has the same figures on SXM4 and PCIe. M4 is a Tesla and an Apple GPU. The law is checked for
 * every name of the tables by asking each of the devices.
 */
#include "random.h"
#include "table_names.h"

#define MOST    48
#define KERNELS 96

static int32_t get_for(const char *name, uint32_t purpose, const gpuocc_device **device,
                       uint32_t *quality)
{
    *device = NULL;
    *quality = GPUOCC_QUALITY_COUNT;
    return gpuocc_device_for(name, GPUOCC_TERMINATED, purpose, device, quality, NULL);
}

static const struct {
    const char *name;
    const char *devices[3]; /* for occupancy, schedules, latency; NULL: ambiguous */
    uint32_t fields[3];     /* in which they differ */
    const char *candidates;
} expected[] = {
    {"M4",
     {0},
     {GPUOCC_DEVICE_VENDOR, GPUOCC_DEVICE_VENDOR, GPUOCC_DEVICE_VENDOR},
     "sm_52, Apple M4"},
    {"MI300",
     {"gfx942"},
     {0, GPUOCC_DEVICE_CORE_COUNT, GPUOCC_DEVICE_CORE_COUNT},
     "Instinct MI300A, Instinct MI300X"},
    {"H100",
     {"sm_90"},
     {0, GPUOCC_DEVICE_CORE_COUNT, GPUOCC_DEVICE_CORE_COUNT},
     "H100 SXM5 80 GB, H100 PCIe 80 GB, H100 NVL 94 GB, sm_90"},
    {"H200",
     {"sm_90", "H200 SXM 141 GB"},
     {0, 0, GPUOCC_DEVICE_CLOCK_MHZ},
     "H200 SXM 141 GB, H200 NVL"},
    {"A100 40GB",
     {"A100 SXM4 40 GB", "A100 SXM4 40 GB", "A100 SXM4 40 GB"},
     {0},
     "A100 SXM4 40 GB, A100 PCIe 40 GB"},
    {"H100 SXM5",
     {"H100 SXM5 80 GB", "H100 SXM5 80 GB", "H100 SXM5 80 GB"},
     {0},
     "H100 SXM5 80 GB, sm_90"},
    /* Wave32 hardware and GCN, and generations with unlike registers. */
    {"AMD Radeon Graphics",
     {0},
     {GPUOCC_DEVICE_WAVE_SIZES, GPUOCC_DEVICE_WAVE_SIZES, GPUOCC_DEVICE_GENERATION},
     "gfx902, gfx90c, gfx1030, gfx1032, gfx1033, gfx1034, gfx1035, gfx1036, gfx1100, gfx1101, "
     "gfx1102, gfx1103, gfx1150, gfx1151, gfx1152, gfx1153"},
    /* gfx701 and gfx702 differ in the rate of FP64, nothing of a core. */
    {"Hawaii", {"gfx701", "gfx701"}, {0, 0, GPUOCC_DEVICE_GENERATION}, "gfx701, gfx702"},
    /* The EUs of a core of one of its chips are not published. */
    {"Nova Lake",
     {0},
     {GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,
      GPUOCC_DEVICE_MAX_THREADS_PER_GROUP},
     "nvl-s, nvl-u, xe3p_client"},
    {"1002:744c",
     {"gfx1100"},
     {0, GPUOCC_DEVICE_CORE_COUNT, GPUOCC_DEVICE_CORE_COUNT},
     "gfx1100, Radeon RX 7900 XTX, Radeon RX 7900 XT, Radeon RX 7900 GRE"},
    {"RTX 4090",
     {"GeForce RTX 4090", "GeForce RTX 4090", "GeForce RTX 4090"},
     {0},
     "GeForce RTX 4090"},
    {"Hopper", {"sm_90", "sm_90", "sm_90"}, {0}, "sm_90"},
};

static int is_as_expected(uint32_t i, uint32_t purpose)
{
    const char *wanted = expected[i].devices[purpose];
    gpuocc_error error = {.size = sizeof error};
    const gpuocc_device *device = NULL;
    const int32_t status = gpuocc_device_for(expected[i].name, strlen(expected[i].name), purpose,
                                             &device, NULL, &error);

    if (wanted != NULL)
        return status == GPUOCC_OK && strcmp(gpuocc_device_name(device), wanted) == 0;
    return status == GPUOCC_ERROR_DEVICE_AMBIGUOUS && device == NULL &&
           error.scope == GPUOCC_SCOPE_DEVICE && error.field == expected[i].fields[purpose] &&
           error.known == 3 && error.value > 1 && error.limit == 1;
}

static void test_names(void)
{
    char text[256];
    uint32_t i, purpose;

    for (i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const char *name = expected[i].name, *wanted = expected[i].devices[0];
        const gpuocc_device *named = gpuocc_device_named(name);

        for (purpose = 0; purpose < GPUOCC_PURPOSE_COUNT; purpose++)
            ok(is_as_expected(i, purpose), "%s for purpose %u", name, purpose);
        ok(wanted == NULL ? named == NULL
                          : named != NULL && strcmp(gpuocc_device_name(named), wanted) == 0,
           "%s by name alone", name);
        ok(gpuocc_device_candidates(name, strlen(name), text, sizeof text) ==
                   strlen(expected[i].candidates) &&
               strcmp(text, expected[i].candidates) == 0,
           "the candidates of %s: %s", name, text);
    }
}

static void test_quality(void)
{
    const gpuocc_device *device;
    uint32_t quality;

    ok(get_for("H100", GPUOCC_PURPOSE_OCCUPANCY, &device, &quality) == GPUOCC_OK &&
           quality == GPUOCC_QUALITY_ARCHITECTURE,
       "of H100 the architecture is known");
    ok(get_for("A100 40GB", GPUOCC_PURPOSE_OCCUPANCY, &device, &quality) == GPUOCC_OK &&
           quality == GPUOCC_QUALITY_AMBIGUOUS &&
           get_for("H200", GPUOCC_PURPOSE_SCHEDULE, &device, &quality) == GPUOCC_OK &&
           quality == GPUOCC_QUALITY_AMBIGUOUS,
       "one of several that answer alike");
    ok(get_for("RTX 4090", GPUOCC_PURPOSE_LATENCY, &device, &quality) == GPUOCC_OK &&
           quality == GPUOCC_QUALITY_EXACT,
       "a single device has the quality of its name");
}

static void test_errors(void)
{
    gpuocc_error error = {.size = sizeof error};
    const gpuocc_device *device = NULL;
    uint32_t quality = 9;
    char text[256];

    ok(gpuocc_device_for("H100", 4, GPUOCC_PURPOSE_LATENCY, &device, &quality, &error) ==
               GPUOCC_ERROR_DEVICE_AMBIGUOUS &&
           device == NULL && quality == 9,
       "an error writes nothing else");
    (void)gpuocc_error_text(&error, GPUOCC_ERROR_DEVICE_AMBIGUOUS, text, sizeof text);
    ok(strcmp(text, "4 devices have this name and differ in core_count: name one of them") == 0,
       "the sentence: %s", text);
    ok(gpuocc_device_for("M4", 2, 0, &device, NULL, NULL) == GPUOCC_ERROR_DEVICE_AMBIGUOUS,
       "without details");
    ok(gpuocc_device_for("RTX 4091", 8, 0, &device, NULL, &error) == GPUOCC_ERROR_DEVICE_UNKNOWN &&
           strcmp(error.subject, "GeForce RTX 4090") == 0,
       "an unknown name has a similar one");
    ok(gpuocc_device_for("10de:ffff", 9, 0, &device, NULL, &error) == GPUOCC_ERROR_DEVICE_UNKNOWN &&
           error.subject[0] == 0,
       "an unknown id has none");
    ok(gpuocc_device_candidates("Broadwell", 9, text, sizeof text) == 0 && text[0] == 0,
       "a device of which too little is published is no candidate");
    ok(gpuocc_device_candidates("RTX 4091", 8, text, sizeof text) == 0 && text[0] == 0 &&
           gpuocc_device_candidates(NULL, 8, text, sizeof text) == 0 &&
           gpuocc_device_candidates("RTX 4090", 8, NULL, 0) == 16 &&
           gpuocc_device_candidates("RTX 4090", 8, text, 8) == 16 && strcmp(text, "GeForce") == 0,
       "no candidates, and a list that is cut");
}

/* A kernel with the fields that the vendor has; the same numbers for each device. */
static void make_kernel(gpuocc_kernel *kernel, const gpuocc_device *device, uint64_t number)
{
    static const uint32_t threads[] = {1, 32, 64, 96, 128, 256, 512, 1024},
                          registers[] = {8, 24, 32, 40, 64, 72, 100, 128, 168, 255},
                          shared[] = {0, 0, 1000, 9000, 20000, 33000, 48000, 70000},
                          waves[] = {0, 0, 8, 16, 32, 64, 128}, scalars[] = {0, 0, 60, 100};
    const gpuocc_kernel empty = GPUOCC_KERNEL_INIT;

    *kernel = empty;
    kernel->threads_per_group = threads[number % 8];
    put_word(kernel, register_field(device), registers[number / 8 % 10]);
    kernel->shared_bytes = shared[number / 80 % 8];
    kernel->wave_size = waves[number / 640 % 7];
    if (get(device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_AMD)
        kernel->scalar_registers_per_wave = scalars[number / 4480 % 4];
}

/* Whether two devices give the same answer, apart from figures of the whole device. */
static int answer_alike(const gpuocc_device *a, const gpuocc_device *b, uint32_t convention,
                        uint64_t number)
{
    gpuocc_occupancy of_a, of_b;
    gpuocc_kernel kernel_a, kernel_b;
    uint32_t result, index;
    int32_t status;

    make_kernel(&kernel_a, a, number);
    make_kernel(&kernel_b, b, number);
    status = gpuocc_occupancy_init(&of_a, a, convention, &kernel_a, NULL);
    if (status != gpuocc_occupancy_init(&of_b, b, convention, &kernel_b, NULL))
        return 0;
    if (status < 0)
        return 1;
    for (result = 0; result < GPUOCC_RESULT_COUNT; result++) {
        if (result == GPUOCC_RESULT_CORE_COUNT || result == GPUOCC_RESULT_GROUPS_PER_DEVICE ||
            result == GPUOCC_RESULT_CLUSTERS_PER_DEVICE)
            continue;
        for (index = 0; index < index_count(result); index++) {
            uint64_t values[4] = {0, 0, 0, 0};

            if (gpuocc_occupancy_get(&of_a, result, index, &values[0], &values[1]) !=
                    gpuocc_occupancy_get(&of_b, result, index, &values[2], &values[3]) ||
                values[0] != values[2] || values[1] != values[3])
                return 0;
        }
    }
    return 1;
}

/* Whether two devices answer this many random kernels alike in all conventions, apart from those
 * whose tool counts for the whole device. */
static int always_alike(const gpuocc_device *a, const gpuocc_device *b, uint32_t kernels)
{
    uint32_t convention, i;

    for (convention = 0; a != b && convention < gpuocc_list_count(GPUOCC_LIST_CONVENTIONS);
         convention++)
        for (i = 0; i < kernels && convention != GPUOCC_CONVENTION_NEO &&
                    convention != GPUOCC_CONVENTION_NEO_22_43;
             i++)
            if (!answer_alike(a, b, convention, below(4480 * 4)))
                return 0;
    return 1;
}

/* The devices of a name; `count` includes those without a model, which are NULL. */
struct devices {
    const gpuocc_device *at[MOST];
    uint32_t count, modelled;
};

static void enumerate(struct devices *devices, const char *name)
{
    int32_t status;

    devices->count = devices->modelled = 0;
    for (;; devices->count++) {
        devices->at[devices->count % MOST] = NULL;
        status = gpuocc_device_find(name, GPUOCC_TERMINATED, devices->count,
                                    &devices->at[devices->count % MOST], NULL, NULL);
        devices->modelled += status == GPUOCC_OK;
        if (status != GPUOCC_OK && status != GPUOCC_ERROR_DEVICE_NO_MODEL)
            return;
    }
}

static int keeps_to_occupancy(const char *name, const struct devices *devices)
{
    const gpuocc_device *device;
    uint32_t i, quality, alike = devices->modelled == devices->count;
    const int32_t status = get_for(name, GPUOCC_PURPOSE_OCCUPANCY, &device, &quality);
    /* A difference is to be found in any case. */
    const uint32_t kernels = status == GPUOCC_OK && is_part() ? KERNELS / 4 : KERNELS;

    for (i = 1; i < devices->count && alike; i++)
        alike = (uint32_t)always_alike(devices->at[0], devices->at[i], kernels);
    /* gfx802 and gfx805, on either side of the one that LLVM treats otherwise, are not known to
     * follow the same rules. */
    if (status != GPUOCC_OK)
        return status == GPUOCC_ERROR_DEVICE_AMBIGUOUS && alike == (strcmp(name, "Tonga") == 0) &&
               gpuocc_device_named(name) == NULL;
    return alike && always_alike(device, devices->at[0], kernels) &&
           gpuocc_device_named(name) == device;
}

static int is_beside_product(const struct devices *devices, const gpuocc_device *device)
{
    uint32_t i;

    for (i = 0; i < devices->count && is_architecture(device); i++)
        if (!is_architecture(devices->at[i]) &&
            strcmp(gpuocc_device_architecture(devices->at[i]), gpuocc_device_name(device)) == 0)
            return 1;
    return 0;
}

static int same_constants(const gpuocc_device *a, const gpuocc_device *b)
{
    double of_a[3], of_b[3];
    uint32_t constant;
    int32_t status;

    for (constant = 1; constant < GPUOCC_CONSTANT_COUNT; constant++) {
        status = gpuocc_device_constant(a, constant, 0, &of_a[0], &of_a[1], &of_a[2]);
        if (gpuocc_device_constant(b, constant, 0, &of_b[0], &of_b[1], &of_b[2]) != status ||
            (status == GPUOCC_OK && memcmp(of_a, of_b, sizeof of_a) != 0))
            return 0;
    }
    return 1;
}

/* Whether all products, and architectures without products among them, have the same cores, and
 * for latency the same constants. Devices that differ in caches alone may be refused. */
static int keeps_to_wholes(const char *name, const struct devices *devices, uint32_t purpose)
{
    const gpuocc_device *device;
    uint32_t i, k, quality;

    if (get_for(name, purpose, &device, &quality) != GPUOCC_OK)
        return 1;
    if (devices->modelled != devices->count || is_beside_product(devices, device))
        return 0;
    for (i = 0; i < devices->count; i++) {
        if (is_beside_product(devices, devices->at[i]))
            continue;
        if (value_at(device, GPUOCC_DEVICE_CORE_COUNT, 0) !=
            value_at(devices->at[i], GPUOCC_DEVICE_CORE_COUNT, 0))
            return 0;
        for (k = 0; k < 16; k++)
            if (value_at(device, GPUOCC_DEVICE_CORES_PER_GPC, k) !=
                value_at(devices->at[i], GPUOCC_DEVICE_CORES_PER_GPC, k))
                return 0;
        if (purpose == GPUOCC_PURPOSE_LATENCY && !same_constants(device, devices->at[i]))
            return 0;
    }
    return 1;
}

static void test_every_name(void)
{
    uint32_t t, i, several = 0, answered = 0, good = 0, single = 0, alone = 0;
    struct devices devices;

    for (t = 0; t < TABLES; t++)
        for (i = 0; i < tables[t].count; i++) {
            const char *name = tables[t].names[i].name;
            const gpuocc_device *device;
            uint32_t quality;
            int fine;

            enumerate(&devices, name);
            if (devices.count < 2) {
                single++;
                alone += gpuocc_device_named(name) == devices.at[0];
                continue;
            }
            several++;
            answered += get_for(name, GPUOCC_PURPOSE_OCCUPANCY, &device, &quality) == GPUOCC_OK;
            fine = keeps_to_occupancy(name, &devices) &&
                   keeps_to_wholes(name, &devices, GPUOCC_PURPOSE_SCHEDULE) &&
                   keeps_to_wholes(name, &devices, GPUOCC_PURPOSE_LATENCY);
            good += (uint32_t)fine;
            if (!fine)
                note("%s", name);
        }
    ok(alone == single && single > 1500, "%u of %u names of one device give it", alone, single);
    ok(good == several && several > 150,
       "%u of %u names of several devices give one only if all answer alike", good, several);
    ok(answered > 50 && answered < several, "%u of them give one for occupancy", answered);
}

int main(void)
{
    test_names();
    test_quality();
    test_errors();
    test_every_name();
    return done();
}
