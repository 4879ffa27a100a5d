/* SPDX-License-Identifier: MIT
 *
 * Tests names in the forms that programs use (tests/data/names.csv), and texts that are not names.
 */
#include "rows.h"
#include "support.h"
#include "pci.h"

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
    static const char *const rtx[] = {"GeForce RTX 3050 8 GB", "GeForce RTX 3050 Laptop GPU",
                                      "GeForce RTX 3050 Ti Laptop GPU"};
    static const char *const letter[] = {"GeForce RTX 4090", "GeForce RTX 4090 D"};
    static const char *const chip[] = {"gfx1153", "gfx1152"};
    static const char *const longer[] = {"GeForce RTX 4090"}, *const ti[] = {"GeForce RTX 4070 Ti"};
    static const char *const alien[] = {"foo", "hello world", "llvmpipe", "nosuchthing", "zzzz"};
    const gpuocc_device *device;
    uint32_t offered = 0;
    size_t i;

    ok(offers("rtx 3055", rtx, 3) && offers("rtx 3050", rtx, 3),
       "near RTX 3055: the 3050, then its notebook models");
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
        {"10de-2684", "unknown", NULL},
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
    return done();
}
