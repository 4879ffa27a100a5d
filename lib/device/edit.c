/* SPDX-License-Identifier: MIT
 *
 * Creates and edits custom devices.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/strings.h"
#include "device/device.h"
#include "device/fields.h"
#include "device/rules.h"
#include "device/verify.h"

size_t gpuocc_device_size(void)
{
    return sizeof(struct gocc_own);
}

/* The figures of a device that is not a product: all are unknown. */
static const struct gocc_figures no_figures = {.core_count = GPUOCC_UNKNOWN,
                                               .min_core_count = GPUOCC_UNKNOWN,
                                               .clock_mhz = GPUOCC_UNKNOWN,
                                               .memory_mb_per_s = GPUOCC_UNKNOWN,
                                               .l2_kib = GPUOCC_UNKNOWN,
                                               .last_level_kib = GPUOCC_UNKNOWN};

static void copy_text(char *to, size_t size, const char *from, size_t length)
{
    if (length >= size)
        length = size - 1;
    memset(to, 0, size);
    memcpy(to, from, length);
}

static void no_gpcs(struct gocc_own *own)
{
    memset(own->cores_per_gpc, 0xff, sizeof own->cores_per_gpc);
    own->gpc_cite = GOCC_NO_CITE;
}

/* Copies the sources of a built-in device. */
static void set_cites(struct gocc_own *own, const gpuocc_device *base)
{
    const struct gocc_rules *rules = gocc_rules_of(base->vendor);
    const struct gocc_product *product = (const struct gocc_product *)base;
    uint32_t i;

    for (i = 0; i != GOCC_FIGURE_ASPECTS; i++)
        own->figure_cite[i] =
            base->kind == GOCC_TARGET ? GOCC_NO_CITE : rules->figure_cites[product->cites].cite[i];
    own->cites = rules->cites[base->kind == GOCC_TARGET ? ((const struct gocc_target *)base)->cites
                                                        : rules->targets[product->variant].cites];
}

static void start_empty(struct gocc_own *own)
{
    static const char name[] = "custom device";
    uint32_t i;

    memset(own, 0, sizeof *own);
    own->head.kind = GOCC_EMPTY;
    own->head.vendor = GPUOCC_VENDOR_GENERIC;
    copy_text(own->name, sizeof own->name, name, strlen(name));
    copy_text(own->architecture, sizeof own->architecture, name, strlen(name));
    own->model.wave_sizes = 32;
    own->model.default_wave_size = 32;
    own->model.register_unit = 1;
    own->model.scalar_register_unit = 1;
    own->model.shared_unit_bytes = 1;
    memset(&own->lists, 0xff, sizeof own->lists);
    own->figures = no_figures;
    for (i = 0; i != GOCC_FIGURE_ASPECTS; i++)
        own->figure_cite[i] = GOCC_NO_CITE;
    no_gpcs(own);
}

static void start_from(struct gocc_own *own, const gpuocc_device *base)
{
    const struct gocc_gpcs *gpcs = gocc_gpcs_of(base);

    if (base->kind == GOCC_OWN) {
        memmove(own, base, sizeof *own);
        return;
    }
    memset(own, 0, sizeof *own);
    own->head.kind = GOCC_OWN;
    own->head.vendor = base->vendor;
    own->head.generation = base->generation;
    own->source_vendor = base->vendor;
    /* The names of the tables fit (devices/catalogue.py). */
    memcpy(own->name, gpuocc_device_name(base), strlen(gpuocc_device_name(base)));
    memcpy(own->architecture, gpuocc_device_architecture(base),
           strlen(gpuocc_device_architecture(base)));
    memcpy(own->family, gpuocc_device_family(base), strlen(gpuocc_device_family(base)));
    own->model = *gocc_device_model(base);
    own->lists = *gocc_device_lists(base);
    set_cites(own, base);
    own->figures = no_figures;
    (void)gocc_device_figures(base, &own->figures);
    no_gpcs(own);
    if (gpcs != NULL) {
        memcpy(own->cores_per_gpc, gpcs->cores, sizeof own->cores_per_gpc);
        own->gpc_cite = gpcs->cite;
    }
}

static int32_t set_list(uint16_t *list, const struct gocc_field *f, int first, uint64_t value)
{
    uint32_t length = 0;

    if (first)
        memset(list, 0xff, f->length * sizeof *list);
    while (length < f->length && list[length] != GOCC_LIST_END)
        length++;
    if (length == f->length)
        return GPUOCC_ERROR_TOO_LARGE;
    list[length] = (uint16_t)value;
    return GPUOCC_OK;
}

/* Adapts the wave slots at each GRF count to a new number of slots per partition, unless the caller
 * has set them. */
static void follow_slots(struct gocc_own *own, uint32_t slots)
{
    uint16_t *at = own->lists.waves_at_grf_count;
    const uint16_t before = at[0], most = (uint16_t)slots;
    uint32_t i;

    if (own->given[GPUOCC_DEVICE_WAVES_AT_GRF_COUNT] || slots == GPUOCC_UNKNOWN)
        return;
    for (i = 0; i != GOCC_GRF_COUNTS && at[i] != GOCC_LIST_END; i++)
        at[i] = at[i] == before || at[i] > most ? most : at[i];
}

static int32_t set(struct gocc_own *own, uint32_t field, int first, uint64_t value,
                   gpuocc_error *error)
{
    const struct gocc_field *f = gocc_field_of(field);
    char *base;
    uint32_t word = (uint32_t)value;

    if (f == NULL)
        return gocc_fail_size(error, GPUOCC_ERROR_FIELD, 2, field, GPUOCC_DEVICE_FIELD_COUNT - 1);
    base = f->where == GOCC_FIELD_FIGURE       ? (char *)&own->figures
           : f->where == GOCC_FIELD_GPCS       ? (char *)own->cores_per_gpc
           : f->where == GOCC_FIELD_MODEL_LIST ? (char *)&own->lists
                                               : (char *)&own->model;
    own->given[field] = 1;
    if (f->where == GOCC_FIELD_MODEL_LIST || f->where == GOCC_FIELD_GPCS) {
        if (value >= GOCC_LIST_END)
            return gocc_fail_device(error, GPUOCC_ERROR_TOO_LARGE, field, value, GOCC_LIST_END - 1u,
                                    &own->head);
        if (set_list((uint16_t *)(void *)(base + f->offset), f, first, value) < 0)
            return gocc_fail_device(error, GPUOCC_ERROR_TOO_LARGE, field, f->length + 1u, f->length,
                                    &own->head);
        return GPUOCC_OK;
    }
    if (value > UINT32_MAX)
        return gocc_fail_device(error, GPUOCC_ERROR_TOO_LARGE, field, value, UINT32_MAX,
                                &own->head);
    if (f->where == GOCC_FIELD_HEAD) {
        if (gocc_rules_of(word)->vendor != word)
            return gocc_fail_device(error, GPUOCC_ERROR_VENDOR_MISSING, field, value,
                                    GPUOCC_VENDOR_COUNT - 1, &own->head);
        own->head.vendor = (uint8_t)word;
        return GPUOCC_OK;
    }
    if (f->where == GOCC_FIELD_GENERATION) {
        if (word > UINT16_MAX)
            return gocc_fail_device(error, GPUOCC_ERROR_TOO_LARGE, field, value, UINT16_MAX,
                                    &own->head);
        own->head.generation = (uint16_t)word;
        return GPUOCC_OK;
    }
    memcpy(base + f->offset, &word, sizeof word);
    if (field == GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION)
        follow_slots(own, word);
    if (field == GPUOCC_DEVICE_CORE_COUNT && !own->given[GPUOCC_DEVICE_MIN_CORE_COUNT])
        own->figures.min_core_count = word;
    return GPUOCC_OK;
}

static int first_mention(const uint32_t *fields, size_t i)
{
    size_t j;

    for (j = 0; j != i; j++)
        if (fields[j] == fields[i])
            return 0;
    return 1;
}

/* Forgets the GPCs if the core count has changed and no new GPCs were given. Fails if they have
 * more cores than the device. */
static int32_t check_gpcs(struct gocc_own *own, uint32_t cores_before, int given,
                          gpuocc_error *error)
{
    const uint32_t cores = own->figures.core_count;
    uint32_t i, sum = 0;

    if (!given && cores != cores_before)
        no_gpcs(own);
    for (i = 0; i != GOCC_GPCS && own->cores_per_gpc[i] != GOCC_LIST_END; i++)
        sum += own->cores_per_gpc[i];
    if (sum <= cores) /* always if the core count is unknown */
        return GPUOCC_OK;
    return gocc_fail_device(error, GPUOCC_ERROR_DEVICE_INVALID, GPUOCC_DEVICE_CORES_PER_GPC, sum,
                            cores, &own->head);
}

static int32_t apply(struct gocc_own *own, const uint32_t *fields, const uint64_t *values,
                     size_t count, gpuocc_error *error)
{
    const uint32_t cores = own->figures.core_count;
    const struct gocc_rules *rules;
    struct gocc_wrong wrong;
    uint32_t field;
    size_t i;
    int32_t status, gpcs = 0;

    for (i = 0; i != count; i++) {
        status = set(own, fields[i], first_mention(fields, i), values[i], error);
        if (status < 0)
            return status;
        gpcs |= fields[i] == GPUOCC_DEVICE_CORES_PER_GPC;
    }
    status = check_gpcs(own, cores, gpcs, error);
    if (status < 0)
        return status;
    rules = gocc_rules_of(own->head.vendor);
    field = gocc_verify(rules, own->head.generation, &own->model, &own->lists, &wrong);
    if (field == 0) {
        own->model.plain = rules->hooks->plain != NULL &&
                           own->model.partitions_per_core != GPUOCC_UNKNOWN &&
                           own->model.max_threads_per_group != GPUOCC_UNKNOWN &&
                           rules->hooks->plain(own->head.generation, &own->model, &own->lists);
        return GPUOCC_OK;
    }
    return gocc_fail_device(error, GPUOCC_ERROR_DEVICE_INVALID, field, wrong.value, wrong.limit,
                            &own->head);
}

typedef char gocc_own_fits[sizeof(struct gocc_own) <= sizeof(gpuocc_custom_device) ? 1 : -1];

static void finish(gpuocc_custom_device *custom, struct gocc_own *own, const char *name,
                   size_t length)
{
    if (name != NULL)
        copy_text(own->name, sizeof own->name, name, gocc_text_length(name, length));
    memcpy(custom, own, sizeof *own);
}

int32_t gpuocc_device_copy(gpuocc_custom_device *custom, const gpuocc_device *base,
                           const char *name, size_t length, gpuocc_error *error)
{
    const int32_t status = gocc_check_handle(custom, error);
    struct gocc_own own;

    if (status < 0)
        return status;
    if (base == NULL)
        return gocc_fail_no_device(error);
    start_from(&own, base);
    finish(custom, &own, name, length);
    return GPUOCC_OK;
}

int32_t gpuocc_device_empty(gpuocc_custom_device *custom, const char *name, size_t length,
                            gpuocc_error *error)
{
    const int32_t status = gocc_check_handle(custom, error);
    struct gocc_own own;

    if (status < 0)
        return status;
    start_empty(&own);
    finish(custom, &own, name, length);
    return GPUOCC_OK;
}

static uint32_t kind_of(const gpuocc_custom_device *custom)
{
    return custom != NULL ? ((const gpuocc_device *)(const void *)custom)->kind : 0;
}

int32_t gpuocc_device_edit(gpuocc_custom_device *custom, const uint32_t *fields,
                           const uint64_t *values, size_t count, gpuocc_error *error)
{
    struct gocc_own own;
    int32_t status;

    if ((kind_of(custom) != GOCC_OWN && kind_of(custom) != GOCC_EMPTY) ||
        (count != 0 && (fields == NULL || values == NULL)))
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL,
                                  count != 0 && fields == NULL   ? 2
                                  : count != 0 && values == NULL ? 3
                                                                 : 1);
    memcpy(&own, custom, sizeof own);
    own.head.kind = GOCC_OWN;
    status = apply(&own, fields, values, count, error);
    if (status == GPUOCC_OK)
        memcpy(custom, &own, sizeof own);
    return status;
}

const gpuocc_device *gpuocc_device_of(const gpuocc_custom_device *custom)
{
    return kind_of(custom) == GOCC_OWN ? (const void *)custom : NULL;
}
