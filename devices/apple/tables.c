/* SPDX-License-Identifier: MIT
 *
 * Apple's devices: the rows stand in the .def files.
 */
#include "apple.h"

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

static const struct gocc_lists lists[] = {GOCC_NO_LISTS};

static const struct gocc_model models[M_COUNT] = {
#define MODEL(id, family, partitions, slots, registers, unit, lanes, slots_source, slots_mark,     \
              registers_source, registers_mark, memory_source, memory_mark, unit_source,           \
              unit_mark, lanes_source, lanes_mark, note)                                           \
    {                                                                                              \
        .generation = (family),                                                                    \
        .wave_sizes = 32,                                                                          \
        .default_wave_size = 32,                                                                   \
        .max_threads_per_group = 1024,                                                             \
        .max_groups_per_core = UNK,                                                                \
        .partitions_per_core = (partitions),                                                       \
        .max_waves_per_partition = (slots),                                                        \
        .registers_per_partition = (registers),                                                    \
        .register_unit = (unit),                                                                   \
        .max_registers_per_thread = 256,                                                           \
        .scalar_register_unit = 1,                                                                 \
        .shared_pool_bytes = 32 * GOCC_KIB,                                                        \
        .max_shared_bytes_per_group = 32 * GOCC_KIB,                                               \
        .default_shared_bytes_per_group = 32 * GOCC_KIB,                                           \
        .shared_unit_bytes = 256,                                                                  \
        .barriers_per_core = UNK,                                                                  \
        .lanes_per_core = (lanes),                                                                 \
        .cite = {[GOCC_ASPECT_WAVES] = {slots_source, GOCC_##slots_mark},                          \
                 [GOCC_ASPECT_REGISTERS] = {registers_source, GOCC_##registers_mark},              \
                 [GOCC_ASPECT_SCALARS] = {S_UNIFORMS, GOCC_C},                                     \
                 [GOCC_ASPECT_SHARED] = {memory_source, GOCC_##memory_mark},                       \
                 [GOCC_ASPECT_SHARED_UNIT] = {unit_source, GOCC_##unit_mark},                      \
                 [GOCC_ASPECT_BARRIERS] = {S_BARRIERS, GOCC_D},                                    \
                 [GOCC_ASPECT_OTHER] = {lanes_source, GOCC_##lanes_mark}},                         \
        .notes = 1u << GPUOCC_NOTE_##note,                                                         \
        .plain = (family) >= 7,                                                                    \
    },
#include "models.def"
#undef MODEL
};

enum {
#define TARGET(family) T_##family,
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
#define TARGET(number)                                                                             \
    char target_##number[sizeof "apple" #number], kin_##number[sizeof "Apple" #number];
#include "targets.def"
#undef TARGET
#define PRODUCT(id, family, model, name, ...) char product_##id[sizeof name];
#define ALIAS(name, kind, row)                char GOCC_ALIAS_MEMBER(__LINE__)[sizeof name];
#define ALSO(kind, row)
#include "products.def"
#include "aliases.def"
#undef PRODUCT
#undef ALIAS
} texts = {
#define TARGET(number) "apple" #number, "Apple" #number,
#include "targets.def"
#undef TARGET
#define PRODUCT(id, family, model, name, ...) name,
#define ALIAS(name, kind, row)                name,
#include "products.def"
#include "aliases.def"
#undef PRODUCT
#undef ALIAS
#undef ALSO
};

static const struct gocc_target targets[T_COUNT] = {
#define TARGET(family_)                                                                            \
    {.head = {GOCC_TARGET, GPUOCC_VENDOR_APPLE, T_##family_},                                      \
     .model = M_APPLE##family_,                                                                    \
     .name = offsetof(struct texts, target_##family_),                                             \
     .family = offsetof(struct texts, kin_##family_)},
#include "targets.def"
#undef TARGET
};

static const struct gocc_product products[P_COUNT] = {
#define PRODUCT(id, family, model_, name_, cores_min, cores, mhz, mb_per_s, slc, cores_source,     \
                cores_mark, clocks_source, clocks_mark, caches_source, caches_mark)                \
    {.head = {GOCC_PRODUCT, GPUOCC_VENDOR_APPLE, P_##id},                                          \
     .target = T_##family,                                                                         \
     .model = 1 + M_##model_,                                                                      \
     .name = offsetof(struct texts, product_##id),                                                 \
     .figures = {.core_count = (cores),                                                            \
                 .min_core_count = (cores_min),                                                    \
                 .clock_mhz = (mhz),                                                               \
                 .memory_mb_per_s = (mb_per_s),                                                    \
                 .l2_kib = UNK,                                                                    \
                 .last_level_kib = (slc),                                                          \
                 .cite = {{cores_source, GOCC_##cores_mark},                                       \
                          {clocks_source, GOCC_##clocks_mark},                                     \
                          {caches_source, GOCC_##caches_mark}}}},
#include "products.def"
#undef PRODUCT
};

/* What a name stands for. */
#define ROW_T(family) GOCC_ROW(GOCC_ROW_TARGET, T_##family)
#define ROW_P(id)     GOCC_ROW(GOCC_ROW_PRODUCT, P_##id)

static const struct gocc_alias aliases[] = {
#define ALIAS(name, kind, row)                                                                     \
    {offsetof(struct texts, GOCC_ALIAS_MEMBER(__LINE__)), ROW_##kind(row)},
#define ALSO(kind, row) {GOCC_SAME_NAME, ROW_##kind(row)},
#include "aliases.def"
#undef ALIAS
#undef ALSO
};

#include "names.def"

static const char words[GPUOCC_LIMIT_COUNT][24] = {
    "SIMD-groups",    "threadgroups", "registers", "", "threadgroup memory", "", "",
    "maxTotalThreads"};

/* Numbers of the latency model. */
static const struct gocc_constant constants[] = {
#define SPREAD(first, last, what, resource, low, value, high, source_, mark)                       \
    GOCC_SPREAD(first, last, GPUOCC_CONSTANT_##what + GPUOCC_RESOURCE_##resource, low, value,      \
                high, source_, GOCC_##mark),
#include "latency.def"
#undef SPREAD
};

static const char decorations[][12] = {"apple", "applegpu", "gpu", ""};

const struct gocc_rules gocc_apple = {
    .name = "apple",
    .vendor = GPUOCC_VENDOR_APPLE,
    .conventions = 1u << GPUOCC_CONVENTION_DEFAULT | 1u << GPUOCC_CONVENTION_RF208 |
                   1u << GPUOCC_CONVENTION_RF384,
    .models = models,
    .lists = lists,
    .targets = targets,
    .products = products,
    .aliases = aliases,
    .texts = (const char *)&texts,
    .names = names,
    .target_count = GOCC_COUNT(targets),
    .product_count = GOCC_COUNT(products),
    .alias_count = GOCC_COUNT(aliases),
    .constants = constants,
    .constant_count = GOCC_COUNT(constants),
    .sources = (const char *)&sources,
    .decorations = decorations,
    .words = words,
    .fields = gocc_apple_fields,
    .admit = gocc_apple_admit,
    .place = gocc_apple_place,
    .plain = gocc_apple_plain,
    .brief = gocc_apple_brief,
    .narrow = gocc_apple_narrow,
    .verify = gocc_apple_verify,
};
