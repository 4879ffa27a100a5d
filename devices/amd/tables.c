/* SPDX-License-Identifier: MIT
 *
 * AMD's devices: the rows stand in the .def files, what the targets of a class have in common
 * here.
 */
#include "amd.h"

#define UNK GPUOCC_UNKNOWN
#define ANY GOCC_ANY_REVISION

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

/* SIMDs of a CU, wave slots of a SIMD, barriers of a CU, source of the lanes. */
#define CU(simds, slots, lanes)                                                                    \
    .partitions_per_core = (simds), .max_waves_per_partition = (slots), .barriers_per_core = 16,   \
    .lanes_per_core = (lanes)
/* Wave sizes, their default. */
#define WAVES(sizes, standard) .wave_sizes = (sizes), .default_wave_size = (standard)
/* VGPRs of a SIMD, how many are handed out at once, both per lane of a wave of `lanes`; VGPRs that
 * a lane can name. A wave64 on RDNA takes the space of two wave32. */
#define VECTORS(lanes, file, unit, named)                                                          \
    .registers_per_partition = (file) * (lanes), .register_unit = (unit) * (lanes),                \
    .max_registers_per_thread = (named)
#define ACCUMULATORS(named, unified)                                                               \
    .max_accumulators_per_thread = (named), .unified_accumulators = (unified)
/* SGPRs of a SIMD, how many are handed out at once, how many a wave can name. */
#define SCALARS(file, unit, named)                                                                 \
    .scalar_registers_per_partition = (file), .scalar_register_unit = (unit),                      \
    .max_scalar_registers_per_wave = (named)
/* RDNA gives every wave 128 SGPRs, whatever it asks for. */
#define SCALARS_FREE SCALARS(0, 1, 106)
/* KiB of a CU, KiB that a group may have, bytes that are handed out at once. */
#define LDS(pool_kib, group_kib, unit)                                                             \
    .shared_pool_bytes = (pool_kib)*GOCC_KIB, .max_shared_bytes_per_group = (group_kib)*GOCC_KIB,  \
    .default_shared_bytes_per_group = (group_kib)*GOCC_KIB, .shared_unit_bytes = (unit)

#define GCN(slots)    CU(4, slots, 64), WAVES(64, 64)
#define RDNA(slots)   CU(2, slots, 64), WAVES(32 + 64, 32), SCALARS_FREE, .cus_per_wgp = 2
#define CLASS_GCN1    GCN(10), VECTORS(64, 256, 4, 256), SCALARS(512, 8, 104), LDS(64, 32, 256)
#define CLASS_GCN2    GCN(10), VECTORS(64, 256, 4, 256), SCALARS(512, 8, 104), LDS(64, 64, 512)
#define CLASS_GCN3    GCN(10), VECTORS(64, 256, 4, 256), SCALARS(800, 16, 102), LDS(64, 64, 512)
#define CLASS_GCN3_96 CLASS_GCN3, .fixed_scalar_registers_per_wave = 96
#define CLASS_GCN4    GCN(8), VECTORS(64, 256, 4, 256), SCALARS(800, 16, 102), LDS(64, 64, 512)
#define CLASS_GCN5    CLASS_GCN3
#define CLASS_CDNA1   CLASS_GCN3, ACCUMULATORS(256, 0)
#define CDNA2(pool_kib, unit)                                                                      \
    GCN(8), VECTORS(64, 512, 8, 512), ACCUMULATORS(256, 1), SCALARS(800, 16, 102),                 \
        LDS(pool_kib, pool_kib, unit)
#define CLASS_CDNA2 CDNA2(64, 512)
#define CLASS_CDNA4 CDNA2(160, 1280)
#define CLASS_RDNA1 RDNA(20), VECTORS(32, 1024, 8, 256), LDS(64, 64, 512)
#define CLASS_RDNA2 RDNA(16), VECTORS(32, 1024, 16, 256), LDS(64, 64, 1024)
#define CLASS_RDNA3 RDNA(16), VECTORS(32, 1536, 24, 256), LDS(64, 64, 1024)
#define CLASS_RDNA4 CLASS_RDNA3, .dynamic_vgpr = 1
#define CLASS_GFX125X                                                                              \
    CU(4, 16, UNK), WAVES(32, 32), VECTORS(32, 1024, 16, 1024), SCALARS_FREE, LDS(320, 320, 2048), \
        .dynamic_vgpr = 1

/* Row numbers of the targets; the models without a target follow. */
enum {
#define TARGET(id, ...) M_##id,
#define CONSOLE(id, ...)
#include "models.def"
#undef TARGET
#undef CONSOLE
    TARGET_COUNT,
    BEFORE_CONSOLES = TARGET_COUNT - 1,
#define TARGET(id, ...)
#define CONSOLE(id, ...) M_##id,
#include "models.def"
#undef TARGET
#undef CONSOLE
    MODEL_COUNT
};

#define COMMON(gfx) .generation = (gfx), .max_threads_per_group = 1024, .lists = 0

static const struct gocc_lists lists[] = {GOCC_NO_LISTS};

static const struct gocc_model models[MODEL_COUNT] = {
#define TARGET(id, name, family, class, gfx, source_, slots, registers, lds, barriers, lanes,      \
               notes_)                                                                             \
    [M_##id] = {COMMON(gfx), CLASS_##class,                                                        \
                .cite = {[GOCC_ASPECT_WAVES] = {source_, GOCC_##slots},                            \
                         [GOCC_ASPECT_REGISTERS] = {source_, GOCC_##registers},                    \
                         [GOCC_ASPECT_SCALARS] = {source_, GOCC_##registers},                      \
                         [GOCC_ASPECT_SHARED] = {source_, GOCC_##lds},                             \
                         [GOCC_ASPECT_SHARED_UNIT] = {source_, GOCC_##lds},                        \
                         [GOCC_ASPECT_BARRIERS] = {S_BARRIERS, GOCC_##barriers},                   \
                         [GOCC_ASPECT_OTHER] = {lanes, GOCC_B}},                                   \
                .notes = (notes_), .plain = 1},
#define CONSOLE(id, class, gfx)                                                                    \
    [M_##id] = {COMMON(gfx), CLASS_##class,                                                        \
                .cite = {[GOCC_ASPECT_WAVES] = {S_CONSOLE, GOCC_D},                                \
                         [GOCC_ASPECT_REGISTERS] = {S_CONSOLE, GOCC_D},                            \
                         [GOCC_ASPECT_SCALARS] = {S_CONSOLE, GOCC_D},                              \
                         [GOCC_ASPECT_SHARED] = {S_CONSOLE, GOCC_D},                               \
                         [GOCC_ASPECT_SHARED_UNIT] = {S_CONSOLE, GOCC_D},                          \
                         [GOCC_ASPECT_BARRIERS] = {S_CONSOLE, GOCC_D},                             \
                         [GOCC_ASPECT_OTHER] = {S_CONSOLE, GOCC_D}},                               \
                .notes = 1u << GPUOCC_NOTE_ASSUMED, .plain = 1},
#include "models.def"
#undef TARGET
#undef CONSOLE
};

enum {
#define PRODUCT(id, ...) P_##id,
#include "products.def"
#undef PRODUCT
    PRODUCT_COUNT
};

/* Names of targets, their families, products and aliases. */
static const struct texts {
#define TARGET(id, name, family, ...) char target_##id[sizeof name], kin_##id[sizeof family];
#define CONSOLE(id, ...)
#include "models.def"
#undef TARGET
#undef CONSOLE
#define PRODUCT(id, target, model, name, ...) char product_##id[sizeof name];
#define ALIAS(name, kind, row)                char GOCC_ALIAS_MEMBER(__LINE__)[sizeof name];
#define ALSO(kind, row)
#include "products.def"
#include "aliases.def"
#undef PRODUCT
#undef ALIAS
} texts = {
#define TARGET(id, name, family, ...) name, family,
#define CONSOLE(id, ...)
#include "models.def"
#undef TARGET
#undef CONSOLE
#define PRODUCT(id, target, model, name, ...) name,
#define ALIAS(name, kind, row)                name,
#include "products.def"
#include "aliases.def"
#undef PRODUCT
#undef ALIAS
#undef ALSO
};

static const struct gocc_target targets[TARGET_COUNT] = {
#define TARGET(id, name_, family_, ...)                                                            \
    {.head = {GOCC_TARGET, GPUOCC_VENDOR_AMD, M_##id},                                             \
     .model = M_##id,                                                                              \
     .name = offsetof(struct texts, target_##id),                                                  \
     .family = offsetof(struct texts, kin_##id)},
#define CONSOLE(id, ...)
#include "models.def"
#undef TARGET
#undef CONSOLE
};

static const struct gocc_product products[PRODUCT_COUNT] = {
#define PRODUCT(id, target_, model_, name_, cus, mhz, mb_per_s, l2, last_level, source_, cores,    \
                clocks, caches)                                                                    \
    {.head = {GOCC_PRODUCT, GPUOCC_VENDOR_AMD, P_##id},                                            \
     .target = M_##target_,                                                                        \
     .model = (model_),                                                                            \
     .name = offsetof(struct texts, product_##id),                                                 \
     .figures = {                                                                                  \
         .core_count = (cus),                                                                      \
         .min_core_count = (cus),                                                                  \
         .clock_mhz = (mhz),                                                                       \
         .memory_mb_per_s = (mb_per_s),                                                            \
         .l2_kib = (l2),                                                                           \
         .last_level_kib = (last_level),                                                           \
         .cite = {{source_, GOCC_##cores}, {source_, GOCC_##clocks}, {source_, GOCC_##caches}}}},
#include "products.def"
#undef PRODUCT
};

#define ROW_TARGET(id)  GOCC_ROW(GOCC_ROW_TARGET, M_##id)
#define ROW_PRODUCT(id) GOCC_ROW(GOCC_ROW_PRODUCT, P_##id)
#define ROW_BOARD(id)   GOCC_ROW(GOCC_ROW_BOARD, M_##id)
#define ROW_NONE(id)    GOCC_ROW(GOCC_ROW_NONE, 0)

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
#define PCI(id, revision, kind, device) {id, revision, ROW_##kind(device)},
#include "pci.def"
#undef PCI
};

static const char words[GPUOCC_LIMIT_COUNT][24] = {
    "wave slots", "work-group slots", "VGPRs", "SGPRs", "LDS", "barriers", "", "work-group size"};

/* Numbers of the latency model. */
static const struct gocc_constant constants[] = {
#define SPREAD(first, last, what, resource, low, value, high, source_, mark)                       \
    GOCC_SPREAD(first, last, GPUOCC_CONSTANT_##what + GPUOCC_RESOURCE_##resource, low, value,      \
                high, source_, GOCC_##mark),
#define BOARD(product, gb_per_s, source_) GOCC_BOARD(P_##product, gb_per_s, source_),
#include "latency.def"
#undef SPREAD
#undef BOARD
};

static const char decorations[][12] = {"amd", "ati", "radeon", "instinct", "graphics",
                                       "gpu", "oam", "radv",   ""};

const struct gocc_rules gocc_amd = {
    .name = "amd",
    .vendor = GPUOCC_VENDOR_AMD,
    .conventions = 1u << GPUOCC_CONVENTION_DEFAULT | 1u << GPUOCC_CONVENTION_LLVM |
                   1u << GPUOCC_CONVENTION_HIP | 1u << GPUOCC_CONVENTION_HIP_LDS_POOL |
                   1u << GPUOCC_CONVENTION_HIP_2024_10,
    .pci_vendor = 0x1002,
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
    .variants = "\002vf\002hf\005mxgpu",
    .series = "4rx* 4hd* 3r9* 3r7* 9pro* 9gfx* 9*m 9*s",
    .words = words,
    .fields = gocc_amd_fields,
    .admit = gocc_amd_admit,
    .place = gocc_amd_place,
    .plain = gocc_amd_plain,
    .brief = gocc_amd_brief,
    .choice = gocc_amd_choice,
    .largest = gocc_amd_largest,
    .verify = gocc_amd_verify,
    .parse = gocc_amd_parse,
};
