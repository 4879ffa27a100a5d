/* SPDX-License-Identifier: MIT
 *
 * Reads reports of Arm's Mali Offline Compiler: malioc --format json, schema "performance".
 */
#include "json.h"
#include "nest.h"
#include "stages.h"
#include "text_lines.h"

/* Maximum bytes of the name of a shader's file; the rest is left out. */
#define MOST_FILE_NAME 1024u
/* Maximum bytes of the name of a design; all of Arm's are shorter. */
#define MOST_CORE 64u
/* The newest known version of the schema. */
#define LAST_SCHEMA 2u

struct report {
    struct callbacks *callbacks;
    const char *begin;
    int damaged; /* this was reported, and nothing else is read */
};

struct shader {
    gpuocc_kernels_text name, core, type, api, variants, errors;
    uint64_t at;
    char file_name[MOST_FILE_NAME];
};

/* The properties of a variant; length 0: not given. */
struct properties {
    gpuocc_kernels_text registers, spills, spill_bytes;
};

static uint64_t offset(const struct report *report, gpuocc_kernels_text text)
{
    return (uint64_t)(text.at - report->begin);
}

static void damage(struct report *report, gpuocc_kernels_text at)
{
    if (!report->damaged)
        format_warning(report->callbacks, offset(report, at),
                       "the report of malioc is cut off or damaged: the rest is passed over");
    report->damaged = 1;
}

/* Returns the value of a member of an object; length 0 if there is none. */
static gpuocc_kernels_text member(gpuocc_kernels_text object, const char *wanted, int *damaged)
{
    struct json_walk walk = format_json_walk(object, '{');
    gpuocc_kernels_text name, value, found = {object.at, 0};

    while (format_json_next(&walk, &name, &value))
        if (format_json_is(name, wanted))
            found = value;
    *damaged |= walk.damaged;
    return found;
}

static void properties(struct report *report, gpuocc_kernels_text list, struct properties *found)
{
    struct json_walk walk = format_json_walk(list, '[');
    gpuocc_kernels_text item, name, value;
    int damaged = walk.close == 0;

    while (!damaged && format_json_next(&walk, NULL, &item)) {
        name = member(item, "name", &damaged);
        value = member(item, "value", &damaged);
        if (format_json_is(name, "work_registers_used"))
            found->registers = value;
        else if (format_json_is(name, "has_stack_spilling"))
            found->spills = value;
        else if (format_json_is(name, "stack_spill_bytes"))
            found->spill_bytes = value;
    }
    if (damaged || walk.damaged)
        damage(report, list);
}

/* Reads a number, or GPUOCC_UNKNOWN if it is not given. If it is not a number, reports that and
 * returns 0. */
static int number(const struct report *report, const struct shader *shader, const char *name,
                  gpuocc_kernels_text value, uint32_t *to)
{
    *to = GPUOCC_UNKNOWN;
    if (value.length == 0 || text_is(value, "null") || text_figure(value, to))
        return 1;
    format_warning(report->callbacks, offset(report, value),
                   "shader %.*s: %s is \"%.*s\", a whole number up to 4294967293 is needed: passed "
                   "over",
                   FORMAT_SHOWN(shader->name), name, FORMAT_SHOWN(value));
    return 0;
}

/* Returns non-zero to stop. */
static int variant(struct report *report, const struct shader *shader, gpuocc_kernels_text text)
{
    gpuocc_kernels_found kernel;
    struct properties said;
    int damaged = 0;

    memset(&said, 0, sizeof said);
    format_start(&kernel);
    properties(report, member(text, "properties", &damaged), &said);
    if (damaged)
        damage(report, text);
    kernel.name = shader->name;
    kernel.target = shader->core;
    kernel.format = "malioc JSON";
    kernel.stack_bytes = GPUOCC_UNKNOWN;
    kernel.kernel.shared_bytes = kernel.kernel.barriers_per_group = GPUOCC_UNKNOWN;
    if (report->damaged ||
        !number(report, shader, "work_registers_used", said.registers,
                &kernel.kernel.registers_per_thread) ||
        !number(report, shader, "stack_spill_bytes", said.spill_bytes, &kernel.spill_bytes))
        return 0;
    if (kernel.kernel.registers_per_thread == 0)
        kernel.kernel.registers_per_thread = GPUOCC_ZERO;
    if (kernel.spill_bytes == GPUOCC_UNKNOWN && text_is(said.spills, "false"))
        kernel.spill_bytes = 0;
    if (text_is(said.spills, "true") ||
        (kernel.spill_bytes != 0 && kernel.spill_bytes != GPUOCC_UNKNOWN))
        kernel.notes |= 1u << GPUOCC_KERNELS_NOTE_SCRATCH;
    if (!stage_is_compute(shader->api))
        stage_set(&kernel, shader->type, 1);
    return report->callbacks->kernel(report->callbacks->user, &kernel);
}

static void describe(struct report *report, gpuocc_kernels_text text, struct shader *shader)
{
    struct json_walk walk = format_json_walk(text, '{');
    gpuocc_kernels_text name, value;
    int damaged = walk.close == 0;

    memset(shader, 0, sizeof *shader);
    shader->at = offset(report, text);
    shader->name.at = shader->file_name;
    while (format_json_next(&walk, &name, &value)) {
        if (format_json_is(name, "filename")) {
            shader->name.length = format_json_string(value, shader->file_name, MOST_FILE_NAME);
        } else if (format_json_is(name, "hardware")) {
            shader->core = format_json_inside(member(value, "core", &damaged));
        } else if (format_json_is(name, "shader")) {
            shader->api = format_json_inside(member(value, "api", &damaged));
            shader->type = format_json_inside(member(value, "type", &damaged));
        } else if (format_json_is(name, "variants")) {
            shader->variants = value;
        } else if (format_json_is(name, "errors")) {
            shader->errors = value;
        }
    }
    if (shader->core.length > MOST_CORE)
        shader->core.length = 0;
    if (damaged || walk.damaged)
        damage(report, text);
}

/* Returns non-zero to stop. */
static int variants(struct report *report, const struct shader *shader)
{
    struct json_walk walk = format_json_walk(shader->variants, '[');
    struct json_walk errors = format_json_walk(shader->errors, '[');
    gpuocc_kernels_text value;
    int stop = 0, count = 0;

    for (; stop == 0 && !report->damaged && format_json_next(&walk, NULL, &value); count = 1)
        stop = variant(report, shader, value);
    if (walk.damaged)
        damage(report, value);
    else if (count == 0)
        format_warning(report->callbacks, shader->at, "shader %.*s: %s: passed over",
                       FORMAT_SHOWN(shader->name),
                       format_json_next(&errors, NULL, &value) ? "malioc could not compile it"
                                                               : "the report has nothing about it");
    return stop;
}

/* Returns non-zero to stop. */
static int shaders(struct report *report, gpuocc_kernels_text list)
{
    struct json_walk walk = format_json_walk(list, '[');
    gpuocc_kernels_text value;
    struct shader shader;
    int stop = 0;

    while (stop == 0 && !report->damaged && format_json_next(&walk, NULL, &value)) {
        describe(report, value, &shader);
        if (report->damaged)
            break;
        stop = variants(report, &shader);
    }
    if (walk.damaged)
        damage(report, value);
    return stop;
}

/* Reads one report and moves past it. */
static int one(struct report *report, gpuocc_kernels_text *all)
{
    struct json_walk walk = format_json_walk(*all, '{');
    gpuocc_kernels_text name = *all, value, schema = {all->at, 0}, list = {all->at, 0}, version;
    uint32_t figure;
    int damaged = 0, more = walk.close != 0;

    while (more) {
        name.length = 0;
        more = format_json_next(&walk, &name, &value); /* a value that is cut off is used as well */
        if (format_json_is(name, "schema"))
            schema = value;
        else if (format_json_is(name, "shaders"))
            list = value;
    }
    *all = walk.rest;
    if (list.length == 0 || !format_json_is(member(schema, "name", &damaged), "performance"))
        return GPUOCC_KERNELS_NONE;
    version = member(schema, "version", &damaged);
    if (!text_figure(version, &figure) || figure > LAST_SCHEMA) {
        format_warning(report->callbacks, offset(report, schema),
                       "the schema of malioc's report has version \"%.*s\", 0 to %u are known: "
                       "passed over",
                       FORMAT_SHOWN(version), LAST_SCHEMA);
        return GPUOCC_KERNELS_OK;
    }
    if (shaders(report, list) != 0)
        return GPUOCC_KERNELS_STOPPED;
    if (walk.damaged)
        damage(report, walk.rest);
    return GPUOCC_KERNELS_OK;
}

int format_malioc(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    gpuocc_kernels_text all = {(const char *)bytes, length};
    struct report report = {callbacks, all.at, 0};
    int status;

    (void)text_skip(&all, "\xef\xbb\xbf");
    status = one(&report, &all);
    /* The text may contain the reports of several runs. */
    while (status == GPUOCC_KERNELS_OK && all.length != 0 && !report.damaged) {
        status = one(&report, &all);
        if (status == GPUOCC_KERNELS_NONE) {
            damage(&report, all);
            status = GPUOCC_KERNELS_OK;
        }
    }
    return status;
}
