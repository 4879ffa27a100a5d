/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain --sarif: bank conflicts, spills and scattered accesses as results of SARIF 2.1.0,
 * which code hosts show beside the lines.
 */
#include "commands/explain/explain.h"
#include "output/out.h"

#include <string.h>

#define SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"

static const struct {
    const char *id, *about;
} rules[] = {{"bank-conflict", "Lanes of a wave access different words of one bank."},
             {"spill", "A register is stored to and loaded from local memory."},
             {"scattered-access", "Lanes of a wave use a part of the sectors that they move."}};

enum { CONFLICT, SPILL, SCATTERED };

static void put_message(struct json *json, const char *name, const char *text)
{
    json_open(json, name, '{');
    json_string(json, "text", text);
    json_close(json, '}');
}

static void start(struct explain *explain)
{
    struct json *json = &explain->json;
    size_t i;

    if (explain->headed++)
        return;
    json_open(json, NULL, '{');
    json_string(json, "$schema", SCHEMA);
    json_string(json, "version", "2.1.0");
    json_open(json, "runs", '[');
    json_open(json, NULL, '{');
    json_open(json, "tool", '{');
    json_open(json, "driver", '{');
    json_string(json, "name", "gpuocc");
    json_open(json, "rules", '[');
    for (i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        json_open(json, NULL, '{');
        json_string(json, "id", rules[i].id);
        put_message(json, "shortDescription", rules[i].about);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
    json_close(json, '}');
    json_open(json, "results", '[');
}

/* Adds bytes of a path; in a URI most others than letters and digits are escaped. */
static void add_uri(const char *at, size_t length, struct text *uri)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";

    for (; length != 0; at++, length--)
        if (*at != 0 && strchr(plain, *at) != NULL)
            text_add_byte(uri, *at);
        else
            text_format(uri, "%%%02X", (unsigned)(unsigned char)*at);
}

/* Writes the line, or the compiled file where it is not known. */
static void put_place(struct explain *explain, const gpuocc_code_line *line)
{
    struct json *json = &explain->json;
    const int has_file = line != NULL && line->file.length != 0;
    struct text uri = {0};

    if (has_file && line->file.at[0] != '/' && line->directory.length != 0) {
        add_uri(line->directory.at, line->directory.length, &uri);
        text_add_byte(&uri, '/');
    }
    if (has_file)
        add_uri(line->file.at, line->file.length, &uri);
    else
        add_uri(explain->asked.path, strlen(explain->asked.path), &uri);
    json_open(json, "physicalLocation", '{');
    json_open(json, "artifactLocation", '{');
    json_string(json, "uri", text_string(&uri));
    json_close(json, '}');
    if (has_file) {
        json_open(json, "region", '{');
        json_number(json, "startLine", line->line);
        json_close(json, '}');
    }
    json_close(json, '}');
    text_free(&uri);
}

static void put_result(struct explain *explain, unsigned rule, const gpuocc_code_line *line,
                       const char *message)
{
    const gpuocc_kernels_text name = explain->kernel->name;
    struct json *json = &explain->json;

    json_open(json, NULL, '{');
    json_string(json, "ruleId", rules[rule].id);
    json_number(json, "ruleIndex", rule);
    json_string(json, "level", "warning");
    put_message(json, "message", message);
    json_open(json, "locations", '[');
    json_open(json, NULL, '{');
    put_place(explain, line);
    json_open(json, "logicalLocations", '[');
    json_open(json, NULL, '{');
    json_bytes(json, "name", 4, name.at, name.length);
    json_string(json, "kind", "function");
    json_close(json, '}');
    json_close(json, ']');
    json_close(json, '}');
    json_close(json, ']');
    json_close(json, '}');
}

static void put_accesses(struct explain *explain, struct text *message)
{
    const gpuocc_code_access *access = explain->accesses, *end = access + explain->access_count;

    for (; access < end; access++) {
        int conflict;

        text_clear(message);
        conflict = explain_conflict(explain, access, message);
        if (!conflict && !explain_scattered(explain, access, message))
            continue;
        if (conflict)
            explain_add_swizzle(explain, access, message);
        if (explain_line(explain, access->address) == NULL) /* else results would be alike */
            text_format(message, ", at 0x%lx", (unsigned long)access->address);
        text_add_byte(message, '.');
        put_result(explain, conflict ? CONFLICT : SCATTERED, explain_line(explain, access->address),
                   text_string(message));
    }
}

void explain_sarif_kernel_end(struct explain *explain)
{
    const struct explain_local *row = explain->locals.rows, *end = row + explain->locals.count;
    struct text message = {0};

    start(explain);
    if (explain_no_lines(explain) != NULL && explain->counts.lineless++ == 0)
        (void)complain("%s: lines of the source are not known: %s", explain->asked.path,
                       explain_no_lines(explain));
    put_accesses(explain, &message);
    for (; row != end; row++) {
        if (row->sort != GPUOCC_CODE_LOCAL_SPILL)
            continue;
        text_clear(&message);
        text_format(&message, "Spills at depth %lu, per thread: ", (unsigned long)row->depth);
        explain_local(row, &message);
        text_add_byte(&message, '.');
        put_result(explain, SPILL, row->line.line != 0 ? &row->line : NULL, text_string(&message));
    }
    text_free(&message);
}

void explain_sarif_end(struct explain *explain)
{
    struct json *json = &explain->json;

    start(explain);
    json_close(json, ']');
    json_close(json, '}');
    json_close(json, ']');
    json_close(json, '}');
    out_text(&json->text);
    out_bytes("\n", 1);
}
