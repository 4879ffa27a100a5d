/* SPDX-License-Identifier: MIT
 *
 * Writes questions and answers as JSON. docs/man/gpuocc.1 describes the members.
 */
#include "output/json.h"

#include <string.h>

#include "input/named.h"

#define SCHEMA 1u

void json_head(struct json *json, const char *command)
{
    const uint32_t version = gpuocc_version();
    struct text text = {0};

    json_number(json, "schema", SCHEMA);
    text_format(&text, "%u.%u.%u", (unsigned)(version / 1000000), (unsigned)(version / 1000 % 1000),
                (unsigned)(version % 1000));
    json_string(json, "version", text_string(&text));
    json_number(json, "data_version", gpuocc_data_version());
    json_string(json, "command", command);
    text_free(&text);
}

void json_identity(struct json *json, const gpuocc_device *device)
{
    struct text text = {0};
    uint64_t vendor = 0;

    (void)gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &vendor);
    text_format(&text, "%016llx", (unsigned long long)gpuocc_device_fingerprint(device));
    json_string(json, "name", gpuocc_device_name(device));
    json_string(json, "architecture", gpuocc_device_architecture(device));
    json_string(json, "family", gpuocc_device_family(device));
    json_string(json, "vendor", gpuocc_name(GPUOCC_LIST_VENDORS, (uint32_t)vendor));
    json_string(json, "fingerprint", text_string(&text));
    text_clear(&text);
    if (named_counted(&text, device))
        json_string(json, "counted", text_string(&text));
    else
        json_null(json, "counted");
    text_free(&text);
}

void json_match(struct json *json, uint32_t match, const gpuocc_device *nearest)
{
    json_string(json, "match", gpuocc_name(GPUOCC_LIST_QUALITIES, match));
    if (nearest != NULL)
        json_string(json, "nearest", gpuocc_device_name(nearest));
    else
        json_null(json, "nearest");
}

void json_kernel_field(struct json *json, uint32_t field, uint32_t word)
{
    const char *name = list_name(GPUOCC_LIST_KERNEL_FIELDS, field);
    const char *choice = gpuocc_choice_name(field, word);

    if (word == GPUOCC_UNKNOWN)
        json_null(json, name);
    else if (choice != NULL)
        json_string(json, name, choice);
    else
        json_number(json, name, word == GPUOCC_ZERO ? 0 : word);
}

/* Writes an amount of the question that is a range. */
static void put_range(struct json *json, const struct upper *upper, uint32_t low)
{
    const struct value value = {VALUE_KNOWN, low == GPUOCC_ZERO ? 0 : low, upper->value};

    json_value(json, list_name(GPUOCC_LIST_KERNEL_FIELDS, upper->field), &value);
}

void json_question(struct json *json, const struct question *question)
{
    const gpuocc_kernel *kernel = &question->kernel;
    uint32_t field, word, i;

    json_string(json, "convention", list_name(GPUOCC_LIST_CONVENTIONS, question->convention));
    json_open(json, "kernel", '{');
    for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT; field++) {
        memcpy(&word, (const char *)kernel + field * sizeof word, sizeof word);
        for (i = 0; i < question->ranges && question->uppers[i].field != field; i++)
            continue;
        if (i < question->ranges)
            put_range(json, &question->uppers[i], word);
        else if (word != 0)
            json_kernel_field(json, field, word);
    }
    json_close(json, '}');
    if (question->grid_given == GIVEN_NOT || question->grid_given == GIVEN_UNKNOWN)
        json_null(json, "grid_groups");
    else
        json_number(json, "grid_groups", question->grid_groups);
}

static void put_names(struct json *json, const char *name, uint32_t list, uint64_t set)
{
    uint32_t i;

    json_open(json, name, '[');
    for (i = 0; i < 64 && set >> i != 0; i++)
        if ((set >> i & 1) != 0)
            json_string(json, NULL, list_name(list, i));
    json_close(json, ']');
}

/* Writes a set as a list of names. If some elements are uncertain, writes
 * {"low":[..],"high":[..]}, where `low` has those that are certain. */
void json_set(struct json *json, const char *name, uint32_t list, const struct value *set)
{
    if (set->state != VALUE_KNOWN) {
        json_null(json, name);
    } else if (set->low == set->high) {
        put_names(json, name, list, set->low);
    } else {
        json_open(json, name, '{');
        put_names(json, "low", list, set->low);
        put_names(json, "high", list, set->high);
        json_close(json, '}');
    }
}

void json_percent(struct json *json, const char *name, const struct value *waves,
                  const struct value *max)
{
    if (waves->state != VALUE_KNOWN || max->state != VALUE_KNOWN || max->low == 0 ||
        waves->high == VALUE_ENDLESS) {
        json_null(json, name);
    } else if (value_exact(waves) && value_exact(max)) {
        json_share(json, name, waves->low, max->low);
    } else {
        json_open(json, name, '{');
        json_share(json, "low", waves->low, max->high);
        json_share(json, "high", waves->high < max->low ? waves->high : max->low, max->low);
        json_close(json, '}');
    }
}

/* Returns the members of a limit that are the same for all devices of a vendor. They are cached. */
static const char *limit_members(const gpuocc_device *device, uint32_t vendor, uint32_t limit)
{
    static struct json members[GPUOCC_VENDOR_COUNT][GPUOCC_LIMIT_COUNT];
    struct json *json = &members[vendor][limit];

    if (json->text.length == 0) {
        json_string(json, "name", gpuocc_name(GPUOCC_LIST_LIMITS, limit));
        json_string(json, "word", gpuocc_limit_word(device, limit));
        json_string(json, "unit", gpuocc_unit(GPUOCC_LIST_LIMITS, limit));
    }
    return text_string(&json->text);
}

static void put_limits(struct json *json, const struct answer *answer)
{
    struct amounts amounts;
    uint64_t vendor = 0;
    uint32_t i;

    json_open(json, "limits", '[');
    (void)gpuocc_device_get(answer->device, GPUOCC_DEVICE_VENDOR, 0, &vendor);
    for (i = 0; i < GPUOCC_LIMIT_COUNT; i++) {
        if (answer->status < 0 || answer->limits[i].state == VALUE_ABSENT)
            continue;
        amounts = answer_amounts(answer, i);
        json_open(json, NULL, '{');
        json_token(json, NULL, limit_members(answer->device, (uint32_t)vendor, i));
        json_value(json, "requested", &amounts.requested);
        json_value(json, "allocated", &amounts.allocated);
        json_value(json, "capacity", &amounts.capacity);
        json_value(json, "groups", &answer->limits[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* Writes the device of an answer. A device given only by its name is formatted once for all rows,
 * in answer->device_json. */
static void put_device(struct json *json, const struct answer *answer)
{
    struct json device = {.text = {.data = NULL}};

    if (answer->device_json != NULL && answer->device_json->length != 0) {
        json_token(json, "device", text_string(answer->device_json));
        return;
    }
    json_open(&device, NULL, '{');
    json_identity(&device, answer->device);
    json_string(&device, "remark", text_string(&answer->remark));
    json_match(&device, answer->match, answer->nearest);
    json_close(&device, '}');
    json_token(json, "device", text_string(&device.text));
    if (answer->device_json != NULL)
        text_add(answer->device_json, text_string(&device.text));
    text_free(&device.text);
}

void json_verdict(struct json *json, const struct answer *answer, int32_t status,
                  const char *message)
{
    json_signed(json, "status", status);
    json_string(json, "message", message);
    if (answer->device != NULL)
        put_device(json, answer);
    else
        json_null(json, "device");
}

/* Writes the results from `first` to before `end`, except those of each limit. */
static void put_results(struct json *json, const struct value *results, uint32_t first,
                        uint32_t end)
{
    const char *name;
    uint32_t i;

    for (i = first; i < end; i++) {
        name = list_name(GPUOCC_LIST_RESULTS, i);
        if (i == GPUOCC_RESULT_LIMITERS)
            json_set(json, name, GPUOCC_LIST_LIMITS, &results[i]);
        else if (i == GPUOCC_RESULT_NOTES)
            json_set(json, name, GPUOCC_LIST_NOTES, &results[i]);
        else if (gpuocc_result_indices(i) == 1)
            json_value(json, name, &results[i]);
    }
}

void json_answer(struct json *json, const struct answer *answer)
{
    const struct value *results = answer->results;

    json_verdict(json, answer, answer->status, text_string(&answer->message));
    put_results(json, results, 0, GPUOCC_RESULT_LIMIT); /* the later ones follow the shares */
    json_percent(json, "percent", &results[GPUOCC_RESULT_WAVES], &results[GPUOCC_RESULT_MAX_WAVES]);
    json_percent(json, "percent_any_mode", &results[GPUOCC_RESULT_WAVES],
                 &results[GPUOCC_RESULT_MAX_WAVES_ANY_MODE]);
    json_value(json, "rounds", &answer->rounds);
    put_results(json, results, GPUOCC_RESULT_LIMIT, GPUOCC_RESULT_COUNT);
    put_limits(json, answer);
}
