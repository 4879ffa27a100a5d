/* SPDX-License-Identifier: MIT
 *
 * Tests ids: every existing PCI id, compared with the data read a second time; the ids of each
 * device; target ids in the forms of AMD's and Intel's compilers.
 */
#include "table_names.h"
#include "pci.h"

enum { ANY = 0x100 }; /* a revision */

/* The PCI ids of the data, in the order of the ids. For each id, rows without a revision come
 * first, then products, architectures and names without a model. */
struct id_row {
    uint32_t table, id, revision;
    enum table_kind kind;
    const char *row;
};

#define PCI(id, revision, kind, row) {TABLE, id, revision, IS_##kind, row},
static const struct id_row ids[] = {
#include "all_rows.inc"
};
#undef PCI

/* The PCI id of each vendor; 0 if it has none. */
static const uint32_t pci_vendors[] = {
#define VENDOR_BEGINS PCI_VENDOR,
#include "all_rows.inc"
#undef VENDOR_BEGINS
};
#define VENDORS (sizeof pci_vendors / sizeof pci_vendors[0])

/* The ids of each vendor. */
static struct {
    uint32_t vendor;
    const struct id_row *rows;
    size_t count;
} vendors[VENDORS];

static const gpuocc_device *device_of(uint32_t table, enum table_kind kind, const char *row)
{
    const struct table_name name = {NULL, kind, row};

    return table_device(table, &name);
}

/* The device of each row, looked up once. */
static const gpuocc_device *device_of_row[VENDORS][4096];

static void read_rows(void)
{
    uint32_t v, rows = 0, with = 0, without = 0;
    size_t i;

    for (v = 0; v < VENDORS; v++) {
        vendors[v].vendor = pci_vendors[v];
        vendors[v].rows = &ids[rows];
        for (i = 0; rows < sizeof ids / sizeof ids[0] && ids[rows].table == v && i < 4096;
             i++, rows++) {
            device_of_row[v][i] = device_of(v, ids[rows].kind, ids[rows].row);
            without += ids[rows].kind != IS_NONE && device_of_row[v][i] == NULL;
        }
        vendors[v].count = i;
        with += i != 0;
        without += (i == 0) != (pci_vendors[v] == 0);
    }
    ok(rows == sizeof ids / sizeof ids[0] && rows > 1500 && with >= 4 && without == 0,
       "%u rows of PCI ids, %u without the device of their record", rows, without);
}

/* The devices in the rows of an id with a revision (ANY: rows without a revision; UNKNOWN: all),
 * each once, their number, and how many of them are architectures (`targets`). */
struct hits {
    const gpuocc_device *devices[16];
    uint32_t count, targets;
};

static void add(struct hits *hits, const gpuocc_device *device, int target)
{
    uint32_t i;

    for (i = 0; i < hits->count; i++)
        if (hits->devices[i] == device)
            return;
    hits->targets += (uint32_t)target;
    hits->devices[hits->count++] = device;
}

static void rows_of(struct hits *hits, uint32_t v, uint32_t id, uint32_t revision)
{
    size_t i;

    for (i = 0; i < vendors[v].count; i++) {
        const struct id_row *row = &vendors[v].rows[i];

        if (row->id == id && (revision == GPUOCC_UNKNOWN || row->revision == revision))
            add(hits, device_of_row[v][i], row->kind == IS_TARGET);
    }
}

static int agrees(uint32_t v, uint32_t id, uint32_t revision)
{
    const gpuocc_device *device;
    struct hits hits = {{NULL}, 0, 0};
    uint32_t i, quality;
    int32_t status;

    rows_of(&hits, v, id, revision);
    if (hits.count == 0 && revision != GPUOCC_UNKNOWN)
        rows_of(&hits, v, id, ANY);
    if (hits.count == 0 && revision != GPUOCC_UNKNOWN)
        rows_of(&hits, v, id, GPUOCC_UNKNOWN);
    for (i = 0; i < hits.count; i++) {
        device = NULL;
        status = find_pci(vendors[v].vendor, id, revision, i, &device, &quality);
        if (device != hits.devices[i] ||
            status != (device != NULL ? GPUOCC_OK : GPUOCC_ERROR_DEVICE_NO_MODEL) ||
            (device != NULL && quality != (hits.count > 1      ? GPUOCC_QUALITY_AMBIGUOUS
                                           : hits.targets != 0 ? GPUOCC_QUALITY_ARCHITECTURE
                                                               : GPUOCC_QUALITY_ALIAS))) {
            note("%04x:%04x:%02x, %u: status %d", vendors[v].vendor, id, revision, i, (int)status);
            return 0;
        }
    }
    return find_pci(vendors[v].vendor, id, revision, i, &device, &quality) ==
           (i == 0 ? GPUOCC_ERROR_DEVICE_UNKNOWN : GPUOCC_ERROR_INDEX);
}

/* Tries every id, and each id of a row with each of its revisions, with another and with none. */
static void test_every_id(void)
{
    const gpuocc_device *device;
    uint32_t v, id, asked = 0, good = 0;
    size_t i;

    for (v = 0; v < VENDORS; v++) {
        uint8_t listed[65536 / 8] = {0};

        if (vendors[v].vendor == 0)
            continue;
        for (i = 0; i < vendors[v].count; i++, asked += 3) {
            const struct id_row *row = &vendors[v].rows[i];

            listed[row->id / 8] |= (uint8_t)(1u << row->id % 8);
            good += (uint32_t)(agrees(v, row->id, GPUOCC_UNKNOWN) + agrees(v, row->id, 0x7f) +
                               agrees(v, row->id, row->revision));
        }
        for (id = 0; id < 65536; id++)
            if ((listed[id / 8] >> id % 8 & 1) == 0) {
                asked++;
                good += find_pci(vendors[v].vendor, id, id & 0xff, 0, &device, NULL) ==
                        GPUOCC_ERROR_DEVICE_UNKNOWN;
            }
    }
    ok(good == asked, "%u of %u PCI ids find the devices of their rows, and only those", good,
       asked);
    ok(find_pci(0, 0x2684, 0, 0, &device, NULL) == GPUOCC_ERROR_DEVICE_UNKNOWN &&
           find_pci(0x10df, 0x2684, 0, 0, &device, NULL) == GPUOCC_ERROR_DEVICE_UNKNOWN &&
           find_pci(0x10de, 0x2684, 0, 0, NULL, NULL) == GPUOCC_ERROR_NULL,
       "of another vendor there is none");
}

static int is_listed_before(const gpuocc_device *device, uint32_t end, uint32_t id,
                            uint32_t revision)
{
    uint32_t index, other = 0, its = 0;

    for (index = 0; index < end; index++)
        if (pci_id_of(device, index, NULL, &other, &its) == GPUOCC_OK && other == id &&
            its == revision)
            return 1;
    return 0;
}

/* Each device's ids are those of its rows: none is missing, none occurs twice. */
static int has_ids(const gpuocc_device *device, uint32_t v)
{
    uint32_t index, vendor = 0, id = 0, revision = 0, rows = 0, seen = 0;
    size_t i;

    for (i = 0; i < vendors[v].count; i++)
        rows += device_of_row[v][i] == device;
    for (index = 0; pci_id_of(device, index, &vendor, &id, &revision) == GPUOCC_OK; index++)
        for (i = 0; i < vendors[v].count; i++) {
            const struct id_row *row = &vendors[v].rows[i];

            seen += device_of_row[v][i] == device && vendor == vendors[v].vendor && id == row->id &&
                    revision == (row->revision == ANY ? GPUOCC_UNKNOWN : row->revision) &&
                    !is_listed_before(device, index, id, revision);
        }
    return index == rows && seen == rows &&
           pci_id_of(device, index, NULL, NULL, NULL) == GPUOCC_ERROR_INDEX &&
           (index == 0 || pci_id_of(device, 0, NULL, NULL, NULL) == GPUOCC_OK);
}

/* Returns the index of a vendor with ids. */
static uint32_t table_of(uint64_t vendor)
{
    uint32_t v = 0;

    while (v + 1 < VENDORS && tables[v].vendor != vendor)
        v++;
    return v;
}

static void test_devices(void)
{
    uint64_t memory[sizeof(gpuocc_custom_device) / 8], vendor;
    const gpuocc_device *device, *own;
    uint32_t at, good = 0;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++) {
        gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &vendor);
        good += (uint32_t)has_ids(device, table_of(vendor));
    }
    ok(good == at && at != 0, "%u of %u devices have the PCI ids of their rows", good, at);
    ok(device_in(memory, find("RTX 4090"), NULL, 0, NULL, NULL, 0, &own, NULL) == GPUOCC_OK &&
           pci_id_of(own, 0, NULL, NULL, NULL) == GPUOCC_ERROR_INDEX &&
           pci_id_of(NULL, 0, NULL, NULL, NULL) == GPUOCC_ERROR_NULL,
       "a device of one's own has none");
}

static const char *name_found(const char *text)
{
    const gpuocc_device *device = NULL;

    return gpuocc_device_find(text, strlen(text), 0, &device, NULL, NULL) == GPUOCC_OK
               ? gpuocc_device_name(device)
               : "";
}

/* AMD's target ids: features after the name, a triple before it (LLVM's AMDGPUUsage). */
static void test_amd_targets(void)
{
    static const char *const good_ends[] = {":xnack+", ":sramecc-", ":XNACK-:SrameCC+",
                                            ":sramecc+:xnack+"};
    static const char *const bad_ends[] = {
        ":",        ":xnack",   ":xnack*",      ":xnack=",      ":+",     ":xnac+",
        ":xnackk+", ":xnack+:", ":xnack+:foo-", ":sramec-",     "xnack+", ":xnack+ ",
        "::xnack+", ":x+",      ":snack+",      ":xnack+xnack+"};
    static const char *const good_starts[] = {"amdgcn--",
                                              "amdgcn-amd-amdhsa--",
                                              "AMDGCN-AMD-AMDHSA--",
                                              "hip-amdgcn-amd-amdhsa--",
                                              "amdamdgcn--",
                                              "amdgamdgcn-x--",
                                              "hipv4-amdgcn-amd-amdhsa--",
                                              "amdgcn-amd-amdhsa-unknown--"};
    static const char *const bad_starts[] = {
        "amdgc--", "amdgcn-", "amdgcm--", "nvptx64-nvidia--", "amdgcn-amd-amdhsa-",
        "--",      "-",       "bmdgcn--", "amdgcn-x-",        "amdgcn-"};
    char text[128];
    uint32_t i, k, asked = 0, good = 0;

#define ASK(start, end, right)                                                                     \
    snprintf(text, sizeof text, "%s%s%s", start, row->name, end);                                  \
    asked++;                                                                                       \
    if (strcmp(name_found(text), (right) ? row->name : "") == 0)                                   \
        good++;                                                                                    \
    else                                                                                           \
        note("%s finds '%s'", text, name_found(text))
    for (i = 0; tables[1].names[i].kind == IS_TARGET; i++) {
        const struct table_name *row = &tables[1].names[i];

        for (k = 0; k < sizeof good_ends / sizeof good_ends[0]; k++) {
            ASK("", good_ends[k], 1);
            ASK("amdgcn-amd-amdhsa--", good_ends[k], 1);
        }
        for (k = 0; k < sizeof good_starts / sizeof good_starts[0]; k++) {
            ASK(good_starts[k], "", 1);
        }
        for (k = 0; k < sizeof bad_starts / sizeof bad_starts[0]; k++) {
            ASK(bad_starts[k], ":xnack+", 0);
        }
        for (k = 0; k < sizeof bad_ends / sizeof bad_ends[0]; k++) {
            ASK("amdgcn-amd-amdhsa--", bad_ends[k], 0);
        }
    }
    ok(good == asked && i > 50, "%u of %u target ids of AMD", good, asked);
    ok(strcmp(name_found("amdgcn-amd-amdhsa--"), "") == 0 &&
           strcmp(name_found("amdgcn-amd-amdhsa--gfx9999"), "") == 0 &&
           strcmp(name_found(":xnack+"), "") == 0 && strcmp(name_found("amdgcn"), "") == 0,
       "and what is none");
}

/* Every version of Intel's IP, with dots and as one word. */
static void test_intel_versions(void)
{
    static const struct {
        uint32_t architecture, release;
        const char *row;
    } versions[] = {
#define VERSION(architecture, release, row) {architecture, release, row},
#include "intel_rows.inc"
#undef VERSION
    };
    char text[3][64];
    const char *name;
    uint32_t architecture, release, i, good = 0, asked = 0;

    for (architecture = 0; architecture < 40; architecture++)
        for (release = 0; release < 100; release++, asked++) {
            for (name = "", i = 0; i < sizeof versions / sizeof versions[0]; i++)
                if (versions[i].architecture == architecture && versions[i].release == release)
                    name = gpuocc_device_name(device_of(2, IS_TARGET, versions[i].row));
            snprintf(text[0], 64, "%u.%u.%u", architecture, release, (release * 37 + 1) % 1000);
            snprintf(text[1], 64, "0x%08x", architecture << 22 | release << 14 | 0x2a1f);
            snprintf(text[2], 64, "0X%07X", architecture << 22 | release << 14);
            for (i = 0; i < 3 && strcmp(name_found(text[i]), name) == 0;)
                i++;
            good += i == 3;
            if (i != 3)
                note("%s finds '%s', not '%s'", text[i], name_found(text[i]), name);
        }
    ok(good == asked, "%u of %u IP versions of Intel find their chip", good, asked);
}

static void test_intel_spellings(void)
{
    static const char *const bad[] = {
        "12.55.",     "12..8",       ".55.8",       "12.55.8.1",  "12.55.8x",   "12.55.0008",
        "12.0055.8",  "0012.55.8",   "12,55,8",     "12.55 8",    "12.55.a",    "12.55.:",
        "12.55./",    "0x030dc0080", "0x30dc0",     "0x030dc00g", "1x030dc008", "0y030dc008",
        "0x",         "12.55.8 ",    " 12.55.8",    "0x030dc00:", "0x030dc00/", "0x030dc00`",
        "0x030dc00@", "0x030dc00G",  "0x0030dc008", "0x",         "0x3",        "0",
        "0x30dc00"};
    static const char *const right[] = {"12.55.8",    "012.055.008", "12.55.999",
                                        "0x030DC008", "0x030dc008",  "0x30dc008"};
    uint32_t i, good = 0;

    for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        good += strcmp(name_found(bad[i]), "") == 0;
        if (strcmp(name_found(bad[i]), "") != 0)
            note("%s finds %s", bad[i], name_found(bad[i]));
    }
    ok(good == i, "%u of %u texts are no IP version", good, i);
    for (i = 0, good = 0; i < sizeof right / sizeof right[0]; i++)
        good += strcmp(name_found(right[i]), "acm-g10") == 0;
    ok(good == i, "%u of %u spellings of 12.55", good, i);
}

int main(void)
{
    read_rows();
    test_every_id();
    test_devices();
    test_amd_targets();
    test_intel_versions();
    test_intel_spellings();
    return done();
}
