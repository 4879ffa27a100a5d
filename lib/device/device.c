/* SPDX-License-Identifier: MIT
 *
 * Reads devices. Callers need not distinguish built-in from custom devices.
 */
#include "device/device.h"

#include <string.h>

#include "base/error.h"
#include "base/packed.h"
#include "base/structs.h"
#include "device/fields.h"
#include "device/rules.h"

static uint32_t read_word(const void *base, uint32_t offset)
{
    uint32_t word;

    memcpy(&word, (const char *)base + offset, sizeof word);
    return word;
}

static const struct gocc_own *own_of(const gpuocc_device *device)
{
    return device->kind == GOCC_OWN ? (const struct gocc_own *)device : NULL;
}

const struct gocc_target *gocc_device_target(const gpuocc_device *device)
{
    const struct gocc_rules *rules = gocc_rules_of(device->vendor);

    if (device->kind == GOCC_TARGET)
        return (const struct gocc_target *)device;
    return &rules->targets[((const struct gocc_product *)device)->target];
}

const struct gocc_model *gocc_device_model(const gpuocc_device *device)
{
    return gocc_model_of(gocc_rules_of(device->vendor), device);
}

/* Returns the architecture, or the variant of it, that provides the model of a built-in device. */
static const struct gocc_target *variant_of(const gpuocc_device *device)
{
    if (device->kind == GOCC_TARGET)
        return (const struct gocc_target *)device;
    return &gocc_rules_of(device->vendor)->targets[((const struct gocc_product *)device)->variant];
}

const struct gocc_lists *gocc_device_lists(const gpuocc_device *device)
{
    if (device->kind == GOCC_OWN)
        return &((const struct gocc_own *)device)->lists;
    return gocc_lists_of(gocc_rules_of(device->vendor), gocc_device_model(device));
}

static uint32_t widened(uint16_t number)
{
    return number == GOCC_UNKNOWN_SMALL ? GPUOCC_UNKNOWN : number;
}

int gocc_device_figures(const gpuocc_device *device, struct gocc_figures *figures)
{
    const struct gocc_product *p = (const struct gocc_product *)device;

    if (device->kind == GOCC_TARGET)
        return 0;
    if (device->kind == GOCC_OWN) {
        *figures = own_of(device)->figures;
        return 1;
    }
    figures->core_count = widened(p->core_count);
    figures->min_core_count = widened(p->min_core_count);
    figures->clock_mhz = widened(p->clock_mhz);
    figures->memory_mb_per_s = p->memory_mb_per_s;
    figures->l2_kib = p->l2_kib;
    figures->last_level_kib = p->last_level_kib;
    return 1;
}

uint32_t gocc_core_count(const gpuocc_device *device)
{
    if (device->kind == GOCC_PRODUCT)
        return widened(((const struct gocc_product *)device)->core_count);
    return device->kind == GOCC_OWN ? own_of(device)->figures.core_count : GPUOCC_UNKNOWN;
}

const char *gpuocc_device_name(const gpuocc_device *device)
{
    if (device == NULL)
        return NULL;
    if (device->kind == GOCC_OWN)
        return own_of(device)->name;
    return gocc_rules_of(device->vendor)->texts + (device->kind == GOCC_PRODUCT
                                                       ? ((const struct gocc_product *)device)->name
                                                       : gocc_device_target(device)->name);
}

const char *gpuocc_device_architecture(const gpuocc_device *device)
{
    if (device == NULL)
        return NULL;
    if (device->kind == GOCC_OWN)
        return own_of(device)->architecture;
    return gocc_rules_of(device->vendor)->texts + gocc_device_target(device)->name;
}

const char *gpuocc_device_family(const gpuocc_device *device)
{
    if (device == NULL)
        return NULL;
    if (device->kind == GOCC_OWN)
        return own_of(device)->family;
    return gocc_rules_of(device->vendor)->texts + gocc_device_target(device)->family;
}

const struct gocc_gpcs *gocc_gpcs_of(const gpuocc_device *device)
{
    const struct gocc_rules *rules = gocc_rules_of(device->vendor);
    uint32_t i;

    for (i = 0; device->kind == GOCC_PRODUCT && i < rules->gpcs_count; i++)
        if (rules->gpcs[i].product == gocc_index(rules, device))
            return &rules->gpcs[i];
    return NULL;
}

const uint16_t *gocc_device_gpcs(const gpuocc_device *device)
{
    const struct gocc_gpcs *gpcs = gocc_gpcs_of(device);

    if (device->kind == GOCC_OWN)
        return own_of(device)->cores_per_gpc;
    return gpcs != NULL ? gpcs->cores : NULL;
}

static int32_t read_list(const uint16_t *list, uint32_t length, uint32_t index, uint64_t *value)
{
    if (list == NULL || index >= length || list[index] == GOCC_LIST_END)
        return GPUOCC_ERROR_INDEX;
    *value = list[index];
    return GPUOCC_OK;
}

/* Returns the list at a field's offset. */
static const uint16_t *list_of(const struct gocc_lists *lists, const struct gocc_field *field)
{
    return (const uint16_t *)(const void *)((const char *)lists + field->offset);
}

static int32_t known(uint32_t word, uint64_t *value)
{
    *value = word;
    return word == GPUOCC_UNKNOWN ? GPUOCC_NOT_KNOWN : GPUOCC_OK;
}

int32_t gpuocc_device_get(const gpuocc_device *device, uint32_t field, uint32_t index,
                          uint64_t *value)
{
    const struct gocc_field *f = gocc_field_of(field);
    struct gocc_figures figures;
    uint64_t found = 0;
    int32_t status;

    if (device == NULL || value == NULL)
        return GPUOCC_ERROR_NULL;
    if (f == NULL)
        return GPUOCC_ERROR_FIELD;
    if (f->where != GOCC_FIELD_MODEL_LIST && f->where != GOCC_FIELD_GPCS && index != 0)
        return GPUOCC_ERROR_INDEX;

    if (f->where == GOCC_FIELD_HEAD)
        status = known(device->vendor, &found);
    else if (f->where == GOCC_FIELD_GENERATION)
        status = known(device->generation, &found);
    else if (f->where == GOCC_FIELD_MODEL)
        status = known(read_word(gocc_device_model(device), f->offset), &found);
    else if (f->where == GOCC_FIELD_MODEL_LIST)
        status = read_list(list_of(gocc_device_lists(device), f), f->length, index, &found);
    else if (f->where == GOCC_FIELD_GPCS)
        status = read_list(gocc_device_gpcs(device), f->length, index, &found);
    else if (!gocc_device_figures(device, &figures))
        status = GPUOCC_NOT_APPLICABLE;
    else
        status = known(read_word(&figures, f->offset), &found);
    if (status == GPUOCC_OK)
        *value = found;
    return status;
}

/* Returns the cite of a field. The device must not be an architecture if the field is a figure. */
static gocc_cite cite_of(const gpuocc_device *device, const struct gocc_field *f)
{
    const struct gocc_rules *rules = gocc_rules_of(device->vendor);
    const struct gocc_product *product = (const struct gocc_product *)device;
    const struct gocc_gpcs *gpcs = gocc_gpcs_of(device);
    const struct gocc_own *own = own_of(device);

    if (f->where == GOCC_FIELD_GPCS)
        return own ? own->gpc_cite : gpcs ? gpcs->cite : GOCC_NO_CITE;
    if (f->aspect >= GOCC_MODEL_ASPECTS)
        return (own ? own->figure_cite
                    : rules->figure_cites[product->cites].cite)[f->aspect - GOCC_MODEL_ASPECTS];
    if (own)
        return own->cites.cite[f->aspect];
    return rules->cites[variant_of(device)->cites].cite[f->aspect];
}

static void empty(gpuocc_source *source)
{
    const uint32_t size = source->size;

    memset(source, 0, sizeof *source);
    source->size = size;
}

void gocc_cite_text(const struct gocc_rules *rules, gocc_cite cite, gpuocc_source *source)
{
    static const char missing[] = "this build has no sources";
    const struct gocc_coded coded = {rules->source_counts, rules->source_bits,
                                     rules->source_symbol_bits, rules->source_least_bits};
    const uint32_t number = GOCC_CITE_SOURCE(cite);
    uint32_t at, left;

    empty(source);
    source->confidence = GOCC_CITE_CONFIDENCE(cite);
    if (rules->sources == NULL) {
        memcpy(source->document, missing, sizeof missing);
        return;
    }
    at = rules->sources[number / GOCC_SOURCES] * 8u;
    for (left = number % GOCC_SOURCES * 2; left != 0; left--)
        (void)gocc_decode(&coded, &at, NULL, 0);
    (void)gocc_decode(&coded, &at, source->document, sizeof source->document);
    (void)gocc_decode(&coded, &at, source->remark, sizeof source->remark);
}

int32_t gpuocc_device_source(const gpuocc_device *device, uint32_t field, gpuocc_source *source)
{
    static const char caller[] = "given by the caller";
    const struct gocc_field *f = gocc_field_of(field);
    const struct gocc_own *own;

    if (device == NULL || source == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_can_write(source->size, sizeof *source))
        return GPUOCC_ERROR_STRUCT_SIZE;
    if (f == NULL)
        return GPUOCC_ERROR_FIELD;
    if (f->aspect >= GOCC_MODEL_ASPECTS && device->kind == GOCC_TARGET)
        return GPUOCC_NOT_APPLICABLE;
    own = own_of(device);
    if (own && (own->given[field] || own->source_vendor == GPUOCC_VENDOR_GENERIC)) {
        empty(source);
        source->confidence = own->given[field] ? (uint32_t)GPUOCC_CONFIDENCE_CALLER
                                               : GOCC_CITE_CONFIDENCE(cite_of(device, f));
        memcpy(source->document, caller, sizeof caller);
        return GPUOCC_OK;
    }
    gocc_cite_text(gocc_rules_of(own ? own->source_vendor : device->vendor), cite_of(device, f),
                   source);
    return GPUOCC_OK;
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    uint32_t byte;

    for (byte = 0; byte != 8; byte++)
        hash = (hash ^ (value >> (8 * byte) & 0xff)) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t gpuocc_device_fingerprint(const gpuocc_device *device)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325), value;
    uint32_t field, index;
    int32_t status;

    if (device == NULL)
        return 0;
    for (field = GPUOCC_DEVICE_VENDOR; field != GPUOCC_DEVICE_FIELD_COUNT; field++) {
        if (gocc_field_of(field) == NULL)
            continue;
        for (index = 0;; index++) {
            status = gpuocc_device_get(device, field, index, &value);
            if (status == GPUOCC_ERROR_INDEX)
                break;
            hash = mix(hash, status == GPUOCC_OK ? value : GPUOCC_UNKNOWN);
        }
        hash = mix(hash, field | UINT64_C(1) << 32);
    }
    return hash;
}

uint32_t gpuocc_device_count(void)
{
    const struct gocc_rules *rules;
    uint32_t vendor, count = 0;

    for (vendor = GPUOCC_VENDOR_GENERIC; vendor != GPUOCC_VENDOR_COUNT; vendor++) {
        rules = gocc_rules_of(vendor);
        count += (uint32_t)rules->target_count + rules->product_count;
    }
    return count;
}

int32_t gpuocc_device_at(uint32_t index, const gpuocc_device **device)
{
    const struct gocc_rules *rules;
    uint32_t vendor;

    if (device == NULL)
        return GPUOCC_ERROR_NULL;
    for (vendor = GPUOCC_VENDOR_GENERIC; vendor != GPUOCC_VENDOR_COUNT; vendor++) {
        rules = gocc_rules_of(vendor);
        if (index < rules->target_count) {
            *device = &rules->targets[index].head;
            return GPUOCC_OK;
        }
        index -= rules->target_count;
        if (index < rules->product_count) {
            *device = &rules->products[index].head;
            return GPUOCC_OK;
        }
        index -= rules->product_count;
    }
    return GPUOCC_ERROR_INDEX;
}

int32_t gocc_fail_device(gpuocc_error *error, int32_t status, uint32_t field, uint64_t value,
                         uint64_t limit, const gpuocc_device *device)
{
    return gocc_fail_subject(error, status, GPUOCC_SCOPE_DEVICE, field, value, limit,
                             gpuocc_device_name(device));
}

int32_t gocc_fail_kernel(gpuocc_error *error, int32_t status, uint32_t field, uint64_t value,
                         uint64_t limit, const gpuocc_device *device)
{
    const int custom = device != NULL && device->kind == GOCC_OWN;

    return gocc_fail_subject(error, status, GPUOCC_SCOPE_KERNEL, field, value, limit,
                             custom ? gpuocc_device_name(device)
                                    : gpuocc_device_architecture(device));
}
