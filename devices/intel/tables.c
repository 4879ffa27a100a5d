/* SPDX-License-Identifier: MIT
 *
 * Intel's devices: the rows stand in the .def files.
 */
#include "intel.h"

#define UNK GPUOCC_UNKNOWN

enum {
#define SOURCE(name, document, remark) name,
#include "sources.def"
#undef SOURCE
};

static const struct {
#define SOURCE(name, document, remark)                                                             \
    char name##_document[sizeof document], name##_remark[sizeof remark];
#include "sources.def"
#undef SOURCE
} sources = {
#define SOURCE(name, document, remark) document, remark,
#include "sources.def"
#undef SOURCE
};

enum {
#define MODEL(id, ...) M_##id,
#include "models.def"
#undef MODEL
    M_COUNT
};

#define LIST(...)                                                                                  \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define END             GOCC_END

#define WAVES_8         (8 + 16 + 32)
#define WAVES_16        (16 + 32)

#define SLM_GEN8        LIST(4, 8, 16, 32, 64, END)
#define SLM_TO_64       LIST(1, 2, 4, 8, 16, 32, 64, END)
#define MIDDLE          1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128
#define TO_16           1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
#define FINE            TO_16, 24, 32, 48, 64, 96, 128, 192
#define SLM_TO_128      LIST(MIDDLE, END)
#define SLM_TO_384      LIST(MIDDLE, 192, 256, 384, END)
#define SLM_TO_192_FINE LIST(FINE, END)
#define SLM_TO_384_FINE LIST(FINE, 256, 320, 384, END)

/* EUs times what each has, where the number of EUs is known. */
#define PER_CORE(eus, each) ((eus) == UNK ? UNK : (eus) * (each))

/* How SLM is rounded, GRF counts, and hardware threads of an EU at each. */
enum { L_GEN8, L_GEN9, L_GEN9LP, L_XE_HPG, L_XE2, L_XE3, L_XE3P_CLIENT, L_XE3P_CRI, LIST_COUNT };

static const struct gocc_lists lists[LIST_COUNT] = {
    [L_GEN8] = {GOCC_EMPTY, SLM_GEN8, LIST(128, END), LIST(7, END)},
    [L_GEN9] = {GOCC_EMPTY, SLM_TO_64, LIST(128, END), LIST(7, END)},
    [L_GEN9LP] = {GOCC_EMPTY, SLM_TO_64, LIST(128, END), LIST(6, END)},
    [L_XE_HPG] = {GOCC_EMPTY, SLM_TO_64, LIST(128, 256, END), LIST(8, 4, END)},
    [L_XE2] = {GOCC_EMPTY, SLM_TO_128, LIST(128, 256, END), LIST(8, 4, END)},
    [L_XE3] = {GOCC_EMPTY, SLM_TO_384, LIST(32, 64, 96, 128, 160, 192, 256, END),
               LIST(10, 10, 10, 8, 6, 5, 4, END)},
    [L_XE3P_CLIENT] = {GOCC_EMPTY, SLM_TO_192_FINE,
                       LIST(32, 64, 96, 128, 160, 192, 256, 320, 448, 512),
                       LIST(10, 10, 10, 8, 6, 5, 4, 3, 2, 2)},
    [L_XE3P_CRI] = {GOCC_EMPTY, SLM_TO_384_FINE, LIST(32, 64, 96, 128, 160, 192, 256, 512, END),
                    LIST(8, 8, 8, 8, 6, 5, 4, 4, END)},
};

/* The last GRF count and the first number of hardware threads, written out per family because a
 * constant cannot be read from a list. */
static const struct gocc_model models[M_COUNT] = {
#define MODEL(id, release, eus, lanes, grf, waves, group, core_kib, group_kib, barriers, lists_,   \
              most_grf, most_slots, file, slots_source, slots_mark, grf_source, grf_mark,          \
              slm_source, slm_mark, notes_)                                                        \
    {                                                                                              \
        .generation = (release),                                                                   \
        .wave_sizes = (waves),                                                                     \
        .default_wave_size = 0,                                                                    \
        .max_threads_per_group = (group),                                                          \
        .max_groups_per_core = 0,                                                                  \
        .partitions_per_core = (eus),                                                              \
        .max_waves_per_partition = (most_slots),                                                   \
        .registers_per_partition = (file) * (grf) / 4,                                             \
        .register_unit = (grf) / 4,                                                                \
        .max_registers_per_thread = (most_grf),                                                    \
        .scalar_register_unit = 1,                                                                 \
        .shared_pool_bytes = (core_kib)*GOCC_KIB,                                                  \
        .max_shared_bytes_per_group = (group_kib)*GOCC_KIB,                                        \
        .default_shared_bytes_per_group = (group_kib)*GOCC_KIB,                                    \
        .shared_unit_bytes = 1,                                                                    \
        .barriers_per_core = (barriers),                                                           \
        .grf_bytes = (grf),                                                                        \
        .lanes_per_core = PER_CORE(eus, lanes),                                                    \
        .lists = (lists_),                                                                         \
        .cite = {[GOCC_ASPECT_WAVES] = {slots_source, GOCC_##slots_mark},                          \
                 [GOCC_ASPECT_REGISTERS] = {grf_source, GOCC_##grf_mark},                          \
                 [GOCC_ASPECT_SCALARS] = {slots_source, GOCC_##slots_mark},                        \
                 [GOCC_ASPECT_SHARED] = {slm_source, GOCC_##slm_mark},                             \
                 [GOCC_ASPECT_SHARED_UNIT] = {slm_source, GOCC_A},                                 \
                 [GOCC_ASPECT_BARRIERS] = {S_BARRIERS, GOCC_A},                                    \
                 [GOCC_ASPECT_OTHER] = {slots_source, GOCC_##slots_mark}},                         \
        .notes = (notes_),                                                                         \
        .plain = (eus) != UNK && (group) != UNK,                                                   \
    },
#include "models.def"
#undef MODEL
};

enum {
#define TARGET(id, ...) T_##id,
#include "targets.def"
#undef TARGET
    T_COUNT
};

enum {
#define PRODUCT(id, ...) P_##id,
#include "products.def"
#undef PRODUCT
    P_COUNT
};

/* Names of targets, their families, products and aliases. */
static const struct texts {
#define TARGET(id, name, family, model) char target_##id[sizeof name], kin_##id[sizeof family];
#include "targets.def"
#undef TARGET
#define PRODUCT(id, chip, name, ...) char product_##id[sizeof name];
#define ALIAS(name, kind, row)       char GOCC_ALIAS_MEMBER(__LINE__)[sizeof name];
#define ALSO(kind, row)
#include "products.def"
#include "aliases.def"
#undef PRODUCT
#undef ALIAS
} texts = {
#define TARGET(id, name, family, model) name, family,
#include "targets.def"
#undef TARGET
#define PRODUCT(id, chip, name, ...) name,
#define ALIAS(name, kind, row)       name,
#include "products.def"
#include "aliases.def"
#undef PRODUCT
#undef ALIAS
#undef ALSO
};

static const struct gocc_target targets[T_COUNT] = {
#define TARGET(id, name_, family_, model_)                                                         \
    {.head = {GOCC_TARGET, GPUOCC_VENDOR_INTEL, T_##id},                                           \
     .model = M_##model_,                                                                          \
     .name = offsetof(struct texts, target_##id),                                                  \
     .family = offsetof(struct texts, kin_##id)},
#include "targets.def"
#undef TARGET
};

static const struct gocc_product products[P_COUNT] = {
#define PRODUCT(id, chip, name_, cores, mhz, mb_per_s, l2, source_, cores_mark, clock_mark)        \
    {.head = {GOCC_PRODUCT, GPUOCC_VENDOR_INTEL, P_##id},                                          \
     .target = T_##chip,                                                                           \
     .name = offsetof(struct texts, product_##id),                                                 \
     .figures = {.core_count = (cores),                                                            \
                 .min_core_count = (cores),                                                        \
                 .clock_mhz = (mhz),                                                               \
                 .memory_mb_per_s = (mb_per_s),                                                    \
                 .l2_kib = (l2),                                                                   \
                 .last_level_kib = UNK,                                                            \
                 .cite = {{source_, GOCC_##cores_mark},                                            \
                          {source_, GOCC_##clock_mark},                                            \
                          {source_, GOCC_##cores_mark}}}},
#include "products.def"
#undef PRODUCT
};

/* Kind and row number of aliases and PCI ids. */
#define ROW_T(row) GOCC_ROW(GOCC_ROW_TARGET, T_##row)
#define ROW_P(row) GOCC_ROW(GOCC_ROW_PRODUCT, P_##row)
#define ROW_B(row) GOCC_ROW(GOCC_ROW_BOARD, T_##row)
#define ROW_N(row) GOCC_ROW(GOCC_ROW_NONE, T_##row)

static const struct gocc_alias aliases[] = {
#define ALIAS(name, kind, row)                                                                     \
    {offsetof(struct texts, GOCC_ALIAS_MEMBER(__LINE__)), ROW_##kind(row)},
#define ALSO(kind, row) {GOCC_SAME_NAME, ROW_##kind(row)},
#include "aliases.def"
#undef ALIAS
#undef ALSO
};

#include "names.def"

static const struct gocc_pci pci[] = {
#define PCI(id_, kind_, row) {id_, GOCC_ANY_REVISION, ROW_##kind_(row)},
#include "pci.def"
#undef PCI
};

/* IP release and row of the chip. */
static const struct {
    uint8_t architecture, release;
    uint8_t target;
} versions[] = {
#define VERSION(architecture_, release_, chip) {architecture_, release_, T_##chip},
#include "versions.def"
#undef VERSION
};

uint32_t gocc_intel_version_target(uint32_t architecture, uint32_t release)
{
    uint32_t i;

    for (i = 0; i < GOCC_COUNT(versions); i++)
        if (versions[i].architecture == architecture && versions[i].release == release)
            return 1u + versions[i].target;
    return 0;
}

/* Ids E20B, E20C and 64B0 of the calculator. */
uint32_t gocc_intel_page_slots(const gpuocc_device *device)
{
    const uint32_t row = device->index;

    if (device->kind != GOCC_PRODUCT)
        return 0;
    return row == P_ARC_B580 || row == P_ARC_B570 || row == P_LNL_4XE ? 32 : 0;
}

static const char words[GPUOCC_LIMIT_COUNT][24] = {
    "hardware threads", "work-groups", "GRF", "", "SLM", "barriers", "", "work-group size"};

/* Numbers of the latency model. */
static const struct gocc_constant constants[] = {
#define SPREAD(first, last, what, resource, low, value, high, source_, mark)                       \
    GOCC_SPREAD(first, last, GPUOCC_CONSTANT_##what + GPUOCC_RESOURCE_##resource, low, value,      \
                high, source_, GOCC_##mark),
#define WIDTH(first, last, what, resource, width, number, source_, mark)                           \
    GOCC_WIDTH(first, last, GPUOCC_CONSTANT_##what + GPUOCC_RESOURCE_##resource, width, number,    \
               source_, GOCC_##mark),
#include "latency.def"
#undef SPREAD
#undef WIDTH
};

static const char decorations[][12] = {"intel",    "corporation", "mesa", "dri",    "arc",
                                       "graphics", "gpu",         "data", "center", ""};

const struct gocc_rules gocc_intel = {
    .name = "intel",
    .vendor = GPUOCC_VENDOR_INTEL,
    .conventions = 1u << GPUOCC_CONVENTION_DEFAULT | 1u << GPUOCC_CONVENTION_INTEL_CALCULATOR |
                   1u << GPUOCC_CONVENTION_NEO_22_43 | 1u << GPUOCC_CONVENTION_NEO,
    .pci_vendor = 0x8086,
    .models = models,
    .lists = lists,
    .targets = targets,
    .products = products,
    .aliases = aliases,
    .texts = (const char *)&texts,
    .names = names,
    .pci = pci,
    .target_count = GOCC_COUNT(targets),
    .product_count = GOCC_COUNT(products),
    .alias_count = GOCC_COUNT(aliases),
    .pci_count = GOCC_COUNT(pci),
    .constants = constants,
    .constant_count = GOCC_COUNT(constants),
    .sources = (const char *)&sources,
    .decorations = decorations,
    .series = "3a* 3b* 3hd* 3uhd* 4max* 9flex* 9iris* 9irispro* 9irisplus* 9*v 9*t",
    .words = words,
    .fields = gocc_intel_fields,
    .admit = gocc_intel_admit,
    .place = gocc_intel_place,
    .plain = gocc_intel_plain,
    .brief = gocc_intel_brief,
    .verify = gocc_intel_verify,
    .parse = gocc_intel_parse,
};
