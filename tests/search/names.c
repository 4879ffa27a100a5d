/* SPDX-License-Identifier: MIT
 *
 * Tests names in the forms that programs use (tests/data/names.csv), texts that are not names, and
 * the limits of names: their end in memory, punctuation, optional words, the maximum length, and
 * what drivers write around them.
 */
#if defined(__unix__) || defined(__APPLE__)
#define _DEFAULT_SOURCE  1
#define _DARWIN_C_SOURCE 1
#include <sys/mman.h>
#define PAGES 1
#endif

#include "rows.h"
#include "support.h"
#include "pci.h"
#include "table_names.h"

static const char *const qualities[] = {"exact", "alias", "architecture", "ambiguous"};

/* Returns the result of a search in the terms of the column `quality`. */
static const char *answer(const char *name, size_t length, const gpuocc_device **device)
{
    uint32_t quality = GPUOCC_QUALITY_COUNT;
    int32_t status;

    *device = NULL;
    status = gpuocc_device_find(name, length, 0, device, &quality, NULL);
    if (status == GPUOCC_ERROR_DEVICE_UNKNOWN)
        return "unknown";
    if (status == GPUOCC_ERROR_DEVICE_NO_MODEL)
        return "no_model";
    return status == GPUOCC_OK && quality < 4 ? qualities[quality] : "a wrong status";
}

static int row_holds(const struct rows *rows)
{
    const gpuocc_device *device, *second = NULL;
    char name[512], wanted[512];
    const char *got;

    decode(cell(rows, "name"), name);
    decode(cell(rows, "device"), wanted);
    got = answer(name, strlen(name), &device);
    if (strcmp(got, cell(rows, "quality")) != 0) {
        note("row %d: %s is %s (%s)", rows->row, name, got,
             device != NULL ? gpuocc_device_name(device) : "");
        return 0;
    }
    if ((wanted[0] != 0 && strcmp(gpuocc_device_name(device), wanted) != 0) ||
        (cell(rows, "architecture")[0] != 0 &&
         strcmp(gpuocc_device_architecture(device), cell(rows, "architecture")) != 0)) {
        note("row %d: %s finds %s (%s)", rows->row, name, gpuocc_device_name(device),
             gpuocc_device_architecture(device));
        return 0;
    }
    /* Ambiguous if and only if there is another one. */
    return device == NULL || (gpuocc_device_find(name, strlen(name), 1, &second, NULL, NULL) !=
                              GPUOCC_ERROR_INDEX) == (strcmp(got, "ambiguous") == 0);
}

static void test_table(void)
{
    struct rows rows;
    uint32_t count = 0, good = 0;

    for (rows_open(&rows, "names.csv"); rows_next(&rows); count++)
        good += (uint32_t)row_holds(&rows);
    ok(count >= 400 && good == count, "%u of %u names find what they should", good, count);
}

/* Whether a name finds these devices, in this order, separated by "|". */
static int finds_all(const char *name, const char *devices)
{
    const gpuocc_device *device;
    uint32_t i;

    for (i = 0; gpuocc_device_find(name, strlen(name), i, &device, NULL, NULL) == GPUOCC_OK; i++) {
        const size_t length = strcspn(devices, "|");

        if (strlen(gpuocc_device_name(device)) != length ||
            memcmp(gpuocc_device_name(device), devices, length) != 0)
            return 0;
        devices += length + (devices[length] != 0);
    }
    return devices[0] == 0;
}

/* Names in the forms that people type. */
static void test_typed(void)
{
    const gpuocc_device *device;
    struct rows rows;
    char name[512];
    uint32_t count = 0, good = 0;

    for (rows_open(&rows, "typed_names.csv"); rows_next(&rows); count++) {
        decode(cell(&rows, "name"), name);
        if (strcmp(answer(name, strlen(name), &device), cell(&rows, "quality")) == 0 &&
            finds_all(name, cell(&rows, "devices")))
            good++;
        else
            note("row %d: %s is %s", rows.row, name, answer(name, strlen(name), &device));
    }
    ok(count > 100 && good == count, "%u of %u typed names find all that they should", good, count);
}

/* A name with a wrong letter finds nothing, or several devices by the correct part ("UHD (Tiger
 * Lqke-H 32 EU)"), but never a single one by similarity. */
static void test_near_misses(void)
{
    const gpuocc_device *device, *near;
    char name[128];
    uint32_t at, quality, tried = 0, found = 0, offered = 0;
    size_t length;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++) {
        length = strlen(gpuocc_device_name(device));
        memcpy(name, gpuocc_device_name(device), length + 1);
        name[length / 2] = name[length / 2] == 'q' ? 'z' : 'q';
        tried++;
        found += gpuocc_device_find(name, length, 0, &near, &quality, NULL) == GPUOCC_OK &&
                 quality != GPUOCC_QUALITY_AMBIGUOUS &&
                 strcmp(gpuocc_device_architecture(near), gpuocc_device_architecture(device)) != 0;
        offered += gpuocc_device_nearest(name, length, 0, &near) == GPUOCC_OK;
    }
    ok(found == 0 && offered == tried,
       "of %u names with a wrong letter none finds another device, and for each one is offered",
       tried);
}

static int offers(const char *name, const char *const *wanted, uint32_t count)
{
    const gpuocc_device *device;
    uint32_t i;

    for (i = 0; i < count; i++)
        if (gpuocc_device_nearest(name, strlen(name), i, &device) != GPUOCC_OK ||
            strcmp(gpuocc_device_name(device), wanted[i]) != 0)
            return 0;
    return 1;
}

static void test_nearest(void)
{
    static const char *const rtx[] = {"GeForce RTX 3050 8 GB", "GeForce RTX 3050 6 GB",
                                      "GeForce RTX 3050 OEM"};
    static const char *const letter[] = {"GeForce RTX 4090", "GeForce RTX 4090 D"};
    static const char *const chip[] = {"gfx1153", "gfx1152"};
    static const char *const longer[] = {"GeForce RTX 4090"}, *const ti[] = {"GeForce RTX 4070 Ti"};
    static const char *const alien[] = {"foo", "hello world", "llvmpipe", "nosuchthing", "zzzz"};
    const gpuocc_device *device;
    uint32_t offered = 0;
    size_t i;

    ok(offers("rtx 3055", rtx, 3) && offers("rtx 3050", rtx, 3),
       "near RTX 3055: the 3050 in its sizes");
    ok(offers("RTX 4O90", letter, 2) && offers("gfx1154", chip, 2), "near RTX 4O90 and gfx1154");
    ok(offers("RTX 4090 Laptop", longer, 1) && offers("GeForce RTX 4070 Ti Laptop", ti, 1),
       "a name that extends names of the tables is nearest to the longest of them");
    ok(gpuocc_device_nearest("rtx", 3, 7, &device) == GPUOCC_OK &&
           gpuocc_device_nearest("rtx", 3, 8, &device) == GPUOCC_ERROR_INDEX &&
           gpuocc_device_nearest("", 0, 0, &device) == GPUOCC_ERROR_INDEX,
       "eight are offered, and none for an empty name");
    for (i = 0; i < sizeof alien / sizeof alien[0]; i++) {
        const int none =
            gpuocc_device_nearest(alien[i], strlen(alien[i]), 0, &device) == GPUOCC_ERROR_INDEX;

        offered += (uint32_t)!none;
        if (!none)
            note("%s: %s", alien[i], gpuocc_device_name(device));
    }
    ok(offered == 0, "names of which half of the letters would have to change: none");
}

static void test_prefixes(void)
{
    static const char *const names[] = {"compute_90", "lto_90", "cc90", "sm90", "sm_90"};
    const gpuocc_device *device, *own;
    char name[16];
    size_t i, at;
    uint32_t wrong = 0;

    for (i = 0; i < sizeof names / sizeof names[0]; i++) {
        wrong += strcmp(answer(names[i], strlen(names[i]), &own), "unknown") == 0;
        for (at = 0; names[i][at] > '9'; at++) {
            strcpy(name, names[i]);
            if (name[at] == '_')
                continue;
            name[at] = (char)(names[i][at] - 'a' + 'A');
            (void)answer(name, strlen(name), &device);
            wrong += device != own;
            name[at] = (char)(names[i][at] + 1);
            wrong += strcmp(answer(name, strlen(name), &device), "unknown") != 0;
            name[at] = (char)(names[i][at] - 1);
            wrong += strcmp(answer(name, strlen(name), &device), "unknown") != 0;
        }
    }
    wrong += strcmp(answer("compute_\0sm_90", 14, &device), "unknown") != 0;
    ok(wrong == 0, "letters of sm_, compute_ and others, large ones and the next ones");
}

static void test_no_names(void)
{
    static char huge[1 << 20], padded[256] = "NVIDIA GeForce RTX 4090";
    const gpuocc_device *device;
    size_t i;
    uint32_t byte, wrong = 0;

    ok(strcmp(answer("", 0, &device), "unknown") == 0 &&
           strcmp(answer("\0\0\0", 3, &device), "unknown") == 0,
       "an empty name, or NULs only");
    ok(strcmp(answer(padded, sizeof padded, &device), "exact") == 0,
       "the array of fixed size that a driver fills");
    for (i = 0; i < sizeof huge; i++)
        huge[i] = "rtx 4090, ("[i % 11];
    ok(strcmp(answer(huge, sizeof huge, &device), "unknown") == 0 &&
           gpuocc_device_nearest(huge, sizeof huge, 0, &device) == GPUOCC_ERROR_INDEX,
       "a name of 1 MiB");
    ok(strcmp(answer("GeForce RTX 4090\xff", 17, &device), "unknown") == 0 &&
           strcmp(answer("\xd0\xa0\xd0\xa2\xd0\xa5 4090", 11, &device), "unknown") == 0 &&
           strcmp(answer("\xc2", 1, &device), "unknown") == 0,
       "other letters than ASCII's, and broken UTF-8");
    for (byte = 0; byte < 256; byte++)
        for (i = 1; i < 20; i++) {
            memset(huge, (int)byte, i);
            wrong += strcmp(answer(huge, i, &device), "a wrong status") == 0;
        }
    ok(wrong == 0, "every byte 1 to 19 times has an answer");
}

/* The id of a chip without a known board leads to its compute capability, and to nothing else.
 */
static void test_chips(void)
{
    const gpuocc_device *device;
    struct rows rows;
    uint32_t count = 0, good = 0, i, id;
    int right;

    for (rows_open(&rows, "nvidia/pci_chips.csv"); rows_next(&rows); count++) {
        id = (uint32_t)strtoul(cell(&rows, "id"), NULL, 16);
        right = find_pci(0x10de, id, 0xa1, 0, &device, NULL) == GPUOCC_OK;
        for (i = 0; right && find_pci(0x10de, id, 0xa1, i, &device, NULL) == GPUOCC_OK; i++)
            right = strcmp(gpuocc_device_architecture(device), cell(&rows, "architecture")) == 0;
        good += (uint32_t)right;
    }
    ok(count >= 80 && good == count, "%u of %u PCI ids find the compute capability of their chip",
       good, count);
    ok(find_pci(0x10de, 0x22ba, GPUOCC_UNKNOWN, 0, &device, NULL) == GPUOCC_ERROR_DEVICE_UNKNOWN &&
           find_pci(0x10de, 0x2690, GPUOCC_UNKNOWN, 0, &device, NULL) ==
               GPUOCC_ERROR_DEVICE_UNKNOWN,
       "an audio function, and an id that nobody lists, between two of a chip");
}

/* PCI ids as text, and texts that only resemble one; ids in a name; a name that is not modelled,
 * and a variant of it. */
static void test_shapes(void)
{
    static const struct {
        const char *name, *quality, *device;
    } rows[] = {
        {"10de:2684", "alias", "GeForce RTX 4090"},
        {"10DE:2684:A1", "alias", "GeForce RTX 4090"},
        {"10de:2684xa1", "unknown", NULL},
        {"10de:2684:zz", "unknown", NULL},
        {"10de:2684:a", "unknown", NULL},
        {"10de:2684:a12", "unknown", NULL},
        {"10de:26g4", "unknown", NULL},
        {"10d/:2684", "unknown", NULL},
        {"10de-2684", "alias", "GeForce RTX 4090"},
        {"10de:268", "unknown", NULL},
        {"8086:1602", "no_model", NULL},
        {"Intel(R) Graphics (0x56a0)", "alias", "Arc A770"},
        {"Intel(R) Graphics (0x000056a0)", "alias", "Arc A770"},
        {"Intel(R) Graphics (0x100056a0)", "ambiguous", NULL}, /* an id has 16 bits */
        {"Intel(R) Graphics (0x00010000)", "ambiguous", NULL},
        {"Intel(R) Graphics (0x56a0z)", "ambiguous", NULL},
        {"Intel(R) UHD Graphics 770 (0x1602)", "no_model", NULL}, /* the id takes precedence */
        {"Radeon HD 7970/AGP/SSE2", "exact", "Radeon HD 7970"},
        {"Radeon HD 7970/PCI/SSE2", "exact", "Radeon HD 7970"},
        {"PS4 Pro", "no_model", NULL},
        {"PS4 Pro VF", "unknown", NULL},
    };
    const gpuocc_device *device;
    gpuocc_pci_id pci = {sizeof pci, 0, 0, 0};
    uint32_t i, good = 0;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *got = answer(rows[i].name, strlen(rows[i].name), &device);
        const int right =
            strcmp(got, rows[i].quality) == 0 &&
            (rows[i].device == NULL || strcmp(gpuocc_device_name(device), rows[i].device) == 0);

        good += (uint32_t)right;
        if (!right)
            note("%s is %s", rows[i].name, got);
    }
    ok(good == i, "%u of %u texts with ids in them", good, i);
    ok(find_pci(0, 0x2684, GPUOCC_UNKNOWN, 0, &device, NULL) == GPUOCC_ERROR_DEVICE_UNKNOWN &&
           find_pci(0x10de, 0x2684, GPUOCC_UNKNOWN, 0, NULL, NULL) == GPUOCC_ERROR_NULL,
       "PCI vendor 0 is nobody's, not that of those who have none");
    device = find("GeForce RTX 4090");
    ok(gpuocc_device_pci_id(device, 0, &pci) == GPUOCC_OK && pci.vendor == 0x10de &&
           pci.device == 0x2684 && pci.revision == GPUOCC_UNKNOWN,
       "the PCI id of a device");
}

/* Bytes after the given length do not belong to the name. */
static void test_lengths(void)
{
    const char *const id = "VEN_10DE&DEV_2684";
    const gpuocc_device *device = NULL;
    uint32_t quality = 0;

    ok(gpuocc_device_find(id, strlen(id), 0, &device, NULL, NULL) == GPUOCC_OK &&
           gpuocc_device_find(id, strlen(id) - 1, 0, &device, NULL, NULL) ==
               GPUOCC_ERROR_DEVICE_UNKNOWN,
       "an id without its last digit is none");
    ok(gpuocc_device_find("5409", 3, 0, &device, &quality, NULL) == GPUOCC_OK &&
           quality == GPUOCC_QUALITY_AMBIGUOUS,
       "540 with a digit after its end is the number 540");
}

#define PAGE 65536u

struct edge_answer {
    const gpuocc_device *device;
    uint32_t quality;
    int32_t status;
};

static struct edge_answer ask(const char *name, size_t length)
{
    struct edge_answer edge_answer = {NULL, GPUOCC_QUALITY_COUNT, 0};

    edge_answer.status =
        gpuocc_device_find(name, length, 0, &edge_answer.device, &edge_answer.quality, NULL);
    return edge_answer;
}

static int is_same(struct edge_answer a, struct edge_answer b)
{
    return a.device == b.device && a.quality == b.quality && a.status == b.status;
}

/* Returns memory between two unreadable pages: reading a byte before or after it ends the test. */
static char *fenced(void)
{
#ifdef PAGES
    char *memory = mmap(NULL, 3 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory != MAP_FAILED && mprotect(memory + PAGE, PAGE, PROT_READ | PROT_WRITE) == 0)
        return memory + PAGE;
#endif
    return malloc(PAGE);
}

/* The bytes after a name in memory do not matter, and are not read. */
static void test_memory(void)
{
    static const char *const more[] = {"NVIDIA [0x2206: ",
                                       "NVIDIA GeForce RTX 3080/PCIe",
                                       "NVIDIA GeForce RTX 3080/SSE2",
                                       "NVIDIA [GeForce RTX 3080]  ",
                                       "NVIDIA (0x00002206",
                                       "GeForce RTX 4090(tm)",
                                       "Radeon 540/550/",
                                       "GeForce RTX 4090\xc2\xae",
                                       "GeForce RTX 4090\xe2\x84\xa2",
                                       "10de:2684",
                                       "1002:744c:c8",
                                       "12.55.8",
                                       "0x030dc008",
                                       "0x30dc008",
                                       "gfx90a:xnack+:sramecc-",
                                       "hip-amdgcn-amd-amdhsa--gfx90a:xnack-",
                                       "sm_90a",
                                       "compute_120",
                                       "lto_89",
                                       "cc86",
                                       "8.9",
                                       "x(RTX 3080)Direct3D11"};
    char name[512], *edge = fenced();
    uint32_t asked = 0, good = 0, i = 0;
    struct rows rows;
    size_t length;

    for (rows_open(&rows, "names.csv"); rows_next(&rows);) {
        decode(cell(&rows, "name"), name);
        if (i < sizeof more / sizeof more[0] && rows.row % 2 == 0)
            strcpy(name, more[i++]);
        for (length = rows.row % 16 == 0 || i < sizeof more / sizeof more[0] ? 0 : strlen(name);
             length <= strlen(name); length++, asked++) {
            char *end = edge + PAGE - length;

            memcpy(end, name, length);
            good += (uint32_t)is_same(ask(end, length), ask(name, length));
            memcpy(edge, name, length);
            good += (uint32_t)is_same(ask(edge, length), ask(name, length)) - 1;
        }
    }
    ok(asked > 1000 && good == asked, "%u of %u beginnings of names at the end of the memory", good,
       asked);
}

/* Names and the devices that they find; NULL: none. */
static const struct {
    const char *name, *device;
} wanted[] = {
    {"GeForce RTX 3080 Direct3D", "GeForce RTX 3080 10 GB"},
    {"GeForce RTX 3080 w/", "GeForce RTX 3080 10 GB"},
    {"GeForce RTX 3080/SSE2", "GeForce RTX 3080 10 GB"},
    {"GeForce RTX 3080/PCI", "GeForce RTX 3080 10 GB"},
    {"GeForce RTX 3080/AGP", "GeForce RTX 3080 10 GB"},
    {"GeForce RTX 3080/integrated", "GeForce RTX 3080 10 GB"},
    {"GeForce RTX 3080/AGPx", "GeForce RTX 3080 10 GB"},
    {"x [RTX 4090/RTX 4080/]", "GeForce RTX 4090"},
    {"GeForce RTX 3080/int", "GeForce RTX 3080 10 GB"},
    {"VGA compatible controller: NVIDIA GeForce RTX 3080", "GeForce RTX 3080 10 GB"},
    {"VGA compatible controller:NVIDIA GeForce RTX 3080", NULL},
    {"NVIDIA [0x2206: ", "GeForce RTX 3080 10 GB"},
    {"NVIDIA [0x2206:", NULL},
    {"NVIDIA [0x2206:x", NULL},
    {"[0x2206] NVIDIA", "GeForce RTX 3080 10 GB"},
    {"0X00002206,NVIDIA", "GeForce RTX 3080 10 GB"},
    {"NVIDIA (x,  0x00002206)", "GeForce RTX 3080 10 GB"},
    {"NVIDIA [0x02206]", "GeForce RTX 3080 10 GB"},
    {"NVIDIA [0x000002206]", NULL},
    {"NVIDIA [0x00012206]", NULL},
    {"NVIDIA [0x220g]", NULL},
    {"NVIDIA [0x0fc6]", "GeForce GTX 650"},
    {"NVIDIA [0xfc6]", NULL},
    {"H100 PCIe MIG 1", "sm_90"},
    {"H100 PCIe MIG", NULL},
    {"NVIDIA [1x2206]", NULL},
    {"NVIDIA [0y2206]", NULL},
    {"NVIDIB [0x2206]", NULL},
    {"Intel(R)[0x56a0]", "Arc A770"},
    {"Intel\xc2\xae[0x56a0]", "Arc A770"},
    {"[0x56a0] Intel", "Arc A770"},
    {"[0x56a0]Graphics (TM)Intel", "Arc A770"},
    {"GeForce(R)RTX 4090", "GeForce RTX 4090"},
    {"GeForce(c)RTX(C)4090", "GeForce RTX 4090"},
    {"GeForce(tM)RTX(TM)4090", "GeForce RTX 4090"},
    {"GeForce\xc2\xaeRTX\xc2\xa9 4090\xe2\x84\xa2", "GeForce RTX 4090"},
    {"GeForce RTX 4090\xc2\xae", "GeForce RTX 4090"},
    {"GeForce(R)", NULL},
    {"GeForce RTX 4090\xd0\xae", NULL},
    {"GeForce RTX 4090\xc2\xad", NULL},
    {"GeForce RTX 4090\xe2\x84\xa3", NULL},
    {"GeForce RTX 4090\xe2\xae", NULL},
    {"R9 380X", "Radeon R9 380X"},
    {"adapter; GeForce RTX 3080", "GeForce RTX 3080 10 GB"},
    {"GeForce RTX 3080; x", "GeForce RTX 3080 10 GB"},
    {"adapter<GeForce RTX 3080", NULL},
    {"adapter< GeForce RTX 3080", NULL},
    {"9/", NULL},
    {"8:", NULL},
    {"NVK RTX 4090", "GeForce RTX 4090"},
    {"Kepler", "sm_30"},
    {"GCN 1", "gfx600"},
    {"RTX 4070 SUPER GeForce Laptop", "sm_89"},
    {"RTX 4090 Corporation", "GeForce RTX 4090"},
    {"Radeon RX 7900 XTX MxGPU", "gfx1100"},
    {"Radeon RX 7900 XTX VF", "gfx1100"},
    {"Radeon RX 7900 XTX VF HF", "gfx1100"},
    {"Radeon RX 7900 XTX XF", NULL},
    {"Radeon RX 7900 XTX NxGPU", NULL},
    {"MxGPU", NULL},
    {"H100 PCIe MIG 1g.10gb", "H100 PCIe MIG 1g.10gb"},
    {"H100 PCIe NIG 1g.10gb", NULL},
    {"H100 PCIe MIJ 1g.10gb", NULL},
    {"GeForce RTX 4080 SUPER Laptop", "sm_89"},
    {"GeForce RTX 4090 Mobile Max-Q", "sm_89"},
    {"GeForce RTX 4090 Xaptop", NULL},
    {"GeForce RTX 4090 Lobile", NULL},
    {"GeForce RTX 4090 Xotebook", NULL},
    {"GeForce RTX 4090 Xax-Q", NULL},
    {"Ryzen 7 with Radeon 780M", "Radeon 780M"},
    {"Ryzen 7 with \xd0\xa0", NULL},
    {"Ryzen 7 w/Radeon 780M", "Radeon 780M"},
    {"Ryzen 7, raw", NULL},
    {"VEN_10DE&DEV_2684&REV_", "GeForce RTX 4090"},
    {"VEN_10DE DEV_2684", NULL},
};

static void test_wanted(void)
{
    uint32_t i, good = 0;
    const uint32_t count = sizeof wanted / sizeof wanted[0];

    for (i = 0; i < count; i++) {
        const struct edge_answer got = ask(wanted[i].name, strlen(wanted[i].name));
        const char *name = got.status == GPUOCC_OK ? gpuocc_device_name(got.device) : "";
        const int right = wanted[i].device != NULL ? strcmp(name, wanted[i].device) == 0
                                                   : got.status == GPUOCC_ERROR_DEVICE_UNKNOWN;

        good += (uint32_t)right;
        if (!right)
            note("%s finds '%s', status %d", wanted[i].name, name, (int)got.status);
    }
    ok(good == count, "%u of %u names find what they should", good, count);
}

/* The number of devices of a name, and the quality of the match. */
static void test_several(void)
{
    static const struct {
        const char *name;
        uint32_t count, quality;
    } names[] = {
        {"A16", 2, GPUOCC_QUALITY_AMBIGUOUS},    {"M4", 2, GPUOCC_QUALITY_AMBIGUOUS},
        {"840M", 2, GPUOCC_QUALITY_AMBIGUOUS},   {"R9 380X", 1, GPUOCC_QUALITY_EXACT},
        {"Apple A16", 1, GPUOCC_QUALITY_EXACT},  {"Radeon 840M", 1, GPUOCC_QUALITY_EXACT},
        {"NVIDIA A16", 1, GPUOCC_QUALITY_ALIAS}, {"R7 FX-8800P", 1, GPUOCC_QUALITY_EXACT},
    };
    uint32_t i, count, good = 0;

    for (i = 0; i < sizeof names / sizeof names[0]; i++) {
        const size_t length = strlen(names[i].name);
        const gpuocc_device *device;

        for (count = 0;
             gpuocc_device_find(names[i].name, length, count, &device, NULL, NULL) == GPUOCC_OK;)
            count++;
        good += count == names[i].count && ask(names[i].name, length).quality == names[i].quality;
        if (count != names[i].count)
            note("%s: %u devices", names[i].name, count);
    }
    ok(good == i, "%u of %u names have as many devices as they should", good, i);
}

/* Suffixes that drivers append after '/': each letter matters, and so does an inserted one. */
static void test_slashes(void)
{
    static const char *const ends[] = {"pci", "sse", "agp", "int"};
    char name[64] = "GeForce RTX 3080/xxxx";
    uint32_t i, at, good = 0;

    for (i = 0; i < 4; i++) {
        for (at = 0; at < 3; at++) {
            strcpy(name + 17, ends[i]);
            name[17 + at] = 'z';
            good += ask(name, strlen(name)).status == GPUOCC_ERROR_DEVICE_UNKNOWN;
        }
        snprintf(name + 17, 8, "x%s", ends[i]);
        good += ask(name, strlen(name)).status == GPUOCC_ERROR_DEVICE_UNKNOWN;
        good += ask(name, 18).status == GPUOCC_ERROR_DEVICE_UNKNOWN;
        strcpy(name + 17, ends[i]);
        good += ask(name, 20).status == GPUOCC_OK;
        good += ask(name, 19).status == GPUOCC_ERROR_DEVICE_UNKNOWN;
    }
    ok(good == 4 * 7, "/PCI, /SSE, /AGP and /int end a name, what resembles them does not");
}

/* Bytes between the words of a name, and as the last digit of an id. */
static void test_bytes(void)
{
    char name[] = "GeForce RTX_4090", ids[2][10] = {"10de:1bb_", "10de:24e_"};
    const struct edge_answer none = {NULL, GPUOCC_QUALITY_COUNT, GPUOCC_ERROR_DEVICE_UNKNOWN};
    uint32_t byte, good = 0;

    for (byte = 0; byte < 256; byte++) {
        const char text[2] = {(char)byte, 0};
        const int letter = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
                           (byte >= 'A' && byte <= 'Z');
        struct edge_answer as = none;
        char *end;
        const uint32_t digit = (uint32_t)strtoul(text, &end, 16);

        name[11] = ids[0][8] = ids[1][8] = (char)byte;
        good += (ask(name, 16).status == GPUOCC_OK) == (byte < 0x80 && !letter);
        if (byte != 0 && strchr("0123456789abcdefABCDEF", (int)byte) != NULL)
            as.status =
                find_pci(0x10de, 0x1bb0 + digit, GPUOCC_UNKNOWN, 0, &as.device, &as.quality);
        good += (uint32_t)is_same(ask(ids[0], 9), as);
        as = none;
        if (byte != 0 && strchr("0123456789abcdefABCDEF", (int)byte) != NULL)
            as.status =
                find_pci(0x10de, 0x24e0 + digit, GPUOCC_UNKNOWN, 0, &as.device, &as.quality);
        good += (uint32_t)is_same(ask(ids[1], 9), as);
    }
    ok(good == 768, "each byte between words, and as a digit of a PCI id");
    ok(is_same(ask("10DE:2684", 9), ask("10de:2684", 9)) &&
           is_same(ask("1002:744C:C8", 12), ask("1002:744c:c8", 12)) &&
           ask("1002:744c:c", 11).status < 0 && ask("1002:744c:c88", 13).status < 0 &&
           ask("1002:744c c8", 12).status < 0 && ask("1002 744", 8).status < 0,
       "ids in capital letters, too short and too long");
}

/* The first product of a vendor whose name no other name begins with. */
static const struct table_name *alone(uint32_t table)
{
    const struct table *t = &tables[table];
    char bare[64], other[64];
    uint32_t at, i;

    for (at = 0; at < t->count; at++) {
        const size_t length = table_bare(t->words, t->names[at].name, bare);

        for (i = 0; i < t->count; i++) {
            table_bare(t->words, t->names[i].name, other);
            if (i != at && strncmp(other, bare, length) == 0)
                break;
        }
        if (t->names[at].kind == IS_PRODUCT && i == t->count)
            return &t->names[at];
    }
    return &t->names[0];
}

/* Optional words, and words that only resemble them. */
static void test_words(void)
{
    const struct table_name *row;
    char bare[64], name[128], word[32];
    uint32_t t, w, length, other, tried = 0, good = 0;
    struct edge_answer got;
    int known;

    for (t = 0; t < TABLES; t++) {
        row = alone(t);
        table_bare(tables[t].words, row->name, bare);
        for (w = 0; tables[t].words[w] != NULL; w++)
            for (other = 0; other < 27; other++, tried++) {
                strcpy(word, tables[t].words[w]);
                if (other < 26)
                    word[0] = (char)('a' + other);
                snprintf(name, sizeof name, "%s %s", bare, word);
                got = ask(name, strlen(name));
                for (known = 0, length = 0; tables[t].words[length] != NULL; length++)
                    known |= strcmp(word, tables[t].words[length]) == 0;
                known = known ? got.status == GPUOCC_OK &&
                                    strcmp(gpuocc_device_name(got.device), row->row) == 0
                              : got.status == GPUOCC_ERROR_DEVICE_UNKNOWN;
                good += (uint32_t)known;
                if (!known)
                    note("%s: status %d", name, (int)got.status);
            }
        for (length = 2; length < 20; length++)
            for (other = 0; other < 26; other++, tried++) {
                memset(word, (int)('a' + other), length);
                word[length] = 0;
                snprintf(name, sizeof name, "%s %s", bare, word);
                good += ask(name, strlen(name)).status == GPUOCC_ERROR_DEVICE_UNKNOWN;
            }
    }
    ok(good == tried, "%u of %u words: those of the vendor do not count, others do", good, tried);
}

/* 16 words, 63 letters, 512 bytes. */
static void test_length(void)
{
    char name[700] = "", *to = name;
    uint32_t i;

    for (i = 0; i < 14; i++)
        to += snprintf(to, 10, "gpu ");
    strcpy(to, "RTX 4090 gpu");
    ok(ask(name, strlen(name) - 4).status == GPUOCC_OK && ask(name, strlen(name)).status < 0,
       "16 words are a name, 17 are none");
    strcpy(to, "RTX 4090 RTX");
    ok(ask(name, strlen(name)).status < 0, "nor are 17 of which 16 are one");
    for (to = name, i = 0; i < 5; i++)
        to += snprintf(to, 12, "corporation");
    *to = 0;
    for (to = name, i = 0; i < 4; i++)
        to += snprintf(to, 16, "corporation ");
    strcpy(to, "nvidia gpu GPU RTX4090");
    ok(ask(name, strlen(name)).status == GPUOCC_OK, "63 letters are a name");
    strcpy(to, "nvidia tesla gpu RTX4090");
    ok(ask(name, strlen(name)).status < 0, "65 are none");
    memset(name, ' ', sizeof name);
    memcpy(name, "RTX 4090", 8);
    name[511] = ')';
    name[512] = ' ';
    ok(ask(name, 512).status == GPUOCC_OK && ask(name, 513).status < 0,
       "512 bytes are a name, 513 are none");
    memset(name + 8, 0, 600);
    ok(ask(name, 608).status == GPUOCC_OK, "NULs at the end do not count");
    ok(ask("10de:2684\0", 10).status == GPUOCC_OK && ask("10de:2684\0\0", 11).status == GPUOCC_OK &&
           ask("gfx90a:xnack+\0\0", 15).status == GPUOCC_OK && ask("\0", 1).status < 0,
       "nor after an id");
    ok(ask("GeForce(R)\0\0\0RTX 4090", 21).status == GPUOCC_OK, "and within a name part words");
}

/* A name with many parts: at most 48 devices are found. */
static void test_many(void)
{
    char name[513] = "";
    const gpuocc_device *device, *seen[64];
    size_t length = 0;
    uint32_t i, count = 0, given = 0, twice = 0, quality = 0;

    for (i = 0; i < tables[1].count && count < 60 && length + 8 < sizeof name; i++) {
        const struct table_name *row = &tables[1].names[i];

        if (row->kind != IS_TARGET || row->name == NULL || strlen(row->name) > 7)
            continue;
        length += (size_t)snprintf(name + length, 9, "%s,", row->name);
        count++;
    }
    while (given < 60 &&
           gpuocc_device_find(name, length, given, &device, &quality, NULL) == GPUOCC_OK) {
        for (i = 0; i < given; i++)
            twice += seen[i] == device;
        seen[given++] = device;
    }
    ok(count > 48 && given == 48 && twice == 0 && quality == GPUOCC_QUALITY_AMBIGUOUS,
       "of a name of %u targets 48 are given (%u)", count, given);
}

int main(void)
{
    test_table();
    test_typed();
    test_shapes();
    test_chips();
    test_near_misses();
    test_nearest();
    test_prefixes();
    test_no_names();
    test_lengths();
    test_memory();
    test_wanted();
    test_several();
    test_slashes();
    test_bytes();
    test_words();
    test_length();
    test_many();
    return done();
}
