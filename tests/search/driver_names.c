/* SPDX-License-Identifier: MIT
 *
 * Tests the strings in which drivers name a GPU and its chip: each of Mesa's chips in each form in
 * which Mesa's drivers wrote it (tests/data/mesa_chips.csv), with and without a product's name.
 */
#include "pci.h"
#include "rows.h"
#include "support.h"

#define NAME_BYTES 256

/* What surrounds a chip's name: of radeonsi, in lower case, then of RADV and of old versions. */
static const struct form {
    const char *text;
    int small;
} forms[] = {
    {"%s (radeonsi, %s, LLVM 17.0.6, DRM 3.54, 6.5.0-14-generic)", 1},
    {"%s (radeonsi, %s, ACO, DRM 3.57, 6.8.0-40-generic)", 1},
    {"%s (radeonsi, %s, DRM 3.57)", 1},
    {"%s (%s, LLVM 15.0.7, DRM 3.49, 6.1.0)", 1},
    {"ANGLE (AMD, %s (radeonsi %s LLVM 17.0.6), OpenGL 4.6)", 1},
    {"%s (RADV %s)", 0},
    {"zink Vulkan 1.3(%s (RADV %s) (MESA_RADV))", 0},
    {"ANGLE (AMD, Vulkan 1.3.274 (%s (RADV %s) (0x00001234)), radv)", 0},
    {"%s (%s, DRM 3.40.0, 5.11.0, LLVM 11.0.1)", 0},
    {"ANGLE (AMD, %s (%s DRM 3.40.0 5.11.0 LLVM 11.0.1), OpenGL 4.6)", 0},
};
static const char *const chip_only[] = {
    "AMD RADV %s",
    "AMD RADV %s (ACO)",
    "AMD RADV %s (LLVM 11.0.0)",
    "AMD %s (DRM 3.25.0 / 4.17.0, LLVM 6.0.0)",
};

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static void write_name(char *to, const struct form *form, const char *name, const char *chip)
{
    char word[64];
    size_t i;

    for (i = 0; chip[i] != 0; i++)
        word[i] = form->small ? small(chip[i]) : chip[i];
    word[i] = 0;
    snprintf(to, NAME_BYTES, form->text, name, word);
}

/* Whether a name finds these devices, in this order, separated by "|", or none for the reason. */
static int finds(const char *name, const char *devices)
{
    const char *const all = devices;
    const gpuocc_device *device;
    int32_t status;
    uint32_t i;

    for (i = 0;; i++) {
        const size_t length = strcspn(devices, "|");

        status = gpuocc_device_find(name, strlen(name), i, &device, NULL, NULL);
        if (status != GPUOCC_OK)
            break;
        if (strlen(gpuocc_device_name(device)) != length ||
            memcmp(gpuocc_device_name(device), devices, length) != 0) {
            note("%s finds %s, not %s", name, gpuocc_device_name(device), all);
            return 0;
        }
        devices += length + (devices[length] != 0);
    }
    if (devices[0] == 0 || (status == GPUOCC_ERROR_DEVICE_UNKNOWN && strcmp(all, "unknown") == 0) ||
        (status == GPUOCC_ERROR_DEVICE_NO_MODEL && strcmp(all, "no_model") == 0))
        return 1;
    note("%s finds %u devices, not %s", name, i, all);
    return 0;
}

/* The generic name is that of many chips: the word for the chip decides, and nothing is guessed. */
static void test_chips(void)
{
    static const char *const generic[] = {"AMD Radeon Graphics", "AMD Unknown",
                                          "AMD Radeon(TM) Graphics"};
    struct rows rows;
    char name[NAME_BYTES];
    uint32_t tried = 0, good = 0, chips = 0, i, j;

    for (rows_open(&rows, "mesa_chips.csv"); rows_next(&rows); chips++) {
        const char *chip = cell(&rows, "chip"), *devices = cell(&rows, "devices");

        for (i = 0; i < sizeof forms / sizeof forms[0]; i++)
            for (j = 0; j < sizeof generic / sizeof generic[0]; j++, tried++) {
                write_name(name, &forms[i], generic[j], chip);
                good += (uint32_t)finds(name, devices);
            }
        for (i = 0; i < sizeof chip_only / sizeof chip_only[0]; i++, tried++) {
            const struct form form = {chip_only[i], 0};

            snprintf(name, sizeof name, form.text, chip);
            good += (uint32_t)finds(name, devices);
        }
    }
    ok(chips >= 60 && good == tried, "%u of %u strings with one of Mesa's %u chips", good, tried,
       chips);
}

/* A product of the chip keeps its name; one of another chip does not. */
static void test_products(void)
{
    static const struct {
        const char *name, *chip, *devices;
    } rows[] = {
        {"AMD Radeon RX 6700 XT", "NAVI22", "Radeon RX 6700 XT"},
        {"AMD Radeon RX 6700 XT", "NAVI31", "gfx1100"},
        {"AMD Radeon RX 6700 XT", "GFX1170", "no_model"},
        {"AMD Radeon RX 6700 XT", "NAVI99", "Radeon RX 6700 XT"},
        {"AMD Radeon RX 6800/6800 XT", "NAVI99", "unknown"},
        {"AMD Radeon RX 7900 XT/7900 XTX", "NAVI31", "Radeon RX 7900 XT|Radeon RX 7900 XTX"},
        {"AMD Radeon RX 580", "POLARIS10", "Radeon RX 580"}, /* a product of the target gfx803 */
        {"AMD Radeon RX Vega 64", "VEGA10", "Radeon RX Vega 64"},
        {"AMD Radeon VII", "VEGA20", "Radeon VII"},
        {"AMD Radeon 890M", "STRIX1", "Radeon 890M"},
        {"AMD Radeon 8060S", "STRIX_HALO", "Radeon 8060S"},
        {"AMD Radeon 860M", "KRACKAN1", "Radeon 860M"},
        {"AMD Radeon 780M", "PHOENIX", "Radeon 780M"},
        {"AMD Instinct MI300X", "GFX940", "Instinct MI300X"},
        {"AMD Instinct MI100", "MI100", "Instinct MI100"},
        {"AMD Custom GPU 0405", "VANGOGH", "Steam Deck LCD (Van Gogh)"},
        {"AMD Ryzen 9 7950X 16-Core Processor", "RAPHAEL_MENDOCINO", "gfx1036"},
        {"AMD BC-250", "GFX1013", "BC-250 (PS5-derived board)"},
    };
    char name[NAME_BYTES];
    uint32_t tried = 0, good = 0, i, j;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (j = 0; j < sizeof forms / sizeof forms[0]; j++, tried++) {
            write_name(name, &forms[j], rows[i].name, rows[i].chip);
            good += (uint32_t)finds(name, rows[i].devices);
        }
    ok(good == tried, "%u of %u strings with a product and a chip", good, tried);
}

/* Words that only resemble a driver's, and a driver without a chip. */
static void test_words(void)
{
    static const struct {
        const char *name, *devices;
    } rows[] = {
        {"Radeon RX 6700 XT RADV", "unknown"},
        {"AMD Radeon RX 6700 XT (RADV)", "Radeon RX 6700 XT"},
        {"AMD Radeon RX 6700 XT (RADVNAVI31)", "Radeon RX 6700 XT"},
        {"AMD Radeon RX 6700 XT (XRADV NAVI31)", "Radeon RX 6700 XT"},
        {"RADV NAVI31", "gfx1100"},
        {"RADV (NAVI31)", "gfx1100"},
        {"DRM 3.40", "unknown"},
        {"NAVI31 DRM", "unknown"},
        {"(LLVM 17.0.6)", "unknown"},
        {"llvmpipe (LLVM 17.0.6, 256 bits)", "unknown"},
        {"NVIDIA GeForce RTX 4090 (NVK AD102)", "GeForce RTX 4090"},
        {"NVIDIA GeForce RTX 5095 (NVK GB202)", "sm_120"},
        {"NVIDIA GeForce RTX 4095 (NVK AD109)", "unknown"},
    };
    uint32_t good = 0, i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
        good += (uint32_t)finds(rows[i].name, rows[i].devices);
    ok(good == i, "%u of %u strings with a driver's word", good, i);
}

/* Strings of other drivers, of browsers, names without blanks, and lines of tools. */
static void test_strings(const char *file, uint32_t least)
{
    struct rows rows;
    char name[512];
    uint32_t good = 0, count = 0;

    for (rows_open(&rows, file); rows_next(&rows); count++) {
        decode(cell(&rows, "name"), name);
        good += (uint32_t)finds(name, cell(&rows, "devices"));
    }
    ok(count > least && good == count, "%u of %u strings in %s", good, count, file);
}

static uint64_t cores_of(const gpuocc_device *device)
{
    uint64_t cores = 0;

    return gpuocc_device_get(device, GPUOCC_DEVICE_CORE_COUNT, 0, &cores) == GPUOCC_OK ? cores : 0;
}

/* Whether the device of a board's id is among those of the name that NVIDIA's driver gives the
 * board: itself, or of its architecture with as many SMs (a notebook's may have the desktop's), or
 * where either's number is not known. */
static int has_board(const char *name, const gpuocc_device *board)
{
    const uint64_t cores = cores_of(board);
    const gpuocc_device *device;
    uint32_t i;

    for (i = 0; gpuocc_device_find(name, strlen(name), i, &device, NULL, NULL) == GPUOCC_OK; i++)
        if (strcmp(gpuocc_device_architecture(device), gpuocc_device_architecture(board)) == 0 &&
            (cores == 0 || cores_of(device) == 0 || cores_of(device) == cores))
            return 1;
    return 0;
}

/* NVIDIA's table of the names of ids: each name is known, and leads to the board of the id. */
static void test_nvidia_names(void)
{
    uint32_t good = 0, count = 0, i;
    const gpuocc_device *board;
    struct rows rows;
    char name[512];

    for (rows_open(&rows, "nvidia/pci_ids.csv"); rows_next(&rows);) {
        const uint32_t id = (uint32_t)strtoul(cell(&rows, "id"), NULL, 16);
        int all = 1;

        if (cell(&rows, "nvidia_name")[0] == 0)
            continue;
        decode(cell(&rows, "nvidia_name"), name);
        for (i = 0; find_pci(0x10de, id, 0, i, &board, NULL) == GPUOCC_OK; i++)
            all &= has_board(name, board);
        if (i == 0 || !all)
            note("%s of %04x", name, id);
        good += (uint32_t)(i != 0 && all);
        count++;
    }
    ok(count > 150 && good == count, "%u of %u names of NVIDIA's driver", good, count);
}

/* What resembles the lines of tools. */
static void test_no_lines(void)
{
    static const struct {
        const char *name, *devices;
    } rows[] = {
        {"|  0%   35C    P4              20W / 450W |     10MiB / 24564MiB |", "unknown"},
        {"| 0| [level_zero:gpu:0]|   Foo|   8.9|    80|    1024|   32|", "unknown"},
        {"multi_processor_count=80", "unknown"},
        {"Foo [10de:2684] (rev a1)", "GeForce RTX 4090"},
        {"Foo [10de:2684] (rev zz)", "GeForce RTX 4090"},
        {"Foo [10de:2684] (ref a1)", "GeForce RTX 4090"},
        {"Foo [10de:2684] (rev a1b)", "GeForce RTX 4090"},
        {"Foo [10de:ffff] (rev a1)", "unknown"},
        {"Foo [dead:2684] (rev a1)", "unknown"},
        {"Foo (rev a1)", "unknown"},
        {"Foo [1002:744c] (rev c8)", "Radeon RX 7900 XTX"},
        {"PowerVR (0x2684)", "unknown"},
        {"Foo id: 0x2684", "GeForce RTX 4090"},
        {"Foo idea 0x2684", "unknown"},
        {"0x02684", "unknown"}, /* neither four digits nor eight */
        {"0x00002684", "GeForce RTX 4090"},
        {"2684", "unknown"},
        {"26g4", "unknown"},
        {"10de", "unknown"},
        {"10de:", "unknown"},
        {"10de/2684", "unknown"},
        {"0x:2684", "unknown"},
        {"4318 9860", "GeForce RTX 4090"},
        {"4318:9860:a1", "GeForce RTX 4090"},
        {"4318:98605", "unknown"},
        {"vendor: 4318, device: 9860", "GeForce RTX 4090"},
        {"vendor: 4319, device: 9860", "unknown"},
        {"device: 9860, vendor: 4318", "GeForce RTX 4090"},
        {"GeForce RTX 4090 OpenCL", "GeForce RTX 4090"},
        {"GeForce RTX 4090 OpenCL 3", "GeForce RTX 4090"},
        {"Foo: GeForce RTX 4090 OpenCL 3.0", "GeForce RTX 4090"},
        {"Foo: GeForce RTX 4090 8.9", "GeForce RTX 4090"},
        {"Foo: GeForce RTX 4090 8", "unknown"},
        {"Foo: GeForce RTX 4090 8x", "unknown"},
        {"Foo: RX 6700 XT gfx1031", "Radeon RX 6700 XT"},
        {"Foo: RX 6700 XT gfx1100", "gfx1100"},
        {"Foo:", "unknown"},
        {"GeForce RTX 4070 ...", "unknown"},
        {"GeForce RTX 4070..", "unknown"},
        {"GeForce RTX 4070.1.2", "unknown"}, /* a revision of a V3D */
        {"|   0  GeForce RTX 4070 ...    Off |", "unknown"},
        {"..", "unknown"},
        {"GeForce RTX 4070.", "GeForce RTX 4070"},
        {"1.2.3", "unknown"},
        {"Mali-G57 r0p1", "Mali-G57"},
        {"Foo:\tgfx90a:xnack-", "gfx90a"},
        {"Foo: gfx90a:xnack*", "unknown"},
        {"vendor: intel, architecture: ampere", "unknown"},
        {"vendor: foo, architecture: volta", "sm_70|sm_72"},
    };
    uint32_t good = 0, i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
        good += (uint32_t)finds(rows[i].name, rows[i].devices);
    ok(good == i, "%u of %u strings that resemble lines of tools", good, i);
}

/* Ids of a board, which name no GPU, and of the GPU before or behind them. */
static void test_boards(void)
{
    static const struct {
        const char *name, *devices;
    } rows[] = {
        {"Subsystem: [10de:2684]", "unknown"},
        {"Subsystem: Foo VGA Device [10de:2684]", "unknown"},
        {"Subsystem: [10de:16f4] VGA: [10de:2684]", "GeForce RTX 4090"},
        {"Subsystem: [10de:16f4]\n02:00.0 Foo: [10de:2684]", "GeForce RTX 4090"},
        {"Subsystem: [10de:16f4] 3D controller: [10de:2684]", "GeForce RTX 4090"},
        {"[10de:2684] Subsystem: [10de:16f4] VGA: [dead:0001] Subsystem: [10de:2204]",
         "GeForce RTX 4090"},
        {"subdevice=0x118f device=0x2684 vendor=0x10de", "GeForce RTX 4090"},
        {"vendor=0x10de device=0x2684 subvendor=0x10de subdevice=0x118f", "GeForce RTX 4090"},
        {"vendor=0x10de=x device=0x2684", "GeForce RTX 4090"},
        {"subvendor=0x10de,subdevice=0x2684,vendor=0x10de", "unknown"},
        {"vendor=0x10de,subdevice=0x118f,device=0x2684", "GeForce RTX 4090"},
        {"subsystem_vendor=0x10de subsystem_device=0x2684", "unknown"},
    };
    uint32_t good = 0, i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
        good += (uint32_t)finds(rows[i].name, rows[i].devices);
    ok(good == i, "%u of %u strings with ids of a board", good, i);
}

int main(void)
{
    test_strings("driver_strings.csv", 60);
    test_strings("names/lines.csv", 400);
    test_nvidia_names();
    test_no_lines();
    test_boards();
    test_chips();
    test_products();
    test_words();
    return done();
}
