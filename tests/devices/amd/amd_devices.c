/* SPDX-License-Identifier: MIT
 *
 * Tests AMD's names, products and PCI ids.
 */
#include "amd_support.h"
#include "pci.h"

static int32_t quality_of(const char *name, uint32_t *quality, const gpuocc_device **device)
{
    return gpuocc_device_find(name, strlen(name), 0, device, quality, NULL);
}

static void leads_to(const char *name, const char *device_name, uint32_t quality)
{
    const gpuocc_device *device = NULL;
    uint32_t got = UINT32_MAX;
    const int32_t status = quality_of(name, &got, &device);

    ok(status == GPUOCC_OK && strcmp(gpuocc_device_name(device), device_name) == 0 &&
           got == quality,
       "%s is %s", name, status == GPUOCC_OK ? gpuocc_device_name(device) : "not found");
}

static void test_names(void)
{
    static const char *const unknown[] = {"gfx9999",
                                          "gfx90a:foo+",
                                          "gfx90a:xnack",
                                          "gfx90a:xnack+:",
                                          "gfx90a:xnac+",
                                          "gfx90a:xnacks+",
                                          "amdgcn-amd-amdhsa--gfx90",
                                          "amdgcn-amd-amdhsa--gfx90ab",
                                          "amdgcn-amd-amdhsa-gfx90a",
                                          "amdgcn-amd-amdhsa--",
                                          "gfx",
                                          "radeon",
                                          "amdgcn-amd-amdhsa--gfx1154"};
    static const char *const named[] = {"PlayStation 5 Pro", "gfx1154", "gfx1170",
                                        "gfx11-7-generic"};
    const gpuocc_device *device;
    size_t i;

    leads_to("gfx12-5-generic", "gfx12-5-generic", GPUOCC_QUALITY_EXACT);
    leads_to("Instinct MI450", "gfx1250", GPUOCC_QUALITY_ARCHITECTURE);
    leads_to("AMD Instinct MI430X", "gfx1250", GPUOCC_QUALITY_AMBIGUOUS);
    leads_to("gfx13-generic", "gfx1310", GPUOCC_QUALITY_ALIAS);
    leads_to("MI300X SPX", "Instinct MI300X", GPUOCC_QUALITY_ALIAS);
    leads_to("AMD Instinct MI300X CPX", "Instinct MI300X CPX", GPUOCC_QUALITY_EXACT);
    leads_to("gfx90a", "gfx90a", GPUOCC_QUALITY_EXACT);
    leads_to("GFX90A", "gfx90a", GPUOCC_QUALITY_EXACT);
    leads_to("gfx10-3-generic", "gfx10-3-generic", GPUOCC_QUALITY_EXACT);
    leads_to("gfx90a:sramecc+:xnack-", "gfx90a", GPUOCC_QUALITY_ALIAS);
    leads_to("Gfx906:XNACK-", "gfx906", GPUOCC_QUALITY_ALIAS);
    leads_to("amdgcn-amd-amdhsa--gfx90a:xnack+", "gfx90a", GPUOCC_QUALITY_ALIAS);
    leads_to("amdgcn-amd-amdhsa--gfx9-4-generic", "gfx9-4-generic", GPUOCC_QUALITY_ALIAS);
    leads_to("hipv4-amdgcn-amd-amdhsa--gfx1100", "gfx1100", GPUOCC_QUALITY_ALIAS);
    leads_to("amdgcn-amd-amdpal--gfx1030", "gfx1030", GPUOCC_QUALITY_ALIAS);
    leads_to("Navi31", "gfx1100", GPUOCC_QUALITY_ALIAS);
    leads_to("Polaris10", "gfx803-polaris", GPUOCC_QUALITY_ALIAS);
    leads_to("polaris11", "gfx803-polaris", GPUOCC_QUALITY_ALIAS);
    leads_to("fiji", "gfx803", GPUOCC_QUALITY_ALIAS);
    leads_to("Radeon RX 7900 XTX", "Radeon RX 7900 XTX", GPUOCC_QUALITY_EXACT);
    leads_to("AMD Radeon(TM) 780M Graphics", "Radeon 780M", GPUOCC_QUALITY_EXACT);
    leads_to("rx7900xtx", "Radeon RX 7900 XTX", GPUOCC_QUALITY_EXACT);
    leads_to("MI300X", "Instinct MI300X", GPUOCC_QUALITY_EXACT);
    leads_to("AMD Radeon Instinct MI25", "Instinct MI25", GPUOCC_QUALITY_EXACT);
    leads_to("RX 6400", "Radeon RX 6300/6400", GPUOCC_QUALITY_ALIAS);
    leads_to("Steam Deck", "Steam Deck LCD (Van Gogh)", GPUOCC_QUALITY_AMBIGUOUS);
    leads_to("Hawaii", "gfx701", GPUOCC_QUALITY_AMBIGUOUS);
    for (i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        ok(quality_of(unknown[i], NULL, &device) == GPUOCC_ERROR_DEVICE_UNKNOWN, "%s is unknown",
           unknown[i]);
    for (i = 0; i < sizeof named / sizeof named[0]; i++)
        ok(quality_of(named[i], NULL, &device) == GPUOCC_ERROR_DEVICE_NO_MODEL,
           "%s is a name whose numbers are not published", named[i]);
}

/* Whether a device is among those of a PCI id. */
static int among(uint32_t id, uint32_t revision, const gpuocc_device *wanted)
{
    const gpuocc_device *device;
    uint32_t i;

    for (i = 0; find_pci(0x1002, id, revision, i, &device, NULL) == GPUOCC_OK; i++)
        if (device == wanted)
            return 1;
    return 0;
}

static void product_ids(const struct rows *r, const gpuocc_device *d)
{
    const uint32_t revision = (uint32_t)number(r, "pci_revision_id", GPUOCC_UNKNOWN);
    char ids[128], *at = ids;
    uint32_t id, last;

    snprintf(ids, sizeof ids, "%s", cell(r, "pci_device_ids"));
    while (*at != 0) {
        id = (uint32_t)strtoul(at, &at, 16);
        last = *at == '-' ? (uint32_t)strtoul(at + 1, &at, 16) : id;
        for (; id <= last; id++)
            equal(r, "PCI id", (uint64_t)among(id, revision, d), 1);
        at += *at == '|';
    }
}

static void product_figures(const struct rows *r, const gpuocc_device *d)
{
    static const struct {
        uint32_t field;
        const char *column, *confidence;
        double factor;
    } figures[] = {{GPUOCC_DEVICE_CORE_COUNT, "cus", "confidence_cus", 1},
                   {GPUOCC_DEVICE_MIN_CORE_COUNT, "cus", "confidence_cus", 1},
                   {GPUOCC_DEVICE_CLOCK_MHZ, "boost_clock_mhz", "confidence_clocks_bandwidth", 1},
                   {GPUOCC_DEVICE_MEMORY_MB_PER_S, "memory_bandwidth_gb_per_s",
                    "confidence_clocks_bandwidth", 1000},
                   {GPUOCC_DEVICE_L2_KIB, "l2_mib", "confidence_caches", 1024},
                   {GPUOCC_DEVICE_LAST_LEVEL_KIB, "mall_mib", "confidence_caches", 1024}};
    gpuocc_source source = {sizeof source, 0, "", ""};
    size_t i;

    for (i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        const char *text = cell(r, figures[i].column);

        equal(r, figures[i].column, value_at(d, figures[i].field, 0),
              text[0] ? (long long)(atof(text) * figures[i].factor + 0.5) : -1);
        gpuocc_device_source(d, figures[i].field, &source);
        equal(r, figures[i].confidence, source.confidence,
              cell(r, figures[i].confidence)[0] - 'A' + GPUOCC_CONFIDENCE_VENDOR);
    }
    equal(r, "simds",
          value_at(d, GPUOCC_DEVICE_CORE_COUNT, 0) *
              value_at(d, GPUOCC_DEVICE_PARTITIONS_PER_CORE, 0),
          number(r, "simds", -1));
}

static void test_products(void)
{
    const gpuocc_device *d;
    uint32_t quality;
    struct rows r;
    int products = 0, without = 0;

    rows_open(&r, "amd/products.csv");
    while (rows_next(&r)) {
        const int32_t status = quality_of(cell(&r, "product"), &quality, &d);

        if (status == GPUOCC_ERROR_DEVICE_NO_MODEL) {
            without++;
            continue;
        }
        equal(&r, "status", (uint64_t)(int64_t)status, GPUOCC_OK);
        if (status != GPUOCC_OK)
            continue;
        products++;
        equal(&r, "quality", quality, GPUOCC_QUALITY_EXACT);
        if (cell(&r, "gfx")[0] != 0)
            equal(&r, "gfx", strcmp(gpuocc_device_architecture(d), cell(&r, "gfx")) == 0, 1);
        if (strstr(cell(&r, "note"), "8 wave slots") != NULL)
            equal(&r, "slots", value_at(d, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 0), 8);
        product_figures(&r, d);
        product_ids(&r, d);
    }
    equal(&r, "products", (uint64_t)products, 133);
    equal(&r, "without a model", (uint64_t)without, 2);
    compared("products.csv");
}

/* Every row's id leads to its target or to a product of it; to only one of our devices if several
 * fit. */
static void test_device_ids(void)
{
    const gpuocc_device *d;
    uint32_t id, revision, i, quality;
    struct rows r;
    char name[16];

    rows_open(&r, "amd/device_ids.csv");
    while (rows_next(&r)) {
        id = (uint32_t)number(&r, "device_id", 0);
        revision = (uint32_t)number(&r, "revision_id", 0);
        for (i = 0; find_pci(0x1002, id, revision, i, &d, &quality) == GPUOCC_OK; i++) {
            equal(&r, "gfx",
                  strcmp(gpuocc_device_architecture(d), cell(&r, "gfx")) == 0 ||
                      strcmp(gpuocc_device_name(d), "gfx803-polaris") == 0,
                  1);
            equal(&r, "slots", value_at(d, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 0),
                  number(&r, "max_waves_per_simd", -1));
            if (value_at(d, GPUOCC_DEVICE_CORE_COUNT, 0) == UINT64_MAX)
                equal(&r, "quality",
                      quality == GPUOCC_QUALITY_ARCHITECTURE || quality == GPUOCC_QUALITY_AMBIGUOUS,
                      1);
        }
        equal(&r, "found", i != 0, 1);
        snprintf(name, sizeof name, "1002:%04x:%02x", id, revision);
        equal(&r, "by name", (uint64_t)gpuocc_device_find(name, 12, 0, &d, NULL, NULL), GPUOCC_OK);
    }
    compared("device_ids.csv");
}

/* Ids for which the number of CUs must be correct, or absent. */
static void test_pci(void)
{
    static const struct {
        uint32_t id, revision;
        const char *name;
        uint32_t quality;
    } ids[] = {{0x67df, 0xc7, "Radeon RX 480", GPUOCC_QUALITY_ALIAS},
               {0x67df, 0xcf, "Radeon RX 470", GPUOCC_QUALITY_ALIAS},
               {0x67df, 0xef, "Radeon RX 570", GPUOCC_QUALITY_ALIAS},
               {0x67df, GPUOCC_UNKNOWN, "Instinct MI6", GPUOCC_QUALITY_AMBIGUOUS},
               {0x7300, 0xc8, "Radeon R9 Fury X", GPUOCC_QUALITY_ALIAS},
               {0x73bf, 0xc3, "Radeon RX 6800", GPUOCC_QUALITY_ALIAS},
               {0x73bf, 0x77, "gfx1030", GPUOCC_QUALITY_ARCHITECTURE},
               {0x73ff, 0xdf, "Radeon RX 6750 GRE 10GB", GPUOCC_QUALITY_ALIAS},
               {0x74a1, 0x00, "Instinct MI300X", GPUOCC_QUALITY_ALIAS},
               {0x74a1, 0x01, "gfx942", GPUOCC_QUALITY_ARCHITECTURE},
               {0x740f, 0x02, "Instinct MI210", GPUOCC_QUALITY_ALIAS},
               {0x6798, 0x00, "Radeon HD 7970", GPUOCC_QUALITY_AMBIGUOUS},
               {0x13f9, 0x00, "PlayStation 5", GPUOCC_QUALITY_ALIAS},
               {0x744c, 0xc8, "Radeon RX 7900 XTX", GPUOCC_QUALITY_ALIAS}};
    const gpuocc_device *d;
    uint32_t quality;
    struct place p;
    gpuocc_kernel k = {.threads_per_group = 64};
    size_t i;

    for (i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        quality = UINT32_MAX;
        d = NULL;
        find_pci(0x1002, ids[i].id, ids[i].revision, 0, &d, &quality);
        ok(d != NULL && strcmp(gpuocc_device_name(d), ids[i].name) == 0 &&
               quality == ids[i].quality,
           "%04x:%02x is %s (%u)", ids[i].id, ids[i].revision & 0xff,
           d ? gpuocc_device_name(d) : "nothing", quality);
    }
    ok(find_pci(0x1002, 0x0001, 0, 0, &d, NULL) == GPUOCC_ERROR_DEVICE_UNKNOWN,
       "an id that nobody has");
    place(&p, find("PlayStation 5"), k);
    ok(result(&p, GPUOCC_RESULT_NOTES, 0) == 1u << GPUOCC_NOTE_ASSUMED,
       "a console's architecture is assumed, and the result says so");
    place_as(&p, find("PlayStation 5"), GPUOCC_CONVENTION_LLVM, k);
    ok(p.status == GPUOCC_ERROR_CONVENTION_DEVICE, "%s", sentence(&p));
    place(&p, find("gfx1250"), k);
    ok(result(&p, GPUOCC_RESULT_NOTES, 0) == 1u << GPUOCC_NOTE_PROVISIONAL,
       "gfx1250 is provisional, and the result says so");
}

int main(void)
{
    test_names();
    test_products();
    test_device_ids();
    test_pci();
    return done();
}
