/* SPDX-License-Identifier: MIT
 *
 * NVIDIA's devices: the rows stand in the .def files.
 */
#include "nvidia.h"

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

/* Row numbers of the compute capabilities. */
enum {
#define CC(number, ...) CC_##number,
#include "models.def"
#undef CC
    CC_COUNT
};

#define LIST(...)                                                                                  \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define END     GOCC_END
#define NOTES_A 0
#define NOTES_B 0
#define NOTES_C 0
#define NOTES_D (1u << GPUOCC_NOTE_UNVERIFIED)

/* The sizes in KiB that the shared memory of an SM can be set to. */
enum { TO_48, TO_112, ONLY_64, ONLY_96, TO_96, TO_64, TO_164, TO_100, TO_228, LIST_COUNT };

static const struct gocc_lists lists[LIST_COUNT] = {
    [TO_48] = {LIST(16, 32, 48, END), GOCC_EMPTY, GOCC_EMPTY, GOCC_EMPTY},
    [TO_112] = {LIST(80, 96, 112, END), GOCC_EMPTY, GOCC_EMPTY, GOCC_EMPTY},
    [ONLY_64] = {LIST(64, END), GOCC_EMPTY, GOCC_EMPTY, GOCC_EMPTY},
    [ONLY_96] = {LIST(96, END), GOCC_EMPTY, GOCC_EMPTY, GOCC_EMPTY},
    [TO_96] = {LIST(0, 8, 16, 32, 64, 96, END), GOCC_EMPTY, GOCC_EMPTY, GOCC_EMPTY},
    [TO_64] = {LIST(32, 64, END), GOCC_EMPTY, GOCC_EMPTY, GOCC_EMPTY},
    [TO_164] = {LIST(0, 8, 16, 32, 64, 100, 132, 164, END), GOCC_EMPTY, GOCC_EMPTY, GOCC_EMPTY},
    [TO_100] = {LIST(0, 8, 16, 32, 64, 100, END), GOCC_EMPTY, GOCC_EMPTY, GOCC_EMPTY},
    [TO_228] = {LIST(0, 8, 16, 32, 64, 100, 132, 164, 196, 228, END), GOCC_EMPTY, GOCC_EMPTY,
                GOCC_EMPTY},
};

static const struct gocc_model models[CC_COUNT] = {
#define CC(number, family, slots, blocks, partitions, sm_registers, block_registers, most, sm_kib, \
           block_kib, reserved, unit, barriers, virtuals, cluster, asked, lanes, source_, mark,    \
           sizes)                                                                                  \
    {                                                                                              \
        .generation = (number),                                                                    \
        .wave_sizes = 32,                                                                          \
        .default_wave_size = 32,                                                                   \
        .max_threads_per_group = 1024,                                                             \
        .max_groups_per_core = (blocks),                                                           \
        .partitions_per_core = (partitions),                                                       \
        .max_waves_per_partition = (slots),                                                        \
        .registers_per_partition = (sm_registers) / (partitions),                                  \
        .register_unit = 256,                                                                      \
        .max_registers_per_thread = (most),                                                        \
        .max_registers_per_group = (block_registers),                                              \
        .scalar_register_unit = 1,                                                                 \
        .shared_pool_bytes = (sm_kib)*GOCC_KIB,                                                    \
        .max_shared_bytes_per_group = (block_kib)*GOCC_KIB,                                        \
        .default_shared_bytes_per_group = 48 * GOCC_KIB,                                           \
        .shared_unit_bytes = (unit),                                                               \
        .shared_reserved_bytes = (reserved),                                                       \
        .barriers_per_core = (barriers),                                                           \
        .virtual_resources_per_core = (virtuals),                                                  \
        .max_groups_per_cluster = (cluster),                                                       \
        .max_groups_per_cluster_on_request = (asked),                                              \
        .max_clustered_groups_per_core = (cluster),                                                \
        .lanes_per_core = (lanes),                                                                 \
        .lists = (sizes),                                                                          \
        .cite = {[GOCC_ASPECT_WAVES] = {source_, GOCC_##mark},                                     \
                 [GOCC_ASPECT_REGISTERS] = {source_, GOCC_##mark},                                 \
                 [GOCC_ASPECT_SCALARS] = {S_HEADER, GOCC_A},                                       \
                 [GOCC_ASPECT_SHARED] = {source_, GOCC_##mark},                                    \
                 [GOCC_ASPECT_SHARED_UNIT] = {S_HEADER, GOCC_A},                                   \
                 [GOCC_ASPECT_BARRIERS] = {S_HEADER, GOCC_A},                                      \
                 [GOCC_ASPECT_OTHER] = {source_, GOCC_##mark}},                                    \
        .notes = NOTES_##mark,                                                                     \
        .plain = 1,                                                                                \
    },
#include "models.def"
#undef CC
};

enum {
#define PRODUCT(id, ...) P_##id,
#include "products.def"
#undef PRODUCT
    P_COUNT
};

/* Names of targets, their families, products and aliases. */
static const struct texts {
#define CC(number, family, ...)                                                                    \
    char target_##number[sizeof "sm_" #number], kin_##number[sizeof family];
#include "models.def"
#undef CC
#define PRODUCT(id, cc, name, ...) char product_##id[sizeof name];
#define ALIAS(name, kind, row)     char GOCC_ALIAS_MEMBER(__LINE__)[sizeof name];
#define ALSO(kind, row)
#include "products.def"
#include "aliases.def"
#undef PRODUCT
#undef ALIAS
} texts = {
#define CC(number, family, ...) "sm_" #number, family,
#include "models.def"
#undef CC
#define PRODUCT(id, cc, name, ...) name,
#define ALIAS(name, kind, row)     name,
#include "products.def"
#include "aliases.def"
#undef PRODUCT
#undef ALIAS
#undef ALSO
};

static const struct gocc_target targets[CC_COUNT] = {
#define CC(number, family_, ...)                                                                   \
    {.head = {GOCC_TARGET, GPUOCC_VENDOR_NVIDIA, CC_##number},                                     \
     .model = CC_##number,                                                                         \
     .name = offsetof(struct texts, target_##number),                                              \
     .family = offsetof(struct texts, kin_##number)},
#include "models.def"
#undef CC
};

static const struct gocc_product products[P_COUNT] = {
#define PRODUCT(id, cc, name_, sms, mhz, mb_per_s, l2, source_, mark)                              \
    {.head = {GOCC_PRODUCT, GPUOCC_VENDOR_NVIDIA, P_##id},                                         \
     .target = CC_##cc,                                                                            \
     .name = offsetof(struct texts, product_##id),                                                 \
     .figures = {                                                                                  \
         .core_count = (sms),                                                                      \
         .min_core_count = (sms),                                                                  \
         .clock_mhz = (mhz),                                                                       \
         .memory_mb_per_s = (mb_per_s),                                                            \
         .l2_kib = (l2),                                                                           \
         .last_level_kib = 0,                                                                      \
         .cite = {{source_, GOCC_##mark}, {source_, GOCC_##mark}, {source_, GOCC_##mark}}}},
#include "products.def"
#undef PRODUCT
};

/* What a name or id stands for: a compute capability, a board of products.def, another board of
 * that compute capability. */
#define ROW_TARGET(cc)  GOCC_ROW(GOCC_ROW_TARGET, CC_##cc)
#define ROW_PRODUCT(id) GOCC_ROW(GOCC_ROW_PRODUCT, P_##id)
#define ROW_BOARD(cc)   GOCC_ROW(GOCC_ROW_BOARD, CC_##cc)

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
#define PCI(id_, product) {id_, GOCC_ANY_REVISION, ROW_PRODUCT(product)},
#define CHIP(id_, cc)     {id_, GOCC_ANY_REVISION, ROW_TARGET(cc)},
#include "pci.def"
#undef PCI
#undef CHIP
};

static const struct gocc_chips chips[] = {
#define CHIPS(first_, cc, bits) {first_, ROW_TARGET(cc), bits},
#include "chips.def"
#undef CHIPS
};

static const char words[GPUOCC_LIMIT_COUNT][24] = {
    "warps",         "blocks",   "registers",         "uniform registers",
    "shared memory", "barriers", "virtual resources", "launch bounds"};

/* The only list that reproduces ten published counts of clusters of a B200, and was fitted to
 * them: assumed. Of other products none is known. */
static const struct gocc_gpcs gpcs[] = {
    {P_B200, {S_GPC_B200, GOCC_D}, {20, 20, 20, 18, 18, 18, 18, 10, 2, 2, 2, GOCC_END}},
};

/* Numbers of the latency model. */
static const struct gocc_constant constants[] = {
#define SPREAD(first, last, what, resource, low, value, high, source_, mark)                       \
    GOCC_SPREAD(first, last, GPUOCC_CONSTANT_##what + GPUOCC_RESOURCE_##resource, low, value,      \
                high, source_, GOCC_##mark),
#define TUNED(first, last, bytes)                                                                  \
    GOCC_SPREAD(first, last, GPUOCC_CONSTANT_TUNED_BYTES_IN_FLIGHT, bytes, bytes, bytes, S_L_CUB,  \
                GOCC_A),
#define TURNAROUND(first, last, low, value, high, source_)                                         \
    GOCC_SPREAD(first, last, GPUOCC_CONSTANT_TURNAROUND_CYCLES, low, value, high, source_, GOCC_C),
#define BOARD(product, gb_per_s, source_) GOCC_BOARD(P_##product, gb_per_s, source_),
#include "latency.def"
#undef SPREAD
#undef TUNED
#undef TURNAROUND
#undef BOARD
};

static const char decorations[][12] = {"nvidia", "corporation", "geforce", "tesla",
                                       "gpu",    "nvk",         ""};

const struct gocc_rules gocc_nvidia = {
    .name = "nvidia",
    .vendor = GPUOCC_VENDOR_NVIDIA,
    .conventions = 1u << GPUOCC_CONVENTION_DEFAULT | 1u << GPUOCC_CONVENTION_HEADER,
    .pci_vendor = 0x10de,
    .models = models,
    .lists = lists,
    .targets = targets,
    .products = products,
    .aliases = aliases,
    .texts = (const char *)&texts,
    .alias_count = GOCC_COUNT(aliases),
    .names = names,
    .pci = pci,
    .chips = chips,
    .chips_count = GOCC_COUNT(chips),
    .gpcs = gpcs,
    .gpcs_count = GOCC_COUNT(gpcs),
    .target_count = GOCC_COUNT(targets),
    .product_count = GOCC_COUNT(products),
    .pci_count = GOCC_COUNT(pci),
    .constants = constants,
    .constant_count = GOCC_COUNT(constants),
    .sources = (const char *)&sources,
    .decorations = decorations,
    .variants = "\011laptopgpu\006laptop\006mobile\010notebook"
                "\016withmaxqdesign\010withmaxq\012maxqdesign\004maxq\004mig*",
    .series = "3gtx* 3rtx* 3gt*",
    .words = words,
    .fields = gocc_nvidia_fields,
    .admit = gocc_nvidia_admit,
    .place = gocc_nvidia_place,
    .plain = gocc_nvidia_plain,
    .brief = gocc_nvidia_brief,
    .verify = gocc_nvidia_verify,
    .parse = gocc_nvidia_parse,
    .profile = gocc_nvidia_profile,
    .ends = gocc_nvidia_ends,
    .most = gocc_nvidia_header_most,
    .tries_largest = 1u << GPUOCC_CONVENTION_HEADER,
};
