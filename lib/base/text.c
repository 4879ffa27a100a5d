/* SPDX-License-Identifier: MIT
 *
 * Writes error messages into a caller's buffer.
 */
#include <string.h>

#include "gpuocc/gpuocc.h"

#include "base/error.h"
#include "base/numbers.h"
#include "generic/data_version.inc"
#include "base/writer.h"

/* Writes at most nine decimals, and very large and very small numbers as "2.5e20", "1e-12". */
static void put_real(struct gocc_writer *w, const char *text, double number)
{
    int64_t whole;
    uint32_t rest, unit;
    int32_t power = 0;

    gocc_put(w, text);
    if (number < 0) {
        gocc_put(w, "-");
        number = 0 - number;
    }
    if (number - number != 0) {
        gocc_put(w, number != number ? "NaN" : "infinity");
        return;
    }
    if (number >= 1e15 || (number < 1e-3 && number > 0)) {
        for (; number >= 10; power++)
            number /= 10;
        for (; number < 1 - 5e-10; power--)
            number *= 10;
    }
    number += 5e-10;
    whole = (int64_t)number;
    gocc_put_number(w, (uint64_t)whole);
    rest = (uint32_t)((number - (double)whole) * 1e9);
    if (rest != 0)
        gocc_put(w, ".");
    for (unit = 100000000; rest != 0; rest %= unit, unit /= 10)
        gocc_put_number(w, rest / unit);
    if (power != 0)
        put_real(w, "e", power);
}

static void put_with(struct gocc_writer *w, const char *text, uint64_t number)
{
    gocc_put(w, text);
    gocc_put_number(w, number);
}

static void put_value(struct gocc_writer *w, const gpuocc_error *e, uint64_t value)
{
    const char *choice =
        e->scope == GPUOCC_SCOPE_KERNEL ? gpuocc_choice_name(e->field, (uint32_t)value) : NULL;

    if (choice != NULL)
        gocc_put(w, choice);
    else if (value == GPUOCC_UNKNOWN && e->scope != GPUOCC_SCOPE_ARGUMENT &&
             e->scope != GPUOCC_SCOPE_CONVENTION)
        gocc_put(w, "unknown");
    else
        gocc_put_number(w, value);
}

/* Writes a set of wave sizes as "8, 16 or 32". */
static void put_sizes(struct gocc_writer *w, uint64_t rest)
{
    uint32_t size;

    for (size = 1; size <= 128; size *= 2) {
        if ((rest & size) == 0)
            continue;
        rest &= ~(uint64_t)size;
        gocc_put_number(w, size);
        if (rest != 0)
            gocc_put(w, (rest & (rest - 1)) == 0 ? " or " : ", ");
    }
}

static void put_field(struct gocc_writer *w, const gpuocc_error *e)
{
    static const uint8_t lists[] = {[GPUOCC_SCOPE_KERNEL] = GPUOCC_LIST_KERNEL_FIELDS,
                                    [GPUOCC_SCOPE_DEVICE] = GPUOCC_LIST_DEVICE_FIELDS,
                                    [GPUOCC_SCOPE_GRID] = GPUOCC_LIST_GRID_FIELDS,
                                    [GPUOCC_SCOPE_DISPATCH] = GPUOCC_LIST_DISPATCH_FIELDS,
                                    [GPUOCC_SCOPE_WORKLOAD] = GPUOCC_LIST_WORKLOAD_FIELDS,
                                    [GPUOCC_SCOPE_CLASS] = GPUOCC_LIST_CLASS_FIELDS,
                                    [GPUOCC_SCOPE_CONSTANT] = GPUOCC_LIST_CONSTANTS,
                                    [GPUOCC_SCOPE_ESTIMATE] = GPUOCC_LIST_ESTIMATE_FIELDS};
    const char *name = NULL;

    if (e->scope == GPUOCC_SCOPE_CONVENTION)
        name = "convention";
    else if (e->scope <= GPUOCC_SCOPE_ESTIMATE)
        name = gpuocc_name(lists[e->scope], e->field);
    if (name != NULL) {
        gocc_put(w, name);
        if (e->scope == GPUOCC_SCOPE_CLASS && (e->known & GOCC_ERROR_LIMIT) != 0)
            put_with(w, " of class ", e->limit);
        return;
    }
    put_with(w, e->scope == GPUOCC_SCOPE_ARGUMENT ? "argument " : "field ", e->field);
}

/* Writes the error's subject and a verb ("<subject> allows "), or `otherwise` if there is no
 * subject. */
static void put_subject(struct gocc_writer *w, const gpuocc_error *e, const char *verb,
                        const char *otherwise)
{
    gocc_put(w, e->subject);
    gocc_put(w, e->subject[0] != 0 ? verb : otherwise);
}

static int is_wave_size(const gpuocc_error *e)
{
    return e->scope == GPUOCC_SCOPE_KERNEL && e->field == GPUOCC_KERNEL_WAVE_SIZE;
}

static void put_is_value(struct gocc_writer *w, const gpuocc_error *e)
{
    gocc_put(w, " is ");
    put_value(w, e, e->value);
}

static void put_is(struct gocc_writer *w, const gpuocc_error *e)
{
    put_field(w, e);
    put_is_value(w, e);
}

/* Returns the first name of the choice that a kernel field is; NULL if it is none. */
static const char *first_choice(const gpuocc_error *e)
{
    return e->scope == GPUOCC_SCOPE_KERNEL ? gpuocc_choice_name(e->field, 1) : NULL;
}

/* Writes "<field> is <value>, <subject> allows <limit>". */
static void put_over(struct gocc_writer *w, const gpuocc_error *e)
{
    uint32_t i;

    put_is(w, e);
    gocc_put(w, ", ");
    put_subject(w, e, " allows ", "the maximum is ");
    if (is_wave_size(e)) {
        put_sizes(w, e->limit);
    } else if (first_choice(e) != NULL) {
        for (i = 1; i < e->limit; i++) {
            gocc_put(w, gpuocc_choice_name(e->field, i));
            gocc_put(w, i + 1 == e->limit ? " or " : ", ");
        }
        put_value(w, e, e->limit);
    } else {
        gocc_put_number(w, e->limit);
    }
}

static void put_required(struct gocc_writer *w, const gpuocc_error *e)
{
    put_field(w, e);
    gocc_put(w, " is required: ");
    if (is_wave_size(e))
        put_sizes(w, e->limit);
    else
        put_with(w, "1 to ", e->limit);
    gocc_put(w, e->subject[0] != 0 ? " on " : "");
    gocc_put(w, e->subject);
}

static void put_absent(struct gocc_writer *w, const gpuocc_error *e)
{
    if ((e->known & GOCC_ERROR_VALUE) != 0) {
        put_is(w, e);
        gocc_put(w, ", ");
    } else {
        put_field(w, e);
        gocc_put(w, ": ");
    }
    put_subject(w, e, "", "the device");
    gocc_put(w, " has no such resource");
}

/* Whether the error is about a workload, one of its classes or the constants. */
static int is_of_latency(const gpuocc_error *e)
{
    return e->scope >= GPUOCC_SCOPE_WORKLOAD && e->scope <= GPUOCC_SCOPE_CONSTANT;
}

static void put_struct(struct gocc_writer *w, const gpuocc_error *e, int32_t status)
{
    if (status == GPUOCC_ERROR_STRUCT_NEWER) {
        put_field(w, e);
        if (e->scope == GPUOCC_SCOPE_ARGUMENT) {
            gocc_put(w, " sets a member that this version does not know");
            return;
        }
        put_with(w, " is ", e->value);
        put_with(w, ", this version knows fields 0 to ", e->limit);
        return;
    }
    put_with(w, "size is ", e->value);
    put_with(w, ", this version needs ", e->limit);
    gocc_put(w, is_of_latency(e) ? " to 4096 bytes, a multiple of 8"
                                 : " to 4096 bytes, a multiple of 4");
}

static void put_device_invalid(struct gocc_writer *w, const gpuocc_error *e)
{
    put_subject(w, e, ": ", "");
    put_is(w, e);
    gocc_put(w, e->value == GPUOCC_UNKNOWN ? ": give it, for example " : ", a valid value is ");
    if (e->field == GPUOCC_DEVICE_DEFAULT_WAVE_SIZE)
        put_sizes(w, e->limit);
    else
        gocc_put_number(w, e->limit);
}

static void put_ambiguous(struct gocc_writer *w, const gpuocc_error *e)
{
    gocc_put_number(w, e->value);
    gocc_put(w, " devices have this name and differ in ");
    put_field(w, e);
    gocc_put(w, ": name one of them");
}

static void put_convention(struct gocc_writer *w, const gpuocc_error *e)
{
    const char *name = gpuocc_name(GPUOCC_LIST_CONVENTIONS, (uint32_t)e->value);

    gocc_put(w, "convention is ");
    gocc_put(w, name != NULL ? name : "none of this version");
    gocc_put(w, ", which belongs to another vendor than the device");
}

static void put_general(struct gocc_writer *w, int32_t status)
{
    const uint32_t number = (uint32_t) - (int64_t)status;
    const char *about = gpuocc_about(GPUOCC_LIST_STATUSES, number);

    if (about == NULL)
        gocc_put(w, "no status of this version has this number");
    else
        gocc_put(w, about[0] != 0 ? about : gpuocc_name(GPUOCC_LIST_STATUSES, number));
}

static void put_argument(struct gocc_writer *w, const gpuocc_error *e, int32_t status)
{
    if (status == GPUOCC_ERROR_DEVICE_UNKNOWN || status == GPUOCC_ERROR_DEVICE_NO_MODEL) {
        put_general(w, status);
        gocc_put(w, e->subject[0] != 0 ? "; the most similar name is " : "");
        gocc_put(w, e->subject);
        return;
    }
    put_field(w, e);
    if (status == GPUOCC_ERROR_NULL) {
        gocc_put(w, " is NULL");
        return;
    }
    put_with(w, " is ", e->value);
    put_with(w,
             status == GPUOCC_ERROR_MEMORY_SIZE        ? " bytes, the required size is "
             : status == GPUOCC_ERROR_MEMORY_ALIGNMENT ? " bytes off its alignment of "
                                                       : ", the maximum is ",
             e->limit);
}

/* Writes "<field> is <value>, the valid range is <least> to <most>" for a double, after the
 * field. */
static void put_bad_number(struct gocc_writer *w, const gpuocc_error *e)
{
    const struct gocc_ends ends = gocc_real_ends(e->scope, e->field);
    double value;

    memcpy(&value, &e->value, sizeof value);
    put_real(w, " is ", value);
    if (value >= ends.least && value <= ends.most) { /* within the range, but not allowed here */
        gocc_put(w, ", it must be ");
        gocc_put(w, e->scope == GPUOCC_SCOPE_CLASS ? "0 here" : "a whole number");
        return;
    }
    put_real(w, ", the valid range is ", ends.least);
    put_real(w, " to ", ends.most);
}

/* Writes the unknown value of a device, or all missing constants. */
static void put_missing(struct gocc_writer *w, const gpuocc_error *e)
{
    gpuocc_error one = *e;

    put_field(w, e);
    while ((e->known & GOCC_ERROR_LIMIT) != 0 && ++one.field < GPUOCC_CONSTANT_COUNT)
        if ((e->limit >> one.field & 1) != 0) {
            gocc_put(w, ", ");
            put_field(w, &one);
        }
    gocc_put(w, (e->limit & (e->limit - 1)) != 0 ? " are unknown for this device: specify them"
                                                 : " is unknown for this device: specify it");
}

static void put_workload(struct gocc_writer *w, const gpuocc_error *e, int32_t status)
{
    /* For a class, `limit` is its index. */
    const uint64_t most = e->scope == GPUOCC_SCOPE_WORKLOAD ? e->limit
                          : e->field == GPUOCC_CLASS_PHASE  ? GPUOCC_LATENCY_CLASSES - 1
                          : e->field == GPUOCC_CLASS_KIND   ? GPUOCC_CLASS_KIND_COUNT - 1
                                                            : 0;

    if (status == GPUOCC_ERROR_REQUIRED) {
        put_required(w, e);
        return;
    }
    if (status == GPUOCC_NOT_KNOWN) {
        put_missing(w, e);
        return;
    }
    put_field(w, e);
    if (status == GPUOCC_ERROR_BAD_NUMBER && (e->known & GOCC_ERROR_REAL) != 0) {
        put_bad_number(w, e);
        return;
    }
    if ((e->known & GOCC_ERROR_VALUE) != 0) {
        put_is_value(w, e);
        if (most != 0) {
            put_with(w, ", the maximum is ", most);
            return;
        }
    }
    gocc_put(w, ": ");
    put_general(w, status);
}

/* Writes why there is no advice about a field. Returns 0 if the error is another one. */
static int put_advice(struct gocc_writer *w, const gpuocc_error *e, int32_t status)
{
    if (e->scope != GPUOCC_SCOPE_KERNEL || e->known != 0 || status == GPUOCC_ERROR_MUST_BE_KNOWN ||
        status == GPUOCC_ERROR_NO_RESOURCE)
        return 0;
    put_field(w, e);
    if (status == GPUOCC_ERROR_FIELD)
        gocc_put(w, " is not an amount");
    else if (status == GPUOCC_ERROR_INDEX)
        gocc_put(w, ": the device does not accept this value");
    else {
        gocc_put(w, ": ");
        put_general(w, status);
    }
    return 1;
}

/* Writes "<field> of <subject> is <value>, the minimum is <limit>" about an input of an
 * estimate. */
static void put_estimate(struct gocc_writer *w, const gpuocc_error *e, int32_t status)
{
    double value, limit;

    put_field(w, e);
    gocc_put(w, e->subject[0] != 0 ? " of " : "");
    gocc_put(w, e->subject);
    if (e->known == 0) {
        gocc_put(w, status == GPUOCC_ERROR_TOO_LARGE
                        ? ": a result that depends on it would be too large"
                        : ": two different values are needed");
        return;
    }
    if ((e->known & GOCC_ERROR_REAL) == 0) {
        put_with(w, " is ", e->value);
        put_with(w, e->value < e->limit ? ", the minimum is " : ", the maximum is ", e->limit);
        return;
    }
    memcpy(&value, &e->value, sizeof value);
    memcpy(&limit, &e->limit, sizeof limit);
    put_real(w, " is ", value);
    put_real(w, value < limit ? ", the minimum is " : ", the maximum is ", limit);
}

/* A field whose value is unknown: of the device, or of the kernel. */
static void put_unknown(struct gocc_writer *w, const gpuocc_error *e, int32_t status)
{
    put_field(w, e);
    if (status == GPUOCC_NOT_KNOWN) {
        gocc_put(w, " of ");
        put_subject(w, e, "", "the device");
        gocc_put(w, " is unknown: specify it");
    } else {
        gocc_put(w, " is unknown, but this question needs its value");
    }
}

static void put_sentence(struct gocc_writer *w, const gpuocc_error *e, int32_t status)
{
    switch (status) {
    case GPUOCC_ERROR_GROUP_TOO_LARGE:
    case GPUOCC_ERROR_TOO_MANY_REGISTERS:
    case GPUOCC_ERROR_SHARED_TOO_LARGE:
    case GPUOCC_ERROR_TOO_LARGE:
    case GPUOCC_ERROR_NOT_A_CHOICE:
    case GPUOCC_ERROR_CONVENTION_UNKNOWN:
        put_over(w, e);
        return;
    case GPUOCC_ERROR_REQUIRED:
        put_required(w, e);
        return;
    case GPUOCC_ERROR_NO_RESOURCE:
        put_absent(w, e);
        return;
    case GPUOCC_ERROR_STRUCT_SIZE:
    case GPUOCC_ERROR_STRUCT_NEWER:
        put_struct(w, e, status);
        return;
    case GPUOCC_ERROR_CONVENTION_VENDOR:
        put_convention(w, e);
        return;
    case GPUOCC_ERROR_DEVICE_INVALID:
        put_device_invalid(w, e);
        return;
    case GPUOCC_ERROR_DEVICE_NO_MODEL:
        if (e->scope == GPUOCC_SCOPE_ARGUMENT)
            break;
        put_subject(w, e, ": ", "");
        put_field(w, e);
        gocc_put(w, " is not published");
        return;
    case GPUOCC_ERROR_DEVICE_AMBIGUOUS:
        put_ambiguous(w, e);
        return;
    case GPUOCC_ERROR_CONVENTION_DEVICE:
        put_subject(w, e, " is", "this device is");
        gocc_put(w, " not supported by the tool of this convention");
        return;
    case GPUOCC_NOT_KNOWN:
    case GPUOCC_ERROR_MUST_BE_KNOWN:
        put_unknown(w, e, status);
        return;
    default:
        break;
    }
    if (e->scope == GPUOCC_SCOPE_DEVICE && status == GPUOCC_ERROR_NULL)
        gocc_put(w, "device is NULL: no device was found by its name");
    else if (e->scope == GPUOCC_SCOPE_ARGUMENT)
        put_argument(w, e, status);
    else
        put_general(w, status);
}

size_t gpuocc_error_text(const gpuocc_error *error, int32_t status, char *text, size_t bytes)
{
    struct gocc_writer w = {text, text != NULL ? bytes : 0, 0};
    gpuocc_error e;

    memset(&e, 0, sizeof e);
    if (error != NULL)
        memcpy(&e, error, error->size < sizeof e ? error->size : sizeof e);
    e.subject[sizeof e.subject - 1] = 0;
    if (status < 0 && status != GPUOCC_ERROR_STRUCT_SIZE && status != GPUOCC_ERROR_STRUCT_NEWER &&
        is_of_latency(&e))
        put_workload(&w, &e, status);
    else if (status >= 0 || e.scope == GPUOCC_SCOPE_NONE)
        put_general(&w, status);
    else if (e.scope == GPUOCC_SCOPE_ESTIMATE)
        put_estimate(&w, &e, status);
    else if (!put_advice(&w, &e, status))
        put_sentence(&w, &e, status);
    gocc_put_end(&w);
    return w.length;
}

uint32_t gpuocc_version(void)
{
    return 1000; /* 0.1.0 */
}

uint32_t gpuocc_data_version(void)
{
    return GOCC_DATA_VERSION;
}
