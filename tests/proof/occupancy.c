/* SPDX-License-Identifier: MIT
 *
 * For Frama-C's Eva (scripts/prove, which writes cases.h): the occupancy call of one vendor in one
 * convention on every device that lib/device/verify.c accepts, built in or the caller's own, with
 * every kernel. Eva has to find that nothing overflows, divides by zero, reads what was not written
 * or leaves an object.
 */
#include <__fc_builtin.h>

#include "cases.h"
#include "gpuocc/gpuocc.h"
#include "device/rules.h"
#include "device/table.h"
/* For its table of bounds. */
#include "../../lib/device/verify.c"
#include "occupancy/occupancy.h"
#include "registry.h"

#define ANY(low, high) Frama_C_unsigned_int_interval(low, high)
#define LARGEST        0xffffffffu

static uint64_t room[sizeof(gpuocc_occupancy) / 8];
static struct gocc_own own;
static gpuocc_kernel kernel;
static gpuocc_error error;
static struct {
    struct gocc_model model;
    struct gocc_lists lists;
    struct gocc_target targets[2];
    struct gocc_product product;
    struct gocc_gpcs gpcs[2];
    char texts[2];
} tables = {.targets = {{{GOCC_TARGET, PROVEN}, .name = 0, .family = 0},
                        {{GOCC_TARGET, PROVEN}, .name = 0, .family = 0}},
            .product = {{GOCC_PRODUCT, PROVEN}},
            .texts = "n"};
static struct gocc_rules rules;

/* The vendor that is analysed takes the place of all. */
#define VENDOR(constant, folder) &rules,
const struct gocc_rules *const gocc_vendors[GPUOCC_VENDOR_COUNT] = {
    &rules,
#include "vendors.def"
};
#undef VENDOR

static void any_list(uint16_t *list, uint32_t length)
{
    uint32_t i;

    for (i = 0; i < length; i++)
        list[i] = (uint16_t)ANY(0, GOCC_LIST_END);
}

static void any_lists(struct gocc_lists *l)
{
    any_list(l->shared_pool_sizes_kib, GOCC_POOL_SIZES);
    any_list(l->shared_group_sizes_kib, GOCC_GROUP_SIZES);
    any_list(l->grf_counts, GOCC_GRF_COUNTS);
    any_list(l->waves_at_grf_count, GOCC_GRF_COUNTS);
}

/* The ends between which the vendor's own verifier lets a field through. */
static uint32_t most_of(uint32_t i)
{
    const uint32_t field = bounds[i].field;

    if (bounds[i].need == KNOWN || field == GPUOCC_DEVICE_PARTITIONS_PER_CORE ||
        field == GPUOCC_DEVICE_MAX_THREADS_PER_GROUP ||
        field == GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD ||
        field == GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP)
        return bounds[i].max;
    if (field == GPUOCC_DEVICE_LANES_PER_CORE || PROVEN == GPUOCC_VENDOR_INTEL ||
        PROVEN == GPUOCC_VENDOR_APPLE)
        return GPUOCC_UNKNOWN;
    return bounds[i].max;
}

static uint32_t least_of(uint32_t i)
{
    return bounds[i].min;
}

/* Bounds of numbers of a part of the devices; wave_sizes has those of the default, too. */
struct models {
    const uint32_t *generation, *cus, *wave_sizes;
};

static void any_model(struct gocc_model *m, const struct models *models)
{
    uint32_t i, word;

    for (i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        word = ANY(least_of(i), most_of(i));
        memcpy((char *)m + gocc_field_of(bounds[i].field)->offset, &word, sizeof word);
    }
    m->wave_sizes = ANY(models->wave_sizes[0], models->wave_sizes[1]);
    m->default_wave_size = ANY(models->wave_sizes[2], models->wave_sizes[3]);
    m->cus_per_wgp = ANY(models->cus[0], models->cus[1]);
    m->lists = 0;
    m->notes = (uint16_t)ANY(0, 0xffff);
}

static void any_figures(struct gocc_figures *f)
{
    f->core_count = ANY(0, LARGEST);
    f->min_core_count = ANY(0, LARGEST);
    f->clock_mhz = ANY(0, LARGEST);
    f->memory_mb_per_s = ANY(0, LARGEST);
    f->l2_kib = ANY(0, LARGEST);
    f->last_level_kib = ANY(0, LARGEST);
}

/* A device of each kind with this model. */
static void any_devices(const struct models *models)
{
    any_model(&tables.model, models);
    any_lists(&tables.lists);
    own.model = tables.model;
    own.lists = tables.lists;
    own.head.kind = GOCC_OWN;
    own.head.vendor = PROVEN;
    own.name[0] = 'o';
    own.architecture[0] = 'o';
    own.given[GPUOCC_DEVICE_SHARED_POOL_BYTES] = (uint8_t)ANY(0, 1);
    any_figures(&own.figures);
    tables.product.core_count = (uint16_t)ANY(0, 0xffff);
    tables.product.min_core_count = (uint16_t)ANY(0, 0xffff);
    tables.product.clock_mhz = (uint16_t)ANY(0, 0xffff);
    tables.product.memory_mb_per_s = ANY(0, LARGEST);
    tables.product.l2_kib = ANY(0, LARGEST);
    tables.product.last_level_kib = ANY(0, LARGEST);
    own.head.generation = tables.product.head.generation = tables.targets[0].head.generation =
        (uint16_t)ANY(models->generation[0], models->generation[1]);
    any_list(own.cores_per_gpc, GOCC_GPCS);
    any_list(tables.gpcs[1].cores, GOCC_GPCS);
    tables.gpcs[0].product = (uint16_t)ANY(0, 1);
    tables.gpcs[1].product = (uint16_t)ANY(0, 1);
    tables.product.variant = (uint16_t)ANY(0, 1);
    rules = *RULES;
    rules.models = &tables.model;
    rules.lists = &tables.lists;
    rules.targets = tables.targets;
    rules.products = &tables.product;
    rules.texts = tables.texts;
    rules.gpcs = tables.gpcs;
    rules.gpcs_count = 2;
}

/* One part of the kernels: ends of the threads of a group, the wave size and the field SPLIT. */
struct part {
    const uint32_t *threads, *wave, *split;
};

/* What gpuocc_occupancy_init makes: the short answer to a kernel, all of it, or a range. */
enum answer { SHORT, WHOLE, RANGE };

/* Whether it makes this one. */
static int begin(const gpuocc_device *device, const struct part *part, enum answer answer)
{
    struct gpuocc_occupancy *made = (struct gpuocc_occupancy *)(void *)room;
    uint32_t i;

    for (i = 1; i < GPUOCC_KERNEL_FIELD_COUNT; i++)
        ((uint32_t *)&kernel)[i] = ANY(0, MOST);
    ((uint32_t *)&kernel)[SPLIT] = ANY(part->split[0], part->split[1]);
    kernel.size = sizeof kernel;
    kernel.threads_per_group = ANY(part->threads[0], part->threads[1]);
    kernel.wave_size = ANY(part->wave[0], part->wave[1]);
    error.size = sizeof error;
    if (gpuocc_occupancy_init(made, device, CONVENTION, &kernel, &error) != GPUOCC_OK)
        return 0;
    if (made->whole != (answer != SHORT))
        return 0;
    if (answer != SHORT && (made->question.range != 0) != (answer == RANGE))
        return 0;
    return 1;
}

static void get_all(const gpuocc_occupancy *occupancy)
{
    uint64_t low, high;
    uint32_t i;

    for (i = 0; i < GPUOCC_RESULT_UNUSED; i++)
        (void)gpuocc_occupancy_get(occupancy, i, ANY(0, LARGEST), &low, &high);
}

static void ask(const gpuocc_device *device, const struct part *part, enum answer answer)
{
    tables.model.plain = own.model.plain = answer == SHORT && rules.hooks->plain != NULL;
    if (!begin(device, part, answer))
        return;
    /*@ slevel merge; */
    get_all((const gpuocc_occupancy *)(const void *)room);
}

/* Eva keeps no relation between two numbers: what depends on one is asked in parts, which together
 * are all there is. */
static const uint32_t generations[][2] = GENERATIONS, built_in[][2] = BUILT_IN, cus[][2] = CUS,
                      wave_sizes[][4] = WAVE_SIZES, waves[][2] = WAVES, splits[][2] = SPLITS,
                      threads[][2] = THREADS;

static void ask_all(const gpuocc_device *device)
{
    struct part part;
    uint32_t i, j, k;

    for (i = 0; i < sizeof threads / sizeof threads[0]; i++)
        for (j = 0; j < sizeof waves / sizeof waves[0]; j++)
            for (k = 0; k < sizeof splits / sizeof splits[0]; k++) {
                part.threads = threads[i];
                part.wave = waves[j];
                part.split = splits[k];
                if (MOST == GPUOCC_UNKNOWN) {
                    ask(device, &part, RANGE);
                    continue;
                }
                ask(device, &part, SHORT);
                ask(device, &part, WHOLE);
            }
}

/* Calls `ask_part` for each part of the devices of these generations. */
static void ask_parts(const uint32_t generation[2], void (*ask_part)(void))
{
    struct models models = {generation, NULL, NULL};
    uint32_t i, j;

    for (i = 0; i < sizeof cus / sizeof cus[0]; i++)
        for (j = 0; j < sizeof wave_sizes / sizeof wave_sizes[0]; j++) {
            models.cus = cus[i];
            models.wave_sizes = wave_sizes[j];
            any_devices(&models);
            ask_part();
        }
}

static void ask_built_in(void)
{
    ask_all(&tables.targets[0].head);
    ask_all(&tables.product.head);
}

static void ask_own(void)
{
    ask_all(&own.head);
}

int main(void)
{
    uint32_t i;

    for (i = 0; i < sizeof built_in / sizeof built_in[0]; i++)
        ask_parts(built_in[i], ask_built_in);
    for (i = 0; i < sizeof generations / sizeof generations[0]; i++)
        ask_parts(generations[i], ask_own);
    return 0;
}
