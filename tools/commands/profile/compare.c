/* SPDX-License-Identifier: MIT
 *
 * gpuocc profile --baseline: the kernels of two runs, by name, in order of the time that they
 * gained or lost.
 */
#include <stdlib.h>
#include <string.h>

#include "commands/profile/profile.h"
#include "input/csv.h"
#include "output/markdown.h"

/* A comment on GitHub has at most 65,536 characters. */
#define MARKDOWN_MOST 60000u

/* A kernel in one of the two runs. */
struct side {
    uint64_t calls, time_ns, answered_ns;
    double low, high; /* thousandths times ns, of answered_ns */
};

struct change {
    const char *name;
    size_t length;
    struct side was, now;
};

struct changes {
    struct change *at;
    size_t count, capacity;
};

static void add_side(struct side *side, const struct side *other)
{
    side->calls += other->calls;
    side->time_ns += other->time_ns;
    side->answered_ns += other->answered_ns;
    side->low += other->low;
    side->high += other->high;
}

/* Adds the shapes of profile->all. */
static void collect(struct profile *profile, struct changes *changes, int now)
{
    const gpuocc_runs_shape *shape;
    struct change *change;
    struct side *side;
    size_t i;

    for (i = 0; i < profile->all.shape_count; i++) {
        shape = &profile->all.shapes[i];
        profile_judge(profile, shape);
        if (changes->count == changes->capacity) {
            changes->capacity = memory_capacity(changes->capacity);
            changes->at = memory_grow(changes->at, changes->capacity * sizeof *changes->at);
        }
        change = &changes->at[changes->count++];
        memset(change, 0, sizeof *change);
        change->name = shape->name.at;
        change->length = shape->name.length;
        side = now ? &change->now : &change->was;
        side->calls = shape->calls;
        side->time_ns = shape->time_ns;
        if (profile->row.weight.low == GPUOCC_RUNS_NO_PERCENT)
            continue;
        side->answered_ns = shape->time_ns;
        side->low = (double)profile->row.weight.low * (double)shape->time_ns;
        side->high = (double)profile->row.weight.high * (double)shape->time_ns;
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct change *)a)->name, ((const struct change *)b)->name);
}

static uint64_t size_of(const struct change *change)
{
    return change->now.time_ns > change->was.time_ns ? change->now.time_ns - change->was.time_ns
                                                     : change->was.time_ns - change->now.time_ns;
}

static int by_size(const void *a, const void *b)
{
    const uint64_t first = size_of(a), second = size_of(b);

    return first != second ? (first < second ? 1 : -1) : by_name(a, b);
}

/* Joins the kernels of one name, and sorts them by their change. */
static void join(struct changes *changes)
{
    size_t i, count = 0;

    if (changes->count == 0)
        return;
    qsort(changes->at, changes->count, sizeof *changes->at, by_name);
    for (i = 1; i < changes->count; i++) {
        if (by_name(&changes->at[count], &changes->at[i]) != 0) {
            changes->at[++count] = changes->at[i];
            continue;
        }
        add_side(&changes->at[count].was, &changes->at[i].was);
        add_side(&changes->at[count].now, &changes->at[i].now);
    }
    changes->count = count + 1;
    qsort(changes->at, changes->count, sizeof *changes->at, by_size);
}

/* Sets the occupancy by time, in thousandths of a percent. */
static void percent_of(const struct side *side, uint32_t *low, uint32_t *high)
{
    *low = *high = GPUOCC_RUNS_NO_PERCENT;
    if (side->answered_ns == 0)
        return;
    *low = (uint32_t)(side->low / (double)side->answered_ns + 0.5);
    *high = (uint32_t)(side->high / (double)side->answered_ns + 0.5);
}

static void add_percent(struct text *text, const struct side *side)
{
    uint32_t low, high;

    percent_of(side, &low, &high);
    text_add_thousandths(text, low, high);
    text_add(text, low != GPUOCC_RUNS_NO_PERCENT ? " %" : "none");
}

/* Adds the time that a run has more or less, with its sign. */
static void add_change(struct text *text, uint64_t was, uint64_t now)
{
    text_add(text, now < was ? "-" : "+");
    text_add_time(text, now < was ? was - now : now - was);
}

static void cell(struct profile *profile)
{
    table_cell(&profile->table, text_string(&profile->line), profile->line.length);
    text_clear(&profile->line);
}

static void print_change(struct profile *profile, const struct change *change)
{
    struct text *text = &profile->line;

    text_clear(text);
    add_change(text, change->was.time_ns, change->now.time_ns);
    cell(profile);
    text_add_time(text, change->was.time_ns);
    cell(profile);
    text_add_time(text, change->now.time_ns);
    cell(profile);
    table_cell(&profile->table, change->name, change->length);
    text_add_number(text, change->was.calls);
    if (change->now.calls != change->was.calls)
        text_format(text, " -> %llu", (unsigned long long)change->now.calls);
    cell(profile);
    add_percent(text, &change->was);
    text_add(text, " -> ");
    add_percent(text, &change->now);
    cell(profile);
}

static void print_table(struct profile *profile, const struct changes *changes,
                        const struct side *was, const struct side *now)
{
    static const char *const heads[] = {"change", "was", "now", "kernel", "calls", "occupancy"};
    struct text *text = &profile->line;
    size_t i;

    for (i = 0; i < 6; i++)
        table_column(&profile->table, i < 3 ? TABLE_RIGHT : i == 3 ? TABLE_NAME : TABLE_LEFT);
    for (i = 0; i < 6; i++)
        table_string(&profile->table, heads[i]);
    for (i = 0; i < changes->count; i++)
        print_change(profile, &changes->at[i]);
    text_clear(text);
    if (profile->asked.format == PROFILE_MARKDOWN)
        markdown_write(&profile->table, text, 3, MARKDOWN_MOST);
    else
        table_write(&profile->table, text, 1, out_style());
    text_add(text, "\nAll kernels: ");
    text_add_time(text, was->time_ns);
    text_add(text, " -> ");
    text_add_time(text, now->time_ns);
    text_add(text, " (");
    add_change(text, was->time_ns, now->time_ns);
    text_add(text, "), occupancy by time ");
    add_percent(text, was);
    text_add(text, " -> ");
    add_percent(text, now);
    text_add(text, ".\n");
    out_text(text);
}

static void add_csv_side(struct text *line, const struct side *side)
{
    uint32_t low, high;

    percent_of(side, &low, &high);
    text_format(line, ",%llu,%llu,", (unsigned long long)side->calls,
                (unsigned long long)side->time_ns);
    if (low != GPUOCC_RUNS_NO_PERCENT)
        text_format(line, "%.6g", low / 1000.0);
    if (low != high)
        text_format(line, "..%.6g", high / 1000.0);
}

static void print_csv(struct profile *profile, const struct changes *changes)
{
    struct text *line = &profile->line;
    size_t i;

    text_clear(line);
    text_add(line, "kernel,was_calls,was_time_ns,was_percent,now_calls,now_time_ns,now_percent\n");
    for (i = 0; i < changes->count; i++) {
        csv_put(line, changes->at[i].name, changes->at[i].length);
        add_csv_side(line, &changes->at[i].was);
        add_csv_side(line, &changes->at[i].now);
        text_add_byte(line, '\n');
    }
    out_text(line);
}

static void put_side(struct json *json, const char *name, const struct side *side)
{
    uint32_t low, high;

    percent_of(side, &low, &high);
    json_open(json, name, '{');
    json_number(json, "calls", side->calls);
    json_number(json, "time_ns", side->time_ns);
    json_percent_of(json, "percent", low, high);
    json_close(json, '}');
}

static void print_json(struct profile *profile, const struct changes *changes,
                       const struct side *was, const struct side *now)
{
    struct json *json = &profile->json;
    size_t i;

    json_open(json, NULL, '{');
    json_head(json, "profile");
    json_string(json, "baseline", profile->asked.baseline);
    json_open(json, "differences", '[');
    for (i = 0; i < changes->count; i++) {
        json_open(json, NULL, '{');
        json_bytes(json, "name", 4, changes->at[i].name, changes->at[i].length);
        put_side(json, "was", &changes->at[i].was);
        put_side(json, "now", &changes->at[i].now);
        json_close(json, '}');
    }
    json_close(json, ']');
    put_side(json, "was", was);
    put_side(json, "now", now);
    profile_json_said(profile);
    json_close(json, '}');
    text_add_byte(&json->text, '\n');
    out_text(&json->text);
}

void profile_compare(struct profile *profile, const gpuocc_runs_contents *baseline)
{
    const gpuocc_runs_contents all = profile->all;
    struct changes changes = {0};
    struct side was = {0}, now = {0};
    size_t i;

    profile->all = *baseline;
    collect(profile, &changes, 0);
    profile->all = all;
    collect(profile, &changes, 1);
    join(&changes);
    for (i = 0; i < changes.count; i++) {
        add_side(&was, &changes.at[i].was);
        add_side(&now, &changes.at[i].now);
    }
    if (profile->options.json)
        print_json(profile, &changes, &was, &now);
    else if (profile->asked.csv)
        print_csv(profile, &changes);
    else
        print_table(profile, &changes, &was, &now);
    out_flush();
    free(changes.at);
}
